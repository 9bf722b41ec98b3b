"""Reinforcements: who is due, and where he comes in (14.0 to 15.3, 17.24, 20.0)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving import arrivals
from pbem.hexgame.moving.rules import MoveRules
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.march.leaving import destination, last_space, no_return, turns_back
from rulesets.napoleon_at_war.rules.march.march import closed_on, move_rules
from rulesets.napoleon_at_war.setting import Group, Setting

Event = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Due(arrivals.Due):
    """One unit that may come in now.

    edge: (map, edge) if any hex of that edge will do. must: whether it has to come in on time (14.21-2).
    group: who has to come in by the same one of its hexes (20.2), nobody where there is no such choice.
    edges: hex -> the map edge on which it counts, for those of its hexes of which the charts say it (ruling 22).
    """

    edge: tuple[str, str] | None = None
    group: tuple[str, ...] = ()
    edges: Mapping[str, str] = field(default_factory=dict)


def due_units(setting: Setting, position: Position, army: str) -> dict[str, Due]:
    """naw 14.0-1, 14.22, 15.2-5, 15.2-10, 15.3-1, 15.3-2, 15.3-3, 15.3-4, 15.3-5, 15.3-6: who may come in now.

    Units of an army in the order of the charts, then those in the last space of the track.
    """
    found: dict[str, Due] = {}
    for group in setting.groups:
        if group.army == army and in_force(group, position) and position.turn >= arrival(group, position):
            for unit in group.units:
                if nowhere(position, unit):
                    found[unit] = _scheduled(setting, position, group, unit)
    for unit in sorted(position.track):
        if setting.roster.units[unit].army == army and position.track[unit][1] == last_space(setting):
            _, edge, hexes = destination(setting, position.track[unit])
            found[unit] = Due(unit, hexes, False, "17.1-3", edges=dict.fromkeys(hexes, edge))
    return found


def in_force(group: Group, position: Position) -> bool:
    """naw 15.1-1, 15.1-2, 15.11-2, 15.11-3, 15.12-1, 15.12-2, 20.1-A, 20.1-B: of the option chosen, or of both."""
    return group.option in ("", position.choice)


def arrival(group: Group, position: Position) -> int:
    """naw 15.3-7, 15.3-8, 15.3-N: the game-turn from which a group may come in; later by its delay under Option B."""
    late = group.under_b if position.choice == "B" else None
    return group.turn + (late[0] if late else 0)


def nowhere(position: Position, unit: str) -> bool:
    """naw 14.21-2: not yet in play, and neither refused, cut off nor gone for good."""
    return unit not in position.at and unit not in position.track and gone(position, unit) is None


def gone(position: Position, unit: str) -> tuple[str, str] | None:
    """naw 14.21-2, 17.0-4: why a unit is in play no more, or never comes: a case, and a verb with its object."""
    if unit in position.lost:
        return "5.0-1", "has been eliminated"
    if unit in position.exited:
        return "17.0-4", "has left the map for good"
    return ("14.21-2", "was refused or cut off and never comes") if unit in position.out else None


def _scheduled(setting: Setting, position: Position, group: Group, unit: str) -> Due:
    """naw 15.3-9, 15.3-10, 15.3-12, 15.3-N, 20.2: where and whether a unit of a group has to come in.

    The chart's hex; Option B's edge, at will (ruling 28); or Bernadotte's choice of two hexes (ruling 40).
    """
    if group.under_b and position.choice == "B":
        _, battle, edge = group.under_b
        return Due(unit, setting.field.edges[battle][edge], False, "15.3-N", (battle, edge))
    edges = {group.at: group.edge} if group.edge else {}
    if group.instead and position.choice == group.instead[1]:
        _, _, at, edge = group.instead
        edges |= {at: edge} if edge else {}
        return Due(unit, (group.at, at), True, "14.0-1", group=group.units, edges=edges)
    return Due(unit, (group.at,), True, "14.0-1", edges=edges)


# -- where ---------------------------------------------------------------------------


def entry_cost(setting: Setting, turn: int, at: str) -> int | None:
    """naw 14.13: half points to be placed on an entry hex, None where prohibited; half a point on a road hex."""
    return arrivals.entry_cost(setting.field, at, closed_on(setting, turn))


def usable(rules: MoveRules, unit: str, at: str) -> bool:
    """naw 14.13, 14.14: open to the unit, without the enemy or his zone, and not too dear for it."""
    cost = arrivals.entry_cost(rules.field, at, rules.closed)
    return cost is not None and cost <= rules.points(unit) and not arrivals.enemy_bars(rules, unit, at)


def entry_hexes(setting: Setting, board: Board, due: Due) -> tuple[str, ...]:
    """naw 14.0-2, 15.1-3, 17.24-2: the hexes at which a unit may come in now.

    The scheduled ones that are open to it, else the nearest edge hexes that are (rulings 22, 23); where friends
    stand in all of these, the nearest vacant ones as well (ruling 27).
    """
    rules = move_rules(setting, board)
    fit = partial(usable, rules, due.unit)
    if due.edge:
        return tuple(at for at in due.hexes if fit(at))
    found: list[str] = []
    for targets in _targets(setting, board, due):
        first = arrivals.nearest(setting.field, targets, _edges(setting, due, targets), fit)
        taken = all(at in board.here for at in first)
        found += (*first, *_vacant(setting, rules, due, targets)) if taken else first
    return tuple(dict.fromkeys(found))


def default_entry(setting: Setting, board: Board, due: Due, taken: Collection[str] = ()) -> tuple[str, ...]:
    """naw 14.0-2: the vacant hexes nearest to the scheduled place, equally near ones in order of number.

    taken: hexes in which others are to be by then.
    """
    return _vacant(setting, move_rules(setting, board), due, _targets(setting, board, due)[0], taken)


def _vacant(
    setting: Setting, rules: MoveRules, due: Due, targets: Sequence[str], taken: Collection[str] = ()
) -> tuple[str, ...]:
    """naw 14.0-2: the vacant hexes nearest to some targets, on their edge first."""
    fit, full = partial(usable, rules, due.unit), {*rules.board.here, *taken}
    return arrivals.nearest(
        setting.field, targets, _edges(setting, due, targets), lambda at: at not in full and fit(at)
    )


def _targets(setting: Setting, board: Board, due: Due) -> tuple[tuple[str, ...], ...]:
    """naw 20.2: the scheduled places of a unit: each hex by itself, or a section of the track as a whole.

    Bernadotte's choice is one for a whole group: where one of it has come in, the others do (ruling 40).
    """
    if due.case == "17.1-3":
        return (due.hexes,)
    battle, at = setting.field.map_of, board.position.at
    came = next((battle[at[unit]] for unit in due.group if unit in at), "")
    return tuple((to,) for to in due.hexes if came in ("", battle[to]))


def _edges(setting: Setting, due: Due, targets: Sequence[str]) -> tuple[list[str], list[str]]:
    """naw 14.0-2, 15.1-3: where else a unit may come in: on the edge of its targets, else on the map's others.

    A corner belongs to the edge that the charts give it (ruling 22).
    """
    edges = setting.field.edges[setting.field.map_of[targets[0]]]
    own = {
        edge for edge, hexes in edges.items() if all(at in hexes and due.edges.get(at, edge) == edge for at in targets)
    }
    mine = [at for edge in edges if edge in own for at in edges[edge]]
    return mine, [at for edge in edges if edge not in own for at in edges[edge]]


def judge_entry(setting: Setting, board: Board, rules: MoveRules, due: Due, at: str) -> Refusal | int:
    """naw 14.0-2, 14.13, 14.14, 16.1-1, 17.21-1, 17.24-2, 20.2: half points spent on entering at a hex, or why that
    hex is not open to it."""
    cost = entry_cost(setting, board.position.turn, at) if at in setting.field.neighbours else None
    if cost is not None and not due.group and at in due.hexes and usable(rules, due.unit, at):
        return cost
    legal = entry_hexes(setting, board, due)
    if cost is not None and at in legal:
        return cost
    refusal = arrivals.no_such_entry(rules, due, at, legal)
    if refusal is not None:
        return refusal
    if turns_back(setting, board, due.unit, at):
        return no_return(setting, board, due.unit, at)
    elsewhere = next((group.instead for group in setting.groups if group.instead and due.unit in group.units), None)
    if elsewhere and elsewhere[2] == at and board.position.choice != elsewhere[1]:
        text = f"{rules.name(due.unit)} may come in at {setting.field.name(at)} under Option {elsewhere[1]} only"
        return Refusal("20.2", text, due.unit, at, legal)
    case = {"17.1-3": "17.24-2", "15.3-N": "15.3-N"}.get(due.case, "20.2" if at in due.hexes else "14.0-2")
    return arrivals.no_entry(rules, due.unit, at, cost, legal, case)


# -- refusing --------------------------------------------------------------------------


def battle_of(setting: Setting, due: Due) -> str:
    """The battle at which a unit is due (14.0)."""
    return due.edge[0] if due.edge else setting.field.map_of[due.hexes[0]]


def may_refuse(setting: Setting, board: Board, due: Due) -> bool:
    """naw 14.21-1: whether its army is demoralized at the battle where the unit would come in (ruling 24)."""
    return board.position.broken.get(battle_of(setting, due)) == board.army_of(due.unit)


def refuse_refusal(setting: Setting, board: Board, due: Due | None, unit: str) -> Refusal | None:
    """naw 14.21-1: why a unit may not be refused for good."""
    name = setting.roster.units[unit].name
    if due is None or due.case == "17.1-3":
        return Refusal("14.21-1", f"{name} is not due as a reinforcement now and cannot be refused", unit)
    if not may_refuse(setting, board, due):
        title = setting.field.titles[battle_of(setting, due)]
        return Refusal("14.21-1", f"{name} may not be refused: its army is not demoralized at {title}", unit)
    return None
