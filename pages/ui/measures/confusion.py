"""Who was taken for whom: the confusion matrix of a learner, and the instances behind each of its cells."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import Line, Shown, clickable_cells, confusion_figure, roc_figure, style_of
from core.inference import INTERVALS, interval
from core.measures import (
    MEASURES,
    Confusion,
    ScoredClass,
    ScoredInstances,
    area_with_variance,
    average_table,
    class_table,
    confusion,
    one_against_rest,
    roc,
    score,
)
from core.records import Dataset, Predictions
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache

FIGURE = "confusion_figure"
CELL = "confusion_cell"
MOST_INSTANCES = 500
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
    left, right = st.columns([3, 4], vertical_alignment="bottom")
    learner = left.selectbox("Learner", learners, key="matrix_learner", persist_state="session")
    with right:
        shown = st.segmented_control(
            "Numbers",
            NUMBERS,
            default="counts",
            required=True,
            key="matrix_numbers",
            help="Row share: of the instances of a true class. Column share: of those assigned to a class.",
        )
    table = cache.kept(
        "confusion", (predictions.fingerprint, learner), lambda: confusion_of(predictions, learner)
    )
    classes = predictions.classes
    chosen = _chosen(len(classes))
    left, right = st.columns([9, 8] if len(classes) > 4 else [1, 1], gap="small")
    with left:
        drawing = confusion_figure(classes, table.counts, shown, dark=elements.is_dark())
        drawing = clickable_cells(drawing, chosen, dark=elements.is_dark())
        st.plotly_chart(
            drawing.figure,
            key=FIGURE,
            alt=drawing.alt,
            on_select=_pick,
            selection_mode="points",
            config=elements.menu("confusion"),
        )
        st.caption(
            "Click a cell to see the instances behind it. Blue: right, orange: wrong, by share of the row."
        )
    with right:
        rates_table(table, level, no_pooling)
        if len(classes) > 2 and table.size > table.correct:
            st.markdown("**Most confused**")
            worst = table.most_confused(8)[["count", "share", "truth", "assigned"]]
            narrow: dict[str, Any] = dict.fromkeys(
                ("truth", "assigned"), st.column_config.TextColumn(width=128)
            )
            narrow["count"] = st.column_config.NumberColumn(width=44)
            narrow["share"] = st.column_config.NumberColumn(format="percent", width=54)
            elements.table(worst, "most_confused", "most_confused", column_config=narrow)
    if chosen is not None:
        _instances(predictions, learner, chosen, _dataset(data))
    if len(classes) > 2:
        _by_class(predictions, learner, table, level, no_pooling)
    _everything(predictions, learners)


def _chosen(classes: int) -> tuple[int, int] | None:
    held = st.session_state.get(CELL)
    return None if held is None or max(held) >= classes else (int(held[0]), int(held[1]))


def _pick() -> None:
    points = st.session_state[FIGURE].selection.points
    st.session_state[CELL] = (round(points[0]["y"]), round(points[0]["x"])) if points else None


def rates_table(table: Confusion, level: float, no_pooling: str) -> None:
    """Every rate with its interval; undefined ones with the reason."""
    rates = list(table.rates.values())
    rows = []
    for rate in rates:
        row: dict[str, Any] = {"rate": rate.title, "value": rate.value, "low": np.nan, "high": np.nan}
        row["counts"] = f"{rate.part:,} / {rate.whole:,}" if rate.part is not None else ""
        rows.append(row | {"formula": rate.formula, "why undefined": rate.reason})
    frame = pd.DataFrame(rows)
    known = [k for k, rate in enumerate(rates) if rate.part is not None and rate.whole]
    if known and not no_pooling:
        parts = np.array([rates[k].part for k in known], dtype=float)
        wholes = np.array([rates[k].whole for k in known], dtype=float)
        low, high = INTERVALS["wilson"].evaluate(level, errors=parts, n=wholes)
        frame.loc[known, "low"], frame.loc[known, "high"] = low, high
    if not frame["why undefined"].any():
        frame = frame.drop(columns="why undefined")
    number = st.column_config.NumberColumn(format="%.4f", width=54)
    columns: dict[str, Any] = dict.fromkeys(("value", "low", "high"), number)
    columns["rate"] = st.column_config.TextColumn(width=130, pinned=True)
    elements.table(frame, "rates", "rates", column_config=columns, height="content")
    words = f"Limits: Wilson, level {level:.4g}, for shares of instances."
    if no_pooling:
        words = f"No intervals: {no_pooling}."
    st.caption(plain(words))


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
    st.markdown(
        f"**{len(frame):,} of class {plain(names[i])}, assigned to {plain(names[j])}** by {plain(learner)}"
    )
    at = frame.pop("position").to_numpy()[:MOST_INSTANCES]
    frame = frame.head(MOST_INSTANCES)
    if dataset is not None:
        attributes = dataset.X.iloc[at].reset_index(drop=True)
        frame = pd.concat([frame.reset_index(drop=True), attributes], axis=1)
    elements.table(frame, "cell_instances", "instances", height=260)
    if len(at) == MOST_INSTANCES:
        st.caption(f"The first {MOST_INSTANCES} are shown.")


def _by_class(
    predictions: Predictions, learner: str, table: Confusion, level: float, no_pooling: str
) -> None:
    st.subheader("Each class against the rest")
    elements.table(class_table(table), "class_table", "classes", height="content")
    left, right = st.columns([5, 6], gap="medium")
    with left:
        elements.table(average_table(table), "average_table", "averages")
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
    areas = class_areas(curves, level, no_pooling)
    with left:
        digits = st.column_config.NumberColumn(format="%.4f")
        columns = dict.fromkeys(("AUC", "from", "to"), digits)
        elements.table(areas, "class_areas", "one_versus_rest_areas", column_config=columns)
        words = (
            f"No intervals: {no_pooling}."
            if no_pooling
            else f"Limits: DeLong, level {level:.4g}, class by class."
        )
        st.caption(plain(words))
    with right:
        drawing = roc_figure(_class_lines(curves, areas), dark=elements.is_dark())
        elements.figure(drawing, "class_curves", "one_versus_rest_curves")


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


def class_areas(curves: dict[str, ScoredInstances], level: float, no_pooling: str) -> pd.DataFrame:
    """Area of every class against the rest with DeLong's interval; NaN where it may not be computed."""
    rows = []
    for label, scored in curves.items():
        auc, variance = area_with_variance(scored.truth, scored.scores)
        low, high = np.nan, np.nan
        if not no_pooling and np.isfinite(variance):
            found = interval("auc_delong", level, y=scored.truth, scores=scored.scores)
            low, high = max(found.low, 0.0), min(found.high, 1.0)
        rows.append(
            {"class": label, "AUC": auc, "from": low, "to": high, "instances": int(scored.truth.sum())}
        )
    return pd.DataFrame(rows, columns=["class", "AUC", "from", "to", "instances"])


