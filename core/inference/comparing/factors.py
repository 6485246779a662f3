"""A factorial experiment → which factors matter, and how they interact: an analysis of variance, folds as blocks.

Fisher 1935; Olejnik & Algina 2003 for the effect sizes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, check_one_of, listing
from core.inference.advice.fold_kinds import NO_FOLDS, folds_of
from core.inference.advice.inputs_from_results import gathered, inputs_of
from core.inference.declaration.arithmetic import ratio, rounding
from core.inference.declaration.checks import check_alpha
from core.inference.distributions.continuous import FisherF
from core.inference.evidence.alignment import Aligned, align
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.hypothesis_tests.catalogue import TESTS
from core.records import Array, Factors, factors_in
from core.records.notebook import cell
from core.written import MISSING, counted, level_text, number, probability

DATA_SET = "Data set"
TIMES = " × "


@dataclass(frozen=True, eq=False, repr=False)
class FactorialAnalysis:
    """Effects of the factors on the scores.

    Attributes
    ----------
    factors : Factors
    means : array
        Mean score of every cell: data sets × levels of the first factor × levels of the second ….
    datasets : tuple of str
        Where there are several with several folds each, they are a factor, too; none where each has one score, so that
        they are the blocks.
    effects : DataFrame
        One row per main effect and interaction: degrees of freedom, sum of squares, mean square, F, p, η² (share of all
        variation), partial η² (share of what is neither of other effects nor of blocks), and the largest deviation of a
        cell that the effect explains, in the unit of the scores.
    blocks, residual : (degrees of freedom, sum of squares)
        Of the folds, or of the data sets where each has one score; and of what no effect explains.
    inflation : float
        1 + J·n_validation/n_train where training sets overlap: the F are divided by it.
    lower_is_better : bool
    """

    factors: Factors
    means: Array
    datasets: tuple[str, ...]
    effects: pd.DataFrame
    blocks: tuple[int, float]
    residual: tuple[int, float]
    inflation: float
    lower_is_better: bool

    def __repr__(self) -> str:
        return f"FactorialAnalysis({TIMES.join(self.names)}: {counted(len(self.effects), 'effects')})"

    def _repr_html_(self) -> str:
        return cell(repr(self), self.effects)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the factors, data sets last where they are one."""
        return (*self.factors.names, DATA_SET) if len(self.datasets) > 1 else self.factors.names

    def sentence(self, alpha: float = 0.05) -> str:
        """Write every effect as in print, with F, degrees of freedom and p, and say which reject.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        columns = ["effect", "df", "statistic", "p_value", "partial_eta_squared"]
        told = [
            f"{effect}: F({df}, {self.residual[0]}) = {number(f)}, p {_p(p, alpha)}, partial η² = {eta_text(size)}"
            for effect, df, f, p, size in self.effects[columns].itertuples(index=False)
        ]
        effects, p_values = self.effects["effect"], self.effects["p_value"]
        found, unjudged = effects[p_values <= alpha].tolist(), effects[p_values.isna()].tolist()
        more = (
            f"more than luck would explain: {listing(found)}" if found else "luck could explain every effect"
        )
        ends = f"At α = {level_text(alpha)} {more}."
        if unjudged:
            ends = f"No residual is left by which {listing(unjudged)} could be judged."
        return f"Analysis of variance: {'; '.join(told)}. {ends}"

    def although_no_cell(self, alpha: float = 0.05) -> str:
        """Say which effects of the factors reject, for a page on which no single cell does; empty where none does.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        found = [
            f"{effect} (p {probability(p, alpha)})"
            for effect, p in self.effects[["effect", "p_value"]].itertuples(index=False)
            if p <= alpha and DATA_SET not in effect.split(TIMES)
        ]
        if not found:
            return ""
        return (
            "All together the levels differ by more than luck all the same, by the analysis of variance: "
            f"{listing(found)}. It asks whether any of them do, in one question; which ones cannot be said once p is "
            "adjusted for every cell."
        )

    def levels(self, factor: str) -> tuple[str, ...]:
        """Levels of a factor.

        Raises
        ------
        InputError
            If there is no such factor.
        """
        check_one_of(factor, self.names, "factor")
        if factor == DATA_SET and len(self.datasets) > 1:
            return self.datasets
        return self.factors.levels[self.factors.names.index(factor)]

    def mean_at(self, *factors: str) -> Array:
        """Mean scores at the levels of some factors, over everything else: one axis per factor, in their order.

        Raises
        ------
        InputError
            If there is no such factor.
        """
        for factor in factors:
            check_one_of(factor, self.names, "factor")
        axes = [self._axis(factor) for factor in factors]
        rest = tuple(axis for axis in range(self.means.ndim) if axis not in axes)
        kept = sorted(axes)
        averaged = self.means.mean(axis=rest)
        return np.asarray(averaged.transpose([kept.index(axis) for axis in axes]))

    def _axis(self, factor: str) -> int:
        names = self.factors.names
        return names.index(factor) + 1 if factor in names else 0


