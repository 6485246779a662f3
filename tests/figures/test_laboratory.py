"""Pictures of the laboratory: every mark is a number of the record, and Plotly takes them all."""

from functools import cache
from itertools import pairwise, product

import numpy as np
import plotly.graph_objects as go
import pytest

import core
from core.figures import laboratory_figure, legend_of_all, thumbnail
from core.figures.canvas.moves import moves
from core.figures.canvas.palette import COLORS, LIGHT_BACKGROUND
from core.simulation import LABORATORY

PICTURES = [(entry.key, picture) for entry in LABORATORY.values() for picture in entry.pictures]


@cache
def simulated(key):
    """As many trials as make more than one block; a block of those that train learners is one trial."""
    return core.simulate(key, trials=min(70, 2 * LABORATORY[key].block))


def trace(drawing, **wanted):
    (found,) = [
        item for item in drawing.traces if all(item.get(key) == value for key, value in wanted.items())
    ]
    return found


def counted(drawing):
    """The marks of estimates: those that are somewhere, as that of a line in the legend is not."""
    return [item for item in drawing.traces if item["mode"].endswith("markers") and item["x"][0] is not None]


@pytest.mark.parametrize(("key", "picture"), PICTURES)
def test_every_picture_is_drawn_from_one_trial_on(key, picture):
    several = simulated(key)
    for trials, dark in product((1, several.trials), (False, True)):
        found = several.first(trials).drawing(dark, picture)
        go.Figure({"data": list(found.traces), "layout": found.layout})  # checks every property
        assert found.alt.endswith(".")
        assert len(found.frame)
        if picture == "dots":
            assert (found.layout["margin"]["t"] > 60) == (len(found.traces) > 1), "room for a legend"
        small = thumbnail(found, dark=dark)
        go.Figure({"data": list(small.traces), "layout": small.layout})
        assert not small.layout["showlegend"]


def test_the_names_of_rows_leave_room_for_marks_however_low_rows_are():
    drawing = core.simulate("test_sizes", trials=20).drawing()
    highest = max(item["marker"]["size"] for item in drawing.traces)
    names = [item for item in drawing.layout["annotations"] if item.get("xref") == "paper"]
    assert [item["y"] for item in names] == [
        0,
        1,
        2,
    ]  # in rows, whose height is not known; the rest is in pixels
    assert all(item["yshift"] > highest / 2 and item["yanchor"] == "bottom" for item in names)


def test_an_axis_of_shares_that_are_all_large_begins_near_them():
    drawing = core.simulate("limits", n=5, trials=1000).drawing(picture="dots")
    lowest = drawing.frame["low"].min()
    low, high = drawing.layout["xaxis"]["range"]
    assert 0.85 < lowest < 0.9 and 0.79 < low <= 0.8 and high > 0.95
    assert simulated("pooling").drawing().layout["xaxis"]["range"][0] <= 0


def test_a_level_line_is_seen_behind_the_names_of_rows():
    names = [note for note in simulated("pooling").drawing().figure.layout.annotations if note.bgcolor]
    assert {note.bgcolor for note in names} == {f"{LIGHT_BACKGROUND}D0"}


def test_the_first_picture_is_the_large_one():
    found = core.simulate("coverage", trials=5)
    assert found.drawing().alt == laboratory_figure(found, "stack").alt
    with pytest.raises(core.InputError, match="picture: must be 'stack' or 'curves', not 'dots'"):
        found.drawing(picture="dots")


def test_curves_hold_estimates_error_bars_and_exact_values():
    found = core.simulate("salzberg", n=[100, 300, 500], r=[0.0, 0.1], trials=200)
    drawing = found.drawing()
    rows = found.frame[found.frame["r"] == 0.1]
    dots = trace(drawing, name="r = 0.1", mode="markers")
    assert np.array_equal(dots["x"], rows["n"])
    assert np.array_equal(dots["y"], rows["estimate"])
    assert dots["y"] + dots["error_y"]["array"] == pytest.approx(rows["high"].to_numpy())
    assert dots["y"] - dots["error_y"]["arrayminus"] == pytest.approx(rows["low"].to_numpy())
    assert np.array_equal(trace(drawing, name="r = 0.1", mode="lines")["y"], rows["exact"])
    # centred below the marks of the other entries: a line of its own reaches the words before it
    assert trace(drawing, name="α = .05")["marker"]["symbol"] == "line-ew-open"


