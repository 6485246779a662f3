"""A report on one learner says what its verdict says, and comes with a script that finds the same again."""

import runpy
from dataclasses import replace

import numpy as np
import pytest

import core
from core.data import file_name
from core.errors import InputError
from core.experiment import imported_results
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.interpretation.brief import brief
from core.report import Answer, Formulas, Picture, Printed, learner_report, to_html, to_latex, to_markdown
from tests.report.test_report import blocks, run


@pytest.fixture(scope="module")
def trained():
    return run(learners=("tree", "naive_bayes"))


def vote():
    return [core.load_sample("vote")]


def test_it_begins_with_the_verdict_of_the_advised_test(trained):
    question = LearnerQuestion("Decision tree", 0.05, "less", 0.25)
    document = learner_report(trained, question, datasets=vote())
    assert document.title == "Decision tree on vote"
    verdict = question.verdict(trained.evidence, "corrected_one_sample_t")
    (answer,) = blocks(document, Answer)
    assert document.sections[0].blocks[0] == answer
    assert answer.brief == brief(verdict, 0.05)
    assert answer.foot == "Corrected one-sample t test, advised"
    text = to_markdown(document)
    assert (
        "| Learner | Decision tree (depth = default, leaf size = 1," in text
        and "| Held against | 25 % |" in text
    )
    assert "| Claim to support | The expected score is less than p0. |" in text
    assert "The tests of one learner answer one question" in text


def test_every_interval_is_drawn_and_printed_with_the_end_of_the_claim(trained):
    question = LearnerQuestion("Decision tree", 0.05, "less", 0.25)
    document = learner_report(trained, question)
    tables = {block.key: block.table for block in blocks(document, Printed)}
    verdicts, _ = question.verdicts(
        trained.evidence, core.applicable_tests(trained, "Decision tree", p0=0.25)
    )
    assert tables["tests"].frame["test"].tolist() == [verdict.title for verdict in verdicts.values()]
    found = [one.interval(0.95, "upper") for one in question.estimates(verdicts)]
    assert tables["all_intervals"].frame["high"].tolist() == [one.high for one in found]
    assert np.isneginf(tables["all_intervals"].frame["low"]).all()
    (picture,) = [block for block in blocks(document, Picture) if block.key == "intervals"]
    assert picture.title == "Intervals of the error rate of Decision tree, upper bound"
    assert "p0 at 0.25" in picture.drawing.alt


@pytest.mark.parametrize(
    ("p0", "says"), [(0.25, "The p-value is that of the report."), (None, "No verdict.")]
)
def test_the_script_finds_the_same_again(trained, p0, says, tmp_path, capsys):
    document = learner_report(trained, LearnerQuestion("Naive Bayes", 0.1, "less", p0), datasets=vote())
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    assert says in capsys.readouterr().out.splitlines()[-1]


def test_the_script_reads_what_was_imported(tmp_path, capsys):
    results = imported_results(run(learners=("tree", "naive_bayes")).predictions, "brought")
    document = learner_report(results, LearnerQuestion("Decision tree", 0.05, "two-sided", 0.3))
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    (tmp_path / "vote_10fold_predictions.csv").write_bytes(document.script.content())
    assert "It reads vote_10fold_predictions.csv" in document.script.text
    runpy.run_path(str(tmp_path / "again.py"))
    assert capsys.readouterr().out.splitlines()[-1] == "The p-value is that of the report."


def test_without_a_verdict_the_script_reads_what_was_imported_and_finds_the_scores(tmp_path, capsys):
    given = "fold,A,B\n1,.1,.2\n2,.2,.1\n3,.3,.1\n"
    results = imported_results(
        core.read_fold_scores(given.encode(), measure="error", rows="folds"), "brought"
    )
    document = learner_report(results, LearnerQuestion("A", 0.05, "two-sided", 0.3))
    assert "This script, kept beside the file that it reads, gives the scores again" in to_markdown(document)
    (tmp_path / "again.py").write_text(document.script.text, encoding="utf-8")
    beside = file_name(document.script.what, results.saved_about, results.facts)
    (tmp_path / beside).write_bytes(document.script.content())
    found = runpy.run_path(str(tmp_path / "again.py"))["scores"]
    assert found["A"].tolist() == [0.1, 0.2, 0.3]
    assert "No verdict. " in capsys.readouterr().out


