"""Games against the practice opponent, from the page alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.outbox.new_game import invitation_of
from pbem.local.practice_campaign import begin_practice, let_answer, practice_data
from pbem.play.evening import now
from pbem.store.files import candidates, entry_at

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked

_FOLDER: Final = "practice"


def begin(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem practice --side SIDE --json`, in a new folder where the server was started; id: of the campaign."""
    person = evening.require_person(asked.text("passphrase") if "passphrase" in asked.body else None)
    wish = invitation_of(asked.text("ruleset", ""), asked.text("scenario"), asked.text("side"), asked.words("options"))
    name = asked.text("name", "") or evening.home.name()
    begun = begin_practice(_free(evening.root), wish, evening.home, person, name, now())
    with begun.folder:
        return {**practice_data(begun, [1]), "id": begun.short_id}


def _free(root: Path) -> Path:
    """The first of `practice`, `practice-2` and so on that is not there."""
    return next(root / name for name in candidates(_FOLDER) if entry_at(root / name) is None)


def answer(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem practice --json`: the opponent answers what was signed."""
    return practice_data(at, let_answer(at, now()))
