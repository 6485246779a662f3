"""Pictures of fold scores: what is drawn equals the scores, whatever is missing."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from plotly.colors import sample_colorscale

import core
from core import figures
from core.designs import units_of
from core.errors import InputError, NotApplicable
from core.figures import box_plot, heat_table, style_of
from core.figures.canvas.marks import jitter, spread
from core.figures.canvas.palette import LIGHT_SHADES
from core.figures.canvas.scale import values_range
from core.figures.canvas.text import LOGARITHMIC
from core.figures.canvas.thin import evenly_thinned
from core.figures.folds.box_plot import box_numbers
from core.figures.folds.differences import difference_plot
from core.figures.folds.grid import fold_grid
from core.records import DesignFacts, Failure, FoldScores, Interval
from core.tables.scores import summary_table
from core.written import counted

COLUMNS = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
NAMES = ("A", "B", "C")


def make(values, names=NAMES, n_validation=15, measure="error", lower=True, facts=None, rows="folds"):
    """Fold scores of one data set from an array of folds × learners; None leaves the row out."""
    table = [
        ("d", name, 1, fold + 1, 135, n_validation, score)
        for i, name in enumerate(names)
        for fold, score in enumerate(np.asarray(values, dtype=object)[:, i])
        if score is not None
    ]
    frame = pd.DataFrame(table, columns=COLUMNS).astype({"score": float})
    return FoldScores(frame, measure, "Error rate", lower, "", facts, rows, learner_order=tuple(names))


@pytest.fixture
def scores():
    return make(np.random.default_rng(1).random((10, 3)))


def named(figure, name, kind="scatter"):
    """The traces of a learner; an interval's text has its name first."""
    return [
        trace
        for trace in figure.data
        if (trace.meta[0] if isinstance(trace.meta, tuple | list) else trace.meta) == name
        and trace.type == kind
    ]


# --- the table behind the pictures


def test_grid_puts_every_score_in_its_place():
    rows = [("e", "B", 2, 1, 9, 3, 0.1), ("d", "A", 1, 2, 9, 4, 0.2), ("d", "A", 1, 1, 9, 5, 0.3)]
    shuffled = FoldScores(
        pd.DataFrame(rows, columns=COLUMNS), "error", "Error", True, learner_order=("A", "B")
    )
    grid = fold_grid(shuffled)
    assert grid.datasets.tolist() == ["e", "d", "d"]
    assert grid.details.tolist() == [[2, 1, 3], [1, 1, 5], [1, 2, 4]]
    np.testing.assert_array_equal(grid.values, [[np.nan, 0.1], [0.3, np.nan], [0.2, np.nan]])


def test_grid_agrees_with_the_record(scores):
    np.testing.assert_array_equal(fold_grid(scores).values, scores.wide.to_numpy())


def test_grid_leaves_out_learners_that_are_not_selected(scores):
    assert fold_grid(scores.select(["C"])).values.shape == (10, 1)


def test_values_of_another_grid_are_aligned_by_fold():
    first, second = fold_grid(make([[1, 2, 3], [4, 5, 6]])), fold_grid(make([[None, 8, 9], [7, 8, 9]]))
    np.testing.assert_array_equal(second.like(first), [[np.nan, 8, 9], [7, 8, 9]])
    fewer = fold_grid(make([[7.0, 8.0]], names=("C", "A")))
    np.testing.assert_array_equal(fewer.like(first), [[8, np.nan, 7], [np.nan] * 3])


def test_thinning_is_even_and_keeps_the_ends():
    assert evenly_thinned(np.arange(5), 10).tolist() == [0, 1, 2, 3, 4]
    kept = evenly_thinned(np.arange(10_001), 1000)
    assert len(kept) == len(set(kept.tolist())) == 1000
    assert (kept[0], kept[-1]) == (0, 10_000)
    assert set(np.diff(kept).tolist()) <= {10, 11}


