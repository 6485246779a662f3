"""Journeys of real people through the running app."""

import re
import runpy
from dataclasses import replace

import pandas as pd
import pytest
from playwright.sync_api import expect

import core
from core.inference.interpretation.brief import brief
from tests.browser.tables import csv, named, patients
from tests.pages.hero import as_read

pytestmark = pytest.mark.browser


def test_the_first_minute(visitor):
    """Without data, without an account: a live comparison, whose verdict moves with α."""
    visitor.open()
    page = visitor.page
    expect(visitor.figure(re.compile("^Box plot"))).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.get_by_role("button", name="Present")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 900})
    visitor.reads("Luck could explain it")
    visitor.reads("p = .053 > α = .05")
    slider = page.get_by_role("slider")
    for _ in range(4):
        slider.press("ArrowRight")
    answer = page.get_by_role("status")
    expect(answer).to_contain_text("Linear SVM is better: more than luck")
    expect(answer).to_contain_text("p = .053 ≤ α = .054")
    page.wait_for_url("**alpha=0.054**")
    visitor.reload()
    expect(slider).to_have_value("0.054")
    visitor.go("Calculators")
    expect(page).to_have_url(re.compile(r"/calculators\?.*alpha=0\.054"))
    visitor.go("Start")
    expect(slider).to_have_value("0.054")
    expect(page).to_have_url(re.compile(r"/\?.*alpha=0\.054"))
    numbers = page.locator(".fw-numbers")
    expect(numbers).to_contain_text("Corrected resampled t test, advised")
    committed = numbers.inner_text()
    visitor.press("Shuffle")
    expect(page.get_by_text("· shuffle 1.")).to_be_visible()
    expect(numbers).not_to_have_text(committed, use_inner_text=True)


