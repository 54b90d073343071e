"""The cache of manifests never shows in a result: not when it is out of date, damaged, hostile or unwritable."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from footfall.loader import discovery, manifest_cache
from footfall.loader.discovery import discover
from footfall.loader.order import drop_incompatible

COUNT = manifest_cache.MIN_MODS + 10
DISCOVER = "import sys; from pathlib import Path; from footfall.loader.discovery import discover; "


@pytest.fixture
def cache_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache" / "manifests"
    monkeypatch.setattr(manifest_cache, "cache_path", lambda: path)
    return path


@pytest.fixture
def mods(tmp_path: Path) -> Path:
    return write_mods(tmp_path / "mods", "1.0.0")


def write_mods(folder: Path, version: str) -> Path:
    for n in range(COUNT):
        text = f'[mod]\nid = "crowd.m{n}"\nversion = "{version}"\n\n[requires]\n"crowd.m{n // 2}x" = ">=1.0"\n'
        (folder / f"m{n}").mkdir(parents=True)
        (folder / f"m{n}" / "mod.toml").write_text(text, encoding="utf-8")
    return folder


def list_mods(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The manifests of a folder, and all findings with their lines."""
    found, findings = discover([folder], all_sources=False)
    drop_incompatible(found, findings)
    return {id: mod.manifest for id, mod in found.items()}, [str(finding) for finding in findings]


def test_a_manifest_is_read_once(mods: Path, cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_mods(mods)
    assert cache_file.stat().st_size > 1000
    read = []
    original = discovery.read_manifest
    monkeypatch.setattr(discovery, "read_manifest", lambda name, data: (read.append(name), original(name, data))[1])
    assert list_mods(mods) == first
    assert not [name for name in read if "crowd" in name or str(mods) in name]
    assert any("m0/mod.toml:6" in text for text in first[1]), "lines are found in manifests from the cache"


def test_a_change_that_keeps_size_and_time_is_seen(mods: Path, cache_file: Path) -> None:
    list_mods(mods)
    file = mods / "m3" / "mod.toml"
    status = file.stat()
    file.write_text(file.read_text("utf-8").replace("1.0.0", "9.0.0"), encoding="utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert file.stat().st_size == status.st_size
    assert list_mods(mods)[0]["crowd.m3"].mod.version == "9.0.0"


def test_a_folder_put_in_the_place_of_another_is_seen(mods: Path, cache_file: Path, tmp_path: Path) -> None:
    other = write_mods(tmp_path / "other", "2.0.0")
    list_mods(mods)
    times = (0, 0)
    for file in (*mods.rglob("*"), *other.rglob("*")):
        os.utime(file, times)
    mods.rename(tmp_path / "away")
    other.rename(mods)
    assert {manifest.mod.version for id, manifest in list_mods(mods)[0].items() if "crowd" in id} == {"2.0.0"}


def test_another_version_of_the_program_does_not_use_it(
    mods: Path, cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_mods(mods)
    for changed in (b"another program", b"changed reader"):
        monkeypatch.setattr(manifest_cache, "hash_readers", lambda changed=changed: changed.ljust(16))
        assert manifest_cache.ManifestCache().find((mods / "m1" / "mod.toml").read_bytes()) is None


def test_a_manifest_with_an_error_is_not_stored(mods: Path, cache_file: Path) -> None:
    (mods / "m7" / "mod.toml").write_text('[mod]\nid = "crowd.m7"\nversion = "x y"\n', encoding="utf-8")
    first, second = list_mods(mods), list_mods(mods)
    assert first == second
    assert any("m7/mod.toml:3" in text and "is not a version" in text for text in second[1])


def test_a_damaged_file_is_as_none(mods: Path, cache_file: Path) -> None:
    expected = list_mods(mods)
    whole = cache_file.read_bytes()
    dice = random.Random(5)
    damaged = [
        b"",
        whole[:1],
        whole[:16],
        whole[:32],
        whole[:-1],
        whole + b"\0",
        dice.randbytes(5000),
        b"\x91" * 90_000,
    ]
    damaged += [
        whole[:at] + bytes([whole[at] ^ (1 << dice.randrange(8))]) + whole[at + 1 :]
        for at in dice.sample(range(len(whole)), 9)
    ]
    last = whole.rindex(b"1.0.0")  # the version of a manifest that is read, changed to another one
    damaged.append(whole[:last] + b"9.0.0" + whole[last + 5 :])
    body = b"\xdf\xff\xff\xff\xff"  # a table of four billion entries, with a right checksum
    readers = manifest_cache.hash_readers()
    damaged.append(manifest_cache._hash_parts((readers, body)) + readers + body)
    for data in damaged:
        cache_file.write_bytes(data)
        assert list_mods(mods) == expected


@pytest.mark.parametrize("kind", ["folder", "file in the way", "pipe", "read-only"])
def test_a_cache_that_cannot_be_used_is_no_error(mods: Path, cache_file: Path, kind: str) -> None:
    expected = list_mods(mods)
    cache_file.unlink()
    if kind == "folder":
        (cache_file / "inner").mkdir(parents=True)
    elif kind == "file in the way":
        shutil.rmtree(cache_file.parent)
        cache_file.parent.write_text("")
    elif kind == "pipe":
        os.mkfifo(cache_file)
    else:
        cache_file.parent.chmod(0o500)
    assert list_mods(mods) == expected
    if kind == "read-only":
        cache_file.parent.chmod(0o700)


@pytest.mark.proof(0)
def test_two_programs_leave_a_whole_file(mods: Path, tmp_path: Path) -> None:
    code = f"{DISCOVER}print(len(discover([Path({str(mods)!r})], all_sources=False)[0]))"
    variables = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "shared")}
    command = [sys.executable, "-c", code]
    programs = [subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    counts = {program.communicate()[0] for program in programs}
    assert len(counts) == 1
    (file,) = (path for path in tmp_path.rglob("manifests") if path.is_file())
    assert [path for path in file.parent.iterdir() if path != file] == []
    again = subprocess.run(command, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    assert {again.stdout} == counts


def test_few_mods_leave_no_file(mods: Path, cache_file: Path) -> None:
    for path in sorted(mods.iterdir())[5:]:
        shutil.rmtree(path)
    list_mods(mods)
    assert not cache_file.exists()
