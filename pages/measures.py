from collections.abc import Hashable
from dataclasses import replace

import streamlit as st

from core.designs import where_failed
from core.errors import listing
from core.experiment import ON_THE_ORIGINAL_SET
from core.figures import style_of
from core.inference.interpretation.areas import GUESSING
from core.measures import MEASURES, depends_on_class, learners_by_share, roc_of
from core.records import FoldScores, Losses, Predictions
from core.written import counted, level_text
from pages.ui import frame
from pages.ui.display import elements, live, page
from pages.ui.display.text import plain
from pages.ui.importing import predictions as door_predictions
from pages.ui.measures import auc, confusion, losses, residuals, threshold_state, thresholds
from pages.ui.results import current
from pages.ui.session import data_forms, links, state

frame.ensure()

MOST_BELOW = 4

CURVES, MATRIX = "Thresholds and curves", "Confusion matrix"
PARTS = (CURVES, auc.PART, MATRIX, losses.PART)
BY_SHARE = f"scores without a threshold of their own. {thresholds.AS_MANY}"
LEARNERS = "shown_learners"
SHOWN = {
    "classification": "Curves, thresholds and confusion matrices need",
    "regression": "Predicted against true values, and residuals, need",
    "": "Curves, confusion matrices and residuals need",
}
"""What predictions show by what is predicted, as far as that is known."""


def positive_class(predictions: Predictions) -> Hashable:
    """The class that curves are about."""
    words = class_words(predictions)
    title = "Class, against the rest" if len(words) > 2 else "Positive class"
    why = threshold_state.why_first(predictions)
    return st.selectbox(
        links.titled(state.POSITIVE, title, words=words),
        list(words),
        list(words).index(threshold_state.opening_class(predictions)),
        format_func=words.__getitem__,
        key=state.POSITIVE,
        bind="query-params",
        persist_state="session",
        help=plain(f"The class that scores, precision, recall, ROC and AUC are about.{why}"),
    )


def about_other_pages(predictions: Predictions, positive: Hashable) -> None:
    """Which class other pages judge, where another one is chosen here."""
    if len(predictions.classes) > 2 or predictions.positive in (None, positive):
        return
    titles = listing(entry.title for entry in MEASURES.values() if depends_on_class(entry))
    st.caption(plain(f"Chosen for this page: others tell {titles} of class {predictions.positive}."))


def class_words(predictions: Predictions) -> dict[Hashable, str]:
    """The classes, as the picker and the address call them: as the data do, whatever was computed of them."""
    return {label: str(label) for label in predictions.classes}


def class_to_come(predictions: Predictions) -> Hashable:
    """The class that is looked at, before its picker is drawn: as the address says where nobody has chosen."""
    asked = {word: label for label, word in class_words(predictions).items()}
    given = asked.get(st.query_params.get(state.POSITIVE, ""), threshold_state.opening_class(predictions))
    known: Hashable = st.session_state.get(state.POSITIVE, given)
    return known


def learners_to_come(predictions: Predictions) -> list[str]:
    """The learners that are looked at, before their picker is drawn; all of them where it hides every one."""
    asked = st.session_state.get(LEARNERS, st.query_params.get_all(LEARNERS))
    return [name for name in asked if name in predictions.learners] or list(predictions.learners)


def choose_learners(names: list[str]) -> list[str]:
    """Let the visitor hide learners; each keeps its colour."""
    shown = st.multiselect(
        links.titled(LEARNERS, "Learners", words=names),
        names,
        names,
        key=LEARNERS,
        bind="query-params",
        persist_state="session",
    )
    return [name for name in names if name in shown] or names


def asks_for_class(predictions: Predictions, part: str) -> bool:
    """Whether this part is about a class that can be chosen."""
    return part != losses.PART and (part != MATRIX or len(predictions.classes) == 2)


def keep_in_address(predictions: Predictions, part: str) -> None:
    """Let the address keep what other parts ask for: Streamlit takes out of it what belongs to no widget in sight."""
    told: dict[str, str | list[str] | None] = {}
    if not asks_for_class(predictions, part):
        positive = class_to_come(predictions)
        is_usual = positive == threshold_state.opening_class(predictions)
        told[state.POSITIVE] = None if is_usual else class_words(predictions)[positive]
    if part == losses.PART:
        names = learners_to_come(predictions)
        told[LEARNERS] = None if set(names) == set(predictions.learners) else names
    if told:
        live.show(told)