def test_of_many_equal_values_the_column_is_as_high_as_their_number():
    values = np.array([0.0] * 40 + [0.1] * 20 + [0.2])
    offsets = spread(values, 1.0)
    heights = [np.ptp(offsets[values == value]) for value in (0.0, 0.1, 0.2)]
    np.testing.assert_allclose(heights, [39 / 40, 19 / 40, 0])
    assert len(np.unique(offsets[values == 0.0])) == 40
    assert np.abs(offsets).max() <= 0.5
    np.testing.assert_array_equal(spread(values[::7], 1.0), jitter(len(values[::7]), 1.0))  # few are equal
    assert spread(np.empty(0), 1.0).size == 0


def test_jitter_spreads_evenly_and_is_the_same_every_time():
    offsets = jitter(100, 0.3)
    np.testing.assert_array_equal(offsets, jitter(100, 0.3))
    assert np.abs(offsets).max() <= 0.15
    assert np.histogram(offsets, 10, (-0.15, 0.15))[0].min() >= 9


def test_rates_do_not_leave_their_range():
    from core.figures import Scale

    low, high = values_range(Scale("e", percent=True), [0.0, 1.0], [np.nan, np.inf])
    assert -0.02 < low < 0
    assert 1 < high < 1.02
    low, high = values_range(Scale("e", percent=True), [0.0])  # before the first error of a run has come
    assert -0.01 < low < 0 < high, "its first number would be below zero"
    assert values_range(Scale("e")) == [0.0, 1.0]
    assert values_range(Scale("e"), [3.0])[0] < 3.0 < values_range(Scale("e"), [3.0])[1]


# --- box plot


def test_points_of_the_box_plot_are_the_scores(scores):
    drawing = figures.box_plot(scores)
    for name in NAMES:
        (points,) = named(drawing.figure, name)
        np.testing.assert_array_equal(points.x, scores.matrix(name).ravel())
        drawn = drawing.frame.loc[drawing.frame["learner"] == name, "score"]
        np.testing.assert_array_equal(drawn, points.x)


def test_the_dot_of_a_fold_keeps_its_place_when_other_folds_come_in():
    values = np.random.default_rng(2).random((10, 3)).astype(object)
    whole = figures.box_plot(make(values)).figure
    values[3, 1] = None
    some = figures.box_plot(make(values)).figure
    (all_dots,), (dots,) = named(whole, "B"), named(some, "B")
    np.testing.assert_array_equal(dots.y, np.delete(all_dots.y, 3))


def test_boxes_have_tukeys_numbers():
    values = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 30.0])
    assert box_numbers(values) == (1.0, 2.75, 4.5, 6.25, 7.0)
    drawing = figures.box_plot(make(values[:, None] / 100, names=("A",)))
    (box,) = (trace for trace in drawing.figure.data if trace.type == "box")
    assert box.upperfence == pytest.approx([0.07])
    assert (box.q1[0], box.median[0], box.q3[0]) == pytest.approx(
        tuple(np.quantile(values, [0.25, 0.5, 0.75]) / 100)
    )


def test_hover_says_fold_size_and_both_forms_of_a_rate(scores):
    (points,) = named(figures.box_plot(scores).figure, "A")
    assert points.hovertemplate == (
        "<b>%{meta}</b><br>%{x:.2%} (%{x:.5~f})<br>fold %{customdata[1]}<br>"
        "%{customdata[2]} validation instances<extra></extra>"
    )
    assert points.customdata[3].tolist() == [1, 4, 15]


def test_replicates_and_data_sets_are_named_where_there_are_several():
    rows = [(d, "A", r, f, 9, 5, 0.1 * f) for d in "de" for r in (1, 2) for f in (1, 2, 3)]
    several = FoldScores(pd.DataFrame(rows, columns=COLUMNS), "error", "Error", True)
    (points,) = named(figures.box_plot(several).figure, "A")
    assert "replicate %{customdata[0]}, fold %{customdata[1]}" in points.hovertemplate
    assert "%{text}" in points.hovertemplate
    assert list(points.text) == ["d"] * 6 + ["e"] * 6


def test_a_learner_keeps_its_colour_when_others_are_hidden(scores):
    styles = style_of(scores.learners)
    shown = figures.box_plot(scores.select(["C"]), styles).figure
    assert named(shown, "C")[0].marker.color == styles["C"].color
    assert named(figures.box_plot(scores, styles).figure, "C")[0].marker.color == styles["C"].color


