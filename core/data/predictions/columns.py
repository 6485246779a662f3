"""Which column of a table of predictions is the truth, which say what a learner predicted, which hold scores."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.class_labels import class_by_name, distinct, in_other_letters
from core.data.columns.kinds import read_column, suggest_task
from core.data.columns.names import normal
from core.data.predictions.class_columns import (
    LABEL_OF_NOBODY,
    SCORE_OF_PREDICTED,
    number_learners,
    scores_by_prefix,
)
from core.data.predictions.doubtful_columns import doubtful
from core.data.predictions.packages import Called, is_group, learners_called, saved_by_number, target_called
from core.data.predictions.partners import LABEL_WORDS, SCORE_WORDS, partners, scored_alike, without_prefix
from core.data.predictions.places import PLACE_NAMES, places_of
from core.data.tables.cells import MISSING, read_numbers, shown
from core.data.tables.table import RawTable
from core.entries import alike
from core.errors import InputError, listing, quoted

TRUTH_NAMES = (
    *(
        "truth",
        "y_true",
        "true",
        "true_label",
        "true_class",
        "actual",
        "ground_truth",
        "gold",
        "target",
        "class",
    ),
    *(
        "y_test",
        "y_target",
        "y_actual",
        "correct",
        "expected",
        "label",
        "y",
        "outcome",
        "status",
        "observed",
        "obs",
    ),
    *("reference", "response", "diagnosis", "disease"),
    *("klasse", "wahrheit", alike("tatsächlich"), "tatsaechlich", "wahre_klasse", "wahr"),
)
_SAMPLE = 20_000
"""Rows that are looked at to tell what a column is for."""

_BY_CLASS = (
    re.compile(r"(?P<learner>.+) \((?P<label>.+)\)"),
    re.compile(rf"(?P<learner>){LABEL_WORDS}[_. -]{SCORE_WORDS}[_. -](?P<label>.+)", re.IGNORECASE),
    re.compile(rf"(?P<learner>.+?)[_. -]{SCORE_WORDS}[_. -](?P<label>.+)", re.IGNORECASE),
    re.compile(rf"(?P<learner>)(?:{SCORE_WORDS}|\.?pred)[_. -](?P<label>.+)", re.IGNORECASE),
)
_BEFORE_LEARNER = re.compile(rf"(?:y_)?(?:{SCORE_WORDS}|p)[_. -](?P<rest>.+)", re.IGNORECASE)
"""A score whose class may stand before its learner: ``prob_yes_tree``."""
_NUMBERED_LEARNER = re.compile(r"\d+[ -].*")
_ONE_SCORE = (
    re.compile(rf"(?P<learner>)(?:y_)?{SCORE_WORDS}", re.IGNORECASE),
    re.compile(rf"(?P<learner>.+?)[_. -]{SCORE_WORDS}", re.IGNORECASE),
)
_ONE_LABEL = (
    re.compile(rf"(?P<learner>)(?:{LABEL_WORDS}|\.pred_class|predicted_class|\.pred)", re.IGNORECASE),
    re.compile(rf"(?P<learner>)(?:{LABEL_OF_NOBODY})", re.IGNORECASE),
    re.compile(rf"{LABEL_WORDS}[_. -](?P<learner>.+)", re.IGNORECASE),
    re.compile(rf"(?P<learner>.+?)[_. -]{LABEL_WORDS}", re.IGNORECASE),
)


_JUDGED = re.compile(
    r"(?:.*[_. -])?(?:errors?|wrong|incorrect|correct|misclassified|mistakes?|match|matches|hits?|residuals?|resid)"
    r"(?:[_. -]\d+)?|(?:is|abs|sq)[_. -]?(?:correct|wrong|errors?)",
    re.IGNORECASE,
)
"""A column that says how far a prediction was right: 0 and 1 in it are no classes."""


@dataclass(frozen=True)
class LearnerColumns:
    """The columns of one learner.

    Attributes
    ----------
    name : str
    label : str or None
        Column of what it predicted.
    scores : mapping
        Columns of scores by class label; the key "" is that of two which single scores speak for.
    is_marker : bool
        Whether the score is a measurement of any scale, never a probability.
    """

    name: str
    label: str | None = None
    scores: Mapping[str, str] = field(default_factory=dict)
    is_marker: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """All its columns."""
        return (*(() if self.label is None else (self.label,)), *self.scores.values())


@dataclass(frozen=True)
class Assigned:
    """Columns of a table of predictions by what they hold; `doubtful` ones among those left out, and why."""

    truth: str | None
    places: Mapping[str, str]
    learners: tuple[LearnerColumns, ...]
    left_out: tuple[str, ...] = ()
    doubtful: Mapping[str, str] = field(default_factory=dict)


def doubt_of_unlike(found: Assigned) -> tuple[str, ...]:
    """The sentence on columns that are learners by their cells alone, while all others are called predictions.

    An attribute of 0 and 1 is no learner, though it holds classes of the truth.
    """
    plain = [item for item in found.learners if item.columns == (item.name,) and not item.scores]
    others = [item for item in found.learners if item not in plain]
    if not plain or not others or any(item.label == item.name for item in others):
        return ()
    names = listing((quoted(item.name) for item in plain), most=6)
    return (
        f"Taken for learners, though not called as the others, because classes of the truth stand there: {names}. Name "
        "the learners where that is wrong (roles={'learners': [...]}).",
    )


def assign(table: RawTable, roles: Mapping[str, Any], of_another: Callable[[], set[str]] = set) -> Assigned:
    """Find out which column plays which role; what the user said counts.

    `of_another` gives the classes of the truth that another file has, where this one has none.

    Raises
    ------
    InputError
        If a column that the user named is not there.
    """
    check_named(table, roles)
    places = places_of(table, roles)
    truth = _truth(table, roles, set(places.values()))
    taken = {*places.values(), *(() if truth is None else (truth,))}
    scored = tuple(
        LearnerColumns(name, None, {"": name}) for name in _named(roles, "more_scores") if name not in taken
    )
    rest = [name for name in table.columns if name not in taken and name not in _named(roles, "more_scores")]
    if roles.get("learners") is not None:
        learners = (*given_learners(roles["learners"]), *scored)
        _check_there(table, [column for item in learners for column in item.columns])
        left_out = _unused(rest, learners)
        return Assigned(truth, places, learners, left_out)
    classes = of_another() if truth is None else distinct(table, truth)
    is_number = truth is not None and is_measurement(table, truth)
    learners = _of_package(table, rest, truth, set() if is_number else classes)
    if not learners and truth is not None and is_number:
        learners = _regressors(table, rest, truth)
    is_regression = is_number and bool(learners)
    learners = learners or _learners(table, rest, classes, are_scores_named=bool(scored))
    left_out = _unused(rest, learners)
    added = [name for name in _named(roles, "more_learners") if name in left_out]
    learners = (*learners, *(LearnerColumns(name, name) for name in added), *scored)
    left_out = _unused(left_out, learners)
    return Assigned(
        truth, places, learners, left_out, {} if is_regression else doubtful(table, left_out, classes)
    )


def _named(roles: Mapping[str, Any], role: str) -> tuple[str, ...]:
    """The columns that the user gave to a role of several."""
    given = roles.get(role) or ()
    return (given,) if isinstance(given, str) else tuple(given)


def _unused(rest: Sequence[str], learners: Sequence[LearnerColumns]) -> tuple[str, ...]:
    used = {column for item in learners for column in item.columns}
    return tuple(name for name in rest if name not in used)


def check_named(table: RawTable, roles: Mapping[str, Any]) -> None:
    """Refuse roles that there are not, and columns that are not there.

    Raises
    ------
    InputError
        If there is one.
    """
    single = ("truth", "learner", "predicted", *PLACE_NAMES)
    several = ("more_learners", "more_scores")
    unknown = set(roles) - {"learners", *several, *single}
    if unknown:
        raise InputError(
            f"there is no role {quoted(sorted(unknown)[0])}.",
            "roles",
            f"Roles are {listing([*single, 'learners', *several])}.",
        )
    for role in several:
        _check_there(table, _named(roles, role))
    _check_there(table, [roles[name] for name in single if roles.get(name)])


def _check_there(table: RawTable, columns: Collection[str]) -> None:
    for name in columns:
        if name not in table.columns:
            raise InputError(
                f"there is no column {quoted(name)}.",
                "roles",
                f"There are {listing(map(quoted, table.columns), most=12)}.",
            )


def _truth(table: RawTable, roles: Mapping[str, Any], taken: Collection[str]) -> str | None:
    if roles.get("truth"):
        return str(roles["truth"])
    target = target_called(table.columns)
    if target is not None and target not in taken:
        return target
    by_name = {normal(name): name for name in reversed(table.columns) if name not in taken}
    for name in TRUTH_NAMES:
        if name in by_name:
            return by_name[name]
    models = [match for name in table.columns if (match := _BY_CLASS[0].fullmatch(name))]
    wanted = {match["label"] for match in models}
    others = [name for name in table.columns if name not in {match["learner"] for match in models}]
    found = [name for name in others if name not in taken and wanted and distinct(table, name) == wanted]
    return found[0] if found else _truth_of_groups(table, taken)


def _truth_of_groups(table: RawTable, taken: Collection[str]) -> str | None:
    """The only column with the classes of the groups that SPSS predicted, none of them its own; None of several."""
    saved = saved_by_number(table.columns)
    wanted = set().union(*(distinct(table, name) for name in saved if is_group(name)))
    others = [name for name in table.columns if name not in {*taken, *saved}]
    found = [name for name in others if wanted and distinct(table, name) == wanted]
    return found[0] if len(found) == 1 else None


def given_learners(given: Mapping[str, Any] | Sequence[str]) -> tuple[LearnerColumns, ...]:
    """Columns of the learners as the user gave them: a list of columns, or columns by name of the learner.

    Raises
    ------
    InputError
        If they are neither.
    """
    items = given.items() if isinstance(given, Mapping) else [(name, name) for name in given]
    found = []
    for name, value in items:
        if isinstance(value, str):
            found.append(LearnerColumns(str(name), value))
        elif isinstance(value, Mapping) and set(value) <= {"label", "scores"} and value:
            scores = value.get("scores") or {}
            by_class = {"": scores} if isinstance(scores, str) else {str(k): v for k, v in scores.items()}
            found.append(LearnerColumns(str(name), value.get("label"), by_class))
        else:
            raise InputError(
                f"{shown(value)} does not say the columns of {quoted(name)}.",
                "roles",
                "Write {'learners': {'tree': 'column'}} or {'tree': {'label': …, 'scores': {'yes': …}}}.",
            )
    return tuple(found)


def is_measurement(table: RawTable, column: str) -> bool:
    """Whether a column holds measurements rather than classes, by its first rows."""
    series = table.frame[column]
    if isinstance(series.dtype, pd.CategoricalDtype) and not re.search(
        r"\d", "".join(series.cat.categories.astype(str))
    ):
        return False
    head = replace(table, frame=table.frame[[column]].head(_SAMPLE))
    return suggest_task(read_column(head, column))[0] == "regression"


def _of_package(
    table: RawTable, rest: Sequence[str], truth: str | None, classes: set[str]
) -> tuple[LearnerColumns, ...]:
    """The learners whose columns a package called after the truth, or numbered."""
    called = [] if truth is None else learners_called(rest, truth, classes)
    return tuple(_columns_called(table, item, classes) for item in called)


def _columns_called(table: RawTable, item: Called, classes: set[str]) -> LearnerColumns:
    """Of several groups SPSS saves the one that is predicted under the name that probabilities have of two."""
    name = item.learner or table.learner or "the model"
    only = list(item.scores.values())
    if item.label is None and only and _predicts(table, only[0], classes):
        return LearnerColumns(name, only[0])
    return LearnerColumns(name, item.label, item.scores)


def _regressors(table: RawTable, rest: Sequence[str], truth: str) -> tuple[LearnerColumns, ...]:
    """Where the truth is a measurement, every column of numbers holds predictions."""
    columns = [column for column in rest if _is_number(table, column) and not _JUDGED.fullmatch(column)]
    named, used = _matches(columns, _ONE_LABEL, table.learner or "the model")
    if not used:
        _refuse_other_scales(table, columns, truth)
    columns = used or columns
    names = {column: name for name, column in named.items()}
    return tuple(LearnerColumns(names.get(column, column), column) for column in columns)


def _refuse_other_scales(table: RawTable, columns: Sequence[str], truth: str) -> None:
    """Refuse attributes of a data set where predictions of a measurement are expected."""
    numbers = {name: read_numbers(table.frame[name], table.decimal).values for name in (truth, *columns)}
    ranges = {name: values[np.isfinite(values)] for name, values in numbers.items()}
    low, high = ranges[truth].min(), ranges[truth].max()
    width = high - low
    for name in columns:
        if (
            ranges[name].max() > high + 2 * width
            or ranges[name].min() < low - 2 * width
            or ranges[name].max() < low
        ):
            raise InputError(
                f"the values of {quoted(name)} lie far from those of the truth {quoted(truth)}, so the columns seem to "
                "be attributes rather than predictions.",
                table.where,
                "Call the predictions after the learners, such as tree_pred, or name them (roles={'learners': [...]}).",
            )


def _learners(
    table: RawTable, rest: Sequence[str], classes: set[str], *, are_scores_named: bool
) -> tuple[LearnerColumns, ...]:
    """Learners by the names of their columns; else whatever holds numbers, unless somebody named scores."""
    name = table.learner or "the model"
    rest = [column for column in rest if not SCORE_OF_PREDICTED.fullmatch(column)]
    labelled, paired = _pairs(table, rest, classes, name)
    used = {*labelled.values(), *(column for part in paired.values() for column in part.values())}
    by_class = _scores_by_class(table, [column for column in rest if column not in used], classes, name)
    used |= {column for part in by_class.values() for column in part.values()}
    by_class |= _scores_before_learner(table, [column for column in rest if column not in used], classes)
    used |= {column for part in by_class.values() for column in part.values()}
    prefixed = scores_by_prefix(table, [column for column in rest if column not in used], classes, name)
    by_class = {
        **prefixed,
        **by_class,
        **{learner: part for learner, part in paired.items() if "" not in part},
    }
    used |= {column for part in by_class.values() for column in part.values()}
    single, _ = _matches([column for column in rest if column not in used], _ONE_SCORE, name)
    single = {learner: column for learner, column in single.items() if table.is_numeric(column)}
    with_labels = {learner: part[""] for learner, part in paired.items() if "" in part}
    free = [column for column in rest if column not in {*used, *single.values()} and table.is_numeric(column)]
    single = {**scored_alike(with_labels, free), **single, **with_labels}
    used |= set(single.values())
    named, _ = _matches([column for column in rest if column not in used], _ONE_LABEL, name)
    chances = {learner: column for learner, column in named.items() if _is_chance(table, column, classes)}
    single = {**chances, **single}
    used |= set(chances.values())
    named = {learner: column for learner, column in named.items() if learner not in chances}
    named |= {
        learner: learner for learner in {**by_class, **single} if learner in rest and learner not in used
    }
    named |= labelled
    if classes and not by_class:
        seen = {*used, *named.values()}
        free = [column for column in rest if column not in seen and not _JUDGED.fullmatch(column)]
        named |= {column: column for column in free if _predicts(table, column, classes)}
    if not named and not by_class and not single:
        if are_scores_named:
            return ()
        markers = [column for column in rest if _is_number(table, column) and not _JUDGED.fullmatch(column)]
        is_marker = not _are_probabilities(table, markers)
        short = without_prefix(markers, ())
        return tuple(
            LearnerColumns(short[column], None, {"": column}, is_marker=is_marker) for column in markers
        )
    everyone = [*named, *by_class, *single]
    unlabelled = [learner for learner in {**by_class, **single} if learner not in {*named, name}]
    short = without_prefix(unlabelled, {*named, name})
    order = sorted(
        dict.fromkeys(everyone), key=lambda learner: _first(rest, learner, named, by_class, single)
    )
    return tuple(
        LearnerColumns(
            short.get(learner, learner),
            named.get(learner),
            by_class.get(learner) or ({"": single[learner]} if learner in single else {}),
        )
        for learner in order
    )


def _pairs(
    table: RawTable, rest: Sequence[str], classes: set[str], unnamed: str
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Columns of labels, and of scores by class, of the learners that both are called after."""
    labelled: dict[str, str] = {}
    scored: dict[str, dict[str, str]] = {}
    for learner, label, score, of_class in partners(rest, classes):
        is_score = (of_class or len(classes) == 2) and table.is_numeric(score)
        is_of_nobody = any(pattern.fullmatch(label) for pattern in _ONE_LABEL[:2])
        name = unnamed if is_of_nobody else learner
        if is_score and _predicts(table, label, classes) and labelled.setdefault(name, label) == label:
            scored.setdefault(name, {}).setdefault(of_class, score)
    return labelled, {
        name: {label: column for label, column in part.items() if label or len(part) == 1}
        for name, part in scored.items()
    }


