"""A page that is the first that its server shows."""

import gzip
import re
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

import numpy as np
import pytest
import streamlit
from playwright.sync_api import Locator, expect

import core
from core.data import dataset_to_parquet
from core.experiment import do_experiment, imported_results, make_plan, submit_experiment
from core.jobs import opened
from pages.ui.session import stored_results
from pages.ui.session.visitors import COOKIE
from tests.browser.conftest import Server, finished_run, somebody_at
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

_HINT = """box => {
  const style = getComputedStyle(box), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [room, pen.measureText(box.placeholder).width];
}"""
"""Pixels that a box has for its hint, and that the hint needs."""
_WATCH = """() => {
  const words = what => [...document.querySelectorAll(`[data-testid=${what}]`)].map(one => one.innerText);
  const look = () => {
    const [size] = words("stMetric").filter(one => one.startsWith("Instances for power"));
    const beside = [...words("stMetric"), ...words("stCaptionContainer")].filter(one => /^Power (of|there)/.test(one));
    const curves = [...document.querySelectorAll(".js-plotly-plot .annotation-text")].map(one => one.textContent);
    if (size) window.seen.push({size, beside, curves});
  };
  window.seen = [];
  look();
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Notes a planned size, and all that stands beside it and is marked in its curve, whenever anything changes."""


def test_two_learners_are_printed_on_two_pages(visitor, server):
    address = finished_run(server, "fedcba9876543210" * 2, "breast_cancer", ["tree", "linear_svm"], k=10)
    visitor.open(f"two-learners?{address}")
    visitor.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    footer = visitor.page.get_by_test_id("stMainBlockContainer").get_attribute("data-printed")
    assert "seed of the cuts 0, seed of the learners 0" in footer
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    printed = visitor.page.pdf(format="A4", print_background=True, margin=margins)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    table = visitor.page.locator(".st-key-paper_cards_wraps_whole_side_by_side")
    expect(table.get_by_test_id("stDataFrame")).to_be_hidden()
    expect(table.locator(".fw-paper")).to_be_visible()  # no column is cut at any width
    visitor.page.get_by_test_id("stTooltipIcon").first.hover()
    expect(visitor.page.get_by_role("tooltip")).to_be_visible()
    visitor.page.emulate_media(media="print")
    expect(visitor.page.locator("[role=tooltip]")).to_be_hidden()
    expect(table.get_by_test_id("stDataFrame")).to_be_hidden()
    expect(table.locator(".fw-paper")).to_contain_text("Corrected resampled t test")
    expect(visitor.page.locator(".fw-columns > *").first).to_have_css("margin-bottom", "0px")
    visitor.page.emulate_media(media="screen")
    visitor.page.set_viewport_size(
        {"width": 390, "height": 844}
    )  # where a row is the name of the test and some lines below it
    expect(table.get_by_test_id("stDataFrame")).to_be_hidden()
    name, verdict = (table.locator(f".fw-paper td:nth-child({at})").first.bounding_box() for at in (1, 3))
    assert name is not None and verdict is not None
    assert name["y"] + name["height"] <= verdict["y"] and verdict["x"] + verdict["width"] <= 390
    second, measure = (
        visitor.page.locator(f"[class*='st-key-{key}']").first.bounding_box()
        for key in ("second", "shown_measure")
    )
    assert measure["y"] - second["y"] - second["height"] < 20, "columns below one another leave a gap"


