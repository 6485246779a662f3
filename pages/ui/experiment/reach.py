"""What a design can show of error rates: the smallest difference likely to be found, before anything is trained."""

import numpy as np
import streamlit as st

from core.errors import listing
from core.experiment import Plan
from core.figures import Drawing, reach_curves
from core.inference import (
    TARGET,
    TESTS,
    advice_on_design,
    likely_disagreements,
    planned_test,
    smallest_difference,
)
from core.measures import MEASURES
from core.records import Array, DesignFacts
from core.written import in_percent, in_points
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache, experiment_form, state

OF_FOLDS = (
    "The variance of a fold's difference is at most the share of instances that exactly one of the two gets wrong, "
    "divided by the size of the validation set; that share is not known before the run. The folds are supposed to "
    "correlate by what the test allows for."
)
OF_INSTANCES = (
    "Counted are the instances that one of the two alone gets wrong; their share is not known before the run."
)
OF_GROUPS = (
    "How small a difference it is likely to find is not known before the run: instances of one group resemble each "
    "other, by how much only the results say."
)
_STEPS = np.linspace(0.05, 1.25, 25)


def is_known(plan: Plan) -> bool:
    """Whether it can be said of this design what two classifiers must differ by."""
    return plan.dataset.task == "classification" and planned_test(plan.facts) is not None


def say(plan: Plan) -> None:
    """The smallest differences in words."""
    test = planned_test(plan.facts)
    if test is None and plan.facts.grouped and advice_on_design(plan.facts).advised is not None:
        st.caption(f"**What this design can show.** {OF_GROUPS}")
    elif test is None and plan.facts.pairs > 1:
        advice = advice_on_design(plan.facts)
        if advice.advised is None:
            words = f"Estimates, but no verdict. {advice.because}"
            st.caption(f"**What this design can show.** {plain(words)}")
    if plan.dataset.task != "classification" or test is None:
        return
    shares = likely_disagreements(plan.dataset.guessing)
    found = [(share, smallest_difference(plan.facts, share)) for share in shares]
    shown = [(share, least) for share, least in found if least is not None]
    points = [
        f"{in_points(least, 1, full=place == 0)} where they disagree on {in_percent(share, '.2g')} of the "
        "instances"
        for place, (share, least) in enumerate(shown)
    ]
    folds = plan.facts.pairs > 1  # of one pair the number of disagreements decides which form is advised
    rates = _rates(plan)
    by = f"the advised test ({TESTS[test].title})" if folds else TESTS[test].title
    if points:
        least_of_each = ", ".join(points)
        words = (
            f"By {by} with power 80\u00a0% at α = .05, two learners' {rates} must differ by {least_of_each}."
        )
        if missed := [in_percent(share, ".2g") for share, least in found if least is None]:
            words += f" Where they disagree on {listing(missed)}, none is likely to be found."
    else:
        words = (
            f"By {by} even learners that disagree on "
            f"{in_percent(shares[-1], '.2g')} of the instances cannot be told apart with power 80\u00a0% at α = .05."
        )
    st.caption(
        f"**What this design can show of {rates}.** {plain(words + _of_another_measure(plan))}",
        help=OF_FOLDS if folds else OF_INSTANCES,
    )


def _rates(plan: Plan) -> str:
    """What is spoken of: accuracies differ by as much as error rates do."""
    return "accuracies" if plan.spec.measure == "accuracy" else "error rates"


def _of_another_measure(plan: Plan) -> str:
    """Why error rates are spoken of where something else is measured; empty where they or accuracies are."""
    measure = MEASURES[plan.spec.measure]
    if measure.key in ("error", "accuracy"):
        return ""
    return (
        f" Of {measure.title} that is not known before the run: it does not go by the number of errors alone, so error "
        "rates stand here."
    )


def picture(plan: Plan) -> Drawing:
    """The same as curves with what they show, beside those of the design that was looked at before."""
    words = (
        f"How far two {_rates(plan)} must lie apart to be told apart with power 80\u00a0% at α = .05. Rates cannot "
        "differ by more than the share on which the two disagree. Dashed, once there is one: the design before."
    )
    st.caption(plain(words + _of_another_measure(plan)))
    shares = likely_disagreements(plan.dataset.guessing)[-1] * _STEPS
    needed: dict[str, Array] = {}
    for title, facts in looked_at(plan):
        if planned_test(facts) is not None:
            needed.setdefault(title, _needed(facts, shares))
    return reach_curves(shares, needed, power=TARGET, dark=elements.is_dark())


def looked_at(plan: Plan) -> list[tuple[str, DesignFacts]]:
    """Title and facts of this design, and of the one that was looked at before."""
    return state.seen_last(experiment_form.DESIGNS_SEEN, (plan.design.title, plan.facts))


def _needed(facts: DesignFacts, shares: Array) -> Array:
    def make() -> Array:
        found = [smallest_difference(facts, share) for share in shares]
        return np.array([np.nan if least is None else least for least in found])

    return cache.kept("reach", (facts, shares[-1]), make)
