"""What a club gives up after a time, what strangers cannot use up, and games that it cannot open for the moment."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.club.clubclock import given_up
from pbem.club.clubletters import ClubMailer
from pbem.club.clubrules import ClubRules, read_rules
from pbem.club.clubstate import HostedGame
from pbem.mail.header import read_heading
from pbem.store.folder import CampaignFolder
from tests.mailservice.clubs import DAY, Club, begin, letters, text, turn, writes
from tests.mailservice.people import Correspondent, accepted, correspondent, invites, joins
from tests.mailservice.servers import PostOffice

Pair = tuple[Correspondent, Correspondent]


# -- invitations --------------------------------------------------------------------


def waking(club: Club, now: int) -> list[str]:
    """A go at a moment before which the club was awake."""
    club.now = now
    state = club.state()
    state["beat"] = now - 60
    (club.folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
    return club.go().events


@pytest.mark.slow
def test_an_invitation_is_given_up_after_its_term(club: Club, pair: Pair) -> None:
    anna, bert = pair
    began = club.now
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    club.go()
    told = text(letters(club, anna.address)[-1])
    writes(anna, club.address, "STATUS")
    club.go()
    until = re.findall(r"until (\d{4}-\d\d-\d\d \d\d:\d\d UTC)", told)
    assert len(until) == 1 and f"it is kept until {until[0]}" in text(letters(club, anna.address)[-1])
    (invitation,) = bert.sync()["invitations"]
    assert waking(club, began + 60 * DAY - 60) == [] and len(club.state()["games"]) == 1
    assert ["given up" in one for one in waking(club, began + 60 * DAY)] == [True]
    assert club.state()["games"] == {} and list((club.folder / "games").iterdir()) == []
    assert len(list((club.folder / "expired").iterdir())) == 1
    said = text(letters(club, anna.address)[-1])
    assert "Nobody has accepted" in said and "in 60 days" in said
    assert waking(club, began + 61 * DAY) == []
    # He accepts too late, and is told; Anna may mail the same invitation again, and he the same acceptance. Their mails
    # bear the date of today, and what is old is not answered.
    club.now = began
    joins(bert, invitation["file"], f"Anna <{club.address}>")
    bert.sync()
    club.go()
    assert "60 days is given up" in text(letters(club, bert.address)[-1])
    anna.sync("--again", str(anna.game.place))
    assert any("begun by" in one for one in club.go().events)
    bert.sync("--again", str(bert.game.place))
    club.go()
    assert accepted(anna.sync()) == [1]
    assert waking(club, club.now + 70 * DAY) != [] and len(club.state()["games"]) == 1


def test_the_term_is_the_clubs(club: Club, pair: Pair) -> None:
    anna, bert = pair
    (club.folder / "club.yaml").write_text(
        f"players: [{{name: Anna, mail: {anna.address}}}]\npictures: false\ninvitation-days: 2\n", encoding="utf-8"
    )
    assert read_rules(club.folder).term == 2 * DAY and ClubRules().term == 60 * DAY
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    club.go()
    assert "kept here until" in text(letters(club, anna.address)[-1])
    club.now += 2 * DAY
    assert any("given up" in one for one in club.go().events)
    writes(bert, club.address, f"INVITATION {'0' * 12}")
    club.go()
    assert "no such invitation" in text(letters(club, bert.address)[-1])
    assert given_up(HostedGame(since=5), 10) == 15 and given_up(HostedGame(game="a", since=5), 10) == 0


def test_cut_off_while_it_gives_up(club: Club, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    anna, _ = pair
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    club.go()
    club.now += 61 * DAY

    def die(*args: object) -> None:
        real(*args)
        raise Killed

    from pbem.club.clubgames import GameStore

    real = GameStore.give_up
    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "give_up", die)
        with pytest.raises(Killed):
            club.go()
    assert any("given up" in one for one in club.go().events) and club.state()["games"] == {}
    assert club.go().events == [] and len(list((club.folder / "expired").iterdir())) == 1
    told = [one for one in letters(club, anna.address) if "Nobody has accepted" in text(one)]
    assert len(told) == 1


# -- who uses up what ---------------------------------------------------------------


@pytest.mark.slow
def test_strangers_use_up_nothing_of_a_players_replies(club: Club, pair: Pair) -> None:
    """Eve writes in Anna's name as often as she likes; Anna's replies to what the club mailed to her are answered."""
    anna, bert = pair
    members = "".join(f"- {{name: {one.name}, mail: {one.address}}}\n" for one in pair)
    club.rules(f"players:\n{members}limits: {{answers: 2}}\n")
    begin(club, anna, bert)
    turn(club, anna, bert, 2)
    turn(club, bert, anna, 3)
    forwarded, first = letters(club, anna.address)[-1], letters(club, anna.address)[0]
    assert "#3]" in str(forwarded["Subject"]) and str(forwarded["References"]).count("<") > 2
    eve = replace(anna, name="Eve")
    elsewhere = letters(club, bert.address)[-1]
    before = len(letters(club, anna.address))
    for number in range(4):
        # What Bert got proves nothing of Anna, nor does what Eve makes up.
        made_up = f"<pbem.club.{number:024x}.{'0' * 16}@pbem.invalid>"
        writes(eve, club.address, "STATUS", f"{number}", In_Reply_To=str(elsewhere["Message-ID"]), References=made_up,
               Message_ID=f"<eve{number}@example.test>")  # fmt: skip
    club.go()
    answered = len(letters(club, anna.address)) - before
    assert answered <= 2
    # A mail program names what it replies to, and what that one named; either is enough.
    writes(anna, club.address, "STATUS", "a", References=str(forwarded["References"]), Message_ID="<r1@example.test>")
    writes(anna, club.address, "STATUS", "b", In_Reply_To=str(first["Message-ID"]), Message_ID="<r2@example.test>")
    writes(anna, club.address, "STATUS", "c", In_Reply_To=str(first["Message-ID"]), Message_ID="<r3@example.test>")
    club.go()
    assert len(letters(club, anna.address)) - before == answered + 2


def test_the_proof_in_an_id() -> None:
    desk = ClubMailer("Club", "club@example.org", 1, "secret")
    answer = desk.answer(read_heading(b"From: Anna@example.org\nSubject: x\n\n"), ["No."], "seed")
    id = str(read_heading(answer).id)

    def proves(field: str, sender: str = "anna@example.org", at: ClubMailer = desk) -> bool:
        return at.is_reply(read_heading(f"From: {sender}\n{field}\n\n".encode()))

    assert proves(f"In-Reply-To: {id}") and proves(f"References: <a@b>\n {id}\n <c@d>") and b"=?" not in answer
    assert proves(f"In-Reply-To: {id}", "ANNA@example.org")
    assert not proves(f"In-Reply-To: {id}", "bert@example.org")
    assert not proves(f"In-Reply-To: {id}", at=ClubMailer("Club", "club@example.org", 1, "other"))
    assert not proves(f"In-Reply-To: {id}", at=ClubMailer("Club", "club@example.org", 1))
    assert not proves(f"In-Reply-To: {id[:-18]}0@pbem.invalid>") and not proves(f"Subject: {id}")
    assert not proves("References: " + f"<pbem.club.{'0' * 24}.{'0' * 16}@pbem.invalid> " * 100)


def test_the_secret_stays(club: Club, pair: Pair) -> None:
    club.go()
    secret = club.state()["secret"]
    assert re.fullmatch("[0-9a-f]{32}", secret)
    club.go()
    assert club.state()["secret"] == secret
    assert all(secret not in str(mail) for mail in club.office.log)


# -- games that cannot be opened for the moment ---------------------------------------


@pytest.mark.usefixtures("impatient")
@pytest.mark.slow
def test_a_game_that_is_in_use_is_opened_later(club: Club, pair: Pair) -> None:
    """Somebody looks after the game's folder just then: the turn waits, nothing is answered, nothing is lost."""
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    anna.sync()
    (folder,) = (club.folder / "games").iterdir()
    before = len(club.office.log)
    with CampaignFolder.open(folder, write=True):
        (event,) = club.go().events
        assert "cannot be opened" in event
        assert club.go().events == []
    assert len(club.office.log) == before and club.game()["count"] == 2
    assert any("message 2" in one for one in club.go().events)
    assert accepted(bert.sync()) == [2] and list((club.folder / "waiting").iterdir()) == []
    assert club.go().events == []


