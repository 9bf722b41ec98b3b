"""Conditions of attacks held against the board before any die: what never is a condition, and what cannot hold now.

Rules take any condition that names a hex, or an earlier attack and a result; this is told to its author alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.odds import columns_of, reduced
from pbem.hexgame.fighting.said import Found
from pbem.lean import dataclass


@dataclass(frozen=True)
class Expected:
    """What attacks come to as the board stands. columns, table: of the results. odds: the column of an attack that is
    made in a manner, before its attacker lowers it."""

    columns: tuple[str, ...]
    table: Mapping[int, Sequence[str]]
    odds: Callable[[Attack, Manner], str]

    def comes(self, attack: Attack) -> list[tuple[str, frozenset[str]]]:
        """Of each manner in which an attack may be made: its column, and the results that it can have."""
        found = [reduced(self.columns, self.odds(attack, manner), manner.reduce) for _, manner in attack.manners()]
        places = [columns_of(self.columns).index(column) for column in found]
        results = [frozenset(row[place] for row in self.table.values()) for place in places]
        return list(zip(found, results, strict=True))


def always_vacant(board: HexBoard[P], attack: Attack, case: str) -> Iterator[Found]:
    """A hex inside the map that the terrain closes from every side: nobody ever stands there, so that nothing hangs on
    it."""
    at, field = attack.condition.get("vacant"), board.field
    if not isinstance(at, str) or at not in field.map_of or at in board.here:
        return
    if field.closed(at) and not any(at in edge for edge in field.edges.get(field.map_of[at], {}).values()):
        text = (
            f"attack {attack.id}: {board.field.name(at)} can be entered from no side and is always vacant: leave out if"
        )
        yield (attack.index, "if", "vacant"), Refusal(case, text, hex=at)


def condition_remarks(
    board: HexBoard[P], attacks: Sequence[Attack], expected: Expected, vacancy: str, result: str
) -> Iterator[Found]:
    """Conditions that do not hold as the board stands, with nothing ordered that could change it.

    vacancy, result: the cases of a hex that is to be vacant, and of a result that is to come.
    """
    for attack in attacks:
        before = [one for one in attacks if one.index < attack.index]
        if "vacant" in attack.condition:
            yield from _vacancy(board, attack, before, vacancy)
        elif attack.condition:
            yield from _result(board, attack, before, expected, result)


def _vacancy(board: HexBoard[P], attack: Attack, before: Sequence[Attack], case: str) -> Iterator[Found]:
    at = str(attack.condition["vacant"])
    staying = [unit for unit in board.here.get(at, ()) if not any(_concerns(one, unit, at) for one in before)]
    if staying:
        who = board.roster.units[staying[0]].name
        text = (
            f"attack {attack.id}: {who} stands in {board.field.name(at)} now, and no attack before this one is made by"
        )
        text = f"{text} it or on it: the hex is vacant only if it is displaced"
        yield (attack.index, "if", "vacant"), Refusal(case, text, staying[0], at)


def _concerns(attack: Attack, unit: str, at: str) -> bool:
    """Whether an attack is made by a unit, which may leave even if it bombards, or on the hex of it."""
    return at in attack.on or unit in attack.by or unit in attack.batteries()


def _result(
    board: HexBoard[P], attack: Attack, before: Sequence[Attack], expected: Expected, case: str
) -> Iterator[Found]:
    earlier = next((one for one in before if one.id == attack.condition["attack"]), None)
    if earlier is None or not any(at in board.here for at in earlier.on):
        return
    wanted = [str(result) for result in attack.condition["result"]]
    found = expected.comes(earlier)
    if any(results.intersection(wanted) for _, results in found):
        return
    columns = " or ".join(dict.fromkeys(column for column, _ in found))
    text = f"attack {attack.id}: {earlier.id} stands at {columns} now, where no die gives"
    yield (attack.index, "if", "result"), Refusal(case, f"{text} {' or '.join(wanted)}")
