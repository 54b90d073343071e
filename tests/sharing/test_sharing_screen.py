"""The browser of the mods screen, with the keys and clicks of a player."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from installed import list_installed
from publishing import pack, publish
from serving import serve

from footfall.app.screens import browse
from footfall.cli import main
from footfall.engine.saves.save import read_header
from footfall.loader.profiles.pointer import get_profile, read_pointer
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.frontend import Closed, Frontend, KeyPress, Pointer

SIZE = (40, 110)


class Hands(Frontend):
    """A front end that presses keys, clicks on texts and packs mods: ``"F2 b click:Gamma pack:you.new"``."""

    def __init__(self, words: str) -> None:
        self.words = words.split()
        self.screens: list[str] = []
        self.canvas = Canvas(1, 1)
        self.printed = ""

    def size(self) -> tuple[int, int]:
        return SIZE

    def show(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def read(self, timeout: float = 0.1) -> KeyPress | Pointer | Closed:
        screen = canvas_to_text(self.canvas)
        self.screens.append(screen)
        if not self.words:
            return Closed()
        word = self.words.pop(0)
        if word.startswith("pack:"):
            pack(Path("mods"), word.removeprefix("pack:"), "1.0")
            return KeyPress("F5")
        if not word.startswith("click:"):
            return KeyPress(word)
        text = word.removeprefix("click:").replace("_", " ")
        rows = [(y, row.index(text)) for y, row in enumerate(screen.splitlines()) if text in row]
        assert rows, f"{text!r} is not on the screen:\n{screen}"
        return Pointer(*rows[0], is_click=True)


@pytest.fixture
def press(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Hands]:
    """Plays stealth with these keys and clicks."""
    monkeypatch.setattr(browse, "PATIENCE", 60.0)

    def go(words: str, *options: str, resume: bool = False) -> Hands:
        hands = Hands(words)
        monkeypatch.setattr(import_module("footfall.cli.play"), "choose_frontend", lambda *args, **named: hands)
        seed = () if resume else ("--seed", "3")
        result = CliRunner().invoke(main, ["play", "stealth", *seed, *options], input="y\n")
        assert result.exit_code == 0, result.output
        hands.printed = result.stderr
        return hands

    return go


@pytest.mark.proof(0)
def test_a_mod_is_found_previewed_installed_and_undone(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    hands = press("F2 b / a l p h a ENTER ENTER")
    assert "“alpha”: 1 of 1" in hands.screens[-1]
    assert "install you.alpha 2.0" in hands.screens[-1]
    assert "install you.beta 2.0" in hands.screens[-1]
    assert "creature/core.stealth:goblin.hp:" in hands.screens[-1]
    assert "[7, 10] -> [6, 6]" in hands.screens[-1]
    assert list_installed() == {}
    hands = press("F2 b / a l p h a ENTER ENTER ESC ESC ESC", "--new")
    assert list_installed() == {}
    hands = press("F2 b / a l p h a ENTER ENTER ENTER", "--new")
    assert "Done: 2 changes, for the next start and new games." in hands.screens[-1]
    assert list_installed() == {"you.alpha": "2.0", "you.beta": "2.0"}
    hands = press("F2 b u", "--new")
    assert "Undone: install you.alpha" in hands.screens[-1]
    assert list_installed() == {}


def test_the_mouse_does_the_same(press: Callable[..., Hands], footfall: Callable[..., Any], index: Path) -> None:
    footfall("mods", "index", "add", index)
    press("F2 click:find_and_install click:Gamma click:Gamma click:To_do_this click:undo")
    assert [generation.cause for generation in get_profile(read_pointer(), "default").before] == []
    hands = press("F2 click:find_and_install click:Gamma click:Gamma click:To_do_this", "--new")
    assert list_installed() == {"you.gamma": "1.0", "you.beta": "1.0"}
    assert "Done: 2 changes" in hands.screens[-1]


def test_an_update_shows_what_it_changes(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    footfall("mods", "install", "alpha@1.0")
    hands = press("F2 b a")
    assert "update you.alpha 1.0 → 2.0" in hands.screens[-1]
    assert "[5, 5] -> [6, 6]" in hands.screens[-1]
    assert list_installed()["you.alpha"] == "1.0"


def test_a_long_changelog_says_how_much_is_left_out(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    pack(index, "you.long", "1.0", files={"CHANGELOG.md": "## 1.0\n" + "- a line\n" * 15})
    footfall("mods", "index", "add", publish(index, 2))
    hands = press("F2 b / l o n g ENTER ENTER")
    assert " ".join(hands.screens[-1].split()).count("- a line") == 12
    assert "and 3 more" in hands.screens[-1]


def test_what_cannot_be_is_said_on_the_screen(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    pack(index.parent / "mods", "you.beta", "0.5")
    hands = press("F2 b / a l p h a ENTER ENTER")
    assert 'ou.alpha 2.0 ([requires] "you.beta" = ">=2") and' in hands.screens[-1]
    assert "you.beta 0.5 is here" in " ".join(hands.screens[-1].split())


def test_a_refused_index_is_named_and_changes_nothing(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    footfall("mods", "install", "beta@1.0")
    (index / "index.json").write_text("{}")
    hands = press("F2 b a")
    assert "the index shelf is not used: it is" in hands.screens[-1], hands.screens[-1]
    assert "the index shelf was refused, so nothing was changed" in " ".join(hands.screens[-1].split())
    assert list_installed() == {"you.beta": "1.0"}


def test_profiles_are_switched_for_the_next_start(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    footfall("mods", "profile", "new", "hard")
    hands = press("F2 b p DOWN ENTER")
    assert "In use from the next start: hard" in hands.screens[-1]
    assert read_pointer().profile == "hard"


def test_python_says_what_to_do_next(press: Callable[..., Hands], footfall: Callable[..., Any], index: Path) -> None:
    footfall("mods", "index", "add", index)
    hands = press("F2 b / p y t h o n ENTER ENTER ENTER")
    assert "footfall mods approve you.python" in hands.screens[-1]


def test_the_browser_speaks_spanish(press: Callable[..., Hands], footfall: Callable[..., Any], index: Path) -> None:
    footfall("mods", "index", "add", index)
    hands = press("F2 b / a l p h a ENTER ENTER", "--lang", "es")
    assert "instalar you.alpha 2.0" in hands.screens[-1]
    assert "BUSCAR MODS" in hands.screens[-1]


def test_a_slow_server_does_not_stop_the_screen(
    press: Callable[..., Hands], footfall: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(tmp_path / "shelf", "you.far", "1.0")
    publish(tmp_path / "shelf")
    monkeypatch.setattr(browse, "PATIENCE", 0.05)
    from footfall.sharing.pins import PinnedIndex, add_pin

    with serve(tmp_path / "shelf") as server:
        server.slowness = 0.5
        add_pin(PinnedIndex("far", server.address), b"", None)
        hands = press("F2 b . .")
    assert any("WORKING" in screen for screen in hands.screens)
    assert "Stopped. The download will resume" in hands.screens[-1]


@pytest.mark.proof(0)
def test_a_saved_game_that_misses_a_mod_is_offered_it(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    footfall("mods", "install", "beta")
    press(". S")
    footfall("mods", "remove", "beta")
    hands = press("F2", resume=True)
    assert "An index offers you.beta 2.0 for a saved game" in " ".join(hands.screens[0].split())
    assert "An index offers you.beta 2.0" in hands.screens[-1], hands.screens[-1]
    assert "the saved game needs you.beta 2.0, which an index has" in hands.printed
    assert "to install: footfall mods install you.beta@2.0" in hands.printed
    press("F2 b m ENTER", resume=True)
    assert list_installed() == {"you.beta": "2.0"}


def select_words(hands: Hands) -> str:
    """The words after the cursor on the last screen."""
    return " ".join(hands.screens[-1].partition("›")[2].split())


def test_the_cursor_stays_on_a_mod_that_is_installed_or_removed(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    hands = press("F2 b DOWN DOWN ENTER ENTER")  # gamma, which brings beta
    assert list_installed() == {"you.beta": "1.0", "you.gamma": "1.0"}
    assert select_words(hands).startswith("Gamma 1.0 1.0")
    hands = press("F2 b DOWN x ENTER", "--new")
    assert list_installed() == {}
    assert select_words(hands).startswith("Gamma 1.0 ")


@pytest.mark.proof(0)
def test_new_mods_are_listed_without_a_restart(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    footfall("mods", "install", "beta@2.0")
    named = pack(index.parent / "named", "you.named", "1.0")
    hands = press("F2 b DOWN DOWN ENTER ENTER ESC", "--mods", str(named))
    assert select_words(hands).startswith("■ - Gamma 1.0 on at the next start")
    screen = " ".join(hands.screens[-1].split())
    assert "Beta 1.0 2.0 in this game" in screen
    assert "Named 1.0 on" in screen
    hands = press("F2 pack:you.dropped ESC F2", "--new")
    assert "Dropped" not in hands.screens[2]
    assert "■ - Dropped 1.0 on at the next start" in " ".join(hands.screens[-1].split())


def test_a_game_begun_on_the_title_screen_has_the_mods_that_were_installed_there(
    press: Callable[..., Hands], footfall: Callable[..., Any], index: Path
) -> None:
    footfall("mods", "index", "add", index)
    press("m b DOWN DOWN ENTER ENTER ESC ESC n ENTER . S", "--title", resume=True)
    save = index.parent / "xdg_data_home" / "footfall" / "saves" / "core.stealth.save"
    assert {"you.beta", "you.gamma"} <= {id for id, _, _ in read_header(save).lock}
