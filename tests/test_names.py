"""Long names made short: no longer than there is room for, and told apart wherever they differ."""

import doctest
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import names
from core.names import BREAK, as_html, bound, breakable, shortened, told_apart


def test_examples_in_docstrings():
    outcome = doctest.testmod(names)
    assert outcome.attempted
    assert not outcome.failed


def test_degrees_of_freedom_and_counts_stay_on_one_line():
    assert bound("With F(7, 5) 2.6 %, in 0 % (0 of 20), and t (a, b)") == (
        "With F(7,\u00a05) 2.6 %, in 0 %\u00a0(0\u00a0of\u00a020), and t (a, b)"
    )


def test_what_is_compared_with_a_level_stays_beside_it():
    assert bound("are called different (p ≤ α), p > α") == (
        "are called different (p\u00a0≤\u00a0α), p\u00a0>\u00a0α"
    )


def test_a_number_stays_beside_the_level_and_a_minus_between_its_names():
    assert bound("(p = .675 > α = .05)") == "(p\u00a0=\u00a0.675\u00a0>\u00a0α\u00a0=\u00a0.05)"
    assert bound("error rate A − B: −11.15") == "error rate A\u00a0−\u00a0B: −11.15"


def test_the_middle_of_a_long_name_goes():
    name = "random_forest(n_estimators=500, max_depth=3)"
    assert shortened(name) == "random_forest(n_es…x_depth=3)"[:18] + "…" + name[-9:]
    assert len(shortened(name)) == 28
    assert shortened("short") == "short"


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (20, ["…(1, uniform, 1)", "…(9, distance, 2)"]),
        (24, ["k-NN (1, uniform, 1)", "k-NN (9, distance, 2)"]),
        (28, ["k-NN (k = 1, uniform, 1)", "k-NN (k = 9, distance, 2)"]),
    ],
)
def test_cells_of_a_factorial_experiment_keep_their_values(most, expected):
    levels = product((1, 5, 9), ("uniform", "distance"), (1, 2))
    cells = [f"k-NN (k = {k}, weights = {weights}, distance power = {p})" for k, weights, p in levels]
    found = told_apart(["LDA", *cells], most)
    assert [found[1], found[-1]] == expected
    assert found[0] == "LDA"
    assert len(set(found)) == 13


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (20, ["gini, max_depth=1", "entropy, max_depth=3"]),
        (28, ["gini, max_depth=1", "entropy, max_depth=3"]),
        (30, ["criterion=gini, max_depth=1", "criterion=entropy, max_depth=3"]),
    ],
)
def test_settings_without_a_learner_keep_their_values_and_lose_what_they_share(most, expected):
    cells = [
        f"criterion={criterion}, max_depth={depth}" for criterion in ("gini", "entropy") for depth in (1, 3)
    ]
    found = told_apart(cells, most)
    assert [found[0], found[-1]] == expected


def test_what_is_left_of_crossed_settings_is_no_last_letter_that_happens_to_differ():
    cells = [f"k-NN (k = {k}, weights = {by})" for k in (1, 5) for by in ("uniform", "distance")]
    assert told_apart(cells)[:2] == ["k-NN (k = 1, uniform)", "k-NN (k = 1, distance)"]


@given(st.lists(st.text("ab =.,05", max_size=60), max_size=6), st.integers(20, 60))
def test_names_stay_apart_and_short(wholes, most):
    found = told_apart(wholes, most)
    assert len(set(found)) == len(set(wholes)) or any("·" in text for text in found)
    assert all(len(text) <= most for text in found)
    if all(len(text) <= most for text in wholes):
        assert found == wholes


@pytest.mark.parametrize("most", [24, 28, 40])
def test_what_tells_names_apart_is_kept_and_what_is_cut_is_marked(most):
    wholes = [
        f"Histogram gradient boosting (learning_rate = {rate}, max_leaf_nodes = 31)" for rate in (0.05, 0.1)
    ]
    found = told_apart(wholes, most)
    assert [text.count("…") for text in found] == [2, 2]
    assert found[0].rstrip("…").endswith("= 0.05")
    assert found[1].rstrip("…").endswith("= 0.1")


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (20, ["Histogram…(100, 31)", "Histogram…(400, 127)", "SVM (C=10, gamma=1)", "k-near…(5, distance)"]),
        (
            28,
            ["Histogram…(100, 31)", "Histogram…(400, 127)", "SVM (C=10, gamma=1)", "k-nearest…(5, distance)"],
        ),
        (
            40,
            [
                "Histogram gradient boosting…(100, 31)",
                "Histogram gradient boosting…(400, 127)",
                "SVM (C=10, gamma=1)",
                "k-nearest neighbours (k=5, distance)",
            ],
        ),
    ],
)
def test_names_of_several_kinds_keep_their_own_settings_and_are_not_numbered(most, expected):
    boosted = [
        f"Histogram gradient boosting classifier (max_iter={count}, max_leaf_nodes={leaves})"
        for count in (100, 400)
        for leaves in (31, 127)
    ]
    nearest = [
        f"k-nearest neighbours (k={k}, weights={by})" for k in (1, 5) for by in ("uniform", "distance")
    ]
    found = told_apart([*boosted, "SVM (C=10, gamma=1)", *nearest], most)
    assert [found[0], found[3], found[4], found[-1]] == expected
    assert len(set(found)) == 9


