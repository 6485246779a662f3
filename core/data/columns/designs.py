"""Which design fold results come from: said by somebody, told by the source, or seen from the sizes."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.errors import DesignError, check_one_of
from core.records import DesignFacts

COMPLEMENT = (
    "k_fold",
    "repeated_k_fold",
    "leave_one_out",
    "5x2",
    "balanced_5x2",
    "blocked_3x2",
    "balanced_mx2",
)

Shape = Callable[[int, int], bool]

FOLD_DESIGNS: Mapping[str, str] = {
    "k_fold": "K-fold cross-validation, once",
    "repeated_k_fold": "K-fold cross-validation, repeated",
    "random_resampling": "random cuts into training and validation set",
    "disjoint_halves": "disjoint parts of the data: no two folds share instances",
    "5x2": "5×2 cross-validation, random halves",
    "balanced_5x2": "5×2 cross-validation, balanced halves",
    "blocked_3x2": "3×2 cross-validation, balanced halves",
    "balanced_mx2": "m×2 cross-validation, balanced halves",
    "leave_one_out": "leave one out",
    "hold_out": "one training and one validation set",
    "bootstrap": "bootstrap samples",
}
"""Designs that fold results may come from, in words."""

_SHAPES: Mapping[str, tuple[Shape, str]] = {
    "k_fold": (lambda r, k: r == 1 and k > 1, "one replicate of at least two folds"),
    "leave_one_out": (lambda r, k: r == 1 and k > 1, "one replicate of at least two folds"),
    "repeated_k_fold": (lambda r, k: r > 1 and k > 1, "at least two replicates of at least two folds"),
    "5x2": (lambda r, k: (r, k) == (5, 2), "five replicates of two folds"),
    "balanced_5x2": (lambda r, k: (r, k) == (5, 2), "five replicates of two folds"),
    "blocked_3x2": (lambda r, k: (r, k) == (3, 2), "three replicates of two folds"),
    "balanced_mx2": (lambda r, k: r > 1 and k == 2, "replicates of two folds"),
    "hold_out": (lambda r, k: r * k == 1, "a single pair of training and validation set"),
}
_DISJOINT = ("disjoint_halves", "hold_out")
_ONCE = ("k_fold", "leave_one_out")


def shape_of(frame: pd.DataFrame) -> tuple[int, int]:
    """Numbers of replicates and of folds in each of them."""
    replicates = int(frame["replicate"].nunique())
    return replicates, len(frame[["replicate", "fold"]].drop_duplicates()) // max(replicates, 1)


def fits_shape(design: str, replicates: int, folds: int) -> bool:
    """Whether a design can give so many replicates of so many folds."""
    shape = _SHAPES.get(design)
    return shape[0](replicates, folds) if shape else replicates * folds > 1


def design_facts(frame: pd.DataFrame, design: str | None, told: str | None) -> tuple[DesignFacts | None, str]:
    """Facts of the design behind the folds of one data set, and the sentence about them.

    Parameters
    ----------
    frame : DataFrame
        Columns of `FOLD_SCORE_COLUMNS`, one data set.
    design : str or None
        Said by the user.
    told : str or None
        By the layout; a guess that has to fit.

    Raises
    ------
    DesignError
        If the design does not give so many replicates and folds.
    """
    frame = frame.drop_duplicates(["replicate", "fold"])
    replicates, folds = shape_of(frame)
    if design is not None:
        check_one_of(design, FOLD_DESIGNS, "design")
        if not fits_shape(design, replicates, folds):
            needs = _SHAPES[design][1] if design in _SHAPES else "several folds"
            raise DesignError(
                f"{FOLD_DESIGNS[design]} has {needs}; here are {replicates} × {folds}.",
                "design",
                "Choose another design, or say how the folds are cut into replicates (replicates=…).",
            )
        return _facts(frame, design), ""
    if told is not None and fits_shape(told, replicates, folds):
        return _facts(frame, told), f"So the folds are called, they come from: {FOLD_DESIGNS[told]}."
    seen = _seen(frame, replicates, folds)
    if seen is not None:
        return _facts(frame, seen), f"By the sizes of the sets the folds come from: {FOLD_DESIGNS[seen]}."
    if replicates * folds == 1:
        return _facts(frame, "hold_out"), ""
    if (replicates, folds) == (5, 2):
        return _facts(
            frame, "5x2"
        ), f"5 × 2 folds were taken for: {FOLD_DESIGNS['5x2']} (design=… says otherwise)."
    return None, (
        f"Nobody said which design the {replicates} × {folds} folds come from (design=…), so tests that depend on it "
        "are refused or given with caution."
    )


def _seen(pairs: pd.DataFrame, replicates: int, folds: int) -> str | None:
    """The design that sizes give away: in cross-validation the validation sets of a replicate add up to all."""
    sizes = pairs[["n_train", "n_validation"]].to_numpy(dtype=float)
    if np.isnan(sizes).any() or len(pairs) < 2:
        return None
    total = sizes.sum(axis=1)
    if not np.allclose(total, total[0]):
        return None
    if folds == 1:
        return "random_resampling"
    covered = pairs.groupby("replicate")["n_validation"].sum()
    return cross_validation(replicates, folds, sizes[:, 1].max()) if np.allclose(covered, total[0]) else None


def cross_validation(replicates: int, folds: int, largest: float) -> str:
    """The kind of cross-validation that has so many folds, the largest validation set of that size."""
    if replicates > 1:
        return "5x2" if (replicates, folds) == (5, 2) else "repeated_k_fold"
    return "leave_one_out" if largest == 1 else "k_fold"


def _facts(pairs: pd.DataFrame, design: str) -> DesignFacts:
    replicates, folds = shape_of(pairs)
    return DesignFacts(
        key=design,
        replicates=replicates,
        folds=folds,
        n_train=mean_size(pairs["n_train"]),
        n_validation=mean_size(pairs["n_validation"]),
        training_sets_overlap=design not in _DISJOINT,
        every_instance_once=design in _ONCE,
    )


def mean_size(sizes: "pd.Series[Any]") -> float | None:
    """The mean, or None if a size is unknown."""
    return None if sizes.isna().any() else float(sizes.mean())
