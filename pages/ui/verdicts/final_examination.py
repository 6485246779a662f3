"""The final examination on One learner: the test set that was set aside is opened once."""

import time
from dataclasses import replace
from typing import TypedDict

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.experiment import (
    Examination,
    Experiment,
    Results,
    design_title,
    errors_of_guessing,
    examine,
)
from core.figures import Scale
from core.inference import Alternative, interval, run_test
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.effect_sizes import opened
from core.records import Dataset, LearnerSpec
from core.written import PERCENT, counted, ends, hundredfold, hundredths, in_percent, level_text, number
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts import verdict_card
from pages.ui.verdicts.pair import RATE_CLAIMS

RATE = Scale("Error rate", percent=True, rate=True)


class Asked(TypedDict):
    """What an examination is opened with."""

    alpha: float
    alternative: Alternative
    p0: float | None


def show(experiment: Results, question: PairQuestion, p0: float | None) -> None:
    """Offer the examination of this learner, or show what it found; nothing where no test set was set aside."""
    rest = cache.dataset()
    test = None if rest is None else cache.test_set(rest)
    if rest is None or test is None or not isinstance(experiment, Experiment):
        return
    if experiment.spec.fingerprint != rest.fingerprint:
        return
    st.header("Final examination")
    taken = cache.examination(rest.fingerprint)
    asked_now = _asked(question, p0 if experiment.spec.measure == "error" else None)
    if taken is None:
        offer(experiment, question.first, rest, test, asked_now)
        return
    told = " ".join(filter(None, (taken.sentence(), taken.what_tuning_chose())))
    st.caption(plain(f"{told} It is not opened again: a second look would not be honest."))
    if another := taken.not_of(_spec(experiment, question.first), experiment.spec.tuning):
        st.warning(plain(another), icon=":material/warning:")
    guessing = None if taken.errors is None else errors_of_guessing(rest, test) / len(test)
    asked = asked_now
    if test.groups is None and taken.alpha is not None:  # an older version did not write it down
        asked = Asked(alpha=taken.alpha, alternative=taken.alternative, p0=taken.p0)
        st.caption(plain(fixed(asked, tested=taken.errors is not None)))
    with st.container(key="examined"):
        if test.groups is not None:
            of_groups(taken, test.groups.nunique(), guessing)
        elif taken.errors is None:
            of_squares(taken, asked["alpha"])
        else:
            of_errors(taken, taken.errors, asked, guessing)


def _spec(experiment: Experiment, learner: str) -> LearnerSpec:
    return next(item for item in experiment.spec.learners if item.name == learner)


def _asked(question: PairQuestion, p0: float | None) -> Asked:
    """What the examination is opened with: without p0 there is nothing to claim."""
    side = "two-sided" if p0 is None else question.alternative
    return Asked(alpha=question.alpha, alternative=side, p0=p0)


def fixed(asked: Asked, *, tested: bool) -> str:
    """With what it was opened: were p0, claim and level moved afterwards, some claim could always be supported."""
    if not tested:
        return f"Fixed when it was opened: the level of the interval, {in_percent(1 - asked['alpha'])}."
    words = f"Fixed when it was opened: α = {level_text(asked['alpha'])}"
    if asked["p0"] is None:
        return f"{words}; no p0 was set, so there is no test."
    return f"{words}, p0 = {hundredfold(asked['p0'])}{PERCENT}, claim: {RATE_CLAIMS[asked['alternative']]}."


def _will_follow(test: Dataset, asked: Asked, measure: str) -> str:
    """What will be said of the result, which is known before it is seen."""
    if test.groups is not None:
        groups = counted(test.groups.nunique(), "groups")
        return (
            f"They come in {groups} and are not independent, so neither an interval nor a test will follow."
        )
    if asked["p0"] is None:
        lacking = " and, without p0, no test" * (measure == "error")
        return f"An interval of level {in_percent(1 - asked['alpha'])} will follow{lacking}."
    return "p0, claim and α stay as set when it is opened."


def offer(experiment: Experiment, learner: str, rest: Dataset, test: Dataset, asked: Asked) -> None:
    """The button, and what pressing it means.

    Parameters
    ----------
    experiment : Experiment
    learner : str
    rest, test : Dataset
    asked : dict
        What it is opened with.
    """
    st.caption(
        plain(
            f"{counted(len(test), 'instances')} set aside: nothing has seen them. {learner} would be trained on all "
            f"{len(rest)} others and judged on them once; choose the learner first, this cannot be repeated. "
            f"{_will_follow(test, asked, experiment.spec.measure)}"
        )
    )
    sure = st.toggle(plain(f"{learner} is my final choice"), key="examination_sure")
    pressed = st.button(
        "Open the test set", key="examine", type="primary", icon=":material/lock_open:", disabled=not sure
    )
    if pressed:
        examine_now(experiment, learner, rest, test, asked)


