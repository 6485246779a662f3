"""What a door brought in stands in one line with the way on; the form opens again where others are wanted."""

import io
from urllib.parse import parse_qs

import pytest
import streamlit as st

import core
from core.data.tables.source import MEGABYTE
from core.errors import InputError
from core.experiment import imported_results
from core.jobs import Launcher, Store
from pages.ui.display.text import plain
from pages.ui.importing import drafts, fold_scores, predictions
from pages.ui.session import cache, stored_results
from tests.pages.hero import heroes
from tests.pages.test_import import WORKSPACE, answer, away_and_back, pasted, use, visit, well, words


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def test_accepted_data_close_the_form_and_lead_on_from_its_place():
    app = visit("data")
    well(app.segmented_control(key="dataset_way").set_value("Sample data").run())
    well(app.button(key="accept").click().run())
    assert not [control for control in app.segmented_control if control.key == "dataset_way"]
    assert "accept" not in {button.key for button in app.button}
    assert "Change" in {button.label for button in app.button}
    well(app.button(key="change_dataset").click().run())
    assert app.segmented_control(key="dataset_way").value == "Sample data"
    assert "In use: " in words(app)
    assert "These are the data in use" in words(app) and app.button(key="accept").disabled
    well(app.toggle(key="aside").set_value(True).run())
    assert not app.button(key="accept").disabled, "without the test set they are others"
    well(app.toggle(key="aside").set_value(False).run())
    well(app.button(key="change_dataset").click().run())
    assert "accept" not in {button.key for button in app.button}
    well(app.button(key="go_dataset").click().run())
    assert "Experiment" in [item.value for item in app.title]


def test_results_in_use_can_be_changed_for_others():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", "error")
    use(app, "scores")
    well(app.button(key="change_fold_scores").click().run())
    assert "In use: " in words(app)
    assert "Keep these" in {button.label for button in app.button}
    well(app.button(key="change_fold_scores").click().run())
    well(app.button(key="go_fold_scores").click().run())
    assert "Two learners" in [item.value for item in app.title]


@pytest.mark.parametrize(
    ("design", "said"),
    [("predefined", "read as 3 predefined folds"), ("random_resampling", "read as 3 random cuts")],
)
def test_the_design_is_named_where_the_sizes_of_its_sets_are_not_known(design, said):
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", "error")
    answer(app, "design", design)
    use(app, "scores")
    assert plain(said) in words(app)


def test_three_learners_lead_to_all_of_them_and_to_two():
    app = pasted(fold_scores, "fold,A,B,C\n1,0.1,0.2,0.3\n2,0.2,0.3,0.3\n3,0.1,0.3,0.4\n")
    answer(app, "measure", "error")
    use(app, "scores")
    ways = {button.key: button.label for button in app.button if (button.key or "").startswith("go_")}
    assert ways == {"go_fold_scores": "Compare all learners", "go_two_fold_scores": "Compare two"}
    for key, title in (("go_fold_scores", "Many learners"), ("go_two_fold_scores", "Two learners")):
        well(app.switch_page("pages/data.py").run())
        well(app.button(key=key).click().run())
        assert title in [item.value for item in app.title]


@pytest.mark.parametrize(
    ("measure", "called"), [("error", "errors"), ("auc", "scores"), ("accuracy", "scores")]
)
def test_scores_that_are_no_errors_are_not_called_so(measure, called):
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", measure)
    use(app, "scores")
    labels = [item.proto.label for item in app.get("page_link")]
    assert f"See the fold {called}" in labels


def test_data_sets_lead_to_their_errors_not_to_fold_errors():
    app = pasted(fold_scores, "data set,A,B\nd1,0.1,0.2\nd2,0.2,0.3\nd3,0.1,0.3\n")
    answer(app, "measure", "error")
    use(app, "scores")
    assert "See the errors on every data set" in [item.proto.label for item in app.get("page_link")]


