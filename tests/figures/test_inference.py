"""Pictures of verdicts and intervals."""

import numpy as np
import pytest
from scipy import stats

import core
from core import figures
from core.figures import ForestRow, Scale, difference_scale, scale_of, worth_style
from core.figures.canvas import overlays
from core.figures.canvas.palette import LIGHT_SHADES
from core.inference import Advice, LearningCurves, run_test
from core.inference.intervals.estimate import Estimate
from core.records import Interval
from core.written import number, p_text
from tests.figures.test_palette import contrast

INF = float("inf")
T9 = stats.t(9)
X = np.linspace(-5, 5, 401)
CRITICAL = float(T9.ppf(0.975))


def null(statistic, **options):
    size = 0.0 if statistic is None or np.isnan(statistic) else abs(statistic)
    given = {
        "critical_values": (-CRITICAL, CRITICAL),
        "extreme": [(-INF, -size), (size, INF)],
        "title": "t",
    }
    return figures.null_distribution(X, T9.pdf(X), statistic, **(given | options))


def texts(drawing):
    return [note.text for note in drawing.figure.layout.annotations]


def is_name(note):
    """Whether it is the name of a row, which stands above its interval."""
    return note.yanchor == "bottom" and note.yshift is not None


def row_names(drawing):
    return [note.text for note in drawing.figure.layout.annotations if is_name(note)]


def notes(drawing):
    """What is written on a picture of rows beside their names."""
    return [note for note in drawing.figure.layout.annotations if not is_name(note)]


def shaded(drawing):
    """First and last value of every shaded area."""
    return [(area.x[0], area.x[-1]) for area in drawing.figure.data if area.name == "p-value"]


def test_what_hovers_over_a_null_distribution_is_written_as_everywhere():
    drawn = figures.null_distribution(
        np.arange(3.0),
        np.array([0.5, 0.25, 1.5e-9]),
        1.0,
        critical_values=[],
        extreme=[],
        title="count",
        discrete=True,
    )
    (bars,) = (trace for trace in drawn.traces if trace["type"] == "bar")
    assert bars["customdata"] == ["0.5", "0.25", "1.5 × 10⁻⁹"]
    assert "%{customdata}" in bars["hovertemplate"]


def test_curve_and_shaded_area_are_the_density_and_the_p_value():
    drawing = null(1.3)
    left, right, curve, *_ = drawing.figure.data
    np.testing.assert_array_equal(curve.y, T9.pdf(X))
    assert shaded(drawing) == [(-5, -1.3), (1.3, 5)]
    np.testing.assert_allclose(right.y, T9.pdf(right.x), atol=1e-3)
    area = np.trapezoid(left.y, left.x) + np.trapezoid(right.y, right.x)
    assert area == pytest.approx(2 * T9.sf(1.3), abs=0.002)
    np.testing.assert_array_equal(drawing.frame["density"], curve.y)
    np.testing.assert_array_equal(drawing.frame["as_extreme"], np.abs(X) >= 1.3)


def test_the_statistic_is_marked_with_its_number():
    p = float(2 * T9.sf(1.3))
    drawing = null(1.3, p_value=p)
    (line,) = drawing.figure.layout.shapes
    assert (line.x0, line.x1) == (1.3, 1.3)
    assert texts(drawing) == ["<b>statistic 1.3</b>"]
    assert drawing.alt == (
        f"Null distribution of t. Statistic 1.3; values as extreme have probability {p_text(p)}."
    )


def test_the_critical_values_are_lines_from_the_axis_with_their_numbers():
    lines = [trace for trace in null(1.3).figure.data if trace.name == "critical value"]
    assert [(line.x, line.meta) for line in lines] == [
        ((-CRITICAL, -CRITICAL), "−2.262"),
        ((CRITICAL, CRITICAL), "2.262"),
    ]
    assert all(line.y[0] == 0 < T9.pdf(0) < line.y[1] for line in lines)


@pytest.mark.parametrize(
    ("statistic", "text"),
    [
        (87.3, "<b>statistic 87.3</b> ⟶"),
        (INF, "<b>statistic ∞</b> ⟶"),
        (-INF, "⟵ <b>statistic −∞</b>"),
    ],
)
def test_a_statistic_beyond_the_curve_becomes_an_arrow_and_shades_nothing(statistic, text):
    drawing = null(statistic)
    assert text in texts(drawing)
    assert not drawing.figure.layout.shapes
    assert not shaded(drawing)
    assert not drawing.frame["as_extreme"].any()
    assert drawing.figure.layout.xaxis.range[1] < 6


def test_a_shaded_area_that_ends_with_the_curve_goes_on():
    assert shaded(null(2.0, extreme=[(2.0, 4.0)])) == [(2.0, 4.0)]
    assert shaded(null(2.0, extreme=[(2.0, 5.0)])) == [(2.0, 5.0)]
    assert shaded(null(2.0, extreme=[(-9.0, -2.0), (2.0, 40.0)])) == [(-5.0, -2.0), (2.0, 5.0)]


def test_a_statistic_a_little_beyond_stretches_the_axis():
    drawing = null(6.5)
    assert drawing.figure.layout.xaxis.range[1] > 6.5
    assert len(drawing.figure.layout.shapes) == 1


@pytest.mark.parametrize("statistic", [None, float("nan")])
def test_an_undefined_statistic_is_said(statistic):
    drawing = null(statistic, extreme=[])
    assert texts(drawing) == ["statistic undefined"]
    assert drawing.alt == "Null distribution of t. Statistic undefined."
    assert not shaded(drawing)


