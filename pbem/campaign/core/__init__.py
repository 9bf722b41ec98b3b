"""The verified campaign at hand: its log, its rules, its player, and what is due."""
