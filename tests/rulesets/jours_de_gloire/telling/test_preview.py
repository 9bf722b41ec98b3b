"""The preview: what orders would do before any die, with exact chances, and nothing that their author cannot know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.preparing import preview_of
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.loop import advance
from pbem.engine.requests import ORDERS, Choose, Roll
from pbem.engine.state import fresh
from pbem.local.practice import frame, local_pair, outbox, practice_client
from pbem.orders.writer import dump
from rulesets.jours_de_gloire.rules.battle.parts import (
    ATTACKER,
    CAVALRY,
    DEFENDER,
    INFANTRY,
    Fighter,
    Force,
    Leader,
    Situation,
)
from rulesets.jours_de_gloire.rules.battle.rounds import battle
from rulesets.jours_de_gloire.rules.straggling import stragglers
from rulesets.jours_de_gloire.telling.preview import preview
from rulesets.jours_de_gloire.telling.preview_chances import (
    Hit,
    fire,
    first_round,
    overrun_chances,
    prospect,
    siege_chances,
)
from rulesets.jours_de_gloire.telling.preview_text import percent, tenths
from tests.rulesets.jours_de_gloire.papers import compiled, field, own, question
from tests.rulesets.jours_de_gloire.recording import Recorder, game
from tests.rulesets.jours_de_gloire.world import World, small

CHARTS = small().charts
SEATS = {"french": "a", "russian": "b"}


def seen(place: World, document: Mapping[str, Any], army: str = "french") -> Any:
    """The preview of a paper that nothing is wrong with, by its author."""
    knows = own(place, army)
    found = compiled(place, document, army, knows)
    assert list(found.faults) == []
    return preview(place.setting, question(place, army), found.input, knows.with_hidden(found.hide))


# -- exact chances -------------------------------------------------------------------------


def force(army: str, *fighters: Fighter, bt: int = 0) -> Force:
    leaders = (Leader(f"{army}-chief", 3, 3, bt),) if bt else ()
    return Force(army, fighters, leaders)


def enumerated(
    forces: Mapping[str, Force], situation: Situation, chits: Mapping[str, str]
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Every way that the dice of a battle can fall, played by the rules themselves."""
    wins: Counter[str] = Counter()
    lost: dict[str, Fraction] = {ATTACKER: Fraction(0), DEFENDER: Fraction(0)}

    def run(dice: tuple[int, ...]) -> None:
        one, left, answer = battle(CHARTS, forces, situation, chits, "b"), list(dice), None
        try:
            while True:
                request = one.send(answer)
                if isinstance(request, Roll) and not left:
                    for die in range(1, 7):
                        run((*dice, die))
                    return
                answer = (left.pop(0),) if isinstance(request, Roll) else None
        except StopIteration as end:
            outcome, share = end.value, Fraction(1, 6 ** len(dice))
        wins[outcome.winner] += share  # type: ignore[assignment]
        for role in lost:
            gone = outcome.eliminated is not None and outcome.loser == role
            lost[role] += share * (forces[role].pf if gone else outcome.lost[role])

    run(())
    return dict(wins), lost  # type: ignore[arg-type]


