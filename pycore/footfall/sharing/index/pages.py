"""HTML pages of an index: one for the whole and one for each mod.

They need no server. A script of a few lines filters the list, which is complete without it. All texts of mods are
escaped, and the pages allow no other script, style or address.
"""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from urllib.parse import quote

from footfall.diagnostics.plural import format_count

from ..signatures import describe_key
from .build import describe_tests
from .format import Index, IndexedMod, IndexedVersion, ModKind

PAGES_FOLDER = "pages"

KINDS = {
    ModKind.DATA: "data",
    ModKind.RULES: "rules as data",
    ModKind.PYTHON: "Python, runs with your rights once you approve it",
}

CSS = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem;
  color: #1c2128; background: #fff; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
ul.mods { list-style: none; padding: 0; } ul.mods li { padding: .5rem 0; border-bottom: 1px solid #e3e6ea; }
code, pre { font: 14px/1.5 ui-monospace, monospace; } pre { white-space: pre-wrap; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem 1.2rem; overflow-wrap: anywhere; }
input { font: inherit; width: 100%; padding: .3rem .5rem; box-sizing: border-box; }
img { max-width: 100%; height: auto; } .note { color: #57606a; } .bad { color: #a40e26; }
@media (prefers-color-scheme: dark) {
  body { color: #d8dee6; background: #14181d; } .note { color: #9aa4af; } .bad { color: #ff8182; }
  a { color: #79b8ff; } ul.mods li { border-color: #2d343c; } }
"""

SCRIPT = """
const box = document.getElementById("search"), rows = [...document.querySelectorAll("ul.mods li")];
box.hidden = false;
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/);
  for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
});
"""


def render_pages(index: Index) -> dict[str, str]:
    """Returns the pages by their path relative to the index."""
    pages = {"index.html": _render_page(index.name, _render_list(index), SCRIPT)}
    for mod in index.mods:
        pages[f"{PAGES_FOLDER}/{mod.id}.html"] = _render_page(mod.name, _render_mod(index, mod))
    return pages


def _render_page(title: str, body: Iterator[str], script: str = "") -> str:
    """A page that may load nothing but the pictures next to it."""
    allowed = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    style = f"'sha256-{b64encode(sha256(CSS.encode()).digest()).decode()}'"
    policy = f"default-src 'none'; img-src 'self' file:; style-src {style}; script-src {allowed}; base-uri 'none'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{CSS}</style></head>\n<body>\n"
        + "\n".join(body)
        + (f"\n<script>{script}</script>" if script else "")
        + "\n</body></html>\n"
    )


def _render_list(index: Index) -> Iterator[str]:
    yield f"<h1>{escape(index.name)}</h1>"
    expiry = f", valid until {index.expires}" if index.expires else ""
    facts = f"{format_count(len(index.mods), 'mod')}, number {index.counter}{expiry}."
    yield f'<p class="note">{facts}'
    yield "To follow it: <code>footfall mods index add ADDRESS</code>, with the address of this page's folder.</p>"
    if index.key:
        yield f"<p>Key: <code>{escape(index.key)}</code>, in words: <b>{escape(describe_key(index.key))}</b></p>"
    else:
        yield "<p>This index is not signed.</p>"
    yield '<input id="search" type="search" placeholder="Search" aria-label="Search" hidden>'
    yield '<ul class="mods">'
    for mod in index.mods:
        latest = mod.versions[0]
        link = f'<a href="{PAGES_FOLDER}/{quote(mod.id)}.html">{escape(mod.name)}</a>'
        yield f'<li>{link} <span class="note">{escape(mod.id)} {escape(latest.version)}, {latest.kind.value}</span>'
        yield f"{_render_retraction(latest)}<br>{escape(mod.summary)}</li>"
    yield "</ul>"


def _render_mod(index: Index, mod: IndexedMod) -> Iterator[str]:
    latest = mod.versions[0]
    yield f'<p><a href="../index.html">{escape(index.name)}</a></p>'
    yield f"<h1>{escape(mod.name)}</h1>"
    yield f'<p class="note">{escape(mod.id)} {escape(latest.version)}{_render_retraction(latest)}</p>'
    yield f"<p>{escape(mod.summary)}</p>"
    if mod.picture is not None:
        yield f'<p><img src="../{quote(mod.picture.path)}" alt="A picture of {escape(mod.name)}"></p>'
    yield f"<pre>footfall mods install {escape(mod.id)}</pre>"
    yield "<dl>"
    for title, text in _iter_facts(mod, latest):
        yield f"<dt>{title}</dt><dd>{text}</dd>"
    yield "</dl>"
    yield from _render_tests(latest)
    yield "<h2>Versions</h2>"
    for version in mod.versions:
        file = version.archive
        link = f'<a href="../{quote(file.path)}">{escape(file.path)}</a>'
        yield f"<h3>{escape(version.version)}{_render_retraction(version)}</h3>"
        yield f'<p>{link}, {file.size:,} bytes<br><span class="note">sha256 <code>{file.sha256}</code>'
        yield f"<br>content <code>{version.content}</code></span></p>"
        if version.changes:
            yield f"<pre>{escape(version.changes)}</pre>"


def _iter_facts(mod: IndexedMod, latest: IndexedVersion) -> Iterator[tuple[str, str]]:
    """Yields titles and escaped texts."""
    yield "Kind", KINDS[latest.kind]
    if latest.kind is ModKind.PYTHON:
        reach = ", ".join(latest.reach) or "nothing outside the game"
        yield "Its code refers to", f"{escape(reach)} (a scan, not a proof)"
    if latest.games:
        yield "Games", escape(", ".join(latest.games))
    for title, table in (("Requires", latest.requires), ("Works with", latest.optional)):
        if table:
            yield title, escape(", ".join(f"{id} {versions}" for id, versions in table.items()))
    if latest.conflicts:
        rows = (f"{id} {c.version}" + (f" ({c.reason})" if c.reason else "") for id, c in latest.conflicts.items())
        yield "Incompatible with", escape("; ".join(rows))
    if latest.languages:
        yield "Languages", escape(", ".join(latest.languages))
    if mod.authors:
        yield "Authors", escape(", ".join(mod.authors))
    yield "License", escape(latest.license or "not stated")
    yield "Modding API", escape(latest.api)
    if latest.author:
        yield "Signed by its author", escape(describe_key(latest.author))
    if mod.issues.startswith(("https://", "http://")):
        yield "Reports", f'<a rel="nofollow noreferrer" href="{escape(mod.issues)}">{escape(mod.issues)}</a>'


def _render_tests(version: IndexedVersion) -> Iterator[str]:
    yield "<h2>Tests</h2>"
    yield f"<p>{escape(describe_tests(version.tests))}</p>"
    if version.tests is None or not (version.tests.failures or version.tests.troubles):
        return
    yield "<ul>"
    for failure in version.tests.failures:
        yield f"<li>{escape(failure)}</li>"
    for trouble in version.tests.troubles:
        yield f"<li>with {escape(' and '.join(trouble.other_ids))}: {escape(trouble.text)}</li>"
    yield "</ul>"


def _render_retraction(version: IndexedVersion) -> str:
    return f' <b class="bad">retracted: {escape(version.retraction)}</b>' if version.retraction else ""
