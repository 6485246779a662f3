"""All hypothesis tests, by key."""

from core.entries import Registry
from core.inference import (
    bayesian,
    bayesian_ranks,
    counts,
    datasets,
    equivalence,
    folds,
    friedman,
    m_by_two,
    one_learner,
    rank_tests,
    scores,
    signed_ranks,
    variance_analysis,
)
from core.inference.declared import TestEntry

TESTS: Registry[TestEntry] = Registry(
    "test",
    (
        *one_learner.ENTRIES,
        *counts.ENTRIES,
        *scores.ENTRIES,
        *folds.ENTRIES,
        *equivalence.ENTRIES,
        *m_by_two.ENTRIES,
        *signed_ranks.ENTRIES,
        *variance_analysis.ENTRIES,
        *rank_tests.ENTRIES,
        *friedman.ENTRIES,
        *datasets.ENTRIES,
        *bayesian.ENTRIES,
        *bayesian_ranks.ENTRIES,
    ),
)
