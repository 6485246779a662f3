"""The planes in which decisions by a threshold are drawn: ROC, precision–recall, costs, lift, calibration.

Reference: I2ML figs. 19.2–19.4; Fawcett 2006; Drummond & Holte 2006.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, log

import numpy as np

from core.figures.canvas.drawing import Drawing
from core.figures.canvas.moves import theta_name
from core.figures.canvas.palette import Style, shades
from core.figures.curves.lines import Line, Mark, Plane, Region, curve_plot

ROC = Plane("fp-rate (fp/n)", "tp-rate (tp/p)", "ROC curves", square=True)
PRECISION_RECALL = Plane("recall (tp/p)", "precision (tp/p′)", "Precision–recall curves")
COST = Plane("weight of the positives PC(+)", "normalised expected cost", "Cost curves", y_range=None)
SHARE_CALLED = "share called positive (p′/N)"
GAIN = Plane(SHARE_CALLED, "tp-rate (tp/p)", "Gain curves")
LIFT = Plane(SHARE_CALLED, "lift (precision / prior)", "Lift curves", y_range=None)


def _grey(dark: bool) -> Style:
    return Style(shades(dark).muted, "dot", "circle", shades(dark).faint)


def roc_figure(
    lines: Sequence[Line],
    *,
    regions: Sequence[Region] = (),
    marks: Sequence[Mark] = (),
    hulls: Sequence[Line] = (),
    slope: float | None = None,
    touching: Sequence[tuple[float, float]] = (),
    crossings: Sequence[tuple[float, float]] = (),
    dark: bool = False,
) -> Drawing:
    """Draw ROC curves over the diagonal of guessing.

    Parameters
    ----------
    lines, regions, marks : sequences
        As in `curve_plot`.
    hulls : sequence of Line
        Convex hulls, drawn dotted in their own colour.
    slope : float, optional
        Of the iso-cost lines; one is drawn through each of the points `touching`.
    crossings : sequence of (fpr, tpr)
        Where curves cross.
    dark : bool

    Reference: I2ML fig. 19.2; Provost & Fawcett 2001 (iso-performance lines).
    """
    grey = _grey(dark)
    guides = [Line("guessing", [0, 1], [0, 1], grey, dash="dash")]
    guides += [
        _iso_cost(slope, point, grey, first=k == 0) for k, point in enumerate(touching) if slope is not None
    ]
    guides += [Line(h.name, h.x, h.y, h.style, "own colour", dash="dot", listed=False) for h in hulls]
    crossed = [
        Mark("crossing", x, y, Style(shades(dark).strong, "solid", "x", ""), f"at fp-rate {x:.3g}")
        for x, y in crossings
    ]
    return curve_plot(lines, ROC, regions=regions, marks=[*crossed, *marks], guides=guides, dark=dark)


def _iso_cost(slope: float, point: tuple[float, float], style: Style, *, first: bool) -> Line:
    """The part of the line of this slope through a point that lies in the unit square."""
    x0, y0 = point
    ends = [(x, y0 + slope * (x - x0)) for x in (0.0, 1.0)]
    if slope > 0:
        ends += [(x0 + (y - y0) / slope, y) for y in (0.0, 1.0)]
    inside = sorted({(x, y) for x, y in ends if -1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9})
    x, y = zip(*(inside or [point]), strict=True)
    return Line(f"equal cost, slope {slope:.3g}", list(x), list(y), style, dash="dashdot", listed=first)


def precision_recall_figure(
    lines: Sequence[Line],
    prior: float,
    *,
    regions: Sequence[Region] = (),
    marks: Sequence[Mark] = (),
    dark: bool = False,
) -> Drawing:
    """Draw precision–recall curves over the precision of guessing, the share of the positives.

    Parameters
    ----------
    lines, regions, marks, dark
        As in `curve_plot`.
    prior : float
        The share of the positives.

    Reference: I2ML fig. 19.4; Davis & Goadrich 2006.
    """
    guides = [Line("guessing", [0, 1], [prior, prior], _grey(dark), dash="dash")]
    return curve_plot(lines, PRECISION_RECALL, regions=regions, marks=marks, guides=guides, dark=dark)


def threshold_figure(
    lines: Sequence[Line],
    theta: float | None,
    *,
    y_title: str,
    by_share: bool = False,
    y_range: tuple[float, float] | None = (0.0, 1.0),
    regions: Sequence[Region] = (),
    marks: Sequence[Mark] = (),
    dark: bool = False,
) -> Drawing:
    """Draw rates or costs over the threshold θ, with a line at the current θ, or over the share called positive.

    Parameters
    ----------
    lines, regions, marks, dark
        As in `curve_plot`.
    theta : float or None
        Where the line stands; without it there is none.
    y_title : str
    by_share : bool
        Whether the x of everything are shares called positive.
    y_range : (low, high)
        What is shown; None shows all there is.
    """
    x_title, over = (SHARE_CALLED, "share") if by_share else ("threshold θ", "threshold")
    plane = Plane(x_title, y_title, f"{y_title} by {over}", y_range=y_range)
    shown = y_range or _reach([*(line.y for line in lines), *(y for r in regions for y in (r.low, r.high))])
    guides = []
    if theta is not None:
        guides = [Line(theta_name(theta), [theta, theta], list(shown), _grey(dark), dash="dash")]
    bare = [replace(line, details=None) for line in lines]
    return curve_plot(bare, plane, regions=regions, marks=marks, guides=guides, dark=dark)


def cost_figure(
    lines: Sequence[Line],
    weight: float,
    *,
    regions: Sequence[Region] = (),
    marks: Sequence[Mark] = (),
    dark: bool = False,
) -> Drawing:
    """Draw cost curves: each learner at its best threshold, for every weight of the positives.

    Parameters
    ----------
    lines : sequence of Line
    weight : float
        PC(+) of the current costs and prior; a line marks it.

    The two lines that meet at the top belong to calling everything negative and everything positive.

    Reference: Drummond & Holte 2006.
    """
    drawn = (*(line.y for line in lines), *(region.high for region in regions))
    top = max(0.02, 1.08 * max((float(np.max(y)) for y in drawn), default=0.5))
    # in steps, so that the axis seldom changes while the marks move
    highest = max((mark.y for mark in marks if np.isfinite(mark.y)), default=0.0)
    top *= 1.25 ** max(0, ceil(log(max(1.02 * highest, top) / top, 1.25)))
    grey = _grey(dark)
    guides = [
        Line("all negative / all positive", [0, 0.5, 1], [0, 0.5, 0], grey, dash="dash"),
        Line("current costs and prior", [weight, weight], [0, top], grey, dash="dot"),
    ]
    plane = Plane(COST.x, COST.y, COST.name, y_range=(0.0, top))
    return curve_plot(lines, plane, regions=regions, marks=marks, guides=guides, dark=dark)


def gain_figure(
    lines: Sequence[Line], *, regions: Sequence[Region] = (), marks: Sequence[Mark] = (), dark: bool = False
) -> Drawing:
    """Draw which part of the positives is found among the instances with the highest scores.

    Parameters
    ----------
    lines, regions, marks, dark
        As in `curve_plot`.
    """
    guides = [Line("guessing", [0, 1], [0, 1], _grey(dark), dash="dash")]
    return curve_plot(lines, GAIN, regions=regions, marks=marks, guides=guides, dark=dark)


def lift_figure(
    lines: Sequence[Line], *, regions: Sequence[Region] = (), marks: Sequence[Mark] = (), dark: bool = False
) -> Drawing:
    """Draw how many times more positives there are among the highest scores than among all instances.

    Parameters
    ----------
    lines, regions, marks, dark
        As in `curve_plot`.
    """
    guides = [Line("guessing", [0, 1], [1, 1], _grey(dark), dash="dash")]
    return curve_plot(lines, LIFT, regions=regions, marks=marks, guides=guides, dark=dark)


def _reach(values: Sequence[object]) -> tuple[float, float]:
    known = [np.asarray(item, dtype=float) for item in values]
    finite = np.concatenate([item[np.isfinite(item)] for item in known]) if known else np.zeros(0)
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
