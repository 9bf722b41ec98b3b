"""Winter's Victory (New England Simulations), the battle of Eylau: a reconstruction."""

from rulesets.winters_victory.ruleset import WintersVictory

ruleset = WintersVictory()
"""This rulebook, by the name under which an entry point finds it."""
