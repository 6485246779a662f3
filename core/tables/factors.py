"""Tables of factorial experiments: the analysis of variance, and every cell against the best."""

import math
from typing import Any

import pandas as pd

from core.figures import Scale
from core.figures.canvas.text import sentence_list
from core.inference import AgainstBest, FactorialAnalysis
from core.tables.table import Column, Table
from core.written import level_text, number, p_text


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
        "eta_squared": Column("η²", "{:.3f}"),
        "partial_eta_squared": Column("Partial η²", "{:.3f}"),
        "largest": Column("Largest deviation", differences.text),
    }
    effects = analysis.effects
    said = [
        f"{name}: p {p_text(p)}, partial η² {number(size, 3)}"
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
        answer=[_answer(p, alpha) for p in found.others["p_adjusted"].tolist()],
    )
    columns: dict[str, Any] = {
        "learner": Column("Learner"),
        "mean": Column("Mean", scale.text),
        "difference": Column("Less the best", differences.text),
        "p_value": Column("p", p_text),
        "p_adjusted": Column("p, Holm", p_text),
        "p_of_all_pairs": Column("p, of all pairs", p_text),
        "answer": Column(f"At α = {level_text(alpha)}"),
    }
    if found.others["reason"].any():
        columns["reason"] = Column("Why it is not judged")
    return Table(frame, found.sentence(alpha), columns, tuple(columns))


def _answer(p: float, alpha: float) -> str:
    if math.isnan(p):
        return "cannot judge"
    return "worse" if p <= alpha else "not significantly worse"
