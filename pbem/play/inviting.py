"""Own invitations on the page: what `pbem new` asks, and the campaign that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.inbox.invited import invited_data
from pbem.campaign.outbox.create import DEFAULT_CLOCK, new_campaign
from pbem.campaign.outbox.new_game import CLOCK_DEFAULTS, invitation_of
from pbem.campaign.outbox.people import last_name_used, person_entry, require_name, write_people
from pbem.play.evening import now
from pbem.play.joining import places
from pbem.protocol.compose import Words

if TYPE_CHECKING:
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked


def blank(evening: Evening, asked: Asked) -> dict[str, Any]:
    """What an invitation begins with: one's own name, "" where none is known, and the usual clock."""
    name = evening.home.name() or last_name_used(evening.home)
    return {
        "name": name,
        "identity": evening.person is not None,
        "clock": {**DEFAULT_CLOCK, "outcomes": list(CLOCK_DEFAULTS)},
    }


def begin(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem new --json`, in a new folder where the server was started. passphrase: for an identity that is made
    now."""
    clock = (asked.whole("clock_days") or 0, asked.text("clock_default", ""))
    said = (asked.text("ruleset", ""), asked.text("scenario"), asked.text("side"), asked.words("options"))
    wish = invitation_of(*said, None, *clock)
    name = require_name(asked.text("name"))
    mail = asked.text("mail", "")
    you, them = person_entry(f"{name} <{mail}>" if mail else name), person_entry(asked.text("opponent", ""))
    person = evening.require_person(asked.text("passphrase") if "passphrase" in asked.body else None)
    if not evening.home.name():
        evening.home.keep_name(name)
    place = next(places(evening.root, wish.scenario))
    campaign = new_campaign(place, wish, evening.home, person, Words(name=name, date=now()))
    with campaign.folder:
        write_people(campaign, you, them)
        return invited_data(campaign, person)
