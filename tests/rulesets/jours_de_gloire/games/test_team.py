"""Teams in Jours de Gloire: two captains and a member on each side, by mail, in a hidden and in an open game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.preparing import preview_of
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import public_text
from pbem.campaign.writing.orders_file import template_text
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS
from pbem.orders.findings import OrdersFault
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.rules.march import steps
from rulesets.jours_de_gloire.rules.march.paying import bill
from rulesets.jours_de_gloire.rules.scratch import Scratch
from tests.games.chance import fixed_secrets
from tests.teams.players import Cast, Peer, Table
from tests.tiers import first

RULES = "jours-de-gloire"
FRENCH, RUSSIANS, PRUSSIANS = "grande-armee", "russian-army", "prussian-corps"


def begun(root: Path, hiding: str) -> Table:
    """Both sides are set up; the first player turn is due. ney has the French army, york the Prussians."""
    cast = Cast(RULES, "eylau-1807", "french", (FRENCH,), (FRENCH,), (PRUSSIANS,), {"hiding": hiding})
    table = Table.begin(root, cast)
    while not of_turn(captain := table.captain(due_seq(table))):
        table.send(captain.submit(), captain)
    return table


def of_turn(captain: Peer) -> bool:
    due = captain.open(write=False).due()
    return due.kind == ORDERS and due.state["at"]["stage"] == "play"


def due_seq(table: Table) -> int:
    return len(table.anna.open(write=False).chain.messages)


def holdings_of(captain: Peer) -> Holdings:
    """What a captain sees of his own side; he tells his members."""
    campaign = captain.open(write=False)
    due = campaign.due()
    assert due.request is not None
    setting = campaign.game.setting  # type: ignore[attr-defined]
    return Holdings(setting, Board(setting, due.request.scene), campaign.army, due.own)


def marches(holdings: Holdings, command: str) -> Iterator[dict[str, Any]]:
    """Steps that single units of a command may take, one for each."""
    setting, board, army = holdings.setting, holdings.board, holdings.army
    for counter in holdings.counters():
        content = holdings.known[counter]
        if setting.troops(content) is None or setting.command_of(content) != command:
            continue
        for to in board.neighbours(board.box(counter)):
            entry = {"stack": [counter], "path": [to], "command": command}
            if not board.enemies(army, to) and not board.enemies(army, board.box(counter)):
                refusal = steps.exact_refusal(setting, board, army, holdings.known, entry, steps.Doings())
                if refusal is None:
                    yield entry
                    break


def briefed(table: Table, seq: int) -> Peer:
    """The member whose captain is due, who knows the position."""
    captain, member = table.captain(seq), table.member(seq)
    member.take(captain.brief())
    assert member.open(write=False).due().state == captain.open(write=False).due().state
    return member


def play_turn(table: Table, seq: int) -> None:
    """A player turn with one march of the member's and one of the captain's."""
    captain, member = table.captain(seq), briefed(table, seq)
    holdings = holdings_of(captain)
    theirs = FRENCH if member.name == "ney" else PRUSSIANS
    mine = FRENCH if member.name == "ney" else RUSSIANS
    part = next(marches(holdings, theirs))
    own = next((entry for entry in marches(holdings, mine) if entry["stack"] != part["stack"]), None)
    captain.take(member.part([part]))
    table.send(captain.submit([own] if own else []), captain)


def finish(table: Table) -> None:
    """The side that is due gives up; books are opened; everybody has the same archive, in which nothing is wrong."""
    captain = table.captain(due_seq(table))
    table.send(captain.resign(), captain)
    while table.anna.open(write=False).chain.waits_for:
        captain = table.captain(due_seq(table))
        table.send(captain.submit(), captain)
    archives = {archive_bytes(peer.open(write=False)) for peer in table.peers.values()}
    assert len(archives) == 1
    judged = judge_archive(archives.pop())
    assert (judged.verdict.code, judged.verdict.detail.split(";")[0]) == ("OK", "finished and audited")


@pytest.mark.slow
@pytest.mark.rule(RULES, "10-6")
@pytest.mark.parametrize(("hiding", "parts"), first(1, [("hidden", 4), ("open", 2)], pytest.mark.campaigns))
def test_a_few_turns_of_two_teams(tmp_path: Path, hiding: str, parts: int) -> None:
    with fixed_secrets(f"teams {hiding}"):
        table = begun(tmp_path, hiding)
        with_parts: list[int] = []
        while len(with_parts) < parts:
            seq = due_seq(table)
            captain = table.captain(seq)
            if of_turn(captain):
                play_turn(table, seq)
                with_parts.append(seq)
            else:
                table.send(captain.submit(), captain)
        finish(table)
    campaign = table.ney.open(write=False)
    for seq in with_parts:
        name = "york" if seq % 2 else "ney"
        body = campaign.chain.messages[seq].body
        assert len(body["parts"]) == 1 and 1 <= len(body["input"]["orders"]) <= 2
        assert f"  {name}: " in public_text(campaign, seq)
        voids = [event for event in campaign.machine.events[seq] if event["kind"] == "void"]
        assert voids == []


@pytest.mark.slow
@pytest.mark.rule(RULES, "10-6")
@pytest.mark.rule(RULES, "4.4-3")
def test_what_a_member_cannot_pay_is_named_at_his_captains_check(tmp_path: Path) -> None:
    """He cannot know it in a hidden game; the audit would accuse the captain."""
    with fixed_secrets("teams spend"):
        table = begun(tmp_path, "hidden")
        captain, member = table.anna, briefed(table, due_seq(table))
        all_of_them = list(marches(holdings_of(captain), FRENCH))
        pc = holdings_of(captain).board.at.pc[FRENCH]
        assert len(all_of_them) > pc
        captain.take(member.part(all_of_them))
        with pytest.raises(OrdersFault) as refused:
            captain.submit()
    found = refused.value.findings
    assert found and {finding.case for finding in found} == {"4.4-3"}
    assert all(re.match(r"order \d+ of ney \(Grande Armée\): ", finding.what) for finding in found)


@pytest.mark.slow
@pytest.mark.rule(RULES, "10-6")
def test_what_the_captain_orders_goes_by_what_his_members_leave(tmp_path: Path) -> None:
    with fixed_secrets("teams spend"):
        table = begun(tmp_path, "hidden")
        captain, member = table.anna, briefed(table, due_seq(table))
        affordable, last = _affordable(holdings_of(captain))
        captain.take(member.part(affordable))
        with pytest.raises(OrdersFault) as refused:
            captain.submit([last])
        (finding,) = refused.value.findings
        assert (finding.case, finding.path) == ("4.4-3", ("orders", 0))
        captain.submit()


def _affordable(holdings: Holdings) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """As many marches as the army can pay for, and the one after them."""
    paid = list[dict[str, Any]]()
    scratch = Scratch(holdings.setting, holdings.board, holdings.army, {"orders": paid}, holdings.own)
    scratch.turn.book = holdings.known
    for entry in list(marches(holdings, FRENCH)):
        if isinstance(bill(holdings.setting, holdings.board, holdings.known, entry), Refusal):
            return paid, entry
        paid.append(entry)
        scratch.march(len(paid) - 1)
    raise AssertionError("the army could pay for everything")


def to_russian_turn(table: Table) -> None:
    """Everybody mails what the program proposes until orders of the Russian side are due."""
    while not of_turn(table.bert):
        captain = table.captain(due_seq(table))
        table.send(captain.submit(), captain)


@pytest.mark.slow
@pytest.mark.rule(RULES, "10-6")
def test_a_member_in_a_hidden_game_names_counters_and_his_army(tmp_path: Path) -> None:
    with fixed_secrets("teams words"):
        table = begun(tmp_path, "hidden")
        to_russian_turn(table)
        york, holdings = briefed(table, due_seq(table)), holdings_of(table.bert)
        russian, prussian = next(marches(holdings, RUSSIANS)), next(marches(holdings, PRUSSIANS))
        nameless = {name: value for name, value in prussian.items() if name != "command"}
        unit = holdings.name_of(prussian["stack"][0])
        for order, word in (
            (russian, "it concerns Russian army; york commands Prussian corps [PART_SCOPE]"),
            (nameless, "write command: and which army pays"),
            ({**prussian, "stack": [unit]}, "as your captain told you"),
            ({**prussian, "command": FRENCH}, "nobody can see whose counters these are"),
        ):
            with pytest.raises(OrdersFault) as refused:
                york.part([order])
            assert any(word in finding.what for finding in refused.value.findings), refused.value.findings
        campaign = york.open(write=False)
        due = campaign.due()
        text = template_text(campaign, due)
        assert prussian["stack"][0] in text and "reactions" not in text and "Grande" not in text
        prepared = preview_of(campaign, due, lambda: (york.document(campaign, due, [prussian]), "orders.yaml"), ())
        assert prepared.checked.findings == () and prepared.lines
        assert (prepared.checked.hide, prepared.checked.show, prepared.checked.leaves) == ({}, (), {})


@pytest.mark.slow
@pytest.mark.rule(RULES, "10-6")
def test_a_member_in_an_open_game_names_units_and_orders_none_of_another_army(tmp_path: Path) -> None:
    with fixed_secrets("teams open"):
        table = begun(tmp_path, "open")
        to_russian_turn(table)
        york, holdings = briefed(table, due_seq(table)), holdings_of(table.bert)
        russian, prussian = next(marches(holdings, RUSSIANS)), next(marches(holdings, PRUSSIANS))
        named = {"stack": [holdings.name_of(prussian["stack"][0])], "path": prussian["path"]}
        with pytest.raises(OrdersFault, match="PART_SCOPE"):
            york.part([{"stack": [holdings.name_of(russian["stack"][0])], "path": russian["path"]}])
        table.bert.take(york.part([named]))
        table.send(table.bert.submit(), table.bert)
        body = table.ney.open(write=False).chain.messages[-1].body
    assert body["input"]["orders"] == [prussian]
