"""``footfall index build`` and ``key``: what a publisher makes from a folder of packed mods."""

from __future__ import annotations

import datetime
import html.parser
import json
import os
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from generated_mods import pack_unchecked, write_mod

from footfall.loader import Source
from footfall.loader.discovery import read_mod
from footfall.loader.isolation.trust import approve
from footfall.sharing.index.check_results import SetOutcome, SetResult, write_results
from footfall.sharing.index.format import Index, IndexedTests, IndexedTrouble, ModKind, read_index
from footfall.sharing.signatures import compare_signers, record_signer, verify
from footfall.sharing.sources import search_mods

Run = Callable[..., Result]

PIXEL = bytes.fromhex("89504e470d0a1a0a") + b"not quite a picture"
SPY = 'from pathlib import Path\nPath("ran").touch()\nimport socket\nfrom footfall.api import hook\n'
CHANGES = "# Changes\n\n## 2.0.0\n\n- Louder\tdoors\n\n### Details\n\n- more\n\n## 1.0.0\n\n- First\n"


@pytest.fixture
def shelf(footfall: Run, home: Path) -> Path:
    """A folder with two versions of a data mod and one mod with Python, packed by the command."""
    shelf, mods = home / "shelf", home / "work"
    shelf.mkdir()
    for version in ("1.0.0", "2.0.0"):
        path = write_mod(mods, "you.doors", version=version, changes=CHANGES, summary='<b>Doors</b> & "more"')
        (path / "picture.png").write_bytes(PIXEL)
        (path / "locale" / "es").mkdir(parents=True, exist_ok=True)
        (path / "locale" / "es" / "texts.ftl").write_text("doors = puertas\n")
        assert footfall("mods", "pack", path, "--out", shelf / f"doors-{version}.zip").exit_code == 0
    pack_unchecked(write_mod(mods, "you.spy", code=SPY), shelf / "spy.zip")
    return shelf


def build(footfall: Run, shelf: Path, *words: Any) -> Index:
    result = footfall("index", "build", shelf, *words)
    assert result.exit_code == 0, result.output
    return read_index((shelf / "index.json").read_bytes())


