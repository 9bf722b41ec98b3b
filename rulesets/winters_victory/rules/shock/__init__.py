"""Shock: who may attack whom, the ratio and differential, results, and charges of cavalry (12)."""
