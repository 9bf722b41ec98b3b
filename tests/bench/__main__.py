"""`make bench`: how fast the sample campaigns are replayed, verified and checked, beside the floor of the same run.

Everything is measured on this machine in one run, so that ratios mean something even where seconds do not.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.machine import GameMachine
from pbem.campaign.core.rulebooks import installed
from pbem.campaign.records.archiving import LOG, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import pae
from pbem.wargame.data_reader import read_file
from tests.bench.hidden_play import checks, played_openly
from tests.places import SAMPLES
from tests.stopwatch import best, slowness

ARCHIVES = sorted(SAMPLES.glob("*/campaign.pbem"))
COMMANDS = 25
# Ruleset -> the scenario with its largest army, that army, and the messages after which most of it is there.
LARGEST = {
    "napoleons-last-battles": ("campaign", "coalition", 32),
    "1806": ("campaign", "french", 6),
    "winters-victory": ("eylau", "french", 6),
}
# Ruleset -> milliseconds that the check of its orders may take.
CHECKED = {"napoleons-last-battles": 60, "1806": 100, "winters-victory": 300}

_EMPTY_HELP = (
    "import typer\n"
    "app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)\n"
    + "".join(f"@app.command()\ndef c{i}(x: int = 0):\n    'Does nothing.'\n" for i in range(COMMANDS))
    + "app()\n"
)
_EMPTY_ED25519 = (
    "import typer\n"
    "from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey\n"
    "app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)\n"
    "@app.command()\ndef main():\n    'Does nothing.'\n"
    "app()\n"
)


def cold(*command: str, times: int = 7) -> float:
    """Median seconds of a fresh process. Its modules are compiled already, as they are for whoever installed them."""
    surroundings, taken = dict(os.environ), []
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=surroundings)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def floor(lines: list[bytes]) -> None:
    """One signature check, one HMAC and the parsing of envelope and payload for each message."""
    for line in lines:
        envelope = json.loads(line)
        payload = base64.b64decode(envelope["payload"])
        json.loads(payload)
        hmac.new(payload[:32], payload, hashlib.sha256).digest()
        signature = envelope["signatures"][0]
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature["keyid"]))
        key.verify(base64.b64decode(signature["sig"]), pae(envelope["payloadType"], payload))


class Timed(GameMachine):
    """A machine that adds up the time it spends in the rules."""

    seconds = 0.0

    def run(self, *args, **kwargs):
        start = time.perf_counter()
        try:
            return super().run(*args, **kwargs)
        finally:
            self.seconds += time.perf_counter() - start


def replay(lines: list[bytes], terms: dict, ruleset: object) -> Timed:
    """Folds the log with a fresh machine."""
    machine = Timed(ruleset, terms)
    chain = Chain(machine, machine.depths)
    for line in lines:
        chain = chain.extend(line)
    return machine


def peak_memory(*command: str) -> float:
    """Peak resident memory of a process and its children, in MB."""
    probe = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    found = subprocess.run([sys.executable, "-c", probe, *command], check=True, capture_output=True, text=True)
    return int(found.stdout) / (1024 if sys.platform != "darwin" else 1024 * 1024)


def orders_check(ruleset: str, scenario: str, army: str = "french", messages: int = 0) -> tuple[float, int]:
    """Seconds to check an orders file that moves most units on the maps, and how many it moves. See `crowded`."""
    from pbem.campaign.writing.orders_file import check_orders
    from pbem.local.practice import frame
    from pbem.orders.writer import dump
    from tests.bench.position import crowded, moved

    with tempfile.TemporaryDirectory() as folder:
        campaign, due, document = crowded(Path(folder), ruleset, scenario, army, messages)
        text = dump(frame(campaign, due) | document).encode("utf-8")
        assert not check_orders(campaign, due, text).findings
        return best(lambda: check_orders(campaign, due, text), 3), moved(document)


def pages(pbem: str, sample: Path) -> list[tuple[str, str, str, str]]:
    """What the page of a message and that of the whole campaign take from a folder, and how large they are."""
    with tempfile.TemporaryDirectory() as place:
        folder, out = Path(place) / "campaign", Path(place) / "page.html"
        home = {**os.environ, "PBEM_HOME": str(Path(place) / "home")}
        read = [pbem, "import", str(sample), "--into", str(folder)]
        subprocess.run(read, check=True, stdout=subprocess.DEVNULL, env=home)
        report = cold(pbem, "report", "14", "--html", str(out), "--campaign", str(folder), times=3)
        sizes = [out.stat().st_size]
        replay = cold(pbem, "report", "--replay", str(out), "--campaign", str(folder), times=3)
        sizes.append(out.stat().st_size)
    told = [f"{size / 1e6:.2f} MB" for size in sizes]
    return [
        ("cold: pbem report --html of one message", f"{report * 1000:.0f} ms", told[0], "(aim 1000 ms)"),
        ("cold: pbem report --replay", f"{replay * 1000:.0f} ms", told[1], "(aim 5000 ms, 5 MB)"),
    ]


def main() -> None:
    """Prints a table for each sample."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sample", type=Path, action="append")
    for sample in options.parse_args().sample or ARCHIVES:
        print(f"{sample.parent.name} (this machine is {slowness():.1f} times as slow now as one of ordinary speed)")
        table(sample)
        print()


def largest(ruleset: str) -> list[tuple[str, str, str, str]]:
    """The check of orders for the largest army of a ruleset, where it has an aim."""
    if ruleset not in LARGEST:
        return []
    checked, moved = orders_check(ruleset, *LARGEST[ruleset])
    aim = f"(aim {CHECKED[ruleset]} ms)"
    row = (f"the same in {LARGEST[ruleset][0]}, with {moved}", f"{checked * 1000:.1f} ms", "", aim)
    return [row, *(belgium(ruleset) if ruleset == "napoleons-last-battles" else ())]


