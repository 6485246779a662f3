"""The final examination on One learner: the test set that was set aside is opened once."""

import time
from dataclasses import replace
from typing import TypedDict

import streamlit as st

from core.errors import InputError
from core.experiment import (
    Examination,
    Experiment,
    Results,
    design_title,
    errors_of_guessing,
    examine,
    seen_words,
)
from core.experiment.examination import TESTED, told_besides
from core.inference import Alternative
from core.inference.comparing.learner_question import LearnerQuestion
from core.measures import MEASURES
from core.records import Dataset, LearnerSpec
from core.report.examination import METHODS, besides, kept_elsewhere, tested
from core.written import PERCENT, counted, hundredfold, hundredths, in_percent, level_text
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache
from pages.ui.verdicts import verdict_card
from pages.ui.verdicts.pair import RATE_CLAIMS


class Asked(TypedDict):
    """What an examination is opened with."""

    alpha: float
    alternative: Alternative
    p0: float | None


def show(experiment: Results, question: LearnerQuestion) -> None:
    """Offer the examination of this learner, or show what it found; nothing where no test set was set aside."""
    if not isinstance(experiment, Experiment):
        return
    rest = next(iter(cache.datasets_of(experiment)), None)
    test = None if rest is None else cache.test_set(rest)
    if rest is None or (test is None and not rest.is_rest):
        return
    st.header("Final examination")
    if test is None:
        st.caption(f":material/info: {plain(kept_elsewhere())}")
        return
    taken = cache.examination(rest.fingerprint)
    asked_now = _asked(question, experiment.spec.measure)
    if taken is None:
        offer(experiment, question.learner, rest, test, asked_now)
        return
    told = " ".join(filter(None, (taken.sentence(), taken.what_tuning_chose())))
    st.caption(plain(f"{told} It is not opened again: a second look would not be honest."))
    if seen := taken.already_seen():
        st.warning(plain(seen), icon=":material/warning:")
    another = taken.with_others(rest) or taken.not_of(
        _spec(experiment, question.learner), experiment.spec.tuning
    )
    if another:
        st.warning(plain(another), icon=":material/warning:")
    guessing = None if taken.errors is None else errors_of_guessing(rest, test) / len(test)
    if test.groups is not None:
        taken = replace(taken, groups=int(test.groups.nunique()))  # an older version did not write it down
    elif taken.alpha is None:  # neither this
        taken = replace(taken, **asked_now)
    else:
        asked = Asked(alpha=taken.alpha, alternative=taken.alternative, p0=taken.p0)
        st.caption(plain(fixed(asked, tested=taken.errors is not None)))
    with st.container(key="examined"):
        outcome(taken, guessing)


def _spec(experiment: Experiment, learner: str) -> LearnerSpec:
    return next(item for item in experiment.spec.learners if item.name == learner)


def _asked(question: LearnerQuestion, measure: str) -> Asked:
    """What the examination is opened with: without p0 of an error rate there is nothing to claim."""
    p0 = question.p0 if measure == "error" else None
    side = "two-sided" if p0 is None else question.alternative
    return Asked(alpha=question.alpha, alternative=side, p0=p0)


def fixed(asked: Asked, *, tested: bool) -> str:
    """With what it was opened: were p0, claim and level moved afterwards, some claim could always be supported."""
    if not tested:
        return f"Fixed when it was opened: the level of the interval, {in_percent(1 - asked['alpha'])}."
    words = f"Fixed when it was opened: α = {level_text(asked['alpha'])}"
    if asked["p0"] is None:
        return f"{words}; no p0 of the error rate was set, so there is no test."
    return f"{words}, p0 = {hundredfold(asked['p0'])}{PERCENT}, claim: {RATE_CLAIMS[asked['alternative']]}."


def _will_follow(test: Dataset, asked: Asked, measure: str) -> str:
    """What will be said of the result, which is known before it is seen."""
    tested_by, own = MEASURES[TESTED[test.task]].title, told_besides(measure, test.task)
    told = f"The {tested_by}{own and f' and the {MEASURES[own].title}'} will be told."
    if test.groups is not None:
        groups = counted(test.groups.nunique(), "groups")
        return (
            f"{told} The instances come in {groups} and are not independent, so neither an interval nor a test will "
            "follow."
        )
    level = f"{told} An interval of level {in_percent(1 - asked['alpha'])}"
    if asked["p0"] is not None:
        return f"{level} and a test against p0 will follow; p0, claim and α stay as set when it is opened."
    if own:
        return f"{level} will follow for the {tested_by} alone, and no test."
    return f"{level} will follow{' and, without p0, no test' * (measure == 'error')}."