def test_the_mark_of_a_ninth_learner_is_large_enough_to_tell_it_from_the_first_in_the_same_colour():
    names = tuple("ABCDEFGHI")
    figure = figures.box_plot(make(np.random.default_rng(1).random((10, 9)), names)).figure
    (first,), (ninth,) = named(figure, "A"), named(figure, "I")
    assert first.marker.color == ninth.marker.color
    assert (first.marker.symbol, ninth.marker.symbol) == ("circle", "diamond")
    assert ninth.marker.size >= 9 > first.marker.size


def test_long_names_stand_in_whole_in_lines_for_which_rows_have_room():
    names = ("Logistic regression (regularisation C = 0.001)", "B" * 90)
    scores = make(np.random.default_rng(1).random((10, 2)), names)
    layout = figures.box_plot(scores).layout
    first, second = layout["yaxis"]["ticktext"]
    assert first.replace("<br>", " ") == names[0]
    assert 56 < len(second.replace("<br>", "")) <= 84
    assert layout["height"] >= figures.box_plot(make(scores.wide.to_numpy(), "AB")).layout["height"]
    assert layout["height"] > 2 * 16 * (1 + first.count("<br>"))


def test_a_learner_without_scores_keeps_its_place_and_says_so():
    partly = make([[0.1, np.nan, 0.3], [None, None, 0.2], [np.nan, None, 0.2]])
    figure = figures.box_plot(partly).figure
    assert figure.layout.yaxis.ticktext[1:] == ("B", "C")
    assert "1 of 3 folds" in figure.layout.yaxis.ticktext[0]
    (note,) = figure.layout.annotations
    assert (note.text, note.y) == ("failed: no scores", 1)
    assert "Without scores: B." in figures.box_plot(partly).alt


def test_a_learner_whose_turn_has_not_come_waits_and_the_planned_folds_are_counted():
    rows = [("d", name, 1, 1, 9, 5, 0.1) for name in "AB"]
    facts = DesignFacts("k_fold", 1, 10)
    scores = FoldScores(
        pd.DataFrame(rows, columns=COLUMNS),
        "error",
        "Error",
        True,
        facts=facts,
        failures=(Failure("C", 1, 1, "singular"),),
        learner_order=tuple("ABCD"),
    )
    drawing = figures.box_plot(scores)
    assert all("1 of 10 folds" in tick for tick in drawing.figure.layout.yaxis.ticktext[:2])
    failed, waiting = drawing.figure.layout.annotations
    assert (failed.text, failed.y) == ("failed: no scores", 2)
    assert (waiting.text, waiting.y) == ("waiting", 3)
    assert waiting.font.color == LIGHT_SHADES.muted
    assert "Without scores: C." in drawing.alt


def test_grey_boxes_are_named_in_the_legend():
    scores = make([[0.1, 0.2], [0.3, 0.2]], names=("A", "B"))

    def named_in_legend(drawing):
        return [trace.name for trace in drawing.figure.data if trace.showlegend and trace.name]

    assert named_in_legend(figures.box_plot(scores, training=scores)) == ["on the training set"]
    assert named_in_legend(figures.box_plot(scores)) == []


def test_nothing_at_all_is_still_a_picture():
    empty = make(np.empty((0, 3)))
    for draw in (figures.box_plot, figures.histograms, figures.range_plot, figures.heat_table):
        assert draw(empty).alt
    assert len(figures.box_plot(empty).figure.layout.annotations) == 3


def test_one_fold_has_points_and_no_box():
    figure = figures.box_plot(make([[0.1, 0.2, 0.3]])).figure
    assert not [trace for trace in figure.data if trace.type == "box"]
    assert [float(named(figure, name)[0].x[0]) for name in NAMES] == [0.1, 0.2, 0.3]


def test_training_errors_are_grey_beside_the_validation_errors(scores):
    training = make(np.full((10, 3), 0.01))
    drawing = figures.box_plot(scores, training=training)
    grey, colored = named(drawing.figure, "A")
    assert grey.marker.color != colored.marker.color
    assert grey.y.min() > colored.y.max()
    assert "on the training set" in grey.hovertemplate
    np.testing.assert_array_equal(drawing.frame["training_score"], 0.01)
    assert "In grey, on the training sets: A median 1.00\u00a0%" in drawing.alt
    alone = figures.box_plot(scores)
    assert (drawing.layout["height"] - 110) / (alone.layout["height"] - 110) == 1.5
    boxes = [trace.y[0] for trace in drawing.figure.data if trace.type == "box" and trace.width == 0.5]
    assert drawing.layout["yaxis"]["tickvals"] == boxes  # names stand beside the coloured ones


