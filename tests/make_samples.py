"""`make samples`: plays the sample campaign anew and lays it out as a player would keep it.

Keys and dice are fresh each time, so that every run gives another campaign. An old sample moves to
tests/archives/ before its place is taken: what once landed has to verify for ever.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.campaign.archiving import archive_bytes
from pbem.campaign.campaign import Campaign
from pbem.campaign.create import Invitation
from pbem.campaign.practice import exchange, local_pair, outbox, practice_client
from pbem.campaign.reports import public_text, report_name
from pbem.protocol.verify import head_of, log_lines, tape_lines

ROOT = Path(__file__).parent.parent
ADDRESSES = {"a": "Anna <anna@example.org>", "b": "Bert <bert@example.org>"}


def mail(campaign: Campaign, seq: int, signed: bytes, date: str) -> bytes:
    """The message as a plain mail: the report, then the signed orders file."""
    side = campaign.chain.messages[seq].side
    letter = EmailMessage(policy=SMTP.clone(max_line_length=998))
    letter["From"] = ADDRESSES[side]
    letter["To"] = ADDRESSES["b" if side == "a" else "a"]
    letter["Subject"] = f"[pbem {campaign.short_id}] message {seq}"
    letter["Date"] = date
    text = public_text(campaign, seq) + "\n" if seq > 1 else ""
    letter.set_content(text + signed.decode("utf-8"), cte="8bit")
    return letter.as_bytes()


def lay_out(a: Campaign, b: Campaign, target: Path, date: str) -> None:
    """Log, tapes, head, archive, signed orders files, mails and public reports; nothing secret."""
    for drawer in ("orders", "mails", "reports"):
        (target / drawer).mkdir(parents=True)
    chain = a.chain
    for message in chain.messages:
        name = report_name(a, message.seq)
        signed = outbox(a if message.side == "a" else b, message.seq)
        (target / "orders" / f"{name}.yaml").write_bytes(signed)
        (target / "mails" / f"{name}.eml").write_bytes(mail(a, message.seq, signed, date))
        if message.seq > 1:
            (target / "reports" / f"{name}.txt").write_bytes(public_text(a, message.seq).encode("utf-8"))
    (target / "campaign.jsonl").write_bytes(log_lines(chain))
    (target / "tapes.jsonl").write_bytes(tape_lines(chain))
    (target / "head").write_bytes(head_of(chain))
    (target / "campaign.pbem").write_bytes(archive_bytes(a))


def main() -> None:
    """Plays and lays out one sample."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--ruleset", default="napoleon-at-war")
    options.add_argument("--scenario", default="jena-auerstadt")
    options.add_argument("--side", default="french")
    chosen = options.parse_args()
    target = ROOT / "samples" / chosen.scenario
    with tempfile.TemporaryDirectory() as folder:
        invitation = Invitation(chosen.ruleset, chosen.scenario, chosen.side)
        date = "1806-10-14T06:00:00Z"
        a, b = local_pair(Path(folder), invitation, ("Anna", "Bert"), date)
        exchange(practice_client(a), practice_client(b), date=date)
        shutil.rmtree(target, ignore_errors=True)
        lay_out(a, b, target, "Tue, 14 Oct 1806 06:00:00 +0000")
    print(f"{target}: {len(a.chain.messages)} messages, {a.chain.over}")


if __name__ == "__main__":
    main()
