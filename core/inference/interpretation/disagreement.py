"""Why the tests of one pair do not all say the same: dependence, pairing, target, numerator, power."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import listing
from core.inference.advice.advice import Advice
from core.inference.advice.fold_kinds import HALVES, folds_of_design
from core.inference.evidence.instances import SQUARED
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.hypothesis_tests.counts import DECIDABLE
from core.inference.interpretation.effect_sizes import ALLOW_FOR_OVERLAP, counts_errors, speaks_of
from core.inference.verdicts.verdict import Verdict
from core.records import DesignFacts
from core.written import all_of, in_percent, level_text, p_texts

INDEPENDENT_FOLDS = (
    "paired_t",
    "resampled_t",
    "welch_t",
    "wilcoxon",
    "permutation",
    "one_sample_t",
    "one_sample_z",
)
SIGNS = "sign_over_datasets"
DISCRETE = (
    "mcnemar_exact",
    "sign",
    SIGNS,
    "permutation",
    "wilcoxon",
    "wilcoxon_over_datasets",
    "binomial",
    "fisher_exact",
    "boschloo",
)
BY_THE_MEAN = ("paired_t", "permutation", "resampled_t", "corrected_t")
"""Tests of the mean of the differences, in which one that is much larger than the others counts for all."""
BY_ORDER = ("sign", SIGNS, "wilcoxon", "wilcoxon_over_datasets")
RULING = 0.5
"""Share of the sum of all differences from which on the largest rules their mean."""
SUITED = "suited to this design"
"""What the advice says of a test: not that the scores meet all that it assumes, which is told apart."""
MOST_NAMED = 3
"""Tests that reject, while others do not, which are named."""
FAR = 2.0
"""How many times α a p-value is from which on it is not the steps of its test that keep it from rejecting."""
_KINDS = {"mean": BY_THE_MEAN, "order": BY_ORDER}
UNPAIRED = ("welch_t", "two_proportions", "fisher_exact", "boschloo")


@dataclass(frozen=True)
class Reading:
    """How the applicable tests of one pair stand to one another at one level.

    Attributes
    ----------
    rejecting, keeping, undefined : tuple of Verdict
        Those that ask whether the learners differ.
    alpha : float
    reasons : tuple of str
        Why they disagree, one idea each; empty where they agree.
    asks : str
        What they ask, where others that ask something else stand beside them.
    aside : str
        Which tests beside them judge another measure than the one that is looked at.
    cautioned, valid : frozenset of str
        Keys of those that the advice lists with caution, and as valid.
    """

    rejecting: tuple[Verdict, ...]
    keeping: tuple[Verdict, ...]
    undefined: tuple[Verdict, ...]
    alpha: float
    reasons: tuple[str, ...]
    asks: str = ""
    aside: str = ""
    cautioned: frozenset[str] = frozenset()
    valid: frozenset[str] = frozenset()

    @property
    def sentence(self) -> str:
        """Count those that reject, those that are suited to the design, and those that cannot judge."""
        unable = len(self.undefined) if self.rejecting or self.keeping else 0
        more = f"; {unable} cannot judge" if unable else ""
        return f"{self._count}{self._named}{self._worth}{self.aside}{more}.{self._unmet}"

    @property
    def _named(self) -> str:
        few = self.keeping and 0 < len(self.rejecting) <= MOST_NAMED
        return f" ({listing(verdict.title for verdict in self.rejecting)})" if few else ""

    @property
    def _worth(self) -> str:
        """How many of them are to be taken with caution; empty where the advice cautions against none."""
        judging = (*self.rejecting, *self.keeping)
        doubtful = sum(verdict.key in self.cautioned for verdict in judging)
        sound = len(judging) - doubtful
        if not doubtful:
            return ""
        if not sound:
            all_of = {1: "it is", 2: "both are"}.get(doubtful, f"all {doubtful} are")
            if self.undefined:
                who, verb = all_of.rsplit(" ", 1)
                all_of = f"{'the one' if doubtful == 1 else who} that can judge {verb}"
            return f"; {all_of} to be taken with caution"
        if self.rejecting and self.keeping:
            doubted = sum(verdict.key in self.cautioned for verdict in self.rejecting)
            firm = _share(len(self.rejecting) - doubted, sound, SUITED)
            return f"; {firm}, {_share(doubted, doubtful, 'to be taken with caution')}"
        return f"; {sound} {_is(sound)} {SUITED}, {doubtful} {_is(doubtful)} to be taken with caution"

    @property
    def _unmet(self) -> str:
        """What tests assume that are suited to the design, and these scores do not meet.

        Of one that keeps its level and can reject by no outcome just that is said.
        """
        suited = [verdict for verdict in (*self.rejecting, *self.keeping) if verdict.key in self.valid]
        assumed: dict[str, list[str]] = {}
        unable = []
        for verdict in suited:
            unmet = verdict.unmet_at(self.alpha)
            for check in unmet:
                if check.code != DECIDABLE.code:
                    assumed.setdefault(check.title, []).append(verdict.title)
            if {check.code for check in unmet} == {DECIDABLE.code} and not verdict.decidable(self.alpha):
                unable.append(verdict.title)
        said = f" On so few disagreements {listing(unable)} can find nothing." * bool(unable)
        if assumed:
            by = (
                f"{title[:1].lower()}{title[1:]}, assumed by {listing(tests)}"
                for title, tests in assumed.items()
            )
            said += f" Not met by these numbers: {'; '.join(by)}."
        return said

    @property
    def _count(self) -> str:
        rejecting, asked = len(self.rejecting), len(self.rejecting) + len(self.keeping)
        of, at = asked + len(self.undefined), f"H0 at α = {level_text(self.alpha)}"
        if not asked:
            return f"None of the applicable tests{self.asks} can judge these scores"
        if self.undefined:
            does = f"{rejecting} of {of} applicable tests{self.asks} {'rejects' if rejecting == 1 else 'reject'} {at}"
            if not rejecting:
                does = f"{asked} of {of} applicable tests{self.asks} {'fails' if asked == 1 else 'fail'} to reject {at}"
            return does
        if not rejecting or rejecting == asked:
            counted = {1: "The only applicable test", 2: "Both applicable tests"}
            number = counted.get(asked, f"All {asked} applicable tests") + self.asks
            one, several = ("rejects", "reject") if rejecting else ("fails to reject", "fail to reject")
            return f"{number} {one if asked == 1 else several} {at}"
        return f"{rejecting} of {asked} applicable tests{self.asks} {'rejects' if rejecting == 1 else 'reject'} {at}"


def _share(rejecting: int, of: int, worth: str) -> str:
    """How many of the tests of one worth reject, as the rest of a sentence on who does."""
    if of == 1:
        return f"the one that is {worth} {'does' if rejecting else 'does not'}"
    if of == 2:
        who = ("neither of the 2", "1 of the 2", "both")[rejecting]
    else:
        who = f"{'none' if not rejecting else 'all' if rejecting == of else rejecting} of the {of}"
    return f"{who} that are {worth} {'do' if rejecting > 1 else 'does'}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def whose_verdict(verdicts: Mapping[str, Verdict], advice: Advice) -> str:
    """Whose verdict counts."""
    if advice.advised is None:
        return "None of them is advised."
    title = TESTS[advice.advised].title
    if advice.advised not in verdicts or verdicts[advice.advised].p_value is None:
        return f"The one that would be advised, {title}, gives no verdict."
    return f"The verdict that counts is that of the advised one, named before looking: {title}."


def read(
    verdicts: Sequence[Verdict],
    alpha: float,
    facts: DesignFacts | None = None,
    measure: str | None = None,
    advice: Advice | None = None,
) -> Reading:
    """Sort the verdicts on one pair and say why they disagree.

    Parameters
    ----------
    verdicts : sequence of Verdict
        One per applicable test, on the same evidence.
    alpha : float
    facts : DesignFacts, optional
        The design that the scores come from.
    measure : str, optional
        Key of the measure that is looked at.
    advice : Advice, optional
        What the tests are worth on this evidence.
    """
    asked = [verdict for verdict in verdicts if not verdict.entry.shows_equivalence]
    counted, beside = counted_on(measure, asked)
    rejecting = tuple(verdict for verdict in counted if verdict.rejects(alpha))
    undefined = tuple(verdict for verdict in counted if verdict.p_value is None)
    keeping = tuple(v for v in counted if v.p_value is not None and not v.rejects(alpha))
    reasons = _reasons(rejecting, keeping, facts, alpha) if rejecting and keeping else ()
    asks = "" if len(asked) == len(verdicts) else " of a difference"
    told = ((), ()) if advice is None else (advice.caution, advice.valid)
    cautioned, valid = (frozenset(key for key, _ in reasons_of) for reasons_of in told)
    aside = _aside(counted, beside, measure)
    return Reading(rejecting, keeping, undefined, alpha, reasons, asks, aside, cautioned, valid)


def counted_on(
    measure: str | None, verdicts: Iterable[Verdict]
) -> tuple[tuple[Verdict, ...], tuple[Verdict, ...]]:
    """Tests that are counted on a measure, and those beside them, of another; where all are of another, all count."""
    asked = tuple(verdicts)
    own = tuple(verdict for verdict in asked if measure is None or _is_about(verdict, measure))
    return (own, tuple(verdict for verdict in asked if verdict not in own)) if own else (asked, ())


def _aside(counted: Sequence[Verdict], beside: Sequence[Verdict], measure: str | None) -> str:
    """Which tests judge another measure."""
    if measure is not None and counted and not _is_about(counted[0], measure):
        return f"; {'it is' if len(counted) == 1 else 'all of them are'} about another measure"
    if not beside:
        return ""
    if len(beside) == 1:
        return f"; {beside[0].title} is about another measure"
    return f"; {len(beside)} further tests are about another measure"


def _is_about(verdict: Verdict, measure: str) -> bool:
    """Whether a test judges the measure, or what it moves with: errors are what is left of accuracy."""
    own = verdict.entry.measures
    turned = measure == "accuracy" and own in ("error", "loss")
    return turned or (measure in SQUARED and own == "loss") or speaks_of(verdict, measure)


def _reasons(
    rejecting: Sequence[Verdict], keeping: Sequence[Verdict], facts: DesignFacts | None, alpha: float
) -> tuple[str, ...]:
    yes, no = ({verdict.key: verdict for verdict in side} for side in (rejecting, keeping))
    other_measure = _measure(yes, no)
    if other_measure:
        yes, no = ({key: side[key] for key in side if key != "delong"} for side in (yes, no))
    found = [other_measure]
    if yes and no:
        found += [_dependence(yes, no, facts), _pairing(yes, no), _target(yes, no), _numerator(yes, no)]
        found += [_conservative(yes, no, facts), _one_large(yes, no), _signs(no), _doubled(yes, no)]
        found += [_discrete(no, alpha, but="boschloo" if _doubled(yes, no) else "")]
    known = tuple(sentence for sentence in found if sentence)
    if known:
        return known
    p_values = [verdict.p_value for verdict in (*rejecting, *keeping) if verdict.p_value is not None]
    low, high = p_texts([min(p_values), max(p_values)])
    return (
        "Each reckons in its own way what luck can do, so the same results give different p-values: here they run "
        f"from {low} to {high}.",
    )


def _p(verdict: Verdict) -> float:
    """Its p-value; infinite where it has none."""
    return np.inf if verdict.p_value is None else verdict.p_value


def _titles(keys: Sequence[str], known: Mapping[str, Verdict]) -> str:
    return listing(known[key].title for key in keys)


def _measure(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    delong = yes.get("delong") or no.get("delong")
    others = [verdict for verdict in (*yes.values(), *no.values()) if verdict is not delong]
    if delong is None or not all(map(counts_errors, others)):  # tests over folds may compare their AUCs
        return None
    return (
        f"Measure: {delong.title} compares AUCs, that is how well the scores rank the instances; the others compare "
        "errors at one threshold. A learner may rank well and still choose its threshold badly."
    )


def _dependence(
    yes: Mapping[str, Verdict], no: Mapping[str, Verdict], facts: DesignFacts | None
) -> str | None:
    liberal = [key for key in INDEPENDENT_FOLDS if key in yes and not yes[key].naming.over_datasets]
    if not liberal or (facts is not None and not facts.training_sets_overlap):
        return None
    if all(key in INDEPENDENT_FOLDS for key in no):  # which take them for independent, too
        return None
    cured = [key for key in no if key in ALLOW_FOR_OVERLAP]
    other = f" {_titles(cured, no)} allow{'s' if len(cured) == 1 else ''} for that." if cured else ""
    takes = f"Dependence: {_titles(liberal, yes)} take{'s' if len(liberal) == 1 else ''} the folds for independent"
    if facts is None or facts.overlap_supposed:
        return (
            f"{takes}; if training sets overlap, as in cross-validation, the variance is underestimated and H0 "
            f"rejected too often.{other}"
        )
    return f"{takes}, but training sets overlap, so the variance is underestimated and H0 rejected too often.{other}"


def _pairing(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    if {*yes, *no} <= {*UNPAIRED}:  # of two samples there are no pairs to forget
        return None
    keeping, rejecting = ([key for key in UNPAIRED if key in side] for side in (no, yes))
    one = len(rejecting) == 1
    if rejecting and {*yes} <= {*UNPAIRED}:
        return (
            f"Pairing: {_titles(rejecting, yes)} {'takes' if one else 'take'} the learners for judged on independent "
            f"samples, and only so {'rejects' if one else 'reject'} H0; the tests that know of the pairs do not."
        )
    if not keeping:
        return None
    alike = f" {_titles(rejecting, yes)} forget{'s' * one} it, too, and reject{'s' * one} all the same."
    return (
        f"Pairing: {_titles(keeping, no)} forget{'s' if len(keeping) == 1 else ''} that both learners were judged on "
        f"the same data; what is hard for both then counts as noise, and power is lost.{alike if rejecting else ''}"
    )


def _target(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    if _pairing(yes, no):  # which says already why those differ that forget the pairs
        yes, no = ({key: side[key] for key in side if key not in UNPAIRED} for side in (yes, no))
    sides = [{verdict.entry.target == "h" for verdict in side.values()} for side in (yes, no)]
    one = all(verdict.entry.question == "one_learner" for verdict in (*yes.values(), *no.values()))
    learners, can = (
        "the learners",
        "Two models can differ on these instances although the learners, trained again,",
    )
    if one:
        learners, can = (
            "the learner",
            "Models can differ from p0 on these instances although the learner, trained again,",
        )
    if sides == [{True}, {False}]:
        yes_words, no_words = "these models as trained", learners
    elif sides == [{False}, {True}]:
        yes_words, no_words = learners, "these models as trained"
    elif all(sides) and sides[0] | sides[1] == {True, False}:
        return (
            f"Target: some tests speak of these models as trained (by instance), others of {learners} (by "
            "fold), for which the luck of the training set counts as well."
        )
    else:
        return None
    return f"Target: the tests that reject speak of {yes_words}, those that do not of {no_words}. {can} need not."


def _numerator(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    t = yes.get("5x2_t") or no.get("5x2_t")
    if t is None:
        return None
    others = no if "5x2_t" in yes else yes
    use = "uses" if len(others) == 1 else "use"
    return (
        f"Arbitrary numerator: {t.title} puts one of the differences, the first, into its numerator; "
        f"{_titles(list(others), others)} {use} all of them. Its verdict may change with the numerator."
    )


def _conservative(
    yes: Mapping[str, Verdict], no: Mapping[str, Verdict], facts: DesignFacts | None
) -> str | None:
    halves = [key for key in ("blocked_3x2_t", "corrected_t", "corrected_one_sample_t") if key in no]
    made_for = any(key in yes for key in ("5x2_f", "balanced_5x2_f", "5x2_t", "exact_5x2_f"))
    if not halves or not (made_for or folds_of_design(facts) in HALVES):
        return None
    is_, rejects = ("is", "rejects") if len(halves) == 1 else ("are", "reject")
    return (
        f"Power: {_titles(halves, no)} {is_} deliberately conservative on halves and {rejects} far less often than α "
        "when H0 is true, and less often when it is not."
    )


def _one_large(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    """Whether those that go by the mean and those that go by order part where one difference rules the mean."""
    sides = [
        {name: [key for key in keys if key in side] for name, keys in _KINDS.items()} for side in (yes, no)
    ]
    parted = next((kinds for kinds in (sides, sides[::-1]) if kinds[0]["mean"] and kinds[1]["order"]), None)
    known = {**yes, **no}
    if parted is None:
        return None
    means, orders = parted[0]["mean"], parted[1]["order"]
    inputs = known[means[0]].inputs
    sizes = np.abs(np.asarray(inputs["a"], dtype=float) - np.asarray(inputs["b"], dtype=float)).ravel()
    if not sizes.sum() or sizes.max() < RULING * sizes.sum():
        return None
    share, one = in_percent(sizes.max() / sizes.sum(), ".0f"), len(means) == 1
    return (
        f"One large difference makes {share} of the sum of {all_of(sizes.size, 'differences')} and so rules the mean: "
        f"{_titles(means, known)} {'goes' if one else 'go'} by it. In {_titles(orders, known)} it counts as one of "
        f"{sizes.size}."
    )


def _signs(no: Mapping[str, Verdict]) -> str | None:
    if SIGNS not in no or any(_p(no[SIGNS]) < _p(no[key]) for key in no):
        return None
    return (
        f"Power: {no[SIGNS].title} counts only who is ahead on each data set, not by how much; so it has less power "
        "than those that go by the size of the differences."
    )


def _doubled(yes: Mapping[str, Verdict], no: Mapping[str, Verdict]) -> str | None:
    if "fisher_exact" not in yes or "boschloo" not in no:  # which one-sided happens on no table
        return None
    return (
        f"Sides: two-sided, {no['boschloo'].title} doubles the smaller of its one-sided p-values; "
        f"{yes['fisher_exact'].title} adds to one side only those outcomes of the other that are no more probable than "
        "the one observed. In samples of different sizes that can be less."
    )


def _discrete(no: Mapping[str, Verdict], alpha: float, but: str) -> str | None:
    """Whether steps kept a test from rejecting; of the one that is left out there is a better reason."""
    coarse = [key for key in DISCRETE if key in no and key != but and _p(no[key]) <= FAR * alpha]
    if not coarse:
        return None
    return (
        f"Steps: the p-value of {_titles(coarse, no)} moves in steps, so the true size lies below α and a result near "
        "α is not rejected."
    )
