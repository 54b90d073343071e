"""Language, palette, pictures, colors and size of letters change on the settings screen, and hold at once."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyte
import pytest
from PIL import Image

from footfall.api import Message
from footfall.api.scene import Scene
from footfall.app.appearance import load_look
from footfall.app.hot_reload import HotReloadView
from footfall.app.screens.settings import SettingsScreen
from footfall.cli.mods.run import make_loader
from footfall.cli.options import GameOptions
from footfall.engine.session import Session
from footfall.ui.drawing.palette import build_palette, list_bundled_palettes
from footfall.ui.loop import Screen
from footfall.ui.map.tile_art import FIRST_PICTURE
from footfall.ui.settings import UiSettings, find_settings_path, load_ui_settings

SHEET = Path(__file__).parents[2] / "plugins" / "stealth" / "pictures" / "woodcut.png"
MANIFEST = """
[mod]
id = "test.cut"
version = "1.0.0"
api = "1"
name = "Test"
summary = "A tile pack."
authors = ["Tests"]
license = "MIT"
games = ["stealth"]

[effects]
world = false
saves = false
"""
PACK = """
[tile_pack.cut]
name = "stealth-woodcut"

[tile_sheet.cut]
pack = "cut"
file = "cut.png"
cell = 10
looks = { "core.stealth:floor" = { at = [[0, 0]] } }
"""


def write_pack(mod: Path, sheet: bytes) -> Path:
    """Writes a mod with a tile pack; returns the file of its sheet."""
    for name, text in (("mod.toml", MANIFEST), ("content/cut.toml", PACK)):
        (mod / name).parent.mkdir(parents=True, exist_ok=True)
        (mod / name).write_text(text, "utf-8")
    (mod / "pictures").mkdir()
    (mod / "pictures" / "cut.png").write_bytes(sheet)
    return mod / "pictures" / "cut.png"


def count_down_to(name: str) -> int:
    """Returns how far a setting is below the first one."""
    screen = SettingsScreen(Screen(), Scene(title=Message("test")), path=Path("nowhere"))
    return [row.name for row in screen._list_rows()].index(name)


LANGUAGE, PALETTE = count_down_to("language"), count_down_to("palette")


@pytest.mark.proof(0)
def test_the_language_changes_in_the_game(typed: Callable[..., Any]) -> None:
    played = typed(f"F4 {'DOWN ' * LANGUAGE} RIGHT RIGHT ESC", "stealth", "--seed", 3)
    assert "SETTINGS" in played.screens[1]
    assert "AJUSTES" in played.screens[LANGUAGE + 3]
    assert "Español" in played.screens[LANGUAGE + 3]
    assert "explorar" in played.screen
    assert load_ui_settings(find_settings_path()).language == "es"
    assert "explorar" in typed("", "stealth", "--continue").screen


def test_the_language_changes_on_the_title_screen(typed: Callable[..., Any]) -> None:
    played = typed("l b", "stealth", "--title")
    assert "What would you like to do?" in played.screens[0]
    assert "¿" in played.screen
    assert load_ui_settings(find_settings_path()).language == "es"


@pytest.mark.parametrize(
    ("option", "value", "steps", "row"),
    [("--lang", "en", LANGUAGE, "language  English"), ("--sound", "off", count_down_to("sound"), "sound  off")],
)
def test_options_of_the_command_keep_their_priority(
    typed: Callable[..., Any], option: str, value: str, steps: int, row: str
) -> None:
    """They are named; neither their own key nor another change takes them away."""
    keys = f"F4 {'DOWN ' * steps} RIGHT {'UP ' * steps} RIGHT"
    played = typed(keys, "stealth", "--seed", 3, option, value)
    assert f"{row}  set by {option}" in played.screens[steps + 2]
    assert f"{row}  set by {option}" in played.screen
    assert "lessons = false" in find_settings_path().read_text("utf-8")
    assert "language" not in find_settings_path().read_text("utf-8")
    assert "sound" not in find_settings_path().read_text("utf-8")


def read_log(screen: str) -> str:
    """Returns what stands left of the sidebar, in one line."""
    return " ".join(" ".join(row.partition("│")[0] for row in screen.splitlines()).split())


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('[look]\npalette = "embr"', "ui.toml:2: there is no palette 'embr'"),
        ('[look]\ntiles = "x.y:z"', "ui.toml:2: there is no tile pack 'x.y:z'; is its mod enabled?"),
        ("[play]\nlanguage = 3", "ui.toml:2: language must be the code of a language"),
    ],
)
def test_a_wrong_choice_in_the_file_is_said_and_the_game_starts(
    typed: Callable[..., Any], lines: str, words: str
) -> None:
    find_settings_path().parent.mkdir(parents=True)
    find_settings_path().write_text(lines, "utf-8")
    assert words in read_log(typed("", "stealth", "--seed", 3).screen)


def test_what_cannot_be_used_of_a_pack_is_said_in_the_game(typed: Callable[..., Any], tmp_path: Path) -> None:
    mod = tmp_path / "cut"
    write_pack(mod, SHEET.read_bytes()[:900])
    find_settings_path().parent.mkdir(parents=True)
    find_settings_path().write_text('[look]\ntiles = "test.cut:cut"\n', "utf-8")
    assert "cut.png: it is damaged" in read_log(typed("", "stealth", "--seed", 3, "--mods", mod).screen)


def test_a_sheet_that_changes_is_drawn_again(home: Path) -> None:
    """`footfall mods run --watch` shows a new version of a sheet, and keeps on without one that is broken."""
    mod = home / "cut"
    sheet = write_pack(mod, SHEET.read_bytes())
    load_mod = make_loader("stealth", mod, GameOptions(lang="en"))
    loaded = load_mod()
    view = HotReloadView(Session.begin(loaded.rules, 3), loaded, "test.cut", load_mod)
    view.ui_settings = load_look(UiSettings(tiles="test.cut:cut"), loaded)

    def read_floor() -> Any:
        art = view.ui_settings.art
        assert art is not None
        return art.render(FIRST_PICTURE, 10)[0, 0].tolist()

    first = read_floor()
    pixels = np.asarray(Image.open(sheet)).copy()
    pixels[0, 0] = (1, 2, 3, 255)
    Image.fromarray(pixels).save(sheet)
    view.reload_mod()
    assert first != [1, 2, 3, 255] == read_floor()
    sheet.write_bytes(b"no picture")
    view.reload_mod()
    assert any("cut.png: it is not a PNG file" in view.translate(line.message) for line in view.session.log)
    Image.fromarray(pixels).save(sheet)
    view.reload_mod()
    assert read_floor() == [1, 2, 3, 255]
    assert not view.ui_settings.problems


WINDOW = """
import sys
from importlib import import_module
import numpy as np
from footfall.cli import main
from footfall.ui.frontend import Closed, KeyPress
from footfall.ui.frontends.window import WindowFrontend
KEYS = ["F4", *["DOWN"] * int(sys.argv[1]), *"RIGHT DOWN RIGHT DOWN DOWN RIGHT RIGHT ESC".split()]
shown = []
class Window(WindowFrontend):
    def show(self, canvas):
        super().show(canvas)
        self._painter.paint(canvas)
        corner = self._renderer.read_pixels()[-40, -40, :3].tolist()
        shown.append((corner, canvas.art is not None, canvas.sizes.text_height))
    def read(self, timeout=0.1):
        super().read(0.001)
        return KeyPress(KEYS.pop(0)) if KEYS else Closed()
