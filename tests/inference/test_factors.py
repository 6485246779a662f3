"""Factorial analysis of variance against statsmodels and tests of the house; the best cell, what selection does."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

import core
from core.errors import InputError, NotApplicable
from core.inference import TESTS, against_best, analyse_factors
from core.inference.comparing.adjust import holm
from core.inference.comparing.best import SHARES
from core.records import DesignFacts, FoldScores


def scores_of(values, names=("a", "b"), datasets=1, *, sizes=(90, 10), lower=True, facts=None):
    """Fold scores of an array data sets × folds × levels …, cells named by their settings."""
    table = np.asarray(values, dtype=float)
    table = table if datasets > 1 else table[None]
    rows = []
    for place in product(*(range(size) for size in table.shape)):
        d, fold, *levels = place
        words = ", ".join(f"{name} = {level}" for name, level in zip(names, levels, strict=True))
        rows.append((f"d{d}", f"S ({words})", 1, fold + 1, *sizes, table[place]))
    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    return FoldScores(pd.DataFrame(rows, columns=columns), "error", "error rate", lower, facts=facts)


def drawn(*shape, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.2, 0.03, shape)
    return values + 0.05 * np.arange(shape[-1]) + rng.normal(0, 0.1, (shape[0],) + (1,) * (len(shape) - 1))


def by_statsmodels(scores, formula, names):
    frame = scores.frame.copy()
    settings_of = frame["learner"].str.extractall(r"(\w+) = (\d+)").reset_index()
    wide = settings_of.pivot(index="level_0", columns=0, values=1)
    frame = pd.concat([frame, wide], axis=1)
    frame["block"] = frame["dataset"] + frame["fold"].astype(str)
    return anova_lm(ols(formula, frame).fit(), typ=1)


def test_two_factors_and_blocks_against_statsmodels():
    scores = scores_of(drawn(10, 3, 4))
    found = analyse_factors(scores)
    expected = by_statsmodels(scores, "score ~ C(block) + C(a) * C(b)", "ab")
    effects = found.effects.set_index("effect")
    for ours, theirs in {"a": "C(a)", "b": "C(b)", "a × b": "C(a):C(b)"}.items():
        assert effects.loc[ours, "sum_of_squares"] == pytest.approx(expected.loc[theirs, "sum_sq"])
        assert effects.loc[ours, "df"] == expected.loc[theirs, "df"]
        assert effects.loc[ours, "statistic"] * found.inflation == pytest.approx(expected.loc[theirs, "F"])
    assert found.blocks == (9, pytest.approx(expected.loc["C(block)", "sum_sq"]))
    assert found.residual == (
        expected.loc["Residual", "df"],
        pytest.approx(expected.loc["Residual", "sum_sq"]),
    )
    assert found.inflation == pytest.approx(1 + 10 / 9)
    total = expected["sum_sq"].sum()
    assert effects["eta_squared"].to_numpy() == pytest.approx(effects["sum_of_squares"].to_numpy() / total)


def test_data_sets_interact_with_the_factors_as_in_statsmodels():
    scores = scores_of(drawn(2, 5, 3, 2), datasets=2)
    found = analyse_factors(scores)
    formula = "score ~ C(dataset) * C(a) * C(b) + C(dataset):C(fold)"
    expected = by_statsmodels(scores, formula, "ab")
    theirs = {"a × Data set": "C(dataset):C(a)", "a × b × Data set": "C(dataset):C(a):C(b)", "b": "C(b)"}
    effects = found.effects.set_index("effect")
    for ours, name in theirs.items():
        assert effects.loc[ours, "sum_of_squares"] == pytest.approx(expected.loc[name, "sum_sq"])
        assert effects.loc[ours, "statistic"] * found.inflation == pytest.approx(expected.loc[name, "F"])
    assert found.residual[0] == expected.loc["Residual", "df"] == 2 * 4 * 5
    assert "Data set" not in effects.index


def test_three_factors_partition_the_sum_of_squares():
    values = drawn(4, 2, 3, 2)
    found = analyse_factors(scores_of(values, "abc"))
    assert len(found.effects) == 7
    whole = found.effects["sum_of_squares"].sum() + found.blocks[1] + found.residual[1]
    assert whole == pytest.approx(np.sum((values - values.mean()) ** 2))
    assert found.effects["df"].sum() + found.blocks[0] + found.residual[0] == values.size - 1


def test_one_factor_is_the_corrected_block_analysis():
    values = drawn(10, 4)
    scores = scores_of(values, "a")
    effect = analyse_factors(scores).effects.iloc[0]
    verdict = core.compare_all(scores, test="corrected_anova")
    assert effect["statistic"] == pytest.approx(verdict.statistic)
    assert effect["p_value"] == pytest.approx(verdict.p_value)


def test_what_the_levels_show_together_is_said_where_no_cell_is_told_apart():
    analysis = analyse_factors(scores_of(drawn(10, 4), "a"))
    p = analysis.effects["p_value"].item()
    assert analysis.although_no_cell(p * 1.01).startswith(
        "All together the levels differ by more than luck all the same"
    )
    assert "analysis of variance: a (p " in analysis.although_no_cell(p * 1.01)
    assert analysis.although_no_cell(p * 0.99) == ""


def test_means_of_levels_are_those_of_a_pivot_table():
    values = drawn(2, 5, 3, 2)
    found = analyse_factors(scores_of(values, datasets=2))
    assert found.mean_at("a") == pytest.approx(values.mean(axis=(0, 1, 3)))
    assert found.mean_at("b", "a") == pytest.approx(values.mean(axis=(0, 1)).T)
    assert found.mean_at("Data set", "b") == pytest.approx(values.mean(axis=(1, 2)))
    assert found.levels("Data set") == ("d0", "d1")
    with pytest.raises(InputError, match="factor"):
        found.mean_at("c")


def test_rows_that_are_data_sets_are_blocks_and_need_no_correction():
    scores = scores_of(drawn(6, 1, 2, 2), datasets=6, sizes=(np.nan, np.nan))
    found = analyse_factors(scores)
    assert found.inflation == 1
    assert found.blocks[0] == 5
    assert found.names == ("a", "b")


def test_disjoint_folds_need_no_correction_and_unknown_sizes_are_refused():
    halves = DesignFacts(
        "disjoint_halves", 1, 6, 50, 50, training_sets_overlap=False, every_instance_once=True
    )
    assert analyse_factors(scores_of(drawn(6, 2, 2), facts=halves)).inflation == 1
    with pytest.raises(NotApplicable, match="sizes"):
        analyse_factors(scores_of(drawn(6, 2, 2), sizes=(np.nan, np.nan)))


@given(
    seed=st.integers(0, 10**6), offset=st.sampled_from((0.0, -1.0, 1e9)), factor=st.sampled_from((1.0, -3.0))
)
def test_neither_order_nor_offset_nor_unit_changes_the_verdict(seed, offset, factor):
    values = np.round(drawn(5, 3, 2, seed=seed), 3) * 2**10  # whole steps that an offset does not round
    values = np.round(values)
    one = analyse_factors(scores_of(values)).effects.set_index("effect")
    shuffled = factor * values[::-1, ::-1] + offset
    other = analyse_factors(scores_of(shuffled)).effects.set_index("effect")
    assert other["p_value"].to_numpy() == pytest.approx(one["p_value"].to_numpy(), rel=1e-9)
    turned = analyse_factors(scores_of(values.swapaxes(1, 2))).effects.set_index("effect")
    assert turned.loc["b", "p_value"] == pytest.approx(one.loc["a", "p_value"], rel=1e-9)


def test_scores_without_a_residual_cannot_be_judged():
    found = analyse_factors(scores_of(np.broadcast_to([[0.1, 0.1], [0.3, 0.3]], (5, 2, 2))))
    p = found.effects.set_index("effect")["p_value"]
    assert np.isnan(p["a"])
    assert found.sentence().endswith("No residual is left by which a could be judged.")
    assert p["b"] == p["a × b"] == 1
    assert (analyse_factors(scores_of(np.full((5, 2, 2), 0.1))).effects["p_value"] == 1).all()


def test_what_is_no_factorial_experiment_is_refused():
    iris = core.run_experiment(
        core.load_sample("iris"), ("lda", "naive_bayes"), core.make_design("k_fold", k=3)
    )
    with pytest.raises(NotApplicable, match="do not differ by named settings"):
        analyse_factors(iris)
    one = core.run_experiment(core.load_sample("iris"), core.factorial("knn", n_neighbors=(1, 3)), "hold_out")
    with pytest.raises(NotApplicable, match="one score of each learner"):
        analyse_factors(one)
    scores = scores_of(drawn(5, 2, 2))
    gap = scores.select(scores.learners[:3])
    with pytest.raises(NotApplicable, match="3 of 4"):
        analyse_factors(gap)


# --- the best ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lower", [True, False])
def test_every_other_learner_against_the_best_by_the_advised_test(lower):
    values = drawn(10, 4)
    scores = scores_of(values if lower else 1 - values, "a", lower=lower)
    found = against_best(scores)
    assert found.best == "S (a = 0)"
    raw = [core.compare(scores, name, found.best).p_value for name in found.others["learner"]]
    assert found.others["p_value"].tolist() == pytest.approx(raw)
    assert found.others["p_adjusted"].tolist() == pytest.approx(holm(raw).tolist())
    assert found.others["p_bonferroni"].tolist() == pytest.approx(np.minimum(1, 6 * np.array(raw)).tolist())
    assert (found.others["difference"] > 0).all() is np.bool_(lower)
    assert found.alike(0.05) == tuple(found.others["learner"][found.others["p_adjusted"] > 0.05])
    assert found.sentence(0.05).startswith("S (a = 0) has the best mean score.")


def test_how_many_more_are_not_worse_by_bonferroni_over_all_pairs_is_told_by_its_name():
    found = against_best(scores_of(drawn(10, 4), "a"))
    alpha = float(
        found.others["p_adjusted"][1]
    )  # so Holm calls the second worse, and six times its p is above
    assert (len(found.alike(alpha)), len(found.alike(alpha, of_all_pairs=True))) == (1, 2)
    assert found.sentence(alpha).endswith("S (a = 1). By Bonferroni over all 6 pairs it is 2.")
    assert found.selection(alpha).endswith(" Bonferroni's p over all pairs holds whatever is chosen.")


def test_equal_learners_are_alike_and_the_first_is_called_best():
    found = against_best(scores_of(np.full((5, 3), 0.2), "a"))
    assert found.best == "S (a = 0)"
    assert found.alike() == ("S (a = 1)", "S (a = 2)")
    assert found.sentence().startswith(
        "S (a = 0) has the best mean score, as have 2 others. None of the 2 others is"
    )


def test_one_learner_has_nobody_to_be_held_against():
    with pytest.raises(InputError, match="at least two"):
        against_best(scores_of(drawn(5, 2), "a"), ["S (a = 0)"])


@pytest.mark.parametrize(
    ("key", "rows", "learners", "share"),
    [
        ("corrected_t", 10, 9, 0.11),
        ("corrected_t", 10, 25, 0.21),
        ("wilcoxon_over_datasets", 12, 9, 0.11),
        ("wilcoxon_over_datasets", 30, 9, 0.13),
        ("wilcoxon_over_datasets", 12, 25, 0.16),
        ("wilcoxon_over_datasets", 30, 25, 0.23),
    ],
)
def test_selection_does_what_is_said(key, rows, learners, share):
    """Folds correlate by 1/10, as in the corrected t test's own model, data sets not; all learners are equal."""
    of_folds = key == "corrected_t"
    rng, trials, shared = np.random.default_rng(1), 2000, 0.1 if of_folds else 0.0
    common = rng.normal(0, np.sqrt(shared), (trials, learners, 1, 1))
    scores = common + rng.normal(0, np.sqrt(1 - shared), (trials, learners, 1, rows))
    best = np.argmin(scores.mean(axis=(2, 3)), axis=1)
    control = scores[np.arange(trials), best][:, None]
    sizes = {"n_train": 90, "n_validation": 10} if of_folds else {}
    p = TESTS[key].evaluate(a=scores, b=control, **sizes).p_value
    others = np.array([np.delete(row, place) for row, place in zip(p, best, strict=True)])
    rejected = (others.min(axis=1) * (learners - 1) <= 0.05).mean()
    of_all_pairs = (others.min(axis=1) * learners * (learners - 1) / 2 <= 0.05).mean()
    assert rejected == pytest.approx(share, abs=0.04)
    assert of_all_pairs <= 0.05
    assert f"{share:.0%}".replace("%", "\u00a0%") in SHARES[key]


