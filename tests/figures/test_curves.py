"""Curves, decisions, confusion matrices, calibration and residuals as figures."""

import re
import time

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures import (
    Line,
    Mark,
    Region,
    calibration_figure,
    clickable_cells,
    confusion_figure,
    cost_figure,
    gain_figure,
    legend_beside,
    lift_figure,
    precision_recall_figure,
    predicted_figure,
    residual_figure,
    roc_figure,
    style_of,
    thinned,
    threshold_figure,
    two_circles,
)
from core.figures.canvas.thin import HALF_A_PIXEL, MOST_POINTS, kept_corners
from core.measures import calibration, roc, threshold_table

STYLES = style_of(["one", "two"])
HOSTILE = "<b>$x$</b> %{y}"


def curve(n=400, seed=0, shift=1.0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    return roc(y, rng.normal(size=n) + shift * y)


def line(name="one", seed=0, **more):
    found = curve(seed=seed)
    return Line(name, found.fpr, found.tpr, STYLES["one"], details=found.thresholds, **more)


def checked(drawing):
    """Plotly accepts every property."""
    go.Figure(drawing.figure.to_dict())
    return drawing.figure


def distance_to_line(points, x, y):
    """Largest distance of points from a polyline."""
    worst = 0.0
    a, b = np.column_stack([x, y])[:-1], np.column_stack([x, y])[1:]
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-300)
    for point in points:
        share = np.clip(((point - a) * along).sum(axis=1) / length, 0, 1)
        worst = max(worst, np.sqrt(((point - a - share[:, None] * along) ** 2).sum(axis=1)).min())
    return worst


def thresholds(n, shift, share, seed=1):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    return threshold_table(y, rng.normal(size=n) + shift * y)


def moved(x, y, kept):
    """Pixels by which the worst corner moves on a plot 1920 wide and high."""
    points = np.column_stack([(x - x.min()) / np.ptp(x), (y - y.min()) / np.ptp(y)])
    corners = points[kept]
    along = np.diff(corners, axis=0)
    length = np.maximum((along**2).sum(axis=1), 1e-300)
    worst = np.full(len(points), np.inf)
    home = np.searchsorted(kept, np.arange(len(points)), side="right") - 1
    for shift in range(-8, 9):  # a tooth may be covered by the stroke of its neighbour
        piece = (home + shift).clip(0, len(along) - 1)
        step = points - corners[piece]
        part = ((step * along[piece]).sum(axis=1) / length[piece]).clip(0, 1)
        worst = np.minimum(worst, np.hypot(*(step - part[:, None] * along[piece]).T))
    return worst.max() * 1920


