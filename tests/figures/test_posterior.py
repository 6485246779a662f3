"""Pictures of posteriors, what-ifs, firmness and power: valid, escaped, the same numbers as in their frames."""

import json

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from scipy import stats

import core
from core import figures
from core.figures import ForestRow, Scale
from core.records import Interval

HOSTILE = ("<b>bold</b><script>alert(1)</script>", "%{x} <a href='http://evil.example'>$x$</a>")
X = np.linspace(-0.2, 0.1, 301)
POSTERIOR = stats.t(9, -0.03, 0.03)
RHO = np.linspace(0, 0.5, 6)
TRIANGLE = np.where(RHO[:, None] <= RHO, RHO[:, None] + RHO, np.nan)


def posterior(dark=False, rope=0.01):
    return figures.posterior_figure(
        X,
        POSTERIOR.pdf(X),
        rope=rope,
        names=HOSTILE,
        scale=Scale("Difference (%)", percent=True, signed=True),
        dark=dark,
    )


def curves(dark=False):
    frame = pd.DataFrame(
        {
            "rope": [0.0, 0.01, 0.02],
            "p_first": [0.9, 0.6, 0.2],
            "p_rope": [0.0, 0.4, 0.8],
            "p_second": [0.1, 0.0, 0.0],
        }
    )
    return figures.rope_curves(frame, HOSTILE, "Half-width", percent=True, marked=0.01, dark=dark)


def dots(dark=False, **options):
    return figures.threshold_dots(
        ["this run", HOSTILE[0], "+2"],
        [0.2, 0.01, None],
        [False, True, None],
        [0.05],
        "p-value",
        dark=dark,
        **options,
    )


def forest():
    rows = [ForestRow("t", Interval(0.1, 0.3, 0.95, "t"), 0.2)]
    return figures.interval_forest(rows, Scale("Error"), zero=False)


def pairs():
    d = np.array([[np.nan, 0.1, 0.2], [-0.1, np.nan, 0.1], [-0.2, -0.1, np.nan]])
    return figures.pairs_matrix(
        ["A", HOSTILE[0], HOSTILE[1]], d, np.abs(d), Scale("Δ"), alpha=0.05, lower_is_better=True
    )


def power_of_others(dark=False):
    at = np.arange(5, 50)
    return figures.power_curve(
        at,
        np.linspace(0.1, 0.9, 45),
        "Instances",
        target=0.8,
        reached=44,
        words="1×: 5 points",
        beside=[
            figures.OtherEffect("0.5×", "0.5×: 2.5 points", np.linspace(0.05, 0.4, 45)),
            figures.OtherEffect("1.5×", "1.5×: 7.5 points", np.linspace(0.2, 1.0, 45)),
        ],
        dark=dark,
    )


def shrinking(dark=False, reference=0.25):
    intervals = [core.interval("exact", errors=3 * k, n=10 * k) for k in (1, 2, 4)]
    return figures.shrinking_interval([10, 20, 40], intervals, 0.3, marked=1, reference=reference, dark=dark)


BUILDERS = {
    "posterior": posterior,
    "curves": curves,
    "triangle": lambda dark=False: figures.triangle_heatmap(RHO, TRIANGLE, 0.3, marked=(0.1, 0.2), dark=dark),
    "dots": dots,
    "log dots": lambda dark=False: dots(dark, logarithmic=True, marked=0),
    "power": lambda dark=False: figures.power_curve(
        np.arange(5, 50), np.linspace(0.1, 0.9, 45), "Instances", target=0.8, reached=44, dark=dark
    ),
    "other effects": lambda dark=False: power_of_others(dark),
    "shrinking": lambda dark=False: shrinking(dark),
    "reach": lambda dark=False: figures.reach_curves(
        np.array([0.1, 0.2, 0.4]),
        {HOSTILE[0]: np.array([0.05, 0.07, 0.1]), "hopeless": np.full(3, np.nan)},
        power=0.8,
        dark=dark,
    ),
    "clickable": lambda dark=False: figures.clickable_cells(pairs(), (0, 1), dark=dark),
    "reference": lambda dark=False: figures.with_reference(forest(), 0.4, "p0", dark=dark),
}
each = pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)


@each
@pytest.mark.parametrize("dark", [False, True])
def test_plotly_accepts_every_property(build, dark):
    go.Figure(build(dark=dark).figure.to_dict())


@each
def test_names_arrive_as_text_and_words_come_along(build):
    drawing = build()
    written = json.dumps(json.loads(drawing.figure.to_json()), ensure_ascii=False)
    for markup in ("<script", "<a ", "$x", "<b>bold"):
        assert markup not in written
    for trace in drawing.figure.data:
        assert "alert" not in (trace.hovertemplate or "")
    assert drawing.alt.endswith(".")
    assert "&lt;" not in drawing.alt
    assert len(drawing.frame)


