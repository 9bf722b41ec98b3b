"""Fire: zones, targets, the table, what a shot costs both sides, and who may fire when (11)."""
