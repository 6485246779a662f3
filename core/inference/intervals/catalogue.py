"""Interval estimates, one declared entry each (Mitchell 5.3, 5.5, 5.6; CS182 pp. 23–27)."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.entries import Registry
from core.inference.declaration.checks import (
    check_classes,
    check_disagreements,
    check_errors,
    check_two_samples,
)
from core.inference.declaration.inputs import Need, check_one_experiment
from core.inference.declaration.paired_folds import (
    PAIRED,
    SIZES,
    check_corrected,
    check_paired,
    check_scores,
    size_ratio,
)
from core.inference.distributions import limits as formulas
from core.inference.intervals.auc import bootstrap_limits, delong_limits, hanley_mcneil_limits
from core.inference.intervals.entry import (
    IntervalEntry,
    Limits,
    Sides,
    Values,
    auc_caution,
    no_caution,
    normal_caution,
    wald_pair_caution,
    wald_samples_caution,
    width_caution,
)
from core.records import Interval


def interval(key: str, level: float = 0.95, sides: Sides = "two", **inputs: Any) -> Interval:
    """Estimate an interval.

    Parameters
    ----------
    key : str
        A key of `INTERVALS`.
    level : float
        Confidence level.
    sides : "two", "lower" or "upper"
        "lower" gives a lower bound (L, open), "upper" an upper bound (open, U); the open end of an error rate is
        0 or 1, of a difference of two rates ∓1, of a mean infinite.
    **inputs
        What the interval needs, by name.

    Raises
    ------
    InputError
        If an input is missing, unknown or out of range; names the argument.

    Examples
    --------
    >>> estimate = interval("normal", errors=12, n=40)
    >>> round((estimate.low + estimate.high) / 2, 2), round(estimate.width / 2, 2)
    (0.3, 0.14)
    """
    entry, values = _prepared(key, inputs)
    low, high = entry.bounded(values, level, sides)
    return _found(entry, values, float(low), float(high), level)


def intervals(key: str, levels: Sequence[float], sides: Sides = "two", **inputs: Any) -> list[Interval]:
    """The same interval at several confidence levels, all at once.

    Parameters
    ----------
    key, sides, **inputs
        As `interval` takes them.
    levels : sequence of float

    Raises
    ------
    InputError
        If an input is missing, unknown or out of range; names the argument.
    """
    entry, values = _prepared(key, inputs)
    lows, highs = np.broadcast_arrays(*entry.bounded(values, np.asarray(levels, dtype=float), sides))
    return [
        _found(entry, values, float(low), float(high), level)
        for low, high, level in zip(lows, highs, levels, strict=True)
    ]


def _prepared(key: str, inputs: dict[str, Any]) -> tuple[IntervalEntry, Values]:
    entry = INTERVALS[key]
    values = entry.prepare(inputs)
    check_one_experiment(entry.needs, values)
    return entry, values


def _found(entry: IntervalEntry, values: Values, low: float, high: float, level: float) -> Interval:
    return Interval(low, high, level, entry.title, entry.caution(values, low, high))


def _paired_differences(inputs: Values) -> Any:
    return inputs["a"] - inputs["b"]


COUNTS = (Need("errors", "count", "errors"), Need("n", "size", "validation instances"))
TWO_SAMPLES = (
    Need("errors_1", "count", "errors of the first learner"),
    Need("n_1", "size", "instances of the first sample"),
    Need("errors_2", "count", "errors of the second learner"),
    Need("n_2", "size", "instances of the second sample"),
)
DISAGREEMENTS = (
    Need("e01", "count", "instances that only the first learner got wrong"),
    Need("e10", "count", "instances that only the second learner got wrong"),
    Need("n", "size", "validation instances"),
)
SCORES = (Need("scores", "folds", "scores of the learner"),)
RANKED = (
    Need("y", "labels", "1 for the positive class, else 0"),
    Need("scores", "ranked", "scores of the positive class"),
)
RATE = (0.0, 1.0)
RATES = (-1.0, 1.0)
REAL = (-np.inf, np.inf)


def _of_counts(limits: Callable[[Any, Any, float], Limits]) -> dict[str, Any]:
    """Fields that the intervals of an error rate share."""
    return {
        "needs": COUNTS,
        "open_ends": RATE,
        "limits": lambda inputs, tail: limits(inputs["errors"], inputs["n"], tail),
        "check": check_errors,
    }


RATE_INTERVALS = (
    IntervalEntry(
        key="normal",
        title="Normal interval (Wald)",
        summary="The error rate plus or minus z standard deviations.",
        reference="@mitchell1997 eq. 5.1",
        formula=r"\hat p \pm z\sqrt{\hat p(1-\hat p)/n}",
        condition="n of 30 or more, or n·p̂(1 − p̂) of 5 or more",
        caution=normal_caution,
        **_of_counts(formulas.wald),
    ),
    IntervalEntry(
        key="wilson",
        title="Wilson score interval",
        summary="The rates that the normal test does not reject.",
        reference="@wilson1927",
        formula=r"\frac{\hat p + z^2/2n \pm z\sqrt{\hat p(1-\hat p)/n + z^2/4n^2}}{1 + z^2/n}",
        condition="any n; near its level on average",
        caution=no_caution,
        **_of_counts(formulas.wilson),
    ),
    IntervalEntry(
        key="exact",
        title="Exact interval (Clopper–Pearson)",
        summary="The rates that neither one-sided binomial test rejects.",
        reference="@clopper1934",
        formula=r"\left[B^{-1}_{e,\,n-e+1}(\alpha/2),\; B^{-1}_{e+1,\,n-e}(1-\alpha/2)\right]",
        condition="any n; never below its level, often above",
        caution=no_caution,
        **_of_counts(formulas.clopper_pearson),
    ),
    IntervalEntry(
        key="agresti_coull",
        title="Agresti–Coull interval",
        summary="The normal interval after z²/2 errors and z²/2 successes were added.",
        reference="@agresti1998",
        formula=r"\tilde p \pm z\sqrt{\tilde p(1-\tilde p)/\tilde n},"
        r"\quad \tilde n = n + z^2,\; \tilde p = (e + z^2/2)/\tilde n",
        condition="any n",
        caution=no_caution,
        **_of_counts(formulas.agresti_coull),
    ),
    IntervalEntry(
        key="jeffreys",
        title="Jeffreys interval",
        summary="Quantiles of the posterior of the error rate under Jeffreys' prior.",
        reference="@brown2001",
        formula=r"\left[B^{-1}_{e+1/2,\,n-e+1/2}(\alpha/2),\; B^{-1}_{e+1/2,\,n-e+1/2}(1-\alpha/2)\right]",
        condition="any n; near its level on average",
        caution=no_caution,
        **_of_counts(formulas.jeffreys),
    ),
)

MEAN_INTERVALS = (
    IntervalEntry(
        key="mean_t",
        title="t interval of a mean",
        summary="Mean of J fold scores plus or minus t standard errors, σ unknown.",
        reference="@cs182 pp. 23–27; @mitchell1997 5.6",
        needs=SCORES,
        formula=r"m \pm t_{\alpha/2,\,J-1}\, S/\sqrt{J}",
        condition="independent, nearly normal fold scores: right for disjoint halves, too narrow for overlapping folds",
        open_ends=REAL,
        limits=lambda inputs, tail: formulas.mean_t(inputs["scores"], tail),
        caution=width_caution,
    ),
    IntervalEntry(
        key="corrected_mean_t",
        title="Corrected t interval of a mean",
        summary="Mean of J fold scores with a variance that allows for overlapping training sets.",
        reference="@nadeau2003",
        needs=(*SCORES, *SIZES),
        formula=r"m \pm t_{\alpha/2,\,J-1}\sqrt{\left(\tfrac1J + \tfrac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}",
        condition="overlapping training sets: K-fold, repeated, random resampling",
        open_ends=REAL,
        limits=lambda inputs, tail: formulas.corrected_mean_t(inputs["scores"], size_ratio(inputs), tail),
        caution=width_caution,
        check=check_scores,
    ),
    IntervalEntry(
        key="mean_z",
        title="z interval of a mean, σ known",
        summary="Mean of J fold scores plus or minus z standard errors.",
        reference="@cs182 pp. 23–27",
        needs=(*SCORES, Need("sigma", "positive", "standard deviation of one fold score, known beforehand")),
        formula=r"m \pm z_{\alpha/2}\, \sigma/\sqrt{J}",
        condition="σ known beforehand",
        open_ends=REAL,
        limits=lambda inputs, tail: formulas.mean_z(inputs["scores"], inputs["sigma"], tail),
        caution=no_caution,
    ),
    IntervalEntry(
        key="mean_difference_t",
        title="t interval of the mean fold difference",
        summary="Mean paired difference plus or minus t standard errors.",
        reference="@mitchell1997 eqs. 5.17, 5.18",
        needs=PAIRED,
        formula=r"\bar d \pm t_{\alpha/2,\,J-1}\, S/\sqrt{J}",
        condition="independent pairs: right for disjoint halves, too narrow for overlapping folds",
        open_ends=REAL,
        limits=lambda inputs, tail: formulas.mean_t(_paired_differences(inputs), tail),
        caution=width_caution,
        check=check_paired,
    ),
    IntervalEntry(
        key="corrected_difference_t",
        title="Corrected t interval of the mean fold difference",
        summary="Mean paired difference with a variance that allows for overlapping training sets.",
        reference="@nadeau2003",
        needs=(*PAIRED, *SIZES),
        formula=r"\bar d \pm t_{\alpha/2,\,J-1}"
        r"\sqrt{\left(\tfrac1J + \tfrac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}",
        condition="overlapping training sets: K-fold, repeated, random resampling",
        open_ends=REAL,
        limits=lambda inputs, tail: formulas.corrected_mean_t(
            _paired_differences(inputs), size_ratio(inputs), tail
        ),
        caution=width_caution,
        check=check_corrected,
    ),
)

DIFFERENCE_INTERVALS = (
    IntervalEntry(
        key="difference",
        title="Difference of two error rates, independent samples (Wald)",
        summary="Difference of two rates plus or minus z standard deviations.",
        reference="@mitchell1997 eqs. 5.12, 5.13",
        needs=TWO_SAMPLES,
        formula=r"\hat d \pm z\sqrt{\hat p_1(1-\hat p_1)/n_1 + \hat p_2(1-\hat p_2)/n_2}",
        condition="two independent samples, n·p̂(1 − p̂) of 5 or more in each",
        open_ends=RATES,
        limits=lambda x, tail: formulas.independent_difference(
            x["errors_1"], x["n_1"], x["errors_2"], x["n_2"], tail
        ),
        caution=wald_samples_caution,
        check=check_two_samples,
    ),
    IntervalEntry(
        key="newcombe",
        title="Difference of two error rates, independent samples (Newcombe)",
        summary="The difference of two rates, each as far off as its own Wilson interval says.",
        reference="@newcombe1998, method 10",
        needs=TWO_SAMPLES,
        formula=r"\bigl[\hat d - \sqrt{(\hat p_1-l_1)^2 + (u_2-\hat p_2)^2},\; \allowbreak "
        r"{\hat d + \sqrt{(u_1-\hat p_1)^2 + (\hat p_2-l_2)^2}}\,\bigr],\quad \allowbreak [l_i, u_i] \text{ Wilson}",
        condition="two independent samples of any size; it never leaves −1 to 1",
        open_ends=RATES,
        limits=lambda x, tail: formulas.newcombe(x["errors_1"], x["n_1"], x["errors_2"], x["n_2"], tail),
        caution=no_caution,
        check=check_two_samples,
    ),
    IntervalEntry(
        key="paired_difference",
        title="Difference of two error rates on one sample (paired Wald)",
        summary="The tighter interval where both learners were judged on the same instances.",
        reference="@agresti2013, section 11.1",
        needs=DISAGREEMENTS,
        formula=r"\hat d \pm \frac{z}{N}\sqrt{(e_{01}+e_{10}) - (e_{01}-e_{10})^2/N}",
        condition="25 disagreements or more",
        open_ends=RATES,
        limits=lambda x, tail: formulas.paired_wald(x["e01"], x["e10"], x["n"], tail),
        caution=wald_pair_caution,
        check=check_disagreements,
    ),
    IntervalEntry(
        key="tango",
        title="Difference of two error rates on one sample (Tango score)",
        summary="The differences that the score test of paired proportions does not reject.",
        reference="@tango1998",
        needs=DISAGREEMENTS,
        formula=r"\left\{\Delta : \left|\frac{e_{01}-e_{10}-N\Delta}"
        r"{\sqrt{N(2\hat q_\Delta + \Delta(1-\Delta))}}\right| \le z\right\}",
        condition="any number of disagreements",
        open_ends=RATES,
        limits=lambda x, tail: formulas.tango(x["e01"], x["e10"], x["n"], tail),
        caution=no_caution,
        check=check_disagreements,
    ),
)

AUC_INTERVALS = (
    IntervalEntry(
        key="auc_delong",
        title="AUC interval (DeLong)",
        summary="AUC plus or minus z standard errors from its placements.",
        reference="@delong1988; @sun2014",
        needs=RANKED,
        formula=r"A \pm z\sqrt{S_{10}/p + S_{01}/n}",
        condition="two instances of each class or more",
        open_ends=RATE,
        limits=delong_limits,
        caution=auc_caution,
        check=check_classes,
    ),
    IntervalEntry(
        key="auc_hanley_mcneil",
        title="AUC interval (Hanley–McNeil)",
        summary="AUC plus or minus z standard errors from its value and the class sizes alone.",
        reference="@hanley1982",
        needs=RANKED,
        formula=r"A \pm z\sqrt{V / (pn)}, \qquad \allowbreak V = A(1-A) + {(p-1)(Q_1-A^2)} \allowbreak + "
        r"{(n-1)(Q_2-A^2)}, \qquad \allowbreak {Q_1 = \tfrac{A}{2-A}}, \qquad \allowbreak {Q_2 = \tfrac{2A^2}{1+A}}",
        condition="two instances of each class or more",
        open_ends=RATE,
        limits=hanley_mcneil_limits,
        caution=auc_caution,
        check=check_classes,
    ),
    IntervalEntry(
        key="auc_bootstrap",
        title="AUC interval (percentile bootstrap)",
        summary="Quantiles of the AUC over samples drawn with replacement within each class.",
        reference="@efron1993, chapter 13",
        needs=(
            *RANKED,
            Need("replicates", "size", "bootstrap samples", optional=True, default=2000),
            Need("seed", "count", "seed of the samples", optional=True, default=0),
        ),
        formula=r"\left[A^*_{(\alpha/2)},\; A^*_{(1-\alpha/2)}\right]",
        condition="two instances of each class or more",
        open_ends=RATE,
        limits=bootstrap_limits,
        caution=auc_caution,
        check=check_classes,
    ),
)

INTERVALS: Registry[IntervalEntry] = Registry(
    "interval", (*RATE_INTERVALS, *MEAN_INTERVALS, *DIFFERENCE_INTERVALS, *AUC_INTERVALS)
)