def examine_now(experiment: Experiment, learner: str, rest: Dataset, test: Dataset, asked: Asked) -> None:
    """Train, judge, and write down what was found.

    Parameters
    ----------
    experiment : Experiment
    learner : str
    rest, test : Dataset
    asked : dict
        What it is opened with.
    """
    spec, job = _spec(experiment, learner), cache.current_job()
    day = "" if job is None else time.strftime("%d %b %Y: ", time.localtime(job.created))
    try:
        with st.spinner("Training on all that was not set aside …"):
            found = examine(rest, test, spec, seed=experiment.spec.seed, tuning=experiment.spec.tuning)
    except InputError as error:
        elements.refuse(error)
        return
    run = f"the run of {day}{design_title(experiment.spec.design, grouped=experiment.facts.grouped)}"
    cache.keep_examination(rest, replace(found, **asked, run=run))
    st.rerun(scope="app")


def _rate(place: DeltaGenerator, rate: float, guessing: float | None) -> None:
    """The error rate, and beside it that of always saying the commonest class of the others, by which it is read."""
    beside = None if guessing is None else f"guessing: {hundredths(guessing)}"
    help_ = "Guessing is to say always the commonest class of the instances that were not set aside."
    place.metric(
        "Error rate",
        hundredths(rate),
        beside,
        delta_color="off",
        delta_arrow="off",
        border=True,
        help=help_,
    )


def of_groups(taken: Examination, groups: int, guessing: float | None) -> None:
    """What was found, and why nothing can be said of its luck: instances of one group are not independent."""
    left, right = st.columns(2)
    if taken.errors is None:
        left.metric("Mean squared error on the test set", number(taken.mean_squared_error), border=True)
    else:
        left.metric(
            "Errors on the test set", f"{taken.errors} of {taken.n_test}", border=True, height="stretch"
        )
        _rate(right, taken.errors / taken.n_test, guessing)
    st.caption(
        plain(
            f"The {counted(taken.n_test, 'instances')} come in {counted(groups, 'groups')} and are not independent: an "
            "interval or a test would promise more than they show, so there is none. About this one classifier, "
            f"trained on {counted(taken.n_train, 'instances')}."
        )
    )


def of_errors(taken: Examination, errors: int, asked: Asked, guessing: float | None) -> None:
    """The binomial test against p0, errors of n and their rate with the interval that belongs to the test.

    Parameters
    ----------
    taken : Examination
    errors : int
    asked : dict
        What it was opened with.
    guessing : float or None
        Error rate of guessing.
    """
    alpha = asked["alpha"]
    if asked["p0"] is None:
        found = interval("exact", level=1 - alpha, errors=errors, n=taken.n_test)
    else:
        verdict = run_test("binomial", asked["alternative"], errors=errors, n=taken.n_test, p0=asked["p0"])
        verdict = verdict.named(taken.learner)
        found = opened(verdict.confidence_interval(1 - alpha), verdict)
        verdict_card.verdict_words(verdict, alpha)
    columns = st.columns([3, 3, 4])
    columns[0].metric("Errors on the test set", f"{errors} of {taken.n_test}", border=True, height="stretch")
    _rate(columns[1], errors / taken.n_test, guessing)
    columns[2].metric(
        f"{in_percent(1 - alpha)} interval (Clopper–Pearson)",
        RATE.between(found.low, found.high),
        border=True,
        height="stretch",
    )
    st.caption(
        plain(
            f"About this one classifier, trained on {counted(taken.n_train, 'instances')}: the interval speaks of the "
            "drawing of the test set, not of other training sets."
        )
    )


def of_squares(taken: Examination, alpha: float) -> None:
    """Mean squared error on the test set, with a t interval over its instances."""
    level = 1 - alpha
    found = interval("mean_t", scores=taken.squared_errors, level=level)
    left, right = st.columns(2)
    left.metric("Mean squared error on the test set", number(taken.mean_squared_error), border=True)
    limits = " … ".join(ends(found.low, found.high, rates=False))
    right.metric(f"{in_percent(level)} interval (t)", limits, border=True)
    st.caption(
        plain(f"{taken.learner}, trained on {counted(taken.n_train, 'instances')}, judged on {taken.n_test}.")
    )
