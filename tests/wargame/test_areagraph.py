"""Boxes and links: what touches what, and every fault of a bad map at once."""

from __future__ import annotations

import pytest

from pbem.wargame.areagraph import AreaGraph, Link, graph_faults
from pbem.wargame.faults import DataFaults
from pbem.wargame.movement import reach

KINDS = ("road", "dotted")
BOXES: dict[str, dict[str, str]] = {name: {} for name in ("Dal", "Born", "Arn", "Cold", "Esk", "Falk")}
LINKS = (
    Link("Born", "Arn", "road"),
    Link("Born", "Cold", "dotted", 2, {"river": "ford"}),
    Link("Cold", "Arn", "road", 4),
    Link("Esk", "Falk", "road"),
    Link("Dal", "Cold", "road"),
)


def test_neighbours_and_links_go_both_ways_in_order_of_name() -> None:
    graph = AreaGraph(BOXES, LINKS, KINDS)
    assert graph.neighbours("Cold") == ("Arn", "Born", "Dal")
    assert graph.neighbours("Arn") == ("Born", "Cold")
    assert graph.links("Cold") == (LINKS[2], LINKS[1], LINKS[4])
    assert graph.link("Born", "Cold") is graph.link("Cold", "Born") is LINKS[1]
    assert graph.link("Arn", "Dal") is None
    assert "Esk" in graph
    assert "Nowhere" not in graph
    with pytest.raises(KeyError):
        graph.neighbours("Nowhere")


def test_pieces_that_no_link_joins() -> None:
    graph = AreaGraph(BOXES, LINKS, KINDS)
    assert graph.parts() == (("Arn", "Born", "Cold", "Dal"), ("Esk", "Falk"))


def test_movement_search_runs_on_boxes() -> None:
    graph = AreaGraph(BOXES, LINKS, KINDS)

    def cost(a: str, b: str) -> int | None:
        link = graph.link(a, b)
        return None if link is None else link.cost

    found = reach("Arn", 3, graph.neighbours, cost)
    assert found.costs == {"Arn": 0, "Born": 1, "Cold": 3}


def test_every_fault_is_reported_at_once() -> None:
    links = [
        Link("Arn", "Nil", "road"),
        Link("Born", "Born", "road"),
        Link("Arn", "Born", "rail", 0),
        Link("Born", "Arn", "road"),
    ]
    boxes: dict[str, dict[str, str]] = {"Arn": {}, "Born": {}, "Cold": {}}
    expected = [
        "Arn-Nil: no box Nil",
        "Born-Born: joins a box to itself",
        "Arn-Born: kind rail is not one of road, dotted",
        "Arn-Born: cost 0 is not above zero",
        "Born-Arn: these boxes are joined already",
        "Cold: no link leads there",
    ]
    assert graph_faults(boxes, links, KINDS) == expected
    with pytest.raises(DataFaults) as bad:
        AreaGraph(boxes, links, KINDS)
    assert list(bad.value.faults) == expected
    assert graph_faults({}, [], KINDS) == ["a map has at least one box"]
    assert graph_faults({"Arn": {}}, [], KINDS) == []
