"""Every page renders, twice, with an empty session, with data, and with results."""

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df

import core
from core.experiment import do_experiment, make_plan, submit_experiment
from core.inference.interpretation.brief import brief
from core.jobs import cancel
from pages.ui.display.text import plain
from pages.ui.results import scores_view
from pages.ui.session import cache, state
from pages.ui.verdicts.hero import Hero
from tests.pages.hero import LIVE, as_read, hero, heroes
from tests.pages.opening import opened

ROOT = Path(__file__).parents[2]
PAGES = sorted(path.stem for path in ROOT.glob("pages/*.py"))
WORKSPACE = "0123456789abcdef" * 2
WITHOUT_RESULTS = {"start", "data", "experiment", "calculators", "lab", "methods", "many-datasets"}


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    st.cache_data.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def visit(page, **address):
    return opened(page, **{"w": WORKSPACE, **address})


def assert_well(app):
    assert not app.exception, [item.message for item in app.exception]
    app.run()
    assert not app.exception, [item.message for item in app.exception]
    return app


def test_every_step_on_start_leads_to_a_page():
    app = assert_well(visit("start"))
    (steps,) = (item.proto.body for item in app.get("html") if "data-page" in item.proto.body)
    assert set(re.findall("data-page='(.*?)'", steps)) <= set(PAGES)
    aim, *others = steps.split("<li")[1:]
    assert "Aim · you are here<p" in aim
    assert [" · " in step for step in others] == [False] * 6
    hint = "<span data-live class='fw-on-screen'>Shuffle to cut them anew"  # on paper nobody does
    assert any(hint in item.proto.body for item in app.get("html"))


def finished_job(learners=("naive_bayes", "tree"), design="5x2", sample="iris"):
    dataset = core.load_sample(sample)
    plan = make_plan(dataset, list(learners), design)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    return job


@pytest.mark.parametrize("page", PAGES)
def test_with_an_empty_session(page):
    assert_well(visit(page))


@pytest.mark.parametrize("page", PAGES)
def test_with_results_found_by_the_address_alone(page):
    job = finished_job()
    app = assert_well(visit(page, run=job.id, data=job.fingerprint))
    assert any("Naive Bayes" in item.value for item in app.sidebar.caption)
    saved = [json.loads(item.proto.config) for item in app.get("plotly_chart")]
    files = [
        config["toImageButtonOptions"]["filename"] for config in saved if "toImageButtonOptions" in config
    ]
    about = {"data": "iris_", "experiment": "iris_"} if page in WITHOUT_RESULTS else {page: "iris_5x2_"}
    assert all(name.startswith(about.get(page, "")) for name in files)
    assert len(set(files)) == len(files)
    behind = [item.proto.popover.label for item in app.get("popover")]
    assert len(set(behind)) == len(behind)
    assert all(label.startswith("Numbers :small[of ") for label in behind if "Numbers" in label)


@pytest.mark.parametrize("design", ["hold_out", "leave_one_out", "bootstrap", "balanced_5x2", "k_fold"])
def test_fold_errors_of_every_kind_of_design(design):
    options = {"b": 10} if design == "bootstrap" else {}
    job = finished_job(design=core.make_design(design, **options))
    app = assert_well(visit("fold-errors", run=job.id))
    assert "Summary" in [item.value for item in app.header]
    assert any(item.value.endswith("seed\u00a00") for item in app.markdown)  # no line holds a lone 0
    assert app.get("plotly_chart")
    assert not app.error
    assert heroes(app) or any("No test is offered" in item.value for item in app.caption)
    fewer = {
        "hold_out": ["Scores"],
        "leave_one_out": ["All instances", "Folds × learners"],
    }  # no box nor histogram
    views = [option.content for option in app.segmented_control(key="picture").proto.options]
    assert views == [*fewer.get(design, scores_view.PICTURES), "Times"]
    for start, of in (("One score for each learner", "hold_out"), ("Each fold holds one", "leave_one_out")):
        assert any(item.value.startswith(start) for item in app.caption) == (design == of)
    assert any("sd is the spread" in item.value for item in app.caption) == (design not in fewer)
    assert any("in a table" in item.label for item in app.expander) == (design != "hold_out")


