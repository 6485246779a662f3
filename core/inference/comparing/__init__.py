"""Two learners, all pairs, many learners: the advised or a named test, and adjusted p-values."""
