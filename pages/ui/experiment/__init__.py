"""Choosing learners and designs; how a run goes."""
