"""Laboratory: its index, every experiment, trials that come and go, links that restore."""

import json
from html import unescape

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import core
from core.data import dataset_to_parquet
from core.jobs import Launcher, do_job
from core.simulation import LABORATORY, TRIALS
from core.simulation.population import Contest
from core.simulation.quiz import GUESSES, riddle
from pages.ui.display.text import plain, told, unbroken
from pages.ui.laboratory import controls, trials
from pages.ui.laboratory.quiz import ENDLESS
from pages.ui.session import cache, state
from tests.pages.opening import opened

WAITING = "Learners are being trained for the first trials …"
LEAD = "These train learners for every trial, from the moment when one is opened."
WORKSPACE = "0123456789abcdef" * 2
TRAINING = [key for key, entry in LABORATORY.items() if entry.trains]


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def visit(**address):
    return well(opened("lab", **address))


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def press(app, key):
    return well(app.button(key=key).click().run())


def words(app):
    return " ".join(item.value for item in app.markdown)


def says(app, found):
    """Whether the words on trials stand there; those that follow α are no markdown."""
    followed = " ".join(unescape(item.proto.body) for item in app.get("html"))
    return plain(found.words) in words(app) or unbroken(found.words) in followed


def drawn(app):
    return int(app.session_state["lab_shown"])


def test_the_index_leads_to_every_experiment():
    app = visit()
    said = " ".join(item.value for item in app.caption)
    assert all(plain(entry.question) in said for entry in LABORATORY.values())
    press(app, "open_coverage")
    assert app.title[0].value == plain(LABORATORY["coverage"].title)
    assert app.query_params[state.LAB] == "coverage"
    press(app, "lab_index")
    assert app.title[0].value == "Laboratory"


@pytest.mark.parametrize("key", [key for key in LABORATORY if key not in TRAINING])
def test_every_experiment_shows_its_pictures_and_what_they_say(key):
    entry = LABORATORY[key]
    app = visit(lab=key)
    assert app.header[0].value == plain(entry.question)
    assert len(app.get("plotly_chart")) == len(entry.pictures)
    assert says(app, core.simulate(key, trials=entry.first))
    assert any(plain(entry.citation) in item.value for item in app.caption)


def test_steps_and_more_trials_add_to_those_there_are():
    app = visit(lab="p_values")
    first = LABORATORY["p_values"].first
    assert drawn(app) == first
    press(app, "lab_step")
    assert drawn(app) == first + 1
    press(app, "lab_more")
    assert drawn(app) == first + 1 + trials.MORE
    assert says(app, core.simulate("p_values", trials=first + 1 + trials.MORE))
    press(app, "lab_over")
    assert drawn(app) == first
    press(app, "lab_luck")
    assert says(app, core.simulate("p_values", trials=first, seed=1))


def test_an_experiment_is_reopened_as_it_was_left_and_another_begins_with_its_own_trials():
    app = press(press(visit(lab="p_values"), "lab_luck"), "lab_more")
    counted = LABORATORY["p_values"].first + trials.MORE
    press(press(app, "lab_index"), "open_p_values")
    assert (drawn(app), app.session_state[state.LAB_SEED]) == (counted, 1)
    press(press(app, "lab_index"), "open_coverage")
    assert (drawn(app), app.session_state[state.LAB_SEED]) == (LABORATORY["coverage"].first, 0)
    press(press(app, "lab_index"), "open_p_values")
    press(app, "lab_step")
    press(app, "lab_index")
    app.query_params.update({state.LAB: "p_values", state.LAB_TRIALS: str(counted)})  # as Back does
    well(app.run())
    assert (drawn(app), app.session_state[state.LAB_SEED]) == (counted, 1)
    press(press(app, "lab_run"), "lab_index")
    assert press(app, "open_p_values").button(key="lab_run").label == "Run"


