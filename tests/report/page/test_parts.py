"""The page's own primitives against the vectors, against pbem, and against the schema that they repeat by hand."""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from pbem.protocol import canonical, commitments, keys
from pbem.protocol.canonical import canon
from pbem.protocol.dice import Stream
from pbem.protocol.faults import Fault
from pbem.protocol.verify import log_lines, tape_lines, verify_log
from pbem.resources import schema_bytes
from tests.places import VECTORS
from tests.protocol.toy import TREES, Toy, begun
from tests.report.page.browser import Page, b64
from tests.report.page.handmade import Hand, fresh

V: dict[str, Any] = json.loads((VECTORS / "trust-protocol-vectors.json").read_text("utf-8"))
L = 2**252 + 27742317777372353535851937790883648493


def test_encoding_hash_and_keyed_hash(page: Page) -> None:
    said = page.compute(
        """const hexed = (v) => v.parts.map(parts.unhex);
        const both = (v) => [parts.hex(parts.enc(v.tag, ...hexed(v))), parts.hex(parts.H(v.tag, ...hexed(v)))];
        return [given.enc.map(both),
                given.F.map((v) => parts.hex(parts.F(parts.unhex(v.key), v.tag, ...hexed(v))))];""",
        {"enc": V["enc"], "F": V["F"]},
    )
    assert said == [[[v["enc"], v["H"]] for v in V["enc"]], [v["out"] for v in V["F"]]]


def test_sha512_without_webcrypto(page: Page) -> None:
    import hashlib

    data = [bytes(range(256)) * 3, b"", b"x" * 111, b"x" * 112, b"x" * 127, b"x" * 128]
    said = page.compute(
        """await parts.prepareCrypto(false);
        const out = [];
        for (const one of given) out.push(parts.hex(await parts.sha512(un(one))));
        return out;""",
        [b64(one) for one in data],
    )
    assert said == [hashlib.sha512(one).hexdigest() for one in data]


def test_dice(page: Page) -> None:
    said = page.compute(
        """const out = given.rejection.map((v) => {
          const bytes = parts.unhex(v.bytes), below = parts.sampler((j) => bytes.subarray(j, j + 1));
          return v.below.map(() => below(v.n));
        });
        const seed = parts.unhex(given.stream.seed), rolled = {};
        for (const name in given.dice) {
          const found = /^(d|below_)([0-9]+)$/.exec(name);
          if (!found) continue;
          const below = parts.streamOf(seed), one = found[1] === "d" ? 1 : 0;
          rolled[name] = given.dice[name].map(() => below(Number(found[2])) + one);
        }
        return [out, rolled];""",
        {"rejection": V["rejection"], "stream": V["stream"], "dice": V["dice"]},
    )
    assert said[0] == [v["below"] for v in V["rejection"]]
    assert len(said[1]) == 8 and all(V["dice"][name] == results for name, results in said[1].items())
    sizes = [random.Random(7).choice([1, 2, 6, 255, 256, 257, 999, 65535, 65536]) for _ in range(600)]
    stream, seed = Stream(bytes.fromhex(fresh("seed"))), fresh("seed")
    drawn = page.compute(
        "const below = parts.streamOf(parts.unhex(given[0])); return given[1].map((n) => below(n));", [seed, sizes]
    )
    assert drawn == [stream.below(n) for n in sizes]


def test_commitments(page: Page) -> None:
    tree, marker, sealed = V["tree"], V["marker"], V["sealed"]
    opened = commitments.Tree(
        *(bytes.fromhex(tree["game"]), tree["side"], tree["seq"], tree["kind"]),
        *(bytes.fromhex(tree["veil"]), tree["values"], len(tree["path_of_2"])),
    )
    said = page.compute(
        """const [tree, m, s, openings] = given, un = parts.unhex;
        return [openings.map((o) => parts.leafRoot(un(tree.game), tree.side, o)),
                parts.markerCommit(un(m.game), m.side, m.seq, m.marker, un(m.salt), m.value),
                parts.sealedCommit(un(s.game), s.side, s.seq, un(s.salt), s.value)];""",
        [tree, marker, sealed, [opened.opening(slot) for slot in range(8)]],
    )
    assert said == [[tree["root"]] * 8, marker["commit"], sealed["commit"]]


def test_keys(page: Page) -> None:
    rng = random.Random(3)
    bad = [*V["key_bad"]["small_order"], *V["key_bad"]["not_on_curve"]]
    some = [*V["key_ok"], *bad, *(rng.randbytes(32).hex() for _ in range(60))]
    said = page.compute("return given.map(parts.acceptableKey);", some)
    assert said == [keys.acceptable(bytes.fromhex(key)) for key in some]
    assert said[:3] == [True] * 3 and not any(said[3 : 3 + len(bad)])
    prints = page.compute("return given.map(parts.fingerprint);", V["key_ok"])
    assert prints == [keys.fingerprint(bytes.fromhex(key)) for key in V["key_ok"]]