@pytest.mark.parametrize(("rows", "decidable"), [(3, False), (8, False), (9, True)])
def test_over_data_sets_too_few_to_show_anything_that_is_said_in_place_of_none_is_worse(rows, decidable):
    """Wilcoxon's smallest p is 2^(1 − rows), times 8 by Holm: above .05 up to 8 data sets."""
    found = against_best(scores_of(drawn(rows, 9)[:, None], "a", datasets=rows))
    assert found.decidable() is decidable
    assert ("cannot be told" in found.sentence()) is not decidable
    assert found.method == (
        "Each against the best mean score: Wilcoxon signed-rank test over data sets, p adjusted by Holm for "
        "8 comparisons."
    )
    if decidable:
        assert SHARES["wilcoxon_over_datasets"] in found.selection()
    else:
        assert "None of" not in found.sentence()
        assert found.sentence().endswith(
            f"Whether any of the 8 others is worse cannot be told (α = .05): over {rows} data sets no outcome could "
            "show it."
        )
        assert "%" not in found.selection()


def test_all_that_are_worse_are_counted_and_those_named_who_are_not_by_bonferroni_over_all_pairs():
    """Wilcoxon's smallest p over 8 data sets is 2/2⁸, .023 by Holm for 3, .047 for 6 pairs: two are at it."""
    values = (
        0.2 + np.array([0, 0.01, 0.02, 0.03]) + np.arange(1, 9)[:, None] * np.array([0, 1e-4, 2e-4, 3e-4])
    )
    values[0, 1] -= 0.0102  # the best loses once, by least
    found = against_best(scores_of(values[:, None], "a", datasets=8))
    assert found.sentence(0.05) == (
        "S (a = 0) has the best mean score. All 3 others are significantly worse (α = .05); "
        "by Bonferroni over all 6 pairs S (a = 1) is not."
    )
    assert "S (a = 1), S (a = 2) and S (a = 3) are not." in found.sentence(0.03)


