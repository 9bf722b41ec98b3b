"""Figures of a campaign: losses, ground and luck as numbers, and as charts drawn from them."""
