"""Messages: a payload that is signed, parsed and of the right shape (protocol section 6)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem.protocol.canonical import parse
from pbem.protocol.envelope import MESSAGE_TYPE, Envelope, message_id, read_envelope
from pbem.protocol.faults import Fault
from pbem.resources import schema_bytes

if TYPE_CHECKING:
    import jsonschema_rs

SCHEMA = "message.schema.json"


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
    def side(self) -> str:
        """ "a" or "b", as the payload says."""
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
    import jsonschema_rs

    try:
        # Not iter_errors: it makes all errors at once, a gigabyte of them for a list of small things of the wrong type.
        _validator(schema_bytes(SCHEMA) if schema is None else schema).validate(body)
    except jsonschema_rs.ValidationError as error:
        place = "/".join(str(step) for step in error.instance_path) or "payload"
        raise Fault("PAYLOAD_SCHEMA", f"{place}: {error.message[:300]}") from None


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
