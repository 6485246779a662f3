"""The verdict follows α while the slider is dragged: words, intervals and critical values, without the server."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import core
from core.experiment import do_experiment, make_plan, submit_experiment
from core.figures.canvas.palette import DARK_SHADES, LIGHT_SHADES
from core.inference.interpretation.brief import brief
from core.inference.interpretation.effect_sizes import difference_interval
from core.inference.interpretation.practical_difference import equivalence_sentence
from core.inference.verdicts.verdict import Verdict
from core.jobs import opened
from core.written import in_points, level_text
from pages.ui.calculators import simulated_planning
from pages.ui.display import live
from tests.browser.visitor import Visitor
from tests.pages.hero import as_read

pytestmark = pytest.mark.browser

WORKSPACE = "0123456789abcdef" * 2
POSITIONS = 8
SLACK = 0.75
"""Pixels by which a mark may be off its place."""

_SEEN = """key => {
    const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
    const axis = chart._fullLayout.xaxis;
    const seen = chart.calcdata.filter(points => points[0]?.node3).map(points => {
        const node = points[0].node3.node();
        const marks = [...node.querySelectorAll('.points path')].map(path => path.getAttribute('transform'));
        const line = node.querySelector('.lines path')?.getAttribute('d') ?? '';
        const numbers = text => (text.match(/-?[\\d.]+(?:e-?\\d+)?/g) ?? []).map(Number);
        const ends = line.split(/[ML]/).filter(Boolean).map(place => axis.p2c(numbers(place)[0]));
        return {mode: points[0].trace.mode, name: points[0].trace.name, ends,
            marks: marks.map(place => axis.p2c(numbers(place)[0]))};
    });
    return {seen, pixel: Math.abs(axis.p2c(1) - axis.p2c(0))};
}"""
"""Where lines and marks are seen in a chart, as values of its axis, and how much one pixel is."""


@pytest.fixture(scope="module")
def run(server):
    """A finished run on the shared server whose verdict turns between two positions of the slider."""
    plan = make_plan(core.load_sample("wine"), ["naive_bayes", "tree"], core.make_design("k_fold"))
    with opened(str(server.data)) as store:
        job = submit_experiment(store, plan, WORKSPACE)
        do_experiment(store, job.id, 1, plan)
    experiment = core.run_experiment(
        core.load_sample("wine"), ["naive_bayes", "tree"], core.make_design("k_fold")
    )
    return f"?run={job.id}&data={job.fingerprint}", core.compare(experiment, *experiment.learners)


def alpha_slider(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider", name=re.compile("^Significance level"))


def value(slider: Locator) -> float:
    return float(slider.input_value())


def interval_seen(visitor: Visitor) -> tuple[list[float], float]:
    """Ends of the interval in the picture of the differences: those of its line and of its marks."""
    found = visitor.page.evaluate(_SEEN, "differences")
    (mark,) = (trace for trace in found["seen"] if trace["mode"] == "lines+markers")
    return [*mark["ends"], *mark["marks"]], found["pixel"]


def critical_seen(visitor: Visitor) -> tuple[list[float], float]:
    """Both ends of the line of every critical value."""
    found = visitor.page.evaluate(_SEEN, "null_figure")
    lines = [trace["ends"] for trace in found["seen"] if trace["name"] == "critical value"]
    return [end for line in lines for end in line], found["pixel"]


def stands_at(visitor: Visitor, verdict: Verdict, alpha: float, *, null: bool) -> None:
    """Words and pictures are those that core computes for this α."""
    wanted = as_read(*brief(verdict, alpha).texts)
    visitor.until(lambda: visitor.verdict() == wanted, f"the words at α = {alpha}: {wanted}")
    interval = difference_interval(verdict, 1 - alpha)
    ends, pixel = interval_seen(visitor)  # in points
    assert ends == pytest.approx([100 * interval.low, 100 * interval.high] * 2, abs=SLACK / pixel), alpha
    if not null:
        return
    lines, pixel = critical_seen(visitor)
    twice = [one for critical in verdict.critical_values(alpha) for one in (critical, critical)]
    assert lines == pytest.approx(twice, abs=SLACK / pixel), alpha
    expect(visitor.page.locator(".st-key-hero_numbers")).to_contain_text(f"at α = {level_text(alpha)}")
    expect(visitor.page.locator(".st-key-hero_numbers")).to_contain_text(verdict.numbers(alpha))


def drag(
    visitor: Visitor, verdict: Verdict, *, null: bool, also: Callable[[float], None] = lambda _: None
) -> float:
    """Hold the thumb down and go along the slider, there and back; gives the last α, the button released."""
    page, slider = visitor.page, alpha_slider(visitor)
    slider.scroll_into_view_if_needed()
    box = (
        page.get_by_test_id("stSlider").filter(has=slider).locator("[data-orientation]").first.bounding_box()
    )
    thumb = slider.locator("xpath=..").bounding_box()
    height = thumb["y"] + thumb["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, height)
    page.mouse.down()
    asked, seen = len(visitor.runs.asked), []
    for part in (0.3, 0.45, 0.6, 0.9, 1.0, 0.7, 0.5, 0.2, 0.0, 0.35, 0.55):
        page.mouse.move(box["x"] + part * box["width"], height, steps=3)
        alpha = round(value(slider), 3)
        stands_at(visitor, verdict, alpha, null=null)
        also(alpha)
        seen.append(alpha)
    told = "alpha => new URLSearchParams(location.search).get('alpha') === alpha"
    page.wait_for_function(told, arg=f"{seen[-1]:g}")  # who reloads now has it again
    assert len(set(seen)) >= POSITIONS
    assert len(visitor.runs.asked) == asked, "the server was asked while the slider was held"
    with visitor.answered():
        page.mouse.up()
    return seen[-1]


def test_two_learners_answer_while_alpha_is_dragged_and_alpha_goes_along(visitor, run):
    address, verdict = run
    visitor.open(f"two-learners{address}")
    stands_at(visitor, verdict, 0.05, null=True)
    curve = visitor.page.locator(".st-key-null_figure .js-plotly-plot").bounding_box()
    assert curve["y"] + curve["height"] < 800, "p is not seen beside α on a laptop"
    tab = visitor.page.get_by_role("tabpanel").first

    def is_dimmed_elsewhere(alpha: float) -> None:
        expect(tab).to_have_css("opacity", "1" if alpha == 0.05 else "0.35")

    expect(tab).to_have_css("opacity", "1")
    alpha = drag(visitor, verdict, null=True, also=is_dimmed_elsewhere)
    visitor.page.wait_for_url(f"**alpha={alpha:g}**")
    stands_at(visitor, verdict, alpha, null=True)  # what the server says is what was seen
    expect(tab).to_have_css("opacity", "1")
    assert {brief(verdict, one).mark for one in (0.001, 0.2)} == {"○", "●"}
    slider = alpha_slider(visitor)
    for key in ("End", "ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "ArrowRight"):
        slider.press(key)
        alpha = round(value(slider), 3)
        stands_at(visitor, verdict, alpha, null=True)
    assert alpha == 0.002
    visitor.page.wait_for_url("**alpha=0.002**")
    visitor.settle()
    stands_at(visitor, verdict, alpha, null=True)
    for title in ("Fold errors", "Start", "One learner", "Two learners"):
        visitor.go(title)
        expect(alpha_slider(visitor)).to_have_value("0.002")
    stands_at(visitor, verdict, alpha, null=True)
    turn_dark(visitor)
    stands_at(visitor, verdict, alpha, null=True)


def test_a_slider_grasped_before_all_of_the_page_came_is_followed(visitor, run):
    address, verdict = run
    held = []
    visitor.page.route("**/BidiComponent.*.js", lambda route: held.extend([route]))
    visitor.page.goto(f"{visitor.url}/two-learners{address}")
    slider = alpha_slider(visitor)
    slider.wait_for()
    thumb = slider.locator("xpath=..").bounding_box()
    height = thumb["y"] + thumb["height"] / 2
    visitor.page.mouse.move(thumb["x"] + thumb["width"] / 2, height)
    visitor.page.mouse.down()
    visitor.page.mouse.move(thumb["x"] + 2 * thumb["width"], height)
    alpha = round(value(slider), 3)
    assert alpha > 0.05
    for route in held:
        route.continue_()
    visitor.settle()
    stands_at(visitor, verdict, alpha, null=True)
    with visitor.answered():
        visitor.page.mouse.up()


ROPES = (0.003, 0.018, 0.05, 0.099)


def rope_stands_at(visitor: Visitor, experiment: core.Experiment, rope: float) -> None:
    """Words, region, areas and line are those that core gives for this region."""
    first, second = experiment.learners
    posterior = core.believe(experiment, first, second, rope=rope)
    wanted = as_read(posterior.probabilities)
    said = visitor.page.locator(".st-key-belief_words [data-live]")
    visitor.until(lambda: as_read(*said.all_text_contents()) == wanted, f"the words at ROPE {rope}: {wanted}")
    verdict = core.compare(experiment, first, second, "equivalence", rope=rope)
    words = as_read(*visitor.page.locator(".st-key-equivalence_words [data-live]").all_text_contents())
    headline = core.compare(experiment, first, second, "corrected_t")
    assert words[1:2] == as_read(equivalence_sentence(verdict, headline))
    assert as_read(f"±{in_points(rope)}")[0] in words[2]
    seen = {
        key: {
            trace["name"]: [end / 100 for end in trace["ends"]]  # the pictures are in points
            for trace in visitor.page.evaluate(_SEEN, key)["seen"]
        }
        for key in ("differences", "posterior", "rope_curves")
    }
    region = seen["differences"]["does not matter"]
    assert (min(region), max(region)) == (pytest.approx(-rope, abs=1e-3), pytest.approx(rope, abs=1e-3))
    middle = seen["posterior"]["practically equal"]
    reach = max(end for ends in seen["posterior"].values() for end in ends)
    assert max(middle) == pytest.approx(min(rope, reach), abs=1e-3)
    assert seen["rope_curves"]["the region in force"] == pytest.approx([rope, rope], abs=1e-3)


def test_the_answer_and_what_moves_it_stand_on_the_first_screen(visitor, run):
    page, (address, _) = visitor.page, run
    judges = (f"{name}{address}" for name in ("two-learners", "one-learner", "fold-errors"))
    for place in (*judges, "calculators", "calculators?calc=2×2+table"):
        visitor.open(place)
        for width, height in ((1280, 720), (1024, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            for part in (".fw-answer", ".fw-effect", ".fw-numbers"):
                expect(page.locator(part).first).to_be_in_viewport(ratio=1)
        if place.startswith("two-learners"):  # what moves the answer comes before the next picture
            moved, drawn = page.get_by_test_id("stSlider").first, page.locator(".st-key-differences")
            assert moved.bounding_box()["y"] < drawn.bounding_box()["y"]
        page.set_viewport_size({"width": 1280, "height": 720})
        expect(page.get_by_test_id("stSlider").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("calculator", ["Errors of n", "2×2 table", "Two samples"])
def test_which_test_it_is_stands_beside_its_verdict_and_the_picture_on_the_first_screen(visitor, calculator):
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    visitor.open(f"calculators?calc={calculator}")
    box = page.get_by_test_id("stSelectbox").filter(has=page.get_by_role("combobox", name="Test", exact=True))
    for part in (box, page.locator("[class*=_forest] .js-plotly-plot")):
        expect(part).to_be_in_viewport(ratio=0.99)  # its edge lies between two pixels
    below = page.locator(".fw-numbers").bounding_box()
    assert box.bounding_box()["y"] - below["y"] - below["height"] < 30


@pytest.mark.parametrize(("width", "height", "boxes", "feet"), [(390, 844, 0, 1), (1280, 800, 1, 0)])
def test_what_is_planned_is_seen_once(visitor, width, height, boxes, feet):
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.open("calculators?calc=Sample size and power")
    seen = "part => part.checkVisibility() && getComputedStyle(part).clipPath === 'none'"
    for part, count in (
        (page.get_by_test_id("stMetric"), boxes),
        (page.locator(".st-key-planned_once_more"), feet),
    ):
        assert part.evaluate(seen) is bool(count)
    expect(page.get_by_test_id("stMetric")).to_contain_text("385")  # heard on a phone, too
    whole = page.locator(".fw-whole")
    expect(whole).to_have_count(0)  # the box holds what is planned for
    visitor.choose("Plan for", "two classifiers on the same instances: exact McNemar")
    whole.wait_for(state="attached")
    assert whole.evaluate(seen) is bool(feet)  # on a phone the box cuts it off


def test_fields_of_a_plan_stand_in_rows_though_a_name_takes_two_lines(visitor):
    visitor.open("calculators?calc=Sample size and power")
    visitor.choose("Plan for", f"{simulated_planning.KINDS['balanced_5x2_f']} (simulated)")
    fields = visitor.page.locator(".st-key-planned_from [data-testid=stNumberInputContainer]")
    for width in (1280, 1024):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        names, first, beside = (
            visitor.page.locator(".st-key-planned_from [data-testid=stWidgetLabel]").first,
            *fields.all()[:2],
        )
        assert names.bounding_box()["height"] > 30
        assert first.bounding_box()["y"] == pytest.approx(beside.bounding_box()["y"], abs=1)


def test_the_marks_of_a_verdict_are_circles_of_one_size(visitor):
    visitor.open("calculators")
    headline, *circles = visitor.page.locator(".fw-mark").first.evaluate(_CIRCLES)
    assert max(circles) - min(circles) <= 2
    assert min(circles) > 0.5 * headline


def is_up(tab: Locator) -> bool:
    place = tab.bounding_box()
    return place is not None and place["y"] < 200


def test_tabs_low_on_the_screen_come_up_and_take_nothing_else_along(visitor):
    visitor.open("many-learners")
    for title in ("Formula", "Order by cost", "All pairs"):
        tab = visitor.page.get_by_role("tab", name=title)
        visitor.page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        with visitor.answered():
            tab.click()
        around = visitor.page.get_by_test_id("stAppViewContainer")
        visitor.until(partial(is_up, tab), "the tabs come up")
        assert around.evaluate("place => place.scrollTop") == 0


def test_what_does_not_matter_answers_while_it_is_dragged(visitor, run):
    address, _ = run
    experiment = core.run_experiment(
        core.load_sample("wine"), ["naive_bayes", "tree"], core.make_design("k_fold")
    )
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 2000})  # all of it in view
    visitor.open(f"two-learners{address}&details=Does it matter?")
    slider = page.get_by_role("slider", name=re.compile("^Does not matter"))
    rope_stands_at(visitor, experiment, 0.01)
    thumb = slider.locator("xpath=..").bounding_box()
    rail = (
        page.get_by_test_id("stSlider").filter(has=slider).locator("[data-orientation]").first.bounding_box()
    )
    height = thumb["y"] + thumb["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, height)
    page.mouse.down()
    asked = len(visitor.runs.asked)
    for wanted in ROPES:
        page.mouse.move(rail["x"] + wanted / 0.1 * rail["width"], height, steps=3)
        rope = round(value(slider) / 100, 3)
        assert rope == pytest.approx(wanted, abs=0.004)
        rope_stands_at(visitor, experiment, rope)
    assert len(visitor.runs.asked) == asked, "the server was asked while the slider was held"
    with visitor.answered():
        page.mouse.up()
    rope_stands_at(visitor, experiment, rope)
    page.wait_for_url(f"**rope_points_error={100 * rope:g}**")


_CALLED = """async ([program, order]) => {
    const {default: live} = await import(URL.createObjectURL(new Blob([program], {type: 'text/javascript'})));
    const [said, place] = [document.querySelector('p span'), document.querySelector('i')];
    const seen = () => new Promise(done => setTimeout(() => done(said.textContent), 20));
    const leaves = Object.fromEntries(order.map(words => [words, live({ parentElement: place,
        data: { scene: '', moved: {}, cells: { said: [words] }, address: {}, pressed: {} } })]));
    queueMicrotask(leaves.earlier);
    const found = [await seen()];
    said.textContent = 'drawn anew';
    found.push(await seen());
    place.remove();
    leaves.latest();
    said.textContent = 'of another page';
    return [...found, await seen()];
}"""
"""What is read once the program was called with two answers as Streamlit calls it, the earlier of which is superseded;
after that was drawn anew with other words; and after the page was left."""


@pytest.mark.parametrize("order", [("earlier", "latest"), ("latest", "earlier")])
def test_of_answers_that_came_before_the_program_the_latest_is_shown(page, order):
    page.set_content(
        "<main data-testid=stMain><p class=st-key-said><span data-live>as it came</span></p><i></i>"
    )
    program = Path(live.__file__).with_suffix(".js").read_text("utf-8")
    found = page.evaluate(_CALLED, [program, order])
    assert found == ["latest", "latest", "of another page"]


def test_the_row_of_shuffles_stays_where_it_is_when_the_overlap_is_forgotten(visitor):
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.open()
    row = visitor.page.locator(".st-key-comparison_again")
    before = row.bounding_box()["y"]
    visitor.page.get_by_text("Forget the overlap", exact=True).click()
    visitor.reads("Forgetting that training sets overlap")
    assert row.bounding_box()["y"] == pytest.approx(before, abs=1)


def test_numbers_of_many_shuffles_leave_room_for_their_download(visitor):
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open()
    visitor.page.get_by_role("button", name="Shuffle 20×").click()
    visitor.reload()  # before the answer: what is pressed is in the address already
    visitor.reads("20 shuffles: the same data")
    with visitor.answered():
        visitor.page.locator(".st-key-shuffles_numbers button").first.click()
    download = visitor.page.get_by_test_id("stPopoverBody").get_by_test_id("stDownloadButton")
    expect(download).to_be_in_viewport(ratio=1)


def test_behind_a_button_numbers_come_first_and_no_column_is_cut_off(visitor):
    visitor.open("?shuffles=2")
    visitor.reads("2 shuffles: the same data")
    with visitor.answered():
        visitor.page.locator(".st-key-shuffles_numbers button").first.click()
    room = visitor.page.get_by_test_id("stPopoverBody")
    numbers = room.get_by_test_id("stDataFrame")
    visitor.until(lambda: numbers.bounding_box()["width"] > 480, "room for three columns of words")
    assert numbers.bounding_box()["y"] < room.get_by_text("Save picture").bounding_box()["y"]


@pytest.mark.parametrize("view", ["", "&present=1"])
def test_of_how_many_cuts_stands_below_what_forgetting_would_say(visitor, view):
    visitor.open(f"?forget_overlap=true&shuffles=21{view}")
    visitor.reads("21 shuffles: the same data")
    said, count = (
        visitor.page.locator(f".st-key-{key}:not([data-stale=true])") for key in ("overlap_forgotten", "cuts")
    )
    for width, height in ((1920, 1080), (1280, 800), (1024, 768)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(count).to_be_in_viewport(ratio=1)
        above, below = said.bounding_box(), count.bounding_box()
        assert (above["x"], above["width"]) == (below["x"], below["width"])
        assert 0 < below["y"] - above["y"] - above["height"] < 25
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    if view:
        visitor.until(
            lambda: visitor.page.locator(".st-key-cut").evaluate(_LOWEST) < 0.97, "clear of the lower edge"
        )


@pytest.mark.parametrize("view", ["", "&present=1"])
def test_with_the_overlap_forgotten_every_p_value_is_on_the_first_screen(visitor, view):
    visitor.open(f"?forget_overlap=true&shuffles=2{view}")
    visitor.reads("2 shuffles: the same data")
    strip = visitor.page.locator(".st-key-shuffles:not([data-stale=true])")
    for width, height in ((1024, 768), (1280, 800)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        for alpha in ("End", "Home"):  # the tests agree at the one, and may not at the other
            with visitor.answered():
                alpha_slider(visitor).press(alpha)
            visitor.until(lambda: strip.evaluate(_LOWEST) <= 1, f"all on the screen of {width}")
    assert strip.bounding_box()["height"] >= (200 if view else 140)
    expect(visitor.page.locator(".st-key-cuts strong")).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator(".fw-answer")).to_have_count(1)


def test_the_start_page_answers_while_alpha_is_dragged(visitor):
    scores = core.read_fold_scores("sample_data/example_fold_scores.csv")
    verdict = core.compare(scores, *scores.learners[:2])
    visitor.open()
    stands_at(visitor, verdict, 0.05, null=False)

    def cuts_stand_at(alpha: float) -> None:
        filled = verdict.p_value <= alpha
        said = visitor.page.locator(".st-key-cuts strong[data-live]")
        assert said.text_content() == "The data were cut once, into 10 folds."
        line, dots, letters, offset = visitor.page.evaluate(_STRIP)
        assert line == pytest.approx(alpha, rel=0.01)
        assert dots == [int(filled), int(not filled)]
        assert letters == f"α = {level_text(alpha)}"
        assert offset == pytest.approx(0, abs=1.5)

    alpha = drag(visitor, verdict, null=False, also=cuts_stand_at)
    visitor.page.wait_for_url(f"**alpha={alpha:g}**")
    stands_at(visitor, verdict, alpha, null=False)
    cuts_stand_at(alpha)
    visitor.page.set_viewport_size({"width": 1180, "height": 900})  # Plotly draws the letters anew
    visitor.until(lambda: abs(visitor.page.evaluate(_STRIP)[3]) < 1.5, "the letters stand above their line")
    cuts_stand_at(alpha)
    for width in (1180, 1024):
        visitor.page.set_viewport_size({"width": width, "height": 900})
        visitor.until(
            lambda: max(sides := visitor.page.evaluate(_SIDES)) - min(sides) <= 1, "names on a line"
        )
    glides(visitor)
    answers = [visitor.page.locator(part) for part in (".fw-hero", ".st-key-again", ".st-key-shuffles")]
    for width, height in ((1024, 768), (390, 844)):  # what a shuffle changes is seen where its button is
        visitor.page.set_viewport_size({"width": width, "height": height})
        for part in answers:
            visitor.until(lambda part=part: part.evaluate(_LOWEST) <= 1, f"all on the screen of {width}")
        short, long = visitor.page.evaluate(_HEIGHTS)
        assert short == pytest.approx(long), "what is below the answer stays where it is"


_HEIGHTS = """() => {
    const answer = document.querySelector('.fw-answer'), words = answer.lastElementChild.firstChild, said = words.data;
    const found = ['Luck could explain it', 'Linear SVM is better: more than luck'].map(one => {
        words.data = one;
        return answer.getBoundingClientRect().height;
    });
    words.data = said;
    return found;
}"""
"""How high a short answer is, and a long one."""

_LOWEST = "part => part.getBoundingClientRect().bottom / innerHeight"

_SIDES = """() => [...document.querySelectorAll('.st-key-differences .annotation text')]
    .slice(0, 2).map(text => text.getBoundingClientRect().top)"""
"""At which heights the names of both sides stand."""

_CIRCLES = """mark => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(mark).font;
  const inks = [..."●○◐"].map(one => pen.measureText(one));
  const heights = inks.map(ink => ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent);
  return [parseFloat(getComputedStyle(mark.parentElement).fontSize), ...heights];
}"""
_STRIP = """() => {
    const chart = document.querySelector('.st-key-shuffles .js-plotly-plot'), { xaxis } = chart._fullLayout;
    const line = chart.querySelector('.scatterlayer .lines path'), seen = part => part.checkVisibility();
    const dots = chart.calcdata.slice(3).map(([{ node3 }]) => [...node3.node().querySelectorAll('path')]);
    const letters = chart.querySelector('.annotation text');
    const middle = box => (box.left + box.right) / 2;
    const offset = middle(letters.getBoundingClientRect()) - middle(line.getBoundingClientRect());
    return [xaxis.p2c(Number(line.getAttribute('d').match(/[\\d.]+/)[0])),
        dots.map(paths => paths.filter(seen).length), letters.textContent, offset];
}"""
"""Where the line of α is, whether the latest dot is filled or hollow, what is written at the line, how far from it."""

_DOTS = """() => {
    const chart = document.querySelector('.st-key-differences .js-plotly-plot');
    const stays = chart === (window.stood ??= chart);
    return [stays, chart.data[0].x, chart._fullLayout.xaxis.range];
}"""
"""Whether the picture is the one that stood here before, where its dots are, and how far its axis goes."""

_CUTS = """() => {
    const [count] = document.querySelector('.st-key-cuts strong').textContent.match(/(?<=of )\\d+/);
    const dots = document.querySelectorAll('.st-key-shuffles .points path:not([display])');
    return [Number(count), dots.length];
}"""
"""How many cuts the words tell of, and how many dots are seen."""


def glides(visitor: Visitor) -> None:
    """A shuffle moves the dots of the picture that is there, on the same axis."""
    _, before, axis = visitor.page.evaluate(_DOTS)
    visitor.press("Shuffle")
    visitor.reads("of 2 cuts")
    visitor.until(lambda: visitor.page.evaluate(_DOTS)[1] != before, "the dots have moved")
    assert visitor.page.evaluate(_CUTS) == [2, 2]
    stays, _, same = visitor.page.evaluate(_DOTS)
    assert stays
    assert same == axis


_INK = (
    """() => [...document.querySelectorAll('.js-plotly-plot')].map(chart => chart._fullLayout.font.color)"""
)


def turn_dark(visitor: Visitor) -> None:
    """Let the visitor's system turn dark: every chart and the logo follow, without a click."""
    logo = visitor.page.get_by_test_id("stSidebarLogo")
    before = logo.get_attribute("src")
    assert set(visitor.page.evaluate(_INK)) == {LIGHT_SHADES.text}
    with visitor.answered():
        visitor.page.emulate_media(color_scheme="dark")
    visitor.until(lambda: set(visitor.page.evaluate(_INK)) == {DARK_SHADES.text}, "the charts are dark")
    expect(logo).not_to_have_attribute("src", before)


_PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_another_calculator_says_its_own_words(visitor):
    visitor.open("calculators?e_n=none&e_errors=three")
    told = visitor.page.locator(".st-key-not_taken")
    expect(told).to_contain_text("Errors: three")
    with visitor.answered():
        visitor.page.get_by_label("Errors", exact=True).press("ArrowUp")
        visitor.page.get_by_label("Errors", exact=True).press("Enter")
    expect(told).not_to_contain_text("Errors")
    expect(told).to_contain_text("Instances: none")
    effect = visitor.page.locator(".fw-effect")
    expect(effect).to_contain_text("The error rate of the classifier")
    for field, typed, kept in (
        ("Instances", "1e3", "1000"),
        ("Instances", "3,5", "3.5"),  # and not 35: it is refused
        ("Instances", "12/40", "12.4"),
        ("Instances", "1,000,000", "1000000"),
        ("Instances", "1,000", "1000"),
        ("Rate p0 to compare it with (%)", "3,5", "3.5"),
    ):
        with visitor.answered():
            visitor.page.get_by_label(field, exact=True).press("Control+a")
            visitor.page.keyboard.type(typed)
            visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_label(field, exact=True)).to_have_value(kept)
    for pasted, kept in (("3,5", "3.5"), ("1,00", "1.00"), ("2,000", "2.000")):  # and not 35, 100
        visitor.page.get_by_label("Instances", exact=True).press("Control+a")
        visitor.page.get_by_label("Instances", exact=True).evaluate(_PASTE, pasted)
        expect(visitor.page.get_by_label("Instances", exact=True)).to_have_value(kept)
    with visitor.answered():
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_label("Instances", exact=True)).to_have_value("2000")
    expect(visitor.page).to_have_url(re.compile("e_n=2000&e_p0_percent=3.5$"))
    visitor.pick("2×2 table")
    expect(effect).to_contain_text("B makes fewer errors than A")
    expect(told).to_have_count(0)
    expect(visitor.page.locator(".fw-numbers")).to_contain_text("McNemar")
    visitor.page.emulate_media(forced_colors="active")
    for name, is_chosen in (("2×2 table", True), ("Errors of n", False)):
        assert visitor.is_highlighted(visitor.page.get_by_role("radio", name=name)) is is_chosen
    visitor.page.emulate_media(forced_colors="none")


