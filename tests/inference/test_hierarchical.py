"""The hierarchical model against quadrature of its posterior, and what the paper shows of it."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import special

import core
from core.errors import InputError, NotApplicable
from core.inference import TESTS, applicable_tests, believe_over_folds, run_test
from core.inference.declaration.entry import Naming
from core.inference.hypothesis_tests import hierarchical_model as model
from core.inference.hypothesis_tests.hierarchical import hierarchical_posterior
from core.records import FoldScores

SIZES = {"n_train": 90, "n_validation": 10}


def drawn(datasets=8, folds=10, mean=0.02, between=0.01, within=0.02, seed=0):
    """Differences, data sets × folds, whose folds correlate by 1/10."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(mean, between, (datasets, 1))
    common, own = rng.normal(0, within, (datasets, 1)), rng.normal(0, within, (datasets, folds))
    return effects + np.sqrt(0.1) * common + np.sqrt(0.9) * own, effects[:, 0]


def quadrature(data, rope):
    """Probabilities of the regions and the mean of log σ0, on a grid of δ0, σ0, ν; σ_i integrated by hand."""
    unit = np.sqrt(data.squares / (data.folds - 1)).mean()
    means, squares = data.means / unit, data.squares / unit**2
    spread = means.std(ddof=1)
    scales = spread * np.geomspace(0.05, 1000, 30)
    steps = np.linspace(-9, 9, 61)
    centres, widths = means.mean() + spread * np.sinh(steps), np.cosh(steps)
    degrees = model.DEGREES[::10]
    log = np.log(scales)[:, None] + np.log(widths) + model._log_prior_of_degrees()[::10, None, None]
    for i, mean in enumerate(means):
        effects = mean + np.sqrt(squares[i] / (data.folds - 1) * data.factor[i]) * np.linspace(-30, 30, 801)
        misfit = (mean - effects) ** 2 / data.factor[i] + squares[i] / (1 - data.correlation[i])
        likelihood = misfit ** (-(data.folds - 1) / 2)
        gaps = ((effects - centres[:, None]) / scales[:, None, None]) ** 2
        for place, nu in enumerate(degrees):
            constant = special.gammaln((nu + 1) / 2) - special.gammaln(nu / 2) - np.log(nu) / 2
            density = np.exp(constant) * (1 + gaps / nu) ** (-(nu + 1) / 2) / scales[:, None, None]
            log[place] += np.log(np.maximum(density @ (likelihood / likelihood.sum()), 1e-300))
    weights = np.exp(log - log.max())
    weights /= weights.sum()
    nu, rope = degrees[:, None, None], rope / unit
    left = special.stdtr(nu, (-rope - centres) / scales[:, None])
    right = special.stdtr(nu, (centres - rope) / scales[:, None])
    shares = [float((weights * part).sum()) for part in (left, 1 - left - right, right)]
    return shares, float((weights * np.log(unit * scales)[:, None]).sum())


@pytest.mark.parametrize(("datasets", "between", "seed"), [(4, 0.02, 1), (6, 0.03, 2), (8, 0.01, 3)])
def test_the_sampler_agrees_with_quadrature(datasets, between, seed):
    differences, _ = drawn(datasets, between=between, seed=seed)
    means = differences.mean(axis=1)
    squares = ((differences - means[:, None]) ** 2).sum(axis=1)
    data = model.Folds(means, squares, np.full(datasets, 0.1), 10)
    found = model.draw_hierarchical(data)
    shares, log_scale = quadrature(data, 0.01)
    assert found.regions(0.01).mean(axis=0) == pytest.approx(shares, abs=0.02)
    assert np.log(found.scale).mean() == pytest.approx(log_scale, abs=0.06)


def test_effects_are_drawn_towards_the_common_mean_and_nearer_to_the_truth():
    """Corani et al. 2017, section 5: shrinkage lowers the error of the differences on the data sets."""
    errors = []
    for seed in range(4):
        differences, truth = drawn(30, between=0.005, within=0.03, seed=seed)
        posterior = run_test("bayesian_hierarchical", a=0.3 + differences, b=np.full((30, 10), 0.3), **SIZES)
        plain = differences.mean(axis=1)
        assert posterior.effects.std() < plain.std()
        errors.append([((estimate - truth) ** 2).mean() for estimate in (posterior.effects, plain)])
    shrunk, plain = np.mean(errors, axis=0)
    assert shrunk < plain


@pytest.mark.parametrize(("mean", "winner"), [(0.05, "p_right"), (-0.05, "p_left"), (0.0, "p_rope")])
def test_clear_cases_have_clear_answers(mean, winner):
    differences, _ = drawn(20, mean=mean, between=0.002, within=0.003)
    posterior = run_test("bayesian_hierarchical", a=0.3 + differences, b=np.full((20, 10), 0.3), **SIZES)
    assert getattr(posterior, winner) > 0.95
    low, high = posterior.interval(0.95).low, posterior.interval(0.95).high
    assert low < mean < high


