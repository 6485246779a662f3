"""Files that nobody checked: refused in a sentence, or shown as the text they are."""

import re

import pandas as pd
import pytest
from playwright.sync_api import expect

import core
from tests.browser.tables import csv, named, patients
from tests.pages.test_untrusted import NO_DATA, NO_PREDICTIONS

pytestmark = pytest.mark.browser

LARGEST = 50_000_000

IMAGE = "<img src=x onerror=alert(1)>"
LINK, REMOTE = "[a](http://evil.example)", "![](http://evil.example/x.png)"
FORMULA = "=HYPERLINK(1)"
TARGET = "class **b** $x^2$"
LONG = "long" * 75
RIGHT_TO_LEFT = "\u05d7\u05d5\u05dc\u05d4 \u202eabc"
_TOO_WIDE = """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
    .map(part => part.scrollWidth - part.clientWidth)"""
_LED_AWAY = """() => [...document.querySelectorAll('a[href], img[src]')]
    .map(part => new URL(part.getAttribute('href') ?? part.getAttribute('src'), location))
    .filter(address => address.hostname.includes('evil') || address.protocol === 'javascript:'
        || address.pathname.endsWith('/x'))
    .map(String)"""
"""Links and pictures that a name has become: what a link of our own says of a name stands behind its question mark."""
HOSTILE = [IMAGE, LINK, REMOTE, "$x^2$", "**b**", FORMULA, LONG, RIGHT_TO_LEFT, "🧪 http://evil.example"]


def hostile_table() -> pd.DataFrame:
    """Columns, classes and categories with hostile names."""
    table = patients(90).drop(columns="state")
    table.columns = [FORMULA, LINK, IMAGE, REMOTE, LONG]
    whole = [FORMULA, LINK, LONG]  # two columns with missing cells are told by their names, more are counted
    table[whole] = table[whole].ffill().bfill()
    table["🧪 http://evil.example"] = [HOSTILE[row % len(HOSTILE)] for row in range(90)]
    table[TARGET] = [(IMAGE, REMOTE, RIGHT_TO_LEFT)[row % 3] for row in range(90)]
    return table


def test_what_is_no_data_set_and_no_result_is_refused_in_a_sentence(visitor, tmp_path):
    page, side = visitor.page, visitor.page.get_by_test_id("stSidebar")
    visitor.open("data")
    visitor.use_data("patients.csv", csv(patients()))
    visitor.turn_to("Predictions")
    visitor.bring("unseen.csv", NO_PREDICTIONS["unseen.csv"][0])
    visitor.follow("one trained classifier, a hold-out")
    visitor.reads(NO_PREDICTIONS["unseen.csv"][1])
    expect(side).to_contain_text("patients: 150\u00a0×\u00a05")
    visitor.turn_to("Data set")
    visitor.press("Change")
    visitor.press("Choose another file")
    for name in ("picture.csv", "missing.csv"):
        visitor.bring(name, NO_DATA[name][0])
        expect(visitor.refusal).to_contain_text(NO_DATA[name][1])
        expect(side).to_contain_text("patients: 150\u00a0×\u00a05")
    with visitor.answered():
        page.get_by_text("Leave out 10 rows without a target").click()
    expect(visitor.refusal).to_have_count(0)

    visitor.bring("one.csv", b"a,b,class\n" + b"1,2,x\n3,1,x\n2,2,x\n" * 10)
    expect(page.get_by_text("'class' is left out: it holds nothing but 'x'.")).to_be_visible()
    visitor.choose("To be predicted", "class")
    expect(visitor.refusal).to_contain_text("there is only one class, 'x'")
    page.set_viewport_size({"width": 1024, "height": 768})
    pickers = page.locator('[class*="st-key-boxes_"]').get_by_test_id("stSelectbox")
    widths = pickers.evaluate_all("parts => parts.map(part => part.clientWidth)")
    assert min(widths) > 250, "what is chosen is read whole"
    halves = page.locator(".st-key-boxes_columns").get_by_test_id("stColumn")
    assert len(set(halves.evaluate_all("parts => parts.map(part => part.offsetTop)"))) == 1, (
        "no half row is empty"
    )

    large = tmp_path / "large.csv"
    large.write_bytes(b"a,b,class\n" + b"1.25,2.5,x\n" * (LARGEST // 11 + 250_000))
    page.locator('input[type="file"]').set_input_files(large)
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("File must be 50.0MB or smaller")
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("(50 MB at most)")

    visitor.bring("twice.csv", b"a,a,<b>b</b>,class\n" + b"1,2,3,x\n3,1,4,y\n2,5,7,x\n" * 10)
    expect(page.get_by_text("There are several columns 'a'; the second was renamed 'a.2'.")).to_be_visible()
    visitor.press("Use these data")
    expect(side).to_contain_text("twice: 30\u00a0×\u00a03")


def test_very_many_classes_do_not_crowd_the_pages(visitor):
    page = visitor.page
    visitor.open("data")
    visitor.bring(
        "many.csv", b"a,class\n" + b"".join(b"%d,c%d\n" % (row % 7, row % 60) for row in range(240))
    )
    visitor.choose("To be predicted", "class")
    visitor.press("Use these data")
    expect(visitor.figure(re.compile("Instances by class"))).to_contain_text("40 other classes")
    visitor.go("Experiment")
    visitor.choose("Resampling design", "K-fold cross-validation")
    expect(page.get_by_test_id("stAlertContentWarning")).to_contain_text("and 30 more have 4 instances each")


def fits_into_every_window(visitor, title, windows):
    """Nothing reaches beyond the right edge."""
    page = visitor.page
    for scheme, width in windows:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        visitor.settle()
        visitor.until(lambda: page.evaluate(_TOO_WIDE) == [0, 0], f"{title} fits into {width} pixels")


def test_hostile_names_are_shown_as_text_on_every_page_and_every_page_fits(visitor):
    page, table = visitor.page, hostile_table()
    name = f"{LINK.replace('/', '')}{IMAGE}.csv"
    dataset = core.read_dataset(named(table, name))
    learners = (core.learner("naive_bayes", name=LINK), core.learner("lda", name=IMAGE), core.learner("tree"))
    design = core.make_design("k_fold", k=3).spec
    visitor.open("data")
    visitor.use_data(name, csv(table))
    expect(visitor.figure(re.compile("Instances by class")).locator(".xtick").first).to_be_visible()
    for text in (*dataset.classes, dataset.name):
        visitor.reads(text)
    visitor.load_specification(core.ExperimentSpec(dataset.fingerprint, learners, design, "error", 0))
    visitor.run()
    windows = [("light", 1920), ("dark", 1280)]
    for title in visitor.pages():
        visitor.go(title)
        fits_into_every_window(visitor, title, windows)
        windows.reverse()  # the next page begins as this one ended: every change has all of it drawn anew
        assert page.evaluate(_LED_AWAY) == []
        if title in ("Experiment", "Fold errors", "Two learners"):
            visitor.reads(LINK)
            visitor.reads(IMAGE)
        visitor.check()
        visitor.hinders_nobody()
