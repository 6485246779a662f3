"""The same two learners on training sets of other sizes: would more data turn the verdict?"""

from dataclasses import replace

import streamlit as st

from core.experiment import Experiment, ImportedResults, Results
from core.figures import learning_figure, scale_of, style_of
from core.inference import LearningCurves, learning_curves
from core.inference.comparing.pair_question import PairQuestion
from core.jobs import Job
from core.records import Dataset, DesignSpec, ExperimentSpec
from pages.ui.display import charts, elements
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts.further_runs import FurtherRuns, of_two, offer, refusal, watch

SHARES = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Of the data in the training set; the others are the validation set."""
REPEATS = 10
FEWEST = 20
"""Instances, or groups, in the smallest training set."""


def show(job: Job | None, results: Results, question: PairQuestion) -> None:
    """The learning curves of the two, or the button that runs them; nothing where they cannot be trained."""
    if results.evidence.over_datasets or refusal(results.spec):
        return
    if job is None or isinstance(results, ImportedResults):
        return
    st.markdown("**Over the size of the training set**")
    further = runs(job, question)
    if len(further.specs) < 2:
        unit = "groups" if results.facts is not None and results.facts.grouped else "instances"
        st.caption(
            f"Not offered here: the data are too few for two sizes of {FEWEST} training {unit} or more."
        )
    elif further.waiting:
        watch(further)
    elif further.are_known:
        _draw(further, results, question)
    else:
        st.caption(
            "A verdict is about training sets of one size. Who is ahead when there are fewer, or more?"
        )
        shares = len(further.specs)
        offer(
            further,
            results,
            title=f"Train on {shares} sizes",
            icon=":material/trending_up:",
            about=f"{REPEATS} random cuts for each size, validated on the data that are left; only these two learn.",
            fits=2 * REPEATS * shares,
        )


def runs(job: Job, question: PairQuestion) -> FurtherRuns:
    """Random cuts with a training set of each size that the data allow."""
    plan = cache.plan(job)
    dataset = plan.dataset
    parts = len(dataset) if dataset.groups is None else dataset.groups.nunique()
    specs = tuple(
        _of_share(of_two(plan.spec, question), share, stratified=_keeps_classes(dataset, share))
        for share in SHARES
        if share * parts >= FEWEST
    )
    return FurtherRuns("sizes", job, question, specs)


def _keeps_classes(dataset: Dataset, share: float) -> bool:
    """Whether cuts can hold every class in its share: of those that do not, a small one may lack a class."""
    if dataset.task == "regression" or dataset.groups is not None:
        return False
    return bool(min(share, 1 - share) * dataset.class_counts.min() >= 1)


def _of_share(spec: ExperimentSpec, share: float, *, stratified: bool) -> ExperimentSpec:
    options = {
        "r": REPEATS,
        "validation": round(1 - share, 6),
        "seed": dict(spec.design.options).get("seed", 0),
        "stratified": stratified,
    }
    return replace(spec, design=DesignSpec("random_resampling", tuple(sorted(options.items()))))


def _draw(further: FurtherRuns, results: Experiment, question: PairQuestion) -> None:
    def found() -> LearningCurves:
        scores = [run.evidence.scores for _, run in further.done(results)]
        return learning_curves(scores, question.first, question.second)

    curves = cache.kept("learning curves", (further.room, results.spec), found)
    st.markdown(plain(curves.sentence()))
    evidence = results.evidence
    styles, scale = style_of(evidence.learners), scale_of(evidence.scores)
    drawing = learning_figure(curves, styles, scale, dark=elements.is_dark())
    charts.figure(drawing, "learning_curves", "learning_curves")
    st.caption(
        f"Lines: means over {REPEATS} random cuts; bands: where eight of ten of them lie. A picture and no verdict: "
        "the cuts share data, and the fewer are trained on, the more are validated on."
    )
