"""Names on counters that have no room for all of them: those of different units stay different in one picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.engine.picture import Board, Scene
from pbem.report.picture.crop import Frame
from pbem.report.picture.lettering import clean
from pbem.report.picture.palette import NEUTRAL, Livery
from pbem.report.picture.stacks import stacks
from pbem.report.picture.symbols import NAMED, designation


def told_apart(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Scene:
    """The scene, with other names on counters whose own ones, cut as the smallest counter cuts them, would be alike."""
    edges = [stack.edge for stack in stacks(board, scene, frame) if stack.edge >= NAMED]
    if not edges:
        return scene
    border = max((looks.get(counter.army, NEUTRAL).border for counter in scene.counters), default=0)
    names = dict.fromkeys(counter.name for counter in scene.counters if clean(counter.name))
    others = distinct(names, min(edges), border)
    if not others:
        return scene
    counters = [
        replace(one, name=others[one.name], hover=one.hover or (f"{one.name} {one.value}".strip(),))
        if one.name in others
        else one
        for one in scene.counters
    ]
    return replace(scene, counters=tuple(counters))


def distinct(names: Collection[str], edge: float, border: int) -> dict[str, str]:
    """Name -> what stands for it on a counter, for names that would be cut to the same letters; no two are alike."""
    cut = {name: designation(name, edge, border)[0] for name in names}
    taken, found = set(cut.values()), dict[str, str]()
    for text in dict.fromkeys(cut.values()):
        alike = [name for name in cut if cut[name] == text]
        for name in alike if len(alike) > 1 else ():
            spare = (one for one in _shorter(name, _same(alike)) if _whole(one, edge, border))
            found[name] = next(one for one in spare if one not in taken)
            taken.add(found[name])
    return found


def _same(names: Sequence[str]) -> int:
    """How many letters all of them begin with."""
    return next(
        (n for n, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1), min(map(len, names))
    )


def _whole(text: str, edge: float, border: int) -> bool:
    return designation(text, edge, border)[0] == text


def _shorter(name: str, same: int) -> Iterator[str]:
    """Its first letters and what tells it from the others; at the very last a letter and a number."""
    name = clean(name)
    for tail in (name[same:], name.split(" ")[-1]):
        for width in range(len(tail), 0, -1):
            for head in (4, 3, 2, 1):
                yield f"{name[: min(head, same)].rstrip(' ./-')}.{tail[:width].strip(' ./-')}"
    yield from (f"{name[:1]}{number}" for number in range(1, 1000))
    yield from (str(number) for number in range(1, 10000))
