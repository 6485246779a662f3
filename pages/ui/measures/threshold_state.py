"""One state for everything that follows from a threshold: θ, costs and benefits, and the share of positives."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, isclose
from typing import Any, TypeVar

import numpy as np
import streamlit as st

from core.errors import InputError
from core.inference.interpretation.areas import why_not_pooled
from core.measures import (
    Costs,
    ScoredClass,
    ThresholdTable,
    hardest_class,
    learners_by_share,
    one_against_rest,
)
from core.measures.curves.one_vs_rest import REST
from core.records import Array, Predictions
from core.written import counted, formatted, number
from pages.ui.display import live
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state

T = TypeVar("T")

AGAINST_THE_REST = "against the rest"
SCORE, SHARE = "score", "share"
LABELS_AND_SCORES = (
    "The confusion matrix counts labels; curves and thresholds call positive what scores more than θ."
)
THRESHOLD, STEP = 0.5, 0.001
CHEAPEST_OF = "Cheapest θ of …"
CHEAPEST_OPEN = "cheapest_open"
PRIOR = "prior"
SCORES_OF = "threshold_on_the_scores_of"
OPENED = "threshold_opened"
"""Key of where the slider stood before anybody moved it, and what it cut by."""
BY_SHARE_ONLY = "Its θ lies between two positions of the slider, so it is set by share."
ALL_POSITIVE = "Cheapest is to call all positive, which no θ of the slider does, so it is set by share."
_FEWEST_TOLD = 0.05
"""Share of the decisions of a curve that the slider has to tell apart, or θ is no scale for its scores."""
_FEW = 10.0
_TWO_DECIMALS = len("0.25")


@dataclass(frozen=True, eq=False)
class Study:
    """Scores for one class, and what was computed from them.

    Attributes
    ----------
    scored : ScoredClass
    key : tuple
        Names the predictions and the positive class.
    positive_first : bool
        Whether the positive one is the first of two classes: matrices have them in one order everywhere.
    kept : dict
        Curves and bands that were computed already, on the server's shelf.
    """

    scored: ScoredClass
    key: tuple[str, str]
    positive_first: bool
    kept: dict[Hashable, Any]

    @property
    def no_pooling(self) -> str:
        """Why no interval may be computed from pooled predictions; empty where it may."""
        return why_not_pooled(self.scored.predictions.facts)

    @property
    def prior(self) -> float:
        """Share of the positive class in these data."""
        return self.scored.prior

    @property
    def against_the_rest(self) -> str:
        """Which of more than two classes is told from all others; empty for two classes."""
        negative, positive = self.scored.predictions.classes
        return f"{positive} {AGAINST_THE_REST}" if negative == REST else ""

    @property
    def one_classifier(self) -> bool:
        """Whether one classifier of each learner made all predictions."""
        facts = self.scored.predictions.facts
        return facts is not None and facts.one_classifier

    def labelled_otherwise(self, learners: Sequence[str]) -> str:
        """On how many predictions the labels of these learners are not those of θ = ½; empty where they all are."""
        if self.against_the_rest:  # the label is the most probable class, whatever its probability
            return ""
        made = learners_by_share(self.scored.predictions)
        words = []
        for name in learners:
            otherwise, exactly = (0, 0) if name in made else self.scored.labelled_otherwise(name)
            those = "all" if exactly == otherwise else f"{exactly:,}"
            why = f", {those} with exactly this score" * bool(exactly)
            if otherwise:
                words.append(
                    f"{name} labelled {counted(otherwise, 'predictions')} otherwise than θ = 0.5 does{why}."
                )
        return " ".join([*words, LABELS_AND_SCORES]) if words else ""

    def cost(self, learner: str, decision: "Decision") -> float:
        """Expected cost of deciding so on what this learner gives."""
        table = self.scored.table(learner)
        corner = decision.corner(table, self.scored.kind(learner))
        return decision.costs.at_corner(table, corner, decision.prior)

    def lowest(self, learner: str, decision: "Decision") -> float:
        """The lowest expected cost of this learner at any threshold, whether or not the slider can take it."""
        table, costs = self.scored.table(learner), decision.costs
        return costs.at_corner(table, costs.best_corner(table, decision.prior), decision.prior)

    def is_lowest(self, learner: str, decision: "Decision") -> bool:
        """Whether nothing that is decided by a threshold would cost less."""
        return isclose(self.cost(learner, decision), self.lowest(learner, decision), abs_tol=1e-12)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is under this key, made when it is not there; the oldest makes room."""
        if key not in self.kept:
            while len(self.kept) >= 80:
                self.kept.pop(next(iter(self.kept)))
            self.kept[key] = make()
        found: T = self.kept[key]
        return found

    @property
    def opening(self) -> tuple[str, float]:
        """What the slider cuts by and where it stands before anybody moves it.

        A threshold of ½, unless that calls all or none positive, as it does with measurements that have no threshold
        of their own, or the slider tells decision values hardly apart: then the share of the positives.
        """
        return self.once("opening", self._opening)

    def _opening(self) -> tuple[str, float]:
        tables = [(self.scored.table(name), self.scored.kind(name)) for name in self.scored.learners]
        called = [table.called[_corner(table, kind, THRESHOLD)] for table, kind in tables]
        if any(0 < share < 1 for share in called) and all(_is_told_apart(*table) for table in tables):
            return SCORE, THRESHOLD
        return SHARE, _as_share(self.prior)


