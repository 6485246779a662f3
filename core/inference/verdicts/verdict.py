"""The verdict of one test on one input: numbers, and the words for them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np

from core.errors import NotApplicable
from core.inference.declaration.assumptions import USUAL_ALPHA, over_datasets
from core.inference.declaration.checks import check_alpha, check_level
from core.inference.declaration.entry import Check, Naming, TestEntry
from core.inference.declaration.inputs import check_one_experiment
from core.inference.declaration.number_words import plain
from core.inference.declaration.posterior import Posterior
from core.inference.distributions.continuous import Alternative, NullDistribution
from core.inference.distributions.discrete import Binomial
from core.inference.hypothesis_tests.bayesian import rank_posterior, student_posterior
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.hypothesis_tests.hierarchical import hierarchical_posterior
from core.inference.intervals.entry import Sides
from core.inference.verdicts import wording
from core.records import Array, DesignFacts, Interval, digest
from core.records.notebook import cell
from core.written import decimals_of, number, p_text, probability

SIDES: Mapping[Alternative, Sides] = {"two-sided": "two", "greater": "lower", "less": "upper"}


@dataclass(frozen=True, eq=False, repr=False)
class Verdict:
    """Outcome of a hypothesis test on one experiment.

    Attributes
    ----------
    key : str
        Key of the test in `TESTS`.
    alternative : "two-sided", "less" or "greater"
    inputs : dict
        The inputs as they were judged, checked and converted.
    statistic : float or None
        ±∞ where only the variance estimate is zero; None where there is none at all.
    p_value : float or None
        None where the test cannot judge; `undefined` then says why.
    undefined : str or None
    terms : dict
        Named intermediate values: floats, and arrays over folds or replicates.
    naming : Naming
        Names of learners and measure, facts of the design, notes.
    """

    key: str
    alternative: Alternative
    inputs: Mapping[str, Any]
    statistic: float | None
    p_value: float | None
    undefined: str | None
    terms: Mapping[str, Any]
    naming: Naming = field(default_factory=Naming)

    def __repr__(self) -> str:
        return f"Verdict({self.title}: {self.numbers()})"

    def _repr_html_(self) -> str:
        return cell(self.sentence())

    @property
    def entry(self) -> TestEntry:
        """The declared test."""
        return TESTS[self.key]

    @property
    def pvalue(self) -> float | None:
        """The same as `p_value`, under SciPy's name."""
        return self.p_value

    @property
    def title(self) -> str:
        """Name of the test."""
        return self.entry.title

    @property
    def measure(self) -> str:
        """Key of the measure that the test judges, which may be another than is looked at; empty if nobody knows."""
        known = "" if self.entry.measures == "loss" else self.entry.measures
        return self.naming.measure or known

    @property
    def letter(self) -> str:
        """The letter of the statistic in print, which may be another one where the test has one side."""
        return str(self.terms.get("letter", self.entry.letter))

    @property
    def df_words(self) -> str:
        """The degrees of freedom as in print; empty without any."""
        given = self.df if isinstance(self.df, tuple) else (self.df,)
        return ", ".join(number(value) for value in given if value is not None)

    @property
    def statistic_words(self) -> str:
        """Statistic and degrees of freedom as in print: ``t(9) = 2.065``; what has no variance is undefined."""
        inside = f"({self.df_words})" if self.df_words else ""
        if self.statistic is None or self.has_no_variance:
            return f"{self.letter}{inside} undefined"
        written = self.written(self.statistic)
        return f"{self.letter}{inside} {'' if written[0] in '<>' else '= '}{written}"

    @property
    def has_no_variance(self) -> bool:
        """Whether the statistic is ±∞ only because a number is divided by zero: nothing is to be read from that."""
        return self.p_value is None and self.statistic is not None and bool(np.isinf(self.statistic))

    def written(self, value: float) -> str:
        """A value of the statistic, in the unit of the measure where it is a difference of it."""
        if self.entry.is_p:
            return p_text(value)
        return self.amount(value) if self.entry.of_measure else number(value)

    def amount(self, difference: float) -> str:
        """A difference of scores in the unit of what the test compares: points where it counts errors."""
        return wording.amount(difference, self.entry, self.naming, full=False)

    @property
    def axis_factor(self) -> float:
        """What values of the statistic are multiplied by where they are drawn: differences of rates stand in points."""
        in_points = self.entry.of_measure and wording.told_in_points(self.entry, self.naming)
        return 100.0 if in_points else 1.0

    def on_axis(self, values: Iterable[float]) -> list[float]:
        """Values of the statistic as they are drawn."""
        return [self.axis_factor * value for value in values]

    @property
    def drawn(self) -> float | None:
        """Where this experiment falls on `null`: the statistic, or the count that it comes from; None if undefined."""
        if self.has_no_variance:
            return None
        found: float | None = self.values[self.entry.drawn]
        return found

    @property
    def df(self) -> float | tuple[float, float] | None:
        """Degrees of freedom, two for an F test."""
        if "df1" in self.terms:
            return self.terms["df1"], self.terms["df2"]
        return self.terms.get("df")

    @property
    def estimate(self) -> float:
        """The estimate that the test judges, first minus second."""
        return float(self.terms["estimate"])

    @property
    def never_differ(self) -> bool:
        """Whether all differences are zero."""
        return bool(self.terms.get("never", False))

    @property
    def values(self) -> dict[str, Any]:
        """Inputs, terms, statistic and p-value by name: what formulas and sentences are filled with."""
        return {**self.inputs, **self.terms, "statistic": self.statistic, "p_value": self.p_value}

    @cached_property
    def fingerprint(self) -> str:
        """Sha256 over the test, its inputs and the names: all that the verdict and its words follow from."""
        inputs = sorted(self.inputs.items())
        names = asdict(replace(self.naming, facts=None))
        return digest(self.key, self.alternative, inputs, repr(self.naming.facts), repr(names))

    @property
    def checks(self) -> tuple[Check, ...]:
        """The assumptions, each held against this input, at α = .05."""
        return self.checks_at()

    def checks_at(self, alpha: float = USUAL_ALPHA) -> tuple[Check, ...]:
        """The assumptions, each held against this input: so few signs that none could reject are too few at `alpha`.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        beside = {"alternative": self.alternative, "shared": self.naming.shared, "alpha": alpha}
        values, taken = {**self.values, **beside}, self.entry.assumptions
        held = over_datasets(taken) if self.naming.over_datasets else taken
        return tuple(item.check(values, self.naming.facts) for item in held)

    @property
    def unmet(self) -> tuple[Check, ...]:
        """The assumptions that do not hold on this input, at α = .05."""
        return self.unmet_at()

    def unmet_at(self, alpha: float = USUAL_ALPHA) -> tuple[Check, ...]:
        """The assumptions that do not hold on this input at `alpha`."""
        return tuple(check for check in self.checks_at(alpha) if check.holds is False)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the evidence on the way."""
        return self.naming.notes

    @cached_property
    def null(self) -> NullDistribution:
        """Distribution of the statistic if only luck were at work."""
        return self.entry.null(self.values, self.alternative)

    def rejects(self, alpha: float = 0.05) -> bool:
        """Whether p ≤ α; never where the test cannot judge.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        return self.p_value is not None and self.p_value <= alpha

    def critical_values(self, alpha: float = 0.05) -> tuple[float, ...]:
        """Boundaries of the rejection region, left to right; empty where nothing can be rejected.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        return self.null.critical_values(alpha, self.alternative)

    def region(self, alpha: float = 0.05) -> tuple[tuple[Array, Array], ...]:
        """Pieces of the rejection region as (values, densities), for shading under `null.curve()`.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        return self.null.region(alpha, self.alternative)

    def as_extreme(self) -> tuple[tuple[float, float], ...]:
        """Stretches of values of the statistic that are as extreme as this one: their probability is p.

        A mid-p-value counts half of the observed outcome only, see `half_counted`; where p counts the smaller tail
        twice, it is that tail. Of a long list of outcomes, which is drawn in bins: the bins whose centres are as
        extreme.
        """
        if self.p_value is None:
            return ()
        level = min(1.0, self.p_value * (1 + 1e-9))
        if not self.null.discrete:
            return self.null.tails(level, self.alternative)
        pieces = self.null.region(level, self.alternative)
        return tuple((float(values[0]), float(values[-1])) for values, _ in pieces)

    @property
    def half_counted(self) -> tuple[float, ...]:
        """Values as extreme of whose probability p counts half: the observed one of a mid-p-value, and its opposite."""
        null, observed = self.null, self.drawn
        if observed is None or not isinstance(null, Binomial) or not null.mid:
            return ()
        if self.alternative != "two-sided":
            return (observed,)
        opposite = float(null.n - observed)
        return () if opposite == observed else (observed, opposite)

    def confidence_interval(self, level: float = 0.95) -> Interval:
        """Interval for `estimate`, as computed, not clipped; one side open for a one-sided alternative.

        Raises
        ------
        NotApplicable
            If the test has no interval.
        """
        check_level(level)
        entry = self.entry
        if entry.bounds is None:
            raise NotApplicable(f"{entry.title} has no interval.", "confidence_interval")
        low, high = entry.bounds(self.values, level, SIDES[self.alternative])
        return Interval(
            float(low), float(high), level, entry.interval_title, self._interval_caution(low, high)
        )

    def _interval_caution(self, low: float, high: float) -> str:
        if np.isnan(low):
            return f"The interval is {wording.EMPTY}."
        if self.undefined:
            return self.undefined
        if not self.never_differ or low != high:
            return ""
        never = wording.fill_words(self.entry.never_differ, self.values).partition(":")[0].rstrip(".")
        head = wording.held_against(never, self.entry, self.naming)
        return f"{head}, so the interval has no width."

    def named(
        self,
        first: str,
        second: str = "",
        measure_title: str = "",
        *,
        lower_is_better: bool | None = None,
        rate: bool = False,
        unit: str = "",
        facts: DesignFacts | None = None,
    ) -> "Verdict":
        """Give the learners, and the measure, the names that sentences use.

        Parameters
        ----------
        first, second : str
        measure_title : str
        lower_is_better : bool, optional
            Of the measure: who is better can be said only where it is known.
        rate : bool
            Whether the measure is known to be a proportion, written in per cent.
        unit : str
            Of another measure.
        facts : DesignFacts, optional
            The design that the scores come from.
        """
        known = self.naming
        naming = replace(
            known,
            first=first,
            second=second or known.second,
            measure_title=measure_title or known.measure_title,
            lower_is_better=known.lower_is_better if lower_is_better is None else lower_is_better,
            rate=known.rate or rate,
            unit=unit or known.unit,
            facts=facts or known.facts,
        )
        undefined = None if self.undefined is None else wording.why_undefined(self.entry, self.values, naming)
        return replace(self, naming=naming, undefined=undefined)

    def formula_steps(self) -> tuple[str, ...]:
        """The formula, and the same with these numbers in it, as LaTeX lines."""
        formula, *steps = self.entry.lines(self.alternative)
        if self.never_differ and self.undefined is None:
            return formula, r"\text{Nothing differs: } p = 1"
        undefined = {"statistic": None} if self.has_no_variance else {}
        return formula, *wording.fill_tex(steps, {**self.values, **undefined})

    @property
    def about(self) -> str:
        """Whom the verdict is about, in a sentence."""
        return wording.about_words(self.entry, self.naming)

    def rejects_only_alone(self, alpha: float = 0.05, adjusted: float | None = None) -> bool:
        """Whether H0 is rejected, but not by the p-value adjusted for all pairs; equivalence is no claim about luck."""
        if adjusted is None or self.entry.speaks == "equivalence":
            return False
        return self.rejects(alpha) and adjusted > alpha

    def sentence(self, alpha: float = 0.05, adjusted: float | None = None) -> str:
        """Say who is better, whether luck explains it, and whom the verdict is about.

        Parameters
        ----------
        alpha : float
        adjusted : float, optional
            The p-value adjusted for all pairs, where the two learners are one of several.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        return wording.sentence(
            self.entry,
            self.values,
            self._told_beside_its_own(alpha).naming,
            self.alternative,
            alpha,
            undefined=self.undefined,
            decidable=self.decidable(alpha),
            only_alone=self.rejects_only_alone(alpha, adjusted),
        )

    def told_beside(self, interval: Interval | None) -> "Verdict":
        """The same, its estimate written to as many decimals as this interval of it."""
        if interval is None:
            return self
        rates = wording.told_in_points(self.entry, self.naming)
        places = decimals_of(interval.low, interval.high, rates=rates, at=self.estimate)
        return replace(self, naming=replace(self.naming, places=places))

    def _told_beside_its_own(self, alpha: float) -> "Verdict":
        """Beside the interval that belongs to the verdict at this level: 1 − 2α where equivalence is judged."""
        if self.undefined is not None or self.entry.bounds is None:
            return self
        twice = self.entry.speaks == "equivalence" and alpha < 0.5
        return self.told_beside(self.confidence_interval(1 - (2 * alpha if twice else alpha)))

    @property
    def least_p_value(self) -> float | None:
        """The smallest p of any outcome of so much evidence; None where the test cannot judge."""
        return None if self.p_value is None else min(self.p_value, self.null.least_p_value(self.alternative))

    def decidable(self, alpha: float = 0.05) -> bool:
        """Whether any outcome of so much evidence could reject."""
        return self.rejects(alpha) or self.null.least_p_value(self.alternative) <= alpha

    def paragraph(self, alpha: float = 0.05, beside: str = "", adjusted: float | None = None) -> str:
        """Write the verdict as a report does: test, statistic, p-value, interval, words, doubts.

        Parameters
        ----------
        alpha : float
        beside : str, optional
            A sentence that belongs behind the interval.
        adjusted : float, optional
            As in `sentence`.
        """
        sentence = self.sentence(alpha, adjusted)
        parts = [f"{self.title} ({self.entry.citation}): {self.numbers(alpha)}.", sentence]
        if self.entry.bounds is not None and self.undefined is None:
            points = wording.points_after(sentence)
            found = self.confidence_interval(1 - alpha)
            naming = self.told_beside(found).naming
            parts.append(
                wording.interval_sentence(
                    self.entry, self.values, naming, self.alternative, found, points=points
                )
            )
        parts += [beside] * bool(beside)
        parts += [check.not_met for check in self.unmet_at(alpha)]
        return " ".join([*parts, *self.notes])

    def numbers(self, alpha: float | None = None) -> str:
        """Write statistic, degrees of freedom and p-value as in print: ``t(9) = 2.065, p = .069``.

        Given `alpha`, p has as many decimals as show on which side of it p lies. Where the statistic is a p-value
        itself, both say what they are.
        """
        p = "undefined" if self.p_value is None else probability(self.p_value, alpha)
        if self.entry.is_p:
            return f"statistic: {self.statistic_words}; p of this test {p}"
        return f"{self.statistic_words}, p {p}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; infinite numbers are written as words."""
        checks = [
            {"code": check.code, "title": check.title, "holds": check.holds, "sentence": check.sentence}
            for check in self.checks
        ]
        values = {
            "key": self.key,
            "title": self.title,
            "reference": self.entry.citation,
            "alternative": self.alternative,
            "first": self.naming.first,
            "second": self.naming.second,
            "measure": self.naming.measure_title,
            "statistic": self.statistic,
            "p_value": self.p_value,
            "undefined": self.undefined,
            "df": self.df,
            "estimate": self.estimate,
            "inputs": dict(self.inputs),
            "terms": dict(self.terms),
            "checks": checks,
            "notes": list(self.notes),
        }
        return {name: plain(value) for name, value in values.items()}


