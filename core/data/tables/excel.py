"""XLSX → columns: values only; formulas count with the result that was saved, macros are never looked at."""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from typing import Any

import numpy as np
import pandas as pd

from core.data.tables.above import joined_header
from core.data.tables.cells import MISSING
from core.data.tables.header import name_columns
from core.data.tables.source import MEGABYTE, USE_A_TABLE, Content, check_shape
from core.errors import InputError, listing, quoted
from core.records import Array
from core.written import size_text

MOST_WORKBOOK_CELLS = 1_000_000
MOST_UNPACKED = 400 * MEGABYTE
_MOST_TAGS, _MOST_TAGS_BESIDE = 10_000_000, 2_000_000
"""Tags of the whole workbook, and of what it has beside its sheets, such as its texts: each takes microseconds."""
_FIRST_ROWS = 20
_MOST_LOOKED_AT = 30
"""Rows of a sheet, and sheets, that are looked at to propose one."""
_COMMA = re.compile(r"[+\-−]?\d*(,\d+)?")
_THOUSANDS = re.compile(r"[+\-−]?[1-9]\d{0,2}(,\d{3})*")
"""Of which one cannot tell whether the comma is a decimal sign."""
_SHEETS = "xl/worksheets/"
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, EOFError)
_DAMAGED = "The file may be damaged; open it in a spreadsheet program and save it again."
_SAVE_CSV = "Save the sheet as CSV, which is read in a fraction of the time."


def parse_workbook(
    content: Content, sheet: str | None
) -> tuple[pd.DataFrame, list[str], tuple[str, ...], str]:
    """Read one sheet: numbers as float64, dates as datetime, everything else as text.

    Returns
    -------
    frame : DataFrame
    notes : list of str
    sheets : tuple of str
        Names of all sheets.
    read : str
        The one that was read.

    Raises
    ------
    InputError
        If this is no workbook, is protected or damaged, has no sheet of that name, or has too many cells.
    """
    check_archive(content)
    with _refusing_damage(content):
        sheets, name, rows = _rows(content, sheet)
    frame, notes = _frame(rows, f"{content.where}, sheet {quoted(name)}")
    if len(sheets) > 1 and sheet is None:
        notes.append(
            f"The sheet {quoted(name)} was read, the first of {len(sheets)}: {listing(sheets, most=10)}."
        )
    return frame, notes, sheets, name


def sheet_names(content: Content) -> tuple[str, ...]:
    """Names of the sheets of a workbook: the one that is read by default first, of the others hidden ones last.

    Raises
    ------
    InputError
        If this is no workbook, is protected or damaged.
    """
    check_archive(content)
    with _refusing_damage(content), _opened(content) as sheets:
        proposed = _proposed(sheets) if sheets else ""
        return tuple(
            sorted(sheets, key=lambda name: (name != proposed, sheets[name].sheet_state != "visible"))
        )


def alike_sheets(content: Content) -> tuple[str, ...]:
    """Names of the visible sheets that have the header of the one that is read by default, where there are several.

    Raises
    ------
    InputError
        If this is no workbook, is protected or damaged.
    """
    check_archive(content)
    with _refusing_damage(content), _opened(content) as sheets:
        if len(sheets) < 2:
            return ()
        first = _first_cells(sheets[_proposed(sheets)])
        shown = [name for name, sheet in sheets.items() if sheet.sheet_state == "visible"]
        found = tuple(name for name in shown[:_MOST_LOOKED_AT] if _first_cells(sheets[name]) == first)
        return found if len(found) > 1 else ()


def _first_cells(sheet: Any) -> list[str]:
    """The cells of the first row that is filled."""
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=_FIRST_ROWS, values_only=True)
    return next((cells for row in rows if (cells := [str(cell) for cell in row if _present(cell)])), [])


@contextmanager
def _refusing_damage(content: Content) -> Iterator[None]:
    """Turn whatever openpyxl raises on damaged XML, which comes from anywhere, into a refusal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of styles and drop-down lists that it leaves out
            yield
    except InputError:
        raise
    except Exception as error:
        raise InputError(
            f"the workbook cannot be read ({type(error).__name__}).", content.where, _DAMAGED
        ) from error


@contextmanager
def _opened(content: Content) -> Iterator[dict[str, Any]]:
    """The sheets of a workbook by name."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content.data), read_only=True, data_only=True, keep_links=False)
    try:
        yield {str(sheet.title): sheet for sheet in book.worksheets}
    finally:
        book.close()


