"""How the practice opponent judges a position: what it weighs, and which possibilities it goes through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pbem.hexgame.practice.assault import MOST_HEXES, Assault, _subsets
from pbem.hexgame.practice.attacks import MOST_TRIED, Attacks, Combat
from pbem.hexgame.practice.scene import Plan
from pbem.hexgame.practice.search import legal
from pbem.hexgame.practice.worth import Worth
from rulesets.napoleon_at_war.practice.goals import ATTACK, HOLD, goals
from rulesets.napoleon_at_war.practice.view import Ground, Rates, View
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.sequence import rehearse
from tests.rulesets.napoleon_at_war.playing import real, standing_at


def seen(at: Mapping[str, str], army: str = "french", turn: int = 6, **rest: Any) -> View:
    """A position with these units on the real maps, by day and without fog, as an army sees it."""
    setting = real().setting
    return View(Ground(setting), setting.board(standing_at(real(), turn, army, at, choice="A", **rest)))


def attacks(view: View) -> Attacks:
    """The attacks of those who follow up nowhere."""
    return Attacks(view, Worth(view), AttackOptions(view.setting, view.board), lambda unit, at: False)


def rates(view: View) -> Rates:
    """What strength points are worth to the army that sees a position."""
    return Rates(view.ground, view.board)


def infantry(army: str) -> Iterable[str]:
    """An army's infantry, in order of the roster."""
    return (unit.id for unit in real().setting.roster.of(army) if unit.kind == "infantry")


# -- where to attack -----------------------------------------------------------------------


def test_tries_every_set_of_up_to_four_hexes() -> None:
    """An enemy in the open has six neighbours; six, fifteen, twenty and fifteen ways to come from one to four."""
    tried = list(_subsets(["a", "b", "c", "d", "e", "f"]))
    assert [sum(len(hexes) == size for hexes in tried) for size in range(7)] == [0, 6, 15, 20, 15, 0, 0]
    assert len(set(tried)) == len(tried) and max(map(len, tried)) == MOST_HEXES
    assert list(_subsets(["a", "b"])) == [("a",), ("b",), ("a", "b")]
    assert list(_subsets([])) == []


def test_only_who_can_be_struck_or_cut_off_is_exposed() -> None:
    """Nobody costs nothing, nor does a strong brigade that one of three could strike; a weak one before many does."""
    view = seen({"suc-1": "2112", "dhy": "2215"})
    assault = Assault(view, Plan(view), Worth(view), lambda unit, at: False)
    assert assault._exposure(()) == 0
    assert view.threat["2112"] == 3 and assault._exposure([("suc-1", "2112")]) == 0
    many = seen({"v-cav": "2112", "gra-1": "2215", "gra-2": "2216", "tau-1": "2315"})
    weak = Assault(many, Plan(many), Worth(many), lambda unit, at: False)
    assert weak._exposure([("v-cav", "2112")]) > 0


@pytest.mark.parametrize(
    ("own", "mode"), [(("suc-1", "i-cav"), HOLD), (("suc-1", "van"), ATTACK), (("suc-1", "suc-2"), ATTACK)]
)
def test_the_french_at_jena_attack_with_half_of_the_enemy_strength(own: tuple[str, ...], mode: str) -> None:
    """21.2: they have to attack, with ten, twelve or sixteen points against 24; the Prussians would not."""
    line = {"tau-1": "1201", "tau-2": "1202", "gra-1": "1203", "gra-2": "1204"}
    view = seen({**dict(zip(own, ("0801", "0802"), strict=True)), **line})
    assert view.board.strength_at("prussian", "jena") == 24
    assert goals(view)["jena"].mode == mode


def test_a_strength_point_counts_more_near_the_breaking_point() -> None:
    """18.2: the Prussians break at Jena when 18 points are lost (choice A), the French at 65."""
    at = {"suc-1": "2112", "tau-1": "2212"}
    fresh = rates(seen(at)).of("jena")
    worn = rates(seen(at, lost={"gra-1": "jena", "gra-2": "jena"})).of("jena")
    assert worn[0] > fresh[0] and worn[1] == fresh[1]
    theirs = rates(seen(at, "prussian")).of("jena")
    own = rates(seen(at, "prussian", lost={"gra-1": "jena", "gra-2": "jena"})).of("jena")
    assert own[0] == theirs[0] and own[1] > theirs[1]
    # Who is broken cannot break again: there is nothing more to gain by it.
    broken = seen(at, lost={"gra-1": "jena", "gra-2": "jena", "sax-1": "jena"}, broken={"jena": "prussian"})
    assert rates(broken).of("jena")[0] == fresh[0]


# -- the list of attacks -------------------------------------------------------------------


def test_a_battery_fires_where_it_gains_most() -> None:
    """It would better a bad attack on a brigade by 40; alone on a lone cavalry unit it gains 84."""
    view = seen({"gd-art": "2114", "suc-1": "2112", "tau-1": "2212", "tau-cav": "2314"})
    judge = attacks(view)
    alone = judge._worth(Combat(("2212",), ("suc-1",)))[0]
    better = judge._worth(Combat(("2212",), ("suc-1",), ["gd-art"]))[0] - alone
    assert 0 < better < judge._worth(Combat(("2314",), (), ["gd-art"]))[0]
    assert {tuple(entry["on"]): entry.get("bombard") for entry in judge.listed()} == {
        ("2314",): ["gd-art"],
        ("2212",): None,
    }


def test_a_long_line_is_not_gone_through_man_by_man() -> None:
    """Eleven against eleven, each of ten between two enemies: a thousand allocations, of which few are looked at."""
    french = {unit: f"21{rank:02d}" for unit, rank in zip(infantry("french"), range(4, 15), strict=False)}
    prussian = {unit: f"22{rank:02d}" for unit, rank in zip(infantry("prussian"), range(4, 15), strict=False)}

    class Counting(Attacks):
        tried = 0

        def _complete(
            self, cluster: Mapping[str, tuple[str, ...]], choice: Mapping[str, str]
        ) -> tuple[int, list[Combat]] | None:
            self.tried += 1
            return super()._complete(cluster, choice)

    view = seen({**french, **prussian})
    judge = Counting(view, Worth(view), AttackOptions(view.setting, view.board), lambda unit, at: False)
    (cluster,) = judge._clusters()
    assert sorted(map(len, cluster.values())) == [1] + [2] * 10 and MOST_TRIED < 2**10
    listed = judge.listed()
    assert judge.tried <= MOST_TRIED // 4
    # All of them attack, and every enemy is attacked.
    assert sorted(unit for entry in listed for unit in entry["by"]) == sorted(french)
    assert sorted(at for entry in listed for at in entry["on"]) == sorted(prussian.values())


# -- what the rules refuse -----------------------------------------------------------------


def test_moves_that_the_rules_refuse_are_left_out_and_the_others_stay() -> None:
    """5.13: who stands in an enemy zone may not leave it; the other's march stands."""
    view = seen({"suc-1": "2112", "tau-1": "2212", "suc-2": "0607"})
    held = {"unit": "suc-1", "path": ["2112", "2111"]}
    march = {"unit": "suc-2", "path": ["0607", "0608"]}
    setting = real().setting
    moves, after = legal([held, march], lambda moves: rehearse(setting, setting.board(view.position.copy()), moves))
    assert moves == [march]
    assert (after.hex_of("suc-1"), after.hex_of("suc-2")) == ("2112", "0608")
    assert view.board.hex_of("suc-2") == "0607"
