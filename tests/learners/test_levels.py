"""Levels: every combination once, named by its settings; normalised ranges; refusals; found again by the names."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

import core
from core.errors import InputError
from core.learners import (
    LEARNERS,
    factorial,
    kernel_widths,
    levels_between,
    make_learner,
    neighbour_distance,
    read_levels,
    read_multiples,
    written_levels,
)
from core.records import factors_in


def test_every_combination_is_a_cell_named_by_its_settings():
    cells = factorial("rbf_svm", C=(1, 10), gamma=(None, 0.1))
    assert [cell.name for cell in cells] == [
        "RBF SVM (C = 1, gamma = default)",
        "RBF SVM (C = 1, gamma = 0.1)",
        "RBF SVM (C = 10, gamma = default)",
        "RBF SVM (C = 10, gamma = 0.1)",
    ]
    assert [dict(cell.hyperparameters) for cell in cells] == [
        {},
        {"gamma": 0.1},
        {"C": 10.0},
        {"C": 10.0, "gamma": 0.1},
    ]


def test_a_cell_is_the_learner_that_is_specified_alone():
    (cell, _) = factorial("knn", "mine", n_neighbors=(3, 7))
    assert cell.name == "mine (k = 3)"
    assert cell.as_set  # a search would take the cell at a usual value to other levels
    assert cell.digest() == core.learner("knn", n_neighbors=3).digest()


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({"C": (1, 1), "gamma": (0.1,)}, "occurs more than once"),
        ({"C": (1,)}, "two levels or more"),
        ({}, "two levels or more"),
        ({"C": ()}, "two levels or more"),
        ({"depth": (1, 2)}, "no hyperparameter 'depth'"),
        ({"C": (1, 1e9)}, "must be a number from"),
    ],
)
def test_what_is_no_factorial_is_refused(levels, words):
    with pytest.raises(InputError, match=words):
        factorial("rbf_svm", **levels)


def test_normalised_ranges_go_by_factors_where_the_hyperparameter_does():
    assert levels_between("rbf_svm", "C") == (0.001, 0.0316, 1.0, 31.6, 1000.0)
    assert levels_between("rbf_svm", "C", 3, 0.5, 1.0) == (1.0, 31.6, 1000.0)
    assert levels_between("lda", "shrinkage", 3) == (0.0, 0.5, 1.0)
    assert levels_between("knn", "n_neighbors", 9)[:3] == (1, 2, 3)
    assert levels_between("knn", "weights") == ("uniform", "distance")
    assert levels_between("rbf_svm", "class_weight") == (None, "balanced")


@pytest.mark.parametrize(
    ("count", "low", "high"), [(1, 0, 1), (3, 0.5, 0.5), (3, -0.1, 1), (3, 0, 1.1), (3, 0, float("nan"))]
)
def test_ranges_that_are_none_are_refused(count, low, high):
    with pytest.raises(InputError, match="asked for"):
        levels_between("rbf_svm", "C", count, low, high)
    with pytest.raises(InputError, match="It has C"):
        levels_between("rbf_svm", "depth")


@pytest.mark.parametrize(
    ("key", "name"),
    [(key, parameter.name) for key, entry in LEARNERS.items() for parameter in entry.hyperparameters],
)
def test_levels_of_every_hyperparameter_are_allowed_and_found_again(key, name):
    levels = levels_between(key, name, 4)
    assert read_levels(key, name, written_levels(levels)) == levels
    cells = factorial(key, **{name: levels})
    found = factors_in(cell.name for cell in cells)
    assert found is not None
    assert found.shape == (len(levels),)
    assert found.full


def test_typed_levels_are_read_by_the_kind_of_the_hyperparameter():
    assert read_levels("rbf_svm", "C", " 1; 1e2 ,") == (1.0, 100.0)
    assert read_levels("rbf_svm", "class_weight", "default, balanced") == (None, "balanced")
    assert read_levels("knn", "p", "1, 2") == (1, 2)
    assert (
        read_levels("knn", "n_neighbors", "1 5  15")
        == read_levels("knn", "n_neighbors", "1, 5 15")
        == (1, 5, 15)
    )
    assert read_multiples("0.5 1 2") == (0.5, 1.0, 2.0)
    for text in ("x", "-1", "nan", "1 000", "default"):
        with pytest.raises(
            InputError, match=f"RBF SVM: C must be a number from 1 × 10⁻⁶ to .*, not '{text}'"
        ):
            read_levels("rbf_svm", "C", text)
    with pytest.raises(InputError, match="1,000, or default, not 'auto'"):
        read_levels("rbf_svm", "gamma", "auto")


# --- widths of kernels -------------------------------------------------------------------------------------------


def mixed():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"a": rng.normal(5, 3, 60), "b": rng.normal(0, 100, 60), "c": rng.choice(list("xyz"), 60)}
    )
    frame.loc[[3, 7], "a"] = np.nan
    return frame.astype({"c": "category"})


@pytest.mark.parametrize("name", ["iris", "wine", "mixed"])
def test_the_distance_is_that_of_the_prepared_attributes_to_the_nearest_other_instance(name):
    X = mixed() if name == "mixed" else core.load_sample(name).X
    seen = make_learner("rbf_svm")["prepare"].fit_transform(X)
    apart = cdist(seen, seen) + np.diag(np.full(len(seen), np.inf))
    assert neighbour_distance("rbf_svm", X) == pytest.approx(apart.min(axis=1).mean())
    assert neighbour_distance("rbf_svm", X) == pytest.approx(cKDTree(seen).query(seen, 2)[0][:, 1].mean())


@given(st.permutations(range(12)), st.floats(0.01, 100), st.floats(-50, 50))
def test_neither_order_nor_unit_changes_the_distance(order, unit, zero):
    X = np.random.default_rng(0).normal(size=(12, 2))
    assert neighbour_distance("rbf_svm", zero + unit * X[order]) == pytest.approx(
        neighbour_distance("rbf_svm", X)
    )


def test_of_many_instances_some_are_measured_against_all():
    X = np.random.default_rng(1).normal(size=(20_000, 2))
    seen = make_learner("rbf_svm")["prepare"].fit_transform(X)
    exact = cKDTree(seen).query(seen, 2)[0][:, 1].mean()
    assert neighbour_distance("rbf_svm", X) == pytest.approx(exact, rel=0.05)


def test_a_spread_of_a_multiple_is_a_kernel_value_at_that_distance():
    distance = 0.83
    for multiple, gamma in zip((0.5, 1, 3), kernel_widths(distance, (0.5, 1, 3)), strict=True):
        spread = multiple * distance
        assert np.exp(-gamma * spread**2) == pytest.approx(np.exp(-1 / 2), rel=1e-3)
        assert str(gamma) == f"{float(gamma):g} [{multiple:g} d]"


def test_cells_with_widths_say_value_and_multiple_and_are_the_learners_of_these_values():
    levels = kernel_widths(0.5, (1, 2))
    cells = factorial("rbf_svm", C=(1, 10), gamma=levels)
    assert [cell.name for cell in cells][:2] == [
        "RBF SVM (C = 1, gamma = 2 [1 d])",
        "RBF SVM (C = 1, gamma = 0.5 [2 d])",
    ]
    assert cells[1].digest() == core.learner("rbf_svm", C=1, gamma=0.5).digest()
    found = factors_in(cell.name for cell in cells)
    assert (found.names, found.levels) == (("C", "gamma"), (("1", "10"), ("2 [1 d]", "0.5 [2 d]")))


@pytest.mark.parametrize("refused", [(0.0, (1,)), (1.0, (-1,)), (1.0, (float("nan"),)), (float("inf"), (1,))])
def test_widths_that_are_none_are_refused(refused):
    with pytest.raises(InputError, match="positive"):
        kernel_widths(*refused)


def test_where_there_are_no_distances_it_is_said():
    with pytest.raises(InputError, match="one instance"):
        neighbour_distance("rbf_svm", np.ones((1, 2)))
    with pytest.raises(InputError, match="twice or more"):
        neighbour_distance("rbf_svm", np.repeat([[1.0, 2.0], [3.0, 5.0]], 3, axis=0))
    with pytest.raises(InputError, match="'two'"):
        read_multiples("1, two")
