"""Salzberg's grid: how large a test set has to be for the binomial test to see a small true advantage."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from core.errors import listing
from core.inference import TESTS
from core.inference.distributions.discrete import Binomial, first_true, upper_tail
from core.inference.planning.disagreement import likely_counts
from core.inference.planning.power import sample_size
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Settings
from core.written import counted

GUESS = 0.1
"""Of ten classes a guess hits one."""
ONE_RIGHT = GUESS * (1 - GUESS)
"""Both guess and only this one is right."""

_LARGEST = 2000

ONE_SIDED = "The test is one-sided (H0: the second is no better); two-sided, more are needed."

SET_RIGHT = {"each": "each instance with probability r", "share": "exactly the share r of the instances"}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    """How many instances only one system gets right, and for which of them that is the second one."""
    n, fixed = settings["n"], _set_right(settings)
    if fixed is None:
        second_only, first_only = _rates(settings["r"])
        disagree = rng.binomial(n, second_only + first_only, count)
        wins = rng.binomial(disagree, second_only / (second_only + first_only))
    else:
        given = rng.binomial(fixed, 1 - GUESS, count)
        guessed = rng.binomial(n - fixed, 2 * ONE_RIGHT, count)
        disagree, wins = given + guessed, given + rng.binomial(guessed, 0.5)
    found = TESTS["sign"].evaluate("greater", e01=wins, e10=disagree - wins)
    return Outcomes({"rejects": found.p_value <= settings["alpha"]})


def _rates(r: float) -> tuple[float, float]:
    """Probabilities that only the second, and that only the first system is right."""
    return r * (1 - GUESS) + (1 - r) * ONE_RIGHT, (1 - r) * ONE_RIGHT


def _set_right(settings: Settings) -> int | None:
    return round(settings["n"] * settings["r"]) if settings["how"] == "share" else None


def _exact(settings: Settings) -> dict[str, float]:
    n, r, alpha, fixed = settings["n"], settings["r"], settings["alpha"], _set_right(settings)
    if fixed is not None:
        return {"rejects": _power_of_fixed_share(n, fixed, alpha)}
    second_only, first_only = _rates(r)
    disagree = second_only + first_only
    m, weights = likely_counts(n, disagree)
    rejecting = _rejecting(_LARGEST, second_only / disagree, alpha)[m.astype(int)]
    return {"rejects": float(weights @ rejecting)}


def _power_of_fixed_share(n: int, fixed: int, alpha: float) -> float:
    """Sum over what system I errs on where II was set right, and on how many of the others just one is right."""
    (wins, of_wins), (others, of_others) = (
        likely_counts(fixed, 1 - GUESS),
        likely_counts(n - fixed, 2 * ONE_RIGHT),
    )
    needed = _fewest_wins(_LARGEST, alpha)[(wins[:, None] + others).astype(int)] - wins[:, None]
    return float(of_wins @ upper_tail(needed, others, 0.5) @ of_others)


@lru_cache(maxsize=64)
def _rejecting(most: int, p: float, alpha: float) -> Array:
    """P(the test rejects) for 0 to `most` disagreements of which the share p speaks for the second system."""
    return upper_tail(_fewest_wins(most, alpha), np.arange(most + 1.0), p)


@lru_cache(maxsize=8)
def _fewest_wins(most: int, alpha: float) -> Array:
    """Fewest wins that the sign test rejects, for 0 to `most` disagreements; one more than there are where none do."""
    m = np.arange(most + 1.0)
    half = Binomial(m, 0.5)
    return first_true(
        np.ceil(m / 2), m + 1, lambda wins: half.p_value(np.minimum(wins, m), "greater") <= alpha
    )


def _what_you_see(rows: Sequence[Row]) -> str:
    by_r: dict[float, list[Row]] = {}
    for row in rows:
        by_r.setdefault(row.settings["r"], []).append(row)
    majority = {r: _majority(of_r) for r, of_r in by_r.items() if r > 0}
    from_n = [f"{counted(n, 'instances')} on for r = {r:g}" for r, n in majority.items() if n is not None]
    never = [f"{r:g}" for r, n in majority.items() if n is None]
    parts = [f"By exact calculation, most trials reject from {listing(from_n)}."] if from_n else []
    parts.append(ONE_SIDED)
    if never:
        most = max(row.settings["n"] for row in rows)
        parts.append(f"No size up to {most:,} is enough for a majority with r = {listing(never)}.")
    parts += [_without_difference(of_r) for r, of_r in by_r.items() if r == 0]
    return " ".join(parts)


def _without_difference(rows: Sequence[Row]) -> str:
    first, last = rows[0], rows[-1]
    shares = [share_with_error(row["rejects"]) for row in (first, last)]
    most = max(row.exact["rejects"] for row in rows)
    return (
        f"Where the systems are equally good (r = 0) the one-sided test rejects in {shares[0]} of the trials "
        f"on {counted(first.settings['n'], 'instances')} and in {shares[1]} on {last.settings['n']:,}; "
        f"exactly at most {share(most)}, below α = {share(first.settings['alpha'])}, since counts move in steps."
    )


def _majority(rows: Sequence[Row]) -> int | None:
    """The smallest size from which most trials reject, of each larger size too; None beyond those that are drawn."""
    settings, most = rows[0].settings, max(row.settings["n"] for row in rows)
    found = _enough(settings["r"], settings["alpha"], settings["how"])
    return found if found <= most else None


@lru_cache(maxsize=64)
def _enough(r: float, alpha: float, how: str) -> int:
    """By exact power; that of a fixed share is looked for downwards from a quarter more than else is needed."""
    each = sample_size("sign", effect=_rates(r), power=0.5, alpha=alpha, alternative="greater")
    if how == "each" or each > _LARGEST:
        return each
    n = min(each + each // 4 + 20, _LARGEST)
    while n and _power_of_fixed_share(n, round(n * r), alpha) > 0.5:
        n -= 1
    return n + 1


SALZBERG = LaboratoryEntry(
    key="salzberg",
    title="Salzberg's two systems",
    summary="Two systems guess among ten classes; the second is set right now and then. How often is that noticed?",
    question="How many test instances does the one-sided binomial test need to notice a small true advantage?",
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
            high=_LARGEST,
            step=1,
            shown=False,
        ),
        Control(
            name="how", title="Set right", default="each", options=SET_RIGHT, help="Which instances they are."
        ),
        ALPHA,
    ),
    trials=_trials,
    block=1000,
    first=500,
    beat=500,
    exact=_exact,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("curves",),
    axis="n",
    series="r",
)
