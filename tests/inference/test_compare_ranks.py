"""Learners over many data sets: Demšar's example, SciPy, enumeration, groups, refusals."""

from itertools import combinations, pairwise, permutations, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.errors import InputError, NotApplicable
from core.inference import (
    RANK_ADJUSTMENTS,
    TESTS,
    Grouping,
    compare_ranks,
    fitting_adjustments,
    friedman_ranks,
    run_test,
)
from core.inference.comparing.other_family import WHY, OtherFamily, other_family, other_test
from core.inference.comparing.pair_tests import PAIR_TESTS, permuted_error, plain_error
from core.inference.hypothesis_tests.ranks_between_blocks import aligned_ranks, weighted_ranks
from core.records import FOLD_SCORE_COLUMNS, DesignFacts, FoldScores
from core.written import p_text

DEMSAR = Path(__file__).parents[2] / "sample_data" / "imports" / "demsar2006.csv"


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


def demsar(*, as_ranked: bool = True) -> FoldScores:
    """Table 6 of Demšar 2006; he ranks the two scores .975 on "voting" 2 and 3, so they were rounded for print."""
    table = pd.read_csv(DEMSAR, index_col=0)
    if as_ranked:
        table.loc["voting", "C4.5+cf"] += 1e-4
    return over_datasets(table.to_numpy(), list(table), lower=False)


def drawn(seed=0, rows=8, spread=0.03, means=(0.2, 0.3, 0.4)):
    return np.random.default_rng(seed).normal(means, spread, (rows, len(means)))


def test_a_test_of_all_learners_says_over_how_many_data_sets():
    tests = compare_ranks(demsar()).tests
    assert all("; over 14 data sets " in verdict.sentence() for verdict in tests.values())


@pytest.mark.parametrize("lower", [True, False])
def test_the_best_mean_rank_is_the_lowest_in_words_as_in_the_table(lower):
    ranks = compare_ranks(over_datasets(drawn(means=(0.2, 0.21, 0.3)), "ABC", lower=lower))
    told = "range from {:.3g} to {:.3g}".format(*ranks.mean_ranks[[0, -1]])
    assert all(told in ranks.tests[key].sentence() for key in ("friedman", "iman_davenport"))


# --- published numbers -------------------------------------------------------------------------------------------


def test_demsars_example():
    """Demšar 2006, section 3.2.2: χ² = 9.28, F = 3.69, critical differences 1.25 and 1.12, 1.17 to a control."""
    ranks = compare_ranks(demsar(), adjustment="nemenyi")
    assert ranks.learners == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert [f"{rank:.3f}" for rank in ranks.mean_ranks] == ["1.964", "2.000", "2.893", "3.143"]
    assert f"{ranks.critical_difference(0.05):.2f}" == "1.25"
    assert f"{ranks.critical_difference(0.1):.2f}" == "1.12"
    friedman = ranks.tests["friedman"]
    untied = friedman.statistic * friedman.terms["tie_correction"]
    assert f"{untied:.2f}" == "9.28"
    assert 13 * untied / (14 * 3 - untied) == pytest.approx(3.69, abs=0.005)
    assert ranks.groups(0.05) == (ranks.learners,)
    assert ranks.groups(0.1) == (("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5"))
    against = compare_ranks(demsar(), control="C4.5", adjustment="bonferroni")
    assert f"{against.critical_difference(0.05):.2f}" == "1.17"
    z = against.pairs.set_index("second")["statistic"]
    assert z["C4.5+m"] == pytest.approx(1.143 / 0.488, abs=0.005)
    assert against.groups(0.05) == (("C4.5+m", "C4.5+cf", "C4.5"),)


