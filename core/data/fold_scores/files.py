"""Files of fold results → tables with one row per score, numbers read, measure chosen."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, takewhile
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.marks import without_marks, without_percent_signs
from core.data.columns.names import UNNAMED, check_few, find_roles
from core.data.columns.orange import data_rows
from core.data.columns.summaries import (
    means_of_data_sets,
    summary_refusal,
    without_summary_columns,
)
from core.data.columns.summary_rows import without_summary_rows
from core.data.columns.sums_by_value import (
    without_ranks_beside,
    without_ranks_in_cells,
    without_rows_by_value,
)
from core.data.columns.thousands import doubt_of_thousands, has_sure_signs
from core.data.columns.tidy_cells import cells_in_words, refuse_twice, score_frame
from core.data.csv_escape import restore
from core.data.fold_scores.catalogue import LAYOUTS, Asked, Roles, ScoreLayout, Tidy
from core.data.fold_scores.counted_cells import cells_refusal, mixture_refusal, without_counted_cells
from core.data.fold_scores.counts_by_fold import COUNTS_BY_FOLD
from core.data.fold_scores.layout import called, chosen_note
from core.data.fold_scores.long import OWN
from core.data.fold_scores.no_scores import BESIDE_LEARNERS, counts_refusal, order_refusal
from core.data.fold_scores.sizes import without_size_columns
from core.data.fold_scores.turned import TURNED
from core.data.fold_scores.wide import WIDE, no_scores
from core.data.tables.cells import shown, spelled_out
from core.data.tables.json_table import read_any_table
from core.data.tables.source import FOLD_SCORES_BYTES
from core.data.tables.table import RawTable, Source, Sources, Sums, listed, named_by_sheets
from core.errors import InputError, check_one_of, listing, quoted

_LOOSE = ("measures", "cross_validate")
"""Layouts known by the names of measures alone, which curves and logs bear too."""


_BEGINS_AS_NUMBER = r"[+\-−]?\d*[.,]?\d+([^\d\w.,:/\-].*)?$|[+\-−]?[\d.,]+$"
_GUESSED = (
    " The file is not UTF-8, so it was read as {}, a guess: if letters look wrong, say another encoding=…."
)


@dataclass(frozen=True, eq=False)
class Part:
    """One file of fold results.

    Attributes
    ----------
    table : RawTable
    layout : ScoreLayout
    tidy : Tidy
        Of the chosen measure alone.
    measures : tuple of str
        All measures that the source names.
    learners : tuple of str
        All learners that the source names.
    frame : DataFrame
        Columns of `FOLD_SCORE_COLUMNS` with their types, one row per row of `tidy.frame`.
    notes : tuple of str
    """

    table: RawTable
    layout: ScoreLayout
    tidy: Tidy
    measures: tuple[str, ...]
    learners: tuple[str, ...]
    frame: pd.DataFrame
    notes: tuple[str, ...]


def score_table(
    source: Source, sheet: str | None = None, encoding: str | None = None, sums: Sums | None = None
) -> RawTable:
    """Read a table of fold results: what `read_table` reads, and JSON.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
    sheet, encoding : str, optional
        Of a workbook, and of text.
    sums : "left out" or "kept", optional
        As in `read_fold_scores`.

    Raises
    ------
    InputError
        If `sums` is neither, or another one than a table was read with before.
    """
    check_one_of(sums, (None, "left out", "kept"), "sums")
    if isinstance(source, RawTable):
        if sums not in (None, source.sums):
            raise InputError(
                "the table was read before, and what sums up others was left out or kept then.",
                "sums",
                "Say sums where the table is read.",
            )
        return source
    table = read_any_table(source, limit=FOLD_SCORES_BYTES, sheet=sheet, compact=True, encoding=encoding)
    return _plain(replace(table, sums=sums))


def _plain(table: RawTable) -> RawTable:
    table = _without_empty_columns(table)
    table = replace(table, size=(data_rows(table), len(table.columns)))
    table = without_ranks_in_cells(without_marks(without_summary_rows(table)))
    plain = without_percent_signs(means_of_data_sets(table))
    return _learners_alone(without_summary_columns(without_counted_cells(plain)))


def _learners_alone(table: RawTable) -> RawTable:
    """A table with one column per learner without what its numbers tell to be sums, ranks and sizes.

    Of a column per measure, and of learners below one another, only rows may be sums.
    """
    layout = layout_of(table)
    if layout in (OWN.key, *_LOOSE):
        return without_rows_by_value(table)
    if layout not in (None, WIDE.key):
        return table
    scored = without_size_columns(without_ranks_beside(without_rows_by_value(table)))
    return scored if WIDE.fits(scored, {}) or layout_of(table) == WIDE.key else table


def _without_empty_columns(table: RawTable) -> RawTable:
    """Leave out the last columns where they have neither name nor cells: pandas calls these Unnamed: 5."""
    behind = takewhile(
        lambda name: UNNAMED.fullmatch(name) and table.frame[name].isna().all(), table.columns[::-1]
    )
    empty = list(behind)[::-1]
    if not empty or len(empty) == len(table.columns):
        return table
    head = None if table.head is None else table.head.drop(columns=empty)
    note = f"Left out, because nothing stands there: {listing(map(quoted, empty), most=6)}."
    return replace(table, frame=table.frame.drop(columns=empty), head=head, notes=(*table.notes, note))


def score_tables(
    sources: Sources, sheet: str | None = None, encoding: str | None = None, sums: Sums | None = None
) -> list[RawTable]:
    """Read one source or several.

    Parameters
    ----------
    sources : path, bytes, file object or DataFrame, or a list of them
    sheet, encoding, sums : str, optional
        As for `score_table`.
    """
    return named_by_sheets([score_table(source, sheet, encoding, sums) for source in listed(sources)])


def find_layout(table: RawTable, key: str | None, asked: Asked) -> ScoreLayout:
    """The layout of that key, or the first that fits; somebody's word that the table is turned, or is not, goes first.

    Raises
    ------
    InputError
        If there is no such key, none fits, or the table sums scores up and nobody says where its scores are.
    """
    if asked.turn:
        return TURNED
    if asked.turn is False and (key == TURNED.key or TURNED.fits(table, asked.roles)):
        return WIDE
    if key is None:
        key_found = _fitting(table, asked.roles) if asked.roles else layout_of(table)
        found = None if key_found is None else LAYOUTS[key_found]
    else:
        found = LAYOUTS[key]
    refusal = None if {"score", "learners"} & set(asked.roles) else _refusal(table, found)
    if refusal is not None:
        if key == WIDE.key and refusal.hint == BESIDE_LEARNERS:  # half of which is done
            raise InputError(refusal.what, refusal.where, "Say which columns are the learners.")
        raise refusal.with_traceback(None)
    if found is not None:
        return found
    raise _stray_cell(table) or InputError(
        f"the columns {listing(map(quoted, table.columns), most=12)} are no known layout of fold results.",
        table.where,
        "Bring the columns learner, fold and score, or name yours by roles={'score': 'column'}."
        + (_GUESSED.format(table.encoding) if table.encodings else ""),
    )


def _stray_cell(table: RawTable) -> InputError | None:
    """The first cell that begins as a number and is none, in a column where all do; None where there is none."""
    for name in table.columns:
        if table.is_numeric(name) or not table.holds_text(name):
            continue
        cells = spelled_out(table.frame[name]).str.strip()
        if cells.dropna().str.match(_BEGINS_AS_NUMBER).all() and (strays := table.numbers(name).strays).size:
            return InputError(
                f"{shown(cells.iloc[strays[0] - 1])} is no number, data row {strays[0]}, as others of this column.",
                f"{table.where}, column {quoted(name)}",
                "Leave nothing but the number in each cell, with the same decimal sign in all columns.",
            )
    return None


def layout_of(table: RawTable) -> str | None:
    """Key of the first layout that fits, or None."""
    return table.once("layout", partial(_fitting, roles={}))


def _fitting(table: RawTable, roles: Roles) -> str | None:
    return next((key for key, entry in LAYOUTS.items() if entry.fits(table, roles)), None)


def score_refusal(table: RawTable) -> InputError | None:
    """Why a table holds no scores of learners, or which cell is no number, as a refusal; None where it may."""
    key = layout_of(table)
    found = _refusal(table, None if key is None else LAYOUTS[key])
    return found or (_stray_cell(table) if key is None else None)


def _refusal(table: RawTable, layout: ScoreLayout | None) -> InputError | None:
    what = f"no scores in {'no layout' if layout is None else layout.key}"
    return table.once(what, partial(_refused, layout=layout))


def _refused(table: RawTable, layout: ScoreLayout | None) -> InputError | None:
    counts = cells_refusal(table) or counts_refusal(table)
    if counts is not None or layout is TURNED:
        return counts
    found = summary_refusal(table)
    if found is not None:
        return found
    if layout in (None, WIDE):
        return no_scores(table) or (mixture_refusal(table) if layout is None else None)
    places = find_roles(table, {}, ("fold", "replicate"))
    return order_refusal(table) if not places and layout.key in _LOOSE else None


def read_part(table: RawTable, layout: str | None, asked: Asked) -> Part:
    """Read one table.

    Raises
    ------
    InputError
        If a column is missing, a cell is no number, or a fold occurs twice.
    """
    entry = find_layout(table, layout, asked)
    return part_of(table, entry, entry.tidy(table, asked), asked)


def asked_of_each(
    tables: Sequence[RawTable], layout: str | None, asked: Asked
) -> list[tuple[RawTable, Asked]]:
    """Every file, and what is asked of it: of several, one that has none of the learners that are kept is left out.

    Raises
    ------
    InputError
        If none was kept, or no file has one that was.
    """
    wanted = asked.roles.get("learners")
    if wanted is None or len(tables) < 2:
        return [(table, asked) for table in tables]
    chosen = [wanted] if isinstance(wanted, str) else list(wanted)
    there = [learners_in(table, layout, asked) for table in tables]
    _check_kept(chosen, dict.fromkeys(chain.from_iterable(there)))
    own = [[name for name in chosen if name in names] for names in there]
    return [
        (table, replace(asked, roles={**asked.roles, "learners": kept}))
        for table, kept in zip(tables, own, strict=True)
        if kept
    ]


def learners_in(table: RawTable, layout: str | None, asked: Asked) -> tuple[str, ...]:
    """All learners that a file names; where they are columns, all of these: each may be said to be one.

    Raises
    ------
    InputError
        If the table is in no known layout, or not in that one.
    """
    entry = find_layout(table, layout, asked)
    if entry is WIDE:
        return tuple(dict.fromkeys([*map(restore, table.columns), *table.columns]))
    return tuple(entry.tidy(table, asked).frame["learner"].dropna().unique())


def part_of(table: RawTable, entry: ScoreLayout, tidy: Tidy, asked: Asked) -> Part:
    """Finish a table that was made tidy as its layout does it.

    Parameters
    ----------
    table : RawTable
    entry : ScoreLayout
        Its layout.
    tidy : Tidy
        What that layout made of it.
    asked : Asked
        What the user has settled.

    Raises
    ------
    InputError
        If a cell is no number, a fold occurs twice, or there is no such measure or learner.
    """
    if table.measure and tidy.measure is None and "measure" not in tidy.frame:
        tidy = replace(tidy, frame=tidy.frame.assign(measure=table.measure))
    measures = tidy.measures or measures_of(tidy)
    chosen = _one_measure(tidy.frame, asked.measure, table)
    learners = tuple(chosen["learner"].dropna().unique())
    chosen = _chosen_learners(chosen, asked.roles, table, learners)
    frame, notes = score_frame(chosen, table, tidy.columns)
    said = (*table.notes, *tidy.notes, *_others(tidy, measures, asked), *notes)
    return Part(table, entry, replace(tidy, frame=chosen), measures, learners, frame, said)


def is_scale_settled(part: Part) -> bool:
    """Whether every score was written with a %, or counted."""
    return part.layout is COUNTS_BY_FOLD or set(_score_columns(part)) <= part.table.signed


def _score_columns(part: Part) -> Sequence[str]:
    """The columns of its table that the scores stand in."""
    if part.layout is TURNED:
        return part.table.columns[1:]
    column = part.tidy.columns.get("score")
    return part.learners if column is None else [column]


def doubt_of_grouped_scores(part: Part) -> tuple[str, ...]:
    """The sentence on scores with a point or comma that may part thousands."""
    table = part.table
    plain = {restore(column): column for column in table.columns}
    names = [plain[name] for name in map(restore, _score_columns(part)) if name in plain]
    return doubt_of_thousands(table, names, partial(has_sure_signs, table, names))


def measures_of(tidy: Tidy) -> tuple[str, ...]:
    """Measures that a column names."""
    return tuple(tidy.frame["measure"].dropna().unique()) if "measure" in tidy.frame else ()


def _one_measure(tidy: pd.DataFrame, wanted: str | None, table: RawTable) -> pd.DataFrame:
    if "measure" not in tidy:
        return tidy
    measures = tidy["measure"].dropna().unique().tolist()
    if len(measures) > 1 and wanted is None:
        raise InputError(
            f"there are scores of several measures: {listing(map(quoted, measures), most=12)}.",
            table.where,
            "Choose one (measure=…).",
        )
    if wanted is None or not measures:
        return tidy
    name = called(wanted, measures)
    if name is None:
        raise InputError(
            f"there is no measure {quoted(wanted)}.", "measure", f"There is {listing(measures)}."
        )
    return tidy[tidy["measure"] == name]


def _others(tidy: Tidy, measures: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """Which measures a column names besides the one that is read; of columns their layout says it."""
    if tidy.measures or asked.measure is None or (name := called(asked.measure, measures)) is None:
        return ()
    return chosen_note(asked, name, {measure: measure for measure in measures})


def _chosen_learners(tidy: pd.DataFrame, roles: Roles, table: RawTable, names: Sequence[str]) -> pd.DataFrame:
    wanted = roles.get("learners")
    if wanted is not None:
        chosen = [wanted] if isinstance(wanted, str) else list(wanted)
        _check_kept(chosen, names)
        names = chosen
        tidy = tidy[tidy["learner"].isin(names)]
    check_few(len(names), table.where, names)
    return tidy


def _check_kept(chosen: Sequence[str], names: Collection[str]) -> None:
    unknown = [name for name in chosen if name not in names]
    if unknown or not chosen:
        raise InputError(
            f"there is no learner {quoted(unknown[0])}." if unknown else "no learner was chosen.",
            "roles",
            f"There are {listing(names, most=12)}.",
        )


def joined(parts: Iterable[Part]) -> pd.DataFrame:
    """The scores of all files in one frame.

    Raises
    ------
    InputError
        If a file was brought twice, or a learner has two scores for one fold.
    """
    parts = list(parts)
    if len(parts) == 1:
        return parts[0].frame.reset_index(drop=True)
    _refuse_copies(parts)
    names = {"dataset": "str", "learner": "str"}
    frame = pd.concat([part.frame.astype(names) for part in parts], ignore_index=True)
    if _are_of_one_dataset(parts):
        frame["dataset"] = "data"
    refuse_twice(frame, "the files", pd.RangeIndex(len(frame)))
    return frame


def files_note(parts: Sequence[Part]) -> tuple[str, ...]:
    """That each file was taken as a data set of its own, where nothing in them says on which data they were made."""
    if len(parts) < 2 or _are_of_one_dataset(parts) or any("dataset" in part.tidy.frame for part in parts):
        return ()
    return (
        f"Each of the {len(parts)} files was taken as a data set of its own, since they hold scores of the same "
        "learners. Folds of one data set belong in one file.",
    )


def files_in_words(parts: Sequence[Part]) -> str:
    """Names of the files, each once."""
    return listing(dict.fromkeys(part.table.where for part in parts), most=4)


def _refuse_copies(parts: Sequence[Part]) -> None:
    for place, part in enumerate(parts):
        same = next((other for other in parts[:place] if other.frame.equals(part.frame)), None)
        if same is not None:
            where = same.table.where
            what = "was brought twice" if where == part.table.where else f"holds the same scores as {where}"
            raise InputError(f"{what}.", part.table.where, "Remove one of the two.")


def _are_of_one_dataset(parts: Sequence[Part]) -> bool:
    """Whether each file holds learners of its own, and none says on which data: they were tried on the same."""
    learners = [name for part in parts for name in part.frame["learner"].unique()]
    return len(set(learners)) == len(learners) and not any("dataset" in part.tidy.frame for part in parts)


def scores_in_words(parts: Sequence[Part], chosen: Any) -> str:
    """Rows of the chosen ones of the `joined` scores, and of which file where there are several.

    Parameters
    ----------
    parts : sequence of Part
    chosen : array of bool
    """
    ends = np.cumsum([len(part.frame) for part in parts])[:-1]
    each = zip(parts, np.split(np.asarray(chosen), ends), strict=True)
    found = [
        (part, cells_in_words(part.frame["learner"], own, part.table.row)) for part, own in each if own.any()
    ]
    if len(parts) == 1:
        return found[0][1]
    return listing((f"{words} of {part.table.where}" for part, words in found), most=3)
