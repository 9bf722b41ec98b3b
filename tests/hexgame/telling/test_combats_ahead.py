"""Who can be attacked after the moves, by stacks and batteries, and who is left out."""

from __future__ import annotations

from pbem.hexgame.telling.combats_ahead import idle, targets
from pbem.hexgame.telling.foresight import attacks_made
from tests.hexgame.fighting.skirmish import plain
from tests.hexgame.fighting.stacked import Ground, entry

# A stack next to two red hexes, and a battery behind it.
AT = {"bi1": "0404", "bi2": "0404", "ba1": "0405", "ri1": "0403", "ri2": "0403", "ri3": "0304"}


def test_every_target_names_the_stack_that_touches_it_and_presses_until_it_is_attacked() -> None:
    options = Ground(AT, on=plain()).options()
    found = {one.place: one for one in targets(options, {"0403"})}
    assert set(found) >= {"0403", "0304"}
    assert {"bi1", "bi2"} <= set(found["0403"].by) and "ba1" in found["0403"].far
    assert (found["0403"].pressing, found["0304"].pressing) == (False, True)


def test_a_legal_list_is_made_and_another_gives_way_to_the_default() -> None:
    options = Ground(AT, on=plain()).options()
    legal = [entry("0403 0304", "bi1 bi2")]
    attacks, default, refusal = attacks_made(options, legal)
    assert (default, refusal, [attack.by for attack in attacks]) == (False, None, [("bi1", "bi2")])
    assert idle(options, attacks) == ()
    attacks, default, refusal = attacks_made(options, [entry("0403", "bi1")])
    assert default and refusal is not None and idle(options, attacks) == ()
    assert attacks_made(options, None)[1:] == (True, None)
    assert idle(options, []) == ("bi1", "bi2")
