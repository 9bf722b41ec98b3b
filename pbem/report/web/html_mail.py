"""The report as HTML for mail programs, which know neither style sheets nor scripts nor drawings: tables, and styles in
the elements themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pbem.report.dispatch import Dispatch, Naming, Wording
from pbem.report.text import write_due, write_public
from pbem.report.web.html_paper import Sheet
from pbem.report.web.markup import Markup, escaped, lines, tag

_LOOKS: Final[Mapping[str, str]] = {
    "body": "margin:0;padding:12px;background:#ffffff;color:#1f2328;font-family:Arial,Helvetica,sans-serif;"
    "font-size:15px;line-height:1.4",
    "h1": "font-size:21px;margin:0 0 4px",
    "h2": "font-size:17px;margin:20px 0 4px;border-bottom:1px solid #cccccc;padding-bottom:3px",
    "h3": "font-size:13px;margin:12px 0 3px;color:#555555;text-transform:uppercase",
    "p": "margin:3px 0",
    "p.in": "margin:3px 0 3px 14px",
    "p.deep": "margin:3px 0 3px 26px",
    "p.lead": "margin:8px 0 2px;font-weight:bold",
    "p.faint": "margin:3px 0;color:#555555",
    "div.combat": "margin:0 0 8px 14px",
    "table": "border-collapse:collapse;margin:3px 0",
    "th": "text-align:left;vertical-align:top;padding:1px 14px 1px 0;color:#555555;font-weight:normal",
    "td": "text-align:left;vertical-align:top;padding:1px 0",
    "ul": "margin:2px 0 6px;padding-left:22px",
    "blockquote": "margin:6px 0;padding:2px 12px;border-left:4px solid #1a5fd0;color:#333333",
    "span.digest": "color:#555555",
    "img": "max-width:100%;height:auto;border:0;display:block;margin:8px 0",
}
_ATTACHED: Final = "Whoever sends this mail on sends that file with it."
_OPENING: Final = re.compile(r"<([a-z0-9]+)((?: [^<>]*)?)>")
_CLASS: Final = re.compile(r' class="([a-z ]*)"')


def letter(title: str, greeting: str, body: str, attached: str, picture: str = "", shows: str = "") -> str:
    """The mail. greeting: lines of text. body: markup. attached: name of the signed file that goes with the mail.

    picture: the content id of the map, shows: what is on it.
    """
    parts = [
        tag("h1", title),
        *(tag("p", line, class_="faint") for line in greeting.splitlines()),
        tag("img", src=f"cid:{picture}", alt=shows) if picture else "",
        body,
        tag("p", f"The signed turn is attached: {attached}. {_ATTACHED}", class_="faint"),
    ]
    head = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
    page = f"<html><head>{head}<title>{escaped(title)}</title></head>{styled(tag('body', lines(*parts)))}</html>"
    return f"<!doctype html>\n{page}\n"


def letter_report(dispatch: Dispatch, name: Naming, wording: Wording) -> Markup:
    """The public report as the body of a letter."""
    sheet = Sheet(2, plain=True)
    write_public(sheet, dispatch, name, wording)
    write_due(sheet, dispatch, "public")
    return sheet.markup()


def styled(markup: str) -> str:
    """The markup with the looks of its elements written into them, in the place of their classes."""

    def looks(found: re.Match[str]) -> str:
        name, rest = found[1], found[2]
        kind = _CLASS.search(rest)
        style = _LOOKS.get(f"{name}.{kind[1]}" if kind else name, _LOOKS.get(name, ""))
        rest = _CLASS.sub("", rest)
        return f'<{name}{rest} style="{style}">' if style else f"<{name}{rest}>"

    return _OPENING.sub(looks, markup)
