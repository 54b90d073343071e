"""Fixtures that run ``footfall play`` in this process, with typed keys and screens as text."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.frontend import Closed, Frontend, KeyPress

SIZE = (40, 110)


class TypingScreen(Frontend):
    """A front end that types `keys` and then closes; `screens` are the texts shown before each key.

    It shows the end of a command at once; `has_motion` shows its moments.
    """

    has_motion = False

    def __init__(self, keys: list[str], shape: tuple[int, int] = SIZE) -> None:
        self.keys = list(keys)
        self.shape = shape
        self.screens: list[str] = []
        self.last: Canvas | None = None

    def size(self) -> tuple[int, int]:
        return self.shape

    def show(self, canvas: Canvas) -> None:
        self.last = canvas

    def read(self, timeout: float = 0.1) -> KeyPress | Closed | None:
        if timeout == 0.0:  # a page is being computed
            return None
        if self.last is not None:
            self.screens.append(canvas_to_text(self.last))
        return KeyPress(self.keys.pop(0)) if self.keys else Closed()


class PlayResult:
    """The screens, the last canvas, and the output of the command."""

    def __init__(self, screen: TypingScreen, result: Result) -> None:
        self.screens = screen.screens
        self.canvas = screen.last
        self.result = result

    @property
    def screen(self) -> str:
        """The last screen."""
        return self.screens[-1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_loads: None) -> Path:
    """A temporary folder as working folder and for the user's folders."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def footfall(home: Path) -> Callable[..., Result]:
    """Runs the command line in this process."""
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def typed(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PlayResult]:
    """``typed("l l ?", "stealth", "--seed", 3)`` types the keys and closes the game of a command, ``play``."""

    def go(keys: str, *words: Any, command: str = "play", shape: tuple[int, int] = SIZE) -> PlayResult:
        screen = TypingScreen(keys.split(), shape)
        module = import_module(f"footfall.cli.{command.replace(' ', '.')}")
        monkeypatch.setattr(module, "choose_frontend", lambda *args, **options: screen)
        result = CliRunner().invoke(main, [*command.split(), *map(str, words)])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return PlayResult(screen, result)

    return go


@pytest.fixture
def watched(footfall: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> Callable[..., PlayResult]:
    """``watched("RIGHT LEFT", path)`` types the keys in the replay viewer and closes it."""

    def go(keys: str, *words: Any, shape: tuple[int, int] = SIZE) -> PlayResult:
        screen = TypingScreen(keys.split(), shape)
        module = import_module("footfall.cli.replay")
        monkeypatch.setattr(module, "choose_frontend", lambda *args, **options: screen)
        return PlayResult(screen, footfall("replay", "--watch", *words))

    return go


@pytest.fixture
def saves(home: Path) -> Path:
    """The folder of saves."""
    return home / "xdg_data_home" / "footfall" / "saves"
