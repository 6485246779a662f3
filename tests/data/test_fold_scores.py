"""Everybody's fold results: each layout is recognised, and what was understood is said."""

import io
import itertools
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.data import (
    LAYOUTS,
    Unsettled,
    fold_scores_to_csv,
    inspect,
    inspect_dataset,
    inspect_fold_scores,
    likely_door,
    read_counts,
    read_dataset,
    read_fold_scores,
    read_table,
    recognise_scores,
    roles_by_name,
    score_table,
    table_to_csv,
)
from core.data.fold_scores.layout import on_other_measures
from core.data.tables.cells import read_numbers
from core.errors import DesignError, InputError
from core.experiment import imported_from_bytes, imported_results

IMPORTS = Path(__file__).parents[2] / "sample_data" / "imports"
FIRST = "91.2280701754386"
"""What WEKA wrote first under Percent_correct."""


def csv(rows, columns) -> bytes:
    return pd.DataFrame(rows, columns=columns).to_csv(index=False).encode()


def named(content: bytes, name: str) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    return file


def advised(scores) -> str | None:
    return core.applicable_tests(scores, *scores.learners[:2]).advised


EXAMPLES = {
    # file: layout, measure, lower is better, rows, learners, design, advised for the first two
    "weka_experiment.csv": ("weka", "accuracy", False, "folds", 2, "repeated_k_fold", "corrected_t"),
    "weka_experiment.arff": ("weka", "accuracy", False, "folds", 2, "repeated_k_fold", "corrected_t"),
    "cross_validate.json": ("cross_validate", "accuracy", False, "folds", 2, None, None),
    "cv_results.csv": ("cv_results", "accuracy", False, "folds", 3, None, None),
    "caret_resamples.csv": ("resamples", "accuracy", False, "folds", 3, "repeated_k_fold", "corrected_t"),
    "mlr_benchmark.csv": ("mlr3", "accuracy", False, "folds", 2, None, "wilcoxon_over_datasets"),
    "autorank.csv": ("wide", "error", True, "data sets", 3, None, "wilcoxon_over_datasets"),
    "demsar2006.csv": ("wide", "error", True, "data sets", 4, None, "wilcoxon_over_datasets"),
    "posthocs.csv": ("posthocs", "error", True, "data sets", 2, None, "wilcoxon_over_datasets"),
    "correctr.csv": ("correctr", "error", True, "folds", 2, "repeated_k_fold", "corrected_t"),
    "errors_of_n.csv": ("counts", "error", True, "folds", 2, None, None),
    "lists_5x2.json": ("long", "error", True, "folds", 2, "5x2", "5x2_f"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_tools_file_is_understood(name):
    layout, measure, lower, rows, learners, design, test = EXAMPLES[name]
    found = inspect(IMPORTS / name, door="fold_scores")
    assert found.door == "fold_scores"
    assert found.roles["layout"] == layout
    assert LAYOUTS[layout].title in found.layout
    scores = read_fold_scores(IMPORTS / name, **found.roles)
    assert (scores.measure, scores.lower_is_better, scores.rows) == (measure, lower, rows)
    assert len(scores.learners) == learners
    assert (scores.facts and scores.facts.key) == design
    assert advised(scores) == test
    assert found.notes
    assert scores.frame["score"].between(0, 1).all()
    several = len(scores.datasets) > 1 and scores.rows == "folds"
    deciding = {"rows", "dataset"} & {question.key for question in found.questions}
    assert deciding == {"dataset" if several else "rows"}  # never both: they could contradict each other
    assert any(question.key == "lower_is_better" for question in found.questions)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_was_imported_is_exported_and_read_back(name):
    found = inspect(IMPORTS / name, door="fold_scores")
    scores = read_fold_scores(IMPORTS / name, **found.roles)
    back = read_fold_scores(fold_scores_to_csv(scores))
    assert back == scores
    assert (back.facts, back.rows, back.learners) == (scores.facts, scores.rows, scores.learners)


def test_weka_is_percent_with_sizes_and_question_marks():
    text = (IMPORTS / "weka_experiment.csv").read_text()
    whole = read_fold_scores(text.encode())
    assert whole.learners == ("NaiveBayes", "J48")
    assert (whole.facts.replicates, whole.facts.folds) == (10, 10)
    assert whole.facts.n_train == pytest.approx(512.1)
    assert any("divided by 100" in note for note in whole.notes)
    rounded = read_fold_scores(IMPORTS / "weka_experiment.arff")
    pd.testing.assert_frame_equal(rounded.wide, whole.wide, atol=1e-8)
    assert rounded.facts == whole.facts
    error = read_fold_scores(text.encode(), measure="error")
    np.testing.assert_allclose(error.frame["score"], 1 - whole.frame["score"], atol=1e-9)
    assert read_fold_scores(text.encode(), measure="Area_under_ROC").measure == "auc"
    holes = read_fold_scores(text.replace(FIRST, "?", 1).encode())
    assert np.isnan(holes.frame["score"][0])
    assert any("no score in data row 1" in note for note in holes.notes)


def test_weka_schemes_that_differ_only_in_options_are_told_apart():
    text = (IMPORTS / "weka_experiment.csv").read_text()
    text = text.replace("weka.classifiers.bayes.NaiveBayes,'',", "weka.classifiers.trees.J48,'-U',")
    assert read_fold_scores(text.encode()).learners == ("J48 -U", "J48 -C 0.25 -M 2")


def test_several_data_sets_are_ranked_and_one_can_be_taken_alone():
    text = (IMPORTS / "weka_experiment.csv").read_text()
    header, *rows = text.splitlines()
    other = [row.replace("breast_cancer", "other") for row in rows]
    both = "\n".join([header, *rows, *other]).encode()
    scores = read_fold_scores(both)
    assert scores.datasets == ("breast_cancer", "other")
    assert scores.facts is None
    assert advised(scores) == "wilcoxon_over_datasets"
    alone = read_fold_scores(both, dataset="other")
    assert advised(alone) == "corrected_t"
    questions = {question.key: question for question in inspect(both, door="fold_scores").questions}
    assert questions["dataset"].options == (None, "breast_cancer", "other")


def test_the_sign_of_negated_scorers_is_turned_back_and_said():
    content = (IMPORTS / "cross_validate.json").read_bytes()
    loss = read_fold_scores(content, measure="log_loss")
    raw = json.loads(content)["GaussianNB"]["test_neg_log_loss"]
    assert loss.of("GaussianNB")["score"].tolist() == [-value for value in raw]
    assert loss.lower_is_better
    assert any("sign was turned back" in note for note in loss.notes)


LOSSES = {"near": (-1.0, -3.0), "far": (-2.0, -5.0)}
"""Mean squared errors of two learners on two folds, written so that higher is better."""


def negated(layout: str) -> bytes:
    if layout == "cv_results":
        rows = [(name, *scores) for name, scores in LOSSES.items()]
        return csv(rows, ("param_name", "split0_test_score", "split1_test_score"))
    if layout == "wide":
        return csv(
            [(fold, *pair) for fold, pair in enumerate(zip(*LOSSES.values(), strict=True), 1)],
            ("fold", *LOSSES),
        )
    head = {
        "cross_validate": ("model", "fold", "fit_time", "test_score"),
        "long": ("model", "fold", "n_train", "score"),
        "measures": ("model", "fold", "n_train", "mse"),
    }
    return csv(
        [(name, k, 9, score) for name, both in LOSSES.items() for k, score in enumerate(both, 1)],
        head[layout],
    )


@pytest.mark.parametrize("lower", [None, True, False])
@pytest.mark.parametrize("layout", ["cv_results", "cross_validate", "wide", "long", "measures"])
def test_losses_below_zero_have_their_sign_turned_back_whatever_the_column_is_called(layout, lower):
    found = read_fold_scores(negated(layout), measure="mse", lower_is_better=lower)
    assert (found.lower_is_better, found.wide.mean().idxmin()[-4:]) == (True, "near")
    assert sorted(found.frame["score"]) == [1, 2, 3, 5]
    assert any("The sign was turned back: mean squared error" in note for note in found.notes)


@pytest.mark.parametrize(
    ("measure", "lower", "better"),
    [("accuracy", True, "higher"), ("acc", True, "higher"), ("mse", False, "lower")],
)
def test_the_direction_of_a_known_measure_cannot_be_turned(measure, lower, better):
    content = csv([(name, k, 0.1 * k) for name in "ab" for k in (1, 2)], ("model", "fold", "score"))
    with pytest.raises(InputError, match=f"{better} values are better") as caught:
        read_fold_scores(content, measure=measure, lower_is_better=lower)
    assert caught.value.where == "lower_is_better"
    assert read_fold_scores(content, measure=measure, lower_is_better=not lower).lower_is_better is not lower
    unnamed = read_fold_scores(
        content, lower_is_better=False
    )  # nobody knows it, and no error is better if higher
    assert (unnamed.measure_title, unnamed.lower_is_better) == ("Score", False)
    assert not unnamed.measure_assumed and not any("error rate" in note for note in unnamed.notes)
    assert read_fold_scores(content, lower_is_better=True).measure == "error"


@pytest.mark.parametrize(
    ("values", "asked"), [((3000, 2900), False), ((-0.2, 0.3), False), ((30, 0.3), True)]
)
def test_percent_is_asked_of_values_that_may_be_percent(values, asked):
    content = csv([(name, k, values[k - 1]) for name in "ab" for k in (1, 2)], ("model", "fold", "error"))
    questions = {question.key for question in inspect_fold_scores(content).questions}
    assert ("scale" in questions) is asked


@pytest.mark.parametrize("scale", [1, 100])
def test_n_beside_errors_and_their_accuracy_is_the_size_of_the_validation_sets(scale):
    rows = [(who, k, k + 1, 40, round(scale * (1 - (k + 1) / 40), 3)) for who in "AB" for k in (1, 2, 3)]
    heads = ("learner", "fold", "errors", "n", "accuracy")
    found = read_fold_scores(csv(rows, heads))
    assert found.frame["n_validation"].tolist() == [40] * 6
    assert found.measure == "accuracy" and not any("Left out" in note for note in found.notes)
    other = read_fold_scores(csv([(*row[:4], row[4] - 0.1 * scale) for row in rows], heads))
    assert other.frame["n_validation"].isna().all()
    assert "Left out, because 'accuracy' is not what they give: 'errors' and 'n'." in other.notes


def test_a_rate_beyond_one_by_rounding_makes_no_percent_of_the_others():
    rows = [(name, k, score) for name in "ab" for k, score in enumerate((0.9, "1.0000000000000002", 0.95), 1)]
    found = read_fold_scores(csv(rows, ("model", "fold", "accuracy")))
    assert found.frame["score"].tolist() == [0.9, 1, 0.95] * 2
    assert not any("percent" in note for note in found.notes)


def test_costs_may_be_below_zero():
    found = read_fold_scores(negated("long"), measure="cost")
    assert sorted(found.frame["score"]) == [-5, -3, -2, -1]


SCORED = {
    "cv_results": b"param_C,split0_test_score,split1_test_score\n1,%s,%s\n2,%s,%s\n",
    "cross_validate": b"model,fold,fit_time,test_score\na,1,.1,%s\na,2,.1,%s\nb,1,.1,%s\nb,2,.1,%s\n",
    "measure in a column": b"model,fold,measure,score\na,1,score,%s\na,2,score,%s\nb,1,score,%s\nb,2,score,%s\n",
}


@pytest.mark.parametrize("text", SCORED.values(), ids=SCORED)
def test_a_score_that_is_neither_an_accuracy_nor_r2_is_asked_for(text):
    content = text % (b"-2997", b"-3364", b"-4926", b"-51")
    found = inspect_fold_scores(content)
    question = next(item for item in found.questions if item.key == "measure")
    assert question.assumed is None
    assert {"mse", "r2", "accuracy", "score"} <= set(question.options)
    assert found.refusal.what == (
        "values from −4,926 to −51 are no accuracies and no R², which an estimator's own score method gives."
    )
    assert read_fold_scores(content, measure="mse").frame["score"].min() == 51
    neutral = read_fold_scores(content, measure="score", lower_is_better=False)
    assert (neutral.measure, neutral.frame["score"].max()) == ("score", -51)
    assert read_fold_scores(fold_scores_to_csv(neutral)) == neutral


@pytest.mark.parametrize(("worst", "measure"), [(b".1", "accuracy"), (b"-.1", "r2"), (b"-9", "r2")])
@pytest.mark.parametrize("text", list(SCORED.values())[:2], ids=list(SCORED)[:2])
def test_a_score_that_is_taken_for_the_usual_one_may_be_any_other(text, worst, measure):
    found = inspect_fold_scores(text % (b".9", b".8", b".7", worst))
    question = next(item for item in found.questions if item.key == "measure")
    assert question.assumed == measure
    assert {"mse", "r2", "accuracy", "score"} <= set(question.options)
    assert any("own score method" in note for note in found.notes)


@pytest.mark.parametrize("fold", ["Falte", "turn", "n"])
@pytest.mark.parametrize("score", ["accuracy", "score"])
def test_a_fold_that_a_learner_lacks_is_seen_whatever_its_column_is_called(fold, score):
    rows = [(k, name, k / 10) for name in ("tree", "svm") for k in range(1, 6) if (name, k) != ("svm", 2)]
    found = read_fold_scores(csv(rows, (fold, "learner", score)), measure="accuracy")
    assert found.of("svm")["fold"].tolist() == [1, 3, 4, 5]
    assert found.of("svm")["score"].tolist() == [0.1, 0.3, 0.4, 0.5]
    assert "svm has no score on fold 2, where others have." in found.notes
    assert any(f"'{fold}'" in note for note in found.notes)


def test_learners_with_unequal_numbers_of_rows_are_not_counted_in_their_order():
    rows = [(name, place, k / 10) for name, place in zip("aaabb", "stuvw", strict=True) for k in (1, 2)]
    with pytest.raises(InputError, match="from 4 to 6 rows and no column says the fold") as refused:
        read_fold_scores(csv(rows, ("learner", "room", "accuracy")))
    assert "'room' has no role yet" in refused.value.hint


@pytest.mark.parametrize(
    ("replicates", "folds", "design"),
    [(5, 10, "repeated_k_fold"), (2, 3, "repeated_k_fold"), (5, 2, "5x2"), (3, 2, None), (1, 10, None)],
)
def test_repeated_folds_are_proposed_where_every_replicate_has_the_same(replicates, folds, design):
    rows = [(r, k, m, 0.8) for m in "ab" for r in range(replicates) for k in range(folds)]
    table = csv(rows, ("repeat", "fold", "model", "accuracy"))
    asked = next(item for item in inspect_fold_scores(table).questions if item.key == "design")
    assert (asked.assumed, asked.proposed_by) == (
        design,
        "the numbers of repeats and folds" if design else "",
    )
    said = any("were taken for: " in note for note in read_fold_scores(table).notes)
    assert said == (asked.proposed_by != "")
    assert "unknown" in asked.options, "a proposal can be declined, and nobody may know it"
    declined = read_fold_scores(table, design="unknown", n_train=90 * folds, n_validation=90)
    assert declined.facts is None and any("It is not known which design" in note for note in declined.notes)


def test_no_design_is_proposed_where_replicates_have_other_folds():
    rows = [(r, k + r, m, 0.8) for m in "ab" for r in (1, 2) for k in (1, 2, 3)]
    assert read_fold_scores(csv(rows, ("repeat", "fold", "model", "accuracy"))).facts is None


def test_rsample_names_replicate_and_fold_where_learners_are_in_rows():
    rows = [(f"Repeat{r}", f"Fold{k}", m, 0.8) for m in "ab" for r in (1, 2) for k in (1, 2, 3)]
    found = read_fold_scores(csv(rows, ("id", "id2", "model", "accuracy")))
    assert (found.frame["replicate"].nunique(), found.frame["fold"].nunique()) == (2, 3)
    once = read_fold_scores(
        csv([(k, m, s) for r, k, m, s in rows if r == "Repeat1"], ("id", "model", "accuracy"))
    )
    assert (once.frame["replicate"].nunique(), once.frame["fold"].nunique()) == (1, 3)


def test_one_dictionary_of_cross_validate_per_file():
    result = {"fit_time": [0.1, 0.2], "score_time": [0.1, 0.1], "test_score": [0.9, 0.8]}
    files = [named(json.dumps(result).encode(), f"{name}.json") for name in ("svc", "forest")]
    scores = read_fold_scores(files)
    assert scores.learners == ("svc", "forest")
    assert scores.datasets == ("data",)
    assert any("own score method" in note and "accuracy" in note for note in scores.notes)
    table = named(pd.DataFrame(result).to_csv().encode(), "svc.csv")
    assert read_fold_scores(table).of("svc")["score"].tolist() == [0.9, 0.8]


def test_none_in_a_setting_is_called_so_and_what_a_setting_lacks_is_a_dash():
    text = (
        "param_depth,param_gamma,params,split0_test_accuracy,split1_test_accuracy\n"
        "3,,{'depth': 3},.8,.9\n"
        ",,{'depth': None},.7,.9\n"
        ",0.1,{'gamma': 0.1},.7,.8\n"
    )
    assert read_fold_scores(text.encode()).learners == (
        "depth=3, gamma=–",
        "depth=None, gamma=–",
        "depth=–, gamma=0.1",
    )


def test_of_merged_cells_it_is_said_why_they_are_empty():
    rows = "".join(f"{name if k == 0 else ''},{k},0.{k + 1}\n" for name in "AB" for k in range(5))
    with pytest.raises(
        InputError, match=r"column 'Model': is empty in data rows 2, 3, .*where cells are merged"
    ):
        read_fold_scores(io.BytesIO(f"Model,Fold,Accuracy\n{rows}".encode()))


@pytest.mark.parametrize("replicates", [1, 2])
def test_replicates_that_a_column_says_are_not_said_otherwise(replicates):
    rows = "".join(f"{name},{k // 10},{k % 10},0.{10 + k}\n" for name in "AB" for k in range(20))
    with pytest.raises(InputError, match="there is a column of replicates already"):
        read_fold_scores(
            io.BytesIO(f"learner,repeat,fold,error\n{rows}".encode()), replicates=replicates, rows="folds"
        )


def test_folds_of_a_search_are_cut_into_replicates():
    scores = read_fold_scores(IMPORTS / "cv_results.csv", replicates=5, design="5x2")
    assert advised(scores) == "5x2_f"
    frame = scores.of("n_neighbors=1")
    assert list(zip(frame["replicate"], frame["fold"], strict=True)) == [
        (r, k) for r in range(1, 6) for k in (1, 2)
    ]
    assert frame["score"].tolist()[:3] == pytest.approx([72 / 75, 70 / 75, 70 / 75])
    asked = {question.key for question in inspect(IMPORTS / "cv_results.csv", door="fold_scores").questions}
    assert {"replicates", "design", "measure"} <= asked


TURNED = b"%s,iris,wine,vote\nnb,.9,.8,.7\ntree,.7,.6,.9\n"
FOLDS = b",0,1,2\nnb,.9,.8,.7\ntree,.7,.6,.9\n"


def asked_to_turn(content: bytes, **answers: object) -> bool | None:
    questions = inspect_fold_scores(content, **answers).questions
    return next((item.assumed for item in questions if item.key == "turn"), None)


class TestTurnedTables:
    @pytest.mark.parametrize("head", [b"learner", b"Model", b"algorithm"])
    def test_rows_that_are_called_learners_are_learners_and_their_columns_data_sets(self, head):
        scores = read_fold_scores(TURNED % head)
        assert (scores.learners, scores.datasets, scores.rows) == (
            ("nb", "tree"),
            ("iris", "wine", "vote"),
            "data sets",
        )
        by_name = scores.of("tree").set_index("dataset")["score"]
        assert by_name.to_dict() == {"iris": 0.7, "wine": 0.6, "vote": 0.9}
        assert any("turn=False leaves it" in note for note in scores.notes)
        assert asked_to_turn(TURNED % head) is True

    @pytest.mark.parametrize("labels", [("1_1", "1_2", "2_1", "2_2", "3_1", "3_2"), tuple("abcdef")])
    def test_of_rows_that_are_called_folds_nobody_asks_whether_they_are_learners(self, labels):
        rows = "".join(f"{label},.{7 + i % 2},.{8 - i % 2}\n" for i, label in enumerate(labels))
        assert asked_to_turn(f"fold,nb,tree\n{rows}".encode(), replicates=3) is None

    @pytest.mark.parametrize("head", [b"group", b"config", b""])
    def test_rows_that_may_be_anything_are_left_and_the_question_stays(self, head):
        assert read_fold_scores(TURNED % head).learners == ("iris", "wine", "vote")
        assert asked_to_turn(TURNED % head) is False

    def test_whoever_says_so_turns_any_table_of_names_and_numbers(self):
        content = TURNED % b"name"
        assert asked_to_turn(content) is False
        assert read_fold_scores(content).learners == ("iris", "wine", "vote")
        turned = read_fold_scores(content, turn=True)
        assert turned == read_fold_scores(TURNED % b"learner")
        assert inspect_fold_scores(content, turn=True).roles["layout"] == "turned"

    def test_whoever_says_so_leaves_the_table_as_it_stands(self):
        assert read_fold_scores(FOLDS).learners == ("nb", "tree")
        for layout in (None, "turned"):
            upright = read_fold_scores(FOLDS, layout=layout, turn=False)
            assert upright.learners == ("0", "1", "2")
            assert upright.datasets == ("nb", "tree")
        assert inspect_fold_scores(FOLDS, turn=False).roles["layout"] == "wide"
        assert (asked_to_turn(FOLDS), asked_to_turn(FOLDS, turn=False)) == (True, False)

    def test_turning_twice_gives_the_same_scores(self):
        upright = pd.read_csv(io.BytesIO(TURNED % b"learner"), index_col=0).T
        scores = read_fold_scores(upright.to_csv().encode(), rows="data sets")
        pd.testing.assert_frame_equal(scores.wide, read_fold_scores(TURNED % b"learner").wide)

    def test_what_cannot_be_turned_is_refused(self):
        with pytest.raises(InputError, match="does not name learners"):
            read_fold_scores(b"a,b\n1,2\n3,4\n", turn=True)
        assert asked_to_turn(b"A,B\n.1,.2\n.3,.4\n") is None


@pytest.mark.parametrize(
    ("label", "design"),
    [("Fold{k}.Rep{r}", "repeated_k_fold"), ("Fold{n}", "k_fold"), ("Resample{n}", None)],
)
def test_labels_of_caret_name_the_design_and_how_often_it_was_repeated(label, design):
    rows = [
        (label.format(k=k, r=r, n=f"{3 * r + k:02}"), 0.8 + k / 100, 0.7 + r / 100)
        for r in (1, 2)
        for k in (1, 2, 3)
    ]
    content = csv(rows, ("Resample", "lda~ROC", "knn~ROC"))
    scores = read_fold_scores(content)
    assert (scores.measure, scores.facts and scores.facts.key) == ("auc", design)
    asked = {question.key for question in inspect_fold_scores(content).questions}
    assert ("replicates" in asked) == (design != "repeated_k_fold")


TIDYMODELS = """wflow_id,.config,id,id2,.metric,.estimator,.estimate
nb,Preprocessor1_Model1,Repeat1,Fold1,accuracy,binary,0.95
nb,Preprocessor1_Model1,Repeat1,Fold2,accuracy,binary,0.93
nb,Preprocessor1_Model1,Repeat2,Fold1,accuracy,binary,0.92
nb,Preprocessor1_Model1,Repeat2,Fold2,accuracy,binary,0.94
nb,Preprocessor1_Model1,Repeat1,Fold1,roc_auc,binary,0.99
tree,Preprocessor1_Model1,Repeat1,Fold1,accuracy,binary,0.91
tree,Preprocessor1_Model1,Repeat1,Fold2,accuracy,binary,0.94
tree,Preprocessor1_Model1,Repeat2,Fold1,accuracy,binary,0.90
tree,Preprocessor1_Model1,Repeat2,Fold2,accuracy,binary,0.93
"""
MLR3 = """task_id,learner_id,acc
iris,classif.naive_bayes,0.953
iris,classif.rpart,0.94
wine,classif.naive_bayes,0.972
wine,classif.rpart,0.887
vote,classif.naive_bayes,0.878
vote,classif.rpart,0.83
"""


def test_the_columns_that_tidymodels_documents():
    scores = read_fold_scores(TIDYMODELS.encode(), measure="accuracy")
    assert inspect(TIDYMODELS.encode(), door="fold_scores").roles["layout"] == "tidymodels"
    assert (scores.learners, scores.facts.key) == (("nb", "tree"), "repeated_k_fold")
    assert scores.matrix("nb").tolist() == [[0.95, 0.93], [0.92, 0.94]]


def test_the_columns_that_mlr3benchmark_documents():
    scores = read_fold_scores(MLR3.encode())
    assert inspect(MLR3.encode(), door="fold_scores").roles["layout"] == "mlr3"
    assert (scores.measure, scores.rows, scores.datasets) == (
        "accuracy",
        "data sets",
        ("iris", "wine", "vote"),
    )


def test_nested_lists_are_replicates_and_folds():
    scores = read_fold_scores(IMPORTS / "lists_5x2.json", measure="error", design="5x2")
    lists = json.loads((IMPORTS / "lists_5x2.json").read_text())
    for name, grid in lists.items():
        assert scores.matrix(name).tolist() == grid
    assert advised(scores) == "5x2_f"


WIDE = b"A;B\n0,1;0,2\n0,3;0,25\n0,2;0,2\n"


def test_of_columns_with_long_names_few_are_named():
    names = [f"a learner with a long name {k}" for k in range(10)]
    rows = "".join(f"{fold},{','.join(f'0.{fold}{k}' for k in range(10))}\n" for fold in (1, 2, 3))
    for heads, rest in ((names, "and 7 more"), ([f"m{k}" for k in range(10)], "and 4 more")):
        found = core.read_fold_scores(
            f"fold,{','.join(heads)}\n{rows}".encode(), measure="error", rows="folds"
        )
        assert f"{rest} was taken as a learner." in found.notes[0]


def test_what_rows_of_a_wide_table_are_is_asked():
    found = inspect(WIDE, door="fold_scores")
    rows = next(question for question in found.questions if question.key == "rows")
    assert (rows.text, rows.assumed) == (
        "Are the rows folds of one data set, or independent data sets?",
        None,
    )
    folds, sets = read_fold_scores(WIDE), read_fold_scores(WIDE, rows="data sets")
    assert any("nothing says otherwise" in note for note in folds.notes)
    assert folds.rows == "folds"
    assert advised(folds) is None
    assert sets.datasets == ("row 1", "row 2", "row 3")
    assert advised(sets) == "wilcoxon_over_datasets"
    assert folds.of("A")["score"].tolist() == sets.of("A")["score"].tolist() == [0.1, 0.3, 0.2]
    assert advised(read_fold_scores(WIDE, design="k_fold")) == "corrected_t"


@pytest.mark.parametrize(
    ("head", "labels", "rows"),
    [
        ("datasets", ("iris", "wine"), "data sets"),
        ("", ("iris", "wine"), "data sets"),
        ("name", ("iris", "wine"), "data sets"),
        ("fold", ("1", "2"), "folds"),
        ("", ("Fold01", "Fold02"), "folds"),
        ("Resample", ("Fold1.Rep1", "Fold1.Rep2"), "folds"),
        ("id", ("Bootstrap1", "Bootstrap2"), "folds"),
    ],
)
def test_labels_say_what_rows_are(head, labels, rows):
    text = f"{head},A,B\n" + "".join(f"{label},0.1,0.{i}\n" for i, label in enumerate(labels, 2))
    scores = read_fold_scores(text.encode())
    assert scores.rows == rows
    assert scores.learners == ("A", "B")
    assert (scores.datasets == labels) == (rows == "data sets")


@pytest.mark.parametrize(
    "label",
    [
        "Fold{k}.Rep{r}",
        "Rep{r}.Fold{k}",
        "Rep{r}Fold{k}",
        "Repeat{r}_Fold0{k}",
        "repetition {r}, fold {k}",
        "r{r}f{k}",
    ],
)
def test_labels_of_replicate_and_fold_are_read_in_either_order(label):
    places = [(r, k) for r in (1, 2) for k in range(1, 6)]
    rows = "".join(f'{who},"{label.format(r=r, k=k)}",0.8{k}\n' for who in "ab" for r, k in places)
    long = read_fold_scores(f"learner,resample,accuracy\n{rows}".encode()).of("a")
    assert list(zip(long["replicate"], long["fold"], strict=True)) == places
    wide = "".join(f'"{label.format(r=r, k=k)}",0.8{k},0.7\n' for r, k in places)
    assert read_fold_scores(f"fold,a,b\n{wide}".encode()).frame["replicate"].nunique() == 2


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        (b"model,acc_1,acc_2,acc_3\nA,.9,.8,.7\nB,.8,.7,.75\n", None),
        (b",A,B\ns1,.1,.2\ns2,.2,.3\n", None),
        (b"Reihe,A,B\n1,.1,.2\n2,.2,.3\n", None),
        (b",A,B\nData 1,.1,.2\nData 2,.2,.3\n", "data sets"),
    ],
)
def test_labels_that_only_count_leave_it_open_what_rows_are(text, assumed):
    found = inspect(text, door="fold_scores")
    assert next(question for question in found.questions if question.key == "rows").assumed == assumed
    assert read_fold_scores(text).learners == ("A", "B")


