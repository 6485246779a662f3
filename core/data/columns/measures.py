"""What other tools call measures, which of them are percent, and which have their sign turned round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.data.columns.names import normal

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


@dataclass(frozen=True)
class Known:
    """What is known of a measure by its name.

    Attributes
    ----------
    key : str
        As Foldwise calls it.
    percent : bool
        Whether the tool writes it in percent.
    negated : bool
        Whether the tool writes it with a minus sign, so that higher is better.
    """

    key: str
    percent: bool = False
    negated: bool = False


_SAME: Mapping[str, tuple[str, ...]] = {
    "error": (
        *("error", "error_rate", "err", "misclassification_rate", "mmce", "ce", "classif_ce", "classif_mmce"),
        *("zero_one_loss", "test_error", "validation_error"),
    ),
    "accuracy": (
        *("accuracy", "acc", "classif_acc", "test_accuracy", "ca", "predictive_accuracy", "accuracy_score"),
    ),
    "balanced_accuracy": ("balanced_accuracy", "bal_accuracy", "classif_bacc", "bacc"),
    "auc": (
        *("auc", "roc_auc", "classif_auc", "area_under_roc", "auroc", "area_under_roc_curve"),
        *("weighted_avg_area_under_roc", "weighted_area_under_roc"),
    ),
    "average_precision": ("average_precision", "area_under_prc", "pr_auc", "classif_prauc"),
    "f1": ("f1", "f1_score", "f_meas", "f_measure", "classif_fbeta", "ir_f_measure"),
    "precision": ("precision", "ppv", "classif_precision", "ir_precision"),
    "recall": ("recall", "sensitivity", "sens", "tpr", "classif_recall", "ir_recall", "true_positive_rate"),
    "specificity": ("specificity", "spec", "tnr", "classif_specificity", "true_negative_rate"),
    "mcc": ("mcc", "matthews_corrcoef", "matthews_correlation", "classif_mcc"),
    "kappa": ("kappa", "kap", "kappa_statistic", "cohen_kappa"),
    "log_loss": ("log_loss", "logloss", "mn_log_loss", "classif_logloss", "cross_entropy"),
    "brier": ("brier", "brier_score", "brier_class", "classif_bbrier", "classif_mbrier"),
    "mse": ("mse", "mean_squared_error", "regr_mse"),
    "rmse": ("rmse", "root_mean_squared_error", "regr_rmse"),
    "mae": ("mae", "mean_absolute_error", "regr_mae"),
    "r2": ("r2", "rsq", "r_squared", "regr_rsq", "r2_score"),
    "training_time": ("training_time", "fit_time", "elapsed_time_training", "time_train"),
    "prediction_time": ("prediction_time", "score_time", "elapsed_time_testing", "time_predict"),
}
_BY_NAME = {name: Known(key) for key, names in _SAME.items() for name in names} | {
    "percent_correct": Known("accuracy", percent=True),
    "percent_incorrect": Known("error", percent=True),
    "neg_log_loss": Known("log_loss", negated=True),
    "neg_brier_score": Known("brier", negated=True),
    "neg_mean_squared_error": Known("mse", negated=True),
    "neg_root_mean_squared_error": Known("rmse", negated=True),
    "neg_mean_absolute_error": Known("mae", negated=True),
}
_SIGNED = ("neg_",)
DIRECTED = LOWER_IS_BETTER | HIGHER_IS_BETTER
"""Keys of the measures whose direction is known."""


def known(name: str) -> Known:
    """What is known of a measure by the name that a tool gave it; its own name when nothing is."""
    if name in DIRECTED:
        return Known(name)
    word = normal(name)
    if word in _BY_NAME:
        return _BY_NAME[word]
    if word.startswith(_SIGNED):
        return Known(word.removeprefix("neg_"), negated=True)
    return Known(name)


def is_measure(name: str) -> bool:
    """Whether a column bears the name of a measure."""
    return name in DIRECTED or normal(name) in _BY_NAME or normal(name).startswith(_SIGNED)


def match(wanted: str, names: Iterable[str]) -> str | None:
    """The name among `names` that means the measure `wanted`, as the source or as Foldwise calls it."""
    names = list(names)
    if wanted in names:
        return wanted
    return next((name for name in names if known(name).key == wanted), None)


def choose(names: Iterable[str]) -> str:
    """The measure that is looked at when nobody says which: error or accuracy, else the first that is no time."""
    names = list(names)
    keys = [known(name).key for name in names]
    usual = [name for name, key in zip(names, keys, strict=True) if key in ("error", "accuracy")]
    others = [name for name, key in zip(names, keys, strict=True) if not key.endswith("_time")]
    return [*usual, *others, *names][0]
