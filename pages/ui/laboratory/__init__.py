"""The laboratory: its controls, its trials as they arrive, its index."""
