"""The registered measures: what one fold scores."""