@pytest.mark.parametrize(
    ("row", "shown"),
    [("{0},{0}.5,{0}.25", "predictions and residuals"), ("{0},yes,no", "curves and confusion matrices")],
)
def test_predictions_lead_to_what_measures_shows_of_their_task(row, shown):
    rows = "\n".join(row.format(i) for i in range(30)).replace("2,yes", "2,no")
    app = pasted(predictions, f"id,truth,ridge_pred\n{rows}\n")
    answer(app, "design", "hold_out")
    use(app, "predictions")
    assert f"See {shown}" in [item.proto.label for item in app.get("page_link")]


def test_a_file_added_or_removed_in_the_uploader_keeps_what_was_answered():
    files = {name: f"fold,score\n1,0.1\n2,0.2\n3,0.{ord(name) % 7}\n".encode() for name in "ABC"}
    app = visit("data", door=fold_scores.TAB)
    for names in ("AB", "ABC", "AC"):
        given = [(f"{name}.csv", files[name], "text/csv") for name in names]
        well(app.file_uploader(key="fold_scores_file").set_value(given).run())
        if names == "AB":
            answer(app, "measure", "auc")
            answer(app, "design", "k_fold")
        answers = {item.key.split("_")[1]: item.value for item in app.selectbox if "import_" in item.key}
        assert (answers["measure"], answers["design"]) == ("auc", "k_fold"), names
    well(app.file_uploader(key="fold_scores_file").set_value([("D.csv", files["A"], "text/csv")]).run())
    assert {item.value for item in app.selectbox if item.key.startswith("import_measure")} == {"accuracy"}


def brought():
    app = visit("data", door=fold_scores.TAB)
    content = b"fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n"
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", content).run())
    answer(app, "measure", "error")
    use(app, "scores")
    return app


def test_changing_what_is_in_use_opens_its_file_with_the_answers_that_were_given():
    app = brought()
    well(app.button(key="change_fold_scores").click().run())
    assert f"{plain('a.csv')}, brought here" in words(app)
    assert "not used yet" not in words(app)
    measure = next(item for item in app.selectbox if "measure" in str(item.key))
    assert measure.value == "error"
    well(app.button(key="change_fold_scores").click().run())
    assert "not used yet" not in words(app)
    well(app.button(key="change_fold_scores").click().run())
    well(app.button(key="remove_fold_scores").click().run())
    assert app.file_uploader(key="fold_scores_file")


def test_a_link_to_the_form_of_the_results_in_use_opens_it_once():
    app = brought()
    app.query_params["door"], app.query_params["change"] = fold_scores.TAB, "fold_scores"
    well(app.run())
    assert f"{plain('a.csv')}, brought here" in words(app)
    assert "change" not in app.query_params
    well(app.button(key="change_fold_scores").click().run())
    assert "Change" in {button.label for button in app.button}


def test_a_further_file_is_put_together_with_those_that_were_read_before():
    app = visit("data", door=fold_scores.TAB)
    content = b"learner,fold,error\nA,1,0.1\nA,2,0.2\nA,3,0.1\n"
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", content).run())
    use(app, "scores")
    well(app.button(key="change_fold_scores").click().run())
    (more,) = [item for item in app.file_uploader if item.key.startswith("fold_scores_more_")]
    well(more.upload("b.csv", content.replace(b"A,", b"B,")).run())
    assert f"{plain('a.csv, b.csv')}, brought here" in words(app)
    use(app, "scores")
    assert "2 learners" in words(app)


def several_read_before():
    """Three files of one learner each, left and found again."""
    app = visit("data", door=fold_scores.TAB)
    rows = {who: "".join(f"{k},0.{k}{ord(who) % 7}\n" for k in range(1, 6)) for who in "ABC"}
    files = [(f"{who}.csv", f"fold,error\n{rows[who]}".encode(), "text/csv") for who in rows]
    well(app.file_uploader(key="fold_scores_file").set_value(files).run())
    answer(app, "design", "k_fold")
    return away_and_back(app, fold_scores.TAB)


