"""What every rulebook of this collection is made of: folders of data and of scenarios, and games that stay bound."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from pbem.engine.contract import Game, Opponent, Ruleset, Scenario, Slot
from pbem.engine.datacheck import DataCheck
from pbem.engine.options import Json
from pbem.wargame.data_reader import read_file
from pbem.wargame.datafolder import read_folder

G = TypeVar("G", bound=Game)
# Bound games that are kept; a verifier of many archives needs few at a time.
MOST_GAMES: Final = 8


class _Folders(Mapping[str, Mapping[str, bytes]]):
    """The folders of scenarios by name, each read when it is asked for: what is wrong in one spoils no other."""

    def __init__(self, home: Path) -> None:
        self._paths = {path.name: path for path in sorted(home.iterdir()) if path.is_dir()}
        self._read: dict[str, Mapping[str, bytes]] = {}

    def __getitem__(self, name: str) -> Mapping[str, bytes]:
        if name not in self._read:
            self._read[name] = read_folder(self._paths[name])
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class FolderGame(Game, ABC):
    """A game whose answers have their schemas in the ruleset's `data/asks/`. data: the ruleset's."""

    def __init__(self, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, Sequence[Slot]] = {}

    @abstractmethod
    def standing(self, army: str) -> Iterable[Slot]:
        """The standing orders of an army, made anew."""

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        if army not in self._slots:
            self._slots[army] = tuple(self.standing(army))
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]


class FolderChecks(DataCheck, ABC):
    """What is wrong with the files of a scenario. rules: the ruleset's data. form: the files -> the schema of each."""

    form: ClassVar[Mapping[str, str]]

    def __init__(self, rules: Mapping[str, bytes]) -> None:
        self.rules = rules

    def schemas(self) -> Mapping[str, str]:
        """The files, and the schema of each."""
        return self.form


class FolderRuleset(Ruleset, ABC, Generic[G]):
    """A rulebook on files: `data/` and `scenarios/ID/` in the folder of the module that defines it.

    Files are read once, when they are first needed. home: another folder with the same things in it.
    """

    version = "1"
    played: ClassVar[type[Game]]
    """What its games are."""
    checked: ClassVar[type[FolderChecks] | None] = None
    """What looks through the files of its scenarios, if anything does."""

    def __init__(self, home: Path | None = None) -> None:
        # The class that first says what the book is has the files beside it; an edition made from it elsewhere has not.
        book = next(one for one in type(self).__mro__ if FolderRuleset in one.__bases__)
        self.home = home or Path(str(sys.modules[book.__module__].__file__)).resolve().parent
        self._games: dict[str, G] = {}

    @cached_property
    def _data(self) -> Mapping[str, bytes]:
        return read_folder(self.home / "data")

    @cached_property
    def _folders(self) -> Mapping[str, Mapping[str, bytes]]:
        return _Folders(self.home / "scenarios")

    @cached_property
    def _described(self) -> Sequence[Scenario]:
        return tuple(self.describe(uid, files) for uid, files in self._folders.items())

    @abstractmethod
    def describe(self, uid: str, files: Mapping[str, bytes]) -> Scenario:
        """A scenario as people choose it, from the files of its folder."""

    @abstractmethod
    def bound(self, uid: str, options: Mapping[str, Json], overlay: Sequence[Json]) -> G:
        """A game of a scenario that there is. Raises ValueError for an option or a map correction that does not fit."""

    def practice(self, game: G, army: str) -> Opponent:
        """The practice opponent of an army. Raises ValueError where there is none."""
        raise ValueError(f"{self.id} has no practice opponent for the {army} army")

    @property
    def checks(self) -> DataCheck | None:
        """What is wrong with the files of a scenario; None where nobody looks."""
        return self.checked(self._data) if self.checked is not None else None

    def opponent(self, game: Game, army: str) -> Opponent:
        """See `practice`. Raises ValueError for the game of another ruleset."""
        if not isinstance(game, self.played):
            raise ValueError(f"{game.scenario.id} is no game of {self.id}")
        return self.practice(game, army)  # type: ignore[arg-type]

    def book(self) -> Json:
        """The catalogue's data: {"entries": [[id, title, kind, number of cases]], "prose": [ids]}, and `tag`, see
        docs/adding-a-ruleset.md."""
        return read_file(self._data, "catalogue.yaml")

    def scenarios(self) -> Sequence[Scenario]:
        """All scenarios, in order of id."""
        return self._described

    def data_files(self) -> Mapping[str, bytes]:
        """Every file below `data/`."""
        return self._data

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        """Every file of a scenario's folder. Raises KeyError."""
        return self._folders[scenario]

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> G:
        """A game bound to a scenario. Raises ValueError for an unknown scenario, option or map correction."""
        if scenario not in self._folders:
            raise ValueError(f"there is no scenario {scenario!r}; there are: {', '.join(self._folders)}")
        key = repr((scenario, sorted(options.items()), list(overlay)))
        if key not in self._games:
            if len(self._games) >= MOST_GAMES:
                self._games.clear()
            self._games[key] = self.bound(scenario, options, overlay)
        return self._games[key]

    def catalogue(self) -> Json:
        """{"entries": [{"id", "title", "kind", "cases", "prose"}]}: cases is how many worked cases an entry has."""
        book = self.book()
        prose = frozenset(book["prose"])
        entries = [
            {"id": uid, "title": title, "kind": kind, "cases": int(cases), "prose": uid in prose}
            for uid, title, kind, cases in book["entries"]
        ]
        tag = {"tag": book["tag"]} if "tag" in book else {}
        return {**tag, "entries": entries}
