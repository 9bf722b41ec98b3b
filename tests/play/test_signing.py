"""What the page signs is what it has shown, and what the commands sign."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.preparing import prepare
from pbem.play import signing
from tests.cli.players import Duel, begin_duel
from tests.play.visitor import Visitor, visitor
from tests.store.doubles import contents


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """A campaign in which message 2 is Anna's."""
    return begin_duel(tmp_path)


def order(duel: Duel, text: str) -> None:
    """Anna writes into her orders by hand."""
    path = duel.anna.place / "orders.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}{text}", encoding="utf-8")


def signed(anna: Visitor, **more: Any) -> Any:
    """Prepares what is due and signs it."""
    ready = anna.post("/api/C/prepare", **more)
    return anna.post("/api/C/sign", digest=ready["digest"], empty=True, **more)


def test_a_template_is_written_as_by_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.post("/api/C/orders")
    assert told["written"] and not told["put_away"] and Path(told["orders"]).is_file()
    again = duel.anna.good("orders", "--json").json
    assert again == {**told, "written": False}
    order(duel, "# mine\n")
    fresh = anna.post("/api/C/orders", fresh=True)
    assert fresh["written"] and Path(fresh["put_away"]).read_text(encoding="utf-8").endswith("# mine\n")


def test_what_is_prepared_is_the_dry_run_of_the_command(duel: Duel, anna: Visitor) -> None:
    duel.anna.good("orders")
    before = contents(duel.anna.place)
    told = anna.post("/api/C/prepare")
    said = duel.anna.good("submit", "--dry-run", "--json").json
    assert {name: told[name] for name in said} == said
    assert told["untouched"] and told["lines"][-1].startswith("Message 2: your orders as above")
    assert told["lines"] == duel.anna.good("submit", "--dry-run").out.splitlines()[:-1]
    assert contents(duel.anna.place) == before, "nothing is signed or written"


def test_a_signed_message_is_the_one_that_was_shown(duel: Duel, anna: Visitor) -> None:
    duel.anna.good("orders")
    order(duel, "note: by the page\n")
    shown = anna.post("/api/C/prepare")
    told = anna.post("/api/C/sign", digest=shown["digest"], standing=shown["standing"], empty=True)
    assert (told["message"], told["signed"]) == (2, True) and any("0002-a.yaml" in line for line in told["lines"])
    assert duel.anna.good("show", "2", "--json").json["payload"]["note"] == ["by the page"]
    assert Path(told["file"]) == duel.mail(duel.anna, 2) and Path(told["mail"]).is_file()
    assert duel.bert.good("receive", duel.mail(duel.anna, 2), "--json").json["received"][0]["accepted"] == [2]
    assert anna.get("/api/C/status")["due"] == "wait"
    again = anna.refused("/api/C/sign", 422, digest=shown["digest"], empty=True)
    assert again["code"] == "NOT_YOUR_MOVE"


@pytest.mark.parametrize("name", ["orders.yaml", "standing.yaml"])
def test_a_file_that_changed_since_it_was_shown_is_not_signed(duel: Duel, anna: Visitor, name: str) -> None:
    duel.anna.good("orders")
    duel.anna.good("standing")
    shown = anna.post("/api/C/prepare")
    path = duel.anna.place / name
    path.write_text(f"{path.read_text(encoding='utf-8')}# another thought\n", encoding="utf-8")
    told = anna.refused("/api/C/sign", 409, digest=shown["digest"], standing=shown["standing"], empty=True)
    assert told["code"] == "ORDERS_CHANGED" and told["where"] == str(path)
    assert anna.get("/api/C/status")["messages"] == 2
    assert signed(anna)["message"] == 2


