"""Many learners, many data sets: verdict first, the same numbers as a script's, choices in the address, refusals."""

import io
import json
import re
from dataclasses import replace
from urllib.parse import parse_qsl

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df

import core
from core.data import dataset_to_parquet
from core.experiment import (
    do_experiment,
    imported_results,
    make_plan,
    study_of_job,
    submit_experiment,
    submit_study,
)
from core.inference import compare_ranks
from core.inference.comparing.pair_tests import PAIR_TESTS
from core.inference.interpretation.brief import TOO_LITTLE, brief
from core.inference.interpretation.standing import MEANS, standing
from core.jobs import Launcher, do_job
from core.report import Answer, many_report
from core.tables.table import LONGEST_NAME
from core.tables.verdicts import unmet_of_pairs
from pages.ui.display import charts, live, tables
from pages.ui.display.text import plain
from pages.ui.session import cache, state, stored_results
from pages.ui.verdicts import verdict_card
from tests.pages.hero import as_read, hero, printed, small_lines
from tests.pages.opening import opened
from tests.standin_openml import StandIn

WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def visit(page, **address):
    app = opened(page, w=WORKSPACE, **address)
    assert not app.exception, [item.message for item in app.exception]
    return app


def bring(scores):
    """Keep results in the server's store, as an import does; gives their key."""
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    return results.id


def table(rows=12, names="ABCD", step=0.03, seed=0):
    names = list(names)
    means = 0.2 + step * np.arange(len(names))
    frame = pd.DataFrame(np.random.default_rng(seed).normal(means, 0.02, (rows, len(names))), columns=names)
    frame.insert(0, "data set", [f"d{i}" for i in range(rows)])
    source = io.BytesIO(frame.to_csv(index=False).encode())
    return core.read_fold_scores(source, rows="data sets", measure="error")


def finished_job(learners=("naive_bayes", "lda", "baseline"), design="k_fold", sample="wine"):
    plan = make_plan(core.load_sample(sample), list(learners), core.make_design(design))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def job_of_luck():
    """A run in which attributes tell nothing of the class."""
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"x": rng.normal(size=90), "z": rng.normal(size=90), "y": list("aab") * 30})
    plan = make_plan(
        core.read_dataset(table, "y"), ["tree", "naive_bayes", "knn"], core.make_design("k_fold")
    )
    cache.keep_dataset(plan.dataset)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def words(app):
    told = [item.value for kind in (app.markdown, app.caption, app.info, app.error) for item in kind]
    return " ".join(as_read(*told, *small_lines(app), *printed(app)))


def links(app):
    """What leads elsewhere: words, page, what the address says."""
    return {link.proto.label: (link.proto.page, link.proto.query_string) for link in app.get("page_link")}


def shown(app, column):
    return next(item.value for item in app.dataframe if column in item.value.columns)


# --- many data sets ----------------------------------------------------------------------------------------------


def test_without_results_an_example_is_shown():
    app = visit("many-datasets")
    assert hero(app).answer == "Not all 4 are alike, but no pair can be named by mean ranks"
    (beside,) = [line for line in small_lines(app) if "Wilcoxon" in line]
    assert "C4.5+m and C4.5 (p = .044) are told apart" in as_read(beside)[0]
    ranks = shown(app, "mean_rank")
    assert list(ranks["learner"]) == ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value("nemenyi").run()
    assert "CD 1.25" in app.get("plotly_chart")[0].proto.spec


def test_the_verdict_and_the_ranks_are_those_of_the_core():
    scores = table()
    app = visit("many-datasets", results=bring(scores))
    comparison = compare_ranks(scores)
    assert shown(app, "mean_rank")["mean_rank"].to_numpy() == pytest.approx(comparison.mean_ranks)
    assert hero(app).mark == "●"
    assert hero(app).answer.startswith("A ranks ahead of")
    assert "p by Holm" in hero(app).numbers
    assert "Iman–Davenport" in words(app).replace("\\", "")
    assert "By Wilcoxon's test, pair by pair, p by Holm, " in words(app)


def test_the_only_two_learners_have_their_verdict_first_as_on_two_learners():
    key = bring(table(names="AB"))
    app, pair = visit("many-datasets", results=key), visit("two-learners", results=key)
    assert (hero(app).mark, hero(app).answer) == (hero(pair).mark, hero(pair).answer)
    assert not app.info
    traces = [trace for chart in app.get("plotly_chart") for trace in json.loads(chart.proto.spec)["data"]]
    assert any("Hodges" in json.dumps(trace, ensure_ascii=False) for trace in traces)
    app.slider(key=state.ALPHA).set_value(0.001).run()
    assert hero(app).answer == hero(visit("two-learners", results=key, alpha="0.001")).answer


@pytest.mark.parametrize("names", ["AB", "ABC"])
def test_two_on_many_data_sets_are_judged_by_the_claim_in_force(names):
    key = bring(table(names=names))
    app = visit("many-datasets", results=key, alternative="A < B", ranks_details="Two of them")
    assert set(shown(app, "alternative")["alternative"]) == {"less"}
    if names == "AB":
        assert hero(app).texts == hero(visit("two-learners", results=key, alternative="A < B")).texts


def test_a_run_on_several_data_sets_that_is_under_way_stands_above_the_sample():
    plans = [
        make_plan(core.load_sample(name), ["naive_bayes", "tree"], core.make_design("k_fold"))
        for name in ("wine", "iris")
    ]
    submit_study(cache.store(), plans, WORKSPACE)
    app = visit("many-datasets")
    assert "**2 data sets: Naive Bayes and Decision tree" in words(app).replace("\\", "")
    assert "Until then a sample is shown" in words(app)
    assert hero(app).answer


def test_choices_stand_in_the_address_and_are_taken_from_it():
    key = bring(table())
    app = visit("many-datasets", results=key, control="with B", pairs_by=PAIR_TESTS["wilcoxon"].title)
    assert "from B" in hero(app).answer
    assert "pair by pair" in hero(app).numbers
    assert "Every learner was compared with B only" in words(app)
    app = visit("many-datasets", results=key)
    assert "Learners that share a letter" in words(app)
    app.selectbox(key=state.CONTROL).set_value("B").run()
    assert "from B" in hero(app).answer
    titles = app.selectbox(key=state.RANK_ADJUSTMENT).options
    assert "Bonferroni–Dunn" in titles
    app.selectbox(key=state.CONTROL).set_value("all pairs").run()
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value("nemenyi").run()
    app.selectbox(key=state.CONTROL).set_value("B").run()
    told = app.selectbox(key=state.RANK_ADJUSTMENT).proto
    assert (told.set_value, told.raw_value) == (True, "Holm")  # else the browser goes on to show Nemenyi
    assert "Nemenyi" not in titles
    app.selectbox(key=state.PAIR_TEST).set_value("wilcoxon").run()
    assert not app.exception
    assert "pair by pair" in hero(app).numbers
    app.selectbox(key=state.CONTROL).set_value("all pairs").run()
    app.selectbox(key=state.PAIR_TEST).set_value("friedman").run()
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value("nemenyi").run()
    assert not app.exception
    assert "p by Nemenyi" in hero(app).numbers
    app.slider(key=state.ALPHA).set_value(0.001).run()
    assert "α = .001" in hero(app).numbers


