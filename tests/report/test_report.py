"""A report says what its verdict says, stands alone as a file, and comes with a script that finds the same again."""

import re
import runpy
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import core
from core.data import file_name
from core.designs import where_failed
from core.experiment import Examination, imported_from_bytes, imported_results
from core.inference import TESTS
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import brief, report
from core.report import Answer, Formulas, Picture, Printed, Words, pair_report, to_html, to_latex, to_markdown
from core.report.examination import examination_words
from core.report.html import mathml
from core.tables.scores import ABOUT_TRAINING, about_pooled

DEMSAR = "sample_data/imports/demsar2006.csv"
MARKUP = '<script>alert("x")</script> | *b*'


def run(design="k_fold", measure=None, learners=("tree", "naive_bayes", "knn"), **options):
    return core.run_experiment(core.load_sample("vote"), learners, design, measure, **options)


def run_leaving_one_out(measure, learners):
    """On a few of the instances, since every one takes a fit."""
    few = core.load_sample("vote").take(np.arange(80))
    return core.run_experiment(few, learners, "leave_one_out", measure)


@pytest.fixture(scope="module")
def trained():
    return run()


def asked(results, **options):
    return PairQuestion(*results.learners[:2], 0.05, **options)


def blocks(document, kind):
    return [block for section in document.sections for block in section.blocks if isinstance(block, kind)]


def set_aside():
    rest, _ = core.load_sample("vote").set_aside(0.2)
    return core.run_experiment(rest, ["tree", "naive_bayes"], "5x2", tuning=core.Tuning(2, 2), seed=4), [rest]


def with_costs():
    dataset = core.load_sample("vote")
    learners = [core.learner("tree", 'A \\ "B"', max_depth=2), core.learner("tree", start=1)]
    return core.run_experiment(dataset, learners, "hold_out", "cost", losses=[[0, 1], [5, 0]]), [dataset]


def predictions():
    return imported_results(run(learners=("tree", "naive_bayes")).predictions, MARKUP, "auc"), []


def fold_scores():
    scores = core.read_fold_scores(DEMSAR, rows="data sets", measure="auc")
    return imported_results(scores, "four kinds of C4.5"), []


def gathered(datasets):
    study = core.run_study(datasets, ["tree", "naive_bayes", "knn"], core.make_design("k_fold", k=3), seed=4)
    specs = [(one.predictions.dataset, one.spec) for one in study.experiments]
    return imported_results(study.fold_scores, study.title, trained=specs), datasets


def runs_on_samples():
    return gathered([core.load_sample(name) for name in ("iris", "wine", "balance")])


def runs_on_own_data():
    own = [replace(core.load_sample("iris"), name=name) for name in ("A/b", "A b")]
    return gathered([own[0], core.load_sample("wine"), own[1]])


@pytest.mark.parametrize(
    "make", [set_aside, with_costs, predictions, fold_scores, runs_on_samples, runs_on_own_data]
)
def test_the_script_finds_the_same_p_value(make, tmp_path, capsys):
    results, datasets = make()
    question = asked(results, alternative="less")
    document = pair_report(results, question, datasets=datasets)
    script = document.script
    (tmp_path / "again.py").write_text(script.text, encoding="utf-8")
    if script.what:
        beside = file_name(script.what, results.saved_about, results.facts)
        (tmp_path / beside).write_bytes(script.content())
    found = runpy.run_path(str(tmp_path / "again.py"))
    expected = question.verdict(
        results.evidence, core.applicable_tests(results, *results.learners[:2]).advised
    )
    assert found["verdict"].p_value == pytest.approx(expected.p_value, rel=1e-9)
    assert found["reported"] == expected.p_value
    assert capsys.readouterr().out.splitlines()[-1] == "The p-value is that of the report."


def test_a_measure_of_one_class_is_told_with_it():
    results = run(measure="precision", learners=("tree", "naive_bayes"))
    told = to_markdown(pair_report(results, asked(results), datasets=[]))
    (label,) = {results.predictions.positive}
    assert f"precision of class {label}, higher is better" in told
    assert f"its precision of class {label} is" in told
    assert f"difference in precision of class {label} (" in told
    assert not re.search(r"[Pp]recision(?! of class)", told.partition("## To get it again")[0])
    assert about_pooled(results.fold_scores) in told and ABOUT_TRAINING not in told
    by_error = run(learners=("tree", "naive_bayes"))
    assert ABOUT_TRAINING in to_markdown(pair_report(by_error, asked(by_error), datasets=[]))
    assert "Tests by instance judge the difference over all instances together, " in told


