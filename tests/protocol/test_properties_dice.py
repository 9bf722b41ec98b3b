"""Draws are unbiased, counted exactly: all bytes that a stream can give, each once, give each result equally often."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.protocol.dice import MAX_DRAWS, Stream
from pbem.protocol.faults import Fault
from tests.tiers import examples, steady

WORDS = 65_536  # two bytes


class Given(Stream):
    """A stream whose bytes are given, a block each; running out of them ends the draw."""

    def __init__(self, data: bytes) -> None:
        super().__init__(bytes(32))
        self.data = data

    def block(self, j: int) -> bytes:
        if j >= len(self.data):
            raise EOFError
        return self.data[j : j + 1]


def outcome(n: int, *numbers: int) -> int | None:
    """What a draw among `n` makes of bytes, None where it wants more of them."""
    try:
        return Given(bytes(numbers)).below(n)
    except EOFError:
        return None


def word(x: int) -> tuple[int, int]:
    """A number below 65,536 as the two bytes in which a stream gives it."""
    return x >> 8, x & 255


def counted(outcomes: Iterable[int | None]) -> tuple[Counter[int], int]:
    """How often each result came, and how often none."""
    hits = Counter(outcomes)
    refused = hits.pop(None, 0)
    return Counter({result: count for result, count in hits.items() if result is not None}), refused


@pytest.mark.parametrize("sizes", [range(start, start + 32) for start in range(1, 257, 32)], ids=str)
def test_every_size_of_one_byte_is_uniform(sizes: range) -> None:
    for n in sizes:
        hits, refused = counted(outcome(n, x) for x in range(256))
        assert set(hits) == set(range(n)), n
        assert set(hits.values()) == {256 if n == 1 else 256 // n}, n
        assert refused == (0 if n == 1 else 256 % n), n


def test_a_draw_among_one_reads_nothing() -> None:
    assert outcome(1) == 0


def test_sizes_up_to_256_read_one_byte_and_larger_ones_two() -> None:
    for n in range(2, 301):
        stream = Given(bytes(4))
        assert stream.below(n) == 0
        assert stream._blocks == (1 if n <= 256 else 2), n


@pytest.mark.parametrize("n", [*range(257, 301, 11), 1000, 32_767, 32_768, 32_769, 65_535, 65_536])
def test_sizes_of_two_bytes_are_uniform(n: int) -> None:
    """All 65,536 words one after the other: an accepted one gives its result, a refused one passes to the next."""
    stream = Given(bytes(itertools.chain.from_iterable(map(word, range(WORDS)))))
    hits = Counter(stream.below(n) for _ in range(WORDS // n * n))
    assert len(hits) == n and set(hits.values()) == {WORDS // n}
    if WORDS % n:
        with pytest.raises(EOFError):
            stream.below(n)


@pytest.mark.slow
def test_every_size_of_two_bytes_has_whole_classes() -> None:
    """The words fall into classes of `n` in a row; of each class the first gives 0 and the last n - 1.

    For the sizes to 300 all classes are looked at, for the others the first and the last one. What lies behind the
    last whole class is refused, so every result stands in as many words as there are classes.
    """
    for n in range(257, WORDS + 1):
        whole = WORDS // n
        for k in range(whole) if n <= 300 else {0, whole - 1}:
            assert outcome(n, *word(k * n)) == 0, (n, k)
            assert outcome(n, *word(k * n + n - 1)) == n - 1, (n, k)
        if whole * n < WORDS:
            assert outcome(n, *word(whole * n)) is None, n
            assert outcome(n, *word(WORDS - 1)) is None, n


@given(st.integers(257, WORDS), st.integers(0, WORDS - 1))
@settings(max_examples=examples(400), deadline=None, derandomize=steady())
def test_within_a_class_results_run_upwards(n: int, x: int) -> None:
    assert outcome(n, *word(x)) == (x % n if x < WORDS // n * n else None)


@given(st.integers(2, WORDS), st.binary(min_size=2, max_size=40))
@settings(max_examples=examples(300), deadline=None, derandomize=steady())
def test_a_refused_word_only_delays(n: int, data: bytes) -> None:
    """What follows a refused word gives what it would have given alone: no history leaks into a result."""
    width = 1 if n <= 256 else 2
    numbers = [int.from_bytes(data[at : at + width], "big") for at in range(0, len(data) - width + 1, width)]
    accepted = [x % n for x in numbers if x < 256**width // n * n]
    stream, results = Given(data), list[int]()
    for _ in accepted:
        results.append(stream.below(n))
    assert results == accepted
    with pytest.raises(EOFError):
        stream.below(n)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_shuffles_reach_every_order_from_as_many_bytes(count: int) -> None:
    """Each draw of a shuffle is uniform and they are independent: so one byte for each result is enough to count."""
    draws = [range(n) for n in range(count, 1, -1)]
    orders = Counter(tuple(Given(bytes(drawn)).shuffle("deck", range(count))) for drawn in itertools.product(*draws))
    assert set(orders) == set(itertools.permutations(range(count)))
    assert set(orders.values()) == {1}


def test_dice_and_picks_are_the_draws_from_one_on() -> None:
    assert [Given(bytes([x])).die("d", 6) for x in range(6)] == [1, 2, 3, 4, 5, 6]
    assert [Given(bytes([x])).pick("d", "abcdef") for x in range(6)] == list("abcdef")


def test_limits_of_a_stream_blame_the_rules() -> None:
    stream = Stream(bytes(32))
    for n in (0, -1, 65_537):
        with pytest.raises(Fault, match="ENGINE_MISMATCH"):
            stream.below(n)
    with pytest.raises(Fault, match="ENGINE_MISMATCH"):
        stream.pick("x", [])
    for label in ("", "A", "x\n", "x" * 65, "ü"):
        with pytest.raises(Fault, match="ENGINE_MISMATCH"):
            stream.die(label, 6)
    with pytest.raises(Fault, match="ENGINE_MISMATCH"):
        stream.void("x" * 60)
    stream = Stream(bytes(32))
    private = stream.private(bytes(32))
    for _ in range(MAX_DRAWS // 2):
        stream.below(1)
        private.below(1)
    with pytest.raises(Fault, match="ENGINE_MISMATCH"):
        private.below(1)


def test_a_private_draw_has_the_same_limits_and_counts_as_one() -> None:
    stream = Stream(bytes(32))
    for n in (0, MAX_DRAWS + 1):
        with pytest.raises(Fault, match="ENGINE_MISMATCH"):
            stream.unseen("x", n)
    assert stream.tape == []
    for n in (1, MAX_DRAWS):
        stream.unseen("x", n)
    assert stream.tape == [["x", 1, 0], ["x", MAX_DRAWS, 0]]
    for _ in range(MAX_DRAWS - 2):
        stream.below(1)
    with pytest.raises(Fault, match="ENGINE_MISMATCH"):
        stream.unseen("x", 6)


def test_pick_shuffle_and_marks_on_the_tape() -> None:
    stream = Stream(bytes(32))
    picked = stream.pick("p", "abc")
    stream.void("v")
    stream.default("d")
    order = stream.shuffle("s", [1, 2])
    assert stream.tape[0] == ["p", 3, "abc".index(picked) + 1]
    assert stream.tape[1:3] == [["v.void", 0, 0], ["d.default", 0, 0]]
    assert stream.tape[3] == ["s", 2, 1 if order == [2, 1] else 2]
    assert stream.shuffle("s", [7]) == [7]
    assert len(stream.tape) == 4
