"""Front ends: terminal output, window input, and the UI loop."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pyte
import pytest

from footfall.api import Message
from footfall.api.scene import Choice, LogLine
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontend import (
    FRONTENDS,
    Closed,
    Frontend,
    FrontendSpec,
    KeyPress,
    NoDisplayError,
    Pointer,
    Resized,
    choose_frontend,
)
from footfall.ui.frontends.terminal import AnsiEncoder, TerminalFrontend, find_indexed_color
from footfall.ui.loop import ExitReason, Screen, run_ui_loop
from footfall.ui.settings import ColorMode, UiSettings
from footfall.ui.ui_state import UiState


def read_screen(screen: pyte.Screen) -> str:
    return "\n".join(row.rstrip() for row in screen.display) + "\n"


@pytest.mark.parametrize("color", list(ColorMode))
def test_the_terminal_shows_the_canvas(samples, color):
    if color is ColorMode.AUTO:
        color = ColorMode.TRUECOLOR
    screen = pyte.Screen(80, 50)
    stream = pyte.Stream(screen)
    writer = AnsiEncoder(color)
    text = samples.Catalog()
    for view in (UiState(), UiState(page="combat"), UiState(cursor=(11, 16)), UiState()):
        canvas = Canvas(50, 80)
        draw_screen(canvas, samples.dungeon(), view, text)
        stream.feed(writer.encode_frame(canvas))
        assert read_screen(screen) == canvas_to_text(canvas)
    if color is ColorMode.TRUECOLOR:
        for y, x in ((0, 1), (11, 20), (20, 60)):
            cell = screen.buffer[y][x]
            assert cell.fg == bytes(canvas.cells["fg"][y, x].tolist()).hex()
            assert cell.bg == bytes(canvas.cells["bg"][y, x].tolist()).hex()


def test_an_unchanged_frame_sends_nothing(samples):
    writer = AnsiEncoder(ColorMode.TRUECOLOR)
    canvas = Canvas(24, 80)
    draw_screen(canvas, samples.dungeon(), UiState(), samples.Catalog())
    assert writer.encode_frame(canvas)
    assert writer.encode_frame(canvas) == ""
    canvas.cells["ch"][5, 5] = ord("Z")
    assert len(writer.encode_frame(canvas)) < 80


def test_indexed_colors():
    assert find_indexed_color(0, 0, 0) == 16
    assert find_indexed_color(255, 255, 255) == 231


class FakeFrontend(Frontend):
    """A front end with a list of inputs."""

    def __init__(self, *inputs):
        self.inputs = list(inputs)
        self.frames = []
        self.left = False

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.left = True

    def size(self):
        return 50, 80

    def show(self, canvas):
        self.frames.append(canvas_to_text(canvas))

    def read(self, timeout=0.1):
        return self.inputs.pop(0) if self.inputs else Closed()


class Queued(FakeFrontend):
    """A front end whose keys are all typed ahead."""

    def drop_keys(self):
        self.inputs = [event for event in self.inputs if not isinstance(event, KeyPress)]


class FakeGame(Screen):
    def __init__(self, samples, refuse=False, turns=0):
        self.samples, self.refuse = samples, refuse
        self.turns, self.left = turns, 0
        self.commands, self.saves = [], 0
        self.translate = samples.Catalog()

    def build_scene(self):
        return self.samples.dungeon()

    def submit(self, command):
        self.commands.append(command)
        self.left = self.turns
        return Message("No way.") if self.refuse else None

    @property
    def is_busy(self):
        return self.left > 0

    def advance(self):
        self.left -= 1
        return None if self.left else Message("There.")

    def cancel(self):
        self.left = 0

    def save(self):
        self.saves += 1


def test_the_loop_plays_and_saves(samples):
    game = FakeGame(samples)
    front = FakeFrontend(
        KeyPress("l"), KeyPress("?"), KeyPress("ESC"), Pointer(11, 16), Resized(), KeyPress("S"), KeyPress("k")
    )
    run_ui_loop(front, game)
    assert [command.direction for command in game.commands] == [2, 0]
    assert game.saves == 2
    assert front.left
    assert "KEYS" in front.frames[2]


def test_a_refusal_is_shown(samples):
    game = FakeGame(samples, refuse=True)
    front = FakeFrontend(KeyPress("l"))
    run_ui_loop(front, game)
    assert "! No way." in front.frames[-1]


def test_a_macro_continues_and_reports_why_it_ends(samples):
    game = FakeGame(samples, turns=3)
    front = FakeFrontend(KeyPress("l"), None, None, None)
    run_ui_loop(front, game)
    assert len(game.commands) == 1
    assert "! There." in front.frames[-1]


def test_the_key_that_leaves_ends_a_macro_first_and_says_so(samples):
    game = FakeGame(samples, turns=9)
    front = FakeFrontend(KeyPress("l"), None, KeyPress("C-c"), KeyPress("C-c"), KeyPress("l"))
    run_ui_loop(front, game)
    assert "! Stopped. Press Ctrl-C again to leave." in front.frames[-1]
    assert len(game.commands) == 1


def test_the_help_lists_no_zoom_where_there_is_none(samples):
    class Fixed(FakeFrontend):
        can_zoom = False

    for front, listed in ((FakeFrontend(KeyPress("?")), True), (Fixed(KeyPress("?")), False)):
        run_ui_loop(front, FakeGame(samples))
        assert ("larger text" in front.frames[-1]) == listed
    assert not TerminalFrontend.can_zoom


def test_keys_typed_ahead_answer_no_question_of_a_step(samples):
    """``y`` steps and says yes; a question whether to leave takes what was typed ahead."""

    class Asking(FakeGame):
        def build_scene(self):
            scene = super().build_scene()
            y, x = scene.cells.focus
            scene.confirmations = {(y - 1, x): Message("Beat it out?")}
            return scene

    game, front = Asking(samples), Queued(KeyPress("k"), KeyPress("y"))
    run_ui_loop(front, game)
    assert not game.commands
    assert "Beat it out?" in front.frames[-1]
    assert run_ui_loop(Queued(KeyPress("Q"), KeyPress("y")), game) is ExitReason.QUIT


@pytest.mark.parametrize("comes", ["end", "list"])
def test_keys_typed_ahead_fall_neither_into_the_end_nor_out_of_a_list(samples, comes):
    class Closing(FakeGame):
        def build_scene(self):
            scene = super().build_scene()
            if comes == "end" and self.commands:
                scene.farewell = (Message("You fall."),)
            if comes == "list" and not self.commands:
                scene.answers = (Choice(1, Message("a ring")), Choice(2, Message("a rock")))
            return scene

    game, first = Closing(samples), "l" if comes == "end" else "a"
    run_ui_loop(Queued(KeyPress(first), KeyPress("k"), KeyPress("k")), game)
    assert len(game.commands) == 1
    if comes == "end":
        assert run_ui_loop(Queued(KeyPress(first), KeyPress("ESC")), Closing(samples)) is ExitReason.CLOSED


def test_without_motion_only_the_end_of_a_macro_is_shown(samples):
    shown = []
    for motion in (True, False):
        front = FakeFrontend(KeyPress("l"), None, None, None)
        run_ui_loop(front, FakeGame(samples, turns=3), UiSettings(has_motion=motion))
        assert "! There." in front.frames[-1]
        shown.append(len(front.frames))
    assert shown == [5, 3]


@pytest.mark.parametrize("motion", [True, False])
def test_an_alarm_is_shown_briefly_in_the_title_bar(samples, motion):
    class Noticed(FakeGame):
        def build_scene(self):
            scene = super().build_scene()
            if self.commands:
                scene.log = (*scene.log, LogLine(Message("Seen!"), "alarm", scene.log[-1].turn + 1))
            return scene

    front = FakeFrontend(KeyPress("l"), None, None)
    run_ui_loop(front, Noticed(samples), UiSettings(has_motion=motion))
    flashed = ["Seen!" in frame.splitlines()[0] for frame in front.frames]
    assert flashed == ([False, True, False] if motion else [False, False])


def test_a_key_ends_a_journey_and_is_kept(samples):
    game = FakeGame(samples, turns=100)
    front = FakeFrontend(KeyPress("l"), None, KeyPress("k"), None, KeyPress("?"))
    run_ui_loop(front, game)
    assert [command.direction for command in game.commands] == [2, 0]
    assert "KEYS" in front.frames[-1]


@pytest.mark.parametrize("is_startling", [False, True])
def test_escape_and_a_key_that_comes_with_a_threat_only_end_a_journey(samples, is_startling):
    class Ambushed(FakeGame):
        def build_scene(self):
            scene = super().build_scene()
            if is_startling and self.commands and self.left < self.turns:
                scene.alert = Message("melee")
            else:
                scene.alert = None
            return scene

    game = Ambushed(samples, turns=100)
    run_ui_loop(FakeFrontend(KeyPress("l"), None, KeyPress("k" if is_startling else "ESC"), None), game)
    assert len(game.commands) == 1
    assert not game.is_busy


def test_the_screen_is_restored_after_an_error(samples):
    class Broken(FakeGame):
        def submit(self, command):
            raise RuntimeError("boom")

    front = FakeFrontend(KeyPress("l"))
    with pytest.raises(RuntimeError, match="boom"):
        run_ui_loop(front, Broken(samples))
    assert front.left


def test_no_display_is_explained(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.__stdin__", None)
    with pytest.raises(NoDisplayError, match="footfall run"):
        choose_frontend()


def test_front_ends_can_be_added_to_the_table(monkeypatch):
    spec = FrontendSpec("tests_frontend", "create", lambda requested: "" if requested else "not asked for")
    monkeypatch.setitem(FRONTENDS, "tests", spec)
    monkeypatch.setitem(sys.modules, "tests_frontend", SimpleNamespace(create=lambda settings, title: title))
    assert choose_frontend("tests", title="Hello") == "Hello"
    with pytest.raises(ValueError, match="auto, window, terminal, plain, tests"):
        choose_frontend("telegraph")


WINDOW = """
from tcod.cffi import ffi, lib
from tcod.event import KeySym, Scancode
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.frontend import KeyPress
from footfall.ui.frontend import choose_frontend

def push(key, scancode):
    event = ffi.new("SDL_Event*")
    event.key.type = lib.SDL_EVENT_KEY_DOWN
    event.key.key, event.key.scancode, event.key.down = int(key), int(scancode), True
    lib.SDL_PushEvent(event)

with choose_frontend("window") as front:
    front.show(Canvas(*front.size()))
    push(KeySym.UP, Scancode.UP)
    push(KeySym.KP_7, Scancode.KP_7)
    events = [front.read(0.01) for _ in range(20)]
print([event.name for event in events if isinstance(event, KeyPress)])
"""


def test_the_window_takes_keys(run_window):
    assert run_window(WINDOW).strip() == "['UP', 'PAD7']"
