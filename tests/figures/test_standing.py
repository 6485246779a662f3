"""Diagrams of many learners: names whole, bars only where nobody is told apart, readable with fifty learners."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.figures import (
    Lanes,
    Scale,
    Yardstick,
    moves,
    order_graph,
    simplex_figure,
    standing_diagram,
    standing_moves,
)
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


def test_the_lines_of_the_rows_cross_the_plot_so_that_none_is_read_as_a_length():
    drawing = standing_diagram(grouping(), SCALE)
    rows = drawing.traces[0]
    assert rows["mode"] == "lines"
    for row in range(4):
        assert rows["x"][3 * row : 3 * row + 2] == drawing.layout["xaxis"]["range"]
        assert rows["y"][3 * row : 3 * row + 2] == [row, row]


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


def test_the_description_has_all_who_are_not_told_apart():
    assert "Not told apart: L0, L1 and L2; L1, L2 and L3." in standing_diagram(grouping(reach=2.5), SCALE).alt
    many = standing_diagram(grouping(15, reach=99), SCALE).alt
    assert many.endswith(" Not told apart: the 15 from L0 to L14.")


def test_the_description_calls_nobody_told_apart_whose_pair_was_not_judged():
    apart, nobody = grouping(3, reach=0.5), ~np.eye(3, dtype=bool)
    none = replace(apart, better=np.zeros((3, 3), dtype=int), unjudged=nobody)
    assert standing_diagram(none, SCALE).alt.endswith("L2 3. 3 pairs are not judged.")
    some = np.zeros((3, 3), dtype=bool)
    some[0, 2] = some[2, 0] = True
    found = replace(apart, better=np.where(some, 0, apart.better), unjudged=some)
    assert standing_diagram(found, SCALE).alt.endswith(
        " All pairs that could be judged are told apart. 1 pair is not judged."
    )
    between = np.array([[0, 1, 0], [-1, 0, 1], [0, -1, 0]])
    assert standing_diagram(replace(apart, better=between), SCALE).alt.endswith(
        " 2 of 3 pairs are told apart."
    )


def test_against_a_control_the_description_speaks_of_pairs_with_it_only():
    for reach, told in {
        1.2: "Not told apart from L1: L0 and L2.",
        0.5: "All are told apart from L1.",
    }.items():
        yardstick = Yardstick(reach, "CD")
        drawing = standing_diagram(grouping(reach=reach, control="L1"), SCALE, yardstick=yardstick)
        assert drawing.alt.endswith(f" {told}")


REACHES = (0.5, 1.2, 2.5, 9.0)


def room(control=None, k=5):
    return Lanes.of(grouping(k, reach=one, control=control) for one in REACHES)


def at_reach(reach, control=None, k=5):
    """The picture where learners are told apart from a difference on, with room for all of `REACHES`."""
    return standing_diagram(
        grouping(k, reach=reach, control=control),
        SCALE,
        yardstick=Yardstick(reach, f"CD {reach:.3f}", longest=max(REACHES)),
        room=room(control, k),
    )


@pytest.mark.parametrize("control", [None, "L1"])
def test_with_room_for_other_levels_bars_and_length_are_moved_and_nothing_is_drawn_anew(control):
    drawn = at_reach(1.2, control)
    for reach in REACHES:
        wanted = at_reach(reach, control)
        reached = Yardstick(reach, f"CD {reach:.3f}")
        found = standing_moves(drawn, grouping(5, reach=reach, control=control), room(control), reached)
        anew = moves(drawn, wanted)
        assert all(move in anew for move in found)
        traces = [dict(trace) for trace in drawn.traces]
        for move in found:
            if "trace" in move:
                traces[move["trace"]] |= {key: value for key, value in move.items() if key != "trace"}
        for one, two in zip(traces, wanted.traces, strict=True):
            assert all(np.array_equal(one[key], two[key]) for key in two)
        notes = {move["note"]: move["text"] for move in found if "note" in move}
        assert notes == ({} if control else {0: f"CD {reach:.3f}"})


def test_of_the_bars_there_is_room_for_only_those_of_the_groups_are_in_sight():
    for reach in REACHES:
        drawing, plain = at_reach(reach), standing_diagram(grouping(5, reach=reach), SCALE)
        _, right = drawing.layout["xaxis2"]["range"]
        seen = [bar for bar in bars(drawing) if bar["x"][0] < right]
        assert [bar["y"] for bar in seen] == [bar["y"] for bar in bars(plain)]
        assert all(bar["x"][0] >= right + 0.3 for bar in bars(drawing) if bar not in seen)
        assert drawing.alt == at_reach(1.2).alt  # it would not follow
        low, high = drawing.layout["xaxis"]["range"]
        assert low <= 1 <= 1 + max(REACHES) <= high


@pytest.mark.parametrize(("lower", "direction"), [(True, "← better"), (False, "better →")])
def test_the_axis_runs_as_numbers_do_and_says_where_the_better_ones_are(lower, direction):
    places = np.array([0.7, 0.8, 0.9] if lower else [0.9, 0.8, 0.7])
    found = Grouping(("A", "B", "C"), places, np.zeros((3, 3), dtype=int), lower_is_better=lower)
    axis = standing_diagram(found, SCALE).layout["xaxis"]
    left, right = axis["range"]
    assert left < 0.7 < 0.9 < right
    assert axis["title"]["text"].startswith(SCALE.title) and direction in axis["title"]["text"]


def test_a_mean_of_fewer_scores_has_an_open_mark_and_says_of_how_many():
    drawing = standing_diagram(grouping(3), SCALE, lacking={"L2": "9 of 10 folds"})
    assert drawing.layout["yaxis"]["ticktext"][:2] == ["L0", "L1"]
    assert "L2" in (name := drawing.layout["yaxis"]["ticktext"][2]) and "(9 of 10 folds)" in name
    dots = next(trace for trace in drawing.traces if trace["mode"] == "markers")
    assert [symbol.endswith("-open") for symbol in dots["marker"]["symbol"]] == [False, False, True]
    assert dots["customdata"][2] == "L2 (9 of 10 folds)"
    assert "L2 (9 of 10 folds) 3" in drawing.alt


def test_a_learner_that_comes_last_for_lack_of_scores_does_not_turn_the_axis():
    found = Grouping(("A", "B", "C"), np.array([0.2, 0.3, 0.1]), np.zeros((3, 3), dtype=int))
    left, right = standing_diagram(found, SCALE).layout["xaxis"]["range"]
    assert left < 0.1 < 0.3 < right


def test_a_control_gets_its_reach_shaded():
    drawing = standing_diagram(grouping(control="L1"), SCALE, yardstick=Yardstick(1.2, "CD 1.2"))
    shade = drawing.traces[0]
    assert (min(shade["x"]), max(shade["x"])) == pytest.approx((0.8, 3.2))
    assert (max(shade["y"]), min(shade["y"])) == tuple(drawing.layout["yaxis"]["range"])


def test_long_names_are_wrapped_not_cut():
    name = "a classifier with quite a long name that somebody chose for a table of results, 80"
    found = wrapped(name)
    assert found.replace("<br>", " ") == name
    assert all(len(line) <= 28 for line in found.split("<br>"))
    assert wrapped("x" * 60).count("<br>") == 2
    assert wrapped("Logistic regression (start 1)") == "Logistic regression<br>(start 1)"
    assert wrapped("criterion=entropy, max_depth=1", 28) == "criterion=entropy,<br>max_depth=1"
    assert wrapped("<b>") == "&lt;b&gt;"
    assert (
        wrapped("gradient_boosting_with_five_hundred_trees")
        == "gradient_boosting_with_<br>five_hundred_trees"
    )
    assert (
        wrapped("Decision tree (depth = 15, leaf size = 2)") == "Decision tree (depth = 15,<br>leaf size = 2)"
    )
    assert (
        wrapped("k-NN (weights = distance, leaf size = 30)") == "k-NN (weights = distance,<br>leaf size = 30)"
    )
    assert wrapped(f"k-NN ({'w' * 26} = 5)").replace("<br>", " ") == f"k-NN ({'w' * 26} = 5)"


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
    assert "B practically better in > 99.9\u00a0%" in drawing.alt
    assert all("font" not in corner for corner in drawing.layout["annotations"])  # read on a dark page, too
    left, _, right = drawing.layout["annotations"]
    assert all(
        corner["text"].endswith("<br>better") for corner in (left, right)
    )  # two long names do not meet
    assert len(drawing.frame) <= 1500
    assert drawing.frame.sum(axis=1).to_numpy() == pytest.approx(1.0)


def test_the_order_has_an_arrow_to_everyone_who_is_beaten():
    pairs = pd.DataFrame({"cheaper": ["A", "A"], "costlier": ["B", "C"], "beats": [True, False]})
    order = Order(("B", "A", "C"), {"A": 0.1, "B": 1.0, "C": 9.0}, pairs, 0.05)
    drawing = order_graph(order, Scale("Cost", name="cost"))
    (arrow,) = drawing.layout["annotations"]
    assert (arrow["y"], arrow["ay"]) == (1, 0)
    assert (arrow["x"], arrow["ax"]) == pytest.approx((-1, 0))  # a logarithmic axis
    assert "logarithmic scale" in drawing.layout["xaxis"]["title"]["text"]
    assert drawing.frame["learner"].tolist() == ["B", "A", "C"]
    assert "B comes first" in drawing.alt
    short = order_graph(replace(order, costs={"A": 0.0012, "B": 0.5, "C": 0.02}), Scale("Time", unit="s"))
    assert short.traces[0]["x"] == pytest.approx([1000 * cost for cost in short.frame["cost"]])
    assert short.layout["xaxis"]["ticksuffix"] == " ms"
