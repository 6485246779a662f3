"""What Orange writes above its data: flags before the names, or two rows of types and roles."""

import re
from dataclasses import replace

from core.data.tables.table import RawTable

_ORANGE_FLAG = re.compile(r"m?[cCdDsStTi]?#(.+)")
_ORANGE_TYPES = {"continuous", "discrete", "string", "time", "c", "d", "s", "t"}
_ORANGE_ROLES = {"class", "meta", "ignore", "weight"}


def without_orange_header(table: RawTable) -> tuple[RawTable, dict[str, str]]:
    """Take off what Orange writes above its data: flags before the names, or two rows of types and roles.

    Returns
    -------
    table : RawTable
    roles : dict
        The truth, where Orange says it.
    """
    names = {name: match[1] for name in table.columns if (match := _ORANGE_FLAG.fullmatch(name))}
    flagged = [names[name] for name in names if name.startswith(("c#", "cD#", "cC#", "cS#"))]
    roles = {"truth": flagged[0]} if flagged else {}
    if names and len(set(names.values()) | (set(table.columns) - set(names))) == len(table.columns):
        head = None if table.head is None else table.head.rename(columns=names)
        table = replace(table, frame=table.frame.rename(columns=names), head=head)
    if len(table.frame) < 3 or not all(map(table.holds_text, table.columns)):
        return table, roles
    head = table.frame.head(2).astype("str")
    types, flags = head.iloc[0].dropna().str.strip(), head.iloc[1].dropna().str.strip()
    is_header = bool(len(types)) and types.str.lower().isin(_ORANGE_TYPES).mean() > 0.5
    if not (is_header and len(flags) and flags.str.lower().isin(_ORANGE_ROLES).all()):
        return table, roles
    truth = flags.index[flags.str.lower() == "class"]
    frame = table.frame.iloc[2:].reset_index(drop=True).astype("str")
    return replace(table, frame=frame, head=None), {"truth": truth[0]} if len(truth) else roles
