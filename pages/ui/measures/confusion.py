"""Who was taken for whom: the confusion matrix of a learner, and the instances behind each of its cells."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import Line, Shown, clickable_cells, confusion_figure, roc_figure, style_of
from core.inference.interpretation.areas import class_area
from core.inference.interpretation.summary import in_one_piece
from core.inference.verdicts.wording import POOLED
from core.measures import (
    Confusion,
    ScoredClass,
    ScoredInstances,
    confusion,
    one_against_rest,
    roc,
)
from core.records import Dataset, DesignFacts, Predictions
from core.tables.areas import class_areas_table
from core.tables.confusion import averages_table, classes_table, most_confused_table, rates_table
from core.tables.scores import all_measures_table
from core.written import in_percent
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state
from pages.ui.verdicts.pair import boxes

FIGURE = "confusion_figure"
CELL = "confusion_cell"
MOST_INSTANCES = 500
MOST_FILLING = 10
"""Classes whose matrix takes the height that a lecture has for it."""
MATRIX_NUMBERS = "matrix_numbers"
NUMBERS: tuple[Shown, ...] = ("counts", "row share", "column share")


def confusion_of(predictions: Predictions, learner: str) -> Confusion:
    """All predictions of a learner, every fold and replicate."""
    parts = predictions.of(learner)
    codes = np.arange(len(predictions.classes))
    truth = np.concatenate([predictions.truth[item.positions] for item in parts])
    predicted = np.concatenate([item.predicted for item in parts])
    counted = confusion(truth, predicted, labels=codes.tolist())
    return Confusion(predictions.classes, counted.counts, predictions.positive if len(codes) == 2 else None)


def show(predictions: Predictions, learners: list[str], level: float, no_pooling: str, data: str) -> None:
    """Matrix, rates, classes, and the instances of the chosen cell.

    Parameters
    ----------
    predictions : Predictions
    learners : list of str
        Those to choose from.
    level : float
    no_pooling : str
        Why there are no intervals; empty where there are.
    data : str
        Fingerprint of the data set that was predicted.
    """
    few = len(predictions.classes) <= 4
    shape = [3, 4] if few else [9, 8]
    left, right = boxes(learners, shape, named=1)
    with left:
        learner = whose("matrix_learner", learners)
    with right:
        shown = st.segmented_control(
            links.titled(MATRIX_NUMBERS, "Numbers", words=NUMBERS),
            NUMBERS,
            default="counts",
            required=True,
            key=MATRIX_NUMBERS,
            bind="query-params",
            persist_state="session",
            help="Row share: of the instances of a true class. Column share: of those assigned to a class.",
        )
    known = (predictions.fingerprint, str(predictions.positive))
    table = cache.kept("confusion", (*known, learner), lambda: confusion_of(predictions, learner))
    classes = predictions.classes
    chosen = _chosen(len(classes))
    left, right = st.container(key="matrix_and_rates" if few else None).columns(shape, gap="small")
    with left:
        drawing = confusion_figure(classes, table.counts, shown, dark=elements.is_dark())
        drawing = clickable_cells(drawing, chosen, dark=elements.is_dark())
        with st.container(key="picked"):  # above: below a large matrix it would be out of sight
            st.caption(_answered(table, chosen))
        # of more classes each row needs its height, whatever the screen has
        fills = elements.is_projected() and len(classes) <= MOST_FILLING
        with st.container(key="matrix_that_fills" if fills else None):
            charts.matrix(drawing, FIGURE, "confusion", _pick, fills=fills)
        # whose matrix it is: on paper there is no picker
        st.caption(f"**{plain(learner)}.** Teal: right, gold: wrong, by share of the row.")
    with right:
        show_rates(table, level, no_pooling, predictions.facts)
        if len(classes) > 2 and table.size > table.correct:
            st.markdown("**Most confused**")
            tables.table(most_confused_table(table), "most_confused", "most_confused", wraps=True, whole=True)
    if chosen is not None:
        _instances(predictions, learner, chosen, _dataset(data))
    if len(classes) > 2:
        _by_class(predictions, learner, table, level, no_pooling)
    _everything(predictions, learners)


def whose(key: str, learners: Sequence[str], title: str = "Learner") -> str:
    """Let the visitor choose whose matrix, rates or losses are shown."""
    state.keep_valid(key, learners)
    title = links.titled(key, title, words=learners)
    return st.selectbox(title, learners, key=key, bind="query-params", persist_state="session")


def _answered(matrix: Confusion, chosen: tuple[int, int] | None) -> str:
    """What picking a cell does, or what is in it: the instances themselves come below the rates, often out of sight."""
    if chosen is None:
        return "Pick a cell, by mouse or by arrow keys and Enter, to see the instances behind it."
    return f"**{_cell(matrix.labels, chosen, int(matrix.counts[chosen]))}**: listed below the rates."


def _cell(classes: Sequence[Hashable], cell: tuple[int, int], count: int) -> str:
    i, j = cell
    return plain(f"{count:,} of class {classes[i]}, assigned to {classes[j]}")


def _chosen(classes: int) -> tuple[int, int] | None:
    held = st.session_state.get(CELL)
    return None if held is None or max(held) >= classes else (int(held[0]), int(held[1]))


def _pick() -> None:
    st.session_state[CELL] = charts.picked(FIGURE)


def show_rates(matrix: Confusion, level: float, no_pooling: str, facts: DesignFacts | None) -> None:
    """Every rate with its interval, and whom that is about; undefined ones with the reason."""
    table = rates_table(matrix, level, why_not=no_pooling)
    with st.container(key="rates_in_words"):
        tables.table(table, "rates", "rates", height="content")
    words = f"{in_percent(level)} intervals: Wilson, for shares of instances."
    if facts is not None and not facts.one_classifier:
        has_folds = not facts.pooled and facts.n_validation != 1  # whose scores have an interval of their own
        words += (
            f" They are about {POOLED}{'; the interval of the learner stands on One learner' * has_folds}."
        )
    if no_pooling:
        words = f"No intervals: {no_pooling}."
    positive = "" if matrix.positive is None else f"Positive class: {matrix.positive}. "
    st.caption(plain(positive + words))


def _dataset(data: str) -> Dataset | None:
    dataset = cache.dataset()
    return dataset if dataset is not None and dataset.fingerprint == data else None


def _instances(
    predictions: Predictions, learner: str, cell: tuple[int, int], dataset: Dataset | None
) -> None:
    """The instances that a cell counts, with their attributes where the data are at hand."""
    i, j = cell
    names = predictions.classes
    rows = []
    for item in predictions.of(learner):
        inside = np.flatnonzero((predictions.truth[item.positions] == i) & (item.predicted == j))
        at = item.positions[inside]
        part = {
            "replicate": item.replicate,
            "fold": item.fold,
            "instance": at + 1 if predictions.ids is None else predictions.ids[at],
        }
        if item.scores is not None:
            scores = np.asarray(item.scores)
            many = scores.ndim == 2 and scores.shape[1] == len(names)
            part |= {f"score of {names[j]}": scores[inside, j] if many else scores.ravel()[inside]}
        rows.append(pd.DataFrame(part).assign(position=at))
    frame = pd.concat(rows, ignore_index=True)
    st.markdown(f"**{_cell(names, cell, len(frame))}** by {plain(learner)}")
    at = frame.pop("position").to_numpy()[:MOST_INSTANCES]
    frame = frame.head(MOST_INSTANCES)
    if dataset is not None:
        attributes = dataset.X.iloc[at].reset_index(drop=True)
        frame = pd.concat([frame.reset_index(drop=True), attributes], axis=1)
    tables.rows(frame, "cell_instances", "instances", pinned="instance")
    if len(at) == MOST_INSTANCES:
        st.caption(f"The first {MOST_INSTANCES} are shown.")


def _by_class(
    predictions: Predictions, learner: str, table: Confusion, level: float, no_pooling: str
) -> None:
    st.header("Each class against the rest")
    tables.table(classes_table(table), "class_table", "classes", height="content")
    left, right = st.container(key="parts").columns([5, 6], gap="medium")
    with left:
        tables.table(averages_table(table), "average_table", "averages", wraps=True)
        st.caption(
            "Macro: mean of the classes, rare ones count as much as frequent ones. Weighted: by their instances. "
            "Micro: the counts are added up first; where every instance has one class, micro precision, recall and F1 "
            "equal the accuracy."
        )
    try:
        curves = _class_curves(predictions, learner)
    except InputError as error:
        right.info(plain(error), icon=":material/block:")
        return
    areas = class_areas_table(curves, level, why_not=no_pooling)
    with left:
        tables.table(areas, "class_areas", "one_versus_rest_areas", wraps=True)
        words = f"No intervals: {no_pooling}." if no_pooling else "Limits: DeLong, class by class."
        st.caption(plain(words))
        for label, scored in curves.items():
            limits = None if no_pooling else class_area(scored, level)[1]
            if limits is not None and limits.caution:
                st.caption(f":material/warning: {plain(f'{label}: {limits.caution}')}")
    with right:
        drawing = roc_figure(_class_lines(curves, areas.frame), dark=elements.is_dark())
        charts.figure(drawing, "class_curves", "one_versus_rest_curves")


def _class_curves(predictions: Predictions, learner: str) -> dict[str, ScoredInstances]:
    """Scores of every class against the rest, pooled; classes that make up all or none of them are left out."""
    found = {}
    for label in predictions.classes:
        scored = ScoredClass(one_against_rest(predictions, label))
        if learner in scored.without_scores:
            raise InputError(f"{learner} has no curves: {scored.without_scores[learner]}.")
        instances = scored.instances(learner)
        if 0 < instances.truth.sum() < len(instances.truth):
            found[str(label)] = instances
    return found


def _class_lines(curves: dict[str, ScoredInstances], areas: pd.DataFrame) -> list[Line]:
    """One pooled curve per class, with its area and interval."""
    styles, lines = style_of(curves), []
    for row, (label, scored) in zip(areas.itertuples(), curves.items(), strict=True):
        curve, (_, _, auc, low, high, _) = roc(scored.truth, scored.scores), row
        limits = f" ({low:.4f} … {high:.4f})" if np.isfinite(low) else ""
        note = f"AUC {auc:.4f}{limits}"
        lines.append(
            Line(label, curve.fpr, curve.tpr, styles[label], "against the rest", curve.thresholds, note)
        )
    return lines


def _everything(predictions: Predictions, learners: list[str]) -> None:
    """Mean over the folds of every measure of classes and scores."""
    with st.expander(
        "All measures" + ("" if in_one_piece(predictions.facts) else ", means over the folds"),
        icon=":material/table:",
    ):
        table = cache.kept(
            "all measures",
            (predictions.fingerprint, str(predictions.positive), *learners),
            lambda: all_measures_table(predictions, learners),
        )
        tables.table(table, "all_measures", "measures")
        st.caption(
            "An empty cell: undefined in some fold, or the learner gave labels only or no probabilities."
        )
