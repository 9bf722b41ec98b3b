"""What a game of hexes and counters shows and tells: maps, counters, arrows, losses."""
