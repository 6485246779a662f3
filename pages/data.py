import io
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data import (
    DATASET_BYTES,
    SAMPLES,
    Understanding,
    encodings_of,
    load_sample,
    read_dataset,
    recognise,
    sheets_of,
    spellings_of,
    table_to_csv,
)
from core.data.datasets.notes import on_groups
from core.errors import InputError, quoted
from core.figures import class_counts, column_overview
from core.records import Dataset, digest
from core.records.dataset import WITHOUT_TEST_SET
from core.tables.columns import columns_table
from core.written import counted, size_text, spoken
from pages.ui import frame
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain, told
from pages.ui.importing import counts as door_counts
from pages.ui.importing import (
    doors,
    fields,
    findings,
    fold_scores,
    in_use,
    kept_here,
    openml,
    predictions,
    reading,
    uploads,
)
from pages.ui.session import cache, data_forms, state

frame.ensure()

DATASET = data_forms.DATASET_DOOR

ASIDE = "aside"
"""Key of the toggle that leaves out a test set."""
MOST_BARS = 20
MOST_REASONS = 4
NOBODY = "(none)"
ONE_SPELLING = "one_spelling"
"""Name of the answer which target has its classes read in one spelling each."""


def largest_classes(dataset: Dataset) -> tuple[list[Hashable], list[int]]:
    """Classes with their numbers of instances; of very many the largest, and all others together."""
    counts = dataset.class_counts
    if len(counts) <= MOST_BARS:
        return list(dataset.classes), counts.tolist()
    shown = np.sort(np.argsort(-counts.to_numpy(), kind="stable")[:MOST_BARS])
    sizes = [int(counts.iloc[place]) for place in shown]
    others = f"{len(counts) - MOST_BARS} other classes"
    return [*(dataset.classes[place] for place in shown), others], [*sizes, len(dataset) - sum(sizes)]


def in_a_line(dataset: Dataset) -> str:
    """Data, size and target, as markdown."""
    what = f"{elements.data_words(dataset)} · to be predicted: {plain(dataset.y.name)}"
    if dataset.task == "regression":
        return f"{what} (a number)"
    positive = "" if dataset.positive is None else f", positive: {plain(dataset.positive)}"
    return f"{what} ({len(dataset.classes)} classes{positive})"


def current(dataset: Dataset, *, brought: bool) -> bool:
    """The data in force; False while others are looked for."""
    way_on = "Compare learners", "pages/experiment.py"
    line = in_use.Line(DATASET, in_a_line(dataset), *way_on, brought=brought)
    with st.container(border=True):
        if not line.show():
            return False
        # what is changed of data without their test set is left without it again
        state.forget(ASIDE)
        state.start_with(ASIDE, dataset.is_rest)
        elements.about([dataset.name])
        left, right = st.columns([3, 2])
        with left:
            if dataset.task == "classification":
                drawing = class_counts(*largest_classes(dataset), dark=elements.is_dark())
            else:
                drawing = column_overview(dataset.y, dark=elements.is_dark())
            charts.figure(drawing, "target_figure", "target")
        with right:
            findings.notes(dataset.notes)
        test = cache.test_set(dataset)
        if test is not None:
            tables.download(
                f"The test set that was left out ({counted(len(test), 'rows')}, CSV)",
                lambda: table_to_csv(pd.concat([test.X, test.y], axis=1)),
                "test_set.csv",
                "text/csv",
                "test_set",
            )
    return True


def sample_of(dataset: Dataset) -> str | None:
    """Key of the sample that these data are, or are what a test set left of; None where somebody brought them."""
    key = dataset.name.removesuffix(WITHOUT_TEST_SET)
    return key if key in SAMPLES and dataset.is_part_of(sampled(key)) else None


def sampled(key: str) -> Dataset:
    """One of the committed samples, read once."""
    return cache.kept("sample", key, lambda: load_sample(key))


class Candidate(NamedTuple):
    """Data that can be accepted, and the place of the button that does: above what is only looked at."""

    dataset: Dataset
    place: DeltaGenerator


