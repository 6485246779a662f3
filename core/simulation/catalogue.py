"""The experiments of the laboratory, in the order in which its index shows them."""

from core.entries import Registry
from core.simulation.entry import LaboratoryEntry
from core.simulation.experiments.bootstrap_bias import BOOTSTRAP_BIAS
from core.simulation.experiments.coverage import COVERAGE
from core.simulation.experiments.degrees_of_freedom import DEGREES_OF_FREEDOM
from core.simulation.experiments.fold_correlations import FOLD_CORRELATIONS
from core.simulation.experiments.fold_test_sizes import TEST_SIZES
from core.simulation.experiments.gaussian_classes import GAUSSIAN_CLASSES
from core.simulation.experiments.limits import LIMITS
from core.simulation.experiments.p_values import P_VALUES
from core.simulation.experiments.pooling import POOLING
from core.simulation.experiments.repeated_cuts import REPEATED_CUTS
from core.simulation.experiments.salzberg import SALZBERG
from core.simulation.experiments.sampling import SAMPLING
from core.simulation.experiments.ten_statistics import TEN_STATISTICS
from core.simulation.experiments.your_data import YOUR_DATA

LABORATORY: Registry[LaboratoryEntry] = Registry(
    "experiment of the laboratory",
    [
        P_VALUES,
        COVERAGE,
        TEST_SIZES,
        YOUR_DATA,
        POOLING,
        BOOTSTRAP_BIAS,
        REPEATED_CUTS,
        SALZBERG,
        SAMPLING,
        LIMITS,
        TEN_STATISTICS,
        DEGREES_OF_FREEDOM,
        FOLD_CORRELATIONS,
        GAUSSIAN_CLASSES,
    ],
)
