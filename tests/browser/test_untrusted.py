"""Files that nobody checked: refused in a sentence, or shown as the text they are."""

import re

import pandas as pd
import pytest
from playwright.sync_api import expect

import core
from tests.browser.tables import csv, named, patients

pytestmark = pytest.mark.browser

PICTURE = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + bytes(64)
REFUSED = [
    ("empty.csv", b"", "is empty (0 bytes)"),
    ("header.csv", b"a,b,class\n", "has a header but no rows below it"),
    ("three.csv", b"a,b,class\n1,2,x\n3,4,y\n5,6,x\n", "has 3 instances; at least"),
    ("picture.csv", PICTURE, "this is a PNG picture"),
    ("infinite.csv", b"a,b,class\n" + b"1,inf,x\n3,1,y\n2,-inf,y\n" * 10, "holds a number that is infinite"),
    ("missing.csv", b"a,b,class\n" + b"1,2,x\n3,1,\n2,2,y\n" * 10, "the target is missing in 10 of 30 rows"),
]
BAD_SCORES = [
    (
        "negative.csv",
        b"learner,fold,error\ntree,1,0.1\ntree,2,-0.2\nlda,1,0.1\nlda,2,0.2\n",
        "neither proportions nor",
    ),
    (
        "word.csv",
        b"learner,fold,error\ntree,1,0.1\ntree,2,high\nlda,1,0.1\nlda,2,0.2\n",
        "'high' is no number, row 2",
    ),
    (
        "percent.csv",
        b"learner,fold,error\ntree,1,0.1\ntree,2,1.2\nlda,1,0.1\nlda,2,0.2\n",
        "because some are above 1",
    ),
    ("rows.csv", b"width,colour\n1.2,red\n1.4,blue\n", "those of no known layout"),
]
BAD_PREDICTIONS = [
    ("blind.csv", b"id,tree,lda\n1,a,b\n2,b,b\n3,a,a\n", "Say which one it is under “Which column is what”."),
    ("scores.csv", b"learner,fold,error\ntree,1,0.1\nlda,1,0.1\n", "This looks like fold results."),
    ("unseen.csv", b"truth,tree,lda\n" + b"a,a,c\nb,b,b\na,b,a\n" * 5, "lda predicts 'c' in 5 rows"),
    ("idle.csv", b"truth,tree,lda\n" + b"a,a,c\nb,b,c\na,b,c\n" * 5, "Left out: 'lda'."),
    (
        "beyond.csv",
        b"truth,t,t_proba_a,t_proba_b\n" + b"a,a,1.2,-0.2\nb,b,0.1,0.9\n" * 5,
        "lie outside 0 to 1",
    ),
]
QUESTION = "Was every row predicted by one trained classifier"
LARGEST = 50_000_000

IMAGE = "<img src=x onerror=alert(1)>"
LINK, REMOTE = "[a](http://evil.example)", "![](http://evil.example/x.png)"
FORMULA = "=HYPERLINK(1)"
TARGET = "class **b** $x^2$"
LONG = "long" * 75
RIGHT_TO_LEFT = "\u05d7\u05d5\u05dc\u05d4 \u202eabc"
HOSTILE = [IMAGE, LINK, REMOTE, "$x^2$", "**b**", FORMULA, LONG, RIGHT_TO_LEFT, "🧪 http://evil.example"]


def hostile_table() -> pd.DataFrame:
    """Columns, classes and categories with hostile names."""
    table = patients(90).drop(columns="state")
    table.columns = [FORMULA, LINK, IMAGE, REMOTE, LONG]
    table["🧪 http://evil.example"] = [HOSTILE[row % len(HOSTILE)] for row in range(90)]
    table[TARGET] = [(IMAGE, REMOTE, RIGHT_TO_LEFT)[row % 3] for row in range(90)]
    return table


def test_what_cannot_be_learned_from_is_refused_in_a_sentence(visitor, tmp_path):
    page = visitor.page
    visitor.open("data")
    visitor.use_data("patients.csv", csv(patients()))
    visitor.press("Change")
    for name, content, sentence in REFUSED:
        visitor.bring(name, content)
        expect(visitor.refusal).to_contain_text(sentence)
        expect(page.get_by_test_id("stSidebar")).to_contain_text("patients: 150 × 5")
    with visitor.answered():
        page.get_by_text("Leave out 10 rows without a target").click()
    expect(visitor.refusal).to_have_count(0)

    visitor.bring("one.csv", b"a,b,class\n" + b"1,2,x\n3,1,x\n2,2,x\n" * 10)
    expect(page.get_by_text("'class' is left out: it holds nothing but 'x'.")).to_be_visible()
    visitor.choose("To be predicted", "class")
    expect(visitor.refusal).to_contain_text("there is only one class, 'x'")

    large = tmp_path / "large.csv"
    large.write_bytes(b"a,b,class\n" + b"1.25,2.5,x\n" * (LARGEST // 11 + 250_000))
    page.locator('input[type="file"]').set_input_files(large)
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("File must be 50.0MB or smaller")
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("(50 MB at most)")

    visitor.bring("twice.csv", b"a,a,<b>b</b>,class\n" + b"1,2,3,x\n3,1,4,y\n2,5,7,x\n" * 10)
    expect(page.get_by_text("There are several columns 'a'; number 2 was renamed 'a.2'.")).to_be_visible()
    visitor.press("Use these data")
    expect(page.get_by_test_id("stSidebar")).to_contain_text("twice: 30 × 3")


def test_results_that_are_none_are_refused_or_read_aloud(visitor):
    page = visitor.page
    visitor.open("data")
    visitor.use_data("patients.csv", csv(patients()))
    for tab, cases in (("Fold results", BAD_SCORES), ("Predictions", BAD_PREDICTIONS)):
        visitor.turn_to(tab)
        for name, content, sentence in cases:
            visitor.bring(name, content)
            if page.get_by_text(QUESTION).count():
                visitor.follow("one trained classifier, a hold-out")
            expect(page.get_by_test_id("stMain")).to_contain_text(sentence)
            visitor.check()
            with visitor.answered():
                page.get_by_test_id("stFileUploader").get_by_role("button", name="Remove").click()
    expect(page.get_by_test_id("stSidebar")).to_contain_text("patients: 150 × 5")


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
    expect(page.get_by_test_id("stAlertContentWarning")).to_have_count(3)
    expect(page.get_by_role("button", name="57 more notes")).to_be_visible()


def test_hostile_names_are_shown_as_text_on_every_page(visitor):
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
    for title in visitor.pages():
        visitor.go(title)
        expect(page.locator("a[href*=evil], img[src*=evil], img[src=x]")).to_have_count(0)
        if title in ("Experiment", "Fold errors", "Two learners"):
            visitor.reads(LINK)
            visitor.reads(IMAGE)
        visitor.check()
