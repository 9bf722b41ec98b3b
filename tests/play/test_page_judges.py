"""What the page of `pbem play` shows as wrong is what `pbem check` says of the same file, in number and words."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.cli.players import Player
from tests.play.evenings import questions, spoilt
from tests.play.sitter import Sitter, served
from tests.tiers import turns

pytestmark = pytest.mark.slow
EACH = 6
"""Documents of each ruleset: the practice opponent's, and spoilt ones."""
BOOKS = (("napoleon-at-war", "learning-jena", 1), ("jours-de-gloire", "eylau-1807", 3))
"""Ruleset, scenario, and the question before which the page sits."""


def told(one: dict[str, Any]) -> str:
    """A finding of `check --json` as the page words it."""
    words = "; ".join(
        part
        for part in (one["what"], f"expected {one['expected']}" if one.get("expected") else "", one.get("hint", ""))
        if part
    )
    return f"{words} ({one['case']})" if one.get("case") else words


def checked(player: Player) -> list[str]:
    """All that `pbem check` has against orders.yaml."""
    said = player("check", "--json").json
    return sorted(told(one) for one in said.get("error", said).get("findings", ()))


def shown(sitter: Sitter) -> list[str]:
    """All that the page shows as wrong, without the place that stands before each."""
    lines = sitter.run("return [...document.querySelectorAll('#troubles-orders li')].map((one) => one.textContent);")
    return sorted(line.split(": ", 1)[1] for line in lines)


def written(campaign: Campaign, due: Due, said: Any) -> bytes | None:
    try:
        return dump(frame(campaign, due) | said, first=("campaign", "phase", "for", "note")).encode("utf-8")
    except (ValueError, TypeError):
        return None  # no file can hold it


@pytest.mark.parametrize(("book", "scenario", "number"), turns(BOOKS))
def test_the_page_shows_what_check_says(sitter: Sitter, tmp_path: Path, book: str, scenario: str, number: int) -> None:
    rng = random.Random(f"the page judges {book}")
    *_, (campaign, due, said) = questions(tmp_path, Invitation(book, scenario, "french"), book, number)
    wanted = [said, *(spoilt(campaign, due, said, rng) for _ in range(EACH * 2))]
    texts = dict.fromkeys(text for one in wanted if (text := written(campaign, due, one)) is not None)
    assert campaign.home is not None
    player = Player(campaign.home.path, campaign.folder.path)
    found = []
    with served(player) as server:
        for text in list(texts)[:EACH]:
            (player.place / "orders.yaml").write_bytes(text)
            expected = checked(player)
            sitter.sit(server)
            sitter.settled()
            sitter.tab("file")
            assert shown(sitter) == expected, text.decode()
            assert ("Nothing is wrong" in sitter.text("#panel-file")) == (not expected)
            assert (player.place / "orders.yaml").read_bytes() == text
            found.append(len(expected))
    assert 0 in found and max(found) > 0
