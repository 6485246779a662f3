"""Fold results → FoldScores: the canonical long table, read back without loss."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from core.data.canonical import restore
from core.data.cells import numeric_column
from core.data.columns import as_text
from core.data.measure_names import HIGHER_IS_BETTER, LOWER_IS_BETTER, PROPORTIONS, title_of
from core.data.score_cells import same_in_all_rows, score_frame, truth_in_all_rows
from core.data.sources import FOLD_SCORES_BYTES
from core.data.tables import RawTable, Source, read_table
from core.entries import Entry, Registry
from core.errors import InputError, check_one_of, listing
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, Failure, FoldScores

Rows = Literal["folds", "data sets"]
Scale = Literal["proportion", "percent"]
Roles = Mapping[str, str]

_NEEDED = ("learner", "fold", "score")
_ABOUT = (
    *("measure", "measure_title", "lower_is_better", "unit", "rows"),
    *("design", "training_sets_overlap", "every_instance_once", "grouped", "failure", "place"),
)


@dataclass(frozen=True, kw_only=True)
class ScoreLayout(Entry):
    """A way to write fold results down.

    Attributes
    ----------
    fits : callable
        Whether a table, with the user's roles, is laid out so.
    tidy : callable
        The table with one row per score and the canonical names of the columns, cells still as written.
    """

    fits: Callable[[RawTable, Roles], bool]
    tidy: Callable[[RawTable, Roles], pd.DataFrame]


def _names_in(table: RawTable, roles: Roles) -> dict[str, str]:
    """The column of the table behind each canonical name."""
    names = {restore(column): column for column in table.columns}
    wanted = {name: roles.get(name, name) for name in (*FOLD_SCORE_COLUMNS, *_ABOUT)}
    return {name: names[column] for name, column in wanted.items() if column in names}


def _fits_long(table: RawTable, roles: Roles) -> bool:
    return set(_NEEDED) <= set(_names_in(table, roles))


def _tidy_long(table: RawTable, roles: Roles) -> pd.DataFrame:
    found = _names_in(table, roles)
    lacking = [name for name in _NEEDED if name not in found]
    if lacking:
        raise InputError(
            f"there is no column {listing(map(repr, lacking), 'or')} (nor one given that role).",
            table.where,
            f"There are {listing(map(repr, table.columns), most=12)}; name theirs by roles={{'score': 'column'}}.",
        )
    return pd.DataFrame({name: _texts(table, column) for name, column in found.items()})


def _texts(table: RawTable, column: str) -> "pd.Series[str]":
    """Cells as text; one that is only spelled like a missing value, such as a learner NA, is given back."""
    texts = as_text(table.frame[column]) if table.format != "text" else table.frame[column]
    spellings = list((table.spellings or {}).get(column, {}))
    if len(spellings) == 1 and spellings[0]:
        texts = texts.fillna(spellings[0])
    return texts.map(restore, na_action="ignore").astype("str")


LAYOUTS = Registry(
    "layout",
    [
        ScoreLayout(
            key="long",
            title="Long table",
            summary="One row per data set, learner, replicate and fold, with the columns that Foldwise writes.",
            fits=_fits_long,
            tidy=_tidy_long,
        )
    ],
)
"""In this order they are tried."""


def read_fold_scores(
    source: Source,
    *,
    layout: str | None = None,
    roles: Roles | None = None,
    rows: Rows | None = None,
    measure: str | None = None,
    lower_is_better: bool | None = None,
    scale: Scale | None = None,
) -> FoldScores:
    """Read fold results; what was assumed is said in the notes.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
        At most 20 MB.
    layout : str, optional
        Key of `LAYOUTS`; recognised when not given.
    roles : mapping, optional
        Columns by the role they play: ``{"learner": "model", "score": "value"}``.
    rows : "folds" or "data sets", optional
        Whether rows are folds of one data set or stand for independent data sets.
    measure : str, optional
        Which measure the scores are of; chooses among several in the source.
    lower_is_better : bool, optional
        Direction of the measure; known for common ones.
    scale : "proportion" or "percent", optional
        Percent is converted to proportions.

    Raises
    ------
    InputError
        If a column is missing, a score is no number, a fold occurs twice, or the direction is unknown.
    """
    check_one_of(rows, (None, "folds", "data sets"), "rows")
    check_one_of(scale, (None, "proportion", "percent"), "scale")
    table = read_table(source, limit=FOLD_SCORES_BYTES)
    entry = _layout(table, layout, roles or {})
    tidy = _one_measure(entry.tidy(table, roles or {}), measure, table)
    frame, notes = score_frame(tidy, table)
    key = measure or same_in_all_rows(tidy, "measure", table) or "error"
    if "measure" not in tidy and measure is None:
        notes.append("The scores were taken for error rates (measure=… says otherwise).")
    frame["score"], scale_notes = _proportions(frame["score"], key, scale)
    settled = rows or _rows(tidy, frame, table)
    return FoldScores(
        frame=frame,
        measure=key,
        measure_title=same_in_all_rows(tidy, "measure_title", table) or title_of(key),
        lower_is_better=_direction(tidy, key, lower_is_better, table),
        unit=same_in_all_rows(tidy, "unit", table) or "",
        facts=_facts(tidy, frame, table) if settled == "folds" else None,
        rows=settled,
        failures=_failures(tidy, frame),
        notes=(*table.notes, *notes, *scale_notes),
        learner_order=_order(tidy, frame),
    )


def _layout(table: RawTable, key: str | None, roles: Roles) -> ScoreLayout:
    if key is not None:
        return LAYOUTS[key]
    for entry in LAYOUTS.values():
        if entry.fits(table, roles):
            return entry
    raise InputError(
        f"the columns {listing(map(repr, table.columns), most=12)} are no known layout of fold results.",
        table.where,
        "Bring the columns learner, fold and score, or name yours by roles={'score': 'column'}.",
    )


def _one_measure(tidy: pd.DataFrame, wanted: str | None, table: RawTable) -> pd.DataFrame:
    if "measure" not in tidy:
        return tidy
    measures = tidy["measure"].dropna().unique().tolist()
    if len(measures) > 1 and wanted is None:
        raise InputError(
            f"there are scores of several measures: {listing(map(repr, measures), most=12)}.",
            table.where,
            "Choose one (measure=…).",
        )
    if wanted is not None and measures and wanted not in measures:
        raise InputError(f"there is no measure {wanted!r}.", "measure", f"There is {listing(measures)}.")
    return tidy if wanted is None or not measures else tidy[tidy["measure"] == wanted].reset_index(drop=True)


def _proportions(
    scores: "pd.Series[float]", measure: str, scale: Scale | None
) -> tuple["pd.Series[float]", list[str]]:
    assumed = scale is None and measure in PROPORTIONS and bool((scores > 1).any())
    if assumed and not scores.dropna().between(0, 100).all():
        raise InputError(
            f"values from {scores.min():g} to {scores.max():g} are neither proportions nor percent.",
            f"scores of {measure!r}",
            "Say which measure this is (measure=…).",
        )
    if not assumed and scale != "percent":
        return scores, []
    why = " because some are above 1 (scale='proportion' leaves them)" if assumed else ""
    return scores / 100, [f"The scores were taken for percent{why} and divided by 100."]


def _direction(tidy: pd.DataFrame, measure: str, given: bool | None, table: RawTable) -> bool:
    written = truth_in_all_rows(tidy, "lower_is_better", table)
    if given is not None or written is not None:
        return bool(written if given is None else given)
    if measure in LOWER_IS_BETTER | HIGHER_IS_BETTER:
        return measure in LOWER_IS_BETTER
    raise InputError(
        f"it is not known whether lower is better for the measure {measure!r}.",
        "lower_is_better",
        "Say lower_is_better=True or False.",
    )


def _rows(tidy: pd.DataFrame, frame: pd.DataFrame, table: RawTable) -> Rows:
    written = same_in_all_rows(tidy, "rows", table)
    if written is not None:
        check_one_of(written, ("folds", "data sets"), f"{table.where}, column 'rows'")
        return "data sets" if written == "data sets" else "folds"
    alone = frame.groupby(["dataset", "learner"]).size().max() == 1
    return "data sets" if alone and frame["dataset"].nunique() > 1 else "folds"


def _facts(tidy: pd.DataFrame, frame: pd.DataFrame, table: RawTable) -> DesignFacts | None:
    overlap = truth_in_all_rows(tidy, "training_sets_overlap", table)
    if overlap is None:
        return None
    pairs = frame.drop_duplicates(["dataset", "replicate", "fold"])
    replicates = frame["replicate"].nunique()
    return DesignFacts(
        key=same_in_all_rows(tidy, "design", table),
        replicates=replicates,
        folds=len(frame[["replicate", "fold"]].drop_duplicates()) // replicates,
        n_train=_mean(pairs["n_train"]),
        n_validation=_mean(pairs["n_validation"]),
        training_sets_overlap=overlap,
        every_instance_once=bool(truth_in_all_rows(tidy, "every_instance_once", table)),
        grouped=bool(truth_in_all_rows(tidy, "grouped", table)),
    )


def _mean(sizes: "pd.Series[Any]") -> float | None:
    return None if sizes.isna().any() else float(sizes.mean())


def _failures(tidy: pd.DataFrame, frame: pd.DataFrame) -> tuple[Failure, ...]:
    if "failure" not in tidy:
        return ()
    failed = tidy["failure"].notna()
    rows = frame[failed]
    keys = zip(rows["learner"], rows["replicate"], rows["fold"], tidy.loc[failed, "failure"], strict=True)
    return tuple(
        Failure(learner, int(replicate), int(fold), reason) for learner, replicate, fold, reason in keys
    )


def _order(tidy: pd.DataFrame, frame: pd.DataFrame) -> tuple[str, ...]:
    if "place" not in tidy:
        return ()
    places = numeric_column(tidy["place"])[0]
    return tuple(frame.assign(place=places).sort_values("place", kind="stable")["learner"].drop_duplicates())
