"""The words that refusals share."""

import doctest

import pytest

from core import errors
from core.errors import quoted


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
