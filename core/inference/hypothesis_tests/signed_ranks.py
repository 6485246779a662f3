"""Two learners, paired scores, no normal differences: Wilcoxon's signed ranks and the sign-flip permutation test.

Wilcoxon 1945; Fisher 1935; Good 2005.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import pairs_first, snapped, tail
from core.inference.declaration.assumptions import (
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    always,
    signs_enough,
)
from core.inference.declaration.entry import Bounds, Evaluation, Example, Terms, TestEntry, one_sided_lines
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import PAIRED, PARAMETER, check_paired
from core.inference.declaration.suitability import (
    LIBERAL,
    NO_NEW_EVIDENCE,
    NOBODY_SAID,
    SAME_HALVES,
    FoldRules,
    Rule,
)
from core.inference.distributions.continuous import Alternative
from core.inference.distributions.discrete import Finite, RankSumNormal
from core.inference.distributions.ranks import tie_sizes, tied_ranks
from core.records import Array
from core.written import counted

EXACT_UNTIED = 50
EXACT_TIED = 25
ENUMERATED = 20
FLIPS = 100_000
TOLERANCE = 1e-12
CACHED = 400_000
"""Numbers worked on at a time: about what the processor's cache holds."""

ZEROS = Need(
    "zeros",
    "word",
    "zero differences: dropped, ranked and then dropped (Pratt), or ranked and split evenly (Demšar)",
    optional=True,
    default="drop",
    choices=("drop", "pratt", "split"),
)


def snapped_differences(a: Array, b: Array) -> tuple[Array, Array]:
    """Differences, and the size below which two of them are the same: 1e-12·max|score|."""
    a, b = pairs_first(a, b)
    differences = a - b
    scale = np.maximum(np.abs(a).max(axis=0), np.abs(b).max(axis=0))
    tolerance = np.asarray(TOLERANCE * scale)
    return np.moveaxis(snapped(differences, tolerance), 0, -1), tolerance


