"""The same comparison with other numbers of folds and of repeats: p hangs on a design that somebody has to choose."""

from dataclasses import replace

import streamlit as st

from core.errors import InputError, without_arguments
from core.experiment import Experiment, ImportedResults, Results
from core.figures import repeats_curves
from core.inference import TESTS, Evidence, OverRepeats, over_repeats
from core.inference.comparing.over_repeats import TEST, PValues
from core.inference.comparing.pair_question import PairQuestion
from core.jobs import Job
from core.records import DesignSpec, ExperimentSpec
from core.written import level_text
from pages.ui.display import charts, elements
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts.further_runs import FurtherRuns, of_two, offer, refusal, watch

FOLDS = (2, 5, 10, 20)
REPEATS = 10
DESIGNS = ("k_fold", "repeated_k_fold")


def show(job: Job | None, results: Results, question: PairQuestion) -> None:
    """P over the repeats, for this K and for others; nothing for other designs than K folds."""
    facts = results.evidence.facts
    refused = refusal(results.spec)
    if facts is None or facts.key not in DESIGNS or (refused and facts.replicates == 1):
        return
    st.markdown("**Over K and the repeats**")
    try:
        own = _p_values(results.evidence, question)
    except InputError as reason:
        st.caption(plain(f"Not offered here: {reason}"))
        return
    curves, mine = {facts.folds: own}, (facts.folds, facts.replicates)
    if refused or job is None or isinstance(results, ImportedResults):
        _draw(curves, mine, question)
        return
    further = runs(job, question)
    if further.waiting:
        _draw(curves, mine, question)
        watch(further)
    elif further.are_known:
        found, unjudged = _further_curves(further, results, question)
        _draw(curves | found, mine, question)
        for folds, why in unjudged.items():
            st.caption(plain(f"The further runs with K = {folds} could not be judged: {why}"))
    else:
        _draw(curves, mine, question)
        _offer(further, results)


def runs(job: Job, question: PairQuestion) -> FurtherRuns:
    """Repeated K-fold cross-validation for each K that the data allow; the run's own folds are among them."""
    plan = cache.plan(job)
    options, dataset = dict(plan.spec.design.options), plan.dataset
    parts = len(dataset) if dataset.groups is None else dataset.groups.nunique()
    specs = (
        _with_folds(of_two(plan.spec, question), folds, max(REPEATS, options.get("r", 1)))
        for folds in sorted({*FOLDS, options["k"]})
        if folds <= parts
    )
    return FurtherRuns("repeats", job, question, tuple(specs))


def _with_folds(spec: ExperimentSpec, folds: int, repeats: int) -> ExperimentSpec:
    options = dict(spec.design.options) | {"k": folds, "r": repeats}
    return replace(spec, design=DesignSpec("repeated_k_fold", tuple(sorted(options.items()))))


def _p_values(evidence: Evidence, question: PairQuestion) -> PValues:
    names, side = (question.first, question.second), question.side(TEST)
    return cache.kept(
        "repeats",
        (evidence.fingerprint, names, side),
        lambda: over_repeats(evidence, *names, alternative=side),
    )


def _further_curves(
    further: FurtherRuns, results: Experiment, question: PairQuestion
) -> tuple[dict[int, PValues], dict[int, str]]:
    """The curves by their K, and why others have none: with fewer folds a learner may fail that did not here."""

    def judge() -> tuple[dict[int, PValues], dict[int, str]]:
        found, unjudged = {}, {}
        for place, run in further.done(results):
            folds = _folds(further.specs[place])
            try:
                found[folds] = _p_values(run.evidence, question)
            except InputError as reason:
                unjudged[folds] = without_arguments(reason)
        return found, unjudged

    asked = further.room, results.spec, question.side(TEST)
    return cache.kept("further repeats", asked, judge)


def _folds(spec: ExperimentSpec) -> int:
    return int(dict(spec.design.options)["k"])


def _draw(curves: dict[int, PValues], own: tuple[int, int], question: PairQuestion) -> None:
    if len(curves) == 1 and own[1] == 1:
        st.caption(
            "How many folds there are, and how often they are cut anew, is a choice that says nothing of the learners. "
            "Does the verdict hang on it?"
        )
        return
    found = OverRepeats(tuple(sorted(curves)), tuple(curves[folds] for folds in sorted(curves)))
    st.markdown(plain(found.sentence(question.alpha)))
    drawing = repeats_curves(
        dict(zip(found.folds, found.p_values, strict=True)), question.alpha, own, dark=elements.is_dark()
    )
    charts.figure(drawing, "over_repeats", "p_over_repeats")
    st.caption(
        plain(
            f"{TESTS[TEST].title} after the first repeat, the first two, and so on; the large dot is this run, "
            f"the dashed line α = {level_text(question.alpha)}. With fewer folds the learners train on less, which is "
            "another question. A what-if and no verdict: all share the same data, and "
            " whoever takes the design that suits has chosen it for its effect."
        )
    )


def _offer(further: FurtherRuns, results: Experiment) -> None:
    folds = [_folds(spec) for spec in further.specs]
    offer(
        further,
        results,
        title=f"Run with K = {', '.join(map(str, folds))}",
        icon=":material/grid_on:",
        about=f"Each K at least {REPEATS} times; only these two learners are trained.",
        fits=2 * sum(_folds(spec) * dict(spec.design.options)["r"] for spec in further.specs),
    )
