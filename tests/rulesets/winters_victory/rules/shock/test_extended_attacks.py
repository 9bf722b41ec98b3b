"""Shock attacks of an extended line (8.32, 8.33, 8.35)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.rules.firing.losses import take
from rulesets.winters_victory.rules.shock import extended_attacks as line
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.scenes import scene

LONG = "0505 extended +0605"
"""It looks north: 0404 lies to its left, 0504 before it, 0604 to its right."""


@pytest.mark.parametrize(
    ("words", "targets", "shift", "points"),
    [
        row("8.35.2-1", "14sp", "0504", 0, (9,)),
        row("8.35.2-1", "11sp", "0504", 0, (9,)),
        row("8.35.2-2", "14sp", "0404 0604", 0, (7, 7)),
        row("8.35.2-2", "14sp", "0404 0604", 2, (9, 5)),
        row("8.35.2-2", "14sp", "0604 0404", 2, (5, 9)),
        row("8.35.2-2", "15sp", "0404", 0, (8,)),
        row("8.35.2-2", "15sp", "0404", 2, (10,)),
        row("8.35.2-2", "15sp", "0404", -1, (7,)),
        row("8.35.2-2", "14sp", "0404 0504", 1, (8, 6)),
        row("8.35.2-2", "14sp", "0504 0604", 1, (8, 6)),
        row("8.35.2-2", "14sp", "0604", 0, (7,)),
    ],
)
def test_halves_attack_what_lies_before_them(words: str, targets: str, shift: int, points: tuple[int, ...]) -> None:
    at = scene({"f14": f"{LONG} {words}"})
    assert line.strengths(at, "f14", targets.split(), shift) == points


@pytest.mark.parametrize("words", [LONG, "0605 extended +0505"])
def test_three_hexes_lie_before_it(words: str) -> None:
    assert line.ahead(scene({"f14": words}), "f14") == ("0404", "0504", "0604")


def test_two_points_go_over_at_most() -> None:
    with pytest.raises(ValueError, match="at most 2"):
        line.strengths(scene({"f14": LONG}), "f14", ["0404"], 3)


@pytest.mark.parametrize(
    ("targets", "case"),
    [
        row("8.35.2-1", "0405", "8.35.2-1"),
        row("8.35.2-2", "0404 0504 0604", "8.35.2-2"),
        row("8.35.2-2", "0404 0604", ""),
        row("8.35.2-1", "0504", ""),
    ],
)
def test_it_attacks_one_hex_or_two(targets: str, case: str) -> None:
    found = line.why_not_at(scene({"f14": LONG}), "f14", targets.split())
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("standing", "ground", "both"),
    [
        row("8.35.2-5", {"rjgr.s1": "0504"}, {}, True),
        row("8.35.2-5", {"rjgr.s1": "0504"}, {"light-cover": "0504"}, True),
        row("8.35.2-5", {"rjgr.s1": "0504"}, {"woods": "0404 0604"}, False),
        row("8.35.2-5", {"rjgr.s1": "0504", "r1": "0404", "f1": "0604"}, {}, False),
        row("8.35.2-5", {"rjgr.s1": "0504", "r1": "0504"}, {}, False),
    ],
)
def test_skirmishers_are_attacked_by_the_whole_line(
    standing: dict[str, str], ground: dict[str, str], both: bool
) -> None:
    at = scene({"f14": LONG, **standing}, country(ground))
    assert line.against_skirmishers(at, "f14", "french") is both


@pytest.mark.parametrize(
    ("results", "worse"),
    [row("8.35.2-6", ("D1", "dot"), "D1"), row("8.35.2-6", ("Dr", "D1"), "Dr"), row("8.35.2-6", ("R", "Dr2"), "R")],
)
def test_the_worse_of_two_results_counts(results: tuple[str, str], worse: str) -> None:
    assert line.worse(results) == worse


@pytest.mark.parametrize("keep", [row("8.35.2-4 8.33.2-2", "0505"), row("8.35.2-4", "0605")])
def test_it_goes_into_general_order_in_one_hex(keep: str) -> None:
    placed = board({"f14": LONG})
    line.into_general_order(placed, "f14", keep)
    piece = placed.piece("f14")
    assert (piece.formation, piece.hexes) == ("general-order", (keep,))


@pytest.mark.parametrize(
    ("words", "state"),
    [row("8.35.3", f"{LONG} disordered", "disordered"), row("8.35.3", LONG, "")],
)
def test_a_disordered_line_attacks_as_one(words: str, state: str) -> None:
    placed = board({"f12": words})
    if not state:
        with pytest.raises(ValueError, match="no disordered extended line"):
            line.draw_together(placed, "f12", "0605")
        return
    line.draw_together(placed, "f12", "0605")
    piece = placed.piece("f12")
    assert (piece.hexes, piece.strength, piece.state) == (("0605",), 12, state)
    assert placed.units_in("0505") == ()


@pytest.mark.parametrize("at_hex", [row("8.32.1", "0505"), row("8.32.1", "0605")])
def test_a_loss_is_felt_in_both_hexes(at_hex: str) -> None:
    at = scene({"f14": LONG})
    assert at.board.units_in(at_hex) == ("f14",)
    assert take(at, "f14", 1).left == 13
    assert all(at.board.piece(uid).strength == 13 for one in ("0505", "0605") for uid in at.board.units_in(one))
