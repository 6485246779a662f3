"""What one threshold gives for every learner: counts, rates and costs, and what the costs mean for thresholds."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from math import isnan
from typing import Any

import numpy as np

from core.names import BREAK, breakable
from core.records import Array
from core.written import MISSING, hundredths, number
from pages.ui.measures.curve_lines import Shown
from pages.ui.measures.threshold_state import (
    SCORE,
    Decision,
    Study,
    cheapest_place,
    four_decimals,
    setting_words,
)

Found = list[dict[str, Any]]
"""A row for every learner."""

Told = Callable[[Found], list[str]]
"""What is written of it, cell by cell."""

MOST_BESIDE = 4
"""Learners whose columns half a page of a laptop holds."""
_CELL = (
    "padding:.25rem .3rem .25rem max(.3rem, calc(2vw - 1rem));border-bottom:1px solid rgba(128,128,128,.25)"
)
_ROOM = 8
"""Characters that stand in a column of the least width."""
_NAME = "overflow-wrap:anywhere;min-width:4.5rem;font-size:.88em"
"""Of a heading: “regression” stays whole; a name of one longer word breaks rather than hide the numbers."""


def rows(shown: Shown, decision: Decision) -> Found:
    """What the decision in force gives for every learner, beside the cheapest one."""
    return [_row(shown, decision, name, int(corners)) for name, corners in _corners(shown, decision)]


def _corners(shown: Shown, decision: Decision, values: Array | None = None) -> list[tuple[str, Array]]:
    at = np.asarray(decision.value) if values is None else values
    return [(name, shown.cut(name, decision, at).corners) for name in shown.learners]


def _row(shown: Shown, decision: Decision, name: str, corner: int) -> dict[str, Any]:
    counted = shown.study.scored.table(name)
    tp, fn, fp, tn = counted.counts(corner)
    cheapest, where = shown.once(
        ("lowest cost", name, decision.costs, decision.prior, decision.by),
        partial(_cheapest, shown.study, name, decision),
    )
    return {
        "learner": name,
        "tp": tp,
        "fn": fn,
        "fp": fp,
        "tn": tn,
        "tp-rate": float(counted.tpr[corner]),
        "fp-rate": float(counted.fpr[corner]),
        "precision": counted.precision_at(corner),
        "error rate": counted.error_at(corner),
        "expected cost": decision.costs.at_corner(counted, corner, decision.prior),
        "lowest cost": cheapest,
        "cheapest θ" if decision.by == SCORE else "cheapest share": where,
    }


def _cheapest(study: Study, name: str, decision: Decision) -> tuple[float, float | None]:
    """The lowest cost of a learner, and where it has it, if four decimals tell: scores may have another scale."""
    where = round(cheapest_place(study, name, decision), 4)
    is_there = study.is_lowest(name, replace(decision, value=where))
    return study.lowest(name, decision), where if is_there else None


def cells_at(shown: Shown, decision: Decision, values: Array, told: Sequence[Told]) -> list[list[list[str]]]:
    """What each of `told` says of the rows, were the slider at each of these positions."""
    names, corners = zip(*_corners(shown, decision, values), strict=True)
    together: list[tuple[int, ...]] = list(zip(*(found.tolist() for found in corners), strict=True))
    known = {
        cut: [_row(shown, decision, *learner) for learner in zip(names, cut, strict=True)]
        for cut in dict.fromkeys(together)
    }
    texts = [{cut: one(found) for cut, found in known.items()} for one in told]
    return [[text[cut] for cut in together] for text in texts]


def is_narrow(learners: Sequence[object]) -> bool:
    """Whether the learners fit side by side into half a page."""
    return len(learners) <= MOST_BESIDE


def as_html(found: Found, whose: str = "") -> str:
    """The same to be read: one column per learner, or one row where they are many; its cells are those of `cells`.

    Parameters
    ----------
    found : Found
    whose : str
        Which class of several it is about.
    """
    names, texts = [_IN_FULL.get(name, name) for name in _names(found)], iter(cells(found))
    learners = [row["learner"] for row in found]
    across, down = (learners, names) if is_narrow(found) else (names, learners)
    corner = f"<th style='{_CELL};{_NAME};text-align:left'>{escape(whose)}</th>"
    least = "7rem" if is_narrow(found) else "5.5rem"  # with less, names of counts would take three lines
    head = "".join(f"<th style='{_CELL};{_NAME};text-align:right'>{_headed(text)}</th>" for text in across)
    body = "".join(
        f"<tr><th style='{_CELL};text-align:left;font-weight:400;min-width:{least}'>{escape(text)}</th>"
        + "".join(f"<td style='{_CELL};text-align:right'>{escape(next(texts))}</td>" for _ in across)
        + "</tr>"
        for text in down
    )
    return (
        "<div class='fw-scrolls' tabindex='0' role='region' aria-label='At this threshold'>"
        "<table style='border-collapse:collapse;font-size:.9rem;"
        f"font-variant-numeric:tabular-nums'><tr>{corner}{head}</tr>{body}</table></div>"
    )


def _headed(name: str) -> str:
    """A name above a narrow column, which breaks at its joints before it breaks anywhere."""
    return escape(breakable(name, _ROOM)).replace(BREAK, "<wbr>")


def cells(found: Found) -> list[str]:
    """The numbers of `as_html`, row by row."""
    texts = [[_WRITERS.get(name, four_decimals)(row[name]) for name in _names(found)] for row in found]
    lines = zip(*texts, strict=True) if is_narrow(found) else texts
    return [text for line in lines for text in line]


def _share(value: float | None) -> str:
    return MISSING if value is None or isnan(value) else hundredths(value)


_WRITERS: dict[str, Callable[[Any], str]] = dict.fromkeys(
    ("tp", "fn", "fp", "tn"), "{:,}".format
) | dict.fromkeys(("tp-rate", "fp-rate", "precision", "error rate"), _share)


_IN_FULL = {
    "tp": "true positives (tp)",
    "fn": "false negatives (fn)",
    "fp": "false positives (fp)",
    "tn": "true negatives (tn)",
}


def _names(found: Found) -> list[str]:
    return [name for name in found[0] if name != "learner"]


def cheapest_elsewhere(study: Study, learners: list[str], decision: Decision) -> dict[str, list[str]]:
    """Learners that no position of the slider gives their lowest cost, by what can be set instead."""
    found: dict[str, list[str]] = {}
    for name in learners:
        if words := setting_words(study, name, decision):
            found.setdefault(words, []).append(name)
    return found


def cost_words(study: Study, learners: Sequence[str], decision: Decision) -> str:
    """What expected costs and counts are about."""
    return (
        f"Expected cost is per instance, at a prior of {decision.prior:.3g}; counts and error rate are those of these "
        f"data{_times_words(study, learners)}. The cheapest threshold was found on the same data, so its cost is "
        "optimistic."
    )


def _times_words(study: Study, learners: Sequence[str]) -> str:
    """How often instances count that were predicted several times; empty where each was predicted once at most."""
    times = [study.once(("times", name), partial(_times, study, name)) for name in learners]
    fewest, most = min(low for low, _ in times), max(high for _, high in times)
    if most == 1:
        return ""
    often = f"{most}" if fewest == most else f"{fewest} to {most}"
    return f", in which each instance counts {often} times, as often as it was predicted"


def _times(study: Study, name: str) -> tuple[int, int]:
    return study.scored.instances(name).times


def cost_terms(study: Study, learners: list[str], decision: Decision) -> str:
    """What the costs and the prior in force mean for thresholds, in the words of the books."""
    costs, base = decision.costs, study.prior
    calibrated = (
        f" Were the scores calibrated, θ* = {number(costs.bayes_threshold(base, decision.prior), 3)} would be the "
        "cheapest threshold."
        if any(study.scored.kind(name) == "probability" for name in learners)
        else ""
    )
    return f"Slope of the iso-cost lines {number(costs.slope(decision.prior))}.{calibrated}"
