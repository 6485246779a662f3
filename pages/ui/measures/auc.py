"""AUC of every learner, pooled and averaged over folds, with its intervals; DeLong's test for every pair."""

import streamlit as st

from core.errors import listing
from core.figures import ForestRow, Scale, Styles, interval_forest, pairs_matrix
from core.inference import TESTS, AllPairs, Evidence, all_pairs, applicable_tests
from core.inference.interpretation.areas import REPLICATES, LearnerArea, learner_area
from core.inference.interpretation.summary import (
    LearnerSummary,
    in_one_piece,
    summarise,
    with_width,
    without_width,
)
from core.measures import bootstrap_areas, roc_of, score
from core.records import Array, FoldScores, Interval
from core.tables.areas import areas_table, partial_areas_table
from core.tables.verdicts import pairs_table, refused_pairs
from core.written import in_percent
from pages.ui.display import charts, elements, page, tables
from pages.ui.display.text import plain, told
from pages.ui.measures.threshold_state import Study
from pages.ui.session import cache, links

PART = "AUC"
"""Title of this part of Measures."""
FOLDS, POOLED = "folds", "pooled"
LOW_BY_POOLING = (
    "is no worse than guessing: ½ in every fold. Where a score is one constant per fold, the share of positives in "
    "training, it lies below ½ when pooled, since folds with more positives in training have fewer in validation."
)
AUC = Scale("AUC (higher is better)", name="AUC", rate=True)
DIFFERENCE = Scale("Difference in AUC, row − column", signed=True, name="difference in AUC", rate=True)


def area_of(study: Study, summary: LearnerSummary, level: float) -> LearnerArea:
    """One learner's area with its intervals; the resampled areas are kept while the level moves."""
    name, scored = summary.learner, study.scored

    def resample() -> Array:
        return study.once(("areas", name), lambda: bootstrap_areas(scored.table(name), REPLICATES))

    return study.once(("area", name, level), lambda: learner_area(scored, summary, level, resample))


def summaries(study: Study, level: float) -> dict[str, LearnerSummary]:
    """Every learner's areas over the folds, by its name."""
    return {item.learner: item for item in summarise(fold_areas(study), level)}


def fold_areas(study: Study) -> FoldScores:
    """The area of every learner in every fold."""
    return study.once("auc scores", lambda: score(study.scored.predictions, "auc"))


def show(study: Study, learners: list[str], styles: Styles, alpha: float) -> None:
    """Areas, intervals, forest and partial areas of these learners; tests of all pairs."""
    level, scored = 1 - alpha, study.scored
    scores, over_folds = fold_areas(study), summaries(study, level)
    areas = [area_of(study, over_folds[name], level) for name in learners]
    several = any(area.several_folds for area in areas)
    rows = forest(areas, styles)
    any_interval = any(row.interval for row in rows)
    above = st.container() if page.presents() else None  # in a lecture the picture comes before its numbers
    st.markdown(f"**Areas{f' with their {in_percent(level)} intervals' * any_interval}**")
    tables.table(areas_table(areas, level), "areas", "AUC", wraps=True)
    _say(study, areas, scores, several)
    if any_interval:
        drawing = interval_forest(rows, AUC, zero=False, dark=elements.is_dark())
        with above or st.container():
            charts.figure(drawing, "auc_forest", "AUC_intervals")
    _partial(study, learners, several)
    if len(scored.learners) > 1:
        _pairs(study, scores, alpha, hidden=len(learners) < len(scored.learners))


def forest(areas: list[LearnerArea], styles: Styles) -> list[ForestRow]:
    """The area of every learner with DeLong's interval, and the mean over its folds with its own."""
    rows = []
    for area in areas:
        name, folds = area.learner, area.folds
        label = f"{name}: pooled" if area.several_folds else name
        rows.append(ForestRow(label, _inside(area.intervals.get("DeLong")), area.pooled, styles[name]))
        if folds.scored > 1:
            rows.append(ForestRow(f"{name}: folds", _inside(folds.best_interval), folds.mean, styles[name]))
    return rows


def _partial(study: Study, learners: list[str], several: bool) -> None:
    """Areas up to an fp-rate that the visitor chooses."""
    left, right = st.columns([4, 5], gap="medium")
    with left:
        largest = st.slider(
            links.titled("max_fpr", "Partial area up to an fp-rate of"),
            0.01,
            1.0,
            0.2,
            0.01,
            key="max_fpr",
            bind="query-params",
        )
        st.caption(
            f"{'Of the pooled curve. ' * several}Standardised (McClish 1989): ½ for guessing, 1 for perfect order, "
            "whatever the limit."
        )
    curves = {name: roc_of(study.scored.table(name)) for name in learners}
    with right:
        tables.table(partial_areas_table(curves, largest), "partial_areas", "partial_AUC", wraps=True)


