"""Procedures by chapter."""
