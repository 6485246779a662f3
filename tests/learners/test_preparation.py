"""The preprocessing inside every learner, against scikit-learn's own transformers."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from core.errors import InputError
from core.learners.preparation import MOST_INDICATORS, Preparation


def frame():
    return pd.DataFrame(
        {
            "a": [1.0, 2.0, np.nan, 6.0],
            "b": pd.Categorical(["u", "v", "w", "u"]),
            "c": [10, 20, 30, 40],
        }
    )


class TestNumbers:
    def test_matches_a_column_transformer(self):
        rng = np.random.default_rng(0)
        X = pd.DataFrame(rng.normal(size=(50, 4)) * [1, 1e6, 1e-3, 1], columns=list("abcd"))
        X.iloc[::7, 1] = np.nan
        X["colour"] = pd.Categorical(rng.choice(["r", "g", "b"], 50))
        reference = ColumnTransformer(
            [
                ("n", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), list("abcd")),
                ("c", OneHotEncoder(sparse_output=False), ["colour"]),
            ]
        )
        ours = Preparation()
        assert ours.fit_transform(X[:30]) == pytest.approx(reference.fit_transform(X[:30]))
        assert ours.transform(X[30:]) == pytest.approx(reference.transform(X[30:]))

    def test_frame_and_array_agree(self):
        X = np.random.default_rng(0).normal(size=(9, 3))
        assert Preparation().fit_transform(X) == pytest.approx(Preparation().fit_transform(pd.DataFrame(X)))

    def test_medians_are_of_the_training_set(self):
        X = pd.DataFrame({"a": [1.0, 2.0, 9.0, np.nan], "b": [4.0, np.nan, np.nan, 8.0]})
        p = Preparation(scale=False).fit(X)
        assert p.transform(pd.DataFrame({"a": [np.nan], "b": [np.nan]})).tolist() == [[2.0, 6.0]]

    def test_medians_where_the_training_set_had_no_holes(self):
        p = Preparation(scale=False).fit(np.array([[1.0], [2.0], [30.0]]))
        assert p.transform(np.array([[np.nan]])).tolist() == [[2.0]]

    def test_a_column_without_values_is_zero_for_ever(self):
        X = pd.DataFrame({"a": [1.0, 2.0], "gone": [np.nan, np.nan]})
        p = Preparation()
        assert p.fit_transform(X)[:, 1].tolist() == [0, 0]
        assert p.transform(pd.DataFrame({"a": [1.0], "gone": [99.0]}))[:, 1].tolist() == [0]

    @pytest.mark.parametrize("value", [0.0, 0.1, 1e6, -3e-9, 123456.789])
    def test_constant_columns_become_zero(self, value):
        X = np.full((7, 1), value)
        assert Preparation().fit_transform(X) == pytest.approx(np.zeros((7, 1)), abs=1e-9)

    def test_may_leave_holes_to_the_learner(self):
        p = Preparation(scale=False, impute=False)
        assert np.isnan(p.fit_transform(frame()[["a"]])).ravel().tolist() == [False, False, True, False]

    def test_infinite_numbers_are_refused(self):
        with pytest.raises(InputError, match="'c'"):
            Preparation().fit(pd.DataFrame({"b": pd.Categorical(["x", "y"]), "c": [1.0, np.inf]}))
        with pytest.raises(InputError, match="infinite"):
            Preparation().fit(np.ones((2, 1))).transform(np.array([[-np.inf]]))

    def test_nullable_and_small_types(self):
        X = pd.DataFrame(
            {
                "i": pd.array([1, None, 3], dtype="Int64"),
                "f": np.array([1, 2, 3], dtype=np.float32),
                "u": np.array([1, 2, 3], dtype=np.uint8),
            }
        )
        assert Preparation(scale=False).fit_transform(X).tolist() == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]

    @given(arrays(float, (8, 2), elements=st.floats(-1e6, 1e6)))
    def test_scaled_columns_have_mean_zero_and_deviation_one_or_zero(self, X):
        Z = Preparation().fit_transform(X)
        assert Z.mean(axis=0) == pytest.approx(np.zeros(2), abs=1e-4)
        for column, original in zip(Z.T, X.T, strict=True):
            if np.ptp(original) > 1e-3:
                assert column.std() == pytest.approx(1)

    def test_leaves_its_input_alone(self):
        X = frame()
        before = X.copy()
        p = Preparation().fit(X)
        p.transform(X)
        pd.testing.assert_frame_equal(X, before)


class TestCategories:
    def test_indicators(self):
        Z = Preparation(scale=False).fit_transform(frame()[["b"]])
        assert Z.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]

    def test_two_levels_give_one_indicator(self):
        X = pd.DataFrame({"b": pd.Categorical(["no", "yes", "no"])})
        assert Preparation().fit_transform(X).tolist() == [[0], [1], [0]]

    def test_codes_follow_the_order_of_the_categories(self):
        sizes = pd.Categorical(["small", "large", "small"], ["small", "medium", "large"], ordered=True)
        Z = Preparation(encoding="codes").fit_transform(pd.DataFrame({"size": sizes}))
        assert Z.ravel().tolist() == [0, 1, 0]

    def test_unseen_levels(self):
        X, new = frame()[["b"]], pd.DataFrame({"b": pd.Categorical(["z", "w", None])})
        assert Preparation().fit(X).transform(new).tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
        assert Preparation(encoding="codes").fit(X).transform(new).ravel().tolist() == [-1, 2, -1]

    def test_missing_is_a_level_where_it_was_seen(self):
        X = pd.DataFrame({"b": pd.Categorical(["u", None, "v"])})
        assert Preparation().fit_transform(X).tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
        assert Preparation(encoding="codes").fit_transform(X).ravel().tolist() == [0, 2, 1]

    def test_a_column_of_nothing(self):
        X = pd.DataFrame({"b": pd.Categorical([None, None], categories=["u"])})
        assert Preparation().fit_transform(X).tolist() == [[1], [1]]

    def test_levels_are_those_of_the_training_set(self):
        X = pd.DataFrame({"b": pd.Categorical(["u", "v", "w", "x"])})
        assert Preparation().fit(X[:3]).transform(X).shape == (4, 3)

    @pytest.mark.parametrize("dtype", ["str", "object", "bool"])
    def test_texts_objects_and_truth_values_are_categories(self, dtype):
        values = [True, False, True] if dtype == "bool" else ["yes", "no", "yes"]
        X = pd.DataFrame({"b": pd.Series(values, dtype=dtype)})
        assert Preparation().fit_transform(X).ravel().tolist() == [1, 0, 1]

    def test_arrays_of_objects(self):
        X = np.array([["u", 1.0], ["v", 3.0], ["w", 5.0]], dtype=object)
        assert Preparation(scale=False).fit_transform(X).tolist() == [
            [1, 1, 0, 0],
            [3, 0, 1, 0],
            [5, 0, 0, 1],
        ]

    def test_only_the_most_frequent_levels_get_an_indicator(self):
        names = [f"n{i:03}" for i in range(MOST_INDICATORS + 20)]
        X = pd.DataFrame({"b": pd.Categorical(names + names[20:])})
        Z = Preparation().fit_transform(X)
        assert Z.shape[1] == MOST_INDICATORS
        assert Z[:20].sum() == 0
        assert Z[20:].sum() == len(X) - 20
        assert len(np.unique(Preparation(encoding="codes").fit_transform(X))) == len(names)


class TestManners:
    @pytest.mark.parametrize("encoding", ["indicators", "codes"])
    def test_passes_scikit_learns_checks(self, encoding):
        results = check_estimator(Preparation(encoding=encoding), on_fail=None, on_skip=None)
        assert not [r for r in results if r["status"] == "failed"]

    def test_clone_and_pickle(self):
        p = Preparation(scale=False).fit(frame())
        assert clone(p).get_params() == p.get_params()
        assert np.array_equal(pickle.loads(pickle.dumps(p)).transform(frame()), p.transform(frame()))

    def test_other_columns_are_refused(self):
        p = Preparation().fit(frame())
        with pytest.raises(ValueError, match="feature names"):
            p.transform(frame().rename(columns={"a": "z"}))
        with pytest.raises(ValueError, match="feature names"):
            p.transform(frame()[["c", "b", "a"]])
        with pytest.raises(ValueError, match="2 features"):
            Preparation().fit(np.ones((3, 3))).transform(np.ones((3, 2)))

    def test_names_that_are_not_texts(self):
        X = frame().set_axis([0, "one", ("two",)], axis=1)
        assert np.array_equal(Preparation().fit_transform(X), Preparation().fit_transform(frame()))
