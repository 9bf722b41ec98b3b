"""What the page signs: each message is shown first, and signed by a second request that says what was shown.

Nothing is signed that is not what was prepared: orders.yaml may have been edited meanwhile, by the page or beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.offers import DRAW, due_for, takeback
from pbem.campaign.inbox.sent import sent_data, sent_lines
from pbem.campaign.outbox.amending import amendment, outlook, read_patch
from pbem.campaign.outbox.briefing import write_briefing
from pbem.campaign.outbox.mail_draft import lay_out_draft
from pbem.campaign.outbox.preparing import Prepared, prepare, prepare_offer, prepare_resignation, preview_of
from pbem.campaign.outbox.submit import require_turn, resend, submit
from pbem.campaign.telling.correcting import change_lines
from pbem.campaign.writing.orders_at_hand import digest_of, orders_at_hand, written_data
from pbem.campaign.writing.orders_file import ORDERS_FILE, keep_orders, write_template
from pbem.campaign.writing.standing import STANDING
from pbem.campaign.writing.team_orders import (
    Intended,
    parts_kept,
    parts_named,
    prepare_part,
    require_member,
    resend_part,
    submit_part,
)
from pbem.errors import Problem
from pbem.play.evening import now
from pbem.store.desktop import hand_over

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.outbox.preparing import Preview
    from pbem.campaign.outbox.submit import Sent
    from pbem.play.exchange import Asked

_OFFERS: Final = ("draw", "takeback", "amend")


class _Orders:
    """Reads orders.yaml when it is needed, once, and knows it afterwards. digest: "" where it was not needed."""

    def __init__(self, at: Campaign) -> None:
        self._at = at
        self.digest = ""

    def __call__(self) -> tuple[bytes, str]:
        text, name = orders_at_hand(self._at)
        self.digest = digest_of(text)
        return text, name


@dataclass(frozen=True)
class _Ready:
    """A message that can be signed. at, due: by the rules that judge it. orders, standing: digests of the files."""

    at: Campaign
    due: Due
    prepared: Prepared
    orders: str
    standing: str


def orders(at: Campaign, asked: Asked) -> dict[str, Any]:
    """Writes the template, as `pbem orders --json`; with `fresh` in the place of what is there, which is put away."""
    judged, due = due_for(at, asked.text("answer", ""))
    return written_data(judged, due, write_template(judged, due, fresh=asked.flag("fresh")))


# -- the message that is due -----------------------------------------------------------------------


def prepared(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem submit --dry-run --json`, with the lines that it prints, and with the digests by which to sign it.

    parts: files of the captain's drawer, as `--part` names them. renewed: whether he has another identity by now than
    the one with which he plays here; new_key: as `--change-key`.
    """
    ready = _ready(at, asked)
    preview = ready.prepared.preview
    return {
        **_shown(ready.prepared),
        "ordered": list(preview.ordered) if preview is not None else [],
        "untouched": preview is not None and preview.untouched,
        "digest": ready.orders,
        "standing": ready.standing,
        "renewed": at.person is not None and at.person.master != at.ring.master,
    }


