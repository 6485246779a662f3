"""What a declared hypothesis test has: its question, formula, null distribution, checks, examples and function."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from core.designs import units_by
from core.entries import Entry
from core.errors import InputError, NotApplicable, check_one_of
from core.inference.declaration.batches import blocks, joined
from core.inference.declaration.inputs import Need, converted, prepare
from core.inference.declaration.suitability import FoldRules
from core.inference.distributions.continuous import Alternative, NullDistribution
from core.names import in_a_headline
from core.records import Array, DesignFacts
from core.written import in_points, number, to_places

Terms = Mapping[str, Any]
Question = Literal["one_learner", "two_learners", "many_learners", "many_datasets", "bayesian"]
Target = Literal["h", "L", "S"]
Takes = Literal["one", "two", "several"]
Bounds = tuple[float, float]

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "less", "greater")

TARGETS: Mapping[Target, str] = {
    "h": "these classifiers as trained, their training sets taken as fixed",
    "L": "the learners, trained on sets of the size that was used",
    "S": "the learners on subsets of this data set",
}
OF_ONE: Mapping[Target, str] = {
    "h": "this classifier as trained, its training set taken as fixed",
    "L": "the learner, trained on sets of the size that was used",
    "S": "the learner on subsets of this data set",
}


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Outcome of a test over any number of experiments.

    Attributes
    ----------
    statistic : array
        ±∞ where the variance estimate is zero and the estimate is not.
    p_value : array
        NaN where not `defined`.
    defined : bool array
    terms : dict
        Named intermediate values; always `estimate`.
    """

    statistic: Array
    p_value: Array
    defined: Array
    terms: dict[str, Any]


@dataclass(frozen=True)
class Check:
    """An assumption held against one input: `holds` is None where the input cannot tell."""

    code: str
    title: str
    holds: bool | None
    sentence: str

    @property
    def not_met(self) -> str:
        """That it does not hold, and why, as everything that tells of a verdict says it."""
        return f"Not met: {self.title}. {self.sentence}"


@dataclass(frozen=True)
class Assumption:
    """What a test takes for granted, and how an input is held against it.

    `judge` takes the test's inputs and terms and the facts of the design (or None) and gives whether the
    assumption holds (None: cannot tell) with a sentence. `other_names` are what else people call it.
    """

    code: str
    title: str
    judge: Callable[[Terms, DesignFacts | None], tuple[bool | None, str]]
    other_names: tuple[str, ...] = ()

    def check(self, terms: Terms, facts: DesignFacts | None) -> Check:
        """Hold the assumption against one input."""
        holds, sentence = self.judge(terms, facts)
        return Check(self.code, self.title, holds, sentence)


@dataclass(frozen=True)
class Example:
    """A worked example: inputs, and numbers as they are printed in the source.

    `expected` maps ``statistic``, ``p_value``, ``critical`` (the largest critical value at `alpha`), ``low``,
    ``high`` (the interval at level 1 − α) or the name of a term to the printed text.
    """

    inputs: Mapping[str, Any]
    expected: Mapping[str, str]
    source: str
    alternative: Alternative = "two-sided"
    alpha: float = 0.05


