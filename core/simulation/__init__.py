"""The laboratory: how often the declared tests and intervals are right, counted over trials."""

from core.simulation.catalogue import LABORATORY
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.job import TRIALS, asks, submit_trials, trials_job, trials_of_job
from core.simulation.outcomes import Estimate, Outcomes, Row
from core.simulation.record import Simulation
from core.simulation.run import MOST_TRIALS, more, planned, simulate, stored

__all__ = [
    "LABORATORY",
    "MOST_TRIALS",
    "TRIALS",
    "Control",
    "Estimate",
    "LaboratoryEntry",
    "Outcomes",
    "Row",
    "Simulation",
    "asks",
    "more",
    "planned",
    "simulate",
    "stored",
    "submit_trials",
    "trials_job",
    "trials_of_job",
]