def test_of_several_files_one_is_removed_and_the_others_stay_as_they_were_answered():
    app = several_read_before()
    well(app.button(key="remove_fold_scores_1").click().run())
    assert f"{plain('A.csv, C.csv')}, brought here" in words(app)
    assert plain("of A and C") in words(app)
    assert next(box for box in app.selectbox if "design" in str(box.key)).value == "k_fold"
    well(app.button(key="remove_fold_scores_0").click().run())
    assert f"{plain('C.csv')}, brought here" in words(app)


def test_of_several_files_all_are_removed_at_once():
    app = several_read_before()
    well(app.button(key="remove_fold_scores").click().run())
    assert app.file_uploader(key="fold_scores_file")


def test_roles_of_data_in_use_can_be_corrected_without_bringing_them_again():
    app = visit("data")
    rows = "".join(f"{i},{i % 7},{'ab'[i % 2]},{'xyz'[i % 3]}\n" for i in range(30))
    well(app.file_uploader(key="dataset_file").upload("d.csv", f"p,q,r,s\n{rows}".encode()).run())
    well(app.button(key="accept").click().run())
    well(app.button(key="change_dataset").click().run())
    assert app.button(key="accept").disabled
    target = next(item for item in app.selectbox if item.value == "s")
    well(target.set_value("r").run())
    assert not app.button(key="accept").disabled and "These are the data in use" not in words(app)
    well(app.button(key="accept").click().run())
    assert "to be predicted: r" in words(app)


def test_another_target_of_data_that_were_removed_is_not_proposed_when_they_come_again():
    app, rows = visit("data"), "".join(f"{i},{i % 7},{'ab'[i % 2]},{'xyz'[i % 3]}\n" for i in range(30))
    well(app.file_uploader(key="dataset_file").upload("d.csv", f"p,q,r,s\n{rows}".encode()).run())
    well(next(item for item in app.selectbox if item.value == "s").set_value("r").run())
    away_and_back(app, "Data set")
    assert chosen(app, "target") == "r"
    well(app.button(key="remove_dataset").click().run())
    well(app.file_uploader(key="dataset_file").upload("d.csv", f"p,q,r,s\n{rows}".encode()).run())
    assert chosen(app, "target") == "s"


def test_data_open_where_the_results_of_a_link_came_in():
    found = core.read_predictions(b"y,A\na,a\nb,a\na,a\nb,b\n", design="hold_out")
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit("two-learners", results=results.id)
    well(app.switch_page("pages/data.py").run())
    assert "change_predictions" in {button.key for button in app.button}
    well(app.button(key="change_predictions").click().run())
    assert f"{plain('results.csv')}, as it was kept" in words(app)
    assert "bring them again" not in words(app)
    well(app.button(key="change_predictions").click().run())
    app.session_state["door"] = "Counts"
    well(app.run())
    assert "change_predictions" not in {button.key for button in app.button}


def linked(found, source, page="two-learners"):
    """What somebody sees who has nothing but a link to results."""
    results = imported_results(found, f"{source}.csv: error rate", source=source)
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    return visit(page, results=results.id)


def link_to_data(app, label):
    (link,) = [item.proto for item in app.get("page_link") if item.proto.label == label]
    for name, (value,) in parse_qs(link.query_string).items():
        app.query_params[name] = value
    return well(app.switch_page("pages/data.py").run())


def test_the_design_is_named_on_data_by_who_has_the_link_alone():
    rows = "".join(f"{k},0.{k}5,0.{k}1\n" for k in range(1, 9))
    found = core.read_fold_scores(f"fold,svm,nb\n{rows}".encode(), measure="error")
    app = link_to_data(linked(found, "eight"), "Name the design on Data")
    assert f"{plain('eight.csv')}, as it was kept" in words(app)
    assert "which design the folds come from" in words(app)
    assert "bring them again" not in words(app)
    app = answer(app, "design", "k_fold")
    use(app, "scores")
    assert plain("eight.csv: error rate") in words(app) and in_use_line(app).endswith(
        plain("read as 8-fold cross-validation")
    )
    well(app.button(key="go_fold_scores").click().run())
    assert heroes(app)