def check_archive(content: Content) -> None:
    """Check bytes that begin as a ZIP archive.

    Raises
    ------
    InputError
        Unless they are a ZIP archive with a workbook of a reasonable size in it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            files = archive.infolist()
    except _ZIP_ERRORS as error:
        raise InputError("begins as a ZIP archive but is damaged.", content.where, _DAMAGED) from error
    names = {file.filename for file in files}
    if "xl/workbook.bin" in names:
        raise InputError(
            "is a binary workbook (.xlsb), which is not read.", content.where, "Save it as .xlsx."
        )
    if "mimetype" in names and "content.xml" in names:
        raise InputError(
            "is an OpenDocument file, which is not read.", content.where, "Save the sheet as .xlsx or CSV."
        )
    if "xl/workbook.xml" not in names:
        raise InputError(
            "is a ZIP archive without a workbook in it.", content.where, f"Unpack it. {USE_A_TABLE}"
        )
    if any(file.flag_bits & 1 for file in files):
        raise InputError("is protected by a password.", content.where, "Save it again without password.")
    if sum(file.file_size for file in files) > MOST_UNPACKED:
        raise InputError(f"unpacks to more than {size_text(MOST_UNPACKED)}.", content.where, _SAVE_CSV)
    _check_tags(content)


def _check_tags(content: Content) -> None:
    """Refuse what would be looked at for minutes, by counting what is to be looked at."""
    every = beside = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            for file in archive.infolist():
                tags = _tags(archive, file)
                every += tags
                beside += 0 if file.filename.startswith(_SHEETS) else tags
    except _ZIP_ERRORS as error:
        raise InputError("begins as a ZIP archive but is damaged.", content.where, _DAMAGED) from error
    if every > _MOST_TAGS or beside > _MOST_TAGS_BESIDE:
        raise InputError("has more cells, texts or formats than are read.", content.where, _SAVE_CSV)


def _tags(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> int:
    if not file.filename.endswith((".xml", ".rels")):
        return 0
    with archive.open(file) as part:
        return sum(piece.count(b"<") for piece in iter(lambda: part.read(MEGABYTE), b""))


def _rows(content: Content, wanted: str | None) -> tuple[tuple[str, ...], str, list[tuple[Any, ...]]]:
    with _opened(content) as sheets:
        name = _choose(sheets, wanted, content.where)
        too_many = InputError(
            f"has more than {MOST_WORKBOOK_CELLS:,} cells.",
            f"{content.where}, sheet {quoted(name)}",
            _SAVE_CSV,
        )
        # told in a tenth of the time that reading them takes
        if _written(sheets[name]) > MOST_WORKBOOK_CELLS:
            raise too_many
        rows, cells = [], 0
        sheets[name].reset_dimensions()  # what a file says of its own size is often wrong
        for row in sheets[name].iter_rows(values_only=True):
            cells += max(len(row), 1)
            if cells > MOST_WORKBOOK_CELLS:
                raise too_many
            rows.append(row)
        return tuple(sheets), name, rows


def _written(sheet: Any) -> int:
    """How many cells are written down in a sheet, at least; rows may span more."""
    with sheet._get_source() as part:
        return sum(piece.count(b"<c ") for piece in iter(lambda: part.read(MEGABYTE), b""))


def _choose(sheets: dict[str, Any], wanted: str | None, where: str) -> str:
    if not sheets:
        raise InputError("the workbook has no sheet with cells.", where, USE_A_TABLE)
    if wanted is None:
        return _proposed(sheets)
    if wanted not in sheets:
        near = get_close_matches(wanted, sheets, n=1)
        hint = (
            f"Did you mean {quoted(near[0])}?"
            if near
            else f"There are {listing(map(quoted, sheets), most=20)}."
        )
        raise InputError(f"there is no sheet {quoted(wanted)}.", where, hint)
    return wanted


def _proposed(sheets: dict[str, Any]) -> str:
    """The first visible sheet with a table of numbers, else with a table, else the first: covers come first."""
    shown = [name for name, sheet in sheets.items() if sheet.sheet_state == "visible"] or list(sheets)
    if len(shown) == 1:
        return shown[0]
    kinds = {name: _kind(sheets[name]) for name in shown[:_MOST_LOOKED_AT]}
    return max(kinds, key=lambda name: kinds[name])  # the first of the best


def _kind(sheet: Any) -> int:
    """2 for a sheet whose first rows are those of a table with numbers, 1 for another table, 0 for none."""
    sheet.reset_dimensions()
    rows = [
        [cell for cell in row if _present(cell)]
        for row in sheet.iter_rows(max_row=_FIRST_ROWS, values_only=True)
    ]
    filled = [row for row in rows if row]
    below = [row for row in filled[1:] if len(row) > 1]
    if len(below) < 2 or len(filled[0]) < 2:
        return 0
    return 2 if sum(any(map(_is_number, row)) for row in below) * 2 > len(below) else 1


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) or (isinstance(cell, str) and cell.strip().rstrip("%").isdecimal())


def _frame(rows: list[tuple[Any, ...]], where: str) -> tuple[pd.DataFrame, list[str]]:
    rows = [row for row in rows if any(_present(cell) for cell in row)]
    width = max((len(row) for row in rows), default=0)
    cells = np.full((len(rows), width), None, dtype=object)
    for position, row in enumerate(rows):
        cells[position, : len(row)] = row
    used = [column for column in range(width) if any(_present(cell) for cell in cells[:, column])]
    if len(rows) < 2 or not used:
        raise InputError(
            "has a header but no rows below it." if rows else "is empty.",
            where,
            "Choose another sheet, or bring a table with one row per instance below the header.",
        )
    first, header, about_header = _header(cells[:, used])
    cells = cells[first:]
    check_shape(len(cells), len(used), where)
    names, notes = name_columns(header)
    notes = [*about_header, *notes]
    columns = {name: cells[:, column] for name, column in zip(names, used, strict=True)}
    commas = [name for name, column in columns.items() if _has_decimal_commas(column)]
    if commas:
        told = listing(map(quoted, commas), most=6)
        notes.append(f"The cells of {told} are texts with decimal commas; they were read as numbers.")
    read = {name: _with_dots(column) if name in commas else column for name, column in columns.items()}
    return pd.DataFrame({name: _column(column) for name, column in read.items()}), notes


def _has_decimal_commas(cells: Array) -> bool:
    """Whether all texts of a column are numbers with a decimal comma, as a sheet in another language leaves them."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str) and cell.strip() not in MISSING]
    return bool(texts) and all(map(_COMMA.fullmatch, texts)) and not all(map(_THOUSANDS.fullmatch, texts))


