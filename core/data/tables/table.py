"""Bytes → a raw table: columns with names, cells as they are written, and what was understood of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa

from core.data.tables.above import without_titles
from core.data.tables.arff import is_arff, parse_arff
from core.data.tables.cells import (
    DATA_ROW,
    Decimal,
    Numbers,
    blank_missing,
    read_numbers,
    rows_in_words,
)
from core.data.tables.compact import frame_of as compact_frame
from core.data.tables.delimited import parse, parse_compact
from core.data.tables.dialect import NAMES, Layout
from core.data.tables.encoding import Text, decode, plausible_encodings
from core.data.tables.excel import alike_sheets, parse_workbook, sheet_names
from core.data.tables.header import ROW_NAMES, is_data, may_be_data, name_columns
from core.data.tables.memory import Arrow
from core.data.tables.parquet import parse_frame, parse_parquet
from core.data.tables.source import (
    DATASET_BYTES,
    TITLES,
    Content,
    Format,
    content_of,
    extension_note,
    recognise,
)
from core.data.tables.weka_printout import without_columns_of_blanks
from core.errors import InputError, listing, quoted
from core.records import Array

_SHORT = 1000
"""Rows of a table whose columns are kept as numbers; one of many columns has no more, and each is asked for often."""

Sums = Literal["left out", "kept"]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class RawTable:
    """A table as it stands in a file.

    Attributes
    ----------
    frame : DataFrame of n rows
        Delimited text: every column is text; when read compactly, few texts are `category` and finite fractions
        float64. ARFF, XLSX, Parquet: float64, datetime, `category` and text. Missing cells are missing.
    name : str
        Name of the file without folder and extension; empty when there is none.
    format : "text", "arff", "xlsx", "parquet", "json" or "frame"
    where : str
        How messages call the source.
    delimiter, encoding : str
        Of delimited text; empty otherwise.
    decimal : "." or ","
        The decimal sign that most cells have.
    sheets : tuple of str
        Names of the sheets of a workbook.
    sheet : str
        The one that was read.
    spellings : mapping
        For each column with such cells, how often each spelling of a missing value stood there.
    notes : tuple of str
    head : DataFrame or None
        The first rows as they are written, where the table was read compactly.
    encodings : tuple of str
        Those that a text may be in where nothing tells which, the one that was taken included.
    signed : set of str
        Columns whose cells ended in % and were divided by 100.
    measure : str
        What the cells say that they measure; empty where they do not.
    sizes : mapping
        Of how many instances the cells of a column count, where the columns are folds.
    made : set of str
        Columns that do not stand in the source: what the cells of others say besides.
    sums : "left out", "kept" or None
        What becomes of rows and columns that sum up others by their numbers; None where nobody said: those are left
        out that are certain.
    proposed_sums : set of "left out" and "kept"
        What becomes of those that were found where nobody says it.
    size : (int, int) or None
        Rows and columns of the source, where a reader may have left some out.
    """

    frame: pd.DataFrame
    name: str = ""
    format: Format = "text"
    where: str = "the table"
    delimiter: str = ""
    decimal: Decimal = "."
    encoding: str = ""
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    spellings: Mapping[str, Mapping[str, int]] | None = None
    notes: tuple[str, ...] = ()
    head: pd.DataFrame | None = None
    encodings: tuple[str, ...] = ()
    signed: frozenset[str] = frozenset()
    measure: str = ""
    sizes: Mapping[str, float] = field(default_factory=dict)
    made: frozenset[str] = frozenset()
    sums: Sums | None = None
    proposed_sums: frozenset[Sums] = frozenset()
    size: tuple[int, int] | None = None
    _numbers: dict[str, Numbers] = field(default_factory=dict, init=False, repr=False)
    _numeric: dict[str, bool] = field(default_factory=dict, init=False, repr=False)
    _found: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns; no two are the same."""
        return tuple(self.frame.columns)

    @property
    def written(self) -> tuple[str, ...]:
        """Names of the columns that stand in the source."""
        return tuple(name for name in self.columns if name not in self.made)

    @property
    def layout(self) -> str:
        """How the table is written, in words."""
        if self.format != "text":
            return TITLES[self.format]
        decimal = ", decimal comma" if self.decimal == "," else ""
        return f"{TITLES['text']}, delimiter {NAMES[self.delimiter]}{decimal}, {self.encoding}"

    @property
    def learner(self) -> str:
        """What a learner is called that no column names: after the file, and its sheet where there are several."""
        return ": ".join(filter(None, (self.name, self.sheet if len(self.sheets) > 1 else "")))

    @property
    def row(self) -> str:
        """What a row is called where it is counted: JSON has elements of lists."""
        return "element" if self.format == "json" else DATA_ROW

    def sample(self, rows: int) -> pd.DataFrame:
        """The first rows."""
        return (self.frame if self.head is None else self.head).head(rows)

    def once(self, what: str, find: Callable[["RawTable"], T]) -> T:
        """What is found out about the whole table, which several readers ask: found when it is first asked for."""
        if what not in self._found:
            self._found[what] = find(self)
        found: T = self._found[what]
        return found

    def numbers(self, column: str) -> Numbers:
        """The cells of a column as numbers, written with the decimal sign of the table."""
        if len(self.frame) > _SHORT:
            return read_numbers(self.frame[column], self.decimal)
        if column not in self._numbers:
            self._numbers[column] = read_numbers(self.frame[column], self.decimal)
        return self._numbers[column]

    def is_numeric(self, column: str) -> bool:
        """Whether a column holds numbers, mostly, so that a stray cell is a mistake rather than a name."""
        if column not in self._numeric:
            self._numeric[column] = self._is_numeric(column)
        return self._numeric[column]

    def _is_numeric(self, column: str) -> bool:
        series = self.frame[column]
        if series.dtype == "float64":
            return True
        if not self.holds_text(column):
            return False
        return 2 * len(self.numbers(column).strays) < int(series.notna().sum())

    def holds_text(self, column: str) -> bool:
        """Whether the cells of a column are texts as they stand in the source."""
        dtype = self.frame[column].dtype
        return dtype == "str" or (self.format == "text" and isinstance(dtype, pd.CategoricalDtype))


