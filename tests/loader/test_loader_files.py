"""Files: refused content, the watchdog, package names."""

from __future__ import annotations

import io
import os
import threading
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from footfall.diagnostics.files import ModFilesError
from footfall.loader.discovery import get_package_name
from footfall.loader.files.mod_files import FolderFiles, ZipFiles, hash_content
from footfall.loader.files.zip_entries import encode_zip
from footfall.loader.isolation.watchdog import run_with_timeout
from footfall.loader.manifest import MOD_ID_PATTERN


@pytest.mark.parametrize("name", ["../evil.py", "/abs.py", "a/../../b.py", "C:/x.py", "..\\evil.py"])
def test_a_zip_with_outside_paths_is_rejected(tmp_path: Path, name: str) -> None:
    path = tmp_path / "m.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mod.toml", "")
        archive.writestr(name, "x")
    with pytest.raises(ModFilesError, match="points outside the mod"):
        ZipFiles(path)


def test_a_written_zip_has_no_date_and_files_that_all_may_read() -> None:
    data = encode_zip([("a.txt", b"x")], zipfile.ZIP_STORED)
    (entry,) = zipfile.ZipFile(io.BytesIO(data)).infolist()
    assert (entry.date_time, entry.create_system, entry.external_attr) == ((1980, 1, 1, 0, 0, 0), 3, 0o644 << 16)


def test_a_file_that_comes_in_pieces_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mod.toml").write_bytes(b"0123456789")
    read = os.read
    monkeypatch.setattr(os, "read", lambda handle, size: read(handle, min(size, 3)))
    assert FolderFiles(tmp_path).read("mod.toml") == b"0123456789"


def test_a_zip_with_a_link_or_a_bomb_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(ModFilesError, match="is a link"):
        ZipFiles(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", bytes(40 << 20))
    with pytest.raises(ModFilesError, match="larger than 32 MiB"):
        ZipFiles(path)
    path.write_bytes(b"PK not really")
    with pytest.raises(ModFilesError, match="cannot be read as a zip"):
        ZipFiles(path)


def test_a_small_zip_takes_little_memory(tmp_path: Path) -> None:
    """The limit of its size is a quarter of a GiB, which a small machine does not have for each mod."""
    path = tmp_path / "m.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mod.toml", "")
    tracemalloc.start()
    try:
        assert list(ZipFiles(path).names) == ["mod.toml"]
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_folder_with_a_link_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "mod.toml").symlink_to("/etc/hostname")
    with pytest.raises(ModFilesError, match="is a link"):
        _ = FolderFiles(tmp_path).names


def test_line_endings_and_caches_do_not_change_the_hash(tmp_path: Path) -> None:
    (tmp_path / "mod.toml").write_bytes(b"a = 1\n")
    before = hash_content(FolderFiles(tmp_path))
    (tmp_path / "mod.toml").write_bytes(b"a = 1\r\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert hash_content(FolderFiles(tmp_path)) == before
    (tmp_path / "picture.bin").write_bytes(b"a")
    assert hash_content(FolderFiles(tmp_path)) != before


words = st.lists(st.text("ab1", min_size=1, max_size=2), min_size=1, max_size=3).map("-".join)
ids = st.lists(words, min_size=2, max_size=3).map(".".join).filter(MOD_ID_PATTERN.fullmatch)


@given(ids, ids)
def test_no_two_ids_share_a_package(one: str, other: str) -> None:
    assert (get_package_name(one) == get_package_name(other)) == (one == other)
    assert get_package_name(one).removeprefix("footfall_mods.").isidentifier()


def test_the_watchdog_stops_a_loop_on_any_thread_without_side_effects() -> None:
    def forever() -> None:
        while True:
            pass

    def stubborn() -> None:
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue

    caught = []

    def try_it() -> None:
        for call in (forever, stubborn):
            try:
                run_with_timeout(call, 0.05, "you.loop")
            except TimeoutError as error:
                caught.append(str(error))

    try_it()
    thread = threading.Thread(target=try_it)
    thread.start()
    thread.join(10)
    assert caught == ["it did not finish within 0.05 s"] * 4
    for _ in range(200):  # no pending exception hits a later call
        assert run_with_timeout(lambda: sum(range(10)), 5, "you.fine") == 45


def test_a_timely_call_keeps_its_result_or_error() -> None:
    assert run_with_timeout(lambda: 3, 1, "x") == 3
    with pytest.raises(KeyError):
        run_with_timeout(lambda: {}["a"], 1, "x")
