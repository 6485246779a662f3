"""The confusion matrix, its rates and averages."""
