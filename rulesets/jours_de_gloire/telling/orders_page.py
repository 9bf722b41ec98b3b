"""What the orders page knows of a player turn: where each counter can go, what it costs, and how a battle begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.orders_page_data import (
    ALL,
    FIRE,
    WAY,
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
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, content_name, who
from rulesets.jours_de_gloire.position import SETUP
from rulesets.jours_de_gloire.rules.battle.ground import terrain_of
from rulesets.jours_de_gloire.rules.battle.parts import CAVALRY, CLEAR, DEFENSIVE, MOUNTAIN
from rulesets.jours_de_gloire.rules.march.comers import arrival_of
from rulesets.jours_de_gloire.rules.march.command import (
    entrench_cost,
    marching_refusal,
    payers,
    pc_cost,
    stack_allowance,
)
from rulesets.jours_de_gloire.rules.march.march import allowance, entry_cost, step_cost
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.tables import Charts

_MOVE: Final = Gesture(
    "orders", {"stack": ALL, "path": WAY}, together=True, doc="Stack by stack, in this order (5.1); each counter once."
)
_SHEET: Final = (
    "First round only: terrain and entrenchments are in it; generals, cohesion, flanks, encirclement, bridges and guns"
    " are not. pbem check reckons the whole battle, pbem odds one that you suppose."
)
_NOTES: Final = (
    "Where a counter can go is told as if it moved alone and first; a stack has the points of its slowest (5.3).",
    "Battles come of themselves where counters of both sides stand together after the moves (8.0).",
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
        notes=(*_NOTES, *_command_points(board, army)),
    )


def _command_points(board: Board, army: str) -> Iterator[str]:
    for command in board.commands_of(army):
        if command in board.at.pc:
            yield f"{board.setting.commands[command].name}: {board.at.pc[command]} command points"


# -- movement ------------------------------------------------------------------------------


def _on_map(holdings: Holdings, foes: tuple[str, ...]) -> Iterator[Reach]:
    board, inside = holdings.board, holdings.board.at.inside
    for counter in holdings.counters():
        if counter not in holdings.known:
            continue
        shut_in = any(counter in besieged for besieged in inside.values())
        box = board.box(counter)
        name = holdings.name_of(counter) or counter
        note = "besieged: leaves only by fighting (8.8-6)" if shut_in else _cost(holdings, counter)
        dig = () if shut_in else (_dig(holdings.setting, name),)
        steps = () if shut_in else tuple(_steps(holdings, counter, box, foes))
        points = str(stack_allowance(holdings.setting, board, holdings.known, (counter,)))
        yield Reach(name, counter, box, points, steps, note=note, also=dig)


def _dig(setting: Setting, name: str) -> tuple[str, Json]:
    return f"entrench here, {entrench_cost(setting)} PC (6.2)", {"stack": [name], "entrench": YES}


def _cost(holdings: Holdings, counter: str) -> str:
    """`1 PC of the Grande Armee alone`; for several payers the cheapest."""
    setting, board, known = holdings.setting, holdings.board, holdings.known
    prices = [
        (pc_cost(setting, board, known, (counter,), one), one) for one in payers(setting, board, known, (counter,))
    ]
    if not prices:
        return ""
    cost, command = min(prices, key=lambda price: price[0])
    return f"alone {cost} PC of {setting.commands[command].name}"


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
        notes = ["enemy counters: the march ends here if there are units among them (5.2)"] if box in foes else []
        forced = total > points
        notes += ["forced march, which may cost stragglers (5.4)"] if forced else []
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
    if holdings.blind:
        return
    for uid, entry in setting.map.entries.items():
        cost = entry_cost(setting, board, uid)
        for content in newcomers(holdings, uid) if cost is not None else ():
            kind = setting.kind(content)
            points = allowance(setting, kind, board.weather, commanded=True)
            steps = tuple(_walked(setting, board, entry.box, cost or 0, points, points, foes))
            note = f"{content_name(setting, content)} may come by {entry.name}"
            entry_ = {"stack": ALL, "enter": uid, "path": WAY}
            value = f"{content['pf']} PF" if content.get("pf") else ""
            number = arrival_of(board, holdings.army, {"enter": uid})
            turn = setting.scenario.reinforcements[number].turn if number is not None else 0
            yield Reach(
                who(content), who(content), "", str(points), steps, entry=entry_, note=note, value=value, turn=turn
            )


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