def test_runs_on_several_data_sets_are_told_like_one_and_trained_again_where_their_data_are_known():
    results, datasets = runs_on_own_data()
    again = imported_from_bytes(results.to_bytes())
    assert (again.id, again.trained) == (results.id, results.trained)
    document = pair_report(again, asked(again), datasets=datasets)
    text = to_markdown(document)
    assert "| Design | 3-fold cross-validation |" in text
    assert "| Training + validation | A/b 100 + 50; wine 118.7 + 59.3; A b 100 + 50 instances" in text
    assert "| Seeds | 0 for the cuts, 4 for the learners |" in text
    assert "core.run_study(" in document.script.text
    assert document.script.what == "data.zip"
    assert "It reads 3_data_sets_data.zip, which has to lie in the same folder." in document.script.text
    script = pair_report(again, asked(again), datasets=datasets[:2]).script
    assert script.what == "data_set_scores.csv" and "run_study" not in script.text


def test_over_data_sets_the_verdict_is_that_of_the_pair_and_no_line_takes_it_back():
    results, _ = fold_scores()
    pairs = core.all_pairs(results, adjustment="bonferroni")
    document = pair_report(results, asked(results), pairs=pairs)
    (told,) = (block.text for block in blocks(document, Words) if "as on Many data sets" in block.text)
    assert told.startswith("This report asks of the two, and that is its verdict. By mean ranks")
    assert "adjusted by Bonferroni" in told
    assert "Which of the two counts" not in to_markdown(document)


def test_what_differs_between_data_sets_is_told_of_each():
    results, _ = runs_on_samples()
    (name, spec), *others = results.spec.trained
    other = replace(spec, seed=9)
    results = replace(results, spec=replace(results.spec, trained=((name, other), *others)))
    assert (
        "| Seeds | iris: 0 for the cuts, 9 for the learners; wine: 0 for the cuts, 4 for the learners; balance:"
        in to_markdown(pair_report(results, asked(results)))
    )