def test_a_discrete_null_is_drawn_as_bars():
    binomial = stats.binom(25, 0.5)
    x = np.arange(26.0)
    drawing = figures.null_distribution(
        x,
        binomial.pmf(x),
        19.0,
        critical_values=(7, 18),
        extreme=[(0, 6), (19, 25)],
        title="errors",
        discrete=True,
    )
    bars, low, high = drawing.figure.data
    np.testing.assert_array_equal(bars.y, binomial.pmf(x))
    extreme = [i for i, color in enumerate(bars.marker.color) if color == LIGHT_SHADES.strong]
    assert extreme == [*range(7), *range(19, 26)]
    assert (low.x, high.x) == ((7, 7), (18, 18))
    assert drawing.frame["as_extreme"].to_numpy().nonzero()[0].tolist() == extreme
    assert "probability" in drawing.frame
    assert drawing.figure.layout.yaxis.title.text == "Probability"
    never = figures.null_of(run_test("mcnemar_exact", e01=0, e10=0), 0.05).figure.layout.xaxis
    assert never.dtick == 1  # between counts is nothing, also where there is one of them


def test_a_wide_first_label_of_a_null_distribution_passes_below_the_zero_beside_it():
    many = figures.null_of(run_test("binomial", errors=3, n=10**9, p0=0.25), 0.05).layout
    assert many["xaxis"]["ticklabelstandoff"] > 6  # half of the height of a zero


def test_of_a_mid_p_value_the_observed_bar_is_half_shaded():
    verdict = run_test("mcnemar_midp", e01=2, e10=9)
    x, mass = verdict.null.curve()
    drawing = figures.null_distribution(
        x,
        mass,
        verdict.drawn,
        critical_values=(),
        extreme=verdict.as_extreme(),
        halved=verdict.half_counted,
        title="errors",
        discrete=True,
    )
    bars, halves = drawing.figure.data
    assert halves.x.tolist() == [2, 9]
    whole = sum(y for y, color in zip(bars.y, bars.marker.color, strict=True) if color == LIGHT_SHADES.strong)
    assert whole + halves.y.sum() == pytest.approx(verdict.p_value)
    assert verdict.p_value == pytest.approx(2 * stats.binom.cdf(2, 11, 0.5) - stats.binom.pmf(2, 11, 0.5))


def test_what_is_counted_names_its_learner():
    drawing = null(1.0, title="Errors of «first»: hypergeometric", first="<b>a & b</b>", word="observed")
    title = drawing.figure.layout.xaxis.title.text.replace("<br>", " ")
    assert "&lt;b&gt;a &amp; b&lt;/b&gt;" in title
    assert texts(drawing) == ["<b>observed 1</b>"]
    assert drawing.alt.startswith("Null distribution of Errors of <b>a & b</b>: hypergeometric. Observed 1")


def test_a_pole_does_not_flatten_the_curve():
    chi2 = stats.chi2(1)
    x = np.concatenate([[0.0, 1e-9], np.linspace(0.01, 8, 400)])
    drawing = figures.null_distribution(
        x, chi2.pdf(x), 3.0, critical_values=(3.84,), extreme=[(3.0, INF)], title="χ²"
    )
    _, curve, _ = drawing.figure.data
    assert np.isfinite(curve.y).all()
    assert drawing.figure.layout.yaxis.range[1] < 10


def test_one_point_and_no_point_are_drawn():
    for x in (np.array([1.0]), np.empty(0)):
        drawing = figures.null_distribution(
            x, np.ones(len(x)), 0.5, critical_values=(), extreme=[], title="t", discrete=True
        )
        assert len(drawing.figure.data) == len(x)
        assert drawing.alt == "Null distribution of t. Statistic 0.5."


# --- intervals

WORTH = ("advised", "valid", "caution")


def forest(*rows, **options):
    return figures.interval_forest(rows, Scale("Difference", name="difference"), **options)


def test_a_forest_shows_intervals_estimates_zero_and_equivalence():
    drawing = forest(
        ForestRow("A", Interval(-0.2, 0.4, 0.95, "t"), 0.1),
        ForestRow("B", Interval(0.1, 0.3, 0.9, "F"), 0.2),
        rope=(-0.05, 0.05),
    )
    first, second, dot_a, dot_b = drawing.figure.data
    assert (list(first.x), list(first.y)) == ([-0.2, 0.4], [0, 0])
    assert list(second.x) == [0.1, 0.3]
    assert (dot_a.x[0], dot_b.x[0], dot_b.y[0]) == (0.1, 0.2, 1)
    band, zero = drawing.figure.layout.shapes
    assert (band.x0, band.x1, zero.x0) == (-0.05, 0.05, 0.0)
    assert band.line.width and band.line.dash == "dot"  # or the zero line would hide a narrow one
    assert drawing.frame["level"].tolist() == [0.95, 0.9]
    assert "A: −0.200 to 0.400 at level 95\u00a0%; B: 0.100 to 0.300 at level 90\u00a0%." in drawing.alt
    assert "Practically equivalent from −0.050 to 0.050." in drawing.alt


