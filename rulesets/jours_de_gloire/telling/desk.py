"""What a page on which orders are clicked together learns of a player turn: who can be ordered, where to, what follows.

Everything is told by what the reader knows: the public position and his own counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

from pbem.engine.desk import NO_LAYOUT, Course, Layout, Movable, OrdersDesk, Reach
from pbem.engine.gesture import ALL, WAY, Gesture
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, Unanswerable
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, Choose
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import Orders
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.documents import YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, content_name, who
from rulesets.jours_de_gloire.position import SETUP
from rulesets.jours_de_gloire.rules.march.comers import arrival_of
from rulesets.jours_de_gloire.rules.march.command import entrench_cost, payers, pc_cost
from rulesets.jours_de_gloire.rules.march.engineers import WORKS, refusal
from rulesets.jours_de_gloire.rules.march.march import entry_cost
from rulesets.jours_de_gloire.rules.march.steps import Doings, exact_refusal, public_refusal
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.desk_course import course, supposed
from rulesets.jours_de_gloire.telling.desk_reach import reach
from rulesets.jours_de_gloire.telling.preview_text import WORKS as WORKING

MOVE: Final = {"stack": ALL, "path": WAY}
DOC: Final = "Stack by stack, in this order (5.1); each counter once."
COMBAT_NOTE: Final = "Battles come of themselves where counters of both sides stand together after the moves (8.0)."
BESIEGED: Final = "besieged: leaves only by fighting (8.8-6)"
_NOTES: Final = (
    "A stack has the points of its slowest and is paid for once, so take together who marches together (5.3, 4.4).",
    COMBAT_NOTE,
)
_BLIND: Final = "Counters that lie face down go as far as the fastest could: your captain judges what they hold (10-6)."


class JoursDesk(OrdersDesk):
    """`Writing.desk`. The set-up and questions in mid-phase are answered by forms alone.

    before: entries that members of a team have signed, which go before all that their captain orders (10-6).
    """

    def __init__(self, setting: Setting, before: Sequence[Json] = ()) -> None:
        self.setting, self.before = setting, before
        self._carried: _Carried | None = None

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        """Cases 4.4, 5.1, 6.2, 6.4 and 3.3-4: counters that the reader can order, and who may come."""
        if not _moves(request):
            return NO_LAYOUT
        return _layout(Holdings(self.setting, Board(self.setting, request.scene), request.army, own))

    def reach(
        self, request: Choose, document: Json, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        """See `desk_reach`."""
        return reach(self._carried_out(request, document, own), who, way) if _moves(request) else Reach("", ())

    def course(self, request: Choose, document: Json, own: Own = NOTHING) -> Course:
        """See `desk_course`."""
        return course(self._orders(request, document, own), request.scene) if _moves(request) else Course()

    def suppose(self, request: Choose, document: Json, place: str, enemy: int, own: Own = NOTHING) -> Sequence[Outlook]:
        """See `desk_course`."""
        if not _moves(request):
            raise Unanswerable([Refusal("", "there is no battle to be looked at")])
        return supposed(self._orders(request, document, own), request.scene, place, enemy)

    def _carried_out(self, request: Choose, document: Json, own: Own) -> Orders:
        """Orders on the scratch board after them. Who asks of one stack after the other is answered from the same one,
        which nobody changes any more."""
        if self._carried is None or not self._carried.answers(request, own, document):
            orders = self._orders(request, deepcopy(document), own)
            orders.compiled()
            self._carried = _Carried(request, own, orders)
        return self._carried.orders

    def _orders(self, request: Choose, document: Json, own: Own) -> Orders:
        return Orders(self.setting, Board(self.setting, request.scene), request.army, document, own, self.before)


@dataclass(frozen=True)
class _Carried:
    """Orders that are carried out. request: the question that they answer. own: what their author knows."""

    request: Choose
    own: Own
    orders: Orders

    def answers(self, request: Choose, own: Own, document: Json) -> bool:
        """Whether these are the orders of such a document."""
        return self.request is request and self.own == own and self.orders.document == document


def _moves(request: Choose) -> bool:
    """Whether a question is one for the orders of a player turn."""
    return request.what == ORDERS and request.scene.stage != SETUP


def _layout(holdings: Holdings) -> Layout:
    movables = (*_on_map(holdings), *_coming(holdings))
    notes = (*_NOTES, *((_BLIND,) if holdings.blind else ()), *command_points(holdings.board, holdings.army))
    gesture = Gesture("orders", MOVE, together=True, doc=DOC)
    return Layout(movables, gesture, notes=notes, wishes="" if holdings.blind else "battles", supposes=True)


def command_points(board: Board, army: str) -> Iterator[str]:
    """jdg 4.4-1: what each command of an army has left, a line each."""
    for command in board.commands_of(army):
        if command in board.at.pc:
            yield f"{board.setting.commands[command].name}: {board.at.pc[command]} command points"


# -- on the map ----------------------------------------------------------------------------


def _on_map(holdings: Holdings) -> Iterator[Movable]:
    for counter in holdings.counters():
        named = _named(holdings, counter)
        if named is None:
            continue
        name, box = holdings.name_of(counter) or counter, holdings.board.box(counter)
        if shut_in(holdings.board, counter):
            yield Movable(name, counter, box, _entry(named), note=BESIEGED)
        else:
            yield Movable(
                name, counter, box, _entry(named), tuple(_also(holdings, counter, named)), price(holdings, counter)
            )


def shut_in(board: Board, counter: str) -> bool:
    """jdg 8.8-6: whether a counter is besieged."""
    return any(counter in besieged for besieged in board.at.inside.values())


def _named(holdings: Holdings, counter: str) -> Mapping[str, Json] | None:
    """What an entry has to say of a counter besides: for a member of a team which army pays (10-6). None for a counter
    that its reader cannot order by clicking: he does not know it, or would have to guess who pays for it."""
    if not holdings.blind:
        return {} if counter in holdings.known else None
    commands = holdings.board.commands_of(holdings.army)
    payer = holdings.setting.command_of(holdings.known.get(counter)) or (commands[0] if len(commands) == 1 else "")
    return {"command": payer} if payer else None


def _entry(named: Mapping[str, Json]) -> Mapping[str, Json]:
    return {**MOVE, **named} if named else {}


def price(holdings: Holdings, counter: str) -> str:
    """Case 4.4: `alone 1 PC of Grande Armée`; for several payers the cheapest, "" where it is not known."""
    setting, board, known = holdings.setting, holdings.board, holdings.known
    if counter not in known:
        return ""
    one = (counter,)
    prices = [(pc_cost(setting, board, known, one, command), command) for command in payers(setting, board, known, one)]
    if not prices:
        return ""
    cost, command = min(prices, key=lambda found: found[0])
    return f"alone {cost} PC of {setting.commands[command].name}"


def _also(holdings: Holdings, counter: str, named: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Cases 6.2 and 6.4: digging in and works on the bridges of its box, as far as it may do them now and alone."""
    setting, board = holdings.setting, holdings.board
    name = holdings.name_of(counter) or counter
    if _may(holdings, {"stack": [counter], "entrench": True, **named}):
        label, entry = dig(setting, name)
        yield label, {**entry, **named}
    box = board.box(counter)
    for to in setting.field.neighbours(box):
        for work in WORKS:
            path: list[Json] = [{work: to}]
            if refusal(setting, board, holdings.army, box, work, to) is None and _may(
                holdings, {"stack": [counter], "path": path, **named}
            ):
                yield f"{WORKING[work]} {setting.boxes[to].name} (6.4)", {"stack": [name], "path": path, **named}


