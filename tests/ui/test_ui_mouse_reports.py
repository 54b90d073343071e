"""Clicks as a terminal reports them and as a window gets them reach the key hint that is drawn there."""

from __future__ import annotations

import os
import re
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROWS, COLUMNS = 24, 80
QUERY = re.compile(rb"\x1b\[\?(\d+)\$p")


@pytest.mark.proof(0)
def test_a_terminal_with_a_mouse(tmp_path: Path) -> None:
    """The terminal answers that it knows the modes of the mouse, and reports a click in SGR form."""
    pty, fcntl, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "termios"))
    pyte = pytest.importorskip("pyte")
    variables = {**os.environ, "HOME": str(tmp_path), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    variables = {name: value for name, value in variables.items() if not name.startswith("XDG_")}
    words = "-m footfall play delve --new --seed 9 --option mode=table --lang en --sound off --screen terminal"
    child, screen = pty.fork()
    if child == 0:
        os.execvpe(sys.executable, [sys.executable, *words.split()], variables)
    seen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(seen)

    def wait_for(text: str) -> tuple[int, int]:
        """Feeds the terminal until it shows a text; returns its row and column, from 1."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                sent = os.read(screen, 65536)
            except BlockingIOError:
                time.sleep(0.02)
                continue
            for mode in QUERY.findall(sent):
                os.write(screen, b"\x1b[?" + mode + b";2$y")
            stream.feed(QUERY.sub(b"", sent))
            for y, row in enumerate(seen.display, 1):
                if text in row:
                    return y, row.index(text) + 1
        raise AssertionError(f"no {text!r} in " + "\n".join(seen.display))

    try:
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.set_blocking(screen, False)
        y, x = wait_for("explore an exit")
        os.write(screen, f"\x1b[<0;{x};{y}M".encode())
        y, x = wait_for("a) opening a")
        os.write(screen, f"\x1b[<0;{x};{y}M".encode())
        wait_for("Behind opening a")
        os.write(screen, b"\x03")
    finally:
        time.sleep(0.2)
        os.close(screen)
        os.waitpid(child, 0)


WINDOW = """
from tcod.cffi import ffi, lib
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.frontend import Pointer
from footfall.ui.frontend import choose_frontend
from footfall.ui.pointing import handle_input
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.ui_state import UiState

loaded = load("delve", mods=[], only_mods=())
scene = build_session_scene(Session.begin(loaded.rules, 9, {"mode": "table"}))
with choose_frontend("window") as front:
    canvas = front.create_canvas()
    frame = draw_screen(canvas, scene, UiState(), loaded.catalog.translate)
    front.show(canvas)
    target = next(target for target in frame.targets if target.press == ("e",))
    event = ffi.new("SDL_Event*")
    event.button.type, event.button.button, event.button.down = lib.SDL_EVENT_MOUSE_BUTTON_DOWN, 1, True
    top, left = front._painter.find_corner(*front.size())
    event.button.x = left + (target.rect.left + 0.5) * canvas.sizes.text_width
    event.button.y = top + (target.rect.top + 0.5) * canvas.sizes.text_height
    lib.SDL_PushEvent(event)
    clicks = [event for _ in range(30) if isinstance(event := front.read(0.01), Pointer) and event.is_click]
state, _ = handle_input(UiState(), scene, clicks[0], frame)
print(loaded.catalog.translate(state.pending.prompt.text))
"""


@pytest.mark.proof(0)
def test_a_window(run_window: Callable[..., str]) -> None:
    assert run_window(WINDOW).strip() == "Which exit?"
