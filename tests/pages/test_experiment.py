"""The Experiment page: one place for Run, its progress and what came of it; recent runs."""

import json
import math
import re
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import streamlit as st

import core
from core.data import dataset_to_parquet
from core.experiment import cost, do_experiment, make_plan, submit_experiment, write_remark
from core.jobs import Job, Launcher, cancel, schedulers
from core.jobs.sessions import own_identity
from core.learners import kernel_widths, neighbour_distance
from core.records import LearnerSpec
from core.written import roughly
from pages.ui.display.text import plain
from pages.ui.experiment import notebook, progress, run_card, starting
from pages.ui.experiment.two_runs import SAME_DATA
from pages.ui.session import cache
from tests.pages.hero import hero
from tests.pages.opening import opened
from tests.pages.test_smoke import finished_job

DATASET = core.load_sample("iris")
WORKSPACE = "0123456789abcdef" * 2
SLOW, QUICK = 10.0, 0.0001


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    st.cache_resource.clear()
    monkeypatch.setattr(Launcher, "warm", lambda self: None)
    monkeypatch.setattr(Launcher, "dispatch", lambda self: None)  # runs stay queued
    monkeypatch.setattr(cost, "_timed", lambda work: QUICK)
    monkeypatch.setattr(starting, "PATIENCE", math.inf)  # however busy this machine is
    yield
    cache.store().close()
    st.cache_resource.clear()


def page(**address):
    cache.store().put_dataset(DATASET.fingerprint, dataset_to_parquet(DATASET))
    cache.store().hold(WORKSPACE, DATASET.fingerprint, cache.DATA, DATASET.name)
    return well(opened("experiment", **{"w": WORKSPACE, "data": DATASET.fingerprint, **address}))


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def keys(app):
    return {button.key for button in app.button}


def words(app):
    shown = (app.caption, app.info, app.error, app.warning, app.markdown)
    return " ".join(item.value for kind in shown for item in kind)


def test_the_page_begins_with_the_data_that_learners_are_trained_on():
    app = page()
    assert app.markdown[0].value == ":material/table: **iris** · 150 instances, 4 attributes"
    links = [link.proto.page for link in app.get("page_link") if link.proto.label == "Other data"]
    assert links == ["data"]


def test_the_page_begins_with_the_groups_of_the_data(monkeypatch):
    rows = "".join(f"p{i % 20},{i % 7},{'ab'[i % 2]}\n" for i in range(60))
    grouped = core.read_dataset(f"patient,dose,class\n{rows}".encode(), groups="patient")
    monkeypatch.setattr(sys.modules[__name__], "DATASET", grouped)
    assert (
        "60 instances in 20 groups (patient), 1 attribute · groups are kept whole" in page().markdown[0].value
    )


def test_a_positive_class_that_is_not_the_usual_one_is_named_beside_the_data_and_the_run(monkeypatch):
    usual = core.load_sample("breast_cancer")
    turned = replace(usual, positive=usual.classes[0], fingerprint="")
    sign = f"positive: {usual.classes[0]}"
    for data, is_told in ((usual, False), (turned, True)):
        monkeypatch.setattr(sys.modules[__name__], "DATASET", data)
        app = well(page().button(key="run").click().run())
        assert (sign in app.markdown[0].value) == is_told
        told = [
            item.value for item in app.sidebar.caption if "Data" in item.value or "Experiment" in item.value
        ]
        assert [plain(sign) in one for one in told[:2]] == [is_told] * 2, told
    told = [item.value for item in app.caption if "seed of the learners" in item.value]
    signs = [plain(f"positive: {label}") for label in usual.classes]
    assert [one.startswith(sign) for one, sign in zip(told, signs, strict=True)] == [True] * 2, (
        "the newest first"
    )
    runs = [job.id for job in cache.store().jobs(WORKSPACE)]
    beside = page()
    well(beside.multiselect(key="side").set_value(runs).run())
    assert SAME_DATA in [item.value for item in beside.caption], "whichever class is positive"
    app = well(app.switch_page("pages/two-learners.py").run())
    assert sign in " ".join(item.value for item in app.markdown).replace("\\", "")


