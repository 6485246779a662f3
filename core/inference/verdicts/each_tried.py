"""One verdict after the other, where some of the tests may refuse."""

from collections.abc import Callable, Iterable

from core.errors import InputError
from core.inference.verdicts.verdict import Verdict


def each_tried(
    keys: Iterable[str], make: Callable[[str], Verdict]
) -> tuple[dict[str, Verdict], dict[str, InputError]]:
    """Verdicts by the keys of their tests; those that cannot be done on this input come with their reason."""
    found: dict[str, Verdict] = {}
    refused = refusals(keys, lambda key: found.setdefault(key, make(key)))
    return found, refused


def refusals(keys: Iterable[str], attempt: Callable[[str], object]) -> dict[str, InputError]:
    """Why tests cannot be done on some input, by the keys of those that cannot."""
    refused = {}
    for key in keys:
        try:
            attempt(key)
        except InputError as error:
            refused[key] = error.with_traceback(None)
    return refused
