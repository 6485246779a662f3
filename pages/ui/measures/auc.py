"""AUC of every learner, pooled and averaged over folds, with its intervals; DeLong's test for every pair."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import ForestRow, Scale, Styles, interval_forest, pairs_matrix
from core.inference import AllPairs, Evidence, all_pairs, interval
from core.inference.interpretation.summary import summarise
from core.measures import bootstrap_areas, roc_of, score
from core.records import FoldScores, Interval
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.measures.threshold_state import Study
from pages.ui.session import cache

REPLICATES = 1000
AUC = Scale("AUC (higher is better)", name="AUC")
DIFFERENCE = Scale("Difference in AUC, row − column", signed=True, name="difference in AUC")


def intervals(study: Study, learner: str, level: float) -> list[Interval]:
    """DeLong, Hanley–McNeil and bootstrap interval of the pooled AUC.

    Raises
    ------
    InputError
        If a class has fewer than two instances.
    """
    found = study.scored.instances(learner)
    truth = found.truth.astype(float)
    known = [
        interval(key, level, y=truth, scores=found.scores) for key in ("auc_delong", "auc_hanley_mcneil")
    ]
    areas = study.once(("areas", learner), lambda: bootstrap_areas(study.scored.table(learner), REPLICATES))
    low, high = np.quantile(areas, [(1 - level) / 2, (1 + level) / 2])
    title = f"Percentile bootstrap, {REPLICATES} samples within each class"
    return [*known, Interval(float(low), float(high), level, title)]


def show(study: Study, learners: list[str], styles: Styles, alpha: float) -> None:
    """Areas, intervals, forest and partial areas of these learners; tests of all pairs."""
    level, scored = 1 - alpha, study.scored
    scores = study.once("auc scores", lambda: score(scored.predictions, "auc"))
    summaries = {item.learner: item for item in summarise(scores, level)}
    rows, forest, cautions = [], [], []
    for name in learners:
        curve, summary = roc_of(scored.table(name)), summaries[name]
        pooled = _pooled_intervals(study, name, level)
        folds = summary.best_interval
        cautions += [f"{name}: {item.caution}" for item in pooled if item.caution][:1]
        undefined = scored.undefined(name, "folds")
        rows.append(
            {
                "learner": name,
                "pooled": curve.auc,
                **_limits("DeLong", pooled, 0),
                **_limits("Hanley–McNeil", pooled, 1),
                **_limits("bootstrap", pooled, 2),
                "mean of folds": summary.mean,
                "sd over folds": summary.sd,
                **_limits(
                    "mean, corrected t" if summary.corrected else "mean, t", [folds] if folds else [], 0
                ),
                "folds": f"{summary.scored} of {summary.scored + len(undefined)}",
            }
        )
        drawn = _inside(pooled[0]) if pooled else None
        forest.append(ForestRow(f"{name}: pooled", drawn, curve.auc, styles[name]))
        if summary.scored > 1:
            drawn = _inside(folds) if folds else None
            forest.append(ForestRow(f"{name}: folds", drawn, summary.mean, styles[name]))
    elements.table(pd.DataFrame(rows), "areas", "auc")
    _say(study, cautions, scores)
    elements.figure(
        interval_forest(forest, AUC, zero=False, dark=elements.is_dark()), "auc_forest", "auc_intervals"
    )
    _partial(study, learners)
    if len(scored.learners) > 1:
        _pairs(study, scores, alpha)


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
    rows = []
    for name in learners:
        curve = roc_of(study.scored.table(name))
        whole = curve.partial_auc(largest, standardised=True) if largest < 1 else curve.auc
        rows.append(
            {"learner": name, f"partial to {largest:.2f}": curve.partial_auc(largest), "standardised": whole}
        )
    with right:
        elements.table(pd.DataFrame(rows), "partial_areas", "partial_auc")


def pairs_table(frame: pd.DataFrame, key: str, name: str) -> None:
    """The tests of all pairs; the reasons only where one was refused."""
    p = st.column_config.NumberColumn
    columns = {
        "difference": p(format="%.4g"),
        "p_value": p("p", format="%.4g"),
        "p_adjusted": p("p, Holm", format="%.4g"),
    }
    refused = frame["reason"].fillna("").astype(bool).any()
    elements.table(frame if refused else frame.drop(columns="reason"), key, name, column_config=columns)


def _pooled_intervals(study: Study, name: str, level: float) -> list[Interval]:
    if study.no_pooling:
        return []
    try:
        return study.once(("auc intervals", name, level), lambda: intervals(study, name, level))
    except InputError:
        return []


def _inside(found: Interval) -> Interval:
    """The part of an interval that areas can reach: for display only."""
    return replace(found, low=max(found.low, 0.0), high=min(found.high, 1.0))


def _limits(title: str, found: list[Interval], position: int) -> dict[str, str]:
    """One cell with both limits, clipped to the range of an area for display."""
    if len(found) <= position:
        return {title: "–"}
    item = found[position]
    return {title: f"{max(item.low, 0.0):.4f} … {min(item.high, 1.0):.4f}"}


def _say(study: Study, cautions: list[str], scores: FoldScores) -> None:
    st.caption(
        "Pooled: one curve over all predictions, whatever fold they come from. Mean of folds: one area per fold, then "
        "their mean; it keeps the scales of different classifiers apart, and is what other tools usually print."
    )
    facts = study.scored.predictions.facts
    if study.no_pooling:
        st.caption(f":material/block: {plain(f'No interval for the pooled area: {study.no_pooling}.')}")
    elif facts is not None and facts.pairs > 1:
        st.caption(
            ":material/warning: Pooling mixes the scales of the classifiers of all folds; take these intervals with "
            "caution. On a hold-out they are right."
        )
    for caution in cautions:
        st.caption(f":material/warning: {plain(caution)}")
    for note in [note for note in scores.notes if "undefined" in note][:4]:
        st.caption(f":material/info: {plain(note)}")


def _pairs(study: Study, scores: FoldScores, alpha: float) -> None:
    st.markdown("**Every pair of learners**")
    way = st.segmented_control(
        "Judged by",
        ["DeLong's test on pooled scores", "the advised test on fold areas"],
        default="DeLong's test on pooled scores",
        required=True,
        key="auc_pairs_by",
    )
    pooled = way.startswith("DeLong")
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
            dark=elements.is_dark(),
        )
        if len(pairs.learners) > 2:
            elements.figure(drawing, "auc_pairs_figure", "auc_pairs")
    else:
        st.info(plain(frame["reason"].iloc[0]), icon=":material/block:")
    pairs_table(frame, "auc_pairs", "auc_pairs")
    facts = study.scored.predictions.facts
    if pooled and facts is not None and facts.pairs > 1 and frame["p_value"].notna().any():
        st.caption(
            ":material/warning: One pass pooled over its folds: DeLong's test then speaks of the average of the "
            "classifiers of all folds, near its level for stable learners and too liberal for unstable ones."
        )
    st.caption(
        f"Differences are first minus second. Size of the family for Holm's adjustment: {pairs.family}."
    )
