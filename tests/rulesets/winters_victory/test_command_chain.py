"""The chain of command of the 8th as the rules of command read it (16.3)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.board.chain import CORPS, DETACHMENT, MOBILIZED, STANDING
from rulesets.winters_victory.chain import WING
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.winter import chain, forces


@pytest.mark.parametrize(
    ("uid", "level", "superior"),
    [
        row("16.1 16.32-1", "tuchkov", CORPS, "bennigsen"),
        row("16.21 16.32-3", "baggovut", DETACHMENT, "bennigsen"),
        row("16.33-1", "davout", CORPS, "napoleon"),
        row("16.33-2", "friant", "division", "davout"),
        row("16.32-4", "kamensky", "division", "dokhturov"),
        row("16.3 16.31-1", "ricard", "brigade", "morand"),
    ],
)
def test_levels(uid: str, level: str, superior: str) -> None:
    officer = chain().command.officer(uid)
    assert (officer.level, officer.superior) == (level, superior)


@pytest.mark.rule("wv", "16.3", "16.31-1")
def test_every_unit_has_its_leader() -> None:
    command = chain().command
    assert (command.leader("f-13l-2"), command.leader("f-b3-1")) == ("ricard", "davout")
    assert [uid for uid in command.units if not command.leader(uid)] == []
    assert set(command.brigades) == set(forces().brigades)
    assert WING not in {one.level for one in command.officers.values()}
    assert (command.commander("french"), command.commander("allied")) == ("napoleon", "bennigsen")


@pytest.mark.rule("wv", "17.11-7", "17.63-1")
def test_light_horse() -> None:
    light = {uid for uid, one in chain().command.officers.items() if one.light_horse}
    assert {"lasalle", "marulaz", "guyot", "colbert", "durosnel", "watier", "bruyere"} <= light
    assert not light & {"saint-sulpice", "klein", "ricard", "platov", "uvarov", "murat"}


@pytest.mark.rule("wv", "16.12-1", "16.15", "16.32-1")
def test_radii_and_independence() -> None:
    command = chain().command
    morand = command.officer("morand")
    assert morand.reach(STANDING) > morand.reach(MOBILIZED)
    assert morand.reach(STANDING, reduced=True) == morand.reach(STANDING)
    assert [uid for uid, one in command.officers.items() if one.independent and one.level == CORPS] == ["lestocq"]
