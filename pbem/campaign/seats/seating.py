"""Taking the place of a player who is gone, and agreeing to it: seatings (protocol section 11.5).

A seating wants two signatures. The newcomer composes it, writes it down and mails it with his own; the player who
stayed holds it against his log, writes down that he agreed to this one, and mails it back with both. Nobody signs two
seatings for one number.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import journal_entry, payload_of
from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.core.secrets import newest_counting, vault_least
from pbem.campaign.outbox.signed_file import part_of
from pbem.campaign.writing.standing import STANDING, committed_values
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.orders.check import checked
from pbem.orders.loader import load
from pbem.orders.signed import write_signed
from pbem.protocol import compose, keys
from pbem.protocol.admission import other
from pbem.protocol.canonical import parse
from pbem.protocol.envelope import MESSAGE_TYPE, pae, sign_envelope, write_envelope
from pbem.protocol.faults import ENVIRONMENT, Fault
from pbem.protocol.ledger import Holder
from pbem.protocol.messages import peek

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.person import Person
    from pbem.campaign.seats.seat_secrets import Handover
    from pbem.protocol.chain import Chain

NO_WORDS = compose.Words()
# The vault has to leave room in a message of one MiB.
_MOST_PADDING = 512 * 2**10


@dataclass(frozen=True)
class Intended:
    """A seating made ready. entry: for the journal. again: it was written down before, and is mailed once more."""

    seq: int
    seat: str
    payload: bytes
    entry: bytes
    again: bool = False

    @property
    def body(self) -> dict[str, Any]:
        """The payload's members."""
        return parse(self.payload)


# -- the newcomer ------------------------------------------------------------------


def seat_due(campaign: Campaign, wanted: str = "") -> str:
    """The seat that can be taken now. wanted: its army, or `a` or `b`, in any case. Raises Problem."""
    chain = campaign.chain
    seat = _seat(campaign, wanted) if wanted else chain.waits_for
    if chain.over or not chain.waits_for:
        raise Problem("GAME_OVER", "nobody is seated once the game is over", "see pbem status")
    if len(chain.messages) < 3:
        mend = "begin anew: nothing has been played yet"
        raise Problem("SEAT_NOT_DUE", "nobody can be seated before message 3", mend)
    if seat != chain.waits_for:
        title, seq = campaign.title_of(chain.waits_for), len(chain.messages)
        what = f"message {seq} of {title} comes first: a seat stands in the number of its own side"
        raise Problem("SEAT_NOT_DUE", what, "ask for that message, or for a newer archive, and take it in: pbem import")
    return seat


def _seat(campaign: Campaign, wanted: str) -> str:
    for seat, army in campaign.machine.armies.items():
        if wanted.casefold() in (seat, army.casefold(), campaign.game.telling.name(army).casefold()):
            return seat
    armies = ", ".join(campaign.machine.armies.values())
    raise Problem("UNKNOWN_ARMY", f"{wanted[:40]!r} is no army of this campaign; armies: {armies}", "see --side")


def require_newcomer(campaign: Campaign) -> Person:
    """Somebody with a key that is new to this game. Raises Problem."""
    person = campaign.person
    if person is None:
        raise Problem("NO_IDENTITY", "there is no identity on this computer yet", "pbem seat makes one")
    if campaign.seat:
        what = f"you play {campaign.title_of(campaign.seat)} in this campaign, with an identity that you have"
        raise Problem("SEATED_ALREADY", what, "see pbem status; a new key comes with pbem submit --change-key")
    if person.key in campaign.chain.ledger.used(len(campaign.chain.messages)):
        mend = "make a new identity first: pbem keys renew"
        raise Problem("KEY_REUSED", "KEY_REUSED: your present identity has served in this game before", mend)
    return person


