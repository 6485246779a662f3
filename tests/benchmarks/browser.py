"""The start page against the least that a Streamlit page can be, measured inside the page, in turn.

First chart: from navigation in a new browser context (empty cache) to the first drawn Plotly chart.
Slider: from the key press on α to the changed words of the verdict, against an empty fragment's round trip.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import Server
from tests.browser.find import launch_options

ROUNDS = 12
MOVES = 10
WATCH_CHART = """
new MutationObserver(() => {
  if (!window.firstChart && document.querySelector('.js-plotly-plot .xtick'))
    window.firstChart = performance.now();
}).observe(document, {childList: true, subtree: true, attributes: true});
"""
WATCH_WORDS = """() => new Promise((resolve) => {
  const words = () => document.querySelector('.fw-hero, [data-testid="stAlert"]').innerText;
  const before = words();
  let pressed = null;
  document.addEventListener('keydown', () => { pressed ??= performance.now(); }, {capture: true, once: true});
  window.answer = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (pressed !== null && words() !== before) { watch.disconnect(); done(performance.now() - pressed); }
    });
    watch.observe(document.body, {childList: true, subtree: true, characterData: true});
  });
  resolve();
})"""


def main() -> None:
    """Print medians and their ratios."""
    app = Server(Path(tempfile.mkdtemp())).start()
    empty = Server(Path(tempfile.mkdtemp()), "tests/benchmarks/empty_app.py").start()
    charts, sliders = {app: [], empty: []}, {app: [], empty: []}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            for warm_up in (True, *[False] * ROUNDS):
                for server in (app, empty):
                    chart, slider = _visit(browser, server)
                    if not warm_up:
                        charts[server].append(chart)
                        sliders[server].extend(slider)
            browser.close()
    finally:
        app.stop()
        empty.stop()
    for title, times in (("to the first chart", charts), ("from α to the verdict", sliders)):
        ours, least = statistics.median(times[app]), statistics.median(times[empty])
        print(f"{title}: {ours:.0f} ms, the empty page {least:.0f} ms, ratio {ours / least:.2f}")


def _visit(browser, server) -> tuple[float, list[float]]:
    """Milliseconds to the first chart, and of the moves of α."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH_CHART)
    page.goto(server.url)
    page.wait_for_function("window.firstChart", timeout=60_000)
    chart = page.evaluate("window.firstChart")
    slider = page.get_by_role("slider", name="Significance level")
    slider.focus()
    page.wait_for_timeout(1500)
    moves = []
    for _ in range(MOVES):
        page.evaluate(WATCH_WORDS)
        page.keyboard.press("ArrowRight")
        moves.append(page.evaluate("window.answer"))
        page.wait_for_timeout(300)
    context.close()
    return chart, moves