def test_from_a_file_to_a_verdict_and_back(visitor, tmp_path):
    """A table comes in; a verdict, a report with its script, the scores and a specification for another run go out."""
    page, table = visitor.page, patients()
    visitor.open("data")
    visitor.bring("patients.csv", csv(table))
    visitor.reads("150 rows × 6 columns")
    visitor.press("Use these data")
    expect(page.get_by_role("button", name="Compare learners")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Experiment")).to_be_focused()  # the link took the focus with it
    visitor.unfold("Random forest")
    visitor.press("Remove")
    visitor.choose("Add a learner", "Naive Bayes")
    visitor.press("Add")
    visitor.run()
    visitor.follow("See the fold errors")

    expect(visitor.figure(re.compile("^Box plot of error rate for 3 learners over 10 folds"))).to_be_visible()
    expect(page.get_by_role("heading", name="Summary")).to_be_visible()
    learners = ["logistic_regression", "knn", "naive_bayes"]
    design = core.make_design("k_fold", k=10, stratified=True)
    direct = core.run_experiment(core.read_dataset(named(table, "patients.csv")), learners, design)
    verdict = core.compare(direct, *direct.learners[:2])
    adjusted = core.all_pairs(direct).adjusted_of(*direct.learners[:2])
    assert visitor.verdict() == as_read(*brief(verdict).texts)

    taken = core.read_fold_scores(visitor.download("Fold scores (CSV)"))
    pd.testing.assert_frame_equal(taken.frame, direct.fold_scores.frame, check_exact=True)
    assert taken.facts == direct.facts
    spec = core.ExperimentSpec.from_json(visitor.download("Specification (JSON)"))
    assert spec == direct.spec

    page.emulate_media(color_scheme="dark")
    visitor.go("Report")
    assert visitor.verdict() == as_read(*brief(verdict, adjusted=adjusted).texts)
    expect(page.locator(".st-key-report table").get_by_text("★ advised")).to_be_visible()
    expect(page.locator(".st-key-report").get_by_test_id("stDataFrame").first).to_be_hidden()
    visitor.save("Data for the script (PARQUET)", tmp_path)
    script = visitor.save("Script (Python)", tmp_path)
    again = runpy.run_path(str(script))
    assert again["verdict"].p_value == again["reported"] == verdict.p_value
    report = page.context.new_page()
    report.goto(visitor.save("Report (HTML)", tmp_path).as_uri())
    expect(report.locator("[data-picture] .main-svg").first).to_be_visible()
    expect(report.locator("[data-picture]:not(:has(.main-svg))")).to_have_count(0)
    expect(report.locator(".answer")).to_contain_text(brief(verdict, adjusted=adjusted).answer)
    assert report.locator("pre").text_content() == script.read_text("utf-8")
    expect(report.get_by_text(f"In the app: {page.url.partition('?')[0]}")).to_be_visible()
    expect(report.locator("tbody tr").first).to_have_css("break-before", "avoid")  # no head ends a page
    label = report.locator(".xtick text").first.evaluate("text => getComputedStyle(text).fill")
    assert max(map(int, re.findall(r"\d+", label))) < 100, f"{label} on white paper"
    report.close()
    page.emulate_media(color_scheme="light")

    changed = replace(spec, learners=(core.learner("tree", name="stump", max_depth=1), *spec.learners[:2]))
    visitor.go("Experiment")
    visitor.choose("Resampling design", "Hold-out")
    visitor.load_specification(changed)
    expect(page.get_by_role("combobox", name="Resampling design")).to_have_value("K-fold cross-validation")
    page.emulate_media(media="print")
    expect(page.get_by_role("combobox", name="Resampling design")).to_be_visible()
    expect(page.locator("summary").filter(has_text="stump").first).to_be_visible()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_hidden()
    page.emulate_media(media="screen")
    visitor.choose(
        "Add a learner", "LDA (linear discriminant analysis)"
    )  # what was loaded stays when something else is touched
    assert core.ExperimentSpec.from_json(visitor.download("Specification (JSON)")) == changed


def small_run(visitor, learners, table):
    """Bring data and learners, as a specification, to the Experiment page."""
    dataset = core.read_dataset(named(table, "patients.csv"))
    design = core.make_design("k_fold", k=3, stratified=True).spec
    visitor.open("data")
    visitor.use_data("patients.csv", csv(table))
    spec = core.ExperimentSpec(dataset.fingerprint, tuple(learners), design, "error", 0)
    visitor.load_specification(spec)
    return spec


def test_designs_lead_to_a_verdict_or_the_reason_for_none(visitor):
    """One split, and samples without any test; every kind of design is shown without a browser, in tests/pages."""
    page = visitor.page
    spec = small_run(visitor, [core.learner("naive_bayes"), core.learner("lda")], patients(40))
    options = {"hold_out": {}, "bootstrap": {"b": 10}}
    for key, few in options.items():
        visitor.load_specification(replace(spec, design=core.make_design(key, **few).spec))
        expect(page.get_by_role("combobox", name="Resampling design")).to_have_value(core.DESIGNS[key].title)
        visitor.run()
        visitor.go("Fold errors")
        expect(visitor.figure(re.compile("of error rate")).first).to_be_visible()
        judged = page.locator(".fw-hero")
        expect(judged.or_(page.get_by_text("No test is offered"))).to_be_visible()
        assert visitor.refusal.count() == 0, visitor.words()
        visitor.check()


def test_a_learner_that_fails_is_shown_with_its_reason_and_nothing_is_made_up(visitor):
    page = visitor.page
    # Seven sick ones: a fold that trains on four of them has no covariance matrix of full rank.
    table = patients(60, rare=7).drop(columns="ward")
    small_run(visitor, [core.learner("qda"), core.learner("lda"), core.learner("tree")], table)
    visitor.run()
    visitor.go("Fold errors")
    expect(page.get_by_text(re.compile(r"QDA failed on fold \d\."))).to_be_visible()
    visitor.reads("The covariance matrix of class sick is not full rank")
    expect(visitor.figure(re.compile("QDA median .* LDA median .* Decision tree median"))).to_be_visible()
    expect(page.locator(".fw-hero")).to_be_visible()  # on the two that did not fail
    assert visitor.refusal.count() == 0
    visitor.choose("Learner A", "QDA")
    expect(visitor.refusal).to_contain_text("since QDA failed, as is told above.")
    assert page.locator(".fw-hero").count() == 0