def analyse_factors(
    evidence: Judged, factors: Factors | None = None, *, drop_undefined: bool = False
) -> FactorialAnalysis:
    """Judge main effects and interactions of a factorial experiment by an analysis of variance with folds as blocks.

    Each effect is a set of contrasts of cells, so that where training sets overlap each F is divided by what the
    corrected block analysis of variance divides by. Several data sets are taken as they are: the effects speak of
    these, and the data set is a factor with which the others interact.

    Parameters
    ----------
    evidence : Experiment, Study or FoldScores
    factors : Factors, optional
        By default those that the names of the learners tell.
    drop_undefined : bool
        Leave folds with an undefined score out for all cells; on one data set only.

    Raises
    ------
    NotApplicable
        If the learners differ by no named settings, combinations of levels are missing, a cell failed on a fold, or the
        folds are such that no test judges them.
    InputError
        If scores are missing or undefined, or data sets have different numbers of folds.

    Reference: Fisher 1935; variance of Nadeau & Bengio 2003 for every contrast.
    """
    found = evidence_of(evidence)
    found.refuse_unsaid()
    design = factors or factors_in(found.learners)
    if design is None:
        raise NotApplicable(
            "the learners do not differ by named settings.", "factors", "Run a learner at several levels."
        )
    kind = folds_of(found)
    if kind in NO_FOLDS:
        raise NotApplicable(NO_FOLDS[kind], "folds")
    found.refuse_failures(design.learners)
    aligned = align(found.scores, design.crossed, drop_undefined=drop_undefined)
    scores, datasets = _by_cell(aligned, design)
    alone = kind == "disjoint" or not datasets
    inflation = 1.0 if alone else _inflation(found, design.learners, scores.shape[1], drop_undefined)
    return _analysed(design, scores, datasets, inflation, found.scores.lower_is_better)


def _by_cell(aligned: Aligned, design: Factors) -> tuple[Array, tuple[str, ...]]:
    """Scores as data sets × folds × levels …; data sets of one fold each become the folds of none."""
    names = aligned.folds.get_level_values("dataset")
    datasets = tuple(dict.fromkeys(names))
    table = aligned.table[list(design.crossed)].to_numpy(dtype=float)
    parts = [table[names == name] for name in datasets]
    if len({len(part) for part in parts}) > 1:
        raise InputError(
            "the data sets have different numbers of folds.", "folds", "Use the same design on all of them."
        )
    stacked = np.stack(parts).reshape(len(parts), -1, *design.shape)
    if len(table) < 2:
        raise NotApplicable("one fold has nothing to be held against.", "folds", "Use a design of several.")
    return (stacked.swapaxes(0, 1), ()) if stacked.shape[1] == 1 else (stacked, datasets)


def _inflation(found: Evidence, learners: Sequence[str], folds: int, drop_undefined: bool) -> float:
    gathering = gathered(found, list(learners), drop_undefined=drop_undefined)
    inputs, _ = inputs_of(TESTS["corrected_anova"], gathering, {})
    return 1 + folds * float(np.sum(inputs["n_validation"]) / np.sum(inputs["n_train"]))


