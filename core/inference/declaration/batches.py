"""Many experiments in blocks that fit in the processor's cache: each step then finds its numbers there.

A test of a hundred thousand experiments runs dozens of array operations; over the whole arrays each of them would
fetch everything from memory again. In blocks that takes about half the time and gives the same numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from core.inference.declaration.inputs import CORE_AXES, Need
from core.records import Array

BLOCK_BYTES = 1_500_000
"""Inputs of one block: with what is computed from them, about the second-level cache of a core."""

LEAST_BYTES = 200
"""Experiments smaller than this are not cut: putting their results together again costs more than it saves."""


def blocks(needs: Sequence[Need], given: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Cut the first axis of the arrays where it runs over many experiments; else give them whole."""
    stacked = _stacked(needs, given)
    lengths = {len(array) for array in stacked.values()}
    if len(lengths) != 1 or lengths == {0}:
        yield given
        return
    (experiments,) = lengths
    size = _block_size(experiments, given)
    for begin in range(0, experiments, size):
        yield {**given, **{name: array[begin : begin + size] for name, array in stacked.items()}}


def joined(parts: Sequence[Any], size: int) -> Any:
    """Put together what blocks gave; what has no axis of the first block's size is the same in all of them."""
    first = parts[0]
    if not isinstance(first, np.ndarray) or first.shape[:1] != (size,):
        return first
    return np.concatenate(parts)


def _stacked(needs: Sequence[Need], given: Mapping[str, Any]) -> dict[str, Array]:
    """Arrays with exactly one axis before those of one experiment."""
    arrays = {need: given[need.name] for need in needs if isinstance(given.get(need.name), np.ndarray)}
    extra = {need: array.ndim - _axes(need) for need, array in arrays.items()}
    if max(extra.values(), default=0) > 1:
        return {}
    return {need.name: array for need, array in arrays.items() if extra[need] == 1}


def _axes(need: Need) -> int:
    return 2 if need.kind == "sizes" else CORE_AXES.get(need.kind, 0)


def _block_size(experiments: int, given: Mapping[str, Any]) -> int:
    """How many experiments a block holds; never as many as another axis is long, which would look like it."""
    arrays = [value for value in given.values() if isinstance(value, np.ndarray)]
    bytes_each = sum(array.nbytes for array in arrays) / experiments
    if bytes_each < LEAST_BYTES:
        return experiments
    size = max(1000, int(BLOCK_BYTES / bytes_each))
    lengths = {length for array in arrays for length in array.shape} - {experiments}
    while size in lengths:
        size -= 1
    return size
