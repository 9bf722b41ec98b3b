"""The orders page as text: what is put in where, that nothing of it becomes markup, and how its script is bundled."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.page import bundle
from pbem.report.page.assemble import Page, assemble, island, policy

TEXTS = st.text(max_size=60) | st.sampled_from(["</script>", "<!--", "]]>", "{{script}}", "\u2028", "&lt;", "'\"`"])


@given(st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=3), max_size=4))
def test_an_island_ends_no_element_and_says_the_same(data: dict[str, object]) -> None:
    text = island(data)
    assert not set("<>&\u2028\u2029") & set(text) and json.loads(text) == data


@given(TEXTS, TEXTS)
def test_words_of_strangers_are_text_in_the_page(word: str, other: str) -> None:
    bare = assemble(Page("t", "h", "a", {"x": 1}, [("b", "<svg></svg>")], ["n"]))
    full = assemble(Page(word, other, word, {"x": other}, [(word, "<svg></svg>")], [other]))
    assert re.findall(r"<[a-z/!]", full) == re.findall(r"<[a-z/!]", bare)
    assert full.count("<script") == 2 and full.count("</script") == 2


def test_counters_to_copy_are_drawn_nowhere_by_themselves() -> None:
    text = assemble(Page("t", "h", "a", {}, faces=["<rect/>", "<path/>"]))
    assert '<defs><g id="face-0"><rect/></g><g id="face-1"><path/></g></defs>' in text
    assert 'class="faces"' not in assemble(Page("t", "h", "a", {}))


def test_the_policy_names_exactly_what_is_in_the_page() -> None:
    text = assemble(Page("t", "h", "a", {}))
    code = text.split("<script>")[1].split("</script>")[0]
    style = text.split("<style>")[1].split("</style>")[0]
    for kind, given_ in (("script", code), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(given_.encode("utf-8")).digest()).decode("ascii")
        assert f"{kind}-src 'sha256-{digest}'" in text
    assert policy(code, style) in text and "default-src 'none'" in text and "connect-src" not in text


def test_the_page_needs_nothing_from_elsewhere() -> None:
    text = assemble(Page("t", "h", "a", {}))
    assert not re.search(r'(?:src|href)="|url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)', text)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|\beval\(|XMLHttpRequest|WebSocket|\bfetch\(|sessionStorage|indexedDB", text
    )


def test_modules_are_short_and_each_is_bundled_once() -> None:
    names = [one.name for one in files("pbem.report.page").iterdir() if one.name.endswith(".js")]
    code = bundle.script()
    for name in names:
        assert len(bundle.source(name).split("\n")) < 400
        assert code.count(f"const module_{name.removesuffix('.js')} = ") == 1, name


def test_a_module_gives_what_it_exports_and_no_more() -> None:
    lines = [
        'import { a, b } from "./other.js";',
        "export const one = a;",
        "export function two() {}",
        "const own = b;",
        "export { own as three };",
        "",
    ]
    text = "\n".join(lines)
    code = bundle.wrapped("mine", text)
    assert "return { one, two, three: own };" in code and "const { a, b } = module_other;" in code
    assert "import " not in code and "export " not in code


@pytest.mark.parametrize(
    "text", ['import x from "./x.js";', "export default 1;", 'import "./x.js";', "export * from 'y';"]
)
def test_other_forms_of_modules_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not known here"):
        bundle.wrapped("mine", text)


def test_modules_that_need_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"main.js": 'import { a } from "./b.js";', "b.js": 'import { c } from "./main.js";\nexport const a = c;'}
    monkeypatch.setattr(bundle, "source", texts.__getitem__)
    bundle.script.cache_clear()
    with pytest.raises(ValueError, match="need each other"):
        bundle.script()
    bundle.script.cache_clear()
