"""Row K11 and its family through whole clients: what a captain must not make of his team's parts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.inbox.receive import receive
from pbem.campaign.outbox.submit import compose_message
from pbem.campaign.records.verification import judge_log
from pbem.mail.armour import write_block
from pbem.protocol import compose, keys
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import MESSAGE_TYPE, PART_TYPE, pae, read_envelope, sign_envelope, write_envelope
from pbem.protocol.faults import Fault
from tests.teams.players import Table, entry, master_of
from tests.teams.test_campaigns import play_message

Body = dict[str, Any]
SOULT = master_of("soult")
LEFT = {"units": ["red-left-1"], "do": "advance"}
RIGHT = {"units": ["red-right-1"], "do": "advance"}
CENTRE = {"units": ["red-centre-1"], "do": "advance"}
INVALID = ("PART_INVALID", "proof", 4, "a")
SCOPE = ("PART_SCOPE", "proof", 4, "a")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A campaign in which message 4 is Anna's, with orders."""
    root = tmp_path_factory.mktemp("parts")
    table, rng = Table.begin(root), random.Random(2)
    for seq in (2, 3):
        play_message(table, rng, seq)
    assert table.anna.open(write=False).due().kind == "orders"
    return table


class Cheat:
    """Anna with the keys of her whole team, writing message 4 by hand."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.campaign: Campaign = table.anna.open(write=False)
        self.chain: Chain = self.campaign.chain
        self.masters = {"ney": table.ney.person.master, "soult": SOULT, "anna": table.anna.person.master}

    def part_body(self, member: str = "ney", orders: Sequence[Any] = (LEFT,), **edit: Any) -> Body:
        body = {"v": 1, "game": self.chain.game.hex(), "seq": 4, "parent": self.chain.messages[-1].id.hex()}
        return {**body, "member": member, "orders": list(orders), **edit}

    def part(self, member: str = "ney", orders: Sequence[Any] = (LEFT,), *, by: str = "", **edit: Any) -> str:
        body = self.part_body(member, orders, **edit)
        return sign_envelope(canon(body), self.masters[by or member], kind=PART_TYPE).decode()

    def body(self, parts: list[str], orders: Sequence[Any], **more: Any) -> Body:
        due = self.campaign.due()
        draft = compose_message(self.campaign, due, None, control={"offer": "draw"})
        body = dict(json.loads(draft.payload))
        del body["control"]
        body["input"] = {"for": due.state["need"]["n"], "orders": list(orders), **more}
        return {**body, "parts": parts}

    def refused(self, body: Body) -> tuple[str, str, int | None, str]:
        """What Bert's whole client says, and what `verify` says of the log with it."""
        line = sign_envelope(canon(body), self.masters["anna"])
        bert = self.table.bert
        before = bert.path.joinpath("log.jsonl").read_bytes()
        (receipt,) = receive(write_block(line).encode(), bert.home, bert.person)
        assert receipt.fault is not None, "the message was accepted"
        assert receipt.fault.detail and receipt.evidence is not None
        assert bert.path.joinpath("log.jsonl").read_bytes() == before
        found = (receipt.fault.code, receipt.fault.cls, receipt.fault.seq, receipt.fault.signed_by)
        verdict = judge_log(before + line + b"\n").verdict
        assert (verdict.code, verdict.cls, verdict.seq, verdict.signed_by) == found
        return found

    def accepted(self, body: Body) -> Chain:
        bert = self.table.bert.open(write=False)
        return bert.chain.extend(sign_envelope(canon(body), self.masters["anna"]))


@pytest.fixture
def cheat(table: Table) -> Cheat:
    return Cheat(table)


# -- what stands ---------------------------------------------------------------------


def test_parts_then_the_captains_own_orders(cheat: Cheat) -> None:
    soult, ney = cheat.part("soult", [RIGHT]), cheat.part("ney", [LEFT])
    body = cheat.body([soult, ney], [LEFT, RIGHT, CENTRE])
    assert len(cheat.accepted(body).messages) == 5