@pytest.mark.parametrize("text", [b"A,B\n0,.5\n1,.75\n", b"A,B\n1,3\n2,5\n3,4\n", b"A,B\n2,.5\n3,.75\n"])
def test_whole_numbers_that_may_be_scores_are_a_learner(text):
    assert read_fold_scores(text, measure="rmse").learners == ("A", "B")


def test_a_table_that_is_turned_is_asked_about_the_rows_that_it_gets():
    turn, rows, *_ = inspect(b"model,1,2,3\nA,.9,.8,.7\nB,.8,.7,.75\n", door="fold_scores").questions
    assert turn.text == "Turn the table, because its rows are the learners?"
    assert (
        rows.text == "Once the table is turned, are its rows folds of one data set, or independent data sets?"
    )


@pytest.mark.parametrize("turn", [None, False])
def test_a_table_with_measures_in_rows_is_not_said_to_have_learners_there(turn):
    questions = inspect_fold_scores(
        b"measure,fold_1,fold_2\naccuracy,.9,.8\nauc,.95,.85\n", turn=turn
    ).questions
    assert questions[0].text == "Turn the table, because its rows are measures?"


def test_folds_passed_off_as_data_sets_can_be_set_right():
    folds = read_fold_scores(IMPORTS / "autorank.csv", rows="folds")
    assert (folds.datasets, folds.frame["fold"].max()) == (("autorank",), 6)
    long = b"dataset,learner,score\nx,a,0.1\nx,b,0.2\ny,a,0.3\ny,b,0.4\n"
    assert read_fold_scores(long).rows == "data sets"
    turned = read_fold_scores(long, rows="folds")
    assert (turned.rows, turned.datasets, turned.frame["fold"].tolist()) == ("folds", ("data",), [1, 1, 2, 2])


@pytest.mark.parametrize(
    "columns",
    [
        ("learner", "fold", "score"),
        ("algorithm", "split", "value"),
        ("model", "iteration", ".estimate"),
        ("Classifier", "Fold", "Score"),
        ("method", "k", "y"),
        ("estimator", "cv_fold", "accuracy"),
        ("Model Name", "Fold", "Accuracy"),
    ],
)
def test_synonyms(columns):
    rows = [(name, fold, value) for name in "ab" for fold, value in ((1, 0.1), (2, 0.3))]
    scores = read_fold_scores(csv(rows, columns), measure="accuracy")
    assert scores.learners == ("a", "b")
    assert scores.frame["fold"].tolist() == [1, 2, 1, 2]
    assert scores.frame["score"].tolist() == [0.1, 0.3, 0.1, 0.3]


WORDS = [(name, r, k) for name in ("ridge", "forest") for r in (1, 2) for k in (1, 2, 3)]


def by_rmse(*heads):
    rows = [(name, r, k, 47309.5 + 100 * r + 7 * k + len(name)) for name, r, k in WORDS]
    return csv(rows, (*heads, "RMSE"))


@pytest.mark.parametrize(
    "heads",
    [
        ("Modell", "Wiederholung", "Fold"),
        ("Verfahren", "Durchlauf", "Falte"),
        ("Klassifikator", "Wiederholung", "fold"),
        ("System", "Wiederholung", "Fold"),
        ("System", "Wdh", "Fold"),
        ("System", "repeat", "Teil"),
    ],
)
def test_the_only_words_beside_folds_and_a_measure_name_the_learners(heads):
    scores = read_fold_scores(by_rmse(*heads))
    places = list(zip(scores.frame["learner"], scores.frame["replicate"], scores.frame["fold"], strict=True))
    assert (places, scores.measure) == (WORDS, "rmse")
    said = [note for note in scores.notes if note.startswith("By what")]
    assert all(f"{head!r}" in " ".join(said) for head in heads if head in ("System", "Wdh", "Teil"))


def test_data_sets_and_learners_have_german_names():
    rows = [(data, name, 0.1) for data in "abcde" for name in "AB"]
    scores = read_fold_scores(csv(rows, ("Datensatz", "Verfahren", "Wert")), measure="error")
    assert (scores.rows, scores.learners, len(scores.datasets)) == ("data sets", ("A", "B"), 5)


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("Fehlerrate", "error"),
        ("Fehler", "error"),
        ("Genauigkeit", "accuracy"),
        ("Balancierte Genauigkeit", "balanced_accuracy"),
        ("Präzision", "precision"),
        ("Sensitivität", "recall"),
        ("Spezifität", "specificity"),
        ("Mittlerer quadratischer Fehler", "mse"),
    ],
)
def test_measures_have_german_names(name, measure):
    rows = [(learner, fold, 0.1 * fold) for learner in "AB" for fold in (1, 2, 3)]
    scores = read_fold_scores(csv(rows, ("Verfahren", "Falte", name)))
    assert (scores.measure, scores.measure_assumed) == (measure, False)
    lists = csv([(*row[:2], name, row[2]) for row in rows], ("Verfahren", "Falte", "Metrik", "Wert"))
    assert read_fold_scores(lists).measure == measure


def test_notes_beside_the_scores_of_one_learner_are_no_learners():
    with pytest.raises(InputError):
        read_fold_scores(b"fold,note,rmse\n1,warm,9.5\n2,warm,9.1\n3,cold,9.7\n")


def test_where_learners_cannot_be_told_the_long_table_is_named_and_no_fold_is_one():
    with pytest.raises(InputError, match="'RMSE' is a measure, while 'Nr' may be a learner") as caught:
        read_fold_scores(b"Art,Fold,Nr,RMSE\na,1,5,9.5\na,2,3,9.1\nb,1,4,9.7\n")
    assert "the long table with one column per measure" in caught.value.hint


def test_names_stand_in_notes_and_refusals_as_they_stand_in_the_file():
    name = r"A&B#1 {x}\y $z"
    found = inspect_fold_scores(f"fold,{name},B\n1,.1,.2\n2,.2,.3\n3,.3,.1\n".encode())
    assert any(
        f"Each of the columns '{name}' and 'B' was taken as a learner." in note for note in found.notes
    )
    with pytest.raises(InputError) as caught:
        read_fold_scores(f"learner,fold,error\n{name},1,.1\n".encode(), roles={"score": "none"})
    assert "'none'" in caught.value.what
    with pytest.raises(InputError) as caught:
        read_fold_scores(
            f"fold,{name},B\n1,.1,x\n2,y,.3\n".encode(), layout="wide", roles={"learners": [name]}
        )
    assert f"column '{name}'" in str(caught.value)


def test_every_role_can_be_changed():
    rows = [("a", 1, 9, 0.1), ("a", 2, 9, 0.2), ("b", 1, 8, 0.3), ("b", 2, 8, 0.4)]
    content = csv(rows, ("model", "k", "neighbours", "loss"))
    scores = read_fold_scores(
        content, layout="long", roles={"score": "loss"}, measure="gain", lower_is_better=True
    )
    assert scores.frame["score"].tolist() == [0.1, 0.2, 0.3, 0.4]
    none = read_fold_scores(content, layout="long", roles={"score": "loss", "fold": ""}, measure="error")
    assert any("No column says the fold" in note for note in none.notes)
    chosen = read_fold_scores(content, layout="long", roles={"score": "loss", "learners": ["b"]})
    assert chosen.learners == ("b",)
    wide = csv([(0.1, 0.2, 7), (0.2, 0.3, 9)], ("A", "B", "weight"))
    assert read_fold_scores(wide, layout="wide", roles={"learners": ["A", "B"]}).learners == ("A", "B")


BESIDE = {
    "rows": ("learner,fold,error\nA,1,.1\nA,2,.2\nB,1,.3\nB,2,.4\n", "learner,fold,error\nC,1,.5\nC,2,.6\n"),
    "columns": ("fold,A,B\n1,.1,.3\n2,.2,.4\n", "fold,C,D\n1,.5,.7\n2,.6,.8\n"),
}


@pytest.mark.parametrize("kept", [("A", "B"), ("C",), ("B", "C")], ids="-".join)
@pytest.mark.parametrize("texts", BESIDE.values(), ids=list(BESIDE))
def test_a_file_of_which_no_learner_is_kept_is_left_out(texts, kept):
    files, roles = [text.encode() for text in texts], {"learners": list(kept)}
    assert read_fold_scores(files, roles=roles, measure="error").learners == kept
    found = inspect_fold_scores(files, roles=roles, measure="error")
    asked = next((item for item in found.questions if item.key == "learners"), None)
    assert found.refusal is None
    if "learner" in texts[0]:
        assert (asked.options, asked.assumed) == (("A", "B", "C"), kept)


@pytest.mark.parametrize("names", [["E"], ["A", "E"], []])
def test_a_learner_that_no_file_has_is_refused(names):
    files = [text.encode() for text in BESIDE["rows"]]
    with pytest.raises(InputError, match="no learner") as caught:
        read_fold_scores(files, roles={"learners": names}, measure="error")
    assert caught.value.hint == "There are A, B and C."


@pytest.mark.parametrize(
    ("replicates", "n_train", "n_validation", "design"),
    [
        (1, (90, 90, 90), (45, 45, 45), "k_fold"),
        (2, (90, 90, 90), (45, 45, 45), "repeated_k_fold"),
        (5, (50, 50), (50, 50), "5x2"),
        (4, (90,), (45,), "random_resampling"),
        (1, (2, 2, 2), (1, 1, 1), "leave_one_out"),
        (1, (90, 90, 90), (30, 30, 30), None),
        (1, (90, 91, 90), (45, 45, 45), None),
    ],
)
def test_sizes_give_the_design_away(replicates, n_train, n_validation, design):
    rows = [
        (name, r, fold, train, validation, 0.1 * fold)
        for name in "ab"
        for r in range(1, replicates + 1)
        for fold, (train, validation) in enumerate(zip(n_train, n_validation, strict=True), 1)
    ]
    columns = ("learner", "replicate", "fold", "n_train", "n_test", "error")
    facts = read_fold_scores(csv(rows, columns)).facts
    assert (facts and facts.key) == design


def test_sizes_can_be_said():
    content = b"learner,score\n" + b"".join(b"%c,0.%d\n" % (name, i) for name in b"ab" for i in (1, 3, 2))
    scores = read_fold_scores(content, design="random_resampling", n_train=90, n_validation=45)
    assert (scores.facts.n_train, scores.facts.n_validation) == (90, 45)
    assert advised(scores) == "corrected_t"


def of_folds(replicates, folds):
    places = [(r, k) for r in range(1, replicates + 1) for k in range(1, folds + 1)]
    return csv(
        [(who, r, k, k / 40) for who in "ab" for r, k in places], ("learner", "replicate", "fold", "error")
    )


@pytest.mark.parametrize(
    ("design", "shape", "n_train", "n_validation", "fits"),
    [
        ("k_fold", (1, 10), 198, 22, True),
        ("k_fold", (1, 10), 200.7, 22.3, True),
        ("k_fold", (1, 10), 201, 22, True),  # 223 instances, both means rounded
        ("k_fold", (1, 10), 100, 22, False),
        ("k_fold", (1, 10), 22, 198, False),
        ("repeated_k_fold", (3, 10), 198, 22, True),
        ("5x2", (5, 2), 110, 110, True),
        ("5x2", (5, 2), 198, 22, False),
        ("random_resampling", (1, 10), 100, 22, True),
        ("disjoint_halves", (1, 10), 11, 11, True),
        ("k_fold", (1, 10), None, 22, True),
        ("bootstrap", (1, 10), 220, 220, True),  # validated on the original set
        ("k_fold", (1, 10), 9, 1, True),
        ("k_fold", (1, 10), 9, 2, True),  # 11 instances: one fold validates two
        ("leave_one_out", (1, 30), 29, 1, True),
    ],
)
def test_sizes_that_are_said_are_held_against_the_design(design, shape, n_train, n_validation, fits):
    sizes = {"n_train": n_train, "n_validation": n_validation}
    if fits:
        facts = read_fold_scores(of_folds(*shape), design=design, **sizes).facts
        assert (facts.n_train, facts.n_validation) == (n_train, pytest.approx(n_validation))
    else:
        with pytest.raises(DesignError, match="each validates one instance in "):
            read_fold_scores(of_folds(*shape), design=design, **sizes)


@pytest.mark.parametrize(
    ("design", "folds", "n_train", "n_validation", "why"),
    [
        ("k_fold", 10, 3, 1, "take at least 10 instances.*3 \\+ 1 are fewer"),
        ("k_fold", 10, 1, 1, "take at least 10 instances"),
        ("leave_one_out", 30, 5, 1, "6 instances have 6 folds"),
        ("leave_one_out", 30, 100, 1, "30 folds are of 29 \\+ 1 instances.*101 instances have 101 folds"),
        ("leave_one_out", 30, 290, 10, "validates each instance alone"),
        ("disjoint_halves", 10, 90, 10, "validates on the other, as large"),
        ("leave_one_out", 30, 20, 10, "not of 20 \\+ 10"),
        ("bootstrap", 10, 100, 200, "no more than these, not 200 beside 100"),
    ],
)
def test_sizes_that_no_sets_of_the_design_have_are_refused(design, folds, n_train, n_validation, why):
    with pytest.raises(DesignError, match=why):
        read_fold_scores(of_folds(1, folds), design=design, n_train=n_train, n_validation=n_validation)


def test_sizes_of_the_file_that_the_design_cannot_have_are_told_and_given_ones_beside_them_are_ignored():
    rows = [(who, k, 90, 30, k / 20) for who in "ab" for k in range(1, 11)]
    source = csv(rows, ("learner", "fold", "n_train", "n_validation", "error"))
    told = "The sizes in the file are not those of the design: of 10 folds"
    alone = read_fold_scores(source, design="k_fold")
    assert sum(note.startswith(told) for note in alone.notes) == 1
    beside = read_fold_scores(source, design="k_fold", n_train=90, n_validation=10)
    assert (beside.facts.n_train, beside.facts.n_validation) == (90, 30)
    assert {"n_train = 90", "n_validation = 10"} == {
        note.split(" was ignored")[0] for note in beside.notes if " was ignored: the file says" in note
    }
    assert any(note.startswith(told) for note in beside.notes)
    assert not any("not those of the design" in note for note in read_fold_scores(source).notes)
    half = csv([row[:3] + row[4:] for row in rows], ("learner", "fold", "n_train", "error"))
    with pytest.raises(DesignError, match="each validates one instance"):
        read_fold_scores(half, design="k_fold", n_train=90, n_validation=30)


def test_no_cross_validation_is_proposed_whose_sizes_are_others():
    assert read_fold_scores(of_folds(2, 5)).facts.key == "repeated_k_fold"
    assert read_fold_scores(of_folds(2, 5), n_train=198, n_validation=22).facts is None


@pytest.mark.parametrize("design", ["k_fold", "5x2", "repeated_k_fold"])
def test_run_here_export_import_gives_the_same_verdicts(design):
    options = {"k": 3, "r": 2} if design == "repeated_k_fold" else {}
    run = core.run_experiment(
        core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design(design, **options)
    )
    back = read_fold_scores(fold_scores_to_csv(run.fold_scores))
    here = core.applicable_tests(run.fold_scores, *run.learners)
    there = core.applicable_tests(back, *back.learners)
    assert here == there
    for key in here.applicable:
        options = (
            {"rope": 0.01}
            if core.TESTS[key].shows_equivalence
            else {"rho1": 0.1, "rho2": 0.2}
            if "exact" in key
            else {}
        )
        one = core.compare(run.fold_scores, *run.learners, key, **options)
        two = core.compare(back, *back.learners, key, **options)
        assert (one.statistic, one.p_value, one.df) == (two.statistic, two.p_value, two.df)


