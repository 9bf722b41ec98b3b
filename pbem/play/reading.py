"""What the page reads: campaigns, where one of them stands, its messages, reports, maps and dice."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.opponent import is_practice
from pbem.campaign.core.rulebooks import book_data, ruleset, shelf_data
from pbem.campaign.core.told_data import data_of
from pbem.campaign.inbox.mailhints import goes_by_sync
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.mail_draft import people, subject
from pbem.campaign.outbox.signed_file import outgoing_name, signed_file
from pbem.campaign.records.audit_words import audit_lines
from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.campaign.telling.dicelog import dice_data, dice_record
from pbem.campaign.telling.messages import message_rows
from pbem.campaign.telling.past_reports import as_received
from pbem.campaign.telling.pictures import Moment, Style, before_after, moment, svg_of
from pbem.campaign.telling.replaying import replay_parts
from pbem.campaign.telling.reports import looked_back, own_json, own_text, public_json, require_reportable
from pbem.campaign.telling.show import message_data, own_data
from pbem.campaign.telling.webreports import own_turn, parts_of, public_turn
from pbem.errors import Problem
from pbem.play.evening import now
from pbem.upkeep.listing import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked


def campaigns(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem list --json`. here: the id of the one with which the page begins, "" for none. moved: ids that pages
    have asked for, and what they are now. mail, identity: whether a mail account is set up, and whether there is an
    identity."""
    return {
        "campaigns": [asdict(one) for one in listed(evening.home, evening.person)],
        "here": evening.begins_with,
        "moved": evening.moved(),
        "mail": evening.home.has_mail,
        "identity": evening.person is not None,
    }


def rulebooks(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem rules list --json`."""
    return {"rulesets": shelf_data()}


def rulebook(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem rules show --json`."""
    return book_data(ruleset(asked.path["book"]))


def status(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem status --json`."""
    return data_of(status_of(at, now()))


def messages(at: Campaign, asked: Asked) -> dict[str, Any]:
    """All messages with their headlines."""
    return {"messages": message_rows(at)}


def message(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem show MESSAGE --json`."""
    return message_data(at, asked.number)


def newest_report(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The reader's own report on what he received last, as `pbem report`; `all=1` tells all that he alone knows."""
    at.require_player()
    return _own(at, whole=asked.wants("all"))


def report(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The public report of a message, as `pbem report MESSAGE`; with `own=1` his own on one of his opponent's."""
    if asked.wants("own"):
        at.require_player()
        return _own(as_received(at, asked.number), whole=asked.wants("all"))
    seq = require_reportable(at, asked.number)
    told = {"kind": "public", "message": seq, "report": public_json(at, seq), "text": looked_back(at, seq)}
    return told | parts_of(at, public_turn(at, seq))


def _own(at: Campaign, *, whole: bool) -> dict[str, Any]:
    due = at.due()
    told = {"kind": "own", "message": len(at.chain.messages) - 1, "report": own_json(at, due)}
    return told | {"text": own_text(at, due, whole=whole)} | parts_of(at, own_turn(at, due, whole=whole))


def replay(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The page of `pbem report --replay` in parts; with `own=1` as the reader alone may see it."""
    if asked.wants("own"):
        at.require_player()
    return replay_parts(at, own=asked.wants("own"))


def present_map(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The position now, as `pbem map --svg` draws it."""
    own = [] if asked.wants("public") else own_data(at)
    return {**_drawn(at, None, asked), "own": own}


def map_after(at: Campaign, asked: Asked) -> dict[str, Any]:
    """The position after a message, as `pbem map --at MESSAGE --svg`."""
    return _drawn(at, asked.number, asked)


def _drawn(at: Campaign, seq: int | None, asked: Asked) -> dict[str, Any]:
    over = [name for name in asked.query.get("overlay", "").split(",") if name]
    shown = _moments(at, seq, over, public=asked.wants("public"), pair=asked.wants("before"))
    if not shown:
        raise Problem("NO_PICTURES", "the ruleset of this campaign draws no pictures")
    style = Style(asked.query.get("board", ""), asked.wants("whole"), True if asked.wants("hexes") else None)
    drawn = at.game.telling.pictures
    overlays = dict(drawn.overlays()) if drawn is not None else {}
    titles = [one.title for one in shown]
    return {"titles": titles, "svg": svg_of(shown, style, home=at.home), "overlays": overlays}


def _moments(at: Campaign, seq: int | None, overlays: Sequence[str], *, public: bool, pair: bool) -> Sequence[Moment]:
    if pair:
        return before_after(at, seq, public=public, overlays=overlays) or ()
    shown = moment(at, seq, public=public, overlays=overlays)
    return [shown] if shown is not None else []


def newest_dice(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem dice --json`."""
    return dice_data(dice_record(at, None, at.due() if at.seat else None))


def dice(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem dice MESSAGE --json`."""
    return dice_data(dice_record(at, asked.number, at.due() if at.seat else None))


def outgoing(at: Campaign, asked: Asked) -> dict[str, Any]:
    """One of the reader's own messages to be copied into a mail, or saved as a file; practice, sync: as `sent_data` has
    them. Raises Problem NOTHING_SENT."""
    seq, count = asked.number, len(at.chain.messages)
    if seq >= count or not at.seat or at.chain.messages[seq].seat != at.seat:
        raise Problem("NOTHING_SENT", f"message {seq} is none of yours", "see the list of messages")
    to = people(at)[1]
    return {
        "message": seq,
        "file": outgoing_name(at, seq),
        "text": signed_file(at, seq),
        "subject": subject(at, seq),
        "to": {"name": to.name, "mail": to.mail},
        "practice": is_practice(at),
        "sync": goes_by_sync(at),
    }


def audit(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem audit --json`, with the lines that it prints."""
    told = audit_data(audit_path(at.folder.path))
    return {**told, "lines": list(audit_lines(told))}
