"""What was asked for: learners, design, measure and seed, hashable and with a JSON round trip."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import InputError
from core.records import plain_json
from core.records.dataset import Losses
from core.records.digest import digest

_NEEDED = ("fingerprint", "learners", "design", "measure", "seed")
_OPTIONAL = ("foldwise", "tuning", "losses")

Options = tuple[tuple[str, Any], ...]
"""Named plain values, sorted by name."""


def options_of(values: Mapping[str, Any]) -> Options:
    """Freeze named plain values; lists become tuples."""
    return tuple(sorted((name, _frozen(value)) for name, value in values.items()))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class LearnerSpec:
    """A learner of the catalogue with its hyperparameters.

    Attributes
    ----------
    key : str
        Key in the catalogue.
    name : str
        What people read; distinguishes learners of one key.
    start : int
        A second random start of the same learner is ``start=1``.
    hyperparameters : sorted (name, value) pairs
        Only those that were set; the catalogue's defaults fill in the rest.
    as_set : bool
        Whether it is left as it is set where the others are tuned.
    """

    key: str
    name: str
    start: int = 0
    hyperparameters: Options = ()
    as_set: bool = False

    def tuned_by(self, tuning: "Tuning | None") -> "Tuning | None":
        """The search that this learner takes part in; None for one that is left as it is set."""
        return None if self.as_set else tuning

    def digest(self, tuning: "Tuning | None" = None) -> str:
        """Sha256 over everything that decides what is learnt; not over the display name."""
        search = self.tuned_by(tuning)
        return digest(
            "learner", self.key, self.hyperparameters, self.start, search and search.to_dict().items()
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values = {
            "key": self.key,
            "name": self.name,
            "start": self.start,
            "hyperparameters": dict(self.hyperparameters),
        }
        return values | ({"as_set": True} if self.as_set else {})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], where: str = "learner") -> "LearnerSpec":
        """Read back what `to_dict` wrote.

        Raises
        ------
        InputError
            If a part is missing, unknown or of the wrong kind.
        """
        found = plain_json.fields(values, where, ("key",), ("name", "start", "hyperparameters", "as_set"))
        key = plain_json.text(found["key"], f"{where}, key")
        name = plain_json.text(found.get("name", key), f"{where}, name")
        start = plain_json.whole(found.get("start", 0), f"{where}, start")
        chosen = plain_json.settings(found.get("hyperparameters", {}), f"{where}, hyperparameters")
        as_set = plain_json.flag(found.get("as_set", False), f"{where}, as_set")
        return cls(key, name, start, options_of(chosen), as_set)


@dataclass(frozen=True)
class DesignSpec:
    """A resampling design by key and options."""

    key: str
    options: Options = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"key": self.key, "options": dict(self.options)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "DesignSpec":
        """Read back what `to_dict` wrote.

        Raises
        ------
        InputError
            If a part is missing, unknown or of the wrong kind.
        """
        found = plain_json.fields(values, "design", ("key",), ("options",))
        options = plain_json.settings(found.get("options", {}), "design, options")
        return cls(plain_json.text(found["key"], "design, key"), options_of(options))


@dataclass(frozen=True)
class Tuning:
    """The same randomised search over the catalogue's ranges for every learner but those that are left as set.

    It takes place inside each training set.

    Attributes
    ----------
    budget : int
        Number of settings that each learner may try.
    folds : int
        Folds of the cross-validation inside the training set.
    """

    budget: int = 20
    folds: int = 5

    def __post_init__(self) -> None:
        if self.budget < 1:
            raise InputError(f"must be at least 1, not {self.budget!r}.", "budget")
        if self.folds < 2:
            raise InputError(f"must be at least 2, not {self.folds!r}.", "folds")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"budget": self.budget, "folds": self.folds}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Tuning":
        """Read back what `to_dict` wrote.

        Raises
        ------
        InputError
            If a part is missing, unknown or of the wrong kind.
        """
        found = plain_json.fields(values, "tuning", ("budget", "folds"))
        return cls(*(plain_json.whole(found[name], f"tuning, {name}") for name in ("budget", "folds")))


@dataclass(frozen=True)
class ExperimentSpec:
    """Everything that decides the outcome of an experiment; hashable, JSON round trip.

    `losses` is the matrix of the measure "cost", where it is not 1 for every mistake.
    """

    fingerprint: str
    learners: tuple[LearnerSpec, ...]
    design: DesignSpec
    measure: str
    seed: int = 0
    tuning: Tuning | None = None
    losses: Losses | None = None

    def to_json(self) -> str:
        """Write the specification as JSON text."""
        values = {
            "foldwise": "experiment",
            "fingerprint": self.fingerprint,
            "learners": [learner.to_dict() for learner in self.learners],
            "design": self.design.to_dict(),
            "measure": self.measure,
            "seed": self.seed,
            "tuning": self.tuning and self.tuning.to_dict(),
        }
        if self.losses is not None:
            values["losses"] = self.losses
        return json.dumps(values, indent=2, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "ExperimentSpec":
        """Read back what `to_json` wrote.

        Raises
        ------
        InputError
            If the text is not JSON or a part is missing, unknown or of the wrong kind.
        """
        try:
            return cls._from_values(plain_json.parsed(text))
        except InputError as error:
            raise InputError(
                f"this is not an experiment specification that can be used: {error}",
                "specification",
                "Use the file that “Specification (JSON)” of an experiment saves.",
            ) from error

    @classmethod
    def _from_values(cls, values: Any) -> "ExperimentSpec":
        found = plain_json.fields(values, "", _NEEDED, _OPTIONAL)
        if found.get("foldwise", "experiment") != "experiment":
            plain_json.refuse('"experiment"', found["foldwise"], "foldwise")
        fingerprint = plain_json.text(found["fingerprint"], "fingerprint")
        if not re.fullmatch(r"[0-9a-f]{64}", fingerprint):
            plain_json.refuse("64 hexadecimal digits", fingerprint, "fingerprint")
        tuning, losses = found.get("tuning"), found.get("losses")
        return cls(
            fingerprint=fingerprint,
            learners=plain_json.items(found["learners"], "learner", LearnerSpec.from_dict),
            design=DesignSpec.from_dict(found["design"]),
            measure=plain_json.text(found["measure"], "measure"),
            seed=plain_json.whole(found["seed"], "seed"),
            tuning=None if tuning is None else Tuning.from_dict(tuning),
            losses=None if losses is None else plain_json.items(losses, "losses, row", _row),
        )


def _row(value: Any, where: str) -> tuple[float, ...]:
    return plain_json.items(value, f"{where}, cell", plain_json.number)
