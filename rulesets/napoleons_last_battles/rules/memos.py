"""Memos: decisions that a player writes down in secret at one time and opens at another (18.5C, 22.6B, 28.0D)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import InHand, Open, Request, Tell
from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.hiding.pairs import SAYS, is_pair
from rulesets.napoleons_last_battles.rules.march.entry import east_ways, nowhere
from rulesets.napoleons_last_battles.setting import Setting

_START, _ENTRY, _ANY_HEX = "start", "entry", "any-hex"


@dataclass(frozen=True, slots=True)
class Memo:
    """nlb 18.5C-3, 22.6B, 28.0D: what may be written, and what counts where nobody has written anything.

    written: turn with whose orders its army writes it, "" for the set-up. opened: turn at whose beginning it is opened,
    "" for when somebody of whom it decides is ordered to come in.
    """

    id: str
    case: str
    army: str
    values: tuple[str, ...]
    default: str
    written: str
    opened: str

    def reads(self, content: Json) -> str:
        """What a content says; the default for one that is none of this memo's."""
        says = content.get(SAYS) if isinstance(content, dict) and len(content) == 1 else None
        return says if isinstance(says, str) and says in self.values else self.default


def memos(setting: Setting, field: HexField) -> tuple[Memo, ...]:
    """nlb 18.5C-3, 22.6B, 28.0C-R2, 28.0D: the memos of a campaign under its options, in the order of the file."""
    return tuple(
        Memo(
            row["id"],
            row["case"],
            row["army"],
            east_ways(setting, field) if row["values"] == _ANY_HEX else words(row["values"]),
            row["default"],
            "" if row["written-by"] == _START else row["written-by"],
            "" if row["opened"] == _ENTRY else row["opened"],
        )
        for row in setting.memos
    )


def memos_of(board: Board) -> tuple[Memo, ...]:
    """The memos of a board's campaign."""
    return memos(board.setting, board.field)


# -- writing -------------------------------------------------------------------------


def written_now(board: Board) -> tuple[Memo, ...]:
    """nlb 18.5C-3, 22.6B, 28.0D: the memos that the phasing army writes with the orders that it is asked for now."""
    position = board.position
    turn = board.now.id if position.turn else ""
    return tuple(memo for memo in memos_of(board) if memo.army == position.army and memo.written == turn)


def is_written(board: Board, memo: Memo) -> bool:
    """Whether the time for writing a memo is over: what it says now, or its default, holds."""
    return bool(board.position.turn) and memo.written < board.now.id


# -- opening -------------------------------------------------------------------------


def open_due(board: Board) -> Generator[Request, Any, None]:
    """nlb 18.5C-3: the phasing army opens the memos whose turn has come."""
    for memo in _closed(board):
        if memo.opened and memo.opened <= board.now.id:
            yield from _open(board, memo)


def open_entering(board: Board, orders: Json) -> Generator[Request, Any, None]:
    """nlb 22.6B, 28.0D: the phasing army opens a memo as it orders somebody to come in of whom the memo decides.

    orders: the list of moves.
    """
    for memo in entering(board, orders):
        yield from _open(board, memo)


def entering(board: Board, orders: Json) -> tuple[Memo, ...]:
    """nlb 22.6B, 28.0D: the memos that a list of moves opens."""
    closed = [memo for memo in _closed(board) if not memo.opened]
    if not closed:
        return ()
    named = {unit for unit in _named(orders) if nowhere(board.position, unit)}
    found = {
        group.memo
        for group in board.setting.groups
        if named.intersection((*group.units, *group.leaders)) and min(one.turn for one in group.entries) <= board.now.id
    }
    return tuple(memo for memo in closed if memo.id in found)


def _named(orders: Json) -> Iterable[str]:
    for entry in orders if isinstance(orders, (list, tuple)) else ():
        if isinstance(entry, dict):
            units = entry.get("units", [entry.get("unit")])
            yield from (u for u in units if isinstance(u, str)) if isinstance(units, (list, tuple)) else ()


def _closed(board: Board) -> list[Memo]:
    position = board.position
    return [memo for memo in memos_of(board) if memo.army == position.army and memo.id not in position.memos]


def _open(board: Board, memo: Memo) -> Generator[Request, Any, None]:
    """What was committed to is read, the default where nothing was or nothing that the memo may say."""
    label = f"gt{board.position.turn}.{memo.army}.memo.{memo.id}"
    held: Sequence[str] = yield InHand(memo.army, (memo.id,), f"{label}.held")
    content = (yield Open(memo.army, (memo.id,), label))[0] if held else None
    says = board.position.memos[memo.id] = memo.reads(content)
    event = {"kind": "memo", "memo": memo.id, "army": memo.army, "says": says, "written": bool(held)}
    yield Tell({**event, "case": memo.case})


# -- what its owner knows ------------------------------------------------------------


def known_to(board: Board, own: Own) -> Board:
    """A board of its own on which the memos lie open that an army has written, and whose pairs its owner knows: what he
    goes by when he writes orders. Nobody else may see it."""
    position = board.position.copy()
    for memo in memos_of(board):
        if memo.army == own.army and memo.id not in position.memos and not memo.opened and is_written(board, memo):
            position.memos[memo.id] = memo.reads(own.markers.get(memo.id))
    found = board.another(position)
    found.own = Own(markers={uid: content for uid, content in own.markers.items() if is_pair(uid)})
    return found