def test_the_verdict_of_an_examination_stands_in_sight_where_it_was_opened(visitor, server):
    workspace = "fedcba9876543210" * 2
    rest, test = core.load_sample("iris").set_aside(0.2)
    with opened(str(server.data)) as store:
        for dataset in (rest, test):
            store.put_dataset(dataset.fingerprint, dataset_to_parquet(dataset))
        store.keep(workspace, "test set", rest.fingerprint, test.fingerprint.encode())
        plan = make_plan(rest, ["naive_bayes", "lda"], "k_fold")
        job = submit_experiment(store, plan, workspace)
        do_experiment(store, job.id, 1, plan)
    visitor.page.context.add_cookies([{"name": COOKIE, "value": workspace, "url": server.url}])
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.open(f"one-learner?run={job.id}&data={rest.fingerprint}")
    with visitor.answered():
        visitor.page.get_by_text("is my final choice").click()
    visitor.press("Open the test set")
    answer = visitor.page.locator(".st-key-examined")
    expect(answer.get_by_test_id("stAlert")).to_contain_text("The error rate of Naive Bayes is")
    expect(answer).to_be_in_viewport(ratio=0.95)


def test_nothing_is_copied_that_cannot_be_seen(visitor, server):
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open("report")
    visitor.page.keyboard.press("Control+a")
    assert "\u2060" in visitor.page.evaluate("String(getSelection())")  # keeps 10-fold on one line
    visitor.page.keyboard.press("Control+c")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert "10-fold cross-validation" in copied and not {*"\u200b\u2060"} & {*copied}


def test_a_picture_is_saved_without_its_menu(visitor, server):
    long_name = core.learner("tree", name="A tree whose name is longer than a laptop has room")
    address = finished_run(server, "fedcba9876543210" * 2, "iris", [long_name, "lda"])
    visitor.open(f"fold-errors?{address}")
    with visitor.answered():
        visitor.page.get_by_role("button", name="Numbers of fold scores", exact=True).click()
    with visitor.page.expect_download() as saved:
        visitor.page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "iris_5fold_fold_scores.svg"
    summary = visitor.page.locator(".st-key-paper_cards_wraps_summary")
    for width in (1280, 1024, 390):  # on a phone a row of the summary is some lines of text
        visitor.page.set_viewport_size({"width": width, "height": 844})
        expect(summary.get_by_test_id("stDataFrame")).to_be_hidden()
        size = summary.locator(".fw-paper td").last.bounding_box()
        assert size is not None and size["x"] + size["width"] <= width
        paper = summary.locator(
            ".fw-paper"
        )  # of a run of one's own all numbers may be as long as they become
        paper.evaluate(
            "(paper, long) => paper.querySelectorAll('tbody tr').forEach(row =>"
            " [...row.cells].slice(-long.length).forEach((cell, at) => { cell.textContent = long[at]; }))",
            [
                "41.63 %",
                "14.63",
                "38.54 … 44.72 %",
                "35.79 … 45.26 %",
                "41.63 %",
                "10.00 %",
                "1.08 ms",
                "0.955 ms",
                "345 kB",
            ],
        )
        assert paper.evaluate("paper => paper.scrollWidth <= paper.clientWidth")
    name = summary.locator("td.fw-name").first  # which may be one word that is longer than a line
    expect(name).to_have_css("overflow-wrap", "anywhere")
    hint = summary.get_by_text("A double click on a name")
    expect(hint).to_have_count(1)
    with visitor.answered():
        visitor.page.set_viewport_size({"width": 1920, "height": 900})
    expect(hint).to_have_count(0)
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    several = finished_run(server, "fedcba9876543210" * 2, "iris", ["lda", "knn", "tree"])
    visitor.open(f"report?{several}&about=All+learners")
    most = visitor.page.locator(".st-key-paper_cards_wraps_report_summary .fw-paper")  # columns of a summary
    assert most.locator("th").count() > 10
    assert most.evaluate("paper => paper.scrollWidth <= paper.clientWidth")


