"""The file that holds a player's master, encrypted under a passphrase or in clear (protocol section 3)."""

from __future__ import annotations

from typing import Any

from pbem.protocol.canonical import canon, parse
from pbem.protocol.faults import Fault

_N, _R, _P = 2**17, 8, 1
SALT_SIZE, NONCE_SIZE = 16, 12
_BOUND = b"pbem/1/keyfile"


class KeyFileError(ValueError):
    """A key file that is damaged, of another kind, or not opened by this passphrase."""


def write_keyfile(master: bytes, passphrase: str, salt: bytes, nonce: bytes) -> bytes:
    """Bytes of a key file. An empty passphrase writes the master in clear.

    salt: 16 fresh random bytes. nonce: 12. Raises ValueError for other sizes.
    """
    if (len(master), len(salt), len(nonce)) != (32, SALT_SIZE, NONCE_SIZE):
        raise ValueError("a key file takes a master of 32, a salt of 16 and a nonce of 12 bytes")
    if not passphrase:
        return canon({"kdf": "none", "master": master.hex(), "v": 1}) + b"\n"
    box = _cipher(passphrase, salt).encrypt(nonce, master, _BOUND)
    fields = {"kdf": "scrypt", "n": _N, "r": _R, "p": _P, "v": 1}
    return canon({**fields, "salt": salt.hex(), "nonce": nonce.hex(), "box": box.hex()}) + b"\n"


def needs_passphrase(data: bytes) -> bool:
    """Whether `read_keyfile` will ask for a passphrase. Raises KeyFileError."""
    return bool(_fields(data)["kdf"] == "scrypt")


def read_keyfile(data: bytes, passphrase: str) -> bytes:
    """The master, 32 bytes. Raises KeyFileError. The cost parameters are fixed, so a forged file costs
    no more work than a real one."""
    from cryptography.exceptions import InvalidTag

    fields = _fields(data)
    try:
        if fields["kdf"] == "none":
            master = bytes.fromhex(fields["master"])
        else:
            cipher = _cipher(passphrase, bytes.fromhex(fields["salt"]))
            master = cipher.decrypt(bytes.fromhex(fields["nonce"]), bytes.fromhex(fields["box"]), _BOUND)
    except InvalidTag:
        raise KeyFileError("the passphrase is wrong or the key file is damaged") from None
    except (ValueError, TypeError):
        raise KeyFileError("the key file is damaged") from None
    if len(master) != 32:
        raise KeyFileError("the key file is damaged")
    return master


def _fields(data: bytes) -> dict[str, Any]:
    clear = {"kdf", "master", "v"}
    boxed = {"kdf", "n", "r", "p", "v", "salt", "nonce", "box"}
    try:
        fields = parse(data.removesuffix(b"\n")) if len(data) <= 4096 else {}
    except Fault:
        fields = {}
    kind = fields.get("kdf")
    wanted = {"none": clear, "scrypt": boxed}.get(kind) if type(kind) is str else None
    if fields.get("v") != 1 or fields.keys() != wanted:
        raise KeyFileError("not a pbem key file of version 1")
    if kind == "scrypt" and (fields["n"], fields["r"], fields["p"]) != (_N, _R, _P):
        raise KeyFileError("the key file names other scrypt parameters than version 1 uses")
    return fields


def _cipher(passphrase: str, salt: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return ChaCha20Poly1305(Scrypt(salt=salt, length=32, n=_N, r=_R, p=_P).derive(passphrase.encode("utf-8")))
