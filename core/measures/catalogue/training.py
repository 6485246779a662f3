"""Measures of the training: its error on its own data, its time, its size (CS182, performance criteria)."""

from core.measures.catalogue.entry import Fold, MeasureEntry, Undefined


def _recorded(value: float | None, what: str) -> float:
    if value is None:
        raise Undefined(f"{what} was not recorded")
    return float(value)


def training_score(fold: Fold) -> float:
    """Error rate, or mean squared error, on the training set itself."""
    return _recorded(fold.outcome.training_score, "the score on the training set")


def training_time(fold: Fold) -> float:
    """Seconds of the fit, with tuning if there was any."""
    return _recorded(fold.outcome.training_seconds, "the training time")


def prediction_time(fold: Fold) -> float:
    """Seconds to predict the validation set."""
    return _recorded(fold.outcome.prediction_seconds, "the prediction time")


def model_size(fold: Fold) -> float:
    """Bytes of the fitted estimator, serialised."""
    return _recorded(fold.outcome.model_bytes, "the size of the model")


EFFORT = (
    MeasureEntry(
        key="training_error",
        other_names=("overfitting",),
        title="training error",
        summary="Error rate on the training set itself: always too good to decide by.",
        reference="@cs182, training error",
        tasks=("classification",),
        function=training_score,
        lower_is_better=True,
        needs="training",
        rate=True,
        percent=True,
    ),
    MeasureEntry(
        key="training_mse",
        title="training mean squared error",
        summary="Mean squared error on the training set itself: always too good to decide by.",
        reference="@cs182, training error",
        tasks=("regression",),
        function=training_score,
        lower_is_better=True,
        needs="training",
    ),
    MeasureEntry(
        key="training_time",
        title="training time",
        summary="Time of the fit, with tuning if there was any.",
        reference="@cs182, performance criteria",
        tasks=("classification", "regression"),
        function=training_time,
        lower_is_better=True,
        unit="s",
        needs="times",
        synonyms=("fit_time", "elapsed_time_training", "time_train"),
    ),
    MeasureEntry(
        key="prediction_time",
        title="prediction time",
        summary="Time to predict the validation set.",
        reference="@cs182, performance criteria",
        tasks=("classification", "regression"),
        function=prediction_time,
        lower_is_better=True,
        unit="s",
        needs="times",
        synonyms=("score_time", "elapsed_time_testing", "time_predict"),
    ),
    MeasureEntry(
        key="model_size",
        title="model size",
        summary="Size of the fitted estimator, serialised.",
        reference="@cs182, performance criteria",
        tasks=("classification", "regression"),
        function=model_size,
        lower_is_better=True,
        unit="bytes",
        needs="training",
    ),
)
