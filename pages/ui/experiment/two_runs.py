"""Two runs side by side: what came of each, and its fold scores on one axis."""

from collections.abc import Mapping

import streamlit as st

from core.errors import InputError
from core.figures import box_plot, on_one_axis, style_of
from core.jobs import Job
from pages.ui.display import charts, elements
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state

TITLE = "Two runs side by side"
SAME_DATA = (
    "Both runs judge learners on the same instances: choosing the verdict that pleases is no evidence. "
    "Settle the design before looking."
)


def show(names: Mapping[str, str], jobs: Mapping[str, Job]) -> None:
    """Let the visitor choose two runs that are done.

    Parameters
    ----------
    names : mapping of id to name
    jobs : mapping of id to Job
    """
    if len(jobs) < 2:
        if state.SIDE_BY_SIDE in st.query_params:
            links.not_found(TITLE, st.query_params[state.SIDE_BY_SIDE], "it is no run of this workspace")
        return
    state.keep_known(state.SIDE_BY_SIDE, jobs)
    chosen = st.multiselect(
        links.titled(state.SIDE_BY_SIDE, TITLE, words={key: names[key] for key in jobs}),
        list(jobs),
        format_func=lambda key: names[key],
        max_selections=2,
        key=state.SIDE_BY_SIDE,
        bind="query-params",
        placeholder="Choose two runs that are done",
    )
    if len(chosen) < 2:
        return
    try:
        experiments = [cache.experiment(jobs[key]) for key in chosen]
    except InputError as error:
        elements.refuse(error)
        return
    if cache.are_same_instances(*(jobs[key].fingerprint for key in chosen)):
        st.caption(SAME_DATA)
    drawings = on_one_axis(
        [
            box_plot(experiment.fold_scores, style_of(experiment.learners), dark=elements.is_dark())
            for experiment in experiments
        ]
    )
    for place, (column, key) in enumerate(zip(st.columns(2, gap="medium"), chosen, strict=True)):
        with column:
            st.markdown(f"**{plain(names[key])}**")
            verdict(jobs[key])
            elements.about(experiments[place].datasets, experiments[place].facts)
            charts.figure(drawings[place], f"side_{place}", f"fold_scores_{place + 1}")


def verdict(job: Job) -> None:
    """What the advised test says of the two best, with the interval of their difference."""
    found = cache.headline(job)
    if len(found.pair) < 2 or not found.answer:
        st.caption(plain(found.sentence))
        return
    st.markdown(plain(f"{found.mark} {found.answer}"))
    for text in filter(None, (found.effect, found.numbers)):
        st.caption(plain(text))
