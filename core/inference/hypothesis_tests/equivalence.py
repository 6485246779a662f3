"""Two learners: is their difference shown to be smaller than what matters? Two one-sided tests.

Schuirmann 1987; Nadeau & Bengio 2003; Tango 1998.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import ratio, tail
from core.inference.declaration.assumptions import (
    CONSTANT_RATIO,
    INDEPENDENT_INSTANCES,
    INDEPENDENT_PAIRS,
    LARGE_VALIDATION_SETS,
    NORMAL_SCORES,
    OVERLAPPING_PAIRS,
)
from core.inference.declaration.checks import check_disagreements
from core.inference.declaration.entry import Bounds, Evaluation, Example, Terms, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import (
    PAIRED,
    SIZES,
    check_corrected,
    check_paired,
    moments,
    size_ratio,
)
from core.inference.declaration.posterior import ENOUGH_PAIRS, with_enough_pairs
from core.inference.declaration.suitability import ALLOWS, NOBODY_SAID, Rule, where_sets_overlap
from core.inference.distributions.continuous import Alternative, Normal, StudentT
from core.inference.distributions.limits import tango, tango_rate, tango_score
from core.inference.hypothesis_tests.counts import DISAGREEMENTS, NOT_LEARNERS, SAME_INSTANCES
from core.inference.hypothesis_tests.fold_t_tests import FIELDS, NO_SPREAD, STEPS
from core.records import Array


@dataclass(frozen=True, eq=False)
class UpperT(StudentT):
    """Student's t of which only large values speak against the null hypothesis."""

    signed = False


@dataclass(frozen=True, eq=False)
class UpperNormal(Normal):
    """Standard normal distribution of which only large values speak against the null hypothesis."""

    signed = False


def upper_t_null(terms: Terms, _alternative: Alternative) -> UpperT:
    """T distribution whose upper tail alone rejects."""
    return UpperT(float(terms["df"]))


def upper_normal_null(_terms: Terms, _alternative: Alternative) -> UpperNormal:
    """Standard normal distribution whose upper tail alone rejects."""
    return UpperNormal()


def _two_one_sided(
    null: UpperT | UpperNormal, low: Array, high: Array, defined: Array, terms: dict[str, Any]
) -> Evaluation:
    """The larger p-value of "above −rope" (`low` is large) and "below rope" (`high` is small)."""
    letter = "z" if isinstance(null, UpperNormal) else "t"
    p_low, p_high = (np.where(defined, null.sf(statistic), np.nan) for statistic in (low, -high))
    statistic = np.minimum(low, -high)
    terms |= {f"{letter}_low": low, f"{letter}_high": high, "p_low": p_low, "p_high": p_high}
    return Evaluation(statistic, np.maximum(p_low, p_high), defined, terms)


def _of_mean(inputs: Mapping[str, Any], terms: dict[str, Any], variance_factor: Array | float) -> Evaluation:
    """Judge the mean difference, whose squared standard error is `variance_factor` × S²."""
    terms |= {
        "variance_factor": variance_factor,
        "df": float(terms["pairs"] - 1),
        "se": np.sqrt(variance_factor * terms["variance"]),
    }
    se = np.where(terms["constant"], 0.0, terms["se"])
    low, high = (ratio(terms["estimate"] + end, se) for end in (inputs["rope"], -inputs["rope"]))
    return _two_one_sided(UpperT(terms["df"]), low, high, ~np.asarray(terms["constant"]), terms)


