"""A club cut off at any moment, one that lost what it knew, and mails that would stop the program itself."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.inbox.mailstate import StateFile
from pbem.store.os_port import REAL
from tests.mailservice.clubs import Club, begin, letters, turn, writes
from tests.mailservice.people import Correspondent, accepted, invites, joins


class Killed(BaseException):
    """The power is gone."""


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0, 2, 5, 1, 3, 4])
def test_killed_at_any_write_nothing_is_lost_and_nothing_said_twice(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    anna, bert = pair
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    if moment % 2:
        club.go()
        (invitation,) = bert.sync()["invitations"]
        joins(bert, invitation["file"], f"Anna <{club.address}>")
        bert.sync()
    left = [moment // 2 + 1]

    def counted(real: Any) -> Any:
        def write(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return real(*args, **more)

        return write

    with monkeypatch.context() as patch:
        patch.setattr(StateFile, "save_data", counted(StateFile.save_data))
        patch.setattr(StateFile, "keep", counted(StateFile.keep))
        with pytest.raises(Killed):
            club.go()
    club.go()
    if moment % 2 == 0:
        (invitation,) = bert.sync()["invitations"]
        joins(bert, invitation["file"], f"Anna <{club.address}>")
        bert.sync()
        club.go()
    assert accepted(anna.sync()) == [1]
    assert (club.game()["a"], club.game()["b"]) == (anna.address, bert.address)
    subjects = [one["Subject"] for one in letters(club, anna.address) + letters(club, bert.address)]
    assert len(set(subjects)) == len(subjects), subjects


@pytest.mark.slow
def test_killed_after_sending_the_same_mail_goes_again(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    anna.turn()
    anna.sync()

    def die(self: Path, **more: bool) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", die)
        with pytest.raises(Killed):
            club.go()
    club.go()
    first, second = letters(club, bert.address)[-2:]
    assert first.as_bytes() == second.as_bytes()
    told = bert.sync()
    assert accepted(told) == [2] and told["passed_over"] == {"known": 1}


@pytest.mark.slow
def test_games_laid_there_by_hand_and_a_lost_state(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    begin(club, anna, bert)
    turn(club, anna, bert, 2)
    (club.folder / "state.json").unlink()
    digits = anna.game.good("status", "--json").json["game"]
    club.rules(f"games: [{{game: {digits}, b: {bert.address}}}]\n")
    count = len(club.office.log)
    club.go()
    assert (club.game()["a"], club.game()["b"], club.game()["forwarded"]) == ("", bert.address, 2)
    assert len(club.office.log) == count
    bert.turn()
    bert.sync()
    assert any("nobody to send it to" in event for event in club.go().events)


def test_what_waits_to_be_sent_outlives_a_lost_state(club: Club, pair: tuple[Correspondent, Correspondent]) -> None:
    anna, bert = pair
    club.go()
    (club.folder / "queue").mkdir()
    waiting = f"From: {club.address}\r\nTo: {bert.address}\r\nSubject: kept\r\n\r\n"
    (club.folder / "queue/000000000.eml").write_bytes(waiting.encode("ascii"))
    (club.folder / "state.json").unlink()
    writes(anna, club.address, "HELP")
    club.go()
    assert [one["Subject"] for one in letters(club, bert.address)] == ["kept"]
    assert [one["Subject"] for one in letters(club, anna.address)] == ["Re: HELP"]


def test_no_mail_stops_a_club(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong with one mail, the next one counts, and a new go does not begin with that one again."""
    anna, bert = pair

    def broken(*args: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("pbem.club.clubdoor.status_lines", broken)
        writes(anna, club.address, "STATUS")
        writes(bert, club.address, "HELP")
        events = club.go().events
    (event,) = [one for one in events if "cannot be dealt with (ZeroDivisionError at test_club_crashes.py:" in one]
    (kept,) = (club.folder / "evidence").iterdir()
    assert event.endswith(f"; it is kept in {kept}") and b"Subject: STATUS" in kept.read_bytes()
    assert len(letters(club, bert.address)) == 1 and club.go().events == []


def test_what_is_kept_of_such_mails_has_an_end(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = pair

    def broken(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pbem.club.clubhouse._MOST_EVIDENCE", 1)
    monkeypatch.setattr("pbem.club.clubdoor.status_lines", broken)
    for number in range(2):
        writes(anna, club.address, "STATUS", f"{number}", Message_ID=f"<{number}@example.test>")
    events = club.go().events
    assert ["kept" in one for one in events] == [True, False] and len(list((club.folder / "evidence").iterdir())) == 1


def test_without_memory_nothing_is_dealt_with(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = pair

    def full(*args: object) -> None:
        raise MemoryError

    writes(anna, club.address, "STATUS")
    with monkeypatch.context() as patch:
        patch.setattr("pbem.club.clubdoor.status_lines", full)
        with pytest.raises(MemoryError):
            club.go()
    club.go()
    assert len(letters(club, anna.address)) == 1


def test_a_folder_of_games_that_cannot_be_read(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.go()
    real = type(REAL).list_folder

    def refuse(self: Any, path: Path) -> list[str]:
        if path.name == "games":
            raise PermissionError(errno.EACCES, "no")
        return real(self, path)

    monkeypatch.setattr(type(REAL), "list_folder", refuse)
    said = club.player("mail", "serve", "--once")
    assert said.status == 2 and "you may not read" in said.err and "fault of this program" not in said.err
