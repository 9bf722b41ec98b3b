"""Orders to whole brigades, worked out into paths of their units (1.3 of the orders)."""
