"""The page Measures in a real browser: one threshold is moved, and every picture follows."""

import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from core.measures import threshold_table
from tests.browser.conftest import finished_run
from tests.browser.tables import csv

pytestmark = pytest.mark.browser

PICTURES = {
    "ROC": "^ROC curves",
    "Precision–recall": "^Precision–recall curves",
    "Sensitivity–specificity": "^sensitivity, specificity by threshold",
    "Expected cost": "^expected cost per instance by threshold",
    "Cost curve": "^Cost curves",
    "Gain": "^Gain curves",
    "Lift": "^Lift curves",
    "Calibration": "^Calibration",
}

_DRAWN = """() => Array.from(document.querySelectorAll('.js-plotly-plot'), plot => JSON.stringify([
    Array.from(plot.querySelectorAll('.scatterlayer .points path'), path => path.getAttribute('transform')),
    plot.data.filter(trace => (trace.name || '').startsWith('θ')).map(trace => Array.from(trace.x)),
]))"""
"""Where the marks of every picture are on the screen, and its lines at θ."""

_ASTRAY = """() => Array.from(document.querySelectorAll('.js-plotly-plot')).flatMap(plot =>
    plot.calcdata.filter(points => points.length <= 2 && points[0].node3).flatMap(points => {
        const trace = points[0].trace, axis = (name) => plot._fullLayout[name.replace(/^([xy])/, '$1axis')];
        const places = points.map((point, k) => [axis(trace.xaxis).c2p(trace.x[k]), axis(trace.yaxis).c2p(trace.y[k])]);
        const node = points[0].node3.node(), line = node.querySelector('.lines path');
        const seen = [...node.querySelectorAll('.points path')].map(path => path.getAttribute('transform'))
            .concat(line ? [line.getAttribute('d')] : []).map(text => text.match(/-?[\\d.]+/g).map(Number));
        const wanted = seen.length && line ? [places.flat()] : places;
        return seen.filter((one, k) => one.some((value, i) => Math.abs(value - wanted[k][i]) > 0.51));
    }))"""
"""Marks and lines that are not where the numbers of their chart say."""


_MARKED = """() => Object.fromEntries(document.querySelector('.st-key-view_roc .js-plotly-plot').data
    .filter(trace => trace.mode === 'markers').map(trace => [trace.name, [trace.x[0], trace.y[0]]]))"""
"""Where the chart of the ROC curves has its marks."""

NAMES = ("alpha", "beta")
DRAGGED = 100


def scored(n=120):
    """Predictions of two learners whose scores are all different."""
    rng = np.random.default_rng(8)
    sick = rng.random(n) < 0.4
    table = pd.DataFrame({"id": np.arange(1, n + 1), "truth": np.where(sick, "sick", "well")})
    for name, shift in (("alpha", 1.6), ("beta", 0.9)):
        score = 1 / (1 + np.exp(-rng.normal(size=n) - shift * (sick - 0.5)))
        table[name] = np.where(score > 0.5, "sick", "well")
        table[f"{name}_prob_sick"] = score.round(6)
    return table


COUNTS = ("true positives (tp)", "false negatives (fn)", "false positives (fp)", "true negatives (tn)")


