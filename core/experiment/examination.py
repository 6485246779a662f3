"""Test set that was set aside → the final examination, by one chosen learner trained on the rest (I2ML 5.2)."""

import json
import math
import time
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import PredefinedSplit

from core.errors import InputError, NotApplicable, listing
from core.experiment.outcome import tuned_over
from core.experiment.run import run_experiment
from core.inference import Alternative, Verdict, interval, run_test
from core.inference.interpretation.effect_sizes import opened
from core.learners import LEARNERS, in_full
from core.measures import MEASURES, score
from core.records import Dataset, Interval, LearnerSpec, Losses, Task, Tuning, digest
from core.records.dataset import WITHOUT_TEST_SET
from core.written import counted, spoken

NOT_TRAINED = -1
TESTED: Mapping[Task, str] = {"classification": "error", "regression": "mse"}
"""The measure of which an examination has an interval; its test, of classes, is by it, too."""


@dataclass(frozen=True)
class Examination:
    """What the examination found, and when; it is taken once.

    Attributes
    ----------
    learner : str
    n_train, n_test : int
    errors : int or None
        Wrong predictions on the test set; None for regression.
    squared_errors : tuple of float or None
        Of a regression, one per instance of the test set.
    taken : float
        Seconds since 1970.
    alpha : float or None
        Significance level that it was opened with; None where nobody wrote it down.
    alternative : "two-sided", "less" or "greater"
        The claim, as seen from p0.
    p0 : float or None
        The rate that the learner was held against; None where there was none.
    spec : LearnerSpec or None
        The learner with its hyperparameters; None where nobody wrote it down.
    tuning : Tuning or None
        How it was tuned, if it was.
    chosen : (name, value) pairs
        Hyperparameters that tuning chose.
    run : str
        The run that it was chosen from; empty where nobody wrote it down.
    groups : int or None
        Groups that the test set comes in; None where its instances are independent.
    measure, measure_title : str
        What the run was judged by, where that is not what is tested; else empty.
    score : float or None
        By that measure, on the test set; None where it has no value there.
    seen : int
        At least how many instances of the test set were in the data of other runs when it was opened.
    seen_in : tuple of str
        Names of those data.
    attributes : tuple of str
        The columns that it was trained with; empty where nobody wrote them down.
    """

    learner: str
    n_train: int
    n_test: int
    errors: int | None
    squared_errors: tuple[float, ...] | None
    taken: float
    alpha: float | None = None
    alternative: Alternative = "two-sided"
    p0: float | None = None
    spec: LearnerSpec | None = None
    tuning: Tuning | None = None
    chosen: tuple[tuple[str, Any], ...] = ()
    run: str = ""
    groups: int | None = None
    measure: str = ""
    measure_title: str = ""
    score: float | None = None
    seen: int = 0
    seen_in: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()

    @property
    def mean_squared_error(self) -> float | None:
        """Of a regression; None for classification."""
        return None if self.squared_errors is None else float(np.mean(self.squared_errors))

    @property
    def verdict(self) -> Verdict | None:
        """The test of the error rate against p0; None where there was no p0, or instances come in groups."""
        if self.errors is None or self.p0 is None or self.groups is not None:
            return None
        found = run_test("binomial", self.alternative, errors=self.errors, n=self.n_test, p0=self.p0)
        return found.named(self.learner)

    @property
    def interval(self) -> Interval | None:
        """Of what is tested, at the level that it was opened with; None where that is not known, or in groups."""
        if self.alpha is None or self.groups is not None:
            return None
        level, verdict = 1 - self.alpha, self.verdict
        if verdict is not None:
            return opened(verdict.confidence_interval(level), verdict)
        if self.errors is None:
            return interval("mean_t", scores=self.squared_errors, level=level)
        return interval("exact", level=level, errors=self.errors, n=self.n_test)

    def sentence(self, data: str = "these data") -> str:
        """When the test set was opened, and for whom."""
        day = time.strftime("%d %b %Y, %H:%M", time.localtime(self.taken))
        learner = self.learner if self.spec is None else _as_run(self.spec, self.tuning)
        chosen_from = f"; chosen from {self.run}" * bool(self.run)
        return f"The test set of {data.removesuffix(WITHOUT_TEST_SET)} was opened on {day}, for {learner}{chosen_from}."

    def what_tuning_chose(self) -> str:
        """The hyperparameters that were found by tuning; empty where there are none."""
        if self.spec is None or not self.chosen:
            return ""
        found = dict(self.chosen)
        said = [
            item.said(found[item.name])
            for item in LEARNERS[self.spec.key].hyperparameters
            if item.name in found
        ]
        return f"Tuning chose {listing(said)}."

    def already_seen(self) -> str:
        """That other runs had seen some of the test set; empty where none is known of."""
        return seen_words(self.seen, self.n_test, self.seen_in) if self.seen else ""

    def not_of(self, learner: LearnerSpec, tuning: Tuning | None) -> str:
        """That this is not what a learner was found to reach, or may not be; empty where it was examined."""
        if self.spec is None:
            return (
                f"How {self.learner} was set and tuned then was not written down: this may not be the result of "
                f"{_as_run(learner, tuning)}."
            )
        if self.spec.digest(self.tuning) == learner.digest(tuning):
            return ""
        return f"Here it is {_as_run(learner, tuning)}: this is not its result."

    def with_others(self, data: Dataset) -> str:
        """That it was trained with other columns than these data have; empty where they are the same, or not known."""
        here = set(map(str, data.X))
        if not self.attributes or set(self.attributes) == here:
            return ""
        return (
            f"It was trained with {counted(len(self.attributes), 'attributes')}, and not with just the {len(here)} of "
            "these data: this is not the result of a learner of this run."
        )

    def to_json(self) -> str:
        """Write it down."""
        spec, tuning = self.spec and self.spec.to_dict(), self.tuning and self.tuning.to_dict()
        return json.dumps({**asdict(self), "spec": spec, "tuning": tuning})

    @classmethod
    def from_json(cls, text: str | bytes) -> "Examination":
        """Read what `to_json` wrote."""
        said = json.loads(text)
        squares, spec, tuning = said.pop("squared_errors"), said.pop("spec", None), said.pop("tuning", None)
        return cls(
            **said
            | {"chosen": tuple((name, value) for name, value in said.get("chosen", ()))}
            | {name: tuple(said.get(name, ())) for name in ("seen_in", "attributes")},
            squared_errors=None if squares is None else tuple(squares),
            spec=spec and LearnerSpec.from_dict(spec),
            tuning=tuning and Tuning.from_dict(tuning),
        )


