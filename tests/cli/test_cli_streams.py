"""The standard streams at their worst: closed, full, left by their reader, or in a small encoding."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

PLAY = "play stealth --plain --new --seed 3"
FULL = b"Error: No space left on device\n"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # it would write what fails at the end before the end
    monkeypatch.chdir(tmp_path)


def run_in_shell(words: str, redirection: str = "", typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs the program in a shell, with a redirection; the exit code is the program's, not that of a pipe's end."""
    shell = f'set -o pipefail; "{sys.executable}" -m footfall {words} {redirection}'
    return subprocess.run(["bash", "-c", shell], input=typed, capture_output=True, timeout=120, check=False)


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        (PLAY + " --lang es", "ascii"),
        (PLAY + " --lang es", "latin-1"),
        ("run stealth --turns 2 --lang es", "ascii"),
        ("run delve --turns 2 --to log --lang es", "ascii"),
        ("simulate king --games 2 --workers 0", "ascii"),
        ("mods list", "ascii"),
        ("docs turns", "ascii"),
    ],
)
def test_every_encoding_can_be_printed_to(monkeypatch: pytest.MonkeyPatch, encoding: str, words: str) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = run_in_shell(words, typed=b"?\n;\nh\no\n.\n")
    assert done.returncode == 0, done
    assert b"crash" not in done.stderr
    text = done.stdout.decode(encoding)
    assert len(text) > 100
    assert "\\u" not in text
    if words == PLAY + " --lang es":
        assert ("mas:" if encoding == "ascii" else "más:") in text  # of the welcome


@pytest.mark.proof(0)
def test_columns_stay_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "run stealth --turns 2 --size 100x40"
    whole = run_in_shell(words).stdout.decode().splitlines()
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    plain = run_in_shell(words).stdout.decode().splitlines()
    assert [len(line) for line in plain] == [len(line) for line in whole]
    assert plain != whole


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("words", "redirection", "code", "message"),
    [
        ("run king --turns 2", "<&-", 0, b""),
        ("run king --turns 2", ">&-", 0, b""),
        ("run king --turns 2", "2>&-", 0, b""),
        ("simulate king --games 2 --workers 1", "<&- >&- 2>&-", 0, b""),
        ("mods approve", "<&-", 0, b""),
        (PLAY, "<&-", 1, b"no plain: the standard input is closed"),
        (PLAY, ">&-", 1, b"no plain: the standard output is closed"),
        ("play king", "<&- >&- 2>&-", 1, b""),
    ],
)
def test_a_stream_may_be_closed(words: str, redirection: str, code: int, message: bytes) -> None:
    done = run_in_shell(words, redirection)
    assert done.returncode == code, done
    assert message in done.stderr
    assert b"Traceback" not in done.stdout + done.stderr


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    "words",
    [
        "--version",
        "--help",
        "docs api",
        "mods list",
        "run king",
        "simulate king --games 2 --workers 0",
        "generate stealth",
        PLAY,
    ],
)
def test_a_reader_who_leaves_is_no_error(words: str) -> None:
    done = run_in_shell(words, "| (exec <&-; sleep 0.2)", typed=b"o\n" * 200)
    assert done.returncode in (0, 1), done
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.proof(2)
@pytest.mark.parametrize("words", ["--version", "--help", PLAY, "mods list", "generate stealth"])
def test_a_full_device_is_one_line(words: str) -> None:
    done = run_in_shell(words, ">/dev/full")
    assert done.returncode == 1, done
    assert done.stderr == FULL


def test_a_machine_without_memory_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import builtins\n"
        "load = builtins.__import__\n"
        "def fail(name, *words, **keywords):\n"
        "    if name == 'footfall.cli':\n"
        "        raise MemoryError\n"
        "    return load(name, *words, **keywords)\n"
        "builtins.__import__ = fail\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    done = run_in_shell("mods list")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"Error: Cannot allocate memory\n")


@pytest.mark.proof(1)
@pytest.mark.parametrize(("redirection", "error"), [("| (exec <&-; sleep 0.2)", b""), (">/dev/full", FULL)])
def test_a_change_whose_report_cannot_be_written(redirection: str, error: bytes) -> None:
    for words in ("mods new you.some --rules-data", "mods pack mods/some --out some.zip"):
        assert CliRunner().invoke(main, words.split()).exit_code == 0
    shutil.rmtree("mods")
    assert CliRunner().invoke(main, ["mods", "install", "some.zip", "--yes"]).exit_code == 0
    done = run_in_shell("mods remove you.some --yes", redirection)
    assert done.returncode == 1, done
    assert done.stderr == error


@pytest.mark.proof(0)
def test_a_command_that_its_reader_leaves_can_be_resumed() -> None:
    """The game is saved where it was left, and is not a crash."""
    run_in_shell(PLAY, "| head -1", typed=b"o\n" * 20)
    done = run_in_shell("play stealth --plain --continue", typed=b"?\n")
    assert done.returncode == 0, done
    assert b"crash" not in done.stdout + done.stderr


AT_START = ("FOOTFALL_BACKEND", "COLUMNS", "LC_ALL", "LANG", "HOME")
"""Variables that the interpreter, the kernels or the command line read once."""


