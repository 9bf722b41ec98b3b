"""The pictures that the README shows are there, small, and what their names say."""

from __future__ import annotations

import re

from tests.docs.sessions import ROOT
from tests.make_pictures import LIMIT, ORDERS_PAGE, PICTURES

STARTS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff"}


def test_the_readme_begins_with_playing_and_a_picture_of_the_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.findall(r"^## (.+)$", text, re.MULTILINE)[0]
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert first == "Playing" and shown[0] == f"docs/pictures/{ORDERS_PAGE}"
    assert "pip install ." in text and "pip install pbem-*.whl" in text
    for name in shown:
        data = (ROOT / name).read_bytes()
        assert data.startswith(STARTS[(ROOT / name).suffix]) and len(data) < LIMIT
    assert (PICTURES / ORDERS_PAGE).is_file()
