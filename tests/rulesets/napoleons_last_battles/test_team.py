"""Several players a side: whose a move is, what a captain's program makes of parts, and a short campaign by mail."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import public_text
from pbem.engine.contract import Compiled
from pbem.engine.desk import desk_behind
from pbem.engine.hidden import NOTHING
from pbem.engine.teams import compiled_behind
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.march.movement import units_of
from rulesets.napoleons_last_battles.rules.march.random_moves import movable, random_entry
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.team import LastBattlesTeams
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.games.chance import fixed_secrets
from tests.rulesets.napoleons_last_battles.documents.written import APART, CONTACT, QB, on, question, theatre
from tests.rulesets.napoleons_last_battles.files import SCENARIOS, setting
from tests.rulesets.napoleons_last_battles.test_board import belgium
from tests.rulesets.napoleons_last_battles.turns import game
from tests.teams.players import Cast, Peer, Table

pytestmark = pytest.mark.rule("nlb", "1.0")
RULES = "napoleons-last-battles"
TO_THE_FRONT = {"unit": "camp-5", "path": ["1648", "1647", "1646"]}
LEFT = "1646"


def behind(board: Board, document: dict[str, Any], orders: Sequence[Any]) -> Compiled:
    """A captain's document behind these moves of his team."""
    return compiled_behind(game(board.setting.id), question(board), document, NOTHING, orders)


def told(found: Compiled) -> list[tuple[Any, str]]:
    return [(fault.path, fault.refusal.case) for fault in found.faults]


# -- who commands what ---------------------------------------------------------------------


def test_formations_are_the_corps_and_divisions_of_a_side() -> None:
    found: dict[tuple[str, str], list[str]] = {}
    for uid in SCENARIOS:
        now = setting(uid)
        teams = LastBattlesTeams(Theatre(now, belgium()))
        assert teams.talk == ""
        found |= {(uid, army): list(teams.formations(army)) for army in now.armies}
    assert all(len(formations) > 1 for formations in found.values())
    assert found["ligny", "french"] == ["fr-g", "fr-2", "fr-3", "fr-4", "fr-1c", "fr-2c", "fr-4c"]
    assert found["ligny", "coalition"] == ["pr-1", "pr-2", "pr-3"]
    assert found["learning-hougoumont", "coalition"] == ["al-1", "al-2", "al-3", "al-4", "al-c"]
    assert {"fr-hq", "pr-hq", "al-hq"} <= {*found["campaign", "french"], *found["campaign", "coalition"]}


@pytest.mark.parametrize(
    ("order", "formations"),
    [
        ({"unit": "camp-5", "path": ["1648"]}, ("fr-2",)),
        ({"units": ["camp-5", "lher"], "path": ["1648"]}, ("fr-2", "fr-3c")),
        ({"unit": "ney", "path": ["1648"]}, ("fr-hq",)),
        ({"unit": "opstl", "hold": True}, ("al-n2",)),
        ({"unit": "nobody", "path": ["1648"]}, ()),
        ({"units": [], "path": ["1648"]}, ()),
        ({"units": ["camp-5", "camp-5"], "path": ["1648"]}, ()),
    ],
)
def test_a_move_concerns_the_formations_of_whom_it_names(order: Any, formations: tuple[str, ...]) -> None:
    assert LastBattlesTeams(theatre(QB)).concerned({}, "french", order) == formations


@pytest.mark.rule("nlb", "16.6B-1")
def test_a_marker_is_of_those_for_whom_it_stands_real_or_not() -> None:
    """A pair for units of two corps concerns both; one that stands for nobody is the captain's."""
    teams = LastBattlesTeams(theatre(QB, "observation", "hidden-movement"))
    at = {"hidden": {"lher": "hm-f1", "camp-5": "hm-f1", "durb": "hm-f2"}}
    for marker, formations in (
        ("hm-f1a", ("fr-3c", "fr-2")),
        ("hm-f2a", ("fr-3c",)),
        ("hm-f2b", ("fr-3c",)),
        ("hm-f3a", ("hidden-french",)),
    ):
        assert teams.concerned(at, "french", {"unit": marker, "path": ["1648"]}) == formations
    assert "hidden-french" not in teams.formations("french")


# -- behind a team's moves -------------------------------------------------------------------


def test_a_part_stands_first_as_it_was_signed_and_the_captain_goes_on_from_there() -> None:
    """Husson finds the second place in the hex of Campi, Baudin none."""
    board = on({**APART, "baud-6": "1747"})
    found = behind(board, {"orders": [{"unit": "Husson", "to": LEFT}]}, [TO_THE_FRONT])
    assert not found.faults
    assert found.input["orders"] == [TO_THE_FRONT, {"unit": "huss-5", "path": ["1647", "1646"]}]
    third = [{"unit": "huss-5", "to": LEFT}, {"unit": "baud-6", "to": LEFT}]
    assert told(behind(board, {"orders": third}, [TO_THE_FRONT]))[0][0][:2] == ("orders", 2)


def test_nobody_moves_a_unit_twice() -> None:
    found = behind(on(APART), {"orders": [{"unit": "camp-5", "to": "1649"}]}, [TO_THE_FRONT])
    assert told(found) == [(("orders", 1, "unit"), "5.1C-1")]
    assert "Campi has its order already, in entry 1" in found.faults[0].refusal.text


