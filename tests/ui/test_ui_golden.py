"""Golden screens of the base game: first turn, look, pack, hearing through a door, melee, panel, death.

One script of key presses plays them on a test floor (``tests/data/ui/stage``), without a screen, and compares
them with golden files. The same keys then go to the real program in a terminal (tmux) and in a window (Xvfb), which
must show the same. FOOTFALL_GOLDEN=write rewrites the files.
"""

from __future__ import annotations

import io
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

from footfall.app.files import paths
from footfall.app.files.run_files import RunFiles
from footfall.app.game_view import GameView
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.export import render_pixels
from footfall.ui.drawing.glyphs import GlyphAtlas
from footfall.ui.frontend import Closed, Frontend, KeyPress
from footfall.ui.loop import run_ui_loop
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.settings import UiSettings

DATA = Path(__file__).parent.parent / "data" / "ui"
STAGE = DATA / "stage"
LANGUAGES = ("en", "es")
TERMINAL, WINDOW = (50, 80), (45, 128)
SEED = 7
CELL = 18

SCENES = ("first-turn", "look", "pack", "hearing", "melee", "panel", "death")

WORDS = {
    "en": {"melee": "MELEE", "death": "You have died."},
    "es": {"melee": "CUERPO A CUERPO", "death": "Has muerto."},
}
"""Text that appears when a scene is reached."""

UNTRANSLATED = re.compile(r"(?<![\w./:])(?:stealth|footfall|king|delve|core|tests)-[a-z]+[\w-]*")
"""A message id on the screen; paths and record ids do not match."""


class Press(NamedTuple):
    """A key, the screen after it, and the scene that it completes, if any."""

    key: str
    canvas: Canvas
    scene: str = ""


class Player(Frontend):
    """Runs the UI loop without a screen, key by key, in a thread; in pixels, the map has square cells."""

    def __init__(self, game: GameView, size: tuple[int, int], in_pixels: bool) -> None:
        self._size, self._in_pixels = size, in_pixels
        self.can_zoom = size != TERMINAL
        self._keys: queue.Queue[str] = queue.Queue()
        self._idle = threading.Event()
        self.canvas = Canvas(*size)
        self._play_game = game
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()
        self._wait()

    def _play(self) -> None:
        try:
            run_ui_loop(self, self._play_game, UiSettings(has_motion=False))
        except BaseException as error:
            self._error = error
            self._idle.set()

    def press(self, key: str) -> Canvas:
        """Presses a key; returns the screen once the game waits again."""
        self._idle.clear()
        self._keys.put(key)
        return self._wait()

    def _wait(self) -> Canvas:
        assert self._idle.wait(60)
        if self._error is not None:
            raise self._error
        return self.canvas

    def leave(self) -> None:
        """Closes the window."""
        self._keys.put("")
        self._thread.join(60)

    # The interface of a front end.

    def size(self) -> tuple[int, int]:
        return self._size

    def create_canvas(self) -> Canvas:
        return create_pixel_canvas(*self._size, CELL) if self._in_pixels else Canvas(*self._size)

    def show(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def read(self, timeout: float = 0.1) -> KeyPress | Closed | None:
        if timeout < 0.1 and self._keys.empty():
            return None  # a macro runs
        if self._keys.empty():
            self._idle.set()
        key = self._keys.get()
        return KeyPress(key) if key else Closed()


def script(press: Callable[[str], str], words: dict[str, str]) -> Iterator[str]:
    """Presses keys and yields the name of each scene on the screen."""
    press("q")
    yield "first-turn"
    press("x")
    yield "look"
    for key in ("TAB", "h", "ESC"):
        press(key)
    press("i")
    yield "pack"
    press("b")
    press("ESC")
    press("ESC")
    press("Z")
    press("Z")
    yield "hearing"
    _until(press, ".", words["melee"])
    yield "melee"
    press("p")
    yield "panel"
    press("ESC")
    for page in ("?", "M", "@"):
        press(page)
        press("ESC")
    _until(press, ".", words["death"])
    yield "death"


def _until(press: Callable[[str], str], key: str, words: str) -> None:
    for _ in range(60):
        if words in press(key):
            return
    raise AssertionError(f"{words!r} did not appear")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Press]]:
    """The key presses of the script with their screens, by language, size, and whether they are in pixels."""
    loaded: LoadResult = load("core.stealth", mods=[STAGE], only_mods=())
    cache: dict[tuple[str, tuple[int, int], bool], list[Press]] = {}

    def play(language: str, size: tuple[int, int], in_pixels: bool = False) -> list[Press]:
        key = language, size, in_pixels
        if key not in cache:
            home = tmp_path_factory.mktemp("home")
            with pytest.MonkeyPatch.context() as patch:
                set_home(patch, home)
                cache[key] = _play_script(loaded, *key)
        return cache[key]

    return play


