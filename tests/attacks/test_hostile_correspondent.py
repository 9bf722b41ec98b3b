"""A correspondent who holds a key of his own and signs whatever he likes: framing, terms, texts, and cost."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.person import load_person
from pbem.campaign.outbox.create import Invitation, terms_of
from pbem.mail.armour import MAX_MARKS, read_blocks, write_block
from pbem.protocol import keys
from pbem.protocol.canonical import MAX_PAYLOAD, canon, parse_value
from pbem.store.home import Home
from tests.attacks.world import Body, fresh, signed
from tests.cli.players import Duel, Player, Said, assert_two_lines, begin_duel, fresh_player
from tests.stopwatch import bounded
from tests.tiers import first

# Seconds of work that a hostile text may cost, however busy the machine is otherwise.
MOST = 6.0


def master_of(player: Player) -> bytes:
    person = load_person(Home(player.home), str)
    assert person is not None
    return person.master


def bodies(player: Player) -> list[Body]:
    """The payloads of a player's log."""
    lines = (player.place / "log.jsonl").read_bytes().splitlines()
    return [dict(json.loads(base64.b64decode(json.loads(line)["payload"]))) for line in lines]


def mailed(player: Player, line: bytes) -> Path:
    """A mail with nothing but this envelope, saved where the player types."""
    path = player.place / "mail.txt"
    path.write_text(write_block(line), encoding="utf-8")
    return path


@pytest.fixture
def played(tmp_path: Path) -> Duel:
    """Four messages: Anna's turn 4 is due. Anna is the hostile one."""
    duel = begin_duel(tmp_path)
    duel.turn(2)
    duel.turn(3)
    return duel


# -- framing ---------------------------------------------------------------------


@pytest.mark.parametrize(("seq", "code"), [(3, "TAPE_MISMATCH"), (4, "SIDE_TURN"), (1, "PAYLOAD_SCHEMA")])
def test_a_seat_made_by_the_opponent_names_nobody(played: Duel, seq: int, code: str) -> None:
    """Anna signs, with a new key and with her own, a seat on Bert's side: Bert has signed nothing of it."""
    newcomer, known = secrets.token_bytes(32), bodies(played.bert)
    seating = {"v": 1, "kind": "seat", "seq": seq, "side": "b", "void": True, "nonce": fresh("nonce")}
    seating |= {"state": fresh("state"), "tape": fresh("tape")}
    seating |= {"key": keys.public_key(newcomer).hex(), "game": known[3]["game"], "parent": known[3]["parent"]}
    line = signed(seating, newcomer, master_of(played.anna))
    forged = played.bert.place / "forged.jsonl"
    forged.write_bytes((played.bert.place / "log.jsonl").read_bytes() + line + b"\n")
    verdict = played.bert("verify", forged, "--json").json
    assert (verdict["code"], verdict["class"], verdict["message"], verdict["signed_by"]) == (code, "invalid", seq, "")
    said = played.bert("receive", mailed(played.bert, line), "--json")
    assert said.json["received"][0]["error"]["signed_by"] == ""
    kept = [path.name for path in (played.bert.place / "evidence").iterdir()]
    assert kept == [f"{seq:04d}-{code.lower()}.txt"], "no file that calls itself a proof"


@pytest.mark.parametrize("against", ["log", "key"])
def test_verify_tells_of_a_readable_part_that_was_rewritten(played: Duel, against: str) -> None:
    """Whoever passes Bert's block on under orders of his own making is found out, with the log and without."""
    mail = (played.bert.place / "outbox/0003-b.yaml").read_text(encoding="utf-8")
    path = played.anna.place / "passed-on.txt"
    key = keys.public_key(master_of(played.bert)).hex()
    where = ("--campaign", ".") if against == "log" else ("--key", key)
    for text, differs in ((mail, False), (mail.replace("for: ", "attacks: []\nfor: ", 1), True)):
        path.write_text(text, encoding="utf-8")
        verdict = played.anna.good("verify", path, *where, "--json").json
        assert ("READABLE_PART_DIFFERS" in [warning["code"] for warning in verdict["warnings"]]) is differs
    assert mail.count("\nfor: ") == 1


def test_verify_of_an_old_mail_names_its_own_signer(played: Duel) -> None:
    verdict = played.bert.good("verify", played.anna.place / "outbox/0002-a.yaml", "--campaign", ".", "--json").json
    assert (verdict["message"], verdict["signed_by"]) == (2, "a")


# -- invitations --------------------------------------------------------------------


def invitation(edit: Callable[[Body], Any], name: str = "Eve") -> bytes:
    """An invitation with altered terms, well signed."""
    master = secrets.token_bytes(32)
    terms = terms_of(Invitation("napoleon-at-war", "jena-auerstadt", "french"))
    edit(terms)
    body = {"v": 1, "kind": "invite", "seq": 0, "side": "a", "key": keys.public_key(master).hex()}
    return signed({**body, "nonce": fresh("nonce"), "terms": terms, "name": name}, master)


@pytest.fixture
def bert(tmp_path: Path) -> Player:
    return fresh_player(tmp_path, "bert")


def joined(bert: Player, line: bytes) -> Said:
    return bert("join", mailed(bert, line), "--folder", "game", "--no-passphrase", "--yes")