def test_beside_names_of_one_long_word_no_number_of_a_report_is_cut(visitor, server, tmp_path):
    stem = "neighbours_in_a_list_of_those_that_are_nearest_with_k_equal_to_"
    long = [core.learner("knn", name=f"{stem}{k}", n_neighbors=k) for k in (1, 2, 3)]
    visitor.open(f"report?{finished_run(server, 'fedcba9876543210' * 2, 'iris', long)}")
    saved = visitor.page.context.new_page()
    saved.goto(visitor.save("Report (HTML)", tmp_path).as_uri())
    sides = saved.locator("[data-picture]").first.locator(".annotation")
    for width in (1280, 390):  # names at both ends of a plot: at one height, and apart
        saved.set_viewport_size({"width": width, "height": 900})
        expect(sides).to_have_count(2)
        saved.wait_for_function(
            """() => {
                const box = part => part.getBoundingClientRect(), picture = document.querySelector('[data-picture]');
                const [left, right] = [...picture.querySelectorAll('.annotation')].map(box);
                const isDrawn = box(picture.querySelector('.main-svg')).width <= innerWidth;
                return isDrawn && Math.round(left.y) === Math.round(right.y) && left.right < right.left;
            }"""
        )
    saved.set_viewport_size({"width": 1280, "height": 900})
    saved.wait_for_function("document.querySelector('.main-svg').getBoundingClientRect().width > 900")
    saved.emulate_media(media="print")
    drawn = saved.locator("[data-picture]").first.locator(".main-svg").first.bounding_box()
    assert (
        drawn is not None and drawn["width"] <= 680
    )  # the width of paper: wider ones would shrink all of it
    saved.set_viewport_size({"width": 680, "height": 900})
    for page, tables in ((visitor.page, ".st-key-report .fw-paper"), (saved, ".table")):
        found = page.locator(f"{tables}:has-text('Win/tie/loss')")
        expect(found).to_have_count(1)
        assert found.evaluate("part => part.scrollWidth <= part.clientWidth")
    visitor.page.set_viewport_size({"width": 390, "height": 844})  # where each filled screens
    for long in (".st-key-paper_cards_wraps_report_tests .fw-paper", ".st-key-report pre"):
        part = visitor.page.locator(long)
        assert part.evaluate("part => part.scrollHeight > part.clientHeight")
        assert part.bounding_box()["height"] < 600
    visitor.page.set_viewport_size({"width": 1280, "height": 900})
    visitor.page.emulate_media(media="print")  # no page ends between the title of a table and its text
    grid = visitor.page.locator(
        ".st-key-report [class*='st-key-paper_'] [data-testid='stElementContainer']:has([data-testid='stDataFrame'])"
    )
    expect(grid.first).to_have_css("display", "none")
    title = visitor.page.get_by_test_id("stElementContainer").filter(
        has_text=re.compile("^All pairs, two-sided")
    )
    expect(title).to_have_css("break-inside", "avoid")
    assert title.evaluate("one => parseFloat(getComputedStyle(one).paddingBottom)") > 60  # some rows of it
    before_formulas = visitor.page.locator(
        ".st-key-report [data-testid='stElementContainer']:has(+ * > [data-testid='stMarkdown'] .katex-display)"
    )
    breaks = before_formulas.evaluate_all("parts => parts.map(part => getComputedStyle(part).breakAfter)")
    assert len(breaks) > 2 and set(breaks) == {"avoid"}, "a page ends within a formula"
    begins = visitor.page.locator(".st-key-report li:nth-child(3)").last
    expect(begins).to_have_css("break-before", "avoid")  # references begin with more than one or two
    widths = [
        visitor.page.locator(part).bounding_box()["width"]
        for part in (".st-key-report", "[data-testid='stMainBlockContainer']")
    ]
    assert widths[0] == pytest.approx(widths[1], abs=1), "a report leaves a part of the paper empty"


def test_a_picture_that_only_scrolls_is_reached_by_keys(visitor, server):
    many = [
        core.learner("knn", name=f"Neighbours in a list of {k} or more", n_neighbors=k) for k in range(1, 13)
    ]
    visitor.open(f"many-learners?{finished_run(server, 'fedcba9876543210' * 2, 'iris', many, k=2)}")
    pairs = visitor.page.locator(".st-key-scrolls_every_pair")
    assert pairs.evaluate("part => part.scrollWidth > part.clientWidth")
    visitor.page.keyboard.press("Tab")
    expect(pairs).to_have_attribute("tabindex", "0")
    visitor.hinders_nobody()


