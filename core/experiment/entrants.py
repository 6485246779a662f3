"""Learners as people hand them over → entrants: keys, specifications, scikit-learn estimators, lists and mappings."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from core.errors import InputError, NotApplicable, short
from core.experiment.work import Entrant
from core.learners import LEARNERS, distinct_names, learner
from core.records import LearnerSpec, options_of

Learners = Any
"""A key, LearnerSpec or estimator; an iterable of them or of (name, estimator); a mapping by name."""


def entrants_of(learners: Learners, task: str, *, tuned: bool = False) -> tuple[Entrant, ...]:
    """The entrants, each with a name of its own.

    Parameters
    ----------
    learners : Learners
    task : str
    tuned : bool
        Whether there is a search, so that it matters which learners are left as set.

    Raises
    ------
    InputError
        If something is no learner, is made for another task, or two bear one name.
    """
    entrants = [_entrant(name, item, task) for name, item in _named(learners)]
    if not tuned:
        entrants = [replace(entrant, spec=replace(entrant.spec, as_set=False)) for entrant in entrants]
    if not entrants:
        raise InputError("at least one learner is needed.", "learners")
    called = [entrant.spec.name for entrant in entrants]
    entrants = [
        _spelled_out(entrant) if called.count(entrant.spec.name) > 1 else entrant for entrant in entrants
    ]
    specs = distinct_names(entrant.spec for entrant in entrants)
    return tuple(Entrant(spec, entrant.estimator) for spec, entrant in zip(specs, entrants, strict=True))


def _named(learners: Any) -> list[tuple[str | None, Any]]:
    """Learners with the names that were given to them."""
    if isinstance(learners, Mapping):
        return [(_name(name), item) for name, item in learners.items()]
    if isinstance(learners, str | LearnerSpec) or _is_estimator(learners):
        return [(None, learners)]
    if isinstance(learners, bytes | type) or not isinstance(learners, Iterable):
        raise _no_learner(learners)
    return [
        (_name(item[0]), item[1]) if isinstance(item, tuple) and len(item) == 2 else (None, item)
        for item in learners
    ]


def _name(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"the name of a learner must be a text, not {short(given)}.", "learners")
    return given


def _entrant(name: str | None, item: Any, task: str) -> Entrant:
    if isinstance(item, str | LearnerSpec):
        spec = item if isinstance(item, LearnerSpec) else learner(item)
        _check_task(LEARNERS[spec.key].title, LEARNERS[spec.key].task, task)
        return Entrant(spec if name is None else replace(spec, name=name))
    if not _is_estimator(item):
        raise _no_learner(item)
    kind = _task_of(item)
    _check_task(type(item).__name__, task if kind is None else kind, task)
    return Entrant(_foreign_spec(name or type(item).__name__, item), item)


def _is_estimator(item: Any) -> bool:
    return not isinstance(item, type) and all(
        callable(getattr(item, name, None)) for name in ("fit", "predict", "get_params")
    )


def _task_of(estimator: Any) -> str | None:
    """What an estimator says it is made for; None where it does not say."""
    from sklearn.base import is_classifier, is_regressor

    with suppress(Exception):  # estimators from elsewhere may lack scikit-learn's tags
        return (
            "classification"
            if is_classifier(estimator)
            else "regression"
            if is_regressor(estimator)
            else None
        )
    return None


def _check_task(title: str, made_for: str, task: str) -> None:
    if made_for != task:
        raise NotApplicable(
            f"{title} is made for {made_for}, and this is a {task} task.",
            "learners",
            f"Choose learners for {task}.",
        )


def _foreign_spec(name: str, estimator: Any) -> LearnerSpec:
    kind = type(estimator)
    settings = re.sub(
        r" at 0x[0-9a-f]+", "", repr(sorted(estimator.get_params().items(), key=lambda pair: pair[0]))
    )
    return LearnerSpec(
        f"{kind.__module__}.{kind.__qualname__}", name, 0, options_of({"parameters": settings})
    )


def _spelled_out(entrant: Entrant) -> Entrant:
    """Name an estimator as it was written, where another one of its class takes part."""
    if entrant.estimator is None or entrant.spec.name != type(entrant.estimator).__name__:
        return entrant
    return Entrant(
        _foreign_spec(" ".join(repr(entrant.estimator).split()), entrant.estimator), entrant.estimator
    )


def _no_learner(item: Any) -> InputError:
    hint = "Name a learner by its key, or bring a scikit-learn estimator, as in DecisionTreeClassifier()."
    return InputError(f"{short(item)} is no learner.", "learners", hint)
