"""The report on all learners says what Many learners and Many data sets say, and its script finds the same again."""

import re
import runpy

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import core
from core.data import file_name
from core.experiment import imported_from_bytes, imported_results
from core.figures import null_of
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.standing import MEANS, RANKS, standing
from core.report import (
    Answer,
    Listed,
    Picture,
    Printed,
    Words,
    many_report,
    pair_report,
    to_html,
    to_latex,
    to_markdown,
)
from core.report.every_test import formula_of
from core.written import probability
from tests.inference.test_factors import scores_of

DEMSAR = "sample_data/imports/demsar2006.csv"


def vote(design="k_fold", learners=("tree", "naive_bayes", "knn", "baseline"), measure=None):
    return core.run_experiment(core.load_sample("vote"), learners, design, measure)


@pytest.fixture(scope="module")
def trained():
    return vote()


@pytest.fixture(scope="module")
def demsar():
    scores = core.read_fold_scores(DEMSAR, rows="data sets", measure="auc")
    return imported_results(scores, "four kinds of C4.5")


def blocks(document, kind):
    return [block for section in document.sections for block in section.blocks if isinstance(block, kind)]


def tables(document):
    return {block.key: block.table for block in blocks(document, Printed)}


def section(document, title):
    (found,) = [one for one in document.sections if one.title == title]
    return found


def run_script(script, results, folder, capsys):
    (folder / "again.py").write_text(script.text, encoding="utf-8")
    if script.what:
        (folder / file_name(script.what, results.saved_about, results.facts)).write_bytes(script.content())
    found = runpy.run_path(str(folder / "again.py"))
    return found, capsys.readouterr().out.splitlines()[-1]


def test_it_begins_with_the_verdict_of_many_learners(trained):
    pairs = core.all_pairs(trained)
    document = many_report(trained, pairs, 0.05, datasets=[core.load_sample("vote")])
    overall = core.compare_all(trained)
    found = standing(pairs.grouping(trained.fold_scores), MEANS, 0.05, pairs.basis, overall)
    assert document.title == "4 learners on vote"
    assert document.sections[0].blocks[0] == Answer(found)
    text = to_markdown(document)
    assert "Over all learners: Corrected block analysis of variance, F(3, 27) = 74.42, p \\< .001." in text
    assert "| Pairs judged by | Corrected resampled t test |\n| p adjusted by | Holm |" in text
    assert "F_c = \\frac{0.5670/3}{0.03248/27}" in text


def test_it_begins_with_the_verdict_of_many_data_sets(demsar):
    ranks = core.compare_ranks(demsar)
    document = many_report(demsar, ranks, 0.05)
    found = standing(ranks.grouping(), RANKS, 0.05, ranks.basis, ranks.test, by="mean ranks")
    assert document.title == "4 learners on 14 data sets"
    assert document.sections[0].blocks[0] == Answer(found)
    assert "By Wilcoxon's test, pair by pair, p by Holm, " in to_markdown(document)


def test_the_order_of_its_sections(demsar):
    document = many_report(demsar, core.compare_ranks(demsar), 0.05, examinations=["Opened."])
    assert [one.title for one in document.sections] == [
        "Verdict",
        "What was compared",
        "Learners",
        "The test of all learners",
        "Who is told apart",
        "All pairs",
        "Assumptions and cautions",
        "Text for a paper",
        "Final examination",
        "What to know of these results",
        "To get it again",
        "References",
    ]


@pytest.fixture(scope="module")
def cells():
    learners = core.factorial("knn", n_neighbors=(1, 5), weights=("uniform", "distance"))
    samples = [core.load_sample(name) for name in ("iris", "wine")]
    return core.run_study(samples, [*learners, "naive_bayes"], core.make_design("k_fold", k=3))