def _with_dots(cells: Array) -> Array:
    return np.array(
        [cell.replace(",", ".") if isinstance(cell, str) else cell for cell in cells], dtype=object
    )


def _header(cells: Array) -> tuple[int, list[str], list[str]]:
    """Where the rows begin below titles and the header, the names of the columns, and what is said of it."""
    filled = [sum(map(_present, row)) for row in cells[:_FIRST_ROWS]]
    above = next((place for place, count in enumerate(filled) if count > 1), 0)
    above = above if cells.shape[1] > 2 and len(cells) - above > 2 else 0
    notes = [f"The header is row {above + 1} of those that are filled."] if above else []
    rows = [[_text(cell) or "" for cell in row] for row in cells[above : above + 3]]
    top = rows[0]
    # cells over several columns are filled once
    if len(rows) == 3 and 1 < sum(map(bool, top)) < len(top) - 1:
        spread = [top[0]]
        for cell in top[1:]:
            spread.append(cell or spread[-1])
        joined, used = joined_header([spread, *rows[1:]])
        if used:
            return (
                above + used,
                joined,
                [*notes, f"Two header rows were joined to names such as {quoted(joined[-1])}."],
            )
    return above + 1, top, notes


def _present(cell: object) -> bool:
    return cell is not None and cell != ""


def _column(cells: Array) -> "pd.Series[Any]":
    """One type for a column: float64 or datetime if every cell has it, text otherwise."""
    present = [cell for cell in cells if _present(cell)]
    if present and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in present):
        return pd.Series([float(cell) if _present(cell) else np.nan for cell in cells], dtype="float64")
    if present and all(isinstance(cell, datetime | date) for cell in present):
        dates = [np.datetime64(cell, "us") if _present(cell) else np.datetime64("NaT") for cell in cells]
        return pd.Series(np.array(dates, dtype="datetime64[us]"))
    return pd.Series([_text(cell) for cell in cells], dtype="str")


def _text(cell: object) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime | date | time):
        return cell.isoformat()
    return str(cell.total_seconds()) if isinstance(cell, timedelta) else str(cell)
