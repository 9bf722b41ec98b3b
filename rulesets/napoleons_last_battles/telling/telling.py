"""What people are told of a game of Napoleon's Last Battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.contract import NO_LEGEND, Telling
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.sequence import headline
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesTelling(Telling):
    """`engine.contract.Telling`. All counters lie open, so everybody is told the same."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def phase_name(self, at: Json) -> str:
        """`french-06`; `french-00` for a set-up."""
        return f"{at['army']}-{at['turn']:02d}"

    def headline(self, at: Json) -> str:
        """`16 June, 1500, French player turn`."""
        return headline(self.theatre.setting, CODEC.from_json(at))

    def name(self, thing: str) -> str:
        """The printed name of a unit, formation, army or place; the id itself where there is none."""
        setting, field = self.theatre.setting, self.theatre.field
        if thing in setting.roster.units:
            return setting.roster.units[thing].name
        if thing in field.neighbours:
            return field.name(thing)
        if thing in setting.roster.formations:
            return setting.roster.formations[thing].name
        return thing.capitalize() if thing in setting.armies else thing

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and `map` tell of a position."""
        return {}

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        return ""

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Nothing: no unit of this game bears a number in place of its name."""
        return NO_LEGEND

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What orders would do before any die."""
        return {}
