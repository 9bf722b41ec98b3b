"""Movement: ways, costs, arrivals and reactions on the way."""
