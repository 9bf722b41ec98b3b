"""Who may come in now, where, and at what price (5.26, 9.23, 15)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from rulesets.campaign_1806.play import Play, pair_of
from rulesets.campaign_1806.rules.march.bridging import why_not_take_up
from rulesets.campaign_1806.rules.march.entering import entries, entry_cost, why_not_together
from rulesets.campaign_1806.rules.march.group import Group


def waiting(play: Play, army: str) -> tuple[Group, ...]:
    """osg 5.26-2, 15.0, 15.2-1, 19.31: the groups of an army that may come in now, those due first at a hex.

    Nobody comes in at a hex at which somebody due earlier waits; who fled comes in like a reinforcement. While a plan
    is sealed (21.85) each force may wait at each hex.
    """
    found: dict[tuple[str, str], Group] = {}
    position, sealed = play.position, play.fog.alternate(play) is None
    for one in play.due():
        units = tuple(uid for uid in one.units if play.army_of(uid) == army and _is_away(play, uid))
        force = one.force if sealed else ""
        if units and (one.at, force) not in found and one.at in play.field.neighbours:
            found[one.at, force] = Group(units, one.at, force)
    fled = [Group((uid,), at) for uid, at in sorted(position.late.items()) if play.army_of(uid) == army]
    released = [
        Group(tuple(uid for uid in one.units if _is_away(play, uid)), one.at)
        for one in play.setting.setup.arrivals
        if one.turn == "die" and set(one.units) & position.released and play.army_of(one.units[0]) == army
    ]
    return (*found.values(), *fled, *(one for one in released if one.units))


def _is_away(play: Play, uid: str) -> bool:
    position = play.position
    return not any(uid in known for known in (play.at, position.boxes, position.late, position.came))


def group_of(play: Play, uid: str) -> Group | None:
    """The group with which a counter that stands nowhere may come in now."""
    dealt = next((group for group, ids in play.coming.items() if uid in ids), None)
    return dealt or next((one for one in waiting(play, play.army_of(uid)) if uid in one.units), None)


def why_not_come(play: Play, units: Sequence[str], at: str, *, marching: bool) -> Refusal | tuple[int, ...]:
    """osg 9.23-1, 15.1-1, 15.2-1: half points that coming in at a hex costs each of some counters, or why they may not.

    A train whose pontoon lies there is taken up for nothing.
    """
    names = ", ".join(play.name(uid) for uid in units)
    laid = next((side for side, (train, _) in play.position.pontoons.items() if train == units[0]), "")
    if laid:
        return _taken_up(play, units, laid, at)
    groups = [group_of(play, uid) for uid in units]
    group = groups[0]
    if group is None or any(one is None or one.at != group.at for one in groups):
        return Refusal("15.0", f"{names} cannot come in now", units[0], at[:20])
    legal = entries(play, play.army, group.at)
    if at not in legal:
        return Refusal(
            "15.2", f"{names} cannot come in at {at[:20]}; open: {', '.join(legal)}", units[0], at[:20], legal
        )
    refusal = why_not_together(play, units, marching=marching)
    if refusal:
        return refusal
    rank = play.ranks.get(at, 0)
    costs = [entry_cost(play.field, play.unit(uid), at, rank, marching=marching) for uid in units]
    if None in costs:
        return Refusal("15.1", f"{names} cannot come in at {at} on a road march: no road leads in", units[0], at)
    return tuple(cost or 0 for cost in costs)


def _taken_up(play: Play, units: Sequence[str], side: str, at: str) -> Refusal | tuple[int, ...]:
    pair, holder = pair_of(side), play.position.pontoons[side][1]
    if len(units) > 1 or play.army_of(units[0]) != play.army:
        return Refusal("9.23-1", f"{play.name(units[0])} is taken up alone, by its own side", units[0], at[:20])
    return why_not_take_up(play, units[0], pair, at, crossed=pair in play.crossed, holder=holder) or (0,)


def come(play: Play, units: Sequence[str], at: str) -> None:
    """osg 14.24, 15.1-1: puts counters on the map where they come in."""
    laid = next((side for side, (train, _) in play.position.pontoons.items() if train == units[0]), "")
    if laid:
        del play.position.pontoons[laid]
        play.laid.pop(pair_of(laid), None)
        play.taken_up.add(units[0])
    else:
        play.ranks[at] = play.ranks.get(at, 0) + 1
        if at in play.setting.sources(play.army):
            play.position.entered.add(at)
    for uid in units:
        play.position.late.pop(uid, None)
        play.place(uid, at)


def groups_come(play: Play) -> list[tuple[Sequence[str], Sequence[str]]]:
    """osg 15.2-2: the groups of which a part still waits and another came in this phase: all of each, and who came."""
    found: list[tuple[Sequence[str], Sequence[str]]] = []
    for group in waiting(play, play.army):
        whole = next((one.units for one in play.due() if set(group.units) <= set(one.units)), ())
        came = [uid for uid in whole if (uid, "") in play.journal and uid in play.at]
        if came:
            found.append((whole, came))
    return found


def movable(play: Play) -> tuple[str, ...]:
    """Counters that may still be named in a move, those on the map first."""
    away = [uid for group in waiting(play, play.army) for uid in group.units]
    laid = [train for train, holder in play.position.pontoons.values() if holder == play.army == play.army_of(train)]
    return tuple(uid for uid in (*play.on_map(play.army), *away, *laid) if uid not in play.moved)
