"""What orders would do before any die: moves with what may stop them, odds and chances of attacks, fire, orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.odds_query import Outlook
from pbem.engine.options import Json
from pbem.hexgame.telling.previewing import ordered, void
from rulesets.winters_victory.board.pieces import CREW
from rulesets.winters_victory.decisions import COMMAND, FIRE, HOURLY, RALLY, REACT, assaults, entries
from rulesets.winters_victory.orders_options import ORDERS, SHOCK, SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.movement_phase import Entry
from rulesets.winters_victory.rules.shock_phase import Ride
from rulesets.winters_victory.telling.moves_ahead import lines as move_lines
from rulesets.winters_victory.telling.moves_ahead import marches
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.orders_ahead import command_ahead, fire_ahead
from rulesets.winters_victory.telling.outlooks import Ahead
from rulesets.winters_victory.tempo import MOVEMENTS, SHOCKS, Phase

Said = Mapping[str, Any]
_DECIDING: Final = (COMMAND, RALLY, FIRE, REACT, HOURLY)


def preview(names: WinterNames, play: Play, orders: Said) -> Json:
    """The preview of orders for the segment that begins on a board, which is read and never changed.

    moves: each with its path, points, who may fire at it where, where it checks morale, and which horse may charge it.
    attacks: on the board as it stands, each with its strengths, row, differential and the exact chances of its results.
    fire: own volleys as everybody stands now, where the segment has them. command: orders with the chances of their
    arrival. void: orders that the rules refuse. ordered, idle: of those who could move, or attack where nobody moves,
    how many are ordered to, and the names of the others. open: whether anything could be decided otherwise than by
    default.
    """
    options = SegmentOrders(play)
    faults = options.faults(orders)
    barred = {fault.path for fault in faults}
    moves = marches(options.rehearsal(), entries(orders)) if _plays(play, MOVEMENTS) else []
    ahead = [one for number, one in enumerate(attacks(names, play, orders)) if (SHOCK, number) not in barred]
    free, entered = _free(play, orders)
    found: dict[str, Any] = {
        "moves": [one.told() for one in moves],
        "attacks": [one.told() for one in ahead],
        "fire": fire_ahead(play, orders) if _plays(play, (Phase.FIRE,)) else [],
        "command": command_ahead(play, orders),
        "void": void(faults),
        **ordered(free, entered, names.unit),
    }
    found["open"] = bool(free or any(orders.get(member) for member in _DECIDING) or _decides(play))
    return {**found, "lines": list(_lines(names, found, moves, ahead))}


def attacks(names: WinterNames, play: Play, orders: Said) -> list[Ahead]:
    """wv 12.0-1: the attacks and charges of orders, each on the board as it stands before all of them."""
    army, scene = play.segment.army, play.scene
    zones = {horse: one for horse, one in play.zones.items() if play.setting.units[horse].army == army}
    found = []
    for entry in assaults(orders) if _plays(play, SHOCKS) else ():
        own = {entry.horse: zones[entry.horse]} if isinstance(entry, Ride) and entry.horse in zones else {}
        found.append(Ahead(names, scene, army, entry, own))
    return found


def _plays(play: Play, phases: Sequence[Phase] | frozenset[Phase]) -> bool:
    return any(phase in phases for _, phase in play.segment.phases)


def _decides(play: Play) -> bool:
    """wv 4.1.2, 4.1.6: whether the author decides of command, rallies or fire in the segment at all."""
    own = {"french": (Phase.FRENCH_COMMAND, Phase.FRENCH_RALLY), "allied": (Phase.ALLIED_COMMAND, Phase.ALLIED_RALLY)}
    return _plays(play, (*own[play.segment.army], Phase.FIRE))


def _free(play: Play, orders: Said) -> tuple[list[str], Sequence[Json]]:
    """wv 6.0-2, 12.11.1: who could be ordered, and the entries that order them: combat units that may begin a move, or
    in a segment without moves those that could attack."""
    options, units = SegmentOrders(play), play.setting.units
    if _plays(play, MOVEMENTS):
        phase = options.rehearsal()
        own = (uid for uid in sorted(play.board.pieces) if units[uid].army == phase.army)
        able = [uid for uid in own if units[uid].fights and units[uid].kind != CREW]
        return [uid for uid in able if phase.why_not(Entry((uid,), ())) is None], orders.get(ORDERS, ())
    charging = [horse for horse in sorted(play.position.charges) if units[horse].army == play.segment.army]
    said = [{**one, "units": [one["charge"]]} if "charge" in one else one for one in orders.get(SHOCK, ())]
    return [*(uid for one in options.attacks() for uid in one["units"]), *charging], said


# -- in lines ------------------------------------------------------------------------------------


def _lines(names: WinterNames, found: Said, moves: Sequence[Any], ahead: Sequence[Ahead]) -> Iterator[str]:
    """In the order in which they are carried out: attacks before moves (4.1)."""
    told = [line for one in ahead for outlook in one.outlooks() for line in outlook_lines(outlook)]
    yield from ("Attacks, as everybody stands now:", *(f"  {line}" for line in told)) if told else ()
    yield from _fire(names, found["fire"])
    yield from _command(names, found["command"])
    marched = [line for one in moves for line in move_lines(names, one)]
    yield from ("Movement:", *(f"  {line}" for line in marched)) if marched else ("Movement: none",)
    for one in found["void"]:
        yield f"Void: {names.text(one['text'])} ({one['case']})"


def outlook_lines(outlook: Outlook) -> Iterator[str]:
    """An attack with its steps, the chances of its results and what is to be known besides."""
    yield outlook.title
    yield f"  {'; '.join(f'{step.text} ({step.case})' if step.case else step.text for step in outlook.steps)}"
    for chance in outlook.chances:
        yield f"  {chance.share}: {chance.result}, {chance.text}"
    for note in outlook.notes:
        yield f"  {note.text}{f' ({note.case})' if note.case else ''}"


def _fire(names: WinterNames, volleys: Sequence[Said]) -> Iterator[str]:
    if volleys:
        yield "Fire, as everybody stands now:"
    for one in volleys:
        spread = ", ".join(f"{result} {share}" for result, share in one["chances"].items())
        yield f"  {names.unit(one['unit'])} at {names.hex(one['to'])}: column {one['column']}, {spread}"


def _command(names: WinterNames, orders: Sequence[Said]) -> Iterator[str]:
    if orders:
        yield "Command, if nothing changes before:"
    for one in orders:
        spread = ", ".join(f"{result} {share}" for result, share in one["chances"].items())
        yield f"  {names.unit(one['sender'])} to {names.unit(one['receiver'])}: {one['text'] or spread}"
