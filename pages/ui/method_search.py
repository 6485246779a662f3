"""What a search on Methods finds: entries of every kind, and what other pages have of it."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from core.bibliography import works
from core.data.columns.measures import ONLY_ELSEWHERE
from core.entries import Entry
from core.simulation import LABORATORY
from pages.ui.importing import fold_scores
from pages.ui.method_entry import KINDS
from pages.ui.session import data_forms, state

PLANNING = "Sample size and power"
CALLED = {"tests": "hypothesis tests, significance tests", "intervals": "confidence intervals"}
"""Kinds as they are looked for, where that is more than their title."""
SENTENCES = ("condition", "null_words", "interval_title", "estimator", "stands_for", "question")
"""Attributes of entries of one kind or another that hold words."""
GREEK = {
    "α": "alpha",
    "β": "beta",
    "η": "eta",
    "θ": "theta",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ρ": "rho",
    "σ": "sigma",
    "χ": "chi",
}
TYPED = str.maketrans({"ı": "i", "×": "x", "'": None, "’": None} | GREEK)
"""Letters as they are typed by who has no other keys, and as often left out: Alpaydin, 5x2, McNemars, kappa."""
SQUARED = re.compile(r"\b(chi|eta)(?:2|[\W_]+squared?)(?![^\W_])")
"""χ², chi square and η², however they are written."""
NEAR = 0.75
"""How much of a word is the same in another one that may have been meant."""
OTHER_NAMES = 2
"""Rank of an entry that is called so elsewhere: behind titles and kinds."""


class Elsewhere(NamedTuple):
    """What another page has.

    Attributes
    ----------
    names : str
        What it is called, or looked for where it is the answer.
    page, label : str
        Where it is, and the words of the link.
    query : dict
        Of the link's address.
    said : str
        What stands above the link, where the thing itself is not to be had.
    """

    names: str
    page: str
    label: str
    query: dict[str, str]
    said: str = ""


ELSEWHERE = (
    Elsewhere(
        "luck could explain it, more than luck, by chance, only luck at work, lucky",
        "pages/lab.py",
        "Laboratory: The dance of the p-values",
        {state.LAB: "p_values"},
        "“Luck could explain it” says that the test does not reject H0: if the two were equally good, a difference as "
        "large as this would come by luck in more than the share α of such experiments. “More than luck” says that it "
        "would not; an error is still possible.",
    ),
    Elsewhere(
        f"{PLANNING}, effect size, type 2 error, β",
        "pages/calculators.py",
        f"Calculators: {PLANNING}",
        {"calc": PLANNING},
    ),
    Elsewhere(
        "ROC curves, precision–recall curves, calibration, lift, gain, thresholds, false positive rate",
        "pages/measures.py",
        "Measures: Thresholds and curves",
        {"measures_part": "Thresholds and curves"},
    ),
    Elsewhere(
        "learning curves, size of the training set",
        "pages/two-learners.py",
        "Two learners: learning curves of an experiment",
        {"details": "Is it firm?"},
    ),
    Elsewhere(
        "test of normality, Q–Q plot, Shapiro–Wilk",
        "pages/two-learners.py",
        "Two learners: Q–Q plot of the differences",
        {"details": "Assumptions"},
        "No test of normality is offered: a preliminary one would change the size of the test that follows.",
    ),
    Elsewhere(
        "effect size, Cohen’s d, practical significance",
        "pages/two-learners.py",
        "Two learners: does it matter?",
        {"details": "Does it matter?"},
    ),
    Elsewhere(
        "nested cross-validation, tuning, hyperparameter search, grid search, stratified, stratification",
        "pages/experiment.py",
        "Experiment: tuning inside each training set, stratified designs",
        {},
    ),
    Elsewhere(
        "factorial experiments, interactions of factors, partial η²",
        "pages/many-learners.py",
        "Many learners: factors of a factorial experiment",
        {},
    ),
    Elsewhere(
        "data leakage, grouped data, groups",
        "pages/data.py",
        "Data: which column holds groups",
        {},
        "Leakage is not looked for. Preprocessing and tuning see training sets only, and groups of instances are kept "
        "whole where a column names them.",
    ),
)


_REGISTRIES: Mapping[str, Mapping[str, Entry]] = {
    **{kind: entries for kind, (_, entries) in KINDS.items()},
    "elsewhere": {measure.key: measure for measure in ONLY_ELSEWHERE},
    "laboratory": LABORATORY,
}
"""Entries by kind and key: those of Methods, and those that only other pages have."""


@cache
def read_so_far(kind: str, key: str, by_kind: bool = True) -> tuple[str, ...]:
    """The words of an entry that a search may find, as far as one has read them.

    Parameters
    ----------
    kind, key : str
    by_kind : bool
        Whether the name of its kind is among them.

    Returns
    -------
    tuple of str
        Its title; and its kind; and its other names; and its summary; and all else.
    """
    entry = _REGISTRIES[kind][key]
    kind_words = f"{KINDS[kind][0]} {CALLED.get(kind, '')}" if by_kind else ""
    names = f"{entry.key} {entry.title}", kind_words, " ".join(entry.other_names)
    return tuple(accumulate(map(spaced, (*names, entry.summary, _all_else(entry)))))


def _all_else(entry: Entry) -> str:
    rest = [entry.citation, *getattr(entry, "cautions", ())]
    rest += [work.full for work in works(entry.reference)]
    for item in getattr(entry, "assumptions", ()):
        rest += [item.title, *item.other_names]
    rest += [getattr(entry, name, "") for name in SENTENCES]
    rest += [
        *getattr(entry, "synonyms", ()),
        *(example.source for example in getattr(entry, "examples", ())),
        *(f"{item.title} {item.name}" for item in getattr(entry, "hyperparameters", ())),
    ]
    return " ".join(rest)


def spaced(text: str) -> str:
    """Words between blanks: a hyphen counts as one, so that `t-test` finds what `t test` does; accents do not count."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(TYPED))
    plain_letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = re.split(r"[\W_]+", SQUARED.sub(r"\1 \g<1>2", plain_letters))
    return f" {' '.join(words)} "


