"""What is commonly known of a measure by its name: which direction is better, and whether it is a proportion."""

LOWER_IS_BETTER = frozenset(
    {
        *("error", "training_error", "log_loss", "brier", "cost"),
        *("mse", "training_mse", "rmse", "mae", "training_time", "prediction_time", "model_size"),
    }
)
HIGHER_IS_BETTER = frozenset(
    {
        *("accuracy", "balanced_accuracy", "auc", "average_precision", "f1", "precision", "recall"),
        *("specificity", "mcc", "kappa", "r2"),
    }
)
PROPORTIONS = frozenset(
    {
        *("error", "training_error", "accuracy", "balanced_accuracy", "auc", "average_precision"),
        *("f1", "precision", "recall", "specificity"),
    }
)


def title_of(measure: str) -> str:
    """Name a measure for people when nobody said how."""
    return measure.replace("_", " ").capitalize()
