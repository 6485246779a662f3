"""Predictions from anywhere: joined on ids, nothing flipped in silence, and the long form read back without loss."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.data import (
    Unsettled,
    inspect,
    inspect_predictions,
    may_be_in_rows,
    prediction_roles,
    predictions_to_csv,
    read_predictions,
    read_table,
    sheets_of,
)
from core.errors import InputError
from core.experiment import imported_results
from core.experiment.imported import imported_from_bytes
from core.measures import learners_by_share

IMPORTS = Path(__file__).parents[2] / "sample_data" / "imports"
DESIGNS = {
    "k_fold": {"k": 4},
    "repeated_k_fold": {"k": 3, "r": 2},
    "5x2": {},
    "hold_out": {},
    "random_resampling": {"r": 3},
}


def named(content: str, name: str) -> io.BytesIO:
    file = io.BytesIO(content.encode())
    file.name = name
    return file


def run(sample="breast_cancer", learners=("naive_bayes", "linear_svm"), design="k_fold"):
    made = core.make_design(design, **DESIGNS[design])
    return core.run_experiment(core.load_sample(sample), list(learners), made)


@pytest.mark.parametrize("design", DESIGNS)
def test_what_was_run_here_comes_back_with_identical_verdicts(design):
    first = run(design=design)
    back = core.read_predictions(predictions_to_csv(first.predictions))
    assert (back.facts, back.positive, back.classes) == (
        first.facts,
        first.predictions.positive,
        first.predictions.classes,
    )
    if design not in ("hold_out", "random_resampling"):  # there some instances are never validated
        assert back == first.predictions
        assert back.ids is None
    for measure in ("error", "auc", "f1"):
        here, there = first.scores(measure), core.score(back, measure)
        assert here.frame["score"].tolist() == there.frame["score"].tolist()
    here, there = (core.applicable_tests(found, *first.learners) for found in (first.predictions, back))
    assert here == there
    for key in here.applicable:
        options = {"rope": 0.01} if core.TESTS[key].shows_equivalence else {}
        options |= {"rho1": 0.1, "rho2": 0.2} if key == "exact_5x2_f" else {}
        one = core.compare(first.predictions, *first.learners, key, **options)
        two = core.compare(back, *first.learners, key, **options)
        assert (one.statistic, one.p_value) == (two.statistic, two.p_value)
    assert predictions_to_csv(read_predictions(predictions_to_csv(back))) == predictions_to_csv(back)


@pytest.mark.parametrize(
    ("sample", "learners"), [("iris", ("naive_bayes", "tree")), ("diabetes", ("ols", "mean"))]
)
def test_many_classes_and_regressions_come_back(sample, learners):
    first = run(sample, learners)
    back = read_predictions(predictions_to_csv(first.predictions))
    assert back == first.predictions
    assert back.task == first.predictions.task


def test_probabilities_by_class():
    text = "id,truth,rf,rf_proba_no,rf_proba_yes\n1,yes,yes,0.2,0.8\n2,no,yes,0.4,0.6\n3,yes,no,0.6,0.4\n"
    found = read_predictions(text.encode())
    [outcome] = found.outcomes
    assert (found.classes, found.positive, found.learners) == (("no", "yes"), "yes", ("rf",))
    assert outcome.predicted.tolist() == [1, 1, 0]
    assert outcome.scores.tolist() == [[0.2, 0.8], [0.4, 0.6], [0.6, 0.4]]
    assert outcome.score_kind == "probability"
    assert found.ids.tolist() == [1, 2, 3]
    assert found.facts.key is None


@pytest.mark.parametrize("of", [("yes",), ("no", "yes"), ("",)])
def test_probabilities_in_percent_are_read_as_such_and_it_is_said(of):
    shares = [0.5, 12.5, 49, 51, 62.5, 100]
    columns = ",".join(f"rf_proba_{name}" if name else "rf_score" for name in of)
    rows = "".join(
        f"{'yes' if i % 2 else 'no'},{'yes' if share > 50 else 'no'},"
        f"{','.join(str(100 - share if name == 'no' else share) for name in of)}\n"
        for i, share in enumerate(shares)
    )
    found = read_predictions(f"truth,rf,{columns}\n{rows}".encode(), design="hold_out")
    [outcome] = found.outcomes
    assert outcome.score_kind == "probability"
    assert outcome.scores[:, 1] == pytest.approx([0.005, 0.125, 0.49, 0.51, 0.625, 1])
    assert "The probabilities of rf are written in percent; they were divided by 100." in found.notes
    assert "agree with its highest score" not in " ".join(found.notes)


@pytest.mark.parametrize("cut", [0, 20])
def test_scores_up_to_100_whose_labels_follow_another_cut_are_no_percent(cut):
    scores = [0, 1, 5, 12, 19, 24, 30, 38, 44, 60]
    rows = "".join(f"{'ny'[i % 2]},{'ny'[score > cut]},{score}\n" for i, score in enumerate(scores))
    [outcome] = read_predictions(f"truth,svm,svm_score\n{rows}".encode(), design="hold_out").outcomes
    assert (outcome.score_kind, outcome.scores.tolist()) == ("decision", scores)


UNFOLDED = "truth,tree,svm\n" + "".join(
    f"{'ny'[i % 2]},{'ny'[(i % 2) ^ (i % 5 == 0)]},{'ny'[(i % 2) ^ (i % 7 == 0)]}\n" for i in range(200)
)
"""As `cross_val_predict` gives them: not a word of folds."""


class TestWithoutFolds:
    def test_nobody_said_that_one_classifier_predicted_all_rows(self):
        found = read_predictions(UNFOLDED.encode())
        assert (found.facts.key, found.facts.pairs, found.facts.one_classifier) == (None, 1, False)
        assert any("design='hold_out'" in note and "design='k_fold'" in note for note in found.notes)
        advice = core.applicable_tests(found)
        assert not advice.valid
        assert "Right if one classifier of each learner predicted all rows" in advice.reason("mcnemar")
        verdict = core.compare(found, "tree", "svm")
        assert verdict.key == advice.advised == "mcnemar"
        assert "or, if they were cross-validated" in verdict.about

    def test_said_to_be_a_hold_out(self):
        found = read_predictions(UNFOLDED.encode(), design="hold_out")
        advice = core.applicable_tests(found)
        assert found.facts.one_classifier
        assert "mcnemar" in dict(advice.valid)
        assert advice.advised == "mcnemar"
        assert "cross-validat" not in core.compare(found, "tree", "svm").about

    def test_said_to_be_cross_validated(self):
        found = read_predictions(UNFOLDED.encode(), design="k_fold")
        advice = core.applicable_tests(found)
        assert "Pooled over the folds" in advice.reason("mcnemar")
        assert "Which instances made a fold is not known" in advice.reason("corrected_t")
        verdict = core.compare(found, "tree", "svm")
        assert "the average of the models" in verdict.about
        assert [item.holds for item in verdict.checks if item.code == "instances"] == [False]
        assert verdict.p_value == core.compare(read_predictions(UNFOLDED.encode()), "tree", "svm").p_value

    @pytest.mark.parametrize("design", [None, "hold_out", "k_fold"])
    def test_what_was_settled_is_written_and_read_back(self, design):
        found = read_predictions(UNFOLDED.encode(), design=design)
        back = read_predictions(predictions_to_csv(found))
        assert (back, back.facts) == (found, found.facts)
        stored = imported_from_bytes(imported_results(found, "t").to_bytes())
        assert (stored.facts, stored.id) == (found.facts, imported_results(found, "t").id)
        asked = [item.key for item in inspect_predictions(predictions_to_csv(found)).questions]
        assert ("design" in asked) is (design is None)

    def test_the_question_stays_when_it_is_answered(self):
        for design in (None, "hold_out", "k_fold"):
            questions = inspect_predictions(UNFOLDED.encode(), design=design).questions
            [asked] = [item for item in questions if item.key == "design"]
            assert (asked.options, asked.assumed) == (("hold_out", "k_fold"), None)


def test_of_two_classes_the_probability_of_one_stands_beside_the_label():
    rows = [("yes", "yes", 0.9, "no", 0), ("no", "no", 0.2, "no", 0), ("yes", "no", 0.4, "yes", 1)]
    table = pd.DataFrame(rows, columns=["y_true", "nb", "nb_yes", "tree", "tree_yes"]).assign(
        past_yes=(0, 1, 1)
    )
    found = read_predictions(table)
    assert found.learners == ("nb", "tree")  # a column of 0 and 1 that no learner is called after is none
    scores = {item.learner: (item.score_kind, item.scores[:, 1].tolist()) for item in found.outcomes}
    assert scores == {"nb": ("probability", [0.9, 0.2, 0.4]), "tree": ("probability", [0, 0, 1])}


@pytest.mark.parametrize("truth", ["Klasse", "Wahrheit", "tatsächlich"])
def test_a_truth_with_a_german_name_is_found(truth):
    table = pd.DataFrame({"id": (1, 2, 3), truth: (0, 1, 1), "nb": (0.1, 0.9, 0.2), "svm": (0.3, 0.6, 0.8)})
    assert read_predictions(table).truth.tolist() == [0, 1, 1]


def test_orange():
    found = read_predictions(IMPORTS / "orange_predictions.csv")
    assert (found.learners, found.positive) == (("Naive Bayes", "Tree"), "malignant")
    assert (found.facts.key, found.facts.folds) == ("k_fold", 10)
    cells = pd.read_csv(IMPORTS / "orange_predictions.csv", skiprows=[1, 2])
    for name in found.learners:
        for item in found.of(name):
            rows = cells.iloc[item.positions]
            assert set(rows["Fold"]) == {item.fold}
            assert np.array(found.classes)[item.predicted].tolist() == rows[name].tolist()
            np.testing.assert_allclose(item.scores[:, 1], rows[f"{name} (malignant)"])


ORANGE = "sepal\tiris\tTree\tTree (a)\tTree (b)\tFold\n"
ROWS = "1.2\ta\ta\t0.9\t0.1\t1\n3.2\tb\tb\t0.3\t0.7\t2\n2.2\ta\tb\t0.4\t0.6\t2\n3.9\tb\tb\t0.2\t0.8\t1\n"
TYPES = "continuous\tdiscrete\tdiscrete\tcontinuous\tcontinuous\tdiscrete\n\tclass\tmeta\tmeta\tmeta\tmeta\n"
FLAGS = "C#sepal\tcD#iris\tmD#Tree\tmC#Tree (a)\tmC#Tree (b)\tmD#Fold\n"


@pytest.mark.parametrize("text", [ORANGE + ROWS, ORANGE + TYPES + ROWS, FLAGS + ROWS])
def test_orange_writes_its_header_in_three_ways(text):
    found = read_predictions(text.encode())
    assert (found.learners, found.classes) == (("Tree",), ("a", "b"))
    assert found.facts.folds == 2
    assert sum((item.predicted == found.truth[item.positions]).sum() for item in found.outcomes) == 3


def test_markers_have_scores_but_no_labels():
    found = read_predictions(IMPORTS / "markers.csv")
    data = core.load_sample("breast_cancer")
    assert found.learners == ("mean_radius", "mean_texture")
    scores = core.score(found, "auc").of("mean_radius")["score"][0]
    assert scores == core.roc(data.y == "malignant", data.X["mean_radius"]).auc
    assert any("without a natural threshold" in note for note in found.notes)
    assert learners_by_share(found) == found.learners
    other = replace(found.outcomes[0], predicted=1 - found.outcomes[0].predicted)
    assert learners_by_share(replace(found, outcomes=(other, *found.outcomes[1:]))) == ("mean_texture",)
    assert learners_by_share(read_predictions(IMPORTS / "predictions.csv")) == ()
    called, given = found.outcomes[0].predicted == 1, data.X["mean_radius"].to_numpy()
    lacking = int((data.y == "malignant").sum()) - int(called.sum())
    assert given[called].min() > given[~called].max()  # equal ones are called alike
    assert 0 <= lacking < (given == given[~called].max()).sum()
    turned = read_predictions(IMPORTS / "markers.csv", scores_for="benign")
    assert core.score(turned, "auc").of("mean_radius")["score"][0] == pytest.approx(1 - scores)
    assert any("below ½" in note and "Nothing was turned round" in note for note in turned.notes)
    asked = read_predictions(IMPORTS / "markers.csv", scores_for="benign", reversed_scores=["mean_radius"])
    assert core.score(asked, "auc").of("mean_radius")["score"][0] == pytest.approx(scores)
    assert any("turned round, as asked" in note for note in asked.notes)


def test_another_class_of_interest_does_not_change_what_scores_say():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 200)
    chances = 1 / (1 + np.exp(-rng.normal(2 * truth - 1, 1.0)))
    wanted = stats.mannwhitneyu(chances[truth == 1], chances[truth == 0]).statistic / (
        truth.sum() * (200 - truth.sum())
    )
    for columns in ({"nb": chances}, {"marker": 10 * chances}):
        table = pd.DataFrame({"id": range(200), "y": truth, **columns})
        for positive in (1, 0):
            found = read_predictions(table, positive=positive, design="hold_out")
            assert found.positive == positive
            assert core.score(found, "auc").frame["score"].tolist() == pytest.approx([wanted])
        other = read_predictions(table, positive=1, scores_for=0, design="hold_out")
        assert core.score(other, "auc").frame["score"].tolist() == pytest.approx([1 - wanted])
    given = pd.DataFrame({"y": truth, "nb": chances})
    (of_zero,) = read_predictions(given, positive=0, design="hold_out").outcomes
    assert of_zero.scores[:, 0] == pytest.approx(1 - chances)
    assert of_zero.predicted.tolist() == (chances > 0.5).astype(int).tolist()


def test_folds_and_replicates():
    rows = [(i, r, (i + r) % 3, "xy"[i % 2], "xy"[(i + r) % 2]) for r in (1, 2) for i in range(12)]
    text = pd.DataFrame(rows, columns=["id", "repeat", "fold", "y_true", "tree"]).to_csv(index=False)
    found = read_predictions(text.encode())
    assert (found.facts.key, found.facts.replicates, found.facts.folds) == ("repeated_k_fold", 2, 3)
    assert (found.facts.n_train, found.facts.n_validation) == (8, 4)
    assert [(item.replicate, item.fold) for item in found.outcomes] == [
        (r, k) for r in (1, 2) for k in (1, 2, 3)
    ]
    assert any("were taken for" in note for note in found.notes)
    other = read_predictions(text.encode(), design="random_resampling")
    assert (other.facts.key, other.facts.n_train) == ("random_resampling", None)


def test_a_column_that_names_the_rows_of_all_files_joins_them_whatever_it_is_called():
    orders = {"tree": range(12), "svm": reversed(range(12))}
    files = [
        f"patient,truth,{name}\n" + "".join(f"p{row},{'ab'[row % 2]},{'ab'[row % 3 % 2]}\n" for row in order)
        for name, order in orders.items()
    ]
    found = read_predictions([text.encode() for text in files])
    assert "joined by 'patient'" in " ".join(found.notes)
    assert list(found.ids) == [f"p{row}" for row in range(12)]
    tree, svm = found.outcomes
    assert (tree.predicted == svm.predicted).all()
    with pytest.raises(InputError, match="there are no ids"):
        read_predictions([text.encode() for text in files], roles={"id": ""})
    with pytest.raises(InputError, match="there are no ids"):  # not all of the same patients
        read_predictions([files[0].encode(), files[1].replace("p7,", "q7,").encode()])


def test_files_are_joined_on_ids_whatever_their_order():
    rng = np.random.default_rng(0)
    truth = rng.choice(["a", "b"], 30)
    one = pd.DataFrame({"id": range(30), "truth": truth, "tree": rng.choice(["a", "b"], 30)})
    two = pd.DataFrame({"id": range(30), "y_pred": rng.choice(["a", "b"], 30)}).sample(frac=1, random_state=1)
    found = read_predictions(
        [named(one.to_csv(index=False), "tree.csv"), named(two.to_csv(index=False), "svm.csv")]
    )
    assert found.learners == ("tree", "svm")
    svm = np.array(found.classes)[found.of("svm")[0].predicted]
    assert svm.tolist() == two.sort_values("id")["y_pred"].tolist()


SHARED = pd.DataFrame(
    {
        "id": [f"p{i}" for i in range(40)],
        "y_true": ["ny"[i % 2] for i in range(40)],
        "tree": ["ny"[i % 2 ^ (i % 5 == 0)] for i in range(40)],
        "svm": ["ny"[i % 2 ^ (i % 7 == 0)] for i in range(40)],
    }
)


def of_learner(name, without):
    frame = SHARED[["id", "y_true", name]].drop(index=without)
    return named(frame[::-1].to_csv(index=False), f"{name}.csv")


@pytest.mark.parametrize(
    ("tree", "svm", "what", "note"),
    [
        ([], [3, 8], "lacks 2 instances of tree.csv (p8, p3).", "2 of tree.csv (p8, p3)"),
        ([5], [], "lacks 1 instance of svm.csv (p5).", "1 of svm.csv (p5)"),
        (
            [5],
            [3, 8],
            "lacks 2 instances of tree.csv (p8, p3) and has 1 that are not in it (p5).",
            "2 of tree.csv (p8, p3) and 1 of svm.csv (p5)",
        ),
    ],
)
def test_instances_that_all_files_have_are_judged_only_if_somebody_says_so(tree, svm, what, note):
    def files():
        return [of_learner("tree", tree), of_learner("svm", svm)]

    with pytest.raises(Unsettled) as caught:
        read_predictions(files())
    rest = SHARED.drop(index=[*tree, *svm])
    assert (caught.value.what, caught.value.key) == (what, "shared_only")
    assert caught.value.options == (len(rest),)
    assert "Left out are then " in caught.value.hint
    found = read_predictions(files(), shared_only=True)
    assert any(f"{len(rest)} instances that all files have: {note} were left out." in n for n in found.notes)
    errors = {name: (rest[name] != rest["y_true"]).mean() for name in ("tree", "svm")}
    assert core.score(found, "error").frame.set_index("learner")["score"].to_dict() == pytest.approx(errors)


def test_an_instance_that_lacks_one_replicate_is_left_out_of_all():
    frame = pd.concat([SHARED.assign(replicate=r) for r in (1, 2)], ignore_index=True)
    files = [frame.drop(columns="svm"), frame.drop(columns=["tree", "y_true"]).drop(index=41)]
    found = read_predictions(files, shared_only=True)
    assert set(found.ids) == set(SHARED["id"]) - {"p1"}
    assert len(found.of("tree")) == 2


def test_files_that_share_no_instance_cannot_be_judged_on_those_they_share():
    files = [SHARED.iloc[:20].drop(columns="svm"), SHARED.iloc[20:].drop(columns="tree")]
    with pytest.raises(InputError) as caught:
        read_predictions(files)
    assert not isinstance(caught.value, Unsettled)
    with pytest.raises(InputError):
        read_predictions(files, shared_only=True)


def test_of_files_with_the_same_instances_nothing_is_left_out():
    files = [SHARED.drop(columns="svm"), SHARED.drop(columns="tree")]
    assert read_predictions(files, shared_only=True) == read_predictions(files)


def test_a_copy_under_another_name_is_refused_with_the_names_of_both_files():
    rows = ["truth,tree", *(f"{'ny'[i % 2]},{'ny'[i % 3 % 2]}" for i in range(30))]
    files = [named("\n".join(rows), name) for name in ("forest.csv", "forest (1).csv")]
    with pytest.raises(InputError, match=r"holds the same predictions of tree as forest\.csv") as caught:
        read_predictions(files)
    assert caught.value.where == "forest (1).csv"


@pytest.mark.parametrize("kind", ["y_pred", "y_pred_proba_y"])
def test_learners_that_are_called_after_files_and_say_the_same_are_asked_about(kind):
    def file(name, shift):
        cells = (
            f"{i % 2 * 0.5 + i % 3 * 0.2 + shift}" if "proba" in kind else "ny"[i % 3 % 2] for i in range(30)
        )
        return named(
            "\n".join([f"truth,{kind}", *(f"{'ny'[i % 2]},{cell}" for i, cell in enumerate(cells))]), name
        )

    found = read_predictions([file("nb.csv", 0), file("tree.csv", 0)])
    assert found.learners == ("nb", "tree")
    assert any("tree says the same of every instance as nb, of nb.csv" in note for note in found.notes)
    if "proba" in kind:
        other = read_predictions([file("nb.csv", 0), file("tree.csv", 0.05)])
        assert "says the same" not in " ".join(other.notes)


def test_data_are_not_called_after_a_learner_whose_name_is_that_of_a_file():
    files = [named("truth,y_pred\nx,x\ny,x\ny,y\n", f"{name}.csv") for name in ("nb", "tree")]
    found = read_predictions(files)
    assert (found.learners, found.dataset) == (("nb", "tree"), "data")
    assert read_predictions(named(UNFOLDED, "heart.csv")).dataset == "heart"


def test_regression():
    text = "y,ols,ridge\n" + "".join(f"{i / 7},{i / 6},{i / 8}\n" for i in range(15))
    found = read_predictions(text.encode())
    assert (found.task, found.learners) == ("regression", ("ols", "ridge"))
    expected = np.mean([(i / 7 - i / 6) ** 2 for i in range(15)])
    assert core.score(found, "mse").of("ols")["score"][0] == pytest.approx(expected)


def test_what_was_understood_is_shown_before_it_is_used():
    found = inspect(IMPORTS / "orange_predictions.csv", door="predictions")
    roles = {column.name: column.role for column in found.columns}
    assert roles["diagnosis"] == "truth"
    assert roles["Naive Bayes (benign)"] == "score of Naive Bayes for benign"
    assert roles["Naive Bayes"] == "label of Naive Bayes"
    questions = {question.key: question.assumed for question in found.questions}
    assert questions == {"truth": "diagnosis", "positive": "malignant", "design": "k_fold"}
    assert read_predictions(IMPORTS / "orange_predictions.csv", **found.roles).notes
    markers = inspect_predictions(IMPORTS / "markers.csv")
    assert any(question.key == "reversed_scores" for question in markers.questions)
    asked = inspect_predictions(IMPORTS / "markers.csv", positive="benign")
    assumed = {question.key: question.assumed for question in asked.questions}
    assert (assumed["positive"], assumed["scores_for"]) == ("benign", "malignant")


def test_every_role_can_be_changed():
    text = "case,gold,m1,m2,extra\nu,a,a,b,0.3\nv,b,b,b,0.9\nw,a,b,a,0.1\n"
    roles = {
        "truth": "gold",
        "id": "case",
        "learners": {"first": "m1", "second": {"label": "m2", "scores": {"b": "extra"}}},
    }
    found = read_predictions(text.encode(), roles=roles, positive="b")
    assert found.learners == ("first", "second")
    assert found.ids.tolist() == ["u", "v", "w"]
    assert found.of("second")[0].scores[:, 1].tolist() == [0.3, 0.9, 0.1]
    assert found.of("first")[0].scores is None


PAIR = "id,y_true,tree,svm\n1,a,a,b\n2,b,b,b\n3,a,b,a\n4,b,b,b\n"
SCORE = "id,truth,rf_score\n1,yes,.2\n2,no,.7\n3,yes,.4\n"
LONG = "learner,truth,predicted,id\na,x,x,1\na,y,x,2\nb,x,y,1\nb,y,y,2\n"
SAVED = (IMPORTS / "predictions.csv").read_text()
MANY = (
    "truth,"
    + ",".join(f"l{i}" for i in range(101))
    + "\n"
    + "\n".join(",".join(c * 102) for c in "ab")
    + "\n"
)
MEASURED = "y,ols\n" + "".join(f"{i / 7},{i / 6}\n" for i in range(15))

# content, options, what, where, a key word of the hint
REFUSED = {
    "no truth": ("id,tree\n1,a\n2,b\n", {}, "no column says the truth.", "the file", "Say which one"),
    "no learners": (
        "id,truth\n1,a\n2,b\n",
        {},
        "no column holds predictions of a learner.",
        "the file",
        "Call them after",
    ),
    "missing truth": (
        PAIR.replace("2,b,b", "2,,b"),
        {},
        "the truth is missing in 1 of 4 rows: data row 2.",
        "the file, column 'y_true'",
        "Predictions can be",
    ),
    "one class": (
        "id,truth,t\n1,a,a\n2,a,b\n",
        {},
        "the truth holds one class only, 'a'.",
        "the file",
        "Bring instances of",
    ),
    "missing label": (
        PAIR.replace("2,b,b,b", "2,b,,b"),
        {},
        "tree has no prediction in 1 of 4 rows: data row 2.",
        "the file, column 'tree'",
        "Every learner has",
    ),
    "none in truth": (
        "id,truth,t\n1,a,x\n2,b,y\n",
        {"roles": {"learners": ["t"]}},
        "t predicts 'x' and 'y', none of which is a class of the truth ('a' and",
        "the file",
        "Write labels as",
    ),
    "misspelt": (
        "id,truth,LR,LR_prob_a,T_pred\n1,a,a,.9,a\n2,b,b,.1,b\n3,a,a,.8,A\n4,b,b,.2,b\n5,a,a,.9,a \n",
        {},
        "data row 3: 'A' never occurs in the truth; did you mean 'a'?",
        "the file, column 'T_pred'",
        "Write every class in one way.",
    ),
    "misspelt by learner": (
        LONG.replace("b,y,y,2", "b,y,Y,2"),
        {},
        "data row 4: 'Y' never occurs in the truth; did you mean 'y'?",
        "the file, column 'predicted'",
        "Write every class in one way.",
    ),
    "misspelt in a second file": (
        ["id,truth,t\n1,a,a\n2,b,b\n3,a,a\n", "id,u\n3,a\n1,A\n2,b\n"],
        {},
        "data row 2: 'A' never occurs in the truth; did you mean 'a'?",
        "the file, column 'u'",
        "Write every class in one way.",
    ),
    "scores of a class that is never true": (
        "id,truth,LR,LR_prob_a,LR_prob_b,T_pred\n1,a,a,.9,.1,a\n2,b,b,.1,.9,b\n3,a,a,.8,.2,c\n",
        {},
        "LR has no scores for the class 'c', which a learner predicts though the truth never is.",
        "the file",
        "Bring a column of scores for every class",
    ),
    "dup id": (
        PAIR.replace("2,b,b,b", "1,b,b,b"),
        {},
        "the id '1' occurs several times: data rows 1 and 2; in all, 2 rows share the",
        "the file",
        "One row per",
    ),
    "missing id": (
        PAIR.replace("2,b,b,b", ",b,b,b"),
        {},
        "is empty in data row 2.",
        "the file, column 'id'",
        "Fill the cells",
    ),
    "score text": (
        SCORE.replace(".7", "x"),
        {},
        "'x' is no finite number, data row 2.",
        "the file, column 'rf_score'",
        "Scores are needed",
    ),
    "score empty": (
        SCORE.replace(".7", ""),
        {},
        "is empty in data row 2.",
        "the file, column 'rf_score'",
        "Scores are needed",
    ),
    "score inf": (
        SCORE.replace(".7", "inf"),
        {},
        "'inf' is no finite number, data row 2.",
        "the file, column 'rf_score'",
        "Scores are needed",
    ),
    "reversed unknown": (
        SCORE,
        {"reversed_scores": ["tree"]},
        "'tree' is no learner with one score.",
        "reversed_scores",
        "There are 'rf'.",
    ),
    "positive unknown": (
        SCORE,
        {"positive": "maybe"},
        "there is no class 'maybe'.",
        "positive",
        "There are 'no'",
    ),
    "role unknown": (PAIR, {"roles": {"x": "id"}}, "there is no role 'x'.", "roles", "Roles are truth,"),
    "role column": (PAIR, {"roles": {"truth": "x"}}, "there is no column 'x'.", "roles", "There are 'id',"),
    "learners wrong": (
        PAIR,
        {"roles": {"learners": {"a": 3}}},
        "3 does not say the columns of 'a'.",
        "roles",
        "Write {'learners': {'tree':",
    ),
    "learners col": (
        PAIR,
        {"roles": {"learners": ["x"]}},
        "there is no column 'x'.",
        "roles",
        "There are 'id',",
    ),
    "proba missing class": (
        "truth,rf,rf_proba_a,rf_proba_b\na,a,.9,.1\nb,b,.2,.8\nc,a,.2,.1\n",
        {},
        "rf has no scores for the class 'c'.",
        "the file",
        "Bring a column",
    ),
    "one score three": (
        "truth,rf,rf_score\na,a,.9\nb,b,.2\nc,a,.2\n",
        {},
        "rf has one score, but there are 3 classes.",
        "the file",
        "Bring a column",
    ),
    "scores unknown class": (
        "truth,rf,s\na,a,.9\nb,b,.2\n",
        {"roles": {"learners": {"rf": {"label": "rf", "scores": {"z": "s"}}}}},
        "there are scores for 'z', which is no class.",
        "the file",
        "Classes are a",
    ),
    "truth conflict": (
        "id,replicate,truth,t\n1,1,a,a\n2,1,b,b\n1,2,b,a\n2,2,b,b\n",
        {},
        "instance 1 has the truths 'a' in data row 1 and 'b' in data row 3.",
        "the file",
        "Correct one of them, or give different instances different ids.",
    ),
    "no ids reps": (
        "replicate,truth,t\n1,a,a\n1,b,b\n2,b,a\n2,b,b\n",
        {},
        "there are several replicates but no ids, so it is not known which rows",
        "the file",
        "Bring a column",
    ),
    "design": (
        PAIR,
        {"design": "repeated_k_fold"},
        "Repeated K-fold cross-validation has at least 2 replicates of at least 2 folds; here are 1 × 1.",
        "design",
        "Choose another design,",
    ),
    "design unknown": (
        PAIR,
        {"design": "x"},
        "there is no design 'x'.",
        "design",
        "There are hold_out,",
    ),
    "fold empty": (
        "id,fold,truth,t\n1,1,a,a\n2,,b,b\n",
        {},
        "is empty in data row 2.",
        "the file, column 'fold'",
        "Fill the cells",
    ),
    "join lack": (
        [PAIR, "id,knn\n1,a\n2,b\n3,a\n"],
        {},
        "lacks 1 instance of the file (4).",
        "the file",
        "All learners have",
    ),
    "join extra": (
        [PAIR, "id,knn\n1,a\n2,b\n3,a\n4,b\n5,a\n"],
        {},
        "lacks 1 instance of the file (5).",
        "the file",
        "All learners have",
    ),
    "join truth": (
        [PAIR, "id,y_true,knn\n1,b,a\n2,b,b\n3,a,a\n4,b,a\n"],
        {},
        "the truth differs from that of the file for 1 of 4 instances (1).",
        "the file",
        "One of the",
    ),
    "join spelling": (
        [PAIR, "id,y_true,knn\n1,0,0\n2,1,1\n3,0,0\n4,1,0\n"],
        {},
        "the classes are spelled '0' and '1', in the file 'a' and 'b'.",
        "the file",
        "alike in all files",
    ),
    "join spelling by row": (
        ["truth,t\na,a\nb,b\n", "truth,u\n0,0\n1,0\n"],
        {},
        "the classes are spelled '0' and '1', in the file 'a' and 'b'.",
        "the file",
        "alike in all files",
    ),
    "join noid": (
        [PAIR, "knn\na\nb\na\na\n"],
        {},
        "there is no column of ids, but the other file has one.",
        "the file",
        "Bring the ids",
    ),
    "join rows": (
        ["truth,t\na,a\nb,b\n", "truth,u\na,a\nb,b\nb,b\n"],
        {},
        "has 3 rows, the file has 2, and there are no ids to join by.",
        "the file",
        "Bring a column",
    ),
    "join order": (
        ["truth,t\na,a\nb,b\n", "truth,u\nb,a\na,b\n"],
        {},
        "there are no ids, and the truth differs from that of the file in 2 row",
        "the file",
        "The files seem",
    ),
    "join fold": (
        ["id,fold,truth,t\n1,1,a,a\n2,2,b,b\n", "id,fold,u\n1,2,a\n2,2,b\n"],
        {},
        "the fold differs from that of the file for 1 of 2 instances (1).",
        "the file",
        "One of the",
    ),
    "join copy": ([PAIR, PAIR], {}, "was brought twice.", "the file", "Remove one"),
    "no files": ([], {}, "there is no file.", "source", "Bring at least"),
    "long conflict": (
        LONG.replace("b,x,y,1", "b,y,y,1"),
        {},
        "instance 1 has the truths 'x' in data row 1 (a) and 'y' in data row 3 (b).",
        "the file",
        "Correct one of them, or give different instances different ids.",
    ),
    "long conflicts": (
        "learner,truth,predicted,id\na,x,x,p\na,y,x,q\na,z,z,r\nb,y,y,p\nb,y,y,q\nb,x,y,r\n",
        {},
        "instance p has the truths 'x' in data row 1 (a) and 'y' in data row 4 (b). So it is with 1 other instance.",
        "the file",
        "Correct one of them",
    ),
    "long orders": (
        "learner,truth,predicted\na,x,x\na,y,x\nb,x,y\nb,x,y\n",
        {},
        "rows of learners are matched by their order, and so an instance has the truths 'y' in data row 2",
        "the file",
        "Bring a column of ids",
    ),
    "long twice": (
        LONG + "a,x,x,1\n",
        {},
        "a predicts an instance twice in replicate 1, fold 1.",
        "the file",
        "Keep one row",
    ),
    "long missing": (
        LONG.replace("a,x,x,1", "a,,x,1"),
        {},
        "is empty in data row 1.",
        "the file, column 'truth'",
        "Fill the cells",
    ),
    "long bad fold": (
        SAVED.replace("Naive Bayes,1,1,512", "Naive Bayes,1,z,512", 1),
        {},
        "'z' is no number, data row 1.",
        "the file, column 'fold'",
        "Number the folds",
    ),
    "long bad score": (
        SAVED.replace("2.461122264317763e-16", "abc", 1),
        {},
        "'abc' is no number, data row 1.",
        "the file, column 'probability_benign'",
        "Correct the cell,",
    ),
    "long task": (
        SAVED.replace("malignant,classification", "malignant,regression", 1),
        {},
        "holds 'regression' and 'classification', but can only be the same in a",
        "the file, column 'task'",
        "Split the table.",
    ),
    "long positive": (
        SAVED,
        {"positive": "zzz"},
        "there is no class 'zzz'.",
        "positive",
        "There are 'benign'",
    ),
    "regression nan": (
        MEASURED.replace(",0.0", ","),
        {},
        "ols has no prediction in 1 of 15 rows: data row 1.",
        "the file, column 'ols'",
        "Every learner has",
    ),
    "regression inf": (
        MEASURED.replace(",0.0", ",inf"),
        {},
        "ols predicts a number that is not finite, data row 1.",
        "the file",
        "Correct it.",
    ),
    "many learners": (
        MANY,
        {},
        "there are 101 learners; at most 100 are compared.",
        "the file",
        "Choose among them",
    ),
    "png": (b"\x89PNG123", {}, "this is a PNG picture.", "the file", "Bring a table:"),
    "empty": (b"", {}, "is empty (0 bytes).", "the file", "Save the table"),
    "fold scores file": (
        (IMPORTS / "weka_experiment.csv").read_text(),
        {},
        "no column says the truth.",
        "the file",
        "Say which one",
    ),
}


def as_bytes(content):
    if isinstance(content, list):
        return [as_bytes(item) for item in content]
    return content.encode() if isinstance(content, str) else content


@pytest.mark.parametrize(("content", "options", "what", "where", "hint"), REFUSED.values(), ids=REFUSED)
def test_bad_files_are_refused_with_what_where_and_what_to_do(content, options, what, where, hint):
    with pytest.raises(InputError) as caught:
        read_predictions(as_bytes(content), **options)
    assert what in caught.value.what
    assert where == caught.value.where
    assert hint in caught.value.hint


# content, options, what is said
READ = {
    "never seen": (
        PAIR.replace("3,a,b,a", "3,a,c,a"),
        {},
        "tree predicts 'c' in 1 row, which the truth never is: counte",
    ),
    "auc low": (SCORE, {}, "The AUC of rf is 0, below ½: its scores may speak for the ot"),
    "reversed": (
        SCORE,
        {"reversed_scores": ["rf"]},
        "rf has no labels; the class with the highest score was taken",
    ),
    "reversed str": (
        SCORE,
        {"reversed_scores": "rf"},
        "rf has no labels; the class with the highest score was taken",
    ),
    "positive": (SCORE, {"positive": "no"}, "rf has no labels; the class with the highest score was taken"),
    "learners map": (PAIR, {"roles": {"learners": {"A": "tree"}}}, ""),
    "label none": (
        "truth,rf_proba_a,rf_proba_b\na,.9,.1\nb,.2,.8\n",
        {},
        "rf has no labels; the class with the highest score was taken",
    ),
    "proba sum": (
        "truth,rf,rf_proba_a,rf_proba_b\na,a,.9,.9\nb,b,.2,.8\n",
        {},
        "The AUC of rf is 0, below ½: its scores may speak for the ot",
    ),
    "labels disagree": (
        "truth,rf,rf_proba_a,rf_proba_b\na,a,.1,.9\nb,b,.8,.2\na,a,.1,.9\nb,b,.8,.2\n",
        {},
        "The AUC of rf is 0, below ½: its scores may speak for the ot",
    ),
    "join ok": ([PAIR, "id,knn\n4,a\n2,b\n3,a\n1,b\n"], {}, ""),
    "join row ok": (
        ["truth,t\na,a\nb,b\n", "truth,u\na,a\nb,b\n"],
        {},
        "the file has no ids; it was joined row by row.",
    ),
    "join same name": ([PAIR, PAIR.replace("1,a,a,b", "1,a,b,a")], {}, ""),
    "long ok": (LONG, {}, ""),
    "regression": (MEASURED, {}, "The truth is a measurement, so the predictions were taken fo"),
    "bool": ("truth,t\nTrue,True\nFalse,True\nTrue,False\n", {}, ""),
    "numbers": ("truth,t\n1,1.0\n0,0\n1,0\n", {}, ""),
    "html": ("truth,<b>t</b>\n1,1\n0,0\n1,0\n", {}, ""),
}


@pytest.mark.parametrize(("content", "options", "said"), READ.values(), ids=READ)
def test_odd_files_are_read_and_what_was_done_is_said(content, options, said):
    found = read_predictions(as_bytes(content), **options)
    assert said in " ".join(found.notes)
    back = read_predictions(predictions_to_csv(found))
    assert [item.predicted.tolist() for item in back.outcomes] == [
        item.predicted.tolist() for item in found.outcomes
    ]


GOOD = [
    path.read_bytes()[:2500]
    for path in (IMPORTS / "predictions.csv", IMPORTS / "orange_predictions.csv", IMPORTS / "markers.csv")
] + [PAIR.encode(), SCORE.encode(), LONG.encode(), (ORANGE + TYPES + ROWS).encode()]


@given(
    st.sampled_from(GOOD),
    st.lists(st.tuples(st.integers(0, 2499), st.binary(max_size=3)), max_size=6),
    st.integers(0, 2500),
)
def test_mutated_files_never_do_anything_but_refuse(good, changes, length):
    data = bytearray(good)
    for at, piece in changes:
        data[at : at + len(piece)] = piece
    try:
        found = inspect_predictions(bytes(data[:length]))
        assert read_predictions(bytes(data[:length]), **found.roles).outcomes
    except InputError as error:
        assert error.what


CELLS = st.sampled_from(
    [
        *("a", "b", "0", "1", "0.5", "", "-2", "?", "inf", "=1", '"', "1e400"),
        *("id", "truth", "y_pred", "tree", "tree_proba_a", "tree (b)", "svm_score", "fold", "replicate"),
        *("learner", "predicted", "probability_a", "decision_b", "task", "positive", "design"),
    ]
)


@given(
    st.lists(st.lists(CELLS, min_size=4, max_size=4), min_size=2, max_size=7),
    st.sampled_from([None, "a", "1"]),
)
def test_any_table_is_read_or_refused(rows, positive):
    text = "\n".join(",".join(row) for row in rows)
    try:
        read_predictions([text.encode()], positive=positive)
    except InputError as error:
        assert error.what


VAGUE = (
    b"truth,tree,vague,net_pred\n"
    + b"yes,yes,yes,yes\nno,no,maybe,soon\nyes,no,no,never\nno,no,unsure,no\n" * 4
)


def test_a_column_with_strange_labels_is_a_learner_by_its_name_or_when_somebody_says_so():
    found = core.read_predictions(VAGUE)
    assert found.learners == ("tree", "net")
    assert any("'vague' (2 of 4)" in note for note in found.notes)
    asked = {question.key: question for question in inspect(VAGUE, door="predictions").questions}
    assert asked["more_learners"].options == ("vague",)
    found = core.read_predictions(VAGUE, roles={"more_learners": ["vague"]})
    assert found.learners == ("tree", "net", "vague")
    assert not any("Not taken for learners" in note for note in found.notes)


def test_labels_beside_learners_with_probabilities_are_not_dropped_silently():
    table = b"truth,a,a_proba_yes,b\n" + b"yes,yes,0.9,yes\nno,no,0.2,yes\n" * 5
    found = core.read_predictions(table)
    assert found.learners == ("a",)
    assert any("'b' (1 of 1)" in note for note in found.notes)
    found = core.read_predictions(table, roles={"more_learners": "b"})
    assert found.learners == ("a", "b")
    with pytest.raises(InputError, match="there is no column 'c'"):
        core.read_predictions(table, roles={"more_learners": ["c"]})


def test_the_sheet_of_a_workbook_is_chosen():
    book = io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        pd.DataFrame({"About": ["these results"]}).to_excel(writer, sheet_name="About", index=False)
        pd.read_csv(io.BytesIO(VAGUE)).to_excel(writer, sheet_name="Said", index=False)
    assert sheets_of(book.getvalue()) == ("Said", "About")  # the one that holds a table comes first
    assert sheets_of(VAGUE) == ()
    found = core.read_predictions(book.getvalue(), sheet="Said")
    assert found.learners == ("tree", "net")


def test_ids_in_another_spelling_are_other_instances():
    rows = "".join(
        f"a,{identity},{truth},{truth}\n" for identity, truth in (("1", "x"), ("01", "y"), ("2", "x"))
    )
    found = core.read_predictions(f"learner,id,truth,predicted\n{rows}".encode())
    assert list(found.ids) == ["1", "01", "2"]
    rows = "".join(f"a,{identity},x,y\n" for identity in (3, 1, 2))
    found = core.read_predictions(f"learner,id,truth,predicted\n{rows}b,1,x,x\nb,2,x,y\nb,3,x,y\n".encode())
    assert list(found.ids) == [1, 2, 3]
    assert [item.positions.tolist() for item in found.outcomes] == [[2, 0, 1], [0, 1, 2]]


def test_an_instance_twice_in_a_fold_of_the_long_form_is_refused():
    rows = "".join(f"a,{identity},x,y\n" for identity in (3, 1, 2, 1))
    with pytest.raises(InputError, match="predicts an instance twice"):
        core.read_predictions(f"learner,id,truth,predicted\n{rows}".encode())


def by_learner(scores, learners=("tree", "svm")):
    """A row for each learner and instance of three classes, with scores as other tools call them."""
    rows = (
        f"{learner},{i},{'abc'[i % 3]},{'abc'[i % 3]},{','.join('0.8' if i % 3 == k else '0.1' for k in range(3))},x\n"
        for learner in learners
        for i in range(12)
    )
    return (f"learner,id,truth,predicted,{scores},comment\n" + "".join(rows)).encode()


@pytest.mark.parametrize(
    "scores", ["prob_a,prob_b,prob_c", "p_a,p_b,p_c", "score_a,score_b,score_c", "a,b,c"]
)
def test_scores_are_called_in_a_row_for_each_learner_as_in_a_column_for_each(scores):
    found = read_predictions(by_learner(scores), design="hold_out")
    assert {(item.score_kind, item.scores.shape) for item in found.outcomes} == {("probability", (12, 3))}
    assert found.outcomes[0].scores[1].tolist() == [0.1, 0.8, 0.1]
    assert "The column 'learner' names the learner of each row; not used: 'comment'." in found.notes


def test_columns_of_a_row_for_each_learner_are_shown_as_they_stand_in_the_file():
    found = inspect_predictions(by_learner("prob_a,prob_b,prob_c"))
    names = ["learner", "id", "truth", "predicted", "prob_a", "prob_b", "prob_c"]
    assert found.sample.columns.tolist() == [*names, "comment"]
    assert [column.name for column in found.columns] == names
    assert [column.role for column in found.columns][4:] == ["score_a", "score_b", "score_c"]


NAMED_IN_ROWS = (
    "who,nr,gold,answer,other,class\n"
    + "".join(
        f"{who},{i},{'ny'[i % 2]},{'ny'[i % 3 % 2]},{'yn'[i % 2]},{'ny'[i // 4 % 2]}\n"
        for who in ("tree", "svm")
        for i in range(12)
    )
).encode()
IN_ROWS = {"learner": "who", "id": "nr", "truth": "gold", "predicted": "answer"}


def test_of_a_row_for_each_learner_every_column_can_be_named():
    found = read_predictions(NAMED_IN_ROWS, roles=IN_ROWS, design="hold_out")
    assert found.learners == ("tree", "svm") and len(found.truth) == 12
    assert found.of("tree")[0].predicted.tolist() == [i % 3 % 2 for i in range(12)]
    assert found.truth.tolist() == [i % 2 for i in range(12)]
    wrong = read_predictions(NAMED_IN_ROWS, roles=IN_ROWS | {"predicted": "other"}, design="hold_out")
    assert wrong.of("tree")[0].predicted.tolist() == [1 - i % 2 for i in range(12)]


def test_of_a_row_for_each_learner_that_is_recognised_a_column_can_be_another():
    table = by_learner("prob_a,prob_b,prob_c").replace(b",comment", b",gold").replace(b",x\n", b",a\n")
    lines = [
        line.rpartition(b",")[0] + b"," + b"bca"[i % 3 :][:1] for i, line in enumerate(table.splitlines())
    ]
    swapped = b"\n".join([table.splitlines()[0], *lines[1:]])
    found = read_predictions(swapped, roles={"truth": "gold"}, design="hold_out")
    assert found.truth.tolist() == [(i + 2) % 3 for i in range(12)]
    assert found.outcomes[0].score_kind == "probability"
    assert read_predictions(swapped, roles={"id": ""}, design="hold_out").ids is None


@pytest.mark.parametrize(
    ("roles", "refused"),
    [
        ({"learner": "who"}, "what the learner of each row predicted"),
        ({"predicted": "answer"}, "the learner of each row"),
        (IN_ROWS | {"predicted": "gold"}, "'gold' cannot be"),
        (IN_ROWS | {"learner": "nobody"}, "there is no column 'nobody'"),
        (IN_ROWS | {"learners": ["answer"]}, "in one file only"),
    ],
)
def test_half_of_what_a_row_has_to_say_is_refused(roles, refused):
    with pytest.raises(InputError, match=refused):
        read_predictions(NAMED_IN_ROWS, roles=roles)


def test_a_column_that_names_learners_can_be_no_learner_column():
    table = "model,truth,tree\n" + "".join(f"m{i // 6},{'ny'[i % 2]},{'ny'[i % 3 % 2]}\n" for i in range(12))
    assert read_predictions(table.encode()).learners == ("m0", "m1")
    assert read_predictions(table.encode(), roles={"learner": ""}).learners == ("tree",)


def in_rows(head):
    """Two learners on 12 instances: who, id, fold, what one column says, what the second, what the third."""
    cells = (
        f"{who},{i},{i % 3},{'ny'[i % 2]},{'ny'[i % 3 % 2]},{'ny'[i // 2 % 2]}"
        for who in ("tree", "svm")
        for i in range(12)
    )
    return "\n".join([head, *cells]).encode()


FIRST, THIRD = [i % 2 for i in range(12)], [i // 2 % 2 for i in range(12)]


@pytest.mark.parametrize("learner", ["learner", "model"])
@pytest.mark.parametrize(
    ("roles", "truth"),
    [({}, THIRD), ({"truth": "actual"}, THIRD), ({"truth": "label"}, FIRST), ({"id": ""}, THIRD)],
)
def test_of_two_columns_called_like_a_truth_the_better_one_is_taken_and_the_other_said(learner, roles, truth):
    found = read_predictions(in_rows(f"{learner},case,fold,label,prediction,actual"), roles=roles)
    assert found.learners == ("tree", "svm")
    if "id" not in roles:
        assert found.truth.tolist() == truth
        assert found.of("tree")[1].predicted.tolist() == [1, 1, 1, 1]
    told = "The truth was taken from 'actual'. If it is 'label', say so (roles={'truth': 'label'})."
    assert (told in found.notes) is ("truth" not in roles)


def test_scores_belong_to_what_was_predicted_whatever_else_is_called_like_a_truth():
    table = in_rows("model,case,fold,label,prediction,actual").decode().splitlines()
    scored = "\n".join([f"{table[0]},prob_y", *(f"{line},0.{i % 9 + 1}" for i, line in enumerate(table[1:]))])
    found = read_predictions(scored.encode())
    assert found.learners == ("tree", "svm") and found.outcomes[0].score_kind == "probability"


@pytest.mark.parametrize("name", ["who", "method", "algo 2"])
def test_a_column_that_crosses_the_instances_may_name_the_learners(name):
    table = in_rows(f"{name},case,fold,actual,prediction,other")
    assert may_be_in_rows([read_table(table)])
    with pytest.raises(InputError, match="occurs several times") as caught:
        read_predictions(table)
    assert (
        f"If '{name}' names the learner of each row, say so (roles={{'learner': '{name}'}})."
        in caught.value.hint
    )
    assert (
        prediction_roles([read_table(table)], {"learner": name, "predicted": "other"})["predicted"] == "other"
    )
    assert read_predictions(table, roles={"learner": name, "predicted": "other"}).learners == ("tree", "svm")


@pytest.mark.parametrize(
    "table",
    [
        in_rows("who,case,fold,actual,prediction,other").replace(b"svm,11", b"svm,10"),
        in_rows("who,nr,fold,actual,prediction,other"),
        b"id,truth,tree\n1,y,y\n2,n,y\n3,y,n\n",
    ],
    ids=["twice", "no id", "once each"],
)
def test_a_column_that_does_not_cross_the_instances_names_no_learners(table):
    assert not may_be_in_rows([read_table(table)])


def test_a_class_without_scores_is_refused_in_a_row_for_each_learner_too():
    with pytest.raises(InputError, match="tree has no scores for the class 'c'"):
        read_predictions(by_learner("prob_a,prob_b,other"))


def side_by_side(columns, classes=("no relapse", "relapse"), size=60):
    """Rows of instances; columns hold probabilities of the last class, and labels that follow them."""
    rng = np.random.default_rng(3)
    truth = (rng.random(size) < 0.4).astype(int)
    table = {"id": range(size), "truth": np.array(classes)[truth]}
    for score, label in columns:
        table[score] = rng.normal(truth / 2 + 0.25, 0.3, size).clip(0.01, 0.99).round(3)
        table[label] = np.array(classes)[(table[score] > 0.5).astype(int)]
    return pd.DataFrame(table)


@pytest.mark.parametrize(
    "columns",
    [
        [("prob_svm", "pred_svm"), ("prob_rf", "pred_rf")],
        [("svm_prob", "svm_pred"), ("rf_prob", "rf_pred")],
        [("p_svm", "svm"), ("p_rf", "rf")],
        [("score_svm", "label_svm"), ("probability_rf", "predicted_rf")],
        [("y_prob_svm", "y_pred_svm"), ("rf_p", "rf_pred")],
        [("Prob SVM", "pred_svm"), ("PROB_rf", "Pred RF")],
        [("p_nurse score", "pred_nurse score"), ("p_neural net", "pred_neural net")],
        [("nurse score_prob", "nurse score_pred"), ("p_pred", "pred_pred")],
        [("prob_NB", "pred_NB"), ("prob_nb", "pred_nb")],
        [("prob_svm_relapse", "pred_svm"), ("rf_prob_no relapse", "rf")],
    ],
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_scores_and_labels_of_one_learner_are_found_together_whatever_names_begin_and_end_with(
    columns, is_turned
):
    table = side_by_side(columns)
    if columns[1][0].endswith("no relapse"):
        table[columns[1][0]] = 1 - table[columns[1][0]]
    named = [name for pair in columns for name in (reversed(pair) if is_turned else pair)]
    found = inspect_predictions(table[["id", "truth", *named]], design="hold_out")
    assert not [column.name for column in found.columns if column.role == "left out"]
    first, second = found.predictions.outcomes
    assert not any("has no labels" in note for note in found.notes)
    for item, (score, label) in zip((first, second), columns, strict=True):
        ill, well = (table[score][table["truth"] == name] for name in ("relapse", "no relapse"))
        wanted = stats.mannwhitneyu(ill, well).statistic / (len(ill) * len(well))
        wanted = 1 - wanted if score.endswith("no relapse") else wanted
        assert core.score(found.predictions, "auc").of(item.learner)["score"].tolist() == pytest.approx(
            [wanted]
        )
        assert np.array(found.predictions.classes)[item.predicted].tolist() == table[label].tolist()


@pytest.mark.parametrize(
    ("score", "label"),
    [
        ("prob_svm_{}", "pred_svm"),
        ("prob_{}_svm", "pred_svm"),
        ("svm_prob_{}", "svm"),
        ("svm_{}_prob", "svm_pred"),
        ("P SVM {}", "svm_label"),
        ("p_nurse score_{}", "pred_nurse score"),
    ],
)
def test_probabilities_of_three_classes_belong_to_the_learner_whose_labels_are_there(score, label):
    classes = ("setosa", "not setosa", "-1")
    rows = [(classes[i % 3], *np.roll((0.7, 0.2, 0.1), i % 3), classes[i % 3]) for i in range(12)]
    table = pd.DataFrame(rows, columns=["truth", *(score.format(name) for name in classes), label])
    found = read_predictions(table, design="hold_out")
    (item,) = found.outcomes
    assert len(found.learners) == 1
    assert item.score_kind == "probability"
    assert (item.scores[np.arange(12), found.truth] == 0.7).all()


def test_one_score_beside_three_classes_is_no_score_of_theirs():
    table = pd.DataFrame({"truth": list("abc") * 4, "pred_svm": list("abc") * 4, "prob_svm": [0.9] * 12})
    (item,) = read_predictions(table, design="hold_out").outcomes
    assert item.scores is None


@pytest.mark.parametrize("called", ["p_{}", "prob_{}", "{}_prob", "{}_p", "Prob {}", "y_prob_{}"])
@pytest.mark.parametrize("has_labels", [True, False])
def test_scores_without_labels_are_called_as_those_beside_labels_are(called, has_labels):
    scores = {name: called.format(name) for name in ("svm", "nurse", "neural net")}
    table = side_by_side([(score, f"pred_{name}") for name, score in scores.items()])
    labels = ["pred_svm"] if has_labels else []
    if called == "{}_p" and not has_labels:
        pytest.skip("p at the end alone says no probability")
    found = inspect_predictions(table[["id", "truth", *scores.values(), *labels]], design="hold_out")
    assert found.predictions.learners == tuple(scores)
    assert not [column.name for column in found.columns if column.role == "left out"]
    for name, score in scores.items():
        ill = table["truth"] == "relapse"
        wanted = stats.mannwhitneyu(table[score][ill], table[score][~ill]).statistic / (
            ill.sum() * (~ill).sum()
        )
        assert core.score(found.predictions, "auc").of(name)["score"].tolist() == pytest.approx([wanted])


def test_a_column_that_is_called_otherwise_than_the_scores_is_left_out():
    table = side_by_side([("p_svm", "pred_svm")])
    table["age"] = table["p_svm"] * 100
    found = inspect_predictions(table, design="hold_out")
    assert found.predictions.learners == ("svm",)
    assert [column.name for column in found.columns if column.role == "left out"] == ["age"]


@pytest.mark.parametrize(
    ("prefixes", "learners"),
    [
        (("prob_svm", "prob_tree"), ("svm", "tree")),
        (("decision_function_svm", "decision_function_tree"), ("svm", "tree")),
        (("prob_svm", "p_tree"), ("prob_svm", "p_tree")),
        (("p_svm", "tree"), ("p_svm", "tree")),
        (("p_svm", "p.svm"), ("p_svm", "p.svm")),
    ],
)
def test_a_word_for_scores_that_all_names_begin_with_is_no_part_of_them(prefixes, learners):
    table = pd.DataFrame({"truth": ["ill", "well", "well"] * 6})
    for prefix in prefixes:
        table[f"{prefix}_ill"] = (np.arange(18) + 0.5) / 18
        table[f"{prefix}_well"] = 1 - table[f"{prefix}_ill"]
    assert read_predictions(table, design="hold_out").learners == learners


def test_a_learner_without_a_name_is_one_with_its_score():
    table = side_by_side([("pred_score", "pred")])
    assert read_predictions(table, design="hold_out").learners == ("the model",)


def test_one_score_in_a_row_for_each_learner_speaks_for_the_class_that_is_said():
    rows = "".join(f"{a},{i},{'ny'[i % 2]},{'ny'[i % 2]},{i % 2 - 0.5}\n" for a in "ts" for i in range(8))
    text = f"learner,id,truth,predicted,score\n{rows}".encode()
    found = inspect_predictions(text, design="hold_out")
    assert found.predictions.outcomes[0].scores.tolist() == [-0.5, 0.5] * 4
    assert "The scores of t were taken to speak for 'y'." in found.notes
    assert {question.key: question.assumed for question in found.questions}["scores_for"] == "y"
    other = read_predictions(text, design="hold_out", scores_for="n")
    assert other.outcomes[0].scores.tolist() == [0.5, -0.5] * 4
    assert any("may speak for the other class" in note for note in other.notes)


def of_the_commoner_class(columns, **options):
    """Predictions whose scores are probabilities of the class that is not the rarer one."""
    table = side_by_side(columns)
    for score, _ in columns:
        table[score] = 1 - table[score]
    return table, inspect_predictions(table, design="hold_out", **options)


SVM = [("svm_prob", "svm_pred")]


@pytest.mark.parametrize("columns", [SVM, [*SVM, ("p_rf", "rf")]])
def test_scores_speak_for_the_class_that_their_own_labels_say(columns):
    table, found = of_the_commoner_class(columns)
    assert found.predictions.positive == "relapse"
    assert {question.key: question.assumed for question in found.questions}["scores_for"] == "no relapse"
    ill = table["truth"] == "relapse"
    for item, (score, _) in zip(found.predictions.outcomes, columns, strict=True):
        wanted = stats.mannwhitneyu(1 - table[score][ill], 1 - table[score][~ill]).statistic
        wanted /= ill.sum() * (~ill).sum()
        assert wanted > 0.6
        assert core.score(found.predictions, "auc").of(item.learner)["score"].tolist() == pytest.approx(
            [wanted]
        )
        assert item.scores[:, 0] == pytest.approx(table[score])
    notes = " ".join(found.notes)
    assert "taken to speak for 'no relapse', not for 'relapse'" in notes
    assert "below ½" not in notes
    assert "agree with" not in notes


def test_what_somebody_says_of_scores_counts_more_than_labels():
    table, found = of_the_commoner_class(SVM, scores_for="relapse")
    assert found.predictions.outcomes[0].scores[:, 1] == pytest.approx(table["svm_prob"])
    assert any("Nothing was turned round" in note for note in found.notes)
    _, found = of_the_commoner_class(SVM, reversed_scores=["svm"])
    assert {question.key: question.assumed for question in found.questions}["scores_for"] == "no relapse"
    assert found.predictions.outcomes[0].scores[:, 1] == pytest.approx(table["svm_prob"])


def test_labels_of_one_of_two_learners_do_not_say_for_whom_scores_speak():
    table = side_by_side([*SVM, ("p_rf", "rf")]).assign(svm_prob=lambda table: 1 - table["svm_prob"])
    notes = " ".join(read_predictions(table, design="hold_out").notes)
    assert "The labels of svm agree with its highest score in only" in notes
    assert "not for 'relapse'" not in notes


@pytest.mark.parametrize("cut", [0.1, 0.98])
def test_labels_that_are_cut_elsewhere_do_not_speak_for_the_other_class(cut):
    table = side_by_side(SVM)
    table["svm_pred"] = np.where(table["svm_prob"] > cut, "relapse", "no relapse")
    found = read_predictions(table, design="hold_out")
    assert found.outcomes[0].scores[:, 1] == pytest.approx(table["svm_prob"])
    assert "The scores of svm were taken to speak for 'relapse'." in found.notes


def test_labels_say_for_whom_scores_speak_in_a_row_for_each_learner_too():
    table = side_by_side(SVM)
    rows = table.rename(columns={"svm_pred": "predicted"}).assign(learner="svm", score=1 - table["svm_prob"])
    found = inspect_predictions(rows.drop(columns="svm_prob"), design="hold_out")
    assert found.predictions.outcomes[0].scores[:, 1] == pytest.approx(table["svm_prob"])
    assert {question.key: question.assumed for question in found.questions}["scores_for"] == "no relapse"


def test_a_learner_may_lack_scores_that_another_has_but_not_single_ones():
    lines = by_learner("prob_a,prob_b,prob_c").decode().splitlines()
    without = [",".join([*line.split(",")[:4], "", "", "", "x"]) for line in lines[13:]]
    found = read_predictions("\n".join([*lines[:13], *without]).encode(), design="hold_out")
    assert [item.score_kind for item in found.outcomes] == ["probability", None]
    with pytest.raises(InputError, match="is empty in data row 13"):
        read_predictions("\n".join([*lines[:13], without[0], *lines[14:]]).encode())


def in_folds(folds):
    """The long form as others write it, without sizes: instances of each fold, by two learners."""
    rows = (
        f"{learner},{fold},{i},{'xy'[i % 2]},{'xy'[(i + i // step) % 2]}\n"
        for learner, step in (("a", 3), ("b", 4))
        for fold, ids in enumerate(folds, 1)
        for i in ids
    )
    return ("learner,fold,id,truth,predicted\n" + "".join(rows)).encode()


@pytest.mark.parametrize("design", [None, "k_fold"])
def test_folds_of_rows_by_learner_have_the_sizes_that_they_have_after_they_were_stored(design):
    found = read_predictions(in_folds([range(0, 4), range(4, 8), range(8, 12)]), design=design)
    assert (found.facts.n_train, {item.n_train for item in found.outcomes}) == (8, {8})
    results = imported_results(found, "t")
    stored = imported_from_bytes(results.to_bytes())
    assert (stored.facts, stored.id) == (found.facts, results.id)
    assert stored.fold_scores.frame.equals(results.fold_scores.frame)


TWO_PASSES = [*([i, i + 1, i + 2] for i in (0, 3, 6, 9)), *([i, i + 4, i + 8] for i in range(4))]


def test_folds_that_are_numbered_through_are_cut_into_the_replicates_that_they_are():
    text = "".join(
        f"{i},{fold},{'xy'[i % 2]},{'xy'[(i + fold) % 2]}\n"
        for fold, ids in enumerate(TWO_PASSES)
        for i in ids
    )
    wide = f"id,fold,y_true,tree\n{text}".encode()
    for content in (wide, in_folds(TWO_PASSES)):
        for design in (None, "repeated_k_fold"):
            found = read_predictions(content, design=design)
            assert (found.facts.key, found.facts.replicates, found.facts.folds) == ("repeated_k_fold", 2, 4)
            assert (found.facts.n_train, found.facts.n_validation) == (9, 3)
            assert [(item.replicate, item.fold) for item in found.of(found.learners[0])] == [
                (r, k) for r in (1, 2) for k in (1, 2, 3, 4)
            ]
            assert any("8 folds were cut into 2 replicates of 4" in note for note in found.notes)
        with pytest.raises(InputError, match="here are 2 × 4"):
            read_predictions(content, design="k_fold")


def test_one_pass_is_neither_offered_nor_taken_where_an_instance_is_in_several_folds():
    mingled = in_folds([fold for pair in zip(TWO_PASSES[:4], TWO_PASSES[4:], strict=True) for fold in pair])
    understood = inspect_predictions(mingled)
    assert understood.predictions.facts is None
    [asked] = [item for item in understood.questions if item.key == "design"]
    assert "random_resampling" in asked.options
    assert not {"k_fold", "leave_one_out"} & set(asked.options)
    with pytest.raises(InputError, match="here some are validated in several folds"):
        read_predictions(mingled, design="k_fold")


def by_patient(groups, name="patient_id"):
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], 30)
    tree = np.where(rng.random(60) < 0.2, 1 - truth, truth)
    knn = np.where(rng.random(60) < 0.4, 1 - truth, truth)
    return pd.DataFrame({"id": range(60), name: groups, "truth": truth, "tree": tree, "knn": knn})


def test_a_column_of_groups_keeps_instances_together():
    frame = by_patient([f"p{row // 4}" for row in range(60)])
    found = read_predictions(frame, design="hold_out", positive=1)
    assert found.learners == ("tree", "knn")
    assert found.facts.grouped
    assert found.groups.tolist() == frame["patient_id"].tolist()
    assert any("60 instances come in 15 groups" in note for note in found.notes)
    advice = core.applicable_tests(found, "tree", "knn")
    assert "mcnemar_exact" not in advice.applicable
    assert advice.advised
    back = read_predictions(predictions_to_csv(found))
    assert back == found
    assert core.compare(found, "tree", "knn").p_value == core.compare(back, "tree", "knn").p_value
    shuffled = read_predictions(frame.sample(frac=1, random_state=0), design="hold_out", positive=1)
    assert shuffled.groups.tolist() == found.groups.tolist()


def test_groups_of_a_table_with_a_row_for_each_learner_are_kept_together_too():
    wide = by_patient([row // 4 for row in range(60)], "group")
    rows = [wide.assign(learner=name, predicted=wide[name]) for name in ("tree", "knn")]
    found = read_predictions(
        pd.concat(rows)[["learner", "id", "truth", "predicted", "group"]], design="hold_out"
    )
    assert found.facts.grouped and found.groups is not None


def test_the_group_may_be_named_or_denied():
    frame = by_patient([row // 4 for row in range(60)], "clinic")
    assert read_predictions(frame, design="hold_out").groups is None
    named = read_predictions(frame, design="hold_out", roles={"group": "clinic"})
    assert named.groups.tolist() == frame["clinic"].astype(str).tolist()
    renamed = frame.rename(columns={"clinic": "patient"})
    assert read_predictions(renamed, design="hold_out", roles={"group": ""}).groups is None


@pytest.mark.parametrize("groups", [range(60), [row % 2 for row in range(60)]])
def test_one_instance_a_group_or_two_groups_are_no_groups_unsaid(groups):
    assert read_predictions(by_patient(list(groups)), design="hold_out").groups is None


def test_groups_of_one_are_said_where_they_were_named():
    found = read_predictions(by_patient(range(60)), design="hold_out", roles={"group": "patient_id"})
    assert found.groups is None
    assert not found.facts.grouped
    assert any("Every group holds one instance" in note for note in found.notes)


def test_an_instance_in_two_groups_is_refused():
    frame = by_patient([row // 4 for row in range(60)])
    twice = pd.concat([frame.assign(replicate=1), frame.assign(replicate=2)], ignore_index=True)
    twice.loc[70, "patient_id"] = 11
    with pytest.raises(InputError, match="stands in the groups") as refusal:
        read_predictions(twice)
    assert "An instance belongs to one group" in refusal.value.hint


def test_columns_of_probabilities_are_no_markers():
    """One column for each learner, called after it, all of them within 0 and 1."""
    rng = np.random.default_rng(2)
    ill = rng.random(200) < 0.4
    table = pd.DataFrame({"truth": np.where(ill, "ill", "well")})
    for name in ("Logit", "Forest"):
        table[name] = np.clip(0.5 + 0.25 * (ill - 0.5) + 0.15 * rng.normal(size=200), 0.02, 0.98).round(3)
    found = read_predictions(table, positive="ill")
    for item in found.outcomes:
        assert item.score_kind == "probability"
        assert item.scores[:, 0] == pytest.approx(table[item.learner], abs=1e-12)
        assert (item.predicted == np.where(table[item.learner] > 0.5, 0, 1)).all()
    measured = read_predictions(table.assign(Forest=table["Forest"] / 4), positive="ill")
    assert {item.score_kind for item in measured.outcomes} == {"decision"}


def test_a_fold_has_the_names_that_it_has_among_scores():
    rows = "".join(f"{i},{i % 5 + 1},{'ny'[i % 2]},{'ny'[i % 3 % 2]}\n" for i in range(30))
    found = read_predictions(f"id,Falte,truth,tree\n{rows}".encode())
    assert found.learners == ("tree",)
    assert [len(item.positions) for item in found.outcomes] == [6] * 5


def test_a_score_that_is_named_joins_the_learners_that_are_recognised():
    rows = "".join(f"{'ny'[i % 2]},{'ny'[i % 3 % 2]},{i}\n" for i in range(30))
    table = f"truth,tree,marker\n{rows}".encode()
    assert read_predictions(table).learners == ("tree",)
    found = read_predictions(table, roles={"more_scores": ["marker"]})
    assert found.learners == ("tree", "marker")
    assert found.of("marker")[0].scores.tolist() == list(range(30))


def test_scores_that_are_named_are_chosen_among_numbers_that_were_only_guessed():
    rows = "".join(f"{'ny'[i % 2]},{i % 7},{i}\n" for i in range(30))
    table = f"truth,age,marker\n{rows}".encode()
    assert read_predictions(table, design="hold_out").learners == ("age", "marker")
    roles = {"more_scores": "marker"}
    assert read_predictions(table, design="hold_out", roles=roles).learners == ("marker",)


def two_files():
    truth, vague, odd = ([names[i % len(names)] for i in range(24)] for names in ("ny", "nxy", "nyz"))
    lines = [f"{i},{truth[i]},{vague[i]}" for i in range(24)], [f"{i},{odd[i]}" for i in range(24)]
    heads = ("id,truth,A", "nr,B")
    return [
        named("\n".join([head, *part]), f"{part[0][0]}{head[-1]}.csv")
        for head, part in zip(heads, lines, strict=True)
    ]


@pytest.mark.parametrize("role", ["learners", "more_learners"])
def test_of_two_files_what_is_said_counts_for_every_column_there_is(role):
    found = read_predictions(two_files(), roles={"id": "nr", role: ["A", "B"]})
    assert found.learners == ("A", "B")
    with pytest.raises(InputError, match="there is no column 'C'"):
        read_predictions(two_files(), roles={role: ["A", "C"]})


def test_of_two_files_the_columns_of_both_are_asked_about():
    rows = "".join(f"{i},{'nyuvw'[i % 5]}\n" for i in range(24))
    first = two_files()[0]
    second = named(f"id,vague\n{rows}", "b.csv")
    questions = {item.key: item for item in inspect_predictions([first, second]).questions}
    assert questions["more_learners"].options == ("vague",)


def test_labels_in_a_file_without_a_truth_are_known_by_the_classes_of_the_other():
    rows = [f"{i},{'ny'[i % 2]}" for i in range(24)]
    files = [named("\n".join([f"id,{what}", *rows]), f"{what}.csv") for what in ("truth", "tree")]
    files[1] = named("\n".join(["nr,id,tree", *(f"{i},{row}" for i, row in enumerate(rows))]), "tree.csv")
    assert read_predictions(files).learners == ("tree",)


def test_of_several_files_it_is_said_whose_a_note_is():
    rows = [f"{'ny'[i % 2]},{'ny'[i % 2]},{'nuvw'[i % 4]}" for i in range(24)]
    one = named("\n".join(["truth,tree,vague", *rows]), "one.csv")
    other = named("\n".join(["truth,svm,other", *rows]), "other.csv")
    notes = read_predictions([one, other], design="hold_out").notes
    assert [note.split(":")[0] for note in notes if "Not taken" in note] == ["one.csv", "other.csv"]
    assert "other.csv has no ids; it was joined row by row." in notes


def test_of_one_marker_the_error_rate_has_a_test_where_the_auc_has_none():
    rows = [f"{'ny'[i % 2]},{i % 2 + i % 7 / 4:.2f}" for i in range(60)]
    found = read_predictions("\n".join(["truth,marker", *rows]).encode(), design="hold_out")
    assert core.applicable_tests(imported_results(found, "x", "auc")).advised is None
    assert imported_results(found, "x", "auc").with_test == ("error", "binomial")


@pytest.mark.parametrize("below", ["mean", "Total", "Gesamt", "Mittelwert"])
def test_a_row_below_the_instances_that_sums_them_up_is_none_of_them(below):
    rows = "".join(f"{k},{k}.5,{k}.4,{k}.7\n" for k in range(12))
    read = core.read_predictions(f"id,y_true,svm,tree\n{rows}{below},8.2,7.7,8.8\n".encode())
    assert len(read.truth) == 12
    assert f"Left out, because they sum up the others: the rows '{below}'." in read.notes


def test_an_instance_that_is_called_like_a_sum_among_names_is_kept():
    rows = "".join(f"{name},{k}.5,{k}.4,{k}.7\n" for k, name in enumerate(["good", "bad", "total"]))
    assert len(core.read_predictions(f"id,y_true,svm,tree\n{rows}".encode()).truth) == 3


CASES = "id,truth,tree,svm\n1,Yes,yes,Yes\n2,No,no,No\n3,Yes,no,Yes\n4,No,yes,Yes\n"


def test_labels_in_another_case_are_classes_and_said():
    found = read_predictions(CASES.encode())
    assert (found.learners, found.classes) == (("tree", "svm"), ("No", "Yes"))
    assert found.of("tree")[0].predicted.tolist() == [1, 0, 0, 1]
    said = (
        "tree writes classes in other letters than the truth; taken were 'no' for 'No' and 'yes' for 'Yes'."
    )
    assert said in found.notes
    nobody = read_predictions(CASES.replace(",Yes\n", ",YES\n").replace(",No\n", ",NO\n").encode())
    assert nobody.learners == ("tree", "svm")
    assert sum("in other letters" in note for note in nobody.notes) == 2


def test_labels_in_another_case_are_read_in_the_long_form_too():
    found = read_predictions(b"learner,truth,predicted,id\na,Y,y,1\na,N,y,2\nb,Y,n,1\nb,N,n,2\n")
    assert found.classes == ("N", "Y")
    assert found.of("a")[0].predicted.tolist() == [1, 1]
    assert any(note.startswith("The file writes classes in other letters") for note in found.notes)


def test_case_counts_where_the_classes_differ_by_it_alone():
    found = read_predictions(b"id,truth,tree\n1,a,A\n2,A,A\n3,b,a\n")
    assert found.classes == ("A", "a", "b")
    assert found.of("tree")[0].predicted.tolist() == [0, 0, 1]


SHARES = {
    "with labels": ("id,y_true,y_pred,p_yes\n1,yes,yes,90.0%\n2,no,no,5.5%\n3,yes,no,40%\n", 1),
    "single scores": ("id,truth,p_tree,p_svm\n1,yes,90.0%,60%\n2,no,5.5%,70%\n3,yes,40%,30%\n", 2),
    "decimal commas": ("id;truth;tree_proba_yes\n1;yes;90,0 %\n2;no;5,5 %\n3;yes;40,0 %\n", 1),
}


@pytest.mark.parametrize("name", SHARES)
def test_probabilities_with_percent_signs_are_read_as_shares(name):
    text, learners = SHARES[name]
    found = read_predictions(text.encode())
    assert len(found.learners) == learners
    first = found.of(found.learners[0])[0]
    assert first.score_kind == "probability"
    np.testing.assert_allclose(first.scores[:, 1], [0.9, 0.055, 0.4], rtol=1e-12)
    assert any("end in %; they were divided by 100." in note for note in found.notes)


def test_a_class_may_stand_before_its_learner():
    head = "truth,prob_no_tree,prob_yes_tree,prob_no_svm,prob_yes_svm\n"
    found = read_predictions((head + "yes,.1,.9,.4,.6\nno,.8,.2,.3,.7\nyes,.6,.4,.2,.8\n").encode())
    assert found.learners == ("tree", "svm")
    assert found.of("svm")[0].scores[:, 1].tolist() == [0.6, 0.7, 0.8]
    assert found.of("tree")[0].predicted.tolist() == [1, 0, 0]


@pytest.mark.parametrize(("name", "scores"), [("prob_yes_tree", [0.9, 0.2]), ("prob_no_tree", [0.1, 0.8])])
def test_one_class_of_two_before_its_learner_is_enough(name, scores):
    found = read_predictions(f"truth,{name}\nyes,{scores[0]}\nno,{scores[1]}\nyes,{scores[0]}\n".encode())
    assert found.learners == ("tree",)
    assert found.of("tree")[0].scores[:, 1].tolist() == pytest.approx([0.9, 0.2, 0.9])


@pytest.mark.parametrize("name", ["1-nn", "1 nn"])
def test_a_number_before_a_learner_is_no_class_where_one_class_alone_would_be_named(name):
    found = read_predictions(f"truth,prob_{name}\n1,.9\n0,.2\n1,.8\n".encode())
    assert found.learners == (name,)
    both = read_predictions(f"truth,prob_0-{name},prob_1-{name}\n1,.1,.9\n0,.8,.2\n1,.2,.8\n".encode())
    assert both.learners == (name,)


def _repeated(label, ids):
    """Three replicates of four folds of 12 instances."""
    rows = [(r, (i + r * (i // 4)) % 4 + 1, i) for r in (1, 2, 3) for i in range(12)]
    named = [
        f'{f"{i}," * ids}"{label.format(r=r, f=f)}",{"ab"[i % 2]},{"ab"[i // 2 % 2]}\n' for r, f, i in rows
    ]
    return (f"{'id,' * ids}fold,truth,tree\n" + "".join(named)).encode()


@pytest.mark.parametrize("label", ["{r}_{f}", "{f}_{r}", "({r}, {f})", "Wdh{r}Falte{f}", "Fold{f}(Rep{r})"])
def test_labels_of_folds_that_hold_the_replicate_too_are_told_apart_by_ids_or_words(label):
    facts = read_predictions(_repeated(label, ids=True)).facts
    assert (facts.key, facts.replicates, facts.folds) == ("repeated_k_fold", 3, 4)


def test_two_numbers_in_a_label_of_a_fold_are_not_numbered_through_where_no_ids_tell_them_apart():
    with pytest.raises(InputError, match="hold two numbers, and nothing says which counts folds"):
        read_predictions(_repeated("{r}_{f}", ids=False))


@pytest.mark.parametrize("label", ["{r}.{f}", "{f}.{r}", "{f}_{r}"])
def test_ids_prove_which_number_counts_replicates_where_none_is_twice_under_either(label):
    rows = [(r, (i + r) % 4 + 1, i) for r in (1, 2, 3) for i in range(12)]
    text = "".join(f"{i},{label.format(r=r, f=f)},{'ab'[i % 2]},{'ab'[i // 2 % 2]}\n" for r, f, i in rows)
    facts = read_predictions(f"id,fold,truth,tree\n{text}".encode()).facts
    assert (facts.key, facts.replicates, facts.folds) == ("repeated_k_fold", 3, 4)


def _ten_folds(replicates, label):
    """Replicates of ten folds of 20 instances."""
    rows = [
        (i, label.format(r + 1, (i + r * (i // 10)) % 10 + 1)) for r in range(replicates) for i in range(20)
    ]
    cells = [(i, fold, "ab"[i % 2], "ab"[i // 2 % 2]) for i, fold in rows]
    return pd.DataFrame(cells, columns=["id", "fold", "truth", "tree"])


@pytest.mark.parametrize("label", ["{}.{}", "{}.{:02}"])
@pytest.mark.parametrize("replicates", [2, 3, 5, 10])
def test_the_tenth_fold_of_labels_that_look_like_numbers_is_not_the_first(replicates, label):
    facts = read_predictions(_ten_folds(replicates, label).to_csv(index=False).encode()).facts
    assert (facts.key, facts.replicates, facts.folds) == ("repeated_k_fold", replicates, 10)


def test_labels_that_were_numbers_and_lost_their_zeros_are_refused():
    lost = _ten_folds(3, "{}.{}").astype({"fold": float})
    for source in (lost, lost.to_csv(index=False).encode()):
        with pytest.raises(InputError, match=r"'1\.1' seems to stand for 1\.10 as well"):
            read_predictions(source)
    padded = read_predictions(_ten_folds(3, "{}.{:02}").astype({"fold": float})).facts
    assert (padded.replicates, padded.folds) == (3, 10)
    nine = _ten_folds(3, "{}.{}")
    nine = nine[~nine["fold"].str.endswith(".10")].groupby("id").filter(lambda rows: len(rows) == 3)
    facts = read_predictions(nine.astype({"fold": float})).facts
    assert (facts.replicates, facts.folds) == (3, 9)


_TRUE, _PREDICTED = "nynynnyy", "nynyynyn"
_YES = [0.1, 0.9, 0.2, 0.8, 0.7, 0.3, 0.6, 0.4]
"""Eight instances, what was predicted of them, and the probability of yes that it was cut from."""


def _table(head, *cells, sep=","):
    return "\n".join([head, *(sep.join(map(str, row)) for row in zip(*cells, strict=True))]).encode()


def _words(codes):
    return ["yes" if code == "y" else "no" for code in codes]


def _numbers(codes, no=0):
    return [no + (code == "y") for code in codes]


_NO = [round(1 - yes, 2) for yes in _YES]
PACKAGES = {
    "KNIME": _table(
        "row ID,Sex,P (Sex=no),P (Sex=yes),Prediction (Sex),Prediction (Sex) (Confidence)",
        *([f"Row{i}" for i in range(8)], _words(_TRUE), _NO, _YES, _words(_PREDICTED), _YES),
    ),
    "RapidMiner": _table(
        "row,label,prediction(label),confidence(yes),confidence(no),age",
        *(range(8), _words(_TRUE), _words(_PREDICTED), _YES, _NO, range(30, 38)),
    ),
    "SAS": _table(
        "BAD,LOAN,F_BAD,I_BAD,P_BADYES,P_BADNO,R_BADYES",
        *(
            _words(_TRUE),
            range(8),
            _words(_TRUE),
            [word.upper() for word in _words(_PREDICTED)],
            _YES,
            _NO,
            _NO,
        ),
    ),
    "SPSS": _table(
        "id,target,PRE_1,PGR_1", range(8), _numbers(_TRUE, no=1), _YES, _numbers(_PREDICTED, no=1)
    ),
    "the probability of what was predicted": _table(
        "truth,tree_pred,tree_prob",
        *(_words(_TRUE), _words(_PREDICTED), [max(yes, 1 - yes) for yes in _YES]),
    ),
}


@pytest.mark.parametrize("package", PACKAGES)
def test_labels_and_scores_are_found_by_the_names_that_packages_give_them(package):
    found = read_predictions(PACKAGES[package])
    [outcome] = found.outcomes
    assert outcome.predicted.tolist() == _numbers(_PREDICTED)
    assert found.truth.tolist() == _numbers(_TRUE)
    assert outcome.score_kind == "probability"
    np.testing.assert_allclose(outcome.scores[:, 1], _YES)


def test_each_model_that_knime_and_spss_saved_is_a_learner():
    knime = "class,P (class=no)_RF,Prediction (class)_RF,Prediction (class)_LR"
    words = _words(_TRUE), _words(_PREDICTED)
    assert read_predictions(_table(knime, words[0], _NO, words[1], words[0])).learners == ("RF", "LR")
    spss = _table(
        "y,PRE_1,PGR_1,PRE_2,PGR_2", _numbers(_TRUE), _YES, *[_numbers(_PREDICTED)] * 2, _numbers(_TRUE)
    )
    assert read_predictions(spss).learners == ("model 1", "model 2")


@pytest.mark.parametrize(
    "head",
    [
        "y,x,PRE_1,RES_1",
        "price,F_price,P_price,R_price",
        "price,x,Prediction (price),y",
        "y,a,b_pred,residual",
    ],
)
def test_of_a_measurement_what_a_package_predicted_is_told_from_residuals_and_attributes(head):
    truth = [3.5, 4.25, 1.125, 7.5, 2.25, 9.75, 8.5, 6.0, 5.0, 4.5]
    found = read_predictions(_table(head, truth, truth, [value + 1 for value in truth], [-1] * 10))
    [outcome] = found.outcomes
    assert outcome.predicted.tolist() == [value + 1 for value in truth]


@pytest.mark.parametrize("name", ["tree_error", "wrong", "is_correct", "match", "misclassified"])
def test_a_column_that_says_where_a_learner_errs_is_no_learner(name):
    right = [int(a == b) for a, b in zip(_TRUE, _PREDICTED, strict=True)]
    found = read_predictions(_table(f"truth,tree,{name}", _numbers(_TRUE), _numbers(_PREDICTED), right))
    assert found.learners == ("tree",)
    assert any("Not taken for learners" in note and name in note for note in found.notes)


@pytest.mark.parametrize(
    ("head", "columns", "learners"),
    [
        (
            "truth,model_1,model_2,model_3",
            (_numbers(_TRUE), _YES, _NO, _YES),
            ("model_1", "model_2", "model_3"),
        ),
        ("truth,m_1,m_2", (_numbers(_TRUE, no=1), _YES, _YES), ("m_1", "m_2")),
        ("truth,prob_1,prob_2", (_numbers(_TRUE), _YES, _YES), ("1", "2")),
        ("truth,pred_0,pred_1", (_numbers(_TRUE), _numbers(_TRUE), _numbers(_PREDICTED)), ("0", "1")),
        ("truth,pred_1,pred_2", [_numbers(codes, no=1) for codes in (_TRUE, _TRUE, _PREDICTED)], ("1", "2")),
        ("truth,m_0,m_1", (_numbers(_TRUE), _NO, _YES), ("m",)),
        ("truth,prob_1,prob_2", (_numbers(_TRUE, no=1), _NO, _YES), ("the model",)),
    ],
)
def test_numbers_behind_a_name_are_classes_only_where_they_may_be(head, columns, learners):
    assert read_predictions(_table(head, *columns)).learners == learners


def test_rsample_writes_the_repeat_into_id_and_the_fold_into_id2():
    ids = [*range(8), *range(8)]
    repeats = [f"Repeat{1 + i // 8}" for i in range(16)]
    folds = [f"Fold{1 + i % 2}" for i in range(16)]
    found = read_predictions(
        _table(
            "id,id2,.pred_class,.row,Class", repeats, folds, _words(_PREDICTED * 2), ids, _words(_TRUE * 2)
        )
    )
    assert (found.facts.key, found.facts.replicates, found.facts.folds) == ("repeated_k_fold", 2, 2)


@pytest.mark.parametrize("in_rows", [False, True])
def test_a_truth_in_two_spellings_is_refused_where_learners_know_one(in_rows):
    truth = ["No", *_words(_TRUE)[1:]]
    text = (
        _table("learner,id,truth,predicted", ["tree"] * 8, range(8), truth, _words(_PREDICTED))
        if in_rows
        else _table("truth,tree", truth, _words(_PREDICTED))
    )
    with pytest.raises(
        InputError, match=r"the truth holds 'No' \(data row 1\) beside 'no', and no learner ever predicts"
    ):
        read_predictions(text)


@pytest.mark.parametrize("way", [sum, np.mean])
@pytest.mark.parametrize(
    "columns",
    [(_numbers(_TRUE), _numbers(_PREDICTED)), ([*_YES, 2.5], [*_YES[1:], 0.1, 7.5], [*_NO, 5.5])],
    ids=["classes", "measurements"],
)
def test_a_last_row_of_sums_or_means_without_a_name_is_refused(columns, way):
    names = ",".join(f"m{i}_pred" for i in range(1, len(columns)))
    rows = [[*column, way(column)] for column in columns]
    kind = "sums" if way is sum else "means"
    with pytest.raises(InputError, match=f"holds the {kind} of the rows above it"):
        read_predictions(_table(f"truth,{names}", *rows))
    read_predictions(_table(f"truth,{names}", *columns))


def weka(*classes: str, rows: int = 12) -> str:
    """What ``weka.classifiers -p`` writes as CSV: the only probability is that of the predicted class."""
    said = [(k % len(classes), (k + (k % 5 == 0)) % len(classes), 0.55 + k / 30) for k in range(rows)]
    labels = [f"{number}:{label}" for number, label in enumerate(classes, 1)]
    lines = (
        f"{k},{labels[a]},{labels[p]},{'+' * (a != p)},{share:.3f}" for k, (a, p, share) in enumerate(said, 1)
    )
    return "\n".join(["inst#,actual,predicted,error,prediction", *lines])


def test_the_one_probability_of_weka_is_that_of_the_predicted_class():
    found = read_predictions(named(weka("neg", "pos"), "w.csv"), design="hold_out")
    (item,) = found.outcomes
    assert item.score_kind == "probability"
    likeliest = item.scores[np.arange(12), item.predicted]
    assert likeliest == pytest.approx([round(0.55 + k / 30, 3) for k in range(12)])
    assert item.scores.sum(axis=1) == pytest.approx(np.ones(12))
    assert any("which holds if there is no class beside these two" in note for note in found.notes)


def test_the_distribution_of_weka_is_read_where_its_one_probability_stands_beside():
    head, *lines = weka("neg", "pos").splitlines()
    both = [
        f"{head},distribution,",
        *(f"{line},*0.{k % 4 + 60},0.{40 - k % 4}" for k, line in enumerate(lines)),
    ]
    found = read_predictions(named("\n".join(both), "w.csv"), design="hold_out")
    assert found.outcomes[0].scores[:, 0] == pytest.approx([0.6 + k % 4 / 100 for k in range(12)])
    assert not any("'prediction'" in note for note in found.notes)


@pytest.mark.parametrize("text", [weka("a", "b", "c"), weka("neg", "pos").replace("0.550", "0.150")])
def test_where_it_does_not_tell_all_probabilities_it_is_left_out(text):
    found = read_predictions(named(text, "w.csv"), design="hold_out")
    assert found.outcomes[0].scores is None and any("it was left out" in note for note in found.notes)


def printed(
    *rows: str, head: str = "predicted error prediction", above: str = "", below: str = ""
) -> io.BytesIO:
    """What ``weka.classifiers -p`` prints: widths and blanks are those of PlainText.java of WEKA 3.8, 3 decimals."""
    lines = [*above.splitlines(), "", "=== Predictions on test data ===", "", f"    inst#     actual  {head}"]
    return named("\n".join([*lines, *rows, "", *below.splitlines()]), "j48.txt")


CROSS_VALIDATED = (
    "        1      2:neg      2:neg       0.897 ",
    "        2      2:neg      1:pos   +   0.554 ",
    "        3      1:pos      1:pos       0.901 ",
    "        1      2:neg      2:neg       1 ",
    "        2      1:pos      2:neg   +   0.61 ",
    "        3      1:pos      1:pos       0.523 ",
)


def test_what_weka_prints_of_a_cross_validation_is_read_with_its_folds():
    found = read_predictions(printed(*CROSS_VALIDATED))
    first, second = found.outcomes
    assert (found.classes, first.learner, found.facts.key) == (("neg", "pos"), "j48", "k_fold")
    assert [found.classes[place] for place in found.truth] == ["neg", "neg", "pos", "neg", "pos", "pos"]
    assert first.scores[:, 1] == pytest.approx([0.103, 0.554, 0.901])
    assert second.scores[:, 1] == pytest.approx([0, 0.39, 0.523])
    assert any("'inst#' start again once" in note for note in found.notes)


def test_what_weka_prints_is_read_with_its_distribution_and_ids_amid_all_that_the_explorer_saved():
    found = read_predictions(
        printed(
            "        1 1:'Iris setosa' 1:Iris setosa       *0.9,0.1,0 (1001,'a, b')",
            "        2 2:Iris-versicolor 1:Iris setosa   +   *0.5,0.4,0.1 (1002,?)",
            "        3 3:Iris-virginica 3:Iris-virginica       0,0.1,*0.9 (1003,'it\\'s')",
            "        4 2:Iris-versicolor 2:Iris-versicolor       0,*1,0 (1004,(q))",
            head="predicted error distribution (id,petal length)",
            above="=== Run information ===\n\nScheme:       weka.classifiers.bayes.NaiveBayes \n",
            below="=== Summary ===\n\nCorrectly Classified Instances         3               75      %",
        ),
        design="hold_out",
    )
    (item,) = found.outcomes
    assert found.classes == ("Iris setosa", "Iris-versicolor", "Iris-virginica")
    assert list(found.ids) == [1001, 1002, 1003, 1004] and item.predicted.tolist() == [0, 0, 2, 1]
    assert item.scores.tolist() == [[0.9, 0.1, 0], [0.5, 0.4, 0.1], [0, 0.1, 0.9], [0, 1, 0]]


def test_what_weka_prints_of_a_regression_is_read_with_its_folds():
    found = read_predictions(
        printed(
            "        1     24         30.004      6.004 ",
            "        2     21.6       24.996      3.396 ",
            "        3     34.7       30.5       -4.2   ",
            "        1     18.9       19.25       0.35  ",
            "        2     15         18.1        3.1   ",
            "        3     13.5       14.2        0.7   ",
            head="predicted      error",
        )
    )
    assert found.task == "regression" and found.truth.tolist() == [24, 21.6, 34.7, 18.9, 15, 13.5]
    assert [item.predicted.tolist() for item in found.outcomes] == [
        [30.004, 24.996, 30.5],
        [19.25, 18.1, 14.2],
    ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("        2        1:?      1:pos       0.554 ", "the truth is missing in 1 of 6 rows: data row 2"),
        ("        2      1:pos          ?       ? ", "j48 has no prediction in 1 of 6 rows: data row 2"),
        ("        2      1:pos", r"j48\.txt, line 6: '2      1:pos' is no prediction as WEKA prints it"),
        (
            "    inst#     actual  predicted error prediction",
            "line 6: here a second list of WEKA's predictions",
        ),
    ],
)
def test_lines_of_weka_that_cannot_be_judged_are_named(row, words):
    with pytest.raises(InputError, match=words):
        read_predictions(printed(CROSS_VALIDATED[0], row, *CROSS_VALIDATED[2:]))


def test_classes_that_old_versions_of_weka_cut_to_the_same_letters_keep_their_numbers():
    rows = ("    1 1:Acer_pl 1:Acer_pl       0.9", "    2 2:Acer_pl 1:Acer_pl   +   0.8")
    found = read_predictions(printed(*rows), design="hold_out")
    assert found.classes == ("1:Acer_pl", "2:Acer_pl")


def in_two_spellings(*, long: bool) -> bytes:
    rows = [
        (k, ("No", "Yes", "yes")[(k % 2) * (1 + (k % 5 == 0))], ("No", "Yes")[k % 3 % 2]) for k in range(30)
    ]
    head = "id,truth,learner,predicted" if long else "id,truth,tree"
    return "\n".join([head, *(f"{k},{t},{'tree,' * long}{p}" for k, t, p in rows)]).encode()


@pytest.mark.parametrize("long", [False, True])
def test_a_truth_in_two_spellings_is_refused_and_taken_as_one_where_somebody_says_so(long):
    with pytest.raises(InputError, match=r"'yes' .* beside 'Yes'.*one_spelling=True") as caught:
        read_predictions(in_two_spellings(long=long), design="hold_out")
    assert (caught.value.key, caught.value.options) == ("one_spelling", (("yes", "Yes"),))
    found = read_predictions(in_two_spellings(long=long), design="hold_out", one_spelling=True)
    assert found.classes == ("No", "Yes") and np.bincount(found.truth).tolist() == [15, 15]
    assert any("taken as one were 'yes' for 'Yes'" in note for note in found.notes)


def scored_in_two_spellings(head: str, *, both: bool = False) -> bytes:
    """A truth of yes, Yes and no, predictions of yes and no, and probabilities of Yes and no, or of yes, too."""
    is_long, rows = "learner" in head, []
    for k in range(30):
        truth, predicted = ("no", "yes", "Yes")[(k % 2) * (1 + (k % 5 == 0))], ("no", "yes")[k % 3 % 2]
        cells = [k, truth, *["tree"] * is_long, predicted, k % 3 % 2 * 0.8, 1 - k % 3 % 2 * 0.8, *[0] * both]
        rows.append(",".join(map(str, cells)))
    return "\n".join([head, *rows]).encode()


@pytest.mark.parametrize(
    "head",
    [
        "id,truth,tree,tree_proba_Yes,tree_proba_no",
        "id,truth,learner,predicted,score_Yes,score_no",
        "id,truth,learner,predicted,probability_Yes,probability_no",
    ],
)
def test_scores_and_what_is_asked_follow_the_one_spelling_of_their_class(head):
    source = scored_in_two_spellings(head)
    for asked in ({}, {"positive": "Yes"}, {"scores_for": "Yes"}):
        found = read_predictions(source, design="hold_out", one_spelling=True, **asked)
        (said,) = found.outcomes
        assert (found.classes, found.positive, said.score_kind) == (("no", "yes"), "yes", "probability")
        assert said.scores[:, 1].tolist() == pytest.approx([k % 3 % 2 * 0.8 for k in range(30)])


def test_scores_of_two_spellings_of_one_class_are_refused():
    source = scored_in_two_spellings("id,truth,tree,tree_proba_Yes,tree_proba_no,tree_proba_yes", both=True)
    with pytest.raises(InputError, match="scores for 'Yes' and for 'yes', which are to be one class"):
        read_predictions(source, design="hold_out", one_spelling=True)


@pytest.mark.parametrize("long", [False, True])
def test_all_spellings_of_a_class_are_one_where_somebody_says_so_and_the_commonest_that_is_predicted_stands(
    long,
):
    truth, each = (
        ["Yes", "yes", "no", "YES", "no", "Yes"],
        {"A": "yes yes no yes YES yes", "B": "YES no no no no no"},
    )
    said = {name: words.split() for name, words in each.items()}
    if long:
        lines = [f"{k},{t},{n},{said[n][k]}" for n in said for k, t in enumerate(truth)]
        text = "\n".join(["id,truth,learner,predicted", *lines]).encode()
    else:
        text = _table("truth,A,B", truth, *said.values())
    with pytest.raises(InputError) as caught:
        read_predictions(text, design="hold_out")
    assert caught.value.options == (("Yes", "YES"), ("yes", "YES"))
    found = read_predictions(text, design="hold_out", one_spelling=True)
    assert (found.classes, found.truth.tolist()) == (("YES", "no"), [0, 0, 1, 0, 1, 0])
    assert [item.predicted.tolist() for item in found.outcomes] == [[0, 0, 1, 0, 0, 0], [0, 1, 1, 1, 1, 1]]
    assert any("taken as one were 'Yes' for 'YES' and 'yes' for 'YES'" in note for note in found.notes)


def spss(others: int) -> str:
    """What SPSS saves: another column of so many values, what was to be predicted, the probability and the group."""
    rows = [f"{k % others},{k % 3 % 2},{(k % 10 + 0.5) / 10},{int(k % 10 > 4)}" for k in range(30)]
    return "\n".join(["age,bought,PRE_1,PGR_1", *rows])


def test_the_truth_beside_groups_of_spss_is_the_only_column_with_their_classes():
    with pytest.raises(InputError, match="no column says the truth"):
        read_predictions(named(spss(2), "s.csv"), design="hold_out")
    found = read_predictions(named(spss(7), "s.csv"), design="hold_out")
    assert found.truth.tolist() == [k % 3 % 2 for k in range(30)]
    assert found.outcomes[0].scores[:, 1] == pytest.approx([(k % 10 + 0.5) / 10 for k in range(30)])


N = 24
TRUE_OR_NOT = ["yes" if k % 3 else "no" for k in range(N)]
LIKELY = [(0.55 + k / 100 if k % 3 else 0.4 - k / 100) for k in range(N)]
LESS_LIKELY = [(0.6 + k / 100 if k % 2 else 0.3 - k / 100) for k in range(N)]


def called(shares):
    return ["yes" if share > 0.5 else "no" for share in shares]


def table_of(delimiter=",", **columns):
    rows = [delimiter.join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    return "\n".join([delimiter.join(columns), *rows]).encode()


def grouped(values):
    return [f"{value:,.0f}".replace(",", ".") for value in values]


LARGE = [1000 + 70 * k for k in range(60)]


def test_probabilities_whose_columns_write_classes_in_other_letters_are_those_of_one_learner():
    scored = {"tree_proba_yes": LIKELY, "tree_proba_no": [1 - share for share in LIKELY]}
    found = read_predictions(table_of(truth=[name.title() for name in TRUE_OR_NOT], **scored))
    assert found.learners == ("tree",) and found.of("tree")[0].scores[:, 1].tolist() == LIKELY
    beside = table_of(truth=[name.title() for name in TRUE_OR_NOT], **scored, svm=TRUE_OR_NOT)
    assert any("'svm' (2 of 2)" in note for note in read_predictions(beside).notes)
    by_class = table_of(truth=TRUE_OR_NOT, Yes=LIKELY, No=[1 - share for share in LIKELY])
    assert read_predictions(by_class).learners == ("the model",)


def test_labels_that_no_cut_of_the_scores_beside_them_gives_are_said():
    own = {"tree": called(LIKELY), "svm": called(LESS_LIKELY)}
    swapped = table_of(truth=TRUE_OR_NOT, **own, tree_proba_yes=LESS_LIKELY, svm_proba_yes=LIKELY)
    notes = " ".join(read_predictions(swapped).notes)
    assert "The labels of tree agree with the best cut of its scores in only" in notes
    assert "check whether they are of the same learner" in notes
    moved = [share * 0.7 for share in LIKELY]
    for shares, others in ((LIKELY, LESS_LIKELY), (moved, LESS_LIKELY)):
        table = table_of(truth=TRUE_OR_NOT, **own, tree_proba_yes=shares, svm_proba_yes=others)
        assert "check whether" not in " ".join(read_predictions(table).notes)


def test_ties_of_the_highest_score_are_counted_where_a_label_was_made_of_them():
    tied = [0.5 if k < 4 else share for k, share in enumerate(LIKELY)]
    notes = " ".join(read_predictions(table_of(truth=TRUE_OR_NOT, tree_proba_yes=tied)).notes)
    assert (
        "In 4 rows several classes have it: the first of them was taken, in the order 'no' and 'yes'."
        in notes
    )
    assert "several classes" not in " ".join(
        read_predictions(table_of(truth=TRUE_OR_NOT, tree_proba_yes=LIKELY)).notes
    )


def test_copies_of_a_learner_or_of_the_truth_are_said_first():
    table = table_of(truth=TRUE_OR_NOT, tree=called(LESS_LIKELY), svm=called(LESS_LIKELY), knn=TRUE_OR_NOT)
    assert read_predictions(table).notes[:2] == (
        "knn predicts the truth of every instance: leave it out if it is a copy of the truth.",
        "svm says the same of every instance as tree: leave it out if it is a copy.",
    )


def test_a_column_of_codes_that_is_called_unlike_all_predictions_is_named():
    codes = [int(name == "yes") for name in TRUE_OR_NOT]
    table = table_of(truth=codes, sex=codes[::-1], tree_pred=codes, svm_pred=codes[1:] + codes[:1])
    note = next(note for note in read_predictions(table).notes if "not called as the others" in note)
    assert "'sex'" in note and "tree" not in note


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("rows", [12, 60])
def test_measurements_that_may_be_thousands_are_read_with_a_sentence(delimiter, rows):
    truth, tree = LARGE[:rows], [value + 20 for value in LARGE[:rows]]
    wide = table_of(delimiter, truth=grouped(truth), tree=grouped(tree))
    assert "'truth' and 'tree': behind the point of every number stand three" in " ".join(
        read_predictions(wide).notes
    )
    beside = table_of(delimiter, truth=grouped(truth), tree=[f"{value / 1000:.4f}" for value in tree])
    assert "behind the point" not in " ".join(read_predictions(beside).notes)


def test_predictions_of_measurements_in_another_unit_are_said():
    table = table_of(truth=LARGE, tree_pred=[value / 1000 for value in LARGE], svm_pred=LARGE[1:] + LARGE[:1])
    note = read_predictions(table).notes[0]
    assert note.startswith("Most of what 'tree' predicts lies beyond every truth: its median is 3.065")


def test_measurements_below_one_another_are_a_regression_without_a_column_that_says_so():
    truth = [value + 0.5 for value in LARGE]
    table = table_of(
        id=[*range(60), *range(60)],
        model=["tree"] * 60 + ["svm"] * 60,
        y_true=truth * 2,
        y_pred=[value + 9.25 for value in truth] + [value - 9.25 for value in truth],
    )
    found = read_predictions(table)
    assert (found.task, found.learners) == ("regression", ("tree", "svm"))
    assert any("The truth is a measurement" in note for note in found.notes)
