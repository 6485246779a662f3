"""The address is the state: what is looked at comes back by reload, by Back and in another browser."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import finished_run, somebody_at
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WORKSPACE = "fedcba9876543210" * 2


@pytest.fixture(scope="module")
def address(server):
    return finished_run(server, WORKSPACE, "wine", ["naive_bayes", "lda", "tree"])


def hero(visitor):
    return visitor.page.locator(".fw-hero").inner_text()


def test_pair_measure_and_test_stand_in_the_address(visitor, browser, address):
    visitor.open(f"two-learners?{address}")
    visitor.choose("Learner A", "LDA")
    visitor.choose("Learner B", "Decision tree")
    visitor.choose("Measure", "log loss")
    visitor.choose("Test", "Paired t test")
    chosen = hero(visitor)
    assert "Paired t test" in chosen
    visitor.reload()
    assert hero(visitor) == chosen
    with somebody_at(browser) as page:
        other = Visitor(page, visitor.url)
        other.open(visitor.page.url.removeprefix(f"{visitor.url}/"))
        assert hero(other) == chosen
        other.check()


@pytest.mark.parametrize(("address", "shown"), [("?", "0.050"), ("start?alpha=0.1&", "0.100")])
def test_a_link_to_shuffles_opens_with_its_significance_level(visitor, address, shown):
    visitor.open(f"{address}shuffles=4")
    visitor.reads("of 5 cuts")
    slider = visitor.page.get_by_test_id("stSlider").filter(has_text="Significance level")
    expect(slider).to_contain_text(shown)
    level = "α = .05 ·" if shown == "0.050" else "α = .1 ·"
    visitor.reads(level)


def click_where_it_stands(visitor, cell):
    """Click a cell by the mouse once the page above has grown and the picture answers to the mouse there."""
    cell.scroll_into_view_if_needed()
    seen = []

    def is_still():
        seen.append(cell.bounding_box())
        return len(seen) > 2 and seen[-1] == seen[-2] == seen[-3]

    visitor.until(is_still, "the cell stands still")
    box = seen[-1]
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    expect(visitor.page.locator(".hoverlayer .hovertext")).to_be_visible()
    with visitor.answered():
        visitor.page.mouse.down()
        visitor.page.mouse.up()


def test_a_cell_of_the_matrix_of_all_learners_leads_to_its_pair_and_back_to_the_cell(visitor, address):
    visitor.open(f"many-learners?{address}")
    visitor.page.locator(".st-key-every_pair [tabindex='0'][role=button]").focus()
    visitor.page.keyboard.press("ArrowDown")  # over the diagonal
    cell = visitor.page.locator("path:focus")
    expect(cell).to_have_attribute("aria-label", re.compile("^Decision tree − Naive Bayes"))
    with visitor.answered():
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Two learners", level=1)).to_be_visible()
    expect(visitor.page).to_have_url(re.compile("first=Decision[+]tree&second=Naive[+]Bayes$"))
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="Many learners", level=1)).to_be_visible()
    expect(cell).to_have_attribute("aria-label", re.compile("^Decision tree − Naive Bayes"))
    click_where_it_stands(
        visitor, visitor.page.get_by_role("button", name=re.compile("^LDA − Decision tree"))
    )
    expect(visitor.page).to_have_url(re.compile("first=LDA&second=Decision[+]tree$"))


def expect_mark_fills_its_cell(visitor):
    visitor.page.wait_for_function(
        """() => {
          const path = document.querySelector("path:focus"), box = path?.getBoundingClientRect();
          const { xaxis, yaxis } = path?.closest(".js-plotly-plot")._fullLayout ?? {};
          const pairs = [[box?.width, xaxis?._m], [box?.height, yaxis?._m]];
          const rests = pairs.map(([mark, cell]) => Math.abs(cell) - mark);
          return rests.every((rest) => rest >= 0 && rest <= 10);
        }"""
    )


def expect_cell_stands_still(visitor, stood):
    visitor.page.wait_for_function(
        "stood => Math.abs(document.querySelector('path:focus')?.getBoundingClientRect().top - stood) <= 3",
        arg=stood,
    )


def test_another_pair_picked_by_keys_opens_with_the_advised_test_and_its_link_is_copied(visitor, address):
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open(f"two-learners?{address}")
    visitor.page.add_style_tag(content="* { overflow-anchor: none; }")  # as where the browser holds no place
    cells = visitor.page.locator(".st-key-pairs_matrix .points path")
    expect(cells).to_have_count(6)
    visitor.page.locator(".st-key-pairs_matrix [tabindex='0'][role=button]").focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowRight")
    stood = visitor.page.locator("path:focus").bounding_box()["y"]
    with visitor.answered():
        visitor.page.keyboard.press("Enter")
    expect(visitor.page).to_have_url(re.compile("first=Decision[+]tree&second=LDA"))
    expect_cell_stands_still(visitor, stood)
    expect(visitor.page.locator("path:focus")).to_have_attribute(
        "aria-label", re.compile("Decision tree − LDA")
    )
    by_mouse = visitor.page.get_by_role("button", name=re.compile("^Naive Bayes − LDA"))
    click_where_it_stands(visitor, by_mouse)
    expect(visitor.page).to_have_url(re.compile("first=Naive[+]Bayes&second=LDA"))
    expect(visitor.page.locator("path:focus")).to_have_attribute(
        "aria-label", re.compile("^Naive Bayes − LDA")
    )
    size = dict(visitor.page.viewport_size)
    expect_mark_fills_its_cell(visitor)
    visitor.page.set_viewport_size({**size, "width": size["width"] - 240})
    expect_mark_fills_its_cell(visitor)
    visitor.page.set_viewport_size(size)
    expect_mark_fills_its_cell(visitor)
    visitor.page.keyboard.press("ArrowDown")  # the keys go on from there, over the diagonal
    expect(visitor.page.locator("path:focus")).to_have_attribute(
        "aria-label", re.compile("^Decision tree − LDA")
    )
    with visitor.answered():
        visitor.page.keyboard.press("Enter")
    picked = visitor.page.locator(".st-key-picked_by")
    expect(picked).to_contain_text("Decision tree − LDA: ")
    expect(picked).to_be_in_viewport()
    picked.get_by_role("button", name="Up to its verdict").click()
    expect(visitor.page.get_by_role("heading", name="Two learners")).to_be_focused()
    expect(visitor.page.locator(".fw-hero")).to_be_in_viewport()
    visitor.choose("Test", "Paired t test")
    visitor.choose("Learner B", "Naive Bayes")
    expect(visitor.page.get_by_role("combobox", name="Test", exact=True)).to_have_value(
        "Corrected resampled t test (advised)"
    )
    visitor.page.get_by_role("button", name="Copy link").hover()
    visitor.page.mouse.down()
    visitor.page.locator(".fw-hero").evaluate("hero => { hero.style.marginTop = '3rem'; }")
    visitor.page.mouse.up()  # what has moved meanwhile is clicked all the same
    expect(visitor.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = parse_qs(urlsplit(visitor.page.evaluate("navigator.clipboard.readText()")).query)
    told = {name: copied.get(name) for name in ("first", "second", "test")}
    assert told == {"first": ["Decision tree"], "second": ["Naive Bayes"], "test": None}
    expect(visitor.page.get_by_role("button", name="Copy link")).to_be_visible()
    visitor.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )  # as by plain HTTP
    visitor.page.get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_role("button", name="Copied")).to_be_visible()
    main, matrix = visitor.page.get_by_test_id("stMain"), visitor.page.locator(".st-key-pairs_matrix")
    matrix.scroll_into_view_if_needed()
    before = main.evaluate("main => main.scrollTop")
    visitor.swipe(matrix, -150)  # a finger on a picture scrolls the page
    visitor.until(lambda: main.evaluate("main => main.scrollTop") < before, "the page is scrolled")


def test_one_page_is_one_step_of_back(visitor, address):
    visitor.open(f"?{address}")
    steps = visitor.page.evaluate("history.length")
    with visitor.answered():
        visitor.page.get_by_role("link", name="Conclusion").click()  # a step on Start
    expect(visitor.page.get_by_role("heading", name="Two learners", level=1)).to_be_visible()
    for title in ("One learner", "Measures", "Two learners"):
        visitor.go(title)
    assert visitor.page.evaluate("history.length") == steps + 4
    visitor.choose("Learner B", "Decision tree")
    chosen = hero(visitor)
    assert visitor.page.evaluate("history.length") == steps + 4
    for title in ("Measures", "Fold errors"):  # the latter has the same pickers
        visitor.go(title)
        with visitor.answered():
            visitor.page.go_back()
        expect(visitor.page.get_by_role("heading", name="Two learners", level=1)).to_be_visible()
        visitor.settle()
        assert hero(visitor) == chosen
    visitor.choose("Learner B", "LDA")
    visitor.go("Report")
    visitor.page.wait_for_url("**second=LDA**")
    visitor.reload()
    with visitor.answered():
        visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="Two learners", level=1)).to_be_visible()
    visitor.go("Data")
    visitor.turn_to("Counts")
    visitor.page.get_by_role("textbox", name="Counts, typed or pasted").fill("7 of 55")
    visitor.press("Judge these counts")  # straight out of the text; writes parameters into the address first
    expect(visitor.page).to_have_url(re.compile("calculators[?]e_errors=7&e_n=55"))
    with visitor.answered():
        visitor.page.go_back()
    expect(visitor.page.get_by_role("textbox", name="Counts, typed or pasted")).to_have_value("7 of 55")


def test_a_pair_outlives_a_reload_of_a_page_that_asks_for_none_and_the_way_back(visitor, address):
    visitor.open(f"data?{address}")
    visitor.go("Two learners")
    visitor.choose("Learner A", "LDA")
    visitor.choose("Learner B", "Decision tree")
    chosen, asked = hero(visitor), re.compile("first=LDA.*second=Decision")
    for title in ("Start", "One learner", "Measures", "Experiment", "Laboratory"):
        visitor.go(title)
        expect(visitor.page).to_have_url(asked)
        visitor.reload()
    visitor.go("Two learners")
    assert hero(visitor) == chosen
    for _ in range(7):  # one step for each page
        with visitor.answered():
            visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="Data", level=1)).to_be_visible()
    expect(visitor.page).to_have_url(asked)


def test_back_pressed_at_once_leads_to_the_page_with_its_own_address(visitor):
    visitor.open("?shuffles=3")
    visitor.reads("of 4 cuts")
    left = visitor.page.url
    visitor.follow("Load data")
    expect(visitor.page.get_by_role("heading", name="Data", level=1)).to_be_visible()
    visitor.page.evaluate("history.pushState(history.state, '', '/data')")  # as Streamlit empties an address
    with visitor.answered():
        visitor.page.go_back()
    visitor.page.wait_for_timeout(1500)  # longer than an address may wait to be emptied
    assert visitor.page.url == left


def test_an_experiment_of_the_laboratory_is_one_step_of_back(visitor):
    visitor.open("calculators")
    visitor.go("Laboratory")
    steps = visitor.page.evaluate("history.length")
    visitor.press("Coverage of intervals")
    expect(visitor.page.get_by_role("heading", name="Coverage of intervals", level=1)).to_be_visible()
    visitor.settle()
    assert visitor.page.evaluate("history.length") == steps + 1
    for title in ("Laboratory", "Calculators"):
        with visitor.answered():
            visitor.page.go_back()
        expect(visitor.page.get_by_role("heading", name=title, level=1)).to_be_visible()
    visitor.open("lab?lab=coverage&alpha=0.058")  # of which Streamlit empties the address when it is left
    visitor.settle()
    steps = visitor.page.evaluate("history.length")
    visitor.go("Methods")
    assert visitor.page.evaluate("history.length") == steps + 1


def test_back_and_forward_leave_the_significance_level_alone(visitor, address):
    visitor.open(f"measures?{address}")
    visitor.go("Two learners")
    found = hero(visitor)
    asked = len(visitor.runs.asked)
    visitor.reload()
    assert hero(visitor) == found
    assert len(visitor.runs.asked) == asked + 1, "what Streamlit pushed was taken for a step of Back"
    for step, title in ((visitor.page.go_back, "Measures"), (visitor.page.go_forward, "Two learners")):
        with visitor.answered():
            step()
        expect(visitor.page.get_by_role("heading", name=title, level=1)).to_be_visible()
        visitor.settle()
    assert hero(visitor) == found
