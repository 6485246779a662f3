"""What a report says of a run, whoever is judged: data, learners, design, scores, notes, and how to get it again."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata

from core.designs import units_of
from core.errors import NotApplicable, listing, without_arguments
from core.experiment import (
    Experiment,
    Results,
    bootstrap_estimates,
    design_title,
    no_better_than_guessing,
    told_failures,
    why_they_differ,
)
from core.figures import box_plot, one_instance_each, pooled_bars, style_of
from core.inference import Grouping
from core.inference.interpretation.summary import (
    independence_supposed,
    lacking_scores,
    lacking_some,
    summarise,
    without_width,
)
from core.inference.verdicts.wording import design_words
from core.learners import all_in_full
from core.measures import told_in_percent
from core.records import Dataset, DesignFacts, ExperimentSpec, FoldScores
from core.report.document import Block, Listed, Picture, Printed, Program, Words
from core.report.script import Script
from core.tables.many_learners import about_letters, placed_table
from core.tables.scores import ABOUT_TRAINING, about_pooled, bootstrap_table, summary_table
from core.written import counted, mean_size, spoken

_WITH = ("scikit-learn", "numpy", "scipy", "pandas")
"""Packages whose versions decide what is learnt and computed."""
_MOST_NAMED = 8
_UNNAMED = "data"
"""What a data set is called that no file names."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A run, and where and by what it is reported.

    Attributes
    ----------
    results : Experiment or ImportedResults
        By the measure that is looked at.
    datasets : sequence of Dataset
        What the learners were trained on, in the order of the results.
    examinations : sequence of str
        What was found on test sets that were left out of these data, where they were opened.
    version : str
        Of Foldwise.
    address : str
        Where the same stands in the app.
    dark : bool
        Whether the pictures are for a dark page.
    """

    results: Results
    datasets: Sequence[Dataset]
    examinations: Sequence[str]
    version: str
    address: str
    dark: bool

    @property
    def on_data(self) -> str:
        """Words for a title; empty where nobody named the data."""
        names = self.results.datasets
        data = spoken(names[0]) if len(names) == 1 else counted(len(names), "data sets")
        return f" on {data}" * (data != _UNNAMED)

    @property
    def design(self) -> str:
        """The design in a sentence; empty where nobody said which, or where data sets differ in it."""
        facts = self.results.facts
        if facts is not None:
            return "" if facts.key is None else design_words(facts)
        titles = {design_title(spec.design) for spec in self.results.trained.values()}
        return titles.pop() if len(titles) == 1 else ""

    def told(self, learners: Sequence[str]) -> list[tuple[str, str]]:
        """Terms with what they are: data, these learners, design and measure."""
        results, data = self.results, self._data()
        who = "Learners" if len(learners) > 1 else "Learner"
        rows = [("Data", data)] * (data != _UNNAMED) + [(who, "; ".join(self._in_full(learners)))]
        if results.facts is not None:
            words = f"{design_words(results.facts)}{', stratified' * results.facts.stratified}"
            whole = "; groups are kept whole" * (results.facts.grouped and isinstance(results, Experiment))
            rows.append(
                ("Design", f"{_design(results.facts, words, results.fold_scores)}{whole}{self._given_by()}")
            )
        elif results.trained:
            rows += self._designs()
        scores = results.fold_scores
        better = "lower is better" if scores.lower_is_better else "higher is better"
        return [*rows, ("Measure", f"{scores.measure_title}, {better}")]

    def chance(self) -> list[tuple[str, str]]:
        """The same for tuning and seeds."""
        return _told_once({name: dict(_seeds(spec)) for name, spec in self.results.trained.items()})

    def _given_by(self) -> str:
        """That a column of the data gave the folds, and which."""
        results = self.results
        if not isinstance(results, Experiment) or results.spec.design.key != "predefined":
            return ""
        by_fold = dict(results.spec.design.options).get("kind") == "fold"
        columns = [data.folds if by_fold else data.groups for data in self.datasets]
        name = next((f" {column.name}" for column in columns if column is not None and column.name), "")
        return (
            f"; predefined: {'' if by_fold else 'one fold per group, '}as the column{name} of the data says"
        )

    def _data(self) -> str:
        names = ", ".join(map(spoken, self.results.datasets[:_MOST_NAMED]))
        more = len(self.results.datasets) - _MOST_NAMED
        names += f" and {more} more" if more > 0 else ""
        predictions = self.results.predictions
        if len(self.datasets) != 1:
            if predictions is None:
                return names
            brought = self.results.title if names == _UNNAMED else names
            return f"{brought}: {counted(len(predictions.truth), 'instances')}"
        (data,) = self.datasets
        groups = "" if data.groups is None else f" in {counted(data.groups.nunique(), 'groups')}"
        attributes = counted(data.X.shape[1], "attributes")
        size = f"{names}: {len(data):,} instances{groups} × {attributes}; target {data.y.name}"
        if data.task == "classification":
            counts = zip(data.classes, data.class_counts, strict=True)
            size += f" ({', '.join(f'{label} {count:,}' for label, count in counts)})"
        return f"{size}; fingerprint {data.fingerprint[:16]}"

    def _in_full(self, learners: Sequence[str]) -> Iterator[str]:
        runs = self.results.trained.values()
        known = {learner.name: learner for spec in runs for learner in spec.learners}
        yield from all_in_full(
            [known[name] for name in learners if name in known],
            tuned=any(spec.tuning is not None for spec in runs),
        )
        yield from (name for name in learners if name not in known)

    def _designs(self) -> Iterator[tuple[str, str]]:
        """What was cut on several data sets, and into which sizes."""
        results = self.results
        yield from _told_once(
            {name: {"Design": design_title(spec.design)} for name, spec in results.trained.items()}
        )
        sizes = results.fold_scores.frame.groupby("dataset", sort=False)[["n_train", "n_validation"]].mean()
        if sizes.notna().all(axis=None):
            told = [
                f"{spoken(str(name))} {mean_size(train)} + {mean_size(validation)}"
                for name, train, validation in sizes.itertuples()
            ]
            yield "Training + validation", f"{'; '.join(told)} instances, as the mean of the folds"

    def scores(self, level: float, grouping: Grouping | None = None) -> Iterator[Block]:
        """Scores of all learners as a picture and a table with intervals of this level, in the order of a grouping."""
        scores = self.results.evidence.together.by_dataset
        picture = pooled_bars if one_instance_each(self.results.fold_scores) else box_plot
        several = f", all {units_of(scores)}" * bool(scores.frame.duplicated("learner").any())
        title = f"{scores.measure_title[:1].upper()}{scores.measure_title[1:]}{several}"
        try:
            drawing = picture(scores, style_of(scores.learners), dark=self.dark)
        except NotApplicable as refusal:
            yield Words(str(refusal))
        else:
            if drawing.traces:
                yield Picture("scores", title, drawing)
        found = summarise(self.results.fold_scores, level)
        table = summary_table(self.results, level)
        told = [about_pooled(scores)] if "pooled" in table.shown else []
        told += [ABOUT_TRAINING] if "training" in table.shown else []
        if grouping is not None:
            table = placed_table(table, grouping, [item.learner for item in lacking_some(found)])
            lacking = lacking_scores(found, self.results.fold_scores)
            told = [about_letters(grouping), f"No rank (–): {lacking}" * bool(lacking), *told]
        yield Printed("summary", "Summary", table)
        told += [
            independence_supposed(found, self.results.fold_scores),
            without_width(found, self.results.fold_scores.row),
        ]
        yield from (Words(one, small=True) for one in told if one)
        yield from self._bootstrap()

    def _bootstrap(self) -> Iterator[Block]:
        """What allows for the training instances among those that are validated."""
        results = self.results
        if not isinstance(results, Experiment) or results.facts.key != "bootstrap":
            return
        with suppress(NotApplicable):
            estimates = bootstrap_estimates(results)
            yield Words(why_they_differ(results.spec.measure))
            rates = told_in_percent(results.spec.measure)
            yield Printed("bootstrap", "Bootstrap estimates", bootstrap_table(estimates, rates=rates))

    def notes(self, *learners: str) -> Iterator[Block]:
        """What is to be known of the results, and of these learners."""
        scores = self.results.evidence.together
        read = [
            (spoken(data.name) * (len(self.datasets) > 1), without_arguments(note))
            for data in self.datasets
            for note in data.notes
        ]
        notes = list(dict.fromkeys(map(without_arguments, (*self.results.notes, *scores.notes))))
        failed = told_failures(self.results.failures, self.results.facts)
        guessed = no_better_than_guessing(self.results, learners)
        told = [("", note) for note in (*filter(None, [guessed]), *notes, *failed)]
        if told or read:
            yield Listed((*told, *read))

    def sentence(self, reason: str) -> str:
        """A reason as it stands alone; the name of a learner in front keeps its letters."""
        told = without_arguments(reason)
        return told if told.startswith(self.results.learners) else told[:1].upper() + told[1:]

    def again(self, script: Script | None, *, judged: bool, else_found: str = "scores") -> Iterator[Block]:
        """Where the same stands in the app, and the script; `judged` where it finds a verdict, not these alone."""
        if self.address:
            yield Words(f"In the app: {self.address}", linked=True)
        if script is not None:
            beside = ", kept beside the file that it reads," * bool(script.what)
            found = "the verdict again" if judged else f"the {else_found} again; there is no verdict"
            yield Words(f"This script{beside} gives {found}:")
            yield Program(script.text)

    @property
    def foot(self) -> str:
        """By what it was made."""
        packages = ", ".join(f"{name} {metadata.version(name)}" for name in _WITH)
        made = f"Made by Foldwise {self.version}".strip()
        return f"{made} with Python {platform.python_version()}, {packages}."


def _seeds(spec: ExperimentSpec) -> Iterator[tuple[str, str]]:
    if spec.tuning is not None:
        alone = listing(learner.name for learner in spec.learners if learner.as_set)
        yield (
            "Tuning",
            f"randomised search of {counted(spec.tuning.budget, 'settings')} by {spec.tuning.folds}-fold "
            f"cross-validation inside every training set{f'; left as set: {alone}' * bool(alone)}",
        )
    cuts = dict(spec.design.options).get("seed")
    yield "Seeds", ("" if cuts is None else f"{cuts} for the cuts, ") + f"{spec.seed} for the learners"


def _told_once(rows: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """Rows of every data set as one each, which names the data sets only where they differ."""
    found = []
    for term in dict.fromkeys(term for told in rows.values() for term in told):
        told = {name: of_it[term] for name, of_it in rows.items() if term in of_it}
        texts = [*dict.fromkeys(told.values())]
        each = "; ".join(f"{spoken(name)}: {text}" for name, text in told.items())
        found.append((term, each if len(texts) > 1 else texts[0]))
    return found


def _design(facts: DesignFacts, words: str, scores: FoldScores) -> str:
    if facts.pooled and facts.key is None:
        return "not known, nor which fold each prediction comes from"
    given = (("training", facts.n_train), ("validation", None if facts.pooled else facts.n_validation))
    known = {name: size for name, size in given if size}
    mean = " on average" if scores.sizes_differ or any(size % 1 for size in known.values()) else ""
    sizes = f"{' + '.join(known)} {' + '.join(mean_size(size) for size in known.values())} instances{mean}"
    overlap = "training sets overlap" if facts.training_sets_overlap else "training sets share nothing"
    if facts.overlap_supposed:
        overlap = "whether training sets overlap is not known"
    several = facts.pairs > 1 and overlap
    return "; ".join(part for part in (words, known and sizes, several) if part)
