"""Lines of communication, command points, stacks with generals, first player: chapters 3.2, 4 and 5.3 to 5.4."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.rules.march import command
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.rules.march.paying import bill
from rulesets.jours_de_gloire.rules.march.steps import Doings, public_refusal
from tests.rulesets.jours_de_gloire.world import World, small, world

NONE, GENERAL, CHIEF = Link.NONE, Link.GENERAL, Link.CHIEF


def cost(w: World, names: str, payer: str = "grande-armee") -> int:
    return command.pc_cost(w.setting, w.board, w.known, w.of(names), payer)


def case_of(w: World, names: str, *, forced: bool = False) -> str:
    refusal = command.marching_refusal(w.setting, w.board, w.known, w.of(names), forced=forced)
    return refusal.case if refusal else ""


# -- lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "name", "link"),
    [
        pytest.param({"eiche": "napoleon i"}, "i", CHIEF, marks=pytest.mark.rule("jdg", "4.1-2")),
        # eiche - iller - kiefer - linde - moor: 4 PM.
        pytest.param({"eiche": "napoleon", "moor": "i"}, "i", CHIEF, marks=pytest.mark.rule("jdg", "4.3-1")),
        # eiche - ahorn - birke - castell - dachs: 1 + 1 + 1 + 2.
        pytest.param({"eiche": "napoleon", "dachs": "i"}, "i", NONE, marks=pytest.mark.rule("jdg", "4.3-1")),
        pytest.param(
            {"eiche": "napoleon", "birke": "davout", "dachs": "i"}, "i", CHIEF, marks=pytest.mark.rule("jdg", "4.3-1")
        ),
        pytest.param({"dachs": "davout i"}, "i", GENERAL, marks=pytest.mark.rule("jdg", "4.5-2")),
        pytest.param({"eiche": "napoleon", "dachs": "davout i"}, "i", GENERAL, marks=pytest.mark.rule("jdg", "4.5-2")),
        pytest.param({"eiche": "napoleon", "dachs": "davout"}, "davout", NONE, marks=pytest.mark.rule("jdg", "4.4-5")),
        pytest.param({"eiche": "napoleon", "birke": "davout"}, "davout", CHIEF, marks=pytest.mark.rule("jdg", "4.4-5")),
        pytest.param({"eiche": "napoleon"}, "napoleon", CHIEF, marks=pytest.mark.rule("jdg", "4.4-4")),
        # One general may stand between, not two in a row.
        pytest.param(
            {"iller": "napoleon", "ahorn": "davout", "castell": "ney", "heide": "i"},
            "i",
            CHIEF,
            marks=pytest.mark.rule("jdg", "4.3-1"),
        ),
        pytest.param(
            {"iller": "napoleon", "castell": "davout", "dachs": "ney"},
            "ney",
            NONE,
            marks=pytest.mark.rule("jdg", "4.3-1"),
        ),
        # Another command's chief is no help.
        pytest.param({"kiefer": "jerome iii"}, "iii", NONE, marks=pytest.mark.rule("jdg", "4.1-2")),
        pytest.param({"kiefer": "jerome west"}, "west", CHIEF, marks=pytest.mark.rule("jdg", "4.1-1")),
        pytest.param(
            {"eiche": "napoleon", "moor": "french-b<i=2"}, "french-b", CHIEF, marks=pytest.mark.rule("jdg", "6.1-2")
        ),
        pytest.param(
            {"kiefer": "jerome", "linde": "french-b<i=2"}, "french-b", NONE, marks=pytest.mark.rule("jdg", "6.1-2")
        ),
        pytest.param({"eiche": "napoleon legion"}, "legion", GENERAL, marks=pytest.mark.rule("jdg", "4.5-1")),
        pytest.param({"dachs": "legion"}, "legion", NONE, marks=pytest.mark.rule("jdg", "4.5-1")),
        pytest.param(
            {"kiefer": "jerome", "nebel": "french:infantry"},
            "french:infantry",
            NONE,
            marks=pytest.mark.rule("jdg", "7.1-2"),
        ),
        pytest.param(
            {"kiefer": "jerome", "linde": "french:infantry"},
            "french:infantry",
            CHIEF,
            marks=pytest.mark.rule("jdg", "7.1-2"),
        ),
        # The only way over the river, taken by the enemy; by a face-down dummy of his; by nobody.
        pytest.param(
            {"linde": "napoleon", "garten": "rus-2", "heide": "i"}, "i", NONE, marks=pytest.mark.rule("jdg", "4.3-2")
        ),
        pytest.param(
            {"linde": "napoleon", "garten": "russian:infantry", "heide": "i"},
            "i",
            NONE,
            marks=pytest.mark.rule("jdg", "4.3-2"),
        ),
        pytest.param(
            {"linde": "napoleon", "garten": "french:infantry", "heide": "i"},
            "i",
            CHIEF,
            marks=pytest.mark.rule("jdg", "4.3-2"),
        ),
        # A box shared with the enemy bars the way through it, not the way out of it.
        pytest.param(
            {"linde": "napoleon", "garten": "ii rus-2", "heide": "i"},
            "ii",
            CHIEF,
            marks=pytest.mark.rule("jdg", "4.3-2"),
        ),
        pytest.param(
            {"linde": "napoleon", "garten": "ii rus-2", "heide": "i"}, "i", NONE, marks=pytest.mark.rule("jdg", "4.3-2")
        ),
        pytest.param({"linde": "napoleon rus-2", "heide": "i"}, "i", CHIEF, marks=pytest.mark.rule("jdg", "4.3-2")),
    ],
)
def test_links(places: dict[str, str], name: str, link: Link) -> None:
    assert world(places).link(name) == link


@pytest.mark.rule("jdg", "4.3-3")
@pytest.mark.parametrize(("weather", "link"), [("clear", CHIEF), ("rain", NONE), ("mud", NONE), ("snow", CHIEF)])
def test_fords_make_a_line_longer_in_rain(weather: str, link: Link) -> None:
    # nebel -2- birke -1- ahorn ~1~ eiche
    assert world({"eiche": "napoleon", "nebel": "i"}, weather).link("i") == link


@pytest.mark.rule("jdg", "4.3-3")
@pytest.mark.rule("jdg", "6.4-2")
def test_a_line_needs_bridges() -> None:
    places, broken = {"kiefer": "napoleon", "garten": "i"}, ["garten:linde"]
    assert world(places).link("i") == CHIEF
    assert world(places, broken=broken).link("i") == NONE
    assert world(places, broken=broken, pontoons={"fels:kiefer": "french"}).link("i") == CHIEF


@pytest.mark.rule("jdg", "2-B1-4")
def test_a_line_is_looked_for_at_the_moment() -> None:
    w = world({"eiche": "napoleon", "castell": "i"})
    assert w.link("i") == CHIEF
    w.board.move(w.ids["i"], "dachs")
    assert w.link("i") == NONE


def test_a_line_to_a_successor() -> None:
    w = world({"eiche": "napoleon", "dachs": "davout i"}, gone=["napoleon"], chiefs={"grande-armee": "davout"})
    assert w.link("i") == CHIEF
    assert world({"dachs": "davout i"}, chiefs={"grande-armee": ""}).link("i") == GENERAL


@pytest.mark.rule("jdg", "4.5-2")
@pytest.mark.rule("jdg", "4.5-3")
def test_what_links_allow() -> None:
    assert [command.may_detach(link) for link in Link] == [False, False, True]
    assert [command.may_besiege(link) for link in Link] == [False, True, True]


# -- command points -----------------------------------------------------------------------------


@pytest.mark.rule("jdg", "4.4-1")
@pytest.mark.rule("jdg", "2-B1-5")
@pytest.mark.parametrize(
    ("payer", "die", "points"), [("grande-armee", 1, 5), ("army-west", 6, 8), ("russian-army", 4, 5)]
)
def test_command_points_of_each_command(payer: str, die: int, points: int) -> None:
    assert command.points(small(), world({}).board, payer, die) == points


@pytest.mark.rule("jdg", "4.4-1")
def test_a_command_without_a_chief_has_the_die_alone() -> None:
    assert command.points(small(), world({}, taken=["napoleon"]).board, "grande-armee", 4) == 4


@pytest.mark.parametrize(
    ("places", "stack", "pc"),
    [
        pytest.param(
            {"eiche": "napoleon i ii murat-i"}, "napoleon i ii murat-i", 0, marks=pytest.mark.rule("jdg", "4.4-4")
        ),
        pytest.param({"eiche": "napoleon i"}, "napoleon", 0, marks=pytest.mark.rule("jdg", "4.4-4")),
        pytest.param(
            {"eiche": "napoleon", "birke": "davout i ii"}, "davout i ii", 0, marks=pytest.mark.rule("jdg", "4.4-5")
        ),
        pytest.param(
            {"eiche": "napoleon", "heide": "davout i ii"}, "davout i ii", 1, marks=pytest.mark.rule("jdg", "4.4-5")
        ),
        pytest.param(
            {"eiche": "napoleon", "birke": "davout", "dachs": "i"}, "i", 1, marks=pytest.mark.rule("jdg", "4.4-6")
        ),
        pytest.param({"eiche": "napoleon", "dachs": "i"}, "i", 2, marks=pytest.mark.rule("jdg", "4.4-7")),
        pytest.param({"heide": "davout i"}, "i", 2, marks=pytest.mark.rule("jdg", "4.4-7")),
        pytest.param({"eiche": "napoleon legion"}, "legion", 2, marks=pytest.mark.rule("jdg", "4.5-1")),
        pytest.param({"eiche": "napoleon legion i"}, "legion i", 2, marks=pytest.mark.rule("jdg", "4.5-1")),
        pytest.param(
            {"eiche": "napoleon", "ahorn": "french:cavalry"},
            "french:cavalry",
            1,
            marks=pytest.mark.rule("jdg", "7.1-2"),
        ),
        pytest.param(
            {"eiche": "napoleon", "dachs": "french:cavalry"},
            "french:cavalry",
            2,
            marks=pytest.mark.rule("jdg", "7.1-2"),
        ),
        pytest.param(
            {"eiche": "napoleon", "ahorn": "i french:cavalry"},
            "i french:cavalry",
            1,
            marks=pytest.mark.rule("jdg", "7.1-2"),
        ),
    ],
)
def test_activation(places: dict[str, str], stack: str, pc: int) -> None:
    assert cost(world(places), stack) == pc


@pytest.mark.rule("jdg", "5.3-3")
@pytest.mark.rule("jdg", "5.3-7")
def test_every_stack_that_leaves_a_box_is_paid_for() -> None:
    w = world({"eiche": "napoleon", "iller": "ney i ii iii iv v murat-i"})
    assert [cost(w, stack) for stack in ("ney i ii", "iii iv murat-i", "v")] == [0, 1, 1]


@pytest.mark.rule("jdg", "4.4-7")
def test_three_points_for_two_stacks_out_of_touch() -> None:
    w = world({"dachs": "i", "heide": "ii"})
    assert 3 - cost(w, "i") == 1 < cost(w, "ii")


@pytest.mark.rule("jdg", "4.4-2")
def test_who_may_pay() -> None:
    w = world({"eiche": "napoleon i west", "kiefer": "jerome french:infantry"})

    def payers(names: str) -> tuple[str, ...]:
        return command.payers(w.setting, w.board, w.known, w.of(names))

    assert payers("napoleon i") == ("grande-armee",)
    assert payers("i west") == ("grande-armee", "army-west")
    assert payers("jerome french:infantry") == ("army-west",)
    assert payers("french:infantry") == ("grande-armee", "army-west")


def billed(w: World, names: str, **entry: Any) -> Any:
    """What each army pays for a stack, or the case that forbids it."""
    w.board.at.pc = {"grande-armee": 3, "army-west": 1}
    found = bill(w.setting, w.board, w.known, {"stack": w.of(names), **entry})
    return found.case if isinstance(found, Refusal) else dict(found)


@pytest.mark.rule("jdg", "4.4-2")
@pytest.mark.parametrize(
    ("places", "names", "entry", "found"),
    [
        ({"eiche": "napoleon i west"}, "i west", {}, "4.4-3"),
        ({"eiche": "jerome napoleon i west"}, "i west", {}, {"grande-armee": 1, "army-west": 1}),
        ({"eiche": "jerome napoleon i west"}, "napoleon i west", {}, {"grande-armee": 0, "army-west": 1}),
        ({"eiche": "jerome napoleon i west"}, "jerome i", {}, {"grande-armee": 1, "army-west": 0}),
        ({"eiche": "jerome napoleon i west"}, "i west", {"command": "grande-armee"}, "4.4-2"),
        ({"eiche": "jerome napoleon i west"}, "i", {"command": "grande-armee"}, {"grande-armee": 1}),
        ({"eiche": "jerome napoleon i west"}, "i west", {"entrench": True}, {"grande-armee": 2}),
        ({"eiche": "napoleon french:infantry"}, "french:infantry", {"command": "army-west"}, {"army-west": 1}),
        ({"eiche": "napoleon french:infantry"}, "french:infantry", {}, {"grande-armee": 1}),
    ],
)
def test_each_army_pays_for_its_own_in_a_mixed_stack(
    places: dict[str, str], names: str, entry: dict[str, Any], found: Any
) -> None:
    assert billed(world(places), names, **entry) == found


@pytest.mark.rule("jdg", "5.4-2")
@pytest.mark.parametrize(("names", "case"), [("davout", "5.4-2"), ("davout ney", "5.4-2"), ("davout i", "")])
def test_generals_alone_make_no_forced_march(names: str, case: str) -> None:
    w = world({"eiche": "napoleon davout ney i"})
    refusal = command.marching_refusal(w.setting, w.board, w.known, w.of(names), forced=True)
    assert (refusal.case if refusal else "") == case


@pytest.mark.rule("jdg", "5.4-2")
@pytest.mark.parametrize(("up", "case"), [("^", "5.4-2"), ("", "")])
def test_everybody_sees_that_a_general_who_lies_face_up_is_alone(up: str, case: str) -> None:
    w = world({"eiche": f"napoleon{up} i"})
    entry = {"stack": ["f1"], "path": ["ahorn"], "forced": True}
    refusal = public_refusal(w.setting, w.board, "french", entry, Doings())
    assert (refusal.case if refusal else "") == case


@pytest.mark.rule("jdg", "4.4-2")
def test_a_chief_makes_nothing_free_for_another_command() -> None:
    w = world({"eiche": "napoleon", "kiefer": "jerome i"})
    assert (cost(w, "jerome i", "army-west"), cost(w, "jerome i")) == (0, 1)


@pytest.mark.rule("jdg", "4.4-8")
def test_entrenching() -> None:
    assert command.entrench_cost(small()) == 2


# -- moving together --------------------------------------------------------------------------------


@pytest.mark.rule("jdg", "5.3-4")
@pytest.mark.parametrize(
    ("places", "stack", "forced", "points"),
    [
        ({"eiche": "napoleon i murat-i"}, "napoleon i murat-i", False, 6),
        ({"eiche": "napoleon murat-i"}, "napoleon murat-i", False, 8),
        ({"eiche": "napoleon i murat-i"}, "i murat-i", True, 8),
        ({"dachs": "murat-i french:infantry"}, "murat-i french:infantry", False, 5),
        ({"dachs": "murat-i french:cavalry"}, "murat-i french:cavalry", False, 7),
        ({"dachs": "davout"}, "davout", False, 8),
        ({"eiche": "napoleon legion"}, "legion", False, 5),
    ],
)
def test_the_pace_of_a_stack(places: dict[str, str], stack: str, forced: bool, points: int) -> None:
    w = world(places)
    assert command.stack_allowance(w.setting, w.board, w.known, w.of(stack), forced=forced) == points


@pytest.mark.parametrize(
    ("places", "stack", "forced", "case"),
    [
        pytest.param(
            {"eiche": "davout i ii iii"}, "davout i ii iii", False, "5.3-2", marks=pytest.mark.rule("jdg", "5.3-2")
        ),
        pytest.param(
            {"eiche": "i murat-i murat-ii davout ney"},
            "i murat-i murat-ii davout ney",
            False,
            "",
            marks=pytest.mark.rule("jdg", "5.3-2"),
        ),
        pytest.param(
            {"eiche": "i ii french:infantry"},
            "i ii french:infantry",
            False,
            "5.3-2",
            marks=pytest.mark.rule("jdg", "5.3-2"),
        ),
        pytest.param(
            {"eiche": "napoleon i ii iii iv v"},
            "napoleon i ii iii iv v",
            False,
            "",
            marks=pytest.mark.rule("jdg", "5.4-1"),
        ),
        pytest.param(
            {"eiche": "napoleon i ii iii iv v"}, "i ii iii iv v", False, "5.3-2", marks=pytest.mark.rule("jdg", "5.4-1")
        ),
        pytest.param({"eiche": "napoleon i"}, "i", True, "", marks=pytest.mark.rule("jdg", "5.4-2")),
        pytest.param({"dachs": "davout i"}, "i", True, "", marks=pytest.mark.rule("jdg", "5.4-2")),
        pytest.param({"dachs": "i"}, "i", True, "5.4-2", marks=pytest.mark.rule("jdg", "5.4-2")),
        pytest.param({"dachs": "i"}, "i", False, "", marks=pytest.mark.rule("jdg", "4.5-3")),
        pytest.param(
            {"dachs": "french:cavalry"}, "french:cavalry", True, "5.4-2", marks=pytest.mark.rule("jdg", "4.5-3")
        ),
    ],
)
def test_who_may_march_together_and_fast(places: dict[str, str], stack: str, forced: bool, case: str) -> None:
    assert case_of(world(places), stack, forced=forced) == case


@pytest.mark.rule("jdg", "5.4-1")
def test_what_is_a_concentration() -> None:
    w = world({"eiche": "napoleon i ii iii"})
    assert command.concentrated(w.setting, w.known, w.of("napoleon i ii iii"))
    assert not command.concentrated(w.setting, w.known, w.of("napoleon i ii"))


def test_a_refusal_names_who_it_is() -> None:
    w = world({"dachs": "iii"})
    refusal = command.marching_refusal(w.setting, w.board, w.known, w.of("iii"), forced=True)
    assert refusal is not None
    assert refusal.text == "III Corps has no line to a general and cannot make a forced march: leave out forced"


# -- generals and first player --------------------------------------------------------------------------


@pytest.mark.rule("jdg", "6.5.1-4")
@pytest.mark.parametrize(
    ("names", "leader", "value"),
    [
        ("davout ney jerome", "davout", 3),
        ("ney jerome", "ney", 2),
        ("bagration bennigsen kamenskoi", "kamenskoi", 1),
        ("", "", 1),
    ],
)
def test_who_leads(names: str, leader: str, value: int) -> None:
    those = [small().generals[name] for name in names.split()]
    found = command.lead(those)
    assert (found.id if found else "") == leader
    assert command.reaction_value(small(), those) == value


@pytest.mark.rule("jdg", "8.5-8")
def test_among_equals_the_better_bonus_leads_in_battle() -> None:
    those = [small().generals[name] for name in ("jerome", "ney", "davout")]
    found = command.lead(those, "bt")
    assert found is not None and (found.id, found.bt) == ("davout", 3)


@pytest.mark.rule("jdg", "6.5.1-5")
def test_what_a_link_does_for_reactions() -> None:
    assert [command.reaction_modifier(small(), link) for link in Link] == [0, -1, -2]


@pytest.mark.rule("jdg", "3.2-1")
@pytest.mark.rule("jdg", "2-A3")
def test_the_emperor_chooses_while_he_is_there() -> None:
    assert command.emperor_chooses(small(), world({"eiche": "napoleon"}).board)
    assert not command.emperor_chooses(small(), world({}, gone=["napoleon"]).board)


@pytest.mark.rule("jdg", "3.2-2")
@pytest.mark.parametrize(
    ("french", "russian", "chooser"), [(2, 3, "french"), (1, 3, ""), (1, 4, "russian"), (6, 1, "french")]
)
def test_without_him_chief_and_die(french: int, russian: int, chooser: str) -> None:
    w = world(
        {}, gone=["napoleon"], chiefs={"grande-armee": "davout", "army-west": "jerome", "russian-army": "kamenskoi"}
    )
    assert command.first_values(w.setting, w.board) == {"french": 3, "russian": 1}
    assert command.chooser(w.setting, w.board, {"french": french, "russian": russian}) == chooser


@pytest.mark.rule("jdg", "3.2-2")
def test_a_side_without_a_chief_has_the_die_alone() -> None:
    w = world({}, gone=["kamenskoi"])
    assert command.first_values(w.setting, w.board) == {"french": 4, "russian": 0}
