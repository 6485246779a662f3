"""Widgets made from declarations: learners with their hyperparameters, designs with their options."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, TypedDict

import streamlit as st

from core.designs import DESIGNS, Design, Option, design_for, make_design
from core.errors import DesignError, InputError, listing
from core.experiment import LARGEST_SHARE, LONGEST_NAME, MOST_START, SMALLEST_SHARE
from core.learners import (
    LEARNERS,
    Hyperparameter,
    LearnerEntry,
    default_learners,
    distinct_names,
    fits_of_search,
    has_random_start,
    learner,
)
from core.records import Dataset, LearnerSpec, Tuning
from pages.ui.display import typed_numbers
from pages.ui.display.text import plain
from pages.ui.experiment import levels
from pages.ui.session import experiment_form, state

_SHOWN_AT_FIRST = 3
_TUNED, _AS_SET = "tuned", "as set"
_PRESSED_AGAIN = "add_learner_again"
"""Key of the learner that was to be added although it would be the same as one that is in."""


def learners(dataset: Dataset) -> list[LearnerSpec]:
    """Let the user choose learners and set their hyperparameters."""
    chosen = experiment_form.entrants(lambda: default_learners(dataset.task)[-_SHOWN_AT_FIRST:])
    if any(LEARNERS[entrant.spec.key].task != dataset.task for entrant in chosen):
        experiment_form.clear_entrants()
        chosen = experiment_form.entrants(lambda: default_learners(dataset.task)[-_SHOWN_AT_FIRST:])
    groups = levels.folded(chosen)
    cells = {entrant.uid for group in groups for entrant in group}
    edited = [
        entrant if entrant.uid in cells else replace(entrant, spec=_editor(entrant, name, len(dataset)))
        for entrant, name in zip(chosen, _called([entrant.spec for entrant in chosen]), strict=True)
    ]
    experiment_form.set_entrants(edited)
    for group in groups:
        levels.card(group)
    _say_unfit(dataset, edited)
    _say_not_tuned([entrant.spec for entrant in edited])
    _adder(dataset, edited)
    levels.adder(dataset)
    return [entrant.spec for entrant in edited]


def _say_unfit(dataset: Dataset, chosen: Iterable[experiment_form.Entrant]) -> None:
    """Say which learners would fail, since they came with other data: all pairs would be adjusted for them."""
    unfit = [entrant.spec.name for entrant in chosen if not LEARNERS[entrant.spec.key].suits(dataset)]
    if unfit:
        verb, them = ("takes", "it") if len(unfit) == 1 else ("take", "them")
        st.warning(
            plain(
                f"{listing(unfit)} {verb} two classes only, and these data have {len(dataset.classes)}: every fit "
                f"would fail. Remove {them}."
            ),
            icon=":material/warning:",
        )


def _called(specs: Sequence[LearnerSpec]) -> list[str]:
    """What results call each learner; where two would be called alike, as each is called alone."""
    try:
        formed = (replace(spec, as_set=spec.as_set and experiment_form.is_tuning()) for spec in specs)
        return [spec.name for spec in distinct_names(formed)]
    except InputError:
        return [spec.name for spec in specs]


def _say_not_tuned(specs: Sequence[LearnerSpec]) -> None:
    """Why a learner is not tuned that was added to one that is, and what to do."""
    for spec, name, tuned in _twins(specs):
        if _is_searched(spec):
            told = (
                f"{name} is not tuned: beside {tuned} it tells whether tuning pays. To have it tuned, too, choose "
                f"“{_TUNED}” in its box and change a setting there, or both are the same."
            )
            st.caption(f":material/info: {plain(told)}")


def _twins(specs: Sequence[LearnerSpec]) -> Iterator[tuple[LearnerSpec, str, str]]:
    """Each learner that is left as set beside one that is not, its name and that of the other."""
    names = _called(specs)
    for spec, name in zip(specs, names, strict=True):
        for other, its_name in zip(specs, names, strict=True):
            if spec.as_set and not other.as_set and other.digest() == spec.digest():
                yield spec, name, its_name
                break


def check_twins(specs: Sequence[LearnerSpec]) -> None:
    """Refuse a learner that is in tuned and as set where nothing is tuned: another name would not part the two.

    Raises
    ------
    InputError
        If there is one.
    """
    for _, name, tuned in () if experiment_form.is_tuning() else _twins(specs):
        also = "" if name == tuned else f", once as {name}"
        raise InputError(
            f"without tuning {tuned} is in twice{also}.",
            "learners",
            "Remove one, change a setting of it, or tune the learners.",
        )


def _untold(spec: LearnerSpec) -> str:
    """The settings that a learner's name does not say already, as "k-NN (k = 5)" does."""
    values, told = dict(spec.hyperparameters), re.split(r"[(),]\s*", spec.name)
    settings = [h.said(values[h.name]) for h in LEARNERS[spec.key].hyperparameters if h.name in values]
    settings += [f"start {spec.start}"] if spec.start else []
    settings += [_AS_SET if spec.as_set else _TUNED] if _is_searched(spec) else []
    return ", ".join(setting for setting in settings if setting not in told)


