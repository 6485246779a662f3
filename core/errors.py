"""What is refused, and in which words.

FoldwiseError                 everything that Foldwise raises on purpose
└── InputError                what came in cannot be used: what, where, what to do
    ├── UnknownName           a key that no registry knows
    ├── DesignError           this design cannot be applied to these data
    └── NotApplicable         this test, interval or measure does not fit this evidence

``except InputError`` catches every refusal; any other exception is a bug.
"""

import re
from collections.abc import Hashable, Iterable

_BRACKETS = re.compile(r"\([^()]*\)")
_ROLES = re.compile(r"\(roles=\{[^}]*\}\)|by roles=\{[^}]*\}")
_ARGUMENT = re.compile(
    r" \((?:categorical|design|drop|drop_missing_target|drop_undefined|encoding|folds|groups|keep|measure|one_spelling"
    r"|replicates|rows|scale|shared_only|start|task|turn)="
    r"""(?:'[^']*'|"[^"]*"|[^()'"])*\)"""
)
_SIZES = re.compile(r"^n_\w+(?:, n_\w+)?: t")
_PASSED = re.compile(r" Pass (?:n_\w+=(?: and )?)+(?:\.|, or s)")
_CALL = re.compile(r" Use \w+\(…\)[^.]*\.|: make_design\([^()]*\)")


class FoldwiseError(ValueError):
    """Base of all errors that Foldwise raises on purpose."""


class InputError(FoldwiseError):
    """An input that cannot be used, told in sentences for the user.

    Parameters
    ----------
    what : str
        The rule that is broken and what was received.
    where : str, optional
        File, column, row, fold or argument concerned.
    hint : str, optional
        What the user can do about it.
    """

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        super().__init__(what, where, hint)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head} {self.hint}" if self.hint else head


class UnknownName(InputError, KeyError):
    """A key that is not in the registry; also a `KeyError`, so that registries are mappings."""


class DesignError(InputError):
    """A resampling design that cannot be applied to these data."""


class NotApplicable(InputError):
    """A procedure that does not fit the evidence at hand; the message says why."""


def in_plain_words(what: str, error: BaseException) -> str:
    """Say what could not be done, then why: a refusal in its own words, what other code says in quotation marks.

    Parameters
    ----------
    what : str
        "it could not be trained".
    error : exception
        The name of its type is for programmers, and left out.
    """
    said = " ".join(str(error).split())[:500]
    if isinstance(error, InputError):
        return f"{what}: {said}"
    said = said.replace("`", "")  # around names, for those who read code
    return f"{what} (“{said}”)" if said else f"{what}, and nothing says why"


def without_arguments(sentence: object) -> str:
    """A sentence for people who press buttons, or read: without the arguments that a script would pass."""
    said = _PASSED.sub(lambda found: " S" * found[0].endswith("s"), _SIZES.sub("T", str(sentence)))
    return _CALL.sub("", _ARGUMENT.sub("", _ROLES.sub("under “Which column is what”", said)))


def listing(values: Iterable[object], last: str = "and", most: int = 30) -> str:
    """Enumerate values in words: ``a, b and c``; more than `most` are counted, not listed.

    Where one holds a comma itself, outside of brackets, semicolons divide them: ``a, exact; b; and c``.
    """
    words = [str(value) for value in values]
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
        last = "and"
    if len(words) < 2:
        return "".join(words)
    if any(", " in _BRACKETS.sub("", word) for word in words):
        return f"{'; '.join(words[:-1])}; {last} {words[-1]}"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def quoted(name: object) -> str:
    """A name of a column, a class or a file in a sentence: between quotation marks, as it is written there.

    >>> print(quoted("x\\\\y $z"), quoted("it's"), quoted(1))
    'x\\y $z' "it's" 1
    """
    if not isinstance(name, str):
        return repr(name)
    mark = '"' if "'" in name and '"' not in name else "'"
    letters = (
        letter if letter.isprintable() or letter == "\u00a0" else ascii(letter)[1:-1] for letter in name
    )
    return f"{mark}{''.join(letters)}{mark}"


def short(value: object) -> str:
    """Write a value as code, cut where it is long, without failing on what cannot be written."""
    try:
        words = " ".join(quoted(value).split())
    except Exception:
        words = f"an object of {type(value).__name__}"
    return words if len(words) <= 60 else f"{words[:60]}…"


def is_among(value: object, allowed: Iterable[object]) -> bool:
    """Whether a value is one of those allowed; what cannot be compared with them is not."""
    try:
        return isinstance(value, Hashable) and value in list(allowed)
    except (TypeError, ValueError):
        return False


def check_one_of(value: object, allowed: Iterable[object], where: str) -> None:
    """Check a value against those that are allowed.

    Raises
    ------
    InputError
        Unless `value` is among `allowed`; `where` names the argument.
    """
    choices = list(allowed)
    if not is_among(value, choices):
        raise InputError(f"must be {listing(map(repr, choices), 'or')}, not {short(value)}.", where)
