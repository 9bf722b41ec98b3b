"""Losses, ground and luck as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from pbem.wargame.exchange import cheapest_payment
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.victory import awards, losses
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances

# What it is worth to drive somebody back by a hex, in parts of his strength: he is mostly whole next turn, but he has
# lost his ground and may be lost on the way (7.72).
_RETREAT = Fraction(1, 4)


class NapoleonFigures(GameFigures):
    """Losses, hexes held, victory points, and the dice of the combats."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def tally(self, at: Json) -> Tally:
        """What can be counted of a position."""
        return tally(self.setting, Position.from_json(at))

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        return fortunes(self.setting, events)


def tally(setting: Setting, position: Position) -> Tally:
    """Strength lost at all battles, hexes held, and the points that 19.1 would give if the game ended now."""
    board, rows = setting.board(position), awards(setting, position)
    return Tally(
        lost={army: losses(setting, position, army) for army in setting.armies},
        held={army: _held(board, army) for army in setting.armies},
        points={army: sum(row["points"] for row in rows if row["army"] == army) for army in setting.armies},
        units={
            "lost": "strength points eliminated",
            "held": "hexes occupied, or under the army's zones of control alone",
            "points": "victory points if the game ended now",
        },
    )


def _held(board: Board, army: str) -> int:
    """Hexes that an army occupies, and vacant ones that its zones of control reach and the enemy's do not."""
    foe = board.enemy[army]
    occupied = [at for at in board.here if board.holder(at) == army]
    alone = [at for at in board.zones[army] if at not in board.here and board.in_zone(at, army)]
    return len(occupied) + sum(not board.in_zone(at, foe) for at in alone)


def fortunes(setting: Setting, events: Sequence[Mapping[str, Any]]) -> tuple[Fortune, ...]:
    """The die of each combat, see `worths`. Its army is the attacker's."""
    found = []
    for event in events:
        if event.get("kind") == "combat":
            worth = worths(setting, event)
            army = setting.roster.units[event["attackers"][0]["unit"]].army
            spread: dict[Fraction, Fraction] = {}
            told = event["calculation"]
            for result, chance in chances(setting, told["used"]).items():
                spread[worth[result]] = spread.get(worth[result], Fraction(0)) + chance
            strengths = " to ".join(str(strength["counts"]) for strength in told["strengths"])
            name = f"attack {event['id']}, {strengths} at {told['used']}"
            found.append(Fortune(name, army, worth[event["result"]], tuple(sorted(spread.items()))))
    return tuple(found)


def worths(setting: Setting, event: Mapping[str, Any]) -> dict[str, Fraction]:
    """What each result of a combat (7.6) is worth to the attacker, in strength points gained and lost at once.

    Whoever is eliminated counts with his printed strength, whoever retreats with a quarter of it. An exchange gains
    the defenders for the cheapest sufficient attackers. Bombarders risk nothing. What comes of a result later, such
    as a retreat into an enemy zone, is not the die's doing and does not count.
    """
    near = [(one["unit"], one["strength"]) for one in event["attackers"] if not one["bombards"]]
    ours, theirs = sum(strength for _, strength in near), sum(one["strength"] for one in event["defenders"])
    given = dict(near)
    payers = cheapest_payment(near, theirs)
    paid = ours if payers is None else sum(given[unit] for unit in payers)
    return {
        "De": Fraction(theirs),
        "Dr": theirs * _RETREAT,
        "Ex": Fraction(theirs - paid),
        "Ar": -ours * _RETREAT,
        "Ae": Fraction(-ours),
    }
