"""A scenario's file before a game: that everything it names is there, and that the rules understand its rows (3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.wargame.data_reader import read_file
from rulesets.folder_ruleset import FolderChecks
from rulesets.napoleons_last_battles.checks.names import STORY, names_of
from rulesets.napoleons_last_battles.checks.references import reference_faults
from rulesets.napoleons_last_battles.checks.rows import row_faults
from rulesets.napoleons_last_battles.roster import read_roster
from rulesets.napoleons_last_battles.setting import read_area, read_setting

Json = Any
SCHEMAS: Final[Mapping[str, str]] = {STORY: "hex-scenario"}
TABLES: Final = ("units", "charts", "terrain", "calendar", "options")
"""The ruleset's data files that a scenario is read with."""


class LastBattlesChecks(FolderChecks):
    """What is wrong with the files of a scenario."""

    form = SCHEMAS

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with it beside its form; nothing where its schema has said all."""
        if STORY not in sound or STORY not in files:
            return []
        tables = {name: read_file(self.rules, f"{name}.yaml") for name in TABLES}
        return list(story_faults(read_file(files, STORY), tables))


def story_faults(story: Json, tables: Mapping[str, Json]) -> Iterator[FileFault]:
    """The faults of a scenario that fits its schema, in order of what they are; at last what its reader refuses.

    tables: the ruleset's data by name.
    """
    names = names_of(story, tables, read_roster(tables["units"]), read_area(story["play"]))
    found = [*reference_faults(story, names), *row_faults(story, names)]
    yield from found
    if not found:
        try:
            read_setting(story, tables, {})
        except ValueError as fault:
            yield FileFault(STORY, str(fault))