@overload
def run_test(
    key: Literal["bayesian_t", "bayesian_signed_rank", "bayesian_hierarchical"],
    alternative: Alternative = ...,
    **inputs: Any,
) -> Posterior: ...


@overload
def run_test(key: str, alternative: Alternative = ..., **inputs: Any) -> Verdict: ...


def run_test(key: str, alternative: Alternative = "two-sided", **inputs: Any) -> Verdict | Posterior:
    """Judge one experiment by the test of this key.

    Parameters
    ----------
    key : str
        A key of `TESTS`.
    alternative : "two-sided", "less" or "greater"
        About score(1) − score(2), or about the rate and p0.
    **inputs
        What the test needs, by name; lists, tuples, Series and arrays.

    Returns
    -------
    Verdict
        A `Posterior` for the Bayesian entries.

    Raises
    ------
    InputError
        If an input is missing, unknown or out of range; names the argument.
    NotApplicable
        If the test has no one-sided form.

    Examples
    --------
    >>> run_test("corrected_t", a=[4, 0] * 5, b=[0] * 10, n_train=90, n_validation=10).numbers()
    't(9) = 2.065, p = .069'
    """
    return answer(key, inputs, alternative, Naming())


def answer(
    key: str, given: Mapping[str, Any], alternative: Alternative, naming: Naming
) -> Verdict | Posterior:
    """Judge one experiment: a verdict, or a posterior for the Bayesian entries.

    Parameters
    ----------
    key, given, alternative, naming
        As in `judge`.
    """
    entry = TESTS[key]
    if entry.question != "bayesian":
        return judge(key, given, alternative, naming)
    entry.check_alternative(alternative)
    return _POSTERIORS[key](given, naming)