def test_scores_on_every_data_set_are_in_the_unit_of_the_page_and_in_sight_on_narrow_screens():
    app = visit("many-datasets", results=bring(table()))
    told = " ".join(item.proto.body for item in app.get("html"))
    assert (
        len(re.findall(r"<td class='fw-r'[^>]*>\d+\.\d\d\u00a0%</td>", told)) == 4 * 12 + 4
    )  # and the means
    boxes = [box.proto.id for box in app.get("flex_container")]
    assert sum(box.endswith(("wraps_all_ranks", "wraps_all_scores")) for box in boxes) == 2


def test_tables_of_more_cells_than_pandas_writes_one_by_one_are_shown_all_the_same(monkeypatch):
    monkeypatch.setattr(tables, "_MOST_STYLED", 40)
    with pd.option_context(
        "styler.render.max_elements", 40
    ):  # 12 data sets × 4 learners and their names are 60
        app = visit("many-datasets", results=bring(table()))
    assert len(shown(app, "dataset")) == 12


@pytest.mark.parametrize("tab", ["All pairs", "Tests of all learners", "Two of them"])
def test_every_tab_shows_its_table(tab):
    app = visit("many-datasets", results=bring(table()), ranks_details=tab)
    assert not app.error
    column = {"All pairs": "record", "Tests of all learners": "test", "Two of them": "test"}[tab]
    assert len(shown(app, column))
    if tab == "Two of them":
        assert "Wilcoxon signed-rank test over data sets" in set(shown(app, column)["test"])
        assert plain("The most frequent outcome is that") in words(app)


def test_from_all_pairs_one_comes_to_the_two_best():
    job = finished_job(("baseline", "naive_bayes", "lda"))
    means = cache.experiment(job).fold_scores.wide.mean().sort_values()
    app = opened("many-learners", w=WORKSPACE, run=job.id, several_details="All pairs")
    assert plain("The table has the smallest adjusted p first.") in words(app)
    leads = dict(parse_qsl(links(app)["Look at the two best closely"][1]))
    best = sorted(means.index[:2], key=cache.experiment(job).learners.index)
    assert [leads[state.FIRST], leads[state.SECOND]] == best
    pair = opened("two-learners", w=WORKSPACE, run=job.id, **leads)
    assert [pair.selectbox(key=key).value for key in (state.FIRST, state.SECOND)] == best


@pytest.mark.parametrize("control", ["all pairs", "with C4.5+cf"])
def test_two_of_them_do_not_withdraw_what_the_headline_says_of_all(control):
    two = {"first": "C4.5", "second": "C4.5+m+cf"}
    app = visit("many-datasets", ranks_details="Two of them", control=control, **two)
    said = words(app)
    if control == "all pairs":
        assert "no pair can be named by mean ranks" in hero(app).answer
        assert "**C4.5+m+cf is better: more than luck for this pair alone.**" in said.replace("\\", "")
        assert "there this pair has p = .077 and is not told apart. Ranks go by" in said.replace("\\", "")
    else:
        assert "more than luck for this pair alone" not in said
        assert "it says nothing of these two" in said
        assert "p is not adjusted. It counts only if the two were chosen before looking. The verdict" in said


def test_of_two_with_the_control_p_is_held_against_the_other_comparisons_with_it():
    two = {"first": "C4.5", "second": "C4.5+cf"}
    said = words(visit("many-datasets", ranks_details="Two of them", control="with C4.5+cf", **two))
    assert "p is not adjusted for the 2 other pairs." in said
    assert "else the adjusted verdict above does" in said


@pytest.mark.parametrize(("view", "drawn"), [("Box plot", 2 * 6), ("Folds × learners", 2 * 60)])
def test_several_folds_of_several_data_sets_are_drawn_as_they_are_summarised(monkeypatch, view, drawn):
    figures = {}
    monkeypatch.setattr(charts, "figure", lambda drawing, key, _: figures.update({key: drawing.frame}))
    scores = core.read_fold_scores("sample_data/imports/mlr_benchmark.csv")
    app = visit("fold-errors", results=bring(scores), picture=view)
    frame = figures[f"fold_figure_{view}"]
    assert (
        int(frame.select_dtypes("number").drop(columns=["replicate", "fold"], errors="ignore").count().sum())
        == drawn
    )
    assert ("Each data set counts once" in words(app)) is (view == "Box plot")
    assert words(app).count("their folds are not") == 1


def test_where_no_test_is_advised_no_page_gives_a_verdict():
    lines = "fold,A,B,C\n1,0.1,0.2,0.3\n2,0.15,0.22,0.31\n3,0.1,0.24,0.37\n4,0.12,0.21,0.3\n5,0.1,0.23,0.33\n"
    results = bring(core.read_fold_scores(lines.encode(), measure="error"))
    app = visit("two-learners", results=results)
    assert hero(app).answer == "No verdict"
    assert hero(app).effect.startswith(
        "No test is advised. The sizes of training and validation sets are unknown"
    )
    assert hero(app).interval == "A makes 10.60 percentage points fewer errors than B."
    assert not hero(app).foot
    assert (
        sum(item.value.startswith(plain("One of 3 pairs: no test is advised")) for item in app.caption) == 1
    )
    assert plain("None of them is advised.") in words(app)
    assert any(item.label == "All tests, of which none is advised" for item in app.expander)
    (text,) = [
        item.value for item in app.code if item.value.startswith("No verdict on A and B by error rate.")
    ]
    assert "No test is advised." in text and "p " not in text
    several = visit("many-learners", results=results)
    for page in (app, several, visit("fold-errors", results=results)):
        (leads,) = [
            link.proto for link in page.get("page_link") if link.proto.label == "Name the design on Data"
        ]
        assert (leads.page, leads.query_string) == ("data", "door=Fold+results&change=fold_scores")
        assert hero(page).answer == "No verdict"
        assert "o test is advised. The sizes of training and validation sets" in hero(page).effect
    told = words(several)
    assert "No pair is judged, so that nothing is said of who is told apart." in told
    assert "p is adjusted by" not in told
    assert "test:" not in told


def lacking(design=None):
    """Four learners, of whom C lacks a fold."""
    rows = [
        (who, k, 0.1 + 0.05 * place + 0.01 * (k * (place + 2) % 5))
        for place, who in enumerate("ABCD")
        for k in range(1, 11)
        if (who, k) != ("C", 4)
    ]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    return bring(core.read_fold_scores(frame, measure="error", rows="folds", design=design))


def test_a_score_that_lacks_is_told_beside_a_design_that_is_not_known():
    results = lacking()
    gap = "That alone does not give one: C has no score on fold 4."
    for page in ("two-learners", "fold-errors", "report"):
        said = hero(visit(page, results=results, first="A", second="C")).effect
        assert "say which design the folds come from." in said and gap in said
        assert gap not in hero(visit(page, results=results, first="A", second="B")).effect
    app = visit("many-learners", results=results)
    assert gap not in hero(app).effect
    can = (
        "That can give a verdict on 3 of 6 pairs, but none on all learners at once: C has no score on fold 4."
    )
    for page in (app, visit("report", results=results, about="All learners")):
        assert can in hero(page).effect
    by_pair = [item.value for item in app.caption if item.value.startswith(":material/block:")]
    assert [plain(gap) in told for told in by_pair] == [False, True]
    assert plain("A − C, B − C and C − D: No test is advised.") in by_pair[1]