def test_a_run_goes_on_until_it_is_paused():
    app = visit(lab="p_values")
    press(app, "lab_run")
    assert app.button(key="lab_run").label == "Pause"
    before = drawn(app)
    well(app.run())
    assert drawn(app) > before
    press(app, "lab_run")
    assert app.button(key="lab_run").label == "Run"
    before = drawn(app)
    well(app.run())
    assert drawn(app) == before


def test_a_link_restores_settings_seed_and_trials():
    asked = {"effect": 1.5, "rho": 0.1, "test": "corrected_t"}
    app = visit(
        lab="p_values",
        lab_trials=140,
        lab_seed=3,
        p_values_effect=1.5,
        p_values_rho=0.1,
        p_values_test="corrected t",
    )
    assert says(app, core.simulate("p_values", trials=140, seed=3, **asked))


@pytest.mark.parametrize(
    ("trials", "seed", "said"),
    [
        (
            "999999999",
            "-3",
            "Trials (1 to 10,000): 999999999 is not possible here, 60 was taken; Seed (0 to 2,147,483,648): −3 is",
        ),
        (
            "abc",
            "12345678901234567890",
            "Trials (1 to 10,000): abc is not possible here, 60 was taken; Seed (0 to 2,147,483,648): 12345678901234",
        ),
    ],
)
def test_impossible_trials_and_seeds_of_a_link_are_named_and_leave_the_address(trials, seed, said):
    app = visit(lab="coverage", lab_trials=trials, lab_seed=seed)
    (told,) = [item.value.replace("\\", "") for item in app.warning]
    assert told.startswith(f"Not all of this link could be used. {said}")
    assert [app.query_params[name] for name in ("lab_trials", "lab_seed")] == ["60", "0"]
    assert not visit(lab="coverage", lab_trials="70", lab_seed="3").warning


@pytest.mark.parametrize("typed", ["1,000,000", "0", "2.5", "−5"])
def test_a_number_that_cannot_be_is_refused_with_those_that_can(typed):
    app = visit(lab="coverage")
    well(app.number_input(key="coverage_n").set_value(float(typed.replace(",", "").replace("−", "-"))).run())
    (refused,) = app.error
    title = app.number_input(key="coverage_n").label
    said = f"{title}: must be a whole number from 1 to 1,000, not {typed}."
    assert refused.value.replace("\\", "").replace("\u00a0", " ") == said
    assert any("Source:" in item.value for item in app.caption), "what can stand does"
    assert not app.get("plotly_chart"), "what was counted for another number"
    well(app.number_input(key="coverage_n").set_value(50.0).run())
    assert says(app, core.simulate("coverage", trials=60, n=50))


def test_a_difference_of_rates_is_set_in_points(nobody_works):
    app = visit(lab="your_data", your_data_effect_points=4)
    asked = app.slider(key="your_data_effect_points")
    assert (asked.value, asked.max, asked.step) == (4, 20, 1)
    assert asked.label == "True difference of the error rates (points)"
    assert "made to be 4" in words(app)
    former = visit(lab="your_data", your_data_effect=0.04)
    (told,) = [item.value for item in former.warning if "this link" in item.value]
    assert "0.04 is not possible here" in told.replace("\\", "")


def with_data(name, **address):
    """The laboratory after a data set was loaded."""
    data = core.load_sample(name)
    cache.store().put_dataset(data.fingerprint, dataset_to_parquet(data))
    cache.store().hold(WORKSPACE, data.fingerprint, cache.DATA, data.name)
    return visit(w=WORKSPACE, data=data.fingerprint, **address)


def test_false_alarms_on_data_like_yours_open_with_the_data_of_the_session(nobody_works):
    app = press(with_data("iris"), "open_your_data")
    assert app.selectbox(key="your_data_dataset").value == "The data of this session"
    assert app.slider(key="your_data_n").value == 70
    assert "On data like iris" in words(app)
    assert plain("The data of this session: iris, 150 instances.") in [item.value for item in app.caption]
    assert "The data of this session" in app.query_params["your_data_dataset"]
    by_link = with_data("iris", lab="your_data")
    assert by_link.selectbox(key="your_data_dataset").value == "breast_cancer"


