"""JSON → a table: what pandas, scikit-learn users and nested lists of scores write; anything else is refused."""

import io
import json
from typing import IO, Any

import pandas as pd

from core.data.tables.cells import blank_missing
from core.data.tables.header import name_columns
from core.data.tables.memory import held
from core.data.tables.source import DATASET_BYTES, Content, check_shape, content_of
from core.data.tables.table import RawTable, Source, read_table
from core.errors import InputError, quoted

_HINT = 'Write lists of scores by learner, {"tree": [0.1, 0.2]}, or a table with pandas\' to_json or to_csv.'

_EMPTIEST, _LEAST_LOOKED_AT = 50, 100_000
"""Cells for each value that is there, in tables of more cells than a few."""

Columns = dict[str, list[Any]]


def looks_like_json(content: Content) -> bool:
    """Whether the bytes begin as JSON of a table or of named lists does."""
    head = content.data[:256].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head[:1] == b"{" or (head[:1] == b"[" and head[1:].lstrip()[:1] in (b"{", b"["))


def read_any_table(
    source: Source,
    *,
    limit: int = DATASET_BYTES,
    sheet: str | None = None,
    compact: bool = False,
    encoding: str | None = None,
    labels: bool = True,
) -> RawTable:
    """Read what `read_table` reads, JSON, and what is in memory.

    Parameters
    ----------
    source, limit, sheet, compact, encoding
        As in `read_table`.
    labels : bool
        As in `core.data.tables.memory.held`.

    Raises
    ------
    InputError
        If the bytes are no table, or a table that cannot be understood.
    """
    if not isinstance(source, RawTable):
        source = held(source, labels=labels)
    if isinstance(source, RawTable | pd.DataFrame):
        return read_table(source)
    content = content_of(source, limit)
    if looks_like_json(content) and sheet is None:
        return parse_json(content)
    file: IO[Any] = io.BytesIO(content.data)
    file.name = content.name  # type: ignore[misc]
    return read_table(file, limit=limit, sheet=sheet, compact=compact, encoding=encoding)


def parse_json(content: Content) -> RawTable:
    """Read a table from JSON; every cell becomes text.

    Understood are columns as lists, records, one record a line, the forms of `pandas.DataFrame.to_json`, a dictionary
    of such tables (one per learner), and scores as nested lists, replicates × folds, by learner.

    Raises
    ------
    InputError
        If the text is no JSON, or JSON of another form.
    """
    try:
        text = content.data.decode("utf-8-sig")
        value = _lines(text) or json.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(
            "begins as JSON but is not UTF-8.", content.where, "Save it again as UTF-8."
        ) from error
    except RecursionError as error:
        raise InputError("is JSON nested too deeply for a table.", content.where, _HINT) from error
    except json.JSONDecodeError as error:
        where = f"{content.where}, line {error.lineno}"
        raise InputError(f"begins as JSON but is none ({error.msg}).", where, _HINT) from error
    except ValueError as error:
        raise InputError("is JSON with a number of thousands of digits.", content.where, _HINT) from error
    check_characters(content.data, value, content.where)
    columns = _columns(value, content.where)
    rows = max((len(cells) for cells in columns.values()), default=0)
    check_shape(rows, len(columns), content.where)
    if not rows:
        raise InputError("holds no rows.", content.where, _HINT)
    names, notes = name_columns(list(columns))
    spellings: dict[str, dict[str, int]] = {}
    frame = {}
    for name, cells in zip(names, columns.values(), strict=True):
        array, found = blank_missing(_texts(cells))
        frame[name] = pd.Series(array.to_pandas(), dtype="str")
        spellings |= {name: found} if found else {}
    return RawTable(
        pd.DataFrame(frame), content.stem, "json", content.where, spellings=spellings, notes=tuple(notes)
    )