def test_labels_of_a_forest_are_whole_and_leave_the_intervals_room():
    names = ("Paired bootstrap over all of the instances", "★ Corrected t of the mean", "Welch's t")
    rows = [ForestRow(name, Interval(-0.2, 0.4, 0.95, "t"), 0.1) for name in names]
    drawing = forest(*rows)
    assert row_names(drawing) == ["Paired bootstrap over<br>all of the instances", *names[1:]]
    layout = drawing.figure.layout
    assert not layout.yaxis.visible  # beside text on half of a page names took two thirds of it
    assert layout.height > forest(*rows[2:] * 3).layout["height"]
    row = ForestRow("★ Independent: Newcombe", Interval(-0.2, 0.4, 0.95, "t"), 0.1)
    assert forest(row, wide=True).layout["yaxis"]["ticktext"] == ["★ Independent:<br>Newcombe"]
    for wide, room in ((True, 2 * 17 * overlays.LARGER), (False, 2 * 17 * overlays.LARGER + 16)):
        four, five = (forest(*rows[:1] * count, wide=wide).layout["height"] for count in (4, 5))
        assert five - four > room  # two lines, where it is projected, and the ends of an interval below them


def test_the_axis_of_a_forest_of_rates_has_more_than_two_numbers_on_half_of_a_page():
    row = ForestRow("A", Interval(0.18, 0.45, 0.95, "Wilson"), 0.3)
    assert figures.interval_forest([row], Scale("Rate", percent=True)).layout["xaxis"]["nticks"] >= 5
    assert "nticks" not in figures.interval_forest([row], Scale("Seconds")).layout["xaxis"]


def test_a_forest_dots_what_an_interval_lacks():
    whole = Interval(-0.3, 0.5, 0.95, "corrected")
    drawing = forest(
        ForestRow("★ best", whole, 0.1, worth_style("advised")),
        ForestRow("short", Interval(-0.2, 0.4, 0.95, "t"), 0.1, worth_style("caution"), whole),
        ForestRow("open", None, None, worth_style("caution"), whole),
    )
    missing, above, best, short, *_ = drawing.figure.data
    assert [list(one.x) for one in (missing, above)] == [[-0.3, -0.2], [0.4, 0.5]]
    assert set(missing.y) == set(above.y) == {1}
    assert missing.line.dash == above.line.dash == "dot"
    assert missing.line.color == short.line.color != best.line.color
    assert "short: −0.200 to 0.400 at level 95\u00a0%, too short; open: undefined." in drawing.alt
    low, high = drawing.figure.layout.xaxis.range
    assert low < -0.3 < 0.5 < high


def test_of_a_bound_what_is_missing_is_dotted_at_its_end_only():
    whole, short = Interval(-INF, 0.5, 0.95, "corrected"), Interval(-INF, 0.4, 0.95, "t")
    drawing = forest(ForestRow("short", short, 0.1, worth_style("caution"), whole))
    assert list(drawing.figure.data[0].x) == [0.4, 0.5]


def test_worth_has_a_colour_of_its_own_on_either_page():
    colors = {
        (status, dark): worth_style(status, dark=dark).color for status in WORTH for dark in (True, False)
    }
    for dark in (True, False):
        assert len({colors[status, dark] for status in WORTH}) == len(WORTH)
    assert colors["valid", True] == colors["valid", False]


def test_zero_is_drawn_on_request_only():
    row = ForestRow("A", Interval(5.0, 6.0, 0.95, "t"), 5.5)
    assert forest(row).figure.layout.xaxis.range[0] < 0
    drawing = forest(row, zero=False)
    assert not drawing.figure.layout.shapes
    assert drawing.figure.layout.xaxis.range[0] > 4


def test_open_intervals_end_in_arrows_at_the_edge():
    drawing = forest(ForestRow("A", Interval(-INF, 0.4, 0.95, "t"), 0.1))
    bar = drawing.figure.data[0]
    assert bar.x[0] == drawing.figure.layout.xaxis.range[0]
    assert bar.marker.symbol == ("triangle-left", "line-ns-open")
    assert "A: up to 0.4 at level" in drawing.alt
    assert Scale("x").between(-INF, 632.6, at=530) == "up to 633"  # as in the sentence above the table
    assert Scale("x", percent=True, signed=True).between(0.012, INF) == "from +1.20 points"
    assert Scale("x").between(-INF, INF) == "−∞ … ∞"
    assert drawing.frame.loc[0, "low"] == -INF


@pytest.mark.parametrize("signed", [True, False])
def test_an_axis_ends_where_no_rate_or_difference_of_rates_can_be(signed):
    row = ForestRow("A", Interval(-6.0, 0.9, 0.999, "t"), 0.4)
    drawing = figures.interval_forest([row], Scale("Rate", percent=True, signed=signed))
    low, high = drawing.figure.layout.xaxis.range
    least, width = (-100.0, 200.0) if signed else (0.0, 1.0)
    assert least - 0.04 * width < low < least < high < least + 1.04 * width
    bar = drawing.figure.data[0]
    assert (bar.x[0], bar.marker.symbol[0]) == (least, "line-ns-open")
    assert bar.meta[2].startswith("−100.00" if signed else "0.00")


@pytest.mark.parametrize(("signed", "least"), [(False, 0.0), (True, -1.0)])
def test_the_axis_of_an_area_ends_where_no_area_can_be(signed, least):
    row = ForestRow("A", Interval(least + 0.02, 1.0, 0.95, "t"), 0.99)
    drawing = figures.interval_forest([row], Scale("AUC", signed=signed, rate=True), zero=False)
    low, high = drawing.figure.layout.xaxis.range
    assert least - 0.04 < low < high < 1.04
    fold_auc = core.run_experiment(
        core.load_sample("breast_cancer"), ["lda", "tree"], "5x2", "auc"
    ).fold_scores
    assert scale_of(fold_auc).rate and difference_scale(fold_auc, "LDA", "Decision tree").rate