BIG = Fighter("big", INFANTRY, 20, 4)
SMALL_ONES = (Fighter("one", INFANTRY, 2, 3, 1), Fighter("two", CAVALRY, 1, 2, 0, 2))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attacker", "defender", "situation", "chits"),
    [
        (force("french", BIG, bt=4), force("russian", *SMALL_ONES), Situation(), ("skirmish", "skirmish")),
        (
            force("french", BIG, bt=4),
            force("russian", *SMALL_ONES),
            Situation(encircled=True, weather="snow"),
            ("screen", "screen"),
        ),
        (
            force("french", *SMALL_ONES),
            force("russian", Fighter("line", INFANTRY, 4, 2), bt=1),
            Situation(terrain="defensive", flanks=(ATTACKER,), weather="snow"),
            ("offensive", "skirmish"),
        ),
        (
            force("french", Fighter("a", INFANTRY, 12, 3), bt=1),
            force("russian", Fighter("d", INFANTRY, 40, 3)),
            Situation(bridge=True),
            ("screen", "screen"),
        ),
        (
            force("french", Fighter("a", INFANTRY, 12, 4, 3), bt=2),
            force("russian", Fighter("d", INFANTRY, 2, 3)),
            Situation(citadel=True, terrain="defensive", weather="snow"),
            ("screen", "screen"),
        ),
    ],
)
def test_chances_are_those_of_the_rules(
    attacker: Force, defender: Force, situation: Situation, chits: tuple[str, str]
) -> None:
    forces = {ATTACKER: attacker, DEFENDER: defender}
    named = dict(zip((ATTACKER, DEFENDER), chits, strict=True))
    wins, lost = enumerated(forces, situation, named)
    look = prospect(CHARTS, forces, situation, named)
    assert {role: share for role, share in look.wins.items() if share} == wins
    assert dict(look.lost) == lost
    assert sum(look.wins.values()) == 1


@pytest.mark.rule("jdg", "8.4-1")
def test_a_round_has_the_faces_of_its_die() -> None:
    forces = {ATTACKER: force("french", BIG, bt=4), DEFENDER: force("russian", *SMALL_ONES)}
    reckoned = first_round(CHARTS, forces, Situation())
    found = fire(CHARTS, reckoned[ATTACKER])
    bonus = reckoned[ATTACKER].bonus
    losses = [CHARTS.combat(reckoned[ATTACKER].column, die + bonus) for die in range(1, 7)]
    assert found == {Hit(loss.pf, loss.star): Fraction(losses.count(loss), 6) for loss in losses}


@pytest.mark.rule("jdg", "8.8-S2")
def test_chances_of_a_siege() -> None:
    assert siege_chances(CHARTS, "poland", 1, 2) == (Fraction(1, 6), Fraction(4, 9))
    assert siege_chances(CHARTS, "poland", 4, 2) == (Fraction(5, 6), Fraction(35, 36))
    assert siege_chances(CHARTS, "danube", 1, 2) == (Fraction(1, 3), Fraction(8, 9))


@pytest.mark.rule("jdg", "8.4-7")
def test_chances_of_an_overrun() -> None:
    assert overrun_chances(CHARTS, False) == {
        "retreat": Fraction(1, 3),
        "halved": Fraction(1, 3),
        "eliminated": Fraction(1, 3),
    }
    assert overrun_chances(CHARTS, True)["retreat"] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("share", "text"), [("1", "100%"), ("0", "0%"), ("1/3", "33.3%"), ("1/5000", "0.1%"), ("4999/5000", "99.9%")]
)
def test_shares_in_words(share: str, text: str) -> None:
    assert percent(share) == text
    assert tenths("7/3") == "2.3" and tenths("0") == "0.0"


# -- moves ---------------------------------------------------------------------------------


def test_a_march_with_its_costs() -> None:
    found = seen(field({"iller": "napoleon iii"}), {"orders": [{"stack": ["napoleon", "iii"], "path": ["kiefer"]}]})
    move = found["orders"][0]
    assert move["ways"] == [{"to": "kiefer", "cost": 1}] and move["allowance"] == 6
    assert (move["paid"], move["enemies"]) == ({"grande-armee": {"pc": 0, "left": 6}}, 0)
    assert found["pc"]["grande-armee"] == 6 and found["battles"] == [] and found["void"] == []
    text = "\n".join(found["lines"])
    assert "Napoléon (f1) and III Corps 8 PF (f2): Iller - Kiefer (1): 1 of 6 movement points" in text
    assert "0 PC of Grande Armée, 6 left" in text and "No box will be contested" in text


