"""Figures with their numbers, tables with their downloads, and the verdict card."""

from typing import Any

import pandas as pd
import streamlit as st

from core.errors import InputError
from pages.ui.text import number, plain


def is_dark() -> bool:
    """Whether the visitor's page is dark."""
    return st.context.theme.type == "dark"


def refuse(error: InputError) -> None:
    """Show a refusal as the sentence it is."""
    st.error(plain(error), icon=":material/error:")


def figure(drawing: Any, key: str, name: str) -> None:
    """A picture, its text for screen readers, and the numbers it is made of.

    Parameters
    ----------
    drawing : core.figures.Drawing
    key : str
        Unique on the page.
    name : str
        File name of what is saved, without ending.
    """
    menu = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": name}}
    st.plotly_chart(drawing.figure, key=key, config=menu, alt=drawing.alt)
    with st.popover("Numbers", icon=":material/table:", on_change="rerun", key=f"{key}_numbers") as popover:
        if popover.open:
            table(drawing.frame, f"{key}_table", name)


def table(frame: pd.DataFrame, key: str, name: str, **options: Any) -> None:
    """A table and its download as CSV."""
    st.dataframe(frame, hide_index=True, key=key, placeholder="–", **options)
    download("Download CSV", lambda: _csv(frame), f"{name}.csv", "text/csv", key=f"{key}_csv")


def download(label: str, make: Any, file_name: str, mime: str, key: str) -> None:
    """A download whose bytes are made when it is asked for."""
    st.download_button(
        label, make, file_name=file_name, mime=mime, key=key, on_click="ignore", icon=":material/download:"
    )


def _csv(frame: pd.DataFrame) -> bytes:
    from core.data import table_to_csv

    return table_to_csv(frame)


def alpha_slider() -> float:
    """The significance level, one what-if value for the whole app."""
    from pages.ui.state import ALPHA

    return float(
        st.slider(
            "Significance level α",
            0.001,
            0.2,
            0.05,
            0.001,
            format="%.3f",
            key=ALPHA,
            bind="query-params",
            help="The share of true null hypotheses that you are willing to reject. Intervals have level 1 − α.",
        )
    )


def verdict_words(verdict: Any, alpha: float) -> None:
    """The verdict in words, with a mark for what it says."""
    sentence = plain(verdict.sentence(alpha))
    if verdict.p_value is None:
        st.warning(sentence, icon=":material/block:")
    elif verdict.rejects(alpha):
        st.success(sentence, icon=":material/check_circle:")
    else:
        st.info(sentence, icon=":material/balance:")


def verdict_numbers(verdict: Any, alpha: float, scale: Any) -> None:
    """Statistic, p-value, critical value, estimate and interval, side by side."""
    columns = st.columns(4)
    columns[0].metric(f"Statistic {verdict.entry.letter}", number(verdict.statistic), border=True)
    columns[1].metric("p-value", _p_text(verdict.p_value), border=True)
    columns[2].metric(
        f"Critical at α = {alpha:g}", _critical_text(verdict.critical_values(alpha)), border=True
    )
    columns[3].metric("Estimate A − B", scale.text(verdict.estimate), border=True)


def _critical_text(values: tuple[float, ...]) -> str:
    if len(values) == 2 and values[0] == -values[1]:
        return f"±{number(values[1])}"
    return ", ".join(number(value) for value in values) or "none"


def _p_text(p_value: float | None) -> str:
    if p_value is None:
        return "undefined"
    return "< .001" if p_value < 0.001 else f"{p_value:.4f}"[(p_value < 1) :]


def null_figure(verdict: Any, alpha: float, key: str) -> None:
    """The statistic on its null distribution, the rejection region shaded."""
    from core.figures import null_distribution

    null = verdict.null
    x, density = null.curve()
    regions = [(float(values[0]), float(values[-1])) for values, _ in verdict.region(alpha) if len(values)]
    drawing = null_distribution(
        x,
        density,
        verdict.statistic,
        critical_values=verdict.critical_values(alpha),
        regions=regions,
        title=f"{verdict.entry.letter}, if only luck were at work: {null.title}",
        discrete=null.discrete,
        dark=is_dark(),
    )
    figure(drawing, key, "null_distribution")


def verdict_details(verdict: Any, alpha: float) -> None:
    """Assumptions, formula with these numbers, and a paragraph to copy."""
    for check in verdict.checks:
        if check.holds is False:
            st.warning(f"**{plain(check.title)}.** {plain(check.sentence)}", icon=":material/warning:")
    with st.expander("Formula with these numbers", icon=":material/function:"):
        for line in verdict.formula_steps():
            st.latex(line)
        st.caption(plain(f"{verdict.title}. {verdict.entry.reference}"))
    with st.expander("Assumptions, checked on this input", icon=":material/checklist:"):
        for check in verdict.checks:
            mark = {True: ":material/check:", False: ":material/warning:", None: ":material/help:"}[
                check.holds
            ]
            st.markdown(f"{mark} **{plain(check.title)}.** {plain(check.sentence)}")
    with st.expander("A paragraph to copy", icon=":material/content_copy:"):
        st.code(verdict.paragraph(alpha), language=None, wrap_lines=True)
