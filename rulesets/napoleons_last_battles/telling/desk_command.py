"""Who gives command to whom by the orders so far, whom he could still reach, who is left without, and who comes back
(11.0, 12.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.options import Json
from pbem.hexgame.desk.reaching import points
from rulesets.napoleons_last_battles.board import Board, Commands
from rulesets.napoleons_last_battles.rules.command.authority import Authority
from rulesets.napoleons_last_battles.rules.command.chain import Chain
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.wording_hidden import OF_PAIRS


def command_notes(names: DispatchNames, board: Board, chain: Commands | None) -> Iterator[str]:
    """nlb 11.0-1, 11.1A, 11.1B-1: a line for each commander, for each officer who passes command on, and one for those
    who are left without; nothing where no command is given.

    board: as command is given on it. chain: the command given.
    """
    if not isinstance(chain, Chain):
        return
    authority = Authority(board)
    for commander in authority.commanders:
        yield _commander(names, authority, chain, commander)
    for officer, units in chain.through.items():
        yield f"{names.unit(officer)} passes it on to {_listed(names, units)} (11.1B)"
    idle = [uid for uid in (*authority.officers, *authority.units) if uid in chain.idle]
    if idle:
        yield f"Without command: {_listed(names, idle)} (11.3)"


def _commander(names: DispatchNames, authority: Authority, chain: Chain, commander: str) -> str:
    """nlb 11.1A: whom he commands of how many, and who of those without command is in his range."""
    officers = [uid for uid, giver in chain.officers.items() if giver == commander]
    units = [uid for uid, giver in chain.direct.items() if giver == commander]
    most = authority.capacity(commander)
    taken = points(authority.halves(commander, officers))
    text = f"{names.unit(commander)} commands {_listed(names, (*officers, *units)) or 'nobody'}: "
    text += f"{taken} of {most} officers, {len(units)} of {most} units (11.1A)"
    idle = [uid for reached in authority.commandable(commander) for uid in reached if uid in chain.idle]
    return f"{text}; in his range without command: {_listed(names, idle)}" if idle else text


def reorganized_notes(names: DispatchNames, events: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """nlb 12.0-2, 12.2: a line for each unit that comes back, and one for each die that may destroy it instead."""
    for event in events:
        leader = names.unit(event.get("by") or event.get("unit") or "")
        if event["kind"] == "reorganized":
            yield f"{names.unit(event['unit'])} comes back in {names.hex(event['at'])} with {leader} (12.0)"
        elif event["kind"] == "reorganization":
            yield f"On a 5 or 6 {leader} loses {_listed(names, event['units'])} for good instead (12.2)"


def pair_notes(names: DispatchNames, events: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """nlb 16.6A-2, 16.6C-1: a line for each pair of markers that is placed or opened, and for who is deployed then."""
    return (OF_PAIRS[event["kind"]](names, event) for event in events if event["kind"] in OF_PAIRS)


def _listed(names: DispatchNames, units: Iterable[str]) -> str:
    return ", ".join(map(names.unit, units))
