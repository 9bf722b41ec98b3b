"""The mail servers, and people with mailboxes there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mailservice.clubs import Club
from tests.mailservice.people import Correspondent, correspondent
from tests.mailservice.servers import PostOffice, open_office


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    """Both servers, once for all tests of a process."""
    with open_office() as opened:
        yield opened


@pytest.fixture(autouse=True)
def open_doors(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test changed at the servers is as before for the next one."""
    yield
    if "office" in request.fixturenames:
        opened: PostOffice = request.getfixturevalue("office")
        opened.down = opened.breaking = False
        opened.answers.clear()
        for seen in (opened.refused, opened.greylisted, opened.asked, opened.log, opened.logins, opened.challenges):
            seen.clear()


@pytest.fixture
def anna(office: PostOffice, tmp_path: Path) -> Correspondent:
    return correspondent(office, tmp_path, "Anna")


@pytest.fixture
def bert(office: PostOffice, tmp_path: Path) -> Correspondent:
    return correspondent(office, tmp_path, "Bert")


@pytest.fixture
def club(office: PostOffice, tmp_path: Path) -> Club:
    at = correspondent(office, tmp_path, "Club")
    found = Club(office, at.player, at.address)
    found.rules("new-games: anybody\n")
    return found


@pytest.fixture
def pair(office: PostOffice, tmp_path: Path, club: Club) -> tuple[Correspondent, Correspondent]:
    """Anna and Bert, who know no address but the club's; the club knows them as players."""
    anna, bert = correspondent(office, tmp_path, "Anna"), correspondent(office, tmp_path, "Bert")
    members = "".join(f"- {{name: {one.name}, mail: {one.address}}}\n" for one in (anna, bert))
    club.rules(f"name: Club of the East\nplayers:\n{members}")
    return anna, bert