def test_what_the_other_test_says_of_the_same_pairs_stands_beside_and_why():
    scores = core.read_fold_scores(DEMSAR, measure="auc", rows="data sets")
    ranks, signed = compare_ranks(scores), compare_ranks(scores, pairs="wilcoxon")
    first, second = (scores.wide[name] for name in ("C4.5+m", "C4.5"))
    raw = 2 * stats.norm.sf((ranks.mean_ranks[3] - ranks.mean_ranks[1]) / np.sqrt(4 * 5 / (6 * 14)))
    assert (first > second).sum() == 10  # and 2 ties
    said = other_family(ranks, signed)
    assert said.sentence(0.05) == (
        "By Wilcoxon's test, pair by pair, p by Holm, C4.5+m and C4.5 (p = .044) are told apart, here they are not. "
        f"{WHY}: choose before looking."
    )
    assert said.sentence(0.01).endswith("p by Holm, no pair is told apart either.")
    for judged in (signed, core.all_pairs(scores)):
        back = other_family(judged, ranks).sentence(0.05)
        assert f"C4.5+m and C4.5 (p = {p_text(5 * raw)}) are not told apart, here they are" in back
    assert other_test(ranks, "C4.5", "C4.5+m") == (
        f"By mean ranks, as on Many data sets, p = {p_text(raw)}, adjusted by Holm p = {p_text(5 * raw)}. {WHY}."
    )
    assert other_family(ranks, ranks).sentence(0.099).endswith("the same 2 pairs are told apart.")
    against = compare_ranks(scores, control="C4.5"), compare_ranks(scores, pairs="wilcoxon", control="C4.5")
    assert "C4.5+m and C4.5" in other_family(*against).sentence(0.03)


def test_of_pairs_of_long_names_that_another_test_tells_apart_fewer_are_named():
    names = [f"gradient_boosting_with_{letter}_hundred_trees" for letter in "abcd"]
    apart = np.array([0.01, 0.02, 0.03])
    pairs = tuple(pairwise(names))
    said = OtherFamily("Wilcoxon's test", pairs, np.ones(3), apart).sentence(0.05)
    assert f"{names[0]} and {names[1]} (p = .010) and 2 further pairs are told apart" in said
    short = (("A", "B"), ("B", "C"), ("C", "D"))
    assert "C and D (p = .030) are told apart" in OtherFamily("it", short, np.ones(3), apart).sentence(0.05)


def test_a_test_that_could_tell_no_pair_apart_on_so_few_data_sets_says_so():
    few = over_datasets(drawn()[:6], "ABC")
    ranks, signed = (compare_ranks(few, pairs=key) for key in ("friedman", "wilcoxon"))
    least = 2 * 0.5**6  # of Wilcoxon's test on six data sets, by Holm three times that
    assert (signed.decidable(3 * least), signed.decidable(3 * least - 1e-9)) == (True, False)
    assert ranks.decidable(0.05)
    assert "no pair can be told apart, whatever the outcome: 6 data sets" in other_family(
        ranks, signed
    ).sentence(0.05)
    alone = compare_ranks(few, pairs="wilcoxon", control="B", adjustment="bonferroni")
    assert (alone.decidable(2 * least), alone.decidable(0.06)) == (True, False)


def test_pairs_are_divided_by_semicolons_where_a_name_holds_a_comma():
    pairs = [("k-NN, k = 1", "LDA"), ("k-NN, k = 1", "tree"), ("LDA", "tree")]
    said = OtherFamily("ranks", tuple(pairs), np.full(3, 0.2), np.array([0.01, 0.02, 0.03]))
    assert "k-NN, k = 1 and LDA (p = .010); k-NN, k = 1 and tree (p = .020); and LDA and" in said.sentence(
        0.05
    )


def test_quade_agrees_with_r():
    """The example of R's `quade.test` (Conover 1999): F = 3.8293, df 4 and 24, p = .01519."""
    lotions = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
    verdict = run_test("quade", scores=lotions)
    assert (f"{verdict.statistic:.4f}", verdict.df, f"{verdict.p_value:.5f}") == (
        "3.8293",
        (4, 24),
        "0.01519",
    )


def test_friedman_and_wilcoxon_are_scipys():
    table = drawn(3, 12, means=(0.2, 0.21, 0.23, 0.2))
    ranks = compare_ranks(over_datasets(table, "ABCD"), pairs="wilcoxon")
    theirs = stats.friedmanchisquare(*table.T)
    assert ranks.tests["friedman"].p_value == pytest.approx(theirs.pvalue)
    for row in ranks.pairs.itertuples():
        a, b = (table[:, "ABCD".index(name)] for name in (row.first, row.second))
        assert row.p_value == pytest.approx(stats.wilcoxon(a, b).pvalue)
        assert (row.wins, row.losses) == ((a < b).sum(), (a > b).sum())


