"""Real mail servers on this computer: Debian's dovecot for IMAP, aiosmtpd for SMTP, both with TLS by a CA made here.

Everybody at example.test has a mailbox, and the password of all of them is PASSWORD.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import hmac
import imaplib
import json
import os
import pwd
import re
import socket
import ssl
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import needs

PASSWORD = "postmans-Secret-1"
DOMAIN = "example.test"
NOBODY = "nobody"

# What Dovecot reads of all versions; what was named or nested otherwise before 2.4 stands below.
_CONFIG = r"""
{head}
base_dir = {base}/run
state_dir = {base}/state
log_path = {base}/log
protocols = imap
listen = 127.0.0.1
ssl = required
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
auth_mechanisms = {mechanisms}
auth_failure_delay = 0
mail_fsync = never
{names}
namespace inbox {{
  inbox = yes
  mailbox Gesendet {{
    auto = create
    special_use = \Sent
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {starttls}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
"""
_NAMES_2_3 = r"""
ssl_cert = <{base}/server.pem
ssl_key = <{base}/server.key
mail_location = maildir:{base}/mail/%u
passdb {{
  driver = static
  mechanisms = plain login
  args = password={password}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {base}/oauth.conf
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/mail/%u
}}
"""
_HEAD_2_4 = """
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
"""
_NAMES_2_4 = r"""
ssl_server_cert_file = {base}/server.pem
ssl_server_key_file = {base}/server.key
mail_driver = maildir
mail_path = {base}/mail/%{{user}}
passdb static {{
  mechanisms_filter = plain login
  passdb_static_password = {password}
}}
userdb static {{
  fields {{
    uid = {uid}
    gid = {gid}
    home = {base}/mail/%{{user}}
  }}
}}
oauth2 {{
  introspection_mode = local
  username_attribute = sub
  scope = mail
  oauth2_local_validation {{
    dict fs {{
      fs posix {{
        prefix = {base}/keys/
      }}
    }}
  }}
}}
"""


# Tokens are JWTs that the server checks by itself, with a key that lies here (RFC 7519). Before 2.4 in a file beside.
_OAUTH = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={base}/keys/
username_attribute = sub
username_format = %n
scope = mail
"""
_TOKEN_KEY = b"a key for the tokens of these tests"


@contextlib.contextmanager
def ports(number: int) -> Iterator[list[int]]:
    """So many ports that nobody else is given as long as they are held; who knows their numbers may listen there."""
    with contextlib.ExitStack() as held:
        found = []
        for _ in range(number):
            holder = held.enter_context(socket.socket())
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", 0))
            found.append(int(holder.getsockname()[1]))
        yield found


def certificates(folder: Path) -> None:
    """`ca.pem`, and `server.pem` with `server.key`, which is good for localhost and not for 127.0.0.1."""
    now = datetime.datetime.now(datetime.UTC)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in ("pbem test CA", "localhost")]

    def signed(which: int, extension: Any, *, critical: bool) -> x509.Certificate:
        builder = x509.CertificateBuilder().subject_name(names[which]).issuer_name(names[0])
        builder = builder.public_key(keys[which].public_key()).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(days=1))
        builder = builder.not_valid_after(now + datetime.timedelta(days=2))
        builder = builder.add_extension(extension, critical=critical)
        authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(keys[0].public_key())
        subject = x509.SubjectKeyIdentifier.from_public_key(keys[which].public_key())
        builder = builder.add_extension(authority, critical=False).add_extension(subject, critical=False)
        return builder.sign(keys[0], hashes.SHA256())

    ca = signed(0, x509.BasicConstraints(ca=True, path_length=0), critical=True)
    leaf = signed(1, x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    plain = serialization.NoEncryption()
    key = keys[1].private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "ca.pem").write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    (folder / "server.pem").write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    (folder / "server.key").write_bytes(key)


@dataclass
class PostOffice:
    """Both servers at work. log: every mail that was handed in, as (sender, receivers, bytes).

    refused: addresses that the SMTP server does not know. greylisted: addresses for which it takes no mail at present.
    answers: address -> what it says to a mail for it. asked: for whom it was to take mails. down: it takes nothing at
    all. breaking: it takes a mail and hangs up before it says so. logins: users who logged in. challenges: what was
    answered to the reason why a token was refused.
    """

    base: Path
    imaps: int
    imap: int
    smtp: int
    smtps: int
    log: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    greylisted: set[str] = field(default_factory=set)
    answers: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    down: bool = False
    breaking: bool = False
    logins: list[str] = field(default_factory=list)
    challenges: list[bytes] = field(default_factory=list)

