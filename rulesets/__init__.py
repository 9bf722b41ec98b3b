"""Rulebooks that pbem can play, one package each; found through the entry point `pbem.rulesets`."""
