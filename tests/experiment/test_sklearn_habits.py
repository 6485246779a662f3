"""What people of scikit-learn hand over: estimators, (X, y), folds, pairs, scorers, groups; and odd things."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LinearRegression
from sklearn.metrics import f1_score, fbeta_score, get_scorer, make_scorer, roc_auc_score
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import core
from core.errors import InputError
from core.experiment.training import WithCodes

X, y = load_iris(return_X_y=True)
SMALL = (X[::5], y[::5])
TREE = DecisionTreeClassifier(max_depth=1, random_state=0)


class Column(ClassifierMixin, BaseEstimator):
    """Predicts a column, as CatBoost does."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.inner_ = GaussianNB().fit(X, y)
        return self

    def predict(self, X):
        return self.inner_.predict(X).reshape(-1, 1)


class OnlyCodes(ClassifierMixin, BaseEstimator):
    """Takes labels 0 … K−1 alone, as XGBoost does."""

    def fit(self, X, y):
        if not np.array_equal(np.unique(y), np.arange(len(np.unique(y)))):
            raise ValueError("Invalid classes inferred from unique values of `y`.")
        self.classes_ = np.unique(y)
        self.inner_ = GaussianNB().fit(X, y)
        return self

    def predict(self, X):
        return self.inner_.predict(X)

    def predict_proba(self, X):
        return self.inner_.predict_proba(X)


def run(learners, design=3, measure=None, data=SMALL, **options):
    return core.run_experiment(data, learners, design, measure, **options)


class TestLearners:
    def test_one_estimator_a_list_and_pairs_of_names(self):
        assert run(GaussianNB()).learners == ("GaussianNB",)
        assert run([GaussianNB(), TREE]).learners == ("GaussianNB", "DecisionTreeClassifier")
        assert run([("mine", GaussianNB()), "lda"]).learners == ("mine", core.LEARNERS["lda"].title)
        assert run({"mine": GaussianNB(), "other": "lda"}).learners == ("mine", "other")

    def test_two_of_one_class_are_told_apart_by_their_settings(self):
        deep = DecisionTreeClassifier(random_state=0)
        assert run([TREE, deep]).learners == (
            "DecisionTreeClassifier(max_depth=1, random_state=0)",
            "DecisionTreeClassifier(random_state=0)",
        )
        with pytest.raises(InputError, match="occurs more than once"):
            run([TREE, TREE])

    @pytest.mark.parametrize(
        ("learners", "said"),
        [
            (DecisionTreeClassifier, "is no learner"),
            ([GaussianNB(), 3], "3 is no learner"),
            (LinearRegression(), "made for regression"),
            ([], "at least one learner"),
            ({1: GaussianNB()}, "must be a text"),
        ],
    )
    def test_what_is_no_learner_is_refused(self, learners, said):
        with pytest.raises(InputError, match=said):
            run(learners)

    def test_a_column_of_predictions_is_one_prediction_a_row(self):
        plain, column = run(GaussianNB()), run(Column())
        for one, two in zip(plain.predictions.outcomes, column.predictions.outcomes, strict=True):
            assert one.predicted.tolist() == two.predicted.tolist()
            assert one.training_score == two.training_score

    @pytest.mark.parametrize("labels", [np.array(["b", "a", "c"]), np.array([2, 4, 9])])
    def test_a_learner_of_codes_alone_gets_codes_of_the_labels(self, labels):
        data = (SMALL[0], labels[SMALL[1]])
        both = run([GaussianNB(), OnlyCodes()], data=data)
        assert not both.failures
        halves = [both.predictions.of(name) for name in both.learners]
        for one, two in zip(*halves, strict=True):
            assert one.predicted.tolist() == two.predicted.tolist()
            np.testing.assert_array_equal(one.scores, two.scores)
            assert one.training_score == two.training_score

    def test_what_fails_with_codes_too_fails_with_its_own_words(self):
        class Never(OnlyCodes):
            def fit(self, X, y):
                raise ValueError("never with " + y.dtype.kind)

        failed = run([Never(), "lda"], data=(SMALL[0], np.array(["a", "b", "c"])[SMALL[1]]))
        assert {failure.reason for failure in failed.failures} == {"it could not be trained (“never with U”)"}

    def test_the_encoder_gives_labels_in_the_order_of_its_classes(self):
        model = WithCodes(OnlyCodes())
        model.fit(X, np.array(["z", "m", "a"])[y])
        assert model.classes_.tolist() == ["a", "m", "z"]
        assert (model.predict(X) == np.array(["z", "m", "a"])[y]).mean() > 0.9


