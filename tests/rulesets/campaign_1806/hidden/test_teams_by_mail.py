"""Teams in hidden games of 1806: two captains and a member on each side, who share nothing but mails (18)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.preparing import preview_of
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import own_text, public_text
from pbem.campaign.writing.orders_file import template_text
from pbem.engine.requests import ORDERS
from pbem.orders.findings import OrdersFault
from rulesets.campaign_1806.hidden.counters import is_counter, unit_in
from rulesets.campaign_1806.play import Play
from tests.games.chance import fixed_secrets
from tests.rulesets.campaign_1806.country import ID
from tests.teams.players import Cast, Peer, Table
from tests.tiers import first

pytestmark = pytest.mark.slow
CAST = Cast("1806", "jena", "french", ("v", "vi"), ("iv",), ("pr-iv",), {"forces": "hidden"})
CORPS = {"ney": ("v", "vi"), "york": ("pr-iv",)}


def due_seq(table: Table) -> int:
    return len(table.anna.open(write=False).chain.messages)


def of_day(peer: Peer) -> bool:
    """Whether orders of a day are due."""
    due = peer.open(write=False).due()
    return due.kind == ORDERS and due.state["at"]["turn"] > 0 and not scene(peer).now.night


def scene(peer: Peer) -> Play:
    """The public board of the question that is due."""
    request = peer.open(write=False).due().request
    assert request is not None and isinstance(request.scene, Play)
    return request.scene


def begun(root: Path) -> Table:
    """Both sides are set up; the first orders are due."""
    table = Table.begin(root, CAST)
    proceed(table)
    return table


def proceed(table: Table) -> Peer:
    """Captains mail what the program proposes until orders of a day are due; the one who owes them."""
    while not of_day(captain := table.captain(due_seq(table))):
        table.send(captain.submit(), captain)
    return captain


def moves(captain: Peer, corps: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], str]]:
    """Marches that the captain could tell a member of, one for each counter of his corps that can go somewhere, and
    the unit under it."""
    campaign = captain.open(write=False)
    due = campaign.due()
    assert due.request is not None
    play: Any = due.request.scene
    units, teams = play.setting.forces.units, campaign.game.writing.teams
    for counter, content in sorted(due.own.markers.items()):
        unit = units[unit_in(content)]
        if unit.formation not in corps or counter not in play.at or not unit.fights:
            continue
        for to in play.field.neighbours[play.hex_of(counter)]:
            entry = {"units": [counter], "path": [play.hex_of(counter), to], "corps": unit.formation}
            found = teams.compile(due.request, {}, due.own, [entry])
            if found is not None and not found.faults:
                yield {"unit": counter, "to": to, "corps": unit.formation}, unit.id
                break


def briefed(table: Table, *, twice: bool = False) -> tuple[Peer, Peer]:
    """The captain who is due and his member, who knows the position."""
    seq = due_seq(table)
    captain, member = table.captain(seq), table.member(seq)
    for _ in range(1 + twice):
        member.take(captain.brief())
    assert member.open(write=False).due().state == captain.open(write=False).due().state
    return captain, member


def own_move(captain: Peer) -> list[dict[str, Any]]:
    """A march of a unit that is in nobody's hand but the captain's, by its name."""
    name = captain.name
    others = ("iv", "vii", "guard") if name == "anna" else ("pr-iii",)
    found = next(moves(captain, others), None)
    return [{"unit": found[1], "to": found[0]["to"]}] if found else []


def finish(table: Table) -> None:
    """The side that is due gives up; both books are opened, and everybody has the same archive, which verifies."""
    captain = table.captain(due_seq(table))
    table.send(captain.resign(), captain)
    while table.anna.open(write=False).chain.waits_for:
        captain = table.captain(due_seq(table))
        table.send(captain.submit(), captain)
    archives = {archive_bytes(peer.open(write=False)) for peer in table.peers.values()}
    assert len(archives) == 1
    judged = judge_archive(archives.pop())
    assert (judged.verdict.code, judged.verdict.detail.split(";")[0]) == ("OK", "finished and audited")


def play_day(table: Table, rng: random.Random) -> int:
    """Orders of a day: a part of some marches and a march of the captain's; how many the part had.

    Mails come twice, and the captain's own member may get what he sent behind what the other side answers.
    """
    captain, member = briefed(table, twice=rng.random() < 0.5)
    found = [entry for entry, _ in moves(captain, CORPS[member.name])]
    chosen = rng.sample(found, min(len(found), 2))
    part = member.part(chosen)
    for _ in range(rng.choice((1, 2))):
        captain.take(part)
    mail = captain.submit(own_move(captain))
    for other in table.everybody_but(captain):
        for _ in range(rng.choice((1, 1, 2)) if other is not member else 0):
            other.take(mail)
    came_late(table, member, mail)
    return len(chosen)


def came_late(table: Table, member: Peer, mail: bytes) -> None:
    """A member takes in a message behind the next one, where that hangs on no orders; it is refused until then."""
    captain = table.captain(due_seq(table))
    if of_day(captain):
        member.take(mail)
        return
    following = captain.submit()
    for other in table.everybody_but(captain):
        if other is not member:
            other.take(following)
    (receipt,) = member.receive(following)
    assert receipt.fault is not None and receipt.fault.code == "SEQ_GAP" and not receipt.accepted
    for one in (mail, following, following):
        member.take(one)


@pytest.mark.rule(ID, "18.0")
@pytest.mark.parametrize(("seed", "days"), first(1, [(1, 2), (2, 5)], pytest.mark.campaigns))
def test_turns_of_two_teams(tmp_path: Path, seed: int, days: int) -> None:
    rng, ordered = random.Random(seed), dict[int, int]()
    with fixed_secrets(f"1806 teams {seed}"):
        table = begun(tmp_path)
        while len(ordered) < days:
            proceed(table)
            seq = due_seq(table)
            ordered[seq] = play_day(table, rng)
        finish(table)
    assert sum(ordered.values()) > 1
    campaign = table.york.open(write=False)
    for seq, count in ordered.items():
        body = campaign.chain.messages[seq].body
        assert len(body["parts"]) == 1 and len(body["input"]["orders"]) >= count
        assert all(is_counter(uid) for entry in body["input"]["orders"][:count] for uid in entry["units"])
        name = "york" if seq % 2 else "ney"
        assert public_text(campaign, seq).count(f"  {name}: ") == count


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> tuple[Peer, Peer]:
    """Captain and member of the French, whose first orders are due."""
    with fixed_secrets("1806 teams"):
        return briefed(begun(tmp_path_factory.mktemp("morning")))


@pytest.mark.rule(ID, "18.0")
@pytest.mark.rule(ID, "1.5")
def test_a_member_sees_counters_and_no_contents(morning: tuple[Peer, Peer]) -> None:
    captain, member = morning
    (entry, unit), *_ = moves(captain, CORPS["ney"])
    campaign = member.open(write=False)
    due = campaign.due()
    text, report = template_text(campaign, due), own_text(campaign)
    assert "You command V Corps, French VI Corps" in text and f"unit: {entry['unit']}," in text
    for words in (text, report):
        assert campaign.game.telling.name(unit) not in words and unit not in words
    prepared = preview_of(campaign, due, lambda: (member.document(campaign, due, [entry]), "orders.yaml"), ())
    assert prepared.checked.findings == () and prepared.lines
    assert (prepared.checked.hide, prepared.checked.show, prepared.checked.leaves) == ({}, (), {})


@pytest.mark.rule(ID, "18.0")
def test_a_member_writes_moves_of_his_own_corps(morning: tuple[Peer, Peer]) -> None:
    captain, member = morning
    (entry, unit), *_ = moves(captain, CORPS["ney"])
    (other, _), *_ = moves(captain, ("vii", "iv", "guard"))
    name = captain.open(write=False).game.telling.name(unit)
    nameless = {key: value for key, value in entry.items() if key != "corps"}
    for order, word in (
        (other, "ney commands V Corps, French VI Corps [PART_SCOPE]"),
        (nameless, "corps"),
        ({**entry, "unit": name}, name),
        ({**entry, "corps": "pr-iv"}, "ney commands"),
    ):
        with pytest.raises(OrdersFault) as refused:
            member.part([order])
        assert any(word in finding.what for finding in refused.value.findings), refused.value.findings


@pytest.mark.rule(ID, "18.0")
def test_a_captain_is_told_what_his_member_could_not_know(morning: tuple[Peer, Peer]) -> None:
    """Of whom the counters are, and how far they come, only he can see; the audit would accuse him."""
    captain, member = morning
    (entry, unit), *_ = moves(captain, ("vii", "iv", "guard"))
    name = captain.open(write=False).game.telling.name(unit)
    captain.take(member.part([{**entry, "corps": "v"}]))
    with pytest.raises(OrdersFault) as refused:
        captain.submit()
    (finding,) = refused.value.findings
    assert finding.case == "18.0" and name in finding.what and finding.what.startswith("order 1 of ney")