def _inside(found: Interval | None) -> Interval | None:
    """The part of an interval that areas can reach, if it has a width: for display only."""
    found = with_width(found)
    return None if found is None else found.within(0, 1)


def _say(study: Study, areas: list[LearnerArea], scores: FoldScores, several: bool) -> None:
    if several:
        st.caption(
            "Pooled: one curve over all predictions, whatever fold they come from. Fold mean: one area per fold, "
            "then their mean; it keeps the scales of different classifiers apart, and is what other tools usually "
            "print."
        )
    for area in areas:
        if area.low_by_pooling:
            st.caption(f":material/info: {plain(f'{area.learner} {LOW_BY_POOLING}')}")
    if study.no_pooling:
        of_folds = any(area.folds.best_interval for area in areas)
        whole = "the area" if not several else "the pooled area" if of_folds else "these areas"
        st.caption(f":material/block: {plain(f'No interval for {whole}: {study.no_pooling}.')}")
    elif not study.one_classifier:
        st.caption(f":material/warning: {_mixed(study, several)}: take intervals of one curve with caution.")
    for area in areas:
        for caution in [item.caution for item in area.intervals.values() if item.caution][:1]:
            st.caption(f":material/warning: {plain(f'{area.learner}: {caution}')}")
    if several and (words := without_width([area.folds for area in areas])):
        st.caption(f":material/warning: {plain(words)}")
    for note in [note for note in scores.notes if "undefined" in note][:4]:
        st.caption(f":material/info: {plain(note)}")


def _mixed(study: Study, several: bool) -> str:
    """Why scores on one curve may be on several scales."""
    if several:
        return "Pooling mixes the scales of the classifiers of all folds"
    facts = study.scored.predictions.facts
    if facts is not None and facts.key is not None:
        return "Each fold had a classifier of its own; one curve mixes their scales"
    return "Nobody said that one classifier made all predictions; one curve mixes the scales of several"


def _way(evidence: Evidence) -> str:
    """Whether pairs are judged by the areas of the folds or by pooled scores; the tests are named."""
    advised = applicable_tests(evidence, *evidence.learners[:2]).advised
    named = {
        FOLDS: f"★ {TESTS[advised].title} on fold areas" if advised else "Areas of the folds",
        POOLED: f"{TESTS['delong'].title} on pooled scores",
    }
    chosen: str = st.segmented_control(
        links.titled("auc_pairs_by", "Judged by", words=named),
        list(named),
        default=FOLDS,
        required=True,
        format_func=named.__getitem__,
        key="auc_pairs_by",
        bind="query-params",
    )
    return chosen


def _pairs(study: Study, scores: FoldScores, alpha: float, *, hidden: bool) -> None:
    every = ", also of those that are hidden above: p is adjusted for all of them"
    st.markdown(f"**Every pair of learners**{every * hidden}")
    evidence = Evidence(scores, study.scored.predictions)
    one_curve = in_one_piece(study.scored.predictions.facts)  # both are DeLong's test then
    pooled = not (one_curve or study.no_pooling) and _way(evidence) == POOLED
    test = "delong" if pooled else None

    def judge() -> AllPairs:
        return all_pairs(evidence, study.scored.learners, test, drop_undefined=not pooled)

    pairs = cache.kept("auc pairs", (study.key, pooled), judge)
    frame = pairs.frame
    if not frame["p_value"].notna().any():
        st.info(told(frame["reason"].iloc[0]), icon=":material/block:")
        return
    if len(pairs.learners) > 2:
        drawing = pairs_matrix(
            list(pairs.learners),
            pairs.matrix("difference").to_numpy(dtype=float),
            pairs.matrix("p_adjusted").to_numpy(dtype=float),
            DIFFERENCE,
            alpha=alpha,
            lower_is_better=False,
            dark=elements.is_dark(),
        )
        charts.figure(drawing, "auc_pairs_figure", "AUC_differences")
    tables.table(pairs_table(pairs, alpha), "auc_pairs", "AUC_pairs")
    for refusal in refused_pairs(pairs):
        st.caption(f":material/block: {plain(refusal)}")
    if pooled:
        st.caption(
            ":material/warning: Of predictions pooled over folds DeLong's test speaks of the average of the "
            "classifiers of all folds, near its level for stable learners and too liberal for unstable ones."
        )
    if study.no_pooling and not one_curve:
        words = f"{TESTS['delong'].title} on pooled scores is not offered: {study.no_pooling}."
        st.caption(f":material/block: {plain(words)}")
    st.caption(f"Judged by: {listing(pairs.tests)}. Differences are first minus second. {pairs.sentence}")
