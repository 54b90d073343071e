"""Profiles, locks and collections: sets of mods that are kept, shared and installed as they were."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed
from publishing import pack, publish

Run = Callable[..., Any]


def test_profiles_share_contents_but_not_mods(player: Run, store: Path) -> None:
    player("mods", "install", "beta")
    assert player("mods", "profile", "new", "hard").exit_code == 0
    assert player("mods", "install", "alpha", "--profile", "hard").exit_code == 0
    assert list_installed() == {"you.beta": "2.0"}
    assert list_installed("hard") == {"you.alpha": "2.0", "you.beta": "2.0"}
    assert len(list((store / "contents").iterdir())) == 2
    assert player("mods", "undo", "--profile", "hard").exit_code == 0
    assert list_installed() == {"you.beta": "2.0"}
    done = player("mods", "list", "--profile", "nope")
    assert done.exit_code == 1
    assert "there is no profile 'nope'; profiles: default, hard" in done.stderr


def test_only_the_default_profile_plays_with_the_folder_of_mods(player: Run, tmp_path: Path) -> None:
    pack(tmp_path / "mods", "you.local", "1.0")
    player("mods", "profile", "new", "hard")
    ids = {
        name: {row["id"] for row in json.loads(player("mods", "list", "--json", "--profile", name).stdout)["mods"]}
        for name in ("default", "hard")
    }
    assert ids["default"] - ids["hard"] == {"you.local"}


def test_a_shared_profile_gives_another_player_the_same_bytes(
    player: Run, home: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player("mods", "profile", "new", "hard")
    player("mods", "install", "alpha@1.0", "--profile", "hard")
    player("mods", "profile", "share", "hard")
    first = {path.name: path.read_bytes() for path in (home / "xdg_data_home/footfall/store/contents").iterdir()}
    for path in index.glob("*.zip"):  # published again by other tools, with other line ends
        with zipfile.ZipFile(path) as archive:
            contents = {name: archive.read(name).replace(b"\n", b"\r\n") for name in archive.namelist()}
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in reversed(contents.items()):
                archive.writestr(name, data)
    publish(index, 2)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home / "other" / name.lower()))
    player("mods", "index", "add", index)
    done = player("mods", "install", "--from", home / "hard.profile")
    assert done.exit_code == 0, done.output
    second = {path.name: path.read_bytes() for path in (home / "other/xdg_data_home/footfall/store/contents").iterdir()}
    assert first == second
    assert list_installed("hard") == {"you.alpha": "1.0", "you.beta": "2.0"}


def test_a_shared_profile_brings_its_choices_but_replaces_none(player: Run, home: Path) -> None:
    shared = 'footfall = "0.1.0"\nprofile = "calm"\n[switched]\n"you.beta" = false\n'
    Path("calm.profile").write_text(shared)
    assert player("mods", "install", "--from", "calm.profile").exit_code == 0
    choices = home / "xdg_config_home" / "footfall" / "mods@calm.json"
    assert json.loads(choices.read_text())["switched"] == {"you.beta": False}
    assert player("run", "king", "--turns", "1", "--profile", "calm").exit_code == 0  # it has no mods, but is there
    Path("calm.profile").write_text(shared.replace("false", "true"))
    player("mods", "install", "--from", "calm.profile")
    assert json.loads(choices.read_text())["switched"] == {"you.beta": False}


@pytest.mark.proof(0)
def test_a_lock_is_installed_offline_from_the_store(player: Run, index: Path) -> None:
    player("mods", "install", "alpha@1.0")
    assert player("mods", "profile", "lock").exit_code == 0
    player("mods", "update", "--yes")
    player("mods", "remove", "alpha")
    player("mods", "remove", "--unused", "--yes")
    player("mods", "index", "remove", "shelf")
    done = player("mods", "install", "--from", "footfall.lock")
    assert done.exit_code == 0, done.output
    assert list_installed("footfall") == {"you.alpha": "1.0", "you.beta": "2.0"}


def test_what_no_index_has_is_named_and_nothing_is_installed(player: Run, home: Path) -> None:
    rows = "".join(
        f'[[mod]]\nid = "{id}"\nversion = "1.0"\nhash = "{digit * 32}"\n'
        for id, digit in (("you.alpha", "0"), ("you.lost", "1"))
    )
    (home / "strange.lock").write_text(f'footfall = "0.1.0"\n{rows}')
    done = player("mods", "install", "--from", "strange.lock")
    assert done.exit_code == 1
    assert (
        "you.alpha 1.0 with the content 000000000000 is in no index; the index has 1.0 with other content"
        in done.stderr
    )
    assert "you.lost 1.0 with the content 111111111111 is in no index" in done.stderr
    assert list_installed() == {}


def test_a_collection_is_published_and_installed_like_a_mod(
    player: Run, home: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player("mods", "install", "alpha@1.0")
    assert player("mods", "new", "--collection", "you.pack").exit_code == 0
    done = player("mods", "pack", "--relock", "pack", "--out", index / "pack-0.1.0.zip")
    assert done.exit_code == 0, done.output
    publish(index, 2)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home / "other" / name.lower()))
    player("mods", "index", "add", index)
    assert player("mods", "install", "pack").exit_code == 0
    assert list_installed() == {"you.alpha": "1.0", "you.beta": "2.0", "you.pack": "0.1.0"}


def test_other_content_than_a_collection_names_is_refused(
    player: Run, home: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player("mods", "install", "beta@1.0")
    player("mods", "new", "--collection", "you.pack")
    player("mods", "pack", "--relock", "pack", "--out", index / "pack-0.1.0.zip")
    pack(index, "you.beta", "1.0", hp=77)
    publish(index, 2)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home / "other" / name.lower()))
    player("mods", "index", "add", index)
    done = player("mods", "install", "pack")
    assert done.exit_code == 1
    assert "but the collection you.pack 0.1.0 was made with" in done.stderr
    assert list_installed() == {}


@pytest.mark.parametrize("name", ["Hard", "../up", "", "a" * 41])
def test_a_profile_needs_a_plain_name(footfall: Run, name: str) -> None:
    assert footfall("mods", "profile", "new", name).exit_code == 1


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("https://a.org/\\nError: run this", "Expected text of another form"),
        ("https://a.org/\\u001b[2J", "Expected text of another form"),
        ("/mods; rm -r x", "footfall mods index add '/mods; rm -r x'"),
        ("https://a.org/mods/", "footfall mods index add https://a.org/mods/"),
    ],
)
def test_the_address_of_an_index_in_a_lock_is_a_word(player: Run, address: str, words: str) -> None:
    row = f'[[mod]]\nid = "you.far"\nversion = "7"\nhash = "{"0" * 32}"\n'
    Path("odd.lock").write_text(f'footfall = "0.1.0"\n[[index]]\naddress = "{address}"\n{row}')
    done = player("mods", "install", "--from", "odd.lock")
    assert (done.exit_code, words in done.stderr) == (1, True), done.stderr
    assert "\nError: run" not in done.stderr
    assert "regex" not in done.stderr