def dig(setting: Setting, name: str) -> tuple[str, dict[str, Json]]:
    """jdg 6.2-1: digging in, in words and as an entry."""
    return f"entrench here, {entrench_cost(setting)} PC (6.2)", {"stack": [name], "entrench": YES}


def _may(holdings: Holdings, entry: Json) -> bool:
    """Whether the rules allow an entry before anything else is ordered, as far as its author can know."""
    judged = (holdings.setting, holdings.board, holdings.army)
    if holdings.blind:
        return public_refusal(*judged, entry, Doings()) is None
    return exact_refusal(*judged, holdings.known, entry, Doings()) is None


# -- on the way to it ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who may come by an entry of the map now (3.3-4). turn: in which he was due."""

    uid: str
    content: Json
    turn: int

    @property
    def entry(self) -> dict[str, Json]:
        """The gesture's entry for him."""
        return {"stack": ALL, "enter": self.uid, "path": WAY}

    @property
    def value(self) -> str:
        """What is printed on him."""
        return f"{self.content['pf']} PF" if self.content.get("pf") else ""

    def note(self, setting: Setting) -> str:
        """Who he is, and by which way he comes."""
        return f"{content_name(setting, self.content)} may come by {setting.map.entries[self.uid].name}"


def comers(holdings: Holdings) -> Iterator[Comer]:
    """jdg 3.3-4, 10-6: all who may come now; in a hidden game the captain of a team alone can order it."""
    setting, board = holdings.setting, holdings.board
    for uid in () if holdings.blind else setting.map.entries:
        if entry_cost(setting, board, uid) is not None:
            number = arrival_of(board, holdings.army, {"enter": uid})
            turn = setting.scenario.reinforcements[number].turn if number is not None else 0
            yield from (Comer(uid, content, turn) for content in newcomers(holdings, uid))


def _coming(holdings: Holdings) -> Iterator[Movable]:
    for one in comers(holdings):
        name = who(one.content)
        note, value, turn = one.note(holdings.setting), one.value, one.turn
        yield Movable(name, name, "", one.entry, note=note, value=value, turn=turn)