def test_a_run_turns_into_its_progress_and_cannot_be_queued_twice(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    app = page()
    well(app.button(key="run").click().run())
    assert "run" not in keys(app)
    assert "cancel" in keys(app)
    other = page()  # a second tab of the same workspace
    assert "run" not in keys(other)
    assert "cancel" in keys(other)
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.id in other.query_params["run"]
    assert any("waiting" in item.value for item in app.sidebar.caption)
    well(app.button(key="cancel").click().run())
    assert f"This run was cancelled. None of the {job.total:,} fits was done." in words(app)
    assert {"resume", "run"} & keys(app) == {"resume"}


def test_sidebar_and_card_say_alike_how_a_run_stands(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    show = run_card.show

    def show_what_has_begun(*given, **options):
        """It begins between the sidebar and the card."""
        cache.store().claim_job(job.id, *own_identity())
        show(cache.store().job(job.id), **options)

    monkeypatch.setattr(run_card, "show", show_what_has_begun)
    app = page(run=job.id)
    told = progress.heading(cache.store().job(job.id))
    assert told.endswith("in progress")
    assert told in [one.value for one in app.markdown]
    assert f"Experiment · {told}" in [one.value for one in app.sidebar.caption]


def test_what_came_of_a_run_is_known_before_it_is_called_done(monkeypatch):
    well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    heading, headline, order = progress.heading, cache.headline, []
    monkeypatch.setattr(progress, "heading", lambda job: order.append("heading") or heading(job))
    monkeypatch.setattr(cache, "headline", lambda job: order.append("headline") or headline(job))
    page(run=job.id)
    assert order[:3] == ["heading", "headline", "heading"], "that of the sidebar, then the card"


def test_until_the_time_left_is_known_it_is_said_what_takes_so_long(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    starts = "processes start and make the first fits"
    assert starts not in bar_of(page(run=job.id))
    cache.store().update_job(job.id, done=2)
    earlier = "] · 2 of 30 fits done by an earlier run"  # waiting, none is its own
    assert bar_of(page(run=job.id)).endswith(earlier)
    cache.store().update_job(job.id, done=0)
    cache.store().claim_job(job.id, *own_identity())
    assert f"{starts}] · 0 of 30 fits done" in bar_of(page(run=job.id))
    cache.store().update_job(job.id, done=2)  # made before the processes that go on
    assert bar_of(page(run=job.id)) == "2 of 30 fits done"
    cache.store().update_job(job.id, done=5)
    monkeypatch.setattr(Job, "seconds_left", lambda job, now, reused=0: 1152.0)  # of which no second is known
    assert bar_of(page(run=job.id)) == "5 of 30 fits done, roughly 20 min left"


def test_what_is_before_a_run_and_how_long_it_waits_is_said_before_it_starts_and_while_it_waits(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    assert "before yours" not in words(page())
    fields = {"kind": "trials", "title": "t", "spec": "{}", "fingerprint": "", "total": 1000}
    long, later = (cache.store().add_job(workspace=other, **fields) for other in ("one", "another"))
    cache.store().claim_job(long.id, *own_identity())
    app = page()
    assert "2 runs are before yours, which begins within roughly 30 s." in words(app).replace("\xa0", " ")
    well(app.button(key="run").click().run())
    assert "before yours" not in words(app)
    (job,) = cache.store().jobs(WORKSPACE)
    assert "waiting for 2 runs before it; begins within roughly 30 s] · 0 of 30 fits done" in bar_of(app)
    for one in (long, later):
        cache.store().finish_job(one.id, "done")
    cache.store().claim_job(job.id, *own_identity())
    cache.store().put_back(job.id)
    assert "waiting for a free processor] · 0" in bar_of(page(run=job.id))
    short = cache.store().add_job(workspace="one", **fields)
    cache.store().claim_job(short.id, *own_identity())
    told = "gives way to a run of somebody else; goes on by itself within roughly 20 s] · 0"
    assert told in bar_of(page(run=job.id))


def made(job, count):
    """So many of its fits are made, and it goes on."""

    def enough(done, total):
        if done == count:
            raise TimeoutError

    cache.store().update_job(job.id, state="queued")
    with pytest.raises(TimeoutError):
        do_experiment(cache.store(), job.id, 1, progress=enough)
    cache.store().update_job(job.id, state="running")


def test_the_picture_of_a_run_says_of_how_many_fits_it_is(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    made(job, 7)
    cache.store().update_job(job.id, done=9)
    app = page(run=job.id)
    assert "9 of 30 fits done" in bar_of(app)
    assert "The picture is of 7 fits." in [one.value for one in app.caption]
    cache.store().update_job(job.id, done=5)  # it writes its own count now and then
    assert "7 of 30 fits done" in bar_of(well(app.run()))


def bar_of(app):
    """The words of the progress."""
    return app.get("progress")[0].proto.text


def test_of_a_run_that_is_done_it_is_said_what_it_took_by_the_clock():
    app = page()
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    cache.store().update_job(job.id, started=1000.0, finished=1020.0)
    said = words(page(run=job.id))
    assert (
        "several may have run at a time. By the clock the run took 20 s, the start of its processes" in said
    )


def test_a_learner_that_is_added_again_shows_its_start():
    app = page()
    assert "QDA (quadratic discriminant analysis)" in app.selectbox(key="new_learner").options
    for _ in range(2):
        app.selectbox(key="new_learner").set_value("random_forest")
        well(app.button(key="add_learner").click().run())
    assert plain(
        "Another Random forest will be start 2: the same settings with other random numbers"
    ) in words(app)
    labels = [expander.label for expander in app.expander]
    assert len(set(labels)) == len(labels)
    assert plain("Random forest · start 1") in labels
    *_, again = (box for box in app.text_input if box.placeholder == "Random forest")
    well(again.set_value("Forest (start 1)").run())
    assert plain("Forest (start 1)") in [expander.label for expander in app.expander]


def test_a_learner_without_random_numbers_is_added_again_only_with_other_settings():
    app = page()
    boxes = len(app.expander)
    well(app.selectbox(key="new_learner").set_value("logistic_regression").run())
    well(app.button(key="add_learner").click().run())
    assert len(app.expander) == boxes  # its solver draws nothing, though the class takes a state
    well(app.selectbox(key="new_learner").set_value("naive_bayes").run())
    said = plain(
        "k-NN was not added again: it draws nothing at random, so both would be the same. Change a setting of the "
        "first to add another."
    )
    assert plain("k-NN") in [box.label for box in app.expander]
    assert said not in words(app)
    well(app.selectbox(key="new_learner").set_value("knn").run())
    assert said not in words(app)
    well(app.button(key="add_learner").click().run())
    assert said in words(app)
    k = next(
        item
        for item in app.number_input
        if item.key.startswith("entrant_") and item.key.endswith("_n_neighbors")
    )
    well(k.set_value(9).run())
    assert said not in words(app)
    well(app.button(key="add_learner").click().run())
    assert plain("k-NN") in [box.label for box in app.expander]
    assert not any(plain(" · start ") in box.label for box in app.expander)
    assert said not in words(app)  # only when it is pressed once more
    told = "takes random numbers only where there are more attributes than training instances"
    well(app.selectbox(key="new_learner").set_value("linear_svm").run())
    assert told not in words(app)
    for times in (1, 2):  # where another one is offered, and in its own settings
        well(app.button(key="add_learner").click().run())
        assert words(app).count(told) == times


def test_learners_of_two_classes_are_not_offered_for_three_and_named_where_they_came_with_other_data():
    app = page()
    for offered in (app.selectbox(key="new_learner"), app.selectbox(key="levels_learner")):
        assert not {"Least squares", "Regression tree on classes"} & set(offered.options)
    assert "two classes only" not in words(app)
    two = {"uid": 99, "spec": core.learner("ls").to_dict()}
    app.session_state["entrants"] = [*app.session_state["entrants"], two]
    well(app.run())
    (said,) = [item.value for item in app.warning]
    assert said == plain(
        "Least squares takes two classes only, and these data have 3: every fit would fail. Remove it."
    )


def test_without_a_learner_it_is_said_once():
    app = page()
    for _ in range(3):
        well(next(button for button in app.button if button.label == "Remove").click().run())
    assert not app.error
    assert words(app).count("at least one learner") == 1


def test_a_finished_run_stays_with_its_picture_and_a_verdict():
    app = page()
    assert "under 2\xa0s" in words(app)
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.state == "done"
    assert f"{job.total} fits, which took " in words(app) and "under 2\xa0s" not in words(app)
    found = cache.headline(job)
    assert found.answer
    assert (
        [item.value.replace("\\", "").replace("\xa0", " ") for item in app.caption if "Not met" in item.value]
        == [f":material/warning: **Not met: {title}.** {sentence}" for title, sentence in found.unmet]
        != []
    )
    assert not app.warning  # in a box of its own it was larger than the verdict that it belongs to
    assert f"{found.mark} {found.answer}" in words(app).replace("\\", "").replace("\xa0", " ")
    assert "so_far" in str([item.proto.id for item in app.get("plotly_chart")])
    assert "run" not in keys(app)
    app.number_input(key="seed").set_value(5).run()
    well(app)
    assert "run" in keys(app) and "under 2\xa0s" in words(app)
    well(app.button(key="see_verdict").click().run())
    assert "Two learners" in [item.value for item in app.title]
    assert [app.selectbox(key=key).value for key in ("first", "second")] == list(found.pair)
    told = hero(app)
    assert (told.mark, told.answer.replace("\xa0", " ")) == (found.mark, found.answer)
    app.switch_page("pages/two-learners.py").run()
    well(app.selectbox(key="second").set_value(app.selectbox(key="second").options[-1]).run())
    assert [app.selectbox(key=key).value for key in ("first", "second")] != list(found.pair)
    app.switch_page("pages/experiment.py").run()
    well(app.button(key="see_verdict").click().run())
    assert [app.selectbox(key=key).value for key in ("first", "second")] == list(found.pair)


def test_the_card_of_three_learners_leads_to_all_of_them_and_to_two():
    plan = make_plan(DATASET, ["naive_bayes", "tree", "lda"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    for key, label, title in (
        ("compare_all", "Compare all learners", "Many learners"),
        ("see_verdict", "Compare two", "Two learners"),
    ):
        app = page(run=job.id)
        assert app.button(key=key).label == label
        well(app.button(key=key).click().run())
        assert title in [item.value for item in app.title]


def test_a_hold_out_leads_to_its_errors_and_not_to_those_of_folds():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("hold_out"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    labels = [link.proto.label for link in page(run=job.id).get("page_link")]
    assert "See the errors" in labels and "See the fold errors" not in labels


def test_what_is_known_from_earlier_runs_needs_no_waiting(monkeypatch):
    app = page()
    well(app.button(key="run").click().run())
    first = cache.store().jobs(WORKSPACE)[0]
    cache.store().delete_job(first.id)
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    cache.shelf().put((WORKSPACE, "trials", DATASET.fingerprint), {})
    again = page()
    well(again.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert (job.state, job.done) == ("done", job.total)


def test_recent_runs_say_data_design_learners_and_verdict():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = page()
    shown = words(app).replace("\\", "")
    for part in (plan.dataset.name, plan.design.title, "Naive Bayes and Decision tree"):
        assert part in shown
    found = cache.headline(job)
    assert found.answer in shown
    former = {**json.loads(found.to_json()), "answer": "In the words of before", "worded_by": "before"}
    cache.store().change(WORKSPACE, "headline", job.id, json.dumps(former).encode())
    st.cache_resource.clear()  # another server of today
    assert cache.headline(job) == found
    assert {f"open_{job.id}", f"delete_{job.id}"} <= keys(app)
    narrow = [item.value for column in app.columns for item in column.markdown]
    assert not any(cache.headline(job).answer in text for text in narrow), "a paragraph in a narrow column"
    assert "seed of the learners" not in shown
    other = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"), seed=7)
    submit_experiment(cache.store(), other, WORKSPACE)
    told = words(page())
    assert "seed of the learners 0" in told
    assert "seed of the learners 7" in told


def test_instances_are_sorted_unless_the_file_order_is_asked_for():
    app = page()
    assert app.segmented_control(key="sorting").value == "sorted by fold"
    well(app.segmented_control(key="sorting").set_value("file order").run())
    app.segmented_control(key="design_view").set_value("Overlap").run()
    well(app)
    (alt,) = [item.proto.alt for item in app.get("plotly_chart") if "Matrix of shared" in item.proto.alt]
    assert "Each two training sets share" in alt
    well(app.selectbox(key="design").set_value("hold_out").run())
    assert app.segmented_control(key="design_view").options[:2] == ["Picture", "Classes per hold-out"], (
        "a single pair shares with no other"
    )


def rare_classes():
    rng = np.random.default_rng(0)
    y = pd.Series(["defect"] * 7 + ["ok"] * 293, name="state")
    X = pd.DataFrame({"a": rng.normal(size=300) + 2 * (y == "defect")})
    return core.Dataset("rare", X, y, "classification", positive="defect")


def test_of_rare_classes_the_page_counts_the_rarest_and_says_what_an_error_rate_hides(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "DATASET", rare_classes())
    app = page()
    said = words(app).replace("\\", "")
    assert "7-\u2060fold cross-validation" in said or "7-fold cross-validation" in said
    assert "lack" not in said
    assert "errs in 2.33\u00a0% only, so the error rate hardly tells learners apart" in said
    assert "even learners that disagree on 4.7\u00a0% of the instances cannot be told apart" in said
    assert "10\u00a0% of the instances" not in said
    well(app.segmented_control(key="design_view").set_value("Power").run())
    well(app.selectbox(key="measure").set_value("auc").run())
    assert "hardly tells learners apart" not in words(app)


def test_what_folds_lack_is_said_beside_their_number_which_is_changed_for_it(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "DATASET", rare_classes())
    app = page()
    well(app.selectbox(key="design").set_value("k_fold").run())
    well(app.number_input(key="design_k_fold_k").set_value(10).run())
    places = [(item.type, getattr(item, "key", None)) for item in app.main]
    (warned,) = [place for place, (kind, _) in enumerate(places) if kind == "warning"]
    assert "lack it in validation" in app.warning[0].value
    assert warned < places.index(("button", "run"))


@pytest.mark.parametrize(
    ("design", "option", "typed", "said"),
    [
        ("k_fold", "k", 1, "Folds K: must be a whole number from 2 on, not 1."),
        ("k_fold", "k", 3.7, "Folds K: must be a whole number from 2 on, not 3.7."),
        ("k_fold", "seed", -3, "Seed of the cuts: must be a whole number from 0 to 4,294,967,295, not −3."),
        ("hold_out", "validation", 1.5, "Validation share: must be a number from 0.01 to 0.99, not 1.5."),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_a_sentence_and_nothing_runs_by_the_one_before(
    design, option, typed, said
):
    app = page()
    well(app.selectbox(key="design").set_value(design).run())
    field = app.number_input(key=f"design_{design}_{option}")
    assert (field.min, field.max) == (None, None), (
        "a browser would leave what was there before, and say nothing"
    )
    well(field.set_value(typed).run())
    assert said in words(app).replace("\\", "")
    assert "run" not in keys(app)
    assert app.button(key="run_off").disabled
    assert (
        f"Run and the picture of the design come back once {said.partition(':')[0]} is corrected; the red box says how."
        in words(app).replace("\\", "")
    )


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("tuning_budget", 3.7, "Settings tried: must be a whole number from 1 to 200, not 3.7."),
        ("entrant_1_n_neighbors", 3.7, "k: must be a whole number from 1 to 1,000, not 3.7."),
        ("seed", -3, "Seed of the learners: must be a whole number from 0 to 2,147,483,647, not −3."),
        ("tuning_budget", 0, "Settings tried: must be a whole number from 1 to 200, not 0."),
        ("tuning_folds", 1, "Inner folds: must be a whole number from 2 to 10, not 1."),
        ("entrant_0_start", -1, "Random start: must be a whole number from 0 to 99, not −1."),
        ("entrant_0_C", 0.0, "C: must be a number from 1 × 10⁻⁶ to 1,000,000, not 0."),
        ("entrant_1_n_neighbors", 2000, "k: must be a whole number from 1 to 1,000, not 2,000."),
    ],
)
def test_a_number_that_cannot_be_is_refused_beside_its_field_and_nothing_runs_by_the_one_before(
    key, typed, said
):
    app = page()
    well(app.toggle(key="tuning").set_value(True).run())
    assert "run" in keys(app)
    field = app.number_input(key=key)
    assert (field.min, field.max) == (None, None)
    well(field.set_value(typed).run())
    assert [item.value for item in app.error] == [plain(said)]
    assert "run" not in keys(app)
    assert (
        f"Run and the picture of the design come back once {said.partition(':')[0]} is corrected; the red box says how."
        in words(app).replace("\\", "")
    )
    well(app.number_input(key=key).set_value(5).run())
    assert not app.error
    assert "run" in keys(app)
    assert "run_off" not in keys(app)


def test_numbers_of_levels_that_cannot_be_are_refused_beside_the_field_and_add_nothing():
    app = page()
    well(app.number_input(key="levels_count").set_value(10).run())
    assert [item.value for item in app.error] == [
        plain("Levels of each: must be a whole number from 2 to 9, not 10.")
    ]
    assert app.button(key="add_cells").disabled
    assert "run" in keys(app), "they are added only when the button is pressed"


def test_a_number_of_folds_that_cannot_be_made_is_refused_by_the_name_of_its_field():
    app = page()
    well(app.selectbox(key="design").set_value("k_fold").run())
    well(app.number_input(key="design_k_fold_k").set_value(500).run())
    assert "Folds K: 500 folds need at least 500 instances; there are 150." in words(app).replace("\\", "")
    assert refusal_follows_the_fields(app)
    well(app.number_input(key="design_k_fold_k").set_value(1).run())
    assert refusal_follows_the_fields(app), "the same place, whoever refuses"


def refusal_follows_the_fields(app):
    """Whether the one refusal stands behind the options of the design and before what is proposed."""
    places = list(app.main)
    (refused,) = [place for place, item in enumerate(places) if item.type == "error"]
    (stratified,) = [
        place for place, item in enumerate(places) if getattr(item, "key", "") == "design_k_fold_stratified"
    ]
    told = [item.value if item.type == "caption" else "" for item in places]
    (proposed,) = [place for place, words in enumerate(told) if words.startswith("Proposed for")]
    return stratified < refused < proposed


def test_what_several_classes_lack_is_said_in_one_box():
    app = page()
    well(app.selectbox(key="design").set_value("k_fold").run())
    well(app.toggle(key="design_k_fold_stratified").set_value(False).run())
    well(app.number_input(key="design_k_fold_k").set_value(30).run())
    (warned,) = app.warning
    assert warned.value.count("in validation") == len(DATASET.classes)


@pytest.mark.parametrize(
    ("measure", "of", "besides"),
    [
        ("error", "error rates", ""),
        ("accuracy", "accuracies", ""),
        ("balanced_accuracy", "error rates", "Of balanced accuracy that is not known before the run: it "),
    ],
)
def test_what_a_design_can_show_says_of_which_measure(measure, of, besides):
    said = words(well(page().selectbox(key="measure").set_value(measure).run())).replace("\\", "")
    (shown,) = re.findall(r"\*\*What this design can show of (.*?)\.\*\* By .* two learners' \1 must", said)
    assert shown == of
    assert besides in said
    assert ("not known before the run" in said) is bool(besides)
    assert ("so error rates stand here" in said) is bool(besides)


def test_of_common_classes_nothing_is_said_against_the_error_rate():
    said = words(page()).replace("\\", "")
    assert "hardly tells learners apart" not in said
    assert "disagree on 40\u00a0%" in said


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 2**31}, "seed: must lie between 0 and 2,147,483,647"),
        ({"design": {"key": "hold_out", "options": {"validation": 0.001}}}, "must lie between 0.01 and 0.99"),
        ({"tuning": {"budget": 500, "folds": 3}}, "tuning, budget: must lie between 1 and 200"),
        ({"measure": "mse"}, "not made for classification"),
        ({"design": {"key": "splitter"}}, "there is no"),
    ],
)
def test_a_specification_out_of_range_is_refused_and_the_page_stays_well(change, sentence):
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    app = page()
    before = app.selectbox(key="measure").value
    text = json.dumps({**json.loads(plan.spec.to_json()), **change})
    well(app.file_uploader(key="spec_file").upload("spec.json", text.encode()).run())
    assert sentence in words(app).replace("\\", "")
    assert app.selectbox(key="measure").value == before
    well(app.run())


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("scores.xlsx", b"PK\x03\x04\xff\x00", "it holds bytes that are no text."),
        ("scores.csv", b"fold,a,b\n1,0.8,0.7\n", "it is no JSON (line 1, character 1)."),
    ],
)
def test_what_is_no_specification_is_refused_in_a_sentence_whatever_its_ending(name, content, why):
    app = page()
    assert not app.file_uploader(key="spec_file").proto.type
    well(app.file_uploader(key="spec_file").upload(name, content).run())
    assert plain(f"this is not an experiment specification that can be used: {why}") in words(app)
    assert plain("Use the file that “Specification (JSON)” of an experiment saves.") in words(app)


def test_a_specification_is_put_into_the_pickers():
    plan = make_plan(DATASET, [core.learner("knn", n_neighbors=7), "tree"], core.make_design("5x2"), seed=3)
    app = page()
    well(app.file_uploader(key="spec_file").upload("spec.json", plan.spec.to_json().encode()).run())
    assert app.number_input(key="seed").value == 3
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.spec == plan.spec.to_json()


def test_the_card_of_a_run_says_what_many_learners_says_of_all():
    job = finished_job(("naive_bayes", "tree", "knn"), "k_fold")
    found = cache.headline(job)
    assert plain(found.among) in [item.value for item in page(run=job.id, data=job.fingerprint).markdown]
    assert hero(opened("many-learners", w=WORKSPACE, run=job.id)).answer in found.among


def test_recent_runs_say_of_all_learners_what_the_card_says():
    job = finished_job(("naive_bayes", "tree", "knn"), "k_fold")
    found = cache.headline(job)
    for is_told_above in (True, False):
        told = notebook.outcome_words(job, is_told_above=is_told_above)
        assert told.endswith(f". {found.among}")
        assert told.startswith(f"{found.mark} {found.answer} · the two best, {' and '.join(found.pair)}. ")
        assert (found.details in told) is not is_told_above


@pytest.mark.parametrize("learners", [["naive_bayes", "tree"], ["tree"]])
def test_a_verdict_that_the_card_has_is_not_said_again_under_recent_runs(learners):
    plan = make_plan(DATASET, learners, core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    found, shown = cache.headline(job), plain(cache.headline(job).details)
    assert sum(shown in item.value for item in page().markdown) == 1, "the list alone has it"
    app = page(run=job.id)
    assert [shown in item.value for item in app.caption].count(True) == 1
    said = [item.value for item in app.markdown]
    assert not any(shown in value for value in said)
    told = f"{found.mark} {found.answer} · {' and '.join(found.pair)}"
    assert plain(told if found.answer else notebook.TOLD_ABOVE) in said


def test_a_run_whose_outcome_was_damaged_can_be_resumed():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    done = do_experiment(cache.store(), job.id, 1, plan)
    (address, *_) = [unit.address for unit in plan.units(addressed=True)]
    with cache.store()._engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE outcomes SET content = x'00' WHERE address = '{address}'")
    app = page(run=job.id)
    app.run()
    assert "Some outcomes of this run are gone, damaged or of an earlier version" in words(app)
    well(app.button(key="resume").click().run())
    (renewed,) = cache.store().jobs(WORKSPACE)
    again = do_experiment(cache.store(), renewed.id, 1)
    assert again.fold_scores.frame.equals(done.fold_scores.frame)
    well(app.run())
    assert cache.store().job(renewed.id).state == "done"


def test_a_link_to_a_run_that_was_resumed_leads_to_what_goes_on_with_it():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    for _ in range(2):
        (now,) = cache.store().jobs(WORKSPACE)
        cancel(cache.store(), now)
        page(run=now.id).button(key="resume").click().run()
    (now,) = cache.store().jobs(WORKSPACE)
    assert now.id != job.id
    app = well(page(run=job.id))
    assert "nothing of it is kept" not in words(app)
    assert now.id in app.query_params["run"]


def test_a_deleted_run_is_gone_from_the_list_and_comes_back_when_undone():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    write_remark(cache.store(), WORKSPACE, job.id, name="For the thesis")
    app = well(page().button(key=f"delete_{job.id}").click().run())
    assert f"open_{job.id}" not in keys(app)
    assert f"Deleted: {plain(f'For the thesis · {job.title}')}" in words(app)
    another = page()  # after a reload, say: it can be undone there, too
    assert f"open_{job.id}" not in keys(another)
    assert f"undo_{job.id}" in keys(another)
    well(app.button(key=f"undo_{job.id}").click().run())
    assert f"open_{job.id}" in keys(app)
    assert "run" not in app.query_params  # it was not open before
    well(app.button(key=f"open_{job.id}").click().run())
    assert cache.experiment(cache.store().job(job.id)).complete
    well(app.button(key=f"delete_{job.id}").click().run())
    assert "run" not in app.query_params
    well(app.button(key=f"undo_{job.id}").click().run())
    assert job.id in app.query_params["run"]


def test_a_link_to_a_deleted_run_says_so_and_what_is_deleted_for_good_is_nowhere_any_more():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("k_fold", k=3))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = well(page().button(key=f"delete_{job.id}").click().run())
    for workspace in (WORKSPACE, "b" * 32):
        link = well(opened("two-learners", w=workspace, run=job.id, data=job.fingerprint))
        assert "it was deleted" in words(link)
        assert "run" not in link.query_params
        assert "Naive Bayes" not in words(link)
    tab = page()
    well(app.button(key=f"forget_{job.id}").click().run())
    assert cache.store().job(job.id) is None
    assert not cache.store().known({unit.address for unit in plan.units(addressed=True)})
    assert f"undo_{job.id}" not in keys(app)
    well(tab.button(key=f"undo_{job.id}").click().run())
    assert "deleted for good meanwhile" in tab.toast[0].value
    assert f"undo_{job.id}" not in keys(tab)


def test_a_run_that_is_opened_on_another_day_brings_its_data():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("balanced_5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    page()  # keeps the data in the workspace
    app = well(opened("experiment", w=WORKSPACE))
    well(app.button(key=f"open_{job.id}").click().run())
    assert "Load a data set first" not in words(app)
    assert app.query_params["data"] == DATASET.fingerprint
    assert app.selectbox(key="design").value == "balanced_5x2"


@pytest.mark.parametrize("workspace", [WORKSPACE, "b" * 32])
def test_where_an_address_names_a_run_alone_its_data_are_one_click_away(workspace):
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("k_fold", k=7))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    page()  # keeps the data in the workspace
    app = well(opened("experiment", w=workspace, run=job.id))
    assert f"This run is open without its data, **{plain(DATASET.name)}**" in " ".join(
        one.value for one in app.info
    )
    well(app.button(key="data_of_run").click().run())
    assert app.query_params["data"] == DATASET.fingerprint
    assert app.number_input(key="design_k_fold_k").value == 7
    assert "data_of_run" not in keys(app)


def test_the_address_of_a_run_brings_its_settings():
    plan = make_plan(DATASET, ["lda", "knn"], core.make_design("k_fold", k=7), seed=5)
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    app = page(run=job.id, data=DATASET.fingerprint)
    assert app.number_input(key="seed").value == 5
    assert "run" not in keys(app)  # what the pickers say is the run that is shown


def test_two_runs_are_seen_side_by_side_on_one_axis():
    plans = [
        make_plan(DATASET, ["naive_bayes", "tree"], core.make_design(design))
        for design in ("5x2", "hold_out")
    ]
    jobs = [submit_experiment(cache.store(), plan, WORKSPACE) for plan in plans]
    do_experiment(cache.store(), jobs[0].id, 1, plans[0])
    assert "side" not in keys(page())  # one run that is done has nothing beside it
    sent = page(side=["theirs", "others"])
    assert any(
        "Two runs side by side" in item.value and "this workspace" in item.value for item in sent.warning
    )
    do_experiment(cache.store(), jobs[1].id, 1, plans[1])
    app = page()
    well(app.multiselect(key="side").set_value([job.id for job in jobs]).run())
    assert "choosing the verdict that pleases is no evidence" in words(app)
    charts = [json.loads(item.proto.spec) for item in app.get("plotly_chart")]
    ranges = [
        chart["layout"]["xaxis"]["range"] for chart in charts if "error rate" in str(chart["layout"]["xaxis"])
    ]
    assert len(ranges) == 2
    assert ranges[0] == ranges[1]
    for job in jobs:
        assert cache.headline(job).answer in words(app).replace("\\", "")
    again = submit_experiment(cache.store(), plans[1], WORKSPACE)  # within the same minute
    do_experiment(cache.store(), again.id, 1, plans[1])
    options = page().multiselect(key="side").options
    assert len(set(options)) == len(options) == 3
    assert all("error rate" in option and "seed of the learners 0" in option for option in options)
    well(app.run())
    for job in (again, jobs[0]):
        well(app.button(key=f"delete_{job.id}").click().run())
    assert "side" not in keys(app)
    for job in (jobs[0], again):
        well(app.button(key=f"undo_{job.id}").click().run())
    assert app.multiselect(key="side").value == [job.id for job in jobs]


def test_a_run_that_is_brought_back_is_chosen_again_unless_another_was_chosen_since():
    plans = [
        make_plan(DATASET, ["naive_bayes", "tree"], core.make_design(design))
        for design in ("5x2", "hold_out", "k_fold")
    ]
    first, second, third = (submit_experiment(cache.store(), plan, WORKSPACE) for plan in plans)
    for job, plan in zip((first, second, third), plans, strict=True):
        do_experiment(cache.store(), job.id, 1, plan)
    app = page()
    well(app.multiselect(key="side").set_value([first.id, second.id]).run())
    well(app.button(key=f"delete_{second.id}").click().run())
    assert app.multiselect(key="side").value == [first.id]
    well(app.button(key=f"undo_{second.id}").click().run())
    assert app.multiselect(key="side").value == [first.id, second.id]
    well(app.button(key=f"delete_{second.id}").click().run())
    well(app.multiselect(key="side").set_value([first.id, third.id]).run())
    well(app.button(key=f"undo_{second.id}").click().run())
    assert app.multiselect(key="side").value == [first.id, third.id]


def test_a_run_bears_the_name_and_the_note_that_it_was_given():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    app = page()
    well(app.text_input(key=f"name_{job.id}").set_value("for *the* paper").run())
    well(app.text_area(key=f"note_{job.id}").set_value("Table 2; ask Ada").run())
    cancel(cache.store(), job)
    assert "for *the* paper" in words(page()).replace("\\", "")
    well(page().button(key=f"resume_{job.id}").click().run())  # another job, the same run
    again = words(page()).replace("\\", "")
    assert "for *the* paper" in again
    assert "Table 2; ask Ada" in again


def test_forgetting_a_run_deletes_its_outcomes_unless_another_run_has_them():
    plan = make_plan(DATASET, ["naive_bayes", "tree"], core.make_design("5x2"))
    alone = make_plan(DATASET, ["naive_bayes", "lda"], core.make_design("5x2"))
    jobs = []
    for each in (plan, alone):
        jobs.append(submit_experiment(cache.store(), each, WORKSPACE))
        do_experiment(cache.store(), jobs[-1].id, 1, each)
    shared, own = ({unit.address for unit in each.units(addressed=True)} for each in (alone, plan))
    cache.store().delete_job(jobs[0].id, outcomes=True)
    assert cache.store().known(own | shared) == shared
    assert cache.store().job(jobs[0].id) is None
    assert cache.experiment(jobs[1]).complete


def test_a_learner_at_crossed_levels_is_added_at_once_and_shown_as_one():
    app = page()
    before = len(state_of(app))
    well(app.selectbox(key="levels_learner").select("knn").run())
    well(app.multiselect(key="levels_factors_knn").set_value(["n_neighbors", "weights"]).run())
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value("1, 5, 9").run())
    assert "Every combination: 6 cells" in words(app)
    well(app.button(key="add_cells").click().run())
    before -= 1  # the k-NN that was there is a cell
    added = state_of(app)[before:]
    assert [spec["name"] for spec in added][:2] == [
        "k-NN (k = 1, weights = uniform)",
        "k-NN (k = 1, weights = distance)",
    ]
    assert len(added) == 6
    assert plain("k-NN: 6 cells, k × weights") in [expander.label for expander in app.expander]
    well(app.button(key="add_cells").click().run())  # the same cells once more
    assert len(state_of(app)) == before + 6
    well(app.button(key="remove_cells_knn").click().run())
    assert len(state_of(app)) == before + 1, "it comes back when its cell goes"


def test_a_learner_that_gave_way_to_a_cell_comes_back_to_its_place_when_the_cells_are_removed():
    app = page()
    names = [spec["name"] for spec in state_of(app)]
    assert "k-NN" in names[:-1]
    well(app.selectbox(key="levels_learner").select("knn").run())
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value("1, 3, 5, 7").run())
    well(app.button(key="add_cells").click().run())
    assert "k-NN" not in [spec["name"] for spec in state_of(app)]
    well(app.button(key="remove_cells_knn").click().run())
    assert [spec["name"] for spec in state_of(app)] == names


def test_a_learner_that_is_the_same_as_a_cell_gives_way_to_it_and_that_is_said():
    app = page()
    well(app.selectbox(key="levels_learner").select("knn").run())
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value("1, 3").run())
    assert "in its place" not in words(app)
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value("1, 5").run())
    assert plain("k-NN is the same as a cell, which will stand in its place") in words(app)
    well(app.button(key="add_cells").click().run())
    specs = [LearnerSpec.from_dict(spec) for spec in state_of(app)]
    assert len({spec.digest() for spec in specs}) == len(specs)
    assert "k-NN" not in [spec.name for spec in specs]
    assert "in its place" not in words(app)
    well(app.selectbox(key="new_learner").set_value("knn").run())
    well(app.button(key="add_learner").click().run())
    assert len(state_of(app)) == len(specs), "the cell is it"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1, two", "NN: k must be a whole number"),
        ("1, 1", "or another random start."),
        ("1", "Two levels or more"),
    ],
)
def test_levels_that_cannot_be_used_are_refused_in_words(text, said):
    app = page()
    well(app.selectbox(key="levels_learner").select("knn").run())
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value(text).run())
    assert app.button(key="add_cells").disabled
    assert said in words(app).replace("\\", "")


