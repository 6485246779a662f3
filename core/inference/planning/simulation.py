"""Power of the tests that no formula covers: their own verdicts on simulated fold scores or predictions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import special

from core.errors import InputError, NotApplicable
from core.inference.distributions.continuous import Alternative
from core.inference.hypothesis_tests.catalogue import TESTS
from core.records import Array
from core.written import in_percent

Effect = float | tuple[float, ...]
Correlations = float | tuple[float, float]

CELLS = 200_000
"""Simulated numbers that are judged at a time: few enough for the fast memory."""
FOLDS: Mapping[str, int] = {"5x2_f": 10, "balanced_5x2_f": 10, "blocked_3x2_t": 6}
"""Pairs of training and validation set of the tests whose design leaves no choice of their number."""
FEWEST = 6
"""From so many instances on there are enough of both classes for a variance."""
MOST = 1_000
"""Beyond so many pairs of training and validation set nothing is simulated."""
MOST_INSTANCES = 10_000
LARGEST_EFFECT = 100.0
"""In standard deviations of one difference; what only a larger one would show is not looked for."""


class Power(float):
    """A probability of rejecting; `standard_error` is 0 where it was computed, not simulated."""

    standard_error: float

    def __new__(cls, value: float, standard_error: float = 0.0) -> "Power":
        """Make it of the two numbers."""
        found = super().__new__(cls, value)
        found.standard_error = standard_error
        return found


@dataclass(frozen=True)
class Simulation:
    """What is simulated.

    Attributes
    ----------
    n : int
        Pairs of training and validation set; instances for DeLong.
    effect : float or tuple
        Mean difference in the measure's unit; the two AUCs; the means of the learners.
    sd : float
        Standard deviation of one difference.
    correlations : float, pair or None
        Of the two folds of one replicate and of folds of two replicates, or one number for both.
    ratio, rope : float or None
        Inputs of the tests that take them.
    trials, seed : int
    """

    n: int
    effect: Effect
    sd: float = 1.0
    correlations: Correlations | None = None
    ratio: float | None = None
    rope: float | None = None
    trials: int = 20_000
    seed: int = 0

    @property
    def sizes(self) -> dict[str, float]:
        """Training and validation sets as shares of the data."""
        ratio = needed(self.ratio, "ratio")
        return {"n_train": 1 / (1 + ratio), "n_validation": ratio / (1 + ratio)}

    @property
    def overlap(self) -> float:
        """Correlation that the corrected tests suppose: n_validation/(n_train + n_validation)."""
        return self.sizes["n_validation"]

    def within_and_between(self, implied: float | None = None) -> tuple[float, float]:
        """The correlations asked for, or what the design implies.

        Raises
        ------
        InputError
            If there are none and the design implies none.
        """
        found = implied if self.correlations is None else self.correlations
        if found is None:
            raise InputError(
                "are needed: one number, or those within and between replicates.", "correlations"
            )
        within, between = found if isinstance(found, tuple | list) else (found, found)
        return float(within), float(between)


Draw = Callable[[Simulation, np.random.Generator, int], dict[str, Any]]


def needed(value: float | None, name: str) -> float:
    """A number that a test cannot do without.

    Raises
    ------
    InputError
        If it is missing or not positive; a rate under the null hypothesis also where it is 1 or more.
    """
    if value is None:
        raise InputError("is needed for this test.", name)
    if value <= 0 or (name == "p0" and value >= 1):
        raise InputError(f"is out of range: {value!r}.", name)
    return float(value)


def simulated_power(key: str, alternative: Alternative, alpha: float, asked: Simulation) -> Power:
    """Share of simulated experiments that a test rejects, with its Monte-Carlo standard error.

    Parameters
    ----------
    key : str
        A key of `DRAWS`.
    alternative : "two-sided", "less" or "greater"
    alpha : float
    asked : Simulation

    Raises
    ------
    InputError
        If an input is missing or out of range, or no scores can correlate so.
    NotApplicable
        If one side is asked of a statistic without a sign.
    """
    *_, (rejected, _) = _rejections(key, alternative, alpha, asked)
    share = rejected / asked.trials
    return Power(share, float(np.sqrt(share * (1 - share) / asked.trials)))


def _rejections(
    key: str, alternative: Alternative, alpha: float, asked: Simulation
) -> Iterator[tuple[int, int]]:
    """How many of the experiments so far a test rejects, and how many there are, block by block."""
    if asked.trials < 1:
        raise InputError(f"must be at least 1, not {asked.trials!r}.", "trials")
    needed(asked.sd, "sd")
    rng, rejected = np.random.default_rng(asked.seed), 0
    learners = len(asked.effect) if isinstance(asked.effect, tuple | list) else 1
    most = max(1, CELLS // (asked.n * learners))
    for begin in range(0, asked.trials, most):
        count = min(most, asked.trials - begin)
        inputs = DRAWS[key](asked, rng, count)
        rejected += int(np.sum(TESTS[key].evaluate(alternative, **inputs).p_value <= alpha))
        yield rejected, begin + count


def reaches(key: str, alternative: Alternative, alpha: float, asked: Simulation, target: float) -> bool:
    """Whether `simulated_power` reaches a target, from no more trials than settle it.

    Parameters
    ----------
    key, alternative, alpha, asked
        As for `simulated_power`.
    target : float
        Power wanted.

    Raises
    ------
    InputError
        If an input is missing or out of range.
    """
    for rejected, done in _rejections(key, alternative, alpha, asked):
        if rejected / asked.trials >= target:
            return True
        if (rejected + asked.trials - done) / asked.trials < target:
            break
    return False


def simulated_size(key: str, alternative: Alternative, alpha: float, asked: Simulation, target: float) -> int:
    """Number of instances or pairs at which a test's simulated power reaches a target.

    Every number is tried with the same random numbers, so that chance does not decide between neighbours.

    Parameters
    ----------
    key : str
        A key of `DRAWS`.
    alternative : "two-sided", "less" or "greater"
    alpha : float
    asked : Simulation
        Its n is not looked at.
    target : float
        Power wanted.

    Raises
    ------
    InputError
        If an input is missing or out of range.
    NotApplicable
        If the design leaves no choice of n, or no n reaches the target.
    """
    if key in FOLDS:
        raise NotApplicable(
            f"the design has {FOLDS[key]} pairs of training and validation set, no more and no fewer.",
            key,
            "Ask what difference it finds instead.",
        )

    def enough(n: int) -> bool:
        return reaches(key, alternative, alpha, replace(asked, n=n), target)

    high, most = FEWEST, MOST_INSTANCES if key == "delong" else MOST
    while not enough(high):
        if high == most:
            raise NotApplicable(
                f"no n up to {most:,} reaches power {in_percent(target)}.",
                TESTS[key].title,
                "The difference is too near what H0 says, or on its side; over overlapping folds power has a ceiling.",
            )
        high = min(2 * high, most)
    low = 1 if high == FEWEST and key != "delong" else high // 2
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def size_limits(
    key: str, alternative: Alternative, alpha: float, asked: Simulation, target: float
) -> tuple[int, int | None]:
    """Sizes between which the one lies that a simulation finds, by two standard errors of its power to either side.

    Parameters
    ----------
    key : str
        A key of `DRAWS`.
    alternative : "two-sided", "less" or "greater"
    alpha : float
    asked : Simulation
        Its n is the size that was found.
    target : float
        Power wanted.

    Returns
    -------
    (int, int or None)
        Below the first power is surely too low; from the second on it surely is enough, None where it never is.
    """
    around = 2 * float(np.sqrt(target * (1 - target) / asked.trials))

    def enough(n: int, share: float) -> bool:
        return reaches(key, alternative, alpha, replace(asked, n=n), share)

    least, most = (FEWEST, MOST_INSTANCES) if key == "delong" else (2, MOST)
    low, _ = _turn(lambda n: enough(n, target - around), asked.n, least)
    high: int | None = asked.n
    if not enough(asked.n, target + around):
        _, high = _turn(lambda n: not enough(n, target + around), asked.n, most)
    return low, high


def _turn(holds: Callable[[int], bool], begin: int, end: int) -> tuple[int, int | None]:
    """On the way to an end the last size of which something holds, and the next, of which it no longer does."""
    sign = 1 if end > begin else -1
    near, step = begin, max(1, begin // 10)
    while holds(far := sign * min(sign * near + step, sign * end)):
        if far == end:
            return end, None
        near, step = far, 2 * step
    while abs(far - near) > max(1, near // 100):
        middle = (near + far) // 2
        near, far = (middle, far) if holds(middle) else (near, middle)
    return near, far


def simulated_effect(
    key: str, alternative: Alternative, alpha: float, asked: Simulation, target: float
) -> float:
    """Smallest mean difference that a test finds with a wanted power, in the unit of `sd`.

    Parameters
    ----------
    key : str
        A key of `FOLDS`.
    alternative : "two-sided", "less" or "greater"
    alpha : float
    asked : Simulation
        Its effect is not looked at.
    target : float
        Power wanted.

    Raises
    ------
    InputError
        If an input is missing or out of range.
    NotApplicable
        If no difference of up to `LARGEST_EFFECT` standard deviations is found so often.
    """
    sign = -1.0 if alternative == "less" else 1.0

    def enough(effect: float) -> bool:
        return reaches(key, alternative, alpha, replace(asked, effect=effect), target)

    low, high = 0.0, asked.sd
    while not enough(sign * high):
        low, high = high, 2 * high
        if high > LARGEST_EFFECT * asked.sd:
            raise NotApplicable(
                f"no difference of up to {LARGEST_EFFECT:g} standard deviations is found with power {target:g}.",
                key,
            )
    while high - low > 1e-3 * asked.sd:
        middle = (low + high) / 2
        low, high = (low, middle) if enough(sign * middle) else (middle, high)
    return sign * high


def correlated_normals(
    rng: np.random.Generator, shape: tuple[int, int, int], within: float, between: float
) -> Array:
    """Unit normals of the shape trials × replicates × folds with two correlations.

    Parameters
    ----------
    rng : Generator
    shape : (trials, replicates, folds)
    within, between : float
        Correlations of two folds of one replicate, and of folds of two replicates.

    Raises
    ------
    InputError
        If no numbers can correlate so.
    """
    _, replicates, folds = shape
    inside = 1 - within
    around = 1 + (folds - 1) * within - folds * between if replicates > 1 else 0.0
    whole = 1 + (folds - 1) * within + (replicates - 1) * folds * between
    if min(inside, around, whole) < 0 or abs(within) > 1:
        raise InputError(
            f"{replicates} × {folds} scores cannot correlate by {within:g} within and {between:g} between replicates.",
            "correlations",
        )
    scores = rng.standard_normal(shape)
    # a product of matrices is several times as fast as the mean of many short rows
    means = (scores.reshape(-1, folds) @ np.full(folds, 1 / folds)).reshape(-1, replicates, 1)
    scores -= means
    scores *= np.sqrt(inside)
    mean = means.mean(axis=-2, keepdims=True) if replicates > 1 else means
    scores += np.sqrt(around) * (means - mean) + np.sqrt(whole) * mean
    return scores


def _pair(asked: Simulation, scores: Array) -> dict[str, Any]:
    """Scores of two learners that differ by the effect on average."""
    if isinstance(asked.effect, tuple | list):
        raise InputError(f"must be one number, not {asked.effect!r}.", "effect")
    first = asked.effect + asked.sd * scores
    return {"a": first, "b": np.zeros_like(first)}


def _folds(asked: Simulation, rng: np.random.Generator, trials: int, implied: float) -> dict[str, Any]:
    within, _ = asked.within_and_between(implied)
    return _pair(asked, correlated_normals(rng, (trials, 1, asked.n), within, within))


def _overlapping(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    return _folds(asked, rng, trials, asked.overlap) | asked.sizes


def _overlapping_rope(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    return _overlapping(asked, rng, trials) | {"rope": needed(asked.rope, "rope")}


def _disjoint_rope(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    return _folds(asked, rng, trials, 0.0) | {"rope": needed(asked.rope, "rope")}


def _halves(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    if asked.n % 2:
        raise InputError(f"must be even, two folds for each replicate, not {asked.n}.", "n")
    within, between = asked.within_and_between()
    return _pair(asked, correlated_normals(rng, (trials, asked.n // 2, 2), within, between))


def _several(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    """Scores of several learners, each with its own noise; what the folds share cancels."""
    means = asked.effect
    if not isinstance(means, tuple | list) or len(means) < 2:
        raise InputError(f"must be the means of two learners or more, not {means!r}.", "effect")
    within, _ = asked.within_and_between(asked.overlap)
    noise = correlated_normals(rng, (trials * len(means), 1, asked.n), within, within)
    noise = noise.reshape(trials, len(means), asked.n).swapaxes(1, 2)
    return {"scores": np.asarray(means) + asked.sd * noise, **asked.sizes}


def _ranked(asked: Simulation, rng: np.random.Generator, trials: int) -> dict[str, Any]:
    """Normal scores of two learners on as many instances of each class, with these AUCs."""
    areas = asked.effect
    if not isinstance(areas, tuple | list) or len(areas) != 2 or not all(0 < area < 1 for area in areas):
        raise InputError(f"must be two AUCs between 0 and 1, not {areas!r}.", "effect")
    correlation, _ = asked.within_and_between()
    y = np.arange(asked.n) % 2
    scores = correlated_normals(rng, (trials * asked.n, 1, 2), correlation, 0.0).reshape(trials, asked.n, 2)
    shifts = np.sqrt(2) * special.ndtri(np.asarray(areas, dtype=float))
    scores = scores + y[:, None] * shifts
    return {"y": y, "scores_a": scores[..., 0], "scores_b": scores[..., 1]}


DRAWS: Mapping[str, Draw] = {
    "corrected_t": _overlapping,
    "corrected_anova": _several,
    "equivalence": _overlapping_rope,
    "paired_equivalence": _disjoint_rope,
    **dict.fromkeys(("5x2_f", "balanced_5x2_f", "blocked_3x2_t"), _halves),
    "delong": _ranked,
}
"""How the inputs of many experiments are drawn, by test."""