def test_learners_at_crossed_levels_have_a_section_of_factors(cells):
    results = imported_results(cells["wine"].fold_scores, "cells")
    found = core.analyse_factors(results.fold_scores)
    document = many_report(results, core.all_pairs(results), 0.05)
    factors = section(document, "Factors").blocks
    best = core.against_best(results.fold_scores, found.factors.learners)
    assert [block.text for block in factors[:2]] == [
        "Only the 4 cells are analysed here, without 1 other learner.",
        best.sentence(0.05),
    ]
    drawn = [block.title for block in factors if isinstance(block, Picture)]
    assert drawn == ["Main effects", "k, by weights"]
    effects, against = tables(document)["effects"].frame, tables(document)["best"].frame
    assert effects["effect"].tolist() == ["k", "weights", "k × weights", "Blocks", "Residual"]
    assert effects["p_value"][:3].tolist() == found.effects["p_value"].tolist()
    assert set(against["learner"]) == {*found.factors.learners} - {best.best}
    assert "every F is divided by 2.5" in to_markdown(document)  # by hand: 1 + 3 · (1/3)/(2/3)
    assert {"fisher1935", "olejnik2003"} <= {*document.cited}
    _, paper = section(document, "Text for a paper").blocks
    head, effects_told, *_ = paper.text.split(". ")
    assert head == (
        "Factorial experiment on k (1, 5) × weights (uniform, distance): 4 cells, by 3-fold cross-validation"
    )
    for effect, df, f, p in effects[["effect", "df", "statistic", "p_value"]][:3].itertuples(index=False):
        assert f"{effect}: F({df}, 6) = {f:.4g}, p {probability(p, 0.05)}, partial η²" in effects_told
    assert "every F is divided by 2.5" in paper.text and best.sentence(0.05) in paper.text
    assert "Corrected resampled t test, p adjusted by Holm for 3 comparisons" in paper.text
    assert [words for words in ("Read interactions", " η² is", "partial η² its") if words in paper.text] == []


@pytest.mark.parametrize(
    ("rows", "said"), [("folds", "5 of 6 others are not"), ("data sets", "cannot be told")]
)
def test_the_text_on_factors_names_all_who_are_not_worse_and_says_where_nothing_could_show_it(rows, said):
    values = np.random.default_rng(1).normal(0.2, 0.03, (3, 10, 7))
    values[..., 6] += 0.5
    over = rows == "data sets"
    scores = scores_of(values[:, :1] if over else values[0], "a", 3 if over else 1)
    document = many_report(
        imported_results(scores, "cells"),
        core.compare_ranks(scores) if over else core.all_pairs(scores),
        0.05,
    )
    *_, paper = section(document, "Text for a paper").blocks
    best = core.against_best(scores)
    told = paper.text.partition(f"{best.best} has the best")[2].partition("Each against")[0]
    assert said in told and " more" not in told and "None of" not in told
    assert over or all(name in told for name in best.alike())


def test_cells_that_were_trained_beside_a_tuned_learner_are_as_set_in_the_script_too(tmp_path):
    iris, tuning = core.load_sample("iris"), core.Tuning(budget=4, folds=2)
    learners = [*core.factorial("knn", n_neighbors=(1, 5)), core.learner("tree")]
    results = core.run_experiment(iris, learners, core.make_design("k_fold", k=3), tuning=tuning)
    assert {one.learner for one in results.predictions.outcomes if one.chosen} == {"Decision tree"}
    document = many_report(results, core.all_pairs(results), 0.05, datasets=[iris])
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    again = runpy.run_path(str(tmp_path / "again.py"))
    pd.testing.assert_frame_equal(again["results"].fold_scores.frame, results.fold_scores.frame)
    pd.testing.assert_frame_equal(again["analysis"].effects, core.analyse_factors(results).effects)
    by_hand = core.run_experiment(
        iris, core.factorial("knn", n_neighbors=(1, 5)), core.make_design("k_fold", k=3), tuning=tuning
    )
    ours = results.fold_scores.wide[list(by_hand.learners)]
    pd.testing.assert_frame_equal(by_hand.fold_scores.wide, ours)


def test_the_text_on_factors_over_data_sets_names_these_as_a_factor_and_the_design(cells):
    trained = [(name, cells[name].spec) for name in cells.datasets]
    results = imported_results(cells.fold_scores, "cells", trained=trained)
    document = many_report(results, core.compare_ranks(results), 0.05)
    *_, paper = section(document, "Text for a paper").blocks
    assert paper.text.startswith(
        "Factorial experiment on k (1, 5) × weights (uniform, distance): 4 cells, by 3-fold cross-validation, each on "
        "every level of a further factor, Data set (iris, wine). Analysis of variance: "
    )
    assert "Folds are blocks within each data set. " in paper.text


