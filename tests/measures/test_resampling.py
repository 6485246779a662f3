"""Measures by sums over instances, and what exchanging and drawing instances does to them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata
from sklearn import metrics

from core.measures import MEASURES, Fold, PairedFold
from core.measures.resampling import measured
from core.records import FoldPredictions

BY_SUMS = [key for key, entry in MEASURES.items() if entry.sums is not None]


def fold_of(key, seed, n=12, classes=3):
    rng = np.random.default_rng(seed)
    entry = MEASURES[key]
    if "classification" not in entry.tasks:
        truth = rng.normal(5, 1, n)
        return Fold(FoldPredictions("A", 1, 1, np.arange(n), truth + rng.normal(size=n)), truth)
    truth = rng.integers(0, classes, n)
    scores = rng.dirichlet(np.ones(classes), n)
    outcome = FoldPredictions("A", 1, 1, np.arange(n), rng.integers(0, classes, n), scores, "probability")
    judged = tuple(range(classes)) if classes > 2 else (1,)
    losses = rng.random((classes, classes)) if key == "cost" else None
    return Fold(outcome, truth, tuple("abc"[:classes]), judged, losses)


def labelled(truth, said):
    truth, said = np.asarray(truth), np.asarray(said)
    return Fold(FoldPredictions("A", 1, 1, np.arange(len(truth)), said), truth, ("no", "yes"), (1,))


@pytest.mark.parametrize("key", BY_SUMS)
@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(2, 3))
def test_sums_give_the_measure(key, seed, n, classes):
    entry, fold = MEASURES[key], fold_of(key, seed, n, classes)
    columns = entry.sums.columns(fold)
    assert columns.shape[0] == n
    found = entry.sums.value(columns.sum(axis=0), fold)
    assert found == pytest.approx(measured(entry, fold), nan_ok=True)
    twice = entry.sums.value(np.stack([columns.sum(axis=0)] * 2), fold)
    assert twice == pytest.approx([float(found)] * 2, nan_ok=True)


def test_all_measures_of_labels_and_of_means_follow_from_sums():
    own = {"auc", "auc_hand_till"}
    judging = {key for key, entry in MEASURES.items() if entry.needs not in ("times", "training")}
    assert set(BY_SUMS) == judging - own


@given(st.integers(0, 10**6), st.integers(2, 3))
def test_weights_are_repetitions(seed, classes):
    rng = np.random.default_rng(seed)
    fold = fold_of("auc", seed, 10, classes)
    tied = np.round(fold.outcome.scores, 1)
    fold = Fold(
        FoldPredictions("A", 1, 1, np.arange(10), fold.predicted, tied, "decision"),
        *(fold.truth, fold.classes, fold.judged),
    )
    weights = rng.integers(0, 3, (4, 10))
    entry = MEASURES["auc"]
    for found, row in zip(entry.weighted(fold, weights), weights, strict=True):
        at = np.repeat(np.arange(10), row)
        repeated = Fold(fold.outcome.take(at), fold.truth[at], fold.classes, fold.judged)
        expected = measured(entry, repeated) if len(at) else np.nan
        assert found == pytest.approx(expected, nan_ok=True)


def pair_of(key, seed=0, n=9, groups=None):
    truth = fold_of(key, seed, n, 2)
    other = fold_of(key, seed + 1, n, 2)
    second = Fold(other.outcome, truth.truth, truth.classes, truth.judged, truth.losses)
    return PairedFold(MEASURES[key], truth, second, groups)


def exchanged(pair, tosses):
    one, two = pair.first, pair.second
    parts = [(one, two), (two, one)]
    return [
        Fold(
            FoldPredictions(
                "A",
                1,
                1,
                np.arange(len(tosses)),
                np.where(tosses, there.predicted, here.predicted),
                None if here.outcome.scores is None else np.where(tosses[:, None], there.scores, here.scores),
                here.outcome.score_kind,
            ),
            here.truth,
            here.classes,
            here.judged,
            one.losses,
        )
        for here, there in parts
    ]


@pytest.mark.parametrize("key", ["f1", "mcc", "brier", "r2", "cost", "auc"])
@pytest.mark.parametrize("groups", [None, np.array([0, 0, 1, 1, 1, 2, 3, 4, 4])])
def test_exchanges_are_those_of_the_enumeration(key, groups):
    """Every way to exchange is met as often as it should: the distribution is that over all 2ⁿ tosses."""
    pair = pair_of(key, 3, groups=groups)
    codes = np.arange(9) if groups is None else groups
    if key == "auc":  # their ranks are exchanged
        for fold in (pair.first, pair.second):
            fold.outcome.scores[:] = rankdata(fold.outcome.scores, axis=0)
    every = []
    for toss in product((False, True), repeat=codes.max() + 1):
        one, two = exchanged(pair, np.array(toss)[codes])
        every.append(measured(pair.measure, one) - measured(pair.measure, two))
    expected = np.round(np.array(every), 9)
    whole = pair.every_exchange()
    if key == "auc":
        assert whole is None
    else:  # a toss of instances on which the two agree changes nothing
        times = len(every) // len(whole)
        np.testing.assert_allclose(np.sort(np.tile(np.abs(whole), times)), np.sort(np.abs(every)), atol=1e-12)
    found = np.round(pair.exchanged(20_000, 1), 9)
    assert set(found[~np.isnan(found)]) <= set(expected[~np.isnan(expected)])
    for cut in np.nanquantile(expected, [0.1, 0.3, 0.7, 0.9]):
        assert np.nanmean(found <= cut) == pytest.approx(np.nanmean(expected <= cut), abs=0.015)


def test_scores_are_exchanged_as_ranks():
    """What one learner's scale is does not matter."""
    pair = pair_of("auc", 5, 30)
    outcome = pair.second.outcome
    stretched = Fold(
        FoldPredictions("B", 1, 1, outcome.positions, outcome.predicted, 100 * outcome.scores, "decision"),
        *(pair.second.truth, pair.second.classes, pair.second.judged),
    )
    other = PairedFold(pair.measure, pair.first, stretched)
    assert sorted(np.abs(other.exchanged(200, 1))) == pytest.approx(sorted(np.abs(pair.exchanged(200, 1))))


