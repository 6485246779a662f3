"""Every rate of a two-class confusion matrix (I2ML Tables 19.1 and 19.2; CS182 pp. 13–20)."""

from dataclasses import dataclass
from math import nan, sqrt

from core.records import Array


@dataclass(frozen=True)
class Rate:
    """A number from a confusion matrix, with what it is a share of.

    Attributes
    ----------
    key, title, formula : str
        The formula in the symbols of the table.
    value : float
        NaN where it is undefined.
    part, whole : int or None
        Counts, where it is a proportion of instances: what an interval needs.
    reason : str
        Why it is undefined; empty where it is defined.
    """

    key: str
    title: str
    formula: str
    value: float
    part: int | None = None
    whole: int | None = None
    reason: str = ""


def two_class_rates(tp: int, fn: int, fp: int, tn: int) -> tuple[Rate, ...]:
    """All rates of the four counts.

    Parameters
    ----------
    tp, fn, fp, tn : int
        Positives called so and missed; negatives called positive and called so.

    Returns
    -------
    tuple of Rate
        error, accuracy, tp_rate (recall, sensitivity, hit rate), fp_rate (false-alarm rate), specificity,
        fn_rate, precision, negative_predictive_value, then f1, balanced_accuracy, mcc and informedness.

    Examples
    --------
    >>> {rate.key: rate.value for rate in two_class_rates(tp=40, fn=10, fp=5, tn=45)}["tp_rate"]
    0.8
    """
    p, n = tp + fn, fp + tn
    size, called = p + n, tp + fp
    nobody = {"p": "there is no positive instance", "n": "there is no negative instance"}
    proportions = (
        _share("error", "Error", "(fp + fn)/N", fp + fn, size, reason="there is no instance"),
        _share("accuracy", "Accuracy", "(tp + tn)/N", tp + tn, size, reason="there is no instance"),
        _share("tp_rate", "tp-rate, recall, sensitivity, hit rate", "tp/p", tp, p, reason=nobody["p"]),
        _share("fp_rate", "fp-rate, false-alarm rate", "fp/n", fp, n, reason=nobody["n"]),
        _share("specificity", "Specificity", "tn/n", tn, n, reason=nobody["n"]),
        _share("fn_rate", "fn-rate, miss rate", "fn/p", fn, p, reason=nobody["p"]),
        _share("precision", "Precision", "tp/p′", tp, called, reason="nothing was called positive"),
        _share(
            "negative_predictive_value",
            "Negative predictive value",
            "tn/n′",
            tn,
            size - called,
            reason="nothing was called negative",
        ),
    )
    return proportions + _composed(tp, fn, fp, tn)


def _share(key: str, title: str, formula: str, part: int, whole: int, *, reason: str) -> Rate:
    if whole == 0:
        return Rate(key, title, formula, nan, part, whole, f"0/0: {reason}")
    return Rate(key, title, formula, part / whole, part, whole)


def _composed(tp: int, fn: int, fp: int, tn: int) -> tuple[Rate, ...]:
    p, n = tp + fn, fp + tn
    one_class = "" if p and n else f"there is no {'positive' if not p else 'negative'} instance"
    recalls = (tp / p, tn / n) if p and n else (nan, nan)
    return (
        _quotient(
            "f1",
            "F1",
            "2tp/(2tp\u00a0+\u00a0fp\u00a0+\u00a0fn)",
            2 * tp,
            2 * tp + fp + fn,
            reason="no tp, fp or fn",
        ),
        Rate(
            "balanced_accuracy",
            "Balanced accuracy",
            "(tp/p + tn/n)/2",
            sum(recalls) / 2,
            reason=one_class,
        ),
        _quotient(
            "mcc",
            "Matthews correlation",
            "(tp·tn − fp·fn)/√(p·n·p′·n′)",
            tp * tn - fp * fn,
            sqrt(float(p) * n * (tp + fp) * (tn + fn)),
            reason="only one class occurs, or only one was called",
        ),
        Rate("informedness", "Informedness (Youden)", "tp/p − fp/n", sum(recalls) - 1, reason=one_class),
    )


def _quotient(key: str, title: str, formula: str, above: float, below: float, *, reason: str) -> Rate:
    if below == 0:
        return Rate(key, title, formula, nan, reason=f"0/0: {reason}")
    return Rate(key, title, formula, above / below)


def matthews(counts: Array) -> float:
    """Correlation of truth and prediction for K classes; NaN where only one occurs or only one was assigned.

    Reference: Gorodkin 2004.
    """
    table = counts.astype(float)
    total, truth, predicted = table.sum(), table.sum(axis=1), table.sum(axis=0)
    spread = (total**2 - truth @ truth) * (total**2 - predicted @ predicted)
    if spread == 0:
        return nan
    return float((table.trace() * total - truth @ predicted) / sqrt(spread))
