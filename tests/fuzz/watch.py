"""What may happen when bytes knock at a target: a result or a documented error, in bounded time and memory."""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Nothing of the program may be loaded before its imports are instrumented.
    from tests.fuzz.mutations import Mutation

LONGEST = 5.0
"""Seconds of computing that one input of up to 1 MiB may cost, on a slow machine that measures coverage, too."""
MOST_MEMORY = 256 * 2**20
"""Bytes of memory that one such input may cost; the largest legal one needs a tenth of it."""
_SHELF = 4 * 2**20


@dataclass(frozen=True)
class Target:
    """One way in for foreign bytes.

    samples: good inputs. reader: what reads them. mutate: how to spoil them. errors: what it may raise.
    """

    name: str
    samples: Sequence[bytes]
    reader: Callable[[bytes], object]
    mutate: Mutation
    errors: tuple[type[Exception], ...]


class Discovery(AssertionError):
    """An input that did what none may do."""


class Watch:
    """Knocks at targets and writes down what nobody may see. folder: where the files of findings go.

    The input that is at the target lies on a shelf that outlives the process: one that kills it is not lost.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        self.findings = 0
        self.slowest = 0.0
        path = folder / "at-the-target"
        if not path.exists():
            path.write_bytes(bytes(_SHELF))
        with path.open("r+b") as file:
            self._shelf = mmap.mmap(file.fileno(), _SHELF)

    def knock(self, target: Target, data: bytes) -> None:
        """Feeds one input. Raises Discovery, and leaves the input in a file whose name is in it."""
        self._shelve(data)
        self.count += 1
        forget_peak()
        before, start = peak_memory(), time.process_time()
        try:
            target.reader(data)
        except target.errors:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException:  # what Rust panics with is no Exception
            raise self._found(target, data, traceback.format_exc()) from None
        taken = time.process_time() - start
        self.slowest = max(taken, self.slowest)
        if taken > LONGEST:
            raise self._found(target, data, f"it took {taken:.1f} s")
        grown = peak_memory() - before
        if grown > MOST_MEMORY:
            raise self._found(target, data, f"it took {grown // 2**20} MiB")

    def _shelve(self, data: bytes) -> None:
        kept = data[: _SHELF - 8]
        self._shelf[:8] = len(kept).to_bytes(8, "big")
        self._shelf[8 : 8 + len(kept)] = kept

    def _found(self, target: Target, data: bytes, what: str) -> Discovery:
        self.findings += 1
        return Discovery(f"{target.name}: {save(self.folder, target.name, data)}\n{what}")


def shelved(folder: Path) -> bytes:
    """The input that was at the target when the process ended."""
    data = (folder / "at-the-target").read_bytes()
    return data[8 : 8 + int.from_bytes(data[:8], "big")]


def save(folder: Path, target: str, data: bytes) -> Path:
    """Puts an input away under a name that says at which target it was."""
    name = f"{target}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
    (folder / name).write_bytes(data)
    return folder / name


def peak_memory() -> int:
    """The most memory that this process has held since `forget_peak`, in bytes; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        status = Path("/proc/self/status").read_bytes()
        return int(status.partition(b"VmHWM:")[2].split()[0]) * 1024
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def forget_peak() -> None:
    """Makes the peak that of now, where the system can; elsewhere only what exceeds all before it is noticed."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_bytes(b"5")


def limit_memory(size: int) -> None:
    """No more than `size` bytes of address space for this process: a runaway fails instead of the machine."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > size:
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
