"""Command: ranges, points, checks of initiative (5.1, 7)."""
