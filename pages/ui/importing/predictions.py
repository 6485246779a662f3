"""The door for predictions: truth, and what every learner said of each instance."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data import (
    PREDICTIONS_BYTES,
    Question,
    RawTable,
    Understanding,
    Unsettled,
    inspect_predictions,
    likely_door,
    may_be_in_rows,
    prediction_roles,
    prediction_tables,
    read_table,
)
from core.errors import InputError, listing, quoted
from core.experiment import imported_results
from core.records import Predictions
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.importing import fields, findings, in_use, reading, uploads
from pages.ui.session import cache, data_forms, state

MOST_SCORED = 20
TAB = "Predictions"
DOOR = data_forms.PREDICTIONS_DOOR
ROLES = {
    "truth": "Truth",
    "id": "Instance (id)",
    "group": "Group (patient, session)",
    "replicate": "Replicate",
    "fold": "Fold",
}
ROLES_IN_ROWS = {
    "learner": "Learner of the row",
    "predicted": "What it predicted",
    "n_train": "Training size",
}
TRAINED = {"hold_out": "one trained classifier, a hold-out, or a measurement", "k_fold": "cross-validation"}
CONSEQUENCES = {
    "hold_out": "The rows are independent of one another, and the verdict is about classifiers as they were trained.",
    "k_fold": "The classifiers of the folds shared most of their training data: tests over the rows come with a "
    "caution. If a column says the fold, name it under “Which column is what”: tests over folds are then possible.",
}
SETTLED = {
    "shared_only": "Judge only the instances that all files have",
    "one_spelling": "Take classes that differ in capitals and blanks alone as one",
}
"""What can be answered of files that are refused without it, and how that is taken back."""
EXAMPLES = {
    "predictions.csv": "Saved here: probabilities, ten folds",
    "orange_predictions.csv": "Orange: Test & Score, two models, ten folds",
    "markers.csv": "pROC or easyROC: an outcome, two markers",
}


def show() -> None:
    """The tab."""
    if in_use.results(DOOR, predictions=True):
        return
    st.caption(
        "One row per instance: the truth, and for each learner its label, its probabilities or its score. Several "
        "files are joined on their ids."
    )
    brought = uploads.tables(
        DOOR,
        "Predictions, one file or one for each learner",
        PREDICTIONS_BYTES,
        EXAMPLES,
        "Columns such as id, y_true, tree, tree_proba_yes, svm_score; Orange's model (class); or what is saved here.",
        read=partial(read_table, limit=PREDICTIONS_BYTES, compact=True),
    )
    if brought is None:
        return
    came, tables = brought
    place = st.container()  # what comes of it stands above what is asked and shown
    try:
        settle(prediction_tables(tables), came, place)
    except InputError as error:
        elements.refuse(error)


def settle(tables: list[RawTable], came: uploads.Upload, place: DeltaGenerator) -> None:
    """Roles, positive class and design, with what was assumed; the predictions at their place above."""
    prefix, columns = came.prefix, fields.columns_of(tables)
    kept = {name: True for name in SETTLED if data_forms.answer(name, prefix)}
    if len(tables) == 1:
        kept.pop("shared_only", None)
    proposed = proposed_roles(tables, came, {}, kept)
    is_offered = "learner" in proposed or reading.read(
        "may be in rows", came.key, came.names, may_be_in_rows, tables
    )
    names = ROLES | (ROLES_IN_ROWS if is_offered else {})
    roles: dict[str, Any] = fields.answered_roles(
        columns, proposed, ["learner"] if is_offered else [], prefix
    )
    if roles:  # by which the other columns may be read otherwise
        proposed = {**(proposed_roles(tables, came, roles, kept) or proposed), **roles}
    for role in set(names) - {"learner"}:
        data_forms.propose_anew(data_forms.import_key(f"role_{role}", prefix), proposed.get(role, ""))
    roles |= fields.answered_roles(columns, proposed, list(names), prefix)
    in_rows = bool(proposed.get("learner"))
    roles |= {} if in_rows else answered_learners(columns, prefix)
    form = partial(roles_expander, columns, proposed, names, prefix, in_rows=in_rows)
    answers = {name: data_forms.answer(name, prefix) for name in ("positive", "scores_for", "design")}
    turned = data_forms.answer("reversed_scores", prefix)
    answers["reversed_scores"] = tuple(turned) if turned else None
    for name in kept:  # whatever follows from an answer, also where it is refused, there is a way back
        st.toggle(SETTLED[name], key=data_forms.import_key(name, prefix), persist_state="session")
    try:
        found, given = understood_so_far(tables, came, roles, answers, kept)
        is_open = questions(found, prefix)
        asked = fields.question(found, "more_learners")
        form(asked, opened=asked is not None)
        if found.predictions is not None and are_only_scores(found, found.predictions):
            with place:  # attributes of a data set are read so, too
                lead_elsewhere(tables, came)
        if is_open:
            with place:
                fields.ask_for(f"how {'its' if len(tables) == 1 else 'their'} rows were predicted", tables)
            findings.preview(found.sample, "predictions_preview")
        elif found.predictions is not None:
            key = (came.key, repr(sorted(roles.items())), repr(sorted(given.items(), key=str)))
            result(found, found.predictions, came, key, place)
    except InputError as error:
        offered = isinstance(error, Unsettled) and error.key in SETTLED
        with place:
            elements.refuse(error)
            if isinstance(error, Unsettled) and offered:
                offer(error, prefix)
        lead_elsewhere(tables, came)
        form(None, opened=not offered)
        findings.preview(tables[0].sample(20), "predictions_preview")


def lead_elsewhere(tables: list[RawTable], came: uploads.Upload) -> None:
    """Say so where what was brought belongs to another door."""
    likely = reading.read("likely door", came.key, came.names, likely_door, tables[0])
    findings.elsewhere(likely, DOOR, tables[0].sample(20), came.files)


def are_only_scores(found: Understanding, predictions: Predictions) -> bool:
    """Whether of two classes there are scores alone, and nothing says what was predicted."""
    kinds = {column.role.split(" of ")[0] for column in found.columns}
    return "score" in kinds and not {"label", "predicted"} & kinds and len(predictions.classes) == 2


def proposed_roles(
    tables: list[RawTable], came: uploads.Upload, roles: dict[str, str], kept: dict[str, Any]
) -> dict[str, str]:
    """The column of each role under those that were said, as far as it is known.

    Parameters
    ----------
    tables, came
        What was brought.
    roles : dict
    kept : dict
        The answer about instances.
    """
    try:
        return {column.role: column.name for column in understood(tables, came, roles, kept).columns}
    except InputError:  # whatever is refused of the cells, the columns of the first file may be known
        with suppress(InputError):
            key = (came.key, repr(roles))
            return reading.read("roles", key, came.names, prediction_roles, tables, roles)
    return {}


def offer(refusal: Unsettled, prefix: str) -> None:
    """The way on: with the instances that all files have, or with spellings of a class taken as one."""
    if refusal.key == "shared_only":
        label = plain(f"Judge the {counted(refusal.options[0], 'instances')} that all files have")
    else:
        label = fields.taken_as_one(dict(refusal.options))
    st.button(
        label,
        key=f"settle_{refusal.key}_{prefix}",
        icon=":material/join_inner:",
        on_click=data_forms.set_answer,
        args=(refusal.key, prefix, True),
    )


def answered_learners(columns: Sequence[str], prefix: str) -> dict[str, Any]:
    """The columns that the visitor named for the learners, as roles."""
    labels, markers, more = (
        fields.answered_names(name, prefix, columns) for name in ("learners", "markers", "more_learners")
    )
    for name in labels:
        state.keep_valid(data_forms.import_key(f"score_of_{name}", prefix), ["", *columns])
    score = {name: data_forms.answer(f"score_of_{name}", prefix) for name in labels}
    labelled = {name: {"label": name, **({"scores": score[name]} if score[name] else {})} for name in labels}
    alone = tuple(name for name in markers if name not in labels)
    given = {"learners": labelled, "more_scores": alone, "more_learners": () if labels else more}
    return {role: named for role, named in given.items() if named}


def understood_so_far(
    tables: list[RawTable],
    came: uploads.Upload,
    roles: dict[str, Any],
    answers: dict[str, Any],
    kept: dict[str, Any],
) -> tuple[Understanding, dict[str, Any]]:
    """What is understood, and the answers that it took: only those that are `kept` where others fit the roles no more.

    Parameters
    ----------
    tables, came
        What was brought.
    roles, answers : dict
    kept : dict
        The answer about instances, whatever the roles are.
    """
    unasked = None
    with suppress(InputError):
        unasked = understood(tables, came, roles, kept)
    differing = fields.deviating(unasked, answers)
    given = kept | {name: answer for name, answer in differing.items() if answer is not None}
    try:
        return understood(tables, came, roles, given), given
    except InputError:
        if unasked is None:
            raise
        return unasked, kept


def questions(found: Understanding, prefix: str) -> bool:
    """Design, positive class, and what single scores speak for; whether the deciding one has no answer yet."""
    design, is_open = fields.question(found, "design"), False
    if design is not None and "hold_out" in design.options:
        is_open, design = deciding(found, design, prefix) is None, None
    boxes = iter(elements.boxes(4, "predicted"))
    for key in ("positive", "scores_for"):
        if (asked := fields.question(found, key)) is not None:
            with next(boxes):
                fields.choose(asked, prefix)
    if design is not None:
        with next(boxes):
            fields.choose_design(design, prefix)
    asked = fields.question(found, "reversed_scores")
    if asked is not None:
        with next(boxes):
            st.multiselect(
                "Lower scores speak for that class",
                asked.options,
                key=data_forms.import_key("reversed_scores", prefix),
                persist_state="session",
                placeholder="of none: higher is likelier",
            )
    return is_open


def deciding(found: Understanding, asked: Question, prefix: str) -> str | None:
    """The question that decides about predictions without folds, with what follows from each answer."""

    def fitting(words: str) -> str:
        is_regression = found.predictions is not None and found.predictions.task == "regression"
        return words.replace("classifier", "model") if is_regression else words

    with st.container(border=True):
        return st.radio(
            f"**{asked.text}**",
            asked.options,
            None,
            format_func=lambda key: fitting(TRAINED[key]),
            captions=[fitting(CONSEQUENCES[key]) for key in asked.options],
            key=data_forms.import_key("design", prefix),
            persist_state="session",
        )


def roles_expander(
    columns: Sequence[str],
    proposed: dict[str, str],
    names: dict[str, str],
    prefix: str,
    asked: Question | None,
    *,
    in_rows: bool,
    opened: bool,
) -> None:
    """Which column, of whichever file, plays which role.

    Parameters
    ----------
    columns : sequence of str
        Of all files.
    proposed : dict
        The column of each role, as the reader takes it.
    names : dict
        What the roles are called.
    prefix : str
        Of the keys.
    asked : Question or None
        Which other columns are learners.
    in_rows : bool
        Whether a column names the learner of each row; else columns are the learners.
    opened : bool
        Whether the box begins open.
    """
    with fields.roles_box(prefix, opened=opened):
        fields.column_roles(columns, proposed, names, prefix)
        if in_rows:
            return
        if asked is not None:
            st.multiselect(
                asked.text,
                asked.options,
                key=data_forms.import_key("more_learners", prefix),
                persist_state="session",
                placeholder="none: they are left out",
                help="Labels that the truth never is count as errors.",
            )
        left, right = st.columns(2)
        labels = left.multiselect(
            "Columns with the labels that learners predicted",
            columns,
            key=data_forms.import_key("learners", prefix),
            persist_state="session",
            placeholder="as recognised",
            help="Only if the learners were not recognised: the columns named here are the learners, and no others.",
        )
        right.multiselect(
            "Columns with scores of learners without labels",
            columns,
            key=data_forms.import_key("markers", prefix),
            persist_state="session",
            placeholder="as recognised",
            help="They join the learners whose labels or probabilities are recognised.",
        )
        boxes = elements.boxes(4, "scored")
        for place, name in enumerate(labels[:MOST_SCORED]):
            boxes[place % 4].selectbox(
                f"Score of {plain(name)}",
                ["", *columns],
                format_func=lambda column: column or "(none)",
                key=data_forms.import_key(f"score_of_{name}", prefix),
                persist_state="session",
                help="For two classes: the column of scores of this learner.",
            )


def understood(
    tables: list[RawTable], came: uploads.Upload, roles: dict[str, Any], answers: dict[str, Any]
) -> Understanding:
    """What is understood under the answers so far."""
    key = (came.key, len(tables), repr(sorted(roles.items())), repr(sorted(answers.items(), key=str)))
    understand = partial(inspect_predictions, roles=roles, **answers)
    return reading.read("understood predictions", key, came.names, understand, tables)


def doubts(predictions: Predictions, found: Understanding) -> list[str]:
    """What the visitor may have meant otherwise: columns that nobody uses, scores that are no probabilities."""
    idle = [quoted(column.name) for column in found.columns if column.role == "left out"]
    others = [
        (item.learner, item.scores)
        for item in predictions.outcomes
        if item.scores is not None and item.score_kind == "decision"
    ]
    # one value for two classes is kept with the sign that speaks for the second: only its size is as it came
    outside = [name for name, scores in others if scores.ndim > 1 or abs(scores).max() > 1]
    measured = [name for name, _ in others if name not in outside]
    sentences = []
    if idle and fields.question(found, "more_learners") is None:
        sentences.append(
            f"Left out: {listing(idle, most=12)}. A learner is recognised when most of its different labels are "
            "classes of the truth; others can be named under “Which column is what”."
        )
    if outside:
        names = listing(dict.fromkeys(outside), most=12)
        sentences.append(
            f"The scores of {names} lie outside 0 to 1: they are taken as values of a decision function, not as "
            "probabilities."
        )
    if measured:
        names = listing(dict.fromkeys(measured), most=12)
        sentences.append(f"The scores of {names} are taken as measured values, not as probabilities.")
    return sentences


def result(
    found: Understanding,
    predictions: Predictions,
    came: uploads.Upload,
    key: tuple[str, ...],
    place: DeltaGenerator,
) -> None:
    """What would be used, with the button, at their place; then what follows, and the file.

    Parameters
    ----------
    found : Understanding
    predictions : Predictions
    came : Upload
    key : tuple of str
        Names what was brought and answered.
    place : container
    """
    only_scores = are_only_scores(found, predictions)
    with place:
        name = fields.name_of_results(came)
    results = cache.kept(
        "brought predictions",
        (*key, name),
        lambda: imported_results(predictions, name, "auc" if only_scores else ""),
    )
    what = f"{counted(len(predictions.truth), 'instances')} · {predictions.task}"
    if predictions.classes:
        what += f" · classes {plain(listing(predictions.classes, most=8))}"
    notes = [*predictions.notes, *doubts(predictions, found)]
    findings.understood(found, came, notes, results, "predictions", alike=False)
    with place:
        whose = f"**{plain(listing(predictions.learners, most=8))}**"
        findings.accept(f"{whose} · {what}", results, DOOR, "accept_predictions")
