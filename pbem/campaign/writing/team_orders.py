"""The parts of a team's orders: a member writes and signs his, the captain merges them (protocol section 12)."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.campaign import payload_of
from pbem.campaign.core.teams import commands_words, no_question, talk_lines
from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS
from pbem.errors import FORBIDDEN, Problem
from pbem.lean import dataclass
from pbem.mail.armour import PART, write_block
from pbem.mail.turns import turns_in
from pbem.orders.writer import dump
from pbem.protocol.canonical import canon, parse
from pbem.protocol.envelope import read_envelope
from pbem.protocol.faults import Fault, diagnosis
from pbem.protocol.teams import LIST, Part, in_order, out_of_scope, part_payload, read_part, sign_part
from pbem.store.folder import TEAM_DRAWER
from pbem.store.journal import Journal

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Checked
    from pbem.engine.contract import Compiled
    from pbem.protocol.ledger import Member

PART_LIMIT: Final = 4 * 2**20


def part_name(seq: int, member: str) -> str:
    """`part-0004-ney.txt`."""
    # The id is a slug of up to 64 letters; as a file name two dots in a row would be a path.
    return f"part-{seq:04d}-{member.replace('..', '-').rstrip('.')}.txt"


# -- a member's own ------------------------------------------------------------------


@dataclass(frozen=True)
class Intended:
    """A part made ready. again: it was written down before, and is the same."""

    member: Member
    seq: int
    payload: bytes
    orders: Sequence[Any]
    again: bool = False

    @property
    def data(self) -> dict[str, Any]:
        """The same for `--json`."""
        return {
            "message": self.seq,
            "member": self.member.id,
            "orders": list(self.orders),
            "signed": False,
            "again": self.again,
            "bytes": len(self.payload),
        }


def require_member(campaign: Campaign) -> Member:
    """Who this person is in a team. Raises Problem NOT_A_MEMBER."""
    member = campaign.member
    if member is None:
        what = "you are no member of a team in this campaign"
        mend = "a captain writes: pbem submit, and pbem part --brief for his team"
        raise Problem("NOT_A_MEMBER", what, mend if campaign.seat else "use the identity whose key the captain named")
    return member


def prepare_part(campaign: Campaign, due: Due, checked: Checked) -> Intended:
    """The part that these orders make, not signed. checked: with nothing wrong in it. Raises Problem."""
    member = require_member(campaign)
    if due.request is None:
        raise no_question(campaign, due)
    orders = checked.input.get(LIST, [])
    try:
        payload = part_payload(campaign.chain, member.id, orders)
    except ValueError as error:
        raise Problem("MESSAGE_TOO_LARGE", f"this part cannot be sent: {error}", "shorten the orders") from None
    recorded = _recorded(campaign)
    return Intended(member, len(campaign.chain.messages), payload, orders, recorded == payload)


def submit_part(campaign: Campaign, intended: Intended, *, again: bool = False) -> Path:
    """Writes a part down, signs it and lays the file for the captain into the outbox.

    A second part for the same message is refused: the captain could take either, and this person would have signed
    both. again: he wants that. Raises Problem JOURNAL_REFUSED.
    """
    earlier = _recorded(campaign)
    if earlier is not None and earlier != intended.payload and not again and _good(campaign, earlier):
        what = f"you have signed another part for message {intended.seq} already"
        mend = "mail that one: pbem part --resend; to sign another, which your captain may take as well: --again"
        raise Problem("JOURNAL_REFUSED", what, mend)
    entry = canon({"payload": base64.b64encode(intended.payload).decode("ascii")})
    _journal(campaign).record(
        intended.seq, entry, supersede=lambda known: again or not _good(campaign, payload_of(known))
    )
    return _lay_out(campaign, intended.payload)


def resend_part(campaign: Campaign) -> Path:
    """The part for the message that is due once more, byte for byte. Raises Problem NOTHING_SENT."""
    require_member(campaign)
    payload = _recorded(campaign)
    if payload is None:
        raise Problem("NOTHING_SENT", "you have signed no part for the message that is due", "write it: pbem part")
    return _lay_out(campaign, payload)


def resume_part(campaign: Campaign) -> None:
    """Lays out again a part that was written down, where a crash came before its file."""
    member = campaign.member
    if member is None or campaign.home is None or member.seat != campaign.chain.waits_for:
        return
    payload = _recorded(campaign)
    if payload is not None and _good(campaign, payload):
        _lay_out(campaign, payload)


def laid_out(campaign: Campaign) -> str:
    """Name of the file in the outbox with the part for the message that is due, "" where there is none."""
    member, seq = campaign.member, len(campaign.chain.messages)
    if member is None or campaign.home is None or _recorded(campaign) is None:
        return ""
    stem = part_name(seq, member.id).removesuffix(".txt")
    there = [name for name in campaign.folder.names("outbox") if name.startswith(stem)]
    return max(there, key=lambda name: (len(name), name), default="")


def _journal(campaign: Campaign) -> Journal:
    """Beside the journal of messages: a part takes no number away from a message."""
    assert campaign.home is not None
    second = campaign.home.journal(campaign.game_id).with_suffix(".parts.jsonl")
    return Journal(campaign.folder.journal.with_name("parts.jsonl"), second, system=campaign.folder.system)


def _recorded(campaign: Campaign) -> bytes | None:
    """The payload of the part that counts for the message that is due."""
    entry = _journal(campaign).get(len(campaign.chain.messages))
    return payload_of(entry) if entry is not None else None


def _master(campaign: Campaign) -> bytes:
    member, person = require_member(campaign), campaign.person
    master = person.master_of(member.key) if person is not None else None
    if master is None:
        raise Problem("KEY_LOST", "the key of this member is not among yours", "restore it: pbem keys restore")
    return master


def _good(campaign: Campaign, payload: bytes) -> bool:
    """Whether a part would still be taken; one for a message that has changed since binds nobody."""
    try:
        read_part(campaign.chain, sign_part(_master(campaign), payload))
    except Fault:
        return False
    return True


def _lay_out(campaign: Campaign, payload: bytes) -> Path:
    member, seq = require_member(campaign), len(campaign.chain.messages)
    line = sign_part(_master(campaign), payload)
    part = read_part(campaign.chain, line)
    head = (
        f"# Part of {member.id} in message {seq} of campaign {campaign.short_id}, for his captain. The block counts.\n"
    )
    readable = "".join(f"# {line}\n" for line in dump({LIST: part.orders}).rstrip("\n").split("\n"))
    text = head + readable + write_block(line, PART)
    return campaign.folder.save("outbox", part_name(seq, member.id), text.encode("utf-8"))


def member_faults(
    campaign: Campaign, due: Due, document: Mapping[str, Any], compiled: Compiled, note: Sequence[str] | None = None
) -> tuple[PlacedRefusal, ...]:
    """What a member must not order, as `pbem check` tells it; nothing for a captain. note: None where none is there."""
    member = campaign.member
    if member is None:
        return ()
    faults = [
        PlacedRefusal((name,), Refusal("", f"{name}: this is your captain's to say; a part holds {LIST} alone"))
        for name in document
        if name != LIST
    ]
    if note is not None:
        text = "note: a part carries no words; what your captain may be told, write into the mail that brings it to him"
        said = campaign.machine.teams.letter("\n".join(note)) if campaign.machine.teams is not None else ()
        faults += [PlacedRefusal(("note",), one) for one in (Refusal("", text), *said)]
    if compiled.hide or compiled.show or compiled.leaves:
        text = "what these orders hide or disclose only your captain can commit to; ask him to write them"
        faults.append(PlacedRefusal((LIST,), Refusal("", text)))
    part = Part(member, list(compiled.input.get(LIST, [])), b"")
    return (*faults, *_scope_faults(campaign, due, part))


def _scope_faults(campaign: Campaign, due: Due, part: Part) -> list[PlacedRefusal]:
    return [
        PlacedRefusal((LIST, i), Refusal("", diagnosis("PART_SCOPE", _not_his(campaign, part, foreign))))
        for i, foreign in out_of_scope(campaign.machine, due.state, part.member.seat, part)
    ]


def _not_his(campaign: Campaign, part: Part, foreign: Sequence[str]) -> str:
    """Whose an order is, and what its member commands."""
    whose = commands_words(campaign.machine, foreign) if foreign else "no formation"
    return f"it concerns {whose}; {part.member.id} commands {commands_words(campaign.machine, part.member.may)}"


# -- the captain's -------------------------------------------------------------------


def keep_part(campaign: Campaign, line: bytes) -> tuple[Part, Path]:
    """A member's part for the captain's next message, laid into the drawer. Raises Fault, or Problem NOT_A_PLAYER."""
    campaign.require_player()
    if campaign.chain.waits_for != campaign.seat:
        seq = len(campaign.chain.messages)
        raise Fault("PART_INVALID", f"message {seq} comes first; take it in, then this part once more")
    part = read_part(campaign.chain, line)
    due = campaign.due()
    if due.kind == ORDERS:
        _require_form(campaign, due, part)
        for i, foreign in out_of_scope(campaign.machine, due.state, campaign.seat, part):
            raise Fault("PART_SCOPE", f"order {i + 1} of {part.member.id}: {_not_his(campaign, part, foreign)}")
    name = part_name(len(campaign.chain.messages), part.member.id)
    return part, campaign.folder.save(TEAM_DRAWER, name, write_block(line, PART).encode("ascii"))


def parts_at_hand(campaign: Campaign, due: Due, files: Sequence[tuple[str, bytes]] = ()) -> list[Part]:
    """The parts that go into the message that is due, in the order of the team.

    files: name and text of files with parts, which take the place of what the drawer holds of the same members. Raises
    Problem PART_INVALID, PART_TWICE, PART_SCOPE, NO_PART.
    """
    if not campaign.seat or due.kind != ORDERS or not campaign.chain.ledger.team(campaign.seat):
        if files:
            raise Problem("NO_TEAM", "no orders of a team are due now", "leave out --part")
        return []
    given = _by_member([(name, part) for name, data in files for part in _read(campaign, name, data)])
    kept = {member: part for member, part in _in_drawer(campaign, given).items() if member not in given}
    parts = in_order(campaign.chain, [*given.values(), *kept.values()])
    for part in parts:
        mend = f"ask {part.member.id} for another part, or take his file out of {TEAM_DRAWER}/"
        try:
            _require_form(campaign, due, part)
        except Fault as fault:
            raise Problem(fault.code, diagnosis(fault.code, fault.detail), mend) from None
        for refused in _scope_faults(campaign, due, part):
            text = f"order {int(refused.path[1]) + 1} of {part.member.id}: {refused.refusal.text}"
            raise Problem("PART_SCOPE", text, mend, status=FORBIDDEN)
    return parts


def parts_kept(campaign: Campaign) -> list[tuple[str, Part]]:
    """The parts in the captain's drawer for the message that is due, with the names of their files. Raises Problem as
    `parts_at_hand`."""
    seq = len(campaign.chain.messages)
    names = [name for name in campaign.folder.names(TEAM_DRAWER) if name.startswith(f"part-{seq:04d}-")]
    loaded = [(name, campaign.folder.load(TEAM_DRAWER, name, PART_LIMIT)) for name in names]
    return [(name, part) for name, data in loaded for part in _read(campaign, f"{TEAM_DRAWER}/{name}", data)]


def parts_named(campaign: Campaign, names: Sequence[str]) -> list[tuple[str, bytes]]:
    """Files of the captain's drawer, for `parts_at_hand`. Raises Problem FILE_MISSING, FILE_NAME_UNSAFE."""
    return [(name, campaign.folder.load(TEAM_DRAWER, name, PART_LIMIT)) for name in names]


