"""What stands above a table in a text: titles, comments, and a header of two rows; all of it is said."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace

from core.data.tables.encoding import Text
from core.data.tables.header import BETWEEN, is_number
from core.errors import InputError, listing, quoted

_LOOKED_AT = 65_536
_MOST_ABOVE = 20
_QUOTED = re.compile(r'"[^"]*"')
_BLANKS = re.compile(" +")
_WHOLE = re.compile(r" *[+-]?\d+ *")
_DELIMITERS = ("\t", ";", "|", ",")


def without_titles(text: Text) -> Text:
    """Blank what stands above the table, so that lines keep their numbers, and join two header rows to one.

    Raises
    ------
    InputError
        If commas stand between the columns and in their numbers, too.
    """
    head = text.utf8[:_LOOKED_AT]
    if len(text.utf8) > _LOOKED_AT:
        head = head[: head.rfind(b"\n") + 1]
    lines = head.decode("utf-8", "ignore").splitlines(keepends=True)
    if len(lines) < 3 or (
        '"' in "".join(lines[:_MOST_ABOVE]).replace('""', "") and _is_open(lines[:_MOST_ABOVE])
    ):
        return text
    if lines[0].lower().startswith("sep="):
        return text
    written, lines = lines, _unpadded(lines)
    first, note = _header_line(lines)
    _refuse_cut_numbers(lines, first, text.where)
    joined, joined_note = _two_rows(lines[first:])
    notes = [note] if note else []
    if not first and lines[0].startswith("#"):
        notes.append("The sign # before the header was taken off.")
    if joined:
        notes.append(joined_note)
    if not notes:
        return text
    kept = joined or [lines[first].lstrip("# ") if first or lines[0].startswith("#") else lines[0]]
    used = first + len(kept)
    below = text.utf8[len("".join(written[:used]).encode()) :]
    data = "".join(["\n"] * first + kept).encode() + below
    return replace(text, utf8=data, notes=(*text.notes, *notes))


def _unpadded(lines: list[str]) -> list[str]:
    """The lines without the empty cells that a spreadsheet writes behind a title; all as they are where none is one."""
    for delimiter in _DELIMITERS:
        bare = [line.rstrip(f"{delimiter} \r\n") for line in lines[:_MOST_ABOVE]]
        cells = [_QUOTED.sub("_", line).split(delimiter) for line in bare]
        place = next((place for place, row in enumerate(cells) if len(row) > 1), 0)
        padded = any(len(line) - len(short) > 2 for line, short in zip(lines, bare[:place], strict=False))
        if padded and not any(map(is_number, cells[place])):
            return [*(f"{line}\n" for line in bare[:place]), *lines[place:]]
    return lines


def _is_open(lines: Sequence[str]) -> bool:
    """Whether a quotation runs over a line end."""
    return any(line.count('"') % 2 for line in lines)


def _header_line(lines: Sequence[str]) -> tuple[int, str]:
    """Where the header stands below titles and comments, and the sentence about it; 0 without any."""
    best = 0
    counted = {
        delimiter: [_QUOTED.sub("", line).count(delimiter) if line.strip() else -1 for line in lines]
        for delimiter in _DELIMITERS
    }
    bare = [_QUOTED.sub("_", line).strip("\r\n") for line in lines]
    blanks = [line.count(" ") if line.strip() else -1 for line in bare]
    runs = [len(_BLANKS.findall(line.strip())) if line.strip() else -1 for line in bare]
    if any(counts[0] > 0 and set(counts) <= {counts[0], -1} for counts in (*counted.values(), blanks, runs)):
        return 0, ""  # the first line has as many cells as all others
    for counts in counted.values():
        width = counts[-1] if counts[-1] > 0 else max(counts)
        place = len(counts)
        while place and counts[place - 1] in (width, -1):
            place -= 1
        while place < len(counts) and counts[place] == -1:
            place += 1
        if width > 0 and len(counts) - place > 2:
            best = place if 0 < place <= _MOST_ABOVE and not _names_rows(lines, counts, place) else 0
            best = _comment_is_header(lines, counts, best)
            break
    above = [line.strip() for line in lines[:best] if line.strip()]
    if not above:
        return 0, ""
    return (
        best,
        f"The header is row {best + 1}; above it stood {listing((quoted(line[:60]) for line in above), most=2)}.",
    )


def _refuse_cut_numbers(lines: Sequence[str], first: int, where: str) -> None:
    """Refuse rows like 1,0,85,0,83 below Fold,A,B: commas that are decimal signs, too, cut each number in two."""
    place = max(first - 1, 0)
    shown = [line.rstrip("\r\n") for line in lines[place : place + _MOST_ABOVE] if line.strip()]
    header, *rows = _cells(shown, ",") or [[]]
    width = len(rows[0]) if rows else 0
    names = all(name.strip() and not is_number(name) for name in header)
    if not 1 < len(header) < width or not names or shown[0].startswith("#"):
        return
    columns = list(zip(*rows, strict=False))
    whole = [all(map(_WHOLE.fullmatch, column)) for column in columns]
    zeros = any(set(column) == {"0"} and whole[at + 1] for at, column in enumerate(columns[:-1]))
    halved = width > len(header) + 1 and width in (2 * len(header) - 1, 2 * len(header))
    if zeros or (halved and sum(whole) >= width - 1):
        raise InputError(
            f"this row has {width} cells below {len(header)} names: commas seem to stand between the columns and to "
            "be decimal signs, too.",
            f"{where}, line {place + 2}",
            "Save it with semicolons or tabs between the columns.",
        )


def _names_rows(lines: Sequence[str], counts: Sequence[int], place: int) -> bool:
    """Whether the line above the rows is a header that is one cell short, as R writes it."""
    return place == 1 and counts[0] == counts[1] - 1 and not (counts[0] == 0 and " " in lines[0].strip())


def _comment_is_header(lines: Sequence[str], counts: Sequence[int], place: int) -> int:
    """NumPy writes the header as a comment: the last comment is it when it has as many cells as the rows."""
    if place and lines[place - 1].startswith("#") and counts[place - 1] == counts[place]:
        return place - 1
    return place


def _two_rows(lines: Sequence[str]) -> tuple[list[str], str]:
    """One header made of two, as pandas writes columns with two levels, with blank lines for the others."""
    for delimiter in _DELIMITERS:
        rows = _cells([line.rstrip("\r\n") for line in lines[:3]], delimiter)
        if len(rows) == 3 and len(rows[0]) > 2 and len({len(row) for row in rows}) == 1:
            header, used = joined_header(rows)
            if used:
                out = io.StringIO()
                csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(header)
                note = f"Two header rows were joined to names such as {quoted(header[-1])}."
                return ["\n"] * (used - 1) + [out.getvalue()], note
    return [], ""


def _cells(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:  # a cell beyond csv's limit
        return []


def joined_header(rows: Sequence[Sequence[str]]) -> tuple[list[str], int]:
    """Names of two header rows in one, and how many rows they take, 0 where there is one header only.

    Parameters
    ----------
    rows : sequence of sequence of str
        The first three rows. A third header row holds the names of the index alone.
    """
    top, second, third = rows
    names = [name for name in top if name.strip()]
    index = next((place for place, name in enumerate(third) if not name.strip()), 0)
    has_index = index > 0 and not any(name.strip() for name in third[index:])
    words = not any(is_number(name) for name in second) and any(name.strip() for name in second)
    if len(set(names)) == len(names) or not (has_index or words) or any(is_number(name) for name in names):
        return [], 0
    start = index if has_index else next((place for place, name in enumerate(top) if name.strip()), 0)
    labels = (
        third[:start]
        if has_index
        else [under or over for over, under in zip(top, second, strict=True)][:start]
    )
    pairs = zip(top[start:], second[start:], strict=True)
    return [
        *labels,
        *(f"{over.strip()}{BETWEEN}{under.strip()}" for over, under in pairs),
    ], 3 if has_index else 2
