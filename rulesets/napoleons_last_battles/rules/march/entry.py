"""Reinforcements: who is due, where he comes in, and what his place in the column costs (5.6, 10.1A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.hexgame.moving import arrivals
from pbem.hexgame.moving.rules import MoveRules
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.hiding.pairs import pair_of, twins_of, waits
from rulesets.napoleons_last_battles.rules.march.ground import in_rain
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.observation import observed_from
from rulesets.napoleons_last_battles.setting import Group, Setting


@dataclass(frozen=True, slots=True)
class Due(arrivals.Due):
    """One that may come in now, with his group. after: units that have to come in before (5.6A-1)."""

    group: Group
    after: tuple[str, ...] = ()


def due_units(board: Board) -> dict[str, Due]:
    """nlb 5.6-1, 5.6E, 10.1A: who of the phasing army may come in on this turn or has been free to since an earlier
    one, in the order of the scenario. Nobody has to."""
    setting, position = board.setting, board.position
    found: dict[str, Due] = {}
    for number, group in enumerate(setting.groups):
        hexes = entry_places(board, number) if setting.roster.army_of[group.nation] == position.army else ()
        before: tuple[str, ...] = ()
        for part in group.parts if hexes else ():
            for unit in part:
                if nowhere(position, unit):
                    found[unit] = Due(unit, hexes, False, "5.6-1", group, before)
            before += part
        for leader in group.leaders if hexes else ():
            if nowhere(position, leader):
                found[leader] = Due(leader, hexes, False, "10.1A", group)
        for marker in _waiting(board, group) if hexes else ():
            found[marker] = Due(marker, hexes, False, "16.6A", group)
    return found


def _waiting(board: Board, group: Group) -> list[str]:
    """nlb 16.6A-1: the markers that stand for some of a group and have not come in yet."""
    hidden = board.position.hidden
    pairs = dict.fromkeys(hidden[unit] for unit in group.units if unit in hidden) if hidden else ()
    return [marker for pair in pairs for marker in twins_of(pair) if waits(board, marker)]


def entry_places(board: Board, number: int) -> tuple[str, ...]:
    """nlb 3.2C-4, 5.6-1, 22.2C-R1, 22.6B, 28.0D: the hexes at which a group of the scenario is due by now, none if it
    is not.

    Where dice decide on the group, the turn that they gave stands in the position; a closed memo lets nobody in.
    """
    setting, position = board.setting, board.position
    group, turn = setting.groups[number], board.now.id
    if group.released and group.released not in position.released:
        return ()
    if group.die:
        entries = group.entries if position.come.get(str(number), position.turn + 1) <= position.turn else ()
    else:
        listed = group.entries_by(position.memos.get(group.memo, "")) if group.memo else group.entries
        entries = tuple(one for one in listed if one.turn == turn or (one.turn < turn and not group.only_then))
    hexes = (at for one in entries for at in one.hexes or east_ways(setting, board.field))
    return tuple(dict.fromkeys(at for at in hexes if at in board.field.neighbours))


def east_ways(setting: Setting, field: HexField) -> tuple[str, ...]:
    """nlb 3.2C-4: the hexes of the east edge at which a road or trail leaves the map."""
    east = setting.area.columns[1]
    return tuple(at for at in field.hexes if int(at[:2]) == east and at in field.way_ends)


def edge_hexes(board: Board) -> tuple[str, ...]:
    """nlb 5.5-1, 5.6D: the hexes at the edge of the part of the map in play, and those that count as such."""
    area, found = board.setting.area, board.field.found
    if (edge_hexes, area) not in found:
        found[edge_hexes, area] = tuple(
            at
            for at in board.field.hexes
            if int(at[:2]) in area.columns or int(at[2:]) in area.rows or at in area.gates
        )
    edge: tuple[str, ...] = found[edge_hexes, area]
    return edge


def nowhere(position: Position, unit: str) -> bool:
    """nlb 5.5A, 12.0-1, 16.6-1, 24.3D: not yet in play, neither under a marker, nor destroyed, nor gone over an exit or
    withdrawn."""
    gone = (position.waiting, position.dead, position.exited, position.withdrawn, position.hidden)
    return not any(unit in there for there in (position.at, position.leaders, *gone))


def entry_hexes(board: Board, rules: MoveRules, due: Due) -> tuple[str, ...]:
    """nlb 4.2-2, 5.6D: the hexes at which one may come in now: where he is due, and the nearest edge hexes instead.

    An enemy in the hex bars it; his zone does at night, in rain and out of command, and by day the owner may shift.
    """
    zone, enter = rules.zone(due.unit), rules.zones(due.unit).enter

    def fit(at: str) -> bool:
        return column_cost(board, rules, due.unit, at, 1) is not None and not arrivals.enemy_bars(rules, due.unit, at)

    def open_(at: str) -> bool:
        return fit(at) or (enter and bool(zone.get(at)) and board.holder(at) != rules.enemy_of(due.unit))

    here = [at for at in due.hexes if open_(at)]
    return tuple(dict.fromkeys((*here, *arrivals.nearest(board.field, due.hexes, (edge_hexes(board),), fit))))


def column_cost(board: Board, rules: MoveRules, unit: str, at: str, place: int, each_pays: int = 0) -> int | None:
    """nlb 5.6-1, 5.6A-2, 16.5-3, 19.5D-1: half points that the stack in a place of the column pays for coming in at a
    hex, None where its ground is prohibited. each_pays: whole points that every later one pays more, instead of the
    hex's own cost. place: from 1. In rain all of it is doubled, but the first one always gets in."""
    cost = arrivals.entry_cost(rules.field, at, mover=rules.mover(unit))
    if cost is None:
        return None
    times = in_rain(board)
    paid = times * (cost + (place - 1) * (2 * each_pays or cost))
    return min(paid, max(cost, rules.points(unit))) if times > 1 and place == 1 else paid


