"""Reinforcements: who is due, and where he comes in (14.0 to 15.3, 17.24, 20.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Json, Refusal
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.reading import points_text
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.transit import destination, last_space, no_return, turns_back
from rulesets.napoleon_at_war.setting import Group, Setting

Event = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Due:
    """One unit that may come in now.

    hexes: where it is scheduled, the first one being the default. edge: (map, edge) if any hex of that edge will do.
    must: whether it has to come in on time (14.21-2). case: the rule that brings it.
    group: who has to come in by the same one of its hexes (20.2), nobody where there is no such choice.
    edges: hex -> the map edge on which it counts, for those of its hexes of which the charts say it (ruling 22).
    """

    unit: str
    hexes: tuple[str, ...]
    must: bool
    case: str
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
    return not (
        unit in position.at
        or unit in position.track
        or unit in position.lost
        or unit in position.exited
        or unit in position.out
    )


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
    if setting.is_night(turn) and setting.barred_at_night(at):
        return None
    return setting.field.outside_cost(at, along_way=True)


def closed_to(setting: Setting, board: Board, unit: str, at: str) -> bool:
    """naw 14.14: whether an enemy unit or an enemy zone of control bars an entry hex."""
    enemy = board.enemy[board.army_of(unit)]
    return board.holder(at) == enemy or board.in_zone(at, enemy)


def usable(setting: Setting, board: Board, unit: str, at: str, points: int) -> bool:
    """naw 14.13, 14.14: open to the unit and not too dear for it."""
    cost = entry_cost(setting, board.position.turn, at)
    return cost is not None and cost <= points and not closed_to(setting, board, unit, at)


def entry_hexes(setting: Setting, board: Board, due: Due) -> tuple[str, ...]:
    """naw 14.0-2, 15.1-3, 17.24-2: the hexes at which a unit may come in now.

    The scheduled ones that are open to it, else the nearest edge hexes that are (rulings 22, 23); where friends
    stand in all of these, the nearest vacant ones as well (ruling 27).
    """
    points = allowance(setting, due.unit, board.position.turn)

    def fit(at: str) -> bool:
        return usable(setting, board, due.unit, at, points)

    if due.edge:
        return tuple(at for at in due.hexes if fit(at))
    found: list[str] = []
    for targets in _targets(setting, board, due):
        first = nearest(setting, due, targets, fit)
        found += first
        if all(board.holder(at) for at in first):
            found += nearest(setting, due, targets, lambda at: fit(at) and not board.holder(at))
    return tuple(dict.fromkeys(found))


def default_entry(setting: Setting, board: Board, due: Due) -> tuple[str, ...]:
    """naw 14.0-2: the vacant hexes nearest to the scheduled place, equally near ones in order of number."""
    points = allowance(setting, due.unit, board.position.turn)
    targets = _targets(setting, board, due)[0]

    def fit(at: str) -> bool:
        return usable(setting, board, due.unit, at, points) and not board.holder(at)

    return nearest(setting, due, targets, fit)


def _targets(setting: Setting, board: Board, due: Due) -> tuple[tuple[str, ...], ...]:
    """naw 20.2: the scheduled places of a unit: each hex by itself, or a section of the track as a whole.

    Bernadotte's choice is one for a whole group: where one of it has come in, the others do (ruling 40).
    """
    if due.case == "17.1-3":
        return (due.hexes,)
    battle, at = setting.field.map_of, board.position.at
    came = next((battle[at[unit]] for unit in due.group if unit in at), "")
    return tuple((to,) for to in due.hexes if came in ("", battle[to]))


def nearest(setting: Setting, due: Due, targets: Sequence[str], fit: Callable[[str], bool]) -> tuple[str, ...]:
    """naw 14.0-2, 15.1-3: the fit edge hexes nearest to the targets: on their own edge, else on the map's others.

    A corner belongs to the edge that the charts give it (ruling 22).
    """
    if any(fit(at) for at in targets):
        return tuple(at for at in targets if fit(at))
    field = setting.field
    edges = field.edges[field.map_of[targets[0]]]
    own = [
        edge for edge, hexes in edges.items() if all(at in hexes and due.edges.get(at, edge) == edge for at in targets)
    ]
    for group in (own, [edge for edge in edges if edge not in own]):
        ranked = sorted(
            (min(field.distance(at, target) for target in targets), at)
            for at in {at: None for edge in group for at in edges[edge]}
            if fit(at)
        )
        if ranked:
            return tuple(at for away, at in ranked if away == ranked[0][0])
    return ()


def entry_refusal(setting: Setting, board: Board, due: Due, at: str, points: int) -> Refusal | int:
    """naw 14.0-2, 14.13, 14.14, 16.1-1, 17.21-1, 17.24-2, 20.2: half points spent on entering at a hex, or why that
    hex is not open to it."""
    cost = entry_cost(setting, board.position.turn, at) if at in setting.field.neighbours else None
    closed = cost is None or closed_to(setting, board, due.unit, at)
    if cost is not None and not closed and cost <= points and not due.group and at in due.hexes:
        return cost
    legal = entry_hexes(setting, board, due)
    if cost is not None and at in legal:
        return cost
    name, where = setting.roster.units[due.unit].name, setting.field.name(at)
    if at not in setting.field.neighbours:
        return Refusal(due.case, f"{name} cannot come in at {at[:20]}: there is no such hex", due.unit, at[:20], legal)
    if turns_back(setting, board, due.unit, at):
        return no_return(setting, board, due.unit, at)
    elsewhere = next((group.instead for group in setting.groups if group.instead and due.unit in group.units), None)
    if elsewhere and elsewhere[2] == at and board.position.choice != elsewhere[1]:
        text = f"{name} may come in at {where} under Option {elsewhere[1]} only"
        return Refusal("20.2", text, due.unit, at, legal)
    if cost is None and setting.is_night(board.position.turn) and setting.barred_at_night(at):
        ground = setting.field.terrain[at]
        text = f"{name} cannot come in at {where}: the {ground} may not be entered at night"
        return Refusal("16.1-1", text, due.unit, at, legal)
    if cost is None:
        return Refusal("14.13", f"{name} cannot come in at {where}: its ground is barred", due.unit, at, legal)
    if closed:
        return Refusal("14.14", f"{name} cannot come in at {where}: the enemy is in or next to it", due.unit, at, legal)
    if cost > points:
        text = f"{name} cannot come in at {where}: that takes {points_text(cost)} movement points"
        return Refusal("14.13", text, due.unit, at, legal)
    case = {"17.1-3": "17.24-2", "15.3-N": "15.3-N"}.get(due.case, "20.2" if at in due.hexes else "14.0-2")
    return Refusal(
        case, f"{name} cannot come in at {where}; open to it: {', '.join(legal) or 'none'}", due.unit, at, legal
    )


# -- refusing --------------------------------------------------------------------------


def battle_of(setting: Setting, due: Due) -> str:
    """The battle at which a unit is due."""
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
