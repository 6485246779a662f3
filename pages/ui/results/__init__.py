"""The results that the analysis pages judge."""