class TestDesigns:
    def test_a_number_is_that_many_stratified_folds(self):
        made = core.make_design("k_fold", k=4, stratified=True)
        assert run("lda", 4).spec.design == made.spec
        assert run("lda", np.int64(4)).fold_scores == run("lda", made).fold_scores
        regression = run("ols", 4, data=core.load_sample("diabetes"))
        assert dict(regression.spec.design.options)["stratified"] is False

    @pytest.mark.parametrize("wrap", [list, tuple, iter])
    def test_a_list_of_pairs_gives_these_pairs(self, wrap):
        pairs = list(StratifiedKFold(3).split(*SMALL))
        found = run(GaussianNB(), wrap(pairs), "accuracy")
        expected = cross_val_score(GaussianNB(), *SMALL, cv=pairs)
        assert found.fold_scores.frame["score"].tolist() == pytest.approx(expected.tolist())
        assert "3 pairs" in dict(found.spec.design.options)["splitter"]
        masks = [(np.isin(np.arange(30), train), np.isin(np.arange(30), rest)) for train, rest in pairs]
        assert run(GaussianNB(), masks, "accuracy").fold_scores == found.fold_scores

    @pytest.mark.parametrize(
        "design",
        [
            None,
            True,
            2.5,
            [1, 2],
            [],
            KFold,
            [(1,)],
            [([0], [99])],
            [([[0]], [1])],
            {"k": 3},
            b"k_fold",
            1,
            -3,
        ],
    )
    def test_what_is_no_design_is_refused(self, design):
        with pytest.raises(InputError) as caught:
            run("lda", design)
        assert len(str(caught.value)) < 400


class TestMeasures:
    @pytest.mark.parametrize(
        ("given", "key"),
        [
            ("neg_log_loss", "log_loss"),
            ("roc_auc", "auc"),
            ("f1", "f1"),
            (make_scorer(f1_score), "f1"),
            (get_scorer("balanced_accuracy"), "balanced_accuracy"),
            (get_scorer("precision"), "precision"),
            (get_scorer("matthews_corrcoef"), "mcc"),
            (roc_auc_score, "auc"),
        ],
    )
    def test_scorers_and_their_names(self, given, key):
        predictions = run(GaussianNB(), data=core.load_sample("breast_cancer")).predictions
        assert core.score(predictions, given) == core.score(predictions, key)

    @pytest.mark.parametrize(
        ("name", "key"),
        [
            ("neg_mean_squared_error", "mse"),
            ("neg_root_mean_squared_error", "rmse"),
            ("neg_mean_absolute_error", "mae"),
            (get_scorer("r2"), "r2"),
        ],
    )
    def test_scorers_of_regression_agree_with_scikit_learn(self, name, key):
        data = core.load_sample("diabetes")
        pairs = list(KFold(3).split(data.X))
        found = run(LinearRegression(), pairs, name, data=data)
        expected = cross_val_score(LinearRegression(), data.X, data.y, cv=pairs, scoring=name)
        assert found.fold_scores.measure == key
        assert found.fold_scores.frame["score"].tolist() == pytest.approx(np.abs(expected).tolist())

    @pytest.mark.parametrize(
        "given", ["f1_macro", make_scorer(fbeta_score, beta=2), lambda a, b: 0, 3, np.zeros(3), GaussianNB]
    )
    def test_what_no_measure_does_is_refused(self, given):
        with pytest.raises(InputError) as caught:
            core.score(run(GaussianNB()).predictions, given)
        assert "measure" in str(caught.value)


