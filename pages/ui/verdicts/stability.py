"""How firm a verdict is: over α, over seeds, over arbitrary choices inside a test."""

from collections.abc import Mapping
from math import isnan

import streamlit as st

from core.designs import units_by
from core.errors import InputError, NotApplicable, without_arguments
from core.experiment import Experiment, ImportedResults, Results
from core.figures import correlation_curve, threshold_dots, triangle_heatmap, verdict_strip
from core.inference import Advice, Evidence, Verdict, without_each_fold
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.assumed_correlation import over_correlation
from core.inference.interpretation.disagreement import counted_on
from core.inference.interpretation.effect_sizes import titled_beside
from core.inference.interpretation.more_instances import more_instances, units_of
from core.inference.interpretation.permuted_5x2 import exact_triangle
from core.inference.interpretation.stability import (
    ALPHAS,
    agree_at_every_level,
    alpha_sentence,
    over_alpha,
)
from core.jobs import Job
from core.tables.verdicts import numerators_table
from core.written import all_of, level_text, p_text
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts import other_seeds
from pages.ui.verdicts.further_runs import refusal, watch
from pages.ui.verdicts.side_by_side import short_title


def over_levels(verdicts: Mapping[str, Verdict], key: str, alpha: float, measure: str) -> None:
    """A strip per test: where it rejects as α moves; those of another measure are called so.

    Where all of them say one thing at every level, a sentence says it.
    """
    st.markdown("**Over the significance level**")
    sentence = alpha_sentence(verdicts[key])
    told = f"{verdicts[key].title}: {sentence[0].lower()}{sentence[1:]}"
    shown = [verdict for verdict in verdicts.values() if not verdict.entry.shows_equivalence]
    if not verdicts[key].entry.shows_equivalence and agree_at_every_level(shown):
        counted, beside = counted_on(measure, shown)
        of_other = f", {len(beside)} of another measure too" if beside else ""
        every = all_of(len(counted), "tests")
        agree = f" {every[0].upper()}{every[1:]} agree on that{of_other}." if len(counted) > 1 else ""
        st.markdown(plain(f"{told}{agree}"))
        return
    st.markdown(plain(told))
    rows = [
        (titled_beside(verdict, short_title(verdict.title), measure), over_alpha(verdict))
        for verdict in shown
    ]
    drawing = verdict_strip(
        rows, ALPHAS.tolist(), "Significance level α", marked=alpha, dark=elements.is_dark()
    )
    charts.figure(drawing, "alpha_strip", "verdicts_over_alpha")


def with_more_instances(verdict: Verdict, question: PairQuestion) -> None:
    """On how many instances or groups the test would probably find what it found here; nothing of several data sets."""
    if verdict.naming.over_datasets:
        return
    st.markdown(f"**With more {units_of(verdict)}**")
    try:
        st.markdown(plain(more_instances(verdict, question.alpha).sentence()))
    except NotApplicable as reason:
        st.caption(plain(f"{verdict.title}: {reason}"))


def without_a_fold(evidence: Evidence, question: PairQuestion, advice: Advice) -> None:
    """What p would be without each of the folds; never a verdict. Nothing where there are none, or one."""
    if evidence.over_datasets or (evidence.facts is not None and evidence.facts.pairs < 2):
        return
    unit = units_by(evidence.facts).removesuffix("s")
    st.markdown(f"**Without one of the {unit}s**")
    names = (question.first, question.second)
    side = question.side(advice.advised) if advice.advised else question.alternative
    try:
        found = cache.kept(
            "without each fold",
            (evidence.fingerprint, names, side),
            lambda: without_each_fold(evidence, *names, alternative=side, advice=advice),
        )
    except InputError as reason:
        st.caption(plain(f"Not offered here: {reason}"))
        return
    st.markdown(plain(f"{found.title}: {found.sentence(question.alpha)}"))
    p_values = [found.p_value, *found.p_values]
    drawing = threshold_dots(
        ["all", *map(str, found.folds)],
        p_values,
        [None if p is None else p <= question.alpha for p in p_values],
        [question.alpha],
        f"p-value without the {unit}",
        marked=0,
        across=f"{unit.capitalize()} that is left out",
        logarithmic=True,
        dark=elements.is_dark(),
    )
    charts.figure(drawing, "without_a_fold", "p_without_each_fold")
    st.caption(
        plain(
            f"The large dot is p with all {unit}s, the dashed line α = {level_text(question.alpha)}. "
            f"A what-if and no verdict: a {unit} that is left out after looking is chosen for its effect."
        )
    )


def over_seeds(job: Job | None, experiment: Results, verdict: Verdict, question: PairQuestion) -> None:
    """The verdicts of runs with other random numbers."""
    st.markdown(f"**Over {other_seeds.RUNS} other seeds**")
    reason = refusal(experiment.spec)
    if not isinstance(experiment, ImportedResults):
        reason = reason or other_seeds.without_another_cut(experiment.spec)
    if reason or job is None or isinstance(experiment, ImportedResults):
        st.info(plain(reason), icon=":material/block:")
        return
    cache.launcher().warm()
    further = other_seeds.runs(job, question)
    if further.waiting:
        watch(further)
        return
    if not further.are_known:
        st.caption(
            "How the data happen to be cut, and the random numbers inside the learners, move every p-value. Does the "
            "verdict survive other cuts?"
        )
        other_seeds.offer(job, experiment, question)
        return
    _seed_verdicts(job, experiment, verdict, question)


