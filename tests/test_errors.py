"""The words that refusals share."""

import doctest

import pytest

from core import errors
from core.errors import quoted, without_arguments


def test_examples_in_docstrings():
    outcome = doctest.testmod(errors)
    assert outcome.attempted
    assert not outcome.failed


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (r"A&B#1 {x}\y $z", r"'A&B#1 {x}\y $z'"),
        ("Größe\u00a0%", "'Größe\u00a0%'"),
        ("it's", '"it\'s"'),
        ('it\'s "so"', "'it's \"so\"'"),
        ("two\nlines", r"'two\nlines'"),
        ("\u202eabc", r"'\u202eabc'"),
        (1.5, "1.5"),
    ],
)
def test_names_are_quoted_as_they_are_written(name, written):
    assert quoted(name) == written


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "n_train, n_validation: the sizes are unknown. Pass n_train= and n_validation=, or say which design it is.",
            "The sizes are unknown. Say which design it is.",
        ),
        ("n_train: the sizes are unknown. Pass n_train=.", "The sizes are unknown."),
    ],
)
def test_who_presses_buttons_is_not_told_to_pass_sizes(said, shown):
    assert without_arguments(said) == shown
