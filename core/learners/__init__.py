"""Learners: the catalogue, their hyperparameters, preprocessing, tuning and what a trained one gives."""

from core.learners.catalogue import LEARNERS
from core.learners.entry import LearnerEntry
from core.learners.hyperparameters import Hyperparameter
from core.learners.kernel_widths import kernel_widths, neighbour_distance, read_multiples
from core.learners.levels import NamedLevel, factorial, levels_between, read_levels, written_levels
from core.learners.make import estimator_of, has_random_start, make_learner, seeded
from core.learners.naming import all_in_full, default_learners, distinct_names, in_full, learner
from core.learners.outcome import model_size, scores_of
from core.learners.tuning import chosen, fits_of_search, tuned

__all__ = [
    "LEARNERS",
    "Hyperparameter",
    "LearnerEntry",
    "NamedLevel",
    "all_in_full",
    "chosen",
    "default_learners",
    "distinct_names",
    "estimator_of",
    "factorial",
    "fits_of_search",
    "has_random_start",
    "in_full",
    "kernel_widths",
    "learner",
    "levels_between",
    "make_learner",
    "model_size",
    "neighbour_distance",
    "read_levels",
    "read_multiples",
    "scores_of",
    "seeded",
    "tuned",
    "written_levels",
]
