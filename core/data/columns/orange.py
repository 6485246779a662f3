"""What Orange writes above its data: flags before the names, or two rows of types and roles."""

import re
from collections.abc import Hashable
from dataclasses import replace

from core.data.tables.table import RawTable
from core.errors import listing, quoted

_ORANGE_FLAG = re.compile(r"m?[cCdDsStTi]?#(.+)")
_ORANGE_TYPES = {"continuous", "discrete", "string", "time", "c", "d", "s", "t"}
_LOOKED_AT = 200
_ORANGE_ROLES = {"class", "meta", "ignore", "weight"}


def predictions_of_orange(table: RawTable) -> tuple[RawTable, dict[str, str]]:
    """The table without Orange's header and without the attributes, which stand beside the predictions and are none."""
    plain, roles, attributes = _apart(table)
    if "truth" not in roles or not attributes:
        return plain, roles
    head = None if plain.head is None else plain.head.drop(columns=list(attributes))
    note = f"Left out, because they are attributes of the data: {listing(map(quoted, attributes), most=6)}."
    frame = plain.frame.drop(columns=list(attributes))
    return replace(plain, frame=frame, head=head, notes=(*plain.notes, note)), roles


def data_of_orange(table: RawTable) -> RawTable:
    """The table without Orange's header and metas, and its class as the last column."""
    plain, roles, attributes = _apart(table)
    if "truth" not in roles or not attributes:
        return plain
    kept = [*attributes, roles["truth"]]
    metas = [name for name in plain.columns if name not in kept]
    notes = (
        f"Left out, because Orange keeps them beside the attributes: {listing(map(quoted, metas), most=6)}.",
    )
    return replace(plain, frame=plain.frame[kept], head=None, notes=(*plain.notes, *(notes if metas else ())))


def data_rows(table: RawTable) -> int:
    """Number of rows below all that Orange writes above its data."""
    return len(_apart(table)[0].frame)


def _apart(table: RawTable) -> tuple[RawTable, dict[str, str], tuple[str, ...]]:
    """The table without Orange's header, the truth where Orange says it, and the attributes where two rows say so."""
    plain, roles, attributes = table.once("what Orange writes", _taken_apart)
    return table if plain is None else plain, dict(roles), attributes


def _taken_apart(given: RawTable) -> tuple[RawTable | None, dict[str, str], tuple[str, ...]]:
    """The same; None for the table itself, which would else hold itself."""
    plain, roles, attributes = _without_header(given)
    return None if plain is given else plain, roles, attributes


def _without_header(table: RawTable) -> tuple[RawTable, dict[str, str], tuple[str, ...]]:
    names = {name: match[1] for name in table.columns if (match := _ORANGE_FLAG.fullmatch(name))}
    flagged = [names[name] for name in names if name.startswith(("c#", "cD#", "cC#", "cS#"))]
    roles = {"truth": flagged[0]} if flagged else {}
    if names and len(set(names.values()) | (set(table.columns) - set(names))) == len(table.columns):
        head = None if table.head is None else table.head.rename(columns=names)
        table = replace(table, frame=table.frame.rename(columns=names), head=head)
    if len(table.frame) < 3 or not all(map(table.holds_text, table.columns)):
        return table, roles, ()
    head = table.frame.head(2).astype("str")
    types, flags = head.iloc[0].dropna().str.strip(), head.iloc[1].dropna().str.strip()
    words = types.str.lower().isin(_ORANGE_TYPES)
    is_header = bool(len(types)) and all(
        known or _lists_values(table, name, text)
        for known, (name, text) in zip(words, types.items(), strict=True)
    )
    if not (is_header and (len(flags) or words.all()) and flags.str.lower().isin(_ORANGE_ROLES).all()):
        return table, roles, ()
    truth = flags.index[flags.str.lower() == "class"]
    frame = table.frame.iloc[2:].reset_index(drop=True).astype("str")
    attributes = tuple(name for name in table.columns if name not in flags.index)
    return replace(table, frame=frame, head=None), {"truth": truth[0]} if len(truth) else roles, attributes


def _lists_values(table: RawTable, name: Hashable, text: str) -> bool:
    """Whether a cell lists the values that stand below it; a blank in a value is written behind a backslash."""
    below = table.frame[str(name)].iloc[2:_LOOKED_AT].dropna().astype("str").str.strip()
    return set(below) <= {part.replace("\\ ", " ") for part in re.split(r"(?<!\\)\s+", text)}
