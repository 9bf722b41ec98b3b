"""How good input is spoilt: blindly, byte by byte, and with knowledge of what the bytes hold.

Every mutation is a function of the bytes and of a random.Random, so that hypothesis, atheris and a plain loop can
drive it. A spoilt input may be of any form; nothing here raises.
"""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from pbem.errors import Problem
from pbem.mail.armour import TURN, read_blocks, write_block
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import read_envelope, write_envelope
from pbem.protocol.faults import Fault
from pbem.store.archive import read_archive, write_archive
from tests.fuzz.words import STRANGE, TOKENS, YAML

Mutation = Callable[[bytes, random.Random], bytes]
Json = Any

LARGEST = 2**20
"""No mutation makes an input larger than this, or than the sample that it was made of."""


def flat(data: bytes, rng: random.Random) -> bytes:
    """A few bytes flipped, cut, doubled, moved, repeated or made up."""
    body = bytearray(data)
    most = max(LARGEST, len(data))
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(body) + 1)
        length = min(rng.choice((1, 1, 2, 4, 16, 64, 1024)), len(body) - at)
        rng.choice(_WAYS)(body, at, length, rng)
        del body[most:]
    return bytes(body)


def _flip(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    if at < len(body):
        body[at] ^= 1 << rng.randrange(8)


def _cut(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    del body[at : at + length]


def _end(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    del body[at:]


def _double(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    body[at:at] = body[at : at + length]


def _repeat(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    """Again and again, now and then up to the largest size."""
    piece = body[at : at + length]
    count = rng.choice((10, 100, LARGEST // max(length, 1) if rng.randrange(8) == 0 else 1000))
    body[at:at] = piece * min(count, LARGEST // max(len(piece), 1))


def _move(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    start = rng.randrange(len(body) + 1)
    body[at:at] = body[start : start + length]


def _noise(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    body[at : at + length] = rng.randbytes(min(length, 16))


def _token(body: bytearray, at: int, length: int, rng: random.Random) -> None:
    body[at : at + rng.choice((0, 0, 1, length))] = rng.choice(TOKENS)


_WAYS = (_flip, _flip, _cut, _end, _double, _repeat, _move, _noise, _token, _token, _token)


# -- JSON --------------------------------------------------------------------------


def places(value: Json) -> Iterator[tuple[Json, Any]]:
    """Container and key or index of everything inside a value."""
    stack = [value]
    while stack:
        holder = stack.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ():
            yield holder, key
            stack.append(holder[key])


def tree(value: Json, rng: random.Random) -> Json:
    """A JSON value with one to three things done somewhere in it."""
    root = [copy.deepcopy(value)]
    for _ in range(rng.randrange(1, 4)):
        spots = list(places(root))
        holder, key = rng.choice(spots)
        graft = rng.choice(_GRAFTS)
        graft(holder, key, spots, rng)
        if graft is _flooded:
            break  # its entries are one thing: another graft would change all of them
        if not root:
            return {}
    return root[0]


def _replaced(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    holder[key] = copy.deepcopy(rng.choice(STRANGE))


def _removed(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    del holder[key]


def _added(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    what = copy.deepcopy(rng.choice(STRANGE))
    if isinstance(holder, dict):
        names = [name for _, name in spots if isinstance(name, str)]
        holder[rng.choice([*names, "x", "Ä", "", "audit", "control", "open", "hide", "key"])] = what
    else:
        holder.insert(key, what)


def _transplanted(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    other, name = rng.choice(spots)
    try:
        holder[key] = copy.deepcopy(other[name])
    except (KeyError, IndexError):
        return


def _crowded(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    count = rng.choice((2, 17, 65, 300, 5000))
    if isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(holder[key]) for _ in range(count if len(str(holder[key])) < 200 else 3)]
    else:
        holder.update({f"{key}{number}": number for number in range(min(count, 300))})


def _flooded(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    """A list of small things up to the largest size: what costs a little for each costs a lot for all."""
    small = rng.choice(([], {}, 0, "", True, [[]], "ab"))
    length = LARGEST // (len(str(small)) + 2)
    holder[key] = [small] * (length if rng.randrange(30) == 0 else rng.choice((65, 300, 4097)))


def _deepened(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 2, 15, 16, 17, 60))):
        holder[key] = [holder[key]] if rng.randrange(2) else {"a": holder[key]}


def _counted(holder: Json, key: Any, spots: Any, rng: random.Random) -> None:
    value = holder[key]
    if type(value) is int:
        holder[key] = value + rng.choice((-1, 1, -2, 2, 2**32))
    elif isinstance(value, str) and value:
        at = rng.randrange(len(value))
        letter = rng.choice("0123456789abcdefzZ-/. ü\n")
        holder[key] = value[:at] + letter + value[at + rng.randrange(2) :]


_GRAFTS = (
    _replaced,
    _replaced,
    _removed,
    _added,
    _transplanted,
    _crowded,
    _flooded,
    _deepened,
    _counted,
    _counted,
    _counted,
)


def spelt(value: Json) -> bytes:
    """A JSON value in canonical form, where there is one; else as Python writes it."""
    try:
        return canon(value)
    except (ValueError, TypeError):
        return json.dumps(value, separators=(",", ":")).encode()


def json_tree(data: bytes, rng: random.Random) -> bytes:
    """The value in the bytes changed, spelt canonically most of the time."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return flat(data, rng)
    changed = tree(value, rng)
    result = json.dumps(changed, indent=rng.choice((None, 1))).encode() if rng.randrange(12) == 0 else spelt(changed)
    return result if len(result) <= max(LARGEST, len(data)) else flat(data, rng)


# -- what is wrapped in something else ------------------------------------------------


def either(*mutations: Mutation) -> Mutation:
    """One of them, a random one each time."""
    return lambda data, rng: rng.choice(mutations)(data, rng)


payload: Mutation = either(flat, json_tree, json_tree)


def envelope(data: bytes, rng: random.Random) -> bytes:
    """An envelope whose payload, members or bytes are changed; the signature stays."""
    try:
        found = read_envelope(data)
    except Fault:
        return payload(data, rng)
    if rng.randrange(3):
        return write_envelope(payload(found.payload, rng), found.signatures, found.type)
    return payload(data, rng)


def armoured_as(kind: str) -> Mutation:
    """A text with blocks of a kind, one envelope of which is changed and packed again, or whose text is."""
    begin, last = f"BEGIN PBEM {kind}".encode(), f"END PBEM {kind}".encode()

    def mutation(data: bytes, rng: random.Random) -> bytes:
        blocks = [block for block in read_blocks(data, kind) if not block.damage]
        if not blocks or rng.randrange(2):
            return mailed(data, rng)
        block = write_block(envelope(rng.choice(blocks).envelope, rng), kind).encode("ascii")
        start, end = data.find(begin), data.rfind(last)
        return data[: max(start, 0)] + block + (data[end + len(last) + 18 :] if end >= 0 else b"")

    return mutation


armoured: Mutation = armoured_as(TURN)


def mailed(data: bytes, rng: random.Random) -> bytes:
    """What mail programs do to a text, and what hostile people do."""
    kind = rng.randrange(8)
    if kind == 0:
        return base64.encodebytes(data)
    if kind == 1:
        return b"".join(b"> " + line + b"\n" for line in data.split(b"\n"))
    if kind == 2:
        return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"<br>", b"=\n", b"\n\n")))
    if kind == 3:
        return data.replace(b"=", b"=3D").replace(b"a", b"=61")
    return flat(data, rng)


def log(data: bytes, rng: random.Random) -> bytes:
    """Lines of a log dropped, doubled, swapped or changed inside."""
    lines = data.split(b"\n")[:-1]
    if not lines or rng.randrange(5) == 0:
        return flat(data, rng)
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, lines[at])
    elif kind == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 3:
        lines += lines[at : at + 1] * rng.choice((2, 30))
    else:
        lines[at] = envelope(lines[at], rng)
    return b"".join(line + b"\n" for line in lines)


def archive(data: bytes, rng: random.Random) -> bytes:
    """A file of an archive changed, left out, renamed or added, packed again with good sums; or raw bytes changed."""
    if rng.randrange(3) == 0:
        return flat(data, rng)
    try:
        files = dict(read_archive(data, lambda name: True))
    except Problem:
        return flat(data, rng)
    name = rng.choice(sorted(files)) if files else "head"
    kind = rng.randrange(5)
    if kind == 0:
        files.pop(name, None)
    elif kind == 1:
        files[rng.choice(("x", "reports/0001-a.txt", "reports/9999-b.txt", "scenario/x", "log.jsonl"))] = files.get(
            name, b""
        )
    elif name == "log.jsonl":
        files[name] = log(files[name], rng)
    else:
        files[name] = payload(files.get(name, b""), rng)
    return write_archive(list(files.items()))


# -- YAML --------------------------------------------------------------------------


def yaml(data: bytes, rng: random.Random) -> bytes:
    """Lines of a file uncommented, doubled, moved, indented; pieces put in; words changed for others of the file."""
    lines = data.decode("utf-8", "replace").split("\n")
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(lines))
        kind = rng.randrange(9)
        if kind <= 1:
            lines[at] = lines[at].replace("# ", "", 1)
        elif kind == 2:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind == 3 and len(lines) > 1:
            del lines[at]
        elif kind == 4:
            lines[at] = "  " * rng.randrange(4) + lines[at].lstrip()
        elif kind == 5:
            lines[at:at] = [lines[at]] * rng.choice((2, 60, 2000))
        elif kind == 6:
            words = " ".join(lines[:400]).split()
            place = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + " ".join(rng.choices(words or ["x"], k=rng.randrange(1, 3)))
        else:
            place = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + rng.choice(YAML) + lines[at][place + rng.randrange(3) :]
    return "\n".join(lines).encode("utf-8")[: max(LARGEST, len(data))]


document: Mutation = either(yaml, yaml, yaml, flat)
