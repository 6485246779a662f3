"""The experiments of the laboratory, in the order in which its index shows them."""

from core.entries import Registry
from core.simulation.entry import LaboratoryEntry
from core.simulation.experiments.salzberg import SALZBERG

LABORATORY: Registry[LaboratoryEntry] = Registry("experiment of the laboratory", [SALZBERG])