@pytest.mark.parametrize("over", ["one data set", "data sets"])
def test_its_script_finds_the_factors_of_a_factorial_experiment_again(cells, over, tmp_path, capsys):
    results = imported_results(
        cells.fold_scores if over == "data sets" else cells["wine"].fold_scores, "cells"
    )
    judged = core.compare_ranks(results) if over == "data sets" else core.all_pairs(results)
    document = many_report(results, judged, 0.05)
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    (tmp_path / file_name(document.script.what, results.saved_about, results.facts)).write_bytes(
        document.script.content()
    )
    found = runpy.run_path(str(tmp_path / "again.py"))
    printed = capsys.readouterr().out
    reported = tables(document)
    assert found["best"].others["p_adjusted"].tolist() == reported["best"].frame["p_adjusted"].tolist()
    again, effects = found["analysis"].effects, reported["effects"].frame[: -len(["Blocks", "Residual"])]
    assert again["effect"].tolist() == effects["effect"].tolist()
    for column in ("statistic", "p_value", "partial_eta_squared"):
        assert again[column].to_numpy() == pytest.approx(effects[column].to_numpy())
    assert found["best"].sentence(0.05) in printed
    assert again.to_string(index=False) in printed
    assert printed.splitlines()[-1] == "The p-values are those of the report."
    changed = document.script.text.replace(repr(effects["p_value"].tolist()[0]), "0.25")
    (tmp_path / "again.py").write_text(changed, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    assert capsys.readouterr().out.splitlines()[-1] == "The p-values are not those of the report."


def test_the_verdict_on_cells_sends_to_the_factors_and_a_text_for_a_paper_nowhere(cells):
    results = imported_results(cells.fold_scores, "cells")
    written = to_markdown(many_report(results, core.compare_ranks(results), 0.05))
    verdict, text = written.split("Whether levels differ all together is another question")[1:]
    assert (verdict.startswith(": see Factors."), text.startswith(".")) == (True, True)


@pytest.mark.parametrize(
    ("write", "told"),
    [
        (to_html, (">Main effects<", "k\u00a0×\u00a0Data set<", "The data sets are taken as they are")),
        (to_latex, (r"\subsection*{Factors}", r"k $\times$ Data set &", r"$\eta$$^{2}$ &")),
    ],
)
def test_over_data_sets_the_factors_stand_in_every_form(cells, write, told):
    results = imported_results(cells.fold_scores, "cells")
    document = many_report(results, core.compare_ranks(results), 0.05)
    drawn = [block.title for block in section(document, "Factors").blocks if isinstance(block, Picture)]
    assert drawn == ["Main effects", "k, by weights", "k, by Data set", "weights, by Data set"]
    written = write(document)
    assert [one for one in told if one not in written] == []
    assert (
        "wilcoxon1945" in document.cited
    )  # by whose test cells are held against the best, though pairs go by ranks


def test_where_cells_are_missing_the_section_has_the_best_and_says_why_there_is_no_more():
    learners = core.factorial("knn", n_neighbors=(1, 5), weights=("uniform", "distance"))[:3]
    found = core.run_experiment(core.load_sample("iris"), learners, core.make_design("k_fold", k=3))
    document = many_report(found, core.all_pairs(found), 0.05, datasets=[core.load_sample("iris")])
    *_, last = section(document, "Factors").blocks
    assert last.text.startswith("k × weights: 3 of 4 combinations of levels are there.")
    assert "against_best(results)" in document.script.text and "analyse_factors" not in document.script.text
    assert "best" in tables(document)
    *_, paper = section(document, "Text for a paper").blocks
    assert "3 of 4 combinations of levels are there." in paper.text and "F(" not in paper.text


def test_ranks_and_their_tests_are_those_of_scipy(demsar):
    table = pd.read_csv(DEMSAR, index_col=0)
    document = many_report(demsar, core.compare_ranks(demsar), 0.05)
    found = tables(document)
    ranks = table.rank(axis=1, ascending=False).mean()
    printed = found["ranks"].frame.set_index("learner")
    assert printed["mean_rank"].to_dict() == pytest.approx(ranks.to_dict())
    friedman = stats.friedmanchisquare(*table.to_numpy().T)
    n, k = table.shape
    f = (n - 1) * friedman.statistic / (n * (k - 1) - friedman.statistic)
    p = dict(found["overall"].frame[["test", "p_value"]].itertuples(index=False))
    assert p["Friedman's test"] == pytest.approx(friedman.pvalue)
    assert p["Iman–Davenport test"] == pytest.approx(stats.f.sf(f, k - 1, (k - 1) * (n - 1)))
    pairs = found["pairs"].frame
    z = (ranks[pairs["first"]].to_numpy() - ranks[pairs["second"]].to_numpy()) / np.sqrt(
        k * (k + 1) / (6 * n)
    )
    adjusted = multipletests(2 * stats.norm.sf(abs(z)), method="holm")[1]
    assert pairs["p_adjusted"].to_numpy() == pytest.approx(adjusted)


def test_learners_stand_from_best_to_worst_with_rank_interval_and_letters(trained):
    document = many_report(trained, core.all_pairs(trained), 0.05)
    frame = tables(document)["summary"].frame
    means = trained.fold_scores.wide.mean()
    assert frame["learner"].tolist() == means.sort_values().index.tolist()
    assert frame["place"].tolist() == [1, 2, 3, 4]
    assert frame["mean"].to_numpy() == pytest.approx(means.sort_values().to_numpy())
    k, share = 10, frame["interval_high"] - frame["interval_low"]
    sd = trained.fold_scores.wide.std(ddof=1)[frame["learner"]].to_numpy()
    sizes = trained.fold_scores.frame.groupby("fold")[["n_train", "n_validation"]].first()
    j = (sizes["n_validation"] / sizes["n_train"]).mean()
    assert share.to_numpy() == pytest.approx(
        2 * stats.t.ppf(0.975, k - 1) * sd * np.sqrt(1 / k + j), rel=1e-3
    )
    assert frame["groups"].tolist() == ["a", "a", "", ""]
    assert list(tables(document)["summary"].titles)[:3] == ["place", "learner", "groups"]


def test_learners_with_the_same_mean_share_their_rank():
    rows = "".join(f"A,{k},.{k}\nB,{k},.{k}\nC,{k},.{k + 2}\n" for k in (1, 3, 4))
    results = imported_results(
        core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), rows="folds", measure="error"), "tie"
    )
    document = many_report(results, core.all_pairs(results), 0.05)
    assert tables(document)["summary"].frame["place"].tolist() == [1, 1, 3]


