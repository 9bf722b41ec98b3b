"""Napoleon at War: the standard rules of the series with Jena-Auerstadt."""

from rulesets.napoleon_at_war.ruleset import NapoleonAtWar

ruleset = NapoleonAtWar()

__all__ = ["NapoleonAtWar", "ruleset"]