def test_means_are_marked_where_given(scores):
    figure = figures.box_plot(scores, means={"B": 0.5}).figure
    (marks,) = named(figure, "mean")
    assert (list(marks.x), list(marks.y)) == ([0.5], [1.0])


def test_many_folds_are_thinned():
    drawing = figures.box_plot(make(np.random.default_rng(0).random((3000, 1)), names=("A",)))
    assert len(named(drawing.figure, "A")[0].x) == 1000
    assert len(drawing.frame) == 3000


# --- one instance per fold


@pytest.fixture
def leave_one_out():
    values = np.zeros((2000, 3))
    values[:300, 0], values[:200, 1] = 1, 1
    return make(values, n_validation=1)


def test_leave_one_out_is_drawn_as_pooled_rates(leave_one_out):
    for drawing in (figures.box_plot(leave_one_out), figures.histograms(leave_one_out)):
        assert [trace.x[0] for trace in drawing.figure.data] == [0.15, 0.1, 0.0]
        assert "over all instances together" in drawing.figure.layout.xaxis.title.text
        assert "300 of 2000 instances" in drawing.figure.data[0].hovertemplate
        assert drawing.frame["pooled"].tolist() == [0.15, 0.1, 0.0]


def test_leave_one_out_is_known_by_its_facts_too():
    facts = DesignFacts("leave_one_out", 1, 50)
    assert (
        figures.box_plot(make(np.zeros((50, 3)), n_validation=np.nan, facts=facts)).figure.data[0].type
        == "bar"
    )
    grouped = DesignFacts("leave_one_out", 1, 50, grouped=True)
    several = figures.box_plot(make(np.zeros((50, 3)), n_validation=np.nan, facts=grouped))
    assert several.figure.data[0].type == "box"


def test_intervals_stand_on_the_pooled_bars(leave_one_out):
    given = {"A": Interval(0.13, 0.17, 0.95, "Wilson")}
    drawing = figures.range_plot(leave_one_out, intervals=given)
    assert list(drawing.figure.data[-1].x) == [0.13, 0.17]
    assert drawing.frame["low"].tolist()[0] == 0.13


def test_lines_are_refused_and_differences_counted(leave_one_out):
    with pytest.raises(NotApplicable, match="one instance"):
        figures.paired_lines(leave_one_out)
    drawing = figures.difference_plot(leave_one_out, "A", "B")
    bars = drawing.figure.data[0]
    assert dict(zip(bars.x, bars.text, strict=True)) == {0: "1,900 instances", 100: "100"}
    (zero,) = drawing.layout["shapes"]  # ends where the label above the bar begins
    assert 2 * zero["y1"] - 1 == pytest.approx(bars.base[0] + bars.y[0])
    assert bars.base[0] + max(bars.y) <= 0.65  # the label above has room below the sides
    assert len(drawing.frame) == 2000


def test_heat_table_is_thinned_and_says_so(leave_one_out):
    drawing = figures.heat_table(leave_one_out)
    assert drawing.figure.data[0].z.shape == (3, 200)
    assert "200 of 2,000 shown, evenly chosen" in drawing.figure.layout.xaxis.title.text
    assert not drawing.least_width  # colours alone fit anywhere


def test_digits_of_a_heat_table_end_alike(scores):
    frame = scores.frame.assign(score=np.resize([0.81, 0.845, 0.8], len(scores.frame)))
    drawing = figures.heat_table(replace(scores, frame=frame, measure="kappa"))
    texts = " ".join(np.ravel(drawing.figure.data[0].text))
    assert set(re.findall(r">([^< ]+)<", texts)) == {"0.810", "0.845", "0.800"}


