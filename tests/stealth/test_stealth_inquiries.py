"""Noises that no actor makes, and creatures that go and look what made one (P-HEAR, P-INQ)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from footfall.engine.codec import encode_canonical as encode
from footfall.engine.saves import save as saves
from footfall.plugins.stealth.state import stealth_of
from footfall.testing import GameUnderTest, scene

DROP = """
from footfall.api import Remember, hook
from footfall.plugins.stealth.sounds import SoundKind, emit_noise_at

MOD = "test.drops"
DROPS = {drops}

@hook
def on_turn_start(event, ctx):
    return [emit_noise_at(ctx, SoundKind(kind, loudness, 1), 1, at)
            for turn, kind, loudness, at in DROPS if turn == event.number]

@hook
def on_heard(event, ctx):
    return [Remember(ctx.mod, "heard", [event.source, event.kind])] if event.listener == 1 else None
"""


def write_drops(folder: Path, *drops: tuple[int, str, int, tuple[int, int]]) -> Path:
    """A mod that lets things fall: turn, kind of noise, loudness, cell."""
    path = folder / "drops.py"
    path.write_text(DROP.replace("{drops}", repr(drops)), encoding="utf-8")
    return path


def place(name: str = "E", /, **mind: Any) -> dict[str, Any]:
    """A creature with this mind."""
    return {name: {"mind": {"ai": "hostile", "mood": "calm", **mind}}}


def test_a_noise_without_a_source_is_heard_where_it_is_made(tmp_path: Path) -> None:
    """P-HEAR-1: log, mark on the map, hooks and saves know a noise that no actor made."""
    game = scene("@#....\n.#....", actors={"@": {"stats": {"foh": 9}}}, mods=[write_drops(tmp_path, (1, "strike", 3, (0, 3)))])
    game.do(".", times=2)
    assert "stealth-heard" in game.messages
    [sound] = stealth_of(game.session.state).heard
    assert (sound.source, sound.kind, sound.direction) == (0, "strike", 2)
    assert game.look("memory/test.drops/heard") == [0, "strike"]
    assert "blows on a wall" in game.screen()
    game.do(".")
    path = tmp_path / "game.save"
    saves.save(game.session, path, "1")
    assert encode(saves.load(game.session.rules, path).state) == encode(game.session.state)