def test_a_verdict_on_pairs_says_whom_it_is_on_where_not_all_can_be_judged_at_once():
    app = visit("many-learners", results=lacking("k_fold"))
    assert hero(app).answer.endswith("more than luck")
    said = "The verdict is on 3 of 6 pairs, each judged by itself. All learners at once could not be judged: "
    assert plain(f"{said}C has no score on fold 4.") in words(app)
    assert "there is no verdict" not in words(app)


def test_controls_that_decide_no_verdict_say_so_or_are_not_there():
    results, rests = lacking(), "No test is advised, so no verdict hangs on α"
    for page, about, rest in (
        ("two-learners", None, " and the claim here."),
        ("one-learner", None, " and the claim here; intervals have level 1 − α."),
        ("many-learners", None, " here, and no p is adjusted."),
        ("report", "Two learners", " and the claim here."),
        ("report", "One learner", " and the claim here; intervals have level 1 − α."),
        ("report", "All learners", " here, and no p is adjusted."),
    ):
        address = {state.ABOUT: about} if about else {}
        app = visit(page, results=results, p0_percent_error="50", **address)
        assert [item.value for item in app.caption if item.value.startswith(rests)] == [rests + rest]
        assert not [box for box in app.selectbox if box.label == "Adjust p by"]
        assert app.slider(key=state.ALPHA)
    judged = visit("many-learners", results=lacking("k_fold"))
    assert judged.selectbox(key=state.ADJUSTMENT) and rests not in words(judged)


def test_of_a_test_that_is_not_advised_the_formula_and_what_it_supposes_can_be_read():
    results = lacking()
    chosen = {"first": "A", "second": "B", state.TEST: core.TESTS["wilcoxon"].title}
    app = visit("two-learners", results=results, unadvised="Formula", **chosen)
    assert app.selectbox(key=state.TEST).value == "wilcoxon"
    assert "H_0" in app.latex[0].value and len(app.latex) >= 4
    assert hero(app).answer == "No verdict", "whatever is chosen"
    app = visit("two-learners", results=results, unadvised="Assumptions", **chosen)
    assert "cannot be told" in words(app)
    assert not [tab for tab in app.tabs if tab.label == "Is it firm?"]


def test_fold_errors_says_what_mean_ranks_say_of_the_two():
    scores = core.read_fold_scores("sample_data/imports/demsar2006.csv", measure="auc", rows="data sets")
    told = words(visit("fold-errors", results=bring(scores), first="C4.5", second="C4.5+m"))
    expected = "By mean ranks, as on Many data sets, p = .019, adjusted by Holm p = .096."
    assert as_read(plain(expected))[0] in told


def test_scores_of_data_sets_are_not_called_those_of_folds():
    app = visit("fold-errors", results=bring(table()))
    named = {button.proto.label for button in app.get("download_button")}
    assert "Data set scores (CSV)" in named
    assert not {name for name in named if "old" in name}
    assert table().named("differences") == "data_set_differences"


def test_the_interval_of_two_learners_says_to_which_estimate_it_belongs():
    scores = core.read_fold_scores("sample_data/imports/mlr_benchmark.csv")
    told = hero(visit("many-datasets", results=bring(scores)))
    assert "on average" in told.effect
    assert "It belongs to the Hodges–Lehmann estimate" in told.interval


def test_the_critical_difference_is_drawn_only_where_it_decides():
    app = visit("many-datasets", results=bring(table()))
    assert not notes_in_picture(app)  # by Holm every pair has a bound of its own
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value("nemenyi").run()
    (note,) = notes_in_picture(app)
    assert note.startswith("CD ")


def notes_in_picture(app):
    layout = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    return [note["text"] for note in layout["annotations"]]


def test_two_learners_get_the_tests_of_two():
    app = visit("many-datasets", results=bring(table(names="AB")))
    assert "the tests of two learners serve" in words(app)
    assert "Sign test over data sets" in set(shown(app, "test")["test"])
    every = shown(app, "dataset")
    assert every["dataset"].is_unique
    assert every["difference"].tolist() == (every["A"] - every["B"]).tolist()


def test_few_data_sets_are_warned_of_and_one_missing_score_is_named():
    app = visit("many-datasets", results=bring(table(rows=4)))
    assert "4 data sets can hardly tell learners apart" in words(app).replace("\\", "")
    scores = table()
    gap = core.FoldScores(
        scores.frame.drop(index=5).reset_index(drop=True),
        "error",
        "error rate",
        True,
        rows="data sets",
        learner_order=scores.learners,
    )
    app = visit("many-datasets", results=bring(gap))
    assert "has no score on d" in words(app).replace("\\", "")


def test_folds_of_one_data_set_are_not_ranked():
    app = visit("many-datasets", run=finished_job().id)
    assert "its folds are no independent data sets" in words(app).lower()
    assert not app.get("plotly_chart")


def test_names_from_files_are_text():
    nasty = ["<b>bold</b>", "$x^2$ [link](http://e)", "**strong**", "y" * 80]
    app = visit("many-datasets", results=bring(table(names=nasty)))
    bodies = [item.proto.body for item in app.get("html") if "fw-hero" in item.proto.body]
    assert not any("<b>bold" in body for body in bodies)
    assert not app.exception


# --- many learners -----------------------------------------------------------------------------------------------


def test_many_learners_says_who_is_told_apart():
    job = finished_job()
    app = visit("many-learners", run=job.id)
    experiment = cache.experiment(job)
    pairs = core.all_pairs(experiment)
    overall = core.compare_all(experiment)
    found = standing(pairs.grouping(experiment.fold_scores), MEANS, 0.05, "", overall)
    assert (hero(app).answer, hero(app).effect) == (found.answer, found.effect)
    assert overall.key == "corrected_anova"
    assert overall.title in words(app).replace("\\", "")
    frame = shown(app, "record")
    assert frame["p_adjusted"].to_numpy() == pytest.approx(pairs.frame["p_adjusted"].sort_values())
    assert any("st-key-scrolls_every_pair { --least: " in item.proto.body for item in app.get("html"))
    cells = next(chart.proto for chart in app.get("plotly_chart") if "every_pair" in chart.proto.id)
    assert cells.selection_mode and "Pick a cell" in words(app)
    wins = dict(zip(zip(frame["first"], frame["second"], strict=True), frame["record"], strict=True))
    assert wins["Naive Bayes", "Baseline"] == "10/0/0"


def test_what_the_scores_do_not_meet_is_said_beside_the_verdict_on_many():
    job = finished_job()
    evidence = cache.experiment(job).evidence
    overall, pairs = core.compare_all(evidence), core.all_pairs(evidence)
    assert overall.unmet
    told = [item.value for item in visit("many-learners", run=job.id).warning]
    assert [item.replace("\\", "") for item in as_read(*told)] == [
        *(f"**Not met: {check.title}.** {check.sentence}" for check in overall.unmet),
        *unmet_of_pairs(pairs, overall, alpha=0.05),
    ]


