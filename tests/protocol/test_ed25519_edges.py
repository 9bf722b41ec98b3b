"""Ed25519 at its edges, in the manner of the Wycheproof project: which keys are taken, which signatures hold.

Every vector is computed here by the plain arithmetic of tests/protocol/edwards.py (RFC 8032, section 5.1), so that
nothing is believed of the code that is tested.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.protocol import keys
from tests.places import VECTORS
from tests.protocol import edwards as ed
from tests.protocol.edwards import IDENTITY, L, P, Point
from tests.tiers import examples, steady

SEED = bytes(range(32))
MESSAGE = b"the guard enters the fire"
SECRET, PREFIX = ed.secret_scalar(SEED)
KEY = ed.public(SEED)
GOOD = ed.sign(SEED, MESSAGE)
VECTORS = json.loads((VECTORS / "trust-protocol-vectors.json").read_text("utf-8"))

# RFC 8032, 7.1, tests 1 to 3: private key, public key, message, signature.
RFC = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@cache
def torsion() -> tuple[Point, ...]:
    """The eight points whose order divides 8, as multiples of one of order 8."""
    found = (ed.times(L, point) for y in range(2, 64) for point in ed.lift(y))
    generator = next(point for point in found if ed.times(4, point) != IDENTITY)
    return tuple(ed.times(k, generator) for k in range(8))


def encodings(point: Point) -> set[bytes]:
    """All encodings that a careless decoder takes for the point: y beyond p, and either sign where x is 0."""
    x, y = point
    signs = {0, 1} if x == 0 else {x & 1}
    return {ed.raw(number, sign) for number in (y, y + P) if number < 2**255 for sign in signs}


def accepted(signature: bytes, data: bytes = MESSAGE, key: bytes = KEY) -> bool:
    """What the program says, which has to be what the arithmetic says."""
    verdict = keys.verifies(key, signature, data)
    assert verdict == ed.verifies(key, signature, data)
    return verdict


# -- the arithmetic itself --------------------------------------------------------


@pytest.mark.parametrize(("seed", "key", "data", "signature"), RFC, ids=["1", "2", "3"])
def test_the_vectors_of_the_rfc(seed: str, key: str, data: str, signature: str) -> None:
    assert ed.public(bytes.fromhex(seed)).hex() == key
    assert ed.sign(bytes.fromhex(seed), bytes.fromhex(data)).hex() == signature
    assert accepted(bytes.fromhex(signature), bytes.fromhex(data), bytes.fromhex(key))
    assert keys.acceptable(bytes.fromhex(key))


def test_the_torsion_is_a_group_of_eight() -> None:
    points = torsion()
    assert len(set(points)) == 8 and all(map(ed.on_curve, points))
    orders = [next(n for n in (1, 2, 4, 8) if ed.times(n, point) == IDENTITY) for point in points]
    assert orders == [1, 8, 4, 8, 2, 8, 4, 8]
    assert ed.times(L, ed.BASE) == IDENTITY and ed.on_curve(ed.BASE)


@pytest.mark.slow
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80))
@settings(max_examples=examples(8), deadline=None, derandomize=steady())
def test_what_the_program_signs_the_arithmetic_signs(master: bytes, data: bytes) -> None:
    seed = keys.signing_seed(master)
    assert keys.public_key(master) == ed.public(seed)
    assert keys.sign(master, data) == ed.sign(seed, data)
    assert keys.acceptable(keys.public_key(master))
    assert accepted(keys.sign(master, data), data, keys.public_key(master))


# -- keys -------------------------------------------------------------------------


def test_every_encoding_of_small_order_is_refused() -> None:
    forms = {form for point in torsion() for form in encodings(point)}
    assert len(forms) == 14
    assert forms == {bytes.fromhex(key) for key in VECTORS["key_bad"]["small_order"]}
    assert not any(keys.acceptable(form) for form in forms)


@pytest.mark.parametrize("k", range(1, 8))
def test_every_key_of_mixed_order_is_refused(k: int) -> None:
    point = ed.decode(KEY)
    assert point is not None and keys.acceptable(KEY)
    mixed = ed.add(point, torsion()[k])
    assert ed.on_curve(mixed) and ed.decode(ed.encode(mixed)) == mixed
    assert not keys.acceptable(ed.encode(mixed))


@pytest.mark.parametrize("y", range(19))
def test_no_y_beyond_p_is_a_key(y: int) -> None:
    """Points with so small a y do exist; loaders reduce y and take them."""
    for sign in (0, 1):
        assert ed.decode(ed.raw(y + P, sign)) is None
        assert not keys.acceptable(ed.raw(y + P, sign))


@pytest.mark.parametrize("y", range(40))
def test_a_small_y_is_a_key_only_in_the_prime_order_group(y: int) -> None:
    for sign in (0, 1):
        point = ed.decode(ed.raw(y, sign))
        prime = point is not None and point != IDENTITY and ed.times(L, point) == IDENTITY
        assert keys.acceptable(ed.raw(y, sign)) == prime


def test_some_small_y_is_a_key_and_some_is_on_no_point() -> None:
    kinds = {(ed.decode(ed.raw(y, 0)) is None, keys.acceptable(ed.raw(y, 0))) for y in range(40)}
    assert kinds == {(True, False), (False, False), (False, True)}


def test_minus_zero_is_no_key() -> None:
    """x = 0 with the sign bit set: 5.1.3 refuses it."""
    for y in (1, P - 1):
        assert ed.decode(ed.raw(y, 1)) is None
        assert not keys.acceptable(ed.raw(y, 1))


def test_a_key_has_thirty_two_bytes() -> None:
    for key in (b"", KEY[:-1], KEY + b"\0", KEY * 2):
        assert not keys.acceptable(key)
        assert not keys.verifies(key, GOOD, MESSAGE)


@given(st.binary(min_size=32, max_size=32))
@settings(max_examples=examples(25), deadline=None, derandomize=steady())
def test_any_bytes_are_a_key_as_the_arithmetic_says(data: bytes) -> None:
    point = ed.decode(data)
    assert keys.acceptable(data) == (point is not None and point != IDENTITY and ed.times(L, point) == IDENTITY)
    assert not keys.verifies(data, GOOD, MESSAGE)


# -- signatures -------------------------------------------------------------------


def test_a_good_signature_holds_for_its_bytes_alone() -> None:
    assert accepted(GOOD)
    assert not accepted(GOOD, MESSAGE + b"\0")
    assert not accepted(GOOD, b"")
    assert not accepted(GOOD, key=keys.public_key(SEED))


@pytest.mark.parametrize("factor", [1, 2, 7, 8, 14])
def test_s_plus_a_multiple_of_l_is_refused(factor: int) -> None:
    """5.1.7 wants S < L; else every signature would have siblings."""
    s = int.from_bytes(GOOD[32:], "little") + factor * L
    assert s < 2**256
    assert not accepted(GOOD[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize("s", [0, 1, L - 1, L, L + 1, 2**252, 2**253, 2**255, 2**256 - 1])
def test_other_values_of_s_are_refused(s: int) -> None:
    assert not accepted(GOOD[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize("bit", [252, 253, 254, 255])
def test_a_high_bit_of_s_is_refused(bit: int) -> None:
    s = int.from_bytes(GOOD[32:], "little") ^ 1 << bit
    assert not accepted(GOOD[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize("k", range(8))
def test_r_of_small_order(k: int) -> None:
    """R = identity is a nonce of 0, which only the key's holder can use; with other torsion nothing holds.

    A verifier that multiplies by the cofactor would take all eight, and two clients would disagree.
    """
    first = ed.encode(torsion()[k])
    assert accepted(ed.with_nonce(SECRET, 0, first, KEY, MESSAGE)) == (k == 0)
    assert not accepted(first + bytes(32))


@pytest.mark.parametrize("k", range(1, 8))
def test_r_of_mixed_order_is_refused(k: int) -> None:
    r = 12345
    assert accepted(ed.with_nonce(SECRET, r, ed.encode(ed.times(r, ed.BASE)), KEY, MESSAGE))
    shifted = ed.encode(ed.add(ed.times(r, ed.BASE), torsion()[k]))
    assert not accepted(ed.with_nonce(SECRET, r, shifted, KEY, MESSAGE))


def test_r_that_is_not_canonical_is_refused() -> None:
    """Of a point whose discrete logarithm is known, only the identity has a second encoding: y = 1 + p, and -0."""
    canonical = ed.encode(IDENTITY)
    assert accepted(ed.with_nonce(SECRET, 0, canonical, KEY, MESSAGE))
    others = encodings(IDENTITY) - {canonical}
    assert len(others) == 3
    for first in sorted(others):
        assert not accepted(ed.with_nonce(SECRET, 0, first, KEY, MESSAGE))


@pytest.mark.parametrize("y", range(19))
def test_r_beyond_p_is_refused(y: int) -> None:
    for sign in (0, 1):
        assert not accepted(ed.with_nonce(SECRET, 0, ed.raw(y + P, sign), KEY, MESSAGE))


def test_r_that_is_no_point_is_refused() -> None:
    y = next(y for y in range(2, 40) if not ed.lift(y))
    assert not accepted(ed.with_nonce(SECRET, 0, ed.raw(y, 0), KEY, MESSAGE))


def test_the_inverse_of_r_or_s_is_refused() -> None:
    r = ed.decode(GOOD[:32])
    assert r is not None
    s = L - int.from_bytes(GOOD[32:], "little")
    assert not accepted(ed.encode(ed.minus(r)) + GOOD[32:])
    assert not accepted(GOOD[:32] + s.to_bytes(32, "little"))
    assert not accepted(ed.encode(ed.minus(r)) + s.to_bytes(32, "little"))


@pytest.mark.parametrize(
    "signature",
    [b"", GOOD[:1], GOOD[:32], GOOD[32:], GOOD[:63], GOOD[1:], GOOD + b"\0", b"\0" + GOOD, GOOD + GOOD, GOOD[:32] * 3],
    ids=len,
)
def test_a_signature_has_sixty_four_bytes(signature: bytes) -> None:
    assert not accepted(signature)


@pytest.mark.parametrize("filler", [0, 1, 0x7F, 0x80, 0xFF])
def test_a_signature_of_one_byte_again_and_again_is_refused(filler: int) -> None:
    assert not accepted(bytes([filler]) * 64)


def test_no_bit_of_a_signature_is_free() -> None:
    for position in range(512):
        flipped = bytearray(GOOD)
        flipped[position // 8] ^= 1 << position % 8
        assert not keys.verifies(KEY, bytes(flipped), MESSAGE), position


# -- why such keys are refused -----------------------------------------------------


def test_under_a_key_of_small_order_one_signature_fits_every_message() -> None:
    """Libraries take such keys: the reason why `acceptable` is asked of each key before anything else."""
    key = ed.encode(IDENTITY)
    signature = ed.encode(IDENTITY) + bytes(32)
    assert accepted(signature, b"one", key) and accepted(signature, b"another", key)
    assert not keys.acceptable(key)


@pytest.mark.slow
def test_under_a_key_of_mixed_order_verifiers_may_disagree() -> None:
    """For one message in eight the torsion vanishes; with the cofactor the signature would always hold."""
    point = ed.decode(KEY)
    assert point is not None
    key = ed.encode(ed.add(point, torsion()[1]))
    r = 777
    first = ed.encode(ed.times(r, ed.BASE))
    found = set()
    for number in range(64):
        data = b"order %d" % number
        found.add(accepted(ed.with_nonce(SECRET, r, first, key, data), data, key))
        if len(found) == 2:
            break
    assert found == {True, False}
    assert not keys.acceptable(key)
