"""Two learners on the same instances → differences of a measure when instances are exchanged or drawn again.

What decides the outcome of an exchange or a draw is how many instances of each kind there are: those of one class that
got the same two predictions are alike. Measures that follow from sums over the instances are so computed for thousands
of resamples at once; others are measured resample by resample.

Reference: Efron & Tibshirani 1993, ch. 13 and 15; Good 2005; Venkatraman & Begg 1996 (ranks in place of scores).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from core.measures.catalogue.entry import Fold, MeasureEntry, Sums, Undefined
from core.records import Array

CHUNK = 400_000
"""Numbers that are held at once."""

MOST_ENUMERATED = 12
"""Up to so many instances, or groups, on which the two differ, all exchanges are looked at."""

FEW = 64
"""So few kinds of instances are counted, more are drawn one by one."""


@dataclass(frozen=True, eq=False)
class PairedFold:
    """Two learners on the same instances, by one measure.

    Attributes
    ----------
    measure : MeasureEntry
    first, second : Fold
        With the same truth.
    groups : int array of length m, or None
        Of each instance; whole groups are then exchanged and drawn.
    """

    measure: MeasureEntry
    first: Fold
    second: Fold
    groups: Array | None = None

    def values(self) -> tuple[float, float]:
        """The measure of both, NaN where it is undefined."""
        return measured(self.measure, self.first), measured(self.measure, self.second)

    def exchanged(self, times: int, seed: int) -> Array:
        """Differences after exchanging the two at a coin's toss on every instance, or group.

        Parameters
        ----------
        times : int
        seed : int

        Returns
        -------
        array of length `times`
            NaN where the measure of either is undefined. The same, with its sign turned, for the two in the other
            order; the same for the instances in any order.
        """
        return self._differences(_exchanged_sums, _exchanged_weights, _exchanged_folds, times, seed)

    def every_exchange(self) -> Array | None:
        """Differences after each possible exchange of the two, each as likely as any other.

        Returns
        -------
        array of length 2^D, or None
            With D instances, or groups, on which the two differ; NaN where the measure of either is undefined. None
            where they differ nowhere or on more than `MOST_ENUMERATED`, or the measure does not follow from sums.
        """
        if self.measure.sums is None:
            return None
        ordered = self._canonical()[0]
        one, two, moved, count = _differing(ordered._units())
        if not 0 < count.sum() <= MOST_ENUMERATED:
            return None
        bits = np.arange(2 ** count.sum())[:, None] >> np.arange(count.sum()) & 1
        change = bits @ np.repeat(moved, count, axis=0)
        value, fold = self.measure.sums.value, ordered.first
        return np.asarray(value(one + change, fold) - value(two - change, fold))

    def resampled(self, times: int, seed: int) -> Array:
        """Differences on instances drawn with replacement within their classes, or on groups drawn so.

        Parameters and returns as of `exchanged`.
        """
        return self._differences(_resampled_sums, _resampled_weights, _resampled_folds, times, seed)

    def _differences(self, by_sums: Any, by_weights: Any, by_folds: Any, times: int, seed: int) -> Array:
        rng = np.random.default_rng(seed)
        ordered, sign = self._canonical()
        if self.measure.sums is not None:
            value, fold = self.measure.sums.value, ordered.first
            pairs = [
                value(one, fold) - value(two, fold) for one, two in by_sums(ordered._units(), times, rng)
            ]
            return sign * np.concatenate(pairs)
        if self.measure.weighted is not None:
            return sign * np.concatenate([one - two for one, two in by_weights(ordered, times, rng)])
        found = [
            measured(self.measure, one) - measured(self.measure, two)
            for one, two in by_folds(ordered, times, rng)
        ]
        return sign * np.array(found)

    def _canonical(self) -> tuple["PairedFold", int]:
        """The same with instances and learners in an order that does not depend on how they came, and its sign."""
        mine, other = (_sorted_rows(self, one, two) for one, two in _both_ways(self.first, self.second))
        differing = np.flatnonzero((mine.rows != other.rows).ravel())
        turned = bool(len(differing)) and mine.rows.ravel()[differing[0]] > other.rows.ravel()[differing[0]]
        order = (other if turned else mine).order
        one, two = (self.second, self.first) if turned else (self.first, self.second)
        groups = None if self.groups is None else _by_appearance(self.groups[order])
        return PairedFold(self.measure, _taken(one, order), _taken(two, order), groups), -1 if turned else 1

    def _units(self) -> "Units":
        """What is exchanged or drawn, the alike ones together."""
        sums = self.measure.sums
        assert sums is not None  # noqa: S101 - asked for measures by sums only
        if self.groups is not None:
            one, two = (_by_group(sums.columns(fold), self.groups) for fold in (self.first, self.second))
            return Units(one, two, np.ones(len(one), dtype=int), np.zeros(len(one), dtype=int))
        return _kinds(self, sums)


class Units(NamedTuple):
    """Kinds of instances, or groups: what each adds to either learner's sums, how many there are, its class."""

    one: Array
    two: Array
    many: Array
    stratum: Array


