"""The experiments of the laboratory, each beside its declaration."""