    @property
    def ca(self) -> Path:
        return self.base / "ca.pem"

    def user(self, name: str) -> str:
        """The address of somebody whose mailbox is new."""
        user = f"{name}-{uuid.uuid4().hex[:8]}"
        for folder in ("", "new", "cur", "tmp"):
            path = self.base / "mail" / user / folder
            path.mkdir()
            path.chmod(0o777)
        return f"{user}@{DOMAIN}"

    def maildir(self, address: str) -> Path:
        return self.base / "mail" / address.partition("@")[0]

    def deliver(self, address: str, mail: bytes) -> None:
        """Puts a mail into somebody's mailbox, as any mail server would."""
        name = f"{time.time_ns()}.{uuid.uuid4().hex}.localhost"
        temporary = self.maildir(address) / "tmp" / name
        temporary.write_bytes(b"Return-Path: <somebody@example.test>\n" + mail.replace(b"\r\n", b"\n"))
        temporary.chmod(0o666)
        temporary.rename(self.maildir(address) / "new" / name)

    def mails(self, address: str) -> list[bytes]:
        """What lies in somebody's mailbox, the oldest first."""
        found = [path for folder in ("new", "cur") for path in (self.maildir(address) / folder).iterdir()]
        return [path.read_bytes() for path in sorted(found, key=lambda path: path.name)]

    def renumber(self, address: str) -> None:
        """Has the mailbox give new numbers under a new validity, as after a move to another server."""
        folder = self.maildir(address)
        head, _, rest = (folder / "dovecot-uidlist").read_text(encoding="ascii").partition("\n")
        found = re.sub(r"\bV(\d+)\b", lambda old: f"V{int(old[1]) + 1}", head)
        for path in folder.glob("dovecot.*"):
            path.unlink()
        (folder / "dovecot-uidlist").write_text(f"{found}\n{rest}", encoding="ascii")

    def settings(self, address: str, **more: str) -> str:
        """mail.yaml for somebody; password by a program, since there is no keyring here."""
        port = more.get("imap_port", str(self.imaps)), more.get("smtp_port", str(self.smtp))
        return (
            f"address: {address}\n"
            f"imap: {{host: {more.get('host', 'localhost')}, port: {port[0]}, "
            f"security: {more.get('imap_security', 'ssl')}, user: {address.partition('@')[0]}"
            f"{', sent: ' + more['sent'] if 'sent' in more else ''}}}\n"
            f"smtp: {{host: {more.get('host', 'localhost')}, port: {port[1]}, "
            f"security: {more.get('smtp_security', 'starttls')}, user: {address.partition('@')[0]}}}\n"
            f"password: {{command: [echo, {more.get('password', PASSWORD)!r}]}}\n".replace("'", '"')
            + (f"auth: {more['auth']}\n" if "auth" in more else "")
            + (f"ca: {more.get('ca', self.ca)}\n" if more.get("ca", "x") else "")
        )


class Door:
    """What the SMTP server does with a mail: it lies in the receivers' mailboxes at once."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        self.office.asked.append(address)
        if address in self.office.greylisted:
            return "451 4.7.1 greylisted, come back in five minutes"
        if address in self.office.answers:
            return self.office.answers[address]
        if address in self.office.refused:
            return "550 5.1.1 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.office.down:
            return "451 4.3.0 try again later"
        self.office.log.append((envelope.mail_from, list(envelope.rcpt_tos), bytes(envelope.content)))
        for address in envelope.rcpt_tos:
            if self.office.maildir(address).is_dir():
                self.office.deliver(address, bytes(envelope.content))
        if self.office.breaking:
            server.transport.abort()
        return "250 OK"

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> Any:  # noqa: N802
        from aiosmtpd.smtp import AuthResult

        fields = dict(part.split("=", 1) for part in base64.b64decode(args[1]).decode().split("\1") if part)
        shown = fields["auth"].removeprefix("Bearer ")
        if shown == token(fields["user"], **claims_of(shown)) and "exp" in claims_of(shown):
            self.office.logins.append(fields["user"])
            return AuthResult(success=True)
        reason = {"status": "400", "schemes": "Bearer", "scope": f"mail \x1b[2J{shown} " + "long " * 100}
        self.office.challenges.append(await server.challenge_auth(json.dumps(reason)))
        return AuthResult(success=False, handled=False)


@contextlib.contextmanager
def open_office() -> Iterator[PostOffice]:
    """Starts both servers in a folder of their own and stops them in the end.