def drag_the_threshold(visitor):
    """Hold the thumb down and go along the slider: every picture and number is that of the position, unasked."""
    page, slider = visitor.page, visitor.page.get_by_role("slider", name=re.compile("^Threshold"))
    tables = {
        name: threshold_table(scored()["truth"] == "sick", scored()[f"{name}_prob_sick"]) for name in NAMES
    }
    thumb = slider.locator("xpath=..").bounding_box()
    rail = (
        page.get_by_test_id("stSlider").filter(has=slider).locator("[data-orientation]").first.bounding_box()
    )
    height = thumb["y"] + thumb["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, height)
    page.mouse.down()
    asked, seen = len(visitor.runs.asked), set()
    for part in np.random.default_rng(5).uniform(0, 1, DRAGGED):
        page.mouse.move(rail["x"] + part * rail["width"], height)
        theta = round(float(slider.input_value()), 3)
        stands_at(visitor, tables, theta)
        seen.add(theta)
    assert len(visitor.runs.asked) == asked, "the server was asked while the slider was held"
    assert len(seen) > DRAGGED / 2
    with visitor.answered():
        page.mouse.up()
    stands_at(visitor, tables, theta)
    slider.press("Home")
    visitor.page.wait_for_url("**theta=0**")
    visitor.settle()


def stands_at(visitor, tables, theta):
    """The marks of the ROC curves and the table are those that core counts at this threshold."""
    counted = {name: table.counts(table.at(theta)) for name, table in tables.items()}
    rates = {name: (fp / (fp + tn), tp / (tp + fn)) for name, (tp, fn, fp, tn) in counted.items()}
    first = [
        "\t".join([outcome, *map(str, found)])
        for outcome, found in zip(COUNTS, zip(*counted.values(), strict=True), strict=True)
    ]
    table = visitor.page.locator(".st-key-beside_the_pictures table")
    visitor.until(
        lambda: table.inner_text().splitlines()[1:5] == first, f"the counts at θ = {theta}: {first}"
    )
    cells = visitor.page.locator(".st-key-matrices_at_threshold td").all_text_contents()
    wanted = [str(count) for tp, fn, fp, tn in counted.values() for count in (tp, fn, fp, tn)]
    assert [cell.split(" (")[0] for cell in cells] == wanted, theta
    marked = visitor.page.evaluate(_MARKED)
    assert {name: pytest.approx(place, abs=1e-6) for name, place in rates.items()} == marked, theta
    visitor.until(
        lambda: not visitor.page.evaluate(f"({_ASTRAY})()"), "the marks are where their numbers say"
    )


_BORDERS = """() => [...document.querySelectorAll('[data-variant=segmented_control]')].every(segment =>
    ['Left', 'Right'].every(side => !getComputedStyle(segment)[`border${side}Color`].endsWith(', 0)')))"""
"""Whether every segment has a border that is seen."""


_LEGEND = """() => ['.legend', '.nsewdrag'].map(part => document.querySelector(
    `.st-key-view_roc ${part}`)?.getBoundingClientRect())"""


def stands_alone(visitor, address):
    """A picture with no table beside it has its legend beside it, and below where there is no room."""
    page = visitor.page

    def legend_is(below):
        legend, plot = page.evaluate(_LEGEND)  # while the chart is drawn anew there is neither
        return legend and plot and (legend["top"] >= plot["bottom"]) is below

    visitor.open(f"measures?{address}&curve_details=all+numbers")
    visitor.until(lambda: legend_is(below=True), "the legend stands below")
    page.set_viewport_size({"width": 1280, "height": 900})
    visitor.until(lambda: legend_is(below=False), "the legend stands beside")


def stands_as_large_in_a_lecture(visitor, address):
    """On a projector the picture beside its numbers is no smaller than without the lecture, and on the first screen."""
    page = visitor.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    visitor.open(f"measures?{address}")
    visitor.settle()
    side = page.evaluate(_LEGEND)[1]["height"]
    visitor.open(f"measures?{address}&present=1")

    def is_as_large():
        plot = page.evaluate(_LEGEND)[1]  # while the chart takes the height that words leave there is none
        return plot and plot["height"] >= side

    visitor.until(is_as_large, f"a side of {side} pixels")
    expect(page.locator(".st-key-view_roc .js-plotly-plot")).to_be_in_viewport(ratio=0.99)
    table = page.locator(".st-key-beside_the_pictures table")
    assert table.locator("td").first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") > 20
    expect(table).to_be_in_viewport(ratio=0.99)


def answers_on_the_first_screen_of_a_lecture(visitor, address):
    """Matrix, intervals and two pictures are there in whole; what is scrolled has nothing lying over it."""
    page = visitor.page
    two = "Thresholds+and+curves&curve_pictures=ROC&curve_pictures=Lift"
    for part, key in (("AUC", "auc_forest"), ("Confusion+matrix", "confusion_figure"), (two, "view_lift")):
        page.set_viewport_size({"width": 1024, "height": 768})
        visitor.open(f"measures?{address}&present=1&measures_part={part}")
        for width, height in ((1024, 768), (1280, 720), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(f".st-key-{key} .js-plotly-plot")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 1024, "height": 768})
    leave = page.locator(".st-key-leave_lecture")
    expect(leave).to_be_in_viewport()
    page.mouse.move(500, 500)
    page.mouse.wheel(0, 300)
    expect(leave).not_to_be_in_viewport()


def fits_the_screen(visitor):
    """The threshold and its picture share the screen of a laptop; on a phone the title follows upon the header."""
    page = visitor.page
    picture = page.locator(".st-key-view_roc .js-plotly-plot").bounding_box()
    assert picture["y"] + picture["height"] < 820, "the picture begins too far down"
    page.set_viewport_size({"width": 390, "height": 844})
    title, menu = page.locator("h1 span").first, page.get_by_test_id("stExpandSidebarButton")
    visitor.until(lambda: title.bounding_box()["y"] < 80, "the title stands high")
    expect(menu).to_be_visible()
    below = menu.bounding_box()["y"] + menu.bounding_box()["height"]
    assert title.bounding_box()["y"] >= below, "the title lies under the header's buttons"
    assert page.evaluate(_BORDERS), (
        "a segment lacks the border towards the chosen one, which may be in another row"
    )
    menu.click()
    expect(page.get_by_test_id("stSidebarCollapseButton")).to_be_in_viewport()
    visitor.go("Calculators")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Calculators")
    expect(menu).to_be_visible()  # the sidebar lies no longer over the page
    expect(page.get_by_test_id("stSidebarNavLink").first).not_to_be_in_viewport()


