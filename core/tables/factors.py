"""Tables of factorial experiments: the analysis of variance, and every cell against the best."""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from core.errors import without_arguments
from core.figures import Scale
from core.figures.canvas.text import sentence_list
from core.inference import AgainstBest, FactorialAnalysis
from core.inference.comparing.factors import eta_text
from core.inference.declaration.suitability import SELDOM_COMMENSURABLE
from core.records import Factors
from core.tables.table import Column, Table
from core.written import counted, level_text, number, p_text

NOT_PARALLEL = "Where lines are not parallel, what one factor does depends on the level of the other."


def without(learners: Sequence[str], factors: Factors) -> str:
    """Say how many learners are no cells, and so not analysed; empty where all are."""
    outside = len(learners) - len(factors.cells)
    if not outside:
        return ""
    return f"Only the {len(factors.cells)} cells are analysed here, without {counted(outside, 'other learners')}."


def about_means(analysis: FactorialAnalysis) -> str:
    """What the picture of the main effects shows."""
    over = ", over all levels of the other factors" if len(analysis.names) > 1 else ""
    return f"Mean scores at each level{over}; the dotted line is the mean of all."


def supposed_of_effects(analysis: FactorialAnalysis) -> str:
    """What the analysis of variance supposes, as a paper says it."""
    corrected = (
        f" Training sets overlap, so every F is divided by {analysis.inflation:.3g} (Nadeau & Bengio's variance)."
        if analysis.inflation > 1
        else ""
    )
    each = " Each p is that of its own question, not adjusted for the others." * (len(analysis.names) > 1)
    return f"{_blocks(analysis)}{corrected}{each}"


def _blocks(analysis: FactorialAnalysis) -> str:
    # what no effect explains is how data sets differ in it, so others are spoken of, too
    if not analysis.datasets:
        return f"Data sets are blocks: the effects speak of data sets like these. {SELDOM_COMMENSURABLE}"
    if len(analysis.datasets) == 1:
        return "Folds are blocks."
    return (
        "Folds are blocks within each data set. The data sets are taken as they are: the effects speak of these, not "
        "of others."
    )


def about_effects(analysis: FactorialAnalysis) -> str:
    """The same, what the columns are, and how they are read."""
    effects = (
        "neither blocks nor other effects explain. "
        "Read interactions first: where there is one, a main effect is an average over different effects."
    )
    return (
        f"{supposed_of_effects(analysis)} η² is the effect's share of all variation; partial η² its share of "
        f"what {effects if len(analysis.names) > 1 else 'the blocks do not explain.'}"
    )


def effects_table(analysis: FactorialAnalysis, differences: Scale) -> Table:
    """Every effect with F and p, its size, and the blocks and the residual below.

    Parameters
    ----------
    analysis : FactorialAnalysis
    differences : Scale
        Of differences of scores: the largest deviation is one, from what the other effects lead to expect.
    """
    below = [
        {"effect": name, "df": degrees, "sum_of_squares": squares}
        for name, (degrees, squares) in (("Blocks", analysis.blocks), ("Residual", analysis.residual))
    ]
    frame = pd.concat([analysis.effects, pd.DataFrame(below)], ignore_index=True)
    columns = {
        "effect": Column("Effect"),
        "df": Column("df"),
        "sum_of_squares": Column("Sum of squares", number),
        "statistic": Column("F", number),
        "p_value": Column("p", p_text),
        "eta_squared": Column("η²", eta_text),
        "partial_eta_squared": Column("Partial η²", eta_text),
        "largest": Column("Largest deviation", differences.text),
    }
    effects = analysis.effects
    said = [
        f"{name}: p {p_text(p)}, partial η² {eta_text(size)}"
        for name, p, size in zip(
            effects["effect"],
            effects["p_value"].tolist(),
            effects["partial_eta_squared"].tolist(),
            strict=True,
        )
    ]
    return Table(frame, f"Analysis of variance. {sentence_list(said)}.", columns, tuple(columns))


def best_table(found: AgainstBest, scale: Scale, differences: Scale, alpha: float) -> Table:
    """Every other learner with its distance from the best, and whether that is significant.

    Parameters
    ----------
    found : AgainstBest
    scale, differences : Scale
        Of the scores and of their differences.
    alpha : float
    """
    frame = found.others.assign(
        reason=found.others["reason"].map(without_arguments),
        answer=[
            _answer(p, alpha, decidable=found.decidable(alpha)) for p in found.others["p_adjusted"].tolist()
        ],
    )
    columns: dict[str, Any] = {
        "learner": Column("Learner"),
        "mean": Column("Mean", scale.text),
        "difference": Column("Less the best", differences.text),
        "p_value": Column("p", p_text),
        "p_adjusted": Column("p, Holm", p_text),
        "p_bonferroni": Column(f"p × {found.all_pairs} (Bonferroni)", p_text),
        "answer": Column(f"At α = {level_text(alpha)}"),
    }
    if found.others["reason"].any():
        columns["reason"] = Column("Why it is not judged")
    return Table(frame, found.sentence(alpha), columns, tuple(columns))


def _answer(p: float, alpha: float, *, decidable: bool) -> str:
    if math.isnan(p):
        return "cannot judge"
    if not decidable:
        return "too little evidence"
    return "worse" if p <= alpha else "not significantly worse"