@pytest.mark.slow
def test_a_folder_that_is_away_and_comes_back(club: Club, pair: Pair, tmp_path: Path) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    anna.sync()
    (folder,) = (club.folder / "games").iterdir()
    away = tmp_path / "away"
    folder.rename(away)
    assert any("cannot be opened" in one for one in club.go().events)
    away.rename(folder)
    club.go()
    assert accepted(bert.sync()) == [2]


@pytest.mark.slow
def test_what_failed_counts_when_it_is_mailed_again(club: Club, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same mail, byte for byte, as `pbem mail sync --again` sends it."""
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    with monkeypatch.context() as patch:
        patch.setattr("pbem.club.clubgames.GameStore.add", lambda *args: {}["broken"])
        anna.sync()
        assert any("KeyError" in one for one in club.go().events)
    anna.sync("--again", str(anna.game.place))
    club.go()
    assert accepted(bert.sync()) == [2]


# -- the way out ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_club_waits_for_greylisting_and_gives_up_after_five_days(
    club: Club, pair: Pair, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    anna.sync()
    office.greylisted.add(bert.address)
    began = club.now
    house = club.house()
    asked = []
    for minute in range(0, 5 * 24 * 60 + 60, 360):
        club.now = began + minute * 60
        seen = len(office.asked)
        events = house.go().events
        if len(office.asked) > seen:
            asked.append(minute)
            assert "451 4.7.1 greylisted" in next(one for one in events if "not sent" in one)
    assert asked[:3] == [0, 360, 720] and asked[-1] in range(5 * 24 * 60, 5 * 24 * 60 + 361)
    assert bert.address in club.game()["returned"] and list((club.folder / "queue").iterdir()) == []


@pytest.mark.slow
def test_a_club_asks_less_and_less_often(club: Club, pair: Pair, office: PostOffice) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    anna.sync()
    office.greylisted.add(bert.address)
    began, house, asked = club.now, club.house(), []
    for minute in range(0, 130, 2):
        club.now = began + minute * 60
        seen = len(office.asked)
        house.go()
        asked += [minute] * (len(office.asked) - seen)
    assert asked == [0, 2, 4, 8, 16, 32, 62, 92, 122]
    office.greylisted.clear()
    club.go()
    assert accepted(bert.sync()) == [2]


def test_a_new_player_of_an_old_address(club: Club, office: PostOffice, tmp_path: Path) -> None:
    """Limits of strangers stay what they are: an id of a club's answer is of no use to somebody who plays nowhere."""
    carla = correspondent(office, tmp_path, "Carla")
    club.rules("limits: {strangers: 5}\n")
    writes(carla, club.address, "STATUS", Message_ID="<s1@example.test>")
    club.go()
    (answer,) = letters(club, carla.address)
    writes(carla, club.address, "STATUS", In_Reply_To=str(answer["Message-ID"]), Message_ID="<s2@example.test>")
    club.go()
    assert len(letters(club, carla.address)) == 1
