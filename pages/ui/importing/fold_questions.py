"""What fold results leave open, asked in words: rows, measure, direction, scale, replicates, design, sizes."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.data import Question, RawTable, Understanding, Unsettled, number_question
from core.data.columns.designs import UNKNOWN
from core.data.columns.measures import in_words
from core.designs import DESIGNS
from core.errors import InputError
from core.written import counted
from pages.ui.display import elements, typed_numbers
from pages.ui.importing import fields
from pages.ui.session import data_forms, state

ROWS = {
    "folds": "folds of one data set",
    "data sets": "independent data sets",
}
CONSEQUENCES = {
    "folds": "As a rule their training sets share instances, so the rows are no independent evidence: tests that allow "
    "for it, such as the corrected t or the 5×2 F. Rank tests over the rows would reject far too often.",
    "data sets": "Each row is a piece of evidence of its own, on its own scale: rank tests, Wilcoxon for two learners, "
    "Friedman for more. The tests for folds would be wrong.",
}
DISJOINT = (
    "Their training sets share no instances, so each row is a piece of evidence of its own: tests that take the folds "
    "for independent, such as the paired t test, are right."
)
ALL = "all, each by the mean of its folds"
OF_ALL = (
    "There are several folds of each data set; of several files that name none each is one. Each data set is a piece "
    "of evidence of its own, by the mean of its folds: rank tests, Wilcoxon for two learners, Friedman for more. The "
    "tests for folds judge one data set alone."
)
SCALES = {"proportion": "proportions, from 0 to 1", "percent": "percent, to be divided by 100"}
SUMS = {"left out": "is left out", "kept": "is kept, as scores like the others"}
AS_FOUND = "is left out where that is certain"
SIZES = {
    "n_train": (
        "training",
        "The corrected t test needs the ratio of the two sizes; only of cross-validation the design gives it.",
    ),
    "n_validation": (
        "validation",
        "By it you are told whether validation sets are large enough for tests.",
    ),
}
TURN = {True: "yes", False: "no, its columns are the learners"}


DESIGN_FIRST = "design_first"
"""Name of what remembers where the design is asked."""
DESIGN_SAID = "design_said"
"""Name of what remembers which design the visitor chose: after another number of repeats it may be what is assumed."""
NEEDED = {
    "rows": "what the rows are",
    "measure": "what the scores measure",
    "lower_is_better": "which direction is better",
}


def unanswered(found: Understanding, given: dict[str, Any]) -> list[str]:
    """What the scores cannot be used without, in words, and nobody has said."""
    return [words for name, words in NEEDED.items() if fields.question(found, name) and given[name] is None]


def questions(found: Understanding, prefix: str, tables: list[RawTable]) -> dict[str, Any]:
    """Measure, direction, scale, whether to turn the table, what its rows are, then replicates and design.

    Where only the design is open at first it is asked first, beside the button: which tests there are hangs on it. No
    answer moves it.
    """
    first, asked_design = st.container(), fields.question(found, "design")
    if asked_design is not None and not is_said(asked_design, prefix):
        # sizes that were typed below may tell it by now, or no more
        data_forms.propose_anew(data_forms.import_key("design", prefix), asked_design.assumed)
    boxes, measure, scale = iter(elements.boxes(3, "meaning")), None, None
    if asked := fields.question(found, "measure"):
        with next(boxes):
            measure = fields.choose(asked, prefix, in_words)
    with next(boxes):
        lower = direction(found, prefix)
    if asked := fields.question(found, "scale"):
        with next(boxes):
            scale = fields.choose(asked, prefix, SCALES.__getitem__)
    with st.container(border=True):
        turn = fields.choose(fields.question(found, "turn"), prefix, TURN.__getitem__)
        rows, dataset = deciding(found, prefix)
    given = {
        "turn": turn,
        "rows": rows,
        "measure": measure,
        "lower_is_better": lower,
        "scale": scale,
        "dataset": dataset,
    }
    is_open = asked_design is not None and (asked_design.assumed is None or asked_design.proposed_by != "")
    is_alone = is_open and not unanswered(found, given)
    state.start_with(data_forms.import_key(DESIGN_FIRST, prefix), is_alone)
    if asked_design is not None and is_alone:
        with first:
            say_open(asked_design, found, prefix, tables)
    with first if data_forms.answer(DESIGN_FIRST, prefix) else st.container():
        replicates, design, n_train, n_validation = folds_questions(found, prefix)
    return {
        **given,
        "replicates": replicates,
        "design": design,
        "n_train": n_train,
        "n_validation": n_validation,
    }


def is_said(asked: Question, prefix: str) -> bool:
    """Whether the design that stands there was chosen by the visitor, be it what is proposed."""
    given = data_forms.answer("design", prefix)
    return given in asked.options and given == data_forms.answer(DESIGN_SAID, prefix)


def say_open(asked: Question, found: Understanding, prefix: str, tables: list[RawTable]) -> None:
    """Say that the design is open, or only proposed, until somebody answers; and what it means that nobody knows it.

    Parameters
    ----------
    asked : Question
        Which design it is.
    found : Understanding
        Says which sizes the file tells.
    prefix : str
        Of the keys of the file's widgets.
    tables : list of RawTable
    """
    given = data_forms.answer("design", prefix)
    is_sized = all(name in found.told or data_forms.answer(name, prefix) for name in SIZES)
    lacks = (
        "" if is_sized else ", and without it no test is advised"
    )  # by the sizes one allows for any overlap
    if given == UNKNOWN:
        if lacks:
            st.info(f"Which design the folds come from is not known{lacks}.", icon=":material/info:")
    elif is_said(asked, prefix) or (given in asked.options and given != asked.assumed):
        return
    elif asked.assumed is None:
        fields.ask_for(f"which design the folds come from{lacks}", tables)
    else:
        words = f"{DESIGNS[asked.assumed].title} is proposed, by {asked.proposed_by}: please check."
        st.info(words, icon=":material/help:")


def folds_questions(found: Understanding, prefix: str) -> tuple[Any, ...]:
    """Design, replicates and sizes: those of these that are open, side by side."""
    asked = {key: fields.question(found, key) for key in ("replicates", "design")}
    places = sum(question is not None for question in (*asked.values(), asked["design"]))
    boxes = iter(elements.boxes(max(places, 3), "folds") if places else ())
    replicates, design, repeats = None, None, asked["replicates"]
    if asked["design"]:
        with next(boxes):
            design = fields.choose_design(asked["design"], prefix, partial(_design_said, repeats, prefix))
    if repeats:
        with next(boxes):
            replicates = repetitions(repeats, prefix, partial(_design_follows, repeats, prefix))
    if asked["design"]:
        with next(boxes):
            return replicates, design, *sizes(found, prefix)
    return replicates, design, None, None


def which_number(refusal: InputError, prefix: str) -> None:
    """Ask which of the two numbers in a label of a fold counts the repetitions, where there are not as many of both."""
    if not isinstance(refusal, Unsettled) or refusal.key != "replicates" or not refusal.options:
        return
    repetitions(number_question(refusal.options), prefix)


def repetitions(asked: Question, prefix: str, answered: Callable[[], None] | None = None) -> int | None:
    """How many replicates there are: by which of the two numbers in labels of folds, or how the folds were cut.

    Asked once more after an answer, the same has to be called the same: the browser sends words back, not numbers.
    """
    is_of_labels = asked.text == number_question(asked.options).text
    words = partial(_number if is_of_labels else _cuts, asked.options)
    replicates: int | None = fields.choose(asked, prefix, words, answered=answered)
    return replicates


def sums(asked: Sequence[Question], prefix: str) -> None:
    """Let the visitor take rows and columns that sum up others for scores, or leave out those that may do so."""
    for one, box in zip(asked, elements.boxes(3, "sums") if asked else (), strict=False):
        with box:
            fields.choose(one, prefix, SUMS.__getitem__, AS_FOUND if None in one.options else "")


def _cuts(offered: Sequence[int], replicates: int) -> str:
    """What so many replicates make of the folds: only numbers that leave none over are offered."""
    return f"{replicates} × {counted(max(offered) // replicates, 'folds')}"


def _number(counts: Sequence[int], replicates: int) -> str:
    """The place in the labels of the number of which there are so many."""
    return f"the {'second' if counts.index(replicates) else 'first'}: {replicates} of them"


def _design_said(repeats: Question | None, prefix: str) -> None:
    """Propose how often a design that was chosen was repeated; of one that nobody knows, nobody knows that either."""
    design = data_forms.answer("design", prefix)
    data_forms.set_answer(DESIGN_SAID, prefix, design)
    if repeats is None or (design == UNKNOWN and 1 not in repeats.options):  # labels say how often
        return
    fitting = repeats.fitting
    if design == UNKNOWN:
        data_forms.set_answer("replicates", prefix, 1)
    elif design not in fitting.get(data_forms.answer("replicates", prefix), ()):
        data_forms.set_answer(
            "replicates", prefix, next(r for r, designs in fitting.items() if design in designs)
        )


def _design_follows(repeats: Question, prefix: str) -> None:
    """Forget a design that is never repeated so often, for the one that is then assumed."""
    if data_forms.answer("design", prefix) not in repeats.fitting.get(
        data_forms.answer("replicates", prefix), ()
    ):
        data_forms.set_answer("design", prefix, "")
        data_forms.set_answer(DESIGN_SAID, prefix, None)


def deciding(found: Understanding, prefix: str) -> tuple[str | None, str | None]:
    """The question that decides everything: what the rows are, or which of several data sets; and what follows."""
    follows = consequences(found, prefix)
    if (several := fields.question(found, "dataset")) is not None:
        dataset = fields.choose(several, prefix, unknown=ALL)
        st.caption(OF_ALL if dataset is None else follows["folds"])
        return None, dataset
    asked = fields.always_asked(found, "rows")
    options = list(ROWS)
    key = data_forms.import_key("rows", prefix)
    data_forms.propose(key, asked.assumed)
    rows = st.radio(
        f"**{asked.text}**",
        options,
        None if asked.assumed is None else options.index(asked.assumed),
        format_func=ROWS.__getitem__,
        captions=[follows[key] for key in options],
        key=key,
        persist_state="session",
    )
    return rows, None


def consequences(found: Understanding, prefix: str) -> dict[str, str]:
    """What follows from either answer, under the design that was said or seen."""
    asked = fields.question(found, "design")
    if asked is None:
        return CONSEQUENCES
    given = data_forms.answer("design", prefix)
    design = given if given in asked.options else asked.assumed
    is_disjoint = design not in (None, UNKNOWN) and not DESIGNS[design].training_sets_overlap
    return {**CONSEQUENCES, "folds": DISJOINT} if is_disjoint else CONSEQUENCES


def direction(found: Understanding, prefix: str) -> bool | None:
    """Which direction is better: that of the measure, where it is known; no answer where nobody knows."""
    asked = fields.always_asked(found, "lower_is_better")
    words = {True: "lower is better", False: "higher is better"}
    is_known = asked.assumed is not None
    key = f"{data_forms.import_key('known' if is_known else 'lower', prefix)}_{data_forms.answer('measure', prefix)}"
    given = st.segmented_control(
        asked.text,
        asked.options,
        default=asked.assumed,
        format_func=words.__getitem__,
        key=f"{key}_{asked.assumed}",
        disabled=is_known,
        help="It is that of the measure." if is_known else None,
        persist_state="session",
    )
    return asked.assumed if is_known else given


def sizes(found: Understanding, prefix: str) -> tuple[float | None, ...]:
    """Sizes of the training and validation sets, each where the file does not say it."""
    return tuple(
        None
        if name in found.told
        else box.number_input(
            f"{kind.capitalize()} size",
            1.0,
            1e9,
            None,
            1.0,
            typed_numbers.WHOLE,  # a field for whole numbers would cut 1e3 to 1
            key=data_forms.import_key(name, prefix),
            persist_state="session",
            placeholder="?",
            help=f"Instances in a {kind} set, the mean if folds differ. {why}",
        )
        for box, (name, (kind, why)) in zip(elements.boxes(2, "sizes"), SIZES.items(), strict=True)
    )
