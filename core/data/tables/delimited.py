"""Delimited text → columns of texts: which delimiter, where the header ends, which line is wrong."""

import csv
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
from pyarrow import csv as arrow_csv

from core.data.tables.compact import TEXT, is_whole, kinds_of, without_fractions
from core.data.tables.dialect import (
    NAMES,
    SAMPLE_ROWS,
    Layout,
    aligned_to_delimited,
    layout_of,
    lines_of,
    without_blanks_before_quotes,
)
from core.data.tables.encoding import Text
from core.data.tables.source import LONGEST_LINE, check_shape, too_long
from core.errors import InputError
from core.written import counted

_SAMPLE = 65_536
_SAMPLE_KINDS = 2**18
_HEAD_ROWS = 100
_MOST_RESERVED = 8 * 2**30
"""Bytes that Arrow may reserve, hardly any of which it touches."""
_NO_BLANK = re.compile(rb"[^ \r\n]")
_END = "end of the table"


@dataclass(frozen=True, eq=False)
class _Part:
    """A stretch of the text, and what messages need to name a line of it."""

    data: bytes | memoryview
    first_line: int
    where: str
    quotes: int


def parse(text: Text) -> tuple[Layout, list[Any]]:
    """Read delimited text.

    Returns
    -------
    layout : Layout
    columns : list of Arrow arrays of texts
        The rows below the first one.

    Raises
    ------
    InputError
        If there is nothing below the first row, a row has another number of cells than the others (its line
        is named), a quotation mark is never closed, or there are too many columns or cells.
    """
    layout, body = _body(text)
    return layout, _columns(body, layout)


def parse_compact(text: Text) -> tuple[Layout, list[Any], list[Any]] | None:
    """Read delimited text into small columns; None where quotation marks or odd rows need a closer look.

    Returns
    -------
    layout : Layout
    head : list of Arrow arrays of texts
        The first rows, as they are written.
    columns : list of Arrow arrays of texts, dictionaries of few texts, or finite doubles

    Raises
    ------
    InputError
        If there is nothing below the first row, or there are too many columns or cells.
    """
    layout, body = _body(text)
    if body.quotes % 2:
        return None
    body = _without_blanks(body, layout)
    try:
        sample = _arrow(replace(body, data=_first_rows(body.data)), layout)
        columns = _compact_columns(body, layout, kinds_of(sample))
    except pa.ArrowInvalid:
        return None
    check_shape(len(columns[0]), layout.width, body.where)
    return layout, sample.slice(0, _HEAD_ROWS).columns, columns


def _first_rows(data: bytes | memoryview) -> bytes | memoryview:
    """Whole rows that show what the columns hold; everything where the table is short or a row is very long."""
    size = _SAMPLE if bytes(data[:_SAMPLE]).count(b"\n") > SAMPLE_ROWS else _SAMPLE_KINDS
    if len(data) <= size:  # the last row may have no line end
        return data
    return data[: bytes(data[:size]).rfind(b"\n") + 1 or None]


def _compact_columns(body: _Part, layout: Layout, kinds: Sequence[Any]) -> list[Any]:
    try:
        found = list(_arrow(body, layout, kinds).columns)
        if is_whole(found):
            return found
    except pa.ArrowInvalid:  # a cell that is no number, or a row with another number of cells
        pass
    return list(_arrow(body, layout, without_fractions(kinds)).columns)


def _body(text: Text) -> tuple[Layout, _Part]:
    """How the text is laid out, and the rows below its header."""
    start, end, given = _extent(text)
    sample, cut = _sample(text, start, end)
    layout, header_lines = layout_of(sample, cut, given, text.where)
    check_shape(0, layout.width, text.where)
    skipped = sum(len(line.encode()) for line in itertools.islice(lines_of(sample), header_lines))
    first_line = text.utf8.count(b"\n", 0, start) + header_lines + 1
    first_quote = text.utf8.find(
        b'"', start + skipped, end
    )  # finding none is several times as fast as counting
    quotes = text.utf8.count(b'"', first_quote, end) if first_quote >= 0 else 0
    return layout, _Part(memoryview(text.utf8)[start + skipped : end], first_line, text.where, quotes)


