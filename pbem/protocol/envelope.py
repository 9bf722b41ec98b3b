"""Signed envelopes (DSSE 1.0), their one byte form, and message ids (protocol section 4)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from typing import Any

import orjson

from pbem.lean import dataclass
from pbem.protocol import keys
from pbem.protocol.canonical import MAX_PAYLOAD, canon
from pbem.protocol.encoding import digest
from pbem.protocol.faults import Fault

MESSAGE_TYPE = "application/vnd.pbem.message.v1+json"
PART_TYPE = "application/vnd.pbem.part.v1+json"
CLAIM_TYPE = "application/vnd.pbem.claim.v1+json"

# Base64 of the largest payload, eight signatures and the names of the members.
MAX_ENVELOPE = (MAX_PAYLOAD + 2) // 3 * 4 + 4096

_KEYID = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Envelope:
    """A parsed envelope. signatures: pairs of public key (32 bytes) and signature (64 bytes).

    line: the envelope's JSON with sorted keys and no spaces, as log and turn files hold it, without LF.
    """

    payload: bytes
    type: str
    signatures: tuple[tuple[bytes, bytes], ...]
    line: bytes


def pae(payload_type: str, payload: bytes) -> bytes:
    """The bytes that are signed: DSSE's pre-authentication encoding."""
    name = payload_type.encode("utf-8")
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(payload), payload)


def message_id(payload: bytes) -> bytes:
    """Id of a message: of its payload alone, so that signing again makes no new message."""
    return digest("message", payload)


def write_envelope(payload: bytes, signatures: Iterable[tuple[bytes, bytes]], kind: str = MESSAGE_TYPE) -> bytes:
    """The envelope's JSON in its one form, without LF. `signatures` as in Envelope."""
    listed = [{"keyid": key.hex(), "sig": _b64(sig)} for key, sig in signatures]
    return canon({"payload": _b64(payload), "payloadType": kind, "signatures": listed})


def sign_envelope(payload: bytes, *masters: bytes, kind: str = MESSAGE_TYPE) -> bytes:
    """The envelope's JSON of a message, or of another kind, signed by the keys of `masters`, in that order."""
    data = pae(kind, payload)
    return write_envelope(payload, [(keys.public_key(m), keys.sign(m, data)) for m in masters], kind)


def read_envelope(line: bytes) -> Envelope:
    """Parse one envelope in exactly the form that `write_envelope` gives.

    Raises Fault ENVELOPE_MALFORMED, or PAYLOAD_SIZE for what cannot hold an acceptable payload.
    """
    if len(line) > MAX_ENVELOPE:
        raise Fault("PAYLOAD_SIZE", f"an envelope of {len(line)} bytes, at most {MAX_ENVELOPE}")
    try:
        parsed = orjson.loads(line)
        # Whatever is written back byte for byte has sorted members, each once.
        same = canon(parsed) == line
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise Fault("ENVELOPE_MALFORMED", str(error)[:200]) from None
    if not same:
        raise Fault("ENVELOPE_MALFORMED", "not JSON with sorted keys and no spaces")
    _members(parsed, {"payload": str, "payloadType": str, "signatures": list})
    listed = parsed["signatures"]
    if not 1 <= len(listed) <= 8:
        raise Fault("ENVELOPE_MALFORMED", f"{len(listed)} signatures, 1 to 8 allowed")
    signatures = tuple(_signature(entry) for entry in listed)
    if len({key for key, _ in signatures}) != len(signatures):
        raise Fault("ENVELOPE_MALFORMED", "a keyid stands twice")
    return Envelope(_strict(parsed["payload"]), parsed["payloadType"], signatures, line)


def _signature(entry: Any) -> tuple[bytes, bytes]:
    _members(entry, {"keyid": str, "sig": str})
    if _KEYID.fullmatch(entry["keyid"]) is None:
        raise Fault("ENVELOPE_MALFORMED", "a keyid is not 64 lower-case hex digits")
    signature = _strict(entry["sig"])
    if len(signature) != 64:
        raise Fault("ENVELOPE_MALFORMED", f"a signature of {len(signature)} bytes, 64 expected")
    return bytes.fromhex(entry["keyid"]), signature


def _members(value: Any, wanted: dict[str, type]) -> None:
    if type(value) is not dict or value.keys() != wanted.keys():
        raise Fault("ENVELOPE_MALFORMED", f"not exactly the members {', '.join(wanted)}")
    for name, kind in wanted.items():
        if type(value[name]) is not kind:
            raise Fault("ENVELOPE_MALFORMED", f"member {name} has the wrong type")


def _strict(text: str) -> bytes:
    """Decode standard padded base64; other alphabets, white space and stray trailing bits are refused.

    The decoder passes over them, so what it found is encoded again: there is one form of it only.
    """
    try:
        data = base64.b64decode(text)
    except (binascii.Error, ValueError):
        data = None
    if data is None or _b64(data) != text:
        raise Fault("ENVELOPE_MALFORMED", "not standard padded base64 in one piece")
    return data


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
