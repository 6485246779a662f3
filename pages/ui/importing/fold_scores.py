"""The door for fold results: from any layout, understood aloud, every role changeable."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data import (
    FOLD_SCORES_BYTES,
    LAYOUTS,
    RawTable,
    Understanding,
    Unsettled,
    inspect_fold_scores,
    notes_of_files,
    read_fold_scores,
    recognise_scores,
    roles_by_name,
    score_table,
    sums_question,
)
from core.errors import InputError, listing
from core.experiment import imported_results
from core.measures import title_of
from core.records import FoldScores
from core.written import counted
from pages.ui.display import elements
from pages.ui.display.text import plain, told
from pages.ui.importing import fields, findings, fold_questions, in_use, reading, uploads
from pages.ui.session import data_forms

TAB = "Fold results"
DOOR = data_forms.SCORES_DOOR
ROLES = {
    "learner": "Learner",
    "score": "Score",
    "measure": "Measure",
    "dataset": "Data set",
    "replicate": "Replicate",
    "fold": "Fold",
    "n_train": "Training size",
    "n_validation": "Validation size",
}
WIDE_ROLES = {
    "label": "Names of the rows",
    "measure": "Measure",
    "dataset": "Data set",
    "replicate": "Replicate",
    "fold": "Fold",
}
EXAMPLES = {
    "weka_experiment.csv": "WEKA Experimenter: 10 × 10 folds, two schemes",
    "weka_experiment.arff": "WEKA Experimenter, ARFF",
    "cross_validate.json": "scikit-learn: cross_validate of two estimators",
    "cv_results.csv": "scikit-learn: cv_results_ of a search",
    "caret_resamples.csv": "caret: resamples of three models, 5 × 2 folds",
    "mlr_benchmark.csv": "mlr: six data sets, ten folds each",
    "demsar2006.csv": "Demšar 2006: four learners, 14 data sets",
    "autorank.csv": "autorank or STAC: a row for each data set",
    "posthocs.csv": "scikit-posthocs: blocks, groups, y",
    "correctr.csv": "correctR: model, values, k, r",
    "errors_of_n.csv": "Counts: errors of n on each of ten folds",
    "lists_5x2.json": "Lists by hand: 5 × 2 scores by learner",
}
ANSWERS = ("turn", "measure", "rows", "dataset", "replicates", "scale", *fold_questions.SIZES)


def show() -> None:
    """The tab."""
    if in_use.results(DOOR, predictions=False):
        return
    st.caption(
        "Scores that you already have, one per fold or per data set: from WEKA, scikit-learn, mlr3, tidymodels, "
        "autorank, a spreadsheet, or saved here."
    )
    brought = uploads.tables(
        DOOR,
        "Fold results, one file or one for each learner",
        FOLD_SCORES_BYTES,
        EXAMPLES,
        "CSV, TSV, XLSX, Parquet, ARFF or JSON; what Foldwise saved is read back as it was.",
        read=score_table,
        answers=["sums"],
    )
    if brought is None:
        return
    came, tables = brought
    place, asked = st.container(), st.container()  # what comes of it, and what is open, stand above all else
    layout = choose_layout(tables, came)
    if layout is not None:
        settle(tables, came, layout, place, asked)
    else:
        _, refusal, door = recognised(tables, came)
        if refusal is not None:
            elements.refuse(reading.called(refusal, came.names))
        rows = tables[0].sample(20)
        findings.elsewhere(door, DOOR, rows, came.files)
        findings.preview(rows, "scores_preview")


def recognised(tables: list[RawTable], came: uploads.Upload) -> tuple[str | None, InputError | None, str]:
    """The layout that fits; else why there is none, and the likely door."""
    return reading.read("recognised scores", came.key, came.names, recognise_scores, tables[0])


def choose_layout(tables: list[RawTable], came: uploads.Upload) -> str | None:
    """Let the visitor correct the layout that was recognised."""
    keys, (found, refusal, door) = list(LAYOUTS), recognised(tables, came)
    key = data_forms.import_key("layout", came.prefix)
    data_forms.propose(key, found)
    chosen = st.selectbox(
        "Layout",
        keys,
        None if found is None else keys.index(found),
        format_func=lambda key: LAYOUTS[key].title,
        key=key,
        persist_state="session",
        placeholder="not recognised: choose",
        help="How the file is laid out. It was recognised by the names of its columns.",
    )
    if chosen is not None:
        st.caption(plain(LAYOUTS[chosen].summary))
    elif refusal is None and door != "counts":
        guessed = " The file is not UTF-8: if its letters look wrong, choose another encoding." * bool(
            tables[0].encodings
        )
        st.info(
            "The names of the columns are those of no known layout. Choose one, then say which column is what. A table "
            "with one row per instance belongs on the tab Data set, or Predictions. Scores by hand are read with "
            "one column per learner below its name, or with the columns learner and score, a line for each score."
            + guessed,
            icon=":material/help:",
        )
    return chosen


def settle(
    tables: list[RawTable],
    came: uploads.Upload,
    layout: str,
    place: DeltaGenerator,
    above: DeltaGenerator,
) -> None:
    """Everything that has to be known, with what was assumed; the results, or what is open, at their place above.

    Parameters
    ----------
    tables, came
        What was brought.
    layout : str
    place, above : containers
        For the results, and for the questions.
    """
    prefix = f"{came.prefix}_{layout}"
    try:
        proposed = {column.role: column.name for column in understood(tables, came, layout, {}, {}).columns}
    except InputError:
        proposed = roles_by_name(tables[0], layout)
    is_wide = layout == "wide" or data_forms.answer("turn", prefix) is False
    names = WIDE_ROLES if is_wide else ROLES
    columns = tuple(dict.fromkeys(chain.from_iterable(table.written for table in tables)))
    there = data_forms.answer("learners", prefix) or ()
    roles: dict[str, Any] = fields.answered_roles(tables[0].written, proposed, list(names), prefix)
    if there:
        there = columns if is_wide else learners_there(tables, came, layout, roles, there)
        if learners := fields.answered_names("learners", prefix, there):
            roles["learners"] = list(learners)
    answers = {name: data_forms.answer(name, prefix) for name in ANSWERS}
    form = Form(tables[0].written, columns, prefix, proposed, names, is_wide=is_wide)
    try:
        found = understood_so_far(tables, came, layout, roles, answers)
    except InputError as error:
        with place:
            say_refusal(error)
            fold_questions.which_number(error, prefix)
            found_sums = chain.from_iterable(table.proposed_sums for table in tables)
            fold_questions.sums(sums_question(found_sums, tables[0].sums), came.prefix)
        choices = error.options if isinstance(error, Unsettled) and error.key == "learners" else there
        form.show(choices, opened=True)
        findings.preview(tables[0].sample(20), "scores_preview")
        return
    with above:
        given = fold_questions.questions(found, prefix, tables)
        fold_questions.sums([item for item in found.questions if item.key == "sums"], came.prefix)
    asked = fields.question(found, "learners")
    form.show(() if asked is None else asked.options, opened=False)
    with place:
        say_refusal(found.refusal and reading.called(found.refusal, came.names))
        waits = is_open(found, given, tables)
        if waits:  # what was read may answer what is asked below
            findings.notes(notes_of_files([(table.where, table.notes) for table in tables]))
    if waits:
        findings.preview(found.sample, "scores_preview")
        return
    given |= said(found, given, prefix)
    for name in ("measure", "replicates"):  # these may be settled without being asked any more
        given[name] = found.roles[name] if given[name] is None else given[name]
    arguments = {**given, "layout": layout, "roles": roles}
    try:
        key = (came.key, repr(sorted(arguments.items(), key=lambda item: item[0])))
        scores = reading.read("fold scores", key, came.names, partial(read_fold_scores, **arguments), tables)
        result(scores, found, came, place)
    except InputError as error:
        with place:
            elements.refuse(error)


def said(found: Understanding, given: dict[str, Any], prefix: str) -> dict[str, Any]:
    """What was answered otherwise than assumed; the design that somebody chose, be it what sizes tell as well."""
    answers = fields.deviating(found, {name: given[name] for name in ("measure", "scale", "design")})
    asked = fields.question(found, "design")
    if asked is not None and fold_questions.is_said(asked, prefix):
        answers["design"] = given["design"]
    return answers


def learners_there(
    tables: list[RawTable],
    came: uploads.Upload,
    layout: str,
    roles: dict[str, Any],
    given: Sequence[str],
) -> Sequence[str]:
    """The learners that the files name under these roles; those that were `given` where nobody knows."""
    try:
        asked = fields.question(understood(tables, came, layout, roles, {}), "learners")
    except InputError as error:
        return error.options if isinstance(error, Unsettled) and error.key == "learners" else given
    return () if asked is None else asked.options


def say_refusal(refusal: InputError | None) -> None:
    """Why the scores cannot be read so far: no fault of theirs while it is only open what is what."""
    asked = ("measure", "roles", "learners", "replicates")
    if isinstance(refusal, Unsettled) and refusal.options and refusal.key in asked:
        hint = "" if refusal.key == "replicates" else f" {refusal.hint}"  # the choice below it is the answer
        st.info(told(f"{refusal.what[:1].upper()}{refusal.what[1:]}{hint}"), icon=":material/help:")
    elif refusal is not None:
        elements.refuse(refusal)


def is_open(found: Understanding, given: dict[str, Any], tables: list[RawTable]) -> bool:
    """Whether something has to be answered first, which is said."""
    unanswered = fold_questions.unanswered(found, given)
    if unanswered:
        fields.ask_for(", nor ".join(unanswered), tables)
    return bool(unanswered) or found.refusal is not None


def understood_so_far(
    tables: list[RawTable],
    came: uploads.Upload,
    layout: str,
    roles: dict[str, Any],
    answers: dict[str, Any],
) -> Understanding:
    """What is understood under the answers; without them where they fit the roles no more."""
    unasked = None
    with suppress(InputError):
        unasked = understood(tables, came, layout, roles, {})
    try:
        return understood(tables, came, layout, roles, fields.deviating(unasked, answers))
    except InputError:
        if unasked is None:
            raise
        return unasked


def understood(
    tables: list[RawTable], came: uploads.Upload, layout: str, roles: dict[str, Any], answers: dict[str, Any]
) -> Understanding:
    """What is understood under these answers."""
    key = (came.key, layout, repr(sorted(roles.items())), repr(sorted(answers.items())))
    understand = partial(inspect_fold_scores, layout=layout, roles=roles, **answers)
    return reading.read("understood scores", key, came.names, understand, tables)


@dataclass(frozen=True)
class Form:
    """Which column is what: the recognised roles, all of which can be changed."""

    columns: Sequence[str]
    of_all_files: Sequence[str]
    prefix: str
    proposed: dict[str, str]
    names: dict[str, str]
    is_wide: bool

    def show(self, learners: Sequence[str], *, opened: bool) -> None:
        """The widgets; `learners` are the names that may be chosen among."""
        with fields.roles_box(self.prefix, opened=opened):
            fields.column_roles(self.columns, self.proposed, self.names, self.prefix)
            options = self.of_all_files if self.is_wide else learners
            if options:
                st.multiselect(
                    "Columns of the learners" if self.is_wide else "Learners that are kept",
                    options,
                    key=data_forms.import_key("learners", self.prefix),
                    persist_state="session",
                    placeholder="as recognised" if self.is_wide else "all",
                )


def result(scores: FoldScores, found: Understanding, came: uploads.Upload, place: DeltaGenerator) -> None:
    """What would be used, with the button, at their place; then what follows, and the file.

    Parameters
    ----------
    scores : FoldScores
    found : Understanding
    came : Upload
    place : container
    """
    what = f"**{counted(int(scores.frame['score'].count()), 'scores')}** of {plain(listing(scores.learners, most=8))}"
    with place:
        name = fields.name_of_results(came)
    results = imported_results(
        scores, f"{name}: {title_of(scores)}", source=came.stem or (name if name != came.names else "")
    )
    findings.understood(found, came, scores.notes, scores, "scores", alike=True)
    with place:
        findings.accept(what, results, DOOR, "accept_scores")
