"""Boards on which command is given: the small field of the Movement Phase, and Belgium.

Small field: 0303 forest, 0107 a chateau, a road up column 07, a river between 0801 and 0802 bridged between 0901 and
0902, a lake east of 0406.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import SILENT
from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.battlefield import part
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.command.chain import Chain
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.command.phase import command_phase
from rulesets.napoleons_last_battles.setting import Setting
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.march.ground import SMALL, small_field
from tests.rulesets.napoleons_last_battles.test_board import belgium


@cache
def bound(uid: str, options: tuple[tuple[str, Any], ...] = ()) -> Setting:
    """A scenario with leaders and command."""
    return setting(uid, {"leaders": True, "command": True, **dict(options)})


@cache
def belgium_of(uid: str) -> HexField:
    """A scenario's part of Belgium."""
    return part(belgium(), bound(uid).area)


def stage(
    at: Mapping[str, str],
    *,
    uid: str = "campaign",
    land: str = "small",
    army: str = "french",
    turn: str = "",
    options: Mapping[str, Any] | None = None,
    special: str = "",
    **change: Any,
) -> Board:
    """Units and leaders in their hexes, and nobody else. land: `small`, or the scenario's own part of Belgium.

    special: more rules of the scenario. change: members of the position.
    """
    chosen = bound(uid, tuple(sorted((options or {}).items())))
    chosen = replace(chosen, special=chosen.special.union(special.split()), groups=(), releases=(), allowances=())
    field = small_field() if land == "small" else belgium_of(uid)
    chosen = replace(chosen, area=SMALL) if land == "small" else chosen
    number = next((one.number for one in chosen.turns if one.id == turn), 1)
    leads = {one for one in at if chosen.roster.units[one].leads}
    position = Position(
        number,
        army,
        {one: to for one, to in at.items() if one not in leads},
        {one: to for one, to in at.items() if one in leads},
        **change,
    )
    return Board(position, field, pieces_of(replace(chosen, start={**chosen.start, **at})), chosen)


def cases(board: Board, said: Any) -> list[tuple[tuple[str | int, ...], str]]:
    """The places and cases of everything that is wrong with a command list."""
    return [(path, refusal.case) for path, refusal in CommandOptions(board).faults(said)]


def why(board: Board, said: Any) -> str:
    """The first refusal in words, with its case."""
    refusal = CommandOptions(board).why_not(said)
    return "" if refusal is None else f"{refusal.text} ({refusal.case})"


@dataclass
class Given:
    """A command segment that was carried out."""

    board: Board
    chain: Chain
    events: list[dict[str, Any]]
    cases: list[str]

    @property
    def idle(self) -> list[str]:
        return sorted(self.board.position.idle)

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]


def give(board: Board, said: Any = SILENT) -> Given:
    """The command segment with what an army says: who has command, what was told, what was refused."""
    book = OpenBook()
    chain = book.carry_out(command_phase(board, said))
    return Given(board, chain, book.events, [fault.refusal.case for fault in book.faults])
