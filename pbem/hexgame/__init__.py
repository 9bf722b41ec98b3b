"""What rulebooks of hexes and counters have in common: a ruleset composes these functions and hands in its tables."""
