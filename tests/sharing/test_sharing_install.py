"""``footfall mods``: from an index to a game and back, as a player types it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from publishing import pack, publish
from serving import serve

from footfall.engine.saves.atomic_file import replace_file
from footfall.loader.discovery import find_content
from footfall.loader.profiles import ProfileError, get_profile, read_pointer
from footfall.sharing import store as store_module
from footfall.sharing.index_format import encode_index, read_index
from footfall.sharing.pinned_indexes import load_pins
from footfall.sharing.signatures import sign

Run = Callable[..., Any]


def list_installed(profile: str = "default") -> dict[str, str]:
    try:
        return {mod.id: mod.version for mod in get_profile(read_pointer(), profile).now.mods}
    except ProfileError:
        return {}


@pytest.fixture
def player(footfall: Run, index: Path) -> Run:
    assert footfall("mods", "index", "add", index).exit_code == 0
    return footfall


def test_two_commands_install_a_mod_with_its_requirements(player: Run) -> None:
    done = player("mods", "install", "alpha")
    assert done.exit_code == 0, done.output
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    assert "creature/core.stealth:goblin.hp: [7, 10] -> [6, 6]" in done.stdout


def test_undo_is_the_previous_pointer(player: Run, store: Path) -> None:
    player("mods", "install", "alpha@1.0")
    before = json.loads((store / "profiles.json").read_text())["profiles"]["default"]["now"]
    assert player("mods", "update", "--yes").exit_code == 0
    assert list_installed()["you.alpha"] == "2.0"
    assert player("mods", "undo").exit_code == 0
    assert json.loads((store / "profiles.json").read_text())["profiles"]["default"]["now"] == before
    assert player("mods", "undo").exit_code == 0
    assert list_installed() == {}
    done = player("mods", "undo")
    assert (done.exit_code, done.stderr) == (1, "Error: there is nothing to undo in the profile default\n")


def test_nothing_updates_by_itself(player: Run, index: Path) -> None:
    player("mods", "install", "beta@1.0")
    for words in (("list",), ("search", "beta"), ("outdated",), ("update", "--dry-run")):
        assert player("mods", *words).exit_code == 0
    assert player("mods", "update").exit_code == 1  # no terminal to ask on
    assert list_installed() == {"you.beta": "1.0"}
    assert player("mods", "install", "gamma").exit_code == 0
    assert list_installed() == {"you.beta": "1.0", "you.gamma": "1.0"}


def test_an_install_that_changes_other_mods_asks_first(player: Run) -> None:
    player("mods", "install", "beta")
    done = player("mods", "install", "gamma")
    assert done.exit_code == 1
    assert "downgrade you.beta 2.0 -> 1.0" in done.stdout
    assert list_installed() == {"you.beta": "2.0"}
    assert player("mods", "install", "gamma", "--yes").exit_code == 0
    assert list_installed() == {"you.beta": "1.0", "you.gamma": "1.0"}


def test_a_contradiction_is_a_sentence_with_lines_and_a_way_out(player: Run) -> None:
    done = player("mods", "install", "alpha@2.0", "gamma")
    assert done.exit_code == 1
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2")' in done.stderr
    assert 'you.gamma 1.0 ([requires] "you.beta" = "<2")' in done.stderr
    assert "it would work with another version: footfall mods install you.alpha@1.0" in done.stderr
    assert list_installed() == {}


def test_a_contradiction_names_its_causes_only(player: Run, index: Path) -> None:
    for name in ("delta", "epsilon"):
        pack(index, f"you.{name}", "1.0", {"you.beta": ">=1"})
    publish(index, 2)
    assert player("mods", "install", "delta", "epsilon", "gamma").exit_code == 0
    done = player("mods", "install", "alpha@2.0")
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2") and you.gamma 1.0 (' in done.stderr
    assert "delta" not in done.stderr
    assert "epsilon" not in done.stderr


def test_outdated_says_what_holds_a_mod_back(player: Run) -> None:
    player("mods", "install", "gamma")
    player("mods", "install", "alpha")
    rows = json.loads(player("mods", "outdated", "--json").stdout)["mods"]
    assert [(row["id"], row["version"], row["newest"]) for row in rows] == [
        ("you.alpha", "1.0", "2.0"),
        ("you.beta", "1.0", "2.0"),
    ]
    assert 'you.gamma 1.0 ([requires] "you.beta" = "<2")' in rows[0]["why"]


def test_remove_takes_what_only_the_mod_required(player: Run) -> None:
    player("mods", "install", "alpha")
    done = player("mods", "remove", "beta")
    assert done.exit_code == 1
    assert "you.alpha 2.0 requires you.beta" in done.stderr
    assert player("mods", "remove", "alpha").exit_code == 0
    assert list_installed() == {}


def test_installing_never_approves_python(player: Run) -> None:
    done = player("mods", "install", "python")
    assert (
        "you.python has Python code, which stays off until you approve it: footfall mods approve you.python"
        in done.stdout
    )
    assert "its Python can reach: files, processes, environment" in done.stdout
    report = json.loads(player("mods", "list", "--json").stdout)
    assert {row["id"]: row["state"] for row in report["mods"]}["you.python"] == "not approved"


def test_a_file_can_be_installed(footfall: Run, tmp_path: Path) -> None:
    done = footfall("mods", "install", pack(tmp_path, "you.lone", "1.0"))
    assert done.exit_code == 0, done.output
    assert list_installed() == {"you.lone": "1.0"}


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


def test_a_changed_content_is_named_and_not_played(footfall: Run, index: Path, store: Path) -> None:
    file = pack(index.parent, "you.lone", "1.0")
    assert footfall("mods", "install", file).exit_code == 0
    damage(store)
    done = footfall("mods", "list")
    assert "error[changed-content] you.lone" in done.stderr
    assert "fix: footfall mods install lone-1.0.zip (it was installed from a file)" in done.stderr
    assert "you.lone" not in done.stdout
    done = footfall("mods", "verify")
    assert (done.exit_code, "1 content in the store, 1 damaged" in done.stdout) == (1, True)
    assert "you.lone 1.0: damaged or lost" in done.stdout
    done = footfall("mods", "doctor")
    assert "store: you.lone 1.0 is damaged or lost" in done.stdout
    assert footfall("mods", "install", file).exit_code == 0
    assert footfall("mods", "verify").exit_code == 0
    assert "you.lone" in footfall("mods", "list").stdout


@pytest.mark.parametrize("words", [("mods", "list"), ("run", "stealth", "--turns", "1"), ("mods", "verify")])
def test_a_damaged_store_comes_back_from_an_index(player: Run, store: Path, words: tuple[str, ...]) -> None:
    player("mods", "install", "beta")
    path = damage(store)
    assert find_content(path.stem) is None
    done = player(*words)
    assert done.exit_code == 0, done.output
    assert "you.beta 2.0 was damaged in the store; the index shelf had it" in done.stderr
    assert find_content(path.stem) is not None


def test_other_content_under_a_known_version_is_refused(player: Run, index: Path) -> None:
    player("mods", "install", "beta")
    before = get_profile(read_pointer(), "default").now
    file = pack(index, "you.beta", "2.0", hp=77)
    publish(index, 2)
    new = json.loads((index / "index.json").read_text())["mods"][1]["versions"][0]["content"]
    both = (f"the content {new[:12]}", f"but {before.mods[0].hash[:12]} when it was installed")
    for words in (("install", "beta"), ("install", "beta@2.0"), ("install", file)):
        done = player("mods", *words)
        assert (done.exit_code, [text for text in both if text not in done.stderr]) == (1, [])
        assert "add --replace" in done.stderr
    done = player("mods", "update")
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (0, [])
    player("mods", "remove", "beta")
    assert "add --replace" in player("mods", "install", "beta").stderr
    done = player("mods", "install", "alpha")  # its version 2.0 needs it
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (0, [])
    player("mods", "undo")
    done = player("mods", "install", "alpha@2.0")
    assert (done.exit_code, [text for text in both if text not in done.stderr]) == (1, [])
    player("mods", "undo")
    assert get_profile(read_pointer(), "default").now.mods == before.mods
    done = player("mods", "install", "beta", "--replace")  # no terminal to ask on
    assert (done.exit_code, f"replace you.beta 2.0: {before.mods[0].hash[:12]} -> {new[:12]}" in done.stdout) == (
        1,
        True,
    )
    assert player("mods", "install", "beta", "--replace", "--yes").exit_code == 0
    assert get_profile(read_pointer(), "default").now.mods[0].hash == new
    assert player("mods", "update").stderr.count("other") == 0


def test_a_mod_in_a_folder_takes_precedence_and_is_named(player: Run, tmp_path: Path) -> None:
    pack(tmp_path / "mods", "you.beta", "0.5")
    done = player("mods", "install", "beta")
    assert done.exit_code == 1
    assert "you.beta 0.5 is here already" in done.stderr
    done = player("mods", "install", "alpha")
    assert done.exit_code == 1
    assert 'you.alpha 2.0 ([requires] "you.beta" = ">=2")' in done.stderr
    assert "you.beta exists as 0.5" in done.stderr


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


def test_a_lock_is_installed_offline_from_the_store(player: Run, index: Path) -> None:
    player("mods", "install", "alpha@1.0")
    assert player("mods", "lock").exit_code == 0
    player("mods", "update", "--yes")
    player("mods", "remove", "alpha")
    player("mods", "clean", "--yes")
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


def test_clean_keeps_what_a_save_or_a_lock_names(player: Run, store: Path) -> None:
    player("mods", "install", "alpha@1.0")
    player("mods", "lock", "--file", "elsewhere.lock")
    player("mods", "update", "--yes")
    player("mods", "remove", "alpha")
    done = player("mods", "clean")
    assert done.exit_code == 1  # asks first
    assert len(list((store / "contents").glob("*.zip"))) == 3
    assert player("mods", "clean", "--yes").exit_code == 0
    assert len(list((store / "contents").glob("*.zip"))) == 2
    Path("elsewhere.lock").unlink()
    assert player("mods", "clean", "--yes").exit_code == 0
    assert list((store / "contents").glob("*.zip")) == []


def test_clean_deletes_nothing_if_a_save_cannot_be_read(player: Run, home: Path, store: Path) -> None:
    player("mods", "install", "beta")
    player("mods", "remove", "beta")
    save = home / "xdg_data_home" / "footfall" / "saves" / "core.stealth.save"
    save.parent.mkdir()
    save.write_bytes(b"footfall save 1\n torn")
    done = player("mods", "clean", "--yes")
    assert done.exit_code == 1
    assert "core.stealth.save" in done.stderr
    assert "nothing was deleted" in done.stderr
    assert len(list((store / "contents").glob("*.zip"))) == 1


def test_clean_sweeps_disabled_mods(player: Run, store: Path) -> None:
    player("mods", "install", "alpha")
    player("mods", "off", "you.alpha")
    player("mods", "off", "you.beta")
    assert player("mods", "clean", "--yes").exit_code == 0
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
    for words in (("list",), ("order",), ("list", "--json")):
        done = player("mods", *words)
        assert (done.exit_code, "profiles.json is damaged" in done.output) == (1, True)


def test_a_collection_is_published_and_installed_like_a_mod(
    player: Run, home: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player("mods", "install", "alpha@1.0")
    assert player("mods", "collection", "new", "you.pack").exit_code == 0
    done = player("mods", "collection", "build", "pack", "--out", index / "pack-0.1.0.zip")
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
    player("mods", "collection", "new", "you.pack")
    player("mods", "collection", "build", "pack", "--out", index / "pack-0.1.0.zip")
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


RULES = """
[hook.on_hear.doors_carry]
when = "kind == 'door'"
mul.range = {factor}
reason = "the hinges creak"
"""


def test_an_update_says_which_rules_come_and_go(player: Run, index: Path) -> None:
    for version, factor in (("1.0", 2), ("1.1", 3)):
        pack(index, "you.hinges", version, files={"content/hinges.toml": RULES.format(factor=factor)})
    publish(index, 2)
    player("mods", "install", "hinges@1.0")
    done = player("mods", "update", "--dry-run")
    rules = " ".join(done.stdout.partition("rules in stealth:")[2].split())
    assert "- you.hinges: When kind is 'door': multiplies range by 2" in rules
    assert "+ you.hinges: When kind is 'door': multiplies range by 3" in rules


def test_the_first_index_provides_a_mod_that_two_have(player: Run, tmp_path: Path) -> None:
    """A later index cannot take the place of a mod by a higher version."""
    pack(tmp_path / "thief", "you.beta", "99.0", hp=1)
    player("mods", "index", "add", publish(tmp_path / "thief"))
    player("mods", "install", "alpha")
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    assert "everything is as it should be" in player("mods", "update").stdout
    player("mods", "index", "remove", "shelf")
    player("mods", "index", "add", tmp_path / "shelf")  # now the second
    assert "everything is as it should be" in player("mods", "update").stdout


def test_a_signed_index_on_a_server_works_without_a_connection(footfall: Run, index: Path, home: Path) -> None:
    key = home / "keys" / "me.key"
    assert footfall("index", "key", key).exit_code == 0
    assert footfall("index", "build", index, "--sign", key).exit_code == 0
    with serve(index) as server:
        assert (
            footfall("mods", "index", "add", server.address, "--name", "web").exit_code == 1
        )  # the key is asked about
        done = footfall("mods", "index", "add", server.address, "--name", "web", "--yes")
        assert done.exit_code == 0, done.output
        assert footfall("mods", "install", "beta").exit_code == 0
        del server.requests[:]
        footfall("mods", "search", "beta")
        assert [path for path, _ in server.requests] == ["/index.json.minisig"]  # unchanged: its copy is used
        footfall("mods", "remove", "beta")
    done = footfall("mods", "search", "alpha")
    assert "you.alpha" in done.stdout
    assert "its copy of the last time is used" in done.stderr
    assert footfall("mods", "install", "beta").exit_code == 0  # its content is in the store
    done = footfall("mods", "install", "alpha")
    assert done.exit_code == 1
    assert "cannot be fetched" in done.stderr
    assert list_installed() == {"you.beta": "2.0"}


@pytest.fixture
def refused(player: Run, index: Path, tmp_path: Path) -> str:
    """Beta 1.0 is installed, and now its index is another one under the same number: a later one has a beta too."""
    key = tmp_path / "keys" / "me.key"
    assert player("index", "key", key).exit_code == 0
    player("mods", "index", "remove", "shelf")
    player("index", "build", index, "--sign", key)
    player("mods", "index", "add", index, "--yes")
    assert player("mods", "install", "beta@1.0").exit_code == 0
    pack(tmp_path / "thief", "you.beta", "99.0", hp=1)
    player("mods", "index", "add", publish(tmp_path / "thief"))
    path = index / "index.json"
    path.write_bytes(path.read_bytes().replace(b'"shelf"', b'"sheLf"'))
    return "the index shelf is not used: shelf: the signature does not match"


def test_a_refused_index_is_no_success(player: Run, refused: str) -> None:
    for words in ("update", "update beta", "outdated --json", "search", "install beta", "install alpha --dry-run"):
        done = player("mods", *words.split())
        assert done.exit_code == 1, done.output
        assert refused in done.stderr
        assert "as it should be" not in done.stdout
        assert "up to date" not in done.stdout
    assert list_installed() == {"you.beta": "1.0"}  # no later index takes its place


def test_doctor_reports_a_refused_index(player: Run, refused: str) -> None:
    done = player("mods", "doctor")
    assert done.exit_code == 1
    assert refused.partition(" is not used: ")[2] in done.stdout
    assert "1 problem," in done.stdout
    assert player("mods", "index", "remove", "shelf").exit_code == 0
    assert player("mods", "doctor").exit_code == 0


def test_an_expired_index_is_not_added(footfall: Run, index: Path, tmp_path: Path) -> None:
    key = tmp_path / "keys" / "me.key"
    footfall("index", "key", key)
    footfall("index", "build", index, "--sign", key)
    path = index / "index.json"
    entry = msgspec.structs.replace(read_index(path.read_bytes()), expires="2020-01-01")
    path.write_bytes(encode_index(entry))
    (index / "index.json.minisig").write_text(sign(path.read_bytes(), key.read_text()))
    done = footfall("mods", "index", "add", index, "--yes")
    assert (done.exit_code, "expired on 2020-01-01" in done.stderr) == (1, True), done.output
    assert load_pins() == ()


def test_an_index_that_cannot_be_read_is_no_success(player: Run, index: Path) -> None:
    player("mods", "install", "beta@1.0")
    (index / "index.json").unlink()
    for words in (("update",), ("outdated",), ("search",), ("install", "alpha")):
        done = player("mods", *words)
        assert done.exit_code == 1, done.output
        assert "the index shelf is not used" in done.stderr
        assert "as it should be" not in done.stdout
        assert "add one" not in done.stderr


def retract(index: Path, lines: str) -> None:
    (index / "index.toml").write_text(f'[retracted."you.beta"]\n{lines}\n')
    publish(index, json.loads((index / "index.json").read_text())["counter"] + 1)


def test_a_retracted_version_is_named_everywhere_and_left(player: Run, index: Path) -> None:
    player("mods", "install", "beta")
    retract(index, '"2" = "it eats saves"')  # a bare version is that version
    sentence = "version 2.0 is retracted by its publisher: it eats saves"
    done = player("play", "--plain", "--new", "--seed", "3")
    assert sentence in done.stderr
    assert "The publisher of you.beta has retracted 2.0: it eats saves" in done.stdout
    rows = json.loads(player("mods", "list", "--json").stdout)["mods"]
    assert {row["retracted"] for row in rows if row["id"] == "you.beta"} == {"it eats saves"}
    assert sentence in player("mods", "doctor").stdout
    assert player("mods", "outdated").stdout == "you.beta 2.0 -> 1.0  retracted: it eats saves\n"
    done = player("mods", "update", "--yes")
    assert "downgrade you.beta 2.0 -> 1.0" in done.stdout
    assert list_installed() == {"you.beta": "1.0"}
    assert "retracted" not in player("mods", "list").output
    player("mods", "undo")
    assert sentence in player("mods", "list").stderr
    retract(index, "")
    assert "retracted" not in player("mods", "list").output


def test_a_retracted_version_that_must_stay_says_why(player: Run, index: Path) -> None:
    player("mods", "install", "alpha")  # its 2.0 requires a beta of at least 2
    player("mods", "install", "alpha@2.0")
    retract(index, '"2.*" = "it eats saves"\n"1.0" = "so does this"')
    for words in (("outdated",), ("update", "--yes")):
        done = player("mods", *words)
        assert "it eats saves; no index has another version that is not retracted" in done.output
        assert "as it should be" not in done.stdout
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    player("mods", "remove", "alpha")
    done = player("mods", "install", "beta")
    assert done.exit_code == 1
    assert "every version of you.beta is retracted by its publisher, 2.0 because: it eats saves" in done.stderr
    assert "2.0 (retracted)" in player("mods", "search", "beta").stdout
    assert player("mods", "install", "beta@1.0").exit_code == 0
    assert "so does this" in player("mods", "list").stderr


def test_a_pinned_mod_keeps_its_version(player: Run, tmp_path: Path) -> None:
    assert player("mods", "pin", "beta", "1.0").exit_code == 0
    assert "1.0 (pinned)" in player("mods", "list").stdout
    done = player("mods", "outdated")
    assert done.stdout == (
        "you.beta 1.0 -> 2.0  you.beta is pinned to 1.0; to let it change: footfall mods unpin you.beta\n"
    )
    for words in ("update", "update beta", "install beta", "install alpha"):
        player("mods", *words.split(), "--yes")
        assert list_installed()["you.beta"] == "1.0"
    assert list_installed() == {"you.alpha": "1.0", "you.beta": "1.0"}
    for word in ("alpha@2.0", "beta@2.0", pack(tmp_path, "you.beta", "3.0")):
        done = player("mods", "install", word, "--yes")
        assert done.exit_code == 1
        assert "you.beta is pinned to 1.0" in done.stderr
    player("mods", "undo")  # of alpha
    assert player("mods", "unpin", "beta").stdout == "pinned in the profile default: nothing\n"
    assert player("mods", "update", "--yes").exit_code == 0
    assert list_installed() == {"you.beta": "2.0"}
    assert player("mods", "pin", "beta").stdout == "pinned in the profile default: you.beta 2.0\n"
    player("mods", "undo")
    assert "pinned" not in player("mods", "list").stdout


def test_a_list_that_is_cut_says_how_many_are_left_out(player: Run, index: Path) -> None:
    for minor in range(12):
        pack(index, "you.many", f"1.{minor}", files={"CHANGELOG.md": "## 1.11\n" + "- a line\n" * 15})
    publish(index, 2)
    lines = player("mods", "show", "many").stdout.splitlines()
    assert lines[lines.index("versions:") + 11] == "    and 2 more"
    assert "there is: 1.11, 1.10, 1.9, 1.8, 1.7 and 7 more" in player("mods", "install", "many@7").stderr
    hash = "0" * 32
    Path("odd.lock").write_text(f'footfall = "0.1.0"\n[[mod]]\nid = "you.many"\nversion = "7"\nhash = "{hash}"\n')
    done = player("mods", "install", "--from", "odd.lock")
    assert "the index has 1.11, 1.10, 1.9, 1.8, 1.7 and 7 more" in done.stderr