def from_sample() -> Candidate:
    """One of the committed samples."""
    key = st.selectbox(
        "Sample",
        list(SAMPLES),
        format_func=lambda key: SAMPLES[key].title,
        key="sample",
        persist_state="session",
    )
    entry = SAMPLES[key]
    st.caption(f"{plain(entry.summary)} {plain(entry.citation)}")
    dataset = sampled(key)
    place = st.container()
    preview(pd.concat([dataset.y, dataset.X], axis=1).head(20))
    return Candidate(dataset, place)


def from_file() -> Candidate | None:
    """An uploaded file; None while there is none to accept."""
    came = uploads.from_disk(
        DATASET,
        "A table with one row per instance",
        DATASET_BYTES,
        "CSV or TSV with any delimiter, quote, encoding and decimal mark; XLSX, Parquet, ARFF or what Orange saves.",
        several=False,
    )
    if came is None:
        uploads.nothing_at(DATASET)
        st.caption(
            "A column with a name such as class, target, label or species is proposed as what is to be predicted, "
            f"else the last one. A table of more than {size_text(DATASET_BYTES)} is not read: bring a random sample of "
            "its rows."
        )
        return None
    return brought_here(came)


def from_paste() -> Candidate | None:
    """A pasted table, understood like a file."""
    came = uploads.pasted(DATASET)
    if came is None:
        uploads.nothing_at(DATASET)
        return None
    candidate = brought_here(came)
    return None if candidate is None else named_by_hand(candidate, came.own_prefixes[0])


def named_by_hand(candidate: Candidate, own: str) -> Candidate:
    """The same data under the name that the visitor gives them: what was pasted brings none, as a file does."""
    proposed = name_to_propose(candidate.dataset)
    with candidate.place:
        name = fields.name_by_hand("data", proposed, own)
    return candidate._replace(dataset=replace(candidate.dataset, name=name))


def name_to_propose(dataset: Dataset) -> str:
    """The name that the data have here already, else one that no others have: lists of data know one of each name."""
    taken = {other.name for other in cache.datasets_loaded()}
    numbered = (f"{dataset.name} {number}" for number in count(2))
    free = next(name for name in chain([dataset.name], numbered) if name not in taken)
    return cache.dataset_name(dataset.fingerprint) or free


def brought_here(came: uploads.Upload) -> Candidate | None:
    """What somebody brought, which waits here through a reload, as understood and as changed by the user."""
    (source,) = came.sources()
    return understood(source, plain(came.names), came.own_prefixes[0])


def from_openml() -> Candidate | None:
    """A data set of OpenML, understood like a file; what it calls the target is proposed."""
    table = openml.table()
    if table is None:
        return None
    for note in table.notes:
        st.caption(f":material/info: {told(note)}")
    source = table.source()
    return understood(source, plain(table.name), digest(source.getvalue())[:12], table.targets)


def understood(
    source: io.BytesIO, title: str, own: str, targets: Sequence[str] | None = None
) -> Candidate | None:
    """A table with its roles as understood and as changed by the user; None until there is something to predict.

    Parameters
    ----------
    source : BytesIO
    title, own : str
        Markdown, and the prefix of the keys of answers about the table, however it is read.
    targets : sequence of str, optional
        What OpenML names; None of a file that was brought.
    """
    content = digest(source.getvalue(), source.name)
    name = source.name or uploads.PASTED
    sheets = reading.read("sheets", content, name, sheets_of, source)
    sheet = uploads.sheet(sheets, own)
    encodings = reading.read("encodings", content, name, encodings_of, source)
    encoding = uploads.encoding(encodings, own)
    chosen = (sheet, encoding)
    prefix = digest(content, repr(chosen))[:12]
    one_spelling = data_forms.answer(ONE_SPELLING, prefix)
    likely, found = reading.read(
        "understanding", (content, chosen, one_spelling), name, recognise, source, *chosen, one_spelling
    )
    rows = None if isinstance(found, InputError) else found.sample
    findings.elsewhere(likely, DATASET, rows, [(source.name, source.getvalue())])
    if isinstance(found, InputError):
        raise found
    found = openml.with_targets(found, targets or ())
    size = f"{counted(found.rows, 'rows')} × {counted(len(found.columns), 'columns')}"
    st.markdown(f"**{title}** · {size} · {plain(found.layout)}")
    if targets is None:
        uploads.name_files(DATASET, [own], prefix)
    roles = choose_roles(found, prefix)
    place = st.container()
    preview(found.sample)
    all_columns(found, roles)
    if roles is None:
        with place:
            why_left_out(found)
        return None
    roles["one_spelling"] = one_spelling == roles["target"]
    key = digest(content, repr(sorted(roles.items(), key=lambda item: item[0])))
    try:
        dataset = reading.read("read", key, name, partial(read_dataset, **roles), source)
    except InputError as error:
        with place:
            elements.refuse(error)
        return None
    with place:
        offer_one_spelling(dataset, prefix, is_taken=roles["one_spelling"])
    return Candidate(dataset, place)


