"""What the orders page knows of a turn: where each unit can go, whom it can attack from there, and the odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.orders_page_data import (
    ALL,
    FAR,
    PATH,
    RATIO,
    TARGETS,
    WHO,
    Column,
    Factor,
    Gesture,
    Lowering,
    OrdersPage,
    OrdersPageData,
    Reach,
    Sheet,
    Shifted,
)
from pbem.engine.orders_page_data import Step as Place
from pbem.engine.requests import ORDERS, Choose
from pbem.wargame import movement as search
from rulesets.napoleon_at_war.documents.documents import EDGES
from rulesets.napoleon_at_war.pictures.scene import value
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.artillery import RANGE, range_to, sight_blockers
from rulesets.napoleon_at_war.rules.battle.odds import columns_of, doubling_hexside, hex_doubling, morale_shifts
from rulesets.napoleon_at_war.rules.march.entry import Due, arrival, due_units, entry_cost, entry_hexes, may_refuse
from rulesets.napoleon_at_war.rules.march.march import allowance, held_in_place, no_room, reach, routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.march.routing import Wish, open_path
from rulesets.napoleon_at_war.rules.march.transit import last_space
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS

_MOVE: Final = Gesture("moves", {"unit": WHO, "path": PATH}, doc="Each unit moves once; moves are made in this order.")
_ATTACK: Final = Gesture(
    "attacks",
    {"on": TARGETS, "by": ALL, "bombard": FAR},
    together=True,
    doc="Every enemy next to a unit of yours is attacked, and each such unit attacks (7.11). No list: the default.",
)
_STOPS: Final = "enemy controlled: the move ends here (6.0)"


class NapoleonPage(OrdersPage):
    """Reach, attacks and odds for the orders page; forms alone for questions in mid-phase."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def data(self, request: Choose, own: Own = NOTHING) -> OrdersPageData:
        """What can be clicked together to answer a question."""
        if request.what != ORDERS:
            return OrdersPageData()
        return orders_page(self.setting, board_of(self.setting, request))


def orders_page(setting: Setting, board: Board) -> OrdersPageData:
    """The page for the orders of a player turn (5.0 to 8.0), each unit by itself as the board stands."""
    night = setting.is_night(board.position.turn)
    enemy = board.enemy[board.position.army]
    zone = board.zones[enemy]
    table = setting.steps(board.position.turn)
    return OrdersPageData(
        reaches=tuple(_reaches(setting, board)),
        ways={
            at: {to: _points(cost) for to, cost in near.items() if cost is not None and board.holder(to) != enemy}
            for at, near in table.items()
        },
        halts=tuple(at for at in setting.field.hexes if zone.get(at)),
        move=_MOVE,
        attack=None if night else _ATTACK,
        next_to={} if night else _next_to(board, enemy),
        far={} if night else _far(setting, board, enemy),
        most_there=1,
        must=True,
        sheet=None if night else _sheet(setting, board, enemy),
        notes=("Where a unit can go is told as if it moved first; units that moved before it may change that.",),
    )


def _points(halves: int) -> str:
    return str(Fraction(halves, 2))


# -- movement ------------------------------------------------------------------------


def _reaches(setting: Setting, board: Board) -> Iterator[Reach]:
    army, position = board.position.army, board.position
    options = MoveOptions(setting, board)
    for unit in board.on_map(army):
        yield _on_map(setting, board, options, unit)
    for due in due_units(setting, position, army).values():
        yield _coming(setting, board, due)
    for unit, place in sorted(position.track.items()):
        if board.army_of(unit) == army and place[1] < last_space(setting):
            wait = ("stay in this space of the transit track", {"unit": unit, "track": "wait"})
            points = _points(allowance(setting, unit, position.turn))
            yield Reach(unit, unit, "", points, (), also=(wait,), note="advances one space on the track by itself")


def _on_map(setting: Setting, board: Board, options: MoveOptions, unit: str) -> Reach:
    at = board.hex_of(unit)
    found = routes(setting, board, unit)
    steps = tuple(_steps(setting, board, unit, {to: (found, int(found.costs[to])) for to in found.costs}))
    held = held_in_place(board, unit, at)
    note = "held by an enemy zone of control (5.13)" if held else ""
    points = _points(allowance(setting, unit, board.position.turn))
    return Reach(unit, unit, at, points, steps, note=note, also=tuple(_leaving(setting, board, options, unit)))


def _coming(setting: Setting, board: Board, due: Due) -> Reach:
    """A reinforcement (14.0), from the hex in which its whole way is cheapest."""
    points = allowance(setting, due.unit, board.position.turn)
    best: dict[str, tuple[search.Reach, int]] = {}
    for at in entry_hexes(setting, board, due):
        spent = entry_cost(setting, board.position.turn, at)
        if spent is None or spent > points:
            continue
        found = reach(setting, board, due.unit, at, points - spent)
        for to, cost in found.costs.items():
            if to not in best or spent + int(cost) < best[to][1]:
                best[to] = (found, spent + int(cost))
    refuse = ("keep it out of the game for good (14.21)", {"unit": due.unit, "refuse": True})
    also = (refuse,) if due.unit not in board.position.track and may_refuse(setting, board, due) else ()
    note = "a reinforcement: without an order it comes in by itself" if due.must else "may come in"
    steps = tuple(_steps(setting, board, due.unit, best))
    printed = value(setting.roster.units[due.unit])
    turn = next((arrival(group, board.position) for group in setting.groups if due.unit in group.units), 0)
    return Reach(due.unit, due.unit, "", _points(points), steps, note=note, also=also, value=printed, turn=turn)


