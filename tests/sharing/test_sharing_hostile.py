"""Hostile archives, folders and servers: each is refused in words, and the store stays as it was."""

from __future__ import annotations

import io
import json
import struct
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed_contents
from prove_cuts import prove_cuts
from publishing import format_manifest, pack, publish
from serving import Server, serve

from footfall.disk import hold_lock
from footfall.sharing.index.format import IndexedFile
from footfall.sharing.network import fetch
from footfall.sharing.network.deadlines import Deadline, RetryPolicy
from footfall.sharing.network.fetch import FetchError, check_url

MANIFEST = format_manifest("you.bad", "1.0")
Run = Callable[..., Any]


def zip_files(files: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED, **facts: Any) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            for key, value in facts.items():
                setattr(entry, key, value)
            archive.writestr(entry, data)
    return buffer.getvalue()


GOOD = zip_files({"mod.toml": MANIFEST})


def lie_about_size(data: bytes) -> bytes:
    """Halves the unpacked size of the first file in both of its headers."""
    size = struct.pack("<I", len(MANIFEST))
    return data.replace(size, struct.pack("<I", len(MANIFEST) // 2))


NAMES = {
    "composed and decomposed": (("content/\u00e9.toml", "content/e\u0301.toml"), "one file on some systems"),
    "case of other letters": (("content/\u0416.toml", "content/\u0436.toml"), "one file on some systems"),
    "case of a folder": (("Content/a.toml", "content/b.toml"), "one file on some systems"),
    "final dot": (("content/a.toml.",), "ends in a dot or a space"),
    "final space": (("content /a.toml",), "ends in a dot or a space"),
    "device": (("content/con.toml",), "is that of a device on Windows"),
    "device with a digit": (("COM\u00b9/a.toml",), "'COM\\xb9/a.toml' is that of a device on Windows"),
    "control character": (("content/a\nb.toml",), "'content/a\\nb.toml' has control characters"),
    "right to left": (("content/a\u202elmot.exe",), "'content/a\\u202elmot.exe' has control characters or invisible"),
    "wildcard": (("content/a?.toml",), "which Windows does not allow"),
    "nesting": (("a/" * 31 + "b.toml",), "is nested more than 30 folders deep"),
}
"""Names of files that are not the same on every system, and why they are refused."""

ARCHIVES: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "parent path": (zip_files({"mod.toml": MANIFEST, "../up.toml": "x"}), "points outside the mod"),
    "deep parent path": (zip_files({"mod.toml": MANIFEST, "a/../../up.toml": "x"}), "points outside the mod"),
    "absolute path": (zip_files({"mod.toml": MANIFEST, "/etc/x.toml": "x"}), "points outside the mod"),
    "backslash path": (zip_files({"mod.toml": MANIFEST, "..\\up.toml": "x"}), "points outside the mod"),
    "drive": (zip_files({"mod.toml": MANIFEST, "C:\\x.toml": "x"}), "points outside the mod"),
    "stream": (zip_files({"mod.toml": MANIFEST, "a.toml:x": "x"}), "points outside the mod"),
    "link": (zip_files({"mod.toml": MANIFEST, "l": "/etc/passwd"}, external_attr=0o120777 << 16), "is a link"),
    "case clash": (
        zip_files({"mod.toml": MANIFEST, "content/A.toml": "", "content/a.toml": ""}),
        "one file on some systems",
    ),
    "bomb": (lambda: zip_files({"mod.toml": MANIFEST, "content/x.toml": bytes(33 << 20)}), "is larger than 32 MiB"),
    "bombs": (lambda: zip_files({f"content/{n}": bytes(30 << 20) for n in range(9)}), "larger than 256 MiB unpacked"),
    "many files": (lambda: zip_files({f"content/{n}": "" for n in range(10_001)}), "more than 10000 files"),
    "other method": (zip_files({"mod.toml": MANIFEST}, zipfile.ZIP_LZMA), "another method than deflate"),
    "false size": (lie_about_size(zip_files({"mod.toml": MANIFEST}, zipfile.ZIP_STORED)), "zip"),
    "truncated": (GOOD[:-30], "cannot be read as a zip"),
    "empty": (b"", "cannot be read as a zip"),
    "no zip": (b"PK\3\4" + b"x" * 200, "cannot be read as a zip"),
    "flipped bit": (GOOD[:60] + bytes([GOOD[60] ^ 1]) + GOOD[61:], "zip"),
    "no manifest": (zip_files({"content/x.toml": "x"}), "contains no mod.toml"),
    "broken manifest": (zip_files({"mod.toml": "[mod"}), "not valid TOML"),
    "deep manifest": (zip_files({"mod.toml": "x = " + "[" * 5000 + "]" * 5000}), "nested"),
    "escape in the id": (
        zip_files({"mod.toml": MANIFEST.replace("you.bad", "you.bad\\u001b[2J")}),
        "is not author.name",
    ),
    "device in the id": (
        zip_files({"mod.toml": MANIFEST.replace("you.bad", "aux.bad")}),
        "has the part aux, which is that of a device on Windows",
    ),
    "other edition": (
        zip_files({"mod.toml": MANIFEST.replace('api = "1"', 'api = "9"')}),
        "version 9 of the modding API",
    ),
    "hidden file": (zip_files({"mod.toml": MANIFEST, ".hidden.py": "x"}), "hidden files"),
    "cache": (zip_files({"mod.toml": MANIFEST, "__pycache__/x.pyc": "x"}), "hidden files"),
    "appended data": (GOOD[:-2] + struct.pack("<H", 4) + b"evil", "appended data"),
    "prepended data": (b"#!/bin/sh\n" + GOOD, "appended data"),
    "escape in a name": (zip_files({"mod.toml": MANIFEST, "../\x1b[2J": "x"}), "points outside the mod"),
    "file and folder": (zip_files({"mod.toml": MANIFEST, "a": "x", "a/b": "x"}), "one file on some systems"),
    "long name": (zip_files({"mod.toml": MANIFEST, "a" * 256: "x"}), "more than 255 bytes"),
    **{
        why: (zip_files({"mod.toml": MANIFEST, **dict.fromkeys(names, "")}), text)
        for why, (names, text) in NAMES.items()
    },
}


@pytest.mark.proof(14)
@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_refused_in_words(footfall: Run, store: Path, tmp_path: Path, name: str) -> None:
    data, words = ARCHIVES[name]
    path = tmp_path / "bad.zip"
    path.write_bytes(data() if callable(data) else data)
    done = footfall("mods", "install", path)
    check_refusal(done, words)
    assert not list(store.rglob("*.zip"))


@pytest.mark.parametrize("why", NAMES)
def test_a_folder_with_such_names_is_not_packed(footfall: Run, tmp_path: Path, why: str) -> None:
    names, words = NAMES[why]
    for name in ("mod.toml", *names):
        path = tmp_path / "bad" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MANIFEST if name == "mod.toml" else "")
    found = {path.relative_to(tmp_path / "bad").as_posix() for path in (tmp_path / "bad").rglob("*") if path.is_file()}
    if found != {"mod.toml", *names}:
        pytest.skip("this system takes them for one file, or cannot hold them")
    check_refusal(footfall("mods", "pack", tmp_path / "bad", "--out", tmp_path / "bad.zip"), words)
    assert not (tmp_path / "bad.zip").exists()