def in_brief(predictions: Predictions, part: str) -> str:
    """What stands behind the button, in brief."""
    state.carry(state.ALPHA)
    alpha = f"α = {level_text(elements.alpha_to_come())}"
    if part == losses.PART:
        return alpha
    positive = class_to_come(predictions)
    names = learners_to_come(predictions)
    many = len(predictions.classes) > 2
    called = threshold_state.named(predictions, positive)
    whose = f"{called} {threshold_state.AGAINST_THE_REST}" if many else f"Positive class: {positive}"
    of_class = [whose] if asks_for_class(predictions, part) else []
    return ", ".join([*of_class, counted(len(names), "learners"), alpha])


def choices(predictions: Predictions, part: str) -> tuple[Hashable, list[str], float]:
    """The class, the learners and the significance level, as far as this part depends on them."""
    positive, names = threshold_state.opening_class(predictions), list(predictions.learners)
    if part == losses.PART:
        with st.columns([4, 10])[0]:
            return positive, names, elements.alpha_slider()
    of_a_class = asks_for_class(predictions, part)
    columns = st.columns([4, 6, 4] if of_a_class else [10, 4], gap="medium")
    if of_a_class:
        with columns[0]:
            positive = positive_class(predictions)
            about_other_pages(predictions, positive)
    with columns[-2]:
        names = choose_learners(names)
    with columns[-1]:
        alpha = elements.alpha_slider()
    return positive, names, alpha


def without_curves(study: threshold_state.Study) -> None:
    """Which learners have no curve, and why."""
    for name, reason in study.scored.without_scores.items():
        st.caption(f":material/info: {plain(f'{name} has no curve: {reason}.')}")


def about_labels(predictions: Predictions, learners: list[str], part: str, *, scored: bool) -> None:
    """Whose labels are counted: those that learners predicted, or those that were made for mere scores."""
    by_share = learners_by_share(predictions)
    made = [name for name in learners if name in by_share]
    if part == MATRIX:
        whose = "By the labels that were predicted" + (", where there are any. " if made else ". ")
        elsewhere = f"The matrix at any threshold is a picture of *{CURVES}*." * scored
        st.caption(f"{whose * (len(made) < len(learners))}{elsewhere}")
    if made:
        st.caption(f":material/info: {plain(', '.join(made))}: {plain(BY_SHARE)}.")


def over_fewer(predictions: Predictions, learners: list[str]) -> None:
    """Whose numbers rest on fewer predictions than those of others."""
    wanted = len(predictions.validated)
    for name in learners:
        lacking = predictions.lacking(name)
        if not lacking:
            continue
        failed = [failure for failure in predictions.failures if failure.learner == name]
        why = f" It failed{where_failed(failed, predictions.facts)}." if failed else ""
        words = (
            f"{name} lacks {lacking:,} of {wanted:,} predictions: its numbers are over the other ones.{why}"
        )
        st.caption(f":material/info: {plain(words)}")


def about_bootstrap(predictions: Predictions) -> None:
    """That most of the instances of a bootstrap were trained on."""
    if predictions.facts is not None and predictions.facts.key == "bootstrap":
        st.caption(
            f":material/warning: {ON_THE_ORIGINAL_SET}; the out-of-bag estimates stand on Fold errors."
        )


def without_predictions(scores: FoldScores) -> str:
    """What the scores are, and what predictions would show beside them."""
    known = MEASURES.get(scores.measure)
    task = known.tasks[0] if known is not None and len(known.tasks) == 1 else ""
    rows = "data sets" if scores.over_datasets else "folds"
    return f"These are scores of {rows}. {SHOWN[task]} the predictions of each instance."


def below_guessing(study: threshold_state.Study, learners: list[str], level: float) -> None:
    """Which scores order worse than guessing, beyond what luck explains; they are shown as they came."""
    tables = {name: study.scored.table(name) for name in learners}
    low = [
        name
        for name, table in tables.items()
        if table.positives and table.negatives and roc_of(table).auc < GUESSING
    ]
    areas = [auc.area_of(study, auc.summaries(study, level)[name], level) for name in low]
    below = [area for area in areas if area.worse_than_guessing]
    if not below:
        return
    pooled = "pooled " * any(area.several_folds for area in below)
    which = f"This {pooled}curve lies" if len(below) == 1 else f"These {pooled}curves lie"
    orders = "it orders" if len(below) == 1 else "they order"
    told = [f"{area.learner} {area.pooled:.4f} (flipped {1 - area.pooled:.4f})" for area in below]
    shown = ", ".join(told[:MOST_BELOW]) + f" and {len(told) - MOST_BELOW} more" * (len(told) > MOST_BELOW)
    words = (
        f"{which} below the diagonal: {orders} worse than guessing, by more than luck explains; the scores are shown "
        f"as they came. AUC of {shown}."
    )
    st.warning(plain(words), icon=":material/swap_vert:")


