"""A combat on the page: who, with what strength, over which ground, odds step by step, die, result and its price."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.calculation import column_text, mixed, unit_text
from pbem.report.chapters import Action
from pbem.report.dispatch import Event, Naming, Wording
from pbem.report.typesetting import Paper

_INDENT = 4
_FROM_AFAR = "Nothing comes of it: guns that attack from afar alone suffer no result."


def write_action(page: Paper, action: Action, name: Naming, wording: Wording) -> None:
    """One combat with everything that came of it, or what was told between two combats."""
    if action.combat is None:
        for event in action.after:
            _sentence(page, wording(event), 2)
        return
    event = action.combat
    called = "" if event["id"] == event["on"][0] else f" {event['id']}"
    told, die = event["calculation"], _die(event, wording)
    page.fold(f"Attack{called} on {_hexes(event['on'], name)}", f"{told['used']}, die {die}")
    page.labelled("Attackers", _attackers(event, name), indent=_INDENT)
    page.labelled("Defenders", _defenders(event, name), indent=_INDENT)
    page.labelled("Odds", column_text(told, page.style.arrow), indent=_INDENT)
    page.labelled("Die", die, indent=_INDENT)
    page.reckoning(event)
    for after in action.after:
        _sentence(page, wording(after), _INDENT)
    if not action.after and all(unit.get("bombards") for unit in event["attackers"]):
        _sentence(page, _FROM_AFAR, _INDENT)
    page.unfold()


def _sentence(page: Paper, text: str, indent: int) -> None:
    if text:
        page.paragraph(text, indent=indent, hang=2)


def _hexes(hexes: Sequence[str], name: Naming) -> str:
    return " and ".join(name(at) for at in hexes)


def _attackers(event: Event, name: Naming) -> str:
    parts = []
    for unit in event["attackers"]:
        ways = [f"over the {unit['via']}"] if unit.get("via") else []
        ways += ["bombarding"] if unit.get("bombards") else []
        parts.append(" ".join([name(unit["unit"]), mixed(unit["strength"]), f"from {unit['hex']}", *ways]))
    return _total(parts, event["calculation"]["strengths"][0]["counts"])


def _defenders(event: Event, name: Naming) -> str:
    strength = event["calculation"]["strengths"][1]
    return _total([unit_text(unit, name) for unit in strength["units"]], strength["counts"])


def _total(parts: Sequence[str], total: int | str) -> str:
    text = "; ".join(parts)
    return f"{text}; together {mixed(total)}" if len(parts) > 1 else text


def _die(event: Event, wording: Wording) -> str:
    meaning = wording({"kind": "result", "result": event["result"]})
    return f"{event['die']}: {event['result']}" + (f", {meaning}" if meaning else "")
