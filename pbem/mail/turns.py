"""Every whole turn in whatever a mail program saved: a mail, a mailbox, a text, an attachment. No campaign is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pbem.mail.armour import TURN, Block, read_blocks
from pbem.mail.mailboxes import is_mbox, portions, split_mbox, texts_of

WINMAIL, OUTLOOK_FILE, ENCRYPTED = "winmail", "outlook-file", "encrypted"
"""What can keep a turn from being read; see `obstacle`."""

# How the file begins into which Outlook packs attachments, and its type and name in a mail.
_TNEF_START: Final = b"\x78\x9f\x3e\x22"
_TNEF_MARKS: Final = (b"application/ms-tnef", b"application/vnd.ms-tnef", b"winmail.dat")
# How a mail begins that was drawn out of Outlook into a folder.
_OUTLOOK_START: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED: Final = re.compile(
    rb"multipart/encrypted|smime-type=\"?(?:enveloped|authenveloped)-data|^-----begin pgp message-----\r?$",
    re.MULTILINE,
)
_HEAD: Final = 256 * 2**10
# Characters of one letter that are tried with all that is known of mail programs while nothing whole comes of it.
_MOST_TRIED: Final = 2 * 2**20


def letters_in(data: bytes) -> Iterator[bytes]:
    """The mails of a mailbox in one file; anything else is one letter. Mails too large to be read are left out."""
    if is_mbox(data[:64]):
        yield from (letter for letter in split_mbox([data]) if letter is not None)
    else:
        yield data


def turns_in(letter: bytes, kind: str = TURN) -> list[Block]:
    """The blocks of a letter, each once; damaged ones only where none is whole. [] where there is none. Never raises.

    A turn may stand in it several times: in plain text, as HTML and attached; one copy that came through is enough.
    kind: as for `read_blocks`.
    """
    whole: dict[bytes, Block] = {}
    damaged: list[Block] = []
    tried = 0
    for text in texts_of(letter):
        for portion in portions(text):
            found = read_blocks(portion, kind, thorough=tried <= _MOST_TRIED)
            if all(block.damage for block in found):
                tried += len(portion)
            for block in found:
                if block.damage:
                    damaged.append(block)
                else:
                    whole.setdefault(block.envelope, block)
    return list(whole.values()) or damaged[:1]


def obstacle(data: bytes) -> str:
    """What hides the content of a letter in which nothing was found: WINMAIL, OUTLOOK_FILE, ENCRYPTED; "" if nothing.

    An Outlook file and a winmail.dat may be read all the same where they hold the turn in clear.
    """
    head = data[:_HEAD].lower()
    if data.startswith(_OUTLOOK_START):
        return OUTLOOK_FILE
    if data.startswith(_TNEF_START) or any(mark in head for mark in _TNEF_MARKS):
        return WINMAIL
    return ENCRYPTED if _ENCRYPTED.search(head) is not None else ""