def prepare_seating(
    campaign: Campaign,
    wanted: str = "",
    *,
    handover: bytes | None = None,
    markers: Mapping[str, Any] | None = None,
    words: compose.Words = NO_WORDS,
) -> Intended:
    """The seating that this person would take, not signed; the one that he has written down already, if there is one.

    wanted: as for `seat_due`. handover: what the predecessor wrote; without it the seating is void. markers: content of
    each face-down marker of the seat, for a void seating. Raises Problem.
    """
    from pbem.campaign.seats.restoring import by_slot, write_standing
    from pbem.campaign.seats.seat_secrets import read_handover

    person, seat = require_newcomer(campaign), seat_due(campaign, wanted)
    recorded = pending_seating(campaign)
    if recorded is not None:
        if recorded.body["void"] == (handover is not None):
            what = f"you have signed another seat for message {recorded.seq} already"
            raise Problem("JOURNAL_REFUSED", what, "mail that one again: pbem seat")
        return recorded
    taken = read_handover(handover, campaign.chain, seat) if handover is not None else None
    if not campaign.folder.has_document(STANDING):
        # The seating commits to standing orders already; those of the predecessor go on if they are known.
        listed = taken.committed[max(taken.committed)].get(DOCTRINE, []) if taken is not None else []
        write_standing(campaign, seat, by_slot(campaign, seat, listed))
    draft = _draft(campaign, person, seat, taken, markers or {}, words)
    try:
        rehearsed(campaign.chain, draft.payload, [signature_of(draft.payload, person.master)])
    except Fault as fault:
        raise Problem(
            "OWN_MESSAGE_INVALID",
            f"this program's own verifier refuses the seat it made: {fault}",
            "nothing was signed; please report this as a fault of the program",
        ) from None
    return Intended(draft.seq, seat, draft.payload, journal_entry(draft))


def _draft(
    campaign: Campaign,
    person: Person,
    seat: str,
    taken: Handover | None,
    markers: Mapping[str, Any],
    words: compose.Words,
) -> compose.Draft:
    closing = None
    if taken is not None:
        closing = compose.close(campaign.chain, taken.ring, taken.committed, campaign.machine.truth(seat))
    things = _things(campaign.chain, taken.committed) if taken is not None else 0
    least = min(vault_least(campaign, seat, len(markers) + things), _MOST_PADDING)
    try:
        return compose.seating(
            person.master,
            campaign.chain,
            secrets.token_bytes(32),
            committed_values(campaign, seat, _leaves(campaign, seat, taken)),
            secrets.token_bytes(12),
            closing=closing,
            words=words,
            secret=compose.Secret(hide=markers, least=least),
            inherited=taken.inherited if taken is not None else None,
        )
    except ValueError as error:
        raise Problem("MESSAGE_TOO_LARGE", f"this seat cannot be sent: {error}", "shorten the note") from None


def marker_contents(campaign: Campaign, wanted: str, data: bytes | None, name: str = "") -> dict[str, Any]:
    """The content of each face-down marker of the seat from a void seating on; {} where it has none.

    data: YAML, marker -> content, by the ruleset's schema. Raises Problem MARKERS_NEEDED, or what is wrong with it.
    """
    seat, forces = seat_due(campaign, wanted), campaign.machine.forces
    names = campaign.chain.may_hide(campaign.chain.state, seat, "seat")
    if not names or forces is None:
        return {}
    if data is None:
        what = f"nobody knows what these markers hold, so the seat has to say it anew: {', '.join(sorted(names))}"
        members = ", ".join(f"{member}: ..." for member in forces.content_schema().get("required", ()))
        example = f"{min(names)}: {{{members}}}"
        mend = f"write a line for each of them, like `{example}`, into a file and name it with --markers"
        raise Problem("MARKERS_NEEDED", what, mend)
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": sorted(names),
        "properties": dict.fromkeys(sorted(names), forces.content_schema()),
    }
    return dict(checked(load(data, name), schema))


def _things(chain: Chain, committed: Mapping[int, Mapping[str, Any]]) -> int:
    """How many hidden things the vault inherits, as everybody can count them: its size must tell no more."""
    messages = [chain.messages[seq].body for seq in committed]
    leaves = sum(2**depth for kind, depth in chain.trees.items() if kind != "doctrine")
    return sum(len(body.get("hide", [])) + ("sealed" in body.get("input", {})) + leaves for body in messages)


