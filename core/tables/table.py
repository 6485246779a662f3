"""What every builder of a table returns: its numbers, and what a page and a report need to print them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from core.figures.canvas.scale import NO_WIDTH, only_rounding
from core.names import told_apart
from core.written import MISSING, decimals_of, to_places

Writer = Callable[[Any], str]
Form = str | Writer
"""How numbers are written: a format string such as ``"{:.4f}"``, or a function."""

NAMES = ("learner", "first", "second", "cheaper", "costlier")
"""Columns of names of learners."""
CROWDED, OF_TWO, LONGEST_NAME, ALONE = 20, 24, 28, 40
"""Characters of a name on a screen, so many that the numbers beside it stay in sight: beside many, beside some another
name among them, beside some, a few."""
ROOMY = 60
"""The same on a wide screen, beside many; of two columns of names each has that of a few."""
FEW_COLUMNS, MANY_COLUMNS = 6, 10
_SYMBOLS = ("p", "sd", "df")
_MOST_APART = 2
"""Decimals by which rows may differ that are written alike."""


@dataclass(frozen=True)
class Column:
    """How one column is printed.

    Attributes
    ----------
    title : str
        Stands above it; the name of the column with a capital when empty.
    form : Form
        How its numbers are written; as they are when empty.
    """

    title: str = ""
    form: Form = ""


@dataclass(frozen=True, eq=False)
class Table:
    """A table to be printed, which says the same on a page and in a report.

    Attributes
    ----------
    frame : DataFrame
        The whole numbers, also those that are not printed.
    alt : str
        A sentence or two for screen readers: plain text.
    columns : mapping of name to Column
        Those that are not printed under their own name, as they are.
    shown : tuple of str
        Which columns are printed, from left to right; all of them when empty.
    worded : tuple of str
        Columns that only say in words, rounded and in the unit of the page, what others hold as numbers.
    roomy : bool
        Whether the screen is so wide that names of learners have room beside many numbers.
    """

    frame: pd.DataFrame
    alt: str
    columns: Mapping[str, Column] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    worded: tuple[str, ...] = ()
    roomy: bool = False

    @property
    def saved(self) -> pd.DataFrame:
        """What a CSV holds: every number once, in the unit of the scores."""
        return self.frame.drop(columns=list(self.worded))

    @property
    def titles(self) -> dict[str, str]:
        """What stands above each printed column, from left to right."""
        printed = self.shown or tuple(self.frame.columns)
        return {name: self.columns.get(name, Column()).title or _capital(str(name)) for name in printed}

    @property
    def forms(self) -> dict[str, Writer]:
        """How the numbers of the columns are written that are not written as they are."""
        return {name: _writer(column.form) for name, column in self.columns.items() if column.form}

    @property
    def short_names(self) -> dict[str, str]:
        """Names of learners that are shortened on a screen, where the numbers beside them are to be in sight."""
        names = list(dict.fromkeys(str(name) for column in self._named for name in self.frame[column]))
        most = self._most_of_a_name
        if self.roomy:
            most = ROOMY if len(self._named) == 1 else ALONE
        short = zip(names, told_apart(names, most), strict=True)
        return {name: text for name, text in short if name != text}

    @property
    def _most_of_a_name(self) -> int:
        """Characters of it that a laptop has room for."""
        if len(self._named) == 1 and len(self.titles) <= FEW_COLUMNS:
            return ALONE
        if len(self.titles) >= MANY_COLUMNS:
            return CROWDED
        return OF_TWO if len(self._named) > 1 and len(self.titles) > FEW_COLUMNS else LONGEST_NAME

    @property
    def forms_on_screen(self) -> dict[str, Writer]:
        """The same as `forms`, with names of learners shortened."""
        short = self.short_names
        if not short:
            return self.forms
        return self.forms | dict.fromkeys(self._named, lambda name: short.get(str(name), str(name)))

    @property
    def _named(self) -> list[str]:
        return [name for name in self.titles if name in NAMES]

    @property
    def sides(self) -> str:
        """Where each printed column stands, a letter each: ``l`` for text, ``r`` for numbers, in words too."""
        return "".join(
            "r" if name in self.worded or self.frame[name].dtype.kind in "if" else "l" for name in self.titles
        )

    def cells(self, most: int | None = None) -> list[list[str]]:
        """What is printed, row by row; of at most so many rows."""
        titles, forms = self.titles, self.forms
        return [
            [MISSING if pd.isna(row[name]) else str(forms.get(name, str)(row[name])) for name in titles]
            for row in self.frame[list(titles)].head(most or len(self.frame)).to_dict("records")
        ]


def _capital(name: str) -> str:
    """A name as a heading; symbols stay as they are."""
    return name if name.partition(" ")[0] in _SYMBOLS else name[:1].upper() + name[1:]


def _writer(form: Form) -> Writer:
    return form if callable(form) else lambda value: form.format(value).replace("-", "−")


def telling(frame: pd.DataFrame, names: Iterable[str]) -> tuple[str, ...]:
    """Those of these columns that hold anything: one that would be dashes from top to bottom says nothing."""
    return tuple(name for name in names if not frame[name].replace(MISSING, None).isna().all())


def alike(form: Form, *names: str) -> dict[str, Column]:
    """Columns under their own names whose numbers are written alike."""
    return {name: Column(form=form) for name in names}


def to_intervals(
    values: Iterable[float | None],
    limits: Iterable[tuple[float | None, float | None]],
    otherwise: Writer,
    *,
    measures: Sequence[object] | None = None,
    signed: bool = False,
) -> Writer:
    """Writes each number of a column to as many decimals as the interval in its row.

    Parameters
    ----------
    values : iterable of float or None
        Of no rates, which have their own decimals.
    limits : iterable of (low, high)
        The intervals; None or NaN where there is none.
    otherwise : function
        Writes what stands beside no interval.
    measures : sequence, optional
        What each row measures. Rows of one measure have decimals alike, those of its narrowest interval.
    signed : bool
        Whether what is positive has its sign.
    """
    known = list(values)
    own = [_places(value, *ends) for value, ends in zip(known, limits, strict=True)]
    told = {
        float(value): to_places(float(value), places, signed=signed)
        for value, places in zip(known, _alike(own, measures) if measures else own, strict=True)
        if value is not None and places is not None
    }
    return lambda value: told[value] if value in told else otherwise(value)


def _places(value: float | None, low: float | None, high: float | None) -> int | None:
    if value is None or low is None or high is None:
        return None
    return decimals_of(float(low), float(high), rates=False, at=float(value))


def _alike(places: Sequence[int | None], measures: Sequence[object]) -> list[int | None]:
    """The most decimals of each measure in all of its rows; as they are where sizes lie too far apart for that."""
    common = {
        measure: common_places(own for own, other in zip(places, measures, strict=True) if other == measure)
        for measure in dict.fromkeys(measures)
    }
    return [
        own if common[measure] is None else common[measure]
        for own, measure in zip(places, measures, strict=True)
    ]


def common_places(places: Iterable[int | None]) -> int | None:
    """The most decimals of what is compared; None where there are none, or sizes lie too far apart for that."""
    known = [own for own in places if own is not None]
    return max(known) if known and max(known) - min(known) <= _MOST_APART else None


def two_ends(low: float, high: float, write: Callable[[float, float], str]) -> str:
    """An interval in a cell; of equal values that it has no width, since equal ends would say that it is exact."""
    return NO_WIDTH if only_rounding(low, high) else write(low, high)
