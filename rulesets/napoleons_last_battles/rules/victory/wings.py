"""The two wings of the French army, and how they join (27.1A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import JOINED, Board
from rulesets.napoleons_last_battles.rules.command.tracing import Lines

GROUCHY: Final = "grouchy"
_NAPOLEON: Final = ("napoleon", "napoleon-q")


def join(board: Board, attackers: Sequence[str], targets: Sequence[str]) -> Iterator[Tell]:
    """nlb 27.1A-2: the wings join when a unit of the right one that has its command from Grouchy attacks an Allied
    unit while he is within Napoleon's range of command. The right wing recovers its morale.

    What the level of the joined army brings about is for the caller to have judged.
    """
    setting, position = board.setting, board.position
    units = setting.roster.units
    if not setting.losses.wing_line or JOINED in position.once or board.given is None:
        return
    ours = [u for u in attackers if units[u].nation == "french" and setting.wing(board.at[u]) == "east"]
    allied = any(units[unit].nation == "allied" for unit in targets)
    led = next((unit for unit in ours if board.given.commands(GROUCHY, unit)), "")
    if not led or not allied or not _in_range(board):
        return
    position.once.add(JOINED)
    yield Tell({"kind": "joined", "unit": led, "army": "french", "case": "27.1A"})
    for book, row in setting.losses.books.items():
        if row.get("wing") == "east" and position.broken.pop(book, ""):
            yield Tell({"kind": "wing-recovered", "book": book, "case": "27.1A"})


def _in_range(board: Board) -> bool:
    """Whether Grouchy is within Napoleon's range of command (11.2)."""
    leaders, reach = board.position.leaders, board.setting.roster.ranges["commander"]
    chief = next((name for name in _NAPOLEON if name in leaders), "")
    return bool(chief) and leaders.get(GROUCHY) in Lines(board, "french").reach(leaders[chief], reach)