def _as_run(learner: LearnerSpec, tuning: Tuning | None) -> str:
    """A learner with its settings, and whether it was tuned."""
    search = learner.tuned_by(tuning)
    return f"{in_full(learner)}, {'not tuned' if search is None else tuned_over(search)}"


def errors_of_guessing(rest: Dataset, test: Dataset) -> int:
    """Errors on the test set of always saying the commonest class of the rest."""
    return int((test.y != rest.class_counts.idxmax()).sum())


def cut_of(rest: Dataset, test: Dataset) -> str:
    """Digest of which instances were set aside, whatever columns are left out and whichever class is positive."""
    return digest(str(rest.y.name), rest.y, test.y)


def seen_in(other: Dataset, rest: Dataset, test: Dataset) -> int:
    """At least how many instances of a test set other data of the same table hold.

    Instances are known by their values; those of which `rest` has as many alike as the other data prove nothing.

    Parameters
    ----------
    other : Dataset
        Of the same table where the target has the same name and the columns of one are among those of the other; of
        another table it holds none.
    rest, test : Dataset
        As `Dataset.set_aside` gave them.
    """
    mine, others = set(test.X), set(other.X)
    if str(other.y.name) != str(test.y.name) or not (mine <= others or others <= mine):
        return 0
    columns = [name for name in test.X if name in others]
    in_other, in_rest, in_test = (_counted_rows(data, columns) for data in (other, rest, test))
    beyond = in_other.sub(in_rest, fill_value=0).reindex(in_test.index, fill_value=0).clip(lower=0)
    return int(np.minimum(beyond, in_test).sum())