def test_the_arrow_of_an_open_interval_lies_on_no_estimate():
    row = ForestRow("A", Interval(-INF, 0.11, 0.95, "t"), 0.08)
    scale = Scale("Rate", percent=True)
    low, high = figures.interval_forest([row], scale, zero=False, room=[0.38]).figure.layout.xaxis.range
    assert 0.08 - low > 0.1 * (high - low)
    row = ForestRow("A", Interval(0.3, INF, 0.95, "t"), 0.37)
    low, high = figures.interval_forest([row], scale, zero=False, room=[0.08]).figure.layout.xaxis.range
    assert high - 0.37 > 0.1 * (high - low)


def test_what_only_rounding_parts_is_drawn_without_width_and_on_an_axis_of_numbers_that_differ():
    noise = Interval(np.nextafter(0.1, 0), np.nextafter(0.1, 1), 0.95, "t")
    rows = [ForestRow("A", noise, 0.1), ForestRow("B", noise, float(np.mean([0.1] * 3)))]
    drawing = figures.interval_forest(rows, Scale("Rate", percent=True), zero=False)
    assert [(one.text, one.xanchor) for one in notes(drawing)] == [("no width", "left")] * 2
    low, high = drawing.figure.layout.xaxis.range
    assert high - low > 0.005


def test_an_interval_that_is_warned_about_is_drawn_as_such_and_says_where_it_has_no_width():
    counts = {"errors": 0, "n": 40}
    keys = ("wilson", "exact", "normal")
    estimates = [Estimate(key, counts, 0.0, "binomial", of_the_test=key == "exact") for key in keys]
    found = [one.interval(0.95, "two") for one in estimates]
    assert [bool(one.caution) for one in found] == [False, False, True]
    advice = Advice("binomial", "", (("binomial", ""),), (), ())
    drawing = figures.estimates_forest(estimates, found, advice, Scale("Error rate", percent=True))
    bars = [trace for trace in drawing.traces if trace.get("mode") == "lines+markers"]
    styles = [worth_style(worth).color for worth in ("valid", "advised", "caution")]
    assert [trace["line"]["color"] for trace in bars] == styles
    assert [one.text for one in notes(drawing)] == ["no width"]
    assert row_names(drawing) == ["Wilson", "★ Clopper–Pearson", "Normal (Wald)"]
    assert "Normal (Wald): no width" in drawing.alt
    told = figures.colours_told(estimates, found, advice)
    assert [
        told.count(word)
        for word in ("★", "blue intervals suit this design", "grey intervals are to be taken with caution")
    ] == [1, 1, 1]
    assert "grey" not in figures.colours_told(estimates[:2], found[:2], advice)


@pytest.mark.parametrize(("p0", "told"), [(0.37, "p0 = 37 % →"), (0.1, "p0"), (0.03, "p0"), (None, None)])
def test_what_lies_far_from_all_intervals_is_named_at_the_edge_and_leaves_them_their_room(p0, told):
    estimate = Estimate("exact", {"errors": 2, "n": 100}, 0.02, "binomial")
    drawing = figures.estimates_forest(
        [estimate],
        [Interval(0.0, 0.04, 0.95, "exact")],
        Advice("binomial", "", (("binomial", ""),), (), ()),
        Scale("Error rate", percent=True),
        zero=False,
        reference=p0,
    )
    assert [one.text for one in notes(drawing)] == [told] * (told is not None)
    _, high = drawing.layout["xaxis"]["range"]
    assert (high < 0.05) is (p0 != 0.1)
    assert ("Far beyond the axis: p0 = 37 %." in drawing.alt) is (p0 == 0.37)


def test_what_lies_far_below_all_intervals_is_named_at_the_left():
    rows = [(Interval(0.8, 0.84, 0.95, "exact"), 0.82)]
    estimates = [Estimate("exact", {"errors": 82, "n": 100}, at, "binomial") for _, at in rows]
    drawing = figures.estimates_forest(
        estimates,
        [found for found, _ in rows],
        Advice(None, "", (), (), ()),
        Scale("Accuracy", percent=True),
        zero=False,
        reference=0.5,
    )
    (mark,) = notes(drawing)
    assert (mark.text, mark.x, mark.xanchor) == ("← p0 = 50 %", 0, "left")


def test_empty_and_undefined_intervals_are_said():
    nan = float("nan")
    drawing = forest(
        ForestRow("A", Interval(0.3, 0.2, 0.95, "F"), 0.25),
        ForestRow("B", None),
        ForestRow("C", Interval(nan, nan, 0.95, "F")),
        ForestRow("D", None, 0.4),
    )
    assert [one.text for one in notes(drawing)] == ["empty", "undefined", "undefined", "no interval"]
    assert "A: empty; B: undefined" in drawing.alt


def test_what_is_said_in_place_of_an_interval_stands_beside_its_estimate_and_takes_no_room_of_the_others():
    drawing = forest(ForestRow("best", None, 1.0), ForestRow("worst", None, 0.0))
    assert [(note.y, note.x, note.xanchor) for note in notes(drawing)] == [
        (0, 1, "right"),
        (1, 0, "left"),
    ]
    right, left = (note.xshift for note in notes(drawing))
    assert right < -10 and left > 10  # clear of the dots
    whole = forest(ForestRow("A", Interval(0.1, 0.2, 0.95, "t"), 0.15)).figure.layout
    assert drawing.figure.layout.margin.r == whole.margin.r


