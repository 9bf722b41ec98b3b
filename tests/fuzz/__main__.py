"""`make fuzz`: hostile bytes at every target through which foreign bytes come in, for a set time.

Each target is fed spoilt copies of good input, first by hypothesis, then guided by coverage where atheris is installed,
each in a process of its own. Nothing but the documented errors may come out, in bounded time and memory. An input
that breaks a target is left in a file; mend the program and keep it in tests/fuzz/corpus, which the suite replays.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.targets import FAMILIES, NAMES, targets
from tests.fuzz.watch import Discovery, Watch, save, shelved
from tests.places import PROJECT as ROOT

CORPUS = Path(__file__).parent / "corpus"
# Seconds beyond its time that a process may take: to play the campaign that the samples come from, slowly under
# instrumentation, and to make a failing input smaller.
GRACE = 420.0


@dataclass(frozen=True)
class Outcome:
    """What one engine found at one target. finding: "" or what is wrong, with the file that holds the input."""

    inputs: int
    slowest: float
    coverage: int
    finding: str


def engines() -> list[str]:
    """hypothesis, and coverage where atheris can be imported."""
    return ["hypothesis", *(["coverage"] if importlib.util.find_spec("atheris") is not None else [])]


def corpus() -> list[tuple[str, Path]]:
    """Every input that is kept, with each target at which it is tried."""
    kept = ((family, path) for family in FAMILIES for path in sorted((CORPUS / family).iterdir()))
    return [(name, path) for family, path in kept for name in FAMILIES[family]]


def attend(command: list[str], target: str, folder: Path, patience: float) -> Outcome:
    """Runs a process that knocks at a target, and sees to what it was doing if it dies or hangs."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", timeout=patience, check=False
        )
        told, status = done.stdout + done.stderr, done.returncode
    except subprocess.TimeoutExpired as error:
        told = "".join(
            part.decode("utf-8", "replace") for part in (error.stdout, error.stderr) if isinstance(part, bytes)
        )
        status = -1
        told += f"\nno answer within {patience:.0f} s"
    finding = ""
    if status:
        said = told[told.index("FINDING ") + 8 :] if "FINDING " in told else ""
        said = said.split("=== Uncaught")[0]
        finding = said or f"{target}: {save(folder, target, shelved(folder))}\nexit status {status}\n{told[-3000:]}"
    return Outcome(
        _last(r"(?:inputs |executed_units:\s*)(\d+)", told), _slowest(told), _last(r"cov: (\d+)", told), finding
    )


def _last(pattern: str, text: str) -> int:
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def _slowest(text: str) -> float:
    found = re.findall(r"slowest ([0-9.]+)|slowest_unit_time_sec:\s*(\d+)", text)
    return float(found[-1][0] or found[-1][1]) if found else 0.0


def replay(folder: Path, paths: list[tuple[str, Path]]) -> list[str]:
    """Feeds files to their targets; returns what was found."""
    watch, found = Watch(folder), []
    for name, path in paths:
        try:
            watch.knock(targets()[name], path.read_bytes())
        except Discovery as finding:
            found.append(f"{path}: {finding}")
    return found


def fuzz(names: list[str], folder: Path, seconds: float, seed: int) -> list[str]:
    """Every engine at every target, `seconds` in all for each of them; returns what was found."""
    found = []
    using = engines()
    for name in names:
        for engine in using:
            share = seconds / len(using)
            command = [sys.executable, "-m", "tests.fuzz.run", name, engine, str(folder), str(share), str(seed)]
            outcome = attend(command, name, folder, share + GRACE)
            edges = f"{outcome.coverage:>7} edges" if engine == "coverage" else ""
            print(
                f"  {name:<18}{engine:<11}{outcome.inputs:>9} inputs  slowest {outcome.slowest:5.2f} s{edges}",
                flush=True,
            )
            if outcome.finding:
                print(f"    FINDING {outcome.finding}", flush=True)
                found.append(outcome.finding)
    return found


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--target", action="append", help="only this one; may be given again")
    parser.add_argument("--replay", type=Path, action="append", help="feed this file to the one --target and stop")
    return parser.parse_args()


def main() -> None:
    """Runs every target for the time given and prints how many inputs it took; exit status 1 after a finding."""
    chosen = options()
    names = chosen.target or list(NAMES)
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        raise SystemExit(f"no such target: {', '.join(unknown)}; targets: {', '.join(NAMES)}")
    folder = Path(tempfile.mkdtemp(prefix="pbem-fuzz-"))
    if chosen.replay:
        found = replay(folder, [(names[0], path) for path in chosen.replay])
    else:
        print(f"seed {chosen.seed}; inputs that break a target go to {folder}")
        if "coverage" not in engines():
            print("atheris is not installed here: hypothesis alone, without coverage")
        found = replay(folder, corpus()) + fuzz(names, folder, chosen.seconds, chosen.seed)
    for finding in found:
        print(finding if chosen.replay else finding.split("\n")[0])
    print(f"{len(found)} findings")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
