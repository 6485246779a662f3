"""Tables of predictions, one file or one for each learner → predictions."""
