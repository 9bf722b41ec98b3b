"""Why a unit cannot get where its player wants it: told of the goal that he wrote, not of a way that he never did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.options import Refusal
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.marching import barred_goal, held, held_in_place
from pbem.hexgame.moving.routing import Errand, cheapest_ground, cheapest_open
from pbem.hexgame.moving.rules import MoveCases, MoveRules


def of_the_goal(rules: MoveRules, errand: Errand, path: Sequence[str], refusal: Refusal, goal: str) -> Refusal:
    """The refusal of a path that was found for an errand, told of the errand.

    path: the one that `find_path` gave for it, refusal: what the rules have against it. goal: what the piece cannot do,
    such as `cannot reach 0610`. Where length is the reason it is the shortest open way that counts, and what bars a
    shorter one is said as well. What does not hang on the way, such as an entry hex, stays as it is.
    """
    unit, cases = errand.unit, rules.cases
    barred_itself = refusal.hex == errand.to and refusal.case in _of_a_place(cases)
    if refusal.case not in _of_a_way(cases) or barred_itself or not (errand.to or errand.off):
        return refusal
    head = f"{rules.name(unit)} {goal}"
    if path and unit in rules.board.at and held_in_place(rules, unit, path[0]):
        kept = held(rules, unit, path[0])
        return replace(kept, text=f"{head}: {_because(rules, kept)}", hex=errand.to or kept.hex)
    barred = barred_goal(rules, unit, errand.to) if errand.to in rules.field.terrain else None
    if barred is not None:
        return barred
    points = rules.points(unit)
    least, ground = cheapest_open(rules, errand), cheapest_ground(rules, errand)
    cost = ground if least is None else least
    told = replace(refusal, hex=errand.to or refusal.hex)
    if cost is not None and cost > points:
        return _too_far(rules, path, told, head, (cost, points))
    if refusal.case in _of_length(cases):
        return refusal
    why = _because(rules, refusal)
    none = "no way there is open" if cost is not None else "no ground that it may enter leads there"
    return replace(told, text=f"{head}: {none}; on the shortest {why}")


def _of_a_way(cases: MoveCases) -> set[str]:
    """What can be wrong with a single way: too long, over barred ground, held by the enemy, too dear a last step."""
    zones = {cases.occupied, cases.held, cases.stop, cases.zone, cases.off_held}
    barred = {cases.ground, cases.closed, cases.hexside, cases.off_ground, cases.off_closed}
    return zones | barred | _of_length(cases)


def _of_length(cases: MoveCases) -> set[str]:
    return {cases.length, cases.off_length}


def _of_a_place(cases: MoveCases) -> set[str]:
    """Who is barred from the goal itself reads everything in the refusal; a river might be crossed elsewhere.

    A rulebook may have one case for these and for length: then the goal is looked at again.
    """
    return {cases.occupied, cases.ground, cases.zone, cases.closed} - _of_length(cases)


def _too_far(rules: MoveRules, path: Sequence[str], refusal: Refusal, head: str, halves: tuple[int, int]) -> Refusal:
    """The length of the cheapest open way, and what bars the one that would be short enough.

    halves: what that way costs and what the piece has.
    """
    need, has = map(points_text, halves)
    text = f"{head}: the cheapest way costs {need} movement points and the unit has {has}"
    if refusal.case in _of_length(rules.cases):
        return replace(refusal, text=text)
    if _length(rules, refusal.unit, path) <= halves[1]:
        text = f"{text}; on a shorter one {_because(rules, refusal)} ({refusal.case})"
    return replace(refusal, case=rules.cases.length, text=text)


def _length(rules: MoveRules, unit: str, path: Sequence[str]) -> int:
    """Half points of a path, with its barred steps for nothing."""
    table = rules.steps(unit)
    return sum(table.get(a, {}).get(b) or 0 for a, b in pairwise(path))


def _because(rules: MoveRules, refusal: Refusal) -> str:
    """The sentence of a refusal with the piece in it called `it`."""
    return refusal.text.replace(f"{rules.name(refusal.unit)} ", "it ", 1)