def test_cells_that_a_spreadsheet_would_run_are_harmless_on_the_way_out_and_whole_on_the_way_in():
    content = csv(
        [("=1+1", 1, 0.1), ("=1+1", 2, 0.2), ("@x", 1, 0.2), ("@x", 2, 0.1)], ("learner", "fold", "score")
    )
    scores = read_fold_scores(content)
    assert scores.learners == ("=1+1", "@x")
    out = fold_scores_to_csv(scores)
    assert b",'=1+1," in out
    assert read_fold_scores(out) == scores
    wide = table_to_csv(pd.DataFrame({"=a": [0.1, 0.2], "b": [0.1, 0.3]}))
    assert read_fold_scores(wide).learners == ("=a", "b")


LONG = "learner,fold,score\na,1,0.1\na,2,0.2\nb,1,0.3\nb,2,0.4\n"
CD = LONG.replace("a,", "c,").replace("b,", "d,")
MIXED = b"learner,fold,score\na,1,0.1\na,2,0.2\nb,1,30\nb,2,40\n"
WIDE_TEXT = "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.3,0.25\n"
WEKA = (IMPORTS / "weka_experiment.csv").read_text()


def xlsx() -> bytes:
    file = io.BytesIO()
    pd.read_csv(io.StringIO(LONG)).to_excel(file, index=False)
    return file.getvalue()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as found:
        found.writestr("a.txt", "x")
    return file.getvalue()


def wide_of(columns: int) -> bytes:
    return (
        ",".join(f"c{i}" for i in range(columns)) + "\n" + (",".join(["0.1"] * columns) + "\n") * 3
    ).encode()


FIVE_HUNDRED = (
    "learner,fold,score\n" + "".join(f"L{i},{k},0.{k}\n" for i in range(500) for k in (1, 2))
).encode()
MEASURES = b"learner,fold,measure,score\na,1,acc,.1\na,1,auc,.2\n"
ARFF = b"@relation x\n@attribute Key_Scheme {a}\n@attribute Key_Run {1}\n@attribute Percent_correct numeric\n@data\n"

# content, options, what, where, a key word of the hint
REFUSED = {
    "empty": (b"", {}, "is empty (0 bytes).", "the file", "Save the table"),
    "blanks": (b"  \n \n", {}, "holds nothing but blanks.", "the file", "Bring a table"),
    "header only": (
        b"learner,fold,score\n",
        {},
        "has a header but no rows below it.",
        "the file",
        "Bring a table",
    ),
    "nul": (
        LONG.replace("0.2", "0.\x002").encode(),
        {},
        "holds a NUL byte at byte 34, which no text has.",
        "the file, line 3",
        "The file is",
    ),
    "utf16 odd": (
        LONG.encode("utf-16")[:-1],
        {},
        "begins as utf-16 text but cannot be decoded at byte 102.",
        "the file",
        "Save it again",
    ),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(50), {}, "this is a PNG picture.", "the file", "Bring a table:"),
    "zip": (archive(), {}, "is a ZIP archive without a workbook in it.", "the file", "Unpack it. Bring"),
    "broken xlsx": (xlsx()[:500], {}, "begins as a ZIP archive but is damaged.", "the file", "The file may"),
    "pdf": (b"%PDF-1.4 x", {}, "this is a PDF document.", "the file", "Copy its table"),
    "gzip": (b"\x1f\x8b123", {}, "this is compressed with gzip.", "the file", "Unpack it and"),
    "pickle": (
        b"\x80\x04\x95",
        {},
        "this is a Python pickle, which is never opened because opening it can ",
        "the file",
        "Save the table",
    ),
    "html": (
        b"<html><table><tr><td>1</td></tr></table>",
        {},
        "this is a web page or XML document.",
        "the file",
        "Save the data",
    ),
    "parquet cut": (b"PAR1xxxx", {}, "begins as Parquet but cannot be read.", "the file", "The file may"),
    "ragged": (
        LONG.replace("a,2,0.2", "a,2,0.2,9").encode(),
        {},
        "this row has 4 cells where the table has 3 columns (read with the comm",
        "the file, line 3",
        "Complete the row;",
    ),
    "ragged short": (
        LONG.replace("a,2,0.2", "a,2").encode(),
        {},
        "this row has 2 cells where the table has 3 columns (read with the comm",
        "the file, line 3",
        "Complete the row;",
    ),
    "open quote": (
        LONG.replace("b,1", '"b,1').encode(),
        {},
        "a quotation mark is opened and never closed.",
        "the file, line 4",
        "Close it, or",
    ),
    "dup fold": (
        (LONG + "b,2,0.5\n").encode(),
        {},
        "the learner 'b' has several scores for replicate 1, fold 2 of 'data': ",
        "the file",
        "Keep one row",
    ),
    "above 100": (
        LONG.replace("0.2", "120").encode(),
        {"measure": "error"},
        "values from 0.1 to 120 are neither proportions nor percent (data row 2).",
        "scores (error rate)",
        "Correct them, or",
    ),
    "above 100 in two columns": (
        b"fold,A,B\n1,0.1,120\n2,0.2,0.3\n3,130,-1\n",
        {"measure": "error"},
        "are neither proportions nor percent (data row 3 of A and data rows 1 and 3 of B).",
        "scores (error rate)",
        "Correct them, or",
    ),
    "above 100 in two files": (
        [
            named(LONG.replace("0.2", "120").encode(), "ab.csv"),
            named(CD.replace("0.4", "-3").encode(), "cd.csv"),
        ],
        {"measure": "error"},
        "are neither proportions nor percent (data row 2 of ab.csv and data row 4 of cd.csv).",
        "scores (error rate)",
        "Correct them, or",
    ),
    "negative": (
        LONG.replace("0.2", "-0.2").encode(),
        {"measure": "error"},
        "values from −0.2 to 0.4 are neither proportions nor percent (data row 2).",
        "scores (error rate)",
        "Correct them, or",
    ),
    "mixed scale": (
        MIXED,
        {"measure": "error"},
        "the scores of 'a' look like proportions (at most 0.2), those of 'b' li",
        "scores (error rate)",
        "Bring all on",
    ),
    "no rates of an unknown measure": (
        LONG.replace("0.2", "16537").encode(),
        {},
        "values from 0.1 to 16,537 are no proportions and no percentages.",
        "scores",
        "Say which measure this is",
    ),
    "above one": (
        LONG.replace("0.2", "1.2").encode(),
        {"measure": "error", "scale": "proportion"},
        "error rate lies between 0 and 1, but some scores do not: 1.2, data row 2.",
        "scores (error rate)",
        "Correct them, or say which measure this is",
    ),
    "above 100 percent": (
        b"fold,A,B\n1,10,20\n2,11,120\n",
        {"measure": "error", "scale": "percent"},
        "error rate lies between 0 and 100, but some scores do not: 120, data row 2 of B.",
        "scores (error rate)",
        "Correct them, or say which measure this is",
    ),
    "above one of a measure that is named": (
        LONG.replace("0.2", "1.2").replace("score", "accuracy").encode(),
        {"scale": "proportion"},
        "accuracy lies between 0 and 1, but some scores do not: 1.2, data row 2.",
        "scores (accuracy)",
        "Correct them, or say the other scale",
    ),
    "mixed scale of an unknown measure": (
        MIXED,
        {},
        "the scores of 'a' look like proportions (at most 0.2), those of 'b' li",
        "scores",
        "Say which measure this is",
    ),
    "percent sign": (
        LONG.replace("0.2", "20%").encode(),
        {},
        "'20%' is no number, data row 2.",
        "the file, column 'score'",
        "Correct the cell,",
    ),
    "text": (
        LONG.replace("0.2", "n.a.").encode(),
        {},
        "'n.a.' is no number, data row 2.",
        "the file, column 'score'",
        "Correct the cell,",
    ),
    "inf": (
        LONG.replace("0.2", "inf").encode(),
        {},
        "'inf' is no number, data row 2.",
        "the file, column 'score'",
        "Correct the cell,",
    ),
    "huge": (
        LONG.replace("0.2", "1e999").encode(),
        {},
        "'1e999' is no number, data row 2.",
        "the file, column 'score'",
        "Correct the cell,",
    ),
    "negative fold": (
        LONG.replace("a,1", "a,-1").encode(),
        {},
        "'-1' does not count folds, data row 1.",
        "the file, column 'fold'",
        "Number the folds",
    ),
    "half fold": (
        LONG.replace("a,1", "a,1.5").encode(),
        {},
        "'1.5' does not count folds, data row 1.",
        "the file, column 'fold'",
        "Number the folds",
    ),
    "fold text": (
        LONG.replace("a,1", "a,first").encode(),
        {},
        "'first' is no number, data row 1.",
        "the file, column 'fold'",
        "Number the folds",
    ),
    "no learner": (
        LONG.replace("a,2", ",2").encode(),
        {},
        "is empty in data row 2.",
        "the file, column 'learner'",
        "Fill the cells",
    ),
    "fold huge": (
        LONG.replace("a,1", "a,1e30").encode(),
        {},
        "'1e30' does not count folds, data row 1.",
        "the file, column 'fold'",
        "Number the folds",
    ),
    "500 learners": (
        FIVE_HUNDRED,
        {},
        "there are 500 learners; at most 200 are compared.",
        "the file",
        "Choose among them",
    ),
    "2000 cols": (
        wide_of(2_000),
        {},
        "the columns 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9'",
        "the file",
        "Bring the columns",
    ),
    "10001 cols": (
        wide_of(10_001),
        {},
        "has 10,001 columns; at most 10,000 are read.",
        "the file",
        "Leave out columns;",
    ),
    "wide text col": (
        WIDE_TEXT.replace("0.3,0.25", "0.3,x").encode(),
        {},
        "'x' is no number, data row 3.",
        "the file, column 'B'",
        "Correct the cell,",
    ),
    "wide mostly text": (
        b"A,B,C\n.1,.2,x\n.2,.3,y\n.1,.1,x\n",
        {},
        "the columns 'A', 'B' and 'C' are no known layout of fold results.",
        "the file",
        "Bring the columns",
    ),
    "wide one column": (
        b"A\n0.1\n0.2\n",
        {},
        "the columns 'A' are no known layout of fold results.",
        "the file",
        "Bring the columns",
    ),
    "wide inf": (
        WIDE_TEXT.replace("0.25", "inf").encode(),
        {},
        "'inf' is no number, data row 3.",
        "the file, column 'B'",
        "Correct the cell,",
    ),
    "wide dup label ds": (
        b"datasets,A,B\niris,.1,.2\niris,.2,.3\n",
        {"rows": "data sets"},
        "the learner 'A' has several scores for replicate 1, fold 1 of 'iris': ",
        "the file",
        "Keep one row",
    ),
    "unknown measure": (
        LONG.encode(),
        {"measure": "gain"},
        "it is not known whether lower is better for the measure 'gain'.",
        "lower_is_better",
        "Say lower_is_better=True or",
    ),
    "several measures": (
        MEASURES,
        {},
        "there are scores of several measures: 'acc' and 'auc'.",
        "the file",
        "Choose one (measure=…).",
    ),
    "no such measure": (MEASURES, {"measure": "f1"}, "there is no measure 'f1'.", "measure", "There is acc"),
    "no column role": (
        LONG.encode(),
        {"roles": {"score": "value"}},
        "there is no column 'value' to be the score.",
        "roles",
        "There are 'learner',",
    ),
    "two roles": (
        LONG.encode(),
        {"roles": {"score": "score", "fold": "score"}},
        "the column 'score' was given two roles.",
        "roles",
        "Give each column",
    ),
    "unknown layout": (
        LONG.encode(),
        {"layout": "x"},
        "there is no layout 'x'.",
        "layout",
        "There are tidymodels,",
    ),
    "wrong layout": (
        LONG.encode(),
        {"layout": "weka"},
        "there is no column 'Key_Scheme' or 'Key_Run' (nor one given that role)",
        "the file",
        "There are 'learner',",
    ),
    "cv layout": (
        LONG.encode(),
        {"layout": "cv_results"},
        "there is no column 'split0_test_score' (nor one given that role).",
        "the file",
        "There are 'learner',",
    ),
    "tm layout": (
        LONG.encode(),
        {"layout": "tidymodels"},
        "there is no column '.metric', '.estimate' or 'id' (nor one given that ",
        "the file",
        "There are 'learner',",
    ),
    "correctr layout": (
        LONG.encode(),
        {"layout": "correctr"},
        "there is no column 'model', 'values', 'k' or 'r' (nor one given that r",
        "the file",
        "There are 'learner',",
    ),
    "posthocs layout": (
        LONG.encode(),
        {"layout": "posthocs"},
        "there is no column 'learner', 'score' or 'block' (nor one given that r",
        "the file",
        "There are 'learner',",
    ),
    "mlr3 layout": (
        LONG.encode(),
        {"layout": "mlr3"},
        "there is no column 'task_id' or 'learner_id' (nor one given that role)",
        "the file",
        "There are 'learner',",
    ),
    "cross_validate layout": (
        LONG.encode(),
        {"layout": "cross_validate"},
        "there is no column 'test_score' (nor one given that role).",
        "the file",
        "There are 'learner',",
    ),
    "measures layout": (
        LONG.encode(),
        {"layout": "measures"},
        "there is no column 'score' (nor one given that role).",
        "the file",
        "There are 'learner',",
    ),
    "replicates 3": (
        LONG.encode(),
        {"replicates": 3},
        "2 folds cannot be cut into 3 replicates of equally many.",
        "replicates",
        "2 folds are",
    ),
    "replicates 0": (
        LONG.encode(),
        {"replicates": 0},
        "must be at least 1, not 0.",
        "replicates",
        "Say how often",
    ),
    "replicates twice": (
        b"learner,replicate,fold,score\na,1,1,.1\na,2,1,.2\n",
        {"replicates": 2},
        "there is a column of replicates already.",
        "replicates",
        "Leave replicates out,",
    ),
    "design shape": (
        LONG.encode(),
        {"design": "5x2"},
        "5×2 cross-validation has 5 replicates of 2 folds; here are 1 × 2.",
        "design",
        "Choose another design,",
    ),
    "design unknown": (
        LONG.encode(),
        {"design": "x"},
        "there is no design 'x'.",
        "design",
        "There are hold_out,",
    ),
    "sizes": (
        LONG.encode(),
        {"n_train": -1},
        "must be a positive number, not -1.",
        "n_train",
        "Say how many",
    ),
    "dataset": (LONG.encode(), {"dataset": "x"}, "there is no data set 'x'.", "dataset", "There are data."),
    "rows": (LONG.encode(), {"rows": "x"}, "must be None, 'folds' or 'data sets', not 'x'.", "rows", ""),
    "scale": (
        LONG.encode(),
        {"scale": "x"},
        "must be None, 'proportion' or 'percent', not 'x'.",
        "scale",
        "",
    ),
    "size zero": (
        b"learner,fold,score,n_train\na,1,.1,0\na,2,.1,9\n",
        {},
        "'0' is no number of instances, data row 1.",
        "the file, column 'n_train'",
        "Write how many",
    ),
    "size text": (
        b"learner,fold,score,n_train\na,1,.1,many\na,2,.1,9\n",
        {},
        "'many' is no number, data row 1.",
        "the file, column 'n_train'",
        "Write how many",
    ),
    "learners role": (
        LONG.encode(),
        {"roles": {"learners": ["c"]}},
        "there is no learner 'c'.",
        "roles",
        "There are a",
    ),
    "learners none": (
        LONG.encode(),
        {"roles": {"learners": []}},
        "no learner was chosen.",
        "roles",
        "There are a",
    ),
    "neg mixed": (
        b"learner,fold,neg_log_loss\na,1,-.1\na,2,.2\n",
        {},
        "scores whose sign is turned cannot be positive, but some are: 0.2, data row",
        "scores (log loss)",
        "or the name of the measure",
    ),
    "loss of both signs": (
        b"learner,fold,mse\na,1,-.1\na,2,.2\n",
        {},
        "mean squared error cannot be below 0, but some scores are: -0.1, data row 1.",
        "scores (mean squared error)",
        "or the name of the measure",
    ),
    "said loss of both signs": (
        b"learner,fold,score\na,1,-.1\na,2,.2\n",
        {"measure": "rmse"},
        "root mean squared error cannot be below 0, but some scores are: -0.1, data row 1.",
        "scores (root mean squared error)",
        "Say which measure this is",
    ),
    "json broken": (
        b'{"a": [1, 2',
        {},
        "begins as JSON but is none (Expecting ',' delimiter).",
        "the file, line 1",
        "Write lists of",
    ),
    "json scalar": (
        b'{"a": 1}',
        {},
        "this JSON holds no table: it has single values, not one for each row.",
        "the file",
        "Write lists of",
    ),
    "json ragged": (
        b'{"a": [0.1, 0.2], "b": [0.1]}',
        {},
        "the lists have unequal lengths: 'b' has 1, another has 2.",
        "the file",
        "Paired tests need",
    ),
    "json deep": (
        b"[" * 100000 + b"{",
        {},
        "is JSON nested too deeply for a table.",
        "the file",
        "Write lists of",
    ),
    "json deep2": (
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        {},
        "is JSON nested too deeply for a table.",
        "the file",
        "Write lists of",
    ),
    "json empty": (b"{}", {}, "this JSON holds no table.", "the file", "Write lists of"),
    "json empty lists": (b'{"a": [], "b": []}', {}, "holds no rows.", "the file", "Write lists of"),
    "json text": (
        b'{"a": ["x","y"], "b": [1,2]}',
        {},
        "the columns 'a' and 'b' are no known layout of fold results.",
        "the file",
        "Bring the columns",
    ),
    "json mix": (
        b'{"a": [1], "b": {"x":1}}',
        {},
        "this JSON holds no table: some entries are lists, others are not.",
        "the file",
        "Write lists of",
    ),
    "json inf": (
        b'{"a": [Infinity, 0.1], "b": [0.2, 0.3]}',
        {},
        "'inf' is no number, element 1.",
        "the file, column 'a'",
        "Correct the cell,",
    ),
    "json latin": (
        '{"é": [0.1, 0.2], "b": [0.1,0.2]}'.encode("latin-1"),
        {},
        "begins as JSON but is not UTF-8.",
        "the file",
        "Save it again",
    ),
    "json bigint": (
        b'{"a": [' + b"9" * 5000 + b', 0.1], "b": [0.2, 0.3]}',
        {},
        "is JSON with a number of thousands of digits.",
        "the file",
        "Write lists of",
    ),
    "json grids bad": (
        b'{"a": [[0.1,[0.2]]], "b": [[0.1,0.2]]}',
        {},
        "is no list of the scores of its folds.",
        "the file, 'a', replicate 1",
        "Write lists of",
    ),
    "json records bad": (
        b'[{"learner":"a"}, 3]',
        {},
        "this entry is no record of named cells.",
        "the file, element 2",
        "Write lists of",
    ),
    "json split bad": (
        b'{"columns":["a","b"],"data":[[1,2],[3]]}',
        {},
        "this row has not the 2 cells of the columns.",
        "the file, element 2",
        "Write lists of",
    ),
    "weka scheme text": (
        WEKA.replace(FIRST, "abc", 1).encode(),
        {},
        "'abc' is no number, data row 1.",
        "the file, column 'Percent_correct'",
        "Correct the cell,",
    ),
    "weka dup": (
        (WEKA + WEKA.splitlines()[1] + "\n").encode(),
        {},
        "the learner 'NaiveBayes' has several scores for replicate 1, fold 1 of",
        "the file",
        "Keep one row",
    ),
    "arff bad": (
        ARFF + b"b,1,2\n",
        {},
        "'b' is not among the declared values 'a'.",
        "the file, attribute 'Key_Scheme', row 1 of the data",
        "Declare the value,",
    ),
    "arff nodata": (
        b"@relation x\n@attribute a numeric\n",
        {},
        "there is no @data line.",
        "the file",
        "The file seems",
    ),
    "cvr text": (
        b"params,split0_test_score,split1_test_score\nx,0.1,y\nz,.2,.3\n",
        {},
        "'y' is no number, data row 1.",
        "the file, column 'split0_test_score'",
        "Correct the cell,",
    ),
    "cvr r": (
        b"params,split0_test_score,split1_test_score,split2_test_score\nx,0.1,.2,.1\nz,.2,.3,.2\n",
        {"replicates": 2},
        "3 folds cannot be cut into 2 replicates of equally many.",
        "replicates",
        "3 folds are",
    ),
    "brought twice": (
        [named(b"fold,score\n1,.1\n2,.2\n", "a.csv")] * 2,
        {},
        "was brought twice.",
        "a.csv",
        "Remove one",
    ),
    "copy": (
        [named(b"dataset,learner,fold,score\nd,t,1,.1\n", name) for name in ("a.csv", "b.csv")],
        {},
        "holds the same scores as a.csv.",
        "b.csv",
        "Remove one",
    ),
    "cv dup": (
        [LONG.encode(), LONG.replace("0.2", "0.25").encode()],
        {},
        "the learner 'a' has several scores for replicate 1, fold 1 of 'data': ",
        "the files",
        "Keep one row",
    ),
    "no files": ([], {}, "there is no file.", "source", "Bring at least"),
    "different measures": (
        [named(f"learner,fold,{m}\n{m},1,.1\n".encode(), f"{m}.csv") for m in ("acc", "auc")],
        {},
        "the files hold different measures: 'acc' and 'auc'.",
        "acc.csv and auc.csv",
        "Bring files of",
    ),
    "iris": (
        IMPORTS.parent / "iris.csv",
        {},
        "the columns 'sepal_length_cm', 'sepal_width_cm', 'petal_length_cm', 'p",
        "iris.csv",
        "Bring the columns",
    ),
    "own predictions": (
        IMPORTS / "predictions.csv",
        {},
        "'truth' and 'predicted' are of single instances",
        "predictions.csv",
        "Bring it on the tab Predictions",
    ),
    "single cell": (b"x", {}, "has a header but no rows below it.", "the file", "Bring a table"),
    "numbers only": (
        b"1\n2\n3\n",
        {},
        "the columns '1' are no known layout of fold results.",
        "the file",
        "Bring the columns",
    ),
    "bad type": (3, {}, "a data frame or a dictionary of columns, not int.", "source", "Name the columns:"),
    "folder": ("/tmp", {}, "is a folder.", "/tmp", "Bring a table:"),
    "url": (
        "http://x/y.csv",
        {},
        "'http://x/y.csv' is a web address; nothing is fetched from the network",
        "source",
        "Download the file",
    ),
    "nofile": (
        "/nonexistent.csv",
        {},
        "there is no file that can be read at '/nonexistent.csv' (No such file ",
        "source",
        "Check the path;",
    ),
}