Source: TypeAlias = str | Path | bytes | IO[Any] | pd.DataFrame | Mapping[str, Any] | Arrow | RawTable
Sources: TypeAlias = Source | Sequence[Source]


def named_by_sheets(tables: list[RawTable]) -> list[RawTable]:
    """Tables that are sheets of one workbook, where a learner is called after its sheet alone; others as they are."""
    sheets = {table.sheet for table in tables}
    if (
        len(tables) < 2
        or None in sheets
        or len(sheets) < len(tables)
        or len({item.name for item in tables}) > 1
    ):
        return tables
    return [replace(table, name="") for table in tables]


def listed(sources: Sources) -> list[Any]:
    """One source or several as a list.

    Raises
    ------
    InputError
        If there is none.
    """
    found = list(sources) if isinstance(sources, list | tuple) else [sources]
    if not found:
        raise InputError("there is no file.", "source", "Bring at least one.")
    return found


def notes_of_files(files: Sequence[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """What is said of files, by their names: each sentence once, and of which of several it is said."""
    if len(files) == 1:
        return tuple(dict.fromkeys(files[0][1]))
    whose: dict[str, list[str]] = {}
    for where, notes in files:
        for note in dict.fromkeys(notes):
            whose.setdefault(note, []).append(where)
    every = "Both files" if len(files) == 2 else "All files"
    return tuple(
        note
        if any(where in note for where in names)
        else f"{every if len(names) == len(files) else listing(names, most=4)}: {note}"
        for note, names in whose.items()
    )


def read_table(
    source: Source,
    *,
    limit: int = DATASET_BYTES,
    sheet: str | None = None,
    compact: bool = False,
    encoding: str | None = None,
) -> RawTable:
    """Read a table from a path, bytes, a file object or a data frame; the content decides on the format.

    Parameters
    ----------
    source : path, bytes, file object, DataFrame or RawTable
        A table that was read before is returned as it is.
    limit : int
        Most bytes that are read.
    sheet : str, optional
        Of a workbook; the first visible one with a table by default.
    compact : bool
        Keep the columns of delimited text small: see `RawTable.frame`.
    encoding : str, optional
        Of delimited text and ARFF; recognised or guessed when not given.

    Raises
    ------
    InputError
        If the bytes are no table, or a table that cannot be understood.
    """
    if isinstance(source, RawTable):
        return source
    if isinstance(source, pd.DataFrame):
        return _typed(Content(b""), "frame", *parse_frame(source))
    content = content_of(source, limit)
    format_ = recognise(content)
    if format_ == "xlsx":
        frame, notes, sheets, read = parse_workbook(content, sheet)
        where = f"{content.where}, sheet {quoted(read)}" if len(sheets) > 1 else content.where
        return replace(_typed(content, format_, frame, notes), sheets=sheets, sheet=read, where=where)
    if sheet is not None:
        raise InputError(f"{content.where} is no workbook, it has no sheets.", "sheet", "Leave sheet out.")
    if format_ == "parquet":
        return _typed(content, format_, *parse_parquet(content))
    text = decode(content, encoding)
    if is_arff(text):
        table = _typed(content, "arff", *parse_arff(text))
    else:
        text = without_titles(without_columns_of_blanks(text))
        table = (_compact(content, text) if compact else None) or _from_text(content, text)
    return replace(table, encoding=text.encoding, encodings=text.encodings)


def sheets_of(source: str | Path | bytes | IO[Any], limit: int = DATASET_BYTES) -> tuple[str, ...]:
    """Names of the sheets of a workbook, the one that is read by default first; none of any other source.

    Raises
    ------
    InputError
        If the bytes are no table, or a workbook that cannot be read.
    """
    content = content_of(source, limit)
    return sheet_names(content) if recognise(content) == "xlsx" else ()


def alike_sheets_of(source: str | Path | bytes | IO[Any], limit: int = DATASET_BYTES) -> tuple[str, ...]:
    """Names of the sheets of a workbook that have one header, as where each is of a learner; none of any other source.

    Raises
    ------
    InputError
        If the bytes are no table, or a workbook that cannot be read.
    """
    content = content_of(source, limit)
    return alike_sheets(content) if recognise(content) == "xlsx" else ()


def encodings_of(source: str | Path | bytes | IO[Any], limit: int = DATASET_BYTES) -> tuple[str, ...]:
    """Encodings that a source may be in, the one that is read by default first; none where there is no doubt.

    Raises
    ------
    InputError
        If the bytes are no table.
    """
    content = content_of(source, limit)
    return plausible_encodings(content.data) if recognise(content) == "text" else ()


def _typed(content: Content, format_: Format, frame: pd.DataFrame, notes: list[str]) -> RawTable:
    spellings = {}
    for name in frame.columns[frame.dtypes == "str"]:
        array, found = blank_missing(pa.array(frame[name], type=pa.large_string(), from_pandas=True))
        if found:
            frame[name] = pd.Series(array.to_pandas(), dtype="str")
            spellings[name] = found
    where = "the data frame" if format_ == "frame" else content.where
    all_notes = (*extension_note(content, format_), *notes)
    return RawTable(frame, content.stem, format_, where, spellings=spellings, notes=all_notes)


def _compact(content: Content, text: Text) -> RawTable | None:
    """A table of small columns, or None where its first row or its rows need a closer look."""
    found = parse_compact(text)
    if found is None:
        return None
    layout, head, columns = found
    if may_be_data(layout.header) or len(layout.header) < layout.width or not layout.header[-1].strip():
        return None
    names, notes = name_columns(layout.header)
    frame, spellings = compact_frame(columns, names)
    if _headers(frame, layout.header).any():
        return None
    return RawTable(
        frame,
        content.stem,
        "text",
        content.where,
        layout.delimiter,
        layout.decimal,
        spellings=spellings,
        notes=(*extension_note(content, "text"), *text.notes, *notes),
        head=_frame([blank_missing(column) for column in head]).set_axis(names, axis="columns"),
    )


def _from_text(content: Content, text: Text) -> RawTable:
    layout, columns = parse(text)
    blanked = [blank_missing(column) for column in columns]
    header, notes = _whole_header(layout, [array for array, _ in blanked])
    kept = _without_end(header, blanked)
    header, columns, blanked = header[:kept], columns[:kept], blanked[:kept]
    if is_data(header, _frame(blanked)):
        columns = [_prepend(cell, column) for cell, column in zip(header, columns, strict=True)]
        blanked = [blank_missing(column) for column in columns]
        header = tuple(f"column {i + 1}" for i in range(kept))
        notes += [
            "The first row holds data, so there is no header; the columns were called "
            f"{listing(map(quoted, header), most=4)}."
        ]
    names, name_notes = name_columns(header)
    frame = _frame(blanked).set_axis(names, axis="columns")
    repeated = _headers(frame, header)
    if repeated.any() and not repeated.all():
        frame = frame[~repeated].reset_index(drop=True)
        rows = rows_in_words(np.flatnonzero(repeated) + 1)
        notes.append(f"The header stands there again and was left out: {rows}.")
    return RawTable(
        frame,
        content.stem,
        "text",
        content.where,
        layout.delimiter,
        layout.decimal,
        spellings={name: found for name, (_, found) in zip(names, blanked, strict=True) if found},
        notes=(*extension_note(content, "text"), *text.notes, *notes, *name_notes),
    )


def _headers(frame: pd.DataFrame, header: Sequence[str]) -> Array:
    """Which rows are the header once more, as where files were put one below the other; one cell alone may be data."""
    found = np.full(len(frame), len(header) > 1)
    for name, cell in zip(frame.columns, header, strict=True):
        if found.any():
            found &= (frame[name] == cell).to_numpy(dtype=bool, na_value=False)
    return found


def _whole_header(layout: Layout, columns: list[Any]) -> tuple[tuple[str, ...], list[str]]:
    """Complete a header that is one cell short: R names the rows, others end each row with a delimiter."""
    if len(layout.header) == layout.width:
        return layout.header, []
    if columns[-1].null_count == len(columns[-1]):
        return (*layout.header, ""), []
    note = f"The header has one cell less than the rows; the first column was called {quoted(ROW_NAMES)}, as R does."
    return (ROW_NAMES, *layout.header), [note]


def _without_end(header: Sequence[str], blanked: Sequence[tuple[Any, dict[str, int]]]) -> int:
    """How many columns there are without those behind them that have neither name nor cells: delimiters end rows."""
    filled = (
        bool(cell.strip()) or array.null_count < len(array)
        for cell, (array, _) in zip(header, blanked, strict=True)
    )
    return max((place for place, is_filled in enumerate(filled, 1) if is_filled), default=len(header))


def _prepend(cell: str, column: Any) -> Any:
    return pa.chunked_array([pa.array([cell], type=column.type), *column.chunks])


def _frame(blanked: list[tuple[Any, dict[str, int]]]) -> pd.DataFrame:
    names = [str(i) for i in range(len(blanked))]
    frame: pd.DataFrame = pa.Table.from_arrays([array for array, _ in blanked], names=names).to_pandas()
    return frame
