"""The doors of the Data page: results from elsewhere are understood aloud, accepted, and judged like an experiment."""

import io
import json
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df

import core
from core.data import dataset_from_parquet, fold_scores_to_csv, predictions_to_csv
from core.inference.interpretation.brief import brief
from pages.ui.display.text import plain
from pages.ui.importing import counts, findings, fold_questions, fold_scores, predictions, uploads
from pages.ui.session import cache, data_forms
from tests.pages.hero import as_read, hero, heroes
from tests.pages.opening import opened

WORKSPACE = "0123456789abcdef" * 2
UNFOLDED = "truth,tree,svm\n" + "".join(
    f"{'ny'[i % 2]},{'ny'[(i % 2) ^ (i % 5 == 0)]},{'ny'[(i % 2) ^ (i % 7 == 0)]}\n" for i in range(200)
)
TEN_FOLDS = "fold,A,B\n" + "".join(f"{k},0.8{k % 7},0.7{k % 5}\n" for k in range(1, 11))
SHOWN = ("caption", "selectbox")
JUDGES = ("fold-errors", "two-learners", "one-learner", "measures")


pytestmark = pytest.mark.usefixtures("fresh_server")


def visit(page, **address):
    return well(opened(page, **{"w": WORKSPACE, **address}))


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def in_markdown(app):
    kinds = (app.markdown, app.caption, app.info, app.success, app.warning, app.error)
    return " ".join(item.value for kind in kinds for item in kind)


def words(app):
    return " ".join([in_markdown(app), *(found.words for found in heroes(app))])


@pytest.mark.parametrize("door", [fold_scores, predictions])
def test_names_of_examples_fit_a_closed_picker_on_a_phone(door):
    assert max(map(len, door.EXAMPLES.values())) <= 46


def example(door, name):
    app = visit("data", door=door.TAB)
    well(app.segmented_control(key=f"{door.DOOR}_way").set_value("An example").run())
    return well(app.selectbox(key=f"{door.DOOR}_example").set_value(name).run())


def pasted(door, text):
    app = visit("data", door=door.TAB)
    well(app.segmented_control(key=f"{door.DOOR}_way").set_value("Pasted").run())
    return well(app.text_area(key=f"{door.DOOR}_text").set_value(text).run())


def open_tab(app, door):
    app.query_params["door"] = door.TAB
    return well(app.run())


def answer(app, name, value):
    """Answer one of the questions about how a file is read."""
    widgets = [*app.selectbox, *app.radio, *app.segmented_control, *app.number_input, *app.multiselect]
    widget = next(item for item in widgets if (item.key or "").startswith(f"import_{name}_"))
    return well(widget.set_value(value).run())


def use(app, kind):
    """Accept what came; the form closes, and a button leads on from its place."""
    well(next(button for button in app.button if button.key == f"accept_{kind}").click().run())
    keys = {button.key for button in app.button}
    door = "fold_scores" if kind == "scores" else kind
    assert {f"go_{door}", f"change_{door}"} <= keys
    assert f"accept_{kind}" not in keys and not app.file_uploader
    key = app.query_params["results"]
    return key[0] if isinstance(key, list) else key


def test_weka_leads_to_the_corrected_t():
    app = example(fold_scores, "weka_experiment.csv")
    assert plain("Corrected resampled t test.") in words(app)
    key = use(app, "scores")
    shown = visit("fold-errors", results=key)
    assert "Corrected resampled t test" in words(shown)


def test_how_a_file_was_read_stands_behind_a_line_above_its_pictures():
    app = example(fold_scores, "demsar2006.csv")
    answer(app, "measure", "accuracy")
    key = use(app, "scores")
    app = visit("fold-errors", results=key)
    (line,) = [item for item in app.get("popover") if item.proto.popover.label == "How the file was read"]
    assert len(line.caption) > 0
    assert not any(item.value.startswith(":material/info:") for item in app.main.caption)


def test_autorank_leads_to_the_rank_tests_of_pairs():
    app = example(fold_scores, "autorank.csv")
    assert "The file does not say what the scores measure" in words(app)
    assert not any(button.key == "accept_scores" for button in app.button)
    answer(app, "measure", "accuracy")
    assert "Wilcoxon" in words(app)
    assert "Iman–Davenport" not in words(app)
    answer(app, "rows", "folds")
    assert plain("The data sets are independent") not in words(app)


def test_the_deciding_question_is_asked_and_followed():
    app = pasted(fold_scores, "A\tB\n0,1\t0,2\n0,3\t0,25\n0,2\t0,1\n0,1\t0,1\n")
    radio = next(item for item in app.radio if item.key.startswith("import_rows"))
    assert radio.value is None
    assert radio.options == list(fold_questions.ROWS.values())
    assert "what the rows are" in words(app)
    answer(app, "rows", "folds")
    answer(app, "measure", "error")
    assert "No test is advised" in words(app)
    answer(app, "design", "k_fold")
    assert "Corrected resampled t test" in words(app)
    answer(app, "replicates", 2)
    design = next(item for item in app.selectbox if (item.key or "").startswith("import_design"))
    assert design.value is None
    key = use(app, "scores")
    assert "Imported results" in words(visit("two-learners", results=key))


def test_what_is_said_of_folds_follows_their_design():
    app = pasted(fold_scores, "fold,A,B\n" + "".join(f"{k},0.{k},0.{k + 1}\n" for k in range(1, 9)))
    answer(app, "measure", "error")
    answer(app, "design", "k_fold")
    assert fold_questions.CONSEQUENCES["folds"] in captions_of_rows(app)
    answer(app, "design", "disjoint_halves")
    assert captions_of_rows(app)[0] == fold_questions.DISJOINT
    assert next(item for item in app.radio if item.key.startswith("import_rows")).value == "folds"


def captions_of_rows(app):
    return list(next(item for item in app.radio if item.key.startswith("import_rows")).proto.captions)


def test_measures_are_offered_in_words_with_the_name_of_the_file_once():
    rows = [f"{name},{fold},-0.{fold},-0.{fold + 1},0.{fold}" for name in "AB" for fold in range(1, 6)]
    app = pasted(fold_scores, "\n".join(["model,fold,neg_rmse,neg_mae,r2", *rows]))
    picker = next(item for item in app.selectbox if (item.key or "").startswith("import_measure"))
    assert picker.options == [
        "root mean squared error: RMSE (neg_rmse)",
        "mean absolute error: MAE (neg_mae)",
        "R²: R squared, coefficient of determination",
    ]
    assert "Of 3 measures root mean squared error was taken" in words(app)
    assert "neg_" not in words(app)
    key = use(app, "scores")
    shown = visit("two-learners", results=key)
    told = [item.value for kind in (shown.markdown, shown.caption, shown.info) for item in kind]
    assert not any("neg" in one for one in told)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("early", [None, False, True])
def test_the_direction_of_a_known_measure_is_no_question(sign, early):
    app = pasted(fold_scores, "fold,A,B\n" + "".join(f"{k},{sign}{k}1.5,{sign}{k}9.5\n" for k in range(1, 6)))
    if early is not None:
        answer(app, "lower", early)
    answer(app, "rows", "folds")
    answer(app, "measure", "mse")
    (shown,) = [item for item in app.segmented_control if item.label == "Which direction is better?"]
    assert (shown.disabled, shown.options, shown.value) == (True, ["lower is better"], True)
    use(app, "scores")


def test_a_turned_table_is_proposed_and_can_be_left_as_it_stands():
    app = pasted(fold_scores, "learner,iris,wine,vote\nnb,.9,.8,.7\ntree,.7,.6,.9\n")
    answer(app, "measure", "accuracy")
    turn = next(item for item in app.selectbox if (item.key or "").startswith("import_turn"))
    assert turn.value is True
    assert plain("The table was turned") in words(app)
    assert "turn=" not in words(app)
    assert plain("6 scores** of nb and tree").replace(plain("**"), "**") in words(app)
    answer(app, "turn", False)
    assert plain("of iris, wine and vote") in words(app)
    answer(app, "turn", True)
    shown = visit("two-learners", results=use(app, "scores"))
    assert "Wilcoxon" in words(shown)


def test_a_role_is_changed():
    app = pasted(fold_scores, "who,part,loss\na,1,0.1\na,2,0.2\nb,1,0.3\nb,2,0.1\n")
    assert "those of no known layout" in words(app)
    answer(app, "layout", "long")
    assert plain("there is no column 'learner'").replace("there", "There") in words(app)
    answer(app, "role_learner", "who")
    answer(app, "role_score", "loss")
    assert not app.error
    answer(app, "role_fold", "part")
    answer(app, "measure", "error")
    use(app, "scores")


def test_predictions_without_folds_are_judged_when_somebody_says_how_they_came_about():
    app = pasted(predictions, UNFOLDED)
    assert "Was every row predicted by one trained classifier" in words(app) + app.radio[0].label
    assert "The pasted text does not say how its rows were predicted" in words(app)
    assert "What follows for the tests" not in words(app)
    assert not any(button.key == "accept_predictions" for button in app.button)
    answer(app, "design", "k_fold")
    assert plain("Pooled over the folds") in words(app)
    answer(app, "design", "hold_out")
    assert plain("Pooled over the folds") not in words(app)
    shown = visit("two-learners", results=use(app, "predictions"))
    assert any(plain("their training sets taken as fixed") in item.proto.help for item in shown.caption)


def test_of_folds_that_nobody_tells_apart_no_page_has_another_interval():
    app = pasted(predictions, UNFOLDED)
    answer(app, "design", "k_fold")
    shown = visit("measures", results=use(app, "predictions"), measures_part="Confusion matrix")
    assert "They are about the average of the models" in words(shown)
    assert "One learner" not in words(shown)


def test_predictions_of_a_regression_are_asked_about_a_model():
    rows = "".join(f"{i},{i}.5,{i}.25\n" for i in range(30))
    app = pasted(predictions, f"id,truth,ridge_pred\n{rows}")
    asked = app.radio[0]
    assert "by one trained model (a hold-out)" in asked.label
    assert asked.options[0].startswith("one trained model")
    assert "classifier" not in asked.label + str(asked.proto)
    answer(app, "design", "k_fold")
    assert plain("Every row was predicted by the model of its fold") in words(app)


def test_positive_class_and_direction_can_be_changed():
    app = example(predictions, "markers.csv")
    answer(app, "design", "hold_out")
    answer(app, "positive", "benign")
    assert "below ½" not in words(app)
    assert plain("The scores of mean_radius were taken to speak for 'malignant'") in words(app)
    answer(app, "scores_for", "benign")
    assert "below ½" in words(app)
    answer(app, "reversed_scores", ["mean_radius"])
    assert plain("The scores of mean_radius were turned round, as asked") in words(app)


def test_labels_that_were_made_for_mere_scores_are_said_to_be():
    app = example(predictions, "markers.csv")
    answer(app, "design", "hold_out")
    key = use(app, "predictions")
    for part in ("Confusion matrix", "Losses"):
        shown = words(visit("measures", results=key, measures_part=part))
        assert "By the labels that were predicted" not in shown
        assert plain("As many of the highest are called positive as there are positives") in shown
    for page in ("two-learners", "one-learner", "report"):
        by = "shown_measure_classification"
        by_errors = words(visit(page, results=key, **{by: "error rate"}))
        assert "What follows by error rate judges that cut, which knows the truth" in by_errors, page
        assert "judges that cut" not in words(visit(page, results=key, **{by: "AUC"})), page
    assert "By the error rate there is a test" not in words(visit("one-learner", results=key, **{by: "AUC"}))


