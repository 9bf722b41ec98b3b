"""Hidden movement: pairs of markers that stand for units off the map (16.6)."""