# --- strips, pairs, Q-Q


def test_the_strip_joins_equal_verdicts():
    drawing = figures.verdict_strip(
        [("t", [False, False, True, True, None])], [0.01, 0.02, 0.05, 0.1, 0.2], "α", marked=0.05
    )
    bars = drawing.figure.data[0]
    np.testing.assert_allclose(bars.base, [0.01, 0.035, 0.15])
    np.testing.assert_allclose(np.add(bars.base, bars.x), [0.035, 0.15, 0.2])
    assert [row[0] for row in bars.customdata] == ["does not reject", "rejects", "undefined"]
    assert {trace.name for trace in drawing.figure.data[1:]} == {"does not reject", "rejects", "undefined"}
    assert drawing.frame["verdict"].tolist()[2:] == ["rejects", "rejects", "undefined"]
    ground, mark = drawing.figure.layout.shapes
    assert ground.x0 == mark.x0 == 0.05
    assert drawing.alt == "Verdicts over α. t rejects at 2 of 5."


@pytest.mark.parametrize("dark", [False, True])
def test_the_level_in_force_is_seen_on_bars_that_reject(dark):
    drawing = figures.verdict_strip([("t", [True, True])], [0.01, 0.1], "α", marked=0.05, dark=dark)
    ground, mark = drawing.figure.layout.shapes
    assert {ground.layer, mark.layer} == {"above"}
    assert mark.line.color in drawing.figure.data[0].marker.color  # so that it needs the ground
    assert contrast(ground.line.color, mark.line.color) > 4.5
    assert ground.line.width > mark.line.width


def test_the_strip_takes_numpy_verdicts_and_single_positions():
    drawing = figures.verdict_strip([("t", np.array([True]))], [3], "seed")
    assert drawing.frame["verdict"].tolist() == ["rejects"]
    assert figures.verdict_strip([], [], "seed").frame.empty


def test_pairs_are_row_minus_column():
    d = np.array([[np.nan, 0.03, -0.01], [-0.03, np.nan, 0.0], [0.01, 0.0, np.nan]])
    p = np.array([[np.nan, 0.0001, 0.4], [0.0001, np.nan, 0.9], [0.4, 0.9, np.nan]])
    drawing = figures.pairs_matrix(
        "ABC",
        d,
        p,
        Scale("Δ", percent=True, signed=True, name="differences"),
        alpha=0.05,
        lower_is_better=True,
    )
    trace = drawing.figure.data[0]
    expected = 0.35 + 0.65 * np.log(0.0001 / 0.05) / np.log(1e-3)
    np.testing.assert_allclose(trace.z, [[np.nan, expected, 0], [-expected, np.nan, 0], [0, 0, np.nan]])
    assert (trace.zmin, trace.zmax) == (-1.5, 1.5)
    assert trace.text[0][1] == "+3.0 *<br>p < .001"
    assert trace.text[0][0] == ""
    assert trace.customdata[0][1].tolist() == ["A", "B", "+3.00 points", "< .001"]
    assert drawing.frame.to_dict("list") == {
        "first": ["A", "A", "B"],
        "second": ["B", "C", "C"],
        "difference": [0.03, -0.01, 0.0],
        "p_value": [0.0001, 0.4, 0.9],
    }
    assert drawing.alt.endswith("1 has a p-value of at most .05; the first: A and B (p < .001).")
    asked = {"alpha": 0.05, "lower_is_better": True}
    long = figures.pairs_matrix(["A", "B", "Logistic Regression"], d, p, Scale("Δ"), **asked)
    assert (
        long.layout["margin"]["r"]
        >= 6 * len("Logistic Regression") / 2 - 58 / 2
        > drawing.layout["margin"]["r"]
    )
    ranks = figures.pairs_matrix("ABC", 100 * d, p, Scale("Δ", signed=True), **asked).figure.data[0]
    assert (ranks.text[0][1], ranks.text[1][0], ranks.text[1][2]) == (
        "+3.00 *<br>p < .001",
        "−3.00 *<br>p < .001",
        "0<br>p = .900",
    )
    assert ranks.text[0][2].startswith("−1.00<br>")
    areas = figures.pairs_matrix(
        "ABC", np.where(np.abs(d) == 0.01, d / 2.4, d), p, Scale("Δ", signed=True), **asked
    )
    written = [cell.split()[0].partition("<br>")[0] for cell in areas.figure.data[0].text[0][1:]]
    assert written == ["+0.030", "−0.004"]
    assert [cell[2] for cell in areas.figure.data[0].customdata[0][1:]] == written  # on hover, too
    wide = np.where(np.abs(d) == 0.01, d * 0.071, 4.47 * d)
    found = figures.pairs_matrix("ABC", wide, p, Scale("Δ", signed=True), **asked).figure.data[0]
    assert [cell[2] for cell in found.customdata[0][1:]] == ["+0.134", "−0.001"]


