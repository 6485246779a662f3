"""Registries and refusals."""

import pytest

from core.entries import Entry, Registry
from core.errors import (
    DesignError,
    FoldwiseError,
    InputError,
    NotApplicable,
    UnknownName,
    check_one_of,
    listing,
)

FRUIT = Registry("fruit", [Entry(key=key, title=key.title(), summary=".") for key in ("apple", "pear")])


def test_a_registry_is_a_mapping_in_the_order_of_declaration():
    assert list(FRUIT) == ["apple", "pear"]
    assert len(FRUIT) == 2
    assert FRUIT["pear"].title == "Pear"
    assert "plum" not in FRUIT
    assert FRUIT.get("plum") is None
    assert "apple" in repr(FRUIT)


@pytest.mark.parametrize(
    ("key", "words"), [("aple", "Did you mean 'apple'"), ("x", "There are apple and pear")]
)
def test_unknown_keys_are_refused_with_a_hint(key, words):
    with pytest.raises(UnknownName, match=words) as caught:
        FRUIT[key]
    assert isinstance(caught.value, InputError)
    assert isinstance(caught.value, KeyError)


def test_two_entries_of_one_key_are_a_bug():
    with pytest.raises(ValueError, match="two fruit"):
        Registry("fruit", [FRUIT["apple"], FRUIT["apple"]])


@pytest.mark.parametrize("kind", [InputError, DesignError, NotApplicable, UnknownName])
def test_every_refusal_is_an_input_error_and_reads_as_sentences(kind):
    error = kind("must be positive, not -1.", "k", "Choose 2 or more.")
    assert str(error) == "k: must be positive, not -1. Choose 2 or more."
    assert isinstance(error, InputError)
    assert isinstance(error, FoldwiseError)
    assert isinstance(error, ValueError)
    assert str(kind("too few rows.")) == "too few rows."


def test_enumerations():
    assert listing([]) == ""
    assert listing(["a"]) == "a"
    assert listing("abc") == "a, b and c"
    assert listing("ab", "or") == "a or b"
    assert listing(range(5), most=3) == "0, 1, 2 and 2 more"
    assert (
        listing(["McNemar's test, exact", "sign test", "t test"])
        == "McNemar's test, exact; sign test; and t test"
    )
    assert listing(["1,200", "k-NN (k = 1, p = 2)"]) == "1,200 and k-NN (k = 1, p = 2)"


def test_one_of():
    check_one_of("a", "ab", "letter")
    with pytest.raises(InputError, match=r"letter: must be 'a' or 'b', not 'c'\."):
        check_one_of("c", "ab", "letter")