@pytest.mark.parametrize("adjustment", ["holm", "bergmann_hommel"])
def test_its_script_trains_once_more_and_finds_the_same_p_values(trained, adjustment, tmp_path, capsys):
    pairs = core.all_pairs(trained, adjustment=adjustment)
    document = many_report(trained, pairs, 0.05, datasets=[core.load_sample("vote")])
    found, said = run_script(document.script, trained, tmp_path, capsys)
    assert said == "The p-values are those of the report."
    assert found["overall"].p_value == core.compare_all(trained).p_value
    assert found["pairs"]["p_adjusted"].tolist() == pairs.frame["p_adjusted"].tolist()


@pytest.mark.parametrize(
    "asked",
    [
        {"adjustment": "nemenyi"},
        {"control": "C4.5", "adjustment": "bonferroni"},
        {"pairs": "wilcoxon", "adjustment": "shaffer"},
        {"pairs": "quade"},
    ],
)
def test_its_script_over_data_sets_judges_as_was_asked(demsar, asked, tmp_path, capsys):
    ranks = core.compare_ranks(demsar, **asked)
    document = many_report(demsar, ranks, 0.1)
    found, said = run_script(document.script, demsar, tmp_path, capsys)
    assert said == "The p-values are those of the report."
    assert found["overall"].key == ranks.test.key
    assert found["pairs"]["p_adjusted"].tolist() == ranks.pairs["p_adjusted"].tolist()
    assert max(map(len, document.script.text.splitlines())) <= 110


