"""The indexes that a player follows: which one provides a mod, and what is said of one that is not used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from installed import list_installed
from publishing import pack, publish
from serving import serve

from footfall.disk import replace_file
from footfall.loader import json_file
from footfall.sharing import pins as index_copies, sources as sources_module
from footfall.sharing.index.format import encode_index, read_index
from footfall.sharing.pins import load_pins, pins_path
from footfall.sharing.signatures import sign, signers_path

Run = Callable[..., Any]


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


def test_a_mod_that_changes_its_index_is_named_and_one_that_goes_does_not_stay(player: Run, tmp_path: Path) -> None:
    player("mods", "install", "alpha")
    pack(tmp_path / "heir", "you.alpha", "3.0", hp=1)
    player("mods", "index", "add", publish(tmp_path / "heir"))
    player("mods", "index", "remove", "shelf")
    for words in (("list", "--outdated"), ("update", "--yes")):
        done = player("mods", *words)
        assert "you.alpha 3.0 comes from the index heir; 2.0 came from shelf" in done.stderr
        assert "stays" not in done.stderr
    assert list_installed() == {"you.alpha": "3.0"}


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
        assert [*json.loads(signers_path().read_text())["keys"].values()] == [load_pins()[0].key]
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
    asked = ("update", "update beta", "list --outdated --json", "search", "install beta", "install alpha --dry-run")
    for words in asked:
        done = player("mods", *words.split())
        assert done.exit_code == 1, done.output
        assert refused in done.stderr
        assert "as it should be" not in done.stdout
        assert "up to date" not in done.stdout
    assert list_installed() == {"you.beta": "1.0"}  # no later index takes its place


@pytest.mark.proof(0)
def test_doctor_reports_a_refused_index(player: Run, refused: str) -> None:
    done = player("doctor")
    assert done.exit_code == 1
    assert refused.partition(" is not used: ")[2] in done.stdout
    assert "1 problem," in done.stdout
    assert player("mods", "index", "remove", "shelf").exit_code == 0
    assert player("doctor").exit_code == 0


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
    for words in (("update",), ("list", "--outdated"), ("search",), ("install", "alpha")):
        done = player("mods", *words)
        assert done.exit_code == 1, done.output
        assert "the index shelf is not used" in done.stderr
        assert "as it should be" not in done.stdout
        assert "add one" not in done.stderr


def sign_index(run: Run, index: Path, key: Path) -> None:
    """Signs the index of a folder with a key that is created if it is not there."""
    if not key.exists():
        assert run("index", "key", key).exit_code == 0
    assert run("index", "build", index, "--sign", key).exit_code == 0


@pytest.mark.proof(1)
@pytest.mark.parametrize("absence", ["folder", "404", "cut off"])
def test_an_absent_index_keeps_its_mods(footfall: Run, index: Path, tmp_path: Path, absence: str) -> None:
    """Its copy proves that they are its own, so that no later index takes their place."""
    sign_index(footfall, index, tmp_path / "keys" / "me.key")
    pack(tmp_path / "thief", "you.beta", "99.0", hp=1)
    pack(tmp_path / "thief", "you.needy", "1.0", {"you.beta": "*"})
    with serve(index) as server:
        footfall("mods", "index", "add", index if absence == "folder" else server.address, "--name", "first", "--yes")
        footfall("mods", "index", "add", publish(tmp_path / "thief"))
        if absence == "folder":
            index.rename(tmp_path / "gone")
        else:
            server.status, server.cut = (404, None) if absence == "404" else (200, 0)
        done, beta, found = (
            footfall("mods", *words) for words in (("install", "needy"), ("install", "beta"), ("search",))
        )
    assert list_installed().get("you.beta") != "99.0"
    if absence != "cut off":  # then its copy is used
        assert "you.beta is of the index first, which is not used now" in done.stderr
        assert "you.beta is of the index first" in beta.stderr
        assert "99.0" not in found.stdout
        assert footfall("mods", "index", "remove", "first").exit_code == 0
        assert footfall("mods", "install", "needy", "--yes").exit_code == 0
        assert list_installed()["you.beta"] == "99.0"


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Lets something happen once after an index was accepted, before this is recorded."""
    accept = sources_module.accept_index

    def accept_slowly(*words: Any) -> Any:
        monkeypatch.setattr(sources_module, "accept_index", accept)
        accepted = accept(*words)
        happens()
        return accepted

    monkeypatch.setattr(sources_module, "accept_index", accept_slowly)


def test_a_slower_process_does_not_lower_the_counter(player: Run, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(index, 5)

    def read_newer() -> None:
        publish(index, 7)
        player("mods", "search")

    meanwhile(monkeypatch, read_newer)
    done = player("mods", "search")
    assert (done.exit_code, "number 5 after 7" in done.stderr) == (1, True)
    assert [pin.counter for pin in load_pins()] == [7]
    assert player("mods", "search").exit_code == 0


def test_an_index_that_is_removed_stays_removed(player: Run, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(index, 5)
    meanwhile(monkeypatch, lambda: player("mods", "index", "remove", "shelf"))
    assert "it was removed meanwhile" in player("mods", "search").stderr
    assert load_pins() == ()


def test_an_index_that_was_just_added_is_not_added_again(
    footfall: Run, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: footfall("mods", "index", "add", index))
    assert "is there already" in footfall("mods", "index", "add", index).stderr
    assert "is there already" in footfall("mods", "index", "add", index, "--name", "other").stderr
    assert len(load_pins()) == 1


def test_a_copy_changes_with_its_signature(
    footfall: Run, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed between any two files leaves a copy that is accepted without a connection."""
    key = tmp_path / "keys" / "me.key"
    sign_index(footfall, index, key)
    with serve(index) as server:
        footfall("mods", "index", "add", server.address, "--name", "web", "--yes")
        footfall("mods", "search")
        pack(index, "you.new", "1.0")
        sign_index(footfall, index, key)
        written: list[Path] = []

        def die_at_second(path: Path, *parts: Any, **how: Any) -> None:
            if "store" in path.parts or path == pins_path():
                if written:
                    raise KeyboardInterrupt
                written.append(path)
            replace_file(path, *parts, **how)

        with monkeypatch.context() as patch:
            for module in (index_copies, json_file):
                patch.setattr(module, "replace_file", die_at_second)
            footfall("mods", "search")
        assert len(written) == 1
    done = footfall("mods", "search", "new")
    assert "its copy of the last time is used" in done.stderr
    assert "you.new" in done.stdout