@pytest.mark.rule("jdg", "5.4-3")
def test_risks_of_a_forced_march() -> None:
    place, march = field({"iller": "napoleon iv"}), {"stack": ["iv", "napoleon"], "path": ["kiefer"], "forced": "yes"}
    content = place.known[place.of("iv")[0]]
    for more, vcs in (({}, []), ({"lead": "yes"}, [4])):
        found = seen(place, {"orders": [{**march, **more}]})
        (risk,) = found["orders"][0]["stragglers"]
        lost = [stragglers(place.setting, content, die, "clear", vcs) for die in range(1, 7)]
        assert risk["chances"] == {number: str(Fraction(lost.count(number), 6)) for number in sorted(set(lost))}
    assert found["orders"][0]["allowance"] == 8
    assert any("forced march: IV Corps 12 PF" in line for line in found["lines"])


def test_works_and_a_reconnaissance_on_the_way() -> None:
    place = field({"eiche": "napoleon i", "garten": "murat-i", "heide": "rus-1"})
    found = seen(
        place,
        {
            "orders": [
                {"stack": ["i"], "path": [{"destroy": "iller"}]},
                {"stack": ["murat-i"], "path": ["heide", {"recon": ["garten"]}]},
            ]
        },
    )
    first, second = found["orders"]
    assert first["ways"] == [{"work": "destroy", "link": "iller", "cost": 2}]
    assert second["ways"] == [{"to": "heide", "cost": 1}, {"recon": "heide"}, {"to": "garten", "cost": 1}]
    text = "\n".join(found["lines"])
    assert "destroys the bridge to Iller (2)" in text and "reconnoitres there" in text
    assert "2 of 7 movement points" in text or "2 of 8 movement points" in text


@pytest.mark.rule("jdg", "6.4-5")
def test_a_pontoon_under_the_enemys_eyes_costs_a_strength_point() -> None:
    """That is no matter of dice, so its author is told what is left."""
    place = field({"kiefer": "napoleon iii=8", "fels": "rus-1"})
    found = seen(place, {"orders": [{"stack": ["iii"], "path": [{"pontoon": "fels"}]}]})
    assert any(line.startswith("  III Corps 7 PF (f2): Kiefer - lays a pontoon") for line in found["lines"])


@pytest.mark.rule("jdg", "5.2-1")
def test_a_march_ends_where_enemies_are_seen_and_so_do_its_costs() -> None:
    place = field({"fels": "napoleon i", "garten": "rus-1^"})
    found = seen(place, {"orders": [{"stack": ["i"], "path": ["garten", "heide"]}]})
    (move,) = found["orders"]
    assert (move["end"], move["ways"]) == ("garten", [{"to": "garten", "cost": 2}])
    assert any("Fels - Garten (2): 2 of 6 movement points" in line for line in found["lines"])


def test_what_the_rules_refuse_is_void() -> None:
    place = field({"garten": "napoleon i"})
    orders = {"orders": [{"stack": ["f2"], "path": ["kiefer"]}, {"stack": ["f1"], "path": ["heide"]}]}
    found = preview(place.setting, question(place), orders, own(place))
    assert found["void"][0]["where"] == ["orders", 0] and found["void"][0]["case"] == "5.1-4"
    assert found["orders"][1]["end"] == "heide"
    assert any(line.startswith("  Void: I Corps 7 PF (f2): no link joins") for line in found["lines"])


# -- battles -------------------------------------------------------------------------------


def test_a_battle_in_the_open() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2^"}, setting=small(hiding="open"))
    paper = {
        "orders": [{"stack": ["napoleon", "i", "ii"], "path": ["heide"]}],
        "battles": {"heide": {"tactic": "screen"}},
    }
    (found,) = seen(place, paper)["battles"]
    fight = found["battle"]
    assert found["at"] == "heide" and found["own"]["pf"] == 14
    assert found["enemy"] == {"known": 5, "units": ["rus-2"], "leaders": [], "hidden": 0, "pf": 5}
    attacker = fight["sides"][ATTACKER]
    told = attacker["calculation"]
    assert (told["first"], told["column"]) == ("11-15", "7-10")
    assert sum(Fraction(share) for share in attacker["fire"].values()) == 1
    rows = {pair[1]: row for row in fight["chits"] for pair in row["pairs"]}
    assert {pair[0] for row in fight["chits"] for pair in row["pairs"]} == {"screen"}
    assert set(rows) == {"screen", "skirmish"}
    own_force = Force("french", tuple(Fighter(u, INFANTRY, 7, 4, 2, 1) for u in ("i", "ii")), (_napoleon(place),))
    enemy = Force("russian", (Fighter("rus-2", INFANTRY, 5, 4, 3, 0),))
    forces, both = {ATTACKER: own_force, DEFENDER: enemy}, {ATTACKER: "screen", DEFENDER: "screen"}
    exact = prospect(CHARTS, forces, Situation(terrain="defensive"), both)
    assert rows["screen"]["wins"][ATTACKER] == str(exact.wins[ATTACKER])


