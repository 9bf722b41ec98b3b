"""What the orders page knows of a player turn: where each counter can go, what it costs, and how a battle begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.orders_page_data import (
    FIRE,
    Column,
    Factor,
    Gesture,
    OrdersPage,
    OrdersPageData,
    Reach,
    Sheet,
    Shifted,
    Step,
)
from pbem.engine.requests import ORDERS, Choose
from pbem.wargame import movement as search
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.documents import YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.position import SETUP
from rulesets.jours_de_gloire.rules.battle.ground import terrain_of
from rulesets.jours_de_gloire.rules.battle.parts import CAVALRY, CLEAR, DEFENSIVE, MOUNTAIN
from rulesets.jours_de_gloire.rules.march.command import (
    marching_refusal,
    stack_allowance,
)
from rulesets.jours_de_gloire.rules.march.march import allowance, entry_cost, step_cost
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.tables import Charts
from rulesets.jours_de_gloire.telling.desk import (
    BESIEGED,
    COMBAT_NOTE,
    DOC,
    MOVE,
    comers,
    command_points,
    dig,
    price,
    shut_in,
)
from rulesets.jours_de_gloire.telling.desk_reach import FOES_NOTE, FORCED_NOTE

_MOVE: Final = Gesture("orders", MOVE, together=True, doc=DOC)
_SHEET: Final = (
    "First round only: terrain and entrenchments are in it; generals, cohesion, flanks, encirclement, bridges and guns"
    " are not. pbem check reckons the whole battle, pbem odds one that you suppose."
)
_NOTES: Final = (
    "Where a counter can go is told as if it moved alone and first; a stack has the points of its slowest (5.3).",
    COMBAT_NOTE,
)
_TERRAIN: Final = {MOUNTAIN: "mountain", DEFENSIVE: "defensive"}


class JoursPage(OrdersPage):
    """Reach and costs for the orders page; forms alone for the set-up and for questions in mid-phase."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def data(self, request: Choose, own: Own = NOTHING) -> OrdersPageData:
        """What can be clicked together to answer a question, for who knows this of his own."""
        if request.what != ORDERS or request.scene.stage == SETUP:
            return OrdersPageData()
        return orders_page(Holdings(self.setting, Board(self.setting, request.scene), request.army, own))


def orders_page(holdings: Holdings) -> OrdersPageData:
    """The page for the orders of a player turn (4.4, 5.0 to 5.4, 8.3)."""
    setting, board, army = holdings.setting, holdings.board, holdings.army
    foes = tuple(board.boxes_of(setting.foe(army)))
    return OrdersPageData(
        reaches=(*_on_map(holdings, foes), *_coming(holdings, foes)),
        move=_MOVE,
        next_to={box: (box,) for box in foes},
        ways={
            box: {
                to: str(cost)
                for to in board.neighbours(box)
                if (cost := step_cost(setting, board, box, to)) is not None
            }
            for box in setting.boxes
        },
        halts=foes,
        sheet=_sheet(holdings, foes),
        notes=(*_NOTES, *command_points(board, army)),
    )


# -- movement ------------------------------------------------------------------------------


def _on_map(holdings: Holdings, foes: tuple[str, ...]) -> Iterator[Reach]:
    board = holdings.board
    for counter in holdings.counters():
        if counter not in holdings.known:
            continue
        enclosed = shut_in(board, counter)
        box = board.box(counter)
        name = holdings.name_of(counter) or counter
        note = BESIEGED if enclosed else price(holdings, counter)
        also = () if enclosed else (dig(holdings.setting, name),)
        steps = () if enclosed else tuple(_steps(holdings, counter, box, foes))
        points = str(stack_allowance(holdings.setting, board, holdings.known, (counter,)))
        yield Reach(name, counter, box, points, steps, note=note, also=also)


def _steps(holdings: Holdings, counter: str, box: str, foes: tuple[str, ...]) -> Iterator[Step]:
    """With its own points (5.1, 5.2), and further on a forced march where it may make one (5.4)."""
    setting, board, known = holdings.setting, holdings.board, holdings.known
    points = stack_allowance(setting, board, known, (counter,))
    most = points
    if marching_refusal(setting, board, known, (counter,), forced=True) is None:
        most = stack_allowance(setting, board, known, (counter,), forced=True)
    yield from _walked(setting, board, box, 0, points, most, foes)


