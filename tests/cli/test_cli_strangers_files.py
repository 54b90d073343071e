"""Files that people send each other: one sentence about what is wrong, no traceback, no hang, and no lost choice."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main
from footfall.loader.profiles import user_choices

DEEP = "[" * 100_000
MOD = 'MOD = "you.faulty"\nfrom footfall.api import hook\n\n\n@hook\ndef on_turn_end(event):\n    raise RuntimeError\n'


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def assert_one_error(result: Result, *patterns: str) -> None:
    errors = [line for line in result.output.splitlines() if not line.startswith(("Usage:", "Try "))]
    assert (result.exit_code, len(errors)) == (1, 1), result.output
    assert len(errors[0]) < 600, len(errors[0])
    for pattern in patterns:
        assert re.search(pattern, errors[0]), errors[0]


@pytest.fixture
def repro(tmp_path: Path) -> Path:
    """An honest repro, written by the command that writes repros."""
    (tmp_path / "faulty.py").write_text(MOD, encoding="utf-8")
    path = tmp_path / "repro.zip"
    result = call(
        "run", "king", "--seed", 3, "--turns", 20, "--mods", tmp_path / "faulty.py", "--trust", "--repro", path
    )
    assert path.is_file(), result.output
    return path


def rewrite(path: Path, alter: dict[str, object] | str, extra: dict[str, bytes] | None = None) -> Path:
    """Writes a repro with another description: fields to replace, or its whole text."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    text = alter if isinstance(alter, str) else json.dumps({**json.loads(files["repro.json"]), **alter})
    files |= {"repro.json": text.encode(), **(extra or {})}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_an_honest_repro_is_bisected(repro: Path) -> None:
    result = call("bisect", repro, "--trust")
    assert result.exit_code == 0
    assert "culprit: you.faulty" in result.output


@pytest.mark.parametrize("position", [60, 120, 200, 300, 400, 500])
def test_a_repro_with_a_damaged_byte_is_one_error(repro: Path, position: int) -> None:
    data = bytearray(repro.read_bytes())
    data[position : position + 8] = b"\xff" * 8
    repro.write_bytes(data)
    assert_one_error(call("bisect", repro, "--trust"), "repro.zip: ")


@pytest.mark.parametrize(
    "text", [DEEP, '{"a":' * 50_000, "\xff", "[]", "", '{"format": "footfall repro 1"}', "{" * 10**6]
)
def test_a_repro_with_a_bad_description_is_one_error(repro: Path, text: str) -> None:
    assert_one_error(call("bisect", rewrite(repro, text), "--trust"), "repro.zip: ")


def test_a_repro_names_no_mod_outside_it(repro: Path, tmp_path: Path) -> None:
    (tmp_path / "mod.toml").write_text("")
    for id in (str(tmp_path), "../..", "..", ".", ""):
        assert_one_error(call("bisect", rewrite(repro, {"mods": [id]}), "--trust"), "the files of mod .* are missing")


def test_a_bomb_is_refused_before_it_is_unpacked(repro: Path) -> None:
    assert_one_error(
        call("bisect", rewrite(repro, {}, {"mods/big": b"\0" * (40 << 20)}), "--trust"), "larger than 32 MiB"
    )


def test_a_link_or_a_device_is_no_repro(repro: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(repro, "a") as archive:
        link = zipfile.ZipInfo("mods/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert_one_error(call("bisect", repro, "--trust"), "is a link")
    assert_one_error(call("bisect", tmp_path / "absent.zip"), "absent.zip: ")
    assert_one_error(call("bisect", tmp_path), "cannot be read")


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_compression_that_takes_what_memory_it_likes_is_refused(tmp_path: Path, method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("mod.toml", "x" * 1000)
    (tmp_path / "mod.zip").write_bytes(packed.getvalue())
    result = call("mods", "check", tmp_path / "mod.zip")
    assert result.exit_code == 1
    assert "another method than deflate" in result.output


def test_a_zip_of_a_million_empty_files_is_refused_before_it_is_listed(tmp_path: Path) -> None:
    (tmp_path / "mod.zip").write_bytes(b"PK\x01\x02" * 50_000)
    result = call("mods", "check", tmp_path / "mod.zip")
    assert "more than 10000 files" in " ".join(result.output.split())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
@pytest.mark.parametrize(
    "words",
    [
        ("bisect",),
        ("replay",),
        ("why",),
        ("mods", "profile", "lock", "--check", "--file"),
        ("run", "king", "--commands"),
    ],
)
def test_a_pipe_or_a_device_is_never_read(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        result = call(*words, path)
        assert result.exit_code == 1
        assert len(result.output.splitlines()) == 1, result.output


def write_replay(path: Path, *lines: str) -> Path:
    checksum, text = 0, ""
    for line in lines:
        checksum = zlib.crc32(line.encode(), checksum)
        text += f"{checksum:08x} {line}\n"
    path.write_text(text)
    return path


HEADER = {"format": "footfall replay 2", "game": "core.king", "seed": 3, "version": "0.1.0", "lock": []}


@pytest.mark.parametrize(
    "options", ['{"fk_base": "x"}', '{"unknown": 1}', '{"players": []}', '{"players": null}', DEEP]
)
@pytest.mark.parametrize("words", [("replay",), ("replay", "--at", "0"), ("why",)])
def test_a_replay_of_a_game_that_cannot_begin_is_one_error(
    tmp_path: Path, options: str, words: tuple[str, ...]
) -> None:
    text = json.dumps({**HEADER, "options": 0}).replace('"options": 0', f'"options": {options}')
    assert_one_error(call(words[0], write_replay(tmp_path / "x.replay", text), *words[1:]))


def test_a_replay_without_end_of_line_is_not_read_into_memory(tmp_path: Path) -> None:
    with (tmp_path / "x.replay").open("wb") as file:
        file.truncate(1 << 30)
    assert_one_error(call("replay", tmp_path / "x.replay"), "larger than 256 MiB")


@pytest.mark.parametrize(
    "text", [f"x = {DEEP}", "[[mod]]\nid = 3\n", 'footfall = "1"\nmod = "x"', "\x00", f'footfall = "{"A" * 70_000}"']
)
def test_a_bad_lock_file_is_one_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.lock").write_text(text)
    result = call("mods", "profile", "lock", "--check", "--file", tmp_path / "x.lock")
    assert_one_error(result, "x.lock.* is not a lock file")


@pytest.mark.parametrize(
    "line", ["random * 99999999999999", "wait * " + "9" * 5000, '{"command": 3}', f'{{"type": {DEEP}']
)
def test_a_bad_command_file_is_one_error(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.txt").write_text(f"# honest\n{line}\n")
    assert_one_error(call("run", "king", "--commands", tmp_path / "x.txt"), "x.txt:2: ")


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"settings": {"a": "\xfa"}}', DEEP.encode(), b'{"switched": ', b"[]"])
def test_damaged_choices_are_kept_when_others_are_written(text: bytes) -> None:
    path = user_choices.choices_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    assert call("mods", "list").exit_code == 0
    assert call("mods", "off", "examples.shove").exit_code in (0, 1)
    user_choices.switch_mod("you.other", False)
    assert user_choices.load_choices().switches["you.other"] is False
    assert path.with_name("mods.json.aside").read_bytes() == text


def test_choices_behind_a_link_stay_behind_it(tmp_path: Path) -> None:
    path = user_choices.choices_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(tmp_path / "dotfiles.json")
    user_choices.switch_mod("you.other", False)
    assert path.is_symlink()
    assert (tmp_path / "dotfiles.json").is_file()