def test_its_script_notices_other_p_values(demsar, tmp_path, capsys):
    script = many_report(demsar, core.compare_ranks(demsar), 0.05).script
    (tmp_path / file_name(script.what, demsar.datasets, demsar.facts)).write_bytes(script.content())
    changed = re.sub(r"reported = \[\n\s+[\d.]+", "reported = [\n    0.25", script.text)
    (tmp_path / "again.py").write_text(changed, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    assert capsys.readouterr().out.splitlines()[-1] == "The p-values are not those of the report."


def test_the_critical_difference_is_drawn_where_one_decides(demsar):
    def drawn(**asked):
        document = many_report(demsar, core.compare_ranks(demsar, **asked), 0.05)
        (picture,) = [block.drawing for block in blocks(document, Picture) if block.key == "standing"]
        return picture.alt, to_markdown(document)

    assert "CD 1.25 (Nemenyi, α = .05)" in drawn(adjustment="nemenyi")[0]
    assert "CD" not in drawn()[0]
    alt, text = drawn(control="C4.5", adjustment="bonferroni")
    assert "CD 1.17 (Bonferroni–Dunn, α = .05)" in alt
    assert "the shade reaches as far as the critical difference of Bonferroni–Dunn" in text
    assert "| Compared with | C4.5 |" in text and "## Pairs with C4.5" in text
    assert "CD" not in drawn(control="C4.5", pairs="wilcoxon", adjustment="bonferroni")[0]


def test_the_text_for_a_paper_has_test_numbers_answer_and_sources(demsar):
    ranks = core.compare_ranks(demsar)
    document = many_report(demsar, ranks, 0.05)
    (told,) = section(document, "Text for a paper").blocks
    assert told.text.startswith(ranks.test.paragraph(0.05))
    assert "(14 data sets; mean ranks, p by Holm; α = .05; Holm 1979): Not all 4 are alike" in told.text
    assert {"iman1980", "demsar2006", "holm1979"} <= set(document.cited)


def test_pairs_have_the_smallest_adjusted_p_first_as_on_the_pages_and_it_is_said(trained, demsar):
    for results, judged in ((trained, core.all_pairs(trained)), (demsar, core.compare_ranks(demsar))):
        (told,) = [one for one in blocks(many_report(results, judged, 0.05), Printed) if one.key == "pairs"]
        assert told.title.endswith(", smallest adjusted p first")
        assert told.table.frame["p_adjusted"].is_monotonic_increasing


def test_what_adjusting_bounds_is_said_once(demsar):
    told = section(many_report(demsar, core.compare_ranks(demsar), 0.05), "All pairs").blocks[0].text
    assert told == (
        "p is adjusted by Holm for all 6 comparisons: the probability that luck alone calls even one of them different "
        "(p ≤ α) is at most α (family-wise error rate)."
    )


def test_each_adjustment_is_cited_by_who_made_it(demsar):
    def told(**asked):
        document = many_report(demsar, core.compare_ranks(demsar, **asked), 0.05)
        (block,) = section(document, "Text for a paper").blocks
        return block.text, set(document.cited)

    text, cited = told(control="C4.5", adjustment="bonferroni")
    assert "p by Bonferroni–Dunn; α = .05; Dunn 1961; Demšar 2006, section 3.2.2)" in text
    assert "dunn1961" in cited and "holm1979" not in cited
    text, cited = told(adjustment="bonferroni")
    assert "p by Bonferroni; α = .05; Dunn 1961)" in text and "holm1979" not in cited
    assert "p by Nemenyi; α = .05; Nemenyi 1963; Demšar 2006" in told(adjustment="nemenyi")[0]


def test_where_no_pair_can_be_judged_it_says_why():
    results = vote(core.make_design("bootstrap", b=5))
    document = many_report(results, core.all_pairs(results), 0.05, datasets=[core.load_sample("vote")])
    (answer,) = blocks(document, Answer)
    assert answer.brief.answer == "No verdict"
    text = to_markdown(document)
    assert answer.brief.effect.startswith("Over all learners no test is advised. Bootstrap samples")
    assert text.split("## What was compared")[0].count("no test is advised") == 1
    titles = [one.title for one in document.sections]
    assert not {"All pairs", "Text for a paper"} & set(titles)
    assert "This script gives the means and differences again; there is no verdict:" in text
    assert "p adjusted by" not in text
    assert "All are told apart" not in text
    assert "No pair is judged, so that nothing is said of who is told apart." in text


def test_a_picture_that_is_taller_than_a_page_is_printed_smaller_and_whole():
    values = np.random.default_rng(3).normal(0.2, 0.03, (10, 20))
    names = [
        f"Random forest (n_estimators={k}00, max_features=sqrt, min_samples_leaf={k})" for k in range(20)
    ]
    rows = "".join(
        f'"{name}",{k},{v:.4f}\n' for name, of in zip(names, values.T, strict=True) for k, v in enumerate(of)
    )
    scores = core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), design="k_fold", measure="error")
    written = to_html(many_report(imported_results(scores, "twenty"), core.all_pairs(scores), 0.05))
    styles = re.findall(r"style='height:(\d+)px(?:; --fitting:([\d.]+))?'", written)
    assert max(int(height) for height, _ in styles) > 1400
    printed = [int(height) * float(share or 0.7) for height, share in styles]
    assert max(printed) <= 901  # of the 1009 pixels of A4 between its margins
    assert [share for height, share in styles if int(height) < 1000] == [""] * (len(styles) - 2)


