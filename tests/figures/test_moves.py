"""What is moved in a picture that is drawn, and when it has to be drawn anew."""

import numpy as np
import pandas as pd
import pytest

from core.figures import Line, Mark, calibration_figure, moves, roc_figure, style_of, threshold_figure

STYLES = style_of(["one", "two"])
CURVE = np.linspace(0, 1, 30)


def roc(x, y=0.5, text="", lines=1):
    curves = [Line(name, CURVE, CURVE**0.5, STYLES[name]) for name in list(STYLES)[:lines]]
    return roc_figure(curves, marks=[Mark("one", x, y, STYLES["one"], text)])


def moved_onto(drawn, found):
    """The traces of a picture after its moves."""
    traces = [dict(trace) for trace in drawn.traces]
    for move in found:
        traces[move["trace"]] |= {key: value for key, value in move.items() if key != "trace"}
    return traces


def test_marks_take_their_new_places_and_texts():
    drawn, wanted = roc(0.1, 0.3, "tp 1"), roc(0.4, 0.6, "tp 2")
    found = moves(drawn, wanted)
    assert [(move["x"], move["y"]) for move in found][-1] == ([0.4], [0.6])
    for one, two in zip(moved_onto(drawn, found), wanted.traces, strict=True):
        assert all(np.array_equal(one[key], two[key]) for key in two)


def test_marks_that_came_back_are_moved_too():
    drawn = roc(0.1)
    assert moves(drawn, roc(0.1)) == moves(drawn, drawn)
    assert {"trace": len(drawn.traces) - 1, "x": [0.1], "y": [0.5]}.items() <= moves(drawn, drawn)[-1].items()


def test_a_line_at_the_threshold_moves_with_its_name():
    def picture(theta):
        return threshold_figure(
            [Line("one", CURVE, CURVE, STYLES["one"])], theta, y_title="rate", x_range=(0, 1)
        )

    (found,) = moves(picture(0.5), picture(0.25))
    assert (found["x"], found["name"]) == ([0.25, 0.25], "θ = 0.25")


def test_the_threshold_moves_on_the_calibration_plot():
    bins = pd.DataFrame(
        {"mean": [0.2], "share": [0.3], "low": [0.0], "high": [0.5], "positives": [3], "instances": [10]}
    )
    pictures = [calibration_figure({"one": bins}, STYLES, theta) for theta in (0.5, 0.25)]
    assert [0.25, 0.25] in [move["x"] for move in moves(*pictures)]


@pytest.mark.parametrize(
    "wanted",
    [
        roc(np.nan),
        roc(0.1, lines=2),
        roc_figure([Line("one", CURVE, CURVE, STYLES["one"])], marks=[Mark("one", 0.1, 0.5, STYLES["one"])]),
        roc_figure(
            [Line("one", CURVE, CURVE**0.5, STYLES["one"])], marks=[Mark("one", 0.1, 0.5, STYLES["two"])]
        ),
        roc_figure(
            [Line("one", CURVE, CURVE**0.5, STYLES["one"])],
            marks=[Mark("one", 0.1, 0.5, STYLES["one"])],
            dark=True,
        ),
    ],
    ids=["no mark", "another curve", "another line", "another colour", "dark"],
)
def test_whatever_else_changes_is_drawn_anew(wanted):
    assert moves(roc(0.1), wanted) is None


def test_the_text_for_screen_readers_names_no_place_of_a_mark():
    assert roc(0.123456).alt == roc(0.4).alt
    assert "marked for one" in roc(0.4).alt
