"""What orders lead to before any die, entry by entry, for a page: the moves, where they end, and the combats (4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.desk import Combat, Course, Move, Target, Where
from pbem.engine.odds_query import Outlook
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.artillery import targets_of
from rulesets.napoleon_at_war.rules.battle.attack import Attack, read_attack
from rulesets.napoleon_at_war.rules.march.entry import entry_cost
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import NO, MoveOptions, movement_phase
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.desk_reach import points
from rulesets.napoleon_at_war.telling.outlooks import outlook
from rulesets.napoleon_at_war.telling.preview import attacks_made

REFUSED: Final = "stays out of the game for good (14.21)"
WAITS: Final = "stays in this space of the transit track"
_BY_ITSELF: Final = "comes in by itself"


def leaving(entry: Mapping[str, Json]) -> str:
    """How an entry leaves the map (17.0, 17.1); "" for one that does not."""
    if "exit" in entry:
        return f"leaves by the {entry['exit']} edge for good"
    return f"leaves onto the {entry['transit']} section of the transit track" if "transit" in entry else ""


def course(setting: Setting, position: Position, orders: Mapping[str, Any]) -> Course:
    """naw 4.1-1A, 7.11, 7.12: the course of public orders. What the rules refuse is left out."""
    board = setting.board(position.copy())
    book = _Book(setting, board)
    book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
    moves, stands = tuple(book.moves.values()), _stands(setting, position, board.position)
    if setting.is_night(position.turn):
        return Course(moves, stands)
    attacks, default, _ = attacks_made(setting, board, orders)
    options = AttackOptions(setting, board)
    listed = _listed(orders) if orders.get("attacks") else attacks
    return Course(
        moves,
        stands,
        tuple(_targets(options, {at for attack in listed for at in attack.on})),
        tuple(_combat(setting, board, attack, default=default) for attack in attacks),
        tuple(unit for unit in options.contacts if not any(unit in attack.by for attack in listed)),
        tuple(_combat(setting, board, attack, default=False) for attack in _pending(options, orders, default=default)),
    )


def _stands(setting: Setting, before: Position, after: Position) -> dict[str, str]:
    """Units of the phasing army that are in another place than before; "" for those that have left the maps."""
    own = [unit.id for unit in setting.roster.of(before.army)]
    return {unit: after.at.get(unit, "") for unit in own if before.at.get(unit) != after.at.get(unit)}


# -- moves -----------------------------------------------------------------------------------


class _Book(OpenBook):
    """Keeps the moves of a phase beside its events. moves: unit -> its move, in the order in which they are made."""

    def __init__(self, setting: Setting, board: Board) -> None:
        super().__init__()
        self.setting = setting
        self.board = board
        self.moves: dict[str, Move] = {}

    def choose(self, request: Choose) -> Json:
        """Notes the move of an entry that is legal."""
        answer = super().choose(request)
        if isinstance(request.options, MoveOptions) and answer != NO:
            self.moves[answer["unit"]] = self._move(request.options, request.where, answer)
        return answer

    def _move(self, options: MoveOptions, where: Where, entry: Json) -> Move:
        unit, path = entry["unit"], entry.get("path")
        if path is None:
            return Move(where, (unit,), text=self._staying(unit, entry))
        spent = options.judge(entry)
        assert isinstance(spent, int), "the phase has judged it"
        return Move(where, (unit,), tuple(path), points(spent), self._has(unit), leaving(entry))

    def _staying(self, unit: str, entry: Json) -> str:
        if "refuse" in entry:
            return REFUSED
        return WAITS if entry["track"] == "wait" else _goes_on(self.board.position.track[unit][1] + 1)

    def _has(self, unit: str) -> str:
        return points(allowance(self.setting, unit, self.board.position.turn))

    def tell(self, event: Mapping[str, Json]) -> None:
        """Notes what the phase does by itself, and takes a move that is undone (5.32) away again."""
        super().tell(event)
        kind, unit = event["kind"], str(event.get("unit", ""))
        if kind == "undone":
            self.moves.pop(unit, None)
        elif kind == "entered" and unit not in self.moves:
            cost = points(entry_cost(self.setting, self.board.position.turn, event["at"]) or 0)
            self.moves[unit] = Move((), (unit,), tuple(event["path"]), cost, self._has(unit), _BY_ITSELF)
        elif kind == "transit" and unit not in self.moves:
            self.moves[unit] = Move((), (unit,), text=_goes_on(event["space"]))


def _goes_on(space: int) -> str:
    return f"goes on to space {space} of the transit track"


# -- combat ----------------------------------------------------------------------------------


def _listed(orders: Mapping[str, Any]) -> Sequence[Attack]:
    """The attacks that orders list, as far as they can be read."""
    read = (read_attack(number, entry) for number, entry in enumerate(orders["attacks"]))
    return [attack for attack in read if isinstance(attack, Attack)]


def _pending(options: AttackOptions, orders: Mapping[str, Any], *, default: bool) -> Sequence[Attack]:
    """naw 7.0-4: attacks that would be made if the rest of their list were right."""
    return options.sound(orders["attacks"]) if default and "attacks" in orders else ()


def _targets(options: AttackOptions, attacked: set[str]) -> Iterator[Target]:
    """naw 7.0-1, 7.11, 8.11-2, 8.41: enemies in contact, and those whom a free battery sees, in order of hex."""
    board = options.board
    guns = [unit for unit in board.on_map(options.army) if board.roster.units[unit].kind == "artillery"]
    near: dict[str, list[str]] = {}
    far: dict[str, list[str]] = {}
    for unit, enemies in options.contacts.items():
        for enemy in enemies:
            near.setdefault(board.hex_of(enemy), []).append(unit)
    for unit in guns:
        for at in targets_of(options.setting, board, unit):
            far.setdefault(at, []).append(unit)
    for at in sorted({**near, **far}):
        yield Target(at, tuple(near.get(at, ())), tuple(far.get(at, ())), at in near and at not in attacked)


def _combat(setting: Setting, board: Board, attack: Attack, *, default: bool) -> Combat:
    at: Where = () if default else ("attacks", attack.index)
    return Combat(at, attack.on, attack.by, attack.batteries(), tuple(_outlooks(setting, board, attack)))


def _outlooks(setting: Setting, board: Board, attack: Attack) -> Iterator[Outlook]:
    """Of each manner in which it may be made, which its condition decides."""
    for path, manner in attack.manners():
        found = outlook(setting, board, attack, manner)
        when = "otherwise" if len(path) > 1 else "if its condition holds" if attack.condition else ""
        yield replace(found, title=f"{when}: {found.title}") if when else found
