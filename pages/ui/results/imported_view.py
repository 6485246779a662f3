"""Fold scores of imported results: pictures, summary, two learners compared, and the canonical form to take away."""

from typing import Any

import pandas as pd
import streamlit as st

from core.designs import DESIGNS
from core.errors import InputError, NotApplicable
from core.experiment import ImportedResults
from core.figures import Drawing, box_plot, heat_table, histograms, paired_lines, range_plot, style_of
from core.inference.interpretation.summary import LearnerSummary, summarise
from core.measures import has_rates
from core.records import FoldScores
from pages.ui.display import elements
from pages.ui.display.text import plain, told
from pages.ui.results import current
from pages.ui.verdicts import advised_comparison

PICTURES = ("Box plot", "Paired lines", "Range and intervals", "Histograms", "Folds × learners")
_MOST_NOTES = 6


@st.fragment
def show(found: ImportedResults) -> None:
    """All that there is to see of the fold scores; a fragment, since nothing is trained."""
    experiment = current.measured(found)
    try:
        scores = experiment.fold_scores
    except InputError as error:
        elements.refuse(error)
        return
    header(scores)
    pictures(scores)
    summary(scores)
    if len(experiment.learners) > 1:
        advised_comparison.show(experiment.evidence)
    take_away(experiment)


def header(scores: FoldScores) -> None:
    """What the rows are, and what was assumed on reading."""
    facts = scores.facts
    if scores.rows == "data sets" or len(scores.datasets) > 1:
        st.caption(f"{len(scores.datasets)} data sets, independent of one another.")
    elif facts is None or facts.key is None:
        st.caption("Folds of one data set; nobody said which design they come from.")
    else:
        design = DESIGNS[facts.key].title if facts.key in DESIGNS else facts.key
        st.caption(plain(f"Folds of one data set: {facts.replicates} × {facts.folds}, {design}."))
    for note in scores.notes[:_MOST_NOTES]:
        st.caption(f":material/info: {told(note)}")
    for failure in scores.failures[:_MOST_NOTES]:
        words = f"{failure.learner} failed on replicate {failure.replicate}, fold {failure.fold}: {failure.reason}"
        st.warning(plain(words), icon=":material/warning:")


def pictures(scores: FoldScores) -> None:
    """One picture at a time, with its numbers."""
    view = st.segmented_control(
        "Picture", PICTURES, default=PICTURES[0], required=True, key="imported_picture"
    )
    try:
        elements.figure(picture(scores, view), f"imported_figure_{view}", "fold_scores")
    except NotApplicable as error:
        st.info(plain(error))


def picture(scores: FoldScores, view: str) -> Drawing:
    """One picture of the fold scores."""
    styles, dark = style_of(scores.learners), elements.is_dark()
    if view == "Paired lines":
        return paired_lines(scores, styles=styles, dark=dark)
    if view == "Range and intervals":
        found = {item.learner: item.best_interval for item in summarise(scores) if item.best_interval}
        return range_plot(scores, styles, intervals=found, dark=dark)
    if view == "Histograms":
        return histograms(scores, styles, dark=dark)
    if view == "Folds × learners":
        return heat_table(scores, dark=dark)
    return box_plot(scores, styles, dark=dark)


def summary(scores: FoldScores) -> None:
    """Mean, spread and interval of every learner."""
    st.subheader("Summary")
    rows = [_row(item) for item in summarise(scores)]
    number = "{:.2%}" if has_rates(scores) else "{:.4g}"
    config: dict[str, Any] = {
        "mean": "Mean",
        "sd": "sd over rows",
        "interval_low": "95 % from",
        "interval_high": "to",
        "lowest": "Lowest",
        "highest": "Highest",
    }
    formats = dict.fromkeys(config, number)
    config["learner"] = st.column_config.TextColumn("Learner", pinned=True)
    elements.table(pd.DataFrame(rows), "imported_summary", "summary", formats, column_config=config)
    st.caption(
        "sd is the spread over rows, not an interval. The interval is that of the mean: corrected t where training "
        "sets overlap and their sizes are known (Nadeau & Bengio 2003), else the t interval."
    )


def _row(item: LearnerSummary) -> dict[str, Any]:
    interval = item.best_interval
    return {
        "learner": item.learner,
        "scores": item.scored,
        "mean": item.mean,
        "sd": item.sd,
        "interval_low": interval.low if interval else None,
        "interval_high": interval.high if interval else None,
        "interval": "corrected t" if item.corrected else "t" if interval else "none",
        "lowest": item.lowest,
        "highest": item.highest,
    }


def take_away(experiment: ImportedResults) -> None:
    """Everything in forms that are read back as they are."""
    from core.data import fold_scores_to_csv, predictions_to_csv

    st.subheader("Take away")
    with st.container(horizontal=True):
        elements.download(
            "Fold scores (CSV)",
            lambda: fold_scores_to_csv(experiment.fold_scores),
            "fold_scores.csv",
            "text/csv",
            "take_imported_scores",
        )
        predictions = experiment.predictions
        if predictions is not None:
            elements.download(
                "Predictions (CSV)",
                lambda: predictions_to_csv(predictions),
                "predictions.csv",
                "text/csv",
                "take_imported_predictions",
            )
