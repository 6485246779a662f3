"""The laboratory in a browser: trials arrive, and a link shows the same in another browser."""

import re

import pytest
from playwright.sync_api import expect

from core.written import level_text
from tests.browser.conftest import somebody_at
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

_SMALL_TABLE = """() => {
    const table = document.createElement('div');
    table.dataset.testid = 'stDataFrame';
    table.innerHTML = "<p style='--gdg-base-font-style: 400 9px'></p>";
    document.querySelector('[data-testid="stMain"]').append(table);
    setTimeout(() => table.remove(), 1000);
}"""

_LINES_OF_THE_END = """title => {
    const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    let text = null;
    while (walker.nextNode()) if (walker.currentNode.data.trim()) text = walker.currentNode;
    const end = text.data.trimEnd().length;
    return [end - 1, end - 3].map(at => {
        const one = document.createRange();
        one.setStart(text, at);
        one.setEnd(text, at + 1);
        return one.getBoundingClientRect().top;
    });
}"""
"""Where the last letter of a title stands, and the one before its blank."""


def words(visitor):
    return visitor.page.locator(".st-key-lab_words").inner_text()


def trials(visitor):
    found = re.search(r"([\d,]+) trials?", visitor.page.get_by_test_id("stMain").inner_text())
    return int(found[1].replace(",", ""))


def press(visitor, key):
    visitor.page.locator(f".st-key-{key} button").click()


def test_a_link_opened_in_a_second_browser_shows_the_same(visitor, browser, server):
    visitor.open("lab")
    press(visitor, "open_p_values")
    expect(visitor.page.locator(".st-key-lab_picture .js-plotly-plot")).to_be_visible()
    slider = visitor.page.get_by_role("slider", name=re.compile("^True difference"))
    slider.press("ArrowRight")
    visitor.page.wait_for_url("**p_values_effect=0.9**")
    press(visitor, "lab_luck")
    press(visitor, "lab_more")
    visitor.page.wait_for_url("**lab_trials=1025**")
    visitor.until(lambda: trials(visitor) == 1025, "the trials that were asked for")
    visitor.page.wait_for_url(
        "**lab_trials=1025**"
    )  # what "Other luck" was answered with may have stood there again
    visitor.settle()  # words of an answer before may stand beside the trials that were asked for
    said, address = words(visitor), visitor.page.url
    with somebody_at(browser) as page:
        other = Visitor(page, server.url)
        other.page.goto(address)
        expect(other.page.locator(".st-key-lab_words")).to_contain_text(said, use_inner_text=True)
        other.check()


def test_what_is_pressed_is_kept_by_who_reloads_before_the_answer(visitor):
    visitor.open("lab?lab=p_values")
    visitor.until(lambda: trials(visitor) == 25, "the first trials")
    press(visitor, "lab_step")
    press(visitor, "lab_more")
    visitor.reload()
    visitor.until(lambda: trials(visitor) == 1026, "what was pressed twice")
    press(visitor, "lab_luck")
    visitor.reload()
    visitor.until(lambda: "seed 1." in visitor.page.get_by_test_id("stMain").inner_text(), "the other luck")
    press(visitor, "lab_step")
    visitor.until(lambda: trials(visitor) == 26, "a trial more")
    press(visitor, "lab_over")
    visitor.reload()
    visitor.until(lambda: trials(visitor) == 25, "the first trials")


def test_trials_arrive_until_they_are_paused(visitor):
    visitor.open("lab?lab=p_values")
    visitor.until(lambda: trials(visitor) == 25, "the first trials")
    press(visitor, "lab_step")
    visitor.until(lambda: trials(visitor) == 26, "one trial more")
    press(visitor, "lab_run")
    visitor.until(lambda: trials(visitor) >= 29, "trials that arrive")
    press(visitor, "lab_run")
    expect(visitor.page.locator(".st-key-lab_run")).to_contain_text("Run")
    visitor.settle()
    before = trials(visitor)
    visitor.page.wait_for_timeout(1800)
    assert trials(visitor) == before
    page = visitor.page
    status, back = page.get_by_test_id("stMainMenu"), page.get_by_role("button", name="All experiments")
    room = status.bounding_box()["x"] - back.bounding_box()["x"] - back.bounding_box()["width"]
    assert room > 120, "the way back lies where Streamlit says that it runs"
    for under_a_pointer in (back, status.get_by_role("button")):
        under_a_pointer.click(trial=True)
    page.set_viewport_size({"width": 390, "height": 844})
    title, menu = page.locator("h1 span").first, page.get_by_test_id("stExpandSidebarButton")
    expect(menu).to_be_visible()
    below = menu.bounding_box()["y"] + menu.bounding_box()["height"]
    assert title.bounding_box()["y"] >= below, "the title lies under the header's buttons"
    source, bar = page.get_by_text("Source:").last, page.locator(".st-key-lab_buttons")
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    end = "part => part.getBoundingClientRect().bottom"
    visitor.until(
        lambda: source.evaluate(end) <= bar.bounding_box()["y"], "the end of the page above the buttons"
    )