def signatures() -> Iterator[tuple[str, str, str]]:
    """Key, signature and text, good and bad, and the kinds on which Ed25519 programs differ."""
    rng = random.Random(11)
    for number in range(4):
        master = rng.randbytes(32)
        key, text = keys.public_key(master), rng.randbytes(number * 90)
        good = keys.sign(master, text)
        plus = good[:32] + (int.from_bytes(good[32:], "little") + L).to_bytes(32, "little")
        flips = [good[:i] + bytes([good[i] ^ 1 << rng.randrange(8)]) + good[i + 1 :] for i in (0, 31, 32, 63)]
        zero = [bytes(32) + good[32:], good[:32] + bytes(32), bytes(64), b"\x01" + bytes(63)]
        odd = [bytes.fromhex(point) + good[32:] for point in V["key_bad"]["small_order"]]
        for signature in (good, plus, *flips, *zero, *odd):
            yield key.hex(), signature.hex(), b64(text)
    mixed = (
        "376234325117a7cef7c81e965ff6de71ed729085f455ca974d83868ff04c21bf"
        "2863a7e8e1e7b6fbafc9458cd2e2be79e2295ebcab3b4bc6f37c7ec734568007"
    )
    yield "9da6ff8f78743ed2c947b84bfcb7fde3b3563229834a494e8a00b76d66ab97e0", mixed, b64(b"pbem")


def test_signatures_by_webcrypto_and_by_own_arithmetic(page: Page) -> None:
    cases = list(signatures())
    wanted = [
        keys.verifies(bytes.fromhex(key), bytes.fromhex(signature), base64.b64decode(text))
        for key, signature, text in cases
    ]
    assert wanted.count(True) == 4
    for allowed, who in ((True, "WebCrypto"), (False, "own arithmetic")):
        said = page.compute(
            """const who = await parts.prepareCrypto(given[0]), out = [];
            for (const [key, signature, text] of given[1]) {
              out.push(await parts.verifies(parts.unhex(key), parts.unhex(signature), un(text)));
            }
            return [who, out];""",
            [allowed, cases],
        )
        assert said[0].startswith(who) and said[1] == wanted


# --- Canonical form ---------------------------------------------------------------------------------------


def code_of(data: bytes) -> str:
    try:
        canonical.parse(data)
    except Fault as fault:
        return fault.code
    return ""


def damaged(data: bytes, rng: random.Random) -> bytes:
    """One byte put in, taken out or changed, mostly for one that matters in JSON."""
    at = rng.randrange(len(data))
    new = rng.choice([b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"0", b"-", b".", b"e", b" ", b"\xc2", b"A"])
    new = new if rng.random() < 0.7 else rng.randbytes(1)
    return data[:at] + (new if rng.random() < 0.7 else b"") + data[at + rng.randrange(2) :]


def test_canonical_form(page: Page) -> None:
    rng = random.Random(5)
    seeds = [text.encode() for text in V["canonical_ok_utf8"]] + [m.payload for m in begun(5).messages]
    seeds += [
        b'{"a":"\\\\\\"","b":[1,-1,0,9007199254740991,-9007199254740991],"c":{"":1}}',
        b'{"a":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}',
    ]
    bad = [base64.b64decode(text) for text in V["canonical_bad_base64"]]
    cases = [*seeds, *bad, *(damaged(rng.choice(seeds[:5] + seeds[-2:]), rng) for _ in range(1500))]
    cases += [damaged(rng.choice(seeds), rng) for _ in range(300)]
    said = page.compute("return given.map((one) => parts.code(parts.parsePayload, un(one)));", [b64(c) for c in cases])
    wanted = [code_of(case) for case in cases]
    assert [c for c, s, w in zip(cases, said, wanted, strict=True) if s != w] == []
    assert set(wanted[len(seeds) : len(seeds) + len(bad)]) == {"PAYLOAD_NONCANONICAL"} and wanted.count("") > 50


def test_canon_gives_back_what_was_read(page: Page) -> None:
    seeds = [m.payload for m in begun(5).messages] + [b'{"1":"\\\\","10":"\\"","2":{"constructor":true,"length":[]}}']
    said = page.compute(
        "return given.map((one) => parts.canon(parts.parseCanonical(un(one))));", [b64(s) for s in seeds]
    )
    assert said == [seed.decode() for seed in seeds]


# --- Schema -----------------------------------------------------------------------------------------------


