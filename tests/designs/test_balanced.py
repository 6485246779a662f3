"""Balanced m×2 cross-validation: the arrays, the order of the blocks, what they promise of a partition."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import core
from core.designs import make_design, overlap_matrix, partition_imbalance
from core.designs.arrays import hadamard_matrix, n_blocks, orthogonal_array
from core.records import Dataset

SIZES = range(8, 201)


def labelled(labels):
    X = pd.DataFrame({"x": range(len(labels))})
    return Dataset("classes", X, pd.Series(labels, name="y"), "classification")


def numbers(n):
    return Dataset(
        "numbers", pd.DataFrame({"x": range(n)}), pd.Series(range(n), name="y", dtype=float), "regression"
    )


def halves(design, n):
    """Membership of each instance in half D of each replicate, replicates × n."""
    pairs = list(design.split(np.zeros((n, 1))))
    member = np.zeros((len(pairs) // 2, n), dtype=bool)
    for replicate, ((train, validation), (rest, half)) in enumerate(
        zip(pairs[::2], pairs[1::2], strict=True)
    ):
        assert np.array_equal(np.sort(np.concatenate([train, validation])), np.arange(n))
        assert np.array_equal(train, half)
        assert np.array_equal(validation, rest)
        member[replicate, train] = True
    return member


# Rows: blocks P1¹ … P4². Columns: groups 1 … 5 of Table 1 in Wang 2016; 1 where the block is in half D.
BLOCKS = ["P1¹", "P1²", "P2¹", "P2²", "P3¹", "P3²", "P4¹", "P4²"]
TABLE_1 = [
    {"P1¹", "P1²", "P2¹", "P2²"},
    {"P1¹", "P1²", "P3¹", "P3²"},
    {"P1¹", "P1²", "P4¹", "P4²"},
    {"P2¹", "P1²", "P4¹", "P3²"},
    {"P2¹", "P1²", "P3¹", "P4²"},
]


def test_balanced_5x2_is_table_1_of_wang_2016_up_to_the_names_of_the_blocks():
    member = halves(make_design("balanced_5x2", seed=3), 8)
    label_of = {tuple(block in half for half in TABLE_1): block for block in BLOCKS}
    names = [label_of[tuple(column)] for column in member.T.tolist()]
    assert sorted(names) == sorted(BLOCKS)
    for half, row in zip(TABLE_1, member, strict=True):
        assert {name for name, inside in zip(names, row, strict=True) if inside} == half


def test_blocked_3x2_is_groups_1_to_3_of_table_1():
    member = halves(make_design("blocked_3x2"), 4)
    pairings = [{"P1", "P2"}, {"P1", "P3"}, {"P1", "P4"}]
    label_of = {tuple(f"P{j}" in half for half in pairings): f"P{j}" for j in (1, 2, 3, 4)}
    assert sorted(label_of[tuple(column)] for column in member.T.tolist()) == ["P1", "P2", "P3", "P4"]


@pytest.mark.parametrize("order", range(4, 33, 4))
def test_hadamard_matrices_are_orthogonal_and_normalised(order):
    matrix = hadamard_matrix(order)
    assert np.array_equal(matrix @ matrix.T, order * np.eye(order, dtype=int))
    assert (matrix[0] == 1).all()
    assert (matrix[:, 0] == 1).all()


@pytest.mark.parametrize("m", range(1, 32))
def test_every_array_up_to_31_replicates_shares_quarters(m):
    signs = orthogonal_array(m)
    blocks = len(signs)
    assert blocks == n_blocks(m) == next(b for b in range(4, 33, 4) if b - 1 >= m)
    assert np.array_equal(signs.T @ signs, blocks * np.eye(m, dtype=int))
    assert (signs.sum(axis=0) == 0).all()
    first = (signs > 0).astype(int)
    shared = first.T @ first
    assert (4 * shared[~np.eye(m, dtype=bool)] == blocks).all()


def worst_differences(m):
    """Largest difference of two halves over the odd and over the even remainders."""
    excess = np.abs(np.cumsum(orthogonal_array(m), axis=0)).max(axis=1)
    return excess[0::2].max(), excess[1::2].max()


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5, 6, 8, 9])
def test_halves_differ_by_1_for_odd_n_and_by_0_or_2_for_even_n(m):
    odd, even = worst_differences(m)
    assert odd == 1
    assert even <= 2


def test_halves_of_larger_and_saturated_designs_stay_close():
    assert worst_differences(7) == (3, 2)
    assert max(max(worst_differences(m)) for m in range(1, 27)) <= 4
    assert max(max(worst_differences(m)) for m in range(27, 32)) <= 5


def test_no_order_of_eight_blocks_does_better_for_seven_replicates():
    """Any three of the eight blocks are together in some half: after three, one half is ahead by three."""
    columns = hadamard_matrix(8)[:, 1:]
    assert min(np.abs(columns[list(three)].sum(axis=0)).max() for three in combinations(range(8), 3)) == 3


@pytest.mark.parametrize("key, m, blocks", [("blocked_3x2", 3, 4), ("balanced_5x2", 5, 8)])
def test_every_partition_from_8_to_200_instances(key, m, blocks):
    design = make_design(key, seed=1)
    for n in SIZES:
        member = halves(design, n).astype(int)
        sizes = member.sum(axis=1)
        assert len(sizes) == m
        assert np.abs(2 * sizes - n).max() <= (1 if n % 2 else 2), n
        overlap = (member @ member.T)[np.triu_indices(m, 1)]
        if n % blocks == 0:
            assert (4 * overlap == n).all(), n
        assert np.abs(overlap - n / 4).max() < 1.5, n


@pytest.mark.parametrize("m", [2, 4, 6, 7, 8, 11, 15, 19, 23, 27, 31])
def test_balance_of_other_arrays(m):
    design = make_design("balanced_mx2", m=m)
    blocks = n_blocks(m)
    for n in range(blocks, 201):
        member = halves(design, n).astype(int)
        overlap = (member @ member.T)[np.triu_indices(m, 1)]
        if n % blocks == 0:
            assert (4 * overlap == n).all(), n
            assert (2 * member.sum(axis=1) == n).all(), n
        limit = max(worst_differences(m))
        assert np.abs(2 * member.sum(axis=1) - n).max() <= limit, n
        assert np.abs(overlap - n / 4).max() <= limit, n


@pytest.mark.parametrize("key, blocks", [("blocked_3x2", 4), ("balanced_5x2", 8)])
def test_stratified_blocks_hold_each_class_within_one(key, blocks):
    design = make_design(key, stratified=True, seed=2)
    for n in range(40, 201, 7):
        dataset = labelled(
            np.random.default_rng(n).permutation((["a", "b", "a", "c", "b", "a", "a"] * n)[:n])
        )
        pairs = list(design.pairs(dataset))
        member = np.array([np.isin(np.arange(n), train) for train, _ in pairs[::2]])
        # Instances of one block are together in every half, those of different blocks are not.
        _, block = np.unique(member.T, axis=0, return_inverse=True)
        for code in range(3):
            held = np.bincount(block[dataset.truth == code], minlength=blocks)
            assert len(held) == blocks
            assert held.max() - held.min() <= 1, (n, code)
        sizes = np.bincount(block)
        assert sizes.max() - sizes.min() <= 1, n


def test_general_design_is_the_special_ones():
    general = make_design("balanced_mx2", m=5, seed=7).split(np.zeros(83))
    special = make_design("balanced_5x2", seed=7).split(np.zeros(83))
    for pair, other in zip(general, special, strict=True):
        assert np.array_equal(pair[0], other[0])
        assert np.array_equal(pair[1], other[1])


def test_m_is_bounded():
    assert make_design("balanced_mx2", m=31).get_n_splits() == 62
    for m in (0, 32, 2.5, "5", True):
        with pytest.raises(core.InputError, match=r"m: must be a whole number from 1 to 31"):
            make_design("balanced_mx2", m=m)


def test_too_few_instances_for_the_blocks_name_what_works():
    with pytest.raises(core.DesignError, match="at least 8 instances, one per block; there are 7") as refusal:
        make_design("balanced_5x2").splits(numbers(7))
    assert "make_design('blocked_3x2')" in str(refusal.value)
    assert len(make_design("balanced_5x2").splits(numbers(8))) == 10


def test_scalar_measure_of_a_partition():
    balanced = make_design("balanced_5x2").splits(numbers(80))
    assert partition_imbalance(balanced) == 0
    random = make_design("5x2").splits(numbers(80))
    by_hand = sum(
        (len(set(one.train) & set(other.train)) - 20) ** 2 for one, other in combinations(random[::2], 2)
    )
    assert partition_imbalance(random) == by_hand > 0
    assert (overlap_matrix(balanced)[np.triu_indices(10, 2)] % 20 == 0).all()
    for key in ("k_fold", "hold_out"):
        with pytest.raises(core.NotApplicable, match="halves that swap roles"):
            partition_imbalance(make_design(key).splits(numbers(80)))


def test_a_class_rarer_than_the_blocks_is_noted():
    notes = make_design("balanced_5x2", stratified=True).notes(labelled(["a"] * 60 + ["b"] * 6))
    assert notes == ("Class 'b' has 6 instances, fewer than the 8 blocks; no fold lacks it in validation.",)


def test_a_class_that_some_half_would_lack_is_refused_with_a_design_that_works():
    dataset = labelled(["a"] * 60 + ["b"] * 2)
    with pytest.raises(
        core.DesignError, match="class 'b' has 2 instances, and the training set of"
    ) as refusal:
        make_design("balanced_5x2", stratified=True).splits(dataset)
    assert "make_design('k_fold', k=2, stratified=True)" in str(refusal.value)
    assert make_design("k_fold", k=2, stratified=True).splits(dataset)
