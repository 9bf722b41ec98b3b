"""A scenario's files before a game: what they say of each other, each fault with its place (13.0 to 15.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Known, Path, hint
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import mapping, words
from pbem.wargame.data_reader import read_file
from pbem.wargame.faults import DataFaults
from rulesets.folder_ruleset import FolderChecks
from rulesets.napoleon_at_war.battlefield import read_battlefield, read_chart

Json = Any
STORY, ROSTER = "scenario.yaml", "units.yaml"
SCHEMAS: Final[Mapping[str, str]] = {STORY: "scenario", ROSTER: "units", "maps/*.yaml": "map"}


class NapoleonChecks(FolderChecks):
    """What is wrong with the files of a scenario."""

    form = SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that the files say of each other that cannot be.

        Without the form of its schema no file can be compared with another: then the schemas have said all.
        """
        if set(files) - set(sound) or not {STORY, ROSTER} <= set(files):
            return []
        story, roster = read_file(files, STORY), read_file(files, ROSTER)
        found = [*_missing_maps(story, files), *_armies(story, roster)]
        if found:
            return found
        try:
            sheets = [read_file(files, f"maps/{name}.yaml") for name in story["maps"]]
            field = read_battlefield(sheets, read_chart(read_file(self.rules, "terrain.yaml")))
        except DataFaults as faults:
            return [_of_map(story, sentence) for sentence in faults.faults]
        return list(_Story(story, roster, field).faults())


def _missing_maps(story: Json, files: Mapping[str, bytes]) -> Iterator[FileFault]:
    there = [path.split("/")[1].removesuffix(".yaml") for path in files if path.startswith("maps/")]
    for i, name in enumerate(story["maps"]):
        if name not in there:
            yield FileFault(STORY, f"there is no file maps/{name}.yaml{hint(name, there)}", ("maps", i))


def _armies(story: Json, roster: Json) -> Iterator[FileFault]:
    """The order of battle (13.0) against the armies that play: each has units, and each unit stands there once."""
    armies, seen = story["armies"], set[str]()
    for army in roster:
        if army not in armies:
            yield FileFault(ROSTER, f"{army} is no army of the scenario{hint(army, armies)}", (army,))
    for army in armies:
        if army not in roster:
            yield FileFault(ROSTER, f"the army {army} of the scenario has no units here")
    for path in ((army, form, "units", uid) for army in roster for form, uid in _units(roster[army])):
        if path[-1] in seen:
            yield FileFault(ROSTER, f"unit {path[-1]} stands twice in the roster; give it another id", path)
        seen.add(path[-1])


def _units(formations: Json) -> Iterator[tuple[str, str]]:
    return ((name, uid) for name, entry in formations.items() for uid in entry["units"])


def _of_map(story: Json, sentence: str) -> FileFault:
    """A fault of the reader of maps, which begins with the map's id."""
    name, _, rest = sentence.partition(": ")
    file = f"maps/{name}.yaml" if rest and name in story["maps"] else STORY
    return FileFault(file, rest if file != STORY else sentence)


class _Story:
    """scenario.yaml against roster and maps."""

    def __init__(self, story: Json, roster: Json, field: HexField) -> None:
        self.story, self.field = story, field
        self.army_of = {uid: army for army in roster for _, uid in _units(roster[army])}
        turns = int(story["turns"])
        self.known = Known(
            STORY,
            {
                "army": ("army {} in this scenario", story["armies"]),
                "hex": ("hex {} on the maps", field.terrain),
                "option": ("option {}", mapping(story.get("options"))),
                "turn": (f"turn {{}}; the game has {turns}", [str(turn + 1) for turn in range(turns)]),
                "unit": ("unit {} in units.yaml", self.army_of),
            },
        )

    def faults(self) -> Iterator[FileFault]:
        """In the order of the file: nights and fog (15.4), set-up, reinforcements. A unit need not come."""
        for member in ("night", "fog"):
            for i, turn in enumerate(self.story.get(member) or ()):
                yield from self.known.unknown("turn", str(turn), (member, i))
        yield from self._setup()
        for army, groups in mapping(self.story.get("reinforcements")).items():
            yield from self.known.unknown("army", army, ("reinforcements", army))
            for i, group in enumerate(groups):
                yield from self._group(army, group, ("reinforcements", army, i))

    def _setup(self) -> Iterator[FileFault]:
        """The initial deployment (13.1): known units of the army in known hexes, each once."""
        coming: set[str] = set()
        for army, units in mapping(self.story.get("setup")).items():
            yield from self.known.unknown("army", army, ("setup", army))
            for uid, at in mapping(units).items():
                path = ("setup", army, uid)
                yield from self._unit(uid, army, path)
                yield from self.known.unknown("hex", str(at), path)
                if uid in coming:
                    yield self.known.fault(f"unit {uid} stands twice in the set-up", path)
                coming.add(uid)

    def _group(self, army: str, group: Json, path: Path) -> Iterator[FileFault]:
        """A line of the reinforcement charts (14.0, 20.1): its turn, units, hexes, and the options that it hangs on."""
        yield from self.known.unknown("turn", str(group["turn"]), (*path, "turn"))
        for uid in words(group["units"]):
            yield from self._unit(uid, army, (*path, "units"))
        for entry, where in ((group, path), (group.get("instead"), (*path, "instead"))):
            if entry is not None:
                yield from self.known.unknown("hex", str(entry["at"]), (*where, "at"))
                yield from self._edge(entry, where)
                yield from self.known.unknown("option", entry.get("only", ""), (*where, "only"))

    def _unit(self, uid: str, army: str, path: Path) -> Iterator[FileFault]:
        yield from self.known.unknown("unit", uid, path)
        owner = self.army_of.get(uid, army)
        if owner != army:
            yield self.known.fault(f"unit {uid} is of the {owner} army, not the {army} one", path)

    def _edge(self, entry: Json, path: Path) -> Iterator[FileFault]:
        """naw 14.0-2, 15.1-3: on which map edge an entry hex counts (ruling 22); one inside a map is on none."""
        at, said = str(entry["at"]), entry.get("edge")
        around = self.field.edges.get(self.field.map_of.get(at, ""), {})
        on = [edge for edge, hexes in around.items() if at in hexes]
        if said is not None and at in self.field.map_of and said not in on:
            text = f"{at} does not lie on the {said} edge of its map, but on: {', '.join(on) or 'none'}"
            yield self.known.fault(text, (*path, "edge"))
        elif said is None and len(on) > 1:
            text = f"{at} lies on the {' and the '.join(on)} edge; write which one counts, edge: {on[0]}"
            yield self.known.fault(text, (*path, "at"))
