"""The central limit theorem: means of few values from distributions that are not normal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from core.inference import INTERVALS
from core.inference.distributions.discrete import lower_tail
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Series, Settings
from core.written import PERCENT, number

RARE = 0.05
BINS = np.linspace(-4.2, 4.2, 43)


@dataclass(frozen=True)
class _Parent:
    """A distribution with its mean and standard deviation, and that of its sums where it is known."""

    title: str
    mean: float
    sd: float
    draw: Callable[[np.random.Generator, tuple[int, int]], Array]
    sum_cdf: Callable[[Array, int], Array] | None = None


PARENTS = {
    "uniform": _Parent("even: any value from 0 to 1", 0.5, 12**-0.5, lambda rng, shape: rng.random(shape)),
    "exponential": _Parent(
        "skewed: waiting times",
        1.0,
        1.0,
        lambda rng, shape: rng.standard_exponential(shape),
        lambda total, n: special.gammainc(n, np.maximum(total, 0)),
    ),
    "rare": _Parent(
        "rare errors: 1 in 20",
        RARE,
        float(np.sqrt(RARE * (1 - RARE))),
        lambda rng, shape: (rng.random(shape) < RARE).astype(float),
        lambda total, n: lower_tail(np.floor(total), n, RARE),
    ),
}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    parent, n = PARENTS[settings["parent"]], settings["n"]
    values = parent.draw(rng, (count, n))
    known = INTERVALS["mean_z"].evaluate(scores=values[:, None, :], sigma=parent.sd)
    unknown = INTERVALS["mean_t"].evaluate(scores=values[:, None, :])
    holds = {
        key: (low <= parent.mean) & (parent.mean <= high)
        for key, (low, high) in {"mean_z": known, "mean_t": unknown}.items()
    }
    return Outcomes(holds, {"standardised": (values.mean(axis=1) - parent.mean) / parent.sd * np.sqrt(n)})


def _exact(settings: Settings) -> dict[str, float]:
    parent, n = PARENTS[settings["parent"]], settings["n"]
    if parent.sum_cdf is None:
        return {}
    reach = float(special.ndtri(0.975)) * parent.sd * np.sqrt(n)
    high, low = np.array([n * parent.mean + reach]), np.array([n * parent.mean - reach])
    below = low if settings["parent"] == "exponential" else np.ceil(low) - 1
    return {"mean_z": float((parent.sum_cdf(high, n) - parent.sum_cdf(below, n))[0])}


def _theory(_settings: Settings) -> Series:
    return {"normal": ((BINS[:-1] + BINS[1:]) / 2, np.diff(special.ndtr(BINS)))}


def _skewness(means: Array) -> float:
    """Of the sample, about its own mean; 0 where all are equal, as one is to itself."""
    from scipy.stats import skew  # takes half a second to load

    return float(skew(means)) if np.ptp(means) > 0 else 0.0


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    n, parent = row.settings["n"], PARENTS[row.settings["parent"]]
    skew = _skewness(row.outcomes.seen["standardised"])
    shape = (
        "nearly symmetric"
        if abs(skew) < 0.25
        else "of a shape that so few trials do not tell"
        if abs(skew) <= 2 * np.sqrt(6 / len(row.outcomes.seen["standardised"]))
        else "leaning: a long tail to the right"
        if skew > 0
        else "leaning to the left"
    )
    z, t = row["mean_z"], row["mean_t"]
    if abs(t.value - 0.95) <= 2 * t.se:
        honest = "within its error of what it promises"
    else:
        honest = f"{'less' if t.value < 0.95 else 'more'} often than it promises"
    exactly = f" (exactly {share(row.exact['mean_z'])})" if row.exact else ""
    return (
        f"With σ estimated, as one has to, a 95{PERCENT} interval holds the true mean in {share_with_error(t)} of the "
        f"trials: {honest}. With σ known it does in {share_with_error(z)}{exactly}. Each trial takes the mean of {n} "
        f"values ({parent.title}). The histogram of the means is {shape} (skewness {number(skew, 2)})."
    )


LIMITS = LaboratoryEntry(
    key="limits",
    title="Central limit theorem",
    summary="Means of n values from distributions that are not normal, beside the normal curve, and the t interval.",
    question="From how many values on is a mean normal enough for a t interval?",
    reference="@mitchell1997 section 5.4",
    measured={"mean_z": "interval with σ known", "mean_t": "t interval, σ estimated"},
    estimate="Coverage",
    controls=(
        Control(
            name="parent",
            title="Distribution",
            default="exponential",
            help="What single values are drawn from.",
            options={key: parent.title for key, parent in PARENTS.items()},
        ),
        Control(
            name="n",
            title="Values per mean n",
            default=5,
            help="How many values make one mean.",
            low=2,
            high=500,
            step=1,
        ),
    ),
    trials=_trials,
    exact=_exact,
    theory=_theory,
    levels=lambda _settings: {"level": 0.95},
    what_you_see=_what_you_see,
    pictures=("histogram", "dots"),
    first=1000,
    counted="standardised",
    counted_title="Mean, in standard errors from the truth",
)
