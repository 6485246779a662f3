"""Records: fingerprints by content, roles, round trips."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import dataset_from_parquet, dataset_to_parquet, load_sample
from core.errors import InputError
from core.records import (
    FOLD_SCORE_COLUMNS,
    Dataset,
    DesignFacts,
    DesignSpec,
    ExperimentSpec,
    FoldPredictions,
    FoldScores,
    Interval,
    LearnerSpec,
    Predictions,
    Tuning,
    digest,
    options_of,
)


def small_dataset(**changes):
    values = {
        "name": "small",
        "X": pd.DataFrame({"a": [1.0, 2.0, np.nan, 4.0], "b": pd.Categorical(["x", "y", "x", "y"])}),
        "y": pd.Series(["no", "yes", "no", "yes"], name="class"),
        "task": "classification",
        "positive": "yes",
    }
    return Dataset(**{**values, **changes})


def small_scores():
    rows = [("d", name, 1, fold, 90, 10, fold / 10) for name in ("B", "A") for fold in (2, 1)]
    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    return FoldScores(pd.DataFrame(rows, columns=columns), "error", "error rate", True)


class TestDigest:
    @given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
    def test_different_parts_have_different_digests(self, first, second):
        assert (digest(*first) == digest(*second)) == (first == second)

    def test_type_and_order_count(self):
        values = [
            digest(1),
            digest("1"),
            digest(1.0),
            digest(b"1"),
            digest([1]),
            digest(np.array([1])),
            digest(None),
        ]
        assert len(set(values)) == len(values)
        assert digest([1, 2]) != digest([2, 1])
        assert digest(["ab", "c"]) != digest(["a", "bc"])

    def test_every_nan_and_both_zeros_are_one_value(self):
        odd = np.array([np.nan, -0.0])
        odd.view(np.uint64)[0] += 1
        assert np.isnan(odd[0])
        assert digest(odd) == digest(np.array([np.nan, 0.0]))

    def test_one_changed_cell_of_a_large_frame_changes_it(self):
        frame = pd.DataFrame({"x": np.arange(60_000.0)})
        changed = frame.copy()
        changed.loc[31_234, "x"] += 1e-9
        assert digest(frame) != digest(changed)

    def test_memory_layout_does_not_count(self):
        table = np.arange(12.0).reshape(3, 4)
        assert digest(table) == digest(np.asfortranarray(table)) == digest(table.astype(">f8"))


class TestDataset:
    def test_equal_content_is_equal_whatever_the_display_name(self):
        assert small_dataset() == small_dataset(name="other")
        assert hash(small_dataset()) == hash(small_dataset(name="other"))

    @pytest.mark.parametrize(
        "changes",
        [
            {"y": pd.Series(["no", "yes", "yes", "yes"], name="class")},
            {"y": pd.Series(["no", "yes", "no", "yes"], name="label")},
            {"groups": pd.Series([1, 1, 2, 2])},
            {"X": pd.DataFrame({"a": [1.0, 2.0, np.nan, 4.0], "c": pd.Categorical(["x", "y", "x", "y"])})},
        ],
    )
    def test_names_values_and_groups_count(self, changes):
        assert small_dataset() != small_dataset(**changes)

    def test_the_positive_class_counts_where_it_is_not_the_last(self):
        unnamed, last, first = (small_dataset(positive=sign) for sign in (None, "yes", "no"))
        assert unnamed.fingerprint == last.fingerprint != first.fingerprint
        assert first == dataset_from_parquet(dataset_to_parquet(first))
        assert dataset_from_parquet(dataset_to_parquet(first)).positive == "no"

    def test_data_that_were_kept_before_the_positive_class_counted_keep_their_fingerprint(self):
        former = replace(small_dataset(positive="no"), fingerprint=small_dataset().fingerprint)
        kept = dataset_from_parquet(dataset_to_parquet(former))
        assert (kept.positive, kept.fingerprint) == ("no", former.fingerprint)

    def test_classes_counts_and_codes(self):
        dataset = small_dataset(y=pd.Series([10, 2, 10, 10]))
        assert dataset.classes == (2, 10)
        assert dataset.class_counts.tolist() == [1, 3]
        assert dataset.truth.tolist() == [1, 0, 1, 1]

    def test_regression_has_numbers_and_no_classes(self):
        dataset = small_dataset(y=pd.Series([1.5, 2, 3, 4]), task="regression", positive=None)
        assert dataset.classes == ()
        assert dataset.truth.tolist() == [1.5, 2, 3, 4]

    def test_it_is_frozen(self):
        with pytest.raises(FrozenInstanceError):
            small_dataset().name = "x"

    @pytest.mark.parametrize("share", [0.2, 1 / 3, 0.5])
    def test_a_test_set_is_stratified_disjoint_and_complete(self, share):
        n = 120
        dataset = Dataset(
            "big", pd.DataFrame({"id": np.arange(n)}), pd.Series(["a", "a", "b"] * (n // 3)), "classification"
        )
        rest, test = dataset.set_aside(share, seed=3)
        assert sorted([*rest.X["id"], *test.X["id"]]) == list(range(n))
        assert len(test) == pytest.approx(n * share, abs=1)
        assert test.class_counts["a"] == pytest.approx(2 / 3 * len(test), abs=1)
        assert rest.fingerprint != dataset.fingerprint
        assert rest == dataset.set_aside(share, seed=3)[0]

    def test_beside_a_test_set_no_number_is_said_of_what_was_counted_before(self):
        rows = {"X": pd.DataFrame({"x": np.arange(20)}), "y": pd.Series([*"ab" * 10]), "positive": None}
        rest, _ = small_dataset(**rows, notes=("2 of 21 cells are missing.",)).set_aside(0.25)
        aside, counted = rest.notes
        assert aside.startswith(
            "5 of 20 instances set aside as the test set (seed 0); what is told below was counted"
        )
        assert (aside.count("20"), counted) == (1, "2 of 21 cells are missing.")

    def test_what_a_test_set_left_is_part_of_the_data_and_other_data_are_not(self):
        whole = load_sample("breast_cancer")
        rest, test = whole.set_aside(0.25)
        assert rest.is_part_of(whole) and test.is_part_of(whole) and whole.is_part_of(whole)
        assert not whole.is_part_of(rest)
        assert not replace(rest, X=rest.X + 1, fingerprint="").is_part_of(whole)
        assert not load_sample("iris").is_part_of(whole)

    def test_a_test_set_takes_whole_groups(self):
        groups = pd.Series(np.repeat(np.arange(10), 6))
        dataset = Dataset(
            "g",
            pd.DataFrame({"x": np.arange(60)}),
            pd.Series(["a", "b"] * 30),
            "classification",
            groups=groups,
        )
        rest, test = dataset.set_aside(0.3)
        assert not set(rest.groups) & set(test.groups)

    @pytest.mark.parametrize("share", [0, 1, -0.1, 1.5])
    def test_shares_outside_of_0_to_1_are_refused(self, share):
        with pytest.raises(InputError, match="between 0 and 1"):
            small_dataset().set_aside(share)

    def test_a_class_too_small_for_both_sides_is_refused_in_a_sentence(self):
        with pytest.raises(InputError, match="cannot be left out"):
            small_dataset(y=pd.Series(["a", "b", "b", "b"])).set_aside(0.5)


class TestSpecs:
    spec = ExperimentSpec(
        fingerprint="f" * 64,
        learners=(LearnerSpec("knn", "k-NN", 0, options_of({"n_neighbors": 3})), LearnerSpec("tree", "tree")),
        design=DesignSpec("k_fold", options_of({"k": 10, "stratified": True})),
        measure="error",
        seed=7,
        tuning=Tuning(5, 3),
    )

    def test_json_round_trip(self):
        assert ExperimentSpec.from_json(self.spec.to_json()) == self.spec
        assert hash(ExperimentSpec.from_json(self.spec.to_json())) == hash(self.spec)
        plain = replace(self.spec, tuning=None)
        assert ExperimentSpec.from_json(plain.to_json()) == plain

    @pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"fingerprint": 3}', "null", '"text"'])
    def test_anything_else_is_refused_in_a_sentence(self, text):
        with pytest.raises(InputError, match="not an experiment specification"):
            ExperimentSpec.from_json(text)

    def test_the_display_name_is_not_part_of_what_is_learnt(self):
        one, two = LearnerSpec("tree", "tree"), LearnerSpec("tree", "my tree")
        assert one.digest() == two.digest()
        others = {replace(one, start=1).digest(), one.digest(Tuning()), replace(one, key="rt").digest()}
        others.add(replace(one, hyperparameters=options_of({"max_depth": 2})).digest())
        assert len(others | {one.digest()}) == 5

    @pytest.mark.parametrize("bad", [{"budget": 0}, {"folds": 1}])
    def test_tuning_is_checked(self, bad):
        with pytest.raises(InputError, match="at least"):
            Tuning(**bad)


class TestOutcomes:
    def test_fold_scores_by_learner_replicate_and_fold(self):
        scores = small_scores()
        assert scores.learners == ("B", "A")
        assert scores.matrix("A").tolist() == [[0.1, 0.2]]
        assert scores.wide.columns.tolist() == ["B", "A"]
        assert scores.select(["A"]).learners == ("A",)
        with pytest.raises(InputError, match="no learner 'C'"):
            scores.matrix("C")

    def test_a_matrix_of_several_data_sets_is_refused(self):
        scores = small_scores()
        two = replace(scores, frame=pd.concat([scores.frame, scores.frame.assign(dataset="e")]))
        with pytest.raises(InputError, match="several data sets"):
            two.matrix("A")

    def test_scores_compare_by_content(self):
        assert small_scores() == small_scores()
        changed = small_scores().frame.assign(score=0.5)
        assert small_scores() != replace(small_scores(), frame=changed)

    def test_predictions_as_a_tidy_table_of_labels(self):
        outcome = FoldPredictions(
            "tree",
            1,
            1,
            np.array([2, 0]),
            np.array([1, 1]),
            np.array([[0.2, 0.8], [0.4, 0.6]]),
            "probability",
        )
        predictions = Predictions(
            "d",
            "classification",
            np.array([0, 1, 1]),
            ("no", "yes"),
            ("tree",),
            (outcome,),
            ids=np.array([7, 8, 9]),
        )
        frame = predictions.frame
        assert frame["id"].tolist() == [9, 7]
        assert frame["truth"].tolist() == ["yes", "no"]
        assert frame["predicted"].tolist() == ["yes", "yes"]
        assert frame["probability_yes"].tolist() == [0.8, 0.6]
        assert predictions.of("tree") == (outcome,)
        with pytest.raises(InputError, match="no learner"):
            predictions.of("forest")

    def test_times_do_not_change_the_fingerprint_of_predictions(self):
        def of(**values):
            outcome = FoldPredictions("t", 1, 1, np.array([0]), np.array([0]), **values)
            return Predictions("d", "classification", np.array([0]), ("a", "b"), ("t",), (outcome,))

        assert of(training_seconds=1.0) == of(training_seconds=2.0)
        assert of() != of(scores=np.array([[1.0, 0.0]]))

    def test_no_outcomes_give_an_empty_table(self):
        empty = Predictions("d", "classification", np.array([0]), ("a", "b"), ("t",), ())
        assert empty.frame.empty
        assert "truth" in empty.frame

    def test_intervals_and_facts(self):
        interval = Interval(0.1, 0.4, 0.95, "t")
        assert interval.width == pytest.approx(0.3)
        assert interval.contains(0.1)
        assert not interval.contains(0.41)
        assert DesignFacts("5x2", 5, 2).pairs == 10


@pytest.mark.parametrize(
    ("truth", "classes", "positive", "opening"),
    [
        ([0, 1, 1, 1, 2], ("a", "b", "c"), None, "b"),
        ([0, 1, 1, 1, 2], ("a", "b", "c"), "a", "a"),
        ([0, 0, 1], ("no", "yes"), None, "yes"),
        ([0, 0, 1], ("no", "yes"), "no", "no"),
        ([0.5, 1.5], (), None, None),
    ],
)
def test_curves_open_with_the_positive_or_the_commonest_class(truth, classes, positive, opening):
    task = "classification" if classes else "regression"
    held = Predictions("d", task, np.array(truth), classes, ("A",), (), positive)
    assert held.opening_class == opening


def test_the_sizes_of_training_sets_are_known_or_not():
    rows = [("d", "A", 1, fold, size, 10.0, 0.1) for fold, size in ((1, 90.0), (2, 91.0), (3, np.nan))]
    frame = pd.DataFrame(rows, columns=FOLD_SCORE_COLUMNS)
    assert FoldScores(frame, "error", "error rate", True).training_sizes == (90.0, 91.0)
    assert FoldScores(frame.assign(n_train=np.nan), "error", "error rate", True).training_sizes is None
