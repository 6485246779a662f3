"""The report page asks what Two learners asked, and says what that page says."""

import re
from html import unescape

import pytest

import core
from core.experiment import imported_results
from pages.ui.session import cache, state, stored_results
from tests.pages.hero import hero
from tests.pages.opening import opened
from tests.pages.test_many import bring, table
from tests.pages.test_smoke import WORKSPACE, finished_job

pytestmark = pytest.mark.usefixtures("fresh_server")


def labels(app):
    return [item.proto.label for item in app.get("download_button")]


def read_in(app):
    """What stands there in HTML, as it is copied: without its marks."""
    return [unescape(re.sub("<[^>]*>", "", item.proto.body)) for item in app.get("html")]


def link_in(app):
    (told,) = (text for text in read_in(app) if "In the app" in text)
    return told


def test_it_says_what_two_learners_says_of_the_claim_and_level_chosen_there():
    job = finished_job(("naive_bayes", "tree", "knn"), "k_fold")
    app = opened("two-learners", w=WORKSPACE, run=job.id, data=job.fingerprint, second="k-NN")
    app.slider(key=state.ALPHA).set_value(0.1)
    app.segmented_control(key=state.ALTERNATIVE).set_value("less").run()
    there = hero(app)
    app.switch_page("pages/report.py").run()
    assert not app.exception
    assert hero(app) == there
    read = "".join(read_in(app))
    assert "Naive Bayes minus k-NN" in read
    assert "is less than 0" in read
    app.selectbox(key=state.SECOND).set_value("Decision tree").run()
    assert "second=Decision+tree" in link_in(app)
    words = "".join(item.proto.body for item in app.get("html") if "data-live" not in item.proto.body)
    assert not set("\u200b\u2060") & set(words)
    assert labels(app) == [
        "Report (HTML)",
        "Report (Markdown)",
        "Report (LaTeX)",
        "Script (Python)",
        "Specification (JSON)",
        "References (BibTeX)",
    ]
    cache.launcher().close()


def test_what_can_be_taken_away_has_what_the_script_reads_and_says_which_form_has_pictures():
    app = opened("report", w=WORKSPACE)  # the sample, as if it had been brought
    assert "Predictions for the script (CSV)" in labels(app)
    assert any("in Markdown and LaTeX they are described in words" in item.value for item in app.caption)


def test_without_a_verdict_there_is_nothing_to_cite_and_a_script_that_finds_the_scores():
    job = finished_job(("tree", "naive_bayes"), core.make_design("bootstrap", b=5))
    app = opened("report", w=WORKSPACE, run=job.id, data=job.fingerprint)
    assert hero(app).answer == "No verdict"
    forms = [
        "Report (HTML)",
        "Report (Markdown)",
        "Report (LaTeX)",
        "Script (Python)",
        "Specification (JSON)",
    ]
    assert labels(app) == forms
    cache.launcher().close()


def test_the_mark_stands_on_the_line_of_a_name_that_fills_it():
    names = [f"{'a_tree_' * 7}{k}" for k in (1, 9)]
    job = finished_job(
        [core.learner("tree", name, max_depth=k) for name, k in zip(names, (1, 9), strict=True)], "k_fold"
    )
    app = opened("report", w=WORKSPACE, run=job.id, data=job.fingerprint)
    (body,) = (item.proto.body for item in app.get("html") if "fw-mark' data-live" in item.proto.body)
    assert f"{hero(app).mark}</span>&nbsp;<span" in body  # no line ends there
    cache.launcher().close()


def test_one_learner_alone_has_a_report_of_its_own():
    job = finished_job(("tree",), "k_fold")
    app = opened("report", w=WORKSPACE, run=job.id, data=job.fingerprint)
    assert not app.exception and app.segmented_control(key=state.ONE_CLAIM) is not None
    assert state.ABOUT not in [item.key for item in app.segmented_control]
    assert hero(app).answer == "Better than p0: more than luck"
    assert "Report (LaTeX)" in labels(app)
    cache.launcher().close()


def test_of_several_one_is_reported_as_one_learner_judges_it():
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    app = opened("one-learner", w=WORKSPACE, run=job.id, data=job.fingerprint)
    app.selectbox(key=state.ONE).set_value("Decision tree").run()
    app.number_input(key="p0_percent_error").set_value(15.0).run()
    app.segmented_control(key=state.ONE_CLAIM).set_value("worse").run()
    there = hero(app)
    app.switch_page("pages/report.py").run()
    app.segmented_control(key=state.ABOUT).set_value("learner").run()
    assert not app.exception
    assert hero(app) == there
    assert "one_learner=Decision+tree" in link_in(app)
    app.switch_page("pages/one-learner.py").run()
    assert app.number_input(key="p0_percent_error").value == 15.0
    cache.launcher().close()


def linked(app, title):
    return [link.proto for link in app.get("page_link") if link.proto.label == title]


