"""What a club answers, and at what cost: requests that are forged, games that are over, mails that came back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.club.clubclock import open_games
from pbem.club.clubgames import Added, GameStore
from pbem.club.clubstate import ClubState, HostedGame
from pbem.protocol.faults import Fault
from pbem.store.folder import CampaignFolder
from tests.mailservice.clubs import Club, begin, letters, text, turn, writes
from tests.mailservice.people import Correspondent, accepted, correspondent, invites
from tests.mailservice.servers import PostOffice
from tests.mailservice.test_sync import bounce

Pair = tuple[Correspondent, Correspondent]


@pytest.mark.slow
def test_what_is_not_answered_is_not_drawn(club: Club, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """To draw a mail takes a second, and anybody may ask for one in a player's name. One answer Anna has had."""
    anna, bert = pair
    begin(club, anna, bert)
    members = "".join(f"- {{name: {one.name}, mail: {one.address}}}\n" for one in pair)
    club.rules(f"players:\n{members}limits: {{answers: 3}}\n")
    drawn: list[int] = []
    real = GameStore.draft

    def draft(self: GameStore, game: HostedGame, seq: int) -> Any:
        drawn.append(seq)
        return real(self, game, seq)

    monkeypatch.setattr(GameStore, "draft", draft)
    for number in range(5):
        writes(anna, club.address, f"RESEND {number % 2}", Message_ID=f"<{number}@example.test>")
    writes(bert, club.address, "RESEND 1", Auto_Submitted="auto-replied", Message_ID="<auto@example.test>")
    club.go()
    assert drawn == [0, 1]
    # What is not there costs one answer, not two.
    writes(bert, club.address, "RESEND 7", Message_ID="<r1@example.test>")
    writes(bert, club.address, "RESEND 8", Message_ID="<r2@example.test>")
    before = len(letters(club, bert.address))
    club.go()
    assert len(letters(club, bert.address)) == before + 2


