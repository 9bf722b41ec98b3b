"""Dice that fall before orders are written, and what they decide."""
