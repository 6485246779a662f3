"""What a visitor does on the pages, in the words of the pages."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from core.records import ExperimentSpec

_IDLE_FOR = """([milliseconds, started]) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const idle = app && app.dataset.testScriptState === 'notRunning'
        && app.dataset.testConnectionState === 'CONNECTED';
    if (window.idleRun !== started || !idle) { window.idleRun = started; window.idleSince = null; }
    if (idle && window.idleSince === null) window.idleSince = performance.now();
    return idle && performance.now() - window.idleSince >= milliseconds;
}"""
_RUN_CHANGED = "before => ![null, before].includes(new URLSearchParams(location.search).get('run'))"
_QUIET = 200
"""Milliseconds without a running script after which a page counts as drawn."""


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
        self.url = url
        self.trouble: list[str] = []
        self._settled = 0
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
        self.page.goto(f"{self.url}/{address}")
        self.settle()

    def reload(self) -> None:
        """Press the browser's reload button."""
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page is drawn."""
        self._settled += 1
        self.page.locator('[data-testid="stMain"] [data-testid="stHeading"]').first.wait_for()
        self.page.wait_for_function(_IDLE_FOR, arg=[_QUIET, self._settled], polling=50)

    def pages(self) -> list[str]:
        """Titles of the pages in the navigation."""
        labels = self.page.get_by_test_id("stSidebarNavLink").locator("span[label]")
        return [label.get_attribute("label") or "" for label in labels.all()]

    def go(self, title: str) -> None:
        """Follow a link of the navigation; the session stays."""
        self.page.get_by_test_id("stSidebarNavLink").filter(has_text=title).click()
        self.settle()

    def press(self, label: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=label, exact=True).click()
        self.settle()

    def choose(self, label: str, option: str) -> None:
        """Choose an option of a selectbox."""
        box = self.page.get_by_role("combobox", name=label, exact=True)
        if box.input_value() == option:
            return
        box.click()  # brings it into view: the list closes when the page scrolls
        box.fill(option)
        self.page.get_by_role("option", name=option, exact=True).click()
        expect(box).to_have_value(option)
        self.settle()

    def pick(self, label: str) -> None:
        """Pick one segment of a segmented control."""
        self.page.get_by_role("radio", name=label, exact=True).click()
        self.settle()

    def unfold(self, title: str) -> None:
        """Open an expander unless it is open."""
        if not self.expander(title).locator("details[open]").count():
            self.expander(title).locator("summary").click()

    def expander(self, title: str) -> Locator:
        """An expander by a part of its title."""
        return self.page.get_by_test_id("stExpander").filter(has=self.page.locator("summary", has_text=title))

    def bring(self, name: str, content: bytes, mime: str = "text/csv") -> None:
        """Upload a file on the page's only uploader that is open."""
        file = {"name": name, "mimeType": mime, "buffer": content}
        self.page.locator('input[type="file"]').last.set_input_files(file)
        self.settle()

    def use_data(self, name: str, content: bytes) -> None:
        """Upload a data set and accept it."""
        self.go("Data")
        self.bring(name, content)
        self.press("Use these data")
        expect(self.page.get_by_text("Compare learners on these data")).to_be_visible()

    def use_sample(self, title: str) -> None:
        """Accept a sample data set."""
        self.go("Data")
        self.pick("Sample data")
        self.choose("Sample", title)
        self.press("Use these data")
        expect(self.page.get_by_text("Compare learners on these data")).to_be_visible()

    def load_specification(self, spec: ExperimentSpec) -> None:
        """Bring a specification to the Experiment page."""
        self.go("Experiment")
        self.unfold("Load a specification")
        self.bring("experiment.json", spec.to_json().encode(), "application/json")

    def run(self) -> None:
        """Run the experiment as it is set up, and wait until it is under way or done."""
        before = self.run_id()
        self.page.get_by_role("button", name="Run", exact=True).click()
        self.page.wait_for_function(_RUN_CHANGED, arg=before, polling=50)
        self.settle()

    def run_id(self) -> str | None:
        """Id of the run in the address."""
        return parse_qs(urlsplit(self.page.url).query).get("run", [None])[0]

    def download(self, label: str) -> bytes:
        """Press a download button and read what comes."""
        with self.page.expect_download() as caught:
            self.page.get_by_role("button", name=label, exact=True).first.click()
        return Path(caught.value.path()).read_bytes()

    def figure(self, name: str | re.Pattern[str]) -> Locator:
        """A picture by what its text for screen readers says."""
        return self.page.get_by_role("figure", name=name)

    def words(self) -> str:
        """All that can be read on the page, without the marks that only keep markdown from acting."""
        return re.sub("[\u2060\u2066-\u2069]", "", self.page.get_by_test_id("stMain").inner_text())

    @property
    def refusal(self) -> Locator:
        """The sentences in red."""
        return self.page.get_by_test_id("stAlertContentError")

    def check(self) -> None:
        """Nothing happened that must never happen."""
        assert self.page.get_by_test_id("stException").count() == 0, self.words()
        assert self.trouble == [], self.trouble
