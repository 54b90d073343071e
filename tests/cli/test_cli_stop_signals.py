"""Signals that stop a command, at its start and in a game: no traceback, nothing lost, nothing left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

termios, fcntl = (pytest.importorskip(name) for name in ("termios", "fcntl"))

INTERRUPTS = """\
import importlib.abc, os, signal, sys

class Interrupter(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == os.environ.get("INTERRUPT_AT"):
            del os.environ["INTERRUPT_AT"]
            signal.raise_signal(getattr(signal, os.environ["INTERRUPT_WITH"]))

sys.meta_path.insert(0, Interrupter())
"""
"""Sends a signal when a module is imported."""

WAITS = """\
import os, socket, sys

if "--multiprocessing-fork" in sys.orig_argv:
    line = socket.create_connection(("127.0.0.1", int(os.environ["WAIT_PORT"])))
    line.sendall(b"here")
    line.recv(1)
"""
"""Tells that a worker process starts, and waits before it imports anything."""


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of temporary files, which every test must leave empty."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scratch").mkdir()
    yield tmp_path / "scratch"
    assert list((tmp_path / "scratch").iterdir()) == []


def hear_signals() -> None:
    """A background job of a shell ignores Ctrl-C, and one of ``nohup`` a hangup; so do its children."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.proof(2)
@pytest.mark.parametrize("module", ["click", "footfall.kernels", "footfall.cli.simulate", "footfall.plugins.king"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_start_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTS)
    monkeypatch.setenv("INTERRUPT_AT", module)
    monkeypatch.setenv("INTERRUPT_WITH", name)
    words = [sys.executable, "-m", "footfall", "simulate", "king", "--games", "1", "--workers", "0"]
    done = subprocess.run(words, capture_output=True, timeout=60, check=False, preexec_fn=hear_signals)
    assert (done.returncode, done.stdout, done.stderr) == (128 + getattr(signal, name), b"", b"")


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_workers_that_start_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The signal goes to all processes of the job, as a terminal sends it."""
    (tmp_path / "sitecustomize.py").write_text(WAITS)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        monkeypatch.setenv("WAIT_PORT", str(server.getsockname()[1]))
        words = [sys.executable, "-m", "footfall", "simulate", "king", "--games", "9", "--workers", "1"]
        with subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=hear_signals,
        ) as command:
            worker, _ = server.accept()
            with worker:
                assert worker.recv(4) == b"here"
                os.killpg(command.pid, getattr(signal, name))
            _, errors = command.communicate(timeout=60)
    assert (command.returncode, errors) == (128 + getattr(signal, name), b"")


@pytest.fixture
def screen_pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: the one outside, and that of the program."""
    monkeypatch.setenv("TERM", "xterm-256color")
    outer, inner = os.openpty()
    fcntl.ioctl(outer, termios.TIOCSWINSZ, b"\x28\0\x64\0\0\0\0\0")  # 40 rows, 100 columns
    yield outer, inner
    for end in (outer, inner):
        with suppress(OSError):  # closed by the test
            os.close(end)


def play_in(inner: int, screen: str) -> subprocess.Popen[bytes]:
    """Starts a game in a terminal."""
    words = f"play stealth --seed 7 --screen {screen} --lang en --sound off".split()
    return subprocess.Popen(
        [sys.executable, "-m", "footfall", *words],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        preexec_fn=hear_signals,
        start_new_session=True,
    )


SHOWN = {"terminal": b"explore", "plain": b"satiety"}
"""By screen: what is there once the game is."""


@pytest.mark.proof(1)
@pytest.mark.parametrize("screen", ["terminal", "plain"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"])
def test_a_game_in_a_terminal_is_saved(tmp_path: Path, screen_pair: tuple[int, int], screen: str, name: str) -> None:
    outer, inner = screen_pair
    before = termios.tcgetattr(inner)
    with play_in(inner, screen) as game:
        shown = read_until(outer, SHOWN[screen])
        game.send_signal(getattr(signal, name))
        shown += read_until(outer, b"saved at turn 0:")
        assert game.wait(60) == 0
    assert termios.tcgetattr(inner) == before
    assert b"Traceback" not in shown
    for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
        assert shown.rfind(off) >= shown.rfind(on)
    assert list(tmp_path.rglob("*.save"))


@pytest.mark.proof(0)
@pytest.mark.parametrize("screen", ["terminal", "plain"])
def test_a_closed_terminal_is_no_crash(tmp_path: Path, screen_pair: tuple[int, int], screen: str) -> None:
    outer, inner = screen_pair
    with play_in(inner, screen) as game:
        os.close(inner)
        read_until(outer, SHOWN[screen])
        os.close(outer)
        assert game.wait(60) == 1
    assert list(tmp_path.rglob("*.save"))
    assert not list(tmp_path.rglob("repros"))


@pytest.mark.proof(0)
@pytest.mark.parametrize("screen", ["terminal", "plain"])
def test_bytes_that_are_no_text_are_unknown_keys(screen_pair: tuple[int, int], screen: str) -> None:
    outer, inner = screen_pair
    with play_in(inner, screen) as game:
        read_until(outer, SHOWN[screen])
        os.write(outer, b"\xff\xc3(\xc3")
        time.sleep(0.5)
        game.send_signal(signal.SIGTERM)
        read_until(outer, b"saved at turn 0:")
        assert game.wait(60) == 0


def read_until(screen: int, text: bytes) -> bytes:
    """Reads from a terminal until the text has come."""
    end, shown = time.monotonic() + 60, b""
    os.set_blocking(screen, False)
    while text not in shown:
        assert time.monotonic() < end, shown[-2000:]
        try:
            shown += os.read(screen, 65536)
        except BlockingIOError:
            time.sleep(0.02)
    return shown
