"""What a report consists of, whatever it is written as; every text is plain."""

from dataclasses import dataclass
from typing import TypeAlias

from core.figures import Drawing
from core.inference.interpretation.brief import Brief
from core.report.script import Script
from core.tables.table import Table


@dataclass(frozen=True)
class Answer:
    """The verdict in brief; `foot` stands small behind the p-value."""

    brief: Brief
    foot: str = ""


@dataclass(frozen=True)
class Words:
    """A paragraph; `small` where it only explains what stands above it, `linked` where its addresses are links."""

    text: str
    small: bool = False
    linked: bool = False


@dataclass(frozen=True)
class Facts:
    """Terms with what they are, one row each."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Listed:
    """Points, each with a head that may be empty; `linked` where their addresses are links, as of works, in small."""

    points: tuple[tuple[str, str], ...]
    linked: bool = False


@dataclass(frozen=True)
class Formulas:
    """Lines of LaTeX."""

    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture and what stands above it; `key` tells it from the others of the report."""

    key: str
    title: str
    drawing: Drawing


@dataclass(frozen=True, eq=False)
class Printed:
    """A table and what stands above it; `key` tells it from the others of the report."""

    key: str
    title: str
    table: Table


@dataclass(frozen=True)
class Program:
    """The text of a script."""

    text: str


Block: TypeAlias = Answer | Words | Facts | Listed | Formulas | Picture | Printed | Program


@dataclass(frozen=True, eq=False)
class Section:
    """Blocks under a title."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """A report.

    Attributes
    ----------
    title : str
    sections : tuple of Section
    foot : str
        What it was made by, for the end.
    cited : tuple of str
        Keys of the works that it names.
    script : Script or None
        What gives its verdict again; None where there is no verdict, or the data are not known any more.
    """

    title: str
    sections: tuple[Section, ...]
    foot: str
    cited: tuple[str, ...] = ()
    script: Script | None = None
