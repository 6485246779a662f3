"""Fold results, whoever wrote them → FoldScores; what was assumed is said."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd

from core.data.columns.designs import design_facts, mean_size, shape_of
from core.data.columns.tidy_cells import distinct_places, same_in_all_rows, truth_in_all_rows
from core.data.fold_scores.catalogue import Asked, Roles, Scale
from core.data.fold_scores.files import (
    Part,
    asked_of_each,
    doubt_of_grouped_scores,
    files_note,
    is_scale_settled,
    joined,
    read_part,
    score_tables,
    scores_in_words,
)
from core.data.fold_scores.meaning import (
    can_be_said,
    direction_of,
    is_own_form,
    is_unsaid,
    losses_of,
    said_by_all,
    said_of,
    settle,
)
from core.data.fold_scores.notes import doubt_of_far_scores, doubt_of_single_instances, score_notes
from core.data.fold_scores.scale import converted
from core.data.tables.cells import numeric_column, shown, spelled_out
from core.data.tables.table import Sources, Sums, notes_of_files
from core.designs import contradiction
from core.errors import DesignError, InputError, check_one_of, listing, quoted
from core.records import DesignFacts, Failure, FoldScores, Rows
from core.written import number


def read_fold_scores(
    source: Sources,
    *,
    layout: str | None = None,
    roles: Roles | None = None,
    rows: Rows | None = None,
    measure: str | None = None,
    lower_is_better: bool | None = None,
    scale: Scale | None = None,
    turn: bool | None = None,
    dataset: str | None = None,
    replicates: int | None = None,
    design: str | None = None,
    n_train: float | None = None,
    n_validation: float | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    sums: Sums | None = None,
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
        that are kept; of several files, one that has none of them is left out.
    rows : "folds" or "data sets", optional
        Whether rows are folds of one data set or stand for independent data sets.
    measure : str, optional
        Which measure the scores are of; chooses among several in the source.
    lower_is_better : bool, optional
        Direction of a measure; only that of one that is not known has to be said.
    scale : "proportion" or "percent", optional
        Percent is converted to proportions.
    turn : bool, optional
        Whether learners are in rows, with their folds or data sets in columns; seen from the names when not given.
    dataset : str, optional
        Keep this data set alone.
    replicates : int, optional
        Cuts folds that are numbered through, replicate after replicate, into that many replicates.
    design : str, optional
        Key of the design that the folds come from, one of `core.DESIGNS`; "unknown" where nobody knows it, so that it
        is not taken from their number or sizes.
    n_train, n_validation : float, optional
        Sizes of the training and validation sets where the source does not say them.
    sheet : str, optional
        Of a workbook; the first visible one with a table by default.
    encoding : str, optional
        Of text, such as "cp1250"; recognised or guessed when not given.
    sums : "left out" or "kept", optional
        What becomes of rows and columns that sum up the others by their numbers, such as means, ranks or
        deviations, and of a column that may say a size; when not given those are left out that cannot be so by
        chance, and such a column is kept. Rows that are *called* mean or std are left out in any case.

    Raises
    ------
    InputError
        If a column is missing, a score is no number, a fold occurs twice, the direction is unknown or not that of the
        measure, or cells that end in %, or counts, are called percent once more.
    DesignError
        If the design does not have so many replicates and folds, or no sets of the sizes that are said.
    """
    check_one_of(rows, (None, "folds", "data sets"), "rows")
    check_one_of(scale, (None, "proportion", "percent"), "scale")
    asked = Asked(roles or {}, measure, rows, replicates, turn)
    return scores_of(
        [
            read_part(table, layout, own)
            for table, own in asked_of_each(score_tables(source, sheet, encoding, sums), layout, asked)
        ],
        rows=rows,
        measure=measure,
        lower_is_better=lower_is_better,
        scale=scale,
        dataset=dataset,
        design=design,
        n_train=n_train,
        n_validation=n_validation,
    )