def test_without_a_verdict_its_script_finds_means_and_differences_and_nothing_of_p(tmp_path, capsys):
    lines = "".join(f"{k},.2{k},{'' if k == 3 else f'.3{k}'},.4{9 - k}\n" for k in range(1, 6))
    scores = core.read_fold_scores(f"fold,A,B,C\n{lines}".encode(), rows="folds", measure="error")
    results = imported_results(scores, "one is lacking")
    document = many_report(results, core.all_pairs(results), 0.05)
    found, said = run_script(document.script, results, tmp_path, capsys)
    assert said == "The means and differences are those of the report."
    means = [0.23, 0.33, 0.46]  # by hand, of B over four folds
    assert found["again"][:3].tolist() == pytest.approx(means)
    assert found["again"][3:].tolist() == pytest.approx([np.nan, means[0] - means[2], np.nan], nan_ok=True)
    program = document.script.text
    assert "p-value" not in program and "p_adjusted" not in program and "Judges" not in program
    assert document.cited == ()
    changed = re.sub(r"reported = \[\n\s+[\d.]+", "reported = [\n    0.24", program)
    (tmp_path / "again.py").write_text(changed, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    assert (
        capsys.readouterr().out.splitlines()[-1] == "The means and differences are not those of the report."
    )


def test_where_no_pair_has_a_spread_no_line_speaks_of_adjusted_p_and_it_says_why():
    lines = "".join(f"{k},.1{k},.2{k},.3{k}\n" for k in range(1, 6))
    scores = core.read_fold_scores(f"fold,A,B,C\n{lines}".encode(), design="k_fold", measure="error")
    results = imported_results(scores, "shifted")
    pairs = core.all_pairs(results)
    text = to_markdown(many_report(results, pairs, 0.05))
    assert "None of the 3 pairs could be judged: see all pairs for the reasons." in text
    assert "3 pairs by the corrected resampled t test; α = .05\n" in text
    assert "p undefined. The variance estimate is zero although the means differ" in text
    assert "(3 pairs by the corrected resampled t test; α = .05): No verdict." in text
    assert "gives the means and differences again; there is no verdict" in text
    for withdrawn in ("Holm for", "| p adjusted by", "safe side", "told apart.", "Holm 1979)"):
        assert withdrawn not in text.replace("nothing is said of who is told apart.", "")
    two = to_markdown(pair_report(results, PairQuestion("A", "B", 0.05), pairs=pairs))
    assert "No verdict: none of them could be judged." in two


def test_who_lacks_a_score_comes_last_and_is_named(trained):
    frame = trained.fold_scores.frame
    less = frame.drop(index=frame.index[(frame["learner"] == "Naive Bayes") & (frame["fold"] == 10)])
    scores = core.read_fold_scores(less[["learner", "fold", "score"]], design="k_fold", measure="error")
    results = imported_results(scores, "gap")
    document = many_report(results, core.all_pairs(results), 0.05)
    table, text = tables(document)["summary"], to_markdown(document)
    assert table.cells()[-1][:4] == ["–", "Naive Bayes", "", "9 of 10"]
    learners = section(document, "Learners").blocks
    below = [block.text for block in learners[-2:]]
    assert isinstance(learners[-3], Printed) and below[1].startswith("No rank (–): Naive Bayes (9 of 10) has")
    (verdict,) = blocks(document, Answer)
    assert " of 2 others that could be judged against it: more than luck" in verdict.brief.answer
    assert text.count("Naive Bayes (9 of 10) has scores of fewer folds than others and comes last") == 1
    assert text.count("Open mark: a mean of fewer folds than others have, which does not compare.") == 1
    (picture,) = (block for block in blocks(document, Picture) if block.key == "standing")
    assert "(9 of 10 folds)" in picture.drawing.layout["yaxis"]["ticktext"][-1]
    assert "no verdict" not in text, "it would take back the one on the pairs"
    whom = "The verdict is on 3 of 6 pairs, each judged by itself. All learners at once could not be judged: "
    assert f"{whom}Naive Bayes has no score on fold 10." in text


@pytest.mark.parametrize("design", [None, "k_fold", "disjoint_halves"])
def test_intervals_that_suppose_independence_say_so_in_their_table_and_below_it(trained, design):
    frame = trained.fold_scores.frame[["learner", "fold", "score"]]
    scores = core.read_fold_scores(frame, design=design, measure="error", rows="folds")
    document = many_report(imported_results(scores, "folds"), core.all_pairs(scores), 0.05)
    titles = tables(document)["summary"].titles.values()
    assert ("95\u00a0% t, if independent" in titles) == (design is None)
    told = [block.text for block in section(document, "Learners").blocks if isinstance(block, Words)]
    assert any("too narrow if their training sets overlap" in one for one in told) == (design is None)


def test_why_pairs_are_not_judged_stands_where_the_verdict_says_and_a_text_for_a_paper_points_nowhere(
    trained,
):
    learners = trained.learners[:3]
    frame = trained.fold_scores.frame[["learner", "fold", "score"]]
    less = frame[frame["learner"].isin(learners)].iloc[:-1]
    scores = core.read_fold_scores(less, design="k_fold", measure="error")
    results = imported_results(scores, "gap")
    document = many_report(results, core.all_pairs(results), 0.05)
    (answer,) = blocks(document, Answer)
    assert "see all pairs for the reasons" in answer.brief.effect
    listed = [block for block in section(document, "All pairs").blocks if isinstance(block, Listed)]
    assert listed
    assert not any("see all pairs" in block.text for block in section(document, "Text for a paper").blocks)


def test_of_too_many_pairs_only_the_test_of_all_learners_stands_in_the_script(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(0.2, 0.02, (9, 21)), columns=[f"L{k}" for k in range(21)])
    frame.insert(0, "data set", [f"d{k}" for k in range(9)])
    scores = core.read_fold_scores(frame, rows="data sets", measure="error")
    results = imported_results(scores, "many")
    document = many_report(results, core.compare_ranks(results), 0.05)
    assert "The 210 pairs are too many to print here; Many data sets saves them as a table." in to_markdown(
        document
    )
    found, said = run_script(document.script, results, tmp_path, capsys)
    assert said == "The p-values are those of the report." and len(found["reported"]) == 1


@pytest.mark.parametrize("write", [to_html, to_latex, to_markdown])
def test_it_is_written_in_every_form(trained, demsar, write):
    for results, judged in ((trained, core.all_pairs(trained)), (demsar, core.compare_ranks(demsar))):
        document = many_report(results, judged, 0.05)
        assert document.title in write(document)


def test_the_report_on_two_says_where_mean_ranks_find_something_else():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal([0.2, 0.21, 0.24, 0.25], 0.01, (6, 4)), columns=list("ABCD"))
    frame.insert(0, "data set", [f"d{k}" for k in range(6)])
    results = imported_results(core.read_fold_scores(frame, rows="data sets", measure="error"), "six")
    pairs, question = core.all_pairs(results), PairQuestion("A", "B", 0.05)
    ranks = core.compare_ranks(results)
    found = standing(ranks.grouping(), RANKS, 0.05, "", ranks.test)
    assert found.rejects and not pairs.grouping(results.fold_scores).pairs_apart
    document = pair_report(results, question, pairs=pairs)
    said = [block.text for block in section(document, "All pairs").blocks if isinstance(block, Words)]
    assert said[0].startswith("Too little evidence for a verdict")
    assert said[1] == (
        f"By mean ranks, p by Holm, the answer is another: “{found.answer}”. The report on all learners has it."
    )
    loose = pair_report(results, PairQuestion("A", "B", 1e-6), pairs=pairs)
    assert "the answer is another" not in to_markdown(loose)