def test_a_script_notices_that_p_is_another_one(tmp_path, capsys):
    results, datasets = with_costs()
    text = pair_report(results, asked(results), datasets=datasets).script.text
    changed = re.sub("reported = .*", "reported = 0.25", text)
    (tmp_path / "again.py").write_text(changed, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    assert capsys.readouterr().out.splitlines()[-1] == "The report has p = 0.25."


def test_it_begins_with_the_verdict_and_says_what_the_pairs_make_of_it(trained):
    pairs = core.all_pairs(trained)
    document = pair_report(trained, asked(trained), pairs=pairs, datasets=[core.load_sample("vote")])
    (answer,) = blocks(document, Answer)
    verdict = core.compare(trained, *trained.learners[:2])
    assert answer.brief == brief(verdict, 0.05, pairs.adjusted_of(*trained.learners[:2]))
    assert document.sections[0].blocks[0] == answer
    text = to_markdown(document)
    for said in (answer.brief.answer, pairs.sentence_of(*trained.learners[:2]), verdict.title):
        assert said.replace("|", "\\|") in text
    dataset = core.load_sample("vote")
    assert f"{len(dataset)} instances × {dataset.X.shape[1]} attributes" in text


def test_beside_a_claim_of_one_side_it_says_when_its_p_counts_and_when_the_adjusted_one_does(trained):
    pairs = core.all_pairs(trained)
    question, dataset = asked(trained, alternative="less"), core.load_sample("vote")
    document = pair_report(trained, question, pairs=pairs, datasets=[dataset])
    said = [block.text for block in blocks(document, Words)]
    (among,) = (text for text in said if text.startswith("One of 3 pairs"))
    assert "two-sided, p" in among
    assert among.endswith(
        "this pair and its claim were chosen before looking: then the one-sided p of the advised test does."
    )
    assert "'less'))" in document.script.text
    unsigned = pairs.sentence_of(*trained.learners[:2])
    assert unsigned.endswith("unless this pair was chosen before looking.")


def test_every_test_that_can_be_made_and_every_learner_is_in_a_table(trained):
    document = pair_report(trained, asked(trained), pairs=core.all_pairs(trained))
    tables = {block.key: block.table for block in blocks(document, Printed)}
    judged, _ = asked(trained).verdicts(
        trained.evidence, core.applicable_tests(trained, *trained.learners[:2])
    )
    assert len(tables["tests"].frame) == len(judged) > 5
    assert set(tables["summary"].frame["learner"]) == set(trained.learners)
    assert len(tables["pairs"].frame) == 3
    assert {block.key for block in blocks(document, Picture)} == {
        "differences",
        "scores",
        "null",
    }


def test_without_a_verdict_it_says_why_and_its_script_finds_the_scores_again(tmp_path, capsys):
    results = run(core.make_design("bootstrap", b=5))
    pairs = core.all_pairs(results)
    document = pair_report(results, asked(results), pairs=pairs, datasets=[core.load_sample("vote")])
    (answer,) = blocks(document, Answer)
    assert (answer.brief.answer, document.cited) == ("No verdict", ())
    assert "Bootstrap samples" in answer.brief.effect
    tables = {block.key: block.table for block in blocks(document, Printed)}
    known = core.bootstrap_estimates(results)
    assert tables["bootstrap"].frame["out of bag"].tolist() == [known[name].out_of_bag for name in known]
    assert "a learner looks too good" in to_html(document)
    text = to_markdown(document)
    assert "No test is advised. Bootstrap" in text and "Why each test is here" not in text
    assert "This script gives the scores again; there is no verdict:" in text
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    found = runpy.run_path(str(tmp_path / "again.py"))
    expected = results.fold_scores.wide[list(results.learners[:2])]
    pd.testing.assert_frame_equal(found["scores"], expected)
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) > 5
    assert printed.splitlines()[-1] == f"No verdict. {answer.brief.effect}"


def test_a_learner_that_failed_has_a_report_that_says_where():
    dataset = core.load_sample("vote")
    few = dataset.take(np.r_[np.flatnonzero(dataset.truth == 0)[:40], np.flatnonzero(dataset.truth == 1)[:3]])
    results = core.run_experiment(
        few, ["qda", "tree", "naive_bayes"], core.make_design("k_fold", k=3, stratified=True)
    )
    assert {failure.learner for failure in results.failures} == {"QDA"}
    document = pair_report(results, asked(results), pairs=core.all_pairs(results), datasets=[few])
    (answer,) = blocks(document, Answer)
    assert answer.brief.answer == "No verdict"
    failed = f"QDA failed{where_failed(results.failures, results.facts)}"
    assert f"{failed}: " in answer.brief.effect
    assert f"'No verdict. {failed}: " in document.script.text
    assert pair_report(results, asked(results)).script is None  # the data are not known any more
    assert to_markdown(document).count("could not be trained") == 3  # in verdict, notes and script
    assert f"{failed}. " in to_markdown(document)
    assert [section.title for section in document.sections if section.title == "All pairs"]
    with pytest.raises(core.InputError, match="there is no learner"):
        pair_report(results, PairQuestion("QDA", "nobody", 0.05))


def test_a_data_set_that_no_file_names_is_not_named():
    files = [f"learner,fold,error\n{who},1,.{k}\n{who},2,.2\n".encode() for k, who in enumerate("AB", 1)]
    results = imported_results(core.read_fold_scores(files, design="k_fold"), "a.csv, b.csv")
    document = pair_report(results, asked(results))
    assert document.title == "A and B"
    assert "| Data |" not in to_markdown(document)


def test_nobody_wins_by_scores_of_which_nobody_said_what_they_measure(tmp_path):
    table = b"fold,A,B\n1,.1,.2\n2,.2,.1\n3,.3,.1\n"
    results = imported_results(core.read_fold_scores(table, rows="folds"), "scores")
    document = pair_report(results, asked(results))
    (answer,) = blocks(document, Answer)
    assert answer.brief.answer == "No verdict"
    assert "nobody has said what these scores measure" in to_markdown(document)
    assert "(design=" not in to_markdown(document)
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    beside = file_name(document.script.what, results.saved_about, results.facts)
    (tmp_path / beside).write_bytes(document.script.content())
    found = runpy.run_path(str(tmp_path / "again.py"))["scores"]
    pd.testing.assert_frame_equal(found, results.fold_scores.wide)