def _editor(entrant: experiment_form.Entrant, called: str, instances: int) -> LearnerSpec:
    entry, spec = LEARNERS[entrant.spec.key], entrant.spec
    prefix = f"entrant_{entrant.uid}"
    own_name = "" if spec.name == entry.title else spec.name
    with st.expander(_title(_as_typed(entrant)), key=f"{prefix}_box"):
        st.caption(plain(entry.summary))
        if spec.start and (told := _same_as_another(spec, instances)):
            st.caption(told)
        values = dict(spec.hyperparameters)
        columns = st.columns(2)
        for position, parameter in enumerate(entry.hyperparameters):
            with columns[position % 2]:
                current = values.get(parameter.name, parameter.default)
                values[parameter.name] = _setting(parameter, current, f"{prefix}_{parameter.name}")
        with columns[0]:
            name = st.text_input(
                "Name", own_name, key=f"{prefix}_name", placeholder=called, max_chars=LONGEST_NAME
            )
        with columns[1]:
            start = typed_numbers.number_input(
                "Random start",
                spec.start,
                0,
                MOST_START,
                key=f"{prefix}_start",
                help="What a learner draws at random, it draws from here: with another start it draws other numbers "
                "and may come out better or worse.",
            )
            as_set = _search(spec, f"{prefix}_search") if experiment_form.is_tuning() else spec.as_set
        st.button(
            "Remove",
            key=f"{prefix}_remove",
            icon=":material/delete:",
            on_click=experiment_form.remove_entrants,
            args=([entrant.uid],),
        )
    return learner(spec.key, name.strip() or None, int(start), as_set=as_set, **values)


def _search(spec: LearnerSpec, key: str) -> bool:
    """Let the visitor leave a learner out of the search; gives whether it is left as it is set."""
    given = st.segmented_control(
        "Tuning",
        [_TUNED, _AS_SET],
        default=_AS_SET if spec.as_set else _TUNED,
        required=True,
        key=key,
        help="As set, it is trained with the settings above. Beside its tuned form it tells whether tuning pays.",
    )
    return given == _AS_SET


def _same_as_another(spec: LearnerSpec, instances: int) -> str:
    """That another random start gives the same predictions, or where it does; empty where it always differs."""
    if not has_random_start(spec, instances):
        return (
            ":material/info: It takes no random numbers: with the same settings as another one it gives the same "
            "predictions, so set something else."
        )
    where = LEARNERS[spec.key].random_where
    return where and (
        f":material/info: {plain(spec.name)} takes random numbers only where {where}; elsewhere another start gives "
        "the same predictions."
    )


def _as_typed(entrant: experiment_form.Entrant) -> LearnerSpec:
    """The learner as its widgets stand, which are drawn only below the title that tells it."""
    spec, former = entrant.spec, dict(entrant.spec.hyperparameters)

    def typed(name: str, before: Any) -> Any:
        return st.session_state.get(f"entrant_{entrant.uid}_{name}", before)

    declared = LEARNERS[spec.key].hyperparameters
    values = {h.name: typed(h.name, former.get(h.name)) for h in declared}
    values |= {
        h.name: typed_numbers.nearest(values[h.name], *_ends(h)) for h in declared if h.low is not None
    }
    told = {name: value for name, value in values.items() if value is not None}
    return learner(
        spec.key,
        typed("name", spec.name).strip() or None,
        int(typed_numbers.nearest(typed("start", spec.start), 0, MOST_START) or 0),
        as_set=typed("search", _AS_SET if spec.as_set else _TUNED) == _AS_SET,
        **told,
    )


