"""The store of installed mods: what is kept, what comes back, and what is swept."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed
from publishing import pack

from footfall.disk import replace_file
from footfall.loader.discovery import find_content
from footfall.loader.profiles.pointer import get_profile, read_pointer
from footfall.loader.profiles.user_choices import read_selection
from footfall.sharing import store as store_module

Run = Callable[..., Any]


@pytest.mark.proof(0)
def test_the_bytes_of_a_picture_are_kept(footfall: Run, tmp_path: Path) -> None:
    data = b"\x89PNG\r\n\x1a\n \r\r\n \n\r"
    done = footfall("mods", "install", pack(tmp_path, "you.lone", "1.0", files={"pictures/a.png": data, "b.md": data}))
    assert done.exit_code == 0, done.output
    (mod,) = get_profile(read_pointer(), "default").now.mods
    content = find_content(mod.hash)
    assert content is not None
    assert content.files.read("pictures/a.png") == data


def test_what_is_read_back_is_what_was_stored(player: Run, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that changes a byte is found before a profile names the content."""

    def write_badly(path: Path, parts: Iterable[bytes], **how: bool) -> None:
        replace_file(path, [b"".join(parts).replace(b"[8, 8]", b"[9, 8]")], **how)

    monkeypatch.setattr(store_module, "replace_file", write_badly)
    done = player("mods", "install", "alpha")
    assert done.exit_code == 1
    assert "you.beta 2.0 was written to" in done.stderr
    assert "other bytes were read back; nothing was installed" in done.stderr
    assert list_installed() == {}
    assert {path.name for path in (store / "contents").iterdir() if find_content(path.stem) is None} == set()


def damage(store: Path) -> Path:
    """Doubles each line end of the only content, as an old version did in pictures; returns its path."""
    (path,) = (store / "contents").glob("*.zip")
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name).replace(b"\n", b"\n\n") for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@pytest.mark.proof(0)
def test_a_changed_content_is_named_and_not_played(footfall: Run, index: Path, store: Path) -> None:
    file = pack(index.parent, "you.lone", "1.0")
    assert footfall("mods", "install", file).exit_code == 0
    damage(store)
    done = footfall("mods", "list")
    assert "error[changed-content] you.lone" in done.stderr
    assert "fix: footfall mods install lone-1.0.zip (it was installed from a file)" in done.stderr
    assert "you.lone" not in done.stdout
    done = footfall("doctor", "--fix")
    assert (done.exit_code, "store: 0 contents as installed" in done.stdout) == (1, True)
    assert "to bring it back: footfall mods install lone-1.0.zip" in done.stdout
    done = footfall("doctor")
    assert "store: you.lone 1.0 is damaged or lost" in done.stdout
    assert footfall("mods", "install", file).exit_code == 0
    assert footfall("doctor", "--fix").exit_code == 0
    assert "you.lone" in footfall("mods", "list").stdout


@pytest.mark.proof(1)
@pytest.mark.parametrize("words", [("mods", "list"), ("run", "stealth", "--turns", "1"), ("doctor", "--fix")])
def test_a_damaged_store_comes_back_from_an_index(player: Run, store: Path, words: tuple[str, ...]) -> None:
    player("mods", "install", "beta")
    path = damage(store)
    assert find_content(path.stem) is None
    done = player(*words)
    assert done.exit_code == 0, done.output
    assert "you.beta 2.0 was damaged in the store; the index shelf had it" in done.output
    assert find_content(path.stem) is not None


@pytest.mark.proof(0)
def test_clean_keeps_what_a_save_or_a_lock_names(player: Run, store: Path) -> None:
    player("mods", "install", "alpha@1.0")
    player("mods", "profile", "lock", "--file", "elsewhere.lock")
    player("mods", "update", "--yes")
    player("mods", "remove", "alpha")
    done = player("mods", "remove", "--unused")
    assert done.exit_code == 1  # asks first
    assert len(list((store / "contents").glob("*.zip"))) == 3
    assert player("mods", "remove", "--unused", "--yes").exit_code == 0
    assert len(list((store / "contents").glob("*.zip"))) == 2
    Path("elsewhere.lock").unlink()
    assert player("mods", "remove", "--unused", "--yes").exit_code == 0
    assert list((store / "contents").glob("*.zip")) == []


def test_clean_deletes_nothing_if_a_save_cannot_be_read(player: Run, home: Path, store: Path) -> None:
    player("mods", "install", "beta")
    player("mods", "remove", "beta")
    save = home / "xdg_data_home" / "footfall" / "saves" / "core.stealth.save"
    save.parent.mkdir()
    save.write_bytes(b"footfall save 1\n torn")
    done = player("mods", "remove", "--unused", "--yes")
    assert done.exit_code == 1
    assert "core.stealth.save" in done.stderr
    assert "nothing was deleted" in done.stderr
    assert len(list((store / "contents").glob("*.zip"))) == 1


def test_clean_sweeps_disabled_mods(player: Run, store: Path) -> None:
    player("mods", "install", "alpha")
    player("mods", "off", "you.alpha")
    player("mods", "off", "you.beta")
    assert player("mods", "remove", "--unused", "--yes").exit_code == 0
    assert list_installed() == {}
    assert list((store / "contents").glob("*.zip")) == []


def test_a_lost_content_is_reported_and_comes_back(player: Run, index: Path, store: Path) -> None:
    player("mods", "install", "beta@1.0")
    path = next((store / "contents").glob("*.zip"))
    path.unlink()
    player("mods", "index", "remove", "shelf")
    assert "its content is not in the store" in player("mods", "list").stderr
    player("mods", "index", "add", index)
    assert player("mods", "install", "you.beta@1.0").exit_code == 0
    assert list_installed() == {"you.beta": "1.0"}
    assert path.exists()


def test_a_damaged_pointer_file_is_kept_and_named(player: Run, store: Path) -> None:
    player("mods", "install", "beta")
    (store / "profiles.json").write_text("{ torn")
    done = player("mods", "install", "alpha")
    assert done.exit_code == 1
    assert "profiles.json is damaged" in done.stderr
    assert (store / "profiles.json").read_text() == "{ torn"
    assert read_selection().profile == ""  # a game that runs goes on
    for words in (("list",), ("list", "--explain"), ("list", "--json")):
        done = player("mods", *words)
        assert (done.exit_code, "profiles.json is damaged" in done.output) == (1, True)
