"""ARFF, the format of WEKA and OpenML: declared attributes above, comma-separated rows below."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from core.data.tables.cells import blank_missing, read_numbers, shown
from core.data.tables.delimited import parse_body
from core.data.tables.dialect import Layout
from core.data.tables.encoding import Text
from core.data.tables.header import name_columns
from core.data.tables.source import LONGEST_LINE, check_shape, too_long
from core.errors import InputError, listing, quoted
from core.written import counted

Kind = Literal["numeric", "nominal", "string"]

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s{{]+)\s*(.*)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(rf"[ \t]*({_QUOTED})[ \t]*(,|$)|([^,]*)(,|$)")
_WEIGHT = re.compile(r"\s*,\s*\{\s*[+-]?[\d.]+(?:[eE][+-]?\d+)?\s*\}$")
_KINDS: dict[str, Kind] = {
    "numeric": "numeric",
    "real": "numeric",
    "integer": "numeric",
    "string": "string",
    "date": "string",
}


@dataclass(frozen=True)
class Attribute:
    """A declared attribute; `values` are those of a nominal one."""

    name: str
    kind: Kind
    values: tuple[str, ...] = ()


def is_arff(text: Text) -> bool:
    """Tell whether the first line that is no comment declares a relation."""
    for line in io.StringIO(text.utf8[:65_536].decode("utf-8", "ignore"), newline=None):
        if line.strip() and not line.lstrip().startswith("%"):
            return line.lstrip().lower().startswith("@relation")
    return False


def parse_arff(text: Text) -> tuple[pd.DataFrame, list[str]]:
    """Read ARFF: numeric columns as float64, nominal ones as `category`, strings and dates as text.

    Raises
    ------
    InputError
        If a declaration or a row cannot be understood; the line is named. Relational attributes are not read.
    """
    lines = _short_lines(text)
    attributes = _attributes(lines, text.where)
    check_shape(0, len(attributes), text.where)
    names, notes = name_columns([attribute.name for attribute in attributes])
    columns, weighted = _columns(lines, attributes, text.where)
    notes += ["Weights of instances were left out: all count the same."] if weighted else []
    frame = {}
    for name, attribute, column in zip(names, attributes, columns, strict=True):
        texts = pd.Series(blank_missing(column)[0].to_pandas(), dtype="str", name=name)
        frame[name] = _typed(texts, attribute, text.where)
    return pd.DataFrame(frame), notes


def _short_lines(text: Text) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(io.StringIO(text.utf8.decode("utf-8"), newline=None), start=1):
        if len(line) > LONGEST_LINE:
            raise too_long(f"{text.where}, line {number}")
        yield number, line


def _attributes(lines: Iterator[tuple[int, str]], where: str) -> list[Attribute]:
    """Read the declarations and leave `lines` below the line that says ``@data``."""
    found: list[Attribute] = []
    for number, line in lines:
        stripped = line.strip()
        word = stripped.lower()
        if word.startswith("@data"):
            if not found:
                raise InputError(
                    "no attribute is declared.", where, "ARFF needs @attribute lines above @data."
                )
            return found
        if word.startswith("@attribute"):
            found.append(_attribute(stripped, f"{where}, line {number}"))
        elif word and not word.startswith(("%", "@relation")):
            raise InputError(
                f"{quoted(stripped[:60])} stands where an attribute is declared.",
                f"{where}, line {number}",
                "Above @data there are only @relation, @attribute and % comments.",
            )
    raise InputError("there is no @data line.", where, "The file seems to be cut off; save it again.")


def _attribute(line: str, where: str) -> Attribute:
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise InputError(
            f"{quoted(line[:60])} declares no attribute.", where, "Write: @attribute name numeric, or {a, b}."
        )
    name, kind = bare(match[1]), match[2].strip()
    if kind.startswith("{") and kind.endswith("}"):
        return Attribute(name, "nominal", tuple(value.strip() for value in _cells(kind[1:-1])))
    word = kind.split(maxsplit=1)[0].lower() if kind else ""
    if word not in _KINDS:
        raise InputError(
            f"the attribute {shown(name)} has the type {shown(kind)}, which is not read.",
            where,
            f"Types are {listing(_KINDS)} and {{value, value}}.",
        )
    return Attribute(name, _KINDS[word])


def bare(cell: str) -> str:
    """Take a cell out of its quotation marks."""
    if len(cell) > 1 and cell[0] in "'\"" and cell[-1] == cell[0]:
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
    return cell


def _cells(line: str) -> list[str]:
    cells, position = [], 0
    while match := _CELL.match(line, position):
        cells.append(match[3].strip() if match[1] is None else bare(match[1]))
        position = match.end()
        if "," not in (match[2], match[4]):
            break
    return cells


def _columns(
    lines: Iterator[tuple[int, str]], attributes: Sequence[Attribute], where: str
) -> tuple[list[Any], bool]:
    """Write the rows again with the quotation marks of CSV, and let its parser read them; whether rows had weights."""
    out, width, weighted = io.StringIO(newline=""), len(attributes), False
    writer = csv.writer(out, lineterminator="\n")
    for number, line in lines:
        row = line.strip()
        if not row or row.startswith("%"):
            continue
        if row.endswith("}"):
            bare = _WEIGHT.sub("", row)
            weighted, row = weighted or bare != row, bare
        if row.startswith("{"):
            cells = _dense(row, attributes, f"{where}, line {number}")
        else:
            cells = _cells(row) if "'" in row or '"' in row or "\\" in row else row.split(",")
        if len(cells) != width:
            raise InputError(
                f"this row has {counted(len(cells), 'cells')} for {counted(width, 'attributes')}.",
                f"{where}, line {number}",
                "Complete the row; a value that holds a comma has to stand in quotation marks.",
            )
        writer.writerow(cells)
    if not out.tell():
        raise InputError("there are no rows below @data.", where, "Bring a table with one row per instance.")
    return parse_body(out.getvalue().encode(), Layout(",", (), width), 1, where), weighted


def _dense(row: str, attributes: Sequence[Attribute], where: str) -> list[str]:
    """The cells of a sparse row ({index value, …}): what is not named is 0, or the first value of its attribute."""
    cells = [attribute.values[0] if attribute.values else "0" for attribute in attributes]
    for item in _cells(row.strip("{}")) if row.strip("{} ") else ():
        place, _, value = item.strip().partition(" ")
        if not place.isdecimal() or int(place) >= len(cells):
            raise InputError(
                f"{shown(item)} names none of the {counted(len(cells), 'attributes')}, which count from 0.",
                where,
                "Write {index value, index value}.",
            )
        cells[int(place)] = bare(value.strip())
    return cells


def _typed(texts: "pd.Series[str]", attribute: Attribute, where: str) -> "pd.Series[Any]":
    if attribute.kind == "string":
        return texts
    if attribute.kind == "nominal":
        return _nominal(texts, attribute, where)
    numbers = read_numbers(texts, ".")
    if len(numbers.strays):
        row = int(numbers.strays[0])
        raise InputError(
            f"{shown(texts.iloc[row - 1])} stands in a numeric attribute.",
            f"{where}, attribute {shown(attribute.name)}, row {row} of the data",
            "Correct the cell, or write ? for a missing value.",
        )
    return numbers.values


def _nominal(texts: "pd.Series[str]", attribute: Attribute, where: str) -> "pd.Series[Any]":
    texts = texts.str.strip()
    strange = texts[texts.notna() & ~texts.isin(attribute.values)]
    if len(strange):
        values = listing(map(shown, attribute.values), "or", most=10)
        raise InputError(
            f"{shown(strange.iloc[0])} is not among the declared values {values}.",
            f"{where}, attribute {shown(attribute.name)}, row {strange.index[0] + 1} of the data",
            "Declare the value, or write ? for a missing value.",
        )
    return texts.astype("category")
