"""Hostile indexes and archives: each is refused in words."""

from __future__ import annotations

import datetime
import json
import stat
import struct
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from hypothesis import given, settings, strategies as st

from footfall.sharing.index.archives import check_archive, describe_version, read_archive
from footfall.sharing.index.build import collect_mods, read_previous
from footfall.sharing.index.format import IndexedFile, IndexedMod, IndexedVersion, IndexFileError, ModKind, read_index
from footfall.sharing.pins import PinnedIndex, accept_index, add_pin, load_pins, pins_path, start_pin
from footfall.sharing.signatures import create_key, derive_public_key, sign

TODAY = datetime.date(2027, 1, 1)


def make_version(**more: Any) -> dict[str, Any]:
    file = {"path": "a.zip", "size": 10, "sha256": "0" * 64}
    return {"version": "1.0", "archive": file, "content": "0" * 32, "unpacked": 10, "kind": "data", **more}


def make_mod(id: str = "you.a", *versions: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": id, "name": "A", "versions": list(versions or [make_version()]), **more}


def make_index(*mods: dict[str, Any], **more: Any) -> bytes:
    fields = {"footfall_index": 1, "name": "n", "counter": 1, "expires": "", "key": "", "mods": list(mods), **more}
    return json.dumps(fields).encode()


def with_path(path: str) -> bytes:
    return make_index(make_mod("you.a", make_version(archive={"path": path, "size": 1, "sha256": "0" * 64})))


def with_paths(*paths: str) -> bytes:
    return make_index(
        *(
            make_mod(f"you.m{number}", make_version(archive={"path": path, "size": 1, "sha256": "0" * 64}))
            for number, path in enumerate(paths)
        )
    )


INDEXES: dict[str, tuple[bytes, str]] = {
    "no-json": (b"<html>404</html>", "not an index"),
    "empty": (b"", "not an index"),
    "truncated": (make_index(make_mod())[:-9], "truncated"),
    "not-utf8": (make_index().replace(b'"n"', b'"\xff"'), "not an index"),
    "too-large": (b" " * ((64 << 20) + 1), "larger than 64 MiB"),
    "nested-arrays": (b"[" * 1_000_000, "not an index"),
    "nested-unknown-field": (make_index()[:-1] + b', "x": ' + b'{"y":' * 200_000, "nested too deeply"),
    "later-edition": (make_index(footfall_index=2), "edition 2 of its format"),
    "counter-zero": (make_index(counter=0), "counter"),
    "counter-text": (make_index(counter="7"), "counter"),
    "counter-huge": (make_index(counter=1 << 60), "counter"),
    "no-such-day": (make_index(expires="2027-02-30"), "not a day"),
    "day-of-another-form": (make_index(expires="soon"), "expires"),
    "key-of-another-form": (make_index(key="RW"), "key"),
    "escape-in-name": (make_index(name="\x1b[2J\x1b]0;owned\x07"), "name"),
    "escape-in-summary": (make_index(make_mod(summary="a\x1b[31mb")), "summary"),
    "c1-control-in-summary": (make_index(make_mod(summary="a\x9bb")), "summary"),
    "right-to-left-in-name": (make_index(make_mod(name="a\u202eb")), "name"),
    "surrogate-in-name": (make_index(make_mod(name="a\ud800b")), "not an index"),
    "line-in-summary": (make_index(make_mod(summary="a\nb")), "summary"),
    "null-in-changes": (make_index(make_mod("you.a", make_version(changes="a\x00b"))), "changes"),
    "long-summary": (make_index(make_mod(summary="a" * 501)), "summary"),
    "long-changes": (make_index(make_mod("you.a", make_version(changes="a" * 10_001))), "changes"),
    "two-mods-of-one-id": (make_index(make_mod(), make_mod()), "you.a occurs twice"),
    "unsorted": (make_index(make_mod("you.b"), make_mod("you.a")), "order of ids"),
    "id-in-capitals": (make_index(make_mod("You.A")), "id"),
    "id-of-a-path": (make_index(make_mod("../../x")), "id"),
    "id-with-line-feed": (make_index(make_mod("you.a\n")), "id"),
    "no-versions": (make_index({"id": "you.a", "name": "A", "versions": []}), "versions"),
    "version-of-words": (make_index(make_mod("you.a", make_version(version="newest"))), "version"),
    "one-version-twice": (
        make_index(make_mod("you.a", make_version(version="1.0.0"), make_version())),
        "version 1.0.0 occurs twice",
    ),
    "versions-unsorted": (
        make_index(make_mod("you.a", make_version(version="1"), make_version(version="2"))),
        "listed before 2",
    ),
    "bad-range": (make_index(make_mod("you.a", make_version(requires={"you.b": "newest"}))), "not a version range"),
    "bad-range-of-conflict": (
        make_index(make_mod("you.a", make_version(conflicts={"you.b": {"version": "\x1b[2J"}}))),
        "not a version range",
    ),
    "requires-itself": (make_index(make_mod("you.a", make_version(requires={"you.a": "*"}))), "names the mod itself"),
    "parent-path": (with_path("../a.zip"), "path"),
    "inner-parent-path": (with_path("x/../../a.zip"), "path"),
    "absolute-path": (with_path("/etc/passwd.zip"), "path"),
    "drive": (with_path("C:/a.zip"), "path"),
    "backslash": (with_path("..\\a.zip"), "path"),
    "address": (with_path("https://elsewhere.example/a.zip"), "path"),
    "escape-in-path": (with_path("a\x1b[2J.zip"), "path"),
    "option-as-path": (with_path("-rf.zip"), "path"),
    "hidden-path": (with_path(".ssh/a.zip"), "path"),
    "device": (with_path("con.zip"), "device"),
    "device-folder": (with_path("aux/a.zip"), "device"),
    "case-clash": (with_paths("a.zip", "A.zip"), "one file on some systems"),
    "negative-size": (make_index(make_mod("you.a", make_version(unpacked=-1))), "unpacked"),
    "size-of-an-exabyte": (make_index(make_mod("you.a", make_version(unpacked=1 << 60))), "unpacked"),
    "short-hash": (make_index(make_mod("you.a", make_version(content="00"))), "content"),
    "unknown-kind": (make_index(make_mod("you.a", make_version(kind="safe"))), "kind"),
}


def check_words(error: pytest.ExceptionInfo[IndexFileError], words: str) -> None:
    """The error is one printable sentence with these words."""
    text = str(error.value)
    assert words in text
    assert text.isprintable(), text
    assert len(text) < 500


@pytest.mark.parametrize("name", INDEXES)
def test_a_hostile_index_is_refused(name: str) -> None:
    data, words = INDEXES[name]
    with pytest.raises(IndexFileError) as error:
        read_index(data)
    check_words(error, words)


def test_a_player_who_adds_a_hostile_index_reads_one_sentence(footfall: Callable[..., Result], home: Path) -> None:
    for name, (data, words) in INDEXES.items():
        (home / name).mkdir()
        (home / name / "index.json").write_bytes(data)
        result = footfall("mods", "index", "add", name, "--yes")
        assert result.exit_code == 1, name
        assert words in result.output or name == "too-large", (name, result.output)
        assert result.output.count("\n") == 1, result.output
        assert result.output.strip().isprintable(), result.output
    assert load_pins() == ()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2_000), st.binary(max_size=4)), min_size=1, max_size=4))