def belgium(ruleset: str) -> list[tuple[str, str, str, str]]:
    """The reading of the map of Napoleon's Last Battles, and command there."""
    from rulesets.napoleons_last_battles.battlefield import read_belgium, read_chart
    from rulesets.napoleons_last_battles.ruleset import MAP
    from tests.bench.position import command_of

    data = installed()[ruleset].data_files()
    chart = read_chart(read_file(data, "terrain.yaml"))
    hexes = len(read_belgium(read_file(data, MAP), chart).hexes)
    read = best(lambda: read_belgium(read_file(data, MAP), chart))
    scenario, army, _ = LARGEST[ruleset]
    traced = best(command_of(scenario, army))
    return [
        (f"the map of {hexes} hexes read", f"{read * 1000:.1f} ms", "", "(aim 60 ms)"),
        (f"command of all {army} in {scenario}", f"{traced * 1000:.1f} ms", "", "(aim 20 ms)"),
    ]


def openly(terms: dict, archive: float) -> list[tuple[str, str, str, str]]:
    """How fast the scenario of a hidden game is when nothing is hidden. archive: seconds of verification of it."""
    data = played_openly(terms)
    if not data:
        return []
    lines = unpack(data)[LOG].split(b"\n")[:-1]
    machine, _ = chain_of(lines)
    timed = min((replay(lines, machine.terms, machine.ruleset) for _ in range(5)), key=lambda run: run.seconds)
    fold = best(lambda: replay(lines, machine.terms, machine.ruleset))
    verified = best(lambda: judge_archive(data))
    rate, folded = timed.answered / timed.seconds, timed.answered / fold
    return [
        ("openly: actions, replayed by the rules alone", f"{timed.seconds * 1000:.1f} ms", f"{rate:,.0f}/s", ""),
        ("openly: verification of the log", f"{fold * 1000:.1f} ms", f"{folded:,.0f}/s", "(aim 10,000/s)"),
        (
            "openly: verification of the archive",
            f"{verified * 1000:.1f} ms",
            "",
            f"the hidden one takes {archive / verified:.1f} x that (aim 3)",
        ),
    ]


def table(sample: Path) -> None:
    """Prints the rows of one sample campaign."""
    data = sample.read_bytes()
    lines = unpack(data)[LOG].split(b"\n")[:-1]
    machine, chain = chain_of(lines)
    hidden = checks(chain)
    bare = best(lambda: floor(lines))
    timed = min((replay(lines, machine.terms, machine.ruleset) for _ in range(5)), key=lambda run: run.seconds)
    fold = best(lambda: replay(lines, machine.terms, machine.ruleset))
    archive = best(lambda: judge_archive(data))
    pbem = str(Path(sys.executable).with_name("pbem"))
    empty = cold(sys.executable, "-c", _EMPTY_ED25519)
    verify = cold(pbem, "verify", str(sample))
    empty_help = cold(sys.executable, "-c", _EMPTY_HELP, "--help")
    help_ = cold(pbem, "--help")
    names = machine.terms["names"]
    checked, moved = orders_check(names["ruleset"], names["scenario"])
    rows = [
        ("messages in the sample", f"{len(lines)}", "", ""),
        ("actions in it (answered choices, each judged)", f"{timed.answered}", "", ""),
        (
            "checked beside them, hidden things with it",
            f"{hidden.all}",
            "",
            f"{hidden.commitments} commitments, {hidden.claims} claims, {hidden.openings} openings",
        ),
        ("floor: signatures, HMACs, JSON", f"{bare * 1000:.1f} ms", "", ""),
        ("replay by the rules alone", f"{timed.seconds * 1000:.1f} ms", f"{timed.answered / timed.seconds:,.0f}/s", ""),
        (
            "verification of the log",
            f"{fold * 1000:.1f} ms",
            f"{timed.answered / fold:,.0f}/s",
            f"{fold / bare:.1f} x floor",
        ),
        (
            "the same, by all that is checked in it",
            f"{fold * 1000:.1f} ms",
            f"{(timed.answered + hidden.all) / fold:,.0f}/s",
            "",
        ),
        (
            "verification of the archive, byte for byte",
            f"{archive * 1000:.1f} ms",
            f"{timed.answered / archive:,.0f}/s",
            f"{archive / bare:.1f} x floor",
        ),
        ("cold: empty command that imports Ed25519", f"{empty * 1000:.0f} ms", "", ""),
        ("cold: pbem verify of the sample", f"{verify * 1000:.0f} ms", "", f"{verify / empty:.2f} x empty (aim 4)"),
        (f"cold: empty app of {COMMANDS} commands, --help", f"{empty_help * 1000:.0f} ms", "", ""),
        ("cold: pbem --help", f"{help_ * 1000:.0f} ms", "", f"{help_ / empty_help:.2f} x empty (aim 1.3)"),
        (f"check of orders with {moved} moves", f"{checked * 1000:.1f} ms", "", ""),
        *largest(names["ruleset"]),
        *openly(machine.terms, archive),
        *pages(pbem, sample),
        ("peak memory of pbem verify", f"{peak_memory(pbem, 'verify', str(sample)):.0f} MB", "", "(aim 80)"),
        ("peak memory of this table", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", "", ""),
    ]
    for name, value, rate, ratio in rows:
        print(f"{name:<46}{value:>12}{rate:>14}   {ratio}")


if __name__ == "__main__":
    main()