def offer(experiment: Experiment, learner: str, rest: Dataset, test: Dataset, asked: Asked) -> None:
    """The button, what pressing it means, and what other runs have seen of the test set already.

    Parameters
    ----------
    experiment : Experiment
    learner : str
    rest, test : Dataset
    asked : dict
        What it is opened with.
    """
    seen, data = cache.seen_of_test_set(rest, test)
    if seen:
        st.warning(plain(seen_words(seen, len(test), data)), icon=":material/warning:")
    unseen = "" if seen else ": no run here has seen them"
    st.caption(
        plain(
            f"{counted(len(test), 'instances')} set aside{unseen}. {learner} would be trained on all "
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
            taken = examine(
                rest,
                test,
                spec,
                seed=experiment.spec.seed,
                tuning=experiment.spec.tuning,
                measure=experiment.spec.measure,
                losses=experiment.spec.losses,
            )
    except InputError as error:
        elements.refuse(error)
        return
    seen, data = cache.seen_of_test_set(rest, test)
    run = f"the run of {day}{design_title(experiment.spec.design, grouped=experiment.facts.grouped)}"
    cache.keep_examination(rest, test, replace(taken, **asked, run=run, seen=seen, seen_in=data))
    st.rerun(scope="app")


def outcome(taken: Examination, guessing: float | None) -> None:
    """The verdict where there was a p0, what is tested with its interval, and the measure of the run beside it.

    Parameters
    ----------
    taken : Examination
    guessing : float or None
        Error rate of guessing, by which another is read; None for a regression.
    """
    if taken.verdict is not None and taken.alpha is not None:
        st.markdown("**On the test set**")
        verdict_card.verdict_words(taken.verdict, taken.alpha)
    value, limits = tested(taken)
    cells: list[tuple[str, str, str | None, str | None]] = []
    if taken.errors is None:
        cells.append(("Mean squared error on the test set", value, None, None))
    else:
        beside = None if guessing is None else f"guessing: {hundredths(guessing)}"
        help_ = (
            "Both on the test set. Guessing is to say always the commonest class of the instances that were not set "
            "aside."
        )
        cells.append(("Errors on the test set", f"{taken.errors} of {taken.n_test}", None, None))
        cells.append(("Error rate", value, beside, help_))
    if limits and taken.alpha is not None:
        method = METHODS["mse" if taken.errors is None else "error"]
        cells.append((f"{in_percent(1 - taken.alpha)} interval ({method})", limits, None, None))
    if taken.measure:
        title = plain(taken.measure_title)
        help_ = (
            "The measure of the run that the learner was chosen from; it has no interval here, and no test."
        )
        cells.append((f"{title[:1].upper()}{title[1:]} on the test set", besides(taken), None, help_))
    for place, (label, text, beside, hint) in zip(elements.boxes(len(cells), "found"), cells, strict=True):
        place.metric(
            label,
            text,
            beside,
            delta_color="off",
            delta_arrow="off",
            border=True,
            height="stretch",
            help=hint,
        )
    st.caption(plain(_about(taken)))


def _about(taken: Examination) -> str:
    """What the numbers speak of: nothing is known of the luck of instances of one group, which are not independent."""
    trained = f"trained on {counted(taken.n_train, 'instances')}"
    if taken.groups is not None:
        return (
            f"The {counted(taken.n_test, 'instances')} come in {counted(taken.groups, 'groups')} and are not "
            "independent: an interval or a test would promise more than they show, so there is none. About this one "
            f"{'regression' if taken.errors is None else 'classifier'}, {trained}."
        )
    if taken.errors is None:
        return f"{taken.learner}, {trained}, judged on {taken.n_test}."
    return (
        f"About this one classifier, {trained}: the interval speaks of the drawing of the test set, not of other "
        "training sets."
    )
