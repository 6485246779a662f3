"""The hypothesis tests, each declared beside its formula, by question."""
