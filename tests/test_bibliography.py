"""One bibliography: entries name works by key, docstrings by the same short words; nothing is cited outside of it."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from core.bibliography import bibliography, bibtex, cite, works
from core.data.datasets.samples import SAMPLES
from core.designs import DESIGNS
from core.inference import INTERVALS, PAIR_TESTS, RANK_ADJUSTMENTS, TESTS
from core.learners import LEARNERS
from core.measures import MEASURES
from core.simulation import LABORATORY

ROOT = Path(__file__).parents[1]
ENTRIES = [
    entry
    for registry in (
        *(TESTS, INTERVALS, RANK_ADJUSTMENTS, PAIR_TESTS, DESIGNS, LEARNERS, MEASURES, SAMPLES, LABORATORY),
    )
    for entry in registry.values()
]
NAME = r"(?:van )?[A-Z][\w-]+"
CITED = re.compile(rf"{NAME}(?:, {NAME})*(?: (?:&|and) {NAME}| et al\.)? (?:1[89]|20)\d\d\b")


@cache
def docstrings():
    return list(read_docstrings())


def read_docstrings():
    for path in sorted(ROOT.glob("core/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
                yield " ".join(ast.get_docstring(node).split())
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{type(entry).__name__}.{entry.key}")
def test_every_entry_cites_by_key_alone(entry):
    assert works(entry.reference)
    assert not re.search(r"\d{4}| et al|doi:", re.sub(r"@\w+", "", entry.reference))
    assert "@" not in entry.citation


def test_docstrings_cite_what_the_bibliography_holds():
    known = {work.short for work in bibliography().values()}
    cited = {(words, text) for text in docstrings() for words in CITED.findall(text)}
    assert {words for words, _ in cited} >= {"Holm 1979", "Efron & Tibshirani 1993"}
    unknown = sorted((words, text) for words, text in cited if words not in known)
    assert not unknown


def test_every_work_is_cited():
    cited = {work.key for entry in ENTRIES for work in works(entry.reference)}
    written = "\n".join(docstrings())
    assert not [key for key, work in bibliography().items() if key not in cited and work.short not in written]


def test_the_file_is_read_whole_and_in_order():
    text = (ROOT / "core" / "bibliography.bib").read_text(encoding="utf-8")
    assert list(bibliography()) == sorted(re.findall(r"^@\w+\{(\w+),$", text, re.MULTILINE))
    fields = sum(work.bibtex.count("\n") - 1 for work in bibliography().values())
    assert fields == sum(len(work.fields) for work in bibliography().values())
    assert text.count("\n  ") == fields
    assert len({work.short for work in bibliography().values()}) == len(bibliography())


@pytest.mark.parametrize("work", bibliography().values(), ids=lambda work: work.key)
def test_every_work_says_who_what_where_and_when(work):
    assert work.fields["title"] in work.full
    assert "year" in work.fields or "shorthand" in work.fields
    where = {"journal", "booktitle", "publisher", "howpublished", "note", "url"}
    assert where & work.fields.keys()
    assert not re.search(r"[{}\\]|\.\.|--|, ,|  ", work.full)
    assert work.address == "" or work.address.startswith("https://")


def test_a_reference_in_words_in_full_and_as_bibtex():
    reference = "@nadeau2003, section 3; @i2ml eq. 19.14; variance of @nadeau2003"
    assert (
        cite(reference) == "Nadeau & Bengio 2003, section 3; I2ML eq. 19.14; variance of Nadeau & Bengio 2003"
    )
    first, second = works(reference)
    assert first.full == (
        "Nadeau, C. & Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52(3), 239–281. "
        "doi:10.1023/A:1024068626366"
    )
    assert first.address == "https://doi.org/10.1023/A%3A1024068626366"
    assert second.key == "i2ml"
    written = bibtex([first.key, second.key])
    assert written.startswith("@article{nadeau2003,\n  author = {Nadeau, C. and Bengio, Y.},\n")
    assert written.count("\n@") == 1
    assert bibliography()["fagerland2013"].short == "Fagerland, Lydersen & Laake 2013"
    assert bibliography()["benavoli2017"].short == "Benavoli et al. 2017"
    assert bibliography()["sklearn"].full.startswith(
        "Pedregosa, F., Varoquaux, G., Gramfort, A. et al. (2011)."
    )


def test_an_unknown_key_is_a_bug():
    with pytest.raises(KeyError, match="nobody1900"):
        cite("@nobody1900")
