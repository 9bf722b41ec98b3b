"""`python -m tests.make_pictures`: the pictures of README and docs that a browser takes, into docs/pictures/.

It needs Chromium with its driver, as the tests of pages do. Run it again when a page looks otherwise.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from tests.places import DOCS
from tests.play.server import Running
from tests.play.sitter import Sitter, served
from tests.report.page.clerk import Clerk, hired
from tests.report.page.desks import at_jena, page_of

PICTURES = DOCS / "pictures"
ORDERS_PAGE = "orders-jena.jpg"
PLAY_PAGE = "play-order.jpg"
PLAY_PAGES = (PLAY_PAGE, "play-attacks.jpg", "play-sign.jpg", "play-read.jpg")
"""What docs/play.md shows, as `play_pages` takes them one after the other."""
LIMIT = 300_000
_WIDTH, _HEIGHT = 1280, 800
_SENT_OFF = ("0707", "0708")


def main() -> None:
    """Writes them where they are, or into another folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=PICTURES)
    into = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    print(orders_page(into))
    for path in play_pages(into):
        print(path)


def orders_page(into: Path) -> Path:
    """The orders page of a French turn at Jena, as a picture of fewer than LIMIT bytes."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        player, _ = at_jena(root / "game")
        for clerk in hired(root):
            clerk.resize(_WIDTH, _HEIGHT)
            clerk.open(page_of(player))
            clerk.wait("svg")
            return _taken(clerk, into / ORDERS_PAGE)
    raise AssertionError("a clerk is always hired")


def play_pages(into: Path) -> Iterator[Path]:
    """The page of `pbem play` in the same turn: a unit that is sent off, what its attack comes to, the dialogue before
    the signature, and the report."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        player, _ = at_jena(root / "game")
        sitter = Sitter(root)
        try:
            with served(player) as server:
                yield from _evening(sitter, server, into)
                sitter.leave()
        finally:
            sitter.driver.quit()


def _evening(sitter: Sitter, server: Running, into: Path) -> Iterator[Path]:
    sitter.resize(_WIDTH, _HEIGHT)
    sitter.sit(server)
    sitter.settled()
    sitter.goes(*_SENT_OFF)
    yield _taken(sitter, into / PLAY_PAGE)
    sitter.tab("attacks")
    sitter.shown("#panel-attacks", "Fought by default")
    yield _taken(sitter, into / PLAY_PAGES[1])
    sitter.chord(Keys.CONTROL, Keys.ENTER)
    sitter.shown("dialog button", "Sign it")
    yield _taken(sitter, into / PLAY_PAGES[2])
    sitter.keys(Keys.ESCAPE)
    sitter.view("read")
    sitter.report()
    yield _taken(sitter, into / PLAY_PAGES[3])


def _taken(clerk: Clerk, path: Path) -> Path:
    """What is seen, as a picture of fewer than LIMIT bytes."""
    shot = clerk.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 80})["data"]
    data = base64.b64decode(shot)
    if len(data) >= LIMIT:
        raise SystemExit(f"{path.name} has {len(data)} bytes; fewer than {LIMIT} are wanted")
    path.write_bytes(data)
    return path


if __name__ == "__main__":
    main()
