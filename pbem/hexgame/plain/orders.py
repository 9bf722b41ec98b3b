"""The whole orders of a player turn: judged, described and drawn at random on a scratch board."""

from __future__ import annotations

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.moves import NO
from pbem.hexgame.moving.rehearsal import MoveRehearsal, Path, TurnOrders
from pbem.hexgame.plain.book import PlainBoard, PlainBook
from pbem.hexgame.plain.marches import movement_phase


class PlainOrders(TurnOrders):
    """`Options` of the orders. board: at the start of the player turn; it is read, never changed."""

    def __init__(self, book: PlainBook, board: PlainBoard) -> None:
        self.book = book
        self.board = board

    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders, with the place in them; attacks on the board after the
        moves."""
        board, found = rehearsed(self.book, self.board, orders.get("moves", ()))
        if "attacks" in orders:
            judged = self.book.attacks(board).faults(orders["attacks"])
            found += [(("attacks", *path), refusal) for path, refusal in judged]
        return found

    def sample(self, pick: Pick) -> Json:
        """Random moves of a random part of the units, then random attacks."""
        options = self.book.moves(self.book.scratch(self.board))
        moves = []
        for _ in range(pick(1 + len(options.movable()))):
            entry = options.sample(pick)
            if options.why_not(entry) is None and entry != NO:
                options.perform(entry)
                moves.append(entry)
        orders: dict[str, Json] = {"moves": moves} if moves else {}
        board, _ = rehearsed(self.book, self.board, moves)
        return {**orders, "attacks": self.book.attacks(board).sample(pick)} if pick(4) else orders

    def describe(self) -> Json:
        """Who may move or come in."""
        options = self.book.moves(self.board)
        at, points = self.board.at, options.rules.points
        units = [
            {"unit": unit, "at": at.get(unit, ""), "allowance": points_text(points(unit))} for unit in options.movable()
        ]
        return {"noun": "orders", "turn": self.board.position.turn, "army": self.board.army, "units": units}


def rehearsed(book: PlainBook, board: PlainBoard, moves: Json) -> tuple[PlainBoard, list[tuple[Path, Refusal]]]:
    """The board as moves leave a copy of it, and every fault of the moves."""
    after, rehearsal = book.scratch(board), MoveRehearsal("moves", moves)
    rehearsal.carry_out(movement_phase(book.moves(after), after.prefix, moves, after))
    return after, rehearsal.found
