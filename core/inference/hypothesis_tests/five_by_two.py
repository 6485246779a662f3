"""Two learners on m replicates of two halves that swap roles: the 5×2 family.

I2ML 19.15, 19.16; Dietterich 1998; Alpaydın 1999; Wang 2016; Wang, Wang, Jia & Li 2014.
"""

from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import f_null, t_bounds, t_null
from core.inference.declaration.assumptions import (
    BALANCED,
    LARGE_VALIDATION_SETS,
    M_BY_TWO,
    NORMAL_SCORES,
    made_for,
)
from core.inference.declaration.entry import Assumption, Example, Terms, TestEntry
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import PARAMETER, check_paired
from core.inference.declaration.suitability import Rule
from core.inference.hypothesis_tests.five_by_two_statistics import (
    balanced_f,
    blocked_t,
    check_correlations,
    check_possible,
    exact_bounds,
    exact_f,
    exact_null,
    f_bounds,
    five_by_two_f,
    five_by_two_t,
)
from core.records import DesignFacts

FIVE = 5
GRID = (
    Need("a", "grid", "scores of the first learner, replicates × 2"),
    Need("b", "grid", "scores of the second learner, replicates × 2"),
)
RHO = (
    Need("rho1", "correlation", "correlation of the two folds of one replicate", optional=True),
    Need("rho2", "correlation", "correlation of folds of different replicates", optional=True),
)


ZERO_SUM = (
    "In every replicate the two folds differ by the same amount (mean difference «mean_difference»); the "
    "variance estimate is zero, so this test cannot judge. See the tests on instances, such as McNemar's, which need "
    "predictions."
)
F_FORMULA = r"F = \frac{\sum_{i}\sum_{j} \left(d_i^{(j)}\right)^2}{2 \sum_{i} s_i^2}"
F_STEP = r"\sum_i\sum_j (d_i^{(j)})^2 = «sum_of_squares», \qquad \sum_i s_i^2 = «sum_of_variances»"
F_CAUTION = (
    "Numerator and denominator share the differences within replicates, so F is never below ½ and is not exactly "
    "F-distributed: with independent normal differences the size is .0175 (F 10, 5) or .0163 (F 7, 5), and it "
    "grows with the correlation of the folds. See the exact null."
)
REAL_LEARNERS = (
    "It rejects too seldom for learners that hardly change with the training set and too often for those that do: of "
    "two equally good learners on 200 instances, at α = .05, nearest mean was told apart in .01–.07 of the cases, "
    "1-NN in {f} by {which}."
)
FIVE_CAUTION = (
    "Five replicates: fewer leave too few degrees of freedom, more share so many instances that they add little "
    "(Dietterich 1998)."
)
_D = ((0.1, 0.0), (0.1, 0.0), (0.1, 0.0), (0.1, 0.0), (0.1, 0.0))
_ZERO = ((0.0, 0.0),) * 5
_BY_HAND = "by hand: in every replicate the differences 0.1 and 0, so that s² = 0.005"

COMMON: dict[str, Any] = {
    "question": "two_learners",
    "target": "L",
    "parameter": PARAMETER,
    "symbol": r"\mu_d",
    "check": check_paired,
    "never_differ": "The two never differ: all «pairs» differences are zero.",
    "undefined": ZERO_SUM,
    "basis": "over «replicates»×2 folds",
}
T_FIELDS: dict[str, Any] = {**COMMON, "null": t_null, "bounds": t_bounds}
F_FIELDS: dict[str, Any] = {**COMMON, "signed": False, "letter": "F", "null": f_null, "bounds": f_bounds}


_ANY = "Holds on any partition; its degrees of freedom are not calibrated."
_FEW = "With {r} replicates few degrees of freedom are left."


def _one_numerator(facts: DesignFacts) -> Rule:
    share = "one of the ten rejects in 19\u00a0% of null cases" if facts.replicates == FIVE else ""
    words = "Its verdict hangs on an arbitrary numerator" + (f": {share}." if share else ".")
    return Rule("caution", words if facts.replicates > 3 else _FEW.format(r=facts.replicates))