@pytest.mark.parametrize("id", ["aux.mod", "you.con", "com1.x.y"])
def test_an_id_with_the_name_of_a_device_is_refused(footfall: Run, shelf: Path, id: str) -> None:
    for words in (("mods", "new", id), ("mods", "new", "--collection", id)):
        check_refusal(footfall(*words), "which is that of a device on Windows")
    (shelf / "index.json").write_text((shelf / "index.json").read_text().replace('"you.bad"', f'"{id}"'))
    check_refusal(footfall("mods", "index", "add", shelf), "mods[0].id: Expected text of another form")


def test_a_name_that_occurs_twice(footfall: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mod.toml", MANIFEST)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("mod.toml", MANIFEST)
    check_refusal(footfall("mods", "install", path), "occurs twice")


def check_refusal(done: Any, words: str) -> None:
    assert done.exit_code == 1, done.output
    assert isinstance(done.exception, SystemExit), done.exception
    assert words in " ".join(done.stderr.split())
    assert "\x1b" not in done.output
    assert "Traceback" not in done.output


# Folders of strangers.


def change_entry(index: Path, **facts: Any) -> None:
    """Changes what an index says about its only version."""
    path = index / "index.json"
    report = json.loads(path.read_text())
    report["mods"][0]["versions"][0] |= facts
    path.write_text(json.dumps(report))


@pytest.fixture
def shelf(tmp_path: Path, footfall: Run) -> Path:
    folder = tmp_path / "shelf"
    pack(folder, "you.bad", "1.0")
    return publish(folder)


def test_an_archive_that_is_not_what_the_index_says(footfall: Run, shelf: Path, store: Path) -> None:
    footfall("mods", "index", "add", shelf)
    size = (shelf / "bad-1.0.zip").stat().st_size
    archive = json.loads((shelf / "index.json").read_text())["mods"][0]["versions"][0]["archive"]
    for facts, words in (
        ({"archive": {**archive, "sha256": "0" * 64}}, "its hash differs"),
        ({"archive": {**archive, "size": size - 1}}, f"has {size} bytes, the index gives {size - 1}"),
        ({"content": "0" * 32}, "the index gives content"),
        ({"requires": {"you.other": "*"}}, "no index has you.other"),
        ({"unpacked": 1}, "the index gives unpacked"),
        ({"version": "9.9"}, "it contains you.bad 1.0"),
    ):
        publish(shelf)
        change_entry(shelf, **facts)
        check_refusal(footfall("mods", "install", "bad"), words)
        assert not list(store.rglob("contents/*"))


def test_a_stored_content_that_is_not_what_the_index_says(footfall: Run, shelf: Path, tmp_path: Path) -> None:
    """No file is fetched then; what the store has is compared all the same."""
    footfall("mods", "index", "add", shelf)
    footfall("mods", "install", pack(tmp_path, "you.other", "1.0", hp=7))
    other = list_installed_contents()["you.other"]
    for facts, words in (
        ({"content": other}, "it contains you.other 1.0"),
        ({"content": other, "version": "9.9"}, "it contains you.other 1.0"),
    ):
        publish(shelf)
        change_entry(shelf, **facts)
        check_refusal(footfall("mods", "install", "bad"), words)
        assert list(list_installed_contents()) == ["you.other"]


def test_a_file_that_gives_a_mod_the_content_of_another(footfall: Run, shelf: Path, tmp_path: Path) -> None:
    footfall("mods", "install", pack(tmp_path, "you.other", "1.0", hp=7), shelf / "bad-1.0.zip")
    installed = list_installed_contents()
    path = tmp_path / "shared.profile"
    footfall("mods", "profile", "share", "--out", path)
    path.write_text(path.read_text().replace(installed["you.bad"], installed["you.other"]))
    check_refusal(footfall("mods", "install", "--from", path), "you.bad 1.0: the content")


def test_a_link_that_leads_out_of_the_folder(footfall: Run, shelf: Path, tmp_path: Path) -> None:
    footfall("mods", "index", "add", shelf)
    (shelf / "bad-1.0.zip").rename(tmp_path / "elsewhere.zip")
    (shelf / "bad-1.0.zip").symlink_to(tmp_path / "elsewhere.zip")
    check_refusal(footfall("mods", "install", "bad"), "is a link that leads out of the index")
    (shelf / "bad-1.0.zip").unlink()
    check_refusal(footfall("mods", "install", "bad"), "does not exist, though the index names it")


# Servers.

QUICK = RetryPolicy(silence=0.3, total=1.0, per_mebibyte=0.0, attempts=2, pause=0.0)


@pytest.fixture
def server(home: Path, shelf: Path) -> Iterator[Server]:
    with serve(shelf) as running:
        yield running


@pytest.mark.proof(8)
@pytest.mark.parametrize(
    ("faults", "words"),
    [
        ({"redirect": "http://example.org/x.zip"}, "http is allowed to this machine only; use https"),
        ({"redirect": "file:///etc/passwd"}, "is not an address"),
        ({"redirect": "/bad-1.0.zip"}, "redirects too often"),
        ({"redirect": "http://127.0.0.1:1/\x1b[2J"}, "is not an address"),
        ({"redirect": "http://[::1"}, "leads to http://[::1, which is not an address"),
        ({"redirect": "http://127.0.0.1:99999/"}, "http://127.0.0.1:99999/ is not an address"),
        ({"drip": b"HTTP/1.1 100 Continue\r\n\r\n"}, "nothing of it came in 1 second; try again"),
        ({"drip": b"2"}, "nothing of it came in 1 second; try again"),
        ({"status": 404}, "does not exist"),
        ({"status": 500}, "the server answers with error 500"),
        ({"status": 418}, "the server answers with status 418"),
        ({"length": 1 << 40}, "are allowed"),
        ({"length": 3}, "/bad-1.0.zip: it cannot be read as a zip"),
        ({"slowness": 0.1}, "came in 1 second or more; try again later"),
        ({"slowness": 1.0}, "the server does not answer in time; try again later"),
        ({"cut": 5}, "the server closed the connection before the whole file came; try again later"),
        ({"cut": 0}, "the server closed the connection before the whole file came; try again later"),
    ],
)
def test_a_hostile_server_is_refused_in_words(
    footfall: Run, server: Server, store: Path, monkeypatch: pytest.MonkeyPatch, faults: dict[str, Any], words: str
) -> None:
    monkeypatch.setattr(fetch, "DEFAULT_POLICY", QUICK)
    monkeypatch.setattr(
        "footfall.sharing.network.fetch.fetch_url.__defaults__", (fetch.fetch_url.__defaults__[0], QUICK)
    )
    for name, value in faults.items():
        setattr(server, name, value)
    if faults.get("cut") == 5:
        server.has_ranges = False
    begin = time.monotonic()
    check_refusal(footfall("mods", "install", f"{server.address}bad-1.0.zip"), words)
    assert time.monotonic() - begin < 20  # the slow one would take 44 s to send all
    assert not list(store.rglob("contents/*"))


def test_what_came_of_a_file_gives_it_more_time() -> None:
    deadline = Deadline(RetryPolicy(total=10.0, per_mebibyte=30.0))
    assert 9 < deadline.remaining <= 10
    deadline.size = 3 << 19
    assert 54 < deadline.remaining <= 55


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/", "nothing answers at this address: the connection is refused"),
        ("https://footfall.invalid/", "the name of the server is not found"),
        ("https://a..b/", "it is not an address"),
        ("https://127.0.0.1:{port}/", "the server does not speak https as it should"),
    ],
)
def test_a_server_that_cannot_be_reached_is_a_sentence(
    footfall: Run, server: Server, monkeypatch: pytest.MonkeyPatch, address: str, words: str
) -> None:
    monkeypatch.setattr(
        "footfall.sharing.network.fetch.fetch_url.__defaults__", (fetch.fetch_url.__defaults__[0], QUICK)
    )
    monkeypatch.setenv("no_proxy", "*")
    check_refusal(footfall("mods", "install", f"{address.format(port=server.server_address[1])}x.zip"), words)


