"""Times from a key to the screen: in a terminal, and in a window under a virtual display.

Run it with ``python benches/ui/latency.py [--tiles]``; ``--tiles`` draws the pictures of ``mods/woodcut``. In the
terminal the time ends when the whole frame has been read; in the window (``Xvfb``, ``xdotool``) when it is presented.
A key of Stealth that takes a turn is pressed `PRESSES` times, with pauses, so that each finds the game waiting.
"""

from __future__ import annotations

import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

PRESSES, PAUSE, LIMIT = 40, 0.3, 60.0
ROWS, COLUMNS = 60, 160
WOODCUT = Path(__file__).parents[2] / "mods" / "woodcut"
END_OF_FRAME = b"\x1b[?2026l"
DISPLAY = ":97"
KEY, KEY_NAME = ".", "period"
"""A turn that waits: it changes the screen wherever the player stands."""

SHOW = """
import sys, time
from footfall.ui import window
show = window.WindowFrontend.show
def tell(self, canvas):
    show(self, canvas)
    sys.stderr.write(f"shown {time.monotonic()}\\n")
    sys.stderr.flush()
window.WindowFrontend.show = tell
from footfall.cli import main
main(sys.argv[1:])
"""


@contextmanager
def make_home(has_tiles: bool) -> Iterator[dict[str, str]]:
    """The environment of a new player, without motion: only keys change the screen."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "footfall" / "ui.toml"
        settings.parent.mkdir()
        tiles = "examples.woodcut:woodcut" if has_tiles else ""
        settings.write_text(f'[play]\nmotion = false\nsound = false\nlessons = false\n[look]\ntiles = "{tiles}"\n')
        names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
        yield {**os.environ, **dict.fromkeys(names, folder), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def time_terminal(env: Mapping[str, str], words: list[str]) -> list[float]:
    """Milliseconds from each key to the end of its frame, in a terminal of `ROWS` by `COLUMNS`."""
    import fcntl
    import pty
    import termios

    child, handle = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-m", "footfall", *words, "--screen", "terminal"], dict(env))
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.set_blocking(handle, False)

    def read_frame(seconds: float) -> float:
        """Returns when a frame has come to its end."""
        seen, end = b"", time.monotonic() + seconds
        while not seen.rstrip().endswith(END_OF_FRAME):
            if time.monotonic() > end:
                raise TimeoutError("no frame in the terminal")
            try:
                seen += os.read(handle, 1 << 16)
            except BlockingIOError:
                time.sleep(0.0002)
        return time.monotonic()

    times = []
    try:
        read_frame(LIMIT)
        time.sleep(3 * PAUSE)
        for _ in range(PRESSES):
            drain(handle)
            start = time.monotonic()
            os.write(handle, KEY.encode())
            times.append(1000 * (read_frame(LIMIT) - start))
            time.sleep(PAUSE)
    finally:
        os.close(handle)
        os.waitpid(child, 0)
    return times


def drain(handle: int) -> None:
    """Reads what has come from a terminal."""
    try:
        while os.read(handle, 1 << 16):
            pass
    except BlockingIOError:
        return


def time_window(env: Mapping[str, str], words: list[str]) -> list[float]:
    """Milliseconds from each key, sent by the X server, to the end of the call that presents its frame."""
    env = {**env, "DISPLAY": DISPLAY, "SDL_VIDEODRIVER": "x11"}
    with ExitStack() as stack:

        def run(*command: str, stdin: int | None = None, stderr: int | None = None) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(command, env=env, stdin=stdin, stderr=stderr)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            return process

        run("Xvfb", DISPLAY, "-screen", "0", "2400x1600x24", stderr=subprocess.DEVNULL)
        time.sleep(1)
        game = run(sys.executable, "-c", SHOW, *words, "--screen", "window", stderr=subprocess.PIPE)
        keyboard = run("xdotool", "-", stdin=subprocess.PIPE)
        assert game.stderr is not None
        assert keyboard.stdin is not None
        os.set_blocking(game.stderr.fileno(), False)
        read_shown(game, LIMIT)
        time.sleep(5 * PAUSE)
        times = []
        for _ in range(PRESSES):
            read_shown(game, 0)
            start = time.monotonic()
            keyboard.stdin.write(f"key {KEY_NAME}\n".encode())
            keyboard.stdin.flush()
            times.append(1000 * (read_shown(game, LIMIT) - start))
            time.sleep(PAUSE)
        return times


def read_shown(game: subprocess.Popen[bytes], seconds: float) -> float:
    """Returns when the game has next shown a frame; 0 if it has not."""
    assert game.stderr is not None
    end = time.monotonic() + seconds
    while True:
        lines = [line for line in (game.stderr.read() or b"").splitlines() if line.startswith(b"shown ")]
        if lines:
            return float(lines[0].split()[1])
        if time.monotonic() >= end:
            return 0.0
        time.sleep(0.0005)


def main() -> None:
    """Prints median, nine tenths and worst times."""
    has_tiles = "--tiles" in sys.argv
    words = ["play", "stealth", "--seed", "7", "--option", "floor=2", "--lang", "en", "--mods", str(WOODCUT)]
    for name, needed, measure in (("terminal", (), time_terminal), ("window", ("Xvfb", "xdotool"), time_window)):
        missing = [program for program in needed if shutil.which(program) is None]
        if missing:
            print(f"{name:9} not measured: there is no {' or '.join(missing)}")
            continue
        with make_home(has_tiles) as env:
            times = sorted(measure(env, words))
        tenths = times[int(0.9 * len(times))]
        print(
            f"{name:9} median {statistics.median(times):6.1f} ms   nine tenths {tenths:6.1f}   worst {times[-1]:6.1f}"
        )


if __name__ == "__main__":
    main()
