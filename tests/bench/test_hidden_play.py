"""What the benchmark says is checked is what verification checks."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.campaign.core.fold import chain_of
from pbem.campaign.records.archiving import LOG, unpack
from pbem.protocol import audit, commitments
from pbem.protocol.openings import CheckedOpenings
from tests.bench.hidden_play import checks
from tests.places import SAMPLES


@pytest.mark.slow
def test_the_checks_counted_are_those_that_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = dict.fromkeys(("leaves", "markers", "claims"), 0)

    class Counted(commitments.Tree):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made["leaves"] += len(self.values)

    judged, stated = audit._Audit._commitment, CheckedOpenings.claim

    def committed(*given: Any) -> None:
        made["markers"] += 1
        judged(*given)

    def claim(*given: Any) -> Any:
        made["claims"] += 1
        return stated(*given)

    monkeypatch.setattr(audit, "Tree", Counted)
    monkeypatch.setattr(audit._Audit, "_commitment", committed)
    monkeypatch.setattr(CheckedOpenings, "claim", claim)
    lines = unpack((SAMPLES / "eylau-1807" / "campaign.pbem").read_bytes())[LOG].split(b"\n")[:-1]
    _, chain = chain_of(lines)
    found, seals = checks(chain), sum("reveal" in message.body for message in chain.messages)
    assert (found.commitments, found.claims) == (made["leaves"] + made["markers"] + seals, made["claims"])
    assert found.openings == sum(len(m.body.get("open", [])) for m in chain.messages) + sum(
        len(m.body["input"].get("open", [])) for m in chain.messages if "input" in m.body
    )
    assert found.all == found.commitments + found.claims + found.openings