def test_a_download_that_took_too_long_continues(footfall: Run, server: Server, home: Path, shelf: Path) -> None:
    data = (shelf / "bad-1.0.zip").read_bytes()
    file = IndexedFile("bad-1.0.zip", len(data), sha256(data).hexdigest())
    server.slowness = 0.02
    with pytest.raises(FetchError, match="the download continues"):
        fetch.fetch_file(fetch.parse_place(server.address), file, policy=replace(QUICK, total=0.2))
    server.slowness = 0.0
    assert fetch.fetch_file(fetch.parse_place(server.address), file, policy=QUICK).read_bytes() == data
    assert server.requests[-1][1] > "bytes=0-"


def test_a_part_from_another_place_is_not_used(server: Server, home: Path) -> None:
    server.cut, server.cuts, server.shift = 50, 1, 7
    with pytest.raises(FetchError, match="another part of the file"):
        fetch.fetch_url(f"{server.address}bad-1.0.zip", 1 << 20, policy=QUICK)


def test_downloads_from_a_server_install_a_mod(footfall: Run, server: Server, shelf: Path) -> None:
    done = footfall("mods", "install", f"{server.address}bad-1.0.zip")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("is_indexed", [True, False])
def test_two_programs_do_not_write_one_download(
    footfall: Run, server: Server, shelf: Path, store: Path, monkeypatch: pytest.MonkeyPatch, is_indexed: bool
) -> None:
    monkeypatch.setattr("footfall.sharing.store.PATIENCE", 0.0)
    word = f"{server.address}bad-1.0.zip"
    if is_indexed:
        footfall("index", "key", "mine")
        footfall("index", "build", shelf, "--sign", "mine")
        assert footfall("mods", "index", "add", server.address, "--yes").exit_code == 0
        word = "bad"
    with hold_lock(store / "downloads.lock"):
        check_refusal(footfall("mods", "install", word), "is downloading mods; try again")
    assert footfall("mods", "install", word).exit_code == 0


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/", "use https"),
        ("ftp://example.org/", "only https"),
        ("file:///etc/passwd", "is not an address"),
        ("https://user:word@example.org/", "may not contain a name or password"),
        ("https://user@example.org/", "may not contain a name or password"),
        ("https://:word@example.org/", "may not contain a name or password"),
        ("https://exa mple.org/", "is not an address"),
        ("https://example.org:99999/", "is not an address"),
        ("http://localhost.example.org/", "use https"),
        ("https:///x", "is not an address"),
    ],
)
def test_an_address_that_is_not_allowed(url: str, words: str) -> None:
    with pytest.raises(FetchError, match=words):
        check_url(url)


def test_a_redirect_may_not_lead_to_this_machine() -> None:
    with pytest.raises(FetchError, match="is on this machine"):
        check_url("http://127.0.0.1:80/", "https://example.org/")


def test_a_download_cut_off_anywhere_is_continued(home: Path, tmp_path: Path) -> None:
    count, losses = prove_cuts(tmp_path, 40)
    assert losses == []
    assert count > 8
