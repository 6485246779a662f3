"""What is written is read back, bit for bit, and does no harm in a spreadsheet."""

import csv
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import (
    dataset_from_parquet,
    dataset_to_parquet,
    file_name,
    fold_scores_to_csv,
    load_sample,
    predictions_to_csv,
    read_dataset,
    read_fold_scores,
    read_table,
    sample_names,
    table_to_csv,
)
from core.data.csv_escape import neutralise, restore
from core.errors import InputError
from core.records import Dataset, DesignFacts, Failure, FoldPredictions, FoldScores, Predictions


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")', "-", "'=1", "''-2"]
)
def test_texts_that_a_spreadsheet_would_run_are_neutralised(text):
    assert neutralise(text) == f"'{text}"
    assert restore(neutralise(text)) == text
    [[header], [cell]] = rows_of(table_to_csv(pd.DataFrame({text: [text]})))
    assert header == cell == f"'{text}"


@pytest.mark.parametrize("text", ["a=1", "1-1", "'quoted'", "'", "", " =1", "x@y"])
def test_other_texts_are_left_alone(text):
    assert neutralise(text) == text
    assert restore(text) == text


@given(st.text())
def test_neutralising_is_undone(text):
    assert restore(neutralise(text)) == text
    assert not neutralise(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_numbers_are_left_alone():
    frame = pd.DataFrame(
        {"x": [-1.5, np.nan, 1e-300], "i": [-1, 0, 1], "b": [True, False, True], "o": [-1, "-1", None]}
    )
    assert rows_of(table_to_csv(frame)) == [
        ["x", "i", "b", "o"],
        ["-1.5", "-1", "True", "-1"],
        ["", "0", "False", "'-1"],
        ["1e-300", "1", "True", ""],
    ]


def test_categories_and_missing_cells():
    frame = pd.DataFrame({"c": pd.Categorical(["=a", None, "b"]), "s": ["é", None, "x,y"]})
    assert rows_of(table_to_csv(frame)) == [["c", "s"], ["'=a", "é"], ["", ""], ["b", "x,y"]]
    assert table_to_csv(frame).endswith(b'b,"x,y"\r\n')


def test_columns_of_the_same_name_are_all_written():
    frame = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert rows_of(table_to_csv(frame)) == [["a", "a"], ["1", "2"]]


FACTS = DesignFacts("repeated_k_fold", 2, 3, 100.0, 50.0, True, False, True)


def scores(values: list[float], learners: tuple[str, ...] = ("tree", "knn"), **changes: object) -> FoldScores:
    rows = [
        ("iris", learner, replicate, fold, 100, 50)
        for learner in learners
        for replicate in (1, 2)
        for fold in (1, 2, 3)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "learner", "replicate", "fold", "n_train", "n_validation"])
    frame = frame.assign(score=values[: len(frame)])
    fields = {"measure": "error", "measure_title": "Error rate", "lower_is_better": True, "facts": FACTS}
    return FoldScores(**{"frame": frame, **fields, **changes})


VALUES = (np.arange(1, 13) / 97).tolist()


def assert_same(back: FoldScores, first: FoldScores) -> None:
    pd.testing.assert_frame_equal(back.frame, first.frame, check_exact=True)
    assert back.fingerprint == first.fingerprint
    for name in (
        "measure",
        "measure_title",
        "lower_is_better",
        "unit",
        "facts",
        "rows",
        "learners",
        "datasets",
        "losses",
    ):
        assert getattr(back, name) == getattr(first, name), name
    assert [vars(failure) for failure in back.failures] == [vars(failure) for failure in first.failures]


