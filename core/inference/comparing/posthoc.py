"""After an analysis of variance: which means differ? Among all pairs (Tukey 1949), or from a control (Dunnett 1955)."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, quoted
from core.inference.declaration.arithmetic import snapped
from core.inference.distributions.studentized import dunnett_tail, range_tail
from core.inference.verdicts.verdict import Verdict
from core.records import Array


def tukey_hsd(verdict: Verdict, learners: Iterable[str]) -> pd.DataFrame:
    """Tukey's honestly significant differences on the residual mean square of an analysis of variance.

    After the corrected one the variance allows for overlapping training sets as its F does; for two learners p is then
    that of the corrected t test.

    Parameters
    ----------
    verdict : Verdict of anova, repeated_anova or corrected_anova
    learners : names, in the order of the table's columns

    Returns
    -------
    DataFrame
        One row per pair: difference of means, q and p.

    Raises
    ------
    NotApplicable
        If the verdict is of another test, or the residual variance is zero.
    InputError
        If there are not as many names as means.

    Reference: Tukey 1949.
    """
    names, means, error = _means(verdict, learners, "Tukey's")
    places = list(combinations(range(len(names)), 2))
    difference = snapped(np.array([means[i] - means[j] for i, j in places]), verdict.terms["noise"])
    q = np.abs(difference) / error
    columns = {
        "first": [names[i] for i, _ in places],
        "second": [names[j] for _, j in places],
        "difference": difference,
        "q": q,
        "p_value": range_tail(q, len(names), verdict.terms["df2"]),
    }
    return pd.DataFrame(columns)


def dunnett(verdict: Verdict, learners: Iterable[str], control: str) -> pd.DataFrame:
    """Dunnett's comparisons of every learner with a control, on the same mean square as `tukey_hsd`.

    Parameters
    ----------
    verdict : Verdict of anova, repeated_anova or corrected_anova
    learners : names, in the order of the table's columns
    control : str

    Returns
    -------
    DataFrame
        One row per other learner: its mean less that of the control, t and p.

    Raises
    ------
    NotApplicable
        If the verdict is of another test, or the residual variance is zero.
    InputError
        If there are not as many names as means, or the control is none of them.

    Reference: Dunnett 1955.
    """
    names, means, error = _means(verdict, learners, "Dunnett's")
    if control not in names:
        raise InputError(f"there is no learner {quoted(control)}.", "control")
    others = [place for place, name in enumerate(names) if name != control]
    difference = snapped(means[others] - means[names.index(control)], verdict.terms["noise"])
    t = difference / (np.sqrt(2) * error)
    columns = {
        "learner": [names[place] for place in others],
        "difference": difference,
        "t": t,
        "p_value": dunnett_tail(t, len(others), verdict.terms["df2"]),
    }
    return pd.DataFrame(columns)


def _means(verdict: Verdict, learners: Iterable[str], whose: str) -> tuple[list[str], Array, float]:
    """Names, means, and the standard error of one mean."""
    if verdict.key not in ("anova", "repeated_anova", "corrected_anova"):
        raise NotApplicable(f"{whose} test follows an analysis of variance.", "verdict")
    names, means = list(learners), np.asarray(verdict.terms["means"])
    if len(names) != len(means):
        raise InputError(f"holds {len(names)} names for {len(means)} learners.", "learners")
    if not verdict.terms["mean_square"]:
        raise NotApplicable("the residual variance is zero.", "verdict")
    variance = verdict.terms["mean_square"] * verdict.terms.get("shrink", 1.0)
    return names, means, float(np.sqrt(variance / verdict.terms["folds"]))
