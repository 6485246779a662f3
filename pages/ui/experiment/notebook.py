"""Recent runs as a notebook: what came of each, a name and a note of one's own, put away and brought back."""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import streamlit as st

from core.errors import InputError
from core.experiment import (
    EXPERIMENT,
    LONGEST_NOTE,
    LONGEST_RUN_NAME,
    STUDY,
    Notebook,
    Remark,
    delete_runs,
    forget_deleted,
    is_deleted,
    read_notebook,
    run_line,
    without_sign,
    write_remark,
)
from core.jobs import Job
from core.records import ExperimentSpec
from pages.ui.display.text import plain
from pages.ui.experiment import progress, two_runs
from pages.ui.session import cache, experiment_form, state

WIDTHS = (4, 4, 3, 5)
MOST_SHOWN = 6
TOLD_ABOVE = "What came of it stands above."


def show() -> None:
    """The runs of this workspace, the newest first."""
    st.header("Recent runs")
    notebook, jobs = listed(EXPERIMENT.name)
    if not jobs:
        what = "run on a single data set" if listed(STUDY.name)[1] else "run"
        st.caption(f"No {what} was started in this browser yet. Those that you start will be listed here.")
        return
    alike, turned = Counter(without_sign(job.title) for job in jobs), _turned(jobs)
    for job in jobs[: None if st.session_state.get("all_runs") else MOST_SHOWN]:
        remark = notebook.of(job.id)
        if remark.deleted:
            put_away(job, remark)
        else:
            apart = [] if alike[without_sign(job.title)] == 1 else _apart(job, turned)
            _row(job, remark, apart)
    if len(jobs) > MOST_SHOWN:
        st.toggle(f"Show all {len(jobs)} runs", key="all_runs")
    done = {job.id: job for job in jobs if job.state == "done" and not notebook.of(job.id).deleted}
    two_runs.show(_names(done, notebook), done)


def listed(kind: str) -> tuple[Notebook, list[Job]]:
    """Jobs of a kind, those that were put away and can be brought back, too; and what is written about them."""
    forget_deleted(cache.store(), state.workspace())
    notebook = read_notebook(cache.store(), state.workspace())
    return notebook, [job for job in cache.store().jobs(state.workspace()) if job.kind == kind]


def _moment(job: Job) -> str:
    return time.strftime("%d %b %H:%M", time.localtime(job.created))


def _names(jobs: Mapping[str, Job], notebook: Notebook) -> dict[str, str]:
    """What tells each of these runs, the newest first, from all others: they are chosen by it, so no two are alike."""
    names, seen, turned = {}, Counter[str](), _turned(jobs.values())
    for key, job in reversed(list(jobs.items())):
        name = _name(job, notebook.of(key), turned)
        seen[name] += 1
        names[key] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names


def _name(job: Job, remark: Remark, turned: Collection[str]) -> str:
    line = run_line(job)
    facts = (remark.name,) if remark.name else (line.data, line.design, line.learners)
    return " · ".join(filter(None, (*facts, _moment(job), *_apart(job, turned))))


def _turned(jobs: Iterable[Job]) -> set[str]:
    """Titles of which there is a run with another positive class than the usual one."""
    return {without_sign(job.title) for job in jobs if without_sign(job.title) != job.title}


def _apart(job: Job, turned: Collection[str]) -> list[str]:
    """What sets a run apart from others of its title; beside one of another positive class its own one, too."""
    line, is_usual = run_line(job), job.title in turned
    return [*filter(None, (cache.sign_of(job.fingerprint) if is_usual else "", line.settings, line.seeds))]


def _row(job: Job, remark: Remark, apart: Sequence[str]) -> None:
    """One run; of several of the same learners on the same data by the same design it is told what sets it apart."""
    line = run_line(job)
    row = st.container(border=True)
    what, learners, when, actions = row.columns(WIDTHS, vertical_alignment="center")
    facts = " · ".join(part for part in (line.data, line.design) if part)
    what.markdown(f"**{plain(remark.name)}**\n\n{plain(facts)}" if remark.name else f"**{plain(facts)}**")
    with learners:
        st.markdown(plain(line.learners))
        progress.all_learners(job, "row")
    if apart:
        learners.caption(plain(", ".join(apart)))
    # The verdict is a paragraph, which a column beside the others would make twenty lines of.
    if job.state == "done":
        row.markdown(plain(outcome_words(job, is_told_above=job.id == state.run_id())))
    if remark.note:
        row.caption(f":material/edit_note: {plain(remark.note)}")
    current = " (shown)" if job.id == state.run_id() and state.results_key() is None else ""
    when.markdown(f"{_moment(job)} · {progress.state_words(job)}{current}")
    if not job.is_open and job.state != "done":
        when.button("Resume", key=f"resume_{job.id}", on_click=progress.resume, args=(job,))
    with actions.container(horizontal=True, gap="small", key=f"run_{job.id}"):
        st.button("Open", key=f"open_{job.id}", on_click=_open, args=(job,))
        _note(job, remark)
        if not job.is_open:
            st.button("Delete", key=f"delete_{job.id}", on_click=delete, args=(job,))