def test_mere_scores_open_on_the_auc_whatever_was_looked_at_before():
    app = example(predictions, "markers.csv")
    answer(app, "design", "hold_out")
    app.session_state["kept_values"] = {"shown_measure_classification": "error"}  # as the sample leaves it
    use(app, "predictions")
    well(app.switch_page("pages/fold-errors.py").run())
    assert app.selectbox(key="shown_measure_classification").value == "auc"


def test_what_was_left_out_is_told_while_questions_are_open():
    rows = "".join(f"{fold},0.{fold},0.2,{(fold - 2) / 10:.1f}\n" for fold in range(1, 6))
    app = pasted(fold_scores, f"fold,tree,svm,tree-svm\n{rows}")
    assert "please answer" in words(app)
    assert plain("Left out, because they are differences of two columns beside them: 'tree-svm'.") in words(
        app
    )


def test_a_refusal_leaves_everything_as_it_was():
    key = use(example(fold_scores, "weka_experiment.csv"), "scores")
    app = visit("data", door=fold_scores.TAB, results=key)
    well(app.button(key="change_fold_scores").click().run())
    app.segmented_control(key="fold_scores_way").set_value("Pasted").run()
    for text in ("x", "learner,fold,score\na,1,oops\n", "\x00", "<html>", "a,b\n1\n1,2,3\n"):
        well(app.text_area(key="fold_scores_text").set_value(text).run())
        assert not any(button.key == "accept_scores" for button in app.button)
    assert "weka" in words(visit("fold-errors", results=key))


def test_names_from_files_are_shown_as_text():
    name = "![x](http://x.example/y.png) <b>$a$</b>"
    rows = "".join(
        f'"{who}",{fold},0.{fold}{at}\n' for at, who in enumerate((name, "=1+1")) for fold in (1, 2, 3)
    )
    app = pasted(fold_scores, "learner,fold,error\n" + rows)
    key = use(app, "scores")
    for page in ("data", *JUDGES):
        app = visit(page, results=key)
        assert "![x]" not in in_markdown(app)
        assert not any("<b>" in item.proto.body for item in app.get("html"))


@pytest.mark.parametrize(
    ("text", "calculator"),
    [
        ("12 of 40", "Errors of n"),
        ("a: 12 of 40\nb: 7 of 50", "Two samples"),
        ("tree 12/40, svm 7/40", "Two samples"),
        ("tree: 12 of 40", "Errors of n"),
        ("tree svm\n1 0\n0 0\n1 1", "2×2 table"),
        ("30 5\n3 2", "2×2 table"),
        ("2x2: 30, 5, 3, 2", "2×2 table"),
        ("1,0\n0,0\n1,1", "2×2 table"),
    ],
)
def test_counts_lead_to_their_calculator(text, calculator):
    app = visit("data", door="Counts")
    well(app.text_area(key="counts_text").set_value(text).run())
    address = counts.destination(counts.read_counts(text).counts)
    assert address["calc"] == calculator
    app.text_area(key="counts_text").set_value(text)
    app.button(key="go_judge").click().run()  # pressed straight out of the text
    assert well(app).title[0].value == "Calculators"
    shown = visit("calculators", **address)
    assert shown.segmented_control(key="calc").value == {
        "Errors of n": "errors",
        "Two samples": "samples",
    }.get(calculator, "table")
    values = {item.key: item.value for item in shown.number_input}
    assert all(values[key] == int(value) for key, value in address.items() if not key.startswith("calc"))
    given = [item.value for item in shown.text_input]
    if not text.startswith("tree"):
        assert given in (["A", "B"], ["a", "b"], ["the classifier"])
        return
    assert given == ["tree", "svm"][: len(given)]
    assert all(name in hero(shown).effect for name in given)
    if len(given) == 2:
        assert {"Only svm wrong", "Errors of svm"} & {item.label for item in shown.number_input}
        assert "Intervals of tree\u00a0−\u00a0svm" in words(shown)


@pytest.mark.parametrize(
    ("text", "is_asked"), [("48/200 vs 37/200", True), ("30 5\n3 2", False), ("1 of 9", False)]
)
def test_two_counts_are_asked_whether_they_are_of_the_same_instances(text, is_asked):
    app = visit("data", door="Counts")
    well(app.text_area(key="counts_text").set_value(text).run())
    assert ("Were both judged on the same instances" in words(app)) == is_asked


def test_counts_that_are_typed_wait_through_a_reload_and_the_example_does_not():
    visit("data", door="Counts")
    assert not cache.store().beside(WORKSPACE, "counts")
    for text, stands in (("tree: 7 of 50", "tree: 7 of 50"), (counts.EXAMPLE, counts.EXAMPLE)):
        app = visit("data", door="Counts")
        well(app.text_area(key="counts_text").set_value(text).run())
        again = visit("data", door="Counts")
        assert again.text_area(key="counts_text").value == stands and not again.warning
    assert not cache.store().beside(WORKSPACE, "counts")


def test_counts_that_are_none_are_refused():
    app = visit("data", door="Counts")
    well(app.text_area(key="counts_text").set_value("40 of 12").run())
    assert "40 errors are more than 12" in app.error[0].value


@pytest.mark.parametrize("door", [fold_scores, predictions])
def test_counts_brought_elsewhere_lead_to_their_tab_with_them(door):
    app = pasted(door, "learner,errors,n\nA,12,40\nB,20,60\n")
    assert "This looks like counts" in words(app)
    assert not any((button.key or "").startswith("accept_") for button in app.button)
    well(app.button(key=f"elsewhere_{door.DOOR}").click().run())
    assert "A** · 12 errors of 40" in words(app) and "B** · 20 errors of 60" in words(app)


def test_a_file_whose_counts_were_opened_is_not_called_unused():
    app = visit("data", door=fold_scores.TAB)
    counts = b"learner,errors,n\nA,12,40\nB,20,60\n"
    well(app.file_uploader(key="fold_scores_file").upload("errors.csv", counts).run())
    well(app.run())
    assert any("not used yet" in item.value for item in app.sidebar.caption)
    well(app.button(key="elsewhere_fold_scores").click().run())
    well(app.run())
    assert not any("not used yet" in item.value for item in app.sidebar.caption)


def test_a_link_opens_its_tab_and_a_return_the_one_that_was_left():
    app = visit("data", door="Counts")
    well(app.text_area(key="counts_text").set_value("7 of 55").run())
    app.switch_page("pages/methods.py").run()
    del app.query_params["door"]
    well(app.switch_page("pages/data.py").run())
    assert app.text_area(key="counts_text").value == "7 of 55"
    app.switch_page("pages/methods.py").run()
    app.query_params["door"] = "Data set"
    well(app.switch_page("pages/data.py").run())
    assert app.session_state["door"] == "Data set"


def test_what_was_run_here_is_imported_with_the_same_verdict():
    run = core.run_experiment(core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design("k_fold"))
    scores = uploads.upload_of([("fold_scores.csv", fold_scores_to_csv(run.fold_scores))])
    app = pasted(fold_scores, scores.files[0][1].decode())
    key = use(app, "scores")
    expected = as_read(*brief(core.compare(run.fold_scores, *run.learners)).texts)
    assert hero(visit("fold-errors", results=key)).texts == expected
    app = pasted(predictions, predictions_to_csv(run.predictions).decode())
    key = use(app, "predictions")
    assert hero(visit("fold-errors", results=key)).texts == expected


def test_the_same_scores_under_another_design_are_other_results():
    app = pasted(fold_scores, "A\tB\n0.1\t0.2\n0.3\t0.35\n0.2\t0.21\n0.1\t0.14\n")
    answer(app, "rows", "folds")
    answer(app, "measure", "error")
    first = use(app, "scores")
    well(app.button(key="change_fold_scores").click().run())
    answer(app, "design", "k_fold")
    second = use(app, "scores")
    assert first != second
    shown = {key: visit("fold-errors", results=key) for key in (first, second)}
    assert "No test is advised" in words(shown[first])
    assert "Corrected resampled t test" in words(shown[second])
    begins = {
        key: [link.proto.label for link in app.get("page_link") if link.proto.label.startswith("Every test")]
        for key, app in shown.items()
    }
    assert begins[first] == ["Every test side by side: why none is advised"]
    assert begins[second] == ["Every test side by side, formula, equivalence, stability"]


@pytest.mark.parametrize(
    ("door", "name", "kind"),
    [
        (fold_scores, "weka_experiment.csv", "scores"),
        (predictions, "predictions.csv", "predictions"),
    ],
)
def test_imported_results_outlive_the_server(door, name, kind):
    key = use(example(door, name), kind)
    before = words(visit("two-learners", results=key))
    cache.store().close()
    st.cache_resource.clear()
    assert words(visit("two-learners", results=key)) == before


def test_an_address_that_leads_nowhere_says_so():
    assert "no longer kept" in words(visit("fold-errors", results="0" * 64))


MIXED = "learner,fold,error\nA,1,0.2\nA,2,0.3\nA,3,0.4\nB,1,12\nB,2,15\nB,3,11\n"


def test_a_mixture_of_percent_and_proportions_is_refused_until_somebody_says_which():
    app = pasted(fold_scores, MIXED)
    assert "look like proportions" in app.error[0].value
    assert "scale=" not in app.error[0].value
    assert not any(button.key == "accept_scores" for button in app.button)
    answer(app, "scale", "percent")
    assert not app.error
    assert plain("The scores were taken for percent and divided by 100.") in words(app)
    answer(app, "scale", "proportion")
    assert plain("lies between 0 and 1, but some scores do not") in app.error[0].value
    answer(app, "scale", "percent")
    use(app, "scores")


@pytest.mark.parametrize(
    ("door", "table"),
    [
        (fold_scores, "learner,fold,error\nA,1,0.1\nA,2,0.2\nB,1,0.3\nB,2,0.4\n"),
        (predictions, "truth,A\nyes,yes\nno,no\nyes,no\nno,yes\n"),
    ],
)
def test_the_sheet_of_a_workbook_is_chosen(door, table):
    book = io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        pd.DataFrame({"About": ["what this is"]}).to_excel(writer, sheet_name="About", index=False)
        pd.read_csv(io.StringIO(table)).to_excel(writer, sheet_name="Results", index=False)
    app = visit("data", door=door.TAB)
    well(app.file_uploader(key=f"{door.DOOR}_file").upload("book.xlsx", book.getvalue()).run())
    answer(app, "sheet", "Results")
    assert not app.error
    if door is predictions:
        answer(app, "design", "hold_out")
    assert "**A**" in words(app) or "**A and B**" in words(app) or plain("of A and B") in words(app)


def workbook(learner):
    book = io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        for sheet, scores in {"Before": [0.3, 0.2], "After": [0.1, 0.2]}.items():
            frame = pd.DataFrame({"learner": learner, "fold": [1, 2], "value": scores})
            frame.to_excel(writer, sheet_name=sheet, index=False)
    return book.getvalue()


def answers(app):
    """What was answered, by question."""
    return [(box.key.split("_")[1], box.value) for box in app.selectbox if box.key.startswith("import_")]


def test_answers_about_a_chosen_sheet_stay_while_files_come_and_go():
    app = visit("data", door=fold_scores.TAB)
    well(app.file_uploader(key="fold_scores_file").upload("a.xlsx", workbook("A")).run())
    answer(app, "sheet", "After")
    answer(app, "measure", "accuracy")
    away_and_back(app, fold_scores.TAB)
    more = next(box for box in app.file_uploader if box.key.startswith("fold_scores_more"))
    well(more.upload("b.xlsx", workbook("B")).run())
    assert {("sheet", "After"), ("sheet", "Before"), ("measure", "accuracy")} <= set(answers(app))
    well(next(box for box in app.selectbox if box.value == "Before").set_value("After").run())
    answer(app, "measure", "auc")
    well(app.button(key="remove_fold_scores_0").click().run())
    assert {("sheet", "After"), ("measure", "auc")} <= set(answers(app))


