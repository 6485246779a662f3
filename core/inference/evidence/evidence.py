"""What is judged: fold scores, predictions or counts, whoever holds them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np

from core.designs import units_by, where_failed
from core.errors import InputError, NotApplicable, is_among, listing, short
from core.records import (
    ANOTHER_LEARNER,
    Counts,
    DesignFacts,
    Failure,
    FoldScores,
    Losses,
    Predictions,
    digest,
    why_failed,
)

SIZE_NAMES = ("n_train", "n_validation")


@dataclass(frozen=True, eq=False)
class Evidence:
    """Everything that inference, pictures and pages judge; any of the three may be missing.

    Attributes
    ----------
    fold_scores : FoldScores or None
    predictions : Predictions or None
    counts : Counts or None
    title : str
        What people call it.
    id : str
        What tells it from other evidence beside its numbers: the specification that made it, or the import.
    """

    fold_scores: FoldScores | None = None
    predictions: Predictions | None = None
    counts: Counts | None = None
    title: str = ""
    id: str = ""

    @property
    def evidence(self) -> "Evidence":
        """Itself, so that it stands wherever results that hold evidence may stand."""
        return self

    @cached_property
    def scores(self) -> FoldScores:
        """The fold scores, computed from the predictions where only these came in.

        Raises
        ------
        NotApplicable
            If there are counts only.
        """
        if self.fold_scores is not None:
            return self.fold_scores
        if self.predictions is None:
            raise NotApplicable(
                "there are counts only, no fold scores.", "evidence", "Bring in the scores of each fold."
            )
        from core.measures import score

        return score(self.predictions, "error" if self.predictions.task == "classification" else "mse")

    @cached_property
    def pooled(self) -> FoldScores | None:
        """The scores of all predictions of each learner as one validation set.

        An instance counts as often as it was predicted. None without predictions, and of what is recorded while
        learners are trained.
        """
        from core.measures import MEASURES, score_together

        entry = MEASURES.get(self.scores.measure)
        if self.predictions is None or entry is None or not entry.of_predictions:
            return None
        return score_together(self.predictions, self.scores)

    @cached_property
    def together(self) -> FoldScores:
        """The scores of all instances together where every fold holds one of them; otherwise those of the folds."""
        from core.measures import one_instance_each

        scores = self.scores
        if not one_instance_each(scores) or self.pooled is None:
            return scores
        return self.pooled

    def by(self, measure: str) -> "Evidence":
        """The same predictions by another measure, of the class that was judged; without predictions there is none."""
        from core.measures import MEASURES, score

        if self.predictions is None or measure not in MEASURES or measure == self.scores.measure:
            return self
        return replace(self, fold_scores=score(self.predictions, measure, positive=self.scores.positive))

    @cached_property
    def fingerprint(self) -> str:
        """Digest of all that a verdict on it depends on."""
        held = [item.fingerprint for item in (self.fold_scores, self.predictions) if item is not None]
        return digest(self.id, *held, repr(self.counts), repr(self.facts))

    @cached_property
    def unknown_sizes(self) -> tuple[str, ...]:
        """Which sizes, those of training or of validation sets, fold scores do not say of every fold."""
        if self.fold_scores is None:
            return SIZE_NAMES
        return tuple(name for name in SIZE_NAMES if self.fold_scores.frame[name].isna().any())

    @property
    def losses(self) -> Losses | None:
        """The matrix behind fold scores of the measure "cost", where it is not 1 for every mistake."""
        return None if self.fold_scores is None else self.fold_scores.losses

    @cached_property
    def facts(self) -> DesignFacts | None:
        """The design, where anybody knows it; else what the folds themselves show of it."""
        known = [item.facts for item in (self.fold_scores, self.predictions) if item is not None]
        stated = next((facts for facts in known if facts is not None), None)
        if stated is not None:
            return stated
        if self.predictions is not None:
            return facts_of(self.predictions)
        return None if self.fold_scores is None else facts_of_scores(self.fold_scores)

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners."""
        if self.counts is not None:
            alone = len(self.counts.errors) == 1 and self.counts.e01 is None
            return tuple(self.counts.learners[:1] if alone else self.counts.learners)
        held = self.fold_scores if self.fold_scores is not None else self.predictions
        return () if held is None else tuple(held.learners)

    @property
    def over_datasets(self) -> bool:
        """Whether a row stands for an independent data set, not for a fold of one."""
        scores = self.fold_scores
        return scores is not None and scores.over_datasets

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Units of work that failed."""
        found = [item.failures for item in (self.fold_scores, self.predictions) if item is not None]
        return max(found, key=len, default=())

    def refuse_failures(self, learners: Iterable[str]) -> None:
        """Nothing is imputed and no fold is dropped.

        Raises
        ------
        NotApplicable
            If one of the learners has a failed fold.
        """
        for failure in self.failures:
            if failure.learner in learners:
                mine = [other for other in self.failures if other.learner == failure.learner]
                unit = units_by(self.facts).removesuffix("s")
                why = why_failed(mine, unit)
                hint = f"Nothing is imputed and no {unit} is dropped."
                if ANOTHER_LEARNER not in why:
                    hint = f"Change its hyperparameters or the data and run it again; {hint[:1].lower()}{hint[1:]}"
                raise NotApplicable(
                    f"{failure.learner} failed{where_failed(mine, self.facts)}: {why}", hint=hint
                )

    def refuse_unsaid(self) -> None:
        """Nobody is named the winner while it is a guess whether lower scores are better.

        Raises
        ------
        InputError
            If nobody said what the fold scores measure.
        """
        if self.fold_scores is not None and self.fold_scores.measure_assumed:
            raise InputError(
                "nobody has said what these scores measure, so it is not known which of them are the better ones.",
                "measure",
                "Say it when they are read: read_fold_scores(…, measure='accuracy'), or lower_is_better=False.",
            )

    def refuse_unknown(self, learners: list[str]) -> None:
        """Only learners that the evidence holds can be judged, and none against itself.

        Raises
        ------
        InputError
            If there is no such learner, or one is named twice.
        """
        for learner in learners:
            if not is_among(learner, self.learners):
                raise InputError(
                    f"there is no learner {short(learner)}.",
                    "learner",
                    f"There are {listing(self.learners)}.",
                )
        if len(set(learners)) < len(learners):
            raise InputError(
                f"{learners[0]} cannot be compared with itself.", "second", "Choose another learner."
            )


@runtime_checkable
class HoldsEvidence(Protocol):
    """Results that can be judged: an experiment, or what was imported in its place."""

    @property
    def evidence(self) -> Evidence:
        """What of them is judged."""


Judged: TypeAlias = HoldsEvidence | FoldScores | Predictions | Counts
"""Whatever inference takes for evidence."""


def evidence_of(judged: Judged) -> Evidence:
    """Put fold scores, predictions or counts in the one form; an experiment holds it already.

    Raises
    ------
    InputError
        If it is none of these.
    """
    if isinstance(judged, FoldScores):
        return Evidence(fold_scores=judged)
    if isinstance(judged, Predictions):
        return Evidence(predictions=judged)
    if isinstance(judged, Counts):
        return Evidence(counts=judged)
    if isinstance(judged, HoldsEvidence):
        return judged.evidence
    raise InputError(
        f"must be an experiment, fold scores, predictions or counts, not {type(judged).__name__}.",
        "evidence",
    )


def facts_of(predictions: Predictions) -> DesignFacts | None:
    """What the predictions themselves show of an unnamed design."""
    if not predictions.outcomes:
        return None
    mine = predictions.of(predictions.outcomes[0].learner)
    positions = np.concatenate([item.positions for item in mine])
    replicates = len({item.replicate for item in mine})
    return DesignFacts(
        key=None,
        replicates=replicates,
        folds=len(mine) // replicates,
        n_validation=len(positions) / len(mine),
        every_instance_once=len(np.unique(positions)) == len(positions),
    )


def facts_of_scores(scores: FoldScores) -> DesignFacts | None:
    """What the folds of one data set show of an unnamed design; None where their sizes are unknown."""
    folds = scores.frame.drop_duplicates(["replicate", "fold"])
    n_train, n_validation = (
        None if folds[name].isna().any() else float(folds[name].mean()) for name in SIZE_NAMES
    )
    if scores.over_datasets or len(folds) < 2 or (n_train is None and n_validation is None):
        return None
    replicates = folds["replicate"].nunique()
    return DesignFacts(None, replicates, len(folds) // replicates, n_train, n_validation)