def test_aligned_ranks_are_those_of_all_scores_together():
    table = drawn(5, 7, means=(0.2, 0.25, 0.2, 0.3))
    expected = stats.rankdata(table - table.mean(axis=1, keepdims=True)).reshape(table.shape)
    assert aligned_ranks(table) == pytest.approx(expected)
    sums = expected.sum(axis=0)
    n, k = table.shape
    top = (k - 1) * ((sums**2).sum() - k * n**2 / 4 * (k * n + 1) ** 2)
    below = k * n * (k * n + 1) * (2 * k * n + 1) / 6 - (expected.sum(axis=1) ** 2).sum() / k
    verdict = run_test("aligned_friedman", scores=table)  # García et al. 2010, eq. 3
    assert verdict.statistic == pytest.approx(top / below)
    assert verdict.p_value == pytest.approx(stats.chi2.sf(top / below, k - 1))


# --- what follows from the null hypothesis -----------------------------------------------------------------------


@pytest.mark.parametrize("ranking", [aligned_ranks, weighted_ranks])
def test_the_standard_error_is_that_of_every_order_within_data_sets(ranking):
    ranks = ranking(np.array([[0.1, 0.2, 0.4], [0.5, 0.1, 0.2], [0.3, 0.3, 0.9]]))
    orders = list(permutations(range(3)))
    found = [
        np.mean([row[list(order)] for row, order in zip(ranks, chosen, strict=True)], axis=0)
        for chosen in product(orders, repeat=3)
    ]
    differences = np.array(found)[:, 0] - np.array(found)[:, 1]
    assert permuted_error(ranks) == pytest.approx(differences.std())


def test_without_ties_both_standard_errors_agree():
    ranks = np.array([[1.0, 2, 3, 4], [2, 1, 4, 3], [4, 1, 2, 3]])
    assert permuted_error(ranks) == pytest.approx(plain_error(ranks))


def test_the_mean_of_the_aligned_statistic_over_every_order_is_its_degrees_of_freedom():
    table = np.array([[0.1, 0.2, 0.4], [0.5, 0.1, 0.2], [0.3, 0.3, 0.9]])
    orders = [list(order) for order in permutations(range(3))]
    tables = np.array(
        [[row[o] for row, o in zip(table, chosen, strict=True)] for chosen in product(orders, repeat=3)]
    )
    result = TESTS["aligned_friedman"].evaluate(scores=tables)
    assert result.statistic.mean() == pytest.approx(2.0)


@pytest.mark.parametrize("key", ["aligned_friedman", "quade"])
def test_their_size_is_alpha(key):
    tables = np.random.default_rng(2).normal(size=(4000, 12, 4))
    result = TESTS[key].evaluate(scores=tables)
    assert np.mean(result.p_value <= 0.05) == pytest.approx(0.05, abs=0.012)


@pytest.mark.parametrize("key", ["aligned_friedman", "quade", "friedman", "iman_davenport"])
def test_all_tied_and_perfect_order(key):
    tied = run_test(key, scores=np.full((6, 3), 0.25))
    assert (tied.p_value, tied.rejects(0.05)) == (1.0, False)
    perfect = run_test(key, scores=np.tile([0.1, 0.2, 0.3], (6, 1)))
    assert perfect.p_value < 0.01
    if key == "quade":
        assert perfect.statistic == np.inf
        assert perfect.p_value == pytest.approx(6.0**-5)


@pytest.mark.parametrize("key", ["aligned_friedman", "quade"])
def test_vectorised_over_leading_axes(key):
    tables = np.round(np.random.default_rng(1).normal(size=(2, 3, 7, 4)), 1)
    whole = TESTS[key].evaluate(scores=tables)
    for place in np.ndindex(2, 3):
        assert whole.p_value[place] == pytest.approx(run_test(key, scores=tables[place]).p_value)


# --- ranks, pairs, direction -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lower", [True, False])
def test_ranks_follow_the_direction_of_the_measure(lower):
    ranks = compare_ranks(over_datasets(drawn(), "ABC", lower=lower), adjustment="nemenyi")
    assert ranks.learners == (("A", "B", "C") if lower else ("C", "B", "A"))
    assert ranks.mean_ranks.sum() == pytest.approx(6)
    pairs = ranks.pairs
    assert list(pairs["first"]) == [ranks.learners[0], ranks.learners[0], ranks.learners[1]]
    far = np.abs(pairs["difference"]) >= ranks.critical_difference(0.05)
    assert (pairs["p_adjusted"] <= 0.05).tolist() == far.tolist()
    assert (pairs["wins"] >= pairs["losses"]).all()
    best = ranks.learners[0]
    assert (
        ranks.grouping().of(best, 1) == ranks.learners[2:]
        or ranks.grouping().of(best, 1) == ranks.learners[1:]
    )


