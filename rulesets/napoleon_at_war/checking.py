"""A scenario's files before a game: what they say of each other, each fault with its place (13.0 to 15.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import DataCheck, FileFault
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import mapping, words
from pbem.wargame.data_reader import read_file
from pbem.wargame.faults import DataFaults
from pbem.wargame.names import nearest
from rulesets.napoleon_at_war.battlefield import read_battlefield, read_chart

Json = Any
STORY, ROSTER = "scenario.yaml", "units.yaml"
SCHEMAS: Final[Mapping[str, str]] = {STORY: "scenario", ROSTER: "units", "maps/*.yaml": "map"}


class NapoleonChecks(DataCheck):
    """What is wrong with the files of a scenario. rules: the ruleset's data."""

    def __init__(self, rules: Mapping[str, bytes]) -> None:
        self.rules = rules

    def schemas(self) -> Mapping[str, str]:
        """The files, and the schema of each."""
        return SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with them beside their form."""
        return check_files(self.rules, files, sound)


def check_files(rules: Mapping[str, bytes], files: Mapping[str, bytes], sound: Sequence[str]) -> list[FileFault]:
    """Everything that the files say of each other that cannot be. rules: the ruleset's data. sound: see `DataCheck`.

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
        field = read_battlefield(sheets, read_chart(read_file(rules, "terrain.yaml")))
    except DataFaults as faults:
        return [_of_map(story, sentence) for sentence in faults.faults]
    return list(_Story(story, roster, field).faults())


def _missing_maps(story: Json, files: Mapping[str, bytes]) -> Iterator[FileFault]:
    for i, name in enumerate(story["maps"]):
        if f"maps/{name}.yaml" not in files:
            there = {path.split("/")[1].removesuffix(".yaml"): path for path in files if path.startswith("maps/")}
            text = f"there is no file maps/{name}.yaml{_hint(name, there)}"
            yield FileFault(STORY, text, ("maps", i))


def _armies(story: Json, roster: Json) -> Iterator[FileFault]:
    armies = story["armies"]
    for army in roster:
        if army not in armies:
            yield FileFault(ROSTER, f"{army} is no army of the scenario{_hint(army, armies)}", (army,))
    for army in armies:
        if army not in roster:
            yield FileFault(ROSTER, f"the army {army} of the scenario has no units here")
    seen: set[str] = set()
    for army, formations in roster.items():
        for formation, entry in formations.items():
            for uid in entry["units"]:
                if uid in seen:
                    path = (army, formation, "units", uid)
                    yield FileFault(ROSTER, f"unit {uid} stands twice in the roster; give it another id", path)
                seen.add(uid)


def _of_map(story: Json, sentence: str) -> FileFault:
    """A fault of the reader of maps, which begins with the map's id."""
    name, _, rest = sentence.partition(": ")
    file = f"maps/{name}.yaml" if rest and name in story["maps"] else STORY
    return FileFault(file, rest if file != STORY else sentence)


def _hint(name: str, known: Iterable[str]) -> str:
    close = nearest(name, {one: one for one in known})
    return f"; did you mean {' or '.join(close)}?" if close else ""


class _Story:
    """scenario.yaml against roster and maps."""

    def __init__(self, story: Json, roster: Json, field: HexField) -> None:
        self.story, self.field = story, field
        self.army_of = {
            uid: army for army, forms in roster.items() for entry in forms.values() for uid in entry["units"]
        }
        self.coming: set[str] = set()

    def faults(self) -> Iterator[FileFault]:
        """In the order of the file. A unit of the roster need not come."""
        last = int(self.story["turns"])
        for member in ("night", "fog"):
            for i, turn in enumerate(self.story.get(member) or ()):
                if int(turn) > last:
                    yield FileFault(STORY, f"there is no turn {turn}; the game has {last}", (member, i))
        yield from self._setup()
        yield from self._reinforcements(last)

    def _army(self, army: str, path: tuple[str | int, ...]) -> Iterator[FileFault]:
        if army not in self.story["armies"]:
            yield FileFault(STORY, f"{army} is no army of this scenario{_hint(army, self.story['armies'])}", path)

    def _unit(self, uid: str, army: str, path: tuple[str | int, ...]) -> Iterator[FileFault]:
        owner = self.army_of.get(uid)
        if owner is None:
            yield FileFault(STORY, f"there is no unit {uid[:24]} in units.yaml{_hint(uid, self.army_of)}", path)
        elif owner != army:
            yield FileFault(STORY, f"unit {uid} is of the {owner} army, not the {army} one", path)

    def _hex(self, at: str, path: tuple[str | int, ...]) -> Iterator[FileFault]:
        if at not in self.field.terrain:
            yield FileFault(STORY, f"there is no hex {at[:20]} on the maps{_hint(at, self.field.terrain)}", path)

    def _edge(self, entry: Json, path: tuple[str | int, ...]) -> Iterator[FileFault]:
        """naw 14.0-2, 15.1-3: on which map edge an entry hex counts (ruling 22); one inside a map is on none."""
        at, said = str(entry["at"]), entry.get("edge")
        around = self.field.edges.get(self.field.map_of.get(at, ""), {})
        on = [edge for edge, hexes in around.items() if at in hexes]
        if said is not None and at in self.field.map_of and said not in on:
            text = f"{at} does not lie on the {said} edge of its map, but on: {', '.join(on) or 'none'}"
            yield FileFault(STORY, text, (*path, "edge"))
        elif said is None and len(on) > 1:
            text = f"{at} lies on the {' and the '.join(on)} edge; write which one counts, edge: {on[0]}"
            yield FileFault(STORY, text, (*path, "at"))

    def _setup(self) -> Iterator[FileFault]:
        for army, units in mapping(self.story.get("setup")).items():
            yield from self._army(army, ("setup", army))
            for uid, at in mapping(units).items():
                path = ("setup", army, uid)
                yield from self._unit(uid, army, path)
                yield from self._hex(str(at), path)
                if uid in self.coming:
                    yield FileFault(STORY, f"unit {uid} stands twice in the set-up", path)
                self.coming.add(uid)

    def _reinforcements(self, last: int) -> Iterator[FileFault]:
        options = mapping(self.story.get("options"))
        for army, groups in mapping(self.story.get("reinforcements")).items():
            yield from self._army(army, ("reinforcements", army))
            for i, group in enumerate(groups):
                path = ("reinforcements", army, i)
                if int(group["turn"]) > last:
                    text = f"there is no turn {group['turn']}; the game has {last}"
                    yield FileFault(STORY, text, (*path, "turn"))
                for uid in words(group["units"]):
                    yield from self._unit(uid, army, (*path, "units"))
                yield from self._hex(str(group["at"]), (*path, "at"))
                yield from self._edge(group, path)
                if "instead" in group:
                    yield from self._hex(str(group["instead"]["at"]), (*path, "instead", "at"))
                    yield from self._edge(group["instead"], (*path, "instead"))
                named = {("only",): group.get("only"), ("instead", "only"): mapping(group.get("instead")).get("only")}
                for where, option in named.items():
                    if option is not None and option not in options:
                        text = f"there is no option {option[:24]}{_hint(option, options)}"
                        yield FileFault(STORY, text, (*path, *where))