def test_more_cells_than_can_be_judged_together_are_refused():
    app = page()
    well(app.selectbox(key="levels_learner").select("rbf_svm").run())
    well(app.number_input(key="levels_count").set_value(9).run())
    (refusal,) = [item.value.replace("\\", "") for item in app.error]
    assert refusal.startswith("These levels make 81 cells, of which at most 64 ")
    assert app.button(key="add_cells").disabled


def test_kernel_widths_are_given_as_multiples_of_the_distance_to_the_nearest_neighbour():
    app = page()
    before = len(state_of(app))
    well(app.selectbox(key="levels_learner").select("rbf_svm").run())
    well(app.multiselect(key="levels_factors_rbf_svm").set_value(["gamma"]).run())
    well(app.toggle(key="levels_widths_rbf_svm").set_value(True).run())
    well(app.text_input(key="levels_widths_rbf_svm_5").set_value("1, 3").run())
    expected = kernel_widths(neighbour_distance("rbf_svm", core.load_sample("iris").X), (1, 3))
    assert all(str(level) in words(app).replace("\\", "") for level in expected)
    well(app.button(key="add_cells").click().run())
    added = state_of(app)[before:]
    assert [spec["name"] for spec in added] == [f"RBF SVM (gamma = {level})" for level in expected]
    assert [dict(spec["hyperparameters"])["gamma"] for spec in added] == list(map(float, expected))
    well(app.text_input(key="levels_widths_rbf_svm_5").set_value("1, wide").run())
    assert "must be numbers, not 'wide'" in words(app).replace("\\", "")
    assert app.button(key="add_cells").disabled


