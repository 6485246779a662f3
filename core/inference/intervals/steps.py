"""Intervals with the numbers in their formulas, line by line, and as they are shown."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import special

from core.inference.declaration.arithmetic import tail
from core.inference.declaration.number_words import digits_beside, tex
from core.inference.distributions.continuous import StudentT
from core.inference.distributions.limits import wilson
from core.inference.intervals.catalogue import INTERVALS, interval
from core.inference.intervals.entry import Sides
from core.records import Array, Interval

Values = Mapping[str, Any]
UPPER_TAIL = {"two": r"\alpha/2", "lower": r"\alpha", "upper": r"\alpha"}
_BOTH_ENDS = re.compile(r"\\(?:left|bigl)\[(.*?),\\;\s*(?:\\allowbreak )?(.*?)\\(?:right|,\\bigr)\]")
_EITHER_SIDE = re.compile(r"\\left\|(.*?)\\right\| \\le (.*?)\\right")


def displayed(estimate: Interval, key: str) -> Interval:
    """Clip an interval to the values that its quantity can take; an empty one stays empty."""
    low, high = INTERVALS[key].open_ends
    if not estimate.low <= estimate.high:
        return estimate
    return replace(estimate, low=max(estimate.low, low), high=min(estimate.high, high))


def bound_of(found: Interval, sides: Sides) -> Interval:
    """A bound is open on its other side, though no rate can be there: told and drawn is its one end."""
    if sides == "two" or not found.low <= found.high:
        return found
    return replace(found, low=-math.inf) if sides == "upper" else replace(found, high=math.inf)


def interval_steps(
    key: str,
    level: float = 0.95,
    sides: Sides = "two",
    *,
    reachable: Callable[[float, float], tuple[float, float]] | None = None,
    **inputs: Any,
) -> tuple[str, ...]:
    """The formula of an interval, then the same with these numbers in it, as LaTeX lines.

    Parameters
    ----------
    key : str
        A key of `INTERVALS`.
    level : float
    sides : "two", "lower" or "upper"
    reachable : callable, optional
        (low, high) → the part of it that the measure can reach, as tables and pictures show it.
    **inputs
        What the interval needs, by name.

    Returns
    -------
    tuple of str
        Two lines at least; the last one ends in the interval itself. A bound has the formula of its one end.
    """
    entry = INTERVALS[key]
    values = entry.prepare(inputs)
    whole = interval(key, level, sides, **inputs)
    found = displayed(whole, key)
    if reachable is not None:
        found = _reached(found, *reachable(found.low, found.high))
    z = float(-special.ndtri(tail(level, sides)))
    place = PLACES.get(key)
    middle = place(values, z, sides) if place else ()
    last = f"{_bracket(found)} \\quad\\text{{at level }} {100 * level:.6g}\\,\\%{_cut(whole, found)}"
    if sides == "two":
        return (entry.formula, *middle, last)
    return (*(_of_one_end(line, entry.open_ends, sides) for line in (entry.formula, *middle)), last)


def _of_one_end(line: str, open_ends: tuple[float, float], sides: Sides) -> str:
    """What a formula of both ends says of the one that a bound has."""
    low, high = map(tex, open_ends)
    if sides == "lower":
        line = _BOTH_ENDS.sub(lambda ends: rf"\left[{ends[1]},\; {high}\right]", line)
        line = _EITHER_SIDE.sub(lambda found: rf"{found[1]} \le {found[2]}\right", line)
        return line.replace(r"\pm", "-").replace(r"\alpha/2", r"\alpha")
    line = _BOTH_ENDS.sub(lambda ends: rf"\left[{low},\; {ends[2]}\right]", line)
    line = _EITHER_SIDE.sub(lambda found: rf"{found[1]} \ge -{found[2]}\right", line)
    return line.replace(r"\pm", "+").replace(r"\alpha/2", r"\alpha")


def _reached(found: Interval, low: float, high: float) -> Interval:
    """Between these ends; an empty one stays empty, and an open end open."""
    if not found.low <= found.high:
        return found
    return replace(
        found,
        low=found.low if math.isinf(found.low) else low,
        high=found.high if math.isinf(found.high) else high,
    )


def _cut(whole: Interval, found: Interval) -> str:
    """Where an end of the formula is no value that the quantity can take."""
    ends = [end for was, end in ((whole.low, found.low), (whole.high, found.high)) if was != end]
    return "".join(rf"\text{{, cut at }} {tex(end)}" for end in ends)


def _bracket(found: Interval) -> str:
    if not found.low <= found.high:
        return r"\varnothing"
    left = "(" if np.isneginf(found.low) else "["
    right = ")" if np.isposinf(found.high) else "]"
    margin = (found.high - found.low) / 2
    return rf"\left{left}{_beside(found.low, margin)},\; {_beside(found.high, margin)}\right{right}"


def _beside(value: float, margin: float) -> str:
    """A number so fine that the ends come out where the margin is added to it and taken from it."""
    return tex(value, max(4, digits_beside(value, margin, 3)))


def _either_side(estimate: float, margin: float, formula: str) -> str:
    """The estimate with the formula of its margin, and with the margin."""
    middle = _beside(estimate, margin)
    return rf"{middle} \allowbreak \pm {formula} = {middle} \pm {tex(margin)}"


def _z(z: float, sides: str) -> str:
    return rf"z_{{{UPPER_TAIL[sides]}}} = {tex(z)}"


def _squared(value: float) -> str:
    """A number with a power of ten in it takes no second raised one without brackets."""
    written = tex(value)
    return rf"({written})^2" if r"\cdot" in written else rf"{written}^2"


def _rate(values: Values) -> tuple[float, float, float]:
    e, n = float(values["errors"]), float(values["n"])
    return e, n, e / n


def _p_hat(values: Values) -> str:
    e, n, p = _rate(values)
    return rf"\hat p = \frac{{{tex(e)}}}{{{tex(n)}}} = {tex(p)}"


def _normal(values: Values, z: float, sides: str) -> tuple[str, ...]:
    _, n, p = _rate(values)
    return (
        rf"{_p_hat(values)}, \qquad {_z(z, sides)}",
        _rate_either_side(p, n, z),
    )


def _rate_either_side(p: float, n: float, z: float) -> str:
    formula = rf"{tex(z)}\sqrt{{\frac{{{tex(p)}\cdot{tex(1 - p)}}}{{{tex(n)}}}}}"
    return _either_side(p, z * np.sqrt(p * (1 - p) / n), formula)


def _wilson(values: Values, z: float, sides: str) -> tuple[str, ...]:
    _, n, p = _rate(values)
    centre = p + z**2 / (2 * n)
    root = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return (
        rf"{_p_hat(values)}, \qquad {_z(z, sides)}",
        rf"\frac{{{_beside(centre, root)} \pm {tex(root)}}}{{{tex(1 + z**2 / n)}}}",
    )


def _agresti_coull(values: Values, z: float, sides: str) -> tuple[str, ...]:
    e, n, _ = _rate(values)
    wide, p = n + z**2, (e + z**2 / 2) / (n + z**2)
    return (
        rf"{_z(z, sides)}, \qquad \tilde n = {tex(wide)}, \qquad \tilde p = {tex(p)}",
        _rate_either_side(p, wide, z),
    )


def _beta(values: Values, half: float, sides: str) -> tuple[str, ...]:
    e, n, _ = _rate(values)
    # counts and a half: in full, where four digits would lose the half
    low = rf"B^{{-1}}_{{{e + half:.12g},\,{n - e + 1 - half:.12g}}}({UPPER_TAIL[sides]})"
    high = rf"B^{{-1}}_{{{e + 1 - half:.12g},\,{n - e + half:.12g}}}(1-{UPPER_TAIL[sides]})"
    return _p_hat(values), rf"\left[{low},\; {high}\right]"


def _exact(values: Values, _z_value: float, sides: str) -> tuple[str, ...]:
    return _beta(values, 0.0, sides)


def _jeffreys(values: Values, _z_value: float, sides: str) -> tuple[str, ...]:
    return _beta(values, 0.5, sides)


def _difference(values: Values, z: float, sides: str) -> tuple[str, ...]:
    (e1, n1), (e2, n2) = ((float(values[f"errors_{i}"]), float(values[f"n_{i}"])) for i in (1, 2))
    p1, p2 = e1 / n1, e2 / n2
    se = np.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
    return (
        rf"\hat d = \frac{{{tex(e1)}}}{{{tex(n1)}}} - \frac{{{tex(e2)}}}{{{tex(n2)}}} = {tex(p1 - p2)}, \qquad "
        rf"{_z(z, sides)}",
        _either_side(
            p1 - p2,
            z * se,
            rf"{tex(z)}\sqrt{{\frac{{{tex(p1)}\cdot{tex(1 - p1)}}}{{{tex(n1)}}} + "
            rf"\frac{{{tex(p2)}\cdot{tex(1 - p2)}}}{{{tex(n2)}}}}}",
        ),
    )


def _newcombe(values: Values, z: float, sides: str) -> tuple[str, ...]:
    counts = [(values[f"errors_{i}"], values[f"n_{i}"]) for i in (1, 2)]
    p1, p2 = (float(e / n) for e, n in counts)
    (l1, u1), (l2, u2) = ((float(end) for end in wilson(e, n, _tail_of(z))) for e, n in counts)
    first, low_1, high_1 = (_beside(value, (u1 - l1) / 2) for value in (p1, l1, u1))
    second, low_2, high_2 = (_beside(value, (u2 - l2) / 2) for value in (p2, l2, u2))
    return (
        rf"\hat d = {first} - {second} = {tex(p1 - p2)}, \qquad {_z(z, sides)}, \qquad "
        rf"[l_1, u_1] = [{low_1}, {high_1}], \quad [l_2, u_2] = [{low_2}, {high_2}]",
        rf"\bigl[{tex(p1 - p2)} - \sqrt{{{_squared(p1 - l1)} + {_squared(u2 - p2)}}},\; \allowbreak "
        rf"{{{tex(p1 - p2)} + \sqrt{{{_squared(u1 - p1)} + {_squared(p2 - l2)}}}}}\,\bigr]",
    )


def _disagreements(values: Values) -> tuple[float, float, float, str]:
    e01, e10, n = (float(values[name]) for name in ("e01", "e10", "n"))
    share = rf"\frac{{{tex(e01)}-{tex(e10)}}}{{{tex(n)}}} = {tex((e01 - e10) / n)}"
    line = rf"\hat d = \frac{{e_{{01}}-e_{{10}}}}{{N}} = {share}"
    return e01, e10, n, line


def _paired_difference(values: Values, z: float, sides: str) -> tuple[str, ...]:
    e01, e10, n, line = _disagreements(values)
    d, margin = (e01 - e10) / n, z / n * np.sqrt(max(0.0, e01 + e10 - (e01 - e10) ** 2 / n))
    return (
        rf"{line}, \qquad {_z(z, sides)}",
        _either_side(
            d,
            margin,
            rf"\frac{{{tex(z)}}}{{{tex(n)}}}\sqrt{{{tex(e01 + e10)} - \frac{{({tex(e01 - e10)})^2}}{{{tex(n)}}}}}",
        ),
    )


def _tango(values: Values, z: float, sides: str) -> tuple[str, ...]:
    e01, e10, n, line = _disagreements(values)
    return (
        rf"{line}, \qquad {_z(z, sides)}",
        rf"\left\{{\Delta : \left|\frac{{{tex(e01)}-{tex(e10)}-{tex(n)}\,\Delta}}{{\sqrt{{{tex(n)}\,(2\hat q_\Delta + "
        rf"\Delta(1-\Delta))}}}}\right| \le {tex(z)}\right\}}",
    )


def _mean_line(
    scores: Any, symbol: str, sides: str, level_tail: float
) -> tuple[float, float, int, float, str]:
    values = np.ravel(scores)
    count = values.size
    mean, sd = float(values.mean()), float(values.std(ddof=1))
    t = float(StudentT(float(count - 1)).isf(level_tail))
    line = rf"{symbol} = {tex(mean)}, \qquad S = {tex(sd)}, \qquad t_{{{UPPER_TAIL[sides]},\,{count - 1}}} = {tex(t)}"
    return mean, sd, count, t, line


def _tail_of(z: float) -> float:
    return float(special.ndtr(-z))


def _mean_t(values: Values, z: float, sides: str) -> tuple[str, ...]:
    mean, sd, k, t, line = _mean_line(values["scores"], "m", sides, _tail_of(z))
    margin = t * sd / np.sqrt(k)
    return (
        line,
        _either_side(mean, margin, rf"{tex(t)}\,\frac{{{tex(sd)}}}{{\sqrt{{{k}}}}}"),
    )


def _mean_z(values: Values, z: float, sides: str) -> tuple[str, ...]:
    scores, sigma = np.ravel(values["scores"]), float(values["sigma"])
    mean, k = float(scores.mean()), scores.size
    margin = z * sigma / np.sqrt(k)
    return (
        rf"m = {tex(mean)}, \qquad \sigma = {tex(sigma)}, \qquad {_z(z, sides)}",
        _either_side(mean, margin, rf"{tex(z)}\,\frac{{{tex(sigma)}}}{{\sqrt{{{k}}}}}"),
    )


def _mean_difference_t(values: Values, z: float, sides: str) -> tuple[str, ...]:
    difference = np.ravel(values["a"]) - np.ravel(values["b"])
    mean, sd, k, t, line = _mean_line(difference, r"\bar d", sides, _tail_of(z))
    return (
        line,
        _either_side(mean, t * sd / np.sqrt(k), rf"{tex(t)}\,\frac{{{tex(sd)}}}{{\sqrt{{{k}}}}}"),
    )


def _corrected_mean_t(values: Values, z: float, sides: str) -> tuple[str, ...]:
    return _corrected(values, np.ravel(values["scores"]), "m", z, sides)


def _corrected_difference_t(values: Values, z: float, sides: str) -> tuple[str, ...]:
    return _corrected(values, np.ravel(values["a"]) - np.ravel(values["b"]), r"\bar d", z, sides)


def _corrected(values: Values, numbers: Array, symbol: str, z: float, sides: str) -> tuple[str, ...]:
    mean, sd, k, t, line = _mean_line(numbers, symbol, sides, _tail_of(z))
    sizes = [float(np.mean(values[name])) for name in ("n_validation", "n_train")]
    margin = t * sd * np.sqrt(1 / k + sizes[0] / sizes[1])
    factor = rf"\tfrac{{1}}{{{k}}} + \tfrac{{{tex(sizes[0])}}}{{{tex(sizes[1])}}}"
    shares = r", \qquad \text{sizes as shares of the instances}" if max(sizes) < 1 else ""
    return (
        line + shares,
        _either_side(mean, margin, rf"{tex(t)}\sqrt{{\left({factor}\right)\cdot {_squared(sd)}}}"),
    )


PLACES: Mapping[str, Callable[[Values, float, str], tuple[str, ...]]] = {
    "normal": _normal,
    "wilson": _wilson,
    "exact": _exact,
    "agresti_coull": _agresti_coull,
    "jeffreys": _jeffreys,
    "difference": _difference,
    "newcombe": _newcombe,
    "paired_difference": _paired_difference,
    "tango": _tango,
    "mean_t": _mean_t,
    "corrected_mean_t": _corrected_mean_t,
    "mean_z": _mean_z,
    "mean_difference_t": _mean_difference_t,
    "corrected_difference_t": _corrected_difference_t,
}
"""Lines with numbers, by interval; those of the AUC rest on arrays and show their formula alone."""