def _title(spec: LearnerSpec) -> str:
    return plain(" · ".join(filter(None, (spec.name, _untold(spec)))))


def _setting(parameter: Hyperparameter, current: Any, key: str) -> Any:
    label, hint = plain(parameter.title), plain(levels.explained(parameter))
    if parameter.kind == "bool":
        return st.toggle(label, current, key=key, help=hint)
    if parameter.kind == "choice":
        choices = list(parameter.choices)
        if parameter.default is None:
            choices = [None, *choices]
        return st.selectbox(
            label, choices, choices.index(current), key=key, help=hint, format_func=_choice_text
        )
    value = typed_numbers.number_input(
        label, current, *_ends(parameter), key=key, help=hint, placeholder="default", format="%g"
    )
    return parameter.default if value is None else value


def _ends(parameter: Hyperparameter) -> tuple[float, float]:
    """What a number can be at least and at most, whole for whole ones."""
    kind = int if parameter.kind == "int" else float
    return kind(parameter.low or 0), kind(parameter.high or 0)


def _choice_text(value: Any) -> str:
    return "default" if value is None else str(value)


def _adder(dataset: Dataset, chosen: list[experiment_form.Entrant]) -> None:
    fitting = [key for key, entry in LEARNERS.items() if entry.suits(dataset)]
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    key = left.selectbox(
        "Add a learner", fitting, format_func=lambda key: LEARNERS[key].listed_as, key="new_learner"
    )
    right.button("Add", on_click=_add, args=(key, len(dataset)), key="add_learner", width="stretch")
    if told := _if_added_again(key, chosen, len(dataset)):
        st.caption(told)
    if not chosen:
        st.info("Choose at least one learner; two, if they are to be compared.")


def _alike(key: str, chosen: Iterable[experiment_form.Entrant]) -> list[LearnerSpec]:
    """Those that differ from a new learner of this key in no more than name, random start and tuning."""
    specs = [entrant.spec for entrant in chosen]
    return [spec for spec in specs if spec.digest() == learner(key, start=spec.start).digest()]


def _twin(key: str, alike: Sequence[LearnerSpec]) -> LearnerSpec | None:
    """The other form, tuned or as set, of a learner that is in by one only: both tell whether tuning pays."""
    forms = {spec.as_set for spec in alike}
    if len(forms) != 1 or not _is_searched(learner(key)):
        return None
    return learner(key, start=alike[0].start, as_set=not alike[0].as_set)


def _is_searched(spec: LearnerSpec) -> bool:
    """Whether tuning, where it is on, has anything to choose of a learner unless it is left as set."""
    return experiment_form.is_tuning() and fits_of_search(spec, Tuning()) > 1


def _another(key: str, chosen: Iterable[experiment_form.Entrant], instances: int) -> LearnerSpec | None:
    """What is added: the other form of one that is in, else another random start; None where neither differs."""
    alike = _alike(key, chosen)
    if (twin := _twin(key, alike)) is not None:
        return twin
    if alike and not has_random_start(learner(key), instances):
        return None
    return learner(key, start=1 + max((spec.start for spec in alike), default=-1))


def _if_added_again(key: str, chosen: Iterable[experiment_form.Entrant], instances: int) -> str:
    """What another one of a learner that is in already would be, or that it was refused a moment ago."""
    alike, entry = _alike(key, chosen), LEARNERS[key]
    another = _another(key, chosen, instances)
    if not alike:
        return ""
    if another is None:
        return _refused_again(entry) if st.session_state.get(_PRESSED_AGAIN) == key else ""
    if _twin(key, alike) is not None:
        form, other = (_AS_SET, "tuned one") if another.as_set else (_TUNED, "one as set")
        return plain(f"Another {entry.title} will be {form}, beside the {other}: does tuning pay?")
    form, same = ("tuned, ", "search") if _is_searched(another) else ("", "settings")
    told = (
        f"Another {entry.title} will be {form}start {another.start}: the same {same} with other random numbers, which "
        "shows how much depends on them."
    )
    return " ".join(filter(None, (plain(told), _same_as_another(learner(key), instances))))


