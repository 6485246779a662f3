"""Type I error and power of the tests on samples of a data set, with learners that are really trained."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np

from core.errors import NotApplicable
from core.inference import TESTS
from core.records import Array, Dataset, DesignSpec
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.real_learners import (
    DATASET_WITH_GROUPS,
    DESIGN,
    LEARNERS_CONTROL,
    SIZE,
    contest_of,
    how_made,
)
from core.simulation.experiments.shared import ALPHA, at_alpha, points_with_error, share_with_error
from core.simulation.outcomes import Estimate, Outcomes, Row, Settings
from core.simulation.population import Contest, Layout
from core.written import counted, in_points, level_text, spoken

DIFFERENCE = "difference"
HOLD_OUT = "hold_out"
AS_TRAINED = (
    " Tests on a hold-out are about the two classifiers as trained, which differ by luck even where the learners are "
    "equally good, and the larger the validation set, the more often that is seen."
)
GIVEN = {"a", "b", "n_train", "n_validation"}


def _judges(key: str) -> bool:
    """Whether fold scores and sizes are all that a test needs."""
    return {need.name for need in TESTS[key].needs if not need.optional} <= GIVEN


ON_FOLDS = {
    key: entry.title
    for key, entry in TESTS.items()
    if entry.takes == "two" and entry.question == "two_learners" and entry.folds and _judges(key)
}
ON_INSTANCES = {
    key: TESTS[key].title for key in ("mcnemar_exact", "mcnemar", "mcnemar_midp", "two_proportions")
}
MEASURED = ON_FOLDS | ON_INSTANCES


def is_counted(test: str, dataset: Dataset, design: DesignSpec) -> bool:
    """Whether it is counted how often a test rejects on samples of such data under such a design."""
    if design.key == HOLD_OUT:
        return test in ON_INSTANCES and dataset.groups is None
    return test in ON_FOLDS


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    contest = contest_of(settings, settings["design"], settings["effect"])
    layout, alpha = contest.laid_out, settings["alpha"]
    tests = _tests(layout)
    if layout.facts.one_classifier:
        wrong = np.stack([contest.mistakes(rng)[0] for _ in range(count)], axis=1)
        found = {key: _p_of_instances(key, wrong) <= alpha for key in tests}
        return Outcomes({**found, DIFFERENCE: wrong[0].mean(axis=1) - wrong[1].mean(axis=1)})
    errors = np.stack([contest.fold_errors(rng) for _ in range(count)], axis=1)
    found = {key: _p_values(key, errors, layout) <= alpha for key in tests}
    return Outcomes({**found, DIFFERENCE: (errors[0] - errors[1]).mean(axis=(1, 2))})


def _tests(layout: Layout) -> list[str]:
    """The tests that the design calls for, the advised one first.

    Raises
    ------
    NotApplicable
        If there is none that could be counted.
    """
    if layout.facts.one_classifier and layout.facts.grouped:
        raise NotApplicable(
            "tests on one validation set take its instances for independent, and those of a group are not.",
            layout.title,
            "Choose a design of several folds: groups are whole there.",
        )
    if layout.facts.one_classifier:
        return list(ON_INSTANCES)
    tests = [key for key in layout.advice.applicable if key in ON_FOLDS]
    if not tests:
        raise NotApplicable(f"no test on folds judges it. {layout.advice.because}", layout.title)
    return tests


def _p_of_instances(key: str, wrong: Array) -> Array:
    """P-values of a test on counts, from learners × trials × instances that say where they err."""
    first, second = wrong
    n = wrong.shape[2]
    given = {
        "e01": (first & ~second).sum(axis=1),
        "e10": (second & ~first).sum(axis=1),
        "errors_1": first.sum(axis=1),
        "n_1": n,
        "errors_2": second.sum(axis=1),
        "n_2": n,
    }
    wanted = {need.name for need in TESTS[key].needs}
    return TESTS[key].evaluate(**{name: value for name, value in given.items() if name in wanted}).p_value


def _p_values(key: str, errors: Array, layout: Layout) -> Array:
    given = {
        "a": errors[0],
        "b": errors[1],
        "n_train": layout.facts.n_train,
        "n_validation": layout.facts.n_validation,
    }
    wanted = {need.name for need in TESTS[key].needs}
    return TESTS[key].evaluate(**{name: value for name, value in given.items() if name in wanted}).p_value


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    contest = contest_of(row.settings, row.settings["design"], row.settings["effect"])
    layout = contest.laid_out
    advised, *others = _tests(layout)
    title = (
        f"the advised test, {MEASURED[advised]}," if advised == layout.advice.advised else _subject(advised)
    )
    done = "rejected equal learners" if contest.effect == 0 else f"saw {_difference(contest)}"
    told = "; ".join(f"{MEASURED[key]} {share_with_error(row[key])}" for key in others)
    return (
        f"On data like {spoken(contest.population.dataset.name)}, under {layout.title}, {title} {done} in "
        f"{_of_trials(row[advised])} at α = "
        f"{level_text(row.settings['alpha'])}.{f' The others: {told}.' if told else ''}"
        f"{AS_TRAINED if layout.facts.one_classifier else ''} {how_made(contest)} {_check(row)}"
    )


def _subject(test: str) -> str:
    """Its title at the head of a sentence."""
    title = MEASURED[test]
    return f"{title}," if "," in title else title


def false_alarms(row: Row, test: str) -> str | None:
    """How often a test rejected equal learners, as a sentence; None where that was not counted."""
    if row.settings["effect"] != 0 or test not in row.estimates:
        return None
    return (
        f"On data like yours this test rejected equal learners in {_of_trials(row[test])} at α = "
        f"{level_text(row.settings['alpha'])}, with samples of {counted(row.settings['n'], 'instances')}."
        f"{AS_TRAINED if test in ON_INSTANCES else ''}"
    )


def _of_trials(found: Estimate) -> str:
    trials = counted(found.trials, "trials")
    if found.se == 0:
        return f"{found.value * found.trials:.0f} of {trials}"
    return f"{share_with_error(found)} of {trials}"


def _difference(contest: Contest) -> str:
    return f"a true difference of {in_points(abs(contest.effect), full=True)}"


def _check(row: Row) -> str:
    """Whether the difference is what it was made to be."""
    contest = contest_of(row.settings, row.settings["design"], row.settings["effect"])
    found = replace(row[DIFFERENCE], se=hypot(row[DIFFERENCE].se, contest.laid_out.error))
    error = " (one standard error, that of the expected errors included)" if found.trials > 1 else ""
    made = row.settings["effect"]
    seen = points_with_error(
        found, found.value, full=not made
    )  # what was made was told before, with its unit
    return f"Over the trials the mean difference came to {seen}{error}, made to be {in_points(made)}."


YOUR_DATA = LaboratoryEntry(
    key="your_data",
    title="False alarms on data like yours",
    summary="A data set is the population: samples are drawn from it, two learners are really trained on each, and "
    "the tests judge them over their folds, or on the instances of a hold-out.",
    question="On data like yours, how often does each test cry wolf, and how often does it see a difference?",
    reference="@dietterich1998; @wang2016 section 3.2",
    measured=MEASURED | {DIFFERENCE: "mean difference of the error rates"},
    estimate="Share of trials that reject",
    besides={DIFFERENCE: "Error of the first minus that of the second"},
    controls=(
        DATASET_WITH_GROUPS,
        LEARNERS_CONTROL,
        DESIGN,
        SIZE,
        Control(
            name="effect",
            title="True difference of the error rates",
            default=0.0,
            help="By how much the first is made to err more often than the second; 0 for equally good learners.",
            low=0.0,
            high=0.2,
            step=0.01,
            points=True,
        ),
        ALPHA,
    ),
    trials=_trials,
    block=1,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dots",),
    first=20,
    beat=5,
    trains=True,
)
