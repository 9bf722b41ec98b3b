"""What is laid down on the page is taken in as by the command; invitations are looked at first."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.players import Duel, Player, begin_duel, begun, fresh_player
from tests.play.visitor import Visitor, visitor


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """Anna has signed message 2, and Bert has not got it."""
    duel = begin_duel(tmp_path_factory.mktemp("sent"))
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    return duel


@pytest.fixture
def bert(sent: Duel, tmp_path: Path) -> Visitor:
    """Bert's page, on a computer of its own for each test."""
    home, place = tmp_path / "home", tmp_path / "game"
    shutil.copytree(sent.bert.home, home)
    shutil.copytree(sent.bert.place, place)
    player = Player(home, place)
    for entry in (home / "campaigns").iterdir():
        if len(entry.name) == 64:
            entry.write_text(str(place), encoding="utf-8")
    return visitor(player)


def mail_of(sent: Duel) -> str:
    return sent.mail(sent.anna, 2).read_text(encoding="utf-8")


def ways(sent: Duel) -> list[dict[str, Any]]:
    text = mail_of(sent)
    eml = next((sent.anna.place / "outbox").glob("0002-a.eml")).read_bytes()
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    return [
        {"text": text},
        {"text": f"Hello Bert,\n\n{quoted}\nAnna"},
        {"base64": base64.b64encode(eml).decode(), "name": "0002-a.eml"},
        {"base64": base64.b64encode(text.encode()).decode()},
    ]


@pytest.mark.parametrize("way", range(4))
def test_a_mail_is_taken_in_however_it_is_laid_down(sent: Duel, bert: Visitor, way: int) -> None:
    told = bert.post("/api/receive", **ways(sent)[way])
    (receipt,) = told["received"]
    assert receipt["accepted"] == [2] and receipt["error"] is None and Path(receipt["report"]).is_file()
    assert "valid, added to the log" in told["lines"][0] and told["signed"] == []
    assert bert.get("/api/C/status")["due"] == "orders"
    again = bert.post("/api/receive", **ways(sent)[way])
    assert again["received"][0]["accepted"] == [] and again["received"][0]["notices"][0]["code"] == "REPLAY"


def test_the_answer_is_that_of_the_command(sent: Duel, bert: Visitor, tmp_path: Path) -> None:
    (tmp_path / "the text").write_text(mail_of(sent), encoding="utf-8")
    other = Player(tmp_path / "home", tmp_path)
    shutil.copytree(sent.bert.place, tmp_path / "other")
    told = bert.post("/api/receive", text=mail_of(sent))
    said = other.good("receive", "the text", "--campaign", tmp_path / "other", "--json").json
    assert told.keys() - said.keys() == {"lines"}
    (mine,), (theirs,) = told["received"], said["received"]
    places = {"campaign": "", "report": ""}
    assert {**mine, **places} == {**theirs, **places}
    assert told["lines"] == [line for line in told["lines"] if line.startswith("the text: ")]


def test_a_mailbox_is_taken_in_letter_by_letter(sent: Duel, bert: Visitor) -> None:
    stranger = "From someone@example.org Mon Jan  1 00:00:00 2024\nSubject: hello\n\nNothing of yours.\n\n"
    mine = f"From anna@example.org Mon Jan  1 00:00:00 2024\nSubject: turn\n\n{mail_of(sent)}\n"
    told = bert.post("/api/receive", base64=base64.b64encode((stranger + mine).encode()).decode(), name="all.mbox")
    assert [one["accepted"] for one in told["received"]] == [[2]]
    assert told["passed_over"] == ["all.mbox: 1 mail holds nothing of pbem"]