def test_a_forecast_reads_the_same_though_it_is_timed_anew():
    told = {0.2: "1 s", 4.2: "5 s", 6.2: "5 s", 70: "1 min", 2901: "1 h", 75 * 60: "1 h", 7e5: "200 h"}
    assert {seconds: roughly(seconds) for seconds in told} == {
        seconds: f"roughly {words}" for seconds, words in told.items()
    }


@pytest.mark.parametrize(
    ("processes", "told"),
    [
        ("1", "30 fits, roughly 5 min;"),
        ("4", "30 fits, roughly 1 min on 4 processors;"),
        ("99", "roughly 10 s on 30"),
    ],
)
def test_a_run_is_forecast_by_how_long_one_waits_for_it(monkeypatch, processes, told):
    monkeypatch.setenv("FOLDWISE_PROCESSES", processes)
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    assert told in words(page()).replace("\\", "").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("load", "told"), [(0.0, "roughly 1 min on 4"), (8.0, "roughly 1 min to 5 min on 4")]
)
def test_a_forecast_is_a_range_while_others_use_the_machine(monkeypatch, load, told):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "4")
    monkeypatch.setattr(schedulers, "processors", lambda: 4)
    monkeypatch.setattr(schedulers.psutil, "getloadavg", lambda: (load, 0.0, 0.0))
    monkeypatch.setattr(starting, "crowding", schedulers.crowding)
    others = "as others use the machine too"
    said = starting.waiting(300.0, 30)
    assert (said.startswith(told), others in said) == (True, load > 0)


