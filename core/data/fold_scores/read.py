"""Fold results, whoever wrote them → FoldScores; what was assumed is said."""

import json
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd

from core.data.columns.designs import design_facts, mean_size, shape_of
from core.data.columns.measures import Known, known
from core.data.columns.tidy_cells import distinct_places, same_in_all_rows, truth_in_all_rows
from core.data.fold_scores.catalogue import LAYOUTS, Asked, Roles, Rows, Scale, ScoreLayout
from core.data.fold_scores.files import Part, joined, read_part, score_tables
from core.data.fold_scores.layout import UNNAMED_MEASURES
from core.data.fold_scores.scale import converted
from core.data.tables.cells import numeric_column, shown, spelled_out
from core.data.tables.table import Sources
from core.errors import InputError, check_one_of, listing
from core.records import DesignFacts, Failure, FoldScores, Losses


def losses_from_text(text: str | None, where: str) -> Losses | None:
    """Read the cell of a matrix of losses that `fold_scores_to_csv` wrote; None where there is none.

    Raises
    ------
    InputError
        If these are not K rows of K finite numbers in brackets.
    """
    if text is None:
        return None
    try:
        matrix = tuple(tuple(map(float, row)) for row in json.loads(text))
    except (ValueError, TypeError) as error:
        raise _no_matrix(text, where) from error
    if not matrix or any(len(row) != len(matrix) or not all(map(isfinite, row)) for row in matrix):
        raise _no_matrix(text, where)
    return matrix


__all__ = ["LAYOUTS", "ScoreLayout", "read_fold_scores", "rows_of", "settle"]


def read_fold_scores(
    source: Sources,
    *,
    layout: str | None = None,
    roles: Roles | None = None,
    rows: Rows | None = None,
    measure: str | None = None,
    lower_is_better: bool | None = None,
    scale: Scale | None = None,
    dataset: str | None = None,
    replicates: int | None = None,
    design: str | None = None,
    n_train: float | None = None,
    n_validation: float | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
) -> FoldScores:
    """Read fold results; what was assumed is said in the notes.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame, or a list of them
        At most 20 MB each: what `read_dataset` reads, or JSON. Several files are put together; where a file
        does not name its learner, the file's name does.
    layout : str, optional
        Key of `LAYOUTS`; recognised when not given.
    roles : mapping, optional
        Columns by the role they play: ``{"learner": "model", "score": "value"}``; "" for a role that no column
        plays. ``learners`` names several: the columns of a table with one column per learner, or the learners
        that are kept.
    rows : "folds" or "data sets", optional
        Whether rows are folds of one data set or stand for independent data sets.
    measure : str, optional
        Which measure the scores are of; chooses among several in the source.
    lower_is_better : bool, optional
        Direction of the measure; known for common ones.
    scale : "proportion" or "percent", optional
        Percent is converted to proportions.
    dataset : str, optional
        Keep this data set alone.
    replicates : int, optional
        Cuts folds that are numbered through, replicate after replicate, into that many replicates.
    design : str, optional
        Key of the design that the folds come from, one of `core.DESIGNS`.
    n_train, n_validation : float, optional
        Sizes of the training and validation sets where the source does not say them.
    sheet : str, optional
        Of a workbook; the first visible one with a table by default.
    encoding : str, optional
        Of text, such as "cp1250"; recognised or guessed when not given.

    Raises
    ------
    InputError
        If a column is missing, a score is no number, a fold occurs twice, or the direction is unknown.
    DesignError
        If the design does not have so many replicates and folds.
    """
    check_one_of(rows, (None, "folds", "data sets"), "rows")
    check_one_of(scale, (None, "proportion", "percent"), "scale")
    asked = Asked(roles or {}, measure, rows, replicates)
    parts = [read_part(table, layout, asked) for table in score_tables(source, sheet, encoding)]
    meaning, measure_notes = settle(parts, measure)
    frame = joined(parts)
    own_scale: Scale | None = "proportion" if is_own_form(parts[0]) else None
    frame["score"], scale_notes = converted(frame["score"], meaning, scale or own_scale, frame["learner"])
    settled = rows or rows_of(parts, frame)
    frame, row_notes = _as_rows(frame, rows)
    frame = _with_sizes(frame, n_train, n_validation)
    frame = _only(frame, dataset)
    places = distinct_places(frame)
    facts, fact_notes = _facts(parts, places, design) if settled == "folds" else (None, ())
    return FoldScores(
        frame=frame.assign(**{name: spelled_out(frame[name]) for name in ("dataset", "learner")}),
        measure=meaning.key,
        measure_title=_same(parts, "measure_title") or meaning.title,
        lower_is_better=_direction(parts, meaning, lower_is_better),
        unit=_same(parts, "unit") or "",
        facts=facts,
        rows=settled,
        failures=_failures(parts),
        notes=(
            *dict.fromkeys(note for part in parts for note in part.notes),
            *measure_notes,
            *scale_notes,
            *row_notes,
            *fact_notes,
            *_single(places, settled),
            *_gaps(frame, places),
            *_constant(frame),
        ),
        learner_order=_order(parts, frame),
        losses=_losses(parts),
        measure_assumed=lower_is_better is None and measure is None and _is_unsaid(parts),
    )


