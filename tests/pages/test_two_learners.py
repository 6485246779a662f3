"""Two learners: the verdict moves with what is supposed, every test stands beside the advised one, with reasons."""

import json
import re
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from urllib.parse import parse_qsl

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from statsmodels.stats.multitest import multipletests

import core
from core.experiment import do_experiment, imported_results, make_plan, run_experiment, submit_experiment
from core.inference import learning_curves
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import brief
from core.jobs import Launcher, cancel
from core.records import DesignSpec
from core.simulation import planned, submit_trials
from core.written import number, probability
from pages.ui.display.text import plain
from pages.ui.session import cache, state, stored_results
from pages.ui.verdicts import learning, other_seeds, pair, repeats, verdict_card
from pages.ui.verdicts import side_by_side as side_by_side_of_tests
from pages.ui.verdicts.further_runs import FurtherRuns
from tests.pages.hero import as_read, critical, hero, heroes, numbers_line
from tests.pages.opening import opened

PAGE = "pages/two-learners.py"
WORKSPACE = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)
    yield
    cache.store().close()
    st.cache_resource.clear()


def finished_job(learners=("naive_bayes", "tree"), design="balanced_5x2", sample="iris", **options):
    plan = make_plan(core.load_sample(sample), list(learners), core.make_design(design, **options))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


def visit(job=None, **address):
    run = {} if job is None else {"run": job.id}
    app = opened("two-learners", **{"w": WORKSPACE, **run, **address})
    assert not app.exception, [item.message for item in app.exception]
    return app


def go(app, page):
    """Follow a link of the navigation: it leads to an address without what was said of the former page."""
    app.query_params.pop(state.ALPHA, None)
    app.switch_page(page).run()
    assert not app.exception


def sentence(app):
    """The whole verdict in one sentence, which explains whom it is about."""
    return next(item.proto.help for item in app.caption if item.value == verdict_card.ABOUT)


def words(app):
    said = [item.value for kind in (app.markdown, app.caption, app.info, app.success) for item in kind]
    said = [one for one in said if " · **" not in one]  # why tests are refused is folded
    return " ".join([*said, *(found.words for found in heroes(app))])


def test_one_learner_under_two_names_is_not_compared_with_itself():
    same = [core.learner("knn"), core.learner("knn", "again"), "tree"]
    app = visit(finished_job(same), first="k-NN", second="again")
    told = plain("k-NN and again are one and the same learner under 2 names")
    assert not heroes(app) and told in app.error[0].value
    go(app, "pages/many-learners.py")
    assert told in words(app)


def side_by_side(app):
    return next(table.value for table in app.dataframe if "verdict" in table.value.columns)


def test_all_tests_are_text_on_every_screen_so_that_intervals_in_points_have_room():
    app = visit(finished_job(("naive_bayes", "tree"), "k_fold", "breast_cancer"))
    assert any(text.startswith("90") and text.endswith(" points") for text in side_by_side(app)["interval"])
    boxes = [box.proto.id for box in app.get("flex_container")]
    assert any(box.endswith("paper_cards_wraps_whole_side_by_side") for box in boxes)


def test_the_choice_of_a_test_stands_below_the_curve_and_leaves_no_hole_beside_what_moves_it():
    app = visit(finished_job(("naive_bayes", "tree"), "hold_out"))
    (left,) = (column for column in app.columns if "Test" in [box.label for box in column.selectbox])
    (right,) = (
        column for column in app.columns if "if only luck" in " ".join(c.value for c in column.caption)
    )
    told = [item.proto.body for item in left.get("html")]
    assert any("fw-hero" in body for body in told)
    assert any("critical" in body for body in told)
    assert state.ALPHA in [slider.key for slider in right.slider]


def test_the_verdict_is_that_of_the_advised_test_and_never_accepts_h0():
    job = finished_job()
    app = visit(job)
    test = next(box for box in app.selectbox if box.label == "Test")
    assert test.value == "balanced_5x2_f"
    verdict = core.compare(cache.experiment(job), "Naive Bayes", "Decision tree")
    assert hero(app).texts == as_read(*brief(verdict).texts)
    assert (hero(app).mark, hero(app).answer) == ("○", "Luck could explain it")
    assert hero(app).foot == f"{verdict.title}, advised"
    assert "luck alone could explain this" in sentence(app)
    assert "accept" not in words(app).lower() + sentence(app).lower()
    assert numbers_line(app).startswith(f"{verdict.numbers(0.05)}; critical ")
    assert any(" at α\u00a0=\u00a0.05</p>" in item.proto.body for item in app.get("html"))
    assert any("Made for balanced halves" in item.value for item in app.caption)


@pytest.mark.parametrize("page", ["start", "two-learners"])
def test_whom_a_verdict_is_about_stands_once_behind_a_mark_of_help(page):
    app = opened(page, w=WORKSPACE, details="Does it matter?")
    assert not app.exception
    shown = [item.proto.body for item in app.get("html")]
    shown += [item.value for kind in (app.markdown, app.caption, app.info) for item in kind]
    assert "on sets of the size" not in " ".join(shown).replace("\u2060", "")
    assert "This is about the learners, trained on sets of the size that was used." in sentence(app).replace(
        "\\", ""
    )


def test_every_applicable_test_stands_beside_it_with_its_status():
    job = finished_job()
    app = visit(job)
    table = side_by_side(app)
    experiment = cache.experiment(job)
    advice = core.applicable_tests(experiment, *experiment.learners)
    expected = [core.TESTS[key].title for key in advice.applicable if key != "bayesian_t"]
    assert list(table["test"]) == expected
    assert table["status"].iloc[0] == "★ advised"
    assert "A: error rate of Naive Bayes; B: of Decision tree; lower is better." in captions(app).replace(
        "\\", ""
    )
    assert set(table["verdict"]) <= {"rejects H0", "does not reject", "not shown", "equivalent"}
    direct = core.compare(experiment, *experiment.learners)
    assert table["p_value"].iloc[0] == pytest.approx(direct.p_value)
    lines = [item.value for item in app.markdown if item.value.startswith("- ✕ refused · ")]
    heads, reasons = zip(
        *(line.removeprefix("- ✕ refused · **").split(".** ") for line in lines), strict=True
    )
    told = [title for head in heads for title in head.split(plain(";") + " ")]
    assert sorted(told) == sorted(plain(core.TESTS[key].title) for key, _ in advice.refused)
    assert len(set(reasons)) == len(reasons) < len(told)
    assert min(map(len, reasons)) > 10


def test_alpha_moves_critical_values_level_and_verdicts():
    app = visit(finished_job(("naive_bayes", "tree"), "k_fold", "wine"))
    before = side_by_side(app)
    values, said = critical(app), hero(app)
    assert values.endswith(" at α = .05")
    app.slider(key=state.ALPHA).set_value(0.2).run()
    assert not app.exception
    assert critical(app).endswith(" at α = .2")
    assert critical(app).split(" at ")[0] != values.split(" at ")[0]
    assert (said.interval[:16], hero(app).interval[:16]) == ("95 % interval of", "80 % interval of")
    assert said.interval[2:] != hero(app).interval[2:]
    after = side_by_side(app)
    assert (after["p_value"] == before["p_value"]).all()
    assert (after["high"] - after["low"]).iloc[0] < (before["high"] - before["low"]).iloc[0]


def test_the_caption_below_the_null_says_what_is_dashed():
    signed = captions(visit(finished_job(design="k_fold"))).replace("\\", "")
    assert "A dashed line is a critical value: luck alone would take the statistic that far out" in signed
    assert ", with probability α, both sides taken together, so" in signed
    counted = captions(visit(finished_job(("lda", "knn"), "leave_one_out"))).replace("\\", "")
    assert "A dashed line, if there is one, is" in counted
    assert "with probability α at most, so" in counted