def test_where_none_is_worse_nothing_is_said_of_those_that_are_wrongly_called_so():
    found = against_best(scores_of(np.random.default_rng(3).normal(0.2, 0.03, (10, 9)), "a"))
    assert found.none_is_worse() and found.decidable()
    assert found.selection() == (
        "The best was chosen by the very scores that are judged, so its own mean flatters it."
    )


def test_no_share_is_told_of_a_test_under_which_it_was_not_simulated():
    iris = core.run_experiment(
        core.load_sample("iris"), core.factorial("knn", n_neighbors=(1, 3, 5)), "hold_out"
    )
    found = against_best(iris)
    assert {one.key for one in found.verdicts} == {"mcnemar_exact"}
    assert "equal learners" not in found.selection() + found.selection(0.9)


# --- learners that lack scores -----------------------------------------------------------------------------------


def lacking(values, learner):
    """Scores of S (a = 0), S (a = 1) …, of whom one has none on the first fold."""
    scores = scores_of(values, "a")
    lacks = (scores.frame["learner"] == f"S (a = {learner})") & (scores.frame["fold"] == 1)
    return replace(scores, frame=scores.frame[~lacks])


def test_who_cannot_be_judged_is_not_called_not_significantly_worse():
    values = drawn(10, 3) + np.array([0, 0.2, 0.3])
    found = against_best(lacking(values, 1))
    assert found.unjudged == ("S (a = 1)",) and found.alike() == ()
    assert not found.none_is_worse()
    assert found.sentence() == (
        "S (a = 0) has the best mean score of those with the most scores. The other that could be judged is "
        "significantly worse (α = .05). S (a = 1) could not be judged."
    )
    same = against_best(lacking(np.random.default_rng(3).normal(0.2, 0.03, (10, 4)), 2))
    assert same.none_is_worse() and "S (a = 2)" not in same.alike()
    assert "None of the 2 others that could be judged is significantly worse" in same.sentence()


def test_who_lacks_its_hardest_fold_is_not_the_best_and_is_no_distance_from_it():
    values = np.full((10, 3), 0.2) + np.array([0, 0.0001, 0.1]) + np.arange(10)[::-1, None] ** 2 * 0.001
    scores = lacking(values + np.random.default_rng(0).normal(0, 1e-3, values.shape), 1)
    assert scores.frame.groupby("learner")["score"].mean().idxmin() == "S (a = 1)"
    found = against_best(scores)
    assert found.best == "S (a = 0)" == core.all_pairs(scores).grouping(scores).learners[0]
    assert found.others["learner"].tolist() == ["S (a = 2)", "S (a = 1)"]
    assert np.isnan(found.others["difference"].to_numpy()).tolist() == [False, True]


def test_one_other_is_not_counted():
    found = against_best(scores_of(drawn(10, 2) + np.array([0, 0.2]), "a"))
    assert found.sentence() == (
        "S (a = 0) has the best mean score. The other is significantly worse (α = .05)."
    )
