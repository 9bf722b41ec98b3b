"""The counters of a scenario as they are printed, those among them that have not come yet."""

from __future__ import annotations

from pbem.engine.picture import Counter
from pbem.hexgame.telling import counters
from rulesets.napoleons_last_battles.pictures.counters import print_of
from rulesets.napoleons_last_battles.theatre import Theatre


def countersheet(theatre: Theatre) -> tuple[Counter, ...]:
    """One counter for each unit, then for each leader, of the roster, in its order."""
    return counters.countersheet(theatre.everybody, print_of(theatre.setting))