def test_members_and_their_orders_may_be_missing(cheat: Cheat) -> None:
    assert cheat.accepted(cheat.body([], [CENTRE]))
    assert cheat.accepted(cheat.body([cheat.part("soult", [])], [CENTRE]))
    assert cheat.accepted(cheat.body([cheat.part("soult", [LEFT])], [LEFT, LEFT]))


def test_an_order_that_the_rules_void_is_a_part_all_the_same(cheat: Cheat) -> None:
    assert cheat.accepted(cheat.body([cheat.part("ney", [LEFT, LEFT])], [LEFT, LEFT]))


# -- K11 and the like ----------------------------------------------------------------


@pytest.mark.attack("K11")
@pytest.mark.parametrize(
    ("member", "order"),
    [
        ("ney", RIGHT),
        ("ney", {"units": ["red-left-1", "red-right-1"], "do": "fire"}),
        ("ney", {"units": ["blue-left-1"], "do": "fire"}),
        ("ney", {"units": ["nobody"], "do": "fire"}),
        ("ney", {"units": [], "do": "fire"}),
        ("soult", CENTRE),
    ],
)
def test_k11_an_order_for_a_foreign_formation(cheat: Cheat, member: str, order: Body) -> None:
    assert cheat.refused(cheat.body([cheat.part(member, [order])], [order])) == SCOPE


@pytest.mark.attack("K11")
def test_k11_behind_an_order_of_his_own(cheat: Cheat) -> None:
    assert cheat.refused(cheat.body([cheat.part("ney", [LEFT, RIGHT])], [LEFT, RIGHT, CENTRE])) == SCOPE


@pytest.mark.parametrize(
    "edit",
    [
        {"game": "0" * 64},
        {"game": 7},
        {"seq": 2},
        {"seq": 6},
        {"seq": True},
        {"parent": "0" * 64},
        {"parent": []},
        {"member": "york"},
        {"member": "nobody"},
        {"member": "soult"},
        {"v": 2},
        {"v": True},
        {"orders": {}},
        {"orders": "fire"},
        {"extra": 1},
    ],
)
def test_a_part_that_is_not_for_this_message_or_not_of_its_form(cheat: Cheat, edit: Body) -> None:
    body = {**cheat.part_body(), **edit}
    part = sign_envelope(canon(body), cheat.masters["ney"], kind=PART_TYPE).decode()
    assert cheat.refused(cheat.body([part], [LEFT])) == INVALID


def test_a_part_that_lacks_a_member(cheat: Cheat) -> None:
    for name in ("v", "game", "seq", "parent", "member", "orders"):
        body = cheat.part_body()
        del body[name]
        line = sign_envelope(canon(body), cheat.masters["ney"], kind=PART_TYPE).decode()
        assert cheat.refused(cheat.body([line], [LEFT])) == INVALID


def test_two_parts_of_one_member(cheat: Cheat) -> None:
    parts = [cheat.part("ney", [LEFT]), cheat.part("ney", [])]
    assert cheat.refused(cheat.body(parts, [LEFT])) == INVALID
    assert cheat.refused(cheat.body([parts[0], parts[0]], [LEFT, LEFT])) == INVALID


@pytest.mark.parametrize("by", ["soult", "anna"])
def test_a_part_signed_by_another(cheat: Cheat, by: str) -> None:
    assert cheat.refused(cheat.body([cheat.part("ney", by=by)], [LEFT])) == INVALID


def test_a_part_with_two_signatures_or_a_failing_one(cheat: Cheat) -> None:
    payload = canon(cheat.part_body())
    data, ney = pae(PART_TYPE, payload), cheat.masters["ney"]
    good = (keys.public_key(ney), keys.sign(ney, data))
    more = (keys.public_key(SOULT), keys.sign(SOULT, data))
    for signatures in ([good, more], [more, good], [(good[0], more[1])]):
        line = write_envelope(payload, signatures, PART_TYPE).decode()
        assert cheat.refused(cheat.body([line], [LEFT])) == INVALID


