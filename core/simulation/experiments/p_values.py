"""The dance of the p-values: the same two learners, new folds each time."""

from collections.abc import Sequence

import numpy as np
from scipy import special

from core.inference import INTERVALS, TESTS
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.fold_model import MOST_CORRELATED, fold_differences, t_rejection
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Series, Settings
from core.written import level_text, p_text

INTERVAL_OF = {"paired_t": "mean_difference_t", "corrected_t": "corrected_difference_t"}
BINS = 20


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    test, folds = settings["test"], settings["k"]
    inputs = fold_differences(rng, (count, 1, folds), settings["effect"], settings["rho"])
    if test == "corrected_t":
        inputs |= {"n_train": 1 - 1 / folds, "n_validation": 1 / folds}
    found = TESTS[test].evaluate(**inputs)
    low, high = INTERVALS[INTERVAL_OF[test]].evaluate(1 - settings["alpha"], **inputs)
    seen = {"low": low, "high": high, "estimate": found.terms["estimate"], "p_value": found.p_value}
    rejects = found.p_value <= settings["alpha"]
    return Outcomes({"rejects": rejects}, seen | {"rejects": rejects})


def _judged(settings: Settings, alpha: float, outcomes: Outcomes) -> Outcomes:
    """At another level the ends of an interval lie as much further as the quantile of t does."""
    seen = outcomes.seen
    before, after = (
        special.stdtrit(settings["k"] - 1, 1 - level / 2) for level in (settings["alpha"], alpha)
    )
    half = (seen["high"] - seen["low"]) / 2 * (after / before)
    ends = {"low": seen["estimate"] - half, "high": seen["estimate"] + half}
    rejects = seen["p_value"] <= alpha
    return Outcomes({"rejects": rejects}, {**seen, **ends, "rejects": rejects})


def _power(settings: Settings, alpha: float) -> float:
    folds = settings["k"]
    factor = 1 / folds + (1 / (folds - 1) if settings["test"] == "corrected_t" else 0.0)
    return t_rejection(folds, settings["effect"], settings["rho"], factor, alpha)


def _exact(settings: Settings) -> dict[str, float]:
    return {"rejects": _power(settings, settings["alpha"])}


def _theory(settings: Settings) -> Series:
    edges = np.linspace(0, 1, BINS + 1)
    reached = np.array([0.0, *(_power(settings, float(edge)) for edge in edges[1:-1]), 1.0])
    return {"theory": ((edges[:-1] + edges[1:]) / 2, np.diff(reached))}


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    alpha, values = row.settings["alpha"], row.outcomes.seen["p_value"]
    return (
        f"{share_with_error(row['rejects'])} of the trials have p ≤ {level_text(alpha)}; theory says "
        f"{share(row.exact['rejects'])}. {_cause(row)} {_spread(values)}"
    ).strip()


def _cause(row: Row) -> str:
    alpha, exact = row.settings["alpha"], row.exact["rejects"]
    if row.settings["effect"] > 0 and exact > 0.995:
        return "The difference is there in every trial, and so large that luck hides it next to never."
    if row.settings["effect"] > 0:
        return "The difference is there in every trial; whether it is found is luck to that extent."
    little = "a little " if 0.8 * alpha <= exact <= 1.2 * alpha else ""
    if share(exact) == share(alpha):
        why = "as many are to be expected as α says"
    elif exact > alpha:
        taken = "the test takes the folds for less alike than they are"
        why = f"{little}more are to be expected than α says, since {taken}"
    else:
        why = f"{little}fewer are to be expected than α says; the test is careful here"
    return f"There is no difference, so whatever is found is a false alarm: {why}."


def _spread(values: Array) -> str:
    if len(values) < 20:
        return ""
    low, high = (p_text(float(q)) for q in np.quantile(values, [0.1, 0.9]))
    return (
        f"Eight of ten p-values lie between {low} and {high}." if low != high else f"Nearly every p is {low}."
    )


P_VALUES = LaboratoryEntry(
    key="p_values",
    other_names=("significance",),
    title="The dance of the p-values",
    summary="The same two learners on new folds at each beat: intervals and p-values as they come.",
    question="Would the same two learners give the same verdict again?",
    reference="@dietterich1998; @nadeau2003",
    measured={"rejects": "Rejects"},
    estimate="Share of trials that reject",
    controls=(
        Control(
            name="effect",
            title="True difference (sd of a fold)",
            default=0.8,
            help="Mean difference in standard deviations of a fold's difference; 0 for equally good learners.",
            low=0.0,
            high=3.0,
            step=0.1,
        ),
        Control(
            name="rho",
            title="Correlation ρ of the folds",
            default=0.0,
            help="What overlapping training sets do to the folds: 0 for disjoint data, about 1/K for K folds.",
            low=0.0,
            high=MOST_CORRELATED,
            step=0.01,
        ),
        Control(
            name="test",
            title="Test",
            default="paired_t",
            help="The corrected t test expects folds that correlate by 1/K.",
            options={"paired_t": "paired t", "corrected_t": "corrected t"},
        ),
        Control(
            name="k",
            title="Folds K",
            default=10,
            help="Pairs of a trial.",
            low=2,
            high=100,
            step=1,
            shown=False,
        ),
        ALPHA,
    ),
    trials=_trials,
    exact=_exact,
    theory=_theory,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dance", "histogram"),
    counted="p_value",
    counted_title="p-value",
    first=25,
    beat=1,
    judged=_judged,
)
