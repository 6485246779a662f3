"""What pages say is said to people: no keys of the code, no names of Python, no exceptions."""

import re
from collections.abc import Iterator

import pytest
import streamlit as st

from pages.ui.session import cache
from tests.pages.opening import opened
from tests.pages.test_smoke import PAGES, finished_job

WORKSPACE = "0123456789abcdef" * 2
SAID = ("title", "header", "subheader", "markdown", "caption", "info", "warning", "error", "success", "toast")
ASKED = ("selectbox", "multiselect", "segmented_control", "pills", "radio", "toggle", "checkbox")
TYPED = ("number_input", "text_input", "text_area", "slider", "button", "expander", "tabs")
KEY = re.compile(r"(?<![\w`/.\\])[a-z]+\d*_[a-z_\d]+(?![\w.`])")
PYTHON = re.compile(
    r"\bNone\b(?! yet)|\bFalse\b(?! alarm)|\b(?:nan|NaN|True|dtype|np\.\w+|Traceback|\w+Error|\w+Exception)\b"
    r"|<class|object at 0x"
)
REFERENCE = "methods"
"""The page that names the inputs of tests as scripts do."""
NO_WORDS = re.compile(r"`[^`]*`|\$[^$]*\$|:material/\w+:|\[[^\]]*\]\([^)]*\)|<[^>]*>")


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    cache.launcher().close()
    cache.store().close()
    st.cache_resource.clear()


def words(app) -> Iterator[str]:
    """All that is read on a page: texts, labels, helps, options, titles of columns, texts of pictures."""
    for kind in SAID:
        yield from (str(element.value) for element in app.get(kind))
    for kind in (*ASKED, *TYPED):
        for element in app.get(kind):
            yield from (str(getattr(element, part, "") or "") for part in ("label", "help"))
            yield from map(str, getattr(element, "options", []) if kind in ASKED else [])
    for table in app.get("arrow_data_frame"):
        yield from re.findall(r'"label":\s*"([^"]*)"', table.proto.columns)
    for chart in app.get("plotly_chart"):
        yield chart.proto.alt


def strays(page: str, app) -> list[str]:
    """What is no word for people."""
    said = [NO_WORDS.sub(" ", text).replace("\\", "").replace("\u2060", "") for text in words(app)]
    patterns = (PYTHON,) if page == REFERENCE else (KEY, PYTHON)
    return [found for text in said for pattern in patterns for found in pattern.findall(text)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_speaks_to_people_before_anything_is_brought(page):
    app = opened(page, w=WORKSPACE)
    assert not app.exception
    assert strays(page, app) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_speaks_to_people_about_results(page):
    job = finished_job(("naive_bayes", "tree", "linear_svm"), "k_fold", "breast_cancer")
    app = opened(page, w=WORKSPACE, run=job.id, data=job.fingerprint)
    assert not app.exception
    assert strays(page, app) == []


def test_strays_are_found():
    assert KEY.findall("by corrected_t and balanced_accuracy, not k-NN, x or data.csv") == [
        "corrected_t",
        "balanced_accuracy",
    ]
    assert PYTHON.findall("KeyError: nan") == ["KeyError", "nan"]
    assert not PYTHON.findall("a type I error, none, an errand")
