"""Long names made short, so that they still tell apart what they name; and where lines of text may break."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote

MOST_CHARACTERS = 28
BREAK = "\u200b"
"""Where a line may break although nothing is seen there."""
_LONGEST_IN_A_HEADLINE, _LONGEST_WORD = 40, 20
"""Characters of a name in a headline, which then is three lines beside a picture, and of a word that fits into one."""
_DIFFERENCE = 5
"""Characters from the first that differs on."""
_NUMERIC = re.compile(r"[0-9.]")
_BEGINS_NUMERIC, _ENDS_NUMERIC = re.compile(r"^[0-9.]+\s*"), re.compile(r"\s*[0-9.]+$")
_BEGINS_IN_A_WORD = re.compile(r"^[^\W\d]*\s+")
_ENDS_IN_A_WORD = re.compile(r"\s+\S*$")
_BEFORE_A_SETTING = r"(?:^|(?<=\()|(?<=, ))"
_SETTING = re.compile(rf"{_BEFORE_A_SETTING}[^(),=]+? ?= ?")
"""The name of a hyperparameter before its value: ``k-NN (k = 1, weights = uniform)``, ``criterion=gini, depth=1``."""
_SETTINGS = re.compile(r"(.+?) \(([^()=,]+=[^()=,]+(?:, [^()=,]+=[^()=,]+)*)\)")
"""A name whose bracket at the end holds settings alone: what stands before it, and these."""
_WORD = re.compile(r"[^\s\u2060]+")  # a word joiner leaves none at itself
_JOINT = re.compile(r"(?<=[_-])(?=[^\W_])|(?<=\w[./])(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])")
_VALUE = re.compile(r"= ?([^,)]+)")
_BETWEEN_WORDS = " _-/"
_BESIDE_A_SIGN = re.compile(r" ([×±]) (?=\S)|(?<=[^\W_]) ([=<>≤≥]) (?=[\d.−])")
_BEFORE_A_LEVEL = re.compile(r" (?=[≤>] α)|(?<=[≤>]) (?=α)")
_BESIDE_A_MINUS = re.compile(r"(?<=\S) − (?=\S)")
_AFTER_A_MARK = re.compile(r"^([★✓⚠✕●○◐]) ")
_STATISTIC = re.compile(r"\b\w\([\d., ]+\) = (?=[\d.−])")
_DEGREES = re.compile(r"\b([Ft]\([^\s,()]+,) (?=[^\s,()]+\))")
_OUT_OF = re.compile(r" \(([\d,]+) of ([\d,]+)\)")
_BEFORE_A_UNIT = re.compile(r"(?<=\d) (?=(?:s|min|h|points?)\b)")
_BETWEEN_ENDS = re.compile(r"(?<=[\d∞]) to (?=[+−])")
"""Of an interval both ends, which are read as one."""
_ONE_WORD = re.compile(r"\b(?:[^\W_]|\d\d)-\w+")
"""k-NN or 10-fold, whose first part would stand alone at the end of a line."""
_ADDRESS = re.compile(r"((?:https?://|\bdoi:)\S*[^\s.,;])")


def shortened(text: object, most: int = MOST_CHARACTERS) -> str:
    """At most `most` characters; the middle goes, since long names often differ at the end only.

    A number that is cut would be another number: what is left of it goes, too. A bracket at the end stays whole where
    half of the room will do for it.

    >>> shortened("RBF SVM (C = 0.001, gamma = 21.35 [8 d])")
    'RBF SVM (C = 0.001…[8 d])'
    >>> shortened("Logistic regression (start 1)", 20)
    'Logistic…(start 1)'
    >>> shortened("Boosted decision trees that stop early, learning rate 0.01", 40)
    'Boosted decision trees tha…rate 0.01'
    """
    whole = str(text)
    if len(whole) <= most:
        return whole
    tail = _tail(whole, most)
    head, middle, last = whole[: most - tail - 1], whole[most - tail - 1 : -tail], whole[-tail:]
    if _NUMERIC.search(middle[-1:]):
        last = _BEGINS_NUMERIC.sub("", last) or last
    if _NUMERIC.search(middle[:1]):
        head = _ENDS_NUMERIC.sub("", head) or head
    if tail > most // 3 and not middle[:1].isspace():
        head = _ENDS_IN_A_WORD.sub("", head)
    begun = _BEGINS_IN_A_WORD.match(last) if middle[-1:].isalpha() else None
    if begun and begun.end() <= tail // 2:  # the end of a word alone tells nothing
        last = last[begun.end() :]
    return f"{head}…{last}"


def _tail(whole: str, most: int) -> int:
    """How many characters are kept at the end: a third of the room, or up to a half that a bracket takes."""
    third, bracket = most // 3, len(whole) - whole.rfind("(")
    return bracket if third < bracket <= most // 2 else third


def breakable(text: str, room: int = 20) -> str:
    """A text in which words longer than a narrow column break at their joints: behind _ - . /, before a capital.

    Parameters
    ----------
    text : str
    room : int
        Characters that the column has room for.

    Examples
    --------
    >>> breakable("gradient_boosting.HistBoosting").split(BREAK)
    ['gradient_', 'boosting.', 'Hist', 'Boosting']
    """
    return _WORD.sub(lambda found: _JOINT.sub(BREAK, found[0]) if len(found[0]) > room else found[0], text)


def bound(text: str) -> str:
    """No line breaks beside ×, ± and −, in an interval, F(7, 5), (0 of 9), after a mark, before a number, unit or α."""
    joined = _BESIDE_A_SIGN.sub(lambda found: f"\u00a0{found[1] or found[2]}\u00a0", text)
    joined = _BESIDE_A_MINUS.sub("\u00a0−\u00a0", joined)
    joined = _STATISTIC.sub(lambda found: found[0].replace(" ", "\u00a0"), joined)
    joined = _OUT_OF.sub("\u00a0(\\1\u00a0of\u00a0\\2)", _DEGREES.sub("\\1\u00a0", joined))
    joined = _BETWEEN_ENDS.sub("\u00a0to\u00a0", joined)
    joined = _BEFORE_A_LEVEL.sub("\u00a0", joined)
    return _BEFORE_A_UNIT.sub("\u00a0", _AFTER_A_MARK.sub("\\1\u00a0", joined))


def as_html(text: str, *, linked: bool = False) -> str:
    """A text in HTML, whose lines break well and of which nothing is copied that cannot be seen.

    Parameters
    ----------
    text : str
    linked : bool
        Whether addresses and DOIs are links: never where names from files stand.

    Examples
    --------
    >>> as_html("k-NN, doi:10.1/a.", linked=True)
    '<span style="white-space:nowrap">k-NN</span>, <a href="https://doi.org/10.1/a" target="_blank">doi:10.1/a</a>.'
    """
    parts = _ADDRESS.split(bound(text)) if linked else [bound(text)]
    return "".join(_link(part) if place % 2 else _prose(part) for place, part in enumerate(parts))


def _link(address: str) -> str:
    doi = address.removeprefix("doi:")
    target = address if doi == address else f"https://doi.org/{quote(doi)}"
    return f'<a href="{escape(target)}" target="_blank">{escape(address)}</a>'


def _prose(text: str) -> str:
    whole = _ONE_WORD.sub(r'<span style="white-space:nowrap">\g<0></span>', escape(breakable(text)))
    return whole.replace(BREAK, "<wbr>")


def told_apart(names: Sequence[object], most: int = MOST_CHARACTERS) -> list[str]:
    """Names shortened where they differ no longer than needed to tell them apart; else numbered.

    Parameters
    ----------
    names : sequence of L names
        All that are to be told apart: equal ones stay equal.
    most : int
        Characters of each at most.

    Returns
    -------
    list of L str

    Examples
    --------
    >>> told_apart(["k nearest neighbours (k = 3), scaled", "k nearest neighbours (k = 5), scaled"])
    ['k nearest…(k = 3), scaled', 'k nearest…(k = 5), scaled']
    >>> told_apart(["Gradient boosting (rate = 0.05, leaves = 31)", "Gradient boosting (rate = 0.10, leaves = 31)"])
    ['Gradient…(rate = 0.05…', 'Gradient…(rate = 0.10…']
    >>> told_apart([f"k-NN (k = {k}, weights = {by}-based)" for k in (1, 5) for by in ("rank", "distance")])[1:3]
    ['k-NN (k = 1, distance-based)', 'k-NN (k = 5, rank-based)']
    >>> svms = [f"Support vector machine (C={c}, gamma={g})" for c in (1, 10) for g in (0.1, 1)]
    >>> told_apart([*svms, "k-nearest neighbours (k=5, weights=distance)"])[2:]
    ['Support vector…(10, 0.1)', 'Support vector…(10, 1)', 'k-nearest…(5, distance)']
    """
    whole = [str(name) for name in names]
    found = _by_kind(whole, most) or _of_one_kind(whole, most)
    if len(set(found)) < len(set(whole)):
        places = {name: place for place, name in enumerate(dict.fromkeys(whole), 1)}
        return [f"{places[name]} · {shortened(name, most - 5)}" for name in whole]
    return found


def in_a_headline(names: Sequence[str], among: Sequence[str] = ()) -> list[str]:
    """Names as every verdict has them where it is short, told apart; where a word is too long for a line, shorter ones.

    Parameters
    ----------
    names : sequence of L str
    among : sequence of str, optional
        All whose names they are told apart from, so that each is called alike in whatever verdict on some of them.

    Returns
    -------
    list of L str
    """
    called = _in_headlines(tuple(sorted({*names, *among})))
    return [called[name] for name in names]


@lru_cache(maxsize=16)
def _in_headlines(everyone: tuple[str, ...]) -> dict[str, str]:
    """Kept, since a verdict is told for every level of α."""
    breaks = any(len(word) > _LONGEST_WORD for name in everyone for word in re.split(r"[\s-]", name))
    most = _LONGEST_WORD if breaks else _LONGEST_IN_A_HEADLINE
    return dict(zip(everyone, told_apart(everyone, most), strict=True))


def _by_kind(whole: Sequence[str], most: int) -> list[str] | None:
    """Names of which some are too long, those with the same settings shortened alike, whatever the others are.

    None where all are of one kind, or some of two kinds would be alike.
    """
    kinds = [tuple(_SETTING.findall(name)) for name in whole]
    if max(map(len, whole), default=0) <= most or len(set(kinds)) == 1:
        return None
    short: dict[str, str] = {}
    for kind in set(kinds):
        theirs = list(dict.fromkeys(name for name, one in zip(whole, kinds, strict=True) if one == kind))
        ends = _by_the_last_setting(theirs, most) if len(theirs) > 1 else None
        if kind and (ends is None or ends[0].startswith("…")):  # among others a name says what learner it is
            ends = _by_their_values(theirs, most)
        short |= dict(zip(theirs, ends or _of_one_kind(theirs, most), strict=True))
    return [short[name] for name in whole] if len(set(short.values())) == len(short) else None


def _of_one_kind(whole: Sequence[str], most: int) -> list[str]:
    """Names that have the same settings, or none, shortened; alike where nothing tells them apart."""
    if _are_crossed(whole, most) and (cells := _by_their_values(whole, most)):
        return cells
    if (ends := _by_the_last_setting(whole, most)) is not None:
        return ends
    found = [shortened(name, most) for name in whole]
    for text in set(found):
        alike = sorted({name for name, one in zip(whole, found, strict=True) if one == text})
        if len(alike) > 1:
            found = [
                _from_where_they_differ(name, alike, most) if one == text else one
                for name, one in zip(whole, found, strict=True)
            ]
    return found if len(set(found)) == len(set(whole)) else _by_their_values(whole, most) or found


def _are_crossed(whole: Sequence[str], most: int) -> bool:
    """Whether names of which some are too long differ in several settings, so that no one place tells them apart."""
    if max(map(len, whole), default=0) <= most:
        return False
    levels = zip(*(found for name in whole if (found := _VALUE.findall(name))), strict=False)
    return sum(len(set(values)) > 1 for values in levels) > 1


def _by_the_last_setting(whole: Sequence[str], most: int) -> list[str] | None:
    """Names of which some are too long and all differ in the last of several settings alone, with it whole; else None.

    >>> _by_the_last_setting(["SVM (C = 1, gamma = 1)", "SVM (C = 1, gamma = 0.1)"], 17)
    ['SVM…(gamma = 1)', 'SVM…(gamma = 0.1)']
    >>> _by_the_last_setting(["SVM (C = 1, gamma = 1)", "SVM (C = 1, gamma = 0.001)"], 17)
    ['…(gamma = 1)', '…(gamma = 0.001)']
    """
    parts = [_SETTINGS.fullmatch(name) for name in whole]
    if max(map(len, whole), default=0) <= most or None in parts:
        return None
    heads = {part[1] for part in parts if part}
    shared = {part[2].rpartition(", ")[0] for part in parts if part}
    last = [part[2].rpartition(", ")[2] for part in parts if part]
    if len(heads) > 1 or len(shared) > 1 or "" in shared or len({one.partition("=")[0] for one in last}) > 1:
        return None
    room = (
        most - len("…()") - max(map(len, last))
    )  # the beginning goes first: they share it, and differ in the setting
    begun = _first_letters(heads.pop(), room)
    return [f"{begun}…({setting})" for setting in last] if room >= 0 else None


def _by_their_values(whole: Sequence[str], most: int) -> list[str] | None:
    """Names of which the longer ones differ in values of the same settings, as few settings named as there is room for.

    Shorter ones with these settings have the same form. What else they have in common, before the values, is cut last
    and keeps its beginning; None where they are other names, or still too long.
    """
    settings = {tuple(_SETTING.findall(name)) for name in whole if len(name) > most}
    if len(settings) != 1:
        return None
    (theirs,) = settings
    have_them = [tuple(_SETTING.findall(name)) == theirs for name in whole]
    found = list(whole)
    for setting in sorted(theirs, key=len, reverse=True):
        name_of_it = rf"{_BEFORE_A_SETTING}{re.escape(setting)}"
        found = [
            re.sub(name_of_it, "", one, count=1) if has_them else one
            for one, has_them in zip(found, have_them, strict=True)
        ]
        if max(map(len, found)) <= most:
            break
    else:
        found = _with_beginnings(found, have_them, most)
    fits = max(map(len, found)) <= most and len(set(found)) == len(set(whole))
    return found if fits else None


def _with_beginnings(names: Sequence[str], cut: Sequence[bool], most: int) -> list[str]:
    """What stands before a bracket cut where `cut` says so, everywhere to the room that the longest bracket leaves."""
    brackets = [name[name.find("(") :] for name in names]
    room = most - 1 - max(len(bracket) for bracket, is_cut in zip(brackets, cut, strict=True) if is_cut)
    return [
        f"{_first_letters(name, room)}…{bracket}" if is_cut else name
        for name, bracket, is_cut in zip(names, brackets, cut, strict=True)
    ]


def _first_letters(name: str, room: int) -> str:
    """The beginning of a name by which it is recognised: whole words where one fits; nothing of less than four."""
    begun = name[: max(room, 0)]
    whole_words = begun if name[room : room + 1] in (" ", "") else begun.rpartition(" ")[0]
    return (whole_words or (begun if room > 3 else "")).rstrip()


def _from_where_they_differ(name: str, alike: Sequence[str], most: int) -> str:
    """What a name shares with the others, cut, and what follows from the word on that tells them apart."""
    pairs = enumerate(zip(alike[0], alike[-1], strict=False))  # sorted: these two differ first
    shared = next((place for place, (one, two) in pairs if one != two), len(alike[0]))
    head = name[: most // 3].rstrip()
    room = most - len(head) - 1
    words = [
        place + 1
        for place, letter in enumerate(name[:shared])
        if letter in _BETWEEN_WORDS and place >= len(head)
    ]
    if not words:
        return shortened(name, most)
    # what stands before the difference says of what it is, and leaves room for the difference itself
    start = next((place for place in words if shared - place <= room - _DIFFERENCE), words[-1])
    return f"{head}…{_begun(name[start:], room, shared - start)}"


def _begun(text: str, most: int, told: int) -> str:
    """The first whole words of a text; the one at `told` is cut rather than left out."""
    if len(text) <= most:
        return text
    words = text[:most].rfind(" ")
    return f"{text[: words if words > told else most - 1].rstrip(' ,;=')}…"
