"""Results → one line: what the advised test says of the two best learners, or else their mean scores."""

import json
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from core.designs import units_of
from core.errors import InputError, NotApplicable, listing
from core.experiment.estimates import bootstrap_estimates
from core.experiment.imported import Results
from core.experiment.outcome import Experiment, one_and_the_same
from core.inference.advice.applicable import applicable_tests
from core.inference.comparing.all_at_once import all_at_once
from core.inference.comparing.all_pairs import MOST_LEARNERS, AllPairs, all_pairs
from core.inference.comparing.compare import compare
from core.inference.declaration.number_words import short
from core.inference.evidence.evidence import Evidence
from core.inference.interpretation.brief import brief
from core.inference.interpretation.standing import MEANS, standing
from core.inference.interpretation.summary import LearnerSummary, most_scored, summarise
from core.inference.verdicts.verdict import Verdict
from core.measures import title_of, told_in_percent
from core.records import FoldScores, digest
from core.written import counted, level_text, measured, probability

_CORE = Path(__file__).parents[1]
ALPHA = 0.05
_MOST_MEANS = 4


@dataclass(frozen=True)
class Headline:
    """The outcome in a line; all of it is plain text.

    Attributes
    ----------
    pair : tuple of str
        The learners with the best means: two, or the only one. Who has the scores of the best in every fold is passed
        over where another one differs. They stand in the order of the results, as Two learners proposes them: a
        difference is taken in one direction everywhere.
    answer : str
        The verdict on them in a few words; empty where no test judges them.
    numbers : str
        Test and p-value behind the answer, or the mean scores.
    effect : str
        By how much the first is ahead, with the interval of the difference; empty where there is none.
    mark : str
        The sign before the answer, as `Brief` has it; empty where no test judges them.
    among : str
        What is said of all learners, of whom these two are the best, as `standing` says it; empty where two are all, or
        there are too many pairs or several data sets.
    unmet : tuple of (title, sentence)
        What the test takes for granted and these scores do not meet.
    differ : bool
        Whether somebody was passed over, who has the scores of the best.
    """

    pair: tuple[str, ...]
    answer: str
    numbers: str
    effect: str = ""
    mark: str = ""
    among: str = ""
    unmet: tuple[tuple[str, str], ...] = ()
    differ: bool = False

    @property
    def line(self) -> str:
        """The answer with its mark, and of whom; empty where no test judges them."""
        best = f"the two best{' that differ' * self.differ}, " * bool(self.among)
        return f"{self.mark} {self.answer} · {best}{' and '.join(self.pair)}" if self.answer else ""

    @property
    def sentence(self) -> str:
        """All of it."""
        if self.effect:
            whose = "" if all(name in self.effect for name in self.pair) else f"{' and '.join(self.pair)}: "
            return f"{whose}{self.answer}. {self.details}"
        return f"{' and '.join(self.pair)}: {self.answer} ({self.numbers})" if self.answer else self.numbers

    @property
    def details(self) -> str:
        """What the answer rests on."""
        told = " ".join(filter(None, (self.effect, self.numbers)))
        return told if told.endswith(".") or not self.effect else f"{told}."

    def to_json(self) -> bytes:
        """Bytes for the store."""
        return json.dumps({**asdict(self), "worded_by": _worded_by()}).encode()

    @classmethod
    def from_json(cls, content: bytes) -> "Headline | None":
        """What `to_json` wrote; None where it was worded by another version, whose words may differ."""
        values = json.loads(content)
        if values.pop("worded_by", None) != _worded_by():
            return None
        return cls(**{**values, "pair": tuple(values["pair"]), "unmet": tuple(map(tuple, values["unmet"]))})


@cache
def _worded_by() -> str:
    """What all words and numbers come from."""
    return digest([path.read_bytes() for path in sorted(_CORE.rglob("*.py"))])


def headline(results: Results | Evidence) -> Headline:
    """Judge the two learners with the best mean scores by the advised test; of a bootstrap tell what is out of bag."""
    if isinstance(results, Evidence):
        return _of_evidence(results)
    if isinstance(results, Experiment) and results.facts.key == "bootstrap":
        with suppress(NotApplicable):
            return _out_of_bag(results)
    if len(results.learners) == 2 and (told := one_and_the_same(results.trained)):
        return Headline(results.learners, "", told)
    return _of_evidence(results.evidence)


def _out_of_bag(experiment: Experiment) -> Headline:
    estimates = {name: found.out_of_bag for name, found in bootstrap_estimates(experiment).items()}
    lower = experiment.fold_scores.lower_is_better
    best = sorted(estimates, key=lambda name: estimates[name], reverse=not lower)
    told = _listed("out-of-bag", [(name, estimates[name], "") for name in best], experiment.fold_scores)
    return Headline(_as_listed(best[:2], experiment.learners), "", told)