def test_before_p0_is_typed_one_learner_says_why_no_test_is_advised_and_leads_to_data():
    rows = "".join(f"{k},0.{k}5,0.{k}1\n" for k in range(1, 9))
    found = core.read_fold_scores(f"fold,svm,nb\n{rows}".encode(), measure="auc")
    app = linked(found, "eight", "one-learner")
    assert not heroes(app)
    assert "No test is advised" in words(app) and "say which design the folds come from" in words(app)
    assert f"{plain('eight.csv')}, as it was kept" in words(link_to_data(app, "Name the design on Data"))


def test_what_was_kept_of_results_is_removed_from_the_form_for_another_file():
    rows = "".join(f"{k},0.{k}5,0.{k}1\n" for k in range(1, 9))
    found = core.read_fold_scores(f"fold,svm,nb\n{rows}".encode(), measure="error")
    app = link_to_data(linked(found, "eight"), "Name the design on Data")
    well(app.button(key="remove_fold_scores").click().run())
    assert app.file_uploader(key="fold_scores_file") and "as it was kept" not in words(app)


def test_who_has_the_link_alone_is_told_to_bring_the_file_for_another_measure():
    rows = "".join(f"{who},{k},0.8{k},0.9{k}\n" for who in "AB" for k in range(1, 6))
    found = core.read_fold_scores(f"model,fold,accuracy,AUC\n{rows}".encode(), measure="accuracy")
    app = link_to_data(linked(found, "two"), "Take another")
    assert "only the measure that was taken is kept here" in words(app)
    well(app.button(key="remove_fold_scores").click().run())
    assert app.file_uploader(key="fold_scores_file")
    well(
        app.file_uploader(key="fold_scores_file")
        .upload("two.csv", f"model,fold,accuracy,AUC\n{rows}".encode())
        .run()
    )
    assert "only the measure that was taken" not in words(app)
    (asked,) = [box for box in app.selectbox if box.key.startswith("import_measure_")]
    assert len(asked.options) == 2


def test_no_other_visitor_makes_room_with_files_that_were_brought(monkeypatch):
    monkeypatch.setattr(cache, "SHELF_SIZE", 1)
    app = visit("data", door=fold_scores.TAB)
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", b"fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n").run())
    app.switch_page("pages/methods.py").run()
    assert sum("not used yet" in item.value for item in app.sidebar.caption) == 1
    app.query_params["door"] = fold_scores.TAB
    well(app.switch_page("pages/data.py").run())
    assert f"{plain('a.csv')}, brought here" in words(app)


def test_answers_are_those_of_a_further_file_too():
    app = visit("data", door=fold_scores.TAB)
    content = b"learner,fold,points\nA,1,0.1\nA,2,0.2\nA,3,0.1\n"
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", content).run())
    layout = next(box for box in app.selectbox if box.label == "Layout")
    well(layout.set_value("long").run())
    chosen = {box.label: box.value for box in app.selectbox}
    app.switch_page("pages/methods.py").run()
    app.query_params["door"] = fold_scores.TAB
    well(app.switch_page("pages/data.py").run())
    (more,) = [item for item in app.file_uploader if item.key.startswith("fold_scores_more_")]
    well(more.upload("b.csv", content.replace(b"A,", b"B,")).run())
    assert {box.label: box.value for box in app.selectbox}["Layout"] == chosen["Layout"]


