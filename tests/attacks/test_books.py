"""Rows H12 to H14 of the adversarial plan, and what else can be wrong with the disclosure that ends a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.telling.reports import own_text, public_text
from pbem.protocol import keys
from tests.attacks.forging import RESIGN, Disclosing, bodies, exposed, mid_game, replied
from tests.attacks.world import Body, fresh
from tests.tiers import first
from tests.toy_hidden.world import build, lie, over

pytestmark = pytest.mark.usefixtures("veiled")


def committed(campaign: Campaign, due: Due) -> bool:
    """In mid-game, after a sealed answer, a contact and a private draw of the side that is due."""
    if not mid_game(campaign, due) or not due.own.draws:
        return False
    own = [message.body for message in campaign.chain.messages if message.seat == campaign.seat]
    opened = [opening for body in own for opening in body.get("open", ())]
    down = [name for name in due.own.markers if "seen" not in due.state["markers"][name]]
    return len(down) > 1 and {"marker", "sealed"} <= {opening["t"] for opening in opened}


def as_it_is(campaign: Campaign, due: Due, checked: Any) -> Any:
    """No lie at all."""
    return checked


@pytest.fixture(scope="module")
def ending(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> Disclosing:
    """The cheater resigns in mid-game."""
    return Disclosing(build(tmp_path_factory.mktemp("resigning"), committed, contact="proved"), RESIGN)


@pytest.fixture(scope="module", params=first(1, ["first", "second", "played out"]))
def endings(request: pytest.FixtureRequest, ending: Disclosing, tmp_path_factory: pytest.TempPathFactory) -> Disclosing:
    """He resigns; he answers the victim's disclosure; or the game has ended by its rules."""
    if request.param == "first":
        return ending
    root = tmp_path_factory.mktemp(request.param.replace(" ", "-"))
    if request.param == "played out":
        return Disclosing(build(root, over), None)
    world = build(root, committed)
    lie(world, as_it_is)
    return replied(world, resigns=True)


def entry(audit: Body, kind: str, **wanted: Any) -> Body:
    """The last entry of a kind."""
    return [e for e in audit["book"] if e["kind"] == kind and all(e[key] == wanted[key] for key in wanted)][-1]


def seen(disclosing: Disclosing) -> set[tuple[str, int]]:
    """Markers of the cheater that were opened: id and message that committed to them."""
    opened = [o for body in bodies(disclosing.world.cheater) for o in body.get("open", ()) if o["t"] == "marker"]
    return {(o["marker"], o["at"]) for o in [*opened, *disclosing.body().get("open", ())] if o["t"] == "marker"}


# -- H12, H13, H14 ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("H12")
def test_h12_another_veil(endings: Disclosing) -> None:
    world = endings.world
    game = world.victim.open(write=False).chain.game
    theirs = keys.veil_secret(world.victim.person().master, game).hex()
    own = endings.body()["audit"]["veils"][0]["veil"]
    for veil in (fresh("veil"), theirs):
        assert endings.refused(lambda a, v=veil: a["veils"][0].update(veil=v)) == endings.proof("AUDIT_COMMIT")
    # The veil changes where no key did.
    for start in (3, 7, world.seq - 2):
        late = [{"from": 0, "veil": own}, {"from": start, "veil": fresh("late")}]
        assert endings.refused(lambda a, v=late: a.update(veils=v)) == endings.proof("AUDIT_COMMIT")
    early = [{"from": 0, "veil": fresh("early")}, {"from": 4, "veil": own}]
    assert endings.refused(lambda a: a.update(veils=early)) == endings.proof("AUDIT_COMMIT")


