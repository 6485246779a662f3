"""More than two learners by their ranks: Friedman's test and its F form, Kruskal–Wallis, Cochran's Q.

Friedman 1937; Iman & Davenport 1980; Kruskal & Wallis 1952; Cochran 1950.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from core.errors import InputError
from core.inference.declaration.arithmetic import chi2_null, f_null, ratio, settle, side_by_side
from core.inference.declaration.assumptions import INDEPENDENT_INSTANCES, INDEPENDENT_PAIRS, always, at_least
from core.inference.declaration.entry import Evaluation, Example, Terms, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.suitability import BLOCKS_THAT_OVERLAP, DATA_SETS, FORGETS_BLOCKS, Rule
from core.inference.distributions.continuous import Alternative, ChiSquared, FisherF
from core.inference.distributions.ranks import tie_sizes, tied_ranks
from core.inference.hypothesis_tests.signed_ranks import TOLERANCE
from core.records import Array, DesignFacts
from core.written import probability

TABLE = Need("scores", "table", "scores: one row per fold or data set, one column per learner")
EXACT_ROWS = {3: 12, 4: 6, 5: 4}
"""Most rows, by number of learners, for which Friedman's distribution is enumerated."""


def row_ranks(scores: Array) -> Array:
    """Mid-ranks within rows, 1 for the lowest; scores within 1e-12 relative are ties."""
    scale = np.maximum(scores.max(axis=-1), -scores.min(axis=-1))
    return tied_ranks(scores, np.asarray(TOLERANCE * scale))


def friedman_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Friedman's χ² with tie correction, and the mean ranks.

    χ²_F = 12N/(k(k+1))·[Σ R_j² − k(k+1)²/4] ÷ (1 − Σ(t³ − t)/(N(k³ − k))).
    """
    ranks = row_ranks(side_by_side(inputs["scores"]))
    rows, k = ranks.shape[-2:]
    means = ranks.mean(axis=-2)
    spread = ((means - (k + 1) / 2) ** 2).sum(axis=-1)
    plain = 12 * rows / (k * (k + 1)) * spread
    correction = 1 - tie_sizes(ranks).sum(axis=-1) / (rows * (k**3 - k))
    never = correction <= 1e-12
    chi2 = np.where(never, 0.0, ratio(plain, np.where(never, 1.0, correction)))
    return {
        "rows": rows,
        "learners": k,
        "mean_ranks": means,
        "estimate": means.max(axis=-1) - means.min(axis=-1),
        "lowest": means.min(axis=-1),
        "highest": means.max(axis=-1),
        "scale": "mean ranks",
        "spread": spread,
        "tie_correction": correction,
        "chi2": chi2,
        "never": never,
    }


def friedman(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Friedman's test; the term `exact_p` holds the exact p-value for small tables without ties.

    Reference: Friedman 1937; Demšar 2006, section 3.2.2.
    """
    terms = friedman_terms(inputs)
    terms["df"] = float(terms["learners"] - 1)
    rows, k = terms["rows"], terms["learners"]
    untied = np.abs(terms["tie_correction"] - 1) < 1e-9
    if rows <= EXACT_ROWS.get(k, 0):
        terms["exact_p"] = np.where(untied, friedman_exact(terms["chi2"], rows, k), np.nan)
    never = terms["never"]
    return settle(
        terms["chi2"], ChiSquared(terms["df"]), alternative, never=never, defined=~never, terms=terms
    )


def friedman_exact(chi2: Array, rows: int, learners: int) -> Array:
    """Exact P(χ²_F ≥ observed) when every order of the learners in every row is equally likely."""
    values, tails = _friedman_tails(rows, learners)
    return np.asarray(tails[np.searchsorted(values, np.asarray(chi2) - 1e-9)])


@cache
def _friedman_tails(rows: int, learners: int) -> tuple[Array, Array]:
    orders = list(permutations(range(1, learners + 1)))
    sums: dict[tuple[int, ...], float] = {(0,) * learners: 1.0}
    for _ in range(rows):
        longer: dict[tuple[int, ...], float] = {}
        for total, weight in sums.items():
            for order in orders:  # only the multiset of rank sums matters
                state = tuple(sorted(map(int.__add__, total, order)))
                longer[state] = longer.get(state, 0.0) + weight / len(orders)
        sums = longer
    centre = rows * (learners + 1) / 2
    scale = 12 / (rows * learners * (learners + 1))
    weights: dict[float, float] = {}
    for total, weight in sums.items():
        value = round(scale * sum((one - centre) ** 2 for one in total), 9)
        weights[value] = weights.get(value, 0.0) + weight
    values = np.array(sorted(weights))
    masses = np.array([weights[value] for value in values.tolist()])
    return values, np.append(np.cumsum(masses[::-1])[::-1], 0.0)


