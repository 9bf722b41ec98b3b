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
from rulesets.napoleons_last_battles.rules.reorganization import REORGANIZE, ReorganizeOptions, Return

_COMMAND = (
    "Command (11.0): whom each commander commands, officers within five hexes, who pass it on within three, and units.",
    "Below stands what counts by default; name a commander to decide for him. {} gives no command.",
)


def command_lines(board: Board, idle: Sequence[str]) -> Iterator[Line]:
    """nlb 11.0-1, 12.1D, 16.14A: the member `command`. idle: who is out of command by default."""
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
    """nlb 12.0-2, 12.1D, 16.16B: the member `reorganize`, with those who may come back now, and why others may not."""
    units, position = board.setting.roster.units, board.position
    waiting = [uid for uid in position.waiting if units[uid].army == position.army]
    if not board.setting.on("reorganization") or not waiting or board.conditions == NIGHT:
        return
    commanded = board.setting.on("command")
    yield Line(
        comment="Eliminated units that come back at their reduced strength, in the hex of who reorganizes them (12.0)."
    )
    if commanded:
        yield Line(comment="An officer who does is named so under command, such as reille: reorganizes (12.1D).")
    yield Line(f"{REORGANIZE}:")
    options = ReorganizeOptions(board)
    for entry in options.candidates():
        if entry["unit"] in (one.unit for one in options.chosen):
            continue
        judged = options.judge(entry)
        if isinstance(judged, Return):
            options.chosen.append(judged)
            name = units[entry["unit"]].name
            text = f"- {flow(entry)}"
            yield Line(comment=f"{text}   {name}", indent=1) if commanded else Line(text, name, 1, off=True)
    back = [one.unit for one in options.chosen]
    for uid in (one for one in waiting if one not in back):
        why = options.judge({"unit": uid})
        if not isinstance(why, Return):
            yield Line(comment=f"{uid}: {why[1].text} ({why[1].case})", indent=1)
    yield Line()
