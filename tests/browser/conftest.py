"""A real server and a real browser for the end-to-end tests."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import core
from core.experiment import do_experiment, make_plan, submit_experiment
from core.jobs import opened
from tests.browser.find import launch_options
from tests.browser.visitor import PATIENCE, Visitor

ROOT = Path(__file__).parents[2]


class Server:
    """The app on a free port of its own, with a data folder of its own."""

    def __init__(self, data: Path, script: str = "server.py") -> None:
        self.data = data
        self.script = script
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "server.log").open("a") as log:
            command = [sys.executable, "-m", "streamlit", "run", self.script, "--server.port", str(self.port)]
            environment = {**os.environ, "FOLDWISE_DATA": str(self.data)}
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {(self.data / 'server.log').read_text()[-2000:]}")

    def log(self) -> str:
        """What the server and its workers printed."""
        return "".join(path.read_text() for path in sorted(self.data.glob("*.log")))

    def kill(self) -> None:
        """End the server as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()


def finished_run(server, workspace, sample, learners, k=5):
    """Address of a finished k-fold run of somebody's on a server, as it is sent to others."""
    plan = make_plan(core.load_sample(sample), learners, core.make_design("k_fold", k=k))
    with opened(str(server.data)) as store:
        job = submit_experiment(store, plan, workspace)
        do_experiment(store, job.id, 1, plan)
    return f"run={job.id}&data={job.fingerprint}"


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        instance = playwright.chromium.launch(**launch_options())
        yield instance
        instance.close()


@contextmanager
def somebody_at(browser):
    """A first page of somebody of whom nothing is known, and who asks for little motion.

    What shimmers and turns while a page is on its way takes half of all the work of showing it. The app's programs
    are compiled once and not for each test: a context that nobody uses any more is used again, and its pages share one
    process, that of an empty page which opens them.
    """
    opener = next((one.pages[0] for one in browser.contexts if len(one.pages) == 1), None) or opener_in(
        browser
    )
    with opener.expect_popup() as opened_page:
        opener.evaluate("void window.open('about:blank')")
    yield opened_page.value
    for page in opener.context.pages[1:]:
        forget(page)
        page.close()
    opener.context.clear_cookies()
    opener.context.clear_permissions()


def opener_in(browser):
    """An empty page of the site of all servers, in a context of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    opener = context.new_page()
    opener.route("**", lambda route: route.fulfill(body=""))
    opener.goto("http://127.0.0.1/")
    return opener


def forget(page):
    """Whatever a page has kept, but for the files that it was loaded from."""
    address = urlsplit(page.url)
    if address.scheme == "http":
        kept = {"origin": f"http://{address.netloc}", "storageTypes": "local_storage,indexeddb"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)


@pytest.fixture
def page(browser):
    with somebody_at(browser) as page:
        yield page


@pytest.fixture
def visitor(page, server):
    """A tab on the shared server; whatever must never happen fails the test that it happened in."""
    visitor = Visitor(page, server.url)
    before = server.log().count("Traceback")
    yield visitor
    visitor.check()
    assert server.log().count("Traceback") == before, server.log()