def test_answers_about_a_chosen_encoding_stay_when_a_file_comes():
    table = "learner,fold,value\n{0},1,0.1\n{0},2,0.2\n"
    app = visit("data", door=fold_scores.TAB)
    first = table.format("şahin").encode("cp1254")
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", first).run())
    answer(app, "encoding", "cp1254")
    answer(app, "measure", "accuracy")
    away_and_back(app, fold_scores.TAB)
    more = next(box for box in app.file_uploader if box.key.startswith("fold_scores_more"))
    well(more.upload("b.csv", table.format("B").encode()).run())
    assert {("encoding", "cp1254"), ("measure", "accuracy")} <= set(answers(app))


def said(truth, learner, beside=""):
    """A file of predictions with an id, and what else stands in each row."""
    name, _, cell = beside.partition("=")
    head = ",".join(filter(None, ("id", name, truth, learner)))
    cells = ([f"{i}", *([f"{cell}{i // 3}"] if name else [])] for i in range(60))
    rows = (",".join([*own, "ny"[i % 2], "ny"[i % 3 % 2]]) for i, own in enumerate(cells))
    return "\n".join([head, *rows])


def folds_of(*learners):
    rows = (f"{who},{fold},0.{fold}{place}" for place, who in enumerate(learners) for fold in range(1, 6))
    return "\n".join(["learner,fold,value", *rows])


def without_the_first(app, door):
    away_and_back(app, door.TAB)
    return well(app.button(key=f"remove_{door.DOOR}_0").click().run())


@pytest.mark.parametrize(
    ("first", "second", "given"),
    [
        (said("truth", "tree"), said("y_true", "svm"), {}),
        (said("what", "tree"), said("truth", "svm"), {"role_truth": "what"}),
        (said("truth", "tree"), said("truth", "svm"), {"learners": ["tree"]}),
    ],
)
def test_an_answer_that_names_what_a_removed_file_held_goes_with_it(first, second, given):
    app = brought(predictions, a=first, b=second)
    for name, value in {**given, "design": "hold_out"}.items():
        answer(app, name, value)
    without_the_first(app, predictions)
    assert not app.error and app.button(key="accept_predictions")


def test_learners_that_a_removed_file_held_are_no_longer_those_that_are_kept():
    app = brought(fold_scores, a=folds_of("A", "B", "C"), b=folds_of("D", "E"))
    answer(app, "measure", "accuracy")
    answer(app, "design", "k_fold")
    answer(app, "learners", ["A", "B"])
    without_the_first(app, fold_scores)
    assert not app.error and plain("of D and E") in words(app)


def test_what_was_read_of_a_removed_file_is_no_answer_about_the_others():
    app = brought(predictions, a=said("truth", "tree"), b=said("truth", "svm", beside="patient=p"))
    assert role(app, "group") == ""
    without_the_first(app, predictions)
    assert role(app, "group") == "patient"


def test_what_was_answered_last_stays_when_a_file_goes():
    app = brought(fold_scores, a=folds_of("A"))
    answer(app, "measure", "accuracy")
    away_and_back(app, fold_scores.TAB)
    more = next(box for box in app.file_uploader if box.key.startswith("fold_scores_more"))
    well(more.upload("b.csv", folds_of("B").encode()).run())
    answer(app, "measure", "auc")
    well(app.button(key="remove_fold_scores_1").click().run())
    assert ("measure", "auc") in answers(app)


def test_other_answers_stay_where_one_is_about_a_learner_of_a_removed_file():
    files = {
        who: "\n".join(
            f"{row},{place or f'{who}_score'}" for place, row in enumerate(said("truth", who).splitlines())
        )
        for who in ("tree", "svm")
    }
    app = brought(predictions, **files)
    for name, value in {"design": "hold_out", "reversed_scores": ["tree"], "positive": "n"}.items():
        answer(app, name, value)
    without_the_first(app, predictions)
    told = words(app)
    assert not app.error and words(well(app.run())) == told


def test_columns_are_still_recognised_once_a_copy_of_predictions_is_removed():
    app = visit("data", door=predictions.TAB)
    files = [(name, UNFOLDED.encode(), "text/csv") for name in ("a.csv", "a (1).csv")]
    well(app.file_uploader(key="predictions_file").set_value(files).run())
    away_and_back(app, predictions.TAB)
    assert "holds the same predictions of tree as a" in words(app)
    assert ("role", "truth") in answers(app)
    well(app.button(key="remove_predictions_0").click().run())
    answer(app, "design", "hold_out")
    assert app.button(key="accept_predictions") and not app.error


def test_files_that_lack_instances_are_judged_on_those_they_share_if_somebody_wishes():
    rows = UNFOLDED.splitlines()
    first = [f"{k},{row.rpartition(',')[0]}" for k, row in enumerate(rows[1:])]
    second = [f"{k},{row.split(',')[0]},{row.split(',')[2]}" for k, row in enumerate(rows[1:]) if k % 50]
    files = {"tree": ["id,truth,tree", *first], "svm": ["id,truth,svm", *second]}
    app = brought(predictions, **{name: "\n".join(lines) for name, lines in files.items()})
    assert plain("lacks 4 instances of tree.csv (0, 50, 100, 150).") in words(app)
    assert plain("What is missing may not be missing by chance.") in words(app)
    assert not box_is_open(app)
    button = "Judge the 196 instances that all files have"
    well(next(item for item in app.button if item.label == button).click().run())
    wish = next(item for item in app.toggle if item.key.startswith("import_shared_only"))
    well(wish.set_value(False).run())
    well(next(item for item in app.button if item.label == button).click().run())
    answer(app, "design", "hold_out")
    left_out = "196 instances that all files have: 4 of tree.csv (0, 50, 100, 150) were left out."
    assert plain(left_out) in words(app)
    key = use(app, "predictions")
    for page in ("fold-errors", "one-learner", "two-learners", "measures", "report"):
        assert plain(left_out) in words(visit(page, results=key))


def test_a_truth_in_two_spellings_is_taken_as_one_if_somebody_wishes():
    rows = [
        f"{k},{('no', 'Yes', 'yes')[k % 2 * (1 + (k % 5 == 0))]},{('no', 'Yes')[k % 3 % 2]}"
        for k in range(40)
    ]
    app = pasted(predictions, "\n".join(["id,truth,tree", *rows]))
    assert plain("holds 'yes'") in words(app) and not box_is_open(app)
    button = plain("Take 'yes' as 'Yes'")
    well(next(item for item in app.button if item.label == button).click().run())
    assert plain("taken as one were 'yes' for 'Yes'") in words(answer(app, "design", "hold_out"))
    wish = next(item for item in app.toggle if item.key.startswith("import_one_spelling"))
    well(wish.set_value(False).run())
    assert button in [item.label for item in app.button]


def test_classes_of_a_data_set_in_two_spellings_are_taken_as_one_if_somebody_wishes():
    rows = [f"{k % 7},{k % 3},{('no', 'Yes', 'yes')[k % 2 * (1 + (k % 5 == 0))]}" for k in range(40)]
    app = visit("data", door="Data set")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value("\n".join(["a,b,sick", *rows])).run())
    take, leave = plain("Take 'yes' as 'Yes'"), "Leave these spellings apart"
    for label in (take, leave, take):
        assert {item.label for item in app.button} & {take, leave} == {label}
        well(next(item for item in app.button if item.label == label).click().run())
    app = visit("data", door="Data set")  # after a reload
    positive = next(item for item in app.selectbox if item.label == "Positive class")
    assert set(positive.options) == {"no", "Yes"} and positive.value == "Yes"
    assert plain(
        "The target writes a class in several ways; as asked, taken as one were 'yes' for 'Yes'."
    ) in words(app)
    well(app.button(key="accept").click().run())
    assert "2 classes, positive: Yes" in words(app)


def test_where_spellings_taken_as_one_are_refused_there_is_a_way_back():
    rows = [
        f"{k},{('no', 'yes', 'Yes')[k % 2 * (1 + (k % 5 == 0))]},{('no', 'yes')[k % 3 % 2]},0.3,0.5,0.2"
        for k in range(40)
    ]
    head = "id,truth,tree,tree_proba_Yes,tree_proba_no,tree_proba_yes"
    app = pasted(predictions, "\n".join([head, *rows]))
    button = plain("Take 'Yes' as 'yes'")
    well(next(item for item in app.button if item.label == button).click().run())
    assert plain("scores for 'Yes' and for 'yes'") in words(app)
    wish = next(item for item in app.toggle if item.key.startswith("import_one_spelling"))
    well(wish.set_value(False).run())
    assert button in [item.label for item in app.button]


def test_several_files_are_asked_about_as_several():
    app = visit("data", door=predictions.TAB)
    other = UNFOLDED.replace("tree", "bayes").replace("svm", "knn")
    files = [("a.csv", UNFOLDED.encode(), "text/csv"), ("b.csv", other.encode(), "text/csv")]
    well(app.file_uploader(key="predictions_file").set_value(files).run())
    assert "The files do not say how their rows were predicted" in words(app)
    assert not app.error


def test_the_same_file_brought_twice_is_refused_with_its_sheets():
    app = visit("data", door=fold_scores.TAB)
    well(app.file_uploader(key="fold_scores_file").upload("a.xlsx", workbook("A")).run())
    away_and_back(app, fold_scores.TAB)
    more = next(box for box in app.file_uploader if box.key.startswith("fold_scores_more"))
    well(more.upload("a.xlsx", workbook("A")).run())
    assert "was brought twice" in words(app)


@pytest.mark.parametrize(
    ("door", "table"),
    [
        (fold_scores, "learner,fold,error\nşahin,1,0.1\nşahin,2,0.2\nB,1,0.3\nB,2,0.4\n"),
        (predictions, "truth,şahin\nyes,yes\nno,no\nyes,no\nno,yes\n"),
    ],
)
def test_the_encoding_of_a_text_is_chosen_where_nothing_tells(door, table):
    app = visit("data", door=door.TAB)
    well(app.file_uploader(key=f"{door.DOOR}_file").upload("t.csv", table.encode("cp1254")).run())
    assert "şahin" not in words(app)
    answer(app, "encoding", "cp1254")
    if door is predictions:
        answer(app, "design", "hold_out")
    assert not app.error
    assert "şahin" in words(app)


def test_predictions_of_groups_on_one_hold_out_lead_to_pages_that_can_judge_them():
    rows = "".join(f"g{i // 3},{'ab'[i % 2]},{'ab'[i % 2 ^ (i % 5 == 0)]},b\n" for i in range(30))
    app = pasted(predictions, f"patient,truth,tree,svm\n{rows}")
    answer(app, "design", "hold_out")
    key = use(app, "predictions")
    one = visit("one-learner", results=key)
    assert plain("Instances come in groups, so they are not independent.") in words(one)
    assert "needs several" not in one.info[0].value
    assert next(link.proto.label for link in one.get("page_link")) == "See the predictions"
    captions = [item.value for item in visit("fold-errors", results=key).caption]
    assert "One hold-out of 30 instances." in captions
    assert not any("Folds of one data set" in said for said in captions)
    (single,) = [said for said in captions if said.startswith("One score for each")]
    assert single.endswith("predictions of single instances tell: see Two learners.")


def test_what_groups_are_for_is_said_above_the_button_that_uses_the_data():
    app = visit("data")
    rows = "".join(f"p{i // 2},{i},{'ab'[i % 2]}\n" for i in range(40))
    well(app.file_uploader(key="dataset_file").upload("t.csv", f"patient,x,class\n{rows}".encode()).run())
    told = [
        getattr(one, "key", None) == "accept" or "belong together" in str(getattr(one, "value", ""))
        for one in app.main
    ]
    note, button = (one for one, found in zip(app.main, told, strict=True) if found)
    assert (note.type, button.type) == ("caption", "button")