def judge_entry(marches: Marches, due: Due, at: str, came: Mapping[str, int], beside: bool) -> Refusal | int:
    """nlb 5.6-1, 5.6A-1, 5.6A-2, 5.6D, 10.1A, 16.17B: half points of coming in at a hex, or why that is not allowed.

    came: hex -> stacks that have come in there in this phase. beside: whether combat units come in with a leader.
    """
    board, unit = marches.board, due.unit
    leads = marches.leads(unit)
    rules = marches.rules(unit, at if beside else "")
    refusal = _out_of_order(board, due, beside) if leads else _before_its_turn(board, due)
    if refusal is not None:
        return refusal
    legal = entry_hexes(board, rules, due)
    refusal = arrivals.no_such_entry(rules, due, at, legal)
    if refusal is not None:
        return refusal
    if unit in board.markers:
        there = [one for one in board.here.get(at, ()) if pair_of(one) != pair_of(unit)]
        eyes = observed_from(board, at, board.enemy[board.army_of(unit)])
        if there or eyes:
            why = f"it would be observed from {eyes}" if eyes else "a marker stacks with no unit"
            return Refusal("16.6B", f"{rules.name(unit)} cannot come in at {board.field.name(at)}: {why}", unit, at)
    elif not leads and (board.loner_in(at) or (unit in board.trains and at in board.here)):
        text = f"{rules.name(unit)} cannot come in at {board.field.name(at)}: nobody moves through a train, nor it"
        return Refusal("16.17B", f"{text} through anybody", unit, at)
    stacks = came.get(at, 0)
    # A leader takes no place in the column: alone he comes with the last stack that has entered there.
    place = max(stacks, 1) if leads and not beside else stacks + 1
    cost = column_cost(board, rules, unit, at, place, due.group.each_pays)
    if cost is None or cost > rules.points(unit) or at not in legal:
        return arrivals.no_entry(rules, unit, at, cost, legal, "5.6-1" if at in edge_hexes(board) else "5.6D")
    return cost


def _before_its_turn(board: Board, due: Due) -> Refusal | None:
    """nlb 5.6A-1: the parts of a group come in one after the other."""
    missing = [unit for unit in due.after if nowhere(board.position, unit)]
    if not missing:
        return None
    names = board.setting.roster.units
    text = f"{names[due.unit].name} comes in after {', '.join(names[unit].name for unit in missing)}"
    return Refusal("5.6A-1", text, due.unit)


def _out_of_order(board: Board, due: Due, beside: bool) -> Refusal | None:
    """nlb 10.1A: a leader comes in with a unit of his group, or after one; where there is none, as he likes."""
    units = [unit for unit in due.group.units if board.setting.roster.units[unit].fights]
    if beside or not units or any(not nowhere(board.position, unit) for unit in units):
        return None
    return Refusal(
        "10.1A", f"{_name(board.setting, due.unit)} comes in with a unit of his group, or after it", due.unit
    )


def absent(board: Board, unit: str) -> Refusal:
    """nlb 5.5A, 5.6-1, 24.3D, 27.3D: why one who stands on no map and is not due cannot move."""
    position, name = board.position, _name(board.setting, unit)
    if unit in position.hidden:
        return Refusal("16.6B", f"{name} is hidden: the markers of {position.hidden[unit]} move for it", unit)
    if unit in board.markers:
        return Refusal("16.6B", f"{name} stands for nobody", unit)
    if unit in position.exited:
        return Refusal("5.5A", f"{name} has left the map and does not return", unit)
    if unit in position.withdrawn:
        case = next(row["case"] for row in board.setting.losses.removals if board.setting.means(row["units"], unit))
        return Refusal(case, f"{name} has been taken off the map with its army and does not return", unit)
    if unit in position.waiting or unit in position.dead:
        return Refusal("6.5", f"{name} has been eliminated", unit)
    return Refusal("5.6-1", f"{name} is not due now: {_expected(board, unit)}", unit)


def _expected(board: Board, unit: str) -> str:
    """On which turn and where one comes who is not due, and on what it hangs; nothing of what was written down."""
    group = next((one for one in board.setting.groups if unit in (*one.units, *one.leaders)), None)
    if group is None:
        return "it does not come in at all"
    text = " or ".join(f"{turn_name(one.turn)} at {_at(board, one.hexes)}" for one in group.entries)
    if group.die:
        return f"from {text} on, when a die calls it"
    if group.memo:
        return f"{text}, as was written down"
    return text


def _at(board: Board, hexes: Sequence[str]) -> str:
    return " or ".join(map(board.field.name, hexes)) or "a road or trail of the east edge"


def _name(setting: Setting, unit: str) -> str:
    return setting.roster.units[unit].name
