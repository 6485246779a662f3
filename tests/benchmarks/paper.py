"""``make bench-paper``: Table 3 of Wang 2016 beside what the laboratory finds, printed whether or not they agree.

Trials are kept in a store, so that a run that was broken off goes on where it was, and one with more trials adds
to those that there are.
"""

import argparse
from pathlib import Path

import core
from core.jobs import open_store
from core.simulation.experiments.gaussian_classes import CASES, MEASURED

PRINTED = {
    ("rt", "ls"): (
        (0.149, 0.180, 0.070, 0.054, 0.086, 0.043, 0.099, 0.214),
        (0.145, 0.205, 0.048, 0.043, 0.078, 0.040, 0.094, 0.241),
        (0.091, 0.123, 0.033, 0.029, 0.046, 0.022, 0.042, 0.125),
    ),
    ("rbf_svm", "random_forest"): (
        (0.073, 0.433, 0.135, 0.060, 0.058, 0.097, 0.038, 0.074),
        (0.069, 0.507, 0.131, 0.067, 0.034, 0.108, 0.027, 0.047),
        (0.062, 0.410, 0.112, 0.046, 0.029, 0.081, 0.012, 0.053),
    ),
    ("rbf_svm", "adaboost"): (
        (1.000, 0.906, 1.000, 0.999, 0.996, 0.874, 1.000, 1.000),
        (1.000, 0.928, 1.000, 1.000, 1.000, 0.874, 1.000, 1.000),
        (1.000, 0.871, 1.000, 0.999, 0.998, 0.786, 1.000, 1.000),
    ),
    ("random_forest", "adaboost"): (
        (1.000, 0.999, 1.000, 1.000, 0.999, 0.975, 1.000, 1.000),
        (1.000, 0.999, 1.000, 1.000, 0.999, 0.901, 1.000, 1.000),
        (1.000, 1.000, 1.000, 1.000, 0.999, 0.939, 1.000, 1.000),
    ),
}
"""Wang 2016, Table 3: for each pair the rows of the three tests, in the order of `MEASURED`, over the eight cases."""

NEAR = 0.03
STORE = Path(__file__).parents[2] / "build" / "paper"


def table(pair: tuple[str, str], partition: str, trials: int, store: core.jobs.Store) -> None:
    """Print found and printed shares of rejections, and how many of them are near."""
    print(
        f"\n{' and '.join(core.LEARNERS[key].title for key in pair)}, {trials} trials, 5×2 drawn: {partition}"
    )
    rows = core.simulate(
        "gaussian_classes",
        case=list(CASES),
        learners=pair,
        partition=partition,
        trials=trials,
        n_jobs=-1,
        store=store,
    ).rows
    for key, printed in zip(MEASURED, PRINTED[pair], strict=True):
        found = [row[key] for row in rows]
        near = sum(abs(one.value - known) <= NEAR for one, known in zip(found, printed, strict=True))
        print(f"{key:>16} found   {'  '.join(f'{one.value:.3f}' for one in found)}")
        print(
            f"{'':>16} printed {'  '.join(f'{known:.3f}' for known in printed)}   {near} of 8 within {NEAR}"
        )
        print(f"{'':>16} ± error {'  '.join(f'{one.se:.3f}' for one in found)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=500)
    parser.add_argument(
        "--pairs", type=int, default=1, help="how many of the four pairs, the quick ones first"
    )
    asked = parser.parse_args()
    STORE.mkdir(parents=True, exist_ok=True)
    store = open_store(str(STORE))
    for pair in list(PRINTED)[: asked.pairs]:
        for partition in ("poor", "poor_all"):
            table(pair, partition, asked.trials, store)


if __name__ == "__main__":
    main()
