"""Intervals, hypothesis tests and their verdicts, advice on which to use, planning."""

from core.inference.adjust import bonferroni, hochberg, holm
from core.inference.advice import Advice, applicable_tests
from core.inference.bayesian import StudentPosterior
from core.inference.bayesian_ranks import RankPosterior
from core.inference.catalogue import TESTS
from core.inference.compare import believe, compare, compare_all
from core.inference.declared import Assumption, Check, Evaluation, Example, Naming, TestEntry
from core.inference.detectable import smallest_difference
from core.inference.gather import test_inputs
from core.inference.inputs import Need
from core.inference.interval_entry import IntervalEntry
from core.inference.intervals import INTERVALS, interval
from core.inference.null import NullDistribution
from core.inference.pairs import AllPairs, Pair, all_pairs
from core.inference.planning import power, sample_size
from core.inference.posterior import Posterior
from core.inference.posthoc import RankComparison, compare_ranks, shaffer, tukey_hsd
from core.inference.replicates import degrees_of_freedom
from core.inference.verdict import Verdict, run_test

__all__ = [
    "INTERVALS",
    "TESTS",
    "Advice",
    "AllPairs",
    "Assumption",
    "Check",
    "Evaluation",
    "Example",
    "IntervalEntry",
    "Naming",
    "Need",
    "NullDistribution",
    "Pair",
    "Posterior",
    "RankComparison",
    "RankPosterior",
    "StudentPosterior",
    "TestEntry",
    "Verdict",
    "all_pairs",
    "applicable_tests",
    "believe",
    "bonferroni",
    "compare",
    "compare_all",
    "compare_ranks",
    "degrees_of_freedom",
    "hochberg",
    "holm",
    "interval",
    "power",
    "run_test",
    "sample_size",
    "shaffer",
    "smallest_difference",
    "test_inputs",
    "tukey_hsd",
]
