"""One verdict after the other, where some of the tests may refuse."""

from collections.abc import Callable, Iterable

from core.errors import InputError
from core.inference.verdicts.verdict import Verdict


def each_tried(
    keys: Iterable[str], make: Callable[[str], Verdict]
) -> tuple[dict[str, Verdict], dict[str, InputError]]:
    """Verdicts by the keys of their tests; those that cannot be done on this input come with their reason."""
    found, refused = {}, {}
    for key in keys:
        try:
            found[key] = make(key)
        except InputError as error:
            refused[key] = error.with_traceback(None)
    return found, refused
