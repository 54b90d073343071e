"""A store that the disk, another program or the user damaged: nothing outside it is written, nothing in it is lost."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed import list_installed
from publishing import pack, publish

from footfall.loader.profiles.pointer import ProfileError, content_path, get_profile, read_pointer

Run = Callable[..., Any]


@pytest.fixture
def player(footfall: Run, index: Path) -> Run:
    """Beta and python are installed, from files: no index brings them back by itself."""
    done = footfall("mods", "install", index / "beta-2.0.zip", index / "python-1.0.zip")
    assert done.exit_code == 0, done.output
    return footfall


@pytest.fixture
def content(player: Run) -> Path:
    """The content of beta."""
    return content_path(get_profile(read_pointer(), "default").now.mods[0].hash)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x40
    path.write_bytes(data)


@pytest.mark.proof(1)
@pytest.mark.parametrize("kind", ["link", "dangling", "loop", "folder", "pipe"])
def test_what_is_no_file_of_the_store_is_damaged_and_replaced(
    player: Run, content: Path, index: Path, tmp_path: Path, kind: str
) -> None:
    outside = tmp_path / "diary"
    if kind == "link":
        outside.write_bytes(content.read_bytes())
    before = outside.read_bytes() if outside.exists() else None
    content.unlink()
    if kind == "folder":
        content.mkdir()
        (content / "notes.txt").write_text("mine")
    elif kind == "pipe":
        os.mkfifo(content)
    else:
        content.symlink_to(content if kind == "loop" else outside)
    done = player("mods", "list")
    assert "what the store has in its place is not a regular file" in done.stderr
    done = player("doctor", "--fix")
    assert (done.exit_code, "you.beta 2.0 is damaged or lost" in done.stdout) == (1, True)
    assert player("mods", "remove", "--unused", "--yes").exit_code == 0
    done = player("mods", "install", index / "beta-2.0.zip")
    assert done.exit_code == 0, done.output
    assert player("doctor", "--fix").exit_code == 0
    assert content.is_file()
    assert not content.is_symlink()
    assert (outside.read_bytes() if outside.exists() else None) == before
    if kind == "folder":
        assert (content.parent / f"{content.name}.aside" / "notes.txt").read_text() == "mine"


@pytest.mark.proof(0)
def test_no_file_of_the_store_is_written_through_a_link(player: Run, store: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    diary.write_text("precious")
    (store / "lock").unlink()
    (store / "lock").symlink_to(diary)
    done = player("mods", "undo")
    assert (done.exit_code, "move it elsewhere" in done.stderr) == (1, True), done.output
    (store / "lock").unlink()
    text = (store / "profiles.json").read_text()
    (store / "profiles.json").rename(diary)
    (store / "profiles.json").symlink_to(diary)
    done = player("mods", "undo")
    assert (done.exit_code, "profiles.json is damaged (it is a link)" in done.stderr) == (1, True)
    assert diary.read_text() == text


def test_clean_removes_only_what_the_player_switched_off(player: Run, content: Path) -> None:
    flip(content)
    assert player("mods", "off", "you.python").exit_code == 0
    done = player("mods", "remove", "--unused", "--yes")
    assert (done.exit_code, "what you.beta requires is unknown" in done.stderr) == (0, True), done.output
    assert list_installed() == {"you.beta": "2.0", "you.python": "1.0"}
    content.unlink()
    assert player("mods", "remove", "--unused", "--yes").exit_code == 0
    assert list_installed() == {"you.beta": "2.0", "you.python": "1.0"}


@pytest.mark.proof(0)
def test_clean_deletes_what_is_no_content(player: Run, store: Path, tmp_path: Path) -> None:
    contents = store / "contents"
    (contents / "x.zip").mkdir()
    (contents / "x.zip" / "part").write_bytes(bytes(4096))
    os.mkfifo(contents / "y.zip")
    (tmp_path / "diary").write_text("precious")
    (contents / "z.zip").symlink_to(tmp_path / "diary")
    assert "store: x is damaged or lost" in player("doctor", "--fix").stdout
    done = player("mods", "remove", "--unused", "--yes")
    assert "x.zip  broken-off, 4 KiB" in done.stdout
    assert len(list(contents.iterdir())) == 2
    assert (tmp_path / "diary").read_text() == "precious"
    assert player("doctor", "--fix").exit_code == 0


@pytest.mark.proof(1)
@pytest.mark.parametrize("word", ["profiles", "mods", "hash", "check", "is_chosen", "before"])
def test_a_pointer_file_that_says_something_else_is_damaged(player: Run, store: Path, index: Path, word: str) -> None:
    path = store / "profiles.json"
    path.write_text(path.read_text().replace(f'"{word}"', f'"{word[:-1]}z"'))
    before = path.read_bytes()
    install = ("mods", "install", index / "beta-1.0.zip")
    for words in (("doctor",), ("doctor", "--fix"), ("mods", "remove", "--unused"), install, ("mods", "undo")):
        done = player(*words)
        assert (done.exit_code, "profiles.json is damaged" in done.output) == (1, True), words
    assert "install --from FILE" in done.stderr
    assert path.read_bytes() == before
    assert len(list((store / "contents").glob("*.zip"))) >= 2


@pytest.mark.parametrize("where", ["store", "index"])
def test_a_later_edition_is_no_damage(player: Run, store: Path, index: Path, where: str) -> None:
    """The message does not ask to rename or remove what a later version of the program wrote."""
    player("mods", "index", "add", index, "--yes")
    path = store / "profiles.json" if where == "store" else index / "index.json"
    text = path.read_text()
    field = f"footfall_{where}"
    path.write_text(text.replace(f'"{field}": 1', f'"{field}": 2').replace(f'"{field}":1', f'"{field}":2, "new":[]'))
    done = player("mods", "update", "--yes")
    assert done.exit_code == 1, done.output
    assert "it is of edition 2 of its format, and this Footfall reads edition 1: update Footfall" in done.output
    assert "damaged" not in done.output


def test_a_content_that_was_not_readable_is_replaced_by_one_that_is(player: Run, content: Path, index: Path) -> None:
    flip(content)
    content.chmod(0)
    done = player("mods", "install", index / "beta-2.0.zip")
    assert done.exit_code == 0, done.output
    assert content.stat().st_mode & 0o600 == 0o600


@pytest.mark.proof(0)
def test_no_flipped_bit_of_the_pointer_file_is_read_as_other_profiles(player: Run, store: Path) -> None:
    path, before = store / "profiles.json", read_pointer()
    data = path.read_bytes()
    for bit in random.Random(7).sample(range(8 * len(data)), 1_000):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        try:
            assert read_pointer() == before  # a space for a space
        except ProfileError:
            continue


@pytest.mark.proof(0)
def test_a_store_without_its_pointer_file_is_a_problem(player: Run, store: Path, index: Path) -> None:
    (store / "profiles.json").unlink()
    for words in (("doctor",), ("doctor", "--fix"), ("mods", "remove", "--unused")):
        done = player(*words)
        assert (done.exit_code, "is missing, so which of the 2 contents" in done.output) == (1, True), words
    assert "which of the 2 contents in the store were installed is unknown" in player("mods", "list").stderr
    assert len(list((store / "contents").glob("*.zip"))) == 2
    assert player("mods", "install", index / "beta-2.0.zip").exit_code == 0
    assert player("doctor").exit_code == 0


def test_an_installation_that_is_broken_off_is_no_lost_pointer_file(footfall: Run, index: Path) -> None:
    assert footfall("mods", "install", index / "beta-2.0.zip", "--dry-run").exit_code == 0
    assert footfall("doctor").exit_code == 0
    assert "deleted: 1 file" in footfall("mods", "remove", "--unused", "--yes").stdout


def refuse(call: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    def call_elsewhere(path: Any, *words: Any, **options: Any) -> Any:
        if isinstance(path, (str, Path)) and Path(path).parent == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return call(path, *words, **options)

    return call_elsewhere


@pytest.mark.proof(0)
def test_contents_out_of_reach_are_off_and_named(player: Run, content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stat", "lstat", "open"):  # as in a folder without the right to enter it
        monkeypatch.setattr(os, name, refuse(getattr(os, name), content.parent))
    done = player("run", "king", "--turns", "1")
    assert "its content cannot be read (Permission denied)" in done.stderr
    assert "turn 1, seed 0" in done.stdout  # the game is played without them
    done = player("doctor")
    assert (done.exit_code, "you.beta 2.0 is damaged or lost" in done.stdout) == (1, True), done.output


def test_a_file_in_place_of_the_folder_of_contents_is_named(player: Run, store: Path, index: Path) -> None:
    (store / "contents").rename(store / "elsewhere")
    (store / "contents").write_text("mine")
    assert "you.beta" in player("mods", "list").stderr
    done = player("mods", "install", index / "beta-2.0.zip")
    assert done.exit_code == 1
    assert "contents: File exists; the profiles are as they were; move it elsewhere, and try again" in done.stderr
    assert (store / "contents").read_text() == "mine"


@pytest.mark.parametrize("damage", [flip, Path.unlink, lambda path: (path.parents[1] / "profiles.json").write_text("")])
def test_a_lock_leaves_no_damaged_mod_out(player: Run, content: Path, damage: Callable[[Path], Any]) -> None:
    assert player("mods", "profile", "lock").exit_code == 0
    before = Path("footfall.lock").read_bytes()
    assert b"you.beta" in before
    damage(content)
    done = player("mods", "profile", "lock")
    assert (done.exit_code, "footfall.lock was not written" in done.stderr) == (1, True), done.output
    assert Path("footfall.lock").read_bytes() == before


@pytest.mark.proof(0)
def test_a_write_that_fails_leaves_the_old_zip_and_lock(player: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert player("mods", "new", "you.mine").exit_code == 0
    words = (("mods", "pack", "mods/mine"), ("mods", "profile", "lock"))
    for line in words:
        assert player(*line).exit_code == 0
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    (Path("mods/mine/notes.txt")).write_text("more")

    def fill(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    for line in words:
        done = player(*line)
        assert (done.exit_code, "cannot be written (No space left on device)" in done.stderr) == (1, True), done.output
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


def test_a_full_disk_is_named_with_what_to_do(
    player: Run, content: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read_pointer()

    def fill(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fill)
    for words in (("install", index / "beta-1.0.zip"), ("remove", "beta"), ("undo",), ("profile", "new", "hard")):
        done = player("mods", *words)
        text = "No space left on device; the profiles are as they were; free some space on the disk, and try again"
        assert (done.exit_code, text in done.stderr, "store/" in done.stderr) == (1, True, True), done.output
    assert read_pointer() == before


def test_a_mod_is_not_packed_into_itself(footfall: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert footfall("mods", "new", "you.mine").exit_code == 0
    manifest = Path("mods/mine/mod.toml").read_bytes()
    for out in ("mods/mine/mod.toml", "mods/mine", "mods/mine/my.zip", "noext", "x.txt"):
        done = footfall("mods", "pack", "mods/mine", "--out", out)
        assert (done.exit_code, str(Path(out)) in done.stderr) == (1, True), done.output
    monkeypatch.chdir("mods/mine")
    done = footfall("mods", "pack", ".")
    assert (done.exit_code, "--out .." in done.stderr) == (1, True)
    assert Path("mod.toml").read_bytes() == manifest
    assert not list(Path().rglob("*.zip"))
    assert footfall("mods", "pack", ".", "--out", "..").exit_code == 0


def test_pack_refuses_what_install_refuses(footfall: Run, index: Path) -> None:
    assert footfall("mods", "new", "you.mine").exit_code == 0
    Path("mods/mine/x.bin").write_bytes(b"PK\x01\x02" * 20_005)
    done = footfall("mods", "pack", "mods/mine")
    assert (done.exit_code, "or contains a zip that has; nothing was packed" in done.stderr) == (1, True), done.output
    file = pack(index, "you.many", "1.0", files={"x.bin": b"PK\x01\x02" * 20_005})
    done = footfall("mods", "install", file)
    assert (done.exit_code, "or contains a zip that has" in done.stderr) == (1, True), done.output
    assert "check the disk" not in done.stderr


def test_a_device_is_not_replaced_by_a_file(footfall: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = footfall("mods", "profile", "lock", "--file", tmp_path / "pipe")
    assert (done.exit_code, "pipe: cannot be written (it is not a regular file)" in done.stderr) == (1, True)
    assert (tmp_path / "pipe").is_fifo()


@pytest.fixture
def alpha(footfall: Run, index: Path, tmp_path: Path) -> Path:
    """Alpha, the beta that it requires, and python are installed from an index; the content of alpha is damaged."""
    pack(index, "you.python", "2.0")
    publish(index, 2)
    assert footfall("mods", "index", "add", index).exit_code == 0
    assert footfall("mods", "install", "alpha@1.0", "python@1.0").exit_code == 0
    (mod,) = (mod for mod in get_profile(read_pointer(), "default").now.mods if mod.id == "you.alpha")
    pack(index, "you.alpha", "1.0", hp=55)  # published again, with other content
    pack(index, "you.alpha", "2.0", {"you.lacking": ">=1"})
    publish(index, 3)
    flip(content_path(mod.hash))
    return content_path(mod.hash)


DAMAGED = "you.alpha 1.0 is damaged or lost, and stays off; to bring it back: footfall mods install you.alpha@1.0"


@pytest.mark.proof(0)
def test_a_damaged_mod_blocks_no_change_of_others(footfall: Run, alpha: Path) -> None:
    for words, python in (("update python --yes", "2.0"), ("remove python", None), ("install python", "2.0")):
        done = footfall("mods", *words.split())
        assert (done.exit_code, DAMAGED in done.stderr) == (0, True), done.output
        expected = {"you.alpha": "1.0", "you.beta": "2.0", "you.python": python}
        assert list_installed() == {id: version for id, version in expected.items() if version}
    assert footfall("mods", "remove", "alpha").exit_code == 0
    assert list_installed() == {"you.python": "2.0"}


def test_a_damaged_mod_that_nothing_has_is_not_installed(footfall: Run, index: Path, alpha: Path) -> None:
    done = footfall("mods", "install", "alpha")
    assert done.exit_code == 1, done.output
    assert footfall("mods", "index", "remove", "shelf").exit_code == 0
    for word in ("alpha", "alpha@1.0"):
        done = footfall("mods", "install", word)
        assert (done.exit_code, DAMAGED in done.stderr) == (1, True), done.output
        assert "no index that can be used has this content" in done.stderr
    assert list_installed()["you.alpha"] == "1.0"


@pytest.mark.proof(0)
def test_verify_says_why_a_content_does_not_come_back(footfall: Run, index: Path) -> None:
    assert footfall("mods", "index", "add", index).exit_code == 0
    assert footfall("mods", "install", "beta@1.0").exit_code == 0
    (mod,) = get_profile(read_pointer(), "default").now.mods
    flip(content_path(mod.hash))
    (index / "beta-1.0.zip").unlink()
    done = footfall("doctor", "--fix")
    assert (done.exit_code, "you.beta 1.0 could not be brought back: " in done.stdout) == (1, True), done.output
    publish(index, 2)
    done = footfall("doctor", "--fix")
    assert "you.beta 1.0 is damaged or lost" in done.stdout
    assert "no index has it; to take another version: footfall mods update" in done.stdout
    (index / "index.json").unlink()
    done = footfall("doctor", "--fix")
    assert "the index shelf is not used: " in done.stdout
    assert "no index that can be used has it; once shelf can be used again" in done.stdout
    publish(index, 3)
    assert footfall("mods", "update", "beta", "--yes").exit_code == 0  # as it says
    assert list_installed() == {"you.beta": "2.0"}


@pytest.mark.proof(0)
def test_a_content_that_its_index_cannot_deliver_stops_nothing_else(footfall: Run, index: Path) -> None:
    assert footfall("mods", "index", "add", index).exit_code == 0
    assert footfall("mods", "install", "beta@1.0").exit_code == 0
    (mod,) = get_profile(read_pointer(), "default").now.mods
    flip(content_path(mod.hash))
    (index / "beta-1.0.zip").unlink()
    done = footfall("mods", "install", "python")
    assert done.exit_code == 0, done.output
    assert "you.beta 1.0 stays damaged: " in done.stdout
    assert list_installed() == {"you.beta": "1.0", "you.python": "1.0"}
    done = footfall("mods", "install", "you.beta@1.0")
    assert (done.exit_code, "does not exist, though the index names it" in done.stderr) == (1, True), done.output
    done = footfall("mods", "update", "python", "--yes")
    assert "nothing was changed" in done.stdout, done.output


def test_a_collection_leaves_out_nothing_that_a_damaged_mod_requires(footfall: Run, alpha: Path) -> None:
    done = footfall("mods", "new", "--collection", "you.pack", "alpha")
    assert (done.exit_code, "you.alpha is damaged or lost" in done.stderr) == (1, True), done.output
    assert not Path("pack").exists()
