"""Curves over thresholds and scores."""