def test_damaged_bytes_are_an_index_or_a_sentence(edits: list[tuple[int, bytes]]) -> None:
    data = make_index(make_mod("you.a", make_version(requires={"you.b": ">=1"}), changes="x"), expires="2027-02-28")
    for place, new in edits:
        data = data[: place % len(data)] + new + data[place % len(data) + len(new) :]
    text = ""
    try:
        read_index(data)
    except IndexFileError as error:
        text = str(error)
    assert text.isprintable()


def test_the_honest_index_of_these_cases_is_read() -> None:
    index = read_index(make_index(make_mod(), make_mod("you.b"), name="Größe", expires="2027-02-28"))
    assert [mod.id for mod in index.mods] == ["you.a", "you.b"]


# Signatures.


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """Public and secret keys of a publisher and of another person."""
    pairs = []
    for name in ("own", "other"):
        path = tmp_path_factory.mktemp("keys") / name
        create_key(path)
        secret = path.read_text()
        pairs.append((derive_public_key(secret), secret))
    return pairs


def test_signed_indexes_that_lie_are_refused(keys: list[tuple[str, str]]) -> None:
    (public, secret), (other, other_secret) = keys
    index = make_index(key=public, counter=5, expires="2027-06-01")
    pin = start_pin("shelf", "https://host.example/shelf", index, sign(index, secret), public)
    _, pin, notes = accept_index(pin, index, sign(index, secret), TODAY)
    assert (pin.counter, notes) == (5, ())

    older, expired = make_index(key=public, counter=4), make_index(key=public, counter=6, expires="2026-12-31")
    twin, claim = make_index(key=public, counter=5), make_index(key=other, counter=6)
    genuine = sign(index, secret)
    forged = genuine.replace("trusted comment: ", "trusted comment: number 9 ")
    cases: dict[str, tuple[bytes, str | None, str]] = {
        "rollback": (older, sign(older, secret), "older than the one seen before: number 4 after 5"),
        "freeze": (expired, sign(expired, secret), "expired on 2026-12-31"),
        "wrong-key": (index, sign(index, other_secret), "signed with another key"),
        "signature-removed": (index, None, "no signature now"),
        "signature-of-another-index": (index, sign(older, secret), "was changed"),
        "changed-byte": (index.replace(b'"n"', b'"m"'), genuine, "was changed"),
        "changed-comment": (index, forged, "was changed"),
        "unhashed-signature": (index, genuine.replace("\nRU", "\nRW", 1), "no longer used"),
        "no-signature-at-all": (index, "hello", "damaged"),
        "two-indexes-of-one-number": (twin, sign(twin, secret), "another index under the number"),
        "claims-another-key": (claim, sign(claim, secret), "names another key"),
    }
    for name, (data, signature, words) in cases.items():
        with pytest.raises(IndexFileError) as error:
            accept_index(pin, data, signature, TODAY)
        assert words in str(error.value), name
        assert str(error.value).isprintable(), name


