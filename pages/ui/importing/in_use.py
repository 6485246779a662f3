"""What a door brought in and what is in use, in one line: where to go with it, and a way to change it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from core.errors import InputError
from core.experiment import ImportedResults
from core.inference.advice.applicable import advice_on_pairs
from core.inference.verdicts.wording import design_words
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.importing import uploads
from pages.ui.session import cache, data_forms, state

IMPORTED = "Imported"
NOT_KNOWN = "design not known"
KINDS = {state.GATHERED: "Gathered", state.SAMPLE: "Sample"}


@dataclass(frozen=True)
class Line:
    """One line and the buttons below it.

    Attributes
    ----------
    door : str
        Names the widgets.
    words : str
        Markdown.
    label, page : str
        Where the first button leads.
    besides : tuple of str, optional
        Label and page of a second one.
    brought : bool
        Whether files were: of nothing else there is a way to correct how it was read.
    """

    door: str
    words: str
    label: str
    page: str
    besides: tuple[str, str] | None = None
    brought: bool = True

    def show(self) -> bool:
        """Show the line; False, with a way back, while other data are looked for."""
        if data_forms.is_changing(self.door):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(f"In use: {self.words}")
                self._turn("Keep these", ":material/undo:", data_forms.keep_in_use)
            is_known = data_forms.was_accepted_here(self.door) or (
                self.brought and data_forms.upload(self.door) is None and uploads.open_as_read(self.door)
            )
            if self.brought and not is_known:  # of results the form is filled
                st.caption(
                    "To correct how these were read, bring them again: only smaller files are kept here."
                )
            return False
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(self.words, width="content")
            self._turn("Change", ":material/edit:", data_forms.change)
        with st.container(horizontal=True):
            page = self.page if elements.lead_on(self.label, f"go_{self.door}") else ""
            if self.besides is not None:
                label, other = self.besides
                page = other if elements.lead_on(label, f"go_two_{self.door}", is_first=False) else page
        if page:
            st.switch_page(page, query_params={})  # without them it refuses where a widget is bound to one
        return True

    def _turn(self, label: str, icon: str, turn: Callable[[str], None]) -> None:
        st.button(
            label, type="tertiary", icon=icon, key=f"change_{self.door}", on_click=turn, args=(self.door,)
        )


def results(door: str, *, predictions: bool) -> bool:
    """Whether this door's results are in use and nobody looks for others; then they are shown as one line.

    Parameters
    ----------
    door : str
    predictions : bool
        Whether the door brings predictions, not scores.
    """
    found = cache.results()
    if found is None or (found.predictions is not None) is not predictions:
        aside = cache.results_aside()
        if aside is not None and (aside.predictions is not None) is predictions:
            with st.container(horizontal=True, vertical_alignment="center"):
                offer_aside(aside, door)
        return False
    line = _line(door, found)
    is_open = data_forms.is_changing(door) and data_forms.upload(door) is None
    if is_open and line.brought and not data_forms.was_accepted_here(door) and not uploads.open_as_read(door):
        uploads.fill(door, found)
    if not line.show():
        uploads.as_accepted(door, found.notes)
        return False
    with st.container(horizontal=True):
        if found.predictions is not None:
            is_regression = found.predictions.task == "regression"
            shown = "predictions and residuals" if is_regression else "curves and confusion matrices"
            st.page_link("pages/measures.py", label=f"See {shown}", icon=":material/ssid_chart:")
        elements.see_fold_scores(found.evidence.scores)
    if len(found.learners) > 1 and _read_as(found) == NOT_KNOWN and not _is_advised(found):
        st.caption(
            ":material/info: No test is advised until the design is known: press Change, and say which design the "
            "folds come from."
        )
    return True


def _is_advised(found: ImportedResults) -> bool:
    """Whether there is a test to be advised for two of the learners."""
    try:
        return advice_on_pairs(found).advised is not None
    except InputError:
        return False


def offer_aside(found: ImportedResults, place: str) -> None:
    """Imported results that stepped back for the experiment, and the way back to them; `place` names the button."""
    st.caption(f"**{kind(found)}** · {plain(found.title)} · stepped back for the experiment", width="content")
    st.button(
        "Open again",
        type="tertiary",
        icon=":material/undo:",
        key=f"open_aside_{place}",
        on_click=state.set_results_key,
        args=(found.id,),
    )


def kind(found: ImportedResults) -> str:
    """How results came, in a word: the visitor's files need not have brought them."""
    return next((word for note, word in KINDS.items() if note in found.notes), IMPORTED)


def _line(door: str, found: ImportedResults) -> Line:
    brought = kind(found) == IMPORTED  # the title of all others says which design they come from
    words = f"**{plain(found.title)}** · {counted(len(found.learners), 'learners')}"
    line = partial(Line, door, words + f" · {plain(_read_as(found))}" * brought, brought=brought)
    if len(found.learners) > 2:
        together = "pages/many-datasets.py" if found.evidence.over_datasets else "pages/many-learners.py"
        return line("Compare all learners", together, ("Compare two", "pages/two-learners.py"))
    if len(found.learners) > 1:
        return line("Compare learners", "pages/two-learners.py")
    return line("Judge the learner", "pages/one-learner.py")


def _read_as(found: ImportedResults) -> str:
    """Which design results were taken to come from, whoever said so, and how large its sets are where that is known."""
    if found.evidence.over_datasets:
        return counted(len(found.datasets), "data sets")
    facts = found.facts
    if facts is None or facts.key is None:
        return NOT_KNOWN
    sizes = {"trained on": facts.n_train, "judged on": None if facts.pooled else facts.n_validation}
    told = [
        f"{what} {'about ' * (size % 1 > 0)}{size:,.0f}" for what, size in sizes.items() if size and size >= 1
    ]
    words = ", ".join([f"read as {design_words(facts)}", *told])
    return f"{words} instances" if told else words
