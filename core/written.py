"""Numbers as people read them: in the cells of a table, in metrics, in sentences."""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from math import floor, inf, isfinite, isnan, log, log10
from typing import Any

MISSING = "–"
_LARGE = 1e15
"""From here on a power of ten is written; up to it all digits before the point, wherever the number stands."""
_SMALL = 1e-4
_MOST_PLACES = 6
"""Decimals beyond which what is smaller than `_SMALL` is written as a power of ten."""
_MOST_DIGITS = 6
_NOISE = 1e-12
"""What rounding leaves of a zero, as a share of what stands beside it."""
_NARROWEST = 1e-10
"""An interval whose ends are told apart by decimals; they would be too many in a narrower one."""
_LIMITS = (-1.0, 0.0, 1.0)
"""As far as rates and their differences reach: the open ends of what bounds them on one side."""
_LONG = re.compile(r"([+\-−]?)(\d*[.,]\d{7,}(?:[eE][+\-]?\d+)?)")
"""A number with more decimals than are read at a glance; a comma before so many digits parts no thousands."""
_DECIMALS_TELL = 0.1
"""From here on four decimals tell as much as four digits."""
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TIMES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
_FORECASTS = [count * unit for unit in (1, 60, 3600) for count in (1, 2, 5, 10, 20, 30)] + [
    180_000 * 2**k for k in range(9)
]
"""Seconds of which a forecast is told: it knows no more, and small fits that are timed anew differ by a third."""
_BYTES = ("bytes", "kB", "MB", "GB", "TB")
LEAST_WRITTEN = 0.001
"""Probabilities below are only bounded: ``< 0.1 %``; so are those that are as near to one."""
PERCENT = "\u00a0%"
"""The sign behind its number, from which no line break parts it."""


def number(value: float | None, digits: int = 4) -> str:
    """A number for a sentence, a metric or a cell; a dash for what is not there.

    All digits before the point are written, rather than a power of ten, up to a thousand million million.
    """
    if value is None or isnan(value):
        return MISSING
    text = formatted(value + 0.0, f",.{digits}g")  # no zero has a minus sign
    if "e+" in text and abs(value) < _LARGE:
        text = formatted(value, ",.0f")
    return power_of_ten(text).replace("-", "−").replace("inf", "∞")


def outside(value: float, low: float, high: float | None = None) -> str:
    """Say between which numbers one has to lie that does not; empty for one that does.

    Parameters
    ----------
    value : float
    low, high : float or None
        Both are possible themselves; where they are whole numbers the value has to be one.
    """
    whole = isinstance(low, int) and (high is None or isinstance(high, int))
    if low <= value and (high is None or value <= high) and not (whole and not float(value).is_integer()):
        return ""
    ends = f"from {number(low, 10)} " + ("on" if high is None else f"to {number(high, 10)}")
    return f"must be a {'whole ' * whole}number {ends}, not {number(value, 10)}."


def as_in_file(cell: object) -> str:
    """A number as a file writes it, of many decimals only the first ones; whatever is no such number stays as it is."""
    found = _LONG.fullmatch(str(cell).strip())
    if found is None:
        return str(cell)
    sign, digits = found.groups()
    value = float(digits.replace(",", "."))
    text = formatted(value, ".4f" if value >= _DECIMALS_TELL else ".4g")
    return f"{sign}{text.replace('.', ',') if ',' in digits else text}"


def power_of_ten(text: str) -> str:
    """``1.5e-09`` as it is printed: ``1.5 × 10⁻⁹``; whatever has no exponent stays."""
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}" if e else text


def decimal(value: float) -> float:
    """The decimal number that is meant, without what binary arithmetic leaves."""
    return float(f"{value:.12g}")


def formatted(value: float, form: str) -> str:
    """A number as an f-string has it, but rounded from the decimal number that is meant, halves to the even digit.

    One mean has two binary numbers, as it was summed up, and they may lie on both sides of a half.

    Parameters
    ----------
    value : float
    form : str
        With a number of digits, as ``,.2f`` or ``.4g``.
    """
    if not isfinite(value):
        return f"{value:{form}}"
    if form[-1] != "g":
        return f"{_meant(value):{form}}"
    digits = int(form.partition(".")[2][:-1])
    return f"{float(f'{_meant(value):.{max(digits, 1) - 1}e}'):{form}}"


def _meant(value: float) -> Decimal:
    """The decimal number that is meant; beyond 10¹² all digits are."""
    return Decimal(f"{value:.14g}") if abs(value) < 1e12 else Decimal(float(value))


