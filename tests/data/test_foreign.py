"""Files that other tools really wrote: each is read right, asked about, or refused with the words that help."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import core
from core.data import inspect, likely_door, read_fold_scores, read_table
from core.data.fold_scores.files import score_tables
from core.errors import InputError

FOREIGN = Path(__file__).parents[1] / "foreign"


def cases() -> list[dict[str, str]]:
    with (FOREIGN / "expected.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


CASES = cases()


def outcome(files: str, door: str) -> dict[str, str]:
    """What comes out of the files at a door, in the words of the table of expectations."""
    paths = [FOREIGN / name for name in files.split()]
    source: Any = paths if len(paths) > 1 else paths[0]
    try:
        if door == "fold_scores":  # twice asked, once read
            source = score_tables(source)
        found = inspect(source, door=door)
    except InputError as refusal:
        return {"outcome": "refused", "words": str(refusal)}
    if found.refusal is not None:
        return {"outcome": "asked", "words": str(found.refusal)}
    asked = " ".join(sorted(question.key for question in found.questions if question.assumed is None))
    if door == "dataset":
        return {
            "outcome": "read",
            "learners": "",
            "what": found.roles["target"],
            "folds": str(found.rows),
            "asked": "",
        }
    if found.predictions is not None:
        judged = found.predictions
        folds = len(judged.of(judged.learners[0]))
        return read_as(judged.learners, f"{judged.task} of {len(judged.truth)}", folds, asked)
    directions = [question.assumed for question in found.questions if question.key == "lower_is_better"]
    unknown = True if directions == [None] else None  # a measure that nobody knows, as if lower were better
    scores = read_fold_scores(source, lower_is_better=unknown, **found.roles)
    places = scores.frame.drop_duplicates(["dataset", "replicate", "fold"])
    return read_as(scores.learners, scores.measure, len(places), asked)


def read_as(learners: tuple[str, ...], what: str, folds: int, asked: str) -> dict[str, str]:
    return {
        "outcome": "read",
        "learners": " | ".join(learners),
        "what": what,
        "folds": str(folds),
        "asked": asked,
    }


@pytest.mark.parametrize(
    "name", ["mlr/predict_holdout.csv", "mlr/resample_pred.csv", "mlr/predictions_benchmark.csv"]
)
def test_predictions_of_mlr_belong_to_the_door_for_predictions(name):
    assert likely_door(read_table(FOREIGN / name)) == "predictions"


RESULTS = {
    case["files"]
    for case in CASES
    if case["door"] != "dataset" and case["outcome"] != "refused" and not case["files"].endswith(".json")
}


@pytest.mark.parametrize("name", sorted(name for name in RESULTS if " " not in name))
def test_results_of_another_tool_are_called_no_data_set(name):
    try:
        table = read_table(FOREIGN / name)
    except InputError:
        return  # of a kind that only the reader of scores knows
    assert likely_door(table) != "dataset"


@pytest.mark.parametrize(
    "name", ["orange/iris_data.csv", "orange/zoo_data.xlsx", "sklearn/iris_frame.csv", "weka39/iris.arff"]
)
def test_data_sets_belong_to_their_door(name):
    assert likely_door(read_table(FOREIGN / name)) == "dataset"


@pytest.mark.parametrize("target", ["class", "outcome", "target", "diagnosis"])
@pytest.mark.parametrize("sample", ["breast_cancer", "vote"])
def test_attributes_beside_a_class_that_could_be_a_truth_are_a_data_set(sample, target):
    data = core.load_sample(sample)
    assert likely_door(read_table(pd.concat([data.X, data.y.rename(target)], axis=1))) == "dataset"


def _of_two_classes(markers, beside=""):
    rows = (f"{'ab'[k % 2]},{','.join(f'{(k * m) % 7 - 3 + k % 2:.1f}' for m in markers)}" for k in range(40))
    names = ",".join(f"m{m}" for m in markers)
    head = f"y_true,{names}{',note' * bool(beside)}\n"
    return (head + "".join(f"{row}{beside and ',' + beside[k % 2]}\n" for k, row in enumerate(rows))).encode()


@pytest.mark.parametrize(
    "table",
    [_of_two_classes(range(1, 7)), _of_two_classes([1, 2, 3], "xy"), "../../sample_data/imports/markers.csv"],
)
def test_scores_that_lie_alike_and_few_markers_are_called_no_data_set(table):
    table = read_table(FOREIGN / table if isinstance(table, str) else table)
    assert inspect(table, door="predictions").predictions is not None
    assert likely_door(table) == ""


@pytest.mark.parametrize("empty", ["truth", "lr"])
def test_predictions_with_an_empty_cell_are_called_no_data_set(empty):
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"id": range(300), "truth": rng.choice(["yes", "no"], 300), "rf": rng.random(300)})
    table["lr"] = rng.random(300)
    table.loc[[3, 17, 50], empty] = None
    assert likely_door(read_table(table.to_csv(index=False).encode())) == ""


@pytest.mark.parametrize("name", ["h2o/gbm_holdout_predictions.csv", "sklearn/predict_proba_alone.csv"])
def test_predictions_that_lack_the_truth_are_called_no_data_set(name):
    assert likely_door(read_table(FOREIGN / name)) == ""


@pytest.mark.parametrize("case", CASES, ids=[f"{case['files']} as {case['door']}" for case in CASES])
def test_a_file_of_another_tool_comes_out_as_expected(case):
    found = outcome(case["files"], case["door"])
    assert found["outcome"] == case["outcome"], found
    if case["outcome"] == "read":
        assert {key: found[key] for key in ("learners", "what", "folds", "asked")} == {
            key: case[key] for key in ("learners", "what", "folds", "asked")
        }
    else:
        assert case["words"] in found["words"]


def test_every_file_of_another_tool_has_an_expectation():
    named = {name for case in CASES for name in case["files"].split()}
    beside = {".py", ".R", ".sh"}
    files = {str(path.relative_to(FOREIGN)) for path in FOREIGN.glob("*/*") if path.suffix != ".pyc"}
    files -= {name for name in files if name.endswith("VERSIONS.txt")}
    assert {name for name in files if Path(name).suffix not in beside or "dput" in name} <= named
    assert len({name.split("/")[0] for name in named}) >= 20
    assert len(named) >= 120


def _labelled(label):
    rows = [f'"{label.format(r=r, f=f)}",0.8{r}{f},0.7{f}{r}\n' for f in (1, 2, 3, 4) for r in (1, 2, 3)]
    return ("split,tree,svm\n" + "".join(rows)).encode()


@pytest.mark.parametrize("label", ["Fold{f}(Rep{r})", "seed{r}_fold{f}", "Wdh{r}Falte{f}"])
def test_words_in_the_labels_of_folds_tell_replicates_apart(label):
    frame = read_fold_scores(_labelled(label)).frame
    assert frame.groupby("replicate")["fold"].nunique().tolist() == [4, 4, 4]
    assert frame.query("replicate == 3 and fold == 2 and learner == 'tree'")["score"].tolist() == [0.832]


@pytest.mark.parametrize("label", ["{r}_{f}", "{f}_{r}", "{r}/{f}", "{r}-{f}", "{r}:{f}", "({r}, {f})"])
def test_two_numbers_without_words_are_folds_and_replicates_only_once_somebody_says_how_many(label):
    with pytest.raises(InputError, match="nothing says which counts folds and which replicates") as refusal:
        read_fold_scores(_labelled(label))
    assert refusal.value.hint.startswith("Call them rep1_fold1")
    frame = read_fold_scores(_labelled(label), replicates=3).frame
    assert frame.groupby("replicate")["fold"].nunique().tolist() == [4, 4, 4]
    assert frame.query("replicate == 3 and fold == 2 and learner == 'tree'")["score"].tolist() == [0.832]
