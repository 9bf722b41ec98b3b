"""What a person hands to `pbem receive`, taken apart into letters and put into the order in which they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

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
        found = [letter for path in paths for letter in _letters(path, read(path), in_folder)]
        held = [letter for letter in found if letter.alone or may_hold_turn(letter.data)]
        letters += held
        if len(held) < len(found):
            passed_over.append(f"{name}: {_counted(len(found) - len(held))} nothing of pbem")
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


def _letters(path: Path, data: bytes, in_folder: bool) -> Iterator[Letter]:
    found = list(letters_in(data))
    for number, letter in enumerate(found, 1):
        label = str(path) if len(found) == 1 else f"{path}, mail {number}"
        yield Letter(label, letter, len(found) == 1 and not in_folder)


def _counted(number: int) -> str:
    return "1 mail holds" if number == 1 else f"{number} mails hold"