def test_a_link_to_data_of_a_session_says_at_both_ends_that_they_stay_where_they_are(nobody_works):
    stay = "what was loaded stays with the visitor who loaded it"

    def told(app):
        return [item.proto.body for item in app.get("html") if "Copy link" in item.proto.body]

    app = press(with_data("iris"), "open_your_data")
    assert f"Others who open it see Breast cancer: {stay}." in told(app)[0]
    app = visit(lab="your_data", your_data_dataset="The data of this session")
    (said,) = [item.value for item in app.warning if "this link" in item.value]
    assert plain("“The data of this session” is not possible here, “Breast cancer” was taken") in said
    assert said.endswith(f"{plain(f': {stay}')}.")
    assert stay not in told(app)[0]
    (said,) = [item.value for item in visit(lab="your_data", your_data_dataset="Mine").warning]
    assert stay not in said


def test_data_that_the_laboratory_cannot_draw_from_are_named_with_the_reason(nobody_works):
    app = press(with_data("diabetes"), "open_your_data")
    assert app.selectbox(key="your_data_dataset").value == "breast_cancer"
    why = "The data of this session, diabetes, are not offered: the laboratory counts errors"
    assert any(plain(why) in item.value for item in app.caption)


def test_the_index_trains_no_learners_but_shows_what_is_there(fresh_server, monkeypatch):
    told, caption = [], DeltaGenerator.caption
    monkeypatch.setattr(
        DeltaGenerator, "caption", lambda place, body, **how: told.append(body) or caption(place, body, **how)
    )
    app = visit()
    others = len(LABORATORY) - sum(entry.trains for entry in LABORATORY.values())
    assert len(app.get("plotly_chart")) == others
    assert "Learners at work" in [item.value for item in app.header]
    counted, nothing = "Here stands what was counted so far.", "Nothing was counted yet: open one to begin."
    assert [item.value for item in app.caption if item.value.endswith((counted, nothing))] == [
        f"{LEAD} {nothing}"
    ]
    press(app, "open_gaussian_classes")
    assert WAITING in told
    assert WAITING not in [item.value for item in app.caption]
    press(app, "lab_index")
    assert len(app.get("plotly_chart")) == others + 1
    assert f"{LEAD} {counted}" in [item.value for item in app.caption]


def other(control):
    """What the address says of another setting than the first one."""
    if control.options:
        return next(words for value, words in control.options.items() if value != control.default)
    return (100 if control.points else 1) * (control.default + control.step)


@pytest.mark.parametrize("key", LABORATORY)
def test_whoever_changed_settings_comes_back_and_on_to_another_experiment(key, monkeypatch):
    monkeypatch.setattr(trials, "_drawn", lambda *_: None)
    changed = {
        f"{key}_{control.name}{'_points' * control.points}": other(control)
        for control in LABORATORY[key].controls
        if control.shown and control.name != state.ALPHA
    }
    app = visit(lab=key, **changed)
    assert not app.warning
    press(app, "lab_index")
    assert app.title[0].value == "Laboratory"
    another = next(one for one in LABORATORY if one != key)
    press(app, f"open_{another}")
    assert app.title[0].value == plain(LABORATORY[another].title)


@pytest.mark.parametrize(("key", "pictures"), [("test_sizes", 2), ("coverage", 1), ("repeated_cuts", 2)])
def test_a_lecture_has_a_second_picture_where_the_first_leaves_room(key, pictures):
    app = well(visit(lab=key, present=1))
    assert len(app.get("plotly_chart")) == pictures
    assert ("hold the truth" in " ".join(item.proto.body for item in app.get("html"))) is (key != "coverage")


