"""Whole games of Jena-Auerstadt, played once for all tests of a process that look at one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rulesets.napoleon_at_war import ruleset
from tests.games.opponents import Maker, Played, play_game, practice_decider, random_decider

BOTH: Final[Mapping[str, Maker]] = {"french": practice_decider, "prussian": practice_decider}


def against_chance(army: str) -> Mapping[str, Maker]:
    """The practice opponent as one army, a random player as the other."""
    return {**dict.fromkeys(BOTH, random_decider), army: practice_decider}


@cache
def whole_game(kind: str, seed: int, *options: str) -> Played:
    """A game. kind: `both`, or the army that the practice opponent plays against chance. options: those that are on."""
    makers = BOTH if kind == "both" else against_chance(kind)
    return play_game(ruleset, "jena-auerstadt", dict.fromkeys(options, True), makers, seed)
