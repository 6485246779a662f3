"""The final examination on One learner: the test set that was set aside is opened once."""

import streamlit as st

from core.errors import InputError
from core.experiment import Examination, Experiment, Results, examine
from core.inference import interval, run_test
from core.inference.comparing.pair_question import PairQuestion
from core.records import Dataset
from core.written import PERCENT, counted, ends, hundredths, in_percent, number
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts import verdict_card


def show(experiment: Results, question: PairQuestion, p0: float | None) -> None:
    """Offer the examination of this learner, or show what it found; nothing where no test set was set aside."""
    rest = cache.dataset()
    test = None if rest is None else cache.test_set(rest)
    if rest is None or test is None or not isinstance(experiment, Experiment):
        return
    if experiment.spec.fingerprint != rest.fingerprint:
        return
    st.header("Final examination")
    taken = cache.examination(rest)
    if taken is None:
        offer(experiment, question.first, rest, test)
    else:
        st.caption(plain(f"{taken.sentence()} It is not opened again: a second look would not be honest."))
        if test.groups is not None:
            of_groups(taken, test.groups.nunique())
        elif taken.errors is None:
            of_squares(taken, question)
        else:
            of_errors(taken, taken.errors, question, p0 if experiment.spec.measure == "error" else None)


def offer(experiment: Experiment, learner: str, rest: Dataset, test: Dataset) -> None:
    """The button, and what pressing it means."""
    st.caption(
        plain(
            f"{counted(len(test), 'instances')} set aside: nothing has seen them. {learner} would be trained on all "
            f"{len(rest)} others and judged on them once; choose the learner first, this cannot be repeated."
        )
    )
    sure = st.toggle(plain(f"{learner} is my final choice"), key="examination_sure")
    pressed = st.button(
        "Open the test set", key="examine", type="primary", icon=":material/lock_open:", disabled=not sure
    )
    if pressed:
        examine_now(experiment, learner, rest, test)


def examine_now(experiment: Experiment, learner: str, rest: Dataset, test: Dataset) -> None:
    """Train, judge, and write down what was found."""
    spec = next(item for item in experiment.spec.learners if item.name == learner)
    try:
        with st.spinner("Training on all that was not set aside …"):
            found = examine(rest, test, spec, seed=experiment.spec.seed, tuning=experiment.spec.tuning)
    except InputError as error:
        elements.refuse(error)
        return
    cache.keep_examination(rest, found)
    st.rerun(scope="app")


def of_groups(taken: Examination, groups: int) -> None:
    """What was found, and why nothing can be said of its luck: instances of one group are not independent."""
    left, right = st.columns(2)
    if taken.errors is None:
        left.metric("Mean squared error on the test set", number(taken.mean_squared_error), border=True)
    else:
        left.metric("Errors on the test set", f"{taken.errors} of {taken.n_test}", border=True)
        right.metric("Error rate", hundredths(taken.errors / taken.n_test), border=True)
    st.caption(
        plain(
            f"The {counted(taken.n_test, 'instances')} come in {counted(groups, 'groups')} and are not independent: an "
            "interval or a test would promise more than they show, so there is none. About this one classifier, "
            f"trained on {counted(taken.n_train, 'instances')}."
        )
    )


def of_errors(taken: Examination, errors: int, question: PairQuestion, p0: float | None) -> None:
    """Errors of n: the rate, its interval, and the binomial test against p0."""
    level = 1 - question.alpha
    found = interval("wilson", errors=errors, n=taken.n_test, level=level)
    columns = st.columns([3, 3, 4])
    columns[0].metric("Errors on the test set", f"{errors} of {taken.n_test}", border=True)
    columns[1].metric("Error rate", hundredths(errors / taken.n_test), border=True)
    columns[2].metric(
        f"{in_percent(level)} interval (Wilson)",
        f"{' … '.join(ends(found.low, found.high, rates=True))}{PERCENT}",
        border=True,
    )
    if p0 is not None:
        verdict = run_test("binomial", question.alternative, errors=errors, n=taken.n_test, p0=p0)
        verdict_card.verdict_words(verdict.named(taken.learner), question.alpha)
    st.caption(
        plain(
            f"About this one classifier, trained on {counted(taken.n_train, 'instances')}: the interval speaks of the "
            "drawing of the test set, not of other training sets."
        )
    )


def of_squares(taken: Examination, question: PairQuestion) -> None:
    """Mean squared error on the test set, with a t interval over its instances."""
    level = 1 - question.alpha
    found = interval("mean_t", scores=taken.squared_errors, level=level)
    left, right = st.columns(2)
    left.metric("Mean squared error on the test set", number(taken.mean_squared_error), border=True)
    limits = " … ".join(ends(found.low, found.high, rates=False))
    right.metric(f"{in_percent(level)} interval (t)", limits, border=True)
    st.caption(
        plain(f"{taken.learner}, trained on {counted(taken.n_train, 'instances')}, judged on {taken.n_test}.")
    )
