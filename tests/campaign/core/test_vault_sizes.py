"""In a game that hides nothing but standing orders the size of a message tells nothing of them either."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.core.secrets import vault_least
from pbem.campaign.writing.standing import nested
from pbem.orders.writer import dump
from pbem.protocol.messages import peek
from tests.campaign.folders import Peer, begin


def vaults(peer: Peer) -> set[int]:
    """Lengths of the vaults of his messages."""
    bodies = [peek(line).body for line in peer.log()]
    return {len(body["vault"]) for body in bodies if body["side"] == peer.seat and "vault" in body}


@pytest.mark.parametrize("share", [0, 1, 2])
def test_no_few_and_all_standing_orders_leave_the_same_traces(tmp_path: Path, share: int) -> None:
    a, b = begin(tmp_path)
    assert a.receive(b.mail(1))[0].fault is None
    campaign = a.open()
    slots = campaign.machine.slots[a.seat]
    values: dict[str, Any] = {slot.name: slot.default for slot in slots[: len(slots) * share // 2]}
    campaign.folder.write_document("standing.yaml", dump(nested(values)).encode("utf-8"))
    campaign.folder.close()
    sent = a.submit()
    assert sent is not None
    written = a.open(write=False).committed[2]["doctrine"]
    assert sum(1 for value in written if value != "") == len(values)
    # 12 random bytes, 4 KiB, 16 bytes of the box; in base64.
    assert vaults(a) | vaults(b) == {-(-(12 + 4096 + 16) // 3) * 4}


def test_the_least_size_has_room_for_every_leaf_and_thing_that_may_be_hidden() -> None:
    def least(things: int, leaves: int = 2, slots: int = 3) -> int:
        machine = SimpleNamespace(
            forces=SimpleNamespace(content_size=100, leaves_size=50),
            slots={"b": range(slots)},
            leaves={"b": {"strength": range(leaves)}},
        )
        return vault_least(SimpleNamespace(machine=machine), "b", things)  # type: ignore[arg-type]

    assert least(5) - least(4) == least(1) - least(0) > 100, "its content and what stands around it"
    assert least(0, leaves=3) > least(0) and least(0, slots=4) > least(0) > 1024 + 100 + 50
