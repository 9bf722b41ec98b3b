"""Writes protocol-cases.json: logs and tape files of a toy game, and what a verifier says of them.

    python -m tests.vectors.make_protocol_cases

`lines` holds every line that occurs, once. Each case: `name`, `section` of docs/protocol.md, `log` (the indices of its
lines in `lines`; line feeds join them), `torn` (whether the last line
lacks its line feed), `tapes` (the tape file as text, or absent), `without_rules`, what a verifier without rules says,
and `with_rules`, what the toy's rules make of it; a verdict is [code, class, seq or null, seat or ""].
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.dice import tape_digest
from pbem.protocol.verify import tape_lines, verify_log
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, cheat, grown, line, signed

FILE = Path(__file__).with_name("protocol-cases.json")
NOTE = "Logs of a toy game; see make_protocol_cases.py. No ruleset plays it: whoever lacks it says `without_rules`."
Said = tuple[str, str, int | None, str]
OK: Said = ("OK", "ok", None, "")
MALFORMED = "ENVELOPE_MALFORMED"
Case = dict[str, Any]


def case(
    name: str, section: str, lines: list[bytes], said: Said, *, tapes: bytes | None = None, torn: bool = False
) -> Case:
    """One case. said: without rules; with them it is computed, for the toy is at hand."""
    log = b"\n".join(lines) + (b"" if torn else b"\n")
    verdict = verify_log(log, Toy(), TREES, tapes=tapes)
    told = {
        "name": name,
        "section": section,
        "log": [one.decode("utf-8") for one in lines],
        "torn": torn,
        "without_rules": list(said),
        "with_rules": [verdict.code, verdict.cls, verdict.seq, verdict.signed_by],
    }
    return told if tapes is None else {**told, "tapes": tapes.decode("utf-8")}


def of(chain: Chain) -> list[bytes]:
    """The lines of a log."""
    return [m.line for m in chain.messages]


def by_new_key(body: dict[str, Any], *who: str, **more: Any) -> bytes:
    """A message that declares the key of a third person."""
    return signed({**body, "key": keys.public_key(MASTERS["c"]).hex(), **more}, *who)


def handshakes() -> Iterator[Case]:
    """Who signs a message of the handshake that stands in another place."""
    chain, begin = begun(5), begun(1)
    invite, accept = (dict(m.body) for m in chain.messages[:2])
    accept_a = by_new_key(accept, "a", side="a")
    yield case("an accept with side a", "6", [*of(begin), accept_a], ("SIDE_TURN", "invalid", 1, ""))
    own = by_new_key(accept, "c", side="a")
    yield case("the same by its own key", "6", [*of(begin), own], ("SIG_WRONG_KEY", "stranger", 1, ""))
    late = by_new_key(invite, "b", seq=5, side="b")
    yield case("an invite with seq 5", "6", [*of(chain), late], ("PAYLOAD_SCHEMA", "invalid", 5, ""))
    late = by_new_key(invite, "c", seq=5, side="b")
    yield case("the same by the key it declares", "6", [*of(chain), late], ("SIG_WRONG_KEY", "stranger", 5, ""))
    late = by_new_key(accept, "b", seq=5)
    yield case("an accept with seq 5", "6", [*of(chain), late], ("PAYLOAD_SCHEMA", "proof", 5, "b"))
    late = by_new_key(invite, "b", seq=1, side="b")
    yield case("an invite with seq 1", "6", [*of(begin), late], ("SIG_WRONG_KEY", "stranger", 1, ""))
    yield case(
        "an invite with seq 1 by its own key",
        "6",
        [*of(begin), by_new_key(invite, "c", seq=1, side="b")],
        ("PAYLOAD_SCHEMA", "invalid", 1, ""),
    )
    move = {name: value for name, value in body_of(line(begun(2))).items() if name != "reveal"}
    for seq, seat, known, said in (
        (0, "a", chain, ("SIG_WRONG_KEY", "stranger", 0, "")),
        (0, "b", chain, ("SIDE_TURN", "proof", 0, "b")),
        (1, "a", chain, ("SIDE_TURN", "proof", 1, "a")),
        (1, "b", chain, ("SIG_WRONG_KEY", "stranger", 1, "")),
        (1, "a", begin, ("SIDE_TURN", "invalid", 1, "")),
        (1, "b", begin, ("SIG_WRONG_KEY", "stranger", 1, "")),
    ):
        name = f"a move with seq {seq} of side {seat} behind {len(known.messages)} messages"
        yield case(name, "6", [*of(known), signed({**move, "seq": seq, "side": seat}, seat)], said)


def lines_of_logs() -> Iterator[Case]:
    """The number of what is no message."""
    lines = of(begun(5))
    yield case("a torn line", "4", [*lines, b"{"], (MALFORMED, "damage", 5, ""), torn=True)
    yield case("a whole message without its line feed", "4", lines, (MALFORMED, "damage", 4, ""), torn=True)
    yield case("a torn line behind a copy", "4", [*lines, lines[2], b"{"], (MALFORMED, "damage", 6, ""), torn=True)
    yield case(
        "a torn line and a bad one before it", "4", [*lines[:2], b"x", b"{"], (MALFORMED, "damage", 3, ""), torn=True
    )
    yield case("an empty line", "4", [*lines, b""], (MALFORMED, "damage", 5, ""))
    yield case("an empty line behind a copy", "4", [*lines, lines[2], b""], (MALFORMED, "damage", 5, ""))
    yield case("an empty line in the middle", "4", [*lines[:3], b"", *lines[3:]], (MALFORMED, "damage", 3, ""))
    yield case("a file of one line feed", "4", [b""], (MALFORMED, "damage", 0, ""))


def offers() -> Iterator[Case]:
    """Checks 19 and 23, as far as they need no rules."""
    asked = grown(begun(4), 1, control={"offer": "draw"})
    yield case("an offer that is not answered", "7.2", [*of(asked), line(asked)], ("ANSWER_REQUIRED", "proof", 5, "b"))
    chain = begun(6)
    for name, control in (
        ("an answer to no offer", {"answer": "decline"}),
        ("a take-back to the accept", {"offer": "takeback", "to": 1}),
        ("a take-back to the message itself", {"offer": "takeback", "to": 6}),
        ("an amendment of nothing", {"offer": "amend", "terms": {}}),
        ("a patch without a reason", {"offer": "amend", "terms": {}, "patch": [{"path": ["a"], "value": 3}]}),
    ):
        bad = cheat(chain, lambda b, control=control: b.update(control=control) or b.pop("input"))
        yield case(name, "11", [*of(chain), bad], ("OFFER_INVALID", "proof", 6, "a"))
    for _ in range(3):
        chain = chain.extend(line(chain, control={"offer": "draw"}))
        chain = chain.extend(cheat(chain, lambda b: b.pop("input", None), control={"answer": "decline"}))
    bad = line(chain, control={"offer": "draw"})
    yield case("a fourth offer after three declined", "11.1", [*of(chain), bad], ("OFFER_INVALID", "proof", 12, "a"))
    chain = begun(6)
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 3}))
    chain = chain.extend(line(chain, control={"answer": "accept"}))
    bad = cheat(chain, lambda b: b.update(control={"offer": "takeback", "to": 5}) or b.pop("input", None))
    yield case("a take-back to what was taken back", "11.2", [*of(chain), bad], ("OFFER_INVALID", "proof", 8, "a"))


def forms() -> Iterator[Case]:
    """Whom a malformed message names, and where `for` belongs."""
    chain = begun(5)
    game, other = chain.game.hex(), "5" * 64
    for name, edit, said in (
        ("an input without for", lambda b: b["input"].pop("for"), ("PAYLOAD_SCHEMA", "proof", 5, "b")),
        (
            "an input whose for is no number",
            lambda b: b["input"].update({"for": "2"}),
            ("PAYLOAD_SCHEMA", "proof", 5, "b"),
        ),
        ("an input for an old question", lambda b: b["input"].update({"for": 1}), ("INPUT_STALE", "proof", 5, "b")),
        ("malformed, of this game", lambda b: b.update(foo=1), ("PAYLOAD_SCHEMA", "proof", 5, "b")),
        ("malformed, of another game", lambda b: b.update(foo=1, game=other), ("GAME_MISMATCH", "stranger", 5, "")),
        ("malformed, of no game", lambda b: b.update(foo=b.pop("game")), ("PAYLOAD_SCHEMA", "invalid", 5, "")),
    ):
        yield case(name, "14" if "malformed" in name else "7.2", [*of(chain), cheat(chain, edit)], said)
    for name, payload, said in (
        ("not canonical, of this game", f' {{"game" : "{game}"}}', ("PAYLOAD_NONCANONICAL", "proof", 5, "b")),
        ("not canonical, of another game", f'{{"game":"{other}"', ("GAME_MISMATCH", "stranger", 5, "")),
        (
            "not canonical, of two games",
            f'["game":"{game}","game":"{other}"]',
            ("PAYLOAD_NONCANONICAL", "invalid", 5, ""),
        ),
        ("not canonical, of no game", "[[", ("PAYLOAD_NONCANONICAL", "invalid", 5, "")),
    ):
        yield case(name, "14", [*of(chain), signed(payload.encode(), "b")], said)


def versions() -> Iterator[Case]:
    """Two messages of one number."""
    chain = begun(7)
    for name, second, said in (
        ("a second version that is valid", line(begun(5), strike=1), ("FORK", "invalid", 5, "")),
        (
            "a second version that only rules refuse",
            cheat(begun(5), lambda b: b.update(state="0" * 64)),
            ("FORK", "invalid", 5, ""),
        ),
        (
            "a second version that was never valid",
            cheat(begun(5), lambda b: b.pop("seal")),
            ("SEAL_MISSING", "invalid", 5, ""),
        ),
        (
            "a second version that follows another message",
            cheat(begun(5), lambda b: b.update(parent="0" * 64)),
            ("PARENT_MISMATCH", "damage", 5, ""),
        ),
    ):
        yield case(name, "14", [*of(chain), second], said)


def tapes() -> Iterator[Case]:
    """Tape files beside a log."""
    chain = begun(6)
    good = tape_lines(chain)
    lines = good.splitlines(keepends=True)
    damaged: Said = ("REPORT_MISMATCH", "damage", None, "")
    yield case("the tapes of the log", "4", of(chain), OK, tapes=good)
    for name, file in (
        ("a line more", good + b"[]\n"),
        ("a line fewer", b"".join(lines[:-1])),
        ("no line", b""),
        ("a torn line", good[:-1]),
        ("a torn line more", good + b"["),
        ("the last line emptied", b"".join(lines[:-1]) + b"[]\n"),
        ("a die changed", b"".join([*lines[:2], lines[2].replace(b",6,", b",20,", 1), *lines[3:]])),
        ("a line that is no tape", b"".join([*lines[:2], b"x\n", *lines[3:]])),
        ("the first line changed", b"".join([b'[["x",6,1]]\n', *lines[1:]])),
    ):
        yield case(f"tape file: {name}", "14", of(chain), damaged, tapes=file)
    chain = begun(5)
    crooked = [["strike.0", 6, 1], ["strike.1", 6, 1], ["strike.2", 6, 1]]
    bad = cheat(chain, lambda b: b.update(tape=tape_digest(crooked).hex()))
    signed_file = tape_lines(chain) + canon(crooked) + b"\n"
    said: Said = ("TAPE_MISMATCH", "proof", 5, "b")
    yield case("dice that are signed and do not follow from the seed", "14", [*of(chain), bad], said, tapes=signed_file)
    honest = tape_lines(chain.extend(line(chain)))
    yield case("dice that are not the ones signed", "14", [*of(chain), bad], damaged, tapes=honest)
    bad = cheat(begun(2), lambda b: b.update(tape="0" * 64))
    yield case("a tape of message 2", "14", [*of(begun(2)), bad], ("TAPE_MISMATCH", "proof", 2, "a"))


def cases() -> list[Case]:
    """All of them."""
    return [one for family in (handshakes, lines_of_logs, offers, forms, versions, tapes) for one in family()]


def text() -> str:
    """The file."""
    told = cases()
    lines = list(dict.fromkeys(one for each in told for one in each["log"]))
    places = {one: number for number, one in enumerate(lines)}
    listed = [{**each, "log": [places[one] for one in each["log"]]} for each in told]
    rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in listed)
    known = ",\n".join(json.dumps(one, ensure_ascii=False) for one in lines)
    return f'{{"note": {json.dumps(NOTE)},\n"lines": [\n{known}],\n"cases": [\n{rows}]}}\n'


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
