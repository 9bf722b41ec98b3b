"""What can be told of a position and of what happened: headlines, names, standings, and events in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.setting import Setting

# Members of an event that are said elsewhere in its sentence, or to nobody.
_SILENT: Final = frozenset({"kind", "case", "army", "label", "text", "why"})


def headline(setting: Setting, at: Json) -> str:
    """The phase that begins at a position in words."""
    name = setting.scenario.counters[at["player"]].name
    if at["stage"] == "setup":
        return f"Set-up, {name}"
    if at["stage"] == "over":
        return "The game is over"
    label = setting.scenario.turns[at["turn"] - 1].label
    return f"Turn {at['turn']} ({label}), {name} player turn"


def printed_name(setting: Setting, thing: str) -> str:
    """The printed name of anything that has one, else the id itself."""
    tables: tuple[Mapping[str, Any], ...] = (
        setting.units,
        setting.generals,
        setting.forces.detachments,
        setting.commands,
        setting.boxes,
        setting.map.entries,
        setting.scenario.counters,
    )
    for table in tables:
        if thing in table:
            return str(table[thing].name)
    return thing


# -- standings ---------------------------------------------------------------------------------


def facts(setting: Setting, at: Json) -> Json:
    """Turn, weather, and for each side its counters, losses, points and what it holds; all of it public."""
    board = Board(setting, at)
    sides = {side: _side(setting, board, side) for side in setting.sides}
    return {
        "turn": at["turn"],
        "turns": len(setting.scenario.turns),
        "stage": at["stage"],
        "phasing": at["player"],
        "order": list(at["order"]),
        "weather": at["weather"],
        "pc": dict(at["pc"]),
        "sides": sides,
        "sieges": {box: dict(siege) for box, siege in at["sieges"].items()},
        "standing": _rows(setting, at, sides),
    }


def _side(setting: Setting, board: Board, side: str) -> dict[str, Json]:
    at = board.at
    held = sorted(box for box in setting.scenario.boxes if at["control"].get(box) == side)
    return {
        "counters": len(board.counters(side)),
        "face_up": len(board.counters(side)) - len(board.hidden(side)),
        "dummies_out": sum(at["out"][side].values()),
        "losses": at["losses"][side],
        "battle_points": at["pv"][side],
        "boxes": {box: setting.scenario.boxes[box] for box in held},
        "waiting": sum(entry["pf"] for entry in at["pool"][side]),
    }


def _rows(setting: Setting, at: Json, sides: Mapping[str, Mapping[str, Json]]) -> list[list[str]]:
    rows = []
    if at["stage"] == "play":
        order = " then ".join(printed_name(setting, side) for side in at["order"])
        rows.append(["Turn", f"{at['turn']} of {len(setting.scenario.turns)}, {at['weather']}, {order}"])
    for side, told in sides.items():
        points = sum(told["boxes"].values()) + told["battle_points"]
        text = f"{told['counters']} counters, {told['face_up']} face up; {told['losses']} PF lost; {points} points"
        rows.append([printed_name(setting, side), text])
    if at["pc"]:
        left = ", ".join(f"{printed_name(setting, command)} {points}" for command, points in at["pc"].items())
        rows.append(["Command points", left])
    for box, siege in at["sieges"].items():
        rows.append(["Siege", f"{printed_name(setting, box)} by {printed_name(setting, siege['by'])}, {siege['step']}"])
    return rows


# -- events ------------------------------------------------------------------------------------


def event_text(setting: Setting, event: Mapping[str, Json]) -> str:
    """An event as one sentence: what happened, to whom, and every figure that goes with it."""
    if event["kind"] in ("result", "ordered"):
        return _of_program(setting, event)
    head = str(event.get("text") or str(event["kind"]).replace("-", " ").capitalize())
    parts = [
        f"{str(member).replace('_', ' ')} {said}"
        for member, value in sorted(event.items())
        if member not in _SILENT and (said := _said(setting, value))
    ]
    army = f"{printed_name(setting, str(event['army']))}: " if event.get("army") else ""
    case = f" ({event['case']})" if event.get("case") else ""
    return f"{army}{head}{': ' if parts else ''}{', '.join(parts)}{case}."


def _of_program(setting: Setting, event: Mapping[str, Json]) -> str:
    """What the program itself asks words for: a result, and one entry of somebody's orders."""
    if event["kind"] == "result":
        return str(event["result"])
    return f"{event['member']}: {_said(setting, event['entry'])}"


def _said(setting: Setting, value: Json) -> str:
    """Any value of an event in words; nested ones in brackets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{printed_name(setting, str(k))} {_said(setting, v)}" for k, v in sorted(value.items()))
        return f"({inner})" if inner else ""
    if isinstance(value, list | tuple):
        return " ".join(_said(setting, one) for one in value)
    return printed_name(setting, value) if isinstance(value, str) else str(value)


def order_lines(setting: Setting, orders: Mapping[str, Json]) -> list[str]:
    """Public orders, a line for each entry."""
    lines = []
    for member, value in orders.items():
        if member == "for":
            continue
        entries = value if isinstance(value, list) else [value]
        lines += [f"{member}: {_said(setting, entry)}" for entry in entries]
    return lines or ["everybody stays where he is"]
