"""Reading predictions and fold results beside bare `pandas.read_csv` of the same file.

In turn in one process, as a server reads one file after the other; and once in a process of its own, where all memory
is new: the most of it that was held beyond what the process held before. Ratios are medians over the rounds of a run.
In the browser: from choosing the file to the first ROC curve or box plot, with the clicks between them.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
from playwright.sync_api import sync_playwright

import core
from tests.browser.conftest import Server
from tests.browser.find import launch_options
from tests.browser.visitor import Visitor

ROUNDS = 7
ALLOWED = 50 * 2**20
INSTANCES = 1_000_000
FOLD_ROWS = 100_000
LEARNERS = ("tree", "forest", "svm", "knn", "lda")
READERS = {
    "pandas": pd.read_csv,
    "predictions": core.read_predictions,
    "fold results": core.read_fold_scores,
}


def probabilities(rng, y):
    return 1 / (1 + np.exp(-(rng.normal(size=len(y)) + 1.5 * y - 0.7)))


def labels_and_probabilities(path) -> None:
    """Truth, and labels and probabilities of two learners with all their digits."""
    rng = np.random.default_rng(0)
    y = rng.random(INSTANCES) < 0.4
    columns = {"id": np.arange(1, INSTANCES + 1), "truth": np.where(y, "yes", "no")}
    for name in LEARNERS[:2]:
        p = probabilities(rng, y)
        columns |= {name: np.where(p > 0.5, "yes", "no"), f"{name}_proba_yes": p}
    pd.DataFrame(columns).to_csv(path, index=False)


def five_probabilities(path) -> None:
    """Truth and probabilities of five learners."""
    rng = np.random.default_rng(0)
    y = rng.random(INSTANCES) < 0.4
    columns = {"truth": np.where(y, "yes", "no")}
    columns |= {f"{name}_proba_yes": probabilities(rng, y).round(9) for name in LEARNERS}
    pd.DataFrame(columns).to_csv(path, index=False)


def five_labels(path) -> None:
    """Fold, truth and labels of five learners, all of them whole numbers."""
    rng = np.random.default_rng(0)
    y = rng.random(INSTANCES) < 0.4
    columns = {"id": np.arange(INSTANCES), "fold": rng.integers(1, 11, INSTANCES), "truth": y.astype(int)}
    columns |= {name: (probabilities(rng, y) > 0.5).astype(int) for name in LEARNERS}
    pd.DataFrame(columns).to_csv(path, index=False)


def fold_rows(path) -> None:
    """Scores of five learners."""
    each = FOLD_ROWS // len(LEARNERS)
    frame = pd.DataFrame(
        {
            "learner": np.repeat(LEARNERS, each),
            "replicate": np.tile(np.repeat(np.arange(1, each // 10 + 1), 10), len(LEARNERS)),
            "fold": np.tile(np.arange(1, 11), FOLD_ROWS // 10),
            "error": np.random.default_rng(0).random(FOLD_ROWS),
        }
    )
    frame.to_csv(path, index=False)


FILES = {
    "two learners, labels and probabilities": (labels_and_probabilities, "predictions"),
    "five learners, probabilities": (five_probabilities, "predictions"),
    "five learners, labels and folds": (five_labels, "predictions"),
    "100 000 fold rows": (fold_rows, "fold results"),
}
PICTURES = {five_probabilities: ("Predictions", "Measures"), fold_rows: ("Fold+results", "Fold errors")}


def measure(reader: str, path: str, warm_up: str) -> None:
    """Print wall seconds, processor seconds and bytes of one reading; what is loaded on first use is loaded before."""
    read = READERS[reader]
    read(warm_up)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = time.perf_counter(), time.process_time()
    kept = read(path)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(wall, cpu, (after - before) * 1024, len(str(type(kept))))


def in_turn(reader: str, path: str) -> None:
    """Print wall and processor seconds, pandas first and then the reader, round by round after a first one."""
    for k in range(ROUNDS + 1):
        for read in (READERS["pandas"], READERS[reader]):
            wall, cpu = time.perf_counter(), time.process_time()
            read(path)
            if k:
                print(time.perf_counter() - wall, time.process_time() - cpu)


def ratios_in_turn(reader: str, path: Path) -> tuple[list[float], float]:
    """Ratios of wall and processor time to pandas, and pandas' seconds."""
    program = "from tests.benchmarks.reading import in_turn; import sys; in_turn(*sys.argv[1:])"
    answer = subprocess.run(
        [sys.executable, "-c", program, reader, str(path)], capture_output=True, text=True, check=True
    )
    times = np.array([line.split() for line in answer.stdout.splitlines()], dtype=float).reshape(-1, 2, 2)
    return np.median(times[:, 1] / times[:, 0], axis=0).tolist(), float(np.median(times[:, 0, 0]))


