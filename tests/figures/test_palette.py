"""Colours that everybody can tell apart, on both pages, and that stay with their learner."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest

from core.figures import (
    Scale,
    box_plot,
    chart_colors,
    class_counts,
    confusion_figure,
    p_value_strip,
    pairs_matrix,
    style_of,
)
from core.figures.canvas.palette import (
    COLORS,
    DARK_BACKGROUND,
    DARK_COLORS,
    DARK_SHADES,
    LIGHT_BACKGROUND,
    LIGHT_SHADES,
    diverging,
    translucent,
)
from core.records import FOLD_SCORE_COLUMNS, FoldScores

# Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB.
DEUTERANOPIA = np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]])
PROTANOPIA = np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]])
# Ottosson 2020, Oklab: linear RGB → cone responses → lightness, green–red, blue–yellow.
CONES = np.array([[0.41222, 0.53633, 0.05145], [0.21190, 0.68070, 0.10740], [0.08830, 0.28172, 0.62998]])
OKLAB = np.array([[0.21045, 0.79362, -0.00407], [1.97800, -2.42859, 0.45059], [0.02590, 0.78277, -0.80868]])


def linear(color):
    rgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(first, second):
    """Contrast ratio of WCAG 2.1."""
    low, high = sorted(linear(color) @ [0.2126, 0.7152, 0.0722] for color in (first, second))
    return (high + 0.05) / (low + 0.05)


def over(color, opacity, background):
    """What is seen of a translucent colour."""
    parts = ([int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (color, background))
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02X}" for a, b in zip(*parts, strict=True))


def perceived(color, sight):
    seen = np.clip(sight @ linear(color), 0, 1)
    return OKLAB @ np.cbrt(CONES @ seen)


def test_contrast_formula_on_known_values():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("background", [LIGHT_BACKGROUND, DARK_BACKGROUND])
@pytest.mark.parametrize("color", COLORS)
def test_every_colour_stands_out_on_both_pages(color, background):
    assert contrast(color, background) >= 3


def test_lines_and_dots_of_every_learner_are_lighter_on_a_dark_page():
    for light, dark in zip(COLORS, DARK_COLORS, strict=True):
        assert contrast(dark, DARK_BACKGROUND) >= 4
        assert contrast(dark, DARK_BACKGROUND) > contrast(light, DARK_BACKGROUND)


def test_a_picture_takes_the_tones_of_its_page_and_leaves_the_names_that_look_like_a_colour():
    names = list(COLORS)
    rows = [("d", name, 1, fold, 90, 10, fold / 10) for name in names for fold in range(10)]
    scores = FoldScores(pd.DataFrame(rows, columns=list(FOLD_SCORE_COLUMNS)), "error", "error", True)
    for dark, palette in ((False, COLORS), (True, DARK_COLORS)):
        boxes = [one for one in box_plot(scores, style_of(names), dark=dark).traces if one["type"] == "box"]
        assert [box["line"]["color"] for box in boxes] == list(palette)
        assert [box["fillcolor"] for box in boxes] == [translucent(color, 0.22) for color in palette]
        assert class_counts(names, range(1, 9), dark=dark).layout["yaxis"]["ticktext"] == names


@pytest.mark.parametrize("folds", [10, 100, 300])
def test_the_dots_of_single_folds_stand_out_on_a_dark_page(folds):
    names = [f"L{place}" for place in range(len(COLORS))]
    rows = [("d", name, 1, fold, 90, 10, fold / folds) for name in names for fold in range(folds)]
    scores = FoldScores(pd.DataFrame(rows, columns=list(FOLD_SCORE_COLUMNS)), "error", "error", True)
    drawing = box_plot(scores, style_of(names), dark=True)
    dots = [trace["marker"] for trace in drawing.traces if trace.get("mode") == "markers" and len(trace["x"])]
    assert len(dots) == len(names)
    for dot in dots:
        assert contrast(over(dot["color"], dot["opacity"], DARK_BACKGROUND), DARK_BACKGROUND) >= 3


@pytest.mark.parametrize(("dark", "palette"), [(False, COLORS), (True, DARK_COLORS)])
def test_what_stands_on_the_bar_of_a_class_is_read_on_its_colour(dark, palette):
    (bars,) = class_counts(list("abcdefgh"), range(1, 9), dark=dark).traces
    colors, letters = bars["marker"]["color"], bars["insidetextfont"]["color"]
    assert colors == list(palette)
    assert min(map(contrast, letters, colors)) >= 4.5


@pytest.mark.parametrize(
    ("shades", "page"), [(LIGHT_SHADES, LIGHT_BACKGROUND), (DARK_SHADES, DARK_BACKGROUND)]
)
def test_texts_are_readable_on_their_page(shades, page):
    assert contrast(shades.text, page) >= 7
    assert contrast(shades.strong, page) >= 7
    assert contrast(shades.muted, page) >= 4.5


@pytest.mark.parametrize("sight", [np.eye(3), DEUTERANOPIA, PROTANOPIA], ids=["normal", "deutan", "protan"])
@pytest.mark.parametrize("palette", [COLORS, DARK_COLORS], ids=["light", "dark"])
def test_colours_differ_for_every_sight(sight, palette):
    for first, second in itertools.combinations(palette, 2):
        distance = np.linalg.norm(perceived(first, sight) - perceived(second, sight))
        assert distance > 0.08, (first, second)  # 0.02 is just noticeable


def test_a_learner_keeps_its_colour_when_others_are_hidden():
    names = [f"learner {i}" for i in range(30)]
    styles = style_of(names)
    assert list(styles) == names
    assert [styles[name].color for name in names[:8]] == list(COLORS)
    assert style_of(names[:5]) == {name: styles[name] for name in names[:5]}


def test_dash_and_marker_change_after_eight():
    styles = list(style_of(map(str, range(40))).values())
    assert len(set(styles)) == 40
    assert {style.dash for style in styles[:8]} == {"solid"}
    assert styles[8].color == styles[0].color
    assert styles[8].dash != styles[0].dash
    assert styles[8].symbol != styles[0].symbol


def test_a_name_that_comes_twice_has_one_style():
    assert list(style_of(["a", "b", "a", "c"])) == ["a", "b", "c"]
    assert style_of(["a", "b", "a", "c"])["c"].color == COLORS[2]


def test_fill_is_the_colour_translucent():
    assert translucent("#0072B2", 0.22) == "rgba(0,114,178,0.22)"
    assert style_of(["a"])["a"].fill == "rgba(0,114,178,0.22)"


@pytest.mark.parametrize("dark", [False, True])
def test_better_and_worse_run_through_the_page_grey_in_colours_that_no_learner_has(dark):
    (_, better), (_, middle), (_, worse) = diverging(dark)
    assert middle == (DARK_SHADES if dark else LIGHT_SHADES).middle
    assert contrast("#FFFFFF", better) >= 4.5  # counts that are right stand on it whole
    for sight in (np.eye(3), DEUTERANOPIA, PROTANOPIA):
        ends = [perceived(color, sight) for color in (better, worse)]
        assert np.linalg.norm(ends[0] - ends[1]) > 0.15
        for learner in (DARK_COLORS if dark else COLORS)[:2]:
            assert min(np.linalg.norm(end - perceived(learner, sight)) for end in ends) > 0.03


def test_chart_colors_are_a_copy():
    chart_colors().append("x")
    assert chart_colors() == list(COLORS)


def on_cells(heat):
    """Contrast of every number of a heat map on the colour of its own cell, as Plotly draws it."""
    share = (np.asarray(heat["z"], dtype=float) - heat["zmin"]) / (heat["zmax"] - heat["zmin"])
    places, colors = zip(*heat["colorscale"], strict=True)
    parts = [[int(color[at : at + 2], 16) for color in colors] for at in (1, 3, 5)]
    grounds = np.stack([np.interp(share.ravel(), places, part) for part in parts], axis=-1)
    for ground, text in zip(grounds.round().astype(int).tolist(), np.ravel(heat["text"]), strict=True):
        letters = re.search("color:(#......)", text)
        color = letters[1] if letters else heat["textfont"]["color"]
        yield contrast(color, f"#{bytes(ground).hex()}")


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_in_the_cells_of_pairs_can_be_read_on_every_colour(dark):
    p = np.tile([*np.geomspace(1e-9, 0.05, 5), 0.5], (6, 1))
    for sign in (1, -1):
        drawing = pairs_matrix(
            "ABCDEF",
            np.full((6, 6), sign),
            p,
            Scale("Δ"),
            alpha=0.05,
            lower_is_better=True,
            dark=dark,
        )
        assert min(on_cells(drawing.traces[0])) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_in_the_cells_of_a_confusion_matrix_can_be_read_on_every_colour(dark):
    for right in range(0, 101, 4):
        counts = np.array([[right, 100 - right], [right, 100 - right]])
        (heat,) = confusion_figure(["a", "b"], counts, dark=dark).traces
        assert min(on_cells(heat)) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_the_menu_of_a_picture_hides_what_it_lies_on_and_is_seen(dark):
    menu = p_value_strip([0.2], 0.05, dark=dark).layout["modebar"]
    assert contrast(menu["color"], menu["bgcolor"]) >= 3