def test_no_verdict_is_called_the_one_that_counts_where_no_test_is_advised():
    table = b"fold,A,B\n1,.1,.2\n2,.2,.1\n3,.3,.1\n"
    results = imported_results(core.read_fold_scores(table, rows="folds", measure="error"), "scores")
    text = to_markdown(pair_report(results, asked(results)))
    assert "None of them is advised." in text
    assert "One of" not in text
    assert "The verdict is that of" not in text
    assert "counts" not in text


def test_that_two_are_one_of_many_pairs_is_said_where_no_test_is_advised_for_them_either():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"fold": range(1, 11), **{name: rng.uniform(0.1, 0.3, 10) for name in "ABCDE"}})
    results = imported_results(core.read_fold_scores(frame, rows="folds", measure="error"), "scores")
    document = pair_report(results, asked(results), pairs=core.all_pairs(results))
    said = [block.text for block in blocks(document, Words)]
    assert any(
        text.startswith("One of 10 pairs: no test is advised for them, so p is not adjusted") for text in said
    )


def test_a_claim_that_a_statistic_without_a_sign_cannot_support_is_not_passed_over():
    results = run("5x2", learners=("tree", "naive_bayes"))
    text = to_markdown(pair_report(results, asked(results, alternative="less")))
    assert "The statistic has no sign, so it is judged two-sided, whatever the claim." in text
    assert (
        "differs from 0. Tests whose statistic has a sign are judged by the claim that Decision tree minus Naive "
        "Bayes is less than 0." in text
    )
    assert "| Supposed | correlations of the folds ρ1 = 0.25, ρ2 = 0.25 |" in text


def test_it_says_what_does_not_matter_where_a_test_goes_by_it(trained):
    assert "| Does not matter | differences in error rate up to 2.00 points |" in to_markdown(
        pair_report(trained, asked(trained, rope=0.02))
    )
    assert "Does not matter" not in to_markdown(pair_report(trained, asked(trained, rope=None)))


def test_the_bound_of_a_one_sided_claim_on_one_split_has_one_end_in_words_and_picture():
    results = run("hold_out", learners=("tree", "naive_bayes"))
    document = pair_report(results, asked(results, alternative="less"))
    (answer,) = blocks(document, Answer)
    picture = next(block.drawing for block in blocks(document, Picture) if block.key == "differences")
    bound = re.search(r"up to (\S+)", answer.brief.interval)[1]
    assert f"interval up to {bound} points" in picture.alt
    assert picture.layout["xaxis"]["range"][0] > -100
    assert "training sets" not in to_markdown(document).split("| Design |")[1].splitlines()[0]


def of_regression(groups, who=None):
    rows = range(24)
    who = who or [f"p{k // 2}" for k in rows]
    frame = pd.DataFrame({"x": [k % 5 / 2 for k in rows], "y": [k % 7 for k in rows], "who": who})
    dataset = core.read_dataset(frame, target="y", task="regression", groups=groups)
    results = core.run_experiment(
        dataset, ["knn_regressor", "tree_regressor"], core.make_design("k_fold", k=3)
    )
    return to_markdown(pair_report(results, asked(results), datasets=[dataset]))


def test_mean_sizes_add_up_to_the_data():
    """Rounded to whole ones, halves to even, 202.5 and 22.5 made 224."""
    halves = core.read_dataset(pd.DataFrame({"x": np.arange(45.0), "y": np.sqrt(np.arange(45.0))}), "y")
    results = core.run_experiment(
        halves, ["knn_regressor", "tree_regressor"], core.make_design("k_fold", k=10)
    )
    told = to_markdown(pair_report(results, asked(results), datasets=[halves]))
    assert "training + validation 40.5 + 4.5 instances on average;" in told


def test_groups_are_told():
    told = of_regression("who")
    assert "24 instances in 12 groups × 1 attribute;" in told
    assert "training sets overlap; groups are kept whole |" in told


