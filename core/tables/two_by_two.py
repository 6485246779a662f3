"""The 2×2 table of two learners on the same instances."""

import pandas as pd

from core.records import Counts
from core.tables.table import Table


def two_by_two_table(counts: Counts) -> Table:
    """On how many instances neither, only one, or both of two learners err."""
    first, second = counts.learners
    frame = pd.DataFrame(
        {
            "": [f"{first} right", f"{first} wrong"],
            f"{second} right": [counts.e00, counts.e01],
            f"{second} wrong": [counts.e10, counts.e11],
        }
    )
    return Table(
        frame,
        f"Both right {counts.e00}, only {first} wrong {counts.e01}, only {second} wrong {counts.e10}, both wrong "
        f"{counts.e11}.",
    )
