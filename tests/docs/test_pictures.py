"""The pictures that the README shows are there, small, and what their names say."""

from __future__ import annotations

import re

from tests.docs.sessions import ROOT
from tests.make_pictures import LIMIT, ORDERS_PAGE, PICTURES, PLAY_PAGE, PLAY_PAGES

STARTS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff"}


def test_the_readme_begins_with_two_commands_and_a_picture_of_the_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[:2] == ["Playing", "What makes it honest"]
    first = re.findall(r"```sh\n(.+?)```", text, re.DOTALL)[0]
    assert [line.split("  ")[0] for line in first.splitlines()] == ["pip install .", "pbem play"]
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert shown[0] == f"docs/pictures/{PLAY_PAGE}"
    assert "pip install ." in text and "pip install pbem-*.whl" in text
    for name in shown:
        data = (ROOT / name).read_bytes()
        assert data.startswith(STARTS[(ROOT / name).suffix]) and len(data) < LIMIT
    assert (PICTURES / ORDERS_PAGE).is_file()


def test_the_page_on_playing_shows_every_picture_that_is_taken_for_it() -> None:
    text = (ROOT / "docs/play.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(pictures/([^)]+)\)", text)
    assert sorted(shown) == sorted(PLAY_PAGES)
    for name in shown:
        data = (PICTURES / name).read_bytes()
        assert data.startswith(STARTS[".jpg"]) and len(data) < LIMIT
