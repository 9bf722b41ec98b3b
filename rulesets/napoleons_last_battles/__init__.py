"""Napoleon's Last Battles, fourth edition."""

from rulesets.napoleons_last_battles.ruleset import LastBattles

ruleset = LastBattles()

__all__ = ["LastBattles", "ruleset"]
