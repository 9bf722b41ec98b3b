"""The map: a chart of terrain, the hexes of one or more sheets, and the files that both are read from."""
