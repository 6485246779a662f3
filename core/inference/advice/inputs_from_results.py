"""From evidence to the inputs of a test: by fold, by instance, or from typed counts."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from core.designs import DESIGNS
from core.errors import InputError, NotApplicable
from core.inference.declaration.entry import Naming, Shared, TestEntry
from core.inference.evidence.alignment import Aligned, align
from core.inference.evidence.evidence import SIZE_NAMES, Evidence, Judged, evidence_of
from core.inference.evidence.instances import Instances, loss_kind
from core.inference.hypothesis_tests.catalogue import TESTS
from core.measures import MEAN_LOSSES, MEASURES, fewest_shared, told_in_percent
from core.records import Counts, DesignFacts

Inputs = dict[str, Any]


class Gathering:
    """Collects what tests need of some learners, by the names of the inputs."""

    def __init__(
        self,
        found: Evidence,
        learners: list[str],
        *,
        drop_undefined: bool = False,
        by_hand: Mapping[str, Any] | None = None,
    ) -> None:
        self.found = found
        self.learners = learners
        self.drop_undefined = drop_undefined
        self.by_hand = {name: value for name, value in (by_hand or {}).items() if value is not None}
        self._aligned: Aligned | None = None
        self._averaged = False
        self._collected: dict[tuple[str, str], Inputs] = {}

    def inputs(self, entry: TestEntry) -> Inputs:
        """The inputs of this test, as far as the evidence holds them.

        Raises
        ------
        NotApplicable
            If the evidence holds nothing of the kind.
        """
        kinds = {need.name: need.kind for need in entry.needs}
        collectors = {
            ("e01", "count"): self._disagreements,
            ("errors_1", "count"): self._errors_of_two,
            ("errors", "count"): self._errors_of_one,
            ("y", "labels"): self._scored,
            ("a", "predictions"): self._paired,
            ("correct", "table"): self._correct,
            ("a", "instances"): self._losses,
            ("scores", "table"): self._table,
            ("scores", "folds"): self._one,
            ("a", "folds"): self._two,
            ("a", "nested"): self._two_by_dataset,
            ("a", "grid"): self._two,
        }
        place = next(place for place in collectors if kinds.get(place[0]) == place[1])
        if place not in self._collected:
            self._collected[place] = collectors[place]()
        inputs = self._collected[place]
        if "n_train" not in kinds or place == ("a", "nested"):
            return dict(inputs)
        return {**inputs, **self._sizes(flat=kinds.get("scores") == "table")}

    def notes(self, entry: TestEntry, inputs: Inputs) -> tuple[str, ...]:
        """What was done on the way to the inputs of a test: folds left out, sizes that follow from the design."""
        notes = self.aligned.notes if entry.folds else ()
        facts, share = self.found.facts, inputs.get("n_train")
        if facts is not None and isinstance(share, float) and share < 1:
            notes += (
                f"The sizes of the sets are not known; with {facts.folds} folds a validation set is taken to be "
                f"1/{facts.folds - 1} as large as its training set.",
            )
        return notes

    @property
    def paired(self) -> bool:
        """Whether both learners were judged on the same instances."""
        counts = self.found.counts
        return self.found.predictions is not None or (counts is not None and counts.e01 is not None)

    @cached_property
    def unknown_sizes(self) -> tuple[str, ...]:
        """Which sizes are neither known nor given, nor follow from the design."""
        if sizes_of_design(self.found.facts) is not None:
            return ()
        return tuple(name for name in self.found.unknown_sizes if name not in self.by_hand)

    @cached_property
    def shared(self) -> Shared | None:
        """Of which instances the measure is a share, where that is not all of a validation set."""
        scores, predictions = self.found.fold_scores, self.found.predictions
        entry = None if scores is None else MEASURES.get(scores.measure)
        if scores is None or entry is None or entry.share_of is None:
            return None
        if predictions is None:
            return Shared(entry.share_of.words, None)
        fewest = fewest_shared(predictions, scores, self.learners)
        return None if fewest is None else Shared(entry.share_of.words, fewest)

    @cached_property
    def has_folds_of_datasets(self) -> bool:
        """Whether every data set has several folds, the same number of them."""
        frame = self.found.scores.frame
        counts = frame[frame["learner"] == self.learners[0]].groupby("dataset").size()
        return counts.nunique() == 1 and int(counts.iloc[0]) > 1

    @property
    def pair(self) -> tuple[str, str]:
        """The two learners of a comparison."""
        if len(self.learners) != 2:
            raise InputError("is needed: this test compares two learners.", "second")
        return self.learners[0], self.learners[1]

    @property
    def aligned(self) -> Aligned:
        """Scores of the learners on the same folds, or their means on the same data sets."""
        if self._aligned is None:
            table = align(self.found.scores, self.learners, drop_undefined=self.drop_undefined)
            self._aligned = table.by_dataset() if self.found.over_datasets else table
            self._averaged = len(self._aligned.folds) < len(table.folds)
        return self._aligned

    @property
    def averages_folds(self) -> bool:
        """Whether `aligned` holds means over several folds."""
        return len(self.aligned.folds) > 0 and self._averaged

    @property
    def instances(self) -> Instances:
        """Predictions, one per instance, none of which depends on another."""
        return self._instances(by_group=False)

    @property
    def instances_by_group(self) -> Instances:
        """Predictions, one per instance, for those who take groups whole."""
        return self._instances(by_group=True)

    def _instances(self, *, by_group: bool) -> Instances:
        if self.found.predictions is None:
            raise NotApplicable(
                "This test needs predictions per instance; there are none.",
                hint="Bring in the predictions of the learners for the same instances.",
            )
        return Instances(self.found.predictions, by_group)

    def _one(self) -> Inputs:
        return {"scores": self.aligned.grid(self.learners[0])}

    def _two(self) -> Inputs:
        first, second = self.pair
        return {"a": self.aligned.grid(first), "b": self.aligned.grid(second)}

    def _two_by_dataset(self) -> Inputs:
        """Scores and sizes as data sets × folds."""
        first, second = self.pair
        table = align(self.found.scores, self.learners)
        counts = table.folds.get_level_values("dataset").value_counts()
        if counts.nunique() > 1 or counts.iloc[0] < 2:
            raise NotApplicable(
                "each data set needs several folds, the same number of them.",
                "folds",
                "With one score per data set, use the Bayesian signed-rank test.",
            )
        held = {"a": table.scores[first], "b": table.scores[second], **table.sizes}
        grids = {name: values.reshape(len(counts), -1) for name, values in held.items()}
        return {name: values for name, values in grids.items() if not np.isnan(values).any()}

    def _table(self) -> Inputs:
        return {"scores": self.aligned.matrix(self.learners)}

    def _correct(self) -> Inputs:
        return {"correct": self.instances.correct(self.learners)}

    def _scored(self) -> Inputs:
        y, a, b = self.instances.scored(*self.pair)
        return {"y": y, "scores_a": a, "scores_b": b}

    def _paired(self) -> Inputs:
        held = self.instances_by_group.pair(*self.pair, self.found.scores.measure, self.found.losses)
        return {name: value for name, value in held.items() if value is not None}

    def _losses(self) -> Inputs:
        measure = "" if self.found.fold_scores is None else self.found.fold_scores.measure
        a, b = self.instances.losses(*self.pair, measure, self.found.losses)
        return {"a": a, "b": b}

    def _sizes(self, *, flat: bool) -> Inputs:
        sizes = {name: sizes for name, sizes in self.aligned.sizes.items() if not np.isnan(sizes).any()}
        if set(SIZE_NAMES) <= {*sizes, *self.by_hand}:
            return dict(sizes) if flat else {n: self.aligned.as_grid(values) for n, values in sizes.items()}
        facts = self.found.facts
        return dict(sizes_of_design(facts) or {})

    def _disagreements(self) -> Inputs:
        counts = self.found.counts
        if counts is None:
            table = self.instances.contingency(*self.pair)
            return {"e01": table.e01, "e10": table.e10, "n": sum(table)}
        if counts.e01 is None or counts.e10 is None:
            raise NotApplicable(
                "the counts do not say on how many instances only one learner errs.", "e01, e10"
            )
        n = counts.n[0] if counts.n else _total(counts)
        return {"e01": counts.e01, "e10": counts.e10, "n": n}

    def _errors_of_two(self) -> Inputs:
        counts = self.found.counts
        if counts is None:
            (one, n_1), (two, n_2) = (self.instances.errors(learner) for learner in self.pair)
            return {"errors_1": one, "n_1": n_1, "errors_2": two, "n_2": n_2}
        if len(counts.errors) == 2 and len(counts.n) == 2:
            (one, two), (n_1, n_2) = counts.errors, counts.n
            return {"errors_1": one, "n_1": n_1, "errors_2": two, "n_2": n_2}
        n = _total(counts)
        if n is None or counts.e01 is None or counts.e10 is None or counts.e11 is None:
            raise NotApplicable("the counts hold no error rates of two learners.", "errors")
        return {"errors_1": counts.e01 + counts.e11, "n_1": n, "errors_2": counts.e10 + counts.e11, "n_2": n}

    def _errors_of_one(self) -> Inputs:
        counts = self.found.counts
        if counts is None:
            errors, n = self.instances.errors(self.learners[0])
            return {"errors": errors, "n": n}
        if not counts.errors or not counts.n:
            raise NotApplicable("the counts hold no errors of one learner.", "errors")
        known = list(counts.learners[: len(counts.errors)])
        place = known.index(self.learners[0]) if self.learners[0] in known else 0
        return {"errors": counts.errors[place], "n": counts.n[min(place, len(counts.n) - 1)]}


def sizes_of_design(facts: DesignFacts | None) -> dict[str, float] | None:
    """Mean sizes, or shares of the data where the folds of a replicate add up to it; None if neither is known."""
    if facts is None:
        return None
    if facts.n_train is not None and facts.n_validation is not None:
        return {"n_train": facts.n_train, "n_validation": facts.n_validation}
    design = DESIGNS.get(facts.key) if facts.key else None
    if design is None or not design.partitions or facts.folds < 2:
        return None
    return {"n_train": 1 - 1 / facts.folds, "n_validation": 1 / facts.folds}


def sizes_in_words(names: Iterable[str]) -> str:
    """Sizes by what they are of: "sizes of training and validation sets"."""
    return f"sizes of {' and '.join(name.removeprefix('n_').replace('train', 'training') for name in names)} sets"


def _total(counts: Counts) -> int | None:
    cells = (counts.e00, counts.e01, counts.e10, counts.e11)
    return None if None in cells else sum(cell for cell in cells if cell is not None)


def gathered(
    found: Evidence,
    learners: list[str],
    *,
    drop_undefined: bool = False,
    by_hand: Mapping[str, Any] | None = None,
) -> Gathering:
    """What tests may need of these learners; nothing is taken out of the evidence before a test asks for it.

    Parameters
    ----------
    found : Evidence
    learners : list of str
    drop_undefined : bool
        Leave folds with an undefined score out, for all learners.
    by_hand : mapping, optional
        Inputs given by hand: sizes that make up for unknown ones, p0.

    Raises
    ------
    InputError
        If a learner is unknown, or named twice.
    NotApplicable
        If a learner failed on a fold.
    """
    found.refuse_unknown(learners)
    found.refuse_failures(learners)
    return Gathering(found, learners, drop_undefined=drop_undefined, by_hand=by_hand)


def inputs_of(entry: TestEntry, gathering: Gathering, options: Mapping[str, Any]) -> tuple[Inputs, Naming]:
    """Inputs of one test, and what its verdict calls learners and measure.

    Raises
    ------
    InputError
        If the learners' folds or instances do not match.
    NotApplicable
        If the evidence does not hold what the test needs.
    """
    given = {name: value for name, value in options.items() if value is not None}
    inputs = {**gathering.inputs(entry), **given}
    if entry.needs_sizes and not set(SIZE_NAMES) <= set(inputs):
        lacking = gathering.unknown_sizes
        passed, facts = " and ".join(f"{name}=" for name in lacking), gathering.found.facts
        is_known = facts is not None and facts.key is not None
        raise NotApplicable(
            f"the {sizes_in_words(lacking)} are unknown.",
            ", ".join(lacking),
            f"Pass {passed}{'' if is_known else ', or say which design the folds come from'}.",
        )
    return inputs, replace(
        naming_of(gathering.found, gathering.learners, entry),
        notes=gathering.notes(entry, inputs),
        shared=gathering.shared if entry.folds and not entry.measures else None,
    )


def naming_of(found: Evidence, learners: list[str], entry: TestEntry) -> Naming:
    """Names of learners and measure, and the facts of the design."""
    second = learners[1] if len(learners) > 1 else ""
    naming = Naming(
        first=learners[0],
        second=second,
        facts=found.facts,
        over_datasets=found.over_datasets,
        among=tuple(found.learners),
    )
    scores = found.fold_scores
    if entry.measures == "loss" and found.predictions is not None:
        measure = "" if scores is None else scores.measure
        kind = loss_kind(measure, found.predictions.task, found.losses)
        mean = next(key for key, of_mean in MEAN_LOSSES.items() if of_mean == kind)
        if mean != measure:
            return replace(
                naming,
                measure=mean,
                measure_title=MEASURES[mean].title,
                lower_is_better=True,
                rate=told_in_percent(mean),
            )
    elif found.counts is not None or entry.measures:
        return naming  # counted errors and AUC name themselves
    if scores is None:
        scores = found.scores
    return replace(
        naming,
        measure=scores.measure,
        measure_title=scores.measure_title,
        lower_is_better=scores.lower_is_better,
        unit=scores.unit,
        rate=told_in_percent(scores.measure) and not scores.unit,
    )


def test_inputs(
    key: str,
    evidence: Judged,
    first: str,
    second: str | None = None,
    *,
    drop_undefined: bool = False,
    **options: Any,
) -> Inputs:
    """Give the arrays and numbers that a test would judge.

    Parameters
    ----------
    key : str
        A key of `TESTS`.
    evidence : Experiment, FoldScores, Predictions or Counts
    first, second : str
        Names of learners; one for the tests against p0. Tests of many learners take all of the evidence.
    drop_undefined : bool
        Leave folds with an undefined score out, for all learners.
    **options
        Further inputs of the test, which override those of the evidence: p0, rope, rho1, n_train …

    Raises
    ------
    InputError
        If the learners' folds or instances do not match.
    NotApplicable
        If the evidence does not hold what the test needs, or a learner failed on a fold.
    """
    found = evidence_of(evidence)
    entry = TESTS[key]
    learners = [first] if second is None else [first, second]
    if entry.question == "many_learners" or any(need.kind == "table" for need in entry.needs):
        learners = list(found.learners)
    return inputs_of(entry, gathered(found, learners, drop_undefined=drop_undefined), options)[0]


test_inputs.__test__ = False  # type: ignore[attr-defined]  # pytest collects functions named test_…
