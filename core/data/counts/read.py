"""Counts that somebody typed or pasted → Counts: ``12 of 40``, a 2×2 table, columns of right and wrong."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.data.counts.cells import (
    COUNTED_RIGHT,
    HINT,
    JOINT,
    NOUN,
    NUMBERS,
    RIGHT,
    ReadCounts,
    count_of,
    side,
    whose,
    words_of,
)
from core.data.counts.learners import PRESUMED, are_named, from_learners, may_be_of_learners, of_learners
from core.data.counts.named import are_names_of_four, in_order, named_counts
from core.data.counts.sums import without_sums
from core.errors import InputError, listing, quoted
from core.records import Counts
from core.written import PERCENT, counted, in_percent

MOST_CHARACTERS = 200_000
_LONGEST_LINE = 500
_BLANK = " \t,;|"
"""What a line without cells consists of, as spreadsheets end a table with."""
_NUMBER = r"[+-]?\d+(?:[.,'’  ]\d{3})*(?:[.,]\d+)?"
_COUNT = re.compile(rf"(?<![\d.]){_NUMBER}{JOINT}{_NUMBER}(?!\d|{JOINT}[+-]?\d){NOUN}", re.IGNORECASE)
_VERSUS = r"\b(?:versus|vs|against|and|und|gegen|et|contre)\b"
_DIVIDER = rf"(?:[,;|.&]|{_VERSUS}\.?)"
_BETWEEN = re.compile(rf"\s*(?:{_DIVIDER}\s*)*(?P<name>(?:[^\W_][^,;|]*)?)", re.IGNORECASE)
_HALF = re.compile(rf"(?:.*[\s:])?\d+\s*(?:[;|&]|,(?!\d)|{_VERSUS}).*", re.IGNORECASE)
_SHARES = (
    re.compile(r"(?P<name>)" + NUMBERS, re.IGNORECASE),
    re.compile(r"(?P<name>.*?[^\s:=;|])[\s:=;|]+" + NUMBERS, re.IGNORECASE),
)
_IN_BRACKETS = re.compile(
    rf"(?P<count>{_COUNT.pattern})\s*\(\s*(?P<share>\d+(?:[.,](?P<places>\d+))?)\s*%\s*\)", re.IGNORECASE
)
_FOUR = re.compile(
    r"(?:2\s*[x×]\s*2\b)?(?:\s*(?:contingency|table|mcnemar|counts?|cells?)\b)*\s*[:=]?\s*(?P<cells>[+-]?\d.*?)[\s.,;]*",
    re.IGNORECASE,
)
_DIVIDERS = (r"\s*[;|]\s*", r"\s+,\s*|,\s+", r"\s+", r",")
_TWO = re.compile(r"[^\d,;|]*(\d+)[\s,;|]+(\d+)[^\d,;|]*")
_BITS = re.compile(r"([01])(?:\s*[,;|]\s*|\s+)([01])")


def read_counts(text: str) -> ReadCounts:
    """Read counts that were typed or pasted.

    Understood are "errors of n" of one or two learners, on a line each or both on one (a name before them names the
    learner, their share in brackets may stand behind them), a table of such counts, or of right and wrong, with the
    learners in rows or columns, a 2×2 table of how often both, one or neither of two learners is right, with or
    without words beside the numbers or as four numbers on a line (both right, only B wrong, only A wrong, both
    wrong) or behind their names (``e00=30 e01=5 e10=12 e11=53``, n00 …, or a, b, c and d), and one or two columns of
    0 (right) and 1 (wrong), or of 1 (right) where their names say so, a row per instance.

    Raises
    ------
    InputError
        If it is none of these, may be two of them, a count is negative, no whole number, or larger than its
        total, or a share is not that of its count; line and cell are named.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            f"is longer than {MOST_CHARACTERS:,} characters.",
            "counts",
            "Bring a file of predictions instead.",
        )
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip(_BLANK)]
    for number, line in lines:
        if len(line) > _LONGEST_LINE:
            raise InputError(f"is longer than {_LONGEST_LINE} characters.", f"line {number}", HINT)
    if not lines:
        raise InputError("there is nothing to read.", "counts", HINT)
    if named := named_counts(lines):
        return _from_named(named)
    lines = [(number, _without_shares(number, line)) for number, line in lines]
    parts = [(number, part) for number, line in lines for part in _divided(number, line, len(lines) == 1)]
    if all(_share(part) for _, part in parts):
        found = _from_shares(parts)
        if len(parts) == len(lines):
            return found
        return replace(found, notes=(*found.notes, "The two counts of the line were taken for two learners."))
    return _from_cells(lines)