@pytest.mark.parametrize(("content", "options", "what", "where", "hint"), REFUSED.values(), ids=REFUSED)
def test_bad_files_are_refused_with_what_where_and_what_to_do(content, options, what, where, hint):
    with pytest.raises(InputError) as caught:
        read_fold_scores(content, **options)
    assert what in caught.value.what
    assert where == caught.value.where
    assert hint in caught.value.hint


# content, options, what is said; empty where there is nothing to say
READ = {
    "utf16 le bom": (LONG.encode("utf-16"), {}, ""),
    "utf16 no bom": (LONG.encode("utf-16-le"), {}, ""),
    "utf8 bom": (b"\xef\xbb\xbf" + LONG.encode(), {}, ""),
    "latin1": (
        LONG.replace("a,", "é,").encode("latin-1"),
        {},
        "The file is not UTF-8; it was read as Windows-1252. Check le",
    ),
    "utf32": (LONG.encode("utf-32"), {}, ""),
    "xlsx": (xlsx(), {}, ""),
    "newline in cell": (LONG.replace("a,", '"a\nb",').encode(), {}, ""),
    "quotes": (LONG.replace("a,", '"a ""x""",').encode(), {}, ""),
    "missing fold": (
        b"learner,fold,score\na,1,0.1\na,2,0.2\na,3,.2\nb,1,0.3\nb,2,0.4\n",
        {},
        "b has no score on fold 3, where others have.",
    ),
    "gap cells": (LONG.replace("0.2", "").encode(), {}, "There is no score in data row 2."),
    "gap cells of several learners": (
        b"fold,A,B\n1,0.1,\n2,0.2,0.3\n3,,\n",
        {},
        "There is no score in data row 3 of A and data rows 1 and 3 of B.",
    ),
    "gap cells on data sets": (
        b"dataset,A,B\niris,0.1,0.2\nwine,0.2,\nzoo,,0.2\n",
        {},
        "2 scores are missing: B on wine and A on zoo.",
    ),
    "one gap on data sets": (
        b"dataset,A,B\niris,0.1,0.2\nwine,0.2,\n",
        {},
        "1 score is missing: B on wine.",
    ),
    "percent": (
        LONG.replace("0.", "").encode(),
        {},
        "The scores were taken for percent because some are above 1 and divided by 100.",
    ),
    "nan": (LONG.replace("0.2", "NaN").encode(), {}, "There is no score in data row 2."),
    "thousands": (LONG.replace("0.2", '"1,234"').encode(), {"measure": "mse"}, ""),
    "decimal comma": (LONG.replace(",", ";").replace(".", ",").encode(), {}, ""),
    "constant": (LONG.replace("0.2", "0.1").encode(), {}, "The score of a is the same in all rows."),
    "fold labels": (LONG.replace(",1,", ",Fold01,").replace(",2,", ",Fold02,").encode(), {}, ""),
    "fold words": (
        LONG.replace(",1,", ",x,").replace(",2,", ",y,").encode(),
        {},
        "The folds 'x' … were numbered in the order in which they com",
    ),
    "formula name": (LONG.replace("a,", "=HYPERLINK(1),").encode(), {}, ""),
    "html name": (LONG.replace("a,", "<script>alert(1)</script>,").encode(), {}, ""),
    "rtl": (LONG.replace("a,", "אב\u202e,").encode(), {}, ""),
    "emoji": (LONG.replace("a,", "🦄,").encode(), {}, ""),
    "long name": (LONG.replace("a,", "x" * 500 + ",").encode(), {}, ""),
    "latex": (LONG.replace("a,", "$\\frac12$,").encode(), {}, ""),
    "markdown": (LONG.replace("a,", "![x](http://x),").encode(), {}, ""),
    "wide dup names": (
        b"A,A\n0.1,0.2\n0.2,0.3\n",
        {},
        "The rows were taken for folds of one data set: nothing says ",
    ),
    "wide no header": (
        b"0.11,0.12\n0.2,0.3\n0.4,0.5\n",
        {},
        "The rows were taken for folds of one data set: nothing says ",
    ),
    "wide unnamed": (
        b",A,B\niris,.1,.2\nwine,.2,.3\n",
        {},
        "The rows were taken for independent data sets: so their names look ",
    ),
    "wide folds of several data sets": (
        b"dataset,fold,A,B\niris,1,.1,.2\niris,2,.2,.3\nwine,1,.3,.2\nwine,2,.1,.4\n",
        {},
        "The rows were taken for folds of each data set: the column 'fold' counts them ",
    ),
    "wide dup label": (
        b"datasets,A,B\niris,.1,.2\niris,.2,.3\n",
        {},
        "The rows were taken for folds of one data set: names repeat ",
    ),
    "neg positive": (
        b"learner,fold,neg_log_loss\na,1,.1\na,2,.2\n",
        {},
        "The name says that the sign was turned, yet no score is nega",
    ),
    "neg ok": (
        b"learner,fold,neg_log_loss\na,1,-.1\na,2,-.2\n",
        {},
        "The sign was turned back: log loss as such, lower is better.",
    ),
    "json nan": (b'{"a": [NaN, 0.1], "b": [0.2, 0.3]}', {}, "There is no score in element 1 of a."),
    "weka missing": (
        WEKA.replace(FIRST, "?", 1).encode(),
        {},
        "By the sizes of the sets the folds come from: Repeated K-fold cross-v",
    ),
}


@pytest.mark.parametrize(("content", "options", "said"), READ.values(), ids=READ)
def test_odd_files_are_read_and_what_was_done_is_said(content, options, said):
    scores = read_fold_scores(content, **options)
    assert len(scores.frame) >= 2
    assert said in " ".join(scores.notes)
    assert read_fold_scores(fold_scores_to_csv(scores)) == scores


def test_names_of_all_kinds_are_kept_as_they_are():
    names = ["<b>x</b>", "![x](http://x)", "$x$", "\U0001f984", "\u05d0\u05d1", "x" * 500, "=1", "NA", "a\nb"]
    rows = [(name, fold, 0.1 * fold) for name in names for fold in (1, 2)]
    assert read_fold_scores(csv(rows, ("learner", "fold", "score"))).learners == tuple(names)


GOOD = [path.read_bytes()[:3000] for path in sorted(IMPORTS.glob("*")) if path.name in EXAMPLES]


@given(
    st.sampled_from(GOOD),
    st.lists(st.tuples(st.integers(0, 2999), st.binary(max_size=3)), max_size=8),
    st.integers(0, 3000),
)
def test_mutated_files_never_do_anything_but_refuse(good, changes, length):
    data = bytearray(good)
    for at, piece in changes:
        data[at : at + len(piece)] = piece
    try:
        found = inspect_fold_scores(bytes(data[:length]))
        assert len(read_fold_scores(bytes(data[:length]), **{"lower_is_better": True, **found.roles}).frame)
    except InputError as error:
        assert error.what


CELLS = st.sampled_from(
    [
        *("", "0.1", "1", "2", "a", "90", "-1", "?", "NaN", "inf", "=1", '"', "1e400", "0,5", "Fold1"),
        *("fold", "learner", "score", "accuracy", "model", "id", ".metric", ".estimate", "Key_Run"),
        *("test_score", "fit_time", "split0_test_x"),
    ]
)


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=6),
    st.sampled_from([None, *LAYOUTS]),
    st.sampled_from([None, "folds", "data sets"]),
)
def test_any_table_is_read_or_refused(rows, layout, meaning):
    text = "\n".join(",".join(row) for row in rows)
    try:
        read_fold_scores(text.encode(), layout=layout, rows=meaning, lower_is_better=True)
    except InputError as error:
        assert error.what


@pytest.mark.parametrize(("replicates", "folds"), [(5, 2), (3, 10)])
def test_labels_of_two_numbers_without_a_head_are_no_scores_of_a_learner(replicates, folds):
    places = [(r, f) for r in range(1, replicates + 1) for f in range(1, folds + 1)]
    text = "\n".join([",Tree,SVM", *(f"{r}.{f},8{r}.{f},8{f % 10}.{r}" for r, f in places)])
    with pytest.raises(Unsettled) as asked:
        read_fold_scores(text.encode(), measure="accuracy", rows="folds")
    assert asked.value.options == (replicates, folds)
    scores = read_fold_scores(text.encode(), measure="accuracy", rows="folds", replicates=replicates)
    assert scores.learners == ("Tree", "SVM")
    assert (scores.facts.replicates, scores.facts.folds) == (replicates, folds)


@pytest.mark.parametrize(
    "text",
    [
        "n,a,b\n1e400,3,4\n20,3,5\n",
        "n,a,b\n10,1e400,4\n20,3,5\n",
        "a,b,c\n1,inf,1e400\n2,1,3\n1,2,3\n3,1,2\n",
    ],
)
def test_numbers_without_end_are_refused_whatever_they_may_be_taken_for(text):
    with pytest.raises(InputError):
        read_fold_scores(text.encode(), rows="folds", lower_is_better=True)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.integers(-5, 5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(value):
    try:
        read_fold_scores(json.dumps(value).encode(), lower_is_better=True)
    except InputError as error:
        assert error.what


def test_a_refusal_that_an_answer_lifts_comes_with_its_question():
    mixed = b"learner,fold,error\na,1,0.2\na,2,0.3\nb,1,12\nb,2,15\n"
    found = inspect_fold_scores(mixed)
    assert "look like proportions" in found.refusal.what
    assert next(question for question in found.questions if question.key == "scale").assumed is None
    found = inspect_fold_scores(mixed, scale="percent")
    assert found.refusal is None
    assert core.read_fold_scores(mixed, **found.roles).frame["score"].max() == 0.15


SUMMARIES = {
    "mean and std": (
        "model,mean_acc,std\ntree,.853,.021\nsvm,.871,.018\n",
        "'std' is the spread of 'mean_acc'",
    ),
    "of data sets": ("dataset,mean_acc,std\niris,.853,.021\nwine,.871,.018\n", "'std' is the spread of"),
    "±": ("model,accuracy\ntree,85.3 ± 2.1\nsvm,87.1 ± 1.8\n", "'85.3 ± 2.1' in 'accuracy'"),
    "brackets": ("model,accuracy\ntree,0.853 (0.021)\nsvm,0.871 (0.018)\n", "'0.853 (0.021)'"),
    "grid search": (
        "params,mean_test_score,std_test_score,rank_test_score\n{'C': 1},.9,.01,2\n{'C': 9},.92,.02,1\n",
        "'std_test_score' is the spread of 'mean_test_score'",
    ),
    "ranks": (
        "param_C,mean_test_score,rank_test_score\n1,.9,2\n9,.92,1\n",
        "'rank_test_score' is the rank of 'mean_test_score'",
    ),
    "caret": (
        "mtry,Accuracy,Kappa,AccuracySD,KappaSD\n2,.9,.8,.02,.03\n3,.91,.81,.02,.03\n",
        "'AccuracySD' is the spread of 'Accuracy'",
    ),
    "h2o": (
        "model_id,auc,logloss,rmse\nGBM_1,.78,.55,.43\nDRF_1,.77,.56,.44\n",
        "every name in 'model_id' has a single row",
    ),
    "pycaret": ("Model,Accuracy,AUC,TT (Sec)\nRidge,.76,.8,.5\nLDA,.77,.7,.1\n", "every name in 'Model'"),
    "AutoGluon": (
        "model,score_val,eval_metric,fit_time\nLightGBM,.87,accuracy,.5\nCatBoost,.88,accuracy,2.5\n",
        "every name in 'model'",
    ),
    "tidymodels": (
        ".metric,.estimator,mean,n,std_err,.config\naccuracy,binary,.8,10,.01,M1\nroc_auc,binary,.9,10,.01,M1\n",
        "'std_err' is the spread of 'mean'",
    ),
}


@pytest.mark.parametrize(("text", "why"), SUMMARIES.values(), ids=SUMMARIES)
def test_summaries_never_become_learners(text, why):
    for read in (read_fold_scores, inspect_fold_scores):
        with pytest.raises(InputError, match="not scores of folds") as refused:
            read(text.encode())
        assert why in refused.value.what
        assert "scores of the folds, one row each" in refused.value.hint
        assert ("Calculators → Two samples" in refused.value.hint) is (
            text.startswith(("params", "param_C", "mtry", ".m"))
        )


@pytest.mark.parametrize("cell", ["{} ± 2.1", "{}±2.1", "{} +/- 2.1", "{} (2.1)", "{}% ± 2.1%"])
def test_of_means_with_their_spread_over_data_sets_the_means_are_taken(cell):
    means = {"tree": [85.3, 70.5, 91.2], "svm": [87.1, 71.4, 90.9]}
    rows = zip(
        ("iris", "wine", "zoo"), *([cell.format(mean) for mean in own] for own in means.values()), strict=True
    )
    text = "dataset,tree,svm\n" + "".join(f"{','.join(row)}\n" for row in rows)
    found = read_fold_scores(text.encode(), measure="accuracy")
    assert found.rows == "data sets"
    for learner, own in means.items():
        assert found.wide[learner].tolist() == pytest.approx([mean / 100 for mean in own])
    said = "The cells of 'tree' and 'svm' are means with their spread; the means alone were taken."
    assert said in found.notes
    long = "dataset,learner,accuracy\n" + "".join(
        f"{name},{learner},{cell.format(mean)}\n"
        for learner, own in means.items()
        for name, mean in zip(("iris", "wine", "zoo"), own, strict=True)
    )
    assert read_fold_scores(long.encode()).wide.equals(found.wide)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("name,tree,svm\niris,.9±.1,.8±.1\nwine,.7±.1,.8±.1\n", "call the column of their names dataset"),
        ("fold,tree,svm\n1,.9±.1,.8±.1\n2,.7±.1,.8±.1\n", "Send the scores of the folds"),
        ("dataset,tree,svm\niris,.9±.1,.8±.1\niris,.7±.1,.8±.1\n", "their means alone."),
        ("dataset,tree,svm\niris,.9±.1,.8±.1\nwine,low,.8±.1\nzoo,.6±.1,.8±.1\n", "their means alone."),
    ],
)
def test_means_with_their_spread_of_anything_else_are_refused_with_what_to_do(text, hint):
    with pytest.raises(InputError, match="is a mean with its spread") as refused:
        read_fold_scores(text.encode())
    assert hint in refused.value.hint


def test_rows_that_sum_up_others_are_left_out_and_named():
    found = read_fold_scores(b",tree,svm\nFold 1,.85,.87\nFold 2,.8,.8\nmean,.82,.83\nstd,.02,.018\n")
    assert found.wide["tree"].tolist() == [0.85, 0.8]
    assert found.wide["svm"].tolist() == [0.87, 0.8]
    assert any("the rows 'mean' and 'std'" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "sums"),
    [
        ("mean", ".91,.83,.89"),
        ("average", ".91,.83,.89"),
        ("Best", ".92,.86,.90"),
        ("std", ".01,.03,.01"),
        ("sd", ".014,.042,.014"),
        ("max", ".92,.86,.90"),
        ("diff", "-.02,-.06,-.02"),
        ("difference", ".02,.06,.02"),
        ("range", ".02,.06,.02"),
        ("Median", ".91,.83,.89"),
        ("sum", "1.82,1.66,1.78"),
        ("var", ".0001,.0009,.0001"),
        ("rank", "2,2,2"),
    ],
)
def test_columns_that_sum_up_those_beside_them_are_left_out_and_named(name, sums):
    rows = zip((".90,.92", ".80,.86", ".88,.90"), sums.split(","), strict=True)
    text = f"fold,tree,svm,{name}\n" + "".join(f"{i},{each},{last}\n" for i, (each, last) in enumerate(rows))
    found = read_fold_scores(text.encode())
    assert found.learners == ("tree", "svm")
    assert f"Left out, because they sum up the columns beside them: '{name}'." in found.notes


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("tree-svm", "tree", "svm"),
        ("svm − k-NN", "svm", "k-NN"),
        ("tree vs. k-NN", "k-NN", "tree"),
        ("tree_minus_svm", "tree", "svm"),
    ],
)
def test_columns_that_are_the_difference_of_two_others_are_left_out_and_called_so(name, first, second):
    scores = {"tree": [0.9, 0.8, 0.88], "svm": [0.92, 0.86, 0.9], "k-NN": [0.7, 0.75, 0.71]}
    frame = pd.DataFrame({"fold": [1, 2, 3], **scores})
    frame[name] = (frame[first] - frame[second]).round(2)
    found = read_fold_scores(frame)
    assert found.learners == tuple(scores)
    assert f"Left out, because they are differences of two columns beside them: '{name}'." in found.notes


def test_a_learner_called_like_a_difference_that_holds_none_is_one():
    found = read_fold_scores(b"fold,k,NN,k-NN\n1,.9,.92,.6\n2,.8,.86,.6\n3,.88,.9,.61\n")
    assert "k-NN" in found.learners


@pytest.mark.parametrize("measure", ["accuracy", "AUC", "error rate"])
def test_a_column_called_measure_names_that_of_the_learners_beside_it(measure):
    found = read_fold_scores(f"fold,tree,svm,measure\n1,.9,.92,{measure}\n2,.8,.86,{measure}\n".encode())
    assert (found.learners, found.measure_title) == (("tree", "svm"), measure)


def test_of_several_measures_of_learners_side_by_side_one_is_chosen():
    text = b"dataset,measure,tree,svm\na,accuracy,.9,.91\na,auc,.8,.7\nb,accuracy,.88,.9\nb,auc,.7,.71\n"
    asked = {question.key: question for question in inspect_fold_scores(text).questions}
    assert asked["measure"].options == ("accuracy", "auc")
    found = read_fold_scores(text, measure="auc")
    assert (found.rows, found.wide["tree"].tolist()) == ("data sets", [0.8, 0.7])


def test_a_learner_called_mean_that_is_none_of_the_others_is_one():
    found = read_fold_scores(b"fold,tree,svm,mean\n1,.9,.92,.6\n2,.8,.86,.6\n3,.88,.9,.61\n")
    assert found.learners == ("tree", "svm", "mean")


def test_scores_of_learners_beside_a_measure_are_not_dropped_for_it():
    text = b"fold,tree,svm,accuracy\n1,.9,.91,.89\n2,.8,.85,.86\n3,.88,.9,.91\n"
    with pytest.raises(InputError, match="'accuracy' is a measure, while 'tree' and 'svm' may be learners"):
        read_fold_scores(text)
    assert read_fold_scores(text, roles={"learners": ["tree", "svm"]}).learners == ("tree", "svm")
    alone = read_fold_scores(text, layout="measures")
    assert (len(alone.learners), alone.measure) == (1, "accuracy")
    one = read_fold_scores(b"fold,accuracy,depth\n1,.9,3\n2,.8,4\n3,.88,3\n")
    assert (len(one.learners), one.measure) == (1, "accuracy")
    assert "Left out, because no measure is called so: 'depth'." in one.notes


@pytest.mark.parametrize(
    "text",
    [
        "fold,tree,accuracy\n1,.9,.91\n2,.8,.85\n3,.88,.9\n",
        "fold,tree,svm,accuracy\n1,90.1,91.2,89\n2,80.5,85.3,86\n3,88.8,90.1,91\n",
        "fold,tree,svm,rmse\n1,3.1,3.4,3.2\n2,4.5,4.1,4.4\n3,3.9,3.3,3.8\n",
    ],
)
def test_scores_as_large_as_a_measure_beside_them_may_be_those_of_learners(text):
    with pytest.raises(InputError, match=r"is a measure, while 'tree' (and 'svm' )?may be"):
        read_fold_scores(text.encode())


def test_scores_beside_several_measures_are_left_out_and_named():
    found = read_fold_scores(b"fold,tree,accuracy,f1\n1,.9,.91,.8\n2,.8,.85,.7\n3,.88,.9,.8\n")
    assert (len(found.learners), found.measure) == (1, "accuracy")
    assert "Left out, because no measure is called so: 'tree'." in found.notes


def test_a_measure_that_all_columns_name_is_that_of_the_scores():
    text = b"fold,tree_accuracy,svm_accuracy\n1,.9,.91\n2,.8,.85\n3,.88,.9\n"
    found = read_fold_scores(text)
    assert (found.learners, found.measure) == (("tree_accuracy", "svm_accuracy"), "accuracy")
    assert read_fold_scores(text, measure="f1").measure == "f1"
    asked = {question.key: question.assumed for question in inspect_fold_scores(text).questions}
    assert (asked["measure"], asked["lower_is_better"]) == ("accuracy", False)


def test_names_of_the_better_learner_are_no_matrix_of_p_values():
    with pytest.raises(InputError, match="'winner' names one of the columns beside it in every row"):
        read_fold_scores(b"fold,tree,svm,winner\n1,.9,.91,svm\n2,.8,.7,tree\n3,.88,.9,svm\n4,.8,.9,svm\n")


def test_ranks_beside_rates_are_no_percent():
    with pytest.raises(InputError, match="those of 'rank' like percent"):
        read_fold_scores(b"dataset,tree,svm,rank\na,.9,.91,2\nb,.8,.7,1\nc,.88,.9,1\n")


def test_sparse_arff_is_read_like_the_same_rows_in_full():
    head = b"@relation x\n@attribute a numeric\n@attribute b numeric\n@data\n"
    sparse = read_fold_scores(head + b"{0 .1, 1 .2}\n{0 .2}\n{1 .3,0 .25}\n")
    full = read_fold_scores(head + b".1,.2\n.2,0\n.25,.3\n")
    assert sparse.frame.equals(full.frame)


