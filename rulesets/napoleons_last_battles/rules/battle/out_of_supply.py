"""Units out of supply in a combat: a die says of each whether it falls back, is weakened, or fights (16.18B)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.requests import Request, Roll, Tell
from pbem.hexgame.fighting.advance import advance
from pbem.hexgame.fighting.engagement import Engagement, Procedure
from pbem.hexgame.fighting.falling_back import fall_back
from pbem.hexgame.fighting.resolve import muster
from rulesets.napoleons_last_battles.board import UNSUPPLIED, Board
from rulesets.napoleons_last_battles.rules.battle.leader_losses import leaders_after
from rulesets.napoleons_last_battles.rules.dice.commanders import COMMANDERS
from rulesets.napoleons_last_battles.rules.marks import WEAKENED

CASE: Final = "16.18"
OFFICER: Final = "officer"
_BACK: Final = 2
_HALVED: Final = 4
"""Highest dice by which a unit leaves the combat, and fights with half its strength."""


def steadied(combat: Engagement[Board]) -> Generator[Request, Any, Engagement[Board] | None]:
    """nlb 16.18B: before the odds a die for each unit out of supply, those of the attacker first, one more for a leader
    of its own in the hex. Who falls back is out of the combat at once; batteries that bombard only hold their fire.

    The combat as it goes on, None where nobody is left on one side: then the other may advance. Who is weakened bears a
    mark, to be taken off by `refresh` after the combat.
    """
    board, gone = combat.board, list[str]()
    for unit in (*combat.by, *combat.bombard, *combat.targets):
        if board.marked(UNSUPPLIED, unit) and unit in board.at:
            effect = yield from _die(combat, unit)
            if effect == "halved":
                board.position.mark(WEAKENED, (unit,))
            elif effect != "fights":
                gone.append(unit)
                if effect == "falls-back":
                    yield from fall_back(combat, unit)
    if not gone:
        return combat
    yield from leaders_after(combat, "supply")
    left = _without(combat, gone)
    if left.targets and (left.by or left.bombard):
        return left
    yield from _left_alone(combat, gone)
    return None


def _die(combat: Engagement[Board], unit: str) -> Generator[Request, Any, str]:
    """What the die makes of a unit: `falls-back`, `silent` for one that bombards, `halved` or `fights`."""
    ledger, at = combat.ledger, combat.board.at[unit]
    die = (yield Roll("1d6", ledger.label(f"{combat.attack.id}.supply.{unit}"), CASE, (at,)))[0]
    more = 1 if led(combat.board, unit) else 0
    effect = "falls-back" if die + more <= _BACK else "halved" if die + more <= _HALVED else "fights"
    if effect == "falls-back" and unit in combat.bombard:
        effect = "silent"
    event = {"kind": "unsupplied-die", "id": combat.attack.id, "unit": unit, "at": at, "die": die, "more": more}
    yield Tell({**event, "effect": effect, "case": CASE})
    return effect


def led(board: Board, unit: str) -> bool:
    """nlb 16.18B: whether a commander of its nation or an officer of its formation stands in the hex of a unit."""
    units = board.setting.roster.units
    own, at = units[unit], board.at[unit]
    here = (units[leader] for leader, there in board.position.leaders.items() if there == at)
    return any(
        one.nation == own.nation
        and (one.kind in COMMANDERS or (one.kind == OFFICER and one.formation == own.formation))
        for one in here
    )


def _without(combat: Engagement[Board], gone: Collection[str]) -> Engagement[Board]:
    """The combat as it stands after some have left it."""

    def kept(units: Sequence[str]) -> tuple[str, ...]:
        return tuple(unit for unit in units if unit not in gone)

    manner = replace(combat.manner, bombard=kept(combat.bombard))
    attack = replace(combat.attack, by=kept(combat.by))
    left = muster(combat.ledger, attack, combat.root, manner)[0]
    targets = kept(left.targets)
    starts = {unit: at for unit, at in left.starts.items() if unit not in gone}
    return replace(left, attack=combat.attack, targets=targets, starts=starts, pushed=combat.pushed)


def _left_alone(combat: Engagement[Board], gone: Collection[str]) -> Procedure:
    """nlb 16.18B: nobody is left on one side: there is no combat, and the other may advance."""
    ledger, at = combat.ledger, combat.board.at
    army, victors, losers = ledger.army, combat.by, combat.targets
    if not {*combat.by, *combat.bombard}.difference(gone):
        army, victors, losers = ledger.foe, combat.targets, combat.by
    yield Tell({"kind": "unfought", "id": combat.attack.id, "army": combat.board.enemy[army], "case": CASE})
    stayed = [unit for unit in victors if unit not in gone and at.get(unit) == combat.starts[unit]]
    yield from advance(combat, army, stayed, losers)


def refresh(board: Board) -> None:
    """After a combat nobody is weakened any more."""
    board.position.marks.pop(WEAKENED, None)