def test_why_a_column_is_left_out_is_said_once_and_stays_with_the_data_in_use():
    app = visit("data", door="Data set")
    rows = "".join(f"C{k},{k % 5},{k % 7},{'ny'[k % 2]}\n" for k in range(40))
    well(
        app.file_uploader(key="dataset_file").upload("t.csv", f"customer_id,a,b,class\n{rows}".encode()).run()
    )
    why = plain("Column 'customer_id' was left out: it looks like an identifier")
    assert words(app).count("it looks like an identifier") == words(app).count(why) == 1
    well(app.button(key="accept").click().run())
    assert words(app).count(why) == 1


def test_another_column_than_the_class_that_has_one_value_is_trained_on_only_if_it_is_chosen():
    app = visit("data", door="Data set")
    rows = "".join(f"{k % 5},{k % 3},yes\n" for k in range(30))
    well(app.file_uploader(key="dataset_file").upload("t.csv", f"a,b,class\n{rows}".encode()).run())
    assert plain("'class' cannot be predicted: it holds nothing but 'yes'.") in app.warning[0].value
    assert plain("'class' is left out: it holds nothing but 'yes'.") in words(app)
    assert not any(button.key == "accept" for button in app.button)
    target = next(box for box in app.selectbox if box.label == "To be predicted")
    assert target.value is None
    well(target.set_value("b").run())
    assert not app.warning
    assert any(button.key == "accept" for button in app.button)


def test_the_encoding_of_a_data_set_is_chosen_where_nothing_tells():
    rows = "".join(f"{k % 5},{'çğ'[k % 2]}\n" for k in range(12))
    app = visit("data", door="Data set")
    app.file_uploader(key="dataset_file").upload("t.csv", f"x,y\n{rows}".encode("cp1254")).run()
    positive = next(item for item in well(app).selectbox if item.key.startswith("import_positive"))
    assert set(positive.options) == {"ç", "ð"}
    assert plain("Check letters with accents.") in words(app)
    answer(app, "encoding", "cp1254")
    positive = next(item for item in app.selectbox if item.key.startswith("import_positive"))
    assert set(positive.options) == {"ç", "ğ"}


def away_and_back(app, tab):
    """Another tab, another page, and this tab again by a link."""
    app.session_state["door"] = "Counts"
    well(app.run())
    app.switch_page("pages/methods.py").run()
    app.query_params["door"] = tab
    return well(app.switch_page("pages/data.py").run())


@pytest.mark.parametrize("door", ["dataset", "predictions"])
def test_an_upload_waits_until_it_is_accepted_or_removed(door):
    tab = findings.TABS[door]
    app = visit("data", door=tab)
    well(app.file_uploader(key=f"{door}_file").upload("patients.csv", UNFOLDED.encode()).run())
    if door == "dataset":
        well(next(box for box in app.selectbox if box.label == "To be predicted").set_value("tree").run())
        well(app.toggle(key="aside").set_value(True).run())
    else:
        answer(app, "design", "hold_out")
    away_and_back(app, tab)
    assert f"{plain('patients.csv')}, brought here" in words(app)
    assert f"{door}_file" not in [item.key for item in app.file_uploader]
    assert sum("not used yet" in item.value for item in app.sidebar.caption) == 1
    if door == "dataset":
        assert next(box for box in app.selectbox if box.label == "To be predicted").value == "tree"
        assert app.toggle(key="aside").value
        accept = "accept"
    else:
        accept = "accept_predictions"
    well(app.button(key=accept).click().run())
    assert not any("not used yet" in item.value for item in app.sidebar.caption)
    well(app.button(key=f"change_{door}").click().run())
    well(app.button(key=f"remove_{door}").click().run())
    app.file_uploader(key=f"{door}_file").upload("patients.csv", UNFOLDED.encode()).run()
    if door == "dataset":
        assert not app.toggle(key="aside").value
    away_and_back(app, tab)
    well(app.button(key=f"remove_{door}").click().run())
    assert app.file_uploader and not any(button.key == accept for button in app.button)


def test_values_on_no_scale_are_refused_and_asked_for_none():
    app = pasted(fold_scores, "learner,fold,error\nA,1,-7\nA,2,0.3\nB,1,3\nB,2,0.1\n")
    assert "neither proportions nor percent" in app.error[0].value
    assert not any("percent?" in item.label for item in (*app.segmented_control, *app.radio, *app.selectbox))
    assert not any(button.key == "accept_scores" for button in app.button)


RMSE = "dataset,Linear,Forest,SVR\n" + "".join(
    f"set{row},{0.01 * 4**row},{0.011 * 4**row},{0.012 * 4**row}\n" for row in range(1, 12)
)


def test_scores_that_are_no_rates_are_no_fault_while_nobody_says_what_they_measure():
    app = pasted(fold_scores, RMSE)
    assert not app.error
    assert plain("Values from 0.04 to 50,332 are no proportions and no percentages.") in words(app)
    assert "Say which measure this is" in words(app)
    assert "proportions, or percent?" not in str([box.label for box in app.selectbox])  # they are neither
    answer(app, "measure", "error")
    assert plain("(data rows 7, 8, 9, 10 and 11 of Linear;") in app.error[0].value
    answer(app, "measure", "rmse")
    assert not app.error
    use(app, "scores")


def test_scores_that_are_missing_are_not_counted_and_named():
    lines = RMSE.splitlines()
    lines[3] = lines[3].rpartition(",")[0] + ","
    lines[6] = "set6,," + lines[6].partition(",")[2].partition(",")[2]
    app = answer(pasted(fold_scores, "\n".join(lines)), "measure", "rmse")
    assert f"**31 scores** of {plain('Linear, Forest and SVR')}" in words(app)
    assert plain("2 scores are missing: SVR on set3 and Linear on set6.") in words(app)


def test_among_too_many_learners_some_are_chosen():
    rows = "".join(f"m{who},{fold},0.{fold}{who % 9}\n" for who in range(250) for fold in (1, 2, 3))
    app = pasted(fold_scores, "learner,fold,error\n" + rows)
    assert "at most 200 are compared" in app.info[0].value
    assert "roles=" not in app.info[0].value
    answer(app, "learners", ["m3", "m7"])
    assert not app.error
    use(app, "scores")


@pytest.mark.parametrize("kept", [("A", "B"), ("C", "D")], ids="".join)
@pytest.mark.parametrize("layout", ["long", "wide"])
def test_only_learners_of_one_file_are_kept(layout, kept):
    texts = [folds_of("A", "B"), folds_of("C", "D")]
    if layout == "wide":
        texts = [f"fold,{','.join(names)}\n1,.1,.3\n2,.2,.4\n3,.2,.1\n" for names in ("AB", "CD")]
    app = brought(fold_scores, a=texts[0], b=texts[1])
    answer(app, "learners", list(kept))
    assert not app.error
    answer(app, "measure", "error")
    assert f"of {' and '.join(kept)}" in words(app)
    use(app, "scores")


def test_columns_of_learners_are_named_where_one_holds_no_scores():
    app = pasted(fold_scores, "A\tB\tremark\n0.1\t0.2\tok\n0.3\t0.25\tok\n0.2\t0.1\tlate\n")
    answer(app, "layout", "wide")
    assert "holds neither scores nor names" in app.info[0].value
    answer(app, "learners", ["A", "B"])
    assert not app.error
    answer(app, "rows", "folds")
    answer(app, "measure", "error")
    use(app, "scores")


def test_a_column_that_names_the_measure_of_learners_side_by_side_can_be_told():
    app = pasted(fold_scores, "fold,what,tree,svm\n1,accuracy,.9,.91\n2,accuracy,.8,.85\n3,accuracy,.88,.9\n")
    answer(app, "layout", "wide")
    assert "holds neither scores nor names" in app.info[0].value
    answer(app, "role_measure", "what")
    assert not app.error
    use(app, "scores")


def test_means_with_their_spread_are_refused_in_one_box():
    app = pasted(fold_scores, "name,tree,svm\niris,95.3±4.2,96.0±4.0\nwine,97.2±3.1,98.1±2.9\n")
    assert "is a mean with its spread" in app.error[0].value
    assert not any("no known layout" in item.value for item in app.info)


def test_learners_beside_a_measure_are_chosen():
    app = pasted(fold_scores, "fold,tree,svm,accuracy\n1,.9,.91,.89\n2,.8,.85,.86\n3,.88,.9,.91\n")
    assert "may be learners" in app.error[0].value
    answer(app, "layout", "wide")
    assert "Choose" not in app.error[0].value
    assert app.error[0].value.endswith(plain("Say which columns are the learners."))
    answer(app, "learners", ["tree", "svm"])
    assert not app.error
    answer(app, "measure", "accuracy")
    use(app, "scores")


def test_a_learner_with_labels_that_the_truth_never_is_can_be_made_one():
    said = ("yes", "no", "maybe", "unsure")
    rows = "".join(f"{said[i % 2]},{said[i % 3 % 2]},{said[i % 4]}\n" for i in range(24))
    app = pasted(predictions, "truth,tree,vague\n" + rows)
    answer(app, "design", "hold_out")
    assert "Not taken for learners" in words(app)
    assert "roles=" not in words(app)
    answer(app, "more_learners", ["vague"])
    assert plain("which the truth never is: counted as errors") in words(app)
    answer(app, "learners", ["vague"])
    assert "**vague**" in words(app)
    use(app, "predictions")


def test_a_data_set_without_attributes_can_be_mended_on_the_page():
    rows = "".join(f"A,n{k},{'uv'[k % 2]}\n" for k in range(12))
    app = visit("data", door="Data set")
    app.file_uploader(key="dataset_file").upload("names.csv", f"site,name,k\n{rows}".encode()).run()
    assert "no attribute is left" in well(app).error[0].value
    left_out = next(item for item in app.multiselect if item.key.startswith("import_left_out"))
    left_out.set_value(["site"]).run()
    assert not well(app).error
    assert any(button.key == "accept" for button in app.button)


def test_the_doors_of_start_open_their_tabs():
    app = visit("start")
    links = {item.proto.label: item.proto.query_string for item in app.get("page_link")}
    assert links["Bring results"] == "door=Fold+results"
    assert links["Load data"] == "door=Data+set"


def test_what_a_score_was_taken_for_is_told_and_asked_where_it_is_not_plausible():
    app = example(fold_scores, "cv_results.csv")
    answer(app, "rows", "folds")
    assert "it was taken for accuracy" in words(app)
    lines = ["param_alpha,split0_test_score,split1_test_score,split2_test_score"]
    app = pasted(fold_scores, "\n".join([*lines, "1,-2997,-3364,-4926", "2,-2590,-2820,-3429"]))
    assert "no accuracies and no R²" in words(app)
    assert "Say which measure this is" in words(app)
    answer(app, "measure", "mse")
    assert plain("The sign was turned back: mean squared error") in words(app)


def test_measures_are_offered_by_their_titles():
    app = pasted(fold_scores, "A\tB\n0,1\t0,2\n0,3\t0,25\n0,2\t0,1\n0,1\t0,1\n")
    offered = next(item for item in app.selectbox if (item.key or "").startswith("import_measure_")).options
    assert "balanced accuracy" in offered
    assert not any("_" in name for name in offered)


def test_percent_signs_are_read_and_said():
    app = pasted(fold_scores, "learner,fold,accuracy\nA,1,12.3%\nA,2,13.3%\nB,1,14%\nB,2,11%\n")
    assert not app.error
    assert plain("The cells of 'accuracy' end in %; they were divided by 100.") in words(app)


