"""`pbem verify --page` writes the page out."""

from __future__ import annotations

from pathlib import Path

from tests.cli.players import assert_two_lines, fresh_player
from tests.report.page.browser import PAGE

SAMPLE = PAGE.parent / "jena-auerstadt" / "campaign.pbem"


def test_the_page_is_written(tmp_path: Path) -> None:
    reader = fresh_player(tmp_path, "reader")
    said = reader.good("verify", "--page", "page.html")
    assert (reader.place / "page.html").read_bytes() == PAGE.read_bytes()
    assert "page.html" in said.out and "verified" not in said.out
    told = reader.good("verify", "--page", "page.html", "--json").json
    assert told["bytes"] == PAGE.stat().st_size and Path(told["page"]) == reader.place / "page.html"


def test_beside_it_something_may_be_verified(tmp_path: Path) -> None:
    reader = fresh_player(tmp_path, "reader")
    said = reader.good("verify", SAMPLE, "--page", "page.html")
    assert "verified: finished and audited" in said.out and (reader.place / "page.html").is_file()


def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    assert_two_lines(fresh_player(tmp_path, "reader")("verify", "--page", "no/such/folder/page.html"))
