"""How the folds of real learners correlate, estimated over many samples, and what the 5×2 F tests make of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.designs import DESIGNS
from core.errors import check_one_of
from core.inference import TESTS, degrees_of_freedom
from core.inference.distributions.continuous import FisherF
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.records import Array, DesignSpec
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.real_learners import (
    DATASET,
    DESIGN,
    LEARNERS_CONTROL,
    SIZE,
    contest_of,
    how_made,
)
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Estimate, Outcomes, Row, Settings
from core.written import counted, spoken

DIFFERENCES = "differences"
HALVES = ("5x2", "balanced_5x2")
FEWEST = 10
"""Trials below which no correlation is estimated."""
DEGREES = {"5x2_f": 10.0, "balanced_5x2_f": 7.0}
TESTED = {key: f"F({df:.0f}, 5)" for key, df in DEGREES.items()}
IMPLIED = {f"implied_{key}": f"{title}, as ρ1 and ρ2 imply" for key, title in TESTED.items()}
CORRELATIONS = {
    "rho1": "correlation ρ1 within replicates",
    "rho2": "correlation ρ2 between replicates",
    "f": "degrees of freedom f(ρ1, ρ2)",
}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    contest = contest_of(settings, settings["design"])
    errors = np.stack([contest.fold_errors(rng) for _ in range(count)], axis=1)
    found = {
        key: TESTS[key].evaluate(a=errors[0], b=errors[1]).p_value <= settings["alpha"] for key in TESTED
    }
    return Outcomes(found, {DIFFERENCES: errors[0] - errors[1]})


def correlations(differences: Array) -> tuple[Array, Array]:
    """Correlations of the folds within and between replicates, from all trials and from all but each one.

    The folds of a design are exchangeable, so that variance and covariances are means over all of them and over all
    pairs, around the one mean; what the mean takes away from them is given back, so that both are unbiased.

    Parameters
    ----------
    differences : array of trials × replicates × 2

    Returns
    -------
    ρ1 and ρ2; the first of each is that of all trials, the others leave one out (for the jackknife).
    """
    trials, replicates, folds = differences.shape
    pairs, sums = differences.sum(axis=2), differences.sum(axis=(1, 2))
    each = np.array(
        [
            sums / (replicates * folds),
            (sums / (replicates * folds)) ** 2,
            (differences**2).mean(axis=(1, 2)),
            differences.prod(axis=2).mean(axis=1),
            (sums**2 - (pairs**2).sum(axis=1)) / (replicates * (replicates - 1) * folds**2),
        ]
    )
    total = each.sum(axis=1, keepdims=True)
    number = np.append(trials, np.full(trials, trials - 1))
    mean, squared_mean, square, within, between = np.hstack([total, total - each]) / number
    centre = mean**2 - (squared_mean - mean**2) / (number - 1)
    variance = square - centre
    with np.errstate(invalid="ignore", divide="ignore"):
        return (within - centre) / variance, (between - centre) / variance


def jackknifed(values: Array) -> Estimate:
    """The first of the values, with the error that the others, each without one trial, give it."""
    value, others = float(values[0]), values[1:]
    se = float(np.sqrt((len(others) - 1) * np.var(others)))
    return Estimate(value, se, value - 1.96 * se, value + 1.96 * se, len(others))


def _derived(settings: Settings, outcomes: Outcomes) -> dict[str, Estimate]:
    if outcomes.trials < FEWEST:
        return {}
    rho1, rho2 = correlations(outcomes.seen[DIFFERENCES])
    if not np.isfinite(rho1).all():
        return {}
    values = {"rho1": rho1, "rho2": rho2, "f": degrees_of_freedom(rho1, rho2)}
    null = Exact5x2F(np.clip(rho1, -0.999, 0.999), rho2)
    implied = {
        f"implied_{key}": np.asarray(null.sf(FisherF(df, 5.0).isf(settings["alpha"])))
        for key, df in DEGREES.items()
    }
    return {name: jackknifed(found) for name, found in (implied | values).items()}


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    contest = contest_of(row.settings, row.settings["design"])
    counts = "; ".join(f"{title} {share_with_error(row[key])}" for key, title in TESTED.items())
    rejected = (
        f"The learners are equally good, so every rejection is a false alarm, and α allows "
        f"{share(row.settings['alpha'])}. Counted: {counts}."
    )
    return f"{_correlated(row)} {rejected} {how_made(contest)} A single run cannot tell what ρ is."


def _correlated(row: Row) -> str:
    """What the correlations are, and what they imply."""
    trials = counted(row.outcomes.trials, "trials")
    if "rho1" not in row.estimates:
        return f"From {trials} no correlation can be estimated yet."
    rho1, rho2, f = (_told(row[name]) for name in CORRELATIONS)
    implied = "; ".join(f"{title} {share_with_error(row[f'implied_{key}'])}" for key, title in TESTED.items())
    return (
        f"On data like {spoken(row.settings['dataset'].name)}, over {trials}, differences of two folds correlate by "
        f"ρ1 = {rho1} within a replicate and by ρ2 = {rho2} between replicates: f = {f} degrees of freedom. For normal "
        f"differences that correlate so, equal learners would be rejected in: {implied}."
    )


def _told(found: Estimate) -> str:
    return f"{found.value:.2f} ± {found.se:.2f}".replace("-", "−")


def _halves(given: Any) -> DesignSpec:
    spec: DesignSpec = DESIGN.check(given)
    check_one_of(spec.key, HALVES, "design")
    return spec


FOLD_CORRELATIONS = LaboratoryEntry(
    key="fold_correlations",
    title="How folds correlate",
    summary="Two learners are really trained over 5×2 halves of samples of a data set; over all samples it shows how "
    "the differences of the folds correlate.",
    question="How strongly do the folds of real learners correlate, and what does the 5×2 F make of it?",
    reference="@wang2016, eqs. 4–7; @bengio2004",
    measured=TESTED | IMPLIED | CORRELATIONS,
    estimate="Share of trials that reject",
    besides={"rho1": "Correlation", "rho2": "Correlation", "f": "Degrees of freedom"},
    controls=(
        DATASET,
        LEARNERS_CONTROL,
        Control(
            name="design",
            title="Halves",
            default="5x2",
            help="Balanced halves of two replicates always share a quarter of the instances.",
            options={key: DESIGNS[key].title for key in HALVES},
            accepts=_halves,
            told=lambda spec: spec.key,
        ),
        SIZE,
        ALPHA,
    ),
    trials=_trials,
    derived=_derived,
    block=1,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dots",),
    first=20,
    beat=5,
    trains=True,
)
