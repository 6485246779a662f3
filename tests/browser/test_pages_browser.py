"""A page that is the first that its server shows."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, finished_run, somebody_at
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_two_learners_are_printed_on_two_pages(visitor, server):
    address = finished_run(server, "fedcba9876543210" * 2, "breast_cancer", ["tree", "linear_svm"], k=10)
    visitor.open(f"two-learners?{address}")
    visitor.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    footer = visitor.page.get_by_test_id("stMainBlockContainer").get_attribute("data-printed")
    assert "seed of the cuts 0, seed of the learners 0" in footer
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    printed = visitor.page.pdf(format="A4", print_background=True, margin=margins)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    table = visitor.page.locator(".st-key-paper_cards_wraps_side_by_side")
    expect(table.get_by_test_id("stDataFrame")).to_be_visible()
    expect(table.locator(".fw-paper")).to_be_hidden()
    visitor.page.emulate_media(media="print")
    expect(table.get_by_test_id("stDataFrame")).to_be_hidden()
    expect(table.locator(".fw-paper")).to_contain_text("Corrected resampled t test")
    visitor.page.emulate_media(media="screen")
    visitor.page.set_viewport_size(
        {"width": 390, "height": 844}
    )  # where a row is the name of the test and some lines below it
    expect(table.get_by_test_id("stDataFrame")).to_be_hidden()
    name, verdict = (table.locator(f".fw-paper td:nth-child({at})").first.bounding_box() for at in (1, 3))
    assert name is not None and verdict is not None
    assert name["y"] + name["height"] <= verdict["y"] and verdict["x"] + verdict["width"] <= 390


def test_a_picture_is_saved_without_its_menu(visitor, server):
    address = finished_run(server, "fedcba9876543210" * 2, "iris", ["tree", "lda"])
    visitor.open(f"fold-errors?{address}")
    with visitor.answered():
        visitor.page.get_by_role("button", name="Numbers of fold scores", exact=True).click()
    with visitor.page.expect_download() as saved:
        visitor.page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "iris_5fold_fold_scores.svg"
    visitor.page.set_viewport_size(
        {"width": 390, "height": 844}
    )  # where a row of the summary is some lines of text
    summary = visitor.page.locator(".st-key-paper_cards_summary")
    expect(summary.get_by_test_id("stDataFrame")).to_be_hidden()
    size = summary.locator(".fw-paper td").last.bounding_box()
    assert size is not None and size["x"] + size["width"] <= 390


def test_a_fresh_server_shows_the_page_of_a_deep_link_in_its_frame(browser, tmp_path):
    """Started without what gives cookies, too: then the page does."""
    server = Server(tmp_path / "fresh", "app.py").start()
    with somebody_at(browser) as page:
        visitor = Visitor(page, server.url)
        visitor.open("fold-errors")
        expect(page.get_by_role("heading", name="Fold errors", exact=True, level=1)).to_be_visible()
        assert {"Start", "Data", "Fold errors"} <= set(visitor.pages())
        visitor.use_sample("Iris")
        visitor.reload()
        expect(page.get_by_test_id("stSidebar")).to_contain_text("150 × 4")
        page.get_by_test_id("stMainMenu").get_by_role("button").first.click()
        page.get_by_role("menuitemradio", name="Dark").click()
        visitor.open("methods")
        expect(page.locator("html")).to_have_class(re.compile("fw-dark"))
        visitor.check()
    server.stop()
