"""Processes that a command started end with it, also if it is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from footfall.loader.isolation.attached_process import EXIT_SECONDS

CALLS_HOME = """\
import socket
import tempfile
import time
from pathlib import Path

scratch = tempfile.TemporaryDirectory()
line = socket.create_connection(("127.0.0.1", {port}))
line.sendall(scratch.name.encode() + b"\\n")
Path(scratch.name, "half").write_text("")
time.sleep(600)
"""
"""Code that makes a temporary folder, tells its name and does not end."""

PLAYS = f"""\
import multiprocessing
import os

from footfall.api import hook


@hook
def on_turn_end(event):
    if multiprocessing.parent_process() or "PYTHONHASHSEED" in os.environ:  # not in the command itself
        exec({CALLS_HOME!r}.replace("{{port}}", "PORT"), globals())
"""

TEST = f"def test_it():\n    exec({CALLS_HOME!r}.replace('{{port}}', 'PORT'), globals())\n"


SIMULATE = "simulate king --games 2 --workers 2 --timeout 0 --mods odd"


@pytest.mark.proof(2)
@pytest.mark.parametrize(
    ("words", "number"),
    [
        (SIMULATE, "SIGKILL"),
        (SIMULATE, "SIGTERM"),
        ("mods test odd --only mod-tests", "SIGKILL"),
        ("mods test odd --only determinism --seed 1 --turns 5 --game king", "SIGKILL"),
    ],
)
def test_no_process_outlives_a_killed_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, number: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("FOOTFALL_NO_WATCH", "1")
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        folder = tmp_path / "odd"
        (folder / "tests").mkdir(parents=True)
        (folder / "mod.toml").write_text('[mod]\nid = "you.odd"\nversion = "1.0"\nentry = "."\ngames = ["king"]\n')
        port = str(server.getsockname()[1])
        (folder / "__init__.py").write_text(PLAYS.replace("PORT", port))
        (folder / "tests" / "test_it.py").write_text(TEST.replace("PORT", port))
        with subprocess.Popen(
            [sys.executable, "-m", "footfall", *words.split()],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as command:
            child, _ = server.accept()
            with child, child.makefile("r") as lines:
                child.settimeout(EXIT_SECONDS + 30)
                scratch = Path(lines.readline().strip())
                os.kill(command.pid, getattr(signal, number))
                assert lines.readline() == ""  # the system closes the line at the end of the process
                assert not scratch.exists()
            assert command.stdout is not None
            assert b"Traceback" not in command.stdout.read()  # returns once no process has it open