@pytest.mark.parametrize("tuning", [None, core.Tuning(3, 2)])
def test_where_times_rank_learners_it_is_said_whose_hold_the_tuning(tuning):
    learners = ["naive_bayes", core.learner("knn"), core.learner("tree", as_set=True)]
    plan = make_plan(core.load_sample("iris"), learners, core.make_design("k_fold", k=3), tuning=tuning)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    (told,) = as_read(
        plain(
            "The training time of Naive Bayes and k-NN holds the tuning: up to 7 fits on each training set."
        )
    )
    for page, part in (
        ("many-learners", {"several_details": "Order by cost"}),
        ("fold-errors", {"picture": "Times"}),
        ("fold-errors", {}),
    ):
        app = visit(page, run=job.id, **part)
        assert words(app).count(told) == (0 if tuning is None else 1 + ("picture" in part))


def test_the_other_tests_stand_beside_the_advised_one():
    app = visit("many-learners", run=finished_job().id, several_details="Tests of all learners")
    tests = shown(app, "verdict")
    assert tests["status"].iloc[0] == "★ advised"
    assert {"Friedman's test", "Quade's test", "One-way analysis of variance"} <= set(tests["test"])
    app = visit("many-learners", run=finished_job().id, several_details="Formula")
    assert any("F_c" in item.value for item in app.latex)


def test_the_order_is_by_cost_and_arrows():
    job = finished_job()
    app = visit("many-learners", run=job.id, several_details="Order by cost")
    order = core.order_learners(cache.experiment(job))
    assert order.sentence in words(app).replace("\\", "")
    assert len(shown(app, "costlier")) == 3


def test_where_no_pair_has_a_spread_pages_say_so_and_speak_of_no_adjusted_p():
    rows = "".join(f"{k},.1{k},.2{k},.3{k}\n" for k in range(1, 6))
    scores = core.read_fold_scores(f"fold,A,B,C\n{rows}".encode(), design="k_fold", measure="error")
    results = bring(scores)
    told = words(visit("many-learners", results=results))
    assert "p undefined. The variance estimate is zero although the means differ" in told
    assert "safe side" not in told and "p is adjusted" not in told
    told = words(visit("two-learners", results=results))
    assert "None of them could be judged." in told
    assert "p is adjusted" not in told


def test_without_a_score_on_some_fold_no_test_of_all_learners_judges_and_the_page_says_why():
    scores = core.run_experiment(
        core.load_sample("wine"), ["naive_bayes", "lda", "baseline"], "k_fold"
    ).fold_scores
    gap = replace(scores, frame=scores.frame.drop(index=len(scores.frame) - 1).reset_index(drop=True))
    for tab in ("All pairs", "Tests of all learners", "Formula"):
        app = visit("many-learners", results=bring(gap), several_details=tab)
        told = words(app).replace("\\", "")
        assert told.count("could not be judged: Baseline has no score on fold 10.") == (
            1 if tab == "All pairs" else 2
        )
        assert "Training sets overlap; the corrected" not in told
        assert not any("leaves open" in link.proto.label for link in app.get("page_link"))


def test_the_adjustment_is_the_same_on_both_pages():
    job = finished_job()
    app = visit("many-learners", run=job.id)
    app.selectbox(key=state.ADJUSTMENT).set_value("bergmann_hommel").run()
    assert "p by Bergmann–Hommel" in hero(app).numbers
    app.query_params.pop(state.ADJUSTMENT, None)
    app.switch_page("pages/two-learners.py").run()
    assert not app.exception
    assert app.selectbox(key=state.ADJUSTMENT).value == "bergmann_hommel"


@pytest.mark.parametrize(
    ("page", "said"), [("many-learners", "adjusted by {}"), ("two-learners", "adjusted by {} for all")]
)
@pytest.mark.parametrize("title", ["Bergmann–Hommel", "Benjamini–Hochberg"])
def test_a_link_opens_with_its_adjustment(page, said, title):
    app = visit(page, run=finished_job().id, adjustment=title)
    assert app.selectbox(key=state.ADJUSTMENT).format_func(app.selectbox(key=state.ADJUSTMENT).value) == title
    assert said.format(title) in words(app)


@pytest.mark.parametrize("page", ["many-learners", "two-learners", "fold-errors", "report"])
def test_an_adjustment_that_a_link_cannot_have_is_named_once(page):
    app = visit(page, run=finished_job().id, adjustment="a guess")
    (said,) = [item.value.replace("\\", "") for item in app.warning if "this link" in item.value]
    assert said.count("Adjust p by: “a guess” is not possible here, “Holm” was taken (possible: “") == 1


def test_fewer_than_three_learners_are_sent_to_two_learners():
    app = visit("many-learners", run=finished_job(("naive_bayes", "tree")).id)
    assert "three learners or more" in words(app)
    leads = {"Compare two learners": ("two-learners", ""), "Add a learner": ("experiment", "")}
    assert links(app) == leads
    gathered = replace(table(names="AB"), notes=(state.GATHERED,))
    assert links(visit("many-learners", results=bring(gathered))) == leads
    app = visit("many-learners", results=bring(table()))
    assert "of many data sets" in words(app)


@pytest.mark.parametrize("page", ["two-learners", "many-learners", "report"])
@pytest.mark.parametrize("door", ["Fold results", "Predictions"])
def test_to_what_was_brought_another_learner_is_added_by_its_file(page, door):
    scores = b"learner,fold,score\nA,1,0.1\nA,2,0.2\nA,3,0.2\n"
    form = {"Fold results": "fold_scores", "Predictions": "predictions"}[door]
    read = {
        "Fold results": lambda: core.read_fold_scores(scores, measure="error", rows="folds"),
        "Predictions": lambda: core.read_predictions(b"y,A\na,a\nb,a\na,a\nb,b\n", design="hold_out"),
    }
    app = visit(page, results=bring(read[door]()))
    assert links(app) == {
        "Judge one learner": ("one-learner", ""),
        "Bring the file of another learner too": ("data", f"door={door.replace(' ', '+')}&change={form}"),
    }
    assert "experiment" not in words(app)


def test_where_no_test_of_folds_fits_it_says_so():
    app = visit("many-learners", run=finished_job(design="hold_out").id)
    assert not app.exception
    assert hero(app).answer or "No test is advised" in words(app)


def test_pairs_judged_with_caution_say_so_and_are_not_called_unadvised():
    rows = "".join(f"{i},{i + i % 3},{i + 2 * (i % 4)},{i - 3 * (i % 5)}\n" for i in range(1, 61))
    found = core.read_predictions(f"y_true,A,B,C\n{rows}".encode(), design="k_fold")
    app = visit("many-learners", results=bring(found))
    told = words(app)
    assert "3 pairs by the paired t test on losses, with caution, p by Holm" in hero(app).words
    assert plain("Pooled over the folds of one pass: near its level for stable learners") in told
    assert plain("Over all learners no test is advised") in told
    assert told.casefold().count("no test is advised") == 1


