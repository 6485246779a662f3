"""The Data page loads a data set of OpenML by number or name, from a local server that answers as OpenML's does."""

import pytest

from pages.ui.display.text import plain
from pages.ui.importing import openml
from tests.pages.opening import opened
from tests.standin_openml import StandIn

WORKSPACE = "0123456789abcdef" * 2


pytestmark = pytest.mark.usefixtures("fresh_server")


@pytest.fixture
def server(monkeypatch):
    with StandIn() as standin:
        monkeypatch.setenv("FOLDWISE_OPENML", standin.address)
        yield standin


def well(app):
    assert not app.exception, [item.message for item in app.exception]
    return app


def visit():
    app = opened("data", timeout=120, w=WORKSPACE)
    return well(app.segmented_control(key="dataset_way").set_value(openml.WAY).run())


def fetch(app, which):
    app.text_input(key="openml_which").set_value(which)
    return well(next(button for button in app.button if button.key == "openml_fetch").click().run())


def words(app):
    return " ".join(item.value for kind in (app.markdown, app.caption, app.error) for item in kind)


def test_a_data_set_is_fetched_understood_and_put_to_use(server):
    app = visit()
    assert "asks OpenML for it" in words(app)
    app = fetch(app, "61")
    assert not app.error
    assert "shapes" in words(app) and "40 rows × 3 columns" in words(app)
    target = next(box for box in app.selectbox if box.label == "To be predicted")
    assert target.value == "class"
    well(next(button for button in app.button if button.key == "accept").click().run())
    assert "40 instances, 2 attributes · to be predicted: class" in words(app)
    assert app.query_params["data"]


def test_what_was_fetched_and_what_is_in_use_stay_where_another_fails(server):
    app = fetch(visit(), "shapes")
    well(next(button for button in app.button if button.key == "accept").click().run())
    well(app.button(key="change_dataset").click().run())
    app = fetch(app, "999")
    assert len(app.error) == 1
    assert plain("OpenML: there is no data set '999', or none that is active.") in app.error[0].value
    assert not any("Waiting" in item.value for item in app.caption)
    assert "40 rows × 3 columns" in words(app), "the former table is still there to be read"
    assert "In use: **shapes** · 40 instances, 2 attributes · to be predicted: class" in words(app), (
        "the data in use are the same"
    )
    asked = len(server.asked)
    app = well(
        app.selectbox(key=next(box.key for box in app.selectbox if box.label == "Groups"))
        .set_value("colour")
        .run()
    )
    assert not app.error and len(server.asked) == asked, "nothing is fetched again by other clicks"
    app = fetch(app, "")
    assert "neither the number nor the name" in app.error[0].value
