"""A scenario's files before a game: what `read_setting` finds wrong, each fault with its place in the file (T-SCEN)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.wargame.data_reader import read_file
from pbem.wargame.faults import DataFaults
from rulesets.folder_ruleset import FolderChecks
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.mapdata import Sentence

Json = Any
Path = tuple[str | int, ...]
_STORY: Final = "scenario.yaml"
# Files of a scenario's folder -> their schemas. Without a map of its own it plays on one of the ruleset's.
SCHEMAS: Final[Mapping[str, str]] = {
    _STORY: "box-scenario",
    "forces.yaml": "box-forces",
    "maps/*.yaml": "box-map",
}
# The reader's words for an entry -> the member in which it stands.
_TABLES: Final = {
    "general": "generals",
    "unit": "units",
    "command": "commands",
    "detachment": "detachments",
    "box": "boxes",
    "entry": "entries",
    "river": "rivers",
}
_NUMBERED: Final = {"turn": "turns", "reinforcements,": "reinforcements", "replacements,": "replacements"}
_PREFIX = re.compile(r"([a-z0-9_./-]+\.yaml)(?:, line \d+)?:? (.*)", re.DOTALL)


class JoursChecks(FolderChecks):
    """What is wrong with the files of a scenario."""

    form = SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with them beside their form."""
        return check_files(self.rules, files, sound)


def check_files(rules: Mapping[str, bytes], files: Mapping[str, bytes], sound: Sequence[str]) -> list[FileFault]:
    """jdg T-SCEN: everything that is wrong with a scenario's files. rules: the ruleset's data. sound: see `DataCheck`.

    The reader tells of form too; of files that do not fit their schemas only what no schema can say is repeated: faults
    with a place that exists.
    """
    try:
        read_setting(rules, files, {})
    except DataFaults as found:
        told = [_placed(files, sentence) for sentence in found.faults]
        return [fault for fault in told if (fault.file in sound or fault.path) and not _stands_in(fault, sound)]
    return []


def _stands_in(fault: FileFault, sound: Sequence[str]) -> bool:
    """Whether a fault may come of the armies that the reader goes on with where it cannot read the scenario's own."""
    return _STORY not in sound and ("french, enemy" in fault.what or fault.path[:1] == ("counters",))


def _placed(files: Mapping[str, bytes], sentence: str) -> FileFault:
    if not isinstance(sentence, Sentence):
        match = _PREFIX.fullmatch(sentence)
        return FileFault(match[1], match[2]) if match else FileFault(_STORY, sentence)
    data: Json = {}
    if sentence.file in files:
        try:
            data = read_file(files, sentence.file)
        except DataFaults:
            data = {}
    path = place_of(data, sentence.where, sentence.member)
    name = sentence.where if not path or sentence.where.split(" ")[0] in _TABLES else ""
    return FileFault(sentence.file, f"{name}: {sentence.what}" if name else sentence.what, path)


def place_of(data: Json, where: str, member: str) -> Path:
    """Keys and indices of a place in the reader's words, as far as the data has it: `unit iii`, `turn 2`, `control`."""
    kind, _, rest = where.partition(" ")
    name, _, inner = rest.partition(": ")
    steps: list[str | int]
    if kind in _TABLES and rest:
        steps = [_TABLES[kind], name, *([inner] if inner else [])]
    elif kind in _NUMBERED and name.isdecimal():
        steps = [_NUMBERED[kind], int(name) - 1, *([inner] if inner else [])]
    elif kind == "link":
        steps = ["links", _link(data, rest)]
    elif kind == "counters" and rest.startswith("of "):
        steps = ["counters", name.removeprefix("of "), *([inner] if inner else [])]
    elif where == "yorck":
        steps = ["special", "yorck"]
    elif where == "victory":
        steps = ["victory", "boxes"]
    else:
        steps = [step for step in where.split(": ") if step]
    return _existing(data, (*steps, *([member] if member else [])))


def _link(data: Json, name: str) -> int:
    """Index of a link by its two ends, `a-b`; -1 for none."""
    links = data.get("links") if isinstance(data, Mapping) else None
    for i, row in enumerate(links if isinstance(links, list) else ()):
        if isinstance(row, Mapping) and f"{str(row.get('a', ''))[:24]}-{str(row.get('b', ''))[:24]}" == name:
            return i
    return -1


def _existing(data: Json, path: Path) -> Path:
    """As much of a path as the data has."""
    node = data
    for n, step in enumerate(path):
        inside = (isinstance(node, Mapping) and step in node) or (
            isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node)
        )
        if not inside:
            return path[:n]
        node = node[step]
    return path