CASES = {
    "plain": scores(VALUES),
    "higher is better": scores(VALUES, measure="auc", measure_title="AUC", lower_is_better=False),
    "seconds": scores([v * 1000 for v in VALUES], measure="training_time", measure_title="Time", unit="s"),
    "no design": scores(VALUES, facts=None),
    "stratified": scores(VALUES, facts=replace(FACTS, stratified=True)),
    "unknown design": scores(VALUES, facts=DesignFacts(None, 2, 3, 100.0, 50.0, False, True)),
    "harmful names": scores(VALUES, learners=("=cmd|' /C calc'!A0", '"quoted", \r\n-name')),
    "names like missing values": scores(VALUES, learners=("NA", "tree")),
    "order of colours": scores(VALUES, learner_order=("knn", "tree")),
    "a failed fold": scores([np.nan, *VALUES[1:]], failures=(Failure("tree", 1, 1, '=singular, or "so"'),)),
    "an undefined score": scores([*VALUES[:11], np.nan]),
    "costs": scores(
        VALUES, measure="cost", measure_title="Mean cost", losses=((0.0, 1 / 3), (-2.5, 1e-17)), facts=None
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_fold_scores_are_read_back(case):
    first = CASES[case]
    data = fold_scores_to_csv(first)
    assert_same(read_fold_scores(data), first)
    assert fold_scores_to_csv(read_fold_scores(data)) == data
    for row in rows_of(data):
        assert not any(cell.startswith(("=", "+", "@", "\t", "\r", "-")) for cell in row)


def test_costs_by_different_matrices_are_not_put_together():
    first, second = (
        scores(VALUES, (name,), measure="cost", losses=((0.0, 1.0), (cost, 0.0)))
        for name, cost in (("tree", 2.0), ("knn", 3.0))
    )
    assert first.fingerprint != replace(first, losses=None).fingerprint
    same = [fold_scores_to_csv(one) for one in (first, replace(second, losses=first.losses))]
    assert read_fold_scores(same).losses == first.losses
    with pytest.raises(InputError, match="different matrices"):
        read_fold_scores([fold_scores_to_csv(one) for one in (first, second)])


@pytest.mark.parametrize(
    "text", ["5", "[[0, 1]]", "[[0, 1], [1]]", "[[0, NaN], [1, 0]]", "[[0,", "[]", '["a"]']
)
def test_what_is_no_matrix_of_losses_is_refused(text):
    written = fold_scores_to_csv(scores(VALUES, measure="cost", losses=((0.0, 1.0), (2.0, 0.0))))
    table = read_table(written).frame.assign(loss_matrix=text)
    with pytest.raises(InputError, match="no square matrix") as caught:
        read_fold_scores(table_to_csv(table))
    assert "loss_matrix" in caught.value.where


def test_results_of_several_data_sets_are_read_back():
    rows = [(f"d{i}", learner, 1, 1, np.nan, 30.0, i / 7) for i in range(5) for learner in ("a", "b")]
    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    first = FoldScores(pd.DataFrame(rows, columns=columns), "mcc", "MCC", False, rows="data sets")
    assert_same(read_fold_scores(fold_scores_to_csv(first)), first)


@given(st.lists(st.floats(min_value=0, allow_nan=False, allow_infinity=False), min_size=12, max_size=12))
def test_scores_are_read_back_bit_for_bit(values):
    first = scores(values, measure="mse", measure_title="MSE")
    assert read_fold_scores(fold_scores_to_csv(first)).frame["score"].tolist() == values


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=12, max_size=12))
def test_scores_of_any_sign_are_read_back_bit_for_bit(values):
    first = scores(values, measure="gain", measure_title="Gain")
    assert read_fold_scores(fold_scores_to_csv(first)).frame["score"].tolist() == values


NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\r\n"),
    min_size=1,
    max_size=12,
).filter(lambda name: name.strip() == name)


@given(st.lists(NAMES, min_size=2, max_size=2, unique=True))
def test_any_name_is_read_back(names):
    first = scores(VALUES, learners=tuple(names))
    assert read_fold_scores(fold_scores_to_csv(first)).learners == tuple(names)


LONG = "learner,fold,score\na,1,0.1\na,2,0.2\nb,1,0.3\nb,2,0.4\n"


def test_a_short_table_is_enough():
    got = read_fold_scores(LONG.encode())
    assert got.frame["dataset"].unique().tolist() == ["data"]
    assert got.frame["replicate"].tolist() == [1, 1, 1, 1]
    assert got.frame["n_train"].isna().all()
    assert (got.measure, got.lower_is_better, got.facts, got.rows) == ("error", True, None, "folds")
    assert "taken for error rates" in got.notes[0]
    assert read_fold_scores(LONG.replace(",", ";").replace(".", ",").encode()) == got
    assert read_fold_scores(pd.read_csv(io.StringIO(LONG))).frame["score"].tolist() == [0.1, 0.2, 0.3, 0.4]


