"""Ctrl-Z in a terminal: the shell gets its screen back, and ``fg`` resumes the game."""

from __future__ import annotations

import os
import shutil
import struct
import sys
import time
from pathlib import Path

import pytest

pty, fcntl, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "termios"))
PROMPT = "ready$ "
UNREAD = bytearray()
"""What the terminal has sent and no call has looked for yet."""


@pytest.mark.proof(0)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")
@pytest.mark.parametrize(
    ("front_end", "news", "keys", "answer"), [("terminal", "explore", "", ""), ("plain", "UNDERCROFT", ";p", "turn 0")]
)
def test_the_game_is_suspended_and_resumed(tmp_path: Path, front_end: str, news: str, keys: str, answer: str) -> None:
    variables = {name: str(tmp_path / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    variables |= {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "PS1": PROMPT, "HOME": str(tmp_path)}
    if "PYTHONPATH" in os.environ:
        variables["PYTHONPATH"] = os.environ["PYTHONPATH"]
    child, screen = pty.fork()
    if child == 0:
        os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], variables)
    try:
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        read_until(screen, PROMPT)
        os.write(screen, f"{sys.executable} -m footfall play --seed 7 --screen {front_end} --lang en\n".encode())
        read_until(screen, news)
        os.write(screen, b"\x1a")
        read_until(screen, "Stopped")
        read_until(screen, PROMPT)
        os.write(screen, b"fg\n")
        read_until(screen, news)
        os.write(screen, keys.encode())  # without ENTER
        read_until(screen, answer)
        os.write(screen, b"\x03")
        read_until(screen, PROMPT)
    finally:
        os.close(screen)
        os.waitpid(child, 0)
    assert list(tmp_path.rglob("*.save")), "the game was saved when it was left"


def read_until(screen: int, text: str, seconds: float = 60.0) -> None:
    """Reads from the terminal until `text` has come; what follows it is left for the next call."""
    end = time.monotonic() + seconds
    os.set_blocking(screen, False)
    while text.encode() not in UNREAD:
        assert time.monotonic() < end, f"no {text!r} in {bytes(UNREAD[-2000:])!r}"
        try:
            UNREAD.extend(os.read(screen, 65536))
        except BlockingIOError:
            time.sleep(0.02)
    del UNREAD[: UNREAD.index(text.encode()) + len(text)]
