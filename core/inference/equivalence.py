"""Two learners, paired fold scores: is the difference shown to be too small to matter?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.inference.assumptions import CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES, OVERLAPPING_PAIRS
from core.inference.declared import Evaluation, Example, Terms, TestEntry
from core.inference.folds import FIELDS, PAIRED, SIZES, STEPS, check_corrected, moments, size_ratio
from core.inference.inputs import Need
from core.inference.null import Alternative, StudentT
from core.inference.shared import ratio


@dataclass(frozen=True, eq=False)
class UpperT(StudentT):
    """Student's t of which only large values speak against the null hypothesis."""

    signed = False


def upper_null(terms: Terms, _alternative: Alternative) -> UpperT:
    """T distribution whose upper tail alone rejects."""
    return UpperT(float(terms["df"]))


def equivalence(_alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Two one-sided corrected t tests of equivalence within ±rope.

    The larger of the two p-values belongs to (rope − |mean|)/se.

    Reference: Schuirmann 1987; variance of Nadeau & Bengio 2003.
    """
    terms = moments(inputs["a"], inputs["b"])
    terms["ratio"] = size_ratio(inputs)
    terms["variance_factor"] = 1 / terms["pairs"] + terms["ratio"]
    terms["df"] = float(terms["pairs"] - 1)
    terms["se"] = np.sqrt(terms["variance_factor"] * terms["variance"])
    se = np.where(terms["constant"], 0.0, terms["se"])
    room = inputs["rope"] - np.abs(terms["estimate"])
    terms |= {
        "t_low": ratio(terms["estimate"] + inputs["rope"], se),
        "t_high": ratio(terms["estimate"] - inputs["rope"], se),
    }
    statistic = ratio(room, se)
    defined = ~np.asarray(terms["constant"])
    p = np.where(defined, StudentT(terms["df"]).sf(statistic), np.nan)
    return Evaluation(statistic, p, defined, terms)


EQUIVALENCE = TestEntry(
    key="equivalence",
    title="Equivalence: two one-sided corrected t tests",
    summary="Is the difference shown to be smaller than what matters in practice?",
    reference="Schuirmann 1987; variance of Nadeau & Bengio 2003",
    target="L",
    formula=r"t = \frac{\rho - |\bar d|}"
    r"{\sqrt{\left(\frac{1}{J} + \frac{n_{\text{val}}}{n_{\text{train}}}\right) S^2}}",
    steps=(
        *STEPS,
        r"t_{\text{low}} = \frac{\bar d + \rho}{«se»} = «t_low», \qquad "
        r"t_{\text{high}} = \frac{\bar d - \rho}{«se»} = «t_high»",
        r"p = \max\{P(T \ge «t_low»),\; P(T \le «t_high»)\} = «p_value»",
    ),
    null_words="t with J − 1 degrees of freedom; the larger of the two one-sided p-values counts",
    needs=(*PAIRED, *SIZES, Need("rope", "positive", "largest difference that does not matter in practice")),
    signed=False,
    assumptions=(OVERLAPPING_PAIRS, CONSTANT_RATIO, LARGE_VALIDATION_SETS, NORMAL_SCORES),
    cautions=("The region of practical equivalence is chosen before looking at the scores.",),
    examples=(
        Example(
            {"a": (4.0, 0) * 5, "b": (0.0,) * 10, "n_train": 90, "n_validation": 10, "rope": 5.0},
            {"statistic": "3.097", "t_low": "7.227", "t_high": "-3.097"},
            "by hand: (5 − 2)/√((1/10 + 1/9)·40/9)",
        ),
    ),
    duality=(),
    interval_title="mean difference, corrected t interval; equivalence at α is the one of level 1 − 2α inside ±ρ",
    function=equivalence,
    check=check_corrected,
    speaks="equivalence",
    **{
        **FIELDS,
        "parameter": "The absolute value of the expected difference",
        "symbol": r"|\mu_d|",
        "null_value": "rope",
        "null": upper_null,
    },
)

ENTRIES = (EQUIVALENCE,)