def test_the_programs_of_pages_go_out_packed(server):
    whole = next((Path(streamlit.__file__).parent / "static" / "static" / "js").glob("PlotlyChart.*.js"))
    for _ in range(2):  # packed now, and kept from before
        asked = Request(f"{server.url}/static/js/{whole.name}", headers={"Accept-Encoding": "gzip, br"})
        with urlopen(asked) as answer:
            packed = answer.read()
        assert len(packed) < whole.stat().st_size / 3
        assert gzip.decompress(packed) == whole.read_bytes()


def test_a_fresh_server_shows_the_page_of_a_deep_link_in_its_frame(browser, tmp_path):
    """Started without what gives cookies, too: then the page does."""
    server = Server(tmp_path / "fresh", "app.py").start()
    with somebody_at(browser) as page:
        visitor = Visitor(page, server.url)
        visitor.open("fold-errors")
        expect(page.get_by_role("heading", name="Fold errors", exact=True, level=1)).to_be_visible()
        assert {"Start", "Data", "Fold errors"} <= set(visitor.pages())
        visitor.use_sample("Iris")
        visitor.reload()
        expect(page.get_by_test_id("stSidebar")).to_contain_text("150\u00a0×\u00a04")
        page.get_by_test_id("stMainMenu").get_by_role("button").first.click()
        page.get_by_role("menuitemradio", name="Dark").click()
        visitor.open("methods")
        expect(page.locator("html")).to_have_class(re.compile("fw-dark"))
        visitor.check()
    server.stop()


def test_a_mark_of_help_never_stands_alone_on_a_line(visitor):
    visitor.open("two-learners")
    said = visitor.page.get_by_test_id("stCaptionContainer").filter(has_text="Whom this is about")
    mark, words = said.get_by_role("button"), said.locator("p").first
    for width in range(1180, 1360, 12):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        assert mark.bounding_box()["x"] > words.bounding_box()["x"] + 16, width


def test_the_hint_of_a_search_is_read_whole(visitor):
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open("methods")
    room, needed = visitor.page.get_by_label("Search").evaluate(_HINT)
    assert needed <= room


def test_the_name_of_a_control_is_read_whole_on_a_small_screen(visitor, server):
    rows = "".join(f"d{k},0.1{k},0.2{k},0.3{k}\n" for k in range(9))
    table = f"data set,Logistic regression,LDA,k-NN\n{rows}".encode()
    results = imported_results(core.read_fold_scores(table, rows="data sets", measure="error"), "brought")
    with opened(str(server.data)) as store:
        store.keep(stored_results.SHARED, "results", results.id, results.to_bytes())
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open(f"many-datasets?results={results.id}&control=with+Logistic+regression")
    box = visitor.page.get_by_test_id("stSelectbox").filter(has_text="Compare")
    expect(box.locator("input")).to_have_value("with Logistic regression")
    assert box.evaluate("box => box.clientWidth") > 250


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_what_runs_an_experiment_stands_on_the_first_screen(visitor, width, height):
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.open("experiment")
    expect(visitor.page.get_by_role("button", name="Run", exact=True)).to_be_in_viewport(ratio=1)


def test_the_name_of_a_slider_is_read_once_and_a_mark_of_help_has_one(visitor):
    visitor.open()
    slider = visitor.page.get_by_role("slider")
    expect(slider).to_have_accessible_name("Significance level α")
    mark = (
        visitor.page.get_by_test_id("stCaptionContainer")
        .filter(has_text="Whom this is about")
        .get_by_role("button")
    )
    expect(mark).to_have_accessible_name("Whom this is about Help")
    visitor.page.emulate_media(media="print")  # where nothing opens, its title would stand alone
    expect(visitor.page.locator(".st-key-whom")).to_be_hidden()
    visitor.page.emulate_media(media="screen")


