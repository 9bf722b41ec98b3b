"""How the practice opponent judges a position: risks, who may hurry, and whose strength counts where."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.practice.errands import hurried
from rulesets.jours_de_gloire.practice.opponent import Practice, _Turn
from rulesets.jours_de_gloire.practice.posting import RISK, Posting, strike
from rulesets.jours_de_gloire.practice.view import View
from tests.rulesets.jours_de_gloire.papers import field, own, question
from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.world import World, small

# Nothing in the small war is left to take.
TAKEN = {"castell": "french", "garten": "french", "eiche": "french"}


def seen(place: World) -> View:
    """A position as the French see it."""
    return View(place.setting, question(place).scene, "french", own(place))


@pytest.mark.parametrize("strength", [1, 2])
def test_nobody_risks_more_than_himself(strength: int) -> None:
    """However strong the enemy is: all that can be lost is what stands there."""
    at = {"eiche": f"iii={strength}^", "garten": "bennigsen^ rus-1^ rus-2^ rus-3^"}
    view = seen(field(at, setting=small(hiding="open")))
    (stack,) = view.stacks
    assert strike(view, "eiche") > 3 * stack.pf
    assert Posting(view, {})._risk(stack, "eiche") == RISK * stack.pf
    # Friends who stand there already make it less, and enough of them nothing.
    assert 0 < Posting(view, {"eiche": 6})._risk(stack, "eiche") < RISK * stack.pf
    assert Posting(view, {"eiche": 20})._risk(stack, "eiche") == 0


@pytest.mark.rule("jdg", "5.4-2")
@pytest.mark.parametrize(("who", "hurries"), [("napoleon iii", True), ("iii", False)])
def test_only_troops_with_a_line_of_communication_hurry(who: str, hurries: bool) -> None:
    """Troops that no general reaches are not sent on a forced march."""
    left = {**TAKEN, "castell": "russian"}
    place = field({"kiefer": who, "nebel": "rus-3"}, weather="rain", turn=4, control=left, broken=["castell:garten"])
    view = seen(place)
    assert bool(hurried(view, view.stacks)) is hurries


def settled(place: World) -> dict[str, int]:
    """Box -> strength of those whose place is settled before anybody is sent anywhere, without attacks."""
    turn = _Turn(Practice(game(hiding="open"), "french"), question(place).scene, own(place))
    return turn._fixed([], turn._besiegers())


def test_besiegers_and_garrisons_count_where_they_stay() -> None:
    """Whom to send where depends on the strength that is there already: a siege's, or the garrison's of a city."""
    siege = {"castell": {"by": "french", "step": 2, "turn": 1, "own": True}}
    at = {"castell": "napoleon^ i=6^ guard=3^ rus-1^", "eiche": "ii=7^"}
    place = field(at, sieges=siege, turn=2, setting=small(hiding="open"))
    place.board.at.inside = {"castell": list(place.of("rus-1"))}
    assert settled(place) == {"castell": 9}
    held = field({"castell": "guard=3^ ii=7^", "eiche": "i=6^"}, control=TAKEN, setting=small(hiding="open"))
    assert settled(held) == {"castell": 3}
