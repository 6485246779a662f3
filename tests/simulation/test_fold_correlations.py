"""Correlations of folds: recovered where they are known, by plain loops, and what they imply beside what is counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.inference.planning.simulation import correlated_normals
from core.simulation import LABORATORY, Outcomes
from core.simulation.experiments.fold_correlations import correlations, jackknifed

ENTRY = LABORATORY["fold_correlations"]
KNOWN = [(0.0, 0.0), (0.25, 0.25), (0.1, 0.4), (0.46, 0.37), (-0.3, 0.1), (0.4, 0.05)]


def drawn(rho1, rho2, trials, seed, replicates=5, mean=0.0):
    shape = (trials, replicates, 2)
    return mean + correlated_normals(np.random.default_rng(seed), shape, rho1, rho2)


def estimates(differences, alpha=0.05):
    outcomes = Outcomes({"5x2_f": np.zeros(len(differences), bool)}, {"differences": differences})
    return ENTRY.derived({"alpha": alpha}, outcomes)


def by_loops(differences):
    """Unbiased moments by the definition: products of two folds, less products of folds of two trials."""
    trials, replicates, _ = differences.shape
    apart = np.mean(
        [
            differences[one].mean() * differences[other].mean()
            for one in range(trials)
            for other in range(trials)
            if one != other
        ]
    )
    within, between = [], []
    for trial in differences:
        for i in range(replicates):
            within.append(trial[i, 0] * trial[i, 1])
            between += [
                trial[i, a] * trial[j, b] for j in range(replicates) if j != i for a in (0, 1) for b in (0, 1)
            ]
    variance = np.mean(differences**2) - apart
    return (np.mean(within) - apart) / variance, (np.mean(between) - apart) / variance


@pytest.mark.parametrize(("rho1", "rho2"), KNOWN)
@pytest.mark.parametrize("mean", [0.0, 3.0])
def test_known_correlations_are_recovered_within_their_error(rho1, rho2, mean):
    found = estimates(drawn(rho1, rho2, 4000, 5, mean=mean))
    assert abs(found["rho1"].value - rho1) < 4 * found["rho1"].se
    assert abs(found["rho2"].value - rho2) < 4 * found["rho2"].se
    assert 0 < found["rho1"].se < 0.02
    exact = core.simulate("degrees_of_freedom", rho1=max(rho1, 0), rho2=rho2, trials=1).rows[0].exact
    if rho1 >= 0:
        for key in ("5x2_f", "balanced_5x2_f"):
            implied = found[f"implied_{key}"]
            assert abs(implied.value - exact[key]) < 4 * implied.se
    f = 10 / (1 + rho1**2 + 8 * rho2**2)
    assert abs(found["f"].value - f) < 4 * found["f"].se + 0.05


@pytest.mark.parametrize("replicates", [3, 5])
def test_errors_are_those_of_repeated_estimates(replicates):
    found = [estimates(drawn(0.3, 0.2, 60, seed, replicates)) for seed in range(300)]
    for name, truth in (("rho1", 0.3), ("rho2", 0.2)):
        values = np.array([one[name].value for one in found])
        told = np.mean([one[name].se for one in found])
        assert values.std() == pytest.approx(told, rel=0.15)
        assert abs(values.mean() - truth) < 4 * values.std() / np.sqrt(300) + 0.01


@given(seed=st.integers(0, 10**6), trials=st.integers(3, 12), replicates=st.integers(2, 5))
def test_by_loops_and_whatever_the_order(seed, trials, replicates):
    differences = drawn(0.3, 0.2, trials, seed, replicates, mean=1.0)
    rho1, rho2 = correlations(differences)
    assert (rho1[0], rho2[0]) == pytest.approx(by_loops(differences), rel=1e-6, abs=1e-9)
    left_out = by_loops(np.delete(differences, 1, axis=0))
    assert (rho1[2], rho2[2]) == pytest.approx(left_out, rel=1e-6, abs=1e-9)
    shuffled = differences[::-1, ::-1, ::-1]
    assert [found[0] for found in correlations(-shuffled)] == pytest.approx([rho1[0], rho2[0]])


def test_the_jackknife_of_a_mean_is_its_standard_error():
    values = np.random.default_rng(0).normal(size=50)
    found = jackknifed(np.append(values.mean(), (values.sum() - values) / 49))
    assert found.se == pytest.approx(values.std(ddof=1) / np.sqrt(50))
    assert (found.low + found.high) / 2 == pytest.approx(found.value)


def test_too_few_trials_or_no_differences_estimate_nothing():
    assert estimates(drawn(0.1, 0.1, 9, 0)) == {}
    assert estimates(np.zeros((20, 5, 2))) == {}


def test_learners_on_data_say_how_they_correlate():
    asked = {"dataset": "iris", "learners": ("naive_bayes", "lda"), "design": "balanced_5x2", "n": 60}
    found = core.simulate("degrees_of_freedom", trials=12, **asked)
    assert found.entry is ENTRY
    row = found.rows[0]
    rho1, rho2 = correlations(row.outcomes.seen["differences"])
    assert (row["rho1"].value, row["rho2"].value) == (rho1[0], rho2[0])
    assert set(found.frame["measured"]) == set(ENTRY.measured)
    assert f"ρ1 = {row['rho1'].value:.2f}".replace("-", "−") in found.words
    assert "ρ1" not in found.first(5).words.split("A single run")[0]
    assert "no correlation can be estimated yet" in found.first(5).words
    with pytest.raises(core.InputError, match="must be '5x2' or 'balanced_5x2'"):
        core.simulate("fold_correlations", design="k_fold", trials=1)


def test_the_first_numbers_are_those_of_a_plain_run(monkeypatch):
    monkeypatch.setattr("core.simulation.population.handicaps", lambda *_: (0.0, 0.0))
    pair = ("naive_bayes", "lda")
    found = core.simulate("fold_correlations", dataset="iris", learners=pair, n=60, trials=1, seed=2)
    rng = np.random.default_rng(np.random.SeedSequence([2, 0]))
    sample = core.load_sample("iris").take(rng.choice(150, 60, replace=False))
    run = core.run_experiment(sample, list(pair), core.make_design("5x2"))
    first, second = (run.fold_scores.matrix(name) for name in run.learners)
    assert found.rows[0].outcomes.seen["differences"][0] == pytest.approx(first - second)
    for key in ("5x2_f", "balanced_5x2_f"):
        verdict = core.run_test(key, a=first, b=second)
        assert found.rows[0].outcomes.measured[key][0] == verdict.rejects(0.05)
