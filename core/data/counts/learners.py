"""Tables that count right and wrong, or errors and all instances, of one learner or two."""

from collections.abc import Sequence

from core.data.counts.cells import (
    ReadCounts,
    columns_of_counts,
    count_of,
    side,
    what_is_counted,
    words_of,
)
from core.errors import InputError, listing, quoted
from core.records import Counts

PRESUMED = ("", "errors", "n")
"""What is counted beside names of learners where nothing says it."""


def may_be_of_learners(heads: Sequence[str], body: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether right and wrong stand on one side of four numbers alone, and nothing on the other."""
    shape = [len(heads), *(len(cells) for _, cells in body)]
    words = (
        list(heads) if shape == [2, 2, 2] else [cells[0] for _, cells in body] if shape == [0, 3, 3] else []
    )
    return set(map(what_is_counted, words)) == {"right", "wrong"}


def are_named(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether two rows hold two numbers each behind a name that does not tell right from wrong."""
    names = [cells[0] for _, cells in rows]
    shape = [len(cells) for _, cells in rows]
    return shape == [3, 3] and all(map(words_of, names)) and not side(names)


def of_learners(
    heads: Sequence[str], body: Sequence[tuple[int, list[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]] | None:
    """A table that counts right and wrong, or errors and all instances, with its learners in rows; else None."""
    if any(len(cells) != len(heads) for _, cells in body):
        heads = ["", *heads]  # nothing stands above the names
    if any(len(cells) != len(heads) for _, cells in body):
        return None
    if columns_of_counts(heads):
        return None if any(what_is_counted(cells[0]) for _, cells in body) else (list(heads), list(body))
    are_names = all(map(words_of, heads[1:])) and not any(map(what_is_counted, heads))
    if not are_names or not columns_of_counts([cells[0] for _, cells in body]):
        return None
    across = zip(*(cells for _, cells in body), strict=True)
    names, *columns = ([head, *cells] for head, cells in zip(heads, across, strict=True))
    return names, [(body[0][0], column) for column in columns]


def from_learners(
    heads: Sequence[str], rows: Sequence[tuple[int, list[str]]], *, presumed: bool = False
) -> ReadCounts:
    """Counts of one or two learners, one row of cells each; the names above them may be presumed.

    Raises
    ------
    InputError
        If there are more learners, or the counts of one contradict one another.
    """
    if len(rows) > 2:
        raise InputError(
            f"there are {len(rows)} learners; one or two are judged.",
            "counts",
            "Leave those of two learners.",
        )
    places = columns_of_counts(heads) or {}
    errors, sizes, names = [], [], []
    for number, cells in rows:
        where = f"line {number}"
        counts = {what: count_of(cells[place], where) for what, place in places.items()}
        n = counts.get("all", counts.get("right", 0) + counts.get("wrong", 0))
        wrong = counts.get("wrong", n - counts.get("right", 0))
        if not 0 <= wrong <= n or n == 0 or n - wrong != counts.get("right", n - wrong):
            raise InputError(
                f"{quoted(' '.join(cells)[:60])} does not hold errors and all instances, or right and wrong.",
                where,
                "Write the names errors and n, or right and wrong, above the columns.",
            )
        errors.append(wrong)
        sizes.append(n)
        others = (cell for place, cell in enumerate(cells) if place not in places.values())
        names.append(next((cell for cell in others if words_of(cell)), ""))
    learners = names if all(names) and len(set(names)) == len(names) else Counts().learners[: len(names)]
    said = f"{listing([quoted(heads[place]) for place in places.values()])} as they are named"
    if presumed:
        said = "the first number of each row for errors, the second for all instances"
    note = f"Each learner was taken for a sample of its own, {said}."
    return ReadCounts(Counts(errors=tuple(errors), n=tuple(sizes), learners=tuple(learners)), (note,))