def test_on_a_phone_run_is_in_reach_and_what_it_turns_into_is_seen(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("experiment")
    run = visitor.page.get_by_role("button", name="Run", exact=True)
    expect(run).to_be_in_viewport(ratio=1)
    with visitor.answered():
        run.click()
    expect(visitor.page.locator(".st-key-run_card")).to_be_in_viewport()
    expect(run).to_be_hidden()


@pytest.mark.parametrize(("width", "columns"), [(1280, 2), (1920, 3)])
def test_no_column_of_an_experiment_is_left_empty_beside_a_longer_one(visitor, server, width, columns):
    visitor.page.set_viewport_size({"width": width, "height": 800})
    many = ["baseline", "naive_bayes", "lda", "qda", "tree", "knn", "logistic_regression", "linear_svm"]
    visitor.open(f"experiment?{finished_run(server, 'fedcba9876543210' * 2, 'iris', many)}")
    visitor.page.locator(".st-key-run_card .js-plotly-plot").wait_for()
    visitor.settle()
    named = ("learners", "design", "reach", "run", "picture")
    parts = [visitor.page.locator(f".st-key-setup_{part}").bounding_box() for part in named]
    whole = visitor.page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
    starts = {part["x"] for part in parts}
    assert len(starts) == columns
    for start in starts:
        column = [part for part in parts if part["x"] <= start < part["x"] + part["width"]]
        column.sort(key=lambda part: part["y"])
        ends = [part["y"] + part["height"] for part in column]
        begins = [part["y"] for part in column[1:]] + [max(part["y"] + part["height"] for part in parts)]
        assert max(np.subtract(begins, ends)) < whole / 3, "a white column"
    cells = core.factorial("knn", n_neighbors=range(1, 16, 2))
    for few_boxes in (cells, ["lda", "tree"]):
        visitor.open(f"experiment?{finished_run(server, 'fedcba9876543210' * 2, 'iris', few_boxes)}")
        visitor.page.locator(".st-key-run_card .js-plotly-plot").wait_for()
        visitor.settle()
        assert white([visitor.page.locator(f".st-key-setup_{part}") for part in named]) < 0.15
    learners, design, run, picture = (
        visitor.page.locator(f".st-key-setup_{part}") for part in ("learners", "design", "run", "picture")
    )
    assert len({part.bounding_box()["x"] for part in (learners, design, picture)}) == columns
    if columns == 2:
        under, ends = picture.bounding_box(), [lowest(learners), lowest(run), lowest(picture)]
        assert under["x"] == learners.bounding_box()["x"]
        assert under["y"] - ends[0] < 40
        assert ends[1] == pytest.approx(ends[2], rel=0.2)
        return
    assert run.bounding_box()["x"] == learners.bounding_box()["x"], "below all columns"
    visitor.page.get_by_role("spinbutton", name="Folds K").fill("7")
    visitor.page.keyboard.press("Enter")
    again = visitor.page.get_by_role("button", name="Run", exact=True)
    expect(again).to_be_in_viewport(ratio=1)
    assert again.bounding_box()["x"] == design.bounding_box()["x"], "below the design"
    longer = [*many, "random_forest", "extra_trees", "adaboost", "rbf_svm"]
    plan = make_plan(core.load_sample("iris"), longer, core.make_design("k_fold"))
    visitor.open("experiment")  # without a run
    visitor.load_specification(plan.spec)
    heading = visitor.page.get_by_role("heading", name="Design", exact=True)
    visitor.page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 200)")
    expect(heading).to_be_in_viewport()


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_run_leaves_the_picture_of_the_design_where_it_stood_and_below_many_learners_it_is_as_wide_as_the_page(
    visitor, width
):
    visitor.page.set_viewport_size({"width": width, "height": 800})
    visitor.open("experiment")
    learners, beside, picture = (
        visitor.page.locator(f".st-key-setup_{part}") for part in ("learners", "beside", "picture")
    )
    drawn = picture.locator(".st-key-pictured")
    title = visitor.page.get_by_role("heading", name="Experiment", exact=True)
    visitor.page.get_by_role("button", name="Run", exact=True).wait_for()
    drawn.wait_for()
    visitor.settle()
    before = place(drawn, title)
    assert drawn.bounding_box()["x"] == learners.bounding_box()["x"]
    assert 0 <= picture.bounding_box()["y"] - lowest(learners) < 40
    whole = visitor.page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
    said = beside.locator("p", has_text="What this design can show")
    assert lowest(picture) - lowest(said) < whole / 3, "no white column"
    views = picture.get_by_role("radiogroup", name="Show the design").get_by_role("radio").all()
    assert len({view.bounding_box()["y"] for view in views}) == 1
    for kept in (
        ".st-key-design_figure",
        ".st-key-design_figure_numbers",
        '[data-testid="stCaptionContainer"]',
    ):
        expect(drawn.locator(kept)).to_have_count(1)
    visitor.run()
    assert place(drawn, title) == pytest.approx(before, abs=2)
    visitor.choose("Add a learner", "Random forest")
    for _ in range(5):
        visitor.press("Add")
    design = visitor.page.locator(".st-key-setup_design").bounding_box()
    sides = (learners.bounding_box()["x"], design["x"] + design["width"])
    visitor.until(
        lambda: (
            (picture.bounding_box()["x"], picture.bounding_box()["width"]) == (sides[0], sides[1] - sides[0])
        ),
        "below both columns",
    )
    assert lowest(picture) > lowest(visitor.page.locator(".st-key-setup_run"))