def _without_shares(number: int, line: str) -> str:
    """A line such as ``12 of 40 (30 %)`` without what is in brackets, which says the same once more."""
    for found in _IN_BRACKETS.finditer(line):
        count = _share(found["count"])
        if count is None:
            continue
        errors, n = (count_of(count[name], f"line {number}") for name in ("errors", "n"))
        rounding = 0.5 / 10 ** len(found["places"] or "")
        away = abs(100 * errors / n - float(found["share"].replace(",", "."))) if 0 < n >= errors else 0
        if away > rounding + 1e-9:
            raise InputError(
                f"{found['count'].strip()} is {in_percent(errors / n)}, not {found['share']}{PERCENT}.",
                f"line {number}",
                "Correct the count, or leave its share out.",
            )
    return _IN_BRACKETS.sub(r"\g<count>", line)


def _share(line: str) -> "re.Match[str] | None":
    """A line such as ``12 of 40``, with or without a name before it."""
    return next((match for pattern in _SHARES if (match := pattern.fullmatch(line))), None)


def _divided(number: int, line: str, alone: bool) -> list[str]:
    """A line with two counts in two, where the second learner begins; any other line as it is.

    Beside other lines it may as well be a table with a learner per row, so that only a line `alone` is divided.
    """
    found = list(_COUNT.finditer(line))
    if len(found) < 2:
        return [line]
    between = _BETWEEN.fullmatch(line, found[0].end(), found[1].start())
    if alone and between and len(found) == 2:
        parts = [line[: found[0].end()], line[between.start("name") :]]
        if all(_share(part) for part in parts):
            return parts
    many = "two" if len(found) == 2 else len(found)
    raise InputError(
        f"holds {many} counts.", f"line {number}", "Write each learner on a line of its own: 12 of 40."
    )


def _from_shares(lines: Sequence[tuple[int, str]]) -> ReadCounts:
    if len(lines) > 2:
        raise InputError(f"there are {len(lines)} lines; one or two learners are judged.", "counts", HINT)
    errors, sizes, names = [], [], []
    for number, line in lines:
        match = _share(line)
        if match is None:
            continue
        where = f"line {number}"
        errors.append(count_of(match["errors"], where))
        sizes.append(count_of(match["n"], where))
        names.append(match["name"].strip().rstrip(","))
        if _HALF.fullmatch(match["name"]):
            raise InputError(
                f"{quoted(line[:60])} holds two counts and one total.",
                where,
                "Write each with its total: 12 of 40.",
            )
        if re.search(r"(?:\bof|\bin|/)$", names[-1]):
            raise InputError(f"{quoted(line[:60])} says of how many twice.", where, HINT)
        if not sizes[-1]:
            raise InputError("0 instances say nothing.", where, "Write how many instances were judged.")
        if errors[-1] > sizes[-1]:
            raise InputError(
                f"{errors[-1]:,} errors are more than {counted(sizes[-1], 'instances')}.",
                where,
                "Write errors first: 12 of 40.",
            )
        if COUNTED_RIGHT & words_of(names[-1]):
            raise InputError(
                f"{quoted(line[:60])} seems to count what was right.",
                where,
                f"Write errors first: {sizes[-1] - errors[-1]} of {sizes[-1]}.",
            )
    given = names if all(names) and len(set(names)) == len(names) else []
    learners = tuple(given) or Counts().learners[: len(lines)]
    if len(lines) == 1:
        learners = (*learners, "learner B")[:1]
    note = "The first number of each count was taken for errors, the second for all instances."
    return ReadCounts(Counts(errors=tuple(errors), n=tuple(sizes), learners=learners), (note,))


def _from_one_line(number: int, line: str) -> ReadCounts:
    """The four counts of a 2×2 table, in the order of its two rows."""
    where, found = f"line {number}", _FOUR.fullmatch(line)
    if re.fullmatch(r"\d+([.,'’]\d{3})+", line):
        raise InputError(f"{quoted(line[:60])} is a single number.", where, HINT)
    texts = _four_cells(found["cells"], where) if found else []
    if len(texts) == 4:
        cells = [count_of(text, f"{where}, cell {place}") for place, text in enumerate(texts, 1)]
        order = "The four numbers were taken for: both right, only B wrong, only A wrong, both wrong."
        return _from_four(cells, "may be a 2×2 table or four instances", order)
    if two := _TWO.fullmatch(line):
        first, second = sorted(two.groups(), key=int)
        raise InputError(
            f"{quoted(line[:60])} holds two numbers, and nothing says which one counts errors and which one instances.",
            where,
            f"Write “of” between them, errors first: {first} of {second}.",
        )
    raise _neither(number, line)


