"""Counts that somebody typed or pasted → Counts: ``12 of 40``, a 2×2 table, columns of right and wrong."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import InputError, listing
from core.records import Counts
from core.written import PERCENT, counted, in_percent

MOST_CHARACTERS = 200_000
MOST_COUNT = 1_000_000_000
_LONGEST_LINE = 500
_JOINT = r"(?:\s*(?:errors?|wrong|mistakes))?\s*(?:of|out of|in|/|von|sur|de)\s*"
_NOUN = r"(?:\s*(?:instances|cases|errors|wrong|examples|test cases))?"
_NUMBERS = rf"(?P<errors>[+-]?\d[\d.,'’  ]*){_JOINT}(?P<n>[+-]?\d[\d.,'’  ]*?){_NOUN}[\s.;,]*"
_NUMBER = r"[+-]?\d+(?:[.,'’  ]\d{3})*(?:[.,]\d+)?"
_COUNT = re.compile(rf"(?<![\d.]){_NUMBER}{_JOINT}{_NUMBER}(?!\d|{_JOINT}[+-]?\d){_NOUN}", re.IGNORECASE)
_VERSUS = r"\b(?:versus|vs|against|and|und|gegen|et|contre)\b"
_DIVIDER = rf"(?:[,;|.&]|{_VERSUS}\.?)"
_BETWEEN = re.compile(rf"\s*(?:{_DIVIDER}\s*)*(?P<name>(?:[^\W_][^,;|]*)?)", re.IGNORECASE)
_HALF = re.compile(rf"(?:.*[\s:])?\d+\s*(?:[;|&]|,(?!\d)|{_VERSUS}).*", re.IGNORECASE)
_SHARES = (
    re.compile(r"(?P<name>)" + _NUMBERS, re.IGNORECASE),
    re.compile(r"(?P<name>.*?[^\s:=;|])[\s:=;|]+" + _NUMBERS, re.IGNORECASE),
)
_IN_BRACKETS = re.compile(
    rf"(?P<count>{_COUNT.pattern})\s*\(\s*(?P<share>\d+(?:[.,](?P<places>\d+))?)\s*%\s*\)", re.IGNORECASE
)
_GROUPED = re.compile(r"[1-9]\d{0,2}([,.'’  ]\d{3})+")
_RIGHT = {"right", "correct", "correctly", "hit", "hits", "ok", "true", "richtig"}
_WRONG = {"wrong", "incorrect", "error", "errs", "miss", "false", "falsch"}
_COUNTED_RIGHT = {"accuracy", "correct", "correctly", "right", "richtig"}
_ERRORS = {*_WRONG, "errors", "misses", "mistakes"}
_TOTALS = {"n", "instances", "cases", "total", "totals", "all", "size", "examples"}
_COUNTED = {*_ERRORS, *_RIGHT, *_TOTALS, "count", "counts", "number", "of"}
"""Words of a name that says what is counted, and no more."""
_PRESUMED = ("", "errors", "n")
"""What is counted beside names of learners where nothing says it."""
_FOUR = re.compile(
    r"(?:2\s*[x×]\s*2\b)?(?:\s*(?:contingency|table|mcnemar|counts?|cells?)\b)*\s*[:=]?\s*(?P<cells>[+-]?\d.*?)[\s.,;]*",
    re.IGNORECASE,
)
_DIVIDERS = (r"\s*[;|]\s*", r"\s+,\s*|,\s+", r"\s+", r",")
_TWO = re.compile(r"[^\d,;|]*(\d+)[\s,;|]+(\d+)[^\d,;|]*")
_BITS = re.compile(r"([01])(?:\s*[,;|]\s*|\s+)([01])")
_HINT = "Write 12 of 40, one line per learner; or the four numbers of a 2×2 table, in two lines or in one."


@dataclass(frozen=True)
class ReadCounts:
    """Counts, and what was understood of the text they came from."""

    counts: Counts
    notes: tuple[str, ...] = ()


def read_counts(text: str) -> ReadCounts:
    """Read counts that were typed or pasted.

    Understood are "errors of n" of one or two learners, on a line each or both on one (a name before them names the
    learner, their share in brackets may stand behind them), a table of such counts, or of right and wrong, with the
    learners in rows or columns, a 2×2 table of how often both, one or neither of two learners is right, with or
    without words beside the numbers or as four numbers on a line (both right, only B wrong, only A wrong, both
    wrong), and one or two columns of 0 (right) and 1 (wrong), or of 1 (right) where their names say so, a row per
    instance.

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
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        if len(line) > _LONGEST_LINE:
            raise InputError(f"is longer than {_LONGEST_LINE} characters.", f"line {number}", _HINT)
    if not lines:
        raise InputError("there is nothing to read.", "counts", _HINT)
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
        errors, n = (_count(count[name], f"line {number}") for name in ("errors", "n"))
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
        raise InputError(f"there are {len(lines)} lines; one or two learners are judged.", "counts", _HINT)
    errors, sizes, names = [], [], []
    for number, line in lines:
        match = _share(line)
        if match is None:
            continue
        where = f"line {number}"
        errors.append(_count(match["errors"], where))
        sizes.append(_count(match["n"], where))
        names.append(match["name"].strip().rstrip(","))
        if _HALF.fullmatch(match["name"]):
            raise InputError(
                f"{line[:60]!r} holds two counts and one total.",
                where,
                "Write each with its total: 12 of 40.",
            )
        if re.search(r"(?:\bof|\bin|/)$", names[-1]):
            raise InputError(f"{line[:60]!r} says of how many twice.", where, _HINT)
        if not sizes[-1]:
            raise InputError("0 instances say nothing.", where, "Write how many instances were judged.")
        if errors[-1] > sizes[-1]:
            raise InputError(
                f"{errors[-1]:,} errors are more than {counted(sizes[-1], 'instances')}.",
                where,
                "Write errors first: 12 of 40.",
            )
        if _COUNTED_RIGHT & _words(names[-1]):
            raise InputError(
                f"{line[:60]!r} seems to count what was right.",
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
    texts = _four_cells(found["cells"], where) if found else []
    if len(texts) == 4:
        cells = [_count(text, f"{where}, cell {place}") for place, text in enumerate(texts, 1)]
        order = "The four numbers were taken for: both right, only B wrong, only A wrong, both wrong."
        return _from_four(cells, "may be a 2×2 table or four instances", order)
    if two := _TWO.fullmatch(line):
        first, second = sorted(two.groups(), key=int)
        raise InputError(
            f"{line[:60]!r} holds two numbers, and nothing says which one counts errors and which one instances.",
            where,
            f"Write “of” between them, errors first: {first} of {second}.",
        )
    raise _neither(number, line)


def _four_cells(text: str, where: str) -> list[str]:
    divider = next((form for form in _DIVIDERS if re.search(form, text)), " ")
    if divider == "," and re.search(r"\d,\d{3}(?!\d)", text):
        raise InputError(
            f"a comma of {text[:60]!r} may divide two numbers or part thousands.",
            where,
            "Write a blank behind each comma that divides: 780, 140, 40, 40.",
        )
    return re.split(divider, text)


def _neither(number: int, line: str) -> InputError:
    return InputError(
        f"{line[:60]!r} is neither errors of n nor a row of a 2×2 table.", f"line {number}", _HINT
    )


def _from_cells(lines: Sequence[tuple[int, str]]) -> ReadCounts:
    if len(lines) == 1:
        return _from_one_line(*lines[0])
    rows = _rows(lines)
    heads = [cell for cell in rows[0][1] if _is_word(cell)]
    heads = heads if len(heads) == len(rows[0][1]) else []
    body = rows[1:] if heads else rows
    if _may_be_of_learners(heads, body):
        raise InputError(
            "this may be a 2×2 table, or what was right and wrong of one learner after the other.",
            f"line {rows[0][0]}",
            "Write A right and A wrong before the rows and B right and B wrong above them, or the names of the "
            "learners before or above what is theirs.",
        )
    if table := _of_learners(rows[0][1], rows[1:]):
        return _from_learners(*table)
    if _are_named(rows):
        return _from_learners(_PRESUMED, rows, presumed=True)
    numbers = [(number, [cell for cell in cells if not _is_word(cell)]) for number, cells in body]
    widths = {len(cells) for _, cells in numbers}
    words = [[cell for cell in cells if _is_word(cell)] for _, cells in body]
    if len(numbers) == 2 and widths == {2}:
        return _from_table(numbers, words, heads)
    if len(numbers) > 2 and widths <= {1, 2} and len(widths) == 1 and not any(words):
        return _from_columns(numbers, heads)
    raise _neither(*lines[0])


def _rows(lines: Sequence[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """The cells of every line.

    A comma with a digit on each side may be decimal: it divides only where there is a pair of 0 and 1 on every line
    (names above apart), and some line would be no decimal rate or no column is 0 throughout, or below three names or
    more that commas divide.
    """
    above = lines[0][1].split(",")
    if (
        len(above) > 2
        and all(map(_words, above[1:]))
        and {line.count(",") for _, line in lines} == {len(above) - 1}
    ):
        return [(number, [cell.strip() for cell in line.split(",")]) for number, line in lines]
    if not all(_BITS.fullmatch(line) for _, line in lines[1:]):
        return [(number, _cells(line)) for number, line in lines]
    for decimal in ("0,[01]", "[01],0"):
        if all(re.fullmatch(decimal, line) for _, line in lines):
            raise InputError(
                f"{lines[0][1]!r} may be 0 or 1 of two learners, or a decimal number.",
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
        [_count(cell, f"line {number}, cell {place}") for place, cell in enumerate(cells, 1)]
        for number, cells in numbers
    ]
    rows = _side([word for line in words for word in line[:1]])
    columns = _side(heads[-2:])
    if rows == "wrong first":
        grid = grid[::-1]
    if columns == "wrong first":
        grid = [line[::-1] for line in grid]
    (e00, e10), (e01, e11) = grid
    said = "as the words say" if rows and columns else "right before wrong"
    note = f"Rows were taken for learner A, columns for learner B, {said}: A alone errs on {e01:,}, B alone on {e10:,}."
    doubt = "" if rows or columns else "may be a 2×2 table or two instances"
    return _from_four([e00, e10, e01, e11], doubt, note)


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
            "Write instances as two columns of at least three rows, a table with the words right and wrong.",
        )
    counts = Counts(
        errors=(e01 + e11, e10 + e11), n=(e00 + e01 + e10 + e11,) * 2, e01=e01, e10=e10, e00=e00, e11=e11
    )
    return ReadCounts(counts, (note,))


def columns_of_counts(heads: Sequence[str]) -> dict[str, int] | None:
    """Places of the columns that count what was wrong, right and all, by their names; None where two of these lack.

    The names say nothing else: ``B right`` is a column of a 2×2 table, and the error rate is no count.
    """
    found: dict[str, int] = {}
    for place, head in enumerate(heads):
        what = _what(head)
        if what in found:
            return None
        if what:
            found[what] = place
    return found if len(found) > 1 else None


def _what(name: str) -> str:
    """What is counted under a name: "wrong", "right", or "all"; empty where it does not say, or says more."""
    words = _words(name)
    if words - _COUNTED:
        return ""
    return "wrong" if words & _ERRORS else "right" if words & _RIGHT else "all" if words & _TOTALS else ""


def _may_be_of_learners(heads: Sequence[str], body: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether right and wrong stand on one side of four numbers alone, and nothing on the other."""
    shape = [len(heads), *(len(cells) for _, cells in body)]
    words = (
        list(heads) if shape == [2, 2, 2] else [cells[0] for _, cells in body] if shape == [0, 3, 3] else []
    )
    return set(map(_what, words)) == {"right", "wrong"}


def _are_named(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether two rows hold two numbers each behind a name that does not tell right from wrong."""
    names = [cells[0] for _, cells in rows]
    shape = [len(cells) for _, cells in rows]
    return shape == [3, 3] and all(map(_words, names)) and not _side(names)


def _of_learners(
    heads: Sequence[str], body: Sequence[tuple[int, list[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]] | None:
    """A table that counts right and wrong, or errors and all instances, with its learners in rows; else None."""
    if any(len(cells) != len(heads) for _, cells in body):
        heads = ["", *heads]  # nothing stands above the names
    if any(len(cells) != len(heads) for _, cells in body):
        return None
    if columns_of_counts(heads):
        return None if any(_what(cells[0]) for _, cells in body) else (list(heads), list(body))
    are_names = all(map(_words, heads[1:])) and not any(map(_what, heads))
    if not are_names or not columns_of_counts([cells[0] for _, cells in body]):
        return None
    across = zip(*(cells for _, cells in body), strict=True)
    names, *columns = ([head, *cells] for head, cells in zip(heads, across, strict=True))
    return names, [(body[0][0], column) for column in columns]


def _from_learners(
    heads: Sequence[str], rows: Sequence[tuple[int, list[str]]], *, presumed: bool = False
) -> ReadCounts:
    """Counts of one or two learners, one row of cells each; the names above them may be presumed."""
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
        counts = {what: _count(cells[place], where) for what, place in places.items()}
        n = counts.get("all", counts.get("right", 0) + counts.get("wrong", 0))
        wrong = counts.get("wrong", n - counts.get("right", 0))
        if not 0 <= wrong <= n or n == 0 or n - wrong != counts.get("right", n - wrong):
            raise InputError(
                f"{' '.join(cells)[:60]!r} does not hold errors and all instances, or right and wrong.",
                where,
                "Write the names errors and n, or right and wrong, above the columns.",
            )
        errors.append(wrong)
        sizes.append(n)
        others = (cell for place, cell in enumerate(cells) if place not in places.values())
        names.append(next((cell for cell in others if _words(cell)), ""))
    learners = names if all(names) and len(set(names)) == len(names) else Counts().learners[: len(names)]
    said = f"{listing([repr(heads[place]) for place in places.values()])} as they are named"
    if presumed:
        said = "the first number of each row for errors, the second for all instances"
    note = f"Each learner was taken for a sample of its own, {said}."
    return ReadCounts(Counts(errors=tuple(errors), n=tuple(sizes), learners=tuple(learners)), (note,))


def _side(words: Sequence[str]) -> str:
    """Whether the first of two words means right or wrong; empty when they do not say."""
    kinds = []
    for word in words:
        parts = _words(word)
        kinds.append("wrong" if parts & _WRONG else "right" if parts & _RIGHT else "")
    return f"{kinds[0]} first" if len(kinds) == 2 and set(kinds) == {"right", "wrong"} else ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def _from_columns(numbers: Sequence[tuple[int, list[str]]], heads: Sequence[str]) -> ReadCounts:
    for number, cells in numbers:
        for place, cell in enumerate(cells, 1):
            if cell not in ("0", "1"):
                raise InputError(
                    f"{cell[:40]!r} is neither 0 (right) nor 1 (wrong).",
                    f"line {number}, cell {place}",
                    "Scores of folds are pasted under fold results; counts are written 12 of 40.",
                )
    named = tuple(heads) if len(heads) == len(numbers[0][1]) and len(set(heads)) == len(heads) else ()
    of_right = {bool(_words(head) & _RIGHT) for head in named}
    if len(of_right) > 1:
        raise InputError(
            f"the columns {listing(map(repr, named))} count right and wrong.",
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


def _count(cell: str, where: str) -> int:
    """A whole number; points, commas, apostrophes or blanks may part thousands."""
    text = cell.strip().replace("−", "-")
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[^\d]", "", text)
    if re.fullmatch(r"\d+[.,]0+", text):
        text = re.split(r"[.,]", text)[0]
    if not re.fullmatch(r"[+-]?\d{1,15}", text):
        raise InputError(
            f"{cell.strip()[:40]!r} is no whole number.", where, f"Counts are whole numbers. {_HINT}"
        )
    value = int(text)
    if value < 0:
        raise InputError(f"{value} is negative.", where, "Counts are 0 or more.")
    if value > MOST_COUNT:
        raise InputError(f"{value:,} is more than {MOST_COUNT:,}.", where, "Check the number.")
    return value