def test_what_is_refused_leaves_run_below_the_design_on_a_wide_screen(visitor):
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    visitor.open("experiment")
    box = visitor.page.get_by_label("Folds K", exact=True)
    box.fill("900")
    with visitor.answered():
        box.press("Enter")
    off = visitor.page.locator(".st-key-run_off")
    assert off.bounding_box()["x"] == visitor.page.locator(".st-key-setup_design").bounding_box()["x"]


def place(part: Locator, other: Locator) -> dict[str, float]:
    """Where a part begins beside another, however far the page is scrolled."""
    box, beside = part.bounding_box(), other.bounding_box()
    return {axis: box[axis] - beside[axis] for axis in "xy"}


def white(parts: list[Locator]) -> float:
    """Share of the rectangle around parts that none of them covers; one may hold another."""
    boxes = np.array([[part.bounding_box()[key] for key in ("x", "y", "width", "height")] for part in parts])
    left, top = np.floor(boxes[:, :2].min(axis=0)).astype(int)
    right, low = np.ceil((boxes[:, :2] + boxes[:, 2:]).max(axis=0)).astype(int)
    covered = np.zeros((low - top, right - left), dtype=bool)
    for x, y, wide, high in np.rint(boxes - [left, top, 0, 0]).astype(int):
        covered[y : y + high, x : x + wide] = True
    return float(1 - covered.mean())


def lowest(part: Locator) -> float:
    box = part.bounding_box()
    return box["y"] + box["height"]


def test_what_accepts_data_stands_on_the_first_screen_whatever_was_understood(visitor):
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    visitor.open("data")
    rows = "".join(f"{k},{k % 7},{('absent', 'present')[k % 3 == 0]}\n" for k in range(60))
    visitor.bring("heart.csv", f"id,dose,class\n{rows}".encode())
    expect(visitor.page.get_by_role("button", name="Use these data", exact=True)).to_be_in_viewport(ratio=1)
    expect(visitor.page.get_by_text("was taken as the positive one")).to_be_visible()