def sign(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem submit --yes --json`; `empty` for a template that nobody has touched. Raises Problem ORDERS_CHANGED
    where the message, orders.yaml or standing.yaml is another than the one that was prepared, NOTHING_ORDERED."""
    ready = _ready(at, asked)
    for name, is_now, was in (
        (ORDERS_FILE, ready.orders, asked.text("digest")),
        (STANDING, ready.standing, asked.text("standing", ready.standing)),
    ):
        if is_now != was:
            raise _changed(f"{name} is another than the one that was shown", at.folder.path / name)
    _require_shown(at, asked, ready.prepared.seq)
    preview = ready.prepared.preview
    if preview is not None and preview.untouched and not asked.flag("empty"):
        raise preview.nothing_ordered()
    return _signed(ready.at, ready.due, ready.prepared, new_key=asked.flag("new_key"))


def _ready(at: Campaign, asked: Asked) -> _Ready:
    answer = asked.text("answer", "")
    read = _Orders(at)
    judged, due = due_for(at, answer)
    # Looked at on both sides of what reads it: what is said of it is said of the file that has this digest.
    standing = _standing(at)
    parts = parts_named(judged, asked.words("parts"))
    found = prepare(judged, due, read, answer, new_key=asked.flag("new_key"), parts=parts)
    if _standing(at) != standing:
        raise _changed(f"{STANDING} was edited at this moment", at.folder.path / STANDING)
    return _Ready(judged, due, found, read.digest, standing)


def _standing(at: Campaign) -> str:
    return digest_of(at.folder.read_document(STANDING)) if at.folder.has_document(STANDING) else ""


def _changed(what: str, where: Path) -> Problem:
    return Problem("ORDERS_CHANGED", what, "look at it once more, then sign", str(where))


def _require_shown(at: Campaign, asked: Asked, seq: int) -> None:
    """message: the one that was shown; who says none means the one that is due. Raises Problem ORDERS_CHANGED."""
    if asked.whole("message") not in (None, seq):
        raise _changed(f"the campaign has gone on since: message {seq} is due now", at.folder.path)


def _shown(found: Prepared) -> dict[str, Any]:
    return {**found.data, "lines": found.lines}


def _signed(at: Campaign, due: Due, found: Prepared, *, new_key: bool = False) -> dict[str, Any]:
    checked = found.preview.checked if found.preview else None
    sent = submit(
        at,
        due,
        checked,
        control=found.control,
        date=now(),
        new_key=new_key,
        illustrated=True,
        standing=found.standing,
    )
    return _told(at, sent)


def _told(at: Campaign, sent: Sent, *, again: bool = False) -> dict[str, Any]:
    told = sent_data(at, sent)
    answered = again and sent.seq < len(at.chain.messages) - 1
    return {**told, "lines": sent_lines(told, again=again, answered=answered)}


def send_again(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem submit --resend --json`."""
    return _told(at, resend(at, illustrated=True), again=True)


def draft(at: Campaign, asked: Asked) -> dict[str, Any]:
    """Opens the mail with one's last message in the mail program. opened: whether a program took it; mail: the file."""
    sent = resend_quietly(at)
    mail = lay_out_draft(at, sent, illustrated=True)
    if mail is None:
        raise Problem("NOTHING_SENT", "against the practice opponent nothing is mailed", "let him answer")
    return {"message": sent, "mail": str(mail), "opened": hand_over(mail)}


def resend_quietly(at: Campaign) -> int:
    """The number of one's own last message. Raises Problem NOTHING_SENT."""
    own = next((one.seq for one in reversed(at.chain.messages) if at.seat and one.seat == at.seat), None)
    if own is None:
        raise Problem("NOTHING_SENT", "you have not sent anything in this campaign yet", "see pbem status")
    return own


# -- offers and the end ----------------------------------------------------------------------------


def offer_prepared(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem offer ... --dry-run --json`; changes: what an amendment changes, in lines."""
    due, control, changes = _offer(at, asked)
    return {**_shown(prepare_offer(at, due, control)), "changes": changes}


def offer(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem offer ... --yes --json`."""
    due, control, _ = _offer(at, asked)
    found = prepare_offer(at, due, control)
    _require_shown(at, asked, found.seq)
    return _signed(at, due, found)


def _offer(at: Campaign, asked: Asked) -> tuple[Due, dict[str, Any], list[str]]:
    """What is due if this is offered, the offer, and what it changes."""
    kind = asked.text("offer")
    if kind not in _OFFERS:
        raise Problem("REQUEST", f"an offer is one of {', '.join(_OFFERS)}")
    due = at.due()
    require_turn(at, due, f"pbem offer {kind}")
    control, changes = dict(DRAW), []
    if kind == "takeback":
        control = takeback(at, asked.whole("to"))
    elif kind == "amend":
        patch = asked.text("patch", "").encode("utf-8")
        wanted = read_patch(due.state["at"], patch, "patch") if patch else []
        control = amendment(at, due, asked.text("engine", ""), wanted, asked.text("reason", ""))
        changes = list(change_lines(outlook(at, due, control)))
    return at.due(control), control, changes


def resignation_prepared(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The message that gives the game up, to be looked at."""
    return _shown(prepare_resignation(at, at.due()))


def resign(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem resign --yes --json`."""
    due = at.due()
    found = prepare_resignation(at, due)
    _require_shown(at, asked, found.seq)
    return _signed(at, due, found)


# -- teams -----------------------------------------------------------------------------------------


def part_prepared(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem part --dry-run --json`."""
    preview, intended, digest = _part(at)
    return {**intended.data, "lines": list(preview.lines), "untouched": preview.untouched, "digest": digest}


def part(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem part --yes --json`; `again` for another part than one signed before; text: to be copied into a mail.
    Raises Problem ORDERS_CHANGED."""
    preview, intended, digest = _part(at)
    if digest != asked.text("digest"):
        raise _changed(f"{ORDERS_FILE} is another than the one that was shown", at.folder.path / ORDERS_FILE)
    _require_shown(at, asked, intended.seq)
    if preview.untouched and not (asked.flag("empty") or intended.again):
        raise preview.nothing_ordered()
    path = submit_part(at, intended, again=asked.flag("again"))
    keep_orders(at, intended.seq, at.due().state["at"])
    return {**intended.data, "signed": True, "file": str(path), "text": path.read_text("utf-8")}


def part_again(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem part --resend --json`; text: to be copied into a mail."""
    path = resend_part(at)
    return {"file": str(path), "message": len(at.chain.messages), "text": path.read_text("utf-8")}


def parts(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The parts that lie there for a captain's next message: whose, in which file, and how many orders each holds."""
    at.require_player()
    listed = [{"member": one.member.id, "file": name, "orders": len(one.orders)} for name, one in parts_kept(at)]
    return {"parts": listed}


def _part(at: Campaign) -> tuple[Preview, Intended, str]:
    require_member(at)
    due, read = at.due(), _Orders(at)
    preview = preview_of(at, due, read)
    return preview, prepare_part(at, due, preview.checked), read.digest


def briefing(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem part --brief --json`; text: to be copied into a mail."""
    path = write_briefing(at, asked.text("answer", ""))
    return {"briefing": str(path), "message": len(at.chain.messages), "text": path.read_text("utf-8")}
