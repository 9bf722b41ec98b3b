"""Below a map in plain characters: who moved whence whither, and which combats there were, a line for each."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import ARROWS, Arrow, Board, Counter, Fight, Scene
from pbem.report.textmap.extract import combat_sign
from pbem.report.typesetting import Style

# What a name does not say by itself; foot is what most counters are.
_ARMS: Final = {"cavalry": "cav", "artillery": "art", "train": "train", "garrison": "garrison"}


def unit(counter: Counter, *, bare: bool = False) -> str:
    """`Lannes 6 (fatigued)`, `Grawert art 3-3`; bare: without what it is worth and how it stands."""
    faces = [f"faces {counter.facing}"] if counter.facing else []
    told = [*counter.state, *faces, *([f"also in {' and '.join(counter.also)}"] if counter.also else [])]
    states = f" ({', '.join(told)})" if told and not bare else ""
    arm = _ARMS.get(counter.symbol, "")
    return " ".join(filter(None, (counter.name, arm, "" if bare else counter.value))) + states


def happenings(board: Board, scene: Scene, armies: Mapping[str, str], style: Style, width: int) -> Iterator[str]:
    """The moves of each army and the combats on a board, in lines of at most `width` characters; a blank line below."""
    names = {place.id: place.name if board.grid != "hex" else place.label for place in board.places}
    names = {at: style.fit(name) or at for at, name in names.items()}
    counters = {counter.id: unit(counter, bare=True) for counter in scene.counters}
    parts = [*_moves(board, scene, armies, names, counters, style), *_combats(scene, armies, names, style)]
    for number, (heading, entries) in enumerate(parts):
        yield from ([] if number == 0 else [""])
        yield from textwrap.wrap(style.fit(heading), width)
        for entry in entries:
            yield from textwrap.wrap(
                style.fit(entry), width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
    if parts:
        yield ""


def laid_over(board: Board, scene: Scene, style: Style, width: int) -> Iterator[str]:
    """What is laid over a board, its title and a line for each kind of area and line; a blank line below each."""
    names = {place.id: place.label or place.name or place.id for place in board.places}
    for overlay in scene.overlays:
        told: dict[str, list[str]] = {}
        for area in overlay.areas:
            told.setdefault(area.text, []).extend(names[at] for at in area.places if at in names)
        for line in overlay.lines:
            if all(at in names for at in line.places):
                told.setdefault(line.text, []).append(" - ".join(names[at] for at in line.places))
        kinds = [(text, rows) for text, rows in told.items() if rows]
        yield from textwrap.wrap(style.fit(f"{overlay.title[:1].upper()}{overlay.title[1:]}"), width)
        for text, rows in kinds or [("", ["none that can be told"])]:
            entry = f"{text}: {', '.join(rows)}" if text else rows[0]
            yield from textwrap.wrap(
                style.fit(entry), width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
        yield ""


def _moves(
    board: Board,
    scene: Scene,
    armies: Mapping[str, str],
    names: Mapping[str, str],
    counters: Mapping[str, str],
    style: Style,
) -> Iterator[tuple[str, list[str]]]:
    """A heading for each army, and a line for each kind of movement; who took the same way is told of together."""
    taken: dict[str, dict[str, dict[tuple[str, ...], list[str]]]] = {army: {} for army in armies}
    for arrow in scene.arrows:
        if arrow.places and all(at in names for at in arrow.places):
            ways = taken.setdefault(arrow.army, {}).setdefault(arrow.kind, {})
            ways.setdefault(_way(board, arrow), []).extend(arrow.who)
    for army, kinds in taken.items():
        ordered = sorted(kinds, key=lambda kind: (ARROWS.index(kind) if kind in ARROWS else len(ARROWS), kind))
        told = [
            f"{kind}: {'; '.join(_told(kind, way, who, names, counters, style) for way, who in kinds[kind].items())}"
            for kind in ordered
        ]
        if told:
            yield f"Moves of {armies.get(army, army)}", told


def _way(board: Board, arrow: Arrow) -> tuple[str, ...]:
    """Of hexes the first and the last; from box to box every step, for each is a march of its own."""
    ends = (arrow.places[0], arrow.places[-1])
    return arrow.places if board.grid != "hex" else ends if ends[0] != ends[1] else ends[:1]


def _told(
    kind: str,
    way: Sequence[str],
    who: Sequence[str],
    names: Mapping[str, str],
    counters: Mapping[str, str],
    style: Style,
) -> str:
    """`1/Saxon, 2/Saxon 0516 -> 0715`; who came or went over the edge says so by the arrow alone."""
    units = ", ".join(dict.fromkeys(counters.get(one, one) for one in who))
    places = [names[at] for at in way]
    places = ["", *places] if kind == "entry" else [*places, ""] if kind == "exit" else places
    return f"{units} {f' {style.arrow} '.join(places).strip()}".strip()


def _combats(
    scene: Scene, armies: Mapping[str, str], names: Mapping[str, str], style: Style
) -> Iterator[tuple[str, list[str]]]:
    """A line for each combat: who attacked where and whence, and what came of it."""
    fights = [fight for fight in scene.fights if any(at in names for at in fight.at)]
    if fights:
        yield "Combats", [f"{combat_sign(style)} {_combat(fight, armies, names)}" for fight in fights]


def _combat(fight: Fight, armies: Mapping[str, str], names: Mapping[str, str]) -> str:
    at = ", ".join(names.get(one, one) for one in fight.at)
    whence = ", ".join(names.get(one, one) for one in fight.by if one not in fight.at)
    attack = f"{armies.get(fight.army, fight.army)} attack" if fight.army else "attack"
    return f"{at}: {attack}{f' from {whence}' if whence else ''}: {_result(fight)}"


def _result(fight: Fight) -> str:
    """The result in short, and the last line of the calculation, which says what it means."""
    last = fight.hover[-1].removeprefix("Result: ") if fight.hover else ""
    if not fight.text:
        return last or "undecided"
    return last if fight.text in last else f"{fight.text}; {last}" if last else fight.text