def test_what_the_table_leaves_open_is_said_by_arguments():
    text = "model,fold,value\na,0,90\na,1,80\nb,0,70\nb,1,60\n"
    roles = {"learner": "model", "score": "value"}
    got = read_fold_scores(text.encode(), layout="long", roles=roles, measure="accuracy", scale="percent")
    assert got.frame["score"].tolist() == [0.9, 0.8, 0.7, 0.6]
    assert got.frame["fold"].tolist() == [1, 2, 1, 2]
    assert (got.measure, got.measure_title, got.lower_is_better) == ("accuracy", "accuracy", False)
    assert any("divided by 100" in note for note in got.notes)
    assumed = read_fold_scores(text.encode(), roles=roles, measure="accuracy")
    assert assumed == got
    assert any("because some are above 1" in note for note in assumed.notes)
    with pytest.raises(
        InputError, match="between 0 and 1, but some scores do not: 90, data rows 1, 2, 3 and 4"
    ):
        read_fold_scores(text.encode(), roles=roles, measure="accuracy", scale="proportion")
    assert (
        read_fold_scores(text.encode(), roles=roles, measure="gain", lower_is_better=False).measure == "gain"
    )


def test_one_measure_of_several_is_chosen():
    text = "learner,fold,score,measure\na,1,0.1,error\na,1,0.8,auc\nb,1,0.2,error\nb,1,0.7,auc\n"
    assert read_fold_scores(text.encode(), measure="auc").frame["score"].tolist() == [0.8, 0.7]
    with pytest.raises(InputError, match="several measures: 'error' and 'auc'"):
        read_fold_scores(text.encode())
    with pytest.raises(InputError, match="no measure 'f1'"):
        read_fold_scores(text.encode(), measure="f1")


def test_rows_may_be_data_sets():
    text = "dataset,learner,fold,score\nx,a,1,0.1\nx,b,1,0.2\ny,a,1,0.3\ny,b,1,0.4\n"
    assert read_fold_scores(text.encode()).rows == "data sets"
    assert read_fold_scores(text.encode(), rows="folds").rows == "folds"


REFUSED = {
    "other columns": ("a,b\nx,y\n", {}, "no known layout", "learner, fold and score"),
    "layout without its columns": (
        "a,b\n1,2\n",
        {"layout": "long"},
        "'learner', 'fold' or 'score'",
        "roles=",
    ),
    "unknown layout": (LONG, {"layout": "oblique"}, "no layout 'oblique'", "long"),
    "no number": (LONG.replace("0.2", "x"), {}, "'x' is no number, data row 2", "Correct"),
    "infinite": (LONG.replace("0.2", "inf"), {}, "'inf' is no number, data row 2", "Correct"),
    "no fold": (LONG.replace("a,2", "a,"), {}, "is empty in data row 2", "Fill"),
    "half a fold": (LONG.replace("a,2", "a,2.5"), {}, "'2.5' does not count folds, data row 2", "1, 2, 3"),
    "no learner": (LONG.replace("a,2", ",2"), {}, "is empty in data row 2", "Fill"),
    "twice": (
        LONG + "b,2,0.5\n",
        {},
        "several scores for replicate 1, fold 2 of 'data': data rows 4 and 5",
        "replicate",
    ),
    "unknown direction": (LONG, {"measure": "gain"}, "whether lower is better", "lower_is_better=True"),
    "no proportion": (
        LONG.replace("0.2", "-7").replace("0.3", "3"),
        {"measure": "error"},
        "neither proportions nor percent",
        "measure",
    ),
    "two designs": (
        "learner,fold,score,lower_is_better\na,1,0.1,True\na,2,0.2,False\n",
        {},
        "'True' and 'False', but can only be the same",
        "Split",
    ),
    "no truth value": ("learner,fold,score,lower_is_better\na,1,0.1,maybe\n", {}, "'maybe'", "True or False"),
    "no size": ("learner,fold,score,n_train\na,1,0.1,0\n", {}, "'0' is no number of instances", "how many"),
    "unknown rows": ("learner,fold,score,rows\na,1,0.1,cells\n", {}, "'cells'", ""),
    "unknown rows argument": (LONG, {"rows": "cells"}, "'cells'", ""),
    "unknown scale": (LONG, {"scale": "permille"}, "'permille'", ""),
}