def full_bodies() -> list[dict[str, Any]]:
    """Messages of every kind with every member that the schema has."""
    hand = Hand().begun()
    invite, accept = copy.deepcopy(hand.bodies)
    hand.move(input={"for": 1}).move()
    first, later = copy.deepcopy(hand.bodies[2:])
    told = {"date": "1806-10-14T06:00:00Z", "note": ["good morning", ""]}
    digits = fresh("x")
    members = [{"id": "m-1", "key": digits, "may": ["i", "ii"]}]
    hidden = {"hide": [{"marker": "m1", "commit": digits}], "escrow": ["AAAA"], "vault": "AA=="}
    terms = {
        "names": {"ruleset": "toy", "scenario": "hill"},
        "options": {"fog": True},
        "overlay": [1],
        "arbiters": [{"key": digits, "box": digits}],
    }
    opened = [
        {"t": "leaf", "kind": "hidden", "at": 1, "slot": 0, "salt": digits, "value": [], "path": [digits]},
        {"t": "marker", "marker": "m1", "at": 1, "salt": digits, "value": {"dummy": True}},
        {"t": "sealed", "at": 2, "salt": digits, "value": 1},
    ]
    audit = {
        "veils": [{"from": 0, "veil": digits}],
        "book": [{"at": 1, "kind": "marker", "i": "m1", "value": 1}, {"at": 1, "kind": "hidden", "i": 0, "value": 1}],
    }
    claims = [{"marker": "m1", "say": "cavalry", "value": False}]
    roots = {"doctrine": digits, "hidden": digits, "occupancy": digits}
    moving = {**told, **hidden, "roots": roots, "open": opened, "claims": claims, "key": digits, "audit": audit}
    moving |= {"parts": ["{}"], "input": {"for": 2, "sealed": digits, "open": opened, "own": {"x": [1]}}}
    amend = {"offer": "amend", "terms": {"ruleset": digits, "engine": "toy 2"}, "reason": "a typing error"}
    amend["patch"] = [{"path": ["units", 1], "value": 2}]
    wishes = [{"offer": "draw"}, {"offer": "takeback", "to": 2}, amend, {"answer": "accept"}, {"resign": True}]
    seat = {k: later[k] for k in ("v", "seq", "side", "parent", "game", "seal", "roots", "reveal", "state", "tape")}
    seat |= {**told, **hidden, "kind": "seat", "key": digits, "nonce": digits, "void": False, "name": "C"}
    seat |= {"open": opened, "claims": claims}
    return [
        {**invite, **told, "name": "Anna", "members": members, "terms": {**invite["terms"], **terms}},
        {**accept, **told, **hidden, "name": "Bert", "members": members},
        {**first, **moving},
        {**later, **moving},
        *({**later, "control": wish} for wish in wishes),
        seat,
    ]


STRANGE: list[Any] = [
    0,
    1,
    -1,
    True,
    False,
    "",
    "x",
    "A" * 3,
    "x" * 65,
    "x" * 201,
    fresh("y"),
    fresh("y") + "0",
    [],
    {},
]
STRANGE += [["x"], [1], 2**53 - 1, 70000, "a b", "toy 1", "1806-02-30T00:00:00Z", {"t": "leaf"}, "constructor"]


def mutants(node: Any, rng: random.Random, share: float) -> Iterator[Any]:
    """Every value in a message replaced by strange ones, or left out, and every object with a member too many."""
    yield from (value for value in STRANGE if rng.random() < share)
    if isinstance(node, dict):
        for name, value in node.items():
            yield {k: v for k, v in node.items() if k != name}
            yield from ({**node, name: other} for other in mutants(value, rng, share))
        yield {**node, "extra": 1}
        yield {**node, "constructor": 1}
    if isinstance(node, list):
        for i, value in enumerate(node):
            yield from ([*node[:i], other, *node[i + 1 :]] for other in mutants(value, rng, share))
        yield node * 2
        yield node * 70


@pytest.mark.slow
def test_shapes_are_those_of_the_schema(page: Page) -> None:
    rng = random.Random(9)
    bodies = full_bodies()
    cases = [*bodies, *(other for body in bodies for other in mutants(body, rng, 0.35) if isinstance(other, dict))]
    cases += [{**bodies[3], "kind": kind, "seq": seq} for kind in ("invite", "accept", "seat") for seq in (0, 1, 2)]
    schema = jsonschema_rs.Draft202012Validator(json.loads(schema_bytes("message.schema.json")))
    wanted = [schema.is_valid(case) for case in cases]
    texts = [canon(case) for case in cases]
    assert all(wanted[: len(bodies)]) and wanted.count(False) > 2000 and wanted.count(True) > 100
    said = page.compute(
        "return given.map((one) => parts.misshapen(parts.parseCanonical(un(one))));", [b64(t) for t in texts]
    )
    differ = [(t[:300], s, w) for t, s, w in zip(texts, said, wanted, strict=True) if (s == "") != w]
    assert differ == []


# --- Whole logs -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_flipped_bits_have_the_same_diagnosis(page: Page) -> None:
    rng = random.Random(21)
    chain = begun(5)
    log, tapes = log_lines(chain), tape_lines(chain)
    cases = []
    for _ in range(150):
        at = rng.randrange(len(log))
        cases.append(log[:at] + bytes([log[at] ^ 1 << rng.randrange(8)]) + log[at + 1 :])
    said = page.judge_all([{"log.jsonl": case, "tapes.jsonl": tapes} for case in cases])
    for case, theirs in zip(cases, said, strict=True):
        ours = verify_log(case, Toy(), TREES, tapes=tapes)
        own = (ours.code, ours.cls, ours.exit, ours.seq, ours.signed_by, ours.messages)
        assert tuple(theirs[name] for name in ("code", "class", "exit", "seq", "signed_by", "messages")) == own
        assert ours.exit
