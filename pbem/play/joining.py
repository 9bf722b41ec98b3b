"""Invitations on the page: looked at in words, then accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.inbox.joined import joined_data
from pbem.campaign.outbox.create import join_campaign, read_invitation
from pbem.campaign.outbox.people import last_name_used, person_entry, require_name, write_people
from pbem.campaign.telling.terms import terms_data, terms_lines
from pbem.campaign.writing.standing import reader_of
from pbem.campaign.writing.standing_start import fixed, fixed_words, standing_file, wished
from pbem.play.evening import now
from pbem.play.mailing import laid_down
from pbem.protocol.compose import Words
from pbem.store.files import entry_at
from pbem.store.folder import CampaignFolder, is_campaign

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbem.campaign.telling.terms import Offered
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked

# Folders of one name that are tried.
_MOST: Final = 99


def look(evening: Evening, asked: Asked) -> dict[str, Any]:
    """The terms of an invitation, as `pbem join` shows them before it asks. name: one's own, "" where none is known;
    fixes: what an acceptance would fix, in words. Raises Problem NO_INVITATION; Fault for rules that are not here."""
    offered = read_invitation(laid_down(asked)[1])
    slots, read = offered.machine.slots["b"], reader_of(offered.machine, "b")
    orders = _standing(offered, asked)
    return {
        **terms_data(offered),
        "lines": terms_lines(offered),
        "name": evening.home.name() or last_name_used(evening.home),
        "fixed": (choices := fixed(slots, orders, read)),
        "fixes": [fixed_words(entry) for entry in choices],
        "identity": evening.person is not None,
    }


def join(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem join --yes --json`, in a new folder where the server was started. set: standing orders that the
    acceptance commits to; passphrase: for an identity that is made now."""
    offered = read_invitation(laid_down(asked)[1])
    name = require_name(asked.text("name"))
    mail, opponent = asked.text("mail", ""), asked.text("opponent", "")
    you = person_entry(f"{name} <{mail}>" if mail else name)
    # The name in an invitation is a name, whatever it looks like: no address is taken from it.
    them = person_entry(opponent) if opponent else {"name": offered.name, "mail": ""}
    orders = _standing(offered, asked)
    person = evening.require_person(asked.text("passphrase") if "passphrase" in asked.body else None)
    if not evening.home.name():
        evening.home.keep_name(name)
    place = next(places(evening.root, offered.machine.game.scenario.id))
    words = Words(name=name, date=now())
    campaign = join_campaign(place, offered, evening.home, person, words, standing=orders)
    with campaign.folder:
        write_people(campaign, you, them)
        told = {**terms_data(offered), **joined_data(campaign), "id": campaign.short_id}
    return {**told, "folder": str(place), "your_fingerprint": person.fingerprint, "name": name}


def _standing(offered: Offered, asked: Asked) -> bytes | None:
    slots = offered.machine.slots["b"]
    chosen = wished(slots, asked.words("set"), reader_of(offered.machine, "b"))
    return standing_file(slots, chosen) if chosen else None


def places(root: Path, name: str) -> Iterator[Path]:
    """Folders for a campaign of this scenario: what is not there, or was made for one and never begun."""
    for number in range(1, _MOST + 1):
        place = root / (name if number == 1 else f"{name}-{number}")
        if entry_at(place) is None or (is_campaign(place) and not CampaignFolder.open(place, write=False).log()):
            yield place
    yield root / f"{name}-{_MOST + 1}"