@pytest.mark.parametrize("name", ["mean and std", "±", "caret", "h2o", "grid search"])
def test_summaries_never_become_data_sets(name):
    header, *rows = SUMMARIES[name][0].splitlines()
    text = "\n".join([header, *(row.replace(",", f"{k},", 1) for k in range(8) for row in rows)])
    for read in (inspect_dataset, read_dataset):
        with pytest.raises(InputError, match="not scores of folds"):
            read(text.encode())


def test_what_only_looks_like_a_summary_is_read():
    means = "dataset,learner,score,std\n" + "".join(
        f"d{k},{a},.{k}{a},.1\n" for k in range(1, 7) for a in (1, 2)
    )
    found = read_fold_scores(means.encode())
    assert (found.rows, found.learners) == ("data sets", ("1", "2"))
    chosen = read_fold_scores(SUMMARIES["mean and std"][0].encode(), roles={"score": "mean_acc"})
    assert chosen.learners == ("tree", "svm")
    for columns in ("radius_mean,radius_std", "mean,std"):
        rows = "".join(f"{k},{k / 10},{'ab'[k % 2]}\n" for k in range(12))
        assert len(read_dataset(f"{columns},class\n{rows}".encode())) == 12


@pytest.mark.parametrize(
    "text",
    [
        "learner,fold,accuracy\nA,1,12.3%\nA,2,20 %\nB,1,14%\nB,2,11%\n",
        "A\tB\n12,3%\t14%\n20%\t11%\n",
    ],
)
def test_cells_with_percent_signs_are_proportions(text):
    found = read_fold_scores(text.encode())
    assert found.frame["score"].tolist() == pytest.approx([0.123, 0.2, 0.14, 0.11])
    assert any("end in %" in note for note in found.notes)


@pytest.mark.parametrize(
    "text",
    [
        "learner,fold,accuracy\nA,1,90.5%\nA,2,95%\nB,1,88%\nB,2,91%\n",
        "fold,A,B\n0,90.5%,88%\n1,95%,91%\n",
        "model,fold_1,fold_2\nA,90.5%,95%\nB,88%,91%\n",
    ],
)
def test_percent_signs_settle_the_scale(text):
    asked = inspect_fold_scores(text.encode(), measure="accuracy").questions
    assert "scale" not in {question.key for question in asked}
    for scale in (None, "proportion"):
        found = read_fold_scores(text.encode(), measure="accuracy", scale=scale)
        assert found.frame["score"].tolist() == pytest.approx([0.905, 0.95, 0.88, 0.91])
    with pytest.raises(InputError, match="scores are proportions"):
        read_fold_scores(text.encode(), measure="accuracy", scale="percent")


def test_the_scale_is_asked_for_where_only_some_scores_have_percent_signs():
    for text in ("A,B\n90%,.88\n89%,.91\n", "learner,time,accuracy\nA,5%,.8\nA,6%,.9\nB,7%,.7\nB,8%,.6\n"):
        asked = inspect_fold_scores(text.encode(), measure="accuracy").questions
        assert "scale" in {question.key for question in asked}


def scored(scores):
    return read_fold_scores(
        (
            "learner,fold,accuracy\n"
            + "".join(f"{'AB'[i % 2]},{i // 2},{score}\n" for i, score in enumerate(scores))
        ).encode()
    )


@pytest.mark.parametrize(
    ("scores", "row"),
    [
        ((0.97, 0.88, 0.94, 93.4, 0.92, 0.89), 4),
        ((0.05, 0.12, 0.08, 0.1, 0.09, 7), 6),
    ],
)
def test_a_score_a_hundred_times_the_others_is_asked_about(scores, row):
    with pytest.raises(InputError, match=f"some like percent: {scores[row - 1]:g}, data row {row}"):
        scored(scores)


@pytest.mark.parametrize(
    "scores",
    [
        (0.5, 12, 40, 3, 60, 9),  # a few errors below 1 %
        (0.3, 0.5, 0.8, 0.9, 1.2, 0.4),  # most of them
        (0.3, 0.5, 0.8, 0.9, 6, 0.4),
        (97, 99.5, 100, 0.9, 98, 96),
    ],
)
def test_percent_below_1_stay_percent(scores):
    assert scored(scores).frame["score"].tolist() == pytest.approx([score / 100 for score in scores])


@pytest.mark.parametrize(
    "text",
    [
        "learner,fold,neg_log_loss\nA,1,-0.2\nA,2,-3\nB,1,-0.4\nB,2,-2\n",
        "learner,fold,kappa\nA,1,-0.2\nA,2,0.3\nB,1,0.4\nB,2,0.2\n",
        "learner,fold,mse\nA,1,0.2\nA,2,93\nB,1,0.4\nB,2,0.2\n",
    ],
)
def test_what_is_no_rate_has_no_scale(text):
    written = pd.read_csv(io.StringIO(text)).iloc[:, 2]
    assert read_fold_scores(text.encode()).frame["score"].abs().tolist() == written.abs().tolist()


def test_that_there_is_one_fold_only_is_said():
    one, two = (b"learner,fold,score\n" + rows for rows in (b"A,1,.1\nB,1,.2\n", b"A,1,.1\nA,2,.2\n"))
    assert any("one fold only" in note for note in read_fold_scores(one).notes)
    assert not any("one fold only" in note for note in read_fold_scores(two).notes)


@pytest.mark.parametrize("text", ["dataset,A,B\niris,0.9,0.8\n", "A,B,C\n0.9,0.8,0.7\n"])
def test_one_data_set_is_refused_in_words(text):
    with pytest.raises(InputError, match="only one row: from one score of each learner nothing can be said"):
        core.read_fold_scores(text.encode(), measure="accuracy")


@pytest.mark.parametrize(
    "names",
    [
        ("A error", "A accuracy", "B error", "B accuracy"),
        ("A_err", "B_err", "C_acc"),
        ("auc: tree", "log loss: tree"),
    ],
    ids=", ".join,
)
def test_columns_of_different_measures_are_no_learners(names):
    rows = [tuple(0.1 * (row + place + 1) for place in range(len(names))) for row in range(4)]
    with pytest.raises(InputError, match="name different measures, which cannot be compared"):
        read_fold_scores(csv(rows, names), rows="data sets", measure="error")


def test_one_measure_beside_an_unknown_column_is_spoken_of_as_one():
    with pytest.raises(InputError, match="'Accuracy' is a measure"):
        read_fold_scores(b"somebody,Fold,Accuracy\nA,1,.9\nA,2,.8\nB,1,.7\n")


def test_columns_that_all_name_one_measure_are_learners():
    rows = [(0.1, 0.2), (0.2, 0.4), (0.3, 0.3)]
    found = read_fold_scores(csv(rows, ("tree error", "bayes error")), rows="data sets", measure="error")
    assert found.learners == ("tree error", "bayes error")


def test_the_cells_of_a_wide_table_are_read_as_numbers_once(monkeypatch):
    table = csv(np.linspace(0.1, 0.9, 300).reshape(3, 100).round(4), [f"learner {i}" for i in range(100)])
    asked: list[str] = []
    monkeypatch.setattr(
        "core.data.tables.table.read_numbers",
        lambda cells, decimal: asked.append(cells.name) or read_numbers(cells, decimal),
    )
    assert len(read_fold_scores(table, measure="accuracy").learners) == 100
    assert len(asked) == len(set(asked)) == 100


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([{"learner": "A", "fold": 1, "score": "x"}], "'x' is no number, element 1"),
        ([{"learner": "A", "fold": 1, "score": 0.1}] * 2, ": elements 1 and 2"),
    ],
)
def test_json_has_elements_not_rows(scores, said):
    with pytest.raises(InputError, match=said):
        read_fold_scores(json.dumps(scores).encode(), measure="accuracy")


@pytest.mark.parametrize("place", [0, 1, 3])
def test_folds_in_columns_are_folds_wherever_the_names_stand(place):
    table = pd.DataFrame([(0.1, 0.2, 0.3), (0.2, 0.3, 0.5)], columns=["fold1", "fold2", "fold3"])
    table.insert(place, "model", ["tree", "svm"])
    found = read_fold_scores(table.to_csv(index=False).encode(), measure="error")
    assert (found.learners, found.rows, len(found.frame)) == (("tree", "svm"), "folds", 6)
    with pytest.raises(InputError, match="'fold1', 'fold2' and 'fold3' are single folds"):
        read_fold_scores(table.drop(columns="model").to_csv(index=False).encode(), measure="error")


@pytest.mark.parametrize(
    "time", ["fit_time", "time", "Time (s)", "seconds", "runtime", "train_time", "tree_time"]
)
@pytest.mark.parametrize("place", ["fold", "dataset"])
def test_times_beside_learners_are_neither_their_measure_nor_a_learner(place, time):
    table = csv([(1, 0.1, 0.2, 3.5), (2, 0.2, 0.3, 4.5)], [place, "tree", "svm", time])
    with pytest.raises(InputError, match=rf"'{re.escape(time)}' holds times\. Leave times out"):
        read_fold_scores(table)
    kept = read_fold_scores(table, roles={"learners": ["tree", "svm"]}, measure="error", rows="folds")
    assert kept.learners == ("tree", "svm")
    with_accuracy = csv([(1, 0.1, 3.5), (2, 0.2, 4.5)], ["fold", "accuracy", time])
    assert read_fold_scores(with_accuracy).measure == "accuracy"


def test_the_same_scores_under_two_names_are_two_results():
    scores = read_fold_scores(b"fold,a,b\n1,0.1,0.2\n2,0.2,0.3\n", measure="error")
    mine, theirs = imported_results(scores, "mine"), imported_results(scores, "theirs")
    assert mine.id != theirs.id  # the name that somebody else gave them is nobody's business
    assert imported_from_bytes(mine.to_bytes()).id == mine.id


def test_what_columns_are_by_their_names_is_told_as_long_as_others_are_asked_for():
    table = score_table(b"who,Falte,loss\na,1,0.1\nb,1,0.2\n")
    assert roles_by_name(table, "long") == {"fold": "Falte"}
    assert roles_by_name(table, "wide") == {"fold": "Falte"}
    with pytest.raises(Unsettled) as refusal:
        inspect_fold_scores(table, layout="long")
    assert (refusal.value.key, refusal.value.options) == ("roles", ("who", "Falte", "loss"))


def test_the_column_that_names_the_rows_has_the_role_that_is_passed_back():
    found = inspect_fold_scores(b"part,tree,svm\nfold1,0.1,0.2\nfold2,0.3,0.4\n")
    assert found.columns[0].role == "label"


@pytest.mark.parametrize("rows", [6, 400])
def test_rows_that_are_shown_have_their_cells_as_they_are_written(rows):
    lines = [f"{k + 1},0.{k % 5 + 1}0,{k % 9 + 1}.50%" for k in range(rows)]
    table = "\n".join(["fold,tree,svm", *lines]).encode()
    assert inspect_fold_scores(table).sample.iloc[0].tolist() == ["1", "0.10", "1.50%"]


def test_files_of_one_learner_each_are_of_one_data_set_where_none_says_otherwise():
    files = [
        f"learner,fold,error\n{name},1,0.{place}\n{name},2,0.2\n".encode()
        for place, name in enumerate("AB", 1)
    ]
    frame = read_fold_scores(files).frame
    assert frame["dataset"].nunique() == 1
    assert frame.pivot(index="fold", columns="learner", values="score").notna().all(axis=None)
    other = [file.replace(b"A,", b"B,") for file in files]
    with pytest.raises(InputError, match="several scores"):
        read_fold_scores([other[0], other[1]])


def test_of_several_files_it_is_said_whose_a_note_is_and_the_same_once():
    lines = {"tree": "1,0.1\n2,0.2\n", "svm": "1,0.3\n2,0.4\nmean,0.35\n"}
    files = [named(f"Falte,accuracy\n{rows}".encode(), f"{name}.csv") for name, rows in lines.items()]
    notes = read_fold_scores(files).notes
    assert notes.count("Both files: Columns were read by their names: 'Falte' as the fold.") == 1
    assert "svm.csv: Left out, because they sum up the others: the rows 'mean'." in notes
    assert not any(note.startswith("Both") for note in read_fold_scores(files[:1]).notes)


@pytest.mark.parametrize("head", ["fold,score", "score", "accuracy"])
def test_the_scores_of_one_learner_need_no_more_than_their_column(head):
    rows = "".join(f"{k}," * ("," in head) + f"0.{(k * 7) % 10}\n" for k in range(1, 6))
    files = [named(f"{head}\n{rows}".encode(), f"{name}.csv") for name in ("svm", "tree")]
    found = read_fold_scores(files, measure="accuracy")
    assert found.learners == ("svm", "tree")
    assert not any("Left out" in note for note in found.notes)
    assert found.wide["svm"].tolist() == [0.7, 0.4, 0.1, 0.8, 0.5]


@pytest.mark.parametrize("name", ["{} (%)", "Fehlerrate {} (%)"])
def test_a_percent_sign_in_names_of_learners_speaks_for_scores(name):
    rows = "".join(f"{k},{k}0,{k}5\n" for k in range(1, 6))
    text = f"fold,{name.format('A')},{name.format('B')}\n{rows}"
    scores = read_fold_scores(text.encode(), measure="error")
    assert scores.frame["score"].tolist()[:2] == [0.1, 0.2]
    assert len(scores.learners) == 2


OF_COUNTS = (
    "learner,errors,n\nA,12,40\nB,20,60\n",
    "learner,correct,wrong\nA,28,12\nB,20,20\n",
    "x,A,B\nright,28,40\nwrong,12,20\n",
)


@pytest.mark.parametrize("text", OF_COUNTS)
def test_counts_are_no_scores_of_folds(text):
    table = score_table(named(text.encode(), "counts.csv"))
    assert likely_door(table) == recognise_scores(table)[2] == "counts"
    with pytest.raises(InputError, match="count instances: these are no scores of folds"):
        read_fold_scores(table)


def test_scores_of_instances_beside_truth_and_prediction_are_no_scores_of_folds():
    rows = "".join(f"{k},{k % 2 + 1},tree,{'ab'[k % 2]},a,0.{k}\n" for k in range(8))
    table = score_table(f"id,fold,learner,truth,prediction,score\n{rows}".encode())
    layout, refusal, door = recognise_scores(table)
    assert (layout, door) == (None, "predictions")
    assert "'truth' and 'prediction' are of single instances" in refusal.what


@pytest.mark.parametrize("text", ["model,error,n\na,0.1,40\nb,0.2,40\n", "fold,right,wrong\n1,3,4\n2,5,6\n"])
def test_rates_and_counts_of_folds_are_not_led_to_counts(text):
    assert likely_door(score_table(named(text.encode(), "x.csv"))) != "counts"


COUNTED = {
    "errors of n": ("errors", "n", lambda wrong, n: (wrong, n)),
    "right and wrong": ("wrong", "right", lambda wrong, n: (wrong, n - wrong)),
    "right of n": ("n_test", "correct", lambda wrong, n: (n, n - wrong)),
}


@pytest.mark.parametrize(("one", "other", "cells"), COUNTED.values(), ids=COUNTED)
def test_counts_of_each_fold_are_error_rates_that_keep_their_sizes(one, other, cells):
    counts = {"A": ((3, 30), (4, 25), (0, 29)), "B": ((5, 30), (10, 25), (29, 29))}
    rows = [(name, k, *cells(*pair)) for name, pairs in counts.items() for k, pair in enumerate(pairs, 1)]
    content = csv(rows, ("learner", "fold", one, other))
    found = inspect(content, door="fold_scores")
    scores = read_fold_scores(content)
    assert (found.roles["layout"], scores.measure, scores.lower_is_better) == ("counts", "error", True)
    assert scores.frame["score"].tolist() == pytest.approx([0.1, 0.16, 0, 1 / 6, 0.4, 1], abs=1e-15)
    assert scores.frame["n_validation"].tolist() == [30, 25, 29] * 2
    assert not {"measure", "scale"} & {question.key for question in found.questions}


def test_counts_of_an_experiment_give_its_scores():
    design = core.make_design("k_fold", k=7)
    run = core.run_experiment(core.load_sample("iris"), ["naive_bayes", "tree"], design, "error").fold_scores
    errors = (run.frame["score"] * run.frame["n_validation"]).round().astype("int64")
    table = run.frame[["learner", "fold", "n_train"]].assign(errors=errors, n=run.frame["n_validation"])
    scores = read_fold_scores(table, design="k_fold")
    first, second = (core.compare(found, *run.learners, "corrected_t") for found in (run, scores))
    assert second.p_value == pytest.approx(first.p_value, rel=1e-12)


def test_counts_of_data_sets_are_of_data_sets():
    rows = [(data, name, 1 + place, 30) for place, data in enumerate("xyz") for name in "AB"]
    scores = read_fold_scores(csv(rows, ("data set", "learner", "errors", "n")))
    assert (scores.rows, scores.datasets) == ("data sets", ("x", "y", "z"))
    folds = [(*row[:2], k, *row[2:]) for row in rows for k in (1, 2)]
    several = read_fold_scores(csv(folds, ("data set", "learner", "fold", "errors", "n")))
    assert (several.rows, len(several.frame)) == ("folds", 12)


def test_a_missing_count_is_a_missing_score():
    scores = read_fold_scores(b"learner,fold,errors,n\nA,1,3,30\nA,2,,30\nB,1,5,30\nB,2,6,30\n")
    assert scores.frame["score"].isna().tolist() == [False, True, False, False]
    assert "There is no score in data row 2." in scores.notes


@pytest.mark.parametrize(
    ("cells", "names", "what"),
    [
        ("40,30", "errors,n", "'errors' and 'n' contradict one another in data row 2."),
        ("3,28,30", "wrong,right,n", "'wrong', 'right' and 'n' contradict one another in data row 2."),
        ("1.5,30", "errors,n", "data row 2: there is no whole number."),
        ("some,30", "errors,n", "data row 2: there is no whole number."),
        ("0,0", "errors,n", "'0' is no number of instances, data row 2."),
    ],
)
def test_counts_that_cannot_be_true_are_refused(cells, names, what):
    good = {2: "3,30", 3: "3,27,30"}[len(names.split(","))]
    content = f"learner,fold,{names}\nA,1,{good}\nA,2,{cells}\nB,1,{good}\nB,2,{good}\n".encode()
    with pytest.raises(InputError) as caught:
        read_fold_scores(content, layout="counts")
    assert caught.value.what == what


def test_columns_that_are_not_called_so_can_be_named_as_counts():
    content = b"learner,fold,fails,tries\nA,1,3,30\nA,2,6,30\nB,1,9,30\nB,2,3,30\n"
    scores = read_fold_scores(content, layout="counts", roles={"score": "fails", "n_validation": "tries"})
    assert scores.frame["score"].tolist() == [0.1, 0.2, 0.3, 0.1]
    with pytest.raises(InputError, match="scores are proportions"):
        read_fold_scores(
            content, layout="counts", roles={"score": "fails", "n_validation": "tries"}, scale="percent"
        )


@pytest.mark.parametrize("head", ["learner,fold,error,n", "learner,fold,accuracy,n"])
def test_rates_beside_n_are_no_counts(head):
    content = f"{head}\nA,1,.3,30\nA,2,.4,30\nB,1,.2,30\nB,2,.1,30\n".encode()
    assert inspect(content, door="fold_scores").roles["layout"] == "measures"


IN_CELLS = "fold,A,B\n1,3/20,5/20\n2,4/20,4/20\n3,0/20,6/20\n4,3/19,\n"
RATES = [0.15, 0.2, 0, 3 / 19, 0.25, 0.2, 0.3, float("nan")]


@pytest.mark.parametrize("layout", [None, "wide"])
@pytest.mark.parametrize("of", ["/", " of ", " out of "])
def test_cells_that_count_errors_are_rates_of_as_many_instances(of, layout):
    scores = read_fold_scores(IN_CELLS.replace("/", of).encode(), layout=layout)
    assert (scores.measure, scores.learners, scores.rows) == ("error", ("A", "B"), "folds")
    assert scores.frame["score"].tolist() == pytest.approx(RATES, nan_ok=True)
    assert scores.frame["n_validation"].tolist() == [20, 20, 20, 19] * 2
    assert f"Cells like 3{of}20 were read as 3 errors of 20." in scores.notes
    asked = {question.key for question in inspect(IN_CELLS.encode(), door="fold_scores").questions}
    assert not {"measure", "scale"} & asked


@pytest.mark.parametrize(
    "text", [IN_CELLS, "learner,fold,error\nA,1,3/20\nA,2,4/20\nB,1,5/20\nB,2,2/20\n"], ids=["wide", "long"]
)
def test_sizes_that_cells_say_are_told_and_no_column_of_the_file(text):
    found = inspect_fold_scores(text.encode())
    assert [column.name for column in found.columns] == text.partition("\n")[0].split(",")
    assert "Sizes of validation sets were taken from these cells." in found.notes
    with_sizes = "\n".join(f"{line},{k and 20}" for k, line in enumerate(text.split())).replace(
        ",0", ",n_test", 1
    )
    found = inspect_fold_scores(with_sizes.encode())
    assert [column.name for column in found.columns][-1] == "n_test"
    assert not any("Sizes of validation sets" in note for note in found.notes)


@pytest.mark.parametrize("head", ["fold,A right,B right", "fold,A_accuracy,B_accuracy"])
def test_cells_below_names_of_right_answers_count_these(head):
    scores = read_fold_scores(IN_CELLS.replace("fold,A,B", head).encode())
    assert (scores.measure, scores.frame["score"].iloc[0]) == ("accuracy", 0.15)
    assert "Cells like 3/20 were read as 3 right answers of 20." in scores.notes


@pytest.mark.parametrize(
    ("head", "measure"),
    [("errors", "error"), ("correct", "accuracy"), ("score", "error"), ("wrong", "error")],
)
@pytest.mark.parametrize("learner", ["learner,", ""])
def test_cells_that_count_errors_may_stand_in_one_column(head, measure, learner):
    rows = "".join(
        f"{name + ',' if learner else ''}{k},{k}/20\n"
        for name in "AB"[: 1 + bool(learner)]
        for k in (1, 2, 3)
    )
    scores = read_fold_scores(named(f"{learner}fold,{head}\n{rows}".encode(), "tree.csv"))
    assert scores.measure == measure
    assert scores.frame["score"].tolist() == [0.05, 0.1, 0.15] * len(scores.learners)
    assert set(scores.frame["n_validation"]) == {20}


