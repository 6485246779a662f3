"""Statistics of m replicates of two halves that swap roles (I2ML 19.15, 19.16; Alpaydın 1999; Wang 2016)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.declaration.arithmetic import (
    around,
    f_null,
    mean_and_variance,
    pairs_first,
    ratio,
    rounding,
    settle,
    snapped,
    sum_of_squares,
    without_rounding,
)
from core.inference.declaration.entry import Bounds, Evaluation, Terms
from core.inference.declaration.paired_folds import check_paired
from core.inference.distributions.continuous import Alternative, FisherF, StudentT
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.records import Array


def replicate_terms(a: Array, b: Array) -> dict[str, Any]:
    """Differences d_i^(j), their replicate means d̄_i and variances s_i² = Σ_j (d_i^(j) − d̄_i)².

    Parameters
    ----------
    a, b : arrays of shape (…, m, 2)
    """
    a, b = pairs_first(a, b)
    noise = rounding(a, b)
    d = snapped(a - b, noise)
    never = ~d.any(axis=0)
    one, two = d[::2], d[1::2]
    m = len(one)
    variances = (one - two) ** 2 / 2
    total = variances.sum(axis=0)
    total, constant = without_rounding(total, np.sqrt(total / m), noise)
    mean, variance = mean_and_variance(d)
    return {
        "d": np.moveaxis(d.reshape(m, 2, *d.shape[1:]), (0, 1), (-2, -1)),
        "replicates": m,
        "pairs": 2 * m,
        "replicate_means": np.moveaxis((one + two) / 2, 0, -1),
        "replicate_variances": np.moveaxis(variances, 0, -1),
        "sum_of_variances": total,
        "sum_of_squares": sum_of_squares(d),
        "deviations": variance * (2 * m - 1),
        "mean_difference": snapped(mean, noise),
        "mean_first": a.mean(axis=0),
        "mean_second": b.mean(axis=0),
        "noise": noise,
        "never": never,
        "constant": constant,
    }


def five_by_two_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """5×2 cv paired t test, with all possible numerators in the term `numerators`.

    Reference: I2ML eqs. 19.15, 19.16; Dietterich 1998.
    """
    terms = replicate_terms(inputs["a"], inputs["b"])
    m = terms["replicates"]
    se = np.sqrt(terms["sum_of_variances"] / m)
    terms |= {"se": se, "df": float(m), "estimate": terms["d"][..., 0, 0]}
    safe = np.where(terms["constant"], 0.0, se)
    terms["numerators"] = ratio(terms["d"], safe[..., None, None])
    statistic = ratio(terms["estimate"], safe)
    defined = ~terms["constant"]
    return settle(statistic, StudentT(m), alternative, never=terms["never"], defined=defined, terms=terms)


def f_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """F = Σ_iΣ_j (d_i^(j))² / (2 Σ_i s_i²) and its parts."""
    terms = replicate_terms(inputs["a"], inputs["b"])
    below = np.where(terms["constant"], 0.0, terms["sum_of_variances"])
    return terms | {
        "F": ratio(terms["sum_of_squares"], 2 * below),
        "estimate": terms["mean_difference"],
        "shrink": 1.0,
        "ratio_of_means": ratio(terms["sum_of_squares"] / terms["pairs"], below / terms["replicates"]),
    }


def f_evaluation(
    terms: dict[str, Any], statistic: Array, null: FisherF | Exact5x2F, alternative: Alternative
) -> Evaluation:
    """Judge an F statistic of the 5×2 family.

    Parameters
    ----------
    terms : dict
        With "never" and "constant".
    statistic : array
    null : FisherF or Exact5x2F
    alternative : str
    """
    defined = ~terms["constant"]
    return settle(statistic, null, alternative, never=terms["never"], defined=defined, terms=terms)


def five_by_two_f(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Combined 5×2 cv F test.

    Reference: Alpaydın 1999; I2ML section 19.11.3.
    """
    terms = f_terms(inputs)
    terms |= {"df1": float(terms["pairs"]), "df2": float(terms["replicates"])}
    return f_evaluation(terms, terms["F"], FisherF(terms["df1"], terms["df2"]), alternative)


def degrees_of_freedom(rho1: Any, rho2: Any) -> Any:
    """Numerator degrees of freedom f = 10/(1 + ρ1² + 8ρ2²) of the balanced 5×2 F.

    Reference: Wang 2016, eq. 5 and Table 2.

    >>> round(degrees_of_freedom(0, 0.5), 3)
    3.333
    """
    return 10 / (1 + rho1**2 + 8 * rho2**2)


