"""What the orders page knows of a turn: where each unit can go, whom it can attack from there, and the odds."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine import desk
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.orders_page_data import (
    RATIO,
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
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.artillery import RANGE, range_to, sight_blockers
from rulesets.napoleon_at_war.rules.battle.odds import columns_of, doubling_hexside, hex_doubling, morale_shifts
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.desk import ATTACK, MOVE, layout
from rulesets.napoleon_at_war.telling.desk_reach import points, unit_reach
from rulesets.napoleon_at_war.telling.preview import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS


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
            at: {to: points(cost) for to, cost in near.items() if cost is not None and board.holder(to) != enemy}
            for at, near in table.items()
        },
        halts=tuple(at for at in setting.field.hexes if zone.get(at)),
        move=_gesture(MOVE),
        attack=None if night else _gesture(ATTACK),
        next_to={} if night else _next_to(board, enemy),
        far={} if night else _far(setting, board, enemy),
        most_there=1,
        must=True,
        sheet=None if night else _sheet(setting, board, enemy),
        notes=("Where a unit can go is told as if it moved first; units that moved before it may change that.",),
    )


def _gesture(of: desk.Gesture) -> Gesture:
    return Gesture(of.member, of.entry, of.together, of.doc)


# -- movement ------------------------------------------------------------------------


def _reaches(setting: Setting, board: Board) -> Iterator[Reach]:
    options = MoveOptions(setting, board)
    for one in layout(setting, board).movables:
        found = unit_reach(options, one.who)
        steps = tuple(Place(step.place, step.cost, step.before, step.stop, step.note) for step in found.steps)
        yield Reach(
            one.who,
            one.counter,
            one.start,
            found.allowance,
            steps,
            note=one.note,
            also=one.also,
            value=one.value,
            turn=one.turn,
        )


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
