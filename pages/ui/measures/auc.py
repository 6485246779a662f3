"""AUC of every learner, pooled and averaged over folds, with its intervals; DeLong's test for every pair."""

import streamlit as st

from core.figures import ForestRow, Scale, Styles, interval_forest, pairs_matrix
from core.inference import AllPairs, Evidence, all_pairs
from core.inference.interpretation.areas import REPLICATES, LearnerArea, learner_area
from core.inference.interpretation.summary import LearnerSummary, summarise
from core.measures import bootstrap_areas, roc_of, score
from core.records import Array, FoldScores, Interval
from core.tables.areas import areas_table, partial_areas_table
from core.tables.verdicts import pairs_table
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.measures.threshold_state import Study
from pages.ui.session import cache

WAYS = ("the advised test on fold areas", "DeLong's test on pooled scores")
AUC = Scale("AUC (higher is better)", name="AUC")
DIFFERENCE = Scale("Difference in AUC, row − column", signed=True, name="difference in AUC")


def area_of(study: Study, summary: LearnerSummary, level: float) -> LearnerArea:
    """One learner's area with its intervals; the resampled areas are kept while the level moves."""
    name, scored = summary.learner, study.scored

    def resample() -> Array:
        return study.once(("areas", name), lambda: bootstrap_areas(scored.table(name), REPLICATES))

    return study.once(("area", name, level), lambda: learner_area(scored, summary, level, resample))


def show(study: Study, learners: list[str], styles: Styles, alpha: float) -> None:
    """Areas, intervals, forest and partial areas of these learners; tests of all pairs."""
    level, scored = 1 - alpha, study.scored
    scores = study.once("auc scores", lambda: score(scored.predictions, "auc"))
    summaries = {item.learner: item for item in summarise(scores, level)}
    areas = [area_of(study, summaries[name], level) for name in learners]
    elements.table(areas_table(areas), "areas", "AUC")
    _say(study, areas, scores)
    drawing = interval_forest(forest(areas, styles), AUC, zero=False, dark=elements.is_dark())
    elements.figure(drawing, "auc_forest", "AUC_intervals")
    _partial(study, learners)
    if len(scored.learners) > 1:
        _pairs(study, scores, alpha)


def forest(areas: list[LearnerArea], styles: Styles) -> list[ForestRow]:
    """The pooled area of every learner with DeLong's interval, and the mean over its folds with its own."""
    rows = []
    for area in areas:
        name, folds = area.learner, area.folds
        rows.append(
            ForestRow(f"{name}: pooled", _inside(area.intervals.get("DeLong")), area.pooled, styles[name])
        )
        if folds.scored > 1:
            rows.append(ForestRow(f"{name}: folds", _inside(folds.best_interval), folds.mean, styles[name]))
    return rows


def _partial(study: Study, learners: list[str]) -> None:
    """Areas up to an fp-rate that the visitor chooses."""
    left, right = st.columns([4, 5], gap="medium")
    with left:
        largest = st.slider(
            "Partial area up to an fp-rate of",
            0.01,
            1.0,
            0.2,
            0.01,
            key="max_fpr",
            bind="query-params",
        )
        st.caption(
            "Of the pooled curve. Standardised (McClish 1989): ½ for guessing, 1 for perfect order, whatever the limit."
        )
    curves = {name: roc_of(study.scored.table(name)) for name in learners}
    with right:
        elements.table(partial_areas_table(curves, largest), "partial_areas", "partial_AUC")


def _inside(found: Interval | None) -> Interval | None:
    """The part of an interval that areas can reach: for display only."""
    return None if found is None else found.within(0, 1)


def _say(study: Study, areas: list[LearnerArea], scores: FoldScores) -> None:
    st.caption(
        "Pooled: one curve over all predictions, whatever fold they come from. Mean of folds: one area per fold, then "
        "their mean; it keeps the scales of different classifiers apart, and is what other tools usually print."
    )
    facts = study.scored.predictions.facts
    if study.no_pooling:
        st.caption(f":material/block: {plain(f'No interval for the pooled area: {study.no_pooling}.')}")
    elif facts is None or not facts.one_classifier:
        st.caption(
            ":material/warning: Pooling mixes the scales of the classifiers of all folds; take these intervals with "
            "caution. On a hold-out they are right."
        )
    for area in areas:
        for caution in [item.caution for item in area.intervals.values() if item.caution][:1]:
            st.caption(f":material/warning: {plain(f'{area.learner}: {caution}')}")
    for note in [note for note in scores.notes if "undefined" in note][:4]:
        st.caption(f":material/info: {plain(note)}")


def _pairs(study: Study, scores: FoldScores, alpha: float) -> None:
    st.markdown("**Every pair of learners**")
    facts = study.scored.predictions.facts
    way = WAYS[0]
    if facts is None or not facts.one_classifier:  # else both are DeLong's test
        way = st.segmented_control("Judged by", WAYS, default=WAYS[0], required=True, key="auc_pairs_by")
    pooled = way == WAYS[1]
    evidence = Evidence(scores, study.scored.predictions)
    test = "delong" if pooled else None

    def judge() -> AllPairs:
        return all_pairs(evidence, study.scored.learners, test, drop_undefined=not pooled)

    pairs = cache.kept("auc pairs", (study.key, way), judge)
    frame = pairs.frame
    if frame["p_value"].notna().any():
        drawing = pairs_matrix(
            list(pairs.learners),
            pairs.matrix("difference").to_numpy(dtype=float),
            pairs.matrix("p_adjusted").to_numpy(dtype=float),
            DIFFERENCE,
            alpha=alpha,
            lower_is_better=False,
            dark=elements.is_dark(),
        )
        if len(pairs.learners) > 2:
            elements.figure(drawing, "auc_pairs_figure", "AUC_differences")
    else:
        st.info(plain(frame["reason"].iloc[0]), icon=":material/block:")
    elements.table(pairs_table(pairs), "auc_pairs", "AUC_pairs")
    if pooled and frame["p_value"].notna().any():
        st.caption(
            ":material/warning: Of predictions pooled over folds DeLong's test speaks of the average of the "
            "classifiers of all folds, near its level for stable learners and too liberal for unstable ones."
        )
    st.caption(f"Differences are first minus second. {pairs.sentence}")
