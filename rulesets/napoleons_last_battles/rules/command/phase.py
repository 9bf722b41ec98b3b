"""The command segment of a player turn: command is given, and who receives none is marked (4.1.1A, 11.0)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Choose, Request, Silent, Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command import headquarters
from rulesets.napoleons_last_battles.rules.command.chain import Chain
from rulesets.napoleons_last_battles.rules.command.options import STATES, CommandOptions

COMMAND: Final = "command"


def command_phase(board: Board, said: Json | Silent = SILENT) -> Generator[Request, Any, Chain]:
    """nlb 4.1.1A-1, 4.2-1, 4.3-1, 11.0-3, 11.3-1: the phasing army gives command; returns who has it from whom.

    Units and officers on the map who receive none are out of command until its next command segment. At night, and in a
    game without command, nothing changes. said: the member `command` of the orders, SILENT if there is none.
    """
    options = CommandOptions(board)
    if options.closed is not None and isinstance(said, Silent):
        return Chain()
    army = board.position.army
    label = f"gt{board.position.turn}.{army}.{COMMAND}"
    answer = yield Choose(army, COMMAND, options, label, said, (COMMAND,), scene=board)
    if options.closed is not None:
        return Chain()
    chain = board.given = options.chain(answer)
    mark(board, chain)
    yield from _told(board, options, chain)
    yield from _turn_headquarters(board, answer)
    return chain


def mark(board: Board, chain: Chain) -> None:
    """nlb 11.0-3: marks who of the phasing army is out of command; marks of the other army stay."""
    position, units = board.position, board.setting.roster.units
    position.idle = {uid for uid in position.idle if units[uid].army != position.army} | chain.idle


def _told(board: Board, options: CommandOptions, chain: Chain) -> Iterator[Tell]:
    """Every leader who gives command, who reorganizes, and who is left without."""
    for uid in options.authority.commanders:
        officers = [one for one in options.authority.officers if chain.officers.get(one) == uid]
        units = [one for one in options.authority.units if chain.direct.get(one) == uid]
        if officers or units:
            event = {"kind": "commands", "unit": uid, "at": board.position.leaders[uid]}
            yield Tell({**event, "officers": officers, "units": units, "case": "11.1A"})
    for uid, passed in chain.through.items():
        event = {"kind": "commands", "unit": uid, "at": board.position.leaders[uid]}
        yield Tell({**event, "officers": [], "units": list(passed), "case": "11.1B"})
    for uid in options.authority.officers:
        if uid in chain.reorganizing:
            yield Tell({"kind": "reorganizes", "unit": uid, "at": board.position.leaders[uid], "case": "12.1D"})
    idle = [uid for uid in (*options.authority.officers, *options.authority.units) if uid in chain.idle]
    if idle:
        yield Tell({"kind": "out-of-command", "army": board.position.army, "units": idle, "case": "11.0"})


def _turn_headquarters(board: Board, answer: Mapping[str, Json]) -> Iterator[Tell]:
    """nlb 16.14A: at the end of the phase headquarters are turned."""
    units = board.setting.roster.units
    for seat in sorted((uid for uid, word in answer.items() if word in STATES), key=lambda uid: units[uid].order):
        yield from headquarters.turn(board, seat, answer[seat], "", "16.14A")
