"""What the page reads is what the commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.players import Duel, begin_duel, fresh_player
from tests.play.visitor import Visitor, visitor
from tests.tiers import first


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign in which both have moved; message 4 is Anna's."""
    found = begin_duel(tmp_path_factory.mktemp("duel"))
    found.turn(2)
    found.turn(3)
    return found


def test_the_list_of_campaigns_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/campaigns")
    assert told["here"] == anna.id != ""
    assert told["campaigns"] == duel.anna.good("list", "--json").json["campaigns"]
    assert told["campaigns"][0]["game"] == anna.id


def test_the_list_begins_with_no_campaign_where_none_is_meant(tmp_path: Path) -> None:
    carl = visitor(fresh_player(tmp_path, "carl"))
    assert carl.get("/api/campaigns") == {"campaigns": [], "here": "", "moved": {}, "mail": False, "identity": False}


def test_the_status_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/status")
    assert told == duel.anna.good("status", "--json").json
    assert told["due"] == "orders"


def test_messages_are_listed_with_their_headlines(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/messages")["messages"]
    assert [(one["message"], one["kind"], one["yours"]) for one in told] == [
        (0, "invite", True), (1, "accept", False), (2, "move", True), (3, "move", False),
    ]  # fmt: skip
    assert [one["sender"] for one in told][2:] == ["Anna (French)", "Bert (Prussian)"]
    assert [(one["public"], one["own"]) for one in told] == [(False, False), (False, True), (True, False), (True, True)]
    assert all("Game-Turn 1" in one["headline"] for one in told)
    assert anna.get("/api/C/message/2") == duel.anna.good("show", "2", "--json").json


@pytest.mark.slow
def test_the_own_report_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/report")
    assert (told["kind"], told["message"]) == ("own", 3)
    assert told["report"] == duel.anna.good("report", "--json").json
    assert told["text"].rstrip("\n") == duel.anna.good("report").out.rstrip("\n")
    assert anna.get("/api/C/report?all=1")["text"].rstrip("\n") == duel.anna.good("report", "--all").out.rstrip("\n")


@pytest.mark.slow
def test_the_report_of_a_message_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/report/2")
    assert told["kind"] == "public" and told["report"] == duel.anna.good("report", "2", "--json").json
    assert told["text"].rstrip("\n") == duel.anna.good("report", "2").out.rstrip("\n")
    own = anna.get("/api/C/report/1?own=1")
    assert own["report"] == duel.anna.good("report", "1", "--own", "--json").json


@pytest.mark.parametrize("path", first(1, ["/api/C/report", "/api/C/report/2", "/api/C/replay", "/api/C/replay?own=1"]))
def test_a_report_shows_its_page_without_styles_and_scripts_of_its_own(
    duel: Duel, anna: Visitor, tmp_path: Path, path: str
) -> None:
    """The policy of the server lets files of the server alone style the page or run in it."""
    told = anna.get(path)
    markup = told["html"]
    assert re.search(r"<(?:header|main|div)", markup) and "<svg" in markup and told["title"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", markup)
    assert all("application/json" in one for one in re.findall(r"<script[^>]*>", markup))
    if path.endswith("/2"):
        duel.anna.good("report", "2", "--html", tmp_path / "turn.html")
        assert markup in (tmp_path / "turn.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_maps_are_drawn_as_by_the_command(duel: Duel, anna: Visitor, tmp_path: Path) -> None:
    for path, words in (("map", ()), ("map/2", ("--at", "2")), ("map/2?before=1", ("--at", "2", "--before-after")),
                        ("map?overlay=zoc&whole=1&public=1", ("--overlay", "zoc", "--whole", "--public"))):  # fmt: skip
        told = anna.get(f"/api/C/{path}")
        duel.anna.good("map", *words, "--svg", tmp_path / "map.svg", "--force")
        written = (tmp_path / "map.svg").read_text(encoding="utf-8")
        assert written.startswith(told["svg"].rstrip("\n")) and told["titles"]
        assert "zoc" in told["overlays"] and not re.search(r"<style|\sstyle=", told["svg"])


def test_dice_are_those_of_the_command(duel: Duel, anna: Visitor) -> None:
    assert anna.get("/api/C/dice") == duel.anna.good("dice", "--json").json
    assert anna.get("/api/C/dice/2") == duel.anna.good("dice", "2", "--json").json


def test_one_s_own_message_can_be_copied(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/outgoing/2")
    assert told["text"] == duel.mail(duel.anna, 2).read_text(encoding="utf-8") and told["file"] == "0002-a.yaml"
    assert f"[pbem {anna.id} #2]" in told["subject"]
    for other in (3, 4):
        refused = anna.ask("GET", f"/api/C/outgoing/{other}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "NOTHING_SENT")


@pytest.mark.slow
def test_rulebooks_are_those_of_the_commands(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/rules")
    assert told == duel.anna.good("rules", "list", "--json").json
    book = told["rulesets"][0]["id"]
    assert anna.get(f"/api/rules/{book}") == duel.anna.good("rules", "show", book, "--json").json


def test_the_audit_is_that_of_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/audit")
    assert told.pop("lines") == duel.anna.good("audit").out.splitlines()
    assert told == duel.anna.good("audit", "--json").json


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/C/report/1", 404, "NO_REPORT"), ("/api/C/report/99", 404, "NO_REPORT"),
        ("/api/C/report/-1", 404, "NO_PATH"), ("/api/C/report/12345", 422, "REQUEST"),
        ("/api/C/report/x", 422, "REQUEST"), ("/api/C/map/99", 422, "NO_MESSAGE"),
        ("/api/C/map?overlay=none", 422, "NO_OVERLAY"), ("/api/C/map?board=none", 422, "NO_BOARD"),
        ("/api/rules/none", 422, "UNKNOWN_RULESET"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_told_as_by_the_command(anna: Visitor, path: str, status: int, code: str) -> None:
    told = anna.ask("GET", path)
    assert (told.status_code, told.json()["error"]["code"]) == (status, code)


def test_a_campaign_is_verified_once_while_its_log_stays(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.play import openings

    opened: list[Path] = []
    real = openings.open_campaign

    def counting(path: Path, *args: object, **more: object) -> object:
        opened.append(path)
        return real(path, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(openings, "open_campaign", counting)
    anna = visitor(duel.anna)
    for _ in range(3):
        anna.get("/api/C/status")
    assert len(opened) == 1
