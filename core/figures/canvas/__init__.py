"""What every picture is made of: the drawing, its colours, texts, scales, marks."""