class TestGroups:
    def test_groups_stay_together_also_inside_a_search(self):
        groups = np.arange(len(SMALL[1])) // 2
        search = GridSearchCV(TREE, {"max_depth": [1, 2]}, cv=GroupKFold(2))
        found = run({"search": search, "nb": GaussianNB()}, GroupKFold(3), groups=groups)
        assert not found.failures
        assert found.facts.grouped
        for outcome in found.predictions.outcomes:
            outside = np.setdiff1d(np.arange(len(groups)), outcome.positions)
            assert not set(groups[outcome.positions]) & set(groups[outside])

    @pytest.mark.parametrize("groups", [3, "a", [1, 2], [None] * 30, [[1]] * 30, np.zeros((30, 2))])
    def test_what_are_no_groups_is_refused(self, groups):
        with pytest.raises(InputError, match="groups"):
            run("lda", groups=groups)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.complex_numbers(),
    st.sampled_from(
        [
            object(),
            object,
            len,
            GaussianNB,
            GaussianNB(),
            np.zeros(3),
            np.zeros((2, 2)),
            np.array([["a"]], dtype=object),
            np.float64(2),
            pd.DataFrame(),
            pd.DataFrame({"a": [1, 2]}),
            pd.Series([1, 2]),
            pd.NA,
            pd.NaT,
            range(3),
            {1, 2},
            Ellipsis,
            NotImplemented,
            slice(1),
        ]
    ),
    st.recursive(
        st.integers(0, 2) | st.none() | st.text(max_size=2),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
        max_leaves=5,
    ),
)
RUN = run([GaussianNB(), TREE])
DOORS = {
    "data": lambda odd: run("lda", data=odd),
    "target": lambda odd: run("lda", data=(SMALL[0], odd)),
    "learners": run,
    "one of the learners": lambda odd: run(["lda", odd]),
    "named learner": lambda odd: run({"mine": odd}),
    "design": lambda odd: run("lda", odd),
    "measure": lambda odd: run("lda", 3, odd),
    "seed": lambda odd: run("lda", seed=odd),
    "tuning": lambda odd: run("lda", tuning=odd),
    "losses": lambda odd: run("lda", 3, "cost", losses=odd),
    "groups": lambda odd: run("lda", groups=odd),
    "n_jobs": lambda odd: run("lda", n_jobs=None if isinstance(odd, int) else odd),
    "read_dataset": core.read_dataset,
    "read_fold_scores": core.read_fold_scores,
    "read_predictions": core.read_predictions,
    "layout": lambda odd: core.read_fold_scores(b"learner,fold,score\na,1,.1\na,2,.2\n", layout=odd),
    "positive": lambda odd: core.score(RUN.predictions, "recall", positive=odd),
    "predictions": core.score,
    "scores": RUN.scores,
    "evidence": lambda odd: core.compare(odd, *RUN.learners),
    "first": lambda odd: core.compare(RUN, odd, RUN.learners[1]),
    "test": lambda odd: core.compare(RUN, *RUN.learners, odd),
    "alternative": lambda odd: core.compare(RUN, *RUN.learners, alternative=odd),
    "advice": core.applicable_tests,
    "advice on": lambda odd: core.applicable_tests(RUN, odd, RUN.learners[0]),
    "all_pairs": core.all_pairs,
    "believe": lambda odd: core.believe(RUN, *RUN.learners, rope=odd),
    "make_design": core.make_design,
    "k": lambda odd: core.make_design("k_fold", k=odd),
    "learner": core.learner,
    "make_learner": core.make_learner,
    "run_test": core.run_test,
    "run_test inputs": lambda odd: core.run_test("paired_t", a=odd, b=odd),
    "interval": core.interval,
    "interval inputs": lambda odd: core.interval("wilson", errors=odd, n=10),
    "load_sample": core.load_sample,
    "roc": lambda odd: core.roc(odd, odd),
    "confusion": lambda odd: core.confusion(odd, odd),
}


@pytest.mark.parametrize("door", DOORS)
@settings(suppress_health_check=list(HealthCheck))
@given(odd=ODD)
def test_whatever_is_handed_over_is_taken_or_refused_in_a_sentence(door, odd):
    try:
        DOORS[door](odd)
    except InputError as refusal:
        assert 0 < len(str(refusal)) < 1000
