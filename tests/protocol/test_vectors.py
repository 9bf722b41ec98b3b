"""Every member of the published test vectors."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from pbem.mail.armour import read_blocks, write_block
from pbem.protocol import commitments, encoding, envelope, keys, manifest
from pbem.protocol.admission import game_id
from pbem.protocol.canonical import canon, parse
from pbem.protocol.chain import state_digest
from pbem.protocol.dice import Stream, segment_seed, tape_digest
from pbem.protocol.faults import Fault
from pbem.protocol.head import Head, read_head, write_head
from pbem.protocol.messages import check_shape, peek
from pbem.protocol.secrets_ring import Ring
from tests.places import VECTORS

V: dict[str, Any] = json.loads((VECTORS / "trust-protocol-vectors.json").read_text("utf-8"))
GAME = bytes.fromhex(V["game"]["game"])


def un(text: str) -> bytes:
    return bytes.fromhex(text)


def test_every_member_is_known_here() -> None:
    assert set(V) == {
        *("note", "enc", "F", "pae", "keys", "game", "log", "stream", "dice", "rejection", "private"),
        *("tree", "marker", "sealed", "state", "tape", "manifest", "canonical_ok_utf8"),
        *("canonical_bad_base64", "key_ok", "key_bad", "armour", "head"),
    }


@pytest.mark.parametrize("v", V["enc"])
def test_encoding(v: dict[str, Any]) -> None:
    parts = [un(part) for part in v["parts"]]
    assert encoding.enc(v["tag"], *parts).hex() == v["enc"]
    assert encoding.digest(v["tag"], *parts).hex() == v["H"]


@pytest.mark.parametrize("v", V["F"])
def test_keyed_hash(v: dict[str, Any]) -> None:
    assert encoding.prf(un(v["key"]), v["tag"], *(un(part) for part in v["parts"])).hex() == v["out"]


def test_signed_bytes() -> None:
    v = V["pae"]
    assert envelope.pae(v["type"], v["body_utf8"].encode()).hex() == v["pae"]


@pytest.mark.parametrize("seat", ["a", "b"])
def test_keys(seat: str) -> None:
    v = V["keys"][seat]
    master = un(v["master"])
    assert keys.signing_seed(master).hex() == v["sign_seed"]
    assert keys.public_key(master).hex() == v["public"]
    assert keys.dice_secret(master, GAME).hex() == v["dice"]
    assert keys.veil_secret(master, GAME).hex() == v["veil"]
    assert Ring.single(master, GAME).veils(1) == [{"from": 0, "veil": v["veil"]}]


def test_game() -> None:
    v = V["game"]
    assert game_id(un(v["invite_id"]), un(v["key_b"]), un(v["nonce_b"])) == GAME


def vector_line(seq: int) -> bytes:
    entry = V["log"][seq]
    signature = base64.b64decode(entry["sig_base64"])
    return envelope.write_envelope(
        entry["payload_utf8"].encode(), [(un(V["keys"]["ab"[seq % 2]]["public"]), signature)]
    )


@pytest.mark.parametrize("seq", range(7))
def test_log_message(seq: int) -> None:
    entry = V["log"][seq]
    master = un(V["keys"]["ab"[seq % 2]]["master"])
    message = peek(vector_line(seq))
    check_shape(message.body)
    assert message.id.hex() == entry["id"]
    assert message.seq == entry["seq"] == seq
    assert envelope.sign_envelope(message.payload, master) == vector_line(seq)
    assert keys.verifies(
        keys.public_key(master),
        base64.b64decode(entry["sig_base64"]),
        envelope.pae(envelope.MESSAGE_TYPE, message.payload),
    )
    if seq:
        assert message.body["parent"] == V["log"][seq - 1]["id"]
        value = keys.dice_value(keys.dice_secret(master, GAME), seq, un(message.body["parent"]))
        assert value.hex() == entry["value_sealed_here"]
        assert keys.seal(GAME, message.seat, seq, value).hex() == message.body["seal"]


@pytest.mark.parametrize("seq", range(2, 6))
def test_log_segment(seq: int) -> None:
    entry, closing = V["log"][seq], json.loads(V["log"][seq + 1]["payload_utf8"])
    seed = segment_seed(GAME, seq, un(entry["id"]), un(closing["reveal"]))
    assert seed.hex() == entry["segment_seed"]
    stream = Stream(seed)
    for label, n, result in entry["segment_tape"]:
        if n and result:
            assert stream.die(label, n) == result
    assert tape_digest(entry["segment_tape"]).hex() == entry["segment_tape_digest"] == closing["tape"]


@pytest.mark.parametrize("seq", range(3, 7))
def test_log_openings(seq: int) -> None:
    body = json.loads(V["log"][seq]["payload_utf8"])
    veil = un(V["keys"][body["side"]]["veil"])
    assert body["open"]
    for opening in body["open"]:
        source = json.loads(V["log"][opening["at"]]["payload_utf8"])
        if opening["t"] == "leaf":
            root = un(source["roots"][opening["kind"]])
            assert commitments.leaf_opens(opening, GAME, body["side"], len(opening["path"]), root)
            name, kind = str(opening["slot"]), opening["kind"]
        else:
            hidden = {entry["marker"]: entry["commit"] for entry in source["hide"]}
            assert commitments.marker_opens(opening, GAME, body["side"], un(hidden[opening["marker"]]))
            name, kind = opening["marker"], "marker"
        assert keys.salt(veil, GAME, body["side"], opening["at"], kind, name).hex() == opening["salt"]


def test_stream_blocks() -> None:
    stream = Stream(un(V["stream"]["seed"]))
    assert [stream.block(j).hex() for j in range(3)] == V["stream"]["blocks"]


@pytest.mark.parametrize("n", [6, 10, 20, 100])
def test_dice(n: int) -> None:
    stream = Stream(un(V["stream"]["seed"]))
    wanted = V["dice"][f"d{n}"]
    assert [stream.die("x", n) for _ in wanted] == wanted
    assert stream.tape == [["x", n, result] for result in wanted]


@pytest.mark.parametrize("n", [3, 1000, 256, 257])
def test_below(n: int) -> None:
    stream = Stream(un(V["stream"]["seed"]))
    wanted = V["dice"][f"below_{n}"]
    assert [stream.below(n) for _ in wanted] == wanted
    assert stream.tape == []


def test_pairs_shuffle_and_mixture() -> None:
    v, seed = V["dice"], un(V["stream"]["seed"])
    stream = Stream(seed)
    assert [[stream.die("x", 6), stream.die("x", 6)] for _ in v["2d6_pairs"]] == v["2d6_pairs"]
    stream = Stream(seed)
    assert stream.shuffle("deck", range(1, 11)) == v["shuffle_1_to_10"]
    assert [entry[1] for entry in stream.tape] == list(range(10, 1, -1))
    ninth = Stream(seed)
    used = v["shuffle_bytes_used"]
    assert used == 9
    skipped = [ninth.below(256) for _ in range(used + 1)][-1]
    assert stream.below(256) == skipped
    stream = Stream(seed)
    assert [stream.die("x", 6), stream.die("x", 10), stream.below(300), stream.die("x", 6)] == v[
        "mixed_d6_d10_below300_d6"
    ]


class GivenBytes(Stream):
    def __init__(self, data: bytes) -> None:
        super().__init__(bytes(32))
        self.data = data

    def block(self, j: int) -> bytes:
        return self.data[j : j + 1]


@pytest.mark.parametrize("v", V["rejection"])
def test_rejection(v: dict[str, Any]) -> None:
    stream = GivenBytes(un(v["bytes"]))
    assert [stream.below(v["n"]) for _ in v["below"]] == v["below"]
    assert stream._blocks == v["bytes_used"]


def test_private_stream() -> None:
    v = V["private"]
    stream = Stream(un(v["seed"]))
    private = stream.private(un(v["w"]))
    assert private.block(0).hex() == v["block0"]
    assert [private.die("card", 10) for _ in v["d10"]] == v["d10"]
    assert stream.tape == [["card", 10, 0]] * len(v["d10"])


def test_tree() -> None:
    v = V["tree"]
    depth = len(v["path_of_2"])
    tree = commitments.Tree(un(v["game"]), v["side"], v["seq"], v["kind"], un(v["veil"]), v["values"], depth)
    assert [salt.hex() for salt in tree.salts] == v["salts"]
    leaves = [
        commitments.leaf(un(v["game"]), v["side"], v["seq"], v["kind"], i, un(v["salts"][i]), value)
        for i, value in enumerate(v["values"])
    ]
    assert [leaf.hex() for leaf in leaves] == v["leaves"]
    assert tree.root.hex() == v["root"]
    for slot in (2, 5):
        assert [step.hex() for step in tree.path(slot)] == v[f"path_of_{slot}"]
    for slot in range(2**depth):
        assert commitments.root_from(leaves[slot], slot, tree.path(slot)) == tree.root
        assert commitments.leaf_opens(tree.opening(slot), un(v["game"]), v["side"], depth, tree.root)


def test_marker_and_sealed_value() -> None:
    v = V["marker"]
    args = un(v["game"]), v["side"], v["seq"]
    assert commitments.marker(*args, v["marker"], un(v["salt"]), v["value"]).hex() == v["commit"]
    opening = commitments.marker_opening(v["seq"], v["marker"], un(v["salt"]), v["value"])
    assert commitments.marker_opens(opening, un(v["game"]), v["side"], un(v["commit"]))
    v = V["sealed"]
    args = un(v["game"]), v["side"], v["seq"]
    assert commitments.sealed(*args, un(v["salt"]), v["value"]).hex() == v["commit"]
    opening = commitments.sealed_opening(v["seq"], un(v["salt"]), v["value"])
    assert commitments.sealed_opens(opening, un(v["game"]), v["side"], un(v["commit"]))
    assert not commitments.sealed_opens({**opening, "value": ""}, un(v["game"]), v["side"], un(v["commit"]))


def test_digests() -> None:
    for v in V["state"]:
        assert state_digest(v["state"]).hex() == v["digest"]
    for v in V["tape"]:
        assert tape_digest(v["tape"]).hex() == v["digest"]


def test_manifest() -> None:
    v = V["manifest"]
    listing = manifest.manifest({path: text.encode() for path, text in v["files_utf8"].items()})
    assert listing == v["manifest"]
    assert manifest.ruleset_digest(listing).hex() == v["ruleset"]
    assert manifest.scenario_digest(listing).hex() == v["scenario"]


@pytest.mark.parametrize("path", ["", "../x", "a/../b", "/a", "a//b", "A", "a\n", "ä"])
def test_manifest_refuses_path(path: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a manifest"):
        manifest.manifest({path: b""})


@pytest.mark.parametrize("text", V["canonical_ok_utf8"])
def test_canonical_good(text: str) -> None:
    assert canon(parse(text.encode())) == text.encode()


@pytest.mark.parametrize("text", V["canonical_bad_base64"])
def test_canonical_bad(text: str) -> None:
    with pytest.raises(Fault) as caught:
        parse(base64.b64decode(text))
    assert caught.value.code == "PAYLOAD_NONCANONICAL"


@pytest.mark.parametrize("key", V["key_ok"])
def test_key_good(key: str) -> None:
    assert keys.acceptable(un(key))


@pytest.mark.parametrize("key", V["key_bad"]["small_order"] + V["key_bad"]["not_on_curve"])
def test_key_bad(key: str) -> None:
    assert not keys.acceptable(un(key))


def test_armour() -> None:
    v = V["armour"]
    assert write_block(vector_line(v["envelope_seq"])) == v["text"]
    (block,) = read_blocks(v["text"])
    assert (block.envelope, block.damage, block.line) == (vector_line(v["envelope_seq"]), "", 1)


def test_head() -> None:
    head = Head(GAME, 7, un(V["log"][6]["id"]))
    assert write_head(head).decode() == V["head"]
    assert read_head(V["head"].encode()) == head