def _steps(setting: Setting, board: Board, unit: str, best: Mapping[str, tuple[search.Reach, int]]) -> Iterator[Place]:
    """Every place of a search, the cheapest first. Between equally dear ones the search's own order stands.

    A move may end where a friend stands who can still go away (5.32), and not where he is held (6.1).
    """
    zone = board.zones[board.enemy[board.army_of(unit)]]
    for to, (found, spent) in sorted(best.items(), key=lambda item: item[1][1]):
        path = found.paths[to]
        friends = [other for other in board.units_in(to) if other != unit]
        note = _STOPS if zone.get(to) and len(path) > 1 else ""
        if friends:
            note = f"only if {setting.roster.units[friends[0]].name} moves away (5.32)"
        stop = no_room(setting, board, unit, to) is None
        yield Place(to, _points(spent), path[-2] if len(path) > 1 else "", stop, note)


def _leaving(setting: Setting, board: Board, options: MoveOptions, unit: str) -> Iterator[tuple[str, Json]]:
    """The ways off the map that are open to a unit (17.0, 17.1)."""
    rule, position = setting.transit, board.position
    battle = setting.field.map_of[board.hex_of(unit)]
    ways: list[tuple[str, str]] = []
    if position.broken.get(battle):
        ways += [("exit", edge) for edge in EDGES if edge in setting.exits.get(board.army_of(unit), {}).get(battle, ())]
    if rule is not None and rule.army == position.army:
        ways += [("transit", section) for section in setting.field.transit.get(battle, {})]
    for how, where in ways:
        wish = Wish(unit, **{how: where})
        path = open_path(options, wish)
        if path and not isinstance(options.judge({"unit": unit, "path": path, how: where}), Refusal):
            label = f"leave by the {where} edge for good" if how == "exit" else f"leave onto the {where} transit track"
            yield label, {"unit": unit, how: where}


# -- combat --------------------------------------------------------------------------


def _next_to(board: Board, enemy: str) -> dict[str, tuple[str, ...]]:
    """Hex -> hexes of the enemies that whoever stands in it has to attack (7.0)."""
    found: dict[str, list[str]] = {}
    for foe in board.on_map(enemy):
        at = board.hex_of(foe)
        for near in board.field.zone_neighbours[at]:
            found.setdefault(near, []).append(at)
    return {at: tuple(sorted(hexes)) for at, hexes in sorted(found.items())}


def _far(setting: Setting, board: Board, enemy: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Battery -> hex -> enemies that it could bombard from there (8.11, 8.31, 8.41, 8.45, 16.21)."""
    zone, fog = board.zones[enemy], setting.is_fog(board.position.turn)
    aims: dict[str, list[str]] = {}
    for target in sorted({board.hex_of(foe) for foe in board.on_map(enemy)}):
        for at in board.field.grids[board.field.map_of[target]].within(target, RANGE):
            far = range_to(board.field, at, target)
            seen = far == 1 or (far == RANGE and not fog and not sight_blockers(board.field, at, target))
            if far and seen and not zone.get(at):
                aims.setdefault(at, []).append(target)
    found = {at: tuple(targets) for at, targets in sorted(aims.items())}
    mine = (unit for unit in setting.roster.of(board.position.army) if unit.kind == "artillery")
    return {unit.id: found for unit in mine if unit.id in board.position.at}


def _sheet(setting: Setting, board: Board, enemy: str) -> Sheet:
    """What `odds_of` reckons (7.6, 9.0, 18.11), for every enemy and every side from which he can be attacked."""
    targets = sorted({board.hex_of(foe) for foe in board.on_map(enemy)})
    places: dict[str, list[str]] = {}
    for at in targets:
        places.setdefault(board.field.map_of[at], []).append(at)
    # The ratios are those of the names: `3-1` is three to one.
    ratios = [(name, name.partition("-")) for name in columns_of(setting.columns).names]
    return Sheet(
        kind=RATIO,
        columns=tuple(
            Column(name, (int(a), int(d)), {result: str(share) for result, share in chances(setting, name).items()})
            for name, (a, _, d) in ratios
        ),
        words=dict(RESULTS),
        strength={unit: board.roster.units[unit].strength for unit in _in_play(setting, board)},
        factors=tuple(factor for at in targets for factor in _factors(board, at)),
        shifts=tuple(
            Shifted(shift.columns, shift.case, shift.reason, tuple(hexes))
            for battle, hexes in places.items()
            for shift in morale_shifts(setting, board, battle)
        ),
        lower=Lowering("reduce", "7.9", "reduced by the attacker"),
    )


def _in_play(setting: Setting, board: Board) -> Iterator[str]:
    """Units on the maps, and those of the phasing army that may still come in."""
    for unit in setting.roster.units.values():
        if unit.id in board.position.at or unit.army == board.position.army:
            yield unit.id


def _factors(board: Board, at: str) -> Iterator[Factor]:
    """What doubles a defender in a hex (7.4, 9.0), once."""
    for text in hex_doubling(board.field, at):
        yield Factor(at, "2", "9.0", text, once="terrain")
    ways = {near: doubling_hexside(board.field, near, at) for near in board.field.zone_neighbours[at]}
    through = tuple(near for near, kind in ways.items() if kind)
    if through:
        kinds = " or ".join(dict.fromkeys(ways[near] for near in through))
        yield Factor(at, "2", "9.0", f"attacked only through {kinds} hexsides", ways=through, once="terrain")
