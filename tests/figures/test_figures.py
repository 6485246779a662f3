"""What every figure keeps: it is valid, names arrive as text, the frame holds what is drawn."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from scipy import stats

from core import figures
from core.figures import ForestRow, Scale
from core.records import FoldScores, Interval

HOSTILE = (
    "<b>bold</b><script>alert(1)</script>",
    "<a href='http://evil.example'>$x^2$</a>",
    "%{x} %{customdata[0]} &mu;",
    "نموذج الغابة",
    "🌲" * 200,
)
RAW_MARKUP = ("<script", "<a ", "$x", "<b>bold", '&mu;"', "<i>")
INF = float("inf")


def make_scores(names=HOSTILE, folds=10, measure="error", unit="", seed=0):
    rng = np.random.default_rng(seed)
    rows = [
        ("<i>data</i>", name, 1, fold, 135, 15, float(rng.binomial(15, 0.1) / 15 + 0.001))
        for name in names
        for fold in range(1, folds + 1)
    ]
    columns = ["dataset", "learner", "replicate", "fold", "n_train", "n_validation", "score"]
    return FoldScores(pd.DataFrame(rows, columns=columns), measure, "Error <i>rate</i>", True, unit)


def interval(low, high):
    return Interval(low, high, 0.95, "<i>corrected</i> t")


def forest(dark):
    rows = [
        ForestRow(HOSTILE[0], interval(-0.1, 0.2), 0.05),
        ForestRow(HOSTILE[1], Interval(0.0, INF, 0.95, "one-sided"), 0.05),
        ForestRow("empty", interval(0.2, 0.1), 0.1),
        ForestRow("undefined", None),
    ]
    return figures.interval_forest(rows, Scale("Error (%)", percent=True), rope=(-0.01, 0.01), dark=dark)


def null(dark):
    x = np.linspace(-5, 5, 301)
    return figures.null_distribution(
        x,
        stats.t(9).pdf(x),
        1.3,
        critical_values=(-2.26, 2.26),
        extreme=[(-INF, -1.3), (1.3, INF)],
        title="t, 9 degrees of freedom",
        dark=dark,
    )


def matrix(dark):
    differences = np.subtract.outer(np.arange(5.0), np.arange(5.0)) / 100
    np.fill_diagonal(differences, np.nan)
    p_values = np.where(np.isnan(differences), np.nan, 0.03)
    scale = Scale("Δ (%)", percent=True)
    return figures.pairs_matrix(
        HOSTILE, differences, p_values, scale, alpha=0.05, lower_is_better=True, dark=dark
    )


def roles():
    return np.where(np.arange(30) % 5 == np.arange(5)[:, None], 2, 1)


BUILDERS = {
    "box_plot": lambda dark: figures.box_plot(
        make_scores(), training=make_scores(seed=1), means=dict.fromkeys(HOSTILE, 0.1), dark=dark
    ),
    "histograms": lambda dark: figures.histograms(make_scores(), dark=dark),
    "range_plot": lambda dark: figures.range_plot(
        make_scores(), intervals={HOSTILE[0]: interval(0.05, 0.15)}, dark=dark
    ),
    "pooled_bars": lambda dark: figures.pooled_bars(
        make_scores(), intervals={HOSTILE[0]: interval(0.05, 0.15)}, dark=dark
    ),
    "paired_lines": lambda dark: figures.paired_lines(make_scores(), dark=dark),
    "paired_lines of two": lambda dark: figures.paired_lines(make_scores(), HOSTILE[:2], dark=dark),
    "difference_plot": lambda dark: figures.difference_plot(
        make_scores(), *HOSTILE[:2], interval=interval(-0.1, 0.1), rope=(-0.01, 0.01), dark=dark
    ),
    "times_figure": lambda dark: figures.times_figure(
        make_scores(measure="training_time", unit="s"), make_scores(measure="prediction_time"), dark=dark
    ),
    "heat_table": lambda dark: figures.heat_table(make_scores(), dark=dark),
    "interval_forest": forest,
    "null_distribution": null,
    "verdict_strip": lambda dark: figures.verdict_strip(
        [(HOSTILE[0], [True, False, None]), ("<i>t</i>", [False, False, True])],
        [0.01, 0.05, 0.1],
        "Significance level α",
        marked=0.05,
        dark=dark,
    ),
    "pairs_matrix": matrix,
    "qq_plot": lambda dark: figures.qq_plot(
        np.arange(-2.0, 3), np.arange(5.0), (1.0, 2.0), Scale("Difference"), dark=dark
    ),
    "design_picture": lambda dark: figures.design_picture(roles(), HOSTILE, dark=dark),
    "overlap_heatmap": lambda dark: figures.overlap_heatmap(
        np.eye(5) * 4 + 18, HOSTILE, expected=18, dark=dark
    ),
    "class_share_bars": lambda dark: figures.class_share_bars(
        np.full((5, 5), 0.2), HOSTILE, HOSTILE, dark=dark
    ),
    "class_counts": lambda dark: figures.class_counts(HOSTILE, [1, 2, 3, 4, 5], dark=dark),
    "column_overview": lambda dark: figures.column_overview(
        pd.Series(np.arange(50.0), name=HOSTILE[0]), pd.Series(HOSTILE * 10), dark=dark
    ),
    "column_overview of categories": lambda dark: figures.column_overview(
        pd.Series(HOSTILE * 10, name=HOSTILE[1]), pd.Series(HOSTILE * 10), dark=dark
    ),
}
each_builder = pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)


def test_tables_beside_pictures_tell_rates_as_the_pictures_do_and_csv_keeps_shares():
    rates, drawn = make_scores(), BUILDERS
    assert figures.box_plot(rates).told["score"](0.0392) == "3.92\u00a0%"
    assert figures.difference_plot(rates, *HOSTILE[:2]).told["difference"](-0.0225) == "−2.25 points"
    for name in ("box_plot", "histograms", "range_plot", "paired_lines", "heat_table", "pairs_matrix"):
        drawing = drawn[name](False)
        assert drawing.told.keys() & set(drawing.frame)
        shares = drawing.frame[[column for column in drawing.told if column in drawing.frame]]
        assert shares.max(axis=None) <= 1
    assert not figures.box_plot(make_scores(measure="training_time", unit="s")).told


@each_builder
@pytest.mark.parametrize("dark", [False, True])
def test_plotly_accepts_every_property(build, dark):
    figure = build(dark).figure
    assert isinstance(figure, go.Figure)
    go.Figure(figure.to_dict())  # checks what the fast construction does not


@each_builder
def test_names_arrive_as_text(build):
    written = json.dumps(json.loads(build(False).figure.to_json()), ensure_ascii=False)
    for markup in RAW_MARKUP:
        assert markup not in written
    for trace in build(False).figure.data:
        template = trace.hovertemplate or ""
        assert "alert" not in template
        assert "evil" not in template


@each_builder
def test_the_frame_and_the_alternative_text_come_along(build):
    drawing = build(False)
    assert len(drawing.frame)
    assert drawing.frame.columns.is_unique
    assert drawing.alt.endswith(".")
    assert "\n" not in drawing.alt
    assert "&lt;" not in drawing.alt
    assert "&lt;" not in drawing.frame.to_csv()


@each_builder
def test_lines_and_points_are_svg_and_few(build):
    for trace in build(False).figure.data:
        assert trace.type in {"scatter", "bar", "box", "heatmap"}
        if trace.type == "scatter" and trace.x is not None:
            assert len(trace.x) <= 1000


@each_builder
def test_the_frame_of_the_picture_is_neutral(build):
    layout = build(False).figure.layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert layout.hovermode == "closest"
    assert 150 <= layout.height <= 900
    # the card around it says what it is; only a title begins at the left edge, as the key of a matrix has to
    assert layout.title.text is None or "row better" in layout.title.text
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.automargin or axis.visible is False


@each_builder
def test_a_legend_above_hangs_from_the_picture_not_from_the_plot_that_its_rows_push_down(build):
    legend = build(False).figure.layout.legend
    assert (legend.y, legend.yref, legend.yanchor) == (1, "container", "top")


@each_builder
def test_a_dark_page_changes_colours_only(build):
    light, dark = build(False), build(True)
    pd.testing.assert_frame_equal(light.frame, dark.frame)
    assert light.alt == dark.alt
    assert len(light.figure.data) == len(dark.figure.data)
    for first, second in zip(light.figure.data, dark.figure.data, strict=True):
        assert first.hovertemplate == second.hovertemplate


@each_builder
def test_drawing_twice_gives_the_same_picture(build):
    assert build(False).figure.to_json() == build(False).figure.to_json()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("box_plot", "in %, lower is better"),
        ("histograms", "in %, lower is better"),
        ("range_plot", "in %, lower is better"),
        ("difference_plot", "percentage points"),
        ("times_figure", "(ms)"),
        ("null_distribution", "t, 9 degrees of freedom"),
        ("verdict_strip", "Significance level α"),
        ("class_counts", "Instances"),
    ],
)
def test_the_measured_axis_has_a_title_with_its_unit(name, text):
    assert text in BUILDERS[name](False).figure.layout.xaxis.title.text


def test_importing_the_room_does_not_load_plotly():
    program = "import sys, core.figures; print('plotly' in sys.modules)"
    root = Path(__file__).parents[2]
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"


def test_texts_are_larger_where_a_picture_is_projected():
    drawing = matrix(dark=False)
    large = figures.larger(drawing)
    assert large.figure.layout.template.layout.font.size == pytest.approx(1.3 * 13)
    small, heat = drawing.traces[0], large.traces[0]
    assert heat["textfont"]["size"] == pytest.approx(1.3 * small["textfont"]["size"])
    assert {**heat, "textfont": small["textfont"]} == small
    # of its cells, for two lines in each, and what they need beside one another
    assert large.layout["height"] == pytest.approx(1.3 * drawing.layout["height"])
    assert large.least_width == pytest.approx(1.3 * drawing.least_width, abs=0.5)
    assert large.layout["margin"]["t"] == pytest.approx(
        1.3 * drawing.layout["margin"]["t"]
    )  # for the key above


def test_small_marks_and_all_lines_of_a_title_are_larger_where_a_picture_is_projected():
    scores = make_scores()
    drawing = figures.difference_plot(scores, *scores.learners[:2])
    large = figures.larger(drawing)
    (folds, mean), (dots, diamond) = drawing.traces, large.traces
    assert dots["marker"]["size"] == pytest.approx(1.5 * folds["marker"]["size"]) == 10.5
    assert diamond == mean
    title = drawing.layout["xaxis"]["title"]["text"]
    assert "font-size" in title
    assert large.layout["xaxis"]["title"]["text"] == re.sub(' style="font-size[^"]*"', "", title)


@pytest.mark.parametrize("name", BUILDERS)
def test_where_a_picture_is_projected_no_title_of_an_axis_is_smaller_than_its_numbers(name):
    layout = figures.larger(BUILDERS[name](False)).layout
    numbers = layout["template"]["layout"]["font"]["size"]
    titles = [
        axis["title"]["font"]["size"]
        for key, axis in layout.items()
        if re.fullmatch(r"[xy]axis\d*", key) and axis.get("title", {}).get("text")
    ]
    assert all(numbers <= size <= 20 for size in titles)


def test_where_a_picture_is_projected_a_short_title_is_as_large_as_the_words_and_a_long_one_fits():
    def size(title):
        drawing = figures.power_curve(np.arange(2, 9), np.linspace(0, 1, 7), title, target=0.8)
        return figures.larger(drawing).layout["xaxis"]["title"]["font"]["size"]

    assert size("Instances") == size("Difference in error rate<br>(percentage points)") == 20
    assert 13 * 1.3 < size("x" * 48) < 20
    assert size("x" * 80) == pytest.approx(13 * 1.3)


def test_where_a_picture_is_projected_its_legend_stays_below_the_larger_title_of_the_axis():
    drawing = figures.roc_figure([figures.Line("A", np.arange(2), np.arange(2), figures.style_of("A")["A"])])
    large, before = figures.larger(drawing).layout, drawing.layout
    assert large["legend"]["y"] == pytest.approx(1.3 * before["legend"]["y"])
    more = large["margin"]["b"] - before["margin"]["b"]
    assert more == pytest.approx(0.3 * before["margin"]["b"])
    assert large["height"] - before["height"] == pytest.approx(more)
    assert before["legend"]["y"] == pytest.approx(-0.16)  # what is not projected stays


@pytest.mark.parametrize(
    ("dark", "page", "ink"), [(False, "#FFFFFF", "#31333F"), (True, "#12171C", "#FAFAFA")]
)
def test_what_hovers_is_written_on_the_colour_of_the_page(dark, page, ink):
    label = matrix(dark=dark).layout["template"]["layout"]["hoverlabel"]
    assert (label["bgcolor"], label["font"]["color"]) == (page, ink)
