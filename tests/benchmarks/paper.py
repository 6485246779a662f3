"""``make bench-paper``: Tables 3, 4 and 5 of Wang 2016 beside what is found here, printed whether or not they agree.

Trials are kept in a store, so that a run that was broken off goes on where it was, and one with more trials adds
to those that there are.
"""

import argparse
from itertools import product
from pathlib import Path

import core
from core.jobs import opened
from core.simulation.experiments.gaussian_classes import CASES, MEASURED
from tests.benchmarks import paper_data

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


def table_3(
    pair: tuple[str, str], partition: str, trials: int, processes: int, store: core.jobs.Store
) -> None:
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
        n_jobs=processes,
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
    parser.add_argument("--tables", type=int, nargs="+", choices=(3, 4, 5), default=[3])
    parser.add_argument(
        "--pairs", type=int, nargs="+", choices=range(4), default=[0], help="which pairs of Table 3, by place"
    )
    parser.add_argument("--data", type=Path, help="folder of the six data sets of Tables 4 and 5")
    parser.add_argument("--processes", type=int, default=-1)
    asked = parser.parse_args()
    if asked.data is None and {4, 5} & set(asked.tables):
        parser.error("Tables 4 and 5 need --data, the folder of their data sets.")
    STORE.mkdir(parents=True, exist_ok=True)
    with opened(str(STORE)) as store:
        for number in asked.tables:
            if number == 3:
                for place, partition in product(asked.pairs, ("poor", "poor_all")):
                    table_3(list(PRINTED)[place], partition, asked.trials, asked.processes, store)
            else:
                show = paper_data.table_4 if number == 4 else paper_data.table_5
                show(asked.data, asked.trials, asked.processes, store)


if __name__ == "__main__":
    main()
