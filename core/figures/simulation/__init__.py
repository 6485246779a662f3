"""Pictures of the laboratory: what trials gave, beside what algebra says."""
