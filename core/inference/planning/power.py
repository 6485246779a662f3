"""Effect, level and power → how many instances or folds, or what a test of so many finds (Mitchell ex. 5.4)."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np
from scipy import special

from core.errors import InputError, NotApplicable, check_one_of
from core.inference.declaration.checks import check_alpha, check_level
from core.inference.distributions.continuous import Alternative, StudentT
from core.inference.distributions.discrete import Binomial, first_true, lower_tail, upper_tail
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.planning.disagreement import disagreement_power, stays_above
from core.inference.planning.proportions import UNJUDGED, proportions_power, unjudged
from core.inference.planning.simulation import (
    DRAWS,
    Effect,
    Power,
    Simulation,
    needed,
    simulated_power,
    simulated_size,
)
from core.records import Array
from core.written import in_percent

KINDS = ("binomial", "two_proportions", "mcnemar_exact", "sign", "paired_t", "corrected_t")
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "less", "greater")
LARGEST = 1_000_000
EVERY_SIZE = 3000
"""Up to which a curve is worked out at every size: half a second for the slowest test."""
SPACED, AROUND = 500, 100
"""Sizes of a longer curve, and how far around what is looked for none is left out."""


def interval_size(width: float, p: Effect = (0.0, 1.0), level: float = 0.95) -> int:
    """Smallest n for which the normal interval of an error rate is no wider than `width`.

    Parameters
    ----------
    width : float
        Full width of the two-sided interval.
    p : float or (low, high)
        The error rate, or a range that holds it; the value nearest ½ decides.
    level : float

    Raises
    ------
    InputError
        If width or level do not lie between 0 and 1, or `p` is no rate.

    Reference: Mitchell ex. 5.4.

    >>> interval_size(0.1, p=(0.2, 0.6))
    385
    """
    check_level(level)
    low, high = p if isinstance(p, tuple | list) else (p, p)
    if not 0 <= low <= high <= 1:
        raise InputError(f"must be a rate, or a range of rates within 0 and 1, not {p!r}.", "p")
    if not 0 < width < 1:
        raise InputError(f"must lie strictly between 0 and 1, not {width!r}.", "width")
    worst = min(max(0.5, low), high)
    z = -float(special.ndtri((1 - level) / 2))
    return max(1, int(np.ceil((2 * z / width) ** 2 * worst * (1 - worst) - 1e-9)))


def power(
    key: str,
    n: int,
    effect: Effect,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    *,
    p0: float | None = None,
    ratio: float | None = None,
    **simulated: Any,
) -> Power:
    """Probability that a test rejects, if the effect is this large.

    Parameters
    ----------
    key : str
        Computed: binomial, two_proportions, mcnemar_exact, sign, paired_t, corrected_t. Simulated: 5x2_f,
        balanced_5x2_f, blocked_3x2_t, corrected_anova, delong, equivalence, paired_equivalence, and corrected_t
        where what is `simulated` is said.
    n : int
        Instances (of each sample), or pairs of training and validation set.
    effect : float or pair
        The true rate (binomial); the two true rates (two_proportions); the rates of "only the first wrong" and "only
        the second wrong" (mcnemar_exact, sign); the mean difference in its standard deviations (t tests). Simulated:
        the mean difference; the two AUCs (delong); the mean of each learner (corrected_anova).
    p0 : float
        Null rate of the binomial test.
    ratio : float
        n_validation/n_train of the corrected tests.
    **simulated
        What `Simulation` takes beside: `correlations` of folds within and between replicates (for delong, of the
        two learners' scores), `sd` of one difference (1 when not given), `rope`, `trials`, `seed`.

    Returns
    -------
    Power
        A float with its `standard_error`: 0 where it is computed, by the exact distribution of the counts, the
        noncentral t distribution, or the normal approximation (two proportions on large samples).

    Raises
    ------
    InputError
        If there is no power of this test, or an argument is missing or out of range.
    NotApplicable
        If one side is asked of a statistic without a sign.
    """
    check_one_of(key, dict.fromkeys((*KINDS, *DRAWS)), "key")
    check_one_of(alternative, ALTERNATIVES, "alternative")
    check_alpha(alpha)
    if key not in KINDS or simulated:
        check_one_of(key, DRAWS, "key")
        asked = Simulation(n, effect, ratio=ratio, **simulated)
        return simulated_power(key, alternative, alpha, asked)
    sizes = np.array([float(n)])
    return Power(_power_at(key, sizes, effect, alpha, alternative, p0=p0, ratio=ratio)[0])


def power_over(
    key: str,
    sizes: Array,
    effect: Effect,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    *,
    p0: float | None = None,
    ratio: float | None = None,
) -> Array:
    """The `power` of a test at many sizes at once, for a curve.

    Parameters
    ----------
    sizes : array of n numbers
        Instances, or pairs of training and validation set.

    The other parameters are those of `power`.

    Raises
    ------
    InputError
        If there is no power of this test, or an argument is missing or out of range.
    """
    check_one_of(key, KINDS, "key")
    check_one_of(alternative, ALTERNATIVES, "alternative")
    check_alpha(alpha)
    return _power_at(key, np.asarray(sizes, dtype=float), effect, alpha, alternative, p0=p0, ratio=ratio)


def unjudged_share(n: int, effect: Effect, alternative: Alternative = "two-sided") -> float:
    """How often two proportions cannot be judged: all of the sample that the claim says is worse are wrong, none else.

    Parameters
    ----------
    n : int
        Instances of each sample.
    effect : pair
        The two true rates.
    alternative : "two-sided", "less" or "greater"

    Raises
    ------
    InputError
        If the effect is no pair of rates.

    >>> unjudged_share(10, (0.0, 1.0)), unjudged_share(1, (0.5, 0.5), "less")
    (1.0, 0.25)
    """
    return float(unjudged(np.array(float(n)), _two(effect), _sides(1.0, alternative)))


def effect_times(key: str, effect: Effect, times: float, p0: float | None = None) -> Effect | None:
    """What the effect of a test is where the difference is so many times as large.

    Parameters
    ----------
    key : str
        A test whose power is computed.
    effect : float or pair
        As for `power`. Of two rates the sum is kept, and so the share of instances that just one learner gets wrong.
    times : float
    p0 : float
        Null rate of the binomial test.

    Returns
    -------
    float, pair or None
        None where it would be no rate.

    >>> effect_times("binomial", 0.2, 0.5, p0=0.3), effect_times("mcnemar_exact", (0.375, 0.125), 0.5)
    (0.25, (0.3125, 0.1875))
    """
    if isinstance(effect, tuple | list):
        middle, half = (effect[0] + effect[1]) / 2, times * (effect[0] - effect[1]) / 2
        rates = (middle + half, middle - half)
        return rates if all(0 <= rate <= 1 for rate in rates) else None
    if key != "binomial":
        return times * effect
    null = needed(p0, "p0")
    rate = null + times * (effect - null)
    return rate if 0 <= rate <= 1 else None


def curve_sizes(most: int, around: int | None = None) -> Array:
    """Sizes at which power is worked out for a curve: every one, since the power of counts is saw-toothed.

    Parameters
    ----------
    most : int
        The largest. Above `EVERY_SIZE` the others are spread evenly.
    around : int, optional
        A size near which none is left out.

    Returns
    -------
    array of ascending whole numbers from 2 on
    """
    if most <= EVERY_SIZE:
        return np.arange(2, most + 1)
    spread = np.linspace(2, most, SPACED).round().astype(int)
    if around is None:
        return np.unique(spread)
    return np.unique([*spread, *range(max(2, around - AROUND), min(most, around + AROUND) + 1)])


def first_reached(sizes: Array, power: Array, target: float) -> int | None:
    """The first size whose power reaches a target, though that of a larger one may miss it again.

    Parameters
    ----------
    sizes, power : arrays of equal length
    target : float

    Returns
    -------
    int or None
        None where none does, or where sizes before it are left out.
    """
    found = np.flatnonzero(power >= target)
    if not len(found) or sizes[found[0]] != sizes[0] + found[0]:
        return None
    return int(sizes[found[0]])


def sample_size(
    kind: str,
    *,
    width: float | None = None,
    p: Effect = (0.0, 1.0),
    level: float = 0.95,
    effect: Effect | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    p0: float | None = None,
    ratio: float | None = None,
    **simulated: Any,
) -> int:
    """Smallest n for an interval of a width, or from which a test's power stays above a target.

    Parameters
    ----------
    kind : str
        "interval" (needs width, p, level), or a key of `power` (needs effect; binomial p0; corrected tests ratio).
    **simulated
        As for `power`; where power is simulated, n is found to one in a hundred.

    Raises
    ------
    InputError
        If an argument is missing or out of range.
    NotApplicable
        If no n reaches the target: the power of the corrected t test has a ceiling that more repeats cannot pass; or
        if the design of a test leaves no choice of n.

    >>> sample_size("interval", width=0.1, p=(0.2, 0.6))
    385
    """
    check_one_of(kind, dict.fromkeys(("interval", *KINDS, *DRAWS)), "kind")
    if kind == "interval":
        if width is None:
            raise InputError("is needed for an interval.", "width")
        return interval_size(width, p, level)
    if effect is None:
        raise InputError("is needed: the effect that the test should find.", "effect")
    if not 0 < power < 1:
        raise InputError(f"must lie strictly between 0 and 1, not {power!r}.", "power")
    check_one_of(alternative, ALTERNATIVES, "alternative")
    check_alpha(alpha)
    if kind not in KINDS or simulated:
        check_one_of(kind, DRAWS, "kind")
        return simulated_size(
            kind, alternative, alpha, Simulation(0, effect, ratio=ratio, **simulated), power
        )

    def power_at(n: Array) -> Array:
        return _power_at(kind, n, effect, alpha, alternative, p0=p0, ratio=ratio)

    passing = _passing(power_at, power)
    if passing is not None:
        if kind in ("mcnemar_exact", "sign"):
            return stays_above(power, passing, _two(effect), _sides(alpha, alternative))
        return _stays_above(power_at, power, passing)
    raise NotApplicable(
        f"no n up to {LARGEST:,} reaches power {in_percent(power)}.",
        TESTS[kind].title,
        "For overlapping folds power has a ceiling: more repeats cannot buy this, more instances can."
        if kind == "corrected_t"
        else "The effect points the other way."
        if points_away(effect, alternative, p0)
        else "There is no difference to be found."
        if effect_times(kind, effect, 2, p0) == effect
        else f"{UNJUDGED} Take Fisher's or Boschloo's test."
        if kind == "two_proportions" and unjudged_share(LARGEST, effect, alternative) > 1 - power
        else "The effect is too small.",
    )


def points_away(effect: Effect, alternative: Alternative, p0: float | None = None) -> bool:
    """Whether an effect lies on the other side than a claim, so that no size makes it likelier to be supported.

    Parameters
    ----------
    effect, p0
        As for `power`.
    alternative : "two-sided", "less" or "greater"
    """
    difference = effect[0] - effect[1] if isinstance(effect, tuple | list) else effect - (p0 or 0.0)
    return difference > 0 if alternative == "less" else alternative == "greater" and difference < 0


def _passing(power_at: Callable[[Array], Array], target: float) -> int | None:
    """A size that reaches the target where half of it does not; None where the largest does not."""
    n = 2
    while power_at(np.array([float(n)]))[0] < target:
        if n == LARGEST:
            return None
        n = min(2 * n, LARGEST)
    return n


def _stays_above(power_at: Callable[[Array], Array], target: float, n: int) -> int:
    """The size from which power stays at the target, up to twice one that reaches it."""
    coarse = np.unique(np.round(np.linspace(2 if n < 400 else n / 4, 2 * n + 50, 800)))
    last = _last_below(power_at, coarse, target)
    step = float(np.max(np.diff(coarse)))
    if step == 1:
        return int(last + 1)
    # between the points looked at, the saw may dip once more: look at every n up to one twentieth further
    near = np.arange(max(2.0, last - 2 * step), last + max(10 * step, last / 20))
    return int(_last_below(power_at, near, target) + 1)


def _last_below(power_at: Callable[[Array], Array], sizes: Array, target: float) -> float:
    below = np.nonzero(power_at(sizes) < target)[0]
    return float(sizes[below[-1]] if len(below) else sizes[0] - 1)


def _power_at(
    key: str,
    n: Array,
    effect: Effect,
    alpha: float,
    alternative: str,
    *,
    p0: float | None,
    ratio: float | None,
) -> Array:
    if key == "binomial":
        return _binomial_power(n, _one(effect), needed(p0, "p0"), alpha, alternative)
    if key == "two_proportions":
        return proportions_power(n, _two(effect), _sides(alpha, alternative))
    if key in ("mcnemar_exact", "sign"):
        return disagreement_power(n, _two(effect), _sides(alpha, alternative))
    factor = 1 / n + (needed(ratio, "ratio") if key == "corrected_t" else 0.0)
    return _t_power(n, _number(effect) / np.sqrt(factor), alpha, alternative)


def _one(effect: Effect) -> float:
    value = _number(effect)
    if not 0 <= value <= 1:
        raise InputError(f"must be a rate between 0 and 1, not {value!r}.", "effect")
    return value


def _number(effect: Effect) -> float:
    if isinstance(effect, tuple | list):
        raise InputError(f"must be one number, not {effect!r}.", "effect")
    return float(effect)


def _two(effect: Effect) -> tuple[float, float]:
    if (
        not isinstance(effect, tuple | list)
        or len(effect) != 2
        or not all(0 <= value <= 1 for value in effect)
    ):
        raise InputError(f"must be two rates between 0 and 1, not {effect!r}.", "effect")
    return float(effect[0]), float(effect[1])


def _sides(alpha: float, alternative: str) -> Mapping[str, float]:
    each = {"two-sided": {"less": alpha / 2, "greater": alpha / 2}, "less": {"less": alpha}}
    return each.get(alternative, {"greater": alpha})


def _t_power(n: Array, noncentrality: Array, alpha: float, alternative: str) -> Array:
    df = np.maximum(n - 1, 1)
    total = np.zeros(n.shape)
    for side, tail in _sides(alpha, alternative).items():
        critical = np.asarray(StudentT(df).isf(tail))
        towards = noncentrality if side == "greater" else -noncentrality
        exact = special.nctdtr(df, -towards, -critical)
        middle = critical * (1 - 1 / (4 * df)) / np.sqrt(1 + critical**2 / (2 * df))
        normal = special.ndtr(towards / np.sqrt(1 + critical**2 / (2 * df)) - middle)
        total += np.where(np.isnan(exact), normal, exact)  # SciPy's series gives up far out in the tails
    return np.where(n < 2, 0.0, total)


def _binomial_power(n: Array, p: float, p0: float, alpha: float, alternative: str) -> Array:
    """Exact power of the binomial test, with the rejection region of its own p-value."""
    total = np.zeros(n.shape)
    two_sided = alternative == "two-sided"
    null, word = Binomial(n, p0), cast(Alternative, alternative)
    reach = -special.ndtri(alpha / 2 if two_sided else alpha) * np.sqrt(n * p0 * (1 - p0))
    if alternative != "less":
        start = np.ceil(n * p0) if two_sided else np.zeros(n.shape)
        critical = first_true(
            start,
            n + 1,
            lambda x: null.p_value(np.minimum(x, n), word) <= alpha,
            np.round(n * p0 + reach),
        )
        total += upper_tail(critical, n, p)
    if alternative != "greater":
        start = -np.floor(n * p0) if two_sided else -n
        critical = -first_true(
            start,
            np.ones(n.shape),
            lambda x: null.p_value(np.maximum(-x, 0), word) <= alpha,
            np.round(reach - n * p0),
        )
        total += lower_tail(critical, n, p)
    return total
