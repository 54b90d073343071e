"""``footfall mods run --watch``: a changed mod is reloaded in the same situation, or rolled back."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.api import Message
from footfall.app.hot_reload import TRIAL_COMMANDS, HotReloadView
from footfall.cli.mods.run import make_loader, watch_files
from footfall.cli.options import GameOptions
from footfall.engine.bots import list_legal_commands
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

FIRST = """\
from footfall.api import Remember, hook


@hook
def on_turn_end(event, ctx):
    from .part import STEP
    return [Remember("you.mod", "n", ctx.recall("n", 0) + STEP)]
"""


@pytest.fixture
def mod(tmp_path: Path, footfall: Any) -> Path:
    folder = tmp_path / "mod"
    (folder / "locale" / "en").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.mod"\nversion = "1.0"\nentry = "."\ngames = ["stealth"]\n')
    (folder / "part.py").write_text("STEP = 1\n")
    (folder / "__init__.py").write_text(FIRST)
    return folder


@pytest.fixture
def shop(mod: Path) -> HotReloadView:
    """A game with the mod, after ten commands."""

    def again() -> LoadResult:
        return load("stealth", mods=[mod], only_mods=())

    loaded = again()
    view = HotReloadView(Session.begin(loaded.rules, 1, {"floor": 2}), loaded, "you.mod", again)
    play(view, 10)
    return view


def play(view: HotReloadView, turns: int) -> list[Message]:
    """Submits commands; returns the messages they led to."""
    messages = []
    for _ in range(turns):
        options = list_legal_commands(view.session)
        note = view.submit_directly(options[view.session.state.turn % len(options)])
        if note is not None:
            messages.append(note)
    return messages


def count(view: HotReloadView) -> int:
    return int(view.session.state.memory["you.mod"]["n"])


def reload(view: HotReloadView) -> str:
    """Reports changed files and advances, as the run loop does; returns the message."""
    assert not view.is_busy
    view.files_changed.set()
    assert view.is_busy
    note = view.advance()
    assert note is not None
    assert not view.is_busy
    assert view.session.log[-1].message == note
    return view.translate(note)


def test_new_files_take_effect_in_the_same_situation(shop: HotReloadView, mod: Path) -> None:
    before, log = shop.session, list(shop.session.log)
    had, turn = count(shop), shop.session.state.turn
    (mod / "part.py").write_text("STEP = 100\n")
    (mod / "locale" / "en" / "a.ftl").write_text("you-mod-word = new word\n")
    assert reload(shop).startswith("you.mod: reloaded (")
    assert shop.session is not before
    assert (count(shop), shop.session.state.turn) == (had, turn)
    assert shop.session.state.parts["world"].player == before.state.parts["world"].player
    assert shop.session.log[: len(log)] == log
    assert shop.translate(Message("you-mod-word")) == "new word"
    play(shop, 1)
    assert count(shop) >= had + 100
    assert shop.build_scene().can_restart


@pytest.mark.proof(4)
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("__init__.py", "def on_turn_end(:\n", "SyntaxError"),
        ("__init__.py", "import a_missing_module\n", "ModuleNotFoundError: No module named 'a_missing_module'"),
        ("__init__.py", FIRST.replace("on_turn_end", "on_turn_ent"), "did you mean 'on_turn_end'?"),
        ("part.py", "STEP = 'one'\n", "on_turn_end failed: TypeError"),
        ("part.py", "", "on_turn_end failed: ImportError"),
        ("mod.toml", '[mod]\nid = "you.mod"\n', "the key 'version' is missing"),
        ("mod.toml", '[mod]\nid = "you.other"\nversion = "1"\n', "you.mod is no longer active"),
    ],
)
def test_a_broken_version_is_rejected(shop: HotReloadView, mod: Path, name: str, text: str, expected: str) -> None:
    session, hash = shop.session, shop.session.hash()
    (mod / name).write_text(text)
    words = reload(shop)
    assert words.startswith("you.mod: the new version failed, the old one stays: ")
    assert expected in words
    assert shop.session is session
    assert session.hash() == hash
    sys.modules.pop("footfall_mods.you__mod.part", None)  # the old version still imports its own files
    had = count(shop)
    play(shop, 3)
    assert had < count(shop) < had + 10
    assert session.problems == []


def test_a_fault_outside_the_mod_names_its_place(shop: HotReloadView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.loader.hot_reload.list_legal_commands", lambda session: 1 // 0)
    assert re.search(r"the old one stays: .*ZeroDivisionError.* at .*test_cli_mods_run\.py:\d+$", reload(shop))


def test_names_that_do_not_exist_are_reported_before_their_line_runs(mod: Path, footfall: Any) -> None:
    again = make_loader("stealth", mod, GameOptions())
    loaded = load("stealth", mods=[mod], only_mods=())
    view = HotReloadView(Session.begin(loaded.rules, 1, {"floor": 2}), loaded, "you.mod", again)
    play(view, 3)
    (mod / "__init__.py").write_text(FIRST + "    if ctx.state.turn > 5000:\n        return [Rememberr()]\n")
    (mod / "spare.py").write_text("def late():\n    return LATE\n")
    words = reload(view)
    assert "the old one stays" in words
    assert "there is no name 'Rememberr' here, did you mean 'Remember'?" in words
    assert "__init__.py:9" in words
    (mod / "__init__.py").write_text(FIRST)
    assert "there is no name 'LATE' here" in reload(view)
    (mod / "spare.py").write_text("LATE = 1\n")
    assert "reloaded" in reload(view)
    view.warn("mod/__init__.py:9: there is no name 'x' here")
    assert "there is no name 'x' here" in view.translate(view.session.log[-1].message)


def test_a_version_that_fails_later_is_rolled_back(shop: HotReloadView, mod: Path) -> None:
    had = count(shop)
    late = "STEP = 1\n"
    (mod / "part.py").write_text(late)
    (mod / "__init__.py").write_text(
        FIRST.replace("    from", f"    if ctx.recall('n', 0) > {had} and not ctx.quiet:\n        1 / 0\n    from")
    )
    assert "reloaded" in reload(shop)
    notes: list[Message] = []
    while not notes and shop.session.state.outcome is None:
        turn, hash = shop.session.state.turn, shop.session.hash()
        notes = play(shop, 1)
    words = shop.translate(notes[0])
    assert words.startswith("you.mod: the new version failed; it was rolled back, and the command was undone: ")
    assert "ZeroDivisionError" in words
    assert "mod/__init__.py:7" in words
    assert (shop.session.state.turn, shop.session.hash()) == (turn, hash)
    play(shop, TRIAL_COMMANDS + 1)
    assert shop.session.problems == []


def test_a_version_is_final_after_its_trial(shop: HotReloadView, mod: Path) -> None:
    (mod / "part.py").write_text("STEP = 2\n")
    reload(shop)
    play(shop, TRIAL_COMMANDS)
    assert shop._previous is None


def test_another_game_begins_with_the_new_files(shop: HotReloadView, mod: Path) -> None:
    (mod / "part.py").write_text("STEP = 7\n")
    reload(shop)
    seed = shop.session.state.seed
    shop.restart(True)
    assert (shop.session.state.turn, shop.session.state.seed) == (0, seed)
    play(shop, 3)
    assert count(shop) % 7 == 0


@pytest.mark.parametrize("single", [False, True])
def test_file_changes_are_seen(mod: Path, tmp_path: Path, single: bool) -> None:
    pytest.importorskip("watchfiles")
    place = tmp_path / "hello.py" if single else mod
    if single:
        place.write_text('MOD = "you.hello"\n')
    changed = threading.Event()
    with watch_files(place, changed):
        time.sleep(0.2)
        (tmp_path / "else.py").write_text("")
        assert not changed.wait(0.5)
        (place if single else mod / "part.py").write_text("STEP = 3\n")
        assert changed.wait(5)


def test_mistakes_are_reported(footfall: Callable[..., Any], mod: Path) -> None:
    done = footfall("mods", "run", mod, "--screen", "terminal", "--seed", 1)
    assert done.exit_code == 1
    assert "terminal" in done.stderr
    assert "there is no mod 'missing'" in footfall("mods", "run", "missing").stderr
    assert "you.mod is not active in core.king" in footfall("mods", "run", mod, "--game", "king").stderr


def test_a_whole_game_can_be_reloaded(footfall: Any, tmp_path: Path) -> None:
    folder = tmp_path / "mods" / "new"
    assert footfall("mods", "new", "you.new", "--game").exit_code == 0

    again = make_loader("you.new", folder, GameOptions(lang="en"))
    view = HotReloadView(Session.begin(again().rules, 1), again(), "you.new", again)
    view.submit_directly(list_legal_commands(view.session)[0])
    code = folder / "__init__.py"
    code.write_text(code.read_text().replace(".tries += 1", ".tries += 10"))
    assert "reloaded" in reload(view)
    assert view.submit_directly(list_legal_commands(view.session)[1]) is None
    assert view.session.state.parts["you.new"].tries == 11
    assert [type(command).__name__ for command in view.session.commands] == ["Guess", "Guess"]
    code.write_text("raise RuntimeError('not today')\n")
    view.files_changed.set()
    note = view.advance()
    assert note is not None
    assert "RuntimeError: not today" in view.translate(note)
    assert view.submit_directly(list_legal_commands(view.session)[2]) is None
