"""Ground held and the luck of combats, as figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.engine.calculation import Amount, mixed
from pbem.engine.figures import Fortune, Tally
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P, Roster
from pbem.wargame.exchange import cheapest_payment

Event = Mapping[str, Any]

# What it is worth to drive somebody back by a hex, in parts of his strength: he is mostly whole next turn, but he has
# lost his ground and may be lost on the way.
_RETREAT: Final = Fraction(1, 4)


def held(board: HexBoard[P], army: str) -> int:
    """Hexes that an army occupies, and vacant ones that its zones of control reach and the enemy's do not."""
    foe = board.enemy[army]
    occupied = [at for at in board.here if board.holder(at) == army]
    alone = [at for at in board.zones[army] if at not in board.here and board.in_zone(at, army)]
    return len(occupied) + sum(not board.in_zone(at, foe) for at in alone)


def tally(
    board: HexBoard[P],
    armies: Iterable[str],
    lost: Callable[[str], int],
    points: Mapping[str, int],
    counted: str = "victory points",
) -> Tally:
    """What can be counted of a position. lost: army -> strength points that it has lost. points: of victory, {} where
    they decide nothing. counted: what they are called."""
    units = {
        "lost": "strength points eliminated",
        "held": "hexes occupied, or under the army's zones of control alone",
        **({"points": counted} if points else {}),
    }
    held_by = {army: held(board, army) for army in armies}
    return Tally(lost={army: lost(army) for army in held_by}, held=held_by, points=points, units=units)


def combat_worths(event: Event) -> dict[str, Fraction]:
    """What each result of a combat that was told is worth to the attacker, see `result_worths`."""
    near = [(one["unit"], one["strength"]) for one in event["attackers"] if not one["bombards"]]
    return result_worths(near, sum(one["strength"] for one in event["defenders"]))


def result_worths(near: Sequence[tuple[str, Amount]], theirs: Amount) -> dict[str, Fraction]:
    """What each result of a combat is worth to the attacker, in strength points gained and lost at once.

    near: the attackers that are adjacent, with their printed strengths; whoever bombards risks nothing. theirs: the
    defenders' strength. Whoever is eliminated counts with his strength, whoever retreats with a quarter of it. An
    exchange gains the defenders for the cheapest sufficient attackers. What comes of a result later, such as a retreat
    into an enemy zone, is not the die's doing and does not count.
    """
    ours, given = sum(strength for _, strength in near), dict(near)
    payers = cheapest_payment(near, theirs)
    paid = ours if payers is None else sum(given[unit] for unit in payers)
    return {
        "De": Fraction(theirs),
        "Dr": theirs * _RETREAT,
        "Ex": Fraction(theirs - paid),
        "Ar": -ours * _RETREAT,
        "Ae": Fraction(-ours),
    }


def _bonus(told: Mapping[str, Any]) -> int:
    """What a calculation that was told adds to the die."""
    return sum(int(one["by"]) for one in told["modifiers"])


def fortunes(
    events: Iterable[Event],
    roster: Roster[P],
    chances: Callable[[str, int], Mapping[str, Fraction]],
    worths: Callable[[Event], Mapping[str, Fraction]] = combat_worths,
) -> tuple[Fortune, ...]:
    """The die of each combat. Its army is the attacker's.

    chances: column of the results table, and what is added to the die -> exact chance of each result. worths: event of
    a combat -> what each result is worth to the attacker. The event tells its calculation as
    `engine.calculation.Calculation` does.
    """
    found = []
    for event in events:
        if event.get("kind") == "combat":
            worth, told = worths(event), event["calculation"]
            spread: dict[Fraction, Fraction] = {}
            for result, chance in chances(told["used"], _bonus(told)).items():
                spread[worth[result]] = spread.get(worth[result], Fraction(0)) + chance
            strengths = " to ".join(mixed(strength["counts"]) for strength in told["strengths"])
            name = f"attack {event['id']}, {strengths} at {told['used']}"
            army = roster.units[event["attackers"][0]["unit"]].army
            found.append(Fortune(name, army, worth[event["result"]], tuple(sorted(spread.items()))))
    return tuple(found)
