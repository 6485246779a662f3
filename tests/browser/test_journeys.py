"""Journeys of real people through the running app."""
