r"""Table → LaTeX for booktabs, as it is printed: `\usepackage{booktabs}` is all that it needs."""

import re

from core.tables.table import Table

_IN_MATHS = {
    **{"−": "-", "<": "<", ">": ">", "±": r"\pm", "∓": r"\mp", "×": r"\times", "≤": r"\le", "≥": r"\ge"},
    **{"≈": r"\approx", "∞": r"\infty", "√": r"\surd", "→": r"\to", "←": r"\gets", "‖": r"\Vert", "′": "'"},
    **{"α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "η": r"\eta"},
    **{"θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "π": r"\pi", "ρ": r"\rho"},
    **{"σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi", "χ": r"\chi", "ω": r"\omega"},
    **{"Δ": r"\Delta", "Σ": r"\Sigma", "Φ": r"\Phi"},
    **{"★": r"\star", "✓": r"\surd", "⚠": r"\triangle", "✕": r"\times"},
    **{"●": r"\bullet", "○": r"\circ", "◐": r"\odot"},
    **{raised: f"^{{{level}}}" for raised, level in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True)},
    **{lowered: f"_{{{level}}}" for lowered, level in zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)},
}
_SPECIAL = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "…": r"\dots{}"},
    **{"\N{NO-BREAK SPACE}": "~", "\N{NARROW NO-BREAK SPACE}": r"\,"},
    **{character: f"${command}$" for character, command in _IN_MATHS.items()},
}
_SPACES = re.compile(r"[ \t\r\n]+")
_ANY = re.compile("|".join(map(re.escape, _SPECIAL)))


def to_latex(table: Table, caption: str = "") -> str:
    """Write the printed columns of a table as LaTeX; text at the left, numbers at the right.

    Parameters
    ----------
    table : Table
    caption : str, optional
        Plain text.
    """
    head = [r"\begin{table}", r"\centering", *([rf"\caption{{{escaped(caption)}}}"] if caption else [])]
    return "\n".join([*head, tabular(table), r"\end{table}", ""])


def tabular(table: Table) -> str:
    """The same without what places it on a page."""
    lines = [" & ".join(map(escaped, table.titles.values())) + r" \\", r"\midrule"]
    lines += [" & ".join(map(escaped, row)) + r" \\" for row in table.cells()]
    return "\n".join(
        [rf"\begin{{tabular}}{{{table.sides}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}"]
    )


def escaped(text: object) -> str:
    """Plain text, on one line, in which nothing is a command."""
    return _ANY.sub(lambda found: _SPECIAL[found[0]], _SPACES.sub(" ", str(text)))