def study(predictions: Predictions, positive: Hashable) -> Study:
    """The scores for one class, gathered once."""
    key = (predictions.fingerprint, str(positive))
    first = predictions.classes == (positive, predictions.classes[-1])
    return cache.kept(
        "scored class",
        key,
        lambda: Study(ScoredClass(one_against_rest(predictions, positive)), key, first, {}),
    )


def opening_class(predictions: Predictions) -> Hashable:
    """The class that is looked at until another is chosen."""
    hardest = _hardest(predictions)
    return predictions.opening_class if hardest is None else hardest


def named(predictions: Predictions, label: Hashable) -> str:
    """A class with why it is looked at first, if it is."""
    return f"{label}{' (hardest to tell)' * (label == _hardest(predictions))}"


def why_first(predictions: Predictions) -> str:
    """Why one of several classes is looked at first, as a sentence to follow others; empty where none is."""
    hardest = _hardest(predictions)
    return "" if hardest is None else f" {hardest} is the hardest to tell."


def _hardest(predictions: Predictions) -> Hashable | None:
    return cache.kept("hardest class", predictions.fingerprint, lambda: (hardest_class(predictions),))[0]


@dataclass(frozen=True)
class Decision:
    """What is decided and what it costs.

    Attributes
    ----------
    value : float
        θ, or the share that is called positive.
    by : str
        `SCORE` or `SHARE`.
    costs : Costs
    prior : float
        Share of the positive class where the decisions will be made.
    """

    value: float
    by: str
    costs: Costs
    prior: float

    def corner(self, table: ThresholdTable, kind: str) -> int:
        """Corner of a learner's curve that this decision gives."""
        return int(self.corners(table, kind, np.asarray(self.value)))

    def corners(self, table: ThresholdTable, kind: str, values: Array) -> Array:
        """The same were the slider at each of these positions."""
        if self.by == SHARE:
            return table.at_each_share(values)
        return table.at_each(values if kind == "probability" else _decision_values(values))


