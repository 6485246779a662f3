"""What was understood of files, the door that they belong to, what follows from them, and accepting them."""

from collections.abc import Sequence
from math import comb

import pandas as pd
import streamlit as st

from core.data import (
    ColumnSummary,
    Understanding,
)
from core.errors import InputError, listing
from core.experiment import ImportedResults
from core.inference import TESTS, Advice
from core.inference.advice.advice import BY_ANOTHER
from core.inference.advice.applicable import advice_on_pairs, refused_by_scores
from core.inference.interpretation.brief import too_little
from core.measures import MEASURES, title_of
from core.records import FoldScores
from core.tables.columns import results_columns_table
from core.tables.verdicts import reasons_of_pairs
from core.written import number
from pages.ui.display import elements, tables
from pages.ui.display.text import plain, told
from pages.ui.importing import uploads
from pages.ui.session import cache, data_forms, state

_MOST_NOTES = 8
_MOST_UNSCROLLED = 7


def notes(sentences: Sequence[str]) -> None:
    """What was understood, converted, assumed or looks doubtful."""
    if sentences:
        st.markdown("**What was understood**")
    for sentence in sentences[:_MOST_NOTES]:
        st.caption(f":material/info: {told(sentence)}")
    elements.more_notes(sentences[_MOST_NOTES:])


TABS = {
    "dataset": "Data set",
    "fold_scores": "Fold results",
    "predictions": "Predictions",
    "counts": "Counts",
}
"""Titles of the tabs by what core calls their doors."""


def elsewhere(likely: str, door: str, rows: pd.DataFrame | None, files: Sequence[tuple[str, bytes]]) -> None:
    """Say so where a table belongs to another door, with a button that opens it with what was brought.

    Parameters
    ----------
    likely, door : str
        Where it belongs, empty where nobody knows, and where it was brought.
    rows : DataFrame or None
        Its first rows, with which the door for counts opens.
    files : sequence of (name, bytes)
        With which the others do.
    """
    if likely in (door, "") or (likely == "dataset" and len(files) > 1):  # which is read from one file
        return
    with st.container(border=True):
        what = f"{'a ' * (likely == 'dataset')}{TABS[likely].lower()}"
        st.markdown(f":material/help: This looks like {what}.")
        st.button(
            f"Open {TABS[likely]}",
            key=f"elsewhere_{door}",
            type="tertiary",
            icon=":material/arrow_forward:",
            on_click=_open,
            args=(likely, door, rows, files),
        )


def _open(likely: str, door: str, rows: pd.DataFrame | None, files: Sequence[tuple[str, bytes]]) -> None:
    """Open another door with the counts, or with the files, which leave the one they were brought to."""
    if likely == "counts":
        text = "" if rows is None else rows.to_csv(sep="\t", index=False)
        data_forms.open_door(TABS[likely], text, door)
        return
    uploads.hold(files, likely)
    if data_forms.upload(door) == data_forms.upload(likely):
        data_forms.set_upload(door, None)
    state.forget(data_forms.way_key(likely))  # pasted text, too, is among files there
    data_forms.change(likely)
    data_forms.open_door(TABS[likely])


def preview(rows: pd.DataFrame, key: str) -> None:
    """The first rows; few of them without scrolling."""
    height: tables.Height = "content" if len(rows) <= _MOST_UNSCROLLED else 255
    few_digits = dict.fromkeys(rows.select_dtypes("float").columns, number)
    tables.listed(rows, key, height=height, told=few_digits)


def columns_table(columns: Sequence[ColumnSummary], key: str) -> None:
    """Every column in one line: what it is taken for, what it holds."""
    with st.expander(f"All {len(columns)} columns", icon=":material/view_column:"):
        tables.printed(results_columns_table(columns), key)