@pytest.mark.parametrize("lower_is_better", [True, False])
def test_blue_is_better_on_every_measure_and_grey_is_luck(lower_is_better):
    d = np.array([[np.nan, 0.03, 0.02], [-0.03, np.nan, 0.01], [-0.02, -0.01, np.nan]])
    p = np.array([[np.nan, 0.05, 0.00001], [0.05, np.nan, 0.051], [0.00001, 0.051, np.nan]])
    drawing = figures.pairs_matrix("ABC", d, p, Scale("Δ"), alpha=0.05, lower_is_better=lower_is_better)
    z = np.array(drawing.figure.data[0].z)
    np.testing.assert_allclose(z[0, 1:], np.array([0.35, 1.0]) * (1 if lower_is_better else -1))
    assert z[1, 2] == 0
    np.testing.assert_array_equal(z, -z.T)


def test_a_pair_that_could_not_be_judged_is_not_luck():
    d = np.array([[np.nan, 0.03, 0.02], [-0.03, np.nan, 0.01], [-0.02, -0.01, np.nan]])
    p = np.array([[np.nan, 0.5, np.nan], [0.5, np.nan, 0.051], [np.nan, 0.051, np.nan]])
    drawing = figures.pairs_matrix("ABC", d, p, Scale("Δ"), alpha=0.05, lower_is_better=True)
    trace = drawing.figure.data[0]
    assert np.isnan(np.array(trace.z)[0, 2])
    assert (trace.text[0][1], trace.text[0][2]) == ("+0.030<br>p = .500", "+0.020")
    assert "hatched: not judged" in drawing.layout["title"]["text"]
    unjudged, strokes = drawing.figure.data[1:]
    assert np.argwhere(np.isfinite(np.array(unjudged.z))).tolist() == [[0, 2], [2, 0]]
    assert "not judged" in unjudged.hovertemplate and unjudged.text is None
    cells = {(round(y), round(x)) for x, y in zip(strokes.x[3:], strokes.y[3:], strict=True) if x is not None}
    assert cells == {(0, 2), (2, 0)}  # behind the stroke down the diagonal, where nothing is compared
    d[0, 2] = d[2, 0] = np.nan  # nor is a difference known where a score is undefined
    drawing = figures.pairs_matrix("ABC", d, p, Scale("Δ"), alpha=0.05, lower_is_better=True)
    assert "hatched: not judged" in drawing.layout["title"]["text"]
    whole = figures.pairs_matrix("AB", d[:2, :2], p[:2, :2], Scale("Δ"), alpha=0.05, lower_is_better=True)
    assert "not judged" not in whole.layout["title"]["text"]
    (diagonal,) = whole.figure.data[1:]
    assert list(diagonal.x)[:2] == list(diagonal.y)[:2] == [-0.46, 1.46]


@pytest.mark.parametrize(
    ("p", "told"),
    [
        ([0.5, 0.6, 0.7], ["grey: luck could explain it"]),
        ([0.01, 0.6, 0.7], ["teal: row better, gold: worse", "grey: luck could explain it", "*: p ≤ α"]),
        ([0.01, 0.02, 0.03], ["teal: row better, gold: worse", "deeper: smaller p", "*: p ≤ α"]),
    ],
)
def test_the_key_of_the_pairs_tells_only_what_occurs(p, told):
    d, square = np.zeros((3, 3)), np.full((3, 3), np.nan)
    upper = np.triu_indices(3, 1)
    d[upper], square[upper] = 0.1, p
    square = np.where(np.isnan(square), square.T, square)
    drawing = figures.pairs_matrix("ABC", d - d.T, square, Scale("Δ"), alpha=0.05, lower_is_better=True)
    assert drawing.layout["title"]["text"].split("<br>") == told
    # beside the names of the rows a phone cut its lines off
    assert (drawing.layout["title"]["x"], drawing.layout["title"]["xref"]) == (0, "container")


def test_names_below_the_pairs_are_wider_than_they_are_drawn_so_that_none_touch():
    square = np.zeros((2, 2))
    drawing = figures.pairs_matrix(
        ["Logistic regression", "k-NN"], square, square, Scale("Δ"), alpha=0.05, lower_is_better=True
    )
    assert [name.strip("\u00a0") for name in drawing.layout["xaxis"]["ticktext"]] == [
        *drawing.layout["yaxis"]["ticktext"]
    ]
    assert all(name[:2] == name[-2:] == "\u00a0\u00a0" for name in drawing.layout["xaxis"]["ticktext"])


def test_long_names_below_the_pairs_take_no_height_from_the_cells():
    square, asked = np.zeros((3, 3)), {"alpha": 0.05, "lower_is_better": True}
    short = figures.pairs_matrix("ABC", square, square, Scale("Δ"), **asked)
    long = figures.pairs_matrix([28 * one for one in "abc"], square, square, Scale("Δ"), **asked)
    assert long.layout["height"] - short.layout["height"] >= 0.6 * 28 * 7 + 30 - 120


def test_many_pairs_have_no_numbers_in_the_cells():
    names = [f"learner {i}" for i in range(20)]
    square = np.zeros((20, 20))
    asked = {"alpha": 0.05, "lower_is_better": True}
    twenty = figures.pairs_matrix(names, square, square, Scale("Δ"), **asked)
    assert twenty.figure.data[0].text is None
    assert (twenty.figure.data[0].zmin, twenty.figure.data[0].zmax) == (-1, 1)
    assert twenty.least_width >= 20 * 24  # of a cell that a finger finds, WCAG 2.2, 2.5.8
    wide = figures.pairs_matrix(["N" * 24, "n" * 24], square[:2, :2], square[:2, :2], Scale("Δ"), **asked)
    narrow = figures.pairs_matrix(["n" * 24, "m" * 24], square[:2, :2], square[:2, :2], Scale("Δ"), **asked)
    assert wide.least_width > 24 * 9 + 2 * 58 > narrow.least_width  # capitals take room from no cell
    square_12 = square[:12, :12]
    twelve = figures.pairs_matrix(
        ["AdaBoost (50 trees)", *names[:11]], square_12, square_12, Scale("Δ"), **asked
    )
    assert twelve.least_width < 849  # the column of a page of 1280 pixels
    ten = figures.pairs_matrix(names[:10], square[:10, :10], square[:10, :10], Scale("Δ"), **asked)
    assert ten.figure.data[0].text[0][1] == "0 *"