@pytest.mark.parametrize("pair_test", PAIR_TESTS)
def test_the_other_direction_is_the_same_with_the_sign_turned(pair_test):
    table = drawn(4, 9, means=(0.2, 0.22, 0.25, 0.2))
    one = compare_ranks(over_datasets(table, "ABCD"), pairs=pair_test)
    other = compare_ranks(over_datasets(-table, "ABCD", lower=False), pairs=pair_test)
    assert one.learners == other.learners
    pd.testing.assert_frame_equal(one.pairs, other.pairs)


def test_ranks_of_every_data_set():
    table = [[0.1, 0.2, 0.2], [0.3, 0.1, 0.1 + 1e-15]]
    assert friedman_ranks(over_datasets(table, "ABC")).to_numpy().tolist() == [[1, 2.5, 2.5], [3, 1.5, 1.5]]
    upside_down = friedman_ranks(over_datasets(table, "ABC", lower=False))
    assert upside_down.loc["d0"].tolist() == [3, 1.5, 1.5]
    assert core.friedman_ranks is friedman_ranks


@given(st.integers(0, 10**6), st.sampled_from(sorted(PAIR_TESTS)))
def test_order_of_learners_and_data_sets_does_not_matter(seed, pair_test):
    rng = np.random.default_rng(seed)
    table = np.round(rng.normal(0.3, 0.05, (7, 4)), 2)
    names = list("ABCD")
    one = compare_ranks(over_datasets(table, names), pairs=pair_test)
    columns, rows = rng.permutation(4), rng.permutation(7)
    shuffled = over_datasets(table[rows][:, columns], [names[i] for i in columns])
    two = compare_ranks(shuffled, pairs=pair_test)
    for value in ("p_adjusted", "statistic", "wins"):
        expected = one.matrix(value).loc[names, names].to_numpy()
        assert two.matrix(value).loc[names, names].to_numpy() == pytest.approx(expected, nan_ok=True)


def test_pair_by_pair_no_third_learner_matters():
    table = drawn(6, 10, means=(0.2, 0.23, 0.25, 0.2))
    few = compare_ranks(over_datasets(table[:, :3], "ABC"), pairs="wilcoxon").matrix("p_value")
    many = compare_ranks(over_datasets(table, "ABCD"), pairs="wilcoxon").matrix("p_value")
    assert few.loc["A", "B"] == many.loc["A", "B"]


def test_two_equal_learners_are_never_told_apart():
    table = drawn(0, 20, 0.005)
    for pair_test in PAIR_TESTS:
        ranks = compare_ranks(over_datasets(np.column_stack([table, table[:, :1]]), "ABCD"), pairs=pair_test)
        assert ranks.matrix("p_adjusted").loc["A", "D"] == pytest.approx(1.0)
        assert ranks.matrix("ties").loc["A", "D"] == 20
        assert any({"A", "D"} <= set(group) for group in ranks.groups())


@pytest.mark.parametrize("pair_test", PAIR_TESTS)
def test_where_all_are_equal_nothing_is_found(pair_test):
    ranks = compare_ranks(over_datasets(np.full((6, 3), 0.2), "ABC"), pairs=pair_test)
    assert (ranks.pairs["p_adjusted"] == 1).all()
    assert ranks.groups() == (ranks.learners,)
    assert ranks.grouping().leaders == ranks.learners


def test_the_matrix_is_row_less_column():
    ranks = compare_ranks(over_datasets(drawn(), "ABC"))
    wins = ranks.matrix("wins")
    assert wins.loc["A", "C"] == 8
    assert wins.loc["C", "A"] == 0
    assert ranks.matrix("losses").loc["C", "A"] == 8
    difference = ranks.matrix("difference").to_numpy()
    assert difference[0, 1] == -difference[1, 0]
    with pytest.raises(InputError, match="value"):
        ranks.matrix("first")