def in_its_own_process(reader: str, path: Path, warm_up: Path) -> tuple[float, float, float]:
    """Measure in a grandchild: a process starts with the peak of the one that it was split off from."""
    program = "from tests.benchmarks.reading import measure; import sys; measure(*sys.argv[1:])"
    command = [
        "sh",
        "-c",
        '"$@"; exit $?',
        "sh",
        sys.executable,
        "-c",
        program,
        reader,
        str(path),
        str(warm_up),
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    wall, cpu, size, _ = map(float, answer.stdout.split())
    return wall, cpu, size


def first_rows(path: Path) -> Path:
    """A short file of the same kind."""
    short = path.with_name("short.csv")
    with path.open() as file:
        short.write_text("".join(line for line, _ in zip(file, range(301), strict=False)))
    return short


def compare(title: str, reader: str, path: Path) -> None:
    """Print the ratios of one file."""
    size, short = path.stat().st_size, first_rows(path)
    rounds = [[in_its_own_process(one, path, short) for one in ("pandas", reader)] for _ in range(ROUNDS)]
    first = statistics.median(ours[0] / bare[0] for bare, ours in rounds)
    memory = [statistics.median(pair[i][2] for pair in rounds) for i in (0, 1)]
    (wall, cpu), bare = ratios_in_turn(reader, path)
    print(
        f"{title}, {size / 2**20:.0f} MB: {wall:.1f} × pandas ({bare:.3f} s), processor time {cpu:.1f} ×; the first "
        f"reading of a process {first:.1f} ×; peak {memory[1] / size:.1f} × the file (pandas {memory[0] / size:.1f}), "
        f"beyond 50 MB {max(memory[1] - ALLOWED, 0) / size:.1f} ×",
        flush=True,
    )


def held_most(server: Server) -> int:
    """The most memory that the server has held so far, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024


def to_the_picture(page, server: Server, path: Path, tab: str, title: str) -> float:
    """Seconds from choosing a file to the first curve or box that it gives."""
    visitor = Visitor(page, server.url)
    visitor.open(f"data?door={tab}")
    begin = time.perf_counter()
    page.locator('input[type="file"]').last.set_input_files(path)
    if tab == "Predictions":  # the file does not say it
        page.get_by_text("one trained classifier, a hold-out").click()
    page.get_by_role("button", name="Use these results").click()
    page.get_by_role("button", name="Change", exact=True).wait_for()
    page.get_by_test_id("stSidebarNavLink").filter(has_text=title).click()
    page.locator(".js-plotly-plot .trace").first.wait_for()
    return time.perf_counter() - begin


def in_the_browser(title: str, path: Path, tab: str, place: str) -> None:
    """Print seconds and memory of one file in a fresh server, which has shown a short one before."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(**launch_options())
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(120_000)
            short = first_rows(path)
            to_the_picture(page, server, short, tab, place)
            before = held_most(server)
            seconds = to_the_picture(page, server, path, tab, place)
            grown, size = held_most(server) - before, path.stat().st_size
        finally:
            browser.close()
            server.stop()
    bare = statistics.median(in_its_own_process("pandas", path, short)[0] for _ in range(ROUNDS))
    print(
        f"{title} in the browser, to the first picture: {seconds:.1f} s, {seconds / bare:.0f} × pandas "
        f"({bare:.3f} s); the server's peak {grown / size:.1f} × the file",
        flush=True,
    )


def main() -> None:
    """Print the ratios."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} of {os.cpu_count()}")
    with tempfile.TemporaryDirectory() as folder:
        for title, (write, reader) in FILES.items():
            path = Path(folder) / "table.csv"
            write(path)
            compare(title, reader, path)
            if write in PICTURES:
                in_the_browser(title, path, *PICTURES[write])
