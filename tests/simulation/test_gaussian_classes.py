"""Two Gaussian classes: the population, the halves, the quick learners, and the words about them."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import core
from core.learners import make_learner
from core.simulation.experiments import gaussian_classes as gaussian


@pytest.mark.parametrize("case", gaussian.CASES)
def test_the_population_has_the_moments_of_its_case(case):
    X, classes = gaussian.drawn_sample(case, 40_000, np.random.default_rng(case))
    mean, variance = gaussian.CASES[case]
    assert classes.mean() == pytest.approx(0.5, abs=0.01)
    for label, centre, spread in ((0, 0.0, 1.0), (1, mean, variance)):
        found = X[classes == label]
        assert found.mean(axis=0) == pytest.approx([centre] * 2, abs=0.04)
        assert np.cov(found.T) == pytest.approx(spread * np.eye(2), abs=0.06)


@pytest.mark.parametrize("partition", gaussian.PARTITIONS)
@pytest.mark.parametrize("n", [80, 200])
def test_halves_are_halves_and_poor_ones_share_nine_tenths(partition, n):
    halves = gaussian.first_halves(partition, n, np.random.default_rng(n))
    assert (halves.sum(axis=1) == n // 2).all()
    shared = [(halves[0] & later).sum() for later in halves[1:]]
    poor = {"random": [], "poor": shared[:1], "poor_all": shared}[partition]
    assert poor == [n // 2 - n // 20] * len(poor)


def test_balanced_halves_share_a_quarter_of_the_instances():
    halves = gaussian.balanced_halves(200)
    assert all((first & second).sum() == 50 for first, second in combinations(halves, 2))


@pytest.mark.parametrize(("key", "case"), [("ls", 1), ("ls", 6), ("rt", 3), ("rt", 8)])
def test_quick_learners_say_what_those_of_the_catalogue_say(key, case):
    rng = np.random.default_rng(case)
    X, classes = gaussian.drawn_sample(case, 200, rng)
    training = gaussian.first_halves("random", 200, rng)
    model = make_learner(key)["model"]
    slow = np.array([model.set_params(**_state(model)).fit(X[t], classes[t]).predict(X) for t in training])
    model.set_params(**_state(model))
    quick = (
        gaussian.least_squares_choices(X, classes, training)
        if key == "ls"
        else gaussian.tree_choices(model, X, classes, training)
    )
    assert (slow == quick).mean() > 0.999


def _state(model):
    return {"random_state": 1} if "random_state" in model.get_params() else {}


def test_trees_and_lines_come_near_the_printed_row():
    """Wang 2016, Table 3, case 3: .048 for blocked 3×2 and .033 for balanced 5×2, over 5000 trials."""
    found = core.simulate("gaussian_classes", case=3, trials=100, seed=1).rows[0]
    for key, printed in (("blocked_3x2_t", 0.048), ("balanced_5x2_f", 0.033)):
        assert abs(found[key].value - printed) < 0.03 + 2 * found[key].se


def test_what_is_said_follows_from_the_difference():
    far = core.simulate("gaussian_classes", case=8, learners=("rt", "ls"), trials=60)
    assert far.rows[0]["difference"].value > 3 * far.rows[0]["difference"].se
    assert "Regression tree on classes errs more often than Least squares" in far.words
    assert "rejections are mostly right here" in far.words
    few = far.first(12)
    assert stats.ttest_1samp(few.rows[0].outcomes.measured["difference"], 0).pvalue < gaussian.BEYOND_LUCK
    assert "rejections are mostly right here" in few.words
    near = core.simulate("gaussian_classes", trials=2)
    assert " erred " in near.words and "often than Least squares in these trials, by " in near.words
    assert "which does not settle it: whether rejections are false alarms stays open" in near.words


@pytest.mark.parametrize(
    "settings",
    [
        *({"case": case} for case in gaussian.CASES),
        *({"partition": partition} for partition in gaussian.PARTITIONS),
        *({"learners": pair} for pair in (("rbf_svm", "adaboost"), ("ls", "random_forest"))),
        {"n": 80},
        {"n": 2000},
    ],
    ids=str,
)
def test_one_trial_tells_something_at_every_setting(settings):
    found = core.simulate("gaussian_classes", trials=1, **settings)
    assert "nan" not in found.words
    assert "±" not in found.words
    assert found.frame["estimate"].notna().all()