@pytest.mark.parametrize(("seconds", "told"), [(0.3, "under 2 s"), (3.0, "roughly 2 s to 10 s,")])
def test_how_long_a_very_short_run_takes_is_not_told_by_the_load_of_the_machine(monkeypatch, seconds, told):
    monkeypatch.setenv("FOLDWISE_PROCESSES", "4")
    monkeypatch.setattr(starting, "crowding", lambda at_once: 4.0)
    assert starting.waiting(seconds, 30).startswith(told)


@pytest.mark.parametrize("removed", [1, 2])
def test_the_slowest_is_named_among_several(removed):
    app = page()
    for _ in range(removed):
        well(next(button for button in app.button if button.label == "Remove").click().run())
    assert ("slowest" in words(app)) is (removed == 1)


def test_a_few_cells_are_tried_first_and_lead_to_the_whole():
    app = page()
    well(app.selectbox(key="levels_learner").select("knn").run())
    assert "try_few" not in keys(app)
    well(app.multiselect(key="levels_factors_knn").set_value(["n_neighbors"]).run())
    well(app.text_input(key="levels_knn_n_neighbors_5").set_value("1, 2, 3, 4, 5, 6, 7, 8, 9").run())
    well(app.button(key="add_cells").click().run())
    names = [spec["name"] for spec in state_of(app)]
    assert app.button(key="try_few").label == f"Try {len(names) - 6} of {len(names)} learners first"
    well(app.button(key="try_few").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.state == "done"
    assert {"try_few", "run"} & keys(app) == {"run"}
    assert re.search("the other 6 take (roughly|under) ", words(app).replace("\\", ""))
    assert [spec["name"] for spec in json.loads(job.spec)["learners"]] == [
        name for name in names if "k = " not in name or name[-2] in "159"
    ]
    well(app.button(key="run").click().run())
    whole = max(cache.store().jobs(WORKSPACE), key=lambda one: one.total)
    assert (whole.state, whole.total) == ("done", len(names) * 10)


def test_a_learner_is_tuned_or_as_set_and_added_once_more_it_asks_whether_tuning_pays(monkeypatch):
    monkeypatch.setattr(cost, "_timed", lambda work: SLOW)
    app = page()
    entrants = len(state_of(app))
    assert not [box for box in app.segmented_control if box.label == "Tuning"]
    well(app.toggle(key="tuning").set_value(True).run())
    assert len([box for box in app.segmented_control if box.label == "Tuning"]) == entrants
    well(app.selectbox(key="new_learner").set_value("knn").run())
    assert plain("Another k-NN will be as set, beside the tuned one") in words(app)
    well(app.button(key="add_learner").click().run())
    assert [spec.get("as_set", False) for spec in state_of(app)] == [False] * entrants + [True]
    assert plain("k-NN · as set") in [box.label for box in app.expander]
    assert plain("k-NN (as set) is not tuned: beside k-NN (tuned) it tells whether tuning pays.") in words(
        app
    )
    assert {"k-NN (tuned)", "k-NN (as set)"} < {box.placeholder for box in app.text_input}
    well(app.toggle(key="tuning").set_value(False).run())
    told = "without tuning k-NN is in twice{}. Remove one, change a setting of it, or tune the learners."
    assert [item.value for item in (*app.error, *app.warning)] == [plain(f"learners: {told.format('')}")]
    well(app.text_input(key=f"entrant_{entrants}_name").set_value("Twin").run())
    once_more = plain(f"learners: {told.format(', once as Twin')}")
    assert [item.value for item in (*app.error, *app.warning)] == [once_more]
    assert "run" not in keys(app), "another name does not part the two"
    well(app.text_input(key=f"entrant_{entrants}_name").set_value("").run())
    well(app.toggle(key="tuning").set_value(True).run())
    well(app.button(key="add_learner").click().run())
    assert plain("k-NN was not added again") in words(app)
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    asked = [entrant["name"] for entrant in json.loads(job.spec)["learners"]]
    assert {"k-NN (tuned)", "k-NN (as set)"} < {*asked}
    well(next(button for button in app.button if button.key == f"open_{job.id}").click().run())
    assert "run" not in keys(app), "the settings that came back are those of the run"


def test_tuning_by_groups_that_cannot_succeed_is_refused_before_the_run(monkeypatch):
    rows = "".join(f"{'fm'[i % 2]},{i % 7},{'ab'[i // 2 % 2]}\n" for i in range(60))
    grouped = core.read_dataset(f"sex,dose,class\n{rows}".encode(), groups="sex")
    monkeypatch.setattr(sys.modules[__name__], "DATASET", grouped)
    app = page()
    assert "run" in keys(app)
    well(app.toggle(key="tuning").set_value(True).run())
    (told,) = [item.value for item in app.error]
    assert told == plain(
        "tuning: needs at least two groups inside every training set, and on data 2 of 2 folds have a single one. "
        "Leave tuning out, or choose a design that trains on more groups."
    )
    assert "run" not in keys(app)
    places = [(item.type, item.value) for item in app.main if item.type in ("error", "header")]
    assert places.index(("error", told)) < places.index(("header", "What is measured")), "beside the toggle"
    for box in [box for box in app.segmented_control if box.label == "Tuning"]:
        well(box.set_value("as set").run())
    assert "run" in keys(app), "nothing is tuned by groups"


def tuning_page():
    return well(page().toggle(key="tuning").set_value(True).run())


@pytest.mark.parametrize("key", ["knn", "random_forest"])
def test_beside_one_that_is_as_set_the_tuned_form_is_added_which_is_said_before(key):
    app = tuning_page()
    title = core.LEARNERS[key].title
    if key not in [spec["key"] for spec in state_of(app)]:
        app.selectbox(key="new_learner").set_value(key)
        well(app.button(key="add_learner").click().run())
    place = next(number for number, spec in enumerate(state_of(app)) if spec["key"] == key)
    boxes = [box for box in app.segmented_control if box.label == "Tuning"]
    assert plain(f"{title} · tuned") in [box.label for box in app.expander]
    well(boxes[place].set_value("as set").run())
    well(app.selectbox(key="new_learner").set_value(key).run())
    assert plain(f"Another {title} will be tuned, beside the one as set: does tuning pay?") in words(app)
    well(app.button(key="add_learner").click().run())
    forms = [(spec.get("as_set", False), spec["start"]) for spec in state_of(app) if spec["key"] == key]
    assert forms == [(True, 0), (False, 0)]
    assert plain(f"{title} (as set) is not tuned") in words(app)
    assert {plain(f"{title} · {form}") for form in ("as set", "tuned")} < {box.label for box in app.expander}
    told = words(app)
    assert (plain(f"Another {title} will be tuned, start 1: the same search") in told) is (key != "knn")


def test_a_learner_of_which_nothing_is_tuned_has_no_second_form():
    app = tuning_page()
    for _ in range(2):
        app.selectbox(key="new_learner").set_value("baseline")
        well(app.button(key="add_learner").click().run())
    assert [spec["key"] for spec in state_of(app)].count("baseline") == 1
    assert plain(core.LEARNERS["baseline"].title) in [box.label for box in app.expander]


def test_many_long_names_are_one_press_away_on_the_card_and_among_the_recent_runs():
    cells = core.factorial("tree", max_depth=(2, 4), criterion=("gini", "entropy"))
    plan = make_plan(DATASET, cells, core.make_design("hold_out"))
    job = submit_experiment(cache.store(), plan, WORKSPACE)
    do_experiment(cache.store(), job.id, 1, plan)
    lists = [
        [item.value for item in box.markdown]
        for box in page(run=job.id).get("popover")
        if box.proto.popover.label == "All 4 learners"
    ]
    assert len(lists) == 2
    assert all(plain(cell.name) in words for (words,) in lists for cell in cells)


def state_of(app):
    return [values["spec"] for values in app.session_state["entrants"]]


def test_a_run_that_was_to_be_short_and_is_not_goes_on_in_a_worker_and_can_be_cancelled(monkeypatch):
    monkeypatch.setattr(starting, "PATIENCE", 0.0)
    app = page()
    well(app.button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert job.state == "queued"
    assert "cancel" in keys(app)
    well(app.button(key="cancel").click().run())
    assert cache.store().job(job.id).state == "cancelled"


def test_designs_of_grouped_data_open_as_what_keeps_groups_whole(monkeypatch):
    rows = "".join(f"p{i % 20},{i % 7},{'ab'[i % 2]}\n" for i in range(60))
    grouped = core.read_dataset(f"patient,dose,class\n{rows}".encode(), groups="patient")
    monkeypatch.setattr(sys.modules[__name__], "DATASET", grouped)
    app = page()
    offered = app.selectbox(key="design").options
    assert not {core.DESIGNS[key].title for key in ("5x2", "bootstrap", "disjoint_halves")} & set(offered)
    for design in ("hold_out", "random_resampling", "predefined"):
        well(app.selectbox(key="design").set_value(design).run())
        assert not app.error, app.error[0].value
        assert "With 20 groups" in words(app)
    assert "instances of one group resemble each other" in words(app)


def set_up(app):
    """Folds, measure and learners that stand there."""
    folds = app.number_input(key="design_k_fold_k").value
    return folds, app.selectbox(key="measure").value, [one.label for one in app.expander][:4]


def test_what_was_set_up_and_not_run_outlives_a_reload_and_no_other_address_has_it():
    app = page()
    assert "setup" not in app.query_params, "it stands there anyway"
    well(app.selectbox(key="new_learner").select("baseline").run())
    well(app.button(key="add_learner").click().run())
    well(app.number_input(key="design_k_fold_k").set_value(5).run())
    well(app.selectbox(key="measure").select("auc").run())
    before = set_up(app)
    assert before[:2] == (5, "auc") and "Baseline" in before[2]
    name = app.query_params["setup"]
    assert set_up(page(setup=name)) == before
    assert set_up(page())[:2] == (10, "error")
    well(app.number_input(key="design_k_fold_k").set_value(7).run())
    assert set_up(page(setup=name)) == before, "of a tab that was left as it was"


def test_what_was_set_up_beside_a_run_outlives_a_reload_and_the_runs_own_address_brings_its_own():
    app = well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    assert "setup" not in app.query_params
    well(app.number_input(key="design_k_fold_k").set_value(5).run())
    name = app.query_params["setup"]
    assert set_up(page(run=job.id, setup=name))[0] == 5
    assert set_up(page(run=job.id))[0] == 10
    well(app.number_input(key="design_k_fold_k").set_value(10).run())
    assert "setup" not in app.query_params


def test_a_set_up_of_another_browser_is_said_to_be_one():
    app = page(setup="0123456789abcdef")
    assert any("kept in the browser where it was" in one.value for one in app.caption)
    assert set_up(app)[0] == 10


def test_a_set_up_beside_a_run_is_said_to_be_of_another_browser_there():
    app = well(page().button(key="run").click().run())
    (job,) = cache.store().jobs(WORKSPACE)
    well(app.number_input(key="design_k_fold_k").set_value(5).run())
    name = app.query_params["setup"]
    other = well(opened("experiment", w="f" * 32, data=DATASET.fingerprint, run=job.id, setup=name))
    assert any("kept in the browser where it was" in one.value for one in other.caption)
    assert set_up(other)[0] == 10
    assert any("kept in the browser where it was" in one.value for one in well(other.run()).caption)


def test_a_new_run_is_looked_at_by_its_own_measure_first():
    app = well(page().button(key="run").click().run())
    app = well(app.switch_page("pages/two-learners.py").run())
    assert app.selectbox(key="shown_measure_classification").value == "error"
    app = well(app.switch_page("pages/experiment.py").run())
    well(app.selectbox(key="measure").select("accuracy").run())
    well(app.button(key="run").click().run())
    app = well(app.switch_page("pages/two-learners.py").run())
    assert app.selectbox(key="shown_measure_classification").value == "accuracy"
