"""A whole page in one file: what it may do stands in its head, and that is to show itself and nothing else."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pbem.report.web.markup import Markup, escaped

_HERE = Path(__file__).parent


def page(title: str, body: Markup, scripts: Sequence[str] = ("page.js",)) -> str:
    """The page. body: what stands between the tags. scripts: files of this package that run in it, in order.

    The policy names the one script and the one style sheet by their digests: no word of a body can add another.
    """
    style, script = _part("page.css"), "\n".join(_part(name) for name in scripts)
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="generator" content="pbem">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escaped(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            body,
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@lru_cache(maxsize=8)
def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