def test_what_is_refused_is_told_and_kept(sent: Duel, bert: Visitor) -> None:
    text = mail_of(sent)
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if len(line) > 50 and " " not in line.strip("# "))
    lines[at] = lines[at][:-8] + "AAAAAAAA"
    told = bert.post("/api/receive", text="\n".join(lines))
    (receipt,) = told["received"]
    assert receipt["accepted"] == [] and receipt["error"]["class"] == "damage" and receipt["exit"] == 12
    assert Path(receipt["error"]["evidence"]).is_file()
    assert bert.get("/api/C/status")["messages"] == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "REQUEST"), ({"text": 1}, "REQUEST"), ({"base64": "?"}, "REQUEST"), ({"base64": 7}, "REQUEST"),
        ({"text": ""}, "NO_TURN"), ({"text": "Hello"}, "NO_TURN"), ({"base64": "", "name": "empty"}, "NO_TURN"),
        ({"text": "\ud800"}, "NO_TURN"), ({"base64": base64.b64encode(bytes(range(256)) * 99).decode()}, "NO_TURN"),
    ],
)  # fmt: skip
def test_what_holds_no_message_is_told_so(bert: Visitor, body: dict[str, Any], code: str) -> None:
    assert bert.refused("/api/receive", 422, **body)["code"] == code


def test_a_mail_of_another_game_is_told_so(sent: Duel, tmp_path: Path) -> None:
    carl = visitor(fresh_player(tmp_path, "carl"))
    assert carl.refused("/api/receive", 422, text=mail_of(sent))["code"] == "UNKNOWN_GAME"


# -- invitations -------------------------------------------------------------------------------------


def test_an_invitation_is_looked_at_then_accepted(tmp_path: Path) -> None:
    anna = begun(fresh_player(tmp_path, "anna"))
    text = (anna.place / "game/outbox/0000-a.yaml").read_text(encoding="utf-8")
    carl = visitor(fresh_player(tmp_path, "carl"))
    assert carl.refused("/api/receive", 422, text=text)["code"] == "INVITATION"
    told = carl.post("/api/invitation", text=text)
    assert told["inviter"] == "Anna" and told["lines"][0] == "Invitation from Anna" and not told["identity"]
    assert carl.refused("/api/join", 422, text=text, name="Carl")["code"] == "PASSPHRASE_MISSING"
    assert carl.refused("/api/join", 422, text=text, name="", passphrase="")["code"] == "NAME"
    assert carl.get("/api/campaigns")["campaigns"] == []
    joined = carl.post("/api/join", text=text, name="Carl", passphrase="", opponent="Anna <anna@example.org>")
    assert Path(joined["folder"]) == tmp_path / "carl/jena-auerstadt" and Path(joined["accept"]).is_file()
    carl.id = joined["id"]
    assert carl.get("/api/C/status")["you"] == "Carl (Prussian)"
    assert "anna@example.org" in (tmp_path / "carl/jena-auerstadt/campaign.yaml").read_text(encoding="utf-8")
    page = visitor(anna.within("game"))
    assert page.post("/api/receive", text=Path(joined["accept"]).read_text(encoding="utf-8"))["received"][0]["accepted"]
    # The id of the game is another than that of the invitation, which the page knew before.
    assert page.get("/api/campaigns")["here"] == joined["id"] != page.id
    assert carl.refused("/api/join", 422, text=text, name="Carl")["code"] == "JOINED_ALREADY"


WISH = {"ruleset": "napoleon-at-war", "scenario": "learning-jena", "side": "french"}