def luminance(color):
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("size", "form"), [(5e-4, "power"), (5e7, "B")])
def test_the_colours_of_a_heat_table_have_numbers_as_other_axes_have(scores, size, form):
    losses = replace(
        scores, measure="mse", frame=scores.frame.assign(score=size * (1 + scores.frame["score"]))
    )
    bar, axis = heat_table(losses).traces[0]["colorbar"], box_plot(losses).layout["xaxis"]
    assert bar["exponentformat"] == axis["exponentformat"] == form
    assert bar["minexponent"] == axis["minexponent"] == 6  # 0.0005, not 500μ


def test_letters_on_every_colour_of_a_heat_table_have_the_contrast_that_small_ones_need():
    values = np.linspace(0.2, 0.5, 36).reshape(12, 3)
    heat = figures.heat_table(make(values)).figure.data[0]
    for text, share in zip(np.ravel(heat.text), (np.ravel(heat.z) - 0.2) / 0.3, strict=True):
        (ground,) = sample_colorscale("Cividis", [share], colortype="tuple")
        letters = {"#fff": 1.0, "#000": 0.0}[re.search("color:(#...)", text)[1]]
        darker, lighter = sorted([letters, luminance(ground)])
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
    assert "35.0%" in "".join(np.ravel(figures.heat_table(make([[0.35, 0.35, 0.35]])).figure.data[0].text))
    assert figures.heat_table(make([[0.1, np.nan, 0.3]])).figure.data[0].text[1][0] == ""


def test_numbers_in_a_heat_table_have_the_width_that_they_need(scores):
    drawing = figures.heat_table(scores)
    assert drawing.figure.data[0].texttemplate
    assert drawing.least_width > 40 * drawing.figure.data[0].z.shape[1]


# --- histograms and ranges


def test_histograms_share_bins_and_count_every_fold(scores):
    drawing = figures.histograms(scores)
    assert drawing.frame.groupby("learner")["count"].sum().tolist() == [10, 10, 10]
    centres = {tuple(trace.x) for trace in drawing.figure.data}
    assert len(centres) == 1
    counts = drawing.frame[drawing.frame["learner"] == "A"]["count"].to_numpy()
    tallest = drawing.frame["count"].max()
    np.testing.assert_allclose(drawing.figure.data[0].y, -0.84 * counts / tallest)
    edges = np.append(drawing.frame["from"][: len(counts)], drawing.frame["to"].iloc[-1])
    np.testing.assert_array_equal(counts, np.histogram(scores.matrix("A"), edges)[0])


def test_equal_scores_have_a_bin():
    frame = figures.histograms(make(np.zeros((4, 3)))).frame
    assert frame["count"].sum() == 12
    assert frame["from"].min() >= 0


def test_ranges_are_mean_minimum_and_maximum(scores):
    given = {"B": Interval(0.3, np.inf, 0.95, "t")}
    drawing = figures.range_plot(scores, intervals=given)
    (line,) = named(drawing.figure, "A")
    values = scores.matrix("A")
    assert list(line.x) == [values.min(), values.mean(), values.max()]
    bar = named(drawing.figure, "B")[0]
    assert bar.marker.symbol == ("line-ns-open", "line-ns-open")
    assert bar.x[1] == 1.0  # no error rate is larger
    assert drawing.frame.set_index("learner").loc["B", "high"] == np.inf


# --- pairs of learners


def test_lines_have_the_colour_of_the_better_learner():
    scores = make([[0.1, 0.2], [0.3, 0.2], [0.2, 0.2]], names=("A", "B"))
    styles = style_of(scores.learners)
    drawing = figures.paired_lines(scores, styles=styles)
    first, second, equal = drawing.figure.data[:3]
    assert first.line.color == styles["A"].color
    np.testing.assert_array_equal(first.y, [0.1, 0.2, np.nan])
    np.testing.assert_array_equal(second.y, [0.3, 0.2, np.nan])
    assert (first.name, second.name, equal.name) == ("A better (1)", "B better (1)", "equal (1)")
    assert "A is better on 1, B on 1, 1 are equal" in drawing.alt


