"""Blanks that people put into delimited text for the eye, taken out where they stand outside quotation marks."""

import re
from typing import Any

import numpy as np

_BLANK, _QUOTE = 32, 34
_LINE_ENDS = (10, 13)

Codes = np.ndarray[Any, np.dtype[np.uint8]]
Positions = np.ndarray[Any, np.dtype[np.int_]]


def aligned_to_delimited(data: bytes) -> bytes:
    """Make every run of blanks one blank, and none at the ends of a line."""
    codes, at, first, last = _runs(data)
    padded = np.concatenate(([_LINE_ENDS[0]], codes, [_LINE_ENDS[0]]))  # padded[i + 1] is codes[i]
    at_edge = np.isin(padded[at[first]], _LINE_ENDS) | np.isin(padded[at[last] + 2], _LINE_ENDS)
    drop = np.ones(len(at), dtype=bool)
    drop[last] = at_edge
    return bytes(np.delete(codes, at[drop]))


def without_blanks_before_quotes(data: bytes | memoryview, delimiter: str) -> bytes | memoryview:
    """Take the blanks away that stand between a delimiter and a quotation mark."""
    if not re.search(re.escape(delimiter.encode()) + rb' +"', data):
        return data
    codes, at, first, last = _runs(data)
    padded = np.concatenate(([0], codes, [0]))
    between = (padded[at[first]] == ord(delimiter)) & (padded[at[last] + 2] == _QUOTE)
    return bytes(np.delete(codes, at[np.repeat(between, last - first + 1)]))


def _runs(data: bytes | memoryview) -> tuple[Codes, Positions, Positions, Positions]:
    """Runs of blanks outside quotation marks.

    Returns
    -------
    codes : uint8 array of all bytes
    at : int array
        Where the blanks are.
    first, last : int arrays
        Positions in `at` of the first and the last blank of each run.
    """
    codes = np.frombuffer(data, dtype=np.uint8)
    inside = np.bitwise_xor.accumulate((codes == _QUOTE).view(np.uint8))
    at = np.flatnonzero((codes == _BLANK) & (inside == 0))
    first = np.flatnonzero(np.diff(at, prepend=-2) > 1)
    last = np.append(first[1:], len(at))[: len(first)] - 1
    return codes, at, first, last
