"""Pictures of factorial experiments: the means of the analysis, the best framed, names of factors escaped."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from core.figures import factor_heatmap, interaction_plot, main_effects, scale_of
from core.inference import analyse_factors
from tests.inference.test_factors import drawn, scores_of


def made(values=None, names="ab", **options):
    scores = scores_of(drawn(5, 3, 4) if values is None else values, names, **options)
    return analyse_factors(scores), scale_of(scores)


def test_main_effects_have_a_panel_for_each_factor():
    analysis, scale = made()
    drawing = main_effects(analysis, scale)
    assert [trace["xaxis"] for trace in drawing.traces] == ["x", "x2"]
    assert drawing.traces[1]["y"] == pytest.approx(analysis.mean_at("b"))
    assert drawing.layout["xaxis2"]["ticktext"] == ["0", "1", "2", "3"]
    assert drawing.layout["xaxis"]["domain"][1] < drawing.layout["xaxis2"]["domain"][0]
    # slanted names would run into the title of the panel before
    assert drawing.layout["xaxis2"]["autotickangles"] == [0, 90]
    assert drawing.frame["factor"].tolist() == ["a"] * 3 + ["b"] * 4
    assert len(drawing.figure.data) == 2
    assert "a from" in drawing.alt


def test_interactions_have_a_line_for_each_level():
    analysis, scale = made(drawn(2, 5, 3, 2), datasets=2)
    drawing = interaction_plot(analysis, "a", "Data set", scale)
    assert [trace["name"] for trace in drawing.traces] == ["Data set = d0", "Data set = d1"]
    assert np.array([trace["y"] for trace in drawing.traces]) == pytest.approx(
        analysis.mean_at("Data set", "a")
    )
    assert len(drawing.frame) == 6


def test_lines_upon_one_another_are_both_seen():
    analysis, scale = made(np.broadcast_to(drawn(5, 3, 1), (5, 3, 2)))
    first, second = interaction_plot(analysis, "a", "b", scale).traces
    assert first["y"] == pytest.approx(second["y"])
    assert len(factor_heatmap(analysis, "a", "b", scale).layout["shapes"]) == 2  # and both are framed as best
    assert (first["line"]["dash"], second["line"]["dash"]) == ("solid", "dash")
    assert first["marker"]["symbol"] != second["marker"]["symbol"]
    assert [one < other for one, other in zip(first["x"], second["x"], strict=True)] == [True] * 3


@pytest.mark.parametrize("lower", [True, False])
def test_the_heat_map_frames_the_best_cell(lower):
    analysis, scale = made(lower=lower)
    drawing = factor_heatmap(analysis, "a", "b", scale)
    means = analysis.mean_at("b", "a")
    assert np.asarray(drawing.traces[0]["z"]) == pytest.approx(means)
    row, column = np.unravel_index(means.argmin() if lower else means.argmax(), means.shape)
    (frame,) = drawing.layout["shapes"]
    for axis, place in (("x", column), ("y", row)):
        assert place - 0.5 < frame[f"{axis}0"] < frame[f"{axis}1"] < place + 0.5
    # inside a cell at the dark or the bright end of the colours, in a colour of no learner
    assert frame["line"]["color"] == ("#fff" if lower else "#000")
    assert f"at a {column}, b {row}" in drawing.alt
    assert np.shape(drawing.traces[0]["text"]) == means.shape


def test_names_from_files_are_escaped():
    scores = scores_of(drawn(5, 2, 2), "ab")
    frame = scores.frame.assign(learner=scores.frame["learner"].str.replace("a =", "<b>$ ="))
    analysis = analyse_factors(replace(scores, frame=frame))
    for drawing in (  # and every property is one that Plotly has
        main_effects(analysis, scale_of(scores)),
        interaction_plot(analysis, "b", "<b>$", scale_of(scores)),
        factor_heatmap(analysis, "b", "<b>$", scale_of(scores)),
    ):
        go.Figure(drawing.figure.to_dict())
        assert "<b>$" not in str(drawing.traces) + str(drawing.layout)