def test_results_whose_measure_not_every_learner_has_open_by_one_that_all_have():
    files = [
        (
            b"id,y_true,fold,y_prob\n"
            + b"".join(b"%d,%d,%d,0.%d\n" % (i, i % 2, i % 3, i % 9) for i in range(30))
        ),
        (
            b"id,y_true,fold,y_pred\n"
            + b"".join(b"%d,%d,%d,%d\n" % (i, i % 2, i % 3, i % 5 % 2) for i in range(30))
        ),
    ]
    sources = [io.BytesIO(content) for content in files]
    for place, source in enumerate(sources):
        source.name = f"{'nt'[place]}.csv"
    results = imported_results(core.read_predictions(sources), "brought", "auc")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    for page in ("two-learners", "fold-errors", "one-learner", "report"):
        visit(page, results=results.id)


def test_the_positive_class_that_was_taken_is_named_with_the_rule_until_another_is_chosen():
    app = visit("data")
    rows = "".join(f"{i},{'relapse' if i % 3 else 'healthy'}\n" for i in range(30))
    well(app.file_uploader(key="dataset_file").upload("d.csv", f"p,outcome\n{rows}".encode()).run())
    taken = "was taken as the positive one: it is the rarer one"
    assert f"'healthy' {taken}" in words(app).replace("\\", "")
    positive = next(item for item in app.selectbox if item.label == "Positive class")
    well(positive.set_value("relapse").run())
    assert taken not in words(app).replace("\\", "")
    well(app.button(key="accept").click().run())
    assert "positive: relapse" in words(app)


def in_use_line(app):
    """What stands beside Change."""
    return next(
        item.value for item in app.markdown if " · read as " in item.value or " · design " in item.value
    )


def test_what_results_were_read_as_stands_beside_change():
    app = pasted(fold_scores, "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n")
    answer(app, "measure", "error")
    use(app, "scores")
    assert in_use_line(app).endswith("2 learners · design not known")
    open_question = "No test is advised until the design is known: press Change"
    assert open_question in words(app)
    well(app.button(key="change_fold_scores").click().run())
    answer(app, "design", "random_resampling")
    answer(app, "n_train", 242)
    answer(app, "n_validation", 121)
    use(app, "scores")
    told = "read as 3 random cuts, trained on 242, judged on 121 instances"
    assert in_use_line(app).endswith(plain(told))
    assert open_question not in words(app)


def test_of_predictions_the_design_that_was_answered_stands_beside_change():
    rows = "".join(f"{'ny'[i % 2]},{'ny'[i // 2 % 2]}\n" for i in range(40))
    app = pasted(predictions, f"truth,tree\n{rows}")
    answer(app, "design", "hold_out")
    use(app, "predictions")
    assert "read as one hold-out split, judged on 40 instances" in in_use_line(app).replace("\\", "").replace(
        "\u2060", ""
    )


SUMMED = "tree,svm,nb\n0.83,0.86,0.81\n0.75,0.88,0.89\n0.71,0.82,0.86\n0.7,0.85,0.7\n0.75,0.85,0.82\n"


def waits(door, text, way):
    """What was pasted or uploaded, as somebody finds it who comes with a new session."""
    app = visit("data", door=door.TAB)
    if way == "Pasted":
        well(app.segmented_control(key=f"{door.DOOR}_way").set_value("Pasted").run())
        return well(app.text_area(key=f"{door.DOOR}_text").set_value(text).run())
    return well(app.file_uploader(key=f"{door.DOOR}_file").upload("a.csv", text.encode()).run())


def chosen(app, name):
    return next(box for box in app.selectbox if (box.key or "").startswith(f"import_{name}_")).value


@pytest.mark.parametrize("way", ["Pasted", "Your files"])
def test_what_waits_with_its_answers_is_there_after_a_reload_until_it_is_accepted(way):
    app = answer(answer(waits(fold_scores, SUMMED, way), "measure", "auc"), "sums", "left out")
    app = visit("data", door=fold_scores.TAB)
    assert (chosen(app, "measure"), chosen(app, "sums")) == ("auc", "left out")
    assert plain("may sum up the others: data row 5 (means)") in words(app)
    app = answer(app, "rows", "folds")
    use(app, "scores")
    app = visit("data", door=fold_scores.TAB)
    assert app.segmented_control(key="fold_scores_way").value == "Your files" and app.file_uploader


