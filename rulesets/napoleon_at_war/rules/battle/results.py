"""The results of the Combat Results Table and what follows from them at once: losses, retreats, displacement (7.6 to
7.8, 8.14, 8.15, 17.23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.hexgame.fighting import falling_back, results
from pbem.hexgame.fighting.engagement import Engagement, Event, Ledger, Procedure
from pbem.wargame.retreat import Ground
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.morale import collapse
from rulesets.napoleon_at_war.setting import Setting

Combat = Engagement[Board]


def attacker_eliminated(engagement: Combat) -> Procedure:
    """naw 7.6-Ae, 8.43: all adjacent attackers are lost, batteries among them too; bombarders are not."""
    return results.attacker_eliminated(engagement)


def defender_eliminated(engagement: Combat) -> Procedure:
    """naw 7.6-De: all defenders of the combat are lost."""
    return results.defender_eliminated(engagement)


def exchange(engagement: Combat) -> Procedure:
    """naw 7.6-Ex, 8.0-2, 8.14, 18.0-4: all defenders are lost, and adjacent attackers as strong as they in print.

    Both losses are of one instant. Bombarders neither pay nor count (ruling 10, ruling 13). All pay who can where
    they are no stronger than the loss, else it is the owner's choice.
    """
    return results.exchange(engagement)


def attacker_retreats(engagement: Combat) -> Procedure:
    """naw 7.6-Ar, 7.71, 8.15, 8.23: all adjacent attackers retreat; bombarders if they wish."""
    return results.attacker_retreats(engagement)


def defender_retreats(engagement: Combat) -> Procedure:
    """naw 7.6-Dr, 7.71, 8.52: all defenders retreat."""
    return results.defender_retreats(engagement, engagement.targets)


RESULTS: Final = {
    "Ae": attacker_eliminated,
    "De": defender_eliminated,
    "Ex": exchange,
    "Ar": attacker_retreats,
    "Dr": defender_retreats,
}


def ground(engagement: Combat, army: str) -> Ground:
    """naw 7.71, 7.72, 7.73, 7.81-1, 7.81-2, 7.82-1, 7.82-2, 7.82-3, 7.82-5, 17.23: the board as
    those of an army find it who retreat one hex or are displaced.

    Closed to them are all steps off the map, those that terrain bars, enemies and the zones of these; movement
    points do not matter (ruling 11). Vacant hexes come first. Displaced may be whoever has no part in the combat,
    however often (ruling 14), and its owner never refuses (ruling 12).
    """
    board = engagement.board
    return falling_back.ground(
        board,
        army,
        falling_back.clear_of_the_enemy(board, army),
        # Who leaves a hex in a chain still stands in it for the others of the chain.
        lambda unit, at, moved: not board.here.get(at),
        lambda unit: unit not in engagement.starts,
    )


def lose(ledger: Ledger[Board], unit: str, why: str, case: str) -> Event:
    """naw 2.3: takes a unit off the board as a loss at its battle; the event that tells of it."""
    board = ledger.board
    at = board.eliminate(unit)
    battle = board.field.map_of[at]
    strength = board.roster.units[unit].strength
    fact = {"kind": "eliminated", "unit": unit, "at": at, "strength": strength, "battle": battle}
    return {**fact, "why": why, "case": case}


def judge(setting: Setting, ledger: Ledger[Board], units: Sequence[str]) -> Procedure:
    """naw 18.0-1: units are lost at one instant; whoever breaks by it breaks now."""
    board = ledger.board
    for battle in dict.fromkeys(board.position.lost[unit] for unit in units):
        yield from collapse(setting, board, battle)
