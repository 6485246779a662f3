"""What other tools call the columns of fold results."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from core.data.columns.inspection import Unsettled
from core.data.csv_escape import restore
from core.data.tables.table import RawTable
from core.entries import alike
from core.errors import InputError, listing, quoted

Scale = Literal["proportion", "percent"]
Roles: TypeAlias = Mapping[str, str | Sequence[str]]
"""Columns by the role they play; ``learners`` may name several."""

_CALLED: Mapping[str, tuple[str, ...]] = {
    "measure": ("measure", "metric", "scorer", "scoring", "measure_id", "metrik"),
    "score": ("score", "value", "values", "estimate", "y", "result", "performance", "wert"),
    "dataset": (
        *(
            "dataset",
            "datasets",
            "data_set",
            "task_id",
            "task",
            "key_dataset",
            "problem",
            "database",
            "dataset_name",
            "datensatz",
        ),
    ),
    "learner": (
        *(
            "learner",
            "learners",
            "learner_id",
            "algorithm",
            "algorithms",
            "wflow_id",
            "key_scheme",
            "model",
            "models",
        ),
        *("classifier", "classifiers", "clf", "method", "methods", "scheme", "estimator", "algo", "approach"),
        *("learner_name", "model_name", "classifier_name", "algorithm_name", "method_name", "estimator_name"),
        *("modell", "verfahren", "lernverfahren", "klassifikator", "algorithmus", "methode"),
        *("modelo", "algoritmo", "método", "metodo", "clasificador", "classificador", "modèle", "modele"),
        *("algorithme", "méthode", "classifieur", "modello", "classificatore", "metoda", "klasyfikator"),
        *("group", "groups", "treatment", "config", "ind", "variable"),
    ),
    "replicate": (
        *("replicate", "replicates", "repeat", "repeats", "repetition", "rep", "r", "run", "runs", "key_run"),
        *("seed", "seeds", "random_state", "random_seed", "wiederholung", "durchlauf"),
    ),
    "fold": (
        *(
            "fold",
            "folds",
            "k",
            "fold_id",
            "cv_fold",
            "key_fold",
            "split",
            "iteration",
            "iter",
            "resample",
            "id2",
            "falte",
            *("pliegue", "partición", "partição", "pli", "podział", "deel", "vouw"),
        ),
    ),
    "n_train": (
        *(
            "n_train",
            "train_size",
            "n_training",
            "number_of_training_instances",
            "training_instances",
            "ntrain",
            "len_train_window",
        ),
    ),
    "n_validation": (
        *("n_validation", "n_test", "test_size", "n_val", "validation_size", "ntest"),
        *("number_of_testing_instances", "testing_instances"),
    ),
}
SYNONYMS = {role: tuple(map(alike, called)) for role, called in _CALLED.items()}
"""Names by role, the likeliest first, as `normal` writes them."""

MOST_LEARNERS = 200
_LOGGED = re.compile(r"(?:params|tags|user_attrs)[._]")
"""What mlflow and optuna write before the names of what they log."""
UNNAMED = re.compile(r"column \d+|unnamed: \d+|row names|index|", re.IGNORECASE)
"""Names of columns that only number or name the rows."""


def normal(name: str) -> str:
    """A name in lower case, words joined by underscores."""
    return alike(restore(name))


PLACES = ("dataset", "learner", "replicate", "fold", "n_train", "n_validation")
"""Roles of the columns that say where a score is from."""


def find_roles(table: RawTable, roles: Roles, wanted: Collection[str] = tuple(SYNONYMS)) -> dict[str, str]:
    """Find the column of the table behind each role: the one that the user named, else one with a known name.

    A role that the user gave to "" is played by none.

    Raises
    ------
    InputError
        If the user named a column that is not there, or gave one column two roles.
    """
    found = given_roles(table, roles)
    taken = set(found.values())
    plain = {restore(column): column for column in table.columns}
    by_name: dict[str, str] = {}
    for column in table.columns:
        if column not in taken and column != ".estimator":
            by_name.setdefault(normal(column), column)
    for column in table.columns:
        if column not in taken and _LOGGED.match(column):
            by_name.setdefault(normal(_LOGGED.sub("", column)), column)
    for role in wanted:
        if role in found or roles.get(role) == "":
            continue
        names = [plain[role]] if role in plain and plain[role] not in taken else []
        names += [by_name[name] for name in SYNONYMS[role] if name in by_name and by_name[name] not in taken]
        if names:
            found[role] = names[0]
            taken.add(names[0])
    return found


def given_roles(table: RawTable, roles: Roles) -> dict[str, str]:
    """The columns that the user named.

    Raises
    ------
    InputError
        If one of them is not there, or was named twice.
    """
    plain = {restore(column): column for column in table.columns} | {name: name for name in table.columns}
    single = {role: name for role, name in roles.items() if isinstance(name, str) and name}
    for role, name in single.items():
        if name not in plain:
            raise InputError(
                f"there is no column {quoted(name)} to be the {role}.",
                "roles",
                f"There are {listing(map(quoted, table.columns), most=12)}.",
            )
    names = list(single.values())
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(
            f"the column {quoted(twice[0])} was given two roles.", "roles", "Give each column one role."
        )
    return {role: plain[name] for role, name in single.items()}


def said(columns: Mapping[str, str], roles: Roles) -> tuple[str, ...]:
    """Say which columns were taken for what, where their names differ from the roles'."""
    words = {"dataset": "the data set", "n_train": "training sizes", "n_validation": "validation sizes"}
    odd = [
        f"{quoted(restore(column))} as {words.get(role, f'the {role}')}"
        for role, column in columns.items()
        if role in SYNONYMS and role not in roles and restore(column) != role
    ]
    return (f"Columns were read by their names: {listing(odd)}.",) if odd else ()


def check_few(learners: int, where: str, names: Sequence[str]) -> None:
    """Check the number of learners.

    Raises
    ------
    Unsettled
        If there are more learners than can be compared; `names` may be chosen.
    """
    if learners > MOST_LEARNERS:
        raise Unsettled(
            f"there are {learners:,} learners; at most {MOST_LEARNERS} are compared.",
            where,
            "Choose among them (roles={'learners': [...]}).",
            key="learners",
            options=tuple(names),
        )


def lacking(table: RawTable, names: Iterable[str]) -> Unsettled:
    """Say which columns are not there."""
    return Unsettled(
        f"there is no column {listing(map(quoted, names), 'or')} (nor one given that role).",
        table.where,
        f"There are {listing(map(quoted, table.columns), most=12)}; name theirs by roles={{'score': 'column'}}.",
        key="roles",
        options=table.columns,
    )
