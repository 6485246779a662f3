"""Thresholds, curves, areas, confusion, costs, residuals."""