def test_sizes_are_those_on_average_where_groups_make_them_differ():
    uneven = [f"g{place}" for place, size in enumerate((1, 2, 3, 3, 4, 11)) for _ in range(size)]
    assert "training + validation 16 + 8 instances on average;" in of_regression("who", uneven)
    assert "training + validation 16 + 8 instances;" in of_regression("who")


def test_why_tests_of_classes_are_refused_to_a_regression_begins_with_no_argument():
    told = of_regression(None)
    assert "Losses of this kind (error) are those of a classification" in told
    assert "Two AUCs are compared where there are two classes." in told
    assert not re.search("Kind:|Classes:", told)


def test_why_repeated_predictions_are_not_pooled_begins_with_no_argument():
    results = run("5x2")
    told = to_markdown(pair_report(results, asked(results)))
    assert ". Some instances were predicted more than once by Decision tree" in told.replace("*", "")
    assert "redictions: " not in told


def test_of_pairs_of_which_none_is_judged_nothing_is_said():
    table = "learner,fold,accuracy\n" + "".join(
        f"{name},{k},0.{k}{place}\n" for place, name in enumerate("abc") for k in range(1, 6)
    )
    results = imported_results(core.read_fold_scores(table.encode(), rows="folds"), "three")
    document = pair_report(results, asked(results), pairs=core.all_pairs(results))
    assert all(block.text for block in blocks(document, Words))


def test_one_split_has_no_folds():
    results, _ = with_costs()
    text = to_markdown(pair_report(results, asked(results)))
    assert "folds" not in text.split("## Every test of the pair")[0]


def test_a_measure_that_single_instances_do_not_have_is_told_of_all_of_them_together():
    results = run_leaving_one_out("auc", ("naive_bayes", "lda"))
    document = pair_report(results, asked(results))
    (picture,) = [block.drawing for block in blocks(document, Picture) if block.key == "scores"]
    assert picture.frame["pooled"].notna().all()
    assert "undefined" not in to_markdown(document)


def test_the_mark_among_single_instances_is_the_difference_of_all_of_them():
    results = run_leaving_one_out("f1", ("naive_bayes", "tree"))
    document = pair_report(results, asked(results))
    (picture,) = [block.drawing for block in blocks(document, Picture) if block.key == "differences"]
    (mark,) = [trace for trace in picture.traces if trace.get("meta") == "difference over all instances"]
    verdict = core.compare(results, *results.learners)
    scores = picture.frame["difference"]
    assert mark["x"] == pytest.approx([verdict.estimate]) and verdict.estimate != pytest.approx(scores.mean())


def test_where_squared_errors_are_judged_for_their_root_the_differences_are_of_them():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(40, 2))
    data = core.read_dataset((x, x.sum(axis=1) + rng.normal(size=40)))
    learners = ["ols", "tree_regressor", "mean", core.learner("mean", "the mean again")]
    for measure in ("rmse", "r2"):
        results = core.run_experiment(data, learners, core.make_design("leave_one_out"), measure)
        pairs = core.all_pairs(results)
        document = pair_report(results, asked(results), pairs=pairs)
        drawn = {block.key: block.drawing for block in blocks(document, Picture)}
        differences = drawn["differences"].frame["difference"]
        assert differences.mean() == pytest.approx(pairs.pairs[0].verdict.estimate)
        assert "mean squared error" in drawn["differences"].alt and "interval" in drawn["differences"].alt
        assert "mean squared error" in drawn["all_pairs"].alt
        titles = [block.title for block in blocks(document, Picture)]
        assert "Row minus column in mean squared error" in titles
        told = to_markdown(document)
        assert "| Paired t test on losses (of squared errors) |" in told
        assert "is no mean over single instances" in told
        first = pairs.grouping(results.evidence.together, 0.05)
        assert first.learners[0] == results.learners[0]
        assert set(first.of(first.learners[0], 1)) == set(results.learners[1:])


def test_addresses_stand_in_markdown_as_they_are(trained):
    address = "http://localhost:8501/report?shown_measure=x_y_z"
    assert address in to_markdown(pair_report(trained, asked(trained), address=address))


