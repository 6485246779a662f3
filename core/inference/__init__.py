"""Intervals, hypothesis tests and their verdicts, advice on which to use, planning."""

from core.inference.advice.advice import Advice
from core.inference.advice.applicable import advice_on_design, applicable_tests
from core.inference.advice.inputs_from_results import test_inputs
from core.inference.comparing.adjust import (
    ADJUSTMENTS,
    benjamini_hochberg,
    benjamini_yekutieli,
    bonferroni,
    hochberg,
    holm,
    hommel,
)
from core.inference.comparing.adjust_all_pairs import (
    PAIR_ADJUSTMENTS,
    RANK_ADJUSTMENTS,
    bergmann_hommel,
    shaffer,
)
from core.inference.comparing.all_pairs import AllPairs, Pair, all_pairs
from core.inference.comparing.best import AgainstBest, against_best
from core.inference.comparing.compare import (
    believe,
    believe_over_datasets,
    believe_over_folds,
    compare,
    compare_all,
)
from core.inference.comparing.compare_ranks import compare_ranks, friedman_ranks
from core.inference.comparing.factors import FactorialAnalysis, analyse_factors
from core.inference.comparing.left_out import LeftOut, without_each_fold
from core.inference.comparing.ordering import Order, order_learners
from core.inference.comparing.over_repeats import OverRepeats, over_repeats
from core.inference.comparing.pair_tests import PAIR_TESTS
from core.inference.comparing.posthoc import dunnett, tukey_hsd
from core.inference.comparing.ranks import RankComparison, fitting_adjustments
from core.inference.declaration.entry import Assumption, Check, Evaluation, Example, Naming, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.posterior import Posterior
from core.inference.distributions.continuous import Alternative, NullDistribution
from core.inference.evidence.evidence import Evidence
from core.inference.hypothesis_tests.bayesian import RankPosterior, StudentPosterior
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.hypothesis_tests.five_by_two_statistics import degrees_of_freedom
from core.inference.hypothesis_tests.hierarchical import HierarchicalPosterior
from core.inference.interpretation.learning_curve import LearningCurves, learning_curves
from core.inference.interpretation.more_instances import MoreInstances, more_instances
from core.inference.interpretation.smallest_difference import (
    TARGET,
    likely_disagreements,
    planned_test,
    smallest_difference,
)
from core.inference.intervals.catalogue import INTERVALS, interval
from core.inference.intervals.entry import IntervalEntry, Sides
from core.inference.planning.power import power, sample_size
from core.inference.verdicts.grouping import Grouping
from core.inference.verdicts.verdict import Verdict, run_test

__all__ = [
    "ADJUSTMENTS",
    "INTERVALS",
    "PAIR_ADJUSTMENTS",
    "PAIR_TESTS",
    "RANK_ADJUSTMENTS",
    "TARGET",
    "TESTS",
    "Advice",
    "AgainstBest",
    "AllPairs",
    "Alternative",
    "Assumption",
    "Check",
    "Evaluation",
    "Evidence",
    "Example",
    "FactorialAnalysis",
    "Grouping",
    "HierarchicalPosterior",
    "IntervalEntry",
    "LearningCurves",
    "LeftOut",
    "MoreInstances",
    "Naming",
    "Need",
    "NullDistribution",
    "Order",
    "OverRepeats",
    "Pair",
    "Posterior",
    "RankComparison",
    "RankPosterior",
    "Sides",
    "StudentPosterior",
    "TestEntry",
    "Verdict",
    "advice_on_design",
    "against_best",
    "all_pairs",
    "analyse_factors",
    "applicable_tests",
    "believe",
    "believe_over_datasets",
    "believe_over_folds",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bergmann_hommel",
    "bonferroni",
    "compare",
    "compare_all",
    "compare_ranks",
    "degrees_of_freedom",
    "dunnett",
    "fitting_adjustments",
    "friedman_ranks",
    "hochberg",
    "holm",
    "hommel",
    "interval",
    "learning_curves",
    "likely_disagreements",
    "more_instances",
    "order_learners",
    "over_repeats",
    "planned_test",
    "power",
    "run_test",
    "sample_size",
    "shaffer",
    "smallest_difference",
    "test_inputs",
    "tukey_hsd",
    "without_each_fold",
]
