"""What a cheater does to logs and envelopes of the toy game: rows L of the adversarial plan, for every reader."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from pbem.protocol import keys
from pbem.protocol.admission import game_id
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import MESSAGE_TYPE, PART_TYPE, pae, write_envelope
from tests.protocol.toy import MASTERS, TERMS, begun, body_of, draft, grown, line, signed

Edit = Callable[[dict[str, Any]], Any]
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
BAD_KEYS = ("01" + "00" * 31, "ecffff" + "ff" * 28 + "7f", "02" + "00" * 31)


def edited(envelope: bytes, edit: Edit) -> bytes:
    """The payload changed under the old signature."""
    outer = json.loads(envelope)
    body = json.loads(base64.b64decode(outer["payload"]))
    edit(body)
    outer["payload"] = base64.b64encode(canon(body)).decode()
    return json.dumps(outer, sort_keys=True, separators=(",", ":")).encode()


def relogged(chain: Chain, seq: int, envelope: bytes) -> bytes:
    """The log with another message `seq`."""
    return b"".join((envelope if m.seq == seq else m.line) + b"\n" for m in chain.messages)


def resigned(envelope: bytes, edit: Edit) -> bytes:
    """The envelope's own JSON changed, in its proper form."""
    outer = json.loads(envelope)
    edit(outer)
    return json.dumps(outer, sort_keys=True, separators=(",", ":")).encode()


# -- L03 to L10, L14 -----------------------------------------------------------------


def signed_again(chain: Chain, seq: int) -> bytes:
    """L03: the log with an old message reworded and signed by its author once more."""
    return relogged(chain, seq, signed({**chain.messages[seq].body, "note": ["x"]}, "ab"[seq % 2]))


def dropped(chain: Chain, seq: int) -> bytes:
    """L05: the log without a message."""
    return b"".join(m.line + b"\n" for m in chain.messages if m.seq != seq)


def swapped(chain: Chain, seq: int) -> bytes:
    """L06: the log with a message and the next one in each other's place."""
    lines = [m.line for m in chain.messages]
    lines[seq], lines[seq + 1] = lines[seq + 1], lines[seq]
    return b"".join(one + b"\n" for one in lines)


def seat_twice(chain: Chain) -> bytes:
    """L07: side a writes the message that is b's."""
    return signed({**body_of(line(chain)), "side": "a"}, "a")


def of_another_game() -> tuple[Chain, bytes]:
    """L08: another game of the players of `begun`, with the same invitation; and an invitation of theirs."""
    other = begun(1)
    other = grown(other.extend(line(other, seed="second game")), 3)
    return other, signed({**other.messages[0].body, "nonce": "1" * 64}, "a")


def other_terms(chain: Chain) -> bytes:
    """L10: the log with terms that the opponent has not accepted."""
    terms = {**TERMS, "clock": {"days": 1, "default": "forfeit"}}
    return relogged(chain, 0, signed({**chain.messages[0].body, "terms": terms}, "a"))


def accept_with_the_inviters_key(chain: Chain) -> bytes:
    """L14: side a plays both sides."""
    body = body_of(line(chain))
    body["key"] = keys.public_key(MASTERS["a"]).hex()
    body["game"] = game_id(chain.messages[0].id, bytes.fromhex(body["key"]), bytes.fromhex(body["nonce"])).hex()
    return signed(body, "a")


# -- L16 to L22 ----------------------------------------------------------------------


def plus_group_order(chain: Chain) -> bytes:
    """L16: side b's message under a signature that a careless verifier takes for a second good one."""
    payload = draft(chain).payload
    signature = keys.sign(MASTERS["b"], pae(MESSAGE_TYPE, payload))
    s = int.from_bytes(signature[32:], "little") + GROUP_ORDER
    return write_envelope(payload, [(keys.public_key(MASTERS["b"]), signature[:32] + s.to_bytes(32, "little"))])


def short_signature(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["sig"] = base64.b64encode(bytes(63)).decode()


def upper_keyid(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["keyid"] = outer["signatures"][0]["keyid"].upper()


def broken_lines(outer: dict[str, Any]) -> None:
    outer["payload"] = outer["payload"][:64] + "\n" + outer["payload"][64:]


def trailing_bits(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["sig"] = outer["signatures"][0]["sig"][:-3] + "/=="


MALFORMED: tuple[Edit, ...] = (
    short_signature,
    upper_keyid,
    broken_lines,
    trailing_bits,
    lambda o: o.update(extra=1),
    lambda o: o.pop("payloadType"),
    lambda o: o.update(signatures=[]),
    lambda o: o.update(signatures=o["signatures"] * 2),
    lambda o: o.update(signatures=[{"keyid": f"{i:064x}", "sig": "A" * 86 + "=="} for i in range(9)]),
    lambda o: o.update(payload=o["payload"].rstrip("=") + "!"),
    lambda o: o.update(payload=1),
    lambda o: o["signatures"][0].update(x="y"),
)
"""L17, L21: what makes an envelope none."""

ANOTHER_FORM: tuple[Callable[[bytes], bytes], ...] = (
    lambda line: b" " + line,
    lambda line: line[:-1] + b',"payload":"e30="}',
    lambda line: line[:-1],
    lambda line: b"[" * 100_000,
    lambda line: b"\xff" + line,
    lambda line: b"null",
    lambda line: b'{"payload":' + b"1" * 5000 + b"}",
    lambda line: json.dumps(json.loads(line)).encode(),
)
"""L21: the same envelope in bytes that are not its form."""


def wrapped_part(chain: Chain) -> tuple[bytes, bytes]:
    """L20: a message signed as a part, and the same passed off as a message."""
    part = signed(body_of(line(chain)), "b", kind=PART_TYPE)
    return part, resigned(part, lambda o: o.update(payloadType=MESSAGE_TYPE))


def early(chain: Chain) -> bytes:
    """Message 3 of a log, signed as message 1."""
    body = {**chain.messages[3].body, "seq": 1, "nonce": "0" * 64}
    del body["reveal"]
    return signed(body, "b")
