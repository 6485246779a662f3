"""Files of other tools, brought through a real browser: what is asked, and which tests are offered afterwards."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import core
from core.data import fold_scores_to_csv
from core.inference import TESTS
from core.inference.interpretation.brief import brief
from tests.browser.conftest import somebody_at
from tests.browser.visitor import Visitor
from tests.pages.hero import as_read
from tests.pages.test_layouts import CASES

pytestmark = pytest.mark.browser

IMPORTS = Path(__file__).parents[2] / "sample_data" / "imports"
TABS = {"scores": "Fold results", "predictions": "Predictions"}
REFUSED = "✕ refused"
ANSWERS = {
    "weka_experiment.arff": (),
    "lists_5x2.json": (("What do the scores measure?", "error rate"),),
    "markers.csv": (),
}
"""What is chosen by the label of the question; the other files are brought without a browser, in tests/pages."""


@pytest.fixture(scope="module")
def tab(browser, server):
    """One tab for all files; whatever must never happen fails the test after which it is seen."""
    with somebody_at(browser) as page:
        yield Visitor(page, server.url)


def bring(tab: Visitor, kind: str, name: str, content: bytes) -> None:
    """Put a file on its tab of the Data page, in a new session."""
    tab.open(f"data?door={TABS[kind].replace(' ', '+')}")
    tab.bring(name, content)


def accept(tab: Visitor) -> None:
    tab.press("Use these results")
    expect(tab.page.get_by_role("button", name="Change", exact=True)).to_be_visible()


def shows_first(tab: Visitor, test: str) -> None:
    """The page for two learners shows this test first, as the advised one."""
    box = tab.page.get_by_role("combobox", name="Test", exact=True)
    expect(box).to_have_value(f"{TESTS[test].title} (advised)")


def says_in_sight_why_there_is_no_picture(tab: Visitor) -> None:
    """Beside a picture that fills the screen the reason stands below it."""
    tab.go("Measures")
    for picture in ("Precision–recall", "Calibration"):
        tab.press(picture)
    expect(tab.page.get_by_text("None of these learners gave probabilities")).to_be_in_viewport(ratio=0.9)


def refused(tab: Visitor, *keys: str) -> list[bool]:
    """Whether these tests are refused, from the list of reasons."""
    tab.unfold("Why each test is here")
    rows = tab.expander("Why each test is here").locator("li")
    titles = [TESTS[key].title for key in keys]
    tab.until(lambda: set(titles) <= set(found := _statuses(rows)) and REFUSED in found.values())
    return [_statuses(rows)[title] == REFUSED for title in titles]


def _statuses(rows: Locator) -> dict[str, str]:
    """How every test stands, all read at once: each reason names its tests once."""
    heads = rows.evaluate_all(
        "rows => rows.map(row => [row.textContent, row.querySelector('strong').textContent])"
    )
    return {
        test: text.partition(" · ")[0]
        for text, tests in heads
        for test in tests.replace("\u2060", "").removesuffix(".").split("; ")
    }


@pytest.mark.parametrize("name", ANSWERS)
def test_a_file_of_another_tool_leads_to_its_tests(tab, server, name):
    case, before = CASES[name], server.log().count("Traceback")
    bring(tab, case.kind, name, (IMPORTS / name).read_bytes())
    for label, option in ANSWERS[name]:
        tab.choose(label, option)
    if name == "markers.csv":
        tab.follow("one trained classifier, a hold-out")
    tab.reads(case.said)
    accept(tab)
    tab.go("Two learners")
    shows_first(tab, case.advised)
    assert not any(refused(tab, case.advised, *case.offered))
    assert all(refused(tab, *case.refused))
    if name == "markers.csv":
        says_in_sight_why_there_is_no_picture(tab)
    tab.check()
    assert server.log().count("Traceback") == before, server.log()


def test_a_long_table_of_a_hundred_folds_leads_to_the_corrected_t(tab):
    rows = "".join(
        f"iris,{name},{r},{k},135,15,{0.04 + 0.01 * ((r * k + shift) % 5)}\n"
        for shift, name in enumerate(("tree", "forest"))
        for r in range(1, 11)
        for k in range(1, 11)
    )
    bring(
        tab,
        "scores",
        "long.csv",
        f"dataset,learner,replicate,fold,n_train,n_validation,error\n{rows}".encode(),
    )
    tab.reads("By the sizes of the sets the folds come from: Repeated K-fold cross-validation.")
    accept(tab)
    tab.go("Two learners")
    shows_first(tab, "corrected_t")
    tab.check()


def test_what_was_run_here_comes_back_through_the_browser_with_the_same_verdict(tab):
    run = core.run_experiment(core.load_sample("iris"), ["naive_bayes", "tree"], core.make_design("k_fold"))
    bring(tab, "scores", "fold_scores.csv", fold_scores_to_csv(run.fold_scores))
    accept(tab)
    tab.go("Fold errors")
    exported = tab.download("Fold scores (CSV)")
    assert core.read_fold_scores(exported).fingerprint == run.fold_scores.fingerprint
    bring(tab, "scores", "again.csv", exported)
    accept(tab)
    tab.go("Fold errors")
    assert tab.verdict() == as_read(*brief(core.compare(run.fold_scores, *run.learners)).texts)
    tab.check()
