"""Which lists of attacks are legal: duties, stacks, chateaux, bombardment (6.1, 7.1, 7.2, 7.4, 8.1C, 8.2A)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, sheet
from tests.tiers import examples

rule = pytest.mark.rule
Entry = dict[str, object]


def entry(on: str, by: str = "", bombard: str = "") -> Entry:
    """An entry of a list."""
    found: Entry = {"on": on.split(), "by": by.split()}
    return {**found, "bombard": bombard.split()} if bombard else found


def row(units: str, listed: list[Entry], refused: str, *cases: str, land: str = "", **hexsides: str) -> object:
    """A table row; refused: the cases of all refusals."""
    return pytest.param(units, listed, refused.split(), land, hexsides, marks=rule("nlb", *cases))


TWO = "fi5 0404, ai4 0403, ai3 0405"
STACK = "fi5 0404, fi6 0404, ai4 0403, ai3 0403"
FORT = "fi5 0403, ai6 0404"


@pytest.mark.parametrize(
    ("units", "listed", "refused", "land", "hexsides"),
    [
        row("fi5 0404, ai4 0403", [], "6.1", "6.0-1", "6.1-1", "6.1-2"),
        row(TWO, [entry("0403 0405", "fi5")], "", "6.1-2", "6.1E-2"),
        row(TWO, [entry("0403", "fi5")], "6.1", "6.1-2"),
        row(f"{TWO}, fi6 0406", [entry("0403", "fi5"), entry("0405", "fi6")], "", "6.1-2", "6.1F"),
        row("fc5 0404, ai4 0402", [entry("0402", "fc5")], "6.1A", "6.1A"),
        row(TWO, [entry("0403", "fi5"), entry("0405", "fi5")], "6.1B", "6.1B", "6.1C"),
        row("fi5 0404, fi6 0402, ai4 0403", [entry("0403", "fi5"), entry("0403", "fi6")], "6.1B", "6.1B"),
        row(STACK, [entry("0403", "fi5")], "6.1D", "6.1D", "6.1-1"),
        row(STACK, [entry("0403", "fi5 fi6")], "", "6.1D"),
        row(
            "fi5 0404, fi6 0404, ai4 0403, ai3 0405",
            [entry("0403", "fi5"), entry("0405", "fi6")],
            "6.1D",
            "6.1D",
        ),
        row("fi5 0404, fi6 0405, ai4 0403, ai3 0504", [entry("0403 0504", "fi5 fi6")], "6.1A", "6.1E-3"),
        row("fi5 0404, fi6 0503, ai4 0403, ai3 0504", [entry("0403 0504", "fi5 fi6")], "", "6.1E-3"),
        row("fi5 0404, ai4 0403", [entry("0403", "fi5")], "5.2", "TEC-river", river="0404-0403"),
        row("fi5 0404, ai4 0403", [], "", "TEC-river", "7.4E", river="0404-0403"),
        # Bombardment
        row("fg6 0405, ai3 0403", [], "", "7.1A"),
        row("fg6 0405, ai3 0403", [entry("0403", bombard="fg6")], "", "7.0", "7.1-1", "7.1B"),
        row("fg6 0406, ai3 0403", [entry("0403", bombard="fg6")], "7.1", "7.1-1", "7.1B"),
        row("fi6 0405, ai3 0403", [entry("0403", bombard="fi6")], "7.1", "7.1-1"),
        row(
            "fh6 0405, ai3 0403, ai2 0504, fi1 0503",
            [
                entry("0504 0403", "fi1"),
            ],
            "",
            "7.1A",
        ),
        row(
            "fg6 0405, ai3 0403, ai2 0505, fi1 0404",
            [entry("0403", bombard="fg6"), entry("0505", "fi1")],
            "7.4A 6.1",
            "7.4A",
            "7.4",
        ),
        row("fg6 0404, ai3 0403", [entry("0403", bombard="fg6")], "7.4A 6.1", "7.4A", "7.1B"),
        row("fg6 0404, ai3 0403", [], "6.1", "7.4", "7.4D", crest="0404-0403"),
        row("fg6 0404, ai3 0403", [entry("0403", bombard="fg6")], "", "7.4E", "TEC-river", river="0404-0403"),
        row(
            "fg6 0405, fg5 0405, ai4 0403, ai3 0204",
            [entry("0403", bombard="fg6"), entry("0204", bombard="fg5")],
            "7.1C",
            "7.1C",
        ),
        row("fg6 0405, fg5 0405, ai4 0403", [entry("0403", bombard="fg6")], "", "7.1C"),
        row("fg6 0405, fg5 0401, ai4 0403", [entry("0403", bombard="fg6 fg5")], "", "7.1D"),
        row("fg6 0405, fi3 0304, ai4 0403, ai2 0303", [entry("0403 0303", "fi3", "fg6")], "", "7.2-2"),
        row("fg6 0405, ai4 0403, ai2 0503", [entry("0403 0503", bombard="fg6")], "7.1", "7.1-1"),
        row("fg6 0405, ai4 0403", [entry("0403", bombard="fg6")], "7.3A", "7.3A", "7.3-1", land="0404 f"),
        row("fg6 0405, ai4 0403", [entry("0403", bombard="fg6")], "8.1C", "8.1C", land="0404 c"),
        row("fg6 0405, ai4 0403", [entry("0403", bombard="fg6")], "8.1C", "8.1C", land="0403 c"),
        # Chateaux: the French besiege, then are besieged.
        row(FORT, [], "6.1", "8.2A-2", land="0404 c"),
        row(FORT, [entry("0404", "fi5")], "", "8.2A-2", land="0404 c"),
        row("fi6 0404, ai5 0403, ai2 0405", [], "", "8.2A-2", "8.2A-1", land="0404 c"),
        row("fc6 0404, ai5 0403", [], "6.1", "8.2", "8.2A-2", land="0404 c"),
        row("fi6 0404, ai5 0403, ai2 0405", [entry("0403", "fi6")], "8.2A", "8.2A-3", land="0404 c"),
        row("fi6 0404, ai5 0403, ai2 0405", [entry("0403 0405", "fi6")], "", "8.2A-3", land="0404 c"),
        row(
            "fi6 0404, fi7 0402, ai5 0403, ai2 0405",
            [entry("0405", "fi6"), entry("0403", "fi7")],
            "",
            "8.2A-3",
            land="0404 c",
        ),
    ],
)
def test_lists_are_judged(
    units: str, listed: list[Entry], refused: list[str], land: str, hexsides: dict[str, str]
) -> None:
    options = attack_list(board(units, sheet(land, **hexsides)))
    assert [refusal.case for _, refusal in options.faults(listed)] == refused


@rule("nlb", "8.2", "8.2A-2")
def test_demoralized_infantry_in_a_chateau_has_to_attack() -> None:
    found = board("fi6 0404, ai5 0403", sheet("0404 c"))
    assert attack_list(found).contacts == {}
    found.position.broken["french"] = "demoralized"
    assert attack_list(found).contacts == {"fi6": ("ai5",)}


@rule("nlb", "7.5")
def test_artillery_has_no_part_in_a_defence_beside_it() -> None:
    options = attack_list(board("fi9 0404, ai4 0403, ag6 0401"))
    assert options.default() == [{"on": ["0403"], "by": ["fi9"]}]


def random_board(seed: int) -> Board:
    """Up to thirty-six small units close together, with chateaux, rivers and crests anywhere."""
    chance = random.Random(seed)
    hexes = [f"{c:02}{r:02}" for c in range(2, 8) for r in range(2, 8)]
    land = " ".join(f"{at} {chance.choice('ccftm')}" for at in chance.sample(hexes, 8))
    chateaux = [at for at, kind in zip(land.split()[::2], land.split()[1::2], strict=True) if kind == "c"]
    sides = sorted({(a, b) for a in hexes for b in sheet().neighbours[a] if a < b})
    kinds = {
        kind: " ".join("-".join(side) for side in chance.sample(sides, 8)) for kind in ("river", "stream", "crest")
    }
    kinds["bridge"] = " ".join(kinds["river"].split()[:3])
    units, count = [], 0
    for at in chance.sample(hexes, chance.randint(4, 18)):
        army = chance.choice("fap")
        for _ in range(1 if at in chateaux else chance.randint(1, 2)):
            count += 1
            arm, letters = chance.choice("iiicgh"), "abcdefghijklmnopqrstuvwxyz"
            units.append(f"{army}{arm}{1 + count // 26}{letters[count % 26]} {at}")
    return board(", ".join(units), sheet(land, **kinds))


@pytest.mark.slow
@rule("nlb", "6.1-1", "6.1-2", "8.2A-3")
@settings(max_examples=examples(120), deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_the_default_and_random_lists_are_legal(seed: int, data: st.DataObject) -> None:
    options = attack_list(random_board(seed))
    assert options.why_not(options.default()) is None
    listed = options.sample(lambda n: data.draw(st.integers(0, n - 1)))
    assert options.why_not(listed) is None


@pytest.mark.campaigns
@rule("nlb", "6.1-1", "6.1-2", "8.2A-2", "8.2A-3")
def test_the_default_list_is_legal_on_many_boards() -> None:
    """Every duty of 6.1 and 8.2A paid on five thousand boards; most have walls, and somebody who must attack."""
    walled = fought = 0
    for seed in range(5000):
        found = random_board(seed)
        options = attack_list(found)
        listed = options.default()
        assert options.why_not(listed) is None, seed
        walled += any(at in found.chateaux for at in found.here)
        fought += bool(listed)
    assert walled > 2500 and fought > 2500
