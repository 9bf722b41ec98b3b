"""What a page on which orders are clicked together asks of a game of hexes and counters."""
