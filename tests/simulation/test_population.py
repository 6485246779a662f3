"""Samples of a data set, and learners that are made equally good on it: by hand, by algebra, and over trials."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

import core
from core.simulation.population import CALIBRATIONS, CLOSE_ENOUGH, Contest, Population, handicaps

CANCER = core.load_sample("breast_cancer")
HALVES = core.make_design("k_fold", k=2).spec
TWO = (core.learner("naive_bayes"), core.learner("lda"))
TWICE = (core.learner("tree", "first"), core.learner("tree", "second", start=1))
TRIALS = 60

rates = st.floats(0.0, 0.9)


def test_samples_of_more_than_half_are_drawn_with_replacement():
    rng = np.random.default_rng(0)
    half, more = Population(CANCER, 284), Population(CANCER, 285)
    drawn = half.draw(rng, 284)
    assert len(set(drawn)) == 284
    assert set(half.unseen(drawn)) == set(range(569)) - set(drawn)
    assert (
        half.words == "Samples of 284 are drawn from the 569 instances of breast cancer without replacement."
    )
    assert len(set(more.draw(rng, 285))) < 285
    assert len(more.unseen(drawn)) == 569
    assert "with replacement" in more.words


def grouped(dataset, sizes=(1, 4, 2)):
    """The same data in groups of these sizes, again and again, dealt over the rows."""
    labels = np.repeat(np.arange(len(dataset)), np.resize(sizes, len(dataset)))[: len(dataset)]
    shuffled = np.random.default_rng(9).permutation(labels)
    return replace(dataset, groups=pd.Series(shuffled), fingerprint="")


@given(n=st.integers(20, 284), seed=st.integers(0, 1000))
def test_samples_of_groups_hold_them_whole(n, seed):
    data = grouped(CANCER)
    population = Population(data, n)
    drawn = population.draw(np.random.default_rng(seed), n)
    labels, held = data.groups.to_numpy(), set(data.groups.iloc[drawn])
    assert len(set(drawn)) == len(drawn)
    assert n <= len(drawn) < n + 4
    assert set(np.flatnonzero(np.isin(labels, list(held)))) == set(drawn)
    assert set(population.unseen(drawn)) == set(range(569)) - set(drawn)
    turned = Population(replace(data, groups=1000 - data.groups, fingerprint=""), n)
    assert set(turned.draw(np.random.default_rng(seed), n)) == set(drawn)


def test_more_than_half_of_the_groups_are_drawn_again_and_stay_together():
    data = grouped(CANCER)
    population = Population(data, 400)
    drawn = population.draw(np.random.default_rng(0), 400)
    assert 400 <= len(drawn) < 404
    assert len(set(drawn)) < len(drawn)
    assert not set(data.groups.iloc[population.unseen(drawn)]) & set(data.groups.iloc[drawn])
    assert population.words == (
        f"Samples of whole groups, of at least 400 instances, are drawn from the 569 instances of breast cancer in "
        f"{data.groups.nunique()} groups with replacement, being more than half of them: a group that is drawn twice "
        "counts twice, but is never on both sides."
    )
    assert "in whole groups" not in Population(data, 100).words
    assert Population(data, 100).words.endswith("groups without replacement.")
    with pytest.raises(core.NotApplicable, match="no group is left"):
        population.unseen(np.arange(569))


@given(first=rates, second=rates, effect=st.floats(-0.1, 0.1))
def test_a_handicap_makes_the_difference(first, second, effect):
    spoiled = handicaps((first, second), effect)
    assert min(spoiled) == 0
    err = [error + share * (1 - error) for error, share in zip((first, second), spoiled, strict=True)]
    assert err[0] - err[1] == pytest.approx(effect, abs=1e-12)
    if first - second != effect:
        assert handicaps((second, first), -effect) == spoiled[::-1]


def test_a_difference_that_cannot_be_made_is_refused():
    with pytest.raises(core.NotApplicable, match=r"a difference of 20 percentage points cannot be made"):
        handicaps((0.9, 0.9), 0.2)


@pytest.mark.parametrize(
    ("learners", "effect"), [(TWO, 0.0), (TWO, 0.1), (TWICE, 0.0), (TWICE, 0.05)], ids=range(4)
)
def test_the_mean_difference_is_what_it_is_made_to_be(learners, effect):
    contest = Contest(Population(CANCER, 80), learners, HALVES, effect)
    rng = np.random.default_rng(1)
    with threadpool_limits(1):
        first, second = np.array([contest.fold_errors(rng).mean(axis=(1, 2)) for _ in range(TRIALS)]).T
    error = (first - second).std() * np.sqrt(1 / TRIALS + (1 / CALIBRATIONS if learners is TWO else 0))
    assert abs((first - second).mean() - effect) < 4 * error


@pytest.mark.parametrize("n", [80, 400])
def test_with_groups_the_difference_is_right_too(n):
    contest = Contest(Population(grouped(CANCER), n), TWO, HALVES)
    rng = np.random.default_rng(4)
    with threadpool_limits(1):
        found = np.array([np.subtract(*contest.fold_errors(rng)).mean() for _ in range(TRIALS)])
    assert contest.laid_out.facts.grouped
    assert abs(found.mean()) < 4 * found.std() * np.sqrt(1 / TRIALS + 1 / CALIBRATIONS)


def test_with_replacement_the_difference_is_right_too():
    contest = Contest(Population(core.load_sample("iris"), 90), TWO, HALVES)
    rng = np.random.default_rng(2)
    with threadpool_limits(1):
        found = np.array([np.subtract(*contest.fold_errors(rng)).mean() for _ in range(TRIALS)])
    assert abs(found.mean()) < 4 * found.std() * np.sqrt(1 / TRIALS + 1 / CALIBRATIONS)


def test_without_a_handicap_a_trial_is_an_experiment_on_a_sample():
    population = Population(CANCER, 60)
    errors = Contest(population, TWO, HALVES).laid_out.errors
    contest = Contest(population, TWO, HALVES, errors[0] - errors[1])
    assert contest.laid_out.handicaps == (0, 0)
    found = contest.fold_errors(np.random.default_rng(3))
    sample = CANCER.take(population.draw(np.random.default_rng(3), 60))
    run = core.run_experiment(sample, list(TWO), core.make_design("k_fold", k=2))
    for place, name in enumerate(run.learners):
        assert found[place] == pytest.approx(run.fold_scores.matrix(name))


def test_a_learner_that_always_fails_says_so():
    contest = Contest(Population(core.load_sample("iris"), 60), (core.learner("ls"), TWO[0]), HALVES)
    with pytest.raises(core.NotApplicable, match="Least squares failed on a sample"):
        contest.fold_errors(np.random.default_rng(0))


def test_samples_that_no_design_fits_are_refused():
    contest = Contest(Population(CANCER, 20), TWO, core.make_design("k_fold", k=30).spec)
    with pytest.raises(core.DesignError):
        contest.fold_errors(np.random.default_rng(0))


def test_small_samples_say_how_well_the_expected_errors_are_known():
    contest = Contest(Population(core.load_sample("iris"), 20), TWO, core.make_design("k_fold").spec)
    assert 0 < contest.laid_out.error <= CLOSE_ENOUGH
    rng = np.random.default_rng(3)
    with threadpool_limits(1):
        found = np.array([np.subtract(*contest.fold_errors(rng)).mean() for _ in range(TRIALS)])
    assert abs(found.mean()) < 4 * np.hypot(found.std() / np.sqrt(TRIALS), contest.laid_out.error)


def test_what_the_estimated_errors_leave_open_is_part_of_what_is_said():
    found = core.simulate("your_data", trials=20, dataset="iris", n=20)
    alone = found.frame.set_index("measured").loc["difference", "se"]
    (said,) = re.findall(r"came to −?[\d.]+ ± ([\d.]+) percentage points", found.words)
    assert 100 * alone < float(said) < 100 * (alone + CLOSE_ENOUGH)
