"""How a hyperparameter is declared, and which values it accepts.

Hyperparameters keep the names of scikit-learn's own parameters, so that a setting found here can be written
into any script that uses the estimator itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal

from core.errors import InputError, listing
from core.written import number, power_of_ten, setting_text

Kind = Literal["int", "float", "choice", "bool"]


@dataclass(frozen=True)
class Hyperparameter:
    """A setting of a learner that is chosen before training.

    Attributes
    ----------
    name : str
        Name of the parameter in scikit-learn.
    title : str
        What people read.
    kind : "int", "float", "choice" or "bool"
    default : value
        None where the learner decides by itself; `help` says how. None is then an allowed value.
    low, high : number or None
        Allowed range of a number, ends included.
    log : bool
        Whether the range is walked through by factors instead of steps.
    choices : tuple
        Allowed values of a choice.
    help : str
        What the setting does, for people.
    search : (low, high) or None
        Where tuning looks, if that is narrower than what is allowed.
    tuned : bool
        Whether tuning varies it at all; a setting that only buys precision for time is left alone.
    inverse_width : bool
        Whether it is γ of a Gaussian kernel exp(−γ·‖x − x′‖²).
    """

    name: str
    title: str
    kind: Kind
    default: Any
    low: float | None = None
    high: float | None = None
    log: bool = False
    choices: tuple[Any, ...] = ()
    help: str = ""
    search: tuple[float, float] | None = None
    tuned: bool = True
    inverse_width: bool = False

    @property
    def allowed(self) -> str:
        """What a script may give: ``'gini' or 'entropy'``, None where that is the default."""
        words = self._allowed(repr)
        return f"{words}, or None" if self.default is None else words

    @property
    def allowed_in_words(self) -> str:
        """What people may choose instead of leaving it out: ``gini or entropy``."""
        return self._allowed(setting_text)

    def _allowed(self, written: Callable[[Any], str]) -> str:
        if self.kind in ("choice", "bool"):
            return listing(map(written, self.choices or (True, False)), "or")
        noun = "a whole number" if self.kind == "int" else "a number"
        return f"{noun} from {number(self.low)} to {number(self.high)}"

    @property
    def range(self) -> tuple[float, float]:
        """Where tuning looks for a number."""
        if self.search is not None:
            return self.search
        if self.low is None or self.high is None:
            raise TypeError(f"{self.name} is not a number")
        return self.low, self.high

    def checked(self, value: Any, learner: str) -> Any:
        """Return the value as a plain Python value.

        Raises
        ------
        InputError
            If it is of the wrong kind or out of range; names the learner, the rule and the value.
        """
        plain = self._plain(value)
        if plain is None and not (value is None and self.default is None):
            raise InputError(
                f"{self.name} ({self.title}) must be {self.allowed}, not {value!r}.", learner, self.help
            )
        return plain

    def said(self, value: Any) -> str:
        """Write one value as people read it: ``k = 5``."""
        if value is None:
            return f"{self.title} = default"
        word = power_of_ten(f"{value:g}") if isinstance(value, float) else str(value)
        return f"{self.title} = {word}"

    def _plain(self, value: Any) -> Any:
        """Give the value as a plain bool, int, float or choice; None if it is not allowed."""
        if self.kind == "choice":
            return next((c for c in self.choices if type(value) is not bool and c == value), None)
        if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:  # a NumPy scalar
            value = value.item()
        if self.kind == "bool" or isinstance(value, bool):
            return value if self.kind == "bool" and isinstance(value, bool) else None
        if not isinstance(value, Real) or not math.isfinite(value):
            return None
        if self.kind == "int" and not (isinstance(value, Integral) or float(value).is_integer()):
            return None
        found = int(float(value)) if self.kind == "int" else float(value)
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        return found if low <= found <= high else None


def whole(
    name: str,
    title: str,
    default: int | None,
    allowed: tuple[int, int],
    meaning: str,
    *,
    log: bool = False,
    search: tuple[int, int] | None = None,
    tuned: bool = True,
) -> Hyperparameter:
    """Declare a hyperparameter that is a whole number.

    Parameters
    ----------
    name, title, default, log, search, tuned
        As in `Hyperparameter`.
    allowed : (low, high)
        Ends included.
    meaning : str
        What the setting does.
    """
    low, high = allowed
    return Hyperparameter(
        name, title, "int", default, low, high, log=log, help=meaning, search=search, tuned=tuned
    )


def real(
    name: str,
    title: str,
    default: float | None,
    allowed: tuple[float, float],
    meaning: str,
    *,
    log: bool = False,
    search: tuple[float, float] | None = None,
) -> Hyperparameter:
    """Declare a hyperparameter that is a number.

    Parameters
    ----------
    name, title, default, allowed, meaning, log, search
        As in `whole`.
    """
    low, high = allowed
    return Hyperparameter(name, title, "float", default, low, high, log=log, help=meaning, search=search)


def choice(
    name: str,
    title: str,
    default: Any,
    choices: tuple[Any, ...],
    meaning: str,
    *,
    tuned: bool = True,
) -> Hyperparameter:
    """Declare a hyperparameter that is one of a few values.

    Parameters
    ----------
    name, title, default, meaning, tuned
        As in `whole`.
    choices : tuple
        Allowed values.
    """
    return Hyperparameter(name, title, "choice", default, choices=choices, help=meaning, tuned=tuned)
