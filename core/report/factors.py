"""What a report says of learners at crossed levels: the best cell, the effects of the factors, how they interact."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from core.errors import InputError, without_arguments
from core.figures import difference_scale, interaction_plot, main_effects, scale_of
from core.inference import (
    AgainstBest,
    Evidence,
    FactorialAnalysis,
    RankComparison,
    against_best,
    analyse_factors,
)
from core.inference.comparing.factors import DATA_SET
from core.inference.comparing.other_family import best_beside
from core.records import Factors, factors_in
from core.report.document import Block, Picture, Printed, Words
from core.tables.factors import (
    NOT_PARALLEL,
    about_effects,
    about_means,
    best_table,
    effects_table,
    supposed_of_effects,
    without,
)
from core.written import counted, spoken

WORKS = ("@holm1979", "@fisher1935", "@nadeau2003", "@olejnik2003")
"""What the section rests on."""
MOST_PAIRS = 3
"""Pairs of factors that are drawn, which are all of three factors; the table has the others."""


@dataclass(frozen=True, eq=False)
class JudgedFactors:
    """Cells of a factorial design, the best of them, and the analysis of variance or why there is none."""

    factors: Factors
    best: AgainstBest
    analysis: FactorialAnalysis | InputError


def judge_factors(evidence: Evidence) -> JudgedFactors | None:
    """Judge the factors that the names of the learners tell; None where they tell none."""
    factors = factors_in(evidence.learners)
    if factors is None:
        return None
    analysis: FactorialAnalysis | InputError
    try:
        analysis = analyse_factors(evidence, factors)
    except InputError as refusal:
        analysis = refusal.with_traceback(None)
    return JudgedFactors(factors, against_best(evidence, factors.learners), analysis)


def of_factors(
    judged: JudgedFactors,
    evidence: Evidence,
    alpha: float,
    above: RankComparison | None = None,
    *,
    dark: bool = False,
) -> Iterator[Block]:
    """Say which cell is best and which factors matter, as the pages do.

    Parameters
    ----------
    judged : JudgedFactors
    evidence : Evidence
        That was judged.
    alpha : float
    above : RankComparison, optional
        What the verdict on all learners is taken from, where it is not from the same test as here.
    dark : bool
        Whether the pictures are for a dark page.
    """
    scores, best, analysis = evidence.scores, judged.best, judged.analysis
    if outside := without(evidence.learners, judged.factors):
        yield Words(outside)
    yield Words(best.sentence(alpha))
    beside = "" if above is None else best_beside(best, above)
    if words := " ".join(filter(None, (best.method, beside))):
        yield Words(words, small=True)
    yield Words(best.selection(alpha), small=True)
    table = best_table(best, scale_of(scores), difference_scale(scores, "learner", "best"), alpha)
    yield Printed("best", "Every cell against the best", table)
    if isinstance(analysis, InputError):
        yield Words(without_arguments(analysis))
        return
    if best.none_is_worse(alpha) and (words := analysis.although_no_cell(alpha)):
        yield Words(words)
    yield from _pictures(analysis, evidence, dark)
    effects = effects_table(analysis, difference_scale(scores, "mean", "expected"))
    yield Printed("effects", "Analysis of variance", effects)
    yield Words(about_effects(analysis), small=True)


def text_on_factors(judged: JudgedFactors, design: str, alpha: float) -> str:
    """Write of the factors what a paper says: design, factors and levels, every effect, the best cell, cautions.

    Parameters
    ----------
    judged : JudgedFactors
    design : str
        By which every cell was measured, in words; empty where nobody said it.
    alpha : float
    """
    factors, analysis, best = judged.factors, judged.analysis, judged.best
    crossed = " × ".join(
        f"{name} ({', '.join(levels)})" for name, levels in zip(factors.names, factors.levels, strict=True)
    )
    cells, by = counted(len(factors.cells), "cells"), f", by {design}" * bool(design)
    told = [f"Factorial experiment on {crossed}: {cells}{by}{_on_data_sets(analysis)}."]
    if isinstance(analysis, InputError):
        told.append(without_arguments(analysis))
    else:
        told += [analysis.sentence(alpha), supposed_of_effects(analysis)]
    return " ".join(
        filter(None, [*told, best.sentence(alpha, most=len(best.others)), best.method, best.selection(alpha)])
    )


def _on_data_sets(analysis: FactorialAnalysis | InputError) -> str:
    if isinstance(analysis, InputError) or len(analysis.datasets) == 1:
        return ""
    if not analysis.datasets:
        return f", each on {counted(analysis.blocks[0] + 1, 'data sets')}"
    names = ", ".join(map(spoken, analysis.datasets))
    return f", each on every level of a further factor, {DATA_SET} ({names})"


def _pictures(analysis: FactorialAnalysis, evidence: Evidence, dark: bool) -> Iterator[Block]:
    scale = scale_of(evidence.scores)
    yield Picture("main_effects", "Main effects", main_effects(analysis, scale, dark=dark))
    yield Words(about_means(analysis), small=True)
    pairs = list(combinations(analysis.names, 2))
    if not 0 < len(pairs) <= MOST_PAIRS:
        return
    for along, other in pairs:
        drawing = interaction_plot(analysis, along, other, scale, dark=dark)
        yield Picture(f"interaction_{along}_{other}", f"{along}, by {other}", drawing)
    yield Words(NOT_PARALLEL, small=True)
