"""The mouse does what keys do: every key hint on every screen can be clicked, and what is pointed at tells more.

The screens are those of the program, which is started by its command line and gets events as from a window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from footfall.api.scene import Choice, Message, Scene, Tint
from footfall.cli import main, play as play_command, replay as replay_command
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.palette import UiTint
from footfall.ui.drawing.screen import DrawnFrame, draw_screen
from footfall.ui.drawing.text_layout import Translator
from footfall.ui.frontend import Closed, Frontend, InputEvent, KeyPress, Pointer
from footfall.ui.interaction import handle_key
from footfall.ui.keymap import KEY_SYMBOLS
from footfall.ui.pointing import handle_input
from footfall.ui.ui_state import HELP_PAGE, UiState

SPANISH = {"ESPACIO": "SPACE", "INTRO": "ENTER", "RETROCESO": "BACKSPACE", "SUPR": "DEL"}
SPANISH |= {"INICIO": "HOME", "FIN": "END", "RE": "PGUP", "AV": "PGDN"}
KEYS_BY_SYMBOL = {symbol: key for key, symbol in KEY_SYMBOLS.items()} | SPANISH
"""Keys by their sign, or the first word of their Spanish name."""
SIZES = ((24, 80), (40, 120))


class Hint(NamedTuple):
    """A key on the screen, by the tint of keys: its name and the point of its first cell."""

    key: str
    y: int
    x: int


class ScriptedFrontend(Frontend):
    """Shows scenes on a canvas, and reads the events of a script, which sees each screen first."""

    def __init__(self, size: tuple[int, int], script: Callable[[ScriptedFrontend], Iterator[InputEvent]]) -> None:
        self._size = size
        self._events = script(self)
        self.screens: list[str] = []
        self.hints, self.failures = 0, list[str]()

    def size(self) -> tuple[int, int]:
        return self._size

    def present(self, scene: Scene, state: UiState, translate: Translator, motion: object = None) -> DrawnFrame:
        self.canvas = Canvas(*self._size)
        self.scene, self.state = scene, state
        self.frame = draw_screen(self.canvas, scene, state, translate)
        self.screens.append(canvas_to_text(self.canvas))
        return self.frame

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        return None if timeout < 0.1 else next(self._events, Closed())  # a macro runs

    def list_hints(self) -> Iterator[Hint]:
        """Every run of cells in the tint of keys."""
        palette, cells = self.canvas.palette, self.canvas.cells
        grounds = (Tint.NONE, UiTint.OVERLAY, Tint.PLAYER)
        colors = np.array([palette.foreground[UiTint.KEY, ground] for ground in grounds])
        is_key = (cells["fg"][:, :, None, :] == colors).all(-1).any(-1)
        for y, row in enumerate(is_key):
            x = 0
            while x < len(row):
                end = x
                while end < len(row) and row[end]:
                    end += 1
                words = "".join(map(chr, cells["ch"][y, x:end])).strip(" )").split()
                if words:
                    yield Hint(KEYS_BY_SYMBOL.get(words[0], words[0]), y, x)
                x = end + 1


def check_hints(shown: ScriptedFrontend) -> None:
    """Notes each hint on which a click does not do what its key does."""
    for hint in shown.list_hints():
        shown.hints += 1
        click = Pointer(hint.y, hint.x, True)
        target = shown.frame.find_target(click.y, click.x)
        state = shown.state
        if state.page == HELP_PAGE and hint.y < shown.canvas.height - 1:  # its rows are keys of the game
            state, _ = handle_key(state, shown.scene, "ESC")
        wanted = handle_key(state, shown.scene, hint.key)
        given = handle_input(shown.state, shown.scene, click, shown.frame)
        if target is None or target.press is None or given != wanted:
            shown.failures.append(f"{hint}: {target}\n{given}\n{wanted}\n{shown.screens[-1]}")


def press_and_check(keys: str) -> Callable[[ScriptedFrontend], Iterator[InputEvent]]:
    """Checks the hints of each screen that the keys lead to."""

    def script(shown: ScriptedFrontend) -> Iterator[InputEvent]:
        for key in keys.split():
            check_hints(shown)
            yield KeyPress(key)
        check_hints(shown)

    return script


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ScriptedFrontend]:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)

    def run(
        words: str, size: tuple[int, int], script: Callable[[ScriptedFrontend], Iterator[InputEvent]]
    ) -> ScriptedFrontend:
        shown = ScriptedFrontend(size, script)
        for module in (play_command, replay_command):
            monkeypatch.setattr(module, "choose_frontend", lambda *_, **__: shown)
        done = CliRunner().invoke(main, words.split(), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return shown

    return run


TITLE = "s ENTER 7 ENTER l ESC t ESC o DOWN PGDN ENTER ESC ESC m DOWN ENTER ESC ESC"
"""Keys for the menus of the title screen: a seed, so that games are the same, languages, statistics, settings with
a prompt for keys, mods."""

TABLE = "a G ESC m ESC d ESC e DOWN ESC e a e a c e a c e a c s a ESC A ESC E ESC p ESC U x TAB ESC R ESC Q n"
"""Keys for a game of delve at the table."""

SCREENS = {
    "stealth": (
        "play stealth --title --lang en --sound off",
        f"{TITLE} d ESC d c y ? ESC M ESC i a ESC ESC p ESC @ ESC x TAB ESC v v c ESC t a ESC f ESC W ESC R ESC Q n o",
    ),
    "king": (
        "play king --title --lang en --sound off --seed 3 --bots me",
        f"{TITLE} n ? ESC M ESC x ESC DOWN DOWN ENTER",
    ),
    "delve": (
        "play delve --title --lang en --sound off",
        f"{TITLE} {TABLE} E a n E a y d ESC w RIGHT ESC M ESC",
    ),
    "delve on foot": ("play delve --lang es --sound off --seed 9", "G ESC m ESC r ESC ? ESC o s ESC E i ESC Q n"),
}


@pytest.mark.proof(1)
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_click_on_every_key_hint_does_what_the_key_does(play: Any, name: str, size: tuple[int, int]) -> None:
    words, keys = SCREENS[name]
    shown = play(words, size, press_and_check(keys))
    assert not shown.failures, "\n".join(shown.failures[:3])
    assert shown.hints > len(keys.split())
    assert len(set(shown.screens)) > len(keys.split()) // 2, "the script shows different screens"


def test_the_hints_of_a_watched_replay_can_be_clicked(play: Any, tmp_path: Path) -> None:
    play("play delve --new --seed 9 --lang en --option mode=table", SIZES[0], press_and_check("e 1 e 2 E a y"))
    replay = next(tmp_path.rglob("*.replay"))
    shown = play(f"replay {replay} --watch", SIZES[0], press_and_check("RIGHT c ESC W ESC n t ? ESC LEFT x ESC"))
    assert not shown.failures, "\n".join(shown.failures[:3])
    assert shown.hints > 50


# What is pointed at tells more.


def draw(scene: Scene, state: UiState, samples: ModuleType, size: tuple[int, int] = (24, 80)) -> tuple[str, DrawnFrame]:
    canvas = Canvas(*size)
    frame = draw_screen(canvas, scene, state, samples.Catalog())
    return canvas_to_text(canvas), frame


def point_at(words: str, scene: Scene, samples: ModuleType, size: tuple[int, int] = (24, 80)) -> str:
    """Returns the screen with the pointer over the first place of these words, through the events of the mouse."""
    text, frame = draw(scene, UiState(), samples, size)
    y, row = next((y, row) for y, row in enumerate(text.splitlines()) if words in row)
    state, result = handle_input(UiState(), scene, Pointer(y, row.index(words)), frame)
    assert result is None
    return draw(scene, state, samples, size)[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("HP", "HP: 17 of 22"),  # a gauge
        ("The thug looks round", "turn 1240"),  # a line of the log
        ("↗ NE", "│ ↗ Footsteps, boots ×2, clear, from the northeast, now"),  # a lane of the hearing band
        ("MELEE", "depth 3"),  # the title bar, all of which does not fit on every screen
    ],
)
def test_what_the_pointer_is_over_tells_more(samples: ModuleType, words: str, told: str) -> None:
    scene = samples.dungeon()
    before = draw(scene, UiState(), samples)[0]
    assert point_at(words, scene, samples).count(told) == before.count(told) + 1


def test_a_cell_of_the_map_is_told_where_there_is_no_inspector(samples: ModuleType) -> None:
    scene = samples.dungeon()
    _, frame = draw(scene, UiState(), samples)
    rect = frame.viewport.find_cell((10, 21))
    state, _ = handle_input(UiState(), scene, Pointer(rect.top, rect.left), frame)
    assert "Hunting you." in draw(scene, state, samples)[0]
    assert "Hunting you." not in draw(scene, UiState(), samples)[0]


def test_lines_that_do_not_fit_are_told(samples: ModuleType) -> None:
    scene = samples.dungeon()
    text, _ = draw(scene, UiState(), samples, (40, 120))
    if "more line" not in text:
        long = [samples.line(f"fact {number}") for number in range(40)]
        scene.panels = (*scene.panels, type(scene.panels[0])(Message("FACTS"), tuple(long)))
    assert "fact 39" in point_at("more line", scene, samples, (60, 120))


def test_a_click_on_a_sound_looks_where_it_seems_to_come_from(samples: ModuleType) -> None:
    scene = samples.dungeon()
    text, frame = draw(scene, UiState(), samples, (40, 120))
    y = next(y for y, row in enumerate(text.splitlines()) if "Footsteps" in row)
    state, _ = handle_input(UiState(), scene, Pointer(y, 5, True), frame)
    assert state.cursor == (2, 57)


def test_the_pointer_highlights_what_a_click_does_something_to(samples: ModuleType) -> None:
    scene = samples.dungeon()
    canvas = Canvas(24, 80)
    frame = draw_screen(canvas, scene, UiState(), samples.Catalog())
    before = canvas.cells.copy()
    target = next(target for target in frame.targets if target.press == ("t",))
    state, _ = handle_input(UiState(), scene, Pointer(target.rect.top, target.rect.left), frame)
    draw_screen(canvas, scene, state, samples.Catalog())
    changed = {int(x) for x in np.flatnonzero(canvas.cells[23] != before[23])}
    assert changed == set(range(target.rect.left, target.rect.right))


# Clicks.


def test_a_click_chooses_a_row_without_a_letter(samples: ModuleType) -> None:
    scene = samples.dungeon()
    scene.choices = {**scene.choices, "items": tuple(Choice(number, f"pebble {number}") for number in range(70))}
    state, _ = handle_key(UiState(), scene, "t")
    for key in ("PGDN",) * 6:
        state, _ = handle_key(state, scene, key)
    text, frame = draw(scene, state, samples)
    y, row = next((y, row) for y, row in enumerate(text.splitlines()) if "pebble 62" in row)
    state, _ = handle_input(state, scene, Pointer(y, row.index("pebble"), True), frame)
    assert state.pending.answers == (62,)


def test_a_box_covers_what_lies_below(samples: ModuleType) -> None:
    scene = samples.dungeon()
    state, _ = handle_key(UiState(), scene, "t")
    text, frame = draw(scene, state, samples)
    y, row = next((y, row) for y, row in enumerate(text.splitlines()) if "Throw what?" in row)
    assert handle_input(state, scene, Pointer(y, row.index("Throw"), True), frame)[1] is None
    assert frame.find_target(y, row.index("Throw")).press is None


def test_a_click_on_the_map_answers_a_prompt_for_a_direction(samples: ModuleType) -> None:
    scene = samples.dungeon()
    state, _ = handle_key(UiState(), scene, "c")
    _, frame = draw(scene, state, samples)
    y, x = scene.cells.focus
    rect = frame.viewport.find_cell((y, x + 3))
    given = handle_input(state, scene, Pointer(rect.top, rect.left, True), frame)[1]
    assert given == samples.Close(actor=1, direction=2)


def test_a_click_on_a_line_of_the_pack_shows_its_details(samples: ModuleType) -> None:
    scene = samples.dungeon()
    page = scene.pages["inventory"]
    lines = tuple(type(line)(line.spans, click=letter) for line, letter in zip(page.lines, "abc", strict=True))
    scene.pages = {**scene.pages, "inventory": type(page)(page.title, lines)}
    state, _ = handle_key(UiState(), scene, "i")
    text, frame = draw(scene, state, samples)
    y = next(y for y, row in enumerate(text.splitlines()) if "a pebble" in row)
    state, _ = handle_input(state, scene, Pointer(y, 4, True), frame)
    assert state.detail_letter == "b"