def _analysed(
    design: Factors, scores: Array, datasets: tuple[str, ...], inflation: float, lower_is_better: bool
) -> FactorialAnalysis:
    origin = scores.flat[0]
    noise, several = float(rounding(scores.ravel())), len(datasets) > 1
    deviations = scores - origin  # near 10¹² sums of scores have no digits to spare
    cells = tuple(range(2, deviations.ndim))
    blocks = deviations.mean(axis=cells, keepdims=True)
    within = deviations - blocks
    treated = within.mean(axis=1, keepdims=True)
    per_block = int(np.prod(design.shape))
    count = scores.shape[0] * scores.shape[1]
    blocks_squares = per_block * _squares(blocks - blocks.mean(), noise)
    residual = (scores.shape[0] * (scores.shape[1] - 1) * (per_block - 1), _squares(within - treated, noise))
    names = (*design.names, DATA_SET) if several else design.names
    axes = {name: cells[place] for place, name in enumerate(design.names)} | {DATA_SET: 0}
    rows = [
        _effect(chosen, treated, [axes[name] for name in chosen], count * per_block, noise)
        for chosen in _effects(names)
    ]
    frame = _judged(pd.DataFrame(rows), blocks_squares, residual, inflation)
    return FactorialAnalysis(
        factors=design,
        means=origin + deviations.mean(axis=1),
        datasets=datasets,
        effects=frame,
        blocks=(count - 1, blocks_squares),
        residual=residual,
        inflation=inflation,
        lower_is_better=lower_is_better,
    )


def eta_text(share: float) -> str:
    """Write η² or partial η²: a share of the variation, in a sentence as in a table."""
    return MISSING if np.isnan(share) else f"{share:.3f}"


def _p(p_value: float, alpha: float) -> str:
    return "undefined" if np.isnan(p_value) else probability(p_value, alpha)


def _effects(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Main effects and interactions, short ones first; that the data sets differ is no question."""
    orders = (chosen for order in range(1, len(names) + 1) for chosen in combinations(names, order))
    return [chosen for chosen in orders if chosen != (DATA_SET,)]


def _effect(
    chosen: tuple[str, ...], treated: Array, axes: Sequence[int], scores: int, noise: float
) -> dict[str, Any]:
    """One row of the table: what the cells deviate by, once lower orders are taken out and the rest is averaged."""
    part = treated
    for axis in range(part.ndim):
        mean = part.mean(axis=axis, keepdims=True)
        part = part - mean if axis in axes else mean
    degrees = int(np.prod([part.shape[axis] - 1 for axis in axes]))
    return {
        "effect": TIMES.join(chosen),
        "factors": len(chosen),
        "df": degrees,
        "sum_of_squares": scores / part.size * _squares(part, noise),
        "largest": float(np.abs(part).max()),
    }


def _squares(part: Array, noise: float) -> float:
    """Sum of squares; 0 where all of it is rounding."""
    return float(np.sum(part**2)) if np.abs(part).max(initial=0.0) > noise else 0.0


def _judged(
    frame: pd.DataFrame, blocks_squares: float, residual: tuple[int, float], inflation: float
) -> pd.DataFrame:
    """F, p and effect sizes. Without a residual an effect is either none, or cannot be judged."""
    squares, degrees = (frame[name].to_numpy(dtype=float) for name in ("sum_of_squares", "df"))
    df2, left = residual
    f = ratio(squares / degrees, np.asarray(inflation * left / df2))
    p = [
        float(FisherF(df1, df2).p_value(np.asarray(value), "two-sided"))
        for df1, value in zip(degrees.tolist(), f.tolist(), strict=True)
    ]
    p_values = np.array(p) if left else np.where(squares > 0, np.nan, 1.0)
    total = squares.sum() + left + blocks_squares
    return frame.assign(
        mean_square=squares / degrees,
        statistic=np.where(squares > 0, f, 0.0),
        p_value=p_values,
        eta_squared=ratio(squares, np.asarray(total)),
        partial_eta_squared=ratio(squares, squares + left),
    )
