"""Standing orders held against the present position: what can never be meant, and what cannot come about now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.secrets import own_of
from pbem.campaign.writing.refusals import remark_lines, remark_of
from pbem.campaign.writing.standing import STANDING, document_of, placed_in, read_standing, slot_finding, values_set
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.orders.findings import Finding, OrdersFault, in_file_order

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.orders.loader import Document


@dataclass(frozen=True)
class Judged:
    """findings: what can never be meant, or never again. remarks: what cannot come about now and may later.

    name: of the file, as it is told to its author.
    """

    findings: Sequence[Finding] = ()
    remarks: Sequence[Finding] = ()
    name: str = STANDING

    @property
    def lines(self) -> list[str]:
        """The remarks for people."""
        return remark_lines(self.name, self.remarks)

    def required(self) -> Judged:
        """The same, where nothing is meant that never can be. Raises OrdersFault with all findings."""
        if self.findings:
            raise OrdersFault(self.name, self.findings)
        return self


NOTHING_JUDGED: Final = Judged()


def judge_standing(campaign: Campaign, due: Due) -> Judged:
    """What the rules have against this player's standing.yaml on the position of `due`.

    Nothing of a file that cannot be read, which whoever needs its values tells. Raises Problem KEY_LOST where the
    player's own forces cannot be told.
    """
    seat = campaign.seat
    if not seat or not due.state or due.state.get("over"):
        return NOTHING_JUDGED
    try:
        values = values_set(read_standing(campaign, seat))
    except Problem:
        return NOTHING_JUDGED
    if not values:
        return NOTHING_JUDGED
    text = campaign.folder.read_document(STANDING)
    return judge_values(campaign, due, seat, values, document_of(text, STANDING))


def judge_values(
    campaign: Campaign, due: Due, seat: str, values: Mapping[str, Any], document: Document | None
) -> Judged:
    """The faults that the rules find in what a seat set, on the position of `due`. values: as `values_set` has them.

    document: the file in which they stand. Raises Problem KEY_LOST as `judge_standing`.
    """
    if document is None or not values:
        return NOTHING_JUDGED
    standing = campaign.game.writing.standing
    if standing is None:
        return NOTHING_JUDGED
    own = due.own if due.request is not None else own_of(campaign, due.state)
    reading = standing.read(campaign.machine.armies[seat], values, _position(campaign, due), own)
    return Judged(
        in_file_order(slot_finding(document, fault) for fault in reading.faults),
        in_file_order(remark_of(document, placed_in(fault)) for fault in reading.remarks),
        document.name,
    )


def _position(campaign: Campaign, due: Due) -> Any:
    return campaign.game.position_of(due.request) if due.request is not None else campaign.position(due.state)


def require_standing(campaign: Campaign, due: Due) -> Judged:
    """The same, where nothing can be meant that never can. Raises OrdersFault with all findings."""
    return judge_standing(campaign, due).required()


def slots_soon(campaign: Campaign, due: Due) -> list[str]:
    """The player's slots that may well count in the enemy's next turn; all where the rules do not tell."""
    slots = [slot.name for slot in campaign.machine.slots[campaign.seat]] if campaign.seat else []
    standing = campaign.game.writing.standing
    if standing is None or not slots or due.request is None:
        return slots
    wanted = set(standing.soon(campaign.army, campaign.game.position_of(due.request), due.own))
    return [name for name in slots if name in wanted] or slots