def test_only_addresses_that_no_file_brought_are_links(trained):
    address = "http://localhost:8501/report?first=k-NN"
    linked = to_html(pair_report(trained, asked(trained), address=address))
    assert f'<a href="{address}" target="_blank">{address}</a>' in linked
    assert '<a href="https://doi.org/10.1023/A%3A1024068626366" target="_blank">doi:10.1023/A:' in linked
    results, _ = predictions()
    named = "http://example.org/"
    scores = results.fold_scores.frame.replace({"learner": {results.learners[0]: named}})
    brought = imported_results(core.read_fold_scores(scores, measure="error"), named)
    html = to_html(pair_report(brought, asked(brought)))
    assert named in html and f'<a href="{named}' not in html


class Tags(HTMLParser):
    """What a browser would be asked for."""

    def __init__(self):
        super().__init__()
        self.tags, self.asks, self.texts = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "a":  # which asks for nothing until somebody follows it
            self.asks += [value for name, value in attrs if name in {"src", "href", "srcset", "action"}]

    def handle_data(self, data):
        if self.tags[-1:] not in (["script"], ["style"]):
            self.texts.append(data)


def parsed(html):
    found = Tags()
    found.feed(html)
    return found


def test_the_file_asks_for_nothing_and_takes_no_text_for_markup():
    results, _ = predictions()
    names = dict(zip(results.learners, (MARKUP, "B"), strict=True))
    frame = results.fold_scores.frame.assign(dataset=MARKUP)
    frame["learner"] = frame["learner"].map(names)
    scores = core.read_fold_scores(
        frame[["learner", "fold", "score"]].to_csv(index=False).encode(), measure="auc"
    )
    results = imported_results(scores, MARKUP)
    document = pair_report(results, asked(results))
    html = to_html(document)
    found = parsed(html)
    pictures = len(blocks(document, Picture))
    assert found.asks == []
    assert found.tags.count("script") == pictures + 2  # Plotly, and what draws them
    assert any(MARKUP in text for text in found.texts)
    assert r"\<script\>" in to_markdown(document)
    assert r"\| \*b\*" in to_markdown(document)


@pytest.mark.parametrize("key", [key for key, entry in TESTS.items() if entry.question != "bayesian"])
def test_formulas_become_mathml_of_which_nothing_is_left_over(key):
    verdict = core.run_test(key, **TESTS[key].examples[0].inputs)
    for line in (*verdict.entry.hypotheses("two-sided"), *verdict.formula_steps()):
        found = mathml(line)
        assert found.startswith("<math")
        assert not re.search(r">[^<]*\\", found), line


def test_no_line_of_the_file_ends_between_a_number_and_what_belongs_to_it(trained):
    html = to_html(pair_report(trained, asked(trained)))
    assert "α\u00a0=\u00a0.05" in html and "\u00a0points" in html


def test_the_two_hypotheses_stand_on_two_lines_where_one_has_no_room(trained):
    first, *_ = blocks(pair_report(trained, asked(trained)), Formulas)[0].lines
    assert re.fullmatch(
        r"\{H_0: [^{}]+\} \\qquad\\allowbreak \{H_1: [^{}]+\}", re.sub(r"_\{\w+\}", "", first)
    )


def test_it_has_the_text_that_two_learners_has_for_a_report():
    results = run(learners=("tree", "naive_bayes", "knn"))
    question, pairs = asked(results), core.all_pairs(results)
    document = pair_report(results, question, pairs=pairs, datasets=[core.load_sample("vote")])
    (told,) = next(one for one in document.sections if one.title == "Text for a paper").blocks
    verdict = core.compare(results, question.first, question.second)
    among = pairs.sentence_of(question.first, question.second, "two-sided")
    assert among and told.text == f"{report(verdict, 0.05)} {among}"
    assert [one.title for one in document.sections][-2:] == ["To get it again", "References"]


def test_formulas_stand_between_dollar_signs(trained):
    document = pair_report(trained, asked(trained))
    (shown,) = blocks(document, Formulas)
    assert all(f"$$\n{line}\n$$" in to_markdown(document) for line in shown.lines)


