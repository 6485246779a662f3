"""Two learners and their evidence → a verdict, by the advised or a named test: is the difference more than luck?"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.errors import InputError, NotApplicable
from core.inference.advice.advice import Advice
from core.inference.advice.applicable import advised_for_two, many_learners
from core.inference.advice.inputs_from_results import Gathering, gathered, inputs_of
from core.inference.advice.rules import rule_of
from core.inference.declaration.entry import Takes, TestEntry
from core.inference.declaration.suitability import Rule
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import SIZE_NAMES, Judged, evidence_of
from core.inference.hypothesis_tests.bayesian import (
    RankPosterior,
    StudentPosterior,
    rank_posterior,
    student_posterior,
)
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.hypothesis_tests.hierarchical import HierarchicalPosterior, hierarchical_posterior
from core.inference.verdicts.verdict import Verdict, judge

_JUDGES: Mapping[Takes, str] = {
    "one": "It compares one learner with a value p0.",
    "two": "It compares two learners.",
    "several": "It compares several learners at once.",
}


def compare(
    evidence: Judged,
    first: str,
    second: str,
    test: str | None = None,
    *,
    alternative: Alternative = "two-sided",
    drop_undefined: bool = False,
    advice: Advice | None = None,
    **options: Any,
) -> Verdict:
    """Judge two learners by the advised or the named test.

    Parameters
    ----------
    evidence : Experiment, FoldScores, Predictions or Counts
    first, second : str
        Names of the learners; the difference is first minus second.
    test : str, optional
        A key of `TESTS`; the advised one when not given.
    alternative : "two-sided", "less" or "greater"
        About score(first) − score(second).
    drop_undefined : bool
        Leave folds with an undefined score out for both learners; the verdict says so.
    advice : Advice, optional
        What `applicable_tests` said of these two: then what the tests need of them is not gathered anew for every
        test.
    **options
        Further inputs of the test: rope, rho1, rho2, n_train …; the sizes count for what is advised, too.

    Raises
    ------
    NotApplicable
        If the test is refused on this evidence, or a learner failed on a fold; the message says why.
    InputError
        If the learners' folds or instances do not match, or nobody said what the scores measure.
    """
    known = evidence_of(evidence)
    known.refuse_unsaid()
    if set(SIZE_NAMES) & set(options):
        advice = None  # it may not know them
    gathering = None if advice is None or drop_undefined else advice.gathering
    if gathering is None or gathering.learners != [first, second]:
        gathering = gathered(known, [first, second], drop_undefined=drop_undefined, by_hand=options)
    if test is None:
        test = advised_for_two(gathering) if advice is None else _advised(advice)
        options = _without_sizes_not_taken(options, TESTS[test])
    rule = check_permitted(test, gathering, "two")
    entry = TESTS[test]
    if entry.question == "bayesian":
        raise NotApplicable(
            f"{entry.title} gives a posterior, not a verdict.",
            "test",
            "Call believe(evidence, first, second, rope=…).",
        )
    inputs, naming = inputs_of(entry, gathering, options)
    return judge(test, inputs, alternative, replace(naming, caution=rule.caution))


def _without_sizes_not_taken(options: Mapping[str, Any], entry: TestEntry) -> dict[str, Any]:
    """Sizes say something of the evidence, so that they may be given to a test that does without them."""
    taken = {need.name for need in entry.needs}
    return {name: value for name, value in options.items() if name in taken or name not in SIZE_NAMES}


def _advised(advice: Advice) -> str:
    if advice.advised is None:
        raise NotApplicable(advice.in_full)
    return advice.advised


def check_permitted(key: str, gathering: Gathering, takes: Takes) -> Rule:
    """What a test of one, two or several learners is worth on what the evidence gives, unless it is refused.

    Raises
    ------
    NotApplicable
        If the test is refused on this evidence, or answers another question.
    """
    entry = TESTS[key]
    if entry.takes != takes:
        raise NotApplicable(_JUDGES[entry.takes], entry.title, "Use applicable_tests(…) to see what fits.")
    rule = rule_of(entry, gathering)
    if rule.status == "refused":
        raise NotApplicable(rule.reason, entry.title, "Use applicable_tests(…) to see what fits.")
    return rule


def believe(
    evidence: Judged,
    first: str,
    second: str,
    *,
    rope: float | None = None,
    drop_undefined: bool = False,
    n_train: float | None = None,
    n_validation: float | None = None,
) -> StudentPosterior:
    """Posterior of the difference of two learners by the Bayesian correlated t test.

    Parameters
    ----------
    evidence : Experiment or FoldScores
    first, second : str
        Names of the learners; the difference is first minus second.
    rope : float, optional
        Largest difference that does not matter, in the measure's unit; .01 for rates when not given.
    drop_undefined : bool
        Leave folds with an undefined score out for both learners.
    n_train, n_validation : float, optional
        Sizes of the training and validation sets, where the evidence does not hold them.

    Raises
    ------
    InputError
        If `rope` is missing for a measure that is not a rate, or nobody said what the scores measure.
    NotApplicable
        If the design refuses it; the message says why.
    """
    sizes = {"n_train": n_train, "n_validation": n_validation}
    options = {"rope": rope} | {name: size for name, size in sizes.items() if size is not None}
    known = evidence_of(evidence)
    known.refuse_unsaid()
    gathering = gathered(known, [first, second], drop_undefined=drop_undefined, by_hand=options)
    check_permitted("bayesian_t", gathering, "two")
    return student_posterior(*inputs_of(TESTS["bayesian_t"], gathering, options))


def believe_over_datasets(
    evidence: Judged, first: str, second: str, *, rope: float | None = None, drop_undefined: bool = False
) -> RankPosterior:
    """Weigh two learners over data sets by the Bayesian signed-rank test.

    Parameters
    ----------
    evidence : FoldScores over data sets
    first, second : str
        Names of the learners; the difference is first minus second.
    rope : float, optional
        Largest difference that does not matter, in the measure's unit; .01 for rates when not given.
    drop_undefined : bool
        Leave data sets with an undefined score out for both learners.

    Raises
    ------
    InputError
        If `rope` is missing for a measure that is not a rate, or nobody said what the scores measure.
    NotApplicable
        If the rows are folds of one data set.
    """
    known = evidence_of(evidence)
    known.refuse_unsaid()
    gathering = gathered(known, [first, second], drop_undefined=drop_undefined)
    check_permitted("bayesian_signed_rank", gathering, "two")
    return rank_posterior(*inputs_of(TESTS["bayesian_signed_rank"], gathering, {"rope": rope}))


def believe_over_folds(
    evidence: Judged, first: str, second: str, *, rope: float | None = None
) -> HierarchicalPosterior:
    """Weigh two learners over data sets and their folds by the Bayesian hierarchical model.

    Parameters
    ----------
    evidence : Study, or FoldScores of several data sets with several folds each
    first, second : str
        Names of the learners; the difference is first minus second.
    rope : float, optional
        Largest difference that does not matter, in the measure's unit; .01 for rates when not given.

    Raises
    ------
    InputError
        If `rope` is missing for a measure that is not a rate, or nobody said what the scores measure.
    NotApplicable
        If there are not several data sets with several folds each, or the sizes of their sets are unknown.
    """
    known = evidence_of(evidence)
    known.refuse_unsaid()
    gathering = gathered(known, [first, second])
    check_permitted("bayesian_hierarchical", gathering, "two")
    return hierarchical_posterior(*inputs_of(TESTS["bayesian_hierarchical"], gathering, {"rope": rope}))


def compare_all(
    evidence: Judged,
    learners: Iterable[str] | None = None,
    test: str | None = None,
    *,
    drop_undefined: bool = False,
    **options: Any,
) -> Verdict:
    """Judge more than two learners at once by the advised or the named test.

    Parameters
    ----------
    evidence : Experiment, FoldScores or Predictions
    learners : names, optional
        All of them when not given.
    test : str, optional
        A key of `TESTS` that takes a table; the advised one when not given.
    drop_undefined : bool
        Leave folds with an undefined score out for all learners; the verdict says so.
    **options
        Further inputs of the test: n_train, n_validation.

    Raises
    ------
    NotApplicable
        If the test is refused on this evidence, or a learner failed on a fold; the message says why.
    InputError
        If the learners' folds or instances do not match, or there are fewer than two learners.
    """
    found = evidence_of(evidence)
    found.refuse_unsaid()
    names = list(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    gathering = gathered(found, names, drop_undefined=drop_undefined, by_hand=options)
    key = test or _advised(many_learners(gathering))
    if test is None:
        options = _without_sizes_not_taken(options, TESTS[key])
    rule = check_permitted(key, gathering, "several")
    inputs, naming = inputs_of(TESTS[key], gathering, options)
    return judge(key, inputs, "two-sided", replace(naming, caution=rule.caution))
