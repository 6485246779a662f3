"""Tables of factorial experiments: every effect, the blocks and the residual; the best and the others."""

import re

import numpy as np
import pytest

from core.figures import difference_scale, scale_of
from core.inference import TESTS, against_best, analyse_factors
from core.tables.factors import about_effects, best_table, effects_table
from core.tables.latex import to_latex
from tests.inference.test_factors import drawn, scores_of


def test_effects_with_blocks_and_residual_below():
    scores = scores_of(drawn(5, 3, 2))
    table = effects_table(analyse_factors(scores), difference_scale(scores, "mean", "expected"))
    assert table.frame["effect"].tolist() == ["a", "b", "a × b", "Blocks", "Residual"]
    assert table.frame["df"].sum() == 5 * 3 * 2 - 1
    assert r"Partial $\eta$$^{2}$" in to_latex(table)
    assert "a × b: p" in table.alt
    assert all(row[-1].endswith(" points") for row in table.cells(3))  # a difference of rates


def test_others_beside_the_best_and_whether_they_are_worse():
    scores = scores_of(drawn(10, 4), "a")
    found = against_best(scores)
    table = best_table(found, scale_of(scores), difference_scale(scores, "learner", "best"), 0.05)
    worse = found.others["p_adjusted"] <= 0.05
    assert table.frame["answer"].tolist() == np.where(worse, "worse", "not significantly worse").tolist()
    assert table.alt == found.sentence(0.05)
    assert table.columns["p_bonferroni"].title == "p × 6 (Bonferroni)"
    assert "reason" not in table.shown


def test_who_cannot_be_judged_says_why():
    values = drawn(10, 3)
    values[0, 2] = np.nan
    scores = scores_of(values, "a")
    table = best_table(
        against_best(scores), scale_of(scores), difference_scale(scores, "learner", "best"), 0.05
    )
    row = table.frame.set_index("learner").loc["S (a = 2)"]
    assert row["answer"] == "cannot judge"
    assert "undefined" in row["reason"]
    assert "reason" in table.shown


def test_a_sentence_writes_effect_sizes_as_the_table_does():
    scores = scores_of(drawn(10, 3, 4))
    found = analyse_factors(scores)
    cells = effects_table(found, difference_scale(scores, "mean", "expected")).cells(3)
    told = re.findall(r"partial η² = (\d\.\d+)", found.sentence())
    assert told == [row[-2] for row in cells]


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ((1, 5), ("Folds are blocks. Training sets overlap",)),
        ((3, 5), ("Folds are blocks within each data set.", "The data sets are taken as they are")),
        (
            (6, 1),
            (
                "Data sets are blocks: the effects speak of data sets like these.",
                TESTS["repeated_anova"].folds["data_sets"].reason,
            ),
        ),
    ],
)
def test_what_the_blocks_are_is_said_and_of_which_data_sets_the_effects_speak(shape, said):
    datasets = shape[0]
    found = analyse_factors(
        scores_of(drawn(*shape, 2, 2) if datasets > 1 else drawn(5, 2, 2), datasets=datasets)
    )
    told = about_effects(found)
    assert all(words in told for words in said)
    assert ("Folds" in told) is (datasets != 6) and ("as they are" in told) is (datasets == 3)