def brought(scores):
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    return results.id


@pytest.mark.parametrize(
    ("second", "table", "said"),
    [
        ("0.12,0.17", "undefined", "the one found is undefined, so it is not marked, and nothing is shaded."),
        ("0.1,0.15", "1", "the shaded part, values as extreme as the one found, is the p-value."),
        ("0.11,0.1600001", "< .001", "which are the p-value, lie beyond the picture."),
    ],
)
def test_words_table_and_picture_agree_where_folds_have_no_variance(second, table, said):
    rows = "".join(f"A,{k},{x}\n" for k, x in enumerate((0.1, 0.15))) + "".join(
        f"B,{k},{x}\n" for k, x in enumerate(second.split(","))
    )
    scores = core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), measure="error", design="k_fold")
    app = visit(results=brought(scores), details="All tests")
    told = as_read(captions(app))[0].replace("\\", "")
    assert said in told
    assert ("so a statistic that lies there rejects H0" in told) is (table != "undefined")
    row = side_by_side(app).iloc[0]
    assert row["p"] == table
    assert (
        (row["statistic"] == "t(1) undefined")
        is ("t(1) undefined" in numbers_line(app))
        is (table == "undefined")
    )
    assert "1 degree of freedom" in app.get("plotly_chart")[0].proto.spec


def test_folds_that_cannot_be_of_one_instance_each_are_not_judged():
    rows = "".join(f"{k},0.{k}5,0.{k}1\n" for k in range(1, 9))
    scores = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), measure="error", design="leave_one_out")
    app = visit(results=brought(scores))
    assert not heroes(app)
    (why,) = [item.value for item in app.info if "a rate is 0 or 1" in item.value]
    assert "No test is advised" in why and "say on Data which design they come from" in why
    led = "Correct how these were read on Data"
    assert led in [link.proto.label for link in app.get("page_link")]
    go(app, "pages/one-learner.py")
    assert any("a rate is 0 or 1" in item.value for item in app.info)
    assert led in [link.proto.label for link in app.get("page_link")]
    assert not heroes(app)


def test_what_a_test_supposes_and_is_not_met_is_said_beside_the_verdict_as_in_the_report():
    job = finished_job(("lda", "knn"), "leave_one_out")
    verdict = core.compare(cache.experiment(job), "LDA", "k-NN")
    unmet = [f"Not met: {plain(check.title)}." for check in verdict.checks if check.holds is False]
    shown = " ".join(item.value for item in visit(job).warning)
    assert unmet
    assert all(said in shown for said in unmet)


def test_what_the_equivalence_test_supposes_and_is_not_met_is_said_beside_its_verdict_too():
    job = finished_job(("lda", "knn"), "k_fold")  # 15 instances in a validation set
    verdict = core.compare(cache.experiment(job), "LDA", "k-NN", "equivalence", rope=0.01)
    (unmet,) = [f"Not met: {plain(check.title)}." for check in verdict.unmet]
    warned = " ".join(item.value for item in visit(job, details="Does it matter?").warning)
    assert warned.count(unmet) == 2, "once beside the verdict on the difference"