def test_cells_that_count_errors_are_read_and_shown_as_they_are_written():
    app = pasted(fold_scores, "fold\tA\tB\n1\t3/20\t5/20\n2\t4/20\t4/20\n3\t2/20\t6/20\n")
    assert plain("Cells like 3/20 were read as 3 errors of 20.") in words(app)
    assert "3 rows × 3 columns" in words(app)
    assert "All 3 columns" in [box.label for box in app.expander]
    assert list(first_rows(app)) == ["fold", "A", "B"]
    use(app, "scores")


def test_all_columns_have_the_width_of_the_page():
    app = pasted(fold_scores, "fold\tA\tB\n1\t3/20\t5/20\n2\t4/20\t4/20\n3\t2/20\t6/20\n")
    assert "All 3 columns" not in [box.label for half in app.columns for box in half.expander]


def test_two_data_sets_are_too_little_for_the_advised_test():
    rows = "".join(f"{name},{k},{k}/50,{k + 2}/50\n" for name in ("iris", "wine") for k in (1, 2, 3))
    app = pasted(fold_scores, f"dataset,fold,A,B\n{rows}")
    said = next(item.value for item in app.caption if plain("Wilcoxon signed-rank") in item.value)
    assert said.startswith(":material/warning:")
    assert "Too little evidence for a verdict" in said


def test_counts_that_cannot_be_are_refused_beside_their_table():
    app = pasted(fold_scores, "fold,A,B\n1,23/20,5/20\n2,4/20,4/20\n3,2/20,6/20\n")
    assert "23 errors of 20 instances cannot be" in app.error[0].value
    assert first_rows(app)["A"].tolist() == ["23/20", "4/20", "2/20"]
    assert not app.info
    layout = next(item for item in app.selectbox if item.label == "Layout")
    well(layout.set_value("wide").run())
    assert "23 errors of 20 instances cannot be" in app.error[0].value
    assert any(item.label == "Which column is what" for item in app.expander)


@pytest.mark.parametrize(
    ("asked", "measure"),
    [
        ("area under the ROC curve", "auc"),
        ("sensitivity", "recall"),
        ("true negative rate", "specificity"),
        ("cross-entropy", "log_loss"),
        ("MCC", "mcc"),
        ("RMSE", "rmse"),
        ("R squared", "r2"),
    ],
)
def test_a_measure_is_found_by_the_words_that_people_have_for_it(asked, measure):
    app = pasted(fold_scores, "fold,A,B\n1,0.8,0.7\n2,0.9,0.6\n3,0.7,0.8\n")
    picker = next(item for item in app.selectbox if item.label == "What do the scores measure?")
    found = [option for option in picker.options if asked in option]
    assert found[0].startswith(f"{core.MEASURES[measure].title}: ")


def test_what_was_read_stands_above_what_is_asked_and_roles_in_their_order():
    app = pasted(fold_scores, "A,B\n10%,12%\n11%,12%\n14%,15%\n")
    order = [item.value if item.type == "caption" else item.label for item in app.main if item.type in SHOWN]
    (note,) = [place for place, text in enumerate(order) if "end in" in text]
    assert note < order.index("What do the scores measure?")
    roles = [text for text in order if text in fold_scores.WIDE_ROLES.values()]
    assert roles == list(fold_scores.WIDE_ROLES.values())


def test_a_summary_is_refused_with_what_to_send_instead():
    app = pasted(fold_scores, "model,mean_acc,std\ntree,0.853,0.021\nsvm,0.871,0.018\n")
    assert "not scores of folds" in app.error[0].value
    assert not any(button.key == "accept_scores" for button in app.button)


def test_the_sheet_with_the_table_is_proposed():
    book = io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        pd.DataFrame({"About": ["Results of May", "by me"]}).to_excel(
            writer, sheet_name="Read me", index=False
        )
        scores = {"learner": list("AABB"), "fold": [1, 2, 1, 2], "error": [0.1, 0.2, 0.3, 0.2]}
        pd.DataFrame(scores).to_excel(writer, sheet_name="Results", index=False)
    app = visit("data", door=fold_scores.TAB)
    well(app.file_uploader(key="fold_scores_file").upload("book.xlsx", book.getvalue()).run())
    assert next(item for item in app.selectbox if item.key.startswith("import_sheet")).value == "Results"
    assert plain("of A and B") in words(app)


@pytest.mark.parametrize(
    ("table", "tab"),
    [
        (
            "learner,fold,error\n" + "".join(f"{who},{k},0.{k}\n" for who in "AB" for k in range(1, 6)),
            "Fold results",
        ),
        ("fold,tree,svm\n" + "".join(f"{k},0.{k},0.2\n" for k in range(1, 6)), "Fold results"),
        ("id,y_true,tree_pred\n" + "".join(f"{k},{'ab'[k % 2]},a\n" for k in range(12)), "Predictions"),
    ],
)
def test_results_among_data_sets_are_led_to_their_door(table, tab):
    app = visit("data", door="Data set")
    well(app.file_uploader(key="dataset_file").upload("t.csv", table.encode()).run())
    assert f"looks like {tab.lower()}" in words(app)
    well(next(item for item in app.button if item.key == "elsewhere_dataset").click().run())
    assert app.session_state["door"] == tab
    assert f"{plain('t.csv')}, brought here" in words(app) and "rows × 3 columns" in words(app)


CLIENTS = "income,age,region,rating\n" + "".join(
    f"{k * 1.7:.1f},{30 + k},{('east', 'west', 'north')[k % 3]},{('good', 'fair')[k % 2]}\n"
    for k in range(24)
)


@pytest.mark.parametrize("door", [fold_scores, predictions])
@pytest.mark.parametrize("sample", [False, True])
def test_a_data_set_among_results_is_led_to_its_door(door, sample):
    app = visit("data", door="Data set")
    if sample:  # which is in use; what was brought is looked at all the same
        well(app.segmented_control(key="dataset_way").set_value("Sample data").run())
        well(app.button(key="accept").click().run())
    open_tab(app, door)
    well(app.file_uploader(key=f"{door.DOOR}_file").upload("t.csv", CLIENTS.encode()).run())
    assert "This looks like a data set." in words(app)
    well(app.button(key=f"elsewhere_{door.DOOR}").click().run())
    assert app.session_state["door"] == "Data set"
    assert f"{plain('t.csv')}, brought here" in words(app) and "24 rows × 4 columns" in words(app)


def test_a_data_set_whose_numbers_can_be_read_as_markers_is_led_to_its_door_all_the_same():
    table = CLIENTS.replace("rating", "class")
    app = pasted(predictions, table)
    led, button = places(app, "elsewhere_predictions", "import_design")
    assert "This looks like a data set." in words(app) and led < button
    answer(app, "design", "hold_out")
    led, button = places(app, "elsewhere_predictions", "accept_predictions")
    assert led < button
    well(app.button(key="elsewhere_predictions").click().run())
    assert app.session_state["door"] == "Data set" and "24 rows × 4 columns" in words(app)


def test_two_tables_that_are_put_together_are_led_to_no_door_that_takes_one():
    app = visit("data", door=predictions.TAB)
    files = [(name, CLIENTS.encode(), "text/csv") for name in ("a.csv", "b.csv")]
    well(app.file_uploader(key="predictions_file").set_value(files).run())
    assert app.error and "looks like" not in words(app)


def called(app):
    """The box of the name of pasted data."""
    return next(box for box in app.text_input if box.label == "Name of these data")


def test_a_pasted_table_is_a_data_set_like_a_file_and_waits_through_a_reload():
    app = visit("data", door="Data set")
    way = app.segmented_control(key="dataset_way")
    assert way.options == ["Your file", "Pasted", "Sample data", "From OpenML"]
    well(way.set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value(CLIENTS.replace(",", "\t")).run())
    assert "**pasted text** · 24 rows × 4 columns" in words(app)
    target = next(box for box in app.selectbox if box.label == "To be predicted")
    well(target.set_value("region").run())
    assert called(app).value == "data"
    well(called(app).set_value("  Clients  of May ").run())
    app = visit("data", door="Data set")
    assert "**pasted text** · 24 rows × 4 columns" in words(app)
    assert next(box for box in app.selectbox if box.label == "To be predicted").value == "region"
    assert called(app).value == "  Clients  of May "
    well(app.button(key="accept").click().run())
    assert "24 instances" in words(app) and "to be predicted: region" in words(app)
    assert "**Clients of May**" in words(app) and "**pasted text**" not in words(app)
    well(app.button(key="change_dataset").click().run())
    assert app.text_area(key="dataset_text").value.startswith("income\tage")


@pytest.mark.parametrize(
    ("door", "kind", "text"),
    [
        (fold_scores, "scores", "fold,tree,svm\n1,0.81,0.71\n2,0.82,0.74\n3,0.83,0.72\n4,0.88,0.75\n"),
        (predictions, "predictions", "truth,tree,svm\na,a,b\nb,b,b\na,a,a\nb,a,b\n"),
    ],
)
def test_pasted_results_are_called_as_the_visitor_says(door, kind, text):
    app = pasted(door, text)
    for name, value in [("measure", "accuracy")] if kind == "scores" else [("design", "hold_out")]:
        answer(app, name, value)
    name = next(box for box in app.text_input if box.label == "Name of these results")
    assert name.value == "pasted text"
    well(name.set_value("  First  try ").run())
    use(app, kind)
    assert "**First try" in words(app) and "**pasted text" not in words(app)


def test_pasted_data_have_names_of_their_own_since_lists_know_one_of_each_name():
    app = visit("data", door="Data set")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    for name, more in (("data", 0), ("data 2", 1), ("data 3", 2)):
        well(app.text_area(key="dataset_text").set_value(CLIENTS.replace("income", f"income{more}")).run())
        assert called(app).value == name
        well(app.button(key="accept").click().run())
        well(app.button(key="change_dataset").click().run())
        assert f"In use: **{name}**" in words(app) and called(app).value == name


@pytest.mark.parametrize(
    ("text", "said"),
    [("hello", plain("pasted text: has")), (TEN_FOLDS, "This looks like fold results.")],
)
def test_what_is_pasted_and_is_no_data_set_is_refused_or_led_on(text, said):
    app = visit("data", door="Data set")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value(text).run())
    assert said in words(app)


OF_OTHER_DOORS = {
    fold_scores: (
        predictions,
        "id,y_true,tree_pred\n" + "".join(f"{k},{'ab'[k % 2]},a\n" for k in range(12)),
    ),
    predictions: (fold_scores, "fold,tree,svm\n" + "".join(f"{k},0.{k},0.2\n" for k in range(1, 6))),
}


@pytest.mark.parametrize("door", OF_OTHER_DOORS)
def test_a_file_goes_with_the_visitor_to_the_door_it_belongs_to(door):
    other, table = OF_OTHER_DOORS[door]
    app = pasted(other, "x\n")  # what is looked at there does not hide it
    open_tab(app, door)
    well(app.file_uploader(key=f"{door.DOOR}_file").upload("t.csv", table.encode()).run())
    well(app.button(key=f"elsewhere_{door.DOOR}").click().run())
    assert f"{plain('t.csv')}, brought here" in words(app) and "rows × 3 columns" in words(app)
    open_tab(app, door)
    assert app.file_uploader(key=f"{door.DOOR}_file") and f"{plain('t.csv')}, brought here" not in words(app)


def test_pasted_predictions_are_read_where_they_belong_while_others_are_in_use():
    app = example(predictions, "orange_predictions.csv")
    use(app, "predictions")
    open_tab(app, fold_scores)
    well(app.segmented_control(key="fold_scores_way").set_value("Pasted").run())
    well(app.text_area(key="fold_scores_text").set_value(OF_OTHER_DOORS[fold_scores][1]).run())
    well(app.button(key="elsewhere_fold_scores").click().run())
    assert "pasted text, brought here" in words(app) and "12 rows × 3 columns" in words(app)


