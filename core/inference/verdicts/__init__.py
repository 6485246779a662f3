"""What a test answers, in numbers and in words."""
