"""How numbers are written: in sentences, and inside formulas."""

import math
from typing import Any

import numpy as np

from core.written import power_of_ten

_ROUNDING = 1e-12
"""What binary arithmetic leaves of a number that is taken from itself, as a share of it."""
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def short(value: float, digits: int = 3) -> str:
    """Write a number with `digits` significant digits and a true minus sign; whole numbers in full."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "−∞" if value < 0 else "∞"
    if float(value).is_integer() and abs(value) < 1e15:
        text = f"{value:,.0f}"
    elif 1e-4 <= abs(value) < 1e15:
        decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        text = f"{value:,.{decimals}f}"
    else:
        text = power_of_ten(f"{value:.{digits - 1}e}")
    return text.replace("-", "−")


def tex(value: float, digits: int = 4) -> str:
    """Write a number as LaTeX, with `digits` significant digits."""
    if math.isnan(value):
        return r"\text{undefined}"
    if math.isinf(value):
        return r"-\infty" if value < 0 else r"\infty"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{value:.0f}"
    if 1e-3 <= abs(value) < 1e6:
        decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        return f"{value:.{decimals}f}"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"


def digits_beside(value: float, other: float, digits: int = 4) -> int:
    """How many digits of a number are as fine as so many of another: its sum with it, or what makes the difference."""
    if not (0 < abs(value) < math.inf and _ROUNDING * abs(value) < abs(other) < math.inf):
        return digits
    return digits + max(0, math.floor(math.log10(abs(value))) - math.floor(math.log10(abs(other))))


def plain(value: Any) -> Any:
    """Make a value fit for JSON: arrays become lists, infinite and undefined numbers become words."""
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return "undefined" if math.isnan(value) else ("infinity" if value > 0 else "-infinity")
    return value
