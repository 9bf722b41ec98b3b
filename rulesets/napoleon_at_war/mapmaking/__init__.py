"""Tooling that rebuilds the two battlefield maps from a sketch of the real country. No rule reads any of it."""
