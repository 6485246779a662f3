"""Measures of predicted numbers (I2ML 5.1 B: the response variable of a regression is its squared error)."""

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, Undefined


def mse(fold: Fold) -> float:
    """Mean of the squared errors."""
    return float(np.mean((fold.truth - fold.predicted) ** 2))


def rmse(fold: Fold) -> float:
    """Root of the mean squared error, in the unit of the response."""
    return float(np.sqrt(mse(fold)))


def mae(fold: Fold) -> float:
    """Mean of the absolute errors, in the unit of the response."""
    return float(np.mean(np.abs(fold.truth - fold.predicted)))


def r2(fold: Fold) -> float:
    """1 − Σ(y − ŷ)² / Σ(y − ȳ)², with ȳ the mean of the fold."""
    spread = float(np.sum((fold.truth - np.mean(fold.truth)) ** 2))
    if spread == 0:
        raise Undefined("all responses in the fold are equal")
    return 1 - float(np.sum((fold.truth - fold.predicted) ** 2)) / spread


REGRESSION = (
    MeasureEntry(
        key="mse",
        title="mean squared error",
        summary="Mean of the squared differences between response and prediction.",
        reference="@i2ml 5.1 B",
        tasks=("regression",),
        function=mse,
        lower_is_better=True,
        averages_over_instances=True,
        synonyms=("regr_mse",),
    ),
    MeasureEntry(
        key="rmse",
        title="root mean squared error",
        summary="Root of the mean squared error, in the unit of the response.",
        reference="@i2ml 5.1 B",
        tasks=("regression",),
        function=rmse,
        lower_is_better=True,
        synonyms=("regr_rmse",),
    ),
    MeasureEntry(
        key="mae",
        title="mean absolute error",
        summary="Mean of the absolute differences between response and prediction.",
        reference="@willmott2005",
        tasks=("regression",),
        function=mae,
        lower_is_better=True,
        averages_over_instances=True,
        synonyms=("regr_mae",),
    ),
    MeasureEntry(
        key="r2",
        title="R²",
        summary="Share of the response's variance that the prediction explains; below 0 the mean is better.",
        reference="@draper1998",
        tasks=("regression",),
        function=r2,
        lower_is_better=False,
        synonyms=("rsq", "r_squared", "r2_score", "regr_rsq"),
    ),
)
