"""Regression: what was predicted beside what was true, and the measures of it."""

import numpy as np
import pandas as pd
import streamlit as st

from core.figures import predicted_figure, residual_figure, style_of
from core.inference.interpretation.summary import summarise
from core.measures import score
from core.records import Array, Predictions
from pages.ui.display import elements
from pages.ui.display.text import number, plain
from pages.ui.session import cache

MEASURES_SHOWN = ("mse", "rmse", "mae", "r2")


def pairs_of(predictions: Predictions, learners: list[str]) -> dict[str, tuple[Array, Array]]:
    """True and predicted responses of each learner, all folds."""
    found = {}
    for name in learners:
        parts = predictions.of(name)
        truth = np.concatenate([predictions.truth[item.positions] for item in parts])
        found[name] = (truth, np.concatenate([item.predicted for item in parts]))
    return found


def show(predictions: Predictions, learners: list[str], alpha: float, data: str) -> None:
    """Two scatter plots and a table of measures with intervals over the folds."""
    styles, dark = style_of(predictions.learners), elements.is_dark()
    dataset = cache.dataset()
    known = dataset is not None and dataset.fingerprint == data
    response = str(dataset.y.name) if dataset is not None and known else "response"
    drawn = st.segmented_control(
        "Drawn", learners, default=learners[0], required=True, key="residuals_of", persist_state="session"
    )
    pairs = pairs_of(predictions, [drawn])
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Predicted and true**")
        elements.figure(predicted_figure(pairs, styles, response, dark=dark), "predicted_figure", "predicted")
    with right:
        st.markdown("**What is left over**")
        elements.figure(residual_figure(pairs, styles, response, dark=dark), "residual_figure", "residuals")
    st.caption(
        "One point per prediction. A pattern in the residuals is something the learner has not learnt."
    )
    frame = cache.kept(
        "regression measures",
        (predictions.fingerprint, alpha, *learners),
        lambda: measures_table(predictions, learners, 1 - alpha),
    )
    written = dict.fromkeys(("mean", "sd over folds", "from", "to"), number)
    elements.table(frame, "regression_measures", "measures", written, height="content")
    st.caption(
        plain(
            f"Means over the folds with intervals of level {1 - alpha:.4g}: corrected t where training sets overlap "
            "(Nadeau & Bengio 2003), else t. R² compares with the mean of the fold; below 0 that mean is better."
        )
    )


def measures_table(predictions: Predictions, learners: list[str], level: float) -> pd.DataFrame:
    """MSE, RMSE, MAE and R² of every learner, with intervals of the mean over the folds."""
    rows = []
    for key in MEASURES_SHOWN:
        scores = score(predictions, key)
        for item in summarise(scores, level):
            if item.learner not in learners:
                continue
            found = item.best_interval
            rows.append(
                {
                    "measure": scores.measure_title,
                    "learner": item.learner,
                    "mean": item.mean,
                    "sd over folds": item.sd,
                    "from": found.low if found else None,
                    "to": found.high if found else None,
                    "interval": "none" if found is None else "corrected t" if item.corrected else "t",
                }
            )
    return pd.DataFrame(rows)
