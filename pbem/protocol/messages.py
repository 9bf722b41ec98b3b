"""Messages: a payload that is signed, parsed and of the right shape (protocol section 6).

A seat is a place at the table, "a" for who invited and "b" for who accepted, whoever sits there: the wire calls it
`side`, the code `seat`. An army is what the rulebook lets a seat command. A seating is the message of kind `seat` that
gives a seat to a successor.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem.lean import dataclass
from pbem.protocol.canonical import canon, parse
from pbem.protocol.envelope import MESSAGE_TYPE, Envelope, message_id, read_envelope
from pbem.protocol.faults import Fault
from pbem.resources import schema_bytes

if TYPE_CHECKING:
    import jsonschema_rs

SCHEMA = "message.schema.json"
_MOST_TOLD = 64 * 1024
_BLANKS = rb"[ \t\r\n]*"
_GAME = re.compile(rb'"game"' + _BLANKS + b":" + _BLANKS + rb'"([0-9a-f]{64})"')


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it stands in a log. body: the parsed payload. id: 32 bytes.

    line: the envelope's JSON, as the log holds it without LF.
    """

    body: dict[str, Any]
    payload: bytes
    id: bytes
    line: bytes

    @property
    def seq(self) -> int:
        """Number of the message, from 0."""
        return int(self.body["seq"])

    @property
    def seat(self) -> str:
        """ "a" or "b": the payload's member `side`."""
        return str(self.body["side"])

    @property
    def kind(self) -> str:
        """ "invite", "accept", "move" or "seat"."""
        return str(self.body["kind"])


@lru_cache(maxsize=4)
def _validator(schema: bytes) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(json.loads(schema))


def check_shape(body: dict[str, Any], schema: bytes | None = None) -> None:
    """Refuse a payload of an unknown version (Fault VERSION_UNKNOWN) or of a wrong shape (PAYLOAD_SCHEMA).

    schema: bytes of another message schema than the installed one.
    """
    version = body.get("v")
    if type(version) is int and version != 1:
        raise Fault("VERSION_UNKNOWN", f"protocol version {version}; this program reads version 1")
    validator = _validator(schema_bytes(SCHEMA) if schema is None else schema)
    if not validator.is_valid(body):
        raise Fault("PAYLOAD_SCHEMA", _misshapen(validator, body))
    ids = [member["id"] for member in body.get("members", ())]
    if len(set(ids)) != len(ids):
        raise Fault("PAYLOAD_SCHEMA", "members: an id stands twice")


def _misshapen(validator: jsonschema_rs.Draft202012Validator, body: dict[str, Any]) -> str:
    """Where a payload's shape is wrong, and how.

    An error of the validator holds copies of what it is about, and `iter_errors` makes all errors at once: gigabytes
    for a large list of small things. So only the first one is asked for, and of a large payload none.
    """
    import jsonschema_rs

    if len(canon(body)) > _MOST_TOLD:
        found = (name for name in sorted(body) if validator.is_valid({k: v for k, v in body.items() if k != name}))
        return f"{next(found, 'payload')}: not of the form that the schema asks for"
    try:
        validator.validate(body)
    except jsonschema_rs.ValidationError as error:
        place = "/".join(str(step) for step in error.instance_path) or "payload"
        return f"{place}: {error.message[:300]}"
    raise ValueError("this payload is of the right shape")


def read_message(envelope: Envelope) -> Message:
    """Checks 2 to 6 of section 14; signatures are not looked at. Raises Fault.

    Codes: PAYLOAD_TYPE, PAYLOAD_SIZE, PAYLOAD_NONCANONICAL, VERSION_UNKNOWN, PAYLOAD_SCHEMA.
    """
    if envelope.type != MESSAGE_TYPE:
        raise Fault("PAYLOAD_TYPE", f"payload type {envelope.type[:80]!r}")
    body = parse(envelope.payload)
    check_shape(body)
    return Message(body, envelope.payload, message_id(envelope.payload), envelope.line)


def peek(line: bytes) -> Message:
    """A message whose signature nobody has checked: to find its campaign or its place. Raises Fault."""
    return read_message(read_envelope(line))


def claimed_game(payload: bytes) -> str:
    """The game that a payload says it is of, in hex, though it may be no message; "" where it names none, or two."""
    named = {found[1] for found in _GAME.finditer(payload)}
    return named.pop().decode("ascii") if len(named) == 1 else ""