def in_percent(share: float, form: str = ".4g") -> str:
    """A share of one in a sentence or a title, ``80 %``: with a space that no line breaks at.

    Parameters
    ----------
    share : float
    form : str
        Of a hundred times the share, as in an f-string.
    """
    return f"{formatted(100 * share, form)}{PERCENT}".replace("-", "−")


def likely(probability: float) -> str:
    """A probability that is not certain, to tenths of a percent: ``80.0 %``, ``< 0.1 %``, ``> 99.9 %``."""
    if probability < LEAST_WRITTEN:
        return f"< 0.1{PERCENT}"
    return f"> 99.9{PERCENT}" if probability > 1 - LEAST_WRITTEN else in_percent(probability, ".1f")


def hundredths(share: float) -> str:
    """A share of one to hundredths of a percent, for columns: ``12.30 %``."""
    return in_percent(share, ".2f")


def decimals_of(low: float, high: float, *, rates: bool, at: float | None = None) -> int | None:
    """To how many decimals an interval is written, and the estimate in it; None where it has no width, or no end.

    They are negative, as in `round`, where powers of ten are written.

    Parameters
    ----------
    low, high : float
    rates : bool
        Whether they are shares, or differences of shares, which are written a hundredfold: to two decimals unless the
        interval is narrow.
    at : float, optional
        The estimate, by which an interval with one end is as wide as one of two ends would be.
    """
    width = high - low
    if at is not None and (width == inf or (rates and (low in _LIMITS or high in _LIMITS))):
        width = min([width, *(2 * side for side in (at - low, high - at) if side > 0)])
    if rates:
        return 2 if not _NARROWEST < width < 1e-3 else min(-1 - floor(log10(width)), 10)
    if not _NARROWEST < width < inf:
        return None
    places = 2 - floor(log10(width))
    return places if width >= _LARGE else max(0, places)


def places_alike(differences: Iterable[float]) -> int:
    """To how many decimals differences are written that are compared, as those of all pairs, in pictures and tables.

    They are three digits of the largest; below a tenth two are enough, but not fewer than three decimals.
    """
    largest = max((abs(one) for one in differences if isfinite(one)), default=0.0)
    places = decimals_of(0.0, largest, rates=False) or 0
    return max(3, places - 1) if places > 3 else places


def ends(
    low: float,
    high: float,
    *,
    rates: bool,
    signed: bool = False,
    at: float | None = None,
    places: int | None = None,
) -> tuple[str, str]:
    """Both ends of an interval without their unit, to as many decimals as tell them apart.

    Parameters
    ----------
    low, high : float
    rates, at
        As of `decimals_of`.
    signed : bool
        Whether what is positive has its sign.
    places : int, optional
        Decimals, the same in all cells of a column.
    """
    low, high = _without_noise(low, high)
    own = decimals_of(low, high, rates=rates, at=at)
    places = own if own is None or places is None else places
    if places is None:
        sign = "+" if signed else ""
        return (sign if low > 0 else "") + number(low), (sign if high > 0 else "") + number(high)
    write = share_to_places if rates else to_places
    return write(low, places, signed=signed), write(high, places, signed=signed)


def _without_noise(low: float, high: float) -> tuple[float, float]:
    """Two ends; one that is nothing beside the other is zero."""
    least = _NOISE * max((abs(end) for end in (low, high) if isfinite(end)), default=0.0)
    return (0.0 if abs(low) < least else low), (0.0 if abs(high) < least else high)


def to_places(value: float, places: int, *, signed: bool = False, alike: bool = False) -> str:
    """A number to so many decimals; one that would read as zero and is none has two digits instead, unless `alike`.

    What `number` writes as a power of ten is one here, too, where it takes many decimals.

    Parameters
    ----------
    value : float
    places : int
    signed : bool
        A difference: above zero it has a plus sign, and no difference is ``0``, without decimals.
    alike : bool
        Compared with others, as all pairs are: what would read as zero keeps these decimals and its sign, ``−0.000``.
    """
    is_small = 0 < abs(value) < _SMALL and places > _MOST_PLACES
    if isfinite(value) and (is_small or abs(value) >= _LARGE):
        digits = max(2, floor(log10(abs(value))) + places + 1)
        text = number(value, _MOST_DIGITS) if digits > _MOST_DIGITS else _scientific(value, digits)
    elif isfinite(value) and round(_meant(value), places):
        text = formatted(value, f",.{max(places, 0)}f").replace("-", "−")
    elif not abs(value) <= 100 * _NOISE:
        is_rounded = alike and isfinite(value)
        text = f"{'−' * (value < 0)}{0:.{max(places, 0)}f}" if is_rounded else number(value, 2)
    else:
        return "0" if signed else f"{0:.{places}f}"
    return f"{'+' if signed and value > 0 else ''}{text}"