def _walked(
    setting: Setting, board: Board, start: str, spent: int, points: int, most: int, foes: tuple[str, ...]
) -> Iterator[Step]:
    """spent: before the first step. most: points on a forced march; no more than `points` where there is none."""
    found = search.reach(
        start,
        most - spent,
        setting.field.neighbours,
        lambda a, b: step_cost(setting, board, a, b),
        must_stop=foes.__contains__,
    )
    for box, cost in found.costs.items():
        total, path = spent + int(cost), found.paths[box]
        notes = [FOES_NOTE] if box in foes else []
        forced = total > points
        notes += [FORCED_NOTE] if forced else []
        yield Step(
            box,
            str(total),
            path[-2] if len(path) > 1 else "",
            note="; ".join(notes),
            more={"forced": YES} if forced else {},
        )


def _coming(holdings: Holdings, foes: tuple[str, ...]) -> Iterator[Reach]:
    """Those who may come by an entry now (3.3). They make no forced march.

    In a hidden game the captain of a team alone can order it (10-6).
    """
    setting, board = holdings.setting, holdings.board
    for one in comers(holdings):
        points = allowance(setting, setting.kind(one.content), board.weather, commanded=True)
        spent, name, entry = entry_cost(setting, board, one.uid) or 0, who(one.content), setting.map.entries[one.uid]
        steps = tuple(_walked(setting, board, entry.box, spent, points, points, foes))
        note, value, turn = one.note(setting), one.value, one.turn
        yield Reach(name, name, "", str(points), steps, entry=one.entry, note=note, value=value, turn=turn)


# -- battles -------------------------------------------------------------------------------


def _sheet(holdings: Holdings, foes: tuple[str, ...]) -> Sheet:
    """Both columns in the first round, on every ground (8.3, 8.4 and the combat tables)."""
    setting, board, charts = holdings.setting, holdings.board, holdings.setting.charts
    known = {**board.known(), **holdings.known}
    pf = {counter: int(content["pf"]) for counter, content in known.items() if setting.troops(content) is not None}
    # A general or a dummy counts nothing, and is known to.
    nothing = {counter: 0 for counter, content in known.items() if counter not in pf and content is not None}
    coming = {
        who(content): int(content.get("pf", 0)) for uid in setting.map.entries for content in newcomers(holdings, uid)
    }
    riders = tuple(
        counter
        for counter, content in known.items()
        if (troops := setting.troops(content)) is not None and troops.kind == CAVALRY
    )
    return Sheet(
        kind=FIRE,
        columns=tuple(_columns(charts)),
        words={},
        strength={**nothing, **pf, **coming},
        factors=tuple(factor for box in foes for factor in _factors(setting, box, riders)),
        shifts=tuple(shift for box in foes for shift in _shifts(setting, board, box)),
        exact=False,
        doc=_SHEET,
    )


def _columns(charts: Charts) -> Iterator[Column]:
    """The least PF of each column, and what the enemy loses by the modified die (8.4)."""
    lowest, highest = -1, 10
    least = 1
    for number in range(charts.columns):
        least = next(pf for pf in count(least) if charts.column_of(pf) == number)
        cells = ((die, charts.combat(number, die)) for die in range(lowest, highest + 1))
        told = tuple((die, f"{loss.pf} PF{' and a morale test' if loss.star else ''}") for die, loss in cells)
        yield Column(charts.column_name(number), (least, 1), cells=told)


def _factors(setting: Setting, box: str, riders: tuple[str, ...]) -> Iterator[Factor]:
    ground = _ground(setting, box)
    if ground not in _TERRAIN or not riders:
        return
    for role in ("attacker", "defender"):
        by = setting.charts.fraction("multipliers", "cavalry-in-rough", role)
        yield Factor(box, str(by), "8.5-12", f"cavalry in {_TERRAIN[ground]} ground", role == "attacker", who=riders)


def _shifts(setting: Setting, board: Board, box: str) -> Iterator[Shifted]:
    charts, ground = setting.charts, _ground(setting, box)
    rows = [(_TERRAIN[ground], f"{_TERRAIN[ground]} ground")] if ground in _TERRAIN else []
    rows += [("entrenched", "entrenchments")] if box in board.at.entrenched else []
    for role in ("attacker", "defender"):
        for name, text in rows:
            by = charts.number("shifts", name, role)
            if by:
                yield Shifted(by, "8.5-12", text, (box,), role == "attacker")
        by = charts.number("dice", "clear", role) if ground == CLEAR else 0
        if by:
            yield Shifted(by, "8.5-10", "clear ground", (box,), role == "attacker", die=True)


def _ground(setting: Setting, box: str) -> str:
    place = setting.boxes[box]
    return terrain_of(place.terrain, city=place.city)
