"""Long runs as jobs: seen, left alone, cancelled, resumed, and alive when the server or the worker dies."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pandas as pd
import psutil
import pytest
from playwright.sync_api import expect

import core
from core.jobs import opened
from core.records import DesignSpec, FoldScores, LearnerSpec
from tests.browser.conftest import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SECONDS = 2.5
"""How long the run should take with all processors; long enough to be cancelled, while who walks about holds it."""
RELOAD = 3.0
"""Seconds that loading a page takes at most on a machine that does nothing else; "at once" is by this measure."""


@dataclass(frozen=True)
class LongRun:
    """An experiment of some seconds, and what it gives when run directly."""

    learners: list[LearnerSpec]
    design: DesignSpec
    scores: FoldScores

    def start(self, visitor: Visitor) -> None:
        """Set it up on the pages and run it."""
        visitor.open("data")
        visitor.use_sample("Breast cancer")
        fingerprint = core.load_sample("breast_cancer").fingerprint
        visitor.load_specification(core.ExperimentSpec(fingerprint, self.learners, self.design, "error", 0))
        visitor.start_run()

    def check(self, visitor: Visitor) -> None:
        """The run is done, and its scores are those of the direct run to the last bit."""
        visitor.go("Fold errors")
        taken = core.read_fold_scores(visitor.download("Fold scores (CSV)"))
        pd.testing.assert_frame_equal(taken.frame, self.scores.frame, check_exact=True)


@pytest.fixture(scope="module")
def long_run():
    """As many pairs as keep all processors of this machine busy for `SECONDS`."""
    dataset, processors = core.load_sample("breast_cancer"), os.cpu_count() or 1
    learners = [core.learner("extra_trees", n_estimators=100), core.learner("lda")]
    trial = core.make_design("random_resampling", r=3)
    core.run_experiment(dataset, learners, trial)
    begin = time.process_time()
    core.run_experiment(dataset, learners, trial)
    pace = (time.process_time() - begin) / 3
    design = core.make_design("random_resampling", r=max(20, round(SECONDS * processors / pace)))
    direct = core.run_experiment(dataset, learners, design)
    return LongRun(learners, design.spec, direct.fold_scores)


@pytest.fixture
def own_server(tmp_path):
    """A server that the test may kill."""
    server = Server(tmp_path / "own").start()
    yield server
    server.stop()
    assert "Traceback" not in server.log()


def progress(visitor: Visitor) -> int:
    """Finished fits, as the page reports them once the first ones are done."""
    bar = visitor.page.get_by_text(re.compile(r"\d+ of \d+ fits done, roughly .+ left"))
    expect(bar).to_be_visible()
    return int(bar.inner_text().split()[0])


@contextmanager
def held(server: Server, visitor: Visitor) -> Iterator[None]:
    """Let the fits of the visitor's run stand still once there is something to see.

    Else it would have to be long enough for the slowest walk. Its worker, which writes to the store, goes on.
    """
    with opened(str(server.data)) as store:

        def is_told() -> bool:
            """Whether a page says how long the rest takes, and more is done than the worker does by itself."""
            job = store.job(visitor.run_id())
            reused = store.reused(job)
            by_others = job.done - reused > (os.cpu_count() or 1)
            return by_others and job.seconds_left(time.time(), reused) is not None

        visitor.until(is_told, "the first fits are done")
    _, *fits = processes(server, visitor)
    for process in fits:
        process.suspend()
    try:
        yield
    finally:
        for process in fits:
            if not is_gone(process):
                process.resume()


def processes(server: Server, visitor: Visitor) -> list[psutil.Process]:
    """The worker that does the visitor's run, and its own processes."""
    with opened(str(server.data)) as store:
        job = store.job(visitor.run_id())
    worker = psutil.Process(job.pid)
    return [worker, *worker.children(recursive=True)]


def is_gone(process: psutil.Process) -> bool:
    """Whether a process has ended; one that nobody has asked about yet counts."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def resume(visitor: Visitor) -> None:
    """Let the run go on."""
    before = visitor.run_id()
    with visitor.answered():
        visitor.page.get_by_role("button", name="Resume").first.click()
    visitor.until(lambda: visitor.run_id() not in (None, before), "what is left is a run of its own")


def test_a_long_run_is_found_again_cancelled_at_once_and_outlives_its_worker_and_its_server(
    own_server, page, long_run
):
    visitor, context = Visitor(page, own_server.url), page.context
    long_run.start(visitor)
    with held(own_server, visitor):
        seen = progress(visitor)
        expect(page.locator(".st-key-run_card")).to_be_focused()  # it stands where the button was
        visitor.go("Data")
        visitor.go("Experiment")
        assert progress(visitor) >= seen
        begin = time.monotonic()
        visitor.reload()
        busyness = max(1.0, (time.monotonic() - begin) / RELOAD)
        assert progress(visitor) >= seen
    at_work = processes(own_server, visitor)
    begin = time.monotonic()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("This run was cancelled. What was trained is kept.")).to_be_visible()
    took = time.monotonic() - begin
    assert took < 5 * busyness, f"{took:.1f} s until the page said so"
    _, alive = psutil.wait_procs(
        [process for process in at_work if not is_gone(process)], timeout=2 * busyness
    )
    assert all(is_gone(process) for process in alive)

    resume(visitor)
    with held(own_server, visitor):
        progress(visitor)
    processes(own_server, visitor)[0].kill()
    expect(page.get_by_text("The process of this run ended unexpectedly.")).to_be_visible()
    resume(visitor)
    with held(own_server, visitor):
        progress(visitor)
        own_server.kill()
        assert not any(is_gone(process) for process in processes(own_server, visitor))
    own_server.start()
    address = page.url.removeprefix(own_server.url + "/")
    page.close()
    later = Visitor(context.new_page(), own_server.url)
    later.open(address)
    assert "Start" in later.pages()  # the first page of a fresh server, met by deep link
    later.until_done()
    long_run.check(later)
    later.check()
