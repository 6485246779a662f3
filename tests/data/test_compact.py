"""Whatever stands in a table, keeping its columns small changes nothing of what is read, noted or refused."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.data import read_table

ROWS = 240


def outcome(read):
    """What came of it, or the refusal."""
    try:
        found = read()
    except core.InputError as error:
        return type(error), str(error)
    return found.fingerprint, found.notes, found.facts, found.learners


def same(read, data: bytes) -> None:
    """The reader gives the same from small columns and from texts."""
    assert outcome(lambda: read(data)) == outcome(lambda: read(read_table(data))), data[:300]


def table(**changed) -> pd.DataFrame:
    rng = np.random.default_rng(1)
    y = rng.random(ROWS) < 0.4
    p = np.clip(0.4 + 0.3 * y + rng.normal(size=ROWS) / 6, 0.001, 0.999)
    columns = {
        "id": [str(i) for i in range(1, ROWS + 1)],
        "fold": [str(i % 4 + 1) for i in range(ROWS)],
        "truth": np.where(y, "yes", "no").tolist(),
        "tree": np.where(p > 0.5, "yes", "no").tolist(),
        "tree_proba_yes": [repr(float(value)) for value in p],
        "svm_score": [f"{float(value) - 0.5:.6f}" for value in p],
    }
    return pd.DataFrame({**columns, **changed}, dtype="str")


def csv(frame: pd.DataFrame, **options) -> bytes:
    return frame.to_csv(index=False, **options).encode()


def with_cell(column: str, row: int, cell: str) -> pd.DataFrame:
    frame = table()
    frame.loc[row, column] = cell
    return frame


def test_columns_are_kept_small_and_heads_as_written():
    found = read_table(csv(table()), compact=True)
    kinds = [str(dtype) for dtype in found.frame.dtypes]
    assert kinds == ["str", "category", "category", "category", "float64", "float64"]
    assert found.sample(3).equals(read_table(csv(table())).frame.head(3))
    assert found.spellings == {}


@pytest.mark.parametrize("row", [0, 100, ROWS - 1])
@pytest.mark.parametrize("column", list(table().columns))
@pytest.mark.parametrize(
    "cell",
    [
        "",
        " ",
        "NA",
        "nan",
        "?",
        "inf",
        "-Infinity",
        "maybe",
        "1e400",
        "1,5",
        "−1.5",
        " 0.5 ",
        "+0.25",
        "0x1p3",
    ],
)
def test_one_odd_cell_is_told_in_the_same_words(column, row, cell):
    same(core.read_predictions, csv(with_cell(column, row, cell)))


@pytest.mark.parametrize(
    "changed",
    [
        {
            "truth": ["1" if i % 3 else "0" for i in range(ROWS)],
            "tree": ["1.0" if i % 2 else "0.0" for i in range(ROWS)],
        },
        {"truth": ["yes " if i % 3 else " no" for i in range(ROWS)]},
        {
            "truth": ["01" if i % 3 else "2" for i in range(ROWS)],
            "tree": ["1" if i % 2 else "02" for i in range(ROWS)],
        },
        {"id": [f"{i:05d}" for i in range(ROWS)]},
        {"id": [f"patient {i}" for i in range(ROWS)]},
        {"id": [str(ROWS - i) for i in range(ROWS)]},
        {"id": [str(10**15 + i) for i in range(ROWS)]},
        {"id": [f"{i}.0" for i in range(ROWS)]},
        {"id": [str(i // 2) for i in range(ROWS)]},
        {"fold": [f"Fold{i % 10 + 1:02d}" for i in range(ROWS)]},
        {"fold": [f"{i % 4}.5" for i in range(ROWS)]},
        {"tree_proba_yes": [f"{i / ROWS:.3f}".replace(".", ",") for i in range(ROWS)]},
        {"tree_proba_yes": [f"{i * 1000:,}" for i in range(ROWS)]},
    ],
)
def test_labels_ids_and_folds_are_the_same(changed):
    same(core.read_predictions, csv(table(**changed), sep=";"))


def test_a_regression_is_the_same():
    numbers = [repr(float(value)) for value in np.random.default_rng(0).normal(50, 9, ROWS)]
    frame = pd.DataFrame(
        {"id": range(ROWS), "truth": numbers, "ridge": numbers[::-1], "tree": [n[:5] for n in numbers]}
    )
    same(core.read_predictions, csv(frame))
    found = core.read_predictions(csv(frame))
    assert found.task == "regression"
    assert found.truth.tolist() == [float(number) for number in numbers]


@pytest.mark.parametrize(
    "options", [{"quoting": 1}, {"lineterminator": "\r\n"}, {"sep": "\t"}, {"lineterminator": "\r"}]
)
def test_quotation_marks_and_line_ends_make_no_difference(options):
    same(core.read_predictions, csv(table(), **options))
    same(core.read_predictions, csv(table(), **options) + b'7,"')
    same(core.read_predictions, csv(table(), **options) + b"7,8,9\n")


def test_files_of_both_kinds_are_joined():
    frame = table()
    other = frame[["id", "truth"]].assign(knn=frame["tree"][::-1].to_numpy())[::-1]
    both = core.read_predictions([csv(frame), csv(other)])
    assert both.fingerprint == core.read_predictions([read_table(csv(frame)), csv(other)]).fingerprint
    assert both.learners == ("tree", "svm", "knn")


cells = st.sampled_from(
    ["0", "1", "0.5", "1.50", "a", "b", " a", "NA", "", "-", "'=1", "2", "3.0", "1e3", "é", "−2"]
)


@given(st.data())
def test_any_mixture_of_cells_is_the_same(data):
    width = data.draw(st.integers(1, 3))
    few = [data.draw(st.lists(cells, min_size=1, max_size=4)) for _ in range(width + 1)]
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    columns = {"truth" if i == 0 else f"m{i}": rng.choice(values, ROWS) for i, values in enumerate(few)}
    columns["m9_score"] = rng.normal(size=ROWS).round(data.draw(st.integers(0, 6)))
    same(core.read_predictions, csv(pd.DataFrame(columns)))


def fold_rows(**changed) -> pd.DataFrame:
    rng = np.random.default_rng(2)
    columns = {
        "learner": np.repeat(["tree", "svm", "NA"], 100).tolist(),
        "replicate": np.tile(np.repeat(np.arange(1, 11), 10), 3).astype(str).tolist(),
        "fold": np.tile(np.arange(1, 11), 30).astype(str).tolist(),
        "n_train": ["90"] * 300,
        "score": [repr(float(value)) for value in rng.random(300)],
    }
    return pd.DataFrame({**columns, **changed}, dtype="str")


@pytest.mark.parametrize("column", list(fold_rows().columns))
@pytest.mark.parametrize("cell", ["", "NA", "inf", "x", "-1", "1.5", "'=a", "0", "1e9", "007", " 3", "101"])
def test_one_odd_cell_of_fold_results_is_told_in_the_same_words(column, cell):
    frame = fold_rows()
    frame.loc[150, column] = cell
    same(core.read_fold_scores, csv(frame))


def test_fold_results_hold_texts_and_numbers():
    found = core.read_fold_scores(csv(fold_rows()))
    kinds = found.frame.dtypes.astype("str").to_dict()
    assert (kinds["dataset"], kinds["learner"], kinds["score"]) == ("str", "str", "float64")
    assert found.learners == ("tree", "svm", "NA")
    again = core.read_fold_scores(
        [csv(fold_rows()), csv(fold_rows(learner=["ann"] * 100 + ["bob"] * 100 + ["cy"] * 100))]
    )
    assert again.frame["learner"].dtype == "str"
    assert len(again.learners) == 6
    assert dataclasses.replace(found, notes=()) == core.read_fold_scores(read_table(csv(fold_rows())))


def test_the_first_rows_as_written_lack_none_of_a_short_table():
    for end in ("", "\n"):
        table = read_table(f"a,b\n1,x\n2,y{end}".encode(), compact=True)
        assert table.sample(20).values.tolist() == [["1", "x"], ["2", "y"]]
