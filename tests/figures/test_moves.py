"""What is moved in a picture that is drawn, and when it has to be drawn anew."""

import numpy as np
import pandas as pd
import pytest

import core
from core.figures import (
    ForestRow,
    Line,
    Mark,
    Scale,
    calibration_figure,
    critical_moves,
    difference_plot,
    difference_scale,
    interval_forest,
    interval_moves,
    mark_moves,
    moves,
    null_distribution,
    region_moves,
    roc_figure,
    style_of,
    threshold_figure,
)
from core.figures.canvas.palette import LIGHT_BACKGROUND
from core.inference import INTERVALS, interval, run_test
from core.records import Interval

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
        return threshold_figure([Line("one", CURVE, CURVE, STYLES["one"])], theta, y_title="rate")

    (found,) = moves(picture(0.5), picture(0.25))
    assert (found["x"], found["name"]) == ([0.25, 0.25], "θ = 0.25")


def test_the_threshold_moves_on_the_calibration_plot():
    bins = pd.DataFrame(
        {"mean": [0.2], "share": [0.3], "low": [0.0], "high": [0.5], "positives": [3], "instances": [10]}
    )
    pictures = [calibration_figure({"one": bins}, STYLES, theta) for theta in (0.5, 0.25)]
    assert [0.25, 0.25] in [move["x"] for move in moves(*pictures)]


@pytest.mark.parametrize("module", ["calibration", "lines"])
def test_pictures_that_are_only_compared_put_no_table_together(module, monkeypatch):
    def too_early(*_args):
        raise AssertionError("nobody asked for the numbers")

    monkeypatch.setattr(f"core.figures.curves.{module}._frame", too_early)
    wanted = calibration_figure({}, STYLES, 0.25) if module == "calibration" else roc(0.1)
    assert moves(wanted, wanted) is not None
    with pytest.raises(AssertionError, match="nobody asked"):
        assert wanted.frame.empty


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


# --- what is known ahead for every position of a slider, without drawing it

LEVELS = (0.8, 0.9, 0.95, 0.999)


@pytest.fixture(scope="module")
def scores():
    return core.run_experiment(core.load_sample("iris"), ["naive_bayes", "tree"], "k_fold").fold_scores


def null_of(verdict, alpha):
    x, density = verdict.null.curve()
    return null_distribution(
        x,
        density,
        verdict.statistic,
        critical_values=verdict.critical_values(alpha),
        extreme=verdict.as_extreme(),
        p_value=verdict.p_value,
        title=verdict.null.title,
        discrete=verdict.null.discrete,
    )


@pytest.mark.parametrize(
    ("key", "side", "given"),
    [
        ("paired_t", "two-sided", {"a": [0.1, 0.2, 0.15, 0.3], "b": [0.1, 0.1, 0.1, 0.25]}),
        ("paired_t", "less", {"a": [0.1, 0.2, 0.15, 0.3], "b": [0.1, 0.1, 0.1, 0.25]}),
        ("friedman", "two-sided", {"scores": np.random.default_rng(0).normal(size=(8, 4))}),
        ("mcnemar_exact", "two-sided", {"e01": 30, "e10": 20, "n": 200}),
        ("binomial", "greater", {"errors": 30, "n": 100, "p0": 0.2}),
        ("wilcoxon", "two-sided", {"a": np.arange(12) / 10 - 0.2, "b": np.zeros(12)}),
    ],
)
def test_critical_values_move_to_where_they_would_be_drawn(key, side, given):
    verdict = run_test(key, side, **given)
    drawn = null_of(verdict, 0.05)
    for level in LEVELS:
        found = critical_moves(drawn, verdict.critical_values(1 - level))
        assert found == moves(drawn, null_of(verdict, 1 - level))
        assert found


def test_critical_values_that_come_or_go_are_drawn_anew():
    verdict = run_test("mcnemar_exact", e01=5, e10=1, n=20)
    drawn = null_of(verdict, 0.05)
    assert verdict.critical_values(0.05)
    assert not verdict.critical_values(0.001)
    assert critical_moves(drawn, verdict.critical_values(0.001)) is None
    assert moves(drawn, null_of(verdict, 0.001)) is None