def test_series_at_the_same_place_stand_side_by_side():
    drawing = core.simulate("degrees_of_freedom", trials=50).drawing()
    places = [item["x"] for item in counted(drawing)]
    assert all(abs(one - two).min() > 0.002 for one, two in pairwise(places))
    assert np.mean(places, axis=0) == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.49])
    cuts = core.simulate("repeated_cuts", trials=50).drawing()
    assert cuts.layout["xaxis"]["type"] == "log"
    width = core.simulate("repeated_cuts", trials=50).drawing(picture="besides").layout["yaxis"]
    assert (width["type"], width["tickformat"]) == ("log", ",~g")  # else Plotly writes them larger


def test_at_a_single_setting_too():
    drawing = core.simulate("test_sizes", trials=20).drawing(picture="curves")
    places = [float(item["x"][0]) for item in counted(drawing)]
    assert len(set(places)) == len(places) > 1


@pytest.mark.parametrize("p", [0.08, 0.1])
def test_coverage_is_marked_at_the_rate_that_it_was_counted_at(p):
    drawing = core.simulate("coverage", trials=60, p=p, interval="wilson").drawing(picture="curves")
    dots = trace(drawing, name="Wilson score interval", mode="lines+markers")
    assert list(dots["x"]) == [p]
    assert "error_y" in dots


def test_behind_the_chosen_interval_the_others_are_lines_that_the_legend_names():
    found = core.simulate("coverage", trials=60, interval="jeffreys")
    drawing = found.drawing(picture="curves")
    assert [item["name"] for item in drawing.traces if "error_y" in item] == ["Jeffreys interval"]
    others = [item for item in drawing.traces if item["mode"] == "lines" and item["showlegend"]]
    assert [item["name"] for item in sorted(others, key=lambda item: item["legendrank"])] == [
        title for key, title in found.entry.measured.items() if key != "jeffreys"
    ]
    assert all(item["line"]["width"] >= 1.5 and item["opacity"] >= 0.8 for item in others)
    assert drawing.traces.index(others[-1]) < drawing.traces.index(
        trace(drawing, name="Jeffreys interval", mode="lines")
    )


def test_the_axis_of_coverage_is_that_of_the_chosen_interval_which_points_to_where_it_leaves():
    narrow = core.simulate("coverage", trials=1000, interval="exact").drawing(picture="curves")
    assert narrow.layout["yaxis"]["range"][0] > 0.92
    assert not len(trace(narrow, marker={"color": COLORS[2], "symbol": "triangle-down", "size": 12})["x"])
    wald = core.simulate("coverage", trials=1000).drawing(picture="curves")
    arrows = trace(wald, marker={"color": COLORS[0], "symbol": "triangle-down", "size": 12})
    assert list(arrows["x"]) == pytest.approx([0.04, 0.96], abs=0.01)
    assert set(arrows["y"]) == {wald.layout["yaxis"]["range"][0]}
    assert all(drawing.layout["yaxis"]["range"][1] >= 1 for drawing in (narrow, wald))


def test_the_stack_shows_the_latest_intervals_and_which_of_them_miss():
    found = core.simulate("coverage", trials=200, n=20, p=0.1)
    drawing = found.drawing(picture="stack")
    seen = found.rows[0].outcomes.part(140, 200).seen
    misses = trace(drawing, name="misses it", mode="markers")
    assert np.array_equal(misses["x"], seen["estimate"][seen["misses"]])
    assert np.array_equal(misses["y"], np.arange(141, 201)[seen["misses"]])
    lines = trace(drawing, name="misses it", mode="lines")
    assert np.array_equal(np.asarray(lines["x"]).reshape(-1, 3)[:, 0], seen["low"][seen["misses"]])


def test_a_mark_at_the_end_of_the_axis_is_seen_whole():
    drawing = core.simulate("coverage", trials=60, n=1, p=0.5).drawing(picture="stack")
    low, high = drawing.layout["xaxis"]["range"]
    assert set(core.simulate("coverage", trials=60, n=1, p=0.5).rows[0].outcomes.seen["estimate"]) == {
        0.0,
        1.0,
    }
    assert low < 0.0 and high > 1.0