def test_first_use_needs_a_signature_over_a_network(keys: list[tuple[str, str]]) -> None:
    (public, secret), (other, _) = keys
    unsigned, signed = make_index(), make_index(key=public)
    with pytest.raises(IndexFileError, match="not signed"):
        start_pin("shelf", "https://host.example/", unsigned, None)
    with pytest.raises(IndexFileError, match="no signature"):
        start_pin("shelf", "https://host.example/", signed, None, public)
    with pytest.raises(IndexFileError, match="another key"):
        start_pin("shelf", "https://host.example/", signed, sign(signed, secret), other)
    with pytest.raises(IndexFileError, match="not signed"):  # a signature, but no key to check it with
        start_pin("shelf", "https://host.example/", unsigned, sign(unsigned, secret))
    assert start_pin("shelf", "https://host.example/", signed, sign(signed, secret)).key == public
    folder = start_pin("shelf", "../shelf", unsigned, None)
    assert accept_index(folder, unsigned, None, TODAY)[2] == (
        "shelf is not signed: only its folder or host speaks for it",
    )


# Archives.

MANIFEST = '[mod]\nid = "you.a"\nversion = "1.0"\ngames = ["stealth"]\n[requires]\n"core.stealth" = ">=0.1"\n'


LICENSED = MANIFEST.replace("games", 'license = "\\u001b"\ngames')