def _scientific(value: float, digits: int) -> str:
    """A power of ten with all its digits, zeros too: both ends of an interval have as many."""
    return power_of_ten(formatted(value, f".{digits - 1}e")).replace("-", "−")


def share_to_places(share: float, places: int, *, signed: bool = False) -> str:
    """A hundred times a share, as by `to_places`; where nearly all would read as all, to two digits of what is missing.

    Parameters
    ----------
    share : float
    places, signed
        As of `to_places`.
    """
    missing = 1 - abs(share)
    if _NOISE < missing < 0.005 / 10**places:
        places = -1 - floor(log10(missing))
    return to_places(100 * share, places, signed=signed)


def hundredfold(share: float, places: int | None = None, *, signed: bool = False) -> str:
    """A hundred times a share, or a difference of shares, without its unit: ``2.25``, ``+0.77``, ``∞``.

    Parameters
    ----------
    share : float
    places : int, optional
        Decimals, the same in all cells of a column. Otherwise, in sentences, two, or two digits of what is smaller
        than a tenth, and no zeros behind them.
    signed : bool
        Whether what is positive has its sign.
    """
    if not isfinite(share):
        return number(share)
    value = round(100 * share, 10)  # equal rates leave a trace of rounding
    decimals = _places_of(value) if places is None else places
    text = formatted(value, f"{'+' if signed else ''},.{decimals}f").replace("-", "−")
    if not text.strip("+−0.,"):
        text = text.lstrip("+−")  # no zero has a sign
    return _short(text) if places is None else text


def _short(text: str) -> str:
    """Decimals without the zeros behind them."""
    return text.rstrip("0").removesuffix(".")


def _places_of(value: float) -> int:
    return 1 - floor(log10(abs(value))) if 0 < abs(value) < 0.1 else 2


def percent(rate: float) -> str:
    """Write a rate as differences of rates are written: ``12.35 %``, ``5 %``; as all only what is all."""
    text = _short(share_to_places(rate, 2)) if 0.99 < rate < 1 else hundredfold(rate)
    return f"{text}{PERCENT}"


def measured(rate: float) -> str:
    """Write a rate that was found as tables write it: ``1.40 %``; nearly none and nearly all have more decimals."""
    return f"{share_to_places(rate, max(2, _places_of(round(100 * rate, 10))))}{PERCENT}"


def in_points(
    difference: float, places: int | None = None, *, signed: bool = False, full: bool = False
) -> str:
    """A difference of two rates, which are proportions: ``2.25 points``, ``1 point``.

    Axes, and a statement where it first names the unit, say percentage points; what follows says points.

    Parameters
    ----------
    difference : float
    places, signed
        As of `hundredfold`.
    full : bool
        Whether the unit is named in full: ``2.25 percentage points``.
    """
    text = hundredfold(difference, places, signed=signed)
    return f"{text} {'percentage ' * full}point{'' if text.lstrip('+−') == '1' else 's'}"


def spoken(name: str) -> str:
    """A name that may be a file's, as it is said: ``breast_cancer`` is breast cancer."""
    return name.replace("_", " ")


def mean_size(size: float) -> str:
    """A mean number of instances: whole where it is whole, else with a tenth, so that those of a pair add up."""
    return f"{size:,.0f}" if float(f"{size:.1f}").is_integer() else f"{size:,.1f}"


def counted(count: int, nouns: str) -> str:
    """A number with its noun, given in the plural: ``1 fold``, ``1,200 instances``."""
    if count != 1:
        return f"{count:,} {nouns}"
    return f"{count} {nouns.removesuffix('es') if nouns.endswith('sses') else nouns.removesuffix('s')}"


def all_of(count: int, nouns: str) -> str:
    """All of so many things, given in the plural: ``all 3 tests``, ``both tests``, ``the only test``."""
    if count == 1:
        return f"the only {counted(1, nouns).removeprefix('1 ')}"
    return f"{'both' if count == 2 else f'all {count:,}'} {nouns}"


def setting_text(value: Any) -> str:
    """What is set, for example by default: ``yes`` or ``no``, ``not given`` for None, a number, or a name."""
    if value is None:
        return "not given"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, float) else str(value)


