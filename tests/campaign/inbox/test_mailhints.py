"""Whose messages `pbem mail sync` takes along."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.inbox import mailhints
from pbem.campaign.inbox.mailhints import goes_by_sync

ADDRESS = "bert@example.org"


@pytest.mark.parametrize(
    ("account", "seat", "address", "practising", "goes"),
    [
        (True, "a", ADDRESS, False, True),
        (False, "a", ADDRESS, False, False),
        (None, "a", ADDRESS, False, False),
        (True, "", ADDRESS, False, False),
        (True, "a", "", False, False),
        (True, "a", ADDRESS, True, False),
    ],
)
def test_an_account_a_seat_and_the_address_of_a_living_opponent_are_needed(
    monkeypatch: pytest.MonkeyPatch, account: bool | None, seat: str, address: str, practising: bool, goes: bool
) -> None:
    """account: None where there is no configuration folder."""
    monkeypatch.setattr(mailhints, "opponents_address", lambda _: address)
    monkeypatch.setattr(mailhints, "is_practice", lambda _: practising)
    home = None if account is None else SimpleNamespace(has_mail=account)
    campaign: Any = SimpleNamespace(home=home, seat=seat, folder=SimpleNamespace(path=Path("/games/jena")))
    assert goes_by_sync(campaign) is goes
