"""Table of two learners: under which losses each is the cheaper one."""

import math
from collections.abc import Sequence

import pandas as pd

from core.figures.canvas.text import sentence_list
from core.measures import Preference
from core.tables.table import Table, alike
from core.written import number


def preferences_table(found: Sequence[Preference], names: tuple[str, str], prior: float) -> Table:
    """Between which ratios of losses each of two learners is the cheaper one, dearer false alarms last.

    Parameters
    ----------
    found : sequence of Preference
        As `preferences` gives them for the two.
    names : pair of str
    prior : float
        Share of the positives, which turns slopes of iso-cost lines into ratios of losses.
    """
    odds, rows = prior / (1 - prior), []
    for stretch in reversed(found):
        low, high = ((1 - w) / w if w > 0 else math.inf for w in (stretch.high, stretch.low))
        rows.append(
            {
                "a false alarm costs, in misses, from": low * odds,
                "to": high * odds,
                "slope from": low,
                "slope to": high,
                "cheaper": "both the same" if stretch.better < 0 else names[stretch.better],
            }
        )
    frame = pd.DataFrame(rows)
    first, to, *_ = frame.columns
    ends = zip(frame["cheaper"], frame[first], frame[to], strict=True)
    said = sentence_list([f"{who} from {_end(low)} to {_end(high)} misses" for who, low, high in ends])
    columns = alike(_end, *frame.columns[:-1])
    return Table(frame, f"The cheaper one, by what a false alarm costs: {said}.", columns)


def _end(value: float) -> str:
    """One end of a stretch; the last has none."""
    return "no limit" if math.isinf(value) else number(value, 3)