def iman_davenport(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """F_F = (N − 1)χ²_F/(N(k − 1) − χ²_F); in perfect order F_F = ∞ and p = (1/k!)^(N − 1).

    Reference: Iman & Davenport 1980; Demšar 2006, section 3.2.2.
    """
    terms = friedman_terms(inputs)
    rows, k = terms["rows"], terms["learners"]
    room = rows * (k - 1) - terms["chi2"]
    perfect = ~terms["never"] & (room <= 1e-9 * rows * (k - 1))
    statistic = ratio((rows - 1) * terms["chi2"], np.where(perfect, 0.0, room))
    terms |= {"df1": float(k - 1), "df2": float((k - 1) * (rows - 1)), "perfect": perfect}
    never = terms["never"]
    null = FisherF(terms["df1"], terms["df2"])
    result = settle(statistic, null, alternative, never=never, defined=~never, terms=terms)
    certain = (1 / math.factorial(k)) ** (rows - 1)
    return Evaluation(
        result.statistic, np.where(perfect, certain, result.p_value), result.defined, result.terms
    )


_PERFECT = ((1.0, 2, 3),) * 4
_ORDER = ((1.0, 2, 3), (1, 3, 2), (1, 2, 3), (2, 1, 3))  # rank sums 5, 8, 11: χ² = 4.5
FIELDS: dict[str, Any] = {
    "target": "L",
    "parameter": "The largest difference between the learners' expected ranks",
    "symbol": r"\max_j R_j - \min_j R_j",
    "signed": False,
    "speaks": "several",
    "duality": (),
    "never_differ": "All learners tie everywhere.",
}
FRIEDMAN_FORMULA = (
    r"\chi^2_F = \frac{12N}{k(k+1)}\left[\sum_j R_j^2 - \frac{k(k+1)^2}{4}\right] "
    r"\allowbreak \Big/ \left(1 - \frac{\sum (t^3 - t)}{N(k^3 - k)}\right)"
)
INDEPENDENT_ROWS = always(
    "independent_rows", "Independent rows", "Data sets, or folds whose training sets do not overlap."
)
FOR_CHI2 = at_least("rows", 5, "5 rows or more", "the χ² approximation is poor.")
FOR_F = at_least("rows", 5, "5 rows or more, or the same order in all", "the F approximation is poor.")


def _enough_for_chi2(terms: Terms, facts: DesignFacts | None) -> tuple[bool | None, str]:
    """Where the approximation is poor the exact p-value is told, if it is known."""
    holds, said = FOR_CHI2.judge(terms, facts)
    exact = float(terms.get("exact_p", math.nan))
    return holds, said if holds or math.isnan(exact) else f"{said} Exact p {probability(exact)}."


def _enough_for_f(terms: Terms, facts: DesignFacts | None) -> tuple[bool | None, str]:
    """Of learners that come in the same order in every row p is no approximation."""
    if terms["perfect"]:
        return True, f"Here: {terms['rows']}, all in the same order, for which p is exact: (1/k!)^(N − 1)."
    return FOR_F.judge(terms, facts)


LIBERAL = "Over folds of one data set whose training sets overlap it rejects too often: never the advised test there."


FRIEDMAN = TestEntry(
    key="friedman",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": Rule("valid", "Ranks within folds; needs no normal scores."),
        "data_sets": Rule("valid", "Ranks on independent data sets."),
    },
    title="Friedman's test",
    summary="Do the learners' mean ranks differ more than chance orders would?",
    reference="@friedman1937; @demsar2006, section 3.2.2",
    question="many_datasets",
    formula=FRIEDMAN_FORMULA,
    letter="χ²",
    steps=(
        r"N = «rows»,\quad k = «learners»,\quad \sum_j R_j^2 - \frac{k(k+1)^2}{4} = «spread»",
        r"\chi^2_F = \frac{12 \cdot «rows»}{«learners» \cdot («learners» + 1)} \cdot «spread» / «tie_correction» "
        r"= «statistic»",
    ),
    null_words="χ² with k − 1 degrees of freedom",
    needs=(TABLE,),
    continuous=False,
    assumptions=(
        INDEPENDENT_ROWS,
        replace(FOR_CHI2, judge=_enough_for_chi2),
    ),
    cautions=("Needlessly conservative: the Iman–Davenport form is better (Demšar 2006).", LIBERAL),
    examples=(
        Example(
            {"scores": _ORDER},
            {"statistic": "4.5", "exact_p": ".125"},
            "by hand; Friedman's table, N = 4, k = 3",
        ),
    ),
    basis="over «rows» rows",
    function=friedman,
    null=chi2_null,
    **FIELDS,
)

