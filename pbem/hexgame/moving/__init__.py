"""Movement phases: marches and the ways to them, coming onto the map and leaving it, what a move says and does."""