def test_of_tests_that_judge_several_pairs_either_is_named():
    rows = [f"{'ny'[i % 2]},{'ny'[i % 2]},{'ny'[(i + (i > 57)) % 2]},{'ny'[i // 2 % 2]}" for i in range(60)]
    found = core.read_predictions("\n".join(["y_true,A,B,C", *rows]).encode(), design="hold_out")
    app = visit("many-learners", results=bring(found))
    assert "3 pairs by McNemar's test or McNemar's test, exact, p by Holm" in hero(app).words


@pytest.mark.parametrize("lacks", [False, True])
def test_the_best_is_said_to_be_on_top_of_those_only_whose_means_compare(lacks):
    rows = [(name, fold, place / 10 + fold / 90) for place, name in enumerate("ABC") for fold in range(5)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    found = core.read_fold_scores(frame[1:] if lacks else frame, measure="error", design="k_fold")
    said = " ".join(small_lines(visit("many-learners", results=bring(found))))
    assert ("The best is on top." in said, "The best of those with the most scores is on top." in said) == (
        not lacks,
        lacks,
    )


def test_too_little_evidence_is_said_alike_of_all_learners_and_of_each_pair():
    rows = [
        f"{'ny'[i % 2]},{'ny'[i % 2]},{'ny'[(i + (i == 3)) % 2]},{'ny'[(i + (i > 17)) % 2]}"
        for i in range(20)
    ]
    found = core.read_predictions("\n".join(["y_true,A,B,C", *rows]).encode(), design="hold_out")
    key = bring(found)
    assert hero(visit("many-learners", results=key)).answer == TOO_LITTLE
    two = visit("two-learners", results=key)
    assert hero(two).answer == TOO_LITTLE
    assert f"**{TOO_LITTLE}**" in words(two)


def test_where_no_pair_can_be_judged_there_is_no_verdict_and_no_empty_picture():
    rows = [
        (learner, fold, 0.1 + 0.01 * place + 0.02 * (fold % 3), 90, 10)
        for place, learner in enumerate("ABC")
        for fold in range(1, 11)
    ]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "score", "n_train", "n_validation"])
    app = visit(
        "many-learners", results=bring(core.read_fold_scores(frame, measure="error", design="k_fold"))
    )
    assert (hero(app).mark, hero(app).answer) == ("–", "No verdict")
    assert hero(app).effect == "None of the 3 pairs could be judged: see all pairs for the reasons."
    assert len(app.get("plotly_chart")) == 1  # of the means alone
    assert "not told apart either" not in words(app)


# --- while α is dragged ------------------------------------------------------------------------------------------


@pytest.fixture
def sent(monkeypatch):
    """What the page sends: what stands on it now, and what it becomes at every position of the slider."""
    found = {}
    monkeypatch.setattr("pages.ui.verdicts.hero.PATIENCE", 1000.0)  # however busy this machine is
    monkeypatch.setattr(live, "foresee", lambda ahead: found.update(ahead=ahead))
    monkeypatch.setattr(
        live,
        "show",
        lambda address, moved, cells, scene: found.update(moved=moved, address=address, scene=scene),
    )
    return found


def dragged_as_released(app, sent, alphas=(0.001, 0.008, 0.05, 0.2)):
    """Hold what is shown while the slider is dragged against what the server answers when it is let go."""
    ahead = sent["ahead"]
    assert ahead.scene == sent["scene"] != ""
    assert ahead.positions[0] == 0.001
    assert ahead.positions[-1] == 0.2
    for alpha in alphas:
        place = ahead.positions.index(alpha)
        app.slider(key=state.ALPHA).set_value(alpha).run()
        assert not app.exception
        assert hero(app).texts == as_read(*ahead.cells["standing_words"][place])
        lines = [key for key in ("over_all", "other_test", "picture_explained") if key in ahead.cells]
        said = [list(as_read(*ahead.cells[key][place])) for key in lines]
        assert [[line] for line in small_lines(app)] == said
        dragged = ahead.moved["standing"][place]
        assert dragged
        assert all(move in sent["moved"]["standing"] for move in dragged)
        assert sent["address"] == {state.ALPHA: None if alpha == 0.05 else f"{alpha:g}"}


@pytest.mark.parametrize(
    ("control", "adjustment"),
    [("all pairs", "holm"), ("all pairs", "nemenyi"), ("B", "bonferroni"), ("B", "holm")],
)
def test_over_data_sets_the_page_answers_while_alpha_is_dragged(sent, control, adjustment):
    app = visit("many-datasets", results=bring(table(step=0.012)))
    app.selectbox(key=state.CONTROL).set_value(control).run()
    app.selectbox(key=state.RANK_ADJUSTMENT).set_value(adjustment).run()
    dragged_as_released(app, sent)
    assert len(set(map(str, sent["ahead"].moved["standing"]))) > 1


def test_many_learners_answer_while_alpha_is_dragged(sent):
    job = finished_job(("naive_bayes", "lda", "tree", "baseline"))
    dragged_as_released(visit("many-learners", run=job.id), sent)


def test_what_fifty_learners_send_ahead_is_small_and_the_same(sent):
    visit("many-datasets", results=bring(table(100, [f"learner {i}" for i in range(50)], 0.002)))
    ahead = sent["ahead"]
    message = ahead.message
    assert len(json.dumps(message)) < 150_000
    for key, lists in {**ahead.moved, **ahead.cells}.items():
        places = {**message["moved"], **message["cells"]}[key]
        assert [[message["pool"][one] for one in found] for found in places] == lists


def test_positions_for_which_there_is_no_patience_follow_when_the_slider_is_let_go(sent, monkeypatch):
    monkeypatch.setattr("pages.ui.verdicts.hero.PATIENCE", 0.0)
    visit("many-datasets", results=bring(table()))
    ahead = sent["ahead"]
    assert ahead.positions == [0.001]
    assert {len(places) for places in (*ahead.moved.values(), *ahead.cells.values())} == {1}


# --- runs on several data sets -----------------------------------------------------------------------------------


def test_runs_that_differ_in_their_data_become_a_study():
    jobs = [finished_job(sample=name) for name in ("wine", "iris", "balance")]
    finished_job(("naive_bayes", "tree"))
    app = visit("many-datasets", run=jobs[0].id)
    offers = [
        button
        for button in app.button
        if button.label.replace("\\", "").startswith("Rank Naive Bayes, LDA and Baseline")
    ]
    assert len(offers) == 1
    offers[0].click().run()
    assert not app.exception
    assert any("Gathered from runs" in item.value for item in app.caption)
    assert not any("Imported results" in item.value for item in app.caption)
    study = core.Study(tuple(cache.experiment(job) for job in reversed(jobs)))
    assert shown(app, "mean_rank")["mean_rank"].to_numpy() == pytest.approx(study.compare().mean_ranks)
    assert "mean scores over the folds" in words(app)
    key = app.query_params["results"]
    st.cache_resource.clear()  # another server
    again = visit("many-datasets", results=key[0] if isinstance(key, list) else key)
    assert hero(again).texts == hero(app).texts


def experiment_on(*loaded):
    """The Experiment page after these data sets were loaded, the last of them in use."""
    for data in loaded:
        cache.store().put_dataset(data.fingerprint, dataset_to_parquet(data))
        cache.store().hold(WORKSPACE, data.fingerprint, cache.DATA, data.name)
    app = opened("experiment", w=WORKSPACE, data=loaded[-1].fingerprint)
    assert not app.exception
    return app


