"""Pages of rulesets that draw nothing and reckon nothing beforehand: forms alone; and those of a team's member."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.loader import load
from tests.cli.players import Player
from tests.installed import installed
from tests.report.page.clerk import Clerk, island
from tests.report.page.desks import head, page_of
from tests.teams.test_cli import LEFT, Four, write
from tests.toy_hidden.world import build


@pytest.fixture(scope="module", autouse=True)
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with installed(tmp_path_factory.mktemp("dist"), "veiled", "wings") as folder:
        yield folder


def asked(root: Path, what: str) -> Player:
    """Somebody of a hidden game who is asked this."""
    world = build(root, lambda _, due: due.request is not None and due.state["need"]["ask"].startswith(what))
    return Player(world.cheater.home_path, world.cheater.path)


def shown(clerk: Clerk) -> list[str]:
    return [tab.text for tab in clerk.all("[role=tab]") if tab.is_displayed()]


@pytest.mark.slow
def test_orders_are_given_by_forms_alone(clerk: Clerk, tmp_path: Path) -> None:
    player = asked(tmp_path, "orders")
    (player.place / "orders.yaml").unlink(missing_ok=True)
    clerk.open(page_of(player))
    assert shown(clerk) == ["Other orders", "Standing", "File"] and not clerk.find("#map").is_displayed()
    clerk.click("[data-key='begin setup']")
    clerk.click("[data-key='orders/setup#add']")
    clerk.write("[data-key='orders/setup/0/counter#']", "Red One")
    # What such a word means the rules know alone, and the page has none.
    assert not clerk.find("[data-key='orders/setup/0/counter#'] ~ .wrong").is_displayed()
    clerk.tab("file")
    assert "judges nothing" in clerk.text("#judged-orders")
    clerk.tab("orders")
    clerk.click("[data-key='orders/setup/0# drop']")
    assert load(clerk.orders()).data["setup"] == []
    clerk.click("[data-key='drop setup']")
    (player.place / "orders.yaml").write_text(clerk.orders(), encoding="utf-8")
    player.good("check")


@pytest.mark.slow
def test_a_fault_in_the_file_stands_at_its_field_in_a_form(clerk: Clerk, tmp_path: Path) -> None:
    player = asked(tmp_path, "orders")
    player.good("orders", "--fresh", "--json")
    (player.place / "orders.yaml").write_text(f"{head(player)}setup:\n- {{counter: Red One}}\n", encoding="utf-8")
    clerk.open(page_of(player))
    clerk.tab("orders")
    field = clerk.find("[data-key='orders/setup/0/counter#']")
    assert field.get_attribute("aria-invalid") == "true"
    assert clerk.find("[data-key='orders/setup/0/counter#'] ~ .wrong").is_displayed()
    clerk.tab("file")
    assert "setup 1" in clerk.text("#troubles-orders")


@pytest.mark.slow
def test_a_sealed_question_says_so(clerk: Clerk, tmp_path: Path) -> None:
    player = asked(tmp_path, "sealed.")
    (player.place / "orders.yaml").unlink(missing_ok=True)
    clerk.open(page_of(player))
    assert "sealed" in clerk.text("#panel-orders")
    other = next(one for one in clerk.all("[data-answer]") if not one.is_selected())
    wanted = json.loads(str(other.get_attribute("data-answer")))
    other.click()
    (player.place / "orders.yaml").write_text(clerk.orders(), encoding="utf-8")
    assert load(clerk.orders()).data["answer"] == wanted
    player.good("check")


def test_a_member_of_a_team_gets_what_is_his_to_write(tmp_path: Path) -> None:
    four = Four(tmp_path)
    told: Any = json.loads(island(page_of(four.ney)))
    assert list(told["schema"]["properties"]) == ["orders"]
    assert told["standing"] is None and told["noted"] is False and told["commands"]["submit"] == "pbem part"
    captain = json.loads(island(page_of(four.anna)))
    assert set(captain["schema"]["properties"]) > {"orders"} and captain["noted"] is True


def test_a_captain_is_told_what_check_finds_with_the_parts_of_his_team(tmp_path: Path) -> None:
    four = Four(tmp_path)
    write(four.ney, LEFT)
    four.anna.good("receive", four.ney.good("part", "--yes", "--json").json["file"])
    write(four.anna, LEFT)
    said = four.anna("check", "--json").json["error"]["findings"]
    told: Any = json.loads(island(page_of(four.anna)))
    assert said and [one["path"] for one in told["known"]["begun"]["findings"]] == [
        ["orders", *one["path"]] for one in said
    ]


def test_who_has_nothing_to_decide_gets_no_page(tmp_path: Path) -> None:
    four = Four(tmp_path)
    said = four.bert("orders", "--page")
    assert said.status == 3 and not (four.bert.place / "orders.html").exists()