def _lines(text: str) -> list[Any]:
    """One record on each line, as JSON Lines has them; nothing where the text is laid out otherwise."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(
        line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines
    ):
        return []
    return [json.loads(line) for line in lines]


def check_characters(data: bytes, value: Any, where: str) -> None:
    """Check the texts of what was read from JSON, which may hold halves of characters.

    Parameters
    ----------
    data : bytes
        The JSON.
    value : plain value
        What was read from it.
    where : str
        How messages call it.

    Raises
    ------
    InputError
        If a text cannot be written as UTF-8.
    """
    if b"\\ud" not in data and b"\\uD" not in data:
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        code = f"\\u{ord(error.object[error.start]):04x}"
        raise InputError(
            f"holds {code}, half of a character.", where, "Save it again with a program that writes Unicode."
        ) from error


def _check_filled(values: int, rows: int, columns: int, where: str) -> None:
    """Refuse a few values that would be spread over many cells, before the cells are made."""
    check_shape(rows, columns, where)
    if rows * columns > _LEAST_LOOKED_AT + _EMPTIEST * values:
        raise InputError(
            f"spreads {values:,} values over {rows:,} rows × {columns:,} columns, which is no table.",
            where,
            _HINT,
        )


def _texts(cells: list[Any]) -> Any:
    import pyarrow as pa

    return pa.array([_text(cell) for cell in cells], type=pa.large_string())


def _text(cell: Any) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell
    return repr(cell) if isinstance(cell, float) else str(cell)


def _columns(value: Any, where: str) -> Columns:
    """Bring any of the forms into columns of equal length."""
    if (
        isinstance(value, dict)
        and isinstance(value.get("schema"), dict)
        and isinstance(value.get("data"), list)
    ):
        return _from_records(value["data"], where)
    if (
        isinstance(value, dict)
        and isinstance(value.get("columns"), list)
        and isinstance(value.get("data"), list)
    ):
        return _from_split(value["columns"], value["data"], where)
    if isinstance(value, list):
        return _from_records(value, where)
    if not isinstance(value, dict) or not value:
        raise InputError("this JSON holds no table.", where, _HINT)
    items = list(value.values())
    if all(isinstance(item, list) for item in items):
        nested = [any(isinstance(cell, list) for cell in item) for item in items]
        return _from_grids(value, where) if all(nested) else _from_lists(value, where)
    if all(isinstance(item, dict) for item in items):
        if all(isinstance(cell, list) for item in items for cell in item.values()):
            return _from_tables(value, where)
        return _from_mappings(value, where)
    lists = any(isinstance(item, list) for item in items)
    why = "some entries are lists, others are not" if lists else "it has single values, not one for each row"
    raise InputError(f"this JSON holds no table: {why}.", where, _HINT)


def _from_split(names: list[Any], rows: list[Any], where: str) -> Columns:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(names):
            raise InputError(
                f"this row has not the {len(names)} cells of the columns.",
                f"{where}, element {number}",
                _HINT,
            )
    check_shape(len(rows), len(names), where)
    distinct, _ = name_columns([str(name) for name in names])
    return {name: [row[i] for row in rows] for i, name in enumerate(distinct)}


def _from_records(rows: list[Any], where: str) -> Columns:
    names: dict[str, None] = {}
    values = 0
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise InputError("this entry is no record of named cells.", f"{where}, element {number}", _HINT)
        names |= dict.fromkeys(row)
        values += len(row)
        _check_filled(values, number, len(names), where)
    return {name: [row.get(name) for row in rows] for name in names}


def _from_lists(value: dict[str, list[Any]], where: str) -> Columns:
    lengths = {len(cells) for cells in value.values()}
    if len(lengths) > 1:
        first, other = sorted(lengths)[0], sorted(lengths)[-1]
        short = next(name for name, cells in value.items() if len(cells) == first)
        raise InputError(
            f"the lists have unequal lengths: {quoted(short[:80])} has {first}, another has {other}.",
            where,
            "Paired tests need every learner on the same folds.",
        )
    return dict(value)


def _from_mappings(value: dict[str, dict[str, Any]], where: str) -> Columns:
    """Columns of cells by row label, or, where the outer names only count, rows of cells by column."""
    inner = dict.fromkeys(name for cells in value.values() for name in cells)
    values = sum(map(len, value.values()))
    _check_filled(values, max(len(value), len(inner)), min(len(value), len(inner)), where)
    if all(name.isdigit() for name in value):
        return {name: [row.get(name) for row in value.values()] for name in inner}
    columns = {name: [column.get(label) for label in inner] for name, column in value.items()}
    return columns if all(label.isdigit() for label in inner) else {"": list(inner), **columns}


def _from_tables(value: dict[str, dict[str, list[Any]]], where: str) -> Columns:
    """One dictionary of lists per learner, such as that of `cross_validate`."""
    names = dict.fromkeys(name for table in value.values() for name in table)
    values = sum(len(cells) for table in value.values() for cells in table.values())
    _check_filled(values, len(value), len(names), where)
    columns: Columns = {"learner": [], **{name: [] for name in names}}
    for learner, table in value.items():
        lists = _from_lists(table, f"{where}, {quoted(learner[:80])}")
        rows = max((len(cells) for cells in lists.values()), default=0)
        columns["learner"] += [learner] * rows
        _check_filled(values, len(columns["learner"]), len(names), where)
        for name in names:
            columns[name] += lists.get(name, [None] * rows)
    return columns


def _from_grids(value: dict[str, list[Any]], where: str) -> Columns:
    """Scores as nested lists by learner: a list of folds for each replicate."""
    columns: Columns = {"learner": [], "replicate": [], "fold": [], "score": []}
    for learner, grid in value.items():
        for replicate, scores in enumerate(grid, 1):
            if not isinstance(scores, list) or any(isinstance(score, list | dict) for score in scores):
                raise InputError(
                    "is no list of the scores of its folds.",
                    f"{where}, {quoted(learner[:80])}, replicate {replicate}",
                    _HINT,
                )
            columns["learner"] += [learner] * len(scores)
            columns["replicate"] += [replicate] * len(scores)
            columns["fold"] += list(range(1, len(scores) + 1))
            columns["score"] += scores
    return columns