def _first(
    rest: Sequence[str],
    learner: str,
    named: Mapping[str, str],
    by_class: Mapping[str, Mapping[str, str]],
    single: Mapping[str, str],
) -> int:
    columns = [named.get(learner), *by_class.get(learner, {}).values(), single.get(learner)]
    return min(rest.index(column) for column in columns if column is not None)


def _scores_by_class(
    table: RawTable, rest: Sequence[str], classes: set[str], unnamed: str
) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    matches = [[match for pattern in _BY_CLASS if (match := pattern.fullmatch(column))] for column in rest]
    meant = class_by_name({match["label"] for each in matches for match in each}, classes)
    for each in matches:
        match = next((match for match in each if match["label"] in meant), None)
        if match:
            part = found.setdefault(match["learner"] or unnamed, {})
            part.setdefault(meant[match["label"]], match.string)
    return {
        learner: part for learner, part in found.items() if not number_learners(table, part, rest, classes)
    }


def _scores_before_learner(
    table: RawTable, rest: Sequence[str], classes: set[str]
) -> dict[str, dict[str, str]]:
    """Columns such as ``prob_yes_tree`` by learner and class, where a learner has one for every class.

    Of two classes one is enough where every such column begins with a class: hardly all learners are called so. Of a
    class that is a number it is not where another sign than _ or . follows: 1-nn is a learner.
    """
    found: dict[str, dict[str, str]] = {}
    numbers = filter(table.is_numeric, rest)
    matches = [match for column in numbers if (match := _BEFORE_LEARNER.fullmatch(column))]
    for match, label in product(matches, sorted(classes)):
        behind = match["rest"].removeprefix(label)
        learner = behind.lstrip("_. -")
        if behind != match["rest"] and learner not in ("", behind):
            found.setdefault(learner, {}).setdefault(label, match.string)
    used = {column for part in found.values() for column in part.values()}
    is_learner = any(_NUMBERED_LEARNER.fullmatch(match["rest"]) for match in matches)
    is_enough = len(classes) == 2 and len(used) == len(matches) and not is_learner
    return {learner: part for learner, part in found.items() if is_enough or len(part) == len(classes) > 1}