def p_text(p_value: float | None, alpha: float | None = None) -> str:
    """A p-value as in print: ``.012``, ``< .001``, ``> .999``; never zero, and one only where it is.

    Given `alpha`, as many decimals are shown as are needed to see on which side of it p lies.
    """
    if p_value is None or isnan(p_value):
        return "undefined"
    if p_value < 0.001:
        return "< .001"
    decimals = 3
    text = formatted(p_value, ".3f")
    while alpha not in (None, p_value) and decimals < 12 and text == formatted(alpha, f".{decimals}f"):
        decimals += 1
        text = formatted(p_value, f".{decimals}f")
    if float(text) == 1:
        return "1" if p_value == 1 else "> .999"
    return text.removeprefix("0")


def probability(p_value: float | None, alpha: float | None = None) -> str:
    """A p-value with the sign that stands behind its letter: ``= .012``, ``< .001``."""
    text = p_text(p_value, alpha)
    return f"= {text}" if text[0] in ".1" else text


def p_texts(p_values: Iterable[float], alpha: float | None = None) -> list[str]:
    """P-values that a sentence compares: those that differ and would read alike have more digits.

    Parameters
    ----------
    p_values : iterable of float
    alpha : float, optional
        As for `p_text`.
    """
    wanted = list(p_values)
    told = {p: p_text(p, alpha) for p in wanted}
    for digits in range(2, _MOST_DIGITS + 1):
        texts = list(told.values())
        alike = [p for p, text in told.items() if texts.count(text) > 1]
        told |= {p: number(p, digits).removeprefix("0") for p in alike}
    return [told[p] for p in wanted]


def level_text(alpha: float) -> str:
    """Write a significance level as in print: ``.05``."""
    return f"{alpha:g}".lstrip("0")


def fold_name(replicate: int | str, fold: int | str, *, repeated: bool, unit: str = "fold") -> str:
    """A place in a design: ``replicate 2, fold 3``, or ``fold 3`` where there is one replicate only.

    Parameters
    ----------
    replicate, fold : int or str
        Their numbers, or where a template has them.
    repeated : bool
        Whether there are several replicates.
    unit : str
        What the design has in place of folds.
    """
    return f"replicate {replicate}, {unit} {fold}" if repeated else f"{unit} {fold}"


def duration(seconds: float) -> str:
    """A length of time in words: ``40 s``, ``3 min 20 s``, ``2 h 5 min``, ``24 h``."""
    whole = max(round(seconds), 1)
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60 if whole < 3600 else 0
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)


def roughly(seconds: float) -> str:
    """A forecast in words, the nearest of a few lengths of time: ``roughly 20 s``, ``roughly 1 h``."""
    nearest = min(_FORECASTS, key=lambda told: abs(log(told / max(seconds, 1.0))))
    return f"roughly {duration(nearest)}"


def times_alike(seconds: Iterable[float]) -> Callable[[float], str]:
    """Writes lengths of time that were measured in one unit, that of the longest: ``17.20 ms`` and ``1.07 ms``.

    They have as many decimals as three digits of the shortest take, two more at most than those of the longest. Those
    that are not known, NaN, have no say in it.
    """
    times = [time for time in seconds if not isnan(time)]
    longest = max(times, default=1.0)
    unit, size = next((item for item in _TIMES if longest >= item[1]), _TIMES[-1])
    shortest = min((time for time in times if time > 0), default=longest)
    places = min(_three_digits(shortest / size), _three_digits(longest / size) + 2)
    return lambda time: f"{to_places(time / size, places)}\u00a0{unit}"


def _three_digits(value: float) -> int:
    """To how many decimals a number above zero has three digits, or all in front of the point."""
    return max(0, 2 - floor(log10(value))) if value > 0 else 0


def size_text(size: float, *, alike: bool = False) -> str:
    """A size in bytes to two digits, more only in front of the point: ``830 bytes``, ``1.2 kB``, ``50 MB``.

    A kilobyte has 1000 bytes, as its k says. In a column they are written alike, with one decimal: ``50.0 MB``.
    """
    step, scaled = 0, float(size)
    while round(scaled) >= 1000 and step < len(_BYTES) - 1:
        step, scaled = step + 1, scaled / 1000
    written = f"{scaled:,.{1 if step and (alike or scaled < 9.95) else 0}f}"
    written = written if alike else written.removesuffix(".0")
    return f"{written}\u00a0{'byte' if (written, step) == ('1', 0) else _BYTES[step]}"
