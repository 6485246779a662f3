"""The door for counts: typed or pasted, understood aloud, and on to the calculator that judges them."""

import streamlit as st

from core.data import ReadCounts, read_counts
from core.errors import InputError
from core.records import Counts
from core.written import counted, hundredths
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.importing import uploads
from pages.ui.session import data_forms

EXAMPLE = "12 of 40"


def show() -> None:
    """The tab."""
    st.caption(
        "Counts of errors from a paper or a spreadsheet: 12 of 40; a table of errors and n; a 2×2 table of who was "
        "right where; or columns of 0 (right) and 1 (wrong), a row per instance."
    )
    uploads.come_back(data_forms.COUNTS_DOOR)
    data_forms.begin_counts(EXAMPLE)
    left, right = st.columns(2, gap="medium")
    with left:
        text = st.text_area(
            "Counts, typed or pasted",
            height=220,
            key=data_forms.COUNTS,
            persist_state="session",
            help="One line per learner: tree: 12 of 40. Or two lines with two numbers each: rows are learner A, "
            "columns learner B, right before wrong; or these four on one line, or behind their names: e00=30 e01=5 "
            "e10=12 e11=53. Columns may be divided by blanks, "
            "tabs, semicolons or commas.",
        )
        # A button, and where nothing of what follows moves it: pressed straight out of the text, a link would lead on
        # with the counts that stood there before, or be gone from below the finger.
        pressed = st.button("Judge these counts", type="primary", icon=":material/calculate:", key="go_judge")
        uploads.keep_draft(data_forms.COUNTS_DOOR)
    with right:
        if not text or not text.strip():
            st.info("Type or paste counts.", icon=":material/edit:")
            return
        try:
            found = read_counts(text)
        except InputError as error:
            elements.refuse(error)
            return
        understood(found)
    if pressed:
        st.switch_page("pages/calculators.py", query_params=destination(found.counts))


def understood(found: ReadCounts) -> None:
    """What the counts are."""
    counts = found.counts
    for sentence in found.notes:
        st.caption(f":material/info: {plain(sentence)}")
    for name, errors, n in zip(counts.learners, counts.errors, counts.n, strict=False):
        st.markdown(f"**{plain(name)}** · {counted(errors, 'errors')} of {n:,} · {hundredths(errors / n)}")
    if len(counts.errors) == 2 and counts.e01 is None:
        st.caption(
            ":material/help: Were both judged on the same instances, as one test set? Then bring the 2×2 table of who "
            "was right where; two counts alone are judged as those of different instances."
        )
    if counts.e01 is not None and counts.e10 is not None:
        st.caption(
            plain(
                f"Both right {counts.e00:,}, only {counts.learners[0]} wrong {counts.e01:,}, only "
                f"{counts.learners[1]} wrong {counts.e10:,}, both wrong {counts.e11:,}."
            )
        )


def destination(counts: Counts) -> dict[str, str]:
    """The calculator that judges these counts, and the numbers, as its address has them."""
    keys = ("calc_a", "calc_b") if len(counts.errors) == 2 else ("calc_name",)
    unnamed = set(counts.learners) <= set(Counts().learners)
    names = {} if unnamed else dict(zip(keys, counts.learners, strict=True))
    if counts.e01 is not None:
        cells = {"m_00": counts.e00, "m_01": counts.e01, "m_10": counts.e10, "m_11": counts.e11}
        return {"calc": "2×2 table", **{name: str(value) for name, value in cells.items()}, **names}
    if len(counts.errors) == 2:
        (first, second), (n_1, n_2) = counts.errors, counts.n
        numbers = {"s_e1": first, "s_n1": n_1, "s_e2": second, "s_n2": n_2}
        return {"calc": "Two samples", **{key: str(value) for key, value in numbers.items()}, **names}
    return {"calc": "Errors of n", "e_errors": str(counts.errors[0]), "e_n": str(counts.n[0]), **names}
