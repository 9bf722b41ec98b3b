"""The page orders: it asks what lies on the desk, has every change judged, and writes the files that an editor sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.store.folder import CampaignFolder
from tests.cli.players import Duel, begin_duel
from tests.play.visitor import Visitor


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """A campaign in which message 2 is Anna's."""
    return begin_duel(tmp_path)


def orders_of(duel: Duel) -> Path:
    return duel.anna.place / "orders.yaml"


def moved(desk: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Orders in which nobody moves yet, and what asks for the reach of the first unit that can."""
    who = desk["desk"]["movables"][0]["who"]
    return {desk["desk"]["move"]["member"]: []}, {"who": [who], "at": None, "way": []}


def test_what_is_clicked_together_is_judged_kept_prepared_and_signed(duel: Duel, anna: Visitor) -> None:
    desk = anna.get("/api/C/desk")
    assert desk["file"]["digest"] == "" and desk["pictures"]
    orders, asks = moved(desk)
    reach = anna.post("/api/C/reach", orders=orders, **asks)["reach"]
    assert reach["steps"]
    judged = anna.post("/api/C/judge", orders=orders, note="")
    assert judged["ok"] and judged["findings"] == []
    kept = anna.post("/api/C/keep", orders=orders, note="Good luck!", base="")
    assert orders_of(duel).is_file() and "Good luck!" in orders_of(duel).read_text(encoding="utf-8")
    assert duel.anna.good("check", "--json").json["ok"]
    ready = anna.post("/api/C/prepare")
    assert ready["digest"] == kept["digest"] == anna.get("/api/C/desk")["file"]["digest"]
    assert anna.post("/api/C/sign", digest=ready["digest"], empty=True)["message"] == 2
    assert duel.anna.good("show", "2", "--json").json["payload"]["note"] == ["Good luck!"]


def test_what_check_forbids_is_found(duel: Duel, anna: Visitor) -> None:
    told = anna.post("/api/C/judge", orders={"nonsense": 1}, note="")
    assert not told["ok"] and told["findings"]
    assert not orders_of(duel).exists(), "judging writes nothing"


def test_a_file_that_was_edited_beside_the_page_is_not_written_over(duel: Duel, anna: Visitor) -> None:
    orders, _ = moved(anna.get("/api/C/desk"))
    kept = anna.post("/api/C/keep", orders=orders, note="", base="")
    mine = f"{orders_of(duel).read_text(encoding='utf-8')}# by hand\n"
    orders_of(duel).write_text(mine, encoding="utf-8")
    told = anna.refused("/api/C/keep", 409, orders=orders, note="another", base=kept["digest"])
    assert told["code"] == "CLASH"
    assert orders_of(duel).read_text(encoding="utf-8") == mine
    again = anna.post("/api/C/keep", orders=orders, note="another", base=anna.get("/api/C/desk")["file"]["digest"])
    assert Path(again["put_away"]).read_text(encoding="utf-8") == mine


def test_standing_orders_are_judged_and_kept(duel: Duel, anna: Visitor) -> None:
    file = anna.get("/api/C/desk")["standing_file"]
    judged = anna.post("/api/C/standing/judge", values=file["values"])
    assert judged["ok"] and not anna.post("/api/C/standing/judge", values={"nonsense": 1})["ok"]
    kept = anna.post("/api/C/standing/keep", values=file["values"], base=file["digest"])
    assert kept["digest"] == anna.get("/api/C/desk")["standing_file"]["digest"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("suppose", {"orders": {}, "place": 1, "enemy": 3}), ("suppose", {"orders": {}, "place": "1", "enemy": True}),
        ("suppose", {"orders": {}, "place": "0607", "enemy": 1000}), ("suppose", {"place": "0607", "enemy": 3}),
        ("judge", {}), ("judge", {"orders": []}), ("judge", {"orders": {}, "note": 3}),
        ("judge", {"orders": {}, "answer": 1}), ("reach", {"orders": {}, "who": "all"}),
        ("reach", {"orders": {}, "at": "x"}), ("reach", {"orders": 1}), ("keep", {"orders": {}}),
        ("keep", {"orders": None, "base": ""}), ("keep", {"orders": {}, "base": 1}), ("standing/judge", {}),
        ("standing/keep", {"values": [], "base": ""}), ("standing/keep", {"values": {}}),
    ],
)  # fmt: skip
def test_what_no_file_can_hold_is_refused(duel: Duel, anna: Visitor, path: str, body: dict[str, Any]) -> None:
    assert anna.refused(f"/api/C/{path}", 422, **body)["code"] == "REQUEST"
    assert not orders_of(duel).exists()


def test_nobody_s_strength_is_supposed_where_all_counters_lie_open(duel: Duel, anna: Visitor) -> None:
    assert not anna.get("/api/C/desk")["desk"]["supposes"]
    assert anna.refused("/api/C/suppose", 422, orders={}, place="0607", enemy=3)["code"] == "ODDS_UNKNOWN"


def test_who_waits_has_no_desk(duel: Duel, anna: Visitor) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    told = anna.ask("GET", "/api/C/desk")
    assert (told.status_code, told.json()["error"]) == (422, json.loads(duel.anna("check", "--json").out)["error"])


@pytest.mark.usefixtures("impatient")
def test_judging_needs_no_lock_and_writing_does(duel: Duel, anna: Visitor) -> None:
    orders, _ = moved(anna.get("/api/C/desk"))
    with CampaignFolder.open(duel.anna.place, write=True):
        assert anna.post("/api/C/judge", orders=orders, note="")["ok"]
        assert anna.refused("/api/C/keep", 409, orders=orders, note="", base="")["code"] == "FOLDER_LOCKED"
    assert anna.post("/api/C/keep", orders=orders, note="", base="")["digest"]
