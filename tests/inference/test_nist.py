"""One-way analysis of variance on NIST's reference sets, whose results are certified, and on the numbers as stored.

The files come with SciPy. From the seventh simulated set on the scores are near 10¹², where neighbouring doubles lie
1.2·10⁻⁴ apart: what can be had there is the exact answer for the numbers as they are stored.
"""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import scipy.stats.tests

import core

FOLDER = Path(scipy.stats.tests.__file__).parent / "data" / "nist_anova"
SMALL, AVERAGE, LARGE = (
    ("SmLs01", "SmLs02", "SmLs03"),
    ("SmLs04", "SmLs05", "SmLs06"),
    ("SmLs07", "SmLs08", "SmLs09"),
)


def read(name):
    """Certified F, and the scores as replicates × treatments."""
    lines = (FOLDER / f"{name}.dat").read_text().splitlines()
    certified = next(float(line.split()[-1]) for line in lines if line.startswith("Between"))
    rows = [line.split() for line in lines if re.fullmatch(r"\s*\d+\s+[\d.]+\s*", line)]
    treatments = sorted({int(treatment) for treatment, _ in rows})
    groups = [[float(value) for treatment, value in rows if int(treatment) == one] for one in treatments]
    return certified, np.array(groups).T


def digits(found, expected):
    """Number of correct significant digits."""
    return 16.0 if found == expected else -np.log10(abs(found - expected) / abs(expected))


def exact_f(scores):
    """F in whole numbers: of the doubles as they are, times a power of two that F does not see."""
    groups = [[int(Fraction(value) * 2**60) for value in column] for column in scores.T.tolist()]
    k, n = len(groups), len(groups[0])
    sums = [sum(group) for group in groups]
    between = Fraction(k * sum(one * one for one in sums) - sum(sums) ** 2, k * n)
    within = sum(value * value for group in groups for value in group) - Fraction(
        sum(one * one for one in sums), n
    )
    return float(between / (k - 1) / (within / (k * (n - 1))))


@pytest.mark.parametrize(
    ("names", "least"),
    [(("SiRstv", "AtmWtAg"), 9), (SMALL, 12), (AVERAGE, 8), (LARGE, 2)],
    ids=str,
)
def test_certified_f_to_the_digits_that_the_stored_numbers_have(names, least):
    for name in names:
        certified, scores = read(name)
        assert digits(core.run_test("anova", scores=scores).statistic, certified) > least, name


@pytest.mark.parametrize("name", ["SiRstv", "AtmWtAg", *SMALL, *AVERAGE, *LARGE])
def test_exact_for_the_numbers_as_stored(name):
    _, scores = read(name)
    assert core.run_test("anova", scores=scores).statistic == pytest.approx(exact_f(scores), rel=1e-12)