def _napoleon(place: World) -> Leader:
    one = place.setting.generals["napoleon"]
    return Leader(one.id, one.vc, one.rank, one.bt, True, True)


@pytest.mark.rule("jdg", "8.5-2")
def test_two_ways_in_make_a_flank_attack() -> None:
    place = field({"garten": "i^", "eiche": "ii^", "fels": "rus-2^"}, setting=small(hiding="open"))
    moves = [{"stack": ["i"], "path": ["fels"]}, {"stack": ["ii"], "path": ["fels"]}]
    (found,) = seen(place, {"orders": moves})["battles"]
    assert found["battle"]["flank"] is True and found["battle"]["encircled"] is False
    assert any(step["case"] == "8.5-2" for step in found["battle"]["sides"][ATTACKER]["calculation"]["shifts"])
    # Where all ways out are theirs there is an encirclement instead (8.5-4).
    shut = field({"garten": "i^", "eiche": "ii^", "birke": "iii^", "fels": "rus-2^"}, setting=small(hiding="open"))
    (other,) = seen(shut, {"orders": moves})["battles"]
    assert other["battle"]["encircled"] is True


def test_a_fortress_has_siege_assault_and_battle() -> None:
    place = field({"dachs": "napoleon^ i^", "castell": "rus-3^"}, setting=small(hiding="open"))
    (found,) = seen(place, {"orders": [{"stack": ["napoleon", "i"], "path": ["castell"]}]})["battles"]
    assert found["siege"]["falls"][:2] == ["1/6", "4/9"]
    assault = found["assault"]["sides"][ATTACKER]["calculation"]
    assert {f["case"] for u in assault["strengths"][0]["units"] for f in u["effects"]} == {"8.8-2"}
    horse = field({"dachs": "napoleon^ murat-i^", "castell": "rus-3^"}, setting=small(hiding="open"))
    (other,) = seen(horse, {"orders": [{"stack": ["napoleon", "murat-i"], "path": ["castell"]}]})["battles"]
    assert other["siege"]["case"] == "8.8-4"


def test_a_siege_that_goes_on() -> None:
    siege = {"castell": {"by": "french", "step": 3, "turn": 1, "own": True}}
    place = field({"castell": "napoleon^ i^ rus-3^"}, sieges=siege, turn=2, setting=small(hiding="open"))
    place.board.at.inside = {"castell": list(place.of("rus-3"))}
    (found,) = seen(place, {})["battles"]
    assert found["going-on"]["mine"] is True and found["going-on"]["siege"]["falls"][0] == "1/2"
    assert "battle" not in found


# -- what nobody may know --------------------------------------------------------------------


def test_enemies_face_down_are_supposed_and_never_looked_at() -> None:
    """Two positions that look the same give the same preview, whatever lies under the enemy's counters."""
    paper = {"orders": [{"stack": ["napoleon", "i"], "path": ["heide"]}]}
    one = seen(field({"garten": "napoleon i", "heide": "rus-1 rus-2", "moor": "rus-3"}, turn=2), paper)
    other = seen(field({"garten": "napoleon i", "heide": "rus-3 russian:cavalry", "moor": "rus-1"}, turn=2), paper)
    assert one == other
    (found,) = one["battles"]
    assert found["enemy"]["hidden"] == 2 and found["enemy"]["units"] == [] and found["enemy"]["pf"] > 0
    assert any("2 counters face down, supposed" in line for line in one["lines"])
    assert any("even share" in line for line in one["lines"])


