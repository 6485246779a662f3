"""Measures: what one fold scores, losses by instance, and bootstrap estimates."""

from core.measures.bootstrap import (
    BootstrapEstimates,
    bootstrap_point_estimates,
    no_information_mse,
    no_information_rate,
)
from core.measures.entry import MeasureEntry
from core.measures.instances import Contingency, InstanceLosses, contingency, instance_losses
from core.measures.registry import MEASURES
from core.measures.scoring import score

__all__ = [
    "MEASURES",
    "BootstrapEstimates",
    "Contingency",
    "InstanceLosses",
    "MeasureEntry",
    "bootstrap_point_estimates",
    "contingency",
    "instance_losses",
    "no_information_mse",
    "no_information_rate",
    "score",
]
