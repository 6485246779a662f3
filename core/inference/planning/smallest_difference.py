"""A design and the share of disagreements → the smallest difference it is likely to show (Nadeau & Bengio 2003)."""

import math

from scipy import optimize

from core.errors import InputError
from core.inference.declaration.checks import check_alpha
from core.inference.planning.power import power
from core.records import DesignFacts

TARGET = 0.8
"""The power that planning aims at where nothing else is asked for."""


def smallest_difference(
    facts: DesignFacts, disagreement: float, alpha: float = 0.05, target: float = TARGET
) -> float | None:
    """Smallest true difference of two error rates that the design's kind of test finds with a given power.

    One instance adds −1, 0 or +1 to the difference, so that over a validation set its variance is at most
    disagreement/n_validation. Pairs are judged by the corrected t test, or by the paired t test where training
    sets share no instances; a single pair, or pairs of one validation instance each, by McNemar's exact test.

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
        None where the design has no test, or where even the largest possible difference, all disagreement on one
        side, is not found.

    Raises
    ------
    InputError
        If a share is out of range or a size unknown.

    Reference: Nadeau & Bengio 2003; Mitchell ex. 5.4.
    """
    check_alpha(alpha)
    for name, share in (("disagreement", disagreement), ("target", target)):
        if not 0 < share < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {share!r}.", name)
    if facts.key == "bootstrap":
        return None

    def find(difference: float) -> float:
        return _power(facts, disagreement, difference, alpha)

    if find(disagreement) < target:
        return None
    return float(optimize.brentq(lambda difference: find(difference) - target, 0.0, disagreement, xtol=1e-6))


def _power(facts: DesignFacts, disagreement: float, difference: float, alpha: float) -> float:
    if facts.n_train is None or facts.n_validation is None:
        raise InputError("the sizes of the training and validation sets are unknown.", "facts")
    if facts.pairs == 1 or facts.n_validation < 2:
        rates = ((disagreement + difference) / 2, (disagreement - difference) / 2)
        return power("mcnemar_exact", round(facts.pairs * facts.n_validation), rates, alpha)
    effect = difference / math.sqrt(disagreement / facts.n_validation)
    if facts.training_sets_overlap:
        return power("corrected_t", facts.pairs, effect, alpha, ratio=facts.n_validation / facts.n_train)
    return power("paired_t", facts.pairs, effect, alpha)
