"""A learner at crossed levels of its hyperparameters: its cells are added at once, and shown as one."""

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.errors import InputError, listing
from core.experiment import LONGEST_NAME
from core.learners import (
    LEARNERS,
    Hyperparameter,
    factorial,
    kernel_widths,
    levels_between,
    neighbour_distance,
    read_levels,
    read_multiples,
    written_levels,
)
from core.records import Dataset, LearnerSpec, factors_in
from core.written import counted
from pages.ui.display import elements, typed_numbers
from pages.ui.display.text import plain
from pages.ui.session import cache, experiment_form

MOST_FACTORS, MOST_LEVELS, MOST_CELLS = 4, 9, 64
FEWEST_FOLDED = 4
"""Cells of one learner from which on they are shown as one."""


def folded(entrants: Sequence[experiment_form.Entrant]) -> list[list[experiment_form.Entrant]]:
    """The learners whose many cells are shown as one, each with its cells."""
    groups: list[list[experiment_form.Entrant]] = []
    for key in dict.fromkeys(entrant.spec.key for entrant in entrants):
        mine = [entrant for entrant in entrants if entrant.spec.key == key]
        found = factors_in(entrant.spec.name for entrant in mine)
        if found is not None and len(found.cells) >= FEWEST_FOLDED:
            groups.append([entrant for entrant in mine if entrant.spec.name in found.places])
    return groups


def card(cells: Sequence[experiment_form.Entrant]) -> None:
    """The cells of one learner, with the levels of its factors."""
    found, spec = factors_in(entrant.spec.name for entrant in cells), cells[0].spec
    assert found is not None  # noqa: S101 - `folded` gave them
    title = f"{LEARNERS[spec.key].title}: {counted(len(cells), 'cells')}, {' × '.join(found.names)}"
    with st.expander(plain(title), icon=":material/grid_on:"):
        for name, levels in zip(found.names, found.levels, strict=True):
            st.markdown(f"**{plain(name)}**: {plain(', '.join(levels))}")
        st.button(
            "Remove all cells",
            key=f"remove_cells_{spec.key}",
            icon=":material/delete:",
            on_click=experiment_form.remove_entrants,
            args=([entrant.uid for entrant in cells],),
        )


def adder(dataset: Dataset) -> None:
    """Let the visitor add a learner at every combination of levels."""
    fitting = [key for key, entry in LEARNERS.items() if entry.suits(dataset) and entry.hyperparameters]
    with st.expander("Add a learner at several levels of its hyperparameters", icon=":material/grid_on:"):
        left, right = st.columns([2, 1])
        key = left.selectbox(
            "Learner at levels",
            fitting,
            format_func=lambda key: LEARNERS[key].listed_as,
            key="levels_learner",
        )
        with right, typed_numbers.refused() as impossible:
            count = typed_numbers.number_input("Levels of each", 5, 2, MOST_LEVELS, key="levels_count")
        known = {parameter.name: parameter for parameter in LEARNERS[key].hyperparameters}
        factors = st.multiselect(
            "Factors",
            list(known),
            [name for name, parameter in known.items() if parameter.kind in ("int", "float")][:2],
            format_func=lambda name: known[name].title,
            max_selections=MOST_FACTORS,
            key=f"levels_factors_{key}",
        )
        cells: tuple[LearnerSpec, ...] = ()
        try:
            levels = {name: _levels(dataset, key, known[name], int(count)) for name in factors}
            cells = () if impossible else _cells(key, levels)
            if not cells and not impossible:
                st.caption("Two levels or more of one factor make cells.")
        except InputError as error:
            elements.refuse(error)
        if len(factors) > 1 and cells:
            st.caption(f"Every combination: {counted(len(cells), 'cells')}, each a learner of its own.")
        if cells and experiment_form.is_tuning():
            st.caption("Cells are trained as they are set: a search would leave the levels.")
        if double := _doubles(cells):
            stands, place = (
                ("is the same as a cell", "its") if len(double) == 1 else ("are the same as cells", "their")
            )
            st.caption(
                plain(
                    f"{listing(entrant.spec.name for entrant in double)} {stands}, which will stand in {place} place "
                    "until the cells are removed: no learner is compared with itself."
                )
            )
        st.button(
            f"Add {counted(len(cells), 'cells')}" if cells else "Add the cells",
            key="add_cells",
            icon=":material/add:",
            disabled=not cells,
            on_click=_add,
            args=(cells,),
        )


