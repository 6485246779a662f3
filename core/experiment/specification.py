"""A specification from a file → checked against the catalogue, the pickers' ranges and the data; nothing is clipped."""

from core.designs import DESIGNS
from core.errors import InputError, quoted
from core.learners import LEARNERS, distinct_names, learner
from core.measures import MEASURES
from core.records import Dataset, DesignSpec, ExperimentSpec, LearnerSpec, Tuning

LARGEST_SEED = 2**31 - 1
MOST_START = 99
LONGEST_NAME = 80
MOST_SETTINGS, MOST_INNER_FOLDS = 200, 10
SMALLEST_SHARE, LARGEST_SHARE = 0.01, 0.99
"""What the Experiment page lets its visitors choose; a specification from a file may ask for no more."""


def read_specification(content: bytes, dataset: Dataset) -> ExperimentSpec:
    """Read a specification that an experiment on these data can be set up by, whatever data it was made for.

    Raises
    ------
    InputError
        If it is none, or asks for what is unknown, out of range or not made for the task of the data.
    """
    spec = ExperimentSpec.from_json(content)
    if not spec.learners:
        raise InputError("names no learners.", "specification")
    for entrant in spec.learners:
        _check_learner(entrant, dataset)
    distinct_names(spec.learners)
    _check_design(spec.design, dataset)
    if dataset.task not in MEASURES[spec.measure].tasks:
        raise _other_task(MEASURES[spec.measure].title, dataset, "measure")
    _check_within(spec.seed, 0, LARGEST_SEED, "seed")
    if spec.tuning is not None:
        _check_tuning(spec.tuning)
    return spec


def not_taken_over(spec: ExperimentSpec) -> str:
    """What of a specification the Experiment page does not ask for, as a sentence; empty where there is nothing."""
    if spec.losses is None:
        return ""
    return "Its matrix of losses is not part of a run: after the run, type it where costs are shown."


def _check_learner(entrant: LearnerSpec, dataset: Dataset) -> None:
    entry = LEARNERS[entrant.key]
    learner(entrant.key, entrant.name, entrant.start, **dict(entrant.hyperparameters))
    if entry.task != dataset.task:
        raise _other_task(entry.title, dataset, "learners")
    _check_within(entrant.start, 0, MOST_START, f"start of {entrant.name[:LONGEST_NAME]}")
    if len(entrant.name) > LONGEST_NAME:
        raise InputError(
            f"has more than {LONGEST_NAME} characters.", f"name {quoted(entrant.name[:20])}…", "Shorten it."
        )


def _check_design(asked: DesignSpec, dataset: Dataset) -> None:
    entry = DESIGNS[asked.key]
    given = entry.check_options(dict(asked.options))
    for option in entry.options:
        if option.kind == "share":
            _check_within(given[option.name], SMALLEST_SHARE, LARGEST_SHARE, option.name)
    if given.get("stratified") and dataset.task == "regression":
        raise _other_task("A stratified design", dataset, "design")


def _check_tuning(tuning: Tuning) -> None:
    _check_within(tuning.budget, 1, MOST_SETTINGS, "tuning, budget")
    _check_within(tuning.folds, 2, MOST_INNER_FOLDS, "tuning, folds")


def _check_within(value: float, low: float, high: float, where: str) -> None:
    if not low <= value <= high:
        raise InputError(f"must lie between {low:,} and {high:,}, not {value!r:.40}.", where)


def _other_task(title: str, dataset: Dataset, where: str) -> InputError:
    return InputError(
        f"{title} is not made for {dataset.task}, the task of {dataset.name}.",
        f"specification, {where}",
        "Load the data that the specification was made for.",
    )