def test_qq_plot_draws_points_and_the_line():
    ordered = np.array([1.0, 2.0, 4.0])
    drawing = figures.qq_plot(np.array([-1.0, 0.0, 1.0]), ordered, (1.5, 2.0), Scale("Difference"))
    line, points = drawing.figure.data
    assert list(line.y) == [0.5, 3.5]
    assert list(points.y) == [1, 2, 4]
    assert "the farthest lies 0.5 off the line" in drawing.alt


def test_qq_plot_of_differences_of_rates_is_in_points():
    ordered, points = np.array([-0.01, 0.0, 0.02]), Scale("Difference", percent=True, signed=True)
    drawing = figures.qq_plot(np.array([-1.0, 0.0, 1.0]), ordered, (0.01, 0.0), points)
    np.testing.assert_allclose(drawing.figure.data[0].y, [-1, 1])
    np.testing.assert_allclose(drawing.figure.data[1].y, [-1, 0, 2])
    np.testing.assert_array_equal(drawing.frame["ordered"], ordered)
    assert "the farthest lies 1.00 points off the line" in drawing.alt


@pytest.mark.parametrize(("turn", "p", "symbol"), [(0.3, 0.02, "circle"), (None, 0.2, "circle-open")])
def test_p_over_the_correlation_supposed(turn, p, symbol):
    rho = np.linspace(0, 0.9, 10)
    p_values = np.geomspace(1e-9, 0.4, 10) if turn else np.full(10, 0.2)
    drawing = figures.correlation_curve(rho, p_values, 0.05, (0.1, p), turn=turn)
    curve, mark = drawing.figure.data
    np.testing.assert_array_equal(drawing.frame["p_value"], p_values)
    assert list(curve.customdata) == [number(p, 3).removeprefix("0") for p in p_values]
    assert min(curve.y) >= 1e-6
    assert (drawing.figure.layout.yaxis.ticktext[0] == "≤ .000001") is bool(turn)
    assert (mark.x[0], mark.y[0], mark.marker.symbol) == (0.1, p, symbol)
    assert len(drawing.figure.layout.shapes) == (2 if turn else 1)
    assert ("up to ρ = 0.3" in drawing.alt) == bool(turn)


@pytest.mark.parametrize(("own", "symbol"), [((10, 3), "circle"), ((10, 1), "circle-open")])
def test_p_over_the_repeats_has_a_line_for_each_number_of_folds(own, symbol):
    curves = {2: (None, 0.3, 1e-9), 10: (0.2, 0.07, 0.04)}
    drawing = figures.repeats_curves(curves, 0.05, own)
    other, mine, mark = drawing.figure.data
    assert (other.name, mine.name, mark.name) == ("K = 2", "K = 10", "this run")
    assert other.line.color != mine.line.color
    assert list(other.customdata) == ["undefined", ".3", "1 × 10⁻⁹"]
    np.testing.assert_array_equal(other.y, [np.nan, 0.3, 1e-6])
    assert (mark.x[0], mark.y[0], mark.marker.symbol) == (own[1], curves[10][own[1] - 1], symbol)
    assert drawing.figure.layout.yaxis.ticktext[0] == "≤ .000001"
    assert drawing.frame[["folds", "repeats"]].to_numpy().tolist() == [
        [k, r] for k in (2, 10) for r in (1, 2, 3)
    ]
    assert "K = 10: from 0.2 to 0.04" in drawing.alt


def test_learning_curves_have_a_line_and_a_band_for_each_learner():
    means = np.array([[0.3, 0.2, np.nan], [0.25, 0.22, 0.21]])
    curves = LearningCurves(("A", "B"), (10, 20, 40), means, means - 0.05, means + 0.05, lower_is_better=True)
    scale = Scale("error rate (in %)", percent=True, name="error rate")
    drawing = figures.learning_figure(curves, figures.style_of(("A", "B")), scale)
    bands, lines = drawing.figure.data[:2], drawing.figure.data[2:]  # no band lies over a line
    assert [line.name for line in lines] == ["A", "B"]
    for row, (band, line) in enumerate(zip(bands, lines, strict=True)):
        assert list(line.x) == [10, 20, 40]
        np.testing.assert_array_equal(line.y, means[row])
        assert np.isfinite(band.y).all()
        assert line.line.color == figures.style_of(("A", "B"))[line.name].color
    np.testing.assert_array_equal(drawing.frame["mean"], means.ravel())
    assert drawing.frame["n_train"].tolist() == [10, 20, 40] * 2
    assert "B: 25.00 % on 10, 21.00 % on 40" in drawing.alt.replace("\u202f", " ").replace("\xa0", " ")


