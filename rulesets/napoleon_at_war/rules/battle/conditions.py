"""Conditions of attacks held against the board before any die: what never is a condition, and what cannot hold now.

The rules themselves take any condition that names a hex, or an earlier attack and a result (7.0); this is told to its
author alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.options import Refusal
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Found, Manner
from rulesets.napoleon_at_war.rules.battle.odds import columns_of, odds_of, reduced
from rulesets.napoleon_at_war.setting import Setting


def always_vacant(board: Board, attack: Attack) -> Iterator[Found]:
    """naw 7.72: a hex inside the map that the terrain closes from every side: nobody ever stands there, so that nothing
    hangs on it."""
    at, field = attack.condition.get("vacant"), board.field
    if not isinstance(at, str) or at not in field.map_of or at in board.here:
        return
    if field.closed(at) and not any(at in edge for edge in field.edges.get(field.map_of[at], {}).values()):
        text = (
            f"attack {attack.id}: {board.field.name(at)} can be entered from no side and is always vacant: leave out if"
        )
        yield (attack.index, "if", "vacant"), Refusal("7.72", text, hex=at)


def condition_remarks(setting: Setting, board: Board, attacks: Sequence[Attack]) -> Iterator[Found]:
    """naw 7.0-3, 7.6-T: conditions that do not hold as the board stands, with nothing ordered that could change it."""
    for attack in attacks:
        before = [one for one in attacks if one.index < attack.index]
        if "vacant" in attack.condition:
            yield from _vacancy(board, attack, before)
        elif attack.condition:
            yield from _result(setting, board, attack, before)


def _vacancy(board: Board, attack: Attack, before: Sequence[Attack]) -> Iterator[Found]:
    at = str(attack.condition["vacant"])
    staying = [unit for unit in board.here.get(at, ()) if not any(_concerns(one, unit, at) for one in before)]
    if staying:
        who = board.roster.units[staying[0]].name
        text = (
            f"attack {attack.id}: {who} stands in {board.field.name(at)} now, and no attack before this one is made by"
        )
        text = f"{text} it or on it: the hex is vacant only if it is displaced"
        yield (attack.index, "if", "vacant"), Refusal("7.0-3", text, staying[0], at)


def _concerns(attack: Attack, unit: str, at: str) -> bool:
    """Whether an attack is made by a unit, which may leave even if it bombards (8.15), or on the hex of it."""
    return at in attack.on or unit in attack.by or unit in attack.batteries()


def _result(setting: Setting, board: Board, attack: Attack, before: Sequence[Attack]) -> Iterator[Found]:
    earlier = next((one for one in before if one.id == attack.condition["attack"]), None)
    targets = [board.here[at][0] for at in earlier.on if at in board.here] if earlier is not None else []
    if earlier is None or not targets:
        return
    columns = [_column(setting, board, earlier, manner, targets) for _, manner in earlier.manners()]
    wanted = [str(result) for result in attack.condition["result"]]
    if any(_can_come(setting, column, wanted) for column in columns):
        return
    text = f"attack {attack.id}: {earlier.id} stands at {' or '.join(dict.fromkeys(columns))} now, where no die gives"
    yield (attack.index, "if", "result"), Refusal("7.6-T", f"{text} {' or '.join(wanted)}")


def _column(setting: Setting, board: Board, attack: Attack, manner: Manner, targets: Sequence[str]) -> str:
    odds = odds_of(setting, board, attack.by, manner.bombard, targets)
    return reduced(setting, odds.column, manner.reduce)


def _can_come(setting: Setting, column: str, results: Sequence[str]) -> bool:
    place = columns_of(setting.columns).index(column)
    return any(row[place] in results for row in setting.results.values())
