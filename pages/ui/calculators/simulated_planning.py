"""The same for the tests that no formula covers: their own verdicts on simulated results."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from time import perf_counter

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.figures import Drawing, power_curve
from core.inference import TESTS, Alternative
from core.inference.planning.simulation import (
    FOLDS,
    MOST_INSTANCES,
    Power,
    Simulation,
    simulated_effect,
    simulated_power,
    simulated_size,
    size_limits,
)
from core.records import Array
from core.written import in_percent, number
from pages.ui.display import charts, elements, typed_numbers
from pages.ui.display.text import plain
from pages.ui.session import cache, links
from pages.ui.verdicts.pair import CLAIMS, claim

KINDS = {
    "5x2_f": "two learners, 5×2 cross-validation: combined F",
    "balanced_5x2_f": "two learners, balanced 5×2 cross-validation: F(7, 5)",
    "blocked_3x2_t": "two learners, blocked 3×2 cross-validation: t",
    "corrected_anova": "several learners on overlapping folds: corrected ANOVA",
    "delong": "the AUCs of two classifiers on the same instances: DeLong",
    "equivalence": "that two learners are equivalent: overlapping folds",
    "paired_equivalence": "that two learners are equivalent: independent folds",
}
LIKELY_CORRELATIONS = (0.2, 0.2)
TRIALS = {"delong": 400, "corrected_anova": 2000}
MOST_TRIALS = 4000
POINTS = {"delong": 8}
MOST_POINTS = 24
FEWEST, MOST = 6, 1000
SOON = 0.5
"""Seconds after which the points that have come are drawn."""


@dataclass(frozen=True)
class Plan:
    """What is asked: a test, and the results it is tried on.

    Attributes
    ----------
    key : str
    asked : Simulation
    alpha : float
    alternative : "two-sided", "less" or "greater"
    """

    key: str
    asked: Simulation
    alpha: float
    alternative: Alternative

    @property
    def unit(self) -> str:
        """What is counted."""
        return "instances" if self.key == "delong" else "pairs of training and validation set"

    def power(self, asked: Simulation) -> Power:
        """Power of the test on other results; kept."""
        return cache.kept(
            "power",
            (self.key, self.alpha, self.alternative, asked),
            lambda: simulated_power(self.key, self.alternative, self.alpha, asked),
        )


def power_wanted() -> float:
    """Let the visitor say with which probability a difference should be seen."""
    return st.slider(
        links.titled("p_target", "Power wanted"),
        0.5,
        0.99,
        0.8,
        0.01,
        format="percent",
        key="p_target",
        bind="query-params",
        help="How probable it is that the test rejects H0, if the truth is as said above.",
    )


def once_more(*answers: tuple[str, str]) -> None:
    """The answers, each with what it is, where a phone shows them beside whatever field is changed."""
    lines = "<br>".join(f"{escape(what)}: <strong>{escape(answer)}</strong>" for what, answer in answers)
    with st.container(key="planned_once_more"):
        st.html(f"<p aria-hidden='true'>{lines}</p>")


def show(key: str) -> None:
    """The form, the answer and its picture."""
    fields, told = st.container(), st.container()
    with typed_numbers.refused(told) as wrong, fields:
        plan, target = _asked(key)
    if wrong:
        return
    try:
        with st.spinner("Simulating …", show_time=False):
            _answer(plan, target)
    except InputError as error:
        elements.refuse(InputError(error.what, hint=error.hint))  # arguments are called otherwise here


def _asked(key: str) -> tuple[Plan, float]:
    """What is asked for, and the power that is wanted."""
    first, second, third = st.container(key="planned_from").columns(3, gap="medium")
    with first:
        asked = _effect(key)
    with second:
        asked = _circumstances(key, asked)
    with third:
        alternative = _claim(key)
        alpha = elements.alpha_slider()
    plan = Plan(key, asked, alpha, alternative)
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        target = power_wanted()
    if key in FOLDS:
        return plan, target
    with right:
        n = typed_numbers.bound_input(
            f"Or: what power do this many {plan.unit} give?",
            f"p_n_{key}",
            10 if key != "delong" else 200,
            FEWEST,
            MOST,
            name=f"Number of {plan.unit}",
        )
    return replace(plan, asked=replace(asked, n=int(n))), target


def _claim(key: str) -> Alternative:
    if not TESTS[key].signed:
        return "two-sided"
    return claim(CLAIMS, f"p_claim_{key}", "two-sided")


def _number(
    label: str,
    value: float,
    name: str,
    hint: str = "",
    *,
    least: float = 0.0,
    most: float = 100.0,
    form: str | None = None,
) -> float:
    return typed_numbers.bound_input(
        label, name, value, least, most, step=0.05, help=hint or None, format=form
    )


def _effect(key: str) -> Simulation:
    n, trials = FOLDS.get(key, FEWEST), TRIALS.get(key, MOST_TRIALS)
    if key == "delong":
        areas = (
            _number("True AUC of A", 0.9, "p_auc_a", least=0.01, most=0.99),
            _number("True AUC of B", 0.8, "p_auc_b", least=0.01, most=0.99),
        )
        return Simulation(n, areas, trials=trials)
    if key == "corrected_anova":
        learners = int(typed_numbers.bound_input("Learners", "p_learners", 3, 3, 20))
        lead = _number(
            "Lead of the best / sd of one learner's folds",
            1.5,
            "p_lead",
            "The others are equally good; what is common to all learners on a fold does not count.",
        )
        return Simulation(n, (lead, *([0.0] * (learners - 1))), trials=trials)
    label = "True mean difference / sd of one fold's difference"
    equivalence = TESTS[key].speaks == "equivalence"
    effect = _number(
        label,
        0.0 if equivalence else 1.0,
        f"p_delta_{key}",
        "In standard deviations (sd) of the difference from fold to fold.",
        least=-100.0,
    )
    rope = (
        _number("Still equivalent up to ± / the same sd", 1.0, "p_rope", least=0.01) if equivalence else None
    )
    return Simulation(n, effect, rope=rope, trials=trials)


def _circumstances(key: str, asked: Simulation) -> Simulation:
    """How the results are correlated, and the sizes of the sets where the test asks for them."""
    if key in FOLDS:
        within = _correlation("Correlation of the two folds of a replicate", "p_within")
        between = _correlation("Correlation of folds of two replicates", "p_between")
        return replace(asked, correlations=(within, between))
    if key == "delong":
        scores = _number("Correlation of the two scores within a class", 0.5, "p_scores", most=0.999)
        return replace(asked, correlations=scores)
    if key == "paired_equivalence":
        return asked
    ratio = _number(
        "Validation size / training size",
        1 / 9,
        "p_sizes",
        "1/9 for 10-fold cross-validation, 1/2 for cuts of two thirds to one third.",
        least=0.001,
        most=10.0,
        form="%.4f",
    )
    other = typed_numbers.bound_input(
        "Correlation of two folds (empty: as the test supposes)",
        "p_rho",
        None,
        0.0,
        0.999,
        step=0.05,
        help="The test supposes n_val/n, the share of a validation set. Learners whose folds correlate more make it "
        "reject too often.",
    )
    return replace(asked, ratio=ratio, correlations=other)


def _correlation(label: str, name: str) -> float:
    hint = "Of the differences between the learners. Few experiments tell; 0 to .5 was measured on real data."
    return _number(label, LIKELY_CORRELATIONS[0], name, hint, most=0.999)


@dataclass(frozen=True)
class _Places:
    """Where results come as they stand; all are empty at first, so that nothing of former settings is left."""

    answer: DeltaGenerator
    certainty: DeltaGenerator
    reached: DeltaGenerator
    curve: DeltaGenerator
    about: DeltaGenerator


def _places() -> _Places:
    left, right = st.columns(2)
    return _Places(left.empty(), left.empty(), right.empty(), st.empty(), st.empty())


def _answer(plan: Plan, target: float) -> None:
    at = _places()
    if plan.key in FOLDS:
        _smallest_effect(plan, target, at)
    else:
        _size(plan, target, at)
    at.about.caption(
        f"Simulated: {plan.asked.trials:,} runs of the test on normal {_what(plan)} for each number, the same random "
        "numbers for all of them; ± is one standard error."
    )


def _what(plan: Plan) -> str:
    if plan.key != "delong":
        return "fold scores"
    return "scores of as many positive as negative instances (one more negative where their number is odd)"


def _power_there(place: DeltaGenerator, plan: Plan, asked: Simulation, more: str = "") -> None:
    """How sure a size or difference is that was found by simulation."""
    there = _told(plan.power(asked), asked.trials)
    place.caption(f"Power there: {there}, from {asked.trials:,} simulated trials.{more}")


def _told(found: Power, trials: int) -> str:
    """A power with its standard error, which says nothing where all trials agree."""
    if found in (0.0, 1.0):
        return f"{in_percent(found, '.0f')} ({found * trials:,.0f} of {trials:,})"
    return f"{100 * found:.1f} ± {in_percent(found.standard_error, '.1f')}"


def _reached(at: _Places, label: str, plan: Plan, *others: tuple[str, str]) -> None:
    """The power asked about; on a phone it stands once more with the other answers."""
    answer = _told(plan.power(plan.asked), plan.asked.trials)
    with at.reached.container():
        st.metric(label, answer, border=True)
        once_more(*others, (label, answer))


def _smallest_effect(plan: Plan, target: float, at: _Places) -> None:
    asked = (plan.key, plan.alpha, plan.alternative, replace(plan.asked, effect=0.0), target)
    needed = cache.kept(
        "effect_needed",
        asked,
        lambda: simulated_effect(plan.key, plan.alternative, plan.alpha, plan.asked, target),
    )
    smallest = (f"Smallest difference found with power {in_percent(target)}", f"{number(needed, 3)} sd")
    at.answer.metric(*smallest, border=True)
    _power_there(at.certainty, plan, replace(plan.asked, effect=needed))
    _reached(at, f"Power to find a difference of {plan.asked.effect:g} sd", plan, smallest)
    _curve(plan, np.sort(np.linspace(0.0, 2 * needed, MOST_POINTS)), target, needed, at.curve)


def _size(plan: Plan, target: float, at: _Places) -> None:
    asked = (plan.key, plan.alpha, plan.alternative, replace(plan.asked, n=0), target)
    needed: int | None = None
    try:
        needed = cache.kept(
            "sample_size",
            asked,
            lambda: simulated_size(plan.key, plan.alternative, plan.alpha, plan.asked, target),
        )
    except InputError as error:
        at.certainty.warning(plain(error), icon=":material/block:")
    short, largest = plan.unit.partition(" of ")[0], MOST_INSTANCES if plan.key == "delong" else MOST
    told, size, sure = f"{short.capitalize()} for power {in_percent(target)}", f"none up to {largest:,}", ""
    if needed is not None:
        size = f"{needed:,}"
        at.answer.metric(told, size, border=True)  # how sure it is takes as long again
        low, high = _limits(plan, needed, target)
        if low != high:
            size = f"about {needed:,}"
            up = (
                f" {short} or more; power hardly rises from there on"
                if high is None
                else f" to {high:,} {short}"
            )
            sure = f" Within 2 standard errors: {low:,}{up}."
    size_needed = told, size
    at.answer.metric(*size_needed, border=True)
    if needed is not None:
        _power_there(at.certainty, plan, replace(plan.asked, n=needed), sure)
    _reached(at, f"Power of {plan.asked.n:,} {short}", plan, size_needed)
    most = min(2 * max(needed or 0, plan.asked.n, FEWEST), largest)
    spaced = np.geomspace if plan.key in POINTS else np.linspace  # of few points more where power rises
    sizes = spaced(FEWEST, most, POINTS.get(plan.key, MOST_POINTS)).round()
    _curve(plan, np.unique([*sizes, needed or most]).astype(int), target, needed, at.curve)


def _limits(plan: Plan, needed: int, target: float) -> tuple[int, int | None]:
    """How sure a size is; kept."""
    asked = replace(plan.asked, n=needed)
    return cache.kept(
        "size_limits",
        (plan.key, plan.alpha, plan.alternative, asked, target),
        lambda: size_limits(plan.key, plan.alternative, plan.alpha, asked, target),
    )


def _curve(plan: Plan, at: Array, target: float, reached: float | None, place: DeltaGenerator) -> None:
    """Power over the difference where n is given by the design, or else over n; its points as they come."""
    if plan.key in FOLDS:
        title = "True mean difference / sd of one fold's difference"
        asked = [replace(plan.asked, effect=float(effect)) for effect in at]
    else:
        title = f"Number of {plan.unit}"
        asked = [replace(plan.asked, n=int(n)) for n in at]

    def drawing(found: Sequence[Power]) -> Drawing:
        return power_curve(
            at[: len(found)],
            np.array(found),
            title,
            target=target,
            reached=reached,
            errors=np.array([power.standard_error for power in found]),
            dark=elements.is_dark(),
        )

    found: list[Power] = []
    drawn = perf_counter()
    for each in asked[:-1]:
        found.append(plan.power(each))
        if perf_counter() - drawn > SOON:
            with place:  # under a key of its own: a run draws under each but once
                charts.still(drawing(found), f"p_curve_{len(found)}")
            drawn = perf_counter()
    found.append(plan.power(asked[-1]))
    with place.container():
        charts.figure(drawing(found), "p_curve", "power")
