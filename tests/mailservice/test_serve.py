"""`pbem mail serve`: a club between its players, on real servers, with a clock of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mailservice.clubs import DAY, Club, begin, letters, text, turn, writes
from tests.mailservice.people import Correspondent, accepted, correspondent, invites, joins
from tests.mailservice.servers import PostOffice


@pytest.mark.slow
@pytest.mark.smoke
def test_a_game_between_three_mailboxes(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    for seq in range(2, 5):
        turn(club, *((anna, bert) if seq % 2 == 0 else (bert, anna)), seq)
    assert anna.messages() == bert.messages() == club.game()["count"] == 5
    assert (club.game()["a"], club.game()["b"]) == (anna.address, bert.address)
    last = letters(club, anna.address)[-1]
    assert last["In-Reply-To"] == letters(club, bert.address)[-2]["Message-ID"]
    assert str(last["From"]) == f'"Bert (Prussian) via Club of the East" <{club.address}>'
    assert (last["Auto-Submitted"], last["X-Pbem-Loop"]) == ("auto-generated", club.address)
    assert not (club.player.home / "identity.json").exists()
    folder = next((club.folder / "games").iterdir())
    assert club.player.good("verify", folder, "--json").json["messages"] == 5
    # Nobody learns the other's address, and nothing of the sender's mail but the turn goes on.
    assert all(anna.address not in str(one) for one in letters(club, bert.address))
    count = len(club.office.log)
    assert club.go().events == [] and len(club.office.log) == count


@pytest.mark.slow
def test_an_invitation_is_kept_for_who_knows_its_id(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    invites(anna, f"An old friend <{club.address}>")
    anna.sync()
    club.go()
    told = text(letters(club, anna.address)[-1])
    digits = told.split("INVITATION ")[1][:12]
    writes(bert, club.address, f"Invitation {digits[:11]}")
    writes(bert, club.address, "hello", f"\n  invitation {digits}\n")
    club.go()
    refused, given = letters(club, bert.address)
    assert "no such invitation" in text(refused) and "BEGIN PBEM TURN" in text(given)
    (invitation,) = bert.sync()["invitations"]
    joins(bert, invitation["file"], f"Anna <{club.address}>")
    bert.sync()
    club.go()
    writes(bert, club.address, f"INVITATION {digits}")
    club.go()
    assert "no such invitation" in text(letters(club, bert.address)[-1])
    assert accepted(anna.sync()) == [1]


@pytest.mark.slow
def test_what_is_sent_on_has_a_map(
    club: Club, office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carla, dora = correspondent(office, tmp_path, "Carla"), correspondent(office, tmp_path, "Dora")
    members = "".join(f"- {{name: {one.name}, mail: {one.address}}}\n" for one in (carla, dora))
    club.rules(f"players:\n{members}", pictures=True)
    invites(carla, f"Dora <{club.address}>")
    carla.sync()
    club.go()
    (letter,) = letters(club, dora.address)
    assert letter.get_body(("html",)) is not None and "BEGIN PBEM TURN" in text(letter)
    assert any(part.get_content_type() == "image/png" for part in letter.walk())

    def broken(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pbem.campaign.outbox.mail_draft._drawn", broken)
    (invitation,) = dora.sync()["invitations"]
    joins(dora, invitation["file"], f"Carla <{club.address}>")
    dora.sync()
    club.go()
    assert accepted(carla.sync()) == [1]


def test_who_may_begin_games(club: Club, office: PostOffice, tmp_path: Path) -> None:
    carla = correspondent(office, tmp_path, "Carla")
    club.rules("new-games: players\n")
    invites(carla, f"Bert <{club.address}>")
    carla.sync()
    club.go()
    assert "may not begin games" in text(letters(club, carla.address)[-1]) and club.state()["games"] == {}
    club.rules("new-games: anybody\nlimits: {games: 0}\n")
    club.now += DAY
    carla.sync("--again", str(carla.game.place))
    club.go()
    assert "too many games" in text(letters(club, carla.address)[-1])


@pytest.mark.slow
def test_status_and_resend(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    turn(club, anna, bert, 2)
    writes(anna, club.address, "Re: STATUS")
    writes(bert, club.address, "please", "RESEND 1\n")
    writes(bert, club.address, "resend")
    writes(bert, club.address, "RESEND 9")
    writes(anna, club.address, "Shall we meet?")
    club.go()
    status, help_ = letters(club, anna.address)[-2:]
    assert "3 messages" in text(status) and "waits for message 3 of Bert (Prussian)" in text(status)
    assert status["Auto-Submitted"] == "auto-replied" and status["Subject"] == "Re: STATUS"
    assert "RESEND 7" in text(help_)
    one, last, none = letters(club, bert.address)[-3:]
    assert "#1]" in one["Subject"] and "#2]" in last["Subject"] and "messages 0 to 2" in text(none)
    ids = [letter["Message-ID"] for letter in letters(club, bert.address)]
    assert len(set(ids)) == len(ids)
    assert bert.sync()["received"] == []


@pytest.mark.parametrize(
    ("fields", "answers"),
    [
        ({}, 1),
        ({"Auto_Submitted": "auto-replied"}, 0),
        ({"Precedence": "bulk"}, 0),
        ({"Precedence": "list"}, 0),
        ({"List_Id": "<x.example.test>"}, 0),
        ({"X_Auto_Response_Suppress": "All"}, 0),
        ({"X_Pbem_Loop": "other@example.test"}, 0),
        ({"From": "MAILER-DAEMON@example.test"}, 0),
        ({"From": "no-reply@example.test"}, 0),
        ({"From": "eve@example.test, mallory@example.test"}, 0),
    ],
)
def test_no_program_is_answered(
    club: Club, office: PostOffice, tmp_path: Path, fields: dict[str, str], answers: int
) -> None:
    carla = correspondent(office, tmp_path, "Carla")
    writes(carla, club.address, "STATUS", **fields)
    club.go()
    sent = [mail for mail in office.log if mail[0] == club.address]
    assert len(sent) == answers


def test_the_clubs_own_mail_ends_here(club: Club) -> None:
    club.office.deliver(club.address, f"From: {club.address}\nSubject: STATUS\n\n".encode())
    club.office.deliver(club.address, f"From: a@b.example\nX-Pbem-Loop: {club.address}\nSubject: STATUS\n\n".encode())
    assert club.go().events == [] and club.office.log == []


def test_strangers_get_one_polite_answer_a_day(club: Club, office: PostOffice, tmp_path: Path) -> None:
    carla, dora = correspondent(office, tmp_path, "Carla"), correspondent(office, tmp_path, "Dora")
    club.rules("limits: {strangers: 2}\n")
    for _ in range(3):
        writes(carla, club.address, "STATUS")
    writes(dora, club.address, "RESEND 2")
    writes(correspondent(office, tmp_path, "Eve"), club.address, "STATUS")
    club.go()
    assert [mail[1] for mail in office.log if mail[0] == club.address] == [[carla.address], [dora.address]]
    assert "no game here" in text(letters(club, carla.address)[0])
    club.now += DAY
    writes(carla, club.address, "STATUS")
    club.go()
    assert len(letters(club, carla.address)) == 2


def test_a_player_has_his_limit_too(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, _ = pair
    club.rules(f"players: [{{name: Anna, mail: {anna.address}}}]\nlimits: {{answers: 2}}\n")
    for _ in range(4):
        writes(anna, club.address, "STATUS")
    club.go()
    assert len(letters(club, anna.address)) == 2


def forged(mail: bytes) -> str:
    """The turn of a mail under a signature that does not fit it."""
    from pbem.mail.armour import write_block
    from pbem.mail.turns import turns_in

    (block,) = turns_in(mail)
    envelope = json.loads(block.envelope)
    flipped = envelope["signatures"][0]["sig"]
    envelope["signatures"][0]["sig"] = ("A" if flipped[0] != "A" else "B") + flipped[1:]
    return write_block(json.dumps(envelope, separators=(",", ":")).encode("ascii"))


@pytest.mark.slow
def test_a_turn_that_is_not_valid_is_explained_once(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    draft = next((anna.game.place / "outbox").glob("0002-a.eml")).read_bytes()
    writes(bert, club.address, "a turn", forged(draft))
    before = len(letters(club, anna.address))
    events = club.go().events
    assert any("SIG_WRONG_KEY" in event for event in events)
    told = text(letters(club, bert.address)[-1])
    assert "Message 2" in told and "was refused" in told and "(exit status 14 of pbem verify)" in told
    assert len(letters(club, anna.address)) == before and club.game()["count"] == 2
    # Bert holds a copy of a message that Anna signed; it stays hers, and so does her address.
    writes(bert, club.address, "hers", draft.decode("ascii").partition("\r\n\r\n")[2])
    club.go()
    assert (club.game()["count"], club.game()["a"]) == (3, anna.address)


@pytest.mark.slow
def test_a_new_address_by_a_signed_message_only(
    club: Club, pair: tuple[Correspondent, Correspondent], office: PostOffice
) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    elsewhere = office.user("anna-elsewhere")
    anna.turn()
    draft = next((anna.game.place / "outbox").glob("0002-a.yaml")).read_text(encoding="utf-8")
    writes(anna, club.address, "STATUS", From=elsewhere)
    writes(anna, club.address, "my turn", draft, From=elsewhere)
    writes(anna, club.address, "again", draft, From=bert.address)
    club.go()
    assert (club.game()["a"], club.game()["b"]) == (elsewhere, bert.address)
    assert f"came from {elsewhere}" in text(letters(club, anna.address)[-1])
    assert accepted(bert.sync()) == [2]
    bert.turn()
    bert.sync()
    club.go()
    assert "#3]" in letters(club, elsewhere)[-1]["Subject"]


@pytest.mark.slow
def test_clocks_remind_run_out_and_stand_still(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    assert club.game()["days"] == 14
    begun = club.now

    def later(seconds: int) -> list[str]:
        """Half-hourly goes up to a moment; what was said then."""
        club.now = begun + seconds
        state = club.state()
        state["beat"] = club.now - 1800
        (club.folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
        return club.go().events

    assert later(7 * DAY - 60) == []
    assert ["half" in one for one in later(7 * DAY)] == [True]
    assert "half of your days" in text(letters(club, anna.address)[-1])
    assert later(7 * DAY + 60) == []
    # The club sleeps for three days: they count for nobody.
    club.now = begun + 10 * DAY + 60
    assert "4320 minutes" in club.go().events[0] and club.game()["frozen"] == 3 * DAY
    assert later(14 * DAY) == [] and later(16 * DAY - 60) == []
    assert ["(day)" in one for one in later(16 * DAY)] == [True]
    events = later(17 * DAY)
    assert ["(over)" in one for one in events] == [True, True]
    assert "Your days for message 2 are over" in text(letters(club, anna.address)[-1])
    assert "The days of Anna (French)" in text(letters(club, bert.address)[-1])
    assert later(18 * DAY) == []
    writes(bert, club.address, "STATUS")
    club.go()
    assert "72 hours in which this mailbox was not read" in text(letters(club, bert.address)[-1])
    anna.turn()
    anna.sync()
    club.go()
    assert (club.game()["frozen"], club.game()["told"], club.game()["waits"]) == (0, [], "b")


@pytest.mark.slow
def test_a_server_that_is_down_stops_the_clocks(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    before = club.game()["frozen"]
    (club.player.home / "mail.yaml").write_text(club.office.settings(club.address, imap_port="1"), encoding="utf-8")
    club.now += 8 * DAY
    said = club.player("mail", "serve", "--once", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "MAIL_UNREACHABLE" and said.json["events"] == []
    (club.player.home / "mail.yaml").write_text(club.office.settings(club.address), encoding="utf-8")
    club.go()
    assert club.game()["frozen"] == before + 8 * DAY


@pytest.mark.slow
def test_a_bystander_gets_few_messages_of_games(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    """An address that somebody only claims to be at: it is not in club.yaml, and no proof of anything."""
    anna, bert = pair
    club.rules(f"players: [{{name: Anna, mail: {anna.address}}}]\nlimits: {{forwards: 1}}\n")
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    club.go()
    writes(bert, club.address, f"INVITATION {text(letters(club, anna.address)[-1]).split('INVITATION ')[1][:12]}")
    club.go()
    (invitation,) = bert.sync()["invitations"]
    joins(bert, invitation["file"], f"Anna <{club.address}>")
    bert.sync()
    club.go()
    anna.sync()
    turn(club, anna, bert, 2)
    turn(club, bert, anna, 3)
    anna.turn()
    anna.sync()
    assert any("too many were sent on" in event for event in club.go().events) and bert.sync()["received"] == []
    writes(bert, club.address, "RESEND 4")
    club.go()
    assert accepted(bert.sync()) == [4]


def test_serving_from_the_command_line(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Nothing new." in club.player.good("mail", "serve", "--once").out

    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.mailservice.mailloop.rest", stop)
    assert club.player("mail", "serve").status == 130
    assert club.player("mail", "serve", "--every", "1").status == 2
    club.rules("new-games: all\nlimit: 3\n")
    said = club.player("mail", "serve", "--once")
    assert said.status == 2 and "club.yaml:1:" in said.err and "club.yaml:2:" in said.err