@pytest.mark.slow
@pytest.mark.attack("H13")
def test_h13_an_entry_is_left_out(endings: Disclosing) -> None:
    audit = endings.body()["audit"]
    for wanted in (entry(audit, "marker"), entry(audit, "sealed"), entry(audit, "hidden", i=0), audit["book"][0]):
        assert endings.refused(lambda a, e=wanted: a["book"].remove(e)) == endings.proof("AUDIT_MISSING")
    for kind in ("marker", "sealed", "hidden"):
        kept = [e for e in audit["book"] if e["kind"] != kind]
        assert endings.refused(lambda a, k=kept: a.update(book=k)) == endings.proof("AUDIT_MISSING")
    assert endings.refused(lambda a: a["book"].clear()) == endings.proof("AUDIT_MISSING")
    # The tree has an entry, and says of a leaf that it was never filled.
    leaf = entry(audit, "hidden", i=1)
    assert endings.refused(lambda a: a["book"].remove(leaf)) == endings.proof("AUDIT_COMMIT")


@pytest.mark.slow
@pytest.mark.attack("H13")
def test_h13_nothing_is_disclosed_or_from_too_late(endings: Disclosing) -> None:
    given = {"control": endings.control} if endings.control else {}
    assert endings.world.refused(endings.world.cheat(lambda b: b.pop("audit"), **given)) == endings.proof(
        "AUDIT_MISSING"
    )
    own = endings.body()["audit"]["veils"][0]["veil"]
    for starts in ([3], [endings.world.seq], [0, 0], [4, 0], [0, 5, 5]):
        veils = [{"from": start, "veil": own} for start in starts]
        assert endings.refused(lambda a, v=veils: a.update(veils=v)) == endings.proof("AUDIT_MISSING")


@pytest.mark.slow
@pytest.mark.attack("H14")
def test_h14_the_book_lies(endings: Disclosing) -> None:
    """About a marker that nobody looked at, one that was opened, a sealed answer, the scout's place."""
    audit, opened = endings.body()["audit"], seen(endings)
    markers = [e for e in audit["book"] if e["kind"] == "marker"]
    unseen = next(e for e in markers if (e["i"], e["at"]) not in opened)
    shown = next(e for e in markers if (e["i"], e["at"]) in opened)
    others = [e for e in markers if e["value"] != unseen["value"]]
    lies = [
        (unseen, others[0]["value"]),
        (unseen, {"units": ["r-guard", "b-guns"]}),
        (unseen, "dummy"),
        (shown, {"units": []} if shown["value"]["units"] else {"units": ["r-guard"]}),
        (entry(audit, "sealed"), "neither"),
        (entry(audit, "hidden", i=1), {"path": ["elm", "abbey", "inn"]}),
        (entry(audit, "hidden", i=1), ""),
        (entry(audit, "hidden", i=0), fresh("w")),
    ]
    for old, value in lies:
        at = audit["book"].index(old)
        assert endings.refused(lambda a, i=at, v=value: a["book"][i].update(value=v)) == endings.proof("AUDIT_COMMIT")
    # Two markers exchange what they hold, on paper.
    one, two = audit["book"].index(unseen), audit["book"].index(others[0])

    def exchange(audit: Body) -> None:
        for index, value in ((one, others[0]["value"]), (two, unseen["value"])):
            audit["book"][index]["value"] = value

    assert endings.refused(exchange) == endings.proof("AUDIT_COMMIT")


@pytest.mark.attack("H14", "H16")
def test_h14_the_book_says_that_the_scout_was_elsewhere(ending: Disclosing) -> None:
    """The tree of occupancy: its leaf is emptied, left out, or moved to another box."""
    audit = ending.body()["audit"]
    there = [e for e in audit["book"] if e["kind"] == "occupancy" and e["value"]][-1]
    at = audit["book"].index(there)
    edits: list[Callable[[Body], Any]] = [
        lambda a: a["book"][at].update(value=[]),
        lambda a: a["book"].pop(at),
        lambda a: a["book"][at].update(i=8 - there["i"] if there["i"] != 4 else 0),
        lambda a: a.update(book=[e for e in a["book"] if e["kind"] != "occupancy"]),
    ]
    for edit in edits:
        assert ending.refused(edit) == ending.proof("AUDIT_COMMIT")