class TestThinning:
    @pytest.mark.parametrize(("n", "shift"), [(2_000, 1.0), (100_000, 1.0), (100_000, 0.0), (50_000, 4.0)])
    def test_nobody_can_see_what_goes(self, n, shift):
        found = curve(n, shift=shift)
        kept = kept_corners(found.fpr, found.tpr)
        assert len(kept) <= MOST_POINTS
        assert (kept[0], kept[-1]) == (0, len(found.fpr) - 1)
        assert np.trapezoid(found.tpr[kept], found.fpr[kept]) == pytest.approx(found.auc, abs=1e-3)
        corners = np.column_stack([found.fpr, found.tpr])[:: max(1, len(found.fpr) // 1500)]
        assert distance_to_line(corners, found.fpr[kept], found.tpr[kept]) <= HALF_A_PIXEL * 1.0001

    @pytest.mark.parametrize("shift", [0.0, 1.0])
    @pytest.mark.parametrize("n", [2_000, 3_000, 4_000, 8_000, 16_000])
    def test_curves_with_steps_as_small_as_pixels(self, n, shift):
        found = curve(n, shift=shift)
        kept = kept_corners(found.fpr, found.tpr)
        moved = distance_to_line(
            np.column_stack([found.fpr, found.tpr])[:: max(1, n // 2000)], found.fpr[kept], found.tpr[kept]
        )
        assert len(kept) <= MOST_POINTS
        assert moved * 1080 <= 0.5  # a square plot is no higher than a screen 1920 wide
        assert moved * 1920 <= (0.5001 if n == 2_000 or n == 16_000 else 0.8)  # no thousand points do better

    def test_a_cone_never_turns_back(self):
        x, y = np.array([0, 1, 0.5, 1, 0]), np.array([0, 0, 0, 0.001, 1])
        kept = kept_corners(x, y)
        assert distance_to_line(np.column_stack([x, y]), x[kept], y[kept]) <= HALF_A_PIXEL

    def test_straight_runs_cost_nothing(self):
        x = np.r_[np.zeros(500), np.linspace(0, 1, 500)]
        y = np.r_[np.linspace(0, 1, 500), np.ones(500)]
        assert kept_corners(x, y).tolist() in ([0, 499, 999], [0, 500, 999], [0, 499, 500, 999])

    @given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=60))
    def test_any_line(self, points):
        x, y = np.array(points).T
        kept = kept_corners(x, y)
        assert kept[0] == 0
        assert kept[-1] == len(x) - 1
        assert (np.diff(kept) > 0).all()
        if np.ptp(x) > 1e-6 and np.ptp(y) > 1e-6:
            scaled = np.column_stack([(x - x.min()) / np.ptp(x), (y - y.min()) / np.ptp(y)])
            assert distance_to_line(scaled, *scaled[kept].T) <= HALF_A_PIXEL * 1.01 or len(x) < 3

    @pytest.mark.parametrize("share", [0.5, 0.1])
    @pytest.mark.parametrize("shift", [0.0, 0.3, 1.0, 2.0])
    @pytest.mark.parametrize("n", [2_000, 3_000, 5_000, 8_000, 12_000])
    def test_what_a_thousand_points_can_do(self, n, shift, share):
        table = thresholds(n, shift, share)
        smooth = {"roc": (table.fpr, table.tpr), "gain": (table.called, table.tpr)}
        teeth = {
            "pr": (np.r_[0.0, np.repeat(table.tpr[1:], 2)[:-1]], np.repeat(table.precision[1:], 2)),
            "lift": (table.called[1:], table.lift[1:]),
        }
        for name, (x, y) in (smooth | teeth).items():
            kept = kept_corners(x, y)
            assert len(kept) <= MOST_POINTS, name
            worst = moved(x, y, kept)
            if worst > 0.5:  # then only because more points would be needed
                assert len(kept) > 0.8 * MOST_POINTS, name
            assert worst <= (0.5 if shift >= 2 and name != "pr" else 0.9 if name in smooth else 2.5), name
            drawn, whole = np.trapezoid(y[kept], x[kept]), np.trapezoid(y, x)
            assert drawn == pytest.approx(whole, abs=1e-3 * np.ptp(y)), name

    def test_a_staircase_that_turns_at_every_instance_leaves_no_choice(self):
        # width of three corners in a row: the height of a right triangle over its longest side
        assert 1 / 1350 / np.sqrt(2) > 2 * HALF_A_PIXEL
        steps = np.arange(1350)
        x, y = np.repeat(steps, 2)[1:] / 1349, np.repeat(steps, 2)[:-1] / 1349
        assert len(kept_corners(x, y, most=3000)) == len(x)
        kept = kept_corners(x, y)
        assert len(kept) <= MOST_POINTS
        assert moved(x, y, kept) < 1.0

    def test_a_line_that_turns_back_is_followed(self):
        y = np.r_[np.zeros(1), np.tile([1.0, 0.2, 0.9, 0.1], 200)]
        kept = kept_corners(np.linspace(0, 1, len(y)), y)
        assert len(kept) == len(y)
        x = np.repeat(np.linspace(0, 1, 30), 20)  # vertical strokes up and down again
        up = np.tile(np.r_[np.linspace(0, 1, 10), np.linspace(0.95, 0.02, 10)], 30)
        found = kept_corners(x, up)
        assert moved(x, up, found) <= 0.5
        assert len(found) < 200

    @pytest.mark.parametrize("kind", ["roc", "pr", "lift"])
    def test_a_million_corners_take_a_moment(self, kind):
        table = thresholds(1_000_000, 1.0, 0.5)
        x, y = {
            "roc": (table.fpr, table.tpr),
            "pr": (table.tpr[1:], table.precision[1:]),
            "lift": (table.called[1:], table.lift[1:]),
        }[kind]
        begin = time.process_time()
        kept = kept_corners(x, y)
        assert time.process_time() - begin < 1.0  # about a tenth on an idle machine
        assert len(kept) <= MOST_POINTS

    def test_too_rough_a_line_is_still_cut_to_a_thousand(self):
        rng = np.random.default_rng(0)
        assert len(kept_corners(np.linspace(0, 1, 20_000), rng.random(20_000))) <= MOST_POINTS

    def test_details_and_gaps(self):
        thin = thinned(Line("one", [0, 1, np.nan, 3], [0, 5, 2, 1], STYLES["one"], details=[7, 8, 9, 10]))
        assert thin.details.tolist() == [7, 8, 10]


class TestPlanes:
    def test_an_entry_of_the_legend_that_a_narrow_picture_would_cut_has_two_rows(self):
        short, long = (
            line(note="AUC 0.7"),
            line("Logistic regression", 1, note="cheapest 0.1090 at θ = 0.123"),
        )
        drawing = roc_figure([short, long])
        names = [trace.name for trace in checked(drawing).data if trace.showlegend is not False]
        assert names == ["one · AUC 0.7", "Logistic regression<br>cheapest 0.1090 at θ = 0.123"]
        room = {len(lines): roc_figure(lines).layout["margin"]["b"] for lines in ([short], [short, short])}
        assert drawing.layout["margin"]["b"] - room[2] == room[2] - room[1] > 0
        beside = legend_beside(drawing).layout["margin"]["r"]
        assert (
            beside == legend_beside(roc_figure([line("cheapest 0.1090 at θ = 0.123")])).layout["margin"]["r"]
        )

    def test_roc_with_everything(self):
        drawing = roc_figure(
            [line(note="AUC 0.7"), line("two", 1, faint=True, listed=False, part="fold 2")],
            regions=[Region("one", [0, 1], [0, 0.8], [0.2, 1], STYLES["one"], "0.95 band")],
            marks=[Mark("one", 0.2, 0.6, STYLES["one"], "here"), Mark("one", np.nan, 0.6, STYLES["one"])],
            hulls=[Line("hull", [0, 0.2, 1], [0, 0.7, 1], STYLES["one"])],
            slope=2.0,
            touching=[(0.2, 0.6)],
            crossings=[(0.4, 0.8)],
        )
        figure = checked(drawing)
        names = [trace.name for trace in figure.data]
        assert names.count("one · AUC 0.7") == 1
        assert figure.layout.yaxis.scaleanchor == "x"
        assert figure.layout.xaxis.nticks == figure.layout.yaxis.nticks == 6
        iso = next(trace for trace in figure.data if trace.name.startswith("equal cost"))
        assert np.diff(iso.y) / np.diff(iso.x) == pytest.approx(2.0)
        assert all(0 <= value <= 1 for value in (*iso.x, *iso.y))
        assert {"curve", "fold 2", "0.95 band, low", "0.95 band, high", "marked"} <= set(
            drawing.frame["part"]
        )
        assert "AUC 0.7" in drawing.alt
        assert "A point is marked for crossing; one." in drawing.alt

    def test_a_curve_of_many_corners_is_drawn_with_few(self):
        found = curve(20_000)
        drawing = roc_figure([Line("one", found.fpr, found.tpr, STYLES["one"], details=found.thresholds)])
        trace = next(trace for trace in drawing.figure.data if trace.mode == "lines" and trace.name == "one")
        assert len(trace.x) == len(trace.customdata) <= MOST_POINTS
        assert (drawing.frame["name"] == "one").sum() == len(trace.x)

    @pytest.mark.parametrize("dark", [False, True])
    @pytest.mark.parametrize(
        "draw",
        [
            lambda dark: precision_recall_figure([line()], 0.4, dark=dark),
            lambda dark: threshold_figure([line()], 0.5, y_title="cost", y_range=None, dark=dark),
            lambda dark: threshold_figure([], None, y_title="cost", y_range=None, dark=dark),
            lambda dark: cost_figure([line()], 0.3, dark=dark),
            lambda dark: gain_figure([line()], dark=dark),
            lambda dark: lift_figure([line()], dark=dark),
            lambda dark: two_circles(5, 3, 2, dark=dark),
        ],
    )
    def test_every_plane_has_titles_and_is_accepted(self, draw, dark):
        drawing = draw(dark)
        figure = checked(drawing)
        assert drawing.alt
        if figure.layout.xaxis.visible is None:
            assert figure.layout.xaxis.title.text
            assert figure.layout.yaxis.title.text

    def test_names_cannot_act(self):
        drawing = roc_figure([Line(HOSTILE, [0, 1], [0, 1], STYLES["one"], note=HOSTILE)])
        trace = drawing.figure.data[-1]
        assert "<b>$" not in trace.name
        assert "<b>$" not in trace.meta[0]
        assert HOSTILE not in trace.hovertemplate
        assert HOSTILE in drawing.frame["name"].tolist()


class TestConfusion:
    @pytest.mark.parametrize("shown", ["counts", "row share", "column share"])
    @pytest.mark.parametrize("dark", [False, True])
    def test_numbers_hover_and_cells(self, shown, dark):
        counts = np.array([[8, 2, 0], [1, 4, 0], [0, 0, 0]])
        drawing = confusion_figure(["a", HOSTILE, "c"], counts, shown, dark=dark)
        heat = checked(drawing).data[0]
        text = [[re.sub("<[^>]*>", "", one) for one in row] for row in heat.text]
        assert text[0][0] == {"counts": "8", "row share": "80.0%", "column share": "88.9%"}[shown]
        assert heat.customdata[0][1][2:] == ("2", "20.0%", "33.3%") or list(heat.customdata[0][1][2:]) == [
            "2",
            "20.0%",
            "33.3%",
        ]
        if shown == "row share":
            assert text[2][0] == "–"
        assert len(drawing.frame) == 9
        assert drawing.least_width > 3 * (30 if shown == "counts" else 40)
        assert "10 taken" not in drawing.alt
        assert "15 predictions, 12 right" in drawing.alt
        assert len(clickable_cells(drawing, (0, 1)).figure.data[1].x) == 9

    def test_a_rare_mistake_is_seen_to_be_one(self):
        (heat,) = confusion_figure(["a", "b"], np.array([[999, 1], [0, 5]])).figure.data
        assert heat.z[0][0] > 0.99 and heat.z[0][1] < -0.25
        assert heat.z[1][0] == 0

    def test_many_classes_have_no_numbers(self):
        drawing = confusion_figure(list(range(30)), np.eye(30, dtype=int))
        assert drawing.figure.data[0].text is None
        assert "Nothing was confused" in drawing.alt

    def test_long_names_stay_different(self):
        names = ["building_windows_float", "building_windows_non_float"]
        axis = confusion_figure(names, np.eye(2, dtype=int)).figure.layout.xaxis
        ticks = axis.ticktext
        assert axis.ticklabeloverflow == "allow"  # Plotly would leave out a long last one
        assert len(set(ticks)) == 2


class TestCircles:
    @pytest.mark.parametrize(
        ("counts", "places"),
        [
            ((40, 40, 40), ["middle center"] * 3),
            ((185, 27, 14), ["middle left", "middle center", "middle right"]),
            ((2, 60, 60), ["middle center", "bottom center", "middle center"]),
        ],
    )
    def test_labels_of_narrow_parts_stand_beside_the_lines(self, counts, places):
        drawing = checked(two_circles(*counts))
        (labels,) = drawing.data
        assert list(labels.textposition) == places
        edges = [edge for shape in drawing.layout.shapes for edge in (shape.x0, shape.x1)]
        for x, y, place in zip(labels.x, labels.y, places, strict=True):
            if place != "middle center":
                assert not min(edges) <= x <= max(edges) or y < 0
                assert drawing.layout.xaxis.range[0] < x < drawing.layout.xaxis.range[1]

    @pytest.mark.parametrize("counts", [(40, 10, 5), (0, 5, 5), (5, 0, 0), (0, 0, 0), (3, 0, 9), (0, 4, 0)])
    def test_areas_are_the_counts(self, counts):
        tp, fn, fp = counts
        drawing = two_circles(tp, fn, fp)
        left, right = (checked(drawing).layout.shapes[k] for k in (0, 1))
        one, two = ((shape.x1 - shape.x0) / 2 for shape in (left, right))
        assert np.pi * one**2 == pytest.approx(tp + fn)
        assert np.pi * two**2 == pytest.approx(tp + fp)
        if one and two:
            middle = [(shape.x0 + shape.x1) / 2 for shape in (left, right)]
            rng = np.random.default_rng(0)
            x, y = rng.uniform(-one, one, 200_000), rng.uniform(-one, one, 200_000)
            inside = (x**2 + y**2 <= one**2) & ((x - middle[1] + middle[0]) ** 2 + y**2 <= two**2)
            assert inside.mean() * 4 * one**2 == pytest.approx(tp, abs=0.03 * (tp + fn))


class TestCalibration:
    def test_points_sizes_and_intervals(self):
        rng = np.random.default_rng(0)
        p = rng.random(300)
        table = calibration(rng.random(300) < p, p, bins=5)
        with_limits = table.assign(lower=table["share"] - 0.1, upper=table["share"] + 0.1)
        drawing = calibration_figure({"one": with_limits, "two": table}, STYLES, notes={"one": "error 0.1"})
        figure = checked(drawing)
        points = [trace for trace in figure.data if trace.type == "scatter" and trace.mode == "lines+markers"]
        assert points[0].name == "one · error 0.1"
        assert np.allclose(points[0].error_y.array, 0.1)
        assert points[1].error_y.array is None
        first = table.iloc[0]
        counted = f"{first.positives:,.0f} of {first.instances:,.0f}"
        assert list(points[1].customdata[0]) == ["0–0.2", counted, ""]
        assert points[0].customdata[0][2].startswith("<br>interval ")
        assert sum(trace.type == "bar" for trace in figure.data) == 2
        assert len(drawing.frame) == 10

    def test_nothing_to_draw(self):
        assert calibration_figure({}, STYLES).frame.empty

    def test_titles_of_its_two_axes_keep_apart_where_letters_are_large_and_the_picture_is_low(self):
        layout = calibration_figure({}, STYLES).layout
        upper, lower = layout["yaxis"], layout["yaxis2"]
        apart = 260 * (sum(upper["domain"]) - sum(lower["domain"])) / 2  # of a plot 260 pixels high
        assert 10 * (len(upper["title"]["text"]) + len(lower["title"]["text"])) / 2 < apart
        assert (
            layout["legend"]["yref"] == "container"
        )  # below a low plot it would lie on the title of the axis


class TestRegression:
    def test_predictions_and_residuals(self):
        truth, predicted = np.array([1.0, 2, 3]), np.array([1.5, 2, 2])
        whole = predicted_figure({"one": (truth, predicted)}, STYLES, HOSTILE)
        left = residual_figure({"one": (truth, predicted)}, STYLES)
        assert checked(whole).data[1].x.tolist() == [1, 2, 3]
        assert checked(left).data[1].y.tolist() == [-0.5, 0, 1]
        assert isinstance(left.frame, pd.DataFrame)
        assert "<b>$" not in whole.figure.layout.xaxis.title.text

    @pytest.mark.parametrize(("size", "form"), [(1e6, "B"), (1e3, "power")])
    def test_ticks_of_millions_are_no_powers_of_ten(self, size, form):
        truth = size * np.array([1.0, 2, 3])
        axes = residual_figure({"one": (truth, truth - 0.5 * size)}, STYLES).layout
        assert axes["xaxis"]["exponentformat"] == form
        assert axes["yaxis"]["exponentformat"] == "power"  # differences of half a million are written in full

    def test_many_points_are_thinned_and_it_is_said(self):
        truth = np.arange(5000.0)
        drawing = predicted_figure({"one": (truth, truth)}, STYLES)
        assert len(drawing.figure.data[1].x) == MOST_POINTS
        assert "1,000 of 5,000 shown" in drawing.figure.layout.xaxis.title.text


def test_a_mark_above_the_cost_curves_stays_in_the_picture():
    style = STYLES["one"]
    curve = Line("one", [0, 0.5, 1], [0, 0.5, 0], style)
    marks = [Mark("one", 0.3, 0.7, style), Mark("one", 0.3, np.nan, style)]
    for marked, highest in ((marks[1:], 0.5), (marks, 0.7)):
        _, top = cost_figure([curve], 0.3, marks=marked).figure.layout.yaxis.range
        assert 1.02 * highest <= top < 1.3 * highest
