"""One row per learner and fold, one column per measure: WEKA, mlr3, scikit-learn's cross_validate."""

import re
from collections.abc import Sequence

import pandas as pd

from core.data.columns.measures import is_measure, known
from core.data.columns.names import PLACES, UNNAMED, Roles, find_roles, given_roles, lacking, normal, said
from core.data.columns.tidy_cells import texts
from core.data.counts.cells import columns_of_counts
from core.data.fold_scores.layout import (
    UNNAMED_MEASURES,
    Asked,
    ScoreLayout,
    Tidy,
    by_columns,
    frame_of,
    held,
    with_learner,
)
from core.data.fold_scores.no_scores import are_counts, descends
from core.data.tables.table import RawTable
from core.errors import listing, quoted

_HALF_AN_ERROR = 0.5
"""A rate that is rounded still gives its number of errors."""


def _fits_weka(table: RawTable, roles: Roles) -> bool:
    names = {normal(name) for name in table.columns}
    return {"key_scheme", "key_run"} <= names and not roles


def _tidy_weka(table: RawTable, asked: Asked) -> Tidy:
    found = find_roles(table, asked.roles, PLACES)
    names = {normal(name): name for name in table.columns}
    if not _fits_weka(table, {}) and not asked.roles:
        raise lacking(table, ["Key_Scheme", "Key_Run"])
    if "learner" not in found:
        raise lacking(table, ["Key_Scheme"])
    taken = set(found.values())
    measures = {
        name: name
        for name in table.columns
        if name not in taken
        and not normal(name).startswith(("key_", "number_", "date_time", "num_", "measure"))
        and table.is_numeric(name)
    }
    if not measures:
        raise lacking(table, ["Percent_correct"])
    frame = frame_of(table, found)
    options = names.get("key_scheme_options")
    frame["learner"] = _scheme_names(frame["learner"], None if options is None else texts(table, options))
    return by_columns(table, asked, found, measures, frame, notes=said(found, asked.roles))


def _scheme_names(schemes: "pd.Series[str]", options: "pd.Series[str] | None") -> "pd.Series[str]":
    """Class names without their package; with the options where one scheme ran with several."""
    short = (
        schemes.str.strip().str.replace(r"^'|'$", "", regex=True).str.replace(r"^(\w+\.)+", "", regex=True)
    )
    if options is None:
        return short
    several = options.fillna("").groupby(schemes).transform("nunique") > 1
    full = short + " " + options.fillna("").str.strip().str.strip("'")
    return short.where(~several, full.str.strip())


def _fits_mlr3(table: RawTable, roles: Roles) -> bool:
    names = {normal(name) for name in table.columns}
    return {"task_id", "learner_id"} <= names and bool(_mlr3_measures(table)) and not roles


def _mlr3_measures(table: RawTable) -> dict[str, str]:
    other = {
        "nr",
        "iteration",
        "iters",
        "uhash",
        "warnings",
        "errors",
        "resampling_id",
        "task_id",
        "learner_id",
    }
    return {name: name for name in table.columns if normal(name) not in other and table.is_numeric(name)}


_MLR3_DESIGNS = {
    "cv": "k_fold",
    "repeated_cv": "repeated_k_fold",
    "holdout": "hold_out",
    "subsampling": "random_resampling",
    "bootstrap": "bootstrap",
    "loo": "leave_one_out",
}


def _tidy_mlr3(table: RawTable, asked: Asked) -> Tidy:
    found = find_roles(table, asked.roles, ("dataset", "learner", "fold"))
    if not {"dataset", "learner"} <= set(found):
        raise lacking(table, ["task_id", "learner_id"])
    names = {normal(name): name for name in table.columns}
    design = None
    if "resampling_id" in names:
        words = texts(table, names["resampling_id"]).dropna().unique().tolist()
        design = _MLR3_DESIGNS.get(words[0]) if len(words) == 1 else None
    measures = {
        name: column for name, column in _mlr3_measures(table).items() if column not in found.values()
    }
    if not measures:
        raise lacking(table, ["classif.ce"])
    return by_columns(
        table, asked, found, measures, frame_of(table, found), notes=said(found, asked.roles), design=design
    )


_TEST = re.compile(r"test_(\w+)")


