"""A master secret on paper: four lines of letters and digits that a person can type back (protocol section 3).

The 32 bytes of the master and the first 8 of H("paper", master) make four times 10 bytes. Line n, read as one number
in base 32 of twenty symbols, leaves the remainder 1806 n when it is divided by 1048573: the first sixteen symbols are
its 10 bytes, the last four, smaller than the divisor, make the remainder right. The divisor is prime and 32 generates
its residues, so one wrong symbol, or two that changed places, never pass, nor make a line look like another one; other
damage passes once in a million and then meets the 64 bits over the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pbem.protocol.encoding import digest

# Crockford's: without I, L, O and U, which are read as the symbols that they are mistaken for.
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LINES: Final = 4
TEXT_LIMIT: Final = 16 * 2**10  # characters
_BYTES, _SUM_BYTES = 10, 8  # of each line; of the check over the whole
_SYMBOLS, _GROUP, _CHECK_BITS = 20, 4, 20
_DIVISOR, _STEP = 1048573, 1806
_READ: Final = {
    **{symbol: value for value, symbol in enumerate(ALPHABET)},
    **{symbol.lower(): value for value, symbol in enumerate(ALPHABET)},
    **{symbol: ALPHABET.index(meant) for symbol, meant in zip("IiLlOoUu", "111100VV", strict=True)},
}
_SEPARATORS: Final = re.compile(r"[\s\-.:)\u2010-\u2015\u2212\ufeff]+")
_MEND: Final = "compare it with the paper, symbol by symbol, and type it again"


class PaperError(ValueError):
    """A text that is no paper backup, or one with errors.

    what: what is wrong, naming the lines. mend: what to do. lines: the numbers of the lines with errors, in order;
    empty where the error is not in a line.
    """

    def __init__(self, what: str, mend: str, lines: Sequence[int] = ()) -> None:
        super().__init__(f"{what}; {mend}")
        self.what = what
        self.mend = mend
        self.lines = tuple(lines)


def write_paper(master: bytes, remarks: Sequence[str] = ()) -> str:
    """The text to print: the remarks, each behind `# `, then the four lines.

    master: 32 bytes. remarks: lines without line feeds; `read_paper` passes over them. Raises ValueError.
    """
    if len(master) != 32 or any(len(remark.splitlines()) > 1 for remark in remarks):
        raise ValueError("a paper backup takes a master of 32 bytes and remarks of one line each")
    data = master + _sum(master)
    parts = [data[i : i + _BYTES] for i in range(0, len(data), _BYTES)]
    above = [f"# {remark}".rstrip() for remark in remarks]
    return "\n".join([*above, *(_line(number, part) for number, part in enumerate(parts, 1))]) + "\n"


def read_paper(text: str) -> bytes:
    """The master, 32 bytes. Case, spaces, hyphens, dots, empty lines and lines with `#` do not matter, nor does the
    order of the lines; O is read as 0, I and L as 1, U as V. Raises PaperError, which names the lines with errors."""
    if len(text) > TEXT_LIMIT:
        raise PaperError("this text is too long for a paper backup", f"give the {LINES} lines of the paper alone")
    typed = [line for line in text.splitlines() if _SEPARATORS.sub("", line)[:1] not in ("", "#")]
    if len(typed) > LINES:
        what = f"{len(typed)} lines stand where a paper backup has {LINES}"
        raise PaperError(what, "put # before every line that is none of its own")
    parts: dict[int, bytes] = {}
    faults: dict[int, str] = {}
    for place, line in enumerate(typed, 1):
        number, symbols = _numbered(line, place)
        fault, part = _part(number, symbols)
        if not fault and number in parts:
            fault = f"line {number} stands there twice"
        if fault:
            faults.setdefault(number, fault)
        parts[number] = part
    return _whole(parts, faults)


def read_line(number: int, text: str) -> str:
    """Line `number` (1 to 4) as it is printed, from what was typed with or without its number. Raises PaperError."""
    named, symbols = _numbered(text[:TEXT_LIMIT], number)
    fault, part = _part(named, symbols)
    if not fault and named != number:
        fault = f"this is line {named}, not line {number}"
    if fault:
        raise PaperError(fault, _MEND, (number,))
    return _line(number, part)


def _whole(parts: dict[int, bytes], faults: dict[int, str]) -> bytes:
    """The master of the lines; together they must fit the check over the whole."""
    missing = [number for number in range(1, LINES + 1) if number not in parts]
    told = dict(sorted((faults | {number: f"line {number} is missing" for number in missing}).items()))
    if len(missing) == LINES:
        raise PaperError("no line of a paper backup is in this text", f"give the {LINES} lines of the paper", missing)
    if told:
        raise PaperError("; ".join(told.values()), _MEND, list(told))
    data = b"".join(parts[number] for number in range(1, LINES + 1))
    master = data[:-_SUM_BYTES]
    if data[-_SUM_BYTES:] != _sum(master):
        what = "each line is right by itself, but they do not belong together"
        raise PaperError(what, "take all lines from the same paper")
    return master


def _sum(master: bytes) -> bytes:
    return digest("paper", master)[:_SUM_BYTES]


def _line(number: int, part: bytes) -> str:
    """`1: ABCD EFGH JKMN PQRS TVWX`."""
    value = int.from_bytes(part, "big") << _CHECK_BITS
    value += (_STEP * number - value) % _DIVISOR
    symbols = "".join(ALPHABET[value >> 5 * i & 31] for i in reversed(range(_SYMBOLS)))
    return f"{number}: " + " ".join(symbols[i : i + _GROUP] for i in range(0, _SYMBOLS, _GROUP))


def _numbered(line: str, place: int) -> tuple[int, str]:
    """The number of a typed line and its symbols. A line without a number tells it by its remainder, else by its
    place among the lines."""
    symbols = _SEPARATORS.sub("", line)
    number = _remainder(symbols)
    if number:
        return number, symbols
    first = _READ.get(symbols[:1], 0)
    return (first, symbols[1:]) if 1 <= first <= LINES else (place, symbols)


def _remainder(symbols: str) -> int:
    """The number of the line that these symbols are, 0 if they are none."""
    if len(symbols) != _SYMBOLS or any(symbol not in _READ for symbol in symbols):
        return 0
    value = _value(symbols)
    numbers = {_STEP * number: number for number in range(1, LINES + 1)}
    return numbers.get(value % _DIVISOR, 0) if value % 2**_CHECK_BITS < _DIVISOR else 0


def _part(number: int, symbols: str) -> tuple[str, bytes]:
    """What is wrong with a line, "" if nothing is, and its 10 bytes."""
    strange = next((symbol for symbol in symbols if symbol not in _READ), "")
    if strange:
        return f"line {number} has a character that no paper has: {strange!a}", b""
    if len(symbols) != _SYMBOLS:
        return f"line {number} has {len(symbols)} symbols where {_SYMBOLS} stand on the paper", b""
    found = _remainder(symbols)
    if found != number:
        return f"the line with the number {number} is line {found}" if found else f"line {number} has an error", b""
    return "", (_value(symbols) >> _CHECK_BITS).to_bytes(_BYTES, "big")


def _value(symbols: str) -> int:
    value = 0
    for symbol in symbols:
        value = value << 5 | _READ[symbol]
    return value
