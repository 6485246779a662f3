r"""Table → LaTeX for booktabs, as it is printed: `\usepackage{booktabs}` is all that it needs."""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.tables.table import Table, Writer
from core.written import MISSING

_SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "<": "$<$",
    ">": "$>$",
    "α": r"$\alpha$",
    "±": r"$\pm$",
    "…": r"\dots{}",
}
_ANY = re.compile("|".join(map(re.escape, _SPECIAL)))


def to_latex(table: Table, caption: str = "") -> str:
    """Write the printed columns of a table as LaTeX; text at the left, numbers at the right.

    Parameters
    ----------
    table : Table
    caption : str, optional
        Plain text.
    """
    frame, titles = table.frame[list(table.titles)], table.titles
    sides = "".join("r" if frame[name].dtype.kind in "if" else "l" for name in frame)
    lines = [" & ".join(_escaped(title) for title in titles.values()) + r" \\", r"\midrule"]
    for row in frame.to_dict("records"):
        lines.append(" & ".join(_cell(row[name], table.forms, name) for name in titles) + r" \\")
    head = [r"\begin{table}", r"\centering", *([rf"\caption{{{_escaped(caption)}}}"] if caption else [])]
    body = [rf"\begin{{tabular}}{{{sides}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*head, *body, r"\end{table}", ""])


def _cell(value: Any, forms: Mapping[str, Writer], name: str) -> str:
    return MISSING if pd.isna(value) else _escaped(forms.get(name, str)(value))


def _escaped(text: object) -> str:
    return _ANY.sub(lambda found: _SPECIAL[found[0]], " ".join(str(text).split()))