class _Sorted(NamedTuple):
    rows: Array
    order: Array


def measured(measure: MeasureEntry, fold: Fold) -> float:
    """The measure on one fold, NaN where it is undefined."""
    try:
        return measure.function(fold)
    except Undefined:
        return float("nan")


def _both_ways(one: Fold, two: Fold) -> tuple[tuple[Fold, Fold], tuple[Fold, Fold]]:
    return (one, two), (two, one)


def _told(fold: Fold, measure: MeasureEntry) -> Array:
    """What the measure reads of a learner, m × columns."""
    return fold.predicted[:, None] if measure.needs == "labels" else fold.scores


def _sorted_rows(pair: PairedFold, one: Fold, two: Fold) -> _Sorted:
    """Truth and what both said, sorted; groups stay together, by what they hold."""
    rows = np.column_stack([one.truth, _told(one, pair.measure), _told(two, pair.measure)]).astype(float)
    order = np.lexsort(rows.T[::-1])
    if pair.groups is not None:
        order = _groups_together(rows[order], pair.groups[order], order)
    return _Sorted(rows[order], order)


def _groups_together(rows: Array, groups: Array, order: Array) -> Array:
    """The sorted instances with groups one after the other, in the order of their sorted contents."""
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    members.sort(key=lambda at: (len(at), *rows[at].ravel().tolist()))
    return order[np.concatenate(members)]


