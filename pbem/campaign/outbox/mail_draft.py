"""The mail for a message: who writes to whom about what, with the report to read and the signed orders file."""

from __future__ import annotations

import os
import re
from datetime import datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, Final

from pbem import __version__
from pbem.campaign.core.opponent import PRACTICE, is_practice
from pbem.campaign.outbox.signed_file import draft_name, outgoing_name, signed_file
from pbem.campaign.telling.reports import public_text
from pbem.errors import Problem
from pbem.mail.draft import MOST_REFERENCES, Attachment, Draft, Person, Picture, write_draft
from pbem.mail.mailboxes import is_mail
from pbem.orders.loader import load
from pbem.store.folder import CAMPAIGN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign

# Mail programs cut a longer text off, Gmail at about 100 kB; a turn that is cut cannot be read.
INLINE_LIMIT: Final = 60_000
# Bytes of a map: the whole mail then stays below 400 kB.
PICTURE_LIMIT: Final = 300_000
# The environment variable by which a person has his mails without HTML, and its value.
PLAIN: Final = ("PBEM_MAIL", "plain")
# No real domain: the id is made before anybody knows who sends the mail.
_HOST: Final = "pbem.invalid"
_REAL_ID: Final = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[!-;=?-~]{3,240}>)[ \t]*\r?$", re.I | re.M)
# Who is invited may never have heard of the program.
_INVITATION: Final = """\
{what}: an invitation.

It is a game to be played by mail, with the program pbem on your computer and on mine: it signs our orders, rolls dice
that neither of us can steer, and writes the reports. You need the game's rulebook, and

  pbem {version}
  the ruleset {engine} ({ruleset})
  whose data have the digest {digest}

Get pbem where you trust it, not from this mail.
No program is attached to this mail, and none that comes with a mail should be run. "pbem rules show" prints the digest
that you have. Then save this mail as a file, and look at what it says with: pbem join FILE
"""
_HEAD_LIMIT: Final = 64 * 2**10


def message_id(campaign: Campaign, seq: int) -> str:
    """The id of the mail with a message, which both players can work out."""
    return f"<pbem.{seq}.{campaign.chain.messages[seq].id.hex()[:24]}@{_HOST}>"


def lay_out_draft(campaign: Campaign, seq: int, *, illustrated: bool = False) -> Path | None:
    """The mail with one's own message `seq` in the outbox; one that lies there already stays as it is.

    illustrated: with the report as HTML and the map as a picture, unless PBEM_MAIL is `plain`: some mailing lists
    refuse HTML. None against the practice opponent, to whom nobody mails, and for that one himself. Raises Problem.
    """

    if is_practice(campaign) or campaign.folder.path.parent.name == PRACTICE:
        return None
    name = draft_name(campaign, seq)
    if name in campaign.folder.names("outbox"):
        return campaign.folder.path / "outbox" / name
    illustrated = illustrated and os.environ.get(PLAIN[0], "").lower() != PLAIN[1]
    return campaign.folder.save("outbox", name, draft_mail(campaign, seq, illustrated=illustrated))


def draft_mail(campaign: Campaign, seq: int, *, illustrated: bool = False) -> bytes:
    """The mail with one's own message `seq`. illustrated: with HTML and a map beside the text, where they can be drawn.

    The orders file is always attached; it stands below the report, too, in plain text, where all of that stays small.
    """
    message, signed = campaign.chain.messages[seq], signed_file(campaign, seq)
    own, other = people(campaign)
    file = Attachment(outgoing_name(campaign, seq), signed.encode("utf-8"), "text/yaml")
    text = f"{_greeting(campaign, seq)}\n{_report(campaign, seq)}"
    inline = f"{text}\n{signed}" if len(text) + len(signed) <= INLINE_LIMIT else text
    html, pictures = _illustrated(campaign, seq) if illustrated else _UNDRAWN
    return write_draft(
        Draft(
            sender=own,
            receiver=other,
            subject=subject(campaign, seq),
            date=_date(str(message.body.get("date", ""))),
            id=message_id(campaign, seq),
            answers=list(_thread(campaign, seq)),
            text=inline,
            html=html,
            files=[file],
            pictures=pictures,
        )
    )


_UNDRAWN: Final[tuple[str, list[Picture]]] = ("", [])


