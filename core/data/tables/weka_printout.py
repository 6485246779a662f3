"""What WEKA prints of its predictions (PlainText, the default of -p and of the Explorer), as delimited text."""

import csv
import io
import re
from dataclasses import replace
from itertools import takewhile

from core.data.tables.arff import bare
from core.data.tables.encoding import Text
from core.errors import InputError, quoted

_HEADER = re.compile(
    rb"^[ \t]*inst#[ \t]+actual[ \t]+predicted[ \t]+error(?:[ \t]+(prediction|distribution))?"
    rb"(?:[ \t]+\(([^\r\n]*)\))?[ \t]*\r?$",
    re.MULTILINE,
)
_ACTUAL = r"\d+:'(?:[^'\\]|\\.)*'|\d+:.*?"
_BEHIND = r"(?:\s+\((?P<attributes>.*)\))?\s*"
_OF_CLASSES = re.compile(
    rf"\s*(?P<inst>\d+)\s+(?P<actual>{_ACTUAL})\s+(?P<predicted>\?|\d+:.+?)\s+(?P<error>\+)?\s*"
    rf"(?P<share>\?|\*?\d[\d.E*,-]*){_BEHIND}"
)
_OF_NUMBERS = re.compile(
    rf"\s*(?P<inst>\d+)\s+(?P<actual>\S+)\s+(?P<predicted>\S+)\s+(?P<error>[^\s(]\S*){_BEHIND}"
)
_CELL = re.compile(r"('(?:[^'\\]|\\.)*'|[^,]*)(?:,|$)")


def without_columns_of_blanks(text: Text) -> Text:
    """The rows below WEKA's header as delimited text; any other text as it is.

    Lines keep their numbers. What stands above, as where the Explorer's whole output was saved, and below a blank line
    behind the rows, is no prediction and left out.

    Raises
    ------
    InputError
        If a line is no prediction, or several printouts stand in one file.
    """
    headers = list(_HEADER.finditer(text.utf8)) if b"inst#" in text.utf8 else []
    if not headers:
        return text
    if len(headers) > 1:
        line = text.utf8.count(b"\n", 0, headers[1].start()) + 1
        raise InputError(
            "here a second list of WEKA's predictions begins.",
            f"{text.where}, line {line}",
            "Bring each list as a file of its own, named after its learner.",
        )
    kind, named = (part.decode("utf-8", "replace") if part else "" for part in headers[0].groups())
    above = text.utf8.count(b"\n", 0, headers[0].start())
    lines = text.utf8[headers[0].end() :].decode("utf-8", "replace").strip("\r\n").splitlines()
    names = _cells(named)
    rows = [
        _row(row, kind, names, f"{text.where}, line {number}")
        for number, row in enumerate(takewhile(str.strip, lines), above + 2)
    ]
    width = max((len(shares) for _, shares, _ in rows), default=1)
    shares_named = [kind, *(f"{kind} {place}" for place in range(2, width + 1))] if kind else []
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(["inst#", "actual", "predicted", "error", *names, *shares_named])
    for places, shares, attributes in rows:
        writer.writerow([*places, *attributes, *shares, *[""] * (width - len(shares))])
    note = "The predictions were read as WEKA prints them, with blanks between the columns."
    return replace(text, utf8=b"\n" * above + out.getvalue().encode(), notes=(*text.notes, note))


def _row(line: str, kind: str, names: list[str], where: str) -> tuple[list[str], list[str], list[str]]:
    """Number, labels and mark of an error of a line; its probabilities; and the attributes in brackets.

    Parameters
    ----------
    line : str
    kind : "prediction", "distribution" or ""
        What stands behind the mark of an error; nothing where numbers are predicted.
    names : list of str
        Of the attributes.
    where : str
        The line, for messages.
    """
    found = (_OF_CLASSES if kind else _OF_NUMBERS).fullmatch(line)
    attributes = _cells((found["attributes"] or "") if found else "")
    if found is None or len(attributes) != len(names):
        raise InputError(
            f"{quoted(line.strip()[:60])} is no prediction as WEKA prints it below this header.",
            where,
            "Bring the printout as WEKA wrote it, or have it write CSV (-classifications "
            "weka.classifiers.evaluation.output.prediction.CSV).",
        )
    places = [found["inst"], *(_label(found[name]) for name in ("actual", "predicted")), found["error"] or ""]
    return places, found["share"].split(",") if kind else [], attributes


def _cells(listed: str) -> list[str]:
    """Parts of a list with commas, of which those with blanks or commas stand in quotation marks."""
    cells, position = [], 0
    while position < len(listed) and (match := _CELL.match(listed, position)):
        cells.append(bare(match[1]))
        position = match.end()
    return [*cells, *[""] * listed.endswith(",")]


def _label(written: str) -> str:
    """A numbered label without quotation marks: WEKA quotes the actual one, the predicted one never."""
    number, colon, name = written.partition(":")
    return f"{number}{colon}{bare(name)}"