@pytest.mark.parametrize(("text", "options", "what", "hint"), REFUSED.values(), ids=REFUSED)
def test_what_are_no_fold_results_is_refused(text, options, what, hint):
    with pytest.raises(InputError) as caught:
        read_fold_scores(text.encode(), **options)
    assert what in caught.value.what
    assert hint in caught.value.hint


def test_fold_results_have_their_own_limit(tmp_path):
    path = tmp_path / "scores.csv"
    with path.open("wb") as file:
        file.truncate(21 * 2**20)
    with pytest.raises(InputError, match="more than 20\u00a0MB"):
        read_fold_scores(path)


def predictions() -> Predictions:
    outcomes = (
        FoldPredictions(
            "=tree",
            1,
            1,
            np.array([0, 2]),
            np.array([0, 1]),
            np.array([[0.9, 0.1], [1 / 3, 2 / 3]]),
            "probability",
            2,
        ),
        FoldPredictions(
            "svm", 1, 2, np.array([1, 3]), np.array([1, 0]), np.array([0.5, -1.25]), "decision", 2
        ),
    )
    facts = DesignFacts("k_fold", 1, 2, 2.0, 2.0, True, True)
    return Predictions(
        "x",
        "classification",
        np.array([0, 1, 1, 0]),
        ("-no", "yes"),
        ("=tree", "svm"),
        outcomes,
        "yes",
        facts=facts,
    )


def test_predictions_are_one_long_table():
    table = rows_of(predictions_to_csv(predictions()))
    assert table[0] == [
        *("dataset", "learner", "replicate", "fold", "n_train", "id", "truth", "predicted"),
        *("probability_-no", "probability_yes", "decision_yes"),
        *("positive", "task", "design", "training_sets_overlap", "every_instance_once", "grouped"),
    ]
    assert table[1] == [
        *("x", "'=tree", "1", "1", "2", "0", "'-no", "'-no", "0.9", "0.1", ""),
        *("yes", "classification", "k_fold", "True", "True", "False"),
    ]
    assert table[2][8:11] == [repr(1 / 3), repr(2 / 3), ""]
    assert table[4][1:11] == ["svm", "1", "2", "2", "3", "'-no", "'-no", "", "", "-1.25"]
    assert len(table) == 5
    assert read_table(predictions_to_csv(predictions())).columns[0] == "dataset"


def test_predictions_of_a_regression():
    outcome = FoldPredictions("ols", 1, 1, np.array([1, 0]), np.array([0.1, -2.0]))
    written = Predictions(
        "x", "regression", np.array([1.5, 2.5]), (), ("ols",), (outcome,), ids=np.array(["=a", "b"])
    )
    assert rows_of(predictions_to_csv(written))[1:] == [
        ["x", "ols", "1", "1", "", "b", "2.5", "0.1", "regression"],
        ["x", "ols", "1", "1", "", "'=a", "1.5", "-2.0", "regression"],
    ]


@pytest.mark.parametrize("name", sample_names())
def test_stored_data_sets_come_back_with_their_fingerprint(name):
    first = load_sample(name)
    back = dataset_from_parquet(dataset_to_parquet(first))
    assert back.fingerprint == first.fingerprint
    pd.testing.assert_frame_equal(back.X, first.X)
    pd.testing.assert_series_equal(back.y, first.y)
    assert (back.name, back.task, back.positive, back.notes) == (
        first.name,
        first.task,
        first.positive,
        first.notes,
    )
    assert back.classes == first.classes


