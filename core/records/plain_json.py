"""JSON text → plain values whose every part is what it should be, or a sentence that says which part is not."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from core.errors import InputError, listing, quoted

_LONGEST_SHOWN = 60


def parsed(text: str | bytes) -> Any:
    """Read JSON in which no name occurs twice, and whose numbers and texts are such that others can read them.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number)
        json.dumps(value, ensure_ascii=False).encode()
    except InputError:
        raise
    except RecursionError as error:
        raise InputError("it is nested too deeply.") from error
    except UnicodeError as error:
        raise InputError("it holds bytes that are no text.") from error
    except json.JSONDecodeError as error:
        raise InputError(f"it is no JSON (line {error.lineno}, character {error.colno}).") from error
    except ValueError as error:
        raise InputError(f"it is no JSON ({str(error)[:_LONGEST_SHOWN]}).") from error
    return value


def fields(value: Any, where: str, needed: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Check that a value has these parts, and no others.

    Parameters
    ----------
    value : plain value
    where : str
        How messages call it.
    needed, optional : sequence of str
        Names of its parts.

    Raises
    ------
    InputError
        Naming a part that lacks or that nobody knows.
    """
    if not isinstance(value, dict):
        refuse("an object in braces", value, where)
    for name in needed:
        if name not in value:
            raise InputError(f"there is no {quoted(name)}.", where)
    unknown = [name for name in value if name not in (*needed, *optional)]
    if unknown:
        raise InputError(
            f"there is {quoted(unknown[0][:_LONGEST_SHOWN])}, which this version does not know.",
            where,
            f"It knows {listing((*needed, *optional))}.",
        )
    return dict(value)


def text(value: Any, where: str) -> str:
    """Check that a value is a text.

    Raises
    ------
    InputError
        If it is not.
    """
    return value if isinstance(value, str) else refuse("a text", value, where)


def whole(value: Any, where: str) -> int:
    """Check that a value is a whole number.

    Raises
    ------
    InputError
        If it is not.
    """
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return int(value) if is_whole else refuse("a whole number", value, where)


def flag(value: Any, where: str) -> bool:
    """Check that a value is true or false.

    Raises
    ------
    InputError
        If it is not.
    """
    return value if isinstance(value, bool) else refuse("true or false", value, where)


def number(value: Any, where: str) -> float:
    """Check that a value is a number.

    Raises
    ------
    InputError
        If it is not.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else refuse("a number", value, where)


def items(value: Any, where: str, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
    """Read each item of a list.

    Raises
    ------
    InputError
        If it is no list, or what `read` raises.
    """
    if not isinstance(value, list):
        refuse("a list in brackets", value, where)
    return tuple(read(item, f"{where} {place}") for place, item in enumerate(value, 1))


def settings(value: Any, where: str) -> Mapping[str, Any]:
    """Check that a value names plain values: numbers, texts, true, false, null, or lists of them.

    Raises
    ------
    InputError
        If it does not.
    """
    if not isinstance(value, dict):
        refuse("an object in braces", value, where)
    for name, item in value.items():
        if isinstance(item, dict):
            refuse("a plain value", item, f"{where}, {name}")
    return dict(value)


def refuse(wanted: str, value: Any, where: str) -> NoReturn:
    """Say what a value should be.

    Raises
    ------
    InputError
        Always.
    """
    shown = json.dumps(value, ensure_ascii=False)
    short = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    raise InputError(f"must be {wanted}, not {short}.", where)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"it says {quoted(twice[:_LONGEST_SHOWN])} twice.")
    return found


def _constant(word: str) -> NoReturn:
    raise InputError(f"it holds {word}, which is no number.")


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise InputError(f"it holds {digits[:_LONGEST_SHOWN]}, which is too large for a number.")
    return value
