"""What is believed of a difference after seeing the scores: three probabilities and their words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from core.errors import InputError, NotApplicable
from core.inference.declaration.assumptions import at_least
from core.inference.declaration.entry import Naming, Terms
from core.inference.declaration.inputs import Need, as_numbers
from core.inference.declaration.number_words import plain
from core.inference.declaration.suitability import FoldRule, FoldRules, Rule
from core.inference.distributions.continuous import Alternative, NullDistribution
from core.records import Interval
from core.written import LEAST_WRITTEN, PERCENT, likely

DEFAULT_ROPE = 0.01
ROPE = Need("rope", "nonnegative", "largest difference that does not matter in practice", optional=True)


@dataclass(frozen=True, eq=False, kw_only=True)
class Posterior:
    """Probabilities that either learner is practically better, or that the two are equivalent.

    Attributes
    ----------
    key : str
    rope : float
        Differences of at most this size do not matter in practice.
    p_left, p_rope, p_right : float or None
        P(d < −rope), P(−rope ≤ d ≤ rope), P(d > rope) for d = first − second; None where `undefined` says why.
    undefined : str or None
    about : str
        Whom the probabilities are about.
    inputs : dict
    naming : Naming
    """

    key: str
    rope: float
    p_left: float | None
    p_rope: float | None
    p_right: float | None
    undefined: str | None = None
    about: str
    inputs: Mapping[str, Any]
    naming: Naming = field(default_factory=Naming)

    @property
    def p_first(self) -> float | None:
        """Probability that the first learner is practically better (by lower scores unless said otherwise)."""
        return self.p_right if self.naming.lower_is_better is False else self.p_left

    @property
    def p_second(self) -> float | None:
        """Probability that the second learner is practically better."""
        return self.p_left if self.naming.lower_is_better is False else self.p_right

    @property
    def pairs(self) -> int:
        """Number of differences that count one by one."""
        return int(np.size(self.inputs["a"]))

    def interval(self, level: float = 0.95) -> Interval:
        """Interval that holds the mean difference with this probability."""
        raise NotImplementedError

    def with_rope(self, rope: float) -> "Posterior":
        """Judge the same scores with another region of practical equivalence."""
        raise NotImplementedError

    def details(self) -> dict[str, Any]:
        """What the distribution is made of, for `to_dict`."""
        raise NotImplementedError

    def sentence(self) -> str:
        """Say how probable it is that either is practically better, and whom that is about."""
        return self.probabilities if self.undefined else f"{self.probabilities} This is about {self.about}."

    @property
    def probabilities(self) -> str:
        """Say how probable it is that either is practically better."""
        if self.undefined is not None:
            return self.undefined
        few = few_pairs(self.pairs)
        return f"{self.outcomes()}{f' {few}' if few else ''}"

    def outcomes(self) -> str:
        """Say what the three probabilities are of."""
        one = self.naming.first
        subject = f"{one[:1].upper() if one.startswith('the ') else one[:1]}{one[1:]}"
        return likely_outcomes(subject, self.naming, (self.p_first, self.p_second, self.p_rope), self.rope)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        names = ("key", "rope", "p_left", "p_rope", "p_right", "undefined")
        values = {name: getattr(self, name) for name in names} | self.details()
        values |= {"first": self.naming.first, "second": self.naming.second, "inputs": dict(self.inputs)}
        return {name: plain(value) for name, value in values.items()}


class PosteriorOverDatasets(Posterior):
    """Shares of the draws in which either learner practically better, or equivalence, is the most probable outcome."""

    def outcomes(self) -> str:
        """Say that the probabilities are of what happens most often, not of what happens."""
        first, second, middle = percents((self.p_first, self.p_second, self.p_rope))
        return (
            f"The most frequent outcome is that {self.naming.first} is practically {_better(self.naming)} with "
            f"probability {first}, that {self.naming.second} is with probability {second}, and that they differ by no "
            f"more than {self.naming.amount(self.rope)} with probability {middle}."
        )


def likely_outcomes(subject: str, naming: Naming, probabilities: Sequence[float | None], rope: float) -> str:
    """Say how probable it is that either learner is practically better, or that the two are equivalent.

    Parameters
    ----------
    subject : str
        The first learner, and what may stand before it.
    naming : Naming
    probabilities : three floats
        That the first is practically better, that the second is, and that they are equivalent.
    rope : float
        Differences of at most this size do not matter in practice.
    """
    first, second, middle = percents(probabilities)
    return (
        f"{subject} is practically {_better(naming)} with probability {first}, {naming.second} with probability "
        f"{second}; with probability {middle} they differ by no more than {naming.amount(rope)}."
    )


def _better(naming: Naming) -> str:
    return "lower in score" if naming.lower_is_better is None else "better"


FEW_PAIRS = 10
"""Pairs below which a variance of the differences is known too badly to say how close two learners are."""


def few_pairs(pairs: int) -> str:
    """What to say of so few pairs; empty where there are enough."""
    return f"Fewer than {FEW_PAIRS} pairs say little: here {pairs}." if pairs < FEW_PAIRS else ""


ENOUGH_PAIRS = at_least("pairs", FEW_PAIRS, f"{FEW_PAIRS} pairs or more", "so few say little.")


def with_enough_pairs(rules: FoldRules) -> FoldRules:
    """The same rules of a test, none of them valid where the design has fewer than ten pairs."""

    def held(rule: FoldRule) -> FoldRule:
        if not isinstance(rule, Rule) or rule.status != "valid":
            return rule
        return lambda facts: (
            replace(rule, status="caution", reason=few_pairs(facts.pairs)) if few_pairs(facts.pairs) else rule
        )

    return {kind: rule if kind == "unknown" else held(rule) for kind, rule in rules.items()}


def percents(probabilities: Iterable[float | None]) -> list[str]:
    """Write the probabilities of all that can be in percent, so that what is read adds up to 100 %.

    None is written as certain or impossible: the model is not certain either. Beside one that is only bounded,
    ``< 0.1 %``, the others are rounded as they are: there is no sum to be read.

    Parameters
    ----------
    probabilities : n floats
        Their sum is 1.

    Returns
    -------
    list of n str
        Of tenths of a percent; those that are missing once all are cut off go to the largest remainders.
    """
    shares = np.array([p or 0.0 for p in probabilities])
    if shares.min() < LEAST_WRITTEN:
        return [likely(p) for p in shares]
    tenths = np.floor(1000 * shares)
    missing = round(1000 - tenths.sum())
    tenths[np.argsort(tenths - 1000 * shares, kind="stable")[:missing]] += 1
    return [f"{tenth / 10:.1f}{PERCENT}" for tenth in tenths]


def rope_for(given: Mapping[str, Any], naming: Naming) -> float | None:
    """The region asked for; .01 by default for rates, none for other measures.

    Raises
    ------
    InputError
        If it is more than one number.
    """
    if given.get("rope") is not None:
        asked = as_numbers(given["rope"], "rope")
        if asked.size != 1:
            raise InputError(f"must be one number; received {asked.size}.", "rope")
        return float(asked.item())
    if naming.measure:
        return DEFAULT_ROPE if naming.rate else None
    scores = np.concatenate([np.ravel(as_numbers(given.get(name, ()), name)) for name in ("a", "b")])
    return DEFAULT_ROPE if np.all((scores >= 0) & (scores <= 1)) else None


def check_rope(inputs: Mapping[str, Any]) -> None:
    """Check the region of practical equivalence.

    Raises
    ------
    InputError
        If it is missing: it has a default for proportions only.
    """
    if inputs["rope"] is None:
        raise InputError(
            "is needed: the largest difference that does not matter in practice.",
            "rope",
            f"For rates {DEFAULT_ROPE} (one percentage point) is usual.",
        )


def no_null(_terms: Terms, _alternative: Alternative) -> NullDistribution:
    """A posterior has no null distribution.

    Raises
    ------
    NotApplicable
        Always.
    """
    raise NotApplicable("a Bayesian analysis has no null distribution.", "null")
