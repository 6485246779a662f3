"""Measures: what one fold scores, losses by instance, and bootstrap estimates."""

from core.measures.bootstrap_632 import (
    BootstrapEstimates,
    bootstrap_point_estimates,
    out_of_bag_mean,
)
from core.measures.catalogue.entry import (
    Fold,
    MeasureEntry,
    NamedMeasure,
    Undefined,
    frozen_losses,
    loss_matrix,
)
from core.measures.catalogue.named import measure_named
from core.measures.catalogue.registry import MEASURES
from core.measures.confusion.averages import average_table, class_table
from core.measures.confusion.matrix import Confusion, confusion
from core.measures.confusion.rates import Rate, two_class_rates
from core.measures.curves.area import area
from core.measures.curves.auc_variance import AreaWithVariance, area_with_variance
from core.measures.curves.bootstrap_bands import (
    Band,
    RateSamples,
    bootstrap_areas,
    bootstrap_band,
    resampled_rates,
)
from core.measures.curves.by_share import called_by_share, learners_by_share
from core.measures.curves.calibration import calibration, calibration_error
from core.measures.curves.costs import CostCurve, Costs, Preference, cost_curve, preferences
from core.measures.curves.one_vs_rest import one_against_rest
from core.measures.curves.roc import (
    LiftCurve,
    PrecisionRecallCurve,
    RocCurve,
    lift_curve,
    precision_recall,
    precision_recall_of,
    roc,
    roc_of,
)
from core.measures.curves.roc_hull import convex_hull, crossings
from core.measures.curves.scored_class import Grouping, ScoredClass, ScoredInstances, hardest_class
from core.measures.curves.thresholds import ThresholdTable, threshold_table
from core.measures.curves.vertical_averaging import VerticalAverage, vertical_average
from core.measures.instance_losses import (
    MEAN_LOSSES,
    Contingency,
    InstanceLosses,
    LossKind,
    contingency,
    instance_losses,
    losses_against,
    no_information_loss,
)
from core.measures.resampling import PairedFold
from core.measures.scoring import (
    Guess,
    belies_single_instances,
    depends_on_class,
    doubt_of_rare_classes,
    fewest_shared,
    guessing,
    has_rates,
    joined,
    of_single_instances,
    one_instance_each,
    score,
    score_together,
    title_of,
    title_over_classes,
    told_in_percent,
)

__all__ = [
    "MEAN_LOSSES",
    "MEASURES",
    "AreaWithVariance",
    "Band",
    "BootstrapEstimates",
    "Confusion",
    "Contingency",
    "CostCurve",
    "Costs",
    "Fold",
    "Grouping",
    "Guess",
    "InstanceLosses",
    "LiftCurve",
    "LossKind",
    "MeasureEntry",
    "NamedMeasure",
    "PairedFold",
    "PrecisionRecallCurve",
    "Preference",
    "Rate",
    "RateSamples",
    "RocCurve",
    "ScoredClass",
    "ScoredInstances",
    "ThresholdTable",
    "Undefined",
    "VerticalAverage",
    "area",
    "area_with_variance",
    "average_table",
    "belies_single_instances",
    "bootstrap_areas",
    "bootstrap_band",
    "bootstrap_point_estimates",
    "calibration",
    "calibration_error",
    "called_by_share",
    "class_table",
    "confusion",
    "contingency",
    "convex_hull",
    "cost_curve",
    "crossings",
    "depends_on_class",
    "doubt_of_rare_classes",
    "fewest_shared",
    "frozen_losses",
    "guessing",
    "hardest_class",
    "has_rates",
    "instance_losses",
    "joined",
    "learners_by_share",
    "lift_curve",
    "loss_matrix",
    "losses_against",
    "measure_named",
    "no_information_loss",
    "of_single_instances",
    "one_against_rest",
    "one_instance_each",
    "out_of_bag_mean",
    "precision_recall",
    "precision_recall_of",
    "preferences",
    "resampled_rates",
    "roc",
    "roc_of",
    "score",
    "score_together",
    "threshold_table",
    "title_of",
    "title_over_classes",
    "told_in_percent",
    "two_class_rates",
    "vertical_average",
]
