"""What a visitor does on the pages, in the words of the pages."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Download, Locator, Page, Request, expect

from core.records import ExperimentSpec
from tests.browser.runs import Runs
from tests.pages.hero import as_read

_DRAWN = """() => new Promise(done => requestAnimationFrame(() => requestIdleCallback(() => {
    const charts = [...document.querySelectorAll('[data-testid="stPlotlyChart"]')];
    done(document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState === 'CONNECTED'
        && !document.querySelector('[data-testid="stSkeleton"]')
        && charts.every(chart => !chart.checkVisibility() || chart.querySelector('.main-svg')));
}, {timeout: 1000})))"""
"""Whether all that came is on the screen: asked once the browser has nothing else to do.

Behind a frame that comes at once; a page that draws none is called idle only after most of a second.
The clock of a running job may leave it no such moment, so it is not waited for without end; and whether a script runs
does not matter, since it may be the clock's.
"""
_MOVES = """part => part.getAnimations({subtree: true}).some(
    one => one.timeline === document.timeline && one.playState === 'running'
)"""
"""Whether anything moves by itself: what follows the scrolling of a table runs for ever."""
_OF_OTHERS = ('[data-testid="stSidebarNavItems"]', ".plotly-notifier")
"""What others build: Streamlit's lists of pages, whose items are no children of theirs, and a pale note of Plotly's."""
_HINDERS = ("moderate", "serious", "critical")
"""What axe-core's findings are called that stand in the way of who reads by ear or by keys."""
_HIGHLIGHTED = """mark => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Highlight';
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return getComputedStyle(mark).backgroundColor === colour;
}"""
"""Whether something stands out in the colours of the system."""
_VALUES = "boxes => boxes.map(box => box.value)"
PATIENCE = 180
"""Seconds that anything may take, on a busy machine too."""
SHORTEST, LONGEST = 10.0, 100.0
"""Milliseconds between two looks at what is waited for: looking takes work that is lacking to who is waited for."""