def _matches(
    columns: Sequence[str], patterns: Sequence["re.Pattern[str]"], unnamed: str
) -> tuple[dict[str, str], list[str]]:
    found: dict[str, str] = {}
    for column in columns:
        match = next((match for pattern in patterns if (match := pattern.fullmatch(column))), None)
        if match:
            found.setdefault(match["learner"] or unnamed, column)
    return found, list(found.values())


def _is_number(table: RawTable, column: str) -> bool:
    series = table.frame[column]
    if series.dtype == "float64":
        return True
    return (
        table.holds_text(column)
        and bool(series.notna().any())
        and not len(read_numbers(series, table.decimal).strays)
    )


def _are_probabilities(table: RawTable, columns: Sequence[str]) -> bool:
    """Whether each of these columns lies within 0 and 1 on both sides of ½: measurements hardly ever all do."""
    found = [read_numbers(table.frame[column], table.decimal).values for column in columns]
    finite = [values[np.isfinite(values)] for values in found]
    return all(len(values) and 0 <= values.min() < 0.5 < values.max() <= 1 for values in finite)


def _is_chance(table: RawTable, column: str, classes: set[str]) -> bool:
    """Whether a column that is called a prediction holds a number for one of two classes instead of a class."""
    return len(classes) == 2 and _is_number(table, column) and not distinct(table, column) <= classes


def _predicts(table: RawTable, column: str, classes: set[str]) -> bool:
    """Whether most distinct cells of a column are classes, in whichever case."""
    found = distinct(table, column) - set(MISSING)
    known = found & classes | in_other_letters(found, classes).keys()
    return bool(found) and 2 * len(known) > len(found)
