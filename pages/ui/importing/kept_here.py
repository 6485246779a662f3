"""What the workspace keeps in the store and how much of its room that takes; there it is opened again, and deleted."""

import streamlit as st

from core.jobs import MOST_OF_WORKSPACE, Brought, Job
from core.written import counted, size_text
from pages.ui.display.text import plain
from pages.ui.importing import doors, uploads
from pages.ui.session import cache, data_forms, state
from pages.ui.session.stored_results import RESULTS

_WIDTHS = (5, 2, 2, 3)
_MOST_SHOWN = 20


def show() -> None:
    """List what was brought, the largest first; nothing where nothing was."""
    store, workspace = cache.store(), state.workspace()
    brought = sorted(store.brought(workspace), key=lambda item: -item.bytes)
    if not brought:
        return
    size = store.bytes_of(workspace)
    title = f"Kept in this workspace: {size_text(size)} of {size_text(MOST_OF_WORKSPACE)}"
    with st.expander(title, icon=":material/inventory_2:", key="kept_here", on_change="rerun") as opened:
        if opened.open:
            for item in brought[:_MOST_SHOWN]:
                _line(item)
            st.caption(
                "Small files and pasted text are kept beside what was read from them, and deleted with it. The rest is "
                "what waits to be used, until it is removed from its form, and what your runs use and have found; "
                "delete runs on Experiment."
            )


def _line(item: Brought) -> None:
    title, kind, size, actions = st.columns(_WIDTHS, vertical_alignment="center")
    title.markdown(plain(item.title))
    kind.caption(item.kind)
    size.caption(f"{size_text(item.bytes)}{' · in use' if cache.is_in_use(item) else ''}")
    with actions.container(horizontal=True, gap="small"):
        if item.kind in (cache.DATA, RESULTS) and not cache.is_in_use(item):
            st.button("Open", key=f"open_{item.address}", on_click=_open, args=(item,))
        with st.popover("Delete", icon=":material/delete:"):
            _offer_deletion(item)


def _offer_deletion(item: Brought) -> None:
    """What goes with it: a run on it would keep it, and links to that run would go on showing it."""
    from core.experiment import is_deleted

    runs = [job for job in _using(item) if not is_deleted(cache.store(), job)]
    if any(job.is_open for job in runs):
        st.caption(plain(_under_way(item)))
        return
    also = f" and {counted(len(runs), 'runs')} on it" * bool(runs)
    st.caption(plain(f"Nothing brings {item.title}{also} back, and links to it come to their end."))
    label = f"Delete for good with {counted(len(runs), 'runs')}" if runs else "Delete for good"
    st.button(label, key=f"let_go_{item.address}", on_click=_delete, args=(item,))


def _using(item: Brought) -> list[Job]:
    """The runs of this workspace that were made with it, those that were put away, too."""
    return cache.store().jobs_that_use(state.workspace(), item.address)


def _under_way(item: Brought) -> str:
    return f"A run on {item.title} is under way: cancel it first."


def _delete(item: Brought) -> None:
    from core.experiment import delete_runs

    using = _using(item)
    if any(job.is_open for job in using):  # begun since, in another tab
        st.toast(plain(_under_way(item)), icon=":material/error:", duration="long")
        return
    left = " Nothing is in use now." if cache.is_in_use(item) else ""
    if state.run_id() in (ids := {job.id for job in using}):
        state.set_run_id(None)
    delete_runs(cache.store(), state.workspace(), ids)
    uploads.let_go(item)
    st.toast(plain(f"{item.title} is deleted.{left}"), icon=":material/delete:", duration="long")


def _open(item: Brought) -> None:
    """Use again what was brought, and show it where it came in."""
    if item.kind == cache.DATA:
        data_forms.keep_in_use(data_forms.DATASET_DOOR)
        state.set_dataset_key(item.address)
        data_forms.open_door("Data set")
        return
    found = cache.results_at(item.address)
    if found is None:
        st.toast("Another version wrote these results: bring them again.", icon=":material/error:")
        return
    form = doors.form_of(found)
    data_forms.keep_in_use(form[data_forms.CHANGE])
    state.set_results_key(found.id)
    data_forms.open_door(form[data_forms.DOOR])
