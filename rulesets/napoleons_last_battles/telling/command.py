"""Events of the command segment in words: who commands whom, who is left without, headquarters (11.0, 12.1D, 16.14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.napoleons_last_battles.telling.named import DispatchNames


def _commands(names: DispatchNames, event: Event) -> str:
    whom = names.units([*event["officers"], *event["units"]])
    verb = "passes command on to" if event["case"].startswith("11.1B") else "commands"
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])} {verb} {whom}{cited(event)}."


def _headquarters(names: DispatchNames, event: Event) -> str:
    why = f": {event['why']}" if event["why"] else ""
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])} becomes {event['to']}{why}{cited(event)}."


COMMAND: Final[Mapping[str, Teller[DispatchNames]]] = {
    "commands": _commands,
    "reorganizes": said("{unit:unit} in {at:hex} reorganizes and passes no command on{cited}."),
    "out-of-command": said("Out of command: {units:units}{cited}."),
    "headquarters": _headquarters,
}
"""Kind of event -> its teller."""
