"""Moving: what a step costs, whom it meets, paths of orders, and where a unit can get (5, 6)."""
