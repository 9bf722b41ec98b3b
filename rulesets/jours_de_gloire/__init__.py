"""Jours de Gloire Campaign: Poland and the Danube, the common rules with both games' own cases."""

from rulesets.jours_de_gloire.ruleset import JoursDeGloire, ruleset

__all__ = ["JoursDeGloire", "ruleset"]
