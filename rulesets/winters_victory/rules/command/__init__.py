"""Command: the chain, who is in command, orders and their delivery, activation, states, Attack Orders (16, 17)."""
