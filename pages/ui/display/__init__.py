"""Texts, figures, tables and what moves in a chart that stays."""
