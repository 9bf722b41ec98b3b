"""Command points: whom commanders put in command, and who follows from that (5.11, 5.15, 5.16, 7.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.command.reach import Ranges

UNDER: Final[Mapping[str, str]] = {"pr-reserve": "pr-i"}
"""osg 5.16-1: formation -> the one whose commander has it as his own."""
_CORPS_LEADER: Final = "commander"


@dataclass(frozen=True, slots=True)
class Points:
    """What a commander gives: officers and single combat units by id, each half of a point spent once."""

    officers: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


def is_officer_too(board: Board, commander: str) -> bool:
    """osg 5.15-1: whether a commander leads a corps of his own: all but Napoleon, who has only the army."""
    return any(board.unit(uid).fights for uid in own_corps(board, commander))


def own_corps(board: Board, leader: str) -> tuple[str, ...]:
    """osg 5.12-1, 5.15-1, 5.16-1, 5.16-2, 1.4-Officers: the counters of the formation of a leader, his own left out; of
    Brunswick those of the Reserve too, its officer among them."""
    mine = board.formation_of(leader)
    formations = (mine, *(corps for corps, over in UNDER.items() if over == mine and _commands(board, leader)))
    return tuple([uid for corps in formations for uid in formed(board, corps) if uid != leader])


def formed(board: Board, formation: str) -> Sequence[str]:
    """osg 1.4-Formation, 5.13: the counters of a formation, with a replacement leader who has taken it over."""
    listed, posts = board.roster.formations.get(formation), board.posts
    if listed is None:
        # Leaders and face-down counters without a formation stand in no list.
        listed = tuple(uid for uid, unit in board.roster.units.items() if unit.formation == formation)
    if not posts:
        return listed
    return [*(uid for uid in listed if uid not in posts), *(uid for uid, corps in posts.items() if corps == formation)]


def why_not(board: Board, ranges: Ranges, plan: Mapping[str, Points], busy: Collection[str] = ()) -> Refusal | None:
    """osg 1.4-Commander, 1.4-CommandRating, 2.11A1-2, 5.11-1, 5.11-2, 5.12-1, 5.15-2, 5.17-1, 6.23, 7.11-1, 7.11-2,
    7.11-NOTE, 13.14: what the rules have against an allocation, None for nothing.

    A point is for an officer and for a unit. A commander of a corps has that in command for nothing; of his rating one
    officer the less remains for others. busy: leaders who reorganize in this phase; they neither give nor receive.
    """
    given: set[str] = set()
    for commander, points in plan.items():
        refusal = _giver(board, ranges.army, commander, busy) or _counted(board, commander, points)
        for uid in (*points.officers, *points.units):
            refusal = refusal or _receiver(board, ranges, commander, uid, points, busy)
            if not refusal and uid in given:
                refusal = Refusal("7.11-1", f"{board.unit(uid).name} is put in command twice", uid)
            given.add(uid)
        if refusal:
            return refusal
    return None


def in_command(board: Board, ranges: Ranges, plan: Mapping[str, Points], busy: Collection[str] = ()) -> frozenset[str]:
    """osg 1.4-InCommand, 5.15-1, 7.0, 7.11-3, 7.11-4: who is in command by an allocation that is allowed, before
    officers check their initiative: leaders who are no officers, the corps of commanders, whom points were given, and
    what follows an officer in his range."""
    found = [by_themselves(board, ranges, busy)]
    for points in plan.values():
        found.append(frozenset((*points.officers, *points.units)))
        found += [following(board, ranges, officer) for officer in points.officers]
    return frozenset().union(*found)


def by_themselves(board: Board, ranges: Ranges, busy: Collection[str] = ()) -> frozenset[str]:
    """osg 5.15-1, 7.0, 7.11-3: who is in command whatever is allocated: leaders who are no officers, and the corps of
    commanders."""
    known, key = ranges.alone, frozenset(busy)
    if key in known:
        return known[key]
    army = [uid for uid in board.at if board.army_of(uid) == ranges.army]
    found = {uid for uid in army if board.unit(uid).leads and board.unit(uid).kind != "officer"}
    for commander in sorted(found):
        if _commands(board, commander) and is_officer_too(board, commander) and commander not in busy:
            found |= following(board, ranges, commander)
    known[key] = frozenset(found)
    return known[key]


def following(board: Board, ranges: Ranges, leader: str) -> frozenset[str]:
    """osg 7.11-3, 7.12, 9.12: the counters of a leader's formation in his range, trains too (9.12)."""
    known = ranges.followers
    if leader not in known:
        known[leader] = frozenset(uid for uid in own_corps(board, leader) if ranges.reaches(leader, uid))
    return known[leader]


def mark_out(board: Board, army: str, commanded: Collection[str]) -> None:
    """osg 7.11-4, 7.3, 2.11A2-3: everybody of an army else is out of command until its next turn."""
    everybody = (uid for uid in board.at if board.army_of(uid) == army)
    board.out -= {uid for uid in board.out if board.army_of(uid) == army}
    board.out.update(uid for uid in everybody if uid not in commanded)


def _commands(board: Board, leader: str) -> bool:
    return board.unit(leader).kind == _CORPS_LEADER


def _giver(board: Board, army: str, commander: str, busy: Collection[str]) -> Refusal | None:
    unit = board.roster.units.get(commander)
    if unit is None or unit.army != army or not unit.command:
        name = unit.name if unit else commander[:20]
        return Refusal(
            "5.11-1", f"{name} is no commander of the {army.capitalize()} side and has no command points", commander
        )
    if commander not in board.at:
        return Refusal("5.11-1", f"{unit.name} is not on the map", commander)
    if commander in busy:
        return Refusal("6.23", f"{unit.name} reorganizes and may put nobody in command", commander)
    return None


def _counted(board: Board, commander: str, points: Points) -> Refusal | None:
    unit = board.unit(commander)
    officers = unit.command - 1 if is_officer_too(board, commander) else unit.command
    for what, listed, most in (("officers", points.officers, officers), ("units", points.units, unit.command)):
        if len(listed) > most:
            text = f"{unit.name} may put {most} {what} in command, not {len(listed)}"
            return Refusal("5.15-2" if officers < unit.command else "7.11-NOTE", text, commander)
    return None


def _receiver(
    board: Board, ranges: Ranges, commander: str, uid: str, points: Points, busy: Collection[str]
) -> Refusal | None:
    unit = board.roster.units.get(uid)
    if unit is None or unit.army != ranges.army:
        return Refusal("5.11-1", f"{uid[:20]} is nobody of the {ranges.army.capitalize()} side", uid)
    wanted = "officer" if uid in points.officers else "combat unit"
    if (unit.kind == "officer") is not (wanted == "officer") or (unit.leads and wanted != "officer"):
        return Refusal("5.11-2", f"{unit.name} is no {wanted}", uid)
    if uid in busy:
        return Refusal("6.23", f"{unit.name} reorganizes and cannot be put in command", uid)
    if not ranges.reaches(commander, uid):
        at = board.at.get(uid, "")
        where = f" in {at}" if at else ""
        text = f"{unit.name}{where} is out of the range of {board.unit(commander).name}"
        return Refusal("7.11-1", text, uid, at)
    return None
