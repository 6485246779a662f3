"""Which learners differ: Nemenyi, Shaffer, Tukey, against published tables and SciPy."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.errors import InputError, NotApplicable
from core.inference import compare_ranks, holm, run_test, shaffer, tukey_hsd
from core.inference.comparing.posthoc import RankComparison, nemenyi_quantile, true_hypotheses
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores


def over_datasets(table, names, *, lower=True, rows="data sets"):
    tidy = [
        (
            f"d{i}" if rows == "data sets" else "d",
            name,
            1,
            1 if rows == "data sets" else i + 1,
            np.nan,
            np.nan,
            score,
        )
        for i, row in enumerate(table)
        for name, score in zip(names, row, strict=True)
    ]
    facts = None if rows == "data sets" else DesignFacts("k_fold", 1, len(table))
    frame = pd.DataFrame(tidy, columns=FOLD_SCORE_COLUMNS)
    return FoldScores(
        frame, "error" if lower else "auc", "x", lower, facts=facts, rows=rows, learner_order=tuple(names)
    )


def test_quantiles_of_demsars_table_5():
    printed = {2: "1.960", 3: "2.343", 4: "2.569", 5: "2.728", 10: "3.164"}
    for learners, text in printed.items():
        assert f"{nemenyi_quantile(learners, 0.05):.3f}" in {text, f"{float(text) + 0.001:.3f}"}
    assert f"{nemenyi_quantile(4, 0.1):.3f}" == "2.291"


def test_demsars_example():
    """Demšar 2006, section 3.2.2: four learners, 14 data sets, mean ranks 3.143, 2.000, 2.893, 1.964."""
    ranks = RankComparison(("m+cf", "m", "cf", "none"), np.array([1.964, 2.0, 2.893, 3.143]), 14)
    assert f"{ranks.critical_difference(0.05):.2f}" == "1.25"
    assert f"{ranks.critical_difference(0.1):.2f}" == "1.12"
    assert f"{ranks.critical_difference(0.05, 'bonferroni_dunn'):.2f}" == "1.17"
    assert ranks.groups(0.05) == (("m+cf", "m", "cf", "none"),)
    assert ranks.groups(0.1) == (("m+cf", "m", "cf"), ("cf", "none"))
    z = ranks.against("none")
    assert z["z"].to_numpy() == pytest.approx((np.array([1.964, 2.0, 2.893]) - 3.143) / 0.488, abs=3e-3)
    chi2 = 12 * 14 / 20 * (sum(r * r for r in (3.143, 2.0, 2.893, 1.964)) - 4 * 25 / 4)
    assert f"{chi2:.2f}" == "9.28"


def test_shaffer_counts_what_can_hold_together():
    assert sorted(true_hypotheses(5)) == [0, 1, 2, 3, 4, 6, 10]
    p = np.array([0.001, 0.012, 0.02, 0.3, 0.01, 0.6])
    adjusted = shaffer(p, 4)
    ordered = np.sort(p)
    expected = np.maximum.accumulate(np.minimum(1, ordered * [6, 3, 3, 3, 2, 1]))
    assert np.sort(adjusted) == pytest.approx(expected)
    assert np.all(adjusted <= holm(p) + 1e-12)
    with pytest.raises(InputError, match="6 pairs"):
        shaffer(p[:4], 4)


@pytest.mark.parametrize("lower", [True, False])
def test_ranks_follow_the_direction_of_the_measure(lower):
    table = np.random.default_rng(0).normal((0.2, 0.3, 0.4), 0.03, (8, 3))
    ranks = compare_ranks(over_datasets(table, "ABC", lower=lower))
    assert ranks.learners == (("A", "B", "C") if lower else ("C", "B", "A"))
    assert ranks.mean_ranks.sum() == pytest.approx(6)
    pairs = ranks.pairs
    assert list(pairs["first"]) == [ranks.learners[0], ranks.learners[0], ranks.learners[1]]
    assert pairs["p_nemenyi"].to_numpy() == pytest.approx(
        stats.studentized_range.sf(np.abs(pairs["z"]) * np.sqrt(2), 3, np.inf), rel=1e-6
    )
    assert np.all(pairs["p_holm"] >= pairs["p_shaffer"] - 1e-12)
    # significant by Nemenyi exactly when the difference exceeds the critical difference
    far = np.abs(pairs["difference"]) >= ranks.critical_difference(0.05)
    assert (pairs["p_nemenyi"] <= 0.05).tolist() == far.tolist()


def test_groups_overlap_and_hold_every_pair_that_is_not_told_apart():
    ranks = RankComparison(tuple("ABCDE"), np.array([1.2, 2.0, 2.4, 4.4, 5.0]), 30)
    reach = ranks.critical_difference(0.05)
    groups = ranks.groups(0.05)
    for i, one in enumerate(ranks.learners):
        for j in range(i + 1, 5):
            together = any(one in group and ranks.learners[j] in group for group in groups)
            assert together == (ranks.mean_ranks[j] - ranks.mean_ranks[i] <= reach)


def test_folds_are_not_passed_off_as_data_sets():
    table = np.random.default_rng(0).normal(0.2, 0.03, (8, 3))
    with pytest.raises(NotApplicable, match="folds of one data set"):
        compare_ranks(over_datasets(table, "ABC", rows="folds"))
    with pytest.raises(InputError, match="two learners"):
        compare_ranks(over_datasets(table, "ABC"), ["A"])
    with pytest.raises(InputError, match="two data sets"):
        compare_ranks(over_datasets(table[:1], "ABC"))
    ranks = compare_ranks(over_datasets(table, "ABC"))
    with pytest.raises(InputError, match="control"):
        ranks.against("Z")
    with pytest.raises(InputError, match="method"):
        ranks.critical_difference(0.05, "dunn")


def test_tukey_agrees_with_scipy():
    table = np.random.default_rng(0).normal((0.2, 0.25, 0.3), 0.05, (10, 3))
    theirs = stats.tukey_hsd(*table.T)
    ours = tukey_hsd(run_test("anova", scores=table), "ABC")
    assert ours["p_value"].to_numpy() == pytest.approx(theirs.pvalue[[0, 0, 1], [1, 2, 2]], rel=1e-6)
    blocks = tukey_hsd(run_test("repeated_anova", scores=table), "ABC")
    assert blocks["difference"].to_numpy() == pytest.approx(ours["difference"].to_numpy())
    with pytest.raises(NotApplicable):
        tukey_hsd(run_test("friedman", scores=table), "ABC")
    with pytest.raises(InputError, match="2 names for 3"):
        tukey_hsd(run_test("anova", scores=table), "AB")
