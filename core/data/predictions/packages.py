"""Columns that packages call after the target, or number by model: KNIME, RapidMiner, SAS and SPSS."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.data.columns.class_labels import classes_of, letters

_OF_TARGET = (
    re.compile(r"Prediction \((?P<target>[^()]+)\)"),
    re.compile(r"prediction\((?P<target>[^()]+)\)"),
    re.compile(r"F_(?P<target>.+)"),
)
"""What KNIME and RapidMiner predicted, and the truth as SAS repeats it: these name the target."""
_OF_MODEL = re.compile(r"(?P<says>PRE|PGR)_(?P<model>\d+)")
"""What SPSS saves of its models: a probability, or what is predicted, and the predicted group."""


class Called(NamedTuple):
    """The columns of a learner, called "" where nothing names it: its label, and its scores by class."""

    learner: str
    label: str | None
    scores: Mapping[str, str]


def target_called(columns: Sequence[str]) -> str | None:
    """The column that the names of others say is the target."""
    by_letters = {name.casefold(): name for name in reversed(columns)}
    called = [
        match["target"] for pattern in _OF_TARGET for name in columns if (match := pattern.fullmatch(name))
    ]
    return next((by_letters[name.casefold()] for name in called if name.casefold() in by_letters), None)


def saved_by_number(columns: Sequence[str]) -> list[str]:
    """The columns that SPSS saved of its models."""
    return [name for name in columns if _OF_MODEL.fullmatch(name)]


def is_group(name: str) -> bool:
    """Whether such a column holds predicted groups, not probabilities."""
    return name.startswith("PGR")


def learners_called(columns: Sequence[str], truth: str, classes: Collection[str]) -> list[Called]:
    """The learners whose columns a package called; none where no package did.

    Parameters
    ----------
    columns : sequence of str
        Those that may belong to a learner.
    truth : str
    classes : collection of str
        Labels of the truth; none of a measurement.
    """
    found = (_matched(columns, *ways, classes) for ways in _ways(re.escape(truth), is_number=not classes))
    return next(filter(None, found), []) or _numbered(columns, classes)


def _ways(target: str, *, is_number: bool) -> Iterator[tuple[str, str]]:
    """Patterns of a label and of the score of a class; KNIME may put the name of a learner behind."""
    yield (
        rf"Prediction \({target}\)(?P<learner>(?! \(Confidence\)).*)",
        rf"P \({target}=(?P<label>.+)\)(?P<learner>[^()]*)",
    )
    yield rf"prediction\({target}\)(?P<learner>)", r"confidence\((?P<label>.+)\)(?P<learner>)"
    yield (
        rf"(?i){'P' if is_number else 'I'}_{target}(?P<learner>)",
        rf"(?i)P_{target}(?P<label>.+)(?P<learner>)",
    )


def _matched(columns: Sequence[str], label: str, score: str, classes: Collection[str]) -> list[Called]:
    spelled = {letters(name): name for name in classes}
    labels = {match["learner"]: match.string for name in columns if (match := re.fullmatch(label, name))}
    scores: dict[str, dict[str, str]] = {learner: {} for learner in labels}
    for name in columns if labels else ():
        match = re.fullmatch(score, name)
        if match and (of_class := spelled.get(letters(match["label"]))) and match["learner"] in scores:
            scores[match["learner"]].setdefault(of_class, name)
    return [Called(learner.strip(" _-"), column, scores[learner]) for learner, column in labels.items()]


def _numbered(columns: Sequence[str], classes: Collection[str]) -> list[Called]:
    """SPSS: the probability is that of the second of two classes; where no group is saved it is cut at ½ later."""
    saved: dict[str, dict[str, str]] = {}
    for name in columns:
        if match := _OF_MODEL.fullmatch(name):
            saved.setdefault(match["model"], {})[match["says"]] = name
    if len(classes) != 2:
        return [Called(f"model {model}", part["PRE"], {}) for model, part in saved.items() if "PRE" in part]
    second = str(classes_of(classes)[1])
    return [
        Called(f"model {model}", part.get("PGR"), {second: part["PRE"]} if "PRE" in part else {})
        for model, part in saved.items()
    ]