class Visitor:
    """One tab, and a list of everything in it that must never happen.

    Parameters
    ----------
    page : Page
    url : str
        Origin of the server.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(1000 * PATIENCE)
        self.url = url
        self.trouble: list[str] = []
        self.runs = Runs(page)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.trouble.append(f"uncaught in the page: {error}"))
        page.on("dialog", self._on_dialog)
        page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        # Streamlit asks for its own addresses relative to a deep link first, which gives two harmless 404s.
        address = urlsplit(message.location["url"]).path
        is_probe = re.fullmatch(r"/[\w-]+/_stcore/(health|host-config)", address)
        if message.type == "error" and not is_probe:
            self.trouble.append(f"console: {message.text} ({message.location['url']})")

    def _on_dialog(self, dialog) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        own = urlsplit(self.url).netloc
        if parts.scheme not in ("data", "blob") and parts.netloc != own:
            self.trouble.append(f"request to another origin: {request.url}")

    def open(self, address: str = "") -> None:
        """Type an address; its session is a new one."""
        with self.answered():
            self.page.goto(f"{self.url}/{address}")

    def reload(self) -> None:
        """Press the reload button; the program of the page puts its history in order before anybody goes on."""
        with self.answered():
            self.page.reload()
        self.until(
            lambda: self.page.evaluate("Boolean(history.pushState.foldwise)"), "the page has its program"
        )
        self.page.wait_for_timeout(LONGEST)

    @contextmanager
    def answered(self, file: str = "") -> Iterator[None]:
        """Wait until the run that is asked for inside is over and its answer drawn.

        Parameters
        ----------
        file : str, optional
            Name of an uploaded file that this run has to find.
        """
        before = len(self.runs.asked)
        yield
        asked = self.runs.asked
        self.until(
            lambda: any(not file or file in run.files for run in asked[before:]), "a run was asked for"
        )
        self.settle()

    def settle(self) -> None:
        """Wait until every run that was asked for is over and its answer drawn."""
        self.page.locator('[data-testid="stMain"] [data-testid="stHeading"]').first.wait_for()
        self.until(self._is_answered, "the answer is drawn")

    def _is_answered(self) -> bool:
        return not self.runs.awaited and self.page.evaluate(_DRAWN) and not self.runs.awaited

    def until(self, is_so: Callable[[], bool], what: str = "what was waited for") -> None:
        """Wait until something is so; `what` names it should it never be."""
        deadline, pause = time.monotonic() + PATIENCE, SHORTEST
        while not is_so():
            assert time.monotonic() < deadline, (
                f"{what}: not so within {PATIENCE} s; on the page:\n{self.words()}"
            )
            self.page.wait_for_timeout(pause)
            pause = min(1.5 * pause, LONGEST)

    def reads(self, words: str) -> None:
        """Wait for words on the page."""
        wanted = words.replace("\u00a0", " ")
        self.until(lambda: wanted in self.words(), words)

    def pages(self) -> list[str]:
        """Titles of the pages in the navigation."""
        labels = self.page.get_by_test_id("stSidebarNavLink").locator("span[label]")
        return [label.get_attribute("label") or "" for label in labels.all()]

    def go(self, title: str) -> None:
        """Follow a link of the navigation; the session stays."""
        with self.answered():
            link = self.page.get_by_text(title, exact=True)
            self.page.get_by_test_id("stSidebarNavLink").filter(has=link).click()

    def follow(self, label: str) -> None:
        """Follow a link on the page."""
        with self.answered():
            self.page.get_by_text(label).click()

    def turn_to(self, tab: str) -> None:
        """Bring another tab to the front."""
        with self.answered():
            self.page.get_by_role("tab", name=tab).click()

    def press(self, label: str) -> None:
        """Press a button."""
        with self.answered():
            self.page.get_by_role("button", name=label, exact=True).click()

    def swipe(self, what: Locator, up: float) -> None:
        """Move a finger up over something, by so many pixels."""
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = self.page.context.new_cdp_session(self.page)
        for kind, way in (("Start", 0.0), ("Move", up / 2), ("Move", up)):
            points = [{"x": x, "y": y - way}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def choose(self, label: str, option: str) -> None:
        """Choose an option of a selectbox."""
        box = self.page.get_by_role("combobox", name=label, exact=True)
        if box.input_value() == option:
            return
        box.click()  # brings it into view: the list closes when the page scrolls
        box.fill(option)
        with self.answered():
            self.page.get_by_role("option", name=option, exact=True).click()
            # A box that moves to another place of the page stands at both until the run is over.
            self.until(lambda: box.evaluate_all(_VALUES) == [option], f"{label}: {option}")

    def pick(self, label: str) -> None:
        """Pick one segment of a segmented control."""
        with self.answered():
            self.page.get_by_role("radio", name=label, exact=True).click()

    def unfold(self, title: str) -> None:
        """Open an expander unless it is open, and wait until what is in it stands still: a press would miss it."""
        opened = self.expander(title).locator("details[open]")
        if not opened.count():
            self.expander(title).locator("summary").click()
            expect(opened).to_be_visible()
            self.until(lambda: not opened.evaluate(_MOVES), f"{title} stands still")
            self.settle()

    def expander(self, title: str) -> Locator:
        """An expander by a part of its title."""
        return self.page.get_by_test_id("stExpander").filter(has=self.page.locator("summary", has_text=title))

    def bring(self, name: str, content: bytes, mime: str = "text/csv") -> None:
        """Upload a file on the page's only uploader that is open."""
        file = {"name": name, "mimeType": mime, "buffer": content}
        with self.answered(name):
            self.page.locator('input[type="file"]').last.set_input_files(file)

    def use_data(self, name: str, content: bytes) -> None:
        """Upload a data set and accept it."""
        self.go("Data")
        self.bring(name, content)
        self.press("Use these data")
        expect(self.page.get_by_role("button", name="Compare learners")).to_be_focused()

    def use_sample(self, title: str) -> None:
        """Accept a sample data set."""
        self.go("Data")
        self.pick("Sample data")
        self.choose("Sample", title)
        self.press("Use these data")
        expect(self.page.get_by_role("button", name="Compare learners")).to_be_focused()

    def load_specification(self, spec: ExperimentSpec) -> None:
        """Bring a specification to the Experiment page."""
        self.go("Experiment")
        self.unfold("Load a specification")
        self.bring("experiment.json", spec.to_json().encode(), "application/json")

    def start_run(self) -> None:
        """Run the experiment as it is set up, and wait until it is under way or done."""
        before = self.run_id()
        self.press("Run")
        self.until(lambda: self.run_id() not in (None, before))

    def run(self) -> None:
        """Run the experiment as it is set up, and wait until it is done."""
        self.start_run()
        self.until_done()

    def until_done(self) -> None:
        """Wait until the run that is shown is done."""
        expect(self.page.get_by_test_id("stMain").get_by_text("· done (shown)")).to_be_visible()
        self.settle()

    def run_id(self) -> str | None:
        """Id of the run in the address."""
        return parse_qs(urlsplit(self.page.url).query).get("run", [None])[0]

    def download(self, label: str) -> bytes:
        """Press a download button and read what comes."""
        return Path(self._downloaded(label).path()).read_bytes()

    def save(self, label: str, folder: Path) -> Path:
        """Press a download button and keep what comes under the name that it has."""
        found = self._downloaded(label)
        place = folder / found.suggested_filename
        found.save_as(place)
        return place

    def _downloaded(self, label: str) -> Download:
        with self.page.expect_download() as caught:
            self.page.get_by_role("button", name=label, exact=True).first.click()
        return caught.value

    def figure(self, name: str | re.Pattern[str]) -> Locator:
        """A picture by what its text for screen readers says."""
        return self.page.get_by_role("figure", name=name)

    def words(self) -> str:
        """All that can be read on the page, without the marks that keep markdown from acting and lines together."""
        text = self.page.get_by_test_id("stMain").inner_text().replace("\u00a0", " ")
        return re.sub("[\u200b\u2060\u2066-\u2069]", "", text)

    def verdict(self) -> tuple[str, ...]:
        """The verdict that stands first, in the order of `Brief.texts`, as it is read."""
        texts = self.page.locator(".fw-hero [data-live]").all_text_contents()
        return as_read(*texts)

    def is_highlighted(self, mark: Locator) -> bool:
        """Whether something stands out in the colours of the system."""
        return bool(mark.evaluate(_HIGHLIGHTED))

    @property
    def refusal(self) -> Locator:
        """The sentences in red."""
        return self.page.get_by_test_id("stAlertContentError")

    def check(self) -> None:
        """Nothing happened that must never happen."""
        assert self.page.get_by_test_id("stException").count() == 0, self.words()
        assert self.trouble == [], self.trouble

    def hinders_nobody(self) -> None:
        """By axe-core nothing stands in the way of who reads by ear, by keys or with weak eyes."""
        found = Axe().run(self.page, {"exclude": [[part] for part in _OF_OTHERS]}).response["violations"]
        hindrances = {one["help"]: one["nodes"] for one in found if one["impact"] in _HINDERS}
        assert hindrances == {}, hindrances
