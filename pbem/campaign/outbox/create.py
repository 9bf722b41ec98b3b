"""Beginning a campaign: the invitation, and accepting it (protocol section 5)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign, journal_entry, payload_of
from pbem.campaign.core.machine import engine_name, machine_for
from pbem.campaign.core.rulebooks import ruleset, scenario_of
from pbem.campaign.core.secrets import vault_least
from pbem.campaign.core.teams import require_team
from pbem.campaign.outbox.people import people_at_first
from pbem.campaign.outbox.signed_file import write_outgoing
from pbem.campaign.telling.terms import Offered
from pbem.campaign.writing.standing import STANDING, committed_values, write_standing_template
from pbem.errors import Problem
from pbem.mail.turns import turns_in
from pbem.orders.findings import quoted
from pbem.protocol import compose
from pbem.protocol.canonical import parse
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest, scenario_digest
from pbem.protocol.messages import peek
from pbem.store.folder import CAMPAIGN, CampaignFolder, is_campaign
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

NO_WORDS = compose.Words()
DEFAULT_CLOCK: dict[str, Any] = {"days": 14, "default": "forfeit"}


@dataclass(frozen=True)
class Invitation:
    """The choices of an inviter. army: the one he plays. options: scenario option -> value; the rest stay default.

    overlay: map corrections. clock: {"days", "default"}. members: of the inviter's team, {"id", "key", "may"} each.
    """

    ruleset: str
    scenario: str
    army: str
    options: Mapping[str, Any] = field(default_factory=dict)
    overlay: Sequence[Any] = ()
    clock: Mapping[str, Any] = field(default_factory=lambda: dict(DEFAULT_CLOCK))
    members: Sequence[Mapping[str, Any]] = ()


def terms_of(invitation: Invitation) -> dict[str, Any]:
    """The terms that the invitation binds. Raises Problem where ruleset, scenario, army or an option is unknown."""
    rules = ruleset(invitation.ruleset)
    scenario = scenario_of(rules, invitation.scenario)
    if invitation.army not in scenario.armies:
        raise Problem(
            "UNKNOWN_ARMY",
            f"{quoted(invitation.army)} is no army of {scenario.id}; armies: {', '.join(scenario.armies)}",
            "name one of them with --side",
        )
    other = next(army for army in scenario.armies if army != invitation.army)
    options = {name: entry["default"] for name, entry in scenario.options.items()} | dict(invitation.options)
    terms: dict[str, Any] = {
        "engine": engine_name(rules),
        "names": {"ruleset": rules.id, "scenario": scenario.id},
        "ruleset": ruleset_digest(manifest(rules.data_files())).hex(),
        "scenario": scenario_digest(manifest(rules.scenario_files(scenario.id))).hex(),
        "options": options,
        "sides": {"a": invitation.army, "b": other},
        "audit": "end",
        "clock": dict(invitation.clock),
        "arbiters": [],
    }
    if invitation.overlay:
        terms["overlay"] = list(invitation.overlay)
    try:
        rules.game(scenario.id, options, tuple(invitation.overlay))
    except ValueError as error:
        raise Problem("UNFIT_TERMS", str(error), "see pbem rules show for the options of the scenario") from None
    return terms


def new_campaign(
    path: Path,
    invitation: Invitation,
    home: Home,
    person: Person,
    words: compose.Words = NO_WORDS,
    *,
    system: System = REAL,
) -> Campaign:
    """Makes a campaign folder that holds a signed invitation; it lies in the outbox, to be mailed.

    system: the seam to the disk. Raises Problem.
    """
    terms = terms_of(invitation)
    if invitation.members:
        require_team(machine_for(terms), "a", invitation.members, {person.key})
    draft = compose.invite(person.master, secrets.token_bytes(32), terms, words, invitation.members)
    folder = CampaignFolder.create(path, system=system)
    try:
        machine = machine_for(terms)
        campaign = Campaign(folder, machine, Chain(machine, machine.depths), home, person)
        home.register_pending(draft.id.hex(), path.absolute())
        _furnish(campaign, words.name)
        # From here on it is a campaign: what is missing afterwards follows from its log.
        campaign.append(draft.sign(person.master))
        write_outgoing(campaign)
        return campaign
    except BaseException:
        folder.close()
        raise


def read_invitation(data: bytes) -> Offered:
    """The invitation in a text. Raises Problem NO_INVITATION, or Fault where it is not valid or not offered here."""
    for block in turns_in(data):
        if block.damage:
            raise Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}")
        message = peek(block.envelope)
        if message.kind != "invite":
            continue
        machine = machine_for(message.body["terms"])
        Chain(machine, machine.depths).extend(block.envelope)
        return Offered(
            block.envelope,
            message.body["terms"],
            machine,
            str(message.body.get("name", "")),
            message.body.get("note", []),
            bytes.fromhex(message.body["key"]),
            message.id,
            message.body.get("members", []),
        )
    raise Problem("NO_INVITATION", "there is no invitation in this text", "save the whole mail and name that file")


def join_campaign(
    path: Path,
    offered: Offered,
    home: Home,
    person: Person,
    words: compose.Words = NO_WORDS,
    members: Sequence[Mapping[str, Any]] = (),
    *,
    standing: bytes | None = None,
    system: System = REAL,
) -> Campaign:
    """Accepts an invitation in a new campaign folder; the accept lies in the outbox. Raises Problem or Fault.

    members: of the accepter's team, {"id", "key", "may"} each. A folder in which a crash interrupted the accept of this
    invitation is gone on with. standing: the standing.yaml that the accept commits to; None leaves what lies there,
    else the template. system: the seam to the disk.
    """
    if offered.key in person.keys:
        what = "this is your own invitation: the two sides of a game need two identities"
        raise Problem("KEY_REUSED", f"KEY_REUSED: {what}", "mail it to your opponent, who accepts it with his")
    used = {offered.key, person.key, *(bytes.fromhex(member["key"]) for member in offered.members)}
    if len(used) < 2 + len(offered.members):
        what = "this invitation names your present key as that of a team-mate of its sender"
        raise Problem("KEY_REUSED", f"KEY_REUSED: {what}", "make a new identity first: pbem keys renew")
    require_team(offered.machine, "b", members, used)
    with home.joining(offered.id.hex()):
        return _join(path, offered, home, person, words, members, standing, system)


def _join(
    path: Path,
    offered: Offered,
    home: Home,
    person: Person,
    words: compose.Words,
    members: Sequence[Mapping[str, Any]],
    standing: bytes | None,
    system: System,
) -> Campaign:
    _refuse_second(path, offered, home)
    folder = _folder_to_join(path, offered, system)
    try:
        chain = Chain(offered.machine, offered.machine.depths)
        campaign = Campaign(folder, offered.machine, chain, home, person)
        if folder.log():
            campaign.chain = chain.extend(offered.line)
        else:
            campaign.append(offered.line)
        _furnish(campaign, words.name)
        # An accept that a crash left behind holds the standing orders of its time.
        if standing is not None and _own_journal(campaign).get(1) is None:
            folder.replace_document(STANDING, standing, STANDING)
        write_standing_template(campaign, "b")
        payload, game = _accept_payload(campaign, person.master, words, members)
        home.register(game, path.absolute())
        campaign.append(sign_envelope(payload, person.master))
        write_outgoing(campaign)
        return campaign
    except BaseException:
        folder.close()
        raise


def _refuse_second(path: Path, offered: Offered, home: Home) -> None:
    """An invitation is accepted once: of two accepts the inviter can take only one. Raises Problem JOINED_ALREADY."""
    for place in home.campaigns().values():
        if place == path.absolute() or not is_campaign(place):
            continue
        folder = CampaignFolder.open(place, write=False)
        if folder.log()[:1] == [offered.line]:
            mend = "go on there; pbem submit --resend writes your acceptance again"
            raise Problem("JOINED_ALREADY", f"you have accepted this invitation already, in {place}", mend)


def _folder_to_join(path: Path, offered: Offered, system: System) -> CampaignFolder:
    """A new folder, or one that holds this invitation and nothing else. Raises Problem."""
    try:
        return CampaignFolder.create(path, system=system)
    except Problem as problem:
        if problem.code != "CAMPAIGN_EXISTS":
            raise
        folder = CampaignFolder.open(path, write=True, system=system)
        if folder.log() != [offered.line]:
            folder.close()
            raise
        return folder


def _accept_payload(
    campaign: Campaign, master: bytes, words: compose.Words, members: Sequence[Mapping[str, Any]]
) -> tuple[bytes, str]:
    """The accept as the journal has it, and the id of its game in hex.

    One that was written down before a crash may have been signed and mailed: it is the accept, there is no second.
    """
    entry = _own_journal(campaign).get(1)
    if entry is None:
        values = committed_values(campaign, "b")
        nonce, vault_nonce = secrets.token_bytes(32), secrets.token_bytes(12)
        secret = compose.Secret(least=vault_least(campaign, "b", 0))
        accept = compose.accept(master, campaign.chain, nonce, values, vault_nonce, words, secret, members)
        entry = journal_entry(accept)
    payload = payload_of(entry)
    game = str(parse(payload)["game"])
    campaign.journal(game).record(1, entry)
    return payload, game


def _own_journal(campaign: Campaign) -> Journal:
    """The folder's own copy alone: it is what the id of the game is known from, which names the other copy."""
    return Journal(campaign.folder.journal, campaign.folder.journal, system=campaign.folder.system)


def _furnish(campaign: Campaign, name: str) -> None:
    """campaign.yaml: names and addresses, which never enter the log."""
    if not campaign.folder.has_document(CAMPAIGN):
        campaign.folder.write_document(CAMPAIGN, people_at_first(name))
