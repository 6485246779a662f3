"""Counts that were typed or pasted, in any of their forms → Counts."""