@pytest.mark.slow
def test_an_own_invitation_is_what_the_command_makes(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    page = visitor(anna)
    assert page.get("/api/new") == {
        "name": "",
        "identity": False,
        "clock": {"days": 14, "default": "forfeit", "outcomes": ["forfeit", "draw", "adjudicate"]},
    }
    said = {**WISH, "name": "Anna", "mail": "anna@example.org", "opponent": "Bert <bert@example.org>", "clock_days": 5}
    told = page.post("/api/new", **said, clock_default="draw", passphrase="")
    told_by_command = anna.good(
        "new", *(f"--{name}={word}" for name, word in WISH.items()), "--folder=other", "--json"
    ).json
    assert set(told) == set(told_by_command)
    assert Path(told["folder"]) == anna.place / "learning-jena" and Path(told["invitation"]).is_file()
    assert (told["mail_to"], told["side"]) == ("bert@example.org", "french") and Path(told["mail"]).is_file()
    page.id = told["id"]
    sent = page.get("/api/C/outgoing/0")
    assert sent["to"] == {"name": "Bert", "mail": "bert@example.org"} and not sent["practice"]
    bert = visitor(fresh_player(tmp_path, "bert"))
    shown = bert.post("/api/invitation", text=sent["text"])
    assert shown["inviter"] == "Anna" and any("5 days" in line and "draw" in line for line in shown["lines"])
    joined = bert.post("/api/join", text=sent["text"], name="Bert", passphrase="")
    assert page.get("/api/campaigns")["moved"] == {}
    page.post("/api/receive", text=Path(joined["accept"]).read_text("utf-8"))
    assert page.get("/api/campaigns")["moved"] == {told["id"]: joined["id"]}
    page.id = joined["id"]
    assert page.get("/api/C/status")["due"] == "orders" and page.get("/api/new")["name"] == "Anna"
    assert Path(page.post("/api/new", **WISH, name="Anna")["folder"]).name == "learning-jena-2"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"side": "roman"}, "UNKNOWN_ARMY"), ({"side": ""}, "SIDE_MISSING"),
        ({"scenario": "nowhere"}, "UNKNOWN_SCENARIO"),
        ({"ruleset": "chess"}, "UNKNOWN_RULESET"), ({"options": ["fog=yes"]}, "UNKNOWN_OPTION"),
        ({"options": "fog"}, "REQUEST"), ({"name": ""}, "NAME"), ({"name": "A\nB"}, "NAME"),
        ({"opponent": "Bert <bert>"}, "MAIL_ADDRESS"), ({"mail": "a b@c"}, "MAIL_ADDRESS"),
        ({"clock_days": -1}, "CLOCK"),
        ({"clock_days": 4000}, "CLOCK"), ({"clock_days": "5"}, "REQUEST"), ({"clock_default": "duel"}, "CLOCK"),
        ({"passphrase": None}, "REQUEST"), ({}, "PASSPHRASE_MISSING"),
    ],
)  # fmt: skip
def test_an_invitation_that_cannot_be_makes_nothing(tmp_path: Path, said: dict[str, Any], code: str) -> None:
    anna = fresh_player(tmp_path, "anna")
    assert visitor(anna).refused("/api/new", 422, **{**WISH, "name": "Anna", **said})["code"] == code
    assert not list(anna.place.iterdir()) and not visitor(anna).get("/api/campaigns")["identity"]


# -- the practice opponent ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_learning_game_is_begun_and_answered_on_the_page(tmp_path: Path) -> None:
    carl = visitor(fresh_player(tmp_path, "carl"))
    books = {one["id"]: one for one in carl.get("/api/rules")["rulesets"]}
    book = next(id for id, one in books.items() if one["learning"])
    scenario = books[book]["learning"][0]
    side = next(one for one in carl.get(f"/api/rules/{book}")["scenarios"] if one["id"] == scenario)["armies"][0]
    begun = carl.post("/api/practice", scenario=scenario, side=side, name="Carl", passphrase="")
    assert Path(begun["folder"]) == tmp_path / "carl/practice" and begun["answered"] == [1]
    carl.id = begun["id"]
    carl.post("/api/C/orders")
    ready = carl.post("/api/C/prepare")
    signed = carl.post("/api/C/sign", digest=ready["digest"], empty=True)
    assert signed["practice"] and signed["mail"] == ""
    told = carl.post("/api/C/practice")
    assert told["answered"] and told["commands"] and told["awaited"]
    assert carl.refused("/api/C/practice", 422)["code"] == "NOT_YOUR_MOVE"
    assert carl.refused("/api/C/draft", 422)["code"] == "NOTHING_SENT"
    second = carl.post("/api/practice", scenario=scenario, side=side, name="Carl")
    assert Path(second["folder"]).name == "practice-2"


# -- the mailbox -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two\nlines", "x" * 65, "a <b@c>"])
def test_a_practice_game_wants_a_name_that_messages_can_bear(tmp_path: Path, name: str) -> None:
    carl = visitor(fresh_player(tmp_path, "carl"))
    wish = {"ruleset": "napoleon-at-war", "scenario": "learning-jena", "side": "french"}
    assert carl.refused("/api/practice", 422, **wish, name=name, passphrase="")["code"] == "NAME"


def test_without_mail_settings_nothing_is_fetched_or_sent(bert: Visitor) -> None:
    for path in ("/api/fetch", "/api/C/send"):
        assert bert.refused(path, 422)["code"] == "NO_MAIL_SETTINGS"