def _decision_values(thetas: Array) -> Array:
    """θ read on the logistic scale: ½ stands for the decision value 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(thetas / (1 - thetas)))


def on_slider(values: Array | float, kind: str) -> Array:
    """Scores as the slider shows them: decision values on the logistic scale."""
    given: Array = np.asarray(values, dtype=float)
    return given if kind == "probability" else 1 / (1 + np.exp(-np.clip(given, -700, 700)))


def _cheapest(current: Study, learner: str) -> None:
    """Put the slider where this learner is cheapest under the costs and the prior in force."""
    if (decision := stated(current)) is not None:
        setting = cheapest_setting(current, learner, decision)
        st.session_state[state.THETA], st.session_state[state.CUT_BY] = setting.value, setting.by
    st.session_state[CHEAPEST_OPEN] = False


def cheapest_position(current: Study, learner: str, decision: Decision) -> float | None:
    """Where on the slider this learner is cheapest; None where no position gives its lowest cost."""
    setting = _at_its_cheapest(current, learner, decision)
    return setting.value if current.is_lowest(learner, setting) else None


def cheapest_place(current: Study, learner: str, decision: Decision) -> float:
    """Where this learner costs least of what the slider cuts by: a position, or else between two of them or beyond."""
    where = cheapest_position(current, learner, decision)
    if where is not None:
        return where
    table = current.scored.table(learner)
    best = decision.costs.best_corner(table, decision.prior)
    if decision.by == SHARE:
        return float(table.called[best])
    return float(np.clip(on_slider(table.cut(best), current.scored.kind(learner)), 0, 1))


def cheapest_setting(current: Study, learner: str, decision: Decision) -> Decision:
    """The cheapest decision on this learner that can be set: by share where no θ on the slider costs so little."""
    setting = _at_its_cheapest(current, learner, decision)
    if current.is_lowest(learner, setting):
        return setting
    by_share = _at_its_cheapest(current, learner, replace(decision, by=SHARE))
    return min(setting, by_share, key=partial(current.cost, learner))


def setting_words(current: Study, learner: str, decision: Decision) -> str:
    """What is not as one would expect of its cheapest setting; empty where the slider takes its cheapest θ."""
    setting = cheapest_setting(current, learner, decision)
    cost, lowest = (
        four_decimals(found) for found in (current.cost(learner, setting), current.lowest(learner, decision))
    )
    near = f"As near as the slider comes: {cost}, not {lowest}." * (cost != lowest)
    by_share = ALL_POSITIVE if setting.value == 1 else BY_SHARE_ONLY
    return " ".join(filter(None, (by_share * (setting.by != decision.by), near)))


def _at_its_cheapest(current: Study, learner: str, decision: Decision) -> Decision:
    """The decision with the slider where this learner costs least, to as few decimals as will do.

    Of several positions that cost as little, that where the slider opens: nothing is gained by leaving it.
    """
    table, kind = current.scored.table(learner), current.scored.kind(learner)
    places = positions()
    costs = decision.costs.expected(table, decision.prior)[decision.corners(table, kind, np.array(places))]
    least = np.flatnonzero(np.isclose(costs, costs.min(), rtol=1e-12, atol=1e-15))
    by, opening = current.opening
    if decision.by == by and opening in (places[place] for place in least):
        return replace(decision, value=opening)
    middle = np.median(least)
    where = min(least, key=lambda place: (len(f"{places[place]:g}") > _TWO_DECIMALS, abs(place - middle)))
    return replace(decision, value=places[where])


def four_decimals(value: float | None) -> str:
    """A cost or a score, so many decimals that columns can be compared, unless it is large."""
    return formatted(value, ".4f") if value is not None and abs(value) < _FEW else number(value)


def _is_told_apart(table: ThresholdTable, kind: str) -> bool:
    """Whether θ on the slider tells scores apart; probabilities are on its scale, however extreme they are."""
    told = np.unique(
        Decision(THRESHOLD, SCORE, Costs(), table.prior).corners(table, kind, np.array(positions()))
    )
    return kind == "probability" or len(told) >= _FEWEST_TOLD * len(table.thresholds)


def _corner(table: ThresholdTable, kind: str, theta: float) -> int:
    return Decision(theta, SCORE, Costs(), table.prior).corner(table, kind)


def _as_share(called: float) -> float:
    """The first position of the slider that calls so many positive."""
    return min(round(ceil(round(called / STEP, 6)) * STEP, 3), 1.0)


def _on_prior_slider(prior: float) -> float:
    """The position of the slider that stands for a share of positives."""
    return float(np.clip(round(prior, 3), STEP, 1 - STEP))


def stated(current: Study) -> Decision | None:
    """The decision as the widgets say it; None where the costs contradict themselves."""
    held = st.session_state
    try:
        costs = Costs(
            held.get(state.COST_FP, 1.0),
            held.get(state.COST_FN, 1.0),
            -held.get(state.BENEFIT_TP, 0.0),
            -held.get(state.BENEFIT_TN, 0.0),
        )
    except InputError:
        return None
    base = current.prior
    prior = held.get(PRIOR, base)
    if prior == _on_prior_slider(
        base
    ):  # nobody moved it: the share of these data, which it only shows rounded
        prior = base
    by, value = current.opening
    return Decision(
        float(held.get(state.THETA, value)),
        held.get(state.CUT_BY, by),
        costs,
        float(np.clip(prior, 1e-6, 1 - 1e-6)),
    )


def conditions(current: Study, learners: list[str]) -> None:
    """Let the visitor move the costs and the prior."""
    base = current.prior
    left, right = st.columns([5, 7], gap="medium", vertical_alignment="bottom")
    chosen = right.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    with left:
        st.slider(
            links.titled(PRIOR, f"Prior: share of positives (here {base:.3g})"),
            STEP,
            1 - STEP,
            _on_prior_slider(base),
            STEP,
            format="%.3f",
            key=PRIOR,
            bind="query-params",
            help="Where the decisions will be made; it need not be the share in these data.",
        )
    with chosen:
        st.segmented_control(
            links.titled(state.CUT_BY, "Threshold by", words=(SCORE, SHARE)),
            [SCORE, SHARE],
            default=current.opening[0],
            required=True,
            key=state.CUT_BY,
            bind="query-params",
            help="Score: positive above θ. Share: the highest scores, up to this share of the instances, are called "
            "positive; it compares learners whose scores have different scales.",
        )
    # only a popover whose state is known can be closed, and open it covers the benefits
    with (
        chosen,
        st.popover(CHEAPEST_OF, icon=":material/savings:", key=CHEAPEST_OPEN, on_change="rerun"),
    ):
        decision = stated(current)
        for position, name in enumerate(learners):
            st.button(
                plain(name),
                key=f"cheapest_{position}",
                on_click=_cheapest,
                args=(current, name),
                width="stretch",
            )
            if decision is not None and (words := setting_words(current, name, decision)):
                st.caption(words)
    _costs()


def open_anew(current: Study) -> None:
    """Put sliders where they open for the class that is looked at now: that of θ if nobody moved it; call before they
    are read.
    """
    state.restart(PRIOR, current.key, _on_prior_slider(current.prior))
    if state.replaced(SCORES_OF, current.key[0]) != current.key[0]:
        state.forget_kept(state.THETA)  # it was moved on other data
    former, held = state.replaced(OPENED, current.opening), st.session_state
    if former == (held.get(state.CUT_BY), held.get(state.THETA)):
        held[state.CUT_BY], held[state.THETA] = current.opening


def positions() -> list[float]:
    """All positions of the slider, ascending."""
    return [round(place * STEP, 3) for place in range(round(1 / STEP) + 1)]


def threshold(current: Study) -> Decision | None:
    """Let the visitor move the threshold; None where the costs contradict one another.

    It stands in the address by `live.show`: were the slider bound to it, its answer would come later.
    """
    by, value = current.opening
    share = st.session_state.get(state.CUT_BY, by) == SHARE
    state.carry(state.THETA)
    if (told := live.told(state.THETA, 0.0, 1.0)) is not None:
        value = round(told, 3)  # the browser would show this position, and stand between both
    chosen = st.slider(
        links.titled(
            state.THETA, "Share called positive" if share else "Threshold θ: positive if the score is greater"
        ),
        0.0,
        1.0,
        float(st.session_state.get(state.THETA, value)),
        STEP,
        format="%.3f",
        key=state.THETA,
    )
    if chosen == current.opening[1]:
        state.forget_kept(state.THETA)
    else:
        state.keep(state.THETA, chosen)
    decision = stated(current)
    if decision is None:
        st.error(
            "A mistake has to cost more than the right decision on the same instance; "
            "otherwise nothing is to be decided.",
            icon=":material/error:",
        )
    return decision


def threshold_told(current: Study, decision: Decision) -> dict[str, str | None]:
    """The threshold for the address, where it is not the usual one."""
    return {state.THETA: None if decision.value == current.opening[1] else f"{decision.value:g}"}


def _costs() -> None:
    columns = st.columns(4, vertical_alignment="bottom")
    entries = (
        (state.COST_FP, "Cost of fp", 1.0, "What a false alarm costs."),
        (state.COST_FN, "Cost of fn", 1.0, "What a miss costs."),
        (state.BENEFIT_TP, "Benefit of tp", 0.0, "What a positive that is found brings in."),
        (state.BENEFIT_TN, "Benefit of tn", 0.0, "What a negative left alone brings in."),
    )
    for column, (key, label, default, hint) in zip(columns, entries, strict=True):
        column.number_input(
            links.titled(key, label),
            -1e9,
            1e9,
            default,
            0.5,
            format="%.4g",
            key=key,
            bind="query-params",
            help=hint,
        )
