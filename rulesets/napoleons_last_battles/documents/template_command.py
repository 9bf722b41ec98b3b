"""Command and reorganization in an orders template: what counts by default, and who else is in reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.contract import Line
from pbem.hexgame.documents.members import flow
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.documents.printed import printed
from rulesets.napoleons_last_battles.rules.command.options import OFFICERS, UNITS, CommandOptions
from rulesets.napoleons_last_battles.rules.command.phase import COMMAND

_COMMAND = (
    "Command (11.0): whom each commander commands, officers within five hexes, who pass it on within three, and units.",
    "Below stands what counts by default; name a commander to decide for him. {} gives no command.",
)


def command_lines(board: Board, idle: Sequence[str]) -> Iterator[Line]:
    """nlb 11.0, 12.1D, 16.14A: the member `command`. idle: who is out of command by default."""
    options = CommandOptions(board)
    if options.closed is not None:
        return
    facts: Mapping[str, Any] = options.describe()
    for text in _COMMAND:
        yield Line(comment=text)
    yield Line(f"{COMMAND}:")
    names = board.setting.roster.units
    where = printed(board).where
    default = facts["default"]
    for one in facts["commanders"]:
        commander = one["unit"]
        who = f"{names[commander].name} in {where(commander)}, capacity {one['capacity']}"
        if one["silent"]:
            yield Line(comment=f"{who}: {one['silent']}", indent=1)
            continue
        reach = "; ".join(f"{key} {', '.join(one[key])}" for key in (OFFICERS, UNITS) if one[key])
        said = default.get(commander, {})
        yield Line(f"{commander}: {flow(said)}", f"{who}; in reach: {reach or 'nobody'}", 1, off=True)
    for one in facts[OFFICERS]:
        passed = ", ".join(one[UNITS]) or "nobody"
        who = f"{names[one['unit']].name} in {where(one['unit'])}"
        yield Line(comment=f"{who} would pass command on to {passed}", indent=1)
    for one in facts["headquarters"]:
        state = "active" if one["active"] else "inactive"
        text = (
            f"{names[one['unit']].name} in {where(one['unit'])} is {state}; {one['unit']}: active or inactive turns it"
        )
        yield Line(comment=text, indent=1)
    if idle:
        yield Line(comment=f"Out of command by default: {', '.join(idle)}", indent=1)
    yield Line()


def waiting_lines(board: Board) -> Iterator[Line]:
    """nlb 12.0: the member `reorganize`, with those who may come back one day."""
    units, position = board.setting.roster.units, board.position
    waiting = [uid for uid in position.waiting if units[uid].army == position.army]
    if not board.setting.on("reorganization") or not waiting or board.conditions == NIGHT:
        return
    yield Line(
        comment="Eliminated units that come back (12.0): - {unit: huss-5}, with its officer out of enemies' way,"
    )
    yield Line(
        comment="once a whole game-turn lies behind their loss; they appear in his hex at their reduced strength."
    )
    yield Line("reorganize:")
    for uid in waiting:
        lost = board.setting.turns[position.waiting[uid] - 1].id
        yield Line(comment=f"{uid}: {units[uid].name}, lost on {lost}", indent=1)
    yield Line()
