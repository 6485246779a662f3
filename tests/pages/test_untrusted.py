"""Files that nobody checked: each is refused in a sentence, or said to be what it is, and what is in use stays."""

from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.tables.table import Column, Table
from pages.ui.display import paper
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores, predictions
from tests.browser.tables import csv, patients
from tests.pages.test_import import in_markdown, visit, well

PICTURE = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + bytes(64)
NO_DATA = {
    "empty.csv": (b"", "is empty (0 bytes)"),
    "header.csv": (b"a,b,class\n", "has a header but no rows below it"),
    "three.csv": (b"a,b,class\n1,2,x\n3,4,y\n5,6,x\n", "has 3 instances; at least"),
    "picture.csv": (PICTURE, "this is a PNG picture"),
    "infinite.csv": (b"a,b,class\n" + b"1,inf,x\n3,1,y\n2,-inf,y\n" * 10, "holds a number that is infinite"),
    "missing.csv": (
        b"a,b,class\n" + b"1,2,x\n3,1,\n2,2,y\n" * 10,
        "the target is missing in 10 of 30 rows",
    ),
}
NO_SCORES = {
    "negative.csv": (
        b"learner,fold,error\ntree,1,0.1\ntree,2,-0.2\nlda,1,0.1\nlda,2,0.2\n",
        "neither proportions nor",
    ),
    "word.csv": (
        b"learner,fold,error\ntree,1,0.1\ntree,2,high\nlda,1,0.1\nlda,2,0.2\n",
        "'high' is no number, data row 2",
    ),
    "percent.csv": (
        b"learner,fold,error\ntree,1,0.1\ntree,2,1.2\nlda,1,0.1\nlda,2,0.2\n",
        "because some are above 1",
    ),
    "rows.csv": (b"width,colour\n1.2,red\n1.4,blue\n", "those of no known layout"),
}
NO_PREDICTIONS = {
    "blind.csv": (
        b"id,tree,lda\n1,a,b\n2,b,b\n3,a,a\n",
        "Say which one it is under “Which column is what”.",
    ),
    "scores.csv": (b"learner,fold,error\ntree,1,0.1\nlda,1,0.1\n", "This looks like fold results."),
    "unseen.csv": (b"truth,tree,lda\n" + b"a,a,c\nb,b,b\na,b,a\n" * 5, "lda predicts 'c' in 5 rows"),
    "idle.csv": (b"truth,tree,lda\n" + b"a,a,c\nb,b,c\na,b,c\n" * 5, "Left out: 'lda'."),
    "beyond.csv": (
        b"truth,t,t_proba_a,t_proba_b\n" + b"a,a,1.2,-0.2\nb,b,0.1,0.9\n" * 5,
        "lie outside 0 to 1",
    ),
}


pytestmark = pytest.mark.usefixtures("fresh_server")


@pytest.fixture
def at_work():
    """A tab in which a data set is in use."""
    app = visit("data")
    well(app.file_uploader(key="dataset_file").upload("patients.csv", csv(patients())).run())
    well(next(button for button in app.button if button.label == "Use these data").click().run())
    return app


def keeps_its_data(app):
    assert any(plain("patients: 150 × 5") in item.value for item in app.sidebar.caption)


def test_what_cannot_be_learned_from_is_refused(at_work):
    app = at_work
    well(app.button(key="change_dataset").click().run())
    other = app.button(key="remove_dataset")
    assert other.label == "Choose another file"  # nothing that is in use is removed
    well(other.click().run())
    keeps_its_data(app)
    for name, (content, sentence) in NO_DATA.items():
        well(app.file_uploader(key="dataset_file").upload(name, content).run())
        assert any(plain(sentence) in item.value for item in app.error), (name, in_markdown(app))
        keeps_its_data(app)


