"""``python -m tests.benchmarks [part …]``: speed as ratios within one run; nothing here passes or fails.

Parts: overhead, auc, pvalues, ranks, reading, browser, frames, crowd, crash, laboratory. Without a part, all of them.
"""

import sys
from importlib import import_module

PARTS = (
    "overhead",
    "auc",
    "pvalues",
    "ranks",
    "reading",
    "browser",
    "frames",
    "crowd",
    "crash",
    "laboratory",
)


def main(wanted: list[str]) -> None:
    """Run the wanted parts one after the other."""
    for part in wanted or PARTS:
        if part not in PARTS:
            sys.exit(f"There is no part {part!r}; there are {', '.join(PARTS)}.")
        print(f"\n== {part}", flush=True)
        import_module(f"tests.benchmarks.{part}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