def odd_dataset() -> Dataset:
    n = 12
    X = pd.DataFrame(
        {
            "x": np.r_[np.nan, -0.0, np.arange(n - 2) / 7],
            "i": np.arange(n, dtype="int8"),
            "b": np.arange(n) % 2 == 0,
            "unused": pd.Categorical(["b", "a", None] * 4, categories=["z", "b", "a"]),
            "ordered": pd.Categorical([3, 1, 2] * 4, categories=[3, 2, 1], ordered=True),
            "f": np.arange(n, dtype="float32") / 3,
        }
    ).set_axis(["x", "x", "b", 4, "<b>=1</b>", "x "], axis="columns")
    return Dataset(
        name="ö, =1",
        X=X,
        y=pd.Series([2, 7] * 6, name="y"),
        task="classification",
        positive=np.int64(7),
        groups=pd.Series(["g", "h", "i"] * 4, name="x"),
        folds=pd.Series([1, 2, 3, 4] * 3, name="fold"),
        notes=("One.", "Two."),
    )


def test_odd_data_sets_are_stored_too():
    first = odd_dataset()
    back = dataset_from_parquet(dataset_to_parquet(first))
    assert back == first
    pd.testing.assert_frame_equal(back.X, first.X)
    assert list(back.X.columns) == list(first.X.columns)
    assert back.positive == 7
    assert back.groups is not None
    assert back.groups.tolist() == first.groups.tolist()
    assert back.folds is not None
    assert back.folds.dtype == first.folds.dtype
    part = first.take(np.array([0, 3, 5]))
    assert dataset_from_parquet(dataset_to_parquet(part)) == part


def test_a_read_data_set_with_groups_is_stored():
    text = "x,c,g,f,k\n" + "".join(
        f"{i / 3},{'ab'[i % 2]},p{i % 4},{i % 3 + 1},{'uv'[i // 6]}\n" for i in range(12)
    )
    first = read_dataset(text.encode(), "k", groups="g", folds="f")
    back = dataset_from_parquet(dataset_to_parquet(first))
    assert back == first
    assert back.groups is not None
    assert back.groups.name == "g"


def test_other_bytes_are_no_stored_data_set():
    stored = dataset_to_parquet(load_sample("iris"))
    other = io.BytesIO()
    pd.DataFrame({"a": [1]}).to_parquet(other)
    with pytest.raises(InputError, match="on its way to a job"):
        read_dataset(stored)
    for data in (b"", b"PAR1", stored[:-20], other.getvalue()):
        with pytest.raises(InputError, match="not a data set that was stored"):
            dataset_from_parquet(data)


def test_a_changed_data_set_is_noticed():
    import json

    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(pa.BufferReader(dataset_to_parquet(load_sample("iris"))))
    about = json.loads(table.schema.metadata[b"foldwise"])
    about["columns"][0]["name"] = "other"
    sink = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata({b"foldwise": json.dumps(about).encode()}), sink)
    with pytest.raises(InputError, match="was changed"):
        dataset_from_parquet(sink.getvalue().to_pybytes())


def test_what_cannot_be_stored_is_refused():
    y = pd.Series(["a", "b"] * 6, name="y")
    times = pd.Categorical(pd.to_datetime(["2020-01-01", "2020-01-02"] * 6))
    for X in (
        pd.DataFrame({"x": times}),
        pd.DataFrame({"x": [1, "a"] * 6}),
        pd.DataFrame({("x", 1): range(12)}),
    ):
        with pytest.raises(InputError):
            dataset_to_parquet(Dataset("d", X, y, "classification"))


@pytest.mark.parametrize(
    ("datasets", "facts", "name"),
    [
        (["heart"], DesignFacts("k_fold", 1, 10), "heart_10fold_scores.csv"),
        (["heart"], DesignFacts("repeated_k_fold", 5, 10), "heart_5x10fold_scores.csv"),
        (["heart"], DesignFacts("k_fold", 1, 1), "heart_cross_validation_scores.csv"),
        (["heart"], DesignFacts("balanced_5x2", 5, 2), "heart_balanced_5x2_scores.csv"),
        (["../a b.csv"], None, "a_b_csv_scores.csv"),
        (["a", "b"], DesignFacts(None, 1, 2), "2_data_sets_scores.csv"),
        ([""], None, "scores.csv"),
    ],
)
def test_downloads_are_named_by_data_and_design(datasets, facts, name):
    assert file_name("scores.csv", datasets, facts) == name