def test_only_a_p_value_that_can_be_seen_is_called_shaded(trained, demsar):
    for results, judged in ((trained, core.all_pairs(trained)), (demsar, core.compare_ranks(demsar))):
        document = many_report(results, judged, 0.05)
        overall = judged.test if results is demsar else core.compare_all(trained)
        said = " ".join(
            block.text
            for block in section(document, "The test of all learners").blocks
            if isinstance(block, Words)
        )
        shaded = bool(null_of(overall, 0.05).frame["as_extreme"].any())
        assert ("Shaded is the p-value." in said) == shaded == (overall.p_value >= 0.01)  # of an F statistic
    faint = core.run_test("paired_t", a=[0.02, 0.08, 0.06, 0.07, 0.03, 0.05], b=[0.0] * 6)
    assert 0.001 < faint.p_value < 0.003  # a tail that is lower than the line around it
    assert "Shaded" not in " ".join(
        block.text for block in formula_of(faint, 0.05) if isinstance(block, Words)
    )


LONG = tuple(f"gradient_boosting_with_{size}_hundred_trees" for size in ("seven", "five", "six"))


def apart(rows, means=(0.3, 0.1, 0.2), names=LONG, seed=0):
    """Results of learners that lie far apart, the best of them not the first."""
    drawn = np.random.default_rng(seed).normal(means, 0.01, (20, len(names)))
    frame = pd.DataFrame(drawn, columns=list(names))
    frame.insert(0, rows.removesuffix("s"), [f"r{k}" for k in range(len(frame))])
    design = {"design": "disjoint_halves"} if rows == "folds" else {"rows": rows}
    return imported_results(core.read_fold_scores(frame, measure="error", **design), "apart")


@pytest.mark.parametrize(("rows", "judge"), [("folds", core.all_pairs), ("data sets", core.compare_ranks)])
def test_the_text_for_a_paper_has_names_in_whole(rows, judge):
    results = apart(rows)
    document = many_report(results, judge(results), 0.05)
    (answer,) = blocks(document, Answer)
    assert "…" in answer.brief.answer
    (told,) = section(document, "Text for a paper").blocks
    assert re.search(rf"{LONG[1]} (is better than|ranks ahead of) all others: more than luck\.", told.text)
    assert "…" not in told.text


