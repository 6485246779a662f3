"""Tables → data sets: roles, kinds of columns, and a sentence for everything that cannot be learned from."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import DOORS, SAMPLES, inspect, inspect_dataset, read_dataset
from core.designs import make_design
from core.errors import InputError


def csv(**columns: object) -> bytes:
    return pd.DataFrame(columns).to_csv(index=False).encode()


def repeated(*values: object, times: int = 4) -> list[object]:
    return list(values) * times


X = [0.5, 1.5, 2.25, 3.5, 4.5, 5.75, 6.5, 7.5, 8.5, 9.5, 10.5, 11.25]
K = repeated("u", "v", times=6)
GOOD = csv(x=X, k=K)


def with_cell(value: str, row: int = 3) -> bytes:
    cells = [str(x) for x in X]
    cells[row - 1] = value
    return csv(x=cells, k=K)


NUMBERS = [str(i) for i in range(30)]

REFUSED = {
    "one column": (b"a\n1\n2\n", {}, "only one column, 'a'", "", "commas, semicolons"),
    "three rows": (b"a,b\n1,x\n2,y\n3,x\n", {}, "has 3 instances; at least 8", "file", "more rows"),
    "one row": (b"a,b\n1,x\n", {}, "has 1 instance; at least 8", "file", "more rows"),
    "unknown target": (GOOD, {"target": "kk"}, "no column 'kk'", "target", "Did you mean 'k'?"),
    "unknown target, nothing near": (
        GOOD,
        {"target": "species"},
        "no column 'species'",
        "target",
        "There are 'x' and 'k'",
    ),
    "unknown column to drop": (GOOD, {"drop": ["xx", "x"]}, "no column 'xx'", "drop", "Did you mean 'x'?"),
    "unknown groups": (GOOD, {"groups": "g"}, "no column 'g'", "groups", "There are"),
    "unknown folds": (GOOD, {"folds": "f"}, "no column 'f'", "folds", "There are"),
    "unknown categorical": (GOOD, {"categorical": "z"}, "no column 'z'", "categorical", "There are"),
    "unknown keep": (GOOD, {"keep": ["z"]}, "no column 'z'", "keep", "There are"),
    "unknown task": (GOOD, {"task": "ranking"}, "'ranking'", "task", ""),
    "two roles": (GOOD, {"target": "k", "groups": "k"}, "two roles", "column 'k'", "one"),
    "target dropped": (GOOD, {"target": "k", "drop": "k"}, "two roles", "column 'k'", "one"),
    "all dropped": (GOOD, {"drop": ["x", "k"]}, "no column is left to be the target", "drop", "fewer"),
    "no attribute": (GOOD, {"target": "k", "drop": "x"}, "no attribute is left", "", "another target"),
    "only an identifier": (
        csv(name=[f"n{i}" for i in range(12)], k=K),
        {"target": "k"},
        "left out: 'name', because it looks like an identifier",
        "",
        "keep one",
    ),
    "one class": (csv(x=X, k=["u"] * 12), {"target": "k"}, "only one class, 'u'", "column 'k'", "another"),
    "one number": (csv(x=X, k=[3] * 12), {"target": "k"}, "only one class, 3", "column 'k'", "another"),
    "constant regression": (
        csv(x=X, k=[3.5] * 12),
        {"target": "k", "task": "regression"},
        "every instance has the value 3.5",
        "column 'k'",
        "another",
    ),
    "too many classes": (
        csv(x=range(60), k=[f"c{i}" for i in range(59)] + ["c0"]),
        {"target": "k"},
        "59 distinct values in 60 rows, too many for classes",
        "column 'k'",
        "identifier",
    ),
    "numbers as classes": (
        csv(x=X, k=[i / 7 for i in range(12)]),
        {"target": "k", "task": "classification"},
        "12 distinct values in 12 rows",
        "column 'k'",
        "choose regression",
    ),
    "texts for a regression": (
        GOOD,
        {"task": "regression"},
        "texts such as 'u'",
        "column 'k'",
        "classification",
    ),
    "missing target": (
        csv(x=X, k=[*K[:5], None, *K[6:11], "NA"]),
        {"target": "k"},
        "missing in 2 of 12 rows: data rows 6 and 12",
        "column 'k'",
        "drop_missing_target=True",
    ),
    "one missing target": (
        csv(x=X, k=["?", *K[1:]]),
        {"target": "k"},
        "1 of 12 rows: data row 1.",
        "column 'k'",
        "remove",
    ),
    "many missing targets": (
        csv(x=X, k=[None] * 10 + ["u", "v"]),
        {"target": "k"},
        "1, 2, 3, 4, 5 and 5 more",
        "'k'",
        "Fill",
    ),
    "all targets missing": (
        csv(x=X, k=[None] * 12),
        {"target": "k"},
        "missing in 12 of 12",
        "column 'k'",
        "Fill",
    ),
    "too few targets": (
        csv(x=X, k=[None] * 9 + ["u", "v", "u"]),
        {"target": "k", "drop_missing_target": True},
        "has 3 instances",
        "file",
        "more",
    ),
    "infinite": (with_cell("inf"), {}, "infinite or too large, data row 3", "column 'x'", "leave it empty"),
    "minus infinite": (
        with_cell("-Infinity"),
        {},
        "infinite or too large, data row 3",
        "column 'x'",
        "leave it empty",
    ),
    "too large": (
        with_cell("1e999"),
        {},
        "infinite or too large, data row 3",
        "column 'x'",
        "leave it empty",
    ),
    "infinite target": (
        csv(x=X, y=[1.5] * 5 + [np.inf] + X[:6]),
        {"task": "regression"},
        "infinite or too large, data row 6",
        "column 'y'",
        "Correct",
    ),
    "text among numbers": (
        csv(x=[*NUMBERS[:28], "about 7", "n.a."], k=repeated("u", "v", "w", times=10)),
        {},
        "except in 2 of 30 cells: 'about 7' and 'n.a.', data rows 29 and 30",
        "column 'x'",
        "categorical",
    ),
    "text among target numbers": (
        csv(x=[i / 7 for i in range(30)], y=[*NUMBERS[:29], "x1"]),
        {},
        "except in 1 of 30 cells: 'x1', data row 30",
        "column 'y'",
        "Correct",
    ),
    "missing group": (
        csv(x=X, g=["a", None] * 6, k=K),
        {"groups": "g"},
        "cannot say the groups: it is missing in 6 rows",
        "column 'g'",
        "Fill",
    ),
    "one group": (csv(x=X, g=["a"] * 12, k=K), {"groups": "g"}, "nothing but 'a'", "column 'g'", "another"),
    "missing fold": (
        csv(x=X, f=[1, None] * 6, k=K),
        {"folds": "f"},
        "cannot say the folds",
        "column 'f'",
        "Fill",
    ),
    "unknown positive": (GOOD, {"positive": "w"}, "no class 'w'", "positive", "'u' and 'v'"),
    "positive of three": (
        csv(x=X, k=repeated("a", "b", "c")),
        {"positive": "a"},
        "3 classes",
        "positive",
        "out",
    ),
    "positive of a regression": (
        csv(k=K, x=X),
        {"positive": 1, "task": "regression"},
        "none in a regression",
        "positive",
        "out",
    ),
    "ragged": (b"a,b\n1,u\n2\n", {}, "1 cell where", "line 3", "Complete"),
    "a picture": (b"\x89PNG\r\n", {}, "PNG", "file", "table"),
    "empty": (b"", {}, "empty", "file", "Save"),
    "a sheet of a CSV": (GOOD, {"sheet": "S1"}, "no workbook", "sheet", "Leave sheet out"),
}


@pytest.mark.parametrize(("data", "options", "what", "where", "hint"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_learned_from_is_refused_in_a_sentence(data, options, what, where, hint):
    with pytest.raises(InputError) as caught:
        read_dataset(data, **options)
    assert what in caught.value.what
    assert where in caught.value.where
    assert hint in caught.value.hint
    assert caught.value.what[-1] in ".?"


NOTED = {
    "target by name": (csv(diagnosis=K, x=X, w=K), {}, "'diagnosis' was taken as the target"),
    "last column": (GOOD, {}, "'k' was taken as the target"),
    "row numbers": (csv(n=range(1, 13), x=X, k=K), {}, "'n' was left out: it looks like an identifier"),
    "row numbers from 0": (csv(n=range(12), x=X, k=K), {}, "'n' was left out"),
    "shuffled row numbers": (csv(n=[*range(5, 13), *range(1, 5)], x=X, k=K), {}, "'n' was left out"),
    "identifier by name": (csv(PatientID=range(100, 220, 10), x=X, k=K), {}, "'PatientID' was left out"),
    "row numbers from 10001": (
        csv(order=range(10001, 10025), x=[*X, *X], k=[*K, *K]),
        {},
        "'order' was left out: it looks like an identifier",
    ),
    "whole numbers that grow from row to row": (
        csv(ticket=[100 + n * n for n in range(24)], x=[*X, *X], k=[*K, *K]),
        {},
        "'ticket' has another whole number in every row, in their order; it was kept as an attribute",
    ),
    "identifier by a word": (
        csv(**{"Auftrag-Nr": range(7, 67, 5)}, x=X, k=K),
        {},
        "'Auftrag-Nr' was left out",
    ),
    "identifier by the end of a word": (
        csv(Kundennummer=range(7, 67, 5), x=X, k=K),
        {},
        "'Kundennummer' was left out",
    ),
    "names": (csv(name=[f"n{i}" for i in range(12)], x=X, k=K), {}, "'name' was left out"),
    "unnamed index": (pd.DataFrame({"x": X, "k": K}).to_csv().encode(), {}, "'column 1' was left out"),
    "constant": (csv(c=[7] * 12, x=X, k=K), {}, "'c' was left out: it holds nothing but 7"),
    "constant text": (csv(c=["z"] * 12, x=X, k=K), {}, "it holds nothing but 'z'"),
    "the target once more": (
        csv(x=X, k=K, class_=K).replace(b"class_", b"class"),
        {},
        "'k' was left out: it holds the target 'class' once more, cell for cell",
    ),
    "an attribute that tells the class": (
        csv(code=repeated(7, 3, times=12), x=range(1, 25), k=repeated("u", "v", times=12)),
        {},
        "Column 'code' tells the class in every row",
    ),
    "empty column": (csv(c=[None] * 12, x=X, k=K), {}, "'c' was left out: it is empty"),
    "an empty column cannot be kept": (csv(c=[None] * 12, x=X, k=K), {"keep": "c"}, "it is empty"),
    "free text": (
        csv(t=[f"text {i}" for i in range(39)] + ["text 0"], x=range(3, 43), k=repeated("u", "v", times=20)),
        {},
        "'t' was left out: it is free text, with 39 distinct values in 40 rows",
    ),
    "missing": (with_cell("?"), {}, "'x': 1 of 12 cells is missing (written ?)."),
    "missing, empty": (csv(x=[None, *X[1:]], k=K), {}, "1 of 12 cells is missing."),
    "missing are filled in later": (with_cell(""), {}, "learners fill them in from each training set alone"),
    "duplicate names": (
        b"x,x,k\n" + b"".join(f"{x},{x},{k}\n".encode() for x, k in zip(X, K, strict=True)),
        {},
        "'x.2'",
    ),
    "thousands": (csv(x=[f"{1000 + i:,}" for i in range(12)], z=X, k=K), {}, "'x' has thousands separators"),
    "percent signs": (csv(x=["", *(f"{i}.5 %" for i in range(11))], z=X, k=K), {}, "'x' has percent signs"),
    "leading zeros": (
        csv(x=[f"{i // 2:05}" for i in range(12)], z=X, k=K),
        {},
        "leading zeros, such as '00000'",
    ),
    "dates of a workbook": (
        pd.DataFrame({"d": pd.date_range("2020-01-01", periods=12), "x": X, "k": K}),
        {},
        "'d' holds dates; they",
    ),
    "another decimal sign": (
        csv(x=[f"{x:.2f}".replace(".", ",") for x in X], z=X, w=X, k=K),
        {},
        "'x' was read with a decimal comma, unlike",
    ),
    "dates": (
        csv(d=[f"2020-01-{i + 1:02d}" for i in range(12)], x=X, k=K),
        {},
        "'d' holds dates (year-month-day)",
    ),
    "dates in order": (
        csv(d=[f"2020-01-{i + 1:02d}" for i in range(12)], x=X, k=K),
        {"drop": ["d"]},
        "'d' is a date that grows from row to row",
    ),
    "dates in order, the newest first": (
        csv(d=[f"2020-01-{i + 1:02d}" for i in range(12, 0, -1)], x=X, k=K),
        {},
        "'d' is a date that falls from row to row",
    ),
    "half numbers": (csv(a=repeated(1, 2, "3+"), x=X, k=K), {}, "'a' holds numbers but also '3+'"),
    "a class of one": (csv(x=X, k=["w", *K[1:]]), {}, "Only one instance has the class 'w'"),
    "classes of one": (csv(x=X, k=["w", "z", *K[2:]]), {}, "The classes 'w' and 'z' have one instance each"),
    "capitals": (
        csv(x=X, k=["U", "U", *K[2:]]),
        {},
        "'U' and 'u' differ in capitals and blanks alone and count as 2: if",
    ),
    "capitals that are taken as one": (
        csv(x=X, k=["U", "U", *K[2:]]),
        {"one_spelling": True},
        "The target writes a class in several ways; as asked, taken as one were 'U' for 'u'.",
    ),
    "many classes": (
        csv(x=range(500, 620), k=repeated(*[f"c{i}" for i in range(60)], times=2)),
        {"target": "k"},
        "60 classes, which is a lot",
    ),
    "many categories": (
        csv(a=repeated(*[f"c{i}" for i in range(60)], times=2), k=repeated("u", "v", times=60)),
        {},
        "'a' has 60 categories, which is a lot",
    ),
    "positive by name": (
        csv(x=X, k=repeated("no", "yes", times=6)),
        {},
        "'yes' was taken as the positive one: by its name",
    ),
    "positive in German": (
        csv(x=X, k=repeated("nein", "ja", "ja", times=4)),
        {},
        "'ja' was taken as the positive one: by its name",
    ),
    "positive in Spanish": (
        csv(x=X, k=repeated("no", "sí", "sí", times=4)),
        {},
        "'sí' was taken as the positive one: by its name",
    ),
    "positive 1": (
        csv(x=X, k=repeated(1, 0, 0, 1, times=3)),
        {},
        "class 1 was taken as the positive one: by its name",
    ),
    "positive, the rarer": (
        csv(x=X, k=["a"] * 4 + ["b"] * 8),
        {},
        "'a' was taken as the positive one: it is the rarer one",
    ),
    "positive, the last": (GOOD, {}, "'v' was taken as the positive one: it is the last"),
    "regression assumed": (
        csv(k=K, x=X),
        {},
        "12 distinct numbers; regression was assumed (task='classification'",
    ),
    "classes assumed": (
        csv(x=X, k=repeated(1, 2, 3)),
        {},
        "3 distinct numbers; classification was assumed (task='regression'",
    ),
    "groups suggested": (csv(patient_id=repeated(1, 2, 3), x=X, k=K), {}, "groups='patient_id' uses it"),
    "an id that repeats": (csv(sample_id=repeated(1, 2, 3), x=X, k=K), {}, "groups='sample_id' uses it"),
    "groups of animals": (csv(animal=repeated("r1", "r2", "r3"), x=X, k=K), {}, "groups='animal' uses it"),
    "a date is not predicted": (
        csv(x=X, k=K, on=pd.date_range("2024-01-01", periods=12).strftime("%d.%m.%Y")),
        {},
        "The column 'k' was taken as the target.",
    ),
    "a code for missing": (
        csv(x=[*X[:10], -999, -999], k=K),
        {},
        "'x' holds -999 in 2 of 12 cells, all others lie from 0.5 to 9.5.",
    ),
    "a code among what is never negative": (
        csv(x=[-9, *range(9, 97, 8)], k=K),
        {},
        "'x' holds -9 in 1 of 12",
    ),
    "copies": (
        csv(x=[*X, *X[:2]], z=[*X[::-1], *X[:-3:-1]], k=[*K, *K[:2]]),
        {},
        "2 rows repeat another one",
    ),
    "copies behind a number that repeats": (
        csv(age=[*range(4), *range(4), *range(4), 0, 1], x=[*X, *X[:2]], k=[*K, *K[:2]]),
        {},
        "2 rows repeat another one",
    ),
    "a last row of means": (
        csv(x=[*X, np.mean(X)], z=[*X[1:], 40, np.mean([*X[1:], 40])], k=[*K, "u"]),
        {},
        "The last row holds the means of all others",
    ),
    "a row of sums that is called so": (
        csv(name=[*(f"n{i}" for i in range(12)), "Total"], x=[*X, sum(X)], k=[*K, ""]),
        {},
        "Left out, because they sum up the others: the rows 'Total'.",
    ),
    "the target in another unit": (
        csv(kg=np.arange(20) ** 2 + 0.5, z=np.arange(20) % 7, g=1000 * np.arange(20) ** 2 + 500),
        {},
        "'kg' orders the rows exactly as the target 'g' does.",
    ),
    "points that may part thousands": (
        csv(x=[f"{x + 1:.3f}" for x in X], k=K).replace(b",", b";"),
        {},
        "read as a decimal point, '1.500' as 1.5. If it parts thousands",
    ),
    "commas that may part thousands, as a spreadsheet shows and copies them": (
        csv(x=[f"{x + 1:.3f}" for x in X], k=K).replace(b",", b"\t").replace(b".", b","),
        {},
        "read as a decimal comma, '1,500' as 1.5. If it parts thousands",
    ),
    "numbers with a unit": (
        csv(kg=[f"{x}.5 kg" for x in range(24)], x=[*X, *X[::-1]], k=K * 2),
        {},
        "'kg' was left out: its cells hold more than a number, such as '0.5 kg'",
    ),
    "folds suggested": (csv(fold=repeated(1, 2, 3), x=X, k=K), {}, "folds='fold' uses it"),
    "targets left out": (
        csv(x=X, k=["?", *K[1:]]),
        {"target": "k", "drop_missing_target": True},
        "Left out for want of a target: 1 row, data row 1",
    ),
    "western encoding": (
        b"x,k\n" + b"".join(f"{x},{k}é\n".encode("cp1252") for x, k in zip(X, K, strict=True)),
        {},
        "Windows-1252",
    ),
}


@pytest.mark.parametrize(("data", "options", "sentence"), NOTED.values(), ids=NOTED)
def test_what_was_understood_is_said(data, options, sentence):
    dataset = read_dataset(data, **options)
    assert any(sentence in note for note in dataset.notes), dataset.notes
    assert all(note[-1] in ".?" for note in dataset.notes)


@pytest.mark.parametrize(
    "columns",
    [
        {"year": range(1990, 2014), "x": [*X, *X], "k": [*K, *K]},
        {"Erntejahr": range(1990, 2014), "x": [*X, *X], "k": [*K, *K]},
        {"vintage": [*range(2002, 2014), *range(1990, 2002)], "x": [*X, *X], "k": [*K, *K]},
        {"dose": range(5, 17), "x": X, "k": K},
    ],
    ids=["years", "years in a compound", "what may be years", "even steps of few"],
)
def test_what_may_be_measured_at_even_steps_stays_an_attribute_unsaid(columns):
    dataset = read_dataset(csv(**columns))
    first = next(iter(columns))
    assert first in dataset.X
    assert not any(f"'{first}'" in note for note in dataset.notes)


@pytest.mark.parametrize(
    "data",
    [
        csv(x=[*(6 * x for x in X[:11]), 99], k=K),
        csv(x=[-9, *range(-20, 91, 10)][:12], k=K),
        csv(x=[1, 2] * 6, z=[3, 4, 4] * 4, k=K),
        csv(x=[f"{x + 1:.3f}" for x in X], k=K),
        csv(x=[0, 0, 1, 0] * 5, z=[0, 1, 0, 0] * 5, k=["u", "v"] * 10),
    ],
    ids=["a long tail", "negative as others", "alike by chance", "three digits", "zeros last"],
)
def test_what_may_well_be_data_raises_no_doubt(data):
    words = ("stands for", "repeat", "thousands", "last row")
    assert not [note for note in read_dataset(data).notes if any(word in note for word in words)]


def test_missing_cells_of_many_columns_are_told_in_a_line():
    holes = {name: [*[None, "?"][:count], *X[count:]] for name, count in (("a", 2), ("b", 2), ("c", 1))}
    notes = read_dataset(csv(**holes, x=X, k=K), "k", "u").notes
    assert notes[0] == "3 of 4 attributes have missing cells, 5 in all (3 empty and 2 written ?)."
    assert len(notes) == 2
    del holes["c"]
    assert len(read_dataset(csv(**holes, x=X, k=K), "k", "u").notes) == 3


def test_what_decides_whom_to_train_on_is_said_first():
    dates = [f"2020-01-{i + 1:02d}" for i in range(12)]
    rest = {"x": ["?", *X[1:]], "k": K}
    first, second, *others = read_dataset(csv(day=dates, patient=repeated(1, 2, 3), **rest)).notes
    assert "groups='patient'" in first and "shuffled folds flatter" in second
    assert len(others) > 3
    unsorted = read_dataset(csv(day=[*dates[1:], dates[0]], **rest)).notes
    assert not any("row to row" in note for note in unsorted)
    earlier_and_later = [-1] * 6 + [1] * 6
    given = read_dataset(csv(day=dates, part=earlier_and_later, **rest), folds="part")
    assert not any("row to row" in note for note in given.notes)
    (split,) = make_design("predefined").splits(given)
    assert split.train.max() < split.validation.min()


def test_points_are_decimal_or_part_thousands_as_the_other_columns_tell():
    numbers = {
        "x": [f"{x:.2f}".replace(".", ",") for x in X],
        "thousands": [f"{place}.{place + 100}" for place in range(1, 13)],
        "shares": [f"0.{place + 100}" for place in range(1, 13)],  # behind a zero nothing is parted
    }
    text = pd.DataFrame({**numbers, "k": K}).drop(columns="shares").to_csv(sep=";", index=False)
    dataset = read_dataset(text.encode())
    assert dataset.X.iloc[0].to_dict() == {"x": 0.5, "thousands": 1101}
    assert "Column 'thousands' has thousands separators; they were taken out." in dataset.notes
    text = pd.DataFrame({**numbers, "x2": numbers["x"], "k": K}).to_csv(sep=";", index=False)
    dataset = read_dataset(text.encode())
    assert dataset.X.iloc[0].to_dict() == {"x": 0.5, "thousands": 1101, "shares": 0.101, "x2": 0.5}
    assert "Column 'shares' was read with a decimal point, unlike the rest of the table." in dataset.notes


def test_nothing_to_say():
    assert read_dataset(GOOD, "k", "u").notes == ()
    assert read_dataset(csv(k=K, x=X), "x", task="regression").notes == ()


def test_types_of_attributes_and_labels():
    dataset = read_dataset(csv(i=[7, 9] * 6, f=X, c=repeated("b", "a", None), k=[1, 2] * 6), "k", drop="i")
    assert dataset.X.dtypes.astype(str).tolist() == ["float64", "category"]
    assert list(dataset.X["c"].cat.categories) == ["a", "b"]
    assert dataset.X["c"].isna().sum() == 4
    assert dataset.y.dtype == np.int64
    assert dataset.classes == (1, 2)
    assert dataset.y.name == "k"
    assert read_dataset(csv(x=X, k=[1.0, 2.0] * 6), "k").classes == (1, 2)
    assert read_dataset(csv(x=X, k=[0.5, 1.5] * 6), "k").classes == ("0.5", "1.5")
    assert read_dataset(csv(x=X, k=[True, False] * 6), "k").classes == ("False", "True")
    assert read_dataset(csv(x=X, k=[True, False] * 6), "k", True).positive == "True"
    assert read_dataset(csv(x=X, k=[1, 2] * 6), "k", "2").positive == 2
    assert read_dataset(csv(k=K, x=X), "x").y.dtype == np.float64
    assert read_dataset(csv(x=X, k=[" u", "v "] * 6), "k").classes == ("u", "v")


def test_roles_are_applied():
    columns = {
        "x": X,
        "code": repeated(1, 2, 3),
        "g": repeated("p", "q", "r"),
        "f": repeated(1, 2, times=6),
        "k": K,
    }
    dataset = read_dataset(csv(**columns), "k", groups="g", folds="f", categorical="code")
    assert list(dataset.X) == ["x", "code"]
    assert list(dataset.X["code"].cat.categories) == ["1", "2", "3"]
    assert dataset.groups is not None
    assert dataset.groups.tolist() == columns["g"]
    assert dataset.folds is not None
    assert dataset.folds.tolist() == columns["f"]
    assert dataset.folds.dtype == np.int64
    assert read_dataset(csv(**columns), "k", groups="g", folds="f", categorical=["code"]) == dataset
    assert read_dataset(csv(**columns), "k", folds="f", categorical=["code"]) != dataset


def test_keep_and_drop():
    data = csv(n=range(1, 13), name=[f"n{i}" for i in range(12)], c=[7] * 12, x=X, k=K)
    assert list(read_dataset(data, "k").X) == ["x"]
    assert list(read_dataset(data, "k", keep=["n", "c"]).X) == ["n", "c", "x"]
    assert read_dataset(data, "k", keep="name").X["name"].dtype == "category"
    assert list(read_dataset(data, "k", keep=["n"], drop=["x"]).X) == ["n"]
    assert "Column 'n' was left out: it looks like an identifier, with a value of its own in every row." in (
        read_dataset(data, "k", drop=["n"]).notes
    )
    assert "'x'" not in " ".join(read_dataset(data, "k", keep=["n"], drop=["x"]).notes)
    assert list(read_dataset(csv(t=range(1, 13), y=X), "y").X) == ["t"], "a lone 1 … n is a measurement"


def test_rows_without_a_target_are_left_out_on_request():
    data = csv(x=X, c=["only", *repeated("a", "b", times=6)[1:]], g=repeated("p", "q", "r"), k=[None, *K[1:]])
    dataset = read_dataset(data, "k", groups="g", drop_missing_target=True)
    assert len(dataset) == 11
    assert dataset.X["x"].tolist() == X[1:]
    assert list(dataset.X["c"].cat.categories) == ["a", "b"]
    assert dataset.X.index.tolist() == dataset.y.index.tolist() == list(range(11))
    assert dataset.groups is not None
    assert len(dataset.groups) == 11
    numbers = read_dataset(csv(x=X, k=[None, 1, *[2, 1] * 5]), "k", drop_missing_target=True)
    assert numbers.classes == (1, 2)


DATES = {
    "year-month-day": ["2020-01-31", "2019-12-01", "1970-01-01"],
    "year/month/day": ["2020/1/31", "2019/12/1", "1970/01/01"],
    "day.month.year": ["31.01.2020", "1.12.2019", "01.01.1970"],
    "month/day/year": ["01/31/2020", "12/1/2019", "1/1/1970"],
    "day/month/year": ["31/01/2020", "1/12/2019", "1/1/1970"],
    "date and time": ["2020-01-31T00:00:00Z", "2019-12-01 00:00", "1970-01-01T00:00:00.000"],
}


@pytest.mark.parametrize("form", DATES)
def test_dates_become_days(form):
    dataset = read_dataset(csv(d=[*DATES[form] * 4], x=X, k=K), "k", "u")
    assert dataset.X["d"].tolist()[:3] == [18292, 18231, 0]
    assert f"({form})" in dataset.notes[0]


def test_dates_with_times_missing_cells_and_slips():
    dataset = read_dataset(csv(d=repeated("2020-01-01 12:00", None, "2020-01-02 18:00"), x=X, k=K), "k")
    assert dataset.X["d"].tolist()[::2][:2] == [18262.5, 18263.75]
    assert dataset.X["d"].isna().sum() == 4
    assert (
        read_dataset(csv(d=repeated("2020-02-30", "2020-01-01", "a"), x=X, k=K), "k").X["d"].dtype
        == "category"
    )


def workbook(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_excel(out, index=False)
    return out.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_parquet(out)
    return out.getvalue()


def arff(frame: pd.DataFrame) -> bytes:
    lines = ["@relation r"]
    for name in frame:
        values = sorted(set(frame[name].dropna()))
        kind = "numeric" if frame[name].dtype.kind == "f" else "{" + ",".join(f"'{v}'" for v in values) + "}"
        lines.append(f"@attribute '{name}' {kind}")
    rows = frame.astype(object).where(frame.notna(), "?").astype(str)
    return "\n".join([*lines, "@data", *(",".join(row) for row in rows.to_numpy())]).encode()


def test_every_format_gives_the_same_data_set():
    frame = pd.read_csv(SAMPLES["penguins"].path)
    expected = read_dataset(SAMPLES["penguins"].path, "species")
    sources = {
        "CSV": frame.to_csv(index=False, na_rep="?").encode(),
        "TSV in UTF-16": frame.to_csv(index=False, sep="\t").encode("utf-16"),
        "decimal comma": frame.to_csv(index=False, sep=";", decimal=",").encode("cp1252"),
        "XLSX": workbook(frame),
        "Parquet": parquet(frame),
        "ARFF": arff(frame),
        "frame": frame,
    }
    for form, source in sources.items():
        dataset = read_dataset(source, "species")
        pd.testing.assert_frame_equal(dataset.X, expected.X, obj=form)
        assert dataset == expected, form
        assert dataset.fingerprint == expected.fingerprint, form


def test_inspection_says_what_can_be_said():
    data = csv(
        id=range(1, 25),
        patient=repeated("p", "q", "r", times=8),
        fold=repeated(1, 2, 3, times=8),
        x=[None, *[i / 7 for i in range(23)]],
        grade=repeated(1, 2, 3, 4, times=6),
        k=repeated("no", "yes", times=12),
    )
    found = inspect(data)
    assert (found.door, found.rows) == ("dataset", 24)
    assert found.roles["target"] == "k"
    assert found.roles["positive"] == "yes"
    assert found.roles["drop"] == ("id",)
    assert found.roles["groups"] is None
    assert {question.key: question.options for question in found.questions} == {
        "target": ("id", "patient", "fold", "x", "grade", "k"),
        "positive": ("no", "yes"),
        "groups": ("patient",),
        "folds": ("fold",),
        "categorical": ("fold", "grade"),
    }
    kinds = {
        column.name: (column.kind, column.missing, column.distinct, column.role) for column in found.columns
    }
    assert kinds["x"] == ("number", 1, 23, "attribute")
    assert kinds["k"] == ("category", 0, 2, "target")
    assert kinds["id"] == ("number", 0, 24, "left out")
    assert next(column for column in found.columns if column.name == "grade").examples == (1, 2, 3, 4)
    assert "identifier" in next(column.reason for column in found.columns if column.name == "id")
    assert found.sample.shape == (20, 6)
    assert any("1 of 24 cells" in note for note in found.notes)
    assert read_dataset(data, **found.roles) == read_dataset(data)


@pytest.mark.parametrize("label", ["yes", "", 1])
def test_where_the_column_that_is_meant_has_no_two_values_no_other_is_proposed(label):
    found = inspect(csv(x=X, k=K, Class=[label] * 12))
    assert (found.roles["target"], found.roles["task"], found.roles["drop"]) == (None, None, ("Class",))
    assert "target" not in {column.role for column in found.columns}
    (asked,) = (question for question in found.questions if question.key == "target")
    assert (asked.assumed, asked.options) == (None, ("k", "x"))
    assert asked.text.startswith("'Class' cannot be predicted: it ")
    assert inspect(csv(x=X, target=K, Class=[label] * 12)).roles["target"] == "target"


def test_inspection_asks_what_is_open():
    numbers = inspect(csv(x=[i / 7 for i in range(30)], y=repeated(*range(5), times=6)))
    assert numbers.roles["task"] == "classification"
    assert [question.key for question in numbers.questions if question.key == "task"] == ["task"]
    holes = inspect(csv(x=X, k=[None, *K[1:]]))
    assert holes.roles["target"] == "x", "the last complete column"
    named = inspect(csv(x=X, target=[None, *K[1:]]))
    assert next(q for q in named.questions if q.key == "drop_missing_target").assumed is False
    out = io.BytesIO()
    with pd.ExcelWriter(out) as writer:
        for name in ("one", "two"):
            pd.DataFrame({"x": X, "k": K}).to_excel(writer, sheet_name=name, index=False)
    assert inspect(out.getvalue()).questions[0].options == ("one", "two")
    assert inspect(out.getvalue(), sheet="two").roles["sheet"] == "two"


def test_inspection_of_another_door_is_refused():
    assert DOORS["dataset"] is inspect_dataset
    with pytest.raises(InputError, match="door"):
        inspect(GOOD, door="window")


TASKS = [
    (repeated(0, 1, times=20), "classification"),
    (repeated(0.25, 0.75, times=20), "classification"),
    (repeated(*range(12), times=5), "classification"),
    (repeated(*range(30), times=5), "regression"),
    ([i / 3 for i in range(40)], "regression"),
    (repeated("a", "b", times=20), "classification"),
    ([f"2020-01-{i % 28 + 1:02d}" for i in range(40)], "regression"),
]


@pytest.mark.parametrize(("values", "task"), TASKS)
def test_task_is_suggested_from_the_target(values, task):
    dataset = read_dataset(csv(x=[i / 7 for i in range(len(values))], y=values), "y")
    assert dataset.task == task


@given(
    st.lists(
        st.tuples(
            st.floats(-1e6, 1e6) | st.none(),
            st.sampled_from(["a", "b b", "ç", None]),
            st.sampled_from(["u", "v", "w"]),
        ),
        min_size=12,
        max_size=40,
    )
)
def test_values_are_those_of_the_table(rows):
    frame = pd.DataFrame(rows, columns=["x", "c", "k"])
    try:
        dataset = read_dataset(frame.to_csv(index=False).encode(), "k", keep=["x", "c"])
    except InputError:
        assert frame["k"].nunique() < 2 or frame[["x", "c"]].isna().all().any()
        return
    if "x" in dataset.X:
        np.testing.assert_array_equal(dataset.X["x"], frame["x"].to_numpy(dtype=float))
    if "c" in dataset.X:
        assert dataset.X["c"].astype("str").fillna("").tolist() == frame["c"].fillna("").tolist()
    assert dataset.y.tolist() == frame["k"].tolist()


def test_a_table_without_attributes_can_be_given_other_roles():
    table = csv(site=["A"] * 12, name=[f"n{i}" for i in range(12)], k=K)
    found = inspect_dataset(table)
    assert "no attribute is left" in found.refusal.what
    assert found.roles["drop"] == ("site", "name")
    with pytest.raises(InputError, match="no attribute is left"):
        read_dataset(table)
    assert list(read_dataset(table, keep=["name"]).X) == ["name"]


@pytest.mark.parametrize("label", ["Total", ""])
@pytest.mark.parametrize("target", ["y", "kind"])
def test_a_last_row_of_sums_whose_other_cells_are_empty_is_no_instance(label, target):
    a, b = [k % 7 for k in range(30)], [-999 if k in (3, 9) else k % 5 for k in range(30)]
    y = [0.5 * k if target == "y" else "xy"[k % 2] for k in range(30)]
    own = sum(y) if target == "y" else ""
    names = [*(f"n{k % 9}" for k in range(30)), label]
    data = read_dataset(csv(name=names, a=[*a, sum(a)], b=[*b, sum(b)], **{target: [*y, own]}))
    assert (len(data), data.y.name) == (30, target)
    assert "Column 'b' holds -999 in 2 of 30 cells" in " ".join(data.notes)
    assert any(note.startswith("Left out, because it holds the sums of all others") for note in data.notes)


def test_classes_that_are_taken_as_one_are_those_of_the_commonest_spelling_whichever_is_called_positive():
    labels = ["Yes", "yes", "yes", " y es", "no", "no"] * 4
    source = csv(x=range(24), k=labels)
    data = read_dataset(source, "k", positive="Yes", one_spelling=True)
    assert (data.classes, data.positive) == (("no", "yes"), "yes")
    assert data.y.tolist() == [label if label == "no" else "yes" for label in labels]
    assert not any("differ in capitals" in note for note in data.notes)
