"""Thresholds over scores, the curves they trace, their bands, areas and costs."""