@pytest.mark.parametrize(
    ("key", "picture", "settings", "names"),
    [
        ("coverage", "stack", {}, ["true value"]),
        ("p_values", "dance", {"effect": 0.8}, ["true difference", "no difference"]),
        ("p_values", "dance", {"effect": 0.0}, ["true difference, none"]),
    ],
)
def test_the_lines_of_the_truth_are_named(key, picture, settings, names):
    drawing = core.simulate(key, trials=30, **settings).drawing(picture=picture)
    entries = [item for item in drawing.traces if list(item["x"]) == [None]]
    assert [item["name"] for item in entries] == names
    lines = {item["line"]["color"] for item in drawing.layout["shapes"]}
    assert {item["marker"]["color"] for item in entries} <= lines


def test_the_dance_has_a_p_value_for_every_interval():
    found = core.simulate("p_values", trials=40)
    drawing = found.drawing()
    seen = found.rows[0].outcomes.part(15, 40).seen
    low = drawing.layout["yaxis"]["range"][0]
    p_values = [
        [x for x, y in zip(item["x"], item["y"], strict=True) if y > low]
        for item in drawing.traces
        if item.get("xaxis") == "x2" and item["mode"] == "markers"
    ]
    drawn = np.concatenate(p_values)
    assert sorted(drawn) == pytest.approx(sorted(np.maximum(seen["p_value"], 1e-4)), abs=1e-6)
    assert max(p_values[0]) <= 0.05 < min(p_values[1])
    left, right = (drawing.layout[axis]["domain"] for axis in ("xaxis", "xaxis2"))
    assert right[0] - left[1] > 0.1  # the labels at either end are apart on a phone too


def test_the_name_of_alpha_has_room_below_the_legend_of_the_dance():
    layout = core.simulate("p_values", trials=40).drawing().layout
    (note,) = layout["annotations"]
    assert (note["yref"], note["y"], note["yanchor"]) == ("y domain", 1, "bottom")
    room = (1 - layout["yaxis"]["domain"][1]) * layout["height"]
    assert room > layout["template"]["layout"]["font"]["size"], "a line of text"


def test_the_dance_follows_alpha_without_being_drawn_anew():
    found = core.simulate("p_values", trials=40, effect=0.8)
    drawn, wanted = found.drawing(), found.judged(0.2).drawing()
    moved = {move["trace"]: move for move in moves(drawn, wanted) if "trace" in move}
    assert moved[0]["x"] == [0.2, 0.2]
    assert [move["text"] for move in moves(drawn, wanted) if "note" in move] == ["α = .2"]
    low = drawn.layout["yaxis"]["range"][0]
    shown = [
        sum(y > low for y in moved[place]["y"])
        for place, item in enumerate(drawn.traces)
        if "customdata" in item
    ]
    rejecting = int(found.judged(0.2).rows[0].outcomes.part(15, 40).measured["rejects"].sum())
    assert shown == [rejecting] * 2 + [25 - rejecting] * 2
    rejects, hollow = (
        trace(wanted, name=name, mode="markers")["marker"] for name in ("rejects", "does not reject")
    )
    assert rejects["color"] == COLORS[1]
    assert (hollow["color"], hollow["line"]["color"]) == (LIGHT_BACKGROUND, COLORS[0])  # as its p-values are


@pytest.mark.parametrize(
    ("key", "settings"), [("p_values", {"effect": 0.0, "rho": 0.49}), ("coverage", {"p": 0.05})]
)
def test_an_interval_that_goes_on_beyond_the_axis_ends_in_an_arrow_there(key, settings):
    found = core.simulate(key, trials=1000, **settings)
    outcomes = found.rows[0].outcomes
    last = outcomes.seen["high"][-1]
    outcomes.seen["high"][-1] = 2 * outcomes.seen["high"].max()
    drawing = found.drawing()
    end = drawing.layout["xaxis"]["range"][1]
    arrows = [item for item in drawing.traces if item.get("marker", {}).get("symbol") == "triangle-right"]
    assert (end, 1000) in [place for item in arrows for place in zip(item["x"], item["y"], strict=True)]
    outcomes.seen["high"][-1] = last


