"""What a test declares, and the parts that declarations share."""
