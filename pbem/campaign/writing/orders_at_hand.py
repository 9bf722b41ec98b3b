"""The orders file that lies in a campaign's folder, as it is now."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.campaign.writing.orders_file import HELPER_SCHEMA, ORDERS_FILE, phase_of
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Written


def orders_at_hand(campaign: Campaign) -> tuple[bytes, str]:
    """Bytes and name of orders.yaml. Raises Problem, NO_ORDERS among them."""
    if not campaign.folder.has_document(ORDERS_FILE):
        raise Problem("NO_ORDERS", f"there is no {ORDERS_FILE} yet", "write one with: pbem orders")
    return campaign.folder.read_document(ORDERS_FILE), ORDERS_FILE


def digest_of(data: bytes) -> str:
    """By which a page knows the file that it last saw: SHA-256 in hex."""
    return sha256(data).hexdigest()


def written_data(campaign: Campaign, due: Due, written: Written) -> dict[str, Any]:
    """What became of orders.yaml when a template was wanted, and what it is for."""
    return {
        "orders": str(campaign.folder.path / ORDERS_FILE),
        "schema": str(campaign.folder.path / HELPER_SCHEMA),
        "written": written.anew,
        "put_away": str(written.away or ""),
        "phase": phase_of(campaign, due),
        "headline": campaign.game.telling.headline(due.state["at"]),
    }
