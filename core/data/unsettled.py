"""Refusals that an answer to a question lifts."""

from typing import Any

from core.errors import InputError


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
