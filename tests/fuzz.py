"""`make fuzz`: hostile bytes at every door through which the opponent's bytes come in, for a set time.

Each door is fed mutations of good input. Nothing but the documented errors may come out, in bounded time.
"""

from __future__ import annotations

import argparse
import random
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from pbem.campaign.archiving import LOG, unpack
from pbem.campaign.verification import judge_archive, judge_log, judge_single
from pbem.errors import Problem
from pbem.mail.armour import read_blocks, write_block
from pbem.orders.loader import load
from pbem.orders.signed import readable_differs, readable_part
from pbem.protocol.canonical import parse
from pbem.protocol.envelope import read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek

SAMPLE = Path(__file__).parent.parent / "samples" / "jena-auerstadt" / "campaign.pbem"
LONGEST = 5.0  # seconds of one input; far above what the largest legal one takes


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A few bytes flipped, cut, doubled, moved or made up."""
    body = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(body) + 1)
        length = min(rng.choice((1, 1, 4, 64, 1024)), len(body) - at)
        kind = rng.randrange(6)
        if kind == 0 and at < len(body):
            body[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del body[at : at + length]
        elif kind == 2:
            body[at:at] = body[at : at + length]
        elif kind == 3:
            body[at:at] = rng.randbytes(length)
        elif kind == 4:
            body[at:at] = rng.choice((b"[" * 500, b"{" * 500, b"&a ", b"*a", b"\r\n", b"> ", b"\xff\xfe", b"=3D", b'"'))
        else:
            end = rng.randrange(len(body) + 1)
            body[at:at] = body[end : end + length]
    return bytes(body)


def doors(sample: bytes) -> dict[str, tuple[list[bytes], Callable[[bytes], object]]]:
    """Name -> good inputs and the reader."""
    log = unpack(sample)[LOG]
    lines = log.split(b"\n")[:-1]
    payloads = [peek(line).payload for line in lines]
    turns = [write_block(line).encode("ascii") for line in lines]
    orders = b'campaign: "0c9f3aa5162b"\nphase: "10-x"\nfor: 19\nmoves:\n  - {unit: gd, to: "0103"}\nnote: |\n  Hallo\n'
    return {
        "turn file": (turns, read_blocks),
        "readable part": (turns, lambda data: readable_part(data.decode("utf-8", "replace"))),
        "readable part compared": (turns, lambda data: readable_differs(data.decode("utf-8", "replace"), {}, [])),
        "payload": (payloads, parse),
        "envelope": (lines, read_envelope),
        "message": (lines, peek),
        "single message": (turns, lambda data: judge_single(data, bytes(32))),
        "orders": ([orders], load),
        "log": ([log], judge_log),
        "archive": ([sample], judge_archive),
    }


def fuzz(name: str, inputs: list[bytes], reader: Callable[[bytes], object], seconds: float, seed: int) -> int:
    """Feeds one door; returns how many inputs it took. Raises AssertionError with the input that broke it."""
    rng = random.Random(f"{seed}/{name}")
    until = time.monotonic() + seconds
    count = 0
    while time.monotonic() < until:
        data = mutated(rng.choice(inputs), rng)
        start = time.process_time()
        try:
            reader(data)
        except (Fault, Problem):
            pass
        except Exception:
            raise AssertionError(f"{name}: seed {seed}, input {count}\n{traceback.format_exc()}") from None
        taken = time.process_time() - start
        assert taken < LONGEST, f"{name}: seed {seed}, input {count} took {taken:.1f} s"
        count += 1
    return count


def main() -> None:
    """Runs every door for the time given and prints how many inputs it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60, help="for each door")
    options.add_argument("--seed", type=int, default=int(time.time()))
    chosen = options.parse_args()
    print(f"seed {chosen.seed}")
    for name, (inputs, reader) in doors(SAMPLE.read_bytes()).items():
        count = fuzz(name, inputs, reader, chosen.seconds, chosen.seed)
        print(f"  {name:<24}{count:>9} inputs")


if __name__ == "__main__":
    main()