@each
def test_a_dark_page_changes_colours_only(build):
    light, dark = build(), build(dark=True)
    pd.testing.assert_frame_equal(light.frame, dark.frame)
    assert light.alt == dark.alt


def test_the_regions_of_the_posterior_meet_at_the_rope_and_hold_its_mass():
    left, middle, right = posterior().figure.data
    assert (left.x[-1], middle.x[0], middle.x[-1], right.x[0]) == (-1, -1, 1, 1)  # in points
    for trace, low, high in ((left, X[0], -0.01), (middle, -0.01, 0.01), (right, 0.01, X[-1])):
        area = np.trapezoid(trace.y, trace.x)
        assert area == pytest.approx(POSTERIOR.cdf(high) - POSTERIOR.cdf(low), abs=1e-3)


@pytest.mark.parametrize("rope", [0.0, 0.003, 0.02, 5.0])
def test_every_region_can_be_moved_to_every_other(rope):
    found = figures.moves(posterior(), posterior(rope=rope))
    wanted = posterior(rope=rope).traces
    assert [(move["x"], move["y"]) for move in found] == [(trace["x"], trace["y"]) for trace in wanted]
    assert posterior(rope=rope).alt == posterior().alt


def test_the_line_at_the_region_in_force_can_be_moved():
    def marked(rope):
        return figures.rope_curves(curves().frame, HOSTILE, "Half-width", marked=rope)

    (found,) = figures.moves(marked(0.01), marked(0.5))
    assert found["x"] == [0.5, 0.5]
    assert marked(0.5).layout["xaxis"]["range"] == [0, 0.02]


@pytest.mark.parametrize(("second_first", "order"), [(False, [0, 1, 2]), (True, [2, 1, 0])])
def test_the_legend_begins_with_the_learner_on_the_left_of_the_posterior(second_first, order):
    names = [trace["name"] for trace in curves().traces[:3]]
    drawing = figures.rope_curves(curves().frame, HOSTILE, "Half-width", second_first=second_first)
    assert [trace["name"] for trace in drawing.traces] == [names[place] for place in order]


def test_the_learners_keep_their_colours():
    styles = figures.style_of(["other", *HOSTILE])
    frame = curves().frame
    drawing = figures.rope_curves(frame, HOSTILE, "Half-width", styles=styles)
    assert drawing.figure.data[0].line.color == styles[HOSTILE[0]].color
    assert drawing.figure.data[2].line.color == styles[HOSTILE[1]].color


def test_the_border_of_the_triangle_is_drawn_only_where_p_crosses_alpha():
    kinds = [trace.type for trace in figures.triangle_heatmap(RHO, TRIANGLE, 0.3).figure.data]
    assert kinds == ["heatmap", "contour"]
    assert len(figures.triangle_heatmap(RHO, TRIANGLE, 0.3).frame) == 21
    assert len(figures.triangle_heatmap(RHO, TRIANGLE + 1, 0.3).figure.data) == 1


def test_dots_are_coloured_by_the_verdict():
    rejecting, keeping = dots().figure.data
    assert (rejecting.name, list(rejecting.x), list(rejecting.y)) == ("rejects", [1], [0.01])
    assert (keeping.name, list(keeping.x)) == ("does not reject", [0])
    assert list(dots().frame["verdict"]) == ["does not reject", "rejects", "undefined"]
    assert "1 of them reject" in dots().alt


def test_tiny_p_values_stay_on_a_logarithmic_axis():
    drawing = figures.threshold_dots(["a"], [0.0], [True], [0.05], "p-value", logarithmic=True)
    assert drawing.figure.data[0].y[0] == 1e-6
    assert drawing.frame["value"][0] == 0.0
    axis = drawing.figure.layout.yaxis
    assert axis.range[0] < -6 < axis.range[1]
    assert (axis.tickvals[0], axis.ticktext[0]) == (1e-6, "≤ .000001")
    shown = figures.threshold_dots(["a"], [2e-6], [True], [0.05], "p-value", logarithmic=True)
    assert shown.figure.layout.yaxis.ticktext[0] == ".000001"


def test_of_many_dots_only_some_are_labelled_and_none_is_missing():
    names = ["all", *map(str, range(1, 101))]
    drawing = figures.threshold_dots(names, [0.01] * 101, [True] * 101, [0.05], "p", across="fold")
    axis = drawing.figure.layout.xaxis
    assert axis.title.text == "fold"
    assert [names[place] for place in axis.tickvals] == list(axis.ticktext)
    assert len(axis.ticktext) <= 12
    assert drawing.frame["label"].tolist() == names
    assert len(drawing.figure.data[0].x) == 101


