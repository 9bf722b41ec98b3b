"""A master on paper: whatever a person does to the lines while typing is noticed, and named by its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.protocol.encoding import digest
from pbem.protocol.paper import ALPHABET, LINES, TEXT_LIMIT, PaperError, read_line, read_paper, write_paper

MASTER = bytes(range(32))
MASTERS = st.binary(min_size=32, max_size=32)
# The same symbol to the reader: O and 0, I, L and 1, U and V.
CONFUSED = {"0": "Oo", "1": "IiLl", "V": "Uu"}


def lines_of(master: bytes = MASTER) -> list[str]:
    return write_paper(master).splitlines()


def fault_of(lines: list[str] | str) -> PaperError:
    with pytest.raises(PaperError) as told:
        read_paper(lines if isinstance(lines, str) else "\n".join(lines))
    assert str(told.value) == f"{told.value.what}; {told.value.mend}"
    return told.value


def exchanged(line: str, i: int, j: int) -> str:
    symbols = list(line)
    symbols[i], symbols[j] = symbols[j], symbols[i]
    return "".join(symbols)


def test_the_form_is_that_of_the_protocol() -> None:
    """The rule of the module's docstring, computed another way."""
    data = MASTER + digest("paper", MASTER)[:8]
    for number, line in enumerate(lines_of(), 1):
        label, *groups = line.split(" ")
        assert label == f"{number}:" and [len(group) for group in groups] == [4] * 5
        value = sum(ALPHABET.index(symbol) * 32**i for i, symbol in enumerate(reversed("".join(groups))))
        assert value % 1048573 == 1806 * number and value % 2**20 < 1048573
        assert (value >> 20).to_bytes(10, "big") == data[10 * number - 10 : 10 * number]


