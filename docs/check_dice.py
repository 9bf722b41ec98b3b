"""Check every signature, link, seal and die of a pbem campaign without pbem.

    python check_dice.py LOG.jsonl TAPES.jsonl

Needs Python 3.11, the package `cryptography` and no rules: that the right dice were asked for is pbem's to
say. Here each die on the tapes is recomputed from what both players signed before either could know it.
Exit status 0 and one line of summary, or 1 and the first fault.
"""

import base64
import hashlib
import itertools
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TYPE = "application/vnd.pbem.message.v1+json"


class Fault(Exception):
    """What is wrong, in one line."""


def encoded(tag, *parts):
    out = len(b"pbem/1/" + tag).to_bytes(4, "big") + b"pbem/1/" + tag + len(parts).to_bytes(4, "big")
    for part in parts:
        out += len(part).to_bytes(4, "big") + part
    return out


def hashed(tag, *parts):
    return hashlib.sha256(encoded(tag, *parts)).digest()


def u64(n):
    return n.to_bytes(8, "big")


def require(truth, fault):
    if not truth:
        raise Fault(fault)


def lines(path, code="LOG_TRUNCATED"):
    data = Path(path).read_bytes()
    require(data.endswith(b"\n"), f"{code}: {Path(path).name} is empty or its last line is cut")
    return data.split(b"\n")[:-1]


def dice(seed):
    """The function below(n) over the byte stream of one segment's seed."""
    source = (byte for j in itertools.count() for byte in hashed(b"stream", seed, u64(j)))

    def below(n):
        if n == 1:
            return 0
        width = 1 if n <= 256 else 2
        limit = 256**width - 256**width % n
        while (x := int.from_bytes(bytes(itertools.islice(source, width)), "big")) >= limit:
            pass
        return x % n

    return below


def read(q, line, keys):
    """Payload and id of message q, once its signature is verified."""
    envelope = json.loads(line)
    payload = base64.b64decode(envelope["payload"], validate=True)
    body = json.loads(payload)
    require(
        json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() == payload,
        f"message {q}: its payload is not canonical",
    )
    require(
        body["v"] == 1 and body["seq"] == q and body["side"] == "ab"[q % 2],
        f"message {q}: another version, number or side",
    )
    require(body["kind"] == (["invite", "accept"][q] if q < 2 else "move"), f"message {q}: unexpected kind")
    if q < 2:
        keys[body["side"]] = body["key"]
        require(len(set(keys.values())) == len(keys), f"message {q}: one key for both sides")
    require(envelope["payloadType"] == TYPE, f"message {q}: payload type")
    require([s["keyid"] for s in envelope["signatures"]] == [keys[body["side"]]], f"message {q}: signed by another key")
    signed = b"DSSEv1 %d %b %d %b" % (len(TYPE), TYPE.encode(), len(payload), payload)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[body["side"]]))
        key.verify(base64.b64decode(envelope["signatures"][0]["sig"], validate=True), signed)
    except InvalidSignature:
        raise Fault(f"message {q}: its signature fails") from None
    return body, hashed(b"message", payload)


def check_links(q, body, log, game, seals):
    """Parent, game, reveal and seal of message q >= 1; the log holds everything before it."""
    require(body["parent"] == log[-1][1].hex(), f"message {q}: it does not follow message {q - 1}")
    require(body["game"] == game.hex(), f"message {q}: a message of another game")
    if q >= 3:
        own = hashed(b"seal", game, body["side"].encode(), u64(q - 2), bytes.fromhex(body["reveal"]))
        require(own.hex() == log[q - 2][0]["seal"], f"message {q}: its reveal does not open its seal")
    require(body["seal"] not in seals, f"message {q}: its seal stands in an earlier message")
    seals.add(body["seal"])


def check_tape(k, line, log, game):
    """Tape of segment k against the digest and the dice of message k + 1. Gives the number of draws."""
    body = log[k + 1][0]
    # Nobody signs the tape file: a line that is not the one signed accuses nobody.
    signed = body["tape"] if k else hashed(b"tape", b"[]").hex()
    require(hashed(b"tape", line).hex() == signed, f"REPORT_MISMATCH: segment {k}: the tape is not the one signed")
    tape = json.loads(line)
    require(k > 1 or tape == [], f"TAPE_MISMATCH: segment {k}: nothing can be drawn in it")
    if not k:
        return 0
    reveal = bytes.fromhex(body.get("reveal", ""))
    below = dice(hashed(b"seed", game, u64(k), log[k][1], reveal))
    for label, n, result in tape:
        require(0 <= n <= 65536 and 0 <= result <= n, f"TAPE_MISMATCH: segment {k}: {label} is no draw")
        if n > 0 and result > 0:
            rolled = below(n) + 1
            require(rolled == result, f"TAPE_MISMATCH: segment {k}: {label} of {n} is {rolled}, not {result}")
    return sum(1 for entry in tape if entry[1] > 0)


def check(log_path, tapes_path):
    log, keys, seals, game = [], {}, set(), b""
    for q, line in enumerate(lines(log_path)):
        body, own_id = read(q, line, keys)
        if q == 1:
            game = hashed(b"game", log[0][1], bytes.fromhex(body["key"]), bytes.fromhex(body["nonce"]))
        if q:
            check_links(q, body, log, game, seals)
        log.append((body, own_id))
    tapes = lines(tapes_path, "REPORT_MISMATCH") if len(log) > 1 else []
    require(len(tapes) == len(log) - 1, f"REPORT_MISMATCH: {len(tapes)} tapes for {len(log)} messages")
    count = sum(check_tape(k, line, log, game) for k, line in enumerate(tapes))
    return f"{len(log)} messages, {len(log)} signatures, {len(seals)} seals, {count} dice: all as signed"


if __name__ == "__main__":
    try:
        print(check(*sys.argv[1:3]))
    except (Fault, OSError) as fault:
        sys.exit(print(fault) or 1)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as fault:
        sys.exit(print(f"not a pbem log and tape file: {type(fault).__name__} {fault}"[:200]) or 1)
