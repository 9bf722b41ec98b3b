"""The map in plain characters: the boxes with counters and those next to them, with their links and what lies there."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import BLOCKED, PONTOON, Board
from rulesets.jours_de_gloire.facts import printed_name
from rulesets.jours_de_gloire.holdings import content_name, who
from rulesets.jours_de_gloire.mapdata import link_name
from rulesets.jours_de_gloire.setting import Setting

_KEY = (
    "-1- plain link, -2- dotted link; ~ ford, = bridge, + pontoon, | river without a way over, x destroyed bridge.",
    "Counters: number and what all can see of it; ? lies face down; * fatigued.",
)


def map_text(setting: Setting, at: Json, side: str = "") -> str:
    """Box by box from north to south. side: whose neighbourhood is shown; empty for both."""
    board = Board(setting, at)
    held = {box for one in setting.sides if side in ("", one) for box in board.boxes_of(one)}
    shown = held | {to for box in sorted(held) for to in setting.field.neighbours(box)}
    boxes = sorted(shown or setting.boxes, key=lambda uid: (-setting.boxes[uid].lat, uid))
    lines = [setting.map.title, ""]
    for box in boxes:
        lines += _block(board, box)
    return "\n".join([*lines, *_KEY, ""])


def _block(board: Board, box: str) -> list[str]:
    setting, place = board.setting, board.setting.boxes[box]
    notes = [place.terrain] if place.terrain != "clear" else []
    notes += ["fortified city"] if place.city else []
    if box in board.at["control"]:
        notes.append(f"held by {printed_name(setting, board.at['control'][box])}")
    if box in board.at["entrenched"]:
        notes.append(f"entrenched by {printed_name(setting, board.at['entrenched'][box])}")
    if box in board.at["sieges"]:
        notes.append(f"besieged, step {board.at['sieges'][box]['step']}")
    head = f"{place.name} ({box}){': ' if notes else ''}{', '.join(notes)}"
    links = "  ".join(_link(board, box, to) for to in setting.field.neighbours(box))
    lines = [head, f"    {links}"]
    for one in setting.sides:
        counters = board.counters(one, box)
        if counters:
            lines.append(f"  {printed_name(setting, one)}: {', '.join(_counter(board, c) for c in counters)}")
    return lines


def _link(board: Board, box: str, to: str) -> str:
    """`-1= pultusk`."""
    setting = board.setting
    link = setting.link(box, to)
    cost = setting.charts.number("movement", "links", link.kind) if link is not None else 0
    over = board.crossing(box, to)
    mark = {"ford": "~", "bridge": "=", PONTOON: "+"}.get(over, "-")
    if board.link_state(box, to) == BLOCKED:
        mark = "x" if link_name(box, to) in board.at["broken"] else "|"
    return f"-{cost}{mark} {to}"


def _counter(board: Board, counter: str) -> str:
    content = board.content(counter)
    mark = "*" if board.marked(counter, "fatigued") else ""
    if content is None:
        return f"{counter}?{mark}"
    strength = f" {content['pf']}" if "pf" in content else ""
    name = content_name(board.setting, content)
    return f"{counter} {name if who(content) else 'dummy'}{strength}{mark}"
