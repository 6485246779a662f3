"""Sample size, power, and what a design can show."""