def test_lines_that_folds_share_are_thicker():
    rows = [[0.1, 0.2, 0.0]] * 5 + [[0.1, 0.2, 0.1]] + [[0.1, 0.0, 0.0]] * 2
    drawing = figures.paired_lines(make(rows))
    lines = [trace for trace in drawing.figure.data if trace.mode == "lines"]
    found = {
        (int(piece[0]), *ends): trace.line.width / lines[0].line.width
        for trace in lines
        for piece, ends in zip(np.reshape(trace.x, (-1, 3)), np.reshape(trace.y, (-1, 3))[:, :2], strict=True)
    }
    assert found == {
        (0, 0.1, 0.2): 3,  # six folds
        (1, 0.2, 0.0): 3,  # five of them
        (0, 0.1, 0.0): 2,
        (1, 0.0, 0.0): 2,
        (1, 0.2, 0.1): 1,
    }
    assert "thicker" in drawing.figure.layout.xaxis.title.text
    two = figures.paired_lines(make(rows), ["A", "B"]).figure
    assert [trace.name for trace in two.data if trace.showlegend] == ["A better (6)", "B better (2)"]


def test_what_a_side_of_the_differences_speaks_for_stays_on_its_side_and_is_whole_on_hovering():
    names = "gradientboostingclassifierwithearlystopA", "histogrambasedgradientboostedtreesversnB"
    rows = [(name, fold, 0.1 * fold * at) for at, name in enumerate(names, 1) for fold in range(1, 6)]
    frame = pd.DataFrame(rows, columns=["learner", "fold", "error"])
    drawing = figures.difference_plot(core.read_fold_scores(frame, measure="error", design="k_fold"), *names)
    sides = drawing.figure.layout.annotations
    assert [side.hovertext for side in sides] == list(names)
    lines = [line for side in sides for line in side.text.split("<br>")]
    assert max(map(len, lines)) <= 28  # half of the narrowest plot, with two marks around the name


def test_both_sides_of_the_differences_name_the_setting_that_differs():
    names = ("SVM (C = 0.1, gamma = 0.001)", "SVM (C = 0.1, gamma = 0.01)")
    sides = figures.difference_plot(make([[0.1, 0.2], [0.3, 0.2]], names=names), *names).layout["annotations"]
    for side, gamma in zip(sides, ("0.001", "0.01"), strict=True):
        assert f"(gamma = {gamma})" in side["text"]


def test_for_a_benefit_the_higher_score_is_better():
    scores = make([[0.1, 0.2]], names=("A", "B"), lower=False, measure="accuracy")
    assert figures.paired_lines(scores).figure.data[0].name == "B better (1)"
    sides = figures.difference_plot(scores, "A", "B").figure.layout.annotations
    assert "B" in sides[0].text  # A − B below zero: B is better


def test_lines_of_all_learners_and_unknown_names(scores):
    drawing = figures.paired_lines(scores)
    assert drawing.frame.columns.tolist() == ["dataset", "replicate", "fold", *NAMES]
    assert len(drawing.figure.data) == 4
    with pytest.raises(InputError, match="'Z'"):
        figures.paired_lines(scores, ["A", "Z"])
    with pytest.raises(InputError, match="at least two"):
        figures.paired_lines(scores, ["A", "A"])


def test_differences_are_first_minus_second(scores):
    given = Interval(-0.2, 0.1, 0.95, "t")
    drawing = figures.difference_plot(scores, "B", "A", interval=given, rope=(-0.01, 0.01))
    expected = (scores.matrix("B") - scores.matrix("A")).ravel()
    region, folds, ends, mean = drawing.figure.data
    assert (min(region.x), max(region.x)) == (-1, 1)  # all of it in points, as the title of the axis says
    np.testing.assert_allclose(folds.x, 100 * expected)
    np.testing.assert_allclose(drawing.frame["difference"], expected)
    assert list(ends.x) == [-20, 10]
    assert mean.x[0] == pytest.approx(100 * expected.mean())
    assert drawing.figure.layout.xaxis.tickformat == ""
    (zero,) = drawing.figure.layout.shapes
    assert zero.x0 == 0.0
    left, right = drawing.figure.layout.annotations
    assert "B" in left.text  # an error: B − A below zero speaks for B
    assert "A" in right.text
    median = figures.difference_plot(scores, "B", "A", interval=given, estimate=("median", 0.05)).figure.data[
        -1
    ]
    assert (median.x[0], median.meta or median.name) == (5.0, "median")


