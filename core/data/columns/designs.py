"""Which design fold results come from: said by somebody, told by the source, or seen from the sizes."""

from typing import Any

import numpy as np
import pandas as pd

from core.designs import DESIGNS, DesignEntry, contradiction
from core.errors import DesignError
from core.records import DesignFacts

SAYS_OTHERWISE = "(design=… says otherwise)"
"""In the note on a design that is only proposed."""
UNKNOWN = "unknown"
"""What is said of the design where nobody knows it: then numbers of folds and sizes do not tell it either."""
BY_SIZES = "By the sizes of the sets the folds come from"
"""In the note on one that sizes give away."""


def shape_of(frame: pd.DataFrame) -> tuple[int, int]:
    """Numbers of replicates and of folds in each of them."""
    replicates = int(frame["replicate"].nunique())
    return replicates, len(frame[["replicate", "fold"]].drop_duplicates()) // max(replicates, 1)


def named_design(key: str, replicates: int, folds: int) -> DesignEntry:
    """The design that somebody says the folds come from.

    Raises
    ------
    UnknownName
        If there is no such design.
    DesignError
        If it does not give so many replicates of so many folds.
    """
    design = DESIGNS[key]
    if not design.fits(replicates, folds):
        raise DesignError(
            f"{design.title} has {design.shape}; here are {replicates} × {folds}.",
            "design",
            "Choose another design, or say which replicate each fold belongs to.",
        )
    return design


def fitting_designs(replicates: int, folds: int) -> tuple[str, ...]:
    """Keys of the designs that can give so many replicates of so many folds."""
    return tuple(key for key, design in DESIGNS.items() if design.fits(replicates, folds))


def design_facts(frame: pd.DataFrame, design: str | None, told: str | None) -> tuple[DesignFacts | None, str]:
    """Facts of the design behind the folds of one data set, and the sentence about them.

    Parameters
    ----------
    frame : DataFrame
        Columns of `FOLD_SCORE_COLUMNS`, one data set.
    design : str or None
        Said by the user; `UNKNOWN` where nobody knows it.
    told : str or None
        By the layout; a guess that has to fit.

    Raises
    ------
    DesignError
        If the design does not give so many replicates and folds.
    """
    frame = frame.drop_duplicates(["replicate", "fold"])
    replicates, folds = shape_of(frame)
    if design is not None and design != UNKNOWN:
        named = named_design(design, replicates, folds)
        return _facts(frame, named), f"As was said, the folds come from: {named.title}."
    found = None if design == UNKNOWN else _told_or_seen(frame, replicates, folds, told)
    return found or (
        None,
        f"It is not known which design the {replicates} × {folds} folds come from (design=…), so tests that depend "
        "on it are refused or given with caution.",
    )


def _told_or_seen(
    frame: pd.DataFrame, replicates: int, folds: int, told: str | None
) -> tuple[DesignFacts, str] | None:
    """The facts where nobody says them: by the layout, the sizes, or the numbers of replicates and folds."""
    if told is not None and DESIGNS[told].fits(replicates, folds):
        return _facts(frame, DESIGNS[told]), f"By their names the folds come from: {DESIGNS[told].title}."
    seen = _seen(frame, replicates, folds)
    if seen is not None:
        return _facts(frame, seen), f"{BY_SIZES}: {seen.title}."
    if replicates * folds == 1:
        return _facts(frame, DESIGNS["hold_out"]), ""
    taken = _proposed(frame, replicates, folds)
    if taken is not None:
        return _facts(
            frame, taken
        ), f"{replicates} × {folds} folds were taken for: {taken.title} {SAYS_OTHERWISE}."
    return None


def _proposed(pairs: pd.DataFrame, replicates: int, folds: int) -> DesignEntry | None:
    """The design that most people mean by so many folds: 5×2, else repeated K-fold where every replicate has the same.

    Of two folds nothing else is proposed: they may be balanced or blocked.
    """
    alike = pairs["fold"].nunique() == folds and len(pairs) == replicates * folds
    likely = (replicates, folds) == (5, 2) or (alike and replicates > 1 and folds > 2)
    taken = cross_validation(replicates, folds, np.inf) if likely else None
    return None if taken is None or contradiction(_facts(pairs, taken)) else taken


def _seen(pairs: pd.DataFrame, replicates: int, folds: int) -> DesignEntry | None:
    """The design that sizes give away: in cross-validation the validation sets of a replicate add up to all."""
    sizes = pairs[["n_train", "n_validation"]].to_numpy(dtype=float)
    if np.isnan(sizes).any() or len(pairs) < 2:
        return None
    total = sizes.sum(axis=1)
    if not np.allclose(total, total[0]):
        return None
    if folds == 1:
        return DESIGNS["random_resampling"]
    covered = pairs.groupby("replicate")["n_validation"].sum()
    return cross_validation(replicates, folds, sizes[:, 1].max()) if np.allclose(covered, total[0]) else None


def cross_validation(replicates: int, folds: int, largest: float) -> DesignEntry:
    """The kind of cross-validation that has so many folds, the largest validation set of that size."""
    if replicates > 1:
        return DESIGNS["5x2" if (replicates, folds) == (5, 2) else "repeated_k_fold"]
    return DESIGNS["leave_one_out" if largest == 1 else "k_fold"]


def _facts(pairs: pd.DataFrame, design: DesignEntry) -> DesignFacts:
    return design.facts(*shape_of(pairs), mean_size(pairs["n_train"]), mean_size(pairs["n_validation"]))


def mean_size(sizes: "pd.Series[Any]") -> float | None:
    """The mean, or None if a size is unknown."""
    return None if sizes.isna().any() else float(sizes.mean())