@pytest.mark.parametrize(
    ("door", "cases"),
    [(fold_scores, NO_SCORES), (predictions, NO_PREDICTIONS)],
    ids=["scores", "predictions"],
)
def test_results_that_are_none_are_refused_or_read_aloud(at_work, door, cases):
    app = visit("data", door=door.TAB, data=at_work.query_params["data"])
    for name, (content, sentence) in cases.items():
        well(app.file_uploader(key=f"{door.DOOR}_file").upload(name, content).run())
        for radio in app.radio:
            if predictions.TRAINED["hold_out"] in radio.options:
                well(radio.set_value(predictions.TRAINED["hold_out"]).run())
        said = in_markdown(app)
        assert plain(sentence) in said or sentence in said, (name, said)
        keeps_its_data(app)
        well(app.file_uploader(key=f"{door.DOOR}_file").clear().run())


def test_tables_on_paper_hold_names_as_text_and_say_how_many_rows_are_left_out():
    names = ["<script>alert(1)</script>", *map(str, range(40))]
    found = Table(
        pd.DataFrame({"name": names, "share": [0.5] * 41}), "", {"share": Column("Share", "{:.1%}")}
    )
    text = paper.as_text(found, "; all of them in the CSV")
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert text.count("<td class='fw-r'>50.0%</td>") == paper.MOST_ROWS
    assert "30 of 41 rows; all of them in the CSV." in text
    cards = paper.as_text(replace(found, columns={"name": Column("<b>")}), cards=True)
    assert "<b>" not in cards and "data-title='&lt;b&gt;'" in cards
    assert cards.count("<tr class='fw-further'>") == 41 - paper.MOST_ROWS  # on a phone, not on paper
    rate = paper.as_text(Table(pd.DataFrame({"rate": ["Error"]}), ""), cards=True)
    assert (
        "class='fw-l fw-name fw-short'>Error" in rate
    )  # the heading of its card, as the name of a learner is
    wide = paper.as_text(Table(pd.DataFrame([range(40)], columns=list(map(str, range(40)))), ""))
    assert "<p>30 of 40 columns.</p>" in wide
    assert wide.count("<td") == paper.MOST_COLUMNS
    words = pd.DataFrame(
        {"test": ["Paired t test"], "verdict": ["does not reject"], "why": ["Folds are not one"]}
    )
    said = paper.as_text(Table(words, "", worded=("why",)))
    assert "<td class='fw-whole fw-l'>does not reject</td>" in said  # on one line
    assert "<td class='fw-r'>Folds are not one</td>" in said  # a number in words is at the right
    many = paper.as_text(Table(pd.DataFrame({"name": map(str, range(200))}), ""), "; in the CSV", cards=True)
    assert "<p>30 of 200 rows; in the CSV.</p><p class='fw-further'>190 of 200 rows; in the CSV.</p>" in many
    long = "Random forest (n_estimators=700, min_samples_leaf=14)"
    told = paper.as_text(Table(pd.DataFrame({"learner": [long]}), ""))
    assert f"--word: {len('min_samples_leaf=14)')}ch" in told  # which no column breaks
    small = paper.as_text(Table(pd.DataFrame({"name": ["A", None]}), ""))
    assert "rows" not in small and "<td class='fw-l'>–</td>" in small


def test_more_pairs_than_those_of_20_learners_are_cards_on_a_phone_where_they_stand_as_text():
    def page():
        import pandas as pd

        from core.tables.table import Table
        from pages.ui.display import paper

        found = Table(pd.DataFrame({name: range(210) for name in ("first", "second", "d", "ci", "p")}), "")
        for key, asked in (("narrow", {"wraps": True}), ("report", {"every": True}), ("screen", {})):
            with paper.also(found, key, cards=True, **asked):
                pass

    boxes = [box.proto.id for box in AppTest.from_function(page).run().get("flex_container")]
    told = [box.partition("paper_")[2] for box in boxes if "paper_" in box]
    assert told == ["cards_wraps_narrow", "cards_report", "screen"]
