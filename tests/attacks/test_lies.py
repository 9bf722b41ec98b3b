"""Rows H08, H09, H15 to H17 of the adversarial plan: what nobody can see until two openings or the audit show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.log_answerer import ByMail
from pbem.campaign.core.secrets import leaves_of
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.disclosing import audit_path
from pbem.campaign.records.verification import judge_archive, judge_log
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import Accusation, Record
from pbem.protocol.faults import Fault
from tests.attacks.forging import RESIGN, delivered, exposed, mid_game, of, sent, walked
from tests.attacks.world import World, proof, signed
from tests.toy_hidden.board import Board
from tests.toy_hidden.compiling import leaves_for
from tests.toy_hidden.forces import VeiledForces
from tests.toy_hidden.sequence import standing
from tests.toy_hidden.world import Twist, build, lie, orders, setting_of

pytestmark = pytest.mark.usefixtures("veiled")


def setting_up(campaign: Campaign, due: Due) -> bool:
    """The set-up is due, in which every counter is committed to."""
    return due.kind == "orders" and due.state["at"]["stage"] == "setup"


# -- H09: what the counters hold ------------------------------------------------------------------


def everywhere(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """One and the same unit in every counter."""
    unit = setting_of(campaign).order_of_battle[campaign.army][0]
    return replace(checked, hide={counter: {"units": [unit]} for counter in checked.hide})


def twice(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A unit is in its counter, and in a dummy too."""
    content = next(content for _, content in sorted(checked.hide.items()) if content["units"])
    dummy = next(counter for counter, content in sorted(checked.hide.items()) if not content["units"])
    return replace(checked, hide={**checked.hide, dummy: {"units": content["units"][:1]}})


