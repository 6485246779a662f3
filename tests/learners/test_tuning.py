"""Randomised search over the ranges of the catalogue."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RandomizedSearchCV
from threadpoolctl import threadpool_limits

from core.errors import InputError
from core.learners import LEARNERS, chosen, learner, make_learner, model_size, scores_of, tuned
from core.learners.search import InnerFolds
from core.learners.tuning import values_of
from core.records import Tuning


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    with threadpool_limits(1):  # as units run
        yield


X, Y = load_iris(return_X_y=True)
X, Y = X[::3], Y[::3]
CHEAP = [
    "naive_bayes",
    "lda",
    "qda",
    "logistic_regression",
    "knn",
    "tree",
    "linear_svm",
    "rbf_svm",
    "perceptron",
]
CHEAP_REGRESSORS = ["ridge", "lasso", "elastic_net", "knn_regressor", "tree_regressor", "svr"]


def search(key, budget=4, folds=3, seed=0, **hyperparameters):
    task = LEARNERS[key].task
    return tuned(learner(key, **hyperparameters), Tuning(budget, folds), task, seed)


class TestSearch:
    @pytest.mark.parametrize("key", CHEAP)
    def test_classifiers(self, key):
        found = search(key).fit(X, Y)
        assert isinstance(found, RandomizedSearchCV)
        assert len(found.cv_results_["params"]) == 4
        assert found.score(X, Y) > 0.6
        assert make_learner(key, **chosen(found))  # what was chosen can be set
        assert scores_of(found, X, (0, 1, 2))[0].shape == (50, 3)

    @pytest.mark.parametrize("key", CHEAP_REGRESSORS)
    def test_regressors(self, key):
        found = search(key).fit(X[:, :3], X[:, 3])
        assert found.scoring == "neg_mean_squared_error"
        assert make_learner(key, **chosen(found))

    def test_two_class_learners(self):
        assert set(chosen(search("rt").fit(X[17:], Y[17:]))) == {
            "cp",
            "min_samples_leaf",
            "min_samples_split",
        }

    def test_defaults_are_tried_first(self):
        found = search("knn", budget=1).fit(X, Y)
        assert chosen(found) == {"n_neighbors": 5, "p": 2, "weights": "uniform"}
        assert chosen(search("rbf_svm", budget=1).fit(X, Y))["gamma"] is None

    def test_fixed_hyperparameters_stay(self):
        found = search("knn", n_neighbors=7).fit(X, Y)
        assert set(chosen(found)) == {"p", "weights"}
        assert found.best_estimator_["model"].n_neighbors == 7

    def test_small_spaces_are_searched_once(self):
        found = search("knn", budget=50, n_neighbors=7).fit(X, Y)
        tried = [tuple(sorted(setting.items())) for setting in found.cv_results_["params"]]
        assert len(tried) == len(set(tried)) == 4

    def test_nothing_to_tune_needs_no_search(self):
        for key in ("ls", "ols", "baseline", "mean"):
            estimator = search(key)
            assert estimator.steps[1][0] == "model"
            assert chosen(estimator) == {}
        own = LogisticRegression()
        assert tuned(own, Tuning(), "classification", 0) is own

    def test_same_seed_same_choice(self):
        first, second = (search("rbf_svm", seed=4).fit(X, Y) for _ in range(2))
        assert first.cv_results_["mean_test_score"].tolist() == second.cv_results_["mean_test_score"].tolist()
        assert chosen(first) == chosen(second)
        other = search("rbf_svm", seed=5).fit(X, Y)
        assert str(other.cv_results_["params"]) != str(first.cv_results_["params"])

    def test_size_is_of_the_model_and_not_of_the_search(self):
        found = search("knn").fit(X, Y)
        assert model_size(found) == model_size(found.best_estimator_)

    @pytest.mark.parametrize("key", LEARNERS)
    def test_values_are_allowed(self, key):
        for h in LEARNERS[key].hyperparameters:
            if h.tuned:
                values = values_of(h)
                drawn = values if isinstance(values, list) else values.rvs(20, random_state=0).tolist()
                assert [h.checked(value, key) for value in drawn] == drawn


class TestSmallTrainingSets:
    @pytest.mark.parametrize("key", CHEAP)
    @pytest.mark.parametrize("counts", [(6, 6), (20, 2), (9, 8, 1), (2, 2, 2)])
    def test_neither_warn_nor_fail(self, key, counts):
        if key == "qda" and min(counts) < 3:
            counts = tuple(
                max(count, 4) for count in counts
            )  # a covariance needs two instances in every part
        rng = np.random.default_rng(0)
        y = np.repeat(np.arange(len(counts)), counts)
        few = pd.DataFrame(rng.normal(size=(len(y), 2)), columns=["a", "b"])
        assert search(key, folds=5).fit(few, y).predict(few).shape == y.shape

    def test_settings_that_cannot_be_fitted_lose(self):
        found = search("knn", budget=20, folds=3).fit(X[::10], Y[::10] > 0)
        means = found.cv_results_["mean_test_score"]
        assert np.isnan(means).any()  # more neighbours than instances
        assert np.isfinite(means[found.best_index_])

    def test_the_impossible_is_refused_in_words(self):
        with pytest.raises(InputError, match=r"no setting could be fitted.*only 1 sample"):
            search("qda").fit(X[[0, 1, 20, 21]], Y[[0, 1, 20, 21]])

    def test_regression_with_five_instances(self):
        assert search("ridge", folds=10).fit(X[:5, :2], X[:5, 3]).n_splits_ == 5


class TestInnerFolds:
    def pairs(self, counts, folds=5):
        y = np.repeat(np.arange(len(counts)), counts)
        inner = InnerFolds(folds, 0, stratified=True)
        pairs = list(inner.split(np.zeros(len(y)), y))
        assert len(pairs) == inner.get_n_splits(None, y)
        for train, validation in pairs:
            assert sorted([*train, *validation]) == list(range(len(y)))
        return y, pairs

    def test_every_instance_once_where_classes_are_large(self):
        y, pairs = self.pairs([20, 30])
        assert len(pairs) == 5
        assert sorted(np.concatenate([v for _, v in pairs])) == list(range(50))
        assert all(np.bincount(y[v]).tolist() == [4, 6] for _, v in pairs)

    def test_small_classes_reduce_the_folds(self):
        assert len(self.pairs([20, 3])[1]) == 3

    def test_tiny_classes_stay_in_training(self):
        y, pairs = self.pairs([20, 2, 1])
        assert len(pairs) == 5
        assert all((y[v] == 0).all() for _, v in pairs)

    def test_every_training_part_keeps_two_of_each_class_that_has_them(self):
        for folds in (2, 3, 5):
            y, pairs = self.pairs([12, 3, 2], folds)
            assert all((np.bincount(y[t]) >= 2).all() for t, _ in pairs)


class TestInnerFoldsOfABootstrapSample:
    drawn = np.random.default_rng(3).integers(0, 60, 60)

    @pytest.mark.parametrize("classes", [np.arange(60) % 3, np.repeat([0, 1], [54, 6]), np.arange(60.0)])
    def test_no_instance_is_validated_that_has_its_copy_in_training(self, classes):
        y, stratified = classes[self.drawn], classes.dtype.kind == "i"
        inner = InnerFolds(3, 0, stratified, copies=True)
        pairs = list(inner.split(y[:, None], y, self.drawn))
        assert len(pairs) == inner.get_n_splits(None, y, self.drawn) == 3
        for train, validation in pairs:
            assert sorted([*train, *validation]) == list(range(60))
            assert not set(self.drawn[train]) & set(self.drawn[validation])
            if stratified:
                assert set(y[train]) == set(y)

    def test_what_no_instance_was_drawn_twice_for_is_cut_as_ever(self):
        y = np.arange(30) % 2
        once = InnerFolds(3, 0, True, copies=True).split(y, y, np.arange(30))
        plain = InnerFolds(3, 0, True).split(y, y)
        for (train, validation), (other, as_ever) in zip(once, plain, strict=True):
            np.testing.assert_array_equal(train, other)
            np.testing.assert_array_equal(validation, as_ever)


def test_inner_folds_keep_groups_together():
    groups = np.repeat(np.arange(6), 5)
    folds = InnerFolds(4, 0, True)
    pairs = list(folds.split(np.zeros((30, 1)), np.arange(30) % 2, groups))
    assert len(pairs) == folds.get_n_splits(groups=groups) == 4
    for train, validation in pairs:
        assert not set(groups[train]) & set(groups[validation])
    with pytest.raises(InputError, match="at least two groups"):
        next(folds.split(np.zeros((5, 1)), np.arange(5) % 2, np.zeros(5)))