def _fits_cross_validate(table: RawTable, roles: Roles) -> bool:
    names = set(table.columns)
    tests = any(_TEST.fullmatch(name) for name in names)
    beside = {"fit_time", "score_time"} & names or any(name.startswith("train_") for name in names)
    named = "test_score" in names and "learner" in find_roles(table, {}, ("learner", "fold"))
    return tests and bool(beside or named) and not roles


def _tidy_cross_validate(table: RawTable, asked: Asked) -> Tidy:
    found = find_roles(table, asked.roles, PLACES)
    measures = {match[1]: name for name in table.columns if (match := _TEST.fullmatch(name))}
    measures |= {name: name for name in ("fit_time", "score_time") if name in table.columns}
    if not measures:
        raise lacking(table, ["test_score"])
    if "learner" not in found:
        found |= _unnamed_learner(table)
    frame, notes = with_learner(table, found)
    return by_columns(table, asked, found, measures, frame, notes=(*said(found, asked.roles), *notes))


def _unnamed_learner(table: RawTable) -> dict[str, str]:
    """The column that ``pandas.concat(keys=…)`` leaves without a name."""
    for name in table.columns:
        if UNNAMED.fullmatch(name) and not table.is_numeric(name):
            return {"learner": name}
    return {}


def _measures_named(table: RawTable, roles: Roles) -> dict[str, str]:
    """Columns that are called after measures; of one learner without a name, else the one that is called a score."""
    taken = set(given_roles(table, roles).values())
    measures = {name: name for name in table.columns if is_measure(name) and name not in taken}
    places = {} if measures else find_roles(table, roles, PLACES)
    if measures or "learner" in places:
        return measures
    placed = set(places.values())
    rest = [name for name in table.columns if name not in placed]
    is_alone = len(rest) == 1 and normal(rest[0]) in UNNAMED_MEASURES
    return {normal(rest[0]): rest[0]} if is_alone else {}


def _fits_measures(table: RawTable, roles: Roles) -> bool:
    named = {name: column for name, column in roles.items() if name != "score"}
    if not _measures_named(table, named):
        return False
    places = find_roles(table, named, PLACES) | _by_what_they_hold(table, named)
    return "learner" in places or _is_one_learner(table, named)


def _by_what_they_hold(table: RawTable, roles: Roles) -> dict[str, str]:
    """The learner: the only column of words beside folds and measures; and what else has to tell its rows apart."""
    found = find_roles(table, roles, PLACES)
    if {"learner"} & {*found, *roles} or not {"fold", "replicate"} & set(found):
        return {}
    taken = {*found.values(), *_measures_named(table, roles).values()}
    rest = [name for name in table.columns if name not in taken and not UNNAMED.fullmatch(name)]
    words = [name for name in rest if not table.is_numeric(name)]
    rows_of_each = set(table.frame[words].value_counts(dropna=False)) if len(words) == 1 else set()
    if len(rows_of_each) != 1 or rows_of_each == {1} or table.frame[words[0]].isna().any():
        return {}  # notes beside the scores of one learner seldom stand there equally often
    keys = [*words, *(column for role, column in found.items() if role in ("dataset", "replicate", "fold"))]
    seen = {"learner": words[0]}
    if not table.frame.duplicated(keys).any():
        return seen
    role = "replicate" if "fold" in found else "fold"
    telling = [
        name
        for name in rest
        if name not in words and are_counts(table, [name]) and not table.frame.duplicated([*keys, name]).any()
    ]
    return {**seen, role: telling[0]} if role not in {*found, *roles} and len(telling) == 1 else {}


def _is_one_learner(table: RawTable, roles: Roles) -> bool:
    """Whether the columns are measures and the place of the fold, so that there is one learner without a name."""
    places = set(find_roles(table, roles, PLACES).values())
    rest = [name for name in table.columns if name not in places and not UNNAMED.fullmatch(name)]
    if len(rest) == 1 and set(table.columns) - places == set(_measures_named(table, roles).values()):
        return table.is_numeric(rest[0]) and not descends(table, rest[0])
    numeric = [name for name in rest if table.is_numeric(name)] == rest
    measured = [name for name in rest if is_measure(name) and not known(name).is_time]
    others = [name for name in rest if not is_measure(name)]
    beside = numeric and bool(others) and (not measured or _alike(table, measured, others))
    counted = {"fold", "replicate"} & set(find_roles(table, roles, PLACES))
    are_scores = numeric and not beside and not all(descends(table, name) for name in rest)
    return bool(counted and rest) and are_scores