def test_a_message_passed_off_as_a_part(cheat: Cheat) -> None:
    for kind in (MESSAGE_TYPE, "text/plain"):
        line = sign_envelope(canon(cheat.part_body()), cheat.masters["ney"], kind=kind).decode()
        assert cheat.refused(cheat.body([line], [LEFT])) == INVALID


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(":", ": ", 1),
        lambda text: text + " ",
        lambda text: "",
        lambda text: "{}",
        lambda text: "[" * 2000,
        lambda text: text.replace('"payload"', '"payloads"'),
        lambda text: text[:-40],
    ],
)
def test_a_part_in_another_form(cheat: Cheat, change: Callable[[str], str]) -> None:
    assert cheat.refused(cheat.body([change(cheat.part())], [LEFT])) == INVALID


@pytest.mark.parametrize(
    "payload",
    [
        b'{"v": 1}',
        b'{"orders":[],"orders":[]}',
        b"null",
        b"[]",
        b'{"v":1.0}',
        b"[" * 60_000,
        b"\xff\xfe",
        b"",
        b'{"v":' + b"9" * 5000 + b"}",
    ],
)
def test_a_payload_that_is_not_canonical(cheat: Cheat, payload: bytes) -> None:
    line = sign_envelope(payload, cheat.masters["ney"], kind=PART_TYPE).decode()
    assert cheat.refused(cheat.body([line], [LEFT])) == INVALID


# -- what the captain's input makes of them --------------------------------------------


@pytest.mark.parametrize(
    "orders",
    [
        [],
        [CENTRE],
        [CENTRE, LEFT],
        [RIGHT, LEFT],
        [{**LEFT, "ready": True}],
        [{**LEFT, "do": "fire"}],
    ],
)
def test_orders_that_do_not_begin_with_the_parts(cheat: Cheat, orders: list[Any]) -> None:
    parts = [cheat.part("ney", [LEFT]), cheat.part("soult", [RIGHT])]
    assert cheat.refused(cheat.body(parts, orders)) == INVALID


def test_true_is_not_one(cheat: Cheat) -> None:
    """Equal in Python, other bytes: a part's order is what its member has signed."""
    part = cheat.part("ney", [{**LEFT, "ready": 1}])
    assert cheat.refused(cheat.body([part], [{**LEFT, "ready": True}])) == INVALID


def test_parts_without_a_list_of_orders(cheat: Cheat) -> None:
    body = cheat.body([cheat.part("ney", [])], [])
    del body["input"]["orders"]
    assert cheat.refused(body) == INVALID


def test_an_input_that_is_wrong_in_itself_is_named_first(cheat: Cheat) -> None:
    body = cheat.body([cheat.part("ney", [7], by="soult")], [7])
    assert cheat.refused(body) == ("INPUT_SCHEMA", "proof", 4, "a")


def test_parts_where_no_orders_are_due(cheat: Cheat) -> None:
    due = cheat.campaign.due()
    draft = compose_message(cheat.campaign, due, None, control={"offer": "draw"})
    body = {**json.loads(draft.payload), "parts": []}
    assert cheat.refused(body) == INVALID


# -- the handshake -------------------------------------------------------------------


def invited(table: Table, edit: Callable[[list[Body]], Any]) -> tuple[str, str, int | None, str]:
    """An invitation with another team, as a log of its own."""
    body = dict(json.loads(table.anna.open(write=False).chain.messages[0].payload))
    edit(body["members"])
    line = sign_envelope(canon(body), table.anna.person.master)
    verdict = judge_log(line + b"\n").verdict
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


def test_an_honest_invitation(table: Table) -> None:
    assert invited(table, lambda team: None)[0] == "OK"


def test_keys_of_members_are_keys_of_the_game(table: Table) -> None:
    anna, other = table.anna.person.key.hex(), "KEY_REUSED"
    assert invited(table, lambda team: team[0].update(key=anna)) == (other, "invalid", 0, "")
    assert invited(table, lambda team: team[0].update(key=team[1]["key"])) == (other, "invalid", 0, "")
    assert invited(table, lambda team: team[0].update(key="01" + "00" * 31)) == ("KEY_INVALID", "invalid", 0, "")


