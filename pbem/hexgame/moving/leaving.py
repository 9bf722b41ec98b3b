"""Leaving the map: what the last step costs, and why it may not be taken."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.marching import stays
from pbem.hexgame.moving.rules import Closed, MoveRules, always_open


def leaving_cost(
    field: HexField, path: Sequence[str], closed: Closed = always_open, mover: str | None = None
) -> int | None:
    """Half points of the step off the map from the end of a path, None where prohibited.

    The imagined hex beyond is like the one left; a way that leaves the map there serves a piece that came by it or
    began its move on it. mover: its class on the chart, the commonest if not given.
    """
    at = path[-1]
    if closed(at):
        return None
    began_here = len(path) < 2
    by_way = at in field.way_ends and (began_here or any(field.on_way(way, path[-2], at) for way in field.ways))
    return field.outside_cost(at, by_way, mover)


def no_exit(rules: MoveRules, unit: str, at: str, hexes: Sequence[str], edge: str = "") -> Refusal | None:
    """Why a piece may not leave the map from a hex: it is none of those in which one leaves.

    edge: the map edge that these hexes are, "" where the hexes themselves are listed.
    """
    if at in hexes:
        return None
    if edge:
        text = f"{rules.name(unit)} cannot leave over the {edge} edge: {at} does not lie on it"
        return Refusal(rules.cases.off_hex, text, unit, at)
    text = f"{rules.name(unit)} cannot leave the map from {at}, only from: {', '.join(hexes) or 'nowhere'}"
    return Refusal(rules.cases.off_hex, text, unit, at, tuple(hexes))


def judge_leaving(rules: MoveRules, unit: str, path: Sequence[str], spent: int, points: int) -> Refusal | int:
    """Half points spent on the path and the step off the map together, or why the step is not allowed."""
    at, name, cases = path[-1], rules.name(unit), rules.cases
    if stays(rules, unit, path):
        text = f"{name} has to stop in {at}, an enemy controlled hex, and cannot leave the map"
        return Refusal(cases.off_held, text, unit, at)
    cost = leaving_cost(rules.field, path, rules.closed, rules.mover(unit))
    if cost is None and rules.closed(at):
        ground = rules.field.terrain[at]
        text = f"{name} cannot leave the map from {at}: beyond lies {ground} too, which may not be entered {rules.when}"
        return Refusal(cases.off_closed, text, unit, at)
    if cost is None:
        return Refusal(cases.off_ground, f"{name} cannot leave the map from {at}: such ground is prohibited", unit, at)
    if spent + cost > points:
        need, has = points_text(spent + cost), points_text(points)
        text = f"{name} cannot leave the map from {at}: that takes {need} movement points in all and it has {has}"
        return Refusal(cases.off_length, text, unit, at)
    return spent + cost
