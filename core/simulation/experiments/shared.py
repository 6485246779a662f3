"""What several experiments share: the significance level as a control, shares as people read them."""

from math import floor, log10

from core.simulation.entry import Control
from core.simulation.outcomes import Estimate, Settings
from core.written import PERCENT, hundredfold, in_points

ALPHA = Control(
    name="alpha",
    title="Significance level α",
    default=0.05,
    help="A test rejects where p ≤ α.",
    low=0.001,
    high=0.2,
    step=0.001,
)


def at_alpha(settings: Settings) -> dict[str, float]:
    """The line that a test without a difference to find should stay at."""
    return {"α": settings["alpha"]}


def share(value: float) -> str:
    """A share in a sentence: ``4.3 %``; one below a tenth of a percent, ``0.023 %``, would read as none, or as α."""
    text = hundredfold(value) if value < 0.001 else f"{value * 100:.1f}".removesuffix(".0")
    return text + PERCENT


def share_with_error(found: Estimate) -> str:
    """A simulated share with its standard error: ``4.3 ± 0.2 %``; where all trials agree, their number."""
    if found.se == 0:
        return f"{share(found.value)} ({found.value * found.trials:,.0f} of {found.trials:,})"
    error = 100 * found.se
    places = 1 if round(error, 1) else -floor(log10(error))  # no error that there is reads as zero
    return f"{found.value * 100:.{places}f} ± {error:.{places}f}{PERCENT}"


def points_with_error(found: Estimate, value: float, *, full: bool = True) -> str:
    """A difference of shares in percentage points with its standard error, which a single trial does not have."""
    if found.trials == 1:
        return in_points(value, 2, full=full)
    return f"{hundredfold(value, 2)} ± {in_points(found.se, 2, full=full)}"
