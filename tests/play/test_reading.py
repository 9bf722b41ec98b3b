"""What the page reads is what the commands print."""

from __future__ import annotations

from tests.cli.players import Duel
from tests.play.visitor import Visitor


def test_the_list_of_campaigns_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/campaigns")
    assert told["here"] == anna.id != ""
    assert told["campaigns"] == duel.anna.good("list", "--json").json["campaigns"]
    assert told["campaigns"][0]["game"] == anna.id


def test_the_status_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/status")
    assert told == duel.anna.good("status", "--json").json
    assert told["due"] == "orders"
