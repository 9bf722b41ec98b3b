"""One attack as somebody imagines it: who would attack whom, from where, and what the die would make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, Step, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.board.figures import Figure
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.telling.odds_question import Inquiry, answered
from pbem.hexgame.telling.told import TurnOdds
from rulesets.napoleons_last_battles.board import BLOWN, INFANTRY, Board
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.roster import Unit
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY
from rulesets.napoleons_last_battles.rules.battle.charges import charged
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now
from rulesets.napoleons_last_battles.rules.battle.combined import CAVALRY
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.hiding.pairs import places
from rulesets.napoleons_last_battles.rules.march.garrisons import come_out, complete
from rulesets.napoleons_last_battles.rules.marks import CHARGING, MOVED
from rulesets.napoleons_last_battles.rules.memos import known_to
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.outlooks import foresight
from rulesets.napoleons_last_battles.telling.preview import preview
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre

SOMEBODY: Final = "supposed infantry"
"""An enemy unit that is supposed where nobody stands: its id and its name."""


class LastBattlesOdds(TurnOdds):
    """What attacks would come to, ordered or not."""

    def __init__(self, theatre: Theatre, names: DispatchNames) -> None:
        self.theatre = theatre
        self.names = names

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """See `what_if`: all counters lie open."""
        return what_if(self.theatre, self.names, CODEC.from_json(at), army, question)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """See `engine.contract.Telling.preview`: by what its reader has written into memos."""
        return preview(self.names, known_to(self.theatre.board_of(request), own), orders)


def what_if(
    theatre: Theatre, names: DispatchNames, position: Position, army: str, question: WhatIf
) -> Sequence[Outlook]:
    """nlb 6.0-1, 6.2, 7.1-1, 7.2-1, 8.2B: the odds of one attack by an army, on the position as it is or as it is
    supposed to be.

    Raises Unanswerable with everything that is wrong with the question.
    """
    supposed = position.copy()
    supposed.army = army
    # Before the first turn and after the last one there is no time of day.
    supposed.turn = min(max(position.turn, SETUP + 1), len(theatre.setting.turns))
    # Command is given anew before an attack can be made.
    supposed.idle = {unit for unit in position.idle if theatre.everybody.units[unit].army != army}
    board = theatre.board(supposed)
    # Garrisons that form stand by then, too.
    for _ in complete(board):
        pass
    return (answered(_inquiry(theatre, names, board), question),)


def _inquiry(theatre: Theatre, names: DispatchNames, board: Board) -> Inquiry[Board]:
    """nlb 5.4-2, 10.1B: what a question may suppose: any unit or leader anywhere, with as many in a hex as may be at
    the end of a phase; and enemies of any strength."""
    known = theatre.everybody.units
    return Inquiry(
        board=board,
        units=Units(known, board.position.army),
        places=Places(theatre.field.hexes, theatre.field.names),
        where=lambda unit: board.at.get(unit) or board.position.leaders.get(unit, ""),
        lift=partial(_lift, board),
        put=partial(_put, board),
        in_the_way=partial(_in_the_way, board, known),
        stacking="5.4",
        attacks=lambda: attack_list(board),
        foresight=lambda: foresight(names, board),
        circumstances=tuple(_circumstances(board)),
        suppose_enemy=partial(_suppose_enemy, names, board),
        tactics={"charge": partial(_charge, names, board)} if board.setting.on("charge") else {},
    )


def _circumstances(board: Board) -> Iterator[Step]:
    if board.setting.on("command"):
        yield Step("supposed: all who attack are in command", "11.0")
    if not fights_now(board):
        yield Step("there is no combat on this turn, at night or in the rain", "6.0")


# -- who stands elsewhere ------------------------------------------------------------------


def _lift(board: Board, unit: str) -> None:
    """Takes a unit or leader off its hex. nlb 16.11C: a garrison that goes is none any more."""
    if unit in board.at:
        come_out(board, unit)
        board.lift(unit)
    else:
        del board.position.leaders[unit]


def _put(board: Board, unit: str, at: str) -> None:
    """Puts a unit or leader into a hex. nlb 16.9: batteries that are supposed elsewhere have not stood still. 16.6C-1:
    who was under a pair of markers is supposed to be revealed."""
    record = board.setting.roster.units[unit]
    _uncover(board, unit)
    if record.leads:
        board.position.leaders[unit] = at
        return
    board.place(unit, at)
    if record.kind in ARTILLERY and board.setting.on("sustained-bombardment"):
        board.position.mark(MOVED, (unit,))


def _uncover(board: Board, unit: str) -> None:
    """nlb 16.6C-1: out from under its pair, both markers of which leave the map."""
    for marker in places(board, board.position.hidden.pop(unit, "")):
        board.lift(marker)


def _in_the_way(board: Board, known: Mapping[str, Piece], unit: str, at: str) -> str:
    """nlb 5.4-2, 8.1A-1, 10.1B: who leaves no room in a hex: an enemy, or friends who fill it; leaders take none, nor
    does the marker from under which one comes (16.6C-1)."""
    army, over = known[unit].army, places(board, board.position.hidden.get(unit, ""))
    there = tuple(one for one in board.units_in(at) if one not in over)
    foes = [one for one in there if known[one].army != army]
    full = not board.setting.roster.units[unit].leads and not board.fits(at, (*there, unit))
    return next(iter(foes or (there if full else ())), "")


def _charge(names: DispatchNames, board: Board, by: Sequence[str], on: Sequence[str]) -> Step | Refusal:
    """nlb 16.8-1, 16.8-2: cavalry that is supposed to have been moved so that it charges."""
    units = board.roster.units
    board.position.mark(
        CHARGING, (unit for unit in by if units[unit].kind == CAVALRY and not board.marked(BLOWN, unit))
    )
    if charged(board, by, [unit for at in on for unit in fighting(board, at)]):
        return Step(f"supposed: {names.units(by)} charge", "16.8")
    text = "fresh cavalry of one hex charges, with nobody else, at infantry alone, in clear hexes over open hexsides"
    return Refusal("16.8", text, by[0] if by else "")


# -- who is as strong as somebody believes ---------------------------------------------------


def _suppose_enemy(names: DispatchNames, board: Board, on: Sequence[str], strength: int) -> Iterator[Step]:
    """nlb 2.4-1, 16.6-1: an enemy of so many strength points together in these hexes.

    Those who are known to stand there differ from what they are by as little as can be, the strongest first. Where
    nobody does, infantry of that strength is supposed in the first of the hexes.
    """
    foe = board.enemy[board.position.army]
    there = [unit for at in dict.fromkeys(on) if board.holder(at) == foe for unit in fighting(board, at)]
    if there:
        yield from _stronger(names, board, there, strength)
    elif on and strength and not board.units_in(on[0]):
        yield from _somebody(names, board, foe, on[0], strength)


def _stronger(names: DispatchNames, board: Board, units: Sequence[str], strength: int) -> Iterator[Step]:
    known = board.setting.roster.units
    more = strength - board.strength(units)
    changed: dict[str, Unit] = {}
    for unit in sorted(units, key=lambda one: (-board.face(one), known[one].order)):
        face = board.face(unit)
        changed[unit] = _of_strength(known[unit], max(face + more, 0))
        more = min(face + more, 0)
    hexes = " and ".join(names.hex(at) for at in dict.fromkeys(board.at[unit] for unit in units))
    was = board.strength(units)
    board.setting = _with_units(board.setting, changed)
    yield Step(f"supposed: {strength} strength points of the enemy in {hexes}, not {was}")


def _somebody(names: DispatchNames, board: Board, foe: str, at: str, strength: int) -> Iterator[Step]:
    """Supposes infantry like that of the enemy, of a corps that is not demoralized if he has one."""
    setting = board.setting
    infantry = (unit for unit, piece in board.roster.units.items() if piece.army == foe and piece.kind == INFANTRY)
    like = setting.roster.units[min(infantry, key=board.demoralized)]
    unit = replace(_of_strength(like, strength), id=SOMEBODY, name=SOMEBODY, order=len(setting.roster.units))
    board.setting = _with_units(setting, {SOMEBODY: unit})
    piece = Piece(SOMEBODY, SOMEBODY, unit.kind, strength, unit.allowance.value, foe, unit.formation, unit.order)
    board.roster = replace(board.roster, units={**board.roster.units, SOMEBODY: piece})
    board.place(SOMEBODY, at)
    yield Step(f"supposed: infantry of {strength} strength points in {names.hex(at)}")


def _of_strength(unit: Unit, strength: int) -> Unit:
    """A counter with so many strength points on both sides."""
    figure = Figure(strength, "supposed")
    return replace(unit, strength=figure, reduced=figure if unit.reduced is not None else None)


def _with_units(setting: Setting, units: Mapping[str, Unit]) -> Setting:
    roster = setting.roster
    return replace(setting, roster=replace(roster, units={**roster.units, **units}))