def test_without_secrets_ones_own_are_unknown_too() -> None:
    place = field({"garten": "napoleon i", "heide": "rus-1"})
    orders = {"orders": [{"stack": ["f1", "f2"], "path": ["heide"]}]}
    found = preview(place.setting, question(place), orders, NOTHING)
    (fight,) = found["battles"]
    assert fight["own"] == {"counters": ["f1", "f2"], "pf": 0, "unknown": 2} and "battle" not in fight
    assert found["orders"][0]["allowance"] is None
    assert any("counter f1 and counter f2" in line for line in found["lines"])


class Looked(Recorder):
    """A random game in which every paper is previewed, by its author and by somebody who knows nothing."""

    def _sample(self, request: Choose) -> Any:
        known = self._knowledge(request.army)
        found = super()._sample(request)
        if request.what == ORDERS:
            self.looked = getattr(self, "looked", 0) + 1
            for knows in (known.with_hidden(found.hide), NOTHING):
                data = self.game.telling.preview(request, found.input, knows)  # type: ignore[union-attr]
                assert all(isinstance(line, str) and line.strip() for line in data["lines"])
                assert "." not in "".join(_numbers(data))
            assert not found.faults
            told = self.game.telling.preview(request, found.input, known.with_hidden(found.hide))  # type: ignore[union-attr]
            assert told.get("void", []) == []
            assert all(left >= 0 for left in told.get("pc", {}).values())
        return found

    def _knowledge(self, army: str) -> Any:
        held = {counter: content for counter, content in self._held(army).items() if counter in self.face_down}
        return Own(army, held)


def _numbers(value: Any) -> list[str]:
    """Every number in a preview, as text: none is a float."""
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in _numbers(inner)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [text for inner in value for text in _numbers(inner)]
    return [str(value)] if isinstance(value, int | float) else []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_papers_are_previewed_without_a_fault(seed: int) -> None:
    one = game()
    player = Looked(seed, one)
    outcome = advance(one, fresh(one.start(), hidden=True), player, SEATS)
    assert outcome.state["over"] and player.looked > 6


def test_orders_that_no_program_writes_do_no_harm() -> None:
    """The public input of a stranger: whatever its form allows is previewed."""
    place, rng = field({"garten": "napoleon i", "heide": "rus-1"}), random.Random(4)
    words = ["f1", "f2", "r1", "f9", "garten", "heide", "castell"]

    def word() -> str:
        return rng.choice(words)

    for _ in range(200):
        orders = {
            "mix": [{"box": rng.choice(["garten", "moor"]), "counters": [word(), "f40"]}],
            "reinforce": [{"counter": word(), "command": "grande-armee"}],
            "detach": [{"from": word(), "counter": word()}],
            "rejoin": [{"unit": word(), "detachment": word()}],
            "orders": [
                {"stack": [word()], "path": [word(), {"destroy": word()}]},
                {"stack": [word(), word()], "enter": "north-road", "path": []},
                {"stack": [word()], "entrench": True},
            ],
        }
        found = preview(place.setting, question(place), orders, own(place))
        assert len(found["orders"]) == 3


# -- how it reaches its reader -----------------------------------------------------------------


def test_check_shows_it_to_the_author_by_his_own_names(tmp_path: Path) -> None:
    a, b = local_pair(tmp_path, Invitation("jours-de-gloire", "eylau-1807", "french"), ("Anna", "Bert"))
    client = practice_client(a)
    client.receive(outbox(b, 1))
    due = a.due()
    assert due.request is not None
    text = dump(frame(a, due)).encode("utf-8")
    lines = preview_of(a, due, lambda: (text, "orders.yaml")).lines
    assert lines[0] == "Hidden, seen by you alone until it is opened:"
    under = list(takewhile(lambda line: line.startswith("    "), lines[lines.index("  Mohrungen") + 1 :]))
    counters = [line for line in lines if re.match(r" +f\d+: ", line)]
    assert len(counters) == len(set(counters)) and any("Bernadotte (I) with 6 PF" in line for line in under)
    a.folder.close()
    b.folder.close()