def _alike(table: RawTable, measured: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the columns beside a single measure may be the scores of learners by it.

    They are where one holds fractions as large as the measure's, or where all are rates.
    """
    if len(measured) > 1:
        return False
    scores, *beside = (table.numbers(name).values.dropna() for name in (*measured, *others))
    fractions = [each for each in beside if (each % 1 > 0).any()]
    as_large = any(each.min() <= scores.max() and scores.min() <= each.max() for each in fractions)
    rates = all(each.between(0, 1).all() for each in (scores, *beside))
    return as_large or (rates and 1 < len(beside) == len(fractions))


def _tidy_measures(table: RawTable, asked: Asked) -> Tidy:
    found = find_roles(table, {k: v for k, v in asked.roles.items() if k != "score"}, PLACES)
    measures = _measures_named(table, found)
    if not measures:
        raise lacking(table, ["score"])
    sizes, counted = _sizes_counted(table, measures)
    named = {**sizes, **found}
    seen = _by_what_they_hold(table, asked.roles)
    found = {**named, **seen}
    frame, notes = with_learner(table, found)
    notes = (*said(named, asked.roles), *held(seen), *notes, *counted, *_unread(table, found, measures))
    return by_columns(table, asked, found, measures, frame, notes=notes)


def _sizes_counted(table: RawTable, measures: dict[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The column of n beside errors and their rate, as size of the validation sets; or that the three do not agree."""
    counts = {what: table.columns[place] for what, place in (columns_of_counts(table.columns) or {}).items()}
    rates = [name for name in measures.values() if known(name).key in ("error", "accuracy")]
    if not rates or not {"wrong", "all"} <= set(counts) or not are_counts(table, list(counts.values())):
        return {}, ()
    errors, n = table.numbers(counts["wrong"]).values, table.numbers(counts["all"]).values
    for name in rates:
        scores = table.numbers(name).values
        share = scores / 100 if known(name).percent or (scores > 1).any() else scores
        rate = share if known(name).key == "error" else 1 - share
        if ((rate - errors / n).abs() * n > _HALF_AN_ERROR).any():
            left_out = listing(map(quoted, counts.values()))
            return {}, (f"Left out, because {quoted(name)} is not what they give: {left_out}.",)
    return {"n_validation": counts["all"]}, ()


def _unread(table: RawTable, found: dict[str, str], measures: dict[str, str]) -> tuple[str, ...]:
    """Say which numbers stand beside the measures of a learner that no column names, and are none."""
    taken = {*found.values(), *measures.values()}
    names = [
        name
        for name in table.columns
        if not (name in taken or is_measure(name) or UNNAMED.fullmatch(name)) and table.is_numeric(name)
    ]
    if "learner" in found or not names:
        return ()
    return (f"Left out, because no measure is called so: {listing(map(quoted, names), most=6)}.",)


BY_MEASURE = (
    ScoreLayout(
        key="weka",
        title="WEKA Experimenter",
        summary="CSV or ARFF with Key_Dataset, Key_Run, Key_Fold, Key_Scheme, sizes and one column per measure.",
        fits=_fits_weka,
        tidy=_tidy_weka,
    ),
    ScoreLayout(
        key="mlr3",
        title="mlr, mlr3, mlr3benchmark",
        summary="task_id, learner_id, iteration where there are several, and one column per measure.",
        fits=_fits_mlr3,
        tidy=_tidy_mlr3,
    ),
    ScoreLayout(
        key="cross_validate",
        title="scikit-learn: cross_validate",
        summary="test_score or test_<scorer> with fit_time and score_time, one row per fold.",
        fits=_fits_cross_validate,
        tidy=_tidy_cross_validate,
    ),
)
MEASURES_BESIDE = ScoreLayout(
    key="measures",
    title="Long table, one column per measure",
    summary="One row per learner and fold, with columns called accuracy, error, auc …",
    fits=_fits_measures,
    tidy=_tidy_measures,
)