IMAN_DAVENPORT = TestEntry(
    key="iman_davenport",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": Rule("valid", "Ranks within folds; less conservative than Friedman's χ²."),
        "data_sets": Rule(
            "valid",
            "Ranks on independent data sets; less conservative than Friedman's χ².",
            f"{DATA_SETS}; ranks need no common scale.",
        ),
    },
    title="Iman–Davenport test",
    summary="Friedman's statistic in the form of an F: less conservative.",
    reference="@iman1980; @demsar2006, section 3.2.2",
    question="many_datasets",
    formula=r"F_F = \frac{(N-1)\,\chi^2_F}{N(k-1) - \chi^2_F}",
    letter="F",
    steps=(
        r"\chi^2_F = «chi2»,\qquad N = «rows»,\quad k = «learners»",
        r"F_F = \frac{(«rows»-1) \cdot «chi2»}{«rows» \cdot («learners»-1) - «chi2»} = «statistic»",
    ),
    null_words="F with k − 1 and (k − 1)(N − 1) degrees of freedom",
    needs=(TABLE,),
    continuous=False,
    assumptions=(INDEPENDENT_ROWS, replace(FOR_F, judge=_enough_for_f)),
    cautions=(LIBERAL,),
    examples=(
        Example({"scores": _ORDER}, {"statistic": "3.857", "df2": "6"}, "by hand: 3·4.5/(8 − 4.5)"),
        Example({"scores": _PERFECT}, {"p_value": ".0046"}, "perfect order: (1/3!)³"),
    ),
    basis="over «rows» rows",
    function=iman_davenport,
    null=f_null,
    **FIELDS,
)


