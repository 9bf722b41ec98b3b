"""`pbem list`: the campaigns that this computer knows and where each of them stands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.teams import your_title
from pbem.campaign.inbox.recovery import open_campaign
from pbem.errors import Problem
from pbem.protocol.faults import Fault
from pbem.protocol.verify import status_line

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home


@dataclass(frozen=True)
class Listed:
    """One campaign. waits_for: who has to mail next, "" when nobody has. yours: whether that is this person.

    error: why the folder cannot be read, "" if it can; then the other words are empty.
    """

    folder: str
    game: str
    campaign: str = ""
    you: str = ""
    phase: str = ""
    messages: int = 0
    waits_for: str = ""
    yours: bool = False
    state: str = ""
    error: str = ""


def listed(home: Home, person: Person | None) -> list[Listed]:
    """All registered campaigns by folder, invitations that nobody has accepted yet among them.

    person: None where nobody can open the identity now; then whose move it is stands without "you". Raises Problem.
    """
    places = {**home.all_pending(), **home.campaigns()}
    # A folder that was deleted and begun anew is registered for both games; it holds one.
    games = {path: game for game, path in sorted(places.items(), key=lambda item: str(item[1]))}
    return [_one(game, path, home, person) for path, game in games.items()]


def _one(game: str, path: Path, home: Home, person: Person | None) -> Listed:
    try:
        campaign = open_campaign(path, home, person, write=False)
    except Problem as problem:
        return Listed(str(path), game[:12], error=problem.what)
    except Fault as fault:
        return Listed(str(path), game[:12], error=str(fault))
    campaign.folder.close()
    return _told(campaign, path)


def _told(campaign: Campaign, path: Path) -> Listed:
    chain = campaign.chain
    waits = chain.waits_for
    if len(chain.messages) == 1:
        at, waiting, state = campaign.machine.start()["at"], "somebody who accepts", "invitation, not accepted"
    else:
        at = chain.state["at"]
        waiting = campaign.title_of(waits) if waits else ""
        state = status_line(chain) if chain.finished else "running"
    return Listed(
        folder=str(path),
        game=campaign.short_id,
        campaign=campaign.game.scenario.title,
        you=your_title(campaign),
        phase=_phase(campaign, at),
        messages=len(chain.messages),
        waits_for=waiting,
        yours=bool(waits) and waits == campaign.seat,
        state=state,
    )


def _phase(campaign: Campaign, at: Any) -> str:
    """The phase as `pbem status` has it: that to which the dice led which this person's program rolls.

    Where nobody can open the identity without being asked, or its secrets are gone, the phase that is to be rolled.
    """
    chain = campaign.chain
    unrolled = f"after the orders for {campaign.game.telling.headline(at)}"
    if not chain.waits_for or len(chain.messages) < 3 or (campaign.person and chain.waits_for != campaign.seat):
        return campaign.game.telling.headline(at)
    try:
        return campaign.game.telling.headline(campaign.due().state["at"]) if campaign.seat else unrolled
    except (Problem, Fault):
        return unrolled