def offer_one_spelling(dataset: Dataset, prefix: str, *, is_taken: bool) -> None:
    """Let classes that differ in capitals and blanks alone be taken as one, and back."""
    alike = spellings_of(dataset.y) if dataset.task == "classification" else {}
    if is_taken or alike:
        st.button(
            "Leave these spellings apart" if is_taken else fields.taken_as_one(alike),
            key=f"settle_{ONE_SPELLING}_{prefix}",
            icon=":material/undo:" if is_taken else ":material/join_inner:",
            on_click=data_forms.set_answer,
            args=(ONE_SPELLING, prefix, None if is_taken else dataset.y.name),
        )


def choose_roles(found: Understanding, prefix: str) -> dict[str, Any] | None:
    """Which column plays which role; suggestions are filled in, all can be changed; None until there is a target."""
    aim = choose_aim(found, prefix)
    if aim is None:
        return None
    return {
        **aim,
        **choose_columns(found, prefix, aim["target"]),
        "sheet": found.roles["sheet"],
        "encoding": found.roles["encoding"],
    }


def choose_aim(found: Understanding, prefix: str) -> dict[str, Any] | None:
    """What is to be predicted, whether it is a class or a number, and which class is the positive one; None until then.

    Where the column that seems to be meant cannot be predicted, none is filled in, so that nobody trains on another one
    unseen.
    """
    names = [column.name for column in found.columns]
    proposed = found.roles["target"]
    warned_here = st.container()
    left, middle, right = elements.boxes(3, "aim")
    with left:
        target = st.selectbox(
            "To be predicted",
            names,
            None if proposed is None else names.index(proposed),
            key=data_forms.import_key("target", prefix),
            persist_state="session",
            placeholder="choose",
        )
    if target is None:
        warned_here.warning(plain(fields.always_asked(found, "target").text), icon=":material/warning:")
        return None
    is_proposed = target == proposed
    with middle:
        tasks = ["classification", "regression"]
        task = st.segmented_control(
            "Task",
            tasks,
            default=found.roles["task"] if is_proposed else None,
            key=data_forms.import_key("task", f"{prefix}_{target}"),
            persist_state="session",
            help="Proposed from the target's values; leave it empty to have it recognised.",
        )
    goal = next(column for column in found.columns if column.name == target)
    with right:
        positive = None
        if task != "regression" and goal.distinct == 2:
            options = list(goal.examples)
            likely = found.roles["positive"] if is_proposed else None
            positive = st.selectbox(
                "Positive class",
                options,
                options.index(likely) if likely in options else None,
                key=data_forms.import_key("positive", f"{prefix}_{target}"),
                persist_state="session",
                help="The class that precision, recall, ROC and AUC are about.",
            )
            if positive == likely:  # then the reader takes it by itself, and says by which rule
                positive = None
    return {"target": target, "positive": positive, "task": task}


