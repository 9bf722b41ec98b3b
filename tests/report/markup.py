"""Pages taken apart again, by the parser of the standard library."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser

_EMPTY = frozenset({"meta", "br", "img", "input", "hr", "path", "rect", "circle", "polyline", "polygon", "use", "line"})
_UNSEEN = frozenset({"script", "style", "title", "template"})


class Parsed(HTMLParser):
    """elements: name and attributes of every one, in order. words: what is read between tags, without tooltips."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not _UNSEEN & set(self.open) and "svg" not in self.open:
            self.words.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        """Attributes of all elements of a name."""
        return [given for tag, given in self.elements if tag == name]

    def text(self) -> str:
        """All words, one blank between them."""
        return " ".join(" ".join(self.words).split())


def assert_harmless(page: str) -> Parsed:
    """What holds for every page: it is well formed, runs its own script alone, and refers to nothing outside."""
    parsed = Parsed(page)
    for name, given in parsed.elements:
        assert name not in ("iframe", "object", "embed", "base", "link", "form", "a" if "href" not in given else "")
        assert not [key for key in given if key.startswith("on") or key in ("style", "srcset", "action")], (name, given)
        assert all(str(given[key]).startswith("#") for key in ("href", "xlink:href") if key in given)
        assert "src" not in given
    ids = [given["id"] for _, given in parsed.elements if "id" in given]
    shown = [one for one in ids if one is not None]
    assert len(set(shown)) == len(shown) or "<template" in page
    assert not re.search(r"@import|url\((?!#)", page)
    scripts = list(_blocks(page, "script"))
    runs = [text for kind, text in scripts if "json" not in kind]
    assert len(runs) == 1
    (policy,) = [g["content"] for g in parsed.named("meta") if g.get("http-equiv") == "Content-Security-Policy"]
    for what, text in (("script", runs[0]), ("style", next(text for _, text in _blocks(page, "style")))):
        digest = base64.b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
        assert f"{what}-src 'sha256-{digest}'" in str(policy)
    assert "default-src 'none'" in str(policy) and "unsafe" not in str(policy)
    return parsed


def _blocks(page: str, name: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(rf"<{name}([^>]*)>(.*?)</{name}>", page, re.DOTALL):
        yield found[1], found[2]


def tokens(text: str) -> list[str]:
    """The words of a text in order, without what parts them and without what only one of two papers has."""
    plain = re.sub(r"[\u2500-\u257f=|\-]{2,}|[•|:;.,\u2026]", " ", text)
    return plain.casefold().split()
