"""Coverage: how often the intervals of an error rate hold it."""

from collections.abc import Sequence
from functools import lru_cache
from math import isclose

import numpy as np

from core.errors import listing
from core.inference import INTERVALS
from core.inference.distributions.discrete import mass
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Series, Settings
from core.written import PERCENT, share_to_places

KEYS = ("normal", "wilson", "exact", "agresti_coull", "jeffreys")
TITLES = {key: INTERVALS[key].title for key in KEYS}
RATES = np.linspace(0.005, 0.995, 199)
"""Where the exact curve is computed."""


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    n, p = settings["n"], settings["p"]
    errors = rng.binomial(n, p, count)
    limits = {key: _limits(key, n, settings["level"])[:, errors] for key in KEYS}
    covers = {key: (low <= p) & (p <= high) for key, (low, high) in limits.items()}
    low, high = limits[settings["interval"]]
    return Outcomes(
        covers, {"low": low, "high": high, "estimate": errors / n, "misses": ~covers[settings["interval"]]}
    )


@lru_cache(maxsize=64)
def _limits(key: str, n: int, level: float) -> Array:
    """Both limits for every number of errors that there can be."""
    return np.array(INTERVALS[key].evaluate(level, errors=np.arange(n + 1.0), n=float(n)))


def _covering(key: str, settings: Settings, rates: Array) -> Array:
    """Exact coverage: probability of the numbers of errors whose interval holds the rate."""
    low, high = _limits(key, settings["n"], settings["level"])
    holds = (low <= rates[:, None]) & (rates[:, None] <= high)
    return np.asarray((_masses(settings["n"], tuple(rates)) * holds).sum(axis=1))


@lru_cache(maxsize=8)
def _masses(n: int, rates: tuple[float, ...]) -> Array:
    return mass(np.arange(n + 1.0), n, np.array(rates)[:, None])


def _exact(settings: Settings) -> dict[str, float]:
    return {key: float(_covering(key, settings, np.array([settings["p"]]))[0]) for key in KEYS}


def _theory(settings: Settings) -> Series:
    return {key: (RATES, _covering(key, settings, RATES)) for key in KEYS}


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    chosen, level = row.settings["interval"], row.settings["level"]
    ends = [pick(row.exact[key] for key in KEYS) for pick in (min, max)]
    off = row.exact[chosen] - level
    judged = (
        "about what it promises"
        if abs(off) < 0.01
        else "more than it promises"
        if off > 0
        else "less than it promises"
    )
    return (
        f"{TITLES[chosen]}: {share_with_error(row[chosen])} of the intervals hold the true rate; "
        f"exactly {share(row.exact[chosen])}, where the level says {share(level)}: {judged}. Coverage jumps with p, "
        f"since errors come in whole numbers; at p = {share(row.settings['p'])} it runs from "
        f"{_from_to(*ends)}: {_who(row, ends[0])} the least, {_who(row, ends[1])} the most."
    )


def _who(row: Row, coverage: float) -> str:
    """Which intervals have this coverage; two may hold a rate after the same numbers of errors."""
    names = [TITLES[key] for key in KEYS if isclose(row.exact[key], coverage, rel_tol=1e-9)]
    return f"{listing(names)} {'has' if len(names) == 1 else 'have'}"


def _from_to(least: float, most: float) -> str:
    """Two shares with the same decimals: none where both are whole, as `share` writes them."""
    places = 0 if all(round(100 * end, 1).is_integer() for end in (least, most)) else 1
    return " to ".join(f"{share_to_places(end, places)}{PERCENT}" for end in (least, most))


COVERAGE = LaboratoryEntry(
    key="coverage",
    title="Coverage of intervals",
    summary="Intervals of an error rate as they are drawn, the misses marked, and the exact coverage over the rate.",
    question="How often does a 95\u00a0% interval really hold the true error rate?",
    reference="@mitchell1997 section 5.3; @brown2001",
    measured=TITLES,
    estimate="Coverage",
    controls=(
        Control(
            name="n",
            title="Validation instances n",
            default=40,
            help="How many instances the error rate is measured on.",
            low=1,
            high=1000,
            step=1,
        ),
        Control(
            name="p",
            title="True error rate p",
            default=0.1,
            help="The rate that the intervals should hold.",
            low=0.005,
            high=0.995,
            step=0.005,
            rate=True,
        ),
        Control(
            name="interval",
            title="Interval",
            default="normal",
            help="The one whose trials are drawn; all of them are counted.",
            options=TITLES,
        ),
        Control(
            name="level",
            title="Level",
            default=0.95,
            help="What the interval promises.",
            low=0.5,
            high=0.999,
            step=0.005,
            shown=False,
        ),
    ),
    trials=_trials,
    exact=_exact,
    theory=_theory,
    levels=lambda settings: {"level": settings["level"]},
    what_you_see=_what_you_see,
    pictures=("stack", "curves"),
    axis="p",
    first=60,
    beat=2,
    floor=0.8,
    highlight="interval",
    truth="p",
    counted_title="Error rate",
    counted_rates=True,
)