def scores_of(
    parts: list[Part],
    *,
    rows: Rows | None = None,
    measure: str | None = None,
    lower_is_better: bool | None = None,
    scale: Scale | None = None,
    dataset: str | None = None,
    design: str | None = None,
    n_train: float | None = None,
    n_validation: float | None = None,
) -> FoldScores:
    """The scores of files that were read one by one; the arguments are those of `read_fold_scores`.

    Parameters
    ----------
    parts : list of Part
    rows, measure, lower_is_better, scale, dataset, design, n_train, n_validation : optional

    Raises
    ------
    InputError
        If the direction is unknown, or the scores are on no scale that their measure has.
    DesignError
        If the design does not have so many replicates and folds, or no sets of the sizes that are said.
    """
    measure = said_of(parts, measure, lower_is_better)
    meaning, measure_notes = settle(parts, measure)
    frame = joined(parts)
    is_assumed = measure is None and is_unsaid(parts, meaning)
    written = frame["score"]
    are_proportions = all(map(is_scale_settled, parts))
    if are_proportions and scale == "percent":
        raise InputError(
            "the scores are proportions: cells that end in % were divided by 100 already, counts by their instances.",
            "scale",
            "Leave it out.",
        )
    is_settled = is_own_form(parts[0]) or (are_proportions and not is_assumed)
    own_scale: Scale | None = "proportion" if is_settled else None
    frame["score"], scale_notes = converted(
        written,
        meaning,
        scale or own_scale,
        frame,
        where=partial(scores_in_words, parts),
        is_unsaid=can_be_said(parts),
        is_assumed=is_assumed,
    )
    is_turned = bool(((written < 0) & (frame["score"] > 0)).any())
    settled = rows or rows_of(parts, frame)
    frame, row_notes = _as_rows(frame, rows)
    given = {"n_train": n_train, "n_validation": n_validation}
    of_file, frame = frame, _with_sizes(frame, given)
    frame = _only(frame, dataset)
    places = distinct_places(frame)
    facts, fact_notes = _facts(parts, places, design) if settled == "folds" else (None, ())
    may_be_large = is_assumed or not meaning.rate
    size_notes = _held_against_design(facts, of_file, given)
    return FoldScores(
        frame=frame.assign(**{name: spelled_out(frame[name]) for name in ("dataset", "learner")}),
        measure=meaning.key,
        measure_title=said_by_all(parts, "measure_title") or meaning.title,
        lower_is_better=is_turned or direction_of(parts, meaning, lower_is_better, is_assumed=is_assumed),
        unit=said_by_all(parts, "unit") or "",
        facts=facts,
        rows=settled,
        failures=_failures(parts),
        notes=(
            *doubt_of_far_scores(frame, meaning.key),
            *notes_of_files(
                [(part.table.where, doubt_of_grouped_scores(part)) for part in parts if may_be_large]
            ),
            *files_note(parts),
            *score_notes(frame, places, settled),
            *notes_of_files([(part.table.where, part.notes) for part in parts]),
            *measure_notes,
            *scale_notes,
            *row_notes,
            *fact_notes,
            *size_notes,
            *doubt_of_single_instances(frame["score"], meaning.key, facts),
        ),
        learner_order=_order(parts, frame),
        losses=losses_of(parts),
        measure_assumed=lower_is_better is None and is_assumed,
        imported=True,
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


def _with_sizes(frame: pd.DataFrame, given: Mapping[str, float | None]) -> pd.DataFrame:
    for name, size in given.items():
        if size is None:
            continue
        if not size > 0 or np.isinf(size):
            raise InputError(
                f"must be a positive number, not {size!r}.", name, "Say how many instances there were."
            )
        frame = frame.assign(**{name: frame[name].fillna(size)})
    return frame


def _held_against_design(
    facts: DesignFacts | None, of_file: pd.DataFrame, given: Mapping[str, float | None]
) -> tuple[str, ...]:
    """What is to be said of sizes: those of the file that the design cannot have, and given ones that it made needless.

    Parameters
    ----------
    facts : DesignFacts or None
    of_file : DataFrame
        The scores with the sizes that the file says.
    given : mapping
        The sizes that somebody said.

    Raises
    ------
    DesignError
        If the design cannot have sizes, one of which was taken as it was given.
    """
    said = [name for name, size in given.items() if size is not None]
    ignored = [name for name in said if of_file[name].notna().all()]
    notes = [
        f"{name} = {number(given[name])} was ignored: the file says how many instances each fold has."
        for name in ignored
    ]
    why = "" if facts is None else contradiction(facts)
    if why and len(ignored) < len(said):
        raise DesignError(why, "training and validation size", "Correct a size, or choose another design.")
    return (*notes, *[f"The sizes in the file are not those of the design: {why}"] * bool(why))


def _only(frame: pd.DataFrame, dataset: str | None) -> pd.DataFrame:
    if dataset is None:
        return frame
    names = frame["dataset"].drop_duplicates().tolist()
    if dataset not in names:
        raise InputError(
            f"there is no data set {quoted(dataset)}.", "dataset", f"There are {listing(names, most=12)}."
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
        stratified=bool(truth_in_all_rows(tidy, "stratified_design", table)),
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