def test_times_are_said_to_be_of_before_only_where_a_run_found_its_fits_there():
    job = finished_job(design="k_fold")
    again = submit_experiment(cache.store(), cache.plan(job), WORKSPACE)
    do_experiment(cache.store(), again.id, 1)
    for run, is_said in ((job, False), (again, True)):
        app = assert_well(visit("fold-errors", run=run.id, picture="Times"))
        assert any(item.value.startswith("All folds were trained before") for item in app.caption) == is_said
        assert any("were trained before" in item.value for item in app.caption) == is_said


def test_names_of_learners_look_alike_in_all_tables_of_a_page():
    job = finished_job(design=core.make_design("bootstrap", b=10))
    app = assert_well(visit("fold-errors", run=job.id))
    columns = [json.loads(item.proto.columns) for item in app.dataframe]
    named = [found["learner"].get("pinned") for found in columns if "learner" in found]
    assert len(named) > 1 and set(named[:2]) == {True}


def test_single_scores_lead_to_one_learner_only_where_it_has_a_test():
    job = finished_job(design="hold_out")
    for measure, leads in (("error rate", True), ("accuracy", False)):
        app = visit("fold-errors", run=job.id, shown_measure_classification=measure)
        (said,) = [item.value for item in app.caption if item.value.startswith("One score for each")]
        assert ("One learner and" in said) == leads


@pytest.mark.parametrize(("design", "units"), [("k_fold", "folds"), ("random_resampling", "cuts")])
def test_the_first_fold_of_many_is_not_told_as_all_that_there_is(design, units, monkeypatch):
    job = finished_job(design=design)
    found = cache.experiment(job)
    pairs, outcomes = found.facts.pairs, found.predictions.outcomes
    first = tuple(item for item in outcomes if (item.replicate, item.fold) == (1, 1))
    begun = replace(found, predictions=replace(found.predictions, outcomes=first))
    monkeypatch.setattr(cache, "experiment", lambda _job: begun)
    said = [item.value for item in assert_well(visit("fold-errors", run=job.id)).caption]
    needed = f"A verdict on two learners needs every {units.removesuffix('s')}."
    assert needed in said  # beside the measure, which keeps its place
    one = f"Of {pairs} {units} one at most is known of each learner so far: there is no spread to draw yet."
    assert one in said
    assert not any(words.startswith("One score for each") for words in said)
    monkeypatch.setattr(cache, "current_job", lambda: replace(job, state="cancelled"))
    app = assert_well(visit("fold-errors", run=job.id))
    (named,) = [item.value for item in app.main.markdown if plain(job.title) in item.value]
    assert "· cancelled at" in named


@pytest.mark.parametrize(
    "page", ["measures", "one-learner", "two-learners", "many-learners", "many-datasets", "report"]
)
def test_a_cancelled_run_has_its_name_on_every_page(page):
    plan = make_plan(core.load_sample("iris"), ["naive_bayes", "tree"], "k_fold")
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    cancel(cache.store(), job)
    app = visit(page, run=job.id)
    assert not app.exception
    (named,) = [item.value for item in app.main.markdown if plain(job.title) in item.value]
    assert named.endswith("cancelled at 0 of 20")
    assert any("This run was cancelled" in item.value for item in app.warning)
    assert [button.key for button in app.button if button.key == "resume"]


def test_numbers_behind_a_picture_are_in_the_unit_of_the_page():
    app = visit("fold-errors", run=finished_job().id)
    app.session_state["fold_figure_Box plot_numbers"] = True
    app.run()
    assert any("in the CSV both are shares of one" in item.value for item in assert_well(app).caption)
    numbers = next(item for item in app.dataframe if "score" in item.value)
    shown = convert_arrow_bytes_to_pandas_df(numbers.proto.arrow_data.styler.display_values)
    assert shown.iloc[:, -1].str.endswith("%").all()