def _on_random_halves(facts: DesignFacts) -> Rule:
    if facts.replicates < FIVE:
        few = _FEW.format(r=facts.replicates)
        return Rule("caution", few, f"Made for halves that swap roles. {few}")
    return Rule(
        "valid",
        f"Made for this design; uses all {facts.pairs} differences.",
        f"Made for {facts.replicates} replicates of two halves; uses all {facts.pairs} differences.",
    )


def _on_balanced_halves(facts: DesignFacts) -> Rule:
    few = facts.replicates <= 3
    return Rule("caution", _FEW.format(r=facts.replicates)) if few else Rule("valid", _ANY)


def _calibrated(facts: DesignFacts) -> Rule:
    if facts.replicates != FIVE:
        return Rule("refused", "Calibrated for five replicates.")
    return Rule(
        "valid",
        "Made for this design, with calibrated degrees of freedom.",
        "Made for balanced halves: five replicates, calibrated degrees of freedom.",
    )


def _what_if(facts: DesignFacts) -> Rule:
    if facts.replicates != FIVE:
        return Rule("refused", "Worked out for five replicates.")
    return Rule("caution", "A what-if: it needs two correlations that one run cannot tell.")


def _blocked(facts: DesignFacts) -> Rule:
    if facts.replicates <= 3:
        return Rule(
            "valid",
            "Made for this design.",
            f"Made for balanced halves; here {facts.replicates} replicates of two.",
        )
    return Rule(
        "valid",
        f"Made for balanced halves; very conservative for {facts.replicates} replicates.",
        "Made for balanced halves with any number of replicates.",
    )


def _in_range(terms: Terms, _facts: DesignFacts | None) -> tuple[bool, str]:
    if terms["rho1"] is None:
        return True, "No correlations are given; 7 degrees of freedom average over those of the paper."
    rho1, rho2 = float(np.min(terms["rho1"])), float(np.max(terms["rho2"]))
    if 0 <= rho1 <= rho2 <= 0.5:
        return True, f"0 ≤ ρ1 = {rho1:.3g} ≤ ρ2 = {rho2:.3g} ≤ ½."
    return False, (
        f"ρ1 = {rho1:.3g} and ρ2 = {rho2:.3g} lie outside 0 ≤ ρ1 ≤ ρ2 ≤ ½, for which f was worked out; of 1-NN "
        "learners ρ1 = .46 and ρ2 = .37 were measured. The exact null takes them."
    )


FIVE_BY_TWO_T = TestEntry(
    key="5x2_t",
    folds={"halves": _one_numerator, "balanced_halves": _one_numerator},
    title="5×2 cv paired t test",
    summary="One of the ten differences, measured against the scatter within the five replicates.",
    reference="@i2ml eqs. 19.15, 19.16; @dietterich1998",
    formula=r"t = \frac{d_1^{(1)}}{\sqrt{\sum_{i=1}^{m} s_i^2 / m}}",
    steps=(
        r"\sum_i s_i^2 = \sum_i\sum_j {(d_i^{(j)} - \bar d_i)^2} = «sum_of_variances»",
        r"t = \frac{«estimate»}{\sqrt{«sum_of_variances» / «replicates»}} = «statistic»",
    ),
    null_words="t with 5 degrees of freedom, an approximation",
    needs=GRID,
    assumptions=(made_for(M_BY_TWO, "5×2 cross-validation"), LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "The numerator is arbitrary: any of the ten differences could stand there, and the verdict may depend on "
        "which does (one of the ten rejects in 19\u00a0% of null cases). The F test combines them.",
        "With independent normal differences its size is .028, not .05.",
        FIVE_CAUTION,
    ),
    examples=(
        Example({"a": _D, "b": _ZERO}, {"statistic": "1.414", "critical": "2.57", "df": "5"}, _BY_HAND),
    ),
    interval_title="d₁⁽¹⁾ ± t·√(Σs²/5)",
    estimate_title="first of the differences",
    function=five_by_two_t,
    **T_FIELDS,
)

