"""Maps where pieces lie face down: numbers for everybody, names for their owner, what looks have shown (1.5)."""

from __future__ import annotations

import pytest

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.picture import Counter, Pictures, overlaid
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.boards import Hidden, game


def pictures() -> Pictures:
    found = game().telling.pictures
    assert found is not None
    return found


def lying(board: Hidden, own: Own) -> dict[str, Counter]:
    return {one.id: one for one in pictures().scene(board.play.position.to_json(), own).counters}


@pytest.mark.rule(ID, "1.5")
def test_a_counter_is_a_number_for_everybody_and_a_name_for_its_owner() -> None:
    board = Hidden("french")
    number, foe = board.counters["suchet"], board.counters["tauenzien"]
    down = lying(board, NOTHING)[number]
    assert (down.down, down.symbol, down.name, down.value, down.strength) == (True, "unknown", number, "", 0)
    assert down.army == "french" and down.band == 0 and "suchet" not in str(down).lower()
    own = lying(board, board.own)
    assert number not in own and not own["suchet"].down and own["suchet"].value == "12(5)5"
    assert f"face down as {number} (1.5)" in own["suchet"].hover
    assert own[foe] == lying(board, NOTHING)[foe]


@pytest.mark.rule(ID, "1.51A")
@pytest.mark.parametrize(
    ("sort", "state"),
    [("z", "seen: troops"), ("v", "seen: a vedette"), ("t", "seen: a train"), ("l", "seen: a leader")],
)
def test_what_a_look_has_shown_stands_on_the_counter(sort: str, state: str) -> None:
    board = Hidden("french")
    foe = board.counters["tauenzien"]
    board.play.learn(foe, sort)
    for own in (NOTHING, board.own):
        found = lying(board, own)[foe]
        assert (found.state, found.symbol, found.strength) == ((state,), "unknown", 0)


@pytest.mark.rule(ID, "1.5")
def test_no_map_names_anybody_who_lies_face_down_for_its_reader() -> None:
    board, names = Hidden("french"), list(pictures().overlays())
    at = board.play.position.to_json()
    theirs = {uid for uid, one in board.counters.items() if one[0] == "p"}
    for own, unknown in ((NOTHING, set(board.counters)), (Own("prussian"), set(board.counters)), (board.own, theirs)):
        shown = pictures().scene(at, own)
        words = str([shown.counters, shown.marks, shown.strokes, overlaid(pictures(), names, at, own)])
        assert not [uid for uid in unknown if f"'{uid}'" in words or f"'{board.play.name(uid)}'" in words]


@pytest.mark.rule(ID, "13.11-1")
def test_who_broke_down_is_told_beside_the_map_by_number_and_by_name_to_its_owner() -> None:
    board = Hidden("french")
    number = board.counters["suchet"]
    board.play.put_away(number, "broken")
    at = board.play.position.to_json()
    (public,) = [lines for heading, lines in pictures().scene(at).beside.items() if "broken down" in heading]
    (own,) = [lines for heading, lines in pictures().scene(at, board.own).beside.items() if "broken down" in heading]
    assert number in public[0] and "Suchet" not in public[0] and "Suchet" in own[0]


@pytest.mark.rule(ID, "1.52")
def test_attacks_of_who_is_dealt_anew_start_under_the_new_number() -> None:
    board = Hidden("french", open_=["suchet", "gazan", "treilhard", "lannes"])
    fresh = ["f90", "f91", "f92", "f93"]
    orders = {"deal": [["n1431", fresh]], "attacks": [{"on": ["n1630"], "with": ["n1431"]}]}
    (arrow,) = pictures().ordered(board.play.position.to_json(), orders)
    assert arrow.kind == "attack ordered" and list(arrow.who) == fresh