def set_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Sets the player's home folder."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        patch.delenv(name, raising=False)
    patch.setenv("HOME", str(home))


def _play_script(loaded: LoadResult, language: str, size: tuple[int, int], in_pixels: bool) -> list[Press]:
    loaded.catalog.set_language(language)
    text = loaded.catalog.translate
    session = Session.begin(loaded.rules, SEED, {"floor": 2})
    runs = RunFiles(session, paths.save_path("core.stealth"), text, lambda *_: session, True)
    screens = dict.fromkeys(("mods", "settings", "last-turns"), lambda: pytest.fail("no key of the script opens it"))
    view = GameView(session, text, files=runs, screens=screens)
    player = Player(view, size, in_pixels)
    presses = [Press("", player.canvas)]

    def press(key: str) -> str:
        presses.append(Press(key, player.press(key)))
        return canvas_to_text(presses[-1].canvas)

    for scene in script(press, WORDS[language]):
        presses[-1] = presses[-1]._replace(scene=scene)
    player.leave()
    runs.close()
    loaded.catalog.set_language("en")
    return presses


@pytest.mark.parametrize("size", [TERMINAL, WINDOW], ids=["terminal", "window"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_match_the_golden_files(played: Any, language: str, size: tuple[int, int]) -> None:
    presses = played(language, size)
    assert [press.scene for press in presses if press.scene] == list(SCENES)
    for press in presses:
        if press.scene:
            check_golden(f"stealth-{press.scene}-{language}-{size[1]}x{size[0]}", canvas_to_text(press.canvas))


def check_golden(name: str, words: str) -> None:
    """Compares with the golden file, or rewrites it."""
    path = DATA / f"{name}.txt"
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        path.write_text(words, "utf-8")
    assert words == path.read_text("utf-8"), name


@pytest.mark.parametrize("size", [TERMINAL, WINDOW], ids=["terminal", "window"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_shows_a_message_id(played: Any, language: str, size: tuple[int, int]) -> None:
    for press in played(language, size):
        assert not UNTRANSLATED.findall(canvas_to_text(press.canvas)), (press.key, canvas_to_text(press.canvas))


def test_the_search_for_message_ids_finds_them() -> None:
    assert UNTRANSLATED.findall("│ stealth-hp ━━ 3/3") == ["stealth-hp"]
    assert not UNTRANSLATED.findall("~/.local/share/footfall/morgue/core.stealth-7-31.txt core.stealth:goblin")


def test_states_differ_without_color(played: Any) -> None:
    """Each state also differs by a character or a word."""
    hearing = next(press for press in played("en", TERMINAL) if press.scene == "hearing")
    words = canvas_to_text(hearing.canvas)
    assert "asleep" in words
    assert re.search(r"z.*\n.*r|r", words)
    assert "from the east" in words
    assert "→" in words


# The real program.

PROGRAM = (
    "play",
    "stealth",
    "--seed",
    str(SEED),
    "--option",
    "floor=2",
    "--course",
    "whole",
    "--mods",
    str(STAGE),
    "--lessons",
    "off",
    "--sound",
    "off",
)


def environment(home: Path) -> dict[str, str]:
    """Returns the environment of a new installation."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "FOOTFALL", "LC_", "SDL"))
    }
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**inherited, "HOME": str(home), "LANG": "C.UTF-8", "PYTHONPATH": path}


def wait_for(shown: Callable[[], Any], wanted: Any, same: Callable[[Any, Any], bool], seconds: float) -> Any:
    """Polls until the screen is as expected or time is up; returns the last screen."""
    end = time.monotonic() + seconds
    while True:
        seen = shown()
        if same(seen, wanted) or time.monotonic() > end:
            return seen
        time.sleep(0.02)


TMUX_KEYS = {"ESC": "Escape", "TAB": "Tab", "SPACE": "Space", "ENTER": "Enter"}


@pytest.mark.proof(1)
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed (apt install tmux)")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_shows_the_same(played: Any, tmp_path: Path, language: str) -> None:
    rows, columns = TERMINAL
    socket = f"footfall-{os.getpid()}-{language}"
    tmux = ["tmux", "-u", "-L", socket, "-f", os.devnull]
    command = [sys.executable, "-m", "footfall", *PROGRAM, "--screen", "terminal", "--lang", language]
    start = [*tmux, "new-session", "-d", "-x", str(columns), "-y", str(rows), *command]
    subprocess.run(start, check=True, env={**environment(tmp_path), "TERM": "screen-256color"}, timeout=30)

    def shown() -> str:
        done = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, encoding="utf-8", timeout=30)
        return "\n".join(row.rstrip() for row in done.stdout.splitlines())

    try:
        for press in played(language, TERMINAL):
            if press.key:
                key = TMUX_KEYS.get(press.key)
                send = ["send-keys", key] if key else ["send-keys", "-l", press.key]
                subprocess.run([*tmux, *send], check=True, timeout=30)
            wanted = "\n".join(canvas_to_text(press.canvas).splitlines())
            seen = wait_for(shown, wanted, lambda a, b: a.rstrip("\n") == b.rstrip("\n"), 30 if not press.key else 10)
            assert seen.rstrip("\n") == wanted.rstrip("\n"), press.key
    finally:
        subprocess.run([*tmux, "kill-server"], capture_output=True, timeout=30)


BLENDING = 3
"""Tolerance per color channel: renderers blend differently."""

X_KEYS = {"ESC": "Escape", "TAB": "Tab", ".": "period", "?": "question", "@": "at"}
NEEDS = ("Xvfb", "xdotool", "import")


@pytest.mark.proof(0)
@pytest.mark.skipif(
    any(shutil.which(name) is None for name in NEEDS),
    reason=f"one of {', '.join(NEEDS)} is not installed (apt install xvfb xdotool imagemagick)",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_window_shows_the_same(played: Any, tmp_path: Path, language: str) -> None:
    glyphs = GlyphAtlas(CELL)
    config = tmp_path / ".config" / "footfall"
    config.mkdir(parents=True)
    (config / "ui.toml").write_text(f"[window]\ncell = {CELL}\n[play]\nmotion = false\n", "utf-8")
    reading, writing = os.pipe()
    screen = ["-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *screen],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    game = None
    try:
        os.close(writing)
        with os.fdopen(reading) as answer:
            display = f":{answer.readline().strip()}"
        env = {**environment(tmp_path), "DISPLAY": display, "SDL_RENDER_DRIVER": "software"}
        command = [sys.executable, "-m", "footfall", *PROGRAM, "--screen", "window", "--lang", language]
        subprocess.run(["xdotool", "mousemove", "2", "2"], check=True, env=env, timeout=30)
        with (tmp_path / "said.txt").open("w") as said:
            game = subprocess.Popen(command, env=env, stdout=said, stderr=said)
        waiting: list[str] = []
        for press in played(language, WINDOW, in_pixels=True):
            if press.key:
                waiting.append(X_KEYS.get(press.key, press.key))
            if waiting and (press.scene or press.key == "Z"):
                subprocess.run(["xdotool", "key", *waiting], check=True, env=env, timeout=30)
                waiting.clear()
            if press.scene or not press.key or press.key == "Z":
                wanted = render_pixels(press.canvas, glyphs)
                if not press.key:  # the mouse may be over the map: compare only the title
                    wanted = wanted[: glyphs.height]
                seen = wait_for(lambda: _take_screenshot(env), wanted, _is_alike, 30 if not press.key else 10)
                assert _is_alike(seen, wanted), (press.scene, (tmp_path / "said.txt").read_text())
    finally:
        for process in (game, server):
            if process is not None:
                process.terminate()
                process.wait(30)


def _take_screenshot(env: dict[str, str]) -> Any:
    """Returns a screenshot, or None while the display is empty."""
    done = subprocess.run(["import", "-silent", "-window", "root", "bmp:-"], capture_output=True, env=env, timeout=30)
    if done.returncode or not done.stdout:
        return None
    return np.asarray(Image.open(io.BytesIO(done.stdout)).convert("RGB"))


def _is_alike(photo: Any, wanted: Any) -> bool:
    """Returns whether the screenshot shows the picture on black, within `BLENDING`."""
    if photo is None:
        return False
    lit = np.argwhere(photo.any(axis=2))
    if not len(lit):
        return False
    (top, left), (height, width) = lit.min(axis=0), wanted.shape[:2]
    part = photo[top : top + height, left : left + width].astype(np.int16)
    return bool(part.shape == wanted.shape and np.abs(part - wanted).max() <= BLENDING)