def test_without_a_reference_it_tells_the_score_and_its_intervals(trained):
    document = learner_report(trained, LearnerQuestion("Decision tree", 0.05), datasets=vote())
    (answer,) = blocks(document, Answer)
    assert answer.brief.answer == "No verdict"
    assert answer.brief.effect == "No p0 was named that Decision tree is held against."
    assert "Error rate of Decision tree: 18.33 %." in to_markdown(document)
    bayes = learner_report(trained, LearnerQuestion("Naive Bayes", 0.05))
    mean = trained.fold_scores.wide["Naive Bayes"].mean()  # .1198, of all predictions together .1197
    assert f"Error rate of Naive Bayes: {100 * mean:.2f} %." in to_markdown(bayes)
    titles = [section.title for section in document.sections]
    assert "Every interval" in titles and "Every test of the learner" not in titles
    assert not blocks(document, Formulas)


def test_what_the_scores_do_not_meet_is_said_of_the_interval_where_nothing_is_held_against_them(trained):
    precise = trained.measured_by("precision")
    question = LearnerQuestion("Decision tree", 0.05, p0=0.5)
    (unmet,) = question.verdict(precise.evidence, "corrected_one_sample_t").unmet
    assert "is a share of those that are called positive" in unmet.sentence
    for asked in (question, replace(question, p0=None)):
        assert unmet.not_met in to_markdown(learner_report(precise, asked))


def test_of_a_measure_that_is_no_rate_the_claim_speaks_of_the_reference_where_formulas_have_p0(trained):
    question = LearnerQuestion("Decision tree", 0.05, "greater", 0.5)
    text = to_markdown(learner_report(trained.measured_by("f1"), question))
    assert "| Claim to support | The expected score is greater than the reference. |" in text


def test_what_is_not_held_against_anything_has_intervals_with_both_ends(trained):
    document = learner_report(trained, LearnerQuestion("Decision tree", 0.05, "less"))
    (table,) = [block.table for block in blocks(document, Printed) if block.key == "all_intervals"]
    assert np.isfinite(table.frame[["low", "high"]]).all(axis=None)
    told = to_markdown(document)
    assert "★ marks the interval of the advised test; " in told  # as One learner says of the same picture
    assert "grey intervals are to be taken with caution." in told


def test_a_known_deviation_is_told_in_points(trained):
    document = learner_report(trained, LearnerQuestion("Decision tree", 0.05, "less", 0.085, sigma=0.03))
    text = to_markdown(document)
    assert "| Supposed | the standard deviation of one score is 3 points |" in text
    assert "| Held against | 8.5 % |" in text


def test_no_line_of_the_script_is_wider_than_paper():
    results = imported_results(
        run(learners=("tree", "naive_bayes")).predictions, "brought in many words, " * 9
    )
    document = learner_report(results, LearnerQuestion("Decision tree", 0.05, "less", 0.25))
    assert max(map(len, document.script.text.splitlines())) <= 110
    program = to_latex(document).split(r"\begin{verbatim}")[1].split(r"\end{verbatim}")[0]
    assert "".join(program.split()) == "".join(document.script.text.split())


def test_where_no_test_fits_it_says_why():
    results = run("hold_out", "auc", ("naive_bayes", "lda"))
    document = learner_report(results, LearnerQuestion("LDA", 0.05, "greater", 0.5))
    (answer,) = blocks(document, Answer)
    advice = core.applicable_tests(results, "LDA", p0=0.5)
    assert (answer.brief.answer, answer.brief.effect) == ("No verdict", advice.because)
    assert blocks(document, Printed)[0].key == "summary"


def test_it_is_written_in_every_form(trained):
    document = learner_report(trained, LearnerQuestion("Decision tree", 0.05, "less", 0.25))
    assert all(document.title in write(document) for write in (to_html, to_latex, to_markdown))


def test_nobody_else_is_reported(trained):
    with pytest.raises(InputError, match="there is no learner"):
        learner_report(trained, LearnerQuestion("nobody", 0.05))
