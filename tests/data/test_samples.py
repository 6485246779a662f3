"""The sample data sets are what their README says, and come out of make.py the same."""

import importlib.util

import numpy as np
import pandas as pd
import pytest

from core.data import SAMPLES, inspect_dataset, load_sample, sample_names
from core.data.datasets.samples import FOLDER
from core.errors import UnknownName
from core.written import spoken

COUNTS = {
    "iris": ((150, 4), {"setosa": 50, "versicolor": 50, "virginica": 50}),
    "wine": ((178, 13), {"cultivar_1": 59, "cultivar_2": 71, "cultivar_3": 48}),
    "breast_cancer": ((569, 30), {"benign": 357, "malignant": 212}),
    "balance": ((625, 4), {"B": 49, "L": 288, "R": 288}),
    "penguins": ((344, 6), {"Adelie": 152, "Chinstrap": 68, "Gentoo": 124}),
    "vote": ((944, 9), {"Clinton": 551, "Dole": 393}),
    "diabetes": ((442, 10), None),
}


def test_names():
    assert sample_names() == tuple(COUNTS)
    assert {path.stem for path in FOLDER.glob("*.csv")} >= set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_shape_and_classes(name):
    dataset = load_sample(name)
    shape, counts = COUNTS[name]
    assert dataset.name == name
    assert SAMPLES[name].title == spoken(name).capitalize()  # by which the pages call it
    assert dataset.X.shape == shape
    assert dataset.task == SAMPLES[name].task
    assert dataset.y.name == SAMPLES[name].target
    assert dataset.positive == SAMPLES[name].positive
    if counts is None:
        assert (dataset.y.min(), dataset.y.max()) == (25, 346)
    else:
        assert dataset.class_counts.to_dict() == counts
    assert bool(dataset.notes) == (name == "penguins")


@pytest.mark.parametrize("name", COUNTS)
def test_values_are_those_that_pandas_reads(name):
    dataset = load_sample(name)
    frame = pd.read_csv(FOLDER / f"{name}.csv")
    assert list(dataset.X) == [column for column in frame if column != dataset.y.name]
    for column in dataset.X:
        if dataset.X[column].dtype == "category":
            texts = dataset.X[column].astype("str").fillna("")
            assert texts.tolist() == frame[column].fillna("").tolist()
        else:
            np.testing.assert_array_equal(dataset.X[column], frame[column].to_numpy(dtype=float))
    assert dataset.y.tolist() == frame[dataset.y.name].tolist()


def test_values_are_those_of_scikit_learn():
    from sklearn import datasets

    for name, source in [
        ("iris", datasets.load_iris()),
        ("wine", datasets.load_wine()),
        ("breast_cancer", datasets.load_breast_cancer()),
        ("diabetes", datasets.load_diabetes(scaled=False)),
    ]:
        np.testing.assert_array_equal(load_sample(name).X.to_numpy(), source.data)


def test_balance_follows_its_definition():
    dataset = load_sample("balance")
    torque = dataset.X["left_weight"] * dataset.X["left_distance"]
    torque -= dataset.X["right_weight"] * dataset.X["right_distance"]
    assert dataset.y.tolist() == ["L" if t > 0 else "R" if t < 0 else "B" for t in torque]
    assert not dataset.X.duplicated().any()


def test_penguins_have_missing_cells_and_categories():
    X = load_sample("penguins").X
    assert X.isna().sum().to_dict() == {
        "island": 0,
        "culmen_length_mm": 2,
        "culmen_depth_mm": 2,
        "flipper_length_mm": 2,
        "body_mass_g": 2,
        "sex": 11,
    }
    assert list(X["sex"].cat.categories) == ["female", "male"]
    assert list(X["island"].cat.categories) == ["Biscoe", "Dream", "Torgersen"]


@pytest.mark.parametrize("name", COUNTS)
def test_roles_are_also_found_unasked(name):
    roles = inspect_dataset(SAMPLES[name].path).roles
    assert (roles["target"], roles["task"]) == (SAMPLES[name].target, SAMPLES[name].task)
    assert roles["drop"] == ()


def test_files_come_out_the_same_byte_for_byte():
    spec = importlib.util.spec_from_file_location("make", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    assert {maker.__name__ for maker in make.MAKERS} == set(COUNTS)
    for maker in make.MAKERS:
        assert make.csv_of(maker()) == (FOLDER / f"{maker.__name__}.csv").read_bytes(), maker.__name__


def test_the_readme_tells_the_truth():
    text = (FOLDER / "README.md").read_text()
    for name, ((rows, attributes), counts) in COUNTS.items():
        line = next(line for line in text.splitlines() if line.startswith(f"| `{name}.csv`"))
        assert f"{rows} × {attributes}" in line
        for label, count in (counts or {}).items():
            assert f"{label} {count}" in line.replace("*", "")


def test_an_unknown_name_is_refused():
    with pytest.raises(UnknownName, match="Did you mean 'iris'"):
        load_sample("irsi")
    with pytest.raises(KeyError):
        load_sample("nothing")


def test_entries_are_complete():
    for entry in SAMPLES.values():
        assert entry.title
        assert entry.summary.endswith((".", "?"))
        assert entry.reference
