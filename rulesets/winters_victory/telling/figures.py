"""Losses, ground, points and luck as figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from rulesets.winters_victory.board.pieces import ARTILLERY
from rulesets.winters_victory.fire_charts import FireTable
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules import victory
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.strengths import forces

Event = Mapping[str, Any]
_RETREAT: Final = Fraction(1, 4)
"""What it is worth to drive somebody back, in parts of his strength, as in other games of hexes."""
_CHECK: Final = Fraction(1, 2)
"""What a morale check by fire that costs no point is worth, in points (ours)."""


class WintersFigures(GameFigures):
    """Points lost, hexes of objectives held, victory points, and the dice of fire and shock."""

    def __init__(self, names: WinterNames) -> None:
        self.names = names

    def tally(self, at: Json) -> Tally:
        """wv 14.13, 14.22-3: points of foot and horse lost, hexes of objectives, points if the battle ended now."""
        play = Play(self.names.setting, Position.from_json(at))
        books, found = play.setting.chain.books, forces(play)
        held = list(play.position.held.values())
        return Tally(
            lost={army: sum(one.lost for name, one in found.items() if books[name][1] == army) for army in ARMIES},
            held={army: held.count(army) for army in ARMIES},
            points={army: sum(parts.values()) for army, parts in victory.scored(play.standing()).items()},
            units={
                "lost": "strength points of foot and horse lost",
                "held": "hexes of objectives held",
                "points": "victory points",
            },
        )

    def fortunes(self, events: Sequence[Event]) -> Sequence[Fortune]:
        """The dice of fire, for who fires, and of shock, for the attacker."""
        return tuple(self._fortunes(events))

    def _fortunes(self, events: Sequence[Event]) -> Iterator[Fortune]:
        for event in events:
            if event["kind"] == "fire":
                yield self._fire(event)
            elif event["kind"] == "shock-result" and event["die"] is not None:
                yield self._shock(event)

    def _fire(self, event: Event) -> Fortune:
        """wv 11.0-F6, 11.8: a shot; one that strikes friends is worth less than nothing."""
        units = self.names.setting.units
        army = units[event["unit"]].army
        sign = -1 if event["units"] and units[event["units"][0]].army == army else 1
        table = self._table(event["unit"])
        added = sum(int(add) for _, add in event["modifiers"])
        spread = table.chances(event["column"], event["number"], added)
        worths = ((sign * _worth(result, event["most"]), share) for result, share in spread.items())
        name = f"{self.names.unit(event['unit'])} at {event['to']}, column {event['column']}"
        return Fortune(name, army, sign * _worth(event["result"], event["most"]), _spread(worths))

    def _table(self, uid: str) -> FireTable:
        charts, unit = self.names.setting.charts, self.names.setting.units[uid]
        return charts.guns if unit.kind == ARTILLERY else charts.infantry[unit.nation]

    def _shock(self, event: Event) -> Fortune:
        """wv 12.3: an attack: what the defender loses and what the attacker does, and a part of who is driven back."""
        ours, theirs = event["strengths"]
        worths = [_fought(face, ours, theirs) for face in event["faces"]]
        name = f"attack on {event['to']} from {event['at']}, {event['row']} at {event['differential']:+d}"
        spread = _spread((worth, Fraction(1, len(worths))) for worth in worths)
        return Fortune(name, event["army"], worths[event["die"]], spread)

    def decided(self, label: str, events: Sequence[Event]) -> Event | None:
        """The event that bears the label of a die."""
        return next((one for one in events if label in (one.get("label"), one.get("falls"))), None)


def _worth(result: str, most: int) -> Fraction:
    return Fraction(min(int(result), most)) if result.isdecimal() else _CHECK


def _fought(face: Sequence[Sequence[Any]], ours: int, theirs: int) -> Fraction:
    """wv 12.41-Dr: what a face of the die is worth to the attacker. face: code, losses, state and retreat of
    both."""
    (_, lost, _, back), (_, gained, _, driven) = face
    return Fraction(int(gained) - int(lost)) + _RETREAT * (theirs * int(driven > 0) - ours * int(back > 0))


def _spread(worths: Iterable[tuple[Fraction, Fraction]]) -> tuple[tuple[Fraction, Fraction], ...]:
    found: dict[Fraction, Fraction] = {}
    for worth, share in worths:
        found[worth] = found.get(worth, Fraction(0)) + share
    return tuple(sorted(found.items()))