def hold(visitor, name, part):
    """Hold the thumb of a slider so far along it; gives where it stands then."""
    mouse, slider = visitor.page.mouse, visitor.page.get_by_role("slider", name=re.compile(f"^{name}"))
    line = visitor.page.get_by_test_id("stSlider").filter(has=slider).locator("[data-orientation]").first
    box, thumb = line.bounding_box(), slider.locator("xpath=..").bounding_box()
    height = thumb["y"] + thumb["height"] / 2
    mouse.move(thumb["x"] + thumb["width"] / 2, height)
    mouse.down()
    mouse.move(box["x"] + part * box["width"], height, steps=3)
    return float(slider.input_value())


def test_trials_are_judged_anew_under_a_held_slider_or_dim_until_others_are_drawn(visitor):
    visitor.open("lab?lab=p_values&present=1")
    visitor.until(lambda: trials(visitor) == 25, "the first trials")
    visitor.settle()
    page = visitor.page
    parts = [
        page.locator(f".st-key-{key}") for key in ("lab_words", "lab_picture [data-testid=stPlotlyChart]")
    ]
    alpha = level_text(hold(visitor, "Significance", 0.8))
    expect(parts[0]).to_contain_text(f"p\u00a0≤\u00a0{alpha}")
    said, drawn = words(visitor), page.locator(".st-key-lab_picture .annotation text").text_content()
    assert drawn == f"α = {alpha}"
    for part in parts:
        expect(part).to_have_css("opacity", "1")
    with visitor.answered():
        page.mouse.up()
    assert words(visitor) == said  # what was foreseen is what the server says
    asked = len(visitor.runs.asked)
    hold(visitor, "True difference", 0.6)
    for part in parts:
        expect(part).to_have_css("opacity", "0.35")
    assert (words(visitor), len(visitor.runs.asked)) == (said, asked)
    with visitor.answered():
        page.mouse.up()
    for part in parts:
        expect(part).to_have_css("opacity", "1")
    assert words(visitor) != said


def test_the_menu_of_a_picture_does_not_lie_on_its_legend(visitor):
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open("lab?lab=salzberg&lab_trials=10")
    chart = visitor.page.locator(".js-plotly-plot").first
    chart.hover()
    menu = chart.locator(".modebar")
    expect(menu).to_be_visible()

    def is_clear():
        covered = menu.bounding_box()
        entries = [entry.bounding_box() for entry in chart.locator(".legendtext").all()]
        return len(entries) > 6 and not any(
            entry["x"] + entry["width"] > covered["x"]
            and covered["y"] - entry["height"] < entry["y"] < covered["y"] + covered["height"]
            for entry in entries
        )

    visitor.until(is_clear, "the menu lies on an entry")
    title = chart.locator(".xtitle").bounding_box()
    assert title["x"] + title["width"] < menu.bounding_box()["x"]


def test_the_space_bar_steps_in_a_lecture(visitor):
    visitor.open("lab?lab=coverage&present=1")
    visitor.until(lambda: trials(visitor) == 60, "the first trials")
    visitor.page.locator("html.fw-present").wait_for(state="attached")
    visitor.settle()
    visitor.page.keyboard.press("Space")
    visitor.until(lambda: trials(visitor) == 62, "a step")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_role("button", name="Copied")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == visitor.page.url.replace(
        "present=1&", ""
    )
    visitor.open("?present=1")
    end = "el => el.getBoundingClientRect().bottom / innerHeight"
    buttons, strip = (visitor.page.locator(f".st-key-{key}") for key in ("again", "shuffles"))
    for part in (buttons, strip):
        visitor.until(lambda part=part: 0.75 < part.evaluate(end) <= 1, "the pictures take the height")
    with visitor.answered():  # a table that came before the letters of the lecture is to be another one
        visitor.page.evaluate(_SMALL_TABLE)
    again, slider = buttons.get_by_role("button"), visitor.page.get_by_role("slider")
    again.focus()
    with visitor.answered():
        visitor.page.keyboard.press("ArrowRight")  # which a button does not answer
    expect(slider).to_be_focused()
    visitor.page.wait_for_url("**alpha=0.051**")
    visitor.press("Leave the lecture view")
    expect(slider).to_have_value("0.051")
    expect(visitor.page).to_have_url(re.compile("alpha=0.051"))
    visitor.press("Present")
    with visitor.answered():
        visitor.page.get_by_text("Forget the overlap").click()
    expect(visitor.page.get_by_role("switch")).not_to_be_focused()
    with visitor.answered():
        visitor.page.keyboard.press("Space")  # shuffles, and does not set the switch back
    visitor.reads("1 shuffle: the same data")
    chip = visitor.page.get_by_role("radio", name="10-fold")
    chip.click()  # chosen already
    expect(chip).not_to_be_focused()
    with visitor.answered():
        visitor.page.keyboard.press("Space")
    visitor.reads("2 shuffles: the same data")
    code = visitor.page.get_by_role("button", name="QR code")
    with visitor.answered():
        code.click()
    expect(visitor.page.get_by_test_id("stPopoverBody").get_by_role("img")).to_be_visible()
    with visitor.answered():
        visitor.page.keyboard.press("Escape")  # which brings the focus back to the button
    expect(visitor.page.get_by_test_id("stPopoverBody")).to_be_hidden()
    expect(code).to_be_focused()
    with visitor.answered():
        visitor.page.keyboard.press("Space")
    visitor.reads("3 shuffles: the same data")
    expect(visitor.page.get_by_test_id("stPopoverBody")).to_be_hidden()
    visitor.until(lambda: strip.evaluate(end) <= 1, "two verdicts leave the strip on the screen")
    visitor.page.set_viewport_size({"width": 1024, "height": 768})  # of an old projector
    visitor.until(
        lambda: strip.evaluate(end) <= 1, "the chips take one row, and the strip stays on the screen"
    )


