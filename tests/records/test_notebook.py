"""What the last line of a notebook's cell shows."""

import pandas as pd
import pytest

import core
from core.records import FoldScores, Interval

NAME = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def run():
    return core.run_experiment(core.load_sample("iris"), ["lda", "tree", "naive_bayes"], "k_fold")


def shown(run):
    pair = run.learners[:2]
    return {
        "dataset": core.load_sample("iris"),
        "run": run,
        "scores": run.fold_scores,
        "predictions": run.predictions,
        "verdict": core.compare(run, *pair),
        "advice": core.applicable_tests(run, *pair),
        "pairs": core.all_pairs(run),
        "interval": core.interval("wilson", errors=12, n=40),
    }


def test_a_record_is_a_line_not_thousands_of_characters(run):
    for name, record in shown(run).items():
        assert len(repr(record)) < 300, name
        assert "\n" not in repr(record), name
    assert (
        repr(run)
        == "Experiment(iris: LDA, Decision tree and Naive Bayes; 10-fold cross-validation: error rate)"
    )
    assert "Corrected resampled t test" in repr(core.compare(run, *run.learners[:2]))


def test_in_a_notebook_it_is_a_short_table(run):
    for name, record in shown(run).items():
        if name != "interval":
            assert 0 < len(record._repr_html_()) < 12_000, name
    assert "<table" in run._repr_html_()
    assert "LDA" in core.all_pairs(run)._repr_html_()


def test_names_from_files_are_text_there_too(run):
    frame = run.fold_scores.frame.assign(learner=NAME)
    scores = FoldScores(frame.head(10), "error", "error rate", True)
    dataset = core.read_dataset(
        pd.DataFrame({NAME: [1.0, 2.0] * 9, "class": [NAME, "b"] * 9}), target="class"
    )
    for record in (scores, dataset):
        assert "<img" not in record._repr_html_()
        assert "&lt;img" in record._repr_html_()


def test_an_interval_is_two_numbers():
    low, high = Interval(0.1, 0.4, 0.95, "Wilson")
    assert (low, high) == (0.1, 0.4)