def test_sizes_of_validation_sets_that_are_told_are_not_asked_for():
    app = example(fold_scores, "errors_of_n.csv")
    assert [box.label for box in app.number_input] == ["Training size"]
    assert app.number_input[0].proto.data_type == app.number_input[0].proto.FLOAT, "or 1e3 would be 1"
    assert well(app.number_input[0].set_value(512).run()).button(key="accept_scores")


def test_three_learners_get_the_tests_of_their_pairs_and_none_with_one_that_lacks_a_fold():
    rows = [f"{who},{k},0.{k}{ord(who) % 7}" for who in "ABC" for k in range(1, 6)]
    whole = pasted(fold_scores, "\n".join(["learner,fold,error", *rows]))
    answer(whole, "design", "k_fold")
    assert "Corrected resampled t test" in words(whole)
    assert "of each pair" in words(whole)
    assert "ANOVA" not in words(whole)
    short = pasted(fold_scores, "\n".join(["learner,fold,error", *rows[:-1]]))
    reason = f":material/block: {plain('A − C and B − C: C has no score on fold 5. Paired tests need')}"
    unknown = plain("No test is advised. The sizes of training and validation sets are unknown")
    assert unknown in words(short) and reason in words(short)
    many = words(visit("many-learners", results=use(short, "scores")))
    assert unknown[1:] in many and plain("Open mark: C (4 of 5) has scores of fewer folds") in many
    short = pasted(fold_scores, "\n".join(["learner,fold,error", *rows[:-1]]))
    answer(short, "design", "k_fold")
    assert "Corrected resampled t test" in words(short)
    assert "What follows for the tests** of the pairs" in words(short)
    assert [item.value.startswith(reason) for item in short.caption if "block" in item.value] == [True]
    pair = pasted(fold_scores, "\n".join(["learner,fold,error", *rows[5:-1]]))
    answer(pair, "design", "k_fold")
    assert "Corrected resampled t test" not in words(pair)
    assert plain("B − C: C has no score on fold 5") in words(pair)


def first_rows(app):
    """The cells of the preview, as they are printed."""
    found = app.dataframe[0]
    told = found.proto.arrow_data.styler.display_values
    return (convert_arrow_bytes_to_pandas_df(told) if told else found.value).astype(str)


@pytest.mark.parametrize("rows", [8, 400])
def test_a_preview_shows_cells_as_they_are_written(rows):
    cells = [f"{i},{'ny'[i % 2]},{'ny'[i % 2]},{who},0.{i % 9}0" for i in range(rows) for who in "ab"]
    app = pasted(predictions, "\n".join([".row,truth,.pred_class,wflow_id,.pred_y", *cells]))
    answer(app, "design", "hold_out")
    assert "0.10" in first_rows(app).to_numpy()
    scores = [f"{k + 1},0.{k % 5 + 1}0,{k % 9 + 1}.50%" for k in range(rows)]
    app = pasted(fold_scores, "\n".join(["fold,tree,svm", *scores]))
    assert {"0.10", "1.50%"} <= set(first_rows(app).to_numpy().ravel())
    answer(app, "measure", "accuracy")
    assert {"0.10", "1.50%"} <= set(first_rows(app).to_numpy().ravel())


def test_of_many_decimals_a_preview_shows_the_first_since_long_cells_lose_their_beginning():
    rows = "".join(f"{k};0,888888888888889;-0.00012345678;12345678\n" for k in range(1, 6))
    app = pasted(fold_scores, f"fold;tree;svm;seed\n{rows}")
    assert first_rows(app).iloc[0].tolist() == ["1", "0,8889", "-0.0001235", "12345678"]


def test_numbers_stand_on_the_right_as_they_are_written():
    rows = "".join(f"{who};{k};0,{k}0;{'x' if k % 2 else 12}\n" for who in "AB" for k in range(1, 6))
    app = pasted(fold_scores, f"learner;fold;score;note\n{rows}")
    columns = json.loads(app.dataframe[0].proto.columns)
    assert {name for name, column in columns.items() if column.get("alignment") == "right"} == {
        "fold",
        "score",
    }


def places(app, *names):
    """Where the first elements of these kinds stand, or whose keys begin so, among all."""
    found = [(item.type, str(getattr(item, "key", ""))) for item in app.main]
    return [
        next(place for place, (kind, key) in enumerate(found) if kind == name or key.startswith(name))
        for name in names
    ]


def test_what_is_open_and_the_button_stand_above_the_questions_and_the_rows():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    told, rows, preview = places(app, "info", "import_rows", "dataframe")
    assert told < rows < preview
    answer(app, "measure", "error")
    button, rows, preview = places(app, "accept_scores", "import_rows", "dataframe")
    assert button < rows < preview
    app = pasted(predictions, UNFOLDED)
    answer(app, "design", "hold_out")
    button, design, preview = places(app, "accept_predictions", "import_design", "dataframe")
    assert button < design < preview


REPEATED = "Repeat;Fold;Model;RMSE\n" + "".join(
    f"{r};{k};{model};3,{place}{(7 * r + k) % 10}\n"
    for r in range(1, 6)
    for k in range(1, 11)
    for place, model in enumerate("ab")
)


def design_of(app):
    return next(item for item in app.selectbox if (item.key or "").startswith("import_design_"))


def repeats_of(app):
    return next(box.value for box in app.selectbox if box.label == "How often was the whole set cut anew?")


def test_repeated_folds_are_proposed_beside_the_button_and_judged_once_they_are_used():
    app = pasted(fold_scores, REPEATED)
    button, told, design, rows = places(app, "accept_scores", "info", "import_design", "import_rows")
    assert button < told < design < rows
    assert "Repeated K-fold cross-validation is proposed" in app.info[0].value
    assert plain("5 × 10 folds were taken for: Repeated K-fold") in words(app)
    answer(app, "design", "random_resampling")
    assert not app.info
    answer(app, "design", "repeated_k_fold")
    assert not app.info
    use(app, "scores")
    well(app.switch_page("pages/fold-errors.py").run())
    assert plain("Folds of one data set: 5 × 10-fold cross-validation.") in words(app)
    assert hero(app).words


def test_the_design_is_asked_beside_the_button_where_nothing_tells_it():
    content = json.dumps({name: {"test_accuracy": [0.7 + k % 7 / 50 for k in range(30)]} for name in "ab"})
    app = pasted(fold_scores, content)
    button, told, design, rows = places(app, "accept_scores", "info", "import_design", "import_rows")
    assert button < told < design < rows
    assert "which design the folds come from, and without it no test is advised: please answer" in words(app)
    answer(app, "replicates", 3)
    assert design_of(app).value == "repeated_k_fold"
    assert "Repeated K-fold cross-validation is proposed" in words(app)


@pytest.mark.parametrize(
    ("design", "count", "repeats"), [("repeated_k_fold", 30, 3), ("5x2", 10, 5), ("repeated_k_fold", 25, 5)]
)
def test_a_repeated_design_is_offered_at_once_and_proposes_how_often(design, count, repeats):
    scores = {name: {"test_accuracy": [0.7 + k % 7 / 50 for k in range(count)]} for name in "ab"}
    app = pasted(fold_scores, json.dumps(scores))
    asked = design_of(app)
    titles = [core.DESIGNS[key].title for key in (design, "k_fold")]
    assert asked.options[0] == "not known" and {*titles} < {*asked.options}
    answer(app, "design", design)
    assert (design_of(app).value, repeats_of(app)) == (design, repeats)
    assert not [box.value for box in app.info if "is proposed" in box.value]
    well(design_of(app).select_index(0).run())
    assert (design_of(app).value, repeats_of(app)) == ("unknown", 1)
    assert "without it no test is advised" in words(app)
    assert "please answer" not in words(app), "it was answered"


def of_ten_folds(n_train, n_validation):
    """Ten folds whose sizes somebody typed, before any design was said."""
    app = answer(pasted(fold_scores, TEN_FOLDS), "measure", "accuracy")
    answer(app, "n_train", n_train)
    return answer(app, "n_validation", n_validation)


def test_sizes_that_tell_the_design_propose_it_and_nothing_on_the_page_says_otherwise():
    app = of_ten_folds(198, 22)
    assert "K-fold cross-validation is proposed, by the sizes of the sets: please check" in words(app)
    assert "without it no test is advised" not in words(app)
    assert (design_of(app).value, "not known" in design_of(app).options) == ("k_fold", True)
    answer(app, "n_validation", None)
    assert design_of(app).value is None and "without it no test is advised" in words(app)


def test_a_design_that_sizes_propose_by_chance_can_be_declined():
    app = answer(of_ten_folds(198, 22), "design", "unknown")
    assert design_of(app).value == "unknown" and [box.value for box in app.number_input] == [198, 22]
    assert not app.info, "it was answered"
    assert "It is not known which design" in words(app)
    assert plain("The design is unknown, but the sizes are known") in words(app)
    use(app, "scores")
    assert "design not known" in words(app)
    well(app.button(key="change_fold_scores").click().run())
    assert design_of(app).value == "unknown"
    answer(app, "n_validation", None)
    assert design_of(app).value == "unknown" and "without it no test is advised" in words(app)
    assert "please answer" not in words(app), "it was answered"


def test_a_design_that_is_chosen_stays_though_it_was_proposed_and_sizes_contradict_it():
    app = of_ten_folds(90, 10)
    for design in ("disjoint_halves", "k_fold"):
        answer(app, "design", design)
    answer(app, "n_validation", 500)
    assert design_of(app).value == "k_fold"
    assert (
        plain("each validates one instance in 10: of 90 + 500 instances about 59, not 500.")
        in app.error[0].value
    )
    assert "without it no test" not in words(app)


def test_where_the_sizes_alone_have_a_test_advised_it_is_not_said_that_none_is():
    app = of_ten_folds(90, 500)
    assert "which design the folds come from: please answer" in words(app)
    assert "without it no test is advised" not in words(app)
    assert plain("The design is unknown, but the sizes are known") in words(app)


def test_sizes_that_were_typed_stay_once_the_design_is_said_and_after_change():
    app = of_ten_folds(198, 22)
    by_sizes, as_said = "By the sizes of the sets the folds come from", "As was said, the folds come from"
    assert by_sizes in words(app) and as_said not in words(app)
    for design in ("random_resampling", "k_fold"):
        answer(app, "design", design)
        assert [box.value for box in app.number_input] == [198, 22]
        assert plain(f"{as_said}: {core.DESIGNS[design].title}.") in words(app) and by_sizes not in words(app)
    assert not app.info
    assert "A validation set holds 22 instances" in words(visit("two-learners", results=use(app, "scores")))
    well(app.button(key="change_fold_scores").click().run())
    assert [box.value for box in app.number_input] == [198, 22]


def test_sizes_that_are_not_those_of_the_design_are_told_in_a_sentence():
    app = answer(of_ten_folds(100, 22), "design", "k_fold")
    said = "each validates one instance in 10: of 100 + 22 instances about 12.2, not 22."
    assert plain(said) in app.error[0].value
    assert not any(button.key == "accept_scores" for button in app.button)
    assert [box.value for box in app.number_input] == [100, 22]
    assert not answer(app, "n_train", 201).error, "means may be rounded"


def test_how_often_is_offered_with_what_it_makes_of_the_folds():
    scores = {name: {"test_accuracy": [0.7 + k % 7 / 50 for k in range(20)]} for name in "ab"}
    app = pasted(fold_scores, json.dumps(scores))
    asked = next(box for box in app.selectbox if box.label == "How often was the whole set cut anew?")
    assert asked.options == [
        *(f"{r} × {20 // r} folds" for r in (1, 2, 4, 5, 10)),
        "20 × 1 fold",
    ]
    answer(app, "replicates", 20)
    assert plain("the 20 × 1 folds come from") in words(app)