def _refused_again(entry: LearnerEntry) -> str:
    how = " Change a setting of the first to add another." if entry.hyperparameters else ""
    return plain(
        f"{entry.title} was not added again: it draws nothing at random, so both would be the same.{how}"
    )


def _add(key: str, instances: int) -> None:
    chosen = experiment_form.entrants(tuple)
    st.session_state.pop(_PRESSED_AGAIN, None)
    spec = _another(key, chosen, instances)
    if spec is None:
        st.session_state[_PRESSED_AGAIN] = key
        return
    uid = 1 + max((entrant.uid for entrant in chosen), default=-1)
    experiment_form.set_entrants([*chosen, experiment_form.Entrant(uid, spec)])


def design(dataset: Dataset) -> Design:
    """Let the user choose a design and its options; at first it is the one that `say_proposed` tells of.

    Raises
    ------
    InputError
        If an option is out of range.
    """
    proposed, _ = design_for(dataset)
    grouped = dataset.groups is not None
    says = [
        kind for kind, column in (("fold", dataset.folds), ("group", dataset.groups)) if column is not None
    ]
    keys = [
        key
        for key, entry in DESIGNS.items()
        if (entry.takes_groups or not grouped) and (says or key != "predefined")
    ]
    state.keep_valid(experiment_form.DESIGN, keys, keys.index(proposed.key or keys[0]))
    key = st.selectbox(
        "Resampling design",
        keys,
        keys.index(proposed.key or keys[0]),
        format_func=lambda key: DESIGNS[key].title,
        key=experiment_form.DESIGN,
        persist_state="session",
        help="How the data are cut into training and validation sets."
        + " Designs that cannot keep groups whole are not listed." * grouped,
    )
    st.caption(plain(DESIGNS[key].summary))
    options: dict[str, Any] = {}
    with st.container(horizontal=True, vertical_alignment="bottom", key="design_options"):
        for option in DESIGNS[key].options:
            default = (
                proposed.options.get(option.name, option.default) if key == proposed.key else option.default
            )
            if option.name == "stratified":
                if not _can_be_stratified(key, dataset):
                    continue
                default = True
            elif option.name == "kind" and len(says) == 1:
                options[option.name] = says[0]
                continue
            options[option.name] = _option(key, option, default)
    return make_design(key, **options)


def say_proposed(dataset: Dataset) -> None:
    """The design that suits the number of instances, and why."""
    proposed, reason = design_for(dataset)
    st.caption(plain(f"Proposed for {len(dataset)} instances: {proposed.title}. {reason}"))


def by_field(error: InputError) -> InputError:
    """A refusal of a design as people see it: an option is called as its field is."""
    if not isinstance(error, DesignError):
        return error
    return DesignError(error.what, _OPTION_LABELS.get(error.where, error.where), error.hint)


def _can_be_stratified(key: str, dataset: Dataset) -> bool:
    """Whether there are classes whose shares the cuts can keep; random cuts of whole groups cannot."""
    return dataset.task == "classification" and (dataset.groups is None or DESIGNS[key].partitions)


class _Common(TypedDict):
    """What the widgets of all options share."""

    key: str
    help: str
    persist_state: Literal["session"]


def _option(design_key: str, option: Option, default: Any) -> Any:
    key, label = (
        experiment_form.option_key(design_key, option.name),
        _OPTION_LABELS.get(option.name, option.name),
    )
    common: _Common = {"key": key, "help": plain(option.help), "persist_state": "session"}
    if option.kind == "flag":
        return st.toggle(label, default, **common)
    if option.kind == "choice":
        return st.segmented_control(label, option.choices, default=default, required=True, **common)
    if option.kind == "share":
        return typed_numbers.number_input(
            label, default, SMALLEST_SHARE, LARGEST_SHARE, step=0.01, format="%.4g", **common
        )
    return typed_numbers.number_input(label, default, option.low, option.high, **common)


_OPTION_LABELS = {
    "k": "Folds K",
    "r": "Repeats r",
    "m": "Replicates m",
    "b": "Bootstrap samples B",
    "validation": "Validation share",
    "seed": "Seed of the cuts",
    "stratified": "Stratified by class",
    "kind": "The column says",
}
