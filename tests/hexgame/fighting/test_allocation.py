"""Lists of attacks of stacks: who fights together, who may stay out, what is owed, and the list of the silent."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.hexgame.fighting.contacts import default_allocation, joined, thinned
from tests.hexgame.field.test_field import field
from tests.hexgame.fighting.stacked import PIECES, Entry, Ground, entry, random_ground
from tests.tiers import examples

EASY = settings(max_examples=examples(100), deadline=None)


# -- together ---------------------------------------------------------------------


def test_stacked_units_attack_together() -> None:
    ground = Ground({"bi1": "0302", "bc1": "0302", "ri1": "0402"})
    assert ground.options().default() == [entry("0402", "bi1 bc1")]
    assert ground.refused(entry("0402", "bi1 bc1")) == []
    assert ground.refused(entry("0402", "bc1")) == ["together"]
    refusal = ground.options().why_not([entry("0402", "bc1")])
    assert refusal is not None
    assert refusal.text == "attack 0402: BC1 in 0302 attacks together with BI1, or not at all"
    assert (refusal.unit, refusal.hex, refusal.legal) == ("bc1", "0302", ("bi1", "bc1"))


def test_a_stack_between_two_attacks_them_in_one_combat() -> None:
    ground = Ground({"bi1": "0302", "bc1": "0302", "ri1": "0402", "ri2": "0301", "rc1": "0301"})
    assert ground.options().default() == [entry("0301 0402", "bi1 bc1")]
    assert ground.refused(entry("0301", "bi1"), entry("0402", "bc1")) == ["together"]
    assert ground.refused(entry("0301", "bi1 bc1"), entry("0402", "bi1 bc1")) == ["twice"]


def test_several_hexes_are_attacked_by_those_who_touch_them_all() -> None:
    at = {"bi1": "0302", "bi2": "0302", "bi3": "0202", "ri1": "0303", "ri2": "0203"}
    assert Ground(at).refused(entry("0303 0203", "bi1 bi2 bi3")) == ["distance", "distance"]
    assert Ground({**at, "ri2": "0201"}).refused(entry("0303 0201", "bi1 bi2 bi3")) == []


def test_a_stack_is_named_once_in_what_is_owed() -> None:
    ground = Ground({"bi1": "0302", "bc1": "0302", "ri1": "0402", "rc1": "0402"})
    (told,) = [refusal for _, refusal in ground.options().faults([])]
    assert (told.case, told.text) == ("must_be_attacked", "RI1 and RC1 in 0402 are in contact and must be attacked")
    assert told.legal == ("bi1", "bc1")
    ground = Ground({"bi1": "0302", "bc1": "0302", "bi2": "0401", "ri1": "0402"})
    (told,) = [refusal for _, refusal in ground.options().faults([entry("0402", "bi2")])]
    assert (told.case, told.text) == ("must_attack", "BI1 and BC1 in 0302 are in contact and must attack")


def test_a_leader_does_not_fight() -> None:
    ground = Ground({"bi1": "0302", "bl1": "0302", "bl2": "0401", "ri1": "0402", "rl1": "0303"})
    assert ground.options().default() == [entry("0402", "bi1")]
    assert ground.refused(entry("0402", "bi1 bl1")) == ["bystander"]
    assert ground.refused(entry("0402", "bi1"), entry("0303", "bl1")) == ["target", "bystander"]


def test_stacked_batteries_fire_at_the_same_target() -> None:
    at = {"ba1": "0101", "ba2": "0101", "ri1": "0301", "ri2": "0302"}
    fire = [entry("0301", bombard=["ba1"]), entry("0302", bombard=["ba2"])]
    assert Ground(at).options().describe()["bombard"] == {"ba1": ["0301", "0302"], "ba2": ["0301", "0302"]}
    assert Ground(at).refused(entry("0301", bombard=["ba1", "ba2"])) == []
    assert Ground(at).refused(entry("0301", bombard=["ba1"])) == []
    assert Ground(at).refused(*fire) == ["salvo"]
    assert Ground({**at, "ba2": "0102"}).refused(*fire) == []
    # Where only one of the two attacks can come about, no volley is divided.
    later = [{**fire[1], "if": {"attack": "0301", "result": ["Ar"]}}]
    one = {**fire[0], "id": "a", "if": {"attack": "x", "result": ["Ae"]}}
    other = {**fire[1], "id": "b", "if": {"attack": "x", "result": ["De"]}}
    ground = Ground({**at, "bi1": "0403", "ri3": "0404"})
    assert ground.refused(fire[0], *later, entry("0404", "bi1")) == ["salvo"]
    assert ground.refused(entry("0404", "bi1", id="x"), one, other) == []


# -- who may stay out -----------------------------------------------------------------


def test_who_is_sheltered_may_stay_out() -> None:
    ground = Ground({"bi1": "0302", "ri1": "0402", "ri2": "0301"}, farms=["0302"])
    options = ground.options()
    assert (options.default(), dict(options.contacts), options.pressed) == ([], {}, ())
    assert options.describe()["may_attack"] == {"0302": ["0301", "0402"]}
    assert ground.refused() == [] and ground.refused(entry("0301 0402", "bi1")) == []
    assert ground.refused(entry("0402", "bi1")) == ["drawn_in"]
    told = options.why_not([entry("0402", "bi1")])
    assert told is not None
    assert told.text == "RI2 in 0301 must be attacked too, or BI1, next to it, attacks nobody"


def test_whom_he_touches_somebody_else_may_attack() -> None:
    at = {"bi1": "0302", "bc1": "0303", "ri1": "0402", "ri2": "0301"}
    ground = Ground(at, farms=["0302"])
    assert ground.options().default() == [entry("0402", "bc1")]
    assert ground.refused(entry("0402", "bc1"), entry("0301", "bi1")) == []
    assert ground.refused(entry("0402", "bi1"), entry("0301", "bi1")) == ["twice", "must_attack"]


def test_others_in_a_farm_are_not_sheltered() -> None:
    ground = Ground({"bc1": "0302", "ri1": "0402"}, farms=["0302"])
    assert ground.options().default() == [entry("0402", "bc1")]
    assert ground.refused() == ["must_be_attacked"]


def test_an_enemy_farm_has_to_be_attacked() -> None:
    ground = Ground({"bi1": "0302", "bi2": "0302", "bc1": "0401", "ri1": "0402"}, farms=["0402"])
    assert ground.options().default() == [entry("0402", "bi1 bi2 bc1")]
    assert ground.refused() == ["must_be_attacked"]
    assert ground.refused(entry("0402", "bc1")) == ["must_attack"]


def test_an_attack_that_may_be_left_out_needs_no_else() -> None:
    guns = {"ba1": "0504", "ri9": "0303"}
    ground = Ground({"bi1": "0301", "ri1": "0401", "ri2": "0302", **guns}, farms=["0301"])
    first = entry("0303", bombard=["ba1"], id="a")
    when = {"if": {"attack": "a", "result": ["De"]}}
    assert ground.refused(first, entry("0401 0302", "bi1", **when)) == []
    # 0302 is owed as soon as the infantry may attack 0401, whether the second attack comes about or not.
    both = Ground({"bi1": "0301", "bi2": "0202", "ri1": "0401", "ri2": "0302", **guns}, farms=["0301", "0202"])
    halves = [entry("0401", "bi1", **when), entry("0302", "bi2", **when)]
    assert both.refused(first, *halves)[0] == "must_be_attacked"


def test_only_who_must_is_held_to_an_else() -> None:
    ground = Ground({"bi1": "0302", "ri1": "0402", "ba1": "0101", "ri2": "0103"})
    condition = {"if": {"attack": "0103", "result": ["De"]}}
    assert ground.refused(entry("0103", bombard=["ba1"]), entry("0402", "bi1", **condition)) == ["must_attack"]
    assert ground.refused(entry("0103", bombard=["ba1"]), entry("0402", "bi1", **condition, **{"else": {}})) == []


def test_who_need_not_attack_does_where_nobody_else_pays_a_debt() -> None:
    ground = Ground({"bi1": "0302", "bc1": "0303", "rt1": "0402"})
    assert (ground.options().pressed, dict(ground.options().contacts)) == (("0402",), {})
    assert ground.options().default() == [entry("0402", "bi1")]
    assert ground.refused(entry("0402", "bc1")) == [] and ground.refused() == ["must_be_attacked"]


def test_a_train_attacks_nobody() -> None:
    ground = Ground({"bt1": "0302", "ri1": "0402"})
    assert (ground.options().default(), ground.refused()) == ([], [])
    assert ground.refused(entry("0402", "bt1")) == ["bystander"]


# -- words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "by", "text"),
    [
        ({"river": "0302-0402"}, "bi1", "attack 0402: BI1 in 0302 cannot attack 0402 across a river without a bridge"),
        ({}, "bi2", "attack 0402: BI2 in 0202 is not adjacent to 0402"),
        ({}, "ba1", "attack 0402: BA1 in 0201 is not adjacent to 0402; it may bombard: name it under bombard"),
        ({}, "ba2", "attack 0402: BA2 in 0101 is not adjacent to 0402"),
        ({}, "ri1", "RI1 belongs to the other army and makes no attack now"),
        ({}, "bi9", "BI9 is not on a map and cannot attack"),
        ({}, "xyz", "there is no unit 'xyz'"),
    ],
)
def test_attackers_who_cannot(sides: dict[str, str], by: str, text: str) -> None:
    at = {"bi1": "0302", "bi2": "0202", "ba1": "0201", "ba2": "0101", "ri1": "0402"}
    options = Ground(at, on=field(hexsides=sides)).options()
    assert options.faults([entry("0402", by)])[0][1].text == text


@pytest.mark.parametrize(
    ("listed", "case"),
    [
        ({}, "listed"),
        ([entry("0402", "bi1")] * 201, "listed"),
        ([None], "shape"),
        ([entry("0303", "bi1")], "target"),
        ([entry("0402")], "nobody"),
        ([entry("0402 0104", bombard=["ba1"])], "single"),
        ([entry("0402", "bi1", **{"if": {"vacant": "9999"}, "else": {}})], "condition"),
        ([entry("0402", "bi1", **{"if": {"attack": "a", "result": ["De"]}, "else": {}})], "condition"),
        ([entry("0402", "bi1", **{"if": {"odds": "a"}, "else": {}})], "condition"),
        ([entry("0402", "bi1", reduce="3-1")], "reduction"),
        ([entry("0402", "bi1", id="a"), entry("0104", bombard=["ba1"], id="a")], "name"),
        ([entry("0402", "bi1", bombard=["ba1"])], "range"),
    ],
)
def test_what_voids_a_list(listed: Any, case: str) -> None:
    ground = Ground({"bi1": "0302", "ri1": "0402", "ba1": "0102", "ri2": "0104"})
    refusal = ground.options().why_not(listed)
    assert refusal is not None and refusal.case == case


def test_a_lower_column_may_be_asked_for() -> None:
    ground = Ground({"bi1": "0302", "bi2": "0302", "ri1": "0402"})
    assert ground.refused(entry("0402", "bi1 bi2", reduce="1-1")) == []
    told = ground.options().why_not([entry("0402", "bi1 bi2", reduce="2-1")])
    assert told is not None and told.text == "attack 0402 stands at 2-1 and cannot be reduced to '2-1'"
    assert told.legal == ("1-1", "1-2")


def test_two_entries_are_shown_as_one() -> None:
    ground = Ground({"bi1": "0302", "bi2": "0401", "ri1": "0402"})
    (told,) = [r.text for _, r in ground.options().faults([entry("0402", "bi1"), entry("0402", "bi2", id="b")])]
    assert told.endswith('in one entry, such as - {on: ["0402"], by: [bi1, bi2]}')
    refusal = ground.options().why_not([entry("0402", "bi1"), entry("0402", "bi2", id="b")])
    assert refusal is not None and refusal.text == "attack b: the enemy in 0402 is attacked already"


def test_a_list_is_read_once_and_its_sound_part_told() -> None:
    options = Ground({"bi1": "0302", "bi2": "0202", "ri1": "0402", "ri2": "0203"}).options()
    listed = [entry("0402", "bi1"), entry("0203", "bi1"), None]
    assert options.why_not(listed) is not None
    assert [attack.on for attack in options.sound(listed)] == [("0402",)]
    legal = [entry("0402", "bi1"), entry("0203", "bi2")]
    assert options.why_not(legal) is None and options.attacks(legal) is options.attacks(legal)
    assert [attack.by for attack in options.attacks([*legal])] == [("bi1",), ("bi2",)]


# -- any board ------------------------------------------------------------------------


def check(ground: Ground, seed: int) -> None:
    """The default list is legal and pays every debt; so does every random one."""
    options = ground.options()
    default = options.default()
    assert default == default_allocation(options.bodies)
    assert options.why_not(default) is None and not ground.broken(default)
    chance = random.Random(seed)
    for _ in range(3):
        listed = options.sample(chance.randrange)
        assert options.why_not(listed) is None, listed
    # The judge agrees with the words of the little rulebook on lists that are nearly right.
    for _ in range(3):
        listed = mangled(default, chance)
        assert (options.why_not(listed) is None) is not ground.broken(listed), listed


def mangled(listed: list[Entry], chance: random.Random) -> list[Entry]:
    """A list with an entry more or less, or somebody more or less in one."""
    found = [{**one, "on": [*one["on"]], "by": [*one["by"]]} for one in listed]
    where = ["0302", "0202", "0402", "0303", "0203"]
    who = [unit for unit in PIECES if unit[0] == "b"]
    for _ in range(chance.randint(1, 2)):
        one = chance.choice(found) if found else entry(chance.choice(where), chance.choice(who))
        what = chance.randrange(6)
        if what == 0:
            one["on"].append(chance.choice(where))
        elif what == 1:
            one["by"].append(chance.choice(who))
        elif what == 2 and len(one["by"]) > 1:
            one["by"].pop(chance.randrange(len(one["by"])))
        elif what == 3 and one in found:
            found.remove(one)
        elif what == 4 and len(one["on"]) > 1:
            found.append(entry(one["on"].pop(), " ".join(one["by"])))
        elif what == 5 and one not in found:
            found.append(one)
    return [{**one, "id": f"a{number}"} for number, one in enumerate(found)]


@EASY
@given(st.integers(0, 2**32))
def test_the_default_list_pays_every_debt(seed: int) -> None:
    check(random_ground(seed), seed)


@pytest.mark.campaigns
def test_the_default_list_pays_every_debt_on_many_boards() -> None:
    for seed in range(5000):
        check(random_ground(seed), seed)


@EASY
@given(st.sets(st.tuples(st.sampled_from("stuvw"), st.sampled_from("abcde"))), st.randoms(use_true_random=False))
def test_thinned_pairs_are_stars(pairs: set[tuple[str, str]], chance: random.Random) -> None:
    order = list(range(len(pairs)))
    chance.shuffle(order)
    left = thinned(sorted(pairs), order)
    assert {target for target, _ in left} == {target for target, _ in pairs}
    assert {body for _, body in left} == {body for _, body in pairs}
    combats = joined(left)
    assert all(len(on) == 1 or len(by) == 1 for on, by in combats)
    assert sorted((target, body) for on, by in combats for target in on for body in by) == sorted(left)