def _same(parts: list[Part], name: str) -> str | None:
    found = [same_in_all_rows(part.tidy.frame, name, part.table) for part in parts]
    return found[0] if found.count(found[0]) == len(found) else None


def _losses(parts: list[Part]) -> Losses | None:
    """The matrix by which costs were counted; costs by different ones cannot be compared."""
    found = {
        losses_from_text(
            same_in_all_rows(part.tidy.frame, "loss_matrix", part.table),
            f"{part.table.where}, column 'loss_matrix'",
        )
        for part in parts
        if is_own_form(part)
    }
    if len(found) > 1:
        raise InputError(
            "the files hold costs by different matrices of losses.", "source", "Bring files of one matrix."
        )
    return next(iter(found), None)


def settle(parts: list[Part], measure: str | None) -> tuple[Known, tuple[str, ...]]:
    """What the scores are of, and the sentence about it where that was assumed.

    Raises
    ------
    InputError
        If the files hold different measures.
    """
    names = list(dict.fromkeys(_named(part) for part in parts))
    if len(names) > 1:
        raise InputError(
            f"the files hold different measures: {listing(map(repr, names))}.",
            "source",
            "Bring files of one measure.",
        )
    name = names[0]
    own = any(is_own_form(part) for part in parts)
    if name in UNNAMED_MEASURES and measure is None:
        inside = all(part.frame["score"].dropna().between(0, 1).all() for part in parts)
        meaning = Known("accuracy" if inside else "r2")
        said = f"{name!r} is what the estimator's own score method gave; it was taken for {meaning.title}"
        return meaning, (f"{said} (measure=… says otherwise).",)
    if name is not None and name not in UNNAMED_MEASURES:
        return (Known(name) if own else known(name)), ()
    if measure is not None:
        return known(measure), ()
    return Known("error"), ("The scores were taken for error rates (measure=… says otherwise).",)


def is_own_form(part: Part) -> bool:
    """Whether `fold_scores_to_csv` wrote it, so that nothing has to be guessed."""
    return "measure_title" in part.tidy.frame


def _is_unsaid(parts: list[Part]) -> bool:
    """Whether the files do not say what the scores measure."""
    return all(_named(part) is None for part in parts)


def _named(part: Part) -> str | None:
    return part.tidy.measure or same_in_all_rows(part.tidy.frame, "measure", part.table)


def _direction(parts: list[Part], meaning: Known, given: bool | None) -> bool:
    written = truth_in_all_rows(parts[0].tidy.frame, "lower_is_better", parts[0].table)
    if given is not None or written is not None:
        return bool(written if given is None else given)
    if meaning.lower_is_better is not None:
        return meaning.lower_is_better
    raise InputError(
        f"it is not known whether lower is better for the measure {meaning.key!r}.",
        "lower_is_better",
        "Say lower_is_better=True or False.",
    )


def rows_of(parts: list[Part], frame: pd.DataFrame) -> Rows:
    """What the rows stand for when nobody says it.

    Raises
    ------
    InputError
        If the files say something else than folds or data sets.
    """
    part = parts[0]
    written = same_in_all_rows(part.tidy.frame, "rows", part.table)
    if written is not None:
        check_one_of(written, ("folds", "data sets"), f"{part.table.where}, column 'rows'")
        return "data sets" if written == "data sets" else "folds"
    if part.tidy.rows is not None:
        return part.tidy.rows
    several = frame["dataset"].nunique() > 1
    return "data sets" if several and frame.groupby(["dataset", "learner"]).size().max() == 1 else "folds"