def test_an_unknown_experiment_leads_to_the_index():
    assert visit(lab="nonsense").title[0].value == "Laboratory"


def test_no_run_goes_beyond_the_bound(monkeypatch):
    monkeypatch.setattr(trials, "MOST", 30)
    app = visit(lab="p_values", lab_trials=29)
    press(app, "lab_run")
    well(app.run())
    assert drawn(app) == 30
    assert app.button(key="lab_run").disabled
    assert not app.session_state[state.LAB_RUNS]


def test_in_a_lecture_what_is_measured_besides_is_shown_beside():
    app = visit(lab="repeated_cuts", present=1)
    drawn = [
        json.loads(chart.proto.spec)["layout"]["yaxis"]["title"]["text"] for chart in app.get("plotly_chart")
    ]
    assert drawn == ["Coverage", "Mean width (sd of a cut)"]


def test_in_a_lecture_pictures_beside_one_another_have_one_legend():
    app = visit(lab="repeated_cuts", present=1)
    said = " ".join(item.proto.body for item in app.get("html"))
    assert {said.count(words) for words in LABORATORY["repeated_cuts"].measured.values()} == {1}
    for chart in app.get("plotly_chart"):
        assert not json.loads(chart.proto.spec)["layout"]["showlegend"]


@pytest.mark.parametrize("key", ["coverage", "your_data", "repeated_cuts"])
def test_in_a_lecture_the_answer_stands_apart_from_what_follows(key):
    app = visit(lab=key, present=1)
    answer, details = (item.value.replace("\\", "") for item in app.markdown if item.value)
    assert len(answer) <= trials._MOST_ANSWER < len(f"{answer} {details}")


def test_a_step_says_how_many_trials_it_adds():
    assert visit(lab="coverage").button(key="lab_step").label == "Step (2)"


def test_settings_stand_in_rows_of_which_none_has_one_of_them_alone():
    shown = {
        key: [control for control in entry.controls if control.shown] for key, entry in LABORATORY.items()
    }
    assert {key: len(controls.rows(found)[-1]) for key, found in shown.items() if len(found) > 4} == {
        "your_data": 3,
        "fold_correlations": 3,
        "gaussian_classes": 3,
    }
    assert all(len(controls.rows(found)) == 1 for found in shown.values() if len(found) <= 4)


@pytest.mark.parametrize("key", [key for key, entry in LABORATORY.items() if entry.judged])
def test_a_level_at_which_trials_are_only_counted_anew_is_set_first(key):
    assert visit(lab=key).slider[0].key == state.ALPHA


def test_in_a_lecture_one_picture_and_its_words_are_left():
    app = visit(lab="coverage", present=1)
    assert len(app.get("plotly_chart")) == 1
    assert not any("Source" in item.value for item in app.caption)


@pytest.mark.parametrize("key", TRAINING)
def test_learners_are_trained_a_block_at_a_time(key):
    app = visit(lab=key, lab_trials=LABORATORY[key].block)
    assert says(app, core.simulate(key, trials=LABORATORY[key].block))
    assert len(app.get("plotly_chart")) == 1


def test_pooled_trials_are_counted_anew_at_another_level_and_none_is_trained(monkeypatch):
    app = visit(lab="pooling", lab_trials=2)
    found = core.simulate("pooling", trials=2)
    monkeypatch.setattr(Contest, "mistakes", lambda *_arguments: pytest.fail("trains anew"))
    well(app.slider(key="alpha").set_value(0.2).run())
    assert drawn(app) == 2
    assert says(app, found.judged(0.2))
    assert not says(app, found)


def test_what_the_data_refuse_is_said(monkeypatch):
    def refuse(*_):
        raise core.NotApplicable("two of a kind.", "learners")

    monkeypatch.setattr("core.simulation.population.handicaps", refuse)
    app = visit(lab="your_data", lab_trials=5, your_data_n=30)
    assert [item.value for item in app.error] == [told("Learners: two of a kind.")]
    assert not app.get("plotly_chart")


