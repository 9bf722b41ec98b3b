"""The same public game over other hidden contents, and everything that leaves a computer, with the hashes masked.

Dice hang on message ids, and those on commitments; so dice are drawn here from the number of the segment alone.
"""

from __future__ import annotations

import email
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from email.policy import default
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.inbox.receive import take
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_files
from pbem.campaign.telling.pictures import moment, png_of, svg_of
from pbem.campaign.telling.reports import own_text, public_json, public_text
from pbem.campaign.telling.show import message_text
from pbem.campaign.telling.text_maps import lines_of, moment_data
from pbem.campaign.writing.orders_file import Checked
from pbem.campaign.writing.standing import STANDING
from pbem.local.practice import nested, outbox
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.toy_hidden.campaigns import begin

# The id of a mail holds a hash of its message.
_MAIL_ID = re.compile(r"(<pbem\.[0-9]+\.)[0-9a-f]{24}")
# What a player does with the message that is due: his standing orders, and his answer where one is due; None: no more.
Script = Callable[[Campaign, Due], tuple[Mapping[str, Any], Checked | None] | None]
# A hash that looks like a number, or an encoded text with certain signs in it, is quoted in YAML.
_QUOTED = re.compile(r"\"([0-9a-f]{64}|[A-Za-z0-9+/=]{40,})\"")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_LONG = re.compile(r"[A-Za-z0-9+/=]{40,}")
_BLOCK = re.compile(r"BEGIN PBEM TURN.*?END PBEM TURN [0-9a-f]{16}", re.DOTALL)
_SUM = re.compile(r"(\"crc\":\")[0-9a-f]{8}")


