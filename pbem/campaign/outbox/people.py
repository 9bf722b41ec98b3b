"""campaign.yaml: the names and addresses of the two players, which never enter the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.opponent import NOTE
from pbem.errors import Problem
from pbem.orders.loader import load
from pbem.orders.writer import dump
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.store.folder import CAMPAIGN, CampaignFolder

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.store.home import Home


def people_at_first(name: str) -> bytes:
    """campaign.yaml before anything is known of the opponent. name: one's own."""
    people = {"you": {"name": name or "me", "mail": ""}, "opponent": {"name": "my opponent", "mail": ""}}
    return dump(people).encode("utf-8")


def person_entry(text: str) -> dict[str, str]:
    """`Bert <bert@example.org>`, a name, or an address alone, for campaign.yaml. Raises Problem MAIL_ADDRESS."""
    name, bracket, rest = text.partition("<")
    mail = rest.rstrip().removesuffix(">") if bracket else ""
    if not bracket and "@" in text:
        name, mail = "", text
    name, mail = name.strip(), mail.strip()
    if (
        len(name) > 64
        or len(mail) > 254
        or not text.isprintable()
        or (mail and (mail.count("@") != 1 or any(c in mail for c in ' <>,;:"()[]\\')))
    ):
        raise Problem("MAIL_ADDRESS", f"{text[:80]!r} is no name with a mail address", "write Name <name@example.org>")
    return {"name": name or mail.partition("@")[0], "mail": mail}


def write_people(campaign: Campaign, you: Mapping[str, str], opponent: Mapping[str, str]) -> None:
    """campaign.yaml with these two entries; it stays in the folder and is never mailed. What else it says stays; one
    that a person has written is kept in `orders/`."""
    people: dict[str, Any] = {"you": _entry(you, "me"), "opponent": _entry(opponent, "my opponent")}
    if campaign.folder.has_document(CAMPAIGN):
        people |= {name: value for name, value in _written(campaign).items() if name not in people}
    text = dump(people).encode("utf-8")
    if _as_made(campaign):
        campaign.folder.write_document(CAMPAIGN, text)
    else:
        campaign.folder.replace_document(CAMPAIGN, text, CAMPAIGN)


def _as_made(campaign: Campaign) -> bool:
    """Whether campaign.yaml is as the beginning of a campaign makes it, with no opponent in it."""
    if not campaign.folder.has_document(CAMPAIGN):
        return False
    text = campaign.folder.read_document(CAMPAIGN)
    return text == people_at_first(_own_name(text))


def _own_name(text: bytes) -> str:
    try:
        return str(load(text, "campaign.yaml").data["you"]["name"])
    except (Problem, KeyError, TypeError, AttributeError):
        return ""


def _written(campaign: Campaign) -> dict[str, Any]:
    """What campaign.yaml says, {} where it cannot be read."""
    try:
        found = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data
    except Problem:
        return {}
    return dict(found) if isinstance(found, dict) else {}


def _entry(person: Mapping[str, str], name: str) -> dict[str, str]:
    return {"name": person.get("name") or name, "mail": person.get("mail", "")}


def opponents_address(campaign: Campaign) -> str:
    """The mail address of the opponent in campaign.yaml, "" where there is none or the file cannot be read."""
    try:
        people = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data
        return str(people["opponent"].get("mail", ""))
    except (Problem, KeyError, TypeError, AttributeError):
        return ""


def last_name_used(home: Home) -> str:
    """The name under which this person plays the campaign that began last, "" where there is none with a name.

    A game against the practice opponent does not count, nor a folder that is gone or cannot be read.
    """
    found = []
    for place in (*home.campaigns().values(), *home.all_pending().values()):
        try:
            found.append(_name_used(place))
        except (Problem, Fault, KeyError, TypeError, AttributeError, IndexError):
            continue
    return max((one for one in found if one[1]), default=("", ""))[1]


def _name_used(place: Path) -> tuple[str, str]:
    """The date of the first message in a folder that bears one's own name, and that name; ("", "") where none does."""
    folder = CampaignFolder.open(place, write=False)
    try:
        name = str(load(folder.read_document(CAMPAIGN), CAMPAIGN).data["you"]["name"])
        first = [peek(line).body for line in folder.log()[:2]]
    finally:
        folder.close()
    dates = [str(body.get("date", "")) for body in first if body.get("name") == name]
    if not dates or any(NOTE in body.get("note", ()) for body in first):
        return "", ""
    return dates[0], name


def replace_opponent(campaign: Campaign, entry: Mapping[str, str]) -> None:
    """Somebody else sits in the opponent's place: his name and address in campaign.yaml; one's own entry stays."""
    try:
        you = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data["you"]
        mine = {name: str(you.get(name, "")) for name in ("name", "mail")}
    except (Problem, KeyError, TypeError, AttributeError):
        mine = {"name": campaign.name_of(campaign.seat)}
    write_people(campaign, mine, entry)


def is_name(name: str) -> bool:
    """Whether a name is one line that the handshake and campaign.yaml can hold."""
    return name == name.strip() and 0 < len(name) <= 64 and name.isprintable() and "<" not in name and "@" not in name


def require_name(name: str) -> str:
    """The name without blanks around it. Raises Problem NAME."""
    name = name.strip()
    if not is_name(name):
        what = "a name is one line of 1 to 64 characters, without < and @"
        raise Problem("NAME", what, "write it like 'Anna B.'")
    return name
