"""Measures by the names that other tools give them; which are in percent there, which have their sign turned round."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from core.data.columns.names import normal
from core.measures import MEASURES, NamedMeasure

ONLY_ELSEWHERE = (
    NamedMeasure(
        key="average_precision",
        other_names=("area under the precision–recall curve",),
        title="average precision",
        summary="Precision averaged over the steps of recall.",
        lower_is_better=False,
        rate=True,
        synonyms=("area_under_prc", "pr_auc", "classif_prauc"),
    ),
    NamedMeasure(
        key="kappa",
        other_names=("Cohen's kappa",),
        title="kappa",
        summary="Agreement of truth and prediction beyond what chance gives.",
        lower_is_better=False,
        most=1.0,
        synonyms=("kap", "kappa_statistic", "cohen_kappa"),
    ),
    NamedMeasure(
        key="mape",
        other_names=("MAPE",),
        title="mean absolute percentage error",
        summary="Mean of the errors, each as a share of the true value.",
        lower_is_better=True,
    ),
    NamedMeasure(
        key="time",
        title="time",
        summary="How long something took.",
        lower_is_better=True,
        unit="s",
        synonyms=(
            *("time_s", "time_sec", "seconds", "secs", "runtime", "run_time", "duration", "elapsed"),
            *("elapsed_time", "wall_time", "walltime", "cpu_time", "total_time", "train_time", "test_time"),
        ),
    ),
)
"""Measures that are compared but not computed here."""

_IN_PERCENT = {"percent_correct": "accuracy", "percent_incorrect": "error"}
_SIGN_TURNED = "neg_"
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Where words meet in the names of classes, such as sktime's MeanSquaredError."""
_BEFORE = re.compile(r"(?:metrics[._])?(?:(?:test|val|valid|validation|eval)_)?")
_AGGREGATED = "_test_mean"
"""What mlr writes behind a measure that it has averaged over folds: acc.test.mean."""


@dataclass(frozen=True)
class Known:
    """What is known of a measure by its name.

    Attributes
    ----------
    key : str
        As Foldwise calls it.
    percent : bool
        Whether the tool writes it in percent.
    negated : bool
        Whether the tool writes it with a minus sign, so that higher is better.
    """

    key: str
    percent: bool = False
    negated: bool = False

    @property
    def declared(self) -> NamedMeasure | None:
        """The measure of that key; None where nothing is known of it."""
        return next((measure for measure in _measures() if measure.key == self.key), None)

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.declared.title if self.declared else self.key.replace("_", " ").capitalize()

    @property
    def lower_is_better(self) -> bool | None:
        """Its direction; None where that is not known."""
        return self.declared.lower_is_better if self.declared else None

    @property
    def rate(self) -> bool:
        """Whether it is known to be a proportion."""
        return self.declared is not None and self.declared.rate

    @property
    def from_zero(self) -> bool:
        """Whether it is known to be a loss that is never below 0."""
        return self.declared is not None and self.declared.lower_is_better and not self.declared.signed

    @property
    def most(self) -> float | None:
        """Its largest value; None where it has none, that is not known, or it is a proportion."""
        return self.declared.most if self.declared else None

    @property
    def is_time(self) -> bool:
        """Whether it says how long something took."""
        return self.declared.unit == "s" if self.declared else self.key.endswith("_time")


def _measures() -> Iterator[NamedMeasure]:
    return chain(MEASURES.values(), ONLY_ELSEWHERE)


def _key_of(word: str) -> str | None:
    return next((measure.key for measure in _measures() if word in measure.names), None)


def _word(name: str) -> str:
    """A name without what tools write around it: metrics.accuracy, test_acc, val_auc, acc.test.mean."""
    word = normal(_CAMEL.sub("_", name)).removesuffix(_AGGREGATED)
    return word if _key_of(word) is not None else _BEFORE.sub("", word)


def known(name: str) -> Known:
    """What is known of a measure by the name that a tool gave it; its own name when nothing is."""
    word = _word(name)
    if word in _IN_PERCENT:
        return Known(_IN_PERCENT[word], percent=True)
    if word.startswith(_SIGN_TURNED):
        word = word.removeprefix(_SIGN_TURNED)
        return Known(_key_of(word) or word, negated=True)
    return Known(_key_of(word) or name)


def in_words(name: str) -> str:
    """A measure by all its names, and the one in the file; as it is written there if that is unknown."""
    found = known(name).declared
    if found is None:
        return name
    names = ": ".join(filter(None, (found.title, ", ".join(found.other_names))))
    return names if name == found.key else f"{names} ({name})"


def is_measure(name: str) -> bool:
    """Whether a column bears the name of a measure."""
    word = _word(name)
    return word in _IN_PERCENT or word.startswith(_SIGN_TURNED) or _key_of(word) is not None


def match(wanted: str, names: Iterable[str]) -> str | None:
    """The name among `names` that means the measure `wanted`, as the source or as Foldwise calls it."""
    names = list(names)
    if wanted in names:
        return wanted
    return next((name for name in names if known(name).key == wanted), None)


def choose(names: Iterable[str]) -> str:
    """The measure that is looked at when nobody says which: error or accuracy, else the first that is no time."""
    meanings = {name: known(name) for name in names}
    usual = [name for name, meaning in meanings.items() if meaning.key in ("error", "accuracy")]
    others = [name for name, meaning in meanings.items() if not meaning.is_time]
    return [*usual, *others, *meanings][0]
