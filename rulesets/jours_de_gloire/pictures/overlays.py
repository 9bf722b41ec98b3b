"""What may be laid over the map: lines of communication, by which a unit is in command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Area, Line, Overlay
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.pictures.scene import known_to
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.march.command import Lines, Link
from rulesets.jours_de_gloire.rules.march.march import cheapest_way
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.telling.facts import printed_name

OVERLAYS: Final[Mapping[str, str]] = {"command": "lines of communication (4.3)"}
_KINDS: Final = {Link.CHIEF: "full", Link.GENERAL: "half"}


def overlay(setting: Setting, at: Position, name: str, own: Own = NOTHING) -> Overlay:
    """jdg 4.3-1: who is linked to whom at a position. Raises KeyError for another name than those above.

    Only counters that the reader knows are looked at. Of an army of which he does not know all, nobody is called out of
    command: a general whom he does not know may lead him.
    """
    title, board = OVERLAYS[name], Board(setting, at)
    known = known_to(setting, board, own)
    lines, areas = list[Line](), list[Area]()
    for army in setting.armies:
        found = list(_linked(setting, board, known, army))
        lines += dict.fromkeys(line for _, line in found if line is not None)
        alone = sorted({board.box(counter) for counter, line in found if line is None})
        if alone and all(counter in known for counter in board.counters(army)):
            words = f"{printed_name(setting, army)}: without a line of communication"
            areas.append(Area(army, "cut", tuple(alone), words))
    return Overlay(name, title, tuple(areas), tuple(lines))


def _linked(setting: Setting, board: Board, known: Known, army: str) -> Iterator[tuple[str, Line | None]]:
    """Each known unit and general of an army that needs a line, with the one that it has; None: it has none.

    Who stands in one box with his general, or is the chief, needs none and is left out.
    """
    lines = Lines(setting, board, known, army)
    where = {general.id: board.box(c) for c in board.counters(army) if (general := setting.general(known.get(c)))}
    words = f"{printed_name(setting, army)}: line of communication"
    for counter in board.counters(army):
        content, box = known.get(counter), board.box(counter)
        if setting.general(content) is None and setting.troops(content) is None:
            continue
        link = lines.of(counter)
        if link == Link.NONE:
            yield counter, None
            continue
        leaders = [where[uid] for uid in _leaders(setting, board, lines, content, box)]
        ways = [way for start in dict.fromkeys(leaders) if (way := _way(setting, board, army, start, box))]
        if ways and box not in leaders:
            text = words if link == Link.CHIEF else f"{words}, not to the chief"
            yield counter, Line(army, _KINDS[link], min(ways, key=lambda way: (len(way), way)), text)


def _leaders(setting: Setting, board: Board, lines: Lines, content: Json, box: str) -> list[str]:
    """jdg 4.1-2, 4.3-1: who gives a counter its link: the chief to a general, else generals, linked ones before all."""
    if setting.general(content) is not None:
        return [board.chief(setting.command_of(content))]
    near = lines.leaders(box, setting.command_of(content))
    return [uid for uid in near if lines.of_general(uid) == Link.CHIEF] or list(near)


def _way(setting: Setting, board: Board, army: str, start: str, box: str) -> tuple[str, ...]:
    """jdg 4.3-2: the boxes of the cheapest way from a general to a box; () in his own."""
    way = cheapest_way(setting, board, army, start, box)
    return (start, *way) if way else ()
