"""1806 (OSG 1998)."""

from rulesets.campaign_1806.ruleset import Campaign1806

ruleset = Campaign1806()
"""This rulebook, by the name under which an entry point finds it."""