def test_of_a_cancelled_run_it_is_said_and_it_can_be_resumed():
    plan = make_plan(core.load_sample("iris"), ["lda", "knn"], core.make_design("k_fold"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    assert "is not finished" in words(visit(job))
    cancel(cache.store(), job)
    app = visit(job)
    assert "This run was cancelled" in " ".join(item.value for item in app.warning)
    assert "is not finished" not in words(app)
    app.button(key="resume").click().run()
    assert "is not finished" in words(app)


def captions(app):
    return " ".join(item.value for item in app.caption)


@pytest.mark.parametrize(
    ("learners", "design", "begins", "dotted"),
    [
        (
            ("naive_bayes", "tree"),
            "k_fold",
            "★ marks the interval of the advised test; grey ",
            True,
        ),
        (("lda", "knn"), "leave_one_out", "Grey intervals are to be taken with caution. ", False),
    ],
)
def test_the_caption_of_the_intervals_speaks_of_what_is_drawn(learners, design, begins, dotted):
    app = visit(finished_job(learners, design))
    (said,) = [item.value for item in app.caption if "intervals are to be taken with caution" in item.value]
    assert said.startswith(begins) and ("Dotted" in said) is dotted


def test_single_instances_are_judged_by_r2_although_it_is_undefined_on_each_of_them():
    x = np.random.default_rng(0).normal(size=(20, 2))
    plan = make_plan((x, x.sum(axis=1)), ["tree_regressor", "mean"], core.make_design("leave_one_out"), "r2")
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    assert app.slider(key="rope_r2").value == 0.01  # not a tenth of a spread that nobody knows
    drawn = [
        json.loads(item.proto.spec)["layout"]["xaxis"]["title"]["text"] for item in app.get("plotly_chart")
    ]
    assert any("mean squared error" in title for title in drawn)
    told = [item.value for item in (*app.caption, *app.warning)]
    assert sum("near its level for stable learners" in one for one in told) == 1
    page = " ".join(item.value for item in app.markdown)
    assert (
        "so its score is a single loss" in page and "Pool the instances" not in page
    )  # there is no button for it


def test_a_one_sided_claim_reaches_the_tests_that_have_a_sign():
    app = visit(finished_job(("naive_bayes", "tree"), "5x2", "wine"), alternative=pair.CLAIMS["less"])
    table = side_by_side(app)
    by_test = dict(zip(table["test"], table["alternative"], strict=True))
    assert by_test["5×2 cv F test"] == "two-sided"
    assert by_test["5×2 cv paired t test"] == "less"
    assert any("no sign" in item.value for item in app.caption)


def test_bounds_of_tests_on_counts_are_drawn_open_as_those_on_folds():
    job = finished_job(("naive_bayes", "tree"), "k_fold", "breast_cancer")
    app = visit(job, alternative=pair.CLAIMS["greater"])
    (forest,) = [chart for chart in app.get("plotly_chart") if "all_intervals" in chart.proto.id]
    traces = json.loads(forest.proto.spec)["data"]
    bars = [trace["marker"]["symbol"][1] for trace in traces if trace["mode"] == "lines+markers"]
    assert set(bars) == {"triangle-right"}
    assert len(bars) > 5


def test_where_the_advised_test_cannot_be_made_there_is_no_verdict_and_other_tests_wait_to_be_picked():
    job = finished_job(("naive_bayes", "baseline"), "k_fold", "wine", k=5)
    app = visit(job, shown_measure_classification="precision", first="Naive Bayes", second="Baseline")
    assert hero(app).texts[:2] == ("–", "No verdict")
    (body,) = (item.proto.body for item in app.get("html") if "class='fw-hero'" in item.proto.body)
    assert body.count("data-live='no'") == body.count("data-live"), (
        "no words of a verdict before take their place"
    )
    assert (
        hero(app).effect
        == "The macro precision of Baseline is undefined on all 5 folds. Choose another measure."
    )
    refused = "Corrected resampled t test would be advised, but is refused"
    assert any(f"{refused}<" in item.proto.body for item in app.get("html"))
    assert "Corrected resampled t test (refused)" in app.selectbox(key=state.TEST).options
    assert "Advised before looking" not in words(app)
    assert not any("Looked at besides" in item.value for item in app.caption)
    assert [item.value for item in app.code] == [
        "No verdict on Naive Bayes and Baseline by macro precision with 5-fold cross-validation. The claim to support "
        "at α = .05 was: the expected difference of the scores (Naive Bayes minus Baseline) differs from 0. The test "
        "was named before looking: Corrected resampled t test (Nadeau & Bengio 2003, section 3). It could not be made: "
        "The macro precision of Baseline is undefined on all 5 folds. No other test was put in its place."
    ]
    assert not app.get("plotly_chart")
    said = words(app).replace("\\", "")
    assert "gives no verdict" in said
    assert "can judge these scores; 8 further tests are about another measure" in said
    table = side_by_side(app)
    unable = table[table["verdict"] == "cannot judge"]
    assert (len(unable), set(unable["p"]), set(unable["interval"])) == (2, {"undefined"}, {"–"})
    app.selectbox(key=state.TEST).set_value("mcnemar").run()
    assert hero(app).answer == "Naive Bayes is better: more than luck"
    assert any("not the chosen measure" in item.value for item in app.caption)
    assert plain("test that would be advised, but is refused, is Corrected resampled t test.") in words(app)
    assert any("Looked at besides" in item.value for item in app.caption)


@pytest.mark.parametrize(("measure", "percent"), [("f1", False), ("recall", True)])
def test_a_page_tells_a_measure_in_one_unit(measure, percent):
    job = finished_job(("naive_bayes", "tree"), "k_fold", "wine", k=5)
    app = visit(job, shown_measure_classification=core.MEASURES[measure].title)
    assert ("percentage points" in hero(app).effect + hero(app).interval) is percent
    slider = next(item for item in app.slider if item.label.startswith("Does not matter"))
    assert slider.proto.format == "±%,.4g"  # as numbers are grouped in sentences
    assert slider.label.endswith("(points)" if percent else "(macro F1)")
    assert "Tests by instance judge the difference over all instances together" in words(app)
    row = side_by_side(app).iloc[0]
    low = float(row["interval"].partition(" ")[0].replace("−", "-"))
    assert low == pytest.approx(
        (100 if percent else 1) * row["low"], abs=5e-3
    )  # the unit stands above the column


def test_another_test_than_the_advised_one_is_remembered_and_said():
    app = visit(finished_job(("naive_bayes", "tree"), "k_fold"))
    box = next(box for box in app.selectbox if box.label == "Test")
    box.set_value("paired_t").run()
    assert not app.exception
    said = " ".join(item.value for item in app.caption)
    assert plain("The advised test is Corrected resampled t test.") in said
    next(box for box in app.selectbox if box.label == "Test").set_value("corrected_t").run()
    said = " ".join(item.value for item in app.caption)
    assert plain("besides the advised test: Paired t test.") in said
    for key, icon, is_quoted in (
        ("paired_t", ":material/warning:", True),
        ("equivalence", ":material/info:", False),
    ):  # that one is suited
        next(box for box in app.selectbox if box.label == "Test").set_value(key).run()
        (why,) = [item.value for item in app.caption if "The advised test is" in item.value]
        assert why.startswith(icon)
        quoted = [item for item in app.get("html") if "class='fw-withdrawn'" in item.proto.body]
        assert len(quoted) == 2 * is_quoted, (
            "below the sliders too, no verdict is told as one's own that the advised test may withdraw"
        )


def test_three_learners_have_a_matrix_whose_cells_pick_the_pair():
    app = visit(finished_job(("naive_bayes", "tree", "knn"), "k_fold"))
    assert any("Among all 3 pairs of the 3 learners: " in item.value for item in app.markdown)
    (picked,) = [item.value for item in app.markdown if ", adjusted p" in item.value]
    assert "p\u00a0\\=\u00a0" in picked  # no line ends in "p ="
    assert picked.startswith(f"**{plain('Naive Bayes − Decision tree: ')}")
    assert any(plain("test). p is adjusted by Holm") in item.value for item in app.caption)
    (about,) = [item for item in app.caption if "luck alone calls even one of them different" in item.value]
    assert plain("any false rejection") in about.proto.help  # the term stands behind a mark
    app.selectbox(key=state.ADJUSTMENT).set_value("benjamini_hochberg").run()
    assert any("luck alone is expected to make a share of at most α" in item.value for item in app.caption)
    assert any("adjusted by Benjamini–Hochberg" in item.value for item in app.caption)
    figure = json.loads(app.get("plotly_chart")[-1].proto.spec)
    assert figure["data"][1]["marker"]["opacity"] == 0
    assert len(figure["data"][1]["customdata"]) == 6
    app.selectbox(key=state.FIRST).set_value("k-NN").run()
    assert not app.exception
    (turned,) = [item.value for item in app.markdown if ", adjusted p" in item.value]
    assert turned.startswith(f"**{plain('k-NN')}\u00a0−\u00a0")  # in the order of its cell, row minus column
    assert "k-NN − " in hero(app).interval
    (drawn,) = [item.proto.body for item in app.get("html") if "class='fw-hero'" in item.proto.body]
    assert "k-\u2060NN" in drawn and "k-NN" not in drawn  # which no line breaks


def test_an_adjustment_that_comes_along_stands_in_the_address_as_it_is_called():
    job = finished_job(("naive_bayes", "tree", "knn"), "k_fold")
    came_along = {"kept_values": {state.ADJUSTMENT: "holm"}}
    app = opened("many-learners", came_along, w=WORKSPACE, run=job.id)
    assert not app.exception
    assert app.query_params[state.ADJUSTMENT] == "Holm"  # "holm" is refused when the page is loaded again


DEEPER = [core.learner("tree", f"Tree of at most {depth} levels", max_depth=depth) for depth in range(2, 8)]


@pytest.mark.parametrize(
    ("learners", "is_beside"),
    [(("naive_bayes", "tree", "lda"), True), (DEEPER, False)],
)
def test_words_stand_beside_a_matrix_only_where_all_of_it_is_in_sight(learners, is_beside):
    app = visit(finished_job(learners, "k_fold"))
    assert (0.6 in [round(column.weight, 3) for column in app.columns]) is is_beside


def test_p_adjusted_for_all_pairs_stands_below_the_answer_and_in_the_report():
    job = finished_job(("naive_bayes", "tree", "lda"), "k_fold", sample="wine")
    app = visit(job, details="Text for a report")
    shown = app.code[0].value
    sentence = shown[shown.index("One of 3 pairs") :]
    assert [item.value for item in app.markdown if "One of 3 pairs" in item.value] == [plain(sentence)]
    found = cache.experiment(job)
    raw = [core.compare(found, *names).p_value for names in combinations(found.learners, 2)]
    holm = multipletests(raw, method="holm")[1]
    told = f"p {probability(raw[0])} alone, p {probability(holm[0])} adjusted by Holm for all of them."
    assert told in sentence
    assert 0.05 < raw[0] < 0.1 < holm[0]
    for page in ("pages/two-learners.py", "pages/fold-errors.py"):
        go(app, page)
        assert plain(sentence) in [item.value for item in app.markdown]
        for alpha, mark, condition in ((0.05, "○", False), (0.1, "◐", True)):
            app.slider(key=state.ALPHA).set_value(alpha).run()
            assert hero(app).mark == mark
            assert hero(app).answer.endswith("for this pair alone") == condition


@pytest.mark.parametrize(
    "tab", ["Formula", "Assumptions", "Does it matter?", "Is it firm?", "Text for a report"]
)
@pytest.mark.parametrize("design", ["balanced_5x2", "k_fold"])
def test_every_tab_opens(tab, design):
    app = visit(finished_job(design=design), details=tab)
    app.run()
    assert not app.exception, [item.message for item in app.exception]
    if tab == "Formula":
        assert len(app.latex) >= 4
        assert "H_0" in app.latex[0].value
    if tab == "Assumptions":
        assert any(item.value.startswith("1. **") for item in app.markdown)
        assert any("never switches the test" in item.value for item in app.markdown)
    if tab == "Does it matter?":
        assert any("practically" in item.proto.body for item in app.get("html"))
    if tab == "Text for a report":
        assert "p = " in app.code[0].value
    if tab == "Is it firm?":
        assert any("corrected t test supposes" in item.value for item in app.markdown)
        assert "**With more instances**" in [item.value for item in app.markdown]
        assert "**Without one of the folds**" in [item.value for item in app.markdown]
    if tab == "Is it firm?" and design == "balanced_5x2":
        assert any("10 numerators" in item.value for item in app.markdown)
        assert any("exact null" in item.value for item in app.markdown)


@pytest.mark.parametrize(("pair", "agree"), [(("lda", "knn"), False), (("naive_bayes", "tree"), True)])
def test_levels_are_drawn_only_where_some_test_turns_at_one(pair, agree):
    app = visit(finished_job(pair, "k_fold"), details="Is it firm?")
    strips = [item for item in app.get("plotly_chart") if "alpha_strip" in item.proto.id]
    assert bool(strips) is not agree
    assert ("tests agree on that" in words(app)) is agree


def test_one_page_has_one_count_of_tests():
    rng = np.random.default_rng(1)
    truth, p = np.tile(["a", "b"], 60), rng.uniform(size=120)
    of_a = {"A": np.where(p > 0.5, "a", "b"), "A_proba_a": p}
    of_b = {"B": np.where(p > 0.52, "a", "b"), "B_proba_a": p - 0.02 * (p > 0.5)}  # as good as A
    table = pd.DataFrame({"truth": truth, **of_a, **of_b})
    brought = core.read_predictions(table, positive="a", design="hold_out")
    results = imported_results(brought, "brought", "error")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    (count,) = re.findall(r"All (\d+) applicable tests", words(visit(results=results.id, tests="All tests")))
    firm = words(visit(results=results.id, details="Is it firm?"))
    assert plain(f"All {count} tests agree on that, 1 of another measure too.") in firm


def test_p_without_each_fold_is_drawn_beside_the_level_and_is_no_verdict():
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    app = visit(job, details="Is it firm?")
    found = core.without_each_fold(cache.experiment(job), "Naive Bayes", "Decision tree")
    assert plain(f"{found.title}: {found.sentence(0.05)}") in [item.value for item in app.markdown]
    assert plain("A what-if and no verdict") in words(app)
    app.slider(key=state.ALPHA).set_value(0.2).run()
    assert not app.exception
    assert plain(f"{found.title}: {found.sentence(0.2)}") in [item.value for item in app.markdown]
    specs = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    (drawn,) = [
        s for s in specs if s["layout"]["xaxis"].get("title", {}).get("text") == "Fold that is left out"
    ]
    assert drawn["layout"]["shapes"][0]["y0"] == 0.2
    assert sum(len(trace["x"]) for trace in drawn["data"]) == 11
    app = visit(finished_job(("naive_bayes", "tree"), "balanced_5x2"), details="Is it firm?")
    assert "needs all of the folds" in words(app)
    app = visit(finished_job(("lda", "knn"), "leave_one_out"), details="Is it firm?")
    assert "This design cuts the data in one way only" in words(app)
    app = visit(finished_job(("naive_bayes", "tree"), "hold_out"), details="Is it firm?")
    assert "**Over the significance level**" in [item.value for item in app.markdown]
    assert ": it rejects at " in words(app).replace("\\", "")
    assert "of the folds" not in words(app)


def test_learners_that_never_differ_get_one_answer_and_no_empty_picture():
    again = core.learner("naive_bayes", "smoothed otherwise", var_smoothing=1e-10)  # too little to be seen
    app = visit(finished_job(("naive_bayes", again), "k_fold"), details="Does it matter?")
    (said,) = [item.value for item in app.info]
    assert said.startswith(plain("The two never differ: all 10 differences are zero."))
    charts = [json.loads(chart.proto.spec)["layout"] for chart in app.get("plotly_chart")]
    assert len(charts) == 2  # of the differences and of the null distribution
    assert "McNemar" not in words(app)
    app = visit(finished_job(("naive_bayes", again), "k_fold"), details="Is it firm?")
    assert plain("the two never differ, so p is 1 whichever fold is left out.") in words(app)
    app = visit(finished_job(("naive_bayes", again)), details="Is it firm?")
    told = [item.value for item in app.info if item.value.startswith("The two never differ: p is 1")]
    assert len(told) == 2  # of the numerators and of the exact null distribution
    assert len(app.get("plotly_chart")) == 2  # and no strip over α: all tests agree


def test_a_difference_beyond_what_does_not_matter_is_called_so_once():
    app = visit(finished_job(("baseline", "naive_bayes"), "k_fold"), details="Does it matter?")
    (said,) = [item.proto.body for item in app.get("html") if "the region ±" in item.proto.body]
    assert said.count("practically different") == 1
    assert "does not show that they differ" not in said


def test_below_too_little_evidence_nobody_is_called_practically_different():
    truth = np.tile(["a", "b"], 10)
    wrong = np.where(np.arange(20) < 5, np.where(truth == "a", "b", "a"), truth)
    table = pd.DataFrame({"truth": truth, "A": wrong, "B": truth})
    results = imported_results(core.read_predictions(table, design="hold_out"), "brought", "error")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, details="Does it matter?", test="mcnemar_exact")
    assert hero(app).answer == "Too little evidence for a verdict"
    (said,) = [item.proto.body for item in app.get("html") if "the region ±" in item.proto.body]
    assert "so that no difference is claimed" in said
    assert "practically different" not in said


def test_over_data_sets_nothing_is_said_of_folds():
    path = "sample_data/imports/demsar2006.csv"
    scores = core.read_fold_scores(path, measure="auc", rows="data sets")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    for tab in ("All tests", "Assumptions", "Does it matter?", "Is it firm?"):
        app = visit(results=results.id, details=tab)
        charts = [json.loads(chart.proto.spec)["layout"]["yaxis"] for chart in app.get("plotly_chart")]
        said = " ".join([words(app), *(metric.label for metric in app.metric), *map(str, charts)])
        said = said.replace("not folds of one", "")
        assert not re.search(r"[Ff]olds\b|of a fold|overlap", said), tab
    assert plain("By mean ranks, as on Many data sets, p = .019, adjusted by Holm p = .096.") in words(app)
    assert plain("C4.5+m and C4.5 (p = .096) are not told apart, here they are.") in words(app)
    (leads,) = [link.proto for link in app.get("page_link") if link.proto.label == "All learners at once"]
    assert leads.page == "many-datasets"


@pytest.mark.parametrize(("learners", "tab"), [("ABC", "Two of them"), ("AB", None)])
def test_over_data_sets_what_does_not_matter_leads_once_to_what_may_be_believed(learners, tab):
    scores = pd.DataFrame(np.random.default_rng(0).uniform(size=(12, len(learners))), columns=list(learners))
    scores.insert(0, "dataset", [f"d{row}" for row in scores.index])
    found = core.read_fold_scores(scores, measure="rmse", rows="data sets")
    results = imported_results(found, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, details="Does it matter?")
    assert pair.DRAWN_HERE in captions(app)
    assert pair.DRAWN_ONLY not in captions(app)
    (said,) = [item.value for item in app.info]
    assert said.endswith("stands on Many data sets.")
    (link,) = [link.proto for link in app.get("page_link") if link.proto.label.startswith("Bayesian")]
    assert link.page == "many-datasets"
    assert dict(parse_qsl(link.query_string)).get("ranks_details") == tab


@pytest.mark.parametrize(("factor", "asked"), [(1, True), (1000, False)])
def test_data_sets_with_units_of_their_own_have_no_region_that_does_not_matter(factor, asked):
    rows = "".join(f"set{k},{k},{1.1 * k}\n" for k in range(1, 9))
    text = f"dataset,A,B\n{rows}set9,{9 * factor},{9.5 * factor}\n"
    scores = core.read_fold_scores(text.encode(), measure="rmse", rows="data sets")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    for tab in ("All tests", "Does it matter?"):
        app = visit(results=results.id, details=tab)
        assert any("Does not matter" in slider.label for slider in app.slider) == asked
        assert any("their units differ" in item.value for item in app.caption) != asked
        assert ("The grey band" in captions(app)) == (asked and tab == "All tests")


@pytest.mark.parametrize(("measure", "is_judged"), [("error rate", True), ("AUC", False)])
def test_a_region_that_no_test_asks_for_is_said_to_be_drawn_only(measure, is_judged):
    app = visit(finished_job(design="hold_out", sample="breast_cancer"), shown_measure_classification=measure)
    assert any("Does not matter" in slider.label for slider in app.slider)
    assert (pair.DRAWN_ONLY in captions(app)) is not is_judged


def test_the_correlations_move_the_exact_test_and_on_demand_the_balanced_one():
    job = finished_job(("naive_bayes", "tree"), "balanced_5x2", "wine")
    app = visit(job)
    before = side_by_side(app).set_index("test")["p_value"]
    app.slider(key=state.WITHIN).set_value(0.46)
    app.slider(key=state.BETWEEN).set_value(0.37).run()
    moved = side_by_side(app).set_index("test")["p_value"]
    exact, balanced = (core.TESTS[key].title for key in ("exact_5x2_f", "balanced_5x2_f"))
    assert moved[exact] != before[exact]
    assert moved[balanced] == before[balanced]
    app.toggle(key=state.ASSUMED).set_value(True).run()
    assert side_by_side(app).set_index("test")["p_value"][balanced] != before[balanced]
    app.slider(key=state.WITHIN).set_value(0.0)
    app.slider(key=state.BETWEEN).set_value(0.6).run()  # no five replicates correlate so
    assert not app.exception
    assert exact not in set(side_by_side(app)["test"])


@pytest.mark.parametrize("design", ["hold_out", "leave_one_out", "bootstrap", "repeated_k_fold"])
def test_other_designs_have_their_tests_or_say_why_none(design):
    options = {"b": 5} if design == "bootstrap" else {"k": 3, "r": 2} if design == "repeated_k_fold" else {}
    app = visit(finished_job(("naive_bayes", "knn"), design, **options))
    if design == "bootstrap":
        assert any("No test is advised" in item.value for item in app.info)
        assert any(item.label.startswith("Why all ") for item in app.expander)
    else:
        assert hero(app).answer


def test_a_run_whose_outcomes_are_gone_is_offered_to_be_resumed_where_its_verdict_was():
    job = finished_job()
    with cache.store()._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM outcomes")
    st.cache_resource.clear()
    app = visit(job)
    assert any("Some outcomes of this run are gone" in item.value for item in app.warning)
    assert any(item.key == "resume" for item in app.button)


def test_that_neither_does_better_than_guessing_out_of_bag_is_said_where_no_test_judges():
    rng = np.random.default_rng(0)
    noise = pd.DataFrame({name: rng.normal(size=60) for name in "xz"}).assign(y=list("aab") * 20)
    plan = make_plan(core.read_dataset(noise, "y"), ["tree", "knn"], core.make_design("bootstrap", b=10))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    assert any("does better out of bag" in item.value for item in app.caption)


@pytest.mark.parametrize(("measure", "title"), [("rmse", "root mean squared error"), ("r2", "R²")])
def test_that_squared_errors_are_judged_stands_beside_the_verdict_and_guessing_is_in_their_unit(
    measure, title
):
    rng = np.random.default_rng(0)
    noise = pd.DataFrame({name: rng.normal(size=40) for name in "xzy"})
    plan = make_plan(
        core.read_dataset(noise, "y"), ["tree_regressor", "knn_regressor"], core.make_design("leave_one_out")
    )
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    assert not any("is no mean over single instances" in item.value for item in app.caption)
    app.selectbox(key="shown_measure_regression").set_value(measure).run()
    said = [item.value for item in app.caption]
    (instead,) = (at for at, told in enumerate(said) if f"The {title} is no mean over single" in told)
    guessed = f"The mean squared error of always saying the mean is {number(noise['y'].var(ddof=0))}"
    assert plain(guessed) in said[instead + 1]


def test_a_test_of_another_measure_keeps_its_own_unit():
    job = finished_job(("naive_bayes", "tree"), "hold_out", "breast_cancer")
    app = visit(job)
    shown = side_by_side(app).set_index("test")
    delong, exact = f"{core.TESTS['delong'].title} (larger wins)", core.TESTS["mcnemar_exact"].title
    assert "points" in shown.loc[exact, "interval"]
    assert "points" not in shown.loc[delong, "interval"]
    assert not (shown["p"] == ".0000").any()
    forest = json.loads(app.get("plotly_chart")[-1].proto.spec)
    assert not any("DeLong" in label for label in forest["layout"]["yaxis"]["ticktext"])
    app.selectbox(key="shown_measure_classification").set_value("auc").run()
    assert not app.exception
    assert next(box for box in app.selectbox if box.label == "Test").value == "delong"
    app = visit(job, shown_measure_classification="AUC", details="Is it firm?")
    strip = json.loads(app.get("plotly_chart")[-1].proto.spec)["layout"]["yaxis"]["ticktext"]
    assert "McNemar's, exact (of errors)" in strip
    assert [name for name in strip if "DeLong" in name and "errors" not in name]


@pytest.mark.parametrize(
    ("measure", "test", "said"),
    [
        ("AUC", "McNemar's test", "better where it is lower, so A > B is judged as A < B"),
        ("AUC", "DeLong's test of two AUCs", ""),
        ("error rate", "McNemar's test", ""),
        ("error rate", "DeLong's test of two AUCs", "better where it is higher, so A > B is judged as A < B"),
    ],
)
def test_a_claim_that_a_test_judges_of_another_quantity_is_told_as_it_is_judged(measure, test, said):
    job = finished_job(("naive_bayes", "tree"), "hold_out", "breast_cancer")
    app = visit(job, shown_measure_classification=measure, alternative="A > B", test=test)
    told = [one.value for one in app.caption if "is judged as" in one.value]
    assert [plain(said) in one for one in told] == [True] * bool(said)


@pytest.mark.parametrize("test", ["McNemar's test", "Paired t test on losses"])
def test_an_interval_of_counted_errors_says_so_where_another_measure_is_chosen(test):
    job = finished_job(("naive_bayes", "tree"), "hold_out", "breast_cancer")
    app = visit(job, shown_measure_classification="accuracy", test=test)
    assert "interval of the difference in error rate" in hero(app).interval


def test_tests_on_instances_have_their_region_in_points_and_no_picture_of_normal_folds():
    job = finished_job(("naive_bayes", "tree"), "hold_out", "breast_cancer")
    app = visit(job, details="Does it matter?")
    (said,) = [item.proto.body for item in app.get("html") if "the region ±" in item.proto.body]
    assert "the region ±1\u00a0point:" in said
    assert re.search("p\u00a0[=<>]\u00a0", said)
    app = visit(job, details="Assumptions")
    assert len(app.get("plotly_chart")) == 2  # of the null distribution and of the difference
    assert "Q–Q" not in captions(app)


def test_one_learner_alone_is_sent_on():
    app = visit(finished_job(("naive_bayes",), "k_fold"))
    assert any("these results are of one" in item.value for item in app.info)


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("tree of depth {}", True),
        ("tree by entropy, of depth {}", False),  # not told apart
        ("{} levels of a tree that splits by entropy", False),  # cut
    ],
)
def test_learners_that_narrow_boxes_do_not_tell_apart_or_would_cut_have_wide_ones(name, beside):
    rows = "".join(f'"{name.format(depth)}",{k},0.{k}{depth}\n' for depth in (1, 2) for k in (1, 2, 3))
    scores = core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), measure="error", rows="folds")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id)
    assert any({box.key for box in column.selectbox} == {state.FIRST} for column in app.columns) is beside


