"""Type I error and power of the fold tests under the models that they suppose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.inference import TESTS
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.fold_model import (
    EXACT_5X2,
    MOST_CORRELATED,
    Rejection,
    fold_differences,
    t_rejection,
)
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Estimate, Outcomes, Row, Series, Settings

EFFECTS = np.linspace(0, 3, 31)


@dataclass(frozen=True)
class _Design:
    """Folds of a trial, and the tests on them with what they take besides and their exact power where it is known."""

    title: str
    shape: tuple[int, int]
    tests: Mapping[str, tuple[Mapping[str, Any], Rejection | None]]


def _t_test(pairs: int, factor: float) -> Rejection:
    return lambda effect, rho, alpha: t_rejection(pairs, effect, rho, factor, alpha)


def _folds(title: str, shape: tuple[int, int], ratio: float) -> _Design:
    pairs = shape[0] * shape[1]
    sizes = {"n_train": 1 / (1 + ratio), "n_validation": ratio / (1 + ratio)}
    tests = {
        "paired_t": ({}, _t_test(pairs, 1 / pairs)),
        "corrected_t": (sizes, _t_test(pairs, 1 / pairs + ratio)),
        "wilcoxon": ({}, None),
    }
    return _Design(title, shape, tests)


def _blocked(replicates: int) -> tuple[Mapping[str, Any], Rejection]:
    """Its divisor 2m, where S² has 2m − 1."""
    pairs = 2 * replicates
    return {}, _t_test(pairs, (pairs - 1) / pairs)


DESIGNS = {
    "k_fold": _folds("10 folds", (1, 10), 1 / 9),
    "repeated_k_fold": _folds("10 × 10 folds", (10, 10), 1 / 9),
    "random_resampling": _folds("30 random cuts, a third held out", (1, 30), 1 / 2),
    "5x2": _Design(
        "5×2 halves",
        (5, 2),
        {**{key: ({}, exact) for key, exact in EXACT_5X2.items()}, "blocked_3x2_t": _blocked(5)},
    ),
    "blocked_3x2": _Design("blocked 3×2 halves", (3, 2), {"blocked_3x2_t": _blocked(3)}),
}
MEASURED = {key: TESTS[key].title for design in DESIGNS.values() for key in design.tests}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    design = DESIGNS[settings["design"]]
    inputs = fold_differences(rng, (count, *design.shape), settings["effect"], settings["rho"])
    return Outcomes(
        {
            key: TESTS[key].evaluate(**inputs, **options).p_value <= settings["alpha"]
            for key, (options, _) in design.tests.items()
        }
    )


def _powers(settings: Settings, effect: float) -> dict[str, float]:
    """Power of the tests that algebra reaches."""
    tests = DESIGNS[settings["design"]].tests
    return {
        key: exact(effect, settings["rho"], settings["alpha"]) for key, (_, exact) in tests.items() if exact
    }


def _exact(settings: Settings) -> dict[str, float]:
    return _powers(settings, settings["effect"])


def _theory(settings: Settings) -> Series:
    powers = [_powers(settings, float(effect)) for effect in EFFECTS]
    return {key: (EFFECTS, np.array([power[key] for power in powers])) for key in powers[0]}


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    alpha, null = row.settings["alpha"], row.settings["effect"] == 0
    told = "; ".join(
        f"{TESTS[key].title} {share_with_error(found)}{_worth(found, alpha) if null else ''}"
        for key, found in row.estimates.items()
    )
    if not null:
        effect = row.settings["effect"]
        return f"The learners differ by {effect:.1f} standard deviations of a fold. How often that is seen: {told}."
    return f"The learners are equally good, so every rejection is a false alarm, and α allows {share(alpha)}: {told}."


def _worth(found: Estimate, alpha: float) -> str:
    """What so many false alarms make of a test."""
    if found.low > alpha:
        return ", too liberal"
    return ", more careful than it need be" if found.high < alpha else ""


TEST_SIZES = LaboratoryEntry(
    key="test_sizes",
    other_names=("type 1 error", "type I error", "significance level"),
    title="False alarms and power of the tests",
    summary="How often every fold test rejects equally good learners, and how often it sees a difference.",
    question="How often does each test cry wolf, and how often does it see a difference?",
    reference="@dietterich1998; @nadeau2003; @wang2014; @wang2016",
    measured=MEASURED,
    estimate="Share of trials that reject",
    controls=(
        Control(
            name="design",
            title="Design",
            default="k_fold",
            help="How many folds a trial has, and which tests there are for them.",
            options={key: design.title for key, design in DESIGNS.items()},
        ),
        Control(
            name="rho",
            title="Correlation ρ of the folds",
            default=0.1,
            help="What overlapping training sets do: about the share that is held out for validation.",
            low=0.0,
            high=MOST_CORRELATED,
            step=0.01,
        ),
        Control(
            name="effect",
            title="True difference (sd of a fold)",
            default=0.0,
            help="0 for equally good learners: what is counted then are false alarms.",
            low=0.0,
            high=3.0,
            step=0.1,
        ),
        ALPHA,
    ),
    trials=_trials,
    exact=_exact,
    theory=_theory,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dots", "curves"),
    axis="effect",
    first=500,
    on_data="your_data",
)
