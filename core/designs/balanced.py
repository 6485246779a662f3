"""Balanced m×2 cross-validation: halves that overlap by exactly a quarter, not only on average.

Blocked 3×2 and balanced 5×2 are the cases m = 3 on four blocks and m = 5 on eight.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from core.designs.arrays import MOST_REPLICATES, orthogonal_array
from core.designs.cases import Cases, Pair, deal
from core.designs.entry import RANDOM, DesignEntry, Option
from core.errors import DesignError


def _balanced(cases: Cases, *, m: int, seed: int, stratified: bool) -> Iterator[Pair]:
    signs = orthogonal_array(m)
    blocks = len(signs)
    if cases.n < blocks:
        raise DesignError(
            f"{m} balanced replicates need at least {blocks} instances, one per block; there are {cases.n}."
        )
    block = deal(cases, blocks, seed, stratified=stratified)
    for replicate in range(m):
        in_half = signs[block, replicate] > 0
        half, rest = np.flatnonzero(in_half), np.flatnonzero(~in_half)
        yield half, rest
        yield rest, half


BLOCKED_3X2 = DesignEntry(
    key="blocked_3x2",
    title="Blocked 3×2 cross-validation",
    wording="blocked 3×2 cross-validation",
    summary="Four blocks and the three ways to pair them; training sets of different pairings share n/4.",
    reference="@wang2014; @wang2016, Table 1, groups 1 to 3",
    options=RANDOM,
    pairs=partial(_balanced, m=3),
    partitions=True,
    balanced=True,
    replicates=3,
    folds=2,
    deals_onto="blocks",
)
BALANCED_5X2 = DesignEntry(
    key="balanced_5x2",
    title="Balanced 5×2 cross-validation",
    wording="balanced 5×2 cross-validation",
    summary="Eight blocks and five ways to halve them; training sets of different halvings share n/4.",
    reference="@wang2016, Table 1, groups 1 to 5, and eq. 3",
    options=RANDOM,
    pairs=partial(_balanced, m=5),
    partitions=True,
    balanced=True,
    replicates=5,
    folds=2,
    deals_onto="blocks",
)
BALANCED_MX2 = DesignEntry(
    key="balanced_mx2",
    title="Balanced m×2 cross-validation",
    wording="balanced {m}×2 cross-validation",
    summary="m ways to halve the blocks, by a two-level orthogonal array; training sets share n/4.",
    reference="@wang2016, Table 1 and eq. 3; @plackett1946",
    options=(
        Option(
            name="m",
            kind="integer",
            default=7,
            low=1,
            high=MOST_REPLICATES,
            help="Number of replicates: 4 blocks serve up to 3, 8 blocks 7, 12 blocks 11, … 32 blocks 31.",
        ),
        *RANDOM,
    ),
    pairs=_balanced,
    partitions=True,
    balanced=True,
    replicates="m",
    folds=2,
    deals_onto="blocks",
)
