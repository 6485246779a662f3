"""Fold scores and predictions → CSV in the forms that their readers read back unchanged."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from core.data.csv_escape import table_to_csv
from core.records import DesignFacts, FoldScores, Predictions


def file_name(what: str, datasets: Sequence[str], facts: DesignFacts | None = None) -> str:
    """Name a download by its data and its design: ``heart_10fold_fold_scores.csv``.

    Parameters
    ----------
    what : str
        What the file holds, with its ending.
    datasets : sequence of str
        Names of the data sets; several are counted.
    facts : DesignFacts, optional
    """
    data = datasets[0] if len(datasets) == 1 else f"{len(datasets)} data sets"
    parts = (re.sub(r"\W+", "_", part).strip("_")[:40] for part in (data, _design_word(facts)))
    return "_".join([*(part for part in parts if part), what])


def _design_word(facts: DesignFacts | None) -> str:
    if facts is None or facts.key is None:
        return ""
    if facts.key == "k_fold" and facts.pairs == 1:  # the file does not tell the folds apart
        return "cross_validation"
    if facts.key in ("k_fold", "repeated_k_fold"):
        return f"{facts.replicates}x{facts.folds}fold" if facts.replicates > 1 else f"{facts.folds}fold"
    return facts.key


def _spread(values: dict[str, Any], rows: int) -> pd.DataFrame:
    """Columns that hold the same value in every row."""
    return pd.DataFrame({name: [value] * rows for name, value in values.items()})


def _facts(facts: DesignFacts | None) -> dict[str, Any]:
    if facts is None:
        return {}
    return {
        "design": facts.key or "",
        "training_sets_overlap": facts.training_sets_overlap,
        "every_instance_once": facts.every_instance_once,
        "grouped": facts.grouped,
        **({"stratified_design": True} if facts.stratified else {}),
    }


def fold_scores_to_csv(scores: FoldScores) -> bytes:
    """Write fold scores as one long table, which `read_fold_scores` reads back.

    Columns: dataset, learner, replicate, fold, n_train, n_validation, score; then measure, measure_title,
    lower_is_better, unit and rows; design, training_sets_overlap, every_instance_once and grouped where the
    design is known, stratified_design where it was stratified; loss_matrix where mistakes cost differently, row by
    row in brackets; failure where a fold failed; place where the learners' order is not that of the rows.
    """
    frame = scores.frame.reset_index(drop=True)
    same = {
        "measure": scores.measure,
        "measure_title": scores.measure_title,
        "lower_is_better": scores.lower_is_better,
        "unit": scores.unit,
        "rows": scores.rows,
        **_facts(scores.facts),
    }
    if scores.losses is not None:
        same["loss_matrix"] = json.dumps(scores.losses)
    table = pd.concat([frame, _spread(same, len(frame))], axis="columns")
    if scores.failures:
        reasons = {(item.learner, item.replicate, item.fold): item.reason for item in scores.failures}
        keys = zip(frame["learner"], frame["replicate"], frame["fold"], strict=True)
        table["failure"] = [reasons.get(key) for key in keys]
    if scores.learners != tuple(frame["learner"].drop_duplicates()):
        places = {learner: place for place, learner in enumerate(scores.learners, start=1)}
        table["place"] = frame["learner"].map(places)
    return table_to_csv(table)


def predictions_to_csv(predictions: Predictions) -> bytes:
    """Write predictions as one long table, one row per learner and validated instance.

    Columns: dataset, learner, replicate, fold, n_train, id, truth, predicted, group where instances come in groups,
    the scores by class (probability_… or decision_…), and then positive, task and the design where they are known.
    """
    frame = predictions.frame.copy(deep=False)  # it is kept, and gets columns here
    sizes = _sizes(predictions)
    frame.insert(0, "dataset", predictions.dataset)
    frame.insert(4, "n_train", pd.Series(list(sizes), dtype="Int64"))
    same: dict[str, Any] = {"task": predictions.task, **_facts(predictions.facts)}
    if predictions.positive is not None:
        same = {"positive": predictions.positive, **same}
    return table_to_csv(pd.concat([frame, _spread(same, len(frame))], axis="columns"))


def _sizes(predictions: Predictions) -> Iterable[int | None]:
    for outcome in predictions.outcomes:
        for _ in outcome.positions:
            yield outcome.n_train