def balanced_f(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Calibrated balanced 5×2 cv F test; with correlations, (1 − ρ1)·F against F_{f,5}.

    Reference: Wang 2016, eqs. 4–7.
    """
    terms = f_terms(inputs)
    if inputs["rho1"] is None:
        terms |= {"df1": 7.0, "df2": 5.0}
    else:
        terms |= {
            "df1": degrees_of_freedom(inputs["rho1"], inputs["rho2"]),
            "df2": 5.0,
            "shrink": 1 - inputs["rho1"],
        }
    statistic = np.asarray(terms["shrink"] * terms["F"])
    return f_evaluation(terms, statistic, FisherF(terms["df1"], terms["df2"]), alternative)


def exact_f(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """5×2 F against its exact null distribution under correlated unit normals.

    Reference: the model of Wang 2016, Proposition; F = ½(1 + Σm_i²/Σh_i²).
    """
    terms = f_terms(inputs)
    return f_evaluation(terms, terms["F"], Exact5x2F(inputs["rho1"], inputs["rho2"]), alternative)


def blocked_t(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Balanced m×2 cv t test; for m = 3 the blocked 3×2 cv t test.

    Reference: Wang, Wang, Jia & Li 2014; the divisor 2m is that of the authors' program.
    """
    terms = replicate_terms(inputs["a"], inputs["b"])
    deviation = np.sqrt(terms["deviations"] / terms["pairs"])
    terms["deviations"], constant = without_rounding(terms["deviations"], deviation, terms["noise"])
    se = np.sqrt(terms["deviations"] / terms["pairs"])
    terms |= {"se": se, "df": float(terms["pairs"] - 1), "estimate": terms["mean_difference"]}
    statistic = ratio(terms["estimate"], np.where(constant, 0.0, se))
    null = StudentT(terms["df"])
    return settle(statistic, null, alternative, never=terms["never"], defined=~constant, terms=terms)


def exact_null(terms: Terms, _alternative: Alternative) -> Exact5x2F:
    """Exact distribution at the assumed correlations."""
    return Exact5x2F(float(terms["rho1"]), float(terms["rho2"]))


def f_bounds(terms: Terms, level: float, _sides: str) -> Bounds:
    """Common differences that the F test does not reject; NaN, NaN where it rejects every one.

    d̄ ± √((2·F_crit·Σs_i² − Σ(d − d̄)²)/(2m)), with F_crit/(1 − ρ1) for eq. 5.
    """
    return _inverted(terms, float(f_null(terms, "two-sided").isf(1 - level)) / float(terms["shrink"]))


def exact_bounds(terms: Terms, level: float, _sides: str) -> Bounds:
    """As `f_bounds`, with the critical value of the exact distribution."""
    return _inverted(terms, float(exact_null(terms, "two-sided").isf(1 - level)))


def _inverted(terms: Terms, critical: float) -> Bounds:
    square = (2 * critical * terms["sum_of_variances"] - terms["deviations"]) / terms["pairs"]
    if square < 0:
        return np.nan, np.nan
    return around(terms["estimate"], np.sqrt(square), "two")


def check_five(inputs: Mapping[str, Any]) -> None:
    """Check the number of replicates.

    Raises
    ------
    InputError
        Unless there are five: the degrees of freedom were worked out for them.
    """
    check_paired(inputs)
    if inputs["a"].shape[-2] != 5:
        raise InputError(
            f"must hold 5 × 2 scores; received {inputs['a'].shape[-2]} × 2.",
            "a",
            "The degrees of freedom were worked out for five replicates; for other m×2 use the blocked t test.",
        )


def check_correlations(inputs: Mapping[str, Any]) -> None:
    """Check the correlations that are supposed.

    Raises
    ------
    InputError
        Unless both are given, or neither.
    """
    check_five(inputs)
    rho1, rho2 = inputs["rho1"], inputs["rho2"]
    if (rho1 is None) != (rho2 is None):
        missing = "rho1" if rho1 is None else "rho2"
        raise InputError(
            "must be given together with the other correlation.", missing, "Give both or neither."
        )


def check_possible(inputs: Mapping[str, Any]) -> None:
    """Check that five replicates of two folds can correlate so.

    Raises
    ------
    InputError
        Unless ½(1 + ρ1) − ρ2 > 0 and ½(1 + ρ1) + 4ρ2 > 0: else some sum of fold scores had no variance.
    """
    check_five(inputs)
    half = (1 + inputs["rho1"]) / 2
    if np.any(half - inputs["rho2"] <= 0):
        raise InputError(
            "must be less than ½(1 + rho1): replicates cannot correlate more than that.",
            "rho2",
            "Lower rho2, or raise rho1.",
        )
    if np.any(half + 4 * inputs["rho2"] <= 0):
        raise InputError(
            "must be more than −⅛(1 + rho1): five replicates cannot all correlate so negatively.",
            "rho2",
            "Raise rho2.",
        )