def test_standing_orders_that_are_edited_while_they_are_read_are_not_told_of(
    duel: Duel, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.anna.good("orders")
    duel.anna.good("standing")
    path = duel.anna.place / "standing.yaml"

    def meanwhile(*args: Any, **more: Any) -> Any:
        found = prepare(*args, **more)
        path.write_text(f"{path.read_text(encoding='utf-8')}# another thought\n", encoding="utf-8")
        return found

    monkeypatch.setattr(signing, "prepare", meanwhile)
    assert anna.refused("/api/C/prepare", 409)["where"] == str(path)


@pytest.mark.parametrize("kind", ["", "offer/", "resign/"])
def test_another_message_than_the_one_that_was_shown_is_not_signed(duel: Duel, anna: Visitor, kind: str) -> None:
    duel.anna.good("orders")
    said = {"offer": "draw"} if kind == "offer/" else {}
    shown = anna.post(f"/api/C/{kind}prepare", **said)
    digest = {"digest": shown["digest"], "empty": True} if not kind else {}
    told = anna.refused(f"/api/C/{kind}sign", 409, message=shown["message"] - 1, **digest, **said)
    assert told["code"] == "ORDERS_CHANGED" and "message 2 is due now" in told["what"]
    assert anna.post(f"/api/C/{kind}sign", message=shown["message"], **digest, **said)["message"] == 2


def test_an_untouched_template_is_signed_only_where_it_is_meant(duel: Duel, anna: Visitor) -> None:
    duel.anna.good("orders")
    shown = anna.post("/api/C/prepare")
    said = json.loads(duel.anna("submit", "--yes", "--json").out)["error"]
    assert anna.refused("/api/C/sign", 422, digest=shown["digest"]) == said
    assert said["code"] == "NOTHING_ORDERED"


def test_faults_of_the_orders_come_one_by_one(duel: Duel, anna: Visitor) -> None:
    duel.anna.good("orders")
    order(duel, "nonsense: 1\n")
    told = anna.refused("/api/C/prepare", 422)
    assert told == json.loads(duel.anna("check", "--json").out)["error"]
    assert [one["code"] for one in told["findings"]] == ["unknown-key"]
    assert anna.refused("/api/C/sign", 422, digest="", empty=True) == told


def test_without_orders_nothing_can_be_prepared(anna: Visitor) -> None:
    assert anna.refused("/api/C/prepare", 422)["code"] == "NO_ORDERS"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"answer": 1}, "REQUEST"), ({"answer": ["accept"]}, "REQUEST"), ({"answer": "perhaps"}, "USAGE"),
        ({"answer": "accept"}, "NO_OFFER"), ({"digest": None}, "REQUEST"), ({"digest": "f" * 64}, "ORDERS_CHANGED"),
        ({"empty": "yes"}, "REQUEST"), ({"standing": 3}, "REQUEST"), ({"digest": "\ud800"}, "REQUEST"),
    ],
)  # fmt: skip
def test_what_a_request_to_sign_means_has_to_be_clear(
    duel: Duel, anna: Visitor, body: dict[str, Any], code: str
) -> None:
    duel.anna.good("orders", "--fresh")
    digest = anna.post("/api/C/prepare")["digest"]
    told = anna.ask("POST", "/api/C/sign", json={"digest": digest, **body}).json()
    assert told["error"]["code"] == code
    assert anna.get("/api/C/status")["messages"] == 2


def test_a_message_is_sent_once_more_byte_for_byte(duel: Duel, anna: Visitor) -> None:
    assert anna.refused("/api/C/offer/prepare", 422, offer="peace")["code"] == "REQUEST"
    duel.anna.good("orders")
    first = signed(anna)
    before = Path(first["file"]).read_bytes()
    Path(first["file"]).unlink()
    told = anna.post("/api/C/resend")
    assert Path(told["file"]).read_bytes() == before and told["message"] == 2