def test_names_reach_the_page_as_text():
    plan = make_plan(
        core.load_sample("iris"),
        [core.learner("naive_bayes", "**A** $x$"), core.learner("tree", "![](http://evil.example/x)")],
        "k_fold",
    )
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    assert "**A** $x$" in hero(app).words  # no markdown is rendered there, and every sign is escaped
    assert "**A** $x$ makes" in hero(app).effect and "than ![](http://evil.example/x)." in hero(app).effect
    assert "**A** $x$ − ![](http://ev…ple/x):" in hero(app).interval  # as in the answer
    assert plain("**A** $x$") in sentence(app)
    for item in [*app.markdown, *app.caption, *app.info, *app.success]:
        assert "![](" not in item.value + item.proto.help
        assert "http://evil" not in item.value + item.proto.help


def test_other_seeds_give_a_verdict_on_firmness(monkeypatch):
    monkeypatch.setattr(other_seeds, "RUNS", 3)
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    app = visit(job, details="Is it firm?")
    app.button(key="run_seeds").click().run()
    assert not app.exception
    question = PairQuestion("Naive Bayes", "Decision tree", 0.05)
    waiting = other_seeds.runs(job, question).waiting
    assert len(waiting) == 3
    assert waiting[0].workspace != WORKSPACE
    for item in waiting:
        do_experiment(cache.store(), item.id, 1)
    app.run()
    assert not app.exception, [item.message for item in app.exception]
    assert not other_seeds.runs(job, question).waiting
    app = visit(job, details="Is it firm?")
    assert "runs that differ in their random numbers reject H0" in words(app)
    found = other_seeds.stability(job, cache.experiment(job), question, "corrected_t")
    assert found.seeds == (0, 1, 2, 3)
    dataset = core.load_sample("iris")
    for shift in (0, 2):
        direct = run_experiment(
            dataset, ["naive_bayes", "tree"], core.make_design("k_fold", seed=shift), seed=shift
        )
        expected = core.compare(direct, *direct.learners, "corrected_t").p_value
        assert found.p_values[shift] == pytest.approx(expected)
    matrix = [[0, 1, 1], [1, 0, 9], [1, 4, 0]]
    costed = make_plan(dataset, ["naive_bayes", "tree"], core.make_design("k_fold"), "cost", losses=matrix)
    again = submit_experiment(cache.store(), costed, WORKSPACE)
    do_experiment(cache.store(), again.id, 1, costed)
    at_those, at_one = (
        cache.experiment(again).measured_by("cost", losses) for losses in (matrix, 1 - np.eye(3))
    )
    by_matrix = other_seeds.stability(again, at_those, question, "corrected_t")
    direct = direct.measured_by("cost", matrix)
    expected = core.compare(direct, *direct.learners, "corrected_t").p_value
    assert by_matrix.p_values[2] == pytest.approx(expected)
    by_ones = other_seeds.stability(again, at_one, question, "corrected_t")
    assert by_ones.p_values == pytest.approx(found.p_values)


