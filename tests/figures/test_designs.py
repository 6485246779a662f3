"""Pictures of designs and of data."""

import re

import numpy as np
import pandas as pd
import pytest

from core import figures
from core.figures.canvas.bins import bins_of, common_edges


def k_fold(n, k):
    return np.where(np.arange(n) % k == np.arange(k)[:, None], 2, 1)


def test_the_picture_shows_every_role():
    roles = np.array([[0, 1, 2, 3], [3, 2, 1, 0]])
    drawing = figures.design_picture(roles, ["first", "second"])
    heat, *legend = drawing.figure.data
    np.testing.assert_array_equal(heat.z, roles)
    assert heat.text[0].tolist() == ["absent", "training", "validation", "both"]
    assert [square.name for square in legend] == ["absent", "training", "validation", "both"]
    assert drawing.frame["role"].tolist()[:4] == ["absent", "training", "validation", "both"]
    assert drawing.frame["instance"].tolist() == [1, 2, 3, 4, 1, 2, 3, 4]


def test_instances_can_be_ordered():
    roles = k_fold(6, 2)
    order = np.array([0, 2, 4, 1, 3, 5])
    drawing = figures.design_picture(roles, ["a", "b"], order)
    heat, axis = drawing.figure.data[0], drawing.figure.layout.xaxis
    assert heat.z.tolist() == [[2, 2, 2, 1, 1, 1], [1, 1, 1, 2, 2, 2]]
    assert list(heat.x) == ["1", "3", "5", "2", "4", "6"]
    assert not axis.showticklabels  # numbers in no order tell nothing
    assert figures.design_picture(roles, ["a", "b"]).figure.layout.xaxis.showticklabels
    assert axis.title.text == "Instances"


def test_large_designs_are_thinned_and_say_so():
    roles = k_fold(1500, 1500)
    drawing = figures.design_picture(roles, [f"fold {i}" for i in range(1500)])
    heat = drawing.figure.data[0]
    assert heat.z.shape[0] == 30
    assert 300 <= heat.z.shape[1] <= 340
    assert (np.asarray(heat.z) == 2).any(axis=1).all()  # every pair shows whom it validates
    title = drawing.figure.layout.xaxis.title.text
    assert title.startswith(f"1,500 instances<br>({heat.z.shape[1]} of them, evenly spread, are drawn)")
    assert "the first 30 of 1,500 pairs" in title
    assert (
        "1,500 training/validation pairs over 1,500 instances; 1499 instances train and 1 validate"
        in drawing.alt
    )
    assert len(drawing.figure.to_json()) < 300_000


@pytest.mark.parametrize(
    ("folds", "repeats", "rows", "said"),
    [
        (10, 10, 20, "the first 2 of 10 replicates"),
        (10, 3, 30, ""),
        (2, 5, 10, ""),
        (7, 6, 14, "the first 2 of 6 replicates"),
        (25, 2, 25, "the first of 2 replicates"),
        (40, 2, 30, "the first 30 of 80 pairs"),
    ],
)
def test_whole_replicates_are_shown_with_lines_between(folds, repeats, rows, said):
    rng, of_one = np.random.default_rng(3), k_fold(120, folds)
    roles = np.vstack([of_one[:, rng.permutation(120)] for _ in range(repeats)])
    labels = [f"replicate {r}, fold {f}" for r in range(repeats) for f in range(folds)]
    replicates = np.repeat(np.arange(repeats), folds).tolist()
    drawing = figures.design_picture(roles, labels, replicates=replicates)
    np.testing.assert_array_equal(drawing.figure.data[0].z, roles[:rows])
    assert drawing.frame["pair"].nunique() == rows
    assert [line.y0 for line in drawing.figure.layout.shapes] == [
        end - 0.5 for end in range(folds, rows, folds)
    ]
    title = drawing.figure.layout.xaxis.title.text
    assert (said in title) if said else ("first" not in title)


def test_equal_labels_of_pairs_stay_apart():
    heat = figures.design_picture(k_fold(6, 3), ["g", "g", "h"]).figure.data[0]
    assert list(heat.y) == ["g", "g (2)", "h"]


def test_overlaps_with_numbers_and_expectation():
    overlap = np.array([[20, 10, 12], [10, 20, 8], [12, 8, 20]])
    drawing = figures.overlap_heatmap(overlap, ["a", "b", "c"], expected=10)
    heat = drawing.figure.data[0]
    np.testing.assert_array_equal(heat.z, overlap)
    assert [re.sub("<.*?>", "", text) for text in heat.text[0]] == ["20", "10", "12"]
    assert "expected 10" in heat.hovertemplate
    assert drawing.alt == (
        "Matrix of shared training instances between 3 training sets: from 8 to 12, mean 10; expected 10."
    )
    assert drawing.frame["overlap"].tolist() == overlap.ravel().tolist()


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((216 / 243, 216 / 243), "share 89\u00a0%"),
        ((0.85, 0.92), "share 85 to 92\u00a0%"),
        ((268 / 269, 268 / 269), "share 99.6\u00a0%"),
        ((0.99999, 0.99999), "share 99.9\u00a0%"),
        ((0.0, 0.0), "share 0\u00a0%"),
    ],
)
def test_colours_of_overlaps_begin_at_none_and_the_share_is_said(shares, words):
    overlap = np.full((3, 3), 216) + 27 * np.eye(3, dtype=int)
    drawing = figures.overlap_heatmap(overlap, list("abc"), shares=shares)
    heat = drawing.figure.data[0]
    assert (heat.zmin, heat.zmax) == (0, 243)
    assert f"each two training sets {words}" in drawing.figure.layout.xaxis.title.text
    assert drawing.alt.endswith(f"Each two training sets {words}.")


