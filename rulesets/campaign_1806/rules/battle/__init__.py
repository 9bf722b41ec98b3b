"""Fighting: odds, results, boxes of the lost, demoralization, repulse (10, 11, 12, 16)."""
