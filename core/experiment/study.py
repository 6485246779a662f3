"""The same experiment on several data sets → `Study`: one set of fold scores over all of them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from core.errors import InputError, listing, quoted
from core.experiment.entrants import Learners
from core.experiment.job import run_line
from core.experiment.outcome import Experiment, run_design, run_title
from core.experiment.plan import Plan, make_plan
from core.experiment.run import run_plan
from core.inference import RankComparison, Verdict, compare, compare_ranks
from core.inference.evidence.evidence import Evidence
from core.jobs import Job, Progress, Scheduler, Store, scheduler_of
from core.measures import MEASURES
from core.records import Dataset, ExperimentSpec, Failure, FoldScores, Tuning, digest
from core.written import counted


@dataclass(frozen=True, eq=False)
class Study:
    """Learners trained and judged on several data sets by one design.

    Attributes
    ----------
    experiments : tuple of Experiment
        One per data set, each the same as if it had been run alone.
    """

    experiments: tuple[Experiment, ...]

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return tuple(experiment.predictions.dataset for experiment in self.experiments)

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners."""
        return tuple(self.experiments[0].learners)

    @property
    def title(self) -> str:
        """Data sets, learners and design, as pages name the run."""
        grouped = all(experiment.facts.grouped for experiment in self.experiments)
        design = run_design(self.experiments[0].spec, grouped=grouped)
        return run_title(counted(len(self.experiments), "data sets"), self.learners, design)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Units that failed, each with its data set."""
        return self.fold_scores.failures

    def __getitem__(self, dataset: str) -> Experiment:
        """The experiment on one data set.

        Raises
        ------
        InputError
            If there is no such data set.
        """
        if dataset not in self.datasets:
            raise InputError(
                f"there is no data set {quoted(dataset)}.", "dataset", f"There are {listing(self.datasets)}."
            )
        return self.experiments[self.datasets.index(dataset)]

    @cached_property
    def fold_scores(self) -> FoldScores:
        """Scores on every fold of every data set, by the measure of the study."""
        return self.scores(self.experiments[0].spec.measure)

    def scores(self, measure: str) -> FoldScores:
        """The same by another measure; nothing is trained again."""
        parts = [experiment.scores(measure) for experiment in self.experiments]
        failures = tuple(
            replace(failure, reason=f"on {name}: {failure.reason}")
            for name, part in zip(self.datasets, parts, strict=True)
            for failure in part.failures
        )
        notes = dict.fromkeys(note for part in parts for note in part.notes)
        titles = {part.measure_title for part in parts}
        return replace(
            parts[0],
            measure_title=titles.pop() if len(titles) == 1 else MEASURES[parts[0].measure].title,
            frame=pd.concat([part.frame for part in parts], ignore_index=True),
            facts=None,
            failures=failures,
            notes=tuple(notes),
        )

    @cached_property
    def evidence(self) -> Evidence:
        """What of it is judged: data sets, each by the mean of its folds."""
        specs = digest(*(experiment.spec.to_json() for experiment in self.experiments))
        return Evidence(self.fold_scores, title=self.title, id=specs)

    def compare(self, **options: Any) -> RankComparison | Verdict:
        """Judge the learners over the data sets: their ranks, or two of them by Wilcoxon's test.

        Parameters
        ----------
        **options
            Those of `compare_ranks`, or of `compare` where there are two learners.

        Raises
        ------
        NotApplicable
            If a learner failed on a fold.
        """
        self.evidence.refuse_failures(self.learners)
        if len(self.learners) == 2:
            return compare(self, *self.learners, **options)
        return compare_ranks(self, **options)


def run_study(
    datasets: Sequence[Dataset],
    learners: Learners,
    design: Any,
    measure: Any = None,
    *,
    seed: int = 0,
    tuning: Tuning | None = None,
    n_jobs: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Study:
    """Run the same experiment on several data sets.

    Everything is checked on all data sets before anything is trained; results are those of `run_experiment` on each.

    Parameters
    ----------
    datasets : sequence of Dataset
        Two or more, of one task, with different names.
    learners : keys, LearnerSpecs or scikit-learn estimators
        One, a list of them, a list of (name, estimator), or a mapping by name.
    design : key of a design, Design, or what scikit-learn takes as ``cv``
        A number of folds, stratified for classes; a splitter; a list of (training, validation) positions.
    measure : str or scorer, optional
        Key of a measure, or what scikit-learn calls it; without it the error rate, or the mean squared error for
        regression.
    seed : int
        Everything random inside the learners comes from it.
    tuning : Tuning, optional
        The same randomised search for every learner of the catalogue, inside each training set.
    n_jobs : int, optional
        Number of processes, as in `run_experiment`.
    store : Store, optional
        Finished units are kept there and taken from there, so that an interrupted study goes on where it stopped.
    progress : callable, optional
        Called in this process with the number of finished units and of all units of all data sets.

    Raises
    ------
    InputError
        If there are fewer than two data sets, names repeat, tasks differ, or something does not fit one of them.
        A learner that fails on a fold raises nothing: see `Study.failures`.
    """
    check_datasets(datasets)
    plans = [make_plan(data, learners, design, measure, seed=seed, tuning=tuning) for data in datasets]
    return run_plans(plans, scheduler=scheduler_of(n_jobs), store=store, progress=progress)


def run_plans(
    plans: Sequence[Plan],
    *,
    scheduler: Scheduler,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Study:
    """Run what was laid out for each data set, one after the other.

    Parameters
    ----------
    plans : sequence of Plan
    scheduler : Scheduler
    store, progress : optional
        As in `run_study`.
    """
    sizes = [len(plan.units(addressed=False)) for plan in plans]
    experiments = [
        run_plan(
            plan,
            scheduler=scheduler,
            store=store,
            progress=None if progress is None else _shifted(progress, sum(sizes[:place]), sum(sizes)),
        )
        for place, plan in enumerate(plans)
    ]
    return Study(tuple(experiments))


def studies_among(jobs: Iterable[Job]) -> tuple[tuple[Job, ...], ...]:
    """Experiments that are done and the same but for their data: two data sets or more together, the most first.

    Of several on the same data the first given counts; the last given comes first.
    """
    found: dict[str, dict[str, Job]] = {}
    for job in jobs:
        if job.state != "done":
            continue
        with suppress(InputError):  # another version's, or no experiment
            spec = ExperimentSpec.from_json(job.spec)
            alike = replace(spec, fingerprint="").to_json()
            found.setdefault(alike, {}).setdefault(run_line(job).data, job)
    groups = [tuple(reversed(by_data.values())) for by_data in found.values() if len(by_data) > 1]
    return tuple(sorted(groups, key=len, reverse=True))


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _: progress(before + done, total)


def check_datasets(datasets: Sequence[Dataset]) -> None:
    """Check that there are several data sets, of one task, that can be told apart.

    Raises
    ------
    InputError
        If there are fewer than two, names repeat, or tasks differ.
    """
    names = [dataset.name for dataset in datasets]
    if len(names) < 2:
        raise InputError(
            f"needs two data sets or more, not {len(names)}.", "datasets", "Use run_experiment for one."
        )
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(
            f"holds two data sets with the name {quoted(twice[0])}.", "datasets", "Rename one of them."
        )
    if len({dataset.task for dataset in datasets}) > 1:
        raise InputError("holds classification and regression.", "datasets", "Run a study of each.")