def test_other_numbers_of_folds_and_repeats_say_whether_the_verdict_hangs_on_them(monkeypatch):
    monkeypatch.setattr(repeats, "FOLDS", (2, 4, 500))
    monkeypatch.setattr(repeats, "REPEATS", 2)
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    app = visit(job, details="Is it firm?")
    assert "Does the verdict hang on it?" in words(app)
    button = app.button(key="run_repeats")
    assert button.label == "Run with K = 2, 4, 10"
    button.click().run()
    question = PairQuestion("Naive Bayes", "Decision tree", 0.05)
    runs = repeats.runs(job, question)
    assert len(runs.waiting) == 3
    for item in runs.waiting:
        do_experiment(cache.store(), item.id, 1)
    app.run()
    app = visit(job, details="Is it firm?")
    assert "run_repeats" not in {button.key for button in app.button}
    assert plain("Over K = 2, 4 and 10 and 1 to 2 repeats, p lies between") in words(app)
    dataset = core.load_sample("iris")
    drawn, unjudged = repeats._further_curves(runs, cache.experiment(job), question)
    assert not unjudged
    for folds in (2, 10):
        design = core.make_design("repeated_k_fold", k=folds, r=2)
        direct = run_experiment(dataset, ["naive_bayes", "tree"], design)
        assert drawn[folds][1] == core.compare(direct, *direct.learners, "corrected_t").p_value
    own = core.compare(cache.experiment(job), question.first, question.second, "corrected_t")
    assert drawn[10][0] == own.p_value, "the first repeat is the run itself"