def test_one_click_queues_the_same_run_on_further_data_sets_and_ranks_them_when_done():
    own = replace(core.load_sample("balance"), name="my table")
    app = experiment_on(own, core.load_sample("wine"))
    assert app.multiselect(key="further_data").options[0] == "my table"
    assert "breast cancer" in app.multiselect(key="further_data").options
    assert not {"diabetes", "wine"} & set(app.multiselect(key="further_data").options)
    app.multiselect(key="further_data").set_value(["iris", "my table"]).run()
    next(button for button in app.button if button.label == "Run on 3 data sets").click().run()
    assert not app.exception
    (job,) = cache.store().jobs(WORKSPACE)
    assert (job.kind, job.state) == ("study", "queued")
    assert f"cancel_{job.id}" in [button.key for button in app.button]
    assert any("3 data sets" in item.value and "waiting" in item.value for item in app.sidebar.caption)
    order = [button.key for button in app.button]
    assert order.index("run") < order.index(f"cancel_{job.id}") < order.index("run_further")
    assert not any(item.value == "Runs on several data sets" for item in app.header)
    assert "No run on a single data set was started in this browser yet" in words(app)
    do_job(cache.store(), job.id)
    app.run()
    assert not any("waiting" in item.value for item in app.sidebar.caption)
    order = [button.key for button in app.button]
    assert order.index(f"rank_{job.id}") < order.index("run_further")  # where it was begun
    app.button(key=f"rank_{job.id}").click().run()
    assert not app.exception
    assert any("Gathered from runs" in item.value for item in app.caption)
    assert not any("Imported" in item.value for item in (*app.caption, *app.sidebar.caption))
    ranks = study_of_job(cache.store(), cache.store().job(job.id)).compare()
    assert shown(app, "mean_rank")["mean_rank"].to_numpy() == pytest.approx(ranks.mean_ranks)
    assert ranks.rows == 3
    opens = opened("many-datasets", w=WORKSPACE)  # without a word of what to show
    assert opens.query_params["results"] == app.query_params["results"]
    assert shown(opens, "mean_rank")["mean_rank"].to_numpy() == pytest.approx(ranks.mean_ranks)
    assert any("Gathered" in item.value for item in opens.sidebar.caption)
    key = app.query_params["results"]
    key = key[0] if isinstance(key, list) else key
    folds = visit("fold-errors", results=key)
    assert sum("Gathered from runs" in item.value for item in folds.main.caption) == 1
    report = visit("report", results=key)
    assert "Data for the script (ZIP)" in [item.proto.label for item in report.get("download_button")]
    beside = opened("many-datasets", w=WORKSPACE, run=finished_job(sample="iris").id)
    next(button for button in beside.button if button.key == f"study_{job.id}").click().run()
    assert beside.query_params["results"] == app.query_params["results"]


def test_no_data_of_more_classes_are_offered_where_a_learner_takes_two():
    own = replace(core.load_sample("balance"), name="my table")
    app = experiment_on(own, core.load_sample("breast_cancer"))
    app.multiselect(key="further_data").set_value(["wine", "my table"]).run()
    two = {"uid": 99, "spec": core.learner("ls").to_dict()}
    app.session_state["entrants"] = [*app.session_state["entrants"], two]
    app.run()
    offered = app.multiselect(key="further_data")
    assert not {"my table", "iris", "wine"} & set(offered.options) and offered.value == []
    (told,) = [
        item.value
        for item in app.caption
        if plain("Not offered, of more than two classes: my table, ") in item.value
    ]
    assert plain("Least squares takes two only.") in told


def test_the_settings_of_a_run_on_several_data_sets_are_put_back():
    wine, iris = (core.load_sample(name) for name in ("wine", "iris"))
    learners, design = ["tree", "naive_bayes"], core.make_design("k_fold", k=3)
    plans = [make_plan(data, learners, design, "log_loss", seed=4) for data in (wine, iris)]
    job = submit_study(cache.store(), plans, WORKSPACE)
    do_job(cache.store(), job.id)
    app = experiment_on(wine)
    app.button(key=f"open_{job.id}").click().run()
    assert not app.exception
    assert [app.selectbox(key="measure").value, app.number_input(key="seed").value] == ["log_loss", 4]
    assert app.number_input(key="design_k_fold_k").value == 3
    order = [button.key for button in app.button]
    assert order.index(f"open_{job.id}") < order.index(
        "run_further"
    )  # it is the run of what stands in the form


def test_the_data_sets_of_a_suite_are_fetched_chosen_and_run(monkeypatch):
    app = experiment_on(core.load_sample("iris"))
    app.multiselect(key="further_data").set_value(["wine"]).run()
    with StandIn() as server:
        monkeypatch.setenv("FOLDWISE_OPENML", server.address)
        app.number_input(key="suite_number").set_value(7)
        next(button for button in app.button if button.key == "suite_fetch").click().run()
        assert not app.exception
        said = words(app).replace("\\", "")
        assert "2 data sets of A few shapes can be chosen below" in said
        assert "Left out: 999, OpenML: there is no data set 999" in said
        assert app.multiselect(key="further_data").value == ["moreshapes", "shapes", "wine"]
        next(button for button in app.button if button.label == "Run on 4 data sets").click().run()
        (job,) = cache.store().jobs(WORKSPACE)
        assert job.kind == "study"
        app.number_input(key="suite_number").set_value(8)
        next(button for button in app.button if button.key == "suite_fetch").click().run()
        assert "there is no suite 8" in words(app).replace("\\", "")


def test_a_run_on_several_data_sets_that_ended_early_can_go_on_or_be_deleted():
    app = experiment_on(core.load_sample("iris"), core.load_sample("wine"))
    app.multiselect(key="further_data").set_value(["iris"]).run()
    next(button for button in app.button if button.label == "Run on 2 data sets").click().run()
    (job,) = cache.store().jobs(WORKSPACE)
    app.button(key=f"cancel_{job.id}").click().run()
    app.button(key=f"resume_{job.id}").click().run()
    (renewed,) = cache.store().jobs(WORKSPACE)
    assert renewed.state == "queued"
    app.button(key=f"cancel_{renewed.id}").click().run()
    app.button(key=f"delete_{renewed.id}").click().run()
    assert not app.exception
    assert not any(button.key == f"resume_{renewed.id}" for button in app.button)
    app.button(key=f"undo_{renewed.id}").click().run()
    assert any(button.key == f"resume_{renewed.id}" for button in app.button)


# --- bad input ---------------------------------------------------------------------------------------------------


def drawn_table(rows=12, names="ABCD"):
    """A table as a file holds it, to be damaged."""
    names = list(names)
    frame = pd.DataFrame(
        np.random.default_rng(0).normal(0.2 + 0.03 * np.arange(len(names)), 0.02, (rows, len(names))),
        columns=names,
    )
    frame.insert(0, "row", [f"d{i}" for i in range(rows)])
    return frame