@pytest.mark.parametrize("wide", [False, True])
def test_names_in_the_summary_are_whole_where_the_screen_has_room(wide):
    job = finished_job(
        learners=core.factorial("knn", n_neighbors=(1, 3), weights=("uniform", "distance"), p=(1, 2))
    )
    app = visit("fold-errors", run=job.id)
    app.session_state["column_width"] = 1300 if wide else 1200  # as the browser tells it
    app.run()
    summary = next(item for item in assert_well(app).dataframe if "mean_interval" in item.value)
    first = convert_arrow_bytes_to_pandas_df(summary.proto.arrow_data.styler.display_values).iloc[0, 0]
    assert first == ("k-NN (k = 1, weights = uniform, distance power = 1)" if wide else "…(1, uniform, 1)")


def test_a_picture_that_single_scores_do_not_have_is_not_missed():
    job = finished_job(design=core.make_design("hold_out"))
    app = assert_well(visit("fold-errors", run=job.id, picture="Histograms"))
    assert app.segmented_control(key="picture").value == "Scores"
    assert len(app.get("plotly_chart")) > 1


def test_addresses_that_lead_nowhere_do_no_harm():
    for page in PAGES:
        assert_well(visit(page, run="f" * 32, w="<script>"))
        assert_well(visit(page, run="../../x", data="0" * 64, alpha="9"))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_bears_the_name_of_its_address_and_stands_in_the_frame(page):
    assert "\nframe.ensure()\n" in (ROOT / f"pages/{page}.py").read_text()
    listed = (ROOT / "app.py").read_text()
    assert f'"pages/{page}.py"' in listed
    assert page == "start" or f'url_path="{page}"' in listed


def test_alpha_moves_the_verdict_and_the_interval():
    app = visit("start")
    verdict = cache.example_verdict(0)
    before = hero(app)
    assert before.texts == as_read(*brief(verdict, 0.05).texts)
    app.slider(key="alpha").set_value(0.1).run()
    assert not app.exception
    after = hero(app)
    assert after.texts == as_read(*brief(verdict, 0.1).texts)
    assert (before.mark, after.mark) == ("○", "●")
    assert before.answer == "Luck could explain it"
    assert after.answer == "Linear SVM is better: more than luck"
    assert before.numbers.endswith("> α = .05")
    assert after.numbers.endswith("≤ α = .1")
    assert before.interval.startswith("95 % interval")
    assert after.interval.startswith("90 % interval")
    assert before.effect == after.effect
    assert after.foot == f"{verdict.title}, advised"


def test_chips_choose_what_the_start_page_compares():
    app = visit("start", example_data="Wine", example_design="5×2", shuffles="1")
    app.run()
    assert not app.exception
    choice = state.Example("wine", design="5x2", folds=None)
    verdict = cache.example_verdict(1, choice=choice)
    assert hero(app).texts == as_read(*brief(verdict, 0.05).texts)
    words = "1 of 2 cuts: more than luck.</strong> <span data-live>The first cut and 1 shuffle: the same data"
    assert any(words in item.proto.body for item in app.get("html"))
    assert any("· <span data-live>shuffle 1</span>." in item.proto.body for item in app.get("html"))
    sides = "The F test has no side: it asks whether they differ."
    assert any(sides in item.proto.body for item in app.get("html"))
    assert not app.toggle
    app.segmented_control(key=state.EXAMPLE_DESIGN).set_value("10").run()
    assert not app.exception
    assert app.session_state[state.SHUFFLE] == 0  # the dots of another comparison are gone
    app.toggle(key="forget_overlap").set_value(True).run()
    forgetful = cache.example_verdict(0, True, state.Example("wine"))
    assert forgetful.key == "paired_t"
    advised = cache.example_verdict(0, choice=state.Example("wine"))
    counted = brief(advised, 0.05)
    assert hero(app).texts == as_read(*counted.texts)
    bodies = [item.proto.body for item in app.get("html")]
    assert not any(sides in body for body in bodies)
    assert any("The data were cut once, into 10 folds.</strong>" in body for body in bodies)
    app.segmented_control(key=state.EXAMPLE_DESIGN).set_value("5x2").run()
    assert any("Not for 5×2" in item.value for item in app.caption)
    app.segmented_control(key=state.EXAMPLE_DESIGN).set_value("10").run()
    assert app.toggle(key="forget_overlap").value


