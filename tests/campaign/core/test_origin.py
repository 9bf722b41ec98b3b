"""Which of the addresses in its metadata a copy of pbem names."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.campaign.core import origin

HOME, SOURCE, OTHER = "https://example.org/pbem", "https://example.org/source", "https://example.org/other"


@pytest.mark.parametrize(
    ("entries", "address"),
    [
        ([], ""),
        ([f"Homepage, {HOME}"], HOME),
        ([f"Source Code, {SOURCE}", f" HomePage ,  {HOME} "], HOME),
        ([f"Chat, {OTHER}", f"source, {SOURCE}"], SOURCE),
        ([f"Forum, {OTHER}", f"Chat, {HOME}"], HOME),
        ([f"Homepage, {HOME}", f"Homepage, {OTHER}"], HOME),
        (["Homepage, ftp://example.org", f"Chat, {OTHER}"], OTHER),
        ([f"Homepage, {HOME} or elsewhere"], ""),
    ],
)
def test_the_best_address_is_named_and_nothing_that_is_none(
    monkeypatch: pytest.MonkeyPatch, entries: list[str], address: str
) -> None:
    told = Message()
    for entry in entries:
        told["Project-URL"] = entry
    monkeypatch.setattr(origin, "metadata", lambda _: told)
    assert origin.address() == address
