"""Names that somebody else chose, and numbers, as text in a figure."""

import html
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures import Scale, difference_scale, label, scale_of
from core.figures.canvas.text import (
    LONG_LINE,
    PHONE_LINE,
    embedded,
    full,
    in_lines,
    number,
    sentence_list,
    shown,
)
from core.records import FoldScores
from core.written import counted


@pytest.mark.parametrize(
    "name",
    [
        "<b>bold</b>",
        "<a href='http://example.org'>x</a>",
        "$x^2$ & more",
        "&mu; &amp; &#60;",
        "\"quoted\" 'single'",
        "نموذج",
        "🌲👨‍👩‍👧",
        "%{x}",
    ],
)
def test_a_name_survives_as_text(name):
    text = shown(name)
    assert html.unescape(text) == name
    assert "<" not in text
    assert ">" not in text
    assert "$" not in text
    assert "&quot;" not in text  # Plotly would show it literally


def test_control_characters_and_half_surrogates_do_not_reach_the_browser():
    assert shown("a\nb\x00c\ud800d") == "a b c d"


@given(st.text(), st.integers(5, 60))
def test_a_label_is_short_and_has_no_markup(name, most):
    text = label(name, most)
    assert len(html.unescape(text)) <= most
    assert "<" not in text
    assert "$" not in text


def test_a_long_name_is_whole_in_hover_texts():
    name = "x" * 150
    assert full(name).replace("<br>", "") == name
    assert full(name).count("<br>") == 2
    assert full("x" * 10_000).count("<br>") == 4


def test_a_name_in_a_sentence_is_isolated():
    assert embedded("نموذج") == "\u2068نموذج\u2069"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "undefined"),
        (float("nan"), "undefined"),
        (float("inf"), "∞"),
        (float("-inf"), "−∞"),
        (-2.2621, "−2.262"),
        (0.0, "0"),
    ],
)
def test_numbers(value, text):
    assert number(value) == text


def test_counting_words():
    assert counted(1, "folds") == "1 fold"
    assert counted(1500, "instances") == "1,500 instances"
    assert counted(0, "data sets") == "0 data sets"
    assert sentence_list(["a", "b", "c"], 2) == "a; b; and 1 more"


def test_percent_scale_gives_both_forms():
    scale = Scale("Error", percent=True)
    assert scale.hover("x") == "%{x:.2%} (%{x:.5~f})"
    assert scale.text(0.04667) == "4.67\u00a0%"
    assert scale.ticks == "~%"


def test_signed_scale_writes_the_sign_and_no_negative_zero():
    scale = Scale("Difference", percent=True, signed=True)
    assert scale.text(0.02) == "+2.00 points"
    assert scale.text(-0.02) == "−2.00 points"
    assert scale.text(-1e-18) == "0 points"
    assert scale.text(3e-5) == "+0.003 points"
    assert scale.between(-0.02, 0.01) == "−2.00 … +1.00 points"
    assert scale.between(0.0012311, 0.0012380) == "+0.12311 … +0.12380 points"
    assert scale.hover("x") == "%{x} points"
    assert scale.text(float("inf")) == "∞"
    assert scale.text(None) == "undefined"


@pytest.mark.parametrize(
    ("low", "high", "percent", "written"),
    [
        (0.0, 0.00512, False, "0 … +0.00512"),
        (1e-17, 0.00512, False, "0 … +0.00512"),
        (2.5e-9, 0.00512, False, "+2.5 × 10⁻⁹ … +0.00512"),
        (0.3, 0.3 + 1e-16, False, "+0.3 … +0.3"),
        (-0.02, -0.02 + 1e-17, True, "−2.00 … −2.00 points"),
        (-0.09, -3e-5, True, "−9.00 … −0.003 points"),
    ],
)
def test_no_end_of_an_interval_reads_as_zero_with_a_sign(low, high, percent, written):
    assert Scale("Difference", percent=percent, signed=True).between(low, high) == written


def test_seconds_and_units():
    assert Scale("Training (s)", unit="s").hover("x") == "%{x}s"
    assert Scale("Training (s)", unit="s", signed=True).hover_format == "+.3~s"
    assert Scale("Difference", percent=True, signed=True).formats == {"tickformat": "", "hoverformat": "+.2f"}
    assert "exponentformat" not in Scale("Error").formats
    assert Scale("Error").formats | {"exponentformat": "B"} == Scale("Error", digits=7).formats | {
        "hoverformat": ",.5~r"
    }
    assert Scale("Error", unit="cm²").text(1.5) == "1.5 cm²"
    assert Scale("Error", unit="cm²").hover("y") == "%{y} cm²"


