"""Sizes and power with the numbers in their formulas, line by line; lines fit on a phone."""

from typing import Any

import numpy as np
from scipy import special

from core.inference.declaration.number_words import tex
from core.inference.planning.power import interval_size
from core.inference.planning.proportions import most_summed
from core.inference.planning.simulation import Effect
from core.written import decimal


def interval_size_steps(width: float, p: tuple[float, float], level: float = 0.95) -> tuple[str, ...]:
    """The smallest n for a normal interval of this width, as LaTeX lines.

    Parameters
    ----------
    width : float
        Full width of the interval.
    p : (low, high)
        Range that holds the rate; the value nearest ½ decides.
    level : float

    Reference: Mitchell ex. 5.4.
    """
    n = interval_size(width, p, level)
    worst, z = min(max(0.5, p[0]), p[1]), float(-special.ndtri((1 - level) / 2))
    bound, terms = _bound(z, width, worst), (z, width, worst)
    # The line is true as it stands: as many digits as it takes, of what is not written in whole by four.
    written = next(
        digits
        for digits in range(4, 17)
        if tex(_bound(*(_rounded(term, digits) for term in terms)), 5) == tex(bound, 5)
    )
    z_text, width_text, worst_text, rest = (
        tex(term, 4 if _rounded(term, 4) == decimal(term) else written) for term in (*terms, 1 - worst)
    )
    return (
        r"n \ge \left(\frac{2 z}{w}\right)^2 \pi (1 - \pi)",
        rf"n \ge \left(\frac{{2 \cdot {z_text}}}{{{width_text}}}\right)^2 \cdot {worst_text} \cdot {rest} "
        rf"= {tex(bound, 5)}",
        rf"n = {n}",
    )


def _bound(z: float, width: float, p: float) -> float:
    return (2 * z / width) ** 2 * p * (1 - p)


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


def power_steps(
    key: str, n: int, effect: Effect, reached: float, *, p0: float | None = None, ratio: float | None = None
) -> tuple[str, ...]:
    """What the power of a test is the probability of, with these numbers, as LaTeX lines.

    Parameters
    ----------
    key, n, effect, p0, ratio
        As for `power`.
    reached : float
        The power itself.
    """
    found = r"1 - \beta > 0.9999" if reached > 0.9999 else rf"1 - \beta = {tex(reached)}"
    if isinstance(effect, tuple | list):
        return (*_two_rates(key, n, effect), found)
    if key == "binomial":
        return (
            r"1 - \beta = \sum_{x \in R} \binom{n}{x} \pi^x (1-\pi)^{n-x}",
            r"R: \text{ outcomes rejected under } p_0",
            rf"n = {n}, \qquad \pi = {tex(effect)}, \qquad p_0 = {tex(p0 or 0.0)}",
            found,
        )
    return (*_noncentral(n, float(effect), ratio), found)


def _two_rates(key: str, n: int, effect: Any) -> tuple[str, ...]:
    first, second = (float(value) for value in effect)
    if key == "two_proportions" and n <= most_summed((first, second)):
        return (
            r"1 - \beta = \sum_{(x,\, y) \in R} P(x)\, P(y)",
            rf"x \sim \text{{Bin}}({n},\, {tex(first)}), \qquad y \sim \text{{Bin}}({n},\, {tex(second)})",
            r"R: \text{ errors of A and B that the test rejects}",
        )
    if key == "two_proportions":
        se = np.sqrt(first * (1 - first) / n + second * (1 - second) / n)
        return (
            r"\sigma_{\hat d} = \sqrt{\frac{\pi_1(1-\pi_1)}{n} + \frac{\pi_2(1-\pi_2)}{n}}",
            r"\hat d \approx \mathcal N(\pi_1 - \pi_2,\, \sigma_{\hat d}^2)",
            rf"\pi_1 - \pi_2 = {tex(first - second)}, \qquad \sigma_{{\hat d}} = {tex(float(se))}",
        )
    total = first + second
    share = first / total if total else float("nan")
    return (
        r"1 - \beta = \sum_{m=0}^{n} P(M = m)\, P(\text{reject} \mid m)",
        rf"M \sim \text{{Bin}}(n,\, \pi_{{01}} + \pi_{{10}}) = \text{{Bin}}({n},\, {tex(total)})",
        rf"e_{{01}} \mid m \sim \text{{Bin}}(m,\, {tex(share)})",
    )


def _noncentral(n: int, effect: float, ratio: float | None) -> tuple[str, ...]:
    extra = r" + \frac{n_{\text{val}}}{n_{\text{train}}}" if ratio is not None else ""
    number = rf" + {tex(ratio)}" if ratio is not None else ""
    centre = effect / np.sqrt(1 / n + (ratio or 0.0))
    return (
        r"t \sim t_{J-1}(\lambda)",
        rf"\lambda = \frac{{\delta / \sigma_d}}{{\sqrt{{\frac1J{extra}}}}}",
        rf"\lambda = \frac{{{tex(effect)}}}{{\sqrt{{\frac1{{{n}}}{number}}}}} = {tex(float(centre))}",
    )
