"""A scenario's files before a game: that everything they name is there, and that a game can be bound to them (3.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Known, Path
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderChecks
from rulesets.winters_victory.battlefield import WHOLE, read_ground, read_terrain, window
from rulesets.winters_victory.chain import read_chain
from rulesets.winters_victory.roster import read_forces
from rulesets.winters_victory.scenarios_data import setup_faults
from rulesets.winters_victory.setting import MAP, read_setting

Json = Any
STORY, PLACES = "scenario.yaml", "setup.yaml"

LAST_TURN: Final = 61
"""4.4: the last turn of a day's track."""
SCHEMAS: Final[Mapping[str, str]] = {STORY: "brigades-scenario", PLACES: "brigades-setup"}


class WintersChecks(FolderChecks):
    """wv 3.0: what is wrong with the files of a scenario."""

    form = SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with it beside its form; nothing where its schemas have said all."""
        if not all(name in sound and name in files for name in SCHEMAS):
            return []
        story, places = (read_file(files, name) for name in SCHEMAS)
        found = list(_Names(story, places, self.rules).faults())
        return found or list(self._unfit(files))

    def _unfit(self, files: Mapping[str, bytes]) -> Iterator[FileFault]:
        """What keeps a game from being bound to files that name nothing strange, and what its set-up breaks."""
        try:
            setting = read_setting(files, self.rules, {}, ())
        except (ValueError, KeyError) as fault:
            yield FileFault(STORY, str(fault.args[0]) if fault.args else str(fault))
            return
        for fault_text in setup_faults(setting.scenario, setting.field, setting.forces):
            yield FileFault(PLACES, fault_text)


class _Names:
    """The two files of a scenario against the ruleset's data."""

    def __init__(self, story: Json, places: Json, rules: Mapping[str, bytes]) -> None:
        forces = read_forces(read_file(rules, "units.yaml"))
        chain = read_chain(read_file(rules, "chain.yaml"), forces)
        ground = read_file(rules, MAP)
        field = read_ground(ground, read_terrain(read_file(rules, "terrain.yaml")))
        areas = ground["areas"]
        if story["area"] in areas:
            field = window(field, areas, story["area"])
        kinds = {
            "area": ("part of the map {}", sorted({WHOLE, *areas})),
            "brigade": ("brigade {}", forces.brigades),
            "leader": ("leader {}", chain.leaders),
            "unit": ("unit {}", forces.units),
            "hex": ("hex {} in the part of the map in play", field.neighbours),
        }
        self.story, self.places = story, places
        self.known, self.placed = Known(STORY, kinds), Known(PLACES, kinds)

    def faults(self) -> Iterator[FileFault]:
        """wv 3.0, 6.7: in the order of the files."""
        story, known = self.story, self.known
        yield from known.unknown("area", story["area"], ("area",))
        for leader, superior in story.get("superiors", {}).items():
            yield from known.unknown("leader", leader, ("superiors", leader))
            yield from known.unknown("leader", superior, ("superiors", leader))
        for army, leader in story.get("commanders", {}).items():
            yield from known.unknown("leader", leader, ("commanders", army))
        yield from self._days()
        yield from self._start()
        for number, row in enumerate(story["arrivals"]):
            path: Path = ("arrivals", number)
            yield from known.unknown("hex", row["at"], (*path, "at"))
            yield from known.unknown("brigade", row["brigades"], (*path, "brigades"))
            yield from known.unknown("leader", row.get("leaders", ""), (*path, "leaders"))
        for nation, hexes in story["retreat"].items():
            yield from known.unknown("hex", hexes, ("retreat", nation))
        for name, row in story["objectives"].items():
            yield from known.unknown("hex", row["hexes"], ("objectives", name, "hexes"))
        yield from self._set_up()

    def _days(self) -> Iterator[FileFault]:
        """wv 4.0-1: no day ends before it begins."""
        for number, row in enumerate(self.story["days"]):
            first, _, last = row["turns"].partition("-")
            if not 1 <= int(first) <= int(last or first) <= LAST_TURN:
                yield self.known.fault(
                    f"there are no turns {row['turns']}",
                    ("days", number, "turns"),
                    f"write a range from 1 to {LAST_TURN}, such as 34-53",
                )

    def _start(self) -> Iterator[FileFault]:
        """wv 16.3, 15.1: who is named in the state at the start."""
        start, known = self.story["start"], self.known
        for army, at in start["headquarters"].items():
            yield from known.unknown("hex", at, ("start", "headquarters", army))
        for member in ("independent", "ordered"):
            yield from known.unknown("leader", start.get(member, ""), ("start", member))
        for leader in start.get("states", {}):
            yield from known.unknown("leader", leader, ("start", "states", leader))
        for letter, leader in start.get("attacks", {}).items():
            yield from known.unknown("leader", leader, ("start", "attacks", letter))
        for member, kind in (("fatigue", "brigade"), ("ammunition", "unit")):
            for uid in start.get(member, {}):
                yield from known.unknown(kind, uid, ("start", member, uid))

    def _set_up(self) -> Iterator[FileFault]:
        """wv 3.0: who stands where."""
        places, placed = self.places, self.placed
        for brigade, row in places["brigades"].items():
            yield from placed.unknown("brigade", brigade, ("brigades", brigade))
            yield from placed.unknown("hex", row["at"], ("brigades", brigade, "at"))
            yield from placed.unknown("unit", row.get("units", ""), ("brigades", brigade, "units"))
        for leader, at in places.get("leaders", {}).items():
            yield from placed.unknown("leader", leader, ("leaders", leader))
            yield from placed.unknown("hex", at, ("leaders", leader))
        yield from placed.unknown("leader", places.get("without", ""), ("without",))
