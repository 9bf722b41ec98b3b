"""Diagnoses of the protocol: every code, its class and exit status (protocol section 14)."""

from __future__ import annotations

OK, PROOF, INVALID, DAMAGE = "ok", "proof", "invalid", "damage"
ENVIRONMENT, STRANGER, PENDING = "environment", "stranger", "pending"

EXITS = {OK: 0, INVALID: 10, PROOF: 11, DAMAGE: 12, ENVIRONMENT: 13, STRANGER: 14, PENDING: 15}

_BY_CLASS = {
    OK: "OK REPLAY DATE_BACKWARD DATE_AHEAD READABLE_PART_DIFFERS",
    INVALID: "PAYLOAD_NONCANONICAL PAYLOAD_SCHEMA KEY_INVALID KEY_REUSED",
    DAMAGE: "ARMOR_DAMAGED ENVELOPE_MALFORMED PAYLOAD_SIZE SIG_INVALID SEQ_GAP PARENT_MISMATCH"
    " LOG_TRUNCATED REPORT_MISMATCH",
    ENVIRONMENT: "RULESET_MISMATCH SCENARIO_MISMATCH ENGINE_MISMATCH VERSION_UNKNOWN",
    STRANGER: "SIG_WRONG_KEY COSIGN_MISSING GAME_MISMATCH PAYLOAD_TYPE",
    PENDING: "OPEN_SEGMENT NOT_AUDITED",
    PROOF: "FORK SIDE_TURN REVEAL_MISSING REVEAL_MISMATCH OPEN_MISSING OPEN_STALE OPEN_MISMATCH"
    " HIDE_DUPLICATE OPEN_EXTRA ANSWER_REQUIRED HIDE_ILLEGAL TAPE_MISMATCH STATE_MISMATCH OFFER_INVALID"
    " INPUT_MISSING INPUT_UNEXPECTED INPUT_SCHEMA INPUT_STALE PART_INVALID PART_SCOPE"
    " AUDIT_COMMIT AUDIT_MISSING AUDIT_CONSERVATION AUDIT_MOVE_ILLEGAL AUDIT_CLAIM AUDIT_OMISSION AUDIT_DRAW"
    " SEAL_MISSING SEAL_REUSED ROOT_MISSING",
}

CLASSES: dict[str, str] = {code: cls for cls, codes in _BY_CLASS.items() for code in codes.split()}
"""Code -> class of the table of section 14, before a verified signature is taken into account."""


class Fault(Exception):
    """One diagnosis. Nobody is named in it unless his signature over the faulty payload was verified.

    code: a key of CLASSES. detail: for people, at most a few lines. seq: number of the message, None where
    the fault lies in no message. signed_by: "a", "b" or ""; it is dropped for classes that name nobody.
    """

    def __init__(self, code: str, detail: str = "", seq: int | None = None, signed_by: str = "") -> None:
        super().__init__(code, detail, seq, signed_by)
        self.code = code
        self.detail = detail
        self.seq = seq
        self.signed_by = signed_by if CLASSES[code] in (PROOF, INVALID) else ""

    @property
    def cls(self) -> str:
        """Class of section 14: `proof` and `invalid` change places with the presence of a signer."""
        base = CLASSES[self.code]
        if base in (PROOF, INVALID):
            return PROOF if self.signed_by else INVALID
        return base

    @property
    def exit(self) -> int:
        """Exit status of `pbem verify` for this fault."""
        return EXITS[self.cls]

    def placed(self, seq: int, signed_by: str) -> Fault:
        """The same fault, told of message `seq`, whose payload `signed_by` has verifiably signed."""
        return Fault(self.code, self.detail, seq if self.seq is None else self.seq, signed_by)

    def __str__(self) -> str:
        return diagnosis(self.code, self.detail, self.seq, self.signed_by)


def diagnosis(code: str, detail: str, seq: int | None = None, signer: str = "") -> str:
    """What people read of a diagnosis: where, what is wrong, and behind the first line its code in brackets.

    `message 3, signed by Bert: two different messages 3 [FORK]`. signer: a seat's letter or a name, "" for nobody.
    """
    place = [] if seq is None else [f"message {seq}"]
    place += [f"signed by {signer}"] if signer else []
    first, *rest = detail.split("\n")
    told = ": ".join(part for part in (", ".join(place), first) if part)
    return "\n".join([f"{told} [{code}]".lstrip(), *rest])
