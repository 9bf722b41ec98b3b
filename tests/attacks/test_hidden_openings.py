"""Rows H of the adversarial plan while a game with hidden forces runs: openings, claims, sealed answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.protocol.commitments import leaf, marker
from tests.attacks.forging import (
    bodies,
    index_of,
    leaf_of,
    marker_of,
    mid_game,
    of,
    opens,
    sealed_of,
    stranger_to_all,
    walked,
)
from tests.attacks.world import Body, World, fresh, mail_of, proof
from tests.toy_hidden.world import build

pytestmark = pytest.mark.usefixtures("veiled")

Edit = Callable[[Body], Any]


def in_contact(campaign: Campaign, due: Due) -> bool:
    """A fight: counters with units and a dummy must be turned up, while others stay face down."""
    shown = opens(due, "marker")
    contents = [opening["value"]["units"] for opening in shown]
    down = [name for name, entry in due.state["markers"].items() if entry["side"] == campaign.seat]
    return len(shown) > 1 and [] in contents and any(contents) and len(down) > len(shown) + 1


@pytest.fixture(scope="module")
def contact(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("contact-a"), of("a", in_contact))


@pytest.fixture(scope="module", params=["a", "b"])
def contacts(request: pytest.FixtureRequest, contact: World, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Both sides as cheaters."""
    if request.param == "a":
        return contact
    return build(tmp_path_factory.mktemp("contact-b"), of("b", in_contact), inviter="blue")


