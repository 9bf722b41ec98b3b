"""A scenario's file before a game: that everything it names is there, and that a game can be bound to it (19, 21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Known, Path
from pbem.wargame.data_reader import read_file
from rulesets.campaign_1806.battlefield import read_chart, read_ground
from rulesets.campaign_1806.calendar import TRACK, turns
from rulesets.campaign_1806.face_up import FaceUp
from rulesets.campaign_1806.roster import read_forces
from rulesets.campaign_1806.scenarios_data import NORTH, WHOLE, area_hexes
from rulesets.campaign_1806.setting import MAP, read_setting
from rulesets.folder_ruleset import FolderChecks

Json = Any
STORY: Final = "scenario.yaml"
SCHEMAS: Final[Mapping[str, str]] = {STORY: "sheets-scenario"}


class CampaignChecks(FolderChecks):
    """osg 19.2-1: what is wrong with the files of a scenario."""

    form = SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with it beside its form; nothing where its schema has said all."""
        if STORY not in sound or STORY not in files:
            return []
        found = list(_Story(read_file(files, STORY), self.rules).faults())
        return found or list(self._unreadable(files))

    def _unreadable(self, files: Mapping[str, bytes]) -> Iterator[FileFault]:
        """What keeps a game from being bound to files that name nothing strange."""
        try:
            read_setting(files, self.rules, {}, (), (FaceUp(), FaceUp()))
        except ValueError as fault:
            yield FileFault(STORY, str(fault))


class _Story:
    """The file of a scenario against the ruleset's data."""

    def __init__(self, story: Json, rules: Mapping[str, bytes]) -> None:
        tables = {name: read_file(rules, f"{name}.yaml") for name in ("units", "setups", "areas", "options")}
        roster = read_forces(tables["units"])
        field = read_ground(read_file(rules, MAP), read_chart(read_file(rules, "terrain.yaml")))
        areas = [WHOLE, NORTH, *({"auerstedt", "jena"} | set(tables["areas"]) - {"shared"})]
        inside = area_hexes(tables["areas"], field, story["area"]) if story["area"] in areas else field.terrain
        self.story = story
        self.army_of = {uid: unit.army for uid, unit in roster.units.items()}
        forces = tables["setups"]["forces"]
        self.known = Known(
            STORY,
            {
                "area": ("part of the map {}", areas),
                "column": ("column {} in the tables of set-ups", ["7", *tables["setups"]["dates"]]),
                "option": ("option {}", tables["options"]),
                "unit": ("unit {}", roster.units),
                "force": ("force {} in the tables of set-ups", forces),
                "who": ("unit or force {}", {*roster.units, *forces}),
                "turn": ("turn {} in this scenario", [one.id for one in turns(story["turns"]["from"], TRACK[-1].id)]),
                "hex": ("hex {} in the part of the map in play", inside),
            },
        )

    def faults(self) -> Iterator[FileFault]:
        """osg 19.2-1, 21.0: in the order of what is looked for."""
        story, known = self.story, self.known
        for member, kind in (("area", "area"), ("setup", "column"), ("options", "option"), ("without", "who")):
            yield from known.unknown(kind, story.get(member, ""), (member,))
        yield from known.unknown("force", story.get("only", ""), ("only",))
        yield from known.unknown("unit", story.get("what-if", ""), ("what-if",))
        for number, day in enumerate(story.get("starts", ())):
            yield from known.unknown("column", day, ("starts", number))
        if not turns(story["turns"]["from"], story["turns"]["to"]):
            yield known.fault("the last turn comes before the first", ("turns", "to"))
        yield from self._hexes()
        yield from self._reinforcements()

    def _hexes(self) -> Iterator[FileFault]:
        """osg 14.21, 19.21, 21.96-1: sources, places and hexes that win."""
        known = self.known
        for army, hexes in self.story.get("sources", {}).items():
            yield from known.unknown("hex", hexes, ("sources", army))
        for army, places in self.story.get("places", {}).items():
            for uid, at in places.items():
                yield from self._unit(uid, army, ("places", army, uid))
                yield from known.unknown("hex", at, ("places", army, uid))
        for member in ("prussian-holds", "french-holds"):
            yield from known.unknown("hex", self.story.get("victory", {}).get(member, ""), ("victory", member))

    def _reinforcements(self) -> Iterator[FileFault]:
        """osg 15.0: who comes in, where and when."""
        for number, entry in enumerate(self.story.get("reinforcements", ())):
            path: Path = ("reinforcements", number)
            for uid in entry["units"].split():
                yield from self._unit(uid, entry["army"], (*path, "units"))
            yield from self.known.unknown("hex", entry["at"], (*path, "at"))
            yield from self.known.unknown("turn", entry["turn"], (*path, "turn"))

    def _unit(self, uid: str, army: str, path: Path) -> Iterator[FileFault]:
        yield from self.known.unknown("unit", uid, path)
        owner = self.army_of.get(uid, army)
        if owner != army:
            yield self.known.fault(f"unit {uid} is of the {owner} army, not the {army} one", path)
