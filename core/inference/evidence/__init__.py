"""What is judged: scores, predictions or counts, brought onto the same folds or instances."""