def choose_columns(found: Understanding, prefix: str, target: str) -> dict[str, Any]:
    """What becomes of the other columns, and of rows without a target."""
    rest = {column.name: column for column in found.columns if column.name != target}
    left, right = elements.boxes(2, "columns")
    dropped = [name for name in found.roles["drop"] if name in rest]
    with left:
        left_out = st.multiselect(
            "Leave out",
            list(rest),
            dropped,
            key=data_forms.import_key("left_out", f"{prefix}_{target}"),
            persist_state="session",
            placeholder="Nothing: all columns are used",
            help="Identifiers, constant columns and free text are proposed.",
        )
        gone = set(left_out)
        kept = {name: column for name, column in rest.items() if name not in gone}
    with right:
        groups = st.selectbox(
            "Groups",
            [NOBODY, *rest],
            key=data_forms.import_key("groups", f"{prefix}_{target}"),
            persist_state="session",
            help="Rows of one group, a patient for example, are never on both sides of a split.",
        )
    with left:
        others = [name for name, column in kept.items() if column.kind != "category"]
        categorical = st.multiselect(
            "Read as categories",
            others,
            key=data_forms.import_key("categorical", f"{prefix}_{target}"),
            persist_state="session",
            placeholder="As recognised",
            help="Numbers that are codes, and columns of numbers with words among them.",
        )
    with right:
        folds = st.selectbox(
            "Fold of each row",
            [NOBODY, *rest],
            key=data_forms.import_key("folds", f"{prefix}_{target}"),
            persist_state="session",
            help="For predefined folds.",
        )
        drop_missing = False
        goal = next(column for column in found.columns if column.name == target)
        if goal.missing:
            drop_missing = st.toggle(
                f"Leave out {counted(goal.missing, 'rows')} without a target",
                key=data_forms.import_key("missing", prefix),
                persist_state="session",
            )
    return {
        "drop": tuple(name for name in rest if name not in kept and name not in (groups, folds)),
        "keep": tuple(name for name in kept if name not in (groups, folds)),
        "categorical": tuple(categorical),
        "groups": None if groups == NOBODY else groups,
        "folds": None if folds == NOBODY else folds,
        "drop_missing_target": drop_missing,
    }


def why_left_out(found: Understanding) -> None:
    """Why columns are proposed to be left out; the likeliest target may be among them."""
    left_out = [column for column in found.columns if column.reason]
    for column in left_out[:MOST_REASONS]:
        st.caption(f":material/info: {plain(f'{quoted(column.name)} is left out: {column.reason}.')}")
    if len(left_out) > MOST_REASONS:
        st.caption(f"{len(left_out) - MOST_REASONS} more are left out; the table of all columns says why.")


def preview(frame: pd.DataFrame) -> None:
    """The first rows."""
    tables.listed(frame, "preview", height=220)


def all_columns(found: Understanding, roles: dict[str, Any] | None) -> None:
    """Every column in one line: kind, missing, distinct, and its role as it is chosen above."""
    with st.expander(f"All {len(found.columns)} columns", icon=":material/view_column:"):
        tables.printed(columns_table(found.columns, roles), "columns")


def accept(dataset: Dataset, way: str, in_force: Dataset | None) -> None:
    """Use the data, which came this way, with a test set left out first if wanted; not once more what is in force."""
    told = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        aside = st.toggle(
            "Set a test set aside first",
            key=ASIDE,
            persist_state="session",
            help="Left out of every experiment, to be used once, at the end.",
        )
        share = (
            st.number_input(
                "Share", 0.05, 0.9, 0.25, 0.05, key="aside_share", persist_state="session", width=140
            )
            if aside
            else 0.0
        )
        seed = (
            st.number_input("Seed", 0, 2**31 - 1, 0, key="aside_seed", persist_state="session", width=170)
            if aside
            else 0
        )
        cut = Cut(dataset, float(share), int(seed)) if aside else None
        is_in_use = in_force is not None and (
            dataset == in_force if cut is None else cut.is_that_of(in_force)
        )
        pressed = st.button(
            "Use these data", type="primary", icon=":material/check:", key="accept", disabled=is_in_use
        )
    with told:
        say_known(dataset, is_in_use=is_in_use, without=cut is not None)
    if pressed:
        if cut is not None:
            dataset, test = cut.parts()
            cache.keep_test_set(dataset, test)
        cache.keep_dataset(dataset)
        uploads.accept_draft(DATASET, of_door=way in (YOURS, uploads.BY_PASTING))
        state.forget(ASIDE)
        st.rerun()


