"""What a page writes: orders.yaml and standing.yaml, the same files that an editor sees.

Nothing that a person wrote is lost: what a page writes over for the first time is put away, and where the file has
become another one than the page has seen, both are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.writing.orders_at_hand import digest_of
from pbem.campaign.writing.orders_file import ORDERS_FILE, UNSENT, is_sent, template_text, write_helper_schema
from pbem.campaign.writing.rewriting import Rewritten, lying, orders_rewritten, plain, standing_rewritten
from pbem.campaign.writing.standing import STANDING, standing_text, write_standing_template
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due

# What a page wanted to write, and standing orders that somebody wrote, are kept under these names.
_UNKEPT: Final = "unkept.yaml"
_STANDING_UNKEPT: Final = "standing-unkept.yaml"
_STANDING_BEFORE: Final = "standing-before.yaml"


@dataclass(frozen=True)
class Kept:
    """digest: of the file as it lies there now. put_away: where what lay there before was put, None for nowhere."""

    digest: str
    put_away: Path | None = None

    @property
    def data(self) -> dict[str, str]:
        """As JSON."""
        return {"digest": self.digest, "put_away": str(self.put_away or "")}


@dataclass
class Keeper:
    """Writes for pages, and remembers what it has written itself: of anything else it puts a copy away first."""

    _own: dict[Path, str] = field(default_factory=dict)

    def orders(self, campaign: Campaign, due: Due, orders: Any, note: Any, base: str) -> Kept:
        """Writes orders.yaml. campaign: open for writing. base: digest of the file that the page saw, "" for none.

        Raises Problem: REQUEST for what no file can hold, NOT_YOUR_MOVE, CLASH where another file lies there, which
        stays; what the page wanted is put away then.
        """
        wanted = plain(orders, note)
        found = orders_rewritten(campaign, due, wanted)
        template = template_text(campaign, due).encode("utf-8")
        kept = self._written(
            campaign,
            _Paper(ORDERS_FILE, _UNKEPT, UNSENT, lambda text: text == template or is_sent(campaign, text)),
            found,
            base,
        )
        if not found.former or found.anew:
            write_helper_schema(campaign, due)
        return kept

    def standing(self, campaign: Campaign, values: Any, base: str) -> Kept:
        """The same of standing.yaml. values: heading -> formation -> value. Raises Problem NOT_A_PLAYER besides."""
        found = standing_rewritten(campaign, plain(values))
        template = standing_text(campaign, campaign.seat).encode("utf-8")
        paper = _Paper(STANDING, _STANDING_UNKEPT, _STANDING_BEFORE, lambda text: text == template)
        kept = self._written(campaign, paper, found, base)
        if not found.former:
            write_standing_template(campaign, campaign.seat)
        return kept

    def _written(self, campaign: Campaign, paper: _Paper, found: Rewritten, base: str) -> Kept:
        folder = campaign.folder
        here = digest_of(found.former) if found.former else ""
        if found.text == found.former:
            return Kept(here)
        if base != here:
            # It may be the work of another window: then it is put away before anybody writes over it.
            self._own.pop(folder.path / paper.name, None)
            raise _clash(campaign, paper, found)
        place, new = folder.path / paper.name, digest_of(found.text)
        put_away = None
        mine = self._own.get(place) == here and not found.anew
        if found.former and not mine and not paper.worthless(found.former):
            put_away = folder.save("orders", paper.before, found.former)
        # An editor waits for no lock: it may have saved while the change was worked out.
        if lying(campaign, paper.name) != found.former:
            raise _clash(campaign, paper, found)
        folder.write_document(paper.name, found.text)
        self._own[place] = new
        return Kept(new, put_away)


def _clash(campaign: Campaign, paper: _Paper, found: Rewritten) -> Problem:
    """That another file lies there, once what the page wanted is put away."""
    away = campaign.folder.save("orders", paper.unkept, found.text)
    what = f"{paper.name} has been changed beside this page"
    mend = f"what you wanted to write lies in {away}; take over the file that is there, or write it once more"
    return Problem("CLASH", what, mend, str(campaign.folder.path / paper.name))


@dataclass(frozen=True)
class _Paper:
    """A file that a page writes. unkept, before: names for what it could not write, and for what it wrote over.

    worthless: whether what lies there need not be kept, because it is kept already or nobody wrote it.
    """

    name: str
    unkept: str
    before: str
    worthless: Callable[[bytes], bool]