def test_the_divisor_is_prime_and_32_generates_its_residues() -> None:
    divisor = 1048573
    assert all(divisor % d for d in range(2, 1025))
    factors = [d for d in range(2, divisor) if (divisor - 1) % d == 0 and all(d % e for e in range(2, int(d**0.5) + 1))]
    assert all(pow(32, (divisor - 1) // factor, divisor) != 1 for factor in factors)


def test_no_wrong_symbol_and_no_exchange_makes_one_line_of_another() -> None:
    """The remainders of two lines never differ by what one wrong symbol, or an exchange, changes."""
    places = [pow(32, i, 1048573) for i in range(20)]
    weights = [*places, *(one - other for one in places for other in places if one != other)]
    changes = {d * weight % 1048573 for d in range(-31, 32) if d for weight in weights}
    assert not changes & {1806 * n % 1048573 for n in (-3, -2, -1, 0, 1, 2, 3)}


@given(MASTERS)
def test_round_trip(master: bytes) -> None:
    assert read_paper(write_paper(master)) == master
    assert read_paper(write_paper(master, ("of Anna", "", "keep it: 1: ABCD"))) == master
    for number, line in enumerate(lines_of(master), 1):
        assert read_line(number, line) == read_line(number, line[3:].lower()) == line


@given(MASTERS, st.randoms(use_true_random=False))
def test_case_spaces_hyphens_order_and_look_alikes_do_not_matter(master: bytes, rng: object) -> None:
    typed = []
    for line in lines_of(master):
        number, symbols = line.split(":")
        shown = "".join(rng.choice([c, c.lower(), *CONFUSED.get(c, "")]) for c in symbols)  # type: ignore[attr-defined]
        shown = shown.replace(" ", rng.choice(["", " ", "-", "  ", "\t", " - ", "\u2013", "\u00a0"]))  # type: ignore[attr-defined]
        typed.append(rng.choice([f"{number}: ", f"{number}.", f" {number}) ", f"{number} ", ""]) + shown)  # type: ignore[attr-defined]
    rng.shuffle(typed)  # type: ignore[attr-defined]
    assert read_paper("\ufeff# paper\r\n\r\n" + "\r\n \r\n".join(typed)) == master


@pytest.mark.parametrize("place", range(LINES))
def test_every_wrong_symbol_is_found_in_its_line(place: int) -> None:
    for master in (MASTER, bytes(32), b"\xff" * 32):
        lines = lines_of(master)
        line = lines[place]
        for i in range(3, len(line)):
            for symbol in ALPHABET if line[i] != " " else "":
                if symbol != line[i]:
                    wrong = line[:i] + symbol + line[i + 1 :]
                    fault = fault_of([*lines[:place], wrong, *lines[place + 1 :]])
                    assert fault.lines == (place + 1,) and fault.what == f"line {place + 1} has an error"


@given(MASTERS, st.integers(0, LINES - 1), st.integers(3, 26), st.integers(3, 26))
def test_exchanged_symbols_are_found_in_their_line(master: bytes, place: int, i: int, j: int) -> None:
    lines = lines_of(master)
    wrong = exchanged(lines[place], i, j)
    if wrong.replace(" ", "") != lines[place].replace(" ", ""):
        lines[place] = wrong
        assert fault_of(lines).lines == (place + 1,)


@given(MASTERS, st.integers(0, LINES - 1), st.integers(0, 19), st.sampled_from(ALPHABET))
def test_left_out_and_added_symbols_are_found_in_their_line(master: bytes, place: int, i: int, symbol: str) -> None:
    lines = lines_of(master)
    symbols = lines[place][3:].replace(" ", "")
    for wrong, count in ((symbols[:i] + symbols[i + 1 :], 19), (symbols[:i] + symbol + symbols[i:], 21)):
        typed = [*lines[:place], f"{place + 1}: {wrong}", *lines[place + 1 :]]
        if f"{place + 1}{wrong}" == symbols:  # the number stands for the first symbol, which is the same
            assert read_paper("\n".join(typed)) == master
            continue
        fault = fault_of(typed)
        assert fault.lines == (place + 1,) and f"has {count} symbols where 20" in fault.what


def test_a_number_that_is_also_the_first_symbol() -> None:
    """Left out once, it is no loss: what stands there is the line without its number."""
    master = b"\x08" + bytes(31)
    lines = lines_of(master)
    assert lines[0].startswith("1: 1000")
    assert read_paper("\n".join(["1: " + lines[0][4:], *lines[1:]])) == master


def test_a_wrong_number_is_found() -> None:
    lines = lines_of()
    assert fault_of([lines[0], "3" + lines[1][1:], *lines[2:]]).lines == (2, 3)
    assert "the line with the number 3 is line 2" in fault_of([lines[0], "3" + lines[1][1:], *lines[2:]]).what
    assert fault_of([lines[0], "9" + lines[1][1:], *lines[2:]]).lines == (2,)
    assert fault_of(["2" + lines[0][1:], "1" + lines[1][1:], *lines[2:]]).lines == (1, 2)


def test_several_errors_are_told_together() -> None:
    lines = lines_of()
    fault = fault_of([exchanged(lines[0], 3, 8), lines[1][:-1], lines[2]])
    assert fault.lines == (1, 2, 4)
    assert fault.what == "line 1 has an error; line 2 has 19 symbols where 20 stand on the paper; line 4 is missing"
    assert "compare it with the paper" in fault.mend


def test_missing_repeated_and_foreign_lines() -> None:
    lines = lines_of()
    assert fault_of(lines[:3]).what == "line 4 is missing"
    assert fault_of([*lines[:3], lines[2]]).what == "line 3 stands there twice; line 4 is missing"
    assert "5 lines stand where" in fault_of([*lines, lines[0]]).what
    assert "5 lines stand where" in fault_of(["My key", *lines]).what
    for text in ("", "\n \n", "# 1: ABCD"):
        assert fault_of(text).lines == (1, 2, 3, 4) and "no line of a paper" in fault_of(text).what
    assert fault_of([*lines[:3], lines[3][:-1] + "\u00e9"]).what.endswith(r"'\xe9'")


def test_lines_of_two_papers_do_not_go_together() -> None:
    mine, other = lines_of(), lines_of(bytes(32))
    for place in range(LINES):
        fault = fault_of([*mine[:place], other[place], *mine[place + 1 :]])
        assert fault.lines == () and "do not belong together" in fault.what


def test_a_typed_line_is_judged_by_itself() -> None:
    lines = lines_of()
    assert read_line(2, lines[1][3:]) == lines[1]
    for number, typed, what in (
        (2, lines[2], "this is line 3, not line 2"),
        (2, lines[1][:-1], "line 2 has 19 symbols where 20 stand on the paper"),
        (2, exchanged(lines[1], 3, 4), "line 2 has an error"),
        (1, "", "line 1 has 0 symbols where 20 stand on the paper"),
    ):
        with pytest.raises(PaperError) as told:
            read_line(number, typed)
        assert (told.value.what, told.value.lines) == (what, (number,))


@given(st.text(max_size=200) | st.lists(st.text(ALPHABET + "ilou \n#", max_size=40)).map("\n".join))
def test_garbage_is_refused_with_its_own_error(text: str) -> None:
    fault = fault_of(text)
    assert set(fault.lines) <= set(range(1, LINES + 1)) and len(str(fault)) < 1000
    with pytest.raises(PaperError):
        read_line(1, text)


def test_endless_texts_are_refused_unread() -> None:
    assert "too long" in fault_of("A" * (TEXT_LIMIT + 1)).what
    assert len(str(fault_of("1: " + "A" * (TEXT_LIMIT - 3)))) < 200
    with pytest.raises(PaperError):
        read_line(1, "A" * 10**6)


@pytest.mark.parametrize(("master", "remarks"), [(bytes(31), ()), (bytes(33), ()), (bytes(32), ("two\nlines",))])
def test_what_cannot_be_written(master: bytes, remarks: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        write_paper(master, remarks)