def signed_rank_terms(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Signed mid-ranks of the differences, with zeros treated as asked."""
    d, tolerance = snapped_differences(inputs["a"], inputs["b"])
    zero = d == 0
    zeros = zero.sum(axis=-1)
    ranks = tied_ranks(np.abs(d), tolerance)
    split = 0.0
    if inputs["zeros"] == "drop":
        ranks = ranks - zeros[..., None]
    elif inputs["zeros"] == "split":
        odd = zeros % 2
        ranks = ranks - odd[..., None]  # one zero is ignored where they cannot be split evenly
        even = zeros - odd
        split = even * (even + 1) / 4
    ranks = np.where(zero, 0.0, ranks)
    return {
        "differences": d,
        "pairs": d.shape[-1],
        "zeros": zeros,
        "used": (~zero).sum(axis=-1),
        "ranks": ranks,
        "split": split,
        "rank_sum_plus": np.where(d > 0, ranks, 0.0).sum(axis=-1) + split,
        "rank_sum_minus": np.where(d < 0, ranks, 0.0).sum(axis=-1) + split,
        "never": zero.all(axis=-1),
        "mean_difference": snapped(d.mean(axis=-1), tolerance),
        "tolerance": tolerance,
    }


def wilcoxon(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Wilcoxon's signed-rank test; the statistic is the sum of the ranks of the positive differences.

    Reference: Wilcoxon 1945; Demšar 2006, section 3.1.3.
    """
    terms = signed_rank_terms(inputs)
    terms["estimate"] = snapped(hodges_lehmann(terms["differences"]), terms["tolerance"])
    p = signed_rank_p_values(terms, alternative)
    return Evaluation(np.asarray(terms["rank_sum_plus"]), p, np.ones(p.shape, dtype=bool), terms)


def signed_rank_p_values(terms: Mapping[str, Any], alternative: Alternative) -> Array:
    """P-value of each sum of positive ranks; 1 where no two scores differ."""
    statistic = np.asarray(terms["rank_sum_plus"])
    p = np.empty(statistic.shape)
    plain = (terms["zeros"] == 0) & (tie_sizes(terms["ranks"]) == 0)
    p[plain] = signed_rank_null(np.arange(1.0, terms["pairs"] + 1)).p_value(statistic[plain], alternative)
    p[~plain] = _tied_p_values(terms, statistic, ~plain, alternative)
    return np.where(terms["never"], 1.0, p)


def _tied_p_values(
    terms: Mapping[str, Any], statistic: Array, tied: Array, alternative: Alternative
) -> Array:
    """P-values where ranks are shared; experiments with the same ranks share one null distribution."""
    shift, observed = np.broadcast_to(terms["split"], statistic.shape)[tied], statistic[tied]
    p = np.empty(observed.shape)
    patterns, which = np.unique(np.sort(terms["ranks"][tied], axis=-1), axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        rows = which.reshape(-1) == number
        p[rows] = signed_rank_null(pattern, float(shift[rows][0])).p_value(observed[rows], alternative)
    return p


def signed_rank_null(ranks: Array, shift: float = 0.0) -> Finite | RankSumNormal:
    """Distribution of the sum of positive ranks when every sign is a fair coin.

    Exact for up to 50 ranks without ties or zeros, up to 25 with; else normal.
    """
    used = np.sort(ranks[ranks > 0])
    n = len(used)
    plain = np.array_equal(used, np.arange(1, n + 1)) and len(ranks) == n
    if n > (EXACT_UNTIED if plain else EXACT_TIED):
        mean, variance = used.sum() / 2, (used**2).sum() / 4
        return RankSumNormal(mean + shift, float(np.sqrt(variance)))
    counts = np.ones(1)
    for doubled in np.round(2 * used).astype(int):
        longer = np.zeros(len(counts) + doubled)
        longer[: len(counts)] += counts
        longer[doubled:] += counts
        counts = longer
    values = np.arange(len(counts)) / 2 + shift
    kept = counts > 0
    words = f"exact sum of {counted(n, 'signed ranks')}"
    return Finite(values[kept], counts[kept] / 2.0**n, words, float(used.sum()) / 2 + shift, 1e-9)


def walsh_averages(differences: Array) -> Array:
    """Means of all pairs of differences, each with itself too, along the last axis."""
    n = differences.shape[-1]
    averages = np.empty((*differences.shape[:-1], n * (n + 1) // 2))
    end = 0
    for i in range(n):
        begin, end = end, end + n - i
        np.add(differences[..., i:], differences[..., i, None], out=averages[..., begin:end])
    averages /= 2
    return averages


def hodges_lehmann(differences: Array) -> Array:
    """Median of the Walsh averages; the median itself beyond 500 differences, to bound the memory."""
    if differences.shape[-1] > 500:
        return np.asarray(np.median(differences, axis=-1))
    rows = differences.reshape(-1, differences.shape[-1])
    parts = np.array_split(rows, 1 + rows.size * rows.shape[-1] // CACHED)
    return np.concatenate([_middle(walsh_averages(part)) for part in parts]).reshape(differences.shape[:-1])


def _middle(values: Array) -> Array:
    """Medians of many short rows: parted at one place, which is faster than to sort them or to part them at two."""
    upper = values.shape[-1] // 2
    parted = np.partition(values, upper, axis=-1)
    lower = parted[:, upper] if values.shape[-1] % 2 else parted[:, :upper].max(axis=-1)
    return np.asarray((lower + parted[:, upper]) / 2)


def wilcoxon_null(terms: Terms, _alternative: Alternative) -> Finite | RankSumNormal:
    """Null distribution of this input's ranks."""
    return signed_rank_null(np.asarray(terms["ranks"]), float(terms["split"]))


def wilcoxon_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Common differences that the test does not reject, by Walsh averages; 0 is judged as the test judges it.

    The quantiles are those of ranks without ties, which differ from those of the ranks at hand where there are ties.
    """
    averages = np.sort(walsh_averages(np.asarray(terms["differences"])))
    null = signed_rank_null(np.arange(1.0, int(terms["pairs"]) + 1))
    critical = null.critical_values(2 * tail(level, sides), "two-sided")
    low, high = -np.inf, np.inf
    if critical:
        k = int(np.floor(critical[0] + 1e-9))
        low, high = float(averages[k]), float(averages[len(averages) - 1 - k])
    low, high = (-np.inf if sides == "upper" else low), (np.inf if sides == "lower" else high)
    if terms["p_value"] > round(1 - level, 12):
        return min(low, 0.0), max(high, 0.0)
    above = sides == "lower" or (sides == "two" and terms["rank_sum_plus"] > terms["rank_sum_minus"])
    if above:
        low = max(low, float(averages[averages > 0][0]))
        return low, max(low, high)
    high = min(high, float(averages[averages < 0][-1]))
    return min(low, high), high


def sign_flips(pairs: int) -> Array:
    """All 2^J patterns of signs for J ≤ 20, else 100 000 seeded ones; 1 where the sign is flipped."""
    if pairs <= ENUMERATED:
        return np.asarray((np.arange(2**pairs)[:, None] >> np.arange(pairs)) & 1, dtype=float)
    return np.random.default_rng(0).integers(0, 2, (FLIPS, pairs)).astype(float)


def permutation(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Sign-flip permutation test of the mean difference.

    All 2^J sign patterns for up to 20 pairs, else 100 000 seeded ones and (b + 1)/(B + 1).

    Reference: Fisher 1935; Good 2005.
    """
    d, tolerance = snapped_differences(inputs["a"], inputs["b"])
    pairs = d.shape[-1]
    flips = sign_flips(pairs)
    flat, slack = d.reshape(-1, pairs), tolerance.reshape(-1)
    p = np.empty(len(flat))
    batch = max(1, int(2e7 // len(flips)))
    for start in range(0, len(flat), batch):
        block = flat[start : start + batch]
        p[start : start + batch] = _flip_p(block, slack[start : start + batch], flips, alternative)
    never = (d == 0).all(axis=-1)
    patterns = len(flips) + (pairs > ENUMERATED)  # beside those drawn, the one that was observed
    p = p.reshape(d.shape[:-1])
    terms = {
        "differences": d,
        "pairs": pairs,
        "patterns": patterns,
        "extreme": np.round(p * patterns),
        "estimate": snapped(d.mean(axis=-1), tolerance),
        "smallest_p": 2.0 ** (1 - pairs) if pairs <= ENUMERATED else 1 / (FLIPS + 1),
        "never": never,
        "tolerance": tolerance,
    }
    p = np.where(never, 1.0, p)
    return Evaluation(np.asarray(terms["estimate"]), p, np.ones(p.shape, dtype=bool), terms)


def _flip_p(d: Array, slack: Array, flips: Array, alternative: Alternative) -> Array:
    total = d.sum(axis=-1, keepdims=True)
    flipped = total - 2 * d @ flips.T
    margin = slack[:, None] * d.shape[-1]
    if alternative == "less":
        extreme = flipped <= total + margin
    elif alternative == "greater":
        extreme = flipped >= total - margin
    else:
        extreme = np.abs(flipped) >= np.abs(total) - margin
    count = extreme.sum(axis=-1)
    if d.shape[-1] <= ENUMERATED:
        return np.asarray(count / len(flips))
    return np.asarray((count + 1) / (len(flips) + 1))


def permutation_null(terms: Terms, _alternative: Alternative) -> Finite:
    """Means of the differences under every pattern of signs."""
    d = np.asarray(terms["differences"])
    flips = sign_flips(len(d))
    means = np.sort((d.sum() - 2 * flips @ d) / len(d))
    weights = np.full(len(means), 1 / len(means))
    return Finite(
        means,
        weights,
        f"mean d under {len(flips):,} patterns of signs",
        0.0,
        float(terms["tolerance"]),
    )


def permutation_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Common differences that the test does not reject: order statistics of the means of subsets."""
    d = np.asarray(terms["differences"])
    flips = sign_flips(len(d))
    sizes = flips.sum(axis=1)
    means = np.sort((flips[sizes > 0] @ d) / sizes[sizes > 0])
    count = len(flips) if len(d) <= ENUMERATED else len(flips) + 1
    k = int(np.floor(tail(level, sides) * count + 1e-9))
    if k < 1:
        return -np.inf, np.inf
    low, high = float(means[k - 1]), float(means[len(means) - k])
    return (-np.inf if sides == "upper" else low), (np.inf if sides == "lower" else high)


WILCOXON_FIELDS: dict[str, Any] = {
    "target": "L",
    "parameter": "The centre of the differences (first minus second)",
    "symbol": r"\theta",
    "formula": r"W^+ = \sum_{d_i > 0} \mathrm{rank}\,|d_i| \quad "
    r"\left(+\, \tfrac12 \sum_{d_i = 0} \mathrm{rank}\,|d_i| \text{ if zeros are split}\right)",
    "letter": "W⁺",
    "steps": (
        r"W^+ = «rank_sum_plus»,\quad W^- = «rank_sum_minus»,\quad \text{zeros: } «zeros»",
        r"p = «p_value»",
    ),
    "null_words": "every sign a fair coin: exact up to 50 differences (25 with ties), else normal",
    "continuous": False,
    "interval_title": "Hodges–Lehmann interval by Walsh averages",
    "estimate_title": "Hodges–Lehmann estimate",
    "function": wilcoxon,
    "null": wilcoxon_null,
    "bounds": wilcoxon_bounds,
    "check": check_paired,
    "never_differ": "The two never differ: all «pairs» differences are zero.",
}
ENOUGH_SIGNS = signs_enough("used", "non-zero differences")
SYMMETRIC = always(
    "symmetric", "Differences symmetric about their centre", "Look at the picture of the differences."
)


def _signs(disjoint: str) -> FoldRules:
    """Rules of a test that takes the signs of all differences for independent."""
    return {
        "disjoint": Rule("valid", disjoint),
        "one_pass": LIBERAL,
        "repeated": NO_NEW_EVIDENCE,
        "halves": SAME_HALVES,
        "balanced_halves": SAME_HALVES,
        "unknown": NOBODY_SAID,
    }


WILCOXON = TestEntry(
    key="wilcoxon",
    # its form over data sets is a test of its own
    folds=_signs("Independent pairs; needs no normal differences."),
    title="Wilcoxon signed-rank test",
    summary="Do the positive differences rank higher than the negative ones?",
    reference="@wilcoxon1945; @i2ml appendix on rank tests",
    question="two_learners",
    needs=(*PAIRED, ZEROS),
    assumptions=(INDEPENDENT_PAIRS, ENOUGH_SIGNS, LARGE_VALIDATION_SETS, SYMMETRIC),
    cautions=(
        "Over folds whose training sets overlap it rejects too often: size .15 with 10 folds at correlation .1, .56 "
        "with 100.",
    ),
    examples=(
        Example(
            {"a": (1.0, 2, 3, 4, 5, 6), "b": (0.0,) * 6},
            {"statistic": "21", "p_value": ".03125", "estimate": "3.5"},
            "by hand: all ranks positive, 2·½⁶",
        ),
    ),
    basis="over «pairs» folds",
    **WILCOXON_FIELDS,
)

_SIGNS = r", \qquad s \in \{-1, 1\}^J"
_FLIPPED = (r"\bar d = «estimate»", r"p = \frac{«extreme»}{«patterns»} = «p_value»")

PERMUTATION = TestEntry(
    key="permutation",
    folds={
        **_signs("Independent pairs; exact."),
        "data_sets": Rule("valid", "Rows are independent; exact."),
    },
    title="Sign-flip permutation test",
    summary="How often would so large a mean difference arise if the signs of the differences were chance?",
    reference="@fisher1935; @good2005",
    question="two_learners",
    target="L",
    parameter=PARAMETER,
    symbol=r"\mu_d",
    formula=r"p = \frac{\#\{s : |\sum_i s_i d_i| \ge |\sum_i d_i|\}}{\#\{s\}}" + _SIGNS,
    letter="mean d",
    of_measure=True,
    steps=_FLIPPED,
    one_sided=one_sided_lines(
        r"p = \frac{\#\{s : \sum_i s_i d_i ⋚ \sum_i d_i\}}{\#\{s\}}" + _SIGNS, *_FLIPPED
    ),
    null_words="the mean difference under all 2^J patterns of signs (100,000 seeded ones beyond 20 pairs)",
    needs=PAIRED,
    continuous=False,
    assumptions=(
        INDEPENDENT_PAIRS,
        signs_enough("pairs", "pairs"),
        LARGE_VALIDATION_SETS,
        SYMMETRIC,
    ),
    cautions=("Over folds whose training sets overlap it rejects too often, as the paired t test does.",),
    examples=(
        Example(
            {"a": (1.0, 2, 3, 4, 5, 6), "b": (0.0,) * 6},
            {"statistic": "3.5", "p_value": ".03125"},
            "by hand: only the two patterns of one sign are as extreme, 2/64",
        ),
    ),
    interval_title="mean difference, inverted permutation test",
    basis="over «pairs» folds",
    function=permutation,
    null=permutation_null,
    bounds=permutation_bounds,
    check=check_paired,
    never_differ="The two never differ: all «pairs» differences are zero.",
)

ENTRIES = (WILCOXON, PERMUTATION)
