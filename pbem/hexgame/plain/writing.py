"""What players write of a plain game: templates, documents and what becomes of them, standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pbem.engine.contract import Compiled, Line, Slot, Writing
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ASK, ORDERS, Choose
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.board.known import require_possible
from pbem.hexgame.documents.fault_filter import FaultFilter
from pbem.hexgame.documents.form import Fields
from pbem.hexgame.documents.members import may_be, template_rows
from pbem.hexgame.documents.schemas import Shapes
from pbem.hexgame.documents.slots import SlotForms, formation_slots
from pbem.hexgame.documents.standing import Standing, near_the_enemy, reading
from pbem.hexgame.documents.template import Printed, answer_lines, default_attacks, move_line, open_beside, questions
from pbem.hexgame.plain.book import PlainBoard, PlainBook, value
from pbem.hexgame.plain.desk import PlainDesk
from pbem.hexgame.plain.documents import public_orders
from pbem.hexgame.plain.orders import PlainOrders

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk

_FILTER: Final = FaultFilter("moves", lambda entry: (str(entry["unit"]),), ("by",), (), ("moves", "attacks"))
_KINDS: Final = ("retreat", "advance", "order")


class PlainWriting(Writing):
    """`engine.contract.Writing`. All counters lie open, so nobody's own knowledge is asked for."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        board = self.book.asked_on(request)
        if request.what == ORDERS:
            return list(_template(self.book, board))
        return list(
            answer_lines(request, printed(self.book, board), questions(self.book.combat.cases), self.book.cases.odds)
        )

    @property
    def _shapes(self) -> Shapes:
        return Shapes(self.book.form, (self.book.unit, self.book.wish.hex))

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        return self._shapes.document(ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The same with the units and hexes that stand to choice now."""
        board, roster = self.book.asked_on(request), self.book.roster
        foe = board.enemy[board.army]
        gone = [unit.id for unit in roster.of(board.army) if unit.id not in board.at]
        due = self.book.moves(board).due
        listed = {
            "unit": [unit.id for unit in roster.of(board.army) if unit.id not in gone or unit.id in due],
            "hex": list(self.book.field.hexes),
            "target": sorted(at for unit, at in board.at.items() if board.army_of(unit) == foe),
        }
        return self._shapes.helper(request.what, listed)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        board = self.book.asked_on(request)
        names = self.book.names(request.army)
        if "answer" in document:
            return Compiled({"answer": names.answer(document["answer"])}, names.faults)
        orders, notes = public_orders(self.book, board, document, names)
        news = _FILTER.news(document, orders, names.faults, PlainOrders(self.book, board).faults(orders))
        return Compiled(orders, _FILTER.in_order([*names.faults, *news]), notes)

    def text(self, at: Json) -> str:
        """The position as one line."""
        return self.book.codec.text(self.book.codec.from_json(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        position = self.book.codec.read(text)
        said = {"unit": position.at, "hex": position.at.values(), "army": [position.army]}
        require_possible(
            said, {"unit": self.book.roster.units, "hex": self.book.field.neighbours, "army": self.book.armies}
        )
        return self.book.codec.to_json(position)

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return PlainStanding(self.book)

    @property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        return PlainDesk(self.book)


# -- standing orders -----------------------------------------------------------------


class PlainStanding(StandingOrders):
    """Standing orders as their player wrote them."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The values with ids in the place of printed names, with a position held against it."""
        against = None if at is None else lambda: self._against(self.book.at(at))
        return reading(values, self.book.names(army), self.book.unit, self.book.wish, against)

    def _against(self, board: PlainBoard) -> Standing:
        cases, lost = self.book.cases, board.position.lost
        return Standing(
            board.field,
            board.roster,
            board.at,
            {"retreat": cases.retreats, "order": cases.retreats, "advance": cases.advances},
            members=("retreat", "advance"),
            barred=cases.retreats,
            steps=lambda unit: board.field.steps,
            gone=lambda unit: "was eliminated" if unit in lost else "",
            absent=lambda unit: "has not arrived yet",
        )

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations that the enemy can reach in a turn."""
        board, roster = self.book.at(at), self.book.roster
        near = near_the_enemy(board.field, roster, army, board.at)
        return [f"{kind}.{one}" for one in roster.formations[army] if one in near for kind in _KINDS]


def slots(book: PlainBook, army: str) -> tuple[Slot, ...]:
    """Three for each formation: where it retreats, when it advances, who goes first."""
    units = [unit.id for unit in book.roster.of(army)]
    forms, example = SlotForms.of(units, book.wish), (units[0], book.field.hexes[0])
    found: list[Slot] = []
    for formation in book.roster.formations[army]:
        found += formation_slots(formation, book.roster.formation_names[formation], forms, example)
    return tuple(slot for slot in found if slot.name.startswith(_KINDS))


# -- templates -----------------------------------------------------------------------


def printed(book: PlainBook, board: PlainBoard) -> Printed:
    """What a template calls things."""
    units = book.roster.units
    return Printed.of(board, lambda unit: f"{units[unit].name} {value(units[unit])}")


def _template(book: PlainBook, board: PlainBoard) -> Iterator[Line]:
    yield Line(comment=f"{book.title}: {book.headline(board.position)}")
    yield Line()
    for text in (
        'Moves, carried out in this order. Take away the "# " of a line to give the order.',
        "to: takes the cheapest path; path: names every hex, its own first.",
        f"Two friends may not end in one hex: the move listed last is taken back ({book.cases.stacking}).",
    ):
        yield Line(comment=text)
    yield Line("moves:")
    yield from _moves(book, board)
    yield Line()
    yield from _attacks(book, board)


def _moves(book: PlainBook, board: PlainBoard) -> Iterator[Line]:
    options, names = book.moves(board), printed(book, board)
    for unit in board.on_map(board.army):
        yield move_line(names, options.rules, unit)
    taken: list[Json] = [{"unit": unit, "to": board.at[unit]} for unit in options.movable() if unit in board.at]

    def fits(document: Mapping[str, Json]) -> bool:
        found = book.names(board.army, hints=False)
        orders, _ = public_orders(book, board, document, found)
        return not found.faults and PlainOrders(book, board).why_not(orders) is None

    for unit, hexes in options.due.items():
        enter = open_beside(unit, hexes, taken, fits)
        who = f"{names.counter(unit)} may come in at {' or '.join(map(book.field.name, hexes))}; default: waits"
        if enter:
            yield Line(f'- {{unit: {unit}, enter: "{enter}", to: "{enter}"}}', who, 1, off=True)
        else:
            yield Line(comment=f"{unit}: {who}; there is no room beside those above", indent=1)


def _attacks(book: PlainBook, board: PlainBoard) -> Iterator[Line]:
    form = book.form.lists["attacks"].entry
    assert isinstance(form, Fields)
    yield Line(comment="Attacks, resolved in this order. Below stands who is in contact before your moves; what counts")
    yield Line(comment='is who is after them, and "pbem check" shows that. Left empty, the default list counts')
    yield Line(comment=f"({book.cases.attacks}). Beside on: and by: an attack may have:")
    one = next((unit.id for unit in book.roster.of(board.army)), "")
    examples = {"retreat": f"[{{unit: {one}, to: [s]}}]", "advance": f"[{one}]"}
    for row in template_rows(form.members, examples, {}):
        yield Line(comment=row)
    if asked := may_be(form.members, ASK):
        yield Line(comment=f"{asked} may be ask: the game then stops and asks you by mail.")
    yield Line("attacks:")
    yield from default_attacks(book.attacks(board).describe(), printed(book, board), board)