def test_against_a_control_the_family_is_smaller():
    ranks = compare_ranks(over_datasets(drawn(), "ABC"), control="B")
    assert list(ranks.pairs["first"]) == ["B", "B"]
    assert ranks.adjusted_by("bonferroni").pairs["p_adjusted"].to_numpy() == pytest.approx(
        2 * ranks.pairs["p_value"]
    )
    assert np.isnan(ranks.matrix().loc["A", "C"])
    assert ranks.grouping().pairs_compared == 2


# --- groups ------------------------------------------------------------------------------------------------------


def grouping(apart, k=5):
    better = np.zeros((k, k), dtype=int)
    for i, j in apart:
        better[i, j], better[j, i] = 1, -1
    return Grouping(tuple("ABCDEFGH"[:k]), np.arange(k, dtype=float), better)


def test_groups_overlap_and_never_hold_a_pair_that_is_told_apart():
    found = grouping([(0, 3), (0, 4), (1, 4)])
    assert found.groups == (("A", "B", "C"), ("B", "C", "D"), ("C", "D", "E"))
    assert found.outside == 0
    chain = grouping([(0, 2)])  # A–B and B–C alike, A and C not: no bar from A to C, none of A with D
    assert chain.groups == (("A", "B"), ("B", "C", "D", "E"))
    assert chain.outside == 2
    assert grouping(list(combinations(range(5), 2))).groups == ()
    assert grouping([]).groups == (tuple("ABCDE"),)


@given(st.integers(2, 8), st.data())
def test_groups_are_maximal_runs(k, data):
    pairs = list(combinations(range(k), 2))
    apart = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    found = grouping(apart, k)
    names = found.learners
    runs = [(i, j) for i, j in pairs if not any((a, b) in apart for a, b in combinations(range(i, j + 1), 2))]
    maximal = [r for r in runs if not any(o != r and o[0] <= r[0] and r[1] <= o[1] for o in runs)]
    assert found.groups == tuple(names[i : j + 1] for i, j in maximal)
    inside = {pair for i, j in maximal for pair in combinations(range(i, j + 1), 2)}
    assert found.outside == len(set(pairs) - set(apart) - inside)


@given(st.integers(2, 7), st.data())
def test_sets_are_all_that_hold_no_pair_told_apart_and_can_hold_nobody_else(k, data):
    pairs = list(combinations(range(k), 2))
    found = grouping(data.draw(st.lists(st.sampled_from(pairs), unique=True)), k)
    alike = [
        set(some)
        for size in range(2, k + 1)
        for some in combinations(range(k), size)
        if not any(found.better[pair] for pair in combinations(some, 2))
    ]
    largest = sorted(sorted(one) for one in alike if not any(one < other for other in alike))
    assert found.sets == tuple(tuple(found.learners[place] for place in one) for one in largest)


def test_groups_hold_every_pair_within_reach_of_nemenyi():
    table = drawn(9, 30, 0.05, (0.2, 0.22, 0.23, 0.3, 0.31))
    ranks = compare_ranks(over_datasets(table, "ABCDE"), adjustment="nemenyi")
    reach, groups = ranks.critical_difference(0.05), ranks.groups(0.05)
    for (one, first), (two, second) in combinations(zip(ranks.learners, ranks.mean_ranks, strict=True), 2):
        together = any({one, two} <= set(group) for group in groups)
        assert together == (second - first < reach)
    assert ranks.grouping().outside == 0


@pytest.mark.parametrize("control", [None, "B"])
def test_groups_at_many_levels_are_those_at_each_and_one_where_no_p_lies_between(control):
    alphas = [round(0.001 * step, 3) for step in range(1, 201)]
    ranks = compare_ranks(over_datasets(drawn(5, 12, 0.05, (0.2, 0.22, 0.23, 0.3)), "ABCD"), control=control)
    found = ranks.groupings(reversed(alphas))[::-1]
    for alpha, one in zip(alphas, found, strict=True):
        assert one.better.tolist() == ranks.grouping(alpha).better.tolist()
    p = ranks.pairs["p_adjusted"]
    assert len(set(map(id, found))) == 1 + p[(p > alphas[0]) & (p <= alphas[-1])].nunique()
    at_p = float(p.min())
    assert [one.pairs_apart for one in ranks.groupings([at_p, at_p * (1 - 1e-9)])] == [(p == at_p).sum(), 0]
    with pytest.raises(InputError, match="alpha"):
        ranks.groupings([0.05, 1.5])