def test_the_interval_of_the_differences_moves_to_where_it_would_be_drawn(scores):
    first, second = scores.learners
    verdict = core.compare(scores, first, second)
    room = verdict.confidence_interval(0.999)

    def picture(level):
        return difference_plot(
            scores, first, second, interval=verdict.confidence_interval(level), room=[room.low, room.high]
        )

    drawn = picture(0.95)
    for level in LEVELS:
        ahead = interval_moves(
            drawn, [verdict.confidence_interval(level)], difference_scale(scores, first, second)
        )
        anew = moves(drawn, picture(level))
        assert ahead
        assert all(move in anew for move in ahead)
        rest = [move for move in anew if move not in ahead]
        for move in rest:  # stays where it is
            trace = drawn.traces[move["trace"]]
            assert {key: trace[key] for key in ("x", "y", "name")}.items() <= move.items()


def test_the_interval_behind_another_moves_beside_it(scores):
    first, second = scores.learners
    plain, counted = (core.compare(scores, first, second, key) for key in ("paired_t", "corrected_t"))
    room = counted.confidence_interval(0.999)

    def both(level):
        return [counted.confidence_interval(level), plain.confidence_interval(level)]

    def picture(level):
        behind, interval = both(level)
        room_for = [room.low, room.high]
        return difference_plot(
            scores, first, second, interval=interval, behind=("counted", behind), room=room_for
        )

    drawn = picture(0.95)
    thin, short = (trace for trace in drawn.traces if trace["mode"] == "lines+markers")
    assert thin["line"]["width"] < short["line"]["width"]
    assert thin["meta"][0] == "counted"
    (words,) = (note for note in drawn.layout["annotations"] if note["text"] == "counted")
    assert words["y"] < thin["y"][0] < short["y"][0] - 0.2  # a line of its own, its name below its middle
    assert words["x"] == pytest.approx(np.mean(thin["x"]))
    assert words["y"] > -0.7  # on the smallest picture of a lecture, too, clear of the ticks
    assert words["bgcolor"] == LIGHT_BACKGROUND  # and the line of zero does not run through it
    assert thin["x"][0] < short["x"][0] < short["x"][1] < thin["x"][1]
    for level in LEVELS:
        ahead = interval_moves(drawn, both(level), difference_scale(scores, first, second))
        assert len(ahead) == 2
        assert all(move in moves(drawn, picture(level)) for move in ahead)


@pytest.mark.parametrize("sides", ["two", "lower", "upper"])
def test_the_intervals_of_a_forest_move_to_where_they_would_be_drawn(sides):
    keys, scale = ("normal", "wilson", "exact"), Scale("Error", percent=True)
    given = {"errors": 12, "n": 40}

    def intervals(level):
        return [*(interval(key, level, sides, **given) for key in keys), None]

    room = [end for one in intervals(0.999)[:-1] for end in (one.low, one.high)]

    def picture(level):
        rows = [ForestRow(key, one, 0.3) for key, one in zip((*keys, "none"), intervals(level), strict=True)]
        return interval_forest(rows, scale, room=room)

    drawn = picture(0.95)
    assert set(keys) <= set(INTERVALS)
    for level in LEVELS:
        ahead, anew = interval_moves(drawn, intervals(level), scale), moves(drawn, picture(level))
        assert len(ahead) == len(keys)
        assert all(move in anew for move in ahead)


@pytest.mark.parametrize(("sides", "lines"), [("two", 2), ("lower", 1), ("upper", 1)])
def test_what_an_interval_lacks_moves_to_where_it_would_be_drawn(sides, lines):
    scores, scale = [0.1, 0.2, 0.2, 0.3, 0.25], Scale("Error", percent=True)
    sizes = {"n_train": 80, "n_validation": 20}

    def both(level):
        whole = interval("corrected_mean_t", level, sides, scores=scores, **sizes)
        return interval("mean_t", level, sides, scores=scores), whole

    def picture(level):
        short, whole = both(level)
        rows = [ForestRow("short", short, 0.2, whole=whole), ForestRow("whole", whole, 0.2)]
        return interval_forest(rows, scale, room=[-1.0, 1.0])

    drawn = picture(0.95)
    dotted = [trace for trace in drawn.traces if trace["mode"] == "lines"]
    assert len(dotted) == lines
    for level in LEVELS:
        short, whole = both(level)
        ahead = interval_moves(drawn, [short, whole], scale, [whole, None])
        assert len(ahead) == lines + 2
        assert all(move in moves(drawn, picture(level)) for move in ahead)
    assert interval_moves(drawn, [short, whole], scale, [None, None]) is None  # it lacks nothing any more