def test_both_are_trained_on_other_sizes_and_the_curves_are_those_of_direct_runs(monkeypatch):
    monkeypatch.setattr(learning, "SHARES", (0.05, 0.2, 0.8))  # the first leaves too few of 150
    monkeypatch.setattr(learning, "REPEATS", 3)
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    app = visit(job, details="Is it firm?")
    app.button(key="run_sizes").click().run()
    question = PairQuestion("Naive Bayes", "Decision tree", 0.05)
    runs = learning.runs(job, question)
    assert len(runs.waiting) == 2
    for item in runs.waiting:
        do_experiment(cache.store(), item.id, 1)
    app.run()
    app = visit(job, details="Is it firm?")
    assert "run_sizes" not in {button.key for button in app.button}
    designs = [
        core.make_design("random_resampling", r=3, validation=validation, stratified=True)
        for validation in (0.8, 0.2)
    ]
    direct = [run_experiment(core.load_sample("iris"), ["naive_bayes", "tree"], design) for design in designs]
    curves = learning_curves([run.fold_scores for run in direct], question.first, question.second)
    assert plain(curves.sentence()) in words(app)
    assert curves.sizes == (30, 120)


def test_further_runs_are_ended_by_who_started_them_or_their_run_and_by_nobody_with_a_link(monkeypatch):
    monkeypatch.setattr(learning, "SHARES", (0.2, 0.8))
    monkeypatch.setattr(learning, "REPEATS", 2)
    job = finished_job(("naive_bayes", "tree"), "k_fold", k=4)
    own = visit(job, details="Is it firm?")
    own.button(key="run_sizes").click().run()
    another = {"w": "ab" * 16, "details": "Is it firm?"}
    assert "cancel_sizes" in {button.key for button in own.button}
    assert "cancel_sizes" not in {button.key for button in visit(job, **another).button}
    own.button(key="cancel_sizes").click().run()
    theirs = visit(job, **another)
    theirs.button(key="run_sizes").click().run()
    assert "cancel_sizes" in {button.key for button in theirs.button}
    theirs.button(key="cancel_sizes").click().run()


