"""Fold scores of imported results: pictures, summary, two learners compared, and the canonical form to download."""

import streamlit as st

from core.data.fold_scores.layout import on_other_measures
from core.designs import where_failed
from core.errors import InputError
from core.experiment import ImportedResults
from core.inference.verdicts.wording import design_words
from core.records import FoldScores
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain, told
from pages.ui.importing import in_use
from pages.ui.results import current, scores_view
from pages.ui.verdicts import advised_comparison, pair

READ = "How the file was read"
_MOST_NOTES = 6


@st.fragment
def show(found: ImportedResults) -> None:
    """All that there is to see of the fold scores; a fragment, since nothing is trained."""
    above = st.container()
    compared = len(found.learners) > 1
    left, right = st.columns([6, 3], gap="medium") if compared else (st.container(), st.container())
    below = st.container()
    with right:
        experiment = current.measured(found, below)
    try:
        scores = experiment.fold_scores
    except InputError as error:
        elements.refuse(error)
        return
    elements.about(found.saved_about, found.facts)
    with above:
        header(scores)
    with right:
        judged = current.complete(experiment)
    hero = None
    if compared:
        with left:
            first, second = pair.pickers(judged.evidence)
        hero = advised_comparison.verdict(judged.evidence, first, second, trained_here=False)
    scores_view.show_picture(judged, scores_view.choose_picture(judged.fold_scores))
    scores_view.summary(judged)
    if hero is not None:
        advised_comparison.what_it_rests_on(hero, judged.evidence, first, second)
    scores_view.take_away(experiment)


def header(scores: FoldScores) -> None:
    """What the rows are, and what was assumed on reading."""
    facts = scores.facts
    if scores.over_datasets:
        st.caption(f"{len(scores.datasets)} data sets, independent of one another.")
    elif facts is not None and facts.pooled:
        st.caption("Predictions for one data set; which fold each comes from is not known.")
    elif facts is not None and facts.one_classifier:
        size = facts.n_validation
        st.caption(
            "One hold-out." if size is None else f"One hold-out of {counted(round(size), 'instances')}."
        )
    elif facts is None or facts.key is None:
        st.caption("Folds of one data set; the design they come from is not known.")
    else:
        st.caption(plain(f"Folds of one data set: {design_words(facts)}."))
    beside = (*in_use.KINDS, *on_other_measures(scores.notes))  # which is said above, and by the measure
    notes = [note for note in scores.notes if note not in beside]
    if notes:  # which stood on Data before the results were used
        by_file = not any(note in in_use.KINDS for note in scores.notes)
        with st.popover(READ if by_file else "Notes", icon=":material/info:", type="tertiary"):
            for note in notes[:_MOST_NOTES]:
                st.caption(told(note))
    for failure in scores.failures[:_MOST_NOTES]:
        where = where_failed([failure], facts)
        st.warning(plain(f"{failure.learner} failed{where}: {failure.reason}"), icon=":material/warning:")
