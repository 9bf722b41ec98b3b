"""One target, one engine, one process: `python -m tests.fuzz.run TARGET ENGINE FOLDER SECONDS SEED`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.watch import Discovery, Target, Watch, limit_memory

ADDRESS_SPACE = 6 * 2**30
# What libFuzzer feeds at most: larger inputs come from hypothesis, and a small one shows the same paths sooner.
COVERAGE_INPUT = 64 * 2**10


def by_hypothesis(target: Target, watch: Watch, seconds: float, seed: int, batch: int = 200, most: int = 0) -> None:
    """Spoilt samples as hypothesis draws them, batch by batch, until the time is over or `most` were fed.

    A failing input is made smaller before it is told. Raises Discovery.
    """
    import hypothesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    until = time.monotonic() + seconds

    def over() -> bool:
        return time.monotonic() > until or 0 < most <= watch.count

    quiet = settings(
        max_examples=batch,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )

    def batches(number: int) -> None:
        @hypothesis.seed(number)
        @quiet
        @given(st.integers(0, len(target.samples) - 1), st.randoms(use_true_random=False))
        def spoilt(which: int, rng: Random) -> None:
            data = target.mutate(target.samples[which], rng)  # always drawn: hypothesis wants to see the same again
            if watch.findings or not over():
                watch.knock(target, data)

        spoilt()

    while not over():
        batches(seed)
        seed += 1


def by_coverage(name: str, folder: Path, seconds: float, seed: int) -> None:
    """The same, guided by what atheris sees of the program's branches. Never returns: libFuzzer ends the process."""
    import atheris

    if any(name.partition(".")[0] in ("pbem", "rulesets") for name in sys.modules):
        raise RuntimeError("the program was loaded too early to be instrumented")
    with atheris.instrument_imports(include=["pbem", "rulesets", "yaml"]):
        from tests.fuzz import mutations
        from tests.fuzz.targets import targets

        target = targets()[name]
    watch = Watch(folder)
    seeds = folder / "seeds" / name
    grown = folder / "grown" / name
    for place in (seeds, grown):
        place.mkdir(parents=True, exist_ok=True)
    largest = mutations.LARGEST = max(COVERAGE_INPUT, *map(len, target.samples))
    for number, data in enumerate(target.samples):
        (seeds / f"{number:03d}").write_bytes(data)

    def mutate(data: bytes, most: int, chance: int) -> bytes:
        rng = Random(chance)
        changed = bytes(atheris.Mutate(data, most)) if rng.randrange(2) else target.mutate(bytes(data), rng)
        return changed[:most]

    def knock(data: bytes) -> None:
        try:
            watch.knock(target, bytes(data))
        except Discovery as finding:
            print(f"FINDING {finding}", file=sys.stderr, flush=True)
            raise

    options = [f"-max_total_time={max(1, int(seconds))}", f"-seed={seed % 2**31 or 1}", f"-max_len={largest}"]
    options += ["-timeout=60", "-rss_limit_mb=3072", f"-artifact_prefix={folder}/{name}-", "-print_final_stats=1"]
    arguments: list[Any] = [sys.argv[0], *options, str(grown), str(seeds)]
    atheris.Setup(arguments, knock, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    """Runs one engine at one target; exit status 1 after a finding."""
    name, engine, folder, seconds, seed = sys.argv[1:]
    limit_memory(ADDRESS_SPACE)
    if engine == "coverage":
        by_coverage(name, Path(folder), float(seconds), int(seed))
    from tests.fuzz.targets import targets

    watch = Watch(Path(folder))
    try:
        by_hypothesis(targets()[name], watch, float(seconds), int(seed))
    except Discovery as finding:
        print(f"FINDING {finding}", file=sys.stderr)
        raise SystemExit(1) from None
    finally:
        print(f"inputs {watch.count} slowest {watch.slowest:.2f}", flush=True)


if __name__ == "__main__":
    main()
