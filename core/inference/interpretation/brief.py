"""A verdict in brief: the answer in a few words, the effect with its interval, and what it rests on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan

from core.errors import FoldwiseError, InputError, without_arguments
from core.inference.advice.advice import Advice
from core.inference.declaration.entry import Naming
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import Evidence
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.interpretation.effect_sizes import difference_interval, intervals_beside, speaks_of
from core.inference.verdicts import wording
from core.inference.verdicts.verdict import Verdict, judge
from core.measures import title_of
from core.records import Interval
from core.written import in_percent, level_text, probability

TWO_METHODS = " Test and interval are of two methods, which disagree here, near the limit; the test decides."
TOO_LITTLE = "Too little evidence for a verdict"
LUCK = "Luck could explain it"


@dataclass(frozen=True)
class Brief:
    """What a verdict says, most important first; every sentence is plain text.

    Attributes
    ----------
    answer : str
        The verdict in a few words, without a full stop; long names are shortened in it, and in the interval.
    effect : str
        Who did better, and by how much; names stand there in whole.
    interval : str
        The confidence interval of the effect; empty where there is none.
    numbers : str
        Statistic and p-value beside the significance level.
    rejects : bool or None
        None where the test cannot judge.
    only_alone : bool
        Whether H0 is rejected, but not once p is adjusted for all pairs of which this is one.
    """

    answer: str
    effect: str
    interval: str
    numbers: str
    rejects: bool | None
    only_alone: bool = False

    @property
    def mark(self) -> str:
        """Filled where H0 is rejected, hollow where it is not, half filled where it depends on the other pairs."""
        if self.only_alone:
            return "◐"
        return {True: "●", False: "○", None: "–"}[self.rejects]

    @property
    def texts(self) -> tuple[str, ...]:
        """All of it in the order of reading."""
        return self.mark, self.answer, self.effect, self.interval, self.numbers


def brief(verdict: Verdict, alpha: float = 0.05, adjusted: float | None = None) -> Brief:
    """Say the same as the verdict's sentence in the order in which it is looked for.

    Parameters
    ----------
    verdict : Verdict
    alpha : float
        Significance level; the interval has level 1 − α, or 1 − 2α beside a test of equivalence.
    adjusted : float, optional
        The p-value adjusted for all pairs, where the two learners are one of several.

    Raises
    ------
    InputError
        If `alpha` is not between 0 and 1.
    """
    return briefs(verdict, [alpha], adjusted)[0]


def briefs(verdict: Verdict, alphas: Sequence[float], adjusted: float | None = None) -> list[Brief]:
    """The same at several significance levels, which share what is dear about an interval.

    Raises
    ------
    InputError
        If one of them is not between 0 and 1.
    """
    intervals = intervals_beside(verdict, alphas)
    found = [_brief(verdict, alpha, one) for alpha, one in zip(alphas, intervals, strict=True)]
    return [
        replace(one, answer=f"{one.answer}{wording.ALONE}", only_alone=True)
        if verdict.rejects_only_alone(alpha, adjusted)
        else one
        for alpha, one in zip(alphas, found, strict=True)
    ]


def too_little(advice: Advice, alpha: float = 0.05) -> str:
    """Say so where the advised test of scores or of errors could reject by no outcome; empty where one could."""
    gathering, entry = advice.gathering, TESTS.get(advice.advised or "")
    if gathering is None or entry is None or not (entry.folds or entry.measures == "error"):
        return ""
    try:
        verdict = judge(entry.key, gathering.inputs(entry), "two-sided", Naming())
    except FoldwiseError:  # which is told where the scores are judged
        return ""
    return "" if verdict.decidable(alpha) else f"{TOO_LITTLE}. {wording.no_outcome(alpha)}"


def without_advice(advice: Advice, verdicts: Iterable[Verdict], measure: str) -> Brief:
    """What stands in place of a verdict where no test is advised: why, and what was seen, which none is known to judge.

    Parameters
    ----------
    advice : Advice
    verdicts : iterable of Verdict
        Of the tests with caution: they know in which words what was seen is told, and decide nothing here.
    measure : str
        Key of the measure that is looked at.
    """
    seen = (
        f"{wording.effect(verdict.entry, verdict.values, _beside_interval(verdict))}."
        for verdict in verdicts
        if verdict.p_value is not None and speaks_of(verdict, measure)
    )
    return Brief("No verdict", without_arguments(advice.in_full), next(seen, ""), "", None)


def _beside_interval(verdict: Verdict) -> Naming:
    """What writes a difference that stands without an interval to the decimals that it has beside one."""
    return verdict.told_beside(difference_interval(verdict)).naming


def _brief(verdict: Verdict, alpha: float, difference: Interval | None) -> Brief:
    if verdict.undefined is not None or verdict.p_value is None:
        return Brief("No verdict", verdict.undefined or "", _seen(verdict), verdict.numbers(), None)
    rejects = verdict.rejects(alpha)
    numbers = f"{_numbers(verdict, alpha)} {'≤' if rejects else '>'} α = {level_text(alpha)}"
    if verdict.never_differ:
        never = wording.fill_words(verdict.entry.never_differ, verdict.values)
        effect = wording.held_against(never, verdict.entry, verdict.naming)
        head, colon, why = effect.partition(": ")
        # without a spread nothing is known of its width, and that of a share of no disagreements is everything
        wide = difference is not None and difference.low < difference.high
        interval = _interval_briefly(verdict, alpha, difference, effect) if wide else ""
        if not verdict.decidable(alpha):
            return Brief(TOO_LITTLE, effect, interval, numbers, rejects)
        if not colon:
            return Brief("The two never differ", effect, interval, numbers, rejects)
        return Brief(head, f"{why[0].upper()}{why[1:]}", interval, numbers, rejects)
    told = verdict.told_beside(_shown(verdict, alpha, difference))
    effect = f"{wording.effect(told.entry, told.values, told.naming)}."
    interval = _interval_briefly(told, alpha, difference, effect)
    # Asked of the verdict itself: it keeps its null distribution for other levels, which copies of it do not.
    answer = _answer(_shortly(told), rejects) if verdict.decidable(alpha) else TOO_LITTLE
    return Brief(answer, effect, interval, numbers, rejects)


def _seen(verdict: Verdict) -> str:
    """Who did better where a difference without a spread cannot be judged: the reason gives its size alone."""
    is_told = (
        wording.direction(verdict.entry, verdict.naming) is not None and verdict.entry.speaks == "difference"
    )
    if not is_told or not isfinite(verdict.estimate) or verdict.estimate == 0:
        return ""
    return f"{wording.effect(verdict.entry, verdict.values, verdict.naming)}."


def _shortly(verdict: Verdict) -> Verdict:
    """The same verdict with long names shortened."""
    first, second = verdict.naming.shortly
    return replace(verdict, naming=replace(verdict.naming, first=first, second=second))


def _numbers(verdict: Verdict, alpha: float) -> str:
    side = "" if verdict.alternative == "two-sided" else "one-sided "
    return f"{side}p {probability(float(verdict.p_value or 0.0), alpha)}"


def _answer(verdict: Verdict, rejects: bool) -> str:
    if verdict.entry.speaks == "equivalence":
        return "Equivalent in practice" if rejects else "Equivalence is not shown"
    if not rejects:
        if verdict.alternative == "two-sided":
            return LUCK
        if wording.points_away(verdict.entry, verdict.values, verdict.alternative):
            return "Not shown: what was seen points the other way"
        return "Not shown: luck could explain it"
    better = wording.better(verdict.entry, verdict.values, verdict.naming, verdict.alternative)
    return f"{better}: more than luck" if better else "More than luck would explain"


def _interval_briefly(verdict: Verdict, alpha: float, difference: Interval | None, effect: str) -> str:
    """The interval as it stands behind the effect, with long names shortened."""
    return _interval(_shortly(verdict), alpha, difference, wording.points_after(effect))


def _interval(verdict: Verdict, alpha: float, difference: Interval | None, points: str) -> str:
    """The interval of the difference in the unit of the scores, or else the test's own.

    Parameters
    ----------
    verdict : Verdict
    alpha : float
    difference : Interval, optional
    points : str
        As `wording.points_after` gives it.
    """
    found = _shown(verdict, alpha, difference)
    if found is None:
        return ""
    head = f"{in_percent(found.level, '.6g')} interval{_of(verdict, difference)}"
    if isnan(found.low):
        return f"{head}: {wording.EMPTY}."
    between = _ends(verdict, found, points if difference is not None else "")
    doubt = TWO_METHODS if _disagrees(verdict, alpha, found, difference) else ""
    whose = wording.belongs(verdict.entry, verdict.values, verdict.naming)
    said = f"{head}: {between}."
    return f"{said}{f' {whose}' if whose else ''}{doubt}"


def _shown(verdict: Verdict, alpha: float, difference: Interval | None) -> Interval | None:
    """The interval that stands beside the effect."""
    if difference is not None or verdict.entry.bounds is None or verdict.entry.speaks == "equivalence":
        return difference
    return verdict.confidence_interval(1 - alpha)


def _disagrees(verdict: Verdict, alpha: float, shown: Interval, difference: Interval | None) -> bool:
    """Whether the interval leaves out what H0 says where the test does not reject, or holds it where it does."""
    if verdict.entry.speaks == "rate":
        by_h0 = float(verdict.inputs["p0"])
        of_the_test = verdict.alternative in verdict.entry.duality
    else:
        by_h0 = 0.0
        of_the_test = difference is None or verdict.entry.speaks == "equivalence"
    return not of_the_test and (shown.low <= by_h0 <= shown.high) == verdict.rejects(alpha)


def numbers_line(verdict: Verdict, alpha: float) -> str:
    """Statistic and p-value as in print, and the critical values; where another number is drawn, that first."""
    values = verdict.critical_values(alpha)
    if len(values) == 2 and values[0] == -values[1]:
        critical = f"critical ±{verdict.written(values[1])}"
    else:
        critical = f"critical {' and '.join(map(verdict.written, values))}" if values else "no critical value"
    drawn = None if verdict.drawn == verdict.statistic else verdict.drawn
    observed = "" if drawn is None else f"observed {verdict.written(drawn)}; "
    return f"{observed}{verdict.numbers(alpha)}; {critical} at α = {level_text(alpha)}"


def report(verdict: Verdict, alpha: float = 0.05, adjusted: float | None = None) -> str:
    """Write the verdict as a report does, with the interval that stands beside it where that is another one.

    Parameters
    ----------
    verdict : Verdict
    alpha : float
        Significance level.
    adjusted : float, optional
        As in `brief`.

    Raises
    ------
    InputError
        If `alpha` is not between 0 and 1.
    """
    (difference,) = intervals_beside(verdict, [alpha])
    if difference is None or verdict.entry.speaks not in ("disagreement", "equivalence"):
        return verdict.paragraph(alpha, adjusted=adjusted)
    points = wording.points_after(wording.effect(verdict.entry, verdict.values, verdict.naming))
    told = verdict.told_beside(difference)
    head, _, between = _interval(told, alpha, difference, points).partition(": ")
    beside = f"The {head} ({difference.method}) is {between}" if between else ""
    return verdict.paragraph(alpha, beside, adjusted)


def report_without_verdict(
    evidence: Evidence,
    first: str,
    second: str,
    refusal: InputError,
    test: str | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> str:
    """Write for a report what was asked and why there is no verdict.

    Parameters
    ----------
    evidence : Evidence
    first, second : str
        Names of the learners.
    refusal : InputError
        Why the test cannot be made on these scores.
    test : str, optional
        Key of the advised test, where the refusal is of that one alone.
    alternative : "two-sided", "less" or "greater"
    alpha : float
        Significance level.
    """
    head = _undecided(evidence, first, second)
    why = f"{refusal.where}: {refusal.what}" if refusal.where else refusal.what
    if test is None:
        return f"{head} No test could be made: {why}"
    entry = TESTS[test]
    claim = wording.with_names(entry.h1(alternative)[:-1], Naming(first, second))
    return (
        f"{head} The claim to support at α = {level_text(alpha)} was: {claim[:1].lower()}{claim[1:]}. The test was "
        f"named before looking: {entry.title} ({entry.citation}). It could not be made: {why} No other test was put in "
        "its place."
    )


def report_without_advice(evidence: Evidence, first: str, second: str, found: Brief) -> str:
    """Write for a report what was asked and seen where no test is advised, and why none is.

    Parameters
    ----------
    evidence : Evidence
    first, second : str
        Names of the learners.
    found : Brief
        As `without_advice` gives it.
    """
    return " ".join(filter(None, (_undecided(evidence, first, second), found.effect, found.interval)))


def _undecided(evidence: Evidence, first: str, second: str) -> str:
    facts, design = evidence.facts, " over data sets" if evidence.over_datasets else ""
    if facts is not None and facts.key is not None and not design:
        design = f" with {wording.design_words(facts)}"
    return f"No verdict on {first} and {second} by {title_of(evidence.scores)}{design}."


def _of(verdict: Verdict, difference: Interval | None) -> str:
    """What an interval is one of, where it is not of what the effect tells."""
    naming = verdict.naming
    if difference is not None:
        of_instances = bool(verdict.entry.measures)  # also where a page is about accuracy
        errors = " in error rate" * (of_instances and verdict.measure == "error")
        return f" of the difference{errors} {naming.first} − {naming.second}"
    if verdict.entry.speaks == "disagreement":
        return f" of the share of the disagreements that {naming.first} gets wrong"
    return ""


def _ends(verdict: Verdict, interval: Interval, points: str) -> str:
    """From where to where, of a difference of rates in points; of a score, for which `points` is empty, in per cent."""
    open_low, open_high = wording.open_ends(verdict.entry, verdict.naming, verdict.alternative, interval)
    if open_low and open_high:
        return "every value"
    return wording.from_to(
        verdict.entry, verdict.values, verdict.naming, verdict.alternative, interval, points=points
    )
