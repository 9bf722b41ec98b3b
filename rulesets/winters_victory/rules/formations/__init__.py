"""Formations: who may be in which, what a change costs and what it does (7, 8)."""
