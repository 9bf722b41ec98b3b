"""What holds for every ruleset's pictures and figures, and the sample campaigns to hold it against."""

from __future__ import annotations

from collections import Counter as Tallied
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from pbem.campaign.core.fold import chain_of
from pbem.campaign.records.archiving import LOG, unpack
from pbem.engine.figures import Fortune
from pbem.engine.picture import ARROWS, CORNERS, STROKES, SYMBOLS, TERRAINS, Board, Scene
from tests.places import SAMPLES

Event = Mapping[str, Any]
DIRECTIONS = {word for corners in CORNERS for corner in corners for word in corner.split("-")}


@cache
def sample(name: str) -> tuple[Any, list[tuple[Any, list[Event]]]]:
    """The game of a sample campaign, and after each of its messages the position with the events that led to it."""
    lines = unpack((SAMPLES / name / "campaign.pbem").read_bytes())[LOG].split(b"\n")[:-1]
    machine, chain = chain_of(lines)
    states = [(seq, state) for seq, state in enumerate(chain.states) if state and "at" in state]
    return machine.game, [(state["at"], list(machine.events.get(seq - 1, ()))) for seq, state in states]


def events_of(name: str) -> list[Event]:
    """All events of a sample campaign."""
    return [event for _, events in sample(name)[1] for event in events]


def check_boards(game: Any, fresh: Any, places: Sequence[str]) -> None:
    """The same boards from two games of the same terms; each place once; all lines in words and on the map."""
    assert game.telling.pictures is not None and game.telling.figures is not None
    boards: Sequence[Board] = game.telling.pictures.boards()
    assert boards is game.telling.pictures.boards() and tuple(boards) == tuple(fresh.telling.pictures.boards())
    assert Tallied(place.id for board in boards for place in board.places) == Tallied(places)
    for board in boards:
        check_board(board)


def check_board(board: Board) -> None:
    """Each place has its point, all is drawn in words that every renderer knows, in whole numbers."""
    here = {place.id: place for place in board.places}
    assert len({place.centre for place in board.places}) == len(here)
    assert all({place.terrain, *place.signs} <= set(TERRAINS) for place in board.places)
    for stroke in board.strokes:
        assert stroke.kind in STROKES and len(stroke.points) >= 2 and 1 <= stroke.weight <= 3
        assert len(stroke.ends) in (0, 2) and set(stroke.ends) <= here.keys()
    numbers = [n for stroke in board.strokes for point in stroke.points for n in point]
    assert {type(n) for n in numbers} == {int}


def check_scene(game: Any, scene: Scene) -> None:
    """Everything lies in a place of a board, in words that every renderer knows, and no counter lies there twice."""
    places = {place.id for board in game.telling.pictures.boards() for place in board.places}
    armies = set(game.scenario.armies)
    ids = [counter.id for counter in scene.counters]
    assert len(set(ids)) == len(ids)
    for counter in scene.counters:
        assert counter.place in places and counter.army in armies and counter.symbol in SYMBOLS
        assert counter.name and counter.hover and counter.strength >= 0
        assert counter.down == (counter.symbol == "unknown")
        assert {*counter.also, *(at for at, _ in counter.fronts)} <= places and counter.place not in counter.also
        assert {word for _, word in counter.fronts} <= DIRECTIONS
    for arrow in scene.arrows:
        assert arrow.kind in ARROWS and arrow.army in armies and arrow.places and arrow.who
        assert set(arrow.places) <= places
    for fight in scene.fights:
        assert fight.at and fight.army in armies and fight.hover
        assert {*fight.at, *fight.by} <= places
    assert {mark.place for mark in scene.marks} <= places
    assert all(stroke.kind in STROKES and set(stroke.ends) <= places for stroke in scene.strokes)
    assert all(heading and lines for heading, lines in scene.beside.items())


def check_fortune(fortune: Fortune, armies: Sequence[str]) -> None:
    """Exact chances that add up to one, each worth once, and what happened was possible."""
    worths = [worth for worth, _ in fortune.chances]
    assert fortune.army in armies and fortune.name
    assert worths == sorted(set(worths))
    assert all(chance > 0 for _, chance in fortune.chances)
    assert sum((chance for _, chance in fortune.chances), Fraction(0)) == 1
    assert fortune.actual in worths
    assert min(worths) <= fortune.expected <= max(worths)
    assert (fortune.variance == 0) == (len(worths) == 1)


def written(thing: Any) -> Iterator[str]:
    """All texts in a thing made of maps, lists and data classes."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from written(key)
            yield from written(value)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            yield from written(value)
    elif hasattr(thing, "__slots__"):
        for name in thing.__slots__:
            yield from written(getattr(thing, name))