_POSTERIORS: Mapping[str, Callable[[Mapping[str, Any], Naming], Posterior]] = {
    "bayesian_t": student_posterior,
    "bayesian_signed_rank": rank_posterior,
    "bayesian_hierarchical": hierarchical_posterior,
}


def judge(key: str, given: Mapping[str, Any], alternative: Alternative, naming: Naming) -> Verdict:
    """Judge one experiment.

    Parameters
    ----------
    key : str
        A key of `TESTS`.
    given : mapping
        Inputs by name.
    alternative : "two-sided", "less" or "greater"
    naming : Naming
        Of learners and measure.

    Raises
    ------
    InputError
        If an input is missing, of the wrong shape or out of range; the message names it.
    NotApplicable
        If the statistic has no sign and one side is asked.
    """
    entry = TESTS[key]
    entry.check_alternative(alternative)
    inputs = entry.prepare(given)
    check_one_experiment(entry.needs, inputs)
    inputs = {name: _single(value) for name, value in inputs.items()}
    result = entry.function(alternative, {name: _array(value) for name, value in inputs.items()})
    terms = {name: _single(value) for name, value in result.terms.items()}
    statistic, p, defined = float(result.statistic), float(result.p_value), bool(result.defined)
    undefined = None
    if not defined:
        undefined = wording.why_undefined(entry, {**inputs, **terms}, naming)
    return Verdict(
        key=key,
        alternative=alternative,
        inputs=inputs,
        statistic=None if np.isnan(statistic) else statistic,
        p_value=p if defined else None,
        undefined=undefined,
        terms=terms,
        naming=naming,
    )


def _single(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic) and value.ndim == 0:
        return value.item()
    return value


def _array(value: Any) -> Any:
    return np.asarray(value) if isinstance(value, float | int) and not isinstance(value, bool) else value
