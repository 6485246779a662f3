"""Two learners, one question: is the difference more than luck?"""

from collections.abc import Iterable, Mapping
from typing import Any

from core.errors import InputError, NotApplicable
from core.inference.advice.advice import SIZES_UNKNOWN, Advice, is_refused
from core.inference.advice.applicable import applicable_tests
from core.inference.advice.inputs_from_results import gather
from core.inference.advice.many_learners import many_learners
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.hypothesis_tests.bayesian import StudentPosterior, student_posterior
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.verdicts.verdict import Verdict, judge


def compare(
    evidence: Judged,
    first: str,
    second: str,
    test: str | None = None,
    alternative: Alternative = "two-sided",
    *,
    drop_undefined: bool = False,
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
    **options
        Further inputs of the test: rope, rho1, rho2, n_train …

    Raises
    ------
    NotApplicable
        If the test is refused on this evidence, or a learner failed on a fold; the message says why.
    InputError
        If the learners' folds or instances do not match.
    """
    found = evidence_of(evidence)
    key = _allowed(found, first, second, test, options)
    entry = TESTS[key]
    if entry.question == "bayesian":
        raise NotApplicable(
            f"{entry.title} gives a posterior, not a verdict.",
            "test",
            "Call believe(evidence, first, second, rope=…).",
        )
    inputs, naming = gather(entry, found, [first, second], options, drop_undefined=drop_undefined)
    return judge(key, inputs, alternative, naming)


def _allowed(found: Evidence, first: str, second: str, test: str | None, options: Mapping[str, Any]) -> str:
    """The named test unless it is refused, the advised one where none is named."""
    if test is not None and not is_refused(found, first, second, test):
        return test
    advice = applicable_tests(found, first, second)
    key = test or advice.advised
    if key is None:
        raise NotApplicable(advice.because, "test")
    refuse(advice, key, options)
    return key


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
    rope : float, optional
        Largest difference that does not matter, in the measure's unit; .01 for rates when not given.

    Raises
    ------
    InputError
        If `rope` is missing for a measure that is not a rate.
    NotApplicable
        If the design refuses it; the message says why.
    """
    found = evidence_of(evidence)
    sizes = {"n_train": n_train, "n_validation": n_validation}
    options = {"rope": rope} | {name: size for name, size in sizes.items() if size is not None}
    refuse(applicable_tests(found, first, second), "bayesian_t", options)
    inputs, naming = gather(
        TESTS["bayesian_t"], found, [first, second], options, drop_undefined=drop_undefined
    )
    return student_posterior(inputs, naming)


def refuse(advice: Advice, key: str, options: Mapping[str, Any]) -> None:
    """Raise `NotApplicable` with the reason if the test is refused; sizes given by hand make up for unknown ones."""
    reason = dict(advice.refused).get(key)
    if reason is None or (reason == SIZES_UNKNOWN and {"n_train", "n_validation"} <= set(options)):
        return
    hint = f"Advised here: {advice.advised}." if advice.advised else ""
    raise NotApplicable(reason, TESTS[key].title, hint)


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
    names = list(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    advice = many_learners(found)
    key = test or advice.advised
    if key is None:
        raise NotApplicable(advice.because, "test")
    refuse(advice, key, options)
    inputs, naming = gather(TESTS[key], found, names, options, drop_undefined=drop_undefined)
    return judge(key, inputs, "two-sided", naming)
