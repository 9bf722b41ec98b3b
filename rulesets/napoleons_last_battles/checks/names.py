"""The names that a scenario's file may use: units, books, options, turns, hexes; a hint for one that there is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Known, Path
from rulesets.napoleons_last_battles.choices import expanded
from rulesets.napoleons_last_battles.reading import rows, words
from rulesets.napoleons_last_battles.roster import Roster
from rulesets.napoleons_last_battles.setting import Area

Json = Any
STORY: Final = "scenario.yaml"


@dataclass(frozen=True)
class Names(Known):
    """What is known to the file of a scenario. area: the part of the map that is played on."""

    area: Area

    def off_map(self, text: str, path: Path) -> Iterator[FileFault]:
        """A fault for each hex of a text that is not in the part of the map in play."""
        for at in words(text):
            if at not in self.area:
                yield FileFault(STORY, f"the hex {at} is not in the part of the map that is played on", path)


def names_of(story: Json, data: Mapping[str, Json], roster: Roster, area: Area) -> Names:
    """The names that this file may use. story: fits its schema. data: the ruleset's files by name."""
    known = data["options"]
    offered = {*expanded(story["options"]["offered"], known), *words(story["options"].get("also"))}
    offered -= set(expanded(story["options"].get("without"), known))
    options = {*offered, *(story["options"].get("own") or {})}
    armies, nations = set(story["armies"]), set(story["nations"])
    groups = {*roster.formations, *nations, *armies}
    books = {*nations, *(story.get("books") or {}), *roster.formations, *roster.nationalities}
    kinds = {
        "unit": ("unit {}", set(roster.units)),
        "group": ("unit, formation or army {}", {*roster.units, *groups}),
        "formation": ("formation {}", {*roster.formations, "own", "any"}),
        "nation": ("nation {} in this scenario", nations),
        "side": ("nation or army {} in this scenario", {*nations, *armies}),
        "army": ("army {} in this scenario", armies),
        "book": ("book of losses {}", books),
        "who": ("book, formation or unit {}", {*books, *groups, *roster.units}),
        "option": ("option {} in this scenario", options),
        "any-option": ("option {}", {*known["options"], *known["groups"], *options}),
        "alternative": ("option {}", {*known["options"], *options}),
        "memo": ("memo {} in this scenario", {row["id"] for row in rows(story.get("memos"))}),
        "turn": ("turn {} in this scenario", {*_turns(story, data["calendar"]), "start", "entry"}),
        "set": ("set of substitutes {}", {one.id for one in roster.substitutions}),
    }
    return Names(STORY, {kind: (called, frozenset(found)) for kind, (called, found) in kinds.items()}, area)


def _turns(story: Json, calendar: Json) -> Iterable[str]:
    track = [f"{day}/{hour}" for day in calendar["days"] for hour in calendar["turns"]]
    first = story["turns"].get("early") or story["turns"]["from"]
    return (turn for turn in track if first <= turn <= story["turns"]["to"])
