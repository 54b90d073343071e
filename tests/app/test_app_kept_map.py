"""A map to keep: a key and a command write it as a picture and as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_the_map_is_kept_as_picture_and_text(typed: Any, home: Path, footfall: Any) -> None:
    played = typed("K", "delve", "--option", "mode=table", "--seed", 9, "--lang", "en")
    assert "The map is saved" in played.screens[-1]
    picture, text = (next(home.rglob(f"maps/*.{end}")) for end in ("png", "txt"))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "the entrance: 0" in text.read_text("utf-8")
    replay = next(home.rglob("*.replay"))
    run = footfall("map", replay, "--out", home / "own")
    assert run.exit_code == 0, run.output
    assert (home / "own.txt").read_text("utf-8").splitlines()[:2] == [
        "Delve: map of level 1, seed 9, turn 0",
        "Rooms seen: 0, of these lairs: 0. Corridors: 0.",
    ]
    assert (home / "own.png").exists()


def test_a_map_of_practice_says_so(typed: Any, watched: Any, home: Path) -> None:
    typed("", "delve", "--option", "mode=table", "--seed", 9)
    screen = watched("b K", next(home.rglob("*.replay"))).screen
    assert "The map of this practice game is saved" in screen
    [text] = home.rglob("maps/*-practice.txt")
    assert text.read_text("utf-8").startswith("A map of a practice game.")


def test_a_game_without_a_map_says_so(footfall: Any, home: Path) -> None:
    path = home / "king.replay"
    assert footfall("simulate", "king", "--bot", "random", "--record", 1, "--out", path).exit_code == 0
    run = footfall("map", path)
    assert run.exit_code == 1
    assert "core.king has no map to keep" in run.output


def test_on_foot_the_map_shows_the_way_and_the_hero(typed: Any, home: Path) -> None:
    """K plays the game again for the cells that the hero walked on."""
    typed("l l l l l l K", "delve", "--option", "mode=walk", "--option", "pack=true", "--seed", 9, "--lang", "en")
    lines = next(home.rglob("maps/*.txt")).read_text("utf-8").splitlines()
    assert any("<•••" in line and "•@" in line for line in lines), lines
    assert "• way walked, @ the hero" in lines[3]


def test_the_map_of_a_death_shows_where_the_hero_fell(footfall: Any, home: Path) -> None:
    path = home / "lost.replay"
    options = ("--option", "mode=walk", "--bots", "party", "--games", 12, "--seed", 31)
    assert "died" in footfall("simulate", "delve", *options, "--record", 1, "--out", path).output
    assert footfall("map", path, "--out", home / "lost", "--lang", "es").exit_code == 0
    text = (home / "lost.txt").read_text("utf-8")
    assert "† aquí cayó el héroe" in text
    assert text.count("†") == len(("legend", "map"))
