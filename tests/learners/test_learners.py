"""Every learner of the catalogue, on every kind of table; specifications and names."""

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator
from threadpoolctl import threadpool_limits

from core.errors import InputError, UnknownName
from core.learners import (
    LEARNERS,
    all_in_full,
    default_learners,
    distinct_names,
    estimator_of,
    factorial,
    has_random_start,
    in_full,
    learner,
    make_learner,
    model_size,
    scores_of,
    seeded,
)
from core.learners.adapted import GaussianNB as OwnNaiveBayes
from core.learners.adapted import LinearDiscriminantAnalysis as OwnLda
from core.learners.class_indicator_regression import LeastSquaresCutAtHalf, TreeCutAtHalf
from core.learners.make import parameter_path
from core.records import LearnerSpec

ROOT = Path(__file__).parents[2]
CLASSIFIERS = [key for key, entry in LEARNERS.items() if entry.task == "classification"]
REGRESSORS = [key for key, entry in LEARNERS.items() if entry.task == "regression"]
RANDOM = ["random_forest", "extra_trees", "mlp", "random_forest_regressor", "mlp_regressor"]
KEYS = list(LEARNERS)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    with threadpool_limits(1):  # as units run
        yield


def table(n=60, seed=0):
    """Numbers, categories, holes, a constant column and an empty one, under awkward names."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "<b>y & z</b>": rng.normal(size=n) * 1e5,
            "": rng.integers(0, 5, n),
            "constant": 3.5,
            "empty": np.nan,
            "colour": pd.Categorical(rng.choice(["red", "green", "blue"], n)),
            "binary, 'quoted'": pd.Categorical(rng.choice(["p", "q"], n)),
        }
    )
    X.loc[3:9, "x"] = np.nan
    X.loc[5:8, "colour"] = np.nan
    return X


def response(key, n, classes=2):
    entry = LEARNERS[key]
    if entry.task == "regression":
        return np.random.default_rng(1).normal(size=n) * 50 + 1000
    labels = np.array(["no", "yes", "perhaps"][: 2 if entry.two_classes_only else classes])
    return labels[np.arange(n) % len(labels)]


def tables():
    rng = np.random.default_rng(2)
    return {
        "mixed": table(),
        "tiny": table(12),
        "array": rng.normal(size=(30, 3)),
        "one attribute": pd.DataFrame({"only": rng.normal(size=30)}),
        "constant column": pd.DataFrame({"a": rng.normal(size=30), "c": 1e6, "d": rng.normal(size=30)}),
        "categories only": table()[["colour", "binary, 'quoted'"]],
    }


class TestCatalogue:
    def test_has_the_promised_keys(self):
        classifiers = (
            "baseline naive_bayes lda qda logistic_regression knn tree random_forest extra_trees adaboost "
            "hist_gradient_boosting linear_svm rbf_svm perceptron mlp rt ls"
        )
        regressors = (
            "mean ols ridge lasso elastic_net knn_regressor tree_regressor random_forest_regressor "
            "hist_gradient_boosting_regressor svr mlp_regressor"
        )
        assert set(CLASSIFIERS) == set(classifiers.split())
        assert set(REGRESSORS) == set(regressors.split())

    @pytest.mark.parametrize("key", KEYS)
    def test_entry_is_complete(self, key):
        entry = LEARNERS[key]
        assert entry.title
        assert entry.summary.endswith(".")
        assert entry.reference
        for h in entry.hyperparameters:
            assert h.title and h.help.endswith("."), h.name
            assert not re.search(r"None|True|False|\B'", h.help + h.allowed_in_words), h.name
            assert h.default is None or h.checked(h.default, key) == h.default
            if h.kind in {"int", "float"}:
                low, high = h.range
                assert h.low <= low < high <= h.high
                assert low > 0 or not h.log or not h.tuned

    @pytest.mark.parametrize("key", KEYS)
    def test_hyperparameters_are_parameters_of_the_estimator(self, key):
        entry = LEARNERS[key]
        bare, whole = entry.make().get_params(), make_learner(key).get_params()
        for h in entry.hyperparameters:
            assert h.name in bare
            assert parameter_path(key, h.name) in whole
            if h.default is not None:
                assert bare[h.name] == h.default

    def test_reading_it_loads_no_scikit_learn(self):
        program = "import sys, core.learners; print({'sklearn', 'scipy'} & set(sys.modules))"
        answer = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert answer.stdout.strip() == "set()"

    def test_default_learners(self):
        for task in ("classification", "regression"):
            specs = default_learners(task)
            assert len(specs) == 5
            assert all(LEARNERS[spec.key].task == task for spec in specs)
            assert distinct_names(specs) == specs


def fit_anywhere(key):
    """The learner with its defaults; textbook QDA, which full-rank classes only allow, a little shrunk."""
    return learner(key, shrinkage=0.01) if key == "qda" else learner(key)


class TestEveryLearner:
    @pytest.mark.parametrize("kind", tables())
    @pytest.mark.parametrize("key", KEYS)
    def test_fits_and_predicts(self, key, kind):
        X = tables()[kind]
        y = response(key, len(X))
        estimator = estimator_of(fit_anywhere(key), seed=3).fit(X, y)
        predicted = estimator.predict(X)
        assert predicted.shape == (len(X),)
        if LEARNERS[key].task == "classification":
            assert set(predicted) <= set(y)
        else:
            assert np.isfinite(predicted).all()

    @pytest.mark.parametrize("key", KEYS)
    def test_meets_unseen_levels_and_new_holes(self, key):
        X, y = table(30), response(key, 30)
        new = table(20, seed=5)
        new["colour"] = new["colour"].cat.add_categories(["mauve"]).fillna("mauve")
        new.loc[0, ["x", "<b>y & z</b>", "constant"]] = np.nan
        new.loc[1, "empty"] = 7.0
        assert estimator_of(fit_anywhere(key), 0).fit(X, y).predict(new).shape == (20,)

    @pytest.mark.parametrize("key", [k for k in CLASSIFIERS if not LEARNERS[k].two_classes_only])
    def test_three_classes_and_their_scores(self, key):
        X, y = table(45), response(key, 45, classes=3)
        estimator = estimator_of(fit_anywhere(key), 0).fit(X, y)
        scores, kind = scores_of(estimator, X, ("no", "perhaps", "yes"))
        assert scores.shape == (45, 3)
        assert scores.dtype == np.float64
        chosen = np.array(["no", "perhaps", "yes"])[scores.argmax(axis=1)]
        assert np.mean(chosen == estimator.predict(X)) == 1
        if kind == "probability":
            assert scores.sum(axis=1) == pytest.approx(1)

    @pytest.mark.parametrize("key", KEYS)
    def test_same_seed_same_bits_and_another_start_too_where_nothing_is_random(self, key):
        X, y = table(40), response(key, 40)
        classes = tuple(np.unique(y)) if LEARNERS[key].task == "classification" else ()
        spec = fit_anywhere(key)
        again = spec if has_random_start(spec, len(X)) else replace(spec, start=1)
        outcomes = []
        for one in (spec, again):
            estimator = estimator_of(one, 11).fit(X, y)
            scores, _ = scores_of(estimator, X, classes)
            outcomes.append(estimator.predict(X) if scores is None else scores)
        assert np.array_equal(*outcomes)

    @pytest.mark.parametrize("key", RANDOM)
    def test_another_start_differs(self, key):
        X, y, new = table(40), response(key, 40), table(40, seed=5)
        assert has_random_start(learner(key), len(X))
        first, second = (estimator_of(learner(key, start=s), 11).fit(X, y) for s in (0, 1))
        if LEARNERS[key].task == "classification":
            outcomes = [e.predict_proba(new) for e in (first, second)]
        else:
            outcomes = [e.predict(new) for e in (first, second)]
        assert not np.array_equal(*outcomes)

    def test_a_linear_svm_has_a_random_start_where_it_says_so(self):
        assert "more attributes than training instances" in LEARNERS["linear_svm"].random_where
        rng = np.random.default_rng(0)
        for n, m in ((40, 40), (20, 40)):
            X, y = rng.normal(size=(n, m)), np.arange(n) % 2
            first, second = (estimator_of(learner("linear_svm", start=s), 11).fit(X, y) for s in (0, 1))
            assert np.array_equal(first["model"].coef_, second["model"].coef_) == (n >= m)

    def test_random_numbers_that_decide_nothing_are_no_random_start(self):
        still = {key for key in KEYS if not has_random_start(learner(key), 150)}
        assert still >= {"logistic_regression", "rbf_svm", "ridge", "lasso", "knn", "hist_gradient_boosting"}
        assert has_random_start(learner("hist_gradient_boosting"), 20_000)
        assert [has_random_start(learner("baseline", strategy=s), 150) for s in ("prior", "uniform")] == [
            False,
            True,
        ]

    @pytest.mark.parametrize("key", KEYS)
    def test_can_be_cloned_and_pickled(self, key):
        X, y = table(30), response(key, 30)
        estimator = estimator_of(fit_anywhere(key), 0)
        assert str(clone(estimator).get_params()) == str(estimator.get_params())
        estimator.fit(X, y)
        assert model_size(estimator) == len(pickle.dumps(estimator, protocol=5)) > 100
        again = pickle.loads(pickle.dumps(estimator))
        assert np.array_equal(again.predict(X), estimator.predict(X))


class TestAgainstScikitLearn:
    def test_naive_bayes_on_numbers(self):
        X, y = load_breast_cancer(return_X_y=True)
        reference = make_pipeline(StandardScaler(), GaussianNB()).fit(X, y)
        ours = make_learner("naive_bayes").fit(X, y)
        assert ours.predict_proba(X) == pytest.approx(reference.predict_proba(X))

    def test_lda_without_shrinkage(self):
        X, y = load_iris(return_X_y=True)
        reference = LinearDiscriminantAnalysis().fit(X, y)
        assert make_learner("lda").fit(X, y).predict_proba(X) == pytest.approx(reference.predict_proba(X))

    def test_lda_with_shrinkage(self):
        X, y = load_iris(return_X_y=True)
        reference = make_pipeline(
            StandardScaler(), LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.3)
        ).fit(X, y)
        ours = make_learner("lda", shrinkage=0.3).fit(X, y)
        assert ours.predict_proba(X) == pytest.approx(reference.predict_proba(X))

    def test_least_squares_on_columns_of_very_different_size(self):
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(30, 3)) * [1, 100, 1e-4], rng.normal(size=30)
        design = np.column_stack([np.ones(30), X])
        weights = np.linalg.lstsq(design, y)[0]
        assert make_learner("ols").fit(X, y).predict(X) == pytest.approx(design @ weights)

    def test_settings_of_svr_do_not_depend_on_the_unit_of_the_response(self):
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(30, 3)), rng.normal(size=30)
        metres, millimetres = (make_learner("svr").fit(X, y * unit).predict(X) for unit in (1, 1000))
        assert millimetres == pytest.approx(1000 * metres)

    def test_sparse_penalties_are_for_a_standardised_response(self):
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(30, 3)), rng.normal(size=30) * 1e3
        for key in ("lasso", "elastic_net"):
            assert make_learner(key, alpha=10).fit(X, y).predict(X) == pytest.approx(np.full(30, y.mean()))

    def test_own_estimators_pass_scikit_learns_checks(self):
        for estimator in (LeastSquaresCutAtHalf(), TreeCutAtHalf(), OwnLda(), OwnNaiveBayes()):
            results = check_estimator(estimator, on_fail=None, on_skip=None)
            assert not [r for r in results if r["status"] == "failed"]

    def test_attributes_that_do_not_vary(self):
        X, y = np.ones((9, 2)), np.array([0, 1, 1] * 3)
        assert make_learner("naive_bayes").fit(X, y).predict_proba(X) == pytest.approx(
            np.full((9, 2), [1 / 3, 2 / 3])
        )
        with pytest.raises(InputError, match="no attribute varies inside the classes"):
            make_learner("lda").fit(X, y)

    def test_early_stopping_is_a_setting(self):
        X, y = load_iris(return_X_y=True)
        with pytest.warns(ConvergenceWarning):
            MLPClassifier(max_iter=2, random_state=0).fit(X, y)
        for key, target in (("mlp", y), ("mlp_regressor", X[:, 0])):
            for solver in ("adam", "lbfgs"):
                make_learner(key, max_iter=2, solver=solver).fit(X, target)


class TestWang:
    """The learners of Wang 2016, section 3.1."""

    def test_ls_is_least_squares_cut_at_half(self):
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(40, 2)), np.array(["b", "a"] * 20)
        value = LinearRegression().fit(X, y == "b").predict(X)
        ours = LeastSquaresCutAtHalf().fit(X, y)
        assert ours.decision_function(X) == pytest.approx(value - 0.5)
        assert (ours.predict(X) == np.where(value > 0.5, "b", "a")).all()
        assert ours.classes_.tolist() == ["a", "b"]

    def test_rt_divides_where_a_division_saves_enough(self):
        # one step at x = 10: it saves all of the sum of squares; min sizes as in rpart
        X = np.arange(40.0)[:, None]
        y = (X[:, 0] >= 10).astype(int)
        assert TreeCutAtHalf().fit(X, y).regressor_.get_n_leaves() == 2
        assert TreeCutAtHalf().fit(X[:19], y[:19]).regressor_.get_n_leaves() == 1  # fewer than minsplit
        y = (X[:, 0] >= 5).astype(int)  # a leaf of 5 is below minbucket 7
        tree = TreeCutAtHalf(cp=0).fit(X, y).regressor_.tree_
        assert tree.n_node_samples[tree.children_left == -1].min() >= 7

    def test_rt_prunes_by_the_share_saved(self):
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(200, 4)), rng.integers(0, 2, 200)
        leaves = [TreeCutAtHalf(cp=cp).fit(X, y).regressor_.get_n_leaves() for cp in (0.0, 0.01, 0.05, 1.0)]
        assert leaves == sorted(leaves, reverse=True)
        assert leaves[0] > leaves[1] > leaves[2]
        assert leaves[3] == 1

    @pytest.mark.parametrize("key", ["rt", "ls"])
    @pytest.mark.parametrize("labels", [["a"] * 30, ["a", "b", "c"] * 10])
    def test_two_classes_only(self, key, labels):
        with pytest.raises(InputError, match="binary") as refusal:
            make_learner(key).fit(np.zeros((30, 1)), labels)
        assert "class" in str(refusal.value)


class TestHyperparameters:
    def test_are_set(self):
        assert make_learner("knn", n_neighbors=np.int64(1), weights="distance")["model"].n_neighbors == 1
        assert make_learner("tree", max_depth=2.0)["model"].max_depth == 2
        assert make_learner("rbf_svm")["model"].gamma == "scale"
        assert make_learner("rbf_svm", gamma=1)["model"].gamma == 1.0
        assert make_learner("random_forest", max_features=None)["model"].max_features == "sqrt"
        assert make_learner("svr", C=5)["model"].regressor.C == 5

    @pytest.mark.parametrize(
        ("key", "values", "words"),
        [
            ("knn", {"k": 1}, ["k-NN", "'k'", "n_neighbors, weights and p"]),
            ("ols", {"alpha": 1}, ["Least squares", "'alpha'", "none"]),
            ("knn", {"n_neighbors": 0}, ["n_neighbors", "from 1 to 1,000", "not 0"]),
            ("knn", {"n_neighbors": 1.5}, ["whole number", "1.5"]),
            ("knn", {"n_neighbors": True}, ["whole number", "True"]),
            ("knn", {"n_neighbors": None}, ["whole number", "None"]),
            ("knn", {"n_neighbors": "5"}, ["whole number", "'5'"]),
            ("knn", {"weights": "heavy"}, ["'uniform' or 'distance'", "'heavy'"]),
            ("tree", {"max_depth": 0}, ["or None", "not 0"]),
            ("rbf_svm", {"C": float("nan")}, ["C", "nan"]),
            ("rbf_svm", {"C": -1}, ["C", "-1"]),
            ("knn", {"p": True}, ["1 or 2", "True"]),
        ],
    )
    def test_refusals_name_rule_and_value(self, key, values, words):
        for call in (make_learner, learner):
            with pytest.raises(InputError) as refusal:
                call(key, **values)
            for word in words:
                assert word in str(refusal.value)

    def test_unknown_learner(self):
        with pytest.raises(UnknownName, match="'knn'"):
            make_learner("kn")


class TestSpecifications:
    def test_keep_only_what_differs_from_the_defaults(self):
        spec = learner("knn", n_neighbors=5, weights="distance")
        assert spec == LearnerSpec("knn", "k-NN", 0, (("weights", "distance"),))
        assert LearnerSpec.from_dict(spec.to_dict()) == spec

    def test_refuse_odd_names_and_starts(self):
        with pytest.raises(InputError, match="name"):
            learner("knn", name=" ")
        for start in (-1, 1.5, True):
            with pytest.raises(InputError, match="start"):
                learner("knn", start=start)

    def names(self, *specs):
        return [spec.name for spec in distinct_names(specs)]

    def test_equal_keys_are_named_by_what_differs(self):
        assert self.names(learner("knn", n_neighbors=1), learner("lda")) == ["k-NN", "LDA"]
        assert self.names(learner("knn", n_neighbors=1), learner("knn")) == ["k-NN (k = 1)", "k-NN (k = 5)"]
        assert self.names(learner("tree"), learner("tree", max_depth=2)) == [
            "Decision tree (depth = default)",
            "Decision tree (depth = 2)",
        ]
        assert self.names(learner("mlp"), learner("mlp", start=1)) == ["MLP", "MLP (start 1)"]
        assert self.names(learner("rbf_svm", C=0.1), learner("rbf_svm", C=10, start=2)) == [
            "RBF SVM (C = 0.1)",
            "RBF SVM (C = 10, start 2)",
        ]

    def test_given_names_are_kept(self):
        own = learner("knn", name="mine", n_neighbors=1)
        assert self.names(own, learner("knn")) == ["mine", "k-NN"]
        assert self.names(LearnerSpec("custom", "anything")) == ["anything"]
        assert self.names(LearnerSpec.from_dict({"key": "knn"})) == ["k-NN"]

    def test_what_all_of_a_kind_share_is_said_once(self):
        cells = factorial("tree", max_depth=(1, 10), min_samples_leaf=(1, 5))
        others = learner("knn", name="Mine"), learner("lda")
        assert all_in_full([*cells, *others]) == (
            "Decision tree (criterion = gini, pruning = 0) at (depth = 1, leaf size = 1), (depth = 1, leaf size = 5), "
            "(depth = 10, leaf size = 1), (depth = 10, leaf size = 5)",
            *(in_full(other, usual=True) for other in others),
        )
        odd = (
            learner("tree", name="Decision tree (mine)"),
            learner("tree", name="Decision tree (two)", max_depth=2),
        )
        assert all_in_full(odd) == ("; ".join(in_full(one, usual=True) for one in odd),)

    def test_two_of_a_name_are_refused(self):
        for specs in (
            (learner("knn", name="A"), learner("lda", name="A")),
            (learner("knn"), learner("knn")),
            (learner("tree", name="k-NN"), learner("knn")),
        ):
            with pytest.raises(InputError, match="more than once"):
                distinct_names(specs)


class TestSeeding:
    def test_reaches_nested_random_states(self):
        nested = Pipeline([("a", DecisionTreeClassifier()), ("b", SVC())])
        seeded(nested, 5)
        states = [nested["a"].random_state, nested["b"].random_state]
        assert None not in states
        assert states[0] != states[1]
        again = seeded(clone(nested), 5)
        assert [again["a"].random_state, again["b"].random_state] == states

    def test_takes_large_seeds(self):
        assert 0 <= estimator_of(learner("tree"), 2**100)["model"].random_state < 2**32


class TestScores:
    def test_absent_class_has_probability_zero(self):
        X, y = load_iris(return_X_y=True)
        estimator = make_learner("lda").fit(X[:100], y[:100])
        scores, kind = scores_of(estimator, X, (0, 1, 2))
        assert kind == "probability"
        assert (scores[:, 2] == 0).all()
        assert scores.sum(axis=1) == pytest.approx(1)

    def test_absent_class_has_the_lowest_decision_value(self):
        X, y = load_iris(return_X_y=True)
        estimator = make_learner("linear_svm").fit(X[50:], y[50:])
        scores, kind = scores_of(estimator, X, (0, 1, 2))
        assert kind == "decision"
        assert (scores[:, 0] == scores.min()).all()
        assert scores[:, 2] == pytest.approx(-scores[:, 1])

    def test_two_classes_of_decision_values_speak_for_the_second(self):
        X, y = load_breast_cancer(return_X_y=True)
        estimator = make_learner("linear_svm").fit(X, y)
        forward, _ = scores_of(estimator, X, (0, 1))
        backward, _ = scores_of(estimator, X, (1, 0))
        assert forward.shape == (len(X),)
        assert forward == pytest.approx(estimator.decision_function(X))
        assert backward == pytest.approx(-forward)

    def test_none_where_there_are_none(self):
        X, y = load_iris(return_X_y=True)
        assert scores_of(make_learner("ols").fit(X, y), X, ()) == (None, None)
        one_against_one = SVC(decision_function_shape="ovo").fit(np.vstack([X, X + 9]), np.r_[y, y + 3])
        assert scores_of(one_against_one, X, tuple(range(6))) == (None, None)


def test_textbook_qda_refuses_a_class_without_full_rank():
    X, y = np.column_stack([np.arange(12.0), np.ones(12)]), np.repeat(["a", "b"], 6)
    with pytest.raises(np.linalg.LinAlgError, match="full rank"):
        make_learner("qda").fit(X, y)
