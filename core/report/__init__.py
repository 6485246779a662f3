"""Results → a report that stands alone, and the script that runs its comparison again."""

from core.report.document import (
    Answer,
    Block,
    Document,
    Facts,
    Formulas,
    Listed,
    Picture,
    Printed,
    Program,
    Section,
    Words,
)
from core.report.html import block_html, to_html
from core.report.latex import to_latex
from core.report.learner import learner_report
from core.report.many import many_report
from core.report.markdown import to_markdown
from core.report.pair import pair_report
from core.report.script import Script, script_of

__all__ = [
    "Answer",
    "Block",
    "Document",
    "Facts",
    "Formulas",
    "Listed",
    "Picture",
    "Printed",
    "Program",
    "Script",
    "Section",
    "Words",
    "block_html",
    "learner_report",
    "many_report",
    "pair_report",
    "script_of",
    "to_html",
    "to_latex",
    "to_markdown",
]