@pytest.mark.slow
@pytest.mark.attack("D01", "D02", "D04", "D06", "D07", "D08", "H10", "I01")
def test_the_last_messages_are_messages_like_any_other(endings: Disclosing) -> None:
    """Dice value, seal, tape, state, roots and markers of the message that discloses; nothing is asked any more."""
    world = endings.world
    given = {"control": endings.control} if endings.control else {}
    older = bodies(world.victim)
    edits: dict[str, Callable[[Body], Any]] = {
        "REVEAL_MISMATCH": lambda b: b.update(reveal=fresh("luck")),
        "REVEAL_MISSING": lambda b: b.pop("reveal"),
        "OPEN_EXTRA": lambda b: b.setdefault("claims", []).append({"marker": "x", "say": "y", "value": 0}),
        "HIDE_ILLEGAL": lambda b: b.update(hide=[{"marker": "red-99", "commit": fresh("hide")}]),
        "TAPE_MISMATCH": lambda b: b.update(tape=older[-2]["tape"][::-1]),
        "STATE_MISMATCH": lambda b: b.update(state=older[-3]["state"]),
        "INPUT_UNEXPECTED": lambda b: b.update(input={"for": 9}),
        "SEAL_REUSED": lambda b: b.update(seal=older[-2]["seal"]),
        "ROOT_MISSING": lambda b: b["roots"].pop("hidden"),
    }
    for code, edit in edits.items():
        assert world.refused(world.cheat(edit, **given)) == endings.proof(code)


# -- private draws ------------------------------------------------------------------------------


@pytest.mark.attack("H14")
@pytest.mark.parametrize("resigns", [False, True])
def test_private_draws_from_a_value_of_ones_own_choice(
    veiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, resigns: bool
) -> None:
    """A client that writes whatever it likes into the leaf from which cards are drawn."""
    world = build(tmp_path, mid_game)
    with monkeypatch.context() as crooked:
        crooked.setattr(keys, "private_value", lambda veil, seq: fresh("lucky"))
        seq = lie(world, as_it_is)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_DRAW", "proof", seq + 2, world.cheater.seat)
    assert f"message {seq}" in words


def test_private_draws_are_known_to_nobody_else(ending: Disclosing) -> None:
    """Neither the value nor a result of it is on the victim's computer, and no public text gives it back."""
    cheater, victim = (peer.open(write=False) for peer in (ending.world.cheater, ending.world.victim))
    assert any(draw.seq for draw in cheater.due().own.draws)
    veil = cheater.ring.at(ending.world.seq - 2).veil
    files = [
        path.read_bytes()
        for path in ending.world.victim.root.glob(f"{ending.world.victim.seat}*/**/*")
        if path.is_file()
    ]
    files += [message.payload for message in victim.chain.messages]
    public = {v for body in bodies(ending.world.victim) for v in body.values() if isinstance(v, str) and len(v) == 64}
    assert victim.chain.disclosed().draws == {} and victim.chain.books == {}
    for k in {draw.seq for draw in cheater.due().own.draws}:
        w = keys.private_value(veil, k - 1)
        assert w not in public and not any(w.encode() in data for data in files)
        assert all(not result for label, faces, result in victim.chain.tapes[k] if label.endswith(".draw"))
    labels = {draw.label for draw in cheater.due().own.draws}
    assert labels.isdisjoint(draw.label for draw in victim.due().own.draws)
    told = [own_text(victim, whole=True), *(public_text(victim, seq) for seq in range(2, len(victim.chain.messages)))]
    assert not any(f"draw {label}" in text for text in told for label in labels)
    mine = {draw.label for draw in victim.due().own.draws}
    whole = own_text(cheater, whole=True)
    assert labels - mine and all(f"draw {label}" in whole for label in labels - mine)


# -- hostile books --------------------------------------------------------------------------------


def more(**member: Any) -> Callable[[Body], Any]:
    """One entry more."""
    return lambda audit: audit["book"].append({"at": 4, "kind": "marker", "i": "red-1", "value": ""} | member)


