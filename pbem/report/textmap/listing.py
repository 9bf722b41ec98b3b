"""A position as a list: the places that matter, what there is to them, and who is there with his id."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from pbem.engine.picture import Board, Counter, Place, Scene, Stroke
from pbem.report.textmap.terminal import beside

_WIDTH: Final = 80
# Place -> army -> counters, the topmost first.
Lying: TypeAlias = dict[str, dict[str, list[Counter]]]


def listing(boards: Sequence[Board], scene: Scene, armies: Mapping[str, str], reader: str = "") -> list[str]:
    """All boards on which something lies, in lines of 80 characters, names as they are printed.

    armies: army id -> printed name, in their order. reader: army whose neighbourhood a list of boxes shows; "" for
    that of all. Of hexes those are told where something lies. Who is elsewhere stands below.
    """
    told = [part for board in boards if (part := list(_board(board, scene, armies, reader)))]
    return [*(line for part in told for line in (*part, "")), *beside(scene, _WIDTH, unicode=True)]


def _board(board: Board, scene: Scene, armies: Mapping[str, str], reader: str) -> Iterator[str]:
    here = {place.id for place in board.places}
    if not here.intersection([place for _, place in scene.held()] + [mark.place for mark in scene.marks]):
        return
    lying: Lying = {}
    for counter in scene.counters:
        lying.setdefault(counter.place, {}).setdefault(counter.army, []).insert(0, counter)
    yield board.title
    yield from (_hexes if board.grid == "hex" else _boxes)(board, lying, scene, armies, reader)


def _hexes(board: Board, lying: Lying, scene: Scene, armies: Mapping[str, str], reader: str) -> Iterator[str]:
    """Side by side, a line for each hex in which it stands; then what else lies in hexes."""
    places = sorted(board.places, key=lambda place: place.id)
    for army, name in armies.items():
        there = [place for place in places if army in lying.get(place.id, {})]
        yield from ["", name] if there else []
        for place in there:
            ground = "" if place.terrain == "clear" else f", {place.terrain}"
            yield from _wrapped(f"{_called(place)}{ground}: {_who(lying[place.id][army])}", "  ", "    ")
    for kind, army in dict.fromkeys((mark.kind, mark.army) for mark in scene.marks):
        marked = {mark.place: mark.text for mark in scene.marks if (mark.kind, mark.army) == (kind, army)}
        there = [place for place in places if place.id in marked]
        # What all of them say is said once: `Held by the French army: 0610, 0711`.
        (same, *others) = dict.fromkeys(marked.values())
        shared = bool(same) and not others
        told = [_called(place) if shared else f"{_called(place)} {marked[place.id]}".rstrip() for place in there]
        heading = same[:1].upper() + same[1:] if shared else f"{kind.capitalize()}{_of(army, armies)}"
        yield from ["", *_wrapped(f"{heading}: {', '.join(told)}", "", "  ")] if told else []


def _boxes(board: Board, lying: Lying, scene: Scene, armies: Mapping[str, str], reader: str) -> Iterator[str]:
    """Box by box from north to south, and below them who is elsewhere."""
    shown = _near(board, scene, reader)
    places = sorted(board.places, key=lambda place: (place.centre[1], place.centre[0], place.id))
    names = {place.id: place.name or place.id for place in places}
    for place in places:
        if place.id in shown:
            ways = [_way(stroke, place, names) for stroke in scene.strokes if place.id in stroke.ends]
            yield from ["", *_box(place, lying.get(place.id, {}), ways, scene, armies)]
    for army, name in armies.items():
        far = [place for place in places if place.id not in shown and army in lying.get(place.id, {})]
        told = [f"{_called(place)} {_who(lying[place.id][army])}" for place in far]
        yield from ["", *_wrapped(f"Elsewhere {name}: {'; '.join(told)}", "", "    ")] if told else []


def _near(board: Board, scene: Scene, reader: str) -> set[str]:
    """The boxes that a reader holds, or all do, and those next to them."""
    held = {place for army, place in scene.held() if reader in ("", army)}
    return held | {end for stroke in board.strokes if held.intersection(stroke.ends) for end in stroke.ends}


def _way(stroke: Stroke, place: Place, names: Mapping[str, str]) -> str:
    """What has come about on the way to another box: `pontoon to Modlin`."""
    (to,) = [end for end in stroke.ends if end != place.id] or stroke.ends[:1]
    return f"{'bridge destroyed' if stroke.kind == 'broken' else stroke.kind} to {names.get(to, to)}"


def _box(
    place: Place, lying: Mapping[str, Sequence[Counter]], ways: Sequence[str], scene: Scene, armies: Mapping[str, str]
) -> Iterator[str]:
    """A box: its name, what lies in it and on its ways, what there is to know of it, and each army's counters."""
    marks = [mark for mark in scene.marks if mark.place == place.id]
    notes = [f"{mark.kind}{_of(mark.army, armies)} {mark.text}" for mark in marks]
    yield from _wrapped(", ".join([_called(place), *(note.rstrip() for note in notes), *ways]), "", "    ")
    known = "; ".join(line.removeprefix(f"{place.id}: ") for line in place.hover)
    yield from _wrapped(known, "    ", "    ") if known else []
    for army, name in armies.items():
        if army in lying:
            yield from _wrapped(f"{name}: {_who(lying[army])}", "  ", "    ")


def _of(army: str, armies: Mapping[str, str]) -> str:
    return f" of {armies[army]}" if army in armies else ""


def _called(place: Place) -> str:
    """`0610 Closwitz`, `Pułtusk (pultusk)`."""
    return f"{place.label} {place.name}".strip() if place.label else f"{place.name} ({place.id})".strip()


def _who(counters: Sequence[Counter]) -> str:
    """`1/Tauenzien (tau-1) 6-3, r19?`, the topmost first."""
    return ", ".join(_counter(counter) for counter in counters)


def _counter(counter: Counter) -> str:
    if counter.symbol == "unknown" and not counter.value:
        return f"{counter.id}?"
    faces = [f"faces {counter.facing}"] if counter.facing else []
    words = [*counter.state, *faces, *([f"also in {' and '.join(counter.also)}"] if counter.also else [])]
    states = [f"({', '.join(words)})"] if words else []
    name = counter.hover[0] if counter.hover else counter.name
    known = "" if f"({counter.id})" in name else f"({counter.id})"
    return " ".join(filter(None, (name, known, counter.value, *states)))


def _wrapped(text: str, begins: str, goes_on: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=begins, subsequent_indent=goes_on, break_on_hyphens=False, break_long_words=False
    )