@pytest.mark.parametrize(
    "armies",
    [{"a": "french", "b": "french"}, {"a": "french", "b": "martian"}, {"a": "x", "b": "y"}],
    ids=lambda armies: "-".join(armies.values()),
)
def test_sides_that_are_not_the_two_armies(bert: Player, armies: dict[str, str]) -> None:
    line = invitation(lambda terms: terms.update(sides=armies))
    said = joined(bert, line)
    assert said.status == 2 and "ENGINE_MISMATCH" in said.err
    assert_two_lines(said)
    log = bert.place / "log.jsonl"
    log.write_bytes(line + b"\n")
    assert bert("verify", log).status == 13
    assert not (bert.place / "game").exists()


@pytest.mark.parametrize(
    "edit",
    [
        lambda terms: terms.update(options={f"o{number}": True for number in range(30_000)}),
        lambda terms: terms.update(options={"louis": "x" * 900_000}),
        lambda terms: terms.update(overlay=[{"hex": "x", "terrain": "y" * 200}] * 4096),
        lambda terms: terms.update(overlay=[1, [], {"hex": [], "terrain": {}}, {"hexside": {}, "feature": 1}]),
    ],
    ids=["options", "long value", "overlay", "forms"],
)
def test_terms_that_do_not_fit_are_refused_in_a_few_words(bert: Player, edit: Callable[[Body], Any]) -> None:
    said = joined(bert, invitation(edit))
    assert said.status == 2 and "ENGINE_MISMATCH" in said.err
    assert_two_lines(said)
    assert len(said.err) < 2000


def test_join_shows_options_that_the_terms_leave_out_and_each_map_correction(bert: Player) -> None:
    overlay = [
        {"hex": "0610", "terrain": "forest slope"},
        {"hexside": "0610-0711", "feature": "river", "there": False},
    ]
    shown = joined(bert, invitation(lambda terms: terms.update(options={}, overlay=overlay))).out
    assert "bernadotte: no" in shown and "louis: no" in shown
    assert "map corrections   2" in shown
    assert "hex 0610, terrain forest slope" in shown
    assert "feature river, hexside 0610-0711, there no" in shown


@pytest.mark.parametrize("name", ["x <eve@example.org>", "a@b@c", "x <a b>", "eve@example.org", "null", "- a: b"])
def test_the_name_in_an_invitation_is_a_name_and_nothing_else(bert: Player, name: str) -> None:
    assert joined(bert, invitation(lambda terms: None, name)).status == 0
    people = (bert.place / "game/campaign.yaml").read_text(encoding="utf-8")
    assert name in people
    assert "mail: eve" not in people and 'mail: "eve' not in people


# -- reports, exports -----------------------------------------------------------------


@pytest.mark.parametrize("number", ["\u00b2", "\u0664", "9" * 5000, "-1", "1e3"])
def test_a_report_that_names_a_number_that_is_none(played: Duel, number: str) -> None:
    report = played.bert.place / "report.txt"
    report.write_text(f"pbem report 3 0123abcd public message {number}\n", encoding="utf-8")
    said = played.bert("verify", "log.jsonl", "--report", report, "--json")
    assert (said.status, said.json["code"]) == (12, "REPORT_MISMATCH")


def test_a_divergence_in_a_segment_with_enormous_orders(played: Duel) -> None:
    """A turn that stopped in its middle has its orders in both states of the export, which may pass 1 MiB so."""
    export = json.loads(played.bert.good("diverge", "--export").out)
    export["before"]["input"] = export["after"]["input"] = {"moves": ["x" * 1000] * 1200}
    path = played.bert.place / "export.json"
    path.write_bytes(canon(export) + b"\n")
    assert path.stat().st_size > 2 * 2**20
    said = played.bert("diverge", path)
    assert "the state before the segment, input" in said.out + said.err, said


# -- cost ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "unit",
    first(3, [b"\n", b"<p>", b"&#1", b"BEGIN PBEM TURN\n", b"\r", b"A\n", b"> \n", b"<a ", b"=3D", b"PBEM TURN\n"]),
    ids=repr,
)
def test_a_mail_of_tiny_pieces_costs_little(unit: bytes) -> None:
    text = unit * (8 * MAX_MARKS // len(unit))
    with bounded(MOST):
        blocks = read_blocks(text)
    assert all(block.damage for block in blocks)


@pytest.mark.slow
def test_attachments_count_with_the_mail_that_holds_them() -> None:
    part = base64.encodebytes(b"BEGIN PBEM TURN\n" + b"A\n" * (MAX_MARKS // 3)) + b"-\n"
    assert len(read_blocks(part)) == 1
    blocks = read_blocks(part * 4)
    assert len(blocks) == 1 and str(MAX_MARKS) in blocks[0].damage


@pytest.mark.slow
@pytest.mark.parametrize("leaf", first(3, [{"a": 0}, [], 0, {}, "", True], pytest.mark.campaigns), ids=repr)
def test_a_payload_of_tiny_pieces_costs_little(leaf: Any) -> None:
    data = canon([leaf] * (MAX_PAYLOAD // 4 // (len(canon(leaf)) + 1)))
    with bounded(MOST):
        parse_value(data)