def test_a_verdict_is_predicted_and_the_score_kept():
    app = press(visit(), "open_quiz")
    assert app.query_params[state.LAB] == "quiz"
    for number in (1, 2, 3):
        assert app.header[0].value.startswith(f"{number}. Which verdict")
        asked = riddle(0, number)
        app = press(app, f"quiz_{asked.answer}")
        kinds = [item.type if item.type != "button" else item.key for item in app.main]
        assert not {"plotly_chart", "arrow_data_frame"} & {*kinds[kinds.index("quiz_next") :]}
        assert app.success[0].value == f"**Right. The test says: {plain(GUESSES[asked.answer])}.**"
        assert plain(asked.truth) in " ".join(item.value for item in app.caption)
        assert plain(asked.size) in words(app)
        app = press(app, "quiz_next")
    assert f"Right so far: 3 of 3. {ENDLESS}" in [item.value for item in app.caption]
    wrong = next(letter for letter in GUESSES if letter != riddle(0, 4).answer)
    app = press(app, f"quiz_{wrong}")
    assert app.warning[0].value.startswith(
        f"**Not so. The test says: {plain(GUESSES[riddle(0, 4).answer])}.** You said: "
    )
    assert f"Right so far: 3 of 4. {ENDLESS}" in [item.value for item in app.caption]


def test_a_score_comes_back_with_its_address():
    asked = [riddle(5, number) for number in (1, 2)]
    app = visit(lab="quiz", quiz_seed=5, quiz_guesses="".join(one.answer for one in asked))
    assert f"Right so far: 2 of 2. {ENDLESS}" in [item.value for item in app.caption]
    assert app.header[0].value.startswith("3. Which verdict")
    app = press(app, "quiz_over")
    assert app.header[0].value.startswith("1. Which verdict")


def test_a_verdict_comes_back_with_its_address_until_the_next_riddle():
    asked = riddle(5, 1)
    app = visit(lab="quiz", quiz_seed=5, quiz_guesses=asked.answer, quiz_reveals=1)
    assert app.header[0].value.startswith("1. Which verdict")
    assert app.success[0].value == f"**Right. The test says: {plain(GUESSES[asked.answer])}.**"
    app = press(app, "quiz_next")
    assert app.header[0].value.startswith("2. Which verdict")
    assert not app.success


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"quiz_guesses": "abx"}, "Guesses: “abx” is not possible here, the first riddle is asked"),
        ({"quiz_seed": "ten"}, "Seed of the riddles: ten is not possible here, 0 was taken"),
    ],
)
def test_what_a_link_of_the_quiz_cannot_have_is_said_until_something_is_chosen(address, said):
    app = visit(lab="quiz", **address)
    assert app.header[0].value.startswith("1. Which verdict")
    told = [item.value.replace("\\", "") for item in app.warning]
    assert told == [f"Not all of this link could be used. {said}."]
    assert not press(app, "quiz_other").warning


def test_few_trials_are_said_to_be_few_and_what_stands_behind_the_signs():
    assert "still few: with more of them the numbers will move" in small(
        visit(lab="test_sizes", lab_trials=20)
    )
    many = small(visit(lab="test_sizes", lab_trials=500))
    assert "few" not in many
    assert "Behind ± stands one standard error; the bars of" in many
    shares = small(visit(lab="salzberg", lab_trials=10))  # of which none rejects: told without a sign
    assert "±" not in shares
    assert "seed 0. The bars of the counted shares hold" in shares


def small(app):
    (found,) = (
        item.proto.body
        for item in app.get("html")
        if "fw-small" in item.proto.body and "seed" in item.proto.body
    )
    return found


@pytest.fixture
def nobody_works(monkeypatch):
    """Jobs wait until the test does them."""
    monkeypatch.setattr(Launcher, "dispatch", lambda _self: None)