def _as_rows(frame: pd.DataFrame, rows: Rows | None) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Make data sets of folds, or folds of data sets, when the user says that rows are these."""
    if rows is None:
        return frame, ()
    counts = frame.groupby(["dataset", "learner"], sort=False).size()
    names = frame["dataset"].drop_duplicates().tolist()
    if rows == "folds" and counts.max() == 1 and len(names) > 1:
        places = frame["dataset"].map({name: place for place, name in enumerate(names, 1)})
        note = f"The data sets {shown(names[0])} … were taken for folds 1 to {len(names)} of one data set."
        return frame.assign(dataset="data", replicate=1, fold=places.astype("int64")), (note,)
    if rows == "data sets" and len(names) == 1 and counts.max() > 1:
        labels = [
            f"row {fold}" if replicate == 1 else f"row {replicate}.{fold}"
            for replicate, fold in zip(frame["replicate"], frame["fold"], strict=True)
        ]
        note = f"Each of the {counts.max()} rows of a learner was taken for a data set of its own."
        return frame.assign(dataset=pd.Series(labels, dtype="str"), replicate=1, fold=1), (note,)
    return frame, ()


def _with_sizes(frame: pd.DataFrame, n_train: float | None, n_validation: float | None) -> pd.DataFrame:
    for name, size in (("n_train", n_train), ("n_validation", n_validation)):
        if size is None:
            continue
        if not size > 0 or np.isinf(size):
            raise InputError(
                f"must be a positive number, not {size!r}.", name, "Say how many instances there were."
            )
        frame = frame.assign(**{name: frame[name].fillna(size)})
    return frame


def _only(frame: pd.DataFrame, dataset: str | None) -> pd.DataFrame:
    if dataset is None:
        return frame
    names = frame["dataset"].drop_duplicates().tolist()
    if dataset not in names:
        raise InputError(
            f"there is no data set {dataset!r}.", "dataset", f"There are {listing(names, most=12)}."
        )
    return frame[frame["dataset"] == dataset].reset_index(drop=True)


def _facts(
    parts: list[Part], places: pd.DataFrame, design: str | None
) -> tuple[DesignFacts | None, tuple[str, ...]]:
    part = parts[0]
    overlap = truth_in_all_rows(part.tidy.frame, "training_sets_overlap", part.table)
    if design is None and overlap is not None:
        return _written_facts(part, places, overlap), ()
    if places["dataset"].nunique() > 1 or (design is None and is_own_form(part)):
        return None, ()
    facts, note = design_facts(places, design, part.tidy.design)
    return facts, (note,) if note else ()


def _written_facts(part: Part, places: pd.DataFrame, overlap: bool) -> DesignFacts:
    tidy, table = part.tidy.frame, part.table
    replicates, folds = shape_of(places)
    return DesignFacts(
        key=same_in_all_rows(tidy, "design", table),
        replicates=replicates,
        folds=folds,
        n_train=mean_size(places["n_train"]),
        n_validation=mean_size(places["n_validation"]),
        training_sets_overlap=overlap,
        every_instance_once=bool(truth_in_all_rows(tidy, "every_instance_once", table)),
        grouped=bool(truth_in_all_rows(tidy, "grouped", table)),
    )


def _single(places: pd.DataFrame, rows: Rows) -> tuple[str, ...]:
    if rows != "folds" or len(places) > 1:
        return ()
    return ("There is one fold only, which shows no scatter: no test compares learners by it.",)


def _gaps(frame: pd.DataFrame, places: pd.DataFrame) -> tuple[str, ...]:
    """Name the learners that lack folds which others have."""
    keys = ["dataset", "replicate", "fold"]
    if (frame["learner"].value_counts() >= len(places)).all():
        return ()
    every = pd.MultiIndex.from_frame(places[keys])
    notes = []
    for learner, rows in frame.groupby("learner", sort=False):
        if len(rows) < len(every):
            lost = every.difference(pd.MultiIndex.from_frame(rows[keys]))
            words = listing((_place(place, frame) for place in lost), most=3)
            notes.append(
                f"{learner} has no score on {words}, where others have: paired tests with it are refused."
            )
    return tuple(notes[:5])


def _place(place: tuple[Any, ...], frame: pd.DataFrame) -> str:
    name, replicate, fold = place
    return (f"{name} " if frame["dataset"].nunique() > 1 else "") + f"replicate {replicate} fold {fold}"


def _constant(frame: pd.DataFrame) -> tuple[str, ...]:
    groups = frame.groupby("learner", sort=False)["score"]
    lowest = groups.min()
    is_same = lowest == groups.max()
    names = lowest.index[is_same & (groups.count() > 1)].tolist() if is_same.any() else []
    several = frame["dataset"].nunique() > 1
    return (
        (f"The score of {listing(names, most=5)} is the same in all rows.",) if names and not several else ()
    )


def _failures(parts: list[Part]) -> tuple[Failure, ...]:
    found = []
    for part in parts:
        if "failure" in part.tidy.frame:
            reasons = part.tidy.frame["failure"].to_numpy()
            failed = part.tidy.frame["failure"].notna().to_numpy()
            rows = part.frame[failed]
            keys = zip(rows["learner"], rows["replicate"], rows["fold"], reasons[failed], strict=True)
            found += [Failure(learner, int(r), int(k), reason) for learner, r, k, reason in keys]
    return tuple(found)


def _order(parts: list[Part], frame: pd.DataFrame) -> tuple[str, ...]:
    if len(parts) > 1 or "place" not in parts[0].tidy.frame:
        return ()
    places = numeric_column(parts[0].tidy.frame["place"])[0]
    order = (
        parts[0].frame.assign(place=places).sort_values("place", kind="stable")["learner"].drop_duplicates()
    )
    return tuple(name for name in order if name in set(frame["learner"]))


def _no_matrix(text: str, where: str) -> InputError:
    short = text if len(text) <= 60 else f"{text[:60]}…"
    hint = "Write it row by row, true classes first: [[0, 1], [5, 0]]."
    return InputError(f"holds {short!r}, which is no square matrix of numbers.", where, hint)
