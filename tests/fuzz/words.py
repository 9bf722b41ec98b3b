"""Words that readers stumble over: pieces of bytes, JSON values, pieces of YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Json = Any

TOKENS = (b"[", b"]", b"{", b"}", b"[" * 500, b"{" * 500, b'{"a":' * 20, b"&a ", b"*a", b"<<: ", b"!!x ", b"- ", b": ")
TOKENS += (
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"> ",
    b"| ",
    b"=",
    b"=3D",
    b"=\n",
    b'"',
    b"'",
    b"\\",
    b"\\u0000",
    b"\\ud800",
)
TOKENS += (
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x8e\xb2",
    b"\xe2\x80\xa8",
    b"\x00",
    b"\xff",
)
TOKENS += (b"null", b"true", b"NaN", b"1e999", b"-0", b"0.5", b"9" * 30, b"9" * 5000, b"-1", b"9007199254740993")
TOKENS += (
    b"BEGIN PBEM TURN\n",
    b"END PBEM TURN 0123456789abcdef\n",
    b"signed: |\n",
    b"&nbsp;",
    b"&#1114112;",
    b"<br>",
    b"<a ",
)
TOKENS += (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"%YAML 1.1\n",
    b"---\n",
    b"...\n",
    b"? ",
    b"|2+\n",
    b"# ",
    b'"audit":{},',
    b'"v":2,',
)

STRANGE: Sequence[Json] = (
    "",
    "no",
    "ask",
    "a",
    "b",
    "0000",
    "9999",
    "../..",
    "a" * 200,
    "ü",
    "\n",
    "0" * 64,
    "=",
    "A===",
)
STRANGE += (
    0,
    1,
    -1,
    2,
    64,
    65_536,
    2**31,
    2**53 - 1,
    2**53,
    2**64,
    10**40,
    0.5,
    True,
    False,
    None,
    [],
    {},
    [[]],
    {"": 0},
)
STRANGE += ({"offer": "draw"}, {"answer": "yes"}, {"resign": True}, {"t": "leaf"}, {"for": 1}, ["a", "a"])


YAML = (
    "a",
    "b: ",
    "- ",
    "\n",
    "\n  ",
    "  ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    ":",
    "?",
    "? ",
    "| \n",
    "|",
    "|-",
    "> ",
    "'",
    '"',
    "#",
)
YAML += (
    "\t",
    "&x",
    "*x",
    "!",
    "!!str",
    "---",
    "...",
    "%",
    "<<: ",
    "é",
    "\u2028",
    "=",
    "~",
    "0612",
    "12:30",
    "\\x41",
    "\r",
)
YAML += (
    "\\U99999999",
    "\\",
    "@",
    "`",
    "\n- ",
    "(",
    "\u00a0",
    "\ufeff",
    "\0",
    "9007199254740993",
    "true",
    "ask",
    "1/III",
    "[]",
    "{}",
)