def test_numbers_of_shuffles_have_p_as_the_page_writes_it():
    app = visit("start")
    app.session_state["shuffles_numbers"] = True
    (numbers,) = [item.proto.body for item in app.run().get("html") if "first cut</td>" in item.proto.body]
    assert "<td class='fw-r'>.053</td>" in numbers
    assert not any("shares of one" in item.value for item in app.caption)  # it is no rate


def test_the_number_of_folds_of_the_start_page_is_chosen():
    app = visit("start", example_design="20-fold", shuffles="1")
    app.run()
    assert not app.exception
    scores = cache.example(1, state.Example(folds=20))
    assert len(scores.wide) == 20
    assert hero(app).texts == as_read(*brief(core.compare(scores, *scores.learners), 0.05).texts)
    assert any("20 folds · <span data-live>shuffle 1" in item.proto.body for item in app.get("html"))
    app.toggle(key="forget_overlap").set_value(True).run()
    choice = state.Example(folds=20)
    forgetful, advised = (
        sum(cache.example_verdict(place, by, choice).p_value <= 0.05 for place in (0, 1))
        for by in (True, False)
    )
    line = f"{forgetful} of 2 cuts: more than luck, the overlap forgotten; {advised} with it counted."
    assert any(line in item.proto.body for item in app.get("html"))
    shuffled = errors_axis(app)
    app.session_state[state.SHUFFLE] = app.session_state[state.SHUFFLES_WANTED] = 0
    assert errors_axis(app.run()) == shuffled  # dots move, the axis stays
    assert max(shuffled) > scores.frame["score"].max()


@pytest.mark.parametrize(("alpha", "agree"), [("0.05", False), ("0.1", True)])
def test_one_headline_counts_the_overlap_and_one_line_says_what_forgets_it(alpha, agree):
    def intervals(app):
        drawn = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
        return {trace["meta"][0]: trace["x"] for trace in drawn if trace["mode"] == "lines+markers"}

    app = assert_well(visit("start", forget_overlap="true", alpha=alpha))
    advised, forgetful = cache.example_verdict(0), brief(cache.example_verdict(0, True), float(alpha))
    assert hero(app).texts == as_read(*brief(advised, float(alpha)).texts)
    (line,) = (item.proto.body for item in app.get("html") if "one would say</span>" in item.proto.body)
    lead, answer, numbers = as_read(*(text for _, text in LIVE.findall(line)))
    assert answer == ("the same" if agree else f"“{forgetful.answer}”")
    assert lead.startswith("⚠") is not agree
    assert (numbers,) == as_read(escape(forgetful.numbers))
    found = advised.confidence_interval(1 - float(alpha))
    drawn = intervals(app)
    assert drawn["mean difference"] == pytest.approx([100 * found.low, 100 * found.high])
    low, high = drawn["overlap forgotten"]
    assert 100 * found.low < low < high < 100 * found.high
    app.toggle(key="forget_overlap").set_value(False).run()
    assert list(intervals(app)) == ["mean difference"]


def test_two_p_values_that_read_alike_are_told_apart():
    choice = {"example_data": "Vote", "forget_overlap": "true"}
    bodies = [item.proto.body for item in assert_well(visit("start", **choice)).get("html")]
    (line,) = (re.sub("<[^>]*>", "", body) for body in bodies if "one would say</span>" in body)
    assert as_read(line)[0].endswith("the same: p = 1.1 × 10⁻⁷ instead of 2.8 × 10⁻⁶, both ≤ α = .05.")
    assert "both ≤ α = .05".replace(" ", "\u00a0") in line