def test_a_learner_that_fails_on_other_designs_takes_nothing_else_of_the_tab_along(monkeypatch):
    monkeypatch.setattr(learning, "SHARES", (0.2, 0.8))
    monkeypatch.setattr(repeats, "FOLDS", (2, 3))
    for module in (learning, repeats):
        monkeypatch.setattr(module, "REPEATS", 2)
    knn = core.learner("knn", n_neighbors=100)  # of 150, half are too few for it
    job = finished_job(("naive_bayes", knn), "k_fold", k=5)
    question = PairQuestion("Naive Bayes", knn.name, 0.05)
    for runs in (learning.runs(job, question), repeats.runs(job, question)):
        runs.submit()
        for item in runs.waiting:
            do_experiment(cache.store(), item.id, 1)
    app = visit(job, details="Is it firm?").run()
    assert not app.exception
    assert not [item.value for item in app.error]
    said = words(app)
    assert plain("The further runs with K = 2 could not be judged: k-NN failed on") in said
    assert plain("Over K = 3 and 5 and 1 to 2 repeats") in said
    assert plain("k-NN has no score on every cut with 30 training instances.") in said
    assert "run_seeds" in {button.key for button in app.button}


def test_further_runs_that_cannot_be_made_say_why():
    job = finished_job(("naive_bayes", "tree"), "k_fold")
    question = PairQuestion("Naive Bayes", "Decision tree", 0.05)
    (spec, *_) = learning.runs(job, question).specs
    impossible = replace(spec, design=DesignSpec("k_fold", (("k", 500), ("seed", 0), ("stratified", False))))
    runs = FurtherRuns("sizes", job, question, (impossible,))
    assert not runs.are_known
    runs.submit()
    assert "500 folds need at least 500 instances" in runs.told()
    assert not runs.waiting
    assert runs.told() == ""


def test_alpha_and_the_pair_go_along_to_another_page():
    app = visit(finished_job(("naive_bayes", "tree", "knn"), "k_fold"))
    app.selectbox(key=state.FIRST).set_value("k-NN").run()
    app.slider(key=state.ALPHA).set_value(0.123).run()
    go(app, "pages/fold-errors.py")
    assert app.slider(key=state.ALPHA).value == pytest.approx(0.123)
    assert app.selectbox(key=state.FIRST).value == "k-NN"
    app.slider(key=state.ALPHA).set_value(0.05).run()
    go(app, PAGE)
    assert app.slider(key=state.ALPHA).value == pytest.approx(0.05)
    assert not any("default value" in item.value for item in app.warning)


@pytest.mark.parametrize("alpha", [{}, {"alpha": "0.1"}])
def test_the_slider_of_a_former_page_is_none_of_this_page(alpha):
    """A page that is reached with an address of its own starts from there, or from the usual level."""
    app = visit(finished_job(), **alpha)
    for page in ("pages/fold-errors.py", "pages/start.py", PAGE):
        app.switch_page(page).run()
        assert not app.exception
        expected = float(alpha.get("alpha", 0.05))
        assert app.slider(key=state.ALPHA).value == pytest.approx(expected)
        assert f"α = {f'{expected:g}'.lstrip('0')}" in hero(app).numbers


def test_fold_errors_keeps_its_short_comparison():
    job = finished_job()
    app = visit(job)
    app.switch_page("pages/fold-errors.py").run()
    assert not app.exception
    assert hero(app).texts == as_read(
        *brief(core.compare(cache.experiment(job), "Naive Bayes", "Decision tree")).texts
    )
    assert np.isclose(app.slider(key=state.ALPHA).value, 0.05)


@pytest.mark.parametrize("design", ["k_fold", "balanced_5x2"])
def test_fold_errors_judges_by_the_claim_in_force(design):
    app = visit(finished_job(design=design), alternative=pair.CLAIMS["less"])
    judged = hero(app).texts
    go(app, "pages/fold-errors.py")
    assert app.segmented_control(key=state.ALTERNATIVE).value == "less"
    assert hero(app).texts == judged
    assert any("no sign" in item.value for item in app.caption) == (design == "balanced_5x2")
    app.segmented_control(key=state.ALTERNATIVE).set_value("greater").run()
    go(app, PAGE)
    assert app.segmented_control(key=state.ALTERNATIVE).value == "greater"


def test_a_line_leads_to_what_the_test_is_worth_on_such_data():
    app = visit(
        finished_job(("naive_bayes", "tree", "lda"), "k_fold", k=2), first="LDA", second="Naive Bayes"
    )
    (link,) = (item.proto for item in app.get("page_link") if item.proto.page == "lab")
    asked = dict(parse_qsl(link.query_string))
    assert asked == {
        "lab": "your_data",
        "your_data_dataset": "The data of this session",
        "your_data_learners": "The two learners compared",
        "your_data_design": "The design of the experiment",
        "your_data_n": "70",
    }
    for name, value in asked.items():
        app.query_params[name] = value
    app.query_params[state.LAB_TRIALS] = "5"
    app.switch_page("pages/lab.py").run()
    assert not app.exception
    said = " ".join(item.value for item in app.markdown).replace("\\", "").replace("\u2060", "")
    assert "On data like iris, under 2-fold cross-validation," in said
    assert "LDA" in said and "Naive Bayes" in said and "Decision tree" not in said
    assert "Samples of 70 are drawn from the 150 instances" in said
    app.switch_page(PAGE).run()
    assert not app.exception
    counted = next(item.value for item in app.caption if "rejected equal learners" in item.value)
    assert "of 5 trials at α = .05, with samples of 70 instances" in as_read(counted)[0].replace("\\", "")
    (link,) = (item.proto for item in app.get("page_link") if item.proto.page == "lab")
    assert link.label == "Count on"
    cache.laboratory_shelf().tidy(idle=-1)
    assert not any("rejected equal learners" in item.value for item in app.run().caption)
    held = {"dataset": core.load_sample("iris"), "learners": ("lda", "naive_bayes")}
    asked = {**held, "design": core.make_design("k_fold", k=2), "n": 70}
    job = submit_trials(cache.store(), planned("your_data", **asked), 6, WORKSPACE)
    core.simulate("your_data", trials=6, store=cache.store(), **asked)
    counted = next(item.value for item in app.run().caption if "rejected equal learners" in item.value)
    assert "of 6 trials" in counted
    cache.store().delete_job(job.id)
    app.selectbox(key=state.SECOND).set_value("Decision tree").run()
    assert not any("rejected equal learners" in item.value for item in app.caption)


def test_the_tests_of_a_hold_out_are_counted_too():
    app = visit(finished_job(("naive_bayes", "tree"), "hold_out", sample="wine"))
    (link,) = (item.proto for item in app.get("page_link") if item.proto.page == "lab")
    asked = dict(parse_qsl(link.query_string))
    assert asked["your_data_n"] == "80"
    app.query_params.update(asked | {state.LAB_TRIALS: "3"})
    app.switch_page("pages/lab.py").run()
    assert not app.exception
    said = " ".join(item.value for item in app.markdown).replace("\\", "")
    assert "about the two classifiers as trained" in said
    app.switch_page(PAGE).run()
    counted = next(item.value for item in app.caption if "rejected equal learners" in item.value)
    assert "of 3 trials" in counted
    app.selectbox(key=state.TEST).set_value("mcnemar").run()
    assert any("rejected equal learners" in item.value for item in app.caption)