def test_sizes_that_differ_between_learners_of_a_row_are_left_out():
    scores = read_fold_scores(IN_CELLS.replace("5/20", "5/18").encode())
    assert scores.frame["n_validation"].isna().all()
    assert "Sizes of validation sets were left out: in some rows they differ." in scores.notes


ON_ITS_SIDE = "learner,fold 1,fold 2,fold 3\nA,3/20,4/20,5/19\nB,3/20,2/20,\n"


def test_cells_that_count_errors_may_lie_on_their_side():
    scores = read_fold_scores(ON_ITS_SIDE.encode())
    assert (scores.measure, scores.measure_assumed, scores.lower_is_better) == ("error", False, True)
    assert scores.wide["B"].tolist() == pytest.approx([0.15, 0.1, float("nan")], nan_ok=True)
    assert scores.frame["n_validation"].tolist() == [20, 20, 19] * 2
    assert "n_validation" in inspect_fold_scores(ON_ITS_SIDE.encode()).told
    for turn in (None, False):
        questions = inspect_fold_scores(ON_ITS_SIDE.encode(), turn=turn).questions
        assert "measure" not in {question.key for question in questions}


def test_on_their_side_names_of_rows_say_what_is_counted_and_folds_how_many():
    text = ON_ITS_SIDE.replace("A,3/20", "A right,3/18").replace("B,", "B right,")
    scores = read_fold_scores(text.encode())
    assert (scores.measure, scores.lower_is_better) == ("accuracy", False)
    assert scores.frame["n_validation"].isna().all()
    assert "Sizes of validation sets were left out: in some rows they differ." in scores.notes


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("date", "3/20 4/20 5/20 6/20 7/20"),
        ("fold", "1/5 2/5 3/5 4/5 5/5"),
        ("x", "1/5 2/5 3/5 4/5 5/5"),
    ],
)
@pytest.mark.parametrize("scores", [".1,.2", "3/20,4/20"])
def test_dates_and_numbered_rows_are_no_counts(head, cells, scores):
    rows = "".join(f"{cell},{scores}\n" for cell in cells.split())
    found = read_fold_scores(f"{head},A,B\n{rows}".encode(), measure="error", rows="folds")
    assert found.learners == ("A", "B")
    assert len(found.frame) == 10


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("3/20", "21/20", "21 errors of 20 instances cannot be, data row 1."),
        (
            "A,B\n1,3/20",
            "A right,B right\n1,21/20",
            "21 right answers of 20 instances cannot be, data row 1.",
        ),
        (
            "3/20,5/20\n2,4/20",
            "4/0,5/20\n2,4/0",
            "4 errors of 0 instances cannot be, data rows 1 and 2.",
        ),
        (
            "3/20,5/20\n2,4/20,4/20",
            "23/20,5/20\n2,4/20,4/0",
            "23 errors of 20 instances cannot be, data row 1; 1 other cell cannot be read either.",
        ),
        ("4/20,4/20", "0.2,4/20", "'0.2' is no count of instances like the other cells, data row 2."),
        ("0/20", "0/0", "0 errors of 0 instances cannot be, data row 3."),
        ("A,", "A right,", "right answers seem to be counted in 'A right', and errors in 'B'."),
    ],
)
def test_cells_that_are_no_counts_beside_others_are_refused(old, new, what):
    content = IN_CELLS.replace(old, new).encode()
    with pytest.raises(InputError) as caught:
        read_fold_scores(content)
    assert caught.value.what == what
    assert recognise_scores(score_table(content))[1].what == what


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            "fold,A,B\n1,15/100,25%\n2,10/100,20%\n3,10/100,30%\n",
            "'15/100' in 'A' counts instances, but '25%' in 'B' does not.",
        ),
        (
            "fold,flavour,errors,n\n1,mint,3,20\n2,mint,2,20\n1,anise,5/20,20\n2,anise,4/20,20\n",
            "'5/20' in 'errors' counts instances, but '3' in 'errors' does not.",
        ),
    ],
)
def test_counts_beside_other_scores_are_named_where_no_layout_fits(content, what):
    with pytest.raises(InputError) as caught:
        read_fold_scores(content.encode())
    assert caught.value.what == what
    assert (
        recognise_scores(score_table(content.replace("fold", "x").encode()))[1] is None
    )  # may be a data set


TWO_OF_WORDS = "fold,flavour,comment,error\n" + "".join(
    f"{k},{name},{'late' if k == 3 else 'ok'},.{k}\n" for name in ("mint", "anise") for k in (1, 2, 3)
)


@pytest.mark.parametrize(
    ("content", "asked"),
    [
        (TWO_OF_WORDS, "Which of 'flavour' and 'comment' names the learner?"),
        ("flavour,error\nmint,.1\nmint,.2\nanise,.3\n", "Does 'flavour' name the learner?"),
        ("flavour,error\nmint,.1\nlime,.2\nanise,.3\n", "Name the learner in a column, or"),
    ],
)
def test_which_column_of_words_names_the_learner_is_asked(content, asked):
    assert recognise_scores(score_table(content.encode()))[1].hint.startswith(asked)


def test_the_column_of_words_that_names_the_learner_can_be_said():
    scores = read_fold_scores(TWO_OF_WORDS.encode(), layout="measures", roles={"learner": "flavour"})
    assert scores.learners == ("mint", "anise")


@pytest.mark.parametrize(("head", "way"), [("learner,error", True), ("learner,accuracy,accuracy_std", False)])
def test_where_each_learner_has_one_score_the_way_of_hold_outs_is_said(head, way):
    rows = "".join(f"{name},{','.join(['.12'] * head.count(','))}\n" for name in ("Tree", "Knn"))
    with pytest.raises(InputError) as caught:
        read_fold_scores(f"{head}\n{rows}".encode())
    assert ("Of a hold-out, bring the predictions (tab Predictions)" in caught.value.hint) is way


def test_measures_that_are_not_taken_are_named():
    table = csv(
        [("a", k, 0.8, 0.9, 1.5) for k in range(5)], ("learner", "fold", "accuracy", "auc", "fit_time")
    )
    assert "Of 3 measures accuracy was taken (measure=… chooses another), not AUC or training time." in (
        read_fold_scores(table).notes
    )
    asked = next(item for item in inspect_fold_scores(table).questions if item.key == "measure")
    assert asked.text == "Which of the 3 measures is judged?"


@pytest.mark.parametrize("measure", ["accuracy", "AUC"])
def test_other_measures_of_a_file_are_told_whoever_chose(measure):
    wide = csv(
        [(who, k, 0.8 + k / 100, 0.9 - k / 100) for who in "AB" for k in range(1, 6)],
        ["model", "fold", "accuracy", "AUC"],
    )
    long = csv(
        [(who, k, name, 0.8 + k / 100) for who in "AB" for k in range(1, 6) for name in ("accuracy", "AUC")],
        ["model", "fold", "measure", "score"],
    )
    other = "AUC" if measure == "accuracy" else "accuracy"
    for source in (wide, long):
        (told,) = on_other_measures(read_fold_scores(source, measure=measure, design="k_fold").notes)
        assert told == f"Of 2 measures {measure} was taken (measure=… chooses another), not {other}."
    alone = csv([(who, k, 0.8 + k / 100) for who in "AB" for k in range(1, 6)], ["model", "fold", "accuracy"])
    assert not on_other_measures(read_fold_scores(alone, measure="accuracy").notes)


@pytest.mark.parametrize(
    ("values", "measure", "design", "doubted"),
    [
        ((0.877, 0.9, 0.95), "accuracy", "leave_one_out", True),
        ((0, 1, 1), "accuracy", "leave_one_out", False),
        ((0.877, 0.9, 0.95), "accuracy", "k_fold", False),
        ((0.877, 0.9, 0.95), "rmse", "leave_one_out", False),
    ],
)
def test_rates_between_0_and_1_are_hardly_those_of_single_instances(values, measure, design, doubted):
    rows = [(who, k, value) for who in "AB" for k, value in enumerate(values)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "score"])
    notes = read_fold_scores(frame, measure=measure, design=design).notes
    assert any("On a fold of one instance the accuracy is 0 or 1" in note for note in notes) is doubted


ON_DATA_SETS = "dataset;a;b;c\n" + "".join(f"d{k};0,8{k};0,7{k};0,6{k}\n" for k in range(6))


@pytest.mark.parametrize(
    "below",
    [
        "mean rank;1;2;3",
        "Avg. rank;1,2;2,1;2,7",
        "Mittlerer Rang;1;2;3",
        "wins;6;0;0",
        "W/T/L;6/0/0;;",
        "Ø;0,8;0,7;0,6",
        "Avg. rank (Friedman);1,8;2,3;2,9",
        "Rang moyen;1,8;2,3;2,9",
        "Rango medio;1,8;2,3;2,9",
        "Durchschnittlicher Rang;1,8;2,3;2,9",
        r"\textbf{Average rank};1,8;2,3;2,9",
        "Ranking;1;2;3",
        "# best;6;0;0",
        "Median;0,8;0,7;0,6",
        "Gesamt;0,8;0,7;0,6",
        "Écart-type;0,1;0,1;0,1",
    ],
)
def test_a_row_of_ranks_or_wins_below_data_sets_is_none_of_them(below):
    read = read_fold_scores(f"{ON_DATA_SETS}{below}\n".encode(), measure="accuracy")
    assert read.frame["dataset"].nunique() == 6
    assert read.frame["score"].iloc[0] == 0.8
    assert f"Left out, because they sum up the others: the rows '{below.partition(';')[0]}'." in read.notes


@pytest.mark.parametrize("name", ["rank-eval", "best buy", "friedman", "mean shift", "Wine (mean)", "media"])
def test_a_data_set_whose_name_holds_such_a_word_is_kept(name):
    rows = ON_DATA_SETS.splitlines()
    read = read_fold_scores("\n".join([*rows[:3], f"{name};0,8;0,7;0,6", *rows[3:]]).encode())
    assert name in set(read.frame["dataset"]) and not any("sum up" in note for note in read.notes)


def test_rows_of_sums_are_left_out_wherever_the_data_sets_are_named():
    rows = "".join(
        f"{who},{name},0.8{k}\n" for who in "ab" for k, name in enumerate(["x", "y", "z", "Avg. rank"])
    )
    read = read_fold_scores(f"learner,dataset,accuracy\n{rows}".encode())
    assert set(read.frame["dataset"]) == {"x", "y", "z"}
    assert "Left out, because they sum up the others: the rows 'Avg. rank'." in read.notes


def test_rows_of_sums_among_folds_are_left_out():
    rows = "".join(f"{who},{fold},0.8\n" for who in "ab" for fold in (1, 2, 3, "mean", "std"))
    read = read_fold_scores(f"learner,fold,accuracy\n{rows}".encode())
    assert read.frame["fold"].tolist() == [1, 2, 3] * 2
    assert "Left out, because they sum up the others: the rows 'mean' and 'std'." in read.notes


@pytest.mark.parametrize("name", ["mean", "median", "best"])
def test_a_learner_of_several_rows_is_no_sum(name):
    rows = "".join(f"{who},{fold},0.{fold}\n" for who in ("svm", name) for fold in (1, 2, 3))
    assert read_fold_scores(f"model,fold,error\n{rows}".encode()).learners == ("svm", name)


@pytest.mark.parametrize(
    ("below", "told"), [("Placement;1;2,5;2,5", "1, 2.5 and 2.5"), ("Erste;5;;0", "5 and 0")]
)
def test_a_row_of_something_else_does_not_make_percent_of_all_others(below, told):
    text = f"{ON_DATA_SETS}{below}\n".encode()
    what = (
        f"most rows hold proportions \\(at most 0.85\\), but not that of '{below.partition(';')[0]}': {told}."
    )
    for measure, key in ((None, "measure"), ("accuracy", "scale")):
        with pytest.raises(Unsettled, match=what) as refusal:
            read_fold_scores(text, measure=measure)
        assert refusal.value.key == key and "without rows that sum others up" in refusal.value.hint
    assert read_fold_scores(text, measure="accuracy", scale="percent").frame["score"].iloc[0] == 0.008


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Fold,A,B\n1,0,85,0,83\n2,0,86,0,82\n3,0,81,0,80\n", "5 cells below 3 names"),
        ("Fold,A,B\n1,85,3,79,2\n2,86,1,78,4\n3,84,0,79,9\n", "5 cells below 3 names"),
        ("model,fold,acc\na,1,0,85\na,2,0,86\nb,1,0,80\nb,2,0,82\n", "4 cells below 3 names"),
        ("model,acc\na,0,85\nb,0,83\nc,0,81\n", "3 cells below 2 names"),
    ],
)
def test_commas_that_are_decimal_signs_as_well_as_delimiters_are_refused(text, what):
    with pytest.raises(InputError, match=f"this row has {what}: commas seem to stand between") as refusal:
        read_fold_scores(text.encode())
    assert refusal.value.where.endswith("line 2")
    assert refusal.value.hint == "Save it with semicolons or tabs between the columns."


@pytest.mark.parametrize(
    "names",
    [
        ("rank a", "rank b", "rank c"),
        ("a_rank", "b_rank", "c_rank"),
        ("a (rank)", "b (rank)", "c (rank)"),
        ("rank",) * 3,
    ],
)
def test_ranks_beside_the_scores_that_they_are_of_are_left_out(names):
    head = ",".join(f"{learner},{name}" for learner, name in zip("abc", names, strict=True))
    rows = "".join(f"d{k},0.9{k},1,0.8{k},2.5,0.8{k},2.5\n" for k in range(5))
    read = read_fold_scores(f"dataset,{head}\n{rows}".encode(), measure="accuracy")
    assert read.learners == ("a", "b", "c")
    told = ("rank", "rank.2", "rank.3") if names[0] == "rank" else names
    left_out = "', '".join(told[:2]) + f"' and '{told[2]}'."
    assert f"Left out, because they are ranks of the columns beside them: '{left_out}" in read.notes


def test_scores_of_learners_that_are_called_ranks_are_kept():
    rows = "".join(f"{k},0.9{k},0.8{k},0.7{k}\n" for k in range(1, 5))
    assert read_fold_scores(f"fold,svm,rank svm,tree\n{rows}".encode()).learners == (
        "svm",
        "rank svm",
        "tree",
    )


@pytest.mark.parametrize(
    "bold",
    ["**{}**", "__{}__", r"\textbf{{{}}}", r"{{\bf {}}}", r"$\mathbf{{{}}}$", r"\underline{{\textbf{{{}}}}}"],
)
def test_numbers_in_bold_are_read_and_that_is_said(bold):
    rows = "".join(f"d{k};{bold.format(f'0,8{k}')};0,7{k}\n" for k in range(4))
    read = read_fold_scores(f"dataset;a;b\n{rows}d9;0,7;{bold.format('0,8')}\n".encode(), measure="accuracy")
    assert read.of("a")["score"].tolist() == [0.8, 0.81, 0.82, 0.83, 0.7]
    assert read.of("b")["score"].tolist()[-1] == 0.8
    assert "Some cells of 'a' and 'b' are set in bold or otherwise; the numbers were taken." in read.notes


def test_names_of_rows_as_r_writes_them_are_no_halves_of_numbers():
    text = '"a","b"\n"1",0.81,0.72\n"2",0.83,0.71\n"3",0.80,0.70\n'
    assert read_fold_scores(text.encode(), measure="accuracy").learners == ("a", "b")


@pytest.mark.parametrize("thousand", ["1.234,5", "1 234,5", "1\u202f234,5", "1'234,5"])
def test_thousands_and_decimal_commas_are_read_together(thousand):
    rows = "".join(f"{k};{thousand};1{thousand[1]}10{k},25\n" for k in range(1, 5))
    read = read_fold_scores(f"fold;a;b\n{rows}".encode(), measure="rmse")
    assert read.frame["score"].tolist() == [1234.5] * 4 + [1101.25, 1102.25, 1103.25, 1104.25]


def test_numbers_that_a_workbook_holds_as_texts_with_commas_are_read_and_that_is_said():
    file = io.BytesIO()
    table = {"Fold": [1, 2, 3], "LR": ["0,80", "0,81", "0,82"], "kNN": ["0,7", 0.75, "0,72"]}
    pd.DataFrame(table).to_excel(file, index=False)
    read = read_fold_scores(file.getvalue(), measure="accuracy")
    assert read.frame["score"].tolist() == [0.8, 0.81, 0.82, 0.7, 0.75, 0.72]
    assert (
        "The cells of 'LR' and 'kNN' are texts with decimal commas; they were read as numbers." in read.notes
    )


def test_what_may_be_thousands_in_a_workbook_is_left_as_it_is():
    file = io.BytesIO()
    pd.DataFrame({"Fold": [1, 2], "LR": ["1,234", "1,345"], "kNN": ["1,111", "1,222"]}).to_excel(
        file, index=False
    )
    assert read_fold_scores(file.getvalue(), measure="rmse").frame["score"].iloc[0] == 1234


def test_an_empty_column_behind_a_delimiter_at_the_end_of_every_row_is_left_out():
    text = b"fold,a,b,\n1,0.8,0.7,\n2,0.81,0.72,\n3,0.8,0.71,\n"
    read = read_fold_scores(text, measure="accuracy")
    assert read.learners == ("a", "b")
    assert not any("column 4" in note for note in read.notes)
    again = read_fold_scores(pd.read_csv(io.BytesIO(text)), measure="accuracy")
    assert again.learners == ("a", "b")
    assert "Left out, because nothing stands there: 'Unnamed: 3'." in again.notes


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("fold;a;b\n1;0,85;0.83\n2;0,86;0.84\n3;0,87;0.85\n", "'0,85' is no number, data row 1"),
        ("dataset,a,b\nx,85.1*,79\ny,86,78.2*\nz,84*,80\n", "'85.1*' is no number, data row 1"),
        (
            "dataset,a,b\nx,85 (1),79 (2)\ny,86 (1),78 (2)\nz,84 (1),80 (2)\n",
            "'85 (1)' is no number, data row 1",
        ),
        ("fold,a,b\n1,85.5%,79%\n2,84.1,78%\n3,83%,77%\n", "'85.5%' is no number, data row 1"),
    ],
)
def test_numbers_with_something_behind_them_are_named_where_no_layout_fits(text, what):
    with pytest.raises(InputError) as refusal:
        read_fold_scores(text.encode())
    assert what in str(refusal.value)
    assert refusal.value.where.endswith("column 'a'")


@pytest.mark.parametrize(
    ("head", "row", "what"),
    [
        ("dataset,a,b,c", "1,2.5,2.5", "every row holds ranks, the places from 1 to 3"),
        (
            "fold,a_train,a_test,b_train,b_test",
            "0.9,0.8,0.91,0.79",
            "'a_train' and 'b_train' seem to be measured on training",
        ),
        ("fold,a,b,time_a,time_b", "0.9,0.8,0.2,0.3", "'time_a' and 'time_b' hold times"),
    ],
)
def test_ranks_training_scores_and_times_are_no_scores_of_learners(head, row, what):
    text = "\n".join([head, *(f"{k},{row}" for k in range(1, 6))])
    with pytest.raises(InputError, match=re.escape(what)):
        read_fold_scores(text.encode())


def test_a_percent_sign_in_all_names_makes_percent_of_small_scores_too():
    text = "fold,LR error (%),kNN error (%)\n" + "".join(f"{k},0.{k},0.{9 - k}\n" for k in range(1, 6))
    read = read_fold_scores(text.encode())
    assert read.frame["score"].iloc[0] == pytest.approx(0.001)
    assert "The names of the learners have a percent sign." in read.notes
    assert "The scores were taken for percent and divided by 100." in read.notes
    (scale,) = [one for one in inspect_fold_scores(text.encode()).questions if one.key == "scale"]
    assert scale.assumed == "percent"
    assert read_fold_scores(text.encode(), scale="proportion").frame["score"].iloc[0] == 0.1


@pytest.mark.parametrize(
    ("folds", "said"),
    [
        ((1, 2, 4, 5), "fold 3, while folds are numbered up to 5"),
        ((1, 2, 3), ""),
        ((1, 10, 20), ""),
        ((1, 10**6), ""),
    ],
)
def test_a_fold_that_nobody_has_is_named(folds, said):
    frame = csv([(who, k, 0.8 + k % 7 / 100) for who in "AB" for k in folds], ["model", "fold", "accuracy"])
    notes = [note for note in read_fold_scores(frame).notes if "No learner has a score" in note]
    assert len(notes) == bool(said) and all(said in note for note in notes)


PERCENT = np.array(
    [
        (81.38, 76.11, 70.04),
        (83.29, 78.19, 68.62),
        (81.32, 73.05, 76.47),
        (74.79, 75.35, 75.03),
        (83.62, 74.07, 56.44),
        (81.79, 78.40, 60.55),
        (77.85, 76.16, 69.13),
        (82.32, 74.83, 67.89),
        (81.46, 72.87, 71.07),
        (81.18, 74.97, 71.09),
    ]
)


def percent_with(*below: str, names: str = "abcdefghij") -> bytes:
    rows = [f"{name},{','.join(f'{x:.2f}' for x in row)}" for name, row in zip(names, PERCENT, strict=True)]
    return "\n".join(["Problem,Tree,SVM,NB", *rows, *below]).encode()


@pytest.mark.parametrize(
    ("below", "kind"),
    [
        ("80.90,75.40,68.63", "means"),
        ("80.9,75.4,68.6", "means"),
        ("81.42,75.16,69.59", "medians"),
        ("2.65,1.89,6.07", "standard deviations"),
        ("1.20,2.00,2.80", "mean ranks"),
        ("12,20,28", "sums of the ranks"),
        ("9,1,0", "numbers of wins"),
    ],
)
def test_a_row_of_any_name_whose_numbers_sum_up_the_others_is_left_out_and_said(below, kind):
    read = read_fold_scores(percent_with(f"foo,{below}"), measure="accuracy")
    assert read.frame["dataset"].nunique() == 10
    assert f"Left out, because their numbers sum up the others: the row 'foo' ({kind})." in read.notes
    above = percent_with().decode().replace("\n", f"\nfoo,{below}\n", 1)
    assert read_fold_scores(above.encode(), measure="accuracy").frame["dataset"].nunique() == 10


