"""What is in memory comes in by every door as it would from a file, and loses no names on the way."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.tree import DecisionTreeClassifier

from core import InputError, read_dataset, read_fold_scores, read_predictions

SCORES = {"nb": [0.91, 0.85, 0.88, 0.9], "tree": [0.93, 0.8, 0.84, 0.86]}
WIDE = pd.DataFrame(SCORES)
TABLES = {name: pd.DataFrame({"test_score": cells}) for name, cells in SCORES.items()}
LABELS = {"truth": ["a", "b"] * 10, "nb": ["a", "b"] * 10, "tree": ["b", "b", "a", "a"] * 5}


@pytest.mark.parametrize(
    "source",
    [
        WIDE,
        SCORES,
        {name: np.array(cells) for name, cells in SCORES.items()},
        {name: pd.Series(cells) for name, cells in SCORES.items()},
        pa.table(WIDE),
        {name: {"test_score": np.array(cells), "fit_time": np.ones(4)} for name, cells in SCORES.items()},
        {name: {"test_score": cells, "estimator": [object()] * 4} for name, cells in SCORES.items()},
        pd.concat({name: pd.DataFrame({"test_score": cells}) for name, cells in SCORES.items()}),
        pd.concat(
            {name: pd.DataFrame({"test_score": cells}) for name, cells in SCORES.items()},
            names=["model", "fold"],
        ),
        WIDE.rename_axis("fold"),
        {name: [cells] for name, cells in SCORES.items()},
    ],
    ids=range(11),
)
def test_fold_scores(source):
    found = read_fold_scores(source)
    assert found.learners == ("nb", "tree")
    for name, cells in SCORES.items():
        assert found.of(name)["score"].tolist() == cells


def test_what_cross_validate_returns():
    X, y = load_iris(return_X_y=True)
    runs = {
        "logistic": cross_validate(LogisticRegression(max_iter=500), X, y, cv=3, return_estimator=True),
        "tree": cross_validate(DecisionTreeClassifier(random_state=0), X, y, cv=3, return_indices=True),
    }
    found = read_fold_scores(runs)
    for name, run in runs.items():
        assert found.of(name)["score"].tolist() == run["test_score"].tolist()


@pytest.mark.parametrize("source", [LABELS, pd.DataFrame(LABELS), pa.table(LABELS)])
def test_predictions(source):
    found = read_predictions(source)
    assert found.learners == ("nb", "tree")
    assert len(found.truth) == 20


@pytest.mark.parametrize("source", [load_iris(), load_iris(as_frame=True)], ids=["arrays", "frames"])
def test_a_bunch_keeps_the_names_of_its_classes_and_attributes(source):
    found = read_dataset(source)
    assert tuple(found.classes) == ("setosa", "versicolor", "virginica")
    assert tuple(found.X.columns) == tuple(load_iris().feature_names)
    assert np.array_equal(found.X.to_numpy(), load_iris().data)


def test_attributes_and_target_as_a_pair():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    for pair in ((X, y), (X.to_numpy(), y.to_numpy())):
        found = read_dataset(pair)
        assert found.task == "regression"
        assert np.array_equal(found.X.to_numpy(), X.to_numpy())
        assert found.y.tolist() == y.tolist()


def test_labels_of_rows_are_no_attribute():
    table = load_iris(as_frame=True).frame.rename_axis("plant")
    assert "plant" not in read_dataset(table).X.columns


@pytest.mark.parametrize("source", [3, None, np.zeros((4, 2)), pd.Series([0.1, 0.2]), {}, {"a": 1}])
@pytest.mark.parametrize("read", [read_dataset, read_fold_scores, read_predictions])
def test_anything_else_is_refused_in_a_sentence(read, source):
    with pytest.raises(InputError) as refused:
        read(source)
    assert len(str(refused.value)) < 300
