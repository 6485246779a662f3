"""Numbers that are typed or pasted, and planning."""
