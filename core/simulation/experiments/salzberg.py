"""Salzberg's grid: how large a test set has to be for the binomial test to see a small true advantage."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from core.inference import TESTS
from core.inference.distributions.discrete import Binomial, first_true, mass, upper_tail
from core.inference.planning.power import power
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import ALPHA, at_alpha, share
from core.simulation.outcomes import Outcomes, Row, Settings

GUESS = 0.1
"""Of ten classes a guess hits one."""
ONE_RIGHT = GUESS * (1 - GUESS)
"""Both guess and only this one is right."""

SET_RIGHT = {"each": "each instance with probability r", "share": "exactly the share r of the instances"}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    n, fixed = settings["n"], _set_right(settings)
    given = rng.binomial(n, settings["r"], count) if fixed is None else np.full(count, fixed)
    guessed = rng.multinomial(n - given, [ONE_RIGHT, ONE_RIGHT, 1 - 2 * ONE_RIGHT])
    first_only_wrong = rng.binomial(given, 1 - GUESS) + guessed[:, 0]
    found = TESTS["sign"].evaluate("greater", e01=first_only_wrong, e10=guessed[:, 1])
    return Outcomes({"rejects": found.p_value <= settings["alpha"]})


def _set_right(settings: Settings) -> int | None:
    return round(settings["n"] * settings["r"]) if settings["how"] == "share" else None


def _exact(settings: Settings) -> dict[str, float]:
    n, r, alpha, fixed = settings["n"], settings["r"], settings["alpha"], _set_right(settings)
    if fixed is not None:
        return {"rejects": _power_of_fixed_share(n, fixed, alpha)}
    rates = r * (1 - GUESS) + (1 - r) * ONE_RIGHT, (1 - r) * ONE_RIGHT
    return {"rejects": float(power("sign", n, rates, alpha, "greater"))}


def _power_of_fixed_share(n: int, fixed: int, alpha: float) -> float:
    """Sum over what system I errs on where II was set right, and on how many of the others just one is right."""
    wins, others = np.arange(fixed + 1), np.arange(n - fixed + 1)
    weights = np.outer(mass(wins, fixed, 1 - GUESS), mass(others, n - fixed, 2 * ONE_RIGHT))
    needed = _fewest_wins(n, alpha)[wins[:, None] + others] - wins[:, None]
    worth = weights > 1e-15
    _, disagree = np.broadcast_arrays(needed, others)
    return float(weights[worth] @ upper_tail(needed[worth], disagree[worth], 0.5))


@lru_cache(maxsize=8)
def _fewest_wins(most: int, alpha: float) -> Array:
    """Fewest wins that the sign test rejects, for 0 to `most` disagreements; one more than there are where none do."""
    m = np.arange(most + 1.0)
    half = Binomial(m, 0.5)
    return first_true(
        np.ceil(m / 2), m + 1, lambda wins: half.p_value(np.minimum(wins, m), "greater") <= alpha
    )


def _what_you_see(rows: Sequence[Row]) -> str:
    parts = []
    for r in dict.fromkeys(row.settings["r"] for row in rows):
        of_r = [row for row in rows if row.settings["r"] == r]
        shares = [row["rejects"].value for row in of_r]
        if r == 0:
            alpha = share(of_r[0].settings["alpha"])
            parts.append(
                f"Where the systems are equally good (r = 0) the test rejects in at most {share(max(shares))} of the "
                f"trials at any size, with α = {alpha}: a discrete test keeps below its level."
            )
        else:
            parts.append(f"With r = {r:g}, {_majority(of_r, shares)}.")
    return " ".join(parts)


def _majority(rows: Sequence[Row], shares: Sequence[float]) -> str:
    sizes = [row.settings["n"] for row in rows]
    below = [size for size, found in zip(sizes, shares, strict=True) if found <= 0.5]
    from_there = [size for size in sizes if size > max(below, default=0)]
    if not from_there:
        return f"no size up to {max(sizes)} gives a majority of rejections ({share(shares[-1])} there)"
    if not below:
        return f"most trials reject from {min(sizes)} instances on already"
    return f"most trials reject from {from_there[0]} instances on"


SALZBERG = LaboratoryEntry(
    key="salzberg",
    title="Salzberg's two systems",
    summary="Two systems guess among ten classes; the second is set right now and then. How often is that noticed?",
    question="How many test instances does the binomial test need to notice a small true advantage?",
    reference="@salzberg1997",
    measured={"rejects": "Salzberg's binomial test rejects"},
    estimate="Share of trials that reject",
    controls=(
        Control(
            name="r",
            title="Set right r",
            default=[0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1],
            help="Share of the instances on which the second system is set right; elsewhere both guess.",
            low=0.0,
            high=0.5,
            step=0.01,
            shown=False,
        ),
        Control(
            name="n",
            title="Instances N",
            default=list(range(50, 1001, 50)),
            help="Instances that both systems are judged on.",
            low=1,
            high=5000,
            step=1,
            shown=False,
        ),
        Control(
            name="how", title="Set right", default="each", options=SET_RIGHT, help="Which instances they are."
        ),
        ALPHA,
    ),
    trials=_trials,
    exact=_exact,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("curves",),
    axis="n",
    series="r",
)