def equivalence(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Two one-sided corrected t tests of equivalence within ±rope.

    Reference: Schuirmann 1987; variance of Nadeau & Bengio 2003.
    """
    terms = moments(inputs["a"], inputs["b"])
    terms["ratio"] = size_ratio(inputs)
    return _of_mean(inputs, terms, 1 / terms["pairs"] + terms["ratio"])


def paired_equivalence(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Two one-sided paired t tests of equivalence within ±rope.

    Reference: Schuirmann 1987.
    """
    terms = moments(inputs["a"], inputs["b"])
    return _of_mean(inputs, terms, 1 / terms["pairs"])


def rates_equivalence(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Two one-sided score tests that two error rates on one sample differ by less than the rope.

    Reference: Tango 1998, eqs. 2–4.
    """
    e01, e10, n, rope = np.broadcast_arrays(*(inputs[name] for name in ("e01", "e10", "n", "rope")))
    low, high = tango_score(-rope, e01, e10, n), tango_score(rope, e01, e10, n)
    terms: dict[str, Any] = {
        "estimate": np.asarray((e01 - e10) / n),
        "q_low": tango_rate(-rope, e01, e10, n),
        "q_high": tango_rate(rope, e01, e10, n),
    }
    return _two_one_sided(UpperNormal(), low, high, np.ones(n.shape, dtype=bool), terms)


def rates_bounds(terms: Terms, level: float, sides: str) -> Bounds:
    """Tango's score limits of the difference of the two rates."""
    return _score_limits(*(float(terms[name]) for name in ("e01", "e10", "n")), tail(level, sides))


@lru_cache(maxsize=256)
def _score_limits(e01: float, e10: float, n: float, tail: float) -> Bounds:
    """Kept: every position of the slider of what does not matter asks for the same three times."""
    low, high = tango(np.asarray(e01), np.asarray(e10), np.asarray(n), tail)
    return float(low), float(high)


ROPE = Need("rope", "positive", "largest difference that does not matter in practice")
CHOSEN_BEFORE = "The region of practical equivalence is chosen before looking at the scores."
NOT_WORSE = "Each of the two p-values alone is a test of non-inferiority: of a difference above −ρ, or of one below ρ."
_LAST_STEP = r"p = \max\{«p_low»,\; «p_high»\} = «p_value»"
_T_STEPS = (
    *STEPS,
    r"t_{\text{low}} = \frac{\bar d + \rho}{«se»} = «t_low», \qquad "
    r"t_{\text{high}} = \frac{\bar d - \rho}{«se»} = «t_high»",
    r"P(T \ge «t_low») = «p_low», \qquad P(T \le «t_high») = «p_high»",
    _LAST_STEP,
)
_WITHIN = "equivalence at α is the one of level 1 − 2α inside ±ρ"
_FOLDS: dict[str, Any] = {
    **FIELDS,
    "parameter": "The absolute value of the expected difference",
    "symbol": r"|\mu_d|",
    "null_value": "rope",
    "null": upper_t_null,
    "signed": False,
    "duality": (),
    "speaks": "equivalence",
    "undefined": NO_SPREAD,  # no test on instances of the learners shows equivalence
    "target": "L",
    "steps": _T_STEPS,
    "cautions": (CHOSEN_BEFORE, NOT_WORSE),
}
_A, _ZEROS = (4.0, 0) * 5, (0.0,) * 10

EQUIVALENCE = TestEntry(
    key="equivalence",
    other_names=("ROPE", "TOST"),
    folds=with_enough_pairs(
        where_sets_overlap(f"{ALLOWS} Needs the largest difference that does not matter.")
    ),
    title="Equivalence: two corrected t tests",
    summary="Is the difference shown to be smaller than what matters in practice?",
    reference="@schuirmann1987; variance of @nadeau2003",
    formula=r"t = \frac{\rho - |\bar d|}"
    r"{\sqrt{\left(\frac{1}{J} + \frac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}}",
    null_words="t with J − 1 degrees of freedom; the larger of the two one-sided p-values counts",
    needs=(*PAIRED, *SIZES, ROPE),
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, ENOUGH_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    examples=(
        Example(
            {"a": _A, "b": _ZEROS, "n_train": 90, "n_validation": 10, "rope": 5.0},
            {"statistic": "3.097", "t_low": "7.227", "t_high": "-3.097"},
            "by hand: (5 − 2)/√((1/10 + 1/9)·40/9)",
        ),
    ),
    interval_title=f"mean difference, corrected t interval; {_WITHIN}",
    function=equivalence,
    check=check_corrected,
    **_FOLDS,
)

PAIRED_EQUIVALENCE = TestEntry(
    key="paired_equivalence",
    other_names=("ROPE", "TOST"),
    folds=with_enough_pairs(
        {
            "disjoint": Rule(
                "valid", "No two pairs share instances. Needs the largest difference that does not matter."
            ),
            "unknown": NOBODY_SAID,
        }
    ),
    title="Equivalence: two paired t tests",
    summary="Is the difference shown to be smaller than what matters, where no training sets overlap?",
    reference="@schuirmann1987",
    formula=r"t = \frac{\sqrt{J}\,(\rho - |\bar d|)}{S}",
    null_words="t with J − 1 degrees of freedom; the larger of the two one-sided p-values counts",
    needs=(*PAIRED, ROPE),
    assumptions=(INDEPENDENT_PAIRS, ENOUGH_PAIRS, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    examples=(
        Example(
            {"a": _A, "b": _ZEROS, "rope": 5.0},
            {"statistic": "4.5", "t_low": "10.5", "t_high": "-4.5"},
            "by hand: √10·(5 − 2)/√(40/9) = 4.5",
        ),
    ),
    interval_title=f"mean difference, t interval; {_WITHIN}",
    function=paired_equivalence,
    check=check_paired,
    **_FOLDS,
)

RATES_EQUIVALENCE = TestEntry(
    key="rates_equivalence",
    other_names=("ROPE", "TOST"),
    instances="Both learners judged on the same instances. Needs the largest difference that does not matter.",
    title="Equivalence: score tests of paired rates",
    summary="Are two error rates on the same instances shown to differ by less than what matters in practice?",
    reference="@tango1998; @schuirmann1987",
    question="two_learners",
    target="h",
    parameter="The absolute value of the difference of the error rates",
    symbol="|d|",
    null_value="rope",
    formula=r"z_{\Delta} = \frac{e_{01} - e_{10} - N\Delta}{\sqrt{N(2\hat q_\Delta + \Delta(1-\Delta))}}"
    r", \qquad z = \min(z_{-\rho},\, -z_{\rho})",
    letter="z",
    steps=(
        r"\hat d = \frac{«e01» - «e10»}{«n»} = «estimate»",
        r"\hat q_{-\rho} = «q_low», \qquad \hat q_{\rho} = «q_high»",
        r"z_{-\rho} = \frac{«e01» - «e10» + «n» \cdot «rope»}"
        r"{\sqrt{«n» \cdot (2 \cdot «q_low» - «rope» \cdot (1 + «rope»))}} = «z_low»",
        r"z_{\rho} = \frac{«e01» - «e10» - «n» \cdot «rope»}"
        r"{\sqrt{«n» \cdot (2 \cdot «q_high» + «rope» \cdot (1 - «rope»))}} = «z_high»",
        r"P(Z \ge «z_low») = «p_low», \qquad P(Z \le «z_high») = «p_high»",
        _LAST_STEP,
    ),
    null_words="standard normal; the larger of the two one-sided p-values counts",
    needs=(
        *DISAGREEMENTS[:2],
        Need("n", "size", "validation instances"),
        Need("rope", "rate", "largest difference of the error rates that does not matter in practice"),
    ),
    signed=False,
    continuous=False,
    assumptions=(SAME_INSTANCES, INDEPENDENT_INSTANCES),
    cautions=(CHOSEN_BEFORE, NOT_WORSE, NOT_LEARNERS),
    examples=(
        Example(
            {"e01": 0, "e10": 1, "n": 44, "rope": 0.1},
            {"z_low": "1.709", "p_low": ".044"},
            "Tango 1998: two ways to disinfect soft contact lenses, 44 pairs, margin .1",
        ),
        Example(
            {"e01": 0, "e10": 0, "n": 100, "rope": 0.2},
            {"statistic": "5", "z_low": "5", "z_high": "-5"},
            "by hand: q̂ is 0 at Δ = ρ, so z = √N·√(ρ/(1 − ρ)) = 10·½",
        ),
    ),
    duality=(),
    measures="error",
    speaks="equivalence",
    interval_title=f"difference of two error rates on one sample (Tango score); {_WITHIN}",
    function=rates_equivalence,
    null=upper_normal_null,
    bounds=rates_bounds,
    check=check_disagreements,
)

ENTRIES = (EQUIVALENCE, PAIRED_EQUIVALENCE, RATES_EQUIVALENCE)