def _require_form(campaign: Campaign, due: Due, part: Part) -> None:
    """Whether orders are of the binding form: a ruleset looks at no others. Raises Fault PART_INVALID."""
    given = {"for": due.state["need"]["n"], LIST: part.orders}
    wrong = campaign.machine.check_input(due.state, given)
    if wrong:
        raise Fault("PART_INVALID", f"the orders of {part.member.id} are none that this game has: {wrong}"[:500])


def _in_drawer(campaign: Campaign, given: Mapping[str, Part]) -> dict[str, Part]:
    return _by_member([(name, part) for name, part in parts_kept(campaign) if part.member.id not in given])


def _by_member(found: Sequence[tuple[str, Part]]) -> dict[str, Part]:
    parts: dict[str, tuple[str, Part]] = {}
    for name, part in found:
        first, other = parts.setdefault(part.member.id, (name, part))
        if other.line != part.line:
            what = f"there are two different parts of {part.member.id}: {first} and {name}"
            raise Problem("PART_TWICE", what, "say which counts: pbem submit --part FILE")
    return {member: part for member, (_, part) in parts.items()}


def _read(campaign: Campaign, name: str, data: bytes) -> list[Part]:
    blocks = turns_in(data, PART)
    if not blocks:
        what = f"there is no part in {name}"
        raise Problem("NO_PART", what, "save the whole mail, from BEGIN PBEM PART to END PBEM PART", name)
    parts = []
    for block in blocks:
        try:
            if block.damage:
                raise Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}")
            parts.append(read_part(campaign.chain, block.envelope))
        except Fault as fault:
            mend = "ask the member for another one, or take the file away"
            raise Problem(fault.code, f"{name}: {diagnosis(fault.code, fault.detail)}", mend) from None
    return parts


