"""Which tests fit some evidence, and the inputs that they take from it."""
