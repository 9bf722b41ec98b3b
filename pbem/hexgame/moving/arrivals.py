"""Coming onto the map: who is due, at which hexes he may come in, and why not at others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.rules import Closed, MoveRules, always_open

Fit = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Due:
    """One piece that may come in now.

    hexes: where it is scheduled, the first one being the default. must: whether it has to come in on time.
    case: the rule that brings it.
    """

    unit: str
    hexes: tuple[str, ...]
    must: bool
    case: str


def entry_cost(field: HexField, at: str, closed: Closed = always_open, mover: str | None = None) -> int | None:
    """Half points of being placed on a hex from outside, by a way if one runs there; None where prohibited."""
    return None if closed(at) else field.outside_cost(at, along_way=True, mover=mover)


def enemy_bars(rules: MoveRules, unit: str, at: str) -> bool:
    """Whether an enemy in an entry hex, or a zone of his there, bars it to a piece."""
    return rules.board.holder(at) == rules.enemy_of(unit) or bool(rules.zone(unit).get(at))


def nearest(field: HexField, targets: Sequence[str], groups: Iterable[Iterable[str]], fit: Fit) -> tuple[str, ...]:
    """The targets that are fit; where none is, the fit hexes nearest to one, equally near ones in order of number.

    groups: hexes in which to look, one group after the other; the first with a fit hex decides.
    """
    found = tuple(at for at in targets if fit(at))
    if found:
        return found
    for group in groups:
        for equally_near in _by_distance(field, tuple(targets), tuple(dict.fromkeys(group))):
            found = tuple(at for at in equally_near if fit(at))
            if found:
                return found
    return ()


def _by_distance(field: HexField, targets: tuple[str, ...], group: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The hexes of a group by their distance from the nearest target, equally near ones in order of number. That hangs
    on the map alone, while a template asks it of hundreds of entries."""
    key = ("hexes by distance", targets, group)
    if key not in field.found:
        rows: dict[int, list[str]] = {}
        for at in sorted(group):
            rows.setdefault(min(field.distance(at, to) for to in targets), []).append(at)
        field.found[key] = tuple(tuple(rows[away]) for away in sorted(rows))
    found: tuple[tuple[str, ...], ...] = field.found[key]
    return found


def no_such_entry(rules: MoveRules, due: Due, at: str, legal: Sequence[str]) -> Refusal | None:
    """The refusal of an entry hex that does not exist."""
    if at in rules.field.neighbours:
        return None
    text = f"{rules.name(due.unit)} cannot come in at {at[:20]}: there is no such hex"
    return Refusal(due.case, text, due.unit, at[:20], tuple(legal))


def no_entry(rules: MoveRules, unit: str, at: str, cost: int | None, legal: Sequence[str], case: str) -> Refusal:
    """Why a hex of the map is not open to a piece that may come in now.

    cost: half points of coming in there. legal: where it may come in. case: the rule that says so.
    """
    field, cases, points = rules.field, rules.cases, rules.points(unit)
    if cost is None and rules.closed(at):
        case, why = cases.entry_closed, f": the {field.terrain[at]} may not be entered {rules.when}"
    elif cost is None:
        case, why = cases.entry_ground, ": its ground is barred"
    elif enemy_bars(rules, unit, at):
        case, why = cases.entry_enemy, ": the enemy is in or next to it"
    elif cost > points:
        case, why = cases.entry_length, f": that takes {points_text(cost)} movement points"
    else:
        why = f"; open to it: {', '.join(legal) or 'none'}"
    return Refusal(case, f"{rules.name(unit)} cannot come in at {field.name(at)}{why}", unit, at, tuple(legal))