FIVE_BY_TWO_F = TestEntry(
    key="5x2_f",
    folds={"halves": _on_random_halves, "balanced_halves": _on_balanced_halves},
    title="5×2 cv F test",
    summary="All ten squared differences together against the scatter within the five replicates.",
    reference="@alpaydin1999; @i2ml section 19.11.3",
    formula=F_FORMULA,
    steps=(F_STEP, r"F = \frac{«sum_of_squares»}{2 \cdot «sum_of_variances»} = «statistic»"),
    null_words="F with 10 and 5 degrees of freedom, an approximation",
    needs=GRID,
    assumptions=(made_for(M_BY_TWO, "5×2 cross-validation"), LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(REAL_LEARNERS.format(f=".151", which="the 5×2 F test"), F_CAUTION, FIVE_CAUTION),
    examples=(Example({"a": _D, "b": _ZERO}, {"statistic": "1", "critical": "4.74"}, _BY_HAND),),
    interval_title="mean difference, inverted 5×2 F test",
    function=five_by_two_f,
    **F_FIELDS,
)

BALANCED_F = TestEntry(
    key="balanced_5x2_f",
    folds={"balanced_halves": _calibrated},
    title="Calibrated balanced 5×2 cv F test",
    summary="The 5×2 F statistic on balanced halves, with degrees of freedom calibrated for correlated folds.",
    reference="@wang2016, eqs. 4–7",
    formula=r"F = (1 - \rho_1)\,\frac{\sum_{i}\sum_{k} \left(d_k^{(i)}\right)^2}{2 \sum_{i} s_i^2}"
    r", \qquad f = \frac{10}{1 + \rho_1^2 + 8\rho_2^2} \text{, or } \rho_1 = 0,\, f = 7 \text{ where none is given}",
    steps=(
        F_STEP,
        r"F = «shrink» \cdot \frac{«sum_of_squares»}{2 \cdot «sum_of_variances»} = «statistic», \qquad "
        r"f = «df1»",
    ),
    null_words="F with 7 and 5 degrees of freedom; with correlations given, f and 5",
    needs=(*GRID, *RHO),
    assumptions=(
        made_for(("balanced_5x2",), "balanced 5×2 cross-validation"),
        Assumption("correlations", "Correlations in the range of the paper", _in_range),
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
    ),
    cautions=(
        REAL_LEARNERS.format(f=".128", which="the balanced 5×2 F test"),
        F_CAUTION,
        "7 is the mean of f over ρ2 with ρ1 = 0: 5√2·arctan √2 = 6.76. For learners that hardly change with the "
        "training set the paper advises ρ2 = ½, f = 3.33 (Remark 6).",
    ),
    examples=(
        Example({"a": _D, "b": _ZERO}, {"statistic": "1", "critical": "4.88"}, _BY_HAND),
        Example(
            {"a": _D, "b": _ZERO, "rho1": 0.0, "rho2": 0.5},
            {"statistic": "1", "df1": "3.333"},
            "Wang 2016, Table 2 and Remark 6",
        ),
        Example(
            {"a": _D, "b": _ZERO, "rho1": 0.4, "rho2": 0.4}, {"statistic": ".60", "df1": "4.098"}, "Table 2"
        ),
    ),
    interval_title="mean difference, inverted balanced 5×2 F test",
    function=balanced_f,
    **{**F_FIELDS, "check": check_correlations},
)

EXACT_F = TestEntry(
    key="exact_5x2_f",
    folds={"halves": _what_if, "balanced_halves": _what_if},
    title="5×2 F test with its exact null distribution",
    summary="The 5×2 F statistic against its true distribution, for correlations that you assume: a what-if.",
    reference="model of @wang2016, Proposition; @bengio2004",
    formula=F_FORMULA,
    steps=(
        F_STEP,
        r"F = \tfrac12\left(1 + \frac{\sum m_i^2}{\sum h_i^2}\right) = «statistic»",
        r"p = P\left(\lambda_1\chi^2_1 + \lambda_2\chi^2_4 \ge (2F-1)\tfrac{1-\rho_1}{2}\chi^2_5\right) = «p_value»",
    ),
    null_words="the exact distribution for normal fold scores with correlations ρ1 and ρ2",
    needs=(
        *GRID,
        Need("rho1", "correlation", "correlation of the two folds of one replicate"),
        Need("rho2", "correlation", "correlation of folds of different replicates"),
    ),
    assumptions=(made_for(M_BY_TWO, "5×2 cross-validation"), LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=(
        "A what-if, never the advised test: the correlations cannot be estimated from one run (Bengio & Grandvalet "
        "2004). Assuming 0 has size .074 at (.1, .1), .127 at (.25, .25) and .199 at (.4, .49).",
        "A verdict is robust when it rejects at ρ1 = ρ2 = ½, where the critical value is 9.14.",
    ),
    examples=(
        Example({"a": _D, "b": _ZERO, "rho1": 0.0, "rho2": 0.0}, {"critical": "3.025"}, "½(1 + F.05,5,5)"),
        Example({"a": _D, "b": _ZERO, "rho1": 0.5, "rho2": 0.5}, {"critical": "9.14"}, "the robust limit"),
    ),
    interval_title="mean difference, inverted exact 5×2 F test",
    function=exact_f,
    **{**F_FIELDS, "check": check_possible, "null": exact_null, "bounds": exact_bounds},
)

BLOCKED_T = TestEntry(
    key="blocked_3x2_t",
    folds={"balanced_halves": _blocked},
    title="Balanced m×2 cv t test",
    summary="The mean difference over balanced m×2 folds, with a deliberately conservative variance; for m = 3 it is "
    "known as the blocked 3×2 cv t test.",
    reference="@wang2014",
    formula=r"t = \frac{\bar d}{\sqrt{\sum_i\sum_k {(d_k^{(i)} - \bar d)^2} / (2m)}}",
    steps=(
        r"\bar d = «estimate», \qquad \sum_i\sum_k {(d_k^{(i)} - \bar d)^2} = «deviations»",
        r"t = \frac{«estimate»}{\sqrt{«deviations» / «pairs»}} = «statistic»",
    ),
    null_words="t with 2m − 1 degrees of freedom, conservative",
    needs=GRID,
    assumptions=(
        made_for(BALANCED, "blocked 3×2 or balanced m×2 cross-validation"),
        LARGE_VALIDATION_SETS,
        NORMAL_SCORES,
    ),
    cautions=(
        "The variance is not divided by the number of folds: near its level when folds correlate by about .4, very "
        "conservative when they do not (size .0023 for m = 3 with independent folds).",
        "Of two equally good learners on 200 instances, at α = .05, it told 1-NN apart in .054 of the cases, nearest "
        "mean in .01–.07.",
    ),
    examples=(
        Example(
            {"a": ((3.0, 1), (3, 1), (3, 1)), "b": ((0.0, 0), (0, 0), (0, 0))},
            {"statistic": "2", "df": "5", "critical": "2.57"},
            "by hand: the differences have the mean 2, their squares around it the sum 6, √(6/6) = 1",
        ),
    ),
    interval_title="mean difference, blocked m×2 t interval",
    function=blocked_t,
    **{
        **T_FIELDS,
        "undefined": "On every «judged_on» they differ by exactly «estimate»; the variance estimate is zero, so "
        "this test cannot judge. See the tests on instances, such as McNemar's, which need predictions.",
    },
)

ENTRIES = (FIVE_BY_TWO_T, FIVE_BY_TWO_F, BALANCED_F, EXACT_F, BLOCKED_T)
