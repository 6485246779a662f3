"""Factors: read off the names of learners; crossed or not; numbers in their order."""

import pytest

from core.errors import NotApplicable
from core.records import factors_in


def test_factors_and_levels_with_numbers_ascending():
    found = factors_in(
        ["SVM (C = 10, g = b)", "SVM (C = 9, g = b)", "SVM (C = 10, g = a)", "SVM (C = 9, g = a)", "Tree"]
    )
    assert found.names == ("C", "g")
    assert found.levels == (("9", "10"), ("b", "a"))
    assert found.crossed == (
        "SVM (C = 9, g = b)",
        "SVM (C = 9, g = a)",
        "SVM (C = 10, g = b)",
        "SVM (C = 10, g = a)",
    )


def test_the_default_comes_before_numbers():
    found = factors_in([f"SVM (g = {level})" for level in ("1", "default", "0.1")])
    assert found.levels == (("default", "0.1", "1"),)


def test_learners_of_several_kinds_are_a_factor_where_they_are_crossed():
    names = [f"{kind} (trees = {count})" for kind in ("Forest", "Extra") for count in (10, 100)]
    assert factors_in(names).names == ("Learner", "trees")
    assert factors_in(names[:3]).names == ("trees",)
    assert factors_in(names[:3]).learners == ("Forest (trees = 10)", "Forest (trees = 100)")


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("Tree", "LDA"),
        ("SVM (C = 1)",),
        ("SVM (linear)", "SVM (cubic)"),
        ("a (x = 1, x = 2)", "b (x = 1, x = 2)", "a (x = 1,y)"),
        ("SVM (C = 1, start 1)", "SVM (C = 2, start 1)"),
    ],
)
def test_other_names_tell_no_factors(names):
    found = factors_in(names)
    assert found is None or found.names == ("Learner",)


def test_a_missing_combination_is_named():
    found = factors_in(["S (a = 1, b = 1)", "S (a = 1, b = 2)", "S (a = 2, b = 1)"])
    assert not found.full
    with pytest.raises(NotApplicable, match="3 of 4 combinations"):
        found.crossed  # noqa: B018
