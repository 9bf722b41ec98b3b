"""Movement: zones and costs, arrivals, exits, leaders."""