def test_every_shuffle_leaves_a_dot_on_an_axis_that_stays():
    few, more = (
        figures.p_value_strip(p_values, 0.05) for p_values in ([0.2, 0.01], [0.2, 0.01, 1e-9, None, 0.05])
    )
    assert few.figure.layout.xaxis.range == more.figure.layout.xaxis.range
    level, *dots = more.figure.data
    assert level.x == (0.05, 0.05)
    filled, hollow, latest, hollow_latest = dots
    for dots, symbol, shown in ((filled, "circle", [1, 2]), (hollow, "circle-open", [0])):
        assert dots.marker.symbol == symbol
        assert [place for place, height in enumerate(dots.y) if height > 0] == shown
        np.testing.assert_array_equal(np.array(dots.x)[shown], np.array([0.2, 0.01, 1e-4, 1, 0.05])[shown])
    assert latest.marker.size > filled.marker.size
    assert (latest.x, latest.y[0] > 0, hollow_latest.y[0] > 0) == ((0.05,), True, False)
    said = {"l": "luck could explain it", "m": "more than luck", "u": "undefined"}
    assert more.frame["verdict"].tolist() == [said[one] for one in "lmmum"]
    assert list(more.frame) == ["cut", "p", "verdict"]
    assert more.frame["cut"].tolist()[:3] == ["first cut", "shuffle 1", "shuffle 2"]
    assert hollow.y[0] == few.figure.data[2].y[0]


def test_p_values_of_another_test_are_called_so():
    drawn = figures.p_value_strip([0.2], 0.05, whose="overlap forgotten")
    title = "p-value of each cut, overlap forgotten"
    assert drawn.layout["xaxis"]["title"]["text"] == title
    assert drawn.frame.columns[1].endswith(", overlap forgotten")
    assert "overlap forgotten" in drawn.alt


def test_dots_of_shuffles_to_come_are_moved_into_the_picture_that_stands():
    p_values = [0.2, 0.01, 1e-9]
    drawn, wanted = (figures.p_value_strip(p_values[:count], 0.05, room=3) for count in (1, 3))
    moved = figures.moves(drawn, wanted)
    assert moved == figures.strip_moves(p_values, [0.05], room=3)[0]
    *_, filled, hollow, latest, _ = moved
    seen = [[height > 0 for height in dots["y"]] for dots in (filled, hollow, latest)]
    assert seen == [[False, True, False], [True, False, False], [True]]
    assert latest["customdata"] == [["shuffle 2", "< .001"]]
    assert drawn.alt == wanted.alt


def test_dots_of_shuffles_change_hands_with_the_level_of_significance():
    p_values = [0.2, 0.01, None, *np.linspace(0.001, 0.2, 98)]
    drawn, wanted = (figures.p_value_strip(p_values, alpha) for alpha in (0.05, 0.15))
    note, level, *dots = figures.moves(drawn, wanted)
    assert note == {"note": 0, "text": "α = .15", "x": np.log10(0.15)}
    assert level["x"] == [0.15, 0.15]
    filled, hollow, *latest = (sum(height > 0 for height in of_one["y"]) for of_one in dots)
    assert latest == [0, 1]
    rejects = sum(wanted.frame["verdict"] == "more than luck")
    assert [filled, hollow + 1] == [rejects, 100 - rejects]
    assert drawn.alt == wanted.alt


@pytest.mark.parametrize("count", [1, 5, 128, 129])
def test_what_moves_in_a_strip_is_known_without_drawing_it_for_every_level(count):
    p_values, levels = [0.2, 0.01, None, 1e-9, *np.linspace(0.001, 0.2, 125)][:count], (0.001, 0.05, 0.2, 0.5)
    drawn = figures.p_value_strip(p_values, 0.1)
    wanted = [figures.moves(drawn, figures.p_value_strip(p_values, alpha)) for alpha in levels]
    assert figures.strip_moves(p_values, levels) == wanted
    assert (wanted[0] is None) == (count > 128)


def test_no_difference_is_written_without_a_sign():
    d = np.array([[np.nan, -1e-5], [1e-5, np.nan]])
    asked = {"alpha": 0.05, "lower_is_better": True}
    drawing = figures.pairs_matrix("AB", d, np.abs(d) + 0.5, Scale("Δ", percent=True), **asked)
    cells = drawing.figure.data[0].text
    assert [cells[0][1].split("<")[0], cells[1][0].split("<")[0]] == ["0.0", "0.0"]


def test_long_names_that_would_be_cut_to_the_same_label_are_told_apart_in_the_matrix():
    names = [f"a learner with the number {i} and all of its settings written out" for i in range(3)]
    none = np.full((3, 3), np.nan)

    def labels(names):
        drawing = figures.pairs_matrix(
            names, none, none, Scale("Difference"), alpha=0.05, lower_is_better=True
        )
        return drawing.layout["yaxis"]["ticktext"]

    assert len(set(labels(names))) == 3
    assert all(f"number {i}" in one for i, one in enumerate(labels(names)))
    alike = [60 * "a" + str(i) + 60 * "b" for i in range(3)]
    assert [one[:4] for one in labels(alike)] == ["1 · ", "2 · ", "3 · "]
    assert labels(["A", "B", "C"]) == ["A", "B", "C"]


def test_names_of_twenty_eight_letters_stay_whole_in_the_matrix():
    names = [f"criterion=gini, max_depth={depth:02}" for depth in (1, 2, 3)]
    none = np.full((3, 3), np.nan)
    drawing = figures.pairs_matrix(names, none, none, Scale("Δ"), alpha=0.05, lower_is_better=True)
    assert list(drawing.layout["yaxis"]["ticktext"]) == names
