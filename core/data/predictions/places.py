"""Which columns say the place of a prediction: instance, replicate, fold, training size, group."""

from collections.abc import Mapping
from typing import Any

from core.data.columns.class_labels import apart, distinct
from core.data.columns.fold_labels import are_folds
from core.data.columns.kinds import as_text
from core.data.columns.names import SYNONYMS, UNNAMED, normal
from core.data.tables.table import RawTable

_NO_FOLDS = ("k", "id2")
"""Names of folds among scores that beside predictions are those of a learner, or belong to rsample's ``id``."""
PLACE_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": (
        *(
            "id",
            "ids",
            "instance",
            "instance_id",
            "index",
            "row",
            "rowindex",
            "row_id",
            "row_ids",
            "rowid",
            "case",
            "row_nr",
            "row_number",
            "passengerid",
            "sample",
        ),
    ),
    "replicate": ("replicate", "repeat", "repetition", "rep", "run"),
    "fold": (
        *(name for name in SYNONYMS["fold"] if name not in _NO_FOLDS),
        *("fold_assignment", "fold_index", "fold_number", "cv_fold_id"),
    ),
    "n_train": ("n_train", "train_size"),
    "group": (
        *("group", "groups", "group_id", "cluster", "cluster_id", "patient", "patient_id", "patientid"),
        *("subject", "subject_id", "subjectid", "participant", "participant_id", "family", "family_id"),
    ),
}
_SAMPLE = 20_000
"""Rows that are looked at to tell whether labels are those of folds."""


def places_of(table: RawTable, roles: Mapping[str, Any]) -> dict[str, str]:
    """The columns by their role; what the user said counts, and "" is no column."""
    by_name = {normal(name): name for name in reversed(table.columns)}
    found: dict[str, str] = {}
    for role, names in PLACE_NAMES.items():
        if role in roles:
            found |= {role: roles[role]} if roles[role] else {}
            continue
        columns = [by_name[name] for name in names if name in by_name and by_name[name] != roles.get("truth")]
        if role == "group":
            columns = [column for column in columns if _names_groups(table, column)]
        if role == "id":
            columns.sort(key=lambda column: _names_folds(table, column))  # rsample calls the folds id
        if columns:
            found[role] = columns[0]
    if "fold" not in found and "fold" not in roles and "id" in found and _names_folds(table, found["id"]):
        found["fold"] = found.pop("id")
    by_name_id = by_name.get("id")
    if "fold" not in found and "fold" not in roles and by_name_id not in (None, found.get("id")):
        found |= {"fold": by_name_id} if _names_folds(table, str(by_name_id)) else {}
    found |= _of_repeated(table, found, roles, by_name)
    first = table.columns[0]
    may_name = "id" not in found and "id" not in roles and first != roles.get("truth")
    if may_name and UNNAMED.fullmatch(first) and len(distinct(table, first)) == len(table.frame):
        found["id"] = first
    return found


def _of_repeated(
    table: RawTable, found: Mapping[str, str], roles: Mapping[str, Any], by_name: Mapping[str, str]
) -> dict[str, str]:
    """Replicate and fold where rsample writes ``Repeat1`` into id and ``Fold1`` into id2."""
    repeat, fold = by_name.get("id"), by_name.get("id2")
    if repeat is None or fold is None or found.get("fold") != repeat or {"replicate", "fold"} & {*roles}:
        return {}
    labels = distinct(table, repeat)
    is_repeat = all(label.casefold().startswith("rep") for label in labels)
    return {"replicate": repeat, "fold": fold} if is_repeat and _names_folds(table, fold) else {}


def _names_groups(table: RawTable, column: str) -> bool:
    """Whether a column puts the instances together; of two values it rather says a class."""
    return 2 < len(distinct(table, column)) < len(table.frame)


def _names_folds(table: RawTable, column: str) -> bool:
    return are_folds(as_text(apart(table.frame[column].head(_SAMPLE))[1]))
