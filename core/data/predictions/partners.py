"""Columns of labels and of scores that name the same learner: pred_svm and p_svm, svm_pred and svm_prob_yes."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

SCORE_WORDS = r"(?:proba|probability|probabilities|prob|score|scores|decision_function|decision|confidence)"
LABEL_WORDS = r"(?:pred|predicted|prediction|predictions|y_pred|yhat|y_hat)"

_Words: TypeAlias = tuple[str, ...]
_GAP = re.compile(r"[_. -]")
_SAYS_SCORE = re.compile(rf"(?:y_)?(?:pred_|predict_|predicted_)?(?:{SCORE_WORDS}|p)", re.IGNORECASE)
_SAYS_LABEL = (
    re.compile(rf"(?:{LABEL_WORDS}|label)[_. -](?P<learner>.+)", re.IGNORECASE),
    re.compile(rf"(?P<learner>.+)[_. -](?:{LABEL_WORDS}|label)", re.IGNORECASE),
    re.compile(r"(?P<learner>.+)"),
)
_PREFIXED = re.compile(rf"(?P<says>{_SAYS_SCORE.pattern})[_. -](?P<learner>.+)", re.IGNORECASE)
_MOST_WORDS, _MOST_OF_SCORE = 12, 4


class Partners(NamedTuple):
    """A column of labels and one of scores, both of one learner; `of_class` is "" where it names no class."""

    learner: str
    label: str
    score: str
    of_class: str


def partners(columns: Sequence[str], classes: Collection[str]) -> Iterator[Partners]:
    """Pairs of columns by their names, whatever the names of learners begin or end with.

    Learners and classes are told apart by case first; where that finds no partner, case counts no more.
    """
    rest = [column for column in columns if any(map(_SAYS_SCORE.fullmatch, _GAP.split(column.strip())))]
    for spelled in (str, str.casefold):
        learners = _by_words(
            [
                (match["learner"], column)
                for pattern in _SAYS_LABEL
                for column in columns
                if (match := pattern.fullmatch(column.strip()))
            ],
            spelled,
        )
        labels = _by_words([(label, label) for label in classes], spelled)
        found = {column: next(_readings(column, spelled, learners, labels), None) for column in rest}
        yield from (pair for pair in found.values() if pair is not None)
        rest = [column for column in rest if found[column] is None]


def scored_alike(scores: Mapping[str, str], columns: Sequence[str]) -> dict[str, str]:
    """Columns, by learner, that are called as those of `scores` are, before or after the name of their learner."""
    found: dict[str, str] = {}
    for learner, score in scores.items():
        name, called = learner.casefold(), score.strip().casefold()
        before = called.removesuffix(name)
        before, after = (before, "") if before != called else ("", called.removeprefix(name))
        for column in columns:
            spelled = column.strip()
            other = spelled[len(before) : len(spelled) - len(after)]
            if other and after != called and f"{before}{other}{after}".casefold() == spelled.casefold():
                found.setdefault(other, column)
    return found


def without_prefix(names: Sequence[str], others: Collection[str]) -> dict[str, str]:
    """Names of learners without the word for scores that all begin with; as they are where that tells fewer apart.

    `others` are names that are taken.
    """
    matches = [_PREFIXED.fullmatch(name) for name in names]
    short = [match["learner"] for match in matches if match]
    is_shared = len({match["says"].casefold() for match in matches if match}) == 1
    is_clear = len({*short, *others}) == len(names) + len(others)
    return dict(zip(names, short if is_shared and is_clear else names, strict=True))


def _by_words(
    names: Sequence[tuple[str, str]], spelled: Callable[[str], str]
) -> dict[_Words, tuple[str, str]]:
    """Name and column by the words of the name; none of names that are the same when so spelled."""
    first: dict[str, str] = {}
    for name, column in names:
        first.setdefault(name, column)
    by_words: dict[_Words, list[tuple[str, str]]] = {}
    for name, column in first.items():
        by_words.setdefault(_words(name, spelled), []).append((name, column))
    return {words: same[0] for words, same in by_words.items() if len(same) == 1}


def _words(name: str, spelled: Callable[[str], str]) -> _Words:
    return tuple(_GAP.split(spelled(name.strip())))


def _readings(
    column: str,
    spelled: Callable[[str], str],
    learners: Mapping[_Words, tuple[str, str]],
    labels: Mapping[_Words, tuple[str, str]],
) -> Iterator[Partners]:
    """What a column of scores may say: a word for scores, a learner that has labels, and perhaps a class.

    Parameters
    ----------
    column : str
    spelled : function
        How words are spelled to be compared.
    learners, labels : mapping
        Learners with their columns of labels, and classes, by their words.
    """
    words = _words(column, spelled)
    for parts in _cut(words) if len(words) <= _MOST_WORDS else ():
        for place, part in enumerate(parts):
            if len(part) > _MOST_OF_SCORE or not _SAYS_SCORE.fullmatch("_".join(part)):
                continue
            one, *more = parts[:place] + parts[place + 1 :]
            for learner, label in ((one, *more), (*more, one)) if more else ((one, None),):
                if (
                    learner in learners
                    and learners[learner][1] != column
                    and (label is None or label in labels)
                ):
                    of_class = "" if label is None else labels[label][0]
                    yield Partners(*learners[learner], column, of_class)


def _cut(words: _Words) -> Iterator[list[_Words]]:
    """Words in two pieces, then in three."""
    places = range(1, len(words))
    yield from ([words[:cut], words[cut:]] for cut in places)
    yield from (
        [words[:cut], words[cut:end], words[end:]] for cut in places for end in range(cut + 1, len(words))
    )