@pytest.mark.parametrize(
    ("part", "case"),
    [
        ({"unit": "camp-5", "path": ["1648", "1641"]}, "5.0"),
        ({"unit": "camp-5", "path": ["1648", "1548", "1448", "1348", "1248", "1148"]}, "5.1-1"),
        ({"unit": "camp-5", "path": ["1648", "9999"]}, ""),
        ({"unit": "opstl", "path": ["1744", "1743"]}, "4.1.1B"),
    ],
)
def test_what_a_member_may_not_order_is_told_at_its_place(part: Any, case: str) -> None:
    found = behind(on(APART), {"orders": [{"unit": "huss-5", "to": "1646"}]}, [part])
    assert [(path[:2], why) for path, why in told(found)] == [(("orders", 0), case)]
    assert found.input["orders"][0] == part


def test_attacks_are_the_captain_s_on_the_board_that_his_team_leaves() -> None:
    board = on({**CONTACT, "camp-5": "1648"})
    march = {"unit": "camp-5", "path": ["1648", "1748", "1747", "1746", "1745"]}
    attack = {"on": "1744", "by": ["camp-5", "huss-5", "pire"]}
    found = behind(board, {"attacks": [attack]}, [march])
    assert not found.faults and found.input["orders"] == [march]
    assert behind(board, {"attacks": [attack]}, []).faults


def test_a_captain_who_passes_leaves_his_team_its_moves() -> None:
    found = behind(on(APART), {"pass": True}, [TO_THE_FRONT])
    assert not found.faults and found.input["orders"] == [TO_THE_FRONT]


def test_nobody_moves_while_armies_are_placed() -> None:
    board = game("qb-variant").theatre.board(game("qb-variant").theatre.start())
    found = behind(board, {}, [TO_THE_FRONT])
    assert told(found) == [(("orders", 0), "3.2C")] and found.input["orders"] == [TO_THE_FRONT]


def test_a_captain_s_desk_begins_where_the_moves_of_his_team_end() -> None:
    board = on(APART)
    desk = desk_behind(game(QB), [TO_THE_FRONT])
    assert desk is not None
    course = desk.course(question(board), {"orders": [{"unit": "huss-5", "to": LEFT}]})
    assert [move.at for move in course.moves] == [(), ("orders", 0)]
    taken = desk.reach(question(board), {}, ["camp-5"])
    assert not taken.steps and "Campi has its order already, from your team" in taken.note
    full = {"orders": [{"unit": "huss-5", "to": LEFT}]}
    ends = {step.place for step in desk.reach(question(board), full, ["pire"]).steps if step.stop and not step.taken}
    assert LEFT not in ends and ends


# -- by mail -----------------------------------------------------------------------------------


def moves(peer: Peer, formations: Sequence[str], rng: random.Random, before: Sequence[Any] = ()) -> list[Any]:
    """Random moves for units of these formations behind others, as a player's program finds them."""
    due = peer.open(write=False).due()
    assert due.request is not None
    options = OrdersOptions(due.request.scene).moving({})
    units = options.board.setting.roster.units
    for entry in before:
        assert options.why_not(entry) is None
        options.perform(entry)
    found: list[Any] = []
    for unit in movable(options):
        if units[unit].formation in formations and unit not in options.moved and len(found) < 2:
            entry = random_entry(options, unit, rng.randrange)
            named = units_of(entry) if entry is not None else []
            theirs = isinstance(named, list) and all(units[one].formation in formations for one in named)
            if theirs and entry is not None and options.why_not(entry) is None:
                found.append(entry)
                options.perform(entry)
    return found


def play_turn(table: Table, seq: int, cast: Cast, rng: random.Random) -> tuple[int, int]:
    """A player turn: the briefing, a member's part, the captain's whole. Returns how many moves each of them orders."""
    captain, member = table.captain(seq), table.member(seq)
    if seq > 2:
        member.take(captain.brief())
    assert member.open(write=False).due().state == captain.open(write=False).due().state
    part = moves(member, cast.york if seq % 2 else cast.ney, rng)
    captain.take(member.part(part))
    own = moves(captain, ("fr-3c", "al-3", "al-4", "al-c"), rng, part)
    table.send(captain.submit(own), captain)
    return len(part), len(own)


@pytest.mark.slow
def test_a_short_campaign_of_two_teams(tmp_path: Path) -> None:
    """Mails alone: everybody ends with one archive, in which nothing is wrong, and reports say who ordered what."""
    cast = Cast(RULES, "learning-hougoumont", "french", ("fr-2",), ("fr-3c",), ("al-1", "al-2"))
    rng, ordered = random.Random(5), dict[int, tuple[int, int]]()
    with fixed_secrets("teams of the last battles"):
        table = Table.begin(tmp_path, cast)
        while len(ordered) < 3 and table.anna.open(write=False).chain.waits_for:
            seq = len(table.anna.open(write=False).chain.messages)
            captain = table.captain(seq)
            if captain.open(write=False).due().kind == "orders":
                ordered[seq] = play_turn(table, seq, cast, rng)
            else:
                table.send(captain.submit(), captain)
        captain = table.captain(len(table.anna.open(write=False).chain.messages))
        table.send(captain.resign(), captain)
        while table.anna.open(write=False).chain.waits_for:
            captain = table.captain(len(table.anna.open(write=False).chain.messages))
            table.send(captain.submit(), captain)
    archives = {archive_bytes(peer.open(write=False)) for peer in table.peers.values()}
    assert len(archives) == 1
    judged = judge_archive(archives.pop())
    assert (judged.verdict.code, judged.verdict.detail.split(";")[0]) == ("OK", "finished and audited")
    campaign = table.york.open(write=False)
    assert all(sum(counts) > 2 for counts in zip(*ordered.values(), strict=True))
    for seq, (count, own) in ordered.items():
        name = "york" if seq % 2 else "ney"
        assert public_text(campaign, seq).count(f"  {name}: ") == count
        assert len(campaign.chain.messages[seq].body["input"]["orders"]) == count + own
        assert [event for event in campaign.machine.events[seq] if event["kind"] == "void"] == []
