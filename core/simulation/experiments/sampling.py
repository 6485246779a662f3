"""The sampling distribution of an error rate: binomial, and the normal curve in its place."""

from collections.abc import Sequence

import numpy as np
from scipy import special

from core.inference.distributions.discrete import lower_tail, mass
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Series, Settings
from core.written import counted, in_points

Z = float(special.ndtri(0.975))
SHOWN = 4.5
"""Standard deviations around p that the picture holds."""
HALF_OF_A_CURVE = 60
"""Half as many places as make a curve look smooth, however few numbers of errors there can be."""


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    n, p = settings["n"], settings["p"]
    rates = rng.binomial(n, p, count) / n
    return Outcomes({"within": np.abs(rates - p) <= Z * _sd(settings)}, {"rate": rates})


def _sd(settings: Settings) -> float:
    p = settings["p"]
    return float(np.sqrt(p * (1 - p) / settings["n"]))


def _exact(settings: Settings) -> dict[str, float]:
    n, p = settings["n"], settings["p"]
    low, high = np.ceil(n * (p - Z * _sd(settings))), np.floor(n * (p + Z * _sd(settings)))
    return {"within": float(lower_tail(high, n, p) - lower_tail(low - 1, n, p))}


def _theory(settings: Settings) -> Series:
    n, p = settings["n"], settings["p"]
    around = SHOWN * _sd(settings) * n
    errors = np.arange(max(0, np.floor(n * p - around)), min(n, np.ceil(n * p + around)) + 1)
    parts = 2 * -(
        -HALF_OF_A_CURVE // len(errors)
    )  # of a step; even, so that the curve passes each number of errors
    between = errors[0] - 0.5 + np.arange(parts * len(errors) + 1) / parts
    edges = (np.array([between - 0.5, between + 0.5]) / n - p) / _sd(settings)
    return {
        "binomial": (errors / n, mass(errors, n, p)),
        "normal": (between / n, np.diff(special.ndtr(edges), axis=0)[0]),
    }


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    n, p = row.settings["n"], row.settings["p"]
    spread, worth = _sd(row.settings), n * p * (1 - p)
    rule = (
        f"n·p(1 − p) = {worth:.1f} is at least 5: the normal curve may stand in for the binomial"
        if worth >= 5
        else f"n·p(1 − p) = {worth:.1f} is below 5: the rule of thumb forbids the normal curve here"
    )
    of_all = f"with probability p = {share(p)}" if n == 1 else f"on p = {share(p)} of them on average"
    return (
        f"The same classifier, judged on {counted(n, 'instances')}, errs {of_all}; by luck "
        f"its error rate scatters around that with a standard deviation of {in_points(spread, full=True)}. "
        f"Within ±1.96 standard deviations lay {share_with_error(row['within'])} of the rates; the normal curve says "
        f"{share(0.95)}, the binomial distribution {share(row.exact['within'])}. {rule}."
    )


SAMPLING = LaboratoryEntry(
    key="sampling",
    title="Sampling distribution",
    summary="The error rate of one classifier on ever new validation sets, beside the binomial and the normal curve.",
    question="How far from the truth may an error rate fall by luck alone?",
    reference="@mitchell1997 section 5.3",
    measured={"within": "Error rate within ±1.96 standard deviations"},
    estimate="Share of trials",
    controls=(
        Control(
            name="n",
            title="Validation instances n",
            default=40,
            help="How many instances the error rate is measured on.",
            low=1,
            high=2000,
            step=1,
        ),
        Control(
            name="p",
            title="True error rate p",
            default=0.3,
            help="What the error rate would be on infinitely many instances.",
            low=0.01,
            high=0.99,
            step=0.01,
            rate=True,
        ),
    ),
    trials=_trials,
    exact=_exact,
    theory=_theory,
    levels=lambda _settings: {"normal curve": 0.95},
    what_you_see=_what_you_see,
    pictures=("histogram",),
    counted="rate",
    counted_title="Error rate",
    counted_rates=True,
)