def _note(job: Job, remark: Remark) -> None:
    """The visitor's own name for a run, and a note."""
    name, note = f"name_{job.id}", f"note_{job.id}"

    def keep() -> None:
        words = {"name": st.session_state[name], "note": st.session_state[note]}
        write_remark(cache.store(), state.workspace(), job.id, **words)

    with st.popover("Note", key=f"remark_{job.id}"):
        st.text_input("Name of this run", remark.name, LONGEST_RUN_NAME, key=name, on_change=keep)
        st.text_area("Note", remark.note, max_chars=LONGEST_NOTE, key=note, on_change=keep)


def put_away(job: Job, remark: Remark) -> None:
    """A run that was just deleted, in its place, by the visitor's own name if it has one; and the way back."""
    title = " · ".join(filter(None, (remark.name, job.title)))
    with st.container(horizontal=True, vertical_alignment="center", key=f"gone_{job.id}"):
        st.caption(f"Deleted: {plain(title)}", width="content")
        st.button(
            "Undo", key=f"undo_{job.id}", on_click=_undo, args=(job,), type="tertiary", icon=":material/undo:"
        )
        st.button(
            "Delete for good",
            key=f"forget_{job.id}",
            on_click=_forget,
            args=(job,),
            type="tertiary",
            icon=":material/delete_forever:",
            help="Links to it are closed already. In an hour it goes by itself, with its scores, and with its data "
            "unless something else has a use for them.",
        )


def delete(job: Job) -> None:
    """Take a run out of every list and close the links to it; for an hour it can be brought back."""
    write_remark(cache.store(), state.workspace(), job.id, deleted=time.time())
    was_open = state.run_id() == job.id
    beside = tuple(st.session_state.get(state.SIDE_BY_SIDE, ()))
    state.put_away()[job.id] = state.Before(was_open, beside)
    if was_open:
        state.set_run_id(None)


def _undo(job: Job) -> None:
    """Bring a run back as it was: open and chosen, unless something else was opened or chosen since."""
    was_open, beside = state.put_away().pop(job.id, state.Before(was_open=False, beside=()))
    if cache.store().job(job.id) is None:
        st.toast("This run was deleted for good meanwhile.", icon=":material/delete:", duration="long")
        return
    write_remark(cache.store(), state.workspace(), job.id, deleted=0.0)
    chosen = st.session_state.get(state.SIDE_BY_SIDE, ())
    if job.id in beside and set(chosen) < set(beside):
        st.session_state[state.SIDE_BY_SIDE] = list(beside)
    if was_open and state.run_id() is None and state.results_key() is None:
        state.set_run_id(job.id)


def _forget(job: Job) -> None:
    """Delete a run that was put away with all that nothing else has a use for."""
    state.put_away().pop(job.id, None)
    if is_deleted(cache.store(), job):  # or it was brought back in another tab
        delete_runs(cache.store(), state.workspace(), {job.id})


def _open(job: Job) -> None:
    """Show a run, and put what it was made with into the pickers."""
    load_again(job.fingerprint)
    state.set_run_id(job.id)
    put_back(job)


def offer_again(job: Job) -> None:
    """Where no data set is in use, that of the run which is open: an address may name the run alone."""
    name = cache.dataset_name(job.fingerprint)
    if not name:
        st.info(
            "Load a data set first: the experiment needs something to learn from.", icon=":material/table:"
        )
        return
    st.info(
        f"This run is open without its data, **{plain(name)}**: with them a further one can be set up.",
        icon=":material/table:",
    )
    st.button(
        "Use the data of this run",
        key="data_of_run",
        icon=":material/table:",
        type="primary",
        on_click=_open,
        args=(job,),
    )


def load_again(fingerprint: str) -> None:
    """On another day the data of a run are loaded again, too."""
    if cache.dataset() is None and cache.dataset_name(fingerprint):
        state.set_dataset_key(fingerprint)


def put_back(job: Job) -> None:
    """Put what a run was made with into the pickers."""
    with suppress(InputError):  # a run of another version stays to be seen
        experiment_form.preset(ExperimentSpec.from_json(job.spec))


def outcome_words(job: Job, *, is_told_above: bool) -> str:
    """The verdict on a run that is done, of the two best learners and of all; without details where a card has them."""
    try:
        found = cache.headline(job)
    except InputError as error:
        return str(error)
    best = found.line or (TOLD_ABOVE if is_told_above else found.details)
    if found.answer and not is_told_above:
        best = f"{best}. {found.details}"
    return f"{best.removesuffix('.')}. {found.among}" if found.among else best
