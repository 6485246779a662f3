"""Bytes → a raw table: where it comes from, its encoding, its format, its cells."""