@pytest.fixture(scope="module")
def asked(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A patrol looks at two counters of the cheater at least; one of them holds cavalry."""

    def claims(campaign: Campaign, due: Due) -> bool:
        listed = due.closing.claims if due.closing is not None else []
        return len(listed) > 1 and any(claim["value"] for claim in listed)

    return build(tmp_path_factory.mktemp("asked"), claims)


@pytest.fixture(scope="module")
def night(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A sealed answer of the cheater is to be opened, and it is not his first."""
    return build(
        tmp_path_factory.mktemp("night"), lambda c, due: bool(opens(due, "sealed")) and len(c.chain.messages) > 18
    )


@pytest.fixture(scope="module")
def searched(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The box where the cheater's scout stands is searched; the tree of occupancy has to prove it."""

    def found(campaign: Campaign, due: Due) -> bool:
        return any(opening["value"] for opening in opens(due, "leaf", "occupancy"))

    return build(tmp_path_factory.mktemp("searched"), found, contact="proved")


def first(body: Body, *, dummy: bool) -> Body:
    """The first marker that a message opens, with units or without."""
    return next(o for o in body["open"] if o["t"] == "marker" and (o["value"]["units"] == []) == dummy)


def replacing(old: Body, new: Body) -> Edit:
    """Puts another opening where one stands."""
    return lambda body: body["open"].__setitem__(body["open"].index(old), new)


# -- markers ------------------------------------------------------------------------------


@pytest.mark.attack("H05", "H01")
@pytest.mark.parametrize(
    "content",
    [{"units": ["b-guns", "r-guns"]}, {"units": ["r-guard", "r-guard"]}, {"units": "all"}, [], 7],
    ids=repr,
)
def test_h05_a_marker_opened_to_other_units(contacts: World, content: Any) -> None:
    honest = first(contacts.body(), dummy=False)
    for forged in (
        marker_of(contacts, honest["at"], honest["marker"], content),
        stranger_to_all(honest["at"], honest["marker"], content),
    ):
        assert contacts.refused(contacts.cheat(replacing(honest, forged))) == proof(contacts, "OPEN_MISMATCH")


@pytest.mark.attack("H05")
def test_h05_the_right_units_with_another_salt(contact: World) -> None:
    honest = first(contact.body(), dummy=False)
    forged = stranger_to_all(honest["at"], honest["marker"], honest["value"])
    assert contact.refused(contact.cheat(replacing(honest, forged))) == proof(contact, "OPEN_MISMATCH")


@pytest.mark.attack("H06")
@pytest.mark.parametrize("swapped", [("value",), ("value", "salt"), ("value", "salt", "at"), ("marker",)], ids=repr)
def test_h06_two_markers_swap_their_identity(contacts: World, swapped: tuple[str, ...]) -> None:
    """The dummy and the other: contents alone, or with all that belongs to them."""
    body = contacts.body()
    one, two = first(body, dummy=True), first(body, dummy=False)

    def edit(body: Body) -> None:
        for old, other in ((one, two), (two, one)):
            body["open"][body["open"].index(old)] = {**old, **{member: other[member] for member in swapped}}

    expected = "OPEN_STALE" if "at" in swapped and one["at"] != two["at"] else "OPEN_MISMATCH"
    if swapped == ("marker",) and one["at"] != two["at"]:
        expected = "OPEN_STALE"
    assert contacts.refused(contacts.cheat(edit)) == proof(contacts, expected)


@pytest.mark.attack("H07")
@pytest.mark.parametrize("dummy", [True, False], ids=["dummy becomes real", "real becomes dummy"])
def test_h07_a_dummy_becomes_real_or_the_other_way_round(contacts: World, dummy: bool) -> None:
    body = contacts.body()
    old, other = first(body, dummy=dummy), first(body, dummy=not dummy)
    forged = marker_of(contacts, old["at"], old["marker"], other["value"])
    assert contacts.refused(contacts.cheat(replacing(old, forged))) == proof(contacts, "OPEN_MISMATCH")


@pytest.mark.attack("H02")
def test_h02_a_marker_from_another_message_than_counts(contact: World) -> None:
    honest = first(contact.body(), dummy=False)
    own = [body["seq"] for body in bodies(contact.cheater) if body["side"] == contact.cheater.seat and body["seq"] > 1]
    for at in {contact.seq, contact.seq - 1, 2**53 - 1, next(seq for seq in own if seq != honest["at"])}:
        bad = contact.cheat(replacing(honest, {**honest, "at": at}))
        assert contact.refused(bad) == proof(contact, "OPEN_STALE")


@pytest.mark.attack("H03")
def test_h03_a_marker_in_contact_stays_face_down(contact: World) -> None:
    for dummy in (True, False):
        gone = first(contact.body(), dummy=dummy)
        assert contact.refused(contact.cheat(lambda b, o=gone: b["open"].remove(o))) == proof(contact, "OPEN_MISSING")
    assert contact.refused(contact.cheat(lambda b: b.pop("open"))) == proof(contact, "OPEN_MISSING")


@pytest.mark.slow
@pytest.mark.attack("H04")
def test_h04_more_is_opened_than_was_asked_for(contact: World) -> None:
    campaign = contact.cheater.open(write=False)
    opened = {opening.get("marker") for opening in contact.body()["open"]}
    state, seat = campaign.chain.state, contact.cheater.seat
    name, entry = next((n, e) for n, e in sorted(state["markers"].items()) if e["side"] == seat and n not in opened)
    aside = marker_of(contact, entry["at"], name, campaign.committed[entry["at"]]["marker"][name])
    enemy = next(n for n, e in state["markers"].items() if e["side"] != seat)
    twice = first(contact.body(), dummy=True)
    scout = leaf_of(contact, "hidden", contact.seq - 2, 1, campaign.committed[contact.seq - 2]["hidden"][1])
    for extra in (aside, twice, scout, sealed_of(contact, 2, "rest"), stranger_to_all(2, enemy, {"units": []})):
        bad = contact.cheat(lambda b, o=extra: b["open"].append(o))
        assert contact.refused(bad) == proof(contact, "OPEN_EXTRA")
    bad = contact.cheat(lambda b: b.update(claims=[{"marker": name, "say": "cavalry", "value": False}]))
    assert contact.refused(bad) == proof(contact, "OPEN_EXTRA")


@pytest.mark.attack("H01", "H03", "H04", "H05")
@pytest.mark.parametrize("control", [{"offer": "draw"}, {"offer": "takeback", "to": 4}, {"resign": True}], ids=str)
def test_whoever_offers_or_resigns_opens_what_was_asked_for(contact: World, control: dict[str, Any]) -> None:
    """The same openings are due whatever else the message says; a resignation comes too late to keep a counter down."""
    honest = first(contact.body(), dummy=False)
    forged = marker_of(contact, honest["at"], honest["marker"], {"units": []})
    edits: dict[str, Edit] = {
        "OPEN_MISSING": lambda b: b["open"].remove(honest),
        "OPEN_MISMATCH": replacing(honest, forged),
        "OPEN_EXTRA": lambda b: b["open"].append(honest),
        "REVEAL_MISMATCH": lambda b: b.update(reveal=fresh("luck")),
    }
    for code, edit in edits.items():
        assert contact.refused(contact.cheat(edit, control=control)) == proof(contact, code)


@pytest.mark.slow
@pytest.mark.attack("H10")
def test_h10_a_new_marker_in_mid_game(contact: World, asked: World, night: World) -> None:
    """Out of nothing, of the enemy, or one's own face-down counter committed to anew: with an input and without one."""
    for world, names in ((contact, ("red-1", "blue-1")), (asked, ("blue-99", "red-99")), (night, ("x",))):
        for name in names:
            bad = world.cheat(lambda b, n=name: b.update(hide=[{"marker": n, "commit": fresh("marker")}]))
            assert world.refused(bad) == proof(world, "HIDE_ILLEGAL")


@pytest.mark.attack("H10")
def test_h10_markers_that_may_be_turned_in_a_false_order_or_twice(veiled: None, tmp_path: Any) -> None:
    """In a turn's orders, where fresh counters are permitted; and beside a resignation, where nothing is."""
    world = build(tmp_path, mid_game)
    state = world.cheater.open(write=False).due().state["at"]
    number = state["next"][state["army"]]
    names = sorted(f"{state['army']}-{number + i}" for i in range(2))
    for listed in (names[::-1], [names[0], names[0]], sorted([*names, f"{state['army']}-{number + 40}"])):
        hide = [{"marker": name, "commit": fresh(name)} for name in listed]
        assert world.refused(world.cheat(lambda b, h=hide: b.update(hide=h))) == proof(world, "HIDE_ILLEGAL")
    hide = [{"marker": names[0], "commit": fresh("one")}]
    bad = world.cheat(lambda b: b.update(hide=hide), control={"resign": True})
    assert world.refused(bad) == proof(world, "HIDE_ILLEGAL")
    # Permitted ones that the honest state knows nothing of.
    assert world.refused(world.cheat(lambda b: b.update(hide=hide))) == proof(world, "STATE_MISMATCH")


@pytest.mark.attack("H11")
def test_h11_no_content_is_found_without_its_salt(contact: World) -> None:
    """Every content that a counter can have, salted with every public text, meets no commitment; the true salt does."""
    campaign, seat = contact.victim.open(write=False), contact.cheater.seat
    game, army = campaign.chain.game, contact.cheater.open(write=False).army
    units = campaign.game.setting.order_of_battle[army]  # type: ignore[attr-defined]
    contents = [[], *([u] for u in units), *([u, v] for u in units for v in units if u < v)]
    texts = {v for body in bodies(contact.victim) for v in body.values() if isinstance(v, str) and len(v) == 64}
    texts |= {opening["salt"] for body in bodies(contact.victim) for opening in body.get("open", [])}
    hidden = {n: e for n, e in campaign.chain.state["markers"].items() if e["side"] == seat and "seen" not in e}
    roots = {body["roots"]["hidden"] for body in bodies(contact.victim)[1:]}
    for text in sorted(texts):
        salt = bytes.fromhex(text)
        for content in contents:
            for name, entry in hidden.items():
                assert marker(game, seat, entry["at"], name, salt, {"units": content}).hex() != entry["commit"]
        for box in campaign.game.setting.boxes:  # type: ignore[attr-defined]
            known = leaf(game, seat, contact.seq - 2, "hidden", 1, salt, {"path": [box]}).hex()
            assert known not in texts | roots
    assert len(hidden) > 2 and len(texts) > 20
    own = contact.cheater.open(write=False)
    for name, entry in hidden.items():
        content = own.committed[entry["at"]]["marker"][name]
        salt = bytes.fromhex(marker_of(contact, entry["at"], name, content)["salt"])
        assert content["units"] in contents
        assert marker(game, seat, entry["at"], name, salt, content).hex() == entry["commit"]


# -- claims -------------------------------------------------------------------------------


@pytest.mark.attack("H03")
def test_h03_a_claim_is_left_out_or_stands_in_another_place(asked: World) -> None:
    edits: list[Edit] = [
        lambda b: b.pop("claims"),
        lambda b: b["claims"].pop(),
        lambda b: b["claims"].pop(0),
        lambda b: b["claims"].reverse(),
        lambda b: b["claims"][0].update(marker="red-99"),
        lambda b: b["claims"][0].update(say="infantry"),
    ]
    for edit in edits:
        assert asked.refused(asked.cheat(edit)) == proof(asked, "OPEN_MISSING")


@pytest.mark.attack("H04")
def test_h04_a_claim_that_nobody_asked_for(asked: World) -> None:
    for at in (-1, 0):
        bad = asked.cheat(lambda b, at=at: b["claims"].append(dict(b["claims"][at])))
        assert asked.refused(bad) == proof(asked, "OPEN_EXTRA")


@pytest.mark.attack("H17", "D08")
def test_h17_a_claim_changed_after_the_state_was_made(asked: World) -> None:
    """The state that is signed holds what was claimed, an impossible value as the default."""
    for value in (False, "no", 10**9):
        index = next(i for i, claim in enumerate(asked.body()["claims"]) if claim["value"])
        bad = asked.cheat(lambda b, i=index, v=value: b["claims"][i].update(value=v))
        assert asked.refused(bad) == proof(asked, "STATE_MISMATCH")


# -- sealed answers -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("H01", "H02", "H03", "H04")
def test_h01_to_h04_a_sealed_answer_is_opened_to_another(night: World) -> None:
    honest = opens(night.cheater.open(write=False).due(), "sealed")[0]
    others = [{"rest": "raid", "raid": "march", "march": "rest"}[honest["value"]], "", {"answer": honest["value"]}]
    for value in others:
        bad = night.cheat(replacing(honest, sealed_of(night, honest["at"], value)))
        assert night.refused(bad) == proof(night, "OPEN_MISMATCH")
    older = [b["seq"] for b in bodies(night.cheater) if "sealed" in b.get("input", {}) and b["seq"] < honest["at"] - 2]
    for at in (*older, honest["at"] - 2, night.seq):
        bad = night.cheat(replacing(honest, sealed_of(night, at, honest["value"])))
        assert night.refused(bad) == proof(night, "OPEN_STALE")
    assert older
    assert night.refused(night.cheat(lambda b: b.pop("open"))) == proof(night, "OPEN_MISSING")
    assert night.refused(night.cheat(lambda b: b["open"].append(honest))) == proof(night, "OPEN_EXTRA")


@pytest.mark.slow
@pytest.mark.attack("H01", "H03")
def test_a_sealed_answer_copied_from_the_opponent_cannot_be_opened(veiled: None, tmp_path: Any) -> None:
    """Whoever seals second knows the other's commitment; it binds side and message, so it is of no use to him."""

    def second(campaign: Campaign, due: Due) -> bool:
        return due.state["need"].get("ask") == "sealed.night" and "sealed" in campaign.chain.messages[-1].body.get(
            "input", {}
        )

    world = build(tmp_path, second)
    theirs = bodies(world.victim)[-1]["input"]["sealed"]
    line = world.cheat(lambda b: b["input"].update(sealed=theirs))
    receipt = world.victim.receive(mail_of(world.victim, line))[0]
    assert receipt.fault is None and receipt.accepted == [world.seq]
    campaign = world.cheater.open()
    campaign.append(line)
    campaign.folder.close()
    sent = world.victim.submit()
    assert sent is not None
    world.cheater.receive(world.victim.mail(sent.seq))
    later = World(world.cheater, world.victim, world.seq + 2, None)
    opened = next(o for o in bodies(world.victim)[-1]["open"] if o["t"] == "sealed")
    body = later.body()
    assert opens(later.cheater.open(write=False).due(), "sealed")
    for forged in (opened, {**opened, "at": world.seq}, body["open"][0]):
        expected = "OPEN_STALE" if forged["at"] != world.seq else "OPEN_MISMATCH"
        bad = later.cheat(lambda b, o=forged: b["open"].__setitem__(0, o))
        assert later.refused(bad) == proof(later, expected)


@pytest.mark.attack("I04")
def test_i04_a_sealed_question_answered_openly(veiled: None, tmp_path: Any) -> None:
    world = build(tmp_path, lambda campaign, due: due.state["need"].get("ask") == "sealed.night")
    edits: list[Edit] = [
        lambda b: b["input"].update(answer="raid"),
        lambda b: b["input"].update(open=[]),
        lambda b: b.update(input={"for": b["input"]["for"], "answer": "raid"}),
        lambda b: b.update(input={"for": b["input"]["for"]}),
    ]
    for edit in edits:
        assert world.refused(world.cheat(edit)) == proof(world, "INPUT_SCHEMA")


# -- hidden leaves ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("H16", "H01", "H02", "H03")
def test_h16_a_contact_denied_against_the_tree_of_occupancy(searched: World) -> None:
    honest = next(o for o in opens(searched.cheater.open(write=False).due(), "leaf", "occupancy") if o["value"])
    for value in ([], "", ["nobody"], {"units": []}):
        forged = leaf_of(searched, "occupancy", honest["at"], honest["slot"], value)
        for denied in (forged, {**honest, "value": value}):
            bad = searched.cheat(replacing(honest, denied))
            assert searched.refused(bad) == proof(searched, "OPEN_MISMATCH")
    empty = leaf_of(searched, "occupancy", honest["at"] - 2, honest["slot"], [])
    newer = {**honest, "at": searched.seq}
    for stale in (empty, newer):
        assert searched.refused(searched.cheat(replacing(honest, stale))) == proof(searched, "OPEN_STALE")
    other = leaf_of(searched, "occupancy", honest["at"], (honest["slot"] + 1) % 9, [])
    assert searched.refused(searched.cheat(replacing(honest, other))) == proof(searched, "OPEN_MISSING")
    at = index_of(searched.body(), "leaf", kind="occupancy")
    for path in ([], honest["path"][:-1], [*honest["path"], fresh("more")], honest["path"][::-1]):
        bad = searched.cheat(lambda b, p=path: b["open"][at].update(path=p))
        assert searched.refused(bad) == proof(searched, "OPEN_MISMATCH")


@pytest.mark.slow
@pytest.mark.attack("H01", "H02", "H03")
def test_h01_to_h03_a_scout_that_was_found_is_shown_elsewhere(veiled: None, tmp_path: Any) -> None:
    """At the end the leaf of a scout that nobody found is opened: it stands where it was committed to stand."""

    def shown(campaign: Campaign, due: Due) -> bool:
        return any(opening["slot"] == 1 for opening in opens(due, "leaf", "hidden"))

    world = build(tmp_path, shown)
    honest = next(o for o in opens(world.cheater.open(write=False).due(), "leaf", "hidden") if o["slot"] == 1)
    here = walked(world.cheater.open(write=False).due())
    for box in ("abbey", "hill", "elm"):
        forged = leaf_of(world, "hidden", honest["at"], 1, {"path": [box]})
        if box != here:
            assert world.refused(world.cheat(replacing(honest, forged))) == proof(world, "OPEN_MISMATCH")
    older = leaf_of(world, "hidden", honest["at"] - 2, 1, honest["value"])
    assert world.refused(world.cheat(replacing(honest, older))) == proof(world, "OPEN_STALE")
    gone = world.cheat(lambda b: b["open"].remove(honest))
    assert world.refused(gone) == proof(world, "OPEN_MISSING")