def pack(path: Path, files: dict[str, str | bytes], *entries: tuple[zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


def describe(path: Path) -> tuple[IndexedMod, IndexedVersion]:
    """The honest entry of an archive; of an unreadable one, the entry that its publisher would forge."""
    data = path.read_bytes()
    file = IndexedFile("a.zip", len(data), sha256(data).hexdigest())
    try:
        version = describe_version(read_archive(path), file)
    except IndexFileError:
        version = IndexedVersion("1.0", file, "0" * 32, 1, ModKind.DATA)
    return IndexedMod("you.a", "A", (version,)), version


def lie(**fields: Any) -> Callable[[IndexedMod, IndexedVersion], tuple[IndexedMod, IndexedVersion]]:
    return lambda mod, version: (mod, msgspec.structs.replace(version, **fields))


LIES: dict[str, tuple[Callable[[IndexedMod, IndexedVersion], tuple[IndexedMod, IndexedVersion]], str]] = {
    "smaller": (lambda m, v: lie(archive=IndexedFile("a.zip", v.archive.size - 1, v.archive.sha256))(m, v), "bytes"),
    "larger": (lambda m, v: lie(archive=IndexedFile("a.zip", v.archive.size + 1, v.archive.sha256))(m, v), "bytes"),
    "other-hash": (lambda m, v: lie(archive=IndexedFile("a.zip", v.archive.size, "1" * 64))(m, v), "hash"),
    "other-content": (lie(content="1" * 32), "content"),
    "other-unpacked-size": (lie(unpacked_size=7), "unpacked"),
    "hidden-requirement": (lie(requires={}), "requires"),
    "hidden-games": (lie(games=()), "games"),
    "other-api": (lie(api="2"), "api"),
    "python-as-data": (lie(kind=ModKind.DATA), "no Python, but it has"),
    "other-version": (lie(version="2.0"), "it contains you.a 1.0"),
    "other-mod": (lambda m, v: (msgspec.structs.replace(m, id="you.b"), v), "it contains you.a"),
    "other-author": (lie(author="A" * 56, signature="none"), "signature of its author"),
}


@pytest.mark.parametrize("name", LIES)
def test_an_index_that_lies_about_an_archive_is_refused(name: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("games", 'entry = "."\ngames')
    path = pack(tmp_path / "a.zip", {"mod.toml": manifest, "__init__.py": "import os\n"})
    mod, version = describe(path)
    assert check_archive(path, mod, version).id == "you.a"
    liar, words = LIES[name]
    with pytest.raises(IndexFileError) as error:
        check_archive(path, *liar(mod, version))
    check_words(error, words)
    path.unlink()
    with pytest.raises(IndexFileError, match="No such file or directory; the index gives"):
        check_archive(path, mod, version)


def make_link() -> tuple[zipfile.ZipInfo, bytes]:
    entry = zipfile.ZipInfo("content/x.toml")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry, b"/etc/passwd"


def make_bomb(path: Path) -> Path:
    return pack(path, {"mod.toml": MANIFEST, "a.bin": bytes((32 << 20) + 1)})


def make_lying_bomb(path: Path) -> Path:
    """A file of which the header says that it has one byte."""
    pack(path, {"mod.toml": MANIFEST, "a.bin": bytes(1 << 20)})
    data = path.read_bytes()
    path.write_bytes(data.replace(struct.pack("<I", 1 << 20), struct.pack("<I", 1)))
    return path


def append(path: Path, data: bytes) -> Path:
    path.write_bytes(data + path.read_bytes())
    return path


ARCHIVES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no-zip": (lambda p: Path(p.write_bytes(b"MZ not a zip") and p), "cannot be read as a zip"),
    "no-manifest": (lambda p: pack(p, {"a.txt": "x", "b.txt": "y"}), "no mod.toml"),
    "broken-manifest": (lambda p: pack(p, {"mod.toml": "[mod\n"}), "not valid TOML"),
    "escape-in-manifest": (lambda p: pack(p, {"mod.toml": '[mod]\nid = "\\u001b[2J"\nversion = "1"\n'}), "id"),
    "escape-in-license": (
        lambda p: pack(p, {"mod.toml": MANIFEST.replace("games", 'license = "\\u001b"\ngames')}),
        "license",
    ),
    "traversal": (lambda p: pack(p, {"mod.toml": MANIFEST, "../x": "x"}), "points outside"),
    "absolute": (lambda p: pack(p, {"mod.toml": MANIFEST, "/etc/x": "x"}), "points outside"),
    "link": (lambda p: pack(p, {"mod.toml": MANIFEST}, make_link()), "is a link"),
    "case-clash": (lambda p: pack(p, {"mod.toml": MANIFEST, "a.txt": "", "A.txt": ""}), "one file on some systems"),
    "bomb": (make_bomb, "larger than 32 MiB"),
    "lying-bomb": (make_lying_bomb, "cannot be read as a zip"),
    "many-files": (lambda p: pack(p, {f"{n}": "" for n in range(10_001)}), "more than 10000 files"),
    "hidden-code": (lambda p: pack(p, {"mod.toml": MANIFEST, "__pycache__/x.pyc": "x"}), "hidden files"),
    "prepended-program": (lambda p: append(pack(p, {"mod.toml": MANIFEST}), b"MZ"), "hidden files"),
}


@pytest.mark.proof(5)
@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_refused_by_publisher_and_player(
    name: str, footfall: Callable[..., Result], tmp_path: Path
) -> None:
    make, words = ARCHIVES[name]
    path = make(tmp_path / "a.zip")
    with pytest.raises(IndexFileError) as error:
        collect_mods(tmp_path)
    check_words(error, words)
    with pytest.raises(IndexFileError):
        check_archive(path, *describe(path))
    result = footfall("index", "build", tmp_path)
    assert (result.exit_code, words in result.output) == (1, True)
    assert result.output.strip().isprintable()
    assert not (tmp_path / "index.json").exists()


def test_folders_that_contradict_themselves_are_refused(tmp_path: Path) -> None:
    pack(tmp_path / "a.zip", {"mod.toml": MANIFEST})
    pack(tmp_path / "b.zip", {"mod.toml": MANIFEST.replace('"1.0"', '"1.0.0"'), "x.txt": "x"})
    with pytest.raises(IndexFileError, match=r"a\.zip and b\.zip are both you\.a 1\.0"):
        collect_mods(tmp_path)
    (tmp_path / "b.zip").unlink()
    (tmp_path / "c.zip").symlink_to(tmp_path / "a.zip")
    with pytest.raises(IndexFileError, match="is a link"):
        collect_mods(tmp_path)
    (tmp_path / "c.zip").unlink()
    (tmp_path / "index.json").write_bytes(b"{}")
    with pytest.raises(IndexFileError, match="--counter"):
        read_previous(tmp_path)
    (tmp_path / "index.toml").write_text('[retracted."you.b"]\n"*" = "gone"\n')
    with pytest.raises(IndexFileError, match=r"retracts you\.b"):
        collect_mods(tmp_path)


def test_a_pin_file_that_is_damaged_is_no_reason_to_trust(home: Path) -> None:
    add_pin(PinnedIndex("shelf", "/shelf", "A" * 56, 3), b"", None)
    assert [pin.counter for pin in load_pins()] == [3]
    pins_path().write_text("{")
    with pytest.raises(IndexFileError, match="damaged"):
        load_pins()