def test_an_interval_that_comes_or_goes_is_drawn_anew(scores):
    first, second = scores.learners
    scale = difference_scale(scores, first, second)
    some = Interval(-0.1, 0.1, 0.95, "t")
    drawn = difference_plot(scores, first, second, interval=some, room=[-0.5, 0.5])
    assert interval_moves(drawn, [None], scale) is None
    assert interval_moves(drawn, [Interval(float("nan"), float("nan"), 0.9, "F")], scale) is None
    without = difference_plot(scores, first, second, interval=None, room=[-0.5, 0.5])
    assert interval_moves(without, [None], scale) == []
    assert interval_moves(without, [some], scale) is None


@pytest.mark.parametrize("ends", [(-np.inf, 0.1), (-0.1, np.inf)])
def test_an_interval_whose_end_opens_is_drawn_anew(scores, ends):
    first, second = scores.learners
    scale, closed = difference_scale(scores, first, second), Interval(-0.1, 0.1, 0.95, "t")

    def picture(found):
        return difference_plot(scores, first, second, interval=found, room=[-0.5, 0.5])

    opened = Interval(*ends, 0.999, "t")
    for one, two in ((closed, opened), (opened, closed)):
        assert moves(picture(one), picture(two)) is None
        assert interval_moves(picture(one), [two], scale) is None


# --- marks of curves, at every position of a slider

POSITIONS = np.array([0.0, 0.25, 1.0])


def test_marks_of_curves_are_moved_as_if_they_were_drawn_there():
    places = np.array([0.1, 0.123456789, 0.9]), np.array([0.2, 0.4, 0.8])
    found = mark_moves(roc(0.3), [("one", *places)], POSITIONS, line=False)
    for at, move in enumerate(found):
        (mark,) = move
        wanted = moves(roc(0.3), roc(places[0][at], places[1][at]))[-1]
        assert mark["trace"] == wanted["trace"]
        assert (mark["x"], mark["y"]) == (pytest.approx(wanted["x"], abs=1e-6), pytest.approx(wanted["y"]))


def test_a_mark_without_a_place_is_moved_nowhere():
    ((first,), _, _) = mark_moves(
        roc(0.3), [("one", np.array([np.nan, 0.2, 0.3]), np.zeros(3))], POSITIONS, line=False
    )
    assert first["x"] == [None]


def test_the_line_at_the_threshold_goes_along():
    def picture(theta):
        marks = [Mark("one", theta, 0.5, STYLES["one"])]
        line = [Line("one", CURVE, CURVE, STYLES["one"])]
        return threshold_figure(line, theta, y_title="rate", marks=marks)

    found = mark_moves(picture(0.5), [("one", POSITIONS, np.full(3, 0.5))], POSITIONS, line=True)
    for theta, (mark, line) in zip(POSITIONS, found, strict=True):
        at_line, at_mark = moves(picture(0.5), picture(theta))[-2:]
        assert line == at_line
        assert mark.items() <= {**at_mark, "x": [theta]}.items()
    assert mark_moves(picture(0.5), [("one", POSITIONS, POSITIONS)], POSITIONS, line=False)[0] == [
        {"trace": mark["trace"], "x": [0.0], "y": [0.0]}
    ]


@pytest.mark.parametrize("names", [["two"], ["one", "one"]], ids=["of another", "too many"])
def test_a_picture_with_other_marks_is_not_moved(names):
    marks = [(name, POSITIONS, POSITIONS) for name in names]
    assert mark_moves(roc(0.3), marks, POSITIONS, line=False) == [None] * 3


def test_the_region_of_the_differences_is_moved_alone(scores):
    first, second = scores.learners

    def picture(rope):
        return difference_plot(scores, first, second, rope=rope)

    scale = difference_scale(scores, first, second)
    (found,) = region_moves(picture((-0.01, 0.01)), (-0.05, 0.05), scale)
    wanted = picture((-0.05, 0.05)).traces[found["trace"]]
    assert {key: wanted[key] for key in ("x", "y", "name")}.items() <= found.items()
    assert picture((-0.01, 0.01)).layout == picture((-0.05, 0.05)).layout
    assert region_moves(picture(None), (-0.05, 0.05), scale) == []


def test_traces_of_different_lengths_are_drawn_anew():
    one, two = roc(0.1), roc(0.1)
    two.traces[-1] |= {"x": [0.1, 0.2], "y": [0.1, 0.2]}
    assert moves(one, two) is None