def _by_appearance(groups: Array) -> Array:
    """Codes in the order in which the groups come."""
    _, first, codes = np.unique(groups, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def _taken(fold: Fold, rows: Array) -> Fold:
    return replace(fold, outcome=fold.outcome.take(rows), truth=fold.truth[rows])


def _by_group(columns: Array, groups: Array) -> Array:
    sums = np.zeros((groups.max() + 1, columns.shape[1]))
    np.add.at(sums, groups, columns)
    return sums


def _kinds(pair: PairedFold, sums: Sums) -> Units:
    rows = np.column_stack(
        [pair.first.truth, _told(pair.first, pair.measure), _told(pair.second, pair.measure)]
    )
    starts = np.concatenate([[True], np.any(rows[1:] != rows[:-1], axis=1)])  # the rows are sorted
    at = np.flatnonzero(starts)
    count = np.diff(np.append(at, len(rows)))
    columns = [sums.columns(_taken(fold, at)) for fold in (pair.first, pair.second)]
    classes = pair.first.truth[at] if pair.first.classes else np.zeros(len(at), dtype=int)
    return Units(columns[0], columns[1], count, classes)


def _chunks(times: int, width: int) -> Iterator[int]:
    size = max(1, CHUNK // max(1, width))
    for begin in range(0, times, size):
        yield min(size, times - begin)


def _differing(units: Units) -> tuple[Array, Array, Array, Array]:
    """The sums of both, what moves to the first when it is exchanged, and how often that is there."""
    differing = np.any(units.one != units.two, axis=1)
    one, two = (units.many @ columns for columns in (units.one, units.two))
    return one, two, (units.two - units.one)[differing], units.many[differing]


def _exchanged_sums(units: Units, times: int, rng: np.random.Generator) -> Iterator[tuple[Array, Array]]:
    one, two, moved, count = _differing(units)
    for size in _chunks(times, len(count)):
        single = bool(np.all(count == 1))
        shape = (size, len(count))
        tossed = rng.integers(0, 2, shape, dtype=np.uint8) if single else rng.binomial(count, 0.5, shape)
        change = tossed.astype(float) @ moved
        yield one + change, two - change


def _resampled_sums(units: Units, times: int, rng: np.random.Generator) -> Iterator[tuple[Array, Array]]:
    parts = _strata(units.stratum)
    for size in _chunks(times, len(units.many)):
        drawn = [_drawn_counts(units.many[part], size, rng).astype(float) for part in parts]
        one, two = (
            sum(counts @ columns[part] for counts, part in zip(drawn, parts, strict=True))
            for columns in (units.one, units.two)
        )
        yield np.asarray(one), np.asarray(two)


def _strata(labels: Array) -> list[Array]:
    """Places of each stratum, by which they are sorted."""
    starts = np.unique(labels, return_index=True)[1]
    return np.split(np.arange(len(labels)), starts[1:])


def _drawn_counts(count: Array, times: int, rng: np.random.Generator) -> Array:
    """How often each kind is drawn when as many are drawn with replacement as there are."""
    n, kinds = int(count.sum()), len(count)
    if kinds <= max(FEW, n // 8):
        return np.asarray(rng.multinomial(n, count / n, times))
    kind_of = np.repeat(np.arange(kinds), count)
    at = rng.integers(0, n, (times, n), dtype=np.int32)
    return np.stack([np.bincount(kind_of[row], minlength=kinds) for row in at])


def _exchanged_weights(
    pair: PairedFold, times: int, rng: np.random.Generator
) -> Iterator[tuple[Array, Array]]:
    """Of every instance either prediction counts once: the first's, or where the coin says so the second's."""
    one, two, groups = _exchangeable(pair)
    weighted = pair.measure.weighted
    assert weighted is not None  # noqa: S101 - asked for measures by weights only
    rows = np.tile(np.arange(len(one.truth)), 2)
    outcome = replace(one.outcome.take(rows), scores=np.concatenate([one.scores, two.scores]))
    both = replace(one, outcome=outcome, truth=one.truth[rows])
    for size in _chunks(times, len(rows)):
        tossed = rng.integers(0, 2, (size, groups.max() + 1), dtype=np.uint8)[:, groups].astype(float)
        yield weighted(both, np.hstack([1 - tossed, tossed])), weighted(both, np.hstack([tossed, 1 - tossed]))


def _resampled_weights(
    pair: PairedFold, times: int, rng: np.random.Generator
) -> Iterator[tuple[Array, Array]]:
    weighted = pair.measure.weighted
    assert weighted is not None  # noqa: S101 - asked for measures by weights only
    parts = _strata(pair.first.truth if pair.groups is None else np.zeros(pair.groups.max() + 1))
    for size in _chunks(times, len(pair.first.truth)):
        drawn = np.hstack([_drawn_counts(np.ones(len(part), dtype=int), size, rng) for part in parts])
        counts = drawn if pair.groups is None else drawn[:, pair.groups]
        yield weighted(pair.first, counts), weighted(pair.second, counts)


def _exchangeable(pair: PairedFold) -> tuple[Fold, Fold, Array]:
    """Both learners on one scale, and what is exchanged together."""
    one, two = pair.first, pair.second
    if pair.measure.needs == "scores":
        one, two = _ranked(one), _ranked(two)
    return one, two, np.arange(len(one.truth)) if pair.groups is None else pair.groups


def _exchanged_folds(pair: PairedFold, times: int, rng: np.random.Generator) -> Iterator[tuple[Fold, Fold]]:
    one, two, groups = _exchangeable(pair)
    for _ in range(times):
        tossed = rng.integers(0, 2, groups.max() + 1, dtype=np.uint8)[groups].astype(bool)
        yield _mixed(one, two, tossed), _mixed(two, one, tossed)


def _ranked(fold: Fold) -> Fold:
    """Scores as ranks among all instances, so that those of two learners can take each other's place."""
    from scipy.stats import rankdata  # takes half a second to load

    ranks = rankdata(fold.scores, axis=0) / (len(fold.truth) + 1)
    return replace(fold, outcome=replace(fold.outcome, scores=ranks))


def _mixed(one: Fold, two: Fold, tossed: Array) -> Fold:
    """The first fold with the second's predictions where the coin says so."""
    scores = None
    if one.outcome.scores is not None and two.outcome.scores is not None:
        scores = np.where(tossed[:, None], two.scores, one.scores)
    predicted = np.where(tossed, two.predicted, one.predicted)
    return replace(one, outcome=replace(one.outcome, predicted=predicted, scores=scores))


def _resampled_folds(pair: PairedFold, times: int, rng: np.random.Generator) -> Iterator[tuple[Fold, Fold]]:
    draw = _group_draws(pair.groups) if pair.groups is not None else _class_draws(pair.first)
    for _ in range(times):
        rows = draw(rng)
        yield _taken(pair.first, rows), _taken(pair.second, rows)


def _group_draws(groups: Array) -> Callable[[np.random.Generator], Array]:
    members = [np.flatnonzero(groups == group) for group in range(groups.max() + 1)]
    return lambda rng: np.concatenate([members[k] for k in rng.integers(0, len(members), len(members))])


def _class_draws(fold: Fold) -> Callable[[np.random.Generator], Array]:
    labels = fold.truth if fold.classes else np.zeros(len(fold.truth), dtype=int)
    members = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    return lambda rng: np.concatenate([at[rng.integers(0, len(at), len(at))] for at in members])
