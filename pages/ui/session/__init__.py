"""What a visitor has and chose: the session, the address, the caches."""