@pytest.mark.parametrize(("design", "leads"), [("k_fold", True), ("hold_out", False)])
def test_data_in_groups_are_put_to_the_proof_over_folds_only(design, leads):
    wine = core.load_sample("wine")
    pairs = replace(wine, groups=pd.Series(np.arange(len(wine)) // 2), fingerprint="")
    plan = make_plan(pairs, ["naive_bayes", "tree"], core.make_design(design))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = visit(job)
    links = [item.proto for item in app.get("page_link") if item.proto.page == "lab"]
    assert bool(links) == leads
    assert any("counted for tests over folds only" in item.value for item in app.caption) != leads
    if leads:
        app.query_params.update(dict(parse_qsl(links[0].query_string)) | {state.LAB_TRIALS: "2"})
        app.switch_page("pages/lab.py").run()
        assert not app.exception
        said = " ".join(item.value for item in app.markdown).replace("\\", "")
        assert (
            "Samples of whole groups, of at least 80 instances, are drawn from the 178 instances of wine"
            in said
        )


@pytest.mark.parametrize(
    ("measure", "key", "points"), [("error", "points_error", True), ("auc", "auc", False)]
)
def test_what_does_not_matter_is_asked_in_the_unit_that_is_shown(measure, key, points):
    scores = core.read_fold_scores("sample_data/example_fold_scores.csv")
    slider = pair.rope_slider(SimpleNamespace(scores=replace(scores, measure=measure)))
    assert (slider.key, slider.points, slider.shown[9]) == (f"rope_{key}", points, 1.0 if points else 0.01)


@pytest.mark.parametrize(
    ("losses", "key", "proposed", "written"),
    [
        (1e-9, "rope_e-11_mae", 2.0, "±%,.4g × 10⁻¹¹"),
        (1.0, "rope_mae", 0.02, "±%,.4g"),
        (1e6, "rope_mae", 20_000.0, "±%,.4g"),
        (1e21, "rope_e19_mae", 2.0, "±%,.4g × 10¹⁹"),
    ],
)
def test_what_does_not_matter_is_written_as_all_numbers_are_however_large_the_unit(
    losses, key, proposed, written
):
    rows = "".join(f"{fold},{losses * (2 + fold % 3 / 3)},{losses * 2.5}\n" for fold in range(1, 11))
    scores = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), measure="mae", rows="folds", design="k_fold")
    results = imported_results(scores, "brought")
    cache.store().keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    app = visit(results=results.id, details="Does it matter?")
    slider = app.slider(key=key)
    assert (slider.value, slider.proto.format) == (proposed, written)
    slider.set_value(3 * proposed).run()
    assert not app.exception
    region = number(float(f"{3 * losses * 0.02:.12g}"))
    said = " ".join(item.proto.body for item in app.get("html")).replace("\u00a0", " ")
    assert f"the region ±{region}" in said, re.findall("region.{30}", said)


@pytest.mark.parametrize("measure", ["mse", "mae"])
def test_what_is_proposed_for_a_loss_is_a_hundredth_of_it_however_the_instances_are_cut(measure):
    rng = np.random.default_rng(0)
    truth, said = rng.normal(10, 3, 100), rng.normal(10, 3, (2, 100))
    off = np.abs(truth - said) ** (2 if measure == "mse" else 1)
    for size in (1, 2, 10):
        rows = pd.DataFrame({"fold": np.arange(100) // size, "truth": truth, "A": said[0], "B": said[1]})
        scores = core.score(core.read_predictions(rows), measure)
        slider = pair.rope_slider(SimpleNamespace(scores=scores))
        assert slider.proposed == float(f"{off.mean() / 100:.0e}")


@pytest.mark.parametrize(
    ("measure", "unit"),
    [("r2", "R²"), ("rmse", "root mean squared error"), ("mse", "mean squared error")],
)
def test_what_does_not_matter_names_the_measure_that_is_its_unit(measure, unit):
    job = finished_job(("ols", "mean"), "hold_out", "diabetes")
    shown = core.MEASURES[measure].title
    app = visit(job, shown_measure_regression=shown)
    (slider,) = (item for item in app.slider if item.label.startswith("Does not matter"))
    assert slider.label == f"Does not matter ({unit})"


def test_an_impossible_rope_of_a_link_is_named():
    job = finished_job()
    ends = " (possible: 0.1 to 10)"
    for name, given, within in (
        ("rope_points_error", "50", ends),
        ("rope_points_error", "1 %", ends),
        ("rope_auc", "0.2", ""),
    ):
        said = " ".join(item.value for item in visit(job, **{name: given}).warning).replace("\\", "")
        assert f"Does not matter (points): {given} is not possible here, 1 was taken{within}." in said
    app = visit(job, rope_points_error="2", alpha="0.1")
    assert not [item for item in app.warning if "this link" in item.value]


def test_pages_open_on_learners_that_did_not_fail_unless_the_address_names_one():
    knn = core.learner("knn", None, 0, n_neighbors=100)
    job = finished_job((knn, "naive_bayes", "tree"), "k_fold", sample="iris", k=2)
    app = visit(job)
    assert [app.selectbox(key=key).value for key in (state.FIRST, state.SECOND)] == [
        "Naive Bayes",
        "Decision tree",
    ]
    assert hero(app).answer and not app.error
    alone = opened("one-learner", w=WORKSPACE, run=job.id)
    assert alone.selectbox(key=state.ONE).value == "Naive Bayes" and not alone.error
    app.selectbox(key=state.FIRST).set_value("Decision tree").run()
    assert app.selectbox(key=state.SECOND).value == "Naive Bayes"
    app = visit(job, first=knn.name)
    assert app.selectbox(key=state.FIRST).value == knn.name
    assert any("failed on" in item.value for item in app.error)
    assert not app.warning
    go(app, "pages/fold-errors.py")
    (refused,) = [item.value for item in app.error]
    assert "failed, as is told above. Change its hyperparameters" in refused.replace("\\", "")
    assert sum("failed on every fold" in item.value for item in app.warning) == 1


def test_a_learner_that_fails_on_a_hold_out_fails_on_no_fold():
    job = finished_job((core.learner("knn", None, 0, n_neighbors=140), "tree"), "hold_out")
    for page in ("two-learners", "fold-errors", "report"):
        app = opened(page, w=WORKSPACE, run=job.id)
        told = " ".join(
            item.value for kind in (app.error, app.warning, app.markdown, app.code) for item in kind
        )
        assert "failed" in told and not re.search("failed (on|in) |every fold", told)


def test_a_card_says_why_a_learner_failed():
    knn = core.learner("knn", None, 0, n_neighbors=100)
    job = finished_job(("naive_bayes", "tree", knn), "k_fold", sample="iris", k=2)
    app = visit(job)
    go(app, "pages/experiment.py")
    (warning,) = [item.value for item in app.warning if "failed on every fold" in item.value]
    said = (
        "could not predict, since it asks 100 neighbours, and this training set has 75 instances (“Expected n"
    )
    assert f"It was trained, but {said}" in warning.replace("\\", "")
    assert "Error" not in warning
    app = visit(job, first=knn.name, second="Decision tree")
    (text,) = [item.value for item in app.code]
    assert text.startswith(
        f"No verdict on {knn.name} and Decision tree by error rate with 2-fold cross-validation."
    )
    assert f"failed on every fold: it was trained, but {said}" in text
    assert "Change its hyperparameters" not in text


def test_short_titles_of_tests_can_be_read():
    titles = ["DeLong's test of two AUCs", "Paired t test", "Paired t test on losses", "McNemar's test"]
    told = ["DeLong's test of two AUCs", "Paired t", "Paired t on losses", "McNemar's"]
    assert list(map(side_by_side_of_tests.short_title, titles)) == told
