r"""Table → LaTeX for booktabs, as it is printed: `\usepackage{booktabs}` is all that it needs."""

import re

from core.tables.table import Table

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
    lines = [" & ".join(map(_escaped, table.titles.values())) + r" \\", r"\midrule"]
    lines += [" & ".join(map(_escaped, row)) + r" \\" for row in table.cells()]
    head = [r"\begin{table}", r"\centering", *([rf"\caption{{{_escaped(caption)}}}"] if caption else [])]
    body = [rf"\begin{{tabular}}{{{table.sides}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*head, *body, r"\end{table}", ""])


def _escaped(text: object) -> str:
    return _ANY.sub(lambda found: _SPECIAL[found[0]], " ".join(str(text).split()))
