"""Journeys of real people through the running app."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_the_first_minute(visitor):
    """Without data, without an account: a live comparison, whose verdict moves with α."""
    visitor.open()
    page = visitor.page
    expect(visitor.figure(re.compile("^Box plot"))).to_be_visible()
    assert "H0 is not rejected (p = .053 > α = .05)" in visitor.words()
    slider = page.get_by_role("slider")
    for _ in range(4):
        slider.press("ArrowRight")
    expect(page.get_by_text("≤ α = .054")).to_be_visible()
    assert "alpha=0.054" in page.url
    visitor.press("Run it again with a new seed")
    print(visitor.words())
