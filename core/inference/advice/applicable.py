"""Which tests fit some evidence and question: one learner, a pair, or several."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

from core.errors import InputError, NotApplicable
from core.inference.advice.advice import Advice, advise
from core.inference.advice.fold_kinds import fold_rule, folds_of, folds_of_design
from core.inference.advice.inputs_from_results import Gathering, gathered
from core.inference.advice.rules import BY_INSTANCE, rule_of
from core.inference.declaration.entry import Takes, TestEntry
from core.inference.evidence.alignment import align
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.hypothesis_tests.catalogue import TESTS
from core.records import DesignFacts


def applicable_tests(
    evidence: Judged,
    first: str | None = None,
    second: str | None = None,
    *,
    p0: float | None = None,
    n_train: Any = None,
    n_validation: Any = None,
) -> Advice:
    """Say which tests fit the evidence, before looking at the scores.

    Parameters
    ----------
    evidence : Experiment, FoldScores, Predictions or Counts
    first, second : str, optional
        The learners; when neither is given, the first two, or all of them where there are more.
    p0 : float, optional
        A rate to hold one learner against; asks the question of one learner.
    n_train, n_validation : numbers, optional
        Sizes of the training and validation sets, where the evidence does not hold them.

    Raises
    ------
    InputError
        If a learner is unknown.
    NotApplicable
        If one of two learners, or the one learner, failed on a fold.

    Reads only the facts of the design, the sizes, the measure and, for McNemar's test, how many instances the
    two learners disagree on.
    """
    found = evidence_of(evidence)
    by_hand = {"n_train": n_train, "n_validation": n_validation, "p0": p0}
    if p0 is not None or (second is None and len(found.learners) == 1):
        return _advice(gathered(found, [first or found.learners[0]], by_hand=by_hand), "one")
    if first is None and second is None and len(found.learners) > 2:
        return many_learners(Gathering(found, list(found.learners), by_hand=by_hand))
    return two_learners(gathered(found, list(_pair(found, first, second)), by_hand=by_hand))


def two_learners(gathering: Gathering) -> Advice:
    """Say which tests compare the two learners that were gathered."""
    return _advice(gathering, "two")


def advised_for_two(gathering: Gathering) -> str:
    """Key of the test that is advised for the two learners that were gathered; others are not asked without need.

    Raises
    ------
    NotApplicable
        If none is advised.
    """
    on_folds = folds_of(gathering.found) not in BY_INSTANCE
    for entry in _entries("two"):
        if on_folds and not entry.folds:  # none of these is advised here
            continue
        rule = rule_of(entry, gathering)
        if rule.advised and rule.status != "refused":
            return entry.key
    raise NotApplicable(two_learners(gathering).in_full)


def advice_on_pairs(evidence: Judged) -> Advice:
    """Which tests fit the first two learners that failed nowhere, whether or not they lack scores.

    Raises
    ------
    NotApplicable
        If all learners but one failed on a fold.
    """
    found = evidence_of(evidence)
    if len(found.learners) < 2:
        return applicable_tests(found)
    failed = {failure.learner for failure in found.failures}
    return applicable_tests(found, *sorted(found.learners, key=failed.__contains__)[:2])


def refused_by_scores(evidence: Judged, *, drop_undefined: bool = False) -> list[tuple[str, str, str]]:
    """Pairs of learners that are not there on the same folds, whatever their design, and why not.

    Parameters
    ----------
    evidence : Experiment, FoldScores, Predictions or Counts
    drop_undefined : bool
        Leave folds with an undefined score out, pair by pair.
    """
    found = evidence_of(evidence)
    if found.counts is not None:
        return []
    most = max(
        found.learners, key=found.scores.frame.groupby("learner")["score"].count().to_dict().__getitem__
    )
    reason_of = partial(_not_together, found, drop_undefined=drop_undefined)
    lacking = {name for name in found.learners if reason_of(dict.fromkeys((most, name)))}
    return [
        (first, second, reason)
        for first, second in combinations(found.learners, 2)
        if {first, second} & lacking and (reason := reason_of((first, second)))
    ]


def _not_together(found: Evidence, learners: Collection[str], *, drop_undefined: bool = False) -> str:
    """Why these learners have no scores on the same folds; empty where they have."""
    try:
        found.refuse_failures(learners)
        align(found.scores, learners, drop_undefined=drop_undefined)
    except InputError as error:
        return f"{error.what} {error.hint}".strip()
    return ""


def many_learners(gathering: Gathering) -> Advice:
    """Say which tests compare all learners at once."""
    return _advice(gathering, "several")


def _advice(gathering: Gathering, takes: Takes) -> Advice:
    rules = {entry.key: rule_of(entry, gathering) for entry in _entries(takes)}
    advice = advise(rules, gathering)
    if advice.advised is None and any(rule.advised for rule in rules.values()):  # one that lacks the sizes
        return replace(advice, besides=_besides(gathering))
    return advice


def _besides(gathering: Gathering) -> str:
    """What else these learners lack, and what can be judged without it; empty where they lack nothing."""
    found, learners, drop = gathering.found, gathering.learners, gathering.drop_undefined
    gap = _not_together(found, learners, drop_undefined=drop)
    if not gap:
        return ""
    count = comb(len(learners), 2)
    judged = count - sum(
        {first, second} <= set(learners) for first, second, _ in refused_by_scores(found, drop_undefined=drop)
    )
    if len(learners) > 2 and judged:
        return f"That can give a verdict on {judged:,} of {count:,} pairs, but none on all learners at once: {gap}"
    return f"That alone does not give one: {gap}"


def _entries(takes: Takes) -> list[TestEntry]:
    return [entry for entry in TESTS.values() if entry.takes == takes]


def advice_on_design(facts: DesignFacts) -> Advice:
    """Which tests of two learners fit fold scores of such a design, whose sizes are known."""
    folds = folds_of_design(facts)
    entries = [entry for entry in _entries("two") if entry.folds]
    return advise({entry.key: fold_rule(entry, folds, facts) for entry in entries})


def _pair(found: Evidence, first: str | None, second: str | None) -> tuple[str, str]:
    names = list(found.learners)
    if first is None:
        first = next(name for name in names if name != second)
    if second is None:
        second = next((name for name in names if name != first), first)
    return first, second
