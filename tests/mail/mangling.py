"""What mail programs, people and lists do to a mail, as functions from text or mail to text or mail.

TRANSFORMATIONS are the seventeen of row T04. HABITS are what else happens to a text: quoting, forwarding, markup.
CLIENTS make a mail of a text. CARRIERS make a mail of a mail. Any of them may follow any other of its kind.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import html
import quopri
import re
import textwrap
from collections.abc import Callable

Change = Callable[[str], str]
Client = Callable[[str], bytes]
Carrier = Callable[[bytes], bytes]


# -- T04 --------------------------------------------------------------------------------------------------


def quoted_printable_decoded(text: str) -> str:
    return quopri.decodestring(quopri.encodestring(text.encode())).decode()


def quoted_printable_raw(text: str) -> str:
    return quopri.encodestring(text.encode(), quotetabs=True).decode("ascii")


def base64_attachment(text: str) -> str:
    return base64.b64decode(base64.encodebytes(text.encode())).decode()


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def quoted_twice(text: str) -> str:
    return "".join(f">> {line}\n" for line in text.splitlines())


def trailing_cut(text: str) -> str:
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def wrapped_72(text: str) -> str:
    return "\n".join("\n".join(line[i : i + 72] for i in range(0, max(len(line), 1), 72)) for line in text.splitlines())


def format_flowed(text: str) -> str:
    """Space-stuffed by the sender; a reader that joins flowed lines and forgets to unstuff."""
    stuffed = "".join(
        (" " + line if line.startswith((" ", ">", "From ")) else line) + "\n" for line in text.splitlines()
    )
    return stuffed.replace(" \n", " ")


def smart(text: str) -> str:
    text = re.sub(r'"([^"\n]*)"', "“\\1”", text)
    return text.replace(" - ", " – ").replace("---", "—").replace("...", "…").replace("'", "’")


def from_escaped(text: str) -> str:
    return re.sub(r"^(>*From )", r">\1", text, flags=re.MULTILINE)


def html_round_trip(text: str) -> str:
    marked = "<div>" + html.escape(text).replace("\n", "<br>\n") + "</div>"
    return html.unescape(re.sub(r"<[^>]+>", "", marked))


def nbsp(text: str) -> str:
    return text.replace("  ", "\u00a0 ")


def tabs(text: str) -> str:
    return text.replace("    ", "\t")


def folded_998(text: str) -> str:
    return "\n".join(
        "\r\n ".join(line[i : i + 998] for i in range(0, max(len(line), 1), 998)) for line in text.split("\n")
    )


def surrounded(text: str) -> str:
    head = "Dear friend,\nhere is my turn. The block starts with BEGIN PBEM TURN and closes with END PBEM TURN.\n\n"
    return head + text + "\n-- \nlist@example.invalid | unsubscribe: <https://example.invalid/?a=b&c=d>\n"


def bom(text: str) -> str:
    return "\ufeff" + text


TRANSFORMATIONS: list[Change] = [
    *(quoted_printable_decoded, quoted_printable_raw, base64_attachment, crlf, quoted, quoted_twice),
    *(trailing_cut, wrapped_72, format_flowed, smart, from_escaped, html_round_trip, nbsp, tabs),
    *(folded_998, surrounded, bom),
]


# -- what else happens to a text --------------------------------------------------------------------------

ANSWER = "Hi Anna,\n\ngood move. Mine follows tonight.\n\n"
SIGNATURE = "\n-- \nBert Example\n+49 30 555 0100 | https://example.org/bert\n"
OFFICE_HEAD = "From: Anna <anna@example.org>\nSent: Monday, 3 November 2025 18:02\nTo: Bert <bert@example.org>\n"


def answered_above(text: str) -> str:
    return f"{ANSWER}On Mon, 3 Nov 2025 at 18:02, Anna <anna@example.org> wrote:\n\n{quoted(text)}{SIGNATURE}"


def answered_below(text: str) -> str:
    return f"On 2025-11-03 18:02, Anna wrote:\n{quoted(text)}\n{ANSWER}{SIGNATURE}"


def under_an_office_head(text: str) -> str:
    return f"{ANSWER}{OFFICE_HEAD}Subject: RE: [pbem 8a4de1c0ffee #4]\n\n{text}"


def as_original_message(text: str) -> str:
    return f"{ANSWER}-----Original Message-----\n{OFFICE_HEAD}\n{text}\n"


def forwarded_inline(text: str) -> str:
    head = "---------- Forwarded message ---------\nFrom: Anna <anna@example.org>\nDate: Mon, 3 Nov 2025 at 18:02\n"
    return f"FYI\n\n{head}Subject: [pbem] turn\nTo: <bert@example.org>\n\n\n{text}\n"


def initialled(text: str) -> str:
    """Each line behind the name of who wrote it."""
    return "Anna writes:\n" + "".join(f"Anna> {line}\n" for line in text.splitlines()) + "\nThanks!\n"


def barred(text: str) -> str:
    return "".join(f"| {line}\n" for line in text.splitlines())


def deep_and_broken(text: str) -> str:
    """Quoted eight times, then broken at 72 by a program that knows nothing of quoting."""
    return wrapped_72(functools.reduce(lambda inner, _: quoted(inner), range(8), text))


def one_paragraph(text: str) -> str:
    return " ".join(text.split())


def filled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 76, break_long_words=False, break_on_hyphens=False)


def double_spaced(text: str) -> str:
    return text.replace("\n", "\n\n")


def zero_widths(text: str) -> str:
    """A break that nobody sees in every long word."""
    return re.sub(r"[A-Za-z0-9+/]{30}(?=[A-Za-z0-9+/])", "\\g<0>\u200b", text)


def soft_hyphens(text: str) -> str:
    return re.sub(r"[A-Za-z0-9+/]{12}(?=[A-Za-z0-9+/]{12})", "\\g<0>\u00ad", text)


def line_separators(text: str) -> str:
    return text.replace("\n", "\u2028\n")


def clearsigned(text: str) -> str:
    dashed = re.sub(r"^-", "- -", text, flags=re.MULTILINE)
    signature = base64.encodebytes(bytes(range(90))).decode("ascii")
    begin = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    return f"{begin}{dashed}\n-----BEGIN PGP SIGNATURE-----\n\n{signature}=aB3d\n-----END PGP SIGNATURE-----\n"


def disclaimed(text: str) -> str:
    above = "[EXTERNAL] This mail comes from outside of our house. Do not open what you do not expect.\n\n"
    below = "\nThis mail and what is attached to it are for its addressee alone. If it is not you, delete it.\n"
    return above + text + below


def remarked(text: str) -> str:
    """Somebody answers between the lines, whatever these are."""
    lines = quoted(text).splitlines()
    for at in range(len(lines) - 2, 2, -7):
        lines.insert(at, "")
        lines.insert(at, "What is this here, my friend?")
    return "\n".join(lines) + "\n"


def as_markup(text: str) -> str:
    """The source of a simple HTML mail."""
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>\n" for line in text.splitlines())
    return f'<html><head><title>x</title></head><body><div dir="ltr">{lines}</div></body></html>\n'


def as_office_markup(text: str) -> str:
    """The source of a mail by a word processor, its lines broken wherever there is a blank."""
    rows = []
    for line in text.splitlines():
        inner = html.escape(line).replace("+", "&#43;").replace("  ", "&nbsp; ") or "&nbsp;"
        style = "font-size:10.0pt;font-family:&quot;Courier New&quot;"
        rows.append(f"<p class=MsoNormal><span lang=EN-GB style='{style}'>{inner}<o:p></o:p></span></p>")
    head = '<!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" />\n</xml><![endif]-->'
    body = "\n".join("\n".join(textwrap.wrap(row, 76, break_long_words=False)) for row in rows)
    page = f"<head>{head}</head>\n<body><div class=WordSection1>\n{body}\n</div></body>"
    return f'<html xmlns:o="urn:example">{page}</html>\n'


def with_links_rewritten(text: str) -> str:
    """A gateway puts its own address in the place of every link, and a link where there was only an address."""
    far = "https://links.example.net/?url=" + "x%3A%2F" * 90
    return re.sub(r"\S+@example\.(?:org|invalid)", lambda found: f'<a href="{far}">{found[0]}</a>', text)


HABITS: list[Change] = [
    *(answered_above, answered_below, under_an_office_head, as_original_message, forwarded_inline, initialled, barred),
    *(deep_and_broken, one_paragraph, filled, double_spaced, zero_widths, soft_hyphens, line_separators, clearsigned),
    *(disclaimed, remarked, as_markup, as_office_markup, with_links_rewritten),
]


# -- mails ------------------------------------------------------------------------------------------------

HEAD = b"""From: Anna <anna@example.org>
To: Bert <bert@example.org>
Subject: Re: [pbem 8a4de1c0ffee #4] Game-Turn 2
Date: Mon, 03 Nov 2025 18:02:11 +0100
Message-ID: <0e7a.4@mail.example.org>
MIME-Version: 1.0
"""


def part(text: str, kind: str, charset: str, coding: str) -> bytes:
    """A part of text; characters that the charset lacks become question marks, as old programs have it."""
    data = text.encode(charset, "replace")
    body = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(coding, bytes)(data)
    head = f'Content-Type: text/{kind}; charset="{charset}"\nContent-Transfer-Encoding: {coding}\n\n'
    return head.encode("ascii") + body


def file_part(data: bytes, kind: str, name: str) -> bytes:
    disposition = f"Content-Disposition: attachment; filename={name}"
    head = f"Content-Type: {kind}\n{disposition}\nContent-Transfer-Encoding: base64\n\n"
    return head.encode("ascii") + base64.encodebytes(data)


def parts(kind: str, *inner: bytes) -> bytes:
    """A multipart of this kind; its boundary follows from what is in it."""
    name = hashlib.sha256(b"".join(inner)).hexdigest()[:24].encode("ascii")
    body = b"".join(b"--=_" + name + b"\n" + one + b"\n" for one in inner)
    return b'Content-Type: multipart/%s; boundary="=_%s"\n\n%s--=_%s--\n' % (kind.encode(), name, body, name)


PLAIN_WORD = part("My turn is attached.\n", "plain", "us-ascii", "7bit")
MESSAGE = b"Content-Type: message/rfc822\n\n"


def plain_utf8(text: str) -> bytes:
    return HEAD + part(text, "plain", "utf-8", "8bit")


def plain_quoted_printable(text: str) -> bytes:
    return HEAD + part(text, "plain", "utf-8", "quoted-printable")


def plain_base64(text: str) -> bytes:
    return HEAD + part(text, "plain", "utf-8", "base64")


def plain_latin_1(text: str) -> bytes:
    return HEAD + part(text, "plain", "iso-8859-1", "8bit")


def html_alone(text: str) -> bytes:
    return HEAD + part(as_markup(text), "html", "utf-8", "quoted-printable")


def office_windows_1252(text: str) -> bytes:
    return HEAD + part(as_office_markup(text), "html", "windows-1252", "quoted-printable")


def html_utf_16(text: str) -> bytes:
    return HEAD + part(as_markup(text), "html", "utf-16", "base64")


def alternative(text: str) -> bytes:
    """Nothing but a hint in the plain part."""
    return HEAD + parts("alternative", PLAIN_WORD, part(as_markup(text), "html", "utf-8", "base64"))


def attached(text: str) -> bytes:
    return HEAD + parts("mixed", PLAIN_WORD, file_part(text.encode(), "application/octet-stream", "0004-a.yaml"))


def deeply_nested(text: str) -> bytes:
    """Mixed, related, alternative: a mail with a picture in its HTML and a footer besides."""
    inner = parts("alternative", PLAIN_WORD, part(as_markup(text), "html", "utf-8", "quoted-printable"))
    picture = file_part(b"\x89PNG\r\n\x1a\n" + bytes(99), "image/png", "map.png")
    footer = part("-- \nlist of the club\n", "plain", "us-ascii", "7bit")
    return HEAD + parts("mixed", parts("related", inner, picture), footer)


def uuencoded(text: str) -> bytes:
    data = text.encode()
    lines = b"".join(binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45))
    return HEAD + b"\nMy turn is attached.\n\nbegin 644 0004-a.yaml\n" + lines + b"`\nend\n"


CLIENTS: list[Client] = [
    *(plain_utf8, plain_quoted_printable, plain_base64, plain_latin_1, html_alone, office_windows_1252, html_utf_16),
    *(alternative, attached, deeply_nested, uuencoded),
]


# -- what becomes of a mail -------------------------------------------------------------------------------


def forwarded_as_attachment(mail: bytes) -> bytes:
    return HEAD + parts("mixed", PLAIN_WORD, MESSAGE + mail)


def forwarded_as_a_file(mail: bytes) -> bytes:
    return HEAD + parts("mixed", PLAIN_WORD, file_part(mail, "application/octet-stream", "turn.eml"))


def in_a_digest(mail: bytes) -> bytes:
    return HEAD + parts("digest", b"\n" + plain_utf8("Who plays on Friday?\n"), b"\n" + mail)


def signed_beside(mail: bytes) -> bytes:
    """S/MIME or PGP in its usual form: the mail as it is, and a signature as a part of its own."""
    seal = file_part(bytes(range(256)), "application/pkcs7-signature", "smime.p7s")
    return HEAD + parts("signed", MESSAGE + mail, seal)


def by_a_list(mail: bytes) -> bytes:
    footer = "_" * 47 + "\nWargamers mailing list\nwargamers@lists.example.org\n"
    return HEAD + parts("mixed", MESSAGE + mail, part(footer, "plain", "us-ascii", "7bit"))


def source_quoted(mail: bytes) -> bytes:
    """The source of the mail, pasted and quoted."""
    return b"Look at this:\n\n" + b"".join(b"> " + line + b"\n" for line in mail.splitlines())


def in_apple_mail(mail: bytes) -> bytes:
    behind = b'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict/></plist>\n'
    return b"%d\n" % len(mail) + mail + behind


def with_crlf(mail: bytes) -> bytes:
    return re.sub(rb"\r?\n", b"\r\n", mail)


def behind_a_mark(mail: bytes) -> bytes:
    return b"\xef\xbb\xbf" + mail


CARRIERS: list[Carrier] = [
    *(forwarded_as_attachment, forwarded_as_a_file, in_a_digest, signed_beside, by_a_list, with_crlf, behind_a_mark),
    *(source_quoted, in_apple_mail),
]