def what_follows(found: FoldScores | ImportedResults, *, alike: bool) -> None:
    """The tests of two learners that these answers lead to, before anything is accepted, and the pairs without any.

    Parameters
    ----------
    alike : bool
        Whether it is that of every other pair: counted on instances, two learners may disagree more than others.
    """
    heading, count = "**What follows for the tests**", len(found.learners)
    try:
        advice = advice_on_pairs(found)
    except InputError as error:
        st.markdown(heading)
        st.caption(f":material/block: {told(error)}")
        return
    refused = refused_by_scores(found)
    if count > 2 and alike:
        heading += " of the pairs" if refused else " of each pair"
    elif count > 2 and advice.gathering is not None:
        heading += f" of {plain(listing(advice.gathering.learners))}; for other pairs it may differ"
    st.markdown(heading)
    none_left = len(refused) == comb(count, 2) > 0
    if advice.advised is None or not none_left:
        _of_the_design(found, advice)
    for reason in reasons_of_pairs(refused, comb(count, 2)):
        st.caption(f":material/block: {told(reason)}")


def _of_the_design(found: FoldScores | ImportedResults, advice: Advice) -> None:
    """Which test is advised, or why none, and what all are worth, it among them: pages of verdicts count it, too."""
    if advice.advised is None:
        st.caption(f":material/block: {told(_why_none(found, advice.because))}")
    else:
        cautioned = dict(advice.caution).get(advice.advised, "")
        doubt = too_little(advice, elements.alpha_to_come())
        mark, aside = (
            "warning" if cautioned or doubt else "check",
            f", with caution. {cautioned}" if cautioned else ".",
        )
        sentences = f"{TESTS[advice.advised].title}{aside} {advice.because} {doubt}".strip()
        st.caption(f":material/{mark}: {told(sentences)}")
    for mark, title, reasons in (
        ("check_circle", "Suited", advice.valid),
        ("help", "With caution", advice.caution),
        ("block", "Refused", advice.refused),
    ):
        if reasons:
            names = ", ".join(TESTS[key].title for key, _ in reasons)
            with st.popover(f"{title}: {len(reasons)}", icon=f":material/{mark}:", help=plain(names)):
                for reason in dict.fromkeys(reason for _, reason in reasons):
                    titles = "; ".join(TESTS[key].title for key, why in reasons if why == reason)
                    st.caption(f"**{plain(titles)}.** {told(reason)}")


def _why_none(found: FoldScores | ImportedResults, because: str) -> str:
    """Why no test is advised, of predictions by which measure that is, and by which other one there is one."""
    if isinstance(found, FoldScores):
        return because
    other, by = found.with_test, f"By {title_of(found.fold_scores)}: {because}"
    if other is None:
        return by
    measure, test = other
    plainly = by.removesuffix(BY_ANOTHER).strip()
    return f"{plainly} By {MEASURES[measure].title} there is one: {TESTS[test].title}."


def understood(
    found: Understanding,
    came: uploads.Upload,
    sentences: Sequence[str],
    results: FoldScores | ImportedResults,
    name: str,
    *,
    alike: bool,
) -> None:
    """What was understood and what follows, beside the first rows as they are written; below them every column.

    Parameters
    ----------
    found : Understanding
    came : Upload
    sentences : sequence of str
        Notes.
    results : FoldScores or ImportedResults
    name : str
        Of the tables' keys.
    alike : bool
        As for `what_follows`.
    """
    left, right = st.columns([3, 2], gap="medium")
    with right:
        notes(sentences)
        what_follows(results, alike=alike)
    with left:
        if len(came.files) > 1:
            st.caption(f"The first rows of {plain(came.files[0][0])}")
        preview(found.sample, f"{name}_preview")
    columns_table(found.columns, f"{name}_columns")


def accept(what: str, results: ImportedResults, door: str, key: str) -> None:
    """Make imported results the ones that the analysis pages show; the form of the door then closes.

    They are looked at by their own measure first, not by the one of what was looked at before.

    Parameters
    ----------
    what : str
        What they are, as markdown.
    results : ImportedResults
    door, key : str
        Of the door, and of the button.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(what, width="content")
        is_pressed = st.button("Use these results", type="primary", icon=":material/check:", key=key)
    if is_pressed:
        cache.keep_results(results)
        if results.predictions is not None:
            state.forget_measure(results.predictions.task)
        uploads.accept_draft(door)
        st.rerun()
