"""The doors: files, pasted tables, OpenML, counts."""
