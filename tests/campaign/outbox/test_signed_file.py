"""What a person reads above the signed block of a message."""

from __future__ import annotations

from pathlib import Path

from pbem.campaign.outbox.signed_file import part_of
from tests.campaign.folders import begin


def test_an_acceptance_names_the_invitation_that_it_accepts(tmp_path: Path) -> None:
    _, b = begin(tmp_path)
    invitation, acceptance = b.open(write=False).chain.messages
    accepted = f"invitation {invitation.id.hex()[:12]}"
    assert part_of(acceptance, "0a38d698ffbc") == {"campaign": "0a38d698ffbc", "message": 1, "accepted": accepted}
