"""Pictures of intervals, verdicts, nulls, posteriors and power."""