def test_what_the_rows_are_is_asked_before_the_design():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    rows, design = places(app, "import_rows", "import_design")
    assert rows < design and len(app.info) == 1


def test_no_answer_moves_a_question():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    asked = ("import_measure", "import_rows", "import_design")
    for name, given in (("measure", "error"), ("design", "k_fold"), ("rows", "folds")):
        assert places(app, *asked) == sorted(places(app, *asked)), name
        answer(app, name, given)
    assert places(app, *asked) == sorted(places(app, *asked))


def test_that_the_design_is_open_is_said_beside_the_button_wherever_it_is_asked():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", "error")
    button, told, rows, design = places(app, "accept_scores", "info", "import_rows", "import_design")
    assert button < told < rows < design
    assert "without it no test is advised" in app.info[0].value


def test_why_data_cannot_be_used_is_said_where_the_button_would_be():
    app = visit("data", door="Data set")
    rows = "".join(f"{k % 5},{k % 3},{'xy'[k % 2] if k else ''}\n" for k in range(30))
    well(app.file_uploader(key="dataset_file").upload("t.csv", f"a,b,class\n{rows}".encode()).run())
    told, preview = places(app, "error", "dataframe")
    assert told < preview


def test_of_several_files_the_rows_of_each_are_told():
    app = visit("data", door=predictions.TAB)
    one, other = (
        f"id,{name}\n" + "".join(f"{i},{'ny'[i % 2]}\n" for i in range(20)) for name in ("truth", "tree")
    )
    files = [("a.csv", one.encode(), "text/csv"), ("b.csv", other.encode(), "text/csv")]
    well(app.file_uploader(key=f"{predictions.DOOR}_file").set_value(files).run())
    assert "20 + 20 rows × 2 columns" in words(app)


def test_every_test_is_told_once_before_results_are_accepted():
    app = pasted(predictions, UNFOLDED)
    answer(app, "design", "k_fold")
    advice = core.applicable_tests(
        core.read_predictions(io.BytesIO(UNFOLDED.encode()), design="k_fold"), "tree", "svm"
    )
    kinds = {"Suited": advice.valid, "With caution": advice.caution, "Refused": advice.refused}
    assert advice.advised in dict(advice.caution)
    told = [item.proto.popover.label for item in app.get("popover")]
    assert [label for label in told if ": " in label] == [
        f"{kind}: {len(reasons)}" for kind, reasons in kinds.items() if reasons
    ]


def test_tests_that_share_a_reason_are_told_together_before_results_are_accepted():
    app = pasted(predictions, UNFOLDED)
    answer(app, "design", "hold_out")
    advice = core.applicable_tests(
        core.read_predictions(io.BytesIO(UNFOLDED.encode()), design="hold_out"), "tree", "svm"
    )
    box = next(item for item in app.get("popover") if item.proto.popover.label.startswith("Refused"))
    told = [item.value for item in box.get("caption")]
    assert len(told) == len({str(reason) for _, reason in advice.refused}) < len(advice.refused)


def test_of_predictions_of_three_learners_the_pair_is_named_whose_tests_they_are():
    rows = [f"{'ny'[i % 2]},{'ny'[(i + (i > 37)) % 2]},{'ny'[i % 2]},{'ny'[i // 2 % 2]}" for i in range(40)]
    app = pasted(predictions, "\n".join(["truth,A,B,C", *rows]))
    answer(app, "design", "hold_out")
    assert "**What follows for the tests** of A and B; for other pairs it may differ" in words(app)
    assert plain("disagree on 2 instances, fewer than 25") in words(app)  # A and C on 22


@pytest.mark.parametrize(
    ("door", "key", "name", "rows"),
    [
        ("Data set", "dataset", "iris_data.tab", 50),
        (predictions.TAB, predictions.DOOR, "iris_predictions.tab", 25),
        (fold_scores.TAB, fold_scores.DOOR, "iris_test_and_score.tab", 50),
    ],
)
def test_what_orange_writes_above_its_data_is_no_row(door, key, name, rows):
    app = visit("data", door=door)
    content = (Path(__file__).parents[1] / "foreign" / "orange" / name).read_bytes()
    well(app.file_uploader(key=f"{key}_file").upload(name, content).run())
    assert f" {rows} rows × " in words(app)


def brought(door, **files):
    """Files by their names without the ending, at a door."""
    app = visit("data", door=door.TAB)
    upload = [(f"{name}.csv", text.encode(), "text/csv") for name, text in files.items()]
    return well(app.file_uploader(key=f"{door.DOOR}_file").set_value(upload).run())


def test_a_score_that_is_named_leaves_the_learners_that_were_recognised():
    rows = "".join(f"{'ny'[i % 2]},{'ny'[i % 3 % 2]},{i}\n" for i in range(40))
    app = pasted(predictions, f"truth,tree,marker\n{rows}")
    answer(app, "design", "hold_out")
    answer(app, "markers", ["marker"])
    assert plain("tree and marker").replace("tree", "**tree") in words(app)


def test_of_two_files_of_predictions_the_columns_of_both_can_be_named():
    rows = [f"{i},{'ny'[i % 2]}" for i in range(40)]
    odd = [f"{i},{'nuvw'[i % 4]}" for i in range(40)]
    one, other = ("\n".join([head, *part]) for head, part in (("id,truth", rows), ("id,odd", odd)))
    app = brought(predictions, one=one, other=other)
    answer(app, "learners", ["odd"])
    answer(app, "design", "hold_out")
    assert "**odd**" in words(app)


def role(app, name):
    """What stands in *Which column is what*."""
    return next(box.value for box in app.selectbox if (box.key or "").startswith(f"import_role_{name}_"))


def box_is_open(app):
    return next(box for box in app.expander if box.label == "Which column is what").proto.expanded


def test_what_is_read_by_its_name_stands_in_the_box_while_other_columns_are_still_asked_for():
    app = pasted(fold_scores, "who,Falte,loss\na,1,0.1\na,2,0.2\nb,1,0.3\nb,2,0.1\n")
    answer(app, "layout", "long")
    assert not app.error
    assert (role(app, "fold"), role(app, "learner")) == ("Falte", "")
    answer(app, "role_learner", "who")
    answer(app, "role_score", "loss")
    assert role(app, "fold") == "Falte"


def test_the_column_that_names_the_rows_stands_in_the_box():
    app = pasted(fold_scores, "part,tree,svm\nfold1,0.1,0.2\nfold2,0.3,0.4\nfold3,0.2,0.2\n")
    assert role(app, "label") == "part"


@pytest.mark.parametrize(
    ("door", "text", "refused"),
    [
        (predictions, "id,truth,t\n1,a,a\n2,a,a\n", "the truth holds one class only"),
        (predictions, "id,truth,t\n,a,a\n2,b,a\n", "is empty in data row 1"),
        (predictions, "{[", ""),
        (fold_scores, "learner,fold,error\nA,1,x\nA,2,0.3\nB,1,0.3\nB,2,0.1\n", "is no number"),
    ],
)
def test_a_pasted_text_has_one_name(door, text, refused):
    (error,) = pasted(door, text).error
    assert error.value.startswith("pasted text") and refused in error.value


def test_what_was_recognised_stands_in_the_box_though_the_truths_contradict_each_other():
    app = pasted(predictions, "nr,id,replicate,truth,t\n8,1,1,a,a\n9,2,1,b,b\n8,1,2,b,a\n9,2,2,b,b\n")
    assert "has the truths" in app.error[0].value
    assert (role(app, "truth"), role(app, "id"), role(app, "replicate")) == ("truth", "id", "replicate")


def test_of_a_row_for_each_learner_the_box_has_what_was_read_and_takes_another_column():
    rows = "1,a,a,A,a\n2,b,b,A,b\n3,a,b,A,a\n1,b,a,B,a\n2,b,b,B,b\n3,a,b,B,a\n"
    app = pasted(predictions, f"id,truth,predicted,learner,gold\n{rows}")
    assert "has the truths" in app.error[0].value
    read = [role(app, name) for name in ("truth", "id", "fold", "learner", "predicted")]
    assert read == ["truth", "id", "", "learner", "predicted"]
    assert not app.multiselect
    answer(app, "role_truth", "gold")
    answer(app, "design", "hold_out")
    assert not app.error and plain("A and B") in words(app)


def rows_of(*who):
    return "\n".join(f"{one},{i},{'ny'[i % 2]},{'ny'[i % 3 % 2]}" for one in who for i in range(24))


def test_a_column_with_another_name_can_be_the_learner_of_the_row():
    app = pasted(predictions, f"who,case,actual,prediction\n{rows_of('A', 'B')}")
    assert "names the learner of each row" in app.error[0].value
    assert [role(app, name) for name in ("learner", "predicted", "replicate")] == ["", "", ""]
    answer(app, "role_learner", "who")
    assert [role(app, name) for name in ("learner", "predicted", "truth")] == ["who", "prediction", "actual"]
    answer(app, "design", "hold_out")
    assert plain("A and B") in words(app)
    answer(app, "role_learner", "")
    assert role(app, "predicted") == "" and app.error


def test_what_the_learner_of_the_row_predicted_is_asked_for_where_no_name_tells():
    rows = "\n".join(f"{line},{'yn'[i % 2]}" for i, line in enumerate(rows_of("A", "B").splitlines()))
    app = pasted(predictions, f"model,case,actual,first,second\n{rows}")
    assert app.error and role(app, "learner") == "" and role(app, "truth") == "actual"
    answer(app, "role_learner", "model")
    assert "no column says what the learner of each row predicted" in app.error[0].value
    answer(app, "role_predicted", "second")
    answer(app, "design", "hold_out")
    assert plain("A and B") in words(app)


def test_a_row_for_each_learner_can_be_none():
    rows = "".join(f"m{i % 2},{'ny'[i % 2]},{'ny'[i % 3 % 2]}\n" for i in range(30))
    app = answer(pasted(predictions, f"model,truth,tree\n{rows}"), "role_learner", "")
    assert app.multiselect
    answer(app, "design", "hold_out")
    assert "**tree**" in words(app)


@pytest.mark.parametrize(
    ("door", "table", "answers"),
    [
        (
            fold_scores,
            "who,part,loss\na,1,0.1\na,2,0.2\nb,1,0.3\nb,2,0.1\n",
            {"layout": "long", "role_learner": "who", "role_score": "loss", "role_fold": "part"},
        ),
        (
            predictions,
            "what,tree\n" + "".join(f"{'ny'[i % 2]},{'ny'[i % 3 % 2]}\n" for i in range(30)),
            {"role_truth": "what", "design": "hold_out"},
        ),
    ],
)
def test_the_box_stays_open_while_its_questions_are_answered(door, table, answers):
    app = pasted(door, table)
    for name, value in answers.items():
        answer(app, name, value)
        assert box_is_open(app)


@pytest.mark.parametrize("columns", [["fold", "score"], ["score"]])
@pytest.mark.parametrize("by_button", [False, True])
def test_sheets_with_the_same_columns_are_read_as_learners_named_after_them(columns, by_button):
    book = io.BytesIO()
    with pd.ExcelWriter(book) as writer:
        for place, name in enumerate(("svm", "tree", "forest")):
            scores = {"fold": range(1, 6), "score": [(k * 7 + place) % 10 / 10 for k in range(1, 6)]}
            pd.DataFrame(scores)[columns].to_excel(writer, sheet_name=name, index=False)
        pd.DataFrame({"About": ["me"]}).to_excel(writer, sheet_name="Read me", index=False)
    app = visit("data", door=fold_scores.TAB)
    well(app.file_uploader(key="fold_scores_file").upload("book.xlsx", book.getvalue()).run())
    assert plain("The same columns are on tree and forest") in words(app)
    if by_button:
        well(next(item for item in app.button if item.label == "Yes, a learner each").click().run())
        assert ("sheet", "") in answers(app)
    else:
        answer(app, "sheet", "")
    answer(app, "measure", "accuracy")
    assert plain("of svm, tree and forest") in words(app)
    assert "Only this sheet is read" not in words(app)
    assert not any(item.label == "Yes, a learner each" for item in app.button)
    use(app, "scores")