def list_bytes(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_index_says_what_its_archives_are(footfall: Run, shelf: Path, home: Path) -> None:
    index = build(footfall, shelf)
    doors, spy = index.mods
    assert [version.version for version in doors.versions] == ["2.0.0", "1.0.0"]
    newest = doors.versions[0]
    assert newest.changes == "- Louder    doors\n\n### Details\n\n- more"
    assert newest.requires == {"core.stealth": ">=0.1,<1"}
    assert (newest.kind, newest.languages, newest.license) == (ModKind.DATA, ("es",), "MIT")
    assert doors.picture is not None
    assert (shelf / doors.picture.path).read_bytes() == PIXEL
    assert spy.versions[0].kind is ModKind.PYTHON
    assert spy.versions[0].reach == ("files", "network")
    assert (index.key, index.expires) == ("", "")
    assert not list(home.rglob("ran")), "code of a mod was run"


def test_archives_of_subfolders_are_listed_and_hidden_ones_are_not(footfall: Run, shelf: Path) -> None:
    for folder in ("old", ".cache"):
        (shelf / folder).mkdir()
    (shelf / "doors-1.0.0.zip").rename(shelf / "old" / "doors.zip")
    shutil.copy(shelf / "spy.zip", shelf / ".cache" / "spy.zip")
    (shelf / "spy.zip").rename(shelf / ".spy.zip")
    (doors,) = build(footfall, shelf).mods
    assert [version.archive.path for version in doors.versions] == ["doors-2.0.0.zip", "old/doors.zip"]


def test_results_of_tests_stand_at_the_contents_that_were_tested(footfall: Run, shelf: Path, home: Path) -> None:
    pack_unchecked(write_mod(home / "work", "you.third"), shelf / "third.zip")
    held = {mod.id: mod.versions[0].content for mod in build(footfall, shelf).mods} | {"you.gone": "0" * 32}
    results = (
        (("you.doors",), SetOutcome.WORKS, "", ()),
        (("you.doors",), SetOutcome.UNTESTED, "no time", ()),
        (("you.spy",), SetOutcome.FAILS, "its seeds differ", ()),
        (("you.doors", "you.spy"), SetOutcome.DIFFERS, "both set range", ()),
        (("you.doors", "you.spy", "you.third"), SetOutcome.FAILS, "two of three", ("you.spy", "you.third")),
        (("you.gone", "you.third"), SetOutcome.FAILS, "a content that is gone", ()),
    )
    key = "1" * 32
    lines = [SetResult(ids, tuple(held[id] for id in ids), "", key, key, *result) for ids, *result in results]
    write_results(shelf, lines)
    doors, spy, third = (mod.versions[0].tests for mod in build(footfall, shelf).mods)
    with_doors = IndexedTrouble(("you.doors",), "both set range", has_failed=False)
    with_third = IndexedTrouble(("you.third",), "two of three", has_failed=True)
    assert doors == IndexedTests(2, (), (IndexedTrouble(("you.spy",), "both set range", has_failed=False),))
    assert spy == IndexedTests(2, ("its seeds differ",), (with_doors, with_third))
    assert third == IndexedTests(2, (), (IndexedTrouble(("you.spy",), "two of three", has_failed=True),))


def test_rules_as_data_are_a_kind_of_their_own(footfall: Run, home: Path) -> None:
    path = write_mod(home / "work", "you.rules", content='[hook.on_hear.far]\nmul.range = "2"\n')
    (home / "shelf").mkdir()
    footfall("mods", "pack", path, "--out", home / "shelf" / "rules.zip")
    assert build(footfall, home / "shelf").mods[0].versions[0].kind is ModKind.RULES


def test_the_same_folder_gives_the_same_bytes_anywhere(footfall: Run, shelf: Path, home: Path) -> None:
    copy = home / "elsewhere" / "shelf"
    shutil.copytree(shelf, copy)
    os.utime(copy / "spy.zip", (1, 1))
    assert build(footfall, shelf, "--html") == build(footfall, copy, "--html")
    first = list_bytes(shelf)
    assert first == list_bytes(copy)
    build(footfall, shelf, "--html")
    assert list_bytes(shelf) == first


def test_the_counter_rises_with_every_change_and_with_nothing_else(footfall: Run, shelf: Path) -> None:
    assert [build(footfall, shelf).counter for _ in range(2)] == [1, 1]
    (shelf / "index.toml").write_text('[retracted."you.doors"]\n"<2" = "it damages saves"\n')
    result = footfall("index", "build", shelf)
    assert "~ you.doors 1.0.0: retracted: it damages saves" in result.output
    index = read_index((shelf / "index.json").read_bytes())
    assert index.counter == 2
    assert [version.retraction for version in index.mods[0].versions] == ["", "it damages saves"]
    (shelf / "index.json").unlink()
    assert build(footfall, shelf, "--counter", 9).counter == 9


def test_a_retraction_needs_a_reason_and_a_range(footfall: Run, shelf: Path) -> None:
    for text, words in (
        ('[retracted."you.doors"]\n"<2" = ""\n', "index.toml:2: a retraction needs a reason"),
        ('[retracted."you.doors"]\n"old" = "bad"\n', "index.toml:2: 'old' is neither a version"),
        ("names = 1\n", "index.toml:1: unknown key 'names'"),
        ('[retracted."You"]\n"1" = "bad"\n', "Expected text of another form\n"),
        ("[retracted\n", "not valid TOML"),
    ):
        (shelf / "index.toml").write_text(text)
        result = footfall("index", "build", shelf)
        assert result.exit_code == 1
        assert words in result.output
        assert not (shelf / "index.json").exists()


class PageReader(html.parser.HTMLParser):
    """Collects tags and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_pages_are_read_from_a_folder_without_scripts(footfall: Run, shelf: Path) -> None:
    build(footfall, shelf, "--html")
    pages = {path: PageReader() for path in shelf.rglob("*.html")}
    assert {path.relative_to(shelf).as_posix() for path in pages} == {
        "index.html",
        "pages/you.doors.html",
        "pages/you.spy.html",
    }
    for path, reader in pages.items():
        text = path.read_text(encoding="utf-8")
        reader.feed(text)
        assert "Content-Security-Policy" in text
        assert "b" not in reader.tags or path.name == "index.html"
        for address in reader.addresses:
            assert (path.parent / address).is_file(), address
        assert '<b>Doors</b> & "more"' in "".join(reader.words) or "spy" in path.name
    assert [path.name for path, reader in pages.items() if "script" in reader.tags] == ["index.html"]
    (shelf / "spy.zip").unlink()
    build(footfall, shelf, "--html")
    assert not (shelf / "pages" / "you.spy.html").exists()


def test_a_page_links_to_no_script(footfall: Run, home: Path) -> None:
    (home / "shelf").mkdir()
    for name, address in (("bad", "javascript:alert(1)"), ("good", "https://host.example/?a=1&b='2")):
        more = f'[mod]\nissues = "{address}"\n'
        path = write_mod(home / "work", f"you.{name}")
        manifest = (path / "mod.toml").read_text()
        (path / "mod.toml").write_text(manifest.replace("[mod]\n", more))
        pack_unchecked(path, home / "shelf" / f"{name}.zip")
    build(footfall, home / "shelf", "--html")
    assert "javascript" not in (home / "shelf" / "pages" / "you.bad.html").read_text()
    assert 'href="https://host.example/?a=1&amp;b=&#x27;2"' in (home / "shelf" / "pages" / "you.good.html").read_text()


@pytest.mark.proof(0)
def test_a_key_file_is_its_owners(footfall: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = footfall("index", "key", "keys/mine", "--json")
    facts = json.loads(result.output)
    assert stat.S_IMODE((home / "keys" / "mine").stat().st_mode) == 0o600
    assert facts["key"] in (home / "keys" / "mine.pub").read_text()
    assert re.fullmatch(r"([a-z]+-){9}[a-z]+", facts["words"])
    again = footfall("index", "key", "keys/mine")
    assert (again.exit_code, "never overwritten" in again.output) == (1, True)
    monkeypatch.setenv("FOOTFALL_KEY_PASSWORD", "sesame")
    assert footfall("index", "key", "keys/locked", "--password").exit_code == 0
    (home / "shelf").mkdir()
    assert footfall("index", "build", "shelf", "--sign", "keys/locked").exit_code == 0
    monkeypatch.setenv("FOOTFALL_KEY_PASSWORD", "wrong")
    result = footfall("index", "build", "shelf", "--sign", "keys/locked")
    assert (result.exit_code, "the password is wrong" in result.output) == (1, True)
    (home / "keys" / "mine").chmod(0o644)
    result = footfall("index", "build", "shelf", "--sign", "keys/mine")
    assert (result.exit_code, "chmod 600" in result.output) == (1, True)
    (home / "keys" / "mine").chmod(0o600)
    (home / "keys" / "mine").write_bytes(b"\xff")
    result = footfall("index", "build", "shelf", "--sign", "keys/mine")
    assert (result.exit_code, "mine is not a minisign secret key" in result.output) == (1, True)


def test_a_signed_index_is_renewed_when_it_is_due(footfall: Run, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    footfall("index", "key", "mine")
    index = build(footfall, shelf, "--sign", "mine", "--days", 100)
    data, signature = (shelf / "index.json").read_bytes(), (shelf / "index.json.minisig").read_text()
    assert verify(data, signature, index.key) == "index of Footfall mods, number 1"
    assert index.expires == (datetime.date.today() + datetime.timedelta(days=100)).isoformat()
    build(footfall, shelf, "--sign", "mine", "--days", 100)
    assert (shelf / "index.json.minisig").read_text() == signature, "nothing changed, so nothing is signed again"
    renewed = build(footfall, shelf, "--sign", "mine", "--days", 300)
    assert (renewed.counter, renewed.expires > index.expires) == (2, True)
    result = footfall("index", "build", shelf)
    assert (result.exit_code, "sign the new one with --sign" in result.output) == (1, True)
    assert read_index((shelf / "index.json").read_bytes()) == renewed


def test_an_author_signs_a_mod_and_the_review_says_so(footfall: Run, home: Path) -> None:
    shelf = home / "shelf"
    shelf.mkdir()
    footfall("index", "key", "mine")
    footfall("index", "key", "other")
    contents = {}
    for version, key in (("1.0.0", "mine"), ("1.1.0", "mine"), ("1.2.0", "other")):
        path = write_mod(home / f"work-{version}", "you.rule", version=version, code=f"VERSION = {version!r}\n")
        assert footfall("mods", "pack", path, "--sign", key, "--out", shelf / f"{version}.zip").exit_code == 0
        mod = read_mod(path, Source.EXPLICIT, [])
        assert mod is not None
        contents[version] = mod
    footfall("mods", "pack", home / "work-1.0.0" / "rule", "--out", shelf / "1.0.0.zip")  # the same bytes again
    index = build(footfall, shelf)
    entries = {entry.version: entry for entry in index.mods[0].versions}
    assert entries["1.0.0"].author == entries["1.1.0"].author != entries["1.2.0"].author
    for entry in entries.values():
        record_signer(entry.content, entry.author)
    approve(contents["1.0.0"])
    assert compare_signers(contents["1.1.0"]).startswith("by the same author as version 1.0.0, which you approved")
    assert "another author than that of version 1.0.0" in compare_signers(contents["1.2.0"])
    review = footfall("mods", "approve", contents["1.1.0"].files.path)
    assert review.exit_code == 1, "a signature is not an approval"
    assert "by the same author as version 1.0.0" in review.output
    assert "+VERSION = '1.1.0'" in review.output
    (shelf / "1.0.0.zip.minisig").write_bytes((shelf / "1.1.0.zip.minisig").read_bytes())
    result = footfall("index", "build", shelf)
    assert (result.exit_code, "1.0.0.zip.minisig" in result.output) == (1, True)


def test_search_puts_names_before_summaries(footfall: Run, shelf: Path) -> None:
    index = build(footfall, shelf)
    assert [mod.id for mod in search_mods(index.mods, "DOORS")] == ["you.doors"]
    assert [mod.id for mod in search_mods(index.mods, "mod tests")] == ["you.spy"]
    assert [mod.id for mod in search_mods(index.mods, "")] == ["you.doors", "you.spy"]
    assert search_mods(index.mods, "doors spy") == []
