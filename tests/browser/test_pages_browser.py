"""Every page as it looks: light and dark, narrow and wide, and when it is the first that a server shows."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, finished_run
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WORKSPACE = "0123456789abcdef" * 2
_TOO_WIDE = """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
    .map(part => part.scrollWidth - part.clientWidth)"""


@pytest.fixture(scope="module")
def address(server):
    return finished_run(server, WORKSPACE, "iris", ["naive_bayes", "lda", "tree"])


def test_every_page_fits_into_the_window(visitor, address):
    page = visitor.page
    visitor.open(f"?{address}")
    for title in visitor.pages():
        visitor.go(title)
        for scheme, width in product(("light", "dark"), (1920, 1280)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            visitor.settle()
            visitor.until(lambda: page.evaluate(_TOO_WIDE) == [0, 0], f"{title} fits into {width} pixels")
        visitor.check()


def test_a_fresh_server_shows_the_page_of_a_deep_link_in_its_frame(browser, tmp_path):
    """Started without what gives cookies, too: then the page does."""
    server = Server(tmp_path / "fresh", "app.py").start()
    context = browser.new_context()
    visitor = Visitor(context.new_page(), server.url)
    visitor.open("fold-errors")
    expect(visitor.page.get_by_role("heading", name="Fold errors", exact=True, level=1)).to_be_visible()
    assert {"Start", "Data", "Fold errors"} <= set(visitor.pages())
    visitor.use_sample("Iris")
    visitor.reload()
    expect(visitor.page.get_by_test_id("stSidebar")).to_contain_text("150 × 4")
    visitor.check()
    context.close()
    server.stop()