@pytest.mark.proof(3)
@pytest.mark.parametrize(
    ("name", "value", "code", "message"),
    [
        ("FOOTFALL_BACKEND", "c", 2, "FOOTFALL_BACKEND: expected 'rust' or 'python', got 'c'"),
        ("FOOTFALL_BACKEND", "\udcff", 2, "FOOTFALL_BACKEND: expected 'rust' or 'python'"),
        ("FOOTFALL_TRUST", "some", 2, "FOOTFALL_TRUST=some: allowed values: all, named, approved"),
        ("FOOTFALL_TRUST", "\udcff", 2, "allowed values: all, named, approved"),
        ("FOOTFALL_COMPILED", "some", 2, "FOOTFALL_COMPILED=some: allowed values: auto, never, always"),
        ("FOOTFALL_PROFILE", "nowhere", 1, "there is no profile 'nowhere'"),
        ("FOOTFALL_PROFILE", "\udcff" * 300, 1, "there is no profile"),
        ("FOOTFALL_MODS", "/nowhere", 0, "FOOTFALL_MODS: there is no such file or folder"),
        ("FOOTFALL_MODS", "~nobody-of-this-name/mods", 0, "FOOTFALL_MODS: there is no such file or folder"),
        ("FOOTFALL_MODS", "\udcff", 0, "FOOTFALL_MODS: there is no such file or folder"),
        ("FOOTFALL_MODS", __file__, 0, "has no MOD, so it is not a mod"),
        ("FOOTFALL_MODS", sys.executable, 0, "it cannot be read as a zip"),
        ("FOOTFALL_MODS", os.devnull, 0, "is not a regular file"),
        ("FOOTFALL_MODS", "x" * 5000, 1, "File name too long"),
        ("COLUMNS", "0", 0, ""),
        ("COLUMNS", "wide", 0, ""),
        ("LC_ALL", "\udcff", 0, ""),
        ("LANG", "xx_XX.nothing", 0, ""),
        ("HOME", "", 0, ""),
        ("HOME", "/nowhere", 0, ""),
        ("XDG_CONFIG_HOME", "/dev/null", 0, ""),
        ("XDG_DATA_HOME", "/dev/null", 0, ""),
    ],
)
def test_a_bad_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: int, message: str
) -> None:
    monkeypatch.setenv(name, value)
    words = "simulate king --games 1 --workers 0"
    if name in AT_START:
        done = run_in_shell(words)
        found, error = done.returncode, done.stderr.decode(errors="replace")
    else:
        result = CliRunner().invoke(main, words.split())
        found, error = result.exit_code, result.stderr
    assert found == code, error
    assert message in error
    assert "Traceback" not in error


@pytest.mark.proof(0)
def test_a_size_that_is_none_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run_in_shell("mods list").stdout
    for columns, lines in (("0", "wide"), ("-3", "0"), ("wide", "-3")):
        monkeypatch.setenv("COLUMNS", columns)
        monkeypatch.setenv("LINES", lines)
        assert run_in_shell("mods list").stdout == whole != b""


@pytest.mark.proof(0)
def test_a_last_line_need_not_end() -> None:
    assert b"saved at turn 2:" in run_in_shell(PLAY, typed=b".\n.").stdout


@pytest.mark.proof(0)
def test_a_speech_program_that_ignores_signals_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "speech"
    program.write_text("#!/bin/sh\ntrap '' TERM\nexec sleep 100\n")
    program.chmod(0o755)
    monkeypatch.setenv("FOOTFALL_SPEECH", str(program))
    assert run_in_shell(PLAY + " --speak", typed=b".\n").returncode == 0


MANIFEST = '[mod]\nid = "you.odd"\nversion = "1.0"\ngames = ["king"]\n'


@pytest.mark.proof(1)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("simulate king --games 1 --workers 0 --mods $ODD", 1, r"odd\udcff' is not valid text"),
        ("mods test $ODD/mod --only determinism --turns 2", 1, r"mod' is not valid text"),
        ("index build $ODD", 0, "1 mod, number 1"),
        ("index build names", 1, r"odd\udcff.zip' is not valid text"),
        ("keys king --write", 0, "written: "),
    ],
)
def test_a_path_may_be_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: int, message: str
) -> None:
    odd = tmp_path / "odd\udcff"
    (odd / "mod").mkdir(parents=True)
    (odd / "mod" / "mod.toml").write_text(MANIFEST)
    with zipfile.ZipFile(odd / "odd.zip", "w") as archive:
        archive.writestr("mod.toml", MANIFEST)
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "odd\udcff.zip").write_bytes((odd / "odd.zip").read_bytes())
    monkeypatch.setenv("ODD", str(odd))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(odd))
    done = run_in_shell(words.replace("$ODD", '"$ODD"'))
    assert done.returncode == code, done
    assert message in (done.stdout + done.stderr).decode(errors="replace")
    assert b"Traceback" not in done.stderr
    if words.startswith("keys"):
        assert "[keys]" in (odd / "footfall" / "ui.toml").read_text()
