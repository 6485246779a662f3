"""What was asked for: learners, design, measure and seed, hashable and with a JSON round trip."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import InputError
from core.records.dataset import Losses
from core.records.digest import digest

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
    """

    key: str
    name: str
    start: int = 0
    hyperparameters: Options = ()

    def digest(self, tuning: "Tuning | None" = None) -> str:
        """Sha256 over everything that decides what is learnt; not over the display name."""
        return digest(
            "learner", self.key, self.hyperparameters, self.start, tuning and tuning.to_dict().items()
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "key": self.key,
            "name": self.name,
            "start": self.start,
            "hyperparameters": dict(self.hyperparameters),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "LearnerSpec":
        """Read back what `to_dict` wrote."""
        hyperparameters = options_of(values.get("hyperparameters", {}))
        key = str(values["key"])
        return cls(key, str(values.get("name", key)), int(values.get("start", 0)), hyperparameters)


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
        """Read back what `to_dict` wrote."""
        return cls(str(values["key"]), options_of(values.get("options", {})))


@dataclass(frozen=True)
class Tuning:
    """The same randomised search over the catalogue's ranges for every learner, inside each training set.

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
            If the text is not JSON or a part is missing or of the wrong kind.
        """
        try:
            values = json.loads(text)
            tuning, losses = values.get("tuning"), values.get("losses")
            return cls(
                fingerprint=str(values["fingerprint"]),
                learners=tuple(LearnerSpec.from_dict(learner) for learner in values["learners"]),
                design=DesignSpec.from_dict(values["design"]),
                measure=str(values["measure"]),
                seed=int(values["seed"]),
                tuning=None if tuning is None else Tuning(int(tuning["budget"]), int(tuning["folds"])),
                losses=None if losses is None else tuple(tuple(map(float, row)) for row in losses),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, InputError):
                raise
            why = f"there is no {error}" if isinstance(error, KeyError) else "it cannot be read"
            raise InputError(
                f"this is not an experiment specification: {why}.",
                "specification",
                "Use the file that “Specification (JSON)” of an experiment saves.",
            ) from error
