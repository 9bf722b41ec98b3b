"""The one message that is due: composed, written down, signed, verified by oneself, logged, laid out for mailing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import journal_entry, payload_of
from pbem.campaign.core.due import ACCEPT, ACKNOWLEDGE, OVER, WAIT
from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.core.secrets import require_veils, vault_least
from pbem.campaign.outbox.signed_file import part_of, signed_file, write_outgoing
from pbem.campaign.writing.orders_file import Checked, keep_orders, require_clean
from pbem.campaign.writing.standing import STANDING, committed_file, committed_values
from pbem.engine.requests import CONTINUE
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.lean import dataclass
from pbem.mail.armour import write_block
from pbem.orders.signed import write_signed
from pbem.protocol import compose
from pbem.protocol.canonical import parse
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import ENVIRONMENT, Fault
from pbem.protocol.messages import peek

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due


@dataclass(frozen=True)
class Sent:
    """A message as it left. text: the signed file. path: where it lies, None for a dry run. mail: the mail with it."""

    seq: int
    text: str
    path: Path | None
    report: Path | None = None
    mail: Path | None = None


def submit(
    campaign: Campaign,
    due: Due,
    checked: Checked | None = None,
    *,
    control: Mapping[str, Any] | None = None,
    note: Sequence[str] = (),
    date: str = "",
    new_key: bool = False,
    illustrated: bool = False,
    standing: bytes | None = None,
) -> Sent:
    """Signs and logs the message that is due and lays it into the outbox with its public report.

    checked: the orders or the answer, where a question is open. control: an offer, an answer to one, or a
    resignation, in place of them. date: `YYYY-MM-DDTHH:MM:SSZ` or "". new_key: from the next message on the player's
    present identity signs in place of the one with which he has played so far. illustrated: the mail with it has HTML
    and a map. standing: the standing.yaml that was shown with it, None where nothing was. A disclosure in whose book
    one's own verifier finds a lie is signed and laid out, but not logged. Raises Problem, ORDERS_CHANGED among them;
    the folder is unchanged then.
    """
    require_turn(campaign, due)
    disclosed = _disclosure(campaign)
    if disclosed:
        return _laid_out(campaign, disclosed)
    draft = compose_message(campaign, due, checked, control=control, note=note, date=date, new_key=new_key)
    if standing is not None and committed_file(campaign) != standing:
        what = f"{STANDING} is another than the one that was shown"
        raise Problem("ORDERS_CHANGED", what, "look at it once more, then sign", str(campaign.folder.path / STANDING))
    line = _journalled(campaign, draft)
    try:
        campaign.append(line)
    except Fault as fault:
        if _is_about_the_book(fault):
            return _laid_out(campaign, line)
        raise Problem(
            "OWN_MESSAGE_INVALID",
            f"this program's own verifier refuses the message it made: {fault}",
            "nothing was mailed; please report this as a fault of the program",
        ) from None
    path = write_outgoing(campaign)
    if checked is not None and checked.document is not None:
        keep_orders(campaign, draft.seq, due.state["at"])
    # Who only looks at his orders neither reports nor mails.
    from pbem.campaign.telling.reports import write_public_report

    report = write_public_report(campaign, draft.seq)
    mail = _drafted(campaign, draft.seq, illustrated=illustrated)
    return Sent(draft.seq, signed_file(campaign, draft.seq), path, report, mail)


def _drafted(campaign: Campaign, seq: int, *, illustrated: bool) -> Path | None:
    """The mail with one's own message; None where nobody is mailed to."""
    from pbem.campaign.outbox.mail_draft import lay_out_draft

    return lay_out_draft(campaign, seq, illustrated=illustrated)


