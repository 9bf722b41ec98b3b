"""Mail fetched and sent by the program itself, for a player."""
