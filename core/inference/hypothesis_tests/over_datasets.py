"""Two learners on many independent data sets: signed ranks, and wins and losses (Demšar 2006)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.inference.declaration.arithmetic import ratio, snapped
from core.inference.declaration.assumptions import COMMENSURABLE, INDEPENDENT_DATASETS, signs_enough
from core.inference.declaration.entry import Evaluation, Example, Terms, TestEntry, one_sided_lines
from core.inference.declaration.inputs import Need
from core.inference.declaration.paired_folds import PAIRED, check_paired
from core.inference.declaration.suitability import DATA_SETS, Rule
from core.inference.distributions.continuous import Alternative
from core.inference.distributions.discrete import Binomial
from core.inference.hypothesis_tests.counts import half_p_value
from core.inference.hypothesis_tests.signed_ranks import (
    ENOUGH_SIGNS,
    SYMMETRIC,
    WILCOXON_FIELDS,
    ZEROS,
    snapped_differences,
)


def sign_over_datasets(alternative: Alternative, inputs: Mapping[str, Any]) -> Evaluation:
    """Sign test on the data sets where the first scores higher, and lower.

    Reference: Demšar 2006, section 3.1.4.
    """
    d, tolerance = snapped_differences(inputs["a"], inputs["b"])
    higher, lower = (d > 0).sum(axis=-1) * 1.0, (d < 0).sum(axis=-1) * 1.0
    ties = d.shape[-1] - higher - lower
    each = np.floor(ties / 2) if inputs["ties"] == "split" else 0.0
    up, down = higher + each, lower + each
    total = up + down
    never = higher + lower == 0
    p = np.where(never, 1.0, half_p_value(up, down, alternative, mid=False))
    terms = {
        "higher": higher,
        "lower": lower,
        "ties": ties,
        "used": total,
        "losses": down,
        "estimate": snapped(d.mean(axis=-1), tolerance),
        "share": np.where(total > 0, ratio(up, total), 0.5),
        "pairs": d.shape[-1],
        "never": never,
    }
    return Evaluation(up, p, np.ones(p.shape, dtype=bool), terms)


def half_null(terms: Terms, _alternative: Alternative) -> Binomial:
    """Binomial with probability ½."""
    return Binomial(terms["used"], 0.5)


WILCOXON_OVER_DATASETS = TestEntry(
    key="wilcoxon_over_datasets",
    folds={
        "data_sets": Rule(
            "valid",
            f"{DATA_SETS}; ranks need no normal differences.",
            f"{DATA_SETS}; the ranks need no normal differences.",
        )
    },
    title="Wilcoxon signed-rank test over data sets",
    summary="Over independent data sets: do the wins rank higher than the losses?",
    reference="@wilcoxon1945; @demsar2006, section 3.1.3; @i2ml appendix, two or more data sets",
    question="many_datasets",
    needs=(*PAIRED, ZEROS),
    assumptions=(
        INDEPENDENT_DATASETS,
        COMMENSURABLE,
        ENOUGH_SIGNS,
        SYMMETRIC,
    ),
    cautions=(
        "Differences on different data sets are only ranked, which needs them to be commensurable in size.",
    ),
    examples=(
        Example(
            {"a": (1.0, 2, 3, 4, 5, 6), "b": (0.0,) * 6},
            {"statistic": "21", "p_value": ".03125"},
            "by hand: all ranks positive, 2·½⁶",
        ),
    ),
    basis="over «pairs» data sets",
    **WILCOXON_FIELDS,
)

_HALF = r", \qquad W \sim \mathrm{Bin}(w+l,\, \tfrac12)"
_WINS = (
    r"\text{first higher: } «higher»,\quad \text{lower: } «lower»,\quad \text{ties: } «ties»",
    r"w = «statistic»,\quad l = «losses»",
)

SIGN_OVER_DATASETS = TestEntry(
    key="sign_over_datasets",
    folds={"data_sets": Rule("valid", "Counts wins and losses: weak, but assumes next to nothing.")},
    title="Sign test over data sets",
    summary="On how many data sets does each learner win?",
    reference="@demsar2006, section 3.1.4; @i2ml appendix, two or more data sets",
    question="many_datasets",
    target="L",
    parameter="The probability that the first scores higher on a data set",
    symbol=r"\pi",
    null_value="½",
    formula=r"p = \min(1,\; 2\,P(W \ge \max(w, l)))" + _HALF,
    letter="w",
    counts="Data sets on which «first» scores higher",
    steps=(*_WINS, r"p = \min(1,\; 2 \cdot P(W \ge \max(«statistic»,\, «losses»))) = «p_value»"),
    one_sided=one_sided_lines(r"p = P(W ⋚ w)" + _HALF, *_WINS, r"p = P(W ⋚ «statistic») = «p_value»"),
    null_words="binomial with one trial per data set and probability ½",
    needs=(
        *PAIRED,
        Need(
            "ties",
            "word",
            "ties: split evenly, an odd one dropped; or all dropped",
            optional=True,
            default="split",
            choices=("split", "drop"),
        ),
    ),
    continuous=False,
    assumptions=(
        INDEPENDENT_DATASETS,
        signs_enough("used", "data sets"),
    ),
    cautions=("It ignores how large the wins are: weaker than Wilcoxon's test.",),
    examples=(
        Example(
            {"a": (1.0, 1, 1, 1, 1, 1, 1, 1, 0, 0), "b": (0.0, 0, 0, 0, 0, 0, 0, 0, 1, 1)},
            {"p_value": ".1094", "statistic": "8"},
            "by hand: 112/1024",
        ),
    ),
    duality=(),
    basis="over «pairs» data sets",
    function=sign_over_datasets,
    null=half_null,
    check=check_paired,
    never_differ="The two tie on all «pairs» data sets.",
)

ENTRIES = (WILCOXON_OVER_DATASETS, SIGN_OVER_DATASETS)
