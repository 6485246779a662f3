"""Tables of records: every builder gives a `Table`, that is the numbers, how they are printed, and its text."""
