"""`python -m tests.make_pictures`: the pictures of the README that a browser takes, into docs/pictures/.

It needs Chromium with its driver, as the tests of pages do. Run it again when the orders page looks otherwise.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from pathlib import Path

from tests.places import DOCS
from tests.report.page.clerk import hired
from tests.report.page.desks import at_jena, page_of

PICTURES = DOCS / "pictures"
ORDERS_PAGE = "orders-jena.jpg"
LIMIT = 300_000
_WIDTH, _HEIGHT = 1280, 800


def main() -> None:
    """Writes them where they are, or into another folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=PICTURES)
    print(orders_page(parser.parse_args().into))


def orders_page(into: Path) -> Path:
    """The orders page of a French turn at Jena, as a picture of fewer than LIMIT bytes."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        player, _ = at_jena(root / "game")
        for clerk in hired(root):
            clerk.resize(_WIDTH, _HEIGHT)
            clerk.open(page_of(player))
            clerk.wait("svg")
            shot = clerk.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 80})["data"]
    data = base64.b64decode(shot)
    if len(data) >= LIMIT:
        raise SystemExit(f"the picture has {len(data)} bytes; fewer than {LIMIT} are wanted")
    into.mkdir(parents=True, exist_ok=True)
    path = into / ORDERS_PAGE
    path.write_bytes(data)
    return path


if __name__ == "__main__":
    main()