def jobs(app):
    found = cache.store().jobs(app.session_state["workspace"])
    assert all(job.kind == TRIALS.name for job in found)
    return found


HALVES = {"lab": "gaussian_classes", "lab_trials": 50}


def test_many_trials_of_learners_are_a_job_and_arrive_as_they_come(nobody_works):
    app = visit(**HALVES)
    assert "lab_run" not in [button.key for button in app.button]
    press(app, "lab_more_100")
    (job,) = jobs(app)
    assert (job.state, job.done, job.total, drawn(app)) == ("queued", 50, 150, 50)
    assert all(app.button(key=key).disabled for key in ("lab_step", "lab_more", "lab_over", "lab_luck"))
    core.simulate("gaussian_classes", trials=52, store=cache.store())
    well(app.run())
    assert drawn(app) == 52
    (bar,) = [item.proto.text for item in app.get("progress")]
    assert "52 of 150 trials done" in bar
    assert says(app, core.simulate("gaussian_classes", trials=52))
    do_job(cache.store(), job.id)
    well(app.run())
    assert drawn(app) == 150
    assert not app.button(key="lab_more").disabled
    assert app.session_state[state.LAB_TRIALS] == 150


def test_a_long_job_counts_in_thousands(nobody_works):
    app = visit(lab="gaussian_classes", lab_trials=50)
    press(app, "lab_more")
    (bar,) = [item.proto.text for item in app.get("progress")]
    assert "50 of 1,050 trials done" in bar


def test_cancelled_trials_are_those_that_have_come(nobody_works):
    app = press(visit(**HALVES), "lab_more_100")
    (job,) = jobs(app)
    core.simulate("gaussian_classes", trials=54, store=cache.store())
    well(app.run())
    press(app, f"cancel_{job.id}")
    assert [one.state for one in jobs(app)] == ["cancelled"]
    well(app.run())
    assert (drawn(app), app.session_state[state.LAB_TRIALS]) == (54, 54)
    assert "lab_go_on" not in [button.key for button in app.button]
    press(app, "lab_more_100")
    assert [(one.state, one.done, one.total) for one in jobs(app) if one.is_open] == [("queued", 54, 154)]


def test_a_link_to_trials_that_are_kept_shows_them_and_another_offers_to_go_on(nobody_works):
    core.simulate("gaussian_classes", trials=60, store=cache.store())
    app = visit(lab="gaussian_classes", lab_trials=60)
    assert drawn(app) == 60
    app = visit(lab="gaussian_classes", lab_trials=200)
    assert drawn(app) == 60
    assert "60 of 200 trials are there." in [item.value for item in app.caption]
    press(app, "lab_go_on")
    (job,) = jobs(app)
    cache.store().claim_job(job.id, 1, 0.0)
    cache.store().finish_job(job.id, "failed", "the disk is full.")
    well(app.run())
    assert plain("the disk is full.") in [item.value for item in app.error]
    press(app, "lab_go_on")
    assert [one.state for one in jobs(app)] == ["queued", "failed"]


def test_a_link_to_trials_that_nobody_has_drawn_gives_a_first_look(nobody_works):
    app = visit(lab="gaussian_classes", lab_trials=1000, lab_seed=7)
    assert drawn(app) == LABORATORY["gaussian_classes"].first
    assert "50 of 1,000 trials are there." in [item.value for item in app.caption]
    assert jobs(app) == []


def test_trials_under_way_elsewhere_are_named(nobody_works):
    app = press(visit(**HALVES), "lab_more_100")
    (job,) = jobs(app)
    said = f"Under way: {plain(job.title)}"
    assert said not in [item.value for item in app.caption]
    app.selectbox(key="gaussian_classes_case").set_value(2).run()
    assert said in [item.value for item in app.caption]
    press(app, "lab_index")
    assert said in [item.value for item in app.caption]
    press(app, f"cancel_{job.id}")
    assert [one.state for one in jobs(app)] == ["cancelled"]
