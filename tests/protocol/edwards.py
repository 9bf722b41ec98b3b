"""The curve of Ed25519 in affine coordinates, straight from RFC 8032, section 5.1: slow, short, and for tests only.

It shares no code and no formula with pbem.protocol.keys, which computes in extended coordinates.
"""

from __future__ import annotations

from hashlib import sha512

Point = tuple[int, int]

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
IDENTITY: Point = (0, 1)


def add(p: Point, q: Point) -> Point:
    """The addition law of the twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2, which is complete."""
    (x1, y1), (x2, y2) = p, q
    t = D * x1 * x2 * y1 * y2 % P
    both = pow((1 + t) * (1 - t), -1, P)
    return (x1 * y2 + x2 * y1) * (1 - t) * both % P, (y1 * y2 + x1 * x2) * (1 + t) * both % P


def times(n: int, p: Point) -> Point:
    """`n` times a point; n >= 0 is not reduced, so that points outside the prime-order group come out right."""
    total = IDENTITY
    while n:
        if n & 1:
            total = add(total, p)
        p = add(p, p)
        n >>= 1
    return total


def minus(p: Point) -> Point:
    """The inverse of a point."""
    return -p[0] % P, p[1]


def on_curve(p: Point) -> bool:
    """Whether the curve's equation holds."""
    x, y = p
    return (y * y - x * x - 1 - D * x * x * y * y) % P == 0


def lift(y: int) -> list[Point]:
    """The points with this y, of which there are at most two; P is 5 modulo 8."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * pow(2, (P - 1) // 4, P) % P
    return sorted({(x, y % P) for x in (root, -root % P)}) if root * root % P == square else []


def raw(y: int, sign: int) -> bytes:
    """Thirty-two bytes from any y below 2^255 and a sign bit, canonical or not."""
    return (y | sign << 255).to_bytes(32, "little")


def encode(p: Point) -> bytes:
    """The one encoding of a point (5.1.2)."""
    return raw(p[1], p[0] & 1)


def decode(data: bytes) -> Point | None:
    """The point of an encoding (5.1.3), None for what is no encoding of one."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    found = [p for p in lift(y) if p[0] & 1 == sign]
    return found[0] if found else None


BASE: Point = next(p for p in lift(4 * pow(5, -1, P) % P) if p[0] & 1 == 0)


def hashed(*parts: bytes) -> int:
    """SHA-512 as a number, not reduced."""
    return int.from_bytes(sha512(b"".join(parts)).digest(), "little")


def secret_scalar(seed: bytes) -> tuple[int, bytes]:
    """The clamped scalar of a 32-byte private key, and the prefix of its nonces (5.1.5)."""
    digest = sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return scalar & (2**254 - 8) | 2**254, digest[32:]


def public(seed: bytes) -> bytes:
    """The public key of a private one."""
    return encode(times(secret_scalar(seed)[0], BASE))


def sign(seed: bytes, data: bytes) -> bytes:
    """The signature of 5.1.6."""
    a, prefix = secret_scalar(seed)
    r = hashed(prefix, data) % L
    return with_nonce(a, r, encode(times(r, BASE)), public(seed), data)


def with_nonce(a: int, r: int, first: bytes, key: bytes, data: bytes) -> bytes:
    """A signature by the scalar `a` whose nonce and whose first half are chosen: what a forger would do."""
    s = (r + hashed(first, key, data) * a) % L
    return first + s.to_bytes(32, "little")


def verifies(key: bytes, signature: bytes, data: bytes) -> bool:
    """5.1.7 in its form without the cofactor: S < L, both points canonical, [S]B = R + [k]A.

    k is reduced modulo L, as every implementation does. That tells on keys outside the prime-order group alone.
    """
    if len(signature) != 64:
        return False
    a, r = decode(key), decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    return times(s, BASE) == add(r, times(hashed(signature[:32], key, data) % L, a))