def test_numbers_of_overlaps_are_written_where_their_cells_have_room():
    names = [f"fold {i}" for i in range(1, 11)]
    few, many = (figures.overlap_heatmap(np.full((10, 10), n), names).lettered_from for n in (45, 455))
    assert (
        few < many and 360 < many < 500
    )  # three digits in ten cells of 20 pixels ran into one another on a phone
    assert not figures.overlap_heatmap(np.ones((13, 13)), list(map(str, range(13)))).lettered_from


def test_shares_of_classes_have_a_tick_at_all():
    drawing = figures.class_share_bars(np.array([[0.4, 0.6]]), ["a", "b"], ["fold 1"])
    assert drawing.layout["xaxis"]["tickvals"][-1] == 1


def test_many_overlaps_have_no_numbers_and_are_cut():
    assert (
        figures.overlap_heatmap(np.ones((13, 13)), list(map(str, range(13)))).figure.data[0].texttemplate
        is None
    )
    drawing = figures.overlap_heatmap(np.ones((150, 150)), list(map(str, range(150))))
    assert drawing.figure.data[0].z.shape == (100, 100)
    assert "the first 100 of 150 pairs" in drawing.figure.layout.xaxis.title.text
    assert figures.overlap_heatmap(np.ones((1, 1)), ["a"]).alt.startswith("One pair only")


def test_class_shares_are_stacked():
    shares = np.array([[0.5, 0.5], [0.25, 0.75]])
    drawing = figures.class_share_bars(shares, ["yes", "no"], ["fold 1", "fold 2"])
    assert [list(trace.x) for trace in drawing.figure.data] == [[0.5, 0.25], [0.5, 0.75]]
    assert drawing.figure.layout.barmode == "stack"
    assert drawing.frame.columns.tolist() == ["pair", "yes", "no"]
    assert "yes 25.0\u00a0% to 50.0\u00a0%" in drawing.alt


def test_more_than_eight_classes_are_hatched():
    shares = np.full((2, 10), 0.1)
    traces = figures.class_share_bars(shares, list(range(10)), ["a", "b"]).figure.data
    assert traces[8].marker.color == traces[0].marker.color
    assert traces[8].marker.pattern.shape != traces[0].marker.pattern.shape


def test_class_counts_with_shares():
    drawing = figures.class_counts(["a", "b"], [30, 10])
    bars = drawing.figure.data[0]
    assert list(bars.x) == [30, 10]
    assert list(bars.text) == ["30 (75.0%)", "10 (25.0%)"]
    assert drawing.frame.to_dict("list") == {"class": ["a", "b"], "instances": [30, 10]}
    assert drawing.alt == "Instances by class. a: 30; b: 10."


@pytest.mark.parametrize(
    "sample",
    [
        np.arange(1000.0),
        np.array([3.0]),
        np.zeros(5),
        -np.ones(4),
        np.empty(0),
        np.array([0.3 - 0.2, 0.2 - 0.1]),  # parted by rounding only
    ],
)
def test_bins_hold_every_value(sample):
    edges = common_edges([sample])
    assert (np.diff(edges) > 0).all()
    assert 5 <= len(edges) - 1 <= 30
    assert np.histogram(sample, edges)[0].sum() == len(sample)
    assert len(bins_of(edges).texts) == len(edges) - 1


def test_a_number_by_class():
    column = pd.Series([1.0, 2.0, 3.0, np.nan, np.inf, 9.0], name="width")
    classes = pd.Series(["b", "a", "a", "a", "b", "b"])
    drawing = figures.column_overview(column, classes)
    assert drawing.figure.layout.yaxis.ticktext == ("a", "b")
    assert drawing.figure.layout.xaxis.title.text == "width (1 missing)"
    assert drawing.frame.groupby("class")["instances"].sum().to_dict() == {"a": 2, "b": 2}
    assert "a: 2 to 3" in drawing.alt


def test_categories_by_class():
    column = pd.Series(["x", "y", "x", None, "z"], name="colour", dtype="category")
    drawing = figures.column_overview(column, pd.Series([0, 0, 1, 1, 1]))
    assert drawing.figure.layout.xaxis.ticktext == ("x", "y", "z")
    counts = drawing.frame.pivot(index="class", columns="value", values="instances")
    assert counts.to_dict("index") == {"0": {"x": 1, "y": 1, "z": 0}, "1": {"x": 1, "y": 0, "z": 1}}
    assert "0: mostly x (1 of 2)" in drawing.alt


def test_many_categories_are_joined():
    column = pd.Series([f"c{i % 40}" for i in range(400)], name="zip")
    drawing = figures.column_overview(column)
    assert drawing.frame["value"].tolist()[-1] == "25 others"
    assert drawing.frame["instances"].sum() == 400


@pytest.mark.parametrize("values", [[None, None], [np.nan, np.nan], [True, False], []])
def test_odd_columns_are_drawn(values):
    assert figures.column_overview(pd.Series(values, name="odd")).alt