@pytest.mark.parametrize(("rows", "judge"), [("folds", core.all_pairs), ("data sets", core.compare_ranks)])
def test_the_matrix_of_pairs_has_the_best_first_as_the_pages_have(rows, judge):
    results = apart(rows, (0.3, 0.1, 0.2, 0.4), "CABD")
    document = many_report(results, judge(results), 0.05)
    (drawing,) = [block.drawing for block in blocks(document, Picture) if block.key == "all_pairs"]
    assert drawing.frame[["first", "second"]].agg("".join, axis=1).tolist() == [
        "AB",
        "AC",
        "AD",
        "BC",
        "BD",
        "CD",
    ]
    assert (drawing.frame["difference"] < 0).all()
    assert "two-sided" in next(block.title for block in blocks(document, Printed) if block.key == "pairs")


@pytest.mark.parametrize(
    ("names", "judge"),
    [("CAB", core.all_pairs), ("CABD", lambda results: core.compare_ranks(results, control="A"))],
)
def test_three_pairs_are_printed_once(names, judge):
    results = apart("data sets", (0.3, 0.1, 0.2, 0.4)[: len(names)], names)
    document = many_report(results, judge(results), 0.05)
    assert len(tables(document)["pairs"].frame) == 3
    assert "all_pairs" not in [block.key for block in blocks(document, Picture)]


LEGEND = "Group: between learners that share a letter no difference was shown."


def test_letters_of_groups_are_explained_below_their_table(trained, demsar):
    for results, judged in ((trained, core.all_pairs(trained)), (demsar, core.compare_ranks(demsar))):
        document = many_report(results, judged, 0.05)
        told = [block.text for block in section(document, "Learners").blocks if isinstance(block, Words)]
        assert told.count(LEGEND) == 1
    against = many_report(demsar, core.compare_ranks(demsar, control="C4.5"), 0.05)
    assert LEGEND not in to_markdown(against)


def test_letters_that_are_too_many_to_be_read_give_way_to_the_picture():
    names = [f"L{k:02}" for k in range(20)]
    results = apart("folds", np.linspace(0.2, 0.24, 20), names)
    document = many_report(results, core.all_pairs(results), 0.05)
    assert "groups" not in tables(document)["summary"].frame
    assert "the picture and all pairs say who is told apart" in to_markdown(document)


def test_long_names_break_at_their_joints_and_are_copied_as_they_are():
    results = apart("data sets")
    text = to_html(many_report(results, core.compare_ranks(results), 0.05))
    assert "gradient_<wbr>boosting_<wbr>with_<wbr>five_<wbr>hundred_<wbr>trees</td>" in text
    assert "\u200b" not in text.partition("<script>")[0]


def test_what_the_script_reads_is_named_by_the_file_that_was_brought():
    scores = core.read_fold_scores(DEMSAR, rows="data sets", measure="auc")
    brought = imported_results(scores, "four kinds of C4.5", source="demsar2006")
    assert imported_from_bytes(brought.to_bytes()).saved_about == brought.saved_about
    script = many_report(brought, core.compare_ranks(brought), 0.05).script
    assert file_name(script.what, brought.saved_about) == f"demsar2006_14_data_sets_{script.what}"
    assert file_name(script.what, brought.saved_about) in script.text


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("boost_", r"boost\_"),
        ("_x", r"\_x"),
        ("tree_x", "tree_x"),
        ("a__b", r"a\_\_b"),
        ("x^2^", r"x\^2\^"),
        ("a~b~", r"a\~b\~"),
        ("p&lt;q", r"p\&lt;q"),
        ("P & Q", "P & Q"),
    ],
)
def test_names_stand_in_markdown_as_they_are(name, written):
    results = apart("data sets", names=("A", name, "C"))
    text = to_markdown(many_report(results, core.compare_ranks(results), 0.05))
    assert f"**● {written} ranks ahead of all others: more than luck**" in text


def test_printed_a_table_of_many_rows_fills_the_page_before_its_picture(trained):
    page = to_html(many_report(trained, core.all_pairs(trained), 0.05))
    assert "<figure class='all_pairs'>" in page
    assert "<figure class='scores'>" in page
    several = "section:has(> .scores):has(tr:nth-child(8)):not(:has(tr:nth-child(15)))"
    turned = "{ display: flex; flex-direction: column; } .all_pairs, .scores { order: 1; }"
    assert f"section:has(> .all_pairs):has(tr:nth-child(21)), {several} {turned}" in page
    assert page.index(turned) > page.index("@media print")
