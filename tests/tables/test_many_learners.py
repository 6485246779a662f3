"""Tables of many learners, and LaTeX: the same numbers, nothing that LaTeX would take for a command."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import core
from core.figures import scale_of
from core.inference import Grouping, applicable_tests, compare_ranks
from core.inference.interpretation.effect_sizes import effects
from core.tables.latex import to_latex
from core.tables.many_learners import (
    letters,
    mean_pairs_table,
    on_datasets_table,
    over_datasets_table,
    rank_pairs_table,
    ranks_table,
    several_table,
)
from core.tables.table import Column, Table
from core.written import MISSING
from tests.inference.test_compare_ranks import demsar, drawn, over_datasets


def test_letters_are_shared_by_those_who_are_not_told_apart():
    better = np.array([[0, 0, 1], [0, 0, 0], [-1, 0, 0]])
    assert letters(Grouping(("A", "B", "C"), np.arange(3.0), better)) == ["a", "ab", "b"]


def test_letters_skip_who_stands_between_and_are_left_out_where_nobody_could_read_them():
    better = np.zeros((4, 4), dtype=int)
    better[1, 3], better[3, 1] = (
        1,
        -1,
    )  # the second and the last only, as Wilcoxon's test has it on Demšar's data
    assert letters(Grouping(tuple("ABCD"), np.arange(4.0), better)) == ["ab", "a", "ab", "b"]
    rivals = np.kron(np.eye(7, dtype=int), [[0, 1], [-1, 0]])  # seven couples: 2^7 sets
    assert letters(Grouping(tuple("ABCDEFGHIJKLMN"), np.arange(14.0), rivals)) == []


def test_ranks_of_demsars_table():
    table = ranks_table(compare_ranks(demsar(), adjustment="nemenyi"), 0.1, demsar())
    assert table.frame["mean_rank"].round(3).tolist() == [1.964, 2.0, 2.893, 3.143]
    assert table.frame["groups"].tolist() == ["a", "a", "ab", "b"]
    assert table.frame["best_on"].sum() >= 14
    assert "C4.5+m+cf 1.964" in table.alt


def test_against_a_control_each_is_told_apart_from_it_or_not_and_nobody_has_a_letter():
    table = ranks_table(compare_ranks(demsar(), control="C4.5", adjustment="bonferroni"), 0.05, demsar())
    rows = table.frame.set_index("learner")
    assert "groups" not in table.saved
    z = np.abs(rows["mean_rank"] - 3.143) / np.sqrt(4 * 5 / (6 * 14))  # Demšar 2006, section 3.2.2
    expected = np.minimum(3 * 2 * stats.norm.sf(z), 1)
    np.testing.assert_allclose(rows["p_adjusted"].iloc[:3], expected[:3], atol=2e-3)
    assert dict(zip(rows.index, (row[-1] for row in table.cells()), strict=True)) == {
        "C4.5+m+cf": "yes",
        "C4.5+cf": "no",
        "C4.5+m": "no",
        "C4.5": MISSING,
    }
    assert table.titles["told_apart"] == "Told apart from C4.5"


@pytest.mark.parametrize(
    ("pairs", "title"),
    [("friedman", "Mean rank"), ("aligned", "Mean aligned rank"), ("quade", "Weighted mean rank")],
)
def test_means_of_other_ranks_are_not_called_mean_ranks(pairs, title):
    table = ranks_table(compare_ranks(demsar(), pairs=pairs), 0.1, demsar())
    assert table.columns["mean_rank"].title == title
    assert table.alt.startswith(f"{title}s, best first")


def test_mean_scores_beside_ranks_are_in_the_unit_of_the_measure():
    scores = demsar()
    forms = [
        ranks_table(compare_ranks(one), 0.1, one).columns["mean_score"].form
        for one in (replace(scores, measure="accuracy"), replace(scores, measure="f1"))
    ]
    assert [form(0.8961) for form in forms] == ["89.61\u00a0%", "0.8961"]


def test_pairs_with_wins_ties_and_losses():
    table = rank_pairs_table(compare_ranks(demsar()), 0.05)
    assert table.frame["p_value"].is_monotonic_increasing
    first = table.frame.iloc[0]
    assert first["record"] == f"{first['wins']}/{first['ties']}/{first['losses']}"
    assert first[["wins", "ties", "losses"]].sum() == 14
    assert table.columns["p_adjusted"].form(0.05033) == ".0503"  # read as .050 it would be at most α


@pytest.mark.parametrize("lower", [True, False])
def test_pairs_of_mean_scores_with_interval_and_folds_won(lower):
    frame = core.run_experiment(core.load_sample("iris"), ("naive_bayes", "lda", "baseline"), "k_fold")
    scores = frame.scores("error" if lower else "accuracy")
    pairs = core.all_pairs(scores)
    table = mean_pairs_table(pairs, scores, 0.05)
    assert set(table.frame) - set(table.saved) == {"interval"}
    assert {"low", "high", "level"} <= set(table.saved)
    by_pair = table.frame.set_index(["first", "second"])
    assert by_pair.loc[("Naive Bayes", "Baseline"), "record"] == "10/0/0"
    low, high = by_pair.loc[("Naive Bayes", "Baseline"), "interval"].split(" … ")
    assert (low.startswith("−") and high.startswith("−")) is lower
    pair = by_pair.loc[("Naive Bayes", "Baseline")]
    own = core.compare(scores, "Naive Bayes", "Baseline").confidence_interval(0.95)
    assert (pair["low"], pair["high"], pair["level"]) == pytest.approx((own.low, own.high, 0.95))
    assert not {"low", "high", "level"} & set(table.titles)


def test_of_a_pair_that_never_differs_the_interval_has_no_width_as_on_two_learners():
    rows = "".join(f"{fold},0.3,0.3,{fold / 100}\n" for fold in range(1, 11))
    scores = core.read_fold_scores(f"fold,A,B,C\n{rows}".encode(), measure="error", design="k_fold")
    frame = mean_pairs_table(core.all_pairs(scores), scores, 0.05).frame.set_index(["first", "second"])
    assert frame.loc[("A", "B"), "interval"] == "no width"
    assert " … " in frame.loc[("A", "C"), "interval"]


def test_of_one_split_nothing_is_won_or_lost_as_of_several():
    found = core.run_experiment(core.load_sample("iris"), ("naive_bayes", "lda", "tree"), "hold_out")
    table = mean_pairs_table(core.all_pairs(found), found.fold_scores, 0.05)
    assert list(table.titles) == ["first", "second", "difference", "interval", "p_value", "p_adjusted"]
    assert "record" not in table.saved


def test_data_sets_that_differ_by_rounding_alone_are_ties_in_every_table():
    table = np.array(
        [[np.nextafter(0.04, 1), 0.04, 0.1], [0.1 + 0.2, 0.3, 0.2], [0.2, 0.1, 0.3], [0.3, 0.2, 0.1]]
    )
    scores = over_datasets(table, "ABC")
    pair = ["A", "B"]
    means = mean_pairs_table(core.all_pairs(scores), scores, 0.05).frame.set_index(["first", "second"])
    ranks = rank_pairs_table(compare_ranks(scores), 0.05).frame
    (ranked,) = ranks[ranks["first"].isin(pair) & ranks["second"].isin(pair)]["record"]
    (won, *_) = effects(core.compare(scores, *pair))
    assert means.loc[tuple(pair), "record"] == "0/2/2"
    assert ranked in {"0/2/2", "2/2/0"}
    assert won.value == "0 – 2 – 2"
    assert "equal on 2 of them" in over_datasets_table(scores, *pair).alt


def test_scores_on_every_data_set_name_the_unit_of_the_difference_once():
    scores = over_datasets(np.array([[0.1, 0.15], [0.2, 0.1]]), "AB")
    named = replace(scores, frame=scores.frame.assign(dataset=[*["breast_cancer"] * 2, *["iris"] * 2]))
    table = over_datasets_table(named, "A", "B")
    assert table.titles["difference"] == "Difference (points)"
    assert [(row[0], row[-1]) for row in table.cells()] == [("breast cancer", "−5.00"), ("iris", "+10.00")]


def test_values_on_every_data_set_have_decimals_alike_in_the_unit_of_the_page():
    values = np.array([[0.9, 0.875, 0.93333], [1.0, 0.5, 0.75]])
    scores = over_datasets(values, "ABC")
    written = {
        measure: on_datasets_table(frame, "Scores", scale_of(replace(scores, measure=measure))).cells()[0][1:]
        for measure in ("accuracy", "auc", "mse")
        for frame in [pd.DataFrame(values, ["breast_cancer", "iris"], list("ABC"))]
    }
    assert written == {
        "accuracy": ["90.00\u00a0%", "87.50\u00a0%", "93.33\u00a0%"],
        "auc": ["0.9000", "0.8750", "0.9333"],
        "mse": ["0.9", "0.875", "0.9333"],
    }
    ranks = on_datasets_table(compare_ranks(scores).ranks, "Ranks")
    assert {text.partition(".")[2] for row in ranks.cells() for text in row[1:]} == {""}
    tied = compare_ranks(over_datasets(np.array([[0.9, 0.9, 0.8], [1.0, 0.5, 0.7]]), "ABC")).ranks
    assert [row[1:] for row in on_datasets_table(tied, "Ranks").cells()] == [
        ["1.0", "2.5", "2.5"],
        ["2.0", "1.0", "3.0"],
    ]
    two = over_datasets_table(replace(scores, measure="auc"), "A", "B")
    assert [row[1:] for row in two.cells()] == [["0.900", "0.875", "+0.025"], ["1.000", "0.500", "+0.500"]]


def test_tests_of_all_learners_with_their_status():
    scores = over_datasets(drawn(), "ABC")
    table = several_table(compare_ranks(scores).tests, applicable_tests(scores), 0.05)
    status = dict(zip(table.frame["test"], table.frame["status"], strict=True))
    assert status["Iman–Davenport test"] == "★ advised"
    assert status["Quade's test"] == "⚠ caution"


def test_latex_holds_what_is_printed_and_no_command_of_a_name():
    frame = pd.DataFrame(
        {"learner": ["a_b & 100 %", r"\input{x} ~^"], "rank": [1.25, np.nan], "hidden": [0, 0]}
    )
    table = Table(
        frame, "", {"learner": Column("Learner"), "rank": Column("Rank", "{:.1f}")}, ("learner", "rank")
    )
    text = to_latex(table, "50 % of #1")
    assert text.splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{50 \% of \#1}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"Learner & Rank \\",
        r"\midrule",
        r"a\_b \& 100 \% & 1.2 \\",
        r"\textbackslash{}input\{x\} \textasciitilde{}\textasciicircum{} & – \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_a_difference_without_a_unit_has_the_decimals_of_its_interval():
    experiment = core.run_experiment(
        core.load_sample("diabetes"), ["ols", "ridge", "tree_regressor"], "k_fold"
    )
    table = mean_pairs_table(core.all_pairs(experiment), experiment.fold_scores, 0.05)
    titles = list(table.titles)
    for row in table.cells():
        told, between = row[titles.index("difference")], row[titles.index("interval")]
        assert {len(end.partition(".")[2]) for end in [told, *between.split(" … ")]} == {
            len(told.partition(".")[2])
        }


def test_differences_need_no_design_that_is_known():
    lines = "fold,A,B,C\n1,0.1,0.2,0.3\n2,0.15,0.22,0.31\n3,0.1,0.24,0.37\n4,0.12,0.21,\n"
    scores = core.read_fold_scores(lines.encode(), measure="error")
    pairs = core.all_pairs(scores)
    assert not any(pair.verdict for pair in pairs.pairs)
    table = mean_pairs_table(pairs, scores, 0.05)
    first, *others = table.frame.to_dict("records")
    assert first["difference"] == pytest.approx(
        (0.1 + 0.15 + 0.1 + 0.12) / 4 - (0.2 + 0.22 + 0.24 + 0.21) / 4
    )
    assert (first["record"], first["interval"]) == ("4/0/0", "–")
    assert np.isnan([row["difference"] for row in others]).all()  # C lacks a fold
    assert table.cells()[0] == ["A", "B", "−10.00 points", "–", "–", "–", "4/0/0"]