def test_every_filled_cell_can_be_clicked_and_tells_what_it_is():
    heat, points, diagonal = figures.clickable_cells(pairs(), (0, 1)).figure.data
    assert sorted(zip(points.y, points.x, strict=True)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert diagonal.mode == "lines"  # as on the pages where nothing can be clicked
    assert points.hovertemplate == heat.hovertemplate
    assert list(points.customdata[0]) == list(heat.customdata[0][1])
    (frame,) = figures.clickable_cells(pairs(), (0, 1)).figure.layout.shapes
    assert frame.x0 < 1 < frame.x1
    assert frame.y0 < 0 < frame.y1


def test_the_reference_value_is_inside_the_picture():
    drawing = figures.with_reference(forest(), 0.9, "p0")
    assert drawing.figure.layout.xaxis.range[1] > 0.9
    assert drawing.figure.layout.shapes[-1].x0 == 0.9
    assert "p0 at 0.9" in drawing.alt
    assert drawing.figure.layout.annotations[-1].xanchor == "right"


def test_a_long_saw_is_thinned_but_not_where_it_crosses_the_target_for_good():
    sizes = np.arange(2, 3002)
    saw = np.where(sizes < 1500, 0.7, 0.8) + 0.1 * (sizes % 2)
    drawing = figures.power_curve(sizes, saw, "Instances", target=0.8, reached=1500, first=3)
    (line,) = drawing.traces
    assert len(line["x"]) <= 1002
    drawn = dict(zip(line["x"].tolist(), line["y"].tolist(), strict=True))
    assert drawn[1499] == saw[1497]
    assert drawn[1500] == saw[1498]
    assert len(drawing.frame) == 3000
    (band,) = [shape for shape in drawing.layout["shapes"] if shape["type"] == "rect"]
    assert (band["x0"], band["x1"]) == (3, 1500)
    assert drawing.alt.endswith("0.8 is reached first at 3 and kept from 1,500 on.")


def test_other_effects_are_thin_labelled_lines_and_stand_among_the_numbers():
    drawing = power_of_others()
    half, more, asked = drawing.traces
    assert drawing.frame.columns[2:].to_list() == [f"power at {line['name']}" for line in (half, more)]
    assert asked["name"] == "1×: 5 points"
    assert half["line"]["color"] == more["line"]["color"] == asked["line"]["color"]
    assert half["line"]["width"] == more["line"]["width"] < asked["line"]["width"]
    labels = {note["text"]: (note["x"], note["y"]) for note in drawing.layout["annotations"]}
    assert labels["0.5×"] == (49, 0.4)  # at its end, for it never rises to one half
    assert labels["1.5×"] == (19, 0.5)  # left of where it does
    assert drawing.alt.endswith("0.5×: 2.5 points: 40\u00a0% there. 1.5×: 7.5 points: 100\u00a0% there.")


def test_the_label_of_a_curve_that_rises_at_once_does_not_stand_among_the_ticks():
    at = np.arange(2, 201)
    steep = figures.OtherEffect("1.5×", "1.5×: 1.2 sd", 0.94 - 1 / at)
    drawing = figures.power_curve(at, 0.65 - 1 / at, "Pairs", target=0.8, beside=[steep])
    (label,) = drawing.layout["annotations"]
    assert (label["x"], label["y"]) == (200, steep.power[-1])


@pytest.mark.parametrize("errors", [0, 3, 10**9])
def test_the_axis_of_a_shrinking_interval_ends_where_no_rate_is_and_tells_its_ticks_apart(errors):
    found = [core.interval("exact", errors=times * errors, n=times * 10**9) for times in (1, 2)]
    axis = figures.shrinking_interval([10**9, 2 * 10**9], found, errors / 10**9).layout["yaxis"]
    low, high = axis["range"]
    assert 0 <= low < high <= 1
    assert found[0].width > 0.8 * (high - low)
    places = int(axis["tickformat"].strip(".~%"))
    assert len({f"{tick:.{places}%}" for tick in np.linspace(low, high, 4)}) == 4


def test_an_interval_shrinks_and_a_far_reference_does_not_squeeze_it():
    drawing = shrinking()
    band, mark = drawing.traces
    assert (mark["x"], mark["y"]) == ([20, 20], [drawing.frame["low"][1], drawing.frame["high"][1]])
    assert list(band["y"]) == [*drawing.frame["low"], *drawing.frame["high"][::-1]]
    assert drawing.frame["width"].is_monotonic_decreasing
    assert [note["y"] for note in drawing.layout["annotations"]] == [0.25]
    far = shrinking(reference=0.0).layout, core.interval("exact", errors=3000, n=10_000)
    assert far[0]["annotations"]
    thin = figures.shrinking_interval([10_000], [far[1]], 0.3, reference=0.9).layout
    assert not thin["annotations"]
    assert thin["yaxis"]["range"][1] < 0.4


def test_the_names_of_designs_are_whole_beside_the_curves_of_what_they_can_show():
    designs = [
        core.make_design(key, stratified=True).title for key in ("hold_out", "k_fold", "repeated_k_fold")
    ]
    shares = np.array([0.1, 0.2])
    drawing = figures.reach_curves(shares, dict.fromkeys(designs, shares / 2), power=0.8)
    for title, trace in zip(designs, drawing.traces[1:], strict=True):
        assert title in trace["name"]