def _seed_verdicts(job: Job, experiment: Experiment, verdict: Verdict, question: PairQuestion) -> None:
    found = other_seeds.stability(job, experiment, question, verdict.key)
    sentence = plain(found.sentence(question.alpha))
    if found.is_fragile(question.alpha):
        st.warning(sentence, icon=":material/broken_image:")
    else:
        st.success(sentence, icon=":material/verified:")
    drawing = threshold_dots(
        ["this run" if shift == 0 else f"+{shift}" for shift in found.seeds],
        found.p_values,
        [None if p is None else p <= question.alpha for p in found.p_values],
        [question.alpha],
        "p-value",
        marked=0,
        logarithmic=True,
        dark=elements.is_dark(),
    )
    charts.figure(drawing, "seed_verdicts", "verdicts_over_seeds")
    st.caption(
        plain(
            f"One dot per run by {verdict.title}; +1, +2 … is what was added to the seeds of the cuts and of the "
            f"learners. The dashed line is α = {level_text(question.alpha)}."
        )
    )


def correlation_supposed(verdict: Verdict, question: PairQuestion) -> None:
    """The corrected t test over the correlation of the folds that it supposes."""
    st.markdown("**Over the correlation that the corrected t test supposes**")
    if verdict.p_value is None or verdict.never_differ:
        st.info(plain(verdict.undefined or "The two never differ: p is 1 at every correlation."))
        return
    curve = over_correlation(verdict)
    st.markdown(plain(curve.sentence(question.alpha)))
    drawing = correlation_curve(
        curve.rho,
        curve.p_values,
        question.alpha,
        (curve.supposed, curve.p_value),
        turn=curve.turning_point(question.alpha),
        dark=elements.is_dark(),
    )
    charts.figure(drawing, "correlation_curve", "p_over_correlation")
    st.caption(
        "The variance of the mean difference is (1/J + ρ/(1 − ρ))·S². ρ = 0 is the plain paired t test; the correction "
        "puts the share of the data in a validation set for ρ, a rule and not a theorem."
    )


def numerators(verdict: Verdict, question: PairQuestion) -> None:
    """All the t statistics that the 5×2 t test could have used."""
    table = numerators_table(verdict)
    frame = table.frame
    st.markdown(f"**The {len(frame)} numerators of the 5×2 t test**")
    if verdict.undefined is not None:
        st.info(plain(verdict.undefined), icon=":material/block:")
        return
    if verdict.never_differ:
        st.info("The two never differ: p is 1 whichever difference stands there.")
        return
    rejects = [None if isnan(p) else bool(p <= question.alpha) for p in frame["p_value"]]
    count = sum(found is True for found in rejects)
    st.markdown(
        f"The test takes the first difference, but any could stand there: **{count} of {len(frame)}** reject at "
        f"α = {level_text(question.alpha)}. "
        + ("The verdict hangs on the order of the folds." if 0 < count < len(frame) else "")
    )
    labels = [f"{r}.{f}" for r, f in zip(frame["replicate"], frame["fold"], strict=True)]
    drawing = threshold_dots(
        labels,
        frame["statistic"].tolist(),
        rejects,
        verdict.critical_values(question.alpha),
        "t, by replicate.fold in the numerator",
        marked=0,
        dark=elements.is_dark(),
    )
    left, right = st.columns([3, 2], gap="medium")
    with left:
        charts.figure(drawing, "numerators", "numerators")
    with right:
        tables.table(table, "numerators_table", "numerators")


def correlations(verdict: Verdict, question: PairQuestion) -> None:
    """The exact p-value of the 5×2 F over all correlations that the folds may have."""
    st.markdown("**The 5×2 F under its exact null, for every correlation of the folds**")
    if verdict.statistic is None or verdict.undefined is not None:
        st.info(plain(verdict.undefined or "The statistic is undefined."), icon=":material/block:")
        return
    if verdict.never_differ:
        st.info("The two never differ: p is 1 at every correlation.")
        return
    triangle = exact_triangle(verdict.statistic)
    st.markdown(plain(triangle.sentence(question.alpha)))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        drawing = triangle_heatmap(
            triangle.rho,
            triangle.p_values,
            question.alpha,
            marked=(question.rho1, question.rho2),
            dark=elements.is_dark(),
        )
        charts.figure(drawing, "triangle", "exact_p_values")
    with right:
        st.metric("Exact p at the ρ1, ρ2 supposed above", p_text(verdict.p_value), border=True)
        st.caption(
            "Numerator and denominator of F share the differences within replicates, so F has no F distribution: its "
            "exact null depends on ρ1 and, less, on ρ2, which one run cannot estimate. The line is where p = α; "
            "the cross is what is supposed above. A what-if, never the advised test."
        )


def normal_picture(evidence: Evidence, question: PairQuestion) -> None:
    """Q–Q picture of the differences with a sentence; it never switches the test."""
    from core.figures import difference_scale, qq_plot
    from core.inference import test_inputs
    from core.inference.interpretation.normality import normal_plot

    try:
        given = test_inputs("paired_t", evidence, question.first, question.second)
        found = normal_plot((given["a"] - given["b"]).ravel())
    except InputError as error:
        st.caption(plain(f"No Q–Q picture: {without_arguments(error)}"))
        return
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        drawing = qq_plot(
            found.theoretical,
            found.ordered,
            (found.slope, found.intercept),
            difference_scale(evidence.scores, question.first, question.second),
            dark=elements.is_dark(),
        )
        charts.figure(drawing, "qq", "qq_plot")
    right.markdown(plain(found.sentence))


def remembered(comparison: str, advised: str | None, chosen: str) -> list[str]:
    """Remember what was chosen, and give the tests chosen against the advice so far."""
    return cache.tests_tried(comparison, chosen if advised not in (None, chosen) else None)