def test_a_histogram_counts_every_trial_once():
    found = core.simulate("sampling", trials=500, n=12, p=0.4)
    bars = trace(found.drawing(), type="bar")
    rates = found.rows[0].outcomes.seen["rate"]
    assert bars["y"] == pytest.approx([np.mean(np.isclose(rates, x)) for x in bars["x"]])
    p_values = trace(core.simulate("p_values", trials=500).drawing(picture="histogram"), type="bar")
    assert sum(p_values["y"]) == pytest.approx(1)


def test_rates_that_are_few_have_ticks_at_themselves_and_a_curve_between_them():
    found = core.simulate("sampling", trials=50, n=1).drawing()
    assert list(found.layout["xaxis"]["tickvals"]) == [0, 1]
    assert len(trace(found, name="normal")["x"]) > 100
    assert len(found.frame) == 2
    assert list(found.frame["normal"]) == pytest.approx([0.6283, 0.3268], abs=1e-4)
    assert "tickvals" not in core.simulate("sampling", trials=50).drawing().layout["xaxis"]


def test_a_histogram_has_no_shares_above_all_of_the_trials():
    found = core.simulate("p_values", trials=10, effect=3.0).drawing(picture="histogram")
    assert found.layout["yaxis"]["range"] == [0, 1.05]


def test_ten_statistics_drawn_at_the_edge_are_said_to_lie_there_or_beyond():
    found = core.simulate("ten_statistics", trials=20, effect=3.0).drawing(picture="strips")
    axis, drawn = found.layout["xaxis"], trace(found, name="rejects")["x"]
    assert max(drawn) == max(axis["tickvals"])
    assert axis["ticktext"] == ["≤ −5.66", "≥ 5.66", "−2.57", "0", "2.57"]
    assert axis["range"][1] > 1.15 * max(drawn)  # nearer to the end, a phone leaves out the label


@pytest.mark.parametrize(("key", "picture"), PICTURES)
def test_lines_that_estimates_are_held_against_share_no_colour_with_what_is_measured(key, picture):
    drawing = simulated(key).first(1).drawing(picture=picture)
    lines = {shape["line"]["color"] for shape in drawing.layout.get("shapes", ())}
    named = [item for item in drawing.traces if item.get("name", "").startswith("α")]
    lines |= {item["line" if item["mode"] == "lines" else "marker"]["color"] for item in named}
    assert not lines & set(COLORS)


@pytest.mark.parametrize(
    ("key", "picture"), [("coverage", "stack"), ("coverage", "curves"), ("sampling", "histogram")]
)
def test_rates_are_told_in_per_cent_on_axes_as_in_the_words(key, picture):
    found = core.simulate(key, trials=50)
    assert found.drawing(picture=picture).layout["xaxis"]["tickformat"] == "~%"
    assert f"p = {100 * found.rows[0].settings['p']:g}\u00a0%" in found.words
    names = [item.get("name", "") for item in found.drawing(picture=picture).traces]
    assert ("level 95\u00a0%" in names) is (picture == "curves")


def drawn_names(drawing):
    return [one["name"] for one in drawing.traces if one["showlegend"]]


def test_pictures_beside_one_another_whose_legends_say_the_same_have_one():
    found = simulated("repeated_cuts")
    pictures = [laboratory_figure(found, picture=picture) for picture in ("curves", "besides")]
    bare, entries = legend_of_all(pictures)
    assert [entry.name for entry in entries] == [*drawn_names(pictures[1]), "level 95\N{NO-BREAK SPACE}%"]
    assert [entry.is_line for entry in entries] == [False] * 3 + [True]
    assert not any(drawing.figure.layout.showlegend for drawing in bare)


def test_pictures_beside_one_another_whose_legends_differ_keep_them_in_few_lines():
    found = simulated("test_sizes")
    pictures = [laboratory_figure(found, picture=picture) for picture in ("dots", "curves")]
    kept, entries = legend_of_all(pictures)
    assert not entries
    for drawing in kept:  # without groups Plotly makes all entries as wide as the longest
        assert drawing.figure.layout.legend.traceorder == "grouped"
        named = [one for one in drawing.traces if one.get("showlegend", True)]
        assert len({one["legendgroup"] for one in named}) == len(named)
    assert legend_of_all(pictures[:1]) == (pictures[:1], [])