def compose_message(
    campaign: Campaign,
    due: Due,
    checked: Checked | None,
    *,
    control: Mapping[str, Any] | None = None,
    note: Sequence[str] = (),
    date: str = "",
    new_key: bool = False,
) -> compose.Draft:
    """The payload that is due, unsigned. Raises Problem or OrdersFault."""
    if checked is not None:
        require_clean(checked)
    if due.closing is None:
        raise ValueError("there is no message to compose")
    leaves = checked.leaves if checked else {}
    settled = compose.settled(campaign.chain, due.closing, control)
    if settled["over"]:
        require_veils(campaign, settled.get("markers", {}))
    try:
        return compose.move(
            campaign.ring,
            campaign.chain,
            due.closing,
            committed_values(campaign, campaign.seat, leaves, control),
            secrets.token_bytes(12),
            nonce=secrets.token_bytes(32) if len(campaign.chain.messages) == 2 else b"",
            input=_input(due, checked, control),
            control=control,
            words=compose.Words(note=[*(checked.note if checked else ()), *note], date=date),
            secret=secret_of(campaign, checked),
            own=campaign.committed,
            new_master=_new_master(campaign) if new_key else b"",
            parts=checked.parts if checked else (),
        )
    except ValueError as error:
        raise Problem(
            "MESSAGE_TOO_LARGE", f"this message cannot be sent: {error}", "shorten the note or the orders"
        ) from None


def _new_master(campaign: Campaign) -> bytes:
    person = campaign.require_player()
    if person.master == campaign.ring.master:
        mend = "make a new identity first: pbem keys renew"
        raise Problem("KEY_UNCHANGED", "you play this campaign with your present identity already", mend)
    if person.key in campaign.chain.ledger.used(len(campaign.chain.messages)):
        what = "KEY_REUSED: your present identity has served in this game before, and a key never comes back"
        raise Problem("KEY_REUSED", what, "make a new identity first: pbem keys renew")
    return person.master


def secret_of(campaign: Campaign, checked: Checked | None) -> compose.Secret:
    """What a message hides and shows beside its trees, with the size that its vault has whatever is hidden."""
    hide = checked.hide if checked else {}
    shown = [_shown(campaign, what) for what in (checked.show if checked else ())]
    least = vault_least(campaign, campaign.seat, len(hide))
    return compose.Secret(hide, checked.sealed if checked else (), shown, least)


def _shown(campaign: Campaign, what: str) -> str | tuple[str, int]:
    """A marker by its id; a standing order, or a hidden leaf `tree.name`, by its slot in the tree."""
    tree, _, name = what.partition(".")
    if name in campaign.machine.leaves[campaign.seat].get(tree, ()):
        return tree, campaign.machine.leaf(campaign.seat, tree, name)
    try:
        return (DOCTRINE, campaign.machine.slot(campaign.seat, what)[0])
    except KeyError:
        return what