def _illustrated(campaign: Campaign, seq: int) -> tuple[str, list[Picture]]:
    try:
        return _drawn(campaign, seq)
    except Exception:
        # The message is signed and logged by now. Whatever a ruleset's drawing or the renderer does wrong, the turn
        # goes on in plain text, and opening the campaign must not fail for it.
        return _UNDRAWN


def _drawn(campaign: Campaign, seq: int) -> tuple[str, list[Picture]]:
    """The report as HTML with the map that it shows: nothing in them that the public report does not tell.

    The picture is left out where it is large. The signed file is none of the page's matter, for it is no reading: it is
    attached, which a program that forwards the HTML alone keeps, and it stands in the plain text.
    """
    from pbem.campaign.telling.mail_pages import mailed_report, map_picture
    from pbem.report.web.html_mail import letter

    body = mailed_report(campaign, seq) if seq > 1 else ""
    picture, shows = map_picture(campaign, seq)
    shown = picture if len(picture) <= PICTURE_LIMIT else b""
    name = f"map.{message_id(campaign, seq)[1:-1]}"
    title, greeting = campaign.game.scenario.title, _greeting(campaign, seq)
    page = letter(title, greeting, body, outgoing_name(campaign, seq), name if shown else "", shows)
    return page, [Picture(name, f"map-{seq:04d}.png", shown)] if shown else []


def subject(campaign: Campaign, seq: int) -> str:
    """`[pbem a38d698ffbca #18] Game-Turn 8, Prussian player turn`."""
    title = campaign.game.scenario.title
    state = campaign.chain.states[seq]
    about = campaign.game.telling.headline(state["at"]) if seq > 1 and state and not state["over"] else title
    return f"[pbem {campaign.short_id} #{seq}] {about}"


def people(campaign: Campaign) -> tuple[Person, Person]:
    """Oneself and the opponent as campaign.yaml has them; the name from the log where it has none."""
    data: Any = {}
    try:
        data = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data
    except Problem:
        # The file is its owner's; what he broke in it costs him the addresses, not the mail.
        data = {}
    own, other = (_person(data, member) for member in ("you", "opponent"))
    return own, other


def _person(data: Any, member: str) -> Person:
    entry = data.get(member) if isinstance(data, dict) else None
    found = entry if isinstance(entry, dict) else {}
    return Person(str(found.get("name", "")), str(found.get("mail", "")))


def _greeting(campaign: Campaign, seq: int) -> str:
    what = f"Message {seq} of {campaign.game.scenario.title}, game {campaign.short_id}"
    if seq == 0:
        terms = campaign.chain.terms
        return _INVITATION.format(
            what=what,
            version=__version__,
            engine=terms["engine"],
            ruleset=campaign.machine.ruleset.title,
            digest=terms["ruleset"],
        )
    return f"{what}.\nSave this mail as a file, and take it in with: pbem receive FILE\n"


def _report(campaign: Campaign, seq: int) -> str:
    """What both may know; of invitation and acceptance there is nothing to tell."""
    return public_text(campaign, seq) if seq > 1 else ""


def _date(date: str) -> str:
    try:
        # `strptime` would load tables of the days and months of this computer's language.
        found = datetime.fromisoformat(date)
    except ValueError:
        return ""
    # In any other form it is no date of a message.
    return format_datetime(found) if f"{found:%Y-%m-%dT%H:%M:%SZ}" == date else ""


def _thread(campaign: Campaign, seq: int) -> Iterator[str]:
    """Ids of the mails before, the oldest first; last that of the mail that is answered, as it really arrived."""
    for number in range(max(0, seq - MOST_REFERENCES + 2), seq):
        yield message_id(campaign, number)
    real = arrived_id(campaign, seq - 1) if seq else ""
    if real and real != message_id(campaign, seq - 1):
        yield real


def arrived_id(campaign: Campaign, seq: int) -> str:
    """The message id that the opponent's mail program gave to a message, "" where none was kept."""
    stem = outgoing_name(campaign, seq)
    if stem not in campaign.folder.names("inbox"):
        return ""
    data = campaign.folder.load("inbox", stem, 64 * 2**20)[:_HEAD_LIMIT]
    head = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[0]
    found = _REAL_ID.search(head) if is_mail(data) else None
    return found[1].decode("ascii") if found else ""
