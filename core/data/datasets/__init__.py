"""Tables, samples and OpenML → data sets: roles of columns, attributes, target."""