def _input(due: Due, checked: Checked | None, control: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if due.kind == ACKNOWLEDGE or (control is not None and "answer" not in control):
        return None
    if due.kind == CONTINUE:
        return {"for": due.state["need"]["n"]}
    if checked is None:
        raise Problem("NO_ORDERS", "there are no orders to submit", "write them with: pbem orders")
    return checked.input


def require_turn(campaign: Campaign, due: Due, wish: str = "") -> None:
    """Whether this person signs the message that is due. wish: the command for what he wants to say in it, where he
    can say it as well with his next one. Raises Problem."""
    if campaign.member is not None:
        what = "you are a member of a team; its captain signs the messages"
        raise Problem("NOT_THE_CAPTAIN", what, "sign your part of the orders: pbem part", status=NOT_YOUR_MOVE)
    if due.kind == WAIT:
        campaign.require_player()
        raise Problem(
            "NOT_YOUR_MOVE",
            f"your message {len(campaign.chain.messages) - 1} waits for an answer of {campaign.title_of(due.seat)}",
            f"what is signed stands; when his mail is here (pbem receive), and the move is yours again: {wish}"
            if wish
            else "mail it again with: pbem submit --resend",
            status=NOT_YOUR_MOVE,
        )
    if due.kind == ACCEPT:
        raise Problem("NOT_YOUR_MOVE", "nobody has accepted the invitation yet", "mail it", status=NOT_YOUR_MOVE)
    if due.kind == OVER:
        raise Problem("NOT_YOUR_MOVE", "the campaign is over and audited", "see pbem status", status=NOT_YOUR_MOVE)


def _journalled(campaign: Campaign, draft: compose.Draft) -> bytes:
    """Writes the payload down before it is signed, so that there is never a second one (protocol section 13)."""
    journal = campaign.journal(campaign.game_id)
    journal.record(draft.seq, journal_entry(draft), supersede=lambda recorded: _void(campaign, recorded))
    return sign_own(campaign, draft.payload)


def sign_own(campaign: Campaign, payload: bytes) -> bytes:
    """The envelope of one's own next message, signed by every key of one's own that it asks for. Raises Problem."""
    key = parse(payload).get("key")
    person, ring = campaign.require_player(), campaign.ring
    if key is None:
        return sign_envelope(payload, ring.master)
    new = person.master_of(bytes.fromhex(key))
    if new is None:
        raise Problem("KEY_LOST", "the new key of this message is not among yours", "restore it: pbem keys restore")
    return sign_envelope(payload, ring.master, new)


def _is_about_the_book(fault: Fault) -> bool:
    """Whether the rules find a lie in the book that a message opens (protocol section 13.2, point 7).

    That is for whoever receives the book to say. To its author the program says neither that he would be found out,
    nor is his disclosure kept back: what is not mailed counts against him as silence does.
    """
    return fault.code.startswith("AUDIT_") and fault.code not in ("AUDIT_MISSING", "AUDIT_COMMIT")


def _disclosure(campaign: Campaign) -> bytes:
    """The signed disclosure that is due and that was laid out before, b"" where there is none; what it says of the
    book keeps it out of one's own log, but never is there a second one."""
    entry = campaign.journal(campaign.game_id).get(len(campaign.chain.messages)) if campaign.game_id else None
    if entry is None or "audit" not in parse(payload_of(entry)):
        return b""
    line = sign_own(campaign, payload_of(entry))
    try:
        campaign.chain.extend(line)
    except Fault as fault:
        return line if _is_about_the_book(fault) else b""
    return b""


def _laid_out(campaign: Campaign, line: bytes) -> Sent:
    """Lays a message into the outbox that one's own log does not hold."""
    message = peek(line)
    text = write_signed(part_of(message, campaign.short_id), message.body.get("note", []), write_block(line))
    name = f"{message.seq:04d}-{message.seat}.yaml"
    return Sent(message.seq, text, campaign.folder.save("outbox", name, text.encode("utf-8")))


def _void(campaign: Campaign, entry: bytes) -> bool:
    """Whether one's own verifier refuses what the journal recorded: only then may another payload take its place.

    A payload that follows another message than the log holds is not refused for itself: the correspondent has
    signed two, and whoever answered both would be the forger. Nor does a missing ruleset say anything about it.
    """
    try:
        campaign.chain.extend(sign_own(campaign, payload_of(entry)))
    except Fault as fault:
        return fault.code != "PARENT_MISMATCH" and fault.cls != ENVIRONMENT and not _is_about_the_book(fault)
    return False


def resend(campaign: Campaign, *, illustrated: bool = False) -> Sent:
    """The last own message once more, byte for byte, in the mail that lies there or else in one like it.

    Where a mail account is set up, `pbem mail sync` sends it once more. Raises Problem NOTHING_SENT.
    """
    own = next((m.seq for m in reversed(campaign.chain.messages) if m.seat == campaign.seat), None)
    if own is None:
        raise Problem("NOTHING_SENT", "you have not sent anything in this campaign yet", "see pbem status")
    mail = _drafted(campaign, own, illustrated=illustrated)
    path = write_outgoing(campaign, own)
    if campaign.home is not None and mail is not None and campaign.home.has_mail:
        campaign.home.ask_again(campaign.chain.messages[0].id.hex(), own)
    return Sent(own, signed_file(campaign, own), path, mail=mail)
