"""Jours de Gloire Campaign: Poland and the Danube, the common rules with both games' own cases."""
