"""The threshold dragged over eight pictures of 100 000 instances, the processor throttled four times (and not at all).

Frames that the page draws in a second while the mouse goes along the rail, and the share of it that the browser works,
beside those of a bare Streamlit slider in the same browser, in turn. A frame lasts a sixtieth of a second at least.
"""

import math
import re
import statistics
import tempfile
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import Server
from tests.browser.find import launch_options
from tests.browser.tables import csv
from tests.browser.test_measures_browser import PICTURES, scored
from tests.browser.visitor import Visitor

INSTANCES = 100_000
THROTTLED = (1, 4)
ROUNDS = 3
MOVES = 250
COUNT = """() => {
  window.frames_drawn = 0;
  window.counting = true;
  const step = () => { window.frames_drawn += 1; if (window.counting) requestAnimationFrame(step); };
  requestAnimationFrame(step);
  return performance.now();
}"""
COUNTED = "() => { window.counting = false; return [window.frames_drawn, performance.now()]; }"


def main() -> None:
    """Print medians of the rounds."""
    app = Server(Path(tempfile.mkdtemp())).start()
    bare = Server(Path(tempfile.mkdtemp()), "tests/benchmarks/empty_app.py").start()
    found = defaultdict(list)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            pages = {
                "eight pictures": eight_pictures(browser, app.url),
                "bare slider": bare_slider(browser, bare.url),
            }
            for throttled in THROTTLED * ROUNDS:
                for name, page in pages.items():
                    found[throttled, name].append(dragged(page, throttled))
            browser.close()
    finally:
        app.stop()
        bare.stop()
    for (throttled, name), rounds in sorted(found.items()):
        frames, busy = (statistics.median(values) for values in zip(*rounds, strict=True))
        print(f"throttled {throttled}×, {name}: {frames:.0f} frames/s, processor {busy:.0%} (goal at 4×: 50)")


def eight_pictures(browser, url: str) -> Page:
    """All pictures of Measures with one threshold."""
    visitor = Visitor(browser.new_context(viewport={"width": 1280, "height": 900}).new_page(), url)
    visitor.open("data?door=Predictions")
    visitor.bring("scores.csv", csv(scored(INSTANCES)))
    visitor.follow("one trained classifier, a hold-out")
    visitor.choose("Which class is the positive one?", "sick")
    visitor.press("Use these results")
    visitor.go("Measures")
    for name in list(PICTURES)[1:]:
        visitor.press(name)
    visitor.settle()
    return visitor.page


def bare_slider(browser, url: str) -> Page:
    """A slider that Streamlit alone answers."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(url)
    page.get_by_role("slider").wait_for()
    page.wait_for_timeout(2000)
    return page


def dragged(page: Page, throttled: int) -> tuple[float, float]:
    """Frames in a second, and the share of it that the processor worked, while the thumb is dragged to and fro."""
    slider = page.get_by_role("slider", name=re.compile("^(Threshold|Significance)")).first
    thumb = slider.locator("xpath=..").bounding_box()
    rail = (
        page.get_by_test_id("stSlider").filter(has=slider).locator("[data-orientation]").first.bounding_box()
    )
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable")
    metrics.send("Emulation.setCPUThrottlingRate", {"rate": throttled})
    height = thumb["y"] + thumb["height"] / 2
    page.mouse.move(thumb["x"] + thumb["width"] / 2, height)
    page.mouse.down()
    begin, worked = page.evaluate(COUNT), _worked(metrics)
    for move in range(MOVES):
        share = (1 + math.sin(move / 12)) / 2
        page.mouse.move(rail["x"] + share * rail["width"], height)
    frames, end = page.evaluate(COUNTED)
    busy = _worked(metrics) - worked
    metrics.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.mouse.up()
    page.wait_for_timeout(1500)
    return 1000 * frames / (end - begin), 1000 * busy / (end - begin)


def _worked(metrics) -> float:
    """Seconds that the page's thread has worked."""
    found = metrics.send("Performance.getMetrics")["metrics"]
    return next(item["value"] for item in found if item["name"] == "TaskDuration")