@pytest.mark.parametrize("lower_is_better", [True, False])
def test_what_happens_most_often_is_not_what_happens_on_one_further_data_set(lower_is_better):
    """A learner that is ahead on two of three data sets is the one most often ahead for certain, not on the next."""
    differences, _ = drawn(60, mean=0.02, between=0.04, within=0.01)
    naming = Naming("A", "B", lower_is_better=lower_is_better)
    posterior = hierarchical_posterior(
        {"a": 0.4 + differences, "b": np.full((60, 10), 0.4), **SIZES, "rope": 0.01}, naming
    )
    assert posterior.p_right > 0.99
    found, generator = posterior.drawn, np.random.default_rng(1)
    further = found.mean + found.scale * generator.standard_t(found.df)
    above, below = (further > 0.01).mean(), (further < -0.01).mean()
    told = re.search(
        r"On one further data set A is practically better with probability ([\d.]+)\u00a0%, B with probability "
        r"([\d.]+)\u00a0%; with probability ([\d.]+)\u00a0% they differ by no more than",
        posterior.sentence(),
    )
    shares = [float(share) / 100 for share in told.groups()]
    expected = (below, above) if lower_is_better else (above, below)
    assert shares == pytest.approx([*expected, 1 - above - below], abs=0.02)
    assert 0.5 < above < 0.8
    told = f"The most frequent outcome is that A is practically better with probability {'< 0.1' * lower_is_better}"
    assert told in posterior.sentence()


def test_swapping_and_reordering_change_nothing():
    differences, _ = drawn(6)
    a, b = 0.3 + differences, np.full((6, 10), 0.3)
    one = run_test("bayesian_hierarchical", a=a, b=b, **SIZES)
    other = run_test("bayesian_hierarchical", a=b, b=a, **SIZES)
    assert (one.p_left, one.p_rope, one.p_right) == pytest.approx((other.p_right, other.p_rope, other.p_left))
    mixed = np.random.default_rng(0).permutation(6)
    third = run_test("bayesian_hierarchical", a=a[mixed], b=b[mixed], **SIZES)
    assert third.p_right == pytest.approx(one.p_right)
    assert third.effects == pytest.approx(one.effects[mixed])
    assert "Fewer than 10 pairs say little: here 6." in one.sentence()


def test_many_experiments_at_once_are_the_single_ones():
    stacked = np.stack([0.3 + drawn(6, seed=seed)[0] for seed in (1, 2)])
    b = np.full((6, 10), 0.3)
    found = TESTS["bayesian_hierarchical"].evaluate(a=stacked, b=b, **SIZES, rope=0.01)
    for place in range(2):
        alone = run_test("bayesian_hierarchical", a=stacked[place], b=b, **SIZES, rope=0.01)
        assert found.terms["p_right"][place] == alone.p_right


def test_one_data_set_without_scatter_does_not_decide_for_all():
    differences, _ = drawn(10, mean=0.03)
    differences[0] = -0.5
    posterior = run_test("bayesian_hierarchical", a=0.6 + differences, b=np.full((10, 10), 0.6), **SIZES)
    assert posterior.p_right > 0.5


def test_without_any_scatter_it_says_so():
    a = np.full((6, 10), 0.25)
    posterior = run_test("bayesian_hierarchical", a=a, b=a, **SIZES)
    assert posterior.p_left is None
    assert "signed-rank test" in posterior.sentence()
    assert np.isnan(posterior.interval().low)


def test_shapes_that_are_none_are_refused():
    with pytest.raises(InputError, match="data sets × folds"):
        run_test("bayesian_hierarchical", a=[0.1, 0.2], b=[0.2, 0.1], **SIZES)
    with pytest.raises(InputError, match="three folds"):
        run_test("bayesian_hierarchical", a=[[0.1, 0.2]] * 3, b=[[0.2, 0.1]] * 3, **SIZES)
    with pytest.raises(InputError, match="rope"):
        run_test("bayesian_hierarchical", a=[[1.0, 20, 3]] * 3, b=[[2.0, 3, 1]] * 3, **SIZES)


def scores(differences, sizes=(90, 10), lower=True):
    rows = []
    for place, row in enumerate(differences):
        for fold, difference in enumerate(row):
            rows += [
                (f"d{place:02}", "A", 1, fold + 1, *sizes, 0.3 + difference),
                (f"d{place:02}", "B", 1, fold + 1, *sizes, 0.3),
            ]
    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    return FoldScores(pd.DataFrame(rows, columns=columns), "error", "error rate", lower)


@pytest.fixture(scope="module")
def by_hand():
    return run_test("bayesian_hierarchical", a=0.3 + drawn(8)[0], b=np.full((8, 10), 0.3), **SIZES)


@pytest.mark.parametrize("lower", [True, False])
def test_of_evidence_it_takes_folds_by_data_set_and_the_direction(lower, by_hand):
    differences, _ = drawn(8)
    found = scores(differences, lower=lower)
    posterior = believe_over_folds(found, "A", "B")
    assert posterior.p_right == by_hand.p_right
    assert (posterior.p_first if lower else posterior.p_second) == by_hand.p_left
    assert "bayesian_hierarchical" in dict(applicable_tests(found, "A", "B").valid)
    assert "bayesian_hierarchical" not in applicable_tests(found, "A", "B").applicable


def test_of_other_evidence_it_is_refused():
    one = core.read_fold_scores(
        pd.DataFrame({"data set": ["a", "b", "c"], "A": [0.1, 0.2, 0.3], "B": [0.2, 0.3, 0.1]})
        .to_csv(index=False)
        .encode(),
        rows="data sets",
        measure="error",
    )
    assert (
        "one score of each data set" in dict(applicable_tests(one, "A", "B").refused)["bayesian_hierarchical"]
    )
    with pytest.raises(NotApplicable, match="one score"):
        believe_over_folds(one, "A", "B")
    with pytest.raises(NotApplicable, match="sizes"):
        believe_over_folds(scores(drawn(4)[0], sizes=(np.nan, np.nan)), "A", "B")
