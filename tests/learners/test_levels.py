"""Levels: every combination once, named by its settings; normalised ranges; refusals; found again by the names."""

import pytest

import core
from core.errors import InputError
from core.learners import LEARNERS, factorial, levels_between, read_levels, written_levels
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
    for text in ("x", "-1", "nan", "1 2", "default"):
        with pytest.raises(InputError, match="C \\(C\\) must be a number"):
            read_levels("rbf_svm", "C", text)
