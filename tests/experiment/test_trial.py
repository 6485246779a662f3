"""A few cells first: which they are, that their fits are those of the whole, what they say of its time."""

from dataclasses import replace
from itertools import product

import pytest

import core
from core.errors import NotApplicable
from core.experiment import make_plan, run_plan, seconds_left, trial_cells, trial_plan
from core.learners import factorial

GRID = factorial("rbf_svm", C=(0.1, 1, 10, 100), gamma=(0.01, 0.1, 1))


def settings(specs):
    return [(dict(spec.hyperparameters).get("C", 1.0), dict(spec.hyperparameters)["gamma"]) for spec in specs]


def test_corners_and_centre_are_tried():
    assert settings(trial_cells(GRID)) == [(0.1, 0.01), (0.1, 1), (1, 0.1), (100, 0.01), (100, 1)]


def test_of_three_factors_there_are_eight_corners_and_the_centre():
    levels = {"n_neighbors": (1, 3, 5, 7, 9), "weights": ("uniform", "distance"), "p": (1, 2)}
    cells = factorial("knn", **levels)
    found = trial_cells(cells)
    corners = set(product(("1", "9"), ("uniform", "distance"), ("1", "2"))) | {("5", "uniform", "1")}
    assert {cell.name for cell in found} == {
        f"k-NN (k = {k}, weights = {weights}, distance power = {p})" for k, weights, p in corners
    }


def test_every_kind_at_levels_is_thinned_and_others_are_kept():
    others = (core.learner("naive_bayes"), core.learner("knn"))
    cells = factorial("knn", n_neighbors=(1, 3, 5, 7, 9))
    found = [spec.name for spec in trial_cells([*others, *GRID, *cells])]
    assert found[:2] == ["Naive Bayes", "k-NN"]
    assert len(found) == 2 + 5 + 3


def test_where_hardly_anything_is_left_out_there_is_no_trial():
    plan = make_plan(core.load_sample("iris"), factorial("knn", n_neighbors=(1, 3, 5)), "k_fold")
    with pytest.raises(NotApplicable, match="too few cells"):
        trial_plan(plan)


def test_its_fits_are_those_of_the_whole_and_tell_the_time_of_the_rest():
    cells = factorial("knn", n_neighbors=(1, 3, 5, 7, 9))
    plan = make_plan(core.load_sample("iris"), cells, core.make_design("k_fold", k=4))
    few = trial_plan(plan)
    whole = {unit.address for unit in plan.units(addressed=True)}
    assert {unit.address for unit in few.units(addressed=True)} < whole
    found, everything = run_plan(few), run_plan(plan)
    for name in found.learners:
        assert found.fold_scores.matrix(name).tolist() == everything.fold_scores.matrix(name).tolist()
    outcomes = tuple(
        replace(fold, training_seconds=3.0, prediction_seconds=0.5) for fold in found.predictions.outcomes
    )
    timed = replace(found, predictions=replace(found.predictions, outcomes=outcomes))
    assert timed.seconds == pytest.approx(3.5 * 3 * 4)
    assert seconds_left(timed, plan) == pytest.approx(3.5 * 2 * 4)
