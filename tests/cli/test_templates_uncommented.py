"""Taking away `# ` before any one line of a real orders.yaml gives a file that can be read and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.core.person import load_person
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.writing.orders_file import ORDERS_FILE, template_text
from pbem.engine.contract import Line
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from pbem.store.home import Home
from tests.cli.players import Duel, Player, accepted, begin_hidden_duel, fresh_player

COMMON = ("--name", "Anna", "--no-passphrase", "--folder=game")


def uncommented(player: Player) -> int:
    """Takes each example of the player's template by itself, checks that the file is one, and counts them."""
    home = Home(player.home)
    campaign = open_campaign(player.place, home, load_person(home, lambda: ""), write=False)
    try:
        due = campaign.due()
        assert due.request is not None
        schema = combine(read_schema("orders"), campaign.game.writing.document_schema(due.request.what))
        whole = template_text(campaign, due).split("\n")
        offered = [line for line in campaign.game.writing.template(due.request, due.own) if line.off]
        places = [number for number, text in enumerate(whole) if commented(text, offered)]
        for number in places:
            text = whole[number].replace("# ", "", 1)
            document = load("\n".join([*whole[:number], text, *whole[number + 1 :]]), ORDERS_FILE)
            assert check(document, schema)[1] == (), text
        assert check(load("\n".join(whole), ORDERS_FILE), schema)[1] == ()
        assert len(places) >= len(offered)
        return len(places)
    finally:
        campaign.folder.close()


def commented(text: str, offered: list[Line]) -> bool:
    return any(text.startswith(f"{'  ' * line.indent}# {line.text}") for line in offered)


def test_the_hex_game(duel: Duel) -> None:
    assert uncommented(duel.anna) > 2
    duel.turn(2)
    assert uncommented(duel.bert) > 2


@pytest.mark.parametrize("scenario", ["danube-1805", "eylau-1807", "pultusk-1806"])
def test_the_box_game_in_its_set_up(tmp_path: Path, scenario: str) -> None:
    anna = fresh_player(tmp_path, "anna")
    anna.good("new", "--scenario", scenario, "--side", "french", *COMMON)
    duel: Duel = accepted(anna, fresh_player(tmp_path, "bert"))
    text = duel.anna.good("orders").out and (duel.anna.place / ORDERS_FILE).read_text(encoding="utf-8")
    assert "\ndummies:\n  - {kind: " in text and "\nreactions:\n" in text
    uncommented(duel.anna)


@pytest.mark.slow
def test_the_box_game_in_its_turns(tmp_path: Path) -> None:
    duel = begin_hidden_duel(tmp_path)
    assert uncommented(duel.bert) > 10