def beginnings(words: list[str]) -> list[str]:
    """What has to be found: beginnings of words; a single letter, as of a t test, or μ, is a word of its own."""
    return [f" {word} " if len(word) == 1 or word in GREEK.values() else f" {word}" for word in words]


def matches(words: list[str]) -> dict[str, list[Entry]]:
    """Entries of every kind that hold all the words, those first that are called so, and their kinds.

    Where another page has what is called by all of them together, those that hold them apart are about something else.
    """
    wanted = beginnings(words)
    if not wanted:
        return {kind: list(entries.values()) for kind, (_, entries) in KINDS.items()}
    found = {kind: _ranked(kind, wanted) for kind in KINDS}
    phrase = f" {' '.join(words)}"
    if len(words) > 1 and any(phrase in spaced(one.names) for one in elsewhere(words)):
        found = {
            kind: [item for item in entries if phrase in read_so_far(kind, item[1].key)[-1]]
            for kind, entries in found.items()
        }
    return {
        kind: [entry for _, entry in entries]
        for kind, entries in sorted(found.items(), key=lambda item: item[1][0][0] if item[1] else len(KINDS))
    }


def _ranked(kind: str, wanted: list[str], by_kind: bool = True) -> list[tuple[int, Entry]]:
    """Entries that hold all that is wanted, each with how far one reads for it, 0 for the title; the best first."""
    found = []
    for key, entry in _REGISTRIES[kind].items():
        heads = enumerate(read_so_far(kind, key, by_kind))
        place = next((place for place, head in heads if all(word in head for word in wanted)), None)
        found += [] if place is None else [(place, entry)]
    return sorted(found, key=lambda item: item[0])


def elsewhere(words: list[str]) -> list[Elsewhere]:
    """What other pages have of it: views, measures that are only compared, experiments of the laboratory."""
    if not words:
        return []
    wanted = beginnings(words)
    found = [one for one in ELSEWHERE if all(word in spaced(one.names) for word in wanted)]
    if not _called("measures", wanted):
        found += [
            Elsewhere(
                measure.title,
                "pages/data.py",
                f"Data: {fold_scores.TAB}",
                {data_forms.DOOR: fold_scores.TAB},
                f"{measure.title.capitalize()} is not computed here; scores of it that another tool gave are compared.",
            )
            for measure in _called("elsewhere", wanted)
        ]
    return found + [
        Elsewhere(entry.title, "pages/lab.py", f"Laboratory: {entry.title}", {state.LAB: entry.key})
        for entry in _called("laboratory", wanted)
    ]


def _called(kind: str, wanted: list[str]) -> list[Entry]:
    """Entries that are called so."""
    return [entry for place, entry in _ranked(kind, wanted, by_kind=False) if place <= OTHER_NAMES]


def meant(words: list[str]) -> str:
    """The words with the nearest name in place of each that names nothing; empty where that finds nothing either."""
    known = _known()
    nearest = [
        next(iter([word] if word in known else get_close_matches(word, known, 1, NEAR)), word)
        for word in words
    ]
    return " ".join(nearest) if any(matches(nearest).values()) or elsewhere(nearest) else ""


@cache
def _known() -> list[str]:
    """The words that something is called by or cited with."""
    parts = [read_so_far(kind, key)[OTHER_NAMES] for kind in KINDS for key in _REGISTRIES[kind]]
    parts += [spaced(item.citation) for kind in KINDS for item in _REGISTRIES[kind].values()]
    parts += [spaced(one.names) for one in ELSEWHERE]
    parts += [spaced(item.title) for item in (*ONLY_ELSEWHERE, *LABORATORY.values())]
    return sorted({word for part in parts for word in part.split()})
