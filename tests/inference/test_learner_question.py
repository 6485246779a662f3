"""One learner against p0: every applicable test, and every interval that has the numbers."""

import numpy as np
import pytest
from scipy import stats

import core
from core.experiment import imported_results
from core.inference.comparing.learner_question import LearnerQuestion


@pytest.fixture(scope="module")
def run():
    return core.run_experiment(core.load_sample("vote"), ["tree", "naive_bayes"], "k_fold")


def wrong_of(run, learner):
    """Errors and instances, counted over the folds."""
    rows = run.predictions.frame.query("learner == @learner")
    return int((rows["predicted"] != rows["truth"]).sum()), len(rows)


def judged(question, evidence):
    return question.verdicts(evidence, core.applicable_tests(evidence, question.learner, p0=question.p0))


def test_every_applicable_test_judges_the_learner(run):
    question = LearnerQuestion("Decision tree", 0.05, "less", 0.2)
    verdicts, refused = judged(question, run.evidence)
    scores = run.fold_scores.wide["Decision tree"]
    assert not refused
    assert verdicts["binomial"].p_value == pytest.approx(
        stats.binomtest(*wrong_of(run, "Decision tree"), 0.2, "less").pvalue
    )
    assert verdicts["one_sample_t"].p_value == pytest.approx(
        stats.ttest_1samp(scores, 0.2, alternative="less").pvalue
    )
    assert next(iter(verdicts)) == core.applicable_tests(run.evidence, "Decision tree", p0=0.2).advised
    assert "one_sample_z" not in verdicts


def test_a_known_deviation_brings_the_z_test_and_its_interval(run):
    question = LearnerQuestion("Decision tree", 0.05, "two-sided", 0.2, sigma=0.04)
    verdicts, _ = judged(question, run.evidence)
    scores = run.fold_scores.wide["Decision tree"]
    z = (scores.mean() - 0.2) / (0.04 / np.sqrt(len(scores)))
    assert verdicts["one_sample_z"].p_value == pytest.approx(2 * stats.norm.sf(abs(z)))
    found = {one.key: one.interval(0.95, "two") for one in question.estimates(verdicts)}
    half = stats.norm.isf(0.025) * 0.04 / np.sqrt(len(scores))
    assert (found["mean_z"].low, found["mean_z"].high) == pytest.approx(
        (scores.mean() - half, scores.mean() + half)
    )
    assert found["exact"].high == pytest.approx(
        stats.binomtest(*wrong_of(run, "Decision tree")).proportion_ci(0.95).high
    )


def test_who_lacks_a_score_is_refused_by_the_z_test_as_by_the_others_whether_or_not_a_deviation_is_known():
    rows = "".join(f"{k},0.{80 + k},{'' if k == 5 else f'0.{70 + k}'}\n" for k in range(1, 11))
    brought = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), measure="accuracy", design="k_fold")
    evidence = imported_results(brought, "brought").evidence
    for sigma in (None, 0.02):
        verdicts, refused = judged(LearnerQuestion("B", 0.05, p0=0.75, sigma=sigma), evidence)
        assert not verdicts
        assert set(refused) == {"corrected_one_sample_t", "one_sample_t", "one_sample_z"}
        assert {str(one) for one in refused.values()} == {str(refused["one_sample_t"])}
        assert "B has no score on fold 5" in str(refused["one_sample_z"])
        assert "one_sample_z" not in judged(LearnerQuestion("A", 0.05, p0=0.75), evidence)[1]


def test_of_a_rate_that_counts_instances_it_is_said_why_the_binomial_test_does_not_count_them(run):
    brought = core.read_fold_scores(
        b"fold,A,B\n1,0.8,0.7\n2,0.9,0.8\n3,0.7,0.9\n", measure="accuracy", design="k_fold", rows="folds"
    )
    refused = dict(core.applicable_tests(brought, "A", p0=0.75).refused)
    assert refused["binomial"].startswith("This test needs predictions per instance; there are none.")
    trained = run.measured_by("accuracy").evidence
    refused = dict(core.applicable_tests(trained, "Decision tree", p0=0.75).refused)
    assert refused["binomial"].startswith("It judges counted errors: choose the error rate as the measure")
    other = dict(core.applicable_tests(run.measured_by("f1").evidence, "Decision tree", p0=0.75).refused)
    assert other["binomial"].startswith("It judges counted errors, not the chosen measure")


def test_without_a_reference_nothing_is_judged(run):
    verdicts, refused = LearnerQuestion("Decision tree", 0.05).verdicts(
        run.evidence, core.applicable_tests(run.evidence, "Decision tree", p0=0.5)
    )
    assert not verdicts and set(refused) >= {"binomial", "one_sample_t"}
