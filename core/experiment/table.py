"""Experiment → the table below the pictures: one row per learner, scores, intervals, times and sizes."""

import pandas as pd

from core.experiment.outcome import Experiment
from core.inference.interpretation.summary import summarise

TRAINING_TWINS = {"error": "training_error", "mse": "training_mse"}
"""Measures that were also taken on the training sets."""


def summary_table(experiment: Experiment, level: float = 0.95) -> pd.DataFrame:
    """Summarise the scores of every learner by the experiment's measure.

    Returns
    -------
    DataFrame
        Columns learner, folds, mean, sd, interval_low, interval_high, interval, lowest, highest, pooled, training,
        training_seconds, prediction_seconds, model_bytes (medians over folds); missing where there is none.
    """
    scores = experiment.fold_scores
    twin = TRAINING_TWINS.get(scores.measure)
    training = _per_learner(experiment, twin, "mean") if twin else {}
    medians = {
        column: _per_learner(experiment, measure, "median")
        for column, measure in (
            ("training_seconds", "training_time"),
            ("prediction_seconds", "prediction_time"),
            ("model_bytes", "model_size"),
        )
    }
    rows = []
    for item in summarise(scores, level):
        interval = item.best_interval
        rows.append(
            {
                "learner": item.learner,
                "folds": f"{item.scored} of {len(experiment.splits)}",
                "mean": item.mean,
                "sd": item.sd,
                "interval_low": interval.low if interval else None,
                "interval_high": interval.high if interval else None,
                "interval": "corrected t" if item.corrected else "t" if interval else "none",
                "lowest": item.lowest,
                "highest": item.highest,
                "pooled": item.pooled,
                "training": training.get(item.learner),
                **{column: values.get(item.learner) for column, values in medians.items()},
            }
        )
    return pd.DataFrame(rows)


def _per_learner(experiment: Experiment, measure: str, statistic: str) -> dict[str, float]:
    groups = experiment.scores(measure).frame.groupby("learner", sort=False)["score"]
    return {str(name): float(value) for name, value in groups.agg(statistic).items()}
