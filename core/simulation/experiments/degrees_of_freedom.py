"""Sizes of the 5×2 F tests over the correlations of the folds (METHODS' exact null, Wang 2016)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.inference import TESTS, degrees_of_freedom
from core.inference.distributions.continuous import FisherF
from core.inference.distributions.exact_5x2 import Exact5x2F
from core.inference.planning.simulation import correlated_normals
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.fold_model import MOST_CORRELATED
from core.simulation.experiments.shared import ALPHA, at_alpha, share_with_error
from core.simulation.outcomes import Outcomes, Row, Series, Settings
from core.written import hundredfold, in_points

MEASURED = {
    "5x2_f": "F(10, 5)",
    "balanced_5x2_f": "F(7, 5)",
    "with_correlations": "(1 − ρ1)·F against F(f, 5)",
    "exact_5x2_f": "exact critical value at the true ρ1, ρ2",
}
CURVE = np.linspace(0, MOST_CORRELATED, 50)


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    rho: dict[str, Any] = {"rho1": settings["rho1"], "rho2": settings["rho2"]}
    scores = correlated_normals(rng, (count, 5, 2), rho["rho1"], rho["rho2"])
    pair: dict[str, Any] = {"a": scores, "b": np.zeros_like(scores)}
    found = {
        "5x2_f": TESTS["5x2_f"].evaluate(**pair),
        "balanced_5x2_f": TESTS["balanced_5x2_f"].evaluate(**pair),
        "with_correlations": TESTS["balanced_5x2_f"].evaluate(**pair, **rho),
        "exact_5x2_f": TESTS["exact_5x2_f"].evaluate(**pair, **rho),
    }
    return Outcomes({key: result.p_value <= settings["alpha"] for key, result in found.items()})


def _exact(settings: Settings) -> dict[str, float]:
    return {key: float(size) for key, size in _sizes(settings, settings["rho2"]).items()}


def _sizes(settings: Settings, rho2: Any) -> dict[str, Any]:
    """P(F ≥ what a test compares it with) at one ρ2, or at several."""
    rho1, alpha = settings["rho1"], settings["alpha"]
    null, with_correlations = Exact5x2F(rho1, rho2), FisherF(degrees_of_freedom(rho1, rho2), 5.0)
    return {
        "5x2_f": null.sf(FisherF(10.0, 5.0).isf(alpha)),
        "balanced_5x2_f": null.sf(FisherF(7.0, 5.0).isf(alpha)),
        "with_correlations": null.sf(with_correlations.isf(alpha) / (1 - rho1)),
        "exact_5x2_f": alpha + np.zeros_like(rho2),
    }


def _theory(settings: Settings) -> Series:
    return {key: (CURVE, size) for key, size in _sizes(settings, CURVE).items()}


def _what_you_see(rows: Sequence[Row]) -> str:
    first, last = rows[0], rows[-1]
    rho1, rho2 = last.settings["rho1"], last.settings["rho2"]
    gap = max(abs(row.exact["5x2_f"] - row.exact["balanced_5x2_f"]) for row in rows)
    sizes = [row.exact["5x2_f"] for row in rows]
    shift = hundredfold(max(sizes) - min(sizes), 2)
    alpha = last.settings["alpha"]
    exact, usual = Exact5x2F(rho1, rho2).isf(alpha), FisherF(10.0, 5.0).isf(alpha)
    return (
        f"At ρ1 = {rho1:g} and ρ2 = {rho2:g} the 5×2 F has f = {degrees_of_freedom(rho1, rho2):.2f} degrees of "
        f"freedom. Counting 7 instead of 10 changes the share of rejections by at most {in_points(gap, 2, full=True)}; "
        f"another correlation ρ2 changes it by up to {shift} points. No learner is better, so every rejection is "
        f"false: the F(10, 5) test rejects in {share_with_error(first['5x2_f'])} of the trials for ρ2 = "
        f"{first.settings['rho2']:g} and in {share_with_error(last['5x2_f'])} for ρ2 = {rho2:g}, where the exact "
        f"critical value of F is {exact:.2f} and F(10, 5) says {usual:.2f}. No single run can tell what ρ is."
    )


DEGREES_OF_FREEDOM = LaboratoryEntry(
    key="degrees_of_freedom",
    title="Degrees of freedom of the 5×2 F",
    summary="How often the 5×2 F tests reject equal learners, over the correlations between their folds.",
    question="How many degrees of freedom has the 5×2 F, and does it matter?",
    reference="@wang2016, eqs. 4–7 and Table 2; @bengio2004",
    measured=MEASURED,
    estimate="Share of trials that reject",
    controls=(
        Control(
            name="rho1",
            title="Correlation ρ1 within replicates",
            default=0.0,
            help="Of the two folds of one replicate.",
            low=0.0,
            high=MOST_CORRELATED,
            step=0.01,
        ),
        Control(
            name="rho2",
            title="Correlation ρ2 between replicates",
            default=[0.0, 0.1, 0.2, 0.3, 0.4, 0.49],
            help="Of folds of two replicates.",
            low=0.0,
            high=MOST_CORRELATED,
            step=0.01,
            shown=False,
        ),
        ALPHA,
    ),
    trials=_trials,
    block=500,
    first=2000,
    beat=500,
    exact=_exact,
    theory=_theory,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("curves",),
    axis="rho2",
    on_data="fold_correlations",
)