def test_differences_skip_folds_that_one_learner_lacks():
    drawing = figures.difference_plot(make([[0.1, 0.2, 0], [np.nan, 0.2, 0]]), "A", "B")
    assert len(drawing.frame) == 1
    nothing = figures.difference_plot(make([[np.nan, 0.2, 0]]), "A", "B")
    assert nothing.alt.startswith("No folds with")


# --- times and tables


def test_equal_differences_leave_room_on_both_sides_of_zero():
    rows = "".join(f"{fold},0.3,0.2\n" for fold in range(1, 11))
    equal = core.read_fold_scores(f"fold,A,B\n{rows}".encode(), measure="error", design="k_fold")
    low, high = difference_plot(equal, "A", "B").layout["xaxis"]["range"]
    assert low == -high and high > 10


def test_a_lone_difference_is_marked_once():
    given = Interval(-0.2, 0.4, 0.95, "t")
    ends, mark = figures.difference_plot(make([[0.1, 0.2, 0]]), "B", "A", interval=given).figure.data
    assert (list(ends.x), list(mark.x)) == ([-20, 40], [10])
    assert ends.y[0] == mark.y[0] == 0  # in the middle: no dots of folds are above it
    assert (
        "(B minus A): +10.00 points, interval"
        in figures.difference_plot(make([[0.1, 0.2, 0]]), "B", "A", interval=given).alt
    )
    other = figures.difference_plot(make([[0.1, 0.2, 0]]), "B", "A", estimate=("median", 0.05)).figure.data
    assert [trace.x[0] for trace in other] == [10, 5]


def test_times_side_by_side():
    training = make([[0.01, 0.1, 5.0], [0.02, 0.2, 6.0]], measure="training_time")
    prediction = make([[0.001, 0.002, 0.003], [0.001, 0.002, 0.003]], measure="prediction_time")
    drawing = figures.times_figure(training, prediction)
    layout = drawing.figure.layout
    assert (layout.xaxis.type, layout.xaxis2.type) == ("log", None)
    assert (layout.xaxis.title.text, layout.xaxis2.title.text) == (f"Fit (s){LOGARITHMIC}", "Predict (ms)")
    assert [drawing.figure.data[place].x[0] for place in (0, 3)] == [0.01, 1.0]
    assert not any(axis.ticksuffix or "s" in axis.tickformat for axis in (layout.xaxis, layout.xaxis2))
    assert drawing.frame["training_seconds"].tolist() == [0.01, 0.02, 0.1, 0.2, 5.0, 6.0]
    assert drawing.frame["prediction_seconds"].tolist() == [0.001, 0.001, 0.002, 0.002, 0.003, 0.003]


@pytest.mark.parametrize(
    ("shortest", "longest", "told"),
    [
        (0.001, 0.2, ["1 ms", "10 ms", "100 ms"]),
        (0.001, 1.8, ["0.01 s", "1 s"]),
        (0.001, 900.0, ["0.001 s", "1 s", "1,000 s"]),
        (0.0002, 0.04, ["1 ms", "10 ms"]),
        (0.015, 0.5, ["30 ms", "100 ms", "300 ms"]),  # one power of ten says nothing of the scale
    ],
)
def test_ticks_of_a_logarithmic_axis_have_units_and_are_so_few_that_none_is_turned_on_a_phone(
    shortest, longest, told
):
    axis = figures.times_figure(*2 * [make([[shortest, 1.1 * shortest, longest]])]).figure.layout.xaxis
    assert (list(axis.ticktext), axis.minor.dtick, axis.minor.showgrid) == (told, 1, True)
    assert list(axis.tickvals) == pytest.approx([float(text.split()[0].replace(",", "")) for text in told])


def test_a_time_of_zero_keeps_the_axis_linear():
    training = make([[0.0, 0.1, 5.0]], measure="training_time")
    assert figures.times_figure(training, training).figure.layout.xaxis.type is None


def test_heat_table_holds_the_scores(scores):
    drawing = figures.heat_table(scores)
    np.testing.assert_array_equal(drawing.figure.data[0].z, scores.wide.to_numpy().T)
    np.testing.assert_array_equal(drawing.frame[list(NAMES)], scores.wide.to_numpy())
    assert drawing.figure.data[0].customdata[1][2].tolist() == ["B", "fold 3"]
    assert "0 of 30 cells empty" in drawing.alt


