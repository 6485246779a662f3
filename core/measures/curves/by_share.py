"""Labels for scores that have no threshold of their own: as many positives as there are."""

import numpy as np

from core.records import Array, Predictions


def called_by_share(scores: Array, truth: Array) -> Array:
    """Call as many of the highest scores positive as there are positives; equal ones alike, as by any threshold.

    Parameters
    ----------
    scores : array of length m
        Decision values, which speak for the second class.
    truth : int or bool array of length m
        Class codes.

    Returns
    -------
    int array of length m
        1 where the second class is assigned, else 0.
    """
    count = int((truth == 1).sum())
    least = np.sort(scores)[::-1][count] if count < len(scores) else -np.inf
    return (scores > least).astype(np.int64)


def learners_by_share(predictions: Predictions) -> tuple[str, ...]:
    """Learners whose labels are those of `called_by_share`: no decision of theirs, but one made for them."""
    return tuple(name for name in predictions.learners if _is_by_share(predictions, name))


def _is_by_share(predictions: Predictions, learner: str) -> bool:
    parts = predictions.of(learner)
    tables = [np.asarray(item.scores) for item in parts if item.score_kind == "decision"]
    if not parts or len(tables) < len(parts) or any(table.ndim > 1 for table in tables):
        return False
    scores = np.concatenate(tables)
    if (scores > 0).any() and (scores < 0).any():
        return False  # their sign decides
    truth = np.concatenate([predictions.truth[item.positions] for item in parts])
    predicted = np.concatenate([item.predicted for item in parts])
    # made for either class: with equal scores at the cut, as many of the other one are not the rest of them
    return any(
        np.array_equal(predicted == code, called_by_share(side * scores, truth == code))
        for code, side in ((1, 1), (0, -1))
    )