def classification(predictions: Predictions, losses_known: Losses | None, data: str) -> None:
    """The parts for classes."""
    opening = threshold_state.study(predictions, threshold_state.opening_class(predictions))
    with st.container(horizontal=True, vertical_alignment="center"):
        part = st.segmented_control(
            links.titled(state.PART, "View", words=PARTS),
            PARTS,
            default=CURVES if opening.scored.learners else MATRIX,
            required=True,
            key=state.PART,
            bind="query-params",
            label_visibility="collapsed",
        )
        # the threshold and its picture have to share a screen, as in a lecture every answer and what leads to it, so
        # that there the other choices stand behind a button
        is_short = part == CURVES or page.presents()
        behind = st.popover(plain(in_brief(predictions, part)), icon=":material/tune:") if is_short else None
    with behind or st.container():
        positive, names, alpha = choices(predictions, part)
    styles = style_of(predictions.learners)
    study = threshold_state.study(predictions, positive)
    if part != losses.PART:
        over_fewer(predictions, [name for name in names if predictions.of(name)])
    if part == MATRIX:
        predicted = [name for name in names if predictions.of(name)]
        answer = st.container() if page.presents() else None  # there what is known of the labels comes below
        about_labels(predictions, predicted, part, scored=bool(study.scored.learners))
        scored = [name for name in predicted if name in study.scored.learners]
        if otherwise := study.labelled_otherwise(scored):
            st.caption(f":material/info: {plain(otherwise)}")
        if len(predictions.classes) == 2:
            predictions = replace(predictions, positive=positive)
        with answer or st.container():
            confusion.show(predictions, predicted, 1 - alpha, study.no_pooling, data)
        keep_in_address(predictions, part)
        return
    if part == losses.PART:
        if set(learners_to_come(predictions)) < set(predictions.learners):
            st.caption(
                f":material/info: Here are all {len(predictions.learners)} learners, also those that are hidden in the "
                "other views: p is adjusted for every pair."
            )
        about_labels(predictions, list(predictions.learners), part, scored=False)
        losses.show(predictions, losses_known, styles, alpha)
        keep_in_address(predictions, part)
        return
    without_curves(study)
    shown = [name for name in names if name in study.scored.learners]
    if not shown:
        lacking = "no AUC" if part == auc.PART else "no threshold to move"
        words = f"None of these learners gave scores, so there is {lacking}. *{MATRIX}* goes by their labels."
        st.info(words, icon=":material/block:")
        return
    below_guessing(study, shown, 1 - alpha)
    if part == auc.PART:
        auc.show(study, shown, styles, alpha)
    else:
        thresholds.show(study, shown, styles, 1 - alpha)
        thresholds.take_away(study, shown)


st.title("Measures")
found = current.results("confusion matrices, curves and costs")
data, predictions = current.data_of(found), found.predictions
if predictions is None:
    st.info(without_predictions(found.fold_scores), icon=":material/block:")
    st.page_link(
        "pages/data.py",
        label="Bring predictions",
        icon=":material/arrow_forward:",
        query_params={data_forms.DOOR: door_predictions.TAB},
    )
    page.end()
about_bootstrap(predictions)
state.restart(LEARNERS, predictions.learners, list(predictions.learners))
if predictions.task == "classification":
    state.restart(state.POSITIVE, predictions.fingerprint, threshold_state.opening_class(predictions))
if predictions.task == "regression":
    columns = st.columns([8, 4], vertical_alignment="bottom")
    with columns[0]:
        chosen = choose_learners(list(predictions.learners))
    predicted = [name for name in chosen if predictions.of(name)]
    over_fewer(predictions, predicted)
    residuals.show(predictions, predicted, data, alpha_here=columns[1])
else:
    classification(predictions, found.spec.losses, data)