def _class_lines(curves: dict[str, ScoredInstances], areas: pd.DataFrame) -> list[Line]:
    """One pooled curve per class, with its area and interval."""
    styles, lines = style_of(curves), []
    for row, (label, scored) in zip(areas.itertuples(), curves.items(), strict=True):
        curve, (_, _, auc, low, high, _) = roc(scored.truth, scored.scores), row
        limits = f" ({low:.3f} … {high:.3f})" if np.isfinite(low) else ""
        note = f"AUC {auc:.4f}{limits}"
        lines.append(
            Line(label, curve.fpr, curve.tpr, styles[label], "against the rest", curve.thresholds, note)
        )
    return lines


def _everything(predictions: Predictions, learners: list[str]) -> None:
    """Mean over the folds of every measure of classes and scores."""
    with st.expander("All measures, means over the folds", icon=":material/table:"):
        keys = [
            key
            for key, entry in MEASURES.items()
            if "classification" in entry.tasks and entry.needs in ("labels", "scores", "probabilities")
        ]

        def means() -> pd.DataFrame:
            table = {key: _means(predictions, key) for key in keys}
            rows = [
                {"measure": MEASURES[key].title, **{name: table[key].get(name) for name in learners}}
                for key in keys
            ]
            return pd.DataFrame(rows)

        elements.table(
            cache.kept("all measures", (predictions.fingerprint, *learners), means),
            "all_measures",
            "measures",
        )
        st.caption(
            "An empty cell: undefined in some fold, or the learner gave labels only or no probabilities."
        )


def _means(predictions: Predictions, key: str) -> dict[str, float]:
    try:
        scores = score(predictions, key)
    except InputError:
        return {}
    return {str(name): float(mean) for name, mean in scores.wide.mean(skipna=False).items()}