    dovecot does not let root read mail, so there it runs as `nobody`, whose folder it has to be.
    """
    with tempfile.TemporaryDirectory(prefix="pbem-post-") as folder, ports(4) as held:
        base = Path(folder)
        certificates(base)
        (base / "mail").mkdir()
        office = PostOffice(base, *held)
        server = start_dovecot(office)
        try:
            wait_for(office)
            with smtp_doors(office):
                yield office
        finally:
            server.terminate()
            server.wait(10)


def token(user: str, **more: Any) -> str:
    """An access token of somebody, as the IMAP server takes it. more: claims in the place of those that are right."""
    claims = {"sub": user, "scope": "mail", "exp": int(time.time()) + 3600, "iat": int(time.time()) - 60, **more}

    def coded(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")

    head = coded(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    text = f"{head}.{coded(json.dumps(claims).encode())}"
    return f"{text}.{coded(hmac.digest(_TOKEN_KEY, text.encode(), 'sha256'))}"


def claims_of(shown: str) -> dict[str, Any]:
    """What a token claims; nothing where it is none."""
    try:
        middle = shown.split(".")[1]
        found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))
    except (ValueError, IndexError):
        return {}
    return found


def version_of(program: str) -> tuple[int, int]:
    """The version of a Dovecot, (2, 3) or (2, 4)."""
    said = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout
    major, minor = said.split(".")[:2]
    return int(major), int(minor)


def configuration(version: tuple[int, int], values: Mapping[str, object]) -> str:
    """What a Dovecot of this version reads."""
    head, names = (_HEAD_2_4, _NAMES_2_4) if version >= (2, 4) else ("", _NAMES_2_3)
    return _CONFIG.format(head=head, names=names.format(**values), **values)


def start_dovecot(office: PostOffice, mechanisms: str = "plain xoauth2 oauthbearer") -> subprocess.Popen[bytes]:
    base, root = office.base, os.geteuid() == 0
    account = pwd.getpwnam(NOBODY) if root else pwd.getpwuid(os.geteuid())
    group = subprocess.run(["id", "-gn", account.pw_name], capture_output=True, check=True, text=True).stdout.strip()
    values = {
        "base": base,
        "user": account.pw_name,
        "group": group,
        "uid": account.pw_uid,
        "gid": account.pw_gid,
        "mechanisms": mechanisms,
        "password": PASSWORD,
        "starttls": office.imap,
        "tls": office.imaps,
    }
    config = configuration(version_of(needs.dovecot()), values)
    (base / "dovecot.conf").write_text(config, encoding="utf-8")
    (base / "oauth.conf").write_text(_OAUTH.format(base=base), encoding="utf-8")
    key = base / "keys/default/HS256/default"
    key.parent.mkdir(parents=True, exist_ok=True)
    key.write_bytes(base64.b64encode(_TOKEN_KEY))
    if root:
        for path in (base, *base.rglob("*")):
            os.chown(path, account.pw_uid, account.pw_gid)
    as_whom: dict[str, Any] = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if root else {}
    command = [needs.dovecot(), "-c", str(base / "dovecot.conf"), "-F"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **as_whom)


def wait_for(office: PostOffice) -> None:
    """Until somebody can log in."""
    context = ssl.create_default_context(cafile=str(office.ca))
    address = office.user("caretaker")
    deadline = time.monotonic() + 20
    while True:
        try:
            link = imaplib.IMAP4_SSL("localhost", office.imaps, ssl_context=context, timeout=5)
            link.login(address.partition("@")[0], PASSWORD)
            link.logout()
            return
        except (OSError, imaplib.IMAP4.error):
            if time.monotonic() > deadline:
                raise RuntimeError((office.base / "log").read_text(encoding="utf-8")) from None
            time.sleep(0.05)


@contextlib.contextmanager
def smtp_doors(office: PostOffice) -> Iterator[None]:
    """The SMTP server, with STARTTLS at one port and TLS from the first byte on at another."""
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult, LoginPassword

    def known(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
        if good:
            office.logins.append(data.login.decode())
        return AuthResult(success=good, handled=False)

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(office.base / "server.pem", office.base / "server.key")
    common: dict[str, Any] = {"hostname": "127.0.0.1", "authenticator": known, "auth_required": True}
    later = Controller(Door(office), port=office.smtp, tls_context=context, require_starttls=True, **common)
    at_once = Controller(Door(office), port=office.smtps, ssl_context=context, auth_require_tls=False, **common)
    later.start()
    at_once.start()
    try:
        yield
    finally:
        later.stop()
        at_once.stop()