def f1_of(y, said):
    """2 tp/(2 tp + fp + fn), as printed; scikit-learn's takes milliseconds."""
    return 2 * np.sum(said & y) / (said.sum() + y.sum())


def brute_samples(measure, truth, one, two, times, groups=None):
    rng = np.random.default_rng(9)
    found = []
    for _ in range(times):
        if groups is None:
            at = np.concatenate(
                [rng.choice(np.flatnonzero(truth == k), np.sum(truth == k)) for k in np.unique(truth)]
            )
        else:
            drawn = rng.integers(0, groups.max() + 1, groups.max() + 1)
            at = np.concatenate([np.flatnonzero(groups == group) for group in drawn])
        found.append(measure(truth[at], one[at]) - measure(truth[at], two[at]))
    return np.array(found)


@pytest.mark.parametrize("groups", [None, np.repeat(np.arange(40), 3)])
def test_samples_scatter_as_those_drawn_one_by_one(groups):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 120)
    one, two = (np.where(rng.random(120) < share, truth, 1 - truth) for share in (0.8, 0.7))
    pair = PairedFold(MEASURES["f1"], labelled(truth, one), labelled(truth, two), groups)
    brute = brute_samples(f1_of, truth, one, two, 3000, groups)
    found = pair.resampled(20_000, 1)
    assert found.std() == pytest.approx(brute.std(), rel=0.06)
    assert np.quantile(found, [0.025, 0.5, 0.975]) == pytest.approx(
        np.quantile(brute, [0.025, 0.5, 0.975]), abs=0.012
    )


def test_samples_of_numbers_and_of_scores():
    rng = np.random.default_rng(4)
    y = rng.normal(size=150)
    one, two = y + rng.normal(0, 0.6, 150), y + rng.normal(0, 0.8, 150)
    folds = [Fold(FoldPredictions("A", 1, 1, np.arange(150), said), y) for said in (one, two)]
    found = PairedFold(MEASURES["r2"], *folds).resampled(5000, 0)
    draws = np.random.default_rng(1).integers(0, 150, (3000, 150))
    spread = np.array([np.var(y[at]) for at in draws])
    lost = np.array([np.mean((y[at] - one[at]) ** 2 - (y[at] - two[at]) ** 2) for at in draws])
    expected = -lost / spread
    assert found.std() == pytest.approx(expected.std(), rel=0.08)
    assert found.mean() == pytest.approx(expected.mean(), abs=0.01)
    truth = (y > 0).astype(int)
    scored = [
        Fold(FoldPredictions("A", 1, 1, np.arange(150), truth, said, "decision"), truth, ("no", "yes"), (1,))
        for said in (one, two)
    ]
    areas = PairedFold(MEASURES["auc"], *scored).resampled(800, 0)
    brute = brute_samples(metrics.roc_auc_score, truth, one, two, 400)
    assert areas.std() == pytest.approx(brute.std(), rel=0.2)


@pytest.mark.parametrize("key", ["f1", "brier", "r2", "auc"])
@pytest.mark.parametrize("how", ["exchanged", "resampled"])
@pytest.mark.parametrize("groups", [None, np.array([0, 1, 0, 2, 3, 1, 4, 4, 5, 0])])
def test_neither_the_order_of_instances_nor_of_learners_matters(key, how, groups):
    pair = pair_of(key, 7, 10, groups)
    order = np.random.default_rng(0).permutation(10)
    mixed = [
        Fold(fold.outcome.take(order), fold.truth[order], fold.classes, fold.judged)
        for fold in (pair.first, pair.second)
    ]
    renamed = None if groups is None else (5 - groups)[order]
    expected = getattr(pair, how)(40, 3)
    again = getattr(PairedFold(pair.measure, *mixed, renamed), how)(40, 3)
    assert again == pytest.approx(expected, nan_ok=True)
    turned = getattr(PairedFold(pair.measure, pair.second, pair.first, groups), how)(40, 3)
    assert turned == pytest.approx(-expected, nan_ok=True)