import_module("footfall.cli.play").choose_frontend = lambda screen, settings, title: Window(settings)
try:
    main(["play", "--seed", "3", "--lang", "en"])
finally:
    print(shown[0], shown[-1])
    print("shown")
"""


@pytest.mark.proof(0)
def test_a_window_takes_over_palette_pictures_and_size(home: Path) -> None:
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, "-c", WINDOW, str(PALETTE)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    words = done.stdout.splitlines()
    assert "shown" in words, done.stderr
    grounds = {name: build_palette(colors).background[0].tolist() for name, colors in list_bundled_palettes().items()}
    first, last = words[-2].replace(") (", ")|(").split("|")
    assert first.startswith(f"({grounds['default']}, False, ")
    assert last == f"({grounds['ember']}, True, 12)"


class Terminal:
    """The game in a terminal of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        pty, fcntl, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "termios"))
        self.screen = pyte.Screen(110, 40)
        self.stream = pyte.ByteStream(self.screen)
        env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        env["PYTHONPATH"] = os.pathsep.join(sys.path)
        env.pop("NO_COLOR", None)
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.execve(sys.executable, [sys.executable, "-m", "footfall", "play", "--screen", "terminal", *words], env)
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))
        os.set_blocking(self.handle, False)

    def wait_for(self, is_there: Callable[[], bool], seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not is_there():
            assert time.monotonic() < end, "\n".join(self.screen.display)
            try:
                self.stream.feed(os.read(self.handle, 65536))
            except BlockingIOError:
                time.sleep(0.02)

    def shows(self, text: str) -> Callable[[], bool]:
        return lambda: any(text in row for row in self.screen.display)

    def press(self, keys: bytes) -> None:
        os.write(self.handle, keys)


@pytest.mark.proof(0)
def test_a_terminal_takes_over_palette_language_and_colors(home: Path) -> None:
    terminal = Terminal(home, "--seed", "7")
    ground = "".join(f"{part:02x}" for part in build_palette(list_bundled_palettes()["ember"]).background[0].tolist())
    try:
        terminal.wait_for(terminal.shows("explore"))
        terminal.press(b"\x05")  # C-e
        terminal.wait_for(terminal.shows("SETTINGS"))
        terminal.press(b"\x1b[B" * PALETTE + b"\x1b[C")
        terminal.wait_for(lambda: terminal.screen.buffer[30][40].bg == ground)
        terminal.press(b"\x1b[A\x1b[C\x1b[C")
        terminal.wait_for(terminal.shows("AJUSTES"))
        terminal.press(b"\x1b[B" * 3 + b"\x1b[D")  # colors: none
        terminal.wait_for(lambda: terminal.screen.buffer[30][40].bg == "default")
    finally:
        os.close(terminal.handle)
        os.waitpid(terminal.child, 0)