def test_doors_and_steps_of_start_are_divided_evenly_on_a_projector(visitor):
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open("")
    for parts, rows in ((".st-key-doors [data-testid='stColumn']", [3, 2]), ("ol > li[style]", [4, 3])):
        tops = [box["y"] for part in visitor.page.locator(parts).all() if (box := part.bounding_box())]
        assert [tops.count(top) for top in dict.fromkeys(tops)] == rows
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    links = visitor.page.locator(".st-key-doors").get_by_test_id("stPageLink").all()
    assert len({round(lowest(link)) for link in links}) == 1, "at one height"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("step", "part"), [("Factors", "learners"), ("Design", "design"), ("Run", "run")])
def test_a_step_on_start_leads_to_its_part_of_the_experiment(visitor, width, step, part):
    visitor.page.set_viewport_size({"width": width, "height": 844})
    visitor.open("")
    visitor.page.get_by_role("link", name=step, exact=True).click()
    begins = visitor.page.locator(f".st-key-setup_{part}")
    begins.wait_for()
    visitor.until(lambda: 0 < begins.bounding_box()["y"] < 600, "the beginning of the part on the screen")


def test_no_power_of_former_numbers_stands_beside_a_size_that_is_being_simulated(visitor):
    kind = "the AUCs of two classifiers on the same instances: DeLong (simulated)"
    visitor.open(f"calculators?calc=Sample+size+and+power&p_kind={quote(kind)}")
    visitor.reads("Within 2 standard errors")
    visitor.page.evaluate(_WATCH)
    former = visitor.page.evaluate("window.seen[0]")
    with visitor.answered():
        box = visitor.page.get_by_label("True AUC of B")
        box.fill("0.85")
        box.press("Enter")
    seen = visitor.page.evaluate("window.seen")
    assert seen[-1]["size"] != former["size"] and seen[-1]["beside"] != former["beside"]
    changed = next(at for at, one in enumerate(seen) if one["size"] != former["size"])
    for kind in ("beside", "curves"):
        assert former[kind]
        assert not [one for one in seen[changed:] if {*one[kind]} & {*former[kind]}]


def test_back_from_a_step_on_start_comes_to_the_steps_though_its_part_was_still_growing(visitor):
    visitor.open("")
    step = visitor.page.get_by_role("link", name="Run", exact=True)
    step.scroll_into_view_if_needed()
    place = step.bounding_box()["y"]
    step.click()
    visitor.page.locator(".st-key-setup_place").wait_for()
    visitor.page.go_back()
    step.wait_for()
    visitor.until(lambda: step.bounding_box()["y"] == place, "the steps where they stood")


def test_on_a_phone_what_stands_beside_run_is_not_indented(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("experiment")
    saved = visitor.page.locator(".st-key-spec_json")
    saved.wait_for()
    assert saved.bounding_box()["x"] == visitor.page.locator(".st-key-setup_place").bounding_box()["x"]


def test_on_a_phone_a_statement_of_a_formula_stands_in_one_piece_where_it_fits(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("methods?method=tests.corrected_t")
    mean, _, variance = visitor.page.locator(".katex-html", has_text="4.444").first.locator("> .base").all()
    assert lowest(mean) < variance.bounding_box()["y"] + 10, "one below the other"
    line = visitor.page.locator(".katex-html", has_text="μ").first.bounding_box()["height"]
    assert variance.bounding_box()["height"] < 3 * line, "one line"
    for key in ("tests.bootstrap_over_instances", "intervals.difference", "intervals.auc_hanley_mcneil"):
        visitor.open(f"methods?method={key}")
        visitor.page.locator(".katex-display").last.wait_for()
        widths = "parts => parts.map(part => part.scrollWidth - part.clientWidth)"
        assert set(visitor.page.locator(".katex-display").evaluate_all(widths)) == {0}, (
            f"{key} reaches beyond its line"
        )
