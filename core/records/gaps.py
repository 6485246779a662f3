"""Data sets on which somebody has no score: which they are, and the scores without them."""

from collections.abc import Iterable
from dataclasses import replace

from core.errors import listing
from core.records.outcomes import FoldScores


def gaps(scores: FoldScores) -> tuple[str, ...]:
    """Data sets on which some learner has no score, or an undefined one, in their order."""
    frame = scores.frame
    folds = frame.drop_duplicates(["dataset", "replicate", "fold"]).groupby("dataset").size()
    scored = frame.dropna(subset="score").groupby(["dataset", "learner"]).size().unstack()
    scored = scored.reindex(index=list(scores.datasets), columns=list(scores.learners))
    full = scored.eq(folds.reindex(scored.index), axis=0).all(axis=1)
    return tuple(map(str, full.index[~full]))


def without(scores: FoldScores, datasets: Iterable[str]) -> FoldScores:
    """The same scores without these data sets; a note names them."""
    left_out = list(datasets)
    kept = scores.frame[~scores.frame["dataset"].isin(left_out)].reset_index(drop=True)
    note = f"Left out for all learners: {listing(left_out)}."
    return replace(scores, frame=kept, learner_order=scores.learners, notes=(*scores.notes, note))
