"""The words for a verdict: who is better, whether luck explains it, whom it is about."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.designs import DESIGNS
from core.inference.declaration.entry import Naming, Terms, TestEntry
from core.inference.declaration.number_words import digits_beside, short, tex
from core.inference.distributions.continuous import Alternative
from core.records import DesignFacts, Interval
from core.written import (
    PERCENT,
    counted,
    decimals_of,
    ends,
    in_percent,
    level_text,
    measured,
    number,
    percent,
    probability,
    to_places,
)

PLACE = re.compile(r"«(\w+)»")
ALL = re.compile(r"\ball «(\w+)»")
TAKEN_FROM = re.compile(r"«(\w+)» - «(\w+)»")
IN_FORMULA = re.compile(r"((?:[-+/]|\\cdot) *)?«(\w+)»(\^)?")

OVER_DATASETS = "on data sets like these"
_ROWS = re.compile(r"\b(folds|rows)\b(?!»)")
_NAMES = ("Bayesian", "Wilcoxon")
"""What begins a title with a capital wherever it stands; names of people in the genitive, and two of them, are told."""
MOST_CAUTION = 90
"""Letters of a caution in a sentence; a longer one ends at its colon."""

ALONE = " for this pair alone"
"""Of a rejection that p adjusted for all pairs does not share."""
DIFFERENT = ": they are practically different"
"""What a test of equivalence says where the whole interval lies beyond what does not matter."""
POOLED = "the average of the models that the folds trained, their training sets taken as fixed"


def fill_tex(lines: Sequence[str], values: Terms) -> tuple[str, ...]:
    """Fill the places of LaTeX lines with numbers, so fine that what is taken from each other gives the result."""
    digits: dict[str, int] = {}
    for line in lines:
        for names in TAKEN_FROM.findall(line):
            first, second = (_number(values[name]) for name in names)
            for name, value in zip(names, (first, second), strict=True):
                digits[name] = max(digits.get(name, 0), digits_beside(value, first - second))

    def written(place: re.Match[str]) -> str:
        return _in_formula(place, tex(_number(values[place[2]]), digits.get(place[2], 4)))

    if values.get("p_value") == 0:  # no p is: it is less than a computer's smallest number
        lines = [line.replace("= «p_value»", "< 10^{-300}") for line in lines]
    return tuple(IN_FORMULA.sub(written, line) for line in lines)


def _in_formula(place: re.Match[str], number: str) -> str:
    """A number beside the operators around it, in brackets where they would take a part of it."""
    before, after = place[1] or "", place[3] or ""
    negative = number.startswith("-") and (before or after)
    power_of_ten = r"\cdot" in number and (before.startswith("/") or after)
    return f"{before}({number}){after}" if negative or power_of_ten else f"{before}{number}{after}"


def fill_words(line: str, values: Terms) -> str:
    """Fill the places of a sentence with numbers; all 2 are both."""
    line = ALL.sub(lambda place: "both" if values[place[1]] == 2 else place[0], line)
    return PLACE.sub(lambda place: _words(values[place[1]]), line)


def why_undefined(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say why a test cannot judge, scores and their differences in the unit of the measure."""

    def difference_words(value: float) -> str:
        return amount(value, entry, naming)

    def score_words(value: float) -> str:
        return score(value, entry, naming)

    write = {
        "estimate": score_words if entry.speaks == "rate" else difference_words,
        "mean_difference": difference_words,
        "mean_first": score_words,
        "mean_second": score_words,
    }
    told = {name: words(_number(values[name])) for name, words in write.items() if name in values}
    return fill_words(entry.undefined, {**values, **told, "judged_on": naming.judged_on})


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _words(value: Any) -> str:
    return value if isinstance(value, str) else short(_number(value))