_LIT = """() => {
    const chart = document.querySelector('.js-plotly-plot'), { yaxis } = chart._fullLayout;
    const faded = [...chart.querySelectorAll('.fw-faded')].map(part => part.getBoundingClientRect());
    const top = chart.getBoundingClientRect().top + yaxis._offset;
    return faded.length === 2 && [(faded[0].bottom - top) / yaxis._m, (faded[1].top - top) / yaxis._m];
}"""
"""From where to where the row goes that is not faded, in rows."""


def test_the_row_of_a_design_under_the_mouse_stands_out(visitor):
    visitor.open("methods?method=designs.k_fold")
    page = visitor.page
    plane = page.locator(".js-plotly-plot .nsewdrag").first
    plane.scroll_into_view_if_needed()
    for row in (2, 0):
        box = plane.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + (row + 0.5) * box["height"] / 4)
        visitor.until(
            lambda row=row: page.evaluate(_LIT) == pytest.approx([row, row + 1], abs=0.1),
            f"row {row} stands out",
        )
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 60)
    expect(page.locator(".fw-faded")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    entry = page.get_by_test_id("stMain").get_by_role("heading").nth(1)
    visitor.until(lambda: entry.bounding_box()["y"] < 800, "on a phone the entry begins in sight")
    page.set_viewport_size({"width": 1280, "height": 800})
    visitor.open("methods")  # the chosen test is far down in its list
    listed = page.locator(".st-key-methods_list")
    visitor.until(lambda: listed.evaluate("list => list.scrollTop") > 100, "the chosen entry is in sight")
    page.get_by_role("radio", name="Intervals").click()
    expect(page.get_by_role("button", name="Wilson score interval")).to_be_visible()
    visitor.until(lambda: listed.evaluate("list => list.scrollTop") == 0, "another list begins at its top")
    visitor.press("Wilson score interval")
    expect(page.get_by_role("heading", name="Wilson score interval")).to_be_visible()
    with visitor.answered():
        page.go_back()
    expect(
        page.get_by_role("heading", name="Normal interval (Wald)")
    ).to_be_visible()  # the first of its kind


def test_the_list_of_methods_is_as_high_as_its_entries(visitor):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open("methods?search=boschloo")
    listed = visitor.page.locator(".st-key-methods_list")
    visitor.until(lambda: listed.bounding_box()["height"] < 120, "one entry needs no more")
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.open("methods")
    kinds = visitor.page.locator(".st-key-kind").get_by_role("radio")
    expect(kinds).to_have_count(6)
    boxes = [kind.bounding_box() for kind in kinds.all()]
    assert len({box["x"] for box in boxes}) == 2, "two columns"
    for left in {box["x"] for box in boxes}:
        assert len({round(box["width"]) for box in boxes if box["x"] == left}) == 1, "as wide as one another"
    beside = kinds.evaluate_all("""kinds => kinds.map(kind => {
        const words = document.createRange(), box = kind.getBoundingClientRect();
        words.selectNodeContents(kind.querySelector('p') ?? kind);
        const { left, right } = words.getBoundingClientRect();
        return Math.min(left - box.left, box.right - right);
    })""")
    assert min(beside) > 6, "no word touches its box"


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768)])
def test_the_code_of_a_lecture_and_all_below_it_are_in_sight(visitor, width, height):
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.open("two-learners?present=1&alternative=A+<+B&second=Naive+Bayes")
    visitor.page.get_by_role("button", name="QR code").click()
    room = visitor.page.get_by_test_id("stPopoverBody")
    expect(room.get_by_text("This address works on this machine only.")).to_be_visible()
    visitor.until(
        lambda: room.evaluate("room => room.scrollHeight <= room.clientHeight"), "nothing is cut off"
    )


def test_numbers_behind_a_button_at_the_lower_edge_are_in_sight(visitor, run):
    visitor.open(f"two-learners{run[0]}")
    button = visitor.page.locator(".st-key-differences_numbers button").first
    lowest = button.bounding_box()["y"] + 90
    visitor.page.set_viewport_size({"width": 1280, "height": int(lowest)})
    with visitor.answered():
        button.click()
    room = visitor.page.get_by_test_id("stPopoverBody")
    expect(room.get_by_test_id("stDataFrame").first).to_be_visible()
    visitor.until(lambda: room.bounding_box()["height"] > 200)
    box = room.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= lowest