def parse_body(data: bytes, layout: Layout, first_line: int, where: str) -> list[Any]:
    """Read the rows below the header, column by column.

    Parameters
    ----------
    data : bytes
        The rows below the header, in UTF-8.
    layout : Layout
    first_line : int
        Where in the file they begin, for messages.
    where : str
        The file, for messages.

    Raises
    ------
    InputError
        If a row has another number of cells than the header, or a quotation never ends.
    """
    return _columns(_Part(data, first_line, where, data.count(b'"')), layout)


def _columns(body: _Part, layout: Layout) -> list[Any]:
    body = _without_blanks(body, layout)
    try:
        table = _arrow(body, layout)
    except pa.ArrowInvalid:
        table = _second_try(body, layout)
    check_shape(table.num_rows, layout.width, body.where)
    if body.quotes % 2:
        _check_rows(body, layout)
    return list(table.columns)


def _without_blanks(body: _Part, layout: Layout) -> _Part:
    """The same rows without the blanks that are there for the eye alone."""
    if layout.aligned:
        return replace(body, data=aligned_to_delimited(bytes(body.data)))
    if layout.delimiter != " " and body.quotes:
        return replace(body, data=without_blanks_before_quotes(body.data, layout.delimiter))
    return body


def _extent(text: Text) -> tuple[int, int, str | None]:
    """Where the table starts and ends, without blank lines around it, and the delimiter if line 1 names it."""
    data = text.utf8
    content = _content_end(data)
    if not content:
        raise InputError("holds nothing but blanks.", text.where, "Bring a table with one row per instance.")
    start = _first_line(data, 0)
    named = re.compile(rb"sep=([,;|\t])[ ]*(?:\r\n|\r|\n)").match(data, start)
    if named:
        start = _first_line(data, named.end())
    ends = (data.find(b"\n", content), data.find(b"\r", content), data.find(b"\x1a", content))
    end = min((at for at in ends if at >= 0), default=len(data))
    return start, end, named[1].decode() if named else None


def _content_end(data: bytes) -> int:
    """Where the blanks, line ends and Ctrl-Z begin that close the text."""
    end = len(data)
    while end:
        start = max(end - _SAMPLE, 0)
        kept = len(data[start:end].rstrip(b" \r\n\x1a"))
        if kept:
            return start + kept
        end = start
    return 0


def _first_line(data: bytes, start: int) -> int:
    """Where the first line begins that is not blank."""
    found = _NO_BLANK.search(data, start)
    first = len(data) if found is None else found.start()
    return max(data.rfind(b"\n", start, first), data.rfind(b"\r", start, first), start - 1) + 1


def _sample(text: Text, start: int, end: int) -> tuple[str, bool]:
    """Return the first lines, at least two where there are two, and whether more follow."""
    data = text.utf8
    newline = b"\n" if data.find(b"\n", start, end) >= 0 else b"\r"

    def line_end(at: int) -> int:
        found = data.find(newline, at, end)
        return end if found < 0 else found + 1

    second = line_end(start)
    stops = second, line_end(second), line_end(min(start + _SAMPLE, end))
    if max(stops[0] - start, stops[1] - stops[0], stops[2] - start - _SAMPLE) > LONGEST_LINE:
        raise too_long(f"{text.where}, near line {1 if stops[0] - start > LONGEST_LINE else 2}")
    stop = max(stops)
    return data[start:stop].decode("utf-8"), stop < end


