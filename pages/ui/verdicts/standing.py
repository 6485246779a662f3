"""Many learners on a page: the verdict first, then who stands where, and the matrix of their pairs."""

from html import escape

import streamlit as st

from core.figures import Scale, pairs_matrix
from core.inference import Grouping
from core.inference.interpretation.brief import Brief
from core.records import Array
from core.written import counted
from pages.ui.display import elements


def words(found: Brief, key: str = "standing_words") -> None:
    """The verdict in words, the answer first."""
    mark, answer, effect, alike, numbers = map(escape, found.texts)
    with st.container(key=key):
        st.html(
            "<div class='fw-hero' role='status'>"
            f"<p class='fw-answer'><span class='fw-mark' data-live aria-hidden='true'>{mark}</span> "
            f"<span data-live>{answer}</span></p>"
            f"<p class='fw-effect' data-live>{effect}</p><p class='fw-interval' data-live>{alike}</p>"
            f"<p class='fw-numbers'><span data-live>{numbers}</span> · "
            "<button class='fw-link' data-copy-link>Copy link</button></p></div>"
        )


def further(grouping: Grouping) -> str:
    """What the bars beside the learners leave out."""
    pairs = grouping.outside
    verb = "is" if pairs == 1 else "are"
    return (
        f" {counted(pairs, 'pairs')} further apart {verb} not told apart either: see all pairs."
        if pairs
        else ""
    )


def matrix(
    names: list[str],
    differences: Array,
    p_values: Array,
    scale: Scale,
    *,
    alpha: float,
    lower_is_better: bool,
) -> None:
    """All pairs as colours, blue where the row is better."""
    drawing = pairs_matrix(
        names,
        differences,
        p_values,
        scale,
        alpha=alpha,
        lower_is_better=lower_is_better,
        dark=elements.is_dark(),
    )
    elements.figure(drawing, "pairs_matrix", "all_pairs")