def explained(parameter: Hyperparameter) -> str:
    """What a hyperparameter does and may be."""
    unset = ", or default" if parameter.default is None else ""
    return f"{parameter.help} Allowed: {parameter.allowed_in_words}{unset}."


def _levels(dataset: Dataset, key: str, parameter: Hyperparameter, count: int) -> tuple[Any, ...]:
    """Levels of one factor; so many of them spread over its usual range until others are typed."""
    label, typed = f"Levels of {plain(parameter.title)}", f"levels_{key}_{parameter.name}_{count}"
    if parameter.inverse_width and st.toggle(
        f"{label} as multiples of the mean distance to the nearest neighbour", key=f"levels_widths_{key}"
    ):
        return _widths(dataset, key, parameter, count)
    text = st.text_input(
        label,
        written_levels(levels_between(key, parameter.name, count)),
        key=typed,
        help=plain(f"{explained(parameter)} Commas or spaces between them."),
    )
    return read_levels(key, parameter.name, text)


def _widths(dataset: Dataset, key: str, parameter: Hyperparameter, count: int) -> tuple[Any, ...]:
    """Levels of a kernel's inverse width, typed as spreads in units of what these data have."""
    distance = cache.kept(
        "neighbour distance", (dataset.fingerprint, key), lambda: neighbour_distance(key, dataset.X)
    )
    text = st.text_input(
        f"Spreads of the kernel, 1 is d = {distance:.3g}",
        written_levels(2.0 ** (place - 1) for place in range(count)),
        key=f"levels_widths_{key}_{count}",
        help="Positive numbers, commas or spaces between them. γ = 1/(2s²), where the spread s is the number times d.",
    )
    found = kernel_widths(distance, read_multiples(text))
    values = "; ".join(map(str, found))
    where = f"of an instance of {dataset.name} to its nearest neighbour, as the learner sees the attributes"
    told = f"{parameter.title} = {values}. d is the mean distance {where}; they stay the same on further data sets."
    st.caption(plain(told))
    return found


def _cells(key: str, levels: dict[str, Any]) -> tuple[LearnerSpec, ...]:
    count = math.prod(len(values) for values in levels.values())
    if count > MOST_CELLS:
        raise InputError(
            f"These levels make {count:,} cells, of which at most {MOST_CELLS} can be run together.",
            hint="Choose fewer levels or factors.",
        )
    cells = factorial(key, **levels) if count > 1 else ()
    if any(len(cell.name) > LONGEST_NAME for cell in cells):
        raise InputError("The names of the cells become too long.", hint="Choose fewer factors.")
    return cells


def _doubles(cells: Sequence[LearnerSpec]) -> list[experiment_form.Entrant]:
    """Those who are chosen already, under other names, with the settings of a cell."""
    names, same = {cell.name for cell in cells}, {cell.digest() for cell in cells}
    return [
        entrant
        for entrant in experiment_form.entrants(tuple)
        if entrant.spec.digest() in same
        and entrant.spec.name not in names
        and (entrant.spec.as_set or not experiment_form.is_tuning())
    ]


def _add(cells: Sequence[LearnerSpec]) -> None:
    before, double = experiment_form.entrants(tuple), _doubles(cells)
    former = {entrant.spec.digest(): (entrant.spec, before.index(entrant)) for entrant in double}
    chosen = [entrant for entrant in before if entrant not in double]
    there = {entrant.spec.name for entrant in chosen}
    unused = 1 + max((entrant.uid for entrant in before), default=-1)
    new = [spec for spec in cells if spec.name not in there]
    added = [
        experiment_form.Entrant(uid, spec, *former.get(spec.digest(), ()))
        for uid, spec in enumerate(new, unused)
    ]
    experiment_form.set_entrants([*chosen, *added])
