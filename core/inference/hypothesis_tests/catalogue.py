"""All hypothesis tests, by key."""

from core.entries import Registry
from core.inference.declaration.entry import TestEntry
from core.inference.hypothesis_tests import (
    anova,
    bayesian,
    counts,
    equivalence,
    five_by_two,
    fold_t_tests,
    hierarchical,
    losses_and_auc,
    one_learner,
    over_datasets,
    over_instances,
    ranks,
    ranks_between_blocks,
    signed_ranks,
    two_samples,
)

TESTS: Registry[TestEntry] = Registry(
    "test",
    (
        *one_learner.ENTRIES,
        *counts.ENTRIES,
        *two_samples.ENTRIES,
        *losses_and_auc.ENTRIES,
        *over_instances.ENTRIES,
        *fold_t_tests.ENTRIES,
        *equivalence.ENTRIES,
        *five_by_two.ENTRIES,
        *signed_ranks.ENTRIES,
        *anova.ENTRIES,
        *ranks.ENTRIES,
        *ranks_between_blocks.ENTRIES,
        *over_datasets.ENTRIES,
        *bayesian.ENTRIES,
        *hierarchical.ENTRIES,
    ),
)