def test_an_invitation_is_drawn_for_who_is_answered(
    club: Club, office: PostOffice, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = pair
    members = f"- {{name: Anna, mail: {anna.address}}}\n"
    club.rules(f"players:\n{members}limits: {{strangers: 1}}\n")
    invites(anna, f"An old friend <{club.address}>")
    anna.sync()
    club.go()
    digits = text(letters(club, anna.address)[-1]).split("INVITATION ")[1][:12]
    drawn: list[int] = []
    real = GameStore.draft
    monkeypatch.setattr(GameStore, "draft", lambda self, game, seq: drawn.append(seq) or real(self, game, seq))
    for number in range(3):
        stranger = correspondent(office, anna.player.place.parent, f"Eve{number}")
        writes(stranger, club.address, f"INVITATION {digits}")
    club.go()
    assert drawn == [0]


@pytest.mark.slow
def test_games_that_are_over_make_room(club: Club, pair: Pair, tmp_path: Path) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    members = "".join(f"- {{name: {one.name}, mail: {one.address}}}\n" for one in pair)
    club.rules(f"players:\n{members}- {{name: Carla, mail: CARLA}}\nlimits: {{games: 1, invitations: 9}}\n")
    carla = correspondent(club.office, tmp_path, "Carla")
    rules = club.folder / "club.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("CARLA", carla.address), encoding="utf-8")
    invites(carla, f"Bert <{club.address}>")
    carla.sync()
    assert any("too many games" in one for one in club.go().events)
    state = club.state()
    for game in state["games"].values():
        game["waits"] = ""
    (club.folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
    carla.sync("--again", str(carla.game.place))
    assert any("begun by" in one for one in club.go().events)


def test_what_counts_as_open() -> None:
    games = {"a": HostedGame(), "b": HostedGame(game="1", waits="a"), "c": HostedGame(game="2")}
    assert [game.is_over for game in games.values()] == [False, False, True]
    assert open_games(ClubState(games=games), 0) == 2
    # A game whose clock has run out takes up no place until somebody plays on.
    games["b"].days, games["b"].since = 3, 1000
    assert open_games(ClubState(games=games), 1000 + 3 * 86400) == 2
    assert open_games(ClubState(games=games), 1000 + 3 * 86400 + 1) == 1


# -- mails that came back ----------------------------------------------------------------


def sent_back(club: Club, mail: Any, lost: str) -> None:
    """A bounce with the head of the mail that it is about."""
    names = [name for name in ("From", "To", "Subject", "Message-ID", "References") if mail[name]]
    returned = bounce(club.address, lost, "".join(f"{name}: {mail[name]}\n" for name in names))
    club.office.deliver(club.address, returned.replace(b"<b1@", b"<b3@"))


@pytest.mark.slow
def test_a_bounce_is_noted_until_its_player_plays_on(club: Club, pair: Pair) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    turn(club, anna, bert, 2)
    # What a server says about another address of his, by the mail itself: it was for Bert.
    sent_back(club, letters(club, bert.address)[-1], "bert@elsewhere.example")
    assert any(f"a mail to {bert.address} came back: 550" in event for event in club.go().events)
    assert list(club.game()["returned"]) == [bert.address]
    writes(anna, club.address, "STATUS")
    club.go()
    assert "a mail to your opponent came back" in text(letters(club, anna.address)[-1])
    turn(club, bert, anna, 3)
    assert club.game()["returned"] == {}
    writes(anna, club.address, "STATUS", Message_ID="<s2@example.test>")
    club.go()
    assert "came back" not in text(letters(club, anna.address)[-1])


@pytest.mark.slow
def test_an_address_that_the_server_refuses_is_noted_too(club: Club, pair: Pair) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    club.office.refused.add(bert.address)
    anna.turn()
    anna.sync()
    assert any("not sent to" in event for event in club.go().events)
    assert list(club.game()["returned"]) == [bert.address]


def test_a_bounce_that_anybody_can_write_is_not_noted(club: Club, pair: Pair) -> None:
    """It names no mail of the club, or one that was for somebody else."""
    anna, bert = pair
    begin(club, anna, bert)
    club.office.deliver(club.address, bounce(club.address, bert.address, ""))
    made_up = f"Message-ID: <pbem.club.{'0' * 24}.{'0' * 16}@pbem.invalid>\n"
    club.office.deliver(club.address, bounce(club.address, bert.address, made_up).replace(b"<b1@", b"<b2@"))
    events = club.go().events
    assert len(events) == 2 and all("is not noted" in one for one in events) and club.game()["returned"] == {}
    sent_back(club, letters(club, anna.address)[-1], bert.address)
    club.go()
    assert list(club.game()["returned"]) == [anna.address]


# -- one mail, two games -----------------------------------------------------------------


@pytest.mark.usefixtures("impatient")
@pytest.mark.slow
def test_a_mail_that_waits_is_answered_once(club: Club, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of its games is refused, and the other one is in use."""
    anna, bert = pair
    begin(club, anna, bert)
    first = set((club.folder / "games").iterdir())
    (anna.game.place).rename(anna.player.place / "one")
    (bert.game.place).rename(bert.player.place / "one")
    begin(club, anna, bert)
    (used,) = set((club.folder / "games").iterdir()) - first
    (other,) = first
    anna.turn()
    drafts = [next((anna.game.place / "outbox").glob("0002-a.yaml")).read_text(encoding="utf-8")]
    anna.player.within("one").good("orders", "--fresh")
    anna.player.within("one").good("submit", "--yes", "--empty")
    drafts.append(next((anna.player.place / "one/outbox").glob("0002-a.yaml")).read_text(encoding="utf-8"))
    writes(anna, club.address, "two turns", "\n\n".join(drafts))
    real = GameStore.add

    def add(self: GameStore, game: HostedGame, messages: Any, now: int) -> Any:
        if game.folder == other.name:
            return Added(fault=Fault("SIG_WRONG_KEY", "not so", 2), refused=messages[0])
        return real(self, game, messages, now)

    before = len(letters(club, anna.address))
    with monkeypatch.context() as patch:
        patch.setattr("pbem.club.clubgames.GameStore.add", add)
        with CampaignFolder.open(used, write=True):
            for _ in range(3):
                club.go()
        assert len(letters(club, anna.address)) == before + 1
        assert any("message 2" in one for one in club.go().events)
    assert "was refused" in text(letters(club, anna.address)[-1]) and len(letters(club, anna.address)) == before + 1
    assert accepted(bert.sync()) == [2]
    assert list((club.folder / "waiting").iterdir()) == [] and not any(" " in one for one in club.state()["handled"])