def test_axes_of_start_go_no_farther_than_what_is_drawn_needs():
    app = assert_well(
        visit("start", example_data="Vote", example_pair="Bayes vs logistic", example_design="5×2")
    )
    choice = state.Example("vote", ("naive_bayes", "logistic_regression"), "5x2", None)
    verdict, largest = cache.example_verdict(0, choice=choice), cache.example(0, choice).frame["score"].max()
    assert largest < errors_axis(app)[1] < 1.25 * largest
    widest = verdict.confidence_interval(0.999)
    low, high = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["xaxis"]["range"]
    assert 100 * widest.low - 10 < low < 100 * widest.low
    assert 100 * widest.high < high < 100 * widest.high + 10
    assert "**Error rate of each fold**" in [item.value for item in app.markdown]


def errors_axis(app):
    """How far the axis of the box plot goes."""
    return json.loads(app.get("plotly_chart")[-1].proto.spec)["layout"]["xaxis"]["range"]


def test_who_presses_again_while_shuffles_are_on_their_way_gets_all_of_them():
    app = visit("start", shuffles="2")
    app.session_state[state.SHUFFLE], app.session_state[state.SHUFFLES_WANTED] = 2, 4
    assert_well(app.button(key="again").click().run())
    assert any("The first cut and 5 shuffles" in item.value for item in app.get("html"))


def test_of_a_long_row_of_shuffles_only_the_last_come_one_by_one(monkeypatch):
    told = []
    monkeypatch.setattr(cache, "_run_example", lambda seed, choice: cache._committed_example())
    monkeypatch.setattr(Hero, "follow", lambda hero, address, *, pressed, rests, subject: told.append(rests))
    app = visit("start")
    app.session_state[state.SHUFFLES_WANTED] = 10
    told.clear()
    assert_well(app.button(key="again_20").click().run())
    assert told == [*[False] * 21, True, True]  # first cut, shuffles 10 to 29, 30; and 30 once more
    assert any("The first cut and 30 shuffles" in item.value for item in app.get("html"))


def test_the_shuffles_of_a_link_are_shown_at_once(monkeypatch):
    told = []
    monkeypatch.setattr(cache, "_run_example", lambda seed, choice: cache._committed_example())
    monkeypatch.setattr(Hero, "follow", lambda hero, address, *, pressed, rests, subject: told.append(rests))
    app = assert_well(visit("start", shuffles="30"))
    assert set(told) == {True}
    assert any("The first cut and 30 shuffles" in item.value for item in app.get("html"))
    told.clear()
    assert_well(app.button(key="again").click().run())
    assert told[0] is False  # what is pressed for comes with a step of its own


@pytest.mark.parametrize(("told", "taken"), [("0.1", 0.1), ("nan", 0.05), ("", 0.05), ("0.3", 0.05)])
def test_the_start_page_takes_alpha_from_its_address(told, taken):
    assert visit("start", alpha=told).slider(key="alpha").value == taken


def test_training_errors_are_beside_the_others_only_when_asked_for():
    job = finished_job()
    app = assert_well(visit("fold-errors", run=job.id))
    assert app.toggle(key="with_training").value is False
    assert "on the training set" not in app.get("plotly_chart")[0].proto.spec
    assert {"**What was seen**", "**If only luck were at work**"} <= {item.value for item in app.markdown}
    app = assert_well(visit("fold-errors", run=job.id, with_training="true"))
    assert app.toggle(key="with_training").value is True
    assert "on the training set" in app.get("plotly_chart")[0].proto.spec


def test_rows_without_a_download_are_printed_too():
    job = finished_job()
    app = assert_well(visit("fold-errors", run=job.id))
    on_paper = [item.proto.body for item in app.get("html") if "fw-paper" in item.proto.body]
    (rows,) = [body for body in on_paper if ">Fold</th>" in body]
    assert re.findall("<th [^>]*>([^<]*)</th>", rows) == [*("Learner", "Replicate", "Fold", "Error rate")]
    assert rows.count("<tr>") == 1 + 20  # two learners on ten folds, below their header


def test_on_start_keys_come_to_what_is_set_in_the_order_in_which_it_is_read():
    app = opened("start")
    keys = [key for item in app.main if (key := getattr(item, "key", None))]
    order = [state.EXAMPLE_DATA, state.ALPHA, state.EXAMPLE_DESIGN, "again", "forget_overlap"]
    assert [key for key in keys if key in order] == order
