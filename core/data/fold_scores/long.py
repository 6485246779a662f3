"""One row per score: Foldwise's own form, tidymodels, correctR, scikit-posthocs, and whatever is called similarly."""

from collections.abc import Mapping

from core.data.columns.fold_labels import meaning_of
from core.data.columns.measures import is_measure
from core.data.columns.names import UNNAMED, Roles, find_roles, given_roles, lacking, normal, said
from core.data.columns.tidy_cells import texts
from core.data.csv_escape import restore
from core.data.fold_scores.layout import Asked, ScoreLayout, Tidy, counted, frame_of, placed
from core.data.fold_scores.no_scores import predictions_refusal
from core.data.tables.table import RawTable
from core.errors import quoted
from core.records import Rows

ABOUT = (
    *("measure_title", "lower_is_better", "unit", "rows"),
    *(
        "design",
        "training_sets_overlap",
        "every_instance_once",
        "grouped",
        "stratified_design",
        "loss_matrix",
    ),
    *("failure", "place"),
)
"""Columns that Foldwise itself writes beside the scores."""


def _about(table: RawTable) -> dict[str, str]:
    names = {restore(column): column for column in table.columns}
    return {name: names[name] for name in ABOUT if name in names}


def _score_alone(table: RawTable, roles: Roles) -> dict[str, str]:
    """The only column beside learner and fold, where it holds fractions: a score by a measure that is not known."""
    found = find_roles(table, roles)
    rest = [name for name in table.columns if name not in found.values()]
    if "learner" not in found or not {"fold", "replicate"} & set(found) or {"score"} & {*found, *roles}:
        return {}
    if len(rest) != 1 or is_measure(rest[0]) or UNNAMED.fullmatch(rest[0]) or not table.is_numeric(rest[0]):
        return {}
    return {"score": rest[0]} if (table.numbers(rest[0]).values % 1 > 0).any() else {}


def _fits_long(table: RawTable, roles: Roles) -> bool:
    named = {"learner", "score"} <= {*find_roles(table, roles), *_score_alone(table, roles)}
    return named and predictions_refusal(table) is None  # a score beside them is that of an instance


def _tidy_long(table: RawTable, asked: Asked) -> Tidy:
    alone = _score_alone(table, asked.roles)
    found = find_roles(table, asked.roles) | alone
    missing = [name for name in ("learner", "score") if name not in found]
    if missing:
        needed = [name for name in ("learner", "fold", "score") if name not in found]
        raise lacking(table, needed)
    by_name = said(found, asked.roles)
    frame = frame_of(table, {**found, **_about(table)})
    frame, found, seen = placed(table, asked, found, frame)
    frame, notes = counted(frame, asked)
    return Tidy(frame, found, (*by_name, *seen, *notes), measure=alone.get("score"))


def _names(table: RawTable) -> dict[str, str]:
    """Columns by their normal names, with a leading point kept."""
    return {f".{normal(name)}" if name.startswith(".") else normal(name): name for name in table.columns}


def _fits_tidymodels(table: RawTable, roles: Roles) -> bool:
    return {".metric", ".estimate", "id"} <= set(_names(table)) and not roles


def _tidy_tidymodels(table: RawTable, asked: Asked) -> Tidy:
    names = _names(table)
    missing = [name for name in (".metric", ".estimate", "id") if name not in names]
    if missing:
        raise lacking(table, missing)
    places = ("replicate", "fold") if "id2" in names else ("fold",)
    found = {"measure": names[".metric"], "score": names[".estimate"]}
    found |= dict(zip(places, (names["id"], names.get("id2", "")), strict=False))
    learner = next(
        (names[name] for name in ("wflow_id", "learner", "model", ".config") if name in names), None
    )
    if learner is not None:
        found["learner"] = learner
    found |= given_roles(table, asked.roles)
    frame = frame_of(table, found)
    notes = said(found, asked.roles)
    if learner is None:
        frame = frame.assign(dataset="data", learner=table.learner or "the model")
        notes += (f"No column names the learner; it was called {quoted(table.learner or 'the model')}.",)
    design = _rsample_design(
        set(texts(table, names["id"]).str.replace(r"\d+$", "", regex=True)), "id2" in names
    )
    frame, more = counted(frame, asked)
    return Tidy(frame, found, (*notes, *more), design=design)