@pytest.mark.slow
@pytest.mark.attack("H13", "H14")
def test_entries_for_what_was_never_committed(ending: Disclosing) -> None:
    seq, own = ending.world.seq, ending.body()["audit"]["book"]
    wrong = [
        *(more(at=at) for at in (0, 1, seq - 1, seq, seq + 2, 2**53 - 1)),
        more(kind="doctrine", i=0, value="push"),
        more(kind="anything"),
        more(kind="sealed", i="red-1"),
        more(kind="hidden", i=2**16, at=seq - 2),
        more(kind="hidden", i=2**53 - 1, at=seq - 2),
    ]
    wrong += [lambda a, e=e: a["book"].append(dict(e)) for e in (own[0], own[-1], own[len(own) // 2])]
    for edit in wrong:
        assert ending.refused(edit) == ending.proof("AUDIT_COMMIT")


@pytest.mark.slow
@pytest.mark.attack("H13", "H14")
def test_entries_of_the_wrong_type(ending: Disclosing) -> None:
    """A slot that is a word, a marker that is a number, and the two together."""
    audit = ending.body()["audit"]
    slot, name = entry(audit, "hidden", i=1), entry(audit, "marker")
    at, other = audit["book"].index(slot), audit["book"].index(name)
    edits: list[Callable[[Body], Any]] = [
        lambda a: a["book"][at].update(i="1"),
        lambda a: a["book"].append({**slot, "i": "1"}),
        lambda a: a["book"][at].update(i=""),
        lambda a: a["book"][other].update(i=7),
        lambda a: a["book"].append({**name, "i": 7}),
    ]
    for edit in edits:
        assert ending.refused(edit) == ending.proof("AUDIT_COMMIT")
    for value in (-1, True, [], {}, "x" * 65, 2**53):
        found = ending.refused(lambda a, v=value: a["book"][at].update(i=v))
        code = "PAYLOAD_NONCANONICAL" if value == 2**53 else "PAYLOAD_SCHEMA"
        assert found == ending.proof(code)


@pytest.mark.slow
@pytest.mark.attack("C05")
def test_an_audit_of_another_form(ending: Disclosing) -> None:
    edits: list[Callable[[Body], Any]] = [
        lambda a: a.update(veils=[]),
        lambda a: a.update(veils=[a["veils"][0]] * 65),
        lambda a: a.pop("book"),
        lambda a: a.update(book={}),
        lambda a: a.update(doctrine=[]),
        lambda a: a["book"].append({}),
        lambda a: a["book"][0].update(salt=fresh("salt")),
        lambda a: a["book"][0].update(kind="Marker"),
        lambda a: a["veils"][0].update(veil="00"),
        lambda a: a["veils"][0].update({"from": -1}),
    ]
    for edit in edits:
        assert ending.refused(edit) == ending.proof("PAYLOAD_SCHEMA")


@pytest.mark.attack("C05")
def test_an_audit_while_the_game_runs(ending: Disclosing) -> None:
    world, audit = ending.world, ending.body()["audit"]
    for given in ({}, {"control": {"offer": "draw"}}):
        bad = world.cheat(lambda b: b.update(audit=audit), **given)
        assert world.refused(bad) == ending.proof("PAYLOAD_SCHEMA")


@pytest.mark.slow
@pytest.mark.attack("H14")
def test_an_enormous_book(ending: Disclosing) -> None:
    """Many small entries, or one that is big: both are read, and lie."""
    many = [{"at": i, "kind": "marker", "i": "x", "value": ""} for i in range(20_000)]
    for edit in (lambda a: a["book"].extend(many), more(value="x" * 2**20)):
        assert ending.refused(edit) == ending.proof("AUDIT_COMMIT")


def test_the_order_of_the_book_binds_nobody(ending: Disclosing) -> None:
    """Clients write a book in one order; a book in another one says the same."""

    def edit(audit: Body) -> None:
        audit["book"].reverse()

    receipt, campaign = ending.world.accepted(ending.cheat(edit))
    assert receipt.fault is None and receipt.accepted == [ending.world.seq]
    assert set(campaign.chain.books) == {ending.world.cheater.seat}
