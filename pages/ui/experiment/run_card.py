"""The card of a run, the same wherever it stands: how it goes, what came of it, and where to look next."""

from contextlib import suppress

import streamlit as st

from core.errors import InputError
from core.experiment import ON_THE_ORIGINAL_SET, Experiment, no_better_than_guessing, told_failures
from core.figures import box_plot, style_of
from core.jobs import Job
from core.written import counted
from pages.ui.display import charts, elements
from pages.ui.display.text import plain
from pages.ui.experiment import progress
from pages.ui.session import cache, state


def show(job: Job, *, pictured: bool = False) -> None:
    """Show a run.

    Parameters
    ----------
    job : Job
    pictured : bool
        Whether its fold scores are drawn on the card, while they come in and after.
    """
    if job.state == "done":
        with suppress(InputError):  # said by the outcome
            cache.headline(
                job
            )  # takes a moment, in which "done" would stand above the progress that it replaces
    with st.container(border=True, key="run_card"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(progress.heading(job), width="content")
            progress.all_learners(job, "card")
        if job.state == "done":
            _outcome(job)
        else:
            progress.watch(job, _so_far if pictured else None)


def _so_far(job: Job) -> None:
    """The picture of what there is, and of how many fits that is: it is drawn more seldom than they are counted."""
    try:
        experiment = cache.experiment(job)
    except InputError as error:  # no frame catches what a fragment raises
        elements.refuse(error)
        return
    _picture(job, experiment)
    if done := experiment.finished + len(experiment.apparent):
        state.tell_drawn(job.id, done)
        st.caption(f"The picture is of {counted(done, 'fits')}.")


def _picture(job: Job, experiment: Experiment) -> None:
    """Box plots of the folds that are there; drawn anew only when some were added."""
    try:
        drawing = cache.kept(
            "box plot so far",
            (job.id, experiment.finished, elements.is_dark()),
            lambda: box_plot(experiment.fold_scores, style_of(experiment.learners), dark=elements.is_dark()),
        )
    except InputError as error:
        elements.refuse(error)
        return
    if len(drawing.frame):
        elements.about(experiment.datasets, experiment.facts)
        charts.chart(drawing, "so_far", "fold_scores")


def _outcome(job: Job) -> None:
    """The headline, the way to the verdict, and the box plot."""
    try:
        found, experiment = cache.headline(job), cache.experiment(job)
    except InputError as error:
        elements.refuse(error)
        return
    if found.answer:
        answer, _, whose = found.line.partition(" · ")
        st.markdown(f"**{plain(answer)}** · {plain(whose)}")
    st.caption(plain(found.details))
    if found.among:
        st.markdown(plain(found.among))
    for title, sentence in found.unmet:  # no larger than the verdict, which it belongs to
        st.caption(f":material/warning: **Not met: {plain(title)}.** {plain(sentence)}".rstrip())
    if told_so := no_better_than_guessing(experiment):
        st.caption(f":material/warning: {plain(told_so)}")
    if (taken := cache.examination(job.fingerprint)) is not None:
        st.caption(f":material/lock_open: {plain(taken.sentence())}")
    with st.container(horizontal=True, vertical_alignment="center"):
        alone, several = len(found.pair) != 2, len(experiment.learners) > 2
        if several and found.answer and elements.lead_on("Compare all learners", "compare_all"):
            st.switch_page("pages/many-learners.py", query_params={})
        if (alone or found.answer) and elements.lead_on(
            "Compare two" if several and not alone else "See the verdict",
            "see_verdict",
            is_first=alone or not several,
        ):
            if alone:
                st.switch_page("pages/one-learner.py", query_params={})
            state.choose_pair(*found.pair)
            st.switch_page("pages/two-learners.py", query_params={})
        elements.see_fold_scores(experiment.fold_scores)
    warn_of_failures(experiment)
    _picture(job, experiment)
    if experiment.facts.key == "bootstrap":
        st.caption(f"The picture shows the scores on the original set. {ON_THE_ORIGINAL_SET}.")


def warn_of_failures(experiment: Experiment) -> None:
    """Say of every learner that failed where and why."""
    for told in told_failures(experiment.failures, experiment.facts):
        st.warning(plain(told), icon=":material/warning:")
