"""Measures of predicted numbers (I2ML 5.1 B: the response variable of a regression is its squared error)."""

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, Sums, Undefined, divided, mean_of
from core.records import Array

ROUNDED_OFF = 1e-12
"""A spread that is so small a share of the sum of squares is only rounding."""


def squares(fold: Fold) -> Array:
    """Squared error of each instance."""
    return np.asarray((fold.truth - fold.predicted) ** 2)


def distances(fold: Fold) -> Array:
    """Absolute error of each instance."""
    return np.asarray(np.abs(fold.truth - fold.predicted))


def mse(fold: Fold) -> float:
    """Mean of the squared errors."""
    return float(np.mean(squares(fold)))


def rmse(fold: Fold) -> float:
    """Root of the mean squared error, in the unit of the response."""
    return float(np.sqrt(mse(fold)))


def mae(fold: Fold) -> float:
    """Mean of the absolute errors, in the unit of the response."""
    return float(np.mean(distances(fold)))


def r2(fold: Fold) -> float:
    """1 − Σ(y − ŷ)² / Σ(y − ȳ)², with ȳ the mean of the fold."""
    spread = float(np.sum((fold.truth - np.mean(fold.truth)) ** 2))
    if spread == 0:
        raise Undefined("all responses in the fold are equal")
    return 1 - float(np.sum(squares(fold))) / spread


def _explained_columns(fold: Fold) -> Array:
    """1, response and its square, measured from their middle so that nothing cancels, and the squared error."""
    y = fold.truth - np.mean(fold.truth)
    return np.column_stack([np.ones(len(y)), y, y**2, squares(fold)])


def _explained(sums: Array, _fold: Fold) -> Array:
    n, total, total_squares, lost = np.moveaxis(sums, -1, 0)
    spread = total_squares - divided(total**2, n)
    return 1 - divided(lost, np.where(spread <= ROUNDED_OFF * total_squares, 0.0, spread))


_MEAN_SQUARE = mean_of(squares)
REGRESSION = (
    MeasureEntry(
        key="mse",
        other_names=("MSE",),
        title="mean squared error",
        summary="Mean of the squared differences between response and prediction: the quadratic loss.",
        reference="@i2ml 5.1 B",
        tasks=("regression",),
        function=mse,
        sums=_MEAN_SQUARE,
        lower_is_better=True,
        averages_over_instances=True,
        synonyms=("regr_mse", "mittlerer_quadratischer_fehler"),
    ),
    MeasureEntry(
        key="rmse",
        other_names=("RMSE",),
        title="root mean squared error",
        summary="Root of the mean squared error, in the unit of the response.",
        reference="@i2ml 5.1 B",
        tasks=("regression",),
        function=rmse,
        sums=Sums(_MEAN_SQUARE.columns, lambda sums, fold: np.sqrt(_MEAN_SQUARE.value(sums, fold))),
        lower_is_better=True,
        synonyms=("regr_rmse",),
    ),
    MeasureEntry(
        key="mae",
        other_names=("MAE",),
        title="mean absolute error",
        summary="Mean of the absolute differences between response and prediction.",
        reference="@willmott2005",
        tasks=("regression",),
        function=mae,
        sums=mean_of(distances),
        lower_is_better=True,
        averages_over_instances=True,
        synonyms=("regr_mae", "mittlerer_absoluter_fehler"),
    ),
    MeasureEntry(
        key="r2",
        other_names=("R squared", "coefficient of determination"),
        title="R²",
        summary="Share of the response's variance that the prediction explains; below 0 the mean is better.",
        reference="@draper1998",
        tasks=("regression",),
        function=r2,
        sums=Sums(_explained_columns, _explained),
        lower_is_better=False,
        most=1.0,
        synonyms=("rsq", "rsquared", "r_squared", "r2_score", "regr_rsq"),
    ),
)
