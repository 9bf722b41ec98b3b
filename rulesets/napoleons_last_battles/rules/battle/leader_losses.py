"""Leaders in combat: dice for those whose units are gone, flight of those left alone, and who succeeds them (10.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from pbem.engine.requests import Roll, Tell
from pbem.hexgame.fighting.engagement import Engagement, Procedure
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.muster import SECONDS
from rulesets.napoleons_last_battles.roster import LEADERS
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.march.leaders import flee, flee_where_stranded, friends

FATAL: Final = (1, 2)
"""nlb 10.2-2: what a die has to show to kill a leader."""


def leaders_after(combat: Engagement[Board], step: str) -> Procedure:
    """nlb 10.1E-2, 10.2-2, 10.2-3: after a step of a combat, its retreats or its advance: a die for each leader whose
    units were all eliminated or forced to retreat; who lives goes to the nearest friendly combat unit, and whoever
    stands alone in an enemy zone flees there too.

    step: a word for the labels. A leader is rolled for once in a combat. The order is that of the roster.
    """
    ledger, leaders = combat.ledger, combat.board.position.leaders
    if not leaders:
        return
    assert isinstance(ledger, BattleLedger)
    name = combat.attack.id
    label = ledger.label(f"{name}.{step}")
    rolled_for = ledger.rolled_for.setdefault(name, set())
    for leader in _bereft(combat, rolled_for):
        rolled_for.add(leader)
        die = (yield Roll("1d6", ledger.label(f"{name}.leader.{leader}"), "10.2", (leaders[leader],)))[0]
        if die in FATAL:
            yield from kill(combat.board, leader, die, "10.2")
        else:
            yield Tell({"kind": "leader-unhurt", "unit": leader, "at": leaders[leader], "die": die, "case": "10.2"})
            if not friends(combat.board, _army(combat.board, leader), leaders[leader]):
                yield from flee(combat.board, (leader,), label)
    yield from flee_where_stranded(combat.board, label)


def _bereft(combat: Engagement[Board], rolled_for: Collection[str]) -> list[str]:
    """nlb 10.2-2, 16.14B: the leaders whose units are all gone from their hex against their will, and for whom no die
    has fallen in this combat. A headquarters is no leader here: it only flees."""
    board, units = combat.board, combat.board.setting.roster.units
    hexes = {combat.starts[unit]: _army(board, unit) for unit in (*combat.by, *combat.targets)}
    gone = {(at, army) for at, army in hexes.items() if not any(_stays(combat, army, at))}
    found = [
        leader
        for leader, at in board.position.leaders.items()
        if (at, units[leader].army) in gone and leader not in rolled_for and units[leader].kind in LEADERS
    ]
    return sorted(found, key=lambda leader: units[leader].order)


def _stays(combat: Engagement[Board], army: str, at: str) -> Iterator[bool]:
    """Of each combat unit of an army that stood in a hex when the combat began, whether it was spared: it is still
    there, or went on of its own will, as bombarders do who retreat."""
    board, starts = combat.board, combat.starts
    for unit, start in starts.items():
        if start == at:
            spared = unit in combat.ledger.advanced or unit in combat.bombard
            yield unit in board.at and (board.at[unit] == at or spared)
    for unit in board.units_in(at):
        # Who takes no part and was not pushed here by this combat stood here before.
        known = unit in starts or unit in combat.pushed
        yield board.setting.roster.units[unit].fights and _army(board, unit) == army and not known


def _army(board: Board, unit: str) -> str:
    return board.setting.roster.units[unit].army


def kill(board: Board, leader: str, die: int, case: str) -> Iterator[Tell]:
    """nlb 10.2-2, 16.1C-5: a leader falls for good; by the option `seconds` his second takes over at once, if he is on
    the map. He gives up his corps, in which nobody follows him."""
    position = board.position
    at = position.leaders.pop(leader)
    position.dead.add(leader)
    position.idle.discard(leader)
    position.unmark((leader,))
    yield Tell({"kind": "leader-killed", "unit": leader, "at": at, "die": die, "case": case})
    second, heir = _seconds(board).get(leader, ("", ""))
    if second in position.leaders:
        position.leaders[heir] = position.leaders.pop(second)
        position.dead.add(second)
        position.idle.discard(second)
        position.unmark((second,))
        where = position.leaders[heir]
        yield Tell({"kind": "succeeded", "unit": heir, "second": second, "chief": leader, "at": where, "case": "16.1C"})


def _seconds(board: Board) -> Mapping[str, tuple[str, str]]:
    return SECONDS if board.setting.on("seconds") else {}
