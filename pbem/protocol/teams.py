"""Teams: members beside the captain of a seat, and the signed parts of his orders that are theirs (section 12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.lean import dataclass
from pbem.protocol import keys
from pbem.protocol.canonical import canon, parse
from pbem.protocol.control import ORDERS, input_due
from pbem.protocol.envelope import PART_TYPE, pae, read_envelope, sign_envelope
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain
    from pbem.protocol.ledger import Member
    from pbem.protocol.machine import Machine, State

LIST = "orders"
"""The member of an input that holds the orders, one after the other; members of a team add to it."""

_MEMBERS = {"v": int, "game": str, "seq": int, "parent": str, "member": str, "orders": list}


@dataclass(frozen=True, slots=True)
class Part:
    """A signed part that is good for one message. orders: what its member orders. line: the envelope's JSON."""

    member: Member
    orders: list[Any]
    line: bytes


def require_members(machine: Machine, body: Mapping[str, Any]) -> None:
    """Check 16 of an invite or accept with a team. Raises Fault ENGINE_MISMATCH, which names nobody.

    That no key stands twice is check 9, that no id does check 6.
    """
    if "members" not in body:
        return
    there = machine.formations(body["side"])
    if there is None:
        raise Fault("ENGINE_MISMATCH", "this ruleset has no team play")
    for member in body["members"]:
        for formation in member["may"]:
            if formation not in there:
                raise Fault("ENGINE_MISMATCH", f"member {member['id']}: this side has no formation {formation}")


def part_payload(chain: Chain, member: str, orders: Sequence[Any]) -> bytes:
    """What a member signs for the next message of a log. Raises ValueError for what has no canonical form."""
    body = {
        "v": 1,
        "game": chain.game.hex(),
        "seq": len(chain.messages),
        "parent": chain.messages[-1].id.hex(),
        "member": member,
        "orders": list(orders),
    }
    try:
        payload = canon(body)
        parse(payload)
    except (Fault, TypeError) as fault:
        raise ValueError(str(fault)) from None
    return payload


def sign_part(master: bytes, payload: bytes) -> bytes:
    """The envelope's JSON of a part; a payload has one signature, so signing again gives the same bytes."""
    return sign_envelope(payload, master, kind=PART_TYPE)


def read_part(chain: Chain, line: bytes) -> Part:
    """A part of the next message of a log, by a member of the seat whose message that is.

    Raises Fault PART_INVALID. Whether its orders stay within what the member commands is for `out_of_scope` to say.
    """
    try:
        envelope = read_envelope(line)
        if envelope.type != PART_TYPE:
            raise _invalid(f"its payload type is {envelope.type[:80]!r}")
        body = parse(envelope.payload)
    except Fault as fault:
        if fault.code == "PART_INVALID":
            raise
        raise _invalid(f"{fault.code}: {fault.detail}") from None
    _require_shape(body)
    _require_place(chain, body)
    seat = "ab"[len(chain.messages) % 2]
    member = next((one for one in chain.ledger.team(seat) if one.id == body["member"]), None)
    if member is None:
        raise _invalid(f"side {seat} has no member {body['member'][:64]!r}")
    if [key for key, _ in envelope.signatures] != [member.key]:
        raise _invalid(f"it is not signed by the key of {member.id}, and by that alone")
    if not keys.verifies(member.key, envelope.signatures[0][1], pae(PART_TYPE, envelope.payload)):
        raise _invalid(f"the signature of {member.id} fails")
    return Part(member, body["orders"], line)


def _require_shape(body: Mapping[str, Any]) -> None:
    if body.keys() != _MEMBERS.keys():
        raise _invalid(f"its payload has not exactly the members {', '.join(_MEMBERS)}")
    for name, kind in _MEMBERS.items():
        if type(body[name]) is not kind:
            raise _invalid(f"{name} has the wrong type")
    if body["v"] != 1:
        raise _invalid(f"version {body['v']}; this program reads version 1")


def _require_place(chain: Chain, body: Mapping[str, Any]) -> None:
    if body["game"] != chain.game.hex():
        raise _invalid("it belongs to another game")
    if body["seq"] != len(chain.messages):
        raise _invalid(f"it is for message {body['seq']}, not for message {len(chain.messages)}")
    if body["parent"] != chain.messages[-1].id.hex():
        raise _invalid(f"it follows another message {len(chain.messages) - 1}")


def in_order(chain: Chain, parts: Sequence[Part]) -> list[Part]:
    """The parts of one message in the order of `members`. Raises Fault PART_INVALID where a member has two."""
    team = [member.id for member in chain.ledger.team("ab"[len(chain.messages) % 2])]
    for i, part in enumerate(parts):
        if any(part.member.id == other.member.id for other in parts[:i]):
            raise _invalid(f"two parts of {part.member.id}")
    return sorted(parts, key=lambda part: team.index(part.member.id))


def orders_of(parts: Sequence[Part]) -> list[Any]:
    """The orders of parts that stand in order: what `input.orders` begins with."""
    return [order for part in parts for order in part.orders]


def out_of_scope(machine: Machine, state: State, seat: str, part: Part) -> Iterator[tuple[int, Sequence[str]]]:
    """Orders of a part that its member must not give: index in the part from 0, and the formations concerned that are
    not his. An order that concerns no formation at all is the captain's.
    """
    for i, order in enumerate(part.orders):
        concerned = machine.concerned(state, seat, order)
        foreign = [name for name in concerned if name not in part.member.may]
        if foreign or not concerned:
            yield i, foreign


def require_parts(chain: Chain, machine: Machine, state: State, body: Mapping[str, Any]) -> None:
    """The last of check 24: the parts of a move's orders, once the input itself has passed.

    machine: by which the message is judged. state: which the message signs. Raises Fault PART_INVALID, PART_SCOPE.
    """
    if "parts" not in body:
        return
    if not input_due(state, dict(body)) or state["need"]["ask"] != ORDERS:
        raise _invalid("parts where no orders are due")
    given = body["input"].get(LIST)
    if type(given) is not list:
        raise _invalid("parts of orders that are no list")
    if not chain.ledger.team(body["side"]):
        raise _invalid(f"side {body['side']} has no team")
    parts = in_order(chain, [_numbered(chain, i, text) for i, text in enumerate(body["parts"])])
    signed = orders_of(parts)
    # Compared in their byte form: true and 1 are equal in Python.
    if canon(given[: len(signed)]) != canon(signed):
        raise _invalid("the orders do not begin with those of the parts, in the order of the members")
    for part in parts:
        for i, foreign in out_of_scope(machine, state, body["side"], part):
            why = f"it concerns {', '.join(foreign) or 'no formation'}"
            raise Fault("PART_SCOPE", f"order {i + 1} of {part.member.id}: {why}"[:500])


def _numbered(chain: Chain, i: int, text: str) -> Part:
    try:
        return read_part(chain, text.encode("utf-8"))
    except Fault as fault:
        raise _invalid(f"part {i + 1}: {fault.detail}") from None


def _invalid(why: str) -> Fault:
    return Fault("PART_INVALID", why[:500])
