"""Pictures of scores by fold."""