def crowded(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """All the army under one counter."""
    units = setting_of(campaign).order_of_battle[campaign.army]
    hide: dict[str, Any] = {counter: {"units": []} for counter in sorted(checked.hide)}
    return replace(checked, hide={**hide, next(iter(hide)): {"units": list(units)}})


def traitor(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A unit of the enemy in place of one's own."""
    enemy = next(
        u for army, units in setting_of(campaign).order_of_battle.items() if army != campaign.army for u in units
    )
    counter = next(counter for counter, content in sorted(checked.hide.items()) if content["units"])
    return replace(checked, hide={**checked.hide, counter: {"units": [enemy, *checked.hide[counter]["units"][1:]]}})


def nothing_at_all(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Contents that have not even the form of a content."""
    return replace(checked, hide=dict.fromkeys(checked.hide, "wait and see"))


@pytest.mark.attack("H09")
@pytest.mark.parametrize(
    ("letter", "twist", "resigns"),
    [
        ("a", twice, False),
        ("b", twice, True),
        ("a", everywhere, True),
        ("b", crowded, False),
        ("a", traitor, False),
        ("b", nothing_at_all, True),
    ],
)
def test_h09_one_unit_in_two_counters_that_are_never_contacted(
    tmp_path: Path, letter: str, twist: Twist, resigns: bool
) -> None:
    world = build(tmp_path, of(letter, setting_up))
    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_CONSERVATION", "proof", seq + 2, letter)
    assert words.startswith(f"message {seq}: ") and words.endswith("(1.2)")


def way(campaign: Campaign, here: str, there: str) -> list[str]:
    """The shortest way from one box to another."""
    field, ways = setting_of(campaign).field, [[here]]
    while ways[0][-1] != there:
        last = ways.pop(0)
        ways += [[*last, near] for near in field.neighbours(last[-1])]
    return ways[0]


# -- H08: both contacted ----------------------------------------------------------------------------


def careless(self: ByMail, marker: str, content: Any) -> None:
    """A client that does not compare what it opens."""
    entry = self.markers[marker]
    if "seen" not in entry:
        units = sorted(set(self.machine.forces.units_in(content))) if self.machine.forces else []
        self.markers[marker] = {**entry, "units": units, "seen": self.op_seq + 1}


def advance(campaign: Campaign, due: Due) -> dict[str, Any]:
    """Every counter goes one road towards the nearest enemy."""
    board = Board(setting_of(campaign), due.state["at"])
    moves = []
    for counter in board.counters(board.army):
        ways = [way(campaign, board.box(counter), board.box(enemy)) for enemy in board.counters(board.foe)]
        shortest = min(ways, key=len)
        if len(shortest) > 1 and shortest[1] not in board.at["screens"][board.army]:
            moves.append({"counter": counter, "to": shortest[1]})
    return {"moves": moves}


def marched(world: World) -> World:
    """The cheater goes for the enemy, who stands, until a message is due that his honest client cannot write."""
    peers = {peer.seat: peer for peer in (world.cheater, world.victim)}
    for seq in range(len(world.victim.log()), 60):
        peer, other = peers["ab"[seq % 2]], peers["ba"[seq % 2]]
        campaign = peer.open(write=False)
        due = campaign.due()
        going = due.kind == "orders" and peer is world.cheater and due.state["at"]["stage"] == "play"
        mailed = sent(peer, None, advance(campaign, due) if going else None)
        try:
            delivered(peer, other, mailed)
        except Fault as fault:
            assert fault.code == "HIDE_DUPLICATE" and other is world.cheater
            return World(world.cheater, world.victim, mailed + 1, None)
    raise AssertionError("nobody meets anybody")


@pytest.mark.slow
@pytest.mark.attack("H08")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_h08_one_unit_in_two_counters_that_are_both_contacted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    """His own honest client finds out when it has to open the second one; a careless one goes on."""
    world = build(tmp_path, of(letter, setting_up))
    lie(world, everywhere)
    caught = marched(world)
    with monkeypatch.context() as crooked:
        crooked.setattr(ByMail, "_shown", careless)
        campaign = caught.cheater.open(write=False)
        due = campaign.due()
        checked = orders(campaign, due, {}) if due.kind == "orders" else None
        body = World(caught.cheater, caught.victim, caught.seq, checked).body()
    assert caught.refused(signed(body, caught.master)) == proof(caught, "HIDE_DUPLICATE")


# -- H15, H16: the scout ------------------------------------------------------------------------------


def far(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Twice as far as it may walk."""
    setting = setting_of(campaign)
    way = [walked(due)]
    for _ in range(2 * setting.charts["allowance"]):
        way.append(setting.field.neighbours(way[-1])[0])
    return replace(checked, leaves=leaves_for(setting, way))


def flown(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """To a box to which no road leads."""
    setting, here = setting_of(campaign), walked(due)
    there = next(box for box in setting.boxes if box != here and box not in setting.field.neighbours(here))
    return replace(checked, leaves=leaves_for(setting, [here, there]))


def elsewhere(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """It was never where it stood before."""
    setting, here = setting_of(campaign), walked(due)
    return replace(checked, leaves=leaves_for(setting, [next(box for box in setting.boxes if box != here)]))


def vanished(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Nowhere at all."""
    return replace(checked, leaves=leaves_for(setting_of(campaign), ()))


def unheard(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A leaf that has not the form of one."""
    return replace(checked, leaves={"hidden": {"scout": {"path": [1, {"box": "elm"}], "at": "elm"}}})


def unseen(campaign: Campaign, due: Due) -> bool:
    """A turn's orders are due, and nobody has found the scout."""
    return mid_game(campaign, due) and due.state["at"]["scouts"][campaign.army] == "unseen"


@pytest.mark.attack("H15")
@pytest.mark.parametrize(
    ("letter", "twist", "resigns"),
    [
        ("a", far, False),
        ("b", far, True),
        ("a", flown, True),
        ("b", elsewhere, False),
        ("a", vanished, False),
        ("b", unheard, True),
    ],
)
def test_h15_the_scout_moves_as_it_may_not(tmp_path: Path, letter: str, twist: Twist, resigns: bool) -> None:
    world = build(tmp_path, of(letter, unseen))
    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_MOVE_ILLEGAL", "proof", seq + 2, letter)
    assert words.startswith(f"message {seq}: ") and words.endswith("(7.1)")


def found(campaign: Campaign, due: Due) -> bool:
    """The box where the scout stands is searched, and its owner is asked."""
    if due.state["need"].get("ask") != "contact" or due.request is None:
        return False
    return standing(due.own.leaves["hidden"]["scout"]) == due.request.scene["searched"]


@pytest.mark.slow
@pytest.mark.attack("H16")
@pytest.mark.parametrize("resigns", [False, True])
def test_h16_a_contact_that_is_not_declared(tmp_path: Path, resigns: bool) -> None:
    """Where a search is answered by word; by proof see `test_h16_a_contact_denied_against_the_tree_of_occupancy`."""
    world = build(tmp_path, found, first=3)
    seq = lie(
        world, lambda campaign, due, checked: replace(checked, input={**checked.input, "answer": "none"}, show=())
    )
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_OMISSION", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ") and words.endswith("(7.2)")


@pytest.mark.attack("H16")
@pytest.mark.parametrize("there", [False, True])
def test_h16_a_tree_of_occupancy_that_lies(tmp_path: Path, there: bool) -> None:
    """The scout in no box, or in two: a search finds what the tree says, the audit what the scout's own leaf says."""

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        boxes, leaves = setting_of(campaign).boxes, dict(checked.leaves)
        places: Mapping[str, Any] = {box: ["scout"] if there else [] for box in boxes}
        return replace(checked, leaves={**leaves, "occupancy": places})

    world = build(tmp_path, of("b" if there else "a", unseen), contact="proved")
    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=there)
    assert diagnosis == ("AUDIT_OMISSION", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ") and words.endswith("(7.2)")


# -- H17: claims ----------------------------------------------------------------------------------------


@pytest.mark.attack("H17")
@pytest.mark.parametrize(("cavalry", "resigns"), [(True, False), (False, True)])
def test_h17_a_false_claim_about_a_face_down_counter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cavalry: bool, resigns: bool
) -> None:
    """No cavalry here; or cavalry, where there is none and the enemy had better keep away."""
    world = build(
        tmp_path, lambda c, due: due.closing is not None and cavalry in [claim["value"] for claim in due.closing.claims]
    )
    with monkeypatch.context() as crooked:
        crooked.setattr(VeiledForces, "facts", lambda self, marker, say, held, scene: [not cavalry])
        seq = sent(world.cheater)
    delivered(world.cheater, world.victim, seq)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_CLAIM", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: marker ") and f"is {'true' if cavalry else 'false'}" in words


# -- cards -----------------------------------------------------------------------------------------------


def blank_of(campaign: Campaign, due: Due) -> str:
    """A card in hand that is worth nothing."""
    held = due.state["at"]["cards"][campaign.army]
    return next((draw.label for draw in due.own.draws if draw.label in held and draw.result < 4), "")


@pytest.mark.slow
@pytest.mark.attack("H14")
@pytest.mark.parametrize("resigns", [False, True])
def test_a_card_that_was_never_drawn(tmp_path: Path, resigns: bool) -> None:
    world = build(tmp_path, lambda campaign, due: mid_game(campaign, due) and bool(blank_of(campaign, due)))

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        return replace(checked, input={**checked.input, "card": {"draw": blank_of(campaign, due), "face": 6}})

    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_DRAW", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ") and words.endswith("(5.1)")


# -- what both books together show ----------------------------------------------------------------------------


NEAR = 2


@dataclass(frozen=True)
class Stricter:
    """A case that Veiled lacks: no scout may come within two roads of the enemy's. Both books show whether one did."""

    campaign: Campaign

    def accusations(self, army: str, record: Record) -> list[Accusation]:
        places: dict[str, str] = {}
        for step in record.steps:
            here = standing(step.leaves.get("hidden", {}).get("scout"))
            came = bool(here) and here != places.get(step.army, here)
            places[step.army] = here
            if step.army == army and came and len(way(self.campaign, *places.values())) <= NEAR + 1:
                return [Accusation("AUDIT_OMISSION", army, step.seq, "7.4", f"the scouts met, {here}")]
        return []


def build_too_near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[World, int]:
    """A game with that case in which the scout of a comes too near, and the number of that message."""
    world = build(tmp_path, of("a", lambda c, due: unseen(c, due) and due.state["at"]["round"] == 1))
    campaign = world.victim.open(write=False)
    there = standing(leaves_of(campaign)["hidden"]["scout"])
    monkeypatch.setattr(VeiledForces, "confrontation", Stricter(campaign))

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        path = way(campaign, walked(due), there)[: NEAR + 1]
        return replace(checked, leaves=leaves_for(setting_of(campaign), path))

    seq = lie(world, twist)
    return world, seq


@pytest.mark.attack("H16")
def test_h16_what_only_both_books_show_against_the_first_is_found_after_the_fold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His disclosure was accepted, and so was the other one; then it is he who is named, where he lied."""
    world, seq = build_too_near(tmp_path, monkeypatch)
    delivered(world.victim, world.cheater, sent(world.victim))
    delivered(world.cheater, world.victim, sent(world.cheater, RESIGN))
    last = sent(world.victim)
    log = b"".join(own + b"\n" for own in world.victim.log())
    verdict = judge_log(log).verdict
    assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == ("AUDIT_OMISSION", "proof", seq, "a")
    assert (verdict.exit, last) == (11, seq + 3) and verdict.detail.startswith(f"message {seq}: the scouts met")
    audited = audit_path(world.victim.path)
    assert [(f.code, f.seat, f.seq, f.case) for f in audited.findings] == [("AUDIT_OMISSION", "a", seq, "7.4")]
    assert audited.exit == 11 and judge_archive(archive_bytes(world.victim.open(write=False))).verdict == verdict
    # The log is whole and stays open to its owner; what is wrong is said of the player, not of the folder.
    assert world.victim.open(write=False).chain.audited


@pytest.mark.slow
@pytest.mark.attack("H16")
def test_h16_what_only_both_books_show_against_the_second_is_found_in_his_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other book is open when his comes: his own audit message is refused."""
    world, seq = build_too_near(tmp_path, monkeypatch)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis[:2] == ("AUDIT_OMISSION", "proof") and diagnosis[2] > seq and diagnosis[3] == "a"
    assert words.startswith(f"message {seq}: the scouts met")
