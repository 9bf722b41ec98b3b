"""Pages in the one browser of a process, and somebody who gives orders on one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.players import Player
from tests.report.page.browser import Page
from tests.report.page.clerk import Clerk, hired
from tests.report.page.desks import Desk, at_jena, hidden, page_of


@pytest.fixture
def page(browser: Page) -> Iterator[Page]:
    """The page; whatever a test did, the browser had nothing to complain of."""
    browser.driver.get_log("browser")
    yield browser
    assert [entry["message"] for entry in browser.driver.get_log("browser")] == []


@pytest.fixture(scope="session")
def scribe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clerk]:
    yield from hired(tmp_path_factory.mktemp("downloads"))


@pytest.fixture
def clerk(scribe: Clerk) -> Iterator[Clerk]:
    """Somebody who gives orders on a page; whatever he did, the browser had nothing to complain of."""
    scribe.logs()
    scribe.resize(1440, 1000)
    yield scribe
    assert scribe.logs() == []
    scribe.leave()


@pytest.fixture(scope="session")
def jena(tmp_path_factory: pytest.TempPathFactory) -> tuple[Player, Player]:
    """The French by daylight, next to the enemy, and the Prussian. Nobody changes anything in their folders."""
    players = at_jena(tmp_path_factory.mktemp("jena"))
    page_of(players[0])
    return players


@pytest.fixture(scope="session")
def desk(jena: tuple[Player, Player]) -> Desk:
    """What the rules say to the French."""
    return Desk(jena[0])


@pytest.fixture
def at_desk(clerk: Clerk, jena: tuple[Player, Player]) -> Clerk:
    """Before the page of the French."""
    clerk.open(jena[0].place / "orders.html")
    return clerk


@pytest.fixture(scope="session")
def eylau(tmp_path_factory: pytest.TempPathFactory) -> tuple[Player, Path]:
    """Who has to give orders in a hidden game, and his page."""
    player = hidden(tmp_path_factory.mktemp("eylau"))[0]
    return player, page_of(player)