def kruskal_wallis(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Kruskal–Wallis H with tie correction over all scores.

    Reference: Kruskal & Wallis 1952.
    """
    scores = inputs["scores"]
    rows, k = scores.shape[-2:]
    flat = scores.reshape(*scores.shape[:-2], rows * k)
    ranks = row_ranks(side_by_side(flat, axes=1))
    n = rows * k
    means = ranks.reshape(scores.shape).mean(axis=-2)
    spread = ((means - (n + 1) / 2) ** 2).sum(axis=-1)
    plain = 12 * rows / (n * (n + 1)) * spread
    correction = 1 - tie_sizes(ranks) / (n**3 - n)
    never = correction <= 1e-12
    terms = {
        "rows": rows,
        "learners": k,
        "mean_ranks": means,
        "estimate": means.max(axis=-1) - means.min(axis=-1),
        "lowest": means.min(axis=-1),
        "highest": means.max(axis=-1),
        "scale": "mean ranks",
        "scores_in_all": n,
        "spread": spread,
        "tie_correction": correction,
        "df": float(k - 1),
    }
    statistic = ratio(plain, np.where(never, 1.0, correction))
    return settle(statistic, ChiSquared(float(k - 1)), alternative, never=never, defined=~never, terms=terms)


def cochran_q(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Cochran's Q = (L − 1)[LΣG_j² − (ΣG_j)²]/(LΣL_i − ΣL_i²) on right and wrong instances.

    Reference: Cochran 1950.
    """
    correct = side_by_side(inputs["correct"])
    learners = correct.shape[-1]
    columns, rows = correct.sum(axis=-2), correct.sum(axis=-1)
    above = (learners - 1) * (learners * (columns**2).sum(axis=-1) - columns.sum(axis=-1) ** 2)
    below = learners * rows.sum(axis=-1) - (rows**2).sum(axis=-1)
    rates = (correct.shape[-2] - columns) / correct.shape[-2]
    never = below == 0
    terms = {
        "learners": learners,
        "rows": correct.shape[-2],
        "error_rates": rates,
        "estimate": rates.max(axis=-1) - rates.min(axis=-1),
        "lowest": rates.min(axis=-1),
        "highest": rates.max(axis=-1),
        "scale": "error rates",
        "informative": (rows * (learners - rows) > 0).astype(float).sum(axis=-1),
        "above": above,
        "below": below,
        "df": float(learners - 1),
    }
    statistic = ratio(above, below)
    null = ChiSquared(float(learners - 1))
    return settle(statistic, null, alternative, never=never, defined=~never, terms=terms)


def check_right_or_wrong(inputs: Mapping[str, Any]) -> None:
    """Check a table of right and wrong.

    Raises
    ------
    InputError
        If it holds anything but 0 and 1.
    """
    if not np.array_equal(inputs["correct"], inputs["correct"] > 0):
        raise InputError("must hold 1 for right and 0 for wrong.", "correct")


def _same_instances(_inputs: Mapping[str, Any]) -> str:
    return "All learners were judged on the same instances."


KRUSKAL_WALLIS = TestEntry(
    key="kruskal_wallis",
    folds={
        **BLOCKS_THAT_OVERLAP,
        "disjoint": FORGETS_BLOCKS,
    },
    title="Kruskal–Wallis test",
    summary="Do the learners' scores, all ranked together, differ in mean rank?",
    reference="@kruskal1952; @i2ml appendix on rank tests",
    question="many_learners",
    formula=r"H = \frac{12 K}{n(n+1)} \sum_j \left(\bar R_j - \frac{n+1}{2}\right)^2 "
    r"\allowbreak \Big/ \left(1 - \frac{\sum (t^3 - t)}{n^3 - n}\right)",
    letter="H",
    steps=(
        r"K = «rows»,\quad n = «scores_in_all»,\quad \sum_j \left(\bar R_j - \frac{n+1}{2}\right)^2 = «spread»",
        r"H = \frac{12 \cdot «rows»}{«scores_in_all» \cdot («scores_in_all» + 1)} \cdot «spread» / «tie_correction» "
        r"= «statistic»",
    ),
    null_words="χ² with L − 1 degrees of freedom",
    needs=(TABLE,),
    continuous=False,
    assumptions=(
        INDEPENDENT_PAIRS,
        always(
            "unpaired",
            "Unrelated folds for each learner",
            "Learners that share folds are paired: use Friedman's test.",
        ),
    ),
    cautions=("It forgets that the learners share their folds.", LIBERAL),
    examples=(
        Example(
            {"scores": ((1.0, 4, 7), (2, 5, 8), (3, 6, 9))},
            {"statistic": "7.2"},
            "by hand: mean ranks 2, 5, 8",
        ),
    ),
    basis="over «rows» folds",
    function=kruskal_wallis,
    null=chi2_null,
    **FIELDS,
)

COCHRAN_Q = TestEntry(
    key="cochran_q",
    instances="All learners were judged on the same instances.",
    prefers=_same_instances,
    title="Cochran's Q test",
    summary="Are all classifiers right equally often on the same instances?",
    reference="@cochran1950",
    question="many_learners",
    formula=r"Q = \frac{(L-1)\left[L\sum_j G_j^2 - (\sum_j G_j)^2\right]}{L\sum_i L_i - \sum_i L_i^2}",
    letter="Q",
    steps=(r"Q = \frac{«above»}{«below»} = «statistic»",),
    null_words="χ² with L − 1 degrees of freedom",
    needs=(
        Need("correct", "table", "1 for right, 0 for wrong: one row per instance, one column per learner"),
    ),
    continuous=False,
    assumptions=(
        INDEPENDENT_INSTANCES,
        at_least("informative", 24, "24 informative instances or more", "the χ² approximation is poor."),
    ),
    cautions=("For two classifiers it is McNemar's test without continuity correction.",),
    examples=(
        Example(
            {"correct": ((1, 0),) * 6 + ((0, 1),) * 2 + ((1, 1),) * 3},
            {"statistic": "2"},
            "by hand: McNemar without correction, (6 − 2)²/8",
        ),
    ),
    function=cochran_q,
    null=chi2_null,
    check=check_right_or_wrong,
    **{
        **FIELDS,
        "measures": "error",
        "target": "h",
        "parameter": "The largest difference between the classifiers' error rates",
        "symbol": r"\max_j e_j - \min_j e_j",
        "never_differ": "All classifiers are right and wrong on the same instances.",
    },
)

ENTRIES = (FRIEDMAN, IMAN_DAVENPORT, KRUSKAL_WALLIS, COCHRAN_Q)