def seen_words(seen: int, n_test: int, data: Sequence[str]) -> str:
    """That instances of a test set were in the data of other runs, and what that makes of the examination."""
    some = f"Of the {counted(n_test, 'instances')} of the test set at least {seen} {'was' if seen == 1 else 'were'}"
    which = f"All {counted(n_test, 'instances')} of the test set were" if seen == n_test else some
    return (
        f"{which} in the data of other runs made here "
        f"({listing([spoken(name) for name in data], most=3)}): whoever chose by those runs chose by these instances "
        "too, and the result may be too good."
    )


def _counted_rows(data: Dataset, columns: list[Hashable]) -> "pd.Series[int]":
    """How often each row of values comes in these columns and the target, by its hash."""
    rows = pd.concat([data.X[columns], data.y], axis=1)
    return pd.util.hash_pandas_object(rows, index=False).value_counts()


def told_besides(measure: str, task: Task) -> str:
    """The measure of a run, where a test set has a value by it beside what is tested; else empty."""
    if measure in ("", TESTED[task]) or not MEASURES[measure].of_predictions:
        return ""
    return measure


def examine(
    rest: Dataset,
    test: Dataset,
    learner: LearnerSpec,
    *,
    seed: int = 0,
    tuning: Tuning | None = None,
    measure: str = "",
    losses: Losses | None = None,
) -> Examination:
    """Train one learner on all that was not set aside and judge it on the test set (I2ML 5.2; CS182 p. 4).

    Parameters
    ----------
    rest, test : Dataset
        As `Dataset.set_aside` gave them.
    learner : LearnerSpec
    seed : int
    tuning : Tuning, optional
        Searches inside `rest` alone.
    measure : str, optional
        What the run was judged by, to be told besides.
    losses : K × K numbers, optional
        For the measure "cost".

    Raises
    ------
    InputError
        If the two do not belong together.
    NotApplicable
        If the learner cannot be trained on `rest`.
    """
    both, design = _joined(rest, test)
    run = run_experiment(both, [learner], design, seed=seed, tuning=tuning)
    if run.failures:
        raise NotApplicable(f"{learner.name} failed: {run.failures[0].reason.rstrip('.')}.", "examination")
    (outcome,) = run.predictions.outcomes
    truth = run.predictions.truth[outcome.positions]
    classified = both.task == "classification"
    lost = (outcome.predicted != truth) if classified else (outcome.predicted - truth) ** 2
    besides = told_besides(measure, both.task)
    title, value = besides and MEASURES[besides].title, math.nan
    if besides:
        with suppress(InputError):  # the test set is open now, with a value or without
            scores = score(run.predictions, besides, losses=losses if besides == "cost" else None)
            title, value = scores.measure_title, float(scores.frame["score"].iloc[0])
    return Examination(
        learner=outcome.learner,
        n_train=len(rest),
        n_test=len(test),
        errors=int(lost.sum()) if classified else None,
        squared_errors=None if classified else tuple(lost.tolist()),
        taken=time.time(),
        spec=learner,
        tuning=tuning,
        chosen=outcome.chosen,
        groups=None if test.groups is None else int(test.groups.nunique()),
        measure=besides,
        measure_title=title,
        score=value if math.isfinite(value) else None,
        attributes=tuple(map(str, rest.X)),
    )


def _joined(rest: Dataset, test: Dataset) -> tuple[Dataset, PredefinedSplit]:
    """Both parts as one data set, with the one split that trains on the first and validates on the second."""
    if rest.task != test.task or list(rest.X.columns) != list(test.X.columns):
        raise InputError("the test set was not left out of these data.", "test")

    def stacked(parts: list[pd.Series | None]) -> pd.Series | None:
        return None if any(part is None for part in parts) else pd.concat(parts, ignore_index=True)

    both = replace(
        rest,
        X=pd.concat([rest.X, test.X], ignore_index=True),
        y=pd.concat([rest.y, test.y], ignore_index=True),
        groups=stacked([rest.groups, test.groups]),
        folds=None,
        fingerprint="",
    )
    return both, PredefinedSplit(np.repeat([NOT_TRAINED, 0], [len(rest), len(test)]))
