"""Salzberg's grid, 20 sizes and 7 shares: exact power, and sampled trials beside a loop over SciPy's binomial test.

Processor time of one process, least of several rounds.
"""

import time

import numpy as np
from scipy import stats

import core
from core.simulation.experiments import salzberg

TRIALS, LOOPED = 1000, 500


def cpu(function, rounds=5) -> float:
    """Least processor time in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return min(times)


def naive(trials) -> None:
    """Trials at one setting of the grid, one after the other."""
    rng = np.random.default_rng(0)
    for _ in range(trials):
        _, second, first = rng.multinomial(500, [0.82, 0.09, 0.09])
        stats.binomtest(int(second), int(second + first), alternative="greater").pvalue <= 0.05  # noqa: B015


def main() -> None:
    """Print both."""
    entry = core.LABORATORY["salzberg"]
    grid = list(entry.settings(entry.grid({})))

    def exact() -> None:
        salzberg._rejecting.cache_clear()
        salzberg._fewest_wins.cache_clear()
        for settings in grid:
            entry.exact(settings)

    print(f"exact grid of {len(grid)} settings: {cpu(exact) * 1e3:.0f} ms (goal: under 50)")
    sampled = cpu(lambda: core.simulate("salzberg", trials=TRIALS), rounds=3)
    looped = cpu(lambda: naive(LOOPED), rounds=3) / LOOPED * TRIALS * len(grid)
    print(
        f"{TRIALS} trials at each: {sampled:.2f} s; the loop: {looped:.1f} s, {looped / sampled:.0f} times (goal: 100)"
    )
