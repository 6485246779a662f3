"""The lecture view: what is left of a page, and the code of its link."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from segno import encoder
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from pages.ui.display import page
from pages.ui.display.text import plain
from tests.pages.opening import opened


def well(app: AppTest) -> AppTest:
    assert not app.exception, [item.message for item in app.exception]
    return app


def frames(block: Block, outside: int = 0) -> list[int]:
    """In how many blocks each of the tables stands."""
    return [
        count
        for part in block.children.values()
        for count in (
            frames(part, outside + 1) if isinstance(part, Block) else [outside] * (part.type == "dataframe")
        )
    ]


@pytest.mark.parametrize("name", ["start", "calculators", "lab"])
def test_a_lecture_can_be_left_and_offers_a_code(name):
    app = well(opened(name, present=1))
    assert "Leave the lecture view" in [button.label for button in app.button]
    assert len(app.get("popover")) >= 1


def test_the_code_is_that_of_the_page_as_others_should_see_it(monkeypatch):
    asked = []
    monkeypatch.setattr(
        page, "svg_of", lambda address: asked.append(address) or "<svg xmlns='http://www.w3.org/2000/svg'/>"
    )
    app = opened("calculators", {"qr_code": True}, present=1, calc="table", m_e01=7)
    well(app)
    (address,) = asked
    parameters = parse_qs(urlsplit(address).query)
    assert parameters["calc"] == ["table"]
    assert parameters["m_e01"] == ["7"]
    assert "present" not in parameters
    for host, is_reached in (("localhost", False), ("example.org", True)):
        monkeypatch.setattr(page, "link", lambda host=host: f"http://{host}/calculators?m_e01=7")
        well(app.run())
        assert f"**{plain(f'http://{host}/calculators')}**" in [item.value for item in app.markdown]
        said = [item.value for item in app.caption]
        assert ("This address works on this machine only." in said) != is_reached
        code, opens, *_ = app.get("popover")[0].children.values()
        assert (code.type, opens.value) == ("image", "Opens Calculators · Foldwise")


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ({"lab": "coverage"}, "Opens Laboratory · Foldwise: Coverage of intervals"),
        ({"lab": "quiz"}, "Opens Laboratory · Foldwise: Predict the verdict"),
        ({}, "Opens Laboratory · Foldwise"),
    ],
)
def test_beside_the_code_the_open_experiment_is_named(address, named):
    app = well(opened("lab", {"qr_code": True}, present=1, **address).run())
    assert app.get("popover")[0].children[1].value == named


def test_beside_the_code_of_measures_the_learners_are_named():
    app = well(opened("measures", {"qr_code": True}, present=1).run())
    assert app.get("popover")[0].children[1].value == (
        f"Opens Measures · Foldwise: {plain('Decision tree, Linear SVM and Naive Bayes')}"
    )


@pytest.mark.parametrize(
    ("part", "brief"),
    [
        ("AUC", "Positive class: malignant, 3 learners, α = .05"),
        ("Confusion matrix", "Positive class: malignant, 3 learners, α = .05"),
        ("Losses", "α = .05"),
    ],
)
def test_in_a_lecture_every_part_of_measures_has_its_choices_behind_a_button(part, brief):
    app = well(opened("measures", present=1, measures_part=part))
    assert plain(brief) in [item.proto.popover.label for item in app.get("popover")]
    everyday = well(opened("measures", measures_part=part))
    assert plain(brief) not in [item.proto.popover.label for item in everyday.get("popover")]


def test_in_a_lecture_the_intervals_of_areas_are_drawn_above_their_numbers():
    def order(app):
        kinds = [
            item.type for item in app.main if item.type in ("plotly_chart", "arrow_data_frame", "dataframe")
        ]
        return kinds[0]

    assert order(well(opened("measures", present=1, measures_part="AUC"))) == "plotly_chart"
    assert order(well(opened("measures", measures_part="AUC"))) != "plotly_chart"


def test_the_code_holds_what_the_browser_alone_writes_into_the_address(monkeypatch):
    asked = []
    monkeypatch.setattr(
        page, "svg_of", lambda address: asked.append(address) or "<svg xmlns='http://www.w3.org/2000/svg'/>"
    )
    app = well(opened("start", {"qr_code": True}, present=1))
    written = []
    monkeypatch.setattr(
        type(st.query_params), "__setitem__", lambda _self, name, _value: written.append(name)
    )
    well(app.button(key="again").click().run())
    well(app.slider(key="alpha").set_value(0.1).run())
    told = parse_qs(urlsplit(asked[-1]).query)
    assert (told["shuffles"], told["alpha"]) == (["1"], ["0.1"])
    assert written == []  # the browser would put the address back to what the server knows


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("start", ": Decision tree and Linear SVM"),
        ("two-learners", ": Linear SVM and Decision tree"),
        ("one-learner", ": Decision tree"),
        ("many-learners", ""),
    ],
)
def test_beside_the_code_stands_whom_the_page_speaks_of(name, subject):
    asked = {"first": "Linear SVM", "second": "Decision tree"} if name == "two-learners" else {}
    app = well(well(opened(name, present=1, **asked)).run())
    app.session_state["qr_code"] = True
    well(app.run())
    assert app.get("popover")[0].markdown[0].value.endswith(f"Foldwise{subject}")


@pytest.mark.parametrize("design", ["10-fold", "5×2"])
def test_pictures_of_start_are_saved_with_the_names_of_data_and_design(design):
    app = well(opened("start", present=1, example_data="Wine", example_design=design))
    saved = [
        json.loads(chart.proto.config)["toImageButtonOptions"]["filename"]
        for chart in app.get("plotly_chart")
    ]
    beginning = {"10-fold": "wine_10fold_", "5×2": "wine_5x2_"}[design]
    assert saved == [f"{beginning}{name}" for name in ("fold_differences", "shuffles")]


def test_letters_of_pictures_stay_as_they_are_on_a_phone():
    rooms = {
        (lecture, width): json.loads(
            well(opened("start", {"column_width": width}, **({"present": 1} if lecture else {})))
            .get("plotly_chart")[0]
            .proto.spec
        )["layout"]["margin"]["t"]
        for lecture in (False, True)
        for width in (350, 1000)
    }
    assert rooms[True, 350] == rooms[False, 350] < rooms[True, 1000]


def test_the_code_holds_the_whole_address():
    address = f"http://127.0.0.1:8501/two-learners?w={'0f' * 16}&run={'a1' * 16}&alpha=0.051&test=corrected_t"
    drawn = page.svg_of(address)
    assert drawn.startswith("<svg")
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    wanted = encoder.encode(address, micro=False)
    side = len(wanted.matrix) + 8
    assert f'viewBox="0 0 {8 * side} {8 * side}"' in drawn or f'width="{8 * side}"' in drawn


@pytest.mark.parametrize("part", ["AUC", "Losses"])
def test_the_letters_of_a_lecture_come_with_the_page(part):
    app = well(opened("measures", present=1, measures_part=part))
    assert any(":root" in item.proto.body for item in app.get("html"))
    before = frames(app.main)
    assert before
    app.session_state["tables_drawn_anew"] = (
        True  # as the browser asks where tables came before their letters
    )
    assert frames(well(app.run()).main) == [count + 1 for count in before]


@pytest.mark.parametrize(("present", "beside"), [(0, 0), (1, 4)])
def test_counts_of_a_lecture_stand_in_one_row_without_what_is_said_aloud(present, beside):
    app = well(opened("calculators", present=present, calc="2×2 table"))
    assert sum(column.weight == 0.25 for column in app.columns) == beside
    assert any("judged on the same instances" in item.value for item in app.caption) is not bool(present)


@pytest.mark.parametrize("present", [0, 1])
def test_how_fold_scores_are_pasted_is_said_aloud_in_a_lecture(present):
    app = well(opened("calculators", present=present, calc="Fold scores"))
    assert any("Paste one column" in item.value for item in app.caption) is not bool(present)


@pytest.mark.parametrize("present", [0, 1])
def test_a_window_as_narrow_as_a_phone_is_heard_of_in_a_lecture(present):
    app = well(opened("start", present=present))
    asked = [item.proto.id for item in app.get("bidi_component") if "room_lecture" in item.proto.id]
    assert len(asked) == present
