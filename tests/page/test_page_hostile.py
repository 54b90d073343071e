"""Markup in every text, name, id and reason of mods and replays: none of it runs in the file, or becomes an element."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.app.replay_page import PageRecorder
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.saves.replay import Recorder, Replay, read_replay
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.ui.settings import UiSettings

PAYLOADS = (
    "<script>window.ran=1</script>",
    "</script><script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    '"><svg onload=window.ran=1>',
    "' onmouseover=window.ran=1 autofocus onfocus=window.ran=1 x='",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<a href=javascript:window.ran=1>x</a>",
    "</title><script>window.ran=1</script>",
    "</style><script>window.ran=1</script>",
    "</noscript><script>window.ran=1</script>",
    "<!--<script>window.ran=1//-->",
    "--><script>window.ran=1</script><!--",
    "]]><script>window.ran=1</script>",
    "<meta http-equiv=refresh content=0;url=javascript:window.ran=1>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>*{display:none}</style>",
    "<object data=data:text/html,<script>opener.ran=1</script>></object>",
    "<details open ontoggle=window.ran=1>",
    "&lt;script&gt;window.ran=1&lt;/script&gt;",
    "&#60;script&#62;window.ran=1&#60;/script&#62;",
    "$script ${policy} $$",
    "\u2028window.ran=1\u2029`${window.ran=1}`",
    "\\u003cscript\\u003ewindow.ran=1\\u003c/script\\u003e",
    "<template><script>window.ran=1</script></template><x-y is=z contenteditable>",
)

CODE = """
from footfall.api import HudLine, Message, Tell, hook
TEXT = {text!r}
@hook
def provide_hud():
    return [HudLine("you.markup:line", lambda ctx: Message("you-line", {{"text": TEXT}}))]
@hook
def on_turn_end(event, ctx):
    said = Message("you-line", {{"text": TEXT}})
    return [Tell(said, "alarm", said), Tell(Message(TEXT), "bad")]
@hook
def on_turn_start(event, ctx):
    raise RuntimeError(TEXT)
"""
MANIFEST = """
[mod]
id = "you.markup"
version = "1.0.0"
api = "1"
name = {text}
summary = {text}
authors = [{text}]
games = ["stealth"]
entry = "you_markup"
[requires]
"core.stealth" = ">=0.1,<1"
[settings.amount]
type = "int"
default = 4
label = {text}
"""


class Elements(HTMLParser):
    """The elements and attributes of a document."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name in ("src", "href", "srcdoc")]


def record_game(loaded: LoadResult, path: Path) -> Replay:
    session = Session.begin(loaded.rules, 1)
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, "1")
        for _ in range(3):
            command = Wait(actor=1)
            recorder.write_command(command)
            session.submit(command)
    return read_replay(path, lambda header: loaded.rules)


def write_document(loaded: LoadResult, replay: Replay, texts: Callable[[Any], str] | None = None) -> str:
    recorder = PageRecorder(ReplayViewer(loaded.rules, replay, texts or loaded.catalog.translate), UiSettings())
    list(recorder.record())
    return recorder.build_document("en")


def write_mod_page(folder: Path, text: str) -> str:
    """A mod with markup in the texts that it shows, in its name, and in the id of a message."""
    mod = folder / "markup"
    (mod / "you_markup").mkdir(parents=True)
    (mod / "locale" / "en").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST.format(text=json.dumps(text)))
    (mod / "you_markup" / "__init__.py").write_text(CODE.format(text=text))
    (mod / "locale" / "en" / "you.ftl").write_text("you-line = { $text } said { $text }\n")
    loaded = load("core.stealth", mods=[mod], only_mods=())
    assert "you.markup" in loaded.rules.mods, loaded.findings
    return write_document(loaded, record_game(loaded, folder / "game.replay"))


def write_replay_page(loaded: LoadResult, folder: Path, text: str) -> str:
    """A replay with markup wherever it has a text, and a translation that is nothing else."""
    replay = record_game(loaded, folder / "game.replay")
    header = replay.header
    hostile = msgspec.structs.replace(
        header,
        version=text,
        lock=(*header.lock, (text, text, text)),
        settings={**header.settings, text: text},
    )
    return write_document(loaded, msgspec.structs.replace(replay, header=hostile), lambda message: text)


@pytest.fixture(scope="module")
def plain_game() -> LoadResult:
    return load("core.stealth", only_mods=())


@pytest.fixture(scope="module")
def harmless(plain_game: LoadResult, tmp_path_factory: pytest.TempPathFactory) -> Elements:
    """The elements of a page without a hostile text."""
    replay = record_game(plain_game, tmp_path_factory.mktemp("plain") / "game.replay")
    return Elements(write_document(plain_game, replay))


@pytest.fixture(params=["mod", "replay"])
def document(request: pytest.FixtureRequest, text: str, plain_game: LoadResult, tmp_path: Path) -> str:
    if request.param == "mod":
        return write_mod_page(tmp_path, text)
    return write_replay_page(plain_game, tmp_path, text)


@pytest.mark.proof(4)
@pytest.mark.parametrize("text", PAYLOADS)
def test_no_text_of_a_mod_or_a_replay_is_markup(document: str, text: str, harmless: Elements) -> None:
    elements = Elements(document)
    assert (elements.tags, elements.handlers) == (harmless.tags, [])
    assert harmless.handlers == []
    stream = re.search(r'id="stream">([^<]*)</script>', document)
    assert stream is not None
    assert json.dumps(text, ensure_ascii=False)[1:-1] in zlib.decompress(base64.b64decode(stream[1])).decode()


@pytest.mark.proof(4)
@pytest.mark.parametrize("text", PAYLOADS)
def test_no_script_of_a_mod_or_a_replay_runs(
    document: str, text: str, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(document, encoding="utf-8")
    page = open_page(path)
    page.press("\ue014", "n", "t", "p")
    shown = page.run("return document.body.textContent")
    assert " ".join(text.split()) in " ".join(shown.split())
    assert page.run("return window.ran") is None
    assert page.list_problems() == []
    tags = page.run("return [...new Set([...document.querySelectorAll('*')].map((e) => e.localName))]")
    assert not {*tags} & {"img", "svg", "iframe", "a", "object", "base", "link", "template", "x-y"}
    assert page.run("return document.scripts.length") == 2