def test_what_was_taken_back_is_not_there_after_a_reload():
    app = away_and_back(waits(fold_scores, SUMMED, "Your files"), fold_scores.TAB)
    well(app.button(key="remove_fold_scores").click().run())
    assert f"{plain('a.csv')}, brought here" not in words(visit("data", door=fold_scores.TAB))
    app = waits(fold_scores, SUMMED, "Pasted")
    well(app.text_area(key="fold_scores_text").set_value("").run())
    assert visit("data", door=fold_scores.TAB).file_uploader(key="fold_scores_file")


@pytest.mark.parametrize("way", ["Pasted", "Your files"])
def test_what_was_answered_about_files_goes_with_them(way):
    app = answer(answer(waits(fold_scores, SUMMED, way), "measure", "auc"), "design", "leave_one_out")
    if way == "Pasted":
        well(app.text_area(key="fold_scores_text").set_value("").run())
        well(app.text_area(key="fold_scores_text").set_value(SUMMED).run())
    else:
        app = away_and_back(app, fold_scores.TAB)
        assert chosen(app, "design") == "leave_one_out", "what was only left is as it was answered"
        well(app.button(key="remove_fold_scores").click().run())
        well(app.file_uploader(key="fold_scores_file").upload("a.csv", SUMMED.encode()).run())
    assert chosen(app, "measure") != "auc" and chosen(app, "design") is None


def test_the_files_of_what_is_in_use_are_brought_again_with_its_answers():
    app = answer(answer(waits(fold_scores, SUMMED, "Your files"), "measure", "auc"), "design", "k_fold")
    use(answer(app, "rows", "folds"), "scores")
    well(app.button(key="change_fold_scores").click().run())
    well(app.button(key="remove_fold_scores").click().run())
    assert "In use" in words(app)
    well(app.file_uploader(key="fold_scores_file").upload("a.csv", SUMMED.encode()).run())
    assert (chosen(app, "measure"), chosen(app, "design")) == ("auc", "k_fold")


@pytest.mark.parametrize("way", ["Pasted", "Your files"])
def test_results_are_changed_on_another_day_as_they_were_brought_and_answered(way):
    app = answer(answer(waits(fold_scores, SUMMED, way), "measure", "auc"), "sums", "left out")
    use(answer(app, "rows", "folds"), "scores")
    app = visit("data", door=fold_scores.TAB, results=app.query_params["results"])
    well(app.button(key="change_fold_scores").click().run())
    assert "5 rows × 3 columns" in words(app) and "as it was kept" not in words(app)
    assert (chosen(app, "measure"), chosen(app, "sums")) == ("auc", "left out")
    app = answer(app, "sums", "kept")
    before = app.query_params["results"]
    use(app, "scores")
    assert app.query_params["results"] != before and "In use" not in words(app)


def test_who_has_the_link_alone_is_told_what_was_answered_when_results_were_accepted():
    found = core.read_fold_scores(SUMMED.encode(), measure="auc", rows="folds", sums="left out")
    app = linked(found, "scores", "data")
    app.query_params["door"], app.query_params["change"] = fold_scores.TAB, "fold_scores"
    well(app.run())
    assert f"{plain('scores.csv')}, as it was kept" in words(app)
    assert plain("because their numbers may sum up the others: data row 5 (means)") in words(app)


