"""What a player writes into his memos: from his document to the commitment, and the lines of the template."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.contract import Line, PlacedRefusal
from pbem.engine.options import Json, Refusal
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.rules.hiding.pairs import SAYS
from rulesets.napoleons_last_battles.rules.memos import Memo, memos_of, written_now

MEMOS: Final = "memos"
_MOST: Final = 6
"""Values that a line of the template names one by one."""


def committed(board: Board, said: Json) -> tuple[dict[str, Json], list[PlacedRefusal]]:
    """nlb 18.5C-3, 22.6B, 28.0D: marker -> content for all memos that are written with these orders, and what is wrong.

    said: the member `memos` of the document, memo -> value; None where it says nothing. A memo of which it says nothing
    says its default, so that nobody can tell who has written one.
    """
    said = said if isinstance(said, dict) else {}
    now = {memo.id: memo for memo in written_now(board)}
    faults = [
        PlacedRefusal((MEMOS, name), refusal)
        for name, value in said.items()
        if (refusal := _fault(board, now, name, value))
    ]
    return {uid: {SAYS: str(said.get(uid, memo.default))} for uid, memo in now.items()} if not faults else {}, faults


def _fault(board: Board, now: dict[str, Memo], name: str, value: Json) -> Refusal | None:
    """nlb 18.5C-3, 22.6B, 28.0D: why a memo cannot be written so with these orders; None if it can."""
    mine = {memo.id: memo for memo in memos_of(board) if memo.army == board.position.army}
    memo = mine.get(name)
    if memo is not None and name not in now:
        when = f"with the orders of {turn_name(memo.written)}" if memo.written else "before the first turn"
        return Refusal(memo.case, f"the memo {name} is written {when}, not now", legal=tuple(now))
    if memo is None:
        text = f"the memo {name[:40]} is not written with these orders; now: {', '.join(now) or 'none'}"
        return Refusal("28.0D", text, legal=tuple(now))
    if str(value) in memo.values:
        return None
    return Refusal(
        memo.case, f"the memo {name} cannot say {str(value)[:40]}; it says {_listed(memo)}", legal=memo.values
    )


def _listed(memo: Memo) -> str:
    *rest, last = memo.values
    return f"{', '.join(rest)} or {last}" if rest else last


def memo_lines(board: Board) -> Iterator[Line]:
    """The member `memos` of a template, with what each says where nothing is written; nothing on other turns."""
    now = written_now(board)
    if now:
        yield Line("memos:", "written down in secret with these orders, and never after", off=True)
    for memo in now:
        when = f"opened on {memo.opened}" if memo.opened else "opened as it enters"
        which = _listed(memo) if len(memo.values) <= _MOST else f"one of {', '.join(memo.values)}"
        yield Line(f'{memo.id}: "{memo.default}"', f"{which}; {when} ({memo.case})", 1, off=True)