def _of_evidence(evidence: Evidence) -> Headline:
    scores = evidence.together
    ranked = _ranked(scores)
    names = [item.learner for item in ranked]
    alike = _alike(evidence.scores, names)
    pair = _as_listed([name for name in names if name not in alike][:2], evidence.learners)
    if len(pair) == 2:
        besides = _besides(alike, names[0], evidence.scores)
        try:
            verdict, family = compare(evidence, *pair), _family(evidence)
            judged = _judged(pair, verdict, family, len(evidence.learners), besides)
            return judged if family is None else replace(judged, among=_among(family, evidence))
        except InputError:  # no test fits: the means are said instead
            pass
    return Headline(pair, "", _means(ranked, scores))


def _as_listed(best: Sequence[str], learners: Sequence[str]) -> tuple[str, ...]:
    """The best learners in the order of the results."""
    return tuple(name for name in learners if name in best)


def _alike(scores: FoldScores, names: Sequence[str]) -> list[str]:
    """Who has the scores of the first learner in every fold; nobody where all have."""
    best, *others = map(scores.matrix, names or [scores.learners[0]])
    same = [np.array_equal(best, other, equal_nan=True) for other in others]
    return [] if all(same) else [name for name, is_same in zip(names[1:], same, strict=True) if is_same]


def _besides(alike: Sequence[str], best: str, scores: FoldScores) -> str:
    """That these learners are passed over; empty for none of them."""
    if not alike:
        return ""
    every = f" in every {units_of(scores).removesuffix('s')}" * (scores.matrix(best).size > 1)
    has = "has" if len(alike) == 1 else "have"
    return f" {listing(alike, most=_MOST_MEANS)} {has} the same scores as {best}{every}."


def _ranked(scores: FoldScores) -> list[LearnerSummary]:
    """The best mean first; last those that lack scores which others have: means over other folds do not compare."""
    known = [item for item in summarise(scores) if not math.isnan(item.mean)]
    ordered = sorted(known, key=lambda item: item.mean, reverse=not scores.lower_is_better)
    return sorted(ordered, key=lambda item: item.scored < most_scored(known))


def _family(evidence: Evidence) -> AllPairs | None:
    """The pairs of which the two best are one; None where two are all, or too many."""
    return all_pairs(evidence) if 2 < len(evidence.learners) <= MOST_LEARNERS else None


def _among(family: AllPairs, evidence: Evidence) -> str:
    """What the pairs say of all learners; over several data sets mean ranks do."""
    if evidence.over_datasets:
        return ""
    grouping, overall = (
        family.grouping(evidence.together, ALPHA),
        all_at_once(evidence, applicable_tests(evidence)),
    )
    found = standing(
        grouping, MEANS, ALPHA, "", overall.advised, decidable=family.decidable(ALPHA), whole=True
    )
    return f"Among all {counted(family.family, 'pairs')}: {found.mark} {found.answer}."


def _judged(
    pair: tuple[str, ...], verdict: Verdict, family: AllPairs | None, learners: int, besides: str
) -> Headline:
    """The verdict on the two best, with p adjusted for all pairs: they were chosen after looking.

    Parameters
    ----------
    pair : tuple of str
    verdict : Verdict
    family : AllPairs, optional
        All pairs, judged alike.
    learners : int
        How many there are.
    besides : str
        Who is passed over, in a sentence.
    """
    best = f"the two best{f' of {learners:,}' * (family is None)}{' that differ' * bool(besides)}"
    adjusted = None if family is None else family.adjusted_of(*pair)
    found = brief(verdict, ALPHA, adjusted)
    effect = " ".join(filter(None, (found.effect, found.interval)))
    told = [] if verdict.p_value is None else [f"p {probability(verdict.p_value, ALPHA)}"]
    chosen = ""
    if family is not None and adjusted is not None:
        told = [
            f"{told[0]} alone",
            f"p {probability(adjusted, ALPHA)} adjusted by {family.adjustment.title} for all {family.family} pairs",
        ]
        chosen = f". The adjusted one counts: {best} were chosen after looking."
    elif learners > 2:
        pairs = f"{math.comb(learners, 2):,} pairs"
        chosen = f". T{best[1:]}, chosen after looking: p is not adjusted for the {pairs}."
    # other pages judge at the level that is set there
    numbers = f"{', '.join([*told, verdict.title])}, at α = {level_text(ALPHA)}{chosen}{besides}"
    unmet = tuple((check.title, check.sentence) for check in verdict.unmet)
    return Headline(pair, found.answer, numbers, effect, found.mark, unmet=unmet, differ=bool(besides))


def _means(ranked: list[LearnerSummary], scores: FoldScores) -> str:
    most = most_scored(ranked)
    some = {
        item.learner: f" ({item.scored} of {counted(most, units_of(scores.by_dataset))})" for item in ranked
    }
    means = [(item.learner, item.mean, some[item.learner] * (item.scored < most)) for item in ranked]
    return _listed("mean", means, scores)


def _listed(kind: str, found: list[tuple[str, float, str]], scores: FoldScores) -> str:
    """Learners with their values and what is to be known of each."""
    title = title_of(scores)
    if not found:
        return f"no {title} could be measured"
    write = measured if told_in_percent(scores.measure) else short
    words = (f"{name} {write(value)}{more}" for name, value, more in found)
    what = title if kind == "mean" and title.startswith("mean ") else f"{kind} {title}"
    return f"{what}: {listing(words, most=_MOST_MEANS)}"
