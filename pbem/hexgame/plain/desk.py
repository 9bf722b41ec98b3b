"""What a page on which orders are clicked together asks of a plain game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.desk import Course, Layout, Movable, Move, Reach, Where
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.desk.course import MoveBook, stands, with_combats
from pbem.hexgame.desk.desk import TurnDesk
from pbem.hexgame.desk.layout import on_map
from pbem.hexgame.desk.reaching import points, unit_reach
from pbem.hexgame.documents.form import Fields
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from pbem.hexgame.moving.moves import listed_moves
from pbem.hexgame.plain.book import PlainBoard, PlainBook, value
from pbem.hexgame.plain.documents import public_orders
from pbem.hexgame.plain.marches import Marches, movement_phase
from pbem.hexgame.plain.telling import foresight


class PlainDesk(TurnDesk):
    """`engine.desk.OrdersDesk`. All counters lie open, so nobody's own knowledge is asked for."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    @property
    def foreign(self) -> str:  # type: ignore[override]
        """The case of the rulebook."""
        return self.book.cases.owner

    def lies(self, request: Choose, own: Own) -> Layout:
        """What can be ordered in a player turn."""
        moves, attacks = (self.book.form.lists[member] for member in ("moves", "attacks"))
        assert isinstance(moves.entry, Fields)
        assert isinstance(attacks.entry, Fields)
        return Layout(
            tuple(self._movables(self.book.asked_on(request))),
            gesture("moves", moves.entry, doc=moves.doc),
            gesture("attacks", attacks.entry, together=True, doc=attacks.doc),
        )

    def _movables(self, board: PlainBoard) -> Iterator[Movable]:
        options = self.book.moves(board)
        yield from on_map(lambda unit: options.rules, board.on_map(board.army), lambda unit: ())
        for unit in options.due:
            yield Movable(unit, unit, "", note="may come in", value=value(board.roster.units[unit]))

    def known(self, request: Choose, own: Own) -> Units:
        """The units of the phasing army."""
        board = self.book.asked_on(request)
        return Units(board.roster.units, board.army)

    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """Where a unit can go after the moves of a document, its own left out of them."""
        if len(units) > 1:
            return Reach("", (), f"units move one by one ({self.book.cases.moves})")
        ends = f"enemy controlled: the move ends here ({self.book.cases.zones})"
        return unit_reach(self._after(request, document, units[0]), units[0], way, ends)

    def _after(self, request: Choose, document: Json, unit: str) -> Marches:
        """The moves of a document carried out on a scratch board, but for those of a unit."""
        board, find = self.book.asked_on(request), self.known(request, NOTHING).find
        entries = [entry for entry in document.get("moves") or () if find(str(entry["unit"])) != unit]
        names = self.book.names(board.army, hints=False)
        orders, _ = public_orders(self.book, board, {"moves": entries}, names)
        now = self.book.scratch(board)
        moves = orders.get("moves", ())
        found: Marches = OpenBook().carry_out(
            listed_moves(self.book.moves(now), now.army, f"{now.prefix}.", "moves", moves, now)
        )
        return found

    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """What a document leads to before any die. What the rules refuse is left out."""
        book, board = self.book, self.book.asked_on(request)
        orders, _ = public_orders(book, board, document, book.names(board.army, hints=False))
        after = book.scratch(board)
        made = MoveBook(_written)
        made.carry_out(movement_phase(book.moves(after), after.prefix, orders.get("moves", ()), after))
        own_units = [unit.id for unit in book.roster.of(board.army)]
        found = Course(tuple(made.moves), stands(own_units, board.at, after.at))
        return with_combats(found, book.attacks(after), foresight(book, after), orders.get("attacks"))


def _written(options: Marches, where: Where, entry: Json) -> Move:
    """The move of an entry that is legal."""
    unit, spent = entry["unit"], options.judge(entry)
    assert isinstance(spent, int), "the phase has judged it"
    return Move(where, (unit,), tuple(entry["path"]), points(spent), points(options.rules.points(unit)))