def sentence(
    entry: TestEntry,
    values: Terms,
    naming: Naming,
    alternative: Alternative,
    alpha: float,
    *,
    undefined: str | None,
    decidable: bool,
    only_alone: bool = False,
) -> str:
    """Say what the verdict is: never that H0 is accepted, never that p is zero.

    Parameters
    ----------
    entry : TestEntry
    values : mapping
        Inputs, terms, statistic and p-value.
    naming : Naming
    alternative : str
    alpha : float
    undefined : str or None
        Why there is no verdict.
    decidable : bool
        Whether any outcome of so much evidence could reject.
    only_alone : bool
        Whether H0 is rejected for this pair by itself, and not beside the other pairs.
    """
    about = f"{about_words(entry, naming)}{caution_words(naming)}"
    if undefined is not None:
        return f"{undefined} {about}"
    p = float(values["p_value"])
    if values.get("never", False):
        words = held_against(fill_words(entry.never_differ, values), entry, naming)
        none = (
            "that does not show that there is none"
            if decidable
            else "so little evidence cannot speak for one"
        )
        return f"{words} Nothing speaks for a difference (p = 1); {none}. {about}"
    rejects = p <= alpha
    side = "" if alternative == "two-sided" else "one-sided "
    in_print = f"{side}p {probability(p, alpha)} {'≤' if rejects else '>'} α = {level_text(alpha)}"
    claim, after = conclusion(entry, values, naming, alternative, rejects, only_alone=only_alone)
    if entry.speaks == "equivalence" and beyond(values, alpha):
        level = in_percent(1 - 2 * alpha, ".6g")
        after = f" The whole {level} interval lies beyond what does not matter{DIFFERENT}."
    if not decidable:
        claim = f"{basis_words(entry, values, naming)}there is too little evidence for a verdict"
        after = f" {no_outcome(alpha)}"
    return f"{effect(entry, values, naming)}; {claim} ({in_print}).{after} {about}"


def no_outcome(alpha: float) -> str:
    """Say that a test could not reject whatever it were given."""
    return f"No outcome of so little could reject at α = {level_text(alpha)}."


def beyond(values: Terms, alpha: float) -> bool:
    """Whether one of two one-sided tests shows a difference larger than what does not matter.

    That is where the interval of level 1 − 2α lies outside the region.

    Parameters
    ----------
    values : mapping
        Terms of a test of equivalence.
    alpha : float
    """
    return alpha < 0.5 and 1 - max(float(values["p_low"]), float(values["p_high"])) < alpha


