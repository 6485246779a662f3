"""What a visitor writes about runs is kept, each workspace for itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.experiment import (
    LONGEST_NOTE,
    LONGEST_RUN_NAME,
    Notebook,
    Remark,
    carry_remark,
    read_notebook,
    write_remark,
)
from core.jobs import opened


@pytest.fixture
def store(tmp_path):
    with opened(str(tmp_path)) as found:
        yield found


def test_remarks_are_read_as_they_were_written_and_by_nobody_else(store):
    write_remark(store, "mine", "a", name="first try", note="δ = 0.3")
    write_remark(store, "mine", "b", deleted=True)
    write_remark(store, "mine", "a", deleted=True)
    assert read_notebook(store, "mine").remarks == {
        "a": Remark("first try", "δ = 0.3", deleted=True),
        "b": Remark(deleted=True),
    }
    assert read_notebook(store, "yours") == Notebook()
    write_remark(store, "mine", "b", deleted=False)
    assert "b" not in read_notebook(store, "mine").remarks  # nothing is written about it any more


def test_a_run_that_goes_on_keeps_its_name_and_is_not_put_away(store):
    write_remark(store, "mine", "old", name="slow one", note="n", deleted=True)
    carry_remark(store, "mine", "old", "new")
    assert read_notebook(store, "mine").of("new") == Remark("slow one", "n")
    carry_remark(store, "mine", "unheard of", "newer")
    assert read_notebook(store, "mine").of("newer") == Remark()


@given(st.text(max_size=3 * LONGEST_RUN_NAME), st.text(max_size=2 * LONGEST_NOTE))
def test_words_of_any_length_fit(name, note):
    found = Notebook().changed("a", name=name, note=note).of("a")
    assert len(found.name) <= LONGEST_RUN_NAME
    assert len(found.note) <= LONGEST_NOTE
    assert name.strip().startswith(found.name)