def _four_cells(text: str, where: str) -> list[str]:
    divider = next((form for form in _DIVIDERS if re.search(form, text)), " ")
    if divider == "," and re.search(r"\d,\d{3}(?!\d)", text):
        raise InputError(
            f"a comma of {quoted(text[:60])} may divide two numbers or part thousands.",
            where,
            "Write a blank behind each comma that divides: 780, 140, 40, 40.",
        )
    return re.split(divider, text)


def _neither(number: int, line: str) -> InputError:
    return InputError(
        f"{quoted(line[:60])} is neither errors of n nor a row of a 2×2 table.", f"line {number}", HINT
    )


def _from_cells(lines: Sequence[tuple[int, str]]) -> ReadCounts:
    if len(lines) == 1:
        return _from_one_line(*lines[0])
    rows, notes = without_sums(_rows(lines))
    found = _from_rows(rows)
    return replace(found, notes=(*notes, *found.notes))


def _from_rows(rows: Sequence[tuple[int, list[str]]]) -> ReadCounts:
    if are_names_of_four(rows[0][1]) and [len(cells) for _, cells in rows[1:]] == [4]:
        heads, (number, cells) = rows[0][1], rows[1]
        counts = [count_of(cell, f"line {number}") for cell in cells]
        return _from_named(dict(zip(map(str.lower, heads), counts, strict=True)))
    heads = [cell for cell in rows[0][1] if _is_word(cell)]
    heads = heads if len(heads) == len(rows[0][1]) else []
    body = rows[1:] if heads else rows
    if may_be_of_learners(heads, body):
        raise InputError(
            "this may be a 2×2 table, or what was right and wrong of one learner after the other.",
            f"line {rows[0][0]}",
            "Write A right and A wrong before the rows and B right and B wrong above them, or the names of the "
            "learners before or above what is theirs.",
        )
    if table := of_learners(rows[0][1], rows[1:]):
        return from_learners(*table)
    if are_named(rows):
        return from_learners(PRESUMED, rows, presumed=True)
    numbers = [(number, [cell for cell in cells if not _is_word(cell)]) for number, cells in body]
    widths = {len(cells) for _, cells in numbers}
    words = [[cell for cell in cells if _is_word(cell)] for _, cells in body]
    if len(numbers) == 2 and widths == {2}:
        return _from_table(numbers, words, heads)
    if len(numbers) > 2 and widths <= {1, 2} and len(widths) == 1 and not any(words):
        return _from_columns(numbers, heads)
    raise _neither(rows[0][0], " ".join(rows[0][1]))


def _from_named(counts: Mapping[str, int]) -> ReadCounts:
    """Four counts by their names."""
    cells, note = in_order(counts)
    return _from_four(cells, "", note)


