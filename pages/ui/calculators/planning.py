"""Before the work: how many instances or folds, and what a test could then find."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import TypedDict, cast

import numpy as np
import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import OtherEffect, power_curve
from core.inference import Alternative
from core.inference.planning.power import (
    LARGEST,
    curve_sizes,
    effect_times,
    first_reached,
    points_away,
    power,
    power_over,
    sample_size,
    unjudged_share,
)
from core.inference.planning.proportions import UNJUDGED, most_summed
from core.inference.planning.simulation import Effect
from core.inference.planning.steps import interval_size_steps, power_steps
from core.records import Array
from core.written import decimal, in_percent, in_points, likely, number
from pages.ui.calculators import simulated_planning
from pages.ui.display import charts, elements, tables, typed_numbers
from pages.ui.display.text import plain
from pages.ui.session import cache, links
from pages.ui.verdicts.pair import CLAIMS, RATE_CLAIMS, claim

KINDS = {
    "interval": "the width of an interval of an error rate",
    "binomial": "one classifier against p0: binomial test",
    "two_proportions": "two classifiers on different instances: two proportions",
    "mcnemar_exact": "two classifiers on the same instances: exact McNemar",
    "sign": "two classifiers on the same instances: Salzberg's sign test, meant one-sided",
    "paired_t": "two learners on independent folds: paired t",
    "corrected_t": "two learners on overlapping folds: corrected t",
}
MOST_IN_BOX = 45
"""Letters that a box on a phone shows."""
SHARES = ("p_target", "p_range")
"""Keys of controls that show shares in per cent."""
UNITS = {
    "two_proportions": "instances of each classifier",
    "paired_t": "pairs of training and validation set",
    "corrected_t": "pairs of training and validation set",
}
COUNTED = ("binomial", "two_proportions", "mcnemar_exact", "sign")
"""Tests on counts, whose p-values move in steps."""
ON_THE_SAME = ("mcnemar_exact", "sign")
"""Tests on the instances on which just one of two classifiers errs."""
OTHERS = {0.5: "half as large", 1.5: "1.5 times as large"}
"""Effects that are looked at beside the one asked about."""
MOST_FOR_OTHERS = 1500
"""Sizes up to which other effects of tests on counts are drawn: a second for all of them."""
LEAST = 0.0001
"""A rate p0 that a test can hold a classifier against, and as far from 1 the largest."""
SELDOM = 0.001
"""A share of experiments without an answer that moves no power that is shown."""
MOST_BESIDE = 4
"""How many times as large as the size needed another one may be to be on the same axis."""


class _Options(TypedDict):
    alpha: float
    alternative: Alternative
    p0: float | None
    ratio: float | None


@dataclass(frozen=True)
class Plan:
    """What is asked: a test, the effect it should find, and how surely."""

    key: str
    effect: Effect
    alpha: float
    alternative: Alternative
    p0: float | None = None
    ratio: float | None = None

    @property
    def options(self) -> _Options:
        """What `power` takes beside the size and the effect."""
        return {"alpha": self.alpha, "alternative": self.alternative, "p0": self.p0, "ratio": self.ratio}

    @property
    def unit(self) -> str:
        """What is counted."""
        return UNITS.get(self.key, "instances")

    @property
    def short(self) -> str:
        """The same where it was said in full before."""
        return self.unit.partition(" of training")[0]

    @property
    def not_enough(self) -> str:
        """What is needed where no size is."""
        return (
            f"no number of {self.short} is enough"
            if self.has_a_ceiling
            else f"more than {LARGEST:,} {self.short}"
        )

    @property
    def words(self) -> str:
        """The effect in its unit."""
        if isinstance(self.effect, tuple | list):
            return in_points(abs(self.effect[0] - self.effect[1]))
        return in_percent(self.effect, ".6g") if self.key == "binomial" else f"{number(self.effect, 3)} sd"

    def times(self, times: float) -> "Plan | None":
        """The same where the difference is so many times as large, None where it cannot be."""
        effect = effect_times(self.key, self.effect, times, self.p0)
        return None if effect is None or effect == self.effect else replace(self, effect=effect)

    @property
    def has_a_ceiling(self) -> bool:
        """Whether there may be a power that no size reaches."""
        return self.key == "corrected_t" or points_away(self.effect, self.alternative, self.p0)

    def power_up_to(self, most: int, around: int | None) -> Array:
        """Power at the sizes of `curve_sizes`; kept."""
        return cache.kept(
            "power_over",
            (self, most, around),
            lambda: power_over(self.key, curve_sizes(most, around), self.effect, **self.options),
        )

    def needed(self, target: float) -> int:
        """Size for a power; kept."""
        return cache.kept(
            "sample_size",
            (self, target),
            lambda: sample_size(self.key, effect=self.effect, power=target, **self.options),
        )


def show() -> None:
    """The planning calculator."""
    kinds = KINDS | {key: f"{words} (simulated)" for key, words in simulated_planning.KINDS.items()}
    key = st.selectbox(
        links.titled("p_kind", "Plan for", words=kinds),
        list(kinds),
        format_func=kinds.__getitem__,
        key="p_kind",
        bind="query-params",
    )
    if len(kinds[key]) > MOST_IN_BOX:
        st.html(f"<p class='fw-small fw-whole'>{escape(kinds[key])}</p>")
    if key == "interval":
        _interval()
        return
    if key in simulated_planning.KINDS:
        simulated_planning.show(key)
        return
    fields, told = st.container(), st.container()
    with typed_numbers.refused(told) as wrong, fields:
        plan = _ask(key)
        left, right = st.columns(2)
        with left:
            target = simulated_planning.power_wanted()
        with right:
            title, name = f"Or: what power do this many {plan.unit} give?", f"Number of {plan.unit}"
            n = int(typed_numbers.bound_input(title, "p_n", 100, 2, 100_000, name=name))
    if wrong:
        return
    with st.spinner("Adding up …", show_time=False):
        _answer(plan, target, n)


def _interval() -> None:
    st.caption(
        "The normal interval of an error rate is widest at the rate nearest ½; the range says how near it may be."
    )
    columns, told = st.columns([3, 4, 3], gap="medium"), st.container()
    with typed_numbers.refused(told) as wrong:
        with columns[0]:
            width = elements.share_input(
                "Full width at most (points)", "p_width_points", 0.1, 0.001, 0.999, stem="p_width"
            )
        with columns[2]:
            level = elements.share_input("Level (%)", "p_level_percent", 0.95, 0.5, 0.999, stem="p_level")
    low, high = columns[1].slider(
        links.titled("p_range", "The error rate lies between"),
        0.0,
        1.0,
        (0.2, 0.6),
        0.01,
        format="percent",
        key="p_range",
        bind="query-params",
    )
    if wrong:
        return
    n = sample_size("interval", width=width, p=(low, high), level=level)
    st.metric("Instances needed", f"{n:,}", border=True)
    simulated_planning.once_more(("Instances needed", f"{n:,}"))
    for line in interval_size_steps(width, (low, high), level)[:-1]:  # the last one is the answer
        elements.formula(line)
    st.caption(
        "Mitchell exercise 5.4 is the preset: a rate from 20 to 60\u00a0%, width 10 points, level 95\u00a0%."
    )
    widths = np.round(np.geomspace(0.02, 0.3, 12), 3)
    rows = [
        {
            "width (points)": decimal(100 * w),
            "instances": sample_size("interval", width=float(w), p=(low, high), level=level),
        }
        for w in widths
    ]
    with st.expander("Other widths", icon=":material/table:"):
        tables.rows(pd.DataFrame(rows), "p_widths", "sample_sizes")


def _rate(label: str, value: float, key: str, least: float = 0.0) -> float:
    return elements.share_input(f"{label} (%)", f"{key}_percent", value, least, 1 - least, stem=key)


def _ask(key: str) -> Plan:
    columns = st.columns(3, gap="medium")
    with columns[0]:
        one = _first(key)
    p0 = ratio = None
    effect: Effect = one
    with columns[1]:
        if key == "binomial":
            p0 = _rate("Rate p0 under H0", 0.3, "p_p0", LEAST)
        elif key == "two_proportions":
            effect = (one, _rate("True error rate of B", 0.2, "p_b"))
        elif key in ON_THE_SAME:
            effect = (one, _rate("Share where only B errs", 0.05, "p_10"))
        elif key == "corrected_t":
            ratio = _ratio()
    with columns[2]:
        default: Alternative = "greater" if key == "sign" else "two-sided"
        alternative = claim(RATE_CLAIMS if key == "binomial" else CLAIMS, f"p_claim_{key}", default)
        alpha = elements.alpha_slider()
    return Plan(key, effect, alpha, alternative, p0, ratio)


def _first(key: str) -> float:
    """The true rate, or what stands first of two."""
    if key == "binomial":
        return _rate("True error rate", 0.2, "p_rate")
    if key == "two_proportions":
        return _rate("True error rate of A", 0.3, "p_a")
    if key in ON_THE_SAME:
        return _rate("Share where only A errs", 0.1, "p_01")
    return typed_numbers.bound_input(
        "Mean difference / sd of the differences",
        "p_d",
        0.8,
        0.01,
        20.0,
        step=0.1,
        help="The true mean difference of the folds in standard deviations of the differences.",
    )


def _ratio() -> float:
    return typed_numbers.bound_input(
        "Validation size / training size",
        "p_ratio",
        1 / 9,
        0.001,
        10.0,
        step=0.01,
        format="%.4f",
        help="1/9 for 10-fold cross-validation, 1/2 for cuts of two thirds to one third.",
    )


def _answer(plan: Plan, target: float, n: int) -> None:
    # First, so that an effect that cannot be is refused once.
    reached = cache.kept("power", (plan, n), lambda: power(plan.key, n, plan.effect, **plan.options))
    needed, warned = None, ""
    try:
        needed = plan.needed(target)
    except InputError as error:
        warned = str(error)
        st.warning(_ceiling(plan) or plain(error), icon=":material/block:")
    left, right = st.columns(2)
    size = (
        f"{needed:,}"
        if needed is not None
        else "no number"
        if plan.has_a_ceiling
        else f"none up to {LARGEST:,}"
    )
    answers = [
        (f"{plan.short.capitalize()} for power {in_percent(target)}", size),
        (f"Power of {n:,} {plan.short}", likely(reached)),
    ]
    for place, answer in zip((left, right), answers, strict=True):
        place.metric(*answer, border=True)
    simulated_planning.once_more(*answers)
    if plan.key == "two_proportions":
        st.caption(_summed(plan, needed, n))
        if often := _unjudged(plan, min(needed or n, n), told=UNJUDGED in warned):
            st.caption(often)
    most = _largest_shown(needed, n)
    _curves(plan, target, needed, most)
    with st.expander("Formula with these numbers", icon=":material/function:"):
        for line in power_steps(plan.key, n, plan.effect, reached, p0=plan.p0, ratio=plan.ratio):
            elements.formula(line)


def _summed(plan: Plan, needed: int | None, n: int) -> str:
    """Whether power is that of all outcomes, and where it is not."""
    most = most_summed(cast(tuple[float, float], plan.effect))
    if max(needed or 0, n) <= most:
        return "Power is the sum over all outcomes of both samples."
    return (
        f"Up to {most:,.0f} instances of each classifier power is the sum over all outcomes of both samples; beyond, "
        "it is by the normal approximation, which is good to three digits there."
    )


def _unjudged(plan: Plan, n: int, *, told: bool) -> str:
    """How often the test has no answer on so many instances, and why if it is not told; empty where nearly never."""
    share = unjudged_share(n, plan.effect, plan.alternative)
    if share < SELDOM:
        return ""
    often = "always" if share == 1 else f"in {likely(share)} of experiments"
    if told:
        judges = "can never judge" if share == 1 else f"cannot judge {often}"
        return f"On {n:,} {plan.unit} it {judges}, which counts as not rejected."
    return (
        f"{UNJUDGED} On {n:,} {plan.unit} that happens {often}, and counts as not rejected. Fisher's and Boschloo's "
        "tests judge there, too."
    )


def _curves(plan: Plan, target: float, needed: int | None, most: int) -> None:
    """Power over the size, thinner for other effects, and what there is to say of it."""
    sizes = curve_sizes(most, needed)
    curve = plan.power_up_to(most, needed)
    first = first_reached(sizes, curve, target)
    others = _others(plan) if most <= MOST_FOR_OTHERS or plan.key not in COUNTED else {}
    drawing = power_curve(
        sizes,
        curve,
        f"Number of {plan.unit}",
        target=target,
        reached=needed,
        first=first,
        words=f"1×: {plan.words}",
        beside=[
            OtherEffect(f"{times:g}×", f"{times:g}×: {other.words}", other.power_up_to(most, needed))
            for times, other in others.items()
        ],
        dark=elements.is_dark(),
    )
    charts.figure(drawing, "p_curve", "power")
    if others:
        st.caption(_what_if(plan, others, target))
    if plan.key in COUNTED and needed is not None:
        st.caption(_saw(plan, target, needed, first))


def _others(plan: Plan) -> dict[float, Plan]:
    found = {times: plan.times(times) for times in OTHERS}
    return {times: other for times, other in found.items() if other is not None}


def _what_if(plan: Plan, others: Mapping[float, Plan], target: float) -> str:
    """What would be needed if the difference were another one."""
    said = []
    for times, other in others.items():
        try:
            needed = f"{other.needed(target):,} {other.short}"
        except InputError:
            needed = other.not_enough
        rates = ""
        if plan.key == "two_proportions" and isinstance(other.effect, tuple | list):
            rates = f": {in_percent(other.effect[0], '.6g')} against {in_percent(other.effect[1], '.6g')}"
        said.append(f"{OTHERS[times]} ({other.words}{rates}): {needed}")
    still = ""
    if plan.key in ON_THE_SAME and isinstance(plan.effect, tuple | list):
        still = f", with disagreement still on {in_percent(sum(plan.effect), '.6g')} of the instances"
    return (
        f"And if the difference were another one{still}? For power {in_percent(target)}: {'; '.join(said)}."
    )


def _largest_shown(needed: int | None, n: int) -> int:
    """Where the axis of the curve ends: it holds what is needed, and the size asked about unless that is far off."""
    if needed is None:
        return 2 * max(n, 20)
    return 2 * max(needed, 20, n if n <= MOST_BESIDE * needed else 0)


def _saw(plan: Plan, target: float, needed: int, first: int | None) -> str:
    """Why a smaller size that reaches the target is not the one given."""
    if first is None or first == needed:
        drawn = "" if first is not None else " Far from it the curve is drawn through some of the sizes only."
        return (
            "Power can be saw-toothed, since the p-value of a count moves in steps; the size given is the smallest "
            f"from which it stays at {in_percent(target)} or above.{drawn}"
        )
    return (
        f"Power is saw-toothed, since the p-value of a count moves in steps. {first:,} {plan.unit} reach "
        f"{in_percent(target)} already, but larger numbers miss it again, up to {needed - 1:,} (shaded); from "
        f"{needed:,} on it stays there: that is the size given."
    )


def _ceiling(plan: Plan) -> str:
    """How far repeats go at most, where folds overlap."""
    if plan.key != "corrected_t" or points_away(plan.effect, plan.alternative):
        return ""
    ceiling = power_over(plan.key, np.array([1e9]), plan.effect, **plan.options)[0]
    return (
        f"However many repeats, power stays below {in_percent(ceiling, '.1f')}: overlapping folds add ever less where "
        f"a validation set is {number(plan.ratio, 3)} times as large as a training set. Repeats cannot buy more, more "
        "instances can."
    )
