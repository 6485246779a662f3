"""The confidence intervals, their steps and bands."""