def test_means_and_spreads_of_any_name_are_left_out_together():
    read = read_fold_scores(percent_with("foo,80.90,75.40,68.63", "bar,2.65,1.89,6.07"), measure="accuracy")
    assert read.frame["dataset"].nunique() == 10
    assert any("'foo' (means) and the row 'bar' (standard deviations)" in note for note in read.notes)


def test_scores_that_happen_to_sum_up_others_stay_where_they_are_coarse():
    coarse = "Problem,Tree,SVM\na,.3,.6\nb,.4,.5\nc,.5,.4\nd,.4,.5\n"
    read = read_fold_scores(coarse.encode())
    assert read.frame["dataset"].nunique() == 4 and not any("sum" in note for note in read.notes)
    alone = "fold,accuracy\n1,0.8\n2,0.9\n3,0.7\n4,0.8\n"
    assert not any("sum" in note for note in read_fold_scores(alone.encode()).notes)


def test_a_last_row_that_is_numbered_stays_where_it_holds_the_means_and_is_named():
    numbered = percent_with("x11,80.90,75.40,68.63", names="abcdefghij").decode()
    for k, name in enumerate("abcdefghij", 1):
        numbered = numbered.replace(f"\n{name},", f"\nx{k},")
    read = read_fold_scores(numbered.encode(), measure="accuracy")
    assert len(read.frame) == 33 and "the row 'x11' (means of the other 10)" in " ".join(read.notes)


@pytest.mark.parametrize("head", ["tree,svm", "accuracy,auc", "accuracy"])
def test_a_row_of_means_that_is_numbered_as_one_more_fold_is_asked_about(head):
    scores = np.random.default_rng(1).normal(0.8, 0.05, (10, head.count(",") + 1)).round(4)
    rows = [*scores.tolist(), scores.mean(axis=0).round(4).tolist()]
    text = "\n".join([f"fold,{head}", *(f"{k},{','.join(map(str, row))}" for k, row in enumerate(rows, 1))])
    (asked,) = [item for item in inspect_fold_scores(text.encode()).questions if item.key == "sums"]
    assert (asked.options, asked.assumed) == (("left out", "kept"), "kept")
    kept, left = (
        read_fold_scores(text.encode(), measure="accuracy", sums=sums) for sums in (None, "left out")
    )
    assert kept.frame["fold"].nunique() == 11 and left.frame["fold"].nunique() == 10
    assert any("data row 11 (means of the other 10)" in note for note in kept.notes)


@pytest.mark.parametrize("way", [np.mean, np.sum])
@pytest.mark.parametrize("first", [0, 1, None])
@pytest.mark.parametrize("head", ["tree,svm", "log_loss"])
def test_means_that_stand_first_and_sums_are_asked_about_though_they_are_numbered_as_folds(head, first, way):
    scores = np.random.default_rng(1).normal(0.8, 0.05, (10, head.count(",") + 1)).round(4)
    summed = way(scores, axis=0).round(4).tolist()
    rows = [*scores.tolist(), summed] if first is None else [summed, *scores.tolist()]
    text = csv([(k, *row) for k, row in enumerate(rows, first or 0)], ["fold", *head.split(",")])
    (asked,) = [
        item for item in inspect_fold_scores(text, measure="log_loss").questions if item.key == "sums"
    ]
    kept, left = (read_fold_scores(text, measure="log_loss", sums=sums) for sums in (None, "left out"))
    assert asked.assumed == "kept"
    assert len(kept.frame) - len(left.frame) == len(kept.learners)
    assert left.frame["score"].max() < 1 and len(left.frame) == scores.size


def summed_up(way: str, decimals: int = 3) -> bytes:
    """Ten folds of two learners with rows that sum them up, numbered as more folds."""
    scores = np.random.default_rng(2).normal(0.8, 0.05, (10, 2)).round(decimals)
    mean, sd = (one(scores, axis=0).round(decimals) for one in (np.mean, np.std))
    if way == "with deviations":
        rows = [(k, *row) for k, row in enumerate([*scores, mean, sd], 1)]
        return csv(rows, ["fold", "tree", "svm"])
    if way == "by learner":
        each = [*scores, mean]
        rows = [(who, k, row[place]) for place, who in enumerate("AB") for k, row in enumerate(each, 1)]
        return csv(rows, ["learner", "fold", "score"])
    halves = [np.vstack([half, half.mean(axis=0).round(decimals)]) for half in (scores[:5], scores[5:])]
    rows = [(r, k, *row) for r, half in enumerate(halves, 1) for k, row in enumerate(half, 1)]
    return csv(rows, ["replicate", "fold", "tree", "svm"])


@pytest.mark.parametrize(
    ("way", "left", "said"),
    [
        (
            "with deviations",
            20,
            "data row 11 (means of the other 10) and data row 12 (standard deviations of the other 10)",
        ),
        ("by learner", 20, "row 11 of every learner (means of the other 10)"),
        ("by replicate", 20, "row 6 of every replicate (means of the other 5)"),
    ],
)
def test_means_that_are_numbered_as_folds_are_asked_about_with_deviations_by_learner_and_by_replicate(
    way, left, said
):
    text = summed_up(way)
    (asked,) = [item for item in inspect_fold_scores(text).questions if item.key == "sums"]
    assert asked.assumed == "kept"
    kept, without = (read_fold_scores(text, measure="accuracy", sums=sums) for sums in (None, "left out"))
    assert len(without.frame) == left < len(kept.frame) and any(said in note for note in kept.notes)


def test_folds_of_learners_and_replicates_are_hardly_ever_taken_for_means():
    found = 0
    for seed in range(100):
        scores = np.random.default_rng(seed).normal(0.8, 0.05, (2, 2, 10)).round(2)
        rows = [
            (who, r + 1, k + 1, scores[p, r, k])
            for p, who in enumerate("AB")
            for r in (0, 1)
            for k in range(10)
        ]
        notes = read_fold_scores(
            csv(rows, ["learner", "replicate", "fold", "score"]), measure="accuracy"
        ).notes
        found += any("sum up" in note for note in notes)
    assert found == 0


@pytest.mark.parametrize(
    ("other", "shift", "is_said"), [("svm", 5, True), ("svm2", 5, False), ("svm", 0, False)]
)
def test_a_learner_that_a_long_table_writes_in_two_ways_is_named(other, shift, is_said):
    rows = [(name, k + at, 0.8 + k / 100) for name, at in (("SVM", 0), (other, shift)) for k in range(1, 6)]
    rows += [("tree", k, 0.7 + k / 100) for k in range(1, 6 + shift)]
    notes = read_fold_scores(csv(rows, ["learner", "fold", "accuracy"])).notes
    said = "'SVM' and 'svm' were taken for 2 learners, though they never have a score on the same fold"
    assert any(said in note for note in notes) == is_said


def test_first_folds_are_hardly_ever_taken_for_means():
    found = 0
    for seed in range(60):
        rows = np.random.default_rng(seed).binomial(60, 0.8, (10, 2)) / 60
        text = csv([(k, *row.round(3)) for k, row in enumerate(rows)], ["fold", "tree", "svm"])
        found += any("data row 1 (" in note for note in read_fold_scores(text, measure="accuracy").notes)
    assert found == 0


def test_where_chance_may_make_such_a_row_it_stays_and_is_named():
    text = "Problem,Tree,SVM\na,.80,.76\nb,.83,.78\nc,.82,.73\nd,.75,.75\ne,.84,.69\nfoo,.81,.74\n"
    read = read_fold_scores(text.encode(), measure="accuracy")
    assert read.frame["dataset"].nunique() == 6
    assert (
        "These may be no scores, but sum up the others: the row 'foo' (means); leave out what does."
        in read.notes
    )


@pytest.mark.parametrize(
    "name", ["Mittel", "Moyenne", "Promedio", "Media", "Overall", "Gemiddelde", "Średnia", "平均"]
)
def test_the_mean_of_a_turned_table_is_no_fold_whatever_language_it_has(name):
    rows = "boom;0,814;0,833;0,813;0,748;0,836;0,809\nsvm;0,761;0,782;0,731;0,753;0,741;0,754\n"
    read = read_fold_scores(f"Methode;Lauf 1;Lauf 2;Lauf 3;Lauf 4;Lauf 5;{name}\n{rows}".encode())
    assert read.frame.groupby("learner").size().tolist() == [5, 5]
    below = "".join(f"{k};0,8{k};0,7{k}\n" for k in (1, 2, 3)) + f"{name};0,82;0,72\n"
    assert len(read_fold_scores(f"Deel;boom;svm\n{below}".encode()).frame) == 6


def test_a_column_of_any_name_that_sums_up_the_folds_of_a_turned_table_is_none():
    rows = [
        f"{name},{','.join(map(str, col))},{col.mean():.2f}"
        for name, col in zip("AB", PERCENT.T[:2], strict=True)
    ]
    head = ",".join(["model", *(f"part {k}" for k in range(1, 11)), "foo"])
    read = read_fold_scores("\n".join([head, *rows]).encode(), measure="accuracy")
    assert len(read.frame) == 20
    assert "Left out, because their numbers sum up the others: the column 'foo' (means)." in read.notes


def ranks_of_percent() -> list[list[int]]:
    return [[sum(other >= x for other in row) for x in row] for row in PERCENT[:, :2]]


def test_ranks_behind_each_score_are_no_learners_whatever_their_columns_are_called():
    rows = [
        f"d{k},{a},{r},{b},{s}"
        for k, ((a, b, _), (r, s)) in enumerate(zip(PERCENT, ranks_of_percent(), strict=True))
    ]
    read = read_fold_scores("\n".join(["Dataset,Tree,,SVM,", *rows]).encode(), measure="accuracy")
    assert read.learners == ("Tree", "SVM")
    assert any("ranks of the columns beside them: 'column 3' and 'column 5'" in note for note in read.notes)


def test_ranks_in_brackets_behind_the_scores_are_left_out_and_said():
    rows = [
        f"d{k},{a} ({r}),{b} ({s})"
        for k, ((a, b, _), (r, s)) in enumerate(zip(PERCENT, ranks_of_percent(), strict=True))
    ]
    read = read_fold_scores("\n".join(["Dataset,Tree,SVM", *rows]).encode(), measure="accuracy")
    assert read.frame["score"].iloc[0] == pytest.approx(0.8138)
    assert "The brackets in 'Tree' and 'SVM' hold ranks; the scores before them were taken." in read.notes


def on_27(head: str, *, size: str = "27") -> bytes:
    counts = [(4, 7), (3, 5), (6, 6), (2, 4), (5, 8), (4, 4), (3, 6), (7, 7)]
    return "\n".join([head, *(f"{k},{size},{a},{b}" for k, (a, b) in enumerate(counts, 1))]).encode()


@pytest.mark.parametrize(
    ("head", "measure"),
    [
        ("fold,n,tree,svm", None),
        ("Falte,Anzahl,Baum,SVM", None),
        ("fold,test size,tree,svm", None),
        ("fold,total,tree errors,svm errors", "error"),
        ("fold,Testfälle,Fehler Baum,Fehler SVM", "error"),
        ("fold,n,tree correct,svm correct", "accuracy"),
    ],
)
def test_whole_numbers_up_to_sizes_beside_them_are_counts_and_asked_about_where_no_name_tells(head, measure):
    read = read_fold_scores(on_27(head))
    assert read.learners == tuple(head.split(",")[2:])
    assert read.frame["score"].iloc[0] == pytest.approx(4 / 27)
    assert set(read.frame["n_validation"]) == {27}
    assert (read.measure_assumed, read.measure) == (measure is None, measure or "error")
    assert any("count instances of" in note for note in read.notes)
    assert read_fold_scores(on_27("fold,n,tree,svm"), measure="accuracy").frame["score"].max() < 0.5


def test_whole_percents_beside_sizes_stay_percent_and_the_doubt_is_said():
    read = read_fold_scores(on_27("fold,n,tree,svm", size="150"), measure="error")
    assert (read.learners, read.frame["score"].iloc[0]) == (("tree", "svm"), 0.04)
    assert "The whole numbers beside 'n' were not taken for counts; if they are, write 3/20." in read.notes


def test_a_constant_column_of_no_known_name_is_named_where_it_may_be_a_size():
    notes = read_fold_scores(on_27("fold,foo,tree,svm")).notes
    assert any("'foo' is 27 in all rows" in note and "call it n" in note for note in notes)


@pytest.mark.parametrize("head", ["#Inst,#Attr", "Classes,No. of features", "Anzahl,Klassen"])
def test_sizes_of_data_sets_are_no_learners(head):
    rows = [f"d{k},{150 + 40 * k * k},{2 + k},{','.join(map(str, row))}" for k, row in enumerate(PERCENT)]
    read = read_fold_scores("\n".join([f"Dataset,{head},Tree,SVM,NB", *rows]).encode(), measure="accuracy")
    assert read.learners == ("Tree", "SVM", "NB")
    names = head.split(",")
    assert f"Left out, because they say sizes, no scores: '{names[0]}' and '{names[1]}'." in read.notes


@pytest.mark.parametrize(
    ("head", "measure"),
    [
        ("seed,fold,algo,f1_macro", "f1_macro"),
        ("seed,pliegue,modelo,tasa de error", "error"),
        ("seed,Podział,Model,Dokładność", "accuracy"),
        ("seed,pli,Méthode,justesse", "justesse"),
    ],
)
def test_a_long_table_is_read_in_other_languages_and_by_a_measure_that_is_not_known(head, measure):
    rows = [
        (seed, k, who, 0.7 + k / 97 + seed / 89) for seed in (0, 1) for k in range(3) for who in ("rf", "xgb")
    ]
    read = read_fold_scores(csv(rows, head.split(",")), lower_is_better=measure == "error")
    assert (read.learners, read.measure, len(read.frame)) == (("rf", "xgb"), measure, 12)
    assert set(read.frame["replicate"]) == {1, 2}


def test_a_refusal_that_names_garbled_columns_says_that_the_encoding_was_guessed():
    text = "Модель;Часть;Доля\nдерево;а;б\nлес;в;г\n"
    with pytest.raises(InputError, match=r"not UTF-8, so it was read as .+ a guess"):
        read_fold_scores(text.encode("cp1251"))
    with pytest.raises(InputError, match="no known layout") as caught:
        read_fold_scores(text.encode())
    assert "UTF-8" not in str(caught.value)


def test_where_a_cell_is_at_fault_the_page_is_told_of_it_and_not_of_the_columns():
    layout, refusal, _ = recognise_scores(score_table(b"dataset,a,b\nx,85 (1),79 (2)\ny,86 (1),78 (2)\n"))
    assert layout is None and "'85 (1)' is no number, data row 1" in str(refusal)


def test_a_size_beside_a_single_column_makes_no_second_learner():
    with pytest.raises(InputError, match="the columns 'fold' and 'tree' are no known layout"):
        read_fold_scores(b"fold,n,tree\n1,27,3\n2,27,4\n3,27,5\n")


@pytest.mark.parametrize("head", ["Mittel", "Mean", "Moyenne"])
def test_a_column_of_means_is_left_out_though_it_was_computed_before_scores_were_rounded(head):
    scores = np.random.default_rng(2).normal(0.2, 0.02, (10, 3))
    rows = [[k, *map("{:.4f}".format, [*row, row.mean()])] for k, row in enumerate(scores, 1)]
    rounded = np.round(scores, 4).mean(axis=1).round(4)
    assert (rounded != scores.mean(axis=1).round(4)).any(), "the means are those of the written scores"
    text = "\n".join(";".join(map(str, row)) for row in [["Fold", "Baum", "Wald", "Netz", head], *rows])
    found = core.read_fold_scores(text.encode(), measure="error")
    assert found.learners == ("Baum", "Wald", "Netz")
    assert any(f"'{head}'" in note and "Left out" in note for note in found.notes)


@pytest.mark.parametrize(("replicates", "first"), [(2, [1, 1, 1, 1, 1, 2]), (5, [1, 2, 3, 4, 5, 1])])
def test_labels_that_look_like_decimals_hold_two_numbers_and_ask_which_is_which(replicates, first):
    rows = "".join(
        f"{n},{r}.{f},0.{f}{r}{len(n)}\n" for n in ("tree", "svm") for r in (1, 2) for f in range(1, 6)
    )
    table = f"learner,fold,error\n{rows}".encode()
    with pytest.raises(Unsettled, match="nothing says which counts folds") as caught:
        read_fold_scores(table)
    assert (caught.value.key, caught.value.options) == ("replicates", (2, 5))
    scores = read_fold_scores(table, replicates=replicates)
    assert scores.facts.replicates == replicates
    assert scores.frame["replicate"].head(6).tolist() == first


_MEANS_BY_NAME = "fold,tree,svm,mean\n1,0.83,0.79,0.81\n2,0.81,0.74,0.775\n3,0.85,0.77,0.81\n"
_MAY_BE_SIZE = "fold,tree,svm,hold\n1,3,5,50\n2,4,6,50\n3,2,9,50\n"
_MEAN_BY_NUMBERS = (
    "data,tree,svm,nb\na,0.8312,0.7921,0.7011\nb,0.8124,0.7433,0.7317\nc,0.8523,0.7714,0.6914\n"
    "d,0.8447,0.8039,0.7402\nx,0.83515,0.777675,0.7161\n"
)


@pytest.mark.parametrize(
    ("table", "rows", "first", "left_out", "kept"),
    [
        (_MEANS_BY_NAME, "folds", "left out", (2, 3), (3, 3)),
        (_MAY_BE_SIZE, "folds", "kept", (2, 3), (3, 3)),
        (_MEAN_BY_NUMBERS, "data sets", "left out", (3, 4), (3, 5)),
    ],
)
def test_what_sums_up_by_its_numbers_is_left_out_or_kept_as_somebody_says(table, rows, first, left_out, kept):
    def shape(sums):
        found = read_fold_scores(table.encode(), rows=rows, measure="accuracy", sums=sums)
        assert any("sum up" in note or "above it" in note or "may say a size" in note for note in found.notes)
        return len(found.learners), len(found.frame) // len(found.learners)

    assert (shape("left out"), shape("kept")) == (left_out, kept)
    assert shape(None) == (kept if first == "kept" else left_out)
    asked = [item for item in inspect_fold_scores(table.encode()).questions if item.key == "sums"]
    assert [(item.options, item.assumed) for item in asked] == [(("left out", "kept"), first)]
    with pytest.raises(InputError, match="sums"):
        read_fold_scores(table.encode(), sums="away")


def _decimal_labels(replicates, folds):
    places = [(r, f) for r in range(1, replicates + 1) for f in range(1, folds + 1)]
    rows = [(f"{r}.{f}", 0.7 + r / 100 + f / 1000, 0.6 + f / 100 + r / 1000) for r, f in places]
    return pd.DataFrame(rows, columns=["fold", "tree", "svm"])


def test_the_tenth_fold_of_labels_that_look_like_numbers_is_not_the_first():
    source = _decimal_labels(5, 10).to_csv(index=False).encode()
    facts = read_fold_scores(source, measure="accuracy", replicates=5).facts
    assert (facts.key, facts.replicates, facts.folds) == ("repeated_k_fold", 5, 10)
    with pytest.raises(Unsettled) as refusal:
        read_fold_scores(source, measure="accuracy")
    assert refusal.value.options == (5, 10)
    ten = _decimal_labels(10, 10).to_csv(index=False).encode()
    with pytest.raises(Unsettled, match="hold two numbers") as refusal:  # nothing tells ten from ten
        read_fold_scores(ten, measure="accuracy", replicates=10)
    assert refusal.value.options == ()
    lost = _decimal_labels(10, 10).astype({"fold": float})
    for numbers in (lost, lost.to_csv(index=False).encode()):
        with pytest.raises(InputError, match=r"'1\.1' seems to stand for 1\.10 as well"):
            read_fold_scores(numbers, measure="accuracy", replicates=10)


_SPREADS = ("p-value (Holm)", "p-value adj", "pval_adj", "p-values of tree", "p-value", "p-value.2", "p-Wert")
_SPREADS += (
    "s.d",
    "s.d.",
    "std. dev.",
    "s.e.",
    "svm s.d. (%)",
    "tree (s.d.)",
    "std error",
    "± tree",
    "svm ±",
    "+-",
    "+/-",
)


@pytest.mark.parametrize("name", _SPREADS)
def test_a_column_that_is_called_a_spread_or_a_p_value_is_refused(name):
    table = f"dataset,tree,svm,{name}\na,0.81,0.72,0.03\nb,0.82,0.74,0.2\nc,0.71,0.74,0.01\n"
    with pytest.raises(InputError, match=f"'{re.escape(name)}' is a spread"):
        read_fold_scores(table.encode(), measure="accuracy")


@pytest.mark.parametrize(
    "name", ["map value", "grasp-value", "gp-val", "C±", "p-val-net", "sd-tree", "se-resnet"]
)
def test_a_learner_whose_name_holds_that_of_a_spread_is_kept(name):
    table = f"dataset,tree,svm,{name}\na,0.81,0.72,0.83\nb,0.82,0.74,0.82\nc,0.71,0.74,0.71\n"
    assert name in read_fold_scores(table.encode(), measure="accuracy").learners


_BY_CHANCE = "tree,svm,nb\n0.83,0.86,0.81\n0.75,0.88,0.89\n0.71,0.82,0.86\n0.7,0.85,0.7\n0.75,0.85,0.82\n"
"""Coarse scores, the last of which are the means of the others, rounded."""


def test_a_row_that_scores_may_hit_by_chance_is_called_doubtful_where_sums_are_kept():
    found = {
        sums: read_fold_scores(_BY_CHANCE.encode(), measure="accuracy", sums=sums)
        for sums in (None, "kept", "left out")
    }
    told = {
        sums: next(note for note in each.notes if "sum up the others" in note) for sums, each in found.items()
    }
    assert told[None] == told["kept"] and told[None].startswith("These may be no scores")
    assert "because their numbers may sum up the others" in told["left out"]
    assert [len(each.frame) for each in found.values()] == [15, 15, 12]


def test_where_some_sums_are_left_out_and_others_stay_that_can_be_chosen_too():
    means = ("mean", "0.8333", "0.84", "0.7967", "0.75", "0.8067")
    table = "".join(f"{row},{mean}\n" for row, mean in zip(_BY_CHANCE.split(), means, strict=True)).encode()

    def asked(sums):
        given = score_table(table, sums=sums)
        (question,) = [item for item in inspect_fold_scores(given).questions if item.key == "sums"]
        return question.options, question.assumed, len(given.frame)

    assert asked(None) == ((None, "left out", "kept"), None, 5)
    assert asked("left out") == ((None, "left out", "kept"), "left out", 4)
    assert asked("kept")[1:] == ("kept", 5)


