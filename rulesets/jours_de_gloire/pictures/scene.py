"""What lies on the map at one moment, as one reader may see it: counters, markers, and who is on no box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Counter, Mark, Scene, Stroke
from rulesets.jours_de_gloire.beginning import to_be_set_up
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name, who
from rulesets.jours_de_gloire.pictures.drawing import crossing
from rulesets.jours_de_gloire.pictures.layout import Layout
from rulesets.jours_de_gloire.pictures.scene_beside import beside
from rulesets.jours_de_gloire.pictures.scene_events import arrows, fights
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.straggling import held_by
from rulesets.jours_de_gloire.setting import General, Known, Setting, Troops
from rulesets.jours_de_gloire.telling.facts import printed_name

Event = Mapping[str, Any]


def scene(setting: Setting, layout: Layout, at: Position, own: Own = NOTHING, events: Sequence[Event] = ()) -> Scene:
    """A position with the events that led to it. own: of the reader, whose own counters are shown with what they hold.

    Whatever else lies face down is a number and no more: it is drawn from the position and the events alone.
    """
    board = Board(setting, at)
    known = known_to(setting, board, own)
    return Scene(
        counters=tuple(_counter(setting, board, own.army, known, counter) for counter in _from_bottom(board, known)),
        marks=tuple(_marks(board)),
        arrows=arrows(events),
        fights=fights(setting, at, own, events),
        beside=beside(setting, board),
        strokes=tuple(_strokes(setting, layout, board)),
        beginnings=_beginnings(board),
    )


def _beginnings(board: Board) -> Mapping[str, tuple[str, ...]]:
    """jdg 7.1-1: army -> boxes where it will begin. The scenario says it to everybody."""
    found = {army: tuple(to_be_set_up(board, army)) for army in board.setting.armies}
    return {army: boxes for army, boxes in found.items() if boxes}


def known_to(setting: Setting, board: Board, own: Own) -> dict[str, Json]:
    """Counter -> content of what a reader knows: everything that lies face up, and his own."""
    mine = held_by(setting, board, own.army, own.markers) if own.army in setting.armies else {}
    return {**board.known(), **mine}


def _from_bottom(board: Board, known: Known) -> list[str]:
    """Counters by army and number, in each box those of generals on top."""
    return sorted(board.counters(), key=lambda counter: (board.army(counter), _leads(board.setting, known, counter)))


def _leads(setting: Setting, known: Known, counter: str) -> bool:
    return setting.general(known.get(counter)) is not None


# -- counters ----------------------------------------------------------------------------


def _counter(setting: Setting, board: Board, reader: str, known: Known, counter: str) -> Counter:
    army, box = board.army(counter), board.box(counter)
    content = known.get(counter)
    state = tuple(_states(board, reader, counter, content))
    if content is None:
        hover = (f"{counter}, face down", f"{printed_name(setting, army)} counter", *state)
        return Counter(counter, box, army, "unknown", counter, down=True, state=state, hover=hover)
    strength = int(content.get("pf", 0))
    value = str(strength) if "pf" in content else _general_value(setting.general(content))
    hover = tuple(_hover(setting, army, counter, content, state))
    symbol = "leader" if setting.general(content) is not None else setting.kind(content)
    # In print a unit's number stands in brackets behind its commander.
    name = content_name(setting, content).partition(" (")[0] if who(content) else "dummy"
    return Counter(counter, box, army, symbol, name, value, strength, False, state, hover)


def _general_value(general: General | None) -> str:
    """jdg 1.1-1: a star for each rank, and the command value."""
    return f"{'*' * general.rank} {general.vc}" if general is not None else ""


def _states(board: Board, reader: str, counter: str, content: Json) -> Iterator[str]:
    """In words. A reader's own counter says besides whether the enemy sees it, and everybody knows markers."""
    at = board.at
    if content is not None and board.setting.dummy(content):
        yield "dummy"
    if board.marked(counter, "fatigued"):
        yield "fatigued"
    if board.marked(counter, "lag"):
        yield "stragglers"
    if counter in at.inside.get(board.box(counter), ()):
        yield "in the citadel"
    if board.army(counter) == reader and board.setting.fog.exposed(board, counter):
        yield "seen"


def _hover(setting: Setting, army: str, counter: str, content: Json, state: Sequence[str]) -> Iterator[str]:
    """What is known of a counter: name, number, army and command, ratings, strength, markers."""
    yield f"{content_name(setting, content)}{setting.fog.tag(counter)}"
    command = setting.command_of(content)
    yield f"{printed_name(setting, army)}{f', {printed_name(setting, command)}' if command else ''}"
    general, troops = setting.general(content), setting.troops(content)
    if general is not None:
        yield f"general of rank {general.rank}, command value {general.vc}, tactical bonus {general.bt} (1.1-1)"
    if troops is not None:
        yield from _ratings(setting, troops, content)
    yield from state


def _ratings(setting: Setting, troops: Troops, content: Json) -> Iterator[str]:
    of = f" of {printed_name(setting, content['of'])}" if content.get("of") else ""
    yield f"{troops.kind}{' detachment' if troops.detachment else ''}{of}"
    lag = f", {content['lag']} PF of stragglers" if content.get("lag") else ""
    initial = f" of {troops.initial}" if troops.initial else ""
    yield f"{content['pf']}{initial} PF{lag}"
    yield f"cohesion {troops.co}, guns {troops.ba}, cavalry {troops.bc} (1.2.1)"


# -- markers -----------------------------------------------------------------------------


def _marks(board: Board) -> Iterator[Mark]:
    """Flags, works and sieges, in the map's order."""
    at = board.at
    for box in board.setting.boxes:
        if box in at.control:
            yield Mark(box, "control", at.control[box])
        if box in at.entrenched:
            yield Mark(box, "entrenched", at.entrenched[box])
        if box in at.sieges:
            siege = at.sieges[box]
            yield Mark(box, "siege", siege.by, f"step {siege.step}")


def _strokes(setting: Setting, layout: Layout, board: Board) -> Iterator[Stroke]:
    """Bridges that are down and pontoons that lie (6.4)."""
    for link in sorted(board.at.broken):
        yield crossing(setting, layout, "broken", link)
    for link in sorted(board.at.pontoons):
        yield crossing(setting, layout, "pontoon", link)
