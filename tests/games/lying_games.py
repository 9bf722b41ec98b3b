"""Whole games of a liar and of honest players, whatever the ruleset: played, judged, and told as a table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from pbem.campaign.core import auditing
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.submit import submit
from pbem.local.practice import outbox
from pbem.mail.armour import read_blocks
from pbem.protocol.faults import Fault
from tests.games import games, unquiet
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.lying import (
    BESIDE,
    CUT_OFF,
    NO_EFFECT,
    PASSED,
    REFUSED,
    RESIGN,
    Liar,
    Liars,
    Lie,
    Played,
    Stuck,
)

MANY_LIES = 10
"""So many that one of them certainly mattered."""


# -- whole games --------------------------------------------------------------------------------------


@contextmanager
def audited(played: Played) -> Iterator[None]:
    """Within it an audit tells everything that it proves and refuses nothing, so that both books are opened."""
    judged = auditing.lies

    def noted(machine: Any, seat: str, disclosed: Any) -> list[Fault]:
        try:
            played.proven[seat] = judged(machine, seat, disclosed)
        except Fault as fault:
            played.broken.append(str(fault))
        return []

    with mock.patch.object(auditing, "accusations", noted):
        yield


def play(folder: Path, liars: Liars, seed: int, most: int = 0) -> Played:
    """A game in which one side lies, the same each time. most: messages after which somebody resigns; 0: drawn."""
    rng = random.Random(f"lies {seed}")
    offer = liars.invitation(seed)
    played = Played(seed, offer.scenario, rng.choice("ab"))
    with fixed_secrets(f"lies {liars.name} {seed}"), audited(played):
        a, b = games.begin(folder, offer)
        end = most or rng.choice((8, 12, 16, 24, 32, liars.most))
        often = rng.choice((1, 2, 4, 8))
        hands: dict[str, Any] = {letter: liars.hand(seed, letter) for letter in "ab"}
        hands[played.cheater] = Liar(liars, hands[played.cheater], rng, played.lies, often)
        try:
            _play(played, {"a": a, "b": b}, hands, end)
            judge(played, (a, b)["ab".index(played.cheater) - 1])
        finally:
            a.folder.close()
            b.folder.close()
    return played


def _play(played: Played, campaigns: Mapping[str, Campaign], hands: Mapping[str, Any], end: int) -> None:
    for number in range(2, 2000):
        letter, other = "ab"[number % 2], "ba"[number % 2]
        campaign, mail = campaigns[letter], outbox(campaigns[other], number - 1)
        played.messages = number
        try:
            _taken(campaign, mail, liar=letter == played.cheater)
            if not _resigned(campaign, number, end, hands[letter]) and hands[letter].reply(campaign) is None:
                return
        except Stuck as stuck:
            assert letter == played.cheater
            played.stuck = stuck.code
            return


def _taken(campaign: Campaign, mail: bytes, *, liar: bool) -> None:
    """Nobody's message is refused. A liar's program may find in his report that it cannot go on. Raises Stuck."""
    try:
        receipt = take(campaign, mail, read_blocks(mail))
    except Fault as fault:
        assert liar, fault
        raise Stuck(fault.code) from None
    assert receipt.fault is None, f"{receipt.fault}"


def _resigned(campaign: Campaign, number: int, end: int, hand: Any) -> bool:
    """Whether this message ends the game before its time. Not the one in which the handshake is completed."""
    if number < end or campaign.chain.state["over"]:
        return False
    due = campaign.due()
    if due.closing is None or due.state["over"]:
        return False
    if isinstance(hand, Liar):
        return hand.reply(campaign, RESIGN) is not None
    due = campaign.due(RESIGN)
    submit(campaign, due, None, control=RESIGN, date=DATE)
    return True


def judge(played: Played, campaign: Campaign) -> None:
    """Says of each lie what became of it. campaign: that of the other side."""
    found = played.proven.get(played.cheater, [])
    told = sorted({lie.seq for lie in played.lies if not lie.became})
    for lie in played.lies:
        if lie.became:
            continue
        lie.mattered = lie.matters(campaign, lie.seq)
        following = next((seq for seq in told if seq > lie.seq), len(campaign.chain.messages))
        here = [one.code for one in found if one.seq == lie.seq]
        later = [one.code for one in found if lie.seq < one.seq < following]
        alone = sum(other.seq == lie.seq for other in played.lies) == 1
        mine = lie.named_by(here) if here else ""
        if mine and (lie.mattered or (alone and not mine.startswith(BESIDE))):
            lie.became = mine
        elif not lie.mattered:
            lie.became = NO_EFFECT
        elif played.stuck:
            shown = played.stuck.startswith("HIDE") and lie.kind.startswith(("content", "entry", "orders"))
            lie.became = played.stuck if shown else CUT_OFF
        else:
            lie.became = f"{later[0]} later" if later else PASSED


# -- the table ----------------------------------------------------------------------------------------

COLUMNS = ("told", "refused", "named", "beside", "no effect", "cut off", "PASSED")


def column_of(lie: Lie) -> str:
    """Where in the table a lie is counted."""
    if lie.became.startswith(REFUSED):
        return "refused"
    if lie.became.startswith(BESIDE):
        return "beside"
    return {PASSED: "PASSED", NO_EFFECT: "no effect", CUT_OFF: "cut off"}.get(lie.became, "named")


def table(played: Sequence[Played]) -> str:
    """Kind by kind, how many lies were told and what became of them, with the codes by which they were named."""
    rows: dict[str, Counter[str]] = {}
    codes: dict[str, Counter[str]] = {}
    for lie in (lie for one in played for lie in one.lies):
        rows.setdefault(lie.kind, Counter()).update(("told", column_of(lie)))
        if column_of(lie) in ("named", "refused"):
            codes.setdefault(lie.kind, Counter()).update([lie.became.removeprefix(f"{REFUSED} ")])
    lines = [f"{'kind of lie':<34}" + "".join(f"{name:>10}" for name in COLUMNS) + "  codes"]
    for kind in sorted(rows):
        told = ", ".join(f"{code} {number}" for code, number in sorted(codes.get(kind, Counter()).items()))
        lines.append(f"{kind:<34}" + "".join(f"{rows[kind][name]:>10}" for name in COLUMNS) + f"  {told}")
    total = sum(rows.values(), Counter[str]())
    lines.append(f"{'all':<34}" + "".join(f"{total[name]:>10}" for name in COLUMNS))
    return "\n".join(lines)


def faults(played: Sequence[Played], command: str) -> list[str]:
    """Every lie that passed and mattered, everything an honest player was accused of, and every audit that failed.

    command: what plays such a game again, without its seed.
    """
    found = []
    for one in played:
        again = f"{one.game}, again with: {command} {one.seed}"
        passed = [lie for lie in one.lies if column_of(lie) in ("PASSED", "beside")]
        found += [f"{lie.kind} in message {lie.seq}: {lie.became}: {again}" for lie in passed]
        honest = one.proven.get("ba"["ab".index(one.cheater)], [])
        found += [f"an honest player is accused: {accusation}: {again}" for accusation in honest]
        found += [f"{text}: {again}" for text in one.broken]
    return found


def told(played: Sequence[Played], *, at_length: bool = False) -> None:
    """The table, for whoever reads the output. at_length: each lie before it, and everything that was proven."""
    for one in played if at_length else ():
        for lie in one.lies:
            print(f"{one.seed}: message {lie.seq}: {lie.kind}: {lie.became}")
        for accusation in (found for seat in sorted(one.proven) for found in one.proven[seat]):
            print(f"{one.seed}: {accusation.code} of {accusation.army} in message {accusation.seq}: {accusation.text}")
    seeds, ended = f"{played[0].seed} to {played[-1].seed}", Counter(one.stuck or "disclosed" for one in played)
    ends = ", ".join(f"{how}: {number}" for how, number in sorted(ended.items()))
    print(f"{len(played)} games (seeds {seeds}), {sum(one.messages for one in played)} messages; {ends}")
    print(table(played))


# -- as tests and commands want them ---------------------------------------------------------------------


def check_lies(folder: Path, liars: Liars, command: str, batch: Sequence[int], most: int = 0) -> list[Lie]:
    """Every lie that mattered is named, nobody else is, and the tale of lies is told; they are returned."""
    played = [play(folder / str(seed), liars, seed, most) for seed in batch]
    told(played)
    found = faults(played, command)
    assert not found, "\n".join(found)
    lies = [lie for one in played for lie in one.lies]
    assert len(lies) < MANY_LIES or any(lie.mattered for lie in lies)
    return lies


def check_honest(folder: Path, players: unquiet.Players, batch: Sequence[int]) -> None:
    """Nobody is accused, in games that were played and in which something happened."""
    played = [unquiet.play(folder / str(seed), players, seed) for seed in batch]
    unquiet.told(played)
    messages = sum(one.messages for one in played)
    assert all(one.messages > 2 for one in played)
    assert messages < games.SURE or sum(len(one.happened) for one in played) > 0


def replay(liars: Liars, command: str, given: Sequence[str]) -> int:
    """Plays these games again; what passed, if anything, is told."""
    with TemporaryDirectory() as folder:
        played = [play(Path(folder) / seed, liars, int(seed)) for seed in given]
    told(played, at_length=True)
    found = faults(played, command)
    print("\n".join(found))
    return int(bool(found))
