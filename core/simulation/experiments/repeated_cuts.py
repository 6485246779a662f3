"""Ever more random cuts of the same data: the plain interval shrinks to any width, and its coverage falls."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import special

from core.inference import INTERVALS
from core.inference.distributions.continuous import StudentT
from core.records import Array
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.fold_model import fold_differences, t_rejection
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Settings

ALPHA = 0.05
COVERAGES = {
    "cuts": "plain interval, cuts of the same data",
    "corrected": "corrected interval, cuts of the same data",
    "fresh": "plain interval, fresh data each time",
}
WIDTHS = {f"width_{key}": title for key, title in COVERAGES.items()}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    cuts, held_out = settings["cuts"], settings["validation"]
    same = fold_differences(rng, (count, 1, cuts), 0.0, held_out)
    new = fold_differences(rng, (count, 1, cuts), 0.0, 0.0)
    sizes: dict[str, Any] = {"n_train": 1 - held_out, "n_validation": held_out}
    limits = {
        "cuts": INTERVALS["mean_difference_t"].evaluate(**same),
        "corrected": INTERVALS["corrected_difference_t"].evaluate(**same, **sizes),
        "fresh": INTERVALS["mean_difference_t"].evaluate(**new),
    }
    measured: dict[str, Array] = {key: (low <= 0) & (high >= 0) for key, (low, high) in limits.items()}
    return Outcomes(measured | {f"width_{key}": high - low for key, (low, high) in limits.items()})


def _exact(settings: Settings) -> dict[str, float]:
    cuts, rho = settings["cuts"], settings["validation"]
    models = {
        "cuts": (rho, 1 / cuts),
        "corrected": (rho, 1 / cuts + rho / (1 - rho)),
        "fresh": (0.0, 1 / cuts),
    }
    exact = {key: 1 - t_rejection(cuts, 0.0, *model, ALPHA) for key, model in models.items()}
    return exact | {f"width_{key}": _mean_width(cuts, *model) for key, model in models.items()}


def _mean_width(cuts: int, rho: float, factor: float) -> float:
    """2·t·√factor·E S, where S²/(1 − ρ) is χ²/df."""
    df = cuts - 1
    mean = np.sqrt(2 / df) * np.exp(special.gammaln((df + 1) / 2) - special.gammaln(df / 2))
    return float(2 * StudentT(float(df)).isf(ALPHA / 2) * np.sqrt(factor * (1 - rho)) * mean)


def _narrowest(rho: float) -> float:
    """What the mean width of the corrected interval comes down to with ever more cuts: 2·z·√ρ."""
    return float(-2 * special.ndtri(ALPHA / 2) * np.sqrt(rho))


def _what_you_see(rows: Sequence[Row]) -> str:
    first, last = rows[0], rows[-1]
    few, many = first.settings["cuts"], last.settings["cuts"]
    before, after = (row.exact["width_corrected"] for row in (first, last))
    return (
        f"From {few} to {many} cuts of the same data the plain interval shrinks from {first['width_cuts'].value:.2f} "
        f"to {last['width_cuts'].value:.2f} standard deviations of a cut, and holds the truth in "
        f"{share_with_error(first['cuts'])}, then only in {share_with_error(last['cuts'])} of the trials (exactly "
        f"{share(last.exact['cuts'])}) where it promises {share(1 - ALPHA)}. More cuts average out the luck of the "
        "cuts, not that of the data. So the corrected interval, which keeps its promise "
        f"({share_with_error(last['corrected'])}), falls on average from {before:.2f} to {after:.2f}, and never below "
        f"{_narrowest(last.settings['validation']):.2f}; the plain one shrinks without limit, and keeps its promise on "
        f"fresh data only ({share_with_error(last['fresh'])})."
    )


REPEATED_CUTS = LaboratoryEntry(
    key="repeated_cuts",
    title="More cuts of the same data",
    summary="The interval of the mean difference over ever more random cuts, and over fresh data.",
    question="Can one cut the same data again and again until the interval is as narrow as one likes?",
    reference="@mitchell1997 section 5.6 and eq. 5.17; @nadeau2003",
    measured=COVERAGES | WIDTHS,
    estimate="Coverage",
    besides=dict.fromkeys(WIDTHS, "Mean width (sd of a cut)"),
    controls=(
        Control(
            name="validation",
            title="Share held out for validation",
            default=0.3,
            help="Two cuts of the same data then correlate by about this much.",
            low=0.05,
            high=0.5,
            step=0.05,
            rate=True,
        ),
        Control(
            name="cuts",
            title="Random cuts",
            default=[2, 3, 5, 10, 20, 30, 50, 100],
            help="Pairs of training and validation set.",
            low=2,
            high=500,
            step=1,
            shown=False,
        ),
    ),
    trials=_trials,
    exact=_exact,
    levels=lambda _settings: {"level": 1 - ALPHA},
    what_you_see=_what_you_see,
    pictures=("curves", "besides"),
    axis="cuts",
    first=500,
)