@pytest.mark.parametrize("make", [set_aside, predictions, fold_scores, runs_on_samples])
def test_latex_holds_formulas_as_they_are_and_no_character_that_it_does_not_know(make):
    results, datasets = make()
    document = pair_report(results, asked(results, rope=0.02), datasets=datasets)
    text = to_latex(document)
    assert all(f"\\[\n{line}\n\\]" in text for shown in blocks(document, Formulas) for line in shown.lines)
    assert set(re.findall(r"[^\x00-ſ]", text)) <= set("–“”’")  # pdfLaTeX knows these and Latin letters
    assert text.count(r"\begin{") == text.count(r"\end{")


def test_no_name_is_a_command_of_latex():
    table = b"fold,\\input{x} $a_1$ #2,B & 50%\n1,.1,.2\n2,.2,.15\n3,.3,.1\n"
    results = imported_results(core.read_fold_scores(table, measure="error", design="k_fold"), "a_b")
    address = "http://localhost:8501/report?first=B%20&alpha=.05"
    text = to_latex(pair_report(results, asked(results), address=address)).split(r"\begin{verbatim}")[0]
    assert r"\textbackslash{}input\{x\} \$a\_1\$ \#2" in text and r"B \& 50\%" in text
    assert r"\input" not in text
    assert rf"In the app: \url{{{address}}}" in text


def test_of_predictions_it_says_what_is_known_of_folds_and_instances():
    read = core.read_predictions("sample_data/imports/markers.csv")
    results = imported_results(read, "markers")
    text = to_markdown(pair_report(results, asked(results)))
    assert "| Design | not known, nor which fold each prediction comes from |" in text
    assert "Both learners judged on the same instances: holds." in text


def test_predictions_of_several_files_are_called_by_their_files():
    brought = run(learners=("tree", "naive_bayes")).predictions
    results = imported_results(replace(brought, dataset="data"), "tree.csv and bayes.csv")
    text = to_markdown(pair_report(results, asked(results)))
    assert f"| Data | tree.csv and bayes.csv: {len(brought.truth)} instances |" in text


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("n_train", "training 90 instances; "),
        ("n_validation", "validation 90 instances; "),
        ("place", ""),
    ],
)
def test_of_the_sizes_of_folds_it_says_those_that_are_known(size, told):
    rows = "".join(f"{fold},90,.{fold},.{9 - fold}\n" for fold in (1, 2, 3))
    options = {"design": "k_fold", "measure": "error", "roles": {"learners": ["A", "B"]}}
    results = imported_results(core.read_fold_scores(f"fold,{size},A,B\n{rows}".encode(), **options), "x")
    text = to_markdown(pair_report(results, asked(results)))
    assert f"| Design | 3-fold cross-validation; {told}training sets overlap |" in text


@pytest.mark.parametrize(
    ("measure", "errors", "aucs"), [("accuracy", "less", "greater"), ("error", "greater", "less")]
)
def test_a_claim_on_accuracy_is_judged_by_tests_of_errors_as_fewer_errors(measure, errors, aucs):
    results = run("hold_out", measure, ("naive_bayes", "tree"))
    question = asked(results, alternative="greater")
    advice = core.applicable_tests(results, *results.learners)
    judged, _ = question.verdicts(results.evidence, advice)
    sides = {key: verdict.alternative for key, verdict in judged.items()}
    assert advice.advised == "mcnemar"
    assert (sides["mcnemar"], sides["delong"], sides["permutation_over_instances"]) == (
        errors,
        aucs,
        "greater",
    )
    document = pair_report(results, question, datasets=[core.load_sample("vote")])
    assert f"wrong is {errors} than ½." in to_markdown(document)
    assert f"alternative='{errors}'" in document.script.text