def test_what_a_table_was_read_with_is_not_said_anew():
    table = score_table(_BY_CHANCE.encode(), sums="left out")
    assert score_table(table, sums="left out") is score_table(table) is table
    for wrong, what in (("kept", "read before"), ("foo", "foo")):
        with pytest.raises(InputError, match=what):
            score_table(table, sums=wrong)


_SENT = {
    "p-value": (
        "dataset,tree,svm,p-value\na,0.81,0.72,0.03\nb,0.82,0.74,0.2\nc,0.71,0.74,0.01\n",
        "'p-value' is a spread",
    ),
    "signs": (
        "dataset,tree,±,svm,±\na,0.81,0.02,0.79,0.03\nb,0.71,0.02,0.69,0.01\nc,0.9,0.01,0.8,0.02\n",
        "'±' and '±.2'",
    ),
    "s.d.": (
        "data,tree,tree s.d.,svm\na,0.81,0.02,0.79\nb,0.71,0.02,0.69\nc,0.91,0.01,0.88\n",
        "'tree s.d.' is a spread",
    ),
    "measures": (
        "fold,error tree,accuracy svm\n1,0.2,0.81\n2,0.22,0.82\n3,0.21,0.83\n",
        "name different measures",
    ),
    "times": (
        "fold,tree,svm,seconds\n1,0.2,0.31,12.5\n2,0.22,0.32,13.1\n3,0.21,0.33,11.7\n",
        "'seconds' holds times",
    ),
    "spreads": (
        "data,tree,sd,svm,sd\na,0.81,0.02,0.79,0.03\nb,0.71,0.02,0.69,0.01\nc,0.9,0.01,0.8,0.02\n",
        "'sd' and 'sd.2'",
    ),
    "merged heads": (
        ",tree,,svm,\nfold,acc,auc,acc,auc\n1,0.81,0.9,0.72,0.8\n2,0.82,0.91,0.74,0.81\n",
        "'fold' is no number",
    ),
    "units": (
        "fold,tree,svm\n,accuracy,accuracy\n1,0.81,0.72\n2,0.82,0.74\n3,0.84,0.71\n",
        "'accuracy' is no number",
    ),
    "a dash": (
        "fold,tree,svm\n1,0.8,0.7\n2,n/a,0.72\n3,0.83,-\n4,—,0.74\n5,NaN,0.75\n6,0.86,0.71\n",
        "'—' is no number",
    ),
    "a footnote": (
        "fold,tree,svm\n1,0.81,0.72\n2,0.82,0.74\n3,0.84,0.71\n\nNote: seeds differ,,\n",
        "Note: seeds",
    ),
    "training": (
        "model,fold,set,accuracy\na,1,train,0.9\na,1,test,0.8\nb,1,train,0.9\nb,1,test,0.7\n",
        "several scores",
    ),
    "percent beside": ("fold,tree,svm\n1,81.2,0.72\n2,82.1,0.74\n3,84.3,0.71\n", "look like proportions"),
    "the better": (
        "fold,tree,svm,best\n1,0.81,0.72,tree\n2,0.82,0.74,tree\n3,0.71,0.74,svm\n",
        "'best' names one of",
    ),
    "limits": (
        "data,tree,lower,upper\na,0.81,0.7,0.9\nb,0.71,0.6,0.8\nc,0.91,0.85,0.95\n",
        "'lower' and 'upper'",
    ),
}


@pytest.mark.parametrize("name", _SENT)
def test_what_colleagues_send_beside_scores_is_never_read_as_one_more_learner(name):
    text, why = _SENT[name]
    with pytest.raises(InputError, match=re.escape(why)):
        read_fold_scores(text.encode())


_SENT_AND_READ = {
    "row names": ('"tree" "svm"\n"1" 0.81 0.71\n"2" 0.82 0.72\n"3" 0.83 0.73\n', [0.81, 0.82, 0.83]),
    "decimal comma": ("Falte;Bäume;svm\n1;0,81;0,71\n2;0,82;0,72\n3;0,83;0,73\n", [0.81, 0.82, 0.83]),
    "percent": ("fold,tree,svm\n1,81 %,71%\n2,82 %,72%\n3,83 %,73%\n", [0.81, 0.82, 0.83]),
    "thousands": (
        "data;MSE a;MSE b\nx;1.234,5;1.345,6\ny;2.345,7;2.222,1\nz;3.111,0;3.222,0\n",
        [1234.5, 2345.7, 3111.0],
    ),
    "spreads in cells": ("dataset,a,b\nx,0.81 ± 0.02,0.79 ± 0.03\ny,0.71 ± 0.02,0.69 ± 0.01\n", [0.81, 0.71]),
    "one name twice": ("fold,svm,svm\n1,0.81,0.71\n2,0.82,0.72\n3,0.83,0.73\n", [0.81, 0.82, 0.83]),
    "a total": (
        "fold,tree,svm\n1,0.81,0.72\n2,0.82,0.74\n3,0.84,0.71\nTotal,2.47,2.17\n",
        [0.81, 0.82, 0.84],
    ),
    "turned": ("learner,fold 1,fold 2,mean\ntree,0.81,0.83,0.82\nsvm,0.72,0.74,0.73\n", [0.81, 0.83]),
    "sizes": (
        "data,n,features,a,b\nx,150,4,0.94,0.95\ny,178,13,0.92,0.97\nz,214,9,0.67,0.7\n",
        [0.94, 0.92, 0.67],
    ),
    "caret": (
        "Accuracy,Kappa,Resample,model\n0.8,0.6,Fold1,a\n0.7,0.6,Fold2,a\n0.9,0.6,Fold1,b\n0.8,0.6,Fold2,b\n",
        [0.8, 0.7],
    ),
    "mlr3": (
        "task_id,learner_id,resampling_id,iteration,classif.ce\ni,a,cv,1,0.1\ni,a,cv,2,0.2\ni,b,cv,1,0.3\ni,b,cv,2,0.1\n",
        [0.1, 0.2],
    ),
}


@pytest.mark.parametrize("name", _SENT_AND_READ)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_colleagues_send_is_read_as_it_is_written(name, encoding):
    text, scores = _SENT_AND_READ[name]
    found = read_fold_scores(text.encode(encoding))
    assert len(found.learners) == 2
    assert found.frame["score"].head(len(scores)).tolist() == pytest.approx(scores)
    assert len(found.frame) == 2 * len(scores)


@pytest.mark.parametrize("n", ["(n=40)", "(N = 40)", "[n=40]", "n=40"])
def test_whole_numbers_below_names_with_a_size_are_errors_of_so_many_and_no_percent(n):
    text = f"fold,svm {n},nb {n}\n1,12,15\n2,13,14\n3,,16\n"
    scores = read_fold_scores(text.encode(), design="k_fold")
    assert scores.frame["score"].dropna().tolist() == [12 / 40, 13 / 40, 15 / 40, 14 / 40, 16 / 40]
    assert (scores.measure, set(scores.frame["n_validation"])) == ("error", {40})
    assert any("12 errors of 40" in note for note in scores.notes)


def test_fractions_below_names_with_a_size_are_scores_and_beside_counts_they_are_refused():
    text = "fold,svm (n=40),nb (n=40)\n1,{0},0.15\n2,{1},0.14\n3,{2},0.16\n"
    scores = read_fold_scores(text.format(0.12, 0.13, 0.11).encode(), measure="error")
    assert scores.frame["score"].tolist() == [0.12, 0.13, 0.11, 0.15, 0.14, 0.16]
    with pytest.raises(InputError, match=r"'12/40' in 'svm \(n=40\)' counts instances, but '0.15'"):
        read_fold_scores(text.format(12, 13, 11).encode(), measure="error")


@pytest.mark.parametrize("between", [" ", "\t", ","])
def test_two_lines_of_a_name_and_a_count_lead_to_counts_in_the_words_that_were_pasted(between):
    table = score_table((f"svm{between}12/40\nnb{between}15/40\n").encode())
    layout, refusal, door = recognise_scores(table)
    assert (layout, door) == (None, "counts")
    assert "'12/40' counts instances" in str(refusal)
    assert read_counts(table.sample(20).to_csv(sep="\t", index=False)).counts.errors == (12, 15)


@pytest.mark.parametrize("above", ["", "svm nb lr\n"])
@pytest.mark.parametrize("between", [" ", "  "])
def test_blanks_part_numbers_with_decimal_commas(above, between):
    rows = ["12,3 14,1 11,0", "10,2 13,5 10,9", "9,8 10,7 10,1"]
    text = above + "\n".join(row.replace(" ", between) for row in rows)
    scores = read_fold_scores(text.encode(), measure="error")
    assert scores.frame["score"].round(4).tolist()[:4] == [0.123, 0.102, 0.098, 0.141]


def test_a_table_keeps_the_size_of_its_source_whatever_is_left_out():
    rows = "\n".join(f"{k},0.{k}1,0.{k}5,{0.03 + k / 10:.2f}" for k in range(1, 7))
    table = score_table((f"fold,tree,svm,mean\n{rows}\nmean,0.36,0.40,0.38\n").encode())
    assert table.size == (7, 4)
    assert (len(table.frame), len(table.columns)) == (6, 3)


def with_means_below(column: str, by: str, *, is_spread: bool = False) -> bytes:
    """Three learners below one another by so many groups of ten folds, each group with its means as more folds."""
    rng = np.random.default_rng(1)
    rows = [",".join([*["dataset"] * (by == "data set"), "learner,replicate,fold", column])]
    for group, learner in itertools.product(range(1, 4 if by else 2), "abc"):
        scores = rng.uniform(0.7, 0.95, 10).round(4)
        below = [scores.mean(), *[scores.std(ddof=1)] * is_spread]
        place = [f"d{group}", learner, "1"] if by == "data set" else [learner, str(group)]
        rows += [",".join([*place, str(k), f"{v:.4f}"]) for k, v in enumerate([*scores, *below], 1)]
    return "\n".join(rows).encode()


@pytest.mark.parametrize("column", ["score", "accuracy", "f1"])
@pytest.mark.parametrize("is_spread", [False, True])
@pytest.mark.parametrize("by", ["", "replicate", "data set"])
def test_numbered_means_below_each_learner_are_asked_about_whatever_their_column_is_called(
    column, by, is_spread
):
    source = with_means_below(column, by, is_spread=is_spread)
    asked = {"measure": "accuracy"} if column == "score" else {}
    groups = 9 if by else 3
    scores = read_fold_scores(source, **asked)
    assert len(scores.frame) == groups * (11 + is_spread)
    assert any(
        "These may be no scores, but sum up the others: row 11 of every" in note for note in scores.notes
    )
    assert "sums" in [question.key for question in inspect_fold_scores(source, **asked).questions]
    assert len(read_fold_scores(source, sums="left out", **asked).frame) == groups * 10


@pytest.mark.parametrize("last", ["4,1", "4,11", ",", "all,all"])
def test_means_of_replicates_go_with_those_of_all_behind_them(last):
    rng, scores, rows = np.random.default_rng(1), [], ["replicate,fold,a,b,c"]
    for replicate in range(1, 4):
        own = rng.uniform(0.7, 0.95, (10, 3)).round(4)
        scores.append(own)
        rows += [
            f"{replicate},{k}," + ",".join(f"{v:.4f}" for v in row)
            for k, row in enumerate([*own, own.mean(axis=0)], 1)
        ]
    rows.append(f"{last}," + ",".join(f"{v:.4f}" for v in np.vstack(scores).mean(axis=0)))
    found = read_fold_scores("\n".join(rows).encode(), measure="accuracy", sums="left out")
    assert len(found.frame) == 90
    assert found.frame["score"].tolist() == pytest.approx(np.vstack(scores).T.ravel().tolist())
    assert (
        sum(
            "data row 34 (means" in note or "row 11 of every replicate (means" in note for note in found.notes
        )
        == 2
    )


def test_means_of_replicates_below_learners_go_with_those_of_each_learner():
    rng, rows = np.random.default_rng(2), ["learner,replicate,fold,accuracy"]
    for learner in "abc":
        own = rng.uniform(0.7, 0.95, (3, 10)).round(4)
        for replicate, scores in enumerate(own, 1):
            rows += [f"{learner},{replicate},{k},{v:.4f}" for k, v in enumerate([*scores, scores.mean()], 1)]
        rows.append(f"{learner},4,1,{own.mean():.4f}")
    assert len(read_fold_scores("\n".join(rows).encode(), sums="left out").frame) == 90


def percents(head: str) -> bytes:
    """Forty rows of results of three learners in percent, or of errors in some unit."""
    rng = np.random.default_rng(2)
    names = [f"set {k}" for k in range(40)] if head.startswith(("dataset", "problem")) else [""] * 40
    values = rng.uniform(60, 98, (40, 1)) * rng.uniform(0.95, 1.05, (40, 3))
    rows = [
        ",".join([*[name] * bool(name), *(f"{v:.2f}" for v in row)])
        for name, row in zip(names, values, strict=True)
    ]
    return "\n".join([head, *rows]).encode()


@pytest.mark.parametrize("head", ["dataset,C4.5,NB,kNN", "problem,C4.5,NB,kNN", "ridge,lasso,tree"])
def test_results_whose_columns_lie_alike_are_called_no_data_set(head):
    assert likely_door(read_table(percents(head))) == ""


def test_a_data_set_with_an_attribute_y_is_sent_to_one_tab_alone():
    rng = np.random.default_rng(3)
    rows = [f"{rng.integers(20, 80)},{rng.normal(25, 4):.2f},{rng.normal(150, 40):.1f}" for _ in range(60)]
    _, refusal, door = recognise_scores(score_table("\n".join(["age,bmi,y", *rows]).encode()))
    assert door == "dataset" and "'y' is what was to be predicted" in refusal.what
    assert refusal.hint == "Bring it on the tab Data set."


TREE = [0.8123, 0.7921, 0.8034, 0.8256, 0.7899, 0.8162]
SVM = [0.8467, 0.8391, 0.8512, 0.8276, 0.8343, 0.8605]


def of_two(tree, svm=SVM, head="tree,svm"):
    return "\n".join([head, *(f"{a},{b}" for a, b in zip(tree, svm, strict=True))]).encode()


def put(scores, **there):
    """These scores, others at some places."""
    return [there.get(f"at_{place}", score) for place, score in enumerate(scores)]


FAR = "far from its other scores, which lie between {} and {}"


@pytest.mark.parametrize(
    ("table", "measure", "said"),
    [
        (of_two(put(TREE, at_3=0)), "accuracy", "tree has 0 on fold 4, " + FAR.format("0.7899", "0.8162")),
        (of_two(put(TREE, at_3=8.256)), "mse", "tree has 8.256 on fold 4, " + FAR.format("0.7899", "0.8162")),
        (
            of_two(TREE, put(SVM, at_0=9999)),
            "rmse",
            "svm has 9,999 on fold 1, " + FAR.format("0.8276", "0.8605"),
        ),
        (of_two(TREE, TREE, "tree,tree.1"), "accuracy", "'tree.1' has the same scores as 'tree' throughout"),
        (of_two([*TREE, TREE[1]], [*SVM, SVM[1]]), "accuracy", "the same score on fold 2 and fold 7"),
    ],
)
def test_what_a_slip_of_the_hand_leaves_in_a_file_is_said(table, measure, said):
    assert said in " ".join(read_fold_scores(table, measure=measure, rows="folds").notes)


@pytest.mark.parametrize(
    ("table", "measure"),
    [
        (of_two([1 / 15, 2 / 15, 1 / 15, 0, 2 / 15, 1 / 15]), "error"),
        (of_two(put([0.9] * 6, at_2=0.1)), "accuracy"),
        (of_two([0.2, 0.3, 0.2, 0.25, 0.35, 2.4]), "training_time"),
        (of_two([0.8, 0.9, 0.8, 0.9, 1.0, 0.8], [0.9, 0.9, 0.9, 0.8, 0.8, 0.9]), "accuracy"),
        (of_two([3.1, -0.4, 0.5, 0.6, 0.2, 0.7]), "r2"),
    ],
)
def test_what_scores_are_by_chance_is_called_no_slip(table, measure):
    notes = " ".join(read_fold_scores(table, measure=measure, rows="folds").notes)
    assert not re.search("far from|throughout|written twice", notes)


def test_one_score_ten_times_the_others_makes_no_percent_of_them():
    table = of_two(put(TREE, at_4=7.899))
    with pytest.raises(
        Unsettled,
        match=r"look like proportions, but not 7\.899, data row 5 of tree, far above the others: it may be",
    ):
        read_fold_scores(table, measure="accuracy", rows="folds")
    found = inspect_fold_scores(table, measure="accuracy")
    assert next(asked for asked in found.questions if asked.key == "scale").assumed is None


@pytest.mark.parametrize("sign", [".", ","])
def test_thousands_are_told_from_fractions_by_the_numbers_beside_them(sign):
    ridge, lasso = [987, 1104, 1012, 934], [1200, 1100, 990, 1045]
    rows = [
        ";".join(f"{score:,}".replace(",", sign) for score in pair) for pair in zip(ridge, lasso, strict=True)
    ]
    found = read_fold_scores("\n".join(["ridge;lasso", *rows]).encode(), measure="rmse", rows="folds")
    assert found.frame["score"].tolist() == [*ridge, *lasso]


GROUPED = {
    "wide": "ridge{0}lasso\n2.480{0}2.580\n1.900{0}2.100\n2.770{0}2.570\n",
    "long": "learner{0}fold{0}rmse\n"
    + "".join(f"{name}{{0}}{k}{{0}}{k}.480\n" for name in ("ridge", "lasso") for k in (1, 2, 3)),
    "turned": "learner{0}fold 1{0}fold 2{0}fold 3\nridge{0}2.480{0}1.900{0}2.770\nlasso{0}2.580{0}2.100{0}2.570\n",
}
MAY_PART = "behind the {} of every number stand three digits."


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("layout", GROUPED)
@pytest.mark.parametrize("sign", ["point", "comma"])
def test_scores_that_may_be_thousands_are_read_with_a_sentence_which_stands_first(layout, delimiter, sign):
    text = GROUPED[layout].format(delimiter)
    if sign == "comma":
        text = text.replace(".", ",")
    found = read_fold_scores(text.encode(), measure="rmse")
    assert MAY_PART.format(sign) in found.notes[0] and "If it parts thousands" in found.notes[0]


def test_scores_with_three_decimals_are_read_without_a_sentence_where_they_cannot_be_thousands():
    wide = GROUPED["wide"]
    among_them = wide + "3.140{0}0.998\n"
    for text in (wide.format(","), among_them.format(";")):
        assert MAY_PART.format("point") not in " ".join(read_fold_scores(text.encode(), measure="rmse").notes)
    percent = wide.format(";").replace("2.", "92.").replace("1.", "91.").encode()
    assert MAY_PART.format("point") not in " ".join(read_fold_scores(percent, measure="accuracy").notes)


def test_many_scores_that_may_be_thousands_are_read_with_a_sentence():
    rows = [f"{k};{1 + k / 100:.3f};{2 + k / 100:.3f}" for k in range(1, 41)]
    notes = read_fold_scores("\n".join(["fold;ridge;lasso", *rows]).encode(), measure="rmse").notes
    assert MAY_PART.format("point") in notes[0] and "'1.010' as 1.01" in notes[0]


def test_the_largest_numbers_there_are_can_be_far_from_others():
    rows = [f"{k},{score},0.5" for k, score in enumerate([*[0.0] * 11, 3.6e307], 1)]
    assert read_fold_scores("\n".join(["fold,tree,svm", *rows]).encode(), measure="rmse").notes


def test_what_may_be_a_mistake_in_the_file_is_said_before_what_was_taken_for_what():
    rows = [f"{k},0.8{k},{8.4 if k == 3 else 0.9 - k / 100}" for k in range(1, 7)]
    notes = read_fold_scores("\n".join(["fold,tree,svm", *rows]).encode(), measure="rmse").notes
    assert notes[0].startswith("svm has 8.4 on fold 3, far from") and "taken as a learner" in " ".join(
        notes[1:]
    )


def test_percent_with_three_decimals_beside_a_whole_hundred_are_no_thousands():
    table = b"tree;svm\n98.333;96.667\n100;98.333\n96.667;100\n"
    found = read_fold_scores(table, measure="accuracy", rows="folds")
    assert found.frame["score"].max() == 1


@pytest.mark.parametrize("date", ["2024-03-0{}", "0{}.03.2024", "2024-03-0{} 12:30"])
def test_dates_are_no_names_of_data_sets(date):
    rows = [f"{date.format(k)},{a},{b}" for k, (a, b) in enumerate(zip(TREE, SVM, strict=True), 1)]
    table = "\n".join(["when,tree,svm", *rows]).encode()
    found = inspect_fold_scores(table, measure="accuracy")
    assert next(asked for asked in found.questions if asked.key == "rows").assumed is None
    assert read_fold_scores(table, measure="accuracy").rows == "folds"


def test_files_of_the_same_learners_are_said_to_be_data_sets_each_and_which_is_judged_is_asked():
    def table(name, rows):
        text = "fold,A,B\n" + "".join(f"{k},0.{10 + k},0.{12 + 2 * k}\n" for k in range(1, rows + 1))
        return named(text.encode(), name)

    def files():
        return [table("first.csv", 10), table("second.csv", 3)]

    scores = core.read_fold_scores(files(), measure="error")
    assert scores.datasets == ("first", "second")
    assert scores.notes[0].startswith("Each of the 2 files was taken as a data set of its own")
    (asked,) = (
        item
        for item in inspect_fold_scores(files(), measure="error").questions
        if item.key in ("rows", "dataset")
    )
    assert (asked.key, asked.options) == ("dataset", (None, "first", "second"))
    second = table("second.csv", 10).getvalue().replace(b"fold,A,B", b"fold,C,D").replace(b"0.1", b"0.2")
    others = [table("first.csv", 10), named(second, "second.csv")]
    apart = core.read_fold_scores(others, measure="error")
    assert len(apart.datasets) == 1
    assert not any("data set of its own" in note for note in apart.notes)