def test_where_no_test_is_advised_it_is_said_by_which_measure_and_by_which_there_is_one():
    rows = "".join(f"{'ny'[i % 2]},{i % 2 + i % 7 / 4:.2f}\n" for i in range(60))
    app = pasted(predictions, f"truth,marker\n{rows}")
    answer(app, "design", "hold_out")
    assert plain("By AUC: No test is advised") in words(app)
    assert plain("By error rate there is one: Binomial test.") in words(app)
    assert "there may be one" not in words(app)


def test_of_many_measures_it_is_only_said_which_was_taken():
    names = ["accuracy", "AUC", "F1", "kappa", "mcc"]
    rows = [f"{who},{k}{f',0.8{k}' * 5}" for who in "AB" for k in range(1, 6)]
    app = pasted(fold_scores, "\n".join([f"model,fold,{','.join(names)}", *rows]))
    assert plain("accuracy was taken, not AUC, F1") in words(app)
    shown = visit("two-learners", results=use(app, "scores"))
    told = [item.value for item in shown.caption if "Of 5 measures" in item.value]
    assert told == [plain("Of 5 measures accuracy was taken.")]


@pytest.mark.parametrize("door", [door for door in findings.TABS if door != "counts"])
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("scores.npy", b"\x93NUMPY\x01\x00", "Save it as CSV with a header row, in Python: numpy.savetxt("),
        ("scores.pkl", b"\x80\x04\x95", "never opened because opening it can run any program"),
        ("scores.rds", b"X\n\x00\x00\x00", "write.csv("),
    ],
)
def test_a_file_of_a_kind_that_is_not_read_is_refused_in_a_sentence(door, name, content, said):
    app = visit("data", door=findings.TABS[door])
    box = app.file_uploader(key=f"{door}_file")
    assert not box.proto.type, "else the browser refuses it, with the name of a type on hovering"
    well(box.upload(name, content).run())
    assert plain(said) in words(app)


def test_a_pasted_text_that_is_no_table_is_told_what_a_table_of_scores_looks_like():
    assert plain("Bring a table with its rows below the header: one per instance, or one per fold.") in words(
        pasted(fold_scores, "hello")
    )
    assert plain("pasted text: there is only one row") in words(pasted(fold_scores, "a,b\n1,2"))
    by_hand = pasted(fold_scores, "lr: 0.81 0.85 0.79\ntree: 0.7 0.75 0.8")
    assert plain("one column per learner below its name") in words(by_hand)


@pytest.mark.parametrize("page", ["two-learners", "one-learner", "many-learners", "fold-errors", "report"])
def test_pages_that_judge_say_which_other_measures_the_file_has_and_where_to_take_one(page):
    rows = [f"{who},{k},0.8{k},0.9{k},{k}" for who in "ABC" for k in range(1, 6)]
    app = pasted(fold_scores, "\n".join(["model,fold,accuracy,AUC,F1", *rows]))
    shown = visit(page, results=use(app, "scores"))
    told = [item.value for item in shown.caption if "Of 3 measures" in item.value]
    assert told == ["Of 3 measures accuracy was taken\\, not AUC or F1\\."]
    (link,) = [item.proto for item in shown.get("page_link") if item.proto.label == "Take another"]
    assert (link.page, link.query_string) == ("data", "door=Fold+results&change=fold_scores")


def test_garbled_names_of_no_layout_lead_to_the_choice_of_an_encoding():
    app = visit("data", door=fold_scores.TAB)
    text = "Модель;Часть;Доля\nдерево;а;б\nлес;в;г\n"
    app.file_uploader(key=f"{fold_scores.DOOR}_file").upload("t.csv", text.encode("cp1251")).run()
    assert "if its letters look wrong, choose another encoding" in words(app)


def test_a_design_that_nobody_knows_is_called_so_in_its_box_after_the_answer_too():
    rows = "".join(f"{k},0.8{k},0.7{k}\n" for k in range(1, 8))
    app = answer(pasted(fold_scores, f"fold,tree,svm\n{rows}"), "measure", "accuracy")
    assert "and without it no test is advised: please answer" in words(app)
    app = well(design_of(app).select("not known").run())
    assert design_of(app).value == "unknown"
    assert "Which design the folds come from is not known, and without it no test is advised" in words(app)
    assert "please answer" not in words(app), "it was answered"


@pytest.mark.parametrize(("repeats", "folds"), [(2, 5), (3, 10)])
def test_which_number_of_a_label_counts_the_repetitions_is_asked(repeats, folds):
    places = [(r, f) for r in range(1, repeats + 1) for f in range(1, folds + 1)]
    rows = [(r, f, name) for name in ("tree", "svm") for r, f in places]
    text = "learner,fold,error\n" + "".join(f"{n},{r}.{f},0.{r}{f}{len(n)}\n" for r, f, n in rows)
    app = pasted(fold_scores, text)
    assert plain("'1.1' … hold two numbers, and nothing says which counts folds") in words(app)
    assert "rep1" not in words(app)  # the choice below stands in for what a file could say
    box = next(
        item for item in app.selectbox if item.label == "Which of the two numbers counts the repetitions?"
    )
    assert not app.error
    assert box.options == [f"the first: {repeats} of them", f"the second: {folds} of them"]
    assert box.value is None
    app = answer(app, "replicates", repeats)
    (again,) = [item for item in app.selectbox if (item.key or "").startswith("import_replicates_")]
    assert (again.label, again.options, again.value) == (
        box.label,
        box.options,
        repeats,
    )  # no other words for it
    assert "Repeated K-fold cross-validation is proposed" in words(app)
    assert "hold two numbers" not in words(app)
    well(app.button(key="accept_scores").click().run())
    assert f"read as {repeats}\xa0×\xa0{folds}" in words(app)


def test_an_answer_to_another_question_leaves_out_no_row_that_may_sum_up_the_others():
    scores = ("0.83,0.86,0.81,0.8333", "0.75,0.88,0.89,0.84", "0.71,0.82,0.86,0.7967", "0.7,0.85,0.7,0.75")
    app = pasted(fold_scores, "\n".join(("tree,svm,nb,mean", *scores, "0.75,0.85,0.82,0.8067")))
    for key, value in (("measure", "accuracy"), ("scale", "proportion")):
        app = answer(app, key, value)
        assert "These may be no scores" in words(app)
    box = next(item for item in app.selectbox if item.label == "What sums up the others by its numbers?")
    assert box.options[0] == "is left out where that is certain" and box.value is None
    app = answer(app, "sums", "left out")
    assert plain("may sum up the others: data row 5 (means)") in words(app)
    app = well(next(item for item in app.selectbox if item.label == box.label).select_index(0).run())
    assert "These may be no scores" in words(app)


def test_two_lines_of_a_name_and_a_count_open_counts_with_what_was_pasted():
    app = pasted(fold_scores, "svm 12/40\nnb 15/40")
    assert plain("'12/40' counts instances") in words(app) and "is a measure" not in words(app)
    well(app.button(key="elsewhere_fold_scores").click().run())
    assert app.text_area(key=data_forms.COUNTS).value.split() == ["svm", "12/40", "nb", "15/40"]


@pytest.mark.parametrize("mark", [".", "_"])
def test_labels_of_two_numbers_stay_answered_whatever_is_answered_after_them(mark):
    rows = [f"{r}{mark}{f},0.{r}{f},0.{f}{r}" for r in range(1, 6) for f in (1, 2)]
    app = answer(pasted(fold_scores, "\n".join(["fold,tree,forest", *rows])), "replicates", 5)
    app = answer(app, "measure", "error")
    for design in (None, "random_resampling", "5x2"):
        if design is not None:
            app = answer(app, "design", design)
        (box,) = [item for item in app.selectbox if (item.key or "").startswith("import_replicates_")]
        assert (box.options, box.value) == (["the first: 5 of them", "the second: 2 of them"], 5)
    assert "hold two numbers" not in words(app)
    well(app.button(key="accept_scores").click().run())
    assert "read as 5×2 cross" in words(app)


@pytest.mark.parametrize(
    ("last", "first", "other", "learners"),
    [
        ("mean,0.81,0.775,0.81", "left out", "kept", "tree, svm and mean"),
        ("hold,50,50,50", "kept", "left out", "tree and svm"),
    ],
)
def test_what_sums_up_others_is_taken_after_all_or_left_out_and_taken_back(last, first, other, learners):
    columns = ["fold,1,2,3", "tree,0.83,0.81,0.85", "svm,0.79,0.74,0.77", last]
    if first == "kept":
        columns[1:3] = ["tree,3,4,2", "svm,5,6,9"]
    text = "\n".join(map(",".join, zip(*(line.split(",") for line in columns), strict=True)))
    app = pasted(fold_scores, text)
    assert "3 rows × 4 columns" in words(app)  # as the text has them, whatever is left out
    box = next(item for item in app.selectbox if item.label == "What sums up the others by its numbers?")
    assert box.value == first and len(box.options) == 2
    app = answer(app, "measure", "accuracy" if first == "left out" else "mse")
    app = answer(app, "sums", other)
    assert plain(f"of {learners}") in words(app)
    assert (plain("Kept, though they sum up") in words(app)) is (other == "kept")
    app = answer(app, "sums", first)
    assert plain(f"of {learners}") not in words(app)


def test_where_a_measure_does_not_fit_it_is_said_by_which_one_the_page_is():
    app = example(predictions, "markers.csv")
    answer(app, "design", "hold_out")
    key = use(app, "predictions")
    for page in ("two-learners", "one-learner", "report", "fold-errors"):
        shown = visit(page, results=key, shown_measure_classification="log loss")
        assert [plain("Log loss needs probabilities") in one.value for one in shown.error] == [True], page
        said = plain("Choose AUC, which needs no probabilities. What follows is by AUC.")
        assert said in shown.error[0].value, page


def test_another_positive_class_makes_other_data_and_can_be_applied_after_change():
    app = visit("data", door="Data set")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value(CLIENTS).run())

    def positive():
        return next(box for box in app.selectbox if box.label == "Positive class")

    first, other = positive().value, next(one for one in positive().options if one != positive().value)
    well(app.button(key="accept").click().run())
    assert f"positive: {first}" in words(app)
    before = app.query_params["data"]
    well(app.button(key="change_dataset").click().run())
    assert app.button(key="accept").disabled
    well(positive().select(other).run())
    assert not app.button(key="accept").disabled
    well(app.button(key="accept").click().run())
    assert f"positive: {other}" in words(app)
    after = app.query_params["data"]
    assert after != before
    for address, sign in ((before, first), (after, other)):
        key = address[0] if isinstance(address, list) else address
        assert str(dataset_from_parquet(cache.store().dataset(key)).positive) == sign


def test_data_that_are_changed_are_left_without_their_test_set_again():
    app = visit("data", door="Data set")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value(CLIENTS).run())
    well(app.toggle(key="aside").set_value(True).run())
    well(app.button(key="accept").click().run())
    assert "without its test set" in words(app)
    well(app.button(key="change_dataset").click().run())
    assert app.toggle(key="aside").value
    box = next(box for box in app.selectbox if box.label == "Positive class")
    well(box.select(next(one for one in box.options if one != box.value)).run())
    well(app.button(key="accept").click().run())
    assert "without its test set" in words(app)
