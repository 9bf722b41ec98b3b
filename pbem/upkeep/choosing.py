"""Which campaign a person means: one that he names by folder, name or id, the one around him, or the only one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.core.rulebooks import ruleset
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.store.files import entry_at
from pbem.store.folder import CampaignFolder, find_campaign, is_campaign

if TYPE_CHECKING:
    from pbem.store.home import Home

_MOST_LISTED: Final = 12
_DIGITS: Final = 12
NAME_IT: Final = "name one with --campaign, by its folder, its name, or the first digits of its id"


@dataclass(frozen=True)
class Known:
    """A campaign that this computer has registered. id: of the game, before the accept of the invitation, in hex.

    names: its folder's name, and its scenario's id and title where its first message and the ruleset can be read.
    """

    folder: Path
    id: str
    names: Sequence[str]

    @property
    def short(self) -> str:
        """The digits that `pbem list` shows."""
        return self.id[:_DIGITS]


def known_campaigns(home: Home) -> list[Known]:
    """The registered campaigns whose folders are there, by folder; each once. Verifies nothing. Raises Problem."""
    found: dict[Path, Known] = {}
    for id, path in [*home.all_pending().items(), *home.campaigns().items()]:
        if _is_there(path):
            found[path] = Known(path, id, (path.name, *_scenario_names(path)))
    return [found[path] for path in sorted(found)]


def campaign_named(word: str, home: Home) -> Path:
    """The folder that `--campaign` means. A campaign folder, or a file, that is there counts before names and ids.

    Raises Problem NO_CAMPAIGN, or CAMPAIGN_UNCLEAR where several may be meant.
    """
    path = Path(word).absolute()
    entry = entry_at(path)
    if entry is not None and (entry.kind != "folder" or is_campaign(path)):
        return path
    known = known_campaigns(home)
    asked = word.strip().casefold()
    for fits in (_is_called, _begins) if asked else ():
        meant = [one for one in known if fits(one, asked)]
        if len(meant) == 1:
            return meant[0].folder
        if meant:
            what = f"{word[:40]!r} may be any of {len(meant)} campaigns: {_listed(meant)}"
            raise Problem("CAMPAIGN_UNCLEAR", what, "name its folder, or more digits of its id")
    if entry is not None:
        return path
    registered = {**home.all_pending(), **home.campaigns()}
    gone = [place for id, place in sorted(registered.items()) if asked and id.startswith(asked)]
    if gone:
        what = "the folder of this campaign is not there any more"
        raise Problem("NO_CAMPAIGN", what, "name the folder where it is now, or rebuild it: pbem import", str(gone[0]))
    what = f"no campaign is called {word[:40]!r}, and no folder" if asked else "--campaign names nothing"
    raise Problem("NO_CAMPAIGN", what, f"yours are {_listed(known)}" if known else "see pbem list")


def campaign_here(start: Path, home: Home) -> Path:
    """The nearest campaign from `start` upwards, else the only one of this computer. Raises Problem NO_CAMPAIGN."""
    try:
        return find_campaign(start)
    except Problem as problem:
        if problem.code != "NO_CAMPAIGN":
            raise
        known = known_campaigns(home)
        if len(known) == 1:
            return known[0].folder
        if not known:
            mend = "go into a campaign folder; pbem new begins one, and pbem join accepts an invitation"
            raise Problem(problem.code, problem.what, mend, problem.where) from None
        what = f"{problem.what}, and you have {len(known)} campaigns: {_listed(known)}"
        raise Problem(problem.code, what, NAME_IT, problem.where) from None


def _is_called(one: Known, asked: str) -> bool:
    return asked == one.id or any(asked == name.casefold() for name in one.names)


def _begins(one: Known, asked: str) -> bool:
    return one.id.startswith(asked) or any(name.casefold().startswith(asked) for name in one.names)


def _listed(known: Sequence[Known]) -> str:
    shown = ", ".join(f"{one.names[0]} ({one.short}, {one.folder})" for one in known[:_MOST_LISTED])
    return shown if len(known) <= _MOST_LISTED else f"{shown} and {len(known) - _MOST_LISTED} more"


def _is_there(path: Path) -> bool:
    """Whether a registered folder holds a campaign; one on a disk that is away does not."""
    try:
        return is_campaign(path)
    except Problem:
        return False


def _scenario_names(path: Path) -> Iterable[str]:
    with contextlib.suppress(Problem, Fault, KeyError, TypeError, IndexError):
        folder = CampaignFolder.open(path, write=False)
        names = peek(folder.log()[0]).body["terms"]["names"]
        scenario, book = str(names["scenario"]), str(names["ruleset"])
        return (scenario, *_title(book, scenario))
    return ()


def _title(book: str, scenario: str) -> Iterable[str]:
    with contextlib.suppress(Problem):
        return [one.title for one in ruleset(book).scenarios() if one.id == scenario]
    return []