def damaged(kind, names="ABCD"):
    frame = drawn_table(names=names)
    if kind == "a missing cell":
        frame.loc[4, "C"] = np.nan
    elif kind == "a constant column":
        frame["C"] = 0.25
    elif kind == "nothing but constants":
        frame[list(names)] = 0.25
    elif kind == "equal learners":
        frame["B"] = frame["A"]
    return frame


def read(frame, rows, measure="error"):
    design = {} if rows == "data sets" else {"design": "k_fold"}
    frame = frame.rename(columns={"row": "data set"}) if rows == "data sets" else frame.drop(columns="row")
    source = io.BytesIO(frame.to_csv(index=False).encode())
    return core.read_fold_scores(source, rows=rows, measure=measure, **design)


@pytest.mark.parametrize("page", ["many-datasets", "many-learners"])
@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("a constant column", "more than luck"),
        ("nothing but constants", "Luck could explain all differences"),
        ("equal learners", "more than luck"),
    ],
)
def test_degenerate_tables_are_judged_in_words_and_pictures(page, kind, answer):
    rows = "data sets" if page == "many-datasets" else "folds"
    app = visit(page, results=bring(read(damaged(kind), rows)))
    assert not app.error
    assert answer in hero(app).answer
    assert app.get("plotly_chart")
    for tab in ("All pairs", "Tests of all learners"):
        key = "ranks_details" if page == "many-datasets" else "several_details"
        app = visit(page, results=bring(read(damaged(kind), rows)), **{key: tab})
        assert not app.error


def test_a_data_set_without_a_score_is_named_and_can_be_left_out():
    scores = read(damaged("a missing cell"), "data sets")
    app = visit("many-datasets", results=bring(scores))
    assert (
        "C has no score on d4. Add the missing scores, or leave this data set out for all learners."
        in words(app).replace("\\", "")
    )
    app.toggle(key=state.WITHOUT_GAPS).set_value(True).run()
    assert not app.exception
    assert not app.error
    complete = read(drawn_table().drop(index=4), "data sets")
    found = compare_ranks(complete)
    assert shown(app, "mean_rank")["mean_rank"].to_numpy() == pytest.approx(found.mean_ranks)
    assert "11 data sets" in hero(app).numbers
    assert not visit("many-datasets", results=bring(complete)).toggle


@pytest.mark.parametrize("page", ["two-learners", "fold-errors"])
def test_wherever_two_are_compared_data_sets_without_a_score_can_be_left_out(page):
    key = bring(read(damaged("a missing cell"), "data sets", "rmse"))
    app = visit(page, results=key, first="A", second="C")
    said = words(app).replace("\\", "") + "".join(item.value for item in app.error).replace("\\", "")
    assert hero(app).answer == "No verdict"
    lacking = hero(app).effect
    assert "C has no score on d4. Add the missing scores, or leave this data set out for all" in lacking
    assert not app.error
    assert "another measure" not in said
    app.toggle(key=state.WITHOUT_GAPS).set_value(True).run()
    assert not app.exception
    assert not app.error
    complete = read(drawn_table().drop(index=4), "data sets", "rmse")
    assert hero(app).effect == brief(core.compare(complete, "A", "C")).effect
    assert not visit(page, results=bring(complete)).toggle


def test_where_data_sets_have_units_of_their_own_no_one_region_is_believed_in():
    frame = drawn_table()
    frame.loc[0, list("ABCD")] *= 100_000
    for units, asked in ((drawn_table(), True), (frame, False)):
        app = visit(
            "many-datasets", results=bring(read(units, "data sets", "rmse")), ranks_details="Two of them"
        )
        assert any("Does not matter" in slider.label for slider in app.slider) == asked
        assert any("their units differ" in item.value for item in app.info) != asked


def test_a_fold_without_a_score_is_named_on_many_learners():
    app = visit("many-learners", results=bring(read(damaged("a missing cell"), "folds")))
    assert hero(app).answer.startswith("A is better than both others that could be judged against it")
    assert "3 pairs are not judged: see all pairs for the reasons" in hero(app).effect
    assert "Luck could explain" not in hero(app).effect
    reasons = shown(app, "reason")["reason"]
    assert reasons.str.contains("C has no score on fold 5. Add it to the file and bring it again.").sum() == 3


def test_names_of_eighty_characters_stay_whole_in_the_picture_and_few_in_the_sentence():
    names = [f"{letter} " + "with settings that are written out in full " * 2 for letter in "ABCDEF"]
    names = [name[:80].strip() for name in names]
    for page, rows in (("many-datasets", "data sets"), ("many-learners", "folds")):
        app = visit(page, results=bring(read(drawn_table(names=names), rows)))
        assert len(hero(app).effect) < 400
        labels = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]
        assert sorted(label.replace("<br>", " ") for label in labels) == names
    table = next(item for item in app.dataframe if "record" in item.value.columns)
    assert set(table.value["first"]) <= set(names)
    written = convert_arrow_bytes_to_pandas_df(table.proto.arrow_data.styler.display_values)
    assert written["first"].str.len().max() <= LONGEST_NAME
    assert written["first"].nunique() == 5
    assert any("A double click on a name shows it in whole" in item.proto.body for item in app.get("html"))


def test_two_hundred_learners_are_ranked_over_data_sets_and_refused_in_words_on_one():
    names = [f"learner {i}" for i in range(200)]
    scores = table(rows=12, names=names, step=0.001)
    app = visit("many-datasets", results=bring(scores))
    assert not app.error
    assert hero(app).answer
    frame = drawn_table(names=names)
    frame[names] = 0.2 + (frame[names] - 0.2) / 40
    app = visit("many-learners", results=bring(read(frame, "folds")))
    assert "200 learners have 19,900 pairs" in words(app)
    assert not app.get("plotly_chart")


@pytest.mark.parametrize("page", ["many-datasets", "many-learners"])
def test_the_direction_of_the_measure_turns_who_is_ahead(page):
    rows = "data sets" if page == "many-datasets" else "folds"
    low = visit(page, results=bring(read(drawn_table(), rows, "error")))
    high = visit(page, results=bring(read(drawn_table(), rows, "accuracy")))
    assert hero(low).answer.startswith("A ")
    assert hero(high).answer.startswith("D ")


# --- factors -----------------------------------------------------------------------------------------------------


def cells_of(datasets):
    learners = core.factorial("knn", n_neighbors=(1, 5), weights=("uniform", "distance"))
    design = core.make_design("k_fold", k=3)
    return core.run_study([core.load_sample(name) for name in datasets], learners, design)


def test_learners_at_crossed_levels_have_a_tab_of_factors():
    scores = cells_of(["iris", "wine"])["wine"].fold_scores
    app = visit("many-learners", results=bring(scores), several_details="Factors")
    said = words(app).replace("\\", "").replace("\u2060", "")
    assert core.against_best(scores).sentence(0.05) in said
    effects = shown(app, "partial_eta_squared")
    expected = core.analyse_factors(scores).effects
    assert effects["effect"].tolist() == [*expected["effect"], "Blocks", "Residual"]
    assert effects["p_value"].iloc[:3].tolist() == pytest.approx(expected["p_value"].tolist())
    assert {"main_effects", "interaction", "factor_heatmap"} <= charts_of(app)
    assert "over all levels of the other factors" in said
    assert "Read interactions first" in said
    keys = [box.proto.id for box in app.get("flex_container")]
    for table in ("effects", "best"):  # on a narrow screen no column is cut
        assert any(key.endswith(f"paper_cards_wraps_{table}") for key in keys)
    assert "Each against the best mean score: Corrected resampled t test, p adjusted by Holm for 3" in said
    assert core.against_best(scores).none_is_worse() and "equal learners" not in said
    assert "data sets" not in said.partition("has the best mean score")[2]