def test_the_mail_program_gets_the_draft(duel: Duel, anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.play import signing

    handed: list[Path] = []
    monkeypatch.setattr(signing, "hand_over", lambda path: not handed.append(path))
    duel.anna.good("orders")
    mail = Path(signed(anna)["mail"])
    assert anna.post("/api/C/draft") == {"message": 2, "mail": str(mail), "opened": True}
    assert handed == [mail]


def test_an_offer_is_shown_then_signed_then_answered(duel: Duel, anna: Visitor) -> None:
    shown = anna.post("/api/C/offer/prepare", offer="draw")
    assert shown["control"] == {"offer": "draw"} and "draw" in shown["what"]
    assert shown["what"] == duel.anna.good("offer", "draw", "--dry-run", "--json").json["what"]
    assert anna.post("/api/C/offer/sign", offer="draw")["message"] == 2
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    bert = visitor(duel.bert)
    assert [one["answer"] for one in bert.get("/api/C/status")["answers"]] == ["accept", "decline"]
    assert bert.refused("/api/C/prepare", 422)["code"] == "ANSWER_NEEDED"
    ready = bert.post("/api/C/prepare", answer="accept")
    assert ready["digest"] == "" and "you accept a draw" in ready["what"]
    told = bert.post("/api/C/sign", answer="accept", digest=ready["digest"])
    assert told["message"] == 3
    duel.anna.good("receive", duel.mail(duel.bert, 3), "--quiet")
    assert anna.get("/api/C/status")["over"]


def test_a_takeback_is_offered_and_declined(duel: Duel, anna: Visitor) -> None:
    duel.turn(2)
    duel.turn(3)
    assert anna.post("/api/C/offer/prepare", offer="takeback", to=2)["control"] == {"offer": "takeback", "to": 2}
    assert anna.refused("/api/C/offer/prepare", 422, offer="takeback", to=1)["code"] == "OFFER_INVALID"
    assert anna.post("/api/C/offer/sign", offer="takeback")["message"] == 4
    duel.bert.good("receive", duel.mail(duel.anna, 4), "--quiet")
    bert = visitor(duel.bert)
    assert "you decline the offer to take back message 2" in bert.post("/api/C/prepare", answer="decline")["what"]
    assert signed(bert, answer="decline")["message"] == 5


def typed(page: Visitor, note: str, **more: Any) -> Path:
    """Orders that somebody types on his page: a note alone; the file."""
    page.post("/api/C/orders", **more)
    base = page.get(f"/api/C/desk?answer={more.get('answer', '')}")["file"]["digest"]
    page.post("/api/C/keep", base=base, orders={}, note=note, **more)
    return next(iter(page.evening.places().values())) / "orders.yaml"


@pytest.mark.slow
def test_after_a_takeback_both_stand_where_they_stood_and_what_was_typed_is_put_away(duel: Duel, anna: Visitor) -> None:
    before = duel.anna.good("map", "--json").json["at"]
    maps = anna.get("/api/C/map?public=1")["svg"]
    duel.turn(2)
    duel.turn(3)
    mine = typed(anna, "typed before the offer").read_bytes()
    assert anna.post("/api/C/offer/sign", offer="takeback", to=2)["message"] == 4
    assert (duel.anna.place / "orders.yaml").read_bytes() == mine, "it may be declined yet"
    bert = visitor(duel.bert)
    bert.post("/api/receive", text=duel.mail(duel.anna, 4).read_text("utf-8"))
    shown = bert.post("/api/C/prepare", answer="accept")
    assert "you accept the offer to take back message 2" in shown["what"] and shown["then"] and not shown["digest"]
    assert bert.post("/api/C/sign", answer="accept", digest="")["message"] == 5
    anna.post("/api/receive", text=duel.mail(duel.bert, 5).read_text("utf-8"))
    for page, player in ((anna, duel.anna), (bert, duel.bert)):
        assert player.good("map", "--json").json["at"] == before
        assert page.get("/api/C/map?public=1")["svg"] == maps
        assert page.get("/api/C/status")["awaited"] and page.get("/api/C/report")["text"]
    said = anna.get("/api/C/desk")["file"]
    assert said["note"] == "" and "orders for another question" in said["notices"][0]
    told = anna.post("/api/C/orders")
    assert told["written"] and Path(told["put_away"]).name == "unsent.yaml"
    assert Path(told["put_away"]).read_bytes() == mine
    assert signed(anna)["message"] == 6


@pytest.mark.slow
def test_a_takeback_of_ones_own_orders_is_accepted_with_new_ones(duel: Duel, anna: Visitor) -> None:
    """What was typed for that answer goes with it alone."""
    duel.turn(2)
    bert = visitor(duel.bert)
    assert bert.post("/api/C/offer/sign", offer="takeback", to=2)["message"] == 3
    anna.post("/api/receive", text=duel.mail(duel.bert, 3).read_text("utf-8"))
    mine = typed(anna, "in the place of message 2", answer="accept").read_bytes()
    declined = anna.post("/api/C/prepare", answer="decline")
    assert "you decline" in declined["what"] and declined["input"] is None
    told = signed(anna, answer="accept")
    assert told["message"] == 4
    assert [path.read_bytes() for path in (duel.anna.place / "orders").glob("0004-*.yaml")] == [mine]
    bert.post("/api/receive", text=duel.mail(duel.anna, 4).read_text("utf-8"))
    assert bert.get("/api/C/status")["agreed"] == anna.get("/api/C/status")["agreed"] == "1 take-back"


def test_an_amendment_shows_what_it_changes(duel: Duel, anna: Visitor) -> None:
    patch, reason = "- path: turn\n  value: 2\n", "lost at the table"
    told = anna.post("/api/C/offer/prepare", offer="amend", patch=patch, reason=reason)
    assert any("turn" in line for line in told["changes"]) and told["control"]["reason"] == reason
    assert (
        anna.refused("/api/C/offer/prepare", 422, offer="amend", patch="- path: [", reason="x")["code"] == "ORDERS_YAML"
    )
    assert anna.refused("/api/C/offer/prepare", 422, offer="amend")["code"] == "OFFER_INVALID"


def test_who_resigns_has_seen_it_first(duel: Duel, anna: Visitor) -> None:
    assert anna.post("/api/C/resign/prepare")["what"] == "you resign; your opponent wins"
    assert anna.get("/api/C/status")["messages"] == 2
    assert anna.post("/api/C/resign/sign")["message"] == 2
    assert anna.refused("/api/C/resign/sign", 422)["code"] == "NOT_YOUR_MOVE"


def test_who_is_in_no_team_has_no_part(anna: Visitor) -> None:
    for path in ("prepare", "sign", "resend"):
        assert anna.refused(f"/api/C/part/{path}", 422, digest="")["code"] == "NOT_A_MEMBER"
    assert anna.refused("/api/C/part/brief", 422)["code"] == "NO_TEAM"