def parts_told(campaign: Campaign) -> dict[str, str]:
    """Member of one's own team -> what is known of his part, in words; {} while it is not one's turn."""
    if campaign.chain.waits_for != campaign.seat:
        return {}
    seq = len(campaign.chain.messages)
    told = {}
    names = campaign.folder.names(TEAM_DRAWER)
    for member in campaign.chain.ledger.team(campaign.seat):
        there = part_name(seq, member.id) in names
        told[member.id] = f"his part of message {seq} is here" if there else f"no part of message {seq} yet"
    return told


def told_of(parts: Sequence[Part], fault: PlacedRefusal, campaign: Campaign, due: Due) -> PlacedRefusal:
    """A fault of merged orders with its place in the captain's file, or with the member in whose part it is."""
    if not parts or fault.path[:1] != (LIST,) or len(fault.path) < 2 or type(fault.path[1]) is not int:
        return fault
    index = fault.path[1]
    for part in parts:
        if index < len(part.orders):
            concerned = campaign.machine.concerned(due.state, part.member.seat, part.orders[index])
            whose = f"order {index + 1} of {part.member.id} ({commands_words(campaign.machine, concerned)})"
            return PlacedRefusal((), replace(fault.refusal, text=f"{whose}: {fault.refusal.text}"))
        index -= len(part.orders)
    return PlacedRefusal((LIST, index, *fault.path[2:]), fault.refusal)


