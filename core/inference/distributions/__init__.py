"""Null distributions, ranks, AUC placements and limits of intervals, on arrays; they know no test."""