_ARE_LARGER = """words => words.every(one => [...document.querySelectorAll('.xtitle, .ytitle')].every(
    title => parseFloat(getComputedStyle(one).fontSize) > parseFloat(getComputedStyle(title).fontSize)))"""
"""Whether the sentences that answer are larger than the titles of axes."""


@pytest.mark.parametrize(
    ("address", "end"),
    [
        ("lab=coverage", "lab_picture"),
        ("lab=p_values", "lab_picture"),
        ("lab=salzberg", "lab_picture"),
        ("lab=test_sizes", "lab_curves"),
        ("lab=repeated_cuts", "lab_details"),
        ("lab=quiz&quiz_guesses=a&quiz_reveals=1", "quiz_next"),
    ],
)
def test_an_answer_of_a_lecture_fits_on_every_screen(visitor, address, end):
    page = visitor.page
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        visitor.open(f"lab?{address}&present=1")
        visitor.settle()
        pictures = page.locator(".st-key-stage .js-plotly-plot")
        for part in (*pictures.all(), page.locator(f".st-key-{end}")):
            expect(part).to_be_in_viewport(ratio=0.99)
        assert pictures.first.evaluate("picture => picture.offsetHeight") > 220
        below = "main => main.scrollHeight - innerHeight"
        assert page.get_by_test_id("stMain").evaluate(below) < 20
        assert page.locator(".st-key-lab_words p").evaluate_all(_ARE_LARGER)


@pytest.mark.parametrize("way", ["back", "all experiments"])
def test_from_an_experiment_one_comes_back_to_its_card(visitor, way):
    visitor.open("lab")
    card = visitor.page.locator(".st-key-open_your_data button")
    card.scroll_into_view_if_needed()
    expect(card).to_be_in_viewport()
    card.click()
    visitor.page.wait_for_url("**lab=your_data**")
    expect(visitor.page.locator(".st-key-lab_words")).to_be_visible()
    visitor.until(
        lambda: visitor.page.get_by_test_id("stMain").evaluate("main => main.scrollTop") == 0, "its top"
    )
    visitor.page.go_back() if way == "back" else press(visitor, "lab_index")
    expect(card).to_be_in_viewport()


def test_on_a_phone_an_experiment_begins_with_its_picture_which_is_seen_while_a_slider_is_moved(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("lab?lab=p_values")
    picture = visitor.page.locator(".st-key-lab_picture .js-plotly-plot")
    expect(picture).to_be_in_viewport(ratio=0.5)
    settings = visitor.page.locator(".st-key-lab_settings")
    below = picture.bounding_box()["y"] + picture.bounding_box()["height"]
    assert 0 <= settings.bounding_box()["y"] - below < 60
    source = visitor.page.get_by_text("Source:").last
    assert source.bounding_box()["y"] > settings.bounding_box()["y"] + settings.bounding_box()["height"]


def test_the_last_letter_of_a_title_never_stands_alone_on_a_line(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("lab?lab=degrees_of_freedom")
    title = visitor.page.get_by_role("heading", level=1)
    expect(title).to_have_text("Degrees of freedom of the 5×2 F")
    lines = title.evaluate(_LINES_OF_THE_END)
    assert lines[0] == lines[1]


def test_titles_of_settings_beside_one_another_have_one_line_each(visitor):
    visitor.page.set_viewport_size({"width": 1280, "height": 900})
    visitor.open("lab?lab=test_sizes")
    titles = visitor.page.locator(".st-key-lab_settings [data-testid=stWidgetLabel] p")
    expect(titles).to_have_count(4)
    assert len(set(titles.evaluate_all("all => all.map(one => one.offsetHeight)"))) == 1