def _leaves(campaign: Campaign, seat: str, taken: Handover | None) -> dict[str, dict[str, Any]]:
    """tree -> name -> value as the predecessor's newest message that counts committed to it: the seating commits to the
    same."""
    if taken is None:
        return {}
    newest = newest_counting(campaign.chain, taken.committed, len(campaign.chain.messages) - 1)
    found: dict[str, dict[str, Any]] = {}
    for tree, names in campaign.machine.leaves[seat].items():
        slots = dict(enumerate(newest.get(tree, ())))
        found[tree] = {name: slots.get(campaign.machine.leaf(seat, tree, name), "") for name in names}
    return found


def rehearsed(chain: Chain, payload: bytes, signatures: Sequence[tuple[bytes, bytes]]) -> Chain:
    """The log as it would be if the other player signed this seating, too; nobody has signed anything by it.

    A stand-in with a key of this moment signs in his place, so that all checks of the protocol can be made before any
    of the two is bound. Raises Fault.
    """
    stand_in = secrets.token_bytes(32)
    holder = Holder(len(chain.messages), other(parse(payload)["side"]), keys.public_key(stand_in))
    trial = replace(chain, ledger=replace(chain.ledger, holders=(*chain.ledger.holders, holder)))
    return trial.extend(write_envelope(payload, [*signatures, signature_of(payload, stand_in)]))


def signature_of(payload: bytes, master: bytes) -> tuple[bytes, bytes]:
    """A key and its signature of a message."""
    return keys.public_key(master), keys.sign(master, pae(MESSAGE_TYPE, payload))


def pending_seating(campaign: Campaign) -> Intended | None:
    """The seating that this person has written down for the number that is due, and that the other has not signed yet.

    None also where his own verifier refuses it for itself: then another may take its place.
    """
    chain, person = campaign.chain, campaign.person
    if campaign.home is None or person is None or not chain.game or not chain.waits_for or campaign.seat:
        return None
    seq = len(chain.messages)
    entry = campaign.journal(chain.game.hex()).get(seq)
    if entry is None:
        return None
    payload = payload_of(entry)
    body = parse(payload)
    master = person.master_of(bytes.fromhex(body["key"])) if body["kind"] == "seat" else None
    if master is None or body["side"] != chain.waits_for:
        return None
    try:
        rehearsed(chain, payload, [signature_of(payload, master)])
    except Fault as fault:
        if fault.code != "PARENT_MISMATCH" and fault.cls != ENVIRONMENT:
            return None
    return Intended(seq, body["side"], payload, entry, again=True)


def sign_seating(campaign: Campaign, intended: Intended) -> Path:
    """Writes the seating down, signs it and lays the file for the other player into the outbox. Raises Problem."""
    require_newcomer(campaign)
    assert campaign.home is not None
    game = campaign.game_id
    # Without that the mail with both signatures would not find this folder.
    campaign.home.register(game, campaign.folder.path.absolute())
    journal = campaign.journal(game)
    # What else stands there was signed by a key that is lost, or is refused by this program itself: it binds nobody
    # who could still sign.
    journal.record(intended.seq, intended.entry, supersede=lambda _recorded: pending_seating(campaign) is None)
    return write_pending(campaign, intended)


def write_pending(campaign: Campaign, intended: Intended) -> Path:
    """The file of a seating that lacks the other player's signature, byte for byte the same each time."""
    person = campaign.person
    master = person.master_of(bytes.fromhex(intended.body["key"])) if person is not None else None
    if master is None:
        raise Problem("KEY_LOST", "the key of this seat is not among yours", "restore it: pbem keys restore")
    line = sign_envelope(intended.payload, master)
    text = write_signed(part_of(peek(line), campaign.short_id), intended.body.get("note", []), write_block(line))
    return campaign.folder.save("outbox", pending_name(intended), text.encode("utf-8"))


def pending_name(intended: Intended) -> str:
    """`seat-0009-b.yaml`."""
    return f"seat-{intended.seq:04d}-{intended.seat}.yaml"


def resume_seating(campaign: Campaign) -> None:
    """Lays out again a seating of one's own that was written down and that the other player has not signed yet."""
    intended = pending_seating(campaign)
    if intended is not None:
        write_pending(campaign, intended)
