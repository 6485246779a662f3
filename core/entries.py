"""What every declared thing has: designs, learners, measures, intervals and tests are entries."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeVar

from core.bibliography import cite
from core.errors import UnknownName, listing, quoted, short


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A declared procedure.

    Attributes
    ----------
    key : str
        The name that scripts use.
    title : str
        The name that people read.
    summary : str
        One plain sentence.
    reference : str
        Works by their keys in `core/bibliography.bib`, with section and equation number.
    other_names : tuple of str
        What else people call it, or look for where this is the answer.
    """

    key: str
    title: str
    summary: str
    reference: str = ""
    other_names: tuple[str, ...] = ()

    @property
    def citation(self) -> str:
        """The reference in words: ``Nadeau & Bengio 2003, section 3``."""
        return cite(self.reference)


def alike(name: str) -> str:
    """Write a name as everybody's spelling of it comes out: lower case, words joined by underscores.

    Examples
    --------
    >>> alike("Log-Loss "), alike("R²")
    ('log_loss', 'r2')
    """
    plain = unicodedata.normalize("NFKC", name).strip().lower()
    return re.sub(r"[^0-9a-z]+", "_", plain).strip("_")


E = TypeVar("E", bound=Entry)


class Registry(Mapping[str, E], Generic[E]):
    """Entries by key, in the order of their declaration.

    Parameters
    ----------
    noun : str
        What an entry is called in messages, for example ``"design"``.
    entries : iterable of Entry

    Raises
    ------
    UnknownName
        On looking up a key that is not there; the message lists those that are.
    """

    def __init__(self, noun: str, entries: Iterable[E]) -> None:
        self.noun = noun
        self._entries: dict[str, E] = {}
        for entry in entries:
            if entry.key in self._entries:
                raise ValueError(f"two {noun} entries have the key {quoted(entry.key)}")
            self._entries[entry.key] = entry

    def __getitem__(self, key: str) -> E:
        if isinstance(key, str) and key in self._entries:
            return self._entries[key]
        near = get_close_matches(key, self._entries, n=1) if isinstance(key, str) else []
        hint = f"Did you mean {quoted(near[0])}?" if near else f"There are {listing(self._entries, most=60)}."
        raise UnknownName(f"there is no {self.noun} {short(key)}.", self.noun, hint)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Registry({self.noun}: {', '.join(self._entries)})"