def effect(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say what was found, without a word on luck."""
    tell = {
        "difference": difference,
        "rate": rate,
        "disagreement": disagreement,
        "equivalence": equivalence,
        "several": several,
    }[entry.speaks]
    return tell(entry, values, naming)


def better(entry: TestEntry, values: Terms, naming: Naming, alternative: Alternative) -> str:
    """Say who is better where a rejection says so; empty where it only says that they differ.

    Parameters
    ----------
    entry : TestEntry
    values : mapping
        Terms of the verdict that rejects.
    naming : Naming
    alternative : str
    """
    lower = direction(entry, naming)
    if lower is None or not entry.signed or entry.speaks in ("several", "equivalence"):
        return ""
    sign = _seen(entry, values)
    if entry.speaks == "rate":
        above = {"greater": True, "less": False}.get(alternative, sign > 0)
        return f"{'Worse' if above == lower else 'Better'} than {reference(entry, naming)}"
    # wins on data sets, ranks and the one numerator of the 5×2 t test may contradict the mean of all
    if entry.speaks != "disagreement" and sign * values.get("mean_difference", values["estimate"]) <= 0:
        return ""
    return f"{_capital(naming.first if (sign < 0) == lower else naming.second)} is better"


def points_away(entry: TestEntry, values: Terms, alternative: Alternative) -> bool:
    """Whether what was seen lies on the other side of H0 than a one-sided alternative claims.

    Parameters
    ----------
    entry : TestEntry
    values : mapping
        Terms of the verdict.
    alternative : str
    """
    seen = _seen(entry, values)
    return seen < 0 if alternative == "greater" else seen > 0


def _seen(entry: TestEntry, values: Terms) -> float:
    """What the test goes by, less what H0 says: its sign tells who did better."""
    if entry.speaks == "disagreement":
        return float(values["e01"]) - float(values["e10"])
    if entry.speaks == "rate":
        return float(values["estimate"]) - float(values["p0"])
    return float(values["higher"] - values["lower"] if "higher" in values else values["estimate"])


def about_words(entry: TestEntry, naming: Naming) -> str:
    """Say whom the verdict is about."""
    return f"This is about {whom(entry, naming)}."


def whom(entry: TestEntry, naming: Naming) -> str:
    """Name those whom a verdict is about."""
    if naming.over_datasets or (entry.question == "many_datasets" and naming.facts is None):
        return f"{'the learners' if naming.second else 'the learner'} {OVER_DATASETS}"
    if entry.target != "h" or naming.facts is None or naming.facts.one_classifier:
        return entry.about
    if naming.facts.pooled and naming.facts.key is None:
        return f"{entry.about}; or, if they were cross-validated, about {POOLED}"
    return POOLED


def caution_words(naming: Naming) -> str:
    """Why the advice lists the test with caution, in a clause; the rest of the reason stands beside the advice."""
    if not naming.caution:
        return ""
    clause = naming.caution.partition("; ")[0]
    if len(clause) > MOST_CAUTION:
        clause = clause.partition(": ")[0]
    return (
        f" Caution: {clause[:1].lower() + clause[1:] if clause[1:2].islower() else clause}".rstrip(".") + "."
    )


def conclusion(
    entry: TestEntry,
    values: Terms,
    naming: Naming,
    alternative: Alternative,
    rejects: bool,
    *,
    only_alone: bool = False,
) -> tuple[str, str]:
    """Say whether luck explains the effect, and what follows from that.

    Parameters
    ----------
    entry, values, naming, alternative
        As in `sentence`.
    rejects : bool
    only_alone : bool
        As in `sentence`.
    """
    basis = basis_words(entry, values, naming)
    if entry.speaks == "equivalence":
        end = "they are equivalent in practice" if rejects else "equivalence is not shown"
        return f"{basis}{end}", "" if rejects else " That does not show that they differ."
    if rejects:
        return f"{basis}this is more than luck would explain{ALONE * only_alone}", ""
    if alternative == "two-sided":
        return f"{basis}luck alone could explain this, so H0 is not rejected", " That does not prove H0."
    claim = held_against(with_names(entry.h1(alternative)[:-1], naming), entry, naming)
    said = f"{basis}the claim that {claim[:1].lower()}{claim[1:]} is not supported"
    return said, " That does not refute it."


def with_names(text: str, naming: Naming) -> str:
    """Put the learners' names in a sentence about the first and the second."""
    text = text.replace("(first minus second)", f"({naming.first} minus {naming.second})")
    return text.replace("the first is", f"{naming.first} is").replace(
        "the first scores", f"{naming.first} scores"
    )


def basis_words(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say what the judgement rests on: ``with balanced 5×2 cross-validation ``."""
    facts = naming.facts
    if facts is not None and facts.key is not None and entry.target != "h":
        return f"with {design_words(facts)} "
    rests_on = _ROWS.sub("data sets", entry.basis) if naming.over_datasets else entry.basis
    return f"{fill_words(rests_on, values)} " if rests_on else ""


def design_words(facts: DesignFacts) -> str:
    """Name a design in a sentence: as its title does, where the numbers of replicates and folds say all that it has."""
    words = {
        "disjoint_halves": f"{facts.pairs} disjoint pairs of halves",
        "random_resampling": f"{facts.pairs} random cuts",
        "hold_out": "one hold-out split",
        "predefined": counted(facts.pairs, f"predefined {'groups' if facts.grouped else 'folds'}"),
    }
    key = str(facts.key)
    if facts.pooled and key == "k_fold":
        return "cross-validation"
    if key in words or key not in DESIGNS:
        return words.get(key, counted(facts.pairs, "folds"))
    entry = DESIGNS[key]
    return (facts.grouped and entry.group_wording) or entry.words(facts.replicates, facts.folds)


def by_name(title: str) -> str:
    """The title of a test as in the middle of a sentence: with its article, and a capital for names of people alone."""
    first = title.partition(" ")[0]
    if first.endswith("'s"):
        return title
    is_name = first in _NAMES or "–" in first
    return f"the {title if is_name else title[:1].lower() + title[1:]}"


def direction(entry: TestEntry, naming: Naming) -> bool | None:
    """Whether lower is better, from the measure or from what the test measures."""
    if naming.lower_is_better is None and entry.measures:
        return entry.measures != "auc"
    return naming.lower_is_better


def measure_words(entry: TestEntry, naming: Naming) -> str:
    """Name the measure in a sentence."""
    if naming.measure:
        return naming.measure_title  # as it stands in a sentence: error rate, AUC, Matthews correlation
    return {"error": "error rate", "loss": "mean loss", "auc": "AUC"}.get(
        entry.measures, naming.measure_title
    )


def amount(size: float, entry: TestEntry, naming: Naming, *, full: bool = True) -> str:
    """Write a difference: percentage points for rates, else the measure's unit.

    Parameters
    ----------
    size : float
    entry, naming
        Of the verdict.
    full : bool
        Whether percentage points are named in full.
    """
    rate = told_in_points(entry, naming)
    return replace(naming, rate=rate).amount(size, full=full)


def score(value: float, entry: TestEntry, naming: Naming) -> str:
    """Write a score: rates in per cent, others in the measure's unit."""
    if told_in_points(entry, naming):
        return percent(value) if naming.places is None else in_percent(value, f".{naming.places}f")
    return f"{short(value) if naming.places is None else to_places(value, naming.places)}{naming.unit_words}"


def told_in_points(entry: TestEntry, naming: Naming) -> bool:
    """Whether differences are told in percentage points: those of rates."""
    return naming.rate or (not naming.measure and entry.measures == "error")


def difference(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say who is better, and by how much."""
    d = float(values.get("mean_difference", values["estimate"]))
    lower = direction(entry, naming)
    title, mean = measure_words(entry, naming), " on average" if entry.estimate_title else ""
    if d == 0:
        return f"{_capital(naming.first)} and {naming.second} have the same mean {title}"
    if lower is None:
        word = "lower" if d < 0 else "higher"
        size = amount(abs(d), entry, naming)
        return f"The mean {title} of {naming.first} is {size} {word} than that of {naming.second}"
    first_better = (d < 0) == lower
    better, worse = (naming.first, naming.second) if first_better else (naming.second, naming.first)
    size = amount(abs(d), entry, naming)
    if (naming.measure or entry.measures) == "error":
        return f"{_capital(better)} makes {size} fewer errors than {worse}{mean}"
    word = "lower" if lower else "higher"
    return f"{_capital(better)} did better than {worse}: its {title} is {size} {word}{mean}"


def held_against(words: str, entry: TestEntry, naming: Naming) -> str:
    """Words on one learner, with what it is held against as `reference` calls it."""
    return words.replace("p0", reference(entry, naming)) if entry.speaks == "rate" else words


def reference(entry: TestEntry, naming: Naming) -> str:
    """What a score is held against: p0 for rates, and where nobody said what the scores measure."""
    unsaid = naming.measure_title == Naming.measure_title
    return "p0" if unsaid or told_in_points(entry, naming) else "the reference"


def rate(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say how one learner's rate stands to p0."""
    estimate, p0 = float(values["estimate"]), float(values["p0"])
    same = math.isclose(estimate, p0, rel_tol=1e-12)
    relation = "equal to" if same else "above" if estimate > p0 else "below"
    counts = f" ({short(values['errors'])} of {short(values['n'])})" if "errors" in values else ""
    title = measure_words(entry, naming)
    against = reference(entry, naming)
    against += " =" * (against == "p0")
    as_it_is = replace(naming, places=None)
    own, rates = as_it_is if counts else naming, told_in_points(entry, naming)
    found = measured(estimate) if rates and own.places is None else score(estimate, entry, own)
    digits = 6 if p0 == float(f"{p0:.6g}") else 4  # typed, or else what guessing gives, as its field shows it
    typed = f"{number(p0, digits)}{naming.unit_words}"
    held_against = score(p0, entry, as_it_is) if rates else typed
    if not same and found in (held_against, measured(p0) if rates else typed):
        places = decimals_of(*sorted((estimate, p0)), rates=rates)
        found, held_against = (
            score(value, entry, replace(naming, places=places)) for value in (estimate, p0)
        )
    return f"The {title} of {naming.first} is {found}{counts}, {relation} {against} {held_against}"


def disagreement(_entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say on how many instances only one of the two errs."""
    e01, e10 = float(values["e01"]), float(values["e10"])
    last = f"{short(e10)} instance{'' if e10 == 1 else 's'}"
    counts = f"only {naming.first} is wrong on {short(e01)}, only {naming.second} on {last}"
    if e01 == e10:
        return f"Neither makes more errors: {counts}"
    better, worse = (naming.first, naming.second) if e01 < e10 else (naming.second, naming.first)
    return f"{_capital(better)} makes fewer errors than {worse}: {counts}"


def equivalence(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say how the difference stands to the region of practical equivalence."""
    size = amount(abs(float(values["estimate"])), entry, naming)
    rope = amount(float(values["rope"]), entry, replace(naming, places=None), full=False)
    return (
        f"{_capital(naming.first)} and {naming.second} differ by {size}, where up to {rope} does not matter"
    )


def several(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say how far the learners lie apart; the best has the lowest rank, in whichever direction the test ranks."""
    low, high = (float(values[name]) for name in ("lowest", "highest"))
    ranked = values["scale"] == "mean ranks"
    if ranked and naming.lower_is_better is False:
        both = 2 * float(np.mean(values["mean_ranks"]))
        low, high = both - high, both - low
    written = measured if told_in_points(entry, naming) and not ranked else short
    lie = f"are all {written(low)}" if low == high else f"range from {written(low)} to {written(high)}"
    return f"The {values['scale']} of the {short(values['learners'])} learners {lie}"


def points_after(text: str) -> str:
    """The unit of differences of rates behind what is read before: it is named in full where it first stands."""
    return "points" if "percentage point" in text else "percentage points"


def open_ends(
    entry: TestEntry, naming: Naming, alternative: Alternative, interval: Interval
) -> tuple[bool, bool]:
    """Whether an interval has no lower and no upper end.

    A bound of a rate is open as far as 0 or 1, that of a difference of rates as far as ∓1.

    Parameters
    ----------
    entry, naming, alternative
        Of the verdict.
    interval : Interval
    """
    rates = told_in_points(entry, naming)
    least, most = (
        (0.0 if entry.speaks in ("rate", "disagreement") else -1.0, 1.0) if rates else (-math.inf, math.inf)
    )
    return (
        interval.low == -math.inf or (alternative == "less" and interval.low <= least),
        interval.high == math.inf or (alternative == "greater" and interval.high >= most),
    )


def from_to(
    entry: TestEntry,
    values: Terms,
    naming: Naming,
    alternative: Alternative,
    interval: Interval,
    *,
    points: str,
) -> str:
    """From where to where an interval reaches; of a bound its one end.

    Parameters
    ----------
    entry, values, naming, alternative
        Of the verdict.
    interval : Interval
    points : str
        Unit of a difference of rates; empty of a score.
    """
    open_low, open_high = open_ends(entry, naming, alternative, interval)
    rates = told_in_points(entry, naming)
    if rates:
        interval = interval.as_difference_of_rates() if points else interval.within(0.0, 1.0)
    at = float(values["estimate"])
    low, high = ends(interval.low, interval.high, rates=rates, signed=bool(points), at=at)
    unit = (f" {points}" if points else PERCENT) if rates else naming.unit_words
    if open_low:
        return f"up to {high}{unit}"
    return f"{low}{unit} or more" if open_high else f"{low} to {high}{unit}"


def interval_sentence(
    entry: TestEntry,
    values: Terms,
    naming: Naming,
    alternative: Alternative,
    interval: Interval,
    *,
    points: str,
) -> str:
    """Write an interval in words, that of rates or their difference in the unit of the sentence beside it.

    Parameters
    ----------
    entry, values, naming, alternative
        Of the verdict.
    interval : Interval
    points : str
        As `points_after` gives it.
    """
    level = in_percent(interval.level, ".6g")
    if interval.low != interval.low:
        return f"The {level} interval ({interval.method}) is {EMPTY}."
    apart = entry.speaks in ("difference", "equivalence")
    of = f" of the difference {naming.first} − {naming.second}" if apart else ""
    open_low, open_high = open_ends(entry, naming, alternative, interval)
    if open_low != open_high:
        bound = from_to(entry, values, naming, alternative, interval, points=points if apart else "")
        text = f"The {level} interval{of} ({interval.method}) is {bound}."
        return " ".join(filter(None, (text, belongs(entry, values, naming), interval.caution)))
    rates = told_in_points(entry, naming) and (apart or entry.speaks == "rate")
    unit = (f" {points}" if apart else PERCENT) if rates else naming.unit_words
    if rates:
        interval = interval.as_difference_of_rates() if apart else interval.within(0, 1)
    between = bracketed(interval, rates=rates, at=float(values["estimate"]))
    text = f"The {level} interval{of} ({interval.method}) is {between}{unit}."
    return " ".join(filter(None, (text, belongs(entry, values, naming), interval.caution)))


EMPTY = "empty: the test rejects every difference that all folds could share"
"""What is said of an interval that holds no value."""


def belongs(entry: TestEntry, values: Terms, naming: Naming) -> str:
    """Say which estimate an interval belongs to, where it is not the mean that the effect tells; else empty.

    Where the two are written alike it is not said that they differ.

    Parameters
    ----------
    entry : TestEntry
    values : mapping
        Terms of the verdict.
    naming : Naming
    """
    if not entry.estimate_title:
        return ""
    own, mean = (signed(values[term], entry, naming) for term in ("estimate", "mean_difference"))
    return f"It belongs to the {entry.estimate_title}, {own}{', not to the mean' * (own != mean)}."


def signed(value: float, entry: TestEntry, naming: Naming) -> str:
    """Write a difference with its sign, in the unit that was named before."""
    sign = "−" if value < 0 else "+" if value else ""
    return f"{sign}{amount(abs(float(value)), entry, naming, full=False)}"


def bracketed(interval: Interval, *, rates: bool, at: float | None = None) -> str:
    """Write the ends of an interval, with a round bracket where it is open; `at` is the estimate in it."""
    low, high = ends(interval.low, interval.high, rates=rates, at=at)
    left = "(" if interval.low == -math.inf else "["
    right = ")" if interval.high == math.inf else "]"
    return f"{left}{low}, {high}{right}"


def _capital(text: str) -> str:
    return f"The{text[3:]}" if text.startswith("the ") else text