def _rsample_design(words: set[str], is_repeated: bool) -> str | None:
    """The design behind the labels that rsample gives: Fold01, Repeat1, Bootstrap0001, Resample1."""
    if words == {"Bootstrap"}:
        return "bootstrap"
    if words == {"Resample"}:
        return "random_resampling"
    if words == {"Fold"}:
        return "k_fold"
    return "repeated_k_fold" if is_repeated and words == {"Repeat"} else None


_CORRECTR = {"model": "learner", "values": "score", "k": "fold", "r": "replicate"}


def _fits_correctr(table: RawTable, roles: Roles) -> bool:
    return set(_names(table)) == set(_CORRECTR) and not roles


def _tidy_correctr(table: RawTable, asked: Asked) -> Tidy:
    names = _names(table)
    missing = [name for name in _CORRECTR if name not in names]
    if missing:
        raise lacking(table, missing)
    found = {role: names[name] for name, role in _CORRECTR.items()} | given_roles(table, asked.roles)
    frame, notes = counted(frame_of(table, found), asked)
    return Tidy(frame, found, (*said(found, asked.roles), *notes), design="repeated_k_fold")


_POSTHOCS = {"learner": ("group", "groups"), "score": ("y",), "block": ("block", "blocks")}


def _posthocs_columns(table: RawTable, roles: Roles) -> dict[str, str]:
    names = _names(table)
    found = {role: names[name] for role, called in _POSTHOCS.items() for name in called if name in names}
    return found | given_roles(table, roles)


def _fits_posthocs(table: RawTable, roles: Roles) -> bool:
    return set(_POSTHOCS) <= set(_posthocs_columns(table, {})) and not roles


def _tidy_posthocs(table: RawTable, asked: Asked) -> Tidy:
    found = _posthocs_columns(table, asked.roles)
    missing = [name for name in _POSTHOCS if name not in found]
    if missing:
        raise lacking(table, missing)
    guess = meaning_of(texts(table, found["block"]), found["block"])
    rows: Rows = asked.rows or guess or "folds"
    columns: Mapping[str, str] = {
        ("dataset" if rows == "data sets" else "fold") if role == "block" else role: column
        for role, column in found.items()
    }
    frame, notes = counted(frame_of(table, columns), asked)
    notes = (*said(columns, asked.roles), *notes)
    return Tidy(frame, columns, notes, rows=rows, open=() if asked.rows or guess else ("rows",))


LONG = (
    ScoreLayout(
        key="tidymodels",
        title="tidymodels: collect_metrics(summarize = FALSE)",
        summary="One row per resample and metric: id, id2, .metric, .estimate, and wflow_id for several models.",
        fits=_fits_tidymodels,
        tidy=_tidy_tidymodels,
    ),
    ScoreLayout(
        key="correctr",
        title="correctR, correctipy",
        summary="One row per score with the columns model, values, k (fold) and r (repeat).",
        fits=_fits_correctr,
        tidy=_tidy_correctr,
    ),
    ScoreLayout(
        key="posthocs",
        title="scikit-posthocs, melted",
        summary="One row per score with the columns blocks, groups (the learners) and y.",
        fits=_fits_posthocs,
        tidy=_tidy_posthocs,
    ),
)
OWN = ScoreLayout(
    key="long",
    title="Long table",
    summary="One row per score: learner, score, and data set, replicate, fold, sizes or measure where there are.",
    fits=_fits_long,
    tidy=_tidy_long,
)
