"""What is judged: fold scores, predictions or counts, whoever holds them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable, listing
from core.records import Array, Counts, DesignFacts, Failure, FoldScores, Predictions


@dataclass(frozen=True, eq=False)
class Sources:
    """What the evidence holds: fold scores, predictions or typed counts; any of them may be missing.

    `losses` is the matrix behind fold scores of the measure "cost", where it is not 1 for every mistake.
    """

    fold_scores: FoldScores | None = None
    predictions: Predictions | None = None
    counts: Counts | None = None
    losses: Array | None = None

    @property
    def facts(self) -> DesignFacts | None:
        """The design, where anybody knows it."""
        known = [item.facts for item in (self.fold_scores, self.predictions) if item is not None]
        stated = next((facts for facts in known if facts is not None), None)
        return facts_of(self.predictions) if stated is None and self.predictions is not None else stated

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
        return scores is not None and (scores.rows == "data sets" or len(scores.datasets) > 1)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Units of work that failed."""
        found = [item.failures for item in (self.fold_scores, self.predictions) if item is not None]
        return max(found, key=len, default=())


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


def sources(evidence: Any) -> Sources:
    """Recognise fold scores, predictions, counts, or an experiment that holds the first two.

    Whatever has `fold_scores` and `predictions` counts as an experiment; its `losses`, if it has them, are the matrix
    by which the fold scores were costed.

    Raises
    ------
    InputError
        If the evidence is none of these.
    """
    if isinstance(evidence, Sources):
        return evidence
    if isinstance(evidence, FoldScores):
        return Sources(fold_scores=evidence)
    if isinstance(evidence, Predictions):
        return Sources(predictions=evidence)
    if isinstance(evidence, Counts):
        return Sources(counts=evidence)
    if hasattr(evidence, "fold_scores") and hasattr(evidence, "predictions"):
        return Sources(evidence.fold_scores, evidence.predictions, losses=getattr(evidence, "losses", None))
    raise InputError(
        f"must be an experiment, fold scores, predictions or counts, not {type(evidence).__name__}.",
        "evidence",
    )


def scores_of(found: Sources) -> FoldScores:
    """The fold scores, computed from the predictions where only these came in."""
    if found.fold_scores is not None:
        return found.fold_scores
    if found.predictions is not None:
        from core.measures import score

        return score(found.predictions, "error" if found.predictions.task == "classification" else "mse")
    raise NotApplicable(
        "there are counts only, no fold scores.", "evidence", "Bring in the scores of each fold."
    )


def refuse_failures(found: Sources, learners: Iterable[str]) -> None:
    """Raise `NotApplicable` if one of the learners has a failed fold."""
    for failure in found.failures:
        if failure.learner in learners:
            raise NotApplicable(
                f"{failure.learner} failed on replicate {failure.replicate}, fold {failure.fold}: {failure.reason}.",
                failure.learner,
                "Change its hyperparameters or the data and run it again; nothing is imputed and no fold is dropped.",
            )


def refuse_unknown_learners(found: Sources, learners: list[str]) -> None:
    """Raise `InputError` for a learner that the evidence does not hold, or for one compared with itself."""
    for learner in learners:
        if learner not in found.learners:
            raise InputError(
                f"there is no learner {learner!r}.", "learner", f"There are {listing(found.learners)}."
            )
    if len(set(learners)) < len(learners):
        raise InputError(
            f"{learners[0]} cannot be compared with itself.", "second", "Choose another learner."
        )
