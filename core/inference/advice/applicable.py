"""Which tests fit some evidence and question: one learner, a pair, or several."""

from core.inference.advice.advice import Advice, advise, design_key, instance_rule, two_learners
from core.inference.advice.rules import ONE_LEARNER_FOLDS, SIGMA_KNOWN, Rule
from core.inference.evidence.evidence import Evidence, Judged, evidence_of


def applicable_tests(
    evidence: Judged, first: str | None = None, second: str | None = None, p0: float | None = None
) -> Advice:
    """Say which tests fit the evidence, before looking at the scores.

    Parameters
    ----------
    evidence : Experiment, FoldScores, Predictions or Counts
    first, second : str, optional
        The learners; when neither is given, the first two, or all of them where there are more.
    p0 : float, optional
        A rate to hold one learner against; asks the question of one learner.

    Reads only the facts of the design, the sizes, the measure and, for McNemar's test, how many instances the
    two learners disagree on.
    """
    found = evidence_of(evidence)
    if p0 is not None or (second is None and len(found.learners) == 1):
        return _one_learner(found, first or found.learners[0])
    if first is None and second is None and len(found.learners) > 2:
        from core.inference.advice.many_learners import many_learners

        return many_learners(found)
    first, second = _pair(found, first, second)
    found.refuse_unknown([first, second])
    found.refuse_failures([first, second])
    return two_learners(found, first, second)


def _pair(found: Evidence, first: str | None, second: str | None) -> tuple[str, str]:
    names = list(found.learners)
    if first is None:
        first = next(name for name in names if name != second)
    if second is None:
        second = next((name for name in names if name != first), first)
    return first, second


def _one_learner(found: Evidence, learner: str) -> Advice:
    found.refuse_unknown([learner])
    found.refuse_failures([learner])
    rules = {key: instance_rule(key, found, [learner]) for key in ("binomial", "normal_approximation")}
    key = design_key(found.facts)
    if found.counts is not None:
        folds: Rule = ("refused", "Counts hold no fold scores.")
    else:
        folds = ONE_LEARNER_FOLDS.get(key, ONE_LEARNER_FOLDS["overlapping"])
    rules["one_sample_t"] = folds
    rules["one_sample_z"] = folds if folds[0] == "refused" else SIGMA_KNOWN
    if folds[0] == "refused":
        return advise(rules, {"binomial": "Counts errors, one prediction per instance: exact."})
    because = "Judges the mean of the fold scores; see its corrected form where training sets overlap."
    return advise(rules, {"one_sample_t": because})
