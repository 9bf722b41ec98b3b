"""A second version of the installed rulebook, made for tests: its game ends with the fourth Game-Turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.campaign.core import rulebooks
from pbem.engine.contract import Ruleset
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar

INSTALLED = int(NapoleonAtWar.version)
FIRST, SECOND = f"napoleon-at-war {INSTALLED}", f"napoleon-at-war {INSTALLED + 1}"


class ShortGame:
    """The game of the first version, but for its end and for what its phases are called."""

    def __init__(self, game: Any) -> None:
        self.first = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.first, name)

    def over(self, at: Any) -> dict[str, Any]:
        """A draw when the fourth Game-Turn is over."""
        return {"how": "played", "winner": ""} if at["turn"] > 4 else dict(self.first.over(at))

    @property
    def telling(self) -> SecondWords:
        """Its own words."""
        return SecondWords(self.first.telling)


class SecondWords:
    """The words of the first version, but for the phases."""

    def __init__(self, telling: Any) -> None:
        self.first = telling

    def __getattr__(self, name: str) -> Any:
        return getattr(self.first, name)

    def headline(self, at: Any) -> str:
        """The phase in words, in the manner of the second edition."""
        return f"Second edition, {self.first.headline(at)}"

    def phase_name(self, at: Any) -> str:
        """A slug, likewise."""
        return f"second-{self.first.phase_name(at)}"


class SecondEdition(NapoleonAtWar):
    """The newer version; `older` as a package keeps it for campaigns that go on."""

    version = str(INSTALLED + 1)

    def __init__(self, older: Sequence[Ruleset]) -> None:
        super().__init__()
        self.older = older

    def data_files(self) -> Mapping[str, bytes]:
        """Its data have a file more."""
        return {**super().data_files(), "errata.yaml": b"turns: 4\n"}

    def game(self, scenario: str, options: Mapping[str, Any], overlay: Sequence[Any] = ()) -> Any:
        """The shorter game."""
        return ShortGame(super().game(scenario, options, overlay))


@contextmanager
def installed(book: Ruleset) -> Iterator[None]:
    """Within it this rulebook is the one that is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebooks, "ruleset", lambda name: book)
        yield


def both() -> SecondEdition:
    """A package that brings both versions."""
    return SecondEdition((NapoleonAtWar(),))


def second_alone() -> SecondEdition:
    """A package that has dropped the first version."""
    return SecondEdition(())