@pytest.mark.parametrize(("folds", "replicates", "lines"), [(10, 10, 9), (2, 60, 0), (2, 5, 0)])
def test_many_columns_of_a_heat_table_are_labelled_by_replicate(folds, replicates, lines):
    facts = DesignFacts("repeated_k_fold", replicates, folds)
    table = make(np.random.default_rng(3).random((folds * replicates, 3)), facts=facts)
    frame = table.frame.assign(
        replicate=(table.frame["fold"] - 1) // folds + 1, fold=(table.frame["fold"] - 1) % folds + 1
    )
    given = FoldScores(frame, "error", "Error rate", True, "", facts, learner_order=NAMES)
    layout = figures.heat_table(given).figure.layout
    assert len(layout.shapes) == lines
    assert len(layout.xaxis.ticktext) <= 12
    if folds * replicates == 10:
        assert layout.xaxis.ticktext[3] == "2.2"
        return
    middles = dict(zip(layout.xaxis.ticktext, layout.xaxis.tickvals, strict=True))
    assert middles["1"] == (folds - 1) / 2
    assert middles["6"] == 5 * folds + (folds - 1) / 2
    assert [line.x0 for line in layout.shapes] == [folds * r - 0.5 for r in range(1, replicates)][:lines]


def test_twenty_learners_are_drawn_in_time():
    names = tuple(f"learner {i}" for i in range(20))
    many = make(np.random.default_rng(0).random((100, 20)), names=names)
    drawing = figures.box_plot(many)
    assert len(drawing.figure.layout.yaxis.ticktext) == 20
    assert "lowest median: " in drawing.alt
    assert len(drawing.alt) < 400


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("tree", "k-NN"), ["← tree better", "k-NN better →"]),
        (("Decision tree", "Linear SVM"), ["Decision tree<br>← better", "Linear SVM<br>better →"]),
        (("boosting " * 4 + "1", "svm"), ["boosting bo…ing 1<br>← better", "svm<br>better →"]),
        (("GRADIENT BOOSTING", "svm"), ["GRADIENT …TING<br>← better", "svm<br>better →"]),
        (
            ("一二三四五六七八九十甲", "一二三四五六七八九十乙"),
            ["一二三四五六…九十甲<br>← better", "一二三四五六…九十乙<br>better →"],
        ),
    ],
)
def test_the_sides_of_the_differences_never_meet_and_stand_at_one_height(names, told):
    drawing = figures.difference_plot(make([[0.1, 0.2], [0.3, 0.2]], names), *names)
    sides = drawing.layout["annotations"]
    assert [re.sub("[\u2068\u2069]", "", side["text"]) for side in sides] == told
    assert len({(side["y"], side["yanchor"], side.get("yshift", 0)) for side in sides}) == 1
    assert [side["align"] for side in sides] == ["left", "right"]


@pytest.mark.parametrize(
    ("design", "options", "units"),
    [
        ("hold_out", {}, "hold-outs"),
        ("random_resampling", {"r": 6}, "cuts"),
        ("bootstrap", {"b": 6}, "samples"),
        ("k_fold", {"k": 6}, "folds"),
    ],
)
def test_what_a_design_has_is_called_by_its_name(design, options, units):
    results = core.run_experiment(
        core.load_sample("iris"), ["naive_bayes", "baseline"], core.make_design(design, **options)
    )
    scores, unit = results.fold_scores, units.removesuffix("s")
    assert units_of(scores) == units
    under_way = replace(
        scores, frame=scores.frame.iloc[:1], facts=replace(scores.facts, replicates=1, folds=7)
    )
    assert f"1 of 7 {units}" in box_plot(under_way).layout["yaxis"]["ticktext"][0]
    drawn = box_plot(scores, style_of(scores.learners))
    assert counted(scores.facts.pairs, units) in drawn.alt
    assert any(
        f"<br>{unit} %{{customdata[1]}}<br>" in (trace.get("hovertemplate") or "") for trace in drawn.traces
    )
    assert f"{unit.capitalize()}" in heat_table(scores).layout["xaxis"]["title"]["text"]
    columns = summary_table(results).columns
    assert (columns["folds"].title, columns["range"].title) == (units.capitalize(), f"Range of the {units}")