def test_ids_and_formations_of_members(table: Table) -> None:
    twice = invited(table, lambda team: team[0].update(id="soult"))
    assert (twice[0], twice[2]) == ("PAYLOAD_SCHEMA", 0)
    foreign = invited(table, lambda team: team[0].update(may=["blue-left"]))
    assert foreign == ("ENGINE_MISMATCH", "environment", 0, "")


@pytest.mark.parametrize("whose", ["ney", "soult", "anna"])
def test_the_accept_brings_no_key_of_the_other_side(table: Table, whose: str) -> None:
    chain = table.bert.open(write=False).chain
    masters = {"ney": table.ney.person.master, "soult": SOULT, "anna": table.anna.person.master}
    start = Chain(chain.machine, chain.trees).extend(chain.messages[0].line)
    bert, nonce = table.bert.person.master, b"n" * 32
    team = [entry("x", keys.public_key(masters[whose]), "blue-left")]
    draft = compose.accept(bert, start, nonce, {"doctrine": []}, b"v" * 12, members=team)
    with pytest.raises(Fault) as refused:
        start.extend(draft.sign(bert))
    assert (refused.value.code, refused.value.signed_by) == ("KEY_REUSED", "")


def test_a_captain_never_plays_on_with_a_key_of_his_team(cheat: Cheat) -> None:
    body = cheat.body([], [CENTRE])
    del body["parts"]
    body["key"] = keys.public_key(SOULT).hex()
    line = sign_envelope(canon(body), cheat.masters["anna"], SOULT)
    with pytest.raises(Fault) as refused:
        cheat.chain.extend(line)
    assert (refused.value.code, refused.value.seq) == ("KEY_REUSED", 4)


def test_a_game_without_team_play_takes_neither_members_nor_parts() -> None:
    from tests.protocol.toy import MASTERS, TERMS, TREES, Toy, begun, cheat, fresh
    from tests.protocol.toy import refused as toy_refused

    team = [entry("ney", keys.public_key(SOULT))]
    draft = compose.invite(MASTERS["a"], fresh("nonce"), TERMS, members=team)
    with pytest.raises(Fault) as refused:
        Chain(Toy(), TREES).extend(draft.sign(MASTERS["a"]))
    assert (refused.value.code, refused.value.detail) == ("ENGINE_MISMATCH", "this ruleset has no team play")
    bad = cheat(begun(5), lambda b: b.update(parts=[]))
    assert toy_refused(begun(5), bad) == ("PART_INVALID", "proof", 5, "b")


@pytest.mark.attack("L20")
def test_l20_a_part_wrapped_as_a_message(cheat: Cheat) -> None:
    """The signature covers the payload's type: a member's part is never the captain's message."""
    payload = canon(cheat.body([], [CENTRE]))
    master = cheat.masters["anna"]
    line = write_envelope(payload, [(keys.public_key(master), keys.sign(master, pae(PART_TYPE, payload)))])
    with pytest.raises(Fault) as refused:
        cheat.table.bert.open(write=False).chain.extend(line)
    assert (refused.value.code, refused.value.cls, refused.value.signed_by) == ("SIG_INVALID", "damage", "")
    wrapped = read_envelope(cheat.part().encode())
    line = write_envelope(wrapped.payload, wrapped.signatures)
    with pytest.raises(Fault) as refused:
        cheat.table.bert.open(write=False).chain.extend(line)
    assert refused.value.signed_by == ""


def test_checkpoints_keep_the_team(table: Table) -> None:
    from pbem.protocol.checkpoint import fits, freeze, thaw

    campaign = table.bert.open(write=False)
    chain, lines = campaign.chain, campaign.folder.log()
    frozen = json.loads(json.dumps(freeze(chain)))
    assert fits(frozen, lines)
    thawed = thaw(frozen, chain.machine, chain.trees, lines, campaign.folder.tapes(), lambda: chain)
    assert thawed.ledger == chain.ledger and [one.id for one in thawed.ledger.team("a")] == ["ney", "soult"]