def test_all_learners_are_reported_as_many_learners_judges_them():
    job = finished_job(("naive_bayes", "tree", "knn", "lda"), "k_fold")
    app = opened("many-learners", w=WORKSPACE, run=job.id, data=job.fingerprint)
    app.selectbox(key=state.ADJUSTMENT).set_value("bergmann_hommel")
    app.slider(key=state.ALPHA).set_value(0.1).run()
    there = hero(app)
    (link,) = linked(app, "The whole report")
    assert "about=All" in link.query_string
    app.switch_page("pages/report.py").run()
    assert not app.exception
    assert app.segmented_control(key=state.ABOUT).value == "all"
    assert hero(app) == there
    read = "".join(item.proto.body for item in app.get("html"))
    assert "Bergmann–Hommel" in read and "Corrected block analysis of variance" in read
    (script,) = (item.value for item in app.code)
    assert "core.all_pairs(results, adjustment='bergmann_hommel')" in script
    assert labels(app)[:4] == ["Report (HTML)", "Report (Markdown)", "Report (LaTeX)", "Script (Python)"]
    cache.launcher().close()


def test_all_learners_are_reported_as_many_data_sets_judges_them():
    app = opened("many-datasets", w=WORKSPACE, results=bring(table()))
    app.selectbox(key=state.CONTROL).set_value("B").run()
    app.selectbox(key=state.PAIR_TEST).set_value("aligned").run()
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value("hochberg").run()
    there = hero(app)
    app.switch_page("pages/report.py").run()
    assert not app.exception
    assert hero(app) == there
    (script,) = (item.value for item in app.code)
    assert "core.compare_ranks(results, control='B', pairs='aligned', adjustment='hochberg')" in script
    app.switch_page("pages/many-datasets.py").run()
    assert hero(app) == there


def test_the_report_opens_on_whom_the_page_before_was_about():
    app = opened("many-datasets", w=WORKSPACE, results=bring(table()))
    for page, about in (("two-learners", "pair"), ("many-datasets", "all")):
        app.switch_page(f"pages/{page}.py").run()
        app.switch_page("pages/report.py").run()
        assert app.segmented_control(key=state.ABOUT).value == about


def test_two_learners_are_all_there_are():
    app = opened("report", w=WORKSPACE, results=bring(table(names="AB")), about="All learners")
    assert not app.exception
    assert app.segmented_control(key=state.ABOUT).options == ["Two learners", "One learner"]
    assert hero(app).answer


def test_where_a_score_is_missing_all_learners_have_no_report_and_it_says_why():
    scores = table()
    gap = core.FoldScores(
        scores.frame.drop(index=5).reset_index(drop=True),
        "error",
        "error rate",
        True,
        rows="data sets",
        learner_order=scores.learners,
    )
    app = opened("report", w=WORKSPACE, results=bring(gap), about="All learners")
    assert not app.exception
    assert any("has no score on d" in item.value for item in app.error)
    app.toggle(key=state.WITHOUT_GAPS).set_value(True).run()
    assert hero(app).numbers.startswith("11 data sets")


def test_a_sample_that_is_only_shown_leads_to_no_report_of_another_one():
    app = opened("many-datasets", w=WORKSPACE)
    assert not linked(app, "The whole report")


def test_files_of_a_report_over_data_sets_are_named_by_the_file_that_was_brought():
    brought = imported_results(table(), "brought", source="accuracies")
    cache.store().keep(stored_results.SHARED, "results", brought.id, brought.to_bytes())
    app = opened("report", w=WORKSPACE, results=brought.id, about="All learners")
    assert app.session_state["saved_about"] == "accuracies_12_data_sets_"


def test_the_address_of_a_report_names_only_whom_it_is_about_and_the_way_back_finds_the_others():
    job = finished_job(("naive_bayes", "tree", "knn"), "k_fold")
    app = opened("report", w=WORKSPACE, run=job.id, data=job.fingerprint, second="k-NN")

    def address(about):
        app.segmented_control(key=state.ABOUT).set_value(about).run()
        assert not app.exception
        return link_in(app)

    assert "second=k-NN" in address("pair")
    assert "first=" not in (alone := address("learner")) and "one_learner=Naive+Bayes" in alone
    assert not any(name in address("all") for name in ("first=", "second=", "one_learner="))
    assert "second=k-NN" in (back := address("pair")) and "one_learner=" not in back
    cache.launcher().close()


def test_long_names_break_at_their_joints_in_tables_and_facts():
    names = [f"gradient_boosting_with_{count}_hundred_trees" for count in ("five", "six", "seven")]
    app = opened("report", w=WORKSPACE, results=bring(table(names=names)), about="All learners")
    read = "".join(item.proto.body for item in app.get("html"))
    for tag in ("td", "dd"):
        assert re.search(rf"<{tag}[^>]*>[^<]*gradient_<wbr>boosting_<wbr>with_<wbr>five_", read)


def test_on_paper_it_has_every_pair():
    names = [f"L{place}" for place in range(9)]
    app = opened("report", w=WORKSPACE, results=bring(table(names=names)), about="All learners")
    (pairs,) = (item.proto.body for item in app.get("html") if ">Win/tie/loss<" in item.proto.body)
    assert pairs.count("<tr>") == 1 + 36 and "fw-further" not in pairs and "of 36 rows" not in pairs
