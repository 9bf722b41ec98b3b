"""Movement: what steps cost, road march, zones, stacking, bridges (3, 4, 8)."""
