"""Command: who gives it to whom, and who is out of command (11.0)."""
