"""What a battle does to armies and brigades: morale, demoralization, fatigue (14, 15)."""
