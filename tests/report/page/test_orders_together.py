"""Several units in one order: those of a place, and those who arrive together; and the boxes beside the map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.players import Player
from tests.report.page.clerk import Clerk, island
from tests.report.page.desks import Desk
from tests.report.page.test_orders_page import ends, movables, parsed

STACKS = {"together": True, "several": {"units": "$all", "path": "$path"}}


def changed(page: Path, to: Path, movables: Mapping[str, Mapping[str, Any]]) -> tuple[Path, list[str]]:
    """A page that takes two units into one entry, and their reach the one that the first has alone. movables: who ->
    what is otherwise in the page of these two."""
    text = island(page)
    data = json.loads(text)
    data["desk"]["move"] |= STACKS
    for one in data["desk"]["movables"]:
        one |= movables.get(one["who"], {})
    first, _ = both = list(movables)
    reaches = data["known"]["reaches"]
    (alone,) = [row for row in reaches if row["who"] == [first]]
    reaches.append({**alone, "who": both})
    html = page.read_text("utf-8").replace(text, json.dumps(data).replace("<", "\\u003c"))
    to.write_text(html, encoding="utf-8")
    return to, both


def pair(data: Any) -> tuple[str, str, str, str]:
    """Two who can go somewhere, where the first stands, and where he can go."""
    first, second = [one for one in movables(data) if ends(data, one["who"])][:2]
    return first["who"], second["who"], first["start"], ends(data, first["who"])[-1]


def together(clerk: Clerk, first: str, end: str) -> Any:
    """The entry of the first and all who may go with him."""
    clerk.click(f"[data-who='{first}']")
    clerk.click("[data-key='with all']")
    clerk.choose("#destination", end)
    (entry,) = parsed(clerk.orders())["moves"]
    return entry


@pytest.mark.slow
def test_one_is_written_as_a_unit_and_several_as_units(
    clerk: Clerk, jena: tuple[Player, Player], desk: Desk, tmp_path: Path
) -> None:
    page = jena[0].place / "orders.html"
    one, other, start, end = pair(json.loads(island(page)))
    made, both = changed(page, tmp_path / "stack.html", {one: {"start": start}, other: {"start": start}})
    clerk.open(made)
    entry = together(clerk, one, end)
    assert (entry["units"], entry["path"][-1]) == (both, end) and "unit" not in entry
    assert all(who in clerk.text("#move-list") for who in map(desk.game.telling.name, both))
    # Whoever of the two is chosen, their order is; and one of them alone is written as he always is.
    clerk.click(f"[data-who='{other}']")
    assert len(clerk.all(".unit[aria-selected=true]")) == 2
    clerk.click("[data-key='remove chosen']")
    clerk.click(f"[data-who='{one}']")
    clerk.choose("#destination", end)
    assert [sorted(entry) for entry in parsed(clerk.orders())["moves"]] == [["path", "unit"]]


@pytest.mark.slow
def test_who_arrives_together_may_come_in_one_order(clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path) -> None:
    page = jena[0].place / "orders.html"
    one, other, _, end = pair(json.loads(island(page)))
    coming = {who: {"start": "", "arrives": "by the road"} for who in (one, other)}
    clerk.open(changed(page, tmp_path / "column.html", coming)[0])
    assert together(clerk, one, end)["units"] == [one, other]


@pytest.mark.slow
def test_who_is_on_no_map_is_told_in_boxes(at_desk: Clerk, desk: Desk) -> None:
    pictures = desk.game.telling.pictures
    assert pictures is not None
    told = pictures.scene(desk.game.position_of(desk.request), desk.own).beside
    assert told and {key: list(lines) for key, lines in told.items()} == at_desk.data()["beside"]
    boxes = at_desk.all("section[aria-label='Beside the map'] details")
    assert [box.text for box in boxes] == list(told)
    boxes[0].click()
    assert next(iter(told.values()))[0] in boxes[0].text
