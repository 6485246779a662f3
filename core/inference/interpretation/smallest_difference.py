"""A design and the share of disagreements → the smallest difference that its advised test is likely to show."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from scipy import optimize

from core.errors import InputError
from core.inference.advice.applicable import advice_on_design
from core.inference.advice.fold_kinds import folds_of_design
from core.inference.advice.rules import BY_INSTANCE
from core.inference.declaration.checks import check_alpha
from core.inference.planning.disagreement import difference_power
from core.inference.planning.halves import blocked_t_power, f_power
from core.inference.planning.power import power
from core.records import DesignFacts

TARGET = 0.8
"""The power that planning aims at where nothing else is asked for."""

_SHARES_OF_MOST = (0.25, 0.5, 1.0)
_MOST_LIKELY = 0.4


def likely_disagreements(guessing: float) -> tuple[float, float, float]:
    """Shares of instances that exactly one of two sensible learners may get wrong.

    Where both err at most as often as guessing, they cannot disagree on more than twice that rate.

    Parameters
    ----------
    guessing : float
        Error rate of always saying the commonest class.
    """
    most = min(_MOST_LIKELY, 2 * guessing)
    low, middle, high = (most * share for share in _SHARES_OF_MOST)
    return low, middle, high


def planned_test(facts: DesignFacts) -> str | None:
    """Key of the test of two error rates that is advised on such a design; None where there is none.

    A single pair, or one pass of one validation instance each, is judged by McNemar's exact test on the instances. For
    groups there is none: their instances resemble each other, so that no share of disagreements bounds the variance.
    """
    if facts.grouped:
        return None
    if folds_of_design(facts) in BY_INSTANCE:
        # Instances that are validated again and again are not independent, so that no test counts them.
        return "mcnemar_exact" if facts.pairs == 1 or facts.every_instance_once else None
    advised = advice_on_design(facts).advised
    return advised if advised in FOLD_POWERS else None


def smallest_difference(
    facts: DesignFacts, disagreement: float, alpha: float = 0.05, target: float = TARGET
) -> float | None:
    """Smallest true difference of two error rates that the test advised on the design finds with a given power.

    One instance adds −1, 0 or +1 to the difference, so that over a validation set its variance is at most
    disagreement/n_validation.

    Parameters
    ----------
    facts : DesignFacts
        With sizes.
    disagreement : float
        Share of the instances that exactly one of the two learners gets wrong; known from experience only.
    alpha : float
    target : float
        The power.

    Returns
    -------
    float or None
        None where the design has no test (see `planned_test`), or where even the largest possible difference, all
        disagreement on one side, is not found.

    Raises
    ------
    InputError
        If a share is out of range or a size unknown.

    Reference: Nadeau & Bengio 2003; Wang 2016; Mitchell ex. 5.4.
    """
    check_alpha(alpha)
    for name, share in (("disagreement", disagreement), ("target", target)):
        if not 0 < share < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {share!r}.", name)
    if facts.n_train is None or facts.n_validation is None:
        raise InputError("the sizes of the training and validation sets are unknown.", "facts")
    test = planned_test(facts)
    if test is None:
        return None

    return _least(test, facts, disagreement, alpha, target)


@lru_cache(maxsize=512)
def _least(test: str, facts: DesignFacts, disagreement: float, alpha: float, target: float) -> float | None:
    find = _power_by_difference(test, facts, disagreement, alpha)
    if find(disagreement) < target:
        return None
    return float(optimize.brentq(lambda difference: find(difference) - target, 0.0, disagreement, xtol=1e-7))


def _power_by_difference(
    test: str, facts: DesignFacts, disagreement: float, alpha: float
) -> Callable[[float], float]:
    train, validation = facts.n_train or 0.0, facts.n_validation or 0.0
    if test == "mcnemar_exact":
        return difference_power(round(facts.pairs * validation), disagreement, alpha)
    power_of, sd = FOLD_POWERS[test], math.sqrt(disagreement / validation)
    return lambda difference: power_of(facts, validation / train, difference / sd, alpha)


FOLD_POWERS: Mapping[str, Callable[[DesignFacts, float, float, float], float]] = {
    "paired_t": lambda facts, _ratio, effect, alpha: power("paired_t", facts.pairs, effect, alpha),
    "corrected_t": lambda facts, ratio, effect, alpha: power(
        "corrected_t", facts.pairs, effect, alpha, ratio=ratio
    ),
    "5x2_f": lambda facts, _ratio, effect, alpha: f_power(
        facts.replicates, effect, (2.0 * facts.replicates, float(facts.replicates)), alpha
    ),
    "balanced_5x2_f": lambda facts, _ratio, effect, alpha: f_power(
        facts.replicates, effect, (7.0, 5.0), alpha
    ),
    "blocked_3x2_t": lambda facts, _ratio, effect, alpha: blocked_t_power(facts.replicates, effect, alpha),
}
"""Power by test: of the facts of a design, n_validation/n_train, the effect in standard deviations, and α."""