def test_data_are_changed_on_another_day_as_they_were_brought_and_answered():
    rows = "".join(f"{i},{i % 7},{'ab'[i % 2]},{'xyz'[i % 3]}\n" for i in range(30))
    app = visit("data")
    well(app.file_uploader(key="dataset_file").upload("d.csv", f"p,q,r,s\n{rows}".encode()).run())
    well(next(box for box in app.selectbox if box.label == "To be predicted").set_value("r").run())
    app = visit("data")
    assert next(box for box in app.selectbox if box.label == "To be predicted").value == "r"
    well(app.button(key="accept").click().run())
    app = visit("data", data=app.query_params["data"])
    well(app.button(key="change_dataset").click().run())
    assert f"{plain('d.csv')}, brought here" in words(app)
    assert next(box for box in app.selectbox if box.label == "To be predicted").value == "r"


def test_a_door_that_is_opened_later_takes_no_answer_back_and_keeps_none_of_another():
    scores, wide = "fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n", "y_true,tree\na,a\nb,b\nb,a\n"
    app = answer(waits(fold_scores, scores, "Pasted"), "measure", "auc")
    app.query_params["door"] = predictions.TAB
    well(app.run())
    well(app.segmented_control(key="predictions_way").set_value("Pasted").run())
    answer(well(app.text_area(key="predictions_text").set_value(wide).run()), "design", "hold_out")
    (_, entered), *_ = cache.store().beside(WORKSPACE, predictions.DOOR)
    assert (
        b"import_design_" in entered and b"import_measure_" not in entered and b"fold_scores" not in entered
    )
    app = visit("data", door=fold_scores.TAB)
    assert chosen(app, "measure") == "auc"
    answer(app, "measure", "f1")
    for door in (predictions, fold_scores):
        app.query_params["door"] = door.TAB
        well(app.run())
    assert chosen(app, "measure") == "f1"


def test_another_file_that_waited_is_not_there_after_a_reload_once_it_was_removed():
    app = brought()
    well(app.button(key="change_fold_scores").click().run())
    well(app.button(key="remove_fold_scores").click().run())
    well(app.file_uploader(key="fold_scores_file").upload("b.csv", SUMMED.encode()).run())
    assert [name for name, _ in cache.store().beside(WORKSPACE, "fold_scores")][2:] == ["b.csv"]
    content = b"fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n"
    well(app.file_uploader(key="fold_scores_file").set_value([("a.csv", content, "text/csv")]).run())
    assert not cache.store().beside(WORKSPACE, "fold_scores"), "it is beside the results in use"


def test_an_example_that_is_in_use_is_changed_on_another_day():
    app = waits(fold_scores, SUMMED, "Your files")
    well(app.segmented_control(key="fold_scores_way").set_value("An example").run())
    well(app.selectbox(key="fold_scores_example").set_value("caret_resamples.csv").run())
    address = stored_results.address(use(app, "scores"))
    names = [name for name, _ in cache.store().beside(WORKSPACE, address)]
    assert "a.csv" not in names, "it waited, and nothing was read from it"
    app = visit("data", door=fold_scores.TAB, results=app.query_params["results"])
    well(app.button(key="change_fold_scores").click().run())
    assert app.selectbox(key="fold_scores_example").value == "caret_resamples.csv"


def text_at(app, door):
    well(app.segmented_control(key=f"{door}_way").set_value("Pasted").run())
    return app.text_area(key=f"{door}_text").value


def test_pasted_data_wait_on_where_a_sample_is_taken():
    text = "p,q,r\n" + "".join(f"{i},{i % 7},{'ab'[i % 2]}\n" for i in range(30))
    app = visit("data")
    well(app.segmented_control(key="dataset_way").set_value("Pasted").run())
    well(app.text_area(key="dataset_text").set_value(text).run())
    well(app.segmented_control(key="dataset_way").set_value("Sample data").run())
    well(app.button(key="accept").click().run())
    for again in (app, visit("data", data=app.query_params["data"])):
        well(again.button(key="change_dataset").click().run())
        assert text_at(again, "dataset") == text
    well(again.button(key="accept").click().run())
    assert not cache.store().beside(WORKSPACE, "dataset"), "it was accepted itself"


THREE_FOLDS = b"fold,A,B\n1,0.1,0.2\n2,0.2,0.3\n3,0.1,0.3\n"