def ordered_by(campaign: Campaign, body: Mapping[str, Any]) -> list[str]:
    """Who gave the first orders of a verified message: a member's id for each order of the parts in it."""
    if not body.get("parts"):
        return []
    bodies = [parse(read_envelope(text.encode("utf-8")).payload) for text in body["parts"]]
    counts = {part["member"]: len(part["orders"]) for part in bodies}
    team = campaign.chain.ledger.team(body["side"])
    return [one.id for one in team for _ in range(counts.get(one.id, 0))]


def part_lines(parts: Sequence[Part]) -> list[str]:
    """Whose orders go into a message beside the captain's own."""
    counted = [(part.member.id, len(part.orders)) for part in parts]
    return [f"With the part of {name}: {n} {'order' if n == 1 else 'orders'}" for name, n in counted]


# -- in words ------------------------------------------------------------------------


def team_lines(campaign: Campaign) -> list[str]:
    """Both teams for `pbem status`, then the honour rule; nothing where nobody has a team."""
    members = campaign.chain.ledger.members
    if not members:
        return []
    own, told = campaign.party, parts_told(campaign) if campaign.seat else {}
    lines = []
    for one in members:
        note = "" if one.seat != own else told.get(one.id, "")
        words = f"{one.id} ({campaign.game.telling.name(campaign.machine.armies[one.seat])})"
        lines.append(f"{words}: {commands_words(campaign.machine, one.may)}{f'; {note}' if note else ''}")
    return [*lines, *talk_lines(campaign.machine)]


def member_steps(campaign: Campaign, due: Due) -> Sequence[str]:
    """What a member types next."""
    if due.kind == ORDERS:
        there = laid_out(campaign)
        return (f"mail outbox/{there} to your captain",) if there else ("pbem orders", "pbem check", "pbem part")
    return ("pbem receive FILE",) if due.seat else ("pbem verify",)
