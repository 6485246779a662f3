"""The part of Measures that follows a threshold: one slider, its pictures, its numbers, what it costs."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError, listing
from core.figures import Drawing, Styles, legend_beside, mark_moves, moves, two_circles
from core.inference.interpretation.summary import in_one_piece
from core.measures import Confusion, preferences
from core.tables.preferences import preferences_table
from core.written import in_percent, number
from pages.ui.display import charts, elements, live, page, room, tables
from pages.ui.display.text import plain
from pages.ui.measures import (
    at_threshold,
    auc,
    confusion,
    curve_bands,
    curve_lines,
    losses,
    matrices_at_threshold,
    threshold_state,
)
from pages.ui.measures.cost_views import COST_PLACES, EXPECTED_COST_PLACES, cost_view, expected_cost_view
from pages.ui.measures.curve_lines import Place, Shown
from pages.ui.measures.ranking_views import (
    GAIN_PLACES,
    LIFT_PLACES,
    calibration_view,
    gain_view,
    lift_view,
    not_calibrated,
)
from pages.ui.measures.rate_views import (
    PRECISION_RECALL_PLACES,
    ROC_PLACES,
    SENSITIVITY_PLACES,
    precision_recall_view,
    roc_view,
    sensitivity_view,
)
from pages.ui.measures.threshold_state import SCORE, Decision
from pages.ui.session import cache, links, state
from pages.ui.verdicts.pair import boxes

MOST_NAMED = 3
"""Learners that are named beside the code of the address."""


class View(NamedTuple):
    """A picture, and where the marks lie that follow the threshold in it."""

    draw: Callable[[Shown, Decision], Drawing]
    places: Sequence[Place]


VIEWS = {
    "ROC": View(roc_view, ROC_PLACES),
    "Precision–recall": View(precision_recall_view, PRECISION_RECALL_PLACES),
    "Sensitivity–specificity": View(sensitivity_view, SENSITIVITY_PLACES),
    "Expected cost": View(expected_cost_view, EXPECTED_COST_PLACES),
    "Cost curve": View(cost_view, COST_PLACES),
    "Gain": View(gain_view, GAIN_PLACES),
    "Lift": View(lift_view, LIFT_PLACES),
    "Calibration": View(calibration_view, ()),
}

WORDS = {
    "ROC": "The nearer to the upper left corner, the better. One corner per threshold.",
    "Precision–recall": "Judges the positives only: where they are rare, it shows what ROC hides. Drawn in steps: "
    "straight lines between the corners would promise too much.",
    "Sensitivity–specificity": "Solid: share of the positives found. Dashed: share of the negatives left alone.",
    "Expected cost": "Under the costs, benefits and prior below; a star marks where each learner costs least.",
    "Cost curve": "Each learner at its best threshold, for every mixture of prior and costs: where two lines cross, "
    "the preference changes. Dashed: calling all of them alike, without any learner. The dotted line is where prior "
    "and costs stand, the mark on it the current threshold.",
    "Gain": "How many of the positives are among the share with the highest scores.",
    "Lift": "How many times more positives there are among those called positive than among all.",
    "Calibration": "On the diagonal, probabilities mean what they say; the bars below show how many instances a "
    "point stands for. The dotted line is θ.",
}

CONDITIONS = "Costs, benefits and prior"
AS_MANY = "As many of the highest are called positive as there are positives"
NO_SCALE = (
    f"scores for which a θ from 0 to 1 is no scale. {AS_MANY}, until the slider is moved. “Threshold by” changes that: "
    f"it is in the box “{CONDITIONS}” below the pictures."
)
LOGISTIC = (
    "scores are values of a decision function, not probabilities. θ is read on the logistic scale: 0.5 stands for the "
    "decision value 0."
)
POOLING = " Pooled curves mix the scales of the classifiers of all folds"
APART = "; a vertical average keeps folds apart."


def drawn(shown: Shown, view: str) -> Drawing | InputError | None:
    """The picture as it was drawn when all but the threshold was settled, or why there is none; None before that."""
    found: Drawing | InputError | None = shown.known(("drawn", view))
    return found


def moved(shown: Shown, view: str, decision: Decision) -> live.Moves | None:
    """How the marks of the picture have to be moved for this decision; None where it has to be drawn anew."""
    try:
        wanted: Drawing | InputError = VIEWS[view].draw(shown, decision)
    except InputError as error:
        wanted = error
    first = shown.once(("drawn", view), lambda: wanted)
    if isinstance(first, InputError) or isinstance(wanted, InputError):
        return [] if type(first) is type(wanted) else None
    return moves(first, wanted)


def ahead(
    shown: Shown, views: Sequence[str], decision: Decision, told: Mapping[str, at_threshold.Told]
) -> live.Ahead:
    """What the pictures and the cells of these containers become at every position of the slider."""
    positions = np.array(threshold_state.positions())
    cuts = [(name, shown.cut(name, decision, positions)) for name in shown.learners]
    found = live.Ahead(state.THETA, positions.tolist(), {}, {}, usual=shown.study.opening[1])
    for view in views:
        drawing = drawn(shown, view)
        if not isinstance(drawing, Drawing):
            continue
        marks = [(name, *place(decision, cut)) for place in VIEWS[view].places for name, cut in cuts]
        key = key_of(view)
        found.moved[key] = mark_moves(drawing, marks, positions, line=decision.by == SCORE)
    texts = at_threshold.cells_at(shown, decision, positions, list(told.values()))
    found.cells.update(zip(told, texts, strict=True))
    return found


EXTRAS = ("iso-cost line", "convex hull", "crossings")
NUMBERS, RATES = "all numbers", "rates of one learner"
BETTER = "better_first", "better_second"
"""Of which two it is told under which losses each is better; their places in the address."""
BESIDE = "beside_the_pictures"
MATRICES = "matrices_at_threshold"
MATRIX = "Live matrix"
"""Also where the slider is the share called positive: θ is no name of that."""


def view_settings(study: threshold_state.Study) -> tuple[str, str, list[str]]:
    """How curves of folds are put together, which band, what else."""
    by, ways = curve_lines.POOLED, curve_lines.groupings(study.scored.predictions)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        if len(ways) > 1:
            by = st.segmented_control(
                links.titled("curves_by", "Curves of folds", words=ways),
                ways,
                default=by,
                required=True,
                key="curves_by",
                bind="query-params",
                help="Pooled: one curve over all predictions. Each fold, each replicate: their own curves. Vertical "
                "average: mean tp-rate of the folds at every fp-rate.",
            )
        band = st.segmented_control(
            links.titled("curve_band", "Band", words=curve_lines.BANDS),
            list(curve_lines.BANDS),
            default=curve_lines.NO_BAND,
            required=True,
            key="curve_band",
            bind="query-params",
            help="Bootstrap: instances drawn anew within each class, 1000 times; pointwise. By threshold: Wilson "
            "intervals of both rates at every threshold.",
        )
        extras = st.pills(
            links.titled("roc_extras", "Also on ROC", words=EXTRAS),
            EXTRAS,
            default=[],
            selection_mode="multi",
            key="roc_extras",
            bind="query-params",
        )
    if band != curve_lines.NO_BAND:
        if study.no_pooling:
            st.caption(f":material/block: {plain(f'No band: {study.no_pooling}.')}")
        elif by != curve_lines.POOLED:
            st.caption(":material/info: Bands belong to pooled curves.")
    return by, band, extras


@st.fragment
def show(study: threshold_state.Study, learners: list[str], styles: Styles, level: float) -> None:
    """Everything that costs, prior and threshold drive; a fragment, so that they move nothing else."""
    threshold_state.open_anew(study)
    lecture = page.presents()
    if not lecture:
        about_scale(study)
    pictures = chosen_pictures()
    views = [view for view in pictures if view in VIEWS]
    above, middle, below = st.container(), st.container(key="parts"), st.container()
    with st.expander(CONDITIONS, icon=":material/payments:", key="conditions_box"):
        threshold_state.conditions(study, learners)
        if not study.against_the_rest:
            offer_losses(study)
    with st.expander("Bands and more numbers", icon=":material/tune:", key="settings_box"):
        by, band, extras = view_settings(study)
        details = chosen_details()
        tables.picture_format("curves")
    shown = curve_lines.Shown(study, learners, styles, by=by, band=band, level=level, extras=extras)
    few = at_threshold.is_narrow(learners)
    alone = len(views) == 1 and not (few and (MATRIX in pictures or NUMBERS not in details))
    slots = repeat(middle) if alone else rows_of_two(middle)
    places = {view: next(slots).container(key=f"place_of_{key_of(view)}") for view in views}
    tall = len(views) == 1 and not room.is_narrow()
    beside = alone and tall
    told: dict[str, at_threshold.Told] = {}
    if MATRIX in pictures:
        told[MATRICES] = partial(matrices_at_threshold.cells, positive_first=study.positive_first)
    if NUMBERS not in details:
        told[BESIDE] = at_threshold.cells
    with above:
        follow(shown, views, details, told)
    for view, place in places.items():
        with place:
            picture(
                shown,
                view,
                numbers=NUMBERS in details,
                explained=len(views) > 1,
                beside=beside,
                tall=tall,
            )
    decision = threshold_state.stated(study)
    if decision is not None:
        found = at_threshold.rows(shown, decision)
        if MATRIX in pictures:
            with (next(slots) if few else below).container():
                matrices(study, found)
        if BESIDE in told:
            with (next(slots) if few else below).container(key=BESIDE):
                st.html(at_threshold.as_html(found, study.against_the_rest))
        live.foresee(ahead(shown, views, decision, told))
    with below:
        if lecture:  # above, it would take a line from the picture
            about_scale(study)
        explain(shown, views)
    if len(learners) > 1:
        with st.expander(
            "Which of two is better under which losses",
            icon=":material/balance:",
            expanded=not st.query_params.keys().isdisjoint(BETTER),  # it was asked about them
            on_change="rerun",
            key="losses_open",
        ) as box:
            if box.open and decision is not None:
                better_when(study, learners, decision)


def rows_of_two(parent: DeltaGenerator) -> Iterator[DeltaGenerator]:
    """Places beside each other, two by two; a phone shows them below one another in this order."""
    while True:
        yield from parent.columns(2, gap="medium")


def offer_losses(study: threshold_state.Study) -> None:
    """Let these costs be those by which a difference is tested, which stand in a matrix of their own."""
    decision = threshold_state.stated(study)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"*{losses.PART}* tests costs by the labels as they were predicted. Its costs are set there.",
            width="content",
        )
        if decision is not None and st.button(
            losses.TAKE_OVER,
            type="tertiary",
            icon=":material/arrow_forward:",
            key="take_over_costs",
            on_click=_take_over,
            args=(study, decision),
        ):
            st.rerun()  # another part is open now, which is not one of this fragment


def _take_over(study: threshold_state.Study, decision: Decision) -> None:
    classes = [str(label) for label in study.scored.predictions.classes]
    first = study.positive_first
    classes = classes[::-1] if first else classes
    cache.keep_losses(classes, decision.costs.matrix(positive_first=first))
    state.forget(state.loss_key(classes))
    state.open_part(losses.PART)


def about_scale(study: threshold_state.Study) -> None:
    """What θ, or the share, is of scores that are no probabilities."""
    decided = [name for name in study.scored.learners if study.scored.kind(name) == "decision"]
    decision = threshold_state.stated(study)
    by = study.opening[0] if decision is None else decision.by
    words = LOGISTIC if by == SCORE else NO_SCALE
    if decided:
        st.caption(f":material/info: {plain(', '.join(decided))}: {plain(words)}")


def chosen_pictures() -> list[str]:
    """Which pictures follow the threshold."""
    pictures = [*VIEWS, MATRIX]
    return st.pills(
        links.titled("curve_pictures", "Pictures", words=pictures),
        pictures,
        default=["ROC"],
        selection_mode="multi",
        key="curve_pictures",
        bind="query-params",
        label_visibility="collapsed",
    )


def chosen_details() -> list[str]:
    """What else follows the threshold."""
    details = [NUMBERS, RATES]
    return st.pills(
        links.titled("curve_details", "Also in numbers", words=details),
        details,
        default=[],
        selection_mode="multi",
        key="curve_details",
        bind="query-params",
    )


@st.fragment
def follow(
    shown: curve_lines.Shown, views: list[str], details: list[str], told: Mapping[str, at_threshold.Told]
) -> None:
    """What moves with the threshold alone: a fragment within the other, since the slider has to answer at once.

    The pictures and the table stand outside of it, and only have their marks moved and their cells filled; where
    more changes than marks, such as an axis, everything is drawn anew.
    """
    decision = threshold_state.threshold(shown.study)
    if decision is None:
        return
    moves_by_view = {}
    for view in views:
        found_moves = moved(shown, view, decision)
        if found_moves is None:
            st.rerun()
        moves_by_view[key_of(view)] = found_moves
    found = at_threshold.rows(shown, decision)
    address = threshold_state.threshold_told(shown.study, decision)
    live.show(
        address,
        moves_by_view,
        {place: cells(found) for place, cells in told.items()},
        subject=listing(shown.learners, most=MOST_NAMED),
    )
    if NUMBERS in details:
        if shown.study.against_the_rest:
            st.caption(plain(f"Counts and rates are those of {shown.study.against_the_rest}."))
        tables.rows(pd.DataFrame(found), "at_threshold", "at_threshold")
    if RATES in details:
        one_learner(shown.study, shown.learners, decision, shown.level)


def name_of(view: str) -> str:
    """Name of a picture for what is saved of it."""
    return view.replace("–", "_").replace(" ", "_")


def key_of(view: str) -> str:
    """Key of a picture."""
    return f"view_{name_of(view).lower()}"


def picture(
    shown: curve_lines.Shown,
    view: str,
    *,
    numbers: bool = False,
    explained: bool = False,
    beside: bool = False,
    tall: bool = False,
) -> None:
    """One picture, with its numbers if wanted; nothing while no threshold is in force.

    Parameters
    ----------
    shown : Shown
    view : str
    numbers : bool
    explained : bool
        Whether what it shows is said below it.
    beside : bool
        Whether the legend stands beside the curves.
    tall : bool
        Whether they are as high as the window allows.
    """
    drawing = drawn(shown, view)
    if drawing is None:
        return
    if not (tall and page.presents()):  # there its chip names it, and the line is the picture's
        st.markdown(f"**{view}**")
    if isinstance(drawing, InputError):
        st.info(plain(drawing), icon=":material/block:")
        return
    if tall:
        square = beside and "scaleanchor" in drawing.layout["yaxis"]
        with st.container(key="alone_square" if square else "alone" if beside else "alone_beside_numbers"):
            placed = legend_beside(drawing) if beside else drawing
            charts.chart(placed, key_of(view), name_of(view), height="stretch")
    elif page.presents():
        with st.container(key=f"first_screen_{key_of(view)}"):
            charts.chart(drawing, key_of(view), name_of(view), height="stretch")
    else:
        charts.chart(drawing, key_of(view), name_of(view))
    if explained:
        st.caption(plain(about(shown, view)))
    if numbers:
        tables.rows(drawing.frame, f"{key_of(view)}_table", name_of(view))


def matrices(study: threshold_state.Study, found: at_threshold.Found) -> None:
    """Who is taken for whom at the threshold in force."""
    st.markdown(f"**{MATRIX}**")
    with st.container(key=MATRICES):
        classes, first = study.scored.predictions.classes, study.positive_first
        st.html(matrices_at_threshold.as_html(classes, found, positive_first=first))
    st.caption(matrices_at_threshold.WORDS)


def in_the_lead(study: threshold_state.Study, learners: Sequence[str]) -> str:
    """Who is ahead by AUC, of all predictions as one curve; empty where nobody is."""
    curves = {name: study.scored.curves(name, "pooled") for name in learners}
    areas = {name: f"{curve.auc:.4f}" for name, found in curves.items() for curve in found.values()}
    best = max(areas.values(), default="")
    first = [name for name, text in areas.items() if text == best]
    if len(first) == len(areas):
        return ""
    verb = "is" if len(first) == 1 else "are"
    area, tests = "the AUC of pooled predictions", "tests of the areas of the folds"
    if in_one_piece(study.scored.predictions.facts):
        area, tests = "AUC", "its tests"
    return f"{listing(first)} {verb} ahead by {area}, {best}; whether by more than luck, {tests} say."


def explain(shown: curve_lines.Shown, views: list[str]) -> None:
    """What the pictures show, and what is to be known of the numbers beside them; who is ahead comes first."""
    if lead := in_the_lead(shown.study, shown.learners):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(plain(lead), width="content")
            st.page_link(
                "pages/measures.py",
                label=f"See {auc.PART}",
                icon=":material/arrow_forward:",
                query_params={state.PART: auc.PART},
            )
    if len(views) == 1 and (words := about(shown, views[0])):  # of several each has its words below it
        st.caption(f"**{views[0]}.** {plain(words)}")
    decision = threshold_state.stated(shown.study)
    if decision is not None:
        terms = at_threshold.cost_terms(shown.study, shown.learners, decision)
        st.caption(plain(at_threshold.cost_words(shown.study, shown.learners, decision)), help=plain(terms))
        for words, names in at_threshold.cheapest_elsewhere(shown.study, shown.learners, decision).items():
            where = f"Set it under “{CONDITIONS}” by “{threshold_state.CHEAPEST_OF}”."
            st.caption(f"**Cheapest threshold of {plain(listing(names))}.** {plain(f'{words} {where}')}")
        if decision.by == SCORE and (otherwise := shown.study.labelled_otherwise(shown.learners)):
            st.caption(f":material/info: {plain(otherwise)}")


def about(shown: curve_lines.Shown, view: str) -> str:
    """What a picture shows; empty where none is drawn."""
    if not isinstance(drawn(shown, view), Drawing):  # why there is none stands in its place
        return ""
    words = WORDS[view] + curve_bands.band_said(shown, view)
    facts = shown.study.scored.predictions.facts
    if view == "ROC" and not (facts and facts.one_classifier):
        apart = ", which the file does not tell apart." if in_one_piece(facts) else APART
        words += f"{POOLING}{apart}"
    if view == "Calibration":
        if not shown.study.no_pooling:
            words += f" Upright lines: {in_percent(shown.level)} intervals (Wilson) of the shares."
        words += not_calibrated(shown)
    if view in ("ROC", "Precision–recall"):
        words += covering(shown)
        if shown.by != curve_lines.POOLED:
            words += " Marks are the pooled rates at the threshold."
    return words


def covering(shown: curve_lines.Shown) -> str:
    """Whose pooled curves are the same, so that one is seen only."""
    if shown.by != curve_lines.POOLED:
        return ""
    alike: dict[tuple[bytes, bytes], list[str]] = {}
    for name in shown.learners:
        table = shown.study.scored.table(name)
        alike.setdefault((table.tpr.tobytes(), table.fpr.tobytes()), []).append(name)
    return "".join(
        f" {listing(names)} have the same curve: the last covers the others."
        for names in alike.values()
        if len(names) > 1
    )


def one_learner(
    study: threshold_state.Study, learners: list[str], decision: threshold_state.Decision, level: float
) -> None:
    """The rates of one learner at the threshold with their intervals, its circles."""
    name = confusion.whose("rates_learner", learners)
    table = study.scored.table(name)
    tp, fn, fp, tn = table.counts(decision.corner(table, study.scored.kind(name)))
    counted = Confusion(
        study.scored.predictions.classes,
        np.array([[tn, fp], [fn, tp]]),
        study.scored.predictions.positive,
    )
    left, right = st.columns([6, 4], gap="medium")
    with left:
        confusion.show_rates(counted, level, study.no_pooling, study.scored.predictions.facts)
    with right:
        charts.figure(two_circles(tp, fn, fp, dark=elements.is_dark()), "circles", "precision_recall_circles")
        st.caption("Recall is the overlap's part of the left circle, precision its part of the right one.")


def better_when(
    study: threshold_state.Study, learners: list[str], decision: threshold_state.Decision
) -> None:
    """In words: between which ratios of losses each of two learners is the cheaper one."""
    left, right = boxes(learners)
    with left:
        first = confusion.whose(BETTER[0], learners, "One")
    with right:
        second = confusion.whose(BETTER[1], [name for name in learners if name != first], "Other")
    found = study.once(
        ("preferences", first, second),
        lambda: preferences(study.scored.table(first), study.scored.table(second)),
    )
    table = preferences_table(found, (first, second), decision.prior)
    tables.table(table, "better_when", "better_under_which_losses")
    ratio = decision.costs.slope(decision.prior) * decision.prior / (1 - decision.prior)
    worth = f"{number(ratio, 3)} {'miss' if math.isclose(ratio, 1) else 'misses'}"
    st.caption(
        plain(
            f"Each at its own best threshold on these data, at a prior of {decision.prior:.3g}; the current costs "
            f"make a false alarm worth {worth}. A verdict on the difference needs a test: see AUC "
            "and Losses."
        )
    )


def take_away(study: threshold_state.Study, learners: list[str]) -> None:
    """All corners of every curve as CSV."""
    from core.data import table_to_csv

    def everything() -> bytes:
        parts = []
        for name in learners:
            folds = study.scored.tables(name, "folds")
            several = folds if len(folds) > 1 else {}  # one fold is all that is pooled
            for part, table in (study.scored.tables(name, "pooled") | several).items():
                parts.append(table.frame.assign(learner=name, curve=part))
        return table_to_csv(pd.concat(parts, ignore_index=True))

    tables.download(
        "Every corner of every curve (CSV)", everything, "thresholds.csv", "text/csv", "take_thresholds"
    )