@dataclass(frozen=True, kw_only=True)
class TestEntry(Entry):
    r"""A hypothesis test, declared once; verdicts, pages, report and simulations derive from it.

    Attributes
    ----------
    question : Question
        Which page asks it.
    target : "h", "L" or "S"
        What a verdict is about: classifiers as trained, learners, learners on subsets of these data.
    parameter : str
        The quantity that the hypotheses speak of, in words.
    symbol : str
        The same as LaTeX.
    null_value : str
        The value under the null hypothesis: ``"0"``, or the name of the input that holds it.
    formula : str
        The statistic as LaTeX.
    letter : str
        The letter of the statistic in print: t, F, z, χ²; in words where the formula's would need a bar.
    of_measure : bool
        Whether the statistic is a difference of the measure itself, and is told in its unit.
    is_p : bool
        Whether the statistic is the p-value of another test, and is written as one.
    counts : str
        What the null distribution counts, in words, with a place «first» for the first learner; empty where the
        letter says enough.
    drawn : str
        Name of the value that is drawn on the null distribution: the statistic, or the count that it comes from.
    steps : tuple of str
        LaTeX lines whose places ``«name»`` are filled with the numbers of a verdict.
    one_sided : mapping of an alternative to a tuple of str
        Formula and steps where those of a one-sided p-value are others (see `one_sided_lines`).
    null_words : str
        The null distribution in words; of a Bayesian test, which has none, the posterior.
    needs : tuple of Need
        Inputs.
    signed : bool
        Whether the statistic has a sign, so that one-sided alternatives exist.
    continuous : bool
        Whether the p-value can take any value, so that it is uniform under H0 and the test's own model.
    assumptions : tuple of Assumption
    cautions : tuple of str
    examples : tuple of Example
    duality : tuple of alternatives
        Those for which p ≤ α exactly when the null value lies outside the interval; empty where never.
    interval_title : str
        Name of the verdict's interval; empty where there is none.
    estimate_title : str
        What the estimate is called that the test and its interval go by, where it is not the mean difference, which
        the sentences tell and the term ``mean_difference`` holds; empty where it is.
    measures : "error", "loss", "auc" or ""
        What the inputs measure; empty where the evidence says it.
    speaks : "difference", "rate", "disagreement", "equivalence" or "several"
        How a sentence tells the effect.
    basis : str
        What the judgement rests on, with places ``«name»``: "over «pairs» folds".
    function : callable
        ``(alternative, inputs) → Evaluation``, vectorised over leading axes.
    null : callable
        ``(terms, alternative) → NullDistribution``.
    bounds : callable or None
        ``(terms, level, sides) → (low, high)``.
    check : callable or None
        Raises `InputError` where inputs contradict one another.
    never_differ, undefined : str
        Sentences for the two degenerate cases, with places ``«name»``.
    folds : FoldRules
        What the test is worth on folds of each kind, by which the advice lists it; empty for tests on instances.
    instances : str
        Why a test on instances is valid where every instance was predicted once on a hold-out.
    doubt : callable or None
        ``(inputs, paired) → sentence`` of what speaks against a test on these instances; empty where nothing does.
    prefers : callable or None
        ``inputs → sentence`` of why it is the test to use on these instances; empty where another one is.
    """

    __test__: ClassVar[bool] = False  # pytest collects classes named Test…

    question: Question
    target: Target
    parameter: str
    symbol: str
    null_value: str = "0"
    formula: str
    letter: str = "t"
    of_measure: bool = False
    is_p: bool = False
    counts: str = ""
    drawn: str = "statistic"
    steps: tuple[str, ...]
    one_sided: Mapping[Alternative, tuple[str, ...]] = field(default_factory=dict)
    null_words: str
    needs: tuple[Need, ...]
    signed: bool = True
    continuous: bool = True
    assumptions: tuple[Assumption, ...] = ()
    cautions: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    duality: tuple[Alternative, ...] = ALTERNATIVES
    interval_title: str = ""
    estimate_title: str = ""
    measures: Literal["", "error", "loss", "auc"] = ""
    speaks: Literal["difference", "rate", "disagreement", "equivalence", "several"] = "difference"
    basis: str = ""
    function: Callable[[Alternative, Mapping[str, Any]], Evaluation]
    null: Callable[[Terms, Alternative], NullDistribution]
    bounds: Callable[[Terms, float, str], Bounds] | None = None
    check: Callable[[Mapping[str, Any]], None] | None = None
    never_differ: str = "The two never differ."
    undefined: str = "The variance estimate is zero; this test cannot judge."
    folds: FoldRules = field(default_factory=dict)
    instances: str = "One prediction per instance."
    doubt: Callable[[Mapping[str, Any], bool], str] | None = None
    prefers: Callable[[Mapping[str, Any]], str] | None = None

    @property
    def about(self) -> str:
        """What a verdict is about, in words; losses are also those of regressors."""
        words = (OF_ONE if self.takes == "one" else TARGETS)[self.target]
        return words.replace("classifiers", "models") if self.measures == "loss" else words

    @property
    def takes(self) -> Takes:
        """How many learners it judges: one against p0, a pair, or several at once."""
        if self.question == "one_learner":
            return "one"
        return "several" if any(need.kind == "table" for need in self.needs) else "two"

    @property
    def by_group(self) -> bool:
        """Whether it can take groups of instances whole."""
        return any(need.name == "groups" for need in self.needs)

    @property
    def by_dataset(self) -> bool:
        """Whether it takes the folds of several data sets."""
        return any(need.kind == "nested" for need in self.needs)

    @property
    def needs_sizes(self) -> bool:
        """Whether it cannot do without the sizes of training and validation sets."""
        return any(need.name == "n_train" and not need.optional for need in self.needs)

    @property
    def shows_equivalence(self) -> bool:
        """Whether it asks not if two differ, but if they differ by less than matters."""
        return self.speaks == "equivalence"

    def lines(self, alternative: Alternative) -> tuple[str, ...]:
        """The formula and its steps for this alternative, as LaTeX lines with places ``«name»``."""
        return self.one_sided.get(alternative, (self.formula, *self.steps))

    def prepare(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check and convert inputs; raises `InputError` naming the argument."""
        inputs = prepare(self.needs, given, self.title)
        if self.check is not None:
            self.check(inputs)
        return inputs

    def check_gathered(self, gathered: Mapping[str, Any]) -> None:
        """Check what evidence gives, before anything is given by hand; raises what `check` does."""
        if self.check is not None:
            self.check(converted(self.needs, gathered))

    def evaluate(self, alternative: Alternative = "two-sided", **arrays: Any) -> Evaluation:
        """Judge any number of experiments at once.

        Parameters
        ----------
        alternative : "two-sided", "less" or "greater"
        **arrays
            The inputs in `needs`; fold scores have the shape (…, replicates, folds).

        Returns
        -------
        Evaluation
            Arrays over the leading axes.
        """
        self.check_alternative(alternative)
        try:
            parts = [self.function(alternative, self.prepare(part)) for part in blocks(self.needs, arrays)]
        except InputError:
            self.prepare(arrays)  # names the place in the whole instead of in a block
            raise
        return parts[0] if len(parts) == 1 else _joined(parts)

    def check_alternative(self, alternative: str) -> None:
        """Check an alternative hypothesis.

        Raises
        ------
        InputError
            If the word is unknown.
        NotApplicable
            If it has one side and the statistic no sign.
        """
        check_one_of(alternative, ALTERNATIVES, "alternative")
        if alternative != "two-sided" and not self.signed:
            raise NotApplicable(
                f"{self.title} has no one-sided form: the statistic has no sign.",
                "alternative",
                "Use alternative='two-sided', or a test whose statistic has a sign.",
            )

    def h0(self, alternative: Alternative = "two-sided") -> str:
        """Write the null hypothesis as a sentence."""
        return f"{self.parameter} {_RELATIONS[self._claim(alternative)].h0} {self._null_words}."

    def h1(self, alternative: Alternative = "two-sided") -> str:
        """Write the alternative, the claim that one wants to support, as a sentence."""
        return f"{self.parameter} {_RELATIONS[self._claim(alternative)].h1} {self._null_words}."

    @property
    def _null_words(self) -> str:
        return "ρ, the largest that does not matter" if self.shows_equivalence else self.null_value

    def _claim(self, alternative: Alternative) -> str:
        """What H1 says of the parameter.

        Of equivalence, that its size is less than what matters; of several learners, whose range or variance cannot be
        less than zero, that it is more.
        """
        return {"equivalence": "less", "several": "any"}.get(self.speaks, alternative)

    def hypotheses(self, alternative: Alternative = "two-sided") -> tuple[str, str]:
        """Write H0 and H1 as LaTeX."""
        relation = _RELATIONS[self._claim(alternative)]
        value = {"0": "0", "p0": "p_0", "rope": r"\rho", "½": r"\tfrac12"}[self.null_value]
        return f"H_0: {self.symbol} {relation.sign0} {value}", f"H_1: {self.symbol} {relation.sign1} {value}"


class _Relation(NamedTuple):
    """How a parameter stands to its null value by H0 and by H1: in words, and as LaTeX."""

    h0: str
    h1: str
    sign0: str
    sign1: str


_RELATIONS = {
    "two-sided": _Relation("equals", "differs from", "=", r"\ne"),
    "less": _Relation("is at least", "is less than", r"\ge", "<"),
    "greater": _Relation("is at most", "is greater than", r"\le", ">"),
    "any": _Relation("equals", "is greater than", "=", ">"),
}


def one_sided_lines(*lines: str) -> dict[Alternative, tuple[str, ...]]:
    """Formula and steps of both one-sided alternatives; ⋚ becomes ≥ or ≤, towards the side that speaks against H0."""
    relations: dict[Alternative, str] = {"greater": r"\ge", "less": r"\le"}
    return {side: tuple(line.replace("⋚", sign) for line in lines) for side, sign in relations.items()}


def _joined(parts: list[Evaluation]) -> Evaluation:
    """One evaluation of the experiments of all blocks."""
    size = len(parts[0].statistic)
    names = ("statistic", "p_value", "defined")
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    terms = {name: joined([part.terms[name] for part in parts], size) for name in parts[0].terms}
    return Evaluation(**arrays, terms=terms)


_UNITS = {"percent": " %", "%": " %"}


class Shared(NamedTuple):
    """Of which instances the measure is a share, where that is not all of a validation set.

    Attributes
    ----------
    words : str
        What they are: "called positive".
    fewest : int or None
        How many, in the fold where they are fewest; None where no predictions are there to be counted.
    """

    words: str
    fewest: int | None


@dataclass(frozen=True)
class Naming:
    """What a verdict calls its learners and its measure.

    Attributes
    ----------
    first, second : str
    measure : str
        Key of the measure; empty when unknown.
    measure_title : str
    lower_is_better : bool or None
        None when unknown: the sentence then says which has the lower scores.
    unit : str
    rate : bool
        Whether the measure is a proportion, told in percentage points.
    facts : DesignFacts or None
        The design that the evidence came from.
    notes : tuple of str
        What was done on the way: folds dropped, sizes assumed.
    caution : str
        Why the advice lists the test with caution on this evidence; empty where it does not.
    over_datasets : bool
        Whether what is judged are independent data sets, by one score or the mean of the folds of each.
    places : int or None
        Decimals of an estimate, so many as the interval beside it has; four digits, or two decimals of rates without
        zeros behind them, where there is none.
    shared : Shared or None
        Where the measure is a share of fewer than a validation set holds.
    among : tuple of str
        All learners of the results, so that long names of the two are shortened as in verdicts on the others.
    """

    first: str = "the first learner"
    second: str = "the second learner"
    measure: str = ""
    measure_title: str = "score"
    lower_is_better: bool | None = None
    unit: str = ""
    rate: bool = False
    facts: DesignFacts | None = None
    notes: tuple[str, ...] = field(default=())
    caution: str = ""
    over_datasets: bool = False
    places: int | None = None
    shared: Shared | None = None
    among: tuple[str, ...] = field(default=(), repr=False)

    @property
    def shortly(self) -> tuple[str, str]:
        """Both names as they stand where a verdict is short."""
        first, second = in_a_headline((self.first, self.second), self.among)
        return first, second

    @property
    def judged_on(self) -> str:
        """What each difference is of: a fold, a cut, a data set."""
        return "data set" if self.over_datasets else units_by(self.facts).removesuffix("s")

    @property
    def unit_words(self) -> str:
        """The unit of the measure behind a number; empty where it has none."""
        return _UNITS.get(self.unit, f" {self.unit}" if self.unit else "")

    def amount(self, size: float, *, full: bool = True) -> str:
        """Write a difference: percentage points for rates, else the measure's unit.

        Parameters
        ----------
        size : float
            May be negative.
        full : bool
            Whether percentage points are named in full, as where a statement first speaks of them.
        """
        if self.rate:
            return in_points(size, self.places, full=full)
        text = number(size) if self.places is None else to_places(size, self.places)
        return f"{text}{self.unit_words}"