def _rows(lines: Sequence[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """The cells of every line.

    A comma with a digit on each side may be decimal: it divides only where there is a pair of 0 and 1 on every line
    (names above apart), and some line would be no decimal rate or no column is 0 throughout, or below three names or
    more that commas divide.
    """
    above = lines[0][1].split(",")
    if (
        len(above) > 2
        and all(map(words_of, above[1:]))
        and {line.count(",") for _, line in lines} == {len(above) - 1}
    ):
        return [(number, [cell.strip() for cell in line.split(",")]) for number, line in lines]
    if not all(_BITS.fullmatch(line) for _, line in lines[1:]):
        return [(number, _cells(line)) for number, line in lines]
    for decimal in ("0,[01]", "[01],0"):
        if all(re.fullmatch(decimal, line) for _, line in lines):
            raise InputError(
                f"{quoted(lines[0][1])} may be 0 or 1 of two learners, or a decimal number.",
                f"line {lines[0][0]}",
                "Write a blank behind each comma, or the names of the learners above.",
            )
    pairs = [_BITS.fullmatch(line) for _, line in lines]
    return [
        (number, list(pair.groups()) if pair else _cells(line))
        for (number, line), pair in zip(lines, pairs, strict=True)
    ]


def _cells(line: str) -> list[str]:
    if re.search(r"[\t;|]", line):
        cells = re.split(r"\s*[\t;|]\s*", line)
    elif re.search(r"\d\s*,\s+\S|[^\d\s]\s*,", line):
        cells = re.split(r"\s*,\s*", line)
    else:
        cells = re.split(r"\s{2,}", line) if re.search(r"[^\W\d].*\s{2,}", line) else line.split()
    return [cell for cell in cells if cell]


def _is_word(cell: str) -> bool:
    return not re.search(r"\d", cell)


def _from_table(
    numbers: Sequence[tuple[int, list[str]]], words: Sequence[Sequence[str]], heads: Sequence[str]
) -> ReadCounts:
    """Four counts: rows are learner A, columns learner B, right before wrong unless words say otherwise."""
    grid = [
        [count_of(cell, f"line {number}, cell {place}") for place, cell in enumerate(cells, 1)]
        for number, cells in numbers
    ]
    rows = side([word for line in words for word in line[:1]])
    columns = side(heads[-2:])
    if len(heads) == 3 and heads[0] and not rows and not columns:
        raise InputError(
            f"nothing says what {listing(map(quoted, heads[1:]))} count.",
            "counts",
            "Write the names errors and n, or right and wrong, above the columns.",
        )
    if rows == "wrong first":
        grid = grid[::-1]
    if columns == "wrong first":
        grid = [line[::-1] for line in grid]
    (e00, e10), (e01, e11) = grid
    said = "as the words say" if rows and columns else "right before wrong"
    named = (whose([line[0] for line in words]), whose(heads[-2:])) if rows and columns else ("", "")
    learners = named if all(named) and len(set(named)) == 2 and set(named) != {"A", "B"} else None
    first, second = learners or ("A", "B")
    note = (
        f"Rows were taken for {first if learners else 'learner A'}, columns for "
        f"{second if learners else 'learner B'}, {said}: {first} alone errs on {e01:,}, {second} alone on {e10:,}."
    )
    doubt = "" if rows or columns else "may be a 2×2 table or two instances"
    found = _from_four([e00, e10, e01, e11], doubt, note)
    return found if learners is None else replace(found, counts=replace(found.counts, learners=learners))


def _from_four(cells: Sequence[int], doubt: str, note: str) -> ReadCounts:
    """Counts of both right, only B wrong, only A wrong, both wrong; `doubt` says what 0s and 1s alone may be."""
    e00, e10, e01, e11 = cells
    if not any(cells):
        raise InputError(
            "all four counts are 0.", "counts", "Write how many instances there were of each kind."
        )
    if doubt and max(cells) == 1:
        raise InputError(
            f"only 0 and 1: this {doubt}.",
            "counts",
            "Write instances as two columns of at least three rows, or a table with the words right and wrong.",
        )
    counts = Counts(
        errors=(e01 + e11, e10 + e11), n=(e00 + e01 + e10 + e11,) * 2, e01=e01, e10=e10, e00=e00, e11=e11
    )
    return ReadCounts(counts, (note,))


def _from_columns(numbers: Sequence[tuple[int, list[str]]], heads: Sequence[str]) -> ReadCounts:
    for number, cells in numbers:
        for place, cell in enumerate(cells, 1):
            if cell not in ("0", "1"):
                raise InputError(
                    f"{quoted(cell[:40])} is neither 0 (right) nor 1 (wrong).",
                    f"line {number}, cell {place}",
                    "Scores of folds are pasted under fold results; counts are written 12 of 40.",
                )
    named = tuple(heads) if len(heads) == len(numbers[0][1]) and len(set(heads)) == len(heads) else ()
    of_right = {bool(words_of(head) & RIGHT) for head in named}
    if len(of_right) > 1:
        raise InputError(
            f"the columns {listing(map(quoted, named))} count right and wrong.",
            "counts",
            "Let 1 mean the same in both.",
        )
    right = of_right == {True}
    columns = [[int(cells[place]) ^ right for _, cells in numbers] for place in range(len(numbers[0][1]))]
    n = len(numbers)
    said = f"1 taken for {'a right answer, as the names say' if right else 'an error'}"
    if len(columns) == 1:
        learners, note = named or ("learner A",), f"{counted(n, 'instances')}, {said}."
        return ReadCounts(Counts(errors=(sum(columns[0]),), n=(n,), learners=learners), (note,))
    learners = named or Counts().learners
    note = f"{counted(n, 'instances')} in rows, {said}: columns of {learners[0]} and {learners[1]}."
    pairs = list(zip(*columns, strict=True))
    cells_ = {(a, b): pairs.count((a, b)) for a in (0, 1) for b in (0, 1)}
    counts = Counts(
        errors=(sum(columns[0]), sum(columns[1])),
        n=(n, n),
        e01=cells_[1, 0],
        e10=cells_[0, 1],
        e00=cells_[0, 0],
        e11=cells_[1, 1],
        learners=learners,
    )
    return ReadCounts(counts, (note,))