def _arrow(body: _Part, layout: Layout, kinds: Sequence[Any] = ()) -> Any:
    """The cells of a text by Arrow, which reserves as many bytes for every column as it reads at a time."""
    names = [str(i) for i in range(layout.width)]
    whole = layout.width * min(len(body.data), LONGEST_LINE) <= _MOST_RESERVED
    options: dict[str, Any] = {
        "read_options": arrow_csv.ReadOptions(
            column_names=names, block_size=LONGEST_LINE if whole else _block(body, layout), use_threads=whole
        ),
        "parse_options": arrow_csv.ParseOptions(
            delimiter=layout.delimiter, newlines_in_values=body.quotes > 0
        ),
        "convert_options": arrow_csv.ConvertOptions(
            column_types=dict(zip(names, kinds or [TEXT] * layout.width, strict=True)),
            null_values=[],
            strings_can_be_null=False,
        ),
        "memory_pool": pa.system_memory_pool(),  # gives memory back at once
    }
    source = pa.BufferReader(pa.py_buffer(body.data))
    return arrow_csv.read_csv(source, **options) if whole else _by_blocks(source, options)


def _by_blocks(source: Any, options: Mapping[str, Any]) -> Any:
    """Read a very wide text block by block; what is written down of each takes no more than its cells do."""
    written = pa.BufferOutputStream()
    with arrow_csv.open_csv(source, **options) as reader, pa.ipc.new_stream(written, reader.schema) as stream:
        for batch in reader:
            stream.write_batch(batch)
    return pa.ipc.open_stream(written.getvalue()).read_all().unify_dictionaries().combine_chunks()


def _block(body: _Part, layout: Layout) -> int:
    """Bytes to read at a time of a very wide text: two rows at least."""
    longest = LONGEST_LINE if body.quotes else max(map(len, bytes(body.data).split(b"\n")))
    return min(LONGEST_LINE, max(2 * longest, _MOST_RESERVED // layout.width))


def _second_try(body: _Part, layout: Layout) -> Any:
    """Parse again without lines of nothing but blanks, or find the line that is wrong."""
    try:
        return _arrow(replace(body, data=re.sub(rb"(?m)^ +\r?$", b"", bytes(body.data))), layout)
    except pa.ArrowInvalid as error:
        _check_rows(body, layout)
        raise InputError(
            f"cannot be split into rows of {layout.width} cells ({str(error)[:200]}).",
            body.where,
            "Save it again from a spreadsheet as CSV.",
        ) from error


def _check_rows(body: _Part, layout: Layout) -> None:
    """Raise `InputError` for the first row with another number of cells, or an open quotation mark."""
    lines = itertools.chain(_short_lines(body), [_END])
    reader = csv.reader(lines, delimiter=layout.delimiter, skipinitialspace=layout.delimiter != " ")
    line, row = body.first_line, [_END]
    try:
        for row in reader:
            blank = len(row) < 2 and not "".join(row)
            if not blank and len(row) != layout.width and _END not in row[-1]:
                raise _ragged(body, layout, line, row)
            start, line = line, body.first_line + reader.line_num
    except csv.Error:
        start, row = line, []
    if row != [_END]:
        raise InputError(
            "a quotation mark is opened and never closed.",
            f"{body.where}, line {start}",
            'Close it, or write a quotation mark inside a quoted cell twice ("").',
        )


def _short_lines(body: _Part) -> Iterator[str]:
    for number, line in enumerate(lines_of(bytes(body.data).decode("utf-8")), start=body.first_line):
        if len(line) > LONGEST_LINE:
            raise too_long(f"{body.where}, line {number}")
        yield line


def _ragged(body: _Part, layout: Layout, line: int, row: list[str]) -> InputError:
    if layout.delimiter == " ":
        return InputError(
            f"this row has {counted(len(row), 'cells')} where the table has {counted(layout.width, 'columns')}, read "
            "with blanks between them: this seems to be text that was printed, not a table that was saved.",
            f"{body.where}, line {line}",
            'Save the table itself: in R write.csv(x, "x.csv", row.names = FALSE), in Python x.to_csv("x.csv").',
        )
    return InputError(
        f"this row has {counted(len(row), 'cells')} where the table has {counted(layout.width, 'columns')} "
        f"(read with the {NAMES[layout.delimiter]} as delimiter).",
        f"{body.where}, line {line}",
        "Complete the row; a cell that holds the delimiter has to stand in quotation marks.",
    )