def test_one_threshold_moves_every_picture(visitor):
    page = visitor.page
    visitor.open("data?door=Predictions")
    visitor.bring("scores.csv", csv(scored()))
    visitor.follow("one trained classifier, a hold-out")
    visitor.choose("Which class is the positive one?", "sick")
    visitor.press("Use these results")
    visitor.go("Measures")
    visitor.press("Live matrix")
    page.emulate_media(forced_colors="active")
    for name, is_chosen in (("ROC", True), ("Lift", False)):
        assert visitor.is_highlighted(page.get_by_role("button", name=name)) is is_chosen
    page.emulate_media(forced_colors="none")
    drag_the_threshold(visitor)
    for name in list(PICTURES)[1:]:
        visitor.press(name)
        expect(visitor.figure(re.compile(PICTURES[name]))).to_be_in_viewport(ratio=0.9)
    for said in PICTURES.values():
        expect(visitor.figure(re.compile(said))).to_be_visible()
    page.wait_for_function(f"({_DRAWN})().length === {len(PICTURES)}")
    table = page.locator("table").last
    before, former = page.evaluate(_DRAWN), table.inner_text()
    slider = page.get_by_role("slider", name=re.compile("^Threshold"))
    slider.press("End")
    for _ in range(3):
        slider.press("PageDown")
    page.wait_for_function("location.search.includes('theta=0.7')")
    visitor.settle()
    page.wait_for_function(f"before => ({_DRAWN})().every((picture, k) => picture !== before[k])", arg=before)
    expect(table).not_to_have_text(former, use_inner_text=True)
    page.wait_for_function(f"() => ({_ASTRAY})().length === 0")
    moved = page.evaluate(_DRAWN)
    page.set_viewport_size({"width": 1500, "height": 900})  # every chart is drawn again, with its marks moved
    page.wait_for_function(f"before => ({_DRAWN})().every((picture, k) => picture !== before[k])", arg=moved)
    page.wait_for_function(f"() => ({_ASTRAY})().length === 0")
    visitor.reload()
    expect(page.get_by_role("slider", name=re.compile("^Threshold"))).to_have_value("0.7")
    results = re.search("results=[0-9a-f]+", page.url)[0]
    fits_the_screen(visitor)
    stands_alone(visitor, results)
    stands_as_large_in_a_lecture(visitor, results)
    answers_on_the_first_screen_of_a_lecture(visitor, results)


def test_beside_the_curves_of_classes_their_areas_are_whole(visitor, server):
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    address = finished_run(server, "fedcba9876543210" * 2, "wine", ["lda", "tree"])
    visitor.open(f"measures?{address}&measures_part=Confusion+matrix")
    areas = visitor.page.locator("[class*='st-key-paper_'][class*='class_areas'] .fw-paper")
    expect(areas).to_be_visible()
    assert areas.evaluate("it => it.scrollWidth <= it.clientWidth"), "the last column is cut"
    address = finished_run(server, "fedcba9876543210" * 2, "breast_cancer", ["lda", "tree"])
    visitor.open(f"measures?{address}&measures_part=Confusion+matrix")
    rates = visitor.page.locator(".st-key-rates_in_words .fw-paper")
    for width in (1024, 1180, 1280):  # below the matrix, or beside it
        visitor.page.set_viewport_size({"width": width, "height": 768})
        visitor.until(lambda: rates.evaluate("it => it.scrollWidth <= it.clientWidth"), "no formula is cut")


_BUSY_AND_NOTED = """
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, answer, ...rest) {
    const late = (event) => setTimeout(() => answer(event), window.late);
    return listen.call(this, type, type === "message" ? late : answer, ...rest);
  };
  window.MutationObserver = class extends MutationObserver {
    constructor(answer) { super((...given) => setTimeout(() => answer(...given), 50)); }
  };
  [window.late, window.noted] = [0, []];
  const write = window.history.replaceState.bind(window.history);
  window.history.replaceState = (...given) => {
    window.noted.push(Number(new URL(given[2], window.location.href).searchParams.get("theta") ?? 0.5));
    return write(...given);
  };
"""


def test_an_answer_to_a_former_position_does_not_come_back_into_the_address(visitor, server):
    """Whoever reloaded just then came back to a threshold that the slider had left."""
    visitor.page.add_init_script(_BUSY_AND_NOTED)
    visitor.open(f"measures?{finished_run(server, 'fedcba9876543210' * 2, 'breast_cancer', ['lda', 'tree'])}")
    slider = visitor.page.get_by_role("slider", name=re.compile("^Threshold"))
    slider.press("End")
    visitor.page.wait_for_function("location.search.includes('theta=1')")
    visitor.settle()
    visitor.page.evaluate("[window.late, window.noted.length] = [1100, 0]")
    for _ in range(4):
        slider.press("PageDown")
        visitor.page.wait_for_timeout(600)  # each is sent before the next, and answered after it
    visitor.page.wait_for_function("location.search.includes('theta=0.6')")
    visitor.settle()
    noted = visitor.page.evaluate("window.noted")
    assert noted == sorted(noted, reverse=True)
    visitor.page.wait_for_timeout(1500)  # until the last of them has come
    visitor.page.evaluate("window.late = 0")
    visitor.go("Two learners")
    visitor.go("Measures")
    expect(slider).to_have_value("0.6")
    expect(visitor.page).to_have_url(re.compile("theta=0.6"))
