"""Fold scores of any results, trained here or imported: a picture, the summary, what can be taken away."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import streamlit as st

from core.designs import units_of
from core.errors import InputError, NotApplicable, listing
from core.experiment import Experiment, Results, search_in_times
from core.figures import (
    Drawing,
    box_plot,
    heat_table,
    histograms,
    one_instance_each,
    paired_lines,
    pooled_bars,
    range_plot,
    style_of,
)
from core.inference import applicable_tests
from core.inference.comparing.learner_question import ANY
from core.inference.interpretation.summary import independence_supposed, summarise, without_width
from core.measures import has_rates
from core.records import FoldScores, Rows
from core.tables.scores import ABOUT_TRAINING, about_pooled, summary_table
from core.written import in_percent
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain
from pages.ui.session import links, state

BOXES, RANGE, TABLE = "Box plot", "Range and intervals", "Folds × learners"
PICTURES = (BOXES, "Paired lines", RANGE, "Histograms", TABLE)
ONE_EACH = "Scores"
"""The picture of one score for each learner: all others show how several lie to one another."""
TOGETHER = "All instances"
"""The picture where every fold holds one of them: folds then have no spread that another one could show."""


def choose_picture(scores: FoldScores, further: Sequence[str] = ()) -> str:
    """Let the visitor choose a picture of folds or of data sets; of single scores or instances there are fewer.

    Parameters
    ----------
    scores : FoldScores
    further : sequence of str
        Pictures that the page has besides.
    """
    views = (*_pictures(scores), *further)
    titles = {view: table_title(scores.rows) if view == TABLE else view for view in views}
    state.keep_valid("picture", views)
    chosen: str = st.segmented_control(
        links.titled("picture", "Picture", words=titles),
        views,
        default=views[0],
        required=True,
        key="picture",
        bind="query-params",
        format_func=titles.__getitem__,
    )
    return chosen


def _pictures(scores: FoldScores) -> tuple[str, ...]:
    if is_single(scores):
        return (ONE_EACH,)
    return (TOGETHER, TABLE) if one_instance_each(scores) else PICTURES


def is_single(scores: FoldScores) -> bool:
    """Whether no learner has more than one score."""
    return not scores.frame.duplicated("learner").any()


def table_title(rows: Rows) -> str:
    """What the picture of all rows is called, in links too."""
    return f"{rows.capitalize()} × learners"


def picture(scores: FoldScores, view: str, training: FoldScores | None = None) -> Drawing:
    """One picture of the fold scores; box plots with training scores beside them where these are given."""
    styles, dark = style_of(scores.learners), elements.is_dark()
    if view == "Paired lines":
        return paired_lines(scores, styles=styles, dark=dark)
    if view == RANGE:
        found = {item.learner: item.best_interval for item in summarise(scores) if item.best_interval}
        if has_rates(scores):  # as in the summary below it
            found = {name: interval.within(0, 1) for name, interval in found.items()}
        return range_plot(scores, styles, intervals=found, dark=dark)
    if view == TOGETHER:
        return pooled_bars(scores, styles, dark=dark)
    if view == "Histograms":
        return histograms(scores, styles, dark=dark)
    if view == TABLE:
        return heat_table(scores, dark=dark)
    return box_plot(scores, styles, training=training, dark=dark)


def _pages_that_tell(results: Results) -> str:
    """Where a test judges single instances of the first learners; empty where there is none."""
    first, *others = results.learners
    asked: dict[str, dict[str, Any]] = {"One learner": {"p0": ANY}}
    if others:
        asked["Two learners"] = {"second": others[0]}
    found = []
    for title, given in asked.items():
        with suppress(InputError):
            if applicable_tests(results.evidence, first, **given).applicable:
                found.append(title)
    return listing(found)


def show_picture(results: Results, view: str, training: FoldScores | None = None) -> None:
    """The picture with its numbers, or why there is none; of several data sets what the summary counts, their means."""
    scores = results.fold_scores
    drawn = scores if view == TABLE else scores.by_dataset
    if view == TOGETHER:
        drawn = results.evidence.together
    try:
        charts.figure(picture(drawn, view, training), f"fold_figure_{view}", drawn.named("scores"))
    except NotApplicable as error:
        st.info(plain(error))
        return
    words = []
    planned = 1 if scores.facts is None else scores.facts.pairs
    if view == ONE_EACH and planned > 1:
        words.append(
            f"Of {planned:,} {units_of(scores)} one at most is known of each learner so far: there is no spread to "
            "draw yet."
        )
    elif view == ONE_EACH:
        tell = _pages_that_tell(results)
        words.append(
            "One score for each learner: there is no spread to draw."
            + (f" How far off it may be, predictions of single instances tell: see {tell}." if tell else "")
        )
    if view == TOGETHER:
        words.append(
            "Each fold holds one instance, whose score has no spread that a box could show: a bar is the score of all "
            "instances together."
        )
    if drawn.rows != scores.rows:
        words.append(
            f"Each data set counts once, by the mean of its folds; all folds are in {table_title(scores.rows)}."
        )
    if view == RANGE:
        one = units_of(drawn).removesuffix("s")
        words.append(
            f"Thin: from the lowest to the highest {one}. Thick: the interval of the mean, as in the summary."
        )
    if words:
        st.caption(" ".join(words))


LEVEL_KEPT = f"at {in_percent(0.95)} whatever α is"
"""Of the intervals of the summary, which stands beside verdicts at other levels."""


def summary(results: Results) -> None:
    """Mean, spread and interval of every learner; times and sizes of those that were trained here."""
    st.header("Summary")
    scores, table = results.fold_scores, summary_table(results)
    tables.table(table, "summary", "summary", wraps=True)
    judged, found = scores.by_dataset, summarise(scores)
    several = any(item.scored > 1 for item in found)
    spread = several and not one_instance_each(scores)
    words = [f"sd is the spread over {units_of(judged)}, not an interval."] * spread
    if judged.rows != scores.rows:
        words = [
            "sd is the spread over the means of the data sets, not an interval: data sets are independent, their folds "
            "are not."
        ]
    elif any(item.corrected for item in found):
        words.append(
            f"The interval is that of the mean, {LEVEL_KEPT}: corrected t, since training sets overlap (Nadeau & "
            "Bengio 2003)."
        )
    elif any(item.plain for item in found) and not independence_supposed(found, scores):
        words.append(
            f"The interval is that of the mean, {LEVEL_KEPT}, by t; it takes {units_of(judged)} as independent of one "
            "another."
        )
    if "pooled" in table.shown:
        words.append(plain(about_pooled(scores)))
    if "training" in table.shown:
        words.append(ABOUT_TRAINING)
    if isinstance(results, Experiment) and several:
        words.append(f"Times and sizes are medians over {units_of(scores)}.")
    if isinstance(results, Experiment) and (search := search_in_times(results.trained)):
        words.append(plain(search))
    if isinstance(results, Experiment) and not results.complete:
        words.insert(0, f"Of the {units_of(scores)} that are done so far, not of all.")
    if words:
        st.caption(" ".join(words))
    if supposed := independence_supposed(found, scores):
        st.caption(f":material/warning: {plain(supposed)}")
    if equal := without_width(found, judged.row):
        st.caption(f":material/warning: {plain(equal)}")


def take_away(results: Results) -> None:
    """Everything in forms that can be read back."""
    from core.data import fold_scores_to_csv, predictions_to_csv

    predictions, scores = results.predictions, results.fold_scores

    with st.container(key="take_away"):
        st.header("Downloads")
        row = st.container(horizontal=True)
    with row:
        tables.download(
            f"{scores.row.capitalize()} scores (CSV)",
            lambda: fold_scores_to_csv(scores),
            f"{scores.named('scores')}.csv",
            "text/csv",
            "take_scores",
        )
        if predictions is not None:
            tables.download(
                "Predictions (CSV)",
                lambda: predictions_to_csv(predictions),
                "predictions.csv",
                "text/csv",
                "take_predictions",
            )
        if isinstance(results, Experiment):
            tables.download(
                "Specification (JSON)",
                results.spec.to_json,
                "experiment.json",
                "application/json",
                "take_spec",
            )
