"""What was understood of fold results before they are used: layout, roles, and the questions that decide."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

import pandas as pd

from core.data.columns.designs import BY_SIZES, SAYS_OTHERWISE, UNKNOWN, fitting_designs, shape_of
from core.data.columns.fold_labels import meaning_of
from core.data.columns.inspection import (
    ColumnSummary,
    Question,
    Understanding,
    Unsettled,
    encoding_questions,
    summarised,
)
from core.data.columns.measures import Known, choose
from core.data.columns.names import PLACES, SYNONYMS, find_roles
from core.data.columns.tidy_cells import texts
from core.data.fold_scores.catalogue import Asked, Roles, Scale
from core.data.fold_scores.files import (
    Part,
    asked_of_each,
    find_layout,
    is_scale_settled,
    joined,
    learners_in,
    measures_of,
    part_of,
    read_part,
    score_tables,
)
from core.data.fold_scores.layout import UNNAMED_MEASURES
from core.data.fold_scores.long import OWN
from core.data.fold_scores.meaning import is_own_form, measures_offered, settle
from core.data.fold_scores.read import rows_of, scores_of
from core.data.fold_scores.scale import names_say_percent
from core.data.fold_scores.turned import TURNED, can_be_turned, rows_are_measures
from core.data.fold_scores.wide import WIDE, places_by_name
from core.data.tables.table import RawTable, Sources, Sums
from core.designs import DESIGNS
from core.errors import check_one_of
from core.records import FoldScores, Rows

_SAMPLE_ROWS = 20
_MOST_SUMMARISED = 200
_HOW_OFTEN = "How often was the whole set cut anew?"


def inspect_fold_scores(
    source: Sources,
    sheet: str | None = None,
    encoding: str | None = None,
    *,
    layout: str | None = None,
    roles: Roles | None = None,
    measure: str | None = None,
    rows: Rows | None = None,
    dataset: str | None = None,
    replicates: int | None = None,
    scale: Scale | None = None,
    turn: bool | None = None,
    n_train: float | None = None,
    n_validation: float | None = None,
) -> Understanding:
    """Understand a table as fold results.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame, or a list of them
        Of several files the first one's columns are shown, among those of which learners are kept.
    sheet : str, optional
        Of a workbook.
    encoding : str, optional
        Of text.
    layout, roles, measure, rows, dataset, replicates, scale, turn, n_train, n_validation : optional
        What the user has settled so far, as in `read_fold_scores`.

    Returns
    -------
    Understanding
        With a refusal and the question that helps, where the scores are on no scale that their measure has.

    Raises
    ------
    InputError
        If the table is in no known layout, or holds no fold results.
    """
    tables = score_tables(source, sheet, encoding)
    whole = Asked(roles or {}, measure, rows, replicates, turn)
    (table, asked), *rest = asked_of_each(tables, layout, whole)
    entry = find_layout(table, layout, asked)
    tidy = entry.tidy(table, asked)
    measures = measures_of(tidy)
    if len(measures) > 1 and measure is None:
        asked = replace(asked, measure=choose(measures))
        tidy = entry.tidy(table, asked)
    part = part_of(table, entry, tidy, asked)
    meaning, _ = settle([part], asked.measure)
    arguments = {
        "layout": entry.key,
        "roles": dict(roles or {}),
        "rows": rows,
        "measure": asked.measure,
        "dataset": dataset,
        "replicates": replicates,
        "scale": scale,
        "turn": turn,
        "sheet": sheet,
        "encoding": encoding,
    }
    check_one_of(rows, (None, "folds", "data sets"), "rows")
    check_one_of(scale, (None, "proportion", "percent"), "scale")
    others = [(other, replace(own, measure=asked.measure)) for other, own in rest]
    parts = _parts(part, others)
    read = partial(  # where nobody knows the direction, as if lower were better
        scores_of,
        rows=rows,
        measure=asked.measure,
        lower_is_better=True if meaning.lower_is_better is None else None,
        dataset=dataset,
        n_train=n_train,
        n_validation=n_validation,
    )
    unasked = _tried(read, parts, None)
    tried = unasked if scale is None else _tried(read, parts, scale)
    scores = None if isinstance(tried, Unsettled) else tried
    frame = part.frame if isinstance(parts, Unsettled) else joined(parts)
    questions = [
        *_turn_question(part),
        _rows_question(part, frame, scores, dataset),
        *_questions(part, meaning, scores, asked),
        *(
            _learners_question([part], [table], whole)
            if isinstance(parts, Unsettled)
            else _learners_question(parts, tables, whole)
        ),
        *_scale_question(part, meaning, unasked),
        *sums_question(_proposed_sums([part] if isinstance(parts, Unsettled) else parts), table.sums),
    ]
    return Understanding(
        door="fold_scores",
        layout=f"{entry.title} ({table.layout})",
        roles={**arguments, "rows": rows if scores is None else scores.rows},
        sample=table.sample(_SAMPLE_ROWS),
        questions=(*encoding_questions(table), *questions),
        notes=() if scores is None else scores.notes,
        columns=tuple(_summaries(table, part)),
        rows=len(table.frame),
        refusal=tried if isinstance(tried, Unsettled) else None,
        told=frozenset(part.tidy.columns),
    )


def roles_by_name(table: RawTable, layout: str) -> dict[str, str]:
    """What columns of a table in that layout are by their names alone, as long as the others cannot be told."""
    if layout == WIDE.key:
        return places_by_name(table, {})
    return find_roles(table, {}, SYNONYMS if layout == OWN.key else PLACES)


def _parts(first: Part, others: list[tuple[RawTable, Asked]]) -> list[Part] | Unsettled:
    """All files, those beside the first in its layout."""
    try:
        return [first, *(read_part(table, first.layout.key, asked) for table, asked in others)]
    except Unsettled as refusal:
        return refusal


def _tried(
    read: Callable[..., FoldScores], parts: list[Part] | Unsettled, scale: Scale | None
) -> FoldScores | Unsettled:
    """The scores as they would be read, or why they cannot be yet."""
    if isinstance(parts, Unsettled):
        return parts
    try:
        return read(parts, scale=scale)
    except Unsettled as refusal:
        return refusal


def _questions(part: Part, meaning: Known, scores: FoldScores | None, asked: Asked) -> list[Question]:
    found: list[Question] = []
    to_settle = len(part.measures) > 1 or "measure" in part.tidy.open
    if to_settle or meaning.declared is None or _is_unnamed(part):
        assumed = _assumed_measure(part, meaning, asked)
        offered = _measures_offered(part, meaning)
        told = set(offered) <= set(part.measures)
        text = (
            f"Which of the {len(offered)} measures is judged?"
            if told and len(offered) > 1
            else "What do the scores measure?"
        )
        found.append(Question("measure", text, offered, assumed))
    is_settled = not any(item.key == "measure" and item.assumed is None for item in found)
    direction = meaning.lower_is_better if is_settled else None
    open_ways = (True, False) if direction is None else (direction,)
    found.append(Question("lower_is_better", "Which direction is better?", open_ways, direction))
    if scores is None:
        return found
    return found + _design_questions(part, scores, asked)


def _rows_question(
    part: Part, frame: pd.DataFrame, scores: FoldScores | None, dataset: str | None
) -> Question:
    """What the rows of all files are; folds of several data sets leave only open which of these are judged."""
    names = tuple(frame["dataset"].drop_duplicates())
    if len(names) > 1 and frame.duplicated(["dataset", "learner"]).any():
        return Question("dataset", "All data sets, or the folds of one?", (None, *names), dataset)
    whose = "Once the table is turned, are its rows" if part.layout is TURNED else "Are the rows"
    text = f"{whose} folds of one data set, or independent data sets?"
    told = (
        None if "rows" in part.tidy.open else rows_of([part], part.frame) if scores is None else scores.rows
    )
    return Question("rows", text, ("folds", "data sets"), told)


def _turn_question(part: Part) -> list[Question]:
    """Whether learners, or measures of one, are in rows, where names in the first column leave that open."""
    if part.layout not in (TURNED, WIDE) or not can_be_turned(part.table):
        return []
    first = part.table.columns[0]
    if part.layout is WIDE and meaning_of(texts(part.table, first), first) == "folds":
        return []
    what = "measures" if rows_are_measures(part.table) else "the learners"
    text = f"Turn the table, because its rows are {what}?"
    return [Question("turn", text, (True, False), part.layout is TURNED)]


def _learners_question(parts: list[Part], tables: list[RawTable], asked: Asked) -> list[Question]:
    """Which learners of all files are kept, those of files that are left out among them."""
    layout, read = parts[0].layout, {id(part.table): part.learners for part in parts}
    every = (
        read.get(id(table)) or (() if layout is WIDE else learners_in(table, layout.key, asked))
        for table in tables
    )
    names = tuple(dict.fromkeys(chain.from_iterable(every)))
    kept = tuple(dict.fromkeys(chain.from_iterable(part.frame["learner"] for part in parts)))
    return [Question("learners", "Which learners are kept?", names, kept)] if len(names) > 1 else []


def _proposed_sums(parts: Iterable[Part]) -> Iterator[Sums]:
    for part in parts:
        yield from part.table.proposed_sums | part.tidy.proposed_sums


def sums_question(proposed: Iterable[Sums], said: Sums | None) -> list[Question]:
    """What becomes of rows and columns that sum up others by their numbers, where some were found.

    Where some of them are left out and others kept, that can be chosen as well.

    Parameters
    ----------
    proposed : iterable of "left out" and "kept"
        What becomes of them where nobody says it, as `RawTable.proposed_sums`.
    said : "left out", "kept" or None
        What somebody said.
    """
    found = set(proposed)
    if not found:
        return []
    each: tuple[Sums | None, ...] = ("left out", "kept")
    options, likely = (each, found.pop()) if len(found) == 1 else ((None, *each), None)
    return [Question("sums", "What sums up the others by its numbers?", options, said or likely)]


def _scale_question(part: Part, meaning: Known, unasked: FoldScores | Unsettled) -> list[Question]:
    """Proportions or percent; nothing is assumed where the scores themselves do not tell.

    Of scores that seem to be neither, the measure is asked for first; where they can be neither, nothing is.
    """
    no_answer_helps = isinstance(unasked, Unsettled) and (unasked.key == "measure" or not unasked.options)
    if not meaning.rate or is_scale_settled(part) or no_answer_helps:
        return []
    is_percent = (part.frame["score"] > 1).any() or names_say_percent(part.frame["learner"])
    seen = "percent" if is_percent else "proportion"
    text = "Are the scores proportions, or percent?"
    return [
        Question("scale", text, ("proportion", "percent"), seen if isinstance(unasked, FoldScores) else None)
    ]


def _assumed_measure(part: Part, meaning: Known, asked: Asked) -> str | None:
    """The measure that is taken when nobody answers; None where nothing in the source tells."""
    is_called_score = part.tidy.measure in UNNAMED_MEASURES
    if len(part.measures) > 1 and not is_called_score:
        return part.tidy.measure or asked.measure
    is_told = is_own_form(part) or (
        meaning.key not in UNNAMED_MEASURES and (is_called_score or not _is_unnamed(part))
    )
    return meaning.key if is_told or asked.measure is not None else None


def _measures_offered(part: Part, meaning: Known) -> tuple[str, ...]:
    """All measures that a source names; of what it only calls a score, whatever that may be."""
    if len(part.measures) < 2 and part.tidy.measure not in UNNAMED_MEASURES:
        return measures_offered(meaning)
    whole = measures_offered(meaning if part.tidy.measure in UNNAMED_MEASURES else Known(UNNAMED_MEASURES[0]))
    offered = ((*whole, name) if name in UNNAMED_MEASURES else (name,) for name in part.measures)
    return tuple(dict.fromkeys(chain.from_iterable(offered)))


def _is_unnamed(part: Part) -> bool:
    return part.tidy.measure in (None, *UNNAMED_MEASURES) and "measure" not in part.tidy.frame


def _design_questions(part: Part, scores: FoldScores, asked: Asked) -> list[Question]:
    if scores.rows != "folds" or len(scores.datasets) > 1:
        return []
    replicates, folds = shape_of(scores.frame)
    found, options = [], fitting_designs(replicates, folds)
    count = replicates * folds
    through = asked.replicates is not None or "replicate" not in part.tidy.frame
    divisors = tuple(r for r in range(1, count + 1) if count % r == 0) if through else ()
    numbers = _numbers_in_labels(part, asked)
    if numbers or len(divisors) > 2:  # of a prime number of folds the design alone decides
        asked_for = number_question(numbers) if numbers else Question("replicates", _HOW_OFTEN, divisors)
        likely = sorted(asked_for.options, key=lambda r: (count // r != 10, count // r != 5, r))
        fitting = {r: fitting_designs(r, count // r) for r in likely}
        options = tuple(key for key in DESIGNS if any(key in designs for designs in fitting.values()))
        found.append(replace(asked_for, assumed=replicates, fitting=fitting))
    known_design = None if scores.facts is None else scores.facts.key
    text, by = "Which design do the folds come from?", _proposed_by(part, scores)
    # a proposal can be declined, and nobody may know what the file leaves open
    if by or known_design is None:
        options = (UNKNOWN, *options)
    return [*found, Question("design", text, options, known_design, by)]


def _proposed_by(part: Part, scores: FoldScores) -> str:
    """By what a design is only proposed: sizes in the file show it, typed ones are means and fit by chance."""
    if any(SAYS_OTHERWISE in note for note in scores.notes):
        return "the numbers of repeats and folds"
    are_told = part.frame[["n_train", "n_validation"]].notna().all(axis=None)
    return "" if are_told or not any(BY_SIZES in note for note in scores.notes) else "the sizes of the sets"


def number_question(counts: tuple[int, ...]) -> Question:
    """Which of the two numbers in labels such as ``1.1`` counts replicates, of which there are as many as `counts`."""
    return Question("replicates", "Which of the two numbers counts the repetitions?", counts)


def _numbers_in_labels(part: Part, asked: Asked) -> tuple[int, ...]:
    """How many of each of the two numbers in labels of folds there are; empty where labels leave nothing open."""
    if asked.replicates is None:
        return ()
    try:
        read_part(part.table, part.layout.key, replace(asked, replicates=None))
    except Unsettled as refusal:
        return refusal.options if refusal.key == "replicates" else ()
    return ()


def _summaries(table: RawTable, part: Part) -> list[ColumnSummary]:
    """Every column in one line; the first 200 where there are more."""
    roles = {column: role for role, column in part.tidy.columns.items()}
    learners = set(part.frame["learner"]) if part.layout.key == "wide" else set()
    return [
        summarised(table, name, roles.get(name, "scores of a learner" if name in learners else "left out"))
        for name in table.written[:_MOST_SUMMARISED]
    ]
