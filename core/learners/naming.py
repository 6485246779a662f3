"""Keys and hyperparameters → specifications of learners, with names by which people can tell them apart."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from core.errors import InputError, listing, quoted
from core.learners.catalogue import LEARNERS
from core.records import LearnerSpec, Task, options_of

_FIRST_CHOICE: dict[Task, tuple[str, ...]] = {
    "classification": ("baseline", "naive_bayes", "logistic_regression", "knn", "random_forest"),
    "regression": ("mean", "ols", "knn_regressor", "random_forest_regressor", "svr"),
}


def learner(
    key: str, name: str | None = None, start: int = 0, *, as_set: bool = False, **hyperparameters: Any
) -> LearnerSpec:
    """Specify a learner of the catalogue.

    Parameters
    ----------
    key : str
        A key of `LEARNERS`.
    name : str, optional
        What people read; by default the title of the entry.
    start : int
        0, 1, 2 …: the same learner with other random numbers.
    as_set : bool
        Whether it is left as it is set where the others are tuned: beside its tuned form it tells whether tuning pays.
    **hyperparameters
        Those that differ from the defaults are kept.

    Raises
    ------
    UnknownName
        If there is no such learner.
    InputError
        If a hyperparameter is unknown or out of range, the name empty or the start negative.
    """
    entry = LEARNERS[key]
    if name is not None and not name.strip():
        raise InputError("must not be empty.", "name", "Leave it out to use the learner's title.")
    if isinstance(start, bool) or not isinstance(start, int) or start < 0:
        raise InputError(f"must be a whole number from 0 on, not {start!r}.", "start")
    defaults = entry.with_defaults({})
    values = entry.checked(hyperparameters)
    kept = {name: value for name, value in values.items() if value != defaults[name]}
    return LearnerSpec(key, name or entry.title, start, options_of(kept), as_set)


def default_learners(task: Task) -> tuple[LearnerSpec, ...]:
    """Give five learners for a quick start: the one to beat, a simple one, and three of different kinds."""
    return tuple(learner(key) for key in _FIRST_CHOICE[task])


def distinct_names(specs: Iterable[LearnerSpec]) -> tuple[LearnerSpec, ...]:
    """Name learners of one key by the hyperparameters in which they differ.

    Names that were given are kept; the others become ``k-NN (k = 1)`` and ``k-NN (k = 5)``, or
    ``MLP (start 1)`` for a second random start. One that tuning leaves alone is ``k-NN (as set)``, beside it is
    ``k-NN (tuned)``.

    Raises
    ------
    InputError
        If two learners would bear one name: a given name used twice, or the same learner twice.
    """
    given = tuple(specs)
    named = tuple(spec if _has_own_name(spec) else _described(spec, given) for spec in given)
    names = [spec.name for spec in named]
    twice = list(dict.fromkeys(name for name in names if names.count(name) > 1))
    if twice:
        raise InputError(
            f"each learner needs a name of its own, but {listing(map(quoted, twice))} occurs more than once.",
            "learners",
            "Give another name, other hyperparameters or another random start (start=1).",
        )
    return named


def _has_own_name(spec: LearnerSpec) -> bool:
    return spec.key not in LEARNERS or spec.name not in {"", spec.key, LEARNERS[spec.key].title}


def _described(spec: LearnerSpec, among: Sequence[LearnerSpec]) -> LearnerSpec:
    """Name the learner by what sets it apart from the others of its key that have no name of their own."""
    entry = LEARNERS[spec.key]
    alike = [other for other in among if other.key == spec.key and not _has_own_name(other)]
    values = [entry.with_defaults(dict(other.hyperparameters)) for other in alike]
    mine = entry.with_defaults(dict(spec.hyperparameters))
    words = [
        h.said(mine[h.name])
        for h in entry.hyperparameters
        if any(other[h.name] != mine[h.name] for other in values)
    ]
    if spec.start and any(other.start != spec.start for other in alike):
        words.append(f"start {spec.start}")
    if any(other.as_set for other in alike):
        words.append("as set" if spec.as_set else "tuned")
    return replace(spec, name=f"{entry.title} ({', '.join(words)})" if words else entry.title)


def in_full(spec: LearnerSpec, *, usual: bool = False, tuned: bool = False) -> str:
    """Name of a learner, what it is, and every setting that is not the usual one.

    Parameters
    ----------
    spec : LearnerSpec
    usual : bool
        Whether the usual settings are told, too.
    tuned : bool
        Whether tuning has chosen what was not set, unless the learner is left as set: its values are none of the
        usual ones.
    """
    entry = LEARNERS[spec.key]
    is_said = spec.name == entry.title or spec.name.startswith(f"{entry.title} (")
    head = spec.name if is_said else f"{spec.name}: {entry.title}"
    untold = ", ".join(item for item in _settings(spec, usual=usual, tuned=tuned) if item not in head)
    if untold and head.startswith(f"{entry.title} (") and head.endswith(")"):
        return f"{head[:-1]}, {untold})"
    return f"{head} ({untold})" if untold else head


def all_in_full(specs: Iterable[LearnerSpec], *, tuned: bool = False) -> tuple[str, ...]:
    """Learners in full with their usual settings; those of one kind together, what all of these share said once.

    Parameters
    ----------
    specs : iterable of LearnerSpec
    tuned : bool
        As of `in_full`.

    Returns
    -------
    tuple of str
        ``Decision tree (criterion = gini) at (depth = 1), (depth = 5)``; learners without a sibling that is named by
        its settings as they are alone.
    """
    kinds: dict[str, list[LearnerSpec]] = {}
    for spec in specs:
        title = LEARNERS[spec.key].title
        kinds.setdefault(title if spec.name.startswith(f"{title} (") else spec.name, []).append(spec)
    return tuple(_kind_in_full(title, alike, tuned=tuned) for title, alike in kinds.items())


def _kind_in_full(title: str, alike: Sequence[LearnerSpec], *, tuned: bool) -> str:
    settings = [_settings(spec, usual=True, tuned=tuned) for spec in alike]
    shared = [item for item in settings[0] if all(item in others for others in settings)]
    own = [spec.name.removeprefix(f"{title} ") for spec in alike]
    if len(alike) == 1 or any(
        item not in shared and item not in name
        for told, name in zip(settings, own, strict=True)
        for item in told
    ):
        return "; ".join(in_full(spec, usual=True, tuned=tuned) for spec in alike)
    untold = ", ".join(item for item in shared if not all(item in name for name in own))
    return f"{title}{f' ({untold})' * bool(untold)} at {', '.join(own)}"


def _settings(spec: LearnerSpec, *, usual: bool, tuned: bool) -> list[str]:
    """Every setting of a learner in words, as `in_full` tells them."""
    entry, chosen = LEARNERS[spec.key], dict(spec.hyperparameters)
    values = entry.with_defaults(chosen) if usual else chosen
    searched = tuned and not spec.as_set
    told = [item for item in entry.hyperparameters if item.name in chosen or not (searched and item.tuned)]
    settings = [item.said(values[item.name]) for item in told if item.name in values]
    return settings + [f"start {spec.start}"] * bool(spec.start) + ["as set"] * (tuned and spec.as_set)
