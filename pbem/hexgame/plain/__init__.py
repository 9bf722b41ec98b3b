"""The parts of the contract ready made for a plain game: all counters lie open, one unit to a hex, orders are moves and
attacks."""
