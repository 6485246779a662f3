"""The forecast follows how the time of a learner really grows."""

import time

import numpy as np
import pandas as pd
import pytest

import core
from core.experiment import cost, estimate_cost, make_plan
from core.learners import tuned
from core.records import Dataset


def data(n):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(n, 2)), columns=["a", "b"])
    return Dataset(
        "points", X, pd.Series((X["a"] + rng.normal(size=n) > 0).astype("int64"), name="y"), "classification"
    )


@pytest.fixture
def grows(monkeypatch):
    """Let every fit take as long as a function of its instances says."""

    def set_time(seconds):
        def timed(work):
            (pair,) = work.splits
            return seconds(len(pair.train) + len(pair.validation))

        monkeypatch.setattr(cost, "_timed", timed)

    return set_time


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("slow", [1e-3, 10.0])
def test_a_power_law_is_forecast_exactly(grows, power, slow):
    grows(lambda n: slow * (n / 400) ** power)
    plan = make_plan(data(20_000), ["rbf_svm"], core.make_design("k_fold", k=5))
    found = estimate_cost(plan)
    assert found.longest == pytest.approx(slow * 50.0**power, rel=0.02)
    assert found.seconds == pytest.approx(5 * found.longest)


def test_nothing_grows_slower_than_its_data_nor_steeper_than_the_cube(grows):
    plan = make_plan(data(4_000), ["rbf_svm"], core.make_design("hold_out"))
    grows(lambda n: 1.0)
    assert estimate_cost(plan).longest == pytest.approx(10.0, rel=0.05)
    grows(lambda n: 0.001 * 2.0 ** (n / 100))
    assert estimate_cost(plan).longest == pytest.approx(0.001 * 2.0**16 * 2.5**3, rel=0.1)


def test_trials_end_when_one_is_long_enough(grows):
    sizes = []
    grows(lambda n: sizes.append(n) or n / 8000)
    estimate_cost(make_plan(data(100_000), ["tree"], core.make_design("hold_out")))
    assert list(dict.fromkeys(sizes)) == [400, 200, 800, 1600, 3200]


def test_small_data_need_one_trial(grows):
    sizes = []
    grows(lambda n: sizes.append(n) or 1.0)
    estimate_cost(make_plan(data(600), ["tree"], core.make_design("k_fold", k=5)))
    assert set(sizes) == {400}


def test_a_trial_that_waits_for_others_on_a_busy_machine_is_forecast_no_longer(monkeypatch):
    plan = make_plan(data(100), ["tree"], core.make_design("hold_out"))
    monkeypatch.setattr(cost.ExperimentWork, "run", lambda work, unit: time.sleep(0.3))
    assert 0 < estimate_cost(plan).seconds < 0.1


def test_the_forecast_of_a_support_vector_machine_is_near_on_large_data():
    """On twice as many it was 27 times off when time was taken to grow in proportion."""
    plan = make_plan(data(6_000), ["rbf_svm"], core.make_design("hold_out"))
    real = cost._timed(cost.ExperimentWork.of(plan.dataset, plan.splits, plan.entrants, None))
    assert real / 4 < estimate_cost(plan).longest < 4 * real


@pytest.mark.parametrize(
    ("key", "settings"), [("knn", {}), ("knn", {"weights": "uniform", "n_neighbors": 3}), ("lda", {})]
)
def test_fits_inside_of_tuning_are_counted(key, settings):
    wine, tuning = core.load_sample("wine"), core.Tuning(budget=4, folds=3)
    learner = core.learner(key, **settings)
    search = tuned(learner, tuning, "classification", 0).fit(wine.X, wine.y)
    inside = len(search.cv_results_["params"]) * search.n_splits_ + 1 if hasattr(search, "cv_results_") else 1
    plan = make_plan(wine, [learner, "baseline"], "k_fold", tuning=tuning)
    found = cost.estimate_cost(plan)
    assert (found.units, found.fits) == (20, 10 * inside + 10)
