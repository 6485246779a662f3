"""What a verdict means: its size, its firmness, and why tests disagree."""