# --- refusals ----------------------------------------------------------------------------------------------------


def test_what_cannot_be_ranked_is_refused_in_words():
    table = drawn()
    with pytest.raises(NotApplicable, match="folds of one data set"):
        compare_ranks(over_datasets(table, "ABC", rows="folds"))
    with pytest.raises(InputError, match="two learners"):
        compare_ranks(over_datasets(table, "ABC"), ["A"])
    with pytest.raises(NotApplicable, match="Wilcoxon's signed-rank test or the sign test"):
        compare_ranks(over_datasets(table, "ABC"), ["A", "B"])
    with pytest.raises(InputError, match="two data sets"):
        compare_ranks(over_datasets(table[:1], "ABC"))
    with pytest.raises(InputError, match="no learner 'Z'"):
        compare_ranks(over_datasets(table, "ABC"), control="Z")
    with pytest.raises(InputError, match="made for all pairs"):
        compare_ranks(over_datasets(table, "ABC"), control="A", adjustment="shaffer")
    with pytest.raises(InputError, match="one of mean ranks"):
        compare_ranks(over_datasets(table, "ABC"), pairs="wilcoxon", adjustment="nemenyi")


def test_a_missing_cell_is_named_by_its_data_set():
    scores = over_datasets(drawn(), "ABC")
    frame = scores.frame.drop(index=4)  # B on d1
    gap = FoldScores(frame, "error", "x", True, rows="data sets", learner_order=tuple("ABC"))
    with pytest.raises(InputError, match=r"^B has no score on d1\. .* the same data sets"):
        compare_ranks(gap)


def test_few_data_sets_are_warned_of():
    assert not compare_ranks(over_datasets(drawn(rows=5), "ABC")).notes
    (note,) = compare_ranks(over_datasets(drawn(rows=4), "ABC")).notes
    assert note.startswith("4 data sets can hardly tell learners apart")


def test_folds_of_several_data_sets_are_averaged_and_this_is_said():
    table = drawn()
    frame = over_datasets(table, "ABC").frame
    folds = pd.concat(
        [frame.assign(fold=1, score=frame["score"] - 0.01), frame.assign(fold=2, score=frame["score"] + 0.01)]
    )
    scores = FoldScores(folds.reset_index(drop=True), "error", "x", True, learner_order=tuple("ABC"))
    ranks = compare_ranks(scores)
    assert any("mean scores over the folds" in note for note in ranks.notes)
    assert ranks.mean_ranks == pytest.approx(compare_ranks(over_datasets(table, "ABC")).mean_ranks)


def test_what_fits_can_be_done():
    scores = over_datasets(drawn(means=(0.2, 0.3, 0.4, 0.5)), "ABCD")
    for pair_test, control in product(PAIR_TESTS, (None, "A")):
        keys = fitting_adjustments(4, PAIR_TESTS[pair_test], control)
        assert "holm" in keys
        for key in keys:
            assert (
                compare_ranks(scores, control=control, pairs=pair_test, adjustment=key)
                .pairs["p_adjusted"]
                .notna()
                .all()
            )
        for key in set(RANK_ADJUSTMENTS) - set(keys):
            with pytest.raises(InputError):
                compare_ranks(scores, control=control, pairs=pair_test, adjustment=key)
    assert "bergmann_hommel" not in fitting_adjustments(10, PAIR_TESTS["friedman"])


def test_fifty_learners_on_a_hundred_data_sets():
    table = np.random.default_rng(0).normal(np.linspace(0.2, 0.3, 50), 0.05, (100, 50))
    ranks = compare_ranks(over_datasets(table, [f"L{i}" for i in range(50)]), adjustment="nemenyi")
    assert len(ranks.pairs) == 1225
    assert len(ranks.groups()) > 3


def test_nobody_is_ranked_while_it_is_a_guess_whether_lower_is_better():
    guessed = core.read_fold_scores(DEMSAR, rows="data sets")
    for ask in (compare_ranks, friedman_ranks):
        with pytest.raises(InputError, match="nobody has said what these scores measure"):
            ask(guessed)
