"""`make balance`: practice opponents against each other in large numbers, and the shares that each side wins.

    python -m tests.balance --ruleset napoleon-at-war --games 200
    python -m tests.balance --ruleset jours-de-gloire --scenario eylau-1807 --option hiding=open --games 50
    python -m tests.balance --ruleset jours-de-gloire --scenario eylau-1807 --against passive
    python -m tests.balance --write          # the tables of the rulesets' READMEs from the kept results

A row is kept for every game, under docs/balance/. A row counts as long as the rules that played it are installed: it
bears a digest of them, so that a run that was stopped goes on where it was, and one after a change begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pbem.engine
import pbem.hexgame
import pbem.wargame
from pbem.campaign.core.rulebooks import installed
from pbem.cli.terminal import Bar
from pbem.engine.contract import Game, Ruleset
from pbem.engine.table import Chance, Passive, Player, Practised, Table
from pbem.store.atomic import write_atomic
from tests.places import PROJECT as ROOT

KEPT = ROOT / "docs" / "balance"
BEGIN, END = "<!-- balance: made by python -m tests.balance --write -->", "<!-- /balance -->"
PRACTICE, PASSIVE, RANDOM = "practice", "passive", "random"
# The 97.5 per cent point of the normal distribution: Wilson's interval covers 95 of 100.
_Z = Decimal("1.959964")


@dataclass(frozen=True)
class Match:
    """Who plays what. options: as chosen, the others stay default. players: army -> kind of player."""

    ruleset: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str], ...]

    def seed(self, number: int) -> str:
        """The seed of game number `number`: all that is chosen, so that no two matches share their dice."""
        return json.dumps([self.ruleset, self.scenario, self.options, self.players, number])


def rules_digest(ruleset: Ruleset) -> str:
    """12 hex digits over code and data that decide a game: the ruleset's, the engine's, the shared mechanics'."""
    digest = hashlib.sha256()
    for home in (ruleset.home, *(Path(module.__path__[0]) for module in (pbem.engine, pbem.wargame, pbem.hexgame))):
        for path in sorted(home.rglob("*")):
            if path.is_file() and path.suffix not in (".pyc", ".md", ".svg"):
                name = path.relative_to(home).as_posix()
                digest.update(f"{name}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def _player(kind: str, ruleset: Ruleset, game: Game, army: str, seed: str) -> Player:
    if kind == PRACTICE:
        return Practised(game, ruleset.opponent(game, army))
    return Passive(game) if kind == PASSIVE else Chance(game, random.Random(f"{seed}/{army}").randrange)


def play(match: Match, number: int) -> dict[str, Any]:
    """One game as a row. fights: battles that each army began, where the ruleset tells who attacked."""
    began = time.process_time()
    ruleset = installed()[match.ruleset]
    values = {name: entry["values"] for name, entry in scenario_of(match).options.items()}
    options = {name: next(v for v in values[name] if str(v).lower() == text) for name, text in match.options}
    game, seed = ruleset.game(match.scenario, options), match.seed(number)
    players = {army: _player(kind, ruleset, game, army, seed) for army, kind in match.players}
    played = Table(game, players, random.Random(seed).randrange).play()
    fights = Counter(event["attacker"] for event in played.events if event["kind"] == "battle-over")
    return {
        "scenario": match.scenario,
        "options": dict(match.options),
        "players": dict(match.players),
        "number": number,
        "winner": played.over["winner"],
        "level": str(played.over.get("level", "")),
        "points": played.over.get("points", {}),
        "fights": dict(sorted(fights.items())),
        "questions": played.questions,
        "faults": sum(len(faults) for faults in played.faults.values()),
        "seconds": round(time.process_time() - began, 2),
    }


def scenario_of(match: Match) -> Any:
    """The scenario of a match. Raises StopIteration."""
    return next(one for one in installed()[match.ruleset].scenarios() if one.id == match.scenario)


# -- kept results ------------------------------------------------------------------------


def kept_file(ruleset: str) -> Path:
    """Where the rows of a ruleset lie."""
    return KEPT / f"{ruleset}.jsonl"


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The kept rows; a torn last line, left by a crash, is none."""
    lines = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """The rows in the order of their matches and numbers."""
    ordered = sorted(rows, key=lambda row: (*_match_key(row), row["number"]))
    text = "".join(f"{json.dumps(row, sort_keys=True, separators=(',', ':'))}\n" for row in ordered)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, text.encode("utf-8"))


def _match_key(row: dict[str, Any]) -> tuple[str, str, str]:
    return row["scenario"], json.dumps(row["options"], sort_keys=True), json.dumps(row["players"], sort_keys=True)


def run(matches: Sequence[Match], games: int, jobs: int) -> None:
    """Plays what is missing up to so many games of each match. What was played by other rules goes."""
    for name, group in itertools.groupby(sorted(matches, key=lambda m: m.ruleset), key=lambda m: m.ruleset):
        path, digest = kept_file(name), rules_digest(installed()[name])
        rows = [row for row in read_rows(path) if row["rules"] == digest]
        done = {(*_match_key(row), row["number"]) for row in rows}
        due = [(m, n) for n, m in itertools.product(range(games), list(group)) if (*_own_key(m), n) not in done]
        write_rows(path, rows)
        for row in _played(due, jobs):
            rows.append({**row, "rules": digest})
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{json.dumps(rows[-1], sort_keys=True, separators=(',', ':'))}\n")
        write_rows(path, rows)


def _own_key(match: Match) -> tuple[str, str, str]:
    return _match_key({"scenario": match.scenario, "options": dict(match.options), "players": dict(match.players)})


def _played(due: Sequence[tuple[Match, int]], jobs: int) -> Iterator[dict[str, Any]]:
    bar = Bar()
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        try:
            for at, row in enumerate(pool.map(play, *zip(*due, strict=True)) if due else ()):
                bar.step(at + 1, len(due), f"{at + 1} of {len(due)}: {row['scenario']}, {row['winner'] or 'draw'}")
                yield row
        except BaseException:
            # Whoever stops it wants no more of what is queued.
            pool.shutdown(cancel_futures=True)
            raise
        finally:
            bar.close()


# -- tables --------------------------------------------------------------------------------


def wilson(won: int, games: int) -> tuple[int, int]:
    """Ends of Wilson's 95 per cent interval of a share, in whole per cent, rounded outward."""
    if not games:
        return 0, 100
    n, share, square = Decimal(games), Decimal(won) / games, _Z * _Z
    middle = share + square / (2 * n)
    spread = _Z * (share * (1 - share) / n + square / (4 * n * n)).sqrt()
    low, high = ((middle + sign * spread) / (1 + square / n) * 100 for sign in (-1, 1))
    return int(low.to_integral_value("ROUND_FLOOR")), min(int(high.to_integral_value("ROUND_CEILING")), 100)


def table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """A table of all matches: shares with intervals, draws, middle margin, battles that each side began."""
    lines = [
        "| scenario | players | games | won by the first | won by the second | drawn | battles begun (median) |",
        "|---|---|---|---|---|---|---|",
    ]
    for (scenario, options, players), group in itertools.groupby(sorted(rows, key=_match_key), key=_match_key):
        lines.append(_line(scenario, json.loads(options), json.loads(players), list(group)))
    return lines


def _line(scenario: str, options: dict[str, str], players: dict[str, str], rows: list[dict[str, Any]]) -> str:
    won, n = Counter(row["winner"] for row in rows), len(rows)
    name = f"{scenario} ({', '.join(f'{k} {v}' for k, v in sorted(options.items()))})" if options else scenario
    played_by = ", ".join(f"{army} {kind}" for army, kind in players.items())
    shares = [f"{army} {won[army]} ({'{}-{} %'.format(*wilson(won[army], n))})" for army in players]
    fights = [_median([row["fights"].get(army, 0) for row in rows]) for army in players]
    began = " / ".join(map(str, fights)) if any(row["fights"] for row in rows) else ""
    return f"| {name} | {played_by} | {n} | {shares[0]} | {shares[1]} | {won['']} | {began} |"


def _median(values: Sequence[int]) -> int:
    return sorted(values)[len(values) // 2]


def write_tables() -> None:
    """Puts the table of each ruleset between the marks in its README."""
    for ruleset in installed().values():
        readme, rows = ruleset.home / "README.md", read_rows(kept_file(ruleset.id))
        text = readme.read_text("utf-8")
        if rows and BEGIN in text:
            write_atomic(readme, with_table(text, rows).encode("utf-8"))


def with_table(text: str, rows: Sequence[dict[str, Any]]) -> str:
    """The text of a README with the table of the rows between its marks."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return "\n".join([f"{head}{BEGIN}", *table(rows), f"{END}{tail}"])


# -- the command -----------------------------------------------------------------------------


def matches_for(ruleset: str, scenario: str, options: Sequence[str], against: str) -> list[Match]:
    """The matches that are asked for; empty texts ask for every ruleset and scenario. Raises ValueError.

    against: `practice`, or the kind of player whom each side's practice opponent meets.
    """
    found = []
    chosen = tuple(sorted(tuple(option.split("=", 1)) for option in options))
    for name, one in sorted(installed().items()):
        for entry in one.scenarios() if ruleset in ("", name) else ():
            first, second = entry.armies
            pairs = [((first, PRACTICE), (second, against))]
            pairs += [] if against == PRACTICE else [((first, against), (second, PRACTICE))]
            if scenario in ("", entry.id):
                found += [Match(name, entry.id, chosen, pair) for pair in pairs]  # type: ignore[arg-type]
    if not found:
        raise ValueError(f"no installed scenario fits {ruleset or 'any ruleset'}, {scenario or 'any scenario'}")
    return found


def main() -> None:
    """Plays what was asked for and prints the table of all that is kept."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--ruleset", default="", help="one ruleset; else all that are installed")
    options.add_argument("--scenario", default="", help="one scenario; else all")
    options.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the scenario")
    options.add_argument("--against", choices=(PRACTICE, PASSIVE, RANDOM), default=PRACTICE)
    options.add_argument("--games", type=int, default=200, help="of each match, those that are kept included")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--write", action="store_true", help="play nothing; write the tables of the READMEs")
    asked = options.parse_args()
    if asked.write:
        write_tables()
        return
    try:
        matches = matches_for(asked.ruleset, asked.scenario, asked.option, asked.against)
    except ValueError as error:
        sys.exit(f"{error}")
    run(matches, asked.games, asked.jobs)
    for name in sorted({match.ruleset for match in matches}):
        print("\n".join(table(read_rows(kept_file(name)))))


if __name__ == "__main__":
    main()
