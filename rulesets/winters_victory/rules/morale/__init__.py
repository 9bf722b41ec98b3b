"""Morale: effectiveness, checks and what follows, retreats, rally, fatigue, the morale of armies (13 to 15)."""
