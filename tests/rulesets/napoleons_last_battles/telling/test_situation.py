"""How the armies stand: losses against levels of armies, wings, corps and nationalities, ground, points."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.position import CODEC, Position
from tests.rulesets.napoleons_last_battles.turns import game


def standing(uid: str, turn: int, *options: str, **rest: Any) -> dict[str, str]:
    found = game(uid, *options)
    at = Position(turn, "french", dict(rest.pop("at", {})), **rest)
    return dict(found.telling.facts(CODEC.to_json(at))["standing"])


@pytest.mark.rule("nlb", "9.1")
@pytest.mark.rule("nlb", "9.2")
def test_losses_stand_against_both_levels_of_an_army() -> None:
    told = standing("quatre-bras", 1, at={"camp-5": "1648"}, losses={"allied": 12}, held={"1641": "coalition"})
    assert told["French"] == "strength 5, 0 lost (demoralized once 10 are lost)"
    assert told["Allied"] == "strength 0, 12 lost (demoralized once 25 are lost, disintegrated once 41 are lost)"
    assert told["Quatre Bras"] == "held by the Coalition"
    assert told["Victory points"] == "French 0, Coalition 0; if the game ended now French 0, Coalition 5"


@pytest.mark.rule("nlb", "19.3")
def test_levels_are_those_of_the_turn_and_of_the_first_while_armies_are_set_up() -> None:
    assert standing("quatre-bras", 3)["French"].endswith("(demoralized once 25 are lost)")
    assert standing("quatre-bras", 0)["French"].endswith("(demoralized once 10 are lost)")


@pytest.mark.rule("nlb", "20.4C-3")
def test_points_that_the_end_brings_stand_beside_those_that_are_booked() -> None:
    told = standing("wavre", 1, at={"7-3": "4030"}, points={"french": 4})
    assert told["Victory points"] == "French 4, Coalition 0; if the game ended now French 7, Coalition 0"


def test_who_is_demoralized_is_told_so() -> None:
    told = standing("quatre-bras", 3, losses={"allied": 26}, broken={"allied": "demoralized"})
    assert told["Allied"] == "strength 0, 26 lost, DEMORALIZED (by 25 lost) (disintegrated once 41 are lost)"


@pytest.mark.rule("nlb", "13.0-1")
@pytest.mark.rule("nlb", "13.1")
def test_corps_and_nationalities_are_told_of_once_they_have_losses() -> None:
    told = standing("campaign", 1, losses={"french": 9, "fr-2": 9, "allied": 4, "british": 4})
    assert told["French Second Corps"] == "strength 0, 9 lost (demoralized once 19 are lost)"
    assert told["British"] == "strength 0, 4 lost (demoralized once 40 are lost)"
    assert not {"French First Corps", "Hanoverian", "5th Division"} & told.keys()


@pytest.mark.rule("nlb", "27.1A-1")
def test_wings_have_books_of_their_own() -> None:
    told = standing("grand-waterloo", 1, losses={"french": 12, "french-left": 12})
    assert told["French left wing"] == "strength 0, 12 lost (demoralized once 60 are lost)"


def test_ground_that_both_hold_is_told_hex_by_hex() -> None:
    hexes = game("ligny").theatre.setting.towns["ligny"]
    held = dict.fromkeys(hexes, "coalition") | {hexes[0]: "french"}
    told = standing("ligny", 1, held=held)
    assert told["Ligny"] in (
        f"held by the French {hexes[0]}; the Coalition {', '.join(hexes[1:])}",
        f"held by the Coalition {', '.join(hexes[1:])}; the French {hexes[0]}",
    )


def test_facts_are_data_too() -> None:
    found = game("quatre-bras")
    at = CODEC.to_json(
        Position(2, "coalition", {"camp-5": "1648"}, exited={"pire": "0136"}, broken={"allied": "demoralized"})
    )
    facts = found.telling.facts(at)
    assert (facts["turn"], facts["time"], facts["phasing"], facts["weather"]) == (2, "16/1500", "coalition", "day")
    assert facts["nations"]["french"] == {"on_map": 5, "lost": 0, "exited": ["pire"]}
    assert facts["broken"] == {"allied": "demoralized"} and found.telling.phase_name(at) == "coalition-02"
    assert CODEC.from_json(at).turn == 2


def test_names_of_everything() -> None:
    telling = game("campaign").telling
    assert [
        telling.name(one) for one in ("fr-1", "pr-1", "al-5", "british", "allied", "coalition", "1641", "duch-4c")
    ] == [
        "French First Corps",
        "Prussian First Corps",
        "5th Division",
        "British",
        "Allied",
        "Coalition",
        "1641 (Quatre Bras)",
        "Duchet's horse artillery",
    ]
    assert telling.name("nothing") == "nothing"
