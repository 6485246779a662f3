"""Keyed references → short citations, full references and BibTeX, from `bibliography.bib`.

A reference names works by their keys and says where in them: ``"@nadeau2003, section 3; @i2ml eq. 19.14"``.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

_FILE = Path(__file__).with_suffix(".bib")
_ENTRY = re.compile(r"^@\w+\{(\w+),\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},$", re.MULTILINE)
_KEY = re.compile(r"@(\w+)")


@dataclass(frozen=True)
class Work:
    """A work that is cited.

    Attributes
    ----------
    key : str
    fields : mapping of str to str
        What BibTeX calls them, as plain text; only those that are known.
    bibtex : str
    """

    key: str
    fields: Mapping[str, str]
    bibtex: str

    @property
    def short(self) -> str:
        """What a citation says: ``Nadeau & Bengio 2003``, or the shorthand."""
        surnames = [name.partition(",")[0] for name in self._names]
        who = _joined(surnames) if len(surnames) <= 3 else f"{surnames[0]} et al."
        return self.fields.get("shorthand") or f"{who} {self.fields['year']}"

    @property
    def full(self) -> str:
        """The work as a list of references has it."""
        known = self.fields.get
        head = _joined(self._names) + (f" ({known('year')})" if "year" in self.fields else "")
        sentences = (head, known("title", ""), self._source, known("note", ""), self.identifier)
        return ". ".join(sentence.rstrip(".") for sentence in sentences if sentence)

    @property
    def identifier(self) -> str:
        """The DOI, else the address in the web, else nothing."""
        return f"doi:{self.fields['doi']}" if "doi" in self.fields else self.fields.get("url", "")

    @property
    def address(self) -> str:
        """Where the work is found in the web; empty if that is not known."""
        doi = self.fields.get("doi")
        return f"https://doi.org/{quote(doi)}" if doi else self.identifier

    @property
    def _names(self) -> list[str]:
        return (self.fields.get("author") or self.fields["editor"]).split(" and ")

    @property
    def _source(self) -> str:
        known = self.fields.get
        issue = known("volume", "") + (f"({known('number')})" if "number" in self.fields else "")
        parts = (
            f"In {known('booktitle')}" if "booktitle" in self.fields else "",
            f"{known('journal') or known('series', '')} {issue}".strip(),
            known("pages"),
            f"{known('edition')} edition" if "edition" in self.fields else "",
            known("publisher"),
            known("howpublished"),
        )
        return ", ".join(part for part in parts if part)


def _joined(names: list[str]) -> str:
    return " & ".join(filter(None, (", ".join(names[:-1]), names[-1]))).replace("& others", "et al.")


@cache
def bibliography() -> Mapping[str, Work]:
    """Give every work that may be cited, by its key."""
    found = _ENTRY.finditer(_FILE.read_text(encoding="utf-8"))
    return {key: Work(key, _fields(body), whole) for whole, key, body in ((m[0], m[1], m[2]) for m in found)}


def _fields(body: str) -> dict[str, str]:
    return {name: _plain(value) for name, value in _FIELD.findall(body)}


def _plain(value: str) -> str:
    """Text without what only TeX needs."""
    return re.sub(r"[{}]", "", value).replace("--", "–").replace(r"\&", "&")


def cite(reference: str) -> str:
    """Write a reference for people: every key becomes surnames and year, or the shorthand of the work."""
    return _KEY.sub(lambda match: bibliography()[match[1]].short, reference)


def works(reference: str) -> tuple[Work, ...]:
    """Give the works that a reference names, each once, in its order."""
    return tuple(bibliography()[key] for key in dict.fromkeys(_KEY.findall(reference)))


def bibtex(keys: Iterable[str]) -> str:
    """Write the works of these keys as a BibTeX file."""
    return "\n\n".join(bibliography()[key].bibtex for key in keys) + "\n"
