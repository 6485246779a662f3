"""Pictures of records: every builder gives a `Drawing`, that is a figure, the numbers in it and its text."""

from core.figures.canvas.drawing import Drawing
from core.figures.canvas.marks import interval_moves
from core.figures.canvas.moves import mark_moves, moves
from core.figures.canvas.overlays import (
    LegendEntry,
    clickable_cells,
    larger,
    legend_of_all,
    on_one_axis,
    with_reference,
)
from core.figures.canvas.palette import Style, Styles, chart_colors, style_of
from core.figures.canvas.scale import Scale, difference_scale, rates_difference_scale, scale_of
from core.figures.canvas.text import label
from core.figures.curves.calibration import calibration_figure
from core.figures.curves.lines import Line, Mark, Region, legend_beside, thinned
from core.figures.curves.threshold_curves import (
    cost_figure,
    gain_figure,
    lift_figure,
    precision_recall_figure,
    roc_figure,
    threshold_figure,
)
from core.figures.data.columns import class_counts, column_overview
from core.figures.data.confusion import Shown, confusion_figure, two_circles
from core.figures.data.designs import class_share_bars, design_picture, overlap_heatmap
from core.figures.data.regression import predicted_figure, residual_figure
from core.figures.folds.box_plot import box_plot
from core.figures.folds.differences import difference_plot, region_moves
from core.figures.folds.heat_table import heat_table
from core.figures.folds.histograms import histograms
from core.figures.folds.paired import paired_lines
from core.figures.folds.pooled import pooled_bars
from core.figures.folds.range_plot import range_plot
from core.figures.folds.times import times_figure
from core.figures.inference.correlation import correlation_curve
from core.figures.inference.dots import p_value_strip, strip_moves, threshold_dots
from core.figures.inference.estimates import ENDS, colours_told, estimates_forest
from core.figures.inference.factors import factor_heatmap, interaction_plot, main_effects
from core.figures.inference.forest import LACK, ForestRow, interval_forest, worth_style, worths_told
from core.figures.inference.learning import learning_figure
from core.figures.inference.null import critical_moves, null_distribution, null_of, shows_p
from core.figures.inference.order import order_graph
from core.figures.inference.pairs_matrix import pairs_matrix
from core.figures.inference.posterior import posterior_figure, rope_curves, triangle_heatmap
from core.figures.inference.power import OtherEffect, power_curve
from core.figures.inference.ranks import rank_scale, rank_yardstick
from core.figures.inference.reach import reach_curves
from core.figures.inference.repeats import repeats_curves
from core.figures.inference.shrinking import shrinking_interval
from core.figures.inference.simplex import simplex_figure
from core.figures.inference.standing import Lanes, Yardstick, standing_diagram, standing_moves
from core.figures.inference.verdicts import qq_plot, verdict_strip
from core.figures.simulation.catalogue import laboratory_figure
from core.figures.simulation.thumbnail import thumbnail
from core.measures import one_instance_each

__all__ = [
    "ENDS",
    "LACK",
    "Drawing",
    "ForestRow",
    "Lanes",
    "LegendEntry",
    "Line",
    "Mark",
    "OtherEffect",
    "Region",
    "Scale",
    "Shown",
    "Style",
    "Styles",
    "Yardstick",
    "box_plot",
    "calibration_figure",
    "chart_colors",
    "class_counts",
    "class_share_bars",
    "clickable_cells",
    "colours_told",
    "column_overview",
    "confusion_figure",
    "correlation_curve",
    "cost_figure",
    "critical_moves",
    "design_picture",
    "difference_plot",
    "difference_scale",
    "estimates_forest",
    "factor_heatmap",
    "gain_figure",
    "heat_table",
    "histograms",
    "interaction_plot",
    "interval_forest",
    "interval_moves",
    "label",
    "laboratory_figure",
    "larger",
    "learning_figure",
    "legend_beside",
    "legend_of_all",
    "lift_figure",
    "main_effects",
    "mark_moves",
    "moves",
    "null_distribution",
    "null_of",
    "on_one_axis",
    "one_instance_each",
    "order_graph",
    "overlap_heatmap",
    "p_value_strip",
    "paired_lines",
    "pairs_matrix",
    "pooled_bars",
    "posterior_figure",
    "power_curve",
    "precision_recall_figure",
    "predicted_figure",
    "qq_plot",
    "range_plot",
    "rank_scale",
    "rank_yardstick",
    "rates_difference_scale",
    "reach_curves",
    "region_moves",
    "repeats_curves",
    "residual_figure",
    "roc_figure",
    "rope_curves",
    "scale_of",
    "shows_p",
    "shrinking_interval",
    "simplex_figure",
    "standing_diagram",
    "standing_moves",
    "strip_moves",
    "style_of",
    "thinned",
    "threshold_dots",
    "threshold_figure",
    "thumbnail",
    "times_figure",
    "triangle_heatmap",
    "two_circles",
    "verdict_strip",
    "with_reference",
    "worth_style",
    "worths_told",
]