def test_among_others_names_that_differ_in_one_setting_still_say_of_which_learner_they_are():
    boosted = [f"Gradient boosting (max_iter=100, max_leaf_nodes={leaves})" for leaves in (31, 63)]
    assert told_apart([*boosted, "Naive Bayes"], 20) == [
        "Gradient…(100, 31)",
        "Gradient…(100, 63)",
        "Naive Bayes",
    ]


def test_of_names_that_differ_in_the_last_setting_that_setting_stays_whole():
    names = ["SVM (C = 1, gamma = 1)", "SVM (C = 1, gamma = 0.1)"]
    assert told_apart(names, 17) == ["SVM…(gamma = 1)", "SVM…(gamma = 0.1)"]
    assert told_apart([*names, "Naive Bayes"], 40) == [*names, "Naive Bayes"]


def test_names_that_cannot_be_told_apart_when_short_are_numbered():
    names = ["Tree ()", *(f"{'x' * 60}{place}{'y' * 60}" for place in (1, 2)), "Tree ()"]
    assert told_apart(names, 24) == [
        "1 · Tree ()",
        "2 · xxxxxxxxxxxx…yyyyyy",
        "3 · xxxxxxxxxxxx…yyyyyy",
        "1 · Tree ()",
    ]


def test_names_of_one_long_word_are_told_apart_by_the_part_that_differs():
    names = [f"gradient_boosting_with_{count}_hundred_trees" for count in ("five", "six", "twelve")]
    assert told_apart(names, 20) == ["gradie…with_five_hu…", "gradie…with_six_hun…", "gradie…with_twelve_…"]


def test_in_html_nothing_is_copied_that_cannot_be_seen():
    told = as_html("<b> k-NN by 10-fold cross-validation with gradient_boosting_machines 2.0")
    assert not set("\u200b\u2060") & set(told)
    assert re.sub("<[^>]*>", "", told) == (
        "&lt;b&gt; k-NN by 10-fold cross-validation with gradient_boosting_machines 2.0"
    )
    assert ">k-NN<" in told and ">10-fold<" in told and "gradient_<wbr>boosting" in told


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("http://localhost:8742/report?first=k-NN", "http://localhost:8742/report?first=k-NN"),
        ("doi:10.1023/A:1024068626366", "https://doi.org/10.1023/A%3A1024068626366"),
    ],
)
def test_addresses_and_dois_are_links_where_that_is_asked_for(words, target):
    assert as_html(f"See {words}.", linked=True) == f'See <a href="{target}" target="_blank">{words}</a>.'
    assert "<a" not in as_html(words)


def test_long_words_break_at_their_joints_only():
    assert breakable("gradient_boosting_500Trees/v1.2-final").split(BREAK) == [
        *("gradient_", "boosting_", "500Trees/", "v1.2-", "final")
    ]
    for whole in (
        "k_nearest_neighbours",
        "nothing to break in short-worded names",
        "0.123456789012345678901",
    ):
        assert breakable(whole) == whole


def test_settings_have_one_form_and_what_stands_before_them_keeps_its_beginning():
    def cells(name):
        return [f"{name} (C = {c}, gamma = {gamma})" for c in (1, 1000) for gamma in (10, 0.02)]

    long = cells("Support vector machine")
    assert told_apart(long, 20) == [
        f"Support…({values})" for values in ("1, 10", "1, 0.02", "1000, 10", "1000, 0.02")
    ]
    assert told_apart(["LDA", *cells("RBF SVM")], 28) == [
        "LDA",
        *(f"RBF SVM (C = {values})" for values in ("1, 10", "1, 0.02", "1000, 10", "1000, 0.02")),
    ]