class Cut(NamedTuple):
    """A test set to be set aside."""

    dataset: Dataset
    share: float
    seed: int

    def parts(self) -> tuple[Dataset, Dataset]:
        """The rest and the test set."""
        return cache.kept(
            "cut",
            (self.dataset.fingerprint, self.dataset.name, self.share, self.seed),
            lambda: self.dataset.set_aside(self.share, self.seed),
        )

    def is_that_of(self, in_force: Dataset) -> bool:
        """Whether it leaves the data in force; what cannot be set aside is refused when it is asked for."""
        if not in_force.is_rest:
            return False
        try:
            return self.parts()[0] == in_force
        except InputError:
            return False


def say_known(dataset: Dataset, *, is_in_use: bool, without: bool) -> None:
    """Say where the data are known here already, and by which name if it is another one.

    Parameters
    ----------
    dataset : Dataset
    is_in_use : bool
    without : bool
        Whether a test set would be left out of them.
    """
    known = cache.dataset_name(dataset.fingerprint)
    keeps = f", as {plain(spoken(known))}; they keep that name" if known not in ("", dataset.name) else ""
    if is_in_use:
        cut = ", without this test set" * without
        st.caption(
            f"These are the data in use{cut}{keeps}. Press *Keep these* above, or change something first."
        )
    elif keeps:
        st.caption(f"These data were brought before{keeps}.")


YOURS, SAMPLE = "Your file", "Sample data"
WAYS = {YOURS: from_file, uploads.BY_PASTING: from_paste, SAMPLE: from_sample, openml.WAY: from_openml}


def dataset_door() -> None:
    """The tab for data sets: what is in force, and how to load other data."""
    in_force = cache.dataset()
    sample = None if in_force is None else sample_of(in_force)
    first = YOURS if sample is None else SAMPLE
    # a sample that was taken on another page is changed among samples
    state.restart(data_forms.way_key(DATASET), sample, first)
    if sample is not None:
        state.start_with("sample", sample)
        state.restart("sample", sample, sample)
    if in_force is not None:
        if current(in_force, brought=sample is None):
            return
    elif state.dataset_key() is not None:
        st.warning(f"{cache.NO_DATA}.")
    st.header("Load other data" if in_force is not None else "Load data")
    uploads.come_back(DATASET)
    way = st.segmented_control(
        "Where from",
        list(WAYS),
        default=first if data_forms.upload(DATASET) is None else YOURS,  # a file may come from another door
        required=True,
        key=data_forms.way_key(DATASET),
        persist_state="session",
    )
    try:
        candidate = WAYS[way]()
        uploads.keep_draft(DATASET)
        if candidate is None:
            state.forget(ASIDE)
        else:
            with candidate.place:
                notes = [] if way == SAMPLE else candidate.dataset.notes
                asking = on_groups(notes)  # before the data are accepted: verdicts hang on it
                for note in asking:
                    st.caption(f":material/info: {told(note)}")
                accept(candidate.dataset, way, in_force)
                findings.notes([note for note in notes if note not in asking])
    except InputError as error:
        elements.refuse(error)


DOORS = {
    "Data set": dataset_door,
    fold_scores.TAB: fold_scores.show,
    predictions.TAB: predictions.show,
    "Counts": door_counts.show,
}

st.title("Data")
brought = cache.results() if cache.dataset() is None else None
first = next(iter(DOORS)) if brought is None else doors.form_of(brought)[data_forms.DOOR]
state.follow_link(data_forms.DOOR, first)
data_forms.change_if_asked()
for tab, door in zip(elements.tabs(list(DOORS), data_forms.DOOR, first), DOORS.values(), strict=True):
    if tab.open:
        with tab:
            try:
                door()
            except InputError as error:
                elements.refuse(error)
kept_here.show()