@contextmanager
def fixed_dice(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dice from the number of the segment."""

    def seed(game: bytes, k: int, parent: bytes, reveal: bytes) -> bytes:
        return sha256(b"segment %d" % k).digest()

    with patch.context() as inside:
        for module in ("protocol.chain", "campaign.telling.revealing", "campaign.telling.dicelog"):
            inside.setattr(f"pbem.{module}.segment_seed", seed)
        yield


def play(folder: Path, invitation: Invitation, scripts: Mapping[str, Script]) -> dict[str, Campaign]:
    """Plays until a script has no more; both campaigns stay open. What b accepted and all that followed was mailed."""
    with fixed_secrets("leaks"):
        a, b = begin(folder, 0, invitation)
        campaigns = {"a": a, "b": b}
        for number in range(2, 200):
            letter, other = "ab"[number % 2], "ba"[number % 2]
            campaign, mail = campaigns[letter], outbox(campaigns[other], number - 1)
            assert take(campaign, mail, read_blocks(mail)).fault is None
            due = campaign.due()
            said = scripts[letter](campaign, due) if due.closing is not None else None
            if said is None:
                return campaigns
            standing, checked = said
            text = dump(nested(standing)) if standing else "# nothing set\n"
            campaign.folder.write_document(STANDING, text.encode("utf-8"))
            submit(campaign, due, checked, date=DATE)
    raise AssertionError("the script does not end")


def masked(text: str) -> str:
    """The text without what is a hash, or hangs on one; the length of what is encoded or encrypted stays."""
    text = _BLOCK.sub(lambda found: f"<{len(found[0])}>", text)
    text = _LONG.sub(lambda found: f"<{len(found[0])}>", _HASH.sub("#", _QUOTED.sub(r"\1", text)))
    return _SUM.sub(r"\1#", text)


def payloads(campaign: Campaign) -> list[Any]:
    """Every payload of the log, hashes masked and the vault by its length."""
    return [_masked(message.body) for message in campaign.chain.messages]


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: len(inner) if key == "vault" else _masked(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner) for inner in value]
    return masked(value) if isinstance(value, str) else value


def mailed(campaign: Campaign) -> dict[str, str]:
    """What a player's outbox holds, and its public reports: name -> masked text, with the size of the file."""
    found = {}
    for drawer in ("outbox", "reports"):
        for path in sorted((campaign.folder.path / drawer).iterdir()):
            if path.is_file():
                found[f"{drawer}/{path.name}"] = _file(path)
    return found


def seen(campaign: Campaign) -> dict[str, str]:
    """Everything at all in somebody's campaign folder, and all that his commands would print."""
    folder = campaign.folder.path
    found = {
        path.relative_to(folder).as_posix(): _file(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
    found["own report"] = own_text(campaign)
    return {**found, **shown(campaign)}


def shown(campaign: Campaign) -> dict[str, str]:
    """`status`, `show`, `map` and the reports as this person, or an onlooker, gets to see them."""
    found = {f"show {seq}": masked(message_text(campaign, seq)) for seq in range(len(campaign.chain.messages))}
    for seq in range(2, len(campaign.chain.messages)):
        found[f"report {seq}"] = public_text(campaign, seq)
        found[f"report {seq} --json"] = json.dumps(public_json(campaign, seq), sort_keys=True)
    found["status"] = repr(status_of(campaign))
    found["position"] = json.dumps(moment_data(campaign), sort_keys=True)
    return found


def drawn(campaign: Campaign, *, public: bool = False) -> dict[str, str]:
    """The maps with every overlay: in plain characters and as SVG after every third message and now, and as PNG now."""
    found, drawn = {}, campaign.game.telling.pictures
    assert drawn is not None
    for seq in [*range(2, len(campaign.chain.messages), 3), None]:
        shown = moment(campaign, seq, public=public, overlays=list(drawn.overlays()))
        assert shown is not None
        found[f"map {seq}"] = "\n".join(lines_of([shown]))
        found[f"map {seq} --svg"] = svg_of([shown])
    assert shown is not None
    found["map --png"] = sha256(png_of([shown], home=campaign.home)).hexdigest()
    return found


def archive(campaign: Campaign) -> dict[str, str]:
    """The members of the archive: name -> size and masked text."""
    return {name: _sized(data) for name, data in archive_files(campaign)}


def onlooker(campaign: Campaign) -> Campaign:
    """The same campaign, looked at by somebody who plays no part in it."""
    return Campaign(campaign.folder, campaign.machine, campaign.chain, None, None)


def _file(path: Path) -> str:
    data = path.read_bytes()
    return _letter(data) if path.suffix == ".eml" else _sized(data)


def _letter(data: bytes) -> str:
    """The fields of a mail and the contents of its parts with their sizes; its id and boundaries hang on hashes."""
    parts: list[str] = []
    for part in email.message_from_bytes(data, policy=default).walk():
        fields = [f"{name}: {value}" for name, value in part.items() if name != "Content-Type"]
        parts += [_MAIL_ID.sub(r"\1#", field) for field in fields]
        if not part.is_multipart():
            parts.append(_sized("".join(part.get_content().split("\r")).encode("utf-8")))
    return "\n".join(parts)


def _sized(data: bytes) -> str:
    """The size, but for quotes that hang on a hash, and the masked text."""
    text = _QUOTED.sub(r"\1", data.decode("utf-8"))
    return f"{len(text)} {masked(text)}"


def close(campaigns: Mapping[str, Campaign]) -> None:
    """Closes both folders."""
    for campaign in campaigns.values():
        campaign.folder.close()


def picture(campaigns: Mapping[str, Campaign], hider: str, watcher: str) -> dict[str, Any]:
    """Everything that leaves the hider's computer, and all that the watcher and an onlooker can see."""
    parts = {
        "mailed": mailed(campaigns[hider]),
        "opponent": seen(campaigns[watcher]),
        "onlooker": shown(onlooker(campaigns[hider])),
        "archive": archive(campaigns[hider]),
        "drawn for all": drawn(campaigns[hider], public=True),
        "drawn for the opponent": drawn(campaigns[watcher]),
        "payloads": {str(seq): body for seq, body in enumerate(payloads(campaigns[hider]))},
    }
    return {f"{part}: {name}": text for part, texts in parts.items() for name, text in texts.items()}


def same(pictures: Sequence[Mapping[str, Any]]) -> None:
    """All of them are equal, byte by byte."""
    for other in pictures[1:]:
        assert other.keys() == pictures[0].keys()
        for name, text in other.items():
            assert text == pictures[0][name], name
