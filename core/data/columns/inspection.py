"""What was understood of a source before anything is decided: shown by a page, edited, passed back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pandas as pd

from core.data.columns.kinds import Kind, as_text, read_column
from core.data.tables.cells import distinct_texts, read_numbers
from core.data.tables.table import RawTable
from core.errors import InputError
from core.records import Predictions


@dataclass(frozen=True)
class ColumnSummary:
    """A column in one line.

    Attributes
    ----------
    name : str
    kind : "number", "category", "date" or "text"
    missing, distinct : int
        Missing cells, and distinct values among the others.
    role : str
        "target", "attribute", "left out", or the role it plays among fold results or predictions.
    reason : str
        Why it is left out; empty otherwise.
    examples : tuple
        The first few distinct values.
    """

    name: str
    kind: Kind
    missing: int
    distinct: int
    role: str
    reason: str = ""
    examples: tuple[Any, ...] = ()


class Unsettled(InputError):
    """A source that can be read once somebody answers a question.

    Attributes
    ----------
    key : str
        The argument of the reader that answers it, or the role among its roles.
    options : tuple
        The answers that there are.
    """

    def __init__(self, what: str, where: str, hint: str, *, key: str, options: tuple[Any, ...]) -> None:
        super().__init__(what, where, hint)
        self.key = key
        self.options = options

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        return partial(Unsettled, key=self.key, options=self.options), (self.what, self.where, self.hint)


_EXAMPLES = 5
_SAMPLE = 1000


def summarised(table: RawTable, name: str, role: str) -> ColumnSummary:
    """Summarise a column; few texts are judged by the distinct ones, however many rows there are."""
    series = table.frame[name]
    if table.holds_text(name) and isinstance(series.dtype, pd.CategoricalDtype):
        codes, texts = distinct_texts(series)
        is_number = len(texts) > 0 and not len(read_numbers(texts, table.decimal).strays)
        examples = tuple(texts.str.strip().head(_EXAMPLES).tolist())
        kind: Kind = "number" if is_number else "category"
        return ColumnSummary(name, kind, int((codes < 0).sum()), len(texts), role, "", examples)
    column = read_column(table, name)
    first = as_text(series.head(_SAMPLE).dropna().drop_duplicates().head(_EXAMPLES))
    return ColumnSummary(name, column.kind, column.missing, column.distinct, role, "", tuple(first.tolist()))


@dataclass(frozen=True)
class Question:
    """Something that the source does not say.

    Attributes
    ----------
    key : str
        The argument of the reader that answers it.
    text : str
        The question, as people read it.
    options : tuple
        Sensible answers.
    assumed : object
        What the reader assumes when nobody answers.
    proposed_by : str
        By what that is only likely, in words, where nothing in the source says or shows it.
    fitting : mapping
        By answer what another question may be answered beside it, the likeliest answer first; empty where that is free.
    """

    key: str
    text: str
    options: tuple[Any, ...]
    assumed: Any = None
    proposed_by: str = ""
    fitting: Mapping[Any, tuple[Any, ...]] = field(default_factory=dict)


def encoding_questions(table: RawTable) -> list[Question]:
    """Which encoding a text has, where nothing tells."""
    text = "In which encoding are the letters with accents right?"
    return [Question("encoding", text, table.encodings, table.encoding)] if table.encodings else []


@dataclass(frozen=True, eq=False)
class Understanding:
    """What was understood of a source.

    Attributes
    ----------
    door : str
        Which reader takes it: "dataset", "fold_scores" or "predictions".
    layout : str
        How the source is written, in words.
    roles : mapping
        Suggested arguments of the reader: ``read_dataset(source, **understanding.roles)``, and so on; None where a
        question is open.
    sample : DataFrame
        The first rows, cells as written.
    questions : tuple of Question
    notes : tuple of str
    columns : tuple of ColumnSummary
    rows : int
    refusal : InputError or None
        Why it cannot be read under the answers so far, where another answer to a question helps.
    predictions : Predictions or None
        What the reader makes of it under the answers so far, where it takes predictions.
    told : set of str
        What fold results say of each score, by role, in columns or otherwise.
    """

    door: str
    layout: str
    roles: Mapping[str, Any]
    sample: pd.DataFrame
    questions: tuple[Question, ...]
    notes: tuple[str, ...]
    columns: tuple[ColumnSummary, ...]
    rows: int
    refusal: InputError | None = None
    predictions: Predictions | None = None
    told: frozenset[str] = frozenset()