def test_what_hovers_has_all_digits_before_the_point():
    """By the axis, which groups them and writes a true minus sign; a template would write -1688."""
    scores = scores_of("mse", "Mean squared error", True)
    large = replace(scores, frame=scores.frame.assign(score=65_857_623.4))
    assert scale_of(scores).hover_format == ",.5~r"
    assert scale_of(large).hover_format == ",.8~r"
    assert difference_scale(large, "A", "B").hover_format == "+,.8~r"


def scores_of(measure, title, lower, unit=""):
    import pandas as pd

    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    frame = pd.DataFrame([("d", "a", 1, 1, 9, 1, 0.5)], columns=columns)
    return FoldScores(frame, measure, title, lower, unit)


def test_axis_titles_say_unit_and_direction():
    assert "(in %, lower is better)" in scale_of(scores_of("error", "Error rate", True)).title
    assert "(higher is better)" in scale_of(scores_of("auc", "AUC", False)).title
    assert "(in m², lower is better)" in scale_of(scores_of("mse", "MSE", True, "m²")).title
    assert not scale_of(scores_of("auc", "AUC", False)).percent


def test_the_axis_of_a_difference_names_both_learners():
    scale = difference_scale(scores_of("error", "Error rate", True), "<b>A</b>", "B")
    assert "percentage points" in scale.title
    assert "\u2068&lt;b&gt;A&lt;/b&gt;\u2069 − \u2068B\u2069" in scale.title
    assert scale.name == "difference in error rate (<b>A</b> minus B)"
    assert scale.signed


def test_an_axis_names_the_class_that_a_measure_is_of_and_breaks_before_its_unit_where_both_are_long():
    of_class = scores_of("precision", "precision of class malignant", False)
    assert difference_scale(of_class, "A", "B").title.startswith(
        "Difference in \u2068precision of class malignant\u2069<br>(percentage points)<br>"
    )
    assert scale_of(of_class).title.endswith("malignant\u2069<br>(in %, higher is better)")
    rate = difference_scale(scores_of("balanced_accuracy", "balanced accuracy", False), "A", "B")
    assert rate.title.startswith("Difference in \u2068balanced accuracy\u2069 (percentage points)<br>")
    wordy = scores_of("recall", f"recall of class {'very long words of a label ' * 4}", False)
    assert difference_scale(wordy, "A", "B").title.count("<br>") == 2  # unit, and both names
    for title in (scale_of(wordy).title, difference_scale(wordy, "A", "B").title):
        assert max(map(len, title.partition("<br><span")[0].split("<br>"))) <= PHONE_LINE


def test_the_two_names_of_a_difference_are_told_apart():
    names = [f"Decision tree of depth {depth} with a long name that goes on" for depth in (1, 2)]
    below = difference_scale(scores_of("error", "Error rate", True), *names).title
    assert "depth 1" in below
    assert "depth 2" in below


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1485.0, 2, "1,485"),
        (-14_849.6, 4, "−14,850"),
        (9999.6, 4, "10,000"),
        (3.2e8, 4, "320,000,000"),
        (3.2e15, 4, "3.2 × 10¹⁵"),
        (0.000012, 2, "1.2 × 10⁻⁵"),
    ],
)
def test_digits_before_the_point_are_written(value, digits, text):
    assert number(value, digits) == text


def test_lines_of_a_title_that_are_there_stay():
    below = '<br><span style="font-size:0.82em">k-NN − Random forest</span>'
    assert (
        in_lines(f"Difference in mean squared error{below}") == f"Difference in mean squared<br>error{below}"
    )
    assert in_lines(f"Short{below}") == f"Short{below}"


def test_below_a_plot_as_wide_as_the_page_a_few_more_words_stand_in_one_line():
    assert in_lines("Difference in mean absolute error", LONG_LINE) == "Difference in mean absolute error"
    rate = "Difference in balanced accuracy (percentage points)"
    assert in_lines(rate, LONG_LINE) == "Difference in balanced accuracy<br>(percentage points)"
