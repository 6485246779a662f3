"""``python -m tests.browser.soak [--count N] [-k WORDS] [test …]``: browser tests, many times, beside busy processes.

A test that reads a page too early passes on a quiet machine; here nearly every wait is a long one.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

COUNT = 20
BUSY = 2
"""Processes beside the tests that do nothing but turn."""
_LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
_ROUND = re.compile(r"\[round\d+\]|-round\d+|round\d+-")


class Rounds:
    """A plugin of pytest that runs every test so many times and notes what failed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.failed: set[str] = set()

    @pytest.fixture
    def soak_round(self, request: pytest.FixtureRequest) -> int:
        return request.param

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        metafunc.fixturenames.append("soak_round")
        metafunc.parametrize(
            "soak_round", range(self.count), indirect=True, ids=lambda place: f"round{place}"
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
            print(f"\n{report.nodeid}\n{report.longreprtext}", flush=True)  # the end may be hours away

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which test failed how often."""
        often = Counter(_ROUND.sub("", nodeid) for nodeid in self.failed)
        terminalreporter.section(f"{self.count} rounds beside {BUSY} busy loops")
        for name, times in often.most_common():
            terminalreporter.line(f"{name} failed {times} of {self.count} times")
        if not often:
            terminalreporter.line("nothing failed")


@contextmanager
def busy_machine() -> Iterator[None]:
    """Keep processors busy meanwhile; a loop ends with whoever started it, whatever happens."""
    loops = [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main() -> int:
    """Soak the tests that are named, or all of the browser's."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.soak", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help=f"rounds of every test, {COUNT} if not said")
    parser.add_argument(
        "-k", default="", help="only tests whose names have these words, as pytest takes them"
    )
    parser.add_argument(
        "tests", nargs="*", default=["tests/browser"], help="files, or tests without parameters"
    )
    asked = parser.parse_args()
    with busy_machine():
        return pytest.main(
            ["-q", "-m", "browser", "--tb=short", "--durations=10", "-k", asked.k, *asked.tests],
            plugins=[Rounds(asked.count)],
        )


if __name__ == "__main__":
    sys.exit(main())
