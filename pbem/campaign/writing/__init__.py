"""What a player writes: orders, standing orders, and his part of a team's."""