def test_of_an_interval_without_width_it_is_said_that_it_is_no_certainty():
    rows = "".join(f"A,{fold},0.3\nB,{fold},0.{fold}\n" for fold in range(1, 6))
    read = core.read_fold_scores(f"learner,fold,score\n{rows}".encode(), measure="error", rows="folds")
    results = imported_results(read, "flat")
    text = to_markdown(pair_report(results, asked(results)))
    assert "A has one and the same score in every fold: an interval from their spread has no width" in text


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("fold", "predefined: as the column site of the data says"),
        ("group", "predefined: one fold per group, as the column ward of the data says"),
    ],
)
def test_folds_that_a_column_gave_are_told_with_its_name(kind, words):
    table = pd.DataFrame({"x": np.arange(60) % 7, "y": list("aab") * 20})
    table["site"], table["ward"] = np.arange(60) // 24, np.arange(60) // 12
    data = core.read_dataset(table, "y", folds="site", groups="ward")
    results = core.run_experiment(data, ["tree", "naive_bayes"], core.make_design("predefined", kind=kind))
    assert words in to_markdown(pair_report(results, asked(results), datasets=[data]))


def test_an_examination_is_told_with_its_interval_verdict_and_the_measure_of_the_run():
    found = Examination(
        "LDA",
        426,
        143,
        errors=12,
        squared_errors=None,
        taken=0.0,
        alpha=0.05,
        measure="balanced_accuracy",
        measure_title="balanced accuracy",
        score=0.912,
    )
    text = examination_words(found)
    assert "was opened on" in text and "for LDA" in text
    exact = stats.binomtest(12, 143).proportion_ci(0.95, method="exact")
    interval = f"{100 * exact.low:.2f} … {100 * exact.high:.2f}\u00a0%"
    assert f"12, error rate 8.39\u00a0%; 95\u00a0% interval (Clopper–Pearson) {interval}." in text
    assert text.endswith("By the measure of the run, balanced accuracy: 91.20\u00a0%.")
    against = examination_words(replace(found, p0=0.2, alternative="less"))
    assert "below" in against and "p < .001" in against
    in_groups = examination_words(replace(found, p0=0.2, groups=9))
    assert "in 9 groups, which are not independent, so without interval and test." in in_groups
    squares = (52.0, 63.87, 70.0, 69.61)
    measured = Examination("SVR", 112, 4, errors=None, squared_errors=squares, taken=0.0, alpha=0.05)
    assert "training on 112: 63.9; 95\u00a0% interval (t) 50.5 … 77.2." in examination_words(measured)


def test_the_outcome_of_an_examination_has_its_section(trained):
    document = pair_report(trained, asked(trained), examinations=["The test set was opened."])
    assert "## Final examination\n\nThe test set was opened." in to_markdown(document)


def test_a_run_is_told_with_what_decides_it():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "patient": [f"p{row}" for row in range(60)],
            "seen": pd.date_range("2020-01-01", periods=60).astype(str)[rng.permutation(60)],
            "age": np.where(np.arange(60) == 7, np.nan, rng.normal(50, 9, 60)),
            "y": list("aab") * 20,
        }
    )
    data = core.read_dataset(table, "y")
    learners = [
        core.learner("knn", "Near", n_neighbors=1),
        core.learner("knn", weights="distance"),
        core.learner("naive_bayes", var_smoothing=1e-5),
    ]
    design = core.make_design("k_fold", k=3, stratified=True)
    results = core.run_experiment(data, learners, design)
    document = pair_report(results, asked(results), datasets=[data])
    text = to_markdown(document)
    assert "| 3-fold cross-validation, stratified; training + validation" in text
    kept = imported_from_bytes(imported_results(results.predictions, "brought").to_bytes())
    brought = to_markdown(pair_report(kept, asked(kept)))
    assert "| 3-fold cross-validation, stratified; training + validation" in brought
    assert (
        "| Near: k-NN (k = 1, weights = uniform, distance power = 2); k-NN (k = 5, weights = distance, distance "
        "power = 2); Naive Bayes (smoothing = 1 × 10⁻⁵) |"
    ) in text
    assert (
        "- Column 'patient' was left out: it looks like an identifier, with a value of its own in every row.\n"
        in text
    )
    assert (
        "- Column 'seen' holds dates (year-month-day); they were turned into days since 1970-01-01.\n" in text
    )
    assert "- Column 'age': 1 of 60 cells is missing.\n- Missing cells stay missing; learners fill" in text
    tuned = core.run_experiment(data, learners, "hold_out", tuning=core.Tuning(2, 2))
    assert "| Near: k-NN (k = 1); k-NN (weights = distance); Naive" in to_markdown(
        pair_report(tuned, asked(tuned))
    )
