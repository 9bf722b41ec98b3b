"""Keys and values that follow from one master, and which public keys are acceptable (protocol section 3)."""

from __future__ import annotations

import base64
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.protocol.encoding import digest, prf, u64

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_SQRT_M1 = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]


def signing_seed(master: bytes) -> bytes:
    """Seed of the Ed25519 private key of a player."""
    return prf(master, "sign")


def public_key(master: bytes) -> bytes:
    """The 32 raw bytes of the player's public key."""
    return Ed25519PrivateKey.from_private_bytes(signing_seed(master)).public_key().public_bytes_raw()


def dice_secret(master: bytes, game: bytes) -> bytes:
    """What the sealed dice values of one game are derived from."""
    return prf(master, "dice", game)


def veil_secret(master: bytes, game: bytes) -> bytes:
    """What the salts of hidden things of one game are derived from; disclosed when the game is over."""
    return prf(master, "veil", game)


def dice_value(dice: bytes, seq: int, parent: bytes) -> bytes:
    """v(c, parent): the value sealed by message `seq`, whose predecessor has the id `parent`."""
    return prf(dice, "value", u64(seq), parent)


def salt(veil: bytes, game: bytes, seat: str, seq: int, kind: str, name: str) -> bytes:
    """Salt of one hidden thing that message `seq` of `seat` commits to."""
    return prf(veil, "salt", game, seat, u64(seq), kind, name)


def private_value(veil: bytes, seq: int) -> str:
    """w: what the private draws of the segment behind one's own message `seq` come from, in hex."""
    return prf(veil, "private", u64(seq)).hex()


def seal(game: bytes, seat: str, seq: int, value: bytes) -> bytes:
    """Commitment of message `seq` to the dice value that the same seat's next message reveals."""
    return digest("seal", game, seat, u64(seq), value)


def fingerprint(key: bytes) -> str:
    """Twenty-five letters and digits in five groups, to be compared by voice."""
    letters = base64.b32encode(digest("fingerprint", key)).decode("ascii").lower()[:25]
    return "-".join(letters[i : i + 5] for i in range(0, 25, 5))


def sign(master: bytes, data: bytes) -> bytes:
    """Ed25519 signature, 64 bytes."""
    return Ed25519PrivateKey.from_private_bytes(signing_seed(master)).sign(data)


def verifies(key: bytes, signature: bytes, data: bytes) -> bool:
    """Whether `signature` is good, by RFC 8032 without the cofactor. `key` may be any 32 bytes."""
    try:
        _loaded(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=32)
def _loaded(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


@lru_cache(maxsize=32)
def acceptable(key: bytes) -> bool:
    """Whether `key` is a point of the prime-order subgroup other than the identity, canonically encoded.

    Libraries load keys of small and of mixed order, for which one signature fits several messages.
    """
    point = _decoded(key)
    if point is None:
        return False
    x, y = point
    if x == 0 and y == 1:
        return False
    return _is_identity(_times(_L, (x, y, 1, x * y % _P)))


def _decoded(key: bytes) -> tuple[int, int] | None:
    """Affine point of an encoding, None where it has none: RFC 8032, 5.1.3, with y < p enforced."""
    if len(key) != 32:
        return None
    number = int.from_bytes(key, "little")
    sign_bit, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P == -u % _P:
        x = x * _SQRT_M1 % _P
    if v * x * x % _P != u or (x == 0 and sign_bit == 1):
        return None
    return (_P - x if x & 1 != sign_bit else x), y


def _add(p: _Point, q: _Point) -> _Point:
    """Sum in extended coordinates (RFC 8032, 5.1.4); complete, so it doubles as well."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % _P
    b = (p[1] + p[0]) * (q[1] + q[0]) % _P
    c = 2 * p[3] * q[3] * _D % _P
    d = 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(n: int, point: _Point) -> _Point:
    result: _Point = (0, 1, 1, 0)
    for bit in bin(n)[2:]:
        result = _add(result, result)
        if bit == "1":
            result = _add(result, point)
    return result


def _is_identity(point: _Point) -> bool:
    return point[0] % _P == 0 and (point[1] - point[2]) % _P == 0