def test_who_is_no_cell_is_counted_and_nothing_is_said_of_its_settings():
    learners = [*core.factorial("knn", n_neighbors=(1, 5)), core.learner("knn"), core.learner("naive_bayes")]
    found = core.run_experiment(core.load_sample("iris"), learners, core.make_design("k_fold", k=3))
    app = visit("many-learners", results=bring(found.fold_scores), several_details="Factors")
    assert "Only the 2 cells are analysed here, without 2 other learners." in words(app)


def test_factors_of_a_few_of_the_learners_stand_behind_the_other_tabs_and_tell_in_whole_why_one_is_not_judged():
    named = ["SVM (C = 1)", "SVM (C = 10)", "SVM (C = 100)", "A", "B", "C", "D"]
    rng = np.random.default_rng(0)
    table_of = pd.DataFrame(rng.normal(0.2, 0.02, (10, 7)).round(4), columns=named)
    table_of.insert(0, "fold", range(1, 11))
    table_of.loc[3, "SVM (C = 10)"] = np.nan
    results = bring(core.read_fold_scores(table_of, measure="error", design="k_fold"))
    app = visit("many-learners", results=results)
    assert [tab.label for tab in app.tabs][-1] == "Factors"
    app = visit("many-learners", results=results, several_details="Factors")
    said = words(app).replace("\\", "").replace("\u2060", "")
    assert "SVM (C = 10) could not be judged." in said
    assert "drop_undefined" not in said
    assert any("whole_best" in box.proto.id for box in app.get("flex_container"))
    crossed = visit("many-learners", results=bring(cells_of(["iris", "wine"])["wine"].fold_scores))
    assert crossed.tabs[0].label == "Factors"


def test_to_factors_it_is_only_pointed_where_they_have_an_answer():
    pointer = "Whether levels differ all together is another question: see Factors"
    rng = np.random.default_rng(0)
    named = [f"S (a = {a}, b = {b})" for a in (0, 1) for b in (0, 1)]
    scores = pd.DataFrame(rng.normal(0.2, 0.02, (10, 4)).round(4), columns=named)
    scores.insert(0, "fold", range(1, 11))
    for lacks in (False, True):
        if lacks:
            scores.loc[3, named[0]] = np.nan
        found = core.read_fold_scores(scores, measure="error", design="k_fold")
        app = visit("many-learners", results=bring(found))
        assert hero(app).answer.startswith("Luck could explain")
        assert (pointer in hero(app).effect) != lacks
        results = imported_results(found, "cells")
        document = many_report(results, core.all_pairs(results), 0.05)
        (answer,) = [block for block in document.sections[0].blocks if isinstance(block, Answer)]
        assert (pointer in answer.brief.effect) != lacks


def test_beside_a_single_factor_nothing_is_said_of_others():
    learners = core.factorial("knn", n_neighbors=(1, 5, 9))
    found = core.run_experiment(core.load_sample("iris"), learners, core.make_design("k_fold", k=3))
    app = visit("many-learners", results=bring(found.fold_scores), several_details="Factors")
    assert "Mean scores at each level; the dotted line" in words(app)
    assert "its share of what the blocks do not explain." in words(app)
    assert charts_of(app) == {"main_effects"}


def test_over_data_sets_these_are_a_factor_too():
    app = visit(
        "many-datasets", results=bring(cells_of(["iris", "wine"]).fold_scores), ranks_details="Factors"
    )
    assert "k × Data set" in shown(app, "partial_eta_squared")["effect"].tolist()
    said = words(app).replace("\\", "").replace("\u2060", "")
    assert "The data sets are taken as they are" in said
    assert "Whether any of the 3 others is worse cannot be told" in said and "equal learners" not in said
    # which may name others than ranks do
    assert "Each against the best mean score: Wilcoxon signed-rank test over data sets" in said
    assert (
        "p adjusted by Holm for 3 comparisons. The verdict above is on 6 pairs, p adjusted by Holm, by mean ranks."
        in said
    )


def test_other_learners_have_no_such_tab():
    app = visit("many-learners", run=finished_job().id)
    assert "Factors" not in [tab.label for tab in app.tabs]


def charts_of(app):
    names = ("main_effects", "interaction", "factor_heatmap")
    return {name for name in names if name in str([item.proto.id for item in app.get("plotly_chart")])}


def test_what_the_browser_is_sent_has_no_numbers_that_are_none(monkeypatch):
    """A learner without scores has no place, and JSON has no word for it: the browser would read nothing."""
    sent = []
    monkeypatch.setattr(live, "_COMPONENT", lambda data, **_rest: sent.append(data))
    moved = [{"trace": 0, "x": [0.5, float("nan"), None], "y": [float("-inf"), 1, 2]}]
    live.show({}, {"standing": moved})
    written = json.dumps(moved[0])
    live.foresee(live.Ahead("alpha", [0.05], {"standing": [moved]}, {"words": [["p", written]]}))
    for data in sent:
        json.dumps(data, allow_nan=False)
    wanted = {"trace": 0, "x": [0.5, None, None], "y": [None, 1, 2]}
    assert sent[0]["moved"] == {"standing": [wanted]}
    assert sent[1]["ahead"]["pool"] == [wanted, "p", written]


@pytest.mark.parametrize(
    "page", ["experiment", "fold-errors", "two-learners", "many-learners", "report", "one-learner"]
)
def test_that_no_learner_does_better_than_guessing_stands_once_where_they_are_judged(page):
    app = visit(page, run=job_of_luck().id)
    told = as_read(*(item.value for item in (*app.caption, *app.markdown)))
    said = " ".join((*told, *printed(app))).replace("\\", "")
    assert said.count("of always saying 'a' is 33.33 %: ") == 1


def test_whether_anybody_does_better_than_guessing_is_worked_out_once(monkeypatch):
    app = visit("many-learners", run=job_of_luck().id)

    def again(*asked):
        raise AssertionError(asked)

    monkeypatch.setattr(verdict_card, "no_better_than_guessing", again)
    app.run()
    assert not app.exception
    assert any("of always saying" in item.value for item in app.caption)


def test_which_two_are_proposed_and_that_closed_numbers_are_on_their_way_is_said():
    app = visit("many-datasets")
    (waiting,) = [item.value for item in app.caption if item.value == "The numbers are on their way."][:1]
    assert waiting
    app = visit("two-learners", results=bring(read(drawn_table(names="ABC"), "folds")))
    assert [app.selectbox(key=key).value for key in ("first", "second")] == ["A", "B"]
    assert "not the two best" in app.selectbox(key="first").help
    app = visit("two-learners", results=bring(read(drawn_table(names="AB"), "folds")))
    assert not app.selectbox(key="first").help
