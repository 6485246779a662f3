"""Diagrams of many learners: names whole, bars only where nobody is told apart, readable with fifty learners."""

import numpy as np
import pandas as pd
import pytest

from core.figures import Scale, Yardstick, order_graph, simplex_figure, standing_diagram
from core.figures.canvas.text import wrapped
from core.figures.inference.standing import packed
from core.inference import Grouping, Order
from core.inference.hypothesis_tests.bayesian import region_probabilities

SCALE = Scale("Mean rank (1 is best)", name="mean rank")


def grouping(k=4, reach=1.2, names=None, step=1.0, control=None):
    """Learners `step` apart, told apart from `reach` on."""
    places = 1 + step * np.arange(k)
    gaps = places[None, :] - places[:, None]
    better = (np.sign(gaps) * (np.abs(gaps) >= reach)).astype(int)
    return Grouping(tuple(names or [f"L{i}" for i in range(k)]), places, better, control)


def bars(drawing):
    return [trace for trace in drawing.traces if trace.get("xaxis") == "x2"]


def test_learners_stand_in_rows_from_best_to_worst_with_bars_of_their_groups():
    drawing = standing_diagram(grouping(), SCALE, yardstick=Yardstick(1.2, "CD 1.2"))
    assert drawing.layout["yaxis"]["ticktext"] == ["L0", "L1", "L2", "L3"]
    assert [np.round(bar["y"], 2).tolist() for bar in bars(drawing)] == [
        [-0.28, 1.28],
        [0.72, 2.28],
        [1.72, 3.28],
    ]
    assert drawing.frame["groups"].tolist() == ["1", "1 2", "2 3", "3"]
    assert [note["text"] for note in drawing.layout["annotations"]] == ["CD 1.2"]
    measure = drawing.traces[-1]
    assert measure["x"][1] - measure["x"][0] == pytest.approx(1.2)
    assert "L0 and L1" in drawing.alt
    assert drawing.figure.layout.height


def test_bars_of_one_lane_do_not_touch():
    names = [f"L{i}" for i in range(6)]
    lanes = packed((("L0", "L1"), ("L1", "L2"), ("L2", "L3"), ("L4", "L5")), names)
    for i, (start, end, lane) in enumerate(lanes):
        for other_start, other_end, other_lane in lanes[i + 1 :]:
            assert lane != other_lane or end < other_start or other_end < start
    assert max(lane for *_, lane in lanes) == 1


def test_where_all_are_told_apart_there_is_no_bar():
    drawing = standing_diagram(grouping(reach=0.5), SCALE)
    assert not bars(drawing)
    assert "All are told apart" in drawing.alt


def test_scores_of_which_more_is_better_run_from_the_best_at_the_left():
    places = np.array([0.9, 0.8, 0.7])
    drawing = standing_diagram(Grouping(("A", "B", "C"), places, np.zeros((3, 3), dtype=int)), SCALE)
    left, right = drawing.layout["xaxis"]["range"]
    assert left > 0.9 > 0.7 > right


def test_a_control_gets_its_reach_shaded():
    drawing = standing_diagram(grouping(control="L1"), SCALE, yardstick=Yardstick(1.2, "CD 1.2"))
    (band,) = drawing.layout["shapes"]
    assert (band["x0"], band["x1"]) == pytest.approx((0.8, 3.2))


def test_long_names_are_wrapped_not_cut():
    name = "a classifier with quite a long name that somebody chose for a table of results, 80"
    found = wrapped(name)
    assert found.replace("<br>", " ") == name
    assert all(len(line) <= 28 for line in found.split("<br>"))
    assert wrapped("x" * 60).count("<br>") == 2
    assert wrapped("<b>") == "&lt;b&gt;"


def test_fifty_learners_fit_on_a_screen():
    drawing = standing_diagram(grouping(50, reach=7), SCALE, yardstick=Yardstick(7, "CD 7"))
    assert drawing.layout["height"] <= 1080
    assert len(drawing.layout["yaxis"]["ticktext"]) == 50
    low, high = drawing.layout["xaxis"]["domain"]
    assert high - low >= 0.6


def test_the_simplex_shows_whose_region_is_most_probable():
    draws, _ = region_probabilities(np.full(12, 0.05), 0.01)
    drawing = simplex_figure(draws, ("A", "B"))
    assert draws.mean(axis=0)[2] > 0.9
    assert "B practically better in > 99.9 %" in drawing.alt
    assert len(drawing.frame) <= 1500
    assert drawing.frame.sum(axis=1).to_numpy() == pytest.approx(1.0)


def test_the_order_has_an_arrow_to_everyone_who_is_beaten():
    pairs = pd.DataFrame({"cheaper": ["A", "A"], "costlier": ["B", "C"], "beats": [True, False]})
    order = Order(("B", "A", "C"), {"A": 0.1, "B": 1.0, "C": 9.0}, pairs, 0.05)
    drawing = order_graph(order, Scale("Cost", name="cost"))
    (arrow,) = drawing.layout["annotations"]
    assert (arrow["y"], arrow["ay"]) == (1, 0)
    assert (arrow["x"], arrow["ax"]) == pytest.approx((-1, 0))  # a logarithmic axis
    assert drawing.frame["learner"].tolist() == ["B", "A", "C"]
    assert "B comes first" in drawing.alt
