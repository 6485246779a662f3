"""Studies: the same results as the single experiments, failures with their data set, resumed, judged over data sets."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import core
from core.errors import InputError, NotApplicable
from core.inference import RankComparison
from core.records import Dataset

NAMES = ("iris", "wine", "balance")
LEARNERS = ("naive_bayes", "lda", "baseline")
FOLDS = core.make_design("k_fold", k=3)


@pytest.fixture(scope="module")
def samples():
    return [core.load_sample(name) for name in NAMES]


@pytest.fixture(scope="module")
def study(samples):
    return core.run_study(samples, LEARNERS, FOLDS, seed=4)


def test_every_experiment_is_the_one_that_is_run_alone(study, samples):
    for sample in samples:
        alone = core.run_experiment(sample, LEARNERS, FOLDS, seed=4)
        pd.testing.assert_frame_equal(study[sample.name].fold_scores.frame, alone.fold_scores.frame)
        assert study[sample.name].spec == alone.spec
    assert study.datasets == NAMES
    assert study.title == "3 data sets: Naive Bayes, LDA and Baseline; 3-fold cross-validation"


def test_fold_scores_hold_all_data_sets(study):
    scores = study.fold_scores
    assert scores.datasets == NAMES
    assert len(scores.frame) == 3 * 3 * 3
    assert study.evidence.over_datasets
    assert study.scores("accuracy").frame["score"].to_numpy() == pytest.approx(1 - scores.frame["score"])


def test_a_measure_is_called_by_a_class_only_where_all_data_sets_judge_it(samples):
    cancer = core.load_sample("breast_cancer")
    again = replace(cancer, name="again")
    for other, title in (
        (core.load_sample("vote"), "F1"),
        (samples[0], "F1"),
        (again, "F1 of class malignant"),
    ):
        found = core.run_study([cancer, other], ("naive_bayes", "lda"), core.make_design("hold_out"))
        assert found.scores("f1").measure_title == title


def test_it_is_judged_by_ranks_of_the_means(study):
    ranks = study.compare(adjustment="nemenyi")
    assert isinstance(ranks, RankComparison)
    means = study.fold_scores.frame.groupby(["dataset", "learner"])["score"].mean().unstack()
    expected = means.rank(axis=1).mean()
    assert ranks.mean_ranks == pytest.approx(expected[list(ranks.learners)].to_numpy())
    assert any("3 data sets can hardly" in note for note in ranks.notes)


def test_two_learners_are_judged_by_wilcoxon(samples):
    study = core.run_study(samples, LEARNERS[:2], FOLDS)
    assert study.compare().key == "wilcoxon_over_datasets"


def test_progress_runs_over_all_and_the_store_saves_the_second_time(samples, tmp_path):
    store, seen = core.open_store(f"sqlite:///{tmp_path}/f.db"), []
    one = core.run_study(samples[:2], LEARNERS, FOLDS, store=store, progress=lambda *at: seen.append(at))
    assert seen[-1] == (18, 18)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    again = core.run_study(samples[:2], LEARNERS, FOLDS, store=store)
    assert all(outcome.reused for found in again.experiments for outcome in found.predictions.outcomes)
    pd.testing.assert_frame_equal(one.fold_scores.frame, again.fold_scores.frame)
    store.close()


class FailsOnFour(ClassifierMixin, BaseEstimator):
    """Refuses data with four attributes."""

    def fit(self, X, y):
        if X.shape[1] == 4:
            raise ValueError("four attributes are too few")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def test_a_failure_names_its_data_set_and_refuses_the_verdict(samples):
    learners = {"fails": FailsOnFour(), "second": FailsOnFour(), "third": FailsOnFour()}
    study = core.run_study(samples[:2], learners, FOLDS)
    assert {failure.reason.split(":")[0] for failure in study.failures} == {"on iris"}
    assert len(study["wine"].fold_scores.failures) == 0
    with pytest.raises(NotApplicable, match="on iris"):
        study.compare()


def test_what_is_no_study_is_refused(samples):
    with pytest.raises(InputError, match="Use run_experiment"):
        core.run_study(samples[:1], LEARNERS, FOLDS)
    with pytest.raises(InputError, match="two data sets with the name 'iris'"):
        core.run_study([samples[0], samples[0]], LEARNERS, FOLDS)
    with pytest.raises(InputError, match="classification and regression"):
        core.run_study([samples[0], core.load_sample("diabetes")], LEARNERS, FOLDS)
    small = Dataset("small", samples[0].X.iloc[:2], samples[0].y.iloc[:2], "classification")
    with pytest.raises(InputError):
        core.run_study([samples[0], small], LEARNERS, core.make_design("k_fold", k=10))


def test_there_is_no_such_data_set(study):
    with pytest.raises(InputError, match="no data set 'vote'"):
        study["vote"]
