"""Two-level orthogonal arrays: which blocks form a half in which replicate.

Any two columns of a Hadamard matrix other than the constant one are both +1 in exactly a quarter of the rows:
so the halves of any two replicates share exactly a quarter of the blocks.

Reference: Plackett & Burman 1946; Paley 1933; Wang 2016, Table 1.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Signs = npt.NDArray[np.int64]

MOST_REPLICATES = 31
_BEAM = 4000


def n_blocks(m: int) -> int:
    """Number of blocks for m replicates: the smallest of 4, 8, 12 … with blocks − 1 ≥ m."""
    return 4 * (m // 4 + 1)


@lru_cache(maxsize=MOST_REPLICATES)
def orthogonal_array(m: int) -> Signs:
    """Signs of the blocks in m replicates, the blocks in the order in which instances are dealt onto them.

    Returns
    -------
    signs : blocks × m array of ±1, read-only
        Block b is in half D of replicate i where ``signs[b, i]`` is +1.
    """
    columns = hadamard_matrix(n_blocks(m))[:, 1 : m + 1]
    signs = columns[dealing_order(columns)]
    signs.flags.writeable = False
    return signs


def hadamard_matrix(order: int) -> Signs:
    """A ±1 matrix with orthogonal rows whose first row and column are +1, for orders 4, 8, 12 … 32.

    Sylvester's where the order is a power of two, otherwise Paley's. Columns 1 to 5 of Sylvester's matrix of
    order 8 are groups 1 to 5 of Table 1 in Wang 2016.
    """
    from scipy.linalg import hadamard

    matrix: Any = hadamard(order) if order & (order - 1) == 0 else _paley(order)
    matrix = matrix * matrix[:, :1]
    return np.asarray(matrix * matrix[:1], dtype=np.int64)


def _paley(order: int) -> Signs:
    """Paley's second construction for order 28, where 27 is no prime, and his first for 12, 20 and 24."""
    first = order != 28
    q = order - 1 if first else order // 2 - 1
    conference = np.zeros((q + 1, q + 1), dtype=np.int64)
    conference[0, 1:] = 1
    conference[1:, 0] = -1 if first else 1
    conference[1:, 1:] = _jacobsthal(q)
    identity = np.eye(q + 1, dtype=np.int64)
    if first:
        return conference + identity
    return np.kron(conference, [[1, 1], [1, -1]]) + np.kron(identity, [[1, -1], [-1, -1]])


def _jacobsthal(q: int) -> Signs:
    """Legendre symbols of i − j modulo a prime q."""
    from scipy.linalg import circulant

    squares = {i * i % q for i in range(1, q)}
    legendre = [0, *(1 if i in squares else -1 for i in range(1, q))]
    return np.asarray(circulant(legendre), dtype=np.int64)


def dealing_order(columns: Signs) -> npt.NDArray[np.intp]:
    """Order of the blocks for which the halves stay as equal as they can, wherever dealing stops.

    When a round stops after r instances, half D of replicate i exceeds its complement by the sum of its signs
    over the first r blocks. The order grows block by block; of all orders that lead to the same *set* of
    blocks only the best is kept, so the search runs over sets. It is exhaustive up to 12 blocks; beyond, the
    best 4000 sets of each size are followed.

    Parameters
    ----------
    columns : blocks × m array of ±1
    """
    blocks, m = columns.shape
    signs = np.ascontiguousarray(columns.T, dtype=np.int8)  # no sum exceeds the 32 blocks
    orders = np.zeros((1, 0), dtype=np.intp)
    used = np.zeros(1, dtype=np.int64)  # the blocks of each set as bits
    excess = np.zeros((m, 1), dtype=np.int8)
    cost = np.zeros(1)
    for _ in range(blocks):
        parent, block = np.nonzero(used[:, None] >> np.arange(blocks) & 1 == 0)
        excess_now = excess[:, parent] + signs[:, block]
        # A difference larger by two outweighs any number of smaller ones: there are at most 32 remainders.
        cost_now = cost[parent] + 64.0 ** (np.abs(excess_now).max(axis=0) // 2)
        used_now = used[parent] | 1 << block
        kept = _best_of_each_set(used_now, cost_now)
        orders = np.column_stack([orders[parent[kept]], block[kept]])
        used, excess, cost = used_now[kept], excess_now[:, kept], cost_now[kept]
    return np.asarray(orders[0], dtype=np.intp)


def _best_of_each_set(used: npt.NDArray[np.int64], cost: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    by_set = np.lexsort((cost, used))
    best = by_set[np.diff(used[by_set], prepend=-1) > 0]
    return best[np.argsort(cost[best], kind="stable")[:_BEAM]]