def test_pasted_results_wait_on_where_a_file_is_accepted():
    app = waits(fold_scores, SUMMED, "Pasted")
    well(app.segmented_control(key="fold_scores_way").set_value("Your files").run())
    well(app.file_uploader(key="fold_scores_file").upload("b.csv", THREE_FOLDS).run())
    use(answer(app, "measure", "error"), "scores")
    for again in (app, visit("data", door=fold_scores.TAB, results=app.query_params["results"])):
        well(again.button(key="change_fold_scores").click().run())
        assert f"{plain('b.csv')}, brought here" in words(again)
        assert text_at(again, "fold_scores") == SUMMED
    assert text_at(visit("data", door=fold_scores.TAB), "fold_scores") == SUMMED


def test_a_file_waits_on_where_pasted_results_are_accepted():
    app = waits(fold_scores, SUMMED, "Your files")
    well(app.segmented_control(key="fold_scores_way").set_value("Pasted").run())
    well(app.text_area(key="fold_scores_text").set_value(THREE_FOLDS.decode()).run())
    use(answer(app, "measure", "auc"), "scores")
    (_, (_, text), *files) = cache.store().beside(WORKSPACE, "fold_scores")
    assert (text, files) == (b"", [("a.csv", SUMMED.encode())])
    well(app.button(key="change_fold_scores").click().run())
    assert not cache.store().beside(WORKSPACE, "fold_scores")[1][1]
    well(app.segmented_control(key="fold_scores_way").set_value("Your files").run())
    assert f"{plain('a.csv')}, brought here" in words(app)


@pytest.mark.parametrize(
    "kept",
    [
        b'["fold_scores_way"]', b"{", b"\xff", b'{"files_named_fold_scores": 3, "fold_scores_way": 5}',
        b'{"files_named_fold_scores": [["a"], 3]}', b'{"files_named_fold_scores": [[3], "a"]}',
        b'{"alpha": 5, "results": "x", "evil_key": 1, "import_measure_x": "auc"}',
        b'{"fold_scores_way": "An example", "fold_scores_example": "../secret"}',
    ],
)  # fmt: skip
def test_of_what_is_kept_as_a_draft_nothing_but_its_own_form_is_filled(kept):
    cache.store().keep_beside(WORKSPACE, "fold_scores", [("entered", kept), ("text", SUMMED.encode())])
    app = well(visit("data", door=fold_scores.TAB))
    foreign = {"alpha": 5, "results": "x", "evil_key": 1, "import_measure_x": "auc"}
    assert not [
        key for key, value in foreign.items() if key in app.session_state and app.session_state[key] == value
    ]


@pytest.mark.parametrize(("megabytes", "fits"), [(3.9, True), (4.1, False)])
def test_pasted_text_is_bounded_as_files_are(megabytes, fits):
    size = int(megabytes * MEGABYTE)
    assert drafts.Draft([], "\u00e4" * (size // 2), {}).fits() is fits
    assert drafts.Draft([("a.csv", b"\n" * (size // 2))], "\n" * (size // 2), {}).fits() is fits


def test_what_cannot_be_kept_is_read_and_said_to_be_lost_until_it_can(monkeypatch):
    lost = "after a reload, bring it again"

    def full(*_):
        raise InputError("is full.", "store")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "keep_beside", full)
        app = waits(fold_scores, SUMMED, "Pasted")
        assert "5 rows × 3 columns" in words(app) and lost in words(app)
    answer(app, "measure", "auc")
    assert lost not in words(app)
    assert chosen(visit("data", door=fold_scores.TAB), "measure") == "auc"
    monkeypatch.setattr(drafts, "MOST_BYTES", 100)
    assert lost in words(waits(predictions, UNTOLD, "Your files"))


UNTOLD = "truth,tree\n" + "".join(f"{'ny'[i % 2]},{'ny'[i // 2 % 2]}\n" for i in range(40))
