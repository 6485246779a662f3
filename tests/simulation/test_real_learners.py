"""The experiments that train learners on samples of a data set: by hand, through the declared tests, and refused."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import core
from core.experiment.plan import computed_by
from core.records import digest
from core.simulation import LABORATORY, more
from core.simulation.experiments import bootstrap_bias
from core.simulation.experiments.pooling import DESIGN
from core.simulation.experiments.real_learners import contest_of
from core.simulation.experiments.your_data import ON_INSTANCES, false_alarms, is_counted
from core.simulation.population import Contest

HALVES = core.make_design("k_fold", k=2)
WINE = core.load_sample("wine")
IN_PAIRS = replace(WINE, groups=pd.Series(np.arange(len(WINE)) // 2), fingerprint="")
QUICK = {"n": 60, "learners": ("naive_bayes", "lda")}


def test_each_listed_test_judges_as_compare_does(monkeypatch):
    monkeypatch.setattr("core.simulation.population.handicaps", lambda *_: (0.0, 0.0))
    design = core.make_design("k_fold", k=5)
    asked = {**QUICK, "n": 50, "dataset": "wine"}
    found = core.simulate("your_data", trials=5, seed=4, design=design, **asked).rows[0].outcomes
    rng = np.random.default_rng(np.random.SeedSequence([4, 0]))
    contest = contest_of({**asked, **_accepted(asked)}, design.spec)
    wine = core.load_sample("wine")
    sample = wine.take(contest.population.draw(rng, 50))
    run = core.run_experiment(sample, list(contest.learners), design)
    for key in set(found.measured) - {"difference"}:
        verdict = core.compare(run, *run.learners, key)
        assert found.measured[key][0] == verdict.rejects(0.05)
    assert found.measured["difference"][0] == pytest.approx(
        np.subtract(*(run.fold_scores.matrix(name).mean() for name in run.learners))
    )


def test_the_tests_of_a_hold_out_judge_its_instances_as_compare_does(monkeypatch):
    monkeypatch.setattr("core.simulation.population.handicaps", lambda *_: (0.0, 0.0))
    design = core.make_design("hold_out")
    asked = {**QUICK, "n": 90, "dataset": "breast_cancer"}
    contest = contest_of({**asked, **_accepted(asked)}, design.spec)
    seen = set()
    for seed in range(12):
        found = core.simulate("your_data", trials=1, seed=seed, design=design, **asked).rows[0].outcomes
        rng = np.random.default_rng(np.random.SeedSequence([seed, 0]))
        sample = core.load_sample("breast_cancer").take(contest.population.draw(rng, 90))
        run = core.run_experiment(sample, list(contest.learners), design)
        assert set(found.measured) == {*ON_INSTANCES, "difference"}
        for key in ON_INSTANCES:
            rejects = core.compare(run, *run.learners, key).rejects(0.05)
            assert found.measured[key][0] == rejects
            seen.add(bool(rejects))
        assert found.measured["difference"][0] == pytest.approx(
            np.subtract(*(run.fold_scores.matrix(name).mean() for name in run.learners))
        )
    assert seen >= {False}


def test_a_hold_out_says_what_its_tests_are_about():
    found = core.simulate("your_data", trials=2, design="hold_out", n=60, learners=("naive_bayes", "lda"))
    assert (
        "under hold-out, 33\u00a0% for validation, McNemar's test, exact, rejected equal learners in"
        in found.words
    )
    assert "about the two classifiers as trained" in found.words
    assert "two classifiers" not in core.simulate("your_data", trials=2, **QUICK).words
    assert found.drawing().alt
    said = false_alarms(found.rows[0], "two_proportions")
    assert said.startswith("On data like yours this test rejected equal learners in")
    assert (
        "with samples of 60 instances. Tests on a hold-out are about the two classifiers as trained" in said
    )


def test_groups_are_drawn_whole_and_named():
    found = core.simulate("your_data", trials=3, dataset=IN_PAIRS, design="k_fold", **QUICK)
    assert (
        "Samples of whole groups, of at least 60 instances, are drawn from the 178 instances of wine in 89 groups"
        in (found.words)
    )
    for key in ("pooling", "bootstrap_bias", "fold_correlations"):
        with pytest.raises(core.NotApplicable, match="would tear its groups apart"):
            core.simulate(key, trials=1, dataset=IN_PAIRS)


@pytest.mark.parametrize(
    ("design", "counted", "not_counted"),
    [
        ("hold_out", "mcnemar", "corrected_t"),
        ("k_fold", "corrected_t", "mcnemar"),
        ("5x2", "5x2_f", "delong"),
    ],
)
def test_what_is_counted_depends_on_the_design(design, counted, not_counted):
    spec = core.make_design(design).spec
    assert is_counted(counted, WINE, spec)
    assert not is_counted(not_counted, WINE, spec)
    assert is_counted(counted, IN_PAIRS, spec) == (design != "hold_out")


def _accepted(asked):
    controls = {control.name: control for control in LABORATORY["your_data"].controls}
    return {name: controls[name].check(value) for name, value in asked.items()}


def test_the_tests_are_those_of_the_advice():
    found = core.simulate("your_data", trials=5, design="balanced_5x2", **QUICK)
    assert "balanced_5x2_f" in found.rows[0].outcomes.measured
    assert "exact_5x2_f" not in found.rows[0].outcomes.measured
    assert "the advised test, Calibrated balanced 5×2 cv F test," in found.words
    found = core.simulate("your_data", trials=5, design=HALVES, effect=0.1, alpha=0.2, **QUICK)
    assert "saw a true difference of 10 percentage points in" in found.words
    assert "5 trials at α = .2." in found.words
    assert "made to be 10 points." in found.words


def test_more_trials_continue_the_stream():
    asked = {**QUICK, "design": HALVES}
    whole = core.simulate("your_data", trials=12, **asked)
    grown = more(more(core.simulate("your_data", trials=3, **asked), 6), 3)
    assert whole.frame.equals(grown.frame)
    assert whole.frame["dataset"][0] == "breast_cancer"
    assert whole.frame["learners"][0] == "Naive Bayes and LDA"
    assert "mean difference" not in whole.drawing().alt


def test_one_learner_meets_itself():
    words = core.simulate("your_data", trials=1, learners="tree", design=HALVES, n=60).words
    assert "one learner from two random starts" in words
    words = core.simulate("your_data", trials=1, learners="tree", design=HALVES, n=60, effect=0.1).words
    assert "right answers of Decision tree" in words


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dataset": "diabetes"}, "dataset: the laboratory counts errors"),
        ({"dataset": 3}, "dataset: must be a data set or the name of a sample, not 3."),
        ({"learners": "lda"}, "learners: LDA learns the same from every start"),
        ({"learners": ("lda", "tree", "knn")}, "learners: must be one or two learners in a tuple, not 3."),
        ({"learners": ("lda", "ols")}, "learners: .* is not made for classes."),
        ({"design": "predefined"}, "design: must be a design that divides any sample"),
        ({"design": 3}, "design: must be a design that divides any sample"),
        ({"design": "leave_one_out"}, "no test on folds judges it."),
        ({"dataset": IN_PAIRS, "design": "hold_out"}, "take its instances for independent"),
        ({"dataset": IN_PAIRS, "design": "5x2"}, "groups"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(given, words):
    with pytest.raises(core.InputError, match=words):
        core.simulate("your_data", trials=1, **{**QUICK, **given})


def test_pooled_passes_by_hand():
    found = core.simulate("pooling", trials=1, seed=2, **QUICK)
    rng = np.random.default_rng(np.random.SeedSequence([2, 0]))
    row = found.rows[0]
    first, second = np.concatenate(contest_of(row.settings, DESIGN).mistakes(rng), axis=1)
    for repeats in (1, 2, 5, 10):
        e01, e10 = (
            int((one & ~other)[: repeats * 60].sum()) for one, other in ((first, second), (second, first))
        )
        p = stats.binomtest(e01, e01 + e10).pvalue if e01 + e10 else 1.0
        assert row.outcomes.measured[f"pooled_{repeats}"][0] == (p <= 0.05)
    assert "The corrected t test over the same folds" in found.words
    assert set(row.outcomes.measured) == set(LABORATORY["pooling"].measured)


def test_pooled_trials_are_kept_for_every_level_and_judged_without_training(tmp_path, monkeypatch):
    store = core.open_store(f"sqlite:///{tmp_path}/f.db")
    given = {"seed": 2, **QUICK}
    kept = core.simulate("pooling", trials=3, store=store, alpha=0.05, **given)
    drawn = core.simulate("pooling", trials=3, alpha=0.2, **given)
    monkeypatch.setattr(Contest, "mistakes", lambda *_arguments: pytest.fail("trains anew"))
    for found in (kept.judged(0.2), core.simulate("pooling", trials=3, store=store, alpha=0.2, **given)):
        pd.testing.assert_frame_equal(found.frame, drawn.frame)
        assert found.words == drawn.words
    seen = drawn.rows[0].outcomes.seen
    assert seen.keys() == drawn.rows[0].outcomes.measured.keys()
    store.close()


def test_pooled_trials_of_a_former_format_are_drawn_anew(tmp_path):
    drawn = core.simulate("pooling", trials=2, seed=2, **QUICK)
    settings = [(n, getattr(v, "fingerprint", v)) for n, v in sorted(drawn.rows[0].settings.items())]
    former = io.BytesIO()
    np.savez(former, **{f"measured {name}": [False] for name in drawn.entry.measured})
    addresses = [digest("trials", "pooling", settings, 2, block, computed_by(), 1) for block in range(2)]
    store = core.open_store(f"sqlite:///{tmp_path}/f.db")
    store.put_outcomes(dict.fromkeys(addresses, former.getvalue()))
    found = core.simulate("pooling", trials=2, seed=2, store=store, **QUICK)
    pd.testing.assert_frame_equal(found.frame, drawn.frame)
    store.close()


@pytest.mark.parametrize("other", [-0.01, 0.01])
def test_of_two_estimates_as_near_as_each_other_hardly_ever_one_is_left_out(other):
    """Whichever side of the truth they lie on; the error of the truth is in both."""
    rng, trials, experiments = np.random.default_rng(0), 20, 400
    truth = rng.normal(0, 0.02, (experiments, trials))
    first = 0.01 - truth + rng.normal(0, 0.01, truth.shape)
    second = other - truth + rng.normal(0, 0.01, truth.shape)
    left_out = 0
    for pair in zip(first, second, strict=True):
        best, far = sorted(pair, key=lambda bias: abs(bias.mean()))
        assert bootstrap_bias._may_be_as_near(best, best)
        left_out += not bootstrap_bias._may_be_as_near(far, best)
    assert left_out / experiments < 0.08
    clear = 0.1 + rng.normal(0, 0.01, trials)
    assert not bootstrap_bias._may_be_as_near(clear, first[0] - first[0].mean())


def test_bootstrap_estimates_of_a_learner_that_remembers():
    found = core.simulate("bootstrap_bias", trials=2, n=[30, 60])
    for row in found.rows:
        measured = row.outcomes.measured
        assert measured["point_632"] == pytest.approx(0.632 * measured["out_of_bag"], rel=1e-3)
        assert (measured["original"] < measured["out_of_bag"]).all()
        assert (measured["point_632_plus"] >= measured["point_632"] - 1e-12).all()
    cancer = core.load_sample("breast_cancer")
    rng = np.random.default_rng(np.random.SeedSequence([0, 0]))
    drawn = rng.choice(569, 30, replace=False)
    others = np.setdiff1d(np.arange(569), drawn)
    fitted = core.make_learner("knn", n_neighbors=1).fit(cancer.X.iloc[drawn], cancer.y.iloc[drawn])
    wrong = fitted.predict(cancer.X.iloc[others]) != cancer.y.iloc[others]
    assert found.rows[0].outcomes.measured["truth"][0] == pytest.approx(wrong.mean())
    assert "36.8\u00a0% of many" in found.words
    asked: dict = {"n": 160}
    several = core.simulate("bootstrap_bias", trials=28, **asked)
    assert "; which is nearest, these trials do not tell." in several.first(1).words
    assert "; nearest to it: out of bag, .632 or .632+." in several.words  # from 64 trials on: out of bag
    with pytest.raises(core.NotApplicable, match=r"learners: .* is not made for classes"):
        core.simulate("bootstrap_bias", trials=1, learner="ols")


def test_classes_and_instances_are_needed():
    held = replace(core.load_sample("iris"), groups=pd.Series(np.arange(150)))
    with pytest.raises(core.NotApplicable, match="tear its groups apart"):
        core.simulate("pooling", trials=1, dataset=held)


def test_sizes_of_tests_are_asked_for_on_data_too():
    asked = {**QUICK, "dataset": "wine", "design": HALVES}
    named = core.simulate("test_sizes", trials=1, **asked)
    assert named.entry.key == "your_data"
    assert named.frame.equals(core.simulate("your_data", trials=1, **asked).frame)
