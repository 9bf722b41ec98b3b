"""What a person hands to `pbem receive`, taken apart into letters and put into the order in which they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.inbox.receive import first_number
from pbem.campaign.records.gather import Progress, files_below
from pbem.errors import Problem
from pbem.mail.mailboxes import may_hold_turn
from pbem.mail.turns import letters_in

_STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Letter:
    """One mail or text. label: where it lies, for people. alone: whether its file holds nothing else."""

    label: str
    data: bytes
    alone: bool


@dataclass(frozen=True)
class Delivery:
    """Letters in the order of their messages. passed_over: what was not read, or held nothing of pbem, in words."""

    letters: Sequence[Letter]
    passed_over: Sequence[str]


def deliver(
    names: Sequence[Path],
    read: Callable[[Path], bytes],
    *,
    clipboard: bytes | None = None,
    progress: Progress = lambda done, total, what: None,
) -> Delivery:
    """Every letter of files, mailboxes and folders. read: the bytes of a file, or of standard input for `-`.
    clipboard: what was pasted, besides. progress: told letters done, letters in all, and the letter at hand.

    A mailbox and a folder may hold any mail: what has nothing of pbem in it is passed over there. A file that the
    person named himself is always a letter. Raises Problem for what cannot be read.
    """
    letters = [Letter("clipboard", clipboard, True)] if clipboard is not None else []
    passed_over: list[str] = []
    for name in names:
        in_folder = str(name) != _STANDARD_INPUT and name.is_dir()
        paths, missed = files_below(name) if in_folder else ([name], [])
        passed_over += missed
        found = [letter for path in paths for letter in _letters(str(path), read(path), in_folder)]
        letters += _held(found, str(name), passed_over)
    return _in_order(letters, passed_over, progress)


def handed_over(label: str, data: bytes) -> Delivery:
    """Every letter of one text or file that somebody lays down on a page. label: what he calls it. Raises Problem."""
    passed_over: list[str] = []
    letters = _held(list(_letters(label, data, False)), label, passed_over)
    return _in_order(letters, passed_over, lambda done, total, what: None)


def received_data(
    told: Sequence[Mapping[str, Any]],
    signed: Sequence[Mapping[str, Any]],
    passed_over: Sequence[str],
    failed: Sequence[Problem],
) -> dict[str, Any]:
    """What became of a delivery, for `--json`. told: receipts. signed: messages that were signed by themselves."""
    errors = {"error": failed[0].to_json(), "errors": [one.to_json() for one in failed]} if failed else {}
    return {"received": list(told), "signed": list(signed), "passed_over": list(passed_over), **errors}


def _held(found: Sequence[Letter], name: str, passed_over: list[str]) -> list[Letter]:
    """Those that may hold something; how many others there are is told."""
    held = [letter for letter in found if letter.alone or may_hold_turn(letter.data)]
    if len(held) < len(found):
        passed_over.append(f"{name}: {_counted(len(found) - len(held))} nothing of pbem")
    return held


def _in_order(letters: list[Letter], passed_over: list[str], progress: Progress) -> Delivery:
    if not letters:
        raise Problem(
            "NO_TURN",
            "there is no signed message in any of these mails",
            "name the mail of your opponent, or the folder in which your mail program keeps it",
        )
    if len(letters) == 1:
        return Delivery(letters, passed_over)
    numbers: dict[int, int] = {}
    for place, letter in enumerate(letters):
        progress(place, len(letters), f"looking into {letter.label}")
        numbers[place] = first_number(letter.data)
    return Delivery([letters[place] for place in sorted(numbers, key=numbers.__getitem__)], passed_over)


def _letters(name: str, data: bytes, in_folder: bool) -> Iterator[Letter]:
    found = list(letters_in(data))
    for number, letter in enumerate(found, 1):
        label = name if len(found) == 1 else f"{name}, mail {number}"
        yield Letter(label, letter, len(found) == 1 and not in_folder)


def _counted(number: int) -> str:
    return "1 mail holds" if number == 1 else f"{number} mails hold"
