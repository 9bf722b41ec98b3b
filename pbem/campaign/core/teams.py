"""Who is in a team, in words: members as they are named, shown and told what to do (protocol section 12)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.due import WAIT
from pbem.campaign.core.person import read_key
from pbem.engine.requests import ORDERS
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.orders.findings import did_you_mean
from pbem.protocol import keys

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.core.machine import GameMachine

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
MOST_MEMBERS = 64


def members_wished(words: Sequence[str]) -> list[dict[str, Any]]:
    """`ney:KEY:ii-corps,iii-corps` as the handshake has it. KEY: 64 hex digits, or a file that holds them.

    Raises Problem MEMBER, KEY.
    """
    members = []
    for word in words:
        name, first, rest = word.partition(":")
        key, second, formations = rest.rpartition(":")
        if not (first and second and key and _ID.fullmatch(name)):
            what = f"{word[:80]!r} names no member of a team"
            raise Problem("MEMBER", what, "write --member ID:KEY:FORMATION,FORMATION with an id in small letters")
        may = [formation.strip() for formation in formations.split(",") if formation.strip()]
        members.append({"id": name, "key": read_key(key).hex(), "may": may})
    return members


def require_team(
    machine: GameMachine, seat: str, members: Sequence[Mapping[str, Any]], used: Collection[bytes]
) -> None:
    """Whether a handshake with this team would stand. used: keys that serve already. Raises Problem."""
    if not members:
        return
    there = machine.formations(seat)
    if there is None:
        what = "this ruleset has no team play: a side is one player"
        raise Problem("ENGINE_MISMATCH", what, "leave out --member")
    if len(members) > MOST_MEMBERS or len({member["id"] for member in members}) != len(members):
        raise Problem("MEMBER", "two members have one id, or there are too many", "give each an id of his own")
    known = set(used)
    for member in members:
        _require_member(member, there, known)
        known.add(bytes.fromhex(member["key"]))


def _require_member(member: Mapping[str, Any], there: Sequence[str], used: Collection[bytes]) -> None:
    for formation in member["may"]:
        if formation not in there:
            what = f"member {member['id']}: this side has no formation {formation[:40]!r}"
            raise Problem("MEMBER", what, did_you_mean(formation, there) or f"formations: {', '.join(there)}")
    if not member["may"]:
        raise Problem("MEMBER", f"member {member['id']} commands nothing", f"formations: {', '.join(there)}")
    key = bytes.fromhex(member["key"])
    if not keys.acceptable(key):
        raise Problem("KEY_INVALID", f"KEY_INVALID: the key of {member['id']} is none", "ask him for pbem part --key")
    if key in used:
        what = f"KEY_REUSED: the key of {member['id']} serves in this game already"
        raise Problem("KEY_REUSED", what, "every player of a game has a key of his own: pbem part --key prints it")


# -- in words ----------------------------------------------------------------------


def talk_lines(machine: GameMachine) -> list[str]:
    """The ruleset's limit on talk between team-mates: nobody can check it, so it is a matter of honour."""
    talk = machine.teams.talk if machine.teams is not None else ""
    return [f"honour rule: {talk}"] if talk else []


def letter_lines(machine: GameMachine, text: str) -> list[str]:
    """What the ruleset has against words between team-mates, a line for each."""
    found = machine.teams.letter(text) if machine.teams is not None else ()
    return [f"honour rule: {one.text}{f' ({one.case})' if one.case else ''}" for one in found]


def commands_words(machine: GameMachine, may: Sequence[str]) -> str:
    """`II Corps, III Corps`."""
    return ", ".join(machine.game.telling.name(formation) for formation in may) or "nothing"


def handshake_lines(machine: GameMachine, members: Sequence[Mapping[str, Any]]) -> list[str]:
    """The team that an invite or accept names, a line each, and the honour rule."""
    if not members:
        return []
    lines = [
        f"{one['id']}: {commands_words(machine, one['may'])} ({keys.fingerprint(bytes.fromhex(one['key']))})"
        for one in members
    ]
    return [*lines, *talk_lines(machine)]


def your_title(campaign: Campaign) -> str:
    """`Anna (French)`; `ney, in the team of Anna (French)`; "" for an onlooker."""
    member = campaign.member
    if member is None:
        return campaign.title_of(campaign.seat) if campaign.seat else ""
    return f"{member.id}, in the team of {campaign.title_of(member.seat)}"


# -- what a member does next -----------------------------------------------------


def member_awaited(campaign: Campaign, due: Due) -> str:
    """What is awaited, for a member."""
    seq = len(campaign.chain.messages)
    if due.kind == ORDERS:
        return f"your part of the orders in message {seq}"
    if not due.seat:
        return "nothing: the campaign is over and audited"
    if due.seat == campaign.party and due.closing is None and seq > 1:
        return f"what your captain tells you of the position: a briefing for message {seq}"
    return f"message {seq} of {campaign.title_of(due.seat)}"


def no_question(campaign: Campaign, due: Due) -> Problem:
    """Why a member has nothing to order now."""
    what = f"there is nothing for you to order now; awaited is {member_awaited(campaign, due)}"
    missing = due.kind == WAIT and due.seat == campaign.party and due.closing is None
    code, mend = ("BRIEFING_MISSING", "ask your captain for: pbem part --brief") if missing else ("NOT_YOUR_MOVE", "")
    return Problem(code, what, mend or "see pbem status", status=NOT_YOUR_MOVE)
