"""Committed sample tables and the scripts that write them."""
