"""`make samples`: plays the sample campaigns anew and lays them out as a player would keep them.

Without options every one of `SAMPLES`; with `--ruleset`, `--scenario` or `--side` the one that these name. Keys and
dice are fresh each time, so that every run gives other campaigns. `--reports` leaves them as they were played and tells
them in the words of today. Until 1.0 a change of rules has
them played anew; from then on what once landed has to verify for ever.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.records.archiving import archive_bytes, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import public_text, report_name
from pbem.local.practice import exchange, local_pair, outbox, practice_client
from pbem.protocol.verify import head_of, log_lines, tape_lines
from tests.places import PROJECT as ROOT


@dataclass(frozen=True)
class Sample:
    """A campaign that is laid out. names: who invites as `army`, and who accepts. day: on which all of it is mailed.
    drawer: the name of its folder, where that is not the scenario's."""

    ruleset: str
    scenario: str
    army: str
    names: tuple[str, str]
    day: datetime
    drawer: str = ""

    @property
    def folder(self) -> Path:
        """Where it is laid out."""
        return ROOT / "samples" / (self.drawer or self.scenario)

    @property
    def addresses(self) -> dict[str, str]:
        """Seat -> address."""
        return {seat: f"{name} <{name.lower()}@example.org>" for seat, name in zip("ab", self.names, strict=True)}


# Each on the morning on which its scenario begins.
SAMPLES = (
    Sample("napoleon-at-war", "jena-auerstadt", "french", ("Anna", "Bert"), datetime(1806, 10, 14, 6, tzinfo=UTC)),
    Sample("jours-de-gloire", "eylau-1807", "french", ("Clara", "Dmitri"), datetime(1807, 1, 21, 6, tzinfo=UTC)),
    Sample(
        "napoleons-last-battles",
        "ligny",
        "french",
        ("Eva", "Fritz"),
        datetime(1815, 6, 16, 14, tzinfo=UTC),
        "ligny-1815",
    ),
    Sample("1806", "jena", "french", ("Gerda", "Hans"), datetime(1806, 10, 14, 5, tzinfo=UTC), "jena-1806"),
    Sample(
        "winters-victory",
        "first-day",
        "french",
        ("Irina", "Jean"),
        datetime(1807, 2, 7, 14, tzinfo=UTC),
        "first-day-1807",
    ),
)


def mail(campaign: Campaign, sample: Sample, seq: int, signed: bytes) -> bytes:
    """The message as a plain mail: the report, then the signed orders file."""
    seat = campaign.chain.messages[seq].seat
    letter = EmailMessage(policy=SMTP.clone(max_line_length=998))
    letter["From"] = sample.addresses[seat]
    letter["To"] = sample.addresses["b" if seat == "a" else "a"]
    letter["Subject"] = f"[pbem {campaign.short_id}] message {seq}"
    letter["Date"] = format_datetime(sample.day)
    text = public_text(campaign, seq) + "\n" if seq > 1 else ""
    letter.set_content(text + signed.decode("utf-8"), cte="8bit")
    return letter.as_bytes()


def lay_out(a: Campaign, b: Campaign, sample: Sample) -> None:
    """Log, tapes, head, archive, signed orders files, mails and public reports; nothing secret."""
    target = sample.folder
    for drawer in ("orders", "mails", "reports"):
        (target / drawer).mkdir(parents=True)
    chain = a.chain
    for message in chain.messages:
        name = report_name(a, message.seq)
        signed = outbox(a if message.seat == "a" else b, message.seq)
        (target / "orders" / f"{name}.yaml").write_bytes(signed)
        (target / "mails" / f"{name}.eml").write_bytes(mail(a, sample, message.seq, signed))
        if message.seq > 1:
            (target / "reports" / f"{name}.txt").write_bytes(public_text(a, message.seq).encode("utf-8"))
    (target / "campaign.jsonl").write_bytes(log_lines(chain))
    (target / "tapes.jsonl").write_bytes(tape_lines(chain))
    (target / "head").write_bytes(head_of(chain))
    (target / "campaign.pbem").write_bytes(archive_bytes(a))


def play(sample: Sample) -> None:
    """Plays one campaign between two practice opponents and lays it out in place of the one that was there."""
    with tempfile.TemporaryDirectory() as folder:
        date = sample.day.strftime("%Y-%m-%dT%H:%M:%SZ")
        invitation = Invitation(sample.ruleset, sample.scenario, sample.army)
        a, b = local_pair(Path(folder), invitation, sample.names, date)
        exchange(practice_client(a), practice_client(b), date=date)
        shutil.rmtree(sample.folder, ignore_errors=True)
        lay_out(a, b, sample)
    print(f"{sample.folder}: {len(a.chain.messages)} messages, {a.chain.over}")


def retell(sample: Sample) -> None:
    """Writes the reports of a campaign anew, in its archive and beside it; what was played and mailed stays."""
    archive = sample.folder / "campaign.pbem"
    campaign = judge_archive(archive.read_bytes()).campaign
    if campaign is None:
        raise SystemExit(f"{archive}: not verified")
    told = archive_bytes(campaign)
    for name, data in unpack(told).items():
        if name.startswith("reports/"):
            (sample.folder / name).write_bytes(data)
    archive.write_bytes(told)
    print(f"{sample.folder}: reports told anew")


def chosen(ruleset: str, scenario: str, army: str) -> list[Sample]:
    """The samples that fit what was asked for; empty texts ask for nothing. A scenario that is none of them is laid
    out like the first sample of its ruleset."""
    fitting = [one for one in SAMPLES if ruleset in ("", one.ruleset) and scenario in ("", one.scenario)]
    if not fitting and scenario:
        first = next((one for one in SAMPLES if one.ruleset == ruleset), SAMPLES[0])
        fitting = [replace(first, ruleset=ruleset or first.ruleset, scenario=scenario, drawer="")]
    return [replace(one, army=army or one.army) for one in fitting]


def main() -> None:
    """Plays and lays out what was asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("ruleset", "scenario", "side"):
        options.add_argument(f"--{name}", default="")
    options.add_argument("--reports", action="store_true")
    asked = options.parse_args()
    for sample in chosen(asked.ruleset, asked.scenario, asked.side):
        (retell if asked.reports else play)(sample)


if __name__ == "__main__":
    main()
